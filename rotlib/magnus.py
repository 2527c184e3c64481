"""Magnus series: how far a body turns in one step when its rotation rate changes.

Rotation vectors (..., 3), axis times angle, rad, are applied by one exponential:
nothing can leave the rotation group. Rates, rad/s, and results are body components, q1
= q0 exp(Y/2), unless the call says `frame="space"`: then they are space components, q1
= exp(Y/2) q0, and in the formulas the factors of each cross product change places. A
step h, in s, is not zero, and negative ones go back in time. Leading axes broadcast;
float32 stays float32. InvalidInput for other shapes, for numbers that are not finite,
and for a turn so large that its angle is lost (1/eps, 4.5e15 rad); NotAvailable for
orders that have not been generated.

Chapters: Magnus: a rate that is known, Magnus terms from samples, The Magnus series at
work, A gyroscope that reports what never happened.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any, Literal, TypeAlias

import numpy as np

from . import _check, quaternion
from ._check import on_arrays, require
from ._types import Array, ArrayLike, Attitude, Flow, Frame, Scalar, State, Steps
from ._vectors import cross, dot, plus, times
from .backends.derived import straight
from .errors import BridgedGap, DoubtfulUnits, InvalidInput, NotAvailable, warn
from .kernels import magnus_samples as _k
from .kernels.quaternion import exp, multiply
from .numbers import total
from .runs.adaptive import ROUNDING, TURN, adaptive_steps, tolerable

__all__ = ["attitude", "coning_correction", "from_samples", "gauss_legendre"]
__all__ += ["propagate", "rotation_vector", "step"]
__dir__: Any = __all__.copy

_PAIR: Flow = _k.rates_pair
Value: TypeAlias = Callable[[float], list[float]]
Polynomials: TypeAlias = Sequence[Mapping[tuple[int, int, int], float]]


def by_terms(terms: Sequence[Polynomials]) -> Flow:
    """Their sum, P u + Q v + R v x u for u = h omega, v = h^2 alpha.

    terms: P, Q, R of each: numbers by the powers of u.u, u.v, v.v [eq-magnus-collapsed]
    """

    def magnus_terms(*numbers: Scalar) -> State:
        h = numbers[6]
        u, v = times(h, numbers[:3]), times(h * h, numbers[3:6])
        whole = dot(u, u), dot(u, v), dot(v, v)

        @cache
        def power(*n: int) -> Any:
            k = next(k for k in range(3) if n[k])
            lower = [m - (i == k) for i, m in enumerate(n)]
            return whole[k] * power(*lower) if any(lower) else whole[k]

        vectors = []
        for place, vector in enumerate((u, v, cross(v, u))):
            numbers_of = chain(*[term[place].items() for term in terms])
            parts = [x * power(*n) if any(n) else x for n, x in numbers_of]
            if parts:
                vectors.append(times(total(parts[1:], parts[0]), vector))
        made: State = plus(*vectors)
        return made

    return magnus_terms


def by_moments(weights: Sequence[Sequence[float]], brackets: Flow) -> Flow:
    """Moments of rates over h, or of increments, which come without h, and the brackets
    of these [eq-magnus-two-moments, eq-magnus-six].
    """
    count = 3 * len(weights[0])

    def of_samples(*numbers: Scalar) -> State:
        values, h = numbers[:count], numbers[count:]
        moments: list[Scalar] = []
        for row in weights:
            used = [(w, values[3 * j : 3 * j + 3]) for j, w in enumerate(row) if w]
            moments += plus(*[x if w == 1 else times(w, x) for w, x in used])
        return brackets(*(times(h[0], moments) if h else moments))

    return of_samples


def _terms(n: int) -> Flow:
    return straight(by_terms([_k.TERMS[k] for k in range(1, n + 1)]), 7, 3)


def _scheme(name: str) -> Flow:
    weights = _k.WEIGHTS[name]
    brackets = _k.order_four if len(weights) == 2 else _k.order_six
    numbers = 3 * len(weights[0]) + ("increments" not in name)
    return straight(by_moments(weights, brackets), numbers, 3)


SERIES: dict[str, dict[int, Flow]] = {
    "terms": {n: _terms(n) for n in _k.TERMS},
    "order": {
        p: getattr(_k, f"magnus_order_{p}")
        for p in range(2, 99, 2)
        if hasattr(_k, f"magnus_order_{p}")
    },
}
# nodes and formula
GAUSS: dict[int, tuple[tuple[float, ...], Flow]] = {
    4: (_k.GAUSS_NODES_4, _scheme("gauss_4")),
    6: (_k.GAUSS_NODES_6, _scheme("gauss_6")),
}


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
    terms: sum so many terms of the series; an odd number has the order of the even one
        below it, 2 floor(terms/2) + 2
    order: every term up to h^order, about the middle of the step; odd orders gain one;
        6 if neither is given

    The series, h w + h^3/12 omega x alpha + ... with w the rate at mid-step, converges
    for |omega| h + |alpha| h^2/2 < 2 pi.
    """
    kernel, omega = _series(terms, order), _check.trailing(omega, 3, "omega")
    alpha, h = _check.trailing(alpha, 3, "alpha"), _check.steps(h)
    h = h.astype(np.result_type(omega, alpha))
    return _turn(kernel, _check.frame_sign(frame), (omega, alpha), h)


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

    alpha, terms, order: as in `rotation_vector`

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
    dtype, turn = np.result_type(q, Y), quaternion.exp(Y)
    pair = (turn, q) if frame == "space" else (q, turn)
    turned = quaternion.normalize(quaternion.multiply(*pair)).astype(dtype)
    after = (omega + alpha * h[..., None]).astype(dtype)
    return turned, np.broadcast_to(after, (*turned.shape[:-1], 3)).copy()


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

    >>> gauss_legendre(lambda t: (np.cos(t), np.sin(t), 0.5), 0, 0.1, order=6).round(9)
    array([0.09979177, 0.00499375, 0.05008328])
    """
    t, h, sign = _check.array(t, "t"), _check.steps(h), _check.frame_sign(frame)
    values, (nodes, kernel) = [], _gauss(order)
    for when in [t + node * h for node in nodes]:
        given = rate(float(when) if when.ndim == 0 else when)
        values.append(_check.trailing(given, 3, "rate(t)"))
        good, got = (*when.shape, 3), values[-1].shape
        require(got == good, "rate(t)", f"shape {good}", got)
    return _turn(kernel, sign, values, h.astype(np.result_type(*values)))


def _series(terms: int | None, order: int | None) -> Flow:
    one = terms is None or order is None
    require(one, "terms, order", "one of them", f"{terms!r} and {order!r}")
    name, given = ("order", order) if terms is None else ("terms", terms)
    number = 6 if given is None else _check.count(given, name)
    number += number % 2 * (name == "order")
    if number not in (known := SERIES[name]):
        raise NotAvailable(
            f"{name}: {number} has not been generated, the largest is {max(known)}; set"
            f" {name.upper()} in book/magnus/samples-derive.ipynb, run python -m"
            " rotlib.codegen --write"
        )
    return known[number]


def _gauss(order: int) -> tuple[tuple[float, ...], Flow]:
    if order not in GAUSS:
        raise NotAvailable(f"order: expected order 4 or 6, got {order!r}")
    return GAUSS[order]


def _turn(
    kernel: Flow, sign: float, vectors: Sequence[Array], *numbers: Array
) -> Array:
    """Rotation vectors by a formula in space components, in the frame of that sign."""
    vectors = [sign * v for v in vectors]
    if {v.ndim for v in vectors} == {1} and not any(x.ndim for x in numbers):
        # one step, on floats: three times as fast
        flat = [x for v in (*vectors, *numbers) for x in v.ravel().tolist()]
        Y = _check.turn(kernel, *flat).astype(np.result_type(*vectors, *numbers))
    else:
        Y = _check.turn(partial(on_arrays, kernel, 3, numbers=numbers), *vectors)
    return sign * Y + 0.0


# --- attitudes ------------------------------------------------------------------------


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


def attitude(
    rate: Callable[[float], ArrayLike],
    t: ArrayLike,
    *,
    q0: Attitude | None = None,
    tolerance: float | None = None,
    steps: int | None = None,
    order: int = 6,
    frame: Frame = "body",
) -> Array:
    """Attitudes (n, 4) at given times for a rate that is known as a function of time.

    rate: rate(t) -> three numbers
    t: (n,), s, from the start on, all later or all earlier than the one before
    q0: attitude at t[0]; the identity by default
    tolerance: rad; steps choose themselves so that their estimated errors over the
        whole of `t` add up to no more
    steps: instead, so many equal Gauss-Legendre steps from each time to the next
    order: 4 or 6; with `tolerance` the error of order 4 is held: 4 comes near it, 6
        stays well below

    What happens between the values of the rate is not seen. The estimate is E of
    [eq-magnus-pair]. StepTooSmall at a jump of the rate: end there and start anew.

    >>> attitude(lambda t: (0, 0, 2 * t), [0, 0.5, 1.0], tolerance=1e-9)[:, 3].round(8)
    array([0.        , 0.12467473, 0.47942554])
    """
    t = _check.array(t, "t").astype(np.float64)
    good = t.ndim == 1 and abs(np.sign(np.diff(t)).sum()) == len(t) - 1
    wanted = "times of shape (n,), all later or all earlier than the one before"
    require(good and len(t), "t", wanted, t)
    one, got = (tolerance is None) != (steps is None), f"{tolerance!r} and {steps!r}"
    require(one, "tolerance, steps", "one of them", got)
    _gauss(order)
    q = _check.unit_quaternion((1.0, 0.0, 0.0, 0.0) if q0 is None else q0, "q0")
    if q.ndim != 1:
        raise NotAvailable(f"q0: expected one attitude, got shape {q.shape}")
    if len(t) == 1:
        return quaternion.normalize(q)[None].astype(np.float64)

    def value(time: float) -> list[float]:
        return _check.vector(rate(time), "rate(t)")

    if steps is not None:
        n = _check.count(steps, "steps")
        h = np.repeat(np.diff(t) / n, n)
        start = np.repeat(t[:-1], n) + np.tile(np.arange(n), len(t) - 1) * h
        each = lambda times: [*map(value, times.tolist())]  # noqa: E731
        turns = gauss_legendre(each, start, h, order=order, frame=frame)
        return propagate(q, turns, frame=frame)[::n]
    sign, tolerance = _check.frame_sign(frame), tolerable(tolerance or 0.0)
    found = [*_adaptive(value, tuple(q.tolist()), t.tolist(), tolerance, order, sign)]
    return quaternion.normalize(found)


def _adaptive(
    value: Value, q: State, times: list[float], most: float, order: int, sign: float
) -> Iterator[State]:
    t0, duration, rate = times[0], times[-1] - times[0], value(times[0])
    share, size = most / abs(duration), math.hypot(*rate)
    parts = max(16, abs(duration) * size / TURN)  # the first step is one at most
    if most < parts * ROUNDING:
        steps = f"{most:.2g} rad over {parts:.2g} steps"
        raise InvalidInput(f"tolerance: {steps} is less than their rounding")

    def attempt(t: float, h: float) -> tuple[float, float, float, Any]:
        rates = [rate, *[value(t + k * h / 4) for k in (1, 2, 3, 4)]]
        pair = list(_PAIR(*[sign * x for x in chain(*rates)], h))
        Y, E = pair[:3], pair[3:]
        if order == 6:
            Y = [a + b for a, b in zip(Y, E, strict=True)]
        error = math.hypot(*E)
        ratio = max(error / allowed(h), (math.hypot(*Y) / TURN) ** 4)
        return ratio, ratio, error, (exp(*[sign * x for x in Y]), rates[-1])

    def allowed(h: float) -> float:
        return share * abs(h)

    def turned(turn: State) -> State:
        return multiply(*turn, *q) if sign > 0 else multiply(*q, *turn)

    yield q
    t, wanted = t0, times[:0:-1]
    taken = adaptive_steps(attempt, t0, duration, duration / parts, 4, allowed)
    for there, _, (turn, last), _, accepted in taken:
        if not accepted:
            continue
        while wanted and abs(wanted[-1] - t0) <= abs(there - t0):
            at = wanted.pop()
            yield turned(turn if at == there else attempt(t, at - t)[3][0])
        q, t, rate = turned(turn), there, last


# --- the samples of a gyroscope -------------------------------------------------------

_SAMPLED: dict[str, dict[int, tuple[int, Flow]]] = {  # each for so many intervals
    "rates": {
        2: (1, lambda a, b, c, d, e, f, h: [x * h / 2 for x in (a + d, b + e, c + f)]),
        4: (2, _scheme("rates_3")),
        6: (4, _scheme("rates_5")),
    },
    "increments": {
        2: (1, lambda *only: only),
        4: (2, _scheme("increments_2")),
        6: (4, _scheme("increments_4")),
    },
}
EVEN = 5.0  # intervals are alike if none is longer than another by more than this
LONG = 5.0  # s, from sample to sample
FASTEST = math.radians(4000.0)  # rad/s: where the gyroscopes that one buys end
ASK = "are these degrees (np.radians converts them), or the times milliseconds?"
LOST = "leave such samples out and give the times of the others, t=..."


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
    gaps: what becomes of an interval longer than `max_gap`; in a bridged one, of half a
        turn at most, and where neighbours differ by more than a factor five, the rate
        is taken as linear
    max_gap: longest interval that is not a gap, s; by default five times the median

    One vector for each group of intervals, (..., m, 3), for `propagate`: for order 4
    the attitudes belong to t[::2]. A turn of more than pi from sample to sample is
    refused; above 1 rad, 5 s or 4000 degrees/s the warning `DoubtfulUnits` comes.
    """
    rates = _check.one_of(kind, ("rates", "increments"), "kind") == "rates"
    bridge = _check.one_of(gaps, ("refuse", "bridge"), "gaps") == "bridge"
    if order not in _SAMPLED[kind]:
        raise NotAvailable(f"order: expected 2, 4 or 6, got {order!r}")
    span, kernel = _SAMPLED[kind][order]
    samples = _sequence(_check.array(samples, "samples", LOST), "samples")
    sign, n = _check.frame_sign(frame), samples.shape[-2] - rates
    whole, remedy = f"groups of {span} intervals", "drop samples or take a lower order"
    require(n >= span and n % span == 0, "samples", whole, f"{n}; {remedy}")
    h, bridged = _intervals(dt, t, n, max_gap, bridge)
    _require_plausible(samples, np.where(bridged, np.nan, h), rates, t is not None)
    if h.size > 1 and order == 6:
        raise NotAvailable("order: 6 takes equal intervals, in t too; use order=4")
    if h.size > 1 and order == 4:
        return sign * _unequal(sign * samples, h, rates) + 0.0
    columns = [
        samples[..., j : n - span + 1 + j : span, :] for j in range(span + rates)
    ]
    lengths = [(span * h).astype(samples.dtype)] if rates else []
    return _turn(kernel, sign, columns, *lengths)


