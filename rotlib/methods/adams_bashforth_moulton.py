"""Adams-Bashforth-Moulton, four values, applied to the rate in space: predict, evaluate, correct, evaluate.

Each formula gives a mean rate, and the body is turned by it once. The first three steps are `rk4_naive`.
"""

from .._bind import twin_of
from .._tape import demand
from ..kernels.rivals import omega_space, turn_space
from ._method import Method, keep_momentum, read_momentum
from .rk4 import step_naive

PREDICT, CORRECT = (55 / 24, -59 / 24, 37 / 24, -9 / 24), (9 / 24, 19 / 24, -5 / 24, 1 / 24)


def start(q, omega, J):
    """The state (q, L_space, the rates in space of the last three steps, number of steps taken)."""
    nothing = 0.0 * omega[0]
    return (*keep_momentum(q, omega, J), *[nothing] * 10)


def step(t, h, y, J, load):
    """One step, free body."""
    q, L, past, taken = y[:4], y[4:7], (y[7:10], y[10:13], y[13:16]), y[16]
    now = omega_space(*q, *L, *J)
    if common(taken) < 3:
        q = step_naive(t, h, y[:7], J, None)[:4]
    else:
        predicted = turn_space(*mean(h, PREDICT, (now, *past)), *q)
        q = turn_space(*mean(h, CORRECT, (omega_space(*predicted, *L, *J), now, *past[:2])), *q)
    return (*q, *L, *now, *past[0], *past[1], taken + 1)


def mean(h, weights, rates):
    """h times the weighted sum of four rates."""
    a, b, c, d = weights
    return [h * (a * p + b * q + c * r + d * s) for p, q, r, s in zip(*rates, strict=True)]


def common(taken):
    """The number of steps taken, which is the same for all motions of a batch."""
    return taken


@twin_of(common)
def _common_arrays(taken):
    return taken.flat[0] if taken.size else 0


@twin_of(common, "tape")
def _common_on_tape(taken):
    demand(taken >= 3.0)  # the first steps are left to the caller
    return 3


adams_bashforth_moulton = Method(
    name="adams_bashforth_moulton", order=2, summary="predictor-corrector on the rate in space, one turn each",
    chapter="The rivals", equation="eq-abm", step=step, start=start, read=read_momentum, conserves=("momentum", "norm"),
    torque=False, memory=True,
)
