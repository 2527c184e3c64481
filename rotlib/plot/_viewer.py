"""The moving scene of the pages: data and a still picture that needs no script, and the same still as PNG."""

import base64
import html
import io
import json

import numpy as np

from . import _draw
from ._style import INK, PAPER

BOX = 1.2  # half the side of a panel, in radii of the sphere


def _number(value, digits=4):
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def _flat(values, digits=4):
    return [_number(v, digits) for v in np.ravel(values)]


def _told(dial, part):
    """The value at one part of a dial's range, in words; the page's script words it alike."""
    value, digits = dial["lo"] + part * (dial["hi"] - dial["lo"]), dial["digits"]
    words = f"{value:.{max(0, digits)}f}" if digits < 7 else f"{value:.1e}"
    if float(words) == 0.0:
        words = words.lstrip("-")
    return words.replace("-", "\N{MINUS SIGN}") + (f"\N{NO-BREAK SPACE}{dial['unit']}" if dial["unit"] else "")


def _svg_mark(mark):
    kind, points, colour, width = mark
    xy = " ".join(f"{_number(x, 3)},{_number(y, 3)}" for x, y in points)
    if kind == "poly":
        edge = f' stroke="{width}" stroke-width=".008" stroke-linejoin="round"' if width else ""
        return f'<polygon points="{xy}" fill="{colour}"{edge}/>'
    if kind == "floor":
        return f'<polygon points="{xy}" fill="currentColor" fill-opacity=".08"/>'
    if kind == "dot":
        x, y = xy.split(",")
        return f'<circle cx="{x}" cy="{y}" r="{width}" fill="{colour}"/>'
    return f'<polyline points="{xy}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


