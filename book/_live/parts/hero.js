// The T-handle: a method, its step, the tilt of the spin; the exact handle is the translucent one.
live.part('hero', { make(at, steps) {
  const { J, spin: SPIN, T } = at.values, UP = [0, 1, 0];
  const tilt = at.slider({ name: 'tilt', label: 'tilt of the spin', unit: '°', min: 0.02, max: 60, value: at.values.tilt, log: true });
  const h = at.slider({ name: 'step', label: 'step', unit: 's', min: 0.01, max: 0.25, value: at.values.h, log: true });
  const method = at.choice({ name: 'method', label: 'method', value: 'buss4', options: [['lie_euler', 'lie_euler, order 1'], ['dmv', 'dmv, order 2'], ['rk4', 'rk4, order 4'], ['buss4', 'buss4, order 4']] });
  const scene = at.scene({ view: [0.9, 0.35], aside: 0.23 });
  const exact = scene?.body('t-handle', { ghost: true }), body = scene?.body('t-handle'), arrow = scene?.arrow({ label: 'L' }), omega = scene?.arrow({ label: 'ω', colour: '--live-omega', width: 0.012 });
  const trail = scene?.curve({ colour: '--live-trail', width: 2 });
  scene?.axes(1.25);
  const curves = at.curves({ label: 'Which way up the stem is, against time: computed and exact.', height: 130, x: { label: 'time (s)', range: [0, T] }, y: { label: 'stem along its start', range: [-1.1, 1.1], values: (u, vs) => vs.map(v => v % 1 ? '' : String(v).replace('-', '−')) },
    lines: [{ label: 'exact', colour: 'quiet', width: 4 }, { label: 'computed', colour: 1, width: 1.6 }] });
  const energy = at.dial('energy changed by', '%', 2), moved = at.dial('momentum moved by', '%', 2), off = at.dial('off the exact attitude by', '°', 3);
  let mine, true_;
  const player = at.player({ duration: T, seconds: T, draw: t => {
    if (!mine) return;
    if (body) { exact.follow(true_, t); body.follow(mine, t); }
    const k = Math.min(mine.rows - 1, Math.round(t / mine.t[1])), a = mine.at(k), e = true_.at(Math.min(true_.rows - 1, k)), first = mine.at(0);
    const L = steps.momentum(...a, ...J), L0 = steps.momentum(...first, ...J), n = Math.hypot(...L0);
    arrow?.set(L.map(x => 1.25 * x / n));
    const w = steps.to_space(...a);
    omega?.set(w.map(x => x / SPIN));
    trail?.upto(k + 1);
    energy.set(100 * (steps.energy(...a.subarray(4), ...J) / steps.energy(...first.subarray(4), ...J) - 1));
    moved.set(100 * Math.hypot(...L.map((x, i) => x - L0[i])) / n);
    off.set(180 / Math.PI * steps.apart(...a.subarray(0, 4), ...e.subarray(0, 4)));
    curves.mark(t);
  } });
  const up = run => run.each(steps.to_space, UP, 0, 4).map(v => v[1]);
  return {
    change() {
      const motion = [1, 0, 0, 0, ...steps.tilted(SPIN, tilt.value)], count = Math.round(T / h.value);
      mine = live.run(steps[`free_${method.value}`], { motion, h: h.value, count, J });
      true_ = live.run(steps.free_exact, { motion, h: h.value, count, J });
      const ups = up(mine);
      curves.set([[...true_.t], up(true_), true_.rows === mine.rows ? ups : [...true_.t].map((_, k) => ups[k] ?? null)]);
      trail?.set(mine.each(steps.to_space, [0, 0.86, 0], 0, 4).flat());
      const end = Math.min(mine.rows, true_.rows) - 1, far = 180 / Math.PI * steps.apart(...mine.at(end).subarray(0, 4), ...true_.at(end).subarray(0, 4));
      at.tell({ [method.value]: mine }, `After ${live.told(mine.t[end], 3, 's', true)} the computed handle is ${live.told(far, 2, '°')} from the exact one.`);
      player.show(player.t);
    },
    now: () => [...mine.at(Math.min(mine.rows - 1, 160))],
  };
} });
