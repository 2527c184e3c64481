"""What follows from a recording: power series, the law of a potential, and what a law
looks at.

Nobody has to differentiate a load: each operation of its program on numbers has one on
the coefficients of power series in time, which remember what was found for the lower
powers. A coefficient that is None is zero whatever the motion, and is not computed.
Nor has anybody to say what a law depends on: the program is read, or asked at random
motions, where each of its choices goes either way by chance, so that no branch of it
stays unseen.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, reduce
from itertools import product, repeat
from operator import add, itemgetter, mul
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._types import Array, Function, State
from .._vectors import cross, plus, times
from ..errors import InvalidInput, NotAvailable
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..numbers import are_arrays, select, tape_of
from .printed import on_arrays, on_floats
from .trace import (
    CALLS,
    OPERATORS,
    Calls,
    DataDependentBranch,
    Kind,
    Op,
    Program,
    Recorded,
    Tape,
    flat,
    record_function,
    sizes_of,
    uses,
    walk,
    walked,
)
from .user_function import UserFunction

WHOLE = 8  # the largest power that is made of products
POWERS = f"there is one for whole powers from 1 to {WHOLE}; write it with sqrt, exp"
POWERS += " and log"
NONE = "has none in this package; write it with other functions, or take rkmk54, which"
NONE += " asks for no derivatives"
TIME, ATTITUDE, RATE = 0, slice(1, 5), slice(5, 8)  # of a body that is held

SAMPLES = 40  # random motions
NOTHING, CLEAN = 1e-9, 1e-12  # parts of the largest that count as none
FLOATS = {float}


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
    "log10": lambda out, a: (1.0 / (a * math.log(10.0)),),
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


@dataclass(eq=False)
class Series(Recorded):
    """A power series, whose next coefficients are made as they are asked for.

    first, rule: first(*values) is that of the power 0; rule(k, out, *coefficients) of
        another, from those before it, of `args` up to it, and of `behind` before it
    """

    first: Function
    rule: Function
    args: Sequence["Series"] = ()
    known: list[Any] = field(default_factory=list)
    behind: Sequence["Series"] = ()

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
    return Series(_nothing, _nothing, (), [*known])


def applied(name: str, *given: Any, load: str = "") -> Any:
    """The series of an operation on series or numbers."""
    args: list[Any] = [a if isinstance(a, Series) else constant(a) for a in given]
    if name == "pow":
        n = args[1].known[0] if args[1].known else None
        if isinstance(n, float) and n in range(1, WHOLE + 1):
            return reduce(mul, repeat(args[0], int(n)))
    if name not in RULES and not OPERATORS[name].truth:
        raise NotAvailable(
            f"load {load!r}: its power series in time is needed here, and "
            + (POWERS if name == "pow" else f"{name} {NONE}")
        )
    out = Series(CALLS[name], RULES.get(name, _nothing), args)
    if name in SLOPES:
        out.behind = SLOPES[name](out, *args)
    return out


Series.tape = SimpleNamespace(apply=applied)


def _partner(name: str, a: Series, slope: Series) -> Any:
    """Of sine and cosine the other, each of which is the slope of the first."""
    return Series(CALLS[name], _by_slopes, (a,), [], (slope,))


# --- programs -------------------------------------------------------------------------


def seen(*numbers: Any) -> State:
    """R^T v, recorded as one operation if v stands still during a step.

    As the body sees it, such a vector turns backwards [eq-carried]: its series needs
    none of the attitude.
    """
    tape = tape_of(*numbers)
    places = () if tape is None else tape.places(numbers)
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
            vector = Series(rotate_back, self._turned_back, args[:-1])
            self.turned[tuple(key)] = vector
        return Series(itemgetter(i), lambda k, out, v: v[k][i], (vector,))

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
    at = walked(program, Calls(CALLS), numbers)
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


# --- the law of a potential -----------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Formula:
    """A program in one straight line, as a function of numbers of any kind."""

    program: Program

    def __call__(self, *numbers: Any) -> State:
        made: State
        if {*map(type, numbers)} == FLOATS:
            try:
                made = on_floats(self.program)(*numbers)
            except (ArithmeticError, ValueError):  # perhaps in what is not chosen
                found = on_arrays(self.program)(*map(np.float64, numbers))
                if not np.isfinite(found).all():
                    raise
                made = tuple(map(float, found))
        elif tape_of(*numbers) is None and are_arrays(*numbers):
            made = on_arrays(self.program)(*numbers)
        else:
            target = tape_of(*numbers) or Calls(CALLS)  # which takes those of JAX
            at = walked(self.program, target, numbers)
            made = tuple([at[place] for place in self.program.outputs])
        return made


@lru_cache(maxsize=256)
def wrench_of(potential: Program, name: str, n: int, pairs: bool = False) -> Formula:
    """Minus the change of a potential in small turns and moves of its body, or of the
    first of a pair; a function of the same numbers: q, the position if n is 6, others.
    """

    def wrench(*numbers: Any) -> State:
        down = [0.0 if x is None else x for x in slopes(potential, name, numbers, -1.0)]
        q, half, force = numbers[:4], [0.5 * x for x in down[:4]], down[4:7]
        back = q[0], *[-x for x in q[1:]]
        if pairs:  # space components
            return (*multiply(*half, *back)[1:], *force)
        torque: State = multiply(*back, *half)[1:]
        return (*torque, *rotate_back(*q, *force)) if n == 6 else torque

    sizes = (0,) * len(potential.inputs["args"])
    return Formula(record_function(wrench, Kind.TRACE_LOAD, sizes, n))


@cache
def of_potential(
    potential: Function, pairs: bool = False, numbers: int | None = None
) -> Function:
    """The wrench of a generated potential, recorded when it is first asked.

    numbers: how many it takes, where its signature does not say so
    """

    def made() -> Formula:
        sizes = (0,) * (numbers or potential.__code__.co_argcount)
        whole = record_function(potential, Kind.TRACE_LOAD, sizes, 0)
        return wrench_of(whole, potential.__name__, 6, pairs)

    return _when_asked(made, potential.__name__)


def straight(function: Function, numbers: int, returns: int) -> Function:
    """A function of so many numbers whose loops are gone once it is first asked."""
    sizes = (0,) * numbers

    def made() -> Formula:
        return Formula(record_function(function, Kind.TRACE_LOAD, sizes, returns))

    return _when_asked(made, function.__name__)


def _when_asked(make: Callable[[], Formula], name: str) -> Function:
    formula = cache(make)

    def call(*numbers: Any) -> State:
        made = formula()(*numbers)
        if are_arrays(*made) and (kind := np.result_type(*numbers)) != np.float64:
            return tuple([np.asarray(x, kind) for x in made])
        return made

    call.__name__ = name
    return call


@dataclass(frozen=True, eq=False)
class Slope:
    """The law of a user's potential alone.

    user: the potential, of (q), (q, position) or, of pairs, of both these of a and b
    """

    user: UserFunction
    name: str
    pairs: bool = False

    def __call__(self, t: Any, *motion: Any) -> State:
        if self.pairs:
            a, b, *u = motion
            args = [a.q, a.position, b.q, b.position, *u]
        else:  # of (q, omega), or (q, omega, position, velocity)
            q, _, *rest = motion
            args = [q, *rest[:1], *rest[2:]] if len(rest) > 1 else [q, *rest]
        return self.wrench(sizes_of(args))(*flat(args))

    def wrench(self, sizes: tuple[int, ...]) -> Formula:
        n = 6 if self.pairs or sizes[1:2] == (3,) else 3
        try:
            whole = self.user.program(sizes)
            return wrench_of(whole, self.name, n, self.pairs)
        except DataDependentBranch as reason:
            raise InvalidInput(
                f"load {self.name!r}: its law is the slope of its potential, which must"
                f" be one that can be written down as a formula: {reason}; give the law"
                " too"
            ) from None


# --- what a law looks at --------------------------------------------------------------


def depends(program: Program, places: Iterable[int]) -> bool:
    """Whether something comes of these of its numbers."""
    used, args = uses(program), program.inputs["args"]
    return any(used[args[i]] for i in places)


def symmetries(program: Program, own: State, reach: float = 1.0) -> tuple[State, ...]:
    """Twists of space along which a wrench (t, q, omega, position, velocity, ...) at
    rest does no work: three numbers of a turn, three of a move; of a torque (t, q,
    omega, ...) turns alone.

    own: its parameters; reach: of the positions at which it is asked, m
    """
    still, flies = (0.0, 0.0, 0.0), len(program.outputs) == 6
    t, q, x = _random()
    x = tuple([reach * a for a in x])
    place = (*x, *still) if flies else ()
    out = _asked(program, [t, *q, *still, *place, *own])
    work: State = rotate(*q, *out[:3])
    if flies:
        force = rotate(*q, *out[3:])
        work = *plus(work, cross(x, force)), *[reach * f for f in force]
    return tuple([(*Z[:3], *[reach * v for v in Z[3:]]) for Z in _unseen(work)])


def axis(program: Program, own: State) -> State | None:
    """The direction of space in which a torque (t, q, omega, ...) has no component."""
    found = symmetries(program, own)
    size = math.hypot(*found[0]) if len(found) == 1 else 0.0
    return tuple([x / size for x in found[0]]) if size else None


def is_linear(program: Program, own: State) -> bool:
    """Whether a potential (q, ...) is linear in the rotation matrix."""
    q = _random()[1]
    (V,) = _asked(program, [*q, *own])
    V = (V + np.zeros(SAMPLES)).reshape(-1, SAMPLES)
    columns: list[Any] = [np.ones(SAMPLES)]
    for e in np.eye(3).tolist():
        columns += rotate(*q, *e)
    matrix = np.stack(columns, -1)
    best, *_ = np.linalg.lstsq(matrix, V.T, rcond=None)
    off = np.abs(matrix @ best - V.T).max(initial=0.0)
    return bool(off <= CLEAN * np.abs(V).max(initial=0.0))


def _random() -> tuple[Array, State, State]:
    """Times, attitudes, places (samples,)."""
    t, *numbers = np.random.default_rng(0).normal(size=(8, SAMPLES))
    q = np.array(numbers[:4])
    return t, tuple(q / np.sqrt((q * q).sum(0))), tuple(numbers[4:])


def _asked(program: Program, args: list[Any]) -> list[Any]:
    """What it returns where every choice in it is made by chance."""
    rng = np.random.default_rng(1)

    def chosen(condition: Any, a: Any, b: Any) -> Any:
        return select(rng.random(SAMPLES) < 0.5, a, b)

    with np.errstate(all="ignore"):
        at = walked(program, Calls(CALLS | {"select": chosen}), args)
    return [at[p] for p in program.outputs]


def _unseen(columns: Any) -> list[State]:
    """A basis of the rows' null space, with as many zeros and ones as it can have."""
    each = np.broadcast_arrays(*columns, np.zeros(SAMPLES))[:-1]
    rows = np.stack([c.ravel() for c in each], -1)
    size = np.sqrt((rows * rows).sum(-1))
    known = np.isfinite(size) & (size > 0.0)
    if known.sum() < SAMPLES // 2:
        return []
    triangle = np.linalg.qr(rows[known] / size[known][:, None], mode="r")
    _, scale, ways = np.linalg.svd(triangle)
    free = ways[scale < NOTHING * scale[0]]
    for i in range(len(free)):  # by elimination with the largest of a row
        k = int(np.abs(free[i]).argmax())
        free[i] /= free[i, k]
        others = [j for j in range(len(free)) if j != i]
        free[others] -= np.outer(free[others, k], free[i])
    free[np.abs(free) < CLEAN * np.abs(free).max(initial=0.0)] = 0.0
    found: list[State] = free.tolist()
    return found
