"""A load from a formula: torque, potential or wrench as SymPy expressions.

What Taylor methods need of it, its power series along a motion, comes from the program
that is made of the formula [eq-jets].

Chapters: Turning with torque, DQVI in use.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from .. import _check
from .._remembered import remembered
from .._types import Frame, Function
from ..errors import InvalidInput
from ..loads import Load
from .algebra import multiply, pure, rotate_back
from .kernel import Kernel, function_of
from .printer import CALLED

Q, OMEGA = "q_w q_x q_y q_z", "omega_x omega_y omega_z"


def symbolic_load(
    name: str,
    torque: Iterable[sp.Expr] | None = None,
    *,
    t: sp.Symbol | None = None,
    q: Sequence[sp.Symbol] | None = None,
    omega: Sequence[sp.Symbol] | None = None,
    frame: Frame = "body",
    potential: sp.Expr | None = None,
) -> Load:
    """Make a load from a formula: give either `torque` or `potential` [eq-carried].

    InvalidInput for symbols that are not among t, q, omega, and for functions that
    cannot be printed.

    name: what a message or a legend calls it
    torque: three expressions in `t`, `q`, `omega`, N m, components of `frame`
    t, q, omega: symbols of time, attitude wxyz, body to space, and rate, body
        components; by default t, q_w, q_x, q_y, q_z, omega_x, omega_y, omega_z
    potential: V(q), J; the torque is derived from it

    >>> t, *w = sp.symbols("t w_x w_y w_z")
    >>> drag = symbolic_load("drag", [-0.1 * x for x in w], t=t, omega=w)
    >>> drag.law(0.0, (1, 0, 0, 0), (0.0, 0.0, 2.0))[2]
    -0.2
    """
    formula = _one_of(name, torque=torque, potential=potential)
    t = sp.Symbol("t") if t is None else sp.sympify(t)
    q, omega = _symbols(Q, q), _symbols(OMEGA, omega)
    if len(q) != 4 or len(omega) != 3:
        raise InvalidInput(
            f"{name}: expected four symbols q and three symbols omega, got {len(q)} and"
            f" {len(omega)}"
        )
    V = None if potential is None else sp.sympify(potential)
    torque = _entries(formula if V is None else _torque_of(V, q), 3, "three", name)
    if _check.one_of(frame, ("body", "space"), "frame") == "space":
        torque = rotate_back(q, torque)
    _require_symbols(name, [*torque, V or 0], {t, *q, *omega} if V is None else {*q})
    text = _kernel(name, [t, q, omega], [torque])
    if V is None:
        return _of_texts(name, text)
    return _of_texts(name, text, _kernel(name, [q], [V]))


def symbolic_wrench(
    name: str,
    wrench: Iterable[sp.Expr] | None = None,
    *,
    potential: sp.Expr | None = None,
    t: sp.Symbol | None = None,
    q: Sequence[sp.Symbol] | None = None,
    omega: Sequence[sp.Symbol] | None = None,
    position: Sequence[sp.Symbol] | None = None,
    velocity: Sequence[sp.Symbol] | None = None,
) -> Load:
    """Make a wrench on a body that flies from one formula.

    Give either `wrench` or `potential` [eq-dqvi-4-25]; `t` and `q` as of
    `symbolic_load`.

    wrench: torque and force, six expressions, body components, N m and N
    potential: U(q, position), J; the wrench is derived from it
    omega, velocity: twist, body components, rad/s and m/s; omega_x, ..., v_x, ... by
        default
    position: of the reference point, space components, m; x, y, z by default
    """
    formula = _one_of(name, wrench=wrench, potential=potential)
    t = sp.Symbol("t") if t is None else sp.sympify(t)
    q, position = _symbols(Q, q), _symbols("x y z", position)
    omega, velocity = _symbols(OMEGA, omega), _symbols("v_x v_y v_z", velocity)
    allowed = {t, *q, *omega, *position, *velocity}
    six, U = formula, None
    if potential is not None:
        U, allowed = sp.sympify(potential), {*q, *position}
        force = rotate_back(q, -sp.Matrix([U.diff(x) for x in position]))
        six = [*_torque_of(U, q), *force]
    six = _entries(six, 6, "six", name)
    _require_symbols(name, [*six, U or 0], allowed)
    text = _kernel(name, [t, q, omega, position, velocity], [six])
    value = None if U is None else _kernel(name, [q, position], [U])
    return _wrench_of_texts(name, text, value)


def _one_of(name: str, **formulas: Any) -> Any:
    given = [f for f in formulas.values() if f is not None]
    if len(given) != 1:
        raise InvalidInput(
            f"{name}: expected one of {' and '.join(formulas)}, got"
            f" {'both' if given else 'neither'}"
        )
    return given[0]


def _entries(formula: Iterable[sp.Expr], n: int, word: str, name: str) -> sp.Matrix:
    entries = sp.Matrix([sp.sympify(x) for x in formula])
    if len(entries) != n:
        raise InvalidInput(f"{name}: expected {word} components, got {len(entries)}")
    return entries


def _require_symbols(name: str, given: list[sp.Expr], allowed: set[sp.Expr]) -> None:
    if unknown := sp.Matrix(given).free_symbols - allowed:
        raise InvalidInput(
            f"{name}: expected only the symbols {sorted(map(str, allowed))}, also got "
            f"{sorted(map(str, unknown))}; put numbers in their place with .subs"
        )


def _symbols(names: str, given: Iterable[sp.Symbol] | None) -> sp.Matrix:
    return sp.Matrix(sp.symbols(names) if given is None else list(given))


def _torque_of(V: sp.Expr, q: sp.Matrix) -> list[sp.Expr]:
    """Body components: minus the change of the potential in small turns."""
    # twice the change of q about each body axis
    turns = [multiply(q, pure(sp.eye(3)[:, i])) for i in range(3)]
    return [
        -sum(V.diff(a) * b for a, b in zip(q, turn, strict=True)) / 2 for turn in turns
    ]


@remembered
def _of_texts(name: str, text: str, potential: str | None = None) -> Load:
    kernel = _function(name, text)
    V = potential and _function(name, potential)
    return Load(
        name,
        lambda t, q, omega: kernel(t, *q, *omega),
        (lambda q: V(*q)) if V else None,
    )


@remembered
def _wrench_of_texts(name: str, wrench: str, potential: str | None) -> Load:
    kernel, U = _function(name, wrench), potential and _function(name, potential)
    return Load(
        name,
        lambda t, q, omega, place, velocity: kernel(t, *q, *omega, *place, *velocity),
        (lambda q, place: U(*q, *place)) if U else None,
    )


def _function(name: str, text: str) -> Function:
    return function_of(_plain(name), text)


def _plain(name: str) -> str:
    return "load_" + re.sub(r"\W+", "_", name)


def _kernel(
    name: str,
    inputs: Iterable[sp.Symbol | sp.Matrix],
    outputs: Iterable[sp.Expr | sp.Matrix],
) -> str:
    """The text of a module with one function."""
    plain, doc = _plain(name), f"Of the load {name!r}."
    outputs = [x.replace(_is_foreign, _rewritten) for x in map(sp.sympify, outputs)]
    try:
        return Kernel(plain, inputs=inputs, outputs=outputs, doc=doc).module
    except TypeError as error:
        raise InvalidInput(f"{name}: {error}; write it with other functions") from None


def _is_foreign(expr: sp.Expr) -> bool:
    if expr.is_Pow:
        return bool(expr.exp.free_symbols) and expr.base is not sp.E
    return isinstance(expr, sp.Function) and expr.func.__name__ not in CALLED


def _rewritten(expr: sp.Expr) -> sp.Expr:
    """By the functions that can be printed."""
    if expr.is_Pow:
        return sp.exp(expr.exp * sp.log(expr.base), evaluate=False)
    hyperbolic = isinstance(expr, HyperbolicFunction)
    return expr.rewrite(sp.exp if hyperbolic else sp.cos)
