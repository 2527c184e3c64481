"""The functions c_k(s) that hold every removable singularity of the rotation formulas.

c_k(s) = sum_i (-s)^i / (k + 2 i)!, with s = theta^2. These are the only branches on a
small angle in rotlib. Each c_k, k >= 2, is its series below SWITCH_k and a closed form
above; switches, forms and numbers of terms are derived and measured in the chapter
"Rotations and their exponential". The functions here take floats and need no NumPy, so
that generated functions run where there is none; `backends.stumpff_arrays` holds the
same functions for arrays, bound by `backends.bind`."""

from __future__ import annotations

from math import atan2, copysign, cos, sin, sqrt

from .kernels.stumpff import (
    SWITCH_2,
    SWITCH_3,
    SWITCH_4,
    SWITCH_5,
    SWITCH_6,
    SWITCH_7,
    c2_closed,
    c2_series,
    c3_closed,
    c3_series,
    c4_closed,
    c4_series,
    c5_closed,
    c5_series,
    c6_closed,
    c6_series,
    c7_closed,
    c7_series,
)

__all__ = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "log_factor"]


def __dir__() -> list[str]:
    return __all__


def c0(s: float) -> float:
    """cos(theta)."""
    return cos(sqrt(s))


def c1(s: float) -> float:
    """sin(theta)/theta."""
    if s == 0.0:
        return 1.0
    theta = sqrt(s)
    return sin(theta) / theta


def c2(s: float) -> float:
    """(1 - cos(theta))/theta^2."""
    return c2_series(s) if s < SWITCH_2 else c2_closed(s)


def c3(s: float) -> float:
    """(theta - sin(theta))/theta^3."""
    return c3_series(s) if s < SWITCH_3 else c3_closed(s)


def c4(s: float) -> float:
    """(1/2 - c_2)/theta^2."""
    return c4_series(s) if s < SWITCH_4 else c4_closed(s)


def c5(s: float) -> float:
    """(1/6 - c_3)/theta^2."""
    return c5_series(s) if s < SWITCH_5 else c5_closed(s)


def c6(s: float) -> float:
    """(1/24 - c_4)/theta^2."""
    return c6_series(s) if s < SWITCH_6 else c6_closed(s)


def c7(s: float) -> float:
    """(1/120 - c_5)/theta^2."""
    return c7_series(s) if s < SWITCH_7 else c7_closed(s)


def log_factor(w: float, n2: float) -> float:
    """The factor f that makes f v the rotation vector of a unit quaternion (w, v).

    It is at most pi long; n2 = v.v."""
    n = sqrt(n2)
    if n == 0.0:
        return 2.0 / w
    return copysign(2.0 * atan2(n, abs(w)) / n, w)
