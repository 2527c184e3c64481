"""The moving scene of the pages: data for a script, and a still that needs none."""

import base64
import html
import io
import json
import os
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, overload

import numpy as np

from .. import _check
from .._types import Array, ArrayLike
from ..errors import InvalidInput, NotInstalled
from . import _draw, _motion
from ._colours import INK, PAPER
from ._draw import BOX

PAGE = """<!DOCTYPE html>
<html lang="en"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 1rem; color: #22252a; background: #fdfcf8; font-family: sans-serif; }}
[data-theme="dark"] body {{ color: #e4e2dc; background: #1b1d21; }}
</style>
<script>
if (matchMedia("(prefers-color-scheme: dark)").matches)
  document.documentElement.dataset.theme = "dark";
</script>
</head><body>
{scene}
</body></html>
"""
RING = (
    '<circle r="1" fill="none" stroke="currentColor" stroke-opacity=".25"'
    ' stroke-width=".008"/>'
)


def _number(value: float, digits: int = 4) -> float:
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def _flat(values: ArrayLike, digits: int = 4) -> list[float]:
    return [_number(v, digits) for v in np.ravel(values)]


@cache
def player() -> str:
    """The style and the script that let scenes move, in one text for a page."""
    css, js = (
        Path(__file__).with_name(f"rotview.{kind}").read_text(encoding="utf-8")
        for kind in ("css", "js")
    )
    head = 'class="rotview-player">\n'
    return f"<style {head}{css}</style><script {head}{js}</script>"


def _svg_mark(mark: _draw.Mark) -> str:
    kind, points, colour, width = mark
    xy = " ".join(f"{_number(x, 3)},{_number(y, 3)}" for x, y in points)
    if kind == "poly":
        edge = f' stroke="{width}" stroke-width=".008" stroke-linejoin="round"'
        edge = edge if width else ""
        return f'<polygon points="{xy}" fill="{colour}"{edge}/>'
    if kind == "floor":
        return f'<polygon points="{xy}" fill="currentColor" fill-opacity=".08"/>'
    if kind == "dot":
        x, y = xy.split(",")
        return f'<circle cx="{x}" cy="{y}" r="{width}" fill="{colour}"/>'
    return (
        f'<polyline points="{xy}" fill="none" stroke="{colour}" stroke-width="{width}"'
        ' stroke-linecap="round"/>'
    )


