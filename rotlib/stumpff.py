"""The functions c_k(s) that hold every removable singularity of the rotation formulas.

c_k(s) = sum_i (-s)^i / (k + 2 i)!, with s = theta^2, on any kind of number. These are
the only branches on a small angle in rotlib: each c_k, k >= 2, is its series below
SWITCH_k and a closed form above.
Chapter: The exponential to the last digit.
"""

from __future__ import annotations

import math
from typing import Any

from .kernels import stumpff as _k
from .numbers import (
    ARRAYS,
    atan2,
    copysign,
    cos_of_any,
    foreign,
    select,
    sin_of_any,
    sqrt,
)

__all__ = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "log_factor"]
__dir__: Any = __all__.copy

OF_JAX: dict[str, Any] = {}  # with their derivatives: put here by `jax`
_sqrt, _cos, _sin = math.sqrt, math.cos, math.sin  # found sooner than in `math`


def _by_others(name: str, *args: Any) -> Any:
    """What a tape or JAX has for it as one operation; None if they have not."""
    for x in args:
        if (tape := getattr(x, "tape", None)) is not None:
            return tape.apply(name, *args) if name in tape.whole else None
        if not isinstance(x, ARRAYS) and foreign(x) is not None:
            return OF_JAX[name](*args)
    return None


def c0(s: Any) -> Any:
    """cos(theta)."""
    if type(s) is float:
        return _cos(_sqrt(s))
    if (made := _by_others("c0", s)) is not None:
        return made
    tape = getattr(s, "tape", None)
    return tape.turn(s)[0] if tape is not None and tape.turns else cos_of_any(sqrt(s))


def c1(s: Any) -> Any:
    """sin(theta)/theta."""
    if type(s) is float:
        if s == 0.0:
            return 1.0
        theta = _sqrt(s)
        return _sin(theta) / theta
    if (made := _by_others("c1", s)) is not None:
        return made
    tape = getattr(s, "tape", None)
    if tape is not None and tape.turns:
        return tape.turn(s)[1]
    theta, zero = sqrt(s), s == 0.0
    return select(zero, 1.0, sin_of_any(theta) / select(zero, 1.0, theta))


def _switched(series: Any, closed: Any, switch: float) -> Any:
    """c_k, k >= 2: (1/(k - 2)! - c_(k - 2))/theta^2."""
    name = series.__name__[:2]

    def c(s: Any) -> Any:
        if type(s) is not float and (made := _by_others(name, s)) is not None:
            return made
        near = s < switch
        if type(near) is bool:
            return series(s) if near else closed(s)
        if isinstance(s, ARRAYS) and near.all():
            return series(s)
        below = select(near, s, 0.0) if isinstance(s, ARRAYS) else s
        return select(near, series(below), closed(select(near, switch, s)))

    return c


c2: Any = _switched(_k.c2_series, _k.c2_closed, _k.SWITCH_2)
c3: Any = _switched(_k.c3_series, _k.c3_closed, _k.SWITCH_3)
c4: Any = _switched(_k.c4_series, _k.c4_closed, _k.SWITCH_4)
c5: Any = _switched(_k.c5_series, _k.c5_closed, _k.SWITCH_5)
c6: Any = _switched(_k.c6_series, _k.c6_closed, _k.SWITCH_6)
c7: Any = _switched(_k.c7_series, _k.c7_closed, _k.SWITCH_7)


def log_factor(w: Any, n2: Any) -> Any:
    """The factor f that makes f v the rotation vector of a unit quaternion (w, v).

    It is at most pi long; n2 = v.v.
    """
    if (made := _by_others("log_factor", w, n2)) is not None:
        return made
    n = sqrt(n2)
    zero = n == 0.0
    angle = copysign(2.0 * atan2(n, abs(w)), w)
    return select(zero, 2.0 / select(zero, w, 1.0), angle / select(zero, 1.0, n))
