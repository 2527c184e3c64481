"""The free body exactly: in closed form for all times, or in algebraic steps.

The step is that of Moser and Veselov with two numbers fitted on half a step. What is
fitted hangs on the motion and stands behind it in the state, body by body.
Chapter: The free body in one algebraic step.
"""

from math import inf
from typing import TypeAlias

from .._types import Function, Scalar, State, Vector
from ..errors import StepTooLarge
from ..exact import free_body
from ..kernels.free_step import (
    fitted,
    free_step,
    half_step,
    middle_shares,
    polhode_modulus,
    section,
)
from ..kernels.quaternion import multiply
from ..numbers import are_arrays, copysign, greatest, require, select, sqrt, tape_of
from ._method import BoundLoad, Layout, Method

MOST = 1.25  # rad that the body may turn in a step at its fastest
DEFECT = 5e-15  # of half a step, relative to the momentum
TINY = 1e-200  # square of a relative momentum that is not told from none
BESIDE = 1e-70  # of a momentum: lost in a sum, its fourth power is still a float
NO_TURN = 1e-30  # rad of a step: less would underflow
ROOT: float = sqrt(0.5)
# turns that take axes a, b, c of rising moments to the axes of these numbers
FRAMES = {
    (0, 1, 2): (1.0, 0.0, 0.0, 0.0),
    (1, 2, 0): (0.5, 0.5, 0.5, 0.5),
    (2, 0, 1): (0.5, -0.5, -0.5, -0.5),
    (0, 2, 1): (ROOT, -ROOT, 0.0, 0.0),
    (1, 0, 2): (ROOT, 0.0, 0.0, ROOT),
    (2, 1, 0): (0.0, ROOT, 0.0, ROOT),
}
Order: TypeAlias = tuple[int, int, int]
ODD = ((0, 2, 1), (1, 0, 2), (2, 1, 0))
EXCHANGE = FRAMES[2, 1, 0]  # of axes a and c


def to_state(q: State, omega: Vector, J: State) -> State:
    def ordered(order: Order) -> State:
        a, b, c = [omega[i] * J[i] for i in order]
        return (*multiply(*q, *FRAMES[order]), a, -b if order in ODD else b, c)

    return by_order(ordered, J)


def precompute(h: Scalar, y: State, J: State) -> State:
    """The state of a step of length h: attitude, cn, sn, dn, and the constants."""
    q, l = y[:4], y[4:]
    Ja, Jb, Jc = by_order(lambda order: [J[i] for i in order], J)
    size = abs(l[0]) + abs(l[1]) + abs(l[2])
    unit = select(size == 0.0, 1.0, size)
    la, lb, lc = apart(*[x / unit for x in l])
    ka, kc = _shares(Ja, Jb, Jc)
    A2, C2, side = section(la, lb, lc, ka, kc)
    A2, C2 = _at_least(A2), _at_least(C2)
    # where the momentum circles axis a; so it does if b and c are alike and l_a is zero
    other = side < TINY * (kc - ka)
    q = [select(other, x, y) for x, y in zip(multiply(*q, *EXCHANGE), q, strict=True)]
    (la, lc), (A2, C2), (ka, kc), (Ja, Jc) = [
        (select(other, y, x), select(other, x, y))
        for x, y in ((la, lc), (A2, C2), (ka, kc), (Ja, Jc))
    ]
    lb = select(other, -lb, lb)
    m, mc = polhode_modulus(ka, kc, A2, C2, abs(side))
    A, B, C = sqrt(A2), sqrt(A2 / ka), copysign(sqrt(C2), lc)
    half = copysign(greatest((abs(h) * unit, NO_TURN * Jc)), h) / 2
    *rates, w, va, vb, vc = half_step(half * A / Ja, half * C / Jc, Ja, Jb, Jc)
    ell = [j * rate / half for j, rate in zip((Ja, Jb, Jc), rates, strict=True)]
    *by, Ga, Gb, Gc, defect = fitted(w, va, vb, vc, *ell, A, B, C, ka, kc, m)
    Wa, Wb, Wc = unit * A / Ja, unit * B / Jb, unit * C / Jc
    first = h * h * (Wa * Wa + Wc * Wc)  # squares of the turn, at its fastest
    second = h * h * (Wb * Wb + Wc * Wc * mc)
    fits = (first <= MOST**2) & (second <= MOST**2) & (abs(defect) <= DEFECT)
    require(fits, StepTooLarge, _too_large, h, first, second, defect)
    return (
        *q,
        la / A,
        lb / B,
        lc / C,
        *by,
        m,
        mc,
        Ga,
        Gb,
        Gc,
        Wa,
        Wb,
        Wc,
        select(other, 1.0, 0.0),
    )


