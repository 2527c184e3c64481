"""Torques for methods of the free body: half a kick, the free step, half a kick."""

from .._types import Function, Scalar, State
from ..backends.flow import loop
from ..errors import ConvergenceError
from ..kernels.quaternion import rotate
from ..kernels.rigid_body import omega_body
from ._method import BoundLoad

MOST = 200  # rounds of a kick that is solved for


def kicked(free: Function, solved: bool = False) -> Function:
    """The step of the state (q, L_space) made of `free(y, J, h) -> q` and a load.

    The second kick takes the rate that it leads to, for torques that depend on the
    rate: by one prediction, or `solved` to rounding. Solved, a step back undoes a step
    under such torques too.
    """
    second = solved_kick if solved else predicted_kick

    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        if load is None:
            return (*free(y, J, h), *y[4:])
        half = kick(t, h / 2, y, y, J, load)
        there = (*free(half, J, h), *half[4:])
        return second(t + h, h / 2, there, J, load)

    return step


def predicted_kick(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad) -> State:
    """The state y with the impulse at the rate that a first kick leads to."""
    return kick(t, h, y, kick(t, h, y, y, J, load), J, load)


def solved_kick(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad) -> State:
    """The state y with the impulse at the rate that this impulse leads to.

    Kicks are repeated until they change no longer, or not by less than before, as
    under a drag too strong for the step. A torque that does not depend on the rate
    takes two of them.
    """

    def again(state: State) -> tuple[State, Scalar]:
        L, before = state[:3], state[3]
        new = kick(t, h, y, (*y[:4], *L, *y[7:]), J, load)[4:7]
        d = [a - b for a, b in zip(new, L, strict=True)]
        change = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
        # a change that is not a number ends it too
        over = (change >= before) | (change == 0.0) | (change != change)
        return (*new, change), over

    start = kick(t, h, y, y, J, load)[4:7]
    L = loop(again, (*start, float("inf")), MOST, ConvergenceError, _stiff)[:3]
    return (*y[:4], *L, *y[7:])


def _stiff() -> str:
    return (
        "the torque depends on the rate so strongly that the kick at the end of a step"
        " is not found; take a smaller step"
    )


def kick(t: Scalar, h: Scalar, y: State, at: State, J: State, load: BoundLoad) -> State:
    """The state y with the impulse of the torque at the state `at` in the time h."""
    dL = rotate(*at[:4], *load.torque[0](t, at[:4], omega_body(*at, *J)))
    return (*y[:4], y[4] + h * dL[0], y[5] + h * dL[1], y[6] + h * dL[2])
