"""Adams-Bashforth-Moulton of four values, applied to the rate in space.

Each formula gives a mean rate, and the body is turned by it once. The first three steps
are `rk4_naive`.
"""

from collections.abc import Sequence

from .._types import Quaternion, Scalar, State, Vector
from ..errors import NotAvailable
from ..kernels.baselines import omega_space, turn_space
from ..numbers import are_arrays, require, tape_of
from ._method import BoundLoad, Layout, Method, keep_momentum, read_momentum
from .rk4 import step_naive

PREDICT = (55 / 24, -59 / 24, 37 / 24, -9 / 24)
CORRECT = (9 / 24, 19 / 24, -5 / 24, 1 / 24)


def to_state(q: Quaternion, omega: Vector, J: State) -> State:
    """The state (q, L_space, three past rates in space, steps taken)."""
    nothing = 0.0 * omega[0]
    return (*keep_momentum(q, omega, J), *[nothing] * 10)


def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    q, L, past, taken = y[:4], y[4:7], (y[7:10], y[10:13], y[13:16]), y[16]
    now = omega_space(*q, *L, *J)
    if common(taken) < 3:
        return first_step(t, h, y, J, load)
    predicted = turn_space(*mean(h, PREDICT, (now, *past)), *q)
    q = turn_space(
        *mean(h, CORRECT, (omega_space(*predicted, *L, *J), now, *past[:2])), *q
    )
    return (*q, *L, *now, *past[0], *past[1], taken + 1)


def first_step(
    t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None
) -> State:
    q, L = y[:4], y[4:7]
    now = omega_space(*q, *L, *J)
    q = step_naive(t, h, y[:7], J, None)[:4]
    return (*q, *L, *now, *y[7:13], y[16] + 1)


def mean(h: Scalar, weights: tuple[float, ...], rates: Sequence[State]) -> list[Scalar]:
    a, b, c, d = weights
    return [
        h * (a * p + b * q + c * r + d * s) for p, q, r, s in zip(*rates, strict=True)
    ]


def common(taken: Scalar) -> Scalar:
    """The number of steps taken, which is the same for all motions of a batch."""
    if tape_of(taken) is not None:
        require(taken >= 3.0, NotAvailable, _first_steps)
        return 3
    if are_arrays(taken):
        return taken.flat[0] if taken.size else 0
    return taken


def _first_steps() -> str:
    return "the first three steps are those of rk4_naive"


adams_bashforth_moulton: Method = Method(
    name="adams_bashforth_moulton",
    order=2,
    summary="predictor-corrector on the rate in space, one turn each",
    chapter="The rivals",
    equation="eq-abm",
    step=step,
    layout=Layout(to_state, read_momentum),
    conserves=("momentum", "norm"),
    takes=(),
    properties=("memory",),
    first_step=first_step,
)
