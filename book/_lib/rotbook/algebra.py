"""Vectors and quaternions on symbols: the algebra every derivation starts from.

Vectors are 3x1 SymPy matrices, quaternions 4x1 matrices, scalar part first. Nothing
here simplifies; whether an expression is zero is asked of `vanish`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

import sympy as sp


def vector(name: str, **assumptions: bool) -> sp.Matrix:
    """The symbols name_x, name_y, name_z as a 3x1 matrix."""
    return sp.Matrix(
        sp.symbols([f"{name}_{i}" for i in "xyz"], real=True, **assumptions)
    )


def quaternion(name: str, **assumptions: bool) -> sp.Matrix:
    """The symbols name_w, name_x, name_y, name_z as a 4x1 matrix."""
    return sp.Matrix(
        sp.symbols([f"{name}_{i}" for i in "wxyz"], real=True, **assumptions)
    )


def scalar(name: str, **assumptions: bool) -> sp.Symbol:
    """One real symbol."""
    return sp.Symbol(name, real=True, **assumptions)


def symmetric(name: str, n: int) -> sp.Matrix:
    """The symmetric matrix of the symbols name_11, name_12 and so on."""
    of = lambda i, j: scalar(f"{name}_{min(i, j) + 1}{max(i, j) + 1}")  # noqa: E731
    return sp.Matrix(n, n, of)


def upper(A: sp.Matrix) -> list[sp.Expr]:
    """The entries on and above the diagonal, row by row."""
    return [A[i, j] for i in range(A.rows) for j in range(i, A.cols)]


def dot(a: Iterable[sp.Expr], b: Iterable[sp.Expr]) -> sp.Expr:
    """Sum of the products of the entries."""
    return sum((x * y for x, y in zip(a, b, strict=True)), sp.Integer(0))


def cross(a: sp.Matrix, b: sp.Matrix) -> sp.Matrix:
    """The vector product a x b."""
    return sp.Matrix(
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    )


def hat(a: sp.Matrix) -> sp.Matrix:
    """The matrix of b -> a x b."""
    return sp.Matrix([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def vee(A: sp.Matrix) -> sp.Matrix:
    """The vector whose hat is the antisymmetric matrix A."""
    return sp.Matrix([A[2, 1], A[0, 2], A[1, 0]])


def join(w: sp.Expr, v: Iterable[sp.Expr]) -> sp.Matrix:
    """The quaternion with scalar part w and vector part v."""
    return sp.Matrix([w, *v])


def pure(v: Iterable[sp.Expr]) -> sp.Matrix:
    """The quaternion (0, v)."""
    return join(sp.Integer(0), v)


def vec(q: sp.Matrix) -> sp.Matrix:
    """The vector part of a quaternion."""
    return sp.Matrix(q[1:4])


def multiply(p: sp.Matrix, q: sp.Matrix) -> sp.Matrix:
    """Hamilton product."""
    a, b, u, v = p[0], q[0], vec(p), vec(q)
    return join(a * b - dot(u, v), a * v + b * u + cross(u, v))


def conjugate(q: sp.Matrix) -> sp.Matrix:
    """The quaternion with its vector part reversed."""
    return join(q[0], -vec(q))


def rotate(q: sp.Matrix, v: sp.Matrix) -> sp.Matrix:
    """Vector part of q (0, v) q*, for any q (scaled by |q|^2)."""
    return vec(multiply(multiply(q, pure(v)), conjugate(q)))


def rotation_matrix(q: sp.Matrix) -> sp.Matrix:
    """The matrix of `rotate`: homogeneous of degree two in q."""
    columns = [rotate(q, sp.eye(3)[:, i]) for i in range(3)]
    return sp.Matrix.hstack(*columns).applyfunc(sp.expand)


def rotate_back(q: sp.Matrix, v: sp.Matrix) -> sp.Matrix:
    """Vector part of q* (0, v) q: from space components to body components."""
    return rotate(conjugate(q), v)


# --- identities -----------------------------------------------------------------------


def vanish(
    *things: sp.Expr | sp.Matrix, squares: Mapping[sp.Expr, sp.Expr] | None = None
) -> bool:
    """Whether all are zero, multiplied out, with `squares` {x: x^2} in their places."""
    entries = [e for x in things for e in (x if isinstance(x, sp.MatrixBase) else [x])]
    return not any(numerator(e, squares) for e in entries)


def numerator(
    expr: sp.Expr, squares: Mapping[sp.Expr, sp.Expr] | None = None
) -> sp.Expr:
    """A numerator of a rational function, multiplied out.

    The powers of each x in `squares` {x: x^2} are lowered. A variable is what is no
    sum, product, whole power or rational number; polynomial rings are much faster than
    `expand`.
    """
    expr, squares = sp.sympify(expr), squares or {}
    found = map(_variables, [expr, *squares, *squares.values()])
    variables = sorted(set[sp.Expr]().union(*found), key=sp.default_sort_key)
    ring, *made = sp.ring(variables, sp.QQ)
    known = dict(zip(variables, made, strict=True))
    value = _polynomial(expr, known, ring)
    # a denominator before those inside it
    for x in sorted(variables, key=sp.count_ops, reverse=True):
        if x.is_Pow and x.exp == -1:
            below = _polynomial(x.base, known, ring)
            parts = _by_power(value, variables.index(x))
            terms = (part * below ** (max(parts) - n) for n, part in parts.items())
            value = sum(terms, ring.zero)
    for x, known_square in squares.items():
        square = _polynomial(sp.sympify(known_square), known, ring)
        parts = _by_power(value, variables.index(x))
        terms = (p * square ** (n // 2) * known[x] ** (n % 2) for n, p in parts.items())
        value = sum(terms, ring.zero)
    return value.as_expr()


def _variables(expr: sp.Expr) -> set[sp.Expr]:
    """What the polynomial is made of; 1/b and what b is made of for a denominator b."""
    if expr.is_Add or expr.is_Mul:
        return set[sp.Expr]().union(*map(_variables, expr.args))
    if expr.is_Pow and expr.exp.is_Integer:
        return _variables(expr.base) | ({1 / expr.base} if expr.exp < 0 else set())
    return set() if expr.is_Rational else {expr}


def _polynomial(expr: sp.Expr, known: dict[sp.Expr, Any], ring: Any) -> Any:
    if expr not in known:
        if expr.is_Add:
            terms = (_polynomial(term, known, ring) for term in expr.args)
            known[expr] = sum(terms, ring.zero)
        elif expr.is_Mul:
            factors = (_polynomial(factor, known, ring) for factor in expr.args)
            known[expr] = prod(factors, start=ring.one)
        elif expr.is_Pow:
            base = expr.base if expr.exp > 0 else 1 / expr.base
            known[expr] = _polynomial(base, known, ring) ** abs(int(expr.exp))
        else:
            known[expr] = ring.domain_new(sp.QQ.from_sympy(expr)) * ring.one
    return known[expr]


def _by_power(polynomial: Any, index: int) -> dict[int, Any]:
    """{n: what stands with the n-th power of the variable with that index}."""
    parts: dict[int, dict[tuple[int, ...], Any]] = defaultdict(dict)
    for powers, coefficient in polynomial.items():
        parts[powers[index]][(*powers[:index], 0, *powers[index + 1 :])] = coefficient
    return {n: polynomial.ring.from_dict(part) for n, part in parts.items()}
