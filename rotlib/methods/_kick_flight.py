"""Kicks between free flights, for poses: from a method of the free rotation.

The state is (q, centre, L, p), in space: attitude of the principal axes, centre of
mass, angular momentum about it, linear momentum. A free body turns as its method says,
and its centre goes straight. Bodies that act on each other are kicked together, all at
the same places, so that what one gains the other loses (eq-pair-kick).
Chapter: Bodies that act on each other.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from .._types import Array, Function, Quaternion, Scalar, State, Vector
from .._vectors import cross, minus, plus
from ..body import Body
from ..errors import NotAvailable
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..kernels.rigid_body import momentum_space, omega_body
from ._flight import impulse_at
from ._kick import Kicks
from ._method import BoundLoad, Layout, Method

MOMENTA = 7  # where they stand in the state


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


def flying(free: Function) -> Function:
    """The free flight (y, J, h) -> (q, centre) of a method of the attitude alone."""

    def flown(y: State, J: State, h: Scalar) -> State:
        w, a, b, c = free((*y[:4], *y[7:10]), J[:3], h)
        # a length that rounding lets grow would be each body's own, and the total
        # momentum of a coupling drift: it is brought back to one
        f = 1.5 - 0.5 * (w * w + a * a + b * b + c * c)
        q = f * w, f * a, f * b, f * c
        way = [x + h / J[7] * p for x, p in zip(y[4:7], y[10:13], strict=True)]
        return (*q, *way)

    return flown


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
    q = multiply(*y[:4], axes[0], -axes[1], -axes[2], -axes[3])
    omega = rotate(*axes, *omega_body(*y[:4], *y[7:10], *J[:3]))
    moving = rotate_back(*q, *[p / mass for p in y[10:13]])
    velocity = minus(moving, cross(omega, c))
    return q, omega, minus(y[4:7], rotate(*q, *c)), velocity


def kick(t: Scalar, h: Scalar, y: State, at: State, J: State, load: BoundLoad) -> State:
    """The state y with the impulse of the wrench at the state `at` in the time h."""
    gained = impulse_at(t, from_state(at, J), J[8:11], load, ((), at[13:]))
    return (*y[:7], *[a + h * b for a, b in zip(y[7:], gained, strict=True)])


KICKS = Kicks(kick, MOMENTA, lambda load: load.moving is None)


def with_flight(method: Method, step: Function) -> Method:
    flight = Method(
        name=method.name,
        order=method.order,
        summary=method.summary,
        chapter="Bodies that act on each other",
        equation="eq-pair-kick",
        step=step,
        layout=Layout(to_state, from_state, constants),
        takes=("wrench", "couplings", *[w for w in method.takes if w == "states"]),
        properties=tuple([p for p in method.properties if p != "implicit"]),
        conserves=method.conserves,
        longest_turn=method.longest_turn,
        torque_order=method.torque_order,
    )
    return replace(method, flight=flight)
