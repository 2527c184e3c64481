// The gain by restoring the energy, against the starting phase: the law of the splittings at once, the runs one after the other.
live.part('energy-gain', { make(at, steps) {
  const { bodies, methods, phases } = at.values, half = phases / 2, SLICE = 8;
  const title = ([m, order]) => { const axes = m.match(/splitting_(\d+)/); return [m, `${axes ? `splitting ${[...axes[1]].join('-')}` : m}, order ${order}`]; };
  const method = at.choice({ name: 'method', label: 'method', options: methods.map(title), value: at.values.method });
  const body = at.choice({ name: 'body', label: 'body', options: [['slides', 'that of the slides'], ['(1, 2, 2.6)', 'moments 1, 2, 2.6']], value: at.values.body });
  const phase = at.slider({ name: 'phase', label: 'starting phase', unit: 'periods', min: 0, max: 0.5, step: 1 / phases, value: 0 });
  const per = at.slider({ name: 'per', label: 'steps a period', min: 40, max: 400, step: 10, value: at.values.per });
  const periods = at.slider({ name: 'periods', label: 'periods', min: 1, max: 40, step: 1, value: at.values.periods });
  const scene = at.scene({ view: bodies[at.values.body][2], reach: 1.35, ratio: '16 / 9', label: 'The polhode on the sphere of momenta, drawn by where restoring the energy helps.' });
  scene?.surface({ colour: '--pst-color-surface', opacity: 1 });
  scene?.axes(1.22, ['1', '2', '3']);
  const helps = Array.from({ length: 9 }, () => scene?.curve({ colour: 1, width: 4.5 })), hurts = Array.from({ length: 9 }, () => scene?.curve({ colour: 2, width: 4.5, dashed: true }));
  const chart = at.curves({ label: 'Gain by restoring the energy against the starting phase, on a logarithmic scale: measured, and by the law.', height: 240, x: { label: 'starting phase (periods)', range: [0, 0.5] }, y: { label: 'error without / error with the energy restored', log: true, values: (u, vs) => vs.map(v => v === null ? '' : String(+v.toPrecision(2))) },
    pick: x => { side = 0; phase.set(Math.round(phases * Math.max(0, Math.min(0.5, x))) / phases); at.change(); },
    lines: [{ label: 'law', colour: 'quiet', width: 4 }, { label: 'measured', colour: 1, width: 1.4, points: true, size: 6 }, { label: 'neither gain nor loss', colour: 'ink', width: 1.2, dash: [6, 5] }, { label: 'chosen start', colour: 2, only: true, size: 13 }] });
  const plain = at.dial('error without', 'rad'), kept = at.dial('with the energy restored', 'rad'), gain = at.dial('gain'), lawful = at.dial('gain by the law');
  // coarse places of the half period first, then between them
  const order = [];
  for (let apart = half; apart >= 1; apart /= 2) for (let k = 0; k <= half; k += apart) if (!order.includes(k)) order.push(k);
  const xs = Array.from({ length: half + 1 }, (_, k) => k / phases);
  let world, known = new Map(), key = '', side = 0, law, shown;

  const point = scene?.point({ drag: [1, 1, 1], size: 0.055, name: 'start on the polhode', on: to => {
    const near = world.places.map((v, k) => [v.reduce((s, x, i) => s + x * to[i], 0), k]).sort((a, b) => b[0] - a[0])[0][1], old = index();
    let k = near;
    if (near === old) {  // a small move is one place along the polhode
      const next = world.places[(old + 1) % phases], here = world.places[old], along = next.reduce((s, x, i) => s + (x - here[i]) * (to[i] - here[i]), 0);
      k = (old + (along < 0 ? -1 : 1) + phases) % phases;
    }
    side = k > half || (k === half && side) ? 1 : 0;
    phase.set((side ? k - half : k) / phases);
    at.change();
  } });
  const index = () => (Math.round(phase.value * phases) + side * half) % phases;

  // The exact motion of a body over one period, at equal times.
  function prepare(name) {
    const [J, omega, view] = bodies[name], P = steps.period(...omega, ...J), run = live.run(steps.free_exact, { motion: [1, 0, 0, 0, ...omega], h: P / phases, count: phases, J });
    const rates = Array.from({ length: phases }, (_, k) => [...run.at(k).subarray(4)]), l = rates.map(w => steps.body_momentum(...w, ...J)), size = Math.hypot(...l[0]);
    if (scene && world) { [scene.view.turn, scene.view.rise] = view; scene.render(); }
    world = { name, J, P, rates, places: l.map(v => v.map(x => x / size)) };
  }

  function lawOf(name) {
    const axes = name.match(/splitting_(\d+)/);
    if (!axes) return null;
    const { J, rates } = world, each = rates.map(w => steps[`terms_${axes[1]}`](...w, ...J)), means = [0, 1, 2, 3].map(i => each.reduce((s, x) => s + x[i], 0) / phases);
    return xs.map((_, k) => { const [a, b] = steps.law(...rates[k], ...J, each[k][0], ...means); return a / b; });
  }

  // Both runs from one place, after whole periods, against the exact motion.
  function measure(k) {
    if (known.has(k)) return known.get(k);
    const { J, P, rates } = world, motion = [1, 0, 0, 0, ...rates[k % phases]], count = per.value * periods.value, whole = periods.value * phases;
    const goal = live.run(steps.free_exact, { motion, h: P / phases, count: whole, every: whole, J }).at(1);
    const runs = ['', '_ep'].map(ep => live.run(steps[`free_${method.value}${ep}`], { motion, h: P / per.value, count, every: count, J }));
    const errors = runs.map(run => run.rows > 1 ? steps.apart(...run.at(1).subarray(0, 4), ...goal.subarray(0, 4)) : NaN);
    const found = { errors, runs, gain: errors[0] / errors[1] };
    known.set(k, found);
    return found;
  }

  function draw() {
    const gains = xs.map((_, k) => known.get(k)?.gain), k = Math.round(phase.value * phases), fine = x => Number.isFinite(x) && x > 0 ? x : undefined;
    chart.set([xs, law || xs.map(() => undefined), gains.map(fine), xs.map(() => 1), xs.map((_, i) => i === k ? fine(gains[i]) ?? null : null)]);
    chart.mark(phase.value);
    if (!scene) return;
    // stretches of gain and loss: each place as the nearest that is known
    const done = [...known.keys()].filter(i => fine(known.get(i).gain)), good = i => { const j = i % half, near = done.reduce((a, b) => Math.abs(b - j) < Math.abs(a - j) ? b : a, done[0]); return law ? law[j] > 1 : done.length && known.get(near).gain > 1; };
    const stretches = [[], []];
    let line = null, last;
    for (let i = 0; i <= phases; i++) {
      const place = world.places[i % phases].map(x => 1.008 * x), kind = good(i % phases) ? 0 : 1;
      if (line && kind === last) line.push(...place); else { if (line) line.push(...place); line = place.slice(); stretches[kind].push(line); }
      last = kind;
    }
    [helps, hurts].forEach((curves, kind) => curves.forEach((c, i) => c.set(stretches[kind][i] || [])));
    point.set(...world.places[index()]);
  }

  function tell() {
    const g = shown.gain, all = [...known.values()].map(f => f.gain).filter(Number.isFinite), number = x => live.told(x, 3, '', true);
    const here = g > 1.05 ? `From this start, restoring the energy divides the error by ${number(g)}.` : g < 0.95 ? `From this start, restoring the energy multiplies the error by ${number(1 / g)}: it hurts.` : Number.isFinite(g) ? 'From this start, restoring the energy changes the error by less than a twentieth.' : '';
    at.tell({ [method.value]: shown.runs[0], [`${method.value}_ep`]: shown.runs[1] }, all.length > half ? `${here} Over the whole polhode the gain lies between ${number(Math.min(...all))} and ${number(Math.max(...all))}.` : here);
  }

  // One slice of the runs that are still to be made, between two pictures of the browser.
  function refine(mine) {
    if (mine !== key) return;
    const begun = performance.now();
    let left = order.filter(k => !known.has(k));
    while (left.length && performance.now() - begun < SLICE) measure(left.shift());
    draw();
    if (left.length) setTimeout(refine, 0, mine); else tell();
  }
  return {
    reset() { side = 0; },
    change() {
      const now = [method.value, body.value, per.value, periods.value].join();
      if (world?.name !== body.value) prepare(body.value);
      if (now !== key) { key = now; known = new Map(); law = lawOf(method.value); setTimeout(refine, 30, now); }
      const k = Math.round(phase.value * phases);
      shown = { ...measure(k), law: law ? law[k] : NaN };
      plain.set(shown.errors[0]); kept.set(shown.errors[1]); gain.set(shown.gain); lawful.set(law ? shown.law : 'for splittings only');
      draw();
      tell();
    },
    now: () => [shown.gain, shown.law],
  };
} });
