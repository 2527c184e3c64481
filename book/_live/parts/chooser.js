// The atlas as a chooser: what is asked cuts the measured tables down to a list.
live.part('chooser', { make(at, steps) {
  const { problems, methods, kinds, long, wanted, kept, level, exact, all } = at.values, FIRST = 5;
  at.body.prepend(at.places.controls);
  const ten = e => live.told(e, 1).replace(/^1·/, ''), round = x => live.told(x, 2);
  const problem = at.choice({ name: 'problem', label: 'which motion is nearest to yours', options: problems.map(([name, title]) => [name, title]), value: 'fast top' });
  const error = at.slider({ name: 'error', label: 'error allowed at its end', min: 0, max: wanted.length - 1, step: 1, value: 5, said: i => `${wanted[i] < 0.001 ? ten(wanted[i]) : wanted[i]} rad` });
  const by = at.choice({ name: 'by', label: 'what is dear', options: [['operations', 'operations (compiled code)'], ['time', 'time (Python floats)'], ['steps', 'steps (a costly torque)']] });
  const energy = at.choice({ name: 'energy', label: 'energy', options: [['any', 'may drift'], ['bounded', 'may swing, must not drift'], ['kept', 'must stay, but for rounding']] });
  const longest = at.choice({ name: 'longest', label: 'steps that must stay right', options: [['0', 'as short as it takes'], ...[0.1, 0.3, 0.5, 1, 1.5].map(x => [String(x), `of up to ${x} rad (${Math.round(2 * Math.PI / x)} a turn)`])] });
  const momentum = at.check({ name: 'momentum', label: 'momentum must stay, but for rounding' });
  const symplectic = at.check({ name: 'symplectic', label: 'symplectic' });
  const explicit = at.check({ name: 'explicit', label: 'explicit: no equations to solve' });
  const UNITS = { operations: 'operations', time: 'steps of lie_euler, by the clock', steps: 'steps' };
  const tens = (u, vs) => vs.map(v => v % 1 ? '' : live.told(10 ** v, 1).replace(/^1·/, ''));  // the axes are drawn by logarithms
  const scale = { label: 'cost of the whole motion', range: [1, 8], values: tens, size: 52 };
  const chart = at.curves({ label: 'What the first three of the list cost, against the error that is allowed.', height: 210, x: { label: 'error allowed (rad)', range: [-0.2 - wanted.length, -0.8], values: tens }, y: scale,
    lines: [1, 2, 3].map(k => ({ label: ['first', 'second', 'third'][k - 1], colour: k, points: true, size: 10 - 2 * k, dash: [undefined, [8, 4], [2, 4]][k - 1] })),
    pick: x => { error.set(Math.max(0, Math.min(wanted.length - 1, Math.round(-x) - 1))); at.change(); } });
  const keys = [...at.places.curves.querySelectorAll('.live-legend li')];
  const table = at.table(['rank', 'method', 'call', 'cost', 'turn of a step (rad)', 'energy changes by', 'momentum changes by', 'right up to (rad)'], Array.from({ length: FIRST }, (_, k) => String(k + 1)), 'The list');
  const note = live.tag('p', { class: 'live-note' }), told = live.tag('p', { class: 'live-told', role: 'status' }), code = live.tag('code', {}), copy = live.tag('button', { type: 'button', on: { click: take } }, 'Copy');
  at.places.dials.append(told, live.tag('div', { class: 'live-code' }, code, copy), note);
  at.status.hidden = true;
  const buttons = Array.from({ length: FIRST }, (_, k) => live.tag('button', { type: 'button', 'aria-label': `show the call of number ${k + 1}`, on: { click: () => { chosen = k; show(); } } }, 'show'));

  async function take() {
    getSelection().selectAllChildren(code);
    try { await navigator.clipboard.writeText(code.textContent); } catch { document.execCommand('copy'); }
    copy.textContent = 'Copied';
    setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
  }

  let list = [], chosen = 0;
  function show() {
    const row = list[chosen];
    buttons.forEach((b, k) => b.setAttribute('aria-pressed', k === chosen));
    if (!row) return code.textContent = '# nothing to call';
    const [text] = kinds[`${row.kind} ${row.name}`];
    code.textContent = text ? text.replaceAll('$h', `${row.turn} / rate`).replaceAll('$n', `round(T * rate / ${row.turn})`).replaceAll('$e', row.tolerance) : `# ${row.name} is measured for comparison; rotlib does not offer it`;
  }

  // What of the contenders remains, and why the others do not.
  function sieve() {
    const [, , kind, turned, measured] = problems.find(p => p[0] === problem.value), i = error.value, out = [];
    const run = kind in long, speeds = run && at.values.slow.includes(problems.find(p => p[1] === long[kind])[0]);
    let left = Object.entries(measured).map(([name, [n, ops, tolerance]]) => {
      const [link, is, area] = methods[name], [, price, drift, most] = kinds[`${kind} ${name}`];
      const cost = { operations: ops, time: n.map(x => x && price && x * price), steps: n }[by.value];
      return { name, kind, link, explicit: is, symplectic: area, drift, most, costs: cost, cost: cost[i], turn: n[i] && +(turned / n[i]).toPrecision(2), tolerance: tolerance?.[i] };
    });
    const first = left.length;
    const keep = (why, test) => { const before = left.length; left = left.filter(test); out.push(`${before - left.length || 'none'} ${why}`); };
    keep('do not reach this error', m => m.cost);
    if (run && energy.value !== 'any') keep(energy.value === 'kept' ? 'change the energy' : 'let the energy drift, or stop', m => m.drift && (m.drift[0] < kept || energy.value === 'bounded' && m.drift[2] !== null && m.drift[2] < level));
    if (run && momentum.value) keep('change the momentum', m => m.drift && m.drift[1] !== null && m.drift[1] < kept);
    if (symplectic.value) keep('are not symplectic', m => m.symplectic);
    if (explicit.value) keep('solve equations', m => m.explicit);
    if (speeds && +longest.value) keep(`go wrong with steps of ${longest.value} rad, or choose their own`, m => m.most >= +longest.value);
    left.sort((a, b) => a.cost - b.cost);
    return { left, kind, first, out, run, speeds };
  }
  let found;
  return {
    change() {
      found = sieve();
      const { left, kind, first, out, run, speeds } = found;
      list = left.slice(0, FIRST);
      chosen = 0;
      for (let k = 0; k < FIRST; k++) {
        const m = list[k], cells = m ? [m.link ? live.tag('a', { href: m.link }, m.name) : m.name, buttons[k], live.told(m.cost, 2), m.turn === null ? '–' : round(m.turn), m.drift ? round(m.drift[0]) : run ? 'stops' : '–', m.drift && m.drift[1] !== null ? round(m.drift[1]) : '–', m.most ? round(m.most) : '–'] : Array(7).fill('');
        cells.forEach((cell, j) => table.set(k, j + 1, cell));
      }
      const shown = list.slice(0, 3), decades = shown.flatMap(m => m.costs.filter(Boolean)).map(Math.log10);
      keys.forEach((key, k) => { key.lastChild.textContent = shown[k]?.name ?? '–'; });
      scale.range = decades.length ? [Math.floor(Math.min(...decades)), Math.ceil(Math.max(...decades) + 0.01)] : [1, 8];
      chart.set([wanted.map(Math.log10).reverse(), ...[0, 1, 2].map(k => wanted.map((_, i) => list[k]?.costs[i] ? Math.log10(list[k].costs[i]) : null).reverse())]);
      chart.mark(Math.log10(wanted[error.value]));
      show();
      note.textContent = [`Cost: ${UNITS[by.value]} for the whole motion.`,
        run ? `Energy and momentum: largest change in the longest run, on the ${long[kind]}.` : 'A given rate has no energy and no momentum to keep; these questions are passed over.',
        speeds ? '“Right up to”: the longest step with which a hundred steps stay right, on the same body.' : 'The longest right step was not measured here; that question is passed over.',
        kind === 'rate' ? '' : 'In the call, rate is the size of your ω.'].filter(Boolean).join(' ');
      told.textContent = [kind === 'free' ? `Nothing acts on this body: there is no need to step. rl.exact.free_body(body, omega, t) has no error but rounding, and an attitude takes ${live.told(exact.time, 2)} times as long as a step of lie_euler.` : '',
        `Of ${all} contenders ${first} were measured here and offered; ${left.length === 1 ? '1 is' : `${left.length} are`} left.`, out.length ? `${out.join(', ')}.` : '', left.length ? '' : 'Ask for less.'].filter(Boolean).join(' ');
    },
    now: () => [found.left.length, ...found.left.slice(0, 5).map(m => Math.log10(m.cost))],
  };
} });
