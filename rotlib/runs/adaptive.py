"""Steps that follow the error, for `integrate` with a tolerance.

The control is elementary (Hairer, Norsett and Wanner, section II.4): a ratio r of error
to what is allowed, which goes as h^order, asks for the step h r^(-1/order), of which
SAFETY is taken.
Chapters: Steps that choose themselves, Tolerances for any load.
"""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, cast

import numpy as np

from .. import _check
from .._types import Array, Function, Scalar, State, Tolerance
from ..backends.executors import Executor, raised_in_step, select_executor
from ..body import Body
from ..errors import Diverged, InvalidInput, NotAvailable, StepTooSmall
from ..methods import ALL, EmbeddedPair, Method
from .events import interpolate
from .given import InputsLike, checked_inputs
from .loop import Loop
from .prepare import bound_run
from .run import Run
from .trajectory import Trajectory

# part of the step that the ratio asks for, and how fast steps may change
SAFETY, LEAST, MOST = 0.9, 0.2, 5.0
TURN = 1.0  # rad in one step, whatever the tolerance: beyond, a series says little
COARSE = 2.0**-36  # part of a step that the times may be off, unseen
ROUNDING = 2.0**-53  # rad: a step that may be wrong by less than this cannot be
FIRST = 1e-3  # rad: what a first step of a radian, not tried yet, is thought to miss
# of the tolerance what is spared for jumps of a torque, and of that what one step takes
SPARED, FOR_ONE = 0.1, 0.01
OFTEN = 32  # steps between looks at whether a load is what was recorded
UNKNOWN = math.inf, math.inf, math.inf, None


def adaptive_steps(
    attempt: Callable[[float, float], tuple[float, float, float, Any]],
    t0: float,
    duration: float,
    h: float,
    order: int,
    allowed: Callable[[float], float],
) -> Iterator[tuple[float, float, Any, float, bool]]:
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
                said = f"no step leads on to finite numbers from t = {t:.17g} s"
                raise Diverged(said + "; look at the torque")
            said = f"at t = {t:.17g} s a step of {h:.2g} s is needed, shorter than"
            said += " rounding allows; take a larger tolerance, or look what happens"
            raise StepTooSmall(said + " there", t=t, h=h)
        step = there - t  # what the times say, where they are coarse
        step = step if abs(step - h) > COARSE * abs(h) else h
        ratio, following, error, result = attempt(t, step)
        accepted = ratio <= 1.0
        yield there, step, result, error, accepted
        t = there if accepted else t
        h *= factor(following if accepted else ratio, order)


def factor(ratio: float, order: int) -> float:
    if not ratio > 0.0:  # of an error nothing is seen, or of a NaN nothing at all
        return MOST if ratio == 0.0 else LEAST
    return min(MOST, max(LEAST, SAFETY * float(ratio ** (-1 / order))))


@lru_cache
def attempted(method: Method, n: int) -> Function:
    """A step from a state of n numbers and what its start tells of an error, to the
    next state, what a companion misses there, if there is one, and what the end tells.
    """
    estimate: Any = method.estimate
    step = method.step

    def with_companion(t: Scalar, h: Scalar, z: State, J: State, load: Any) -> State:
        slope = z[n : n + 3], z[n + 3 :]
        y, slopes = estimate.attempt(t, h, z[:n], J, load, slope)
        return (*y, *chain(*estimate.missing(h, slopes), *slopes.last))

    def with_term(t: Scalar, h: Scalar, z: State, J: State, load: Any) -> State:
        y = step(t, h, z[:n], J, load)
        return (*y, *estimate(t + h, y, J, load))

    return with_companion if isinstance(estimate, EmbeddedPair) else with_term


