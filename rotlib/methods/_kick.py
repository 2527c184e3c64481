"""Torques for methods of the free body: half a kick, the free step, half a kick."""

from typing import Any, NamedTuple

from .._types import Function, Scalar, State
from ..errors import ConvergenceError
from ..kernels.quaternion import rotate
from ..kernels.rigid_body import omega_body
from ..numbers import loop, total
from ._method import BoundLoad

MOST = 200  # rounds of a kick that is solved for


def kick(t: Scalar, h: Scalar, y: State, at: State, J: State, load: BoundLoad) -> State:
    """The state y with the impulse of the torque at the state `at` in the time h."""
    q, omega, rates = at[:4], omega_body(*at[:7], *J), ()
    if load.drive is None:
        torque = load.law(t, q, omega)
    else:  # of loads with states of their own
        torque, rates = load.drive(t, q, omega, (), at[7:])
    gained = *rotate(*q, *torque), *rates
    return (*y[:4], *[a + h * b for a, b in zip(y[4:], gained, strict=True)])


class Kicks(NamedTuple):
    """How a state is kicked; its momenta, and states of loads, begin at y[first]."""

    kick: Function = kick
    first: int = 4
    resting: Function = lambda load: False


ROTATION = Kicks()


def kicked(free: Function, solved: bool = False, kicks: Kicks = ROTATION) -> Function:
    """The step of a load with `free(y, J, h)` -> the state up to the momenta."""
    second = solved_kick if solved else predicted_kick
    # by names of their own, under which another back end can bind them
    kick, first, resting = kicks

    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        if load is None:
            return (*free(y, J, h), *y[first:])
        half = kick(t, h / 2, y, y, J, load)
        there = (*free(half, J, h), *half[first:])
        if resting(load):  # the rate it leads to is not asked for
            return tuple(kick(t + h, h / 2, there, there, J, load))
        end: State = second(t + h, h / 2, there, J, load, kick, first)
        return end

    return step


def predicted_kick(
    t: Scalar, h: Scalar, y: State, J: State, load: Any, kick: Function, first: int
) -> State:
    end: State = kick(t, h, y, kick(t, h, y, y, J, load), J, load)
    return end


def solved_kick(
    t: Scalar, h: Scalar, y: State, J: State, load: Any, kick: Function, first: int
) -> State:
    """The kick at the rate that it leads to: a step back undoes one under drag too."""
    joint = getattr(load, "joint", None)  # of bodies that act on each other

    def again(state: State) -> tuple[State, Scalar]:
        L, before = state[:-1], state[-1]
        new = kick(t, h, y, (*y[:first], *L), J, load)[first:]
        sizes = [abs(a - b) for a, b in zip(new, L, strict=True)]
        change = total(sizes[1:], sizes[0])
        if joint is not None:
            change = joint(change)
        # a change that is not a number ends it too
        over = (change >= before) | (change == 0.0) | (change != change)
        return (*new, change), over

    start = kick(t, h, y, y, J, load)[first:]
    L = loop(again, (*start, float("inf")), MOST, stiff)[:-1]
    return (*y[:first], *L)


def stiff(*state: Scalar) -> ConvergenceError:
    return ConvergenceError(
        "the torque depends on the rate so strongly that the kick at the end of a step"
        " is not found; take a smaller step"
    )
