"""The rotation vector of a rate given by its Taylor series, as named steps of a kernel.

`w[g]` is the part of the rate that comes with h^g: h^g W^(g-1) / (g-1)!. The bracket is
`cross` for components in space and its negative for components in the body. Both
functions return Y = Y_1 + ... + Y_order, the sum of the parts at those powers of h;
which is the shorter code depends on the order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import factorial, prod
from typing import Any, TypeAlias

import sympy as sp

from . import free_lie as fl
from .algebra import cross, dot, scalar, vector

Bracket: TypeAlias = Callable[[sp.Matrix, sp.Matrix], sp.Matrix]


class Steps(list[tuple[sp.Symbol, sp.Expr]]):
    """(symbol, expression) pairs for `Kernel(where=...)`, in the order of a formula."""

    def vector(self, name: str, value: sp.Matrix) -> sp.Matrix:
        if not any(value):
            return value
        self += zip(vector(name), value, strict=True)
        return vector(name)

    def scalar(self, name: str, value: sp.Expr) -> sp.Symbol:
        self.append((scalar(name), value))
        return scalar(name)


def scaled_rates(
    W: Iterable[sp.Matrix], h: sp.Expr, steps: Steps
) -> dict[int, sp.Matrix]:
    """{1: h W_0, 2: h^2 W_1, 3: h^3 W_2 / 2, ...}, the powers of h absorbed once."""
    return {
        g: steps.vector(f"w{g}", value * h**g / factorial(g - 1))
        for g, value in enumerate(W, 1)
    }


def by_brackets(
    w: Mapping[int, sp.Matrix],
    steps: Steps,
    Y: Sequence[Mapping[Any, Any]],
    bracket: Bracket = cross,
) -> sp.Matrix:
    """Y from the table of its brackets, each computed once.

    Y[n], which comes with h^(n+1) / (n+1)!, is {pair: coefficient}, as in
    `rotlib.kernels.lie_taylor`, where a float stands for a fraction.
    """
    known: dict[Any, sp.Matrix] = {g - 1: part for g, part in w.items()}

    def value(pair: Any) -> sp.Matrix:
        if pair not in known:
            name = "b" + "".join(map(str, letters(pair)))
            known[pair] = steps.vector(name, bracket(*map(value, pair)))
        return known[pair]

    total = sp.zeros(3, 1)
    for n in range(max(w)):
        for pair, x in Y[n].items():
            size = Fraction(x).limit_denominator(10**6) / factorial(n + 1)
            size *= prod(map(factorial, letters(pair)))  # W_i is i! of these parts
            total += value(pair) * sp.sympify(size)
    return total


def letters(pair: Any) -> list[int]:
    """What stands in a bracket, from left to right."""
    return sum(map(letters, pair), []) if isinstance(pair, tuple) else [pair]


def by_recursion(
    w: Mapping[int, sp.Matrix], steps: Steps, bracket: Bracket = cross
) -> sp.Matrix:
    """Y by grade: Y' = W - P/2 + (1/12 + Y.Y/720 + ...) Q, P = [Y, W], Q = [Y, P]."""
    order, zero = max(w), sp.zeros(3, 1)
    exact = (fl.bernoulli(k) / factorial(k) for k in range(2, 2 * order + 1, 2))
    numbers = [(-1) ** k * sp.sympify(x) for k, x in enumerate(exact)]
    Y: dict[int, sp.Matrix] = {}
    P: dict[int, sp.Matrix] = {}
    Q: dict[int, sp.Matrix] = {}
    s: dict[int, sp.Expr] = {}

    def power(j: int, n: int) -> sp.Expr:
        """The part of grade n of s^j, s = Y.Y."""
        if j == 0:
            return sp.Integer(n == 0)
        return sum((s[m] * power(j - 1, n - m) for m in range(2, n + 1)), sp.S.Zero)

    for n in range(1, order + 1):
        inner = range(1, n)
        total = sum((bracket(Y[m], w[n - m]) for m in inner), zero)
        P[n] = steps.vector(f"P{n}", total.expand())
        total = sum((bracket(Y[m], P[n - m]) for m in inner), zero)
        Q[n] = steps.vector(f"Q{n}", total.expand())
        if 2 <= n <= order - 3:
            square = sum(dot(Y[m], Y[n - m]) for m in inner)
            s[n] = steps.scalar(f"s{n}", sp.expand(square))
        f = (
            sum(numbers[j] * power(j, k) for j in range(k // 2 + 1))
            for k in range(n - 2)
        )
        last = sum((x * Q[n - k] for k, x in enumerate(f)), zero)
        total = (w[n] - P[n] / 2 + last) / n
        Y[n] = total if n <= 2 else steps.vector(f"Y{n}", total)
    return sum((Y[n] for n in range(1, order + 1)), zero)
