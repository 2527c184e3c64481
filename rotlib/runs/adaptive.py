"""Steps that choose themselves, for `integrate` with a tolerance.

Chapters: Steps that choose themselves, Tolerances for any load.
"""

import math
import time
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import numpy as np

from .. import _check
from .._types import Array, Tolerance
from ..backends.trace import Kind
from ..body import Body, one_body
from ..errors import InvalidInput, NotAvailable
from ..methods import EmbeddedPair, Method
from . import failures
from .dense_output import interpolate
from .estimates import Companion, Estimate, NextTerm, require_estimate
from .events import EventsLike, Watch
from .inputs import InputsLike, checked_inputs
from .prepare import bound_run
from .progress import meter
from .run import motion_of
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


def follow(
    method: Method,
    body: Body,
    load: Any,
    start: dict[str, Array],
    t0: float,
    duration: float | None,
    tolerance: Tolerance,
    h: float | None,
    inputs: InputsLike,
    events: EventsLike,
    callback: Callable[..., Any] | None,
    progress: bool | None,
) -> Trajectory:
    """A run of one body in steps that choose themselves."""
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
    watch = None if events is None else Watch(events, motion_of(start), t0)
    clock = time.perf_counter()
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
    times, states, rejected = [t0], [run.y], 0
    errors: list[float] = []
    lengths = [0.0]  # of the steps that led to the records

    def trajectory() -> Trajectory:
        t = np.array(times[: len(states)])  # Ctrl-C comes between any two lines
        h = np.abs(np.diff(t))
        stats = {
            "steps": len(h),
            "rejected": rejected,
            "smallest": h.min(initial=abs(duration)).item(),
            "largest": h.max(initial=0.0).item(),
            "error": math.fsum(errors),
            "load_calls": calls[0],
            "taken": np.array(lengths[: len(t)]),
            "tolerance": tolerance,
            "backend": "python",
            "seconds": time.perf_counter() - clock,
        }
        made = run.trajectory(t, np.array(states[: len(t)]), stats, interpolate)
        return made if watch is None else watch.told(made)

    def report() -> None:
        if callback is not None:
            state = run.read(np.array(states[-1:]))
            callback(len(times) - 1, times[-1], *(a[0] for a in state))

    def over() -> bool:
        if watch is None:
            return False
        t, step = np.array(times[-2:]), np.array(states[-2:], float)
        motion = run.read(step[1:])
        stats = {"taken": np.array(lengths[-2:])}
        last = cache(lambda: run.trajectory(t, step, stats, interpolate))
        if watch.look(t[1:], motion, lambda when: last().at(when)) is None:
            return False
        end = cast(Trajectory, watch.end)
        run.begin(*[a[0] for a in end.motion])
        times[-1], states[-1] = float(end.t[0]), run.y
        return True

    try:
        report()
        with meter(abs(duration), progress) as bar:
            h = math.copysign(h, duration)
            tried = adaptive_steps(
                estimate, t0, duration, h, estimate.order, estimate.at_most
            )
            for t, step, y, error, accepted in tried:
                if not accepted:
                    rejected += 1
                    continue
                lengths.append(abs(step))
                times.append(t)
                states.append(y)
                errors.append(error)
                estimate.accept(y)
                bar.update(abs(step))
                ended = over()
                report()
                if ended:
                    break
        return trajectory()
    except BaseException as error:
        so_far = trajectory()
        failures.attach_partial_result(error, so_far, len(so_far))
        raise


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
