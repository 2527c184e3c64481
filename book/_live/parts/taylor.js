// A thrown parcel and a computed one, whose steps know more and more of its turning; half the step runs along unseen.
live.part('taylor', { make(at, steps) {
  const { J, omega, T } = at.values, start = [1, 0, 0, 0, ...omega], degrees = x => x * 180 / Math.PI;
  const method = at.choice({ name: 'method', label: 'a step knows', kind: 'radio', options: at.values.methods, value: at.values.method });
  const h = at.slider({ name: 'step', label: 'step', unit: 's', min: 0.02, max: 0.4, value: at.values.h, log: true });
  const scene = at.scene({ view: [0.6, 0.45], ratio: '16 / 9' });
  const ghost = scene?.body('box-321', { ghost: true }), box = scene?.body('box-321');
  const chart = at.curves({ label: 'Angle between the computed parcel and the exact one against time.', height: 170, x: { label: 'time (s)', range: [0, T] }, y: { label: 'apart (degrees)' },
    lines: [{ label: 'with this step', colour: 1, width: 2 }] });
  const far = at.dial('apart after 9 s', '°'), near = at.dial('with half the step', '°'), less = at.dial('half the step divides it by', '', 3);
  const made = (name, count) => live.run(steps[`free_${name}`], { motion: start, h: T / count, count, J });
  const off = (run, exact, k) => degrees(steps.apart(...run.at(k).subarray(0, 4), ...exact.at(k).subarray(0, 4)));
  let run, exact, ends;
  const player = at.player({ duration: T, seconds: T, draw: t => {
    if (!run) return;
    ghost?.follow(exact, t);
    box?.follow(run, t);
    chart.mark(t);
  } });
  return {
    change() {
      const count = Math.round(T / h.value), half = made(method.value, 2 * count);
      run = made(method.value, count);
      exact = made('exact', count);
      chart.set([Array.from(run.t), Array.from({ length: run.rows }, (_, k) => off(run, exact, k))]);
      const last = exact.at(exact.rows - 1).subarray(0, 4);
      ends = [run, half].map(r => degrees(steps.apart(...r.at(r.rows - 1).subarray(0, 4), ...last)));
      far.set(ends[0]); near.set(ends[1]); less.set(ends[0] / ends[1]);
      at.tell({ [method.value]: run });
      player.show(player.t);
    },
    now: () => ends,
  };
} });
