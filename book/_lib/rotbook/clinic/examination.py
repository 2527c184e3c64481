"""The examination: what a method does to a few bodies, a number or a word a finding.

Most findings are powers: the power of the step with which a defect falls, 0 for one
that does not fall, infinity for one that is rounding from the start.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from rotlib import exact, loads, quaternion
from rotlib.body import Body
from rotlib.errors import NotAvailable
from rotlib.methods import Method, find
from rotlib.runs.integration import integrate

Finding = float | str | None

J, OMEGA, SPIN = (1.0, 2.0, 2.6), np.array([0.7, 1.0, -0.8]), (0.0, 0.0, 1.3)
DURATION, STEPS, SHORT = 2.0, (40, 80, 160), (0.2, 0.1, 0.05)
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
KEPT = {
    "energy": lambda run: _change(run.energy / run.energy[0]),
    "momentum": lambda run: _change(run.momentum_space),
    "norm": lambda run: _change(run.norm_defect),
}


@dataclass(frozen=True, eq=False)
class Sheet:
    """The findings about one method; `sheet["order"]` and so on, shown as a table.

    name: of the method
    claimed_order: the order that its author says it has
    claims: what its author says a free body keeps
    findings: for each row a power of the step (0: does not converge, inf: to rounding),
        a word, or None where the test does not apply
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
        return tuple(x for x in KEPT if self[x] == math.inf)

    def words(self, row: str) -> str:
        """The finding of a row, as the table shows it."""
        return shown(row, self[row])

    def table(self, *rows: str) -> str:
        """Some rows of the table as text, all if none is named."""
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


def shown(row, value):
    if value is None:
        return "none" if row == "bracket" else "takes no such load"
    if isinstance(value, str) or row in ("order", "heavy", "first"):
        return "exact" if value == math.inf else str(value)
    if row == "bracket":
        return f"{value:g}"
    return {0: "wrong", math.inf: "to rounding"}.get(value, f"h^{value}")


def examine(patient: Method | str) -> Sheet:
    """Examine a method: its order, what it keeps, and what it makes of known motions.

    "turn" is the turn of a very short step divided by h, which should be the rate ω.
    "lab" repeats "heavy" in a laboratory turned about the vertical, "axes" repeats
    "order" with the axes of the body renamed in a circle. "bracket" is how much of
    (h³/12) ω × ω' the turn of a step has, read off the error of one step
    (eq-clinic-defect), or None if that error is something else. A defect below 1e-11 is
    rounding. NotAvailable for a method of poses, or without steps.

    >>> sheet = examine("lie_euler")
    >>> sheet["order"], sheet.keeps, sheet["turn"]
    (1, ('momentum', 'norm'), 'ω')
    """
    method = find(patient)
    if method.poses or method.closed_form is not None:
        raise NotAvailable(
            f"{method.name}: the examination is for methods that integrate rotations in"
            " steps"
        )
    free = [_run(method, FREE, n) for n in STEPS]
    steady = [_run(method, FREE, n, SPIN) for n in STEPS]
    sphere = [_run(method, SPHERE, n) for n in STEPS]
    as_given = _same(free[0].omega[0], OMEGA)
    findings = {
        "order": _order(free, _truth(FREE)),
        "heavy": _heavy(method),
        "first": _first(method),
        "turn": _turn(method),
        "start": "as given" if as_given else "another",
        "back": _power(SHORT, [_not_back(method, h) for h in SHORT]),
        "lab": _lab(method),
        "axes": _axes(method),
        "steady": _order(steady, _truth(FREE, SPIN)),
        "sphere": _order(sphere, _truth(SPHERE)),
        "motor": _motor(method),
        "bracket": _bracket(method),
    }
    for name, change in KEPT.items():
        findings[name] = _power([DURATION / n for n in STEPS], [*map(change, free)])
    return Sheet(method.name, method.order, method.conserves, findings)


def _change(series):
    return float(np.abs(series - series[0]).max())


def _run(method, body, n, omega=OMEGA, q0=Q0, load=None):
    h = DURATION / n
    return integrate(method, body, omega=omega, q0=q0, h=h, steps=n, load=load)


def _step(method, h, omega=OMEGA, q0=Q0):
    return integrate(method, FREE, omega=omega, q0=q0, h=h, steps=1)


