"""Recorded steps and kernels on JAX arrays, with right derivatives at no turn.

The Stumpff functions carry their own derivatives, c_k' = (k c_(k+2) - c_(k+1))/2, so
that nothing divides by the angle.
"""

from collections.abc import Callable
from functools import cache
from math import factorial
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from .._check import LARGEST
from .._types import State
from ..kernels import stumpff as generated
from ..stumpff import OF_JAX
from .operators import OPERATORS
from .trace import Calls, Loop, Program, walk

Two = tuple[Array, Array]
MOST = max(LARGEST.values())  # of a motion
# s up to which c_k, k > 7, is its series, whose terms only fall, and their number
NEAR, TERMS = (60.0, 20)
CLOSE, FEW = 1e-2, 9  # the same of the derivative of the logarithm's factor, in n2/w^2


# --- functions with removable singularities -------------------------------------------


@cache
def c(k: int) -> Callable[[Array], Array]:
    """c_k with its derivative."""

    @jax.custom_jvp
    @jax.jit
    def c_k(s: Array) -> Array:
        if k == 0:
            return jnp.cos(jnp.sqrt(s))
        if k == 1:
            return jnp.where(s == 0.0, 1.0, jnp.sin(jnp.sqrt(s)) / jnp.sqrt(s))
        if k <= 7:
            names = f"c{k}_series", f"c{k}_closed", f"SWITCH_{k}"
            series, closed, switch = [getattr(generated, name) for name in names]
            return jnp.where(s < switch, series(s), closed(s))
        series = _horner([(-1) ** i / factorial(k + 2 * i) for i in range(TERMS)], s)
        return jnp.where(s < NEAR, series, (1 / factorial(k - 2) - c(k - 2)(s)) / s)

    @c_k.defjvp
    def slope(given: tuple[Array], change: tuple[Array]) -> Two:
        (s,), (ds,) = given, change
        return c_k(s), (k * c(k + 2)(s) - c(k + 1)(s)) / 2 * ds

    return c_k


@jax.custom_jvp
@jax.jit
def _log_factor(w: Array, n2: Array) -> Array:
    """The factor of the logarithm with its derivatives by w and by n2 = v.v."""
    n = jnp.sqrt(n2)
    return jnp.where(
        n == 0.0, 2.0 / w, jnp.copysign(2.0 * jnp.arctan2(n, jnp.abs(w)) / n, w)
    )


@_log_factor.defjvp
def _slope(given: Two, change: Two) -> Two:
    (w, n2), (dw, dn2) = given, change
    f, near = _log_factor(w, n2), n2 < CLOSE * w * w
    x = jnp.where(near, n2 / jnp.where(near, w * w, 1.0), 0.0)
    series = _horner([(-1) ** j * 2.0 * j / (2 * j + 1) for j in range(1, FEW + 1)], x)
    series = series / jnp.where(near, w, 1.0) ** 3
    far = jnp.where(near, 1.0, n2)
    closed = (w / (w * w + far) - f / 2) / far
    return f, -2.0 / (w * w + n2) * dw + jnp.where(near, series, closed) * dn2


def _horner(coefficients: list[float], x: Array) -> Array:
    value = jnp.zeros_like(x)
    for a in reversed(coefficients):
        value = a + x * value
    return value


OF_JAX.update({f"c{k}": c(k) for k in range(8)}, log_factor=_log_factor)
DOES = {name: getattr(jnp, op.on_arrays) for name, op in OPERATORS.items()} | OF_JAX


# --- a program on JAX arrays ----------------------------------------------------------


def together(parts: State) -> tuple[Array, ...]:
    """A flat tuple of arrays of one shape and of type float."""
    return tuple(jnp.broadcast_arrays(*[jnp.asarray(a, float) for a in parts]))


def run_program(
    program: Program, t: Array, h: Array, y: State, J: State
) -> tuple[Array, ...]:
    """The state after the step that the program says; NaN where it fails."""
    y, inputs = together(y), program.inputs
    at = program.constants | {inputs["t"]: t, inputs["h"]: h}
    at |= zip((*inputs["y"], *inputs["J"]), (*y, *J), strict=True)
    does = _Does(y[0].shape)
    walk(program, does, at)
    return tuple([jnp.where(does.good, at[x], jnp.nan) for x in program.outputs])


class _Does(Calls):
    """Operations on JAX arrays; `good` is where all that is required holds."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        super().__init__(DOES)
        self.good: Array = jnp.full(shape, True)

    def requirement(self, holds: Array, reason: str) -> None:
        self.good = self.good & holds

    def loop(
        self, body: Any, first: list[Any], most: int, item: Loop
    ) -> tuple[list[Any], Array]:
        """Repeat until done everywhere; where it was done before, the state stays."""
        outside = self.good

        def unfinished(carried: Any) -> Array:
            _, closed, _, count = carried
            return (count < most) & ~jnp.all(closed)

        def once(carried: Any) -> tuple[Any, ...]:
            state, closed, self.good, count = carried
            following, done = body(state)
            good = jnp.where(closed, carried[2], self.good)
            pairs = zip(state, following, strict=True)
            state = [jnp.where(closed, old, new) for old, new in pairs]
            return state, closed | done, good, count + 1

        shape = outside.shape
        state = [jnp.broadcast_to(jnp.asarray(x, float), shape) for x in first]
        start = state, jnp.full(shape, False), jnp.full(shape, True), 0
        state, closed, good, _ = jax.lax.while_loop(unfinished, once, start)
        self.good = outside
        return state, closed & good


# --- what comes in --------------------------------------------------------------------


def sized(a: Array) -> Array:
    """The numbers; NaN where a run would refuse them as too large."""
    return jnp.where(abs(a) <= MOST, a, jnp.nan)


def positive(moments: Array) -> State:
    """The moments; NaN unless all are positive."""
    return tuple(jnp.where((moments > 0.0).all(), moments, jnp.nan))


def inverted(M: Array) -> tuple[Array, Array, Array]:
    """(symmetric part, its inverse, determinant); NaN unless positive definite."""
    M = (M + M.T) / 2
    root = jnp.linalg.cholesky(M)
    half = jax.scipy.linalg.solve_triangular(root, jnp.eye(len(M)), lower=True)
    M = jnp.where(jnp.isfinite(root).all(), M, jnp.nan)
    return M, half.T @ half, jnp.prod(jnp.diagonal(root)) ** 2