class Scene:
    """Bodies turning to one clock, made by `scene`; notebooks show it by themselves.

    label: the words a reader hears who cannot see the picture
    caption: a sentence below the picture
    """

    def __init__(
        self,
        bodies: list[dict[str, Any]],
        t: Array,
        *,
        label: str,
        caption: str,
        seconds: float,
        still: int,
        view: _draw.View,
        autoplay: bool = True,
    ) -> None:
        self.label: str = label
        self.caption: str = caption
        self._bodies, self._t, self._still, self._view = bodies, t, still, view
        self._seconds, self._waits = seconds, not autoplay

    @cached_property
    def data(self) -> dict[str, Any]:
        """What the page's script plays, rounded to four digits."""
        shapes = {id(b["shape"]): b["shape"] for b in self._bodies}
        found: dict[str, Any] = {
            "t": _flat(self._t, 6),
            "seconds": _number(self._seconds, 2),
            "still": self._still,
            "view": _flat(self._view),
            "shapes": [
                {"v": _flat(s.vertices, 3), "f": [*map(list, s.faces)], "c": s.colours}
                for s in shapes.values()
            ],
            "bodies": [
                {"shape": [*shapes].index(id(b["shape"])), **_moving(b)}
                for b in self._bodies
            ],
        }
        return found | ({"waits": True} if self._waits else {})

    def _panel(self, b: dict[str, Any]) -> str:
        marks = "".join(map(_svg_mark, _draw.picture(b, self._still, self._view)))
        name = b["name"] and f'<div class="rotview-name">{html.escape(b["name"])}</div>'
        ring = "" if b.get("floor") else RING
        dials = "".join(map(self._dial, b["dials"]))
        return (
            f'<div class="rotview-panel"><svg viewBox="{-BOX} {-BOX} {2 * BOX}'
            f' {2 * BOX}" width="100%" aria-hidden="true">{ring}<g>{marks}</g></svg>'
            f"{name}{dials}</div>"
        )

    def _dial(self, d: dict[str, Any]) -> str:
        n, height = max(1, len(d["part"]) - 1), 19 - 18 * np.clip(d["part"], 0, 1)
        line = " ".join(
            f"{_number(100 * i / n, 1)},{_number(y, 2)}" for i, y in enumerate(height)
        )
        zero = ""
        if d["lo"] < 0 < d["hi"]:
            level = _number(19 + 18 * d["lo"] / (d["hi"] - d["lo"]), 2)
            zero = f'<line x2="100" y1="{level}" y2="{level}"/>'
        value = html.escape(_motion.told(d, self._still))
        return (
            f'<div class="rotview-dial"><span>{html.escape(d["name"])}'
            f' <b>{value}</b></span><svg viewBox="0 0 100 20"'
            ' preserveAspectRatio="none" width="100%" height="24"'
            f' aria-hidden="true">{zero}<polyline points="{line}" fill="none"'
            ' stroke="currentColor" vector-effect="non-scaling-stroke"/></svg></div>'
        )

    def _standing(self) -> str:
        """The scene as HTML without its script: a picture, and the data to play."""
        data = html.escape(json.dumps(self.data, separators=(",", ":")), quote=True)
        words, caption = html.escape(self.label, quote=True), html.escape(self.caption)
        caption = caption and f'<p class="rotview-caption">{caption}</p>'
        row = (
            "display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5em,1fr));"
            f"gap:.6em;max-width:{22 * len(self._bodies)}em;margin:0 auto"
        )
        panels = "".join(map(self._panel, self._bodies))
        return (
            f'<div class="rotview" data-scene="{data}"><div class="rotview-stage"'
            f' role="img" aria-label="{words}"'
            f' style="{row}">{panels}</div>{caption}</div>'
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
        page = PAGE.format(title=html.escape(self.label), scene=self._repr_html_())
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
        length = self._seconds if seconds is None else seconds
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
        at = np.linspace(0, len(self._t) - 1, max(2, round(fps * length)))
        lines = 1 + max(len(b["dials"]) for b in self._bodies)
        figure = Figure(dpi=100, facecolor=PAPER)
        self._paint(figure, 0, lines)  # gives the film its size
        film: Any = FuncAnimation(
            figure, lambda k: self._paint(figure, k, lines), at.round().astype(int)
        )
        film.save(target, writer=writer, fps=fps)

    def _paint(self, figure: Any, index: int, lines: int = 0) -> Any:
        """The bodies side by side at one sample, with so many lines of words below."""
        n = len(self._bodies)
        side, below = min(3.4, 6.0 / n), 0.25 * lines
        high = side + 0.25 + below
        figure.clear()
        figure.set_layout_engine("none")  # again: `savefig` forgets it
        figure.set_size_inches(n * side, high)
        for k, b in enumerate(self._bodies):
            axes = figure.add_axes((k / n, below / high, 1 / n, side / high))
            marks = _draw.picture(b, index, self._view)
            _draw.paint(axes, marks, sphere=not b.get("floor"))
            axes.set_title(b["name"], y=0.98, color=INK, fontsize=11)
            if lines:
                rows = [f"{d['name']}  {_motion.told(d, index)}" for d in b["dials"]]
                words = "\n".join([*rows, f"{self._t[index]:.2f} s"])
                axes.text(0, -_draw.BOX, words, ha="center", va="top", color=INK)
        return figure.axes

    def _png(self) -> str:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from PIL import Image  # comes with Matplotlib

        figure = Figure(dpi=100, facecolor=PAPER)
        self._paint(figure, self._still)
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


def _moving(b: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"q": _flat(b["q"])}
    for name, values in (("trail", b["trail"]), ("L", b["momentum"])):
        if values is not None:
            found[name] = _flat(values)
    if floor := b.get("floor"):
        sizes = {name: _number(floor[name]) for name in ("height", "radius")}
        found["floor"] = sizes | {"path": _flat(floor["path"], 3)}
    kept = "lo", "hi", "unit", "digits"
    found["dials"] = [
        {key: d[key] for key in kept} | {"v": _flat(d["part"])} for d in b["dials"]
    ]
    return found


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
