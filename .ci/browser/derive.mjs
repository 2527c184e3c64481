// node derive.mjs PAGES [NAME…]: derives in the pages, opened from the disk without network. Needs the script that
// book/_tools/derive_bundle.py makes. Demanded: the stored bytes, with another order another file and a method of that order, and
// words about a formula that is changed, on either side, about a stop, and about a script that is missing. NAME: other pages.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { drawn, launch } from './browser.mjs';
import { WEBGL, withoutFormulas } from './live.mjs';
const root = path.resolve(process.argv[2]);
const bundle = path.join(root, '_static/derive/derive.js'), faults = [];
if (!fs.existsSync(bundle)) { console.log(`${bundle} is missing: python book/_tools/derive_bundle.py makes it`); process.exit(1); }
const browser = await launch(...WEBGL);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const demand = (holds, text) => { if (!holds) faults.push(text); console.log(`${holds ? 'ok   ' : 'FAULT'} ${text}`); };
async function open(name, options = {}) {
  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 1000 }, ...options }), page = await context.newPage();
  page.on('pageerror', e => demand(false, `${name}: ${e.message.slice(0, 200)}`));
  page.on('request', r => { if (/^(https?|ws):/.test(r.url())) demand(false, `${name}: asks for ${r.url()}`); });
  if (options.flat) await page.addInitScript(() => { const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === '2d' ? get.call(this, kind, ...rest) : null; }; });
  if (!options.flat) await withoutFormulas(page);
  await page.goto(pathToFileURL(path.join(root, name)).href);
  const part = page.locator('.derive-here');
  await part.scrollIntoViewIfNeeded();
  return { page, part, close: () => context.close() };
}
async function derive({ page, part }, choice) {
  const runs = +(await part.getAttribute('data-runs') || 0);
  if (choice) await part.locator('select').selectOption(choice);
  await part.locator('.derive-go').click();
  await page.waitForFunction(n => +(document.querySelector('.derive-here').dataset.runs || 0) > n, runs, { timeout: 3600000 });
  await drawn(page, 20);
  return part.evaluate(e => ({ line: e.querySelector('.derive-line').textContent, startup: +e.dataset.startup, failed: e.dataset.failed,
    verdict: e.querySelector('.derive-result').dataset.verdict, report: e.querySelector('.derive-report')?.textContent || '', asked: +e.querySelector('.derive-result').textContent.match(/asked here: (\d+)/)?.[1], order: +e.querySelector('.derive-result').dataset.order,
    scene: Boolean(e.querySelector('.live-scene')), flat: Boolean(e.querySelector('.derive-stage > div > canvas')), off: e.querySelector('.derive-stage output')?.textContent }));
}
// Another text in the one cell that has it; the page's own where there is none.
async function change({ part }, old, text) {
  if (!old) return part.locator('button', { hasText: 'As they were' }).evaluate(e => e.click());
  const found = await part.evaluate((e, [old, text]) => {
    const open = [...e.querySelectorAll('.derive-words details')];
    for (const d of open) d.open = true;
    return new Promise(done => setTimeout(() => {
      const areas = [...e.querySelectorAll('textarea')].filter(a => a.value.includes(old));
      for (const a of areas) { a.value = a.value.replace(old, text); a.dispatchEvent(new Event('input')); }
      done(areas.length);
    }, 100));
  }, [old, text]);
  demand(found === 1, `one cell holds ${old.replace(/\s+/g, ' ')}`);
}
const short = r => `${r.verdict}, ${r.asked} assertions asked. ${r.line} ${r.report.match(/^ {2}\S.*, code cell .*$/m)?.[0].trim() || ''}`;
// With everything unfolded: names, labels, contrast.
async function readable({ page, part }, name) {
  await part.evaluate(e => { for (const d of e.querySelectorAll('details')) d.open = true; });
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run('.derive-here').then(r => r.violations.flatMap(v => v.nodes.map(n => `${v.id} ${n.target}`))));
  demand(!found.length, `${name}: can be read and used by all ${found.slice(0, 3).join('; ')}`);
}
const magnus = await open('book/magnus/samples-derive.html');
await magnus.page.evaluate(() => { self.beats = 0; setInterval(() => { self.beats++; }, 100); });  // the page stays alive while Python starts
let r = await derive(magnus);
const beats = await magnus.page.evaluate(() => self.beats);
demand(r.verdict === 'current' && r.asked > 40 && Math.abs(r.order - 10) < 0.4, `Magnus as stored: measured order ${r.order}, ${short(r)}`);
demand(beats > 9, `the page answered ${beats} times in ${r.startup} ms of start-up`);
r = await derive(magnus, '12');
demand(r.verdict === 'differs' && /differs in magnus_order_12 \(new\)/.test(r.report) && Math.abs(r.order - 12) < 0.4, `Magnus to order 12: measured order ${r.order}, ${short(r)}`);
demand(r.scene && !r.flat && /order 12 is off by/.test(r.off), `it flies in the scene: ${r.off}`);
await magnus.part.locator('select').selectOption('10');
await change(magnus, 'omega + h / 2 * alpha', 'omega - h / 2 * alpha');
await change(magnus, 'rl.require("0.1")', 'raise ValueError("on purpose")');
r = await derive(magnus);
demand(r.verdict === 'fails' && !(Math.abs(r.order - 10) < 0.4), `a sign changed: measured order ${r.order}, ${short(r)}`);
demand(/magnus\/samples-derive.ipynb, code cell 1, line \d+: ValueError: raise.*\n.*on purpose/.test(r.report), 'a statement that fails is told, and those after it run');
await readable(magnus, 'Magnus, with a fault');
await magnus.close();
const taylor = await open('book/buss/series-derive.html');
await taylor.part.locator('.derive-go').click();
await taylor.part.locator('button', { hasText: 'Stop' }).click();
await taylor.page.waitForFunction(() => document.querySelector('.derive-here').dataset.runs === '1');
demand(await taylor.part.locator('.derive-line').textContent() === 'Stopped.', 'stopped while it started');
await taylor.part.locator('.derive-go').click();
await taylor.page.waitForFunction(() => /^code cell \d+ of \d+$/.test(document.querySelector('.derive-at').textContent), undefined, { timeout: 3600000 });
await taylor.part.locator('button', { hasText: 'Stop' }).click();
await taylor.page.waitForFunction(() => document.querySelector('.derive-here').dataset.runs === '2');
demand(await taylor.part.locator('.derive-line').textContent() === 'Stopped.', 'stopped between two cells, which were told');
r = await derive(taylor, '9');
demand(r.verdict === 'differs' && Math.abs(r.order - 9) < 0.4, `Lie-Taylor to order 9: measured order ${r.order}, ${short(r)}`);
await taylor.close();
const splitting = await open('book/buss/rivals-derive.html', { viewport: { width: 390, height: 800 }, colorScheme: 'dark', flat: true });
r = await derive(splitting, '1-2-3');
demand(r.verdict === 'current' && Math.abs(r.order - 2) < 0.1, `splitting 1-2-3: measured order ${r.order}, ${short(r)}`);
demand(r.flat && !r.scene && /1-2-3 is off by/.test(r.off), `without WebGL it flies too: ${r.off}`);
await splitting.part.evaluate(e => { for (const d of e.querySelectorAll('details')) d.open = true; });
demand(await splitting.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), 'nothing is wider than a phone');
await readable(splitting, 'splitting, dark');
await splitting.close();
// Two faults at once: a formula of the page, of which its assertions tell, and a sign of the stored kernel, which differs there and nowhere else.
for (const [name, topic, old, text, told, too] of [
  ['krenk_nielsen', 'krenk_nielsen', 'y + 2 * cross(a, Ja)', 'y - 2 * cross(a, Ja)', /krenk_nielsen\/derive.ipynb, code cell \d+, line \d+: it does not hold: assert vanish\(into_middle/, ['reduced_free', 'reduced']],
  ['dqvi', 'dqvi', 'f_0 * B.T - beta', 'f_0 * B.T + beta', /dqvi\/derive.ipynb, code cell \d+, line \d+: it does not hold: assert vanish\(K/, []],
]) {
  const files = path.join(root, '_static/live/derive/files.js'), whole = fs.readFileSync(files, 'utf8');
  const start = whole.indexOf(`"rotlib/kernels/${topic}.py": `), end = whole.indexOf('", "', start), signs = [...whole.slice(start, end).matchAll(/= [^\\]*? - [^\\]*?\\n/g)];
  const sign = start + signs.at(-1).index + signs.at(-1)[0].indexOf(' - '), spoilt = whole.slice(start, sign).match(/def (\w+)\((?![^]*def )/)[1];
  fs.writeFileSync(files, `${whole.slice(0, sign)} + ${whole.slice(sign + 3)}`);
  try {
    const page = await open(`book/${name}/derive.html`);
    await page.part.locator('.derive-words > summary').click();  // before anything is run
    await page.part.locator('.derive-words details').first().waitFor();
    await change(page, old, text);
    r = await derive(page);
    const differs = r.report.match(new RegExp(`rotlib/kernels/${topic}.py: differs in (.*) \\(`))?.[1];
    demand(r.verdict === 'fails' && told.test(r.report), `${name}, a formula changed: ${short(r)}`);
    demand(differs?.split(', ').sort().join() === [...too, spoilt].sort().join(), `a sign of the stored ${spoilt} changed, too: differs in ${differs}`);
    await page.part.locator('.derive-report .fault button').first().click();
    demand(await page.page.evaluate(() => { const a = document.activeElement; return /assert/.test(a.value?.slice(a.selectionStart, a.selectionEnd)); }), `${name}: the line of the fault is selected`);
    await page.close();
  } finally { fs.writeFileSync(files, whole); }
}
for (const name of process.argv.slice(3)) {
  const page = await open(name);
  r = await derive(page);
  demand(r.verdict === 'current', `${name}: ${short(r)}`);
  await page.close();
}
fs.renameSync(bundle, `${bundle}.away`);
try {
  const without = await open('book/magnus/samples-derive.html');
  r = await derive(without);
  demand(/derive_bundle\.py makes it/.test(r.line), `without the script: ${r.line}`);
  await without.close();
} finally { fs.renameSync(`${bundle}.away`, bundle); }
await browser.close();
if (faults.length) { console.log(`${faults.length} faults`); process.exit(1); }
