"""A function made anew from its code, with other meanings for some of its names.

No text is handled, nothing is compiled, and tracebacks stay true.
"""

import inspect
import math
import sys
from collections import deque
from collections.abc import Mapping
from copy import deepcopy
from functools import partial
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

from .._types import Function
from ..numbers import cos, sin
from .operators import CALLS, FUNCTIONS, OPERATORS
from .trace import DataDependentBranch

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
    ours = (getattr(function, "__module__", None) or "").startswith(OURS)
    return function if ours else Rebinder(MATH).function(function)


class Rebinder:
    """Makes users' functions anew, and those that they call; rotlib's too if `ours`.

    builtins: what they find in the place of Python's
    apart: whether they get copies of what they could change
    """

    def __init__(
        self,
        table: Mapping[Any, Any],
        builtins: Mapping[str, Any] | None = None,
        apart: bool = False,
        ours: bool = False,
    ):
        self.table = table
        self.builtins = builtins
        self.apart = apart
        self.ours = ours
        self.made: dict[int, Any] = {}
        self.scopes: dict[int, dict[str, Any]] = {}  # of the modules
        self.copies: dict[int, Any] = {}
        self.placed: list[tuple[Function, Any]] = []  # (what finds it, what it found)

    def function(self, function: Any) -> Any:
        """The function, whose names are looked up in the table first."""
        if isinstance(function, MethodType):
            owner = self.copied(function.__self__)
            return MethodType(self.function(function.__func__), owner)
        if isinstance(function, partial):
            inner, named = self.function(function.func), function.keywords
            return partial(inner, *self.copied(function.args), **self.copied(named))
        if not isinstance(function, FunctionType):
            call = _call(function)
            return (
                self.function(MethodType(call, function))
                if is_users(call)
                else function
            )
        if id(function) in self.made:
            return self.made[id(function)]
        ours = self.ours and (function.__module__ or "").startswith(OURS)
        if not ours and not calls_users(function):
            return function
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
        try:
            if value in self.table:
                return self.table[value]
        except TypeError:  # not hashable: a constant table
            return self.copied(value)
        if isinstance(value, (FunctionType, MethodType, partial)):
            return self.function(value)
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
