"""A recorded function on power series in time, one power after the other.

Nobody has to differentiate a load: each operation of its program on numbers has one on
the coefficients of power series, which remember what was found for the lower powers.
A coefficient that is None is zero whatever the motion, and is not computed.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import product, repeat
from math import log
from operator import add, itemgetter
from types import SimpleNamespace
from typing import Any

from .._types import State
from .._vectors import cross, plus, times
from ..errors import NotAvailable
from ..kernels.quaternion import rotate_back
from ..numbers import select, tape_of
from .operators import CALLS, OPERATORS
from .trace import Calls, Op, Program, Recorded, Tape, walk

WHOLE = 8  # the largest power that is made of products
TIME, ATTITUDE, RATE = 0, slice(1, 5), slice(5, 8)  # of a body that is held


# --- rules: of a coefficient k, from those before it and those of the arguments -------


def _plus(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else a + b


def _minus(a: Any, b: Any) -> Any:
    return a if b is None else -b if a is None else a - b


def _over(a: Any, b: Any) -> Any:
    return None if a is None else a / b


def _number(a: Any) -> Any:
    return 0.0 if a is None else a


def _product(
    a: list[Any], b: list[Any], k: int, first: int = 0, beyond: int = 0
) -> Any:
    """Sum of a_j b_(k - j) from j = first to k - beyond."""
    pairs = [(a[j], b[k - j]) for j in range(first, k + 1 - beyond)]
    terms = [x * y for x, y in pairs if x is not None and y is not None]
    return reduce(add, terms) if terms else None


def _integral(a: list[Any], slope: list[Any], k: int) -> Any:
    """Of a' slope: sum of j a_j slope_(k - j) / k."""
    rates = [None if x is None else j / k * x for j, x in enumerate(a)]
    return _product(rates, slope, k, 1)


def _by_slopes(k: int, out: list[Any], *given: list[Any]) -> Any:
    """Of out' = sum of slope times a'."""
    n = len(given) // 2
    return reduce(_plus, map(_integral, given[:n], given[n:], repeat(k)))


def _selected(k: int, out: list[Any], condition: list[Any], *pair: list[Any]) -> Any:
    if all(x[k] is None for x in pair):
        return None
    return select(condition[0], *[_number(x[k]) for x in pair])


def _nothing(k: int, out: list[Any], *args: list[Any]) -> None:
    """Of what stands still, or is chosen by the first coefficients."""


RULES: dict[str, Callable[..., Any]] = {
    "add": lambda k, out, a, b: _plus(a[k], b[k]),
    "sub": lambda k, out, a, b: _minus(a[k], b[k]),
    "neg": lambda k, out, a: _minus(None, a[k]),
    "mul": lambda k, out, a, b: _product(a, b, k),
    "div": lambda k, out, a, b: _over(_minus(a[k], _product(out, b, k, 0, 1)), b[0]),
    "sqrt": lambda k, out, a: _over(
        _minus(a[k], _product(out, out, k, 1, 1)), 2.0 * out[0]
    ),
    "abs": lambda k, out, a: _product([select(a[0] < 0.0, -1.0, 1.0)], a[k:], 0),
    "select": _selected,
}
# of a function, by each of its arguments
SLOPES: dict[str, Callable[..., tuple["Series", ...]]] = {
    "exp": lambda out, a: (out,),
    "expm1": lambda out, a: (out + 1.0,),
    "log": lambda out, a: (1.0 / a,),
    "log10": lambda out, a: (1.0 / (a * log(10.0)),),
    "log1p": lambda out, a: (1.0 / (a + 1.0),),
    "sin": lambda out, a: (_partner("cos", a, -out),),
    "cos": lambda out, a: (-_partner("sin", a, out),),
    "sinh": lambda out, a: (_partner("cosh", a, out),),
    "cosh": lambda out, a: (_partner("sinh", a, out),),
    "tan": lambda out, a: (out * out + 1.0,),
    "tanh": lambda out, a: (-(out * out) + 1.0,),
    "asin": lambda out, a: (1.0 / applied("sqrt", -(a * a) + 1.0),),
    "acos": lambda out, a: (-1.0 / applied("sqrt", -(a * a) + 1.0),),
    "atan": lambda out, a: (1.0 / (a * a + 1.0),),
    "atan2": lambda out, y, x: (x / (y * y + x * x), -y / (y * y + x * x)),
    "hypot": lambda out, a, b: (a / out, b / out),
}
RULES |= dict.fromkeys(SLOPES, _by_slopes)


