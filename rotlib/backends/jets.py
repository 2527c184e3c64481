"""A recorded function on power series in time, one power after the other.

Nobody has to differentiate a load: each operation of its program on numbers has one on
the coefficients of power series. `Jet` goes through the list once for each power and
remembers what it found for the lower ones.
"""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from math import log
from typing import Any, TypeAlias

from .._types import State
from .._vectors import cross, plus, times
from ..errors import NotAvailable
from ..kernels.quaternion import rotate_back
from ..numbers import select, sqrt, tape_of
from .operators import CALLS, FUNCTIONS, OPERATORS
from .trace import Op, Program, Requirement, Tape

# a coefficient; None is one that is zero whatever the motion, and is not computed
Coefficient: TypeAlias = Any
Series: TypeAlias = list[Coefficient]


def _plus(a: Coefficient, b: Coefficient) -> Coefficient:
    return b if a is None else a if b is None else a + b


def _times(a: Coefficient, b: Coefficient) -> Coefficient:
    return None if a is None or b is None else a * b


def _minus(a: Coefficient, b: Coefficient) -> Coefficient:
    return a if b is None else -b if a is None else a - b


def _over(a: Coefficient, b: Coefficient) -> Coefficient:
    return None if a is None else a / b


def product(a: Series, b: Series, k: int, first: int = 0, beyond: int = 0) -> Any:
    """Sum of a_j b_(k - j) from j = first to k - beyond."""
    total = None
    for j in range(first, k + 1 - beyond):
        x, y = a[j], b[k - j]
        if x is not None and y is not None:
            total = x * y if total is None else total + x * y
    return total


def _scaled(k: int, out: Series, a: Series, b: Series) -> Any:
    return _times(a[0], b[k])


def _scaled_right(k: int, out: Series, a: Series, b: Series) -> Any:
    return _times(a[k], b[0])


def _moved(a: Series, b: Series, k: int, beyond: int = 0) -> Any:
    """Sum of j a_j b_(k - j) / k from j = 1 to k - beyond."""
    total = None
    for j in range(1, k + 1 - beyond):
        x, y = a[j], b[k - j]
        if x is not None and y is not None:
            total = _plus(total, j / k * x * y)
    return total


def _divided(k: int, out: Series, a: Series, b: Series) -> Any:
    return _over(_minus(a[k], product(out, b, k, 0, 1)), b[0])


def _root(k: int, out: Series, a: Series) -> Any:
    return _over(_minus(a[k], product(out, out, k, 1, 1)), 2.0 * out[0])


def _exponential(k: int, out: Series, a: Series) -> Any:
    return _moved(a, out, k)


def _logarithm(k: int, out: Series, a: Series) -> Any:
    return _over(_minus(a[k], _moved(out, a, k, 1)), a[0])


def _one_and_square(sign: float, a: Series, n: int) -> Series:
    """Of 1 + a^2, or of 1 - a^2, the first n."""
    squares = [_times(sign, product(a, a, i)) for i in range(n)]
    return [_plus(1.0, squares[0]), *squares[1:]]


def _integral(k: int, out: Series, slope: Coefficient, over: Series) -> Any:
    """Of out' = slope / over, with coefficient k - 1 of the slope over k."""
    return _over(_minus(slope, _moved(out, over, k, 1)), over[0])


def _arcsine(k: int, out: Series, a: Series, sign: float = 1.0) -> Any:
    square = _one_and_square(-1.0, a, k)
    root = [sqrt(square[0])]
    for i in range(1, k):
        root.append(_root(i, root, square))
    return _integral(k, out, _times(sign, a[k]), root)


def _angle(k: int, out: Series, y: Series, x: Series) -> Any:
    square = [_plus(product(x, x, i), product(y, y, i)) for i in range(k)]
    return _integral(k, out, _minus(_moved(y, x, k), _moved(x, y, k)), square)


def _hypotenuse(k: int, out: Series, a: Series, b: Series) -> Any:
    square = _plus(product(a, a, k), product(b, b, k))
    return _over(_minus(square, product(out, out, k, 1, 1)), 2.0 * out[0])


