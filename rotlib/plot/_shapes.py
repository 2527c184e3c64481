"""Faceted solids for drawing, about the origin, in body components.

A face is wound anticlockwise, seen from outside.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
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

    vertices: corners (m, 3), body components, m
    faces: numbers of vertices; two of them make a line
    colours: one a face, such as "#8797a6"
    """

    vertices: Array
    faces: tuple[tuple[int, ...], ...]
    colours: tuple[str, ...]

    def fitted(self, radius: float) -> "Shape":
        """The shape scaled so that its farthest vertex is `radius` from the origin."""
        size = np.linalg.norm(self.vertices, axis=1).max()
        return replace(self, vertices=self.vertices * (radius / size))


def join(*shapes: Shape) -> Shape:
    faces: list[tuple[int, ...]] = []
    first = 0
    for s in shapes:
        faces += [tuple(first + i for i in face) for face in s.faces]
        first += len(s.vertices)
    colours = tuple(colour for s in shapes for colour in s.colours)
    return Shape(np.vstack([s.vertices for s in shapes]), tuple(faces), colours)


def box(
    sides: ArrayLike = (1.0, 0.7, 0.4),
    centre: Sides = (0.0, 0.0, 0.0),
    colours: Sequence[str] | None = None,
) -> Shape:
    """A box: the faces towards +x, +y, +z in the colour of their axis, others pale."""
    corners = np.array([[(i >> k & 1) - 0.5 for k in range(3)] for i in range(8)])
    faces = (
        *((1, 3, 7, 5), (0, 4, 6, 2), (2, 6, 7, 3)),
        *((0, 1, 5, 4), (4, 5, 7, 6), (0, 2, 3, 1)),
    )
    tints = colours or [c for axis in "xyz" for c in (COLOURS[axis], PALE)]
    return Shape(corners * np.asarray(sides, float) + centre, faces, tuple(tints))


def lathe(
    profile: Sequence[tuple[float, float]],
    axis: str = "z",
    sides: int = 12,
    colours: Sequence[str] | None = None,
    centre: Sides = (0.0, 0.0, 0.0),
) -> Shape:
    """A solid of revolution through pairs (position on the axis, radius), upwards."""
    rows = [(p, max(r, 1e-6)) for p, r in profile]
    turn = [2 * math.pi * k / sides for k in range(sides)]
    v = np.array([(r * math.cos(a), r * math.sin(a), p) for p, r in rows for a in turn])
    v = v[:, {"x": [2, 0, 1], "y": [1, 2, 0], "z": [0, 1, 2]}[axis]] + centre
    cells = [(j, k) for j in range(len(rows) - 1) for k in range(sides)]
    stripes = [(STEEL, PALE)[k * 4 // sides % 2] for k in range(sides)]
    tint = [colours[j] if colours else stripes[k] for j, k in cells]
    faces: list[tuple[int, ...]] = []
    for j, k in cells:
        a, b = j * sides + k, j * sides + (k + 1) % sides
        faces.append((a, b, b + sides, a + sides))
    bottom = tuple(range(sides))
    faces += [bottom[::-1], tuple(len(v) - sides + k for k in bottom)]
    return Shape(v, tuple(faces), (*tint, tint[0], tint[-1]))


def ellipsoid(
    semi_axes: ArrayLike = (1.0, 0.7, 0.4), rings: int = 12, sides: int = 24
) -> Shape:
    """An ellipsoid, chequered so that its turning can be seen."""
    angle = np.linspace(0, math.pi, rings + 1)
    s = lathe([(-math.cos(a), math.sin(a)) for a in angle], "z", sides)
    tints = [
        (STEEL, PALE)[(j * 4 // rings + k * 8 // sides) % 2]
        for j in range(rings)
        for k in range(sides)
    ]
    vertices = s.vertices * np.asarray(semi_axes, float)
    return Shape(vertices, s.faces, (*tints, *s.colours[-2:]))


def t_handle(sides: int = 10) -> Shape:
    """A T-handle, balanced: the stem along +y, the bar along x, coloured towards +x."""
    tints = (PALE, PALE, COLOURS["x"], COLOURS["x"])
    rods = [(p, 0.16) for p in np.linspace(-1, 1, 5)]
    bar = lathe(rods, "x", sides, tints, (0, -1 / 6, 0))
    rise = [(p, 0.13) for p in np.linspace(0, 5 / 6, 4)]
    return join(bar, lathe(rise, "y", sides, (STEEL,) * 3))


def wing_nut(sides: int = 12) -> Shape:
    """A wing nut: the thread along z, the wings along +x, coloured, and -x."""
    hub = lathe([(-0.28, 0.42), (0.0, 0.36), (0.28, 0.30)], "z", sides, (BRASS, BRASS))
    wings = []
    for side, colour in ((1, COLOURS["x"]), (-1, BRASS)):
        w = box((0.62, 0.16, 0.5), (side * 0.62, 0, 0.16), (colour,) * 6)
        x, _, z = w.vertices.T
        flare = np.where((x * side > 0.6) & (z > 0), 0.28, 0.0)
        wings.append(
            replace(w, vertices=w.vertices + flare[:, None] * [side * 0.6, 0, 1])
        )
    return join(hub, *wings)


def top(sides: int = 14) -> Shape:
    """A top on the origin, its axis along +z; a coloured stripe shows the spin."""
    profile = [(0, 0.0), (0.55, 0.5), (0.72, 0.5), (0.82, 0.08), (1.1, 0.06)]
    s = lathe(profile, "z", sides)
    tints = [
        COLOURS["x"] if i < 3 * sides and i % sides < 3 * sides // 14 else c
        for i, c in enumerate(s.colours)
    ]
    return replace(s, colours=tuple(tints))


NAMED = {"box": box, "t-handle": t_handle, "wing-nut": wing_nut, "top": top}


def find(shape: Shape | str | ArrayLike) -> Shape:
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
