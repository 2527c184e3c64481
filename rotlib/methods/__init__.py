"""Every integrator of rotlib; tables and tests are made from the list `ALL`.

A family is a function, of which `splitting("312", order=4)` is `splitting4_312` too.
"""

from functools import cache
from typing import TYPE_CHECKING

from .. import _check
from .._remembered import remember
from ..errors import NotAvailable
from ._method import BoundLoad, BoundWrench, EmbeddedPair, Method, PoseMethod
from .adams_bashforth_moulton import adams_bashforth_moulton
from .composition import composed
from .constant_acceleration import (
    buss2_minus,
    constant_acceleration,
    constant_acceleration_body,
)
from .dmv import dmv
from .dqvi import dqvi, dqvi_published
from .engines import (
    catto,
    clamped_euler,
    explicit_euler,
    implicit_midpoint,
    implicit_midpoint_cayley,
    rk4_mean_turn,
    rkmk4_rates,
    semi_implicit_euler,
)
from .exact import exact
from .kicks import kicks
from .krenk_nielsen import krenk_nielsen
from .preprocessed import preprocessed
from .rattle import rattle
from .rk4 import rk4, rk4_naive, rk4_quaternion
from .rkmk54 import rkmk54
from .runge_kutta import cf4, crouch_grossman3, rkmk4
from .simo_wong import simo_wong
from .splitting import splitting
from .taylor import (
    SERIES,
    buss,
    buss2_plus,
    buss3,
    buss3_false,
    buss3_series,
    lie_euler,
)

buss2: Method = buss(2)
buss4: Method = buss(4)
buss5: Method = buss(5)
buss6: Method = buss(6)
buss7: Method = buss(7)
buss8: Method = buss(8)
splitting_123: Method = splitting("123")
splitting_132: Method = splitting("132")
splitting_213: Method = splitting("213")
splitting_231: Method = splitting("231")
splitting_312: Method = splitting("312")
splitting_321: Method = splitting("321")
splitting4_123: Method = splitting("123", order=4)
splitting4_132: Method = splitting("132", order=4)
splitting4_213: Method = splitting("213", order=4)
splitting4_231: Method = splitting("231", order=4)
splitting4_312: Method = splitting("312", order=4)
splitting4_321: Method = splitting("321", order=4)
splitting6_123: Method = splitting("123", order=6)
splitting6_132: Method = splitting("132", order=6)
splitting6_213: Method = splitting("213", order=6)
splitting6_231: Method = splitting("231", order=6)
splitting6_312: Method = splitting("312", order=6)
splitting6_321: Method = splitting("321", order=6)
splitting8_123: Method = splitting("123", order=8)
splitting8_132: Method = splitting("132", order=8)
splitting8_213: Method = splitting("213", order=8)
splitting8_231: Method = splitting("231", order=8)
splitting8_312: Method = splitting("312", order=8)
splitting8_321: Method = splitting("321", order=8)
kicks2: Method = kicks(2)
kicks4: Method = kicks(4)
kicks6: Method = kicks(6)
kicks_gauss1: Method = kicks(nodes=1)
kicks_gauss2: Method = kicks(nodes=2)
kicks_gauss3: Method = kicks(nodes=3)
kicks_gauss4: Method = kicks(nodes=4)
kicks_gauss5: Method = kicks(nodes=5)
kicks_gauss6: Method = kicks(nodes=6)
dmv4: Method = preprocessed(4)
dmv6: Method = preprocessed(6)
dmv8: Method = preprocessed(8)
dmv10: Method = preprocessed(10)
dmv10_kicks4: Method = preprocessed(10, torque_order=4)
dmv10_kicks6: Method = preprocessed(10, torque_order=6)
dmv10_kicks8: Method = preprocessed(10, torque_order=8)
dmv10_gauss1: Method = preprocessed(10, nodes=1)
dmv10_gauss2: Method = preprocessed(10, nodes=2)
dmv10_gauss3: Method = preprocessed(10, nodes=3)
dmv10_gauss4: Method = preprocessed(10, nodes=4)
dmv10_gauss5: Method = preprocessed(10, nodes=5)
dmv10_gauss6: Method = preprocessed(10, nodes=6)
rattle_123: PoseMethod = rattle(axes="123")
rattle_132: PoseMethod = rattle(axes="132")
rattle_213: PoseMethod = rattle(axes="213")
rattle_231: PoseMethod = rattle(axes="231")
rattle_312: PoseMethod = rattle(axes="312")
rattle_321: PoseMethod = rattle(axes="321")
rattle4: PoseMethod = rattle(order=4)
rattle6: PoseMethod = rattle(order=6)
dqvi4: PoseMethod = dqvi(order=4)
dqvi6: PoseMethod = dqvi(order=6)
krenk_nielsen_full: Method = krenk_nielsen(form="full")

