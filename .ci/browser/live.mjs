// The figures to move: each shows at its start the numbers that rotlib computed, answers each of its controls by keyboard
// with no more work than MOST, stands still where motion is unwelcome, and leaves its picture where there is no script or no WebGL.
import { gzipSync } from 'node:zlib';
import { launch, until, within } from './browser.mjs';

const REST = 12; // pictures of the page for which what must stand still is watched
const MOST = { blocks: 5e6, layouts: 40 }; // of one change: blocks of the page's scripts that are run, layouts and styles worked out; 50 ms are promised
const HEAVIEST = 400000; // bytes, gzipped, that the figures add to a page
const MODES = {
  desktop: { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
  phone: { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference', hasTouch: true },
};
// Only the scenes themselves are drawn by the software renderer, and without smoothing their edges: the page around them is put together
// without it, or each picture of a scene costs a picture of the whole page, too, which takes longer.
export const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-gpu-compositing', '--webgl-antialiasing-mode=none'];
const NO_WEBGL = ['--disable-gpu', '--disable-3d-apis'];
const browsers = {};
// Formulas are looked at elsewhere; setting them takes longer than the figures do.
export const withoutFormulas = page => page.route('**/vendor/mathjax*', route => route.fulfill({ contentType: 'text/javascript', body: '' }));

export async function closeBrowsers() {
  for (const kind in browsers) { await (await browsers[kind]).close(); delete browsers[kind]; }
}

async function opened(kind, flags, mode, url, say) {
  const context = await (await (browsers[kind] ||= launch(...flags))).newContext({ ...mode, offline: url.startsWith('file:') }), page = await context.newPage();
  page.on('pageerror', e => say(`script error: ${e.message.slice(0, 160)}`));
  page.on('console', m => { if (m.type() === 'error') say(`console error: ${m.text().slice(0, 240)}`); });
  await withoutFormulas(page);
  if (mode.javaScriptEnabled !== false) page.work = await counted(page);
  await page.goto(url, { waitUntil: 'load' });
  return page;
}

// What a page has done since it was asked last: counted, for seconds depend on the machine.
async function counted(page) {
  const cdp = await page.context().newCDPSession(page);
  for (const [what, how] of [['Performance.enable'], ['Profiler.enable'], ['Profiler.startPreciseCoverage', { callCount: true, detailed: true }]]) await cdp.send(what, how);
  let before = 0;
  return async () => {
    const scripts = (await cdp.send('Profiler.takePreciseCoverage')).result, metrics = (await cdp.send('Performance.getMetrics')).metrics;
    const blocks = scripts.filter(s => s.url.includes('/_static/') || s.url.endsWith('.html')).flatMap(s => s.functions).flatMap(f => f.ranges).reduce((sum, r) => sum + r.count, 0);
    const all = metrics.filter(m => ['LayoutCount', 'RecalcStyleCount'].includes(m.name)).reduce((sum, m) => sum + m.value, 0), layouts = all - before;
    before = all;
    return { blocks, layouts };
  };
}

// What a reader sees of a figure, but for the controls themselves and the words.
const seen = figure => figure.evaluate(e => [...e.querySelectorAll('.live-dials, .live-name')].map(d => d.textContent).join('|')
  + [...e.querySelectorAll('canvas')].map(c => { const s = c.width ? c.toDataURL() : ''; let h = 0; for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) | 0; return h; }));

const differs = (figure, before, pictures) => within(figure.page(), async () => (await seen(figure)) !== before, pictures);

// A canvas is drawn with the next picture: what is seen is taken once it has come to rest.
async function settled(figure) {
  let last;
  await within(figure.page(), async () => { const now = await seen(figure), same = now === last; last = now; return same; });
  return last;
}

export function agrees(now, check, digits) {
  if (!Array.isArray(now) || now.length !== check.length) return false;
  const most = Math.max(1, ...check.map(Math.abs));
  return now.every((x, i) => typeof x === 'number' && Math.abs(x - check[i]) <= 0.5 * 10 ** -digits * most);
}

async function checkNumbers(figure, fail) {
  const { now, check, digits } = await figure.evaluate(e => ({ ...e.dataset }));
  const [got, wanted] = [now, check].map(s => JSON.parse(s || 'null'));
  if (!wanted?.length) fail('declares no numbers to compare with');
  else if (!agrees(got, wanted, Number(digits))) fail(`does not show what rotlib computed: ${JSON.stringify(got)?.slice(0, 120)} instead of ${JSON.stringify(wanted).slice(0, 120)}`);
}

async function checkFigure(page, figure, calm, fail) {
  const name = await figure.getAttribute('data-part');
  await figure.scrollIntoViewIfNeeded();
  if (!(await until(() => figure.evaluate(e => Boolean(e.dataset.live)))) || (await figure.getAttribute('data-live')) !== 'on') { fail('does not start'); return ''; }
  await checkNumbers(figure, fail);
  const play = figure.locator('.live-play').first(), plays = () => figure.evaluate(e => e.dataset.playing === 'true');
  if (await plays()) {
    if (calm) fail('plays although the reader asks for reduced motion');
    await play.press('Enter');
  }
  const rest = await settled(figure);
  if (await differs(figure, rest, REST)) { fail('moves although it is not playing'); return ''; }
  const some = calm ? undefined : 1; // of each kind, the second time a figure is looked at
  const worst = { ms: 0, blocks: 0, layouts: 0 }, over = [];
  let measured = 0;
  const changes = async (what, act) => {
    const before = await settled(figure), { changes: n } = await figure.evaluate(e => ({ ...e.dataset }));
    await page.work();
    await act();
    const answers = await differs(figure, before), done = await page.work();
    if (!answers) { fail(`${what} changes nothing that is shown`); return; }
    const { changes: now, took } = await figure.evaluate(e => ({ ...e.dataset }));
    if (now === n) return; // turning a scene and playing change no numbers
    worst.ms = Math.max(worst.ms, Number(took));
    for (const kind in MOST) {
      const each = Math.round(done[kind] / (now - n));
      worst[kind] = Math.max(worst[kind], each);
      if (each > MOST[kind]) over.push([kind, `${what}: a change takes ${each} ${kind}, more than ${MOST[kind]}`]);
    }
    measured++;
  };
  for (const input of await figure.locator('input[type=range]:not([data-time])').all()) {
    const what = `slider "${await input.getAttribute('name')}"`;
    if (!(await input.evaluate(e => e.labels.length && e.getAttribute('aria-valuetext')))) fail(`${what} has no label or tells no value`);
    await input.focus();
    const [value, most] = await input.evaluate(e => [e.value, e.max]);
    for (const key of (value === most ? ['Home', 'End'] : ['End', 'Home']).slice(0, some ?? 2)) await changes(`${what}, ${key},`, () => page.keyboard.press(key));
  }
  await reset();
  for (const input of (await figure.locator('select').all()).slice(0, some)) {
    const what = `choice "${await input.getAttribute('name')}"`, other = await input.evaluate(e => [...e.options].find(o => o.value !== e.value)?.value);
    if (other === undefined) fail(`${what} leaves no choice`); else await changes(what, () => input.selectOption(other));
  }
  for (const input of (await figure.locator('input[type=radio]:not(:checked), input[type=checkbox]').all()).slice(0, some)) await changes(`choice "${await input.evaluate(e => e.parentElement.textContent)}"`, () => input.click());
  await reset();
  const time = figure.locator('input[data-time]').first();
  if (await time.count()) {
    await time.focus();
    await changes('the time', () => page.keyboard.press('PageUp'));
    await changes('Play', () => play.click());
    if (!(await plays())) fail('does not play');
    await play.press('Enter');
    const still = await settled(figure);
    if (await differs(figure, still, REST)) fail('does not pause');
  }
  for (const canvas of await figure.locator('.live-stage:not([hidden]) .live-canvas').all()) {
    await canvas.scrollIntoViewIfNeeded();
    if (calm) await changes('dragging the scene', async () => { const b = await canvas.boundingBox(); await page.mouse.move(b.x + b.width * 0.08, b.y + b.height * 0.1); await page.mouse.down(); await page.mouse.move(b.x + b.width * 0.3, b.y + b.height * 0.2, { steps: 4 }); await page.mouse.up(); });
    await canvas.focus();
    await changes('an arrow key on the scene', () => page.keyboard.press('ArrowLeft'));
    if (!(await canvas.evaluate(e => getComputedStyle(e).touchAction.includes('pan-y')))) fail('a scene that keeps a finger from scrolling the page');
  }
  const drag = async (e, dx, dy) => {
    const b = await e.boundingBox(), [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 4 });
    await page.mouse.up();
  };
  for (const pick of calm ? await figure.locator('.live-pick .u-over').all() : []) {
    await pick.scrollIntoViewIfNeeded();
    await changes('dragging along the curve', () => drag(pick, 60, 0));
  }
  for (const handle of await figure.locator('.live-handle:visible').all()) {
    await handle.scrollIntoViewIfNeeded();
    if (calm) await changes(`dragging "${await handle.getAttribute('aria-label')}"`, () => drag(handle, 18, 12));
    await handle.focus();
    await changes(`an arrow key on "${await handle.getAttribute('aria-label')}"`, () => page.keyboard.press('ArrowRight'));
  }
  await reset();
  await within(page, async () => { const d = await figure.evaluate(e => ({ ...e.dataset })); return agrees(JSON.parse(d.now), JSON.parse(d.check), Number(d.digits)); });
  await checkNumbers(figure, what => fail(`after Reset it ${what}`));
  const late = over.filter(([kind]) => kind === 'layouts').length === 1 && measured > 1; // once is the page's own: a font that came late
  for (const [kind, words] of over) if (!late || kind !== 'layouts') fail(words);
  return `${Math.round(worst.ms)} ms, ${worst.blocks} blocks, ${worst.layouts} layouts`;

  async function reset() {
    const button = figure.locator('.live-reset');
    if (await button.count()) { await button.focus(); await page.keyboard.press('Enter'); }
  }
}