def _truth(body, omega=OMEGA, t=DURATION):
    return exact.free_body(body, omega, t, Q0)[0]


@cache
def _heavy_truth():
    return _run("buss8", HEAVY, 400, load=loads.uniform_gravity(HEAVY)).q[-1]


def _off(q, truth):
    return float(quaternion.angle_between(q, truth))


def _same(a, b):
    return bool(np.abs(a - b).max() < ROUNDING)


def _power(h, defects):
    """The power of h with which defects fall: 0 for not at all, infinity for none."""
    if max(defects) < ROUNDING:
        return math.inf
    slopes = [
        math.log(a / b) / math.log(s / t)
        for (a, b), (s, t) in zip(pairwise(defects), pairwise(h), strict=True)
    ]
    return max(0, round(float(np.mean(slopes))))


def _order(runs, truth):
    return _power(
        [DURATION / (len(run) - 1) for run in runs],
        [_off(run.q[-1], truth) for run in runs],
    )


def _heavy(method):
    if not method.takes:
        return None
    load = loads.uniform_gravity(HEAVY)
    return _order([_run(method, HEAVY, n, load=load) for n in STEPS], _heavy_truth())


def _first(method):
    defects = [_off(_step(method, h).q[-1], _truth(FREE, t=h)) for h in SHORT]
    return max(0, _power(SHORT, defects) - 1)


def _from_start(q):
    """Rotation vector from the first attitude to this one, in the body."""
    return quaternion.log(quaternion.multiply(quaternion.conjugate(Q0), q))


def _turn(method):
    rate = _from_start(_step(method, 1e-5).q[-1]) / 1e-5
    known = {
        "ω": OMEGA,
        "ω/2": OMEGA / 2,
        "2ω": 2 * OMEGA,
        "Rω": quaternion.rotate(Q0, OMEGA),
        "Rᵀω": quaternion.rotate_back(Q0, OMEGA),
    }
    fitting = (name for name, w in known.items() if np.abs(rate - w).max() < 1e-3)
    return next(fitting, "another")


def _not_back(method, h):
    there = _step(method, h)
    back = _step(method, -h, there.omega[-1], there.q[-1])
    return _off(back.q[-1], Q0)


def _lab(method):
    """The laboratory turned about the vertical, so that gravity stays what it is."""
    body = HEAVY if method.takes else FREE
    load = loads.uniform_gravity(HEAVY) if method.takes else None
    p = quaternion.exp(np.array([0.0, 0.0, 0.9]))
    here, there = (
        _run(method, body, 40, q0=q, load=load).q[-1]
        for q in (Q0, quaternion.multiply(p, Q0))
    )
    return "the same" if _same(quaternion.multiply(p, here), there) else "another"


def _axes(method):
    r = np.array([0.5, 0.5, 0.5, 0.5])  # x to y to z to x
    renamed, omega = Body(np.roll(J, -1)), np.roll(OMEGA, -1)
    here = _run(method, FREE, 40).q[-1]
    there = _run(method, renamed, 40, omega, quaternion.multiply(Q0, r)).q[-1]
    return "the same" if _same(quaternion.multiply(here, r), there) else "another"


def _motor(method):
    load = loads.constant_torque((0.0, 0.0, 1.5))
    if not method.takes or "projected" in method.properties:
        return None
    angle = 1.5 / J[2] * DURATION**2 / 2
    truth = quaternion.multiply(Q0, quaternion.exp(np.array([0.0, 0.0, angle])))
    runs = [_run(method, FREE, n, (0.0, 0.0, 0.0), load=load) for n in STEPS]
    return _order(runs, truth)


def _bracket(method):
    """The c, to a quarter, for which the error of one step is (c - 1) brackets."""
    h, moments = 0.02, np.array(J)
    slope = np.cross(moments * OMEGA, OMEGA) / moments
    whole = h**3 / 12 * np.cross(OMEGA, slope)
    size = np.linalg.norm(whole)
    made = _from_start(_step(method, h).q[-1])
    error = (made - _from_start(_truth(FREE, t=h))) / size
    along = float(error @ whole / size)
    if np.linalg.norm(error - along * whole / size) > 0.1:
        return None
    return round(4 * (1.0 + along)) / 4