class FollowingSteps(Loop):
    """A run of steps that follow the error; each is a record.

    The error of a step is told by the companion of a pair, or at both its ends by the
    first term that a series leaves out. It goes as h^(order + 1).

    place: in flight [what counts as a radian, m]
    share: the error allowed for a second, rad/s
    spare: what steps of a pair may miss together beyond their shares, rad: over a jump
        of the torque the error goes as h, and so does the share, so no step would do
    largest: the largest momentum so far, in which an error of it is counted
    here: what the start of the next step tells: the slope, or the sizes of the term
    """

    unit: str = "s"
    long: float = math.inf
    backend: str = "python"
    wanted: int | None = None
    steps: int = -1
    rejected: int = 0
    asks: int | None = None  # calls of the load in an attempt

    def __init__(
        self,
        of: tuple[Method, Body, Any],
        start: dict[str, Array],
        t0: float,
        duration: float | None,
        tolerance: Tolerance,
        h: float | None,
        inputs: InputsLike,
    ):
        method, body, load = of
        if start["omega"].ndim > 1:
            said = "omega, q0: expected one state, got a batch of"
            said += f" {start['omega'].shape[:-1]}: call once for each, or give h and"
            raise NotAvailable(said + " steps")
        duration, t0 = _check.real(duration, "duration"), _check.real(t0, "t0")
        given = checked_inputs(inputs, load, t0, steps=None)
        _check.require(duration, "duration", "seconds other than zero", 0)
        _check.resolved(duration, t0, t0 + duration, "duration")
        tolerance, length = tolerances(tolerance, method, body)
        run = bound_run(method, body, load, start, t0=t0, inputs=given)
        self.run: Run = run
        self.omega: Array = start["omega"]
        self.dtype: Any = np.float64
        self.kept: Any = np.arange(64)  # as many as there is room for so far
        self.tolerance: float = tolerance
        self.total: float = abs(duration)
        self.end: float = t0 + duration
        self.t: list[float] = [t0]
        self.lengths: list[float] = [0.0]  # of the steps that led to the records
        self.errors: list[float] = []
        self.calls: list[int] = run.count_calls()
        estimate: Any = method.estimate
        self.paired: bool = isinstance(estimate, EmbeddedPair)
        self.order: int = cast(int, estimate.order if self.paired else method.order)
        spared = SPARED if self.paired else 0.0
        self.spare: float = spared * tolerance
        self.share: float = (1 - spared) * tolerance / self.total
        body = body.about(body.centre) if length else body
        self.arm: float = _length(run.body.centre.tolist())
        self.place: list[float] = [length] if length else []
        self.flight: list[float] = [body.mass * x / self.total for x in self.place]
        self.inertia: float = min(body.principal_moments)
        self.largest: float = self.inertia / self.total
        self.largest = self.largest_with(run.y)
        begin: Any = estimate.slope if self.paired else estimate
        here = begin(t0, run.y, run.J, run.load)
        self.here: State = tuple(chain(*here)) if self.paired else here
        step, before = attempted(method, len(run.y)), (*run.y, *self.here)
        self.tries: Run = run.with_step(step, before)
        self.text: Executor = Executor(self.tries, 0.0, 0.0)
        back = "; a negative duration runs back"
        h = self.first() if h is None else _check.positive(h, "h", "seconds", back)
        if self.share * h < ROUNDING:
            steps = self.total / h
            said = f"tolerance: {tolerance:.2g} rad over some {steps:.2g} steps is less"
            said += f" than their rounding; take {4 * ROUNDING * steps:.0e} or more"
            raise InvalidInput(said)
        tried = t0, duration, math.copysign(h, duration), self.order
        self.tried: Any = adaptive_steps(self.attempt, *tried, self.at_most)

    def first(self) -> float:
        speed = self.speed(self.run.y)
        h = min(self.total, TURN / speed if speed else math.inf)
        rates = self.here[3:] if self.paired else ()
        if torque := _length(rates[-6:-3] if self.place else rates):
            h = min(h, math.sqrt(TURN * self.inertia / torque))
        error = FIRST if self.paired else self.term(self.here, h, self.largest)
        ratio = error / (self.share * h)
        return h * min(1.0, SAFETY * float(ratio ** (-1 / self.order))) if ratio else h

    def attempt(self, t: float, h: float) -> tuple[float, float, float, Any]:
        n, m = len(self.run.y), len(self.here)
        try:
            made = self.made(t, h)
            y, there = made[:n], made[-m:]
            speeds = [self.speed(self.run.y), self.speed(y)]
            before, after = self.missed(h, y, made[n:-m], there)
        except (ValueError, OverflowError, ZeroDivisionError) as failure:
            if not raised_in_step(failure):
                raise
            return UNKNOWN
        if not all(map(math.isfinite, (*y, *speeds, before, after))):
            return UNKNOWN
        error, allowed = max(before, after), self.at_most(h)
        # the turn of a step over TURN, to the power with which errors grow
        now, then = [float((abs(h) * speed / TURN) ** self.order) for speed in speeds]
        ratios = max(error / allowed, now), max(after / allowed, then)
        return *ratios, error, (y, there)

    def made(self, t: float, h: float) -> State:
        """An attempt, by its text once so many were made that writing it pays."""
        run, before, start = self.run, self.calls[0], (*self.run.y, *self.here)
        if self.asks is not None and self.text.program is None:
            self.text = select_executor(self.tries, "auto", 0.0, 0.0, 1)
        found = self.text.once(t, h, start)
        if found is not None:
            self.calls[0] += self.asks or 0
            return found
        plain: State = self.tries.step(t, h, start, run.J, run.load)
        self.asks = self.calls[0] - before
        return plain

    def missed(
        self, h: float, y: State, missed: State, there: State
    ) -> tuple[float, float]:
        """The error as the start of the step tells it, and as the end."""
        largest = self.largest_with(y)
        if not self.paired:
            return self.term(self.here, h, largest), self.term(there, h, largest)
        angle, *sizes = [_length(missed[i : i + 3]) for i in range(0, len(missed), 3)]
        if self.place:
            sizes[0] += angle * self.arm
        scales = [*self.place, largest, *self.flight]
        # a free body without a place has no rest
        error = angle + sum([a / b for a, b in zip(sizes, scales, strict=False)])
        return error, error

    def term(self, sizes: State, h: float, largest: float) -> float:
        turn, gain = sizes
        return float(abs(h) ** (self.order + 1) * (turn + gain / largest))

    def speed(self, y: State) -> float:
        return _length(self.run.method.layout.from_state(y, self.run.J)[1])

    def at_most(self, h: float) -> float:
        return max(self.share * abs(h), self.spare * FOR_ONE)

    def largest_with(self, y: State) -> float:
        first = 7 if self.place else 4
        return max(self.largest, _length(y[first : first + 3]))

    @property
    def at(self) -> int:
        return len(self.errors)

    @property
    def h(self) -> float:
        return self.lengths[-1]

    def times(self, steps: Any) -> Any:
        return np.array(self.t)[steps] if np.ndim(steps) else self.t[steps]

    def blocks(self) -> Iterator[tuple[int, ...]]:
        while self.t[-1] != self.end:
            yield self.at, 1, 1

    def advance(self, k: int, every: int, out: Array) -> None:
        t, h, made, error, accepted = next(self.tried)
        while not accepted:
            self.rejected += 1
            t, h, made, error, accepted = next(self.tried)
        self.run.y, self.here = made
        out[0], self.largest = made[0], self.largest_with(made[0])
        self.spare -= error if error > self.share * abs(h) else 0.0
        self.t.append(t)
        self.lengths.append(abs(h))
        self.errors.append(error)

    def amount(self, steps: int) -> float:
        return self.lengths[-1]

    def renew(self) -> None:
        self.require_same_load()

    def compare(self, k: int, every: int, states: Array) -> None:
        if k % OFTEN == 0 and (said := self.run.differs(self.t[-1:], states)):
            raise InvalidInput(said)

    def piece(self, k: int, t: Array, states: Array) -> Trajectory:
        stats = {"taken": np.array(self.lengths[k : k + len(t)])}
        return self.run.trajectory(t, states, stats, interpolate)

    def stats(self, t: Array) -> dict[str, Any]:
        h = np.abs(np.diff(t))
        return {
            "steps": len(h),
            "rejected": self.rejected,
            "smallest": h.min(initial=self.total).item(),
            "largest": h.max(initial=0.0).item(),
            "error": math.fsum(self.errors),
            "load_calls": self.calls[0],
            "taken": np.array(self.lengths[: len(t)]),
            "tolerance": self.tolerance,
        }


