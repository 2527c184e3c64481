"""The moving scene: shown in a notebook, written as a page, saved as a film."""

import base64
import html
import io
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Any, overload

import numpy as np

from .. import _check
from .._types import Array, ArrayLike
from ..errors import InvalidInput, NotInstalled
from . import _draw, _motion
from ._colours import INK, PAPER
from ._draw import BOX


@dataclass(frozen=True, repr=False, eq=False)
class Scene:
    """Bodies turning to one clock, made by `scene`; notebooks show it by themselves.

    label: the words a reader hears who cannot see the picture
    bodies: what is drawn in each panel
    t: times of the samples, s
    seconds: how long one pass takes, in the reader's time
    still: number of the sample that the still picture shows
    view: azimuth and elevation of the eye, rad
    autoplay: whether the page plays the scene by itself
    """

    label: str
    bodies: Sequence[_draw.Drawn]
    t: Array
    seconds: float
    still: int
    view: _draw.View
    autoplay: bool

    @cached_property
    def data(self) -> dict[str, Any]:
        """What the page's script plays, rounded to four digits."""
        shapes = {id(b.shape): b.shape for b in self.bodies}
        found: dict[str, Any] = {
            "t": flat(self.t, 6),
            "seconds": number(self.seconds, 2),
            "still": self.still,
            "view": flat(self.view),
            "shapes": [
                {"v": flat(s.vertices, 3), "f": s.faces, "c": s.colours}
                for s in shapes.values()
            ],
            "bodies": [
                {"shape": [*shapes].index(id(b.shape)), **moving(b)}
                for b in self.bodies
            ],
        }
        return found | ({} if self.autoplay else {"waits": True})

    def _standing(self) -> str:
        data = html.escape(json.dumps(self.data, separators=(",", ":")))
        row = (
            "display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5em,1fr));"
            f"gap:.6em;max-width:{22 * len(self.bodies)}em;margin:0 auto"
        )
        panels = "".join(panel(b, self.still, self.view) for b in self.bodies)
        return (
            f'<div class="rotview" data-scene="{data}"><div class="rotview-stage"'
            f' role="img" aria-label="{html.escape(self.label)}"'
            f' style="{row}">{panels}</div></div>'
        )

    def _repr_html_(self) -> str:
        return self._standing() + player()

    @overload
    def to_html(self, path: None = None) -> str: ...
    @overload
    def to_html(self, path: str | os.PathLike[str]) -> None: ...
    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write one `.html` file that plays in any browser without a network.

        Without a path the text is returned.
        """
        title, scene = html.escape(self.label), self._repr_html_()
        page = Template(_asset("html")).substitute(title=title, scene=scene)
        if path is None:
            return page
        _checked(path, ".html").write_text(page, encoding="utf-8")
        return None

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        fps: float = 25.0,
        seconds: float | None = None,
    ) -> None:
        """Write a film, `.gif` or `.mp4`; a second takes a few seconds to paint.

        NotInstalled without Matplotlib, or for an MP4 without the program ffmpeg.

        fps: frames a second
        seconds: how long the film is; by default one pass on a page
        """
        target = _checked(path, ".gif", ".mp4")
        length = self.seconds if seconds is None else seconds
        for name, value in (("fps", fps), ("seconds", length)):
            if not _check.real(value, name) > 0:
                raise InvalidInput(f"{name}: expected a positive number, got {value}")
        _check.installed("matplotlib", f"save({target.name!r})")
        from matplotlib.animation import FuncAnimation, writers
        from matplotlib.figure import Figure

        writer = "ffmpeg" if target.suffix.lower() == ".mp4" else "pillow"
        if not writers.is_available(writer):
            raise NotInstalled(
                "save: an MP4 needs the program ffmpeg, which is not installed; save a"
                " .gif"
            )
        at = np.linspace(0, len(self.t) - 1, max(2, round(fps * length)))
        lines = 1 + max(len(b.dials) for b in self.bodies)
        figure = Figure(dpi=100, facecolor=PAPER)
        self._paint(figure, 0, lines)  # gives the film its size
        film: Any = FuncAnimation(
            figure, lambda k: self._paint(figure, k, lines), at.round().astype(int)
        )
        film.save(target, writer=writer, fps=fps)

    def _paint(self, figure: Any, index: int, lines: int = 0) -> Any:
        n = len(self.bodies)
        side, below = min(3.4, 6.0 / n), 0.25 * lines
        high = side + 0.25 + below
        figure.clear()
        figure.set_layout_engine("none")  # again: `savefig` forgets it
        figure.set_size_inches(n * side, high)
        for k, b in enumerate(self.bodies):
            axes = figure.add_axes((k / n, below / high, 1 / n, side / high))
            marks = _draw.picture(b, index, self.view)
            _draw.paint(axes, marks, sphere=not b.floor)
            axes.set_title(b.name, y=0.98, color=INK, fontsize=11)
            if lines:
                rows = [f"{d.name}  {d.told(index)}" for d in b.dials]
                words = "\n".join([*rows, f"{self.t[index]:.2f} s"])
                axes.text(0, -BOX, words, ha="center", va="top", color=INK)
        return figure.axes

    def _png(self) -> str:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from PIL import Image  # comes with Matplotlib

        figure = Figure(dpi=100, facecolor=PAPER)
        self._paint(figure, self.still)
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
        stream = io.BytesIO()
        # a third of the size, for the repository
        picture.quantize(96).save(stream, format="png", optimize=True)
        return base64.b64encode(stream.getvalue()).decode()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        shown = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if find_spec("matplotlib") is not None:
            shown["image/png"] = self._png()
        return shown

    def __repr__(self) -> str:
        return f"<scene: {self.label}>"


def _checked(path: str | os.PathLike[str], *suffixes: str) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise InvalidInput(f"path: expected a path, got {type(path).__name__}")
    found = Path(path)
    if found.suffix.lower() not in suffixes:
        raise InvalidInput(
            f"path: expected one that ends in {' or '.join(suffixes)}, got"
            f" {found.name!r}"
        )
    return found


# --- as HTML: a still picture that needs no script, and data for one ------------------

RING = (
    '<circle r="1" fill="none" stroke="currentColor" stroke-opacity=".25"'
    ' stroke-width=".008"/>'
)


def number(value: float, digits: int = 4) -> float:
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def flat(values: ArrayLike, digits: int = 4) -> list[float]:
    return [number(v, digits) for v in np.ravel(values)]


@cache
def _asset(kind: str) -> str:
    return Path(__file__).with_name(f"rotview.{kind}").read_text(encoding="utf-8")


def player() -> str:
    head = 'class="rotview-player">\n'
    return f"<style {head}{_asset('css')}</style><script {head}{_asset('js')}</script>"


def _svg_mark(mark: _draw.Mark) -> str:
    kind, points, colour, width = mark
    xy = " ".join(f"{number(x, 3)},{number(y, 3)}" for x, y in points)
    if kind == "dot":
        x, y = xy.split(",")
        return f'<circle cx="{x}" cy="{y}" r="{width}" fill="{colour}"/>'
    if kind == "line":
        return (
            f'<polyline points="{xy}" fill="none" stroke="{colour}"'
            f' stroke-width="{width}" stroke-linecap="round"/>'
        )
    look = f'fill="{colour}"' if colour else 'fill="currentColor" fill-opacity=".08"'
    if width:
        look += f' stroke="{width}" stroke-width=".008" stroke-linejoin="round"'
    return f'<polygon points="{xy}" {look}/>'


def panel(body: _draw.Drawn, still: int, view: _draw.View) -> str:
    marks = "".join(map(_svg_mark, _draw.picture(body, still, view)))
    name = body.name and f'<div class="rotview-name">{html.escape(body.name)}</div>'
    dials = "".join(_dial(d, still) for d in body.dials)
    return (
        f'<div class="rotview-panel"><svg viewBox="{-BOX} {-BOX} {2 * BOX} {2 * BOX}"'
        f' width="100%" aria-hidden="true">{"" if body.floor else RING}<g>{marks}</g>'
        f"</svg>{name}{dials}</div>"
    )


def _dial(d: _motion.Dial, still: int) -> str:
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


def moving(b: _draw.Drawn) -> dict[str, Any]:
    vectors = {"q": b.q, "trail": b.trail, "L": b.momentum}
    found: dict[str, Any] = {k: flat(v) for k, v in vectors.items() if v is not None}
    if b.floor:
        sizes = {name: number(b.floor[name]) for name in ("height", "radius")}
        found["floor"] = sizes | {"path": flat(b.floor["path"], 3)}
    found["dials"] = [d.scale | {"v": flat(d.part)} for d in b.dials]
    return found
