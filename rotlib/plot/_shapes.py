"""Faceted solids for drawing, about the origin, in body components.

A face is wound anticlockwise, seen from outside.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from .. import _check
from .._types import Array, ArrayLike
from ..errors import InvalidInput
from ._colours import COLOURS

STEEL, PALE, BRASS = "#8797a6", "#cfd6dc", "#c9a35a"
RADIUS = 0.84  # of a shape, beside that of the sphere around it
Sides: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
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
    first = np.cumsum([0, *[len(s.vertices) for s in shapes]]).tolist()
    pairs = [(n, face) for n, s in zip(first, shapes, strict=False) for face in s.faces]
    faces = tuple(tuple(n + i for i in face) for n, face in pairs)
    colours = tuple(colour for s in shapes for colour in s.colours)
    return Shape(np.vstack([s.vertices for s in shapes]), faces, colours)


def box(
    sides: ArrayLike = (1.0, 0.7, 0.4),
    centre: Sides = (0.0, 0.0, 0.0),
    colours: Sequence[str] | None = None,
) -> Shape:
    """A box: the faces towards +x, +y, +z in the colour of their axis, others pale."""
    corners = np.array([[(i >> k & 1) - 0.5 for k in range(3)] for i in range(8)])
    towards_x, back_x = (1, 3, 7, 5), (0, 4, 6, 2)
    towards_y, back_y = (2, 6, 7, 3), (0, 1, 5, 4)
    towards_z, back_z = (4, 5, 7, 6), (0, 2, 3, 1)
    faces = towards_x, back_x, towards_y, back_y, towards_z, back_z
    tints = colours or [c for axis in "xyz" for c in (COLOURS[axis], PALE)]
    return Shape(corners * np.asarray(sides, float) + centre, faces, tuple(tints))


def lathe(
    profile: Sequence[tuple[float, float]],
    axis: str = "z",
    sides: int = 12,
    colours: Sequence[str] | None = None,
    centre: Sides = (0.0, 0.0, 0.0),
) -> Shape:
    """A solid of revolution through pairs (position on the axis, radius), upwards.

    colours: one for each row of faces; by default four stripes
    """
    turn = [2 * math.pi * k / sides for k in range(sides)]
    ring = np.array([(math.cos(a), math.sin(a), 1.0) for a in turn])
    rows = [ring * (max(r, 1e-6), max(r, 1e-6), p) for p, r in profile]
    v = np.roll(np.concatenate(rows), "zxy".index(axis), axis=1) + centre
    faces: list[tuple[int, ...]] = []
    tints = []
    for j in range(len(profile) - 1):
        for k in range(sides):
            a, b = j * sides + k, j * sides + (k + 1) % sides
            faces.append((a, b, b + sides, a + sides))
            tints.append(colours[j] if colours else (STEEL, PALE)[k * 4 // sides % 2])
    bottom = tuple(range(sides))
    faces += [bottom[::-1], tuple(len(v) - sides + k for k in bottom)]
    return Shape(v, tuple(faces), (*tints, tints[0], tints[-1]))


def t_handle(sides: int = 10) -> Shape:
    """A T-handle, balanced: the stem along +y, the bar along x, coloured towards +x."""
    tints = (PALE, PALE, COLOURS["x"], COLOURS["x"])
    rods = [(p, 0.16) for p in np.linspace(-1, 1, 5)]
    rise = [(p, 0.13) for p in np.linspace(0, 5 / 6, 4)]
    bar = lathe(rods, "x", sides, tints, (0, -1 / 6, 0))
    return join(bar, lathe(rise, "y", sides, (STEEL,) * 3))


def wing_nut(sides: int = 12) -> Shape:
    """A wing nut: the thread along z, the wings along +x, coloured, and -x."""
    parts = [
        lathe([(-0.28, 0.42), (0.0, 0.36), (0.28, 0.30)], "z", sides, (BRASS,) * 2)
    ]
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


NAMED = {"box": box, "t-handle": t_handle, "wing-nut": wing_nut, "top": top}


def find(shape: Shape | str | ArrayLike) -> Shape:
    if isinstance(shape, str):
        shape = NAMED[_check.one_of(shape, NAMED, "shape")]()
    elif not isinstance(shape, Shape):
        sides = np.asarray(shape, float)
        good = sides.shape == (3,) and (np.isfinite(sides) & (sides > 0)).all()
        wanted = "a name, a Shape, or three positive sides of a box"
        require(good, "shape", wanted, repr(shape))
        shape = box(sides)
    return shape.fitted(RADIUS)


def require(good: Any, name: str, expected: str, got: Any) -> None:
    if not good:
        raise InvalidInput(f"{name}: expected {expected}, got {got}")
