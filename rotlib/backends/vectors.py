"""Arrays of numbers that record: what a user's function is given while it is recorded.

A load is written with arrays, `K @ omega`, `np.clip(u, -1, 1)`. Here NumPy's functions
find the operations of the tape for them. What has no operation is refused, and the
function then serves motion by motion.
"""

import builtins
import math
import operator
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._types import Function, Scalar
from ..numbers import select, total
from .operators import CALLS, FUNCTIONS, OPERATORS
from .rebind import Rebinder, is_users
from .trace import DataDependentBranch, Number

MOST_KNOTS = 100  # of a table: each is an operation, and is compiled


class Vector(np.ndarray):
    """An array whose entries are numbers that record, or floats."""

    together: Any
    of_kernel: Any

    @property
    def tape(self) -> Any:
        """Where its numbers write; None if all are plain."""
        return next((x.tape for x in self.flat if isinstance(x, Number)), None)

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **options: Any
    ) -> Any:
        return _applied(ufunc, method, inputs, options)

    def __array_function__(
        self, function: Any, types: Any, args: Any, kwargs: Any
    ) -> Any:
        return _called(function, args, kwargs)

    def __getitem__(self, key: Any) -> Any:
        if recorded(key):
            raise _refused("an index that changes")
        return vector(_bare(self)[key])

    def astype(self, *args: Any, **kwargs: Any) -> Any:
        """Numbers that record are float64 already."""
        return self.copy()


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
    if isinstance(value, Number):
        box = np.empty((), object)
        box[()] = value
        return box
    return value


def kernel_of_vectors(
    kernel: Function, sizes: tuple[int, ...], shape: tuple[int, ...], args: Any
) -> Any:
    """A generated function of one body's vectors, recorded."""
    flat: list[Any] = []
    for size, arg in zip(sizes, args, strict=True):
        if np.ndim(arg) != (1 if size else 0):
            raise _refused("a function of several vectors at once")
        flat += [arg] if size == 0 else list(arg)
    out = kernel(*flat)
    if shape == (0,):
        return out
    made = np.empty(len(out), object)
    made[:] = out
    return vector(made.reshape(shape))


# --- NumPy's functions of numbers -----------------------------------------------------


def _not(a: Scalar) -> Scalar:
    return CALLS["not"](a) if isinstance(a, Number) else not a


def _and(a: Scalar, b: Scalar) -> Scalar:
    if isinstance(a, Number) and isinstance(b, Number):
        return CALLS["and"](a, b)
    known, other = (b, a) if isinstance(a, Number) else (a, b)
    return other if known else False


def _or(a: Scalar, b: Scalar) -> Scalar:
    return _not(_and(_not(a), _not(b)))


def _number(a: Scalar) -> Scalar:
    truth = isinstance(a, Number) and a.tape.is_truth(a)
    return select(a, 1.0, 0.0) if truth else a


def _power(a: Scalar, n: Scalar) -> Scalar:
    return a * a if not isinstance(n, Number) and n == 2 else CALLS["pow"](a, n)


def _least(a: Scalar, b: Scalar) -> Scalar:
    """The smaller one; of a NaN and a number the NaN, as NumPy has it."""
    return select(_or(CALLS["le"](a, b), CALLS["ne"](a, a)), a, b)


def _greatest(a: Scalar, b: Scalar) -> Scalar:
    return select(_or(CALLS["ge"](a, b), CALLS["ne"](a, a)), a, b)


def _clip(a: Scalar, low: Scalar, high: Scalar) -> Scalar:
    return _least(_greatest(a, low), high)


def _sign(a: Scalar) -> Scalar:
    return select(CALLS["gt"](a, 0.0), 1.0, select(CALLS["lt"](a, 0.0), -1.0, a * 1.0))


