// node derive.mjs PAGES [--shots DIR]: derives in the pages, opened from the disk without network. Needs the script that
// book/_tools/derive_bundle.py makes. Demanded: with the stored order the stored bytes; with another one another file and a
// method of that order; a page that says so when a sign is changed, when it is stopped, and when the script is missing.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const args = process.argv.slice(2), root = path.resolve(args[0]), shots = args.includes('--shots') ? args[args.indexOf('--shots') + 1] : null;
const bundle = path.join(root, '_static/derive/derive.js'), faults = [];
if (!fs.existsSync(bundle)) { console.log(`${bundle} is missing: python book/_tools/derive_bundle.py makes it`); process.exit(1); }
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
const demand = (holds, text) => { if (!holds) faults.push(text); console.log(`${holds ? 'ok   ' : 'FAULT'} ${text}`); };

async function open(name, options = {}) {
  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 1000 }, ...options }), page = await context.newPage();
  page.on('pageerror', e => demand(false, `${name}: ${e.message.slice(0, 200)}`));
  page.on('request', r => { if (/^(https?|ws):/.test(r.url())) demand(false, `${name}: asks for ${r.url()}`); });
  if (options.flat) await page.addInitScript(() => { const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === '2d' ? get.call(this, kind, ...rest) : null; }; });
  await page.goto(pathToFileURL(path.join(root, name)).href);
  const part = page.locator('.derive-here');
  await part.scrollIntoViewIfNeeded();
  return { page, part, close: () => context.close() };
}

async function derive({ page, part }, choice) {
  const runs = +(await part.getAttribute('data-runs') || 0);
  if (choice) await part.locator('select').selectOption(choice);
  await part.locator('.derive-go').click();
  await page.waitForFunction(n => +(document.querySelector('.derive-here').dataset.runs || 0) > n, runs, { timeout: 120000 });
  await page.waitForTimeout(300);  // for the picture
  return part.evaluate(e => ({ line: e.querySelector('.derive-line').textContent, startup: +e.dataset.startup, failed: e.dataset.failed,
    same: e.querySelector('.derive-result').dataset.same, order: +e.querySelector('.derive-result').dataset.order,
    scene: Boolean(e.querySelector('.live-scene')), flat: Boolean(e.querySelector('.derive-stage > div > canvas')), off: e.querySelector('.derive-stage output')?.textContent }));
}

const magnus = await open('book/magnus/derive.html');
let beats = 0;  // of the page while Python starts: it stays alive
await magnus.page.exposeFunction('beat', () => { beats++; });
await magnus.page.evaluate(() => setInterval(() => self.beat(), 100));
let r = await derive(magnus);
demand(r.same === 'true' && Math.abs(r.order - 10) < 0.4, `Magnus as stored: the same bytes ${r.same}, measured order ${r.order}. ${r.line}`);
demand(beats > r.startup / 300, `the page answered ${beats} times in ${r.startup} ms of start-up`);
r = await derive(magnus, '12');
demand(r.same === 'false' && Math.abs(r.order - 12) < 0.4, `Magnus to order 12: other bytes, measured order ${r.order}. ${r.line}`);
demand(r.scene && !r.flat && /order 12 is off by/.test(r.off), `it flies in the scene: ${r.off}`);
if (shots) await magnus.part.screenshot({ path: path.join(shots, 'magnus-12.png') });
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
await taylor.page.waitForTimeout(700);
await taylor.part.locator('button', { hasText: 'Stop' }).click();
await taylor.page.waitForFunction(() => document.querySelector('.derive-here').dataset.runs === '1');
demand(await taylor.part.locator('.derive-line').textContent() === 'Stopped.', 'stopped while it started');
r = await derive(taylor);
demand(r.same === 'true true' && Math.abs(r.order - 8) < 0.4, `Lie-Taylor as stored: the same bytes ${r.same}, measured order ${r.order}. ${r.line}`);
r = await derive(taylor, '9');
demand(r.same === 'false false' && Math.abs(r.order - 9) < 0.4, `Lie-Taylor to order 9: other bytes, measured order ${r.order}. ${r.line}`);
if (shots) await taylor.part.screenshot({ path: path.join(shots, 'taylor-9.png') });
await taylor.close();

const splitting = await open('book/buss/rivals-derive.html', { viewport: { width: 390, height: 800 }, colorScheme: 'dark', flat: true });
r = await derive(splitting, '123');
demand(r.same === 'true' && Math.abs(r.order - 2) < 0.1, `splitting 1-2-3: the same bytes ${r.same}, measured order ${r.order}. ${r.line}`);
demand(r.flat && !r.scene && /1-2-3 is off by/.test(r.off), `without WebGL it flies too: ${r.off}`);
demand(await splitting.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), 'nothing is wider than a phone');
if (shots) await splitting.part.screenshot({ path: path.join(shots, 'splitting-phone-dark.png') });
await splitting.close();
if (shots) {
  const dark = await open('book/magnus/derive.html', { colorScheme: 'dark', viewport: { width: 390, height: 800 } });
  await derive(dark, '14');
  await dark.part.locator('details').first().click();
  await dark.part.screenshot({ path: path.join(shots, 'magnus-phone-dark.png') });
  await dark.close();
}

fs.renameSync(bundle, `${bundle}.away`);
try {
  const without = await open('book/magnus/derive.html');
  r = await derive(without);
  demand(/derive_bundle\.py makes it/.test(r.line), `without the script: ${r.line}`);
  await without.close();
} finally { fs.renameSync(`${bundle}.away`, bundle); }

await browser.close();
if (faults.length) { console.log(`${faults.length} faults`); process.exit(1); }
