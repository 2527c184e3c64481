"""The viewer's still picture: a solid in a sphere, painted from back to front.

The same few lines are written again in the page's script, which takes over from the
still picture.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .._types import Array, ArrayLike
from ._colours import COLOURS, INK
from ._shapes import Shape

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BOX = 1.2  # half the side of a panel, in radii of the sphere
DISTANCE = 6.0  # of the eye, in radii of the sphere
LIGHT = (-0.48, 0.64, 0.60)  # in view coordinates: right, up, towards the eye

View: TypeAlias = tuple[float, float]
"""Azimuth and elevation of the eye in rad."""

Mark: TypeAlias = tuple[str, Sequence[Array], str | None, Any]
"""Kind, points on the screen, colour, width of a line or colour of an edge."""


def camera(view: View) -> Array:
    """Return the matrix (3, 3) from space to (right, up, towards the eye)."""
    a, e = view
    return np.array(
        [
            [-math.sin(a), math.cos(a), 0.0],
            [-math.sin(e) * math.cos(a), -math.sin(e) * math.sin(a), math.cos(e)],
            [math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)],
        ]
    )


def matrix(q: ArrayLike) -> Array:
    """Return the rotation matrices (..., 3, 3) of unit quaternions (..., 4)."""
    w, x, y, z = np.moveaxis(np.asarray(q, float), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def project(points: ArrayLike, view: View) -> tuple[Array, Array]:
    """Return screen points (n, 2), y downwards, and depths (n,), larger is nearer."""
    p = np.asarray(points, float).reshape(-1, 3) @ camera(view).T
    scale = 1 / (1 - p[:, 2] / DISTANCE)
    return np.column_stack([p[:, 0] * scale, -p[:, 1] * scale]), p[:, 2]


def shade(colour: str, brightness: float) -> str:
    """Return a hex colour times a brightness between 0 and 1."""
    return "#" + "".join(
        f"{round(int(colour[i : i + 2], 16) * brightness):02x}" for i in (1, 3, 5)
    )


def arrow_marks(direction: ArrayLike, view: View) -> list[Mark]:
    """Return the marks of the momentum arrow in space: shaft and head."""
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
    """Return the visible faces of a shape as marks, farthest first."""
    vertices = shape.vertices @ matrix(q).T
    flat, depth = project(vertices, view)
    seen = vertices @ camera(view).T
    found: list[tuple[float, Mark]] = []
    for face, colour in zip(shape.faces, shape.colours, strict=True):
        p = flat[list(face)]
        far = depth[list(face)].mean()
        if len(face) == 2:
            found.append((far, ("line", list(p), colour, 0.02)))
            continue
        area = sum(p[i - 1][0] * p[i][1] - p[i][0] * p[i - 1][1] for i in range(len(p)))
        if area < 0:  # the screen's y points down: anticlockwise is negative
            ring = seen[list(face)]
            normal = np.cross(ring, np.roll(ring, -1, axis=0)).sum(0)
            size = math.sqrt(normal @ normal)
            light = (1 + float(normal @ LIGHT) / size) / 2 if size > 1e-12 else 1.0
            tint = shade(colour, 0.55 + 0.45 * light)
            found.append((far, ("poly", list(p), tint, tint)))
    return [mark for _, mark in sorted(found, key=lambda item: item[0])]


def refined(q: Array, step: float = 0.15) -> Array:
    """Return q with great-arc points between neighbours more than `step` rad apart."""
    found: list[Array] = []
    for a, b in zip(q[:-1], q[1:], strict=True):
        half = math.acos(min(1.0, float(a @ b)))
        m = max(1, math.ceil(2 * half / step))
        weight = [(1 - k / m, k / m) for k in range(m)]
        if half > 1e-6:
            sine = math.sin(half)
            weight = [
                (math.sin(u * half) / sine, math.sin(v * half) / sine)
                for u, v in weight
            ]
        found += [u * a + v * b for u, v in weight]
    return np.array([*found, q[-1]])


def trail_marks(path: Array, view: View) -> tuple[list[Mark], list[Mark]]:
    """Return the polylines of a path on the sphere behind and before the centre."""
    flat, depth = project(path, view)
    parts: dict[bool, list[list[Array]]] = {True: [], False: []}
    run, near = [flat[0]], bool(depth[0] >= 0)
    for p, d in zip(flat[1:], depth[1:], strict=True):
        run.append(p)
        if (d >= 0) != near:
            parts[near].append(run)
            run, near = [p], bool(d >= 0)
    parts[near].append(run)

    def lines(before: bool) -> list[Mark]:
        runs = (run for run in parts[before] if len(run) > 1)
        return [("line", run, COLOURS["trail"], 0.012) for run in runs]

    return lines(False), lines(True)


def floor_marks(floor: Mapping[str, Any], index: int, view: View) -> list[Mark]:
    """Return the marks of a horizontal plane and of the path on it up to the sample."""
    angle = np.linspace(0, 2 * math.pi, 49)[:-1]
    circle = np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])
    ring = circle * floor["radius"] + (0, 0, floor["height"])
    disc, path = project(ring, view)[0], project(floor["path"], view)[0]
    colour, done = COLOURS["trail"], path[: index + 1]
    marks: list[Mark] = [
        ("floor", list(disc), None, None),
        ("line", list(path), colour, 0.006),
    ]
    if len(done) > 1:
        marks.append(("line", list(done), colour, 0.016))
    return [*marks, ("dot", [path[index]], colour, 0.035)]


def picture(body: Mapping[str, Any], index: int, view: View) -> list[Mark]:
    """Return all marks of one body at one sample, back to front."""
    q = body["q"][index]
    marks: list[Mark] = []
    front: list[Mark] = []
    if floor := body.get("floor"):
        # the body is above it: seen from above it lies behind, from below before
        (marks if view[1] > 0 else front).extend(floor_marks(floor, index, view))
    if body["trail"] is not None:
        back, near = trail_marks(matrix(refined(body["q"])) @ body["trail"], view)
        marks += back
        (point,), _ = project(matrix(q) @ body["trail"], view)
        front += [*near, ("dot", [point], COLOURS["trail"], 0.035)]
    arrow: list[Mark] = []
    behind = False
    if body["momentum"] is not None:
        direction = body["momentum"][min(index, len(body["momentum"]) - 1)]
        arrow = arrow_marks(direction, view)
        behind = bool(camera(view)[2] @ direction < 0)
    solid = solid_marks(body["shape"], q, view)
    return marks + (arrow + solid if behind else solid + arrow) + front


def paint(axes: "Axes", marks: Iterable[Mark], sphere: bool = True) -> None:
    """Paint marks on Matplotlib axes, which are set square and empty."""
    from matplotlib.patches import Circle, Polygon

    if sphere:
        axes.add_patch(
            Circle((0, 0), 1, fill=False, color=INK, alpha=0.25, linewidth=0.6)
        )
    for kind, points, colour, width in marks:
        flipped = np.asarray(points) * [1, -1]
        if kind == "floor":
            axes.add_patch(Polygon(flipped, facecolor=INK, alpha=0.08, zorder=2))
        elif kind == "poly":
            axes.add_patch(
                Polygon(
                    flipped,
                    facecolor=colour,
                    edgecolor=width or colour,
                    linewidth=0.5,
                    zorder=2,
                )
            )
        elif kind == "dot":
            axes.add_patch(Circle(flipped[0], width, color=colour, zorder=2))
        else:
            axes.plot(
                *flipped.T,
                color=colour,
                linewidth=70 * width,
                solid_capstyle="round",
                zorder=2,
            )
    axes.set(xlim=(-BOX, BOX), ylim=(-BOX, BOX), aspect="equal")
    axes.set_axis_off()
