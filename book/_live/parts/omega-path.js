// The Magnus series as a path of rotation vectors: in the tangent space, and wrapped into the ball of the rotations.
live.part('omega-path', { make(at, steps) {
  const { rate, T, count } = at.values, MOST = 5, SIZE = 1 / Math.PI, TERMS = [1, 2, 3, 4];
  const tilt = at.slider({ name: 'tilt', label: 'angle between rate and acceleration', unit: '°', min: 0, max: 180, step: 1, value: at.values.tilt });
  const alpha = at.slider({ name: 'alpha', label: 'angular acceleration', unit: 'rad/s²', min: 0, max: 3, step: 0.05, value: at.values.alpha });
  const terms = at.choice({ name: 'terms', label: 'terms of the series', kind: 'radio', value: '2', options: TERMS.map(n => [String(n), String(n)]) });
  const space = at.scene({ name: 'tangent space: Ω(t), as long as it likes', view: [0.55, 0.62], reach: 1.75 });
  const ball = at.scene({ name: 'rotations: the ball of radius π', view: space?.view, reach: 1.75 });
  const show = (scene, pieces) => {
    if (!scene) return null;
    scene.surface({ opacity: 0.14 });
    scene.curve({ colour: '--live-quiet', width: 1, opacity: 0.7 }).set(Array.from({ length: 97 }, (_, k) => [Math.cos(k * Math.PI / 48), Math.sin(k * Math.PI / 48), 0]).flat());
    const make = (colour, width) => Array.from({ length: pieces }, () => scene.curve({ colour, width }));
    const made = { true: make('--live-quiet', 5), mine: make(1, 2.5), jumps: Array.from({ length: 2 * (pieces - 1) }, (_, k) => scene.curve({ colour: k % 2 ? 1 : '--live-quiet', width: 1.5, dashed: true })),
      at: scene.point({ colour: 1, size: 0.06 }), there: scene.point({ colour: '--live-quiet', size: 0.06 }), end: scene.point({ colour: '--pst-color-text-base', size: 0.05, label: 'one full turn' }) };
    scene.point({ colour: '--pst-color-text-base', size: 0.03 }).set(0, 0, 0);
    scene.label('0').set(0, 0, -0.12);
    return made;
  };
  const inSpace = show(space, 1), inBall = show(ball, MOST);
  const arrow = space?.arrow({ colour: '--live-omega', label: 'ω', width: 0.016 });
  const chart = at.curves({ label: 'Angle between the rotation of the series and the true one, against time, for one to four terms.', height: 200, x: { label: 'time (s)', range: [0, T] }, y: { label: 'error (rad)', log: true, range: [1e-9, 10], size: 52 },
    lines: [...TERMS.map(n => ({ label: `${n} term${n > 1 ? 's' : ''}`, colour: n, width: 1.8, dash: [undefined, [10, 4], [6, 4], [2, 4]][n - 1] })), { label: 'half a turn', colour: 'quiet', only: true, size: 9 }, { label: 'one full turn: the series is promised up to here', colour: 'ink', only: true, size: 12 }] });
  const error = at.dial('error', 'rad'), turned = at.dial('the body has turned by', 'π'), length = at.dial('|Ω| of the series', 'π'), truth = at.dial('|Ω| of the true motion', 'π');
  const h = T / count;
  let q, way, mine, full, half, errors;

  // Pieces of a path in the ball; a path that leaves it goes on at the opposite point.
  function pieces(points) {
    const out = [[]], jumps = [];
    points.forEach((p, k) => {
      if (k && Math.hypot(...p.map((x, i) => x - points[k - 1][i])) > 3) { jumps.push([...points[k - 1], ...p]); out.push([]); }
      out.at(-1).push(p);
    });
    return [out, jumps];
  }
  const scaled = list => list.flat().map(x => x * SIZE);
  // The true motion without jumps: of the rotation vectors that differ by full turns, the one nearest to the last.
  function continued(logs) {
    let last = [0, 0, 0];
    return logs.map(v => {
      const n = Math.hypot(...v);
      if (n > 1e-9) {
        const along = last.reduce((sum, x, i) => sum + x * v[i] / n, 0), k = Math.round((along - n) / (2 * Math.PI));
        v = v.map(x => x * (1 + 2 * Math.PI * k / n));
      }
      return last = v;
    });
  }
  const player = at.player({ duration: T, seconds: 9, draw: t => {
    if (!mine) return;
    const k = Math.round(t / h), n = terms.value - 1;
    error.set(errors[n][k]);
    turned.set(way[k] / Math.PI);
    length.set(Math.hypot(...mine[n][k]) / Math.PI);
    truth.set(Math.hypot(...full[k]) / Math.PI);
    chart.mark(t);
    if (!space) return;
    inSpace.at.set(...scaled(mine[n][k]));
    inSpace.there.set(...scaled(full[k]));
    inBall.at.set(...scaled(steps.log(...steps.exp(...mine[n][k]))));
    inBall.there.set(...scaled(steps.log(...q[k])));
  } });

  return {
    change() {
      const omega = [rate, 0, 0], turn = steps.tilted(alpha.value, tilt.value), a = [turn[1], turn[0], 0];
      q = [[1, 0, 0, 0]];
      way = [0];
      for (let k = 0; k < count; k++) {
        q.push(steps.onward(...q[k], ...omega, ...a, k * h, h));
        way.push(way[k] + steps.way(...omega, ...a, k * h, h));
      }
      mine = TERMS.map(n => q.map((_, k) => steps[`series_${n}`](...omega, ...a, k * h)));
      errors = mine.map(path => path.map((v, k) => steps.apart(...steps.exp(...v), ...q[k])));
      const logs = q.map(r => steps.log(...r));
      full = continued(logs);
      const beyond = x => way.findIndex(w => w >= x);
      half = beyond(Math.PI);
      const whole = beyond(2 * Math.PI), n = terms.value - 1, spot = k => way.map((_, i) => i === k ? Math.max(1e-9, errors[n][k]) : null);
      chart.set([q.map((_, k) => k * h), ...errors.map(e => e.map((x, k) => k && x > 1e-9 ? x : null)), spot(half), spot(whole)]);
      if (space) {
        inSpace.true[0].set(scaled(full));
        inSpace.mine[0].set(scaled(mine[n]));
        arrow.set(omega.map(x => 0.42 * x));
        const [truePieces, trueJumps] = pieces(logs), [minePieces, mineJumps] = pieces(mine[n].map(v => steps.log(...steps.exp(...v))));
        for (let k = 0; k < MOST; k++) {
          inBall.true[k].set(scaled(truePieces[k] || []));
          inBall.mine[k].set(scaled(minePieces[k] || []));
          if (k < MOST - 1) { inBall.jumps[2 * k].set(scaled(trueJumps[k] || [])); inBall.jumps[2 * k + 1].set(scaled(mineJumps[k] || [])); }
        }
        for (const made of [inSpace, inBall]) made.end.show(whole >= 0);
        if (whole >= 0) { inSpace.end.set(...scaled(full[whole])); inBall.end.set(...scaled(logs[whole])); }
      }
      at.say(whole >= 0 ? `After ${live.told(whole * h, 3, 's')} the body has turned by one full turn, back and forth added. Up to here the series is sure to converge; beyond, nothing is promised.` : `In ${T} s the body turns by less than one full turn, so the series converges all the way.`);
      player.show(player.t);
    },
    now: () => [...q[count], way[count], ...mine.flatMap(path => path[count / 2]), errors[terms.value - 1][count / 2], ...steps.log(...q[count / 2]), ...steps.onward(1, 0, 0, 0, rate, 0, 0, 0, rate, 0, 0, 1)],
  };
} });
