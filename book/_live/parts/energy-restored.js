// One step from a polhode, and the way back: on Poinsot's ellipsoid along the hyperboloid, on the sphere of momenta by the least turn.
live.part('energy-restored', { make(at, steps) {
  const { J, omega, phases } = at.values, OUT = 1.008, degrees = 180 / Math.PI, ALONG = Array.from({ length: 61 }, (_, k) => -0.2 + 0.02 * k);
  const h = at.slider({ name: 'step', label: 'step', unit: 's', min: 0.1, max: 1.6, value: at.values.h, log: true });
  const phase = at.slider({ name: 'phase', label: 'start on the polhode', unit: 'periods', min: 0, max: 1 - 1 / phases, value: at.values.phase, step: 1 / phases });
  const method = at.choice({ name: 'method', label: 'method', options: at.values.methods.map(([m, order]) => [m, `${m}, order ${order}`]), value: at.values.method });
  const asked = at.slider({ name: 'asked', label: 'energy asked for, of the right one', unit: '%', min: 70, max: 140, value: 100, step: 1 });
  const view = [0.6, 1.02], left = at.scene({ name: 'on Poinsot’s ellipsoid', view, reach: 1.12, label: 'Two polhodes on Poinsot’s ellipsoid, and the way from one to the other at right angles.' });
  const right = left && at.scene({ name: 'on the sphere of momenta', view: left.view, reach: 1.42, label: 'The same two polhodes on the sphere of momenta, and the arc of the least turn.' });

  const unit = [0, 1, 2].map(i => steps.poinsot(...[0, 1, 2].map(k => k === i ? 1 : 0), ...J)[i]), scale = 1.05 / Math.max(...unit);
  const size = Math.hypot(...steps.body_momentum(...omega, ...J));
  const onEllipsoid = (w, out = OUT) => steps.poinsot(...w, ...J).map(x => out * scale * x), onSphere = (w, out = OUT) => steps.body_momentum(...w, ...J).map(x => out * x / size);
  const sides = left ? [[left, onEllipsoid, 'ρ'], [right, onSphere, 'ℓ']].map(([scene, on, letter], i) => {
    scene.surface({ colour: '--pst-color-surface', opacity: 1, axes: i ? [1, 1, 1] : unit.map(x => x * scale) });
    (i ? [1, 1, 1] : unit.map(x => x * scale)).forEach((out, k) => {  // axes that look out of the surface
      const end = [0, 1, 2].map(n => n === k ? out + 0.2 : 0);
      scene.curve({ colour: '--live-quiet', width: 1.2 }).set([0, 0, 0, ...end]);
      scene.label(String(k + 1), '--pst-color-text-muted').set(...end.map(x => x * 1.07));
    });
    const s = { on, right: scene.curve({ colour: 1, width: 3.5 }), wrong: scene.curve({ colour: '--live-quiet', width: 2.2, dashed: true }), way: scene.curve({ colour: 3, width: 2.5 }), aim: scene.curve({ colour: 1, width: 1.6 }),
      start: scene.point({ size: 0.032 }), exact: scene.point({ size: 0.04, colour: '--live-quiet' }), off: scene.point({ size: 0.036, colour: 2 }), back: scene.point({ size: 0.036, colour: 1 }), names: [scene.label(letter, 2), scene.label(`${letter}⁺`, 1)] };
    return s;
  }) : [];
  const arc = right?.curve({ colour: 2, width: 6 });
  const turn = at.dial('least turn', '°'), share = at.dial('turn / attitude error of the step', '', 2);
  const table = at.table(['what', 'after the step', 'after the turn'], ['energy off by', 'attitude off by'], 'One step, before and after the turn');

  const period = w => steps.period(...w, ...J);
  // The polhode of these rates: equally many points, however long the period is.
  const loop = w => {
    const P = period(w), every = Math.ceil(P / 30);
    if (!(P < 300)) return [];
    const run = live.run(steps.free_exact, { motion: [1, 0, 0, 0, ...w], h: P / 240 / every, count: 240 * every, J, every });
    return Array.from({ length: run.rows }, (_, k) => run.at(k).slice(4));
  };
  const P = period(omega), starts = live.run(steps.free_exact, { motion: [1, 0, 0, 0, ...omega], h: P / phases, count: phases, J }), home = loop(omega);
  const E = steps.energy(...omega, ...J);
  sides.forEach(s => s.right.set(home.flatMap(w => s.on(w))));

  // One step of the exported function. share: what part of the energy that it carries along it is to restore.
  function one(step, motion, share = 1) {
    const y = new Float64Array(step.size), m = new Float64Array(7);
    let status = step.begin(h.value, motion, y, J, step.p), first = status;
    if (step.size === 8) y[7] *= share;
    if (!(status & 255)) status = step.step(0, h.value, y, J, step.p);
    if (!(status & 255)) step.end(y, m, J);
    return { m, mask: (status | first) >> 8, reason: status & 255 ? step.reasons[status & 255] : '' };
  }
  let found;
  return {
    change() {
      const motion = [1, 0, 0, 0, ...starts.at(Math.round(phase.value * phases)).subarray(4)], parts = Math.ceil(h.value / 0.2);
      const plain = one(steps[`free_${method.value}`], motion), kept = one(steps[`free_${method.value}_ep`], motion, asked.value / 100);
      const exact = live.run(steps.free_exact, { motion, h: h.value / parts, count: parts, J, every: parts }).at(1);
      const w = plain.m.subarray(4), v = kept.m.subarray(4), good = !kept.reason, there = !plain.reason, l = steps.body_momentum(...w, ...J), E2 = 2 * E * asked.value / 100, now = 2 * steps.energy(...w, ...J);
      const off = m => degrees * steps.apart(...m.subarray(0, 4), ...exact.subarray(0, 4)), wrong = m => 100 * (steps.energy(...m.subarray(4), ...J) / E - 1);
      found = { energy: there ? wrong(plain.m) : NaN, turn: good ? degrees * steps.apart(...plain.m.subarray(0, 4), ...kept.m.subarray(0, 4)) : NaN, error: there ? off(plain.m) : NaN, rest: good ? off(kept.m) : NaN };
      // beyond the polhode a little way, and as far as the hyperboloid goes
      const way = there ? ALONG.map(s => steps.restored(...l, ...J, now + s * (E2 - now))).filter(x => x.every(Number.isFinite)).map(x => steps.body_rates(...x, ...J)) : [];
      const astray = there ? loop(w) : [];
      const aim = good && asked.value !== 100 ? loop(v) : [];
      for (const s of sides) {
        s.aim.set(aim.flatMap(x => s.on(x)));
        s.start.set(...s.on(motion.slice(4), 1));
        s.exact.set(...s.on(exact.subarray(4), 1));
        s.off.show(there); s.back.show(good);
        if (there) s.off.set(...s.on(w, 1));
        if (good) s.back.set(...s.on(v, 1));
        // the letters stand beyond the two ends of the way
        const a = there ? s.on(w, 1.02) : [0, 0, 1], b = good ? s.on(v, 1.02) : a, out = a.map((x, i) => x - b[i]), n = Math.hypot(...out) || 1;
        s.names[0].shown = there; s.names[1].shown = good;
        s.names[0].set(...a.map((x, i) => x + 0.13 * out[i] / n)); s.names[1].set(...b.map((x, i) => x - 0.13 * out[i] / n));
        s.wrong.set(astray.flatMap(x => s.on(x)));
        s.way.set(way.flatMap(x => s.on(x, 1.02)));
      }
      if (right) {
        const a = there ? onSphere(w, 1) : [0, 0, 0], b = good ? onSphere(v, 1) : a, mix = Array.from({ length: 25 }, (_, k) => a.map((x, i) => x + (b[i] - x) * k / 24));
        arc.set(good ? mix.flatMap(x => x.map(y => 1.01 * y / Math.hypot(...x))) : []);
      }
      turn.set(found.turn);
      share.set(found.turn / found.error);
      const percent = x => Number.isFinite(x) ? Math.abs(x) < 1e-11 ? '0' : live.told(x, 3, '%') : 'refused', angle = x => Number.isFinite(x) ? live.told(x, 3, '°') : 'refused';
      table.set(0, 1, percent(found.energy)); table.set(0, 2, good ? percent(wrong(kept.m)) : 'refused');
      table.set(1, 1, angle(found.error)); table.set(1, 2, angle(found.rest));
      const [low, high] = steps.reach(...l, ...J), ep = `${method.value}_ep`, long = there && plain.mask ? ' The step turns the body by more than 1 rad; do not expect its error to follow the order of the method.' : '';
      at.say(!there ? `${method.value} refuses: ${live.words(plain.reason)}.`
        : !good ? /cannot be reached/.test(kept.reason) ? `${ep} refuses: ${live.told(E2 / 2, 4, 'J')} cannot be reached with this momentum. Any attitude has between ${live.told(low, 4, 'J')} and ${live.told(high, 4, 'J')}.`
          : `${ep} refuses: ${live.words(kept.reason)}. A great circle through an outer axis leads there, as the section “When is there no way at right angles?” shows.`
        : asked.value !== 100 ? `You ask for ${asked.value} % of the right energy. The turn leads to the polhode of that energy, and that is not the body’s own.`
        : `The step ${found.energy > 0 ? 'gains' : 'loses'} ${live.told(Math.abs(found.energy), 3, '%')} of the energy. A turn by ${live.told(found.turn, 3, '°')} restores it, and the attitude, ${live.told(found.error, 3, '°')} off before, is ${live.told(found.rest, 3, '°')} off after it.${long}`);
    },
    now: () => [found.energy, found.turn, found.error, found.rest],
  };
} });
