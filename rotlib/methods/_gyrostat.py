"""A held body, which may have rotors, and loads with states: the state and its slope.

The state is (q, L_space, *p, *z): the attitude, the momentum of body and rotors
together, that of each rotor about its axis, and the states of the loads. J holds the
principal moments of the platform, the body while its rotors keep their momenta, then
a_x, a_y, a_z, I for each rotor: its axis and its moment of inertia.
"""

from typing import Any, TypeAlias

import numpy as np

from .. import quaternion
from .._types import Scalar, State
from .._vectors import plus, times
from ..body import Body
from ..kernels.quaternion import rotate
from ..kernels.rigid_body import (
    gyrostat_momentum,
    gyrostat_omega,
    momentum_space,
    omega_body,
    rotor_momentum,
    rotor_speed,
)
from ._method import BoundLoad, unit

Rotors: TypeAlias = list[tuple[State, Scalar]]  # axis, moment of inertia
PLAIN = 7  # numbers of the state (q, L_space)
MOMENTS = 3  # numbers of J without rotors


def rotors_of(J: State, first: int = MOMENTS) -> Rotors:
    return [(J[i : i + 3], J[i + 3]) for i in range(first, len(J), 4)]


def rows_of(body: Body, axes: State | None = None) -> list[Any]:
    """Axis and moment of each rotor, flat, seen from these axes of the body."""
    seen = body.rotor_axes
    if axes is not None:
        seen = quaternion.rotate_back(np.stack(axes, -1)[..., None, :], seen)
    rotors = np.concatenate([seen, body.rotor_inertias[..., None]], -1)
    flat = np.moveaxis(rotors.reshape(*rotors.shape[:-2], -1), -1, 0)
    return list(flat) if body.shape else flat.tolist()


def momentum_of_rotors(p: State, rotors: Rotors) -> State:
    along = [times(k, axis) for k, (axis, _) in zip(p, rotors, strict=False)]
    made: State = plus((0.0, 0.0, 0.0), *along)
    return made


def omega_of(y: State, J: State) -> State:
    if len(J) == MOMENTS:
        return omega_body(*y[:7], *J)
    return gyrostat_omega(*y[:7], *momentum_of_rotors(y[7:], rotors_of(J)), *J[:3])


def behind_of(p: State, omega: State, rotors: Rotors) -> tuple[State, State]:
    """(rotor speeds, states of loads) from what stands behind the other momenta."""
    pairs = zip(p, rotors, strict=False)
    speeds = [rotor_speed(*omega, *axis, moment, k) for k, (axis, moment) in pairs]
    return tuple(speeds), p[len(rotors) :]


def momenta_of(speeds: State, omega: State, rotors: Rotors) -> State:
    pairs = zip(speeds, rotors, strict=True)
    return tuple([rotor_momentum(*omega, *axis, I, s) for s, (axis, I) in pairs])


def keep(q: State, omega: State, speeds: State, z: State, J: State) -> State:
    rotors = rotors_of(J)
    p = momenta_of(speeds, omega, rotors)
    if not p:
        return (*q, *momentum_space(*q, *omega, *J), *z)
    l = momentum_of_rotors(p, rotors)
    return (*q, *gyrostat_momentum(*q, *omega, *l, *J[:3]), *p, *z)


def read(y: State, J: State) -> tuple[State, State, State, State]:
    omega = omega_of((*unit(*y[:4]), *y[4:]), J)  # as rk4 leaves the unit sphere
    return y[:4], omega, *behind_of(y[7:], omega, rotors_of(J))


def slope_of_body(
    t: Scalar, y: State, J: State, load: BoundLoad | None
) -> tuple[State, State]:
    """(omega_body, rates of what follows q), as many as are not zero."""
    q, omega = y[:4], omega_of(y, J)
    if load is None:
        return omega, ()
    if len(y) == PLAIN:
        return omega, rotate(*q, *load.law(t, q, omega))
    three, rates = load.drive(t, q, omega, *behind_of(y[7:], omega, rotors_of(J)))
    return omega, (*rotate(*q, *three), *rates)
