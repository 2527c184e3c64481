"""Symplectic splitting: three parts of the energy, each a turn about one axis.

Second order by the symmetric sequence a b c b a, higher orders by several of them.
Chapters: The rivals, Higher order by parts of a step.
"""

from collections.abc import Sequence
from functools import cache

from .. import _check
from .._remembered import remembered
from .._types import Function, Quaternion, Scalar, State
from ..errors import InvalidInput
from ..kernels.quaternion import rotate_back
from ..kernels.splitting import last_turn, turn
from ._kick import flying, kicked
from ._method import Method
from .composition import WEIGHTS, in_turn, of_order

AXES = ("123", "132", "213", "231", "312", "321")
PARTS = {4: "Yoshida's three", 6: "nine", 8: "seventeen"}


def by_turns(axes: str, weights: Sequence[float] = (1.0,)) -> Function:
    """turned(y, J, h) -> q by rounds of turns, one for each part of the step.

    Where two parts meet, the last turn of one and the first of the next are one.
    weights: of the parts, a palindrome
    """
    a, b, c = [int(axis) - 1 for axis in axes]
    pairs = zip(weights, weights[1:], strict=False)
    rows = tuple([(u, u / 4, (u + v) / 4) for u, v in pairs])

    def turned(y: State, J: State, h: Scalar) -> Quaternion:
        def inner(y: State, quarter: Scalar) -> State:
            share = quarter / J[b]
            y = about(c, about(b, y, share), 2 * quarter / J[c])
            return about(b, y, share)

        def part(y: State, _: Scalar, quarter: Scalar, joined: Scalar) -> State:
            return about(a, inner(y, quarter * h), joined * h / J[a])

        quarter = weights[0] / 4 * h
        share = quarter / J[a]
        first = about(a, (*y[:4], *rotate_back(*y)), share)
        return last(a, inner(in_turn(part, h, first, rows), quarter), share)

    return turned


def about(k: int, y: State, share: Scalar) -> State:
    """Attitude, and momentum l in the body, after the flow of l_k^2 / 2 J_k; share:
    time / 2 J_k
    """
    i, j = (k + 1) % 3, (k + 2) % 3
    q, l, new = y[1:4], y[4:7], [*y]
    made = turn(y[0], q[k], q[i], q[j], l[k], l[i], l[j], share)
    for place, x in zip((0, 1 + k, 1 + i, 1 + j, 4 + i, 4 + j), made, strict=True):
        new[place] = x
    return new


def last(k: int, y: State, share: Scalar) -> Quaternion:
    i, j = (k + 1) % 3, (k + 2) % 3
    w, *turned = last_turn(y[0], y[1 + k], y[1 + i], y[1 + j], y[4 + k], share)
    return w, turned[-k], turned[1 - k], turned[2 - k]


@cache
def _made(axes: str, order: int) -> Method:
    summary = f"turns about the principal axes {'-'.join(axes)} and back"
    if order > 2:
        return of_order(
            _made(axes, 2),
            order,
            name=f"splitting{order}_{axes}",
            summary=f"{summary}, {PARTS[order]} times a step",
            step=kicked(by_turns(axes), WEIGHTS[order], by_turns(axes, WEIGHTS[order])),
        )
    return flying(
        *(f"splitting_{axes}", 2, kicked(by_turns(axes)), summary),
        *("The rivals", "eq-splitting"),
        takes=("torque", "states"),
        properties=("symplectic", "symmetric"),
        conserves=("momentum", "norm"),
    )


@remembered
def splitting(axes: str = "231", order: int = 2) -> Method:
    """Symplectic splitting into turns about the principal axes.

    axes: a permutation of "123"; the last one is taken once, the others before and
        after it; take the axis of least moment first
    order: 2, 4, 6 or 8, by 1, 3, 9 or 17 rounds of turns a step, some of them backwards

    Above 2 a drag costs the order if its rate of decay times the longest part of a step
    is 2 or more. Under JAX `grad` does not pass through orders above 4, nor order 4
    under a torque that depends on the rate; `jacfwd` does.

    >>> splitting("312", order=4).name
    'splitting4_312'
    """
    if not isinstance(axes, str) or axes not in AXES:
        raise InvalidInput(
            f"axes: expected an order of the principal axes, one of {', '.join(AXES)},"
            f" got {axes!r}"
        )
    return _made(axes, int(_check.one_of(order, (2, *PARTS), "order")))
