"""The moving scene of the pages: data for a script, and a still that needs none."""

import base64
import html
import io
import json
import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, overload

import numpy as np

from .. import _check
from .._types import Array, ArrayLike
from ..errors import InvalidInput
from . import _draw, _film, _motion
from ._colours import INK, PAPER
from ._draw import BOX
from ._shapes import Shape

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
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
</head>
<body>
{scene}
</body>
</html>
"""


def _number(value: float, digits: int = 4) -> float:
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def _flat(values: ArrayLike, digits: int = 4) -> list[float]:
    return [_number(v, digits) for v in np.ravel(values)]


@cache
def player() -> str:
    """The style and the script that let scenes move, in one text for a page."""
    files = ("style", "rotview.css"), ("script", "rotview.js")
    folder = Path(__file__).parent
    return "".join(
        f'<{tag} class="rotview-player">\n'
        f"{(folder / name).read_text(encoding='utf-8')}</{tag}>"
        for tag, name in files
    )


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
    """One or more bodies turning to one clock; notebooks show it by themselves.

    Made by `rotlib.plot.scene`.

    Attributes
    ----------
    data : dict
        What the page's script plays: times, unit quaternions, shapes, dials, rounded to
        four digits.
    label : str
        The words a reader hears who cannot see the picture.
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
        self._bodies, self._still, self._view = bodies, still, view
        shapes: list[Shape] = []
        for b in bodies:
            if not any(b["shape"] is s for s in shapes):
                shapes.append(b["shape"])
        self.data: dict[str, Any] = {
            "t": _flat(t, 6),
            "seconds": _number(seconds, 2),
            "still": still,
            "view": _flat(view),
            "shapes": [
                {
                    "v": _flat(s.vertices, 3),
                    "f": [list(f) for f in s.faces],
                    "c": list(s.colours),
                }
                for s in shapes
            ],
            "bodies": [self._body(b, shapes) for b in bodies],
        }
        if not autoplay:
            self.data["waits"] = True

    def _body(self, b: dict[str, Any], shapes: list[Shape]) -> dict[str, Any]:
        found: dict[str, Any] = {
            "shape": next(i for i, s in enumerate(shapes) if s is b["shape"]),
            "q": _flat(b["q"]),
        }
        if b["trail"] is not None:
            found["trail"] = _flat(b["trail"])
        if b["momentum"] is not None:
            found["L"] = _flat(b["momentum"])
        if floor := b.get("floor"):
            found["floor"] = {
                "height": _number(floor["height"]),
                "radius": _number(floor["radius"]),
                "path": _flat(floor["path"], 3),
            }
        found["dials"] = [
            {key: d[key] for key in ("lo", "hi", "unit", "digits")}
            | {"v": _flat(d["part"], 4)}
            for d in b["dials"]
        ]
        return found

    def on_floor(self, floor: dict[str, Any]) -> "Scene":
        """This scene of one body with a horizontal plane below it.

        The plane has a height, a radius, and a path that is drawn as time goes on.
        """
        self._bodies[0]["floor"] = floor
        self.data["bodies"][0] = self._body(self._bodies[0], [self._bodies[0]["shape"]])
        return self

    def _panel(self, b: dict[str, Any]) -> str:
        marks = "".join(map(_svg_mark, _draw.picture(b, self._still, self._view)))
        name, ring = "", ""
        if b["name"]:
            name = f'<div class="rotview-name">{html.escape(b["name"])}</div>'
        if not b.get("floor"):
            ring = (
                '<circle r="1" fill="none" stroke="currentColor" stroke-opacity=".25"'
                ' stroke-width=".008"/>'
            )
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
        value = html.escape(_motion.told(d, d["part"][self._still]))
        return (
            f'<div class="rotview-dial"><span>{html.escape(d["name"])}'
            f' <b>{value}</b></span><svg viewBox="0 0 100 20"'
            ' preserveAspectRatio="none" width="100%" height="24"'
            f' aria-hidden="true">{zero}<polyline points="{line}" fill="none"'
            ' stroke="currentColor" vector-effect="non-scaling-stroke"/></svg></div>'
        )

    def _repr_html_(self) -> str:
        return self._standing() + player()

    @overload
    def to_html(self, path: None = None) -> str: ...
    @overload
    def to_html(self, path: str | os.PathLike[str]) -> None: ...
    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write a page that plays the scene in any browser, without a network.

        Parameters
        ----------
        path : str or path, optional
            Where to write. Default: return the text.

        Returns
        -------
        str or None
            The text, if it was not written to a file.

        Raises
        ------
        InvalidInput
            For a name that does not end in `.html`.

        Notes
        -----
        Everything is in the one file. Drag to turn the view; space plays and pauses.
        Chapter: Getting your results out.
        """
        page = PAGE.format(title=html.escape(self.label), scene=self._repr_html_())
        if path is None:
            return page
        _film.checked(path, (".html",)).write_text(page, encoding="utf-8")
        return None

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        fps: float = 25.0,
        seconds: float | None = None,
    ) -> None:
        """Write the scene as a film, for slides and reports.

        Parameters
        ----------
        path : str or path
            Its ending decides: `.gif`, or `.mp4`, for which the program ffmpeg must be
            installed. `.html` writes the page of `to_html`.
        fps : float
            Frames a second.
        seconds : float, optional
            How long the film is, s. Default: as long as one pass on a page.

        Raises
        ------
        InvalidInput
            For another ending, and for numbers that are not positive.
        NotInstalled
            Without Matplotlib, or without ffmpeg for an MP4: `pip install
            imageio-ffmpeg` brings one.

        Notes
        -----
        A second of film takes a few seconds to paint. Chapter: Getting your results
        out.
        """
        target = _film.checked(path, (".gif", ".mp4", ".html"))
        if target.suffix.lower() == ".html":
            self.to_html(target)
            return
        length = self.data["seconds"] if seconds is None else seconds
        for name, value in (("fps", fps), ("seconds", length)):
            if not _check.real(value, name) > 0:
                raise InvalidInput(f"{name}: expected a positive number, got {value}")
        _film.save(self, target, fps, length)

    def _standing(self) -> str:
        """The scene as HTML without its script: a picture, and the data to play."""
        data = html.escape(json.dumps(self.data, separators=(",", ":")), quote=True)
        words = html.escape(self.label, quote=True)
        caption = ""
        if self.caption:
            caption = f'<p class="rotview-caption">{html.escape(self.caption)}</p>'
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

    def _png(self) -> str:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from PIL import Image  # comes with Matplotlib

        n = len(self._bodies)
        side = min(3.4, 6.0 / n)
        look: dict[str, Any] = {"dpi": 100, "facecolor": PAPER, "layout": "none"}
        figure = Figure(figsize=(n * side, side + 0.25), **look)
        canvas: Any = FigureCanvasAgg(figure)
        for k, b in enumerate(self._bodies):
            axes = figure.add_axes((k / n, 0, 1 / n, side / (side + 0.25)))
            marks = _draw.picture(b, self._still, self._view)
            _draw.paint(axes, marks, sphere=not b.get("floor"))
            axes.set_title(b["name"] or "", y=0.98, color=INK, fontsize=11)
        stream = io.BytesIO()
        canvas.draw()
        picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
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