def _unequal(samples: Array, h: Array, rates: bool) -> Array:
    """Order 4 at intervals h: pairs of them, with one sample beside the pair."""
    n = len(h)
    require(n >= 4, "samples", "at least 4 unequal intervals", f"{n}; use order=2")
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
        Y = _turn(_k.rates_unequal, 1.0, (one, two, three, other), *numbers)
    else:
        both = one + two
        other = np.where(forward[:, None], both + three, -at(pairs - 1))
        Y = _turn(_k.increments_unequal, 1.0, (one, both, other), *numbers[:2])
    rough = pairs[~smooth]
    if rough.size:
        later, sooner = [
            _straight(at(k), at(k + 1), h[k]) if rates else quaternion.exp(at(k))
            for k in (rough + 1, rough)
        ]
        Y[..., ~smooth, :] = quaternion.log(quaternion.multiply(later, sooner))
    return Y


def _alike(*lengths: Array) -> Any:
    return np.maximum.reduce(lengths) <= EVEN * np.minimum.reduce(lengths)


def _straight(start: Array, end: Array, h: Array) -> Array:
    """The turn over h by a rate that changes linearly."""
    size = np.sqrt(np.maximum((start**2).sum(-1), (end**2).sum(-1)))
    got = f"some {(most := (size * h).max()):.3g} rad; split the recording there"
    require(most <= math.pi, "t", "at most pi rad in a gap", got)
    slope = (end - start) / h[:, None].astype(start.dtype)
    return quaternion.exp(rotation_vector(start, slope, h, order=10, frame="space"))


