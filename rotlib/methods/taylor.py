"""Taylor methods, those of Buss and of any order: one turn a step.

A step expands the motion in powers of the time, counted in steps: each coefficient from
the lower ones, those of a torque or a wrench too [eq-jets]. Then the attitude turns
once, by the series of the rotation vector, and what the body carries is integrated in
space [eq-impulse-recursion]. Rates are h omega, body components.

The article's step with constant acceleration carries attitude and rate along, in space
or in the body; with the momentum kept it is `buss2_plus` there, `buss2_minus` here.
Chapters: Buss, Taylor series on a group, Taylor steps of any order, Magnus: a rate that
is known, The Magnus series at work.
"""

from dataclasses import replace
from functools import partial
from itertools import chain
from math import factorial
from typing import Any, TypeAlias

from .._types import Flow, Function, Scalar, State
from .._vectors import cross, inner, length, minus, plus, times
from ..kernels import buss as _slides
from ..kernels.magnus import step_body, step_space
from ..kernels.quaternion import exp, multiply, rate_body, rotate, rotate_back
from ..kernels.rigid_body import lie_euler as turn_once
from ..kernels.rigid_body import omega_body
from ..kernels.rigid_rates import omega_1
from ..lie_taylor import ORDER, generated, of_body
from ._method import FREE, RATES, Layout, Maker, MaybeLoad, Method, method_of, torque_at
from ._state import from_state, product, with_poses
from .splitting import kick

Series: TypeAlias = list[Any]  # coefficients, vectors; None is zero
AXES = (0, 1, 2), (1, 2, 0), (2, 0, 1)


def held(
    t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad, n: int, m: int
) -> tuple[Series, Series]:
    """n coefficients of the rate, and m of the torque times h [eq-omega-rates]."""
    shares = [(J[b] - J[c]) / J[a] for a, b, c in AXES]
    rates: Series = [times(h, omega_body(*y[:7], *J))]
    torques: Series = []
    q: Series = [y[:4]]
    follow, needs_q = (None, False) if load is None else load.series()
    for k in range(max(n, m)):
        if follow and k < m:
            time = (t, h)[k] if k < 2 else None  # of t + h s
            tau = follow((time, *q[k], *times(1 / h, rates[k])))
            torques.append(times(h, tau))
            half = times(1 / (k + 1), turning(q, rates, k)) if needs_q else None
            q.append(half or (None,) * 4)
        if k + 1 < max(n, m):
            new = []
            for (a, b, c), share in zip(AXES, shares, strict=True):
                x = share * inner([r[b] for r in rates], [r[c] for r in rates[::-1]])
                if follow:
                    x = x + h / J[a] * torques[k][a]
                new.append(x * (1 / (k + 1)) if k else x)
            rates.append(tuple(new))
    return rates, torques


def flying(
    t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad, n: int
) -> tuple[Series, Series, Series, Series]:
    """n coefficients of the rate, the velocity of the centre, the force, and the torque
    about the place where the centre was, all times h [eq-taylor-flight].
    """
    q, c = y[:4], J[72:75]
    qs: Series = [q]
    place: Series = [from_state(y, J)[2]]  # of the reference point
    way: Series = [None]  # of the centre
    Pi, P = [rotate_back(*q, *y[7:10])], [rotate_back(*q, *y[10:13])]
    rates, velocities, forces, torques = [list[Any]() for _ in range(4)]
    seen: Series = []  # velocities of the reference point
    turned: Series = []  # q with these, halved
    follow = None if load is None else load.series()[0]
    for k in range(n):
        part = 1 / (k + 1)
        V = product(J[:36], (*Pi[k], *P[k]))
        rates.append(times(h, V[:3]))
        seen.append(times(h, V[3:]))
        velocities.append(plus(seen[k], cross(rates[k], c)))
        spin = plus(crossed(Pi, rates, k), crossed(P, velocities, k))
        push = crossed(P, rates, k)
        if follow:
            time = (t, h)[k] if k < 2 else None  # of t + h s
            W = follow((time, *qs[k], *V[:3], *place[k], *V[3:]))
            forces.append(times(h, W[3:]))
            torque = times(h, minus(W[:3], cross(c, W[3:])))
            spin, push = plus(spin, torque), plus(push, forces[k])
            torques.append(plus(torque, crossed(way, forces, k)))
            turned.append(turning(qs, seen, k))
            place.append(times(part, returned(turned, qs, k)))
            qs.append(times(part, turning(qs, rates, k)))
        Pi.append(times(part, spin))
        P.append(times(part, push))
        way.append(times(part, plus(velocities[k], crossed(way, rates, k))))
    return rates, velocities, forces, torques


