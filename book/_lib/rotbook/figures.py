"""One look for every figure: letters, sizes, lines and their labels.

Chapter: How to use this book.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rotlib import _check, methods
from rotlib._types import Array
from rotlib.errors import InvalidInput
from rotlib.plot._draw import COLOURS, CYCLE, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

FONTS = Path(__file__).parent / "fonts"
FAMILY = "Rotlib Sans"
KINDS = {  # how names of methods begin: the colour of their kind
    "exact": COLOURS["exact"],
    "lie_euler buss constant_acceleration": "#0072B2",
    "crouch_grossman rkmk cf4": "#E69F00",
    "splitting kicks dmv": "#009E73",
    "krenk_nielsen": "#D55E00",
    "dqvi": "#9A4B7C",
    "simo_wong implicit_midpoint rattle": "#CC79A7",
    "rk4 adams_bashforth_moulton": "#6b7078",
    "explicit_euler semi_implicit_euler clamped_euler catto": "#56B4E9",
}
OTHERS = KINDS["simo_wong implicit_midpoint rattle"]
DASHES = {"1": ":", "2": "--", "3": "-."}  # of a low order in the name
SETTINGS = {  # names of Matplotlib's parameters: their value
    "figure.figsize": (6.0, 3.7),
    "figure.dpi savefig.dpi": 100,
    "figure.facecolor axes.facecolor savefig.facecolor legend.facecolor": PAPER,
    "figure.constrained_layout.use": True,
    "font.family mathtext.rm mathtext.sf": FAMILY,
    "mathtext.it mathtext.cal": f"{FAMILY}:italic",
    "mathtext.bf": f"{FAMILY}:bold",
    "mathtext.fontset": "custom",
    "mathtext.fallback": "stixsans",
    "font.size legend.fontsize axes.titlesize axes.labelsize figure.titlesize": 12.5,
    "figure.labelsize xtick.labelsize ytick.labelsize": 12.5,
    "legend.frameon": True,
    "legend.framealpha": 0.9,
    "legend.edgecolor": "none",
    "text.color axes.labelcolor xtick.labelcolor ytick.labelcolor": INK,
    "axes.edgecolor": "#777b82",
    "xtick.color ytick.color": "#555a61",
    "axes.spines.top axes.spines.right": False,
    "axes.grid axes.axisbelow axes.unicode_minus axes.formatter.use_mathtext": True,
    "grid.color": "#dcdad2",
    "grid.linewidth": 0.7,
    "axes.linewidth": 0.8,
    "lines.linewidth": 1.7,
    "lines.markersize": 5,
    "svg.fonttype": "none",
    "svg.hashsalt": "rotlib",
}


def look(method: str) -> dict[str, str]:
    """The `color` of a method's kind and the `linestyle` of its order, for a line."""
    number = re.search(r"(?<=[a-z])\d", method)
    found = [c for names, c in KINDS.items() if method.startswith((*names.split(),))]
    if not found and method not in [m.name for m in methods.ALL]:
        raise InvalidInput(
            f"method: expected a method of rotlib, or a name that begins as one of"
            f" {' '.join(KINDS)!r}, got {method!r}"
        )
    dashes = DASHES.get(number[0], "-") if number else "-"
    return {"color": (*found, OTHERS)[0], "linestyle": dashes}


def style() -> None:
    """Make Matplotlib draw as the book does, and notebooks show vectors (SVG)."""
    from cycler import cycler
    from matplotlib import font_manager, rcParams

    if FAMILY not in font_manager.get_font_names():
        for path in sorted(FONTS.glob("*.ttf")):
            font_manager.fontManager.addfont(path)
    for names, value in SETTINGS.items():
        rcParams.update(dict.fromkeys(names.split(), value))
    rcParams["axes.prop_cycle"] = cycler(color=CYCLE)
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and hasattr(shell, "kernel"):
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_matplotlib_formats("svg")


def label_lines(
    ax: "Axes",
    *,
    side: str = "right",
    gap: float = 1.25,
    labels: Mapping[str, str] | None = None,
) -> None:
    """Write the labels of lines beside their ends, in their colours, moved apart.

    It is called when everything is drawn.

    side: "right" or "left"
    gap: least distance of two labels, in heights of a letter
    labels: other words for a label; an empty word leaves it out
    """
    _check.one_of(side, ("right", "left"), "side")
    from matplotlib import rcParams

    figure: Any = ax.get_figure(root=True)
    figure.draw_without_rendering()  # the layout gives the axes their size
    point = figure.dpi / 72
    size = np.array([ax.bbox.width, ax.bbox.height]) / point
    words = {} if labels is None else labels
    named = [
        (*end, word, line.get_color())
        for line in ax.lines
        for word in [words.get(str(line.get_label()), str(line.get_label()))]
        if word and not word.startswith("_")
        for end in _ends(line, ax.bbox.min, size, point, side)
    ]
    named.sort(key=lambda found: found[1])
    heights = _apart([y for _, y, *_ in named], gap * rcParams["font.size"])
    for (x, y, word, colour), height in zip(named, heights, strict=True):
        ax.annotate(
            word,
            (x / size[0], y / size[1]),
            (6 if side == "right" else -6, height - y),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="left" if side == "right" else "right",
            va="center",
            color=colour,
            annotation_clip=False,
        )


def _ends(
    line: "Line2D", corner: Array, size: Array, point: float, side: str
) -> list[tuple[float, float]]:
    """The last point of a line inside its axes, in points from their corner."""
    at = line.get_transform().transform(np.column_stack(line.get_data()))
    at = (at - np.asarray(corner)) / point
    at = at[np.isfinite(at).all(axis=1)]
    at = at[((at > -1) & (at < size + 1)).all(axis=1)]
    if not len(at):
        return []
    x, y = at[at[:, 0].argmax() if side == "right" else at[:, 0].argmin()]
    return [(float(x), float(y))]


def _apart(heights: list[float], least: float) -> list[float]:
    """Heights in rising order moved as little as groups allow, `least` apart."""
    groups: list[list[float]] = []  # middle of the group, how many
    for height in heights:
        groups.append([height, 1])
        while len(groups) > 1:
            (low, n), (high, m) = groups[-2:]
            if high - low >= (n + m) * least / 2:
                break
            groups[-2:] = [[(n * low + m * high) / (n + m), n + m]]
    return [
        middle + (k - (count - 1) / 2) * least
        for middle, count in groups
        for k in range(int(count))
    ]
