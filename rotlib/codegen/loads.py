"""A load from a formula: torque, potential or wrench as SymPy expressions.

What Taylor methods need of it, its power series along a motion, comes from the program
that is made of the formula [eq-jets].

Chapters: Buss, DQVI in use.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from .. import _check
from .._remembered import remembered
from .._types import Frame
from ..errors import InvalidInput
from .kernel import CALLED, Kernel, function_of

if TYPE_CHECKING:
    from ..loads import Load

NAMES = {  # of the symbols, by default
    "q": "q_w q_x q_y q_z",
    "omega": "omega_x omega_y omega_z",
    "position": "x y z",
    "velocity": "v_x v_y v_z",
}


def symbolic_load(
    name: str,
    law: Iterable[sp.Expr] | None = None,
    *,
    potential: sp.Expr | None = None,
    t: sp.Symbol | None = None,
    q: Sequence[sp.Symbol] | None = None,
    omega: Sequence[sp.Symbol] | None = None,
    position: Sequence[sp.Symbol] | None = None,
    velocity: Sequence[sp.Symbol] | None = None,
    frame: Frame = "body",
) -> Load:
    """Make a load from a formula: give either `law` or `potential` [eq-carried].

    InvalidInput for symbols that are not among those named, and for functions that
    cannot be printed.

    name: what a message or a legend calls it
    law: three expressions, a torque, N m, on a body that is held; or six, torque and
        force, N, on one that flies; components of `frame`
    potential: V(q) or V(q, position), J; the law is derived from it [eq-dqvi-4-25]
    t, q, omega, position, velocity: symbols of time, attitude wxyz, rate, place in
        space and velocity; by default t, q_w, ..., omega_x, ..., x, y, z, v_x, ...

    >>> t, *w = sp.symbols("t w_x w_y w_z")
    >>> drag = symbolic_load("drag", [-0.1 * x for x in w], t=t, omega=w)
    >>> drag.law(0.0, (1, 0, 0, 0), (0.0, 0.0, 2.0))[2]
    -0.2
    """
    from ..kernels.quaternion import multiply, rotate_back  # perhaps not written yet

    given = {"q": q, "omega": omega, "position": position, "velocity": velocity}
    symbols = {n: sp.symbols(NAMES[n]) if x is None else x for n, x in given.items()}
    for n, found in symbols.items():
        if len(found) != (count := len(NAMES[n].split())):
            raise InvalidInput(f"{name}: expected {count} symbols {n}, got {found}")
    q, rate, place, speed = symbols.values()
    when = sp.Symbol("t") if t is None else t
    if (law is None) == (potential is None):
        both = "neither" if law is None else "both"
        raise InvalidInput(f"{name}: expected one of law and potential, got {both}")
    in_space = _check.one_of(frame, ("body", "space"), "frame") == "space"
    V = sp.sympify(potential or 0)
    entries = [sp.sympify(x) for x in law or ()]
    if law is None:
        turns = [multiply(*(*q, 0, *u)) for u in sp.eye(3).tolist()]  # twice those of q
        entries = [-sp.Matrix(turn).dot([V.diff(a) for a in q]) / 2 for turn in turns]
        if position is not None or V.free_symbols & {*place}:
            entries += rotate_back(*q, *(-V.diff(x) for x in place))
    elif len(entries) not in (3, 6):
        said = f"{name}: expected three components, of a torque, or six, of torque and"
        raise InvalidInput(f"{said} force, got {len(entries)}")
    elif in_space:
        halves = entries[:3], entries[3:]
        entries = [x for half in halves if half for x in rotate_back(*q, *half)]
    flies = len(entries) == 6
    seen = [*q, *place] if flies else [*q]
    inputs = [when, *q, *rate, *(*place, *speed) * flies]
    allowed = {*(inputs if potential is None else seen)}
    if unknown := sp.Matrix([*entries, V]).free_symbols - allowed:
        said = f"{name}: expected only the symbols {sorted(map(str, allowed))}, also"
        said += f" got {sorted(map(str, unknown))}; put numbers in their place with"
        raise InvalidInput(said + " .subs")
    known = None if potential is None else _text(name, "potential", seen, [V])
    return _of_texts(name, _text(name, "law", inputs, entries), flies, known)


@remembered
def _of_texts(name: str, text: str, flies: bool, potential: str | None) -> Load:
    from ..loads import Load

    law, V = function_of("law", text), potential and function_of("potential", potential)
    if flies:
        return Load(
            name,
            lambda t, q, omega, x, velocity: law(t, *q, *omega, *x, *velocity),
            (lambda q, position: V(*q, *position)) if V else None,
        )
    held = lambda t, q, omega: law(t, *q, *omega)  # noqa: E731
    return Load(name, held, (lambda q: V(*q)) if V else None)


def _text(name: str, what: str, inputs: list[sp.Symbol], outputs: list[sp.Expr]) -> str:
    outputs = [x.replace(_is_foreign, _rewritten) for x in outputs]
    doc = f"Of the load {name!r}."
    try:
        return Kernel(what, inputs=inputs, outputs=outputs, doc=doc).module
    except TypeError as error:
        raise InvalidInput(f"{name}: {error}; write it with other functions") from None


def _is_foreign(expr: sp.Expr) -> bool:
    if expr.is_Pow:
        return bool(expr.exp.free_symbols) and expr.base is not sp.E
    return isinstance(expr, sp.Function) and expr.func.__name__ not in CALLED


def _rewritten(expr: sp.Expr) -> sp.Expr:
    if expr.is_Pow:
        return sp.exp(expr.exp * sp.log(expr.base), evaluate=False)
    hyperbolic = isinstance(expr, HyperbolicFunction)
    return expr.rewrite(sp.exp if hyperbolic else sp.cos)
