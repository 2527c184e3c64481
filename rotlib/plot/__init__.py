"""Pictures of rotations: plots, drawn orientations, scenes.

Matplotlib is imported when a function needs it, never with rotlib.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from .. import _check, quaternion
from .._types import Array, ArrayLike
from ..errors import InvalidInput
from . import _draw, _motion, _shapes
from ._colours import COLOURS, CYCLE
from ._curves import attitude, bands, momentum_sphere, one_motion
from ._shapes import Shape
from ._viewer import Scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


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


def __dir__() -> list[str]:
    return __all__


LIFT = 1.03  # of the polhode above the ellipsoid, so that its facets do not hide it


def trajectory(run: _motion.Run) -> "Figure":
    """Plot the rates of one run and the changes of its energy and momentum.

    Parameters
    ----------
    run : Trajectory
        One body; its `t` (n,) in s, `omega` (n, 3) in rad/s in the body, `energy` (n,)
        in J and `momentum_space` (n, 3) in N m s are used, and of a `PoseTrajectory`
        its `position` (n, 3) in m.

    Returns
    -------
    matplotlib.figure.Figure
        Panels over one time axis: rates, position if there is one, energy, momentum.
        Relative changes are against the first record.

    Raises
    ------
    InvalidInput
        If the run holds more than one body.

    Notes
    -----
    The last panel shows how far the momentum in space has moved, relative to its
    length; only a torque may move it. Of a flight that is the momentum about the origin
    of space. Chapter: The rigid body.
    """
    _check.installed("matplotlib", "run.plot()")
    import matplotlib.pyplot as plt

    one_motion(run, ", or show all: run.plot('bands')")
    omega, t = np.asarray(run.omega, float), np.asarray(run.t, float)
    energy = np.asarray(run.energy, float)
    momentum = np.asarray(run.momentum_space, float)
    shift = np.linalg.norm(momentum - momentum[0], axis=-1)
    vectors = [(omega, r"\omega_", "body rates (rad/s)")]
    if (position := getattr(run, "position", None)) is not None:
        vectors.append((np.asarray(position, float), "", "position (m)"))
    E, L = energy[0], np.linalg.norm(momentum[0])
    changes = [
        (energy - E, E, r"$\Delta E/|E_0|$", r"$\Delta E$ (J)"),
        (shift, L, r"$|\Delta L|/|L_0|$", r"$|\Delta L|$ (N m s)"),
    ]
    figure, axes = plt.subplots(
        len(vectors) + 2,
        1,
        sharex=True,
        figsize=(6, 1.6 + 1.5 * len(vectors) + 1.5),
        height_ratios=[2] * len(vectors) + [1, 1],
    )
    for ax, (values, symbol, label) in zip(axes, vectors, strict=False):
        for k, axis in enumerate("xyz"):
            ax.plot(t, values[:, k], color=COLOURS[axis], label=f"${symbol}{axis}$")
        ax.set_ylabel(label)
        ax.legend(ncols=3, loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0)
    for ax, (change, start, relative, absolute) in zip(axes[-2:], changes, strict=True):
        ax.plot(t, change / abs(start) if start else change, color=CYCLE[0])
        ax.set_ylabel(relative if start else absolute)
    axes[-1].set_xlabel("time (s)")
    figure.align_ylabels(axes)
    return figure


def orientation(
    q: ArrayLike,
    ax: "Axes | None" = None,
    *,
    shape: _motion.Solid = "box",
    view: _draw.View = (0.6, 0.42),
) -> "Axes":
    """Draw a body in one orientation, inside the unit sphere.

    Parameters
    ----------
    q : array_like, shape (4,)
        Unit quaternion wxyz, body to space.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default a new square figure.
    shape : str, three sides of a box, or Shape
        ``"box"``, ``"t-handle"``, ``"wing-nut"``, ``"top"``, ``"arrow"`` or
        ``"frame"``.
    view : (float, float)
        Azimuth and elevation of the eye in rad.

    Returns
    -------
    matplotlib.axes.Axes
        The axes drawn on.

    Raises
    ------
    InvalidInput
        If q is not one unit quaternion or the shape is unknown.

    Notes
    -----
    The faces towards the body's +x, +y and +z are vermilion, green and blue.
    Chapter: Whose rotation is it?
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
    body = {
        "q": q[None],
        "shape": _shapes.find(shape).fitted(_motion.RADIUS),
        "trail": None,
        "momentum": None,
    }
    _draw.paint(ax, _draw.picture(body, 0, view))
    return ax


