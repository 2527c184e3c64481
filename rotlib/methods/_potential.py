"""Whether a torque belongs to its potential: asked at the start of a run."""

import math
from collections.abc import Iterator

import numpy as np

from .._types import Function, Quaternion, Scalar, State
from ..errors import InvalidInput
from ..kernels.krenk_nielsen import symmetry
from ..kernels.quaternion import multiply, rotate
from ..loads import Load
from ..wrenches import Wrench

PROBE, ANGLE = 2.0**-12, 1.1  # trial turns, rad: a small one, and a generic one
GENERIC = ((0.5, -0.1, 0.7, 0.5), (0.36, 0.48, -0.64, 0.48), (0.1, 0.7, 0.1, -0.7))
ALIKE = 1e-5  # relative difference that they may show


def require_potential(
    load: Load,
    torque: Function,
    potential: Function,
    t: float,
    q: Quaternion,
    omega: State,
) -> None:
    for turn in ((1.0, 0.0, 0.0, 0.0), *GENERIC):
        at = multiply(*map(_in_double, q), *turn)
        tau = torque(t, at, omega)
        for complaint, off in _contradictions(load, tau, potential, at):
            if off > ALIKE:
                raise InvalidInput(
                    f"load {load.name!r}: {complaint}, by {off:.2g} of its size"
                )


def _contradictions(
    load: Load, tau: State, potential: Function, q: Quaternion
) -> Iterator[tuple[str, float]]:
    """(What would be wrong, relative size), from trial turns about the body's axes."""
    V = potential(q)
    for i in range(3):

        def there(angle: Scalar, i: int = i) -> Scalar:
            half = [math.sin(angle / 2) * (k == i) for k in range(3)]
            return potential(multiply(*q, math.cos(angle / 2), *half))

        slope = (there(PROBE) - there(-PROBE)) / (2 * PROBE)
        quarter, half, somewhere = map(there, (math.pi / 2, math.pi, ANGLE))
        scale = sum(abs(x) for x in (*tau, V, quarter, half, somewhere))
        yield "its torque is not that of its potential", _worst(slope + tau[i], scale)
        if load.linear:
            mean, swing = (V + half) / 2, (V - half) / 2
            line = mean + swing * math.cos(ANGLE) + (quarter - mean) * math.sin(ANGLE)
            yield (
                "its potential is not linear in the rotation matrix",
                _worst(somewhere - line, scale),
            )
    if load.axis is not None:
        along = sum(a * b for a, b in zip(load.axis, rotate(*q, *tau), strict=True))
        yield (
            f"its torque has a component along the axis {load.axis}",
            _worst(along, sum(abs(x) for x in tau)),
        )


def require_slope(
    load: Wrench, W: State, potential: Function, q: Quaternion, position: State
) -> None:
    V = potential(q, position)

    def there(i: int, size: Scalar) -> Scalar:
        along = [size * (k == i % 3) for k in range(3)]
        if i < 3:
            half = [math.sin(x / 2) for x in along]
            return potential(multiply(*q, math.cos(size / 2), *half), position)
        return potential(
            q, tuple([x + d for x, d in zip(position, rotate(*q, *along), strict=True)])
        )

    rounding = 1e-15 * abs(V) / PROBE
    scale = (
        sum(abs(x) for x in W)
        + sum(abs(there(i, 1.0) - V) for i in range(6))
        + rounding / ALIKE
    )
    for i in range(6):
        off = _worst((there(i, PROBE) - there(i, -PROBE)) / (2 * PROBE) + W[i], scale)
        if off > ALIKE:
            raise InvalidInput(
                f"load {load.name!r}: its wrench is not that of its potential, by"
                f" {off:.2g} of its size"
            )
    for Z in load.symmetries:
        seen = symmetry(*q, *position, *Z)
        power = [w * z for w, z in zip(W, seen, strict=True)]
        off = _worst(sum(power), sum(abs(p) for p in power) + scale * 1e-3)
        if off > ALIKE:
            raise InvalidInput(
                f"load {load.name!r}: its wrench does work along the symmetry {Z}, by"
                f" {off:.2g} of its size"
            )


def _in_double(x: Scalar) -> Scalar:
    """Float32 would hide in its rounding what is asked."""
    return x if isinstance(x, float) else np.asarray(x, np.float64)


def _worst(difference: Scalar, scale: Scalar) -> float:
    difference, scale = np.broadcast_arrays(np.abs(difference), scale)
    return float(
        (difference / np.where(difference == 0.0, 1.0, scale)).max(initial=0.0)
    )
