// A rate that changes evenly from one arrow to another within a second: the phone that turns so, and one that makes a single turn.
live.part('two-rates', { make(at, steps) {
  const { first, last, count } = at.values, RAD = 180 / Math.PI, FAR = 1.3, h = 1 / count;
  let tips = [first, last];
  const size = at.slider({ name: 'size', label: 'length of both arrows', unit: '°/s', min: 10, max: 360, step: 10, value: at.values.size });
  const terms = at.choice({ name: 'terms', label: 'the solid phone makes a single turn, by', kind: 'radio', value: '1', options: [['1', 'the mean'], ['2', 'the mean and the area'], ['3', 'three terms']] });
  const scene = at.scene({ name: 'the two phones, and the rate', view: [0.5, 0.45], reach: 1.5 });
  const flat = at.scene({ name: 'the rate added up', view: [-0.5, 0.4], reach: 1.1 });
  scene?.axes(1.05);
  flat?.axes(0.85);
  const ghost = scene?.body('phone', { fit: 0.82, ghost: true, opacity: 0.5 }), solid = scene?.body('phone', { fit: 0.82 });
  const arrows = ['first', 'last'].map((name, i) => scene?.arrow({ colour: i ? 2 : '--live-omega', label: i ? 'end' : 'start', width: 0.016 }));
  const handles = ['rate at the start', 'rate at the end'].map((name, i) => scene?.point({ colour: i ? 2 : '--live-omega', size: 0.055, name, drag: [FAR, FAR, FAR], on: p => { tips = tips.map((v, k) => k === i ? p.map(x => x / FAR) : v); at.change(); } }));
  const area = flat && sheet(), parabola = flat?.curve({ colour: 1, width: 3.5 }), chord = flat?.curve({ colour: 2, width: 2, dashed: true }), turn = flat?.curve({ colour: '--live-quiet', width: 5 });
  const single = flat?.point({ colour: 2, size: 0.045, label: 'single' }), here = flat?.point({ colour: '--live-quiet', size: 0.05 });
  const off = at.dial('apart after the second', '°', 4), swept = at.dial('the area, as a turn', '°', 4);
  let omega, alpha, q, full, turns, apart, scale;

  function sheet() {
    const g = new THREE.BufferGeometry(), m = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, transparent: true, opacity: 0.4, depthWrite: false }), mesh = new THREE.Mesh(g, m);
    mesh.frustumCulled = false;
    flat.paint(m, 3);
    flat.scene.add(mesh);
    return { set: points => { g.setAttribute('position', new THREE.Float32BufferAttribute(points, 3)); flat.render(); } };
  }
  // Of the rotation vectors of a path that differ by full turns, each time the one nearest to the last.
  function continued(logs) {
    let before = [0, 0, 0];
    return logs.map(v => {
      const n = Math.hypot(...v);
      if (n > 1e-9) {
        const along = before.reduce((sum, x, i) => sum + x * v[i] / n, 0), k = Math.round((along - n) / (2 * Math.PI));
        v = v.map(x => x * (1 + 2 * Math.PI * k / n));
      }
      return before = v;
    });
  }
  const added = t => omega.map((x, i) => x * t + alpha[i] * t * t / 2);
  const scaled = list => list.flat().map(x => x * scale);
  const player = at.player({ duration: 1.5, seconds: 6, draw: now => { // the last half second both phones rest
    if (!q || !scene) return;
    const t = Math.min(1, now);
    const k = Math.min(count - 1, Math.floor(t * count));
    ghost.turn(steps.onward(...q[k], ...omega, ...alpha, k * h, t - k * h));
    solid.turn(steps.exp(...turns[terms.value - 1].map(x => x * t)));
    here.set(...scaled(full[Math.round(t * count)]));
  } });

  return {
    reset() { tips = [first, last]; },
    change() {
      const w = size.value / RAD, n = terms.value - 1;
      omega = tips[0].map(x => w * x);
      alpha = tips[1].map((x, i) => w * x - omega[i]);
      q = [[1, 0, 0, 0]];
      for (let k = 0; k < count; k++) q.push(steps.onward(...q[k], ...omega, ...alpha, k * h, h));
      turns = [1, 2, 3].map(m => steps[`series_${m}`](...omega, ...alpha, 1));
      apart = turns.map(v => steps.apart(...steps.exp(...v), ...q[count]));
      full = continued(q.map(r => steps.log(...r)));
      const missed = RAD * Math.hypot(...turns[1].map((x, i) => x - turns[0][i]));
      off.set(RAD * apart[n] < 1e-6 ? 0 : RAD * apart[n]);
      swept.set(missed);
      scale = 1 / w;
      if (scene) {
        tips.forEach((v, i) => { const tip = v.map(x => FAR * x); arrows[i].set(tip); handles[i].set(...tip); });
        const path = q.map((_, k) => added(k * h));
        parabola.set(scaled(path));
        turn.set(scaled(full));
        chord.set([0, 0, 0, ...scaled(path[count])]);
        area.set(path.slice(1).flatMap((p, k) => [0, 0, 0, ...scaled(path[k]), ...scaled(p)]));
        single.set(...scaled(turns[n]));
      }
      at.say(missed < 1e-3 ? 'The arrows lie on one line: there is no area, and the phones end together.' : '');
      player.show(player.t);
    },
    now: () => [...q[count], ...turns.flat(), ...apart],
  };
} });
