// Five clocks and the exact nut, translucent in each: their step, their start, their methods.
live.part('clocks', { make(at, steps) {
  const { J, rate, T, clocks, methods } = at.values, names = Object.keys(clocks);
  const h = at.slider({ name: 'step', label: 'step of all five', unit: 's', min: 0.025, max: 0.2, value: at.values.h, log: true });
  const tilt = at.slider({ name: 'tilt', label: 'tilt: rate about the wings at the start', unit: 'rad/s', min: 0.001, max: 1, value: at.values.tilt, log: true });
  const options = methods.map(([m, order]) => [m, `${m}, ${order === 'exact' ? order : `order ${order}`}`]);
  const chosen = names.map(n => at.choice({ name: `method-${n}`, label: `clock ${n}`, options, value: clocks[n] }));
  const first = at.scene({ name: 'A', view: [0.5, 0.3], reach: 1.2 });
  const scenes = first ? names.map((name, i) => i ? at.scene({ name, view: first.view, reach: 1.2 }) : first) : [];
  const nuts = scenes.map(s => ({ scene: s, exact: s.body('wing-nut', { ghost: true }), body: s.body('wing-nut'), arrow: s.arrow({ width: 0.03 }) }));
  const chart = at.curves({ label: 'How late each clock ticks, in seconds, against the number of the tick.', height: 190, x: { label: 'number of the tick', values: (u, vs) => vs.map(v => v % 1 ? '' : v) }, y: { label: 'late (s); below zero: early' },
    lines: names.map((n, i) => ({ label: n, colour: i + 1, points: true, width: 1.8, dash: [, , [9, 4], [3, 4]][i], size: [10, 8, 9, 6, 8][i] })) });
  const table = at.table(['clock', 'ticks', 'last one late by', 'half the step moves it by', 'energy changed by', 'momentum moved by'], names, 'After half a minute');
  let true_, truth, runs, found;

  // from within 45° of the momentum to within 45° of its opposite, at the moment when the thread stands square to it
  function ticks(run) {
    const up = run.each(steps.upright, J), times = [];
    let end = -1;
    for (let k = 0; k < up.length; k++) {
      if (Math.abs(up[k]) <= Math.SQRT1_2) continue;
      if (end >= 0 && up[end] * up[k] < 0) {
        let i = k;
        while (i > end + 1 && up[i - 1] * up[k] > 0) i--;
        times.push(run.t[i - 1] + (run.t[i] - run.t[i - 1]) * up[i - 1] / (up[i - 1] - up[i]));
      }
      end = k;
    }
    return times;
  }
  const most = changes => { const far = changes.reduce((a, x) => Math.abs(x) > Math.abs(a) ? x : a, 0); return Math.abs(far) < 1e-11 ? 0 : far; };
  const player = at.player({ duration: T, seconds: T, autoplay: false, draw: t => {
    if (!runs) return;
    nuts.forEach(({ scene, exact, body, arrow }, i) => {
      exact.follow(true_, t);
      body.follow(runs[i], t);
      const L = steps.momentum(...runs[i].at(Math.min(runs[i].rows - 1, Math.round(t / runs[i].t[1]) || 0)), ...J), n = Math.hypot(...L);
      arrow.set(L.map(x => 1.15 * x / n));
      const count = found[i].filter(x => x <= t).length;
      live.write(scene.name, `${names[i]}: ${count} tick${count === 1 ? '' : 's'}`);
    });
    chart.mark(truth.filter(x => x <= t).length || NaN);
  } });
  const run_ = (method, h) => live.run(steps[`free_${method}`], { motion: [1, 0, 0, 0, tilt.value, 0, rate], h, count: Math.round(T / h), J });
  const percent = x => x === 0 ? '0' : live.fixed(100 * x, Math.abs(x) < 1 ? 2 : 0, '%');
  return {
    change() {
      true_ = run_('exact', h.value);
      truth = ticks(true_);
      runs = chosen.map(c => run_(c.value, h.value));
      found = runs.map(ticks);
      const halves = chosen.map(c => ticks(run_(c.value, h.value / 2)));
      const late = found.map(f => f.slice(0, truth.length).map((x, i) => x - truth[i])), wrong = [], right = [], liars = [];
      names.forEach((name, i) => {
        const n = Math.min(found[i].length, truth.length), both = Math.min(found[i].length, halves[i].length), E = runs[i].each(steps.energy, J, 4), L = runs[i].each(steps.momentum, J);
        const energy = most(E.map(x => x / E[0] - 1)), momentum = most(L.map(x => steps.moved(x[0], x[1], x[2], L[0][0], L[0][1], L[0][2])));
        const good = found[i].length === truth.length && (!n || Math.abs(late[i][n - 1]) < 0.1);
        (good ? right : wrong).push(name);
        if (!good && energy === 0 && momentum === 0) liars.push(name);
        table.set(i, 1, `${found[i].length} of ${truth.length}`);
        table.set(i, 2, n ? live.fixed(late[i][n - 1], 2, 's') : '–');
        table.set(i, 3, both ? live.fixed(halves[i][both - 1] - found[i][both - 1], 2, 's') : '–');
        table.set(i, 4, percent(energy));
        table.set(i, 5, percent(momentum));
      });
      const count = Math.max(truth.length, 1);
      chart.set([Array.from({ length: count }, (_, k) => k + 1), ...late.map(l => Array.from({ length: count }, (_, k) => l[k] ?? null))]);
      const list = (a, nobody) => a.length ? a.join(', ') : nobody;
      at.tell(Object.fromEntries(names.map((n, i) => [n, runs[i]])), `The exact nut ticks ${truth.length} times. On time to a tenth of a second: ${list(right, 'none')}.${liars.length ? ` Energy and momentum perfect, and the time wrong: ${list(liars)}.` : ''}`);
      player.show(player.t);
    },
    now: () => [...found.map(f => f.length), ...found.filter(f => f.length > 6).map(f => f[6])],
  };
} });
