"""What the moving figures compute with, all of it rotlib's.

Each table below names a thing once; `text` writes it as a classic script. A figure of
the pages is a `Part`: its Python half lies beside its JavaScript in `parts/`.
"""

import importlib.util
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import rotlib as rl
from rotlib.backends import printed
from rotlib.backends.trace import function
from rotlib.kernels import magnus, quaternion, rigid_body
from rotlib.kernels.magnus import magnus_order_10
from rotlib.kernels.quaternion import exp, log, multiply
from rotlib.plot import _shapes

HERE = Path(__file__).parent
NUT = rl.Body((3.0, 10.0, 8.0))  # of the five clocks: wings, across, thread
HANDLE = rl.Body((1 / 4, 2 / 3, 1 / 4 + 2 / 3))  # of the landing page

# name of a step: method, body, load
STEPS: dict[str, tuple[Any, ...]] = {
    f"free_{method}": (method, NUT, None)
    for method in (
        "lie_euler",
        "rk4",
        "dmv",
        "splitting_231",
        "buss2",
        "buss4",
        "buss6",
        "rkmk4",
        "krenk_nielsen",
        "semi_implicit_euler",
        "implicit_midpoint",
        "exact",
    )
}


# --- functions of numbers -------------------------------------------------------------

# of floats, and of numbers that are being recorded
sqrt, atan2, sin, cos = map(function, ("sqrt", "atan2", "sin", "cos"))


def unit(q):
    """The quaternion with length one, as `Trajectory.attitude` hands it out."""
    w, x, y, z = q
    size = sqrt(w * w + x * x + y * y + z * z)
    return w / size, x / size, y / size, z / size


def to_space(q, v):
    """Components in space of a vector of the body."""
    return quaternion.rotate(*unit(q), *v)


def energy(omega, J):
    """Kinetic energy of a free body."""
    return rigid_body.kinetic_energy(*omega, *J)


def momentum(q, omega, J):
    """Angular momentum in space."""
    return rigid_body.momentum_space(*unit(q), *omega, *J)


def apart(p, q):
    """Angle in rad from one attitude to another."""
    w, x, y, z = quaternion.multiply(p[0], -p[1], -p[2], -p[3], *q)
    return 2 * atan2(sqrt(x * x + y * y + z * z), abs(w))


def upright(q, omega, J):
    """Cosine of the angle between the body's third axis and its momentum."""
    thread, L = to_space(q, (0.0, 0.0, 1.0)), momentum(q, omega, J)
    along = thread[0] * L[0] + thread[1] * L[1] + thread[2] * L[2]
    return along / sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2])


def moved(now, start):
    """How far a vector has moved, in parts of its length at the start."""
    a, b, c = (x - y for x, y in zip(now, start, strict=True))
    x, y, z = start
    return sqrt(a * a + b * b + c * c) / sqrt(x * x + y * y + z * z)


def tilted(spin, tilt):
    """Rates of a spin about y, its axis tilted towards x by an angle in degrees."""
    angle = tilt * (math.pi / 180)
    return spin * sin(angle), spin * cos(angle), 0.0 * spin


# exponential, omega-path, coning


def plus(*vectors):
    return tuple(sum(x[1:], start=x[0]) for x in zip(*vectors, strict=True))


def minus(v):
    return tuple(-x for x in v)


def turned_by(angle, axis):
    """The quaternion of a turn by an angle about an axis of length one."""
    return exp(*(angle * x for x in axis))


