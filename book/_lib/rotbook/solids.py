"""Solids that stand in the scenes of the book alone."""

from dataclasses import replace

import numpy as np
from rotlib.plot import Shape
from rotlib.plot._colours import COLOURS
from rotlib.plot._shapes import box, join, lathe

BRASS = "#c9a35a"


def wing_nut(sides: int = 12) -> Shape:
    """A wing nut: the thread along z, the wings along +x, coloured, and -x."""
    thread = [(-0.28, 0.42), (0.0, 0.36), (0.28, 0.30)]
    parts = [lathe(thread, "z", sides, (BRASS,) * 2)]
    for side, colour in ((1, COLOURS["x"]), (-1, BRASS)):
        w = box((0.62, 0.16, 0.5), (side * 0.62, 0, 0.16), (colour,) * 6)
        x, _, z = w.vertices.T
        flare = np.where((x * side > 0.6) & (z > 0), 0.28, 0.0)
        w.vertices[:] += flare[:, None] * [side * 0.6, 0, 1]
        parts.append(w)
    return join(*parts)


def top(sides: int = 14) -> Shape:
    """A top on the origin, its axis along +z; a coloured stripe shows the spin."""
    profile = [(0, 0.0), (0.55, 0.5), (0.72, 0.5), (0.82, 0.08), (1.1, 0.06)]
    s = lathe(profile, "z", sides)
    tints, stripe = [*s.colours], 3 * sides // 14
    for first in (0, sides, 2 * sides):
        tints[first : first + stripe] = [COLOURS["x"]] * stripe
    return replace(s, colours=tuple(tints))