ALL = (
    lie_euler,
    buss2,
    buss3_false,
    buss2_plus,
    buss2_minus,
    buss3,
    buss3_series,
    *SERIES[3:],
    constant_acceleration,
    crouch_grossman3,
    rkmk4,
    cf4,
    rkmk54,
    rk4,
    rk4_quaternion,
    rk4_naive,
    adams_bashforth_moulton,
    simo_wong,
    splitting_123,
    splitting_231,
    splitting4_231,
    splitting6_231,
    splitting8_231,
    dmv,
    dmv6,
    dmv10,
    krenk_nielsen(),
    explicit_euler,
    semi_implicit_euler,
    clamped_euler,
    catto,
    implicit_midpoint,
    implicit_midpoint_cayley,
    rk4_mean_turn,
    rkmk4_rates,
    dqvi(),
    dqvi4,
    dqvi6,
    dqvi_published,
    exact,
)
"""One of each kind of method, in the order of the book."""

_EACH = (*ALL, rattle(), *vars().values())
_KNOWN = {m.name: m for m in _EACH if isinstance(m, Method)}

__all__ = [
    "ALL",
    "BoundLoad",
    "BoundWrench",
    "EmbeddedPair",
    "Method",
    "PoseMethod",
    "adams_bashforth_moulton",
    "buss",
    "buss2",
    "buss2_minus",
    "buss2_plus",
    "buss3",
    "buss3_false",
    "buss3_series",
    "buss4",
    "buss5",
    "buss6",
    "buss7",
    "buss8",
    "catto",
    "cf4",
    "clamped_euler",
    "composed",
    "constant_acceleration",
    "constant_acceleration_body",
    "crouch_grossman3",
    "dmv",
    "dmv4",
    "dmv6",
    "dmv8",
    "dmv10",
    "dmv10_gauss1",
    "dmv10_gauss2",
    "dmv10_gauss3",
    "dmv10_gauss4",
    "dmv10_gauss5",
    "dmv10_gauss6",
    "dmv10_kicks4",
    "dmv10_kicks6",
    "dmv10_kicks8",
    "dqvi",
    "dqvi4",
    "dqvi6",
    "dqvi_published",
    "exact",
    "explicit_euler",
    "find",
    "implicit_midpoint",
    "implicit_midpoint_cayley",
    "kicks",
    "kicks2",
    "kicks4",
    "kicks6",
    "kicks_gauss1",
    "kicks_gauss2",
    "kicks_gauss3",
    "kicks_gauss4",
    "kicks_gauss5",
    "kicks_gauss6",
    "krenk_nielsen",
    "krenk_nielsen_full",
    "lie_euler",
    "preprocessed",
    "rattle",
    "rattle4",
    "rattle6",
    "rattle_123",
    "rattle_132",
    "rattle_213",
    "rattle_231",
    "rattle_312",
    "rattle_321",
    "rk4",
    "rk4_mean_turn",
    "rk4_naive",
    "rk4_quaternion",
    "rkmk4",
    "rkmk4_rates",
    "rkmk54",
    "semi_implicit_euler",
    "simo_wong",
    "splitting",
    "splitting4_123",
    "splitting4_132",
    "splitting4_213",
    "splitting4_231",
    "splitting4_312",
    "splitting4_321",
    "splitting6_123",
    "splitting6_132",
    "splitting6_213",
    "splitting6_231",
    "splitting6_312",
    "splitting6_321",
    "splitting8_123",
    "splitting8_132",
    "splitting8_213",
    "splitting8_231",
    "splitting8_312",
    "splitting8_321",
    "splitting_123",
    "splitting_132",
    "splitting_213",
    "splitting_231",
    "splitting_312",
    "splitting_321",
    "table",
]


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # a checker takes the names above, and `find` for others

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
    if isinstance(method, str):
        base = method.removesuffix("_ep")
        if base in _KNOWN:
            return _KNOWN[base] if base == method else _energy_preserved(base)
    ending = "_ep" if str(method).endswith("_ep") else ""
    near = _check.meant(method, [f"{name}{ending}" for name in _KNOWN])
    raise NotAvailable(
        f"method: expected a Method or its name, got {method!r}{near or ';'}"
        " rotlib.methods.ALL lists all"
    )


@cache
def _energy_preserved(name: str) -> Method:
    return _KNOWN[name].with_energy_preserved()


def _pickle_as_names() -> None:
    for name, method in _KNOWN.items():
        remember(method, find, name)
        if method.stepping_form is not None:
            remember(method.stepping_form, getattr, method, "stepping_form")
        if method.flight is not None:
            remember(method.flight, getattr, method, "flight")


_pickle_as_names()


def table() -> str:
    """The methods as a Markdown table: order, kind, what they keep, loads they take."""
    rows = [
        "| method | order | kind | keeps, free body | loads | what it does |",
        "|---|---|---|---|---|---|",
    ]
    for m in ALL:
        kind = (
            "closed form" if m.closed_form else "implicit" if m.implicit else "explicit"
        )
        kind += "".join(
            f", {word}" for word in ("symplectic", "symmetric") if getattr(m, word)
        )
        keeps, loads = ", ".join(m.conserves) or "nothing", _loads(m)
        rows.append(
            f"| `{m.name}` | {m.order or 'exact'} | {kind} | {keeps} | {loads} |"
            f" {m.summary} |"
        )
    return "\n".join(rows)


def _loads(m: Method) -> str:
    if not m.torque:
        return "none"
    if m.poses:
        return "wrench"
    if m.needs_potential:
        return "potential"
    return (
        ("torque or wrench" if m.flies else "torque")
        + (", as a formula" if m.series else "")
        + (", exact work" if m.works else "")
    )