def coning_correction(
    increments: ArrayLike,
    *,
    fit: Literal["polynomial", "coning"] = "polynomial",
    frame: Frame = "body",
) -> Array:
    """Vector to be added to the sum of successive gyroscope increments.

    increments: (..., n, 3), rad: n = 2 or 3 integrals of the rate over equal intervals
    fit: for n = 3 coefficients 33/80 and 57/80, the whole second Magnus term of a
        quadratic rate, or 9/20 and 27/40, tuned to pure coning; for n = 2 both 2/3
    """
    increments = _sequence(increments, "increments")
    shares = _k.CONING_3[_check.one_of(fit, _k.CONING_3, "fit")]
    if (n := increments.shape[-2]) not in (2, 3):
        raise NotAvailable(f"increments: expected 2 or 3, got {n}; use from_samples")
    each = [*np.moveaxis(increments, -2, 0)]
    numbers = [np.asarray(x, increments.dtype) for x in shares] if n == 3 else []
    kernel: Flow = _k.coning_3 if n == 3 else _k.coning_2
    return _turn(kernel, _check.frame_sign(frame), each, *numbers)


def _sequence(value: ArrayLike, name: str) -> Array:
    a = _check.trailing(value, 3, name)
    good = a.ndim > 1 and a.shape[-2]
    require(good, name, "shape (..., n, 3) with n > 0", a.shape)
    return a


