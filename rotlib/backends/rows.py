"""Arrays of numbers that record: a user's, and one number of each body of a system.

What is done to an array is done to each of its numbers. So a step that is written for
one body is recorded for all of a system, and a load may be written with arrays, `K @
omega`, `np.clip(u, -1, 1)`: NumPy's functions find the operations of the tape, for on
objects they would ask for the truth of comparisons. What has no operation is refused.
"""

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from itertools import pairwise
from operator import mul, or_
from typing import Any

import numpy as np

from .._types import Function, Scalar, State
from ..numbers import select
from .trace import (
    CALLS,
    NAMES,
    OPERATORS,
    STUMPFF,
    DataDependentBranch,
    Number,
    Op,
    Tape,
    either,
    refusal,
)

MOST_KNOTS = 100  # of a table: each is an operation, and is compiled
PRODUCTS = ("matmul", "vecdot", "matvec", "vecmat")
HARMLESS = ("dtype", "casting", "order", "subok")
entrywise: Any = lru_cache(maxsize=256)(np.frompyfunc)


@dataclass(eq=False)
class RowTape:
    """The tape of arrays; it writes each of their numbers on the tape of numbers."""

    tape: Tape
    n: int
    whole: tuple[str, ...] = NAMES

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tape, name)  # how numbers are written

    def apply(self, name: str, *args: Any) -> Any:
        return _each(CALLS.get(name) or STUMPFF[name], *args)

    def operation(self, place: int, op: Op, args: list[Any]) -> Any:
        return self.apply(op.name, *args)

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        return _each(select, condition, a, b)

    def require(self, condition: Any, reason: str) -> None:
        for holds in condition.flat:
            self.tape.require(holds, reason)

    def warn(self, condition: Any, *said: Any) -> None:
        self.tape.warn(reduce(or_, condition.flat), *said)

    def loop(self, body: Function, state: State, most: int) -> tuple[State, Any]:
        """A body that is done stays as it is until all are."""
        n = self.n

        def flat(numbers: State) -> list[Any]:
            return [x for row in numbers for x in np.broadcast_to(row, n)]

        def all_bodies(numbers: State) -> tuple[State, Any]:
            over, *before = side_by_side(numbers, n)
            following, done = body(tuple(before))
            was = over > 0.5
            kept = [select(was, a, b) for a, b in zip(before, following, strict=True)]
            over = select(was | done, 1.0, 0.0)
            return flat([over, *kept]), reduce(mul, over) > 0.5

        held, closed = self.tape.loop(all_bodies, [0.0] * n + flat(state), most)
        return side_by_side(held, n)[1:], closed


