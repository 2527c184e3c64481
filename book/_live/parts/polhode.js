// The polhode: the momentum sphere in the body, the ellipsoid of its energy, and the body that tumbles with that start.
live.part('polhode', { make(at, steps) {
  const { J: first, size, toward, T, low, high } = at.values, names = ['J₁', 'J₂', 'J₃'], START = toward.map(x => x / Math.hypot(...toward)), ROWS = 960, OUT = 1.006;
  const moments = names.map((name, i) => at.slider({ name: `J${i + 1}`, label: `moment ${name}`, unit: 'kg m²', min: low, max: high, step: 0.05, value: first[i] }));
  const sphere = at.scene({ name: 'in the body', view: [0.63, 0.47], reach: 1.5, label: 'The sphere of momenta, cut by the ellipsoid of energy.' });
  const space = sphere && at.scene({ name: 'in space', view: sphere.view, reach: 1.3, label: 'The body, its angular velocity, and the momentum upright.' });
  sphere?.surface({ colour: '--pst-color-surface', opacity: 1 });
  const ellipsoid = sphere?.surface({ colour: '--live-momentum', opacity: 0.3 }), family = Array.from({ length: 16 }, () => sphere?.curve({ colour: '--live-quiet', width: 1.2 }));
  const edges = [0, 1].map(() => sphere?.curve({ colour: 2, width: 1.8, dashed: true })), mine = sphere?.curve({ colour: 1, width: 4 });
  const now_ = sphere?.arrow({ label: 'ℓ' });
  sphere?.axes(1.24, ['1', '2', '3']);
  const body = space?.body('cube', { fit: 0 }), up = space?.arrow({ label: 'L' }), omega = space?.arrow({ label: 'ω', colour: '--live-omega' });
  up?.set([0, 0, 1.02]);
  const dials = { T: at.dial('energy T', 'J'), L: at.dial('momentum |L|', 'kg m²/s'), P: at.dial('period', 's'), off: at.dial('from the separatrix', '°'), room: at.dial('two least moments less the largest', 'kg m²', 2) };
  let d = START.slice(), J = first.slice(), run, found, refused = '', tooLarge = '', familyOf = '';
  const start = sphere?.point({ drag: [1, 1, 1], size: 0.055, name: 'start on the sphere of momenta', on: to => { d = to; at.change(); } });
  const on = (run, count = run.rows) => Array.from({ length: count }, (_, k) => steps.body_momentum(...run.at(k).subarray(4), ...J).map(x => OUT * x / size));
  const motion = l => [...steps.resting(...l), ...steps.body_rates(...l, ...J)];

  // One polhode, by exact steps over its period; on the separatrix there is none.
  function once(l, least) {
    const m = motion(l), w = m.slice(4), P = steps.period(...w, ...J);
    const count = Math.min(3000, Math.max(least, Math.ceil(P * Math.hypot(...w) / 0.3)));
    return P < 1e4 ? { P, points: on(live.run(steps.free_exact, { motion: m, h: P / count, count, J })) } : { P: Infinity, points: [] };
  }

  // Starts on the great circle through the outer axes: four rings about each of the four ends, two halves of the separatrix.
  function rings() {
    const key = J.join();
    if (!sphere || key === familyOf) return;
    familyOf = key;
    const order = [0, 1, 2].sort((i, k) => J[i] - J[k]), [a, b, c] = order;
    const at_ = (x, z) => { const v = [0, 0, 0]; v[a] = x; v[c] = z; return v; };
    const edge = J[a] < J[c] ? crossing(angle => steps.beside(...at_(Math.cos(angle), Math.sin(angle)), ...J)) : 0;
    const angles = [0.3, 0.62, 0.85, 0.97].flatMap(f => [edge * f, Math.PI / 2 - (Math.PI / 2 - edge) * f]);
    angles.forEach((angle, i) => {
      const points = J[a] < J[c] ? once(at_(Math.cos(angle), Math.sin(angle)).map(x => x * size), 72).points.flat() : [];
      family[2 * i].set(points);
      family[2 * i + 1].set(points.map(x => -x));
    });
    edges.forEach((line, side) => {
      const u = at_(Math.cos(edge), side ? -Math.sin(edge) : Math.sin(edge));
      line.set(J[a] < J[b] && J[b] < J[c] ? Array.from({ length: 121 }, (_, k) => { const f = k * Math.PI / 60; return [0, 1, 2].map(i => OUT * (Math.cos(f) * u[i] + (i === b ? Math.sin(f) : 0))); }).flat() : []);
    });
  }
  // the angle of a quarter turn at which a growing function is zero
  function crossing(f) {
    let lo = 0, hi = Math.PI / 2;
    for (let k = 0; k < 50; k++) { const middle = (lo + hi) / 2; if (f(middle) < 0) lo = middle; else hi = middle; }
    return lo;
  }

  // The slider that moved goes back to where its moment can be that of a body.
  function physical() {
    const want = moments.map(m => m.value), i = want.findIndex((x, k) => x !== J[k]);
    refused = tooLarge = '';
    if (i >= 0) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3], least = Math.abs(want[j] - want[k]), most = want[j] + want[k], x = Math.max(least, Math.min(most, want[i]));
      if (Math.abs(x - want[i]) > 1e-9) {
        const big = want[i] > most ? i : want[j] > want[k] ? j : k;
        refused = `Refused: no body has the moments ${want.map(v => live.told(v, 3, '', true)).join(', ')}, because ${names[big]} is larger than the sum of the other two. ${names[i]} stays at ${live.told(x, 3, '', true)}, a flat plate.`;
        const sum = want.reduce((a, b) => a + b) - want[big];
        tooLarge = `refused: ${live.told(sum, 3, '', true)} − ${live.told(want[big], 3, '', true)}`;
        moments[i].set(+x.toPrecision(6));
        want[i] = moments[i].value;
      }
    }
    J = want;
  }

  const player = at.player({ duration: T, seconds: T, draw: t => {
    if (!run || !body) return;
    const k = Math.min(run.rows - 1, Math.round(t / run.t[1])), m = run.at(k);
    body.follow(run, t);
    omega.set(steps.to_space(...m).map(x => x / found.fastest));
    now_.set(steps.body_momentum(...m.subarray(4), ...J).map(x => 1.24 * x / size));
  } });
  return {
    reset() { d = START.slice(); },
    change() {
      physical();
      const l = d.map(x => x * size), m = motion(l), w = m.slice(4), E = steps.energy(...w, ...J), off = steps.beside(...l, ...J), { P, points } = once(l, 200);
      run = live.run(steps.free_exact, { motion: m, h: T / ROWS, count: ROWS, J });
      rings();
      found = { E, P, off, fastest: Math.max(...Array.from({ length: run.rows }, (_, k) => Math.hypot(...run.at(k).subarray(4)))) };
      ellipsoid?.scale(...steps.energy_axes(...w, ...J).map(x => x / size));
      mine?.set(points.flat());
      start?.set(...d);
      const sides = steps.box_sides(...J), wide = Math.max(...sides);
      body?.scale(...sides.map(x => 1.25 * Math.max(x / wide, 0.02)));
      dials.T.set(E); dials.L.set(size); dials.P.set(P < 1e4 ? P : '∞'); dials.off.set(Math.abs(off));
      dials.room.set(tooLarge || Math.abs(+(J.reduce((a, b) => a + b) - 2 * Math.max(...J)).toFixed(9)));
      const order = [0, 1, 2].sort((i, k) => J[i] - J[k]), about = off < 0 ? order[0] : order[2];
      at.tell({ '': run }, refused || (J[order[0]] === J[order[2]] ? 'All moments are equal: every axis is a principal axis, and the momentum stays where it is.'
        : Math.abs(off) < 0.02 ? 'The start is on the separatrix: the momentum nears axis ' + (order[1] + 1) + ' and does not come back.'
        : `The momentum circles axis ${about + 1}, that of the ${about === order[0] ? 'least' : 'greatest'} moment.`));
      player.show(player.t);
    },
    now: () => [found.E, found.P, found.off, ...steps.body_momentum(...run.at(Math.round(5 / T * ROWS)).subarray(4), ...J)],
  };
} });
