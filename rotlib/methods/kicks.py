"""Kicks of the torque between exact free flights.

The error vanishes with the torque: steps of a radian are fair for a satellite.
Chapter: The free body in one algebraic step.
"""

from itertools import pairwise
from math import inf
from typing import Any

from numpy.polynomial.legendre import leggauss

from .. import _check
from .._types import Function, Quaternion, Scalar, State
from ..errors import InvalidInput
from ..kernels.buss import turn_2
from ..kernels.free_step import ORDER_SIX
from ..kernels.quaternion import exp, multiply
from ..kernels.rigid_body import omega_body
from ..kernels.rigid_rates import omega_1
from ..numbers import least, select, tape_of, total
from . import _kick_flight as in_flight
from ._kick import ROTATION, Kicks, kicked
from ._method import Method
from .composition import WEIGHTS, in_parts, in_turn, palindrome
from .exact import from_state, precompute, step, to_state

NODES = 6  # at most
ACROSS = 1e-12  # square of a momentum along the axis, relative
ALIKE = 1e-6  # of three moments, relative: its cube is nothing
SLOW = 1e-24  # square of a turn, rad: its cube is nothing


def free(y: State, J: State, h: Scalar) -> Quaternion:
    slow, L = turning(y, J, h)
    start = (*y[:4], *L)
    turned = precompute(h, to_state(y[:4], omega_body(*start, *J), J), J)
    w, x, y_, z = from_state(step(0.0, h, turned, J, None), J)[0]
    # a length that rounding lets grow would spoil the momentum in the body, and so
    # bend all flights after it: it is brought back to one
    f = 1.5 - 0.5 * (w * w + x * x + y_ * y_ + z * z)
    return unless(slow, (f * w, f * x, f * y_, f * z), y, J, h)


def turning(y: State, J: State, h: Scalar) -> tuple[Scalar, State]:
    """Whether it is near rest, and momenta of a body that is not."""
    tape = tape_of(*y)
    if tape is None or not tape.smooth:
        return False, y[4:7]
    slow = h * h * total([w * w for w in omega_body(*y, *J)]) < SLOW
    ordinary = 0.1 * least(J) / h, 0.0, 0.0  # whose flight is not taken
    return slow, [select(slow, a, b) for a, b in zip(ordinary, y[4:7], strict=True)]


def unless(slow: Scalar, q: Quaternion, y: State, J: State, h: Scalar) -> Quaternion:
    """q; in derivatives, at rest or of equal moments, a form of it that has them."""
    tape = tape_of(*q)
    if tape is None or not tape.smooth:
        return q
    omega = omega_body(*y, *J)
    made: State = turn_2(*y[:4], *omega, *omega_1(*omega, *J, 0.0, 0.0, 0.0), h)
    made = [select(slow, a, b) for a, b in zip(made, q, strict=True)]
    size = total([x * x for x in y[4:7]])
    for k, (a, b) in enumerate(((J[1], J[2]), (J[2], J[0]), (J[0], J[1]))):
        there = (a == b) & ((J[k] * omega[k]) ** 2 <= ACROSS * size)
        turned = _about_axes(y, J, h, a, ((k, 1.0),))
        made = [select(there, x, y) for x, y in zip(turned, made, strict=True)]
    a, b, c = J[:3]
    there = (abs(b - a) <= ALIKE * a) & (abs(c - a) <= ALIKE * a)
    turned = _about_axes(y, J, h, a, ((1, 0.5), (2, 1.0), (1, 0.5)))
    made = [select(there, x, y) for x, y in zip(turned, made, strict=True)]
    return tuple(made)


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


def _composed(
    flight: Function, weights: tuple[float, ...], kicks: Kicks = ROTATION
) -> Function:
    parts, first = kicked(flight, len(weights) > 1, kicks), kicks.first
    loaded = in_parts(parts, weights, straight=1)

    def steps(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        if load is None:
            return (*flight(y, J, h), *y[first:])
        last: State = loaded(t, h, y, J, load)
        return last

    return steps


def gauss(flight: Function, n: int, kicks: Kicks = ROTATION) -> Function:
    x, w = leggauss(n)
    nodes, weights = ((1 + x) / 2).tolist(), (w / 2).tolist()
    rows = tuple(
        zip(nodes, (b - a for a, b in pairwise((0.0, *nodes))), weights, strict=True)
    )

    kick, first, *_ = kicks  # as names that another back end can bind

    def steps(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        if load is None:
            return (*flight(y, J, h), *y[first:])

        def stage(y: State, c: float, length: float, w: float) -> State:
            y = (*flight(y, J, length * h), *y[first:])
            # for torques that depend on the rate
            halfway = kick(t + c * h, w * h / 2, y, y, J, load)
            last: State = kick(t + c * h, w * h, y, halfway, J, load)
            return last

        last = 1.0, 1.0 - nodes[-1], 0.0
        return in_turn(stage, y, (*rows, last), straight=1)

    return steps


def _named(
    name: str, order: int, summary: str, equation: str, stepped: Function, parts: Any
) -> Method:
    method = Method(
        name,
        order,
        summary=summary,
        chapter="The free body in one algebraic step",
        equation=equation,
        step=stepped(free, parts),
        takes=("torque", "states"),
        properties=("symplectic", "symmetric"),
        conserves=("momentum", "energy", "norm"),
        longest_turn=inf,
    )
    flown = in_flight.flying(free)
    return in_flight.with_flight(method, stepped(flown, parts, in_flight.KICKS))


def _method_of_nodes(n: int) -> Method:
    return _named(
        f"kicks_gauss{n}",
        2,
        f"exact flights between {n} kicks at Gauss's nodes",
        "eq-kicks-gauss",
        gauss,
        n,
    )


FLIGHTS: dict[int, tuple[float, ...]] = {
    2: (1.0,),
    4: WEIGHTS[4],
    6: palindrome(ORDER_SIX),
}
FAMILY = {
    order: _named(
        f"kicks{order}",
        order,
        f"kicks and exact flights, {len(weights)} a step",
        equation,
        _composed,
        weights,
    )
    for (order, weights), equation in zip(
        FLIGHTS.items(), ("eq-kicks", "eq-kicks", "eq-kicks-six"), strict=True
    )
}
GAUSS = {n: _method_of_nodes(n) for n in range(1, NODES + 1)}


def kicks(order: int = 2, nodes: int | None = None) -> Method:
    """Exact free flights between kicks of the torque.

    order: 2, 4 or 6: one, three or seven flights a step, a kick before and after each
    nodes: instead 1 to 6 kicks at Gauss's nodes, for weak torques and long steps: a
        torque of size eps leaves an error of eps h^(2 nodes) + eps^2 h^2

    StepTooLarge for a flight that turns the body by more than 1.25 rad at its fastest.

    >>> kicks(4).name, kicks(nodes=3).name
    ('kicks4', 'kicks_gauss3')
    """
    if nodes is None:
        return FAMILY[_check.one_of(order, tuple(FAMILY), "order")]
    if not isinstance(nodes, int) or nodes not in GAUSS or order != 2:
        raise InvalidInput(
            f"nodes: expected 1 to {NODES} with order 2, got nodes={nodes!r} and"
            f" order={order!r}"
        )
    return GAUSS[nodes]
