"""What is true of a method, measured: order, steps needed, drift, symplecticity.

Errors are angles to the true attitude at the end, rad. Without a `judge`, the attitude
that counts as true, that is the closed form of a free body, and under a load that of
`rk4` with eight times the most steps asked for, and 20 000 at least.

Chapters: The rigid body, Buss's experiment.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from . import _check, exact, quaternion, so3
from ._check import require
from ._remembered import Remembered
from ._types import Array, ArrayLike, Attitude, Flow
from .body import Body, require_no_rotors
from .errors import InvalidInput, LargeStep, NotAvailable, RotlibError
from .loads import Load, as_load
from .methods import Method
from .runs.integration import integrate
from .runs.trajectory import Trajectory

__all__ = ["Drift", "Needed", "Order", "Problem", "drift", "order", "steps_needed"]
__all__ += ["symplecticity_defect"]
__dir__: Any = __all__.copy


FLOOR, CEILING = 1e-12, 0.3  # rad: errors between are neither rounding nor too large
FINE, LEAST = 8, 20_000  # steps of the reference for each asked for, and at least
WINDOWS = 20  # in which drift takes means


@dataclass(frozen=True, eq=False)
class Problem(Remembered):
    """An initial-value problem to measure a method on.

    body, load: as for `rotlib.integrate`
    omega: initial rate (3,), body components, rad/s
    duration: s
    q0: initial attitude (4,), wxyz, body to space

    >>> Problem(Body((1, 2, 3)), (0.3, 1.0, 0.8), 5.0).run("rk4", 100).t[-1]
    np.float64(5.0)
    """

    body: Body
    omega: ArrayLike
    duration: float
    q0: Attitude = (1.0, 0.0, 0.0, 0.0)
    load: Load | Flow | None = None

    def run(self, method: Method | str, steps: int, **options: Any) -> Trajectory:
        """Integrate it in `steps` steps, with other options of `rotlib.integrate`."""
        motion: Any = {"omega": self.omega, "q0": self.q0, "load": self.load}
        h = self.duration / _check.count(steps, "steps")
        return integrate(method, self.body, h=h, steps=steps, **motion, **options)


class Order(NamedTuple):
    """The slope of log(error) against log(h), with the points it was fitted to.

    slope, h, error: the measured order; of each point, (n,), s and rad
    """

    slope: float
    h: Array
    error: Array


class Needed(NamedTuple):
    """The least number of steps for an accuracy.

    steps, error, error_before: the number, and the errors with it and with one less
    """

    steps: int
    error: float
    error_before: float


class Drift(NamedTuple):
    """Secular change per second.

    energy, momentum, norm: of energy over its scale, of |L|/|L(0)|, and of |q|, 1/s
    """

    energy: float
    momentum: float
    norm: float


def order(
    method: Method | str,
    problem: Problem,
    steps: Sequence[int] = (50, 100, 200, 400, 800),
    judge: ArrayLike | None = None,
) -> Order:
    """Measure the order of a method: how its final attitude error falls with the step.

    problem: a nonlinear motion; a steady spin many methods get right by accident, and
        after whole or half periods odd orders with the energy preserved are better by
        one
    steps: numbers to try; errors above 0.3 rad or below 1e-12 rad are left out, and
        fewer than three are InvalidInput
    """
    steps = [_check.count(n, "steps") for n in steps]
    truth = _truth(problem, max(steps, default=1), judge)
    h = np.array([problem.duration / n for n in steps])
    error = np.array([_missed(problem, method, n, truth) for n in steps])
    good = (error > FLOOR) & (error < CEILING)
    wanted = f"three errors or more in ({FLOOR}, {CEILING}) rad"
    require(good.sum() >= 3, "steps", wanted, error.tolist())
    slope = np.polyfit(np.log(h[good]), np.log(error[good]), 1)[0]
    return Order(float(slope), h[good], error[good])


def steps_needed(
    method: Method | str,
    problem: Problem,
    error: float,
    *,
    most: int = 20_480,
    least: int = 10,
    points: int = 90,
    judge: ArrayLike | None = None,
) -> Needed | None:
    """Find the number of steps from which on a method is accurate enough at the end.

    A geometric grid is scanned downwards to the first failure, then bisected: the error
    need not be monotone. Steps too long for a method are failures. None if `most` steps
    are not enough; InvalidInput if `least` are.

    error: wanted accuracy of the final attitude, rad
    most, least, points: the range of the search, and the size of the grid
    """
    least, most = _check.count(least, "least"), _check.count(most, "most")
    points = _check.count(points, "points", 2)
    right, got = _check.real(error, "error") > 0 and least < most, (error, least, most)
    require(right, "error, least, most", "error > 0 and least < most", got)
    truth = _truth(problem, most, judge)
    errors: dict[int, float] = {}

    def good(n: int) -> bool:
        try:
            errors[n] = _missed(problem, method, n, truth)
        except (InvalidInput, NotAvailable):
            raise
        except RotlibError:  # the steps are too long for the method
            errors[n] = np.inf
        return errors[n] <= error

    grid, above = np.unique(np.geomspace(least, most, points).round().astype(int)), 0
    for below in grid[::-1].tolist():
        if not good(below):
            break
        above = below
    else:
        accurate = f"{least} steps are accurate enough, {errors[least]:.2g}"
        raise InvalidInput(f"least: {accurate}; search lower")
    if not above:
        return None
    while above - below > 1:
        middle = (above + below) // 2
        above, below = (middle, below) if good(middle) else (above, middle)
    return Needed(above, errors[above], errors[below])


def _truth(problem: Problem, steps: int, judge: ArrayLike | None) -> Array:
    if judge is not None:
        return _check.unit_quaternion(judge, "judge")
    if as_load(problem.load) is None:
        start = problem.omega, problem.duration, problem.q0
        return exact.free_body(problem.body, *start)[0]
    n = max(FINE * steps, LEAST)
    with suppress(NotAvailable):  # without LLVM
        return np.asarray(problem.run("rk4", n, every=n, backend="compiled").q[-1])
    return np.asarray(problem.run("rk4", n, every=n).q[-1])


def _missed(problem: Problem, method: Method | str, steps: int, truth: Array) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LargeStep)
        run = problem.run(method, steps, every=steps)
    return float(quaternion.angle_between(run.q[-1], truth))


def drift(run: Trajectory) -> Drift:
    """Measure the secular change of energy, momentum and norm along one motion.

    A line is fitted to the means of twenty windows, so that an oscillation is not taken
    for a drift. Of an energy without potential, or a momentum that a torque changes,
    the slope is no defect.
    """
    enough = run.q.ndim == 2 and len(run) >= 2 * WINDOWS
    wanted = f"one motion of at least {2 * WINDOWS} records"
    require(enough, "run", wanted, f"q of shape {run.q.shape}")
    scale = np.abs(run.kinetic_energy).max() or 1.0
    size = np.sqrt((run.momentum_space**2).sum(-1))
    defects = (run.energy - run.energy[0]) / scale, size / (size[0] or 1.0) - 1.0
    series = run.t, *defects, run.norm_defect
    times, *means = [[p.mean() for p in np.array_split(x, WINDOWS)] for x in series]
    return Drift(*[float(np.polyfit(times, x, 1)[0]) for x in means])


def symplecticity_defect(
    method: Method | str,
    body: Body,
    omega: ArrayLike,
    h: float,
    q0: Attitude = (1.0, 0.0, 0.0, 0.0),
    load: Load | Flow | None = None,
    probe: float = 1e-3,
) -> float:
    """Largest entry of D^T Omega(L') D - Omega(L) for one step: 0 if it is symplectic.

    Relative to |L|, or to 1 if L = 0; 1e-10 and below are rounding. Coordinates are the
    turn xi of the body, q exp(xi), and the body momentum L; in them Omega((xi, a),
    (eta, b)) = b.xi - a.eta + L.(xi x eta).

    probe: size of the perturbations of the fourth-order difference that gives D
    """
    require_no_rotors(body, "the symplectic form is known")
    require(1e-8 <= _check.real(probe, "probe") <= 0.1, "probe", "1e-8 to 0.1", probe)
    q0 = _check.unit_quaternion(q0, "q0")
    omega = np.array(_check.vector(omega, "omega"))
    L = body.momentum(omega)
    size = float(np.sqrt(L @ L)) or 1.0
    shifts = probe * np.array([-2.0, -1.0, 1.0, 2.0])[:, None, None] * np.eye(6)
    q = quaternion.multiply(q0, quaternion.exp(shifts[..., :3]))
    w = (L + size * shifts[..., 3:]) @ np.linalg.inv(body.inertia)
    there = integrate(method, body, omega=w, q0=q, h=h, steps=1, load=load)
    middle = integrate(method, body, omega=omega, q0=q0, h=h, steps=1, load=load)
    back = quaternion.conjugate(middle.q[-1])
    turns = quaternion.log(quaternion.multiply(back, there.q[-1]))
    z = np.concatenate([turns, body.momentum(there.omega[-1]) / size], -1)
    D = np.tensordot([1.0, -8.0, 8.0, -1.0], z, 1).T / (12 * probe)
    after = _form(body.momentum(middle.omega[-1]) / size)
    return float(np.abs(D.T @ after @ D - _form(L / size)).max())


def _form(L: Array) -> Array:
    return np.block([[so3.hat(-L), np.eye(3)], [-np.eye(3), np.zeros((3, 3))]])
