"""`integrate_adaptive`: Taylor methods that choose their steps by the first term of the series that they leave out."""

import math
import time

import numpy as np

from . import _check
from ._progress import meter
from ._runs import RotationRun
from ._step_control import ROUNDING, SAFETY, TURN, march
from .errors import InvalidInput, NotAvailable
from .integration import _hand_back, _in_kernel
from .loads import as_load
from .methods import ALL, find


def integrate_adaptive(method, body, *, omega, duration, tolerance, q0=None, load=None, t0=0.0, first_step=None,
                       callback=None, progress=None):
    """Integrate the rotation of a body with steps that choose themselves.

    Parameters
    ----------
    method : Method or str
        A Taylor method whose next term is known: "lie_euler", "buss2", "buss3_series", "buss4" to "buss7".
    body : Body
    omega : array_like, shape (3,)
        Initial rate, body components, rad/s.
    duration : float
        s; a negative one runs backwards.
    tolerance : float
        rad, for the whole run: the estimated errors of all steps together. A step may have the part of it that it has
        of the duration. An error dL of the momentum counts as |dL|/|L| rad, with the largest |L| so far.
    q0 : array_like, shape (4,), optional
        Initial attitude, a unit quaternion wxyz, body to space. Default: the identity.
    load : Load or callable, optional
        As for `integrate`, with `order` time derivatives of the torque, or `order - 1` if it knows its impulse.
    t0 : float
        Time at the start, s.
    first_step : float, optional
        Length of the first step to be tried, s. Default: from the next term at the start.
    callback : callable, optional
        callback(step, t, q, omega) after every accepted step. Raise to stop.
    progress : bool, optional
        True for a progress bar (tqdm) over the time that is integrated.

    Returns
    -------
    Trajectory
        One record a step, at times that are not evenly spaced; `at` gives the times between. Its `stats` carry the
        numbers of `steps` and of those `rejected`, the `smallest` and the `largest` step, s, and `error`, the sum of
        the estimates, rad, which is not more than `tolerance`.

    Raises
    ------
    InvalidInput
        For arguments out of range, also for a tolerance that the rounding of so many steps exceeds.
    NotAvailable
        For a batch, whose motions would each want steps of their own; for a method without an estimate; for symplectic,
        symmetric or conserving methods, whose good behaviour over long times rests on equal steps; for a load that
        knows too few derivatives of its torque.
    StepTooSmall
        If steps become shorter than rounding allows; its `trajectory` holds the motion up to there.
    Diverged
        If no step leads on to finite numbers; likewise.

    Notes
    -----
    The error of a step of order p is h^(p+1) times a vector that the derivatives at its start give, equations
    eq-series-next and eq-buss-next, before the step is taken. A step is accepted if this estimate with the derivatives
    at its end passes too; a load that comes and goes within a step is not seen. The sum of what the steps get wrong is
    not the error at the end: an unstable motion lets it grow, as it does with fixed steps, for a box that turns over
    twice by four powers of ten. No step turns by more than about one radian. Chapter: Steps that choose themselves.

    Examples
    --------
    >>> import rotlib as rl
    >>> body = rl.Body((1, 2, 3))
    >>> run = rl.integrate_adaptive("buss6", body, omega=(0.3, 1.0, 0.8), duration=20.0, tolerance=1e-8)
    >>> run.stats["error"] <= 1e-8, run.stats["largest"] > run.stats["smallest"]
    (True, True)
    >>> q, _ = rl.exact.free_body(body, run.omega[0], run.t)
    >>> bool(rl.quaternion.angle_between(run.q, q).max() < 1e-7)
    True
    """
    method = find(method)
    demand_estimate(method)
    method.demand_body(body)
    omega = _check.trailing(omega, 3, "omega").astype(np.float64)
    q0 = _check.unit_quaternion((1.0, 0.0, 0.0, 0.0) if q0 is None else q0, "q0").astype(np.float64)
    if omega.ndim > 1 or q0.ndim > 1:
        raise NotAvailable(f"omega, q0: expected one state, got {omega.shape} and {q0.shape}; the motions of a batch "
                           "would each want steps of their own: call once for each, or use integrate")
    duration, t0 = _check.real(duration, "duration"), _check.real(t0, "t0")
    if duration == 0.0:
        raise InvalidInput("duration: expected a number of seconds other than zero; a negative one runs backwards")
    tolerance = tolerable(tolerance)
    load = as_load(load)
    if load is not None:
        demand_derivatives(method, load)
    clock = time.perf_counter()
    run = RotationRun(method, body, load, "python", q0, omega, None if load is None else method.next_derivatives(load))
    estimate = _Estimate(run, tolerance / abs(duration))
    h = estimate.first(t0, duration) if first_step is None else _first(first_step)
    if estimate.share * h < ROUNDING:
        raise InvalidInput(f"tolerance: {tolerance:.2g} rad over some {abs(duration) / h:.2g} steps is less than their "
                           f"rounding; take {4 * ROUNDING * abs(duration) / h:.0e} or more, or a higher order")
    times, states, errors, rejected = [t0], [run.y], [], 0

    def trajectory():
        h = np.abs(np.diff(times))
        stats = {"steps": len(h), "rejected": rejected, "smallest": h.min(initial=abs(duration)).item(),
                 "largest": h.max(initial=0.0).item(), "error": math.fsum(errors), "tolerance": tolerance,
                 "backend": "python", "seconds": time.perf_counter() - clock}
        return run.trajectory(np.array(times), np.array(states), stats)

    def report():
        if callback is not None:
            callback(len(times) - 1, times[-1], *(a[0] for a in run.read(np.array(states[-1:]))))

    try:
        report()
        with meter(abs(duration), progress) as passed:
            for t, step, y, error, accepted in march(estimate, t0, duration, math.copysign(h, duration), method.order,
                                                      estimate.share):
                if not accepted:
                    rejected += 1
                    continue
                times.append(t), states.append(y), errors.append(error)
                estimate.accept(y)
                passed(abs(step))
                report()
    except BaseException as error:
        _hand_back(error, trajectory())
        raise
    return trajectory()