# name: coefficient k from those before it, and from those of the arguments up to k
RULES: dict[str, Callable[..., Any]] = {
    "add": lambda k, out, a, b: _plus(a[k], b[k]),
    "sub": lambda k, out, a, b: _minus(a[k], b[k]),
    "neg": lambda k, out, a: _minus(None, a[k]),
    "mul": lambda k, out, a, b: product(a, b, k),
    "div": _divided,
    "sqrt": _root,
    "exp": _exponential,
    "log": _logarithm,
}
BY_SLOPE: dict[str, Callable[..., Any]] = {
    "log10": lambda k, out, a: _integral(k, out, _times(1 / log(10.0), a[k]), a),
    "log1p": lambda k, out, a: _integral(k, out, a[k], [1.0 + a[0], *a[1:]]),
    "expm1": lambda k, out, a: _plus(a[k], _moved(a, out, k)),
    "tan": lambda k, out, a: _moved(a, _one_and_square(1.0, out, k), k),
    "tanh": lambda k, out, a: _moved(a, _one_and_square(-1.0, out, k), k),
    "atan": lambda k, out, a: _integral(k, out, a[k], _one_and_square(1.0, a, k)),
    "asin": _arcsine,
    "acos": lambda k, out, a: _arcsine(k, out, a, -1.0),
    "atan2": _angle,
    "hypot": _hypotenuse,
}
RULES |= BY_SLOPE
# of these the first coefficient is the value
OF_VALUES = {"sqrt", "exp", "log", "abs", *BY_SLOPE}
# sine and its kind: the function whose slope it is, and the sign
PAIRS = {"sin": ("cos", -1.0), "sinh": ("cosh", 1.0)}
PARTNER = {name: (name, *pair) for name, pair in PAIRS.items()}
PARTNER |= {pair[0]: (name, *pair) for name, pair in PAIRS.items()}
WHOLE = 8  # the largest power that is made of products
TIME, ATTITUDE, RATE = 0, slice(1, 5), slice(5, 8)  # of a body that is held


def seen(*numbers: Any) -> State:
    """R^T v, recorded as one operation if v stands still during a step.

    As the body sees it, such a vector turns backwards [eq-carried]: its series needs
    none of the attitude.
    """
    tape = tape_of(*numbers)
    if tape is None or not all(
        _stands(tape, tape.lifted(x).place) for x in numbers[4:]
    ):
        made: State = rotate_back(*numbers)
        return made
    places = tuple([tape.lifted(x).place for x in numbers])
    return tuple([tape.number(Op("seen", (*places, i))) for i in range(3)])


def _stands(tape: Tape, place: int) -> bool:
    op = tape.ops[place]
    if op.name == "input":
        return place >= RATE.stop
    return (
        op.name == "constant"
        or bool(op.args)
        and all(_stands(tape, a) for a in op.args)
    )


class Jet:
    """The program on series: `following` takes and gives one coefficient at a time.

    changing: how many of its numbers change in a step; those behind are the load's own
    """

    def __init__(
        self, program: Program, name: str, changing: int | None = None
    ) -> None:
        self.name: str = name
        self.changing: int | None = changing
        self.chains: dict[Any, Series] = {}
        known: dict[int, Series] = {place: [] for place in program.ops}
        self.given: list[Series] = [known[place] for place in program.inputs["args"]]
        self.found: list[Series] = [known[place] for place in program.outputs]
        ops = program.ops.items()
        named = [(known[at], op.value) for at, op in ops if op.name == "constant"]
        self.constants: list[tuple[Series, Any]] = named
        self.work: list[tuple[Callable[..., Any], Series, list[Series]]] = []
        used = set(program.outputs)
        for at in program.block:
            if not isinstance(at, Requirement):
                op = program.ops[at]
                if op.name == "seen":
                    *places, i = op.args
                    args = [known[a] for a in places]
                    self.work.append((partial(self._seen, i), known[at], args))
                    continue
                used.update(op.args)
                still = [program.ops[a].name == "constant" for a in op.args]
                args = [known[a] for a in op.args]
                self.work.append((self._rule(op.name, still), known[at], args))

        attitude = program.inputs["args"][ATTITUDE]
        self.attitude: bool = not used.isdisjoint(attitude)  # or its start alone

    def following(self, given: Sequence[Coefficient]) -> State:
        k = len(self.given[0])
        for series, x in zip(self.given, given, strict=True):
            series.append(x)
        if k and self.changing is not None:
            for series in self.given[self.changing :]:
                series[k] = None
        for series, value in self.constants:
            series.append(None if k else value)
        for rule, out, args in self.work:
            out.append(rule(k, out, *args))
        return tuple([0.0 if x[k] is None else x[k] for x in self.found])

    def _rule(self, name: str, still: list[bool]) -> Callable[..., Any]:
        """How coefficient k is made; of `still` arguments there is the first alone."""
        if name == "select":
            return self._selected
        if name in PARTNER:
            return partial(self._of_pair, name)
        if name == "pow":
            return self._power
        if name in OF_VALUES or OPERATORS[name].truth:
            return partial(self._of_value, name)
        if name == "mul" and any(still):
            return _scaled if still[0] else _scaled_right
        if name in RULES:
            return RULES[name]
        raise NotAvailable(
            f"load {self.name!r}: its power series in time is needed here, and"
            f" {name} has none in this package; write it with other functions, or"
            " take rkmk54, which asks for no derivatives"
        )

    def _seen(self, i: int, k: int, out: Series, *args: Series) -> Any:
        key = ("seen", *map(id, args))
        chain = self.chains.setdefault(key, [])
        if len(chain) <= k:
            chain.append(self._turned_back(chain, k, args))
        return chain[k][i]

    def _turned_back(self, chain: Series, k: int, args: tuple[Series, ...]) -> Any:
        if k == 0:
            return rotate_back(*[0.0 if a[0] is None else a[0] for a in args])
        h, rates = self.given[TIME][1], list(zip(*self.given[RATE], strict=True))
        turned = [cross(chain[j], rates[k - 1 - j]) for j in range(k)]
        return times(h * (1 / k), plus(*turned))

    def _selected(self, k: int, out: Series, *args: Series) -> Any:
        condition, a, b = args
        if a[k] is None and b[k] is None:
            return None
        pair = [0.0 if x[k] is None else x[k] for x in (a, b)]
        return self._of_numbers("select", [condition[0], *pair])

    def _of_value(self, name: str, k: int, out: Series, *args: Series) -> Any:
        """What is the operation itself on the first coefficients."""
        if k == 0:
            return self._of_numbers(name, [a[0] for a in args])
        if name in RULES:
            return RULES[name](k, out, *args)
        if name != "abs" or args[0][k] is None:
            return None
        return self._sign(args[0]) * args[0][k]

    def _sign(self, a: Series) -> Any:
        below = self._of_numbers("lt", [a[0], 0.0])
        return self._of_numbers("select", [below, -1.0, 1.0])

    def _of_numbers(self, name: str, args: list[Any]) -> Any:
        args = [0.0 if x is None else x for x in args]
        return PLAIN[name](*args)

    def _of_pair(self, name: str, k: int, out: Series, a: Series) -> Any:
        """Sine and cosine of the same series, each the slope of the other."""
        sine, cosine, sign = PARTNER[name]
        # lists are not equal for being equal: the same argument has the same key
        both = self.chains.setdefault(("pair", sine, id(a)), [])
        while len(both) <= k:
            n = len(both)
            if n == 0:
                both.append(tuple(self._of_numbers(f, [a[0]]) for f in (sine, cosine)))
                continue
            s, c = ([x[i] for x in both] for i in (0, 1))
            down = _moved(a, s, n)
            both.append((_moved(a, c, n), _times(sign, down)))
        return both[k][name == cosine]

    def _power(self, k: int, out: Series, base: Series, exponent: Series) -> Any:
        """A whole power as a chain of products, made once and known by its base."""
        n = exponent[0]
        if not isinstance(n, float) or n != int(n) or not 1 <= n <= WHOLE:
            raise NotAvailable(
                f"load {self.name!r}: its power series in time is needed here, which"
                f" this package has for whole powers from 1 to {WHOLE}; write it with"
                " sqrt, exp and log"
            )
        power = base
        for i in range(2, int(n) + 1):
            chain = self.chains.setdefault(("power", i, id(base)), [])
            while len(chain) <= k:
                chain.append(product(power, base, len(chain)))
            power = chain
        return power[k]


