"""Kicks of the torque between exact free flights.

The error vanishes with the torque: steps of a radian are fair for a satellite.
Chapter: The free body in one algebraic step.
"""

from functools import cache
from math import inf

from .. import _check
from .._remembered import remembered
from .._types import Quaternion, Scalar, State
from ..errors import InvalidInput
from ..kernels.buss import turn_2
from ..kernels.free_step import ORDER_SIX
from ..kernels.quaternion import exp, multiply
from ..kernels.rigid_body import omega_body
from ..kernels.rigid_rates import omega_1
from ..numbers import least, select, tape_of, total
from ._kick import flying, kicked, kicked_at_nodes
from ._method import Method
from .composition import WEIGHTS, palindrome
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


FLIGHTS: dict[int, tuple[float, ...]] = {
    2: (1.0,),
    4: WEIGHTS[4],
    6: palindrome(ORDER_SIX),
}


@cache
def _made(order: int, nodes: int | None) -> Method:
    if nodes is None:
        weights = FLIGHTS[order]
        name, summary = (
            f"kicks{order}",
            f"kicks and exact flights, {len(weights)} a step",
        )
        equation = "eq-kicks-six" if order == 6 else "eq-kicks"
        step = kicked(free, weights, free, straight=1)
    else:
        name, equation = f"kicks_gauss{nodes}", "eq-kicks-gauss"
        summary = f"exact flights between {nodes} kicks at Gauss's nodes"
        step = kicked_at_nodes(free, nodes)
    return flying(
        Method(
            name,
            order,
            summary=summary,
            chapter="The free body in one algebraic step",
            equation=equation,
            step=step,
            takes=("torque", "states"),
            properties=("symplectic", "symmetric"),
            conserves=("momentum", "energy", "norm"),
            longest_turn=inf,
        )
    )


def require_nodes(nodes: int | None, order: int, what: str) -> int | None:
    if nodes is None:
        return None
    if not isinstance(nodes, int) or not 1 <= nodes <= NODES or order != 2:
        raise InvalidInput(
            f"nodes: expected 1 to {NODES} with {what} 2, got nodes={nodes!r} and"
            f" {what}={order!r}"
        )
    return int(nodes)


@remembered
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
        return _made(int(_check.one_of(order, tuple(FLIGHTS), "order")), None)
    return _made(2, require_nodes(nodes, order, "order"))
