"""A body that flies: its state, and the slope of that.

The state is (q, centre, L about it, p), in space. A body with added mass keeps its
angular momentum about no point of its own: a step takes the momentum about the point at
which its centre was at the start, and comes `home` to that about the centre.
"""

import numpy as np

from .._types import Array, Quaternion, Scalar, State, Vector
from .._vectors import cross, minus, plus
from ..body import Body, require_definite
from ..kernels.quaternion import rotate, rotate_back
from ..numbers import total
from ._method import BoundWrench


def constants(body: Body) -> State:
    """Flat: 6x6 twist of momenta about the centre, and back; centre; is mass added?"""
    M, centre = body.inertia_6x6, body.centre
    require_definite(M)
    shift = np.zeros(M.shape)
    shift[...] = np.eye(6)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):  # (e_k x) of the centre
        shift[..., j, 3 + i], shift[..., i, 3 + j] = centre[..., k], -centre[..., k]
    flat = (
        *_entries(np.linalg.inv(M) @ shift),
        *_entries(np.linalg.inv(shift) @ M),
        *np.moveaxis(centre, -1, 0),
        body.added_mass.any((-2, -1)).astype(float),
    )
    return flat if body.shape else tuple(map(float, flat))


def _entries(M: Array) -> Array:
    return np.moveaxis(M.reshape(*M.shape[:-2], 36), -1, 0)


def to_state(
    q: Quaternion, position: Vector, omega: Vector, velocity: Vector, J: State
) -> State:
    momenta = product(J[36:72], (*omega, *velocity))
    centre = plus(position, rotate(*q, *J[72:75]))
    return (*q, *centre, *rotate(*q, *momenta[:3]), *rotate(*q, *momenta[3:]))


def from_state(y: State, J: State) -> tuple[State, ...]:
    q, V = y[:4], twist(y, J)
    return q, V[:3], minus(y[4:7], rotate(*q, *J[72:75])), V[3:]


def twist(y: State, J: State) -> State:
    momenta = (*rotate_back(*y[:4], *y[7:10]), *rotate_back(*y[:4], *y[10:13]))
    return product(J[:36], momenta)


def slope_in_flight(
    t: Scalar, y: State, J: State, load: BoundWrench | None
) -> tuple[State, State]:
    q, V, c = y[:4], twist(y, J), J[72:75]
    omega, velocity = V[:3], V[3:]
    moving = rotate(*q, *plus(velocity, cross(omega, c)))
    if load is None:
        zero = 0.0 * omega[0]
        return omega, (*moving, *(zero,) * 6)
    place = minus(y[4:7], rotate(*q, *c))
    W = load.still(t, q, place)
    if load.moving is not None:
        W = plus(W, load.moving(t, q, place, omega, velocity))
    force = W[3:]
    torque = minus(W[:3], cross(c, force))
    return omega, (*moving, *rotate(*q, *torque), *rotate(*q, *force))


def home(start: State, y: State, J: State) -> State:
    """With added mass the sums keep L about where the centre was at the start."""
    turn = cross(minus(y[4:7], start[4:7]), y[10:13])
    L = [a - J[75] * b for a, b in zip(y[7:10], turn, strict=True)]
    return (*y[:7], *L, *y[10:])


def carried(start: State, y: State, J: State, rates: State) -> State:
    turn = cross(minus(y[4:7], start[4:7]), rates[6:])
    torque = [a + J[75] * b for a, b in zip(rates[3:6], turn, strict=True)]
    return (*rates[:3], *torque, *rates[6:])


def product(M: State, V: State) -> State:
    rows = [M[6 * i : 6 * i + 6] for i in range(6)]
    return tuple([total([a * b for a, b in zip(r, V, strict=True)]) for r in rows])
