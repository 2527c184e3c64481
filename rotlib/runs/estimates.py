"""What a step gets wrong: the next term of a series, or the companion of a pair."""

import math
from typing import Any, cast

from .._types import Function, State
from ..errors import NotAvailable
from ..methods import ALL, EmbeddedPair, Method
from . import failures
from .run import Run
from .step_size import SAFETY, TURN

UNKNOWN = math.inf, math.inf, math.inf
SPARED, FOR_A_JUMP = 0.1, 0.01
FIRST = 1e-3  # rad: what a first step of a radian, not tried yet, is thought to miss


class Estimate:
    """Steps of a run and their errors, rad, counted as `integrate` says.

    order: the error of a step goes as h^(order + 1)
    share: the error allowed for a second, rad/s
    here: what is known of the error of a step from the state y
    first: first(duration) -> the first step to try
    attempt: attempt(t, h) -> the state, what is known there, and all numbers of that
    judged: judged(t, h) -> (ratio, next ratio, error) of the last attempt
    """

    first: Function
    attempt: Function
    judged: Function

    order: int
    here: Any

    def __init__(
        self, run: Run, tolerance: float, duration: float, length: float | None = None
    ):
        self.run: Run = run
        self.method: Method = run.method
        self.y: State = run.y
        self.share: float = tolerance / abs(duration)
        whole = run.body
        body = whole.about(whole.centre) if length else whole
        self.inertia: float = min(body.principal_moments)
        self.arm: float = _length(whole.centre.tolist())
        self.place: list[float] = [length] if length else []
        self.flight: list[float] = (
            [whole.mass * length / abs(duration)] if length else []
        )
        slow = self.inertia / abs(duration)
        self.largest: float = max(slow, self.momentum(self.y))
        self.then: tuple[Any, float] = None, self.largest

    def __call__(self, t: float, h: float) -> tuple[float, float, float, State]:
        """(ratio, next ratio, error, state) of a step, for `adaptive_steps`."""
        try:
            y, there, numbers = self.attempt(t, h)
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            if not failures.raised_in_step(error):
                raise
            return *UNKNOWN, self.y
        if not all(map(math.isfinite, (*y, *numbers))):
            return *UNKNOWN, self.y
        self.then = there, max(self.largest, self.momentum(y))
        return *self.judged(t, h), y

    def accept(self, y: State) -> None:
        """Take the state that the last call has led to."""
        self.y, (self.here, self.largest) = y, self.then

    def allowed(self, h: float) -> float:
        return self.share * abs(h)

    def at_most(self, h: float) -> float:
        return self.allowed(h)

    def momentum(self, y: State) -> float:
        first = 4 + 3 * len(self.place)
        return _length(y[first : first + 3])

    def speed(self, y: State) -> float:
        return _length(self.method.layout.from_state(y, self.run.J)[1])

    def fast(self, speed: float, h: float) -> float:
        """The turn of the step over TURN, to the power with which errors grow."""
        return float((abs(h) * speed / TURN) ** self.order)

    def longest(self, duration: float, speed: float) -> float:
        return min(abs(duration), TURN / speed if speed else math.inf)

    def shortened(self, h: float, error: float) -> float:
        ratio = error / (self.share * h)
        return h * min(1.0, SAFETY * float(ratio ** (-1 / self.order))) if ratio else h


class NextTerm(Estimate):
    """By the first term that a series leaves out, at both ends of the step."""

    def __init__(self, run: Run, tolerance: float, duration: float, t0: float):
        super().__init__(run, tolerance, duration)
        self.order: int = cast(int, run.method.order)  # of a method with a next term
        self.next_term: Function = cast(Function, run.method.estimate)
        self.here: Any = self.sizes(t0, self.y)

    def first(self, duration: float) -> float:
        h = self.longest(duration, self.here[2])
        return self.shortened(h, self.error(self.here, h))

    def attempt(self, t: float, h: float) -> tuple[State, Any, State]:
        y: State = self.run.step(t, h, self.y, self.run.J, self.run.load)
        there = self.sizes(t + h, y)
        return y, there, there

    def judged(self, t: float, h: float) -> tuple[float, float, float]:
        ends, allowed = (self.here, self.then[0]), self.allowed(h)
        before, after = (self.error(sizes, h) for sizes in ends)
        now, then = (self.fast(sizes[2], h) for sizes in ends)
        ratio = max(before / allowed, after / allowed, now)
        return ratio, max(after / allowed, then), max(before, after)

    def sizes(self, t: float, y: State) -> State:
        return *self.next_term(t, y, self.run.J, self.run.load), self.speed(y)

    def error(self, sizes: State, h: float) -> float:
        turn, gain, _ = sizes
        return float(abs(h) ** (self.order + 1) * (turn + gain / self.then[1]))


