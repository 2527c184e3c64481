"""Runge and Kutta, on the group and on plain numbers.

On the group attitudes move by turns, everything else by sums. A state is (q, *x), its
slope(t, y) is (omega_body, rates of x); if there are fewer rates than numbers in x, the
last ones stay. A tableau has a row for each stage and one for the step: the time, as a
part of h; the weights of the rates of x; those of omega in each of the turns that lead
there, in order. `rk4` takes all as numbers and never normalises.
Chapters: Averaging turns, A pair for the group, The rigid body.
"""

from typing import Any, NamedTuple

from .._types import Flow, Function, Scalar, State
from .._vectors import plus, times
from ..kernels import runge_kutta as _k
from ..kernels import runge_kutta_54 as _pair
from ..kernels.quaternion import exp, multiply, rate_body
from ..kernels.rigid_body import rates
from . import _state
from ._method import RATES, EmbeddedPair, MaybeLoad, Method, torque_at, unit
from ._state import Slope

Weights = tuple[float, ...]
Row = tuple[float, Weights, tuple[Weights, ...]]
Tableau = tuple[Row, ...]
HELD_TAKES = "torque", "states", "rotors"


class System(NamedTuple):
    """What a step asks of bodies and loads.

    slope: slope(t, y, J, load) -> (omega_body, rates of what follows q)
    home: home(start, y, J) -> the state, from what sums of slopes lead to
    carried: carried(start, y, J, rates) -> the rates of what is added up
    """

    slope: Function
    home: Flow
    carried: Flow


HELD = System(_state.slope_of_body, lambda _, y, J: y, lambda start, y, J, rates: rates)
FLYING = System(_state.slope_in_flight, _state.home, _state.carried)


def weighted(h: Scalar, weights: Weights, rates: list[State]) -> State:
    pairs = zip(weights, rates, strict=True)
    return tuple(times(h, plus(*[times(a, k) for a, k in pairs if a])))


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
    """Of all stages the rates of the turn, and of x; of the last one the slope."""

    turns: list[State]
    rates: list[State]
    last: Slope


def stages_of(tableau: Tableau, rate: Function | None, system: System) -> Function:
    """stages(t, h, y, J, load[, slope at y]) -> (last state, Slopes)"""

    def stages(
        t: Scalar, h: Scalar, y: State, J: State, load: Any, first: Slope | None = None
    ) -> tuple[State, Slopes]:
        turns: list[State] = []
        rates: list[State] = []
        for row in tableau:
            node, _, parts = row
            there = system.home(y, moved(row, turns, rates, h, y), J)
            known = None if turns else first
            last = known or system.slope(t + node * h, there, J, load)
            omega, rest = last
            if rate is not None and parts:
                omega = rate(*weighted(h, parts[-1], turns), *omega)
            turns.append(omega)
            rates.append(system.carried(y, there, J, rest))
        return there, Slopes(turns, rates, last)

    return stages


def stepper(tableau: Tableau, rate: Function | None, system: System) -> Flow:
    stages = stages_of(tableau[:-1], rate, system)

    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        _, slopes = stages(t, h, y, J, load)
        return system.home(y, moved(tableau[-1], *slopes[:2], h, y), J)

    return step


def pair(system: System) -> EmbeddedPair:
    def missing(h: Scalar, slopes: Slopes) -> list[State]:
        return [weighted(h, _pair.DIFFERENCE, k) for k in slopes[:2]]

    def between(part: float, h: Scalar, y: State, J: State, slopes: Slopes) -> State:
        weights = _pair.weights_between(part)
        row = part, weights, (weights,)
        return system.home(y, moved(row, *slopes[:2], h, y), J)

    stages = stages_of(_pair.DORMAND_PRINCE, _pair.rotation_vector_rate, system)
    return EmbeddedPair(4, system.slope, stages, missing, between)


def on_group(
    tableau: Tableau, rate: Function | None = None, paired: bool = False, **record: Any
) -> Method:
    def own(system: System) -> dict[str, Any]:
        estimate = pair(system) if paired else None
        return {"step": stepper(tableau, rate, system), "estimate": estimate}

    record["conserves"] = "momentum", "norm"
    method = Method(**record, **own(HELD), takes=HELD_TAKES)
    return _state.with_poses(method, **own(FLYING))


rkmk4: Method = on_group(
    _k.MUNTHE_KAAS_4,
    _k.dexp_body_inverse_2,
    name="rkmk4",
    order=4,
    summary="Munthe-Kaas: classical Runge-Kutta for the rotation vector of a step",
    chapter="Averaging turns",
    equation="eq-rkmk",
)
cf4: Method = on_group(
    _k.COMMUTATOR_FREE_4,
    name="cf4",
    order=4,
    summary="Celledoni, Marthinsen, Owren: two averaged turns, no brackets",
    chapter="Averaging turns",
    equation="eq-commutator-free",
)
crouch_grossman3: Method = on_group(
    _k.CROUCH_GROSSMAN_3,
    name="crouch_grossman3",
    order=3,
    summary="Crouch and Grossman: one turn for the rate of each stage",
    chapter="Averaging turns",
    equation="eq-crouch-grossman",
)
rkmk54: Method = on_group(
    _pair.DORMAND_PRINCE,
    _pair.rotation_vector_rate,
    paired=True,
    name="rkmk54",
    order=5,
    summary="Munthe-Kaas with the pair of Dormand and Prince; for any load",
    chapter="A pair for the group",
    equation="eq-embedded-rkmk",
)


# --- on numbers -----------------------------------------------------------------------


def summed(y: State, part: Scalar, k: State) -> State:
    """y + part k; if k has fewer numbers than y, the last ones stay."""
    return (*[a + part * b for a, b in zip(y, k, strict=False)], *y[len(k) :])


def classical(slope: Flow, t: Scalar, h: Scalar, y: State, to: Flow = summed) -> State:
    k1 = slope(t, y)
    k2 = slope(t + h / 2, to(y, h / 2, k1))
    k3 = slope(t + h / 2, to(y, h / 2, k2))
    k4 = slope(t + h, to(y, h, k3))
    each = zip(k1, k2, k3, k4, strict=True)
    return to(y, h / 6, [a + 2 * (b + c) + d for a, b, c, d in each])


def on_numbers(system: System) -> Flow:
    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        def slope(t: Scalar, at: State) -> State:
            # stages are off the unit sphere; the rate belongs to the direction of q
            there = system.home(y, (*unit(*at[:4]), *at[4:]), J)
            omega, rates = system.slope(t, there, J, load)
            return (*rate_body(*at[:4], *omega), *system.carried(y, at, J, rates))

        return system.home(y, classical(slope, t, h, y), J)

    return step


def read_flight(y: State, J: State) -> tuple[State, ...]:
    _, *rest = _state.from_state((*unit(*y[:4]), *y[4:]), J)
    return y[:4], *rest


step_all: Flow = on_numbers(HELD)


def step_rates(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
    if len(y) > _state.PLAIN:
        return step_all(t, h, y, J, load)

    def slope(t: Scalar, y: State) -> State:
        return rates(*y, *J, *torque_at(t, y, load))

    return classical(slope, t, h, y)


rk4: Method = _state.with_poses(
    Method(
        name="rk4",
        order=4,
        summary="classical Runge-Kutta on (q, omega), the naive baseline",
        chapter="Testing an integrator",
        equation="eq-rk4",
        step=step_rates,
        layout=RATES,
        takes=HELD_TAKES,
    ),
    summary="classical Runge-Kutta on pose and momenta, the naive baseline",
    step=on_numbers(FLYING),
    layout=_state.LAYOUT._replace(from_state=read_flight),
)
