"""Steps that choose themselves, for `integrate` with a tolerance.

Chapters: Steps that choose themselves, Tolerances for any load.
"""

import math
from collections.abc import Iterator
from typing import Any, cast

import numpy as np

from .. import _check
from .._types import Array, Tolerance
from ..backends.trace import Kind
from ..body import Body, one_body
from ..errors import InvalidInput, NotAvailable
from ..methods import EmbeddedPair, Method
from .dense_output import interpolate
from .estimates import Companion, Estimate, NextTerm, require_estimate
from .given import InputsLike, checked_inputs
from .loop import EqualSteps
from .prepare import bound_run
from .run import Run
from .step_size import ROUNDING, adaptive_steps
from .trajectory import Trajectory

BACK = "; a negative duration runs back"


def require(method: Method, body: Body, **others: Any) -> None:
    """Raise unless steps can follow the error, and none of the others is given."""
    one_body(body, "integrate with a tolerance")
    require_estimate(method)
    for name, given in others.items():
        if given is not None:
            raise NotAvailable(
                f"{name}: with a tolerance the steps choose themselves, with a record"
                " each, for one body on Python floats without joints, rotors and states"
                " of loads; leave it out, or give h and steps"
            )


class FollowingSteps(EqualSteps):
    """Steps that follow the error, a source of a `Loop`; each is a record."""

    unit: str = "s"
    backend: str = "python"
    wanted: int | None = None
    dtype: Any = np.float64
    checked: bool = False

    def __init__(
        self,
        run: Run,
        estimate: Estimate,
        t0: float,
        duration: float,
        h: float,
        tolerance: float,
        calls: list[int],
    ):
        self.run: Run = run
        self.omega: Array = np.array(run.start[2][0])
        self.estimate: Estimate = estimate
        self.tolerance: float = tolerance
        self.total: float = abs(duration)
        self.end: float = t0 + duration
        self.kept: Any = np.arange(64)  # as many as there is room for so far
        self.t: list[float] = [t0]
        self.lengths: list[float] = [0.0]  # of the steps that led to the records
        self.errors: list[float] = []
        self.rejected: int = 0
        self.calls: list[int] = calls  # of the load
        order, at_most = estimate.order, estimate.at_most
        self.tried: Any = adaptive_steps(estimate, t0, duration, h, order, at_most)

    @property
    def at(self) -> int:
        return len(self.errors)

    @property
    def h(self) -> float:
        return self.lengths[-1]

    def times(self, steps: Any) -> Any:
        return np.array(self.t)[steps] if np.ndim(steps) else self.t[steps]

    def blocks(self, *_: Any) -> Iterator[tuple[int, ...]]:
        while self.t[-1] != self.end:
            yield self.at, 1, 1

    def advance(self, k: int, every: int, out: Array) -> None:
        t, step, y, error, accepted = next(self.tried)
        while not accepted:
            self.rejected += 1
            t, step, y, error, accepted = next(self.tried)
        self.estimate.accept(y)
        out[0], self.run.y = y, y
        self.t.append(t)
        self.lengths.append(abs(step))
        self.errors.append(error)

    def amount(self, steps: int) -> float:
        return self.lengths[-1]

    def piece(self, k: int, t: Array, states: Array) -> Trajectory:
        stats = {"taken": np.array(self.lengths[k : k + len(t)])}
        return self.run.trajectory(t, states, stats, interpolate)

    def stats(self, steps: int, t: Array) -> dict[str, Any]:
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


def following(
    method: Method,
    body: Body,
    load: Any,
    start: dict[str, Array],
    t0: float,
    duration: float | None,
    tolerance: Tolerance,
    h: float | None,
    inputs: InputsLike,
) -> FollowingSteps:
    """The steps of one body that follow its error."""
    require_estimate(method)  # that of poses may be another
    if start["omega"].ndim > 1:
        raise NotAvailable(
            "omega, q0: expected one state, got a batch of"
            f" {start['omega'].shape[:-1]}; its motions would each want steps of their"
            " own: call once for each, or give h and steps"
        )
    duration, t0 = _check.real(duration, "duration"), _check.real(t0, "t0")
    given = checked_inputs(inputs, load, t0, steps=None)
    if duration == 0.0:
        raise InvalidInput(
            "duration: expected a number of seconds other than zero; a negative one"
            " runs backwards"
        )
    _check.resolved(duration, t0, t0 + duration, "duration")
    tolerance, length = tolerances(tolerance, method, body)
    run = bound_run(method, body, load, Kind.FLOAT, start, t0=t0, inputs=given)
    calls = run.count_calls()
    estimate: Estimate = (
        Companion(run, tolerance, duration, t0, length)
        if isinstance(method.estimate, EmbeddedPair)
        else NextTerm(run, tolerance, duration, t0)
    )
    if h is None:
        h = estimate.first(duration)
    else:
        h = _check.positive(h, "h", "seconds", BACK)
    if estimate.allowed(h) < ROUNDING:
        raise InvalidInput(
            f"tolerance: {tolerance:.2g} rad over some {abs(duration) / h:.2g} steps is"
            f" less than their rounding; take {4 * ROUNDING * abs(duration) / h:.0e} or"
            " more, or a higher order"
        )
    h = math.copysign(h, duration)
    return FollowingSteps(run, estimate, t0, duration, h, tolerance, calls)


def tolerable(tolerance: float) -> float:
    tolerance = _check.positive(tolerance, "tolerance", "rad")
    if tolerance < 4 * ROUNDING:
        raise InvalidInput(
            f"tolerance: {tolerance:.2g} rad is below the rounding of an attitude,"
            f" {4 * ROUNDING:.1g}"
        )
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
            raise NotAvailable(
                f"tolerance: {method.name} integrates the rotation alone here, got"
                " (rad, m); give a position or a velocity with rkmk54"
            )
        return angle, _check.positive(place, "tolerance, the second", "m") / angle
    if not method.poses:
        return angle, None
    return angle, math.sqrt(max(body.about(body.centre).principal_moments) / body.mass)
