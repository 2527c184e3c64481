"""Attitudes for a rate that is known, by steps that are given or choose themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np

from .. import _check
from .._types import Array, ArrayLike, Attitude, Flow, Frame, State
from ..errors import InvalidInput, NotAvailable
from ..kernels import magnus as _k
from ..kernels.quaternion import exp, multiply
from ..runs.adaptive import ROUNDING, TURN, adaptive_steps, tolerable

GAUSS: dict[int, tuple[tuple[float, ...], Flow]] = {
    4: ((0.5 - math.sqrt(3) / 6, 0.5 + math.sqrt(3) / 6), _k.gauss_4),
    6: ((0.5 - math.sqrt(15) / 10, 0.5, 0.5 + math.sqrt(15) / 10), _k.gauss_6),
}
_PAIR: Flow = _k.rates_pair
Value: TypeAlias = Callable[[float], list[float]]
Turned: TypeAlias = Callable[[State, State], State]
ORDER = 4  # of what the estimate is of
SPARE = 16  # parts of the duration of which the first trial step has one at most
LONGEST = 1e15  # rad, up to which the angle of a step needs no look


def gauss(order: int) -> tuple[tuple[float, ...], Flow]:
    if order not in GAUSS:
        raise NotAvailable(
            f"order: Gauss-Legendre steps have order 4 or 6, got {order!r}; take more,"
            " shorter steps, or a smaller tolerance"
        )
    return GAUSS[order]


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
    steps: instead of `tolerance`, so many equal Gauss-Legendre steps from each of the
        times to the next
    order: 4 or 6; with `tolerance` both take the same values of the rate, and the error
        of order 4 is estimated and held: 4 comes near the tolerance, 6 stays well below

    No step turns by more than about a radian; what happens between the values of the
    rate is not seen. The estimate is E of [eq-magnus-pair]. StepTooSmall if the
    tolerance asks for steps that rounding forbids, as at a jump of the rate: end there
    and start anew.

    >>> attitude(lambda t: (0, 0, 2 * t), [0, 0.5, 1.0], tolerance=1e-9)[:, 3].round(8)
    array([0.        , 0.12467473, 0.47942554])
    """
    t = _check.array(t, "t").astype(np.float64)
    if t.ndim != 1 or not len(t) or abs(np.sign(np.diff(t)).sum()) != len(t) - 1:
        raise InvalidInput(
            "t: expected times of shape (n,),"
            f" all later or all earlier than the one before, got {t}"
        )
    if (tolerance is None) == (steps is None):
        raise InvalidInput(
            "tolerance, steps: expected one of them,"
            f" got tolerance={tolerance!r} and steps={steps!r}"
        )
    gauss(order)
    q = _check.unit_quaternion((1.0, 0.0, 0.0, 0.0) if q0 is None else q0, "q0")
    if q.ndim != 1:
        raise NotAvailable(
            f"q0: expected one attitude, got {q.shape};"
            " multiply by the others afterwards"
        )
    sign = _check.frame_sign(frame)

    def value(time: float) -> list[float]:
        """The rate, with the sign that turns the formulas of space into the frame's."""
        return [sign * x for x in _check.vector(rate(time), "rate(t)")]

    def turned(q: State, Y: State) -> State:
        turn: State = exp(*[sign * x for x in Y])
        return multiply(*turn, *q) if sign > 0 else multiply(*q, *turn)

    start, times = tuple(q.tolist()), t.tolist()
    if tolerance is None:
        n = _check.count(steps, "steps")
        following = _fixed(value, turned, start, times, n, order)
    else:
        tolerance = tolerable(tolerance)
        following = _adaptive(value, turned, start, times, tolerance, order)
    found = np.array([start, *(following if len(times) > 1 else ())])
    norms: Array = np.sqrt((found * found).sum(-1, keepdims=True))
    return found / norms


def _fixed(
    value: Value, turned: Turned, q: State, times: list[float], steps: int, order: int
) -> Iterator[State]:
    nodes, kernel = gauss(order)
    for start, end in pairwise(times):
        h = (end - start) / steps
        for k in range(steps):
            rates = [x for node in nodes for x in value(start + (k + node) * h)]
            Y = kernel(*rates, h)
            if not math.hypot(*Y) < LONGEST:
                _check.turn(kernel, *rates, h)
            q = turned(q, Y)
        yield q


def _adaptive(
    value: Value, turned: Turned, q: State, times: list[float], most: float, order: int
) -> Iterator[State]:
    t0, duration, rate = times[0], times[-1] - times[0], value(times[0])
    share, size = most / abs(duration), math.hypot(*rate)
    parts = max(SPARE, abs(duration) * size / TURN)
    if most < parts * ROUNDING:
        raise InvalidInput(
            f"tolerance: {most:.2g} rad over {parts:.2g} steps"
            " or more is less than their rounding; take a larger one"
        )

    def step(t: float, h: float) -> tuple[State, float, list[float]]:
        rates = [rate, *(value(t + k * h / 4) for k in (1, 2, 3, 4))]
        pair = _PAIR(*chain(*rates), h)
        Y, E = pair[:3], pair[3:]
        if order == 6:
            Y = [a + b for a, b in zip(Y, E, strict=True)]
        return Y, math.hypot(*E), rates[-1]

    def allowed(h: float) -> float:
        return share * abs(h)

    def attempt(t: float, h: float) -> tuple[float, float, float, State]:
        Y, error, last = step(t, h)
        ratio = max(error / allowed(h), (math.hypot(*Y) / TURN) ** ORDER)
        return ratio, ratio, error, (Y, last)

    start = min(abs(duration) / SPARE, TURN / size if size else math.inf)
    h = math.copysign(start, duration)
    wanted, t = 1, t0
    for there, _, (Y, last), _, accepted in adaptive_steps(
        attempt, t0, duration, h, ORDER, allowed
    ):
        if not accepted:
            continue
        while wanted < len(times) and abs(times[wanted] - t0) <= abs(there - t0):
            at = times[wanted]
            yield turned(q, Y if at == there else step(t, at - t)[0])
            wanted += 1
        q, t, rate = turned(q, Y), there, last