class Scene:
    """One or more bodies turning to one clock. Made by `rotlib.plot.scene`; notebooks show it by themselves.

    Attributes
    ----------
    data : dict
        What the page's script plays: times, unit quaternions, shapes, dials, rounded to four digits.
    label : str
        The words a reader hears who cannot see the picture.
    """

    def __init__(self, bodies, t, *, label, caption, seconds, still, view, autoplay=True):
        self.label, self.caption = label, caption
        self._bodies, self._still, self._view = bodies, still, view
        shapes = []
        for b in bodies:
            if not any(b["shape"] is s for s in shapes):
                shapes.append(b["shape"])
        self.data = {
            "t": _flat(t, 6),
            "seconds": _number(seconds, 2),
            "still": still,
            "view": _flat(view),
            "shapes": [
                {"v": _flat(s.vertices, 3), "f": [list(f) for f in s.faces], "c": list(s.colours)} for s in shapes
            ],
            "bodies": [self._body(b, shapes) for b in bodies],
        }
        if not autoplay:
            self.data["waits"] = True

    def _body(self, b, shapes):
        found = {"shape": next(i for i, s in enumerate(shapes) if s is b["shape"]), "q": _flat(b["q"])}
        if b["trail"] is not None:
            found["trail"] = _flat(b["trail"])
        if b["momentum"] is not None:
            found["L"] = _flat(b["momentum"])
        if floor := b.get("floor"):
            found["floor"] = {"height": _number(floor["height"]), "radius": _number(floor["radius"]),
                              "path": _flat(floor["path"], 3)}
        found["dials"] = [
            {key: d[key] for key in ("lo", "hi", "unit", "digits")} | {"v": _flat(d["part"], 4)} for d in b["dials"]
        ]
        return found

    def on_floor(self, floor):
        """This scene of one body with a horizontal plane below it: height, radius, and a path drawn as time goes on."""
        self._bodies[0]["floor"] = floor
        self.data["bodies"][0] = self._body(self._bodies[0], [self._bodies[0]["shape"]])
        return self

    def _panel(self, b):
        marks = "".join(map(_svg_mark, _draw.picture(b, self._still, self._view)))
        name = f'<div class="rotview-name">{html.escape(b["name"])}</div>' if b["name"] else ""
        ring = "" if b.get("floor") else (
            '<circle r="1" fill="none" stroke="currentColor" stroke-opacity=".25" stroke-width=".008"/>')
        return (
            f'<div class="rotview-panel"><svg viewBox="{-BOX} {-BOX} '
            f'{2 * BOX} {2 * BOX}" width="100%" aria-hidden="true">{ring}<g>{marks}</g></svg>{name}'
            + "".join(self._dial(d) for d in b["dials"])
            + "</div>"
        )

    def _dial(self, d):
        n, height = max(1, len(d["part"]) - 1), 19 - 18 * np.clip(d["part"], 0, 1)
        line = " ".join(f"{_number(100 * i / n, 1)},{_number(y, 2)}" for i, y in enumerate(height))
        level = _number(19 + 18 * d["lo"] / (d["hi"] - d["lo"]), 2) if d["lo"] < 0 < d["hi"] else None
        zero = "" if level is None else f'<line x2="100" y1="{level}" y2="{level}"/>'
        value = html.escape(_told(d, d["part"][self._still]))
        return (
            f'<div class="rotview-dial"><span>{html.escape(d["name"])} <b>{value}</b></span>'
            '<svg viewBox="0 0 100 20" preserveAspectRatio="none" width="100%" height="24" aria-hidden="true">'
            f'{zero}<polyline points="{line}" fill="none" stroke="currentColor" vector-effect="non-scaling-stroke"/>'
            "</svg></div>"
        )

    def _repr_html_(self):
        data = html.escape(json.dumps(self.data, separators=(",", ":")), quote=True)
        words = html.escape(self.label, quote=True)
        caption = f'<p class="rotview-caption">{html.escape(self.caption)}</p>' if self.caption else ""
        width = 22 * len(self._bodies)
        row = (
            "display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5em,1fr));gap:.6em;"
            f"max-width:{width}em;margin:0 auto"
        )
        panels = "".join(map(self._panel, self._bodies))
        return (
            f'<div class="rotview" data-scene="{data}"><div class="rotview-stage" role="img" aria-label="{words}" '
            f'style="{row}">{panels}</div>{caption}</div>'
        )

    def _png(self):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from PIL import Image  # comes with Matplotlib

        n = len(self._bodies)
        side = min(3.4, 6.0 / n)
        figure = Figure(figsize=(n * side, side + 0.25), dpi=100, facecolor=PAPER, layout="none")
        canvas = FigureCanvasAgg(figure)
        for k, b in enumerate(self._bodies):
            axes = figure.add_axes([k / n, 0, 1 / n, side / (side + 0.25)])
            paint(axes, _draw.picture(b, self._still, self._view), sphere=not b.get("floor"))
            axes.set_title(b["name"] or "", fontfamily="STIXGeneral", color=INK, fontsize=11, y=0.98)
        stream = io.BytesIO()
        canvas.draw()
        picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
        picture.quantize(96).save(stream, format="png", optimize=True)  # a third of the size, for the repository
        return base64.b64encode(stream.getvalue()).decode()

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": repr(self), "text/html": self._repr_html_(), "image/png": self._png()}

    def __repr__(self):
        return f"<scene: {self.label}>"


def paint(axes, marks, sphere=True):
    """Paint marks on Matplotlib axes, which are set square and empty."""
    from matplotlib.patches import Circle, Polygon

    if sphere:
        axes.add_patch(Circle((0, 0), 1, fill=False, color=INK, alpha=0.25, linewidth=0.6))
    for kind, points, colour, width in marks:
        flipped = np.asarray(points) * [1, -1]
        if kind == "floor":
            axes.add_patch(Polygon(flipped, facecolor=INK, alpha=0.08, zorder=2))
        elif kind == "poly":
            axes.add_patch(Polygon(flipped, facecolor=colour, edgecolor=width or colour, linewidth=0.5, zorder=2))
        elif kind == "dot":
            axes.add_patch(Circle(flipped[0], width, color=colour, zorder=2))
        else:
            axes.plot(*flipped.T, color=colour, linewidth=70 * width, solid_capstyle="round", zorder=2)
    axes.set(xlim=(-BOX, BOX), ylim=(-BOX, BOX), aspect="equal")
    axes.set_axis_off()
