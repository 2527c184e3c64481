"""What game engines and robot simulators do with a spinning body.

The page What engines do names the sources, with their versions. The state is (q,
omega_body), so no step keeps the momentum by itself. Torques enter at the start of the
step; the midpoint rule gets half a kick before and behind it, or it had order one.
Chapter: The steps of engines.
"""

from functools import partial
from math import inf
from typing import Any

from .._types import Function, Scalar, State
from .._vectors import dot
from ..kernels.baselines import turn_cayley
from ..kernels.engines import catto as one_iteration
from ..kernels.engines import clamped, forward, midpoint_newton
from ..kernels.quaternion import exp, multiply, rate_body
from ..kernels.rigid_rates import omega_1
from ..kernels.runge_kutta import MUNTHE_KAAS_4
from ..kernels.so3 import dexp_body_inverse
from ..numbers import select, smallest, sqrt, total
from ._method import RATES, BoundLoad, Maker, method_of, torque_at, unit
from .runge_kutta import HELD, stepper
from .splitting import small_turn

engine: partial[Maker] = partial(
    method_of, chapter="The steps of engines", layout=RATES, conserves=("norm",)
)


@engine(1, "eq-engines-explicit")
def explicit_euler(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    """Euler on (q, omega), q normalised: the first program of most people"""
    slope = rate_body(*y)
    q = unit(*[a + h * b for a, b in zip(y[:4], slope, strict=True)])
    return (*q, *forward(*y[4:], *J, *torque_at(t, y, load), h))


def then_turned(
    rate: Function, t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    """A new rate from (*omega, *J, *torque, h), and a turn by it."""
    omega = rate(*y[4:], *J, *torque_at(t, y, load), h)
    return (*turned_by(y[:4], omega, h), *omega)


def turned_by(q: State, omega: State, h: Scalar) -> State:
    return multiply(*q, *exp(*[h * x for x in omega]))


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
    turn: Function, t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    if load is None:
        return between_kicks(turn, y, J, h)
    y = between_kicks(turn, kicked(t, h / 2, y, y, J, load), J, h)
    guess = kicked(t + h, h / 2, y, y, J, load)
    return kicked(t + h, h / 2, y, guess, J, load)


def between_kicks(turn: Function, y: State, J: State, h: Scalar) -> State:
    omega = y[4:]
    scale = total([abs(j * x) for j, x in zip(J, omega, strict=True)])
    what = "implicit midpoint rule"
    u = small_turn(midpoint_newton, omega, (*omega, *J, h), scale, h, what)
    after = [2.0 * a - b for a, b in zip(u, omega, strict=True)]
    return (*turn(y[:4], u, h), *after)


def by_cayley(q: State, u: State, h: Scalar) -> State:
    return turn_cayley(*q, *[h / 2 * x for x in u])


def kicked(
    t: Scalar, h: Scalar, y: State, at: State, J: State, load: BoundLoad
) -> State:
    tau = torque_at(t, at, load)
    return (*y[:4], *[w + h * n / j for w, n, j in zip(y[4:], tau, J, strict=True)])


def slope(t: Scalar, y: State, J: State, load: BoundLoad | None) -> tuple[State, State]:
    return y[4:], omega_1(*y[4:], *J, *torque_at(t, y, load))


def rate_of_vector(*numbers: Scalar) -> State:
    """Of a rotation vector, by omega, which stands behind it."""
    m = dexp_body_inverse(*numbers[:3])
    return tuple([dot(m[i : i + 3], numbers[3:]) for i in (0, 3, 6)])


RATED = HELD._replace(slope=slope)
MEAN_TURN = stepper(MUNTHE_KAAS_4, None, RATED)
MUNTHE_KAAS = stepper(MUNTHE_KAAS_4, rate_of_vector, RATED)


@engine(2, "eq-engines-rk4-mean")
def rk4_mean_turn(*given: Any) -> State:
    """Runge-Kutta on the rate, one turn by the mean of four: MuJoCo's RK4 to 3.17"""
    return MEAN_TURN(*given)


@engine(4, "eq-engines-rk4")
def rkmk4_rates(*given: Any) -> State:
    """Munthe-Kaas with the rate as a vector: MuJoCo's RK4 from 4.0"""
    return MUNTHE_KAAS(*given)