def scene(
    motion: _motion.Motions,
    *,
    label: str,
    shape: _motion.Solid | list[_motion.Solid] = "box",
    t: ArrayLike | None = None,
    trail: ArrayLike | None = None,
    momentum: _motion.Momentum = None,
    dials: Mapping[str, ArrayLike] | None = None,
    limits: Mapping[str, tuple[float, float]] | None = None,
    caption: str = "",
    seconds: float = 12.0,
    still: float = 0.0,
    view: _draw.View = (0.6, 0.42),
    frames: int = 240,
    autoplay: bool = True,
) -> Scene:
    """Show one body turning, or several side by side with one clock.

    Pages and notebooks play it; where no script runs there is a still picture.

    Parameters
    ----------
    motion : Trajectory, array (n, 4), or list or dict of them
        Unit quaternions wxyz, body to space. The keys of a dictionary are written under
        the bodies.
    label : str
        What the picture shows, in words, for a reader who cannot see it. Required.
    shape : str, three sides of a box, Shape, or list of them
        As for `orientation`; a list gives each body its own.
    t : array_like, shape (n,), optional
        Times in s; by default the trajectory's own, or 0, 1, 2, …
    trail : (float, float, float), optional
        A direction fixed in the body whose path is drawn on the unit sphere.
    momentum : array_like, shape (3,) or (n, 3), or False, optional
        Angular momentum in space, drawn as an arrow of fixed length; by default the
        trajectory's about the body's reference point, if it has one that is never zero.
    dials : dict of array_like, optional
        Scalar series such as an energy error, shape (n,), or (bodies, n) for several;
        drawn as strips to one scale, with the value of the moment. A name that ends in
        a unit in brackets, ``"energy (J)"``, gives it its unit.
    limits : dict of (float, float), optional
        Lower and upper end of the strip of a dial, by its name; by default all that the
        bodies reach. A value beyond is drawn at the edge and told in full.
    caption : str
        A sentence below the picture.
    seconds : float
        How long one pass takes on the page, in s of the reader's time.
    still : float
        Which part of the run, from 0 to 1, the still picture shows.
    view : (float, float)
        Azimuth and elevation of the eye in rad.
    frames : int
        At most so many samples are kept, the first and the last among them; the page
        interpolates along great arcs (slerp). A body that turns fast needs more of
        them.
    autoplay : bool
        Whether the page plays the scene by itself; if not, it waits for the reader.

    Returns
    -------
    Scene
        Shown by a notebook as HTML, and as a PNG where HTML is of no use.

    Raises
    ------
    InvalidInput
        If the label is empty, samples and times do not match, or the body turns too far
        between two frames.

    Notes
    -----
    The picture is computed alike on every run. Chapter: How to use this book.

    Examples
    --------
    >>> import numpy as np
    >>> angle = np.linspace(0.0, 3.0, 31)
    >>> w, z = np.cos(angle / 2), np.sin(angle / 2)
    >>> q = np.column_stack([w, 0 * angle, 0 * angle, z])
    >>> scene(q, t=angle, label="A box turns about the vertical.")
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
    pairs = _motion.named(motion)
    clock, _ = _motion.samples(pairs[0][1], t)
    keep = _motion.thinned(len(clock), _check.count(frames, "frames", 2))
    strips = _motion.dials(dials, limits, len(pairs), keep, len(clock))
    solids = _motion.shapes(shape, len(pairs))
    point = None if trail is None else _unit(trail)
    bodies = []
    for (name, one), strip, solid in zip(pairs, strips, solids, strict=True):
        mine, q = _motion.samples(one, t)
        if mine.shape != clock.shape or not np.allclose(mine, clock):
            raise InvalidInput(
                "motion: expected the same times for all bodies, got others for"
                f" {name!r}"
            )
        where = f" for {name}" if name else ""
        rates = getattr(one, "omega", None)
        rates = None if rates is None else np.asarray(rates, float)[keep]
        bodies.append(
            {
                "name": name,
                "q": _motion.continuous(q[keep], clock[keep], rates, where, len(clock)),
                "shape": solid,
                "trail": point,
                "momentum": _motion.directions(one, momentum, keep, len(clock)),
                "dials": strip,
            }
        )
    frame = round(still * (len(keep) - 1))
    return Scene(
        bodies,
        clock[keep],
        label=label,
        caption=caption,
        seconds=seconds,
        still=frame,
        view=view,
        autoplay=autoplay,
    )


def rolling_ellipsoid(
    run: _motion.Run,
    *,
    label: str,
    caption: str = "",
    seconds: float = 20.0,
    still: float = 0.0,
    view: _draw.View = (0.6, -0.8),
    frames: int = 360,
) -> Scene:
    """Show Poinsot's picture of a free body: its ellipsoid rolls on a plane.

    The polhode rolls on the herpolhode.

    Parameters
    ----------
    run : Trajectory
        One free body.
    label : str
        What the picture shows, in words, for a reader who cannot see it. Required.
    caption, seconds, still, view, frames
        As for `scene`; the eye is below the plane, which is transparent, unless told
        otherwise.

    Returns
    -------
    Scene
        The ellipsoid sum J_i rho_i^2 = 1, turned so that the momentum points down; on
        it the polhode of rho = omega / sqrt(2T), and below it the plane through the
        point of contact with the path of that point.

    Raises
    ------
    InvalidInput
        If the run is not one body, or a body at rest.

    Notes
    -----
    Drawn from the run as it is: if a method loses energy, the contact leaves the plane
    that is drawn. Chapter: Staying on the polhode.

    Examples
    --------
    >>> import rotlib as rl
    >>> body, omega = rl.Body((1, 2, 2.6)), (0.3, 1.0, 0.8)
    >>> run = rl.integrate("buss4", body, omega=omega, h=0.05, steps=400)
    >>> rolling_ellipsoid(run, label="An ellipsoid rolls on a plane.")
    <scene: An ellipsoid rolls on a plane.>
    """
    if run.omega.ndim != 2 or not np.any(run.omega[0]):
        raise InvalidInput(
            f"run: expected one moving body, got omega of shape {run.omega.shape};"
            " choose one of them"
        )
    down = _turn_between(run.momentum_space[0], (0.0, 0.0, -1.0))
    rho = run.omega / np.sqrt(2 * run.kinetic_energy)[:, None]
    rho_principal = quaternion.rotate_back(run.body.principal_axes, rho)
    line = _shapes.closed_line(LIFT * _one_round(rho_principal), COLOURS["momentum"])
    solid = _shapes.ellipsoid(1 / np.sqrt(run.body.principal_moments))
    shape = _shapes.join(solid, line)
    # as `scene` will fit the shape
    size = _motion.RADIUS / np.linalg.norm(shape.vertices, axis=1).max()
    turned = quaternion.multiply(down, run.attitude)
    to_space = quaternion.multiply(turned, run.body.principal_axes)
    keep = _motion.thinned(len(run), _check.count(frames, "frames", 2))
    contact = size * quaternion.rotate(turned, rho)[keep]
    made = scene(
        to_space,
        t=run.t,
        label=label,
        shape=shape,
        momentum=False,
        caption=caption,
        seconds=seconds,
        still=still,
        view=view,
        frames=frames,
    )
    floor = {
        "height": contact[0, 2],
        "radius": max(1.15 * np.hypot(*contact.T[:2]).max(), 0.95),
        "path": contact,
    }
    return made.on_floor(floor)


def _turn_between(a: ArrayLike, b: ArrayLike) -> Array:
    """A quaternion that turns the direction of a to that of b."""
    u, v = (np.asarray(x, float) / np.linalg.norm(x) for x in (a, b))
    if u @ v < -0.999999:
        across = [0.0, 1.0, 0.0, 0.0] if abs(u[0]) < 0.9 else [0.0, 0.0, 1.0, 0.0]
        return np.array(across)
    return quaternion.normalize(np.array([1 + u @ v, *np.cross(u, v)]))


def _one_round(path: Array, points: int = 96) -> Array:
    """A closed path from the start to where it comes back, in few points."""
    away = np.linalg.norm(path - path[0], axis=-1)
    out = int(np.argmax(away > 0.5 * away.max()))
    now, then = away[out:-1], away[out + 1 :]
    back = np.flatnonzero((now <= then) & (now < 0.2 * away.max()))
    end = out + int(back[0]) if len(back) else len(path) - 1
    return path[_motion.thinned(end, points)]


def _unit(direction: ArrayLike) -> Array:
    v = _check.trailing(direction, 3, "trail").astype(float)
    size = float(np.linalg.norm(v))
    if v.shape != (3,) or size == 0.0:
        raise InvalidInput(
            f"trail: expected one non-zero direction, shape (3,), got {direction!r}"
        )
    return v / size