def carried(rates: Series, z: Series, least: int = 1) -> State:
    """The integral over a step of h z, which the body carries, components at its start.

    Through the power len(z), without those below `least`.
    """
    n, V = len(z), dict[int, State]()
    for m in reversed(range(n)):
        terms = []
        for g in range(m + 1, n + 1):
            own = z[g - m - 1] if g >= least else None
            turned = cross(rates[g - m - 1], V[g]) if g < n else None
            terms.append(times(1 / g, plus(own, turned)))
        V[m] = plus(*terms)
    return V[0]


def crossed(a: Series, b: Series, k: int) -> Any:
    """Coefficient k of a x b."""
    return plus(*[cross(a[j], b[k - j]) for j in range(k + 1)])


def turning(q: Series, omega: Series, k: int) -> Any:
    """Coefficient k of q omega / 2."""
    return plus(*[rate_body(*q[j], *omega[k - j]) for j in range(k + 1)])


def returned(half: Series, q: Series, k: int) -> Any:
    """Coefficient k of q v q*, from those of q v / 2."""
    back = [(w, -x, -y, -z) for w, x, y, z in q[k::-1]]
    terms = [multiply(*a, *b)[1:] for a, b in zip(half, back, strict=True)]
    return times(2.0, plus(*terms))


def turned_by(q: State, rates: Series, slides: Flow | None) -> State:
    """q after the turn by the series, or by a form of it that takes derivatives."""
    if slides is None:
        return multiply(*q, *exp(*of_body(rates)))
    w = [times(float(factorial(k)), x) for k, x in enumerate(rates)]
    return slides(*q, *chain.from_iterable(w), 1.0)


