"""`integrate_adaptive`: steps that choose themselves."""

import math
import time
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import numpy as np

from .. import _check
from .._bodies import one_body
from .._types import ArrayLike, Pose
from ..backends.trace import Kind
from ..body import Body
from ..errors import InvalidInput, NotAvailable
from ..methods import Method, find
from . import failures
from .dense_output import interpolate
from .estimates import (
    Companion,
    Estimate,
    NextTerm,
    require_derivatives,
    require_estimate,
)
from .events import EventsLike, Watch
from .inputs import InputsLike, checked_inputs
from .prepare import LoadLike, bound_run, motion_of, prepare, start_of
from .progress import meter
from .step_size import ROUNDING, adaptive_steps
from .trajectory import Trajectory


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

    Parameters
    ----------
    method : Method or str
        "rkmk54", which takes any load, for attitudes and for poses; or a Taylor method
        whose next term is known: "lie_euler", "buss2", "buss3_series", "buss4" to
        "buss7".
    body : Body
        What moves.
    omega : array_like, shape (3,)
        Initial rate, body components, rad/s.
    duration : float
        s; a negative one runs backwards.
    tolerance : float
        rad, for the whole run: the estimated errors of all steps together. A step may
        have the part of it that it has of the duration. An error dL of the momentum
        counts as |dL|/|L| rad, with the largest |L| so far. For a body so slow that
        |L| < J/|duration|, J its least moment, as at rest, it counts as |dL| |duration|
        / J: the angle by which it turns the body until the end.
    q0 : array_like, shape (4,), optional
        Initial attitude, a unit quaternion wxyz, body to space, or what `integrate`
        takes for it. Default: the identity.
    position, velocity : array_like, shape (3,), optional
        Where the reference point starts, space components, m, and how fast, body
        components, m/s. With one of them, with a `Wrench` or with an added mass
        "rkmk54" integrates the pose.
    load : Load, Wrench or callable, optional
        As for `integrate`. Any load for "rkmk54"; for a Taylor method one with `order`
        time derivatives of the torque, or `order - 1` if it knows its impulse.
    inputs : callable or array_like, optional
        As for `integrate`: a function of time, one number, or one row, shape (1, n).
        Rows are held over equal steps, which there are none of here.
    t0 : float
        Time at the start, s.
    tolerance_position : float, optional
        m, for poses: an error of the position by so much counts as `tolerance`, and an
        error dp of the linear momentum as one by |dp| |duration| / mass, to which it
        leads until the end. Default: `tolerance` times the largest radius of gyration.
    first_step : float, optional
        Length of the first step to be tried, s. Default: from the slope or the next
        term at the start.
    events : callable or list of callables, optional
        As for `integrate`: event(t, q, omega) -> float, for poses event(t, q, position,
        omega, velocity).
    callback : callable, optional
        callback(step, t, q, omega) after every accepted step, followed by position and
        velocity for a pose. Raise to stop.
    progress : bool, optional
        True for a progress bar (tqdm) over the time that is integrated.

    Returns
    -------
    Trajectory
        One record a step, at times that are not evenly spaced; `at` gives the times
        between. Its `stats` carry the numbers of `steps` and of those `rejected`, the
        `smallest` and the `largest` step, s, `taken`, the step that led to each record,
        `load_calls`, how often the torque or the wrench was asked, and `error`, the sum
        of the estimates, rad, which is not more than `tolerance`. With events it
        carries `t_events`, `q_events` and `omega_events`, as for `integrate`. A
        `PoseTrajectory` for poses.

    Raises
    ------
    InvalidInput
        For arguments out of range, also for a tolerance that the rounding of so many
        steps exceeds.
    NotAvailable
        For a batch, whose motions would each want steps of their own; for a method
        without an estimate; for symplectic, symmetric or conserving methods, whose good
        behaviour over long times rests on equal steps; for a load that knows too few
        derivatives of its torque.
    StepTooSmall
        If steps become shorter than rounding allows; its `trajectory` holds the motion
        up to there.
    Diverged
        If no step leads on to finite numbers; likewise.

    Notes
    -----
    "rkmk54" goes on with fifth order and takes the difference to its companion of
    fourth order for the error, so what it gets wrong is less than the estimate. It asks
    for the torque six times a step, and between the steps its slopes give the motion
    with fourth order, equations eq-embedded-rkmk and eq-embedded-dense. Of a Taylor
    method of order p the error of a step is h^(p+1) times a vector that the derivatives
    at its start give, equations eq-series-next and eq-buss-next, before the step is
    taken; a step is accepted if this estimate with the derivatives at its end passes
    too.

    A load that comes and goes between the moments at which it is asked is not seen. The
    sum of what the steps get wrong is not the error at the end: an unstable motion lets
    it grow, as it does with fixed steps, for a box that turns over twice by four powers
    of ten. No step turns by more than about one radian. Chapters: Steps that choose
    themselves, Tolerances for any load.

    Examples
    --------
    >>> import rotlib as rl
    >>> body = rl.Body((1, 2, 3))
    >>> given = {"omega": (0.3, 1.0, 0.8), "duration": 20.0, "tolerance": 1e-8}
    >>> run = rl.integrate_adaptive("buss6", body, **given)
    >>> run.stats["error"] <= 1e-8, run.stats["largest"] > run.stats["smallest"]
    (True, True)
    >>> q, _ = rl.exact.free_body(body, run.omega[0], run.t)
    >>> bool(rl.quaternion.angle_between(run.q, q).max() < 1e-7)
    True

    A torque without derivatives, here a drag:

    >>> run = rl.integrate_adaptive(
    ...     "rkmk54", body, load=lambda t, q, omega: -0.1 * omega, **given)
    >>> between = run.at([1.0, 2.5])
    >>> bool(run.stats["load_calls"] == 1 + 6 * run.stats["steps"])
    True
    """
    body = one_body(body, "integrate_adaptive")
    method = find(method)
    require_estimate(method)
    method, torque = prepare(
        method,
        body,
        load,
        flight=position is not None or velocity is not None,
        require_load=require_derivatives,
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
    taylor = method.next_term is not None
    known = method.next_derivatives(torque) if taylor and torque is not None else None
    given: dict[str, Any] = {"derivatives": known, "inputs": inputs}
    run = bound_run(method, body, torque, Kind.FLOAT, start, t0=t0, **given)
    calls = run.count_calls()
    estimate: Estimate
    if taylor:
        estimate = NextTerm(run, tolerance, duration, t0)
    else:
        estimate = Companion(run, tolerance, duration, t0, length)
    h = estimate.first(duration) if first_step is None else _first(first_step)
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
        run = records()
        return run if watch is None else watch.told(run)

    def records() -> Trajectory:
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
        return run.trajectory(t, np.array(states[: len(t)]), stats, interpolate)

    def report() -> None:
        if callback is not None:
            state = run.read(np.array(states[-1:]))
            callback(len(times) - 1, times[-1], *(a[0] for a in state))

    def over() -> bool:
        """Look at the last step for events; does one end the run?"""
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
        with meter(abs(duration), progress) as passed:
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
                passed(abs(step))
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
    """Return `tolerance` as a positive float."""
    tolerance = _check.real(tolerance, "tolerance")
    if not tolerance > 0.0:
        raise InvalidInput(
            f"tolerance: expected a positive number of rad, got {tolerance}"
        )
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
    allowed = _check.real(tolerance_position, "tolerance_position")
    if not allowed > 0.0:
        raise InvalidInput(
            f"tolerance_position: expected a positive number of m, got {allowed}"
        )
    return allowed / tolerance


def _first(first_step: float) -> float:
    h = _check.real(first_step, "first_step")
    if not h > 0.0:
        raise InvalidInput(
            f"first_step: expected a positive number of seconds, got {h}; a negative"
            " duration runs back"
        )
    return h
