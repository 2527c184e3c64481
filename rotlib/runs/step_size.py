"""Steps of a length that follows the error.

The control is elementary (Hairer, Norsett and Wanner, section II.4): a ratio r of error
to what is allowed, which goes as h^order, asks for the step h r^(-1/order), of which
SAFETY is taken.
"""

import math
from collections.abc import Callable, Iterator

from .._types import State
from ..errors import Diverged, StepTooSmall

# part of the step that the ratio asks for, and how fast steps may change
SAFETY, LEAST, MOST = (0.9, 0.2, 5.0)
TURN = 1.0  # rad in one step, whatever the tolerance: beyond, a series says little
COARSE = 2.0**-36  # part of a step that the times may be off, unseen
ROUNDING = 2.0**-53  # rad: a step that may be wrong by less than this cannot be


def adaptive_steps(
    attempt: Callable[[float, float], tuple[float, float, float, State]],
    t0: float,
    duration: float,
    h: float,
    order: int,
    allowed: Callable[[float], float],
) -> Iterator[tuple[float, float, State, float, bool]]:
    """Yield (t, h, result, error, accepted) for every step tried, to the end.

    attempt: attempt(t, h) -> (error over what is allowed, the same as known for the
        step after it, error in rad, result)
    allowed: allowed(h) -> the error that a step may have
    """
    t, end, ratio = t0, t0 + duration, 1.0
    while t != end:
        left = end - t
        if abs(h) >= abs(left):
            h, there = left, end
        else:
            h = min(h, left / 2, key=abs)  # no crumb at the end
            there = t + h
        if there == t or (there != end and allowed(h) < ROUNDING):
            if not math.isfinite(ratio):
                raise Diverged(
                    f"no step leads on to finite numbers from t = {t:.17g} s; look at"
                    " the torque"
                )
            raise StepTooSmall(
                f"at t = {t:.17g} s a step of {h:.2g} s would be needed: shorter than"
                " rounding allows; take a larger tolerance or a higher order, or look"
                " at what happens there",
                t=t,
                h=h,
            )
        step = there - t  # what the times say, where they are coarse
        step = step if abs(step - h) > COARSE * abs(h) else h
        ratio, following, error, result = attempt(t, step)
        accepted = ratio <= 1.0
        yield there, step, result, error, accepted
        t = there if accepted else t
        h *= factor(following if accepted else ratio, order)


def factor(ratio: float, order: int) -> float:
    # zero: nothing to be seen of an error; NaN: nothing to be seen at all
    if not ratio > 0.0:
        return MOST if ratio == 0.0 else LEAST
    return min(MOST, max(LEAST, SAFETY * float(ratio ** (-1 / order))))
