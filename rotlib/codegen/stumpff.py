"""The Stumpff functions c_k(s) = sum_i (-s)^i / (k + 2 i)! as one SymPy function.

It is closed under differentiation. With s = theta^2 they are c_0 = cos(theta), c_1 =
sin(theta)/theta, c_2 = (1 - cos(theta))/theta^2, ...: entire functions that carry every
removable singularity of the rotation formulas, so that nothing else needs a limit.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sympy as sp

from .algebra import numerator

if TYPE_CHECKING:

    class Function:
        """What a type checker is told of SymPy's, which has no types."""

        args: tuple[Any, ...]
        diff: Any

        def __new__(cls, *args: Any) -> Any:
            """An expression."""

else:
    Function = sp.Function


class c(Function):
    """c(k, s): the Stumpff function of integer order k >= 0; c(k, 0) = 1/k!."""

    nargs: tuple[int] = (2,)

    @classmethod
    def eval(cls, k: sp.Expr, s: sp.Expr) -> sp.Expr | None:
        """The value at s = 0, where it is a number."""
        if not (k.is_Integer and k >= 0):
            raise ValueError(f"c(k, s): expected an integer k >= 0, got k = {k}")
        if s.is_zero:
            return 1 / sp.factorial(k)
        return None

    def fdiff(self, argindex: int = 2) -> sp.Expr:
        """The derivative by s: a sum of two more of the family."""
        if argindex != 2:
            raise sp.ArgumentIndexError(self, argindex)
        k, s = self.args
        return (k * c(k + 2, s) - c(k + 1, s)) / 2

    def _eval_evalf(self, prec: int) -> sp.Expr | None:
        import mpmath

        k, s = self.args
        with mpmath.workprec(prec + 20):
            value = exact(int(k), s._to_mpmath(prec + 20))
        return (
            sp.Float._new(value._mpf_, prec) if isinstance(value, mpmath.mpf) else None
        )

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        k, s = self.args
        body = rf"c_{{{k}}}\!\left({printer.doprint(s)}\right)"
        return body if exp is None else rf"{body}^{{{exp}}}"


def exact(k: int, s: Any) -> Any:
    """c_k(s) for an mpmath number s, at the working precision of mpmath."""
    import mpmath

    half = mpmath.mpf(1) / 2
    return mpmath.hyper(
        [1], [half * (k + 1), half * (k + 2)], -s / 4
    ) / mpmath.factorial(k)


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
