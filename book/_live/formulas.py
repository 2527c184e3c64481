"""Steps and functions of numbers that several figures use.

A step is a method, a body and a load; a function stands with the sizes of its arguments
(0: a number) and of its result. `steps` writes them as scripts.
"""

import math
from collections.abc import Callable
from typing import Any

import rotlib as rl
from rotlib.numbers import atan2, cos, sin, sqrt
from rotlib.kernels import quaternion, rigid_body

Steps = dict[str, tuple[Any, ...]]
Functions = dict[str, tuple[Callable[..., Any], tuple[int, ...], int]]

NUT = rl.Body((3.0, 10.0, 8.0))  # of the five clocks: wings, across, thread
HANDLE = rl.Body((1 / 4, 2 / 3, 1 / 4 + 2 / 3))  # of the landing page


def free(*methods):
    """Steps of these methods for the free nut, by name."""
    return {f"free_{method}": (method, NUT, None) for method in methods}


STEPS: Steps = free(
    "lie_euler",
    "rk4",
    "dmv",
    "splitting_231",
    "buss2",
    "buss3_false",
    "buss3_series",
    "buss4",
    "buss6",
    "rkmk4",
    "krenk_nielsen",
    "semi_implicit_euler",
    "implicit_midpoint",
    "exact",
)


# of floats, and of numbers that are being recorded


def unit(q):
    """The quaternion with length one, as `Trajectory.q` hands it out."""
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


FUNCTIONS: Functions = {
    "to_space": (to_space, (4, 3), 3),
    "energy": (energy, (3, 3), 0),
    "momentum": (momentum, (4, 3, 3), 3),
    "apart": (apart, (4, 4), 0),
    "upright": (upright, (4, 3, 3), 0),
    "moved": (moved, (3, 3), 0),
    "tilted": (tilted, (0, 0), 3),
}
