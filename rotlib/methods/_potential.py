"""Whether a torque or a wrench belongs to its potential: asked as a run begins."""

import math

import numpy as np

from .._types import Function, Scalar, State
from .._vectors import plus, times
from ..errors import InvalidInput
from ..kernels.quaternion import multiply, rotate
from ..loads import Load

PROBE = 2.0**-12  # rad or m
GENERIC = ((0.5, -0.1, 0.7, 0.5), (0.36, 0.48, -0.64, 0.48), (0.1, 0.7, 0.1, -0.7))
ALIKE = 1e-5  # relative difference that they may show


def require_potential(
    load: Load, torque: Function, potential: Function, t: float, q: State, omega: State
) -> None:
    q = [x if isinstance(x, float) else np.asarray(x, np.float64) for x in q]
    for turn in ((1.0, 0.0, 0.0, 0.0), *GENERIC):
        at = multiply(*q, *turn)
        require_slope(load, torque(t, at, omega), potential, at)


def require_slope(
    load: Load, W: State, potential: Function, q: State, *position: State
) -> None:
    """W: the torque, or with a position the wrench, of a body at rest."""

    def there(i: int, size: Scalar) -> Scalar:
        way = [size * (k == i % 3) for k in range(3)]
        if i < 3:
            half = times(math.sin(size / 2) / size, way)
            return potential(multiply(*q, math.cos(size / 2), *half), *position)
        return potential(q, plus(*position, rotate(*q, *way)))

    V, n = potential(q, *position), range(len(W))
    scale = sum(abs(x) for x in W) + sum(abs(there(i, 1.0) - V) for i in n)
    scale = scale + 1e-15 * abs(V) / PROBE / ALIKE  # its rounding
    for i in n:
        off = (there(i, PROBE) - there(i, -PROBE)) / (2 * PROBE) + W[i]
        off, size = np.broadcast_arrays(np.abs(off), scale)
        share = float((off / np.where(off == 0.0, 1.0, size)).max(initial=0.0))
        if share > ALIKE:
            word = "torque" if len(W) == 3 else "wrench"
            raise InvalidInput(
                f"load {load.name!r}: its {word} is not that of its potential, by"
                f" {share:.2g} of its size"
            )
