// Scenes for the moving figures, drawn by three.js. One WebGL context serves all scenes of a page; each is copied to its own
// canvas. z is up. `at.scene(options)` makes one; null where there is no WebGL.
const liveScene = (() => {
  const { Vector3, Color } = THREE, scenes = new Set();
  let gl, dead = false, waiting = false;

  function renderer() {
    if (gl || dead) return gl;
    const canvas = document.createElement('canvas'), context = canvas.getContext('webgl2', { alpha: true, antialias: true, premultipliedAlpha: true });
    if (!context) { dead = true; return null; }
    gl = new THREE.WebGLRenderer({ canvas, context, alpha: true, antialias: true });
    gl.setClearColor(0, 0);
    canvas.addEventListener('webglcontextlost', e => {
      e.preventDefault();
      dead = true;
      for (const s of scenes) s.options.lost?.();
    });
    return gl;
  }

  // Draw, once before the next picture of the browser, whatever has changed.
  function ask() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; for (const s of scenes) if (s.stale && !dead) s.draw(); });
  }
  const shared = s => [...scenes].filter(o => o.view === s.view);
  const paint = c => typeof c === 'number' ? live.colour(`--live-${c}`) : c.startsWith('--') ? live.colour(c) : c;

  // Smooth where faces meet at less than 40 degrees, sharp elsewhere; faces keep their colours.
  function geometry({ v, f, c }, colour) {
    const at = [], tint = [], one = new Color();
    f.forEach((face, n) => {
      one.set(colour || c[n]);
      for (let k = 2; k < face.length; k++) for (const i of [face[0], face[k - 1], face[k]]) { at.push(v[3 * i], v[3 * i + 1], v[3 * i + 2]); tint.push(one.r, one.g, one.b); }
    });
    const g = new THREE.BufferGeometry();
    g.setAttribute('position', new THREE.Float32BufferAttribute(at, 3));
    g.setAttribute('color', new THREE.Float32BufferAttribute(tint, 3));
    return THREE.toCreasedNormals(g, 0.7);
  }

  class Scene {
    constructor(place, options) {
      this.options = options;
      this.view = options.view instanceof Array ? { turn: options.view[0], rise: options.view[1] } : options.view || { turn: 0.6, rise: 0.42 };
      this.reach = options.reach || 1.35;
      this.scene = new THREE.Scene();
      this.camera = new THREE.PerspectiveCamera(30, 1, 0.1, 100);
      this.camera.up.set(0, 0, 1);
      this.sun = new THREE.DirectionalLight(0xffffff, 2.2);
      this.sky = new THREE.HemisphereLight(0xffffff, 0x8a8578, 1.5);
      this.scene.add(this.sun, this.sky);
      this.canvas = live.tag('canvas', { class: 'live-canvas', role: 'img', tabindex: 0, 'aria-label': `${options.label || ''} Arrow keys turn the view.` });
      this.box = live.tag('div', { class: 'live-scene' }, this.canvas);
      if (options.name) this.box.append(this.name = live.tag('div', { class: 'live-name' }, options.name));
      if (options.ratio) this.canvas.style.aspectRatio = options.ratio;
      place.append(this.box);
      this.labels = [];
      this.handles = [];
      this.painted = [];
      this.lines = [];
      this.orbit();
      new ResizeObserver(() => this.render()).observe(this.canvas);
      scenes.add(this);
      this.render();
    }

    // --- what can be in it -----------------------------------------------------------------------------------------------
    // shape: a name of steps.py or {v, f, c}. ghost: translucent, to stand beside or over another.
    body(shape, { ghost = false, colour, fit = 1, opacity = ghost ? 0.32 : 1 } = {}) {
      const data = typeof shape === 'string' ? live.steps[shape] : shape;
      const material = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.55, metalness: 0.05, side: THREE.DoubleSide, transparent: opacity < 1, opacity, depthWrite: opacity === 1 });
      const mesh = new THREE.Mesh(geometry(data, colour && paint(colour)), material);
      if (fit) { mesh.geometry.computeBoundingSphere(); let far = 0; for (let i = 0; i < data.v.length; i += 3) far = Math.max(far, Math.hypot(data.v[i], data.v[i + 1], data.v[i + 2])); mesh.scale.setScalar(fit / far * (ghost ? 1.012 : 1)); }
      if (opacity < 1) mesh.renderOrder = 2;
      this.scene.add(mesh);
      return { mesh, turn: (q, k = 0) => { mesh.quaternion.set(q[k + 1], q[k + 2], q[k + 3], q[k]).normalize(); this.render(); },
        // the attitude of a run at a time, on the great arc between its records
        follow: (run, t) => {
          const n = run.rows, u = Math.max(0, Math.min(n - 1, (t - run.t[0]) / (run.t[1] - run.t[0]) || 0)), i = Math.min(Math.floor(u), Math.max(0, n - 2)), r = run.records, at = i * run.size, next = Math.min(n - 1, i + 1) * run.size;
          const a = new THREE.Quaternion(r[at + 1], r[at + 2], r[at + 3], r[at]).normalize(), b = new THREE.Quaternion(r[next + 1], r[next + 2], r[next + 3], r[next]).normalize();
          mesh.quaternion.copy(a.slerp(b, u - i));
          this.render();
        },
        move: (x, y, z) => { mesh.position.set(x, y, z); this.render(); }, scale: (x, y = x, z = x) => { mesh.scale.set(x, y, z); this.render(); },
        show: on => { mesh.visible = on; this.render(); } };
    }

    // A smooth surface about the origin: a sphere, or an ellipsoid by three semi-axes.
    surface({ axes = [1, 1, 1], colour = '--live-quiet', opacity = 0.18 } = {}) {
      const material = new THREE.MeshStandardMaterial({ roughness: 0.8, transparent: opacity < 1, opacity, depthWrite: opacity === 1, side: opacity < 1 ? THREE.FrontSide : THREE.DoubleSide });
      const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 64, 40), material);
      mesh.rotation.x = Math.PI / 2;
      mesh.renderOrder = 1;
      this.paint(material, colour);
      this.scene.add(mesh);
      const scale = (a, b, c) => { mesh.scale.set(a, c, b); this.render(); };
      scale(...axes);
      return { mesh, scale, show: on => { mesh.visible = on; this.render(); } };
    }

    // From the origin, or from a point; set([x, y, z], from).
    arrow({ colour = '--live-momentum', label, width = 0.018, opacity = 1 } = {}) {
      const material = new THREE.MeshStandardMaterial({ roughness: 0.6, transparent: opacity < 1, opacity }), group = new THREE.Group();
      const shaft = new THREE.Mesh(new THREE.CylinderGeometry(width, width, 1, 20).translate(0, 0.5, 0), material);
      const head = new THREE.Mesh(new THREE.ConeGeometry(width * 3.2, width * 9, 24).translate(0, -width * 4.5, 0), material);
      group.add(shaft, head);
      this.paint(material, colour);
      this.scene.add(group);
      const tag = label && this.label(label, colour), up = new Vector3(0, 1, 0), v = new Vector3();
      return { show: on => { group.visible = on; if (tag) tag.shown = on; this.render(); },
        set: (to, from = [0, 0, 0]) => {
          v.set(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
          const n = v.length();
          group.visible = n > 1e-9;
          if (n > 1e-9) group.quaternion.setFromUnitVectors(up, v.divideScalar(n));
          group.position.set(...from);
          shaft.scale.y = Math.max(1e-6, n - width * 8);
          head.position.y = n;
          if (tag) tag.at.set(...to).addScaledVector(v, 0.16);
          this.render();
        } };
    }

    // A line through points [x, y, z, x, y, z, …]; set(points, how many of them to draw).
    curve({ colour = 1, width = 2.5, opacity = 1, dashed = false, most = 0 } = {}) {
      const material = new THREE.LineMaterial({ linewidth: width, transparent: opacity < 1, opacity, dashed, dashSize: 0.05, gapSize: 0.04 });
      const line = new THREE.Line2(new THREE.LineGeometry(), material);
      line.frustumCulled = false;
      line.visible = false;
      this.paint(material, colour);
      this.lines.push([material, width]);
      this.scene.add(line);
      let size = most;
      return { show: on => { line.visible = on; this.render(); },
        upto: count => { line.geometry.instanceCount = Math.max(0, Math.min(size - 1, count - 1)); this.render(); },
        set: points => {
          const count = points.length / 3;
          line.visible = count > 1;
          if (count > 1) {
            if (count !== size || !line.geometry.attributes.instanceStart) { line.geometry.dispose(); line.geometry = new THREE.LineGeometry(); size = count; }
            line.geometry.setPositions(points);
            line.geometry.instanceCount = count - 1;
            if (dashed) line.computeLineDistances();
          }
          this.render();
        } };
    }

    // A ball; with drag: a handle that pointer and arrow keys move over a surface about the origin (its semi-axes).
    point({ colour = '--live-trail', size = 0.045, label, drag, on, name = 'point' } = {}) {
      const material = new THREE.MeshStandardMaterial({ roughness: 0.5 }), mesh = new THREE.Mesh(new THREE.SphereGeometry(size, 24, 16), material);
      this.paint(material, colour);
      this.scene.add(mesh);
      const tag = label && this.label(label, colour);
      const p = { mesh, drag, show: shown => { mesh.visible = shown; if (tag) tag.shown = shown; if (p.handle) p.handle.hidden = !shown; this.render(); },
        set: (x, y, z) => { mesh.position.set(x, y, z); if (tag) tag.at.set(x, y, z).multiplyScalar(1.12); this.render(); } };
      if (drag) this.handle(p, name, on);
      return p;
    }

    handle(p, name, on) {
      const axes = () => new Vector3(...(typeof p.drag === 'function' ? p.drag() : p.drag)), ray = new THREE.Raycaster(), ball = new THREE.Sphere(new Vector3(), 1), hit = new Vector3();
      const b = p.handle = live.tag('button', { type: 'button', class: 'live-handle', 'aria-label': `${name}: arrow keys move it` });
      const tell = () => { const a = axes(); p.set(hit.x * a.x, hit.y * a.y, hit.z * a.z); on([hit.x * a.x, hit.y * a.y, hit.z * a.z]); };
      const to = e => {
        const r = this.canvas.getBoundingClientRect(), a = axes();
        ray.setFromCamera(new THREE.Vector2(2 * (e.clientX - r.left) / r.width - 1, 1 - 2 * (e.clientY - r.top) / r.height), this.camera);
        ray.ray.origin.divide(a);
        ray.ray.direction.divide(a).normalize();
        if (!ray.ray.intersectSphere(ball, hit)) ray.ray.closestPointToPoint(ball.center, hit).normalize();
        tell();
      };
      b.addEventListener('pointerdown', e => { b.setPointerCapture(e.pointerId); e.stopPropagation(); });
      b.addEventListener('pointermove', e => { if (b.hasPointerCapture(e.pointerId)) to(e); });
      b.addEventListener('keydown', e => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
        if (!way) return;
        e.preventDefault();
        const m = this.camera.matrixWorld.elements, k = e.shiftKey ? 0.12 : 0.03;
        hit.copy(p.mesh.position).divide(axes());
        for (let i = 0; i < 3; i++) hit.setComponent(i, hit.getComponent(i) + k * (way[0] * m[i] + way[1] * m[4 + i]));
        hit.normalize();
        tell();
      });
      this.box.append(b);
      this.handles.push(p);
    }

    label(text, colour = '--pst-color-text-base') {
      const e = live.tag('span', { class: 'live-label', 'aria-hidden': 'true' }, text), l = { e, at: new Vector3(), shown: true, set: (x, y, z) => { l.at.set(x, y, z); this.render(); } };
      e.style.color = typeof colour === 'number' ? `var(--live-${colour})` : colour.startsWith('--') ? `var(${colour})` : colour;
      this.box.append(e);
      this.labels.push(l);
      return l;
    }

    // Space axes x, y, z with their letters.
    axes(length = 1.2, names = ['x', 'y', 'z']) {
      return names.map((name, i) => {
        const to = [0, 1, 2].map(k => k === i ? length : 0), line = this.curve({ colour: '--live-quiet', width: 1.2 });
        line.set([0, 0, 0, ...to]);
        if (name) this.label(name, '--pst-color-text-muted').set(...to.map(x => x * 1.07));
        return line;
      });
    }

    paint(material, colour) { this.painted.push([material, colour]); material.color.set(paint(colour)); }
    theme() { for (const [material, colour] of this.painted) material.color.set(paint(colour)); this.render(); }

    // --- the eye ---------------------------------------------------------------------------------------------------------
    // A mouse turns both ways; a finger sideways, so that the page still scrolls; arrow keys when the picture has the focus.
    orbit() {
      const c = this.canvas, turn = (dx, dy) => {
        this.view.turn -= dx;
        this.view.rise = Math.max(-1.5, Math.min(1.5, this.view.rise + dy));
        for (const s of shared(this)) s.render();
      };
      let last;
      c.addEventListener('pointerdown', e => { if (e.isPrimary) { last = [e.clientX, e.clientY]; c.setPointerCapture(e.pointerId); } });
      c.addEventListener('pointermove', e => {
        if (!last || !e.isPrimary) return;
        turn((e.clientX - last[0]) * 0.01, (e.clientY - last[1]) * 0.01);
        last = [e.clientX, e.clientY];
      });
      for (const end of ['pointerup', 'pointercancel']) c.addEventListener(end, () => { last = undefined; });
      c.addEventListener('keydown', e => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
        if (way) { e.preventDefault(); turn(way[0] * 0.08, -way[1] * 0.08); }
      });
    }

    render() { this.stale = true; ask(); }

    draw() {
      const width = this.canvas.clientWidth, height = this.canvas.clientHeight, dense = Math.min(2, devicePixelRatio || 1);
      if (!width || !height) return;
      this.stale = false;
      const w = Math.round(width * dense), h = Math.round(height * dense), camera = this.camera, size = gl.getDrawingBufferSize(new THREE.Vector2());
      if (this.canvas.width !== w || this.canvas.height !== h) { this.canvas.width = w; this.canvas.height = h; }
      if (size.x < w || size.y < h) gl.setSize(Math.max(size.x, w), Math.max(size.y, h), false);
      const { turn, rise } = this.view, far = this.reach / Math.sin(Math.PI / 12) / Math.min(1, w / h);
      camera.aspect = w / h;
      camera.position.set(far * Math.cos(rise) * Math.cos(turn), far * Math.cos(rise) * Math.sin(turn), far * Math.sin(rise));
      camera.lookAt(0, 0, 0);
      if (this.options.aside) camera.setViewOffset(w, h, w / h > 1.8 ? -this.options.aside * w : 0, 0, w, h);  // room for words beside it
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      this.sun.position.set(-0.6, 0.9, 1.6).applyQuaternion(camera.quaternion);
      for (const [m, wide] of this.lines) m.linewidth = wide * dense;
      const whole = gl.getDrawingBufferSize(new THREE.Vector2());
      gl.setViewport(0, 0, w, h);
      gl.setScissor(0, 0, w, h);
      gl.setScissorTest(true);
      gl.render(this.scene, camera);
      const flat = this.canvas.getContext('2d');
      flat.clearRect(0, 0, w, h);
      flat.drawImage(gl.domElement, 0, whole.y - h, w, h, 0, 0, w, h);
      const place = (e, at) => { const p = at.clone().project(camera); e.style.transform = `translate(${((p.x + 1) / 2 * width).toFixed(1)}px, ${((1 - p.y) / 2 * height).toFixed(1)}px) translate(-50%, -50%)`; };
      for (const l of this.labels) { l.e.hidden = !l.shown; place(l.e, l.at); }
      for (const p of this.handles) place(p.handle, p.mesh.position);
    }
  }

  return { get canvas() { return gl?.domElement; }, make: (place, options) => renderer() ? new Scene(place, options) : null };
})();
window.liveScene = liveScene;
