"""What is true of a method, measured: order, drift, and the defect of symplecticity."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from . import _check, exact, quaternion
from ._progress import bar
from .body import Body
from .errors import ConvergenceError, Diverged, EnergyOutOfReach, InvalidInput, StepTooLarge
from .integration import integrate
from .loads import as_load

FLOOR = 1e-12  # errors below this are rounding, above CEILING no asymptotics
CEILING = 0.3
FINE, LEAST = 8, 20_000  # the reference without closed form takes this many times the most steps, or at least so many


@dataclass(frozen=True)
class Problem:
    """An initial-value problem to measure a method on.

    Parameters
    ----------
    body : Body
    omega : sequence of 3 floats
        Initial rate, body components, rad/s.
    duration : float
        s.
    q0 : sequence of 4 floats, optional
    load : Load or callable, optional
    """

    body: Body
    omega: tuple
    duration: float
    q0: tuple = (1.0, 0.0, 0.0, 0.0)
    load: object = None

    def run(self, method, steps, **options):
        """Integrate over the whole duration in `steps` steps."""
        return integrate(method, self.body, omega=self.omega, q0=self.q0, load=self.load, h=self.duration / steps,
                         steps=steps, **options)


class Order(NamedTuple):
    """Slope of log(error) against log(h), with the points it was fitted to."""

    slope: float
    h: np.ndarray
    error: np.ndarray


class Drift(NamedTuple):
    """Secular change per second: of the energy relative to its scale, of |L| relative to |L(0)|, of |q|."""

    energy: float
    momentum: float
    norm: float


def order(method, problem, steps=(50, 100, 200, 400, 800)):
    """Measure the order of a method: the slope of its attitude error at the end against the step.

    Parameters
    ----------
    method : Method or str
    problem : Problem
        A nonlinear motion, not a steady spin, which many methods get right by accident; and not over whole or half
        periods of the rates, after which odd orders with the energy preserved are better by one.
    steps : sequence of int
        Numbers of steps to try. Points with errors above 0.3 rad or below 1e-12 rad are left out of the fit.

    Returns
    -------
    Order
        `slope`, and the arrays `h` and `error` (rad) of the points used.

    Raises
    ------
    InvalidInput
        If fewer than three points are left.

    Notes
    -----
    The judge is the closed form for a free body; under a load it is Runge-Kutta with eight times as many steps as the
    most asked for, and 20 000 at least. Chapters: The rigid body, Staying on the polhode.

    Examples
    --------
    >>> import rotlib as rl
    >>> problem = Problem(rl.Body((1, 2, 3)), (0.3, 1.0, 0.8), 5.0)
    >>> round(order("lie_euler", problem, steps=(400, 800, 1600)).slope, 1)
    1.0
    """
    truth = _reference(problem, max(steps))
    h = np.array([problem.duration / n for n in steps])
    error = np.array([_distance(problem.run(method, n, every=n), truth) for n in steps])
    good = (error > FLOOR) & (error < CEILING)
    if good.sum() < 3:
        raise InvalidInput(f"steps: expected three errors or more in ({FLOOR}, {CEILING}) rad, got {error.tolist()}")
    slope = np.polyfit(np.log(h[good]), np.log(error[good]), 1)[0]
    return Order(float(slope), h[good], error[good])


class Needed(NamedTuple):
    """The least number of steps for an accuracy: the error with it, and with one step less."""

    steps: int
    error: float
    error_before: float


def steps_needed(method, problem, error, *, most=20_480, least=10, points=90, judge=None, progress=False):
    """Find the number of steps from which on a method is accurate enough at the end.

    Parameters
    ----------
    method : Method or str
    problem : Problem
    error : float
        Wanted accuracy of the final attitude, rad.
    most, least : int
        Range of the search.
    points : int
        The range is scanned downwards on a geometric grid of so many points, to the first that fails; bisection finds
        the step in between. The error need not be monotone: what is found is the last failure that the grid can see.
        Steps too long for a method to be taken at all count as failures.
    judge : array_like, shape (4,), optional
        The true final attitude, if it is known; else as for `order`.
    progress : bool
        A progress bar over the grid (tqdm).

    Returns
    -------
    Needed or None
        None if `most` steps are not enough.

    Raises
    ------
    InvalidInput
        If already `least` steps are accurate enough, or for a range that is empty.

    Notes
    -----
    Chapter: Buss's experiment.

    Examples
    --------
    >>> import rotlib as rl
    >>> problem = Problem(rl.Body((1, 2, 3)), (0.3, 1.0, 0.8), 5.0)
    >>> found = steps_needed("buss4", problem, 1e-4)
    >>> found.error <= 1e-4 < found.error_before
    True
    """
    least, most, points = (_check.count(*x) for x in ((least, "least"), (most, "most"), (points, "points", 2)))
    wanted = _check.real(error, "error")
    if not (wanted > 0 and least < most):
        raise InvalidInput(f"error, least, most: expected error > 0 and least < most, got {error}, {least}, {most}")
    truth = _reference(problem, most) if judge is None else _check.unit_quaternion(judge, "judge")
    errors = {}

    def good(n):
        try:
            errors[n] = _distance(problem.run(method, n, every=n), truth)
        except (ConvergenceError, Diverged, EnergyOutOfReach, StepTooLarge):
            errors[n] = np.inf  # steps too long for the method
        return errors[n] <= wanted

    grid = np.unique(np.geomspace(least, most, points).round().astype(int))[::-1].tolist()
    above = None
    for n in bar(grid, progress, "run"):
        if not good(n):
            break
        above = n
    else:
        raise InvalidInput(f"least: {least} steps are accurate enough already, error {errors[least]:.2g}; search lower")
    if above is None:
        return None
    below = n
    while above - below > 1:
        middle = (above + below) // 2
        if good(middle):
            above = middle
        else:
            below = middle
    return Needed(above, errors[above], errors[below])


def _reference(problem, steps):
    if as_load(problem.load) is None:
        return exact.free_body(problem.body, problem.omega, problem.duration, problem.q0)[0]
    fine = max(FINE * steps, LEAST)
    return problem.run("rk4", fine, every=fine).attitude[-1]


def _distance(run, truth):
    return float(quaternion.angle_between(run.attitude[-1], truth))


def drift(run, windows=20):
    """Measure the secular change of energy, momentum and norm along a run.

    Parameters
    ----------
    run : Trajectory
        One motion, not a batch, of at least two records a window.
    windows : int
        The run is cut into this many parts; a line is fitted to their means, so that an oscillation is not taken for a
        drift.

    Returns
    -------
    Drift
        Slopes per second. Of an energy without potential, or a momentum that a torque changes, the slope is no defect.

    Examples
    --------
    >>> import rotlib as rl
    >>> run = rl.integrate("lie_euler", rl.Body((1, 2, 3)), omega=(0.3, 1.0, 0.8), h=0.01, steps=2000)
    >>> drift(run).energy > 1e-4, abs(drift(run).momentum) < 1e-13
    (True, True)
    """
    windows = _check.count(windows, "windows", 2)
    if run.q.ndim != 2 or len(run) < 2 * windows:
        raise InvalidInput(f"run: expected one motion of at least {2 * windows} records, got q of shape {run.q.shape}")
    scale = np.abs(run.kinetic_energy).max() or 1.0
    size = np.sqrt((run.momentum_space**2).sum(-1))
    series = (run.energy - run.energy[0]) / scale, size / (size[0] or 1.0) - 1.0, run.norm_defect
    return Drift(*(_slope(run.t, x, windows) for x in series))


def _slope(t, x, windows):
    times, means = ([part.mean() for part in np.array_split(a, windows)] for a in (t, x))
    return float(np.polyfit(times, means, 1)[0])


def symplecticity_defect(method, body, omega, h, q0=(1.0, 0.0, 0.0, 0.0), load=None, probe=1e-3):
    """Largest entry of D^T Omega(L') D - Omega(L) for one step: zero for a symplectic method.

    Parameters
    ----------
    method : Method or str
    body : Body
    omega : sequence of 3 floats
        Initial rate, body components, rad/s.
    h : float
        Step, s.
    q0 : sequence of 4 floats
    load : Load or callable, optional
    probe : float
        Size of the perturbations of the fourth-order difference that gives D.

    Returns
    -------
    float
        Relative to |L|, or to 1 if L = 0. Values of 1e-10 and below are rounding of the differences.

    Notes
    -----
    Coordinates are the turn xi of the body, q exp(xi), and the body momentum L; in them the symplectic form is
    Omega((xi, a), (eta, b)) = b.xi - a.eta + L.(xi x eta).

    Examples
    --------
    >>> import rotlib as rl
    >>> body = rl.Body((1, 2, 3))
    >>> symplecticity_defect("exact", body, (0.3, 1.0, 0.8), 0.1) < 1e-9
    True
    >>> symplecticity_defect("lie_euler", body, (0.3, 1.0, 0.8), 0.1) > 1e-4
    True
    """
    h, probe = _check.step_size(h), _check.real(probe, "probe")
    q0, omega = _check.unit_quaternion(q0, "q0"), _check.trailing(omega, 3, "omega")
    L = body.momentum(omega)
    size = float(np.sqrt(L @ L)) or 1.0
    shifts = probe * np.array([-2.0, -1.0, 1.0, 2.0])[:, None, None] * np.eye(6)
    q = quaternion.multiply(q0, quaternion.exp(shifts[..., :3]))
    w = (L + size * shifts[..., 3:]) @ np.linalg.inv(body.inertia)
    there = integrate(method, body, omega=w, q0=q, h=h, steps=1, load=load)
    middle = integrate(method, body, omega=omega, q0=q0, h=h, steps=1, load=load)
    turns = quaternion.log(quaternion.multiply(quaternion.conjugate(middle.attitude[-1]), there.attitude[-1]))
    z = np.concatenate([turns, body.momentum(there.omega[-1]) / size], -1)
    D = np.tensordot([1.0, -8.0, 8.0, -1.0], z, 1).T / (12 * probe)
    after = _form(body.momentum(middle.omega[-1]) / size)
    return float(np.abs(D.T @ after @ D - _form(L / size)).max())


def _form(L):
    x, y, z = L
    turned = np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])
    return np.block([[turned, np.eye(3)], [-np.eye(3), np.zeros((3, 3))]])
