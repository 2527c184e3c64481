"""Plots of a run beyond its rates: angles, the momentum's sphere, bands of a batch."""

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check, quaternion
from .._types import Array
from ..errors import GimbalLock, InvalidInput
from . import _draw, _motion
from ._colours import COLOURS, CYCLE, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NEAR_LOCK = 5.0  # degrees of the second angle from the end of its range
SHADES = (0.05, 0.95, 0.18), (0.25, 0.75, 0.38)  # quantiles of a band, its opacity
RINGS = 160  # points of a contour


def one_motion(run: Any, what: str) -> Any:
    """The run, if it is one body's."""
    omega = _check.trailing(run.omega, 3, "omega")
    if omega.ndim != 2:
        first = ", ".join([":", *"0" * (omega.ndim - 2)])
        raise InvalidInput(
            f"run: expected one body, omega of shape (n, 3), got {omega.shape}; choose"
            f" one of the batch, such as run[{first}]{what}"
        )
    return run


def attitude(run: _motion.Run, *, seq: str = "ZYX") -> "Figure":
    """Plot the attitude of one body as Euler angles against time.

    Parameters
    ----------
    run : Trajectory
        One body.
    seq : str
        Three axes, as for `rotlib.quaternion.as_euler`: "ZYX" gives yaw, pitch and
        roll.

    Returns
    -------
    matplotlib.figure.Figure
        The three angles in degrees. The first and the third go on beyond 180 degrees
        where a turn is completed. Grey bands mark the times at which the second is
        within 5 degrees of a gimbal lock, where the others say little.

    Raises
    ------
    InvalidInput
        If the run holds more than one body, or the sequence is none.

    Notes
    -----
    Chapter: Getting your results out.

    Examples
    --------
    >>> import rotlib as rl
    >>> body = rl.Body((1, 2, 3))
    >>> run = rl.integrate("buss4", body, omega=(0.1, 1, 0.2), h=0.1, steps=50)
    >>> len(attitude(run, seq="ZXZ").axes[0].lines)
    3
    """
    _check.installed("matplotlib", "plot.attitude")
    import matplotlib.pyplot as plt

    run = one_motion(run, "")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GimbalLock)  # the picture marks it
        angles = quaternion.as_euler(run.attitude, seq, degrees=True)
    from_end = 90.0 - np.abs(angles[:, 1] - (90.0 if seq[0] == seq[2] else 0.0))
    locked = from_end < NEAR_LOCK
    angles[:, [0, 2]] = np.unwrap(angles[:, [0, 2]], period=360.0, axis=0)
    figure, ax = plt.subplots(figsize=(6, 3.7))
    styles = "-", "--", "-."
    for k, (axis, turn) in enumerate(zip(seq, ("1st", "2nd", "3rd"), strict=True)):
        label = f"{turn}: about {axis}"
        ax.plot(run.t, angles[:, k], styles[k], color=CYCLE[k], label=label)
    _mark_spans(ax, run.t, locked)
    frame = "of the body" if seq.isupper() else "in space"
    ax.set(xlabel="time (s)", ylabel=f"angles {seq}, axes {frame} (degrees)")
    _legend_above(ax, 2 if locked.any() else 3)
    return figure


