"""The step of Nielsen and Krenk, which keeps energy and momentum to rounding.

Held, a step solves for three numbers, the a = h Omega/4 of the mean rate Omega. In
flight, where the state is (q, centre, L about it, G, statistics), momenta in space, it
solves for six, seen from its middle: a, and the mean velocity w of the centre. J is
flat: the 6x6 inertia about the centre and its inverse (21 numbers each), A, B and D of
the inverse (6, 9, 6), 1/m, is mass added?, centre, radius of gyration.
Chapter: Nielsen and Krenk.
"""

from math import inf

import numpy as np

from .._types import Function, Scalar, State
from .._vectors import chosen, cross, dot, inner, length, minus, plus, times
from ..body import Body, components, shift_of
from ..errors import LargeStep, StepTooLarge
from ..kernels import krenk_flight as _f
from ..kernels import krenk_nielsen as _k
from ..kernels.krenk_nielsen import cayley, middle
from ..kernels.quaternion import rotate, rotate_back
from ..loads import UPPER, data_of
from ..newton import dense, slopes_of, solve, with_jacobian
from ..numbers import positive, require, rounding, select, warn_if
from . import _state as six
from ._method import FREE, MOMENTUM, BoundLoad, Layout, MaybeLoad, Method, family

STATISTICS = ("iterations", "residual", "turn")
WARN = 2.0  # rad of mean rate times step, beyond which there may be other solutions
NO_WRENCH = (0.0,) * 6
RESIDUAL = with_jacobian(_f.flight, 6, by=6)  # at the same wrench


