"""The free body exactly: in closed form, in algebraic steps, and between kicks.

The step is that of Moser and Veselov with two numbers fitted on half a step, which
stand behind the motion in its state. Axes a, b, c are those of the body in turn, b that
of the middle moment; where the momentum circles a, axes a and c are exchanged. With
moments preprocessed by energy and momentum that step is right to orders 4 to 10.
Chapters: The free body in one algebraic step, Better moments for the same step.
"""

from math import inf

from .. import _check
from .._types import Flow, Function, Quaternion, Scalar, State, Vector
from .._vectors import chosen
from ..errors import StepTooLarge
from ..exact import free_body
from ..kernels import free_step as _f
from ..kernels import preprocessed as _k
from ..kernels.buss import turn_2
from ..kernels.quaternion import exp, multiply, rotate_back
from ..kernels.rigid_body import omega_body
from ..kernels.rigid_rates import omega_1
from ..numbers import (
    are_arrays,
    copysign,
    greatest,
    least,
    positive,
    require,
    select,
    sqrt,
    tape_of,
    total,
)
from ._method import MOMENTUM, Layout, MaybeLoad, Method, family, turned_back
from .splitting import (
    WEIGHTS,
    flying,
    kicked,
    kicked_at_nodes,
    palindrome,
    require_nodes,
    turned,
)

MOST, FITTED = 1.25, 1.5  # rad that a body may turn in a step at its fastest
ORDERS, TORQUE_ORDERS = (4, 6, 8, 10), (2, 4, 6, 8)
DEFECT = 5e-15  # of half a step, relative to the momentum
TINY = 1e-200  # square of a relative momentum that is not told from none
BESIDE = 1e-70  # of a momentum: lost in a sum, its fourth power is still a float
NO_TURN = 1e-30  # rad of a step: less would underflow
ACROSS = 1e-12  # square of a momentum along an axis, or across it, relative
ALIKE = 1e-6  # of three moments, relative: its cube is nothing
SLOW = 1e-24  # square of a turn, rad: its cube is nothing
# turns from the axes of these numbers to a, b, c, and the exchange of a and c
FRAMES = {
    (0, 1, 2): (1.0, 0.0, 0.0, 0.0),
    (1, 2, 0): (0.5, 0.5, 0.5, 0.5),
    (2, 0, 1): (0.5, -0.5, -0.5, -0.5),
}
EXCHANGE = (0.0, sqrt(0.5), 0.0, sqrt(0.5))


def to_state(q: State, omega: Vector, J: State) -> State:
    def numbers(order: tuple[int, int, int]) -> State:
        return (*multiply(*q, *FRAMES[order]), *[omega[i] * J[i] for i in order])

    return in_order(numbers, J)


def in_order(numbers: Flow, J: State) -> State:
    """numbers(order) with the axis of middle moment in the middle of the order."""
    if not are_arrays(*J) and all([getattr(j, "is_constant", True) for j in J]):
        m = sorted(J)[1]
        found = [o for o in FRAMES if not (J[o[1]] < m or m < J[o[1]])]
        return numbers(found[0])
    last, *others = reversed(FRAMES)
    made = numbers(last)
    for order in others:  # where two are alike, the first order of all is taken
        a, b, c = [J[i] for i in order]
        there = ((a <= b) & (b <= c)) | ((c <= b) & (b <= a))
        made = chosen(there, numbers(order), made)
    return made