def band(s, slack, angle, axis, across):
    """Attitude at the part s of a band whose ends are the identity and `turned_by`.

    In the quaternions the two ends and the axis lie on a great circle, and the band
    along it is evenly twisted. Planes through both ends cut other circles out of the
    sphere. With `slack` from 0 to 1 the plane turns over, about the chord between the
    ends, and the band goes from the one arc of the great circle to the other: from a
    twist by the angle to one by the angle less two turns. Both ends stay. At two turns
    the chord has length zero and the circles shrink to a point.
    """
    part = angle / (4 * math.pi)
    tip = math.pi * slack * (1 + part**4 * (slack * slack - 1))
    half, far = sin(angle / 4), cos(angle / 4)  # of the chord; from the centre
    centre = far * cos(tip)
    radius = sqrt(half * half + centre * centre)
    along = (2 * s - 1) * atan2(half, centre)
    out, side = radius * cos(along) - centre, radius * sin(along)
    up = out * sin(tip)
    v = (side * a + up * b for a, b in zip(axis, across, strict=True))
    middle = exp(*(angle / 2 * x for x in axis))
    return multiply(*middle, far + out * cos(tip), *v)


def series(terms):
    """Rotation vector at t in space, of so many Magnus terms; rate omega + alpha t."""
    kernel = getattr(magnus, f"magnus_terms_{terms}")

    def omega_path(omega, alpha, t):
        return kernel(*omega, *alpha, t)

    return omega_path


def onward(q, omega, alpha, t, h):
    """Attitude at t + h for the rate omega + alpha t in space; h small."""
    now = plus(omega, tuple(a * t for a in alpha))
    turn = exp(*magnus_order_10(*now, *alpha, h))
    return multiply(*turn, *q)


def way(omega, alpha, t, h):
    """Angle through which the body turns from t to t + h, forth and back added."""

    def speed(t):
        x, y, z = (w + a * t for w, a in zip(omega, alpha, strict=True))
        return sqrt(x * x + y * y + z * z)

    return h / 6 * (speed(t) + 4 * speed(t + h / 2) + speed(t + h))


def exponential(v):
    return exp(*v)


def logarithm(q):
    return log(*q)


def coning(phase, cone):
    """Attitude of a unit whose x axis goes round a cone of that half-angle."""
    turn = exp(phase, 0.0 * phase, 0.0 * phase)
    tilt = exp(0.0 * cone, cone, 0.0 * cone)
    return multiply(*multiply(*turn, *tilt), *(turn[0], *minus(turn[1:])))


def reading(phase, cone):
    """What its gyroscopes have added up since phase 0."""
    return (
        phase * (cos(cone) - 1),
        sin(cone) * (cos(phase) - 1),
        sin(cone) * sin(phase),
    )


def advance(correction, count):
    """One turn by the sum of so many increments and their coning correction."""

    def advanced(q, *increments):
        total = plus(*increments)
        if correction is not None:  # the kernel is for rates in space
            flat = (x for v in increments for x in v)
            total = plus(total, minus(correction(*flat)))
        return multiply(*q, *exp(*total))

    return advanced, (4, *(3,) * count), 4


def heading(found, true):
    """Turn about x in space from the true attitude to the one found, in rad."""
    w, *v = true
    return log(*multiply(*found, w, *minus(v)))[0]


def missed(cone, samples):
    """Area in a round between a small circle and the chords of so many samples."""
    angle = 2 * math.pi / samples
    return samples * (sin(cone) * sin(cone) * (angle - sin(angle))) / 2


# name of a function: the function, sizes of its arguments (0: a number), of its result
FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[int, ...], int]] = {
    "to_space": (to_space, (4, 3), 3),
    "energy": (energy, (3, 3), 0),
    "momentum": (momentum, (4, 3, 3), 3),
    "apart": (apart, (4, 4), 0),
    "upright": (upright, (4, 3, 3), 0),
    "moved": (moved, (3, 3), 0),
    "tilted": (tilted, (0, 0), 3),
    # exponential, omega-path, coning
    "exp": (exponential, (3,), 4),
    "log": (logarithm, (4,), 3),
    "turned_by": (turned_by, (0, 3), 4),
    "band": (band, (0, 0, 0, 3, 3), 4),
    **{f"series_{n}": (series(n), (3, 3, 0), 3) for n in (1, 2, 3, 4)},
    "onward": (onward, (4, 3, 3, 0, 0), 4),
    "way": (way, (3, 3, 0, 0), 0),
    "coning": (coning, (0, 0), 4),
    "reading": (reading, (0, 0), 3),
    "advance_none": advance(None, 1),
    "advance_two": advance(magnus.coning_2, 2),
    "advance_three": advance(magnus.coning_3_quadratic, 3),
    "advance_tuned": advance(magnus.coning_3_tuned, 3),
    "heading": (heading, (4, 4), 0),
    "missed": (missed, (0, 0), 0),
}


