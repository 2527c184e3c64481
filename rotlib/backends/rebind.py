"""What a recorded function of a user's finds: copies, and other meanings of its names.

A function is made anew from its code: no text is handled, nothing is compiled, and
tracebacks stay true. What it does with arrays, `rows` records.
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
from functools import partial, reduce
from itertools import zip_longest
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
from .rows import BY_NAME, recorded, vector
from .trace import CALLS, FUNCTIONS, OPERATORS, DataDependentBranch, Number

OURS = ("rotlib.", "rotbook.")  # rotbook has ill methods
EMPTY = CellType()  # of a name that has no value yet
MATH: dict[Any, Any] = {
    OPERATORS[name].on_floats: CALLS[name] for name in FUNCTIONS
} | {math.sin: sin, math.cos: cos}
MATH[math] = SimpleNamespace(**vars(math) | {f.__name__: g for f, g in MATH.items()})
LIBRARIES = {"numpy", "scipy", "rotlib", "sympy", *sys.stdlib_module_names}
FIXED: tuple[type, ...] = (int, float, complex, str, bytes, type(None), type)
FIXED += (ModuleType, np.generic, np.ufunc, FunctionType, BuiltinFunctionType)


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
        home = {"__name__": function.__module__, "__builtins__": builtins}
        scope = self.scopes.setdefault(id(old), home)
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
MAKERS = {make: _making(make, make in BLANK) for make in (*BLANK, np.array, np.asarray)}
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
