"""Rotation from the samples of a gyroscope, rates or increments at equal intervals."""

from __future__ import annotations

from typing import Literal

import numpy as np

from .. import _check, quaternion
from .._types import Array, ArrayLike, Attitude, Frame, Function
from ..backends.bind import arrays
from ..errors import InvalidInput, NotAvailable
from ..kernels import magnus as _k
from ..kernels.quaternion import multiply as _multiply

_multiply_arrays = arrays(_multiply, (4, 4), 4)


def _trapezoid(first: Array, last: Array, h: float) -> Array:
    return (first + last) * (h / 2)


_RATES: dict[int, tuple[int, Function]] = {
    2: (1, _trapezoid),
    4: (2, arrays(_k.rates_3, (3,) * 3 + (0,), 3)),
    6: (4, arrays(_k.rates_5, (3,) * 5 + (0,), 3)),
}
_INCREMENTS: dict[int, tuple[int, Function]] = {
    2: (1, lambda only: only),
    4: (2, arrays(_k.increments_2, (3, 3), 3)),
    6: (4, arrays(_k.increments_4, (3,) * 4, 3)),
}
_CONING = {
    (2, "polynomial"): arrays(_k.coning_2, (3, 3), 3),
    (2, "coning"): arrays(_k.coning_2, (3, 3), 3),
    (3, "polynomial"): arrays(_k.coning_3_quadratic, (3,) * 3, 3),
    (3, "coning"): arrays(_k.coning_3_tuned, (3,) * 3, 3),
}


def from_samples(
    samples: ArrayLike,
    dt: float,
    *,
    kind: Literal["rates", "increments"] = "rates",
    order: int = 4,
    frame: Frame = "body",
) -> Array:
    """Rotation vectors from gyroscope samples taken at equal intervals.

    Parameters
    ----------
    samples : array_like, shape (..., n, 3)
        Rates in rad/s at times 0, dt, 2 dt, ..., or increments in rad: integrals of the
        rate over successive intervals.
    dt : float
        Sampling interval, s. Unused for increments, except that it must be a number
        other than zero.
    kind : {"rates", "increments"}
        What the samples are.
    order : {2, 4, 6}
        Order of accuracy. Each rotation vector spans 1, 2 or 4 intervals.
    frame : {"body", "space"}
        Components of the samples; "body" for a gyroscope that is fixed to the body.

    Returns
    -------
    ndarray, shape (..., m, 3)
        One rotation vector for each group of intervals, for `propagate`.

    Raises
    ------
    InvalidInput
        If the intervals do not fill whole groups, or a turn is so large that its angle
        is lost.
    NotAvailable
        For another order.

    Notes
    -----
    Order 4 is Simpson's rule, or the sum of two increments, plus one cross product;
    order 2 has no cross product. Chapter: Coning in a gyroscope.

    Examples
    --------
    >>> t = np.linspace(0.0, 1.0, 5)
    >>> rates = np.stack([np.cos(t), np.sin(t), 0 * t], axis=-1)
    >>> from_samples(rates, 0.25, order=4).shape
    (2, 3)
    """
    rates = _check.one_of(kind, ("rates", "increments"), "kind") == "rates"
    table = _RATES if rates else _INCREMENTS
    if order not in table:
        raise NotAvailable(
            f"order: sampled rates are integrated to order 2, 4 or 6, got {order!r}"
        )
    span, kernel = table[order]
    samples, sign = _sequence(samples, "samples"), _check.frame_sign(frame)
    dt = _check.real(dt, "dt")
    if dt == 0:
        raise InvalidInput("dt: expected a non-zero sampling interval, got 0")
    intervals = samples.shape[-2] - rates
    if intervals < span or intervals % span:
        raise InvalidInput(
            f"samples: order {order} takes groups of {span} intervals, got {intervals};"
            " drop samples at the end or choose a lower order"
        )
    end = samples.shape[-2] - span + 1 - rates
    columns = [sign * samples[..., j : j + end : span, :] for j in range(span + rates)]
    h = [samples.dtype.type(span * dt)] if rates else []
    Y = _check.turn(kernel, *columns, *h)
    return sign * Y + 0


