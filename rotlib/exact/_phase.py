"""Phases that are right after any number of turns, as sums of two doubles.

A rate is such a pair, and its product with time is exact.
"""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from .._types import Array
from ..errors import InvalidInput

_SPLIT = 134217729.0  # 2^27 + 1 cuts a double into two halves whose products are exact


def pair(x: Decimal) -> tuple[float, float]:
    high = float(x)
    return high, float(x - Decimal(high))


def advance(
    t: Array, rate: tuple[float, float], start: tuple[float, float] = (0.0, 0.0)
) -> tuple[Array, Array]:
    """start + t * rate in periods, high and low part (Dekker's product)."""
    # the same product with a rate of about one, so that no half of a number overflows
    size = np.frexp(rate[0])[1]
    with np.errstate(over="ignore", under="ignore"):
        t, rate = np.ldexp(t, size), np.ldexp(rate, -size)
        product = t * rate[0]
    if not np.abs(product).max() < 2.0**53:
        raise InvalidInput(
            f"t: expected fewer than 2**53 periods, got {np.abs(product).max():.2g};"
            " no phase is left"
        )
    t1, r1 = t * _SPLIT, rate[0] * _SPLIT
    t1, r1 = t1 - (t1 - t), r1 - (r1 - rate[0])
    t2, r2 = t - t1, rate[0] - r1
    error = ((t1 * r1 - product) + t1 * r2 + t2 * r1) + t2 * r2
    total = product + start[0]
    back = total - product
    lost = (product - (total - back)) + (start[0] - back)
    return total, lost + (error + t * rate[1] + start[1])


def reduced(high: Array, low: Array, period: float) -> Array:
    """The sum, brought to the interval from -period/2 to period/2."""
    turns: Array = np.rint(high / period)
    return (high - period * turns) + low
