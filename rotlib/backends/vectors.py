"""Arrays of numbers that record: what a user's function is given while it is recorded.

A load is written with arrays, `K @ omega`, `np.clip(u, -1, 1)`. Here NumPy's functions
find the operations of the tape for them: on arrays of objects it would ask for the
truth of comparisons. What has no operation is refused, and the function then serves
motion by motion.
"""

import builtins
import math
import operator
from collections.abc import Callable
from functools import lru_cache, partial, reduce
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._types import Function, Scalar
from ..numbers import select, total
from .operators import CALLS, OPERATORS
from .rebind import MATH
from .trace import Number, refusal

MOST_KNOTS = 100  # of a table: each is an operation, and is compiled
PRODUCTS = ("matmul", "vecdot", "matvec", "vecmat")
HARMLESS = ("dtype", "casting", "order", "subok")
entrywise: Any = lru_cache(maxsize=256)(np.frompyfunc)


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

    @property
    def tape(self) -> Any:
        """Where its numbers write; None if all are plain."""
        return next((x.tape for x in self.flat if isinstance(x, Number)), None)

    def __getitem__(self, key: Any) -> Any:
        if recorded(key):
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
        if name not in (*PRODUCTS, *BY_NAME) or options.pop("where", True) is not True:
            raise refusal(f"numpy.{name}")
        if method != "__call__" and name in ("add", "multiply"):  # truths are counted
            inputs = tuple([_each(_number, a) for a in inputs])
        own = ufunc if name in PRODUCTS else entrywise(BY_NAME[name], ufunc.nin, 1)
        made = getattr(own, method)(*map(_bare, inputs), **options)
        if out is None:
            return vector(_bare(made))
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


def recorded(value: Any) -> bool:
    """Whether it is, or holds, a number that records."""
    if isinstance(value, (list, tuple)):
        return any(map(recorded, value))
    return isinstance(value, (Number, Vector)) or (
        isinstance(value, np.ndarray) and value.dtype == object
    )


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

NOT, AND = CALLS["not"], CALLS["and"]


def _or(a: Scalar, b: Scalar) -> Scalar:
    return NOT(AND(NOT(a), NOT(b)))


def _number(a: Scalar) -> Scalar:
    truth = isinstance(a, Number) and a.tape.is_truth(a)
    return select(a, 1.0, 0.0) if truth else a


def _power(a: Scalar, n: Scalar) -> Scalar:
    return a * a if not isinstance(n, Number) and n == 2 else CALLS["pow"](a, n)


def _better(is_better: Function) -> Function:
    """The better one of two; of a NaN and a number the NaN, as NumPy has it."""
    return lambda a, b: select(_or(is_better(a, b), CALLS["ne"](a, a)), a, b)


_least, _greatest = _better(CALLS["le"]), _better(CALLS["ge"])


def _sign(a: Scalar) -> Scalar:
    return select(CALLS["gt"](a, 0.0), 1.0, select(CALLS["lt"](a, 0.0), -1.0, a * 1.0))


BY_NAME: dict[str, Function] = {
    **{op.on_arrays: CALLS[name] for name, op in OPERATORS.items()},
    **dict.fromkeys(("absolute", "fabs"), CALLS["abs"]),
    **dict.fromkeys(("power", "float_power"), _power),
    **dict.fromkeys(("logical_and", "bitwise_and"), AND),
    **dict.fromkeys(("logical_or", "bitwise_or"), _or),
    **dict.fromkeys(("logical_not", "invert"), NOT),
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
    if recorded(xp) or recorded(fp):
        raise refusal("numpy.interp with knots that change")
    if len(xp) > MOST_KNOTS:
        raise refusal(f"numpy.interp with more than {MOST_KNOTS} knots")
    knots, heights = np.asarray(xp, float).tolist(), np.asarray(fp, float).tolist()
    if not (np.diff(knots) > 0).all():
        raise refusal("numpy.interp with knots that do not rise")
    pairs = list(zip(knots, heights, strict=True))

    def one(x: Scalar) -> Scalar:
        value: Any = heights[0]
        for (a, u), (b, v) in zip(pairs, pairs[1:], strict=False):
            line = (v - u) / (b - a) * (x - a) + u
            value = select(CALLS["ge"](x, a), line, value)
        return select(CALLS["ge"](x, knots[-1]), heights[-1], value)

    return _each(one, x)


OTHERS: dict[Any, Function] = {
    np.where: partial(_each, select),
    np.select: _select,
    np.interp: _interp,
}


# --- modules and builtins, as a recorded function finds them --------------------------


class _NumPy:
    """NumPy, whose new arrays can hold numbers that record."""

    def __getattr__(self, name: str) -> Any:
        made, blank = getattr(np, name), name in BLANK
        return _making(made, blank) if blank or name in ("array", "asarray") else made


BLANK = ("zeros", "ones", "empty", "full", "zeros_like")


def _making(make: Function, blank: bool) -> Function:
    def call(*args: Any, **kwargs: Any) -> Any:
        if recorded(args):  # their dtype is that of objects
            kwargs.pop("dtype", None)
            args = args if blank else (args[0], object)
        made = make(*args, **kwargs)
        return vector(made.astype(object) if blank and made.dtype.kind == "f" else made)

    return call


def _extreme(plain: Callable[..., Any], better: Function) -> Function:
    def call(*args: Any, **kwargs: Any) -> Any:
        values = list(args[0]) if len(args) == 1 else list(args)
        if kwargs or not recorded(values):
            return plain(*args, **kwargs)
        return reduce(lambda best, new: select(better(new, best), new, best), values)

    return call


def _float(value: Any = 0.0) -> Any:
    return value if isinstance(value, Number) else float(value)


def _hypot(*sides: Scalar) -> Scalar:
    if len(sides) == 2:
        return CALLS["hypot"](*sides)
    return CALLS["sqrt"](total([x * x for x in sides]))


# what a recorded function of a user's finds
FOUND: dict[Any, Any] = MATH | {
    math.fabs: CALLS["abs"],
    math.pow: CALLS["pow"],
    math.hypot: _hypot,
    math.fsum: sum,
    math.radians: BY_NAME["radians"],
    math.degrees: BY_NAME["degrees"],
}
FOUND[math] = SimpleNamespace(**vars(math) | {f.__name__: g for f, g in FOUND.items()})
FOUND[np] = _NumPy()
BUILTINS: dict[str, Any] = vars(builtins) | {
    "float": _float,
    "min": _extreme(min, operator.lt),
    "max": _extreme(max, operator.gt),
}
