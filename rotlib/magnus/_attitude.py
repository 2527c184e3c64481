"""Attitudes at any times for a rate that is known, by steps that are given or that choose themselves."""

import math

import numpy as np

from .. import _check
from .._step_control import ROUNDING, TURN, march
from ..adaptive import tolerable
from ..errors import InvalidInput, NotAvailable
from ..kernels import magnus as _k
from ..kernels.quaternion import exp, multiply

NODES = {4: (0.5 - math.sqrt(3) / 6, 0.5 + math.sqrt(3) / 6),
         6: (0.5 - math.sqrt(15) / 10, 0.5, 0.5 + math.sqrt(15) / 10)}
_GAUSS = {4: _k.gauss_4, 6: _k.gauss_6}
ORDER = 4           # of what the estimate is of
SPARE = 16          # parts of the duration of which the first trial step has one at most


def attitude(rate, t, *, q0=None, tolerance=None, steps=None, order=6, frame="space"):
    """Attitudes at given times for a rate that is known as a function of time.

    Parameters
    ----------
    rate : callable
        rate(t) -> three numbers, rad/s, for one time.
    t : array_like, shape (n,)
        Times, s, from the start on, all later or all earlier than the one before.
    q0 : array_like, shape (4,), optional
        Attitude at t[0], body to space. Default: the identity.
    tolerance : float, optional
        rad: steps choose themselves so that their estimated errors over the whole of `t` add up to no more.
    steps : int, optional
        Instead of `tolerance`: so many equal Gauss-Legendre steps from each of the times to the next.
    order : {4, 6}
        With `tolerance` both take the same values of the rate, and what is estimated and held is the error of order 4:
        order 4 comes near the tolerance, order 6 stays well below.
    frame : {"space", "body"}
        Components in which `rate` answers.

    Returns
    -------
    ndarray, shape (n, 4)
        Unit quaternions wxyz, the first one q0. Between the steps one shorter step leads to each of the times.

    Raises
    ------
    InvalidInput
        For neither or both of `tolerance` and `steps`, times out of order, or a rate that is not three finite numbers;
        for a tolerance below rounding.
    NotAvailable
        For another order.
    StepTooSmall
        If the tolerance asks for steps that rounding forbids, as at a jump of the rate: end there and start anew.

    Notes
    -----
    The estimate is E of equation eq-magnus-pair, from five values of which the next step uses the last again. No step
    turns by more than about a radian; what happens between the values of the rate is not seen. Chapter: Steps that
    choose themselves.

    Examples
    --------
    >>> rate = lambda t: (0.0, 0.0, 2 * t)
    >>> q = attitude(rate, [0.0, 0.5, 1.0], tolerance=1e-9)
    >>> bool(abs(q[:, 3] - np.sin([0.0, 0.125, 0.5])).max() < 1e-9)
    True
    """
    t = _check.array(t, "t").astype(np.float64)
    if t.ndim != 1 or not len(t) or not ((np.diff(t) > 0).all() or (np.diff(t) < 0).all()):
        raise InvalidInput(f"t: expected times of shape (n,), all later or all earlier than the one before, got {t}")
    if (tolerance is None) == (steps is None):
        raise InvalidInput(f"tolerance, steps: expected one of them, got tolerance={tolerance!r} and steps={steps!r}")
    if order not in _GAUSS:
        raise NotAvailable(f"order: expected 4 or 6, got {order!r}; take a smaller tolerance or more steps")
    q = _check.unit_quaternion((1.0, 0.0, 0.0, 0.0) if q0 is None else q0, "q0")
    if q.ndim != 1:
        raise NotAvailable(f"q0: expected one attitude, got {q.shape}; multiply by the others afterwards")
    tolerance, steps = (None, _check.count(steps, "steps")) if tolerance is None else (tolerable(tolerance), None)
    sign = _check.frame_sign(frame)

    def value(time):
        """The rate, with the sign that makes the formulas of space those of the frame."""
        return [sign * x for x in _check.vector(rate(time), "rate(t)")]

    def turned(q, Y):
        turn = exp(*[sign * x for x in Y])
        return multiply(*turn, *q) if sign > 0 else multiply(*q, *turn)

    q, times = tuple(q.tolist()), t.tolist()
    found = [q]
    if len(times) == 1:
        return np.array(found)
    found += (_fixed(value, turned, q, times, steps, order) if tolerance is None
              else _adaptive(value, turned, q, times, tolerance, order))
    found = np.array(found)
    return found / np.sqrt((found * found).sum(-1, keepdims=True))


def _fixed(value, turned, q, times, steps, order):
    """The attitudes after the first, by Gauss's nodes."""
    for start, end in zip(times, times[1:], strict=False):
        h = (end - start) / steps
        for k in range(steps):
            rates = [x for node in NODES[order] for x in value(start + (k + node) * h)]
            q = turned(q, _GAUSS[order](*rates, h))
        yield q


def _adaptive(value, turned, q, times, tolerance, order):
    """The attitudes after the first, by steps that choose themselves."""
    t0, duration = times[0], times[-1] - times[0]
    share, first, kept = tolerance / abs(duration), value(t0), {}

    def step(t, h, first):
        """Rotation vector, what it is wrong by, the rate at the end."""
        rates = [first, *(value(t + k * h / 4) for k in (1, 2, 3, 4))]
        *Y, x, y, z = _k.rates_pair(*[x for rate in rates for x in rate], h)
        E = (x, y, z)
        return [a + b for a, b in zip(Y, E, strict=True)] if order == 6 else Y, math.hypot(*E), rates[-1]

    def attempt(t, h):
        Y, error, last = step(t, h, kept["rate"])
        ratio = max(error / (share * abs(h)), (math.hypot(*Y) / TURN) ** ORDER)
        return ratio, ratio, error, (Y, last)

    kept["rate"] = first
    size = math.hypot(*first)
    start = min(abs(duration) / SPARE, TURN / size if size else math.inf)
    if share * start < ROUNDING:
        raise InvalidInput(f"tolerance: {tolerance:.2g} rad over {abs(duration) / start:.2g} steps or more is less "
                           "than their rounding; take a larger one")
    wanted, t = 1, t0
    for there, _, (Y, last), _, accepted in march(attempt, t0, duration, math.copysign(start, duration), ORDER, share):
        if not accepted:
            continue
        while wanted < len(times) and abs(times[wanted] - t0) < abs(there - t0):
            part, _, _ = step(t, times[wanted] - t, kept["rate"])
            yield turned(q, part)
            wanted += 1
        q, t, kept["rate"] = turned(q, Y), there, last
        if wanted < len(times) and times[wanted] == there:
            yield q
            wanted += 1
