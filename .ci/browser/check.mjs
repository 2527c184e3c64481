// Opens every page of the built book at desktop width, those of chosen.mjs (CI_ALL=1: all) also in the dark, at phone width and with
// all their figures moved, and exits 1 on any fault:
// console or script errors, requests off the site, HTTP errors, mathematics not typeset or in error, markup left raw,
// horizontal scroll or overflow, code, formulas and tables cut without a sign, rows blown up, small letters in drawings,
// white cards in the dark, the page out of view in the contents, layout that shifts or does not rest, pages too heavy, broken images, missing alt text, doubled ids, axe findings (desktop and dark),
// a viewer that does not play, scrub or stand still, a figure to move that does not answer or shows other numbers than rotlib
// (live.mjs), dead internal links and anchors.
// With --file the pages are opened from the disk, without a server and without a network, as from a stick: fonts and search too.
import fs from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { launch } from './browser.mjs';
import { chosen, sample } from './chosen.mjs';
import { EXPECTED, FAULTY } from './faults.mjs';
import { checkFirst, checkLive, checkStart, closeBrowsers } from './live.mjs';
import { EXPECTED_PARTS, FAULTY_PARTS, brokenSteps, isBroken, pagesWithParts } from './livefaults.mjs';
import { look } from './look.mjs';
import { checkFonts, checkSearch } from './offline.mjs';
import { folder, serve } from './server.mjs';
import { checkTyped } from './typed.mjs';
import { checkViewers, checkStill } from './viewer.mjs';

