// Plays the scenes of rotlib.plot.scene: <div class="rotview" data-scene="{…}"> with a still picture inside.
// Drag or arrow keys turn the view, space plays, the slider scrubs. No dependency, no request.
(() => {
  const EYE = 6, LIGHT = [-0.48, 0.64, 0.6], STEP = 0.15;
  const TRAIL = "#9A4B7C", MOMENTUM = "#8B5E00", NS = "http://www.w3.org/2000/svg";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const times = (M, v) => M.map(r => dot(r, v));
  const cut = (list, k) => Array.from({ length: list.length / k }, (_, i) => list.slice(k * i, k * i + k));
  const make = (name, parent, set = {}) => {
    const e = document.createElementNS(NS, name);
    for (const k in set) e.setAttribute(k, set[k]);
    return parent.appendChild(e);
  };

  const matrix = ([w, x, y, z]) => [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]];
  const camera = ([a, e]) => {
    const [s, c, S, C] = [Math.sin(a), Math.cos(a), Math.sin(e), Math.cos(e)];
    return [[-s, c, 0], [-S * c, -S * s, C], [C * c, C * s, S]];
  };
  function slerp(a, b, t) {
    const d = a.reduce((s, x, i) => s + x * b[i], 0), h = Math.acos(Math.min(1, d));
    const [u, v] = h < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * h) / Math.sin(h), Math.sin(t * h) / Math.sin(h)];
    const r = a.map((x, i) => u * x + v * b[i]), n = Math.hypot(...r);
    return r.map(x => x / n);
  }
  const shade = (hex, k) => "rgb(" + [1, 3, 5].map(i => Math.round(parseInt(hex.substr(i, 2), 16) * k)) + ")";
  // The text in an element, to be changed in place: styles that ask what is inside another (`:has`) need not be asked again.
  const words = e => e.firstChild || e.appendChild(document.createTextNode(""));
  const text = points => points.map(p => p[0].toFixed(3) + "," + p[1].toFixed(3)).join(" ");

  function told(d, part) {
    const x = d.lo + part * (d.hi - d.lo), s = d.digits < 7 ? x.toFixed(Math.max(0, d.digits)) : x.toExponential(1);
    return (+s ? s : s.replace("-", "")).replace(/-/g, "\u2212") + (d.unit && "\u00a0" + d.unit);
  }

  class Body {
    constructor(data, shape, panel) {
      this.q = cut(data.q, 4); this.L = data.L && cut(data.L, 3); this.point = data.trail;
      this.v = cut(shape.v, 3); this.f = shape.f; this.c = shape.c;
      const g = panel.querySelector("svg g");
      g.replaceChildren();
      [this.back, this.behind, this.faces, this.before, this.front] = [0, 1, 2, 3, 4].map(() => make("g", g));
      this.pool = this.f.map(() => make("polygon", this.faces, { "stroke-linejoin": "round" }));
      const line = (parent, colour, width, opacity) => make("path", parent,
        { fill: "none", stroke: colour, "stroke-width": width, "stroke-opacity": opacity, "stroke-linecap": "round" });
      if (this.point) {
        this.all = [line(this.back, TRAIL, .01, .3), line(this.front, TRAIL, .01, .3)];
        this.done = [line(this.back, TRAIL, .014, 1), line(this.front, TRAIL, .014, 1)];
        this.dot = make("circle", this.front, { r: .035, fill: TRAIL });
        this.path = []; this.at = [];
        this.q.forEach((a, k) => {
          this.at.push(this.path.length);
          const b = this.q[k + 1], d = b ? a.reduce((s, x, i) => s + x * b[i], 0) : 1;
          const m = b ? Math.max(1, Math.ceil(2 * Math.acos(Math.min(1, d)) / STEP)) : 1;
          for (let j = 0; j < m; j++) this.path.push(times(matrix(b ? slerp(a, b, j / m) : a), this.point));
        });
      }
      if (data.floor) {
        const { height: z, radius: r, path } = data.floor;
        this.ring = Array.from({ length: 48 }, (_, i) => [r * Math.cos(i * Math.PI / 24), r * Math.sin(i * Math.PI / 24), z]);
        this.drawn = cut(path, 3);
        this.disc = make("polygon", this.back, { fill: "currentColor", "fill-opacity": .08 });
        this.plan = [line(this.back, TRAIL, .006, .4), line(this.back, TRAIL, .016, 1)];
        this.touch = make("circle", this.back, { r: .035, fill: TRAIL });
      }
      if (this.L) {
        this.shaft = line(this.before, MOMENTUM, .03, 1);
        this.head = make("polygon", this.before, { fill: MOMENTUM });
      }
      this.dials = [...panel.querySelectorAll(".rotview-dial")].map((e, i) => ({
        ...data.dials[i], text: words(e.querySelector("b")),
        mark: make("path", e.querySelector("svg"), { stroke: "currentColor", "vector-effect": "non-scaling-stroke" }) }));
    }

    see(M, points) {
      return points.map(p => { const [x, y, z] = times(M, p), s = 1 / (1 - z / EYE); return [x * s, -y * s, z]; });
    }

    draw(u, M) {
      const k = Math.min(this.q.length - 2, Math.floor(u)), q = slerp(this.q[k], this.q[k + 1], u - k), R = matrix(q);
      const space = this.v.map(p => times(R, p)), seen = space.map(p => times(M, p)), flat = this.see(M, space);
      const found = [];
      this.f.forEach((face, n) => {
        const p = face.map(i => flat[i]), far = p.reduce((s, a) => s + a[2], 0) / p.length;
        let area = 0, normal = [0, 0, 0];
        face.forEach((i, j) => {
          const a = p[j], b = p[(j + 1) % p.length], c = cross(seen[i], seen[face[(j + 1) % face.length]]);
          area += a[0] * b[1] - b[0] * a[1]; normal = normal.map((x, m) => x + c[m]);
        });
        if (face.length === 2) found.push([far, p, this.c[n], this.c[n], .02]);
        else if (area < 0) {
          const size = Math.hypot(...normal), light = size > 1e-12 ? (1 + dot(normal, LIGHT) / size) / 2 : 1;
          const tint = shade(this.c[n], .55 + .45 * light);
          found.push([far, p, tint, tint, .008]);
        }
      });
      found.sort((a, b) => a[0] - b[0]);
      this.pool.forEach((e, i) => {
        const m = found[i];
        e.style.display = m ? "" : "none";
        if (m) for (const [name, value] of [["points", text(m[1])], ["fill", m[2]], ["stroke", m[3]], ["stroke-width", m[4]]]) e.setAttribute(name, value);
      });
      if (this.disc) this.floor(u, k, M);
      if (this.point) {
        const here = times(R, this.point), [[x, y]] = this.see(M, [here]);
        this.trace(this.all, this.path, M);
        this.trace(this.done, [...this.path.slice(0, this.at[k] + 1), ...this.between(k, u - k), here], M);
        this.dot.setAttribute("cx", x.toFixed(3)); this.dot.setAttribute("cy", y.toFixed(3));
      }
      if (this.L) this.arrow(this.L[Math.min(Math.round(u), this.L.length - 1)], M);
      for (const d of this.dials) {
        const value = d.v[k] + (u - k) * (d.v[k + 1] - d.v[k]), x = (100 * u / (this.q.length - 1)).toFixed(2);
        d.text.data = told(d, value);
        d.mark.setAttribute("d", `M${x} 0V20`);
      }
    }

    floor(u, k, M) {  // the body is above it: seen from above it lies behind, from below before
      const parent = M[2][2] > 0 ? this.back : this.front, [a, b] = [this.drawn[k], this.drawn[k + 1]];
      if (this.disc.parentNode !== parent) parent.prepend(this.disc, ...this.plan, this.touch);
      const here = a.map((x, i) => x + (u - k) * (b[i] - x)), way = p => "M" + text(this.see(M, p)).replaceAll(" ", "L");
      this.disc.setAttribute("points", text(this.see(M, this.ring)));
      this.plan[0].setAttribute("d", way(this.drawn));
      this.plan[1].setAttribute("d", way([...this.drawn.slice(0, k + 1), here]));
      const [[x, y]] = this.see(M, [here]);
      this.touch.setAttribute("cx", x.toFixed(3)); this.touch.setAttribute("cy", y.toFixed(3));
    }

    between(k, part) {
      const from = this.at[k], count = this.at[k + 1] - from;
      return this.path.slice(from + 1, from + 1 + Math.floor(count * part));
    }

    trace(pair, path, M) {
      const d = ["", ""];
      let side = -1, last = "";
      for (const [x, y, z] of this.see(M, path)) {
        const s = z >= 0 ? 1 : 0, here = x.toFixed(3) + " " + y.toFixed(3);
        if (s !== side) d[s] += "M" + (last || here);
        d[s] += "L" + here; side = s; last = here;
      }
      pair.forEach((e, i) => e.setAttribute("d", d[i]));
    }

    arrow(L, M) {
      const [a, b] = this.see(M, [[0, 0, 0], L.map(x => 1.18 * x)]), v = [b[0] - a[0], b[1] - a[1]];
      const n = Math.hypot(...v) || 1, [x, y] = [v[0] / n, v[1] / n];
      this.shaft.setAttribute("d", `M${a[0]} ${a[1]}L${b[0] - .1 * x} ${b[1] - .1 * y}`);
      this.head.setAttribute("points", text([b, [b[0] - .13 * x - .055 * y, b[1] - .13 * y + .055 * x],
        [b[0] - .13 * x + .055 * y, b[1] - .13 * y - .055 * x]]));
      const parent = dot(M[2], L) < 0 ? this.behind : this.before;
      if (this.shaft.parentNode !== parent) parent.append(this.shaft, this.head);
    }
  }

  function start(root) {
    const scene = JSON.parse(root.dataset.scene), stage = root.querySelector(".rotview-stage");
    const bodies = [...stage.querySelectorAll(".rotview-panel")]
      .map((panel, i) => new Body(scene.bodies[i], scene.shapes[scene.bodies[i].shape], panel));
    const last = scene.t.length - 1, speeds = [1, 2, .25, .5], view = [...scene.view];
    let u = scene.still, playing = false, visible = false, before = 0, speed = 0;

    root.insertAdjacentHTML("beforeend", `<div class="rotview-bar"><button type="button" class="rotview-play"></button>
      <input type="range" min="0" max="${last}" step="any" aria-label="Time"><output></output>
      <button type="button" class="rotview-speed"></button></div>`);
    const [play, bar, out, fast] = root.querySelector(".rotview-bar").children, shown = words(out);
    const unit = Math.abs(scene.t[last] - scene.t[0]) < 10 ? 2 : 1;

    function draw() {
      const k = Math.min(last - 1, Math.floor(u)), t = scene.t[k] + (u - k) * (scene.t[k + 1] - scene.t[k]);
      const M = camera(view);
      for (const b of bodies) b.draw(u, M);
      bar.value = u; shown.data = t.toFixed(unit) + " s";
      bar.setAttribute("aria-valuetext", shown.data);
    }
    function tick(now) {
      if (!playing || !visible) return;
      u += speeds[speed] * last * Math.max(0, Math.min(100, now - before)) / (1000 * scene.seconds);
      before = now;
      if (u > last) u -= last;
      draw(); requestAnimationFrame(tick);
    }
    function run() { if (playing && visible) { before = performance.now(); requestAnimationFrame(tick); } }
    function set(on) {
      playing = on;
      play.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d="${
        on ? "M3 2h4v12H3zM9 2h4v12H9z" : "M3 1.5 14 8 3 14.5z"}"/></svg>`;
      play.setAttribute("aria-label", on ? "Pause" : "Play");
      run();
    }
    function rate() { fast.textContent = speeds[speed] + "×"; fast.setAttribute("aria-label", `Speed ${speeds[speed]}×`); }

    play.onclick = () => set(!playing);
    fast.onclick = () => { speed = (speed + 1) % speeds.length; rate(); };
    bar.oninput = () => { set(false); u = +bar.value; draw(); };
    bar.onkeydown = e => {
      if (e.key === " ") set(!playing);
      else if (/^Arrow/.test(e.key)) { set(false); u = Math.max(0, Math.min(last, u + (/Right|Up/.test(e.key) ? 1 : -1))); draw(); }
      else return;
      e.preventDefault();
    };
    root.dataset.lmSuppressShortcuts = "true";  // JupyterLab leaves the keys alone here
    stage.tabIndex = 0;
    stage.title = "Drag, or use the arrow keys, to turn the view; space plays and pauses";
    const turn = (a, e) => { view[0] -= a; view[1] = Math.max(-1.5, Math.min(1.5, view[1] + e)); draw(); };
    stage.onkeydown = e => {
      const way = { ArrowLeft: [-.1, 0], ArrowRight: [.1, 0], ArrowUp: [0, -.1], ArrowDown: [0, .1] }[e.key];
      if (way) turn(...way); else if (e.key === " ") set(!playing); else return;
      e.preventDefault();
    };
    stage.onpointerdown = e => { if (e.isPrimary && e.button === 0) stage.setPointerCapture(e.pointerId); };
    stage.onpointermove = e => { if (stage.hasPointerCapture(e.pointerId)) turn(e.movementX / 120, e.movementY / 120); };

    rate(); set(false); draw();
    root.classList.add("rotview-live");
    new IntersectionObserver(([entry]) => { visible = entry.isIntersecting; run(); }, { threshold: .2 }).observe(stage);
    if (!calm.matches && !scene.waits) set(true);
    calm.addEventListener("change", () => { if (calm.matches) set(false); });
  }

  const all = () => document.querySelectorAll(".rotview[data-scene]:not(.rotview-live)").forEach(start);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", all); else all();
})();
