"""`integrate_adaptive`: steps that choose themselves.

Chapters: Steps that choose themselves, Tolerances for any load.
"""

import math
import time
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import numpy as np

from .. import _check
from .._types import ArrayLike, Pose
from ..backends.trace import Kind
from ..body import Body, one_body
from ..errors import InvalidInput, NotAvailable
from ..methods import Method, find
from . import failures
from .dense_output import interpolate
from .estimates import Companion, Estimate, NextTerm, require_estimate
from .events import EventsLike, Watch
from .inputs import InputsLike, checked_inputs
from .prepare import LoadLike, bound_run, motion_of, prepare, start_of
from .progress import meter
from .step_size import ROUNDING, adaptive_steps
from .trajectory import Trajectory

BACK = "; a negative duration runs back"


def integrate_adaptive(
    method: Method | str,
    body: Body,
    *,
    omega: ArrayLike,
    duration: float,
    tolerance: float,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    load: LoadLike = None,
    inputs: InputsLike = None,
    t0: float = 0.0,
    tolerance_position: float | None = None,
    first_step: float | None = None,
    events: EventsLike = None,
    callback: Callable[..., Any] | None = None,
    progress: bool | None = None,
) -> Trajectory:
    """Integrate a motion with steps that choose themselves.

    method: "rkmk54", for any load, attitudes and poses; or a Taylor method whose next
        term is known: "lie_euler", "buss2", "buss3_series", "buss4" to "buss8"
    omega, q0, position, velocity, events, progress: of one motion, as for `integrate`
    duration: s; a negative one runs backwards
    tolerance: rad, for the estimated errors of all steps together; a step may have its
        share of the duration
    load: as for `integrate`; for a Taylor method one that is a formula
    inputs: as for `integrate`: a function of time, one number, or one row (1, n)
    t0: time at the start, s
    tolerance_position: m, for poses: an error of the position that counts as
        `tolerance`; default `tolerance` times the largest radius of gyration
    first_step: s, the first one to try; default from the slope or the next term there
    callback: as for `integrate`, after every accepted step

    An error dL of the momentum counts as |dL|/|L| rad, with the largest |L| so far, or
    if |L| < J/|duration|, J the least moment, as |dL| |duration|/J, the turn until the
    end. An error dp of the linear momentum counts as the way |dp| |duration|/mass.

    There is one record a step. `stats` carry the numbers of `steps` and of those
    `rejected`, the `smallest` and the `largest`, s, `taken`, the step to each record,
    s, `load_calls`, and `error`, the sum of the estimates, rad. That is not the error
    at the end, which an unstable motion lets grow. A load that comes and goes between
    the moments at which it is asked is not seen. No step turns by more than about 1
    rad.

    NotAvailable for a batch, a method without an estimate, and symplectic, symmetric or
    conserving ones, which rest on equal steps. StepTooSmall where rounding allows no
    shorter step, and Diverged, carry the motion so far as `trajectory`.

    >>> given = {"omega": (0.3, 1.0, 0.8), "duration": 20.0, "tolerance": 1e-8}
    >>> integrate_adaptive("buss6", Body((1, 2, 3)), **given).stats["error"] <= 1e-8
    True
    """
    body = one_body(body, "integrate_adaptive")
    method = find(method)
    require_estimate(method)
    method, torque = prepare(
        method, body, load, flight=position is not None or velocity is not None
    )
    require_estimate(method)  # that of poses may be another
    start = start_of(method, torque, omega, q0, position, velocity)
    start = {name: a.astype(np.float64) for name, a in start.items()}
    if start["omega"].ndim > 1:
        raise NotAvailable(
            "omega, q0: expected one state, got a batch of"
            f" {start['omega'].shape[:-1]}; its motions would each want steps of their"
            " own: call once for each, or use integrate"
        )
    duration, t0 = _check.real(duration, "duration"), _check.real(t0, "t0")
    inputs = checked_inputs(inputs, torque, t0, steps=None)
    if duration == 0.0:
        raise InvalidInput(
            "duration: expected a number of seconds other than zero; a negative one"
            " runs backwards"
        )
    _check.resolved(duration, t0, t0 + duration, "duration")
    tolerance = tolerable(tolerance)
    length = _length(method, body, tolerance, tolerance_position)
    watch = None if events is None else Watch(events, motion_of(start), t0)
    clock = time.perf_counter()
    run = bound_run(method, body, torque, Kind.FLOAT, start, t0=t0, inputs=inputs)
    calls = run.count_calls()
    estimate: Estimate = (
        Companion(run, tolerance, duration, t0, length)
        if method.next_term is None
        else NextTerm(run, tolerance, duration, t0)
    )
    if first_step is None:
        h = estimate.first(duration)
    else:
        h = _check.positive(first_step, "first_step", "seconds", BACK)
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


def _length(
    method: Method, body: Body, tolerance: float, tolerance_position: float | None
) -> float | None:
    """The error of the position that counts as a radian, m; None for attitudes."""
    if not method.poses:
        if tolerance_position is not None:
            raise NotAvailable(
                f"tolerance_position: {method.name} integrates the rotation alone here;"
                " give a position or a velocity with rkmk54"
            )
        return None
    if tolerance_position is None:
        return math.sqrt(max(body.about(body.centre).principal_moments) / body.mass)
    return _check.positive(tolerance_position, "tolerance_position", "m") / tolerance
