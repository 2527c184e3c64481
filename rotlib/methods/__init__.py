"""Every integrator of rotlib; tables and tests are made from the list `ALL`.

A family is a function, of which `splitting("312", order=4)` is `splitting4_312` too. A
function that a reader wrote, or a kernel that a notebook made, is a method by `of`.
Chapter: From a paper to a method.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any

import numpy as np

from .. import _check
from .._remembered import remember, remembered
from .._types import Array, Function, Quaternion, Scalar, State
from ..body import Body, components
from ..errors import InvalidInput, NotAvailable
from ._method import RATES, BoundLoad, EmbeddedPair, Layout, Method
from .dqvi import dqvi, dqvi_published
from .exact import FLIGHTS, ORDERS, TORQUE_ORDERS, exact, kicks, preprocessed
from .krenk_nielsen import krenk_nielsen
from .rattle import NAMES as RATTLES
from .rattle import rattle
from .rivals import (
    adams_bashforth_moulton,
    catto,
    clamped_euler,
    explicit_euler,
    implicit_midpoint,
    implicit_midpoint_cayley,
    rk4_mean_turn,
    rk4_naive,
    rk4_quaternion,
    rkmk4_rates,
    semi_implicit_euler,
    simo_wong,
)
from .runge_kutta import Tableau, cf4, crouch_grossman3, on_group, rk4, rkmk4, rkmk54
from .splitting import AXES, NODES, PARTS, composed, dmv, flying, kicked, splitting
from .taylor import (
    SERIES,
    buss,
    buss2_minus,
    buss2_plus,
    buss3,
    buss3_false,
    buss3_series,
    constant_acceleration,
    constant_acceleration_body,
    lie_euler,
)

__all__ = ["ALL", "BoundLoad", "EmbeddedPair", "Layout", "Method", "find", "table"]
__all__ += ["buss", "composed", "dqvi", "kicks", "krenk_nielsen", "of", "preprocessed"]
__all__ += ["rattle", "splitting"]

# written out, so that an editor knows them too
__all__ += ["adams_bashforth_moulton", "buss2_minus", "buss2_plus", "buss3"]
__all__ += ["buss3_false", "buss3_series", "catto", "cf4", "clamped_euler"]
__all__ += ["constant_acceleration", "constant_acceleration_body", "crouch_grossman3"]
__all__ += ["dmv", "dqvi_published", "exact", "explicit_euler", "implicit_midpoint"]
__all__ += ["implicit_midpoint_cayley", "lie_euler", "rk4", "rk4_mean_turn"]
__all__ += ["rk4_naive", "rk4_quaternion", "rkmk4", "rkmk4_rates", "rkmk54"]
__all__ += ["semi_implicit_euler", "simo_wong"]

_ALONE = (
    *[x for x in globals().values() if isinstance(x, Method)],
    krenk_nielsen(),
    dqvi(),
)
_SINGLE = {method.name: method for method in _ALONE}

# of families, by the call that makes the method
_CALLS: dict[str, tuple[Any, ...]] = {
    **{f"buss{n}": (buss, n) for n in range(2, len(SERIES) + 1)},
    **{f"dqvi{order}": (dqvi, "mass", order) for order in (4, 6)},
    **{f"splitting_{axes}": (splitting, axes) for axes in AXES},
    **{f"splitting{p}_{axes}": (splitting, axes, p) for axes in AXES for p in PARTS},
    **{f"kicks{order}": (kicks, order) for order in FLIGHTS},
    **{f"kicks_gauss{n}": (kicks, 2, n) for n in range(1, NODES + 1)},
    **{f"dmv{order}": (preprocessed, order) for order in ORDERS},
    **{f"dmv10_kicks{p}": (preprocessed, 10, p) for p in TORQUE_ORDERS if p > 2},
    **{f"dmv10_gauss{n}": (preprocessed, 10, 2, n) for n in range(1, NODES + 1)},
    **{name: (rattle, *key) for name, key in RATTLES.items()},
}
_NAMES = *_SINGLE, *_CALLS


def __dir__() -> list[str]:
    return sorted({*__all__, *[m.name for m in ALL]})


def __getattr__(name: str) -> Method:
    try:
        return find(name)
    except NotAvailable as error:
        raise AttributeError(
            f"module 'rotlib.methods' has no attribute {name!r}: {error}"
        ) from None


def find(method: Method | str) -> Method:
    """Return a Method given itself or its name; "_ep" at its end restores the energy.

    >>> find("buss3_ep").conserves
    ('momentum', 'norm', 'energy')
    """
    if isinstance(method, Method):
        return method
    if isinstance(method, str) and method.removesuffix("_ep") in _NAMES:
        return _named(method)
    ending = "_ep" if str(method).endswith("_ep") else ""
    near = _check.meant(method, [f"{name}{ending}" for name in _NAMES])
    remedy = "rotlib.methods.ALL lists all"
    if callable(method):
        remedy = "rotlib.methods.of(step) makes one of a function"
    raise NotAvailable(
        f"method: expected a Method or its name, got {method!r}{near or ';'} {remedy}"
    )


@cache
def _named(name: str) -> Method:
    """The method of that name; it pickles as the name."""
    if name not in _NAMES:
        return _named(name.removesuffix("_ep")).with_energy_preserved()
    maker, *arguments = _CALLS.get(name, (_SINGLE.get, name))
    made: Method = maker(*arguments)
    return remember(made, find, name)


ALL: tuple[Method, ...] = tuple(
    find(name)
    for name in """
    lie_euler buss2 buss3_false buss2_plus buss2_minus buss3 buss3_series
    buss4 buss5 buss6 buss7 buss8 constant_acceleration
    crouch_grossman3 rkmk4 cf4 rkmk54 rk4 rk4_quaternion rk4_naive
    adams_bashforth_moulton simo_wong splitting_123 splitting_231
    splitting4_231 splitting6_231 splitting8_231 dmv dmv6 dmv10 krenk_nielsen
    explicit_euler semi_implicit_euler clamped_euler catto
    implicit_midpoint implicit_midpoint_cayley rk4_mean_turn rkmk4_rates
    dqvi dqvi4 dqvi6 dqvi_published exact
    """.split()
)
"""One of each kind of method, in the order of the book."""


def table() -> str:
    """The methods as a Markdown table: order, kind, what they keep, loads they take."""
    rows = [
        "| method | order | kind | keeps, free body | loads | what it does |",
        "|---|---|---|---|---|---|",
    ]
    for m in ALL:
        solved = "implicit" if "implicit" in m.properties else "explicit"
        kind = ["closed form" if m.closed_form else solved]
        kind += [w for w in ("symplectic", "symmetric") if w in m.properties]
        loads = ["none"]
        if m.takes:
            held = "torque or wrench" if m.flight else "torque"
            loads = ["wrench" if m.poses else held]
            loads += ["as a formula"] * ("series" in m.properties)
            loads += ["exact work"] * ("exact work" in m.properties)
        keeps = ", ".join(m.conserves) or "nothing"
        order = str(m.order or "exact")
        told = order, ", ".join(kind), keeps, ", ".join(loads), m.summary
        rows.append(f"| `{m.name}` | {' | '.join(told)} |")
    return "\n".join(rows)


# --- a method of a function -----------------------------------------------------------

FORMS = {  # by the number of arguments
    4: "step(q, omega, h, body)",
    5: "step(t, h, y, J, load)",
    6: "step(t, q, omega, h, body, load)",
    11: "turn(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h)",
}
OWN = "of one's own"


@remembered
def of(
    step: Function | str | Tableau,
    *,
    name: str | None = None,
    order: int | None = None,
    summary: str | None = None,
    conserves: Sequence[str] = (),
    properties: Sequence[str] = (),
    chapter: str = "",
    equation: str = "",
) -> Method:
    """A method of a tableau, or of a function, which is one of four.

    A tableau, of Runge and Kutta on the group, has a row for each stage, and one for
    the step: its time, part of h; the weights of the stages so far; their weights in
    each of the turns that lead there, one after the other. Each of them adds up to the
    time. It takes whatever loads and rotors there are, flies, couples, is compiled and
    exported; the midpoint rule is
    ((0, (), ()), (0.5, (0.5,), ((0.5,),)), (1, (0, 1), ((0, 1),))).

    `step(q, omega, h, body)` returns (q, omega) after a step: body axes, arrays with
    the components last, of one body without further axes. To take torques it is
    `step(t, q, omega, h, body, load)`, where `load` is torque(t, q, omega), or None.
    Both are called step by step, never compiled or exported.

    `turn(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h)` returns the four numbers
    q after a step of the free body, principal axes, L in space: a generated kernel, or
    the name of one in rotlib, "topic.function". A load acts in kicks before and behind
    it, of second order. It flies, couples, is compiled and exported.

    `step(t, h, y, J, load)` returns y, as rotlib's own steps of held bodies do: a flat
    tuple of q and L, numbers of any kind, with a `BoundLoad` or None; compiled and
    exported, but it does not fly.

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
    kind = "tableau" if isinstance(made, (tuple, list)) else type(made).__name__
    named = name or str(getattr(made, "__name__", kind))
    if order is not None:
        order = _check.count(order, "order", 1)
    facts: dict[str, Any] = {"chapter": chapter, "equation": equation}
    facts |= {"name": named, "order": order, "conserves": tuple(conserves)}
    facts |= {"summary": summary or OWN, "properties": tuple(properties)}
    if isinstance(made, (tuple, list)):
        return on_group(_tableau(made), **facts)
    count = _check.arguments_of(made) if callable(made) else 0
    known, got = "; ".join(FORMS.values()), f"{named} of {count or 'any'} arguments"
    wanted = f"a tableau, or a function with one of these lists of arguments: {known}"
    _check.require(count in FORMS, "step", wanted, got)
    if count == 11:
        facts["takes"] = "torque", "states"
        return flying(step=kicked(_turned(named, made)), **facts)
    if count == 5:
        return Method(step=_whole(named, made), **facts)
    facts["properties"] += ("body axes",)
    facts["takes"] = ("torque",) if count == 6 else ()
    return Method(step=_in_body_axes(named, made, count == 6), layout=RATES, **facts)


def _tableau(rows: Any) -> Tableau:
    made = []
    for k, row in enumerate(rows):
        good = False
        with suppress(TypeError, ValueError):
            time, weights, turns = row
            each = [tuple(map(float, x)) for x in (weights, *turns)]
            sums = sum(each[0]), sum(chain(*each[1:]))
            right = bool(turns) == (k > 0) and all([len(x) == k for x in each])
            good = right and all([abs(x - time) <= 1e-12 for x in sums])
        wanted = f"(time, weights, turns), of {k} weights that add up to the time each"
        _check.require(good, f"tableau, row {k}", wanted, row)
        made.append((float(time), each[0], tuple(each[1:])))
    _check.require(len(made) > 1, "tableau", "a stage and a step", f"{len(made)} rows")
    return tuple(made)


def _whole(named: str, step: Function) -> Function:
    def whole(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        after: State = step(t, h, y, J, load)
        got = len(after) if hasattr(after, "__len__") else after
        if got != len(y):
            said = f"method {named!r}: expected its step to return y, {len(y)} numbers"
            raise InvalidInput(f"{said}, got {got!r}")
        return after

    return whole


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
        return _motion(named, step(*given), q, omega)

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


def _motion(named: str, made: Any, *before: Array) -> State:
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
