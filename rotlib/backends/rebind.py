"""A function made anew from its code, with other meanings for some of its names.

No text is handled, nothing is compiled, and tracebacks stay true.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from types import CellType, CodeType, FunctionType, MethodType, SimpleNamespace
from typing import Any

from .._types import Function
from ..numbers import cos, operation, sin
from .operators import FUNCTIONS, OPERATORS
from .purity import is_users

OURS = ("rotlib.", "rotbook.")  # rotbook has ill methods
ANY = "rotlib.numbers", "rotlib.stumpff"
EMPTY = CellType()  # of a name that has no value yet
MATH: dict[Any, Any] = {
    OPERATORS[name].on_floats: operation(name, *OPERATORS[name][:2])
    for name in FUNCTIONS
} | {math.sin: sin, math.cos: cos}
MATH[math] = SimpleNamespace(**vars(math) | {f.__name__: g for f, g in MATH.items()})


def exchanged(function: Function, parts: Mapping[Any, Any]) -> Function:
    """Return `function` with `parts` exchanged, in the functions that it calls too."""
    made: Function = Rebinder(parts, is_users).function(function)
    return made


def of_any_number(function: Function) -> Function:
    """A user's function in which those of `math` take any number; ours as it is."""
    ours = (getattr(function, "__module__", None) or "").startswith(OURS)
    return function if ours else Rebinder(MATH).function(function)


def _nobody(value: Any) -> bool:
    return False


class Rebinder:
    """Makes functions anew from their code, with other meanings for their names."""

    def __init__(
        self,
        table: Mapping[Any, Any],
        also: Callable[[Any], bool] = _nobody,
        builtins: Mapping[str, Any] | None = None,
    ):
        self.table = table
        self.also = also
        self.builtins = builtins
        self.made: dict[int, Any] = {}

    def function(self, function: Any) -> Any:
        """The function, whose names are looked up in the table first."""
        if isinstance(function, MethodType):
            return MethodType(self.function(function.__func__), function.__self__)
        if isinstance(function, partial):
            inner = self.function(function.func)
            return partial(inner, *function.args, **function.keywords)
        if not isinstance(function, FunctionType):
            return function
        if id(function) in self.made:
            return self.made[id(function)]
        code, old = function.__code__, function.__globals__
        mine = self.builtins is None or not self.also(function)
        scope = {
            "__name__": function.__module__,
            "__builtins__": old["__builtins__"] if mine else self.builtins,
        }
        cells = tuple([CellType() for _ in function.__closure__ or ()])
        new = FunctionType(code, scope, function.__name__, function.__defaults__, cells)
        new.__doc__, new.__kwdefaults__ = function.__doc__, function.__kwdefaults__
        new.__dict__["__wrapped__"] = function
        self.made[id(function)] = new  # before its names: it may call itself
        names = (name for name in _global_names(code) if name in old)
        scope |= {name: self.replaced(old[name]) for name in names}
        for cell, known in zip(cells, function.__closure__ or (), strict=True):
            if known != EMPTY:
                cell.cell_contents = self.replaced(known.cell_contents)
        return new

    def replaced(self, value: Any) -> Any:
        """What a bound function finds under a name: a replacement, or a bound copy."""
        try:
            if value in self.table:
                return self.table[value]
        except TypeError:  # not hashable: a constant table
            return value
        if isinstance(value, FunctionType) and (
            (value.__module__ or "").startswith(OURS)
            and value.__module__ not in ANY  # they take any number as they are
            or self.also(value)
        ):
            return self.function(value)
        if type(value) is tuple:
            return tuple(self.replaced(item) for item in value)
        return value


def _global_names(code: CodeType) -> set[str]:
    """Global names a code object uses, nested functions included."""
    inner = (c for c in code.co_consts if isinstance(c, type(code)))
    return set(code.co_names).union(*map(_global_names, inner))
