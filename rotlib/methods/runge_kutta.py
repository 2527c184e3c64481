"""Runge-Kutta on the group: attitudes move by turns, everything else by sums.

A state is (q, *x), an attitude and a vector. Its slope(t, y) is (omega_body, rates of
x); if there are fewer rates than numbers in x, the last ones stay. A tableau has a row
for each stage and one for the step: the time, as a part of h; the weights of the rates
of x; those of the rates omega in each of the turns that lead there, in order. One step
serves bodies that are held, with rotors or states of loads, and bodies that fly.
Chapters: Averaging turns, A pair for the group.
"""

from typing import Any, NamedTuple

from .._types import Function, Scalar, State
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
from ._method import EmbeddedPair, Layout, Method

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
    home: Function
    carried: Function


def _itself(start: State, y: State, J: State) -> State:
    return y


def _same_rates(start: State, y: State, J: State, rates: State) -> State:
    return rates


HELD = System(slope_of_body, _itself, _same_rates)
FLYING = System(_flight.slope_in_flight, _flight.home, _flight.carried)


def rate_of_vector(v: State, omega: State) -> State:
    return dexp_body_inverse_2(*v, *omega)


def rate_of_any_vector(v: State, omega: State) -> State:
    turn: State = rotation_vector_rate(*v, *omega)
    return turn


def weighted(h: Scalar, weights: Weights, rates: list[State]) -> State:
    terms = [(a, k) for a, k in zip(weights, rates, strict=True) if a]
    total = [terms[0][0] * x for x in terms[0][1]]
    for a, k in terms[1:]:
        total = [s + a * x for s, x in zip(total, k, strict=True)]
    return tuple([h * s for s in total])


def stages(
    tableau: Tableau,
    slope: Function,
    rate: Function | None,
    t: Scalar,
    h: Scalar,
    y: State,
) -> tuple[list[State], list[State]]:
    """The rates of the turn, or rate(turn, omega), and those of x, at all stages."""
    turns: list[State] = []
    rates: list[State] = []
    for row in tableau[:-1]:
        node, _, parts = row
        omega, rest = slope(t + node * h, moved(row, turns, rates, h, y))
        if rate is not None and parts:
            omega = rate(weighted(h, parts[-1], turns), omega)
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
    if not parts or not x:
        return (*q, *x)
    sums = weighted(h, weights, rates)
    grown = [a + b for a, b in zip(x, sums, strict=False)]
    return (*q, *grown, *x[len(grown) :])


def stepper(tableau: Tableau, rate: Function | None, system: System) -> Function:
    slope_at, home, carried = system  # as names that another back end can bind

    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        def slope(t: Scalar, sums: State) -> Slope:
            there = home(y, sums, J)
            omega, rest = slope_at(t, there, J, load)
            return omega, carried(y, there, J, rest)

        made = stages(tableau, slope, rate, t, h, y)
        there: State = home(y, moved(tableau[-1], *made, h, y), J)
        return there

    return step


class Slopes(NamedTuple):
    turns: list[State]
    rates: list[State]
    last: Slope


def pair(system: System) -> EmbeddedPair:
    slope_at, home, carried = system

    def attempt(
        t: Scalar, h: Scalar, y: State, J: State, load: Any, first: Slope
    ) -> tuple[State, Slopes]:
        passed: list[tuple[State, Slope]] = []

        def slope(t: Scalar, sums: State) -> Slope:
            there = home(y, sums, J)
            known = first if not passed else slope_at(t, there, J, load)
            passed.append((there, known))
            return known[0], carried(y, there, J, known[1])

        turns, rates = stages(SEVEN, slope, rate_of_any_vector, t, h, y)
        there, last = passed[-1]
        return there, Slopes(turns, rates, last)

    def missing(h: Scalar, slopes: Slopes) -> Slope:
        return (
            weighted(h, DIFFERENCE, slopes.turns),
            weighted(h, DIFFERENCE, slopes.rates),
        )

    def between(part: float, h: Scalar, y: State, J: State, slopes: Slopes) -> State:
        weights = weights_between(part)
        row = part, weights, (weights,)
        there: State = home(y, moved(row, slopes.turns, slopes.rates, h, y), J)
        return there

    return EmbeddedPair(4, slope_at, attempt, missing, between)


def _method(
    tableau: Tableau, rate: Function | None, paired: bool = False, **record: Any
) -> Method:
    record["conserves"] = "momentum", "norm"
    held, flying = [
        record
        | {"step": stepper(tableau, rate, x), "estimate": pair(x) if paired else None}
        for x in (HELD, FLYING)
    ]
    flight = Method(
        **flying,
        layout=Layout(_flight.to_state, _flight.from_state, _flight.constants),
        takes=("wrench", "states", "rotors", "couplings"),
    )
    return Method(**held, takes=("torque", "states", "rotors"), flight=flight)


rkmk4: Method = _method(
    MUNTHE_KAAS_4,
    rate_of_vector,
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
    rate_of_any_vector,
    paired=True,
    name="rkmk54",
    order=5,
    summary="Munthe-Kaas with the pair of Dormand and Prince; for any load",
    chapter="A pair for the group",
    equation="eq-embedded-rkmk",
)
