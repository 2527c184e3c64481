"""A short check of methods: the order, what is kept, a batch like its bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from . import exact, quaternion
from ._types import ArrayLike
from .body import Body
from .diagnostics import Problem, order
from .errors import RotlibError
from .methods import ALL, Method
from .runs.integration import integrate
from .runs.trajectory import PoseTrajectory, Trajectory

__all__ = ["Verdict", "check", "check_all"]


def __dir__() -> list[str]:
    return __all__


BODY, OMEGA, VELOCITY = Body((1.0, 2.0, 2.6)), (0.3, 1.0, 0.8), (0.2, -0.1, 0.4)
# By order: (duration, numbers of steps) where the error is neither rounding nor far
# from its leading term.
RUNS: dict[int, tuple[float, tuple[int, ...]]] = {
    1: (4.0, (400, 800, 1600)),
    2: (4.0, (50, 100, 200)),
    3: (4.0, (50, 100, 200)),
    4: (4.0, (50, 100, 200)),
    5: (4.0, (20, 40, 80)),
    6: (4.0, (16, 24, 40)),
    7: (20.0, (120, 160, 200)),
    8: (4.0, (10, 12, 14, 16, 18)),
}
NEAR, ROUNDING = 0.2, 1e-11  # of a measured order to the declared one; of what is kept


class Verdict(NamedTuple):
    """One check: which, whether it passed, and what was found.

    Attributes
    ----------
    check : str
        What was checked.
    passed : bool
        Whether the method holds what its record says.
    found : str
        What was measured, in words.
    """

    check: str
    passed: bool
    found: str


def check(method: Method) -> list[Verdict]:
    """Check one method on the free body.

    Parameters
    ----------
    method : Method
        The method to check.

    Returns
    -------
    list of Verdict
        Order against the closed form, invariants in 200 steps, a batch against its
        bodies, bit for bit. The closed form itself is compared with the method of
        highest order.

    Notes
    -----
    A coefficient that is wrong without lowering the order goes unseen. Chapter: Using
    rotlib in your assignment.

    Examples
    --------
    >>> from rotlib import methods
    >>> [verdict.passed for verdict in check(methods.rk4)]
    [True, True, True]
    """
    return [
        _tried(_order if method.order else _closed_form, method),
        _tried(_kept, method),
        _tried(_batch, method),
    ]


def check_all(
    methods: Iterable[Method] = ALL,
) -> Iterator[tuple[Method, list[Verdict]]]:
    """Check several methods.

    Parameters
    ----------
    methods : iterable of Method
        The methods to check, one after the other.

    Yields
    ------
    method, list of Verdict
    """
    for method in methods:
        yield method, check(method)


def _tried(function: Callable[[Method], Verdict], method: Method) -> Verdict:
    """The verdict of a check; an error of any kind is one that failed."""
    try:
        return function(method)
    except (RotlibError, ArithmeticError, ValueError, TypeError, IndexError) as error:
        return Verdict(
            function.__name__.strip("_").replace("_", " "),
            False,
            f"{type(error).__name__}: {error}",
        )


def _order(method: Method) -> Verdict:
    assert method.order is not None  # or it would be compared as a closed form
    duration, steps = RUNS[min(method.order, max(RUNS))]
    slope = order(method, Problem(BODY, OMEGA, duration), steps).slope
    return Verdict(
        "order", abs(slope - method.order) < NEAR, f"{slope:.2f} of {method.order}"
    )


def _closed_form(method: Method) -> Verdict:
    best = max((m for m in ALL if not m.poses), key=lambda m: m.order or 0)
    run = integrate(best, BODY, omega=OMEGA, h=0.02, steps=500)
    q, w = exact.free_body(BODY, OMEGA, run.t)
    off = max(
        float(quaternion.angle_between(run.attitude, q).max()),
        float(np.abs(run.omega - w).max()),
    )
    return Verdict("closed form", off < ROUNDING, f"{off:.0e} from {best.name}")


def _kept(method: Method) -> Verdict:
    run = _run(method, OMEGA, steps=200)
    momenta = [run.momentum_space]
    if isinstance(run, PoseTrajectory):
        momenta.append(run.linear_momentum_space)
    off = {
        "momentum": max(np.abs(p - p[0]).max() / np.linalg.norm(p[0]) for p in momenta),
        "energy": np.abs(run.energy / run.energy[0] - 1).max(),
        "norm": np.abs(run.norm_defect).max(),
    }
    worst = max((float(off[name]) for name in method.conserves), default=0.0)
    kept = ", ".join(method.conserves)
    return Verdict(
        "keeps", worst < ROUNDING, f"{kept} to {worst:.0e}" if kept else "nothing"
    )


def _batch(method: Method) -> Verdict:
    omega = np.array([OMEGA, (0.9, -0.2, 0.1), (-0.5, 0.4, 1.1)])
    together = _run(method, omega, steps=10)
    alone = [_run(method, w, steps=10) for w in omega]
    same = all(
        np.array_equal(together[:, i].q, one.q)
        and np.array_equal(together[:, i].omega, one.omega)
        for i, one in enumerate(alone)
    )
    found = "like its bodies" if same else "differs from its bodies"
    return Verdict("batch", same, found)


def _run(method: Method, omega: ArrayLike, steps: int) -> Trajectory:
    flight: dict[str, Any] = {"velocity": VELOCITY} if method.poses else {}
    run: Trajectory = integrate(
        method, BODY, omega=omega, h=0.05, steps=steps, **flight
    )
    return run
