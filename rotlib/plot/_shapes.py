"""Faceted solids for drawing: vertices, and faces of one colour each.

A face is wound anticlockwise, seen from outside.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from .. import _check
from .._types import Array, ArrayLike
from ..errors import InvalidInput
from ._colours import COLOURS

STEEL, PALE, BRASS = "#8797a6", "#cfd6dc", "#c9a35a"
Sides: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True)
class Shape:
    """A drawable solid.

    Attributes
    ----------
    vertices : ndarray, shape (m, 3)
        Corners, body components, m.
    faces : tuple of tuples of int
        Numbers of vertices; two of them make a line.
    colours : tuple of str
        One a face, such as "#8797a6".
    """

    vertices: Array
    faces: tuple[tuple[int, ...], ...]
    colours: tuple[str, ...]

    def fitted(self, radius: float) -> "Shape":
        """Return the shape scaled so that its farthest vertex lies at `radius`.

        Parameters
        ----------
        radius : float
            The distance from the origin, m.
        """
        size = np.linalg.norm(self.vertices, axis=1).max()
        return Shape(self.vertices * (radius / size), self.faces, self.colours)


def join(*shapes: Shape) -> Shape:
    """Return several shapes as one."""
    vertices: list[Array] = []
    faces: list[tuple[int, ...]] = []
    colours: list[str] = []
    start = 0
    for s in shapes:
        vertices.append(s.vertices)
        faces += [tuple(start + i for i in f) for f in s.faces]
        colours += s.colours
        start += len(s.vertices)
    return Shape(np.vstack(vertices), tuple(faces), tuple(colours))


def box(
    sides: ArrayLike = (1.0, 0.7, 0.4),
    centre: Sides = (0.0, 0.0, 0.0),
    colours: Sequence[str] | None = None,
) -> Shape:
    """A box: the faces towards +x, +y, +z in the colour of their axis, others pale."""
    corners = np.array([[(i >> k & 1) - 0.5 for k in range(3)] for i in range(8)])
    faces = (
        (1, 3, 7, 5),
        (0, 4, 6, 2),
        (2, 6, 7, 3),
        (0, 1, 5, 4),
        (4, 5, 7, 6),
        (0, 2, 3, 1),
    )
    tints = [c for axis in "xyz" for c in (COLOURS[axis], PALE)]
    return Shape(
        corners * np.asarray(sides, float) + centre, faces, tuple(colours or tints)
    )


def lathe(
    profile: Sequence[tuple[float, float]],
    axis: str = "z",
    sides: int = 12,
    colours: Sequence[str] | None = None,
    centre: Sides = (0.0, 0.0, 0.0),
) -> Shape:
    """A solid of revolution through `profile`, from bottom to top.

    The profile is made of pairs (position along the axis, radius).
    """
    rows = [(p, max(r, 1e-6)) for p, r in profile]
    turn = [2 * math.pi * k / sides for k in range(sides)]
    v = np.array([(r * math.cos(a), r * math.sin(a), p) for p, r in rows for a in turn])
    v = v[:, {"x": [2, 0, 1], "y": [1, 2, 0], "z": [0, 1, 2]}[axis]] + centre
    faces: list[tuple[int, ...]] = []
    tint: list[str] = []
    for j in range(len(rows) - 1):
        for k in range(sides):
            n = (k + 1) % sides
            faces.append(
                (j * sides + k, j * sides + n, (j + 1) * sides + n, (j + 1) * sides + k)
            )
            tint.append(colours[j] if colours else (STEEL, PALE)[k * 4 // sides % 2])
    last = (len(rows) - 1) * sides
    faces += [tuple(range(sides))[::-1], tuple(range(last, last + sides))]
    tint += [tint[0], tint[-1]]
    return Shape(v, tuple(faces), tuple(tint))


def ellipsoid(
    semi_axes: ArrayLike = (1.0, 0.7, 0.4), rings: int = 12, sides: int = 24
) -> Shape:
    """An ellipsoid about the origin, chequered so that its turning can be seen."""
    angle = np.linspace(0, math.pi, rings + 1)
    profile = [(-math.cos(a), math.sin(a)) for a in angle]
    s = lathe(profile, "z", sides)
    tints = [
        (STEEL, PALE)[(j * 4 // rings + k * 8 // sides) % 2]
        for j in range(rings)
        for k in range(sides)
    ]
    return Shape(
        s.vertices * np.asarray(semi_axes, float), s.faces, (*tints, *s.colours[-2:])
    )


def closed_line(points: ArrayLike, colour: str) -> Shape:
    """A closed curve as the lines of a shape."""
    vertices = np.asarray(points, float)
    n = len(vertices)
    return Shape(vertices, tuple((i, (i + 1) % n) for i in range(n)), (colour,) * n)


def t_handle(sides: int = 10) -> Shape:
    """A T-handle of two rods, balanced at the origin.

    The stem lies along +y, the bar along x with its +x half coloured.
    """
    half = np.linspace(-1, 1, 5)
    tints = (PALE, PALE, COLOURS["x"], COLOURS["x"])
    bar = lathe([(p, 0.16) for p in half], "x", sides, tints, (0, -1 / 6, 0))
    rise = np.linspace(0, 5 / 6, 4)
    stem = lathe([(p, 0.13) for p in rise], "y", sides, (STEEL,) * 3)
    return join(bar, stem)


def wing_nut(sides: int = 12) -> Shape:
    """A wing nut: the thread along z, the wings along +x, coloured, and -x."""
    hub = lathe([(-0.28, 0.42), (0.0, 0.36), (0.28, 0.30)], "z", sides, (BRASS, BRASS))
    wings = []
    for side, colour in ((1, COLOURS["x"]), (-1, BRASS)):
        w = box((0.62, 0.16, 0.5), (side * 0.62, 0, 0.16), (colour,) * 6)
        x, _, z = w.vertices.T
        flare = np.where((x * side > 0.6) & (z > 0), 0.28, 0.0)
        vertices = w.vertices + flare[:, None] * [side * 0.6, 0, 1]
        wings.append(Shape(vertices, w.faces, w.colours))
    return join(hub, *wings)


def top(sides: int = 14) -> Shape:
    """A top on the origin, its axis along +z; a coloured stripe shows the spin."""
    s = lathe(
        [(0, 0.0), (0.55, 0.5), (0.72, 0.5), (0.82, 0.08), (1.1, 0.06)], "z", sides
    )
    stripe = 3 * sides // 14
    marked = [
        COLOURS["x"] if i % sides < stripe and i < 3 * sides else c
        for i, c in enumerate(s.colours)
    ]
    return Shape(s.vertices, s.faces, tuple(marked))


def arrow(direction: str = "z", colour: str | None = None) -> Shape:
    """An arrow from the origin along one axis."""
    profile = [(0, 0.035), (0.4, 0.035), (0.78, 0.035), (0.78, 0.10), (1, 0)]
    return lathe(profile, direction, 8, (colour or COLOURS[direction],) * 4)


def frame() -> Shape:
    """The three body axes as arrows."""
    return join(*(arrow(axis) for axis in "xyz"))


NAMED: dict[str, Callable[[], Shape]] = {
    "box": box,
    "t-handle": t_handle,
    "wing-nut": wing_nut,
    "top": top,
    "arrow": arrow,
    "frame": frame,
}


def find(shape: Shape | str | ArrayLike) -> Shape:
    """Return a Shape from its name, from sides (a, b, c) of a box, or unchanged."""
    if isinstance(shape, Shape):
        return shape
    if isinstance(shape, str):
        return NAMED[_check.one_of(shape, NAMED, "shape")]()
    sides = np.asarray(shape, float)
    if sides.shape != (3,) or not (np.isfinite(sides) & (sides > 0)).all():
        raise InvalidInput(
            "shape: expected a name, a Shape, or three positive sides of a box, got"
            f" {shape!r}"
        )
    return box(sides)
