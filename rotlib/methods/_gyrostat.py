"""A body with rotors, and loads with states of their own: the state and its slope.

The state is (q, L_space, *p, *z): the attitude, the momentum of body and rotors
together, that of each rotor about its axis, and the states of the loads. J holds the
principal moments of the platform, the body while its rotors keep their momenta, then
a_x, a_y, a_z, I for each rotor: its axis and its moment of inertia.
"""

from .._types import Scalar, State
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

PLAIN = 7  # numbers of the state (q, L_space)
MOMENTS = 3  # numbers of J without rotors


def rotors_of(J: State) -> list[tuple[State, Scalar]]:
    return [(J[i : i + 3], J[i + 3]) for i in range(MOMENTS, len(J), 4)]


def momentum_of_rotors(p: State, J: State) -> State:
    x, y, z = 0.0, 0.0, 0.0
    for k, (axis, _) in zip(p, rotors_of(J), strict=True):
        x, y, z = x + k * axis[0], y + k * axis[1], z + k * axis[2]
    return x, y, z


def omega_of(y: State, J: State) -> State:
    if len(J) == MOMENTS:
        return omega_body(*y[:7], *J)
    n = len(rotors_of(J))
    return gyrostat_omega(*y[:7], *momentum_of_rotors(y[7 : 7 + n], J), *J[:3])


def speeds_of(y: State, omega: State, J: State) -> State:
    return tuple(
        [
            rotor_speed(*omega, *axis, inertia, p)
            for p, (axis, inertia) in zip(y[7:], rotors_of(J), strict=False)
        ]
    )


def keep(q: State, omega: State, speeds: State, z: State, J: State) -> State:
    p = [
        rotor_momentum(*omega, *axis, inertia, s)
        for s, (axis, inertia) in zip(speeds, rotors_of(J), strict=True)
    ]
    if not p:
        return (*q, *momentum_space(*q, *omega, *J), *z)
    return (
        *q,
        *gyrostat_momentum(*q, *omega, *momentum_of_rotors(p, J), *J[:3]),
        *p,
        *z,
    )


def read(y: State, J: State) -> tuple[State, State, State, State]:
    omega = omega_of((*unit(*y[:4]), *y[4:]), J)  # as rk4 leaves the unit sphere
    return y[:4], omega, speeds_of(y, omega, J), y[7 + len(rotors_of(J)) :]


def slope_of_body(
    t: Scalar, y: State, J: State, load: BoundLoad | None
) -> tuple[State, State]:
    """(omega_body, rates of what follows q), as many as are not zero."""
    q, omega = y[:4], omega_of(y, J)
    if load is None:
        return omega, ()
    if len(y) == PLAIN:
        return omega, rotate(*q, *load.law(t, q, omega))
    speeds, z = speeds_of(y, omega, J), y[7 + len(rotors_of(J)) :]
    three, rates = load.drive(t, q, omega, speeds, z)
    return omega, (*rotate(*q, *three), *rates)