def cone():
    """A cone, its axis along z, with a coloured stripe from rim to tip."""
    sides, rings = 32, [(-0.25, 0.0), (-0.25, 0.5), (0.75, 0.0)]
    s = _shapes.lathe(rings, "z", sides, (_shapes.PALE, _shapes.STEEL))
    tints = [
        rl.plot.COLOURS["x"] if sides <= i < sides + 3 else c
        for i, c in enumerate(s.colours)
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
    tints = [
        rl.plot.COLOURS["x"] if i % 480 < 240 else _shapes.STEEL for i in range(480)
    ]
    head = rl.plot.Shape(np.array(vertices), tuple(faces), tuple(tints))
    grip = [(-1.0, 0.07), (-0.4, 0.07), (-0.4, 0.045), (0.14, 0.045)]
    colours = (_shapes.BRASS, _shapes.BRASS, _shapes.STEEL)
    return _shapes.join(head, _shapes.lathe(grip, "x", 20, colours))


# name of a shape: how to make it
SHAPES: dict[str, Callable[[], rl.plot.Shape]] = {
    "box": _shapes.box,
    "cone": cone,
    "ellipsoid": lambda: _shapes.ellipsoid(rings=24, sides=48),
    "racket": racket,
    "t-handle": lambda: _shapes.t_handle(40),
    "top": lambda: _shapes.top(42),
    "wing-nut": lambda: _shapes.wing_nut(36),
}


# --- the tables as scripts ------------------------------------------------------------


def text(name: str) -> str:
    """The script that defines a step, a function or a shape under its name."""
    if name in STEPS:
        made = rl.export(*STEPS[name], name="made")
    elif name in FUNCTIONS:
        made = printed.function(*FUNCTIONS[name], name="made")
    elif name in SHAPES:
        made = f"const made = {shape(SHAPES[name]())};\n"
    else:
        known = ", ".join([*STEPS, *FUNCTIONS, *SHAPES])
        raise KeyError(f"{name}: no step, function or shape; there are {known}")
    return f"live.define({json.dumps(name)}, () => {{\n{made}return made;\n}});\n"


def shape(solid: rl.plot.Shape) -> str:
    """Vertices, faces and colours."""
    rounded = np.round(solid.vertices, 5).ravel().tolist()
    found = {"v": rounded, "f": solid.faces, "c": solid.colours}
    return json.dumps(found, separators=(",", ":"))


# --- the figures ----------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One moving figure.

    Attributes
    ----------
    alt : str
        What the still picture shows, in words; also said of the moving one.
    still : callable
        Returns a matplotlib figure: what stands where no script runs, and on paper.
    check : callable
        Returns numbers computed by rotlib, which the part must show at its defaults,
        to `digits` decimals of the largest of them.
    uses : tuple of str
        Names in STEPS, FUNCTIONS and SHAPES.
    needs : tuple of str
        "three" for a scene, "uplot" for curves.
    values : dict
        Numbers that still, check and script share: in the script `at.values`.
    """

    alt: str
    still: Callable[[], Any]
    check: Callable[[], Any]
    uses: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    digits: int = 9


def names() -> list[str]:
    """All parts there are."""
    return sorted(path.stem for path in (HERE / "parts").glob("*.py"))


@cache
def find(name: str) -> Part:
    """The part of that name."""
    path = HERE / "parts" / f"{name}.py"
    if not path.is_file():
        raise KeyError(f"{name}: no such part; there are {', '.join(names())}")
    spec = importlib.util.spec_from_file_location(f"live_part_{name}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    part: Part = module.PART
    return part
