"""Faceted solids for drawing: vertices, faces wound anticlockwise seen from outside, one colour a face."""

import math
from dataclasses import dataclass

import numpy as np

from ..errors import InvalidInput
from ._style import COLOURS

STEEL, PALE, BRASS = "#8797a6", "#cfd6dc", "#c9a35a"


@dataclass(frozen=True)
class Shape:
    """A drawable solid: `vertices` (m, 3), `faces` as tuples of vertex numbers (two numbers: a line), `colours`."""

    vertices: np.ndarray
    faces: tuple
    colours: tuple

    def fitted(self, radius):
        """Return the shape scaled about the origin so that its farthest vertex lies at `radius`."""
        return Shape(self.vertices * (radius / np.linalg.norm(self.vertices, axis=1).max()), self.faces, self.colours)


def join(*shapes):
    """Return several shapes as one."""
    vertices, faces, colours, start = [], [], [], 0
    for s in shapes:
        vertices.append(s.vertices)
        faces += [tuple(start + i for i in f) for f in s.faces]
        colours += s.colours
        start += len(s.vertices)
    return Shape(np.vstack(vertices), tuple(faces), tuple(colours))


def box(sides=(1.0, 0.7, 0.4), centre=(0.0, 0.0, 0.0), colours=None):
    """A box: the face towards +x, +y, +z in the colour of that axis, the opposite face pale."""
    corners = np.array([[(i >> k & 1) - 0.5 for k in range(3)] for i in range(8)])
    faces = ((1, 3, 7, 5), (0, 4, 6, 2), (2, 6, 7, 3), (0, 1, 5, 4), (4, 5, 7, 6), (0, 2, 3, 1))
    tints = [c for axis in "xyz" for c in (COLOURS[axis], PALE)]
    return Shape(corners * np.asarray(sides, float) + centre, faces, tuple(colours or tints))


def lathe(profile, axis="z", sides=12, colours=None, centre=(0.0, 0.0, 0.0)):
    """A solid of revolution through `profile`, pairs (position along the axis, radius), from bottom to top."""
    rows = [(p, max(r, 1e-6)) for p, r in profile]
    turn = [2 * math.pi * k / sides for k in range(sides)]
    v = np.array([(r * math.cos(a), r * math.sin(a), p) for p, r in rows for a in turn])
    v = v[:, {"x": [2, 0, 1], "y": [1, 2, 0], "z": [0, 1, 2]}[axis]] + centre
    faces, tint = [], []
    for j in range(len(rows) - 1):
        for k in range(sides):
            n = (k + 1) % sides
            faces.append((j * sides + k, j * sides + n, (j + 1) * sides + n, (j + 1) * sides + k))
            tint.append(colours[j] if colours else (STEEL, PALE)[k * 4 // sides % 2])
    last = (len(rows) - 1) * sides
    faces += [tuple(range(sides))[::-1], tuple(range(last, last + sides))]
    tint += [tint[0], tint[-1]]
    return Shape(v, tuple(faces), tuple(tint))


def ellipsoid(semi_axes=(1.0, 0.7, 0.4), rings=12, sides=24):
    """An ellipsoid about the origin, chequered so that its turning can be seen."""
    angle = np.linspace(0, math.pi, rings + 1)
    profile = [(-math.cos(a), math.sin(a)) for a in angle]
    s = lathe(profile, "z", sides)
    tints = [(STEEL, PALE)[(j * 4 // rings + k * 8 // sides) % 2] for j in range(rings) for k in range(sides)]
    return Shape(s.vertices * np.asarray(semi_axes, float), s.faces, (*tints, *s.colours[-2:]))


def closed_line(points, colour):
    """A closed curve as the lines of a shape."""
    n = len(points)
    return Shape(np.asarray(points, float), tuple((i, (i + 1) % n) for i in range(n)), (colour,) * n)


def t_handle():
    """A T-handle of two rods: the stem along +y, the bar along x with its +x half coloured, balanced at the origin."""
    half = np.linspace(-1, 1, 5)
    bar = lathe([(p, 0.16) for p in half], "x", 10, (PALE, PALE, COLOURS["x"], COLOURS["x"]), (0, -1 / 6, 0))
    stem = lathe([(p, 0.13) for p in np.linspace(0, 5 / 6, 4)], "y", 10, (STEEL,) * 3)
    return join(bar, stem)


def wing_nut():
    """A wing nut: the thread along z, the two wings along +x and -x, one of them coloured."""
    hub = lathe([(-0.28, 0.42), (0.0, 0.36), (0.28, 0.30)], "z", 12, (BRASS, BRASS))
    wings = []
    for side, colour in ((1, COLOURS["x"]), (-1, BRASS)):
        w = box((0.62, 0.16, 0.5), (side * 0.62, 0, 0.16), (colour,) * 6)
        flare = np.where((w.vertices[:, 0] * side > 0.6) & (w.vertices[:, 2] > 0), 0.28, 0.0)
        wings.append(Shape(w.vertices + flare[:, None] * [side * 0.6, 0, 1], w.faces, w.colours))
    return join(hub, *wings)


def top():
    """A spinning top standing on the origin, its axis along +z; a coloured stripe shows the spin."""
    s = lathe([(0, 0.0), (0.55, 0.5), (0.72, 0.5), (0.82, 0.08), (1.1, 0.06)], "z", 14)
    marked = [COLOURS["x"] if i % 14 < 3 and i < 42 else c for i, c in enumerate(s.colours)]
    return Shape(s.vertices, s.faces, tuple(marked))


def arrow(direction="z", colour=None):
    """An arrow from the origin along one axis."""
    profile = [(0, 0.035), (0.4, 0.035), (0.78, 0.035), (0.78, 0.10), (1, 0)]
    return lathe(profile, direction, 8, (colour or COLOURS[direction],) * 4)


def frame():
    """The three body axes as arrows."""
    return join(*(arrow(axis) for axis in "xyz"))


NAMED = {"box": box, "t-handle": t_handle, "wing-nut": wing_nut, "top": top, "arrow": arrow, "frame": frame}


def find(shape):
    """Return a Shape from its name, from sides (a, b, c) of a box, or unchanged."""
    if isinstance(shape, Shape):
        return shape
    if isinstance(shape, str):
        if shape not in NAMED:
            raise InvalidInput(f"shape: expected one of {', '.join(map(repr, NAMED))}, got {shape!r}")
        return NAMED[shape]()
    sides = np.asarray(shape, float)
    if sides.shape != (3,) or not (np.isfinite(sides) & (sides > 0)).all():
        raise InvalidInput(f"shape: expected a name, a Shape, or three positive sides of a box, got {shape!r}")
    return box(sides)