def slopes(
    program: Program, name: str, numbers: Sequence[Any], first: float = 1.0
) -> list[Coefficient]:
    """The slopes, times `first`, of the one number that a program returns, by all that
    it is given: each operation hands its own on to its arguments, the last one first.
    """
    jet = Jet(program, name)
    jet.following(numbers)
    still = {id(series) for series, _ in jet.constants}
    known = {id(a): a for _, _, args in jet.work for a in args}
    # of a series, by the choices behind it: one that is not made hands on no infinity
    found: dict[int, dict[Any, Any]] = {id(jet.found[0]): {(): first}}
    for rule, out, args in reversed(jet.work):
        chosen = rule == jet._selected
        for choices, slope in found.pop(id(out), {}).items():
            for i, arg in enumerate(args):
                if id(arg) in still or (chosen and i == 0):
                    continue
                key, part = choices, slope
                if chosen:
                    key = (*choices, (id(args[0]), i))
                else:
                    given = [
                        [a[0], slope if i == j else None] for j, a in enumerate(args)
                    ]
                    jet.chains.clear()
                    part = rule(1, [out[0]], *given)
                each = found.setdefault(id(arg), {})
                each[key] = _plus(each.get(key), part)

    def where(choices: Any, x: Any) -> Any:
        for condition, i in choices:
            pair = (x, 0.0) if i == 1 else (0.0, x)
            x = jet._of_numbers("select", [known[condition][0], *pair])
        return x

    ends = [found.get(id(series), {}).items() for series in jet.given]
    return [reduce(_plus, [where(*way) for way in end], None) for end in ends]


def along(program: Program, numbers: State, way: Series, name: str = "") -> State:
    """How fast what a program returns changes as its first numbers go that way."""
    jet = Jet(program, name)
    jet.following(numbers)
    return jet.following([*way, *[None] * (len(numbers) - len(way))])


def _not(x: Any) -> Any:
    return not x if isinstance(x, bool) else ~x


PLAIN: dict[str, Callable[..., Any]] = {
    **{name: op.on_floats for name, op in OPERATORS.items()},
    **{f: CALLS[f] for f in FUNCTIONS},
    **{"select": select, "and": lambda a, b: a & b, "not": _not},
}