BY_NAME: dict[str, Function] = {
    **{op.on_arrays: CALLS[name] for name, op in OPERATORS.items()},
    "absolute": CALLS["abs"],
    "fabs": CALLS["abs"],
    "positive": lambda a: a,
    "true_divide": CALLS["div"],
    "power": _power,
    "float_power": _power,
    "square": lambda a: a * a,
    "reciprocal": lambda a: CALLS["div"](1.0, a),
    "minimum": _least,
    "maximum": _greatest,
    "clip": _clip,
    "sign": _sign,
    "logical_and": _and,
    "logical_or": _or,
    "logical_not": _not,
    "bitwise_and": _and,
    "bitwise_or": _or,
    "invert": _not,
    "deg2rad": lambda a: a * (math.pi / 180.0),
    "radians": lambda a: a * (math.pi / 180.0),
    "rad2deg": lambda a: a * (180.0 / math.pi),
    "degrees": lambda a: a * (180.0 / math.pi),
}
PRODUCTS = ("matmul", "vecdot", "matvec", "vecmat")


@cache
def _elementwise(name: str, arguments: int) -> Any:
    return np.frompyfunc(BY_NAME[name], arguments, 1)


def _or_refused(function: Function) -> Function:
    """What goes wrong on arrays of numbers need not go wrong on plain ones."""

    def call(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            raise _refused(str(error)) from error

    return call


@_or_refused
def _applied(ufunc: Any, method: str, inputs: Any, options: dict[str, Any]) -> Any:
    """A function of NumPy, entry by entry, or the sum it makes along an axis."""
    name = ufunc.__name__
    out = options.pop("out", (None,))[0]
    where = options.pop("where", True)
    for harmless in ("dtype", "casting", "order", "subok"):
        options.pop(harmless, None)
    if where is not True:
        raise _refused(f"numpy.{name} with where=")
    arrays = [_bare(a) for a in inputs]
    if method != "__call__" and name in ("add", "multiply"):  # truths are counted
        arrays = [np.frompyfunc(_number, 1, 1)(a) for a in arrays]
    if name in PRODUCTS and method == "__call__":
        made = getattr(ufunc, method)(*arrays, **options)
    elif name in BY_NAME:
        made = getattr(_elementwise(name, ufunc.nin), method)(*arrays, **options)
    else:
        raise _refused(f"numpy.{name}")
    if out is None:
        return vector(made if isinstance(made, np.ndarray) else _bare(made))
    if not isinstance(out, Vector):
        raise _refused("writing into an array of numbers")
    out.view(np.ndarray)[...] = made
    return out


def _refused(what: str) -> DataDependentBranch:
    return DataDependentBranch(f"{what} has no operation on the tape")


# --- NumPy's other functions ----------------------------------------------------------


def _where(condition: Any, a: Any, b: Any) -> Any:
    choose = np.frompyfunc(select, 3, 1)
    return vector(choose(_bare(condition), _bare(a), _bare(b)))


def _select(conditions: Any, choices: Any, default: Any = 0.0) -> Any:
    """The first choice whose condition holds."""
    made = default
    for condition, choice in reversed(list(zip(conditions, choices, strict=True))):
        made = _where(condition, choice, made)
    return made


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    x = _bare(x)
    if ord not in (None, 2) or keepdims or not (x.ndim == 1 or axis == x.ndim - 1):
        raise _refused("numpy.linalg.norm other than the length of vectors")
    squares = np.moveaxis(x * x, -1, 0)
    return vector(
        np.frompyfunc(CALLS["sqrt"], 1, 1)(_bare(total(squares[1:], squares[0])))
    )


def _interp(x: Any, xp: Any, fp: Any) -> Any:
    if recorded(xp) or recorded(fp):
        raise _refused("numpy.interp with knots that change")
    if len(xp) > MOST_KNOTS:
        raise _refused(f"numpy.interp with more than {MOST_KNOTS} knots")
    if not (np.diff(np.asarray(xp, float)) > 0).all():
        raise _refused("numpy.interp with knots that do not rise")
    knots, heights = np.asarray(xp, float).tolist(), np.asarray(fp, float).tolist()

    def one(x: Scalar) -> Scalar:
        value: Any = heights[0]
        pairs = list(zip(knots, heights, strict=True))
        for (a, u), (b, v) in zip(pairs, pairs[1:], strict=False):
            line = (v - u) / (b - a) * (x - a) + u
            value = select(CALLS["ge"](x, a), line, value)
        return select(CALLS["ge"](x, knots[-1]), heights[-1], value)

    return vector(np.frompyfunc(one, 1, 1)(_bare(x)))


OTHERS: dict[Any, Function] = {
    np.where: _where,
    np.select: _select,
    np.linalg.norm: _norm,
    np.interp: _interp,
    np.dot: lambda a, b: vector(np.dot(_bare(a), _bare(b))),
}


@_or_refused
def _called(function: Any, args: Any, kwargs: Any) -> Any:
    """A function of NumPy that is not one of numbers: ours, or its own text."""
    if function in OTHERS:
        return OTHERS[function](*args, **kwargs)
    plain = np.empty(0).view(Vector)
    return vector(
        np.ndarray.__array_function__(plain, function, (Vector,), tuple(args), kwargs)
    )


def _of_number(
    self: Number, ufunc: Any, method: str, *args: Any, **options: Any
) -> Any:
    return _applied(ufunc, method, args, options)


def _called_of_number(
    self: Number, function: Any, types: Any, args: Any, kwargs: Any
) -> Any:
    boxed = [vector(_bare(a)[None])[0:1] if isinstance(a, Number) else a for a in args]
    made = _called(function, boxed, kwargs)
    return made[0] if isinstance(made, Vector) and made.shape == (1,) else made


Number.together = Vector.together = staticmethod(vector)
Number.of_kernel = Vector.of_kernel = staticmethod(kernel_of_vectors)
Number.__array_ufunc__ = _of_number
Number.__array_function__ = _called_of_number


# --- modules and builtins, as a recorded function finds them --------------------------


class _NumPy:
    """NumPy, whose new arrays can hold numbers that record."""

    def __getattr__(self, name: str) -> Any:
        if name in ("array", "asarray", "stack", "concatenate", "hstack"):
            return _made(getattr(np, name))
        if name in ("zeros", "ones", "empty", "full", "zeros_like"):
            return _blank(getattr(np, name))
        return getattr(np, name)


def _made(make: Function) -> Function:
    def call(value: Any, *args: Any, **kwargs: Any) -> Any:
        if not recorded(value):
            return make(value, *args, **kwargs)
        kwargs.pop("dtype", None)
        return vector(make(_unpacked(value), **kwargs))

    return call


def _unpacked(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_unpacked(item) for item in value]
    return _bare(value)[()] if isinstance(value, Vector) else value


def _blank(make: Function) -> Function:
    def call(*args: Any, **kwargs: Any) -> Any:
        plain = make(*[_bare(a) for a in args], **kwargs)
        return vector(plain.astype(object)) if plain.dtype.kind == "f" else plain

    return call


def _extreme(plain: Callable[..., Any], better: Function) -> Function:
    def call(*args: Any, **kwargs: Any) -> Any:
        values = list(args[0]) if len(args) == 1 else list(args)
        if kwargs or not recorded(values):
            return plain(*args, **kwargs)
        best = values[0]
        for value in values[1:]:
            best = better(value, best)
        return best

    return call


def _float(value: Any = 0.0) -> Any:
    return value if isinstance(value, Number) else float(value)


def _hypot(*sides: Scalar) -> Scalar:
    if len(sides) == 2:
        return CALLS["hypot"](*sides)
    return CALLS["sqrt"](total([x * x for x in sides]))


OF_MATH: dict[str, Function] = {name: CALLS[name] for name in FUNCTIONS} | {
    "fabs": CALLS["abs"],
    "pow": CALLS["pow"],
    "hypot": _hypot,
    "fsum": sum,
    "radians": BY_NAME["radians"],
    "degrees": BY_NAME["degrees"],
}
# what a recorded function of a user's finds, besides what kernels call
FOUND: dict[Any, Any] = {
    **{getattr(math, name): call for name, call in OF_MATH.items()},
    math: SimpleNamespace(**vars(math) | OF_MATH),
    np: _NumPy(),
}
BUILTINS: dict[str, Any] = vars(builtins) | {
    "float": _float,
    "min": _extreme(min, lambda new, old: select(new < old, new, old)),
    "max": _extreme(max, lambda new, old: select(new > old, new, old)),
    "abs": operator.abs,
}


def recording(function: Function) -> Function:
    """A user's function whose numbers record, and those of his functions it calls."""
    made: Function = Rebinder(FOUND, is_users, BUILTINS).function(function)
    return made
