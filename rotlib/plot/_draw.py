"""The viewer's still picture: a solid in a sphere, painted from back to front.

The same few lines are written again in the page's script, which takes over from the
still picture. Marks are in order from back to front, in radii of the sphere.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .. import quaternion
from .._types import Array, ArrayLike
from ._colours import COLOURS, INK
from ._motion import Dial
from ._shapes import Shape

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BOX = 1.2  # half the side of a panel, in radii of the sphere
DISTANCE = 6.0  # of the eye, in radii of the sphere
LIGHT = (-0.48, 0.64, 0.60)  # in view coordinates: right, up, towards the eye

View: TypeAlias = tuple[float, float]  # azimuth and elevation of the eye in rad
# kind, points on the screen, colour, width of a line or colour of an edge
Mark: TypeAlias = tuple[str, Sequence[Array] | Array, str | None, Any]


@dataclass(frozen=True)
class Drawn:
    q: Array  # (n, 4), neighbours less than half a turn apart
    shape: Shape
    name: str = ""
    trail: Array | None = None  # the unit vector in the body whose path is drawn
    momentum: Array | None = None  # unit vectors (n, 3), or (1, 3) where it stays
    dials: Sequence[Dial] = ()
    floor: Mapping[str, Any] | None = None  # its height, radius and path (n, 3)


def camera(view: View) -> Array:
    """The matrix from space to (right, up, towards the eye)."""
    (s, c), (S, C) = ((math.sin(angle), math.cos(angle)) for angle in view)
    return np.array([[-s, c, 0.0], [-S * c, -S * s, C], [C * c, C * s, S]])


def project(points: ArrayLike, view: View) -> tuple[Array, Array]:
    """Points (n, 2) on the screen, y downwards, and (n, 3) as the camera sees them."""
    seen = np.asarray(points, float).reshape(-1, 3) @ camera(view).T
    scale = 1 / (1 - seen[:, 2] / DISTANCE)
    return np.column_stack([seen[:, 0] * scale, -seen[:, 1] * scale]), seen


def shade(colour: str, brightness: float) -> str:
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part * brightness):02x}" for part in parts)


def arrow_marks(direction: ArrayLike, view: View) -> list[Mark]:
    (start, tip), _ = project([np.zeros(3), np.asarray(direction) * 1.18], view)
    along = tip - start
    n = math.hypot(*along) or 1.0
    u, v = along / n, np.array([-along[1], along[0]]) / n
    head = [tip, tip - 0.13 * u + 0.055 * v, tip - 0.13 * u - 0.055 * v]
    return [
        ("line", [start, tip - 0.1 * u], COLOURS["momentum"], 0.03),
        ("poly", head, COLOURS["momentum"], None),
    ]


def solid_marks(shape: Shape, q: Array, view: View) -> list[Mark]:
    flat, seen = project(shape.vertices @ quaternion.as_matrix(q).T, view)
    found: list[tuple[float, Mark]] = []
    for face, colour in zip(shape.faces, shape.colours, strict=True):
        p, ring = flat[list(face)], seen[list(face)]
        far = ring[:, 2].mean()
        if len(face) == 2:
            found.append((far, ("line", p, colour, 0.02)))
            continue
        area = sum(p[i - 1][0] * p[i][1] - p[i][0] * p[i - 1][1] for i in range(len(p)))
        if area < 0:  # the screen's y points down: anticlockwise is negative
            normal = np.cross(ring, np.roll(ring, -1, axis=0)).sum(0)
            size = math.sqrt(normal @ normal)
            light = (1 + float(normal @ LIGHT) / size) / 2 if size > 1e-12 else 1.0
            tint = shade(colour, 0.55 + 0.45 * light)
            found.append((far, ("poly", p, tint, tint)))
    return [mark for _, mark in sorted(found, key=lambda item: item[0])]


def refined(q: Array, step: float = 0.15) -> Array:
    """q with points between neighbours more than `step` rad apart."""
    found = []
    for a, b in pairwise(q):
        m = max(1, math.ceil(2 * math.acos(min(1.0, float(a @ b))) / step))
        found.append(quaternion.slerp(a, b, np.arange(m) / m) if m > 1 else a[None])
    return np.concatenate([*found, q[-1:]])


def trail_marks(path: Array, view: View) -> tuple[list[Mark], list[Mark]]:
    flat, seen = project(path, view)
    near = seen[:, 2] >= 0
    cuts = np.flatnonzero(np.diff(near)) + 1
    parts: tuple[list[Mark], list[Mark]] = [], []
    for first, last in pairwise([0, *cuts, len(flat) - 1]):
        if last > first:
            line = flat[first : last + 1]
            parts[int(near[first])].append(("line", line, COLOURS["trail"], 0.012))
    return parts


def floor_marks(floor: Mapping[str, Any], index: int, view: View) -> list[Mark]:
    angle = np.linspace(0, 2 * math.pi, 49)[:-1]
    circle = np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])
    ring = circle * floor["radius"] + (0, 0, floor["height"])
    disc, path = project(ring, view)[0], project(floor["path"], view)[0]
    colour = COLOURS["trail"]
    walked: list[Mark] = [("line", path[: index + 1], colour, 0.016)] if index else []
    return [
        ("floor", disc, None, None),
        ("line", path, colour, 0.006),
        *walked,
        ("dot", [path[index]], colour, 0.035),
    ]


def picture(body: Drawn, index: int, view: View) -> list[Mark]:
    q = body.q[index]
    behind: list[Mark] = []
    before: list[Mark] = []
    if body.floor:
        # the body is above it: seen from above it lies behind, from below before
        marks = floor_marks(body.floor, index, view)
        (behind if view[1] > 0 else before).extend(marks)
    if body.trail is not None:
        path = quaternion.as_matrix(refined(body.q)) @ body.trail
        far, near = trail_marks(path, view)
        point, _ = project(quaternion.as_matrix(q) @ body.trail, view)
        behind += far
        before += [*near, ("dot", point, COLOURS["trail"], 0.035)]
    solid = solid_marks(body.shape, q, view)
    if body.momentum is not None:
        direction = body.momentum[min(index, len(body.momentum) - 1)]
        arrow = arrow_marks(direction, view)
        away = camera(view)[2] @ direction < 0
        solid = arrow + solid if away else solid + arrow
    return behind + solid + before


def paint(axes: "Axes", marks: Iterable[Mark], sphere: bool = True) -> None:
    """Paint marks on Matplotlib axes, which are set square and empty."""
    from matplotlib.patches import Circle, Polygon

    if sphere:
        axes.add_patch(Circle((0, 0), 1, fill=False, color=INK, alpha=0.25, lw=0.6))
    for kind, points, colour, width in marks:
        flipped = np.asarray(points) * [1, -1]
        if kind in ("floor", "poly"):
            look: Any = {"facecolor": colour, "edgecolor": width or colour, "lw": 0.5}
            look = look if colour else {"facecolor": INK, "alpha": 0.08}
            axes.add_patch(Polygon(flipped, zorder=2, **look))
        elif kind == "dot":
            axes.add_patch(Circle(flipped[0], width, color=colour, zorder=2))
        else:
            line = axes.plot(*flipped.T, color=colour, lw=70 * width, zorder=2)
            line[0].set_solid_capstyle("round")
    axes.set(xlim=(-BOX, BOX), ylim=(-BOX, BOX), aspect="equal")
    axes.set_axis_off()
