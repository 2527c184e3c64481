"""The rivals: methods on free bodies, with which others are compared.

`rk4_quaternion` keeps the momentum and normalises the quaternion after each step of
Runge and Kutta. `rk4_naive` turns by the average of four rates in space, which forgets
that turns do not commute. Adams-Bashforth-Moulton of four values is applied to the rate
in space: each formula gives a mean rate, by which the body is turned once; the first
three steps are `rk4_naive`. Its state is (q, L_space, three past rates in space, steps
taken). Simo and Wong's explicit method has Newmark's formulas with beta = 0, gamma =
1/2. Its state is (q, L_space, A); A begins as the derivative of the rate.
Chapter: The rivals.
"""

from functools import partial
from typing import Any

from .._types import Flow, Quaternion, Scalar, State, Vector
from .._vectors import minus
from ..errors import NotAvailable
from ..kernels.baselines import omega_space, turn_space
from ..kernels.buss import turn_2
from ..kernels.rigid_body import omega_body
from ..kernels.rigid_rates import omega_1
from ..numbers import are_arrays, require, tape_of
from ._method import FREE, MOMENTUM, Maker, keep_momentum, method_of, unit
from .runge_kutta import classical, step_all, weighted

PREDICT = (55 / 24, -59 / 24, 37 / 24, -9 / 24)
CORRECT = (9 / 24, 19 / 24, -5 / 24, 1 / 24)

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
        return omega_space(*q, *y[4:7], *J)

    def moved(q: State, part: Scalar, k: State) -> State:
        return turn_space(*[part * a for a in k], *q)

    return (*classical(slope, t, h, y[:4], moved), *y[4:])


# --- methods that remember ------------------------------------------------------------

step_naive: Flow = rk4_naive.step
remembering: partial[Maker] = partial(rival, properties=("memory",))


def with_past(q: Quaternion, omega: Vector, J: State) -> State:
    return (*keep_momentum(q, omega, J), *[0.0 * omega[0]] * 10)


def first_step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    now = omega_space(*y[:7], *J)
    q = step_naive(t, h, y[:7], J, None)[:4]
    return (*q, *y[4:7], *now, *y[7:13], y[16] + 1)


def common(taken: Scalar) -> Scalar:
    """The number of steps taken, which is the same for all motions of a batch."""
    if tape_of(taken) is not None:
        said = "the first three steps are those of rk4_naive"
        require(taken >= 3.0, NotAvailable, lambda: said)
        return 3
    if are_arrays(taken):
        return taken.flat[0] if taken.size else 0
    return taken


@remembering(
    2, "eq-abm", layout=MOMENTUM._replace(to_state=with_past), first_step=first_step
)
def adams_bashforth_moulton(
    t: Scalar, h: Scalar, y: State, J: State, load: Any
) -> State:
    """predictor-corrector on the rate in space, one turn each"""
    q, L, past, taken = y[:4], y[4:7], [y[7:10], y[10:13], y[13:16]], y[16]
    if common(taken) < 3:
        return first_step(t, h, y, J, load)
    now: State = omega_space(*q, *L, *J)
    ahead = turn_space(*weighted(h, PREDICT, [now, *past]), *q)
    there: State = omega_space(*ahead, *L, *J)
    q = turn_space(*weighted(h, CORRECT, [there, now, *past[:2]]), *q)
    return (*q, *L, *now, *past[0], *past[1], taken + 1)


def with_acceleration(q: Quaternion, omega: Vector, J: State) -> State:
    return (*keep_momentum(q, omega, J), *omega_1(*omega, *J, *FREE))


@remembering(2, "eq-simo-wong", layout=MOMENTUM._replace(to_state=with_acceleration))
def simo_wong(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    """Simo and Wong, explicit: Newmark's acceleration carried along"""
    L, W, A = y[4:7], omega_body(*y[:7], *J), y[7:]
    q = turn_2(*y[:4], *W, *A, h)
    gained = minus(omega_body(*q, *L, *J), W)
    return (*q, *L, *[2 / h * b - c for b, c in zip(gained, A, strict=True)])
