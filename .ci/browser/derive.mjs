// node derive.mjs PAGES: derives in the pages, opened from the disk without network. Needs the script that
// book/_tools/derive_bundle.py makes. Demanded: with the stored order the stored bytes; with another one another file and a
// method of that order; a page that says so when a sign is changed on either side, when it is stopped, and when the script is missing.
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
    same: e.querySelector('.derive-result').dataset.same, order: +e.querySelector('.derive-result').dataset.order,
    scene: Boolean(e.querySelector('.live-scene')), flat: Boolean(e.querySelector('.derive-stage > div > canvas')), off: e.querySelector('.derive-stage output')?.textContent }));
}
// With everything unfolded: names, labels, contrast.
async function readable({ page, part }, name) {
  await part.evaluate(e => { for (const d of e.querySelectorAll('details')) d.open = true; });
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run('.derive-here').then(r => r.violations.flatMap(v => v.nodes.map(n => `${v.id} ${n.target}`))));
  demand(!found.length, `${name}: can be read and used by all ${found.slice(0, 3).join('; ')}`);
}
const magnus = await open('book/magnus/derive.html');
await magnus.page.evaluate(() => { self.beats = 0; setInterval(() => { self.beats++; }, 100); });  // the page stays alive while Python starts
let r = await derive(magnus);
const beats = await magnus.page.evaluate(() => self.beats);
demand(r.same === 'true' && Math.abs(r.order - 10) < 0.4, `Magnus as stored: the same bytes ${r.same}, measured order ${r.order}. ${r.line}`);
demand(beats > 9, `the page answered ${beats} times in ${r.startup} ms of start-up`);
r = await derive(magnus, '12');
demand(r.same === 'false' && Math.abs(r.order - 12) < 0.4, `Magnus to order 12: other bytes, measured order ${r.order}. ${r.line}`);
demand(r.scene && !r.flat && /order 12 is off by/.test(r.off), `it flies in the scene: ${r.off}`);
await readable(magnus, 'Magnus');
const area = magnus.part.locator('textarea').first(), words = 'omega + h / 2 * alpha';
await magnus.part.locator('select').selectOption('10');
demand((await area.inputValue()).includes(words), `the statements hold ${words}`);
await area.evaluate((e, text) => { e.value = e.value.replace(text, text.replace('+', '-')); }, words);
r = await derive(magnus);
demand(r.same === 'false' && !(Math.abs(r.order - 10) < 0.4), `a sign changed: other bytes, measured order ${r.order}`);
await area.evaluate(e => { e.value = 'raise ValueError("on purpose")'; });
r = await derive(magnus);
demand(/on purpose/.test(r.line), `a statement that fails: ${r.line}`);
await magnus.close();
const taylor = await open('book/buss/series-derive.html');
const go = taylor.part.locator('.derive-go');
await go.click();
await taylor.part.locator('button', { hasText: 'Stop' }).click();
await taylor.page.waitForFunction(() => document.querySelector('.derive-here').dataset.runs === '1');
demand(await taylor.part.locator('.derive-line').textContent() === 'Stopped.', 'stopped while it started');
r = await derive(taylor);
demand(r.same === 'true' && Math.abs(r.order - 8) < 0.4, `Lie-Taylor as stored: the same bytes ${r.same}, measured order ${r.order}. ${r.line}`);
r = await derive(taylor, '9');
demand(r.same === 'false' && Math.abs(r.order - 9) < 0.4, `Lie-Taylor to order 9: other bytes, measured order ${r.order}. ${r.line}`);
await taylor.close();
const splitting = await open('book/buss/rivals-derive.html', { viewport: { width: 390, height: 800 }, colorScheme: 'dark', flat: true });
r = await derive(splitting, '123');
demand(r.same === 'true' && Math.abs(r.order - 2) < 0.1, `splitting 1-2-3: the same bytes ${r.same}, measured order ${r.order}. ${r.line}`);
demand(r.flat && !r.scene && /1-2-3 is off by/.test(r.off), `without WebGL it flies too: ${r.off}`);
demand(await splitting.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), 'nothing is wider than a phone');
await readable(splitting, 'splitting, dark');
await splitting.close();
// One sign of a stored kernel is another one: told, and shown.
const stored = path.join(root, '_static/live/derive/magnus.js'), text = fs.readFileSync(stored, 'utf8');
const start = text.indexOf('"committed"'), place = text.slice(start).search(/= [^\\]*? - [^\\]*?\\n/) + start, sign = text.indexOf(' - ', place);
fs.writeFileSync(stored, `${text.slice(0, sign)} + ${text.slice(sign + 3)}`);
try {
  const other = await open('book/magnus/derive.html');
  r = await derive(other);
  const told = await other.part.locator('.derive-other summary').textContent();
  demand(r.same === 'false' && /1 line new, 1 gone/.test(told), `a sign of the stored kernel changed: ${told}`);
  await other.close();
} finally { fs.writeFileSync(stored, text); }
fs.renameSync(bundle, `${bundle}.away`);
try {
  const without = await open('book/magnus/derive.html');
  r = await derive(without);
  demand(/derive_bundle\.py makes it/.test(r.line), `without the script: ${r.line}`);
  await without.close();
} finally { fs.renameSync(`${bundle}.away`, bundle); }
await browser.close();
if (faults.length) { console.log(`${faults.length} faults`); process.exit(1); }