def _intervals(
    dt: float | None, t: ArrayLike | None, n: int, max_gap: float | None, bridge: bool
) -> tuple[Array, Any]:
    """The intervals, or one number if they are equal, and which of them are gaps."""
    given = "neither" if dt is None else "both"
    require((dt is None) != (t is None), "dt, t", "one of them", given)
    if t is None:
        require(_check.real(dt, "dt"), "dt", "a non-zero sampling interval", dt)
        return np.array([dt], dtype=float), False
    ticks = np.asarray(t)
    whole = ticks.dtype.kind in "iu" and ticks.size  # nanoseconds have more digits
    times = _check.array(ticks - ticks.flat[0] if whole else t, "t", LOST)
    times = times.astype(np.float64)
    got = f"{times.shape}; rates take a time for each sample, increments one more"
    require(times.shape == (n + 1,), "t", f"shape ({n + 1},)", got)
    h = np.diff(times)
    k = int(np.argmax(h <= 0)) + 1
    before, now = _check.told(times[k - 1], times[k])
    got = f"t[{k}] = {now} after t[{k - 1}] = {before}; sort, leave repeated ones out"
    require((h > 0).all(), "t", "strictly increasing times", got)
    typical = float(np.median(h))
    longest = EVEN * typical if max_gap is None else max_gap
    limit = _check.positive(longest, "max_gap", "s")
    gaps = h > limit
    if found := int(gaps.sum()):
        k = int(np.argmax(h if bridge else gaps))  # the longest, or the first
        place = f"{h[k]:.4g} s after t[{k}] = {times[k]:.15g}"
        more = f", and {found - 1} more" if found > 1 else ""
        if not bridge:
            raise InvalidInput(
                f"t: a gap of {place}{more}, where the intervals are {typical:.3g} s"
                f' and max_gap is {limit:.3g} s; bridge it with gaps="bridge", allow it'
                " by max_gap=..., or split the recording there"
            )
        words = f"t: {found} gap(s) bridged, the longest {place}"
        warn(f"{words}; nobody knows how the body turned there", BridgedGap)
    if np.ptp(h) <= 4 * np.spacing(np.abs(times).max()):  # equal, but for rounding
        return (times[-1:] - times[0]) / n, False
    return h, gaps


def _require_plausible(samples: Array, h: Array, rates: bool, timed: bool) -> None:
    """Refuse what samples cannot resolve, doubt the units; h is NaN in a gap."""
    with np.errstate(over="ignore"):
        size = np.sqrt((samples.astype(np.float64) ** 2).sum(-1))
    larger = np.maximum(size[..., 1:], size[..., :-1])
    turn = np.abs(h) * larger if rates else size + 0 * np.abs(h)
    most = float(np.nanmax(turn, initial=0.0))
    fastest = float(size.max(initial=0.0)) if rates else 0.0
    if most > math.pi:
        k = int(np.unravel_index(np.nanargmax(turn), turn.shape)[-1])
        got = f"{most:.3g} after samples[..., {k}, :]; look at the units: {ASK}"
        require(False, "samples", "at most pi rad from sample to sample", got)
    slow = timed and np.nanmedian(h) >= LONG
    if most > 1.0 or fastest > FASTEST or slow:
        speed = f", {fastest:.4g} rad/s" if rates else ""
        what = f"up to {most:.3g} rad from sample to sample{speed}"
        warn(f"samples: {what}: look at the units: {ASK}", DoubtfulUnits)
