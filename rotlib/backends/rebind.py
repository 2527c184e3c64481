"""What a recorded function of a user's finds: copies, and other meanings of its names.

A function is made anew from its code: no text is handled, nothing is compiled, and
tracebacks stay true. A load is written with arrays, `K @ omega`, `np.clip(u, -1, 1)`.
Here NumPy's functions find the operations of the tape for arrays of numbers that
record: on objects it would ask for the truth of comparisons. What has no operation is
refused, and the function then serves motion by motion.
"""

import builtins
import inspect
import math
import operator
import sys
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from itertools import pairwise, zip_longest
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any

import numpy as np

from .._types import Function, Scalar
from ..numbers import cos, select, sin, total
from .operators import CALLS, FUNCTIONS, OPERATORS
from .trace import DataDependentBranch, Number, refusal

OURS = ("rotlib.", "rotbook.")  # rotbook has ill methods
EMPTY = CellType()  # of a name that has no value yet
MATH: dict[Any, Any] = {
    OPERATORS[name].on_floats: CALLS[name] for name in FUNCTIONS
} | {math.sin: sin, math.cos: cos}
MATH[math] = SimpleNamespace(**vars(math) | {f.__name__: g for f, g in MATH.items()})
LIBRARIES = {"numpy", "scipy", "rotlib", "sympy", *sys.stdlib_module_names}
FIXED: tuple[type, ...] = (int, float, complex, str, bytes, type(None), type)
FIXED += (ModuleType, np.generic, np.ufunc, FunctionType, BuiltinFunctionType)
MOST_KNOTS = 100  # of a table: each is an operation, and is compiled
PRODUCTS = ("matmul", "vecdot", "matvec", "vecmat")
HARMLESS = ("dtype", "casting", "order", "subok")
entrywise: Any = lru_cache(maxsize=256)(np.frompyfunc)


def is_users(function: Any) -> bool:
    """Whether it is written in Python by somebody else than rotlib and libraries."""
    if not isinstance(function, FunctionType):
        return False
    if function.__code__.co_filename.startswith("<doctest"):
        return True  # an example says what a user would
    return (function.__module__ or "").partition(".")[0] not in LIBRARIES


def calls_users(function: Any) -> bool:
    """Whether it is a user's, or one of rotlib's that was made for a user's."""
    if not isinstance(function, FunctionType):
        return isinstance(function, (MethodType, partial)) or is_users(_call(function))
    known = [x.cell_contents for x in function.__closure__ or () if x != EMPTY]
    inner = [x for a in known for x in (a if isinstance(a, (list, tuple)) else [a])]
    made_of = [x for x in inner if x is not function and callable(x)]
    return is_users(function) or any(map(calls_users, made_of))


def _call(value: Any) -> Any:
    return inspect.getattr_static(type(value), "__call__", None)


def exchanged(function: Function, parts: Mapping[Any, Any]) -> Function:
    """Return `function` with `parts` exchanged, in the functions that it calls too."""
    made: Function = Rebinder(parts, ours=True).function(function)
    return made


def of_any_number(function: Function) -> Function:
    """A user's function in which those of `math` take any number; ours as it is."""
    return function if is_known(function) else Rebinder(MATH).function(function)


def is_known(value: Any) -> bool:
    return str(getattr(value, "__module__", None)).startswith(OURS)


