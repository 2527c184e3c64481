"""One look for every figure: colours with meanings, letters, sizes.

Matplotlib is imported when a function needs it.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check
from .._types import Array, ArrayLike
from ..errors import InvalidInput

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

FONTS = Path(__file__).parent / "fonts"
FAMILY = "Rotlib Sans"
PAPER = "#fdfcf8"
"""The ground of a figure, and of a page in the light."""

INK = "#22252a"
"""Lines and letters."""

CYCLE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", INK, "#E69F00", "#56B4E9")
"""Colours that stay apart for colour-blind readers (Okabe and Ito).

Those that stand out most on paper come first.
"""

COLOURS = {
    "x": "#D55E00",
    "y": "#009E73",
    "z": "#0072B2",
    "momentum": "#8B5E00",
    "energy": "#CC79A7",
    "exact": INK,
    "trail": "#9A4B7C",
}
"""Colours of the body axes, the angular momentum, the energy, the exact motion and the
path of a point of the body."""

KINDS: Mapping[str, str] = MappingProxyType(
    {  # how names begin: the colour of the kind
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
)
"""Colours of the methods: those that work in one way share one."""

DASHES = {"1": ":", "2": "--", "3": "-."}
"""Dashes of methods with a low order in their name; all others have a full line."""


def look(method: str) -> dict[str, str]:
    """Return the colour and the dashes of a method, the same in every figure.

    Parameters
    ----------
    method : str
        A name of `rotlib.methods`.

    Returns
    -------
    dict
        `color` and `linestyle`, for a Matplotlib line. The colour tells how the method
        works, the dashes the order in its name.

    Raises
    ------
    InvalidInput
        If no kind of method has a name that begins so.

    Notes
    -----
    Chapter: How to use this book.

    Examples
    --------
    >>> look("buss2")
    {'color': '#0072B2', 'linestyle': '--'}
    """
    number = re.search(r"(?<=[a-z])\d", method)
    for names, colour in KINDS.items():
        if method.startswith((*names.split(),)):
            dashes = DASHES.get(number[0], "-") if number else "-"
            return {"color": colour, "linestyle": dashes}
    raise InvalidInput(
        f"method: expected a name that begins as one of {' '.join(KINDS)!r}, got"
        f" {method!r}"
    )


def settings() -> dict[str, Any]:
    """Return the Matplotlib parameters of the book as a dictionary."""
    from cycler import cycler

    return {
        "figure.figsize": (6.0, 3.7),
        "figure.dpi": 100,
        "savefig.dpi": 100,
        "figure.facecolor": PAPER,
        "axes.facecolor": PAPER,
        "savefig.facecolor": PAPER,
        "figure.constrained_layout.use": True,
        "font.family": FAMILY,
        "mathtext.fontset": "custom",
        "mathtext.rm": FAMILY,
        "mathtext.it": f"{FAMILY}:italic",
        "mathtext.bf": f"{FAMILY}:bold",
        "mathtext.sf": FAMILY,
        "mathtext.cal": f"{FAMILY}:italic",
        "mathtext.fallback": "stixsans",
        "font.size": 12.5,
        "axes.titlesize": 12.5,
        "figure.labelsize": 12.5,
        "figure.titlesize": 12.5,
        "axes.labelsize": 12.5,
        "xtick.labelsize": 12.5,
        "ytick.labelsize": 12.5,
        "legend.fontsize": 12.5,
        "legend.frameon": True,
        "legend.framealpha": 0.9,
        "legend.edgecolor": "none",
        "legend.facecolor": PAPER,
        "axes.prop_cycle": cycler(color=CYCLE),
        "axes.edgecolor": "#777b82",
        "axes.labelcolor": INK,
        "text.color": INK,
        "xtick.color": "#555a61",
        "ytick.color": "#555a61",
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#dcdad2",
        "grid.linewidth": 0.7,
        "axes.linewidth": 0.8,
        "lines.linewidth": 1.7,
        "lines.markersize": 5,
        "axes.unicode_minus": True,
        "axes.formatter.use_mathtext": True,
        "svg.fonttype": "none",
        "svg.hashsalt": "rotlib",
    }


def style() -> None:
    """Make Matplotlib draw as the book does, from here on.

    Notes
    -----
    Six by 3.7 inches on paper colour, a sans serif that comes with rotlib, colours that
    stay apart for colour-blind readers. Notebooks show figures as vectors (SVG).
    Chapter: How to use this book.

    Examples
    --------
    >>> import matplotlib
    >>> with matplotlib.rc_context():
    ...     style()
    ...     matplotlib.rcParams["figure.figsize"]
    [6.0, 3.7]
    """
    _check.installed("matplotlib", "plot.style")
    import matplotlib

    with_letters()
    matplotlib.rcParams.update(settings())
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and hasattr(shell, "kernel"):
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_matplotlib_formats("svg")  # type: ignore[no-untyped-call]


def with_letters() -> None:
    """Make the letters of the figures known to Matplotlib."""
    from matplotlib import font_manager

    if FAMILY not in font_manager.get_font_names():
        for path in sorted(FONTS.glob("*.ttf")):
            font_manager.fontManager.addfont(path)


def label_lines(
    ax: "Axes",
    *,
    side: str = "right",
    gap: float = 1.25,
    labels: Mapping[str, str] | None = None,
) -> None:
    """Write the labels of lines beside their ends, in their colours.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Its lines that have a label are named; call it when everything is drawn.
    side : {"right", "left"}
        At which end.
    gap : float
        Least distance of two labels, in heights of a letter.
    labels : Mapping, optional
        Other words for a label; an empty word leaves it out.

    Notes
    -----
    Labels that would overlap are moved apart, up and down. Chapter: How to use this
    book.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure, ax = plt.subplots()
    >>> _ = ax.plot([0, 1], [0, 1], label="rises")
    >>> label_lines(ax)
    >>> ax.texts[0].get_text()
    'rises'
    >>> plt.close(figure)
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
    line: "Line2D", corner: ArrayLike, size: Array, point: float, side: str
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
