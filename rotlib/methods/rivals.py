"""The rivals: what others do with a spinning body, and what game engines do.

`rk4_quaternion` normalises the quaternion after each step of Runge and Kutta. Averaging
four rates in space, as `rk4_naive`, forgets that turns do not commute. The state of
Adams-Bashforth-Moulton, on the rate in space, is (q, L_space, three past rates, steps
taken); that of Simo and Wong's explicit method, Newmark's formulas with beta = 0, gamma
= 1/2, is (q, L_space, A), where A begins as the derivative of the rate.

That of engines is (q, omega_body), so no step keeps the momentum by itself. Torques
enter at the start of a step; the midpoint rule gets half a kick before and behind it.
Chapters: The rivals, The steps of engines.
"""

from functools import partial
from math import inf
from typing import Any

from .._types import Flow, Function, Quaternion, Scalar, State, Vector
from .._vectors import minus, plus, times
from ..kernels import baselines as _k
from ..kernels.baselines import turn_space
from ..kernels.buss import turn_2
from ..kernels.engines import catto as one_iteration
from ..kernels.engines import clamped, forward, midpoint_newton
from ..kernels.quaternion import exp, multiply, rate_body
from ..kernels.rigid_body import omega_body
from ..kernels.rigid_rates import omega_1
from ..kernels.runge_kutta import MUNTHE_KAAS_4
from ..kernels.runge_kutta_54 import rotation_vector_rate
from ..numbers import are_arrays, select, smallest, sqrt, tape_of, total
from ._method import (
    FREE,
    MOMENTUM,
    RATES,
    Maker,
    MaybeLoad,
    keep_momentum,
    method_of,
    torque_at,
    unit,
)
from ._state import Slope
from .runge_kutta import HELD, classical, step_all, stepper, weighted
from .splitting import small_turn

rival: partial[Maker] = partial(
    method_of, chapter="The rivals", conserves=("momentum", "norm"), takes=()
)