# --- series ---------------------------------------------------------------------------


class Series(Recorded):
    """A power series, whose next coefficients are made as they are asked for.

    first, rule: first(*values) is that of the power 0; rule(k, out, *coefficients) of
        another, from those before it, of `args` up to it, and of `behind` before it
    """

    def __init__(
        self,
        first: Callable[..., Any],
        rule: Callable[..., Any],
        *args: "Series",
        known: Sequence[Any] = (),
    ) -> None:
        self.first: Callable[..., Any] = first
        self.rule: Callable[..., Any] = rule
        self.args: tuple[Series, ...] = args
        self.behind: tuple[Series, ...] = ()
        self.known: list[Any] = [*known]

    def at(self, k: int) -> Any:
        while (n := len(self.known)) <= k:
            for a in self.args:
                a.at(n)
            if n == 0:
                new = self.first(*[_number(a.known[0]) for a in self.args])
            else:
                for b in self.behind:
                    b.at(n - 1)
                given = [a.known for a in (*self.args, *self.behind)]
                new = self.rule(n, self.known, *given)
            self.known.append(new)
        return self.known[k]


def constant(*known: Any) -> Series:
    return Series(_nothing, _nothing, known=known)


def applied(name: str, *given: Any, load: str = "") -> Any:
    """The series of an operation on series or numbers."""
    args: list[Any] = [a if isinstance(a, Series) else constant(a) for a in given]
    said = f"load {load!r}: its power series in time is needed here, "
    if name == "pow":
        n = args[1].known[0] if args[1].known else None
        if isinstance(n, float) and n in range(1, WHOLE + 1):
            return reduce(lambda power, base: power * base, repeat(args[0], int(n)))
        raise NotAvailable(
            f"{said}and there is one for whole powers from 1 to {WHOLE}; write it with"
            " sqrt, exp and log"
        )
    if name not in RULES and not OPERATORS[name].truth:
        raise NotAvailable(
            f"{said}and {name} has none in this package; write it with other functions,"
            " or take rkmk54, which asks for no derivatives"
        )
    out = Series(CALLS[name], RULES.get(name, _nothing), *args)
    if name in SLOPES:
        out.behind = SLOPES[name](out, *args)
    return out


Series.tape = SimpleNamespace(apply=applied)


def _partner(name: str, a: Series, slope: Series) -> Any:
    """Of sine and cosine the other, each of which is the slope of the first."""
    other = Series(CALLS[name], _by_slopes, a)
    other.behind = (slope,)
    return other


# --- programs -------------------------------------------------------------------------


def seen(*numbers: Any) -> State:
    """R^T v, recorded as one operation if v stands still during a step.

    As the body sees it, such a vector turns backwards [eq-carried]: its series needs
    none of the attitude.
    """
    tape = tape_of(*numbers)
    places = () if tape is None else tuple([tape.lifted(x).place for x in numbers])
    if places and all(_stands(tape, place) for place in places[4:]):
        return tuple([tape.number(Op("seen", (*places, i))) for i in range(3)])
    made: State = rotate_back(*numbers)
    return made


def _stands(tape: Tape, place: int) -> bool:
    name, args, _ = tape.ops[place]
    if not args:
        return name == "constant" or (name == "input" and place >= RATE.stop)
    return all(_stands(tape, a) for a in args)


