// The box: the conserving step beside the exact motion, and all solutions of its first step.
live.part('krenk-box', { make(at, steps) {
  const { J, spins, T, beyond } = at.values, LONGEST = 0.45;
  const h = at.slider({ name: 'step', label: 'step', unit: 's', min: 0.01, max: LONGEST, value: at.values.h });
  const axis = at.choice({ name: 'axis', label: 'spin about', kind: 'radio', options: [['middle', 'the middle axis'], ['largest', 'the axis of the largest moment']] });
  const scene = at.scene({ view: [0.6, 0.5], ratio: '16 / 9' });
  const ghost = scene?.body('box-312', { ghost: true }), box = scene?.body('box-312');
  const rates = at.curves({ label: 'Rate about the axis of the spin against time: exact, and computed.', height: 170, x: { label: 'time (s)', range: [0, T] }, y: { label: 'rate about the axis (rad/s)', range: [-18, 20] },
    lines: [{ label: 'exact', colour: 'quiet', width: 4 }, { label: 'computed', colour: 1, width: 1.6, points: true, size: 4 }] });
  const fork = at.curves({ label: 'Solutions of the first step against its length: their mean rate across the axis.', height: 170, x: { label: 'step (s)', range: [0, LONGEST] }, y: { label: 'mean rate across the axis in the first step (rad/s)', range: [-6, 6] },
    lines: [{ label: 'every solution of the equation', colour: 2, only: true, size: 4 }, { label: 'at the chosen step', colour: 1, only: true, size: 11 }],
    pick: x => { h.set(Math.min(LONGEST, Math.max(0.01, x))); at.change(); } });
  const turn = at.dial('a step asks for', 'rad'), energy = at.dial('energy changed by', '', 1), moved = at.dial('momentum moved by', '', 1), off = at.dial('attitude off by', '°', 3);
  const table = at.table(['solution', 'mean rate across (rad/s)', 'turn of the step', 'energy changed by'], ['1', '2', '3'], 'Solutions of the first step');

  // Newton's method from many guesses, on rotlib's correction; solutions beyond half a turn are left out.
  const sides = [-1, 0, 1].flatMap(x => [-1, 0, 1].flatMap(y => [-1, 0, 1].map(z => [0.5 * x, 0.5 * y, 0.5 * z])));
  function solutions(step, omega) {
    const found = [], guess = steps.krenk_guess(...omega, step);
    for (const side of sides) {
      let a = guess.map((x, i) => x + side[i]);
      for (let k = 0; k < 40; k++) {
        const [x, y, z, wrong] = steps.krenk_correct(...a, ...omega, ...J, step);
        a = [a[0] + x, a[1] + y, a[2] + z];
        if (wrong < 1e-26) {
          const s = steps.krenk_solution(...a, ...omega, ...J, step);
          if (s[3] <= 180 && found.every(o => Math.hypot(o[0] - s[0], o[1] - s[1], o[2] - s[2]) > 1e-5)) found.push(s);
          break;
        }
      }
    }
    return found.sort((p, q) => p[0] - q[0]);
  }
  const known = {};
  const forks = name => known[name] ||= Array.from({ length: 48 }, (_, k) => LONGEST * (k + 1) / 49).map(x => [x, solutions(x, spins[name])]);

  let mine, exact, fine;
  const player = at.player({ duration: T, seconds: T, draw: t => {
    if (!mine) return;
    ghost?.follow(exact, t);
    box?.follow(mine, t);
    rates.mark(t);
    const k = Math.round(t / mine.h);
    if (k >= mine.rows) return [energy, moved, off].forEach(d => d.set('–'));  // the step has refused
    const a = mine.at(k), e = exact.at(k * fine), first = mine.at(0);
    energy.set(Math.abs(steps.energy(...a.subarray(4), ...J) / steps.energy(...first.subarray(4), ...J) - 1));
    moved.set(steps.moved(...steps.momentum(...a, ...J), ...steps.momentum(...first, ...J)));
    off.set(180 / Math.PI * steps.apart(...a.subarray(0, 4), ...e.subarray(0, 4)));
  } });
  return {
    change() {
      const omega = spins[axis.value], motion = [1, 0, 0, 0, ...omega], count = Math.ceil(T / h.value), about = axis.value === 'middle' ? 6 : 5;
      fine = Math.ceil(h.value / 0.02);
      mine = live.run(steps.free_krenk_nielsen, { motion, h: h.value, count, J });
      mine.h = h.value;
      exact = live.run(steps.free_exact, { motion, h: h.value / fine, count: count * fine, J });
      const of = (run, every) => [...exact.t].map((_, k) => k % every ? undefined : k / every < run.rows ? run.at(k / every)[about] : null);
      rates.set([[...exact.t], of(exact, 1), of(mine, fine)]);
      const here = solutions(h.value, omega), all = [...forks(axis.value), [h.value, here]].sort((p, q) => p[0] - q[0]), points = all.flatMap(([x, s]) => s.map(o => [x, o[0]]));
      fork.set([points.map(p => p[0]), points.map(p => p[1]), points.map(p => p[0] === h.value ? p[1] : null)]);
      for (let k = 0; k < 3; k++) {
        const s = here[k];
        table.set(k, 1, s ? s[0] : '–');
        table.set(k, 2, s ? live.told(s[3], 3, '°') : '–');
        table.set(k, 3, s ? live.told(Math.abs(s[4]), 1) : '–');
      }
      turn.set(h.value * Math.hypot(...omega));
      at.tell({ krenk_nielsen: mine }, here.length > 1 ? `The first step has ${here.length} solutions; all keep energy and momentum.` : '');
      player.show(player.t);
    },
    now: () => [...mine.at(Math.min(mine.rows - 1, 30)), ...(axis.value === 'middle' ? solutions(beyond, spins.middle).map(s => s[0]) : [])],
  };
} });
