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
from typing import Any, TypeAlias

import numpy as np

from . import _check
from ._arrays import arrays
from ._types import Array, ArrayLike, Frame
from .errors import InvalidInput, NotAvailable
from .kernels import lie_taylor as _k

__all__ = ["ORDER", "rotation_vector", "series"]

Bracket: TypeAlias = Callable[[Any, Any], Any]
Series: TypeAlias = Callable[[Sequence[Any], float], Any]


def __dir__() -> list[str]:
    return __all__


ORDER = _k.ORDER
"""The highest order that has a generated kernel."""

_KERNELS = {p: getattr(_k, f"rotation_vector_{p}") for p in range(1, ORDER + 1)}
_ARRAYS = {p: arrays(kernel, (3,) * p + (0,), 3) for p, kernel in _KERNELS.items()}


def rotation_vector(
    W: ArrayLike, h: ArrayLike, *, order: int | None = None, frame: Frame = "body"
) -> Array:
    """Rotation vector Y over a step h, from the rate and its derivatives at its start.

    Y = h W0 + h^2/2 W1 + h^3 (W2/6 + [W1, W0]/12) + ..., with [u, v] = v x u in the
    body and u x v in space [eq-taylor-rotation-vector]. exp(Y/2) goes to the right of q
    for "body", to the left for "space". InvalidInput also for a turn beyond 1/eps,
    4.5e15 rad.

    W: (..., k, 3), the rate in rad/s and its first k - 1 time derivatives
    h: s, negative to go back in time; broadcasts against the leading axes
    order: keep Y through h^order, which takes so many rows; all rows by default
    """
    W, h = _check.array(W, "W"), _check.steps(h)
    if W.ndim < 2 or W.shape[-1] != 3:
        raise InvalidInput(
            "W: expected shape (..., k, 3), a row for the rate and for each derivative,"
            f" got {W.shape}"
        )
    order = generated(W.shape[-2] if order is None else order)
    sign = _check.frame_sign(frame)
    if W.shape[-2] < order:
        raise InvalidInput(
            f"W: order {order} takes the rate and {order - 1} derivatives,"
            f" got {W.shape[-2]} rows"
        )
    if W.ndim == 2 and h.ndim == 0 and W.dtype == np.float64:
        rates = (sign * W[:order]).ravel().tolist()
        return sign * _check.turn(_KERNELS[order], *rates, float(h)) + 0.0
    rows = [sign * W[..., k, :] for k in range(order)]
    Y = _check.turn(_ARRAYS[order], *rows, h.astype(W.dtype))
    return sign * Y + 0.0


def series(bracket: Bracket, order: int, *, frame: Frame = "body") -> Series:
    """Taylor series of the logarithm, Y(h), of a motion on any Lie group.

    Y' = sum of B_k/k! ad_Y^k W [eq-series-recursion, eq-series-any]. Returns Y(W, h): W
    is the rate and at least `order` - 1 of its time derivatives, arrays of any shape,
    or any objects with `+` and multiplication by floats from the right. bracket(u, v)
    -> [u, v] is u v - v u of matrices, the cross product of rotations; Y raises
    InvalidInput if it fails, gives another shape, or if [W_0, W_0] is not zero.

    order: keep Y through h^order; steps by exp(Y) have that global order
    frame: "space" for y' = W y and steps exp(Y) y, "body" for y' = y W and steps y
        exp(Y)

    >>> W = np.eye(3)  # a rate and its first two derivatives
    >>> np.allclose(series(np.cross, order=3)(W, 0.1), rotation_vector(W, 0.1))
    True
    """
    order, sign = generated(order), _check.frame_sign(frame)
    if not callable(bracket):
        raise InvalidInput(
            "bracket: expected a function of two elements, such as"
            f" lambda u, v: u @ v - v @ u, got {type(bracket).__name__}"
        )
    # B_k / k! of the series in space; in the body every bracket changes its sign
    numbers = [x * sign**k for k, x in enumerate(_k.DEXP_INVERSE[:order])]

    def logarithm(W: Sequence[Any], h: float) -> Any:
        h = _check.step_size(h)
        if len(W) < order:
            raise InvalidInput(
                f"W: order {order} takes the rate and {order - 1} derivatives, got"
                f" {len(W)} elements"
            )
        parts, scale = [], h
        for n in range(1, order + 1):
            part = W[n - 1]
            if isinstance(part, np.ndarray) and part.dtype.kind in "fc":
                if not np.isfinite(part).all():
                    raise InvalidInput(
                        f"W[{n - 1}]: expected finite numbers, got {part.tolist()}"
                    )
            parts.append(part * scale)
            scale = scale * h / n
        if order > 2:
            _require_bracket(bracket, parts[0], parts[1])
        # nested[k][n - 1]: what stands with h^n in ad_Y^k W, from n = k + 1 on
        Y: list[Any] = []
        nested: list[list[Any]] = [parts, *([None] * k for k in range(1, order))]
        for n in range(1, order + 1):
            rate = parts[n - 1]
            for k in range(1, n):
                inner = nested[k - 1]
                terms = [bracket(Y[m], inner[n - m - 2]) for m in range(n - k)]
                total = terms[0]
                for term in terms[1:]:
                    total = total + term
                nested[k].append(total)
                if numbers[k]:
                    rate = rate + total * numbers[k]
            Y.append(rate * (1.0 / n))
        whole = Y[0]
        for part in Y[1:]:
            whole = whole + part
        return whole

    return logarithm


def _require_bracket(bracket: Bracket, u: Any, v: Any) -> None:
    try:
        mixed, same = bracket(u, v), bracket(u, u)
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            "bracket: expected a function of two elements of the algebra, such as"
            f" lambda u, v: u @ v - v @ u; with W_0 and W_1 it fails: {error}"
        ) from error
    if not isinstance(u, np.ndarray):
        return
    if np.shape(mixed) != u.shape:
        raise InvalidInput(
            f"bracket: expected an array of shape {u.shape}, as its arguments have, got"
            f" {np.shape(mixed)}"
        )
    if np.abs(same).max(initial=0.0) > 1e-9 * np.abs(u).max(initial=0.0) ** 2:
        raise InvalidInput(
            "bracket: expected [u, u] = 0, and with u = W_0 it is not zero; a bracket"
            " of matrices is u @ v - v @ u, not their product"
        )


def generated(order: int) -> int:
    """`order` as an integer up to which formulas have been generated."""
    order = _check.count(order, "order")
    if order > ORDER:
        raise NotAvailable(
            f"order: {order} has not been generated, the largest is {ORDER};"
            " set ORDER in book/buss/series-derive.ipynb"
            " and run python -m rotlib.codegen --write buss"
        )
    return order
