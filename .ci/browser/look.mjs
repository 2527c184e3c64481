// What is looked at inside one page. Runs in the browser; returns plain data.
export function look() {
  const all = (css, within = document) => [...within.querySelectorAll(css)];
  const scrolls = e => { for (let a = e.parentElement; a; a = a.parentElement) if (getComputedStyle(a).overflowX !== 'visible') return true; return false; };
  const wide = e => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0 && b.right > innerWidth + 1 && !scrolls(e); };
  const outsideCode = e => { const copy = e.cloneNode(true); for (const code of all('code, pre', copy)) code.remove(); return copy.textContent; };
  const ids = all('[id]').map(e => e.id);
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
    sameId: [...new Set(ids.filter((x, i) => ids.indexOf(x) !== i))],
    ids,
    links: all('a[href]').map(a => new URL(a.getAttribute('href'), document.baseURI).href), // in an SVG, a.href is an object
    viewers: all('.rotview').length,
    figures: all('figure.live').length,
    cdn: all('script[src], link[href]').map(e => e.src || e.href).filter(u => !u.startsWith(location.origin) && !u.startsWith('data:')),
  };
}
