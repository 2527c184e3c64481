"""Runge-Kutta on the group: attitudes move by turns, everything else by sums.

A state is (q, *x), an attitude and a vector. Its slope(t, y) is (omega_body, rates of
x); if there are fewer rates than numbers in x, the last ones stay. A tableau has a row
for each stage and one for the step: the time, as a part of h; the weights of the rates
of x; those of the rates omega in each of the turns that lead there, in order.
Chapter: Averaging turns.
"""

from .._types import Flow, Function, Scalar, State
from ..kernels.quaternion import exp, multiply
from ..kernels.runge_kutta import (
    COMMUTATOR_FREE_4,
    CROUCH_GROSSMAN_3,
    MUNTHE_KAAS_4,
    dexp_body_inverse_2,
)
from ._gyrostat import slope_of_body
from ._method import BoundLoad, Method

Weights = tuple[float, ...]
Row = tuple[float, Weights, tuple[Weights, ...]]
Tableau = tuple[Row, ...]


def turned(y: State, v: State) -> State:
    return multiply(*y[:4], *exp(*v))


def rate_of_vector(v: State, omega: State) -> State:
    return dexp_body_inverse_2(*v, *omega)


def weighted(h: Scalar, weights: Weights, rates: list[State]) -> State:
    terms = [(a, k) for a, k in zip(weights, rates, strict=True) if a]
    total = [terms[0][0] * x for x in terms[0][1]]
    for a, k in terms[1:]:
        total = [s + a * x for s, x in zip(total, k, strict=True)]
    return tuple([h * s for s in total])


def stages(
    tableau: Tableau,
    slope: Function,
    turned: Flow,
    rate: Flow | None,
    t: Scalar,
    h: Scalar,
    y: State,
) -> tuple[list[State], list[State]]:
    """The rates of the turn, or rate(turn, omega), and those of x, at all stages."""
    turns: list[State] = []
    rates: list[State] = []
    for row in tableau[:-1]:
        node, _, parts = row
        omega, rest = slope(t + node * h, moved(row, turned, turns, rates, h, y))
        if rate is not None and parts:
            omega = rate(weighted(h, parts[-1], turns), omega)
        turns.append(omega)
        rates.append(rest)
    return turns, rates


def moved(
    row: Row, turned: Flow, turns: list[State], rates: list[State], h: Scalar, y: State
) -> State:
    _, weights, parts = row
    q = y
    for part in parts:
        q = turned(q, weighted(h, part, turns))
    x = y[len(q) :]
    if not parts or not x:
        return q
    sums = weighted(h, weights, rates)
    grown = [a + b for a, b in zip(x, sums, strict=False)]
    return (*q, *grown, *x[len(grown) :])


def stepper(tableau: Tableau, rate: Flow | None = None) -> Function:
    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        def slope(t: Scalar, y: State) -> tuple[State, State]:
            return slope_of_body(t, y, J, load)

        turns, rates = stages(tableau, slope, turned, rate, t, h, y)
        return moved(tableau[-1], turned, turns, rates, h, y)

    return step


rkmk4: Method = Method(
    name="rkmk4",
    order=4,
    summary="Munthe-Kaas: classical Runge-Kutta for the rotation vector of a step",
    chapter="Averaging turns",
    equation="eq-rkmk",
    step=stepper(MUNTHE_KAAS_4, rate_of_vector),
    conserves=("momentum", "norm"),
    extended=True,
)
cf4: Method = Method(
    name="cf4",
    order=4,
    summary="Celledoni, Marthinsen, Owren: two averaged turns, no brackets",
    chapter="Averaging turns",
    equation="eq-commutator-free",
    step=stepper(COMMUTATOR_FREE_4),
    conserves=("momentum", "norm"),
    extended=True,
)
crouch_grossman3: Method = Method(
    name="crouch_grossman3",
    order=3,
    summary="Crouch and Grossman: one turn for the rate of each stage",
    chapter="Averaging turns",
    equation="eq-crouch-grossman",
    step=stepper(CROUCH_GROSSMAN_3),
    conserves=("momentum", "norm"),
    extended=True,
)