const AXE = fs.readFileSync(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const EXEMPT = ['label-content-name-mismatch', 'region']; // the theme's own: names of icon buttons, landmarks
const SHIFT = 0.05; // of the layout, as browsers count it
const HEAVIEST = 1.8e6; // bytes of a page and all that it loads at first, as they are read, but for its figures, weighed in live.mjs; the aim is 1.5e6
const MODES = {
  desktop: { viewport: { width: 1280, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', reducedMotion: 'no-preference', hasTouch: true },
};

function listen(page, base, say) {
  const ofDriver = /GL Driver Message/; // a software renderer talks of its speed
  page.on('console', m => { if (['error', 'warning'].includes(m.type()) && !ofDriver.test(m.text())) say(`console ${m.type()}: ${m.text().slice(0, 160)}`); });
  page.on('pageerror', e => say(`script error: ${e.message.slice(0, 160)}`));
  page.on('request', q => { if (!new RegExp(`^(${base}|data:|blob:)`).test(q.url())) say(`request off the site: ${q.url().slice(0, 120)}`); });
  page.on('requestfailed', q => { if (q.url().startsWith('file:')) say(`not on the disk: ${q.url().replace(base, '')}`); });
  page.on('response', r => { if (r.status() >= 400) say(`HTTP ${r.status()}: ${r.url().replace(base, '')}`); });
}

// What shifts before the reader has touched anything.
const watchShifts = () => {
  window.shifts = [];
  const note = entries => { for (const e of entries) if (!e.hadRecentInput) window.shifts.push([e.value, e.sources.map(s => s.node?.parentElement && `${s.node.nodeName} ${s.node.className ?? ''}`).join(', ')]); };
  const observer = new PerformanceObserver(list => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.shifted = () => { note(observer.takeRecords()); return window.shifts; };
};
// A layout that measures itself, changes, and measures itself anew never comes to rest.
async function checkRest(page, say) {
  const changes = await page.evaluate(async () => {
    const height = () => document.querySelector('article')?.getBoundingClientRect().height;
    let last = height(), n = 0;
    for (let i = 0; i < 12; i++) { await new Promise(requestAnimationFrame); const now = height(); n += now !== last; last = now; }
    return n;
  });
  if (changes > 6) say(`the layout does not rest: it changed in ${changes} of 12 frames`);
}
async function checkFrame(page, say) {
  await checkRest(page, say);
  const shifts = await page.evaluate(() => window.shifted?.() ?? []), sum = shifts.reduce((s, [x]) => s + x, 0);
  if (sum > SHIFT) say(`the layout shifts by ${sum.toFixed(3)}: ${shifts.sort((a, b) => b[0] - a[0])[0][1].slice(0, 120)}`);
}
async function checkBytes(page, say) {
  const loaded = await page.evaluate(() => ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type)).filter(e => !/_static\/(live|vendor\/(three|uplot))/.test(e.name)).map(e => [e.decodedBodySize, e.name.replace(/.*\//, '')]));
  const sum = loaded.reduce((s, [x]) => s + x, 0);
  if (sum > HEAVIEST) say(`loads ${(sum / 1e6).toFixed(2)} MB: ${loaded.sort((a, b) => b[0] - a[0]).slice(0, 4).map(([x, name]) => `${Math.round(x / 1000)} kB ${name.slice(0, 40)}`).join(', ')}`);
}

async function open(page, url) {
  await page.goto(url, { waitUntil: 'load' });
  await set(page);
}
const set = page => page.evaluate(async () => { if (window.MathJax?.startup?.promise) await MathJax.startup.promise; await document.fonts.ready; });

// The page follows the machine into the dark, or back, and no colour is left on its way.
async function shade(page, colorScheme, say) {
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(other => { const { mode, theme } = document.documentElement.dataset; return mode === undefined || theme !== other; }, other, {}).catch(() => say(`stays ${other}`));
  await page.evaluate(() => { for (const a of document.getAnimations()) if (a instanceof CSSTransition) a.finish(); });
}

const ALWAYS = { mathErrors: 'mathematics in error', untypeset: 'mathematics not typeset', rawMaths: 'mathematics left as source', rawRoles: 'a role left as source',
  rawTables: 'a table left as source', wide: 'wider than the page', broken: 'broken image', noAlt: 'image without alt text', sameId: 'doubled id', unsigned: 'cut without a sign',
  faded: 'fades though it is whole', towers: 'a column squeezed to a tower', hollow: 'a row taller than its text', spilled: 'a name runs into its value', cdn: 'names another site' };
const ONLY = { desktop: { cutCode: 'code cut', cutMaths: 'a formula cut' }, phone: { small: 'letters below 10 px' }, dark: { sheets: 'a white card in the dark' } };
function judge(r, say, mode) {
  for (const [kind, what] of Object.entries({ ...ALWAYS, ...ONLY[mode] })) if (r[kind].length) say(`${what} (${r[kind].length}): ${r[kind].slice(0, 3).join(' | ')}`);
  if (mode === 'desktop' && r.away) say('this page is out of view in the contents');
  if (r.scroll > 0) say(`horizontal scroll: ${r.scroll}px`);
}

// All rules in the light, contrast again in the dark. Formulas are emptied first, because MathJax speaks for them, and of code
// one word of each kind is left in its colour, because one style sheet colours all: otherwise a long page takes seven times as long.
async function emptied(page) {
  await page.evaluate(AXE);
  await page.evaluate(() => {
    const known = new Set(), kind = (e, top) => { let all = ''; for (; e !== top; e = e.parentElement) all += `<${e.className} ${e.style.cssText}`; return all; };
    for (const e of document.querySelectorAll('mjx-container')) e.replaceChildren('x');
    for (const e of document.querySelectorAll('pre span:not(:has(*))')) {
      const all = kind(e, e.closest('section, article'));
      if (known.has(all)) e.replaceWith(e.textContent); else if (e.textContent.trim()) known.add(all);
    }
  });
}
async function axe(page, dark, say) {
  const found = await page.evaluate(async ([off, dark]) => {
    const where = document.querySelector('#main-content') || document.body;
    const which = dark ? { runOnly: ['color-contrast'] } : { rules: Object.fromEntries(off.map(id => [id, { enabled: false }])) };
    return (await axe.run(where, { resultTypes: ['violations'], ...which })).violations.flatMap(v =>
      v.nodes.map(n => [v.id, v.impact, String(n.target), n.html.slice(0, 90)]));
  }, [EXEMPT, dark]);
  for (const [id, impact, target, html] of found) say(`axe ${impact} ${id}: ${target} ${html.replace(/\s+/g, ' ')}`);
}

function checkLinks(site, links, ids) {
  const bad = [];
  for (const [from, href] of links) {
    if (!href.startsWith(site.base)) continue;
    const u = new URL(href), p = decodeURIComponent(u.pathname.slice(new URL(site.base).pathname.replace(/\/$/, '').length)), hash = decodeURIComponent(u.hash.slice(1));
    const target = p.endsWith('/') ? p + 'index.html' : p;
    if (site.read(target) === null) bad.push(`${from} dead link: ${target}`);
    else if (hash && ids[target] && !ids[target].has(hash)) bad.push(`${from} dead anchor: ${target}#${hash}`);
  }
  return bad;
}

async function check(source, { only, file, every = 1 } = {}) {
  const site = file ? folder(source) : await serve(source), bad = [], ids = {}, links = [], start = Date.now(), table = typeof source === 'object';
  const pages = site.pages.filter(p => p !== '/index.html' && (!only || p.includes(only)))
    .filter((p, i) => i % every === 0 || p === '/book/index.html');
  const slowly = table ? new Set(pages) : file ? new Set(sample(pages, 2)) : chosen(pages);
  const browser = await launch('--disable-gpu');
  const contexts = {};
  for (const mode in MODES) {
    contexts[mode] = await browser.newContext({ ...MODES[mode], offline: Boolean(file) });
    await contexts[mode].addInitScript(watchShifts);
  }
  // A page is set twice: on the desk, and narrow, in a browser of its own where it holds a viewer, which decides when it starts how
  // to behave. The dark one is the first in other colours, and the narrow one is made wide at last. Accessibility empties what it need not read.
  async function visit(p) {
    const t = Date.now(), own = [], say = mode => text => own.push(`${p} [${mode}] ${text}`);
    let mode = 'desktop';
    const page = await contexts.desktop.newPage();
    listen(page, site.base, text => say(mode)(text));
    await open(page, site.base + p);
    await checkFrame(page, say(mode));
    if (!file) await checkBytes(page, say(mode));
    const seen = await page.evaluate(look);
    judge(seen, say(mode), mode);
    ids[p] = new Set(seen.ids);
    links.push(...seen.links.map(l => [p, l]));
    if (file) await checkFonts(page, say(mode));
    if (seen.viewers) await checkViewers(page, true, say(mode), !slowly.has(p));
    await checkTyped(page, say(mode), !slowly.has(p));
    const told = live => {
      console.log([`${p}: ${seen.maths} formulas, ${seen.viewers} viewers, ${seen.figures} figures to move${live}, ${own.length} faults, ${Date.now() - t} ms`, ...own].join('\n  '));
      bad.push(...own);
    };
    if (!slowly.has(p)) {
      if (seen.figures) await checkFirst(page, say(mode));
      await page.close();
      return told('');
    }
    await set(page); // who types loads it anew
    const listing = p.startsWith('/_modules/'); // listings of code share one template
    mode = 'dark';
    await shade(page, mode, say(mode));
    if (!listing) judge(await page.evaluate(look), say(mode), mode);
    if (!file && !p.startsWith('/_modules/rotlib/kernels/')) { // thousands of lines each
      await emptied(page);
      await axe(page, true, say(mode));
      mode = 'desktop';
      await shade(page, 'light', say(mode));
      await axe(page, false, say(mode));
    }
    if (!file && !listing) {
      mode = 'phone';
      const narrow = seen.viewers ? await contexts.phone.newPage() : page;
      if (narrow === page) await page.goto('about:blank'); // a long page that is left takes seconds to become narrow
      else listen(narrow, site.base, text => say(mode)(text));
      await narrow.setViewportSize(MODES.phone.viewport);
      await open(narrow, site.base + p); // set anew, to see what shifts
      await checkFrame(narrow, say(mode));
      judge(await narrow.evaluate(look), say(mode), mode);
      if (seen.viewers) {
        await checkViewers(narrow, false, say(mode));
        await narrow.close();
        await checkStill(browser, site.base + p, say('no script'));
      } else {
        mode = 'widened'; // as when a reader turns the phone or draws the window larger
        await page.setViewportSize(MODES.desktop.viewport);
        await checkRest(page, say(mode));
        judge(await page.evaluate(look), say(mode), mode);
      }
    }
    await page.close();
    told(seen.figures ? `; ${await checkLive(site, p, text => own.push(`${p} ${text}`))}` : '');
  }
  const queue = [...slowly, ...pages.filter(p => !slowly.has(p))]; // the long ones first
  await Promise.all(Array.from({ length: availableParallelism() }, async () => { while (queue.length) await visit(queue.shift()); }));
  if (file) await checkSearch(await contexts.desktop.newPage(), site.base, text => bad.push(`search: ${text}`));
  const dead = only ? [] : checkLinks(site, links, ids);
  await browser.close();
  await closeBrowsers();
  site.stop();
  const faults = [...new Set([...bad, ...dead])];
  console.log(`${pages.length} pages, ${slowly.size} of them slowly, ${links.length} links, ${faults.length} faults, ${((Date.now() - start) / 1000).toFixed(0)} s`);
  return faults;
}

// With the folder of the built book also its figures, with faults planted, and some pages of them (CI_ALL=1: all) with their steps broken.
async function selfTest(book) {
  const faults = await check(book ? { ...FAULTY, ...FAULTY_PARTS(book) } : FAULTY), expected = [...EXPECTED, ...(book ? EXPECTED_PARTS : [])];
  if (book) {
    const site = await serve(brokenSteps(book));
    for (const p of sample(pagesWithParts(book).filter(p => isBroken(book, p)), 4)) {
      await checkStart(site.base + p, text => faults.push(`${p} ${text}`));
      const names = [...site.read(p).toString().matchAll(/<figure class="live"[^>]*data-part="([^"]+)"/g)].map(m => m[1]);
      for (const name of names) expected.push([p, new RegExp(`part ${name}: does not show what rotlib computed`)]);
    }
    await closeBrowsers();
    site.stop();
  }
  const missed = expected.filter(([page, pattern]) => !faults.some(f => f.startsWith(page) && pattern.test(f)));
  const sound = faults.filter(f => /^\/(live-)?sound[^.]*\.html/.test(f));
  for (const [page, pattern] of missed) console.log(`MISSED ${page} ${pattern}`);
  for (const f of sound) console.log(`FALSE ALARM ${f}`);
  console.log(`self-test: ${expected.length - missed.length} of ${expected.length} planted faults found, ${sound.length} false alarms`);
  return missed.length + sound.length === 0;
}

const args = process.argv.slice(2), value = name => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
let ok;
const book = args.find(a => !a.startsWith('-'));
if (args.includes('--self-test')) ok = await selfTest(book && path.resolve(book));
else if (args[0] && fs.existsSync(args[0])) {
  const faults = await check(args[0], { only: value('--only'), file: args.includes('--file'), every: Number(value('--every') ?? 1) });
  for (const f of faults) console.log('FAULT', f);
  ok = faults.length === 0;
} else { console.error('usage: node check.mjs HTML_FOLDER [--file] [--only TEXT] [--every N] | --self-test [HTML_FOLDER]'); ok = false; }
process.exit(ok ? 0 : 1);
