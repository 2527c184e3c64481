"""What the functions that steps call become while they are recorded.

TRACE has the sine and cosine of a turn without branch or library call, which compilers
turn into vector code, up to angles of 4 rad. TRACE_LOAD calls the library: for a user's
load, whose angles may be of any size. TRACE_WHOLE leaves the Stumpff functions as they
are, for back ends that have their own; TRACE_FLOAT takes c0 and c1 apart as floats do,
with one root for both.
"""

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import stumpff
from .._types import Function, Scalar
from ..errors import StepTooLarge
from ..kernels import stumpff as generated
from ..kernels.stumpff import REACH, c0_c1
from .flow import require, select
from .operators import FUNCTIONS, OPERATORS
from .registry import IMPLEMENTATIONS, Kind
from .trace import function

STUMPFF = {
    name: getattr(stumpff, name)
    for name in ("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "log_factor")
}
CALLS = {name: function(name) for name in FUNCTIONS}
LIBRARY: dict[Any, Any] = {
    f: CALLS[name]
    for name in FUNCTIONS
    for f in (OPERATORS[name].on_floats, getattr(np, OPERATORS[name].on_arrays))
}
LIBRARY[math] = SimpleNamespace(**vars(math) | CALLS)
RECORDED = IMPLEMENTATIONS[Kind.TRACE]


def _both(s: Scalar) -> tuple[Scalar, Scalar]:
    RECORDED[require](s <= REACH, StepTooLarge, _too_far)
    return c0_c1(s)


def _too_far() -> str:
    return f"a step turns the body by more than {REACH**0.5:.3g} rad; take a smaller h"


def _c1(s: Scalar) -> Scalar:
    zero = s == 0.0
    theta = CALLS["sqrt"](RECORDED[select](zero, 1.0, s))
    return RECORDED[select](zero, 1.0, CALLS["sin"](theta) / theta)


def _c0_of_floats(s: Scalar) -> Scalar:
    return CALLS["cos"](CALLS["sqrt"](s))


def _c1_of_floats(s: Scalar) -> Scalar:
    theta = CALLS["sqrt"](s)
    zero, choose = s == 0.0, RECORDED[select]
    return choose(zero, 1.0, CALLS["sin"](theta) / choose(zero, 1.0, theta))


def _switched(k: int, rebound: Function) -> Function:
    """c_k, k > 1: both forms, each where it is good, and the choice."""
    series, closed, switch = (
        getattr(generated, name)
        for name in (f"c{k}_series", f"c{k}_closed", f"SWITCH_{k}")
    )
    closed = rebound(closed, LIBRARY)

    def c_k(s: Scalar) -> Scalar:
        near, choose = s < switch, RECORDED[select]
        return choose(near, series(s), closed(choose(near, switch, s)))

    return c_k


def _log_factor(w: Scalar, n2: Scalar) -> Scalar:
    choose, n = RECORDED[select], CALLS["sqrt"](n2)
    zero = n == 0.0
    angle = CALLS["copysign"](2.0 * CALLS["atan2"](n, abs(w)), w)
    return choose(zero, 2.0 / choose(zero, w, 1.0), angle / choose(zero, 1.0, n))


WHOLE = {plain: function(name, plain) for name, plain in STUMPFF.items()}
CALLS_OF: dict[Kind, dict[Any, Function]] = {
    Kind.TRACE: (
        LIBRARY
        | {
            stumpff.c0: lambda s: _both(s)[0],
            stumpff.c1: lambda s: _both(s)[1],
            math.cos: lambda x: _both(x * x)[0],
            math.sin: lambda x: x * _both(x * x)[1],
        }
    ),
    Kind.TRACE_LOAD: (LIBRARY | {stumpff.c0: _c0_of_floats, stumpff.c1: _c1}),
    Kind.TRACE_WHOLE: LIBRARY | WHOLE,
    Kind.TRACE_FLOAT: (
        LIBRARY | WHOLE | {stumpff.c0: _c0_of_floats, stumpff.c1: _c1_of_floats}
    ),
}


def calls_of(kind: Kind, rebound: Function) -> dict[Any, Function]:
    """{function: what stands for it}; rebound(function, table) binds a kernel."""
    if kind in (Kind.TRACE_WHOLE, Kind.TRACE_FLOAT):
        return CALLS_OF[kind]
    both = {STUMPFF[f"c{k}"]: _switched(k, rebound) for k in range(2, 8)}
    return both | {stumpff.log_factor: _log_factor} | CALLS_OF[kind]
