// A turn about an axis: the body, the half angle on its circle, and a band that remembers the turn.
live.part('exponential', { make(at, steps) {
  const { axis: AXIS, sample } = at.values, COUNT = 160, LONG = 2, END = 0.16, WIDE = 0.17;
  let axis = AXIS, band;
  const angle = at.slider({ name: 'angle', label: 'angle of the turn', min: 0, max: 4, step: 0.0625, value: at.values.angle, said: x => `${live.told(x, 4, '', true)} π` });
  const slack = at.slider({ name: 'slack', label: 'let the band go', min: 0, max: 1, step: 0.01, value: 0, said: x => `${Math.round(100 * x)} %` });
  for (const [turns, text] of [[2, 'one turn, 2π'], [4, 'two turns, 4π']]) at.button(text, () => { angle.set(turns); slack.set(0); at.change(); });
  const scene = at.scene({ name: 'body, band and wall', view: [-0.62, 0.32], reach: 1.58 });
  const box = scene?.body('box', { fit: 0.36 }), start = scene?.body('box', { fit: 0.36, ghost: true }), line = scene?.curve({ colour: '--live-quiet', width: 1.5, dashed: true });
  const wall = scene && sheet(), ribbon = scene && sheet();
  const handle = scene?.point({ colour: '--live-omega', size: 0.05, label: 'axis', name: 'axis', drag: [1.36, 1.36, 1.36], on: p => { axis = p.map(x => x / 1.36); at.change(); } });
  const flat = at.scene({ name: 'q on the circle of half angles', view: [0, 0], reach: 1.42 });
  if (flat) {
    flat.curve({ colour: '--live-quiet', width: 1.5 }).set(Array.from({ length: 97 }, (_, k) => [0, Math.cos(k * Math.PI / 48), Math.sin(k * Math.PI / 48)]).flat());
    flat.curve({ colour: '--live-quiet', width: 1, dashed: true }).set([0, -1, 0, 0, 1, 0]);
    flat.label('1').set(0, 0.8, 0.12);
    flat.label('−1').set(0, -0.8, 0.12);
  }
  const arc = flat?.curve({ colour: 1, width: 4 }), q1 = flat?.point({ colour: 1, size: 0.065, label: 'q' }), q2 = flat?.point({ colour: 2, size: 0.065, label: '−q' }), chord = flat?.curve({ colour: '--live-quiet', width: 1.5, dashed: true });
  const table = at.table(['quaternion', 'w', 'x', 'y', 'z'], ['q', '−q'], 'The four numbers of the two quaternions of this attitude');
  const off = at.dial('body off its start by', '°', 4), wound = at.dial('turning along the band, added up', '°', 4);

  // A strip of quadrangles, blue on one side and orange on the other.
  function sheet() {
    const g = new THREE.BufferGeometry(), meshes = [[THREE.FrontSide, 1], [THREE.BackSide, 2]].map(([side, colour]) => {
      const m = new THREE.MeshStandardMaterial({ roughness: 0.7, side });
      scene.paint(m, colour);
      const mesh = new THREE.Mesh(g, m);
      mesh.frustumCulled = false;
      scene.scene.add(mesh);
      return mesh;
    });
    return { meshes, set: (corners, normals) => {
      const at = [], up = [];
      for (let k = 0; k + 2 < corners.length; k += 2) for (const i of [k, k + 1, k + 2, k + 2, k + 1, k + 3]) { at.push(...corners[i]); up.push(...normals[i]); }
      g.setAttribute('position', new THREE.Float32BufferAttribute(at, 3));
      g.setAttribute('normal', new THREE.Float32BufferAttribute(up, 3));
      scene.render();
    } };
  }
  // Two directions square to the axis, the first one level.
  function beside([x, y, z]) {
    const n = Math.hypot(x, y), level = n > 1e-6 ? [-y / n, x / n, 0] : [0, 1, 0], [a, b] = level;
    return [level, [-b * z, a * z, b * x - a * y]];
  }
  const plus = (p, v, k = 1) => p.map((x, i) => x + k * v[i]);

  // The band runs along the first of its own three directions, and is flat at both ends; the wall stays, the body comes along.
  function draw(across, along) {
    const q = band.at(-1), corners = [], normals = [], from = axis.map(x => -1.12 * x);
    let p = from;
    const rung = (side, up) => { corners.push(plus(p, side, WIDE), plus(p, side, -WIDE)); normals.push(up, up); };
    rung(across, along);
    p = plus(p, axis, END * LONG);
    let last;
    for (const r of band) {
      const t = steps.to_space(...r, ...axis), step = LONG * (1 - 2 * END) / COUNT;
      if (last) p = plus(p, plus(t, last), step / 2);
      last = t;
      rung(steps.to_space(...r, ...across), steps.to_space(...r, ...along));
    }
    p = plus(p, last, END * LONG);
    rung(steps.to_space(...q, ...across), steps.to_space(...q, ...along));
    ribbon.set(corners, normals);
    const a = plus(from, across, 0.34), b = plus(from, across, -0.34), back = axis.map(x => -x);
    wall.set([plus(a, along, 0.34), plus(b, along, 0.34), plus(a, along, -0.34), plus(b, along, -0.34)], [back, back, back, back]);
    const place = plus(p, axis, 0.2);
    box.move(...place); box.turn(q);
    start.move(...place); start.turn([1, 0, 0, 0]);
    line.set([...axis.map(x => -1.36 * x), ...axis.map(x => 1.36 * x)]);
    handle.set(...axis.map(x => 1.36 * x));
  }

  return {
    reset() { axis = AXIS; },
    change() {
      const theta = Math.PI * angle.value, u = slack.value;
      const [across, along] = beside(axis);
      band = Array.from({ length: COUNT + 1 }, (_, k) => steps.band(k / COUNT, u, theta, ...axis, ...across));
      const q = steps.turned_by(theta, ...axis);
      q.forEach((x, i) => { table.set(0, i + 1, live.fixed(x, 3)); table.set(1, i + 1, live.fixed(-x, 3)); });
      const away = 180 / Math.PI * steps.apart(1, 0, 0, 0, ...q);
      off.set(away < 1e-9 ? 0 : away);
      const turning = 180 / Math.PI * band.reduce((sum, r, k) => k ? sum + steps.apart(...band[k - 1], ...r) : 0, 0);
      wound.set(turning < 1e-4 ? 0 : turning);
      if (scene) draw(across, along);
      if (flat) {
        const n = Math.max(2, Math.round(angle.value * 24)), on = k => { const r = steps.turned_by(k * theta / n, ...axis); return [r[0], r[1] * axis[0] + r[2] * axis[1] + r[3] * axis[2]]; };
        const [w, v] = on(n);
        arc.set(Array.from({ length: n + 1 }, (_, k) => { const [a, b] = on(k), far = 1 + 0.03 * k / n; return [0.01, far * a, far * b]; }).flat());
        q1.set(0.02, w, v);
        q2.set(0.02, -w, -v);
        chord.set([0, w, v, 0, -w, -v]);
      }
      const turns = angle.value;
      at.say(turns === 2 ? (u ? `The body has not moved. Of the twist ${live.told(turning, 3, '°')} are left: a twist of one turn can be led elsewhere, and to the other sense, but not away, because q at the body stays −1.` : 'The body is back after one turn, but q is −1, and the band is twisted.')
        : turns === 4 ? (u > 0.95 ? 'The band is flat, and neither end has turned.' : u ? `Two turns: ${live.told(turning, 3, '°')} of the twist are left, and neither end turns.` : 'The body is back after two turns, and q is 1 again. The band is twisted twice. Let it go.')
        : turns === 0 ? 'No turn: q is 1, and the band is flat.' : '');
    },
    now: () => [...steps.turned_by(Math.PI * angle.value, ...axis), ...steps.band(sample[0], slack.value, Math.PI * angle.value, ...axis, 0, 0, 1), ...steps.band(...sample, ...AXIS, 0, 0, 1)],
  };
} });
