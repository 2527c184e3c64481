"""What game engines and robot simulators do with a spinning body.

The sources are named on the page What engines do, with their versions. The state is (q,
omega_body), so no step keeps the momentum by itself. Torques enter at the start of the
step; the midpoint rule, which would then have order one, gets half a kick before and
behind it.
Chapter: The steps of engines.
"""

from dataclasses import replace
from functools import partial
from math import inf

from .._types import Function, Scalar, State
from .._vectors import dot
from ..errors import StepTooLarge
from ..kernels.baselines import turn_cayley
from ..kernels.engines import catto as one_iteration
from ..kernels.engines import clamped, forward, midpoint_newton
from ..kernels.quaternion import exp, multiply, rate_body
from ..kernels.rigid_rates import omega_1
from ..kernels.runge_kutta import MUNTHE_KAAS_4
from ..kernels.so3 import dexp_body_inverse
from ..numbers import require, select, smallest, sqrt, total
from ._method import RATES, BoundLoad, Method, torque_at, unit
from .newton import solve
from .runge_kutta import moved, stages


def turned_by(q: State, omega: State, h: Scalar) -> State:
    return multiply(*q, *exp(*[h * x for x in omega]))


def explicit(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    slope = rate_body(*y)
    q = unit(*[a + h * b for a, b in zip(y[:4], slope, strict=True)])
    return (*q, *forward(*y[4:], *J, *torque_at(t, y, load), h))


def then_turned(rate: Function) -> Function:
    """A new rate from (*omega, *J, *torque, h), and a turn by it."""

    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        omega = rate(*y[4:], *J, *torque_at(t, y, load), h)
        return (*turned_by(y[:4], omega, h), *omega)

    return step


def scaled(*x: Scalar) -> State:
    J, tau, h = x[3:6], x[6:9], x[9]
    *l, before, after = clamped(*x[:6], h)
    slow = after < smallest(after) ** 2  # so are they before, and nothing turns
    scale = sqrt(select(slow, 1.0, before) / select(slow, 1.0, after))
    return tuple([(scale * a + h * n) / j for a, n, j in zip(l, tau, J, strict=True)])


# --- the midpoint rule ----------------------------------------------------------------


def mean_rate(omega: State, J: State, h: Scalar) -> State:
    scale = total([abs(j * x) for j, x in zip(J, omega, strict=True)])
    *u, determinant, _, _ = solve(midpoint_newton, omega, (*omega, *J, h), scale)
    # past a zero of the determinant the solution is not the one that tends to the old
    # rate as h tends to 0
    require(determinant > 0.0, StepTooLarge, _too_large, h)
    return tuple(u)


def _too_large(h: Scalar) -> str:
    return (
        f"h = {h:.3g} s: the implicit midpoint rule has no solution on the branch of"
        " small turns; take a smaller step"
    )


def by_cayley(q: State, u: State, h: Scalar) -> State:
    return turn_cayley(*q, *[h / 2 * x for x in u])


def midpoint(turn: Function) -> Function:
    def free(y: State, J: State, h: Scalar) -> State:
        omega = y[4:]
        u = mean_rate(omega, J, h)
        return (
            *turn(y[:4], u, h),
            *[2.0 * a - b for a, b in zip(u, omega, strict=True)],
        )

    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        if load is None:
            return free(y, J, h)
        y = free(kicked(t, h / 2, y, y, J, load), J, h)
        guess = kicked(t + h, h / 2, y, y, J, load)
        return kicked(t + h, h / 2, y, guess, J, load)

    return step


def kicked(
    t: Scalar, h: Scalar, y: State, at: State, J: State, load: BoundLoad
) -> State:
    tau = torque_at(t, at, load)
    return (*y[:4], *[w + h * n / j for w, n, j in zip(y[4:], tau, J, strict=True)])


# --- Runge and Kutta ------------------------------------------------------------------


def rate_of_vector(*numbers: Scalar) -> State:
    """Of a rotation vector, by omega, which stands behind it."""
    m = dexp_body_inverse(*numbers[:3])
    return tuple([dot(m[i : i + 3], numbers[3:]) for i in (0, 3, 6)])


def runge_kutta(rate: Function | None) -> Function:
    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        def slope(t: Scalar, y: State) -> tuple[State, State]:
            return y[4:], omega_1(*y[4:], *J, *torque_at(t, y, load))

        turns, rates = stages(MUNTHE_KAAS_4, slope, rate, t, h, y)
        return moved(MUNTHE_KAAS_4[-1], turns, rates, h, y)

    return step


# --- the records ----------------------------------------------------------------------

_engine: partial[Method] = partial(
    Method, chapter="The steps of engines", layout=RATES, conserves=("norm",)
)
explicit_euler: Method = _engine(
    name="explicit_euler",
    order=1,
    summary="Euler on (q, omega), q normalised: the first program of most people",
    equation="eq-engines-explicit",
    step=explicit,
)
semi_implicit_euler: Method = _engine(
    name="semi_implicit_euler",
    order=1,
    summary="Euler on the rate, then a turn by the new rate: MuJoCo's Euler",
    equation="eq-engines-semi",
    step=then_turned(forward),
)
clamped_euler: Method = _engine(
    name="clamped_euler",
    order=1,
    summary="Euler on the momentum, scaled to its old size: Jolt, Avian",
    equation="eq-engines-clamped",
    step=then_turned(scaled),
)
catto: Method = _engine(
    name="catto",
    order=1,
    summary="one Newton iteration on the backward step: Bullet, MuJoCo's implicit",
    equation="eq-engines-catto",
    step=then_turned(one_iteration),
)
implicit_midpoint: Method = _engine(
    name="implicit_midpoint",
    order=2,
    summary=(
        "midpoint rule on the rate, turn by the mean rate: Genesis, MuJoCo 3.7 to 3.10"
    ),
    equation="eq-engines-midpoint",
    step=midpoint(turned_by),
    conserves=("energy", "norm"),
    properties=("implicit", "symmetric"),
    longest_turn=inf,
)
implicit_midpoint_cayley: Method = replace(
    implicit_midpoint,
    name="implicit_midpoint_cayley",
    summary=(
        "Austin, Krishnaprasad, Wang: midpoint rule, and the turn that keeps the"
        " momentum"
    ),
    equation="eq-engines-cayley",
    step=midpoint(by_cayley),
    conserves=("momentum", "energy", "norm"),
)
rk4_mean_turn: Method = _engine(
    name="rk4_mean_turn",
    order=2,
    summary=(
        "Runge-Kutta on the rate, one turn by the mean of four: MuJoCo's RK4 to 3.17"
    ),
    equation="eq-engines-rk4-mean",
    step=runge_kutta(None),
)
rkmk4_rates: Method = _engine(
    name="rkmk4_rates",
    order=4,
    summary="Munthe-Kaas with the rate as a vector: MuJoCo's RK4 from 4.0",
    equation="eq-engines-rk4",
    step=runge_kutta(rate_of_vector),
)