@rival(4, "eq-rk4-quaternion")
def rk4_quaternion(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    """Runge-Kutta on the quaternion, normalised each step"""
    y = step_all(t, h, y, J, load)
    return (*unit(*y[:4]), *y[4:])


@rival(2, "eq-rk4-naive")
def rk4_naive(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    """one turn by the Runge-Kutta mean of four rates"""

    def slope(t: Scalar, q: State) -> State:
        return _k.omega_space(*q, *y[4:7], *J)

    def moved(q: State, part: Scalar, k: State) -> State:
        return turn_space(*times(part, k), *q)

    return (*classical(slope, t, h, y[:4], moved), *y[4:])


step_naive: Flow = rk4_naive.step
remembering: partial[Maker] = partial(rival, properties=("memory",))


def with_past(q: Quaternion, omega: Vector, J: State) -> State:
    return (*keep_momentum(q, omega, J), *[0.0 * omega[0]] * 10)


def first_step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    now = _k.omega_space(*y[:7], *J)
    q = step_naive(t, h, y[:7], J, None)[:4]
    return (*q, *y[4:7], *now, *y[7:13], y[16] + 1)


def common(taken: Scalar) -> Scalar:
    """The number of steps taken, which is the same for all motions of a batch."""
    if are_arrays(taken):
        return taken.flat[0] if taken.size else 0
    return taken


@remembering(2, "eq-abm", layout=MOMENTUM._replace(to_state=with_past))
def adams_bashforth_moulton(
    t: Scalar, h: Scalar, y: State, J: State, load: Any
) -> State:
    """predictor-corrector on the rate in space, one turn each"""
    q, L, past, taken = y[:4], y[4:7], [y[7:10], y[10:13], y[13:16]], y[16]
    recorded = tape_of(taken) is not None
    if not recorded and common(taken) < 3:
        return first_step(t, h, y, J, load)
    now: State = _k.omega_space(*q, *L, *J)
    ahead = turn_space(*weighted(h, _k.ADAMS_BASHFORTH, [now, *past]), *q)
    there: State = _k.omega_space(*ahead, *L, *J)
    q = turn_space(*weighted(h, _k.ADAMS_MOULTON, [there, now, *past[:2]]), *q)
    made = *q, *L, *now, *past[0], *past[1], taken + 1
    if recorded:
        first, both = taken < 3.0, zip(first_step(t, h, y, J, load), made, strict=True)
        return tuple([select(first, a, b) for a, b in both])
    return made


def with_acceleration(q: Quaternion, omega: Vector, J: State) -> State:
    return (*keep_momentum(q, omega, J), *omega_1(*omega, *J, *FREE))


@remembering(2, "eq-simo-wong", layout=MOMENTUM._replace(to_state=with_acceleration))
def simo_wong(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    """Simo and Wong, explicit: Newmark's acceleration carried along"""
    L, W, A = y[4:7], omega_body(*y[:7], *J), y[7:]
    q = turn_2(*y[:4], *W, *A, h)
    gained = minus(omega_body(*q, *L, *J), W)
    return (*q, *L, *_k.next_acceleration(*gained, *A, h))


# --- engines --------------------------------------------------------------------------

engine: partial[Maker] = partial(
    method_of, chapter="The steps of engines", layout=RATES, conserves=("norm",)
)


@engine(1, "eq-engines-explicit")
def explicit_euler(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    """Euler on (q, omega), q normalised: the first program of most people"""
    q = unit(*plus(y[:4], times(h, rate_body(*y))))
    return (*q, *forward(*y[4:], *J, *torque_at(t, y, load), h))


def then_turned(
    rate: Function, t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad
) -> State:
    """A new rate from (*omega, *J, *torque, h), and a turn by it."""
    omega = rate(*y[4:], *J, *torque_at(t, y, load), h)
    return (*turned_by(y[:4], omega, h), *omega)


def turned_by(q: State, omega: State, h: Scalar) -> State:
    return multiply(*q, *exp(*times(h, omega)))


@engine(1, "eq-engines-semi")
def semi_implicit_euler(*given: Any) -> State:
    """Euler on the rate, then a turn by the new rate: MuJoCo's Euler"""
    return then_turned(forward, *given)


@engine(1, "eq-engines-clamped")
def clamped_euler(*given: Any) -> State:
    """Euler on the momentum, scaled to its old size: Jolt, Avian"""
    return then_turned(scaled, *given)


def scaled(*x: Scalar) -> State:
    J, tau, h = x[3:6], x[6:9], x[9]
    *l, before, after = clamped(*x[:6], h)
    slow = after < smallest(after) ** 2  # so are they before, and nothing turns
    scale = sqrt(select(slow, 1.0, before) / select(slow, 1.0, after))
    return tuple([(scale * a + h * n) / j for a, n, j in zip(l, tau, J, strict=True)])


@engine(1, "eq-engines-catto")
def catto(*given: Any) -> State:
    """one Newton iteration on the backward step: Bullet, MuJoCo's implicit"""
    return then_turned(one_iteration, *given)


SOLVED: dict[str, Any] = {"properties": ("implicit", "symmetric"), "longest_turn": inf}


@engine(2, "eq-engines-midpoint", conserves=("energy", "norm"), **SOLVED)
def implicit_midpoint(*given: Any) -> State:
    """midpoint rule on the rate, turn by the mean rate: Genesis, MuJoCo 3.7 to 3.10"""
    return midpoint(turned_by, *given)


@engine(2, "eq-engines-cayley", conserves=("momentum", "energy", "norm"), **SOLVED)
def implicit_midpoint_cayley(*given: Any) -> State:
    """Austin, Krishnaprasad, Wang: midpoint rule, and the turn that keeps the
    momentum
    """
    return midpoint(by_cayley, *given)


def midpoint(
    turn: Function, t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad
) -> State:
    """Half a kick, the rule, and half a kick at the rate that it is to lead to."""

    def kicked(t: Scalar, y: State, at: State) -> State:
        if load is None:
            return y
        pairs = zip(y[4:], torque_at(t, at, load), J, strict=True)
        return (*y[:4], *[w + h / 2 * n / j for w, n, j in pairs])

    y = kicked(t, y, y)
    q, omega = y[:4], y[4:]
    scale = total([abs(j * x) for j, x in zip(J, omega, strict=True)])
    given = (*omega, *J, h), scale, h, "implicit midpoint rule"
    u = small_turn(midpoint_newton, omega, *given)
    y = (*turn(q, u, h), *[2.0 * a - b for a, b in zip(u, omega, strict=True)])
    return kicked(t + h, y, kicked(t + h, y, y))


def by_cayley(q: State, u: State, h: Scalar) -> State:
    return _k.turn_cayley(*q, *[h / 2 * x for x in u])


def slope(t: Scalar, y: State, J: State, load: MaybeLoad) -> Slope:
    return y[4:], omega_1(*y[4:], *J, *torque_at(t, y, load))


RATED = HELD._replace(slope=slope)
MEAN_TURN = stepper(MUNTHE_KAAS_4, None, RATED)
MUNTHE_KAAS = stepper(MUNTHE_KAAS_4, rotation_vector_rate, RATED)


@engine(2, "eq-engines-rk4-mean")
def rk4_mean_turn(*given: Any) -> State:
    """Runge-Kutta on the rate, one turn by the mean of four: MuJoCo's RK4 to 3.17"""
    return MEAN_TURN(*given)


@engine(4, "eq-engines-rk4")
def rkmk4_rates(*given: Any) -> State:
    """Munthe-Kaas with the rate as a vector: MuJoCo's RK4 from 4.0"""
    return MUNTHE_KAAS(*given)