def _mark_spans(ax: "Axes", t: Array, marked: Any) -> None:
    """Grey bands where `marked`, under one name in the legend."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], marked.astype(int), [0]])))
    label: str | None = "near gimbal lock"
    for first, after in edges.reshape(-1, 2).tolist():
        ends = t[max(first - 1, 0)], t[min(after, len(t) - 1)]
        ax.axvspan(*ends, color=INK, alpha=0.12, linewidth=0, label=label)
        label = None


def _legend_above(ax: "Axes", columns: int) -> None:
    ax.legend(
        ncols=columns,
        loc="lower right",
        bbox_to_anchor=(1, 1),
        borderaxespad=0,
        handlelength=1.4,
        columnspacing=0.9,
    )


def momentum_sphere(
    run: _motion.Run, *, view: tuple[float, float] = (0.6, 0.42)
) -> "Figure":
    """Draw the path of the momentum in the body, on its sphere with the polhodes.

    Parameters
    ----------
    run : Trajectory
        One body.
    view : (float, float)
        Azimuth and elevation of the eye, rad.

    Returns
    -------
    matplotlib.figure.Figure
        The sphere of the directions that the angular momentum can have in the body, in
        principal axes. Thin lines are the polhodes of a free body without rotors: lines
        of equal energy. The path of the run is the thick line, with a dot where it
        begins. Parts behind the sphere are faint.

    Raises
    ------
    InvalidInput
        If the run holds more than one body, or a body at rest.

    Notes
    -----
    A free body stays on one line; a load, or a method that loses energy, takes it
    across them. Chapter: Getting your results out.

    Examples
    --------
    >>> import rotlib as rl
    >>> body = rl.Body((1, 2, 3))
    >>> run = rl.integrate("buss4", body, omega=(0.1, 1, 0.2), h=0.1, steps=50)
    >>> len(momentum_sphere(run).axes)
    1
    """
    _check.installed("matplotlib", "plot.momentum_sphere")
    import matplotlib.pyplot as plt

    run = one_motion(run, "")
    of_space = getattr(run, "momentum_about_reference", run.momentum_space)
    momentum = quaternion.rotate_back(run.attitude, of_space)
    size = np.linalg.norm(momentum, axis=-1, keepdims=True)
    if not len(momentum) or not size.all():
        raise InvalidInput(
            "run: expected a body that turns all the time, got one at rest, whose"
            " momentum has no direction"
        )
    path = quaternion.rotate_back(run.body.principal_axes, momentum / size)
    eye = _draw.camera(view)
    figure, ax = plt.subplots(figsize=(5, 5), layout="none")
    figure.subplots_adjust(0, 0, 1, 1)
    circle = np.linspace(0.0, 2 * np.pi, RINGS)
    ax.plot(np.cos(circle), np.sin(circle), color=INK, alpha=0.4, linewidth=0.8)
    free = not getattr(run.body, "rotors", 0)  # with rotors the lines are others
    for ring in _polhodes(np.array(run.body.principal_moments)) if free else ():
        _two_sided(ax, ring @ eye.T, color="#6b7078", linewidth=0.7)
    for k, axis in enumerate("xyz"):
        end = 1.13 * eye[:, k]
        near = end[2] >= 0
        ax.plot(
            *np.array([eye[:2, k], end[:2]]).T,
            color=COLOURS[axis],
            alpha=1.0 if near else 0.35,
            linewidth=2.2,
        )
        x, y = 1.1 * end[:2]
        ax.text(
            x,
            y,
            f"$J_{k + 1}$",
            size=16,
            ha="center",
            va="center",
            color=COLOURS[axis],
            alpha=1.0 if near else 0.5,
        )
    seen = path @ eye.T
    _two_sided(ax, seen, color=CYCLE[3], linewidth=2.6)
    ax.plot(*seen[0, :2], "o", color=CYCLE[3], markersize=7, markeredgecolor=INK)
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3), aspect="equal")
    ax.set_axis_off()
    return figure


def _two_sided(ax: "Axes", seen: Array, **look: Any) -> None:
    """A line on the sphere, faint where it is behind."""
    for near, opacity in ((False, 0.28), (True, 1.0)):
        part = np.where(((seen[:, 2] >= 0.0) == near)[:, None], seen[:, :2], np.nan)
        ax.plot(*part.T, alpha=opacity, solid_capstyle="round", **look)


def _polhodes(moments: Array) -> list[Array]:
    """Lines of equal energy on the unit sphere, the separatrix among them."""
    order = np.argsort(moments)
    a, b, c = 1.0 / moments[order]  # the energy of each axis, largest first
    rings: list[Array] = []
    if a - c < 1e-9 * a:
        return rings
    middle = (b - c) / (a - c)
    levels = [*np.linspace(0.0, middle, 5)[1:-1], *np.linspace(middle, 1.0, 5)[:-1]]
    angle = np.linspace(0.0, 2 * np.pi, RINGS)
    for level in levels:
        # energy c + level (a - c) = a x^2 + b y^2 + c z^2 with x^2 + y^2 + z^2 = 1
        low = level <= middle
        if (low and middle == 0.0) or (not low and middle == 1.0):
            continue
        if low:  # around the third axis: level = x^2 + middle y^2
            x = np.sqrt(level) * np.cos(angle)
            y = np.sqrt(level / middle) * np.sin(angle)
            z = np.sqrt(np.maximum(1.0 - x * x - y * y, 0.0))
            near = np.stack([x, y, z], -1), np.stack([x, y, -z], -1)
        else:  # around the first: 1 - level = (1 - middle) y^2 + z^2
            z = np.sqrt(1.0 - level) * np.cos(angle)
            y = np.sqrt((1.0 - level) / (1.0 - middle)) * np.sin(angle)
            x = np.sqrt(np.maximum(1.0 - z * z - y * y, 0.0))
            near = np.stack([x, y, z], -1), np.stack([-x, y, z], -1)
        back = np.argsort(order)
        rings += [ring[:, back] for ring in near]
    return rings


def bands(run: _motion.Run, *, of: str = "omega") -> "Figure":
    """Plot a batch as bands: the median of its motions, and where most of them are.

    Parameters
    ----------
    run : Trajectory
        A batch.
    of : {"omega", "momentum_space", "energy", "position", "velocity", "angle"}
        What is plotted. "angle" is that from the first attitude of each motion.

    Returns
    -------
    matplotlib.figure.Figure
        A panel for each component: the median as a line, and two bands that hold half
        and nine tenths of the motions at each time.

    Raises
    ------
    InvalidInput
        If the run holds one body, or has no such quantity.

    Notes
    -----
    The bands are those of each time on its own: no motion need follow their edges.
    Chapter: Getting your results out.

    Examples
    --------
    >>> import rotlib as rl
    >>> omega = np.random.default_rng(0).normal((0, 1, 0), 0.05, size=(50, 3))
    >>> run = rl.integrate("buss4", rl.Body((1, 2, 3)), omega=omega, h=0.1, steps=50)
    >>> len(bands(run).axes)
    3
    """
    _check.installed("matplotlib", "plot.bands")
    import matplotlib.pyplot as plt

    if np.ndim(run.omega) < 3:
        raise InvalidInput(
            "run: expected a batch, omega of shape (n, ..., 3), got"
            f" {np.shape(run.omega)}; run.plot() shows one motion"
        )
    units = {
        "omega": r"\omega (rad/s)",
        "momentum_space": "L (N m s)",
        "energy": "energy (J)",
        "position": "position (m)",
        "velocity": "velocity (m/s)",
        "angle": "angle from the start (degrees)",
    }
    held = [name for name in units if name == "angle" or hasattr(run, name)]
    _check.one_of(of, held, "of")
    values = _angles(run) if of == "angle" else np.asarray(getattr(run, of), float)
    if values.ndim == np.ndim(run.omega) - 1:
        values = values[..., None]
    flat = values.reshape(len(values), -1, values.shape[-1])
    panels = flat.shape[-1]
    figure, axes = plt.subplots(
        panels, 1, sharex=True, squeeze=False, figsize=(6, 1.2 + 1.7 * panels)
    )
    for k, ax in enumerate(axes[:, 0]):
        colour = CYCLE[0] if panels == 1 else COLOURS["xyz"[k]]
        for low, high, opacity in SHADES:
            edges = np.quantile(flat[..., k], (low, high), axis=1)
            part = f"{round(100 * (high - low))} % of the motions"
            ax.fill_between(
                run.t, *edges, color=colour, alpha=opacity, linewidth=0, label=part
            )
        middle = np.median(flat[..., k], axis=1)
        ax.plot(run.t, middle, color=colour, label="median")
        name, _, unit = units[of].partition(" (")
        component = f"${name}_{'xyz'[k]}$" if len(name) < 8 else f"{name} {'xyz'[k]}"
        ax.set_ylabel(units[of] if panels == 1 else f"{component} ({unit}")
    _legend_above(axes[0, 0], 3)
    axes[-1, 0].set_xlabel("time (s)")
    figure.align_ylabels(axes[:, 0])
    return figure


def _angles(run: Any) -> Array:
    start = np.broadcast_to(run.attitude[:1], run.attitude.shape)
    return np.rad2deg(quaternion.angle_between(start, run.attitude))
