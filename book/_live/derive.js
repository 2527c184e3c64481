// Derive here: the reader's choice, Python and SymPy in a worker, the new kernel beside the stored one, and its flight.
// What is computed comes from rotlib, printed as functions by the worker; here is no formula but of the drawing.
const deriveHere = (() => {
  const givens = {};
  let bundle = null, files = null;
  const tag = (name, set = {}, ...children) => {
    const e = document.createElement(name);
    for (const k in set) if (k === 'on') for (const type in set.on) e.addEventListener(type, set.on[type]); else e.setAttribute(k, set[k]);
    e.append(...children);
    return e;
  };
  const load = src => new Promise((done, fail) => document.head.append(tag('script', { src, on: { load: done, error: () => fail(new Error(src)) } })));

  // --- Python, in a worker or, where a browser allows none, on the page -----------------------------------------------------
  // `machine` is handed to the worker as text: it uses nothing from outside. `say` is told how far it is.
  async function machine(parts, files, say, begin) {
    const bytes = async name => new Uint8Array(await new Response((await fetch(`data:application/gzip;base64,${parts[name]}`)).body
      .pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
    const text = async name => new TextDecoder().decode(await bytes(name));
    say('Unpacking Python …');
    const names = ['pyodide.asm.wasm', 'python_stdlib.zip'], held = {}, real = self.fetch;
    for (const name of names) held[name] = await bytes(name);
    if (self.importScripts) self.importScripts = () => { throw new TypeError('everything is here'); };  // Pyodide refuses workers that have it
    (0, eval)(await text('pyodide.js'));
    (0, eval)(await text('pyodide.asm.js'));
    say('Starting Python …');
    self.fetch = (url, ...rest) => {  // two files that Pyodide asks for
      const name = names.find(n => String(url).endsWith(n));
      if (!name) return real(url, ...rest);
      return Promise.resolve(new Response(held[name], { headers: { 'content-type': name.endsWith('wasm') ? 'application/wasm' : 'application/zip' } }));
    };
    const home = 'https://no.invalid/';
    const python = await self.loadPyodide({ indexURL: home, packageBaseUrl: home, createPyodideModule: self.createPyodideModule,
      lockFileContents: await text('pyodide-lock.json'), stdout: () => {}, stderr: () => {} });
    self.fetch = real;
    say('Loading SymPy …');
    python.FS.writeFile('/packages.zip', await bytes('packages.zip'));
    for (const path in files) {
      python.FS.mkdirTree(`/book/${path}`.replace(/\/[^/]*$/, ''));
      python.FS.writeFile(`/book/${path}`, files[path]);
    }
    python.runPython(`import os, sys
os.environ["SYMPY_CACHE_SIZE"] = "20000"  # results that SymPy remembers: with its 1000 it works out again what it knew
sys.path[:0] = ["/book", "/packages.zip"]
import sympy
import derive_here, json`);
    return job => {
      python.globals.set('job', JSON.stringify(job));
      python.globals.set('begin', number => begin(number));
      return JSON.parse(python.runPython('json.dumps(derive_here.derive(**json.loads(job), begin=lambda cell: begin(cell.number)))'));
    };
  }

  const listen = `self.onmessage = async ({ data }) => {
    try {
      if (data.parts) { self.derive = await machine(data.parts, data.files, text => postMessage({ said: text }), number => postMessage({ cell: number })); postMessage({ ready: true }); }
      else postMessage({ result: self.derive(data) });
    } catch (e) { postMessage({ failed: String(e.message || e) }); }
  };`;

  class Python {
    constructor(say, begin) { Object.assign(this, { say, begin }); }
    start() {
      this.began ??= new Promise((done, fail) => {
        const { parts } = bundle, onPage = () => machine(parts, files, this.say, this.begin).then(derive => { this.derive = derive; done(); }, fail);
        try {
          const url = URL.createObjectURL(new Blob([machine.toString(), '\n', listen], { type: 'text/javascript' }));
          this.worker = new Worker(url);
        } catch { onPage(); return; }
        let answered = false;
        this.worker.onerror = e => { if (answered) this.fail(new Error(e.message)); else { this.worker = null; onPage(); } };
        this.fail = fail;
        this.worker.onmessage = ({ data }) => {
          answered = true;
          if (data.said) this.say(data.said);
          else if (data.cell) this.begin(data.cell);
          else if (data.ready) done();
          else if (data.result) this.done(data.result);
          else this.fail(new Error(data.failed));
        };
        this.worker.postMessage({ parts, files });
      });
      return this.began;
    }
    run(job) {
      if (!this.worker) return new Promise(done => setTimeout(() => done(this.derive(job)), 30));  // the line above is shown first
      return new Promise((done, fail) => { Object.assign(this, { done, fail }); this.worker.postMessage(job); });
    }
    stop() {
      this.worker?.terminate();
      this.fail?.(new Error('Stopped.'));
      this.began = undefined;
    }
  }

  // --- what flies ---------------------------------------------------------------------------------------------------------
  const made = text => new Function(`${text}\nreturn f;`)();

  class Flight {
    constructor(flight) {
      Object.assign(this, flight);
      this.steps = [...flight.committed.map(c => ({ ...c, f: made(c.text) })), { ...flight.derived, f: made(flight.derived.text), derived: true }];
      this.apart = made(flight.apart);
      this.rotate = made(flight.rotate);
      this.exact = this.states(made(flight.judge), flight.judged);
    }
    states(f, n) {
      const all = [this.start], h = this.duration / n;
      for (let i = 0; i < n; i++) all.push(f(...all[i], ...this.constants, h));
      return { f, h, n, all };
    }
    at({ f, h, n, all }, t) {
      const i = Math.min(n - 1, Math.floor(t / h)), rest = t - i * h;
      return (rest ? f(...all[i], ...this.constants, rest) : all[i]).slice(0, 4);
    }
    errors(f) {
      const end = this.exact.all[this.exact.n].slice(0, 4);
      return this.counts.map(n => this.apart(...this.states(f, n).all[n].slice(0, 4), ...end));
    }
    // The slope between the last two points that are clear of rounding.
    order(errors) {
      const good = errors.map((e, i) => [this.counts[i], e]).filter(([, e]) => e > 3e-13);
      if (good.length < 2) return NaN;
      const [[n, e], [m, d]] = good.slice(-2);
      return Math.log(e / d) / Math.log(m / n);
    }
  }

  // --- drawing ------------------------------------------------------------------------------------------------------------
  const SVG = 'http://www.w3.org/2000/svg';
  const svg = (name, set = {}, ...children) => {
    const e = document.createElementNS(SVG, name);
    for (const k in set) e.setAttribute(k, set[k]);
    e.append(...children);
    return e;
  };
  const DASHES = ['', '7 3', '2 3', '9 3 2 3', '5 2', '1 2', '12 4', '4 4'];

  // Error against number of steps, both logarithmic; the derived method is thick, the others are labelled at their ends.
  function chart(counts, curves) {
    const W = 350, H = 270, left = 42, right = 54, top = 22, bottom = 38, floor = 1e-15;
    const all = curves.flatMap(c => c.errors).filter(e => Number.isFinite(e) && e > 0).map(e => Math.max(e, floor));
    const low = Math.floor(Math.log10(Math.min(...all))), high = Math.min(1, Math.ceil(Math.log10(Math.max(...all))));
    const first = Math.log(counts[0]), last = Math.log(counts[counts.length - 1]);
    const x = n => left + (Math.log(n) - first) / (last - first) * (W - left - right);
    const y = e => top + (high - Math.log10(Math.min(Math.max(e, floor), 10 ** high))) / (high - low) * (H - top - bottom);
    const root = svg('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `Error after the flight against the number of steps. ${curves.map(c => `${c.label}: from ${c.errors[0].toExponential(0)} to ${c.errors[c.errors.length - 1].toExponential(0)}`).join('; ')}.` });
    const power = p => svg('tspan', { dy: -4, 'font-size': 9 }, `${p}`.replace('-', '−'));
    for (let p = low; p <= high; p++) {
      root.append(svg('line', { class: 'grid', x1: left, x2: W - right, y1: y(10 ** p), y2: y(10 ** p) }));
      if ((high - p) % Math.ceil((high - low) / 7) === 0) root.append(svg('text', { x: left - 6, y: y(10 ** p) + 4, 'text-anchor': 'end' }, '10', power(p)));
    }
    for (const n of counts) if (Number.isInteger(Math.log2(n))) root.append(svg('line', { class: 'grid', y1: top, y2: H - bottom, x1: x(n), x2: x(n) }), svg('text', { x: x(n), y: H - bottom + 15, 'text-anchor': 'middle' }, `${n}`));
    root.append(svg('text', { x: (left + W - right) / 2, y: H - 8, 'text-anchor': 'middle' }, 'number of steps'), svg('text', { x: 2, y: 11 }, 'error at the end (rad)'));
    const ends = curves.map((c, i) => ({ i, y: y(c.errors[c.errors.length - 1]) })).sort((a, b) => a.y - b.y);
    ends.forEach((e, k) => { if (k) e.y = Math.max(e.y, ends[k - 1].y + 12); });
    const over = Math.max(0, ends[ends.length - 1].y - (H - bottom));
    for (let k = ends.length - 1, lowest = H - bottom; over && k >= 0; k--, lowest -= 12) ends[k].y = Math.min(ends[k].y, lowest);
    curves.forEach((c, i) => {
      const points = c.errors.map((e, k) => Number.isFinite(e) ? `${x(counts[k]).toFixed(1)},${y(e).toFixed(1)}` : '').filter(Boolean);
      root.append(svg('polyline', { class: c.derived ? 'derived' : 'stored', points: points.join(' '), 'stroke-dasharray': c.derived ? '' : DASHES[i % DASHES.length] }));
      root.append(svg('text', { class: c.derived ? 'derived' : 'stored', x: W - right + 5, y: ends.find(e => e.i === i).y + 4 }, c.label));
    });
    return root;
  }

  // A box turned by an attitude, seen from the side and a little from above. Graphics, no mechanics.
  const FACES = [[0, 1], [0, -1], [1, 1], [1, -1], [2, 1], [2, -1]];
  const EYE = (() => { const a = 0.6, b = 0.45, c = Math.cos, s = Math.sin; return [[-s(a), c(a), 0], [-c(a) * s(b), -s(a) * s(b), c(b)], [c(a) * c(b), s(a) * c(b), s(b)]]; })();
  const seen = v => EYE.map(row => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
  function box(g, sides, turned, size, centre, filled) {
    const screen = v => { const [x, y] = seen(turned(v)); return [centre[0] + size * x, centre[1] - size * y]; };
    const face = (axis, side) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => {
      const v = [0, 0, 0];
      v[axis] = side * sides[axis]; v[(axis + 1) % 3] = a * sides[(axis + 1) % 3]; v[(axis + 2) % 3] = b * sides[(axis + 2) % 3];
      return screen(v);
    });
    const unit = (axis, side) => [0, 1, 2].map(i => i === axis ? side : 0);
    for (const [axis, side] of FACES) {
      const towards = seen(turned(unit(axis, side)))[2];
      if (filled && towards <= 0) continue;
      const corners = face(axis, side);
      g.beginPath();
      corners.forEach((p, i) => i ? g.lineTo(...p) : g.moveTo(...p));
      g.closePath();
      if (filled) { g.globalAlpha = 0.35 + 0.6 * towards; g.fillStyle = filled; g.fill(); g.globalAlpha = 1; }
      g.stroke();
    }
    const tip = screen([0, 0, sides[2] + 1]), foot = screen([0, 0, sides[2]]);  // an arrow tells the ends of the box apart
    if (!filled || seen(turned([0, 0, 1]))[2] > -0.2) { g.beginPath(); g.moveTo(...foot); g.lineTo(...tip); g.stroke(); g.beginPath(); g.arc(...tip, 3.5, 0, 7); g.fillStyle = g.strokeStyle; g.fill(); }
  }

  // The scene of the moving figures, where it lies beside the page; without WebGL the flat box serves.
  async function scenery(root) {
    try {
      if (!self.THREE) await load(`${root}vendor/three.js`);
      if (typeof live === 'undefined') await load(`${root}live/live.js`);
      if (!self.liveScene) await load(`${root}live/scene.js`);
    } catch { /* the flat box */ }
  }

  const TINTS = ['#2f7fc1', '#7fb6e3', '#3b9c78', '#8fd0b4', '#c98a1b', '#ecc878'];
  const EDGES = [0, 1, 3, 2, 0, 4, 5, 1, 5, 7, 3, 7, 6, 2, 6, 4];  // all of a box in one line
  function solid([a, b, c]) {
    const v = [], faces = [];
    for (let i = 0; i < 8; i++) v.push(i & 4 ? a : -a, i & 2 ? b : -b, i & 1 ? c : -c);
    faces.push([4, 6, 7, 5], [0, 1, 3, 2], [2, 3, 7, 6], [0, 4, 5, 1], [1, 5, 7, 3], [0, 2, 6, 4]);
    return { v, f: faces, c: TINTS };
  }

  function stage(flight) {
    const place = tag('div'), scene = self.liveScene?.make(place, { view: [0.9, 0.4], reach: 1.05, label: 'A box turned by the derived method, and in outline the exact one.' });
    const shape = solid(flight.sides), body = scene?.body(shape), exact = scene?.curve({ colour: '--derive-exact' });
    const unit = 1.01 / Math.hypot(...flight.sides), corner = i => [0, 1, 2].map(k => unit * shape.v[3 * i + k]);
    const canvas = tag('canvas', { role: 'img' }), step = flight.steps[flight.steps.length - 1];
    if (!scene) place.append(canvas);
    const colour = name => getComputedStyle(canvas).getPropertyValue(name);
    let n = flight.counts[Math.min(2, flight.counts.length - 1)], run = flight.states(step.f, n), t = flight.duration, playing = 0;
    const told = tag('output');
    const slide = (label, set, act) => { const input = tag('input', { type: 'range', ...set, on: { input: () => act(+input.value) } }); return [tag('label', {}, tag('span', {}, label), input), input]; };
    const flat = (q, r) => {
      const wide = canvas.clientWidth || 300, high = canvas.clientHeight || 240, dense = window.devicePixelRatio || 1;
      canvas.width = wide * dense; canvas.height = high * dense;
      const g = canvas.getContext('2d');
      g.scale(dense, dense);
      g.lineJoin = 'round';
      const at = [wide / 2, high / 2], size = Math.min(wide, high) / 2.2 / Math.hypot(...flight.sides);
      g.strokeStyle = colour('--derive-new'); g.lineWidth = 1.2;
      box(g, flight.sides, v => flight.rotate(...q, ...v), size, at, colour('--derive-new'));
      g.strokeStyle = colour('--derive-exact'); g.lineWidth = 1.6;
      box(g, flight.sides, v => flight.rotate(...r, ...v), size, at, null);
    };
    const draw = () => {
      const q = flight.at(run, t), r = flight.at(flight.exact, t);
      if (scene) { body.turn(q); exact.set(EDGES.flatMap(i => flight.rotate(...r, ...corner(i)))); } else flat(q, r);
      const off = flight.apart(...q, ...r), degrees = off * 180 / Math.PI;
      told.textContent = `${n} steps, at ${t.toFixed(1)} s: ${step.label} is off by ${degrees >= 0.01 ? `${degrees.toPrecision(3)}°` : `${off.toExponential(1)} rad`}`;
      if (!scene) canvas.setAttribute('aria-label', `A box turned by the derived method, and in outline the exact one. ${told.textContent}.`);
    };
    const [timeRow, time] = slide('time', { min: 0, max: 1000, value: 1000 }, v => { stop(); t = flight.duration * v / 1000; draw(); });
    const [countRow] = slide('steps', { min: 0, max: flight.counts.length - 1, value: flight.counts.indexOf(n) }, i => { n = flight.counts[i]; run = flight.states(step.f, n); draw(); });
    const stop = () => { cancelAnimationFrame(playing); playing = 0; play.textContent = 'Fly'; };
    const frame = () => { t = Math.min(flight.duration, (performance.now() - play.since) / 1000); time.value = 1000 * t / flight.duration; draw(); if (t < flight.duration) playing = requestAnimationFrame(frame); else stop(); };
    const play = tag('button', { type: 'button', on: { click: () => { if (playing) { stop(); return; } play.since = performance.now() - (t < flight.duration ? t * 1000 : 0); play.textContent = 'Pause'; frame(); } } }, 'Fly');
    const root = tag('div', { class: 'derive-stage' }, place, tag('div', { class: 'derive-sliders' }, play, timeRow, countRow), told);
    requestAnimationFrame(draw);
    if (!scene) new ResizeObserver(draw).observe(canvas);
    return root;
  }

  // --- the part of the page ------------------------------------------------------------------------------------------------
  // The words of the command; a cell that it names is opened.
  const KINDS = [[/: FAILS$|^ {2}\S.*, code cell \d+/, 'fault'], [/: current \(/, 'same'], [/: differs in /, 'other'], [/^\+/, 'plus'], [/^-/, 'minus']];
  const MEANS = { current: ['✓', 'what was derived is what rotlib has, byte by byte'], differs: ['≠', 'another kernel, and no assertion that was asked objects'], fails: ['✗', 'something no longer holds; this kernel would not be written'] };
  function report(result, open) {
    const [sign, means] = MEANS[result.verdict];
    const line = text => tag('span', { class: (KINDS.find(([kind]) => kind.test(text)) || [])[1] || '' },
      ...text.split(/(code cell \d+, line \d+)/).map((part, i) => i % 2 ? tag('button', { type: 'button', on: { click: () => open(...part.match(/\d+/g)) } }, part) : part), '\n');
    return [tag('p', { class: `derive-verdict ${result.verdict}` }, `${sign} ${result.verdict[0].toUpperCase()}${result.verdict.slice(1)}: ${means}.`),
      tag('p', {}, `Assertions asked here: ${result.asked}. Those that need NumPy or a figure, ${result.left_out}, are left to the command.`),
      tag('pre', { class: 'derive-report', tabindex: 0, 'aria-label': 'The report of the command' }, ...result.report.trimEnd().split('\n').map(line))];
  }

  function flown(flight) {
    const curves = flight.steps.map(s => ({ ...s, errors: flight.errors(s.f) }));
    const mine = curves[curves.length - 1], order = flight.order(mine.errors), twin = curves.findIndex(c => c.label === mine.label);
    const shown = twin === curves.length - 1 ? curves : curves.filter((_, i) => i !== twin);
    const measured = Number.isFinite(order) ? `measured order ${order.toFixed(1)}` : 'too accurate here for its order to be measured';
    return [order, tag('p', { class: 'derive-measured' }, `The derived method (${mine.label}) has flown at once: ${measured}. It is the thick line; the thin ones are stored methods.`),
      tag('div', { class: 'derive-pictures' }, tag('div', { class: 'derive-chart' }, chart(flight.counts, shown)), stage(flight))];
  }

  function part(root) {
    const told = JSON.parse(root.dataset.derive), chosen = told.chosen || told.choices[0];
    const select = tag('select', {}, ...told.choices.map(v => tag('option', { value: v, ...(v === chosen ? { selected: '' } : {}) }, v === told.chosen ? `${v} (as stored)` : v)));
    const button = tag('button', { type: 'button', class: 'derive-go' }, 'Derive here'), stop = tag('button', { type: 'button', hidden: '' }, 'Stop');
    const far = tag('progress', { hidden: '', 'aria-label': 'Code cells that have run' }), at = tag('span', { class: 'derive-at' });
    const line = tag('p', { class: 'derive-line', role: 'status' }), place = tag('div', { class: 'derive-result' }), words = tag('details', { class: 'derive-words', on: { toggle: () => { read ??= texts(); } } }, tag('summary', {}, 'The code cells of this chapter; change them if you like'));
    let python = null, cells = [], read = null, since = 0;
    const say = text => { line.textContent = text; };
    const begin = number => { far.value = number - 1; at.textContent = `code cell ${number} of ${cells.length}`; };
    const missing = () => { line.replaceChildren('Python and SymPy for this page are a separate download of about 20 MB, which is not there. In a checkout ', tag('code', {}, told.command), ' makes it; then load the page again.'); };

    // The cells, to read and to change. The reader's choice is a change of one of them.
    async function texts() {
      await load(`${told.root}live/derive/${told.name.replace(/ipynb$/, 'js')}`);
      cells = givens[told.name].cells.map(([number, source, exercise]) => ({ number, source, text: source, exercise }));
      far.max = cells.length;
      const again = tag('button', { type: 'button', on: { click: () => { for (const c of cells) { c.text = c.source; if (c.area) c.area.value = c.text; } choose(); } } }, 'As they were');
      words.append(again);
      for (const c of cells) {
        c.words = tag('details', { on: { toggle: () => { if (!c.area && c.words.open) edit(c); } } }, tag('summary', {}, `code cell ${c.number}: `, tag('code', {}, c.source.split('\n').find(l => l && !/^(import|from|#)/.test(l)) || '')));
        words.append(c.words);
      }
      choose();
    }
    function edit(c) {
      c.area = tag('textarea', { rows: Math.min(24, c.text.split('\n').length + 1), spellcheck: 'false', 'aria-label': `Code cell ${c.number}`, on: { input: () => { c.text = c.area.value; } } });
      c.area.value = c.text;
      c.words.append(c.area);
    }
    function open(number, row) {
      const c = cells[number - 1], before = c.text.split('\n').slice(0, row - 1).join('\n').length;
      words.open = c.words.open = true;
      if (!c.area) edit(c);
      c.area.focus();
      c.area.setSelectionRange(before + (row > 1), before + (row > 1) + c.text.split('\n')[row - 1].length);
    }
    function choose() {
      if (!told.variable) return;
      const set = new RegExp(`^(${told.variable} = )\\S+`, 'm'), c = cells.find(c => set.test(c.text));
      if (!c) return;
      c.text = c.text.replace(set, `$1${select.value}`);
      if (c.area) c.area.value = c.text;
    }
    select.addEventListener('change', choose);

    let stopped = false;
    async function go() {
      button.disabled = true; stop.hidden = false; stopped = false; since = performance.now();
      try {
        say('Loading the download …');
        try { if (!self.deriveBundle) await load(`${told.root}derive/derive.js`); } catch { missing(); return; }
        bundle = self.deriveBundle;
        if (!files) await load(`${told.root}live/derive/files.js`);
        await (read ??= texts());
        await scenery(told.root);
        if (stopped) throw new Error('Stopped.');
        python ??= new Python(say, begin);
        await python.start();
        const began = performance.now();
        say('Deriving …');
        far.value = 0; far.hidden = false;
        const result = await python.run({ name: told.name, cells: cells.map(c => [c.number, c.text, c.exercise]), choice: select.value });
        root.dataset.startup = (began - since).toFixed(0);
        const flight = result.flight && new Flight(result.flight), [order, ...pictures] = flight ? flown(flight) : [NaN];
        place.replaceChildren(...report(result, open), ...pictures);
        Object.assign(place.dataset, { order: order.toFixed(3), verdict: result.verdict });
        say(`Derived in ${result.seconds.toFixed(1)} s by ${bundle.versions}${began - since > 1000 ? `, after ${((began - since) / 1000).toFixed(0)} s to start them` : ''}.`);
      } catch (e) {
        say(e.message === 'Stopped.' ? 'Stopped.' : `It failed: ${e.message.trim().split('\n').pop()}`);
        root.dataset.failed = e.message;
      } finally { button.disabled = false; stop.hidden = far.hidden = true; at.textContent = ''; root.dataset.runs = +(root.dataset.runs || 0) + 1; }
    }
    button.addEventListener('click', go);
    stop.addEventListener('click', () => { stopped = true; python?.stop(); });  // also while the script is loaded
    root.replaceChildren(tag('div', { class: 'derive-bar' }, ...(told.choices.length ? [tag('label', {}, `${told.label} `, select)] : []), button, stop, far, at), line, place, words);
    say('Python and SymPy run the code of this chapter in your browser, without network: 5 to 15 seconds of work, once they have started. What needs NumPy or draws is left out.');
  }

  const all = () => document.querySelectorAll('.derive-here').forEach(part);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', all); else all();
  return { given: given => { givens[given.name] = given; }, mount: all => { files = all; } };
})();
