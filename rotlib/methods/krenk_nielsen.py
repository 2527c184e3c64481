"""The step of Nielsen and Krenk, which keeps energy and momentum to rounding.

`reduced` has three unknowns, the a = h Omega/4 of the mean rate; `full` is the paper's,
with quaternion and conjugate momentum p, where J0 has a meaning. The states are (q,
L_space, statistics) and (q, p, statistics).
Chapter: The conserving step.
"""

from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from .. import _check
from .._remembered import remembered
from .._types import Function, Quaternion, Scalar, State, Vector
from .._vectors import dot, plus, times
from ..errors import InvalidInput
from ..kernels.krenk_nielsen import (
    across,
    balance,
    cayley,
    conjugate_momentum,
    gain,
    in_full,
    middle,
    momentum_body,
    per_turn,
    reduced,
    reduced_free,
    turn_between,
)
from ..kernels.krenk_nielsen import full as full_newton
from ..kernels.quaternion import multiply, rotate_back
from ..numbers import greatest, positive, rounding, select
from . import _krenk_flight as in_flight
from ._method import BoundLoad, Layout, Method, keep_momentum, read_momentum
from ._small_turns import length, turn_of
from .newton import dense, solve

STATISTICS = ("iterations", "residual", "turn")
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
REST, NO_TORQUE = (0.0, 0.0, 0.0), (0.0,) * 12
ROUGH = 2.0**-13  # of a turn found from two attitudes, rounding is a fair part


# --- three unknowns -------------------------------------------------------------------


def to_state(q: Quaternion, omega: Vector, J: State) -> State:
    nothing = 0.0 * omega[0]
    return (*keep_momentum(q, omega, J), nothing, nothing, nothing)


def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    q, L = y[:4], y[4:7]
    m = tuple([h / 4 * l for l in rotate_back(*q, *L)])
    guess = tuple([x / j for x, j in zip(m, J, strict=True)])
    if load is None:
        *a, determinant, count, residual = solve(
            reduced_free, guess, (*m, *J), length(*m)
        )
        turn = turn_of(a, determinant, h)
        return (*cayley(*q, *a), *L, count, residual, turn)
    acting = torque_of(t, h, q, load)

    def correct(*a: Scalar) -> State:
        return reduced(*a, *m, *J, *acting.torque(a), *acting.slope(a), h)

    scale = length(*m) + h * h / 8 * acting.size(guess)
    *a, determinant, count, residual = solve(correct, guess, (), scale)
    turn = turn_of(a, determinant, h)
    more = gain(*middle(*q, *a), *a, *acting.torque(a), h)
    return (*cayley(*q, *a), *plus(L, more), count, residual, turn)


# --- the torque in a step -------------------------------------------------------------


class Acting(NamedTuple):
    """torque(a) of a step by the turn of `a`, its slope by turns, and its size."""

    torque: Function
    slope: Function
    size: Function


def torque_of(t: Scalar, h: Scalar, q: State, load: BoundLoad) -> Acting:
    kept = load if load.applied is None else load.kept
    if load.applied is None:
        return _of_potential(t, q, kept)
    other = _applied(t, h, q, load.applied)
    if kept is None:
        return other
    of_potential = _of_potential(t, q, kept)

    return Acting(
        lambda a: plus(of_potential.torque(a), other.torque(a)),
        lambda a: plus(of_potential.slope(a), other.slope(a)),
        lambda a: of_potential.size(a) + other.size(a),
    )


def _of_potential(t: Scalar, q: State, load: BoundLoad) -> Acting:
    before = load.potential(q)
    return Acting(
        lambda a: mean_torque(t, q, a, before, load),
        lambda a: slope(t, middle(*q, *a), load),
        lambda a: length(*load.law(t, q, REST)),
    )


def _applied(t: Scalar, h: Scalar, q: State, given: Function) -> Acting:
    """A torque without potential: taken whole, at mean time, attitude and rate."""

    def torque(a: State) -> State:
        at = middle(*q, *a)
        whole: State = in_full(*a, *given(t + h / 2, at, times(4 / h, a)))
        return whole

    def slope(a: State) -> State:
        here, small = torque(a), rounding(a[0]) ** 0.5
        ahead = [torque(plus(a, times(small, axis))) for axis in AXES]
        by_turns: State = per_turn(*a, *quotients(here, ahead, small))
        return by_turns

    return Acting(torque, slope, lambda a: length(*torque(a)))


def mean_torque(
    t: Scalar, q: State, a: State, before: Scalar, load: BoundLoad
) -> State:
    at = middle(*q, *a)
    tau: State = load.law(t, at, REST)
    if load.linear:
        return tau
    d = a if load.axis is None else across(*a, *rotate_back(*at, *load.axis))
    return balanced(tau, a, d, load.potential(cayley(*q, *a)) - before)


def balanced(tau: State, a: State, d: State, dV: Scalar) -> State:
    enough = dot(a, d) >= rounding(a[0]) ** (2 / 3)
    # where it is not, at least no division by zero
    a, d = ([select(enough, x, 1.0) for x in v] for v in (a, d))
    return tuple(
        [
            select(enough, x, y)
            for x, y in zip(balance(*tau, *a, *d, dV), tau, strict=True)
        ]
    )


