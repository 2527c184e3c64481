"""The Stumpff functions in other words: recurrences, series, and what vanishes."""

from collections.abc import Mapping

import sympy as sp

from rotlib.codegen import c as c
from rotlib.codegen import exact as exact

from .algebra import numerator


def recurrence(k: int, s: sp.Expr) -> sp.Expr:
    """c_k(s) written in c_0 and c_1 alone: c_(k+2) = (1/k! - c_k)/s."""
    if k <= 1:
        return c(k, s)
    return (1 / sp.factorial(k - 2) - recurrence(k - 2, s)) / s


def trigonometric(k: int, theta: sp.Expr) -> sp.Expr:
    """c_k(theta^2) in cos(theta) and sin(theta)/theta."""
    if k <= 1:
        return sp.cos(theta) if k == 0 else sp.sin(theta) / theta
    return (1 / sp.factorial(k - 2) - trigonometric(k - 2, theta)) / theta**2


def series(k: int, s: sp.Expr, terms: int) -> sp.Expr:
    """The first `terms` terms of c_k(s), in Horner form."""
    return _horner([1 / sp.factorial(k + 2 * i) for i in range(terms)], -s)


def halves(k: int, s: sp.Expr, square: sp.Expr, terms: int) -> tuple[sp.Expr, sp.Expr]:
    """The terms of `series` as (even, odd), c_k = even + s odd, in `square` = s^2."""
    signed = [sp.Integer(-1) ** i / sp.factorial(k + 2 * i) for i in range(terms)]
    return _horner(signed[::2], square), _horner(signed[1::2], square)


def _horner(coefficients: list[sp.Expr], x: sp.Expr) -> sp.Expr:
    value = sp.Integer(0)
    for a in reversed(coefficients):
        value = a + x * value
    return value


def terms_needed(k: int, s_max: sp.Expr, bits: int = 54) -> int:
    """Least number of terms whose next one, at s_max, is below 2^-bits of c_k(0)."""
    n, term = 0, sp.Integer(1)
    while term * 2**bits > 1:
        n += 1
        term = term * s_max / ((k + 2 * n) * (k + 2 * n - 1))
    return n


def reduce(expr: sp.Expr, squares: Mapping[sp.Expr, sp.Expr] | None = None) -> sp.Expr:
    """The numerator of `expr`, multiplied out, with every c_k(s) in c_0(s) and c_1(s).

    Zero if and only if `expr` vanishes by c_0^2 + s c_1^2 = 1, and by x^2 = square for
    each x: square in `squares`. Different arguments s are treated as unrelated.
    """
    expr = sp.sympify(expr)
    found = expr.atoms(c)
    expr = expr.xreplace({f: recurrence(*f.args) for f in found})
    identity = {c(0, s): 1 - s * c(1, s) ** 2 for s in {f.args[1] for f in found}}
    return numerator(expr, {**identity, **(squares or {})})


class log_factor(sp.Function):  # type: ignore[misc]
    """The factor f(w, n2) of log(w, v) = f v, n2 = v.v.

    It is twice the angle to the nearer pole over its sine, signed.
    """

    nargs: tuple[int] = (2,)
