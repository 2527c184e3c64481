"""`integrate_adaptive`: Taylor methods that choose their own steps."""

import math
import time
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from .. import _check
from .._bodies import one_body
from .._types import ArrayLike, Function, State
from ..backends.registry import Kind
from ..body import Body
from ..errors import InvalidInput, NotAvailable
from ..loads import Load
from ..methods import ALL, Method, find
from . import failures
from .dense_output import interpolate
from .inputs import InputsLike, checked_inputs
from .prepare import LoadLike, bound_run, prepare, start_of
from .progress import meter
from .run import Run
from .step_size import ROUNDING, SAFETY, TURN, adaptive_steps
from .trajectory import Trajectory


def integrate_adaptive(
    method: Method | str,
    body: Body,
    *,
    omega: ArrayLike,
    duration: float,
    tolerance: float,
    q0: ArrayLike | None = None,
    load: LoadLike = None,
    inputs: InputsLike = None,
    t0: float = 0.0,
    first_step: float | None = None,
    callback: Callable[..., Any] | None = None,
    progress: bool | None = None,
) -> Trajectory:
    """Integrate the rotation of a body with steps that choose themselves.

    Parameters
    ----------
    method : Method or str
        A Taylor method whose next term is known: "lie_euler", "buss2", "buss3_series",
        "buss4" to "buss7".
    body : Body
    omega : array_like, shape (3,)
        Initial rate, body components, rad/s.
    duration : float
        s; a negative one runs backwards.
    tolerance : float
        rad, for the whole run: the estimated errors of all steps together. A step may
        have the part of it that it has of the duration. An error dL of the momentum
        counts as |dL|/|L| rad, with the largest |L| so far.
    q0 : array_like, shape (4,), optional
        Initial attitude, a unit quaternion wxyz, body to space. Default: the identity.
    load : Load or callable, optional
        As for `integrate`, with `order` time derivatives of the torque, or `order - 1`
        if it knows its impulse.
    inputs : callable or array_like, optional
        As for `integrate`: a function of time, one number, or one row, shape (1, n).
        Rows are held over equal steps, which there are none of here.
    t0 : float
        Time at the start, s.
    first_step : float, optional
        Length of the first step to be tried, s. Default: from the next term at the
        start.
    callback : callable, optional
        callback(step, t, q, omega) after every accepted step. Raise to stop.
    progress : bool, optional
        True for a progress bar (tqdm) over the time that is integrated.

    Returns
    -------
    Trajectory
        One record a step, at times that are not evenly spaced; `at` gives the times
        between. Its `stats` carry the numbers of `steps` and of those `rejected`, the
        `smallest` and the `largest` step, s, and `error`, the sum of the estimates,
        rad, which is not more than `tolerance`.

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
    The error of a step of order p is h^(p+1) times a vector that the derivatives at its
    start give, equations eq-series-next and eq-buss-next, before the step is taken. A
    step is accepted if this estimate with the derivatives at its end passes too; a load
    that comes and goes within a step is not seen. The sum of what the steps get wrong
    is not the error at the end: an unstable motion lets it grow, as it does with fixed
    steps, for a box that turns over twice by four powers of ten. No step turns by more
    than about one radian. Chapter: Steps that choose themselves.

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
    """
    body = one_body(body, "integrate_adaptive")
    method = find(method)
    require_estimate(method)
    method, torque = prepare(method, body, load, require_load=require_derivatives)
    start = start_of(method, torque, omega, q0)
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
    clock = time.perf_counter()
    known = None if torque is None else method.next_derivatives(torque)
    given: dict[str, Any] = {"derivatives": known, "inputs": inputs}
    run = bound_run(method, body, torque, Kind.FLOAT, start, t0=t0, **given)
    estimate = _Estimate(run, tolerance / abs(duration), t0)
    h = estimate.first(duration) if first_step is None else _first(first_step)
    if estimate.share * h < ROUNDING:
        raise InvalidInput(
            f"tolerance: {tolerance:.2g} rad over some {abs(duration) / h:.2g} steps is"
            f" less than their rounding; take {4 * ROUNDING * abs(duration) / h:.0e} or"
            " more, or a higher order"
        )
    times, states, rejected = [t0], [run.y], 0
    errors: list[float] = []

    def trajectory() -> Trajectory:
        t = np.array(times[: len(states)])  # Ctrl-C comes between any two lines
        h = np.abs(np.diff(t))
        stats = {
            "steps": len(h),
            "rejected": rejected,
            "smallest": h.min(initial=abs(duration)).item(),
            "largest": h.max(initial=0.0).item(),
            "error": math.fsum(errors),
            "tolerance": tolerance,
            "backend": "python",
            "seconds": time.perf_counter() - clock,
        }
        return run.trajectory(t, np.array(states[: len(t)]), stats, interpolate)

    def report() -> None:
        if callback is not None:
            state = run.read(np.array(states[-1:]))
            callback(len(times) - 1, times[-1], *(a[0] for a in state))

    try:
        report()
        with meter(abs(duration), progress) as passed:
            h = math.copysign(h, duration)
            tried = adaptive_steps(
                estimate, t0, duration, h, estimate.order, estimate.share
            )
            for t, step, y, error, accepted in tried:
                if not accepted:
                    rejected += 1
                    continue
                times.append(t)
                states.append(y)
                errors.append(error)
                estimate.accept(y)
                passed(abs(step))
                report()
        return trajectory()
    except BaseException as error:
        so_far = trajectory()
        failures.attach_partial_result(error, so_far, len(so_far))
        raise


