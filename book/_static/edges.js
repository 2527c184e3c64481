// A formula that is a little too wide is set a little smaller, on paper as small as it must be. A box that then holds more
// than it shows fades at the edge behind which there is more: code, formulas and tables.
(() => {
  const LEAST = 0.75, PAPER = 670, PRINTED = 44 / 3; // px: a line of A4, and the letters on it
  const REST = 0.005; // a size that fits and is nearly the best one stays: each new size is measured a little differently, and the page would never rest
  const fit = box => {
    const formula = box.querySelector('mjx-math');
    if (!formula) return;
    const now = Number(formula.style.getPropertyValue('--fit') || 1), wide = formula.getBoundingClientRect().width / now;
    if (!wide) return;
    const room = box.clientWidth / wide, paper = PAPER * box.clientWidth / document.querySelector('.bd-article').clientWidth;
    const best = room < 1 ? Math.max(LEAST, Math.floor(1000 * room) / 1000) : 1;
    return [formula, now <= best && now > best - REST ? now : best, Math.min(1, paper / wide * parseFloat(getComputedStyle(box.parentElement).fontSize) / PRINTED)];
  };
  const BOXES = '.bd-article :is(pre, mjx-container, div.math, .pst-scrollable-table-container, .table-wrapper, .cell_output .output, .live-table)';
  // What a box holds beyond what it shows. A formula in a line is measured itself: its signs reach over its own edges.
  const beyond = box => {
    if (!box.matches('mjx-container:not([display="true"])')) return box.scrollWidth - box.clientWidth;
    const formula = box.querySelector('mjx-math');
    return formula ? formula.getBoundingClientRect().width - box.getBoundingClientRect().width - 1 : 0;
  };
  const mark = box => {
    const rest = beyond(box);
    box.classList.toggle('more-left', rest > 1 && box.scrollLeft > 1);
    box.classList.toggle('more-right', rest > 1 && box.scrollLeft < rest - 1);
  };
  const all = () => {
    if (matchMedia('print').matches) return; // what was found on the screen holds
    for (const [formula, screen, print] of [...document.querySelectorAll('mjx-container[display="true"]')].map(fit).filter(Boolean)) {
      formula.style.setProperty('--fit', screen);
      formula.style.setProperty('--print', print.toFixed(3));
    }
    for (const box of document.querySelectorAll(BOXES)) mark(box);
  };
  addEventListener('scroll', e => { if (e.target.matches?.(BOXES)) mark(e.target); }, { capture: true, passive: true });
  addEventListener('toggle', all, true);
  addEventListener('beforeprint', all); // folds have just been opened
  const start = async () => {
    await window.MathJax?.startup?.promise;
    new ResizeObserver(all).observe(document.body);
    document.fonts.ready.then(all);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start); else start();
})();
