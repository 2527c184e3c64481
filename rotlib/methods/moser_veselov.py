"""The discrete Moser-Veselov equations: variational, one small system a step.

The energy of a free body changes by about 1e-10 of itself in 1e6 steps, by up to 1e-8
in 1e7. The step follows the right polhode at a wrong pace, which preprocessed moments,
that depend on energy and momentum, set right, to orders 4 to 10. They stand behind a
free motion in the state.
Chapters: The rivals, Better moments for the same step.
"""

from functools import cache
from math import inf
from typing import Any

from .. import _check
from .._remembered import remembered
from .._types import Function, Quaternion, Scalar, State
from .._vectors import dot
from ..errors import StepTooLarge
from ..kernels import preprocessed as _k
from ..kernels.baselines import dmv_newton, turn_cayley
from ..kernels.quaternion import rotate_back
from ..numbers import greatest, least, require, select, sqrt, total
from ._method import MOMENTUM, MaybeLoad, Method, renormalized
from .composition import WEIGHTS
from .newton import solve
from .splitting import flying, kicked, kicked_at_nodes, require_nodes

ORDERS = (4, 6, 8, 10)
TORQUE_ORDERS = (2, 4, 6, 8)
MOST = 1.5  # rad that the body may turn in a step at its fastest


def small_turn(
    newton: Function, guess: State, data: State, scale: Scalar, h: Scalar, what: str
) -> State:
    """The root of the equation that tends to no turn as h tends to 0."""
    *x, determinant, _, _ = solve(newton, guess, data, scale)
    said = f"the {what} has no solution at small turns; take a smaller step"
    # past a zero of the determinant the solution is of another branch
    require(determinant > 0.0, StepTooLarge, lambda h: f"h = {h:.3g} s: {said}", h)
    return tuple(x)


def turned(q: State, l: State, J: State, h: Scalar) -> Quaternion:
    guess = tuple([h * a / (2 * j) for a, j in zip(l, J, strict=True)])
    scale, what = abs(h) * total([abs(a) for a in l]), "discrete Moser-Veselov equation"
    return turn_cayley(*q, *small_turn(dmv_newton, guess, (*l, *J, h), scale, h, what))


def free(y: State, J: State, h: Scalar) -> Quaternion:
    return turned(y[:4], rotate_back(*y), J, h)


KEPT: dict[str, Any] = {
    "conserves": ("momentum", "energy", "norm"),
    "longest_turn": inf,
}
dmv: Method = flying(
    name="dmv",
    order=2,
    summary="discrete Moser-Veselov: variational, implicit",
    chapter="The rivals",
    equation="eq-dmv",
    step=kicked(free),
    properties=("implicit", "symplectic", "symmetric"),
    **KEPT,
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


def fastest(l: State, J: State, h: Scalar) -> Scalar:
    """The square of the turn at the greatest rate on the polhode of l."""
    first, last = 1.0 / least(J), 1.0 / greatest(J)
    square = dot(l, l)
    twice = l[0] * l[0] / J[0] + l[1] * l[1] / J[1] + l[2] * l[2] / J[2]
    return h * h * ((first + last) * twice - first * last * square)


def flown(q: State, l: State, M: State, h: Scalar, square: Scalar) -> Quaternion:
    require(square <= MOST**2, StepTooLarge, _too_long, h, square)
    return renormalized(*turned(q, l, M, h))


def _too_long(h: Scalar, square: Scalar) -> str:
    return (
        f"h = {h:.3g} s: a step may turn the body by {MOST} rad at its fastest, this"
        f" one would by {sqrt(square):.3g}; take a smaller step"
    )


@cache
def _preprocessed(order: int, torque_order: int, nodes: int | None) -> Method:
    def free(y: State, J: State, h: Scalar) -> Quaternion:
        l = rotate_back(*y)
        return flown(y[:4], l, modified(order, l, J, h), h, fastest(l, J, h))

    def precompute(h: Scalar, y: State, J: State) -> State:
        l = rotate_back(*y)
        return (*y, *modified(order, l, J, h), fastest(l, J, h))

    if nodes is not None:
        flights, ending = nodes + 1, f"_gauss{nodes}"
        loaded = kicked_at_nodes(free, nodes)
    else:
        weights = WEIGHTS.get(torque_order, (1.0,))
        flights, ending = len(weights), f"_kicks{torque_order}" * (torque_order > 2)
        loaded = kicked(free, weights, free)

    def step(t: Scalar, h: Scalar, y: State, J: State, load: MaybeLoad) -> State:
        if len(y) != 11:  # in flight, or of steps whose length changes
            return loaded(t, h, y, J, load)
        if load is not None:
            return (*loaded(t, h, y[:7], J, load), *y[7:])
        return (*flown(y[:4], rotate_back(*y[:7]), y[7:10], h, y[10]), *y[4:])

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
        torque_order=torque_order,
        **KEPT,
    )


@remembered
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
    return _preprocessed(order, torque_order, nodes)
