"""Every integrator of rotlib; tables and tests are made from the list `ALL`.

A family is a function, of which `splitting("312", order=4)` is `splitting4_312` too.
"""

from functools import cache
from typing import Any

from .. import _check
from .._remembered import remember
from ..errors import NotAvailable
from . import rivals, runge_kutta, taylor
from ._method import BoundLoad, EmbeddedPair, Layout, Method
from .dqvi import dqvi, dqvi_published
from .exact import FLIGHTS, ORDERS, TORQUE_ORDERS, exact, kicks, preprocessed
from .krenk_nielsen import krenk_nielsen
from .own import of
from .rattle import NAMES as RATTLES
from .rattle import rattle
from .splitting import AXES, NODES, PARTS, composed, dmv, splitting
from .taylor import SERIES, buss

_SINGLE = {  # by name; those of these files are attributes of this module, too
    x.name: x
    for file in (rivals, runge_kutta, taylor)
    for x in vars(file).values()
    if isinstance(x, Method)
}
_SINGLE |= {m.name: m for m in (dmv, dqvi_published, exact, krenk_nielsen(), dqvi())}

__all__ = ["ALL", "BoundLoad", "EmbeddedPair", "Layout", "Method", "find", "table"]
__all__ += ["buss", "composed", "dqvi", "kicks", "krenk_nielsen", "of", "preprocessed"]
__all__ += ["rattle", "splitting", *(name for name in _SINGLE if name not in __all__)]

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
