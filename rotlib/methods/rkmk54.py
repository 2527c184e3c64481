"""Munthe-Kaas with the pair 5(4) of Dormand and Prince, for attitudes and for poses.

The state in flight is (q, centre, L about it, p), in space. A body with added mass
keeps its angular momentum about no point of its own: there a step takes the momentum
about the point at which its centre was at the start.
Chapter: A pair for the group.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .._bodies import Bodies
from .._types import Array, Function, Quaternion, Scalar, State, Vector
from .._vectors import cross, minus, plus
from ..body import Body, require_definite
from ..kernels.quaternion import rotate, rotate_back
from ..kernels.runge_kutta_54 import (
    DIFFERENCE,
    DORMAND_PRINCE,
    rotation_vector_rate,
    weights_between,
)
from ..numbers import total
from ._gyrostat import slope_of_body
from ._method import BoundWrench, EmbeddedPair, Method, PoseMethod
from .runge_kutta import moved, stages, stepper, turned, weighted

ADVANCE = DORMAND_PRINCE[-1]
SEVEN = (*DORMAND_PRINCE, ADVANCE)  # and a stage at the end of the step

Slope: TypeAlias = tuple[State, State]


class Slopes(NamedTuple):
    turns: list[State]
    rates: list[State]
    last: Slope


class Origin(NamedTuple):
    home: Function  # home(y0, y, J) -> the state, from what sums of slopes lead to
    carried: Function  # carried(y0, y, J, rates) -> rates of what is added up


def rate(v: State, omega: State) -> State:
    turn: State = rotation_vector_rate(*v, *omega)
    return turn


def step_in_flight(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    def slope(t: Scalar, sums: State) -> Slope:
        there = _home(y, sums, J)
        omega, rest = slope_in_flight(t, there, J, load)
        return omega, _with_force(y, there, J, rest)

    made = stages(DORMAND_PRINCE, slope, turned, rate, t, h, y)
    return _home(y, moved(ADVANCE, turned, *made, h, y), J)


def pair(slope_at: Function, seen: Origin) -> EmbeddedPair:
    def attempt(
        t: Scalar, h: Scalar, y: State, J: State, load: Any, first: Slope
    ) -> tuple[State, Slopes]:
        passed: list[tuple[State, Slope]] = []

        def slope(t: Scalar, sums: State) -> Slope:
            there = seen.home(y, sums, J)
            known = first if not passed else slope_at(t, there, J, load)
            passed.append((there, known))
            return known[0], seen.carried(y, there, J, known[1])

        turns, rates = stages(SEVEN, slope, turned, rate, t, h, y)
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
        sums = moved(row, turned, slopes.turns, slopes.rates, h, y)
        there: State = seen.home(y, sums, J)
        return there

    return EmbeddedPair(4, slope_at, attempt, missing, between)


# --- attitudes ------------------------------------------------------------------------


def _itself(start: State, y: State, J: State) -> State:
    return y


def _same_rates(start: State, y: State, J: State, rates: State) -> State:
    return rates


ROTATION = Origin(_itself, _same_rates)

# --- poses ----------------------------------------------------------------------------


def constants(body: Body | Bodies) -> State:
    """Flat: 6x6 twist of momenta about the centre, and back; centre; is mass added?"""
    M, centre = body.inertia_6x6, body.centre
    for each in M.reshape(-1, 6, 6):
        require_definite(each)
    shift = np.zeros(M.shape)
    shift[...] = np.eye(6)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):  # (e_k x) of the centre
        shift[..., j, 3 + i], shift[..., i, 3 + j] = centre[..., k], -centre[..., k]
    flat = (
        *_entries(np.linalg.inv(M) @ shift),
        *_entries(np.linalg.inv(shift) @ M),
        *np.moveaxis(centre, -1, 0),
        body.added_mass.any((-2, -1)).astype(float),
    )
    return tuple(map(float, flat)) if isinstance(body, Body) else flat


def _entries(M: Array) -> Array:
    return np.moveaxis(M.reshape(*M.shape[:-2], 36), -1, 0)


def to_state(
    q: Quaternion, position: Vector, omega: Vector, velocity: Vector, J: State
) -> State:
    momenta = product(J[36:72], (*omega, *velocity))
    centre = plus(position, rotate(*q, *J[72:75]))
    return (*q, *centre, *rotate(*q, *momenta[:3]), *rotate(*q, *momenta[3:]))


def from_state(y: State, J: State) -> tuple[State, ...]:
    q, V = y[:4], twist(y, J)
    return q, V[:3], minus(y[4:7], rotate(*q, *J[72:75])), V[3:]


def twist(y: State, J: State) -> State:
    momenta = (*rotate_back(*y[:4], *y[7:10]), *rotate_back(*y[:4], *y[10:13]))
    return product(J[:36], momenta)


def slope_in_flight(t: Scalar, y: State, J: State, load: BoundWrench | None) -> Slope:
    q, V, c = y[:4], twist(y, J), J[72:75]
    omega, velocity = V[:3], V[3:]
    moving = rotate(*q, *plus(velocity, cross(omega, c)))
    if load is None:
        zero = 0.0 * omega[0]
        return omega, (*moving, *(zero,) * 6)
    place = minus(y[4:7], rotate(*q, *c))
    W = load.still(t, q, place)
    if load.moving is not None:
        W = plus(W, load.moving(t, q, place, omega, velocity))
    force = W[3:]
    torque = minus(W[:3], cross(c, force))
    return omega, (*moving, *rotate(*q, *torque), *rotate(*q, *force))


def _home(start: State, y: State, J: State) -> State:
    """With added mass the sums keep L about where the centre was at the start."""
    turn = cross(minus(y[4:7], start[4:7]), y[10:13])
    L = [a - J[75] * b for a, b in zip(y[7:10], turn, strict=True)]
    return (*y[:7], *L, *y[10:])


def _with_force(start: State, y: State, J: State, rates: State) -> State:
    turn = cross(minus(y[4:7], start[4:7]), rates[6:])
    torque = [a + J[75] * b for a, b in zip(rates[3:6], turn, strict=True)]
    return (*rates[:3], *torque, *rates[6:])


FLIGHT = Origin(_home, _with_force)


def product(M: State, V: State) -> State:
    rows = [M[6 * i : 6 * i + 6] for i in range(6)]
    return tuple([total([a * b for a, b in zip(r, V, strict=True)]) for r in rows])


# --- the method -----------------------------------------------------------------------

_SAID: dict[str, Any] = {
    "name": "rkmk54",
    "order": 5,
    "summary": "Munthe-Kaas with the pair of Dormand and Prince; for any load",
    "chapter": "A pair for the group",
    "equation": "eq-embedded-rkmk",
    "conserves": ("momentum", "norm"),
}
_flight = PoseMethod(
    **_SAID,
    step=step_in_flight,
    pair=pair(slope_in_flight, FLIGHT),
    to_state=to_state,
    from_state=from_state,
    constants=constants,
    couples=True,
)
rkmk54: Method = Method(
    **_SAID,
    step=stepper(DORMAND_PRINCE, rate),
    pair=pair(slope_of_body, ROTATION),
    extended=True,
    flight=_flight,
)
