"""The conserving step of a body in flight: energy and both momenta to rounding.

The state is (q, centre, L about it, G, statistics), momenta in space. A step solves for
six numbers, seen from its middle: a, which makes the turn, and the mean velocity w of
the centre. J is flat: the 6x6 inertia about the centre and its inverse (21 numbers
each), A, B and D of the inverse (6, 9, 6), 1/m, is mass added?, centre, radius of
gyration.
"""

from itertools import product

import numpy as np

from .._types import Function, Quaternion, Scalar, State, Vector
from .._vectors import cross, dot, minus, plus, times
from ..body import Body, hat
from ..kernels.krenk_nielsen import (
    cayley,
    flight,
    flight_by_half_a,
    flight_by_half_w,
    flight_by_n,
    flight_gain,
    flight_halves,
    flight_slopes,
    middle,
    pushed,
    symmetry,
)
from ..kernels.quaternion import rotate, rotate_back
from ..numbers import positive, rounding, select, sqrt, total
from . import _sixes as six
from ._method import BoundLoad
from ._small_turns import turn_of
from .newton import dense, solve

NO_WRENCH: State = (0.0,) * 6
REST = (0.0, 0.0, 0.0)


# --- the body -------------------------------------------------------------------------


def constants(body: Body) -> State:
    M, centre = six.inertia_of(body), body.centre
    added = np.asarray(body.added_mass.any((-2, -1)))
    shift = np.zeros(M.shape)
    shift[...] = np.eye(6)
    shift[..., 3:, :3] = hat(centre)
    M = np.swapaxes(shift, -1, -2) @ M @ shift
    coupled = added[..., None, None]
    M[..., :3, 3:] = np.where(coupled, M[..., :3, 3:], 0.0)
    M[..., 3:, :3] = np.swapaxes(M[..., :3, 3:], -1, -2)
    inverse = six.inverse_of(M)
    share = np.trace(inverse[..., 3:, 3:], axis1=-2, axis2=-1) / 3
    D = inverse[..., 3:, 3:] - share[..., None, None] * np.eye(3)
    D = np.where(coupled, D, 0.0)
    B = np.where(coupled, inverse[..., :3, 3:], 0.0)
    inertia = np.linalg.eigvalsh(M[..., :3, :3])[..., -1]
    return six.constants_of(
        body,
        [
            *six.upper(M),
            *six.upper(inverse),
            *six.upper(inverse[..., :3, :3]),
            *[B[..., i, j] for i in range(3) for j in range(3)],
            *six.upper(D),
            share,
            added.astype(float),
            *np.moveaxis(centre, -1, 0),
            np.sqrt(inertia * share),
        ],
    )


def to_state(
    q: Quaternion, omega: Vector, position: Vector, velocity: Vector, J: State
) -> State:
    c, nothing = _centre(J), 0.0 * omega[0]
    momenta = six.symmetric_times(J[:21], (*omega, *plus(velocity, cross(omega, c))))
    return (
        *q,
        *plus(position, rotate(*q, *c)),
        *rotate(*q, *momenta[:3]),
        *rotate(*q, *momenta[3:]),
        nothing,
        nothing,
        nothing,
    )


def from_state(y: State, J: State) -> tuple[State, ...]:
    q, c = y[:4], _centre(J)
    V = six.symmetric_times(
        J[21:42], (*rotate_back(*q, *y[7:10]), *rotate_back(*q, *y[10:13]))
    )
    omega = V[:3]
    return q, omega, minus(y[4:7], rotate(*q, *c)), minus(V[3:], cross(omega, c))


def _centre(J: State) -> State:
    return J[65:68]


# --- the step -------------------------------------------------------------------------


