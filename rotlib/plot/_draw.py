"""A solid in a sphere as marks from back to front, painted in SVG or by Matplotlib.

The page's script draws the same, and takes over from the still picture. Lengths are in
radii of the sphere, solids about the origin, in body components.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from .. import _check, quaternion
from .._check import require
from .._types import Array, ArrayLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAPER, INK = "#fdfcf8", "#22252a"  # the ground; lines and letters
# colours that stay apart for colour-blind readers (Okabe and Ito)
CYCLE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", INK, "#E69F00", "#56B4E9")
COLOURS = {
    "x": "#D55E00",
    "y": "#009E73",
    "z": "#0072B2",
    "momentum": "#8B5E00",
    "energy": "#CC79A7",
    "exact": INK,
    "trail": "#9A4B7C",  # the path of a point of the body
}
STEEL, PALE, BRASS = "#8797a6", "#cfd6dc", "#c9a35a"
TRAIL = COLOURS["trail"]
RADIUS = 0.84  # of a shape, beside that of the sphere around it
BOX = 1.2  # half the side of a panel
DISTANCE = 6.0  # of the eye
LIGHT = (-0.48, 0.64, 0.60)  # in view coordinates: right, up, towards the eye

Sides: TypeAlias = tuple[float, float, float]
View: TypeAlias = tuple[float, float]  # azimuth and elevation of the eye in rad


# --- solids ---------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Shape:
    """A drawable solid.

    vertices: corners (m, 3), body components, m
    faces: numbers of vertices, anticlockwise, seen from outside; two make a line
    colours: one a face, such as "#8797a6"
    """

    vertices: Array
    faces: tuple[tuple[int, ...], ...]
    colours: tuple[str, ...]


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
    along_x, along_y = ((1, 3, 7, 5), (0, 4, 6, 2)), ((2, 6, 7, 3), (0, 1, 5, 4))
    faces = (*along_x, *along_y, (4, 5, 7, 6), (0, 2, 3, 1))
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
    for j, k in np.ndindex(len(profile) - 1, sides):
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


NAMED = {"box": box, "t-handle": t_handle, "wing-nut": wing_nut, "top": top}


def find(shape: Shape | str | ArrayLike) -> Shape:
    """The shape that is meant, its farthest vertex at RADIUS."""
    if isinstance(shape, str):
        shape = NAMED[_check.one_of(shape, NAMED, "shape")]()
    elif not isinstance(shape, Shape):
        sides = _check.array(shape, "shape")
        wanted = "a name, a Shape, or three positive sides of a box"
        require(sides.shape == (3,) and (sides > 0).all(), "shape", wanted, sides)
        shape = box(sides)
    size = np.linalg.norm(shape.vertices, axis=1).max()
    return replace(shape, vertices=shape.vertices * (RADIUS / size))


# --- marks ----------------------------------------------------------------------------


class Mark(NamedTuple):
    kind: str  # one of SVG
    points: Array  # (n, 2), right and up
    colour: str = INK
    width: float = 0.0  # of a line; radius of a dot


SVG = {
    "line": '<polyline points="{xy}" fill="none" stroke="{colour}"'
    ' stroke-width="{width}" stroke-linecap="round"/>',
    "face": '<polygon points="{xy}" fill="{colour}" stroke="{colour}"'
    ' stroke-width=".008" stroke-linejoin="round"/>',
    "head": '<polygon points="{xy}" fill="{colour}"/>',
    # what a body rolls on, in the book's `rotbook`
    "floor": '<polygon points="{xy}" fill="currentColor" fill-opacity=".08"/>',
    "dot": '<circle cx="{x}" cy="{y}" r="{width}" fill="{colour}"/>',
}


class Dial(NamedTuple):
    name: str
    scale: dict[str, Any]  # lo and hi, the ends of the strip; unit and digits
    part: Array  # (n,), 0 at lo and 1 at hi

    def told(self, index: int) -> str:
        """The value at a sample, in the words of the page's script."""
        lo, hi, unit, digits = self.scale.values()
        value = lo + self.part[index] * (hi - lo)
        words = f"{value:z.{max(0, digits)}f}" if digits < 7 else f"{value:z.1e}"
        words = words.replace("-", "\N{MINUS SIGN}")
        return f"{words}\N{NO-BREAK SPACE}{unit}" if unit else words


@dataclass(frozen=True)
class Drawn:
    q: Array  # (n, 4), neighbours less than half a turn apart
    shape: Shape
    name: str = ""
    trail: Array | None = None  # the unit vector in the body whose path is drawn
    momentum: Array | None = None  # unit vectors (n, 3), or (1, 3) where it stays
    dials: Sequence[Dial] = ()
    ring: ClassVar[bool] = True  # whether the outline of the sphere is drawn

    def moving(self) -> dict[str, Any]:
        """What the page's script moves."""
        vectors = {"q": self.q, "trail": self.trail, "L": self.momentum}
        return {k: flat(v) for k, v in vectors.items() if v is not None}

    def around(self, index: int, view: View) -> tuple[list[Mark], list[Mark]]:
        """Marks behind the body and before it."""
        parts: tuple[list[Mark], list[Mark]] = [], []
        if self.trail is None:
            return parts
        path = quaternion.as_matrix(finer(self.q)) @ self.trail
        line, seen = project(path, view)
        near = seen[:, 2] >= 0
        cuts = np.flatnonzero(np.diff(near)) + 1
        for first, last in pairwise([0, *cuts, len(line) - 1]):
            if last > first:
                part = line[first : last + 1]
                parts[int(near[first])].append(Mark("line", part, TRAIL, 0.012))
        here, _ = project(quaternion.as_matrix(self.q[index]) @ self.trail, view)
        parts[1].append(Mark("dot", here, TRAIL, 0.035))
        return parts