class _Estimate:
    """Steps of a run, with the error that the next term of the series says they have."""

    def __init__(self, run, share):
        self.run, self.method, self.share = run, run.method, share
        self.power = run.method.order + 1
        self.y, self.here, self.largest = run.y, None, _length(run.y[4:7])
        self.then = None, self.largest

    def first(self, t0, duration):
        """The first step to try."""
        self.here = self.sizes(t0, self.y)
        h = min(abs(duration), TURN / self.here[2] if self.here[2] else math.inf)
        ratio = self.error(self.here, h) / (self.share * h)
        return h * min(1.0, SAFETY * ratio ** (-1 / self.method.order)) if ratio else h

    def __call__(self, t, h):
        """(ratio, next ratio, error, state) of a step, as `march` wants them."""
        if self.here is None:
            self.here = self.sizes(t, self.y)
        try:
            y = self.run.step(t, h, self.y, self.run.J, self.run.load)
            there = self.sizes(t + h, y)
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            if not _in_kernel(error):
                raise
            return math.inf, math.inf, math.inf, self.y
        if not all(map(math.isfinite, (*y, *there))):
            return math.inf, math.inf, math.inf, self.y
        self.then = there, max(self.largest, _length(y[4:7]))
        before, after = (self.error(sizes, h) for sizes in (self.here, there))
        (now, then), allowed = (self.fast(sizes, h) for sizes in (self.here, there)), self.share * abs(h)
        return max(before / allowed, after / allowed, now), max(after / allowed, then), max(before, after), y

    def accept(self, y):
        """Take the state that the last call has led to."""
        self.y, (self.here, self.largest) = y, self.then

    def fast(self, sizes, h):
        """The turn of the step, as a ratio to TURN that goes with h as that of the errors does."""
        return (abs(h) * sizes[2] / TURN) ** self.method.order

    def sizes(self, t, y):
        """(turn, momentum) of the next term for h = 1, and |omega|."""
        omega = self.method.read(y, self.run.J)[1]
        return *self.method.next_term(t, y, self.run.J, self.run.load), _length(omega)

    def error(self, sizes, h):
        """What a step h leaves out, rad: of the turn, and of the momentum as an angle."""
        turn, gain, _ = sizes
        largest = self.then[1]
        return abs(h) ** self.power * (turn + (gain / largest if largest else 0.0))


def demand_estimate(method):
    """Raise NotAvailable for a method that cannot choose its steps, naming those that can."""
    if method.next_term is not None:
        return
    if method.whole is not None:
        why = "has every time in closed form and takes no steps; take integrate and the `at` of its run"
    elif method.base is not None:
        why = f"returns to the energy after each step, and the estimate is of the step before; take {method.base.name}"
    elif "energy" in method.conserves:
        why = ("keeps the energy in each step by itself, but is symmetric, which keeps its other errors from adding up "
               "as long as all steps are equal, and what it leaves out has not been derived")
    elif method.symplectic:
        why = ("is symplectic: its energy stays near because all steps solve the same neighbouring problem, which "
               "belongs to their length, and steps that follow the motion let it drift")
    else:
        why = "has no estimate of its error: what it leaves out has not been derived"
    able = ", ".join(m.name for m in ALL if m.next_term is not None)
    raise NotAvailable(f"{method.name} {why}; steps can choose themselves in {able}")


def demand_derivatives(method, load):
    """Raise NotAvailable if the load knows too few derivatives of its torque for the method and its next term."""
    given, needed = len(load.derivatives), method.next_derivatives(load)
    if needed <= given:
        return
    able = [m.name for m in ALL if m.next_term is not None and m.next_derivatives(load) <= given]
    raise NotAvailable(
        f"{method.name} needs {needed} time derivatives of the torque to know what it leaves out, the load "
        f"{load.name!r} has {given}; give them in Load(derivatives=...), let rotlib.codegen.symbolic_load derive them "
        f"from a formula, or use {', '.join(able) if able else 'fixed steps, rotlib.integrate'}")


def tolerable(tolerance):
    """Return `tolerance` as a positive float."""
    tolerance = _check.real(tolerance, "tolerance")
    if not tolerance > 0.0:
        raise InvalidInput(f"tolerance: expected a positive number of rad, got {tolerance}")
    if tolerance < 4 * ROUNDING:
        raise InvalidInput(f"tolerance: {tolerance:.2g} rad is below the rounding of an attitude, {4 * ROUNDING:.1g}")
    return tolerance


def _first(first_step):
    h = _check.real(first_step, "first_step")
    if not h > 0.0:
        raise InvalidInput(f"first_step: expected a positive number of seconds, got {h}; a negative duration runs back")
    return h


def _length(v):
    return math.sqrt(sum([x * x for x in v]))