def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    q, x, L, G = y[:4], y[4:7], y[7:10], y[10:13]
    momenta, blocks = (*rotate_back(*q, *L), *rotate_back(*q, *G)), J[42:65]
    mass_added, gyration = J[64], J[68]
    V = six.symmetric_times(J[21:42], momenta)
    guess = (*[h / 4 * w for w in V[:3]], *V[3:])
    acting = _nothing if load is None else _acting(t, h, q, x, J, load)

    def correct(*z: Scalar) -> State:
        wrench = acting(z)
        half = flight_halves(*z[:3])
        given = (*z[3:], *momenta, *blocks, h, *wrench, *half[:10])
        r, K = flight(*z[:3], *given), list(flight_slopes(*given))
        by_half = (*flight_by_half_a(*given), *flight_by_half_w(*given))
        by_n = flight_by_n(*given)
        for i, j in product(six.SIX, range(3)):  # the chain rule, for the slopes by a
            row, slopes = (*by_half[9 * i : 9 * i + 9], by_n[i]), half[10 + j :: 3]
            terms = [x * y for x, y in zip(row, slopes, strict=True)]
            K[6 * i + j] = K[6 * i + j] + total(terms)
        if load is not None:
            small = rounding(z[0]) ** 0.5
            reach = _length(z[3:]) + gyration * _length(z[:3])
            sizes = (small,) * 3 + (small * positive(reach),) * 3

            def change(ahead: State) -> State:
                more = minus(acting(ahead), wrench)
                made: State = pushed(*z, *blocks, h, *more)
                return made

            K = six.with_slopes(K, z, sizes, change)
        return dense(r, K, units)

    here = _length(acting(guess)) * abs(h) * J[63] / gyration
    scale = positive(_length(V[:3]) * gyration + _length(V[3:]) + here)
    units = (abs(h) * scale / (4 * gyration),) * 3 + (scale,) * 3
    *z, determinant, count, residual = solve(correct, guess, (), 0.0 * scale + 1.0)
    turn = turn_of(z[:3], determinant, h, mass_added)
    at, wrench = middle(*q, *z[:3]), acting(z)
    gained = flight_gain(*at, *z[3:], *G, h, *wrench)
    return (
        *cayley(*q, *z[:3]),
        *plus(x, times(h, rotate(*at, *z[3:]))),
        *plus(L, gained[:3]),
        *plus(G, gained[3:]),
        count,
        residual,
        turn,
    )


def _nothing(z: State) -> State:
    return NO_WRENCH


# --- the wrench -----------------------------------------------------------------------


def _acting(
    t: Scalar, h: Scalar, q: State, x: State, J: State, load: BoundLoad
) -> Function:
    """wrench(z), of the step that z makes: about the centre, seen from the middle."""
    c, mass_added, k = _centre(J), J[64], J[68]

    def about_centre(
        f: Function, t: Scalar, q: State, omega: State, x: State, velocity: State
    ) -> State:
        W = f(t, q, omega, minus(x, rotate(*q, *c)), velocity)
        return (*minus(W[:3], cross(c, W[3:])), *W[3:])

    def energy(V: Function, q: State, x: State) -> Scalar:
        return V(q, minus(x, rotate(*q, *c)))

    kept = [(f, V, fixed, energy(V, q, x)) for f, V, fixed in load.parts if V]
    applied = [f for f, V, _ in load.parts if V is None]

    def wrench(z: State) -> State:
        a, w = z[:3], z[3:]
        at, way = middle(*q, *a), times(h, w)
        moved = rotate(*at, *way)
        between: State = plus(x, [s / 2 for s in moved])
        total = NO_WRENCH
        n = dot(a, a)
        turned = tuple([4 * s / (1.0 - mass_added * n) for s in a])
        omega = tuple([s / h for s in turned])
        velocity = minus(w, cross(omega, c))
        for f in applied:
            W = about_centre(f, t + h / 2, at, omega, between, velocity)
            total = plus(total, W)
        for f, V, fixed, before in kept:
            W = about_centre(f, t, at, REST, between, REST)
            after = energy(V, cayley(*q, *a), plus(x, moved))
            free: list[State] = [symmetry(*at, *between, *Z) for Z in fixed]
            W = balanced(W, (*turned, *way), free, k, before, after)
            total = plus(total, W)
        return total

    return wrench


def balanced(
    W: State, way: State, free: list[State], k: Scalar, before: Scalar, after: Scalar
) -> State:
    """W, changed across the twists `free` to do the work before - after."""
    Xi = _scaled(way, k)
    d, basis = Xi, list[State]()
    for Z in free:
        Z = _scaled(Z, k)
        size, rest = _dot(Z, Z), Z
        for e in basis:
            rest = _without(rest, e)
        known = _dot(rest, rest) > rounding(Xi[0]) ** (2 / 3) * size
        basis.append(tuple([select(known, s, 0.0) for s in rest]))
        d = _without(d, basis[-1])
    square, power = _dot(d, d), _dot(W, way)
    enough = square > rounding(Xi[0]) ** (4 / 3) * (_dot(Xi, Xi) + k * k)
    missing = select(enough, power + after - before, 0.0)
    part = missing / select(enough, square, 1.0)
    return tuple([s - part * e for s, e in zip(W, _scaled(d, k), strict=True)])


# --- small things ---------------------------------------------------------------------


def _length(V: State) -> Scalar:
    return sqrt(total([x * x for x in V]))


def _scaled(V: State, k: Scalar) -> State:
    return (*[k * s for s in V[:3]], *V[3:])


def _dot(a: State, b: State) -> Scalar:
    return total([s * t for s, t in zip(a, b, strict=True)])


def _without(a: State, e: State) -> State:
    part = _dot(a, e) / positive(_dot(e, e))
    return tuple([s - part * t for s, t in zip(a, e, strict=True)])
