"""Classical Runge-Kutta in three forms; what it is applied to decides its worth.

`rk4` takes attitude and rate as a vector of eight numbers and never normalises: energy
and momentum drift. `rk4_quaternion` keeps the momentum and normalises the quaternion
after each step. `rk4_naive` turns by the average of four rates in space, which forgets
that turns do not commute.
Chapters: The rigid body, The rivals.
"""

from .._types import Flow, Function, Scalar, State
from .._vectors import cross, minus, times
from ..kernels.baselines import omega_space, turn_space
from ..kernels.quaternion import rate_body
from ..kernels.rigid_body import rates
from ._flight import LAYOUT, from_state, slope_in_flight, with_poses
from ._gyrostat import PLAIN, slope_of_body
from ._method import RATES, BoundLoad, Method, torque_at, unit


def summed(y: State, part: Scalar, k: State) -> State:
    """y + part k; if k has fewer numbers than y, the last ones stay."""
    return (*[a + part * b for a, b in zip(y, k, strict=False)], *y[len(k) :])


def classical(
    slope: Flow, t: Scalar, h: Scalar, y: State, moved: Flow = summed
) -> State:
    k1 = slope(t, y)
    k2 = slope(t + h / 2, moved(y, h / 2, k1))
    k3 = slope(t + h / 2, moved(y, h / 2, k2))
    k4 = slope(t + h, moved(y, h, k3))
    each = zip(k1, k2, k3, k4, strict=True)
    return moved(y, h / 6, [a + 2 * (b + c) + d for a, b, c, d in each])


def on_numbers(slope_at: Function) -> Flow:
    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        def slope(t: Scalar, y: State) -> State:
            # stages are off the unit sphere; the rate belongs to the direction of q
            omega, rates = slope_at(t, (*unit(*y[:4]), *y[4:]), J, load)
            return (*rate_body(*y[:4], *omega), *rates)

        return classical(slope, t, h, y)

    return step


def slope_about_centre(
    t: Scalar, y: State, J: State, load: BoundLoad | None
) -> tuple[State, State]:
    omega, rates = slope_in_flight(t, y, J, load)
    # with an added mass the momentum has a moment about the moving centre
    moment = times(J[75], cross(rates[:3], y[10:13]))
    return omega, (*rates[:3], *minus(rates[3:6], moment), *rates[6:])


step_all: Flow = on_numbers(slope_of_body)
step_in_flight: Flow = on_numbers(slope_about_centre)


def step_rates(
    t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    if len(y) > PLAIN:
        return step_all(t, h, y, J, load)

    def slope(t: Scalar, y: State) -> State:
        return rates(*y, *J, *torque_at(t, y, load))

    return classical(slope, t, h, y)


def step_quaternion(
    t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    y = step_all(t, h, y, J, load)
    return (*unit(*y[:4]), *y[4:])


def step_naive(
    t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    def slope(t: Scalar, q: State) -> State:
        return omega_space(*q, *y[4:7], *J)

    def moved(q: State, part: Scalar, k: State) -> State:
        return turn_space(*[part * a for a in k], *q)

    return (*classical(slope, t, h, y[:4], moved), *y[4:])


def read_flight(y: State, J: State) -> tuple[State, ...]:
    _, *rest = from_state((*unit(*y[:4]), *y[4:]), J)
    return y[:4], *rest


rk4: Method = with_poses(
    Method(
        name="rk4",
        order=4,
        summary="classical Runge-Kutta on (q, omega), the naive baseline",
        chapter="The rigid body",
        equation="eq-rk4",
        step=step_rates,
        layout=RATES,
        takes=("torque", "states", "rotors"),
    ),
    summary="classical Runge-Kutta on pose and momenta, the naive baseline",
    step=step_in_flight,
    layout=LAYOUT._replace(from_state=read_flight),
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
