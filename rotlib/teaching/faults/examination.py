"""The examination: what a method does to a few bodies, a number or a word a finding.

Most findings are powers: the power of the step with which a defect falls, 0 for one
that does not fall, infinity for one that is rounding from the start.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from ... import exact, loads, quaternion
from ..._types import Array, ArrayLike
from ...body import Body
from ...errors import NotAvailable
from ...loads import Load
from ...methods import find
from ...methods._method import Method
from ...runs.integration import integrate
from ...runs.trajectory import Trajectory

Finding: TypeAlias = float | str | None

J, OMEGA = (1.0, 2.0, 2.6), np.array([0.7, 1.0, -0.8])
DURATION, STEPS = 2.0, (40, 80, 160)
FREE, SPHERE = Body(J), Body((2.0, 2.0, 2.0))
HEAVY = Body(J, mass=1.0, centre=(0.1, 0.15, 0.3))
Q0 = quaternion.exp(np.array([0.5, -0.8, 0.3]))  # an attitude without symmetry
ROUNDING = 1e-11
ROWS = {
    "order": "order, free body",
    "heavy": "order, heavy body",
    "first": "order of the first step",
    "turn": "turn of a short step / h",
    "start": "rate at time 0",
    "energy": "energy, free body",
    "momentum": "momentum, free body",
    "norm": "length of q",
    "back": "step and step back",
    "lab": "turned laboratory",
    "axes": "axes renamed",
    "steady": "steady spin",
    "sphere": "sphere",
    "motor": "constant torque from rest",
    "bracket": "part of the bracket",
}
INVARIANTS = ("energy", "momentum", "norm")


@dataclass(frozen=True, eq=False)
class Sheet:
    """The findings about one method; `sheet["order"]` and so on, a table when it is
    shown.

    Attributes
    ----------
    name : str
        Of the method.
    claimed_order : int
        The order that its author says it has.
    claims : tuple of str
        What its author says a free body keeps.
    findings : dict
        One value for each of the rows: a power of the step (0: does not converge, inf:
        to rounding), a word, or None where the test does not apply.

    Notes
    -----
    Chapter: The clinic.
    """

    name: str
    claimed_order: int
    claims: tuple[str, ...]
    findings: Mapping[str, Finding]

    def __getitem__(self, row: str) -> Finding:
        return self.findings[row]

    @property
    def keeps(self) -> tuple[str, ...]:
        """What a free body keeps to rounding: any of "energy", "momentum", "norm"."""
        return tuple(x for x in INVARIANTS if self[x] == math.inf)

    def words(self, row: str) -> str:
        """The finding of a row, as the table shows it.

        Parameters
        ----------
        row : str
            Name of a row.
        """
        return shown(row, self[row])

    def table(self, *rows: str) -> str:
        """Some rows of the table, or all, as text.

        Parameters
        ----------
        *rows : str
            Names of rows; none of them stands for all.
        """
        width = max(map(len, ROWS.values()))
        return "\n".join(
            f"  {ROWS[row]:{width}}  {self.words(row)}" for row in rows or ROWS
        )

    def __repr__(self) -> str:
        said = (
            f"{self.name}: said to have order {self.claimed_order}, to keep"
            f" {', '.join(self.claims) or 'nothing'}"
        )
        return f"{said}\n{self.table()}"


def shown(row: str, value: Finding) -> str:
    """A finding in words."""
    if value is None:
        return "none" if row == "bracket" else "takes no such load"
    if isinstance(value, str) or row in ("order", "heavy", "first"):
        return "exact" if value == math.inf else str(value)
    if row == "bracket":
        return f"{value:g}"
    return {0: "wrong", math.inf: "to rounding"}.get(value, f"h^{value}")


def examine(patient: Method | str) -> Sheet:
    """Examine a method: its order, what it keeps, and what it makes of known motions.

    Parameters
    ----------
    patient : Method or str
        A patient from `patient`, or any method that integrates rotations in steps.

    Returns
    -------
    Sheet
        Shown as a table. Its rows: "order", measured on a free body; "heavy", the same
        under gravity; "first", of the first step alone; "turn", the turn of a very
        short step divided by h, which should be the rate ω; "start", whether the rate
        at time 0 is the one that was given; "energy", "momentum" and "norm" of a free
        body; "back", a step followed by one with -h; "lab", the same experiment in a
        turned laboratory; "axes", the same with the body axes renamed in a circle;
        "steady", a spin about a principal axis; "sphere", a free sphere; "motor", a
        constant torque about a principal axis, from rest; "bracket", how much of
        (h³/12) ω × ω' there is in the turn of a step.

    Raises
    ------
    NotAvailable
        For a method that integrates poses, or all times at once.

    Notes
    -----
    A power stands for "to rounding" if the largest defect is below 1e-11. The bracket
    is read off the error of one step, equation eq-clinic-defect, and is None where that
    error is something else. Chapter: The clinic.

    Examples
    --------
    >>> sheet = examine("lie_euler")
    >>> sheet["order"], sheet.keeps, sheet["turn"]
    (1, ('momentum', 'norm'), 'ω')
    """
    method = find(patient)
    if method.poses or method.step is None:
        raise NotAvailable(
            f"{method.name}: the examination is for methods that integrate rotations in"
            " steps"
        )
    free = [_run(method, FREE, n) for n in STEPS]
    findings: dict[str, Finding] = {
        "order": _order(free, _truth(FREE)),
        "heavy": _heavy(method),
        "first": _first(method),
        "turn": _turn(method),
        "start": "as given" if _same(free[0].omega[0], OMEGA) else "another",
    }
    findings |= {
        name: _power(DURATION / np.array(STEPS), [series(run) for run in free])
        for name, series in KEPT
    }
    findings |= {
        "back": _back(method),
        "lab": _lab(method),
        "axes": _axes(method),
        "steady": _order(
            [_run(method, FREE, n, (0.0, 0.0, 1.3)) for n in STEPS],
            _truth(FREE, (0, 0, 1.3)),
        ),
        "sphere": _order([_run(method, SPHERE, n) for n in STEPS], _truth(SPHERE)),
        "motor": _motor(method),
        "bracket": _bracket(method),
    }
    order: Any = method.order
    return Sheet(method.name, order, method.conserves, findings)


def _change(series: Array) -> float:
    return float(np.abs(series - series[0]).max())


KEPT: tuple[tuple[str, Callable[[Trajectory], float]], ...] = (
    ("energy", lambda run: _change(run.energy / run.energy[0])),
    ("momentum", lambda run: _change(run.momentum_space)),
    ("norm", lambda run: _change(run.norm_defect)),
)


def _run(
    method: Method,
    body: Body,
    n: int,
    omega: ArrayLike = OMEGA,
    q0: ArrayLike = Q0,
    load: Load | None = None,
) -> Trajectory:
    h = DURATION / n
    return integrate(method, body, omega=omega, q0=q0, h=h, steps=n, load=load)


def _step(
    method: Method, h: float, omega: ArrayLike = OMEGA, q0: ArrayLike = Q0
) -> Trajectory:
    return integrate(method, FREE, omega=omega, q0=q0, h=h, steps=1)


def _truth(body: Body, omega: ArrayLike = OMEGA, t: float = DURATION) -> Array:
    q: Array = exact.free_body(body, omega, t, Q0)[0]
    return q


@cache
def _heavy_truth() -> Array:
    load = loads.uniform_gravity(HEAVY)
    q: Array = _run(find("buss8"), HEAVY, 400, load=load).q[-1]
    return q


def _off(q: Array, truth: Array) -> float:
    return float(quaternion.angle_between(quaternion.normalize(q), truth))


def _same(a: Array, b: Array) -> bool:
    return bool(np.abs(a - b).max() < ROUNDING)


def _power(h: Sequence[float] | Array, defects: Sequence[float]) -> float:
    """The power of h with which defects fall: 0 for not at all, infinity for none."""
    if max(defects) < ROUNDING:
        return math.inf
    slopes = [
        math.log(a / b) / math.log(s / t)
        for (a, b), (s, t) in zip(pairwise(defects), pairwise(h), strict=True)
    ]
    return max(0, round(float(np.mean(slopes))))


def _order(runs: Sequence[Trajectory], truth: Array) -> float:
    return _power(
        [DURATION / (len(run) - 1) for run in runs],
        [_off(run.q[-1], truth) for run in runs],
    )


def _heavy(method: Method) -> float | None:
    if not method.torque:
        return None
    load = loads.uniform_gravity(HEAVY)
    return _order([_run(method, HEAVY, n, load=load) for n in STEPS], _heavy_truth())


def _first(method: Method) -> float:
    h = (0.2, 0.1, 0.05)
    defects = [_off(_step(method, k).q[-1], _truth(FREE, t=k)) for k in h]
    return max(0, _power(h, defects) - 1)


def _from_start(q: Array) -> Array:
    """Rotation vector from the first attitude to this one, in the body."""
    return quaternion.log(quaternion.multiply(quaternion.conjugate(Q0), q))


def _turn(method: Method) -> str:
    rate = _from_start(_step(method, 1e-5).attitude[-1]) / 1e-5
    known = {
        "ω": OMEGA,
        "ω/2": OMEGA / 2,
        "2ω": 2 * OMEGA,
        "Rω": quaternion.rotate(Q0, OMEGA),
        "Rᵀω": quaternion.rotate_back(Q0, OMEGA),
    }
    fitting = (name for name, w in known.items() if np.abs(rate - w).max() < 1e-3)
    return next(fitting, "another")


def _back(method: Method) -> float:
    def defect(h: float) -> float:
        there = _step(method, h)
        back = _step(method, -h, there.omega[-1], there.attitude[-1])
        return _off(back.q[-1], Q0)

    h = (0.2, 0.1, 0.05)
    return _power(h, [defect(k) for k in h])


def _lab(method: Method) -> str:
    """The laboratory turned about the vertical, so that gravity stays what it is."""
    body = HEAVY if method.torque else FREE
    load = loads.uniform_gravity(HEAVY) if method.torque else None
    p = quaternion.exp(np.array([0.0, 0.0, 0.9]))
    here, there = (
        _run(method, body, 40, q0=q, load=load).q[-1]
        for q in (Q0, quaternion.multiply(p, Q0))
    )
    return "the same" if _same(quaternion.multiply(p, here), there) else "another"


def _axes(method: Method) -> str:
    r = np.array([0.5, 0.5, 0.5, 0.5])  # x to y to z to x
    renamed, omega = Body(np.roll(J, -1)), np.roll(OMEGA, -1)
    here = _run(method, FREE, 40).q[-1]
    there = _run(method, renamed, 40, omega, quaternion.multiply(Q0, r)).q[-1]
    return "the same" if _same(quaternion.multiply(here, r), there) else "another"


def _motor(method: Method) -> float | None:
    load = loads.constant_torque((0.0, 0.0, 1.5))
    if not method.torque or method.needs_potential:
        return None
    angle = 1.5 / J[2] * DURATION**2 / 2
    truth = quaternion.multiply(Q0, quaternion.exp(np.array([0.0, 0.0, angle])))
    runs = [_run(method, FREE, n, (0.0, 0.0, 0.0), load=load) for n in STEPS]
    return _order(runs, truth)


def _bracket(method: Method) -> float | None:
    """The c, to a quarter, for which the error of one step is (c - 1) brackets."""
    h, moments = 0.02, np.array(J)
    slope = np.cross(moments * OMEGA, OMEGA) / moments
    whole = h**3 / 12 * np.cross(OMEGA, slope)
    size = np.linalg.norm(whole)
    made = _from_start(_step(method, h).attitude[-1])
    error = (made - _from_start(_truth(FREE, t=h))) / size
    along = float(error @ whole / size)
    if np.linalg.norm(error - along * whole / size) > 0.1:
        return None
    return round(4 * (1.0 + along)) / 4