def precompute(h: Scalar, y: State, J: State) -> State:
    """The state of a step of length h: attitude, cn, sn, dn, and the constants."""
    q, l = y[:4], y[4:]
    Ja, Jb, Jc = in_order(lambda order: [J[i] for i in order], J)
    unit = positive(abs(l[0]) + abs(l[1]) + abs(l[2]))
    la, lb, lc = apart(*[x / unit for x in l])
    ka, kc = _f.middle_shares(Ja, Jb, Jc)
    both = ka + kc
    ka, kc = select(both == 0.0, 1.0, ka / positive(both)), kc / positive(both)
    A2, C2, side = _f.section(la, lb, lc, ka, kc)
    A2, C2 = [select(x > TINY, x, TINY) for x in (A2, C2)]
    # where the momentum circles axis a; so it does if b and c are alike and l_a is zero
    other = side < TINY * (kc - ka)
    q = chosen(other, multiply(*q, *EXCHANGE), q)
    one, two = (la, A2, ka, Ja), (lc, C2, kc, Jc)
    la, A2, ka, Ja = chosen(other, two, one)
    lc, C2, kc, Jc = chosen(other, one, two)
    lb = select(other, -lb, lb)
    m, mc = _f.polhode_modulus(ka, kc, A2, C2, abs(side))
    A, B, C = sqrt(A2), sqrt(A2 / ka), copysign(sqrt(C2), lc)
    half = copysign(greatest((abs(h) * unit, NO_TURN * Jc)), h) / 2
    *rates, w, va, vb, vc = _f.half_step(half * A / Ja, half * C / Jc, Ja, Jb, Jc)
    ell = [j * rate / half for j, rate in zip((Ja, Jb, Jc), rates, strict=True)]
    *by, Ga, Gb, Gc, defect = _f.fitted(w, va, vb, vc, *ell, A, B, C, ka, kc, m)
    W = Wa, Wb, Wc = unit * A / Ja, unit * B / Jb, unit * C / Jc
    # of the turn, at its fastest
    square = greatest((h * h * (Wa * Wa + Wc * Wc), h * h * (Wb * Wb + Wc * Wc * mc)))
    fits = (square <= MOST**2) & (abs(defect) <= DEFECT)
    require(fits, StepTooLarge, _too_large, h, square, defect)
    begun = la / A, lb / B, lc / C
    return (*q, *begun, *by, m, mc, Ga, Gb, Gc, *W, select(other, 1.0, 0.0))


def apart(a: Scalar, b: Scalar, c: Scalar) -> State:
    """The momentum; in derivatives beside the axes, on which cn and sn have none."""
    if not getattr(tape_of(a, b, c), "smooth", False):
        return a, b, c
    return tuple([x + select(abs(x) < BESIDE, BESIDE, 0.0) for x in (a, b, c)])


