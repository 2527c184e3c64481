"""Rotation from the samples of a gyroscope, rates or increments."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from .. import _check, quaternion
from .._arrays import arrays
from .._types import Array, ArrayLike, Attitude, Frame, Function
from ..errors import InvalidInput, NotAvailable
from ..kernels import magnus as _k
from ..kernels.quaternion import multiply as _multiply
from ._stamps import EVEN, Mask, finite_rows, require_plausible, spacing

_multiply_arrays = arrays(_multiply, (4, 4), 4)


def _trapezoid(first: Array, last: Array, h: Array) -> Array:
    return (first + last) * (h / 2)[:, None]


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
_RATES_UNEQUAL = arrays(_k.rates_unequal, (3,) * 4 + (0, 0, 0), 3)
_INCREMENTS_UNEQUAL = arrays(_k.increments_unequal, (3,) * 3 + (0, 0), 3)
_LINEAR = arrays(_k.magnus_order_6, (3, 3, 0), 3)
_MOST_IN_A_GAP = 100.0  # rad
_CONING = {
    (2, "polynomial"): arrays(_k.coning_2, (3, 3), 3),
    (2, "coning"): arrays(_k.coning_2, (3, 3), 3),
    (3, "polynomial"): arrays(_k.coning_3_quadratic, (3,) * 3, 3),
    (3, "coning"): arrays(_k.coning_3_tuned, (3,) * 3, 3),
}


def from_samples(
    samples: ArrayLike,
    dt: float | None = None,
    *,
    t: ArrayLike | None = None,
    kind: Literal["rates", "increments"] = "rates",
    order: int = 4,
    frame: Frame = "body",
    gaps: Literal["refuse", "bridge"] = "refuse",
    max_gap: float | None = None,
) -> Array:
    """Rotation vectors from gyroscope samples, equally spaced or as they came.

    samples: (..., n, 3): rates, rad/s, at times 0, dt, 2 dt, ... or `t`, or increments,
        rad, the integrals of the rate over successive intervals
    dt: interval, s; unused for increments, but a number other than zero
    t: in place of `dt`: times, s, strictly increasing, (n,) for rates; (n + 1,) for
        increments, where each begins and where the last one ends
    order: 2, 4 or 6, the last for equal intervals; a vector spans 1, 2 or 4 of them
    gaps: what becomes of an interval longer than `max_gap`; in a bridged one the rate
        changes linearly from the last sample before it to the first after it
    max_gap: longest interval that is not a gap, s; by default five times the median

    One vector for each group of intervals, (..., m, 3), for `propagate`: for order 4
    the attitudes belong to t[::2]. At unequal intervals order 4 uses one more sample,
    beside the group; where neighbours differ by more than a factor five the rate is
    taken as linear.

    InvalidInput, with the index, for times that do not increase and for gaps; if the
    intervals do not fill whole groups; and for a turn of more than pi from sample to
    sample. The warning `DoubtfulUnits` comes above 1 rad from sample to sample or 4000
    degrees/s, `BridgedGap` with the number and length of the gaps.
    """
    rates = _check.one_of(kind, ("rates", "increments"), "kind") == "rates"
    bridge = _check.one_of(gaps, ("refuse", "bridge"), "gaps") == "bridge"
    table = _RATES if rates else _INCREMENTS
    if order not in table:
        raise NotAvailable(
            f"order: sampled rates are integrated to order 2, 4 or 6, got {order!r}"
        )
    span, kernel = table[order]
    finite_rows(samples, "samples")
    samples, sign = _sequence(samples, "samples"), _check.frame_sign(frame)
    intervals = samples.shape[-2] - rates
    h, missing = spacing(dt, t, intervals, max_gap, bridge)
    if intervals < span or intervals % span:
        raise InvalidInput(
            f"samples: order {order} takes groups of {span} intervals, got {intervals};"
            " drop samples at the end or choose a lower order"
        )
    if isinstance(h, float):
        require_plausible(samples, h, rates)
        lengths: Array = np.full(1, span * h)
    else:
        require_plausible(samples, np.where(missing, np.nan, h), rates)
        if order == 6:
            raise NotAvailable(
                "order: 6 takes equal intervals, and those of t differ by"
                f" {np.ptp(h):.2g} s; use order=4"
            )
        if order == 4:
            return sign * _unequal(sign * samples, h, rates) + 0
        lengths = h
    end = samples.shape[-2] - span + 1 - rates
    columns = [sign * samples[..., j : j + end : span, :] for j in range(span + rates)]
    each = [lengths.astype(samples.dtype)] if rates else []
    Y = _check.turn(kernel, *columns, *each)
    return sign * Y + 0


def _unequal(samples: Array, h: Array, rates: bool) -> Array:
    """Order 4 at intervals h: pairs of them, with one sample beside the pair."""
    if len(h) < 4:
        raise InvalidInput(
            "samples: order 4 at unequal intervals takes at least 4 of them, got"
            f" {len(h)}; use order=2"
        )
    first, second, none = h[::2], h[1::2], np.inf
    after, before = np.append(h[2::2], none), np.append(none, h[1:-1:2])
    forward = _alike(first, second, after)
    smooth = forward | _alike(first, second, before)
    whole = first + second
    c = (first - second) / (2 * whole)
    beside = np.where(forward, 0.5 + after / whole, -0.5 - before / whole)
    d = np.where(smooth, beside, 1.0)  # elsewhere any number that does no harm
    numbers = [a.astype(samples.dtype) for a in (c, d, whole)]
    pairs = 2 * np.arange(len(first))
    if rates:
        where = [pairs, pairs + 1, pairs + 2]
        where.append(np.where(forward, pairs + 3, pairs - 1).clip(0, len(h)))
        four = [samples[..., k, :] for k in where]
        Y = _check.turn(_RATES_UNEQUAL, *four, *numbers)
    else:
        one, two = samples[..., ::2, :], samples[..., 1::2, :]
        next_one = samples[..., (pairs + 2).clip(max=len(h) - 1), :]
        last_two = samples[..., (pairs - 1).clip(0), :]
        other = np.where(forward[:, None], one + two + next_one, -last_two)
        Y = _check.turn(_INCREMENTS_UNEQUAL, one, one + two, other, *numbers[:2])
    rough = np.flatnonzero(~smooth)
    if rough.size:
        turns = []
        for k in (2 * rough, 2 * rough + 1):
            end = samples[..., k + 1, :] if rates else None
            turns.append(_straight(samples[..., k, :], end, h[k]))
        Y[..., rough, :] = quaternion.log(quaternion.multiply(turns[1], turns[0]))
    return Y


def _alike(*lengths: Array) -> Mask:
    longest, shortest = np.maximum.reduce(lengths), np.minimum.reduce(lengths)
    alike: Mask = longest <= EVEN * shortest
    return alike


def _straight(start: Array, end: Array | None, h: Array) -> Array:
    """The turn of a rate that is linear from start to end, or of an increment."""
    if end is None:
        return quaternion.exp(start)
    size = np.sqrt(np.maximum((start**2).sum(-1), (end**2).sum(-1)))
    most = float((size * h).max())
    if most > _MOST_IN_A_GAP:
        raise InvalidInput(
            f"t: expected a gap in which the body turns by at most {_MOST_IN_A_GAP:g}"
            f" rad, got some {most:.3g} rad; split the recording there"
        )
    pieces = max(1, math.ceil(most))
    step = (h / pieces).astype(start.dtype)
    slope = (end - start) / h.astype(start.dtype)[:, None]
    turn = quaternion.exp(0 * start)
    for k in range(pieces):
        rate = start + (k / pieces) * (end - start)
        Y = _check.turn(_LINEAR, rate, slope, step)
        turn = quaternion.multiply(quaternion.exp(Y), turn)
    return turn


def coning_correction(
    increments: ArrayLike,
    *,
    fit: Literal["polynomial", "coning"] = "polynomial",
    frame: Frame = "body",
) -> Array:
    """Vector to be added to the sum of successive gyroscope increments.

    increments: (..., n, 3), rad: n = 2 or 3 integrals of the rate over equal intervals
    fit: for n = 3 coefficients 33/80 and 57/80, exact to fifth order for a quadratic
        rate, or 9/20 and 27/40, tuned to pure coning; for n = 2 both 2/3
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
    """Attitudes (..., n + 1, 4) from q0 on, after each rotation vector (..., n, 3)."""
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
