"""DQVI, the dual quaternion variational integrator: a flying body on SE(3).

The state is (q, position, Pi, p, statistics), momenta in body components. A step gives
the momentum half a kick, finds the increment (phi, psi) of the pose that carries it,
moves, and gives the other half.
Chapters: DQVI: turn and fly in one step, Higher order by parts of a step.
"""

from dataclasses import replace
from math import inf, radians
from typing import Any, Literal

import numpy as np

from .. import _check
from .._types import Function, Quaternion, Scalar, State, Vector
from .._vectors import dot, length, minus, plus, times
from ..body import Body, components
from ..errors import LargeStep, StepTooLarge
from ..kernels.dqvi import advance, factors, lacking, momentum_after, newton
from ..loads import data_of
from ..newton import dense, slopes_of, solve
from ..numbers import greatest, positive, require, select, sqrt, warn_if
from . import _state as six
from ._method import Layout, MaybeLoad, Method, family
from .splitting import WEIGHTS, of_order

STATISTICS = ("iterations", "residual", "turn")
VISIBLE = radians(0.4)  # disturbance of the attitude by the flight that is worth a word
PROBE = 2.0**-24  # relative change of a rate, for the slope of a wrench
ROOM = 0.98  # |phi|^2 that an iterate may reach; solutions end at 0.5 or little more


def constants(body: Body) -> State:
    """Flat: M, its inverse and determinant, the least radius of gyration, the mass."""
    M = six.inertia_of(body)
    determinant = np.linalg.det(M)
    A, B, D = M[..., :3, :3], M[..., :3, 3:], M[..., 3:, 3:]
    central = A - B @ np.linalg.solve(D, M[..., 3:, :3])
    heavy = np.trace(D, axis1=-2, axis2=-1) / 3
    gyration = np.sqrt(np.linalg.eigvalsh(central)[..., 0] / heavy)
    rest = np.stack((determinant, gyration, body.mass), -1)
    parts = M[six.UPPER], six.flat(six.inverse_of(M)), rest
    return components(data_of(body, parts))  # type: ignore[no-any-return]


def to_state(
    q: Quaternion, omega: Vector, position: Vector, velocity: Vector, J: State
) -> State:
    return (*q, *position, *six.symmetric_times(J[:21], (*omega, *velocity)))


def from_state(y: State, J: State) -> tuple[State, ...]:
    V = six.product(J[21:57], y[7:13])
    return y[:4], V[:3], y[4:7], V[3:]


