"""A recorded function on power series in time, one power after the other.

Nobody has to differentiate a load. Its program is a list of operations, and each
operation on numbers has one on the coefficients of power series: a product becomes a
sum of products, a root follows from its square. `Jet` goes through the list once for
each power and remembers what it found for the lower ones.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from .._types import State
from ..errors import NotAvailable
from .bind import bind
from .flow import select
from .operators import FUNCTIONS, OPERATORS
from .registry import Kind
from .trace import Program, Requirement

# a coefficient; None is one that is zero whatever the motion, and is not computed
Coefficient: TypeAlias = Any
Series: TypeAlias = list[Coefficient]


def _sum(terms: Iterable[Coefficient]) -> Coefficient:
    total = None
    for x in terms:
        total = x if total is None else total if x is None else total + x
    return total


def _times(a: Coefficient, b: Coefficient) -> Coefficient:
    return None if a is None or b is None else a * b


def _minus(a: Coefficient, b: Coefficient) -> Coefficient:
    return a if b is None else -b if a is None else a - b


def _over(a: Coefficient, b: Coefficient) -> Coefficient:
    return None if a is None else a / b


def product(a: Series, b: Series, k: int, first: int = 0, beyond: int = 0) -> Any:
    """Sum of a_j b_(k - j) from j = first to k - beyond."""
    return _sum(_times(a[j], b[k - j]) for j in range(first, k + 1 - beyond))


def _moved(a: Series, b: Series, k: int) -> Any:
    """Sum of j a_j b_(k - j) / k from j = 1 to k: of the integral of a' b."""
    return _sum(_times(_times(j / k, a[j]), b[k - j]) for j in range(1, k + 1))


def _divided(k: int, out: Series, a: Series, b: Series) -> Any:
    return _over(_minus(a[k], product(out, b, k, 0, 1)), b[0])


def _root(k: int, out: Series, a: Series) -> Any:
    return _over(_minus(a[k], product(out, out, k, 1, 1)), 2.0 * out[0])


def _exponential(k: int, out: Series, a: Series) -> Any:
    return _moved(a, out, k)


def _logarithm(k: int, out: Series, a: Series) -> Any:
    known = _sum(_times(_times(j / k, out[j]), a[k - j]) for j in range(1, k))
    return _over(_minus(a[k], known), a[0])


# name: coefficient k from those before it, and from those of the arguments up to k
RULES: dict[str, Callable[..., Any]] = {
    "add": lambda k, out, a, b: _sum((a[k], b[k])),
    "sub": lambda k, out, a, b: _minus(a[k], b[k]),
    "neg": lambda k, out, a: _minus(None, a[k]),
    "mul": lambda k, out, a, b: product(a, b, k),
    "div": _divided,
    "sqrt": _root,
    "exp": _exponential,
    "log": _logarithm,
}
OF_VALUES = {"sqrt", "exp", "log", "abs"}  # their first coefficient is their value
# sine and its kind: the function whose slope it is, and the sign
PAIRS = {"sin": ("cos", -1.0), "sinh": ("cosh", 1.0)}
PARTNER = {name: (name, *pair) for name, pair in PAIRS.items()}
PARTNER |= {pair[0]: (name, *pair) for name, pair in PAIRS.items()}
WHOLE = 8  # the largest power that is made of products


