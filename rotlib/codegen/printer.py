"""SymPy expressions as straight-line Python, with products in place of powers."""

import sympy as sp

from .stumpff import c

FUNCTIONS = {"sin", "cos", "atan2", "sqrt", "exp", "log"}
CALLED = {*FUNCTIONS, "log_factor"}


def is_negative(expr: sp.Expr) -> bool:
    factor = expr.args[0] if expr.is_Mul else expr
    return bool(factor.is_Number and factor.is_negative)


class Printer:
    """Prints expressions and records which functions they call.

    Powers of a symbol up to the third are written as products; the caller turns higher
    powers and powers of sums into assignments first (see `kernel.py`), because printing
    them twice would compute them twice.
    """

    def __init__(self) -> None:
        self.calls: set[str] = set()

    def __call__(self, expr: sp.Expr) -> str:
        if not expr.is_Add:
            return self._product(expr)
        text = ""
        terms = sorted(expr.args, key=sp.default_sort_key)
        for term in sorted(terms, key=is_negative):
            minus = is_negative(term)
            sign = (" - " if minus else " + ") if text else "-" if minus else ""
            text += sign + self._product(-term if minus else term)
        return text

    def _product(self, expr: sp.Expr) -> str:
        if expr.is_Add or expr.is_Number:
            return self._atom(expr)
        if is_negative(expr):
            return "-" + self._product(-expr)
        above: list[str] = []
        below: list[str] = []
        factors = sorted(sp.Mul.make_args(expr), key=sp.default_sort_key)
        for factor in sorted(factors, key=lambda f: not f.is_Number):
            whole = factor.is_Rational or isinstance(factor, sp.exp)
            base, power = (factor, sp.S.One) if whole else factor.as_base_exp()
            if power.is_Rational and power < 0:
                below += self._power(base, -power)
            else:
                above += self._power(base, power)
        top, bottom = "*".join(above) or "1", "*".join(below)
        if not below:
            return top
        return f"{top}/{bottom}" if len(below) == 1 else f"{top}/({bottom})"

    def _power(self, base: sp.Expr, power: sp.Rational) -> list[str]:
        if power == sp.Rational(1, 2):
            # a literal: the root of a constant would come back as an array scalar
            if base.is_Number:
                return [_number(sp.sqrt(base))]
            return [self._call("sqrt", base)]
        if not (power.is_Integer and 1 <= power <= 3):
            raise ValueError(
                f"power {base}**{power} must be an assignment of its own before"
                " printing"
            )
        return [self._atom(base)] * int(power)

    def _atom(self, expr: sp.Expr) -> str:
        if expr.is_Symbol:
            return str(expr.name)
        if expr.is_Add:
            return f"({self(expr)})"
        if isinstance(expr, c):
            return self._call(f"c{expr.args[0]}", expr.args[1])
        name = getattr(expr.func, "__name__", "")
        if name in CALLED:
            return self._call(name, *expr.args)
        if expr.is_Number or expr is sp.pi:
            return _number(expr)
        raise TypeError(f"the printer does not know {expr.func}: {expr}")

    def _call(self, name: str, *arguments: sp.Expr) -> str:
        self.calls.add(name)
        return f"{name}({', '.join(map(self, arguments))})"


def _number(expr: sp.Expr) -> str:
    if not (expr.is_real and expr.is_finite):
        raise ValueError(f"cannot print {expr}: expected a finite real number")
    if expr.is_Rational:
        return f"{expr.p}" if expr.is_Integer else f"({expr.p}/{expr.q})"
    return repr(float(expr))
