"""The rotation vector of a rate given by its Taylor series, as named steps of a kernel.

`w[g]` is the part of the rate that comes with h^g: h^g W^(g-1) / (g-1)!. The bracket is `cross` for components in space
and its negative for components in the body. Both functions return Y = Y_least + ... + Y_order, the sum of the parts at
those powers of h; which is the shorter code depends on the order.
"""

from math import factorial

import sympy as sp

from . import free_lie as fl
from .algebra import cross, dot, scalar, vector


class Steps(list):
    """(symbol, expression) pairs for `Kernel(where=...)`, collected while a formula is built."""

    def vector(self, name, value):
        """Give a vector a name, unless it is zero."""
        if not any(value):
            return value
        self += zip(vector(name), value, strict=True)
        return vector(name)

    def scalar(self, name, value):
        """Give a scalar a name."""
        self.append((scalar(name), value))
        return scalar(name)


def scaled_rates(W, h, steps):
    """{1: h W_0, 2: h^2 W_1, 3: h^3 W_2 / 2, ...}, the powers of h absorbed once."""
    return {g: steps.vector(f"w{g}", value * h**g / factorial(g - 1)) for g, value in enumerate(W, 1)}


def by_brackets(w, steps, bracket=cross, least=1):
    """Y from its coordinates in the Lyndon basis, each bracket computed once."""
    order = max(w)
    lie, known = fl.lyndon(fl.magnus(fl.rate(order), order)), {(i,): w[i + 1] for i in range(order)}

    def value(word):
        if word not in known:
            u, v = map(value, fl.factor(word))
            known[word] = steps.vector("b" + "".join(map(str, word)), bracket(u, v))
        return known[word]

    kept = {word: x for word, x in lie.items() if fl.grade(word) >= least}
    terms = (value(word) * sp.Rational(x.numerator, x.denominator) for word, x in kept.items())
    return sum(terms, sp.zeros(3, 1))


def by_recursion(w, steps, bracket=cross, least=1):
    """Y grade by grade from Y' = W - P/2 + f(s) Q, P = [Y, W], Q = [Y, P], f = 1/12 + s/720 + ..., s = Y.Y."""
    order, zero = max(w), sp.zeros(3, 1)
    numbers = [fl.bernoulli(2 * k + 2) * (-1) ** k / factorial(2 * k + 2) for k in range(order)]
    numbers = [sp.Rational(x.numerator, x.denominator) for x in numbers]
    Y, P, Q, s = {}, {}, {}, {}

    def power(j, n):
        """The part of grade n of s^j."""
        return sum((s[m] * power(j - 1, n - m) for m in range(2, n + 1)), sp.S.Zero) if j else sp.Integer(n == 0)

    for n in range(1, order + 1):
        P[n] = steps.vector(f"P{n}", sum((bracket(Y[m], w[n - m]) for m in range(1, n)), zero).expand())
        Q[n] = steps.vector(f"Q{n}", sum((bracket(Y[m], P[n - m]) for m in range(1, n)), zero).expand())
        if 2 <= n <= order - 3:
            s[n] = steps.scalar(f"s{n}", sp.expand(sum(dot(Y[m], Y[n - m]) for m in range(1, n))))
        f = [sum(numbers[j] * power(j, k) for j in range(k // 2 + 1)) for k in range(n - 2)]
        total = (w[n] - P[n] / 2 + sum((x * Q[n - k] for k, x in enumerate(f)), zero)) / n
        Y[n] = total if n <= 2 else steps.vector(f"Y{n}", total)
    return sum((Y[n] for n in range(least, order + 1)), zero)
