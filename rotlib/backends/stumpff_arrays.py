"""The Stumpff functions on arrays: both forms computed, each where it is safe."""

from collections.abc import Callable

import numpy as np

from .. import stumpff as on_floats
from .._types import Array, Function, Scalar
from ..kernels import stumpff as _generated


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
    table: dict[Function, Function] = {
        on_floats.c0: _c0,
        on_floats.c1: _c1,
        on_floats.log_factor: _log_factor,
    }
    for k in range(2, 8):
        scalar = getattr(on_floats, f"c{k}")
        series, closed, switch = (
            getattr(_generated, n)
            for n in (f"c{k}_series", f"c{k}_closed", f"SWITCH_{k}")
        )
        table[scalar] = _switched(bind(series), bind(closed), switch)
    return table
