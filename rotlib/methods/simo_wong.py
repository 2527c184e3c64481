"""Simo and Wong's explicit method: Newmark's formulas with beta = 0, gamma = 1/2.

Chapter: The rivals.
"""

from .._types import Quaternion, Scalar, State, Vector
from ..kernels.buss import turn_2
from ..kernels.rigid_body import omega_body
from ..kernels.rigid_rates import omega_1
from ._method import BoundLoad, Layout, Method, keep_momentum, read_momentum


def to_state(q: Quaternion, omega: Vector, J: State) -> State:
    """The state (q, L_space, A); A begins as the derivative of the rate."""
    return (*keep_momentum(q, omega, J), *omega_1(*omega, *J, 0.0, 0.0, 0.0))


def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    W, A = omega_body(*y[:7], *J), y[7:]
    q = turn_2(*y[:4], *W, *A, h)
    new = omega_body(*q, *y[4:7], *J)
    return (
        *q,
        *y[4:7],
        *[2 / h * (b - a) - c for a, b, c in zip(W, new, A, strict=True)],
    )


simo_wong: Method = Method(
    name="simo_wong",
    order=2,
    summary="Simo and Wong, explicit: Newmark's acceleration carried along",
    chapter="The rivals",
    equation="eq-simo-wong",
    step=step,
    layout=Layout(to_state, read_momentum),
    conserves=("momentum", "norm"),
    takes=(),
    properties=("memory",),
)
