"""The first-order method: turn by h omega, with the momentum known (Buss's first-order algorithm)."""

from ..kernels.rigid_body import lie_euler as turn
from ._kick import kick
from ._ladder import next_term
from ._method import Method, keep_momentum, known_momentum, read_momentum


def step(t, h, y, J, load):
    """One step of the state (q, L_space)."""
    q = turn(*y, *J, h)
    if load is None:
        return (*q, *y[4:])
    if load.impulse is not None:
        return (*q, *known_momentum(t, h, y, load.impulse))
    return (*q, *kick(t, h, y, y, J, load)[4:])


lie_euler = Method(
    name="lie_euler", order=1, summary="turn by h omega; momentum kept in space", chapter="The rigid body",
    equation="eq-lie-euler", step=step, start=keep_momentum, read=read_momentum, conserves=("momentum", "norm"),
    next_term=next_term(1, ahead=False),
)
