"""A method made of a function that a reader wrote.

The function works in body axes, on arrays with the components last: `q` is (..., 4),
`omega` (..., 3), of one body without further axes, and the body is the whole `Body`.
"""

from typing import Any

import numpy as np

from .. import _check
from .._remembered import remembered
from .._types import Array, Function, Scalar, State
from ..body import Body
from ..errors import InvalidInput
from ._method import RATES, BoundLoad, Method

CALLS = {4: "step(q, omega, h, body)", 6: "step(t, q, omega, h, body, load)"}


@remembered
def of(step: Function, *, name: str | None = None, order: int | None = None) -> Method:
    """A method of a function step(q, omega, h, body) -> (q, omega) after a step.

    To take torques it is step(t, q, omega, h, body, load) instead, where `load` is
    torque(t, q, omega), or None. It is called step by step, never compiled or exported.
    InvalidInput for a function of other arguments, and for answers of other shapes.

    name: by default that of the function
    order: a note to the reader, which `rotlib.diagnostics.order` can measure

    >>> from rotlib import Body, integrate, quaternion
    >>> def euler(q, omega, h, body):
    ...     after = quaternion.multiply(q, quaternion.exp(h * omega))
    ...     return after, body.omega(after, body.momentum_space(q, omega))
    >>> print(integrate(of(euler), Body((1, 2, 3)), omega=(0, 1, 1), h=0.1, steps=9))
    <Trajectory euler: 10 records, t = 0 ... 0.9 s>
    """
    named = name or str(getattr(step, "__name__", type(step).__name__))
    count = _check.arguments_of(step) if callable(step) else 0
    count = 6 if count is None else count  # it takes any number, or does not say
    if count not in CALLS:
        raise InvalidInput(
            f"step: expected {' or '.join(CALLS.values())}, got {named} of {count}"
            " arguments"
        )

    def in_body_axes(
        t: Scalar, h: Scalar, y: State, body: Body, load: BoundLoad | None
    ) -> State:
        q, omega = _rows(y[:4]), _rows(y[4:])
        given: tuple[Any, ...] = q, omega, h, body
        if count == 6:
            given = (t, *given, None if load is None else _torque(load))
        return _state(named, step(*given), q, omega)

    return Method(
        named,
        order,
        in_body_axes,
        "a function of one's own",
        layout=RATES,
        takes=("torque",) if count == 6 else (),
        properties=("body axes",),
    )


def _rows(parts: Any) -> Array:
    return np.moveaxis(np.array(parts, float), 0, -1)


def _parts(a: Any) -> State:
    """As a step of rotlib takes vectors: floats of one body, or arrays of a batch."""
    a = np.asarray(a, float)
    return tuple(a.tolist() if a.ndim == 1 else np.moveaxis(a, -1, 0))


def _torque(load: BoundLoad) -> Function:
    def torque(t: Scalar, q: Any, omega: Any) -> Array:
        rates = _parts(omega)
        tau = load.law(t, _parts(q), rates)
        return _rows(np.broadcast_arrays(*tau, *rates)[:3])

    return torque


def _state(named: str, made: Any, *before: Array) -> State:
    try:
        after = [np.array(a) for a in made]
    except (TypeError, ValueError):  # None, or rows of different lengths
        after = []
    right = [a.shape for a in after] == [a.shape for a in before]
    if not right or any(a.dtype.kind not in "fiu" for a in after):
        wanted = " and ".join(f"{a.shape}" for a in before)
        got = ", ".join(f"{a.shape} of {a.dtype}" for a in after)
        raise InvalidInput(
            f"method {named!r}: expected its step to return (q, omega), numbers of"
            f" shapes {wanted}, got {got or type(made).__name__}"
        )
    return (*_parts(after[0]), *_parts(after[1]))
