"""Whether a torque belongs to its potential: asked at the start of a run."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from .._types import Function, Scalar, State
from .._vectors import plus
from ..errors import InvalidInput
from ..kernels.quaternion import multiply, rotate
from ..loads import Load

PROBE, ANGLE = 2.0**-12, 1.1  # trial turns, rad: a small one, and a generic one
GENERIC = ((0.5, -0.1, 0.7, 0.5), (0.36, 0.48, -0.64, 0.48), (0.1, 0.7, 0.1, -0.7))
ALIKE = 1e-5  # relative difference that they may show


Complaints: TypeAlias = Iterator[
    tuple[str, Scalar, Scalar]
]  # what is off, and its size


def refusing(complaints: Callable[..., Complaints]) -> Function:
    def require(load: Load, *given: Any) -> None:
        for complaint, off, scale in complaints(load, *given):
            if (share := _worst(off, scale)) > ALIKE:
                raise InvalidInput(
                    f"load {load.name!r}: {complaint}, by {share:.2g} of its size"
                )

    return require


@refusing
def require_potential(
    load: Load, torque: Function, potential: Function, t: float, q: State, omega: State
) -> Complaints:
    for turn in ((1.0, 0.0, 0.0, 0.0), *GENERIC):
        at = multiply(*map(_in_double, q), *turn)
        tau, V = torque(t, at, omega), potential(at)
        for i in range(3):

            def there(angle: Scalar, at: State = at, i: int = i) -> Scalar:
                return potential(_turned(at, i, angle))

            slope = _slope(there)
            others = map(there, (math.pi / 2, math.pi, ANGLE))
            scale = sum(abs(x) for x in (*tau, V, *others))
            yield "its torque is not that of its potential", slope + tau[i], scale


@refusing
def require_slope(
    load: Load, W: State, potential: Function, q: State, position: State
) -> Complaints:
    V = potential(q, position)

    def there(i: int, size: Scalar) -> Scalar:
        if i < 3:
            return potential(_turned(q, i, size), position)
        way = rotate(*q, *[size * (k == i - 3) for k in range(3)])
        return potential(q, plus(position, way))

    rounding = 1e-15 * abs(V) / PROBE
    scale = (
        sum(abs(x) for x in W)
        + sum(abs(there(i, 1.0) - V) for i in range(6))
        + rounding / ALIKE
    )
    for i in range(6):
        slope = _slope(partial(there, i))
        yield "its wrench is not that of its potential", slope + W[i], scale


def _turned(q: State, i: int, angle: Scalar) -> State:
    half = [math.sin(angle / 2) * (k == i) for k in range(3)]
    return multiply(*q, math.cos(angle / 2), *half)


def _slope(f: Function) -> Scalar:
    return (f(PROBE) - f(-PROBE)) / (2 * PROBE)


def _in_double(x: Scalar) -> Scalar:
    """Float32 would hide in its rounding what is asked."""
    return x if isinstance(x, float) else np.asarray(x, np.float64)


def _worst(difference: Scalar, scale: Scalar) -> float:
    difference, scale = np.broadcast_arrays(np.abs(difference), scale)
    return float(
        (difference / np.where(difference == 0.0, 1.0, scale)).max(initial=0.0)
    )
