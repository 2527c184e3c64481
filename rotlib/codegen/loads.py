"""A load from a formula: torque, potential or momentum as SymPy expressions.

Every time derivative is generated. Along a motion each quantity is a power series in
time. The series of t, q and the rate are known; that of a formula follows from theirs
operation by operation (Taylor-mode differentiation), so no derivative is ever written
out and the code grows with the square of the order, not exponentially.

Chapters: Turning with torque, DQVI in use.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from math import factorial
from typing import Any

import numpy as np
import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from .. import _check
from .._remembered import remembered
from .._types import Frame, Function, State
from ..errors import InvalidInput
from ..kernels.lie_taylor import ORDER
from ..kernels.quaternion import rotate as rotate_in_space
from ..loads import Load, known_torque
from ..wrenches import Wrench
from .algebra import multiply, pure, rotate_back
from .kernel import Kernel, function_of
from .lie_series import Steps


def symbolic_load(
    name: str,
    torque: Iterable[sp.Expr] | None = None,
    *,
    t: sp.Symbol | None = None,
    q: Sequence[sp.Symbol] | None = None,
    omega: Sequence[sp.Symbol] | None = None,
    frame: Frame = "body",
    potential: sp.Expr | None = None,
    momentum: Iterable[sp.Expr] | None = None,
    derivatives: int = ORDER - 1,
) -> Load:
    """Make a load, with the time derivatives that Taylor methods need, from a formula.

    Give one of `torque`, `potential` and `momentum` [eq-carried]. InvalidInput for
    symbols that are not among t, q, omega, and for functions without a rule for
    derivatives.

    name: what a message or a legend calls it
    torque: three expressions in `t`, `q`, `omega`, N m, components of `frame`
    t, q, omega: symbols of time, attitude wxyz, body to space, and rate, body
        components; by default t, q_w, q_x, q_y, q_z, omega_x, omega_y, omega_z
    potential: V(q), J; the torque is derived from it, and whether it is linear in the
        rotation matrix or does not change by turns about an axis in space
    momentum: L(t) that the torque produces, space components, up to a constant: then
        the body's momentum is exact at all times
    derivatives: number of time derivatives to generate

    >>> t, *w = sp.symbols("t w_x w_y w_z")
    >>> drag = symbolic_load("drag", [-0.1 * x for x in w], t=t, omega=w)
    >>> drag.derivatives[0](0.0, (1, 0, 0, 0), (0.0, 0.0, 2.0), (0.0, 0.0, 3.0))[2]
    -0.30000000000000004
    """
    given: list[Any] = [f for f in (torque, potential, momentum) if f is not None]
    if len(given) != 1:
        raise InvalidInput(
            f"{name}: expected one of torque, potential, momentum, got {len(given)} of"
            " them"
        )
    derivatives = _check.count(derivatives, "derivatives", 0)
    t = sp.Symbol("t") if t is None else sp.sympify(t)
    q = _symbols("q_w q_x q_y q_z", q)
    omega = _symbols("omega_x omega_y omega_z", omega)
    if len(q) != 4 or len(omega) != 3:
        raise InvalidInput(
            f"{name}: expected four symbols q and three symbols omega, got {len(q)} and"
            f" {len(omega)}"
        )
    if momentum is not None:
        return _of_momentum(name, _three(given[0], name), t, derivatives)
    V = None if potential is None else sp.sympify(potential)
    torque = _three(given[0] if V is None else _torque_of(V, q), name)
    if _check.one_of(frame, ("body", "space"), "frame") == "space":
        torque = rotate_back(q, torque)
    allowed = {t, *q, *omega} if V is None else set(q)
    if unknown := sp.Matrix([*torque, V or 0]).free_symbols - allowed:
        raise InvalidInput(
            f"{name}: expected only the symbols {sorted(map(str, allowed))}, also got "
            f"{sorted(map(str, unknown))}; put numbers in their place with .subs"
        )
    made_of = name, torque, t, q, omega
    kernels = [_derivative(k, *made_of) for k in range(derivatives + 1)]
    if V is None:
        return _of_texts(name, kernels)
    value = _kernel(name, [q], [V], ())
    axis = _axis(_along(name, kernels[0]), torque)
    return _of_texts(name, kernels, value, _is_linear(V, q), axis)


def symbolic_wrench(
    name: str,
    wrench: Iterable[sp.Expr] | None = None,
    *,
    potential: sp.Expr | None = None,
    t: sp.Symbol | None = None,
    q: Sequence[sp.Symbol] | None = None,
    position: Sequence[sp.Symbol] | None = None,
    omega: Sequence[sp.Symbol] | None = None,
    velocity: Sequence[sp.Symbol] | None = None,
) -> Wrench:
    """Make a wrench on a body that flies from one formula.

    Give either `wrench` or `potential` [eq-dqvi-4-25]; `t` and `q` as of
    `symbolic_load`.

    wrench: torque and force, six expressions, body components, N m and N
    potential: U(q, position), J; the wrench is derived from it
    position: of the reference point, space components, m; x, y, z by default
    omega, velocity: twist, body components, rad/s and m/s; omega_x, ..., v_x, ... by
        default
    """
    given: list[Any] = [f for f in (wrench, potential) if f is not None]
    if len(given) != 1:
        got = "both" if given else "neither"
        raise InvalidInput(f"{name}: expected one of wrench and potential, got {got}")
    t = sp.Symbol("t") if t is None else sp.sympify(t)
    q = _symbols("q_w q_x q_y q_z", q)
    position = _symbols("x y z", position)
    omega = _symbols("omega_x omega_y omega_z", omega)
    velocity = _symbols("v_x v_y v_z", velocity)
    allowed = {t, *q, *position, *omega, *velocity}
    six, U = given[0], None
    if potential is not None:
        U, allowed = sp.sympify(potential), {*q, *position}
        force = rotate_back(q, -sp.Matrix([U.diff(x) for x in position]))
        six = [*_torque_of(U, q), *force]
    six = sp.Matrix([sp.sympify(x) for x in six])
    if len(six) != 6:
        raise InvalidInput(
            f"{name}: expected six components, torque then force, got {len(six)}"
        )
    if unknown := sp.Matrix([*six, U or 0]).free_symbols - allowed:
        raise InvalidInput(
            f"{name}: expected only the symbols {sorted(map(str, allowed))}, also got "
            f"{sorted(map(str, unknown))}; put numbers in their place with .subs"
        )
    kernel = _kernel(name, [t, q, position, omega, velocity], [six], ())
    value = None if U is None else _kernel(name, [q, position], [U], ())
    rates = bool(six.free_symbols & {*omega, *velocity})
    return _wrench_of_texts(name, kernel, value, rates)


def _symbols(names: str, given: Iterable[sp.Symbol] | None) -> sp.Matrix:
    return sp.Matrix(sp.symbols(names) if given is None else list(given))


def _torque_of(V: sp.Expr, q: sp.Matrix) -> list[sp.Expr]:
    """Body components: minus the change of the potential in small turns."""
    # twice the change of q about each body axis
    turns = [multiply(q, pure(sp.eye(3)[:, i])) for i in range(3)]
    return [
        -sum(V.diff(a) * b for a, b in zip(q, turn, strict=True)) / 2 for turn in turns
    ]


def _is_linear(V: sp.Expr, q: sp.Matrix) -> bool:
    if not V.is_polynomial(*q):
        return False
    return {sum(powers) for powers in sp.Poly(V, *q).monoms()} <= {0, 2}


def _axis(
    function: Function, torque: sp.Matrix, samples: int = 24
) -> tuple[float, float, float] | None:
    """The direction in space without torque, if there is one, from random attitudes."""
    if not any(torque):
        return None
    rows = []
    for q in np.random.default_rng(0).normal(size=(samples, 4)):
        at = (q / np.sqrt(q @ q)).tolist()
        rows.append(rotate_in_space(*at, *function(0.0, tuple(at), (0.0, 0.0, 0.0))))
    _, size, directions = np.linalg.svd(np.array(rows))
    if not size[2] < 1e-13 * size[0]:
        return None
    axis = np.where(abs(directions[2]) < 1e-14, 0.0, directions[2])
    axis = axis * np.sign(axis[np.argmax(abs(axis))])
    x, y, z = (axis / np.sqrt(axis @ axis) + 0.0).tolist()
    return x, y, z


@remembered
def _of_texts(
    name: str,
    texts: Sequence[str],
    potential: str | None = None,
    linear: bool = False,
    axis: State | None = None,
) -> Load:
    torque, *derivatives = [_along(name, text) for text in texts]
    V = potential and _function(name, potential)
    return Load(
        name,
        torque,
        (lambda q: V(*q)) if V else None,
        tuple(derivatives),
        linear=linear,
        axis=axis,
    )


@remembered
def _of_impulse_texts(name: str, texts: Sequence[str]) -> Load:
    """Of an impulse and its derivatives, the first of which is the torque."""
    impulse, torque, *rates = [_function(name, text) for text in texts]
    return replace(known_torque(torque, rates, impulse), name=name)


@remembered
def _wrench_of_texts(
    name: str, wrench: str, potential: str | None, rates: bool
) -> Wrench:
    kernel, U = _function(name, wrench), potential and _function(name, potential)
    return Wrench(
        name,
        lambda t, q, position, omega, velocity: kernel(
            t, *q, *position, *omega, *velocity
        ),
        (lambda q, position: U(*q, *position)) if U else None,
        rates,
    )


def _along(name: str, text: str) -> Function:
    kernel = _function(name, text)
    return lambda t, q, *rates: kernel(t, *q, *chain.from_iterable(rates))


def _function(name: str, text: str) -> Function:
    return function_of(_plain(name), text)


def _plain(name: str) -> str:
    return "load_" + re.sub(r"\W+", "_", name)


def _derivative(
    k: int, name: str, torque: sp.Matrix, t: sp.Symbol, q: sp.Matrix, omega: sp.Matrix
) -> str:
    """The k-th along the motion, of the rate and its first k derivatives."""
    steps = Steps()
    rates = [_symbols(f"rate{i}_x rate{i}_y rate{i}_z", None) for i in range(k + 1)]
    start = sp.Symbol("time"), _symbols("at_w at_x at_y at_z", None)
    series = _Series(k, steps)
    w = [rate / factorial(i) for i, rate in enumerate(rates)]
    attitude = [start[1]]
    for n in range(k):
        terms = (multiply(attitude[i], pure(w[n - i])) for i in range(n + 1))
        change = sum(terms, sp.zeros(4, 1)) / (2 * (n + 1))
        attitude.append(sp.Matrix(series.named(change)))
    series.known[t] = [start[0], sp.S.One, *[sp.S.Zero] * k][: k + 1]
    series.known.update((x, [a[i] for a in attitude]) for i, x in enumerate(q))
    series.known.update((x, [a[i] for a in w]) for i, x in enumerate(omega))
    shared, torque = sp.cse(
        list(torque),
        symbols=(sp.Symbol(f"shared{i}") for i in range(10**6)),
        order="canonical",
    )
    for symbol, expr in shared:
        series.known[symbol] = series(expr)
    return _kernel(
        name,
        [start[0], start[1], *rates],
        [factorial(k) * series(x)[k] for x in torque],
        steps,
    )


class _Series:
    """Taylor coefficients 0 ... order of an expression, from those of its symbols."""

    def __init__(self, order: int, steps: Steps) -> None:
        self.order, self.steps, self.count = order, steps, 0
        self.known: dict[sp.Expr, list[sp.Expr]] = {}

    def named(self, values: Iterable[sp.Expr]) -> list[sp.Expr]:
        """The values, with a name for each that is more than a number or a symbol."""
        out = []
        for value in values:
            if value.args and not value.is_Number:
                self.count += 1
                value = self.steps.scalar(f"u{self.count}", value)
            out.append(value)
        return out

    def __call__(self, expr: sp.Expr) -> list[sp.Expr]:
        if expr not in self.known:
            self.known[expr] = self.named(self._made(expr))
        return self.known[expr]

    def _made(self, expr: sp.Expr) -> list[sp.Expr]:
        if not expr.free_symbols:
            return [expr, *[sp.S.Zero] * self.order]
        if expr.is_Add:
            return [sp.Add(*c) for c in zip(*map(self, expr.args), strict=True)]
        if expr.is_Mul:
            first, *others = expr.args
            return self._product(self(first), self(sp.Mul(*others)))
        if expr.is_Pow:
            return self._power(expr.base, expr.exp)
        rule: Function | None = getattr(self, f"_{type(expr).__name__}", None)
        if rule is None:
            hyperbolic = isinstance(expr, HyperbolicFunction)
            plain = expr.rewrite(sp.exp if hyperbolic else sp.cos)
            if plain == expr:
                raise InvalidInput(
                    f"no rule for the derivatives of {type(expr).__name__}; there are"
                    " rules for sums, products, powers, sqrt, sin, cos, tan, exp, log"
                    " and the hyperbolic functions"
                )
            return self(plain)
        made: list[sp.Expr] = rule(self(expr.args[0]))
        return made

    def _product(self, u: Sequence[sp.Expr], v: Sequence[sp.Expr]) -> list[sp.Expr]:
        return [
            sum((u[i] * v[n - i] for i in range(n + 1)), sp.S.Zero)
            for n in range(self.order + 1)
        ]

    def _power(self, base: sp.Expr, a: sp.Expr) -> list[sp.Expr]:
        if base is sp.E:
            return self._exp(self(a))
        if a.free_symbols:
            return self(sp.exp(a * sp.log(base), evaluate=False))
        u = self(base)
        if a.is_Integer and a > 0:
            if a == 1:
                return u
            half = self(base ** (a // 2))
            square = self.named(self._product(half, half))
            return square if a % 2 == 0 else self._product(square, u)
        y = self.named([u[0] ** a])
        for n in range(1, self.order + 1):
            terms = ((a * j - (n - j)) * u[j] * y[n - j] for j in range(1, n + 1))
            y += self.named([sum(terms) / (n * u[0])])
        return y

    def _exp(self, u: Sequence[sp.Expr]) -> list[sp.Expr]:
        y = self.named([sp.exp(u[0])])
        for n in range(1, self.order + 1):
            y += self.named([sum(j * u[j] * y[n - j] for j in range(1, n + 1)) / n])
        return y

    def _log(self, u: Sequence[sp.Expr]) -> list[sp.Expr]:
        y = self.named([sp.log(u[0])])
        for n in range(1, self.order + 1):
            others = (sp.Rational(j, n) * y[j] * u[n - j] for j in range(1, n))
            y += self.named([(u[n] - sum(others, sp.S.Zero)) / u[0]])
        return y

    def _sin(self, u: Sequence[sp.Expr]) -> list[sp.Expr]:
        return self._circle(u)[0]

    def _cos(self, u: Sequence[sp.Expr]) -> list[sp.Expr]:
        return self._circle(u)[1]

    def _circle(self, u: Sequence[sp.Expr]) -> tuple[list[sp.Expr], list[sp.Expr]]:
        s, c = self.named([sp.sin(u[0])]), self.named([sp.cos(u[0])])
        for n in range(1, self.order + 1):
            s += self.named([sum(j * u[j] * c[n - j] for j in range(1, n + 1)) / n])
            c += self.named([-sum(j * u[j] * s[n - j] for j in range(1, n + 1)) / n])
        return s, c


def _of_momentum(name: str, L: sp.Matrix, t: sp.Symbol, derivatives: int) -> Load:
    if unknown := L.free_symbols - {t}:
        raise InvalidInput(
            f"{name}: a momentum known before is a function of t, also got"
            f" {sorted(map(str, unknown))}"
        )
    known = [_kernel(name, [t], [L.diff(t, k)], ()) for k in range(derivatives + 2)]
    return _of_impulse_texts(name, known)


def _kernel(
    name: str,
    inputs: Iterable[sp.Symbol | sp.Matrix],
    outputs: Iterable[sp.Expr | sp.Matrix],
    where: Iterable[tuple[sp.Symbol, sp.Expr]],
) -> str:
    """The text of a module with one function."""
    plain, doc = _plain(name), f"Of the load {name!r}."
    return Kernel(plain, inputs=inputs, outputs=outputs, where=where, doc=doc).module


def _three(formula: Iterable[sp.Expr], name: str) -> sp.Matrix:
    entries = sp.Matrix([sp.sympify(x) for x in formula])
    if len(entries) != 3:
        raise InvalidInput(f"{name}: expected three components, got {len(entries)}")
    return entries
