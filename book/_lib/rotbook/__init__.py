"""What the pages of the book share: how figures look, tables, answers to exercises."""

from .figures import COLOURS, CYCLE, INK, PAPER, label_lines, look, style
from .poinsot import momentum_sphere, rolling_ellipsoid
from .sketches import Sketch, sketch
from .tables import Table, table

__all__ = [
    "COLOURS",
    "CYCLE",
    "INK",
    "PAPER",
    "Sketch",
    "Table",
    "label_lines",
    "look",
    "momentum_sphere",
    "rolling_ellipsoid",
    "sketch",
    "style",
    "table",
]
