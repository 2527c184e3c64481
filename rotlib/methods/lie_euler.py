"""The first-order method: turn by h omega, with the momentum known (Buss's first-order algorithm)."""

from ..kernels.quaternion import rotate
from ..kernels.rigid_body import lie_euler as turn
from ..kernels.rigid_body import omega_body
from ._method import Method, keep_momentum, known_momentum, read_momentum


def step(t, h, y, J, load):
    """One step of the state (q, L_space)."""
    q = turn(*y, *J, h)
    if load is None:
        return (*q, *y[4:])
    if load.impulse is not None:
        return (*q, *known_momentum(t, h, y, load.impulse))
    tau = rotate(*y[:4], *load.torque[0](t, y[:4], omega_body(*y, *J)))
    return (*q, y[4] + h * tau[0], y[5] + h * tau[1], y[6] + h * tau[2])


lie_euler = Method(
    name="lie_euler", order=1, summary="turn by h omega; momentum kept in space", chapter="The rigid body",
    equation="eq-lie-euler", step=step, start=keep_momentum, read=read_momentum, conserves=("momentum", "norm"),
)
