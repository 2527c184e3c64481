"""Poinsot's pictures of a free body: an ellipsoid that rolls, a path on a sphere.

Chapters: Staying on the polhode: use, Getting your results out.
"""

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from rotlib import quaternion
from rotlib._check import require
from rotlib._types import Array, ArrayLike
from rotlib.errors import InvalidInput
from rotlib.plot import Scene, Shape, one_motion, scene
from rotlib.plot._draw import COLOURS, CYCLE, INK, PALE, RADIUS, STEEL, TRAIL, Drawn
from rotlib.plot._draw import Mark, View, camera, flat, join, lathe, number, project
from rotlib.plot._scene import _thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rotlib import Trajectory

LIFT = 1.03  # of the polhode above the ellipsoid, so that its facets do not hide it
RINGS = 160  # points of a contour


@dataclass(frozen=True)
class Rolling(Drawn):
    """A body above a plane of glass: seen from below the plane lies before it."""

    floor: Array = field(kw_only=True)  # (n, 3), the path of the contact
    ring: ClassVar[bool] = False

    @property
    def plane(self) -> tuple[float, float]:
        """Height and radius of the disc that bears the path."""
        x, y, z = self.floor.T
        return z[0], max(1.15 * np.hypot(x, y).max(), 0.95)

    def moving(self) -> dict[str, Any]:
        height, radius = map(number, self.plane)
        path = flat(self.floor, 3)
        return super().moving() | {
            "floor": {"height": height, "radius": radius, "path": path}
        }

    def around(self, index: int, view: View) -> tuple[list[Mark], list[Mark]]:
        angle = np.linspace(0, 2 * math.pi, 49)[:-1]
        height, radius = self.plane
        ring = [radius * np.cos(angle), radius * np.sin(angle), np.full(48, height)]
        disc, path = (project(x, view)[0] for x in (np.transpose(ring), self.floor))
        walked = [Mark("line", path[: index + 1], TRAIL, 0.016)] if index else []
        whole, here = Mark("line", path, TRAIL, 0.006), path[[index]]
        glass = [Mark("floor", disc), whole, *walked, Mark("dot", here, TRAIL, 0.035)]
        behind, before = super().around(index, view)
        return (glass + behind, before) if view[1] > 0 else (behind, glass + before)


def rolling_ellipsoid(run: "Trajectory", *, label: str, **options: Any) -> Scene:
    """Show Poinsot's picture of a free body: its ellipsoid rolls on a plane.

    The ellipsoid sum J_i rho_i^2 = 1 bears the polhode of rho = omega / sqrt(2T) and is
    turned so that the momentum points down; on the plane is the path of the contact,
    which leaves it where a method loses energy. A body at rest is refused.

    options: those of `scene`; by default 20 seconds, 360 frames, the eye below the
        plane
    """
    given = f"omega of shape {run.omega.shape}; choose one of them"
    one = run.omega.ndim == 2 and run.omega[0].any()
    require(one, "run", "one moving body", given)
    x, y, z = run.momentum_space[0] / np.linalg.norm(run.momentum_space[0])
    down = np.array([1 - z, -y, x, 0.0]) if z < 0.999999 else np.array([0.0, 1, 0, 0])
    rho = run.omega / np.sqrt(2 * run.kinetic_energy)[:, None]
    principal = run.body.principal_axes
    polhode = LIFT * _one_round(quaternion.rotate_back(principal, rho))
    n = len(polhode)
    sides = tuple((i, (i + 1) % n) for i in range(n))
    line = Shape(polhode, sides, (COLOURS["momentum"],) * n)
    solid = ellipsoid(1 / np.sqrt(run.body.principal_moments))
    shape = join(solid, line)
    turned = quaternion.multiply(quaternion.normalize(down), run.q)
    q = quaternion.multiply(turned, principal)
    look: dict[str, Any] = {"seconds": 20.0, "view": (0.6, -0.8), "frames": 360}
    look |= options
    made = scene(q, t=run.t, label=label, shape=shape, **look)
    size = RADIUS / np.linalg.norm(shape.vertices, axis=1).max()  # as it is fitted
    contact = size * quaternion.rotate(turned, rho)
    floor = contact[_thinned(len(run), look["frames"])]
    return replace(made, bodies=[Rolling(**vars(made.bodies[0]), floor=floor)])


def _one_round(path: Array, points: int = 96) -> Array:
    """A closed path from the start to where it comes back, in few points."""
    away = np.linalg.norm(path - path[0], axis=-1)
    out = int(np.argmax(away > 0.5 * away.max()))
    now, then = away[out:-1], away[out + 1 :]
    back = np.flatnonzero((now <= then) & (now < 0.2 * away.max()))
    end = out + int(back[0]) if len(back) else len(path) - 1
    return path[_thinned(end, points)]


