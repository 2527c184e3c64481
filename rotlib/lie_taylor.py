"""Taylor series on the rotation group: how far a body turns in a step.

The rate and its derivatives at the start of the step go in, a rotation vector comes
out, to be applied by one exponential: nothing can leave the group, whatever the order.
Both are body components unless the call says `frame="space"`; derivatives are those of
these components, which differ between the frames from the second on. `series` does the
same in any other Lie algebra. InvalidInput for fewer rates than the order needs and
h = 0; NotAvailable for an order above `ORDER`.

Chapter: Taylor series on a group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial
from typing import Any, TypeAlias

import numpy as np

from . import _check
from ._check import require
from ._types import Array, ArrayLike, Frame, Scalar, State
from ._vectors import cross, dot, plus, times
from .errors import NotAvailable
from .kernels import lie_taylor as _k
from .numbers import total

__all__ = ["ORDER", "rotation_vector", "series"]

Bracket: TypeAlias = Callable[[Any, Any], Any]
Series: TypeAlias = Callable[[Sequence[Any], float], Any]

__dir__: Any = __all__.copy
ORDER: int = _k.ORDER
"""The highest order whose brackets have been derived."""

# of ad_Y ad_Y (Y.Y)^k in the inverse of d exp: 1/12, 1/720, ...
SQUARES: tuple[float, ...] = tuple(
    [(-1) ** k * x for k, x in enumerate(_k.DEXP_INVERSE[2::2])]
)


def of_body(w: Sequence[State], least: int = 1) -> State:
    """The rotation vector of a step, from the coefficients of h omega_body in time.

    The time is counted in steps. Power by power [eq-series-grades], Y' = W - P/2 +
    (1/12 + Y.Y/720 + ...) Q with P = W x Y, Q = P x Y. `least` leaves out lower powers.
    """
    n = len(w)
    Y: dict[int, State] = {1: w[0]}
    P: dict[int, Any] = {}
    Q: dict[int, Any] = {}
    s: dict[int, Scalar] = {}  # Y.Y

    def power(j: int, k: int) -> Any:
        """Coefficient k of s^j, which begins with 2j."""
        if j == 1:
            return s[k]
        return total([s[m] * power(j - 1, k - m) for m in range(2, k - 2 * j + 3)])

    for k in range(2, n + 1):
        if k == 3:  # w_1 x Y_2 is half of Y_1 x w_2
            P[k] = times(0.5, cross(w[1], w[0]))
        else:
            pairs = [m for m in range(1, k) if (k, m) != (4, 2)]  # parallel
            P[k] = plus(*[cross(w[k - m - 1], Y[m]) for m in pairs])
        Q[k] = plus(*[cross(P[k - m], Y[m]) for m in range(1, k - 1)])
        each = (1.0, w[k - 1]), (-0.5, P[k]), (SQUARES[0], Q[k])
        parts = [times(x / k, v) for x, v in each]
        for g in range(2, k - 3):
            f = total([SQUARES[j] / k * power(j, g) for j in range(1, g // 2 + 1)])
            parts.append(times(f, Q[k - g]))
        Y[k] = plus(*parts)
        if k <= n - 4:
            s[k] = total([dot(Y[m], Y[k - m]) for m in range(1, k)])
    made: State = plus(*[Y[k] for k in range(least, n + 1)])
    return made


def rotation_vector(
    W: ArrayLike, h: ArrayLike, *, order: int | None = None, frame: Frame = "body"
) -> Array:
    """Rotation vector Y over a step h, from the rate and its derivatives at its start.

    Y = h W0 + h^2/2 W1 + h^3 (W2/6 + [W1, W0]/12) + ..., with [u, v] = v x u in the
    body and u x v in space [eq-taylor-rotation-vector]. exp(Y/2) goes to the right of q
    for "body", to the left for "space".

    W: (..., k, 3), the rate in rad/s and its first k - 1 time derivatives
    h: s, negative to go back in time; broadcasts against the leading axes
    order: keep Y through h^order, which takes so many rows; all rows by default
    """
    W, h = _check.array(W, "W"), _check.steps(h)
    got = f"{W.shape}, a row for the rate and for each derivative"
    require(W.ndim > 1 and W.shape[-1] == 3, "W", "shape (..., k, 3)", got)
    order = generated(W.shape[-2] if order is None else order, W.shape[-2])
    sign, h = -_check.frame_sign(frame), h.astype(W.dtype)
    w = [sign * h ** (k + 1) / factorial(k) for k in range(order)]
    w = [x[..., None] * W[..., k, :] for k, x in enumerate(w)]
    if w[0].ndim == 1 and W.dtype == np.float64:
        return sign * _check.turn(of_body, [x.tolist() for x in w]) + 0.0

    def of_numbers(*x: Scalar) -> State:
        return of_body([x[i : i + 3] for i in range(0, len(x), 3)])

    return sign * _check.turn(_check.on_arrays, of_numbers, 3, *w) + 0.0


def series(bracket: Bracket, order: int, *, frame: Frame = "body") -> Series:
    """Taylor series of the logarithm, Y(h), of a motion on any Lie group.

    Y = sum of h^(n+1)/(n+1)! Y_n [eq-series-recursion]. Returns Y(W, h): W
    is the rate and at least `order` - 1 of its time derivatives, arrays of any shape,
    or any objects with `+` and multiplication by floats from the right. bracket(u, v)
    -> [u, v] is u v - v u of matrices, the cross product of rotations; Y raises
    InvalidInput if [W_0, W_0] is not zero or of another shape.

    order: keep Y through h^order; steps by exp(Y) have that global order
    frame: "space" for y' = W y and steps exp(Y) y, "body" for y' = y W and y exp(Y)

    >>> W = np.eye(3)  # a rate and its first two derivatives
    >>> np.allclose(series(np.cross, order=3)(W, 0.1), rotation_vector(W, 0.1))
    True
    """
    order, sign = generated(order), _check.frame_sign(frame)

    def logarithm(W: Sequence[Any], h: float) -> Any:
        h = _check.step_size(h)
        generated(order, len(W))
        for n, part in enumerate(W[:order]):
            if isinstance(part, np.ndarray) and part.dtype.kind == "f":
                _check.array(part, f"W[{n}]")
        if order > 2 and isinstance(W[0], np.ndarray):
            _require_bracket(bracket, W[0])
        known: dict[Any, Any] = dict(enumerate(W))

        def value(word: Any) -> Any:
            if word not in known:
                known[word] = bracket(*map(value, word))
            return known[word]

        terms = [
            value(word) * (h ** (n + 1) / factorial(n + 1) * x * sign ** brackets(word))
            for n in range(order)
            for word, x in _k.Y[n].items()
        ]
        return total(terms[1:], terms[0])

    return logarithm


def brackets(word: Any) -> int:
    """How many there are; in the body each changes its sign."""
    return 1 + sum(map(brackets, word)) if isinstance(word, tuple) else 0


def _require_bracket(bracket: Bracket, u: Any) -> None:
    same = np.asarray(bracket(u, u))
    small = 1e-9 * np.abs(u).max(initial=0.0) ** 2
    good = same.shape == u.shape and np.abs(same).max(initial=0.0) <= small
    got = f"{same} for u = W_0; of matrices it is u @ v - v @ u, not their product"
    require(good, "bracket", f"[u, u] = 0 of shape {u.shape}", got)


def generated(order: int, rows: int = ORDER) -> int:
    """`order` as an integer up to which formulas are generated, and rates given."""
    order = _check.count(order, "order")
    if order > ORDER:
        raise NotAvailable(
            f"order: {order} has not been generated, the largest is {ORDER}; set ORDER"
            " in book/buss/series-derive.ipynb and run python -m rotlib.codegen --write"
            " buss"
        )
    wanted = f"for order {order} the rate and {order - 1} derivatives"
    require(rows >= order, "W", wanted, f"{rows} rows")
    return order
