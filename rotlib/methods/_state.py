"""The state of a body that is held or flies, and its slope.

Held: (q, L_space, *p, *z), the attitude, the momentum of body and rotors together, that
of each rotor about its axis, the states of loads. J holds the principal moments of the
platform, the body without its rotors, then axis and moment of inertia of each rotor.

In flight: (q, centre, L about it, P, *p, *z), in space. With added mass no point of the
body keeps an angular momentum: a step takes that about the point at which the centre
was at the start, and comes `home` to that about the centre.
"""

from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from .. import quaternion
from .._types import Array, Quaternion, Scalar, State, Vector
from .._vectors import cross, inner, minus, plus, times
from ..body import Body, components, require_definite, shift_of
from ..kernels import rigid_body as _k
from ..kernels import rigid_loads as _loads
from ..kernels.quaternion import rotate, rotate_back
from ..loads import data_of
from ..numbers import total
from ._method import BoundLoad, Layout, MaybeLoad, Method, unit

Rotors: TypeAlias = list[tuple[State, Scalar]]  # axis, moment of inertia
Slope: TypeAlias = tuple[State, State]
PLAIN = 7  # numbers of the state (q, L_space)
MOMENTS, ROTORS = 3, 76  # where the rotors begin in J, held and in flight
SIX = range(6)
UPPER: Any = (..., *np.triu_indices(6))  # of symmetric 6x6 matrices


def rotors_of(J: State, first: int = MOMENTS) -> Rotors:
    return [(J[i : i + 3], J[i + 3]) for i in range(first, len(J), 4)]


def rows_of(body: Body, axes: State | None = None) -> State:
    """Axis and moment of each rotor, flat, seen from these axes of the body."""
    seen = body.rotor_axes
    if axes is not None:
        seen = quaternion.rotate_back(np.stack(axes, -1)[..., None, :], seen)
    rotors = np.concatenate([seen, body.rotor_inertias[..., None]], -1)
    return components(flat(rotors))  # type: ignore[no-any-return]


def momentum_of_rotors(p: State, rotors: Rotors) -> Any:
    along = [times(k, axis) for k, (axis, _) in zip(p, rotors, strict=False)]
    return plus((0.0, 0.0, 0.0), *along)


def momenta_of(speeds: State, omega: State, rotors: Rotors) -> State:
    pairs = zip(speeds, rotors, strict=True)
    return tuple([_loads.rotor_momentum(*omega, *axis, I, s) for s, (axis, I) in pairs])


def behind(p: State, omega: State, J: State, first: int = MOMENTS) -> tuple[State, ...]:
    """(rotor speeds, states of loads) from what stands behind the other momenta."""
    rotors = rotors_of(J, first)
    pairs = zip(p, rotors, strict=False)
    speeds = [_loads.rotor_speed(*omega, *axis, I, k) for k, (axis, I) in pairs]
    return tuple(speeds), p[len(rotors) :]


def keep(q: State, omega: State, speeds: State, z: State, J: State) -> State:
    y = (*q, *_k.momentum_space(*q, *omega, *J[:MOMENTS]))
    return with_behind(y, omega, speeds, z, J)


def read(y: State, J: State) -> tuple[State, ...]:
    omega = omega_of((*unit(*y[:4]), *y[4:]), J)  # as rk4 leaves the unit sphere
    return y[:4], omega, *behind(y[7:], omega, J)


def omega_of(y: State, J: State) -> State:
    if len(J) == MOMENTS:
        return _k.omega_body(*y[:7], *J)
    l = minus(rotate_back(*y[:7]), momentum_of_rotors(y[7:], rotors_of(J)))
    return l[0] / J[0], l[1] / J[1], l[2] / J[2]


def slope_of_body(t: Scalar, y: State, J: State, load: MaybeLoad) -> Slope:
    """(omega_body, rates of what follows q), as many as are not zero."""
    q, omega = y[:4], omega_of(y, J)
    if load is None:
        return omega, ()
    if len(y) == PLAIN:
        return omega, rotate(*q, *load.law(t, q, omega))
    three, rates = load.drive(t, q, omega, *behind(y[7:], omega, J))
    return omega, (*rotate(*q, *three), *rates)


def inertia_of(body: Body) -> Array:
    require_definite(M := body.inertia_6x6)
    return M


def inverse_of(M: Array) -> Array:
    inverse = np.linalg.inv(M)
    return (inverse + np.swapaxes(inverse, -1, -2)) / 2


def flat(M: Array) -> Array:
    """Matrices as rows of their entries."""
    return M.reshape(*M.shape[:-2], -1)


