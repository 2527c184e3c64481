"""Pictures of rotations: one figure style, plots of a trajectory, a drawn orientation, and the moving scene.

Matplotlib is imported when a function needs it, never with rotlib.
"""

import numpy as np

from . import _check
from ._style import COLOURS, CYCLE, INK, PAPER, settings
from .errors import InvalidInput

__all__ = ["COLOURS", "CYCLE", "INK", "PAPER", "orientation", "style", "trajectory"]


def style():
    """Make Matplotlib draw as the book does, from here on.

    Notes
    -----
    Six by 3.7 inches at 100 dots an inch on paper colour, STIX letters, colours that stay apart for colour-blind
    readers. Everything Matplotlib needs for it comes with Matplotlib. Chapter: How to use this book.

    Examples
    --------
    >>> import matplotlib
    >>> with matplotlib.rc_context():
    ...     style()
    ...     matplotlib.rcParams["figure.figsize"]
    [6.0, 3.7]
    """
    import matplotlib

    matplotlib.rcParams.update(settings())
