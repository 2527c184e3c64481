"""A load from a formula: torque, potential or wrench as SymPy expressions.

What Taylor methods need of it, its power series along a motion, comes from the program
that is made of the formula [eq-jets].

Chapters: Turning with torque, DQVI in use.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import mul
from typing import Any

import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from .. import _check
from .._remembered import remembered
from .._types import Frame
from ..errors import InvalidInput
from ..kernels.quaternion import multiply, rotate_back
from ..loads import Load
from .kernel import Kernel, function_of
from .printer import CALLED

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
    t = sp.Symbol("t") if t is None else sp.sympify(t)
    given = {"q": q, "omega": omega, "position": position, "velocity": velocity}
    motion = []
    for n, found in given.items():
        motion.append(list(sp.symbols(NAMES[n]) if found is None else found))
        if (got := len(motion[-1])) != (count := len(NAMES[n].split())):
            raise InvalidInput(f"{name}: expected {count} symbols {n}, got {got}")
    q, _, place, _ = motion
    if (law is None) == (potential is None):
        both = "neither" if law is None else "both"
        raise InvalidInput(f"{name}: expected one of law and potential, got {both}")
    turn = _check.one_of(frame, ("body", "space"), "frame") == "space"
    V = sp.sympify(0 if potential is None else potential)
    if potential is not None:
        law, turn = _torque_of(V, q), False
        if position is not None or V.free_symbols & {*place}:
            law += rotate_back(*q, *(-V.diff(x) for x in place))
    entries = [sp.sympify(x) for x in law or ()]
    if len(entries) not in (3, 6):
        raise InvalidInput(
            f"{name}: expected three components, of a torque, or six, of torque and"
            f" force, got {len(entries)}"
        )
    if turn:
        halves = [entries[k : k + 3] for k in range(0, len(entries), 3)]
        entries = [x for half in halves for x in rotate_back(*q, *half)]
    motion = motion if len(entries) == 6 else motion[:2]
    of_place = [*chain(*motion[::2])]  # without the rates
    inputs = [t, *chain(*motion)]
    allowed = {*(inputs if potential is None else of_place)}
    if unknown := sp.Matrix([*entries, V]).free_symbols - allowed:
        raise InvalidInput(
            f"{name}: expected only the symbols {sorted(map(str, allowed))}, also got "
            f"{sorted(map(str, unknown))}; put numbers in their place with .subs"
        )
    known = None if potential is None else _text(name, of_place, [V])
    return _of_texts(name, _text(name, inputs, entries), len(entries) == 6, known)


def _torque_of(V: sp.Expr, q: list[sp.Symbol]) -> list[sp.Expr]:
    turns = [multiply(*(*q, 0, *u)) for u in sp.eye(3).tolist()]  # twice those of q
    slope = [V.diff(a) for a in q]
    return [-sum(map(mul, slope, turn)) / 2 for turn in turns]


@remembered
def _of_texts(name: str, text: str, flies: bool, potential: str | None) -> Load:
    kernel = function_of(_plain(name), text)
    V = potential and function_of(_plain(name), potential)
    if flies:
        return Load(
            name,
            lambda t, q, omega, x, velocity: kernel(t, *q, *omega, *x, *velocity),
            (lambda q, position: V(*q, *position)) if V else None,
        )
    law = lambda t, q, omega: kernel(t, *q, *omega)  # noqa: E731
    return Load(name, law, (lambda q: V(*q)) if V else None)


def _plain(name: str) -> str:
    return "load_" + re.sub(r"\W+", "_", name)


def _text(name: str, inputs: list[sp.Symbol], outputs: list[sp.Expr]) -> str:
    made: dict[str, Any] = {"inputs": inputs, "doc": f"Of the load {name!r}."}
    made["outputs"] = [x.replace(_is_foreign, _rewritten) for x in outputs]
    try:
        return Kernel(_plain(name), **made).module
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
