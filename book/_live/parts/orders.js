// The error of one second against the step. Drag along the curve, or move the slider: the slope is measured between h and h/2.
live.part('orders', { make(at, steps) {
  const { J, omega, T } = at.values, LEAST = 4, MOST = 16000, ratio = 1.3;
  const h = at.slider({ name: 'step', label: 'step', unit: 's', min: T / MOST * 2, max: T / LEAST, value: at.values.h, log: true });
  const method = at.choice({ name: 'method', label: 'method', options: at.values.methods.map(([m, order]) => [m, `${m}, order ${order}`]), value: at.values.method });
  const dials = { count: at.dial('steps'), error: at.dial('error', 'rad'), slope: at.dial('slope', '', 3), less: at.dial('half the step divides the error by', '', 3) };
  const chart = at.curves({ label: 'Error after one second against the step, on logarithmic scales, with the tangent at the chosen step.', height: 300,
    x: { label: 'step (s)', log: true, range: [T / MOST / 1.2, T / LEAST * 1.2] }, y: { label: 'error (rad)', log: true, range: [1e-17, 10], size: 56 }, pick: x => { h.set(Math.max(T / MOST * 2, Math.min(T / LEAST, x))); at.change(); },
    lines: [{ label: 'error', colour: 1, points: true, size: 5, width: 1.6 }, { label: 'slope at the chosen step', colour: 2, dash: [7, 5], width: 2.2 }, { label: 'chosen step', colour: 2, only: true, size: 13 }] });
  const start = [1, 0, 0, 0, ...omega], known = {};
  const end = (step, count) => live.run(step, { motion: start, h: T / count, count, J, every: count });
  const exact = end(steps.free_exact, 8).at(1).slice(0, 4);
  function error(name, count) {
    const table = known[name] ||= new Map();
    if (!table.has(count)) {
      const run = end(steps[`free_${name}`], count);
      const q = run.rows > 1 ? run.at(1).subarray(0, 4) : null;
      table.set(count, { run, error: q ? steps.apart(...q, ...exact) : NaN });
    }
    return table.get(count);
  }
  const counts = [];
  for (let n = LEAST; n <= MOST; n = Math.max(n + 1, Math.round(n * ratio))) counts.unshift(n);
  let shown, chosen;
  // The curve of a method fills from the right, where steps are long and few; the left end comes with the next pictures.
  function curve(name) {
    const begun = performance.now(), values = [];
    let whole = true;
    for (const n of [...counts].reverse()) {
      if (known[name]?.has(n) || performance.now() - begun < 25) values.unshift(error(name, n).error); else { values.unshift(null); whole = false; }
    }
    if (!whole) requestAnimationFrame(() => { if (method.value === name) { shown = undefined; draw(); } });
    return values;
  }
  let errors;
  function draw() {
    if (shown !== method.value || errors.includes(null)) { errors = curve(method.value); shown = method.value; }
    const { count, one, slope } = chosen, here = T / count, xs = counts.map(n => T / n);
    const at_ = [here / 12, here, here * 12], line = at_.map(x => one * (x / here) ** slope);
    const x = [...xs, ...at_].sort((a, b) => a - b), of = (keys, values) => x.map(v => { const i = keys.indexOf(v); return i < 0 ? undefined : values[i]; });
    chart.set([x, of(xs, errors.map(e => e || null)), of(at_, Number.isFinite(slope) ? line : [null, null, null]), x.map(v => v === here ? one || null : null)]);
  }
  return {
    change() {
      const count = Math.max(LEAST, Math.round(T / h.value)), { run, error: one } = error(method.value, count), two = error(method.value, 2 * count).error;
      const slope = Math.log2(one / two), order = at.values.methods.find(([m]) => m === method.value)[1];
      chosen = { count, one, slope, now: [count, Math.log10(one), slope] };
      dials.count.set(String(count));
      dials.error.set(one);
      dials.slope.set(slope);
      dials.less.set(one / two);
      const floor = one < 3e-13 && Math.abs(slope - order) > 0.3;
      at.tell({ [method.value]: run }, floor ? 'This is the floor: what is left is rounding, and more steps only add to it.'
        : Math.abs(slope - order) < 0.15 ? `The slope is the order, ${order}: the step is small enough.` : `The slope is not ${order}: the step is too long for the order to show.`);
      draw();
    },
    now: () => chosen.now,
  };
} });