def _length(v: State) -> float:
    return math.sqrt(sum([x * x for x in v]))


# --- what it takes --------------------------------------------------------------------


def tolerable(tolerance: float) -> float:
    tolerance = _check.positive(tolerance, "tolerance", "rad")
    least = f"{4 * ROUNDING:.1g} rad or more, the rounding of an attitude"
    good = tolerance >= 4 * ROUNDING
    _check.require(good, "tolerance", least, f"{tolerance:.2g}")
    return tolerance


def tolerances(
    given: Tolerance, method: Method, body: Body
) -> tuple[float, float | None]:
    """The tolerance, rad, and in flight the length that counts as a radian, m."""
    pair = isinstance(given, (tuple, list)) and len(given) == 2
    angle, place = cast(Any, given if pair else (given, None))
    angle = tolerable(angle)
    if pair:
        if not method.poses:
            said = f"tolerance: {method.name} integrates the rotation alone here, got"
            said += " (rad, m); give a position or a velocity with rkmk54"
            raise NotAvailable(said)
        return angle, _check.positive(place, "tolerance, the second", "m") / angle
    if not method.poses:
        return angle, None
    return angle, math.sqrt(max(body.about(body.centre).principal_moments) / body.mass)


def require_estimate(method: Method) -> None:
    if method.estimate is not None:
        return
    if method.closed_form is not None:
        why = "has every time in closed form and takes no steps; give h and steps"
    elif method.base is not None:
        why = f"estimates the step before its return to the energy; take {method.base}"
    elif "energy" in method.conserves:
        why = "keeps the energy in any steps, but is symmetric in equal ones alone"
    elif "symplectic" in method.properties:
        why = "is symplectic, and its energy stays near in equal steps alone"
    elif method.poses:
        said = f"position, velocity: {method.name} has no estimate of its error in"
        raise NotAvailable(said + " flight; take rkmk54, or give h and steps")
    else:
        why = "has no estimate of its error: what it leaves out has not been derived"
    able = ", ".join(m.name for m in ALL if callable(m.estimate))
    said = f"{method.name} {why}; steps can choose themselves in {able}, and in rkmk54"
    raise NotAvailable(said + " for any load")
