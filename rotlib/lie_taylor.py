"""Taylor series on the rotation group: how far a body turns in a step.

The rate and its derivatives at the start of the step go in, a rotation vector comes
out, to be applied by one exponential: nothing can leave the group, whatever the order.
Both are body components unless the call says `frame="space"`. `series` does the same in
any other Lie algebra.
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
    """Rotation vector over a step h, from the rate and its derivatives at its start.

    Parameters
    ----------
    W : array_like, shape (..., k, 3)
        Rate, rad/s, and its first k - 1 time derivatives, rad/s^2, rad/s^3, ..., in the
        components that `frame` names; derivatives of those components, which from the
        second on differ between the frames.
    h : array_like
        Step in s, not zero; negative steps go back in time. Broadcasts against the
        leading axes.
    order : int, optional
        Keep Y through h^order, which takes `order` rows of `W`; methods built on it
        have that global order. Default: as many as there are rows.
    frame : {"body", "space"}
        Components of the rates and of the result.

    Returns
    -------
    ndarray, shape (..., 3)
        Rotation vector Y = h Z in the same components: exp(Y/2) goes to the right of q
        for "body", to the left for "space". float32 rates give a float32 result.

    Raises
    ------
    InvalidInput
        For fewer rows than the order needs, h = 0, shapes, NaN or infinity, an unknown
        frame, or a turn so large that its angle is lost (1/eps, 4.5e15 rad).
    NotAvailable
        For a higher order than has been generated.

    Notes
    -----
    Y = h W0 + h^2/2 W1 + h^3 (W2/6 + [W1, W0]/12) + h^4/24 (W3 + [W2, W0]) + ..., with
    [u, v] = v x u in the body and u x v in space (Buss's slides, equation
    eq-taylor-rotation-vector). Chapter: Taylor series on a group.

    Examples
    --------
    >>> Y = rotation_vector([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], 0.1)
    >>> np.round(Y, 9)
    array([1.0000e-01, 5.0000e-03, 8.3333e-05])
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

    Parameters
    ----------
    bracket : callable
        bracket(u, v) -> [u, v], bilinear and antisymmetric: the bracket that belongs to
        the group's product. For matrices it is u v - v u, for vectors of rotations the
        cross product u x v.
    order : int
        Keep Y through h^order, 1 to `ORDER`. Steps by exp(Y) have that global order.
    frame : {"body", "space"}
        On which side of the group element y the rate stands. "space": y' = W y, and a
        step is exp(Y) y. "body": y' = y W, and a step is y exp(Y). The derivatives are
        those of this W; from the second on they differ between the frames.

    Returns
    -------
    callable
        Y(W, h): from W = (W_0, W_1, ...), the rate and at least `order` - 1 of its time
        derivatives at the start of a step, and the step h. The W_k are elements of the
        algebra: arrays of any shape, or any objects with `+` and multiplication by
        floats from the right. It returns such an element.

    Raises
    ------
    InvalidInput
        For a bracket that cannot be called or an unknown frame. By the returned
        function: for fewer elements than `order`, h = 0, arrays that are not finite,
        and for a bracket that fails, that returns arrays of another shape, or in which
        [W_0, W_0] is not zero.
    NotAvailable
        For a higher order than the numbers have been generated for.

    Notes
    -----
    Y' = sum of B_k/k! ad_Y^k W, power by power in h: equations eq-series-recursion and
    eq-series-any. With the cross product it is `rotation_vector`, which is faster.
    Chapter: Taylor series on a group.

    Examples
    --------
    Matrices of determinant one, from rates with trace zero:

    >>> Y = series(lambda u, v: u @ v - v @ u, order=3)
    >>> upper, lower = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0, 0], [1.0, 0]])
    >>> Y((upper, lower, 0 * upper), 0.1)
    array([[ 8.33333333e-05,  1.00000000e-01],
           [ 5.00000000e-03, -8.33333333e-05]])
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
    """Raise unless [u, v] is an element, and zero for equal ones, as far as seen."""
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
    """Return `order` as an integer up to which formulas have been generated."""
    order = _check.count(order, "order")
    if order > ORDER:
        raise NotAvailable(
            f"order: {order} has not been generated, the largest is {ORDER};"
            " set ORDER in book/buss/series-derive.ipynb"
            " and run python -m rotlib.codegen --write buss"
        )
    return order