def _step(slot: float | None = None) -> Function:
    """slot: kg in the dual scalar, by default the mass."""
    safe = slot is None
    remedy = "" if safe else ", or for a fast flight the method 'dqvi'"

    def too_large(h: Scalar, gyration: Scalar, *z: Scalar) -> str:
        turn, ratio = 2 * length(z[:3]), length(z[3:]) / gyration
        return (
            f"h = {h:.3g} s: with h|omega| = {turn:.3g} rad and h|v|/2k = {ratio:.3g},"
            " k the radius of gyration, the step has no solution on the branch of short"
            f" steps; take a smaller step{remedy}"
        )

    def step(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
        q, x, P, M = y[:4], y[4:7], y[7:13], J[:21]
        gyration, mu = J[58], J[59] if slot is None else slot
        moving: Any = None if load is None else load.moving
        half, into, out = factors(h)  # of a kick; of a momentum in E, and back

        def impulse(t: Scalar, q: State, x: State, z: State) -> State:
            """Of half a step there, at the rates of the chord of the step."""
            V = times(out, z)
            return tuple(times(half, moving(t, q, V[:3], x, V[3:])))

        kicked = P if load is None else plus(P, times(half, load.still(t, q, x)))
        target = times(into, kicked)
        guess = six.product(J[21:57], target)
        require(dot(guess, guess) < 1.0, StepTooLarge, too_large, h, gyration, *guess)

        def correct(*z: Scalar) -> State:
            values = newton(*z, *M, mu)
            r = minus(values[:6], target)
            K: State = values[6:]
            if moving is not None:
                here = impulse(t, q, x, z)
                r = minus(r, times(into, here))

                def change(ahead: State) -> State:
                    there = impulse(t, q, x, ahead)
                    return tuple(times(into, minus(here, there)))

                sizes = tuple([PROBE * (abs(a) + abs(h)) for a in z])
                K = plus(K, slopes_of(change, z, sizes))
            *dz, r2, determinant = dense(r, K, units)
            return (*shortened(z, dz), r2, determinant)

        scale = positive(length(target[:3]) / gyration + length(target[3:]))
        units = (gyration * scale,) * 3 + (scale,) * 3
        *z, determinant, count, residual = solve(correct, guess, (), 0.0 * scale + 1.0)
        # on the branch of short steps det K/det M is positive
        require(determinant / J[57] > 0.0, StepTooLarge, too_large, h, gyration, *z)
        pose = advance(*q, *x, *z)
        q, x = pose[:4], pose[4:]
        P = times(out, momentum_after(*z, *M, mu))
        if load is not None:
            P = plus(P, times(half, load.still(t + h, q, x)))
            if moving is not None:
                P = plus(P, impulse(t + h, q, x, z))
        last = *q, *x, *P, count, residual, 2 * length(z[:3])
        if safe:
            return last
        total = y[16] + disturbance(z, J[59] - mu, J)
        seen = (y[16] <= VISIBLE) & (total > VISIBLE)
        warn_if(seen, LargeStep, _disturbed, h)
        return (*last, total)

    return step


def disturbance(z: State, missing: Scalar, J: State) -> Scalar:
    """How otherwise a step turns, rad, for a mass missing in the dual scalar."""
    # for small turns M^-1 of the change of E is that of the increment
    return 2 * length(six.product(J[21:57], lacking(*z, missing))[:3])


def shortened(z: State, dz: State) -> State:
    """dz, or so much of it that z + dz is a rotation by less than half a turn."""
    phi, change = z[:3], dz[:3]
    a, b, room = dot(change, change), dot(phi, change), ROOM - dot(phi, phi)
    # half the way to where the room ends, if dz leads beyond
    root = sqrt(positive(b * b + a * greatest((room, 0.0 * room))))
    reach = (root - b) / positive(a)
    return tuple(times(select(a + 2 * b < room, 1.0, reach / 2), dz))


def _disturbed(h: Scalar = None) -> str:
    which = "" if h is None else f"h = {float(h):.3g} s: "
    return (
        f"{which}spin and flight disturb each other in this method, and the attitude is"
        f" off by about {np.degrees(VISIBLE):.1f} degrees so far for this reason alone;"
        " use 'dqvi', or a smaller step"
    )


_SAFE = Method(
    name="dqvi",
    order=2,
    summary="Xu and Halse with the mass in the dual scalar: variational on SE(3)",
    chapter="DQVI: turn and fly in one step",
    equation="eq-dqvi-step",
    step=_step(),
    layout=Layout(to_state, from_state, constants, statistics=STATISTICS),
    takes=("wrench", "couplings"),
    properties=("implicit", "symplectic", "symmetric"),
    conserves=("momentum", "norm"),
    longest_turn=inf,
)
dqvi_published: Method = replace(
    _SAFE,
    name="dqvi_published",
    summary="Xu and Halse as published: spin and flight disturb each other",
    step=_step(0.0),
    layout=_SAFE.layout._replace(statistics=(*STATISTICS, "disturbance")),
)


@family
def dqvi(dual_scalar_mass: float | Literal["mass"] = "mass", order: int = 2) -> Method:
    """The dual quaternion variational integrator for a body in flight.

    dual_scalar_mass: kg in the dual scalar slot of the padded inertia; "mass" is that
        of the body, 0 the published method
    order: 2, or with "mass" 4 and 6: three or nine parts, up to 1.7 h long, some
        backwards

    With 0 spin and flight disturb each other, and the velocity must stay below 2k/h, k
    the radius of gyration; with another number in proportion to what is missing. The
    sum of that turn is `stats["disturbance"]`, rad; past 0.4 degrees a run warns once
    with `errors.LargeStep`. Other `stats`, of the last step before each record:
    `iterations`, `residual` (relative), `turn` (rad); of several parts the sum of the
    first, the greatest of the others.

    A free body keeps its momenta. Its energy oscillates by O(h^order) [eq-dqvi-energy];
    with "mass" and no added mass it keeps that too, and the centre flies exactly.

    >>> dqvi(0) is dqvi_published, dqvi(order=4).conserves
    (True, ('momentum', 'norm'))
    """
    _check.one_of(order, (2, 4, 6), "order")
    if dual_scalar_mass == "mass":
        if order == 2:
            return _SAFE
        words = f"{len(WEIGHTS[order])} steps of dqvi in one: variational on SE(3)"
        return of_order(_SAFE, order, name=f"dqvi{order}", summary=words)
    name, remedy = "dual_scalar_mass", "; or take 'mass'"
    mu = _check.positive(dual_scalar_mass, name, "kg", remedy, zero=True)
    got = f"{order}; for a higher order take dual_scalar_mass='mass'"
    _check.require(order == 2, "order", f"2 with dual_scalar_mass={mu:g}", got)
    if mu == 0:
        return dqvi_published
    return replace(
        dqvi_published,
        name=f"dqvi(dual_scalar_mass={mu!r})",
        summary=f"Xu and Halse with {mu:g} kg in the dual scalar: variational on SE(3)",
        step=_step(mu),
    )
