"""Phases that are right after any number of turns: a rate is a pair of doubles, its product with time is exact."""

from decimal import Decimal

import numpy as np

from ..errors import InvalidInput

_SPLIT = 134217729.0  # 2^27 + 1 cuts a double into two halves whose products are exact


def pair(x):
    """A Decimal as an unevaluated sum of two doubles: 32 digits."""
    high = float(x)
    return high, float(x - Decimal(high))


def advance(t, rate, start=(0.0, 0.0)):
    """start + t * rate as an unevaluated sum of two doubles (Dekker's product), in periods."""
    with np.errstate(over="ignore"):
        product = t * rate[0]
    if not np.abs(product).max() < 2.0**53:
        raise InvalidInput(f"t: expected fewer than 2**53 periods, got {np.abs(product).max():.2g}; no phase is left")
    t1, r1 = t * _SPLIT, rate[0] * _SPLIT
    t1, r1 = t1 - (t1 - t), r1 - (r1 - rate[0])
    t2, r2 = t - t1, rate[0] - r1
    error = ((t1 * r1 - product) + t1 * r2 + t2 * r1) + t2 * r2
    total = product + start[0]
    back = total - product
    return total, ((product - (total - back)) + (start[0] - back)) + (error + t * rate[1] + start[1])


def reduced(high, low, period):
    """The sum, brought to the interval from -period/2 to period/2."""
    return (high - period * np.rint(high / period)) + low
