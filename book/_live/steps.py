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
from rotlib.backends.trace import function, selected
from rotlib.kernels import krenk_nielsen, magnus, quaternion, rigid_body
from rotlib.kernels.magnus import magnus_order_10
from rotlib.kernels.polhode import least_turn, polhode_crossing, polhode_factors
from rotlib.kernels.quaternion import exp, log, multiply
from rotlib.kernels.splitting import error_energy
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
    return multiply(
        *multiply(*turn, *tilt), *(turn[0], *minus(turn[1:]))
    )


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

# --- of the box, the ball, and the clinic ---------------------------------------------

BOX = rl.Body.box(mass=1.0, sides=(3, 1, 2))
WARD = rl.Body((1.0, 2.0, 2.6))  # of the clinic's examinations
HEAVY = rl.Body((1.0, 2.0, 2.6), mass=1.0, centre=(0.1, 0.15, 0.3))
WEIGHT = rl.loads.uniform_gravity(HEAVY)
BALL = rl.Body((0.0035, 0.0035, 0.0018), mass=0.42)  # a rugby ball


def krenk_guess(omega, h):
    """What Newton's method starts from: a quarter of the turn."""
    return tuple([h / 4 * w for w in omega])


def krenk_correct(a, omega, J, h):
    """Newton's correction of a for a body that turns by omega, and how wrong a is."""
    m = [h / 4 * w * j for w, j in zip(omega, J, strict=True)]
    *change, residual, _ = krenk_nielsen.reduced_free(*a, *m, *J)
    size = m[0] * m[0] + m[1] * m[1] + m[2] * m[2]
    return (*change, residual / size)


def krenk_solution(a, omega, J, h):
    """Of a solution a: mean rate, turn in degrees, change of the energy."""
    q = krenk_nielsen.cayley(1.0, 0.0, 0.0, 0.0, *a)
    L = [w * j for w, j in zip(omega, J, strict=True)]
    after = [l / j for l, j in zip(quaternion.rotate_back(*q, *L), J, strict=True)]
    size = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
    turn = 720 / math.pi * atan2(size, 1.0)
    change = energy(after, J) / energy(omega, J) - 1
    return *[4 / h * x for x in a], turn, change


def radius(J, mass):
    """Radius of gyration about the third axis."""
    return sqrt(J[2] / mass)


def spin_rate(p, q, h):
    """Rate about the third axis at which one attitude becomes the other in h."""
    w, _, _, z = quaternion.multiply(p[0], -p[1], -p[2], -p[3], *q)
    return 2 * atan2(z, w) / h


def flown_at(x, y, h):
    """Speed at which one place becomes the other in h."""
    a, b, c = (n - m for m, n in zip(x, y, strict=True))
    return sqrt(a * a + b * b + c * c) / h


def spin_for(v, h, k):
    """Computed over true rate for a slow spin along a flight, as published."""
    x = h * v / (2 * k)
    return 1 / (1 - x * x)


def end_of_steps(h, k):
    """The speed at which a slow spin has no step any more, as published."""
    return 2 * k / h


STEPS |= {f"ball_{m}": (m, BALL, None) for m in ("dqvi", "dqvi_published")}
for letter in rl.faults.LETTERS:
    patient = rl.faults.patient(letter)
    STEPS[f"patient_{letter}"] = (patient, WARD, None)
    if patient.torque:
        STEPS[f"patient_{letter}_heavy"] = (patient, HEAVY, WEIGHT)
FUNCTIONS |= {
    "radius": (radius, (3, 0), 0),
    "spin_rate": (spin_rate, (4, 4, 0), 0),
    "flown_at": (flown_at, (3, 3, 0), 0),
    "spin_for": (spin_for, (0, 0, 0), 0),
    "end_of_steps": (end_of_steps, (0, 0), 0),
    "krenk_guess": (krenk_guess, (3, 0), 3),
    "krenk_correct": (krenk_correct, (3, 3, 3, 0), 4),
    "krenk_solution": (krenk_solution, (3, 3, 3, 0), 5),
}
SHAPES |= {
    "box-312": lambda: _shapes.box((3.0, 1.0, 2.0)),
    "ball": lambda: _shapes.ellipsoid((0.62, 0.62, 1.0)),
}


# --- the polhodes: polhode, energy-restored, energy-gain ------------------------------

AXES = ("123", "132", "213", "231", "312", "321")  # orders of a splitting
STEPS |= {
    f"free_{method}": (method, NUT, None)
    for name in (
        "lie_euler",
        "buss2",
        "buss3",
        "buss4",
        *(f"splitting_{a}" for a in AXES),
    )
    for method in (name, f"{name}_ep")
}


def by_middle(J, of):
    """`of(outer, middle, outer)` for the axes in the order of their moments."""
    ways = [of(*axes) for axes in ((1, 0, 2), (0, 1, 2), (0, 2, 1))]
    between = [
        (J[b] - J[a]) * (J[c] - J[b]) >= 0.0 for a, b, c in ((1, 0, 2), (0, 1, 2))
    ]
    return selected(between[0], ways[0], selected(between[1], ways[1], ways[2]))


