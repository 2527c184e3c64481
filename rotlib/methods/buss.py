"""Buss's methods: one turn by the Taylor series of the rotation vector.

A free body takes one generated function from (q, L) to the next q. Under a load the
derivatives of rate and torque are found in turn, since each torque derivative needs the
rates up to its own order and gives the next one; the momentum is kept in space, and
grows by the integral of the torque to the same order as the turn.
"""

from itertools import chain
from typing import get_args

from .._remembered import remembered
from .._types import Function, Scalar, State
from ..errors import InvalidInput, NotAvailable
from ..kernels import buss as _turns
from ..kernels import rigid_rates as _rates
from ..kernels.lie_taylor import ORDER
from ..lie_taylor import generated
from ._method import BoundLoad, Method, known_momentum
from ._taylor_derivatives import KERNELS, Expansion, next_term, taylor_derivatives
from ._taylor_flight import flight
from .lie_euler import lie_euler


def stepper(
    free: Function, turn: Function, rates: int, order: int, impulse: Expansion = "space"
) -> Function:
    """A step of (q, L_space): `free` without load, else `turn` by so many `rates`."""
    gain = getattr(_rates, f"impulse{KERNELS[impulse]}_{order}")

    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        if load is None:
            return (*free(*y, *J, h), *y[4:])
        torques = rates - 1 if load.impulse is not None else max(rates - 1, order)
        omega, tau = taylor_derivatives(t, y, J, load, rates, torques)
        q = turn(*y[:4], *chain.from_iterable(omega[:rates]), h)
        if load.impulse is not None:
            return (*q, *known_momentum(t, h, y, load.impulse))
        dx, dy, dz = gain(
            *(y[:4] if impulse == "space" else q),
            *chain.from_iterable(omega[: order - 1]),
            *chain.from_iterable(tau[:order]),
            h,
        )
        return (*q, y[4] + dx, y[5] + dy, y[6] + dz)

    return step


def _method(
    name: str,
    order: int,
    summary: str,
    equation: str,
    free: Function,
    turn: Function,
    rates: int,
    following: Function | None = None,
    impulse: Expansion = "space",
    flies: bool = True,
) -> Method:
    flown = flies and impulse == "space"
    return Method(
        name=name,
        order=order,
        summary=summary,
        chapter="Turning with torque",
        equation=equation,
        step=stepper(free, turn, rates, order, impulse),
        conserves=("momentum", "norm"),
        turn_derivatives=rates - 2,
        momentum_derivatives=max(rates - 2, order - 1),
        next_term=following,
        flight=flight(name, order, summary, turn, rates) if flown else None,
        longest_turn=2.0 if order > 5 else 1.0,
    )


def _general(order: int, name: str = "buss{}", impulse: Expansion = "space") -> Method:
    equation = {2: "eq-buss-two", 4: "eq-buss-four"}.get(order, "eq-buss-general")
    free, turn = getattr(_turns, f"buss_{order}"), getattr(_turns, f"turn_{order}")
    summary = f"Taylor series of the turn through h^{order}"
    return _method(
        name.format(order),
        order,
        summary if impulse == "space" else f"{summary}, and of the impulse in the body",
        equation,
        free,
        turn,
        order,
        next_term(order, impulse),
        impulse,
    )


buss3_false: Method = _method(
    "buss3_false",
    2,
    "Taylor series of the mean rate through h^2, no bracket",
    "eq-buss-three-false",
    _turns.false_third_free,
    _turns.false_third_turn,
    3,
    flies=False,
)
buss2_plus: Method = _method(
    "buss2_plus",
    2,
    "buss2 and the first bracket: augmented second order",
    "eq-buss-two-plus",
    _turns.augmented_second_free,
    _turns.augmented_second_turn,
    2,
    flies=False,
)
buss3: Method = _method(
    "buss3",
    3,
    "third order, with the slides' h/3 in the bracket",
    "eq-buss-three",
    _turns.third_free,
    _turns.third_turn,
    3,
)
buss3_series: Method = _general(3, "buss3_series")
SERIES: tuple[Method, ...] = (
    lie_euler,
    *(buss3 if p == 3 else _general(p) for p in range(2, ORDER + 1)),
)


@remembered
def _in_body(order: int) -> Method:
    return _general(order, "buss({}, impulse='body')", "body")


def buss(order: int, impulse: Expansion = "space") -> Method:
    """The Taylor-series method of an order, from 1, which is `lie_euler`.

    Under a torque it needs `order - 1` time derivatives of it, or `order - 2` if the
    load knows its impulse; in flight none, the wrench's series come from its program
    [eq-taylor-flight]. Order 3 in space is the slides' own [eq-buss-three]. In the
    "body" no component of the momentum is kept that the torque leaves alone.

    >>> buss(6).name, buss(4, impulse="body").name
    ('buss6', "buss(4, impulse='body')")
    """
    order = generated(order)
    if impulse not in get_args(Expansion):
        raise InvalidInput(
            f"impulse: expected 'space' or 'body', got {impulse!r}; 'space' keeps the"
            " vertical momentum of a top"
        )
    if impulse == "space":
        return SERIES[order - 1]
    if order == 1:
        raise NotAvailable(
            "impulse='body': order 1 is lie_euler, which has no such form; take an"
            " order from 2 on"
        )
    return _in_body(order)