def coning_correction(
    increments: ArrayLike,
    *,
    fit: Literal["polynomial", "coning"] = "polynomial",
    frame: Frame = "body",
) -> Array:
    """Vector to be added to the sum of successive gyroscope increments.

    Parameters
    ----------
    increments : array_like, shape (..., n, 3)
        n = 2 or 3 integrals of the rate over equal successive intervals, rad.
    fit : {"polynomial", "coning"}
        For n = 3: coefficients 33/80 and 57/80, exact to fifth order for a quadratic
        rate, or 9/20 and 27/40, tuned to pure coning. For n = 2 both are 2/3.
    frame : {"body", "space"}
        Components of the increments.

    Returns
    -------
    ndarray, shape (..., 3)

    Raises
    ------
    NotAvailable
        For another number of increments.

    Notes
    -----
    Two samples in the body: 2/3 theta1 x theta2, the truncated Magnus series. Chapter:
    Coning in a gyroscope.

    Examples
    --------
    >>> coning_correction([[0.3, 0.0, 0.0], [0.0, 0.1, 0.0]]).round(12)
    array([0.  , 0.  , 0.02])
    """
    increments = _sequence(increments, "increments")
    n = increments.shape[-2]
    kernel = _CONING.get((n, _check.one_of(fit, ("polynomial", "coning"), "fit")))
    if kernel is None:
        raise NotAvailable(
            f"increments: expected 2 or 3 on the axis before the last, got {n};"
            " for 4 use from_samples"
        )
    correction = _check.turn(kernel, *(increments[..., j, :] for j in range(n)))
    return _check.frame_sign(frame) * correction + 0


def propagate(
    q0: Attitude, rotation_vectors: ArrayLike, *, frame: Frame = "body"
) -> Array:
    """Attitudes after each of a sequence of rotation vectors.

    Parameters
    ----------
    q0 : array_like, shape (..., 4)
        Attitude at the start, body to space.
    rotation_vectors : array_like, shape (..., n, 3)
        One turn for each step, rad, in the components that `frame` names.
    frame : {"body", "space"}
        "body": q <- q exp(v/2); "space": q <- exp(v/2) q.

    Returns
    -------
    ndarray, shape (..., n + 1, 4)
        Unit quaternions, the first one q0.

    Notes
    -----
    Chapter: Coning in a gyroscope.

    Examples
    --------
    >>> propagate([1, 0, 0, 0], [[np.pi, 0, 0], [0, np.pi, 0]]).round(12) + 0.0
    array([[1., 0., 0., 0.],
           [0., 1., 0., 0.],
           [0., 0., 0., 1.]])
    """
    q = _check.unit_quaternion(q0, "q0")
    turns = quaternion.exp(_sequence(rotation_vectors, "rotation_vectors"))
    body, dtype = _check.frame_sign(frame) < 0, np.result_type(q, turns)
    if q.ndim == 1 and turns.ndim == 2 and dtype == np.float64:
        # one body: Python floats are ten times as fast
        row = tuple(q.tolist())
        rows = [row]
        for v in turns.tolist():
            row = _multiply(*row, *v) if body else _multiply(*v, *row)
            rows.append(row)
        path = np.array(rows)
    else:
        now = np.broadcast_to(q, np.broadcast_shapes(q.shape, turns.shape[:-2] + (4,)))
        found = [now]
        for turn in np.moveaxis(turns, -2, 0):
            pair = (now, turn) if body else (turn, now)
            now = _multiply_arrays(*pair)
            found.append(now)
        path = np.stack(found, axis=-2).astype(dtype)
    norms: Array = np.sqrt((path * path).sum(-1, keepdims=True))
    return path / norms


def _sequence(value: ArrayLike, name: str) -> Array:
    a = _check.trailing(value, 3, name)
    if a.ndim < 2 or a.shape[-2] == 0:
        raise InvalidInput(
            f"{name}: expected shape (..., n, 3) with n > 0 in order of time,"
            f" got {a.shape}"
        )
    return a