class Companion(Estimate):
    """By the companion of a pair, after the step.

    Where a torque jumps the error of a step goes as h, and so does its share of the
    tolerance, so no step would ever do. A tenth of the tolerance is spared for jumps:
    one may take a hundredth of what is left. A jump is where the same step, tried
    shorter, misses its share no less.
    """

    def __init__(
        self,
        run: Run,
        tolerance: float,
        duration: float,
        t0: float,
        length: float | None,
    ):
        super().__init__(run, (1 - SPARED) * tolerance, duration, length)
        self.spare: float = SPARED * tolerance
        # (t, h, ratio) of the last step
        self.refused: tuple[float, float, float] = (math.inf, 0.0, 0.0)
        self.jump: bool = False
        self.missed: float = 0.0
        self.pair: EmbeddedPair = cast(EmbeddedPair, run.method.estimate)
        self.order: int = self.pair.order
        self.here: Any = self.pair.slope(t0, self.y, run.J, run.load)
        self.slopes: Any = None  # of the last attempt

    def first(self, duration: float) -> float:
        omega, rates = self.here
        h = self.longest(duration, _length(omega))
        torque = _lengths(rates[-6:-3] if self.method.poses else rates)
        if any(torque):
            h = min(h, math.sqrt(TURN * self.inertia / torque[0]))
        return self.shortened(h, FIRST)

    def allowed(self, h: float) -> float:
        return self.at_most(h) if self.jump else self.share * abs(h)

    def at_most(self, h: float) -> float:
        return max(self.share * abs(h), self.spare * FOR_A_JUMP)

    def attempt(self, t: float, h: float) -> tuple[State, Any, State]:
        given = self.run.J, self.run.load, self.here
        y, self.slopes = self.pair.attempt(t, h, self.y, *given)
        omega, rates = self.slopes.last
        return y, self.slopes.last, (*omega, *rates)

    def judged(self, t: float, h: float) -> tuple[float, float, float]:
        turn, rest = self.pair.missing(h, self.slopes)
        angle, sizes = _length(turn), _lengths(rest)
        if self.place:
            sizes[0] += angle * self.arm
        scales = [*self.place, self.then[1], *self.flight]
        # a free body without a place has no rest
        missed = angle + sum([a / b for a, b in zip(sizes, scales, strict=False)])
        self.jump = self.jumps(t, h, missed)
        ratio = missed / self.allowed(h)
        ends = self.here, self.then[0]
        now, then = (self.fast(_length(omega), h) for omega, _ in ends)
        self.missed = missed
        return max(ratio, now), max(ratio, then), missed

    def jumps(self, t: float, h: float, missed: float) -> bool:
        ratio = missed / (self.share * abs(h))
        before, longer, refused = self.refused
        self.refused = t, h, ratio
        if before != t or not ratio > 1.0:
            return False
        return self.jump or ratio > math.sqrt(h / longer) * refused

    def accept(self, y: State) -> None:
        super().accept(y)
        if self.jump:
            self.spare -= self.missed


def require_estimate(method: Method) -> None:
    if method.estimate is not None:
        return
    if method.closed_form is not None:
        why = (
            "has every time in closed form and takes no steps; give h and steps, and"
            " ask the `at` of its run"
        )
    elif method.base is not None:
        why = (
            "returns to the energy after each step, and the estimate is of the step"
            f" before; take {method.base}"
        )
    elif "energy" in method.conserves:
        why = (
            "keeps the energy in each step by itself, but is symmetric, which keeps its"
            " other errors from adding up as long as all steps are equal, and what it"
            " leaves out has not been derived"
        )
    elif "symplectic" in method.properties:
        why = (
            "is symplectic: its energy stays near because all steps solve the same"
            " neighbouring problem, which belongs to their length, and steps that"
            " follow the motion let it drift"
        )
    elif method.poses:
        raise NotAvailable(
            f"position, velocity: {method.name} has no estimate of its error in flight;"
            " take rkmk54, which has one, or integrate with steps of one length"
        )
    else:
        why = "has no estimate of its error: what it leaves out has not been derived"
    raise NotAvailable(
        f"{method.name} {why}; steps can choose themselves in {_able()}, and in rkmk54"
        " for any load"
    )


def _able() -> str:
    return ", ".join(m.name for m in ALL if callable(m.estimate))


def _length(v: State) -> float:
    return math.sqrt(sum([x * x for x in v]))


def _lengths(v: State) -> list[float]:
    return [_length(v[i : i + 3]) for i in range(0, len(v), 3)]