def product(M: State, V: State) -> State:
    return tuple([inner(M[6 * i : 6 * i + 6], V) for i in SIX])


def symmetric_times(M: State, V: State) -> State:
    full = dict(zip(zip(*UPPER[1:], strict=True), M, strict=True))
    return tuple([total([full[min(i, j), max(i, j)] * V[j] for j in SIX]) for i in SIX])


def constants(body: Body) -> State:
    """Flat: 6x6 twist of momenta about the centre, and back; centre; is mass added?;
    axis and moment of each rotor, beside which the inertia is that of the platform.
    """
    M = inertia_of(body).copy()
    M[..., :3, :3] += body.inertia_of_platform - body.inertia
    shift = np.swapaxes(shift_of(-body.centre), -1, -2)  # of wrenches
    inward, back = np.linalg.inv(M) @ shift, np.linalg.inv(shift) @ M
    added = body.added_mass.any((-2, -1)).astype(float)
    numbers = flat(inward), flat(back), body.centre, added[..., None]
    return (*components(data_of(body, numbers)), *rows_of(body))


def to_state(
    q: Quaternion, omega: Vector, position: Vector, velocity: Vector, J: State
) -> State:
    momenta = product(J[36:72], (*omega, *velocity))
    centre = plus(position, rotate(*q, *J[72:75]))
    return (*q, *centre, *rotate(*q, *momenta[:3]), *rotate(*q, *momenta[3:]))


def from_state(y: State, J: State) -> tuple[State, ...]:
    q, V = y[:4], twist(y, J)
    return q, V[:3], minus(y[4:7], rotate(*q, *J[72:75])), V[3:]


def twist(y: State, J: State) -> State:
    turning: State = rotate_back(*y[:4], *y[7:10])
    if rotors := rotors_of(J, ROTORS):
        turning = minus(turning, momentum_of_rotors(y[13:], rotors))
    return product(J[:36], (*turning, *rotate_back(*y[:4], *y[10:13])))


def with_behind(y: State, omega: State, speeds: State, z: State, J: State) -> State:
    """The state with rotors, whose momentum is in L, and with states of loads."""
    n, first = (4, MOMENTS) if len(y) == PLAIN else (7, ROTORS)
    if rotors := rotors_of(J, first):
        p = momenta_of(speeds, omega, rotors)
        more = rotate(*y[:4], *momentum_of_rotors(p, rotors))
        y = (*y[:n], *plus(y[n : n + 3], more), *y[n + 3 :], *p)
    return (*y, *z)


def slope_in_flight(t: Scalar, y: State, J: State, load: MaybeLoad) -> Slope:
    q, V, c = y[:4], twist(y, J), J[72:75]
    omega, velocity = V[:3], V[3:]
    moving = rotate(*q, *plus(velocity, cross(omega, c)))
    if load is None:
        return omega, (*moving, *(0.0 * omega[0],) * 6)
    place, own = minus(y[4:7], rotate(*q, *c)), behind(y[13:], omega, J, ROTORS)
    return omega, (*moving, *impulse_at(t, c, load, q, omega, place, velocity, *own))


def impulse_at(t: Scalar, c: State, load: BoundLoad, *motion: State) -> State:
    """The wrench about the centre c, in space: rates of L and p, and of what follows.

    motion: with rotor speeds and states of loads at its end
    """
    if load.drive is None:
        return about_centre(motion[0], c, load.law(t, *motion[:4]))
    W, rates = load.drive(t, *motion)
    return (*about_centre(motion[0], c, W), *rates)


def about_centre(q: State, c: State, W: State) -> State:
    torque = minus(W[:3], cross(c, W[3:]))
    return (*rotate(*q, *torque), *rotate(*q, *W[3:]))


def home(start: State, y: State, J: State) -> State:
    """With added mass the sums keep L about where the centre was at the start."""
    turn = cross(minus(y[4:7], start[4:7]), y[10:13])
    return (*y[:7], *minus(y[7:10], times(J[75], turn)), *y[10:])


def carried(start: State, y: State, J: State, rates: State) -> State:
    turn = cross(minus(y[4:7], start[4:7]), rates[6:])
    return (*rates[:3], *plus(rates[3:6], times(J[75], turn)), *rates[6:])


LAYOUT = Layout(to_state, from_state, constants)


def with_poses(method: Method, **changes: Any) -> Method:
    """The method, and that of its name for poses, which differs by these changes."""
    said = {"layout": LAYOUT, "takes": ("wrench", "states", "rotors", "couplings")}
    return replace(method, flight=replace(method, **said | changes))