// Only whether the figures of a page show the numbers of rotlib.
export async function checkStart(url, say) {
  const page = await opened('webgl', WEBGL, MODES.desktop, url, () => {});
  await checkFirst(page, say);
  await page.context().close();
}
export async function checkFirst(page, say) {
  for (const figure of await page.locator('figure.live').all()) {
    const name = await figure.getAttribute('data-part');
    await figure.scrollIntoViewIfNeeded(); // what it needs is loaded when a reader comes near
    await until(() => figure.evaluate(e => Boolean(e.dataset.live)));
    await checkNumbers(figure, what => say(`part ${name}: ${what}`));
  }
}

// The weight of what the figures of a page load.
async function checkWeight(page, site, p, say) {
  const found = await page.evaluate(() => [...document.querySelectorAll('script[src], link[rel=stylesheet]')].map(e => e.src || e.href).filter(u => /_static\/(live|vendor)\//.test(u) && !u.includes('vendor/mathjax')));
  let sum = 0;
  for (const u of found) {
    const data = site.read(decodeURIComponent(u.replace(/[?#].*/, '').slice(site.base.length)));
    if (data) sum += gzipSync(data).length;
  }
  if (!sum) say(`figures without scripts of theirs on ${p}`);
  if (sum > HEAVIEST) say(`figures add ${Math.round(sum / 1000)} kB gzipped, more than ${HEAVIEST / 1000}`);
  return sum;
}

export async function checkLive(site, p, say) {
  const url = site.base + p, told = [];
  for (const mode in MODES) {
    const own = text => say(`[${mode}] ${text}`), page = await opened('webgl', WEBGL, MODES[mode], url, own);
    for (const figure of await page.locator('figure.live').all()) {
      const name = await figure.getAttribute('data-part');
      const worst = await checkFigure(page, figure, mode === 'desktop', what => own(`part ${name}: ${what}`));
      told.push(`${name} ${mode} ${worst}`);
    }
    if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)) own('the figures make the page scroll sideways');
    if (mode === 'desktop') await checkLoss(page, own);
    if (mode === 'desktop') told.push(`${Math.round(await checkWeight(page, site, p, own) / 1000)} kB gzipped`);
    await page.context().close();
  }
  await checkWithout('no WebGL', await opened('flat', NO_WEBGL, MODES.desktop, url, text => say(`[no WebGL] ${text}`)), true, say);
  await checkWithout('no script', await opened('webgl', WEBGL, { ...MODES.desktop, javaScriptEnabled: false }, url, () => {}), false, say);
  return told.join(', ');
}

// Browsers take the graphics away from a page that they think idle.
async function checkLoss(page, say) {
  if (!(await page.evaluate(() => window.liveScene?.canvas?.dispatchEvent(new Event('webglcontextlost', { cancelable: true })) !== undefined))) return;
  for (const figure of await page.locator('figure.live:has(.live-canvas)').all()) {
    const picture = figure.locator('.live-still');
    if (!(await within(page, () => picture.isVisible())) || (await figure.locator('.live-canvas').first().isVisible())) say(`part ${await figure.getAttribute('data-part')}: no still picture where the graphics are lost`);
  }
}

async function checkWithout(what, page, scripts, say) {
  for (const figure of await page.locator('figure.live').all()) {
    const fail = text => say(`[${what}] part ${name}: ${text}`), name = await figure.getAttribute('data-part');
    await figure.scrollIntoViewIfNeeded();
    if (scripts && !((await until(() => figure.evaluate(e => Boolean(e.dataset.live)))) && (await figure.getAttribute('data-live')) === 'on')) fail('does not start');
    const picture = figure.locator('.live-still');
    if (!(await picture.count())) { fail('no still picture'); continue; }
    const words = await figure.locator('figcaption').innerText(), scene = scripts && (await figure.evaluate(e => e.classList.contains('live-stands')));
    const box = await picture.boundingBox(), drawn = !scripts || scene || !(await figure.evaluate(e => e.classList.contains('live-moves')));
    if (drawn && !(box && box.height > 60 && (await picture.evaluate(i => i.childElementCount > 0).catch(() => true)))) fail('no still picture');
    if (!(await picture.getAttribute('aria-label'))?.trim()) fail('no alt text');
    if (words.trim().length < 40) fail('no text');
    if (!scripts) continue;
    if (await figure.locator('.live-canvas').count()) fail('an empty scene');
    const slider = figure.locator('input[type=range]:not([data-time])').first();
    if ((await slider.count()) && (await figure.locator('.live-dials, .live-curves').count())) {
      const before = await settled(figure);
      await slider.focus();
      await page.keyboard.press('End');
      if (!(await differs(figure, before))) fail('curves and numbers do not answer');
    }
  }
  await page.context().close();
}