def camera(view: View) -> Array:
    """The matrix from space to (right, up, towards the eye)."""
    (s, c), (S, C) = ((math.sin(angle), math.cos(angle)) for angle in view)
    return np.array([[-s, c, 0.0], [-S * c, -S * s, C], [C * c, C * s, S]])


def project(points: Any, view: View) -> tuple[Array, Array]:
    """Points (n, 2) on the screen, and (n, 3) as the camera sees them."""
    seen = np.reshape(points, (-1, 3)) @ camera(view).T
    return seen[:, :2] / (1 - seen[:, 2:] / DISTANCE), seen


def finer(q: Array) -> Array:
    """With more of them where neighbours are more than 0.15 rad apart."""
    fine = []
    for a, b in pairwise(q):
        m = max(1, math.ceil(2 * math.acos(min(1.0, float(a @ b))) / 0.15))
        fine.append(quaternion.slerp(a, b, np.arange(m) / m) if m > 1 else a[None])
    return np.concatenate([*fine, q[-1:]])


def arrow_marks(direction: ArrayLike, view: View) -> list[Mark]:
    (start, tip), _ = project([np.zeros(3), np.asarray(direction) * 1.18], view)
    along = tip - start
    u = along / (math.hypot(*along) or 1.0)
    back, side = tip - 0.13 * u, 0.055 * np.array([-u[1], u[0]])
    line, colour = np.array([start, tip - 0.1 * u]), COLOURS["momentum"]
    head = np.array([tip, back - side, back + side])
    return [Mark("line", line, colour, 0.03), Mark("head", head, colour)]


def solid_marks(shape: Shape, q: Array, view: View) -> list[Mark]:
    flat, seen = project(shape.vertices @ quaternion.as_matrix(q).T, view)
    found: list[tuple[float, Mark]] = []
    for face, colour in zip(shape.faces, shape.colours, strict=True):
        p, ring = flat[[*face]], seen[[*face]]
        x, y = p.T
        if len(face) == 2:
            found.append((ring[:, 2].mean(), Mark("line", p, colour, 0.02)))
        elif x @ np.roll(y, -1) > y @ np.roll(x, -1):  # anticlockwise: from outside
            normal = np.cross(ring, np.roll(ring, -1, axis=0)).sum(0)
            size = math.sqrt(normal @ normal)
            light = (1 + float(normal @ LIGHT) / size) / 2 if size > 1e-12 else 1.0
            rgb = bytes.fromhex(colour[1:])
            tint = bytes([round(part * (0.55 + 0.45 * light)) for part in rgb]).hex()
            found.append((ring[:, 2].mean(), Mark("face", p, f"#{tint}")))
    return [mark for _, mark in sorted(found, key=lambda item: item[0])]


def picture(body: Drawn, index: int, view: View) -> list[Mark]:
    behind, before = body.around(index, view)
    solid = solid_marks(body.shape, body.q[index], view)
    if body.momentum is not None:
        direction = body.momentum[min(index, len(body.momentum) - 1)]
        arrow = arrow_marks(direction, view)
        away = camera(view)[2] @ direction < 0
        solid = arrow + solid if away else solid + arrow
    return behind + solid + before


# --- paint ----------------------------------------------------------------------------


def number(value: float, digits: int = 4) -> float:
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def flat(values: ArrayLike, digits: int = 4) -> list[float]:
    return [number(v, digits) for v in np.ravel(values)]


def svg(mark: Mark) -> str:
    pairs = [(number(x, 3), number(-y, 3)) for x, y in mark.points]
    xy = " ".join(f"{x},{y}" for x, y in pairs)
    (x, y), (kind, _, colour, width) = pairs[0], mark
    return SVG[kind].format(xy=xy, x=x, y=y, colour=colour, width=width)


def paint(axes: "Axes", body: Drawn, index: int, view: View) -> None:
    """Paint on Matplotlib axes, which are set square and empty."""
    from matplotlib.patches import Circle, Polygon

    if body.ring:
        axes.add_patch(Circle((0, 0), 1, fill=False, color=INK, alpha=0.25, lw=0.6))
    for kind, points, colour, width in picture(body, index, view):
        look: Any = {"color": colour, "zorder": 2}
        if kind == "line":
            axes.plot(*points.T, lw=70 * width, solid_capstyle="round", **look)
        elif kind == "dot":
            axes.add_patch(Circle(points[0], width, **look))
        elif kind == "floor":
            axes.add_patch(Polygon(points, facecolor=INK, alpha=0.08, zorder=2))
        else:
            axes.add_patch(Polygon(points, lw=0.5, **look))
    axes.set(xlim=(-BOX, BOX), ylim=(-BOX, BOX), aspect="equal")
    axes.set_axis_off()
