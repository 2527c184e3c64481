"""The shapes that stand in scenes."""

import math
from collections.abc import Callable

import numpy as np

import rotlib as rl
from rotbook import COLOURS
from rotbook.poinsot import ellipsoid
from rotlib.plot import _draw as _shapes


def cone():
    """A cone, its axis along z, with a coloured stripe from rim to tip."""
    sides, rings = 32, [(-0.25, 0.0), (-0.25, 0.5), (0.75, 0.0)]
    s = _shapes.lathe(rings, "z", sides, (_shapes.PALE, _shapes.STEEL))
    tints = [
        COLOURS["x"] if sides <= i < sides + 3 else c for i, c in enumerate(s.colours)
    ]
    return rl.plot.Shape(s.vertices, s.faces, tuple(tints))


def racket():
    """A tennis racket: the handle along x, the head in the plane of x and y."""
    turn = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    tube = np.linspace(0, 2 * math.pi, 10, endpoint=False)
    vertices = [
        (
            0.55 + (0.42 + 0.045 * math.cos(b)) * math.cos(a),
            (0.32 + 0.045 * math.cos(b)) * math.sin(a),
            0.045 * math.sin(b),
        )
        for a in turn
        for b in tube
    ]
    faces = [
        (10 * i + j, 10 * k + j, 10 * k + m, 10 * i + m)
        for i in range(48)
        for k in [(i + 1) % 48]
        for j in range(10)
        for m in [(j + 1) % 10]
    ]
    tints = [COLOURS["x"] if i % 480 < 240 else _shapes.STEEL for i in range(480)]
    head = rl.plot.Shape(np.array(vertices), tuple(faces), tuple(tints))
    grip = [(-1.0, 0.07), (-0.4, 0.07), (-0.4, 0.045), (0.14, 0.045)]
    colours = (_shapes.BRASS, _shapes.BRASS, _shapes.STEEL)
    return _shapes.join(head, _shapes.lathe(grip, "x", 20, colours))


# name of a shape: how to make it
SHAPES: dict[str, Callable[[], rl.plot.Shape]] = {
    "ball": lambda: ellipsoid((0.62, 0.62, 1.0)),
    "box": _shapes.box,
    "box-321": lambda: _shapes.box((3.0, 2.0, 1.0)),
    "box-312": lambda: _shapes.box((3.0, 1.0, 2.0)),
    "cone": cone,
    "cube": lambda: _shapes.box((1.0, 1.0, 1.0)),
    "ellipsoid": lambda: ellipsoid(rings=24, sides=48),
    "phone": lambda: _shapes.box((0.72, 1.47, 0.08)),
    "racket": racket,
    "t-handle": lambda: _shapes.t_handle(40),
    "top": lambda: _shapes.top(42),
    "wing-nut": lambda: _shapes.wing_nut(36),
}
