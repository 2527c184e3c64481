"""Drawings as on a blackboard: arrows, arcs and letters, in the plane or in space.

Points are arrays (..., 2), or (..., 3) in space. Colours are Matplotlib's or the names
of `COLOURS`. `look` is for Matplotlib, such as lw and alpha. Chapter: How to use this
book.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from rotlib._types import Array, ArrayLike
from rotlib.errors import InvalidInput
from rotlib.plot._draw import COLOURS, INK, camera

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARGIN = 0.12  # of the drawing on each side, for letters
FAINT = 0.4  # what is behind a ball
APART = 7.0  # points between a place and its letters
SIDES = {
    "": (0, 0),
    "right": (1, 0),
    "left": (-1, 0),
    "above": (0, 1),
    "below": (0, -1),
}


class Sketch:
    """A drawing on an axes without frame, ticks and grid; `sketch` makes it.

    view: azimuth and elevation of the eye in rad
    """

    def __init__(self, ax: "Axes", view: tuple[float, float]) -> None:
        self.ax: Axes = ax
        self.view: tuple[float, float] = view

    def seen(self, points: ArrayLike) -> Array:
        """The places (..., 2) of points on the drawing."""
        p = np.asarray(points, float)
        if p.shape[-1:] not in ((2,), (3,)):
            raise InvalidInput(
                f"points: expected a shape (..., 2) or (..., 3), got {p.shape}"
            )
        flat: Array = p if p.shape[-1] == 2 else (p @ camera(self.view).T)[..., :2]
        return flat

    def line(self, points: ArrayLike, colour: str = INK, **look: Any) -> None:
        """Draw a line through points."""
        self.ax.plot(*self.seen(points).T, color=_named(colour), **look)

    def area(self, points: ArrayLike, colour: str = INK, alpha: float = 0.15) -> None:
        """Fill what a line through points goes round."""
        self.ax.fill(*self.seen(points).T, color=_named(colour), alpha=alpha, lw=0)

    def dot(
        self, point: ArrayLike, label: str = "", side: str = "right", colour: str = INK
    ) -> None:
        """Draw a dot, with letters on a side of it."""
        self.ax.plot(*self.seen(point), "o", color=_named(colour), ms=6)
        self.label(point, label, side, colour)

    def arrow(
        self,
        start: ArrayLike,
        end: ArrayLike,
        label: str = "",
        side: str = "right",
        colour: str = INK,
        *,
        at: float = 1.0,
        bend: float = 0.0,
        **look: Any,
    ) -> None:
        """Draw an arrow, with letters on a side of the place `at` of its length.

        bend: how far it leaves the straight line, in its lengths, to the left
        """
        a, b = self.seen(start), self.seen(end)
        given = {"lw": 1.7, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 13} | look
        self.ax.annotate(
            "",
            (b[0], b[1]),
            (a[0], a[1]),
            arrowprops={
                "arrowstyle": "-|>",
                "color": _named(colour),
                "connectionstyle": f"arc3,rad={-bend}",
                **given,
            },
        )
        self._reach(a, b)
        along = b - a
        middle = a + at * along
        off = 2 * at * (1 - at) * bend * np.array([-along[1], along[0]])
        self.label(middle + off, label, side, colour)

    def arc(
        self,
        centre: ArrayLike,
        start: ArrayLike,
        end: ArrayLike,
        label: str = "",
        side: str = "right",
        colour: str = INK,
        *,
        head: bool = True,
        **look: Any,
    ) -> None:
        """Draw the shorter arc between the tips of two vectors from `centre`."""
        c, u, v = (np.asarray(x, float) for x in (centre, start, end))
        sizes = np.linalg.norm(u), np.linalg.norm(v)
        if not all(sizes):
            raise InvalidInput("start, end: expected directions, got a zero vector")
        unit, other = u / sizes[0], v / sizes[1]
        angle = np.arccos(np.clip(unit @ other, -1, 1))
        if np.sin(angle) < 1e-9:
            raise InvalidInput(
                "start, end: expected directions that span a plane, got two on one line"
            )
        share = np.linspace(0, 1, 40)[:, None]
        sines = np.sin((1 - share) * angle), np.sin(share * angle)
        path = (sines[0] * unit + sines[1] * other) / np.sin(angle)
        path = c + path * (sizes[0] + share * (sizes[1] - sizes[0]))
        self.line(path[: -1 if head else None], colour, **look)
        if head:
            self.arrow(path[-4], path[-1], colour=colour, **look)
        self.label(path[20], label, side, colour)

    def label(
        self, point: ArrayLike, text: str, side: str = "", colour: str = INK
    ) -> None:
        """Write letters on a side of a point: "right", "above left", "" for on it."""
        words = side.split()
        unknown = [word for word in words if word not in SIDES]
        if unknown:
            raise InvalidInput(
                f"side: expected words from {[*SIDES][1:]}, got {unknown[0]!r}"
            )
        x, y = np.sum([SIDES[word] for word in words], axis=0) if words else (0, 0)
        place = self.seen(point)
        self._reach(place)
        self.ax.annotate(
            text,
            (place[0], place[1]),
            (APART * x, APART * y),
            textcoords="offset points",
            ha={1: "left", -1: "right"}.get(int(x), "center"),
            va={1: "bottom", -1: "top"}.get(int(y), "center"),
            color=_named(colour),
            annotation_clip=False,
        )

    def _reach(self, *places: Array) -> None:
        self.ax.update_datalim([*places])
        self.ax.autoscale_view()

    def curve(self, points: ArrayLike, colour: str = INK, **look: Any) -> None:
        """Draw a curve (n, 3) on a ball about 0: behind the ball it is faint."""
        p = np.asarray(points, float)
        near = p @ camera(self.view)[2] >= 0
        cuts = np.flatnonzero(np.diff(near)) + 1
        for part in np.split(np.arange(len(p)), cuts):
            joined = np.append(part, min(part[-1] + 1, len(p) - 1))
            self.line(p[joined], colour, alpha=1 if near[part[0]] else FAINT, **look)

    def ball(self, radius: float = 1.0) -> None:
        """Draw a ball about 0: its outline, and its equator, faint behind."""
        turn = np.linspace(0, 2 * np.pi, 97)
        ring = radius * np.array([np.cos(turn), np.sin(turn), 0 * turn]).T
        self.line(ring[:, :2], "#6b7078", lw=0.9)
        self.curve(ring, "#6b7078", lw=0.9)


def _named(colour: str) -> str:
    return COLOURS.get(colour, colour)


def sketch(
    ax: "Axes | None" = None, *, view: tuple[float, float] = (0.6, 0.42)
) -> Sketch:
    """An empty drawing in one scale; without `ax`, on a new figure of 6 by 3 inches.

    view: azimuth and elevation of the eye in rad, for points in space
    """
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.subplots(figsize=(6, 3))[1]
    ax.set_aspect("equal")
    ax.margins(MARGIN)
    ax.axis("off")
    return Sketch(ax, view)