class _Estimate:
    """Steps of a run, each with its estimated error."""

    def __init__(self, run: Run, share: float, t0: float):
        self.run, self.method, self.share = run, run.method, share
        self.order = cast(int, run.method.order)  # of a method with a next term
        self.next_term = cast(Function, run.method.next_term)
        self.y, self.largest = run.y, _length(run.y[4:7])
        self.here = self.sizes(t0, self.y)
        self.then = self.here, self.largest

    def first(self, duration: float) -> float:
        """The first step to try."""
        h = min(abs(duration), TURN / self.here[2] if self.here[2] else math.inf)
        ratio = self.error(self.here, h) / (self.share * h)
        return h * min(1.0, SAFETY * float(ratio ** (-1 / self.order))) if ratio else h

    def __call__(self, t: float, h: float) -> tuple[float, float, float, State]:
        """(ratio, next ratio, error, state) of a step, for `adaptive_steps`."""
        try:
            y: State = self.run.step(t, h, self.y, self.run.J, self.run.load)
            there = self.sizes(t + h, y)
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            if not failures.raised_in_kernel(error):
                raise
            return math.inf, math.inf, math.inf, self.y
        if not all(map(math.isfinite, (*y, *there))):
            return math.inf, math.inf, math.inf, self.y
        self.then = there, max(self.largest, _length(y[4:7]))
        before, after = (self.error(sizes, h) for sizes in (self.here, there))
        now, then = (self.fast(sizes, h) for sizes in (self.here, there))
        allowed = self.share * abs(h)
        following = max(after / allowed, then)
        return (
            max(before / allowed, after / allowed, now),
            following,
            max(before, after),
            y,
        )

    def accept(self, y: State) -> None:
        """Take the state that the last call has led to."""
        self.y, (self.here, self.largest) = y, self.then

    def fast(self, sizes: State, h: float) -> float:
        """The turn of the step over TURN, to the power with which errors grow."""
        return float((abs(h) * sizes[2] / TURN) ** self.order)

    def sizes(self, t: float, y: State) -> State:
        """(turn, momentum) of the next term for h = 1, and |omega|."""
        omega = self.method.from_state(y, self.run.J)[1]
        return *self.next_term(t, y, self.run.J, self.run.load), _length(omega)

    def error(self, sizes: State, h: float) -> float:
        """What a step h leaves out, rad: of the turn, and of the momentum."""
        turn, gain, _ = sizes
        largest = self.then[1]
        missed = turn + (gain / largest if largest else 0.0)
        return float(abs(h) ** (self.order + 1) * missed)


def require_estimate(method: Method) -> None:
    """Raise NotAvailable for a method without an estimate; name those that have one."""
    if method.next_term is not None:
        return
    if method.closed_form is not None:
        why = (
            "has every time in closed form and takes no steps; take integrate and the"
            " `at` of its run"
        )
    elif method.base is not None:
        why = (
            "returns to the energy after each step, and the estimate is of the step"
            f" before; take {method.base.name}"
        )
    elif "energy" in method.conserves:
        why = (
            "keeps the energy in each step by itself, but is symmetric, which keeps its"
            " other errors from adding up as long as all steps are equal, and what it"
            " leaves out has not been derived"
        )
    elif method.symplectic:
        why = (
            "is symplectic: its energy stays near because all steps solve the same"
            " neighbouring problem, which belongs to their length, and steps that"
            " follow the motion let it drift"
        )
    else:
        why = "has no estimate of its error: what it leaves out has not been derived"
    able = ", ".join(m.name for m in ALL if m.next_term is not None)
    raise NotAvailable(f"{method.name} {why}; steps can choose themselves in {able}")


def require_derivatives(method: Method, load: Load) -> None:
    """Raise NotAvailable if the load knows too few derivatives of its torque."""
    given, needed = len(load.derivatives), method.next_derivatives(load)
    if needed <= given:
        return
    able = [
        m.name
        for m in ALL
        if m.next_term is not None and m.next_derivatives(load) <= given
    ]
    raise NotAvailable(
        f"{method.name} needs {needed} time derivatives of the torque to know what it"
        f" leaves out, the load {load.name!r} has {given}; give them in"
        " Load(derivatives=...), let rotlib.codegen.symbolic_load derive them from a"
        " formula, or use"
        f" {', '.join(able) if able else 'fixed steps, rotlib.integrate'}"
    )


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


def _first(first_step: float) -> float:
    h = _check.real(first_step, "first_step")
    if not h > 0.0:
        raise InvalidInput(
            f"first_step: expected a positive number of seconds, got {h}; a negative"
            " duration runs back"
        )
    return h


def _length(v: State) -> float:
    return math.sqrt(sum([x * x for x in v]))
