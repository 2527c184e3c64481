// What is looked at inside one page. Runs in the browser; returns plain data.
export function look() {
  const all = (css, within = document) => [...within.querySelectorAll(css)];
  const scrolls = e => { for (let a = e.parentElement; a; a = a.parentElement) if (getComputedStyle(a).overflowX !== 'visible') return true; return false; };
  const wide = e => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0 && b.right > innerWidth + 1 && !scrolls(e); };
  const outsideCode = e => { const copy = e.cloneNode(true); for (const code of all('code, pre', copy)) code.remove(); return copy.textContent; };
  const ids = all('[id]').map(e => e.id);
  const shown = e => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
  const words = e => e.textContent.trim().replace(/\s+/g, ' ').slice(0, 50);
  // Boxes that hold more than they show. Where the reader may scroll there must be a sign of it: an edge that fades.
  const cut = e => shown(e) && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible';
  const signed = e => getComputedStyle(e).maskImage !== 'none';
  const tables = 'article :is(.pst-scrollable-table-container, .table-wrapper, .cell_output, .output):has(table)';
  const cutCode = all('article pre').filter(cut), cutMaths = all('article :is(mjx-container[display="true"], div.math)').filter(cut), cutTables = all(tables).filter(cut), cutInline = all('article p mjx-container:not([display="true"])').filter(e => shown(e) && e.firstElementChild?.getBoundingClientRect().width > e.getBoundingClientRect().width + 2);
  // Rows that are taller than their text needs, and columns so narrow that their text stands in a tower.
  const textBox = e => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const lines = (e, b) => Math.round(b.height / (parseFloat(getComputedStyle(e).lineHeight) || 20));
  const tower = e => { if (e.querySelector('ul, ol, dl')) return false; const n = words(e).length && e.textContent.trim().length, k = lines(e, textBox(e)); return k > 6 && n / k < 12; };
  const hollow = r => { const high = [...r.cells].map(c => textBox(c).height), row = getComputedStyle(r).display === 'table-row'; // else a card, whose cells stand one below the other
    const most = row ? Math.max(0, ...high) : high.reduce((a, b) => a + b, 0); return r.getBoundingClientRect().height > 2 * most + 40; };
  // Letters of drawings as they reach the eye; the largest of a text counts, its indices may be smaller.
  const size = t => { const m = t.getScreenCTM(); return Math.max(...[t, ...t.querySelectorAll('tspan')].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).map(e => parseFloat(getComputedStyle(e).fontSize))) * Math.hypot(m.b, m.d); };
  const letters = all('article svg text').filter(t => shown(t.ownerSVGElement) && t.textContent.trim()).map(t => [size(t), words(t)]);
  // Light paper under a picture.
  const light = c => { const [r, g, b, a = 1] = (c.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number); return a > 0.5 && 0.2126 * r + 0.7152 * g + 0.0722 * b > 180; };
  const sheet = svg => { const whole = svg.getBoundingClientRect(); return [...svg.querySelectorAll('rect, path, polygon')].some(e => { const b = e.getBoundingClientRect(), s = getComputedStyle(e); return b.width * b.height > 0.9 * whole.width * whole.height && s.fill !== 'none' && Number(s.fillOpacity) > 0.5 && light(s.fill); }); };
  const printed = i => {
    if (light(getComputedStyle(i).backgroundColor)) return true;
    if (location.protocol === 'file:' || !i.naturalWidth) return false; // a picture from the disk may not be read
    const c = Object.assign(document.createElement('canvas'), { width: 9, height: 9 }).getContext('2d', { willReadFrequently: true });
    c.drawImage(i, 0, 0, 9, 9);
    try { return [[0, 0], [8, 0], [0, 8], [8, 8]].filter(([x, y]) => light(`${c.getImageData(x, y, 1, 1).data.map((v, k) => k < 3 ? v : v / 255)}`)).length > 2; } catch { return false; }
  };
  const here = document.querySelector('.bd-sidebar-primary li.current > a.current, .bd-sidebar-primary a.current'), frame = here?.closest('.bd-sidebar-primary');
  const away = () => { const a = here.getBoundingClientRect(), f = frame.getBoundingClientRect(); return a.top < Math.max(0, f.top) || a.bottom > Math.min(innerHeight, f.bottom); };
  const maths = all('.math');
  return {
    maths: maths.length,
    untypeset: maths.filter(e => !e.querySelector('mjx-container')).map(e => e.textContent.slice(0, 60)),
    mathErrors: all('mjx-merror, [data-mjx-error]').map(e => e.getAttribute('data-mjx-error') || e.textContent),
    rawMaths: all('article p, article li, article td, article figcaption').filter(e => !e.querySelector('mjx-container, pre, code'))
      .map(e => e.textContent).filter(t => /\$[^$\s][^$]*\$|\\\(|\\frac|\\omega/.test(t)).map(t => t.slice(0, 60)),
    rawRoles: all('article p, article li, article td, article figcaption').map(outsideCode)
      .filter(t => /\{(ref|eq|numref|cite|cite:t|cite:p|prf:ref|doc)\}/.test(t)).map(t => t.slice(0, 60)),
    rawTables: all('article p').map(e => e.textContent).filter(t => /\|\s*(-{2,}|[–—])\s*\|/.test(t)).map(t => t.slice(0, 60)),
    scroll: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    wide: all('article *:not(mjx-container *)').filter(wide).slice(0, 3).map(e => e.tagName + '.' + e.className),
    broken: [...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src.slice(-60)),
    noAlt: all('article img').filter(i => !i.alt.trim() || /_images|_build/.test(i.alt)).map(i => i.src.slice(-60)),
    cutCode: cutCode.map(words), cutMaths: cutMaths.map(words), cutTables: cutTables.map(words),
    unsigned: [...cutCode, ...cutMaths, ...cutTables, ...cutInline].filter(e => !signed(e)).map(e => `${e.tagName} ${e.scrollWidth - e.clientWidth} px: ${words(e)}`),
    faded: all('article :is(.more-left, .more-right)').filter(e => shown(e) && getComputedStyle(e).overflowX === 'visible').map(words),
    towers: all('article table :is(td, th)').filter(c => shown(c) && tower(c)).map(words),
    spilled: all('article .rot-name').filter(e => shown(e) && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline').map(words),
    hollow: all('article table tr').filter(r => shown(r) && hollow(r)).map(words),
    small: letters.filter(([s]) => s < 9.95).map(([s, w]) => `${s.toFixed(1)} px “${w}”`),
    sheets: [...all('article img').filter(i => shown(i) && printed(i)).map(i => i.src.slice(-50)), ...all('article svg').filter(s => s.getBoundingClientRect().width > 100 && sheet(s)).map(words)],
    away: Boolean(here && shown(here) && away()),
    sameId: [...new Set(ids.filter((x, i) => ids.indexOf(x) !== i))],
    ids,
    links: all('a[href]').map(a => new URL(a.getAttribute('href'), document.baseURI).href), // in an SVG, a.href is an object
    viewers: all('.rotview').length,
    figures: all('figure.live').length,
    cdn: all('script[src], link[href]').map(e => e.src || e.href).filter(u => !u.startsWith(location.origin) && !u.startsWith('data:')),
  };
}
