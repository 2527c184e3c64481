"""Pictures of rotations: plots of a run, drawn orientations, moving scenes.

Quaternions are wxyz, body to space, times in s; a view is the azimuth and elevation of
the eye in rad. A shape is "box", "t-handle", "wing-nut", "top", three sides of a box,
or a `Shape`; its faces towards the body's +x, +y and +z are vermilion, green and blue.
InvalidInput for a batch where one motion is shown, or the other way round. Matplotlib
is imported when a function needs it. Chapter: Getting your results out.
"""

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check, quaternion
from .._check import require
from .._types import ArrayLike
from ..errors import GimbalLock
from ._draw import COLOURS, CYCLE, INK, Drawn, Shape, View, find, paint
from ._scene import Scene, scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..runs.trajectory import Trajectory

__all__ = ["Scene", "Shape", "attitude", "bands", "orientation", "scene", "trajectory"]
__dir__: Any = __all__.copy

NEAR_LOCK = 5.0  # degrees of the second angle from the end of its range
SHADES = (0.05, 0.95, 0.18), (0.25, 0.75, 0.38)  # quantiles of a band, its opacity
ABOVE: dict[str, Any]
ABOVE = {"loc": "lower right", "bbox_to_anchor": (1, 1), "borderaxespad": 0}
SHORT: dict[str, Any] = ABOVE | {"handlelength": 1.4, "columnspacing": 0.9}
LABELS = {  # of the panel of a band; with an axis there are three
    "omega": r"$\omega_{}$ (rad/s)",
    "momentum_space": "$L_{}$ (N m s)",
    "energy": "energy (J)",
    "position": "position {} (m)",
    "velocity": "velocity {} (m/s)",
}


def one_motion(run: Any, what: str, or_else: str = "") -> None:
    _check.installed("matplotlib", what)
    omega = _check.trailing(run.omega, 3, "omega")
    first = ", ".join([":", *"0" * (omega.ndim - 2)])
    got = f"{omega.shape}; choose one of the batch, such as run[{first}]{or_else}"
    require(omega.ndim == 2, "run", "one body, omega of shape (n, 3)", got)


def _over_time(heights: list[int], high: float) -> "tuple[Figure, Sequence[Axes]]":
    import matplotlib.pyplot as plt

    shape: Any = {"figsize": (6, high), "height_ratios": heights, "squeeze": False}
    figure, axes = plt.subplots(len(heights), sharex=True, **shape)
    axes[-1, 0].set_xlabel("time (s)")
    figure.align_ylabels(axes)
    return figure, axes[:, 0]


def trajectory(run: "Trajectory") -> "Figure":
    """Plot the rates of one run and the changes of its energy and momentum.

    A flight's position is between them. Changes are relative to the first record; that
    of the momentum is how far it has moved in space, where only a torque may move it.
    """
    one_motion(run, "run.plot()", ", or show all: run.plot('bands')")
    momentum, energy = run.momentum_space, run.energy
    shift = np.linalg.norm(momentum - momentum[0], axis=-1)
    vectors = [(run.omega, r"\omega_", "body rates (rad/s)")]
    vectors += [(run.position, "", "position (m)")] if run.flies else []
    E, L = energy[0], np.linalg.norm(momentum[0])
    changes = [
        (energy - E, E, r"$\Delta E/|E_0|$", r"$\Delta E$ (J)"),
        (shift, L, r"$|\Delta L|/|L_0|$", r"$|\Delta L|$ (N m s)"),
    ]
    n = len(vectors)
    figure, axes = _over_time([2] * n + [1, 1], 3.1 + 1.5 * n)
    for ax, (values, symbol, label) in zip(axes, vectors, strict=False):
        for line, axis in zip(values.T, "xyz", strict=True):
            ax.plot(run.t, line, color=COLOURS[axis], label=f"${symbol}{axis}$")
        ax.set_ylabel(label)
        ax.legend(ncols=3, **ABOVE)
    for ax, (change, start, relative, absolute) in zip(axes[n:], changes, strict=True):
        ax.plot(run.t, change / abs(start) if start else change, color=CYCLE[0])
        ax.set_ylabel(relative if start else absolute)
    return figure


