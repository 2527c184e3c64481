"""Whether a torque belongs to its potential: asked at the start of a run."""

import math

import numpy as np

from .._types import Function, Scalar, State
from .._vectors import plus
from ..errors import InvalidInput
from ..kernels.quaternion import multiply, rotate
from ..loads import Load

PROBE = 2.0**-12
ANGLES = (PROBE, -PROBE, math.pi / 2, math.pi, 1.1)  # trial turns, rad
GENERIC = ((0.5, -0.1, 0.7, 0.5), (0.36, 0.48, -0.64, 0.48), (0.1, 0.7, 0.1, -0.7))
ALIKE = 1e-5  # relative difference that they may show


def require_potential(
    load: Load, torque: Function, potential: Function, t: float, q: State, omega: State
) -> None:
    for turn in ((1.0, 0.0, 0.0, 0.0), *GENERIC):
        at = multiply(*map(_in_double, q), *turn)
        tau, V = torque(t, at, omega), potential(at)
        for i in range(3):
            V_there = [potential(_turned(at, i, angle)) for angle in ANGLES]
            scale = sum(abs(x) for x in (*tau, V, *V_there[2:]))
            _require(load, "torque", _slope(*V_there[:2]) + tau[i], scale)


def require_slope(
    load: Load, W: State, potential: Function, q: State, position: State
) -> None:
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
        slope = _slope(there(i, PROBE), there(i, -PROBE))
        _require(load, "wrench", slope + W[i], scale)


def _turned(q: State, i: int, angle: Scalar) -> State:
    half = [math.sin(angle / 2) * (k == i) for k in range(3)]
    return multiply(*q, math.cos(angle / 2), *half)


def _slope(ahead: Scalar, behind: Scalar) -> Scalar:
    return (ahead - behind) / (2 * PROBE)


def _in_double(x: Scalar) -> Scalar:
    """Float32 would hide in its rounding what is asked."""
    return x if isinstance(x, float) else np.asarray(x, np.float64)


def _require(load: Load, word: str, off: Scalar, scale: Scalar) -> None:
    off, scale = np.broadcast_arrays(np.abs(off), scale)
    share = float((off / np.where(off == 0.0, 1.0, scale)).max(initial=0.0))
    if share > ALIKE:
        raise InvalidInput(
            f"load {load.name!r}: its {word} is not that of its potential, by"
            f" {share:.2g} of its size"
        )
