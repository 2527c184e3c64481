"""The moving scene: shown in a notebook, written as a page, saved as a film."""

import base64
import html
import io
import json
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check
from .._check import require
from .._types import Array, ArrayLike, Steps
from ..errors import NotInstalled
from . import _draw
from ._draw import BOX, INK, PAPER, Dial, Drawn, Shape, View, find, flat, number

if TYPE_CHECKING:
    from ..runs.trajectory import Trajectory

WIDEST_TURN = 1.6  # rad from frame to frame: more could show one that never happened


@dataclass(frozen=True, repr=False, eq=False)
class Scene:
    """Bodies turning to one clock, made by `scene`; notebooks show it by themselves.

    bodies: what is drawn in each panel
    t: times of the samples, s
    still: number of the sample that the still picture shows
    label, seconds, view, autoplay: as in `scene`
    """

    label: str
    bodies: Sequence[Drawn]
    t: Array
    seconds: float
    still: int
    view: View
    autoplay: bool

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script plays, rounded to four digits."""
        shapes, solids, bodies = [*dict.fromkeys(b.shape for b in self.bodies)], [], []
        for s in shapes:
            solids.append({"v": flat(s.vertices, 3), "f": s.faces, "c": s.colours})
        for b in self.bodies:
            dials = [d.scale | {"v": flat(d.part)} for d in b.dials]
            shape = {"shape": shapes.index(b.shape)}
            bodies.append(shape | b.moving() | {"dials": dials})
        made = {"t": flat(self.t, 6), "seconds": number(self.seconds, 2)}
        made |= {"still": self.still, "view": flat(self.view), "shapes": solids}
        return made | {"bodies": bodies} | ({} if self.autoplay else {"waits": True})

    def _standing(self) -> str:
        data = html.escape(json.dumps(self.data, separators=(",", ":")))
        row = (
            "display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5em,1fr));"
            f"gap:.6em;max-width:{22 * len(self.bodies)}em;margin:0 auto"
        )
        panels = "".join(_panel(b, self.still, self.view) for b in self.bodies)
        return (
            f'<div class="rotview" data-scene="{data}"><div class="rotview-stage"'
            f' role="img" aria-label="{html.escape(self.label)}"'
            f' style="{row}">{panels}</div></div>'
        )

    def _repr_html_(self) -> str:
        kinds = ("style", "css"), ("script", "js")
        player = [f'<{k} class="rotview-player">\n{_asset(x)}</{k}>' for k, x in kinds]
        return self._standing() + "".join(player)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write one `.html` file that plays in any browser without a network."""
        title, scene = html.escape(self.label), self._repr_html_()
        page = Template(_asset("html")).substitute(title=title, scene=scene)
        _checked(path, ".html").write_text(page, encoding="utf-8")

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        fps: float = 25.0,
        seconds: float | None = None,
    ) -> None:
        """Write a film, `.gif` or `.mp4`, of so many frames a second.

        NotInstalled without Matplotlib, or for an MP4 without the program ffmpeg.

        seconds: how long the film is; by default one pass on a page
        """
        target = _checked(path, ".gif", ".mp4")
        length = self.seconds if seconds is None else seconds
        _check.positive(fps, "fps", "frames a second")
        _check.positive(length, "seconds", "seconds")
        _check.installed("matplotlib", f"save({target.name!r})")
        from matplotlib.animation import FuncAnimation, writers
        from matplotlib.figure import Figure

        writer = "ffmpeg" if target.suffix.lower() == ".mp4" else "pillow"
        if not writers.is_available(writer):
            raise NotInstalled("save: an MP4 needs the program ffmpeg; save a .gif")
        at = np.linspace(0, len(self.t) - 1, max(2, round(fps * length)))
        lines = 1 + max(len(b.dials) for b in self.bodies)
        figure = Figure(dpi=100, facecolor=PAPER)
        paint: Any = partial(self._paint, figure, lines=lines)
        paint(0)  # gives the film its size
        film: Any = FuncAnimation(figure, paint, at.round().astype(int))
        film.save(target, writer=writer, fps=fps)

    def _paint(self, figure: Any, index: int, lines: int = 0) -> None:
        n = len(self.bodies)
        side, below = min(3.4, 6.0 / n), 0.25 * lines
        high = side + 0.25 + below
        figure.clear()
        figure.set_layout_engine("none")  # again: `savefig` forgets it
        figure.set_size_inches(n * side, high)
        for k, b in enumerate(self.bodies):
            axes = figure.add_axes((k / n, below / high, 1 / n, side / high))
            _draw.paint(axes, b, index, self.view)
            axes.set_title(b.name, y=0.98, color=INK, fontsize=11)
            if lines:
                rows = [f"{d.name}  {d.told(index)}" for d in b.dials]
                words = "\n".join([*rows, f"{self.t[index]:.2f} s"])
                axes.text(0, -BOX, words, ha="center", va="top", color=INK)

    def _png(self) -> str:
        from matplotlib.figure import Figure
        from PIL import Image  # comes with Matplotlib

        raw, small = io.BytesIO(), io.BytesIO()
        figure = Figure(dpi=100, facecolor=PAPER)
        self._paint(figure, self.still)
        figure.savefig(raw, facecolor=PAPER)
        # a third of the size, for the repository
        picture = Image.open(raw).convert("RGB").quantize(96)
        picture.save(small, format="png", optimize=True)
        return base64.b64encode(small.getvalue()).decode()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        shown = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if find_spec("matplotlib") is not None:
            shown["image/png"] = self._png()
        return shown

    def __repr__(self) -> str:
        return f"<scene: {self.label}>"


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

    motion: a trajectory, quaternions (n, 4), or a list or dict of them; keys of a dict
        are written under the bodies
    label: what the picture shows, in words, for a reader who cannot see it
    shape: one for all, or a list with one for each body
    t: times (n,); by default the trajectory's own, or 0, 1, 2, …
    trail: a direction fixed in the body whose path is drawn on the unit sphere
    momentum: whether an arrow shows the direction in space of a trajectory's momentum
    dials: {"energy (J)": a series (n,), or (bodies, n)}, drawn as strips to one scale
    limits: the ends of a dial's strip, by its name; what is beyond is drawn at the edge
    seconds: how long one pass takes, in the reader's time
    still: which part of the run, from 0 to 1, the still picture shows
    frames: at most so many samples are kept, the first and the last among them
    autoplay: whether the page plays the scene by itself

    >>> from rotlib import quaternion
    >>> scene(quaternion.exp([(0, 0, 0.1 * k) for k in range(31)]), label="A box turns")
    <scene: A box turns>
    """
    named = isinstance(label, str) and label.strip()
    require(named, "label", "a sentence that says what the picture shows", repr(label))
    require(0 <= _check.real(still, "still") <= 1, "still", "a part from 0 to 1", still)
    _check.positive(seconds, "seconds", "seconds")
    _check.one_of(momentum, (True, False), "momentum")
    motions = _named(motion)
    clock, _ = _samples(motions[0][1], t)
    keep = _thinned(len(clock), _check.count(frames, "frames", 2))
    n, bodies = len(motions), []
    point = None if trail is None else np.array(_check.direction(trail, "trail"))
    strips = _dials(dials or {}, limits or {}, (n, len(clock)), keep)
    solids = [*map(find, shape)] if isinstance(shape, list) else [find(shape)] * n
    require(len(solids) == n, "shape", f"{n} shapes, one for each body", len(solids))
    for (name, one), strip, solid in zip(motions, strips, solids, strict=True):
        times, q = _samples(one, t)
        alike = times.shape == clock.shape and np.allclose(times, clock)
        wanted = "the same times for all bodies"
        require(alike, "motion", wanted, f"others for {name!r}")
        kept = _continuous(q, clock, getattr(one, "omega", None), keep, name)
        arrow = _momentum(one, keep) if momentum else None
        bodies.append(Drawn(kept, solid, name, point, arrow, strip))
    at = round(still * (len(keep) - 1))
    return Scene(label, bodies, clock[keep], seconds, at, view, autoplay)


# --- what a caller hands over, checked and thinned ------------------------------------


def _checked(path: str | os.PathLike[str], *suffixes: str) -> Path:
    found, wanted = Path(path), f"one that ends in {' or '.join(suffixes)}"
    require(found.suffix.lower() in suffixes, "path", wanted, repr(found.name))
    return found


def _named(motion: Any) -> list[tuple[str, Any]]:
    if isinstance(motion, Mapping):
        return [(str(k), m) for k, m in motion.items()]
    first: Any = motion[0] if isinstance(motion, (list, tuple)) and motion else None
    many = hasattr(first, "q") or np.ndim(first) == 2
    return [("", m) for m in (motion if many else [motion])]


def _samples(motion: Any, t: ArrayLike | None) -> tuple[Array, Array]:
    q = _check.unit_quaternion(getattr(motion, "q", motion))
    got = f"{q.shape}; choose one body of a batch, such as run[:, 0]"
    require(q.ndim == 2 and len(q) > 1, "q", "shape (n, 4) with n >= 2", got)
    given = getattr(motion, "t", range(len(q))) if t is None else t
    times = _check.array(given, "t")
    ways = {*np.sign(np.diff(times)).tolist()}
    if getattr(motion, "pieces", ()):
        ways -= {0.0}  # at a joint both records are there
    good = times.shape == (len(q),) and ways in ({1.0}, {-1.0})
    wanted = f"{len(q)} times in order, one for each quaternion"
    require(good, "t", wanted, f"shape {times.shape}")
    return times.astype(float), q.astype(float)


def _thinned(n: int, frames: int) -> Steps:
    return np.unique(np.round(np.linspace(0, n - 1, min(n, frames))).astype(int))


def _continuous(q: Array, t: Array, omega: Any, keep: Steps, name: str) -> Array:
    """The kept q with signs chosen so that neighbours are close enough for the page.

    Samples alone cannot tell a whole turn from none; the rates `omega` can.
    """
    kept, n = q[keep], len(keep)
    dots = np.einsum("ij,ij->i", kept[1:], kept[:-1])
    turn = 2 * np.arccos(np.clip(np.abs(dots), 0, 1)).max()
    if omega is not None:
        rates = np.linalg.norm(np.asarray(omega, float)[keep], axis=-1)
        turn = max(turn, (rates[1:] * np.abs(np.diff(t[keep]))).max())
    needed = int(1.1 * turn / WIDEST_TURN * n) + 2
    remedy = f"give frames={needed}, or show a shorter part"
    if not n < needed <= len(q):
        remedy = f"take {needed} records at least, with a smaller `every` or step"
    wanted = f"a turn of at most {WIDEST_TURN} rad from frame to frame"
    got = f"{turn:.2g} rad{name and f' for {name}'}; {remedy}"
    require(turn <= WIDEST_TURN, "frames", wanted, got)
    signs = np.cumprod(np.concatenate([[1.0], np.where(dots < 0, -1.0, 1.0)]))
    return np.asarray(kept * signs[:, None])


def _momentum(motion: Any, keep: Steps) -> Array | None:
    L = getattr(motion, "momentum_about_reference", None)
    if L is None or not np.any(L, axis=-1).all():  # at rest there is no direction
        return None
    L = np.asarray(L, float)[keep]
    units: Array = L / np.linalg.norm(L, axis=-1, keepdims=True)
    return units[:1] if np.ptp(units, axis=0).max() < 5e-4 else units


def _dials(
    series: Mapping[str, ArrayLike],
    limits: Mapping[str, tuple[float, float]],
    shape: tuple[int, int],
    keep: Steps,
) -> Sequence[Sequence[Dial]]:
    """For each body its dials, drawn in a range that all bodies share."""
    unknown = sorted({*limits} - {*series})
    require(not unknown, "limits", "names of dials", ", ".join(map(repr, unknown)))
    found = []
    for name, values in series.items():
        rows = np.atleast_2d(_check.array(values, f"dials[{name!r}]")).astype(float)
        require(rows.shape == shape, f"dials[{name!r}]", f"shape {shape}", rows.shape)
        ends = limits.get(name, (rows.min(), rows.max()))
        lo, hi = _check.trailing(ends, 2, f"limits[{name!r}]").tolist()
        good = lo < hi or name not in limits
        require(good, f"limits[{name!r}]", "(low, high) with low < high", ends)
        width = hi - lo
        words, unit, *_ = [*re.split(r" \(([^()]*)\)\Z", name), ""]
        scale = {"lo": float(f"{lo:.6g}"), "hi": float(f"{hi:.6g}"), "unit": unit}
        scale["digits"] = 2 - math.floor(math.log10(width)) if width else 2
        parts = (rows[:, keep] - lo) / (width or 1.0)
        found.append([Dial(words, scale, part) for part in parts])
    return [*zip(*found, strict=True)] or [()] * shape[0]


# --- as HTML: a still picture that needs no script, and data for one ------------------


@cache
def _asset(kind: str) -> str:
    return Path(__file__).with_name(f"rotview.{kind}").read_text(encoding="utf-8")


def _panel(body: Drawn, still: int, view: View) -> str:
    marks = "".join(map(_draw.svg, _draw.picture(body, still, view)))
    name = body.name and f'<div class="rotview-name">{html.escape(body.name)}</div>'
    look = 'fill="none" stroke="currentColor" stroke-opacity=".25" stroke-width=".008"'
    ring = f'<circle r="1" {look}/>' if body.ring else ""
    dials = "".join(_strip(d, still) for d in body.dials)
    return (
        f'<div class="rotview-panel"><svg viewBox="{-BOX} {-BOX} {2 * BOX} {2 * BOX}"'
        f' width="100%" aria-hidden="true">{ring}<g>{marks}</g>'
        f"</svg>{name}{dials}</div>"
    )


def _strip(d: Dial, still: int) -> str:
    n, height = max(1, len(d.part) - 1), 19 - 18 * np.clip(d.part, 0, 1)
    line = " ".join(
        f"{number(100 * i / n, 1)},{number(y, 2)}" for i, y in enumerate(height)
    )
    zero, lo, hi = "", d.scale["lo"], d.scale["hi"]
    if lo < 0 < hi:
        level = number(19 + 18 * lo / (hi - lo), 2)
        zero = f'<line x2="100" y1="{level}" y2="{level}"/>'
    return (
        f'<div class="rotview-dial"><span>{html.escape(d.name)}'
        f" <b>{html.escape(d.told(still))}</b></span><svg"
        ' viewBox="0 0 100 20" preserveAspectRatio="none" width="100%" height="24"'
        f' aria-hidden="true">{zero}<polyline points="{line}" fill="none"'
        ' stroke="currentColor" vector-effect="non-scaling-stroke"/></svg></div>'
    )
