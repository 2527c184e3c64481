"""The Stumpff functions c_k(s) = sum_i (-s)^i / (k + 2 i)! as one SymPy function.

It is closed under differentiation. With s = theta^2 they are c_0 = cos(theta), c_1 =
sin(theta)/theta, c_2 = (1 - cos(theta))/theta^2, ...: entire functions that carry every
removable singularity of the rotation formulas, so that nothing else needs a limit.
"""

from typing import TYPE_CHECKING, Any

import sympy as sp

if TYPE_CHECKING:  # SymPy has no types

    class Function:
        args: tuple[Any, ...]
        diff: Any

        def __new__(cls, *args: Any) -> Any: ...

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
        return 1 / sp.factorial(k) if s.is_zero else None

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
        real = isinstance(value, mpmath.mpf)
        return sp.Float._new(value._mpf_, prec) if real else None

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        k, s = self.args
        body = rf"c_{{{k}}}\!\left({printer.doprint(s)}\right)"
        return body if exp is None else rf"{body}^{{{exp}}}"


def exact(k: int, s: Any) -> Any:
    """c_k(s) for an mpmath number s, at the working precision of mpmath."""
    import mpmath

    half = mpmath.mpf(1) / 2
    lower = [half * (k + 1), half * (k + 2)]
    return mpmath.hyper([1], lower, -s / 4) / mpmath.factorial(k)
