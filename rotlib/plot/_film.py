"""A scene as a film: the same marks as its still picture, painted frame by frame."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check, quaternion
from .._types import Array
from ..errors import InvalidInput, NotInstalled
from . import _draw, _motion
from ._colours import INK, PAPER

if TYPE_CHECKING:
    from ._viewer import Scene

WIDE, NAME, LINE = 3.2, 0.3, 0.22  # inches: a panel, its name, a line of text


def save(scene: "Scene", path: Path, fps: float, seconds: float) -> None:
    """Write a GIF or an MP4, which is there whole or not at all."""
    _check.installed("matplotlib", f"save({path.name!r})")
    import matplotlib
    from matplotlib import animation
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    n = max(2, round(fps * seconds))
    at = np.linspace(0.0, len(scene.data["t"]) - 1, n)
    bodies = [_resampled(body, at) for body in scene._bodies]
    times = np.interp(at, np.arange(len(scene.data["t"])), scene.data["t"])
    lines = 1 + max(len(body["dials"]) for body in bodies)
    size = WIDE * len(bodies), NAME + WIDE + LINE * lines
    scratch = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    kind: Any = animation.PillowWriter
    settings: dict[str, Any] = {
        "figure.constrained_layout.use": False,
        "savefig.bbox": None,
    }
    if path.suffix.lower() == ".mp4":
        kind, settings["animation.ffmpeg_path"] = animation.FFMpegWriter, _ffmpeg()
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=size, dpi=100, facecolor=PAPER)
        FigureCanvasAgg(figure)
        writer = kind(fps=fps)
        try:
            with writer.saving(figure, scratch, 100):
                for k in range(n):
                    _paint(figure, bodies, k, float(times[k]), scene._view, lines)
                    writer.grab_frame(facecolor=PAPER)
            os.replace(scratch, path)
        except BaseException:
            scratch.unlink(missing_ok=True)
            raise


def _ffmpeg() -> str:
    """The program that Matplotlib is set to, or that of imageio-ffmpeg."""
    import matplotlib
    from matplotlib import animation

    if animation.FFMpegWriter.isAvailable():
        return str(matplotlib.rcParams["animation.ffmpeg_path"])
    try:
        from imageio_ffmpeg import get_ffmpeg_exe

        return str(get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        raise NotInstalled(
            "save: an MP4 needs the program ffmpeg, which is not installed: pip"
            " install imageio-ffmpeg, or save a .gif"
        ) from None


def _resampled(body: dict[str, Any], at: Array) -> dict[str, Any]:
    """The body at fractional numbers of its samples, as the page's script shows it."""
    q = body["q"]
    k = np.minimum(at.astype(int), len(q) - 2)
    part = at - k
    new = body | {"q": quaternion.slerp(q[k], q[k + 1], part)}
    # slerp takes the nearer of q and -q, and the trail the nearer of its neighbours
    dots = (new["q"][1:] * new["q"][:-1]).sum(-1)
    signs = np.cumprod(np.concatenate([[1.0], np.where(dots < 0.0, -1.0, 1.0)]))
    new["q"] = new["q"] * signs[:, None]
    if body["momentum"] is not None and len(body["momentum"]) > 1:
        new["momentum"] = body["momentum"][np.round(at).astype(int)]
    new["dials"] = [
        dial | {"part": np.interp(at, np.arange(len(q)), dial["part"])}
        for dial in body["dials"]
    ]
    if floor := body.get("floor"):
        path = floor["path"]
        between = path[k] + part[:, None] * (path[k + 1] - path[k])
        new["floor"] = floor | {"path": between}
    return new


def _paint(
    figure: Any,
    bodies: list[dict[str, Any]],
    index: int,
    t: float,
    view: _draw.View,
    lines: int,
) -> None:
    figure.clear()
    n, high = len(bodies), figure.get_figheight()
    for k, body in enumerate(bodies):
        low = LINE * lines / high
        axes = figure.add_axes((k / n, low, 1 / n, WIDE / high))
        marks = _draw.picture(body, index, view)
        _draw.paint(axes, marks, sphere=not body.get("floor"))
        middle, words = (k + 0.5) / n, {"ha": "center", "color": INK}
        if body["name"]:
            top = 1.0 - 0.5 * NAME / high
            figure.text(middle, top, body["name"], va="center", size=12, **words)
        for row, dial in enumerate(body["dials"]):
            height = (lines - row - 0.5) * LINE / high
            text = f"{dial['name']}  {_motion.told(dial, dial['part'][index])}"
            figure.text(middle, height, text, va="center", size=10, **words)
    figure.text(
        0.5, 0.5 * LINE / high, f"{t:.2f} s", ha="center", va="center", color=INK
    )


def checked(path: str | os.PathLike[str], suffixes: tuple[str, ...]) -> Path:
    """Return `path` as one that ends so."""
    if not isinstance(path, str | os.PathLike):
        raise InvalidInput(f"path: expected a path, got {type(path).__name__}")
    found = Path(path)
    if found.suffix.lower() not in suffixes:
        raise InvalidInput(
            f"path: expected one that ends in {' or '.join(suffixes)}, got"
            f" {found.name!r}"
        )
    return found
