"""A short check that every method does here what its record says: its order, what it keeps, a batch like its bodies."""

from typing import NamedTuple

import numpy as np

from . import exact, quaternion
from .body import Body
from .diagnostics import Problem, order
from .errors import RotlibError
from .integration import integrate
from .methods import ALL

__all__ = ["Verdict", "check", "check_all"]

BODY, OMEGA, VELOCITY = Body((1.0, 2.0, 2.6)), (0.3, 1.0, 0.8), (0.2, -0.1, 0.4)
# By order: (duration, numbers of steps) where the error is neither rounding nor far from its leading term.
RUNS = {1: (4.0, (400, 800, 1600)), 2: (4.0, (50, 100, 200)), 3: (4.0, (50, 100, 200)), 4: (4.0, (50, 100, 200)),
        5: (4.0, (20, 40, 80)), 6: (4.0, (16, 24, 40)), 7: (20.0, (120, 160, 200)), 8: (4.0, (10, 12, 14, 16, 18))}
NEAR, ROUNDING = 0.2, 1e-11  # of a measured order to the declared one; of what is kept


class Verdict(NamedTuple):
    """One check: which, whether it passed, and what was found."""

    check: str
    passed: bool
    found: str


def check(method):
    """Check one method on the free body.

    Parameters
    ----------
    method : Method

    Returns
    -------
    list of Verdict
        Order against the closed form, invariants in 200 steps, a batch against its bodies, bit for bit. The closed form
        itself is compared with the method of highest order.

    Notes
    -----
    A coefficient that is wrong without lowering the order goes unseen. Chapter: Using rotlib in your assignment.

    Examples
    --------
    >>> from rotlib import methods
    >>> [verdict.passed for verdict in check(methods.rk4)]
    [True, True, True]
    """
    return [_tried(_order if method.order else _closed_form, method), _tried(_kept, method), _tried(_batch, method)]


def check_all(methods=ALL):
    """Check several methods.

    Parameters
    ----------
    methods : iterable of Method

    Yields
    ------
    method, list of Verdict
    """
    for method in methods:
        yield method, check(method)


def _tried(function, method):
    """The verdict of a check; an error of any kind is one that failed."""
    try:
        return function(method)
    except (RotlibError, ArithmeticError, ValueError, TypeError, IndexError) as error:
        return Verdict(function.__name__.strip("_").replace("_", " "), False, f"{type(error).__name__}: {error}")


def _order(method):
    duration, steps = RUNS[method.order]
    slope = order(method, Problem(BODY, OMEGA, duration), steps).slope
    return Verdict("order", abs(slope - method.order) < NEAR, f"{slope:.2f} of {method.order}")


def _closed_form(method):
    best = max((m for m in ALL if m.order and not m.poses), key=lambda m: m.order)
    run = integrate(best, BODY, omega=OMEGA, h=0.02, steps=500)
    q, w = exact.free_body(BODY, OMEGA, run.t)
    off = max(float(quaternion.angle_between(run.attitude, q).max()), float(np.abs(run.omega - w).max()))
    return Verdict("closed form", off < ROUNDING, f"{off:.0e} from {best.name}")


def _kept(method):
    run = _run(method, OMEGA, steps=200)
    momenta = [run.momentum_space] + ([run.linear_momentum_space] if method.poses else [])
    off = {"momentum": max(np.abs(p - p[0]).max() / np.linalg.norm(p[0]) for p in momenta),
           "energy": np.abs(run.energy / run.energy[0] - 1).max(), "norm": np.abs(run.norm_defect).max()}
    worst = max((float(off[name]) for name in method.conserves), default=0.0)
    return Verdict("keeps", worst < ROUNDING, ", ".join(method.conserves) + f" to {worst:.0e}" if method.conserves else
                   "nothing")


def _batch(method):
    omega = np.array([OMEGA, (0.9, -0.2, 0.1), (-0.5, 0.4, 1.1)])
    together = _run(method, omega, steps=10)
    alone = [_run(method, w, steps=10) for w in omega]
    same = all(np.array_equal(together[:, i].q, one.q) and np.array_equal(together[:, i].omega, one.omega)
               for i, one in enumerate(alone))
    return Verdict("batch", same, "like its bodies" if same else "differs from its bodies")


def _run(method, omega, steps):
    flight = {"velocity": VELOCITY} if method.poses else {}
    return integrate(method, BODY, omega=omega, h=0.05, steps=steps, **flight)