def stepper(
    order: int, free: Any = None, slides: Flow | None = None, n: int = 0
) -> Function:
    """A step of (q, L_space), which turns by n coefficients of the rate.

    free, slides: the turn of a free body, and that by derivatives of any rate, where
        they are not the series of this order
    """
    n = n or order

    def step(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
        if load is None and free is not None:
            return (*free(*y, *J, h), *y[4:])
        rates, torques = held(t, h, y, J, load, n, 0 if load is None else order)
        gained = rotate(*y[:4], *carried(rates, torques)) if torques else None
        return (*turned_by(y[:4], rates[:n], slides), *plus(y[4:7], gained))

    return step


def stepper_in_flight(order: int, slides: Flow | None = None) -> Function:
    """A step of (q, centre, L about it, p), space components."""

    def step(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
        rates, *motion = flying(t, h, y, J, load, order)
        way, force, torque = [
            rotate(*y[:4], *carried(rates, z)) if z else None for z in motion
        ]
        p, L = plus(y[10:13], force), plus(y[7:10], torque)
        L = minus(L, cross(way, p))  # about where the centre is now
        return (*turned_by(y[:4], rates, slides), *plus(y[4:7], way), *L, *p)

    return step


def next_term(order: int) -> Function:
    """`Method.estimate` of the Taylor method of that order."""
    n = order + 1

    def sizes(t: Scalar, y: State, J: State, load: MaybeLoad) -> tuple[Scalar, Scalar]:
        rates, torques = held(t, 1.0, y, J, load, n, 0 if load is None else n)
        turn = of_body(rates[:n], least=n)
        gain = carried(rates, torques, least=n) if torques else (0.0,) * 3
        return length(turn), length(gain)

    return sizes


# --- the methods ----------------------------------------------------------------------

EQUATIONS = {2: "eq-buss-two", 4: "eq-buss-four"}


def _made(order: int, *turns: Any, flies: bool = True, **said: Any) -> Method:
    """turns: as `stepper` takes them; said: where it is not the series of this order"""
    named = {
        "name": f"buss{order}",
        "summary": f"Taylor series of the turn through h^{order}",
        "equation": EQUATIONS.get(order, "eq-buss-general"),
    }
    method = Method(
        **named | said,
        order=order,
        chapter="Buss: Taylor steps under torque",
        step=stepper(order, *turns),
        conserves=("momentum", "norm"),
        longest_turn=2.0 if order > 5 else 1.0,
        properties=("series",),
        estimate=None if turns[1:] else next_term(order),
    )
    if not flies:
        return method
    return with_poses(
        method,
        summary=f"{method.summary}; poses, from the power series of the wrench",
        equation="eq-taylor-flight",
        chapter="Taylor steps of any order",
        step=stepper_in_flight(order, *turns[1:]),
        takes=("wrench", "couplings"),
        estimate=None,
    )


@method_of(
    1,
    "eq-lie-euler",
    "The rigid body",
    conserves=("momentum", "norm"),
    estimate=next_term(1),
)
def lie_euler(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
    """turn by h omega; momentum kept in space"""
    q = turn_once(*y, *J, h)
    return (*q, *(y if load is None else kick(t, h, y, y, J, load))[4:])


buss3_false: Method = _made(
    2,
    _slides.false_third_free,
    _slides.false_third_turn,
    3,
    flies=False,
    name="buss3_false",
    summary="Taylor series of the mean rate through h^2, no bracket",
    equation="eq-buss-three-false",
)
buss2_plus: Method = _made(
    2,
    _slides.augmented_second_free,
    _slides.augmented_second_turn,
    flies=False,
    name="buss2_plus",
    summary="buss2 and the first bracket: augmented second order",
    equation="eq-buss-two-plus",
)
buss3: Method = _made(
    3,
    _slides.third_free,
    _slides.third_turn,
    name="buss3",
    summary="third order, with the slides' h/3 in the bracket",
    equation="eq-buss-three",
)
buss3_series: Method = _made(3, name="buss3_series")
SERIES: tuple[Method, ...] = (
    lie_euler,
    _made(2, _slides.buss_2),
    buss3,
    _made(4, _slides.buss_4),
    *[_made(p) for p in range(5, ORDER + 1)],
)


def buss(order: int) -> Method:
    """The Taylor-series method of an order, from 1, which is `lie_euler`.

    It takes torques and wrenches that can be written down as a formula: their series
    come from their program. Order 3 is the slides' own [eq-buss-three].

    >>> buss(6).name
    'buss6'
    """
    return SERIES[generated(order) - 1]


IN_SPACE = Layout(
    lambda q, omega, J: (*q, *rotate(*q, *omega)), lambda y, J: (y[:4], rotate_back(*y))
)
carried_along: partial[Maker] = partial(
    method_of, 1, "eq-magnus-step", "Magnus", conserves=("norm",)
)


@carried_along(layout=IN_SPACE)
def constant_acceleration(
    t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad
) -> State:
    """angular acceleration constant in space, rate carried along"""
    q, omega = y[:4], rotate_back(*y)
    alpha = omega_1(*omega, *J, *torque_at(t, (*q, *omega), load))
    return step_space(*y, *rotate(*q, *alpha), h)


@carried_along(layout=RATES)
def constant_acceleration_body(
    t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad
) -> State:
    """angular acceleration constant in the body, rate carried along"""
    return step_body(*y, *omega_1(*y[4:], *J, *torque_at(t, y, load)), h)


def turn_body(*numbers: Scalar) -> State:
    return step_body(*numbers)[:4]


def free_body(*y: Scalar) -> State:
    omega = omega_body(*y[:-1])
    return turn_body(*y[:4], *omega, *omega_1(*omega, *y[-4:-1], *FREE), y[-1])


buss2_minus: Method = replace(
    buss2_plus,
    name="buss2_minus",
    summary="buss2_plus in the body: acceleration constant there, momentum kept",
    chapter="The Magnus series at work",
    equation="eq-magnus-two-minus",
    step=stepper(2, free_body, turn_body),
)