def period(omega, J):
    """Of the rates: 4 K/p, by the arithmetic-geometric mean."""

    def mean(a, b, c):
        ba, cb, ca = (abs(J[i] - J[j]) for i, j in ((b, a), (c, b), (c, a)))
        low, high = J[a] * omega[a] * omega[a], J[c] * omega[c] * omega[c]
        middle = J[b] * omega[b] * omega[b]
        x, y = cb * (ba * middle + ca * high), ba * (cb * middle + ca * low)
        x, y = selected(x > y, x, y), abs(x - y)
        x, y = sqrt(x), sqrt(y)
        for _ in range(9):
            x, y = (x + y) / 2, sqrt(x * y)
        return x

    return 2 * math.pi * sqrt(J[0] * J[1] * J[2]) / by_middle(J, mean)


def beside(l, J):
    """Angle in degrees of the momentum from the separatrix, in the body: positive if it
    circles the axis of greatest moment."""

    def angle(a, b, c):
        u, v = (sqrt(abs(1 / J[i] - 1 / J[b])) for i in (a, c))
        x, y = abs(l[c]) * v - abs(l[a]) * u, u * u + v * v
        size2 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
        x = selected(J[c] > J[a], x, -x)
        return atan2(x, sqrt(abs(size2 * y - x * x))) * (180 / math.pi)

    return by_middle(J, angle)


def energy_axes(omega, J):
    """Semi-axes of the ellipsoid on which momenta have the energy of these rates."""
    E2 = 2 * energy(omega, J)
    return tuple(sqrt(E2 * x) for x in J)


def resting(l):
    """The attitude in which the momentum l of the body points up in space."""
    size = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2])
    down = l[2] < 0.0
    up = selected(down, -size, size)
    q = selected(down, 0.0, 1.0), selected(down, 1.0, 0.0), 0.0, 0.0
    return least_turn(*q, 0.0, 0.0, up, *l)


def box_sides(J):
    """Sides of the homogeneous box of mass 6 with these moments."""
    sums = [J[1] + J[2] - J[0], J[2] + J[0] - J[1], J[0] + J[1] - J[2]]
    return tuple(sqrt(abs(x)) for x in sums)


def restored(l, J, E2):
    """The momentum on the polhode of 2T = E2, along the hyperboloid."""
    f = polhode_factors(*l, *J, E2)
    return tuple(x * sqrt(y) for x, y in zip(l, f, strict=True))


def reach(l, J):
    """Least and greatest energy that an attitude can have with this momentum."""
    size2 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
    ends = [size2 / (2 * x) for x in J]
    low, high = ends[0], ends[0]
    for x in ends[1:]:
        low, high = selected(x < low, x, low), selected(x > high, x, high)
    return low, high


def poinsot(omega, J):
    """Where the axis of rotation meets Poinsot's ellipsoid."""
    size = sqrt(2 * energy(omega, J))
    return tuple(x / size for x in omega)


def terms(axes):
    """Of a splitting, at one place of the polhode: T_2, the clock's gain at the right
    energy, chi and chi T_2, whose means make the law of splitting clocks."""
    order = [int(x) - 1 for x in axes]

    def at(omega, J):
        l = rigid_body.momentum_space(1.0, 0.0, 0.0, 0.0, *omega, *J)
        T2, *slope = error_energy(*(x[i] for x in (l, J) for i in order))
        *n, chi = polhode_crossing(*l, *J)
        ahead = sum(n[k] * slope[i] for i, k in enumerate(order))
        return T2, ahead, chi, chi * T2

    return at


def law(omega, J, T2, means):
    """Errors per h^2 and unit of time of a splitting, without and with its energy
    preserved, from the start with these rates and T_2."""
    mean, ahead, chi, both = means
    l = rigid_body.momentum_space(1.0, 0.0, 0.0, 0.0, *omega, *J)
    size2 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
    E2 = 2 * energy(omega, J)
    speed2 = omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2]
    across2 = speed2 - E2 * E2 / size2
    late, plain, kept = ahead - (chi * T2 - both), T2 + 3 * mean, 4 * mean
    return (
        sqrt(late * late * across2 + plain * plain / size2),
        sqrt(ahead * ahead * across2 + kept * kept / size2),
    )


FUNCTIONS |= {
    "body_momentum": (
        lambda omega, J: momentum((1.0, 0.0, 0.0, 0.0), omega, J),
        (3, 3),
        3,
    ),
    "body_rates": (
        lambda l, J: rigid_body.omega_body(1.0, 0.0, 0.0, 0.0, *l, *J),
        (3, 3),
        3,
    ),
    "period": (period, (3, 3), 0),
    "beside": (beside, (3, 3), 0),
    "energy_axes": (energy_axes, (3, 3), 3),
    "poinsot": (poinsot, (3, 3), 3),
    "reach": (reach, (3, 3), 2),
    "resting": (resting, (3,), 4),
    "box_sides": (box_sides, (3,), 3),
    "restored": (restored, (3, 3, 0), 3),
    "law": (law, (3, 3, 0, 4), 2),
    **{f"terms_{axes}": (terms(axes), (3, 3), 4) for axes in AXES},
}
SHAPES["cube"] = lambda: _shapes.box((1.0, 1.0, 1.0))


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