def attitude(run: "Trajectory", *, seq: str = "ZYX") -> "Figure":
    """Plot the attitude of one body as Euler angles in degrees against time.

    The first and the third go on beyond 180 degrees where a turn is completed. Grey
    bands mark the times at which the second is within 5 degrees of a gimbal lock, where
    the others say little.

    seq: three axes, as for `rotlib.quaternion.as_euler`: "ZYX" gives yaw, pitch, roll
    """
    one_motion(run, "plot.attitude")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GimbalLock)  # the picture marks it
        angles = quaternion.as_euler(run.q, seq, degrees=True)
    from_end = 90.0 - np.abs(angles[:, 1] - (90.0 if seq[0] == seq[2] else 0.0))
    locked = from_end < NEAR_LOCK
    angles[:, [0, 2]] = np.unwrap(angles[:, [0, 2]], period=360.0, axis=0)
    figure, (ax,) = _over_time([1], 3.7)
    for k, (turn, line) in enumerate((("1st", "-"), ("2nd", "--"), ("3rd", "-."))):
        label = f"{turn}: about {seq[k]}"
        ax.plot(run.t, angles[:, k], line, color=CYCLE[k], label=label)
    if locked.any():
        near = np.convolve(locked, [1, 1, 1], "same") > 0  # with a record on each side
        look: Any = {"color": INK, "alpha": 0.12, "linewidth": 0, "where": near}
        high: Any = ax.get_xaxis_transform()
        ax.fill_between(run.t, 0, 1, transform=high, label="near gimbal lock", **look)
    frame = "of the body" if seq.isupper() else "in space"
    ax.set_ylabel(f"angles {seq}, axes {frame} (degrees)")
    ax.legend(ncols=2 if locked.any() else 3, **SHORT)
    return figure


def bands(run: "Trajectory", *, of: str = "omega") -> "Figure":
    """Plot a batch: the median of its motions, and where half and nine tenths are.

    The bands are those of each time on its own: no motion need follow their edges.

    of: "omega", "momentum_space", "energy", or in flight "position" or "velocity"
    """
    _check.installed("matplotlib", "plot.bands")
    got = f"{np.shape(run.omega)}; run.plot() shows one motion"
    require(np.ndim(run.omega) > 2, "run", "a batch, omega of shape (n, ..., 3)", got)
    label = LABELS[_check.one_of(of, [*LABELS][: 5 if run.flies else 3], "of")]
    panels = 3 if "{}" in label else 1
    values = np.asarray(getattr(run, of), float).reshape(len(run), -1, panels)
    figure, axes = _over_time([1] * panels, 1.2 + 1.7 * panels)
    for k, ax in enumerate(axes):
        colour = CYCLE[0] if panels == 1 else COLOURS["xyz"[k]]
        for low, high, opacity in SHADES:
            edges = np.quantile(values[..., k], (low, high), axis=1)
            part = f"{round(100 * (high - low))} % of the motions"
            look: Any = {"color": colour, "alpha": opacity, "linewidth": 0}
            ax.fill_between(run.t, *edges, label=part, **look)
        ax.plot(run.t, np.median(values[..., k], 1), color=colour, label="median")
        ax.set_ylabel(label.format("xyz"[k]))
    axes[0].legend(ncols=3, **SHORT)
    return figure


def orientation(
    q: ArrayLike,
    ax: "Axes | None" = None,
    *,
    shape: Shape | str | ArrayLike = "box",
    view: View = (0.6, 0.42),
) -> "Axes":
    """Draw a body in one orientation q, inside the unit sphere.

    ax: where to draw; by default a new square figure
    """
    _check.installed("matplotlib", "plot.orientation")
    import matplotlib.pyplot as plt

    q = _check.unit_quaternion(q)
    got = f"{q.shape}; draw several on several axes"
    require(q.shape == (4,), "q", "one quaternion, shape (4,)", got)
    axes = ax or plt.figure(figsize=(3, 3)).add_subplot()
    paint(axes, Drawn(q[None], find(shape)), 0, view)
    return axes
