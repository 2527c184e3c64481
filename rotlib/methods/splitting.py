"""Symplectic splitting: three parts of the energy, each a turn about one axis.

Second order by the symmetric sequence a b c b a, higher orders by several of them.
Chapters: The rivals, Higher order by parts of a step.
"""

from dataclasses import replace

from .. import _check
from .._types import Flow, Function
from ..errors import InvalidInput
from ..kernels import splitting as _k
from . import _kick_flight as in_flight
from ._kick import kicked
from ._method import Method
from .composition import of_order

AXES = ("123", "132", "213", "231", "312", "321")


def turning(axes: str) -> Flow:
    turns: Flow = getattr(_k, f"splitting_{axes}")
    return lambda y, J, h: turns(*y[:7], *J, h)


def _methods(axes: str) -> dict[int, Method]:
    free = turning(axes)
    what = f"turns about the principal axes {'-'.join(axes)} and back"
    flown = in_flight.flying(free)

    def made(solved: bool) -> Function:
        return kicked(flown, solved, in_flight.KICKS)

    second = Method(
        name=f"splitting_{axes}",
        order=2,
        summary=what,
        chapter="The rivals",
        equation="eq-splitting",
        step=kicked(free),
        takes=("torque", "states"),
        properties=("symplectic", "symmetric"),
        conserves=("momentum", "norm"),
    )
    # composed to order 4, a predicted kick would leave order 3 under drag
    part = replace(second, step=kicked(free, solved=True))
    part = in_flight.with_flight(part, made(solved=True))
    higher = {
        order: of_order(
            part,
            order,
            name=f"splitting{order}_{axes}",
            summary=f"{what}, {number} times a step",
        )
        for order, number in ((4, "Yoshida's three"), (6, "nine"), (8, "seventeen"))
    }
    return {2: in_flight.with_flight(second, made(solved=False)), **higher}


FAMILY = {axes: _methods(axes) for axes in AXES}


def splitting(axes: str = "231", order: int = 2) -> Method:
    """Symplectic splitting into turns about the principal axes.

    axes: a permutation of "123"; the last one is taken once, the others before and
        after it; take the axis of least moment first
    order: 2, 4, 6 or 8, by 1, 3, 9 or 17 rounds of turns a step, some of them backwards

    Above 2 a drag costs the order if its rate of decay times the longest part of a step
    is 2 or more. Under JAX `grad` does not pass through orders above 4, nor order 4
    under a torque; `jacfwd` does.

    >>> splitting("312", order=4).name
    'splitting4_312'
    """
    if not isinstance(axes, str) or axes not in FAMILY:
        raise InvalidInput(
            f"axes: expected an order of the principal axes, one of {', '.join(AXES)},"
            f" got {axes!r}"
        )
    return FAMILY[axes][_check.one_of(order, (2, 4, 6, 8), "order")]
