// A box that turns about one axis at a time: the turns seen, the arcs on the sphere of momenta, and the energy for a long time.
live.part('splitting', { make(at, steps) {
  const { J, omega, T, long, parts } = at.values, degrees = 180 / Math.PI, start = [1, 0, 0, 0, ...omega];
  const h = at.slider({ name: 'step', label: 'step', unit: 's', min: 0.05, max: 2, value: at.values.h, log: true });
  const view = [1.1, 0.55], left = at.scene({ name: 'the box, and its ghost in the true motion', view, reach: 1.2, label: 'A box that turns about one of its axes at a time, and the true motion, translucent.' });
  const right = left && at.scene({ name: 'its momentum, seen from the body', view: left.view, reach: 1.3, label: 'The sphere of momenta: the polhode, and the arcs of the turns beside it.' });
  const ghost = left?.body('box-312', { ghost: true }), box = left?.body('box-312');
  right?.surface({ colour: '--pst-color-surface', opacity: 1 });
  right?.axes(1.2, ['1', '2', '3']);
  const polhode = right?.curve({ colour: 1, width: 4 }), way = right?.curve({ colour: '--live-quiet', width: 1.4 }), now_ = right?.point({ size: 0.04 });
  const first = parts.map(([axis]) => right?.curve({ colour: [2, 3, 4][axis], width: 3.4 }));
  const dials = { turn: at.dial('a step turns the body by', '°', 3), first: at.dial('energy swings, first 200 s', '%', 3), second: at.dial('second 200 s', '%', 3), rival: at.dial('your buss3 gains, in 400 s', '%', 3) };
  const chart = at.curves({ label: 'Energy of both computed motions over 400 s, divided by the energy at the start.', height: 190, x: { label: 'time (s)' }, y: { label: 'energy / energy at the start' },
    lines: [{ label: 'one axis at a time', colour: 2, width: 1.4 }, { label: 'your buss3, of the last chapter', colour: 5, width: 2.4 }] });
  const l0 = steps.body_momentum(...omega, ...J), size = Math.hypot(...l0), on = (l, out = 1.008) => l.map(x => out * x / size), flows = [steps.about_1, steps.about_2, steps.about_3];
  const P = steps.period(...omega, ...J), around = live.run(steps.free_exact, { motion: start, h: P / 240, count: 240, J });
  polhode?.set(Array.from({ length: 241 }, (_, k) => on(steps.body_momentum(...around.at(k).subarray(4), ...J))).flat());

  // All turns of the first T seconds, each quarter of a step's time for one axis cut into equal pieces; records of 7: attitude, momentum.
  function turns(step) {
    const pieces = Math.max(1, Math.ceil(step / 0.1)), count = Math.round(T / step), records = new Float64Array((12 * pieces * count + 1) * 7), marks = [];
    let y = [1, 0, 0, 0, ...l0], rows = 0;
    const keep = () => records.set(y, 7 * rows++);
    keep();
    for (let n = 0; n < count; n++) for (const [axis, part] of parts) {
      const from = rows - 1;
      for (let k = 0; k < part * pieces; k++) { y = flows[axis](...y, ...J, step / 4 / pieces); keep(); }
      if (n === 0) marks.push([from, rows]);
    }
    const t = Float64Array.from({ length: rows }, (_, k) => k * step / 12 / pieces);
    return { records, size: 7, rows, t, marks, momentum: k => Array.from(records.subarray(7 * k + 4, 7 * k + 7)), last: y };
  }

  let mine, exact, found;
  const player = at.player({ duration: T, seconds: T, draw: t => {
    if (!mine) return;
    const k = Math.min(mine.rows - 1, Math.floor(t / mine.t[1]));
    box?.follow(mine, Math.min(t, mine.t[mine.rows - 1]));
    ghost?.follow(exact, t);
    way?.upto(k + 1);
    now_?.set(...on(mine.momentum(k), 1));
  } });
  const relative = run => { const E = run.each(steps.energy, J, 4); return E.map(x => x / E[0]); };
  const swing = E => E.reduce((a, x) => Math.max(a, x), -Infinity) - E.reduce((a, x) => Math.min(a, x), Infinity);
  return {
    change() {
      const step = h.value, count = Math.round(long / step), every = Math.ceil(count / 1000);
      const [split, rival] = [steps.free_splitting_123, steps.free_buss3_series].map(s => live.run(s, { motion: start, h: step, count, J, every }));
      const E = relative(split), B = relative(rival), half = Math.floor(E.length / 2);
      mine = turns(step);
      exact = live.run(steps.free_exact, { motion: start, h: T / 560, count: 560, J });
      found = { first: swing(E.slice(0, half)), second: swing(E.slice(half, 2 * half)), rival: B[B.length - 1] - 1 };
      way?.set(Array.from({ length: mine.rows }, (_, k) => on(mine.momentum(k))).flat());
      mine.marks.forEach(([a, b], i) => first[i]?.set(Array.from({ length: b - a }, (_, k) => on(mine.momentum(a + k), 1.016)).flat()));
      dials.turn.set(degrees * step * Math.hypot(...omega));
      dials.first.set(100 * found.first);
      dials.second.set(100 * found.second);
      dials.rival.set(100 * found.rival);
      chart.set([[...split.t], E, [...split.t].map((_, k) => B[k] ?? null)]);
      const wild = found.second > 0.06 || found.second > 1.5 * found.first;
      at.tell({ }, wild ? `With steps of ${live.told(step, 3, 's')} the energy is all over the place: they are too long.`
        : `After ${count} steps the energy still swings by ${live.told(100 * found.second, 2, '%')}, and no more than at first.`);
      player.show(player.t);
    },
    now: () => [found.first, found.second, found.rival, ...mine.last],
  };
} });
