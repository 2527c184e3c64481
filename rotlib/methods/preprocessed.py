"""Moser-Veselov steps with preprocessed moments of inertia: orders 4 to 10.

The step of `dmv` follows the right polhode at a wrong pace, which moments that depend
on energy and momentum set right. They stand behind a free motion in the state.
Chapter: Better moments for the same step.
"""

from functools import cache
from math import inf

from .. import _check
from .._remembered import remembered
from .._types import Function, Quaternion, Scalar, State
from ..errors import StepTooLarge
from ..kernels import preprocessed as _k
from ..kernels.quaternion import rotate_back
from ..numbers import greatest, least, require, select, sqrt
from ._kick import flying, kicked, kicked_at_nodes
from ._method import BoundLoad, Layout, Method, keep_momentum, read_momentum
from .composition import WEIGHTS
from .dmv import turned
from .kicks import require_nodes

ORDERS = (4, 6, 8, 10)
TORQUE_ORDERS = (2, 4, 6, 8)
MOST = 1.5  # rad that the body may turn in a step at its fastest


def fastest(l: State, J: State) -> Scalar:
    """The square of the greatest rate on the polhode of l, between axes 1 and 3."""
    first, last = 1.0 / least(J), 1.0 / greatest(J)
    square = l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
    twice = l[0] * l[0] / J[0] + l[1] * l[1] / J[1] + l[2] * l[2] / J[2]
    return (first + last) * twice - first * last * square


def _require_short(h: Scalar, square: Scalar) -> None:
    require(square <= MOST**2, StepTooLarge, _too_long, h, square)


def _too_long(h: Scalar, square: Scalar) -> str:
    return (
        f"h = {h:.3g} s: a step may turn the body by {MOST} rad at its fastest, this"
        f" one would by {sqrt(square):.3g}; take a smaller step"
    )


def inverse_size(J: State) -> Scalar:
    """A power of two by which moments come near 1, since high powers of them come."""
    size, unit = greatest(J), 1.0
    for e in range(32, 192, 32):
        unit = select(size < 2.0**-e, 2.0**e, unit)
        unit = select(size > 2.0**e, 2.0**-e, unit)
    return unit


def flown(q: State, l: State, M: State, h: Scalar) -> Quaternion:
    w, x, y, z = turned(q, l, M, h)
    # a length that is off by rounding spoils the momentum in the body by as much in
    # every step, always in the same sense, and the energy with it
    f = 1.5 - 0.5 * (w * w + x * x + y * y + z * z)
    return f * w, f * x, f * y, f * z


@cache
def _record(order: int, torque_order: int, nodes: int | None) -> Method:
    fitted: Function = getattr(_k, f"modified_moments_{order}")

    def modified(l: State, J: State, h: Scalar) -> list[Scalar]:
        unit = inverse_size(J)
        fits = fitted(*[unit * x for x in l], *[unit * j for j in J], h)
        return [x / unit for x in fits]

    def free(y: State, J: State, h: Scalar) -> Quaternion:
        l = rotate_back(*y)
        _require_short(h, h * h * fastest(l, J))
        return flown(y[:4], l, modified(l, J, h), h)

    def precompute(h: Scalar, y: State, J: State) -> State:
        l = rotate_back(*y)
        return (*y, *modified(l, J, h), h * h * fastest(l, J))

    if nodes is not None:
        flights, ending = nodes + 1, f"_gauss{nodes}"
        loaded = kicked_at_nodes(free, nodes)
    else:
        weights = WEIGHTS.get(torque_order, (1.0,))
        flights, ending = len(weights), f"_kicks{torque_order}" * (torque_order > 2)
        loaded = kicked(free, weights, free)

    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        if len(y) != 11:  # in flight, or of steps whose length changes
            return loaded(t, h, y, J, load)
        if load is not None:
            return (*loaded(t, h, y[:7], J, load), *y[7:])
        _require_short(h, y[10])
        return (*flown(y[:4], rotate_back(*y[:7]), y[7:10], h), *y[4:])

    method = Method(
        name=f"dmv{order}{ending}",
        order=order,
        summary=(
            "Moser-Veselov with modified moments of inertia"
            + (f"; under a torque {flights} flights a step" if flights > 1 else "")
        ),
        chapter="Better moments for the same step",
        equation="eq-preprocessed",
        step=step,
        layout=Layout(keep_momentum, read_momentum, precompute=precompute),
        properties=("implicit", "symmetric"),
        conserves=("momentum", "energy", "norm"),
        torque_order=torque_order,
        longest_turn=inf,
    )
    return flying(method)


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
    return _record(
        order, torque_order, require_nodes(nodes, torque_order, "torque_order")
    )
