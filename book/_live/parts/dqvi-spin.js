// The ball that spins along its flight: exact, by dqvi, and as published. The speed should not matter to the spin.
live.part('dqvi-spin', { make(at, steps) {
  const { J, mass, along, T, fastest } = at.values, k = steps.radius(...J, mass), names = ['dqvi_published', 'dqvi'];
  const speed = at.slider({ name: 'speed', label: 'speed of the flight', unit: 'm/s', min: 0, max: fastest, value: at.values.speed });
  const spin = at.slider({ name: 'spin', label: 'spin', unit: 'rad/s', min: 1, max: 150, value: at.values.spin });
  const h = at.slider({ name: 'step', label: 'step', unit: 'ms', min: 0.5, max: 4, value: 1000 * at.values.h });
  const scene = at.scene({ view: [-1.5, 0.85], ratio: '16 / 9', reach: 1.3 });
  const LANES = { exact: [-0.95, 'quiet'], dqvi: [0, 3], dqvi_published: [0.95, 2] }, SIZE = 0.34, START = -1.25, WAY = 2.5 / (fastest * T);
  const lanes = Object.entries(LANES).map(([name, [y, colour]]) => {
    if (!scene) return null;
    const ball = scene.body('ball', { fit: SIZE }), trail = scene.curve({ colour: colour === 'quiet' ? '--live-quiet' : colour, width: 2 });
    scene.label(name, colour === 'quiet' ? '--live-quiet' : colour).set(START + 0.3, y, 0.42);
    return { name, y, ball, trail };
  });
  const chart = at.curves({ label: 'Computed over true spin against the speed of the flight.', height: 200, x: { label: 'speed of the flight (m/s)', range: [0, fastest] }, y: { label: 'computed over true spin', range: [0, 5] },
    lines: [{ label: 'dqvi_published', colour: 2, points: true, size: 6 }, { label: 'dqvi', colour: 3, points: true, size: 6 }, { label: '1/(1 − (hv/2k)²)', colour: 'quiet', dash: [4, 5], width: 1.6 }],
    pick: v => { speed.set(Math.max(0, Math.min(fastest, v))); at.change(); } });
  const limit = at.dial('2k/h', 'm/s'), asked = at.dial('a step turns by', 'rad');
  const table = at.table(['method', 'rate in the table (rad/s)', 'attitudes go round at (rad/s)', 'place moves at (m/s)'], ['exact', ...names], 'Spin and speed');
  const motion = v => [...along, 0, 0, spin.value, 0, 0, 0, 0, 0, v];
  const first = (name, v, dt) => live.run(steps[`ball_${name}`], { motion: motion(v), h: dt, count: 1 });
  const rate = (run, dt) => run.rows > 1 ? steps.spin_rate(...run.at(0).subarray(0, 4), ...run.at(1).subarray(0, 4), dt) : NaN;
  // The curves depend on spin and step alone.
  const known = {}, VS = Array.from({ length: 41 }, (_, i) => fastest * i / 40);
  const curves = dt => known[`${spin.value} ${dt}`] ||= [VS, ...names.map(name => VS.map(v => { const s = rate(first(name, v, dt), dt) / spin.value; return Number.isFinite(s) ? s : null; })),
    VS.map(v => v < steps.end_of_steps(dt, k) ? steps.spin_for(v, dt, k) : null)];
  let runs, spins;
  const player = at.player({ duration: T, seconds: 10, unit: 's', draw: t => {
    if (!runs) return;
    for (const lane of lanes) {
      if (!lane) continue;
      const run = runs[lane.name], u = Math.min(run.rows - 1, t / run.step), i = Math.min(Math.floor(u), Math.max(0, run.rows - 2)), x = (run.x[i] + (u - i) * ((run.x[i + 1] ?? run.x[i]) - run.x[i])) * WAY;
      lane.ball.follow(run, t);
      lane.ball.move(START + x, lane.y, 0);
      lane.trail.upto(Math.floor(u) + 1);
    }
    chart.mark(speed.value);
  } });
  return {
    change() {
      const dt = h.value / 1000, count = Math.floor(T / dt + 1e-9);
      runs = { exact: live.run(steps.free_exact, { motion: motion(0).slice(0, 7), h: dt, count, J }) };
      for (const name of names) runs[name] = live.run(steps[`ball_${name}`], { motion: motion(speed.value), h: dt, count });
      for (const name in runs) { const run = runs[name]; run.step = dt; run.x = name === 'exact' ? [...run.t].map(t => speed.value * t) : Array.from({ length: run.rows }, (_, i) => run.at(i)[7]); }
      for (const lane of lanes) lane?.trail.set(Array.from({ length: runs[lane.name].rows }, (_, i) => {
        const run = runs[lane.name], [x, y, z] = steps.to_space(...run.at(i).subarray(0, 4), 0.7 * SIZE, 0, 0);
        return [START + run.x[i] * WAY + x, lane.y + y, z];
      }).flat());
      spins = names.map(name => rate(runs[name], dt));
      chart.set(curves(dt));
      limit.set(steps.end_of_steps(dt, k));
      asked.set(spin.value * dt);
      ['exact', ...names].forEach((name, row) => {
        const run = runs[name], none = run.rows < 2;
        table.set(row, 1, none ? 'refused' : run.at(run.rows - 1)[6]);
        table.set(row, 2, none ? '–' : rate(run, dt));
        table.set(row, 3, none ? '–' : run.size === 7 ? speed.value : steps.flown_at(...run.at(0).subarray(7, 10), ...run.at(1).subarray(7, 10), dt));
      });
      at.tell({ exact: runs.exact, dqvi: runs.dqvi, dqvi_published: runs.dqvi_published });
      player.show(player.t);
    },
    now: () => { const last = runs.dqvi_published.at(runs.dqvi_published.rows - 1); return [runs.dqvi_published.warnings.length, ...spins, ...last.subarray(0, 4), ...last.subarray(7, 10)]; },
  };
} });
