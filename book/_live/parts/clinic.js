// The clinic: what a patient does at a step, a line of its sheet for the asking, and a guess.
live.part('clinic', { make(at, steps) {
  const { J, start, truth, T, long, rows, faults, patients, letter: first } = at.values, keys = Object.keys(faults), letters = Object.keys(patients);
  const LONGEST = 0.4, SHORTEST = 0.005;
  const tens = (u, vs) => vs.map(v => v % 1 ? '' : live.told(10 ** v, 1).replace(/^1·/, ''));  // the axes are drawn by logarithms
  const letter = at.choice({ name: 'patient', label: 'patient', options: letters.map(l => [l, `${l}: claims order ${patients[l][0]}`]), value: first });
  const h = at.slider({ name: 'step', label: 'step', unit: 's', min: 0.01, max: 0.2, value: at.values.h, log: true });
  const chart = at.curves({ label: 'Error after two seconds against the step: free body, heavy body, and the order that is claimed.', height: 220, x: { label: 'step (s)', range: [SHORTEST, LONGEST].map(Math.log10), values: tens }, y: { label: 'error after 2 s (rad)', range: [-12, 1], values: tens, size: 52 },
    lines: [{ label: 'free body', colour: 1, points: true, size: 6 }, { label: 'heavy body', colour: 2, points: true, size: 6, dash: [8, 4] }, { label: 'slope claimed', colour: 'quiet', width: 3, dash: [2, 5] }],
    pick: x => { h.set(Math.max(0.01, Math.min(0.2, 10 ** x))); at.change(); } });
  const kept = at.curves({ label: 'Change of energy and momentum of the free body in twenty seconds.', height: 150, x: { label: 'time (s)', range: [0, long] }, y: { label: 'change along a free run', range: [-17, 2], values: tens, size: 52 },
    lines: [{ label: 'energy', colour: 3, width: 1.6 }, { label: 'momentum', colour: 4, width: 1.6, dash: [8, 4] }] });
  const claim = at.dial('claims to keep'), free = at.dial('order, free body'), heavy = at.dial('order, heavy body'), energy = at.dial('energy changes by', '', 2), momentum = at.dial('momentum changes by', '', 2);
  const line = at.choice({ name: 'line', label: 'ask for a line of the sheet', options: [['', 'choose'], ...rows.map((r, i) => [String(i), r])] });
  const guess = at.choice({ name: 'guess', label: 'what is it?', options: [['', 'choose'], ...keys.map(k => [k, k])] });
  const finding = at.dial('the sheet says'), answer = at.dial('your answer');
  const fault = l => keys[(patients[l][4] - 5 * letters.indexOf(l) - 3 + 100 * keys.length) % keys.length];
  let told = false;
  at.button('Tell me', () => { told = true; at.change(); });

  const errors = new Map();
  function error(l, loaded, count) {
    const key = `${l} ${loaded} ${count}`;
    if (!errors.has(key)) {
      const run = live.run(steps[`patient_${l}${loaded ? '_heavy' : ''}`], { motion: start, h: T / count, count, every: count });
      errors.set(key, { run, error: run.rows > 1 ? steps.apart(...run.at(1).subarray(0, 4), ...truth[loaded]) : NaN });
    }
    return errors.get(key);
  }
  const counts = [];
  for (let n = 5; n <= T / SHORTEST; n = Math.max(n + 1, Math.round(n * 1.45))) counts.unshift(n);
  const two = x => (+x.toFixed(2) || 0).toFixed(2).replace('-', '−');
  let before;
  return {
    reset() { told = false; },
    change() {
      const l = letter.value, [order, keeps, torque, sheet] = patients[l], count = Math.round(T / h.value), dt = T / count;
      if (l !== before) { if (before) { told = false; guess.set(''); line.set(''); } before = l; }
      const of = loaded => loaded && !torque ? counts.map(() => null) : counts.map(n => Math.log10(error(l, loaded, n).error) || null), one = of(0);
      chart.set([counts.map(n => Math.log10(T / n)), one, of(1), counts.map(n => one.at(-1) + order * Math.log10(counts.at(-1) / n))]);
      chart.mark(Math.log10(dt));
      const slope = loaded => Math.log2(error(l, loaded, count).error / error(l, loaded, 2 * count).error);
      free.set(two(slope(0)));
      heavy.set(torque ? two(slope(1)) : 'takes no load');
      const steps_ = Math.round(long / dt), run = live.run(steps[`patient_${l}`], { motion: start, h: dt, count: steps_, every: Math.max(1, Math.floor(steps_ / 250)) });
      const a = run.at(0), E = steps.energy(...a.subarray(4), ...J), L = steps.momentum(...a, ...J), changes = Array.from({ length: run.rows }, (_, k) => { const b = run.at(k); return [Math.abs(steps.energy(...b.subarray(4), ...J) / E - 1), steps.moved(...steps.momentum(...b, ...J), ...L)]; });
      kept.set([[...run.t], ...[0, 1].map(i => changes.map(c => Math.log10(c[i] + 2e-17)))]);
      [energy, momentum].forEach((dial, i) => dial.set(Math.max(...changes.map(c => c[i]))));
      claim.set(keeps.join(', ') || 'nothing');
      finding.set(line.value ? `${rows[line.value]}: ${sheet[line.value]}` : '–');
      const right = fault(l), verdict = told ? `${l} has: ${right}. ${faults[right]}` : !guess.value ? '' : guess.value === right ? `Right. ${faults[right]}` : `Not “${guess.value}”. Look at another line of the sheet, or at another step.`;
      answer.set(!guess.value ? '–' : guess.value === right ? 'right' : 'not this');
      at.tell({ [`patient ${l}`]: error(l, 0, count).run }, verdict);
    },
    now: () => letters.flatMap(l => [0, 1].slice(0, patients[l][2] ? 2 : 1).map(loaded => Math.log10(error(l, loaded, Math.round(T / at.values.h)).error))),
  };
} });
