// Broken figures that must be found: the built pages with a sign flipped in the exported steps of one part, and small parts
// with planted faults around the built runtime.
import fs from 'node:fs';
import path from 'node:path';

const picture = '<svg class="rot-figure live-still" role="img" aria-label="A picture." viewBox="0 0 90 90" width="90" height="90"><path d="M0 0h90v90z"/></svg>';
const page = (part, make, inside = picture) => `<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/_static/live/live.css">${make.includes('at.scene') ? '<script defer src="/_static/vendor/three.js"></script>' : ''}<script defer src="/_static/live/live.js"></script>${make.includes('at.scene') ? '<script defer src="/_static/live/scene.js"></script>' : ''}</head><body><main id="main-content"><article class="bd-article"><h1>Page</h1>
<figure class="live" data-part="${part}" data-check="[1, 2]" data-digits="6">${inside}<figcaption>What to move and what to look for in this small figure.</figcaption></figure></article></main>
<script>document.addEventListener('DOMContentLoaded', () => 0); addEventListener('DOMContentLoaded', () => live.part('${part}', { make(at) { ${make} } }), { capture: true, once: true });</script></body></html>`;
const parts = {
  sound: "const s = at.slider({ name: 's', label: 's', min: 0, max: 9, value: 2 }), d = at.dial('d'); return { change: () => d.set(s.value), now: () => [1, s.value] };",
  'sound-scene': `const s = at.scene(), d = at.dial('d'), size = at.slider({ name: 'size', label: 'size', min: 0.3, max: 1, value: 0.7 });
    const ball = s?.surface({ axes: [1, 0.8, 0.6] }), arrow = s?.arrow({ label: 'L' }), line = s?.curve({ colour: 2, dashed: true }), body = s?.body({ v: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], f: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], c: ['#888', '#999', '#aaa', '#bbb'] }, { ghost: true });
    let at_ = [1, 0, 0];
    const point = s?.point({ drag: [1, 0.8, 0.6], name: 'start', on: v => { at_ = v; at.change(); } });
    s?.axes();
    point?.set(...at_);
    return { change() { body?.scale(size.value); arrow?.set(at_); line?.set([0, 0, 0, ...at_]); d.set(size.value + at_[1]); }, reset() { at_ = [1, 0, 0]; point?.set(...at_); }, now: () => [1, 2 * at_[0]] };`,
  frozen: "at.slider({ name: 's', label: 's', min: 0, max: 9, value: 2 }); at.dial('d').set(1); return { change() {}, now: () => [1, 2] };",
  wrong: "const s = at.slider({ name: 's', label: 's', min: 0, max: 9, value: 2 }), d = at.dial('d'); return { change: () => d.set(s.value), now: () => [1, -s.value] };",
  slow: "const s = at.slider({ name: 's', label: 's', min: 0, max: 9, value: 2 }), d = at.dial('d'); return { change() { let x = 0; for (let n = 0; n < 6e6; n++) x += n % 3; d.set(s.value + 0 * x); }, now: () => [1, s.value] };",
  thrashing: "const s = at.slider({ name: 's', label: 's', min: 0, max: 9, value: 2 }), d = at.dial('d'); return { change() { for (let n = 0; n < 60; n++) { document.body.style.paddingTop = `${n % 2}px`; document.body.offsetHeight; } d.set(s.value); }, now: () => [1, s.value] };",
  restless: "const d = at.dial('d'); let n = 0; setInterval(() => d.set(String(n++)), 40); return { change() {}, now: () => [1, 2] };",
  wilful: "const d = at.dial('d'), p = at.player({ duration: 5, draw: t => d.set(t) }), start = p.start; p.start = () => p.play(true); return { change() {}, now: () => [1, 2] };",
  sulking: "throw new Error('planted');",
};

export const FAULTY_PARTS = folder => {
  const table = Object.fromEntries(['live/live.js', 'live/scene.js', 'live/live.css', 'vendor/three.js'].map(f => [`/_static/${f}`, fs.readFileSync(path.join(folder, '_static', f))]));
  for (const name in parts) table[`/live-${name}.html`] = page(name, parts[name]);
  table['/live-bare.html'] = page('bare', parts.sound, '');
  return table;
};

export const EXPECTED_PARTS = [
  ['/live-frozen.html', /slider "s", End, changes nothing/], ['/live-wrong.html', /does not show what rotlib computed/],
  ['/live-slow.html', /a change takes \d+ blocks/], ['/live-thrashing.html', /a change takes \d+ layouts/], ['/live-restless.html', /moves although it is not playing/],
  ['/live-wilful.html', /plays although the reader asks for reduced motion/], ['/live-sulking.html', /does not start/],
  ['/live-bare.html', /\[no script\] part bare: no still picture/],
];

// The last sum of each exported step or function turned into a difference, or the other way round.
export function flipped(script) {
  let begin = script.indexOf('step(t, h, y'), end = script.indexOf('end(y, motion', begin);
  if (begin < 0 || end < 0) [begin, end] = [0, script.length];
  if (!/ [+-] /.test(script.slice(begin, end))) return script;
  const head = script.slice(0, begin), body = script.slice(begin, end), at = Math.max(body.lastIndexOf(' + '), body.lastIndexOf(' - '));
  return head + body.slice(0, at) + (body[at + 1] === '+' ? ' - ' : ' + ') + body.slice(at + 3) + script.slice(end);
}

// The pages of the built book, read with every exported step broken.
export function brokenSteps(folder) {
  return p => {
    const f = path.join(folder, p.endsWith('/') ? p + 'index.html' : p);
    if (!f.startsWith(folder) || !fs.existsSync(f) || !fs.statSync(f).isFile()) return null;
    return p.startsWith('/_static/live/steps/') ? flipped(fs.readFileSync(f, 'utf8')) : fs.readFileSync(f);
  };
}
// Whether a page loads a step or a function that this breaks; a table of measured numbers has none.
export function isBroken(folder, page) {
  const html = fs.readFileSync(path.join(folder, page), 'utf8');
  return [...html.matchAll(/live\/steps\/[^"?\s]+\.js/g)].some(([name]) => {
    const script = fs.readFileSync(path.join(folder, '_static', name), 'utf8');
    return flipped(script) !== script;
  });
}
export function pagesWithParts(folder) {
  return fs.readdirSync(folder, { recursive: true }).filter(f => f.endsWith('.html') && fs.readFileSync(path.join(folder, f), 'utf8').includes('<figure class="live"')).map(f => `/${f}`);
}
