"""The functions c_k(s) that hold every removable singularity of the rotation formulas.

c_k(s) = sum_i (-s)^i / (k + 2 i)!, with s = theta^2. These are the only branches on a
small angle in rotlib. Each c_k, k >= 2, is its series below SWITCH_k and a closed form
above; switches, forms and numbers of terms are derived and measured in the chapter
"Rotations and their exponential". The functions here take floats; `on_arrays` holds the
same functions for arrays, bound by `backends.bind`."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, copysign, cos, sin, sqrt

import numpy as np

from ._types import Array, Function, Scalar
from .kernels import stumpff as _generated
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


def _c0(s: Array) -> Array:
    return np.cos(np.sqrt(s))


def _c1(s: Array) -> Array:
    zero = s == 0.0
    theta = np.sqrt(np.where(zero, 1.0, s))
    return np.where(zero, 1.0, np.sin(theta) / theta).astype(theta.dtype)


def _switched(series: Function, closed: Function, switch: float) -> Function:
    """Series below the switch, closed form above: both computed, each where safe."""

    def c_k(s: Array) -> Scalar:
        near = s < switch
        if near.all():
            return series(s)
        return np.where(
            near, series(np.where(near, s, 0.0)), closed(np.where(near, switch, s))
        )

    return c_k


def _log_factor(w: Array, n2: Array) -> Array:
    n = np.sqrt(n2)
    zero = n == 0.0
    away = np.where(zero, 1.0, n)
    generic = np.copysign(2.0 * np.arctan2(n, np.abs(w)) / away, w)
    return np.where(zero, 2.0 / np.where(zero, w, 1.0), generic).astype(n.dtype)


def on_arrays(bind: Callable[[Function], Function]) -> dict[Function, Function]:
    """{function of floats: function of arrays}, where `bind` does it for kernels."""
    table: dict[Function, Function] = {c0: _c0, c1: _c1, log_factor: _log_factor}
    for k, scalar in enumerate((c2, c3, c4, c5, c6, c7), 2):
        series, closed, switch = (
            getattr(_generated, n)
            for n in (f"c{k}_series", f"c{k}_closed", f"SWITCH_{k}")
        )
        table[scalar] = _switched(bind(series), bind(closed), switch)
    return table