@dataclass(eq=False)
class Rebinder:
    """Makes users' functions anew, and those that they call; rotlib's too if `ours`.

    table, builtins: what they find in the place of what, and of Python's own
    apart: whether they get copies of what they could change
    scopes: of the modules
    placed: what finds something, and what it found
    """

    table: Mapping[Any, Any]
    builtins: Mapping[str, Any] | None = None
    apart: bool = False
    ours: bool = False
    made: dict[int, Any] = field(default_factory=dict)
    scopes: dict[int, dict[str, Any]] = field(default_factory=dict)
    copies: dict[int, Any] = field(default_factory=dict)
    placed: list[tuple[Function, Any]] = field(default_factory=list)

    def function(self, function: Any) -> Any:
        """The function, whose names are looked up in the table first."""
        if isinstance(function, MethodType):
            owner = self.copied(function.__self__)
            return MethodType(self.function(function.__func__), owner)
        if isinstance(function, partial):
            inner, named = self.function(function.func), function.keywords
            return partial(inner, *self.copied(function.args), **self.copied(named))
        if is_users(call := _call(function)):
            return self.function(MethodType(call, function))
        if id(function) in self.made or not isinstance(function, FunctionType):
            return self.made.get(id(function), function)
        code, old = function.__code__, function.__globals__
        builtins = self.builtins or old["__builtins__"]
        scope = self.scopes.setdefault(
            id(old), {"__name__": function.__module__, "__builtins__": builtins}
        )
        cells = tuple([CellType() for _ in function.__closure__ or ()])
        defaults = self.copied(function.__defaults__)
        new = FunctionType(code, scope, function.__name__, defaults, cells)
        new.__kwdefaults__ = self.copied(function.__kwdefaults__)
        self.made[id(function)] = new  # before its names: it may call itself
        for name in _global_names(code) & old.keys() - scope.keys():
            scope[name] = self.replaced(old[name])
            self.placed += [(partial(x.get, name), x[name]) for x in (scope, old)]
        for cell, known in zip(cells, function.__closure__ or (), strict=True):
            if known != EMPTY:
                cell.cell_contents = self.replaced(known.cell_contents)
                read = [partial(getattr, x, "cell_contents") for x in (cell, known)]
                self.placed += [(get, get()) for get in read]
        return new

    def replaced(self, value: Any) -> Any:
        """What a bound function finds under a name: a replacement, or a bound copy."""
        with suppress(TypeError):  # not hashable: a constant table
            if value in self.table:
                return self.table[value]
        if isinstance(value, (FunctionType, MethodType, partial)):
            anew = calls_users(value) or self.ours and is_known(value)
            return self.function(value) if anew else value
        if type(value) is tuple:
            return tuple(self.replaced(item) for item in value)
        return self.copied(value)

    def copied(self, value: Any) -> Any:
        """Another one to change, if it can be changed."""
        home = str(getattr(type(value), "__module__", "")).partition(".")[0]
        if not self.apart or isinstance(value, FIXED) or home == "rotlib":
            return value
        try:
            return deepcopy(value, self.copies)
        except Exception as error:
            raise DataDependentBranch(
                f"it uses a {type(value).__name__}, of which there is no copy: {error}"
            ) from None

    def changed(self) -> bool:
        """Whether what the functions had copies of, or a copy, is another by now."""
        if any([get() is not value for get, value in self.placed]):
            return True
        return any(
            self.copies.get(id(a), a) is not b and (type(a) is not bytes or a != b)
            for x in self.copies.get(id(self.copies), ())
            for a, b in zip_longest(_parts(x), _parts(self.copies[id(x)]))
        )


def _parts(x: Any) -> list[Any]:
    """What an object is made of; of an array its bytes."""
    if isinstance(x, np.ndarray):
        return [x.tobytes()] if x.dtype != object else [*x.flat]
    inner = [*vars(x).values()] if hasattr(x, "__dict__") else []
    if isinstance(x, dict):
        inner += [*x, *x.values()]
    return inner + [*x] if isinstance(x, (list, set, deque)) else inner


def _global_names(code: CodeType) -> set[str]:
    """Global names a code object uses, nested functions included."""
    inner = (c for c in code.co_consts if isinstance(c, type(code)))
    return set(code.co_names).union(*map(_global_names, inner))


# --- arrays of numbers that record ----------------------------------------------------


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


# --- modules and builtins, as a recorded function finds them --------------------------


def _making(make: Function, blank: bool) -> Function:
    """NumPy's function, whose new arrays can hold numbers that record."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if recorded(args):  # their dtype is that of objects
            kwargs.pop("dtype", None)
            args = args if blank else (args[0], object)
        made = make(*args, **kwargs)
        return vector(made.astype(object) if blank and made.dtype.kind == "f" else made)

    return call


BLANK: tuple[Any, ...] = (np.zeros, np.ones, np.empty, np.full, np.zeros_like)
MAKERS: dict[Any, Function] = {make: _making(make, True) for make in BLANK}
MAKERS |= {make: _making(make, False) for make in (np.array, np.asarray)}
BY_MAKER = {make.__name__: made for make, made in MAKERS.items()}


class _NumPy:
    def __getattr__(self, name: str) -> Any:
        return BY_MAKER.get(name) or getattr(np, name)


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
FOUND |= MAKERS | {np: _NumPy()}
BUILTINS: dict[str, Any] = vars(builtins) | {
    "float": _float,
    "min": _extreme(min, operator.lt),
    "max": _extreme(max, operator.gt),
}
