"""Magnus series: how far a body turns in one step when its rotation rate changes.

Everything here returns rotation vectors (axis times angle, radians) to be applied by
one exponential: nothing can leave the rotation group. Rates and results are body
components, q1 = q0 exp(Y/2), unless the call says `frame="space"`: then they are space
components, q1 = exp(Y/2) q0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _check, quaternion
from .._arrays import arrays
from .._types import Array, ArrayLike, Attitude, Frame, Function
from ..errors import InvalidInput, NotAvailable
from ..kernels import magnus as _k
from ._attitude import NODES as _NODES
from ._attitude import attitude
from ._sampled_rates import coning_correction, from_samples, propagate

__all__ = [
    "attitude",
    "coning_correction",
    "from_samples",
    "gauss_legendre",
    "propagate",
    "rotation_vector",
    "step",
]


def __dir__() -> list[str]:
    return __all__


def _family(prefix: str) -> dict[int, tuple[Function, Function]]:
    """{number: (kernel, the same for arrays)} of the kernels prefix1, prefix2, ..."""
    names = (name for name in vars(_k) if name.startswith(prefix))
    return {
        int(n[len(prefix) :]): (getattr(_k, n), arrays(getattr(_k, n), (3, 3, 0), 3))
        for n in names
    }


_BY = {"terms": _family("magnus_terms_"), "order": _family("magnus_order_")}
_GAUSS = {4: arrays(_k.gauss_4, (3, 3, 0), 3), 6: arrays(_k.gauss_6, (3, 3, 3, 0), 3)}


def rotation_vector(
    omega: ArrayLike,
    alpha: ArrayLike,
    h: ArrayLike,
    *,
    terms: int | None = None,
    order: int | None = None,
    frame: Frame = "body",
) -> Array:
    """Rotation vector over a step h for the rate omega + alpha t.

    Parameters
    ----------
    omega : array_like, shape (..., 3)
        Rate at the start of the step, rad/s, in the components that `frame` names.
    alpha : array_like, shape (..., 3)
        Derivative of those components, rad/s^2.
    h : array_like
        Step in s, not zero; negative steps go back in time. Broadcasts against the
        leading axes.
    terms : int, optional
        Sum the first `terms` terms of the Magnus series. The error of a step is O(h^(2
        floor(terms/2) + 3)): an odd number of terms is no better in order than the even
        number below it.
    order : int, optional
        Keep every term up to h^order, about the middle of the step. Odd orders gain
        one, since no even power occurs. With neither `terms` nor `order`, `order=6`.
    frame : {"body", "space"}
        Components of the rates and of the result.

    Returns
    -------
    ndarray, shape (..., 3)
        Rotation vector in the same components: exp(Y/2) goes to the right of q for
        "body", to the left for "space". float32 rates give a float32 result.

    Raises
    ------
    InvalidInput
        For both `terms` and `order`, for h = 0, shapes, NaN or infinity, an unknown
        frame, or a turn so large that its angle is lost (1/eps, 4.5e15 rad).
    NotAvailable
        For more terms or a higher order than has been generated.

    Notes
    -----
    In the body, Y = h w + h^3/12 omega x alpha + h^5/240 (b alpha - c w + a/3 omega x
    alpha) + ..., with w the rate at mid-step, a = w.w, b = w.alpha, c = alpha.alpha. In
    space, as in the chapters, the factors of each cross product change places. The
    series converges for |omega| h + |alpha| h^2/2 < 2 pi. Chapters: When the rate
    changes (derivation), The Magnus series at work.

    Examples
    --------
    >>> Y = rotation_vector([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], 0.1, order=6)
    >>> np.round(Y, 9)
    array([9.9999958e-02, 5.0000000e-03, 8.3347000e-05])
    """
    kernel, array_kernel = _choose(terms, order)
    omega, alpha = (
        _check.trailing(omega, 3, "omega"),
        _check.trailing(alpha, 3, "alpha"),
    )
    h, sign = _check.steps(h), _check.frame_sign(frame)
    dtype = np.result_type(omega, alpha)
    if omega.ndim == alpha.ndim == 1 and h.ndim == 0 and dtype == np.float64:
        numbers = *(sign * omega).tolist(), *(sign * alpha).tolist(), float(h)
        return sign * _check.turn(kernel, *numbers) + 0.0
    Y = _check.turn(array_kernel, sign * omega, sign * alpha, h.astype(dtype))
    return sign * Y + 0.0


def step(
    q: Attitude,
    omega: ArrayLike,
    alpha: ArrayLike,
    h: ArrayLike,
    *,
    terms: int | None = None,
    order: int | None = None,
    frame: Frame = "body",
) -> tuple[Array, Array]:
    """Attitude and rate after a step h with constant angular acceleration.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Attitude at the start of the step, body to space.
    omega : array_like, shape (..., 3)
        Rate at the start of the step, rad/s, in the components that `frame` names.
    alpha : array_like, shape (..., 3)
        Derivative of those components, rad/s^2, the same all through the step.
    h : array_like
        Step in s, not zero; negative steps go back in time. All four broadcast.
    terms, order : int, optional
        Where the series ends, as in `rotation_vector`; by default `order=6`.
    frame : {"body", "space"}
        "body": q' = q exp(Y/2); "space": q' = exp(Y/2) q.

    Returns
    -------
    q' : ndarray, shape (..., 4)
        Unit quaternion after the step.
    omega' : ndarray, shape (..., 3)
        omega + alpha h. In the body these are components along the axes of the body as
        it then stands.

    Raises
    ------
    InvalidInput, NotAvailable
        As `rotation_vector`, and for q that is no unit quaternion or shapes that do not
        broadcast.

    Notes
    -----
    Equation eq-magnus-step: with `terms=1, 2, 3` and `frame="space"` it is the step of
    the article on constant angular acceleration. A free body under Euler's equations
    has no constant acceleration; `rotlib.methods.constant_acceleration` tells what the
    step makes of it. Chapters: When the rate changes (derivation), The Magnus series at
    work.

    Examples
    --------
    Half a turn about z in two seconds, from rest to rest:

    >>> turning = [0.0, 0.0, np.pi]
    >>> q, omega = step([1, 0, 0, 0], [0, 0, 0], turning, 1.0)
    >>> q, omega = step(q, omega, np.negative(turning), 1.0)
    >>> q.round(12) + 0.0, omega.round(12) + 0.0
    (array([0., 0., 0., 1.]), array([0., 0., 0.]))
    """
    q = _check.unit_quaternion(q)
    Y = rotation_vector(omega, alpha, h, terms=terms, order=order, frame=frame)
    omega, alpha, h = (_check.array(x, "") for x in (omega, alpha, h))
    dtype = np.result_type(q, Y)
    if q.shape[:-1] != Y.shape[:-1]:
        try:
            lanes = np.broadcast_shapes(q.shape[:-1], Y.shape[:-1])
        except ValueError:
            raise InvalidInput(
                f"q: expected a shape that broadcasts with the {Y.shape} of the rates,"
                f" got {q.shape}"
            ) from None
        q, Y = np.broadcast_to(q, (*lanes, 4)), np.broadcast_to(Y, (*lanes, 3))
    turn = quaternion.exp(Y)
    pair = (turn, q) if frame == "space" else (q, turn)
    after = (omega + alpha * h[..., None]).astype(dtype)
    turned = quaternion.normalize(quaternion.multiply(*pair)).astype(dtype)
    return turned, np.broadcast_to(after, Y.shape).copy()


def gauss_legendre(
    rate: Callable[[Any], ArrayLike],
    t: ArrayLike,
    h: ArrayLike,
    *,
    order: int = 4,
    frame: Frame = "body",
) -> Array:
    """Rotation vector from t to t + h for a smooth rate, from values at Gauss's nodes.

    Parameters
    ----------
    rate : callable
        rate(t) gives the rate in rad/s, shape (3,), or (..., 3) for times of shape
        (...).
    t : array_like
        Start of the step or steps, s.
    h : array_like
        Step in s, not zero; broadcasts against `t`.
    order : {4, 6}
        Two values and one cross product, or three values and three cross products.
    frame : {"body", "space"}
        Components in which `rate` answers, and of the result.

    Returns
    -------
    ndarray, shape (..., 3)

    Raises
    ------
    InvalidInput
        If `rate` returns something other than three finite numbers for each time, h is
        zero, or the turn is so large that its angle is lost.
    NotAvailable
        For another order.

    Notes
    -----
    Order 4 in the body: Y = h/2 (w1 + w2) + sqrt(3)/12 h^2 w1 x w2 with w1, w2 the
    rates at t + (1/2 -+ sqrt(3)/6) h. In space, as in the chapters, the factors of the
    cross product change places. Chapters: When the rate changes (derivation), The
    Magnus series at work.

    Examples
    --------
    >>> rate = lambda t: np.array([np.cos(t), np.sin(t), 0.5])
    >>> np.round(gauss_legendre(rate, 0.0, 0.1, order=6), 9)
    array([0.09979177, 0.00499375, 0.05008328])
    """
    if order not in _GAUSS:
        raise NotAvailable(
            f"order: Gauss-Legendre steps have order 4 or 6, got {order!r};"
            " take shorter steps for more"
        )
    t, h, sign = _check.array(t, "t"), _check.steps(h), _check.frame_sign(frame)
    values = []
    for node in _NODES[order]:
        when = t + node * h
        given = rate(float(when) if when.ndim == 0 else when)
        value = _check.trailing(given, 3, "rate(t)")
        if value.shape[:-1] != when.shape:
            raise InvalidInput(
                f"rate(t): expected shape {(*when.shape, 3)} at times {when.shape},"
                f" got {value.shape}"
            )
        values.append(sign * value)
    Y = _check.turn(_GAUSS[order], *values, h.astype(np.result_type(*values)))
    return sign * Y + 0.0


def _choose(terms: int | None, order: int | None) -> tuple[Function, Function]:
    """The kernels for `terms` or for `order`."""
    if terms is not None and order is not None:
        raise InvalidInput(
            "terms, order: expected one of them,"
            f" got terms={terms!r} and order={order!r};"
            " terms counts Omega_1 + Omega_2 + ..., order cuts by powers of h"
        )
    if terms is not None:
        name, number = "terms", _check.count(terms, "terms")
        found = _BY[name].get(number)
    else:
        name, number = "order", 6 if order is None else _check.count(order, "order")
        found = _BY[name].get(number + number % 2)
    if found is None:
        raise NotAvailable(
            f"{name}: {number} has not been generated, the largest is {max(_BY[name])};"
            f" set {name.upper()} in book/magnus/derive.ipynb"
            " and run python -m rotlib.codegen --write"
        )
    return found
