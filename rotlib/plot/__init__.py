"""Pictures of rotations: plots of a run, drawn orientations, moving scenes.

Quaternions are wxyz, body to space, times in s; a view is the azimuth and elevation of
the eye in rad. A shape is "box", "t-handle", "wing-nut", "top", three sides of a box,
or a `Shape`; its faces towards the body's +x, +y and +z are vermilion, green and blue.
InvalidInput for a batch where one motion is shown, or the other way round. Matplotlib
is imported when a function needs it. Chapter: Getting your results out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check, quaternion
from .._types import Array, ArrayLike
from ..errors import InvalidInput
from . import _draw, _motion, _shapes
from ._colours import COLOURS
from ._curves import attitude, bands, momentum_sphere, trajectory
from ._draw import Drawn
from ._shapes import Shape
from ._viewer import Scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..runs.trajectory import Trajectory

__all__ = [
    "Scene",
    "Shape",
    "attitude",
    "bands",
    "momentum_sphere",
    "orientation",
    "rolling_ellipsoid",
    "scene",
    "trajectory",
]
__dir__: Any = __all__.copy


LIFT = 1.03  # of the polhode above the ellipsoid, so that its facets do not hide it


def orientation(
    q: ArrayLike,
    ax: "Axes | None" = None,
    *,
    shape: Shape | str | ArrayLike = "box",
    view: tuple[float, float] = (0.6, 0.42),
) -> "Axes":
    """Draw a body in one orientation q, inside the unit sphere.

    ax: where to draw; by default a new square figure
    """
    _check.installed("matplotlib", "plot.orientation")
    import matplotlib.pyplot as plt

    q = _check.unit_quaternion(q)
    if q.shape != (4,):
        raise InvalidInput(
            f"q: expected one quaternion, shape (4,), got {q.shape}; draw several on"
            " several axes"
        )
    if ax is None:
        ax = plt.figure(figsize=(3, 3)).add_subplot()
    body = Drawn(q[None], _motion.shapes(shape, 1)[0])
    _draw.paint(ax, _draw.picture(body, 0, view))
    return ax


def scene(
    motion: "Trajectory | ArrayLike | Sequence[Trajectory] | Mapping[str, Any]",
    *,
    label: str,
    shape: Shape | str | ArrayLike | list[Shape | str | ArrayLike] = "box",
    t: ArrayLike | None = None,
    trail: ArrayLike | None = None,
    momentum: bool = True,
    dials: Mapping[str, ArrayLike] | None = None,
    limits: Mapping[str, tuple[float, float]] | None = None,
    seconds: float = 12.0,
    still: float = 0.0,
    view: tuple[float, float] = (0.6, 0.42),
    frames: int = 240,
    autoplay: bool = True,
) -> Scene:
    """Show one body turning, or several side by side with one clock.

    Pages and notebooks play it; where no script runs there is a still picture, the same
    on every run. A body that turns too far between two frames is refused.

    motion: a trajectory, quaternions (n, 4), or a list or dict of them; keys of a dict
        are written under the bodies
    label: what the picture shows, in words, for a reader who cannot see it
    shape: one for all, or a list with one for each body
    t: times (n,); by default the trajectory's own, or 0, 1, 2, …
    trail: a direction fixed in the body whose path is drawn on the unit sphere
    momentum: whether an arrow shows the direction of a trajectory's momentum in space,
        about the body's reference point
    dials: scalar series (n,), or (bodies, n), drawn as strips to one scale; a name such
        as "energy (J)" gives the unit
    limits: the ends of a dial's strip, by its name; a value beyond is drawn at the edge
        and told in full
    seconds: how long one pass takes, in the reader's time
    still: which part of the run, from 0 to 1, the still picture shows
    frames: at most so many samples are kept, the first and the last among them
    autoplay: whether the page plays the scene by itself

    >>> q = quaternion.exp([(0, 0, angle) for angle in np.linspace(0, 3, 31)])
    >>> scene(q, label="A box turns about the vertical.")
    <scene: A box turns about the vertical.>
    """
    if not isinstance(label, str) or not label.strip():
        raise InvalidInput(
            "label: expected a sentence that says what the picture shows, got"
            f" {label!r}"
        )
    if not 0 <= _check.real(still, "still") <= 1:
        raise InvalidInput(
            f"still: expected a part of the run from 0 to 1, got {still}"
        )
    if not _check.real(seconds, "seconds") > 0:
        raise InvalidInput(f"seconds: expected a positive time, got {seconds}")
    _check.one_of(momentum, (True, False), "momentum")
    pairs = _motion.named(motion)
    clock, _ = _motion.samples(pairs[0][1], t)
    size = len(pairs), len(clock)
    keep = _motion.thinned(len(clock), _check.count(frames, "frames", 2))
    strips = _motion.dials(dials or {}, limits or {}, size, keep)
    solids = _motion.shapes(shape, len(pairs))
    point = _motion.direction(trail)
    bodies = []
    for (name, one), strip, solid in zip(pairs, strips, solids, strict=True):
        times, q = _motion.samples(one, t)
        if times.shape != clock.shape or not np.allclose(times, clock):
            raise InvalidInput(
                "motion: expected the same times for all bodies, got others for"
                f" {name!r}"
            )
        kept = _motion.continuous(q, clock, getattr(one, "omega", None), keep, name)
        arrow = _motion.momentum(one, keep) if momentum else None
        bodies.append(Drawn(kept, solid, name, point, arrow, strip))
    shown = round(still * (len(keep) - 1))
    return Scene(label, bodies, clock[keep], seconds, shown, view, autoplay)


def rolling_ellipsoid(run: "Trajectory", *, label: str, **options: Any) -> Scene:
    """Show Poinsot's picture of a free body: its ellipsoid rolls on a plane.

    The ellipsoid sum J_i rho_i^2 = 1 bears the polhode of rho = omega / sqrt(2T) and is
    turned so that the momentum points down; on the plane is the path of the contact,
    which leaves it where a method loses energy. A body at rest is refused.

    options: those of `scene`; by default 20 seconds, 360 frames, the eye below the
        plane
    """
    if run.omega.ndim != 2 or not np.any(run.omega[0]):
        raise InvalidInput(
            f"run: expected one moving body, got omega of shape {run.omega.shape};"
            " choose one of them"
        )
    x, y, z = run.momentum_space[0] / np.linalg.norm(run.momentum_space[0])
    down = np.array([1 - z, -y, x, 0.0]) if z < 0.999999 else np.array([0.0, 1, 0, 0])
    rho = run.omega / np.sqrt(2 * run.kinetic_energy)[:, None]
    principal = run.body.principal_axes
    polhode = LIFT * _one_round(quaternion.rotate_back(principal, rho))
    n = len(polhode)
    sides = tuple((i, (i + 1) % n) for i in range(n))
    line = Shape(polhode, sides, (COLOURS["momentum"],) * n)
    solid = _shapes.ellipsoid(1 / np.sqrt(run.body.principal_moments))
    shape = _shapes.join(solid, line)
    turned = quaternion.multiply(quaternion.normalize(down), run.q)
    look: dict[str, Any] = {"seconds": 20.0, "view": (0.6, -0.8), "frames": 360}
    look |= options
    q = quaternion.multiply(turned, principal)
    made = scene(q, t=run.t, label=label, shape=shape, **look)
    # as `scene` has fitted the shape
    size = _motion.RADIUS / np.linalg.norm(shape.vertices, axis=1).max()
    keep = _motion.thinned(len(run), look["frames"])
    contact = size * quaternion.rotate(turned, rho)[keep]
    floor = {
        "height": contact[0, 2],
        "radius": max(1.15 * np.hypot(*contact.T[:2]).max(), 0.95),
        "path": contact,
    }
    return replace(made, bodies=[replace(made.bodies[0], floor=floor)])


def _one_round(path: Array, points: int = 96) -> Array:
    """A closed path from the start to where it comes back, in few points."""
    away = np.linalg.norm(path - path[0], axis=-1)
    out = int(np.argmax(away > 0.5 * away.max()))
    now, then = away[out:-1], away[out + 1 :]
    back = np.flatnonzero((now <= then) & (now < 0.2 * away.max()))
    end = out + int(back[0]) if len(back) else len(path) - 1
    return path[_motion.thinned(end, points)]
