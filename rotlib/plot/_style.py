"""One look for every figure: colours, fonts and sizes.

Matplotlib is imported when `style` is called.
"""

from typing import Any

from .. import _html

PAPER, INK = "#fdfcf8", "#22252a"
CYCLE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", INK, "#E69F00", "#56B4E9")
"""Colours that stay apart for colour-blind readers (Okabe and Ito).

Those that stand out most on paper come first.
"""

COLOURS = {
    **dict(zip("xyz", _html.COLOURS, strict=True)),
    "momentum": "#8B5E00",
    "trail": "#9A4B7C",
}
"""Colours of the body axes, the angular momentum, the path of a point of the body."""


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
        "font.family": "STIXGeneral",
        "mathtext.fontset": "stix",
        "font.size": 12.5,
        "axes.titlesize": 13,
        "axes.labelsize": 12.5,
        "xtick.labelsize": 11.5,
        "ytick.labelsize": 11.5,
        "legend.fontsize": 11.5,
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
        "svg.hashsalt": "rotlib",
    }