def ellipsoid(
    semi_axes: ArrayLike = (1.0, 0.7, 0.4), rings: int = 12, sides: int = 24
) -> Shape:
    """An ellipsoid, chequered so that its turning can be seen."""
    angle = np.linspace(0, math.pi, rings + 1)
    s = lathe([(-math.cos(a), math.sin(a)) for a in angle], "z", sides)
    j, k = np.indices((rings, sides))
    board = np.where((j * 4 // rings + k * 8 // sides) % 2, PALE, STEEL).ravel()
    vertices = s.vertices * np.asarray(semi_axes, float)
    return Shape(vertices, s.faces, (*board.tolist(), *s.colours[-2:]))


def momentum_sphere(run: "Trajectory", *, view: View = (0.6, 0.42)) -> "Figure":
    """Draw the path of the momentum of one body in its principal axes, on its sphere.

    Thin lines are the polhodes of a free body without rotors, on which its energy is
    the same: a load, or a method that loses energy, takes the path across them. A dot
    marks its begin; what is behind the sphere is faint. A body at rest is refused.
    """
    one_motion(run, "momentum_sphere")
    import matplotlib.pyplot as plt

    momentum = quaternion.rotate_back(run.q, run.momentum_about_reference)
    size = np.linalg.norm(momentum, axis=-1, keepdims=True)
    if not len(momentum) or not size.all():
        raise InvalidInput(
            "run: expected a body that turns all the time, got one at rest, whose"
            " momentum has no direction"
        )
    eye = camera(view)
    seen = quaternion.rotate_back(run.body.principal_axes, momentum / size) @ eye.T
    figure, ax = plt.subplots(figsize=(5, 5), layout="none")
    figure.subplots_adjust(0, 0, 1, 1)
    circle = np.linspace(0.0, 2 * np.pi, RINGS)
    ax.plot(np.cos(circle), np.sin(circle), color=INK, alpha=0.4, linewidth=0.8)
    free = not getattr(run.body, "rotors", 0)  # with rotors the lines are others
    for ring in _polhodes(np.array(run.body.principal_moments)) if free else ():
        _two_sided(ax, ring @ eye.T, color="#6b7078", linewidth=0.7)
    for k, (x, y, towards) in enumerate(eye.T):
        line, text = (1.0, 1.0) if towards >= 0 else (0.35, 0.5)
        colour, place = COLOURS["xyz"[k]], (1.243 * x, 1.243 * y)
        ax.plot([x, 1.13 * x], [y, 1.13 * y], color=colour, linewidth=2.2, alpha=line)
        look: Any = {"ha": "center", "va": "center", "color": colour, "alpha": text}
        ax.text(*place, f"$J_{k + 1}$", size=16, **look)
    _two_sided(ax, seen, color=CYCLE[3], linewidth=2.6)
    ax.plot(*seen[0, :2], "o", color=CYCLE[3], markersize=7, markeredgecolor=INK)
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3), aspect="equal")
    ax.set_axis_off()
    return figure


def _two_sided(ax: "Axes", seen: Array, **look: Any) -> None:
    for near, opacity in ((False, 0.28), (True, 1.0)):
        part = np.where(((seen[:, 2] >= 0.0) == near)[:, None], seen[:, :2], np.nan)
        ax.plot(*part.T, alpha=opacity, solid_capstyle="round", **look)


def _polhodes(moments: Array) -> list[Array]:
    """Lines of equal energy on the unit sphere, the separatrix among them."""
    order = np.argsort(moments)
    a, b, c = 1.0 / moments[order]  # the energy of each axis, largest first
    rings: list[Array] = []
    angle = np.linspace(0.0, 2 * np.pi, RINGS)
    around_third = c, a, np.linspace(c, b, 5)[1:], [0, 1, 2]
    around_first = a, c, np.linspace(b, a, 5)[1:-1], [2, 1, 0]
    for pole, far, energies, axes in (around_third, around_first):
        # a pole that is as far as the second axis has no rings about it
        for energy in energies if abs(pole - b) > 1e-9 * a else ():
            x = np.sqrt((energy - pole) / (far - pole)) * np.cos(angle)
            y = np.sqrt((energy - pole) / (b - pole)) * np.sin(angle)
            z = np.sqrt(np.maximum(1.0 - x * x - y * y, 0.0))
            for side in (z, -z):
                ring = np.stack([x, y, side], -1)[:, axes]
                rings.append(ring[:, np.argsort(order)])
    return rings
