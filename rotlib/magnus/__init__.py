"""Magnus series: how far a body turns in one step when its rotation rate changes.

Rotation vectors (..., 3), axis times angle, rad, are applied by one exponential:
nothing can leave the rotation group. Rates, rad/s, and results are body components, q1
= q0 exp(Y/2), unless the call says `frame="space"`: then they are space components, q1
= exp(Y/2) q0, and in the formulas the factors of each cross product change places. A
step h, in s, is not zero, and negative ones go back in time. Leading axes broadcast;
float32 stays float32. InvalidInput for other shapes, for numbers that are not finite,
and for a turn so large that its angle is lost (1/eps, 4.5e15 rad); NotAvailable for
orders that have not been generated.

Chapters: When the rate changes, The Magnus series at work, Coning in a gyroscope.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _check, quaternion
from .._types import Array, ArrayLike, Attitude, Frame, Function
from ..errors import InvalidInput, NotAvailable
from ..kernels import magnus as _k
from ._attitude import attitude, gauss
from ._samples import coning_correction, from_samples, in_frame, of_vectors, propagate

__all__ = ["attitude", "coning_correction", "from_samples", "gauss_legendre"]
__all__ += ["propagate", "rotation_vector", "step"]
__dir__: Any = __all__.copy


def _family(prefix: str) -> dict[int, Function]:
    kernels = vars(_k).items()
    return {int(n[len(prefix) :]): f for n, f in kernels if n.startswith(prefix)}


_BY = {"terms": _family("magnus_terms_"), "order": _family("magnus_order_")}


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

    alpha: derivative of the components of omega, rad/s^2
    terms: sum so many terms of the series; the error of a step is O(h^(2 floor(terms/2)
        + 3)), so an odd number is no better in order than the even one below it
    order: keep every term up to h^order, about the middle of the step; odd orders gain
        one, since no even power occurs; 6 if neither is given

    The series, h w + h^3/12 omega x alpha + ... with w the rate at mid-step, converges
    for |omega| h + |alpha| h^2/2 < 2 pi.
    """
    kernel, omega = _choose(terms, order), _check.trailing(omega, 3, "omega")
    alpha, h = _check.trailing(alpha, 3, "alpha"), _check.steps(h)
    sign = _check.frame_sign(frame)
    dtype = np.result_type(omega, alpha)
    single = omega.ndim == alpha.ndim == 1 and h.ndim == 0 and dtype == np.float64
    turn = of_vectors(kernel, 2, 1)
    if single:  # on floats, which is faster
        turn = lambda w, a, h: kernel(*w.tolist(), *a.tolist(), float(h))  # noqa: E731
    return in_frame(turn, sign, (omega, alpha), h.astype(dtype))


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

    alpha: derivative of the components of omega, rad/s^2, the same all through the step
    terms, order: where the series ends, as in `rotation_vector`

    The rate after the step has components along the axes of the body as it then stands.
    A free body has no constant acceleration: see
    `rotlib.methods.constant_acceleration`. With `terms=1, 2, 3` in space this is the
    step of the article on constant acceleration [eq-magnus-step].

    >>> q, omega = step([1, 0, 0, 0], [0, 0, 0], [0, 0, np.pi], 1.0)
    >>> step(q, omega, [0, 0, -np.pi], 1.0)[0].round(12) + 0.0
    array([0., 0., 0., 1.])
    """
    q = _check.unit_quaternion(q)
    Y = rotation_vector(omega, alpha, h, terms=terms, order=order, frame=frame)
    omega, alpha, h = (_check.array(x, "") for x in (omega, alpha, h))
    dtype = np.result_type(q, Y)
    lead = _check.broadcast((q.shape[:-1], Y.shape[:-1]), "q, rates")
    turn = quaternion.exp(Y)
    pair = (turn, q) if frame == "space" else (q, turn)
    after = (omega + alpha * h[..., None]).astype(dtype)
    turned = quaternion.normalize(quaternion.multiply(*pair)).astype(dtype)
    return turned, np.broadcast_to(after, (*lead, 3)).copy()


def gauss_legendre(
    rate: Callable[[Any], ArrayLike],
    t: ArrayLike,
    h: ArrayLike,
    *,
    order: int = 4,
    frame: Frame = "body",
) -> Array:
    """Rotation vector from t to t + h for a smooth rate, from values at Gauss's nodes.

    rate: rate(t) -> (3,), or (..., 3) for times of shape (...)
    t: start of the step or steps, s
    order: 4, with two values and one cross product, or 6, with three of each

    Order 4 is h/2 (w1 + w2) + sqrt(3)/12 h^2 w1 x w2 with the rates w1 and w2 at t +
    (1/2 -+ sqrt(3)/6) h.

    >>> gauss_legendre(lambda t: (np.cos(t), np.sin(t), 0.5), 0, 0.1, order=6).round(9)
    array([0.09979177, 0.00499375, 0.05008328])
    """
    t, h, sign = _check.array(t, "t"), _check.steps(h), _check.frame_sign(frame)
    values, (nodes, kernel) = [], gauss(order)
    for node in nodes:
        when = t + node * h
        given = rate(float(when) if when.ndim == 0 else when)
        value = _check.trailing(given, 3, "rate(t)")
        if value.shape[:-1] != when.shape:
            raise InvalidInput(
                f"rate(t): expected shape {(*when.shape, 3)} at times {when.shape},"
                f" got {value.shape}"
            )
        values.append(value)
    turn = of_vectors(kernel, len(nodes), 1)
    return in_frame(turn, sign, values, h.astype(np.result_type(*values)))


def _choose(terms: int | None, order: int | None) -> Function:
    if terms is not None and order is not None:
        raise InvalidInput(
            "terms, order: expected one of them,"
            f" got terms={terms!r} and order={order!r};"
            " terms counts Omega_1 + Omega_2 + ..., order cuts by powers of h"
        )
    name = "order" if terms is None else "terms"
    given = terms if order is None else order
    number = 6 if given is None else _check.count(given, name)
    found = _BY[name].get(number + number % 2 * (name == "order"))
    if found is None:
        raise NotAvailable(
            f"{name}: {number} has not been generated, the largest is {max(_BY[name])};"
            f" set {name.upper()} in book/magnus/derive.ipynb"
            " and run python -m rotlib.codegen --write"
        )
    return found
