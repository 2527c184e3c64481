"""The HTML of a scene: a still picture that needs no script, and data for one."""

import html
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from .._types import ArrayLike
from . import _draw, _motion
from ._draw import BOX

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


def page(title: str, scene: str) -> str:
    return Template(_asset("html")).substitute(title=html.escape(title), scene=scene)


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
