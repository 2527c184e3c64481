"""Classical Runge-Kutta in three forms; what it is applied to decides its worth.

`rk4` takes attitude and rate as a vector of eight numbers and never normalises: energy
and momentum drift. `rk4_quaternion` keeps the momentum and normalises the quaternion
after each step. `rk4_naive` turns by the average of four rates in space, which forgets
that turns do not commute.
Chapters: The rigid body, The rivals.
"""

from typing import Any

from .._types import Function, Quaternion, Scalar, State
from .._vectors import cross
from ..kernels.baselines import omega_space, turn_space
from ..kernels.quaternion import rate_body
from ..kernels.rigid_body import omega_body, rates
from ._flight import constants, from_state, slope_in_flight, to_state
from ._gyrostat import PLAIN, slope_of_body
from ._method import RATES, BoundLoad, Layout, Method, torque_at, unit


def classical(slope: Function, t: Scalar, h: Scalar, y: State) -> State:
    k1 = slope(t, y)
    k2 = slope(t + h / 2, tuple([a + h / 2 * b for a, b in zip(y, k1, strict=True)]))
    k3 = slope(t + h / 2, tuple([a + h / 2 * b for a, b in zip(y, k2, strict=True)]))
    k4 = slope(t + h, tuple([a + h * b for a, b in zip(y, k3, strict=True)]))
    return tuple(
        [
            a + h / 6 * (b + 2 * (c + d) + e)
            for a, b, c, d, e in zip(y, k1, k2, k3, k4, strict=True)
        ]
    )


def step_rates(
    t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    if len(y) > PLAIN:
        return step_all(t, h, y, J, load)

    def slope(t: Scalar, y: State) -> State:
        return rates(*y, *J, *torque_at(t, y, load))

    return classical(slope, t, h, y)


def step_all(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    def slope(t: Scalar, y: State) -> State:
        # stages are off the unit sphere; the rate belongs to the direction of q
        omega, rates = slope_of_body(t, (*unit(*y[:4]), *y[4:]), J, load)
        rest = (0.0,) * (len(y) - 4 - len(rates))
        return (*rate_body(*y[:4], *omega), *rates, *rest)

    return classical(slope, t, h, y)


def step_quaternion(
    t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    L = y[4:]

    def slope(t: Scalar, q: Quaternion) -> State:
        # stages are off the unit sphere; the rate belongs to the direction of q
        return rate_body(*q, *omega_body(*unit(*q), *L, *J))

    return (*unit(*classical(slope, t, h, y[:4])), *L)


def step_naive(
    t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    q, L = y[:4], y[4:7]
    k1 = omega_space(*q, *L, *J)
    k2 = omega_space(*turn_space(*[h / 2 * a for a in k1], *q), *L, *J)
    k3 = omega_space(*turn_space(*[h / 2 * a for a in k2], *q), *L, *J)
    k4 = omega_space(*turn_space(*[h * a for a in k3], *q), *L, *J)
    mean = [
        h / 6 * (a + 2 * (b + c) + d) for a, b, c, d in zip(k1, k2, k3, k4, strict=True)
    ]
    return (*turn_space(*mean, *q), *y[4:])


def step_in_flight(
    t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    def slope(t: Scalar, y: State) -> State:
        at = (*unit(*y[:4]), *y[4:])
        omega, rates = slope_in_flight(t, at, J, load)
        # with an added mass the momentum has a moment about the moving centre
        moment = cross(rates[:3], y[10:13])
        turn = [a - J[75] * b for a, b in zip(rates[3:6], moment, strict=True)]
        rest = (0.0,) * (len(y) - 4 - len(rates))
        return (*rate_body(*y[:4], *omega), *rates[:3], *turn, *rates[6:], *rest)

    return classical(slope, t, h, y)


def read_flight(y: State, J: State) -> tuple[State, ...]:
    _, *rest = from_state((*unit(*y[:4]), *y[4:]), J)
    return y[:4], *rest


_SAID: dict[str, Any] = {
    "name": "rk4",
    "order": 4,
    "chapter": "The rigid body",
    "equation": "eq-rk4",
}
_flight = Method(
    **_SAID,
    summary="classical Runge-Kutta on pose and momenta, the naive baseline",
    step=step_in_flight,
    layout=Layout(to_state, read_flight, constants),
    takes=("wrench", "states", "rotors", "couplings"),
)
rk4: Method = Method(
    **_SAID,
    summary="classical Runge-Kutta on (q, omega), the naive baseline",
    step=step_rates,
    layout=RATES,
    takes=("torque", "states", "rotors"),
    flight=_flight,
)
rk4_quaternion: Method = Method(
    name="rk4_quaternion",
    order=4,
    summary="Runge-Kutta on the quaternion, normalised each step",
    chapter="The rivals",
    equation="eq-rk4-quaternion",
    step=step_quaternion,
    conserves=("momentum", "norm"),
    takes=(),
)
rk4_naive: Method = Method(
    name="rk4_naive",
    order=2,
    summary="one turn by the Runge-Kutta mean of four rates",
    chapter="The rivals",
    equation="eq-rk4-naive",
    step=step_naive,
    conserves=("momentum", "norm"),
    takes=(),
)