def slope(t: Scalar, at: State, load: BoundLoad) -> list[Scalar]:
    """By turns, from differences: it leads Newton's method, and stands in no result."""
    here, small = load.law(t, at, REST), rounding(at[0]) ** 0.5
    ahead = [
        load.law(t, multiply(*at, 1.0, *times(small / 2, axis)), REST) for axis in AXES
    ]
    return quotients(here, ahead, small)


def quotients(here: State, ahead: list[State], small: Scalar) -> list[Scalar]:
    """Row by row, with a column for each way ahead."""
    return [(there[i] - here[i]) / small for i in range(3) for there in ahead]


# --- eight unknowns -------------------------------------------------------------------


def to_state_full(q: Quaternion, omega: Vector, J: State) -> State:
    nothing = 0.0 * omega[0]
    q, L = q[:4], keep_momentum(q, omega, J)[4:]
    return (*q, *conjugate_momentum(*q, *L), nothing, nothing, nothing)


def from_state_full(y: State, J: State) -> tuple[State, State]:
    return y[:4], tuple([l / j for l, j in zip(momentum_body(*y[:8]), J, strict=True)])


def _full_step(J0: float | None) -> Function:
    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        q, p = y[:4], y[4:8]
        i_0 = 1.0 / (10.0 * greatest(J) if J0 is None else J0)
        acting = None if load is None else torque_of(t, h, q, load)
        force = 0.0
        if acting is not None:
            omega = from_state_full(y, J)[1]
            turn = tuple([h / 4 * w + ROUGH for w in omega])
            force = 2 * abs(h) * acting.size(turn)
        size = positive(length(*p) + force)
        units = (0.0 * size + 1.0,) * 4 + (size,) * 4

        def correct(*x: Scalar) -> State:
            torque = NO_TORQUE
            if acting is not None:
                a = turn_between(*q, *x[:4])
                torque = (*acting.torque(a), *acting.slope(a))
            values = full_newton(*q, *p, *x, *J, i_0, h, *torque)
            return dense(values[:8], values[8:], units)

        *x, determinant, count, residual = solve(correct, (*q, *p), (), units[0])
        turn = turn_of(turn_between(*q, *x[:4]), determinant, h)
        return (*x, count, residual, turn)

    return step


# --- the methods ----------------------------------------------------------------------

_SAID: dict[str, Any] = {
    "name": "krenk_nielsen",
    "order": 2,
    "chapter": "The conserving step",
    "properties": ("implicit", "symmetric", "exact work"),
    "conserves": ("momentum", "energy", "norm"),
    "longest_turn": inf,
}
_FLIGHT = Method(
    **_SAID,
    summary="Nielsen and Krenk in flight: energy and both momenta conserved",
    equation="eq-krenk-way",
    step=in_flight.step,
    layout=Layout(
        in_flight.to_state,
        in_flight.from_state,
        in_flight.constants,
        statistics=STATISTICS,
    ),
    takes=("wrench",),
)
_REDUCED = Method(
    **_SAID,
    summary="Nielsen and Krenk: energy and momentum conserving, three unknowns",
    equation="eq-krenk-cubic",
    step=step,
    layout=Layout(to_state, read_momentum, statistics=STATISTICS),
    flight=_FLIGHT,
)


def _full(J0: float | None = None) -> Method:
    return replace(
        _REDUCED,
        name="krenk_nielsen_full",
        step=_full_step(J0),
        layout=Layout(to_state_full, from_state_full, statistics=STATISTICS),
        summary=(
            "Nielsen and Krenk with quaternion and conjugate momentum, eight unknowns"
        ),
        equation="eq-krenk-newton",
        flight=None,
    )


FORMS = {"reduced": _REDUCED, "full": _full()}


@remembered
def krenk_nielsen(J0: float | None = None, form: str = "reduced") -> Method:
    """The energy- and momentum-conserving method of Nielsen and Krenk.

    J0: extends the inertia to four moments, kg m^2, `inf` too; acts on violations of
        q.p = 0, which only "full" can have; default ten times the largest moment
    form: "reduced" solves a cubic for three unknowns, "full" the published equations

    A step warns with `errors.LargeStep` above 2 rad, where its solution can be wrong,
    and raises StepTooLarge where it cannot be followed from small steps. A potential
    does exactly its work. Any other torque is taken at mean time, attitude and rate,
    and adds exactly its work and its impulse. Rounding changed the energy of four free
    bodies by 2e-11 to 5e-9 of itself in 1e6 steps.

    In flight it keeps energy and both momenta, under a wrench those of its
    `Wrench.symmetries`; "full" does not fly. `stats`, of the last step before each
    record: `iterations`, `residual` (relative), `turn` (mean rate times h, rad).

    >>> krenk_nielsen().conserves, krenk_nielsen(form="full").name
    (('momentum', 'energy', 'norm'), 'krenk_nielsen_full')
    """
    _check.one_of(form, tuple(FORMS), "form")
    if J0 is None:
        return FORMS[form]
    try:
        J0 = float(J0)
    except (TypeError, ValueError):
        raise InvalidInput(
            f"J0: expected a positive number or inf, got {J0!r}"
        ) from None
    if not J0 > 0:
        raise InvalidInput(
            f"J0: expected a positive number of kg m^2, or inf, got {J0}"
        )
    return _full(J0) if form == "full" else _REDUCED