class Jet:
    """The program on series: `following` takes and gives one coefficient at a time.

    Parameters
    ----------
    program : Program
        Of a function, without loops.
    kind : Kind
        What the coefficients are.
    name : str
        What a message calls the function.
    """

    def __init__(self, program: Program, kind: Kind, name: str) -> None:
        self.program: Program = program
        self.kind: Kind = kind
        self.name: str = name
        self.known: dict[Any, Series] = {}
        self.plain: dict[str, Any] = {}
        for place, op in program.ops.items():
            if op.name == "constant":
                self.known[place] = [op.value]

    def following(self, given: Sequence[Coefficient]) -> State:
        """The next coefficient of what it returns, from those of all arguments."""
        places = self.program.inputs["args"]
        for place, x in zip(places, given, strict=True):
            self.known.setdefault(place, []).append(x)
        k = len(self.known[places[0]]) - 1
        if k:
            for place, op in self.program.ops.items():
                if op.name == "constant":
                    self.known[place].append(None)
        for place in self.program.block:
            if not isinstance(place, Requirement):
                op = self.program.ops[place]
                args = [self.known[a] for a in op.args]
                out = self.known.setdefault(place, [])
                out.append(self._coefficient(k, op.name, out, args))
        found = [self.known[place][k] for place in self.program.outputs]
        return tuple([0.0 if x is None else x for x in found])

    def _coefficient(self, k: int, name: str, out: Series, args: list[Series]) -> Any:
        if name == "select":
            condition, a, b = args
            if a[k] is None and b[k] is None:
                return None
            pair = [0.0 if x[k] is None else x[k] for x in (a, b)]
            return self._of_numbers("select", [condition[0], *pair])
        if OPERATORS[name].truth:
            return self._of_numbers(name, [a[0] for a in args]) if k == 0 else None
        if name in PARTNER:
            return self._of_pair(k, name, args[0])
        if name == "pow":
            return self._power(k, args)
        if name not in RULES and name not in OF_VALUES:
            raise NotAvailable(
                f"load {self.name!r}: its power series in time is needed here, and"
                f" {name} has none in this package; write it with other functions, or"
                " take rkmk54, which asks for no derivatives"
            )
        if k == 0 and name in OF_VALUES:
            return self._of_numbers(name, [a[0] for a in args])
        if name == "abs":
            return None if args[0][k] is None else self._sign(args[0]) * args[0][k]
        return RULES[name](k, out, *args)

    def _sign(self, a: Series) -> Any:
        below = self._of_numbers("lt", [a[0], 0.0])
        return self._of_numbers("select", [below, -1.0, 1.0])

    def _of_numbers(self, name: str, args: list[Any]) -> Any:
        args = [0.0 if x is None else x for x in args]
        if name not in self.plain:
            self.plain[name] = _function_of(name, self.kind)
        return self.plain[name](*args)

    def _of_pair(self, k: int, name: str, a: Series) -> Any:
        """Sine and cosine of the same series, each the slope of the other."""
        sine, cosine, sign = PARTNER[name]
        # lists are not equal for being equal: the same argument has the same key
        both = self.known.setdefault(("pair", sine, id(a)), [])
        while len(both) <= k:
            n = len(both)
            if n == 0:
                both.append(tuple(self._of_numbers(f, [a[0]]) for f in (sine, cosine)))
                continue
            s, c = ([x[i] for x in both] for i in (0, 1))
            down = _moved(a, s, n)
            both.append((_moved(a, c, n), _times(sign, down)))
        return both[k][name == cosine]

    def _power(self, k: int, args: list[Series]) -> Any:
        """A whole power as a chain of products, made once and known by its base."""
        base, exponent = args
        n = exponent[0]
        if not isinstance(n, float) or n != int(n) or not 1 <= n <= WHOLE:
            raise NotAvailable(
                f"load {self.name!r}: its power series in time is needed here, which"
                f" this package has for whole powers from 1 to {WHOLE}; write it with"
                " sqrt, exp and log"
            )
        power = base
        for i in range(2, int(n) + 1):
            chain = self.known.setdefault(("power", i, id(base)), [])
            if len(chain) <= k:
                chain.append(product(power, base, k))
            power = chain
        return power[k]


def _function_of(name: str, kind: Kind) -> Callable[..., Any]:
    """The operation on the numbers of that kind."""
    if name in ("select", "abs"):
        return bind(_select if name == "select" else _abs, kind)
    if kind == Kind.NUMPY:
        made: Callable[..., Any] = getattr(np, OPERATORS[name].on_arrays)
        return made
    if kind != Kind.FLOAT and name in ("and", "not"):
        return _and if name == "and" else _not
    plain = OPERATORS[name].on_floats
    return bind(plain, kind) if name in FUNCTIONS else plain


def _abs(x: Any) -> Any:
    return abs(x)


def _select(condition: Any, a: Any, b: Any) -> Any:
    return select(condition, a, b)


def _not(x: Any) -> Any:
    return ~x


def _and(a: Any, b: Any) -> Any:
    return a & b