class Jet:
    """The program on series: `following` takes and gives one coefficient at a time.

    changing: how many of its numbers change in a step; those behind are the load's own
    needs_q: whether it asks for the attitude after the start
    """

    def __init__(
        self, program: Program, name: str, changing: int | None = None
    ) -> None:
        self.name: str = name
        self.changing: int | None = changing
        places = program.inputs["args"]
        self.given: list[Series] = [constant() for _ in places]
        self.turned: dict[Any, Series] = {}
        at: dict[int, Any] = {p: constant(x) for p, x in program.constants.items()}
        at.update(zip(places, self.given, strict=True))
        walk(program, self, at)
        self.work: list[Series] = [at[x] for x in program.block if isinstance(x, int)]
        self.found: list[Series] = [at[place] for place in program.outputs]
        reading = [op.args for op in program.ops.values() if op.name != "seen"]
        used = {*program.outputs}.union(*reading)
        self.needs_q: bool = not used.isdisjoint(places[ATTITUDE])

    def operation(self, place: int, op: Op, args: list[Series]) -> Any:
        if op.name != "seen":
            return applied(op.name, *args, load=self.name)
        *key, i = op.args
        if (vector := self.turned.get(tuple(key))) is None:
            vector = Series(lambda *qv: rotate_back(*qv), self._turned_back, *args[:-1])
            self.turned[tuple(key)] = vector
        return Series(itemgetter(i), lambda k, out, v: v[k][i], vector)

    def requirement(self, holds: Any, reason: str) -> None:
        """Nothing: what a program requires is not asked."""

    def following(self, given: Sequence[Any]) -> State:
        k = len(self.given[0].known)
        for series, x in zip(self.given, given[: self.changing if k else None]):  # noqa: B905
            series.known.append(x)
        for series in self.work:
            series.at(k)
        return tuple([_number(series.at(k)) for series in self.found])

    def _turned_back(self, k: int, out: list[Any], *args: list[Any]) -> Any:
        h, rates = self.given[TIME].known[1], [x.known for x in self.given[RATE]]
        omega = [[rate[j] for rate in rates] for j in range(k)]
        turned = [cross(out[j], omega[k - 1 - j]) for j in range(k)]
        return times(h * (1 / k), plus(*turned))


def slopes(
    program: Program, name: str, numbers: Sequence[Any], first: float = 1.0
) -> list[Any]:
    """The slopes, times `first`, of the one number that a program returns, by all that
    it is given: each operation hands its own on to its arguments, the last one first.
    """
    at = dict(zip(program.inputs["args"], numbers, strict=True)) | program.constants
    walk(program, Calls(CALLS), at)
    # of a place, by the choices behind it: one that is not made hands on no infinity
    found: dict[int, dict[Any, Any]] = {program.outputs[0]: {(): first}}
    for place in reversed([x for x in program.block if isinstance(x, int)]):
        (name_of, args, _), behind = program.ops[place], found.pop(place, {})
        for (choices, slope), (i, arg) in product(behind.items(), enumerate(args)):
            if arg in program.constants or (name_of == "select" and i == 0):
                continue
            if name_of == "select":
                choices = (*choices, (args[0], i))
            else:
                ways = [slope if i == j else None for j in range(len(args))]
                pairs = [constant(at[a], w) for a, w in zip(args, ways, strict=True)]
                one = applied(name_of, *pairs, load=name)
                one.known[:1] = [at[place]]
                slope = one.at(1)
            each = found.setdefault(arg, {})
            each[choices] = _plus(each.get(choices), slope)

    def where(choices: Any, x: Any) -> Any:
        for condition, i in choices:
            x = select(at[condition], *((x, 0.0) if i == 1 else (0.0, x)))
        return x

    ends = [found.get(place, {}).items() for place in program.inputs["args"]]
    return [reduce(_plus, [where(*way) for way in end], None) for end in ends]


def along(
    program: Program, numbers: State, way: Sequence[Any], name: str = ""
) -> State:
    """How fast what a program returns changes as its first numbers go that way."""
    jet = Jet(program, name)
    jet.following(numbers)
    return jet.following([*way, *repeat(None, len(numbers) - len(way))])