def step(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
    if len(y) == 7:  # of steps whose length changes
        q, (a, b, c) = from_state(step(t, h, precompute(h, y, J), J, load), J)
        return to_state(q, (a, b, c), J)
    return (*_f.free_step(*y[:15]), *y[7:])


def from_state(y: State, J: State) -> tuple[State, ...]:
    q, (a, b, c) = y[:4], y[4:7]
    if len(y) > 7:
        other = y[18] > 0.5
        a, b, c = [rate * x for rate, x in zip(y[15:18], (a, b, c), strict=True)]
        q = chosen(other, turned_back(q, EXCHANGE), q)
        a, b, c = chosen(other, (c, -b, a), (a, b, c))

    def back_in(order: tuple[int, int, int]) -> State:
        seen = dict(zip(order, (a, b, c), strict=True))
        omega = [seen[i] if len(y) > 7 else seen[i] / J[i] for i in range(3)]
        return (*turned_back(q, FRAMES[order]), *omega)

    seven = in_order(back_in, J)
    return seven[:4], seven[4:]


def _too_large(h: Scalar, square: Scalar, defect: Scalar) -> str:
    return (
        f"{_too_long(h, square, MOST)}, or backend='auto', which has the closed form"
        f" (defect of half a step {abs(defect):.1e})"
    )


exact: Method = Method(
    name="exact",
    order=None,
    summary="closed form of the free body (Jacobi elliptic functions)",
    chapter="Moments of inertia",
    equation="eq-exact",
    step=step,
    closed_form=free_body,
    layout=Layout(to_state, from_state, precompute=precompute),
    properties=("symplectic", "symmetric"),
    conserves=("momentum", "energy", "norm"),
    takes=(),
    longest_turn=inf,
)


def free(y: State, J: State, h: Scalar) -> Quaternion:
    """The attitude after an exact flight from (q, L); at rest, or of equal moments, in
    derivatives a form of it that has them, the second ones to h^3.
    """
    if not getattr(tape_of(*y), "smooth", False):
        return _flown(y, J, h)
    omega = omega_body(*y, *J)
    slow = h * h * total([w * w for w in omega]) < SLOW
    ordinary = 0.1 * least(J) / h, 0.0, 0.0  # whose flight is not taken
    L = chosen(slow, ordinary, y[4:7])
    alpha = omega_1(*omega, *J, 0.0, 0.0, 0.0)
    forms = [(slow, turn_2(*y[:4], *omega, *alpha, h))]
    size = total([x * x for x in y[4:7]])
    for k in range(3):
        a, b = J[k - 2], J[k - 1]
        along = (J[k] * omega[k]) ** 2
        beside = (along <= ACROSS * size) | (size - along <= ACROSS * size)
        there = (a == b) & beside
        parts = (k, 0.5), (k - 1, 1.0), (k, 0.5)  # b has a derivative of its own
        forms.append((there, _about_axes(y, J, h, a, parts)))
    a, b, c = J[:3]
    there = (abs(b - a) <= ALIKE * a) & (abs(c - a) <= ALIKE * a)
    forms.append((there, _about_axes(y, J, h, a, ((1, 0.5), (2, 1.0), (1, 0.5)))))
    made: State = _flown((*y[:4], *L), J, h)
    for there, form in forms:
        made = chosen(there, form, made)
    return made[0], made[1], made[2], made[3]


def _flown(y: State, J: State, h: Scalar) -> Quaternion:
    fitting = precompute(h, to_state(y[:4], omega_body(*y, *J), J), J)
    return _k.renormalized(*from_state(step(0.0, h, fitting, J, None), J)[0])


def _about_axes(
    y: State, J: State, h: Scalar, a: Scalar, parts: tuple[tuple[int, float], ...]
) -> Quaternion:
    """The flight of a ball of moment a, and turns about axes for what J has else."""
    q: State = y[:4]
    for k, part in parts:
        own = [0.0, 0.0, 0.0]
        l = omega_body(*q, *y[4:7], 1.0, 1.0, 1.0)
        own[k] = part * h * l[k] * (1.0 / J[k] - 1.0 / a)
        q = multiply(*q, *exp(*own))
    return multiply(*exp(*[h * x / a for x in y[4:7]]), *q)


FLIGHTS: dict[int, tuple[float, ...]] = {2: (1.0,), 4: WEIGHTS[4]}
FLIGHTS[6] = palindrome(_f.ORDER_SIX)


@family
def kicks(order: int = 2, nodes: int | None = None) -> Method:
    """Exact free flights between kicks of the torque.

    order: 2, 4 or 6: one, three or seven flights a step, a kick before and after each
    nodes: instead 1 to 6 kicks at Gauss's nodes, for weak torques and long steps: a
        torque of size eps leaves an error of eps h^(2 nodes) + eps^2 h^2

    StepTooLarge for a flight that turns the body by more than 1.25 rad at its fastest.

    >>> kicks(4).name, kicks(nodes=3).name
    ('kicks4', 'kicks_gauss3')
    """
    nodes = require_nodes(nodes, order, "order")
    order = int(_check.one_of(order, tuple(FLIGHTS), "order"))
    if nodes is None:
        name, equation = f"kicks{order}", "eq-kicks-six" if order == 6 else "eq-kicks"
        summary = f"kicks and exact flights, {len(FLIGHTS[order])} a step"
        step = kicked(free, FLIGHTS[order], straight=1)
    else:
        name, equation = f"kicks_gauss{nodes}", "eq-kicks-gauss"
        summary = f"exact flights between {nodes} kicks at Gauss's nodes"
        step = kicked_at_nodes(free, nodes)
    return flying(
        name=name,
        order=order,
        summary=summary,
        chapter="The free body in one algebraic step",
        equation=equation,
        step=step,
        takes=("torque", "states"),
        properties=("symplectic", "symmetric"),
        conserves=("momentum", "energy", "norm"),
        longest_turn=inf,
    )


def modified(order: int, l: State, J: State, h: Scalar) -> list[Scalar]:
    """The moments; a power of two brings them near 1, since high powers of them come"""
    size, unit = greatest(J), 1.0
    for e in range(32, 192, 32):
        unit = select(size < 2.0**-e, 2.0**e, unit)
        unit = select(size > 2.0**e, 2.0**-e, unit)
    fitted: Function = getattr(_k, f"modified_moments_{order}")
    fits = fitted(*[unit * x for x in l], *[unit * j for j in J], h)
    return [x / unit for x in fits]


def flown(q: State, l: State, fit: State, h: Scalar) -> Quaternion:
    """The attitude after a step with (fitted moments, square of the turn)."""
    require(fit[3] <= FITTED**2, StepTooLarge, _too_long, h, fit[3])
    return _k.renormalized(*turned(q, l, fit[:3], h))


def _too_long(h: Scalar, square: Scalar, most: float = FITTED) -> str:
    return (
        f"h = {h:.3g} s: a step may turn the body by {most} rad at its fastest, this"
        f" one would by {sqrt(square):.3g}; take a smaller step"
    )


@family
def preprocessed(
    order: int = 6, torque_order: int = 2, nodes: int | None = None
) -> Method:
    """The discrete Moser-Veselov step with preprocessed moments of inertia.

    order: of a free motion: 4, 6, 8 or 10
    torque_order: 2, 4, 6 or 8: 1, 3, 9 or 17 flights a step under a torque, above 2
        some of them backwards; if the torque is weak, 2 errs little
    nodes: instead 1 to 6 kicks at Gauss's nodes, as in `kicks`

    StepTooLarge for a step that turns the body by more than 1.5 rad at its fastest. A
    free body is flown exactly for less by `exact`.

    >>> preprocessed(10, torque_order=4).name, preprocessed(10, nodes=3).name
    ('dmv10_kicks4', 'dmv10_gauss3')
    """
    _check.one_of(order, ORDERS, "order")
    _check.one_of(torque_order, TORQUE_ORDERS, "torque_order")
    nodes = require_nodes(nodes, torque_order, "torque_order")

    def fitted(l: State, J: State, h: Scalar) -> State:
        square = _k.fastest_turn(*l, *J, least(J), greatest(J), h)  # on the polhode
        return (*modified(order, l, J, h), square)

    def fitted_flight(y: State, J: State, h: Scalar) -> Quaternion:
        l = rotate_back(*y)
        return flown(y[:4], l, fitted(l, J, h), h)

    def precompute(h: Scalar, y: State, J: State) -> State:
        return (*y, *fitted(rotate_back(*y), J, h))

    if nodes is not None:
        flights, ending = nodes + 1, f"_gauss{nodes}"
        loaded = kicked_at_nodes(fitted_flight, nodes)
    else:
        weights = WEIGHTS.get(torque_order, (1.0,))
        flights, ending = len(weights), f"_kicks{torque_order}" * (torque_order > 2)
        loaded = kicked(fitted_flight, weights)

    def step(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
        if len(y) != 11:  # in flight, or of steps whose length changes
            return loaded(t, h, y, J, load)
        if load is not None:
            return (*loaded(t, h, y[:7], J, load), *y[7:])
        return (*flown(y[:4], rotate_back(*y[:7]), y[7:], h), *y[4:])

    parts = f"; under a torque {flights} flights a step" * (flights > 1)
    return flying(
        name=f"dmv{order}{ending}",
        order=order,
        summary=f"Moser-Veselov with modified moments of inertia{parts}",
        chapter="Better moments for the same step",
        equation="eq-preprocessed",
        step=step,
        layout=MOMENTUM._replace(precompute=precompute),
        properties=("implicit", "symmetric"),
        conserves=("momentum", "energy", "norm"),
        torque_order=torque_order,
        longest_turn=inf,
    )
