"""A body that flies: its state, and the slope of that.

The state is (q, centre, L about it, p), in space, then the momenta of rotors about
their axes, and the states of loads. A body with added mass keeps its
angular momentum about no point of its own: a step takes the momentum about the point at
which its centre was at the start, and comes `home` to that about the centre.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from .._types import Array, Quaternion, Scalar, State, Vector
from .._vectors import cross, inner, minus, plus, times
from ..body import Body, require_definite, shift_of
from ..kernels.quaternion import rotate, rotate_back
from ..numbers import total
from ._gyrostat import behind_of, momenta_of, momentum_of_rotors, rotors_of, rows_of
from ._method import BoundLoad, Layout, Method

ROTORS = 76  # where they begin in J
SIX = range(6)
UPPER = [(i, j) for i in SIX for j in range(i, 6)]


# --- 6x6 inertias, flat: row after row, of a symmetric one the upper triangle ---------


def inertia_of(body: Body) -> Array:
    M = body.inertia_6x6
    require_definite(M)
    return M


def inverse_of(M: Array) -> Array:
    inverse = np.linalg.inv(M)
    return (inverse + np.swapaxes(inverse, -1, -2)) / 2


def upper(M: Array) -> list[Any]:
    n = M.shape[-1]
    return [M[..., i, j] for i in range(n) for j in range(i, n)]


def constants_of(body: Body, numbers: list[Any]) -> State:
    return tuple(numbers if body.shape else map(float, numbers))


def entries(M: Array) -> Array:
    return np.moveaxis(M.reshape(*M.shape[:-2], 36), -1, 0)


def product(M: State, V: State) -> State:
    return tuple([inner(M[6 * i : 6 * i + 6], V) for i in SIX])


def symmetric_times(M: State, V: State) -> State:
    full = dict(zip(UPPER, M, strict=True))
    return tuple([total([full[min(i, j), max(i, j)] * V[j] for j in SIX]) for i in SIX])


# --- the state -----------------------------------------------------------------------


def constants(body: Body) -> State:
    """Flat: 6x6 twist of momenta about the centre, and back; centre; is mass added?;
    axis and moment of each rotor, beside which the inertia is that of the platform.
    """
    M = inertia_of(body).copy()
    M[..., :3, :3] += body.inertia_of_platform - body.inertia
    shift = np.swapaxes(shift_of(-body.centre), -1, -2)  # of wrenches
    inward, back = np.linalg.inv(M) @ shift, np.linalg.inv(shift) @ M
    added = body.added_mass.any((-2, -1)).astype(float)
    centre = np.moveaxis(body.centre, -1, 0)
    return constants_of(
        body, [*entries(inward), *entries(back), *centre, added, *rows_of(body)]
    )


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
    if rotors := rotors_of(J, ROTORS):
        p = momenta_of(speeds, omega, rotors)
        more = rotate(*y[:4], *momentum_of_rotors(p, rotors))
        y = (*y[:7], *plus(y[7:10], more), *y[10:], *p)
    return (*y, *z)


def behind(y: State, omega: State, J: State) -> tuple[State, State]:
    return behind_of(y[13:], omega, rotors_of(J, ROTORS))


def slope_in_flight(
    t: Scalar, y: State, J: State, load: BoundLoad | None
) -> tuple[State, State]:
    q, V, c = y[:4], twist(y, J), J[72:75]
    omega, velocity = V[:3], V[3:]
    moving = rotate(*q, *plus(velocity, cross(omega, c)))
    if load is None:
        zero = 0.0 * omega[0]
        return omega, (*moving, *(zero,) * 6)
    place = minus(y[4:7], rotate(*q, *c))
    motion = q, omega, place, velocity
    return omega, (*moving, *impulse_at(t, motion, c, load, behind(y, omega, J)))


def impulse_at(
    t: Scalar,
    motion: tuple[State, ...],
    c: State,
    load: BoundLoad,
    own: tuple[State, State] = ((), ()),
) -> State:
    """The wrench about the centre c, in space: rates of L and p, and of what follows;
    own: rotor speeds and states of loads
    """
    if load.drive is None:
        return about_centre(motion[0], c, load.law(t, *motion))
    W, rates = load.drive(t, *motion, *own)
    return (*about_centre(motion[0], c, W), *rates)


def about_centre(q: State, c: State, W: State) -> State:
    force = W[3:]
    torque = minus(W[:3], cross(c, force))
    return (*rotate(*q, *torque), *rotate(*q, *force))


def home(start: State, y: State, J: State) -> State:
    """With added mass the sums keep L about where the centre was at the start."""
    turn = cross(minus(y[4:7], start[4:7]), y[10:13])
    return (*y[:7], *minus(y[7:10], times(J[75], turn)), *y[10:])


def carried(start: State, y: State, J: State, rates: State) -> State:
    turn = cross(minus(y[4:7], start[4:7]), rates[6:])
    return (*rates[:3], *plus(rates[3:6], times(J[75], turn)), *rates[6:])


# --- the method of the same name that flies ------------------------------------------

LAYOUT = Layout(to_state, from_state, constants)
TAKES = "wrench", "states", "rotors", "couplings"


def with_poses(method: Method, **changes: Any) -> Method:
    """The method, and that of its name for poses, which differs by these changes."""
    said = {"layout": LAYOUT, "takes": TAKES, **changes}
    return replace(method, flight=replace(method, **said))
