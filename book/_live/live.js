// The moving figures of the pages: controls, numbers, curves, time. What they compute comes from rotlib, as scripts that
// call `live.define`. A figure is `live.part(name, {make(at, steps)})`; make returns {change(), now()}:
// change() computes and shows, at the start and after each control; now() is the list of numbers that tests compare.
const live = (() => {
  const makers = {}, made = {}, parts = {}, running = [];
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const steps = new Proxy({}, { get(_, name) {
    if (!(name in made)) {
      if (!(name in makers)) throw new Error(`live: ${String(name)} is not loaded; name it in the uses of the part`);
      made[name] = makers[name]();
    }
    return made[name];
  } });
  const tag = (name, set = {}, ...children) => {
    const e = document.createElement(name);
    for (const k in set) if (k === 'on') for (const type in set.on) e.addEventListener(type, set.on[type]); else if (set[k] !== undefined) e.setAttribute(k, set[k]);
    e.append(...children);
    return e;
  };
  // Text in place of a text: no element comes or goes, so that no style that asks what is inside another has to be asked again.
  const write = (e, text) => {
    const only = e.childNodes.length === 1 && e.firstChild.nodeType === Node.TEXT_NODE ? e.firstChild : null;
    if (!only) e.textContent = text; else if (only.data !== text) only.data = text;
  };

  // A number as it is read: significant digits, a true minus, powers of ten.
  function told(x, digits = 3, unit = '', short = false) {
    if (!Number.isFinite(x)) return '–';
    const size = Math.abs(x), low = size !== 0 && size < 10 ** -digits * 10, high = size >= 1e6;
    let s = low || high ? x.toExponential(Math.max(0, digits - 1)) : String(+x.toPrecision(digits));
    if (!short && !low && !high && !s.includes('e')) s = x.toFixed(Math.max(0, digits - 1 - Math.floor(Math.log10(size || 1))));
    s = s.replace(/e([+-])(\d+)/, (_, sign, n) => `·10${(sign === '-' ? '⁻' : '') + [...n].map(d => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]).join('')}`).replace('-', '−');
    return unit === '°' ? `${s}°` : unit ? `${s}\u00a0${unit}` : s;
  }

  // With its sign, to so many decimals: for columns of changes.
  const fixed = (x, decimals, unit = '') => { const s = x.toFixed(decimals), zero = !Number(s); return `${zero ? s.replace('-', '') : x > 0 ? `+${s}` : s.replace('-', '−')}${unit && `\u00a0${unit}`}`; };

  // Steps in a row. Records are the motions, one after the other; the first is the start. A refusal ends the run and is told.
  function run(step, { motion, h, count, J = step.J, p = step.p, every = 1, t = 0 }) {
    const size = step.motion, most = Math.floor(count / every), records = new Float64Array((most + 1) * size), times = new Float64Array(most + 1);
    const y = new Float64Array(step.size), row = new Float64Array(size);
    const refused = status => status & 255 ? step.reasons[status & 255] || 'Refused: the step refuses' : '';
    let status = step.begin(h, motion, y, J, p), mask = status >> 8, rows = 0, done = 0, reason = refused(status);
    const keep = () => { step.end(y, row, J); records.set(row, rows * size); times[rows++] = t + done * h; };
    if (!reason) keep();
    while (!reason && done < count) {
      status = step.step(t + done * h, h, y, J, p);
      mask |= status >> 8;
      reason = refused(status);
      if (reason) break;
      done++;
      if (done % every === 0) keep();
    }
    return { records: records.subarray(0, rows * size), t: times.subarray(0, rows), rows, size, done, reason,
      warnings: (step.warnings || []).filter((_, i) => mask >> i & 1), at: k => records.subarray(k * size, (k + 1) * size),
      // f(...numbers from to to of a record, ...rest) for each record
      each: (f, rest = [], from = 0, to = size) => {
        const args = [...new Array(to - from).fill(0), ...rest], out = new Array(rows);
        for (let k = 0; k < rows; k++) { for (let i = from; i < to; i++) args[i - from] = records[k * size + i]; out[k] = f.apply(null, args); }
        return out;
      } };
  }
  const words = text => text.replace(/^\w+: /, '');

  class Figure {
    constructor(figure) {
      this.figure = figure;
      this.still = figure.querySelector('.live-still');
      this.label = this.still ? this.still.getAttribute('aria-label') : '';
      this.values = JSON.parse(figure.dataset.values || '{}');
      this.body = tag('div', { class: 'live-body' });
      this.places = {};
      for (const name of ['stage', 'curves', 'dials', 'time', 'controls']) this.body.append(this.places[name] = tag('div', { class: `live-${name}` }));
      this.status = tag('p', { class: 'live-status', role: 'status' });
      this.body.append(this.status);
      this.controls = [];
      this.players = [];
      this.charts = [];
    }

    // --- controls: each has .value and .set(value), and calls change() -------------------------------------------------
    control(input, start, set) {
      const c = { input, start, get value() { return set.value(); }, set: v => { set.to(v); set.show(); } };
      this.controls.push(c);
      return c;
    }

    // name: what tests and CSS call it; log: equal steps of the slider are equal factors.
    slider({ name, label, unit = '', min, max, value, step, log = false, digits = 3, said }) {
      const id = this.id(name), ticks = 400, f = log ? Math.log : x => x, g = log ? Math.exp : x => x;
      const whole = !log && step !== undefined;
      const input = tag('input', { type: 'range', id, name, min: whole ? min : 0, max: whole ? max : ticks, step: whole ? step : 1 });
      const out = tag('output', { for: id });
      const value_ = () => whole ? +input.value : +(g(f(min) + (f(max) - f(min)) * input.value / ticks)).toPrecision(digits);
      let exact = value;  // a start between two notches is kept until the slider moves
      const set = {
        value: () => exact ?? value_(),
        to: v => { exact = v; input.value = whole ? v : Math.round(ticks * (f(v) - f(min)) / (f(max) - f(min))); },
        show: () => { const s = said ? said(set.value()) : told(set.value(), digits, unit, true); write(out, s); input.setAttribute('aria-valuetext', s); } };
      set.to(value); set.show();
      input.addEventListener('input', () => { exact = undefined; set.show(); this.change(); });
      this.places.controls.append(tag('div', { class: 'live-slider' }, tag('label', { for: id }, label), input, out));
      return this.control(input, value, set);
    }

    // options: [[value, text], …]; a select, or buttons side by side with kind: 'radio'.
    choice({ name, label, options, value = options[0][0], kind = 'select' }) {
      const id = this.id(name);
      let input, set;
      if (kind === 'radio') {
        const dots = options.map(([v]) => tag('input', { type: 'radio', name: id, value: v, on: { change: () => this.change() } }));
        input = tag('fieldset', { class: 'live-radio', id }, tag('legend', {}, label), ...options.map(([, text], i) => tag('label', {}, dots[i], text)));
        set = { value: () => dots.find(d => d.checked).value, to: v => { for (const d of dots) d.checked = d.value === v; }, show: () => {} };
        this.places.controls.append(input);
      } else {
        input = tag('select', { id, name, on: { change: () => this.change() } }, ...options.map(([v, text]) => tag('option', { value: v }, text)));
        set = { value: () => input.value, to: v => { input.value = v; }, show: () => {} };
        this.places.controls.append(tag('div', { class: 'live-choice' }, tag('label', { for: id }, label), input));
      }
      set.to(value);
      return this.control(input, value, set);
    }

    check({ name, label, value = false }) {
      const input = tag('input', { type: 'checkbox', id: this.id(name), name, on: { change: () => this.change() } });
      input.checked = value;
      this.places.controls.append(tag('label', { class: 'live-check' }, input, label));
      return this.control(input, value, { value: () => input.checked, to: v => { input.checked = v; }, show: () => {} });
    }

    button(label, act, place = 'controls') {
      const b = tag('button', { type: 'button', on: { click: act } }, label);
      this.places[place].append(b);
      return b;
    }

    id(name) { return `live-${this.figure.dataset.part}-${running.length}-${name}`; }

    // --- numbers ---------------------------------------------------------------------------------------------------------
    dial(label, unit = '', digits = 3) {
      const out = tag('b', {}, '–');
      this.places.dials.append(tag('div', { class: 'live-dial' }, tag('span', {}, label), out));
      return { set: x => write(out, typeof x === 'string' ? x : told(x, digits, unit)) };
    }

    // head: texts; rows: first cells, or a count of rows; set(row, column, text or number).
    table(head, rows, caption = '') {
      const cells = rows.map(name => [tag('th', { scope: 'row' }, name), ...head.slice(1).map(() => tag('td', {}, '–'))]);
      const t = tag('table', {}, ...(caption ? [tag('caption', {}, caption)] : []), tag('thead', {}, tag('tr', {}, ...head.map(h => tag('th', { scope: 'col' }, h)))),
        tag('tbody', {}, ...cells.map(row => tag('tr', {}, ...row))));
      this.places.dials.append(tag('div', { class: 'live-table', tabindex: 0, role: 'region', 'aria-label': caption || head.join(', ') }, t));
      return { set: (i, j, x) => { if (x instanceof Node) cells[i][j].replaceChildren(x); else write(cells[i][j], typeof x === 'number' ? told(x) : x); }, cells };
    }

    // --- words -----------------------------------------------------------------------------------------------------------
    say(text) { write(this.status, text); }

    // The refusals and warnings of runs, in words: tell({A: run, B: run}, 'and what else there is to say').
    tell(runs, more = '') {
      const found = new Map(), note = (text, name) => found.set(text, [...(found.get(text) || []), name]);
      for (const name in runs) {
        if (runs[name].reason) note(`stops after ${told(runs[name].t[runs[name].rows - 1] ?? 0, 3, 's')}: ${words(runs[name].reason)}`, name);
        for (const w of runs[name].warnings) note(words(w), name);
      }
      this.say([more, ...[...found].map(([text, names]) => `${names.filter(Boolean).join(', ')}${names.some(Boolean) ? ': ' : ''}${text}.`)].filter(Boolean).join(' '));
    }

    // --- curves ----------------------------------------------------------------------------------------------------------
    // x, y: {label, log, range: [lo, hi]}; lines: [{label, colour: 1…8 or 'ink', 'quiet', width, dash, points, only}];
    // set(columns) takes x first; columns may hold null. pick(x, y) is called while a pointer is dragged over the curves.
    curves({ label, x, y, lines, height = 220, pick, legend = lines.length > 1 }) {
      const box = tag('div', { class: 'live-curve', role: 'img', 'aria-label': label });
      this.places.curves.append(tag('div', { class: 'live-axis' }, y.label || ''), box, tag('div', { class: 'live-axis live-axis-x' }, x.label || ''));
      const paint = c => typeof c === 'number' ? colour(`--live-${c}`) : c === 'quiet' ? colour('--live-quiet') : colour('--pst-color-text-base');
      if (legend) {
        box.before(tag('ul', { class: 'live-legend' }, ...lines.map(l => {
          const key = tag('i', { class: `live-key${l.dash ? ' live-key-dash' : ''}${l.only ? ' live-key-dot' : ''}` });
          key.style.color = `var(${typeof l.colour === 'number' ? `--live-${l.colour}` : l.colour === 'quiet' ? '--live-quiet' : '--pst-color-text-base'})`;
          return tag('li', {}, key, l.label);
        })));
      }
      const axis = a => ({ stroke: () => colour('--pst-color-text-muted'), grid: { stroke: () => colour('--live-grid'), width: 1, ...(a.log ? { filter: decades } : {}) }, ticks: { show: false }, font: '13px "Source Sans 3", sans-serif',
        values: a.values || ((u, vs) => vs.map(v => v === null ? '' : a.log ? power(v) : String(+v.toPrecision(6)).replace('-', '−'))), ...(a.log ? { filter: decades } : {}) });
      const scale = a => ({ time: false, distr: a.log ? 3 : 1, ...(a.range ? { range: () => a.range } : {}) });
      const chart = new uPlot({
        width: 300, height, legend: { show: false }, cursor: { show: false }, padding: [8, 10, 0, 0],
        scales: { x: scale(x), y: scale(y) },
        axes: [{ ...axis(x), size: 26 }, { ...axis(y), size: y.size || 46 }],
        series: [{}, ...lines.map(l => ({ stroke: () => paint(l.colour), width: l.width ?? 2, dash: l.dash, spanGaps: false,
          ...(l.only ? { paths: () => null } : {}), points: { show: Boolean(l.points || l.only), size: l.size || 8, fill: () => paint(l.colour), stroke: () => paint(l.colour) } }))],
      }, [[0, 1], ...lines.map(() => [null, null])], box);
      const mark = tag('div', { class: 'live-mark', hidden: '' });
      chart.over.append(mark);
      const c = { chart, box, set: data => { c.data = data; chart.setData(data); }, data: [],
        // the moment shown, as an upright line
        mark: v => { const at = chart.valToPos(v, 'x'); mark.hidden = !Number.isFinite(at) || at < 0 || at > chart.bbox.width / devicePixelRatio; mark.style.transform = `translateX(${at}px)`; c.marked = v; } };
      if (pick) {
        box.classList.add('live-pick');
        const at = e => { const r = chart.over.getBoundingClientRect(); pick(chart.posToVal(e.clientX - r.left, 'x'), chart.posToVal(e.clientY - r.top, 'y')); };
        chart.over.addEventListener('pointerdown', e => { chart.over.setPointerCapture(e.pointerId); at(e); });
        chart.over.addEventListener('pointermove', e => { if (chart.over.hasPointerCapture(e.pointerId)) at(e); });
      }
      new ResizeObserver(() => { if (box.clientWidth) { chart.setSize({ width: box.clientWidth, height }); if (c.marked !== undefined) c.mark(c.marked); } }).observe(box);
      this.charts.push(c);
      return c;
    }

    // --- a 3-D scene: null where there is no WebGL; the still picture then stays ----------------------------------------
    scene(options = {}) {
      const s = window.liveScene ? liveScene.make(this.places.stage, { label: this.label, ...options, lost: () => this.stand() }) : null;
      if (s) { this.scened = true; (this.scenes ||= []).push(s); } else this.stand();
      return s;
    }

    // The still picture is shown in place of the scene.
    stand() { this.stands = true; this.figure.classList.add('live-stands'); this.figure.classList.remove('live-moves'); this.places.stage.hidden = true; }

    // --- time ------------------------------------------------------------------------------------------------------------
    // Plays draw(t) from 0 to the duration and again; seconds: of the reader, for one pass. Never by itself where motion is
    // unwelcome, and not while it cannot be seen.
    player({ duration, seconds = duration, draw, autoplay = true, unit = 's', label = 'time' }) {
      const id = this.id('time'), input = tag('input', { type: 'range', id, min: 0, max: 1000, value: 0, 'data-time': '' }), out = tag('output', { for: id });
      const button = tag('button', { type: 'button', class: 'live-play' }, 'Play');
      this.places.time.append(button, tag('label', { class: 'visually-hidden', for: id }, label), input, out);
      let playing = false, seen = false, last = 0, t = 0, shown = null;
      const p = { get t() { return t; }, get playing() { return playing; },
        show: now => { t = Math.min(now, duration); input.value = Math.round(1000 * t / duration); const s = told(+t.toFixed(2), 3, unit); if (s !== shown) { write(out, shown = s); input.setAttribute('aria-valuetext', s); } draw(t); },
        length: d => { duration = d; p.show(Math.min(t, d)); },
        play: on => { if (on === playing) return; playing = on; button.textContent = on ? 'Pause' : 'Play'; this.figure.dataset.playing = on; last = 0; if (on) requestAnimationFrame(tick); },
        start: () => { p.show(0); p.play(autoplay && !calm.matches); } };
      const tick = now => {
        if (!playing) return;
        if (seen && !document.hidden) { if (last) { const next = t + (now - last) / 1000 * duration / seconds; p.show(next > duration ? 0 : next); } last = now; } else last = 0;
        requestAnimationFrame(tick);
      };
      button.addEventListener('click', () => p.play(!playing));
      input.addEventListener('input', () => { p.play(false); p.show(duration * input.value / 1000); });
      new IntersectionObserver(([e]) => { seen = e.isIntersecting; }).observe(this.figure);
      this.players.push(p);
      return p;
    }

    // --- life ------------------------------------------------------------------------------------------------------------
    change() {
      const start = performance.now();
      this.part.change();
      this.figure.dataset.took = (performance.now() - start).toFixed(1);
      this.figure.dataset.now = JSON.stringify(this.part.now().map(x => Number.isFinite(x) ? x : null));
      this.figure.dataset.changes = 1 + Number(this.figure.dataset.changes || 0);
    }

    reset() {
      for (const c of this.controls) c.set(c.start);
      this.part.reset?.();
      for (const p of this.players) p.show(0);
      this.change();
    }

    begin(maker) {
      (this.still || this.figure.firstChild).after(this.body);
      this.part = maker.make(this, steps);
      if ((this.scened || this.charts.length) && !this.stands) this.figure.classList.add('live-moves');
      if (this.controls.length) this.button('Reset', () => this.reset()).classList.add('live-reset');
      for (const name in this.places) if (!this.places[name].childElementCount) this.places[name].remove();
      this.change();
      for (const p of this.players) p.start();
      this.figure.dataset.live = 'on';
    }
  }

  const power = v => { const e = Math.log10(v); return Math.abs(e - Math.round(e)) < 1e-9 ? e >= -2 && e <= 3 ? String(+v.toPrecision(1)) : `10${String(Math.round(e)).replace('-', '⁻').replace(/\d/g, d => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d])}` : ''; };
  const decades = (u, vs) => { const n = vs.filter(v => power(v)).length, each = Math.ceil(n / 8); return vs.map(v => power(v) && Math.round(Math.log10(v)) % each === 0 ? v : null); };
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#777';

  function begin() {
    for (const e of document.querySelectorAll('figure.live')) {
      const maker = parts[e.dataset.part];
      if (!maker || e.dataset.live) continue;
      const f = new Figure(e);
      running.push(f);
      try { f.begin(maker); } catch (error) {  // the still picture and its text remain
        e.dataset.live = 'failed';
        e.classList.remove('live-moves');
        f.body.remove();
        console.error(`live: ${e.dataset.part}: ${error.stack}`);
      }
    }
  }
  // What a figure needs is loaded when it is one screen away; scripts run in the order in which they were asked for, so that
  // the last one of a figure, its part, finds all others there.
  const root = document.currentScript.src.replace(/live\/live\.js.*/, ''), asked = new Set();
  function bring(figure) {
    for (const file of (figure.dataset.load ?? '').split(' ')) if (file && !asked.has(file)) {
      asked.add(file);
      const script = Object.assign(document.createElement('script'), { src: root + file, async: false });
      if (file.startsWith('live/parts/')) script.addEventListener('load', begin);
      document.head.append(script);
    }
  }
  document.addEventListener('DOMContentLoaded', () => {
    begin();
    const near = new IntersectionObserver(seen => { for (const e of seen) if (e.isIntersecting) { near.unobserve(e.target); bring(e.target); } }, { rootMargin: '100% 0px' });
    for (const figure of document.querySelectorAll('figure.live[data-load]')) near.observe(figure);
  });
  new MutationObserver(() => { for (const f of running) { for (const c of f.charts) c.chart.redraw(false); for (const s of f.scenes || []) s.theme(); } })
    .observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });

  return { define: (name, make) => { makers[name] = make; }, part: (name, maker) => { parts[name] = maker; }, steps, run, told, fixed, calm, colour, tag, write, words, running, begin };
})();
