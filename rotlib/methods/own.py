"""A method of a function that a reader wrote, or of a kernel that a notebook made.

Chapter: From a paper to a method.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from .. import _check
from .._remembered import remembered
from .._types import Array, Function, Quaternion, Scalar, State
from ..body import Body, components
from ..errors import InvalidInput
from ._method import RATES, BoundLoad, Method
from .splitting import flying, kicked

CALLS = {  # by the number of arguments
    4: "step(q, omega, h, body)",
    5: "step(t, h, y, J, load)",
    6: "step(t, q, omega, h, body, load)",
    11: "turn(*q, *L, *J, h)",
}
OWN = "a function of one's own"


@remembered
def of(
    step: Function | str,
    *,
    name: str | None = None,
    order: int | None = None,
    summary: str | None = None,
    conserves: Sequence[str] = (),
    properties: Sequence[str] = (),
    chapter: str = "",
    equation: str = "",
) -> Method:
    """A method of a function, which is one of four.

    `step(q, omega, h, body)` returns (q, omega) after a step: body axes, arrays with
    the components last, of one body without further axes. To take torques it is
    `step(t, q, omega, h, body, load)`, where `load` is torque(t, q, omega), or None.
    Both are called step by step, never compiled or exported.

    `turn(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h)` returns the four numbers
    q after a step of the free body, principal axes, L in space: a generated kernel, or
    the name of one in rotlib, "topic.function". A load acts in kicks before and behind
    it, of second order. It flies, couples, is compiled and exported.

    `step(t, h, y, J, load)` returns y, as rotlib's own steps do: a flat tuple of q and
    L, numbers of any kind, with a `BoundLoad` or None; compiled and exported.

    InvalidInput for a function of other arguments, and for answers of other shapes.

    name, summary: by default those of the function
    order, conserves, properties, chapter, equation: as in `Method`; believed, not
        measured: that is for `rotlib.diagnostics`

    >>> from rotlib import Body, integrate, quaternion
    >>> def euler(q, omega, h, body):
    ...     after = quaternion.multiply(q, quaternion.exp(h * omega))
    ...     return after, body.omega(after, body.momentum_space(q, omega))
    >>> print(integrate(of(euler), Body((1, 2, 3)), omega=(0, 1, 1), h=0.1, steps=9))
    <Trajectory euler: 10 records, t = 0 ... 0.9 s>
    """
    made = _kernel(step) if isinstance(step, str) else step
    named = name or str(getattr(made, "__name__", type(made).__name__))
    count = _check.arguments_of(made) if callable(made) else 0
    count = 6 if count is None else count  # it takes any number, or does not say
    known, got = "; ".join(CALLS.values()), f"{named} of {count} arguments"
    _check.require(count in CALLS, "step", f"one of {known}", got)
    if order is not None:
        order = _check.count(order, "order", 1)
    facts: dict[str, Any] = {"chapter": chapter, "equation": equation}
    facts |= {"name": named, "order": order, "conserves": tuple(conserves)}
    facts |= {"summary": summary or OWN, "properties": tuple(properties)}
    if count == 11:
        facts["takes"] = "torque", "states"
        return flying(step=kicked(_turned(named, made)), **facts)
    if count == 5:
        return Method(step=made, **facts)
    facts["properties"] += ("body axes",)
    facts["takes"] = ("torque",) if count == 6 else ()
    return Method(step=_in_body_axes(named, made, count == 6), layout=RATES, **facts)


def _kernel(path: str) -> Any:
    topic, _, function = path.partition(".")
    try:
        return getattr(import_module(f"rotlib.kernels.{topic}"), function)
    except (ImportError, AttributeError):
        raise InvalidInput(
            f"step: expected a function, or the name topic.function of a generated one"
            f" in rotlib/kernels, got {path!r}"
        ) from None


def _turned(named: str, turn: Function) -> Function:
    def turned(y: State, J: State, h: Scalar) -> Quaternion:
        q: Quaternion = turn(*y, *J, h)
        if type(q) is not tuple or len(q) != 4:
            got = f"{len(q)} numbers" if type(q) is tuple else type(q).__name__
            raise InvalidInput(
                f"method {named!r}: expected its turn to return (q_w, q_x, q_y, q_z),"
                f" got {got}"
            )
        return q

    return turned


def _in_body_axes(named: str, step: Function, loaded: bool) -> Function:
    def in_body_axes(
        t: Scalar, h: Scalar, y: State, body: Body, load: BoundLoad | None
    ) -> State:
        q, omega = _rows(y[:4]), _rows(y[4:])
        given: tuple[Any, ...] = q, omega, h, body
        if loaded:
            given = (t, *given, None if load is None else _torque(load))
        return _state(named, step(*given), q, omega)

    return in_body_axes


def _rows(parts: Any) -> Array:
    return np.moveaxis(np.array(parts, float), 0, -1)


def _parts(a: Any) -> State:
    """As a step of rotlib takes vectors: floats of one body, or arrays of a batch."""
    return components(np.asarray(a, float))  # type: ignore[no-any-return]


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
