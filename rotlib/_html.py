"""What a notebook shows of a body or a run: a small picture beside a few facts.

Numbers come in, HTML with inline SVG goes out. Coordinates have one digit after the
point, so that the last bits of another machine do not change the text.
"""

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np

from ._types import Array, Steps

COLOURS = ("#D55E00", "#009E73", "#0072B2")
"""Of the first, second and third axis (Okabe and Ito): apart for colour-blind eyes."""

WIDE, HIGH, LEFT, TOP = 236.0, 76.0, 52.0, 8.0  # of the curves and their margins
BINS = 118  # of a long run: least and greatest value of each are drawn
RIGHT_UP = np.array([[-1.0, 1.0, 0.0], [-1.0, -1.0, 2.0]]) / np.sqrt([[2.0], [6.0]])


class Markup(str):
    """Text that is HTML."""


def shown(title: str, picture: str, facts: Iterable[tuple[str, str]]) -> str:
    """The picture with a title and a table of facts."""
    cell = '<td style="text-align:left;padding:1px 6px">'
    rows = "".join(
        f"<tr>{cell}{escape(name)}</td>{cell}"
        f"{value if isinstance(value, Markup) else escape(value)}</td></tr>"
        for name, value in facts
    )
    return (
        '<div style="display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px">'
        f"{picture}<div><b>{escape(title)}</b>"
        f'<table style="margin:2px 0;border:0">{rows}</table></div></div>'
    )


def swatch(k: int) -> str:
    """A spot in the colour of axis k."""
    return f'<span style="color:{COLOURS[k]}">\N{BLACK SQUARE}</span>'


def numbers(values: Sequence[float], digits: int = 4) -> str:
    """A vector in round brackets."""
    return f"({', '.join(f'{x + 0.0:.{digits}g}' for x in values)})"


def box(edges: Array, label: str) -> str:
    """A box in isometric view, from its three half edges, the rows of (3, 3).

    The face across edge k has the colour of axis k.
    """
    sizes = np.sqrt((edges**2).sum(1))
    # a plate keeps a thickness that can be seen
    thick = np.maximum(sizes, 0.015 * sizes.max()) / np.where(sizes == 0.0, 1.0, sizes)
    half = edges * thick[:, None]
    half = half * np.where(half.sum(1) < 0.0, -1.0, 1.0)[:, None]  # towards the eye
    corners = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]])
    faces = [half[k] + corners @ half[[k - 2, k - 1]] for k in range(3)]
    flat = np.array(faces) @ RIGHT_UP.T
    flat = flat * (52.0 / max(np.abs(flat).max(), 1e-300))
    drawn = "".join(
        f'<polygon points="{_points(60.0 + x, 60.0 - y)}" fill="{colour}"'
        ' fill-opacity=".8" stroke="currentColor" stroke-linejoin="round"/>'
        for (x, y), colour in zip(np.moveaxis(flat, -1, 1), COLOURS, strict=True)
    )
    return _svg(120, 120, label, drawn)


def curves(t: Array, values: Array, names: Sequence[str], unit: str, label: str) -> str:
    """Three components (n, 3) against the times (n,), with the ends of both axes."""
    finite = np.isfinite(values).all(1)
    t, values = t[finite], values[finite]
    if not len(t):
        return ""
    values = np.where(np.abs(values) < 1e-9 * np.abs(values).max(), 0.0, values)
    low, high = float(values.min()), float(values.max())
    span, time = high - low or 1.0, float(t[-1] - t[0]) or 1.0
    bottom = TOP + HIGH
    parts = [
        f'<path d="M{LEFT} {TOP}V{bottom}H{LEFT + WIDE}" fill="none"'
        ' stroke="currentColor" stroke-opacity=".4"/>'
    ]
    if low < 0.0 < high:
        level = f"{bottom + HIGH * low / span:.1f}"
        parts.append(
            f'<path d="M{LEFT} {level}H{LEFT + WIDE}" stroke="currentColor"'
            ' stroke-opacity=".4" stroke-dasharray="2 3"/>'
        )
    for k, colour in enumerate(COLOURS):
        # rounded first: among equal heights the first counts, not the last bit
        y = np.round(bottom - HIGH * (values[:, k] - low) / span, 1)
        at = _extremes(y)
        x = LEFT + WIDE * (t[at] - t[0]) / time
        parts.append(
            f'<polyline points="{_points(x, y[at])}" fill="none" stroke="{colour}"'
            ' stroke-width="1.5" stroke-linejoin="round"/>'
        )
        key = LEFT + 44 + 52 * k
        parts.append(
            f'<path d="M{key} {bottom + 13}h14" stroke="{colour}" stroke-width="3"/>'
            + _text(key + 18, bottom + 17, names[k])
        )
    parts += [
        _text(LEFT - 4, TOP + 8, f"{high:.3g}", "end"),
        _text(LEFT - 4, TOP + HIGH / 2 + 4, unit, "end"),
        _text(LEFT - 4, bottom, f"{low:.3g}", "end"),
        _text(LEFT, bottom + 17, f"{t[0]:.3g} s"),
        _text(LEFT + WIDE, bottom + 17, f"{t[-1]:.3g} s", "end"),
    ]
    return _svg(300, 108, label, "".join(parts))


def _extremes(values: Array) -> Steps:
    """The numbers of the records to draw: all, or two from each of so many bins."""
    n = len(values)
    if n <= 2 * BINS:
        return np.arange(n)
    found = {0, n - 1}
    for part in np.array_split(np.arange(n), BINS):
        found |= {int(part[values[part].argmin()]), int(part[values[part].argmax()])}
    return np.array(sorted(found))


def _points(x: Array, y: Array) -> str:
    pairs = zip(np.ravel(x).tolist(), np.ravel(y).tolist(), strict=True)
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in pairs)


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="currentColor">'
        f"{escape(words)}</text>"
    )


def _svg(wide: int, high: int, label: str, parts: str) -> str:
    return (
        f'<svg viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img"'
        f' aria-label="{escape(label)}" style="font:11px sans-serif;max-width:100%">'
        f"{parts}</svg>"
    )
