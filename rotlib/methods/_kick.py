"""Kicks between free motions, for a body that is held and for one that flies.

The state is (q, L), or of a body that flies (q, centre, L, p), in space: attitude of
the principal axes, centre of mass, angular momentum about it, linear momentum; states
of loads stand behind. A free body turns as its method says, and its centre goes
straight. Bodies that act on each other are kicked together, all at the same places, so
that what one gains the other loses (eq-pair-kick).
Chapters: The rivals, Bodies that act on each other.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.polynomial.legendre import leggauss

from .._types import Array, Flow, Function, Quaternion, Scalar, State, Vector
from .._vectors import cross, minus, plus
from ..body import Body
from ..errors import ConvergenceError, InvalidInput, NotAvailable
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..kernels.rigid_body import momentum_space, omega_body
from ..numbers import loop, total
from ._flight import impulse_at
from ._gyrostat import slope_of_body
from ._method import BoundLoad, Layout, Method, renormalized, turned_back
from .composition import STRAIGHT, in_parts, in_turn

MOST = 200  # rounds of a kick that is solved for
NODES = 6  # at most


def constants(body: Body) -> State:
    """Principal moments and axes, the mass, and the centre."""
    if body.added_mass.any():
        raise NotAvailable(
            "body: expected a body whose free flight is straight, got one with an added"
            " mass; use dqvi, rkmk54 or buss4"
        )
    at_centre = body.about(body.centre)
    centre: Array = np.moveaxis(body.centre, -1, 0)
    mass: Any = body.mass
    moments, axes = at_centre.principal_moments, at_centre.principal_axes
    return (*moments, *axes, mass, *centre)


def to_state(
    q: Quaternion, omega: Vector, position: Vector, velocity: Vector, J: State
) -> State:
    axes, mass, c = J[3:7], J[7], J[8:11]
    centre = plus(position, rotate(*q, *c))
    moving = plus(velocity, cross(omega, c))
    turned = multiply(*q, *axes)
    L = momentum_space(*turned, *rotate_back(*axes, *omega), *J[:3])
    return (*turned, *centre, *L, *[mass * v for v in rotate(*q, *moving)])


def from_state(y: State, J: State) -> tuple[State, ...]:
    axes, mass, c = J[3:7], J[7], J[8:11]
    q = turned_back(y[:4], axes)
    omega = rotate(*axes, *omega_body(*y[:4], *y[7:10], *J[:3]))
    moving = rotate_back(*q, *[p / mass for p in y[10:13]])
    velocity = minus(moving, cross(omega, c))
    return q, omega, minus(y[4:7], rotate(*q, *c)), velocity


def flying(*facts: Any, **more: Any) -> Method:
    """The method of this record, and that for poses, which takes the same step."""
    method = Method(*facts, **more)
    flight = replace(
        method,
        chapter="Bodies that act on each other",
        equation="eq-pair-kick",
        layout=Layout(to_state, from_state, constants),
        takes=("wrench", "couplings", *[w for w in method.takes if w == "states"]),
        properties=tuple([p for p in method.properties if p != "implicit"]),
    )
    return replace(method, flight=flight)


# --- kick and drift -------------------------------------------------------------------


def momenta(J: State) -> int:
    """Where they stand in the state; of a held body J has the moments alone."""
    return 4 if len(J) == 3 else 7


def kick(t: Scalar, h: Scalar, y: State, at: State, J: State, load: BoundLoad) -> State:
    """The state y with the impulse of what acts at the state `at` in the time h."""
    first = momenta(J)
    if first == 4:
        gained = slope_of_body(t, at, J, load)[1]
    else:
        gained = impulse_at(t, from_state(at, J), J[8:11], load, ((), at[13:]))
    pairs = zip(y[first:], gained, strict=True)
    return (*y[:first], *[a + h * b for a, b in pairs])


def drift(turned: Function, y: State, J: State, h: Scalar) -> State:
    """The state after a free motion; turned(y, J, h) -> q, of a state (q, L)."""
    if momenta(J) == 4:
        return (*turned(y[:7], J, h), *y[4:])
    # the total momentum of bodies that act on each other is not to drift
    q = renormalized(*turned((*y[:4], *y[7:10]), J[:3], h))
    way = [x + h / J[7] * p for x, p in zip(y[4:7], y[10:13], strict=True)]
    return (*q, *way, *y[7:])


def rests(load: BoundLoad) -> bool:
    """Whether a kick depends on the place alone: two at one place are then one."""
    return load.drive is None and load.moving is None


# --- steps of both --------------------------------------------------------------------


def kicked(
    turned: Function,
    weights: Sequence[float] = (1.0,),
    whole: Function | None = None,
    straight: int = STRAIGHT,
) -> Flow:
    """The step of these parts, each half a kick, a free motion, and half a kick.

    whole: turned(y, J, h) -> q of a step in which nothing acts
    straight: parts that are recorded one after the other
    """
    second: Flow = predicted_kick if len(weights) == 1 else solved_kick

    def part(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        half = kick(t, h / 2, y, y, J, load)
        return second(t + h, h / 2, drift(turned, half, J, h), J, load)

    apart = in_parts(part, weights, straight=straight)
    pairs = zip(weights, (*weights[1:], 0.0), strict=True)
    joined = [(a + b) / 2 for a, b in pairs]
    rows = tuple(zip(weights, accumulate(weights), joined, strict=True))
    kicked_behind = flights(turned, rows, straight)

    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        if load is None:
            return drift(whole or turned, y, J, h)
        if not rests(load):
            return apart(t, h, y, J, load)
        start = kick(t, weights[0] * h / 2, y, y, J, load)
        return kicked_behind(t, h, start, J, load)

    return step


def kicked_at_nodes(turned: Function, n: int) -> Flow:
    """The step of kicks at Gauss's nodes between free motions."""
    x, w = leggauss(n)
    ends = *((1 + x) / 2).tolist(), 1.0
    lengths = [b - a for a, b in pairwise((0.0, *ends))]
    weights = *(w / 2).tolist(), 0.0
    return flights(turned, tuple(zip(lengths, ends, weights, strict=True)), 1)


def flights(turned: Function, rows: Sequence[tuple[float, ...]], straight: int) -> Flow:
    """Free motions with a kick behind each: (length, time of the kick, its weight)."""

    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        if load is None:
            return drift(turned, y, J, h)

        def stage(y: State, length: float, at: float, weight: float) -> State:
            y = drift(turned, y, J, length * h)
            now, part = t + at * h, weight * h
            halfway = y if rests(load) else kick(now, part / 2, y, y, J, load)
            return kick(now, part, y, halfway, J, load)

        return in_turn(stage, h, y, rows, straight)

    return step


def require_nodes(nodes: int | None, order: int, what: str) -> int | None:
    if nodes is None:
        return None
    if not isinstance(nodes, int) or not 1 <= nodes <= NODES or order != 2:
        raise InvalidInput(
            f"nodes: expected 1 to {NODES} with {what} 2, got nodes={nodes!r} and"
            f" {what}={order!r}"
        )
    return int(nodes)


def predicted_kick(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    return kick(t, h, y, kick(t, h, y, y, J, load), J, load)


def solved_kick(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    """The kick at the rate that it leads to: a step back undoes one under drag too.

    A predicted one would leave a composed step order 3 there.
    """
    joint, first = load.joint, momenta(J)  # joint: of bodies that act on each other

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
