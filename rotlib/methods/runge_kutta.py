"""Runge-Kutta on the group: attitudes move by turns, everything else by sums.

A state is (q, *x), an attitude and a vector. Its slope(t, y) is (omega_body, rates of
x); if there are fewer rates than numbers in x, the last ones stay. A tableau has a row
for each stage and one for the step: the time, as a part of h; the weights of the rates
of x; those of the rates omega in each of the turns that lead there, in order. One step
serves bodies that are held, with rotors or states of loads, and bodies that fly.
Chapters: Averaging turns, A pair for the group.
"""

from typing import Any, NamedTuple

from .._types import Flow, Function, Scalar, State
from .._vectors import plus, times
from ..kernels.quaternion import exp, multiply
from ..kernels.runge_kutta import (
    COMMUTATOR_FREE_4,
    CROUCH_GROSSMAN_3,
    MUNTHE_KAAS_4,
    dexp_body_inverse_2,
)
from ..kernels.runge_kutta_54 import (
    DIFFERENCE,
    DORMAND_PRINCE,
    rotation_vector_rate,
    weights_between,
)
from . import _flight
from ._gyrostat import slope_of_body
from ._method import EmbeddedPair, Method

Weights = tuple[float, ...]
Row = tuple[float, Weights, tuple[Weights, ...]]
Tableau = tuple[Row, ...]
Slope = tuple[State, State]

SEVEN = (*DORMAND_PRINCE, DORMAND_PRINCE[-1])  # and a stage at the end of the step


class System(NamedTuple):
    """What a step asks of bodies and loads.

    slope: slope(t, y, J, load) -> (omega_body, rates of what follows q)
    home: home(start, y, J) -> the state, from what sums of slopes lead to
    carried: carried(start, y, J, rates) -> the rates of what is added up
    """

    slope: Function
    home: Flow
    carried: Flow


HELD = System(slope_of_body, lambda _, y, J: y, lambda start, y, J, rates: rates)
FLYING = System(_flight.slope_in_flight, _flight.home, _flight.carried)


def weighted(h: Scalar, weights: Weights, rates: list[State]) -> State:
    sums: Any = None
    for a, k in zip(weights, rates, strict=True):
        sums = plus(sums, times(a, k) if a else None)
    return tuple(times(h, sums))


def stages(
    tableau: Tableau,
    slope: Function,
    rate: Function | None,
    t: Scalar,
    h: Scalar,
    y: State,
) -> tuple[list[State], list[State]]:
    """The rates of the turn, or rate(*turn, *omega), and those of x, at all stages."""
    turns: list[State] = []
    rates: list[State] = []
    for row in tableau[:-1]:
        node, _, parts = row
        omega, rest = slope(t + node * h, moved(row, turns, rates, h, y))
        if rate is not None and parts:
            omega = rate(*weighted(h, parts[-1], turns), *omega)
        turns.append(omega)
        rates.append(rest)
    return turns, rates


def moved(
    row: Row, turns: list[State], rates: list[State], h: Scalar, y: State
) -> State:
    _, weights, parts = row
    q, x = y[:4], y[4:]
    for part in parts:
        q = multiply(*q, *exp(*weighted(h, part, turns)))
    gained = weighted(h, weights, rates) if parts and x else ()
    grown = [a + b for a, b in zip(x, gained, strict=False)]
    return (*q, *grown, *x[len(grown) :])


class Slopes(NamedTuple):
    turns: list[State]
    rates: list[State]
    last: Slope


def slope_of_sums(
    system: System, y: State, J: State, load: Any, first: Slope | None = None
) -> tuple[Function, list[tuple[State, Slope]]]:
    """slope(t, sums) of a step from y, and the (state, slope) at which it was asked;
    first: the slope at y, if it is known.
    """
    passed: list[tuple[State, Slope]] = []

    def slope(t: Scalar, sums: State) -> Slope:
        there = system.home(y, sums, J)
        known = first if first and not passed else system.slope(t, there, J, load)
        passed.append((there, known))
        return known[0], system.carried(y, there, J, known[1])

    return slope, passed


def stepper(tableau: Tableau, rate: Function | None, system: System) -> Flow:
    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        slope, _ = slope_of_sums(system, y, J, load)
        made = stages(tableau, slope, rate, t, h, y)
        return system.home(y, moved(tableau[-1], *made, h, y), J)

    return step


def pair(system: System) -> EmbeddedPair:
    def attempt(
        t: Scalar, h: Scalar, y: State, J: State, load: Any, first: Slope
    ) -> tuple[State, Slopes]:
        slope, passed = slope_of_sums(system, y, J, load, first)
        made = stages(SEVEN, slope, rotation_vector_rate, t, h, y)
        there, last = passed[-1]
        return there, Slopes(*made, last)

    def missing(h: Scalar, slopes: Slopes) -> list[State]:
        return [weighted(h, DIFFERENCE, k) for k in (slopes.turns, slopes.rates)]

    def between(part: float, h: Scalar, y: State, J: State, slopes: Slopes) -> State:
        weights = weights_between(part)
        row = part, weights, (weights,)
        return system.home(y, moved(row, *slopes[:2], h, y), J)

    return EmbeddedPair(4, system.slope, attempt, missing, between)


def _method(
    tableau: Tableau, rate: Function | None, paired: bool = False, **record: Any
) -> Method:
    def own(system: System) -> dict[str, Any]:
        estimate = pair(system) if paired else None
        return {"step": stepper(tableau, rate, system), "estimate": estimate}

    record["conserves"] = "momentum", "norm"
    method = Method(**record, **own(HELD), takes=("torque", "states", "rotors"))
    return _flight.with_poses(method, **own(FLYING))


rkmk4: Method = _method(
    MUNTHE_KAAS_4,
    dexp_body_inverse_2,
    name="rkmk4",
    order=4,
    summary="Munthe-Kaas: classical Runge-Kutta for the rotation vector of a step",
    chapter="Averaging turns",
    equation="eq-rkmk",
)
cf4: Method = _method(
    COMMUTATOR_FREE_4,
    None,
    name="cf4",
    order=4,
    summary="Celledoni, Marthinsen, Owren: two averaged turns, no brackets",
    chapter="Averaging turns",
    equation="eq-commutator-free",
)
crouch_grossman3: Method = _method(
    CROUCH_GROSSMAN_3,
    None,
    name="crouch_grossman3",
    order=3,
    summary="Crouch and Grossman: one turn for the rate of each stage",
    chapter="Averaging turns",
    equation="eq-crouch-grossman",
)
rkmk54: Method = _method(
    DORMAND_PRINCE,
    rotation_vector_rate,
    paired=True,
    name="rkmk54",
    order=5,
    summary="Munthe-Kaas with the pair of Dormand and Prince; for any load",
    chapter="A pair for the group",
    equation="eq-embedded-rkmk",
)
