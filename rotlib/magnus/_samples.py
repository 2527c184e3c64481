"""Rotation from the samples of a gyroscope, rates or increments.

Before anything is integrated: are the times in order, are there gaps, are the units
right?
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from .. import _check, quaternion
from .._types import Array, ArrayLike, Attitude, Frame, Function, Steps
from ..errors import BridgedGap, DoubtfulUnits, InvalidInput, NotAvailable, warn
from ..kernels import magnus as _k
from ..kernels.quaternion import multiply

EVEN = 5.0  # intervals are alike if none is longer than another by more than this
LONG = 5.0  # s, from sample to sample
ASK = "are these degrees (np.radians converts them), or the times milliseconds?"
LOST = "leave such samples out and give the times of the others, t=..."
FASTEST = math.radians(4000.0)  # rad/s: where the gyroscopes that one buys end
ROUNDING = 4.0  # distances of floats by which equal intervals may differ
MOST_IN_A_GAP = 100.0  # rad


def of_vectors(kernel: Function, vectors: int, numbers: int = 0) -> Function:
    def call(*args: Any) -> Array:
        return _check.on_arrays(kernel, 3, *args[:vectors], numbers=args[vectors:])

    return call


_KERNELS: dict[str, dict[int, tuple[int, Function]]] = {  # each of so many intervals
    "rates": {
        2: (1, lambda first, last, h: (first + last) * (h / 2)[:, None]),
        4: (2, of_vectors(_k.rates_3, 3, 1)),
        6: (4, of_vectors(_k.rates_5, 5, 1)),
    },
    "increments": {
        2: (1, lambda only: only),
        4: (2, of_vectors(_k.increments_2, 2)),
        6: (4, of_vectors(_k.increments_4, 4)),
    },
}
_RATES_UNEQUAL = of_vectors(_k.rates_unequal, 4, 3)
_INCREMENTS_UNEQUAL = of_vectors(_k.increments_unequal, 3, 2)
_LINEAR = of_vectors(_k.magnus_order_6, 2, 1)
_CONING: dict[str, dict[int, Function]] = {
    "polynomial": {2: _k.coning_2, 3: _k.coning_3_quadratic},
    "coning": {2: _k.coning_2, 3: _k.coning_3_tuned},
}


def in_frame(
    kernel: Function, sign: float, vectors: Sequence[Array], *others: Array
) -> Array:
    """Rotation vectors by a formula in space components, in the frame of that sign."""
    Y = _check.turn(kernel, *[sign * v for v in vectors], *others)
    return sign * Y + 0.0


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
    if order not in _KERNELS[kind]:
        raise NotAvailable(
            f"order: sampled rates are integrated to order 2, 4 or 6, got {order!r}"
        )
    span, kernel = _KERNELS[kind][order]
    samples = _sequence(_check.array(samples, "samples", LOST), "samples")
    sign = _check.frame_sign(frame)
    intervals = samples.shape[-2] - rates
    h, bridged = _spacing(dt, t, intervals, max_gap, bridge)
    if intervals < span or intervals % span:
        raise InvalidInput(
            f"samples: order {order} takes groups of {span} intervals, got {intervals};"
            " drop samples at the end or choose a lower order"
        )
    _require_plausible(samples, np.where(bridged, np.nan, h), rates)
    if h.size > 1 and order == 6:
        raise NotAvailable(
            "order: 6 takes equal intervals, and those of t differ by"
            f" {np.ptp(h):.2g} s; use order=4"
        )
    if h.size > 1 and order == 4:
        return sign * _unequal(sign * samples, h, rates) + 0
    end = intervals - span + 1
    columns = [samples[..., j : j + end : span, :] for j in range(span + rates)]
    lengths = [(span * h).astype(samples.dtype)] if rates else []
    return in_frame(kernel, sign, columns, *lengths)


def _unequal(samples: Array, h: Array, rates: bool) -> Array:
    """Order 4 at intervals h: pairs of them, with one sample beside the pair."""
    n = len(h)
    if n < 4:
        raise InvalidInput(
            "samples: order 4 at unequal intervals takes at least 4 of them, got"
            f" {n}; use order=2"
        )
    lengths = np.concatenate(([np.inf], h, [np.inf]))
    before, first, second, after = (lengths[k : k + n : 2] for k in range(4))
    forward = _alike(first, second, after)
    smooth = forward | _alike(first, second, before)
    whole = first + second
    c = (first - second) / (2 * whole)
    beside = np.where(forward, 0.5 + after / whole, -0.5 - before / whole)
    d = np.where(smooth, beside, 1.0)  # elsewhere any number that does no harm
    numbers = [a.astype(samples.dtype) for a in (c, d, whole)]
    pairs = np.arange(0, n, 2)

    def at(k: Steps) -> Array:
        return np.asarray(samples[..., k.clip(0, samples.shape[-2] - 1), :])

    one, two, three = [at(pairs + k) for k in range(3)]
    if rates:
        other = at(np.where(forward, pairs + 3, pairs - 1))
        Y = _check.turn(_RATES_UNEQUAL, one, two, three, other, *numbers)
    else:
        both = one + two
        other = np.where(forward[:, None], both + three, -at(pairs - 1))
        Y = _check.turn(_INCREMENTS_UNEQUAL, one, both, other, *numbers[:2])
    rough = pairs[~smooth]
    if rough.size:
        halves = [
            _straight(at(k), at(k + 1), h[k]) if rates else quaternion.exp(at(k))
            for k in (rough + 1, rough)
        ]
        Y[..., ~smooth, :] = quaternion.log(quaternion.multiply(*halves))
    return Y


def _alike(*lengths: Array) -> Any:
    return np.maximum.reduce(lengths) <= EVEN * np.minimum.reduce(lengths)


def _straight(start: Array, end: Array, h: Array) -> Array:
    """The turn over h by a rate that changes linearly."""
    size = np.sqrt(np.maximum((start**2).sum(-1), (end**2).sum(-1)))
    most = float((size * h).max())
    if most > MOST_IN_A_GAP:
        raise InvalidInput(
            f"t: expected a gap in which the body turns by at most {MOST_IN_A_GAP:g}"
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
    kernel = _CONING[_check.one_of(fit, _CONING, "fit")].get(n)
    if kernel is None:
        raise NotAvailable(
            f"increments: expected 2 or 3 on the axis before the last, got {n};"
            " for 4 use from_samples"
        )
    each = [increments[..., j, :] for j in range(n)]
    return in_frame(of_vectors(kernel, n), _check.frame_sign(frame), each)


def propagate(
    q0: Attitude, rotation_vectors: ArrayLike, *, frame: Frame = "body"
) -> Array:
    """Attitudes (..., n + 1, 4) from q0 on, after each rotation vector (..., n, 3)."""
    q = _check.unit_quaternion(q0, "q0")
    turns = quaternion.exp(_sequence(rotation_vectors, "rotation_vectors"))
    body, dtype = _check.frame_sign(frame) < 0, np.result_type(q, turns)
    lead = np.broadcast_shapes(q.shape, turns.shape[:-2] + (4,))[:-1]
    now: Any = np.moveaxis(np.broadcast_to(q, (*lead, 4)), -1, 0)
    rows: Any = np.moveaxis(turns, (-2, -1), (0, 1))
    if now.ndim == 1 and dtype == np.float64:
        # one body: Python floats are ten times as fast
        now, rows = now.tolist(), rows.tolist()
    found = [now]
    for turn in rows:
        now = multiply(*now, *turn) if body else multiply(*turn, *now)
        found.append(now)
    path = np.moveaxis(np.array(found), (0, 1), (-2, -1)).astype(dtype, "C")
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


# --- the times of a recording ---------------------------------------------------------


def _spacing(
    dt: float | None,
    t: ArrayLike | None,
    intervals: int,
    max_gap: float | None,
    bridge: bool,
) -> tuple[Array, Any]:
    """The intervals, or one number if they are equal, and which of them are gaps."""
    if (dt is None) == (t is None):
        given = "neither" if dt is None else "both"
        raise InvalidInput(
            f"dt, t: expected one of them, got {given}; dt is the interval of equally"
            " spaced samples, t the times of samples as they came"
        )
    if t is None:
        interval = _check.real(dt, "dt")
        if interval == 0:
            raise InvalidInput("dt: expected a non-zero sampling interval, got 0")
        return np.full(1, interval), False
    times = _in_order(t, intervals + 1)
    lengths = np.diff(times)
    typical = float(np.median(lengths))
    if typical >= LONG:
        warn(
            f"t: the samples are {typical:.4g} s apart; are these milliseconds, or"
            " ticks of a clock?",
            DoubtfulUnits,
        )
    limit = EVEN * typical
    if max_gap is not None:
        limit = _check.positive(max_gap, "max_gap", "s")
    gaps = lengths > limit
    if found := int(gaps.sum()):
        k = int(np.argmax(lengths if bridge else gaps))  # the longest, or the first
        place = f"{lengths[k]:.4g} s after t[{k}] = {times[k]:.15g}"
        more = f", and {found - 1} more" if found > 1 else ""
        if not bridge:
            raise InvalidInput(
                f"t: a gap of {place}{more}, where the intervals are {typical:.3g} s"
                f' and max_gap is {limit:.3g} s; bridge it with gaps="bridge", allow it'
                " by max_gap=..., or split the recording there"
            )
        warn(
            f"t: {found} gap(s) bridged, {lengths[gaps].sum():.4g} s of"
            f" {lengths.sum():.4g} s, the longest {place}; nobody knows how the body"
            " turned there",
            BridgedGap,
        )
    if np.ptp(lengths) <= ROUNDING * np.spacing(np.abs(times).max()):
        return (times[-1:] - times[0]) / intervals, False
    return lengths, gaps


def _in_order(t: ArrayLike, stamps: int) -> Array:
    stored = np.asarray(t)
    if stored.dtype.kind in "Mm" or hasattr(next(stored.flat, 0), "timestamp"):
        raise InvalidInput(
            "t: expected times in seconds, got dates or durations; give"
            ' (t - t[0]) / np.timedelta64(1, "s")'
        )
    if stored.dtype.kind in "iu" and stored.size:  # nanoseconds have more digits
        t = stored - stored.flat[0]
    times = _check.array(t, "t", LOST).astype(np.float64)
    if times.shape != (stamps,):
        raise InvalidInput(
            f"t: expected shape ({stamps},), got {times.shape}; rates take one time for"
            " each sample, increments the times at which they begin and end"
        )
    if stamps < 2:
        raise InvalidInput("t: expected at least two times, got 1")
    bad = np.flatnonzero(np.diff(times) <= 0)
    if bad.size:
        k = int(bad[0]) + 1
        before, now = _check.told(times[k - 1], times[k])
        raise InvalidInput(
            f"t: expected strictly increasing times, got t[{k}] = {now} after"
            f" t[{k - 1}] = {before}; sort the samples by time and leave"
            " repeated ones out"
        )
    return times


def _require_plausible(samples: Array, h: Array, rates: bool) -> None:
    """Refuse what samples cannot resolve, warn of degrees; h is NaN in a gap."""
    with np.errstate(over="ignore"):
        size = np.sqrt((samples.astype(np.float64) ** 2).sum(-1))
    larger = np.maximum(size[..., 1:], size[..., :-1])
    turn = np.abs(h) * larger if rates else size + 0 * np.abs(h)
    most = float(np.nanmax(turn, initial=0.0))
    fastest = float(size.max(initial=0.0)) if rates else 0.0
    if most > math.pi:
        k = int(np.unravel_index(np.nanargmax(turn), turn.shape)[-1])
        raise InvalidInput(
            f"samples: expected at most pi rad from sample to sample, got {most:.3g}"
            f" after samples[..., {k}, :]; look at the units: {ASK} If they are"
            " right, sample faster"
        )
    if most > 1.0 or fastest > FASTEST:
        speed = f", {fastest:.4g} rad/s" if rates else ""
        what = f"up to {most:.3g} rad from sample to sample{speed}"
        warn(f"samples: {what}: look at the units: {ASK}", DoubtfulUnits)
