"""The first-order method: turn by h omega, with the momentum known (Buss)."""

from .._types import Scalar, State
from ..kernels.rigid_body import lie_euler as turn
from ._kick import kick
from ._method import BoundLoad, Method, known_momentum
from ._taylor_derivatives import next_term


def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    q = turn(*y, *J, h)
    if load is None:
        return (*q, *y[4:])
    if load.impulse is not None:
        return (*q, *known_momentum(t, h, y, load.impulse))
    return (*q, *kick(t, h, y, y, J, load)[4:])


lie_euler: Method = Method(
    name="lie_euler",
    order=1,
    summary="turn by h omega; momentum kept in space",
    chapter="The rigid body",
    equation="eq-lie-euler",
    step=step,
    conserves=("momentum", "norm"),
    next_term=next_term(1),
)