def step(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
    q, L = y[:4], y[4:7]
    m = _k.known(*rotate_back(*q, *L), h)
    guess = tuple([x / j for x, j in zip(m, J, strict=True)])
    if load is None:
        given = (*m, *J), length(m), h, 0.0
        a, statistics = solved(_k.reduced_free, guess, *given)
        return (*cayley(*q, *a), *L, *statistics)
    torque = torque_of(t, h, q, load)

    def correct(*a: Scalar) -> State:
        here, small = torque(a, work=False), (rounding(a[0]) ** 0.5,) * 3
        slope = slopes_of(lambda b: minus(torque(b, work=False), here), a, small)
        return _k.reduced(*a, *m, *J, *torque(a), *slope, h)

    scale = length(m) + h * h / 8 * length(torque(guess, work=False))
    a, statistics = solved(correct, guess, (), scale, h, 0.0)
    more = _k.gain(*middle(*q, *a), *a, *torque(a), h)
    return (*cayley(*q, *a), *plus(L, more), *statistics)


def torque_of(t: Scalar, h: Scalar, q: State, load: BoundLoad) -> Function:
    """torque(a, work) of a step by the turn of `a`; without `work` it is not balanced,
    and leads Newton's method, but stands in no result.
    """
    kept = [(f, V, *known, V(q)) for f, V, known in load.parts if V]
    applied = [f for f, V, _ in load.parts if V is None]

    def torque(a: State, work: bool = True) -> State:
        at, whole = middle(*q, *a), None
        for f, V, linear, axis, before in kept:
            tau: State = f(t, at, FREE)
            if work and not linear:
                d = a if axis is None else _k.across(*a, *rotate_back(*at, *axis))
                tau = balanced(tau, a, d, V(cayley(*q, *a)) - before)
            whole = plus(whole, tau)
        if applied:  # taken whole, at mean time, attitude and rate
            now = t + h / 2, at, _k.rate(*a, h)
            tau = plus(*[f(*now) for f in applied])
            whole = plus(whole, _f.in_full(*a, *tau))
        return whole  # type: ignore[return-value]

    return torque


def balanced(tau: State, a: State, d: State, dV: Scalar) -> State:
    enough = dot(a, d) >= rounding(a[0]) ** (2 / 3)
    # where it is not, at least no division by zero
    a, d = (chosen(enough, v, (1.0,) * 3) for v in (a, d))
    better = _k.balance(*tau, *a, *d, dV)
    return chosen(enough, better, tau)


# --- in flight ------------------------------------------------------------------------


def constants(body: Body) -> State:
    added, shift = body.added_mass.any((-2, -1)), shift_of(body.centre)
    coupled = np.asarray(added)[..., None, None]
    M = shift.mT @ six.inertia_of(body) @ shift
    inverse = six.inverse_of(M)
    A, B, D = inverse[..., :3, :3], inverse[..., :3, 3:], inverse[..., 3:, 3:]
    share = np.trace(D, axis1=-2, axis2=-1) / 3
    B = np.where(coupled, B, 0.0)
    D = np.where(coupled, D - share[..., None, None] * np.eye(3), 0.0)
    gyration = np.sqrt(np.linalg.eigvalsh(M[..., :3, :3])[..., -1] * share)
    own = A[UPPER], six.flat(B), D[UPPER], np.stack((share, gyration), -1)
    return (*six.constants(body), *components(data_of(body, own)))


def read_flight(y: State, J: State) -> tuple[State, ...]:
    return six.from_state(y, J[: six.ROTORS])  # it has none


def flown(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
    q, x, L, G = y[:4], y[4:7], y[7:10], y[10:13]
    momenta = (*rotate_back(*q, *L), *rotate_back(*q, *G))
    V, (mass_added, *parts, share, gyration) = six.twist(y, J[: six.ROTORS]), J[75:]
    moving = plus(V[3:], cross(V[:3], J[72:75]))
    guess = (*[h / 4 * w for w in V[:3]], *moving)
    acting = acting_of(t, h, q, x, J, load)

    known = *momenta, *parts, share, mass_added, h
    small = rounding(h) ** 0.5

    def correct(*z: Scalar) -> State:
        values = RESIDUAL(*z, *acting(z), *known)
        here, K = values[:6], values[6:]
        if load is not None:

            def change(ahead: State) -> State:
                return minus(_f.flight(*z, *acting(ahead), *known), here)

            reach = positive(length(z[3:]) + gyration * length(z[:3]))
            sizes = (small,) * 3 + (small * reach,) * 3
            K = plus(K, slopes_of(change, z, sizes))
        return dense(here, K, units)

    here = length(acting(guess)) * abs(h) * share / gyration
    scale = positive(length(V[:3]) * gyration + length(moving) + here)
    units = (abs(h) * scale / (4 * gyration),) * 3 + (scale,) * 3
    z, statistics = solved(correct, guess, (), 0.0 * scale + 1.0, h, mass_added)
    at, wrench = middle(*q, *z[:3]), acting(z)
    gained = _f.flight_gain(*at, *z[3:], *G, h, *wrench)
    return (*cayley(*q, *z[:3]), *plus((*x, *L, *G), gained), *statistics)


def acting_of(
    t: Scalar, h: Scalar, q: State, x: State, J: State, load: MaybeLoad
) -> Function:
    """wrench(z), of the step that z makes: about the centre, seen from the middle."""
    if load is None:
        return lambda z: NO_WRENCH
    c, mass_added, k = J[72:75], J[75], J[-1]

    def about_centre(f: Function, t: Scalar, q: State, *motion: State) -> State:
        omega, x, velocity = motion
        W = f(t, q, omega, minus(x, rotate(*q, *c)), velocity)
        return (*minus(W[:3], cross(c, W[3:])), *W[3:])

    def energy(V: Function, q: State, x: State) -> Scalar:
        return V(q, minus(x, rotate(*q, *c)))

    kept = [(f, V, fixed, energy(V, q, x)) for f, V, fixed in load.parts if V]
    applied = [f for f, V, _ in load.parts if V is None]

    def wrench(z: State) -> State:
        a, w = z[:3], z[3:]
        at, omega = middle(*q, *a), _f.flight_rate(*a, h, mass_added)
        both = _f.centres(*at, *x, *w, h)
        between, end = both[:3], both[3:]
        velocity = minus(w, cross(omega, c))
        now = t + h / 2, at, omega, between, velocity
        whole: State = plus(NO_WRENCH, *[about_centre(f, *now) for f in applied])
        for f, V, fixed, before in kept:
            W = about_centre(f, t, at, FREE, between, FREE)
            after = energy(V, cayley(*q, *a), end)
            free: list[State] = [_f.symmetry(*at, *between, *Z) for Z in fixed]
            W = balanced_six(W, times(h, (*omega, *w)), free, k, before, after)
            whole = plus(whole, W)
        return whole

    return wrench


def balanced_six(
    W: State, way: State, free: list[State], k: Scalar, before: Scalar, after: Scalar
) -> State:
    """W, changed across the twists `free` to do the work before - after."""
    Xi = _scaled(way, k)
    d, basis = Xi, list[State]()
    for Z in free:
        Z = _scaled(Z, k)
        size, rest = inner(Z, Z), Z
        for e in basis:
            rest = _without(rest, e)
        known = inner(rest, rest) > rounding(Xi[0]) ** (2 / 3) * size
        basis.append(chosen(known, rest, NO_WRENCH))
        d = _without(d, basis[-1])
    enough = inner(d, d) > rounding(Xi[0]) ** (4 / 3) * (inner(Xi, Xi) + k * k)
    d = chosen(enough, d, (1.0,) * 6)
    better = _f.flight_balance(*W, *way, *d, k, after - before)
    return chosen(enough, better, W)


def _scaled(V: State, k: Scalar) -> State:
    return (*times(k, V[:3]), *V[3:])


def _without(a: State, e: State) -> State:
    return minus(a, times(inner(a, e) / positive(inner(e, e)), e))


def solved(
    correct: Function, x: State, data: State, scale: Scalar, h: Scalar, sigma: Scalar
) -> tuple[State, State]:
    """The root, a first, if it is the one of small turns, and the statistics."""
    *z, determinant, count, residual = solve(correct, x, data, scale)
    size = length(z[:3])
    inside = size < 1.0
    turn = _f.flight_rate(size, 0.0, 0.0, 1.0, select(inside, sigma, 0.0))[0]
    require(inside & (determinant > 0.0), StepTooLarge, _too_large, h, turn)
    warn_if(turn > WARN, LargeStep, _doubtful, h, turn)
    return z, (count, residual, turn)


def _too_large(h: Scalar, turn: Scalar) -> str:
    return (
        f"h = {h:.3g} s: the mean rate times h is {turn:.3g} rad, beyond the branch of"
        " small turns, which ends at 4 rad or where another solution meets it; take a"
        " smaller step"
    )


def _doubtful(h: Scalar = None, turn: Scalar = None) -> str:
    said = "some steps turn by more"
    if h is not None:
        said = f"h = {h:.3g} s: the mean rate times h is {turn:.3g} rad"
    return (
        f"{said}; beyond {WARN:g} rad a step may have other solutions, and a wrong one"
        " keeps energy and momentum too"
    )


@family
def krenk_nielsen() -> Method:
    """The energy- and momentum-conserving method of Nielsen and Krenk.

    A step warns with `errors.LargeStep` above 2 rad, where its solution can be wrong,
    and raises StepTooLarge where it cannot be followed from small steps. A potential
    does exactly its work. Any other torque is taken at mean time, attitude and rate,
    and adds exactly its work and its impulse. In flight both momenta are kept too,
    under a wrench those along whose turns and moves its potential stays. Rounding
    changed the energy of four free bodies by 2e-11 to 5e-9 of itself in 1e6 steps.
    `stats`, of the last step before each record: `iterations`, `residual` (relative),
    `turn` (mean rate times h, rad).

    >>> krenk_nielsen().conserves
    ('momentum', 'energy', 'norm')
    """
    return six.with_poses(
        Method(
            name="krenk_nielsen",
            order=2,
            summary="Nielsen and Krenk: energy and momentum conserving, three unknowns",
            chapter="Nielsen and Krenk",
            equation="eq-krenk-cubic",
            step=step,
            layout=MOMENTUM._replace(statistics=STATISTICS),
            properties=("implicit", "symmetric", "exact work"),
            conserves=("momentum", "energy", "norm"),
            longest_turn=inf,
        ),
        summary="Nielsen and Krenk in flight: energy and both momenta conserved",
        equation="eq-krenk-way",
        step=flown,
        layout=Layout(six.to_state, read_flight, constants, statistics=STATISTICS),
        takes=("wrench",),
    )