def apart(a: Scalar, b: Scalar, c: Scalar) -> State:
    """The momentum; in derivatives beside the axes, on which cn and sn have none."""
    tape = tape_of(a, b, c)
    if tape is None or not tape.smooth:
        return a, b, c
    return tuple([x + select(abs(x) < BESIDE, BESIDE, 0.0) for x in (a, b, c)])


def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    if len(y) == 7:  # of steps whose length changes
        q, (a, b, c) = from_state(step(t, h, precompute(h, y, J), J, load), J)
        return to_state(q, (a, b, c), J)
    return (*free_step(*y[:15]), *y[7:])


def from_state(y: State, J: State) -> tuple[State, ...]:
    q, rates, other = y[:4], y[15:18], False
    if len(y) == 7:
        rates = by_order(lambda order: [1.0 / J[i] for i in order], J)
    a, b, c = [rate * u for rate, u in zip(rates, y[4:7], strict=True)]
    if len(y) > 7:
        other = y[18] > 0.5
        back = multiply(*q, 0.0, -ROOT, 0.0, -ROOT)
        q = [select(other, a, b) for a, b in zip(back, q, strict=True)]
        a, b, c = select(other, c, a), select(other, -b, b), select(other, a, c)

    def back_in(order: Order) -> State:
        fw, fx, fy, fz = FRAMES[order]
        rates = dict(zip(order, (a, -b if order in ODD else b, c), strict=True))
        turned = multiply(*q, fw, -fx, -fy, -fz)
        return (*turned, rates[0], rates[1], rates[2])

    seven = by_order(back_in, J)
    return seven[:4], seven[4:]


def by_order(numbers: Function, J: State) -> State:
    if are_arrays(*J):
        orders = [order for order in FRAMES if _rising(order, J).any()]
    elif all(getattr(j, "is_constant", True) for j in J):
        a, b, c = sorted(range(3), key=J.__getitem__)
        orders = [(a, b, c)]
    else:
        orders = [*FRAMES]  # of moments that are not known
    made: State = numbers(orders[0]) if orders else J
    for order in orders[1:]:
        there = _rising(order, J)
        pairs = zip(numbers(order), made, strict=True)
        made = [select(there, a, b) for a, b in pairs]
    return made


def _rising(order: Order, J: State) -> Scalar:
    a, b, c = order
    first = J[a] <= J[b] if a < b else J[a] < J[b]
    second = J[b] <= J[c] if b < c else J[b] < J[c]
    return first & second


def _shares(Ja: Scalar, Jb: Scalar, Jc: Scalar) -> tuple[Scalar, Scalar]:
    a, c = middle_shares(Ja, Jb, Jc)
    apart = a + c > 0.0
    both = select(apart, a + c, 1.0)
    return select(apart, a / both, 1.0), select(apart, c / both, 0.0)


def _at_least(x: Scalar) -> Scalar:
    return select(x > TINY, x, TINY)


def _too_large(h: Scalar, first: Scalar, second: Scalar, defect: Scalar) -> str:
    return (
        f"h = {h:.3g} s: an exact step may turn the body by {MOST} rad at its fastest,"
        f" this one would by {sqrt(max(first, second)):.3g} (defect of half a step"
        f" {abs(defect):.1e}); take a smaller step, or backend='auto', which has the"
        " closed form"
    )


exact: Method = Method(
    name="exact",
    order=None,
    summary="closed form of the free body (Jacobi elliptic functions)",
    chapter="The rigid body",
    equation="eq-exact",
    step=step,
    closed_form=free_body,
    layout=Layout(to_state, from_state, precompute=precompute),
    properties=("symplectic", "symmetric"),
    conserves=("momentum", "energy", "norm"),
    takes=(),
    longest_turn=inf,
)
