"""Torques for methods of the free body: half a kick, the free step, half a kick."""

from .._types import Function, Scalar, State
from ..kernels.quaternion import rotate
from ..kernels.rigid_body import omega_body
from ._method import BoundLoad


def kicked(free: Function) -> Function:
    """The step of the state (q, L_space) made of `free(y, J, h) -> q` and a load.

    The second kick takes the rate that it leads to, by one prediction: for torques that
    depend on the rate.
    """

    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        if load is None:
            return (*free(y, J, h), *y[4:])
        half = kick(t, h / 2, y, y, J, load)
        there = (*free(half, J, h), *half[4:])
        return kick(
            t + h, h / 2, there, kick(t + h, h / 2, there, there, J, load), J, load
        )

    return step


def kick(t: Scalar, h: Scalar, y: State, at: State, J: State, load: BoundLoad) -> State:
    """The state y with the impulse of the torque at the state `at` in the time h."""
    dL = rotate(*at[:4], *load.torque[0](t, at[:4], omega_body(*at, *J)))
    return (*y[:4], y[4] + h * dL[0], y[5] + h * dL[1], y[6] + h * dL[2])
