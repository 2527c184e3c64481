// A unit whose axis goes round a cone, and what a computer makes of its gyroscopes.
live.part('coning', { make(at, steps) {
  const { rounds, hertz } = at.values, RAD = 180 / Math.PI, TURN = 2 * Math.PI, HOUR = 3600 * hertz;
  const ways = { none: ['each reading a turn', 1], two: ['pairs, one cross product', 2], three: ['threes, any motion', 3], tuned: ['threes, tuned to cones', 3] };
  const cone = at.slider({ name: 'cone', label: 'half-angle of the cone', unit: '°', min: 1, max: 60, value: at.values.cone, log: true });
  const samples = at.slider({ name: 'samples', label: 'readings a round', min: 6, max: 96, step: 6, value: at.values.samples });
  const way = at.choice({ name: 'way', label: 'the computer takes', options: Object.keys(ways).map(k => [k, ways[k][0]]) });
  const scene = at.scene({ name: 'unit, and unit as computed', view: [0.75, 0.35], reach: 1.35 });
  const flat = at.scene({ name: 'the cone from above: arc and chords', view: [0, 0], reach: 1.3 });
  scene?.surface({ opacity: 0.12 });
  const box = scene?.body('box', { fit: 0.62 }), ghost = scene?.body('box', { fit: 0.62, ghost: true }), axis = scene?.arrow({ colour: '--live-omega', label: 'axis x', width: 0.016 });
  const rim = scene?.curve({ colour: '--live-trail', width: 2.5 }), cap = scene && sheet(scene, '--live-trail', 0.45);
  const arc = flat?.curve({ colour: '--live-trail', width: 3 }), chords = flat?.curve({ colour: 2, width: 2.5 }), gap = flat && sheet(flat, 2, 0.55), here = flat?.point({ colour: '--live-omega', size: 0.06, label: 'axis x' });
  const chart = at.curves({ label: 'Turn about the axis of the cone that the computer has added to the truth, in degrees, against the number of rounds.', height: 170, x: { label: 'rounds', range: [0, rounds] }, y: { label: 'computed attitude off (degrees)', size: 56 },
    lines: [{ label: 'computed', colour: 1, width: 3 }, { label: 'minus the area between arc and chords', colour: 2, width: 2, dash: [8, 5] }] });
  const says = at.dial('gyroscope x has added up', '°', 4), off = at.dial('computed attitude off', '°', 3);
  const table = at.table(['drift', 'a round (°)', 'an hour (°)'], [...Object.values(ways).map(w => w[0]), 'minus the area between arc and chords', 'gyroscope x alone: minus the cap'], `The unit is at rest on the whole: each of these numbers should be zero. An hour has ${3600 * hertz} rounds`);
  let runs, heads, drifts, lies;

  function sheet(scene, colour, opacity) {
    const g = new THREE.BufferGeometry(), m = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, transparent: true, opacity, depthWrite: false }), mesh = new THREE.Mesh(g, m);
    mesh.frustumCulled = false;
    scene.paint(m, colour);
    scene.scene.add(mesh);
    return { set: points => { g.setAttribute('position', new THREE.Float32BufferAttribute(points, 3)); scene.render(); } };
  }
  const tip = (phase, angle) => steps.to_space(...steps.coning(phase, angle), 1, 0, 0);
  // the circle of the axis seen from above, with radius 1
  const above = (phase, up = 0) => { const [, y, z] = tip(phase, beta()), n = Math.hypot(y, z); return [up, y / n, z / n]; };
  const beta = () => cone.value / RAD;

  // The attitudes of a computer that reads so many increments a round and joins them by twos or threes.
  function compute(name) {
    const n = samples.value, group = ways[name][1], count = rounds * n / group, records = new Float64Array(4 * (count + 1)), t = new Float64Array(count + 1);
    let q = steps.coning(0, beta()), last = steps.reading(0, beta());
    records.set(q);
    for (let k = 0; k < count; k++) {
      const increments = [];
      for (let j = 1; j <= group; j++) {
        const next = steps.reading(TURN * (k * group + j) / n, beta());
        increments.push(...next.map((x, i) => x - last[i]));
        last = next;
      }
      q = steps[`advance_${name}`](...q, ...increments);
      records.set(q, 4 * (k + 1));
      t[k + 1] = (k + 1) * group / n;
    }
    return { records, t, rows: count + 1, size: 4, at: k => records.subarray(4 * k, 4 * k + 4) };
  }
  // How far it is off about the axis of the cone, followed through full turns.
  function headings(run) {
    let last = 0;
    return Array.from({ length: run.rows }, (_, k) => {
      let a = steps.heading(...run.at(k), ...steps.coning(TURN * run.t[k], beta()));
      a += TURN * Math.round((last - a) / TURN);
      return last = a;
    });
  }
  const player = at.player({ duration: rounds, seconds: 2 * rounds, unit: 'rounds', draw: t => {
    if (!runs) return;
    const phase = TURN * t, run = runs[way.value], k = Math.min(run.rows - 1, Math.floor(t / run.t[1] + 1e-9));
    says.set(RAD * steps.reading(phase, beta())[0]);
    off.set(RAD * heads[way.value][k]);
    chart.mark(t);
    if (!scene) return;
    const true_ = steps.coning(phase, beta());
    ghost.turn(true_);
    box.follow(run, t);
    axis.set(steps.to_space(...true_, 1.08, 0, 0));
    here.set(...above(phase, 0.05));
    const part = phase % TURN || (t ? TURN : 0), fan = Math.max(1, Math.ceil(part / TURN * 64)), rings = 6, points = [];
    const p = (i, j) => tip(part * i / fan, beta() * j / rings);
    for (let i = 0; i < fan; i++) for (let j = 0; j < rings; j++) { const [a, b, c, d] = [p(i, j), p(i + 1, j), p(i, j + 1), p(i + 1, j + 1)]; points.push(...a, ...b, ...c, ...c, ...b, ...d); }
    cap.set(points);
  } });

  return {
    change() {
      const n = samples.value;
      runs = Object.fromEntries(Object.keys(ways).map(name => [name, compute(name)]));
      heads = Object.fromEntries(Object.keys(ways).map(name => [name, headings(runs[name])]));
      drifts = Object.keys(ways).map(name => heads[name].at(-1) / rounds);
      lies = [-steps.missed(beta(), n), steps.reading(TURN, beta())[0]];
      [...drifts, ...lies].forEach((x, i) => { table.set(i, 1, live.told(RAD * x)); table.set(i, 2, live.told(RAD * x * HOUR)); });
      const run = runs[way.value];
      chart.set([[...run.t], heads[way.value].map(x => RAD * x), [...run.t].map(t => way.value === 'none' ? RAD * lies[0] * t : null)]);
      if (scene) {
        rim.set(Array.from({ length: 97 }, (_, k) => tip(TURN * k / 96, beta())).flat());
        arc.set(Array.from({ length: 193 }, (_, k) => above(TURN * k / 192, 0.02)).flat());
        const corners = Array.from({ length: n + 1 }, (_, k) => above(TURN * k / n, 0.03)), points = [];
        chords.set(corners.flat());
        for (let k = 0; k < n; k++) for (let j = 0; j < 8; j++) points.push(...corners[k], ...above(TURN * (k + j / 8) / n, 0.01), ...above(TURN * (k + (j + 1) / 8) / n, 0.01));
        gap.set(points);
      }
      player.show(player.t);
    },
    now: () => [...drifts.map(x => RAD * x), ...lies.map(x => RAD * x), ...runs[way.value].at(runs[way.value].rows - 1), ...steps.coning(1, beta())],
  };
} });