def _or_refused(function: Function) -> Any:
    """What goes wrong on arrays of numbers need not go wrong on plain ones."""

    def call(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            raise refusal(str(error)) from error

    return call


class Vector(np.ndarray):
    """An array whose entries are numbers that record, or floats."""

    is_constant: bool = False

    @property
    def tape(self) -> Any:
        """Where its numbers write; None if all are plain."""
        found = next((x.tape for x in self.flat if isinstance(x, Number)), None)
        return found and RowTape(found, self.shape[-1])

    def __bool__(self) -> bool:
        found = {bool(x) for x in self.flat}
        if len(found) > 1:
            raise DataDependentBranch("it branches on what differs from body to body")
        return found.pop()

    def __getitem__(self, key: Any) -> Any:
        if records(key):
            raise refusal("an index that changes")
        return vector(_bare(self)[key])

    def astype(self, *args: Any, **kwargs: Any) -> Any:
        """Numbers that record are float64 already."""
        return self.copy()

    @_or_refused
    def __array_ufunc__(
        self, ufunc: Any, method: Any, *inputs: Any, **options: Any
    ) -> Any:
        """A function of NumPy, entry by entry, or the sum it makes along an axis."""
        name, out = ufunc.__name__, options.pop("out", (None,))[0]
        options = {x: a for x, a in options.items() if x not in HARMLESS}
        own = ufunc if name in PRODUCTS else BY_NAME.get(name)
        if own is None or options.pop("where", True) is not True:
            raise refusal(f"numpy.{name}")
        if method != "__call__" and name in ("add", "multiply"):  # truths are counted
            inputs = tuple([_each(_number, a) for a in inputs])
        own = own if own is ufunc else entrywise(own, ufunc.nin, 1)
        made = getattr(own, method)(*map(_bare, inputs), **options)
        if out is None:
            return vector(made)
        if not isinstance(out, Vector):
            raise refusal("writing into an array of numbers")
        out.view(np.ndarray)[...] = made
        return out

    @_or_refused
    def __array_function__(
        self, function: Any, types: Any, args: Any, kwargs: Any
    ) -> Any:
        """A function of NumPy that is not one of numbers: ours, or its own text."""
        if function in OTHERS:
            return OTHERS[function](*args, **kwargs)
        plain, alone = np.empty(0).view(Vector), isinstance(self, Number)
        boxed = [_bare(a)[None] if isinstance(a, Number) else a for a in args]
        args = tuple([vector(a) for a in boxed]) if alone else tuple(args)
        own: Any = np.ndarray.__array_function__
        made = vector(own(plain, function, (Vector,), args, kwargs))
        single = alone and isinstance(made, Vector) and made.shape == (1,)
        return made[0] if single else made


def vector(value: Any) -> Any:
    """An array of objects as a `Vector`; of one entry without axes, the entry."""
    if not isinstance(value, np.ndarray) or value.dtype != object:
        return value
    return value.view(Vector) if value.ndim else value[()]


def records(value: Any) -> bool:
    """Whether it is, or holds, a number that records."""
    if isinstance(value, (list, tuple)):
        return any(map(records, value))
    plain = not isinstance(value, np.ndarray) or value.dtype != object
    return isinstance(value, (Number, Vector)) or not plain


def _bare(value: Any) -> Any:
    """A plain array in place of a `Vector` or of a number that records."""
    if isinstance(value, Vector):
        return value.view(np.ndarray)
    return np.array(value, object) if isinstance(value, Number) else value


def _each(call: Function, *args: Any) -> Any:
    """A function of numbers, called with those of arrays, entry by entry."""
    return vector(entrywise(call, len(args), 1)(*map(_bare, args)))


Number.together = staticmethod(vector)
Number.__array_ufunc__ = Vector.__array_ufunc__
Number.__array_function__ = Vector.__array_function__

# --- NumPy's functions of numbers -----------------------------------------------------


def _number(a: Scalar) -> Scalar:
    truth = isinstance(a, Number) and a.tape.is_truth(a)
    return select(a, 1.0, 0.0) if truth else a


def _power(a: Scalar, n: Scalar) -> Scalar:
    return a * a if not isinstance(n, Number) and n == 2 else CALLS["pow"](a, n)


def _better(is_better: Function) -> Function:
    """The better one of two; of a NaN and a number the NaN, as NumPy has it."""
    return lambda a, b: select(either(is_better(a, b), CALLS["ne"](a, a)), a, b)


_least, _greatest = _better(CALLS["le"]), _better(CALLS["ge"])


def _sign(a: Scalar) -> Scalar:
    return select(CALLS["gt"](a, 0.0), 1.0, select(CALLS["lt"](a, 0.0), -1.0, a * 1.0))


BY_NAME: dict[str, Function] = {
    **{op.on_arrays: CALLS[name] for name, op in OPERATORS.items()},
    **dict.fromkeys(("absolute", "fabs"), CALLS["abs"]),
    **dict.fromkeys(("power", "float_power"), _power),
    **dict.fromkeys(("logical_and", "bitwise_and"), CALLS["and"]),
    **dict.fromkeys(("logical_or", "bitwise_or"), either),
    **dict.fromkeys(("logical_not", "invert"), CALLS["not"]),
    **dict.fromkeys(("positive", "conjugate"), lambda a: a),
    **dict.fromkeys(("deg2rad", "radians"), partial(operator.mul, math.pi / 180.0)),
    **dict.fromkeys(("rad2deg", "degrees"), partial(operator.mul, 180.0 / math.pi)),
    "true_divide": CALLS["div"],
    "square": lambda a: a * a,
    "reciprocal": lambda a: CALLS["div"](1.0, a),
    "minimum": _least,
    "maximum": _greatest,
    "clip": lambda a, low, high: _least(_greatest(a, low), high),
    "sign": _sign,
}


def _select(conditions: Any, choices: Any, default: Any = 0.0) -> Any:
    """The first choice whose condition holds."""
    pairs = reversed([*zip(conditions, choices, strict=True)])
    return reduce(lambda made, pair: _each(select, *pair, made), pairs, default)


def _interp(x: Any, xp: Any, fp: Any) -> Any:
    if len(xp) > MOST_KNOTS:
        raise refusal(f"numpy.interp with more than {MOST_KNOTS} knots")
    knots, heights = [np.asarray(a, float).tolist() for a in (xp, fp)]  # not recorded
    if not (np.diff(knots) > 0).all():
        raise refusal("numpy.interp with knots that do not rise")

    def one(x: Scalar) -> Scalar:
        value: Any = heights[0]
        for (a, u), (b, v) in pairwise(zip(knots, heights, strict=True)):
            line = (v - u) / (b - a) * (x - a) + u
            value = select(CALLS["ge"](x, a), line, value)
        return select(CALLS["ge"](x, knots[-1]), heights[-1], value)

    return _each(one, x)


OTHERS: dict[Any, Function] = {
    np.where: partial(_each, select),
    np.select: _select,
    np.interp: _interp,
}


# --- a number of each body ------------------------------------------------------------


def side_by_side(numbers: Sequence[Any], n: int) -> list[Any]:
    """n numbers in a row, then the next n: recorded ones, or arrays, bodies last."""
    whole = np.array(numbers)
    whole = whole.reshape(-1, n, *whole.shape[1:])
    return [vector(x) for x in np.ascontiguousarray(np.moveaxis(whole, 1, -1))]


def picked(x: Any, ends: Any) -> Any:
    """What bodies at these places have."""
    return x[..., ends] if isinstance(x, np.ndarray) and x.ndim else x


def added_up(numbers: State, ends: Any, like: Any) -> Any:
    """Numbers of pairs, each summed up over those of a body at this end."""
    *batch, n = np.shape(like)
    rows = len(numbers) * math.prod(batch)
    kind = object if isinstance(like, Vector) else float
    each = np.empty((len(numbers), *batch, len(ends)), kind)
    for row, x in zip(each, numbers, strict=True):
        row[...] = x
    sums = np.zeros(rows * n, kind)
    places = ends + n * np.arange(rows)[:, None]  # row after row, in one go
    np.add.at(sums, places.ravel(), each.ravel())
    return [*map(vector, sums.reshape(len(numbers), *batch, n))]


def together(x: Any) -> Any:
    """The sum over the bodies of a system, in the place of each."""
    return np.broadcast_to(np.sum(x, -1, keepdims=True), np.shape(x))
