"""`bind`: one piece of generated source, several back ends.

A kernel is ordinary Python with free names (sqrt, c1, other kernels). Binding makes a
new function from the *same code object* with those names looked up elsewhere: no text
is handled, nothing is compiled, and tracebacks stay true.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

from .. import _check
from .._types import Array, Function
from ..errors import NotAvailable
from .operators import FUNCTIONS, OPERATORS
from .purity import is_users
from .registry import IMPLEMENTATIONS, Kind
from .stumpff_arrays import on_arrays

BOUND = ("rotlib.", "rotbook.")  # whose functions are bound: rotbook has ill methods
EMPTY = CellType()  # of a name that has no value yet
MATH = {
    OPERATORS[name].on_floats: getattr(np, OPERATORS[name].on_arrays)
    for name in FUNCTIONS
}


@cache
def _stumpff_on_arrays() -> dict[Function, Function]:
    table: dict[Function, Function] = on_arrays(lambda f: rebound(f, MATH))
    return table


def replacements(backend: str) -> dict[Any, Any]:
    """{object that kernels name: its replacement}."""
    if backend == Kind.NUMPY:
        return _with(MATH | _stumpff_on_arrays(), IMPLEMENTATIONS[Kind.NUMPY])
    recordings = Kind.TRACE, Kind.TRACE_WHOLE, Kind.TRACE_FLOAT, Kind.TRACE_LOAD
    if backend in recordings:
        from .overloads import calls_of  # only where something is recorded

        own = IMPLEMENTATIONS.get(Kind(backend), {})
        calls = calls_of(Kind(backend), rebound)
        return _with(calls, IMPLEMENTATIONS[Kind.TRACE] | own)
    raise NotAvailable(f"backend: expected 'float' or 'numpy', got {backend!r}")


def _with(
    calls: dict[Any, Any], implementations: dict[Function, Function]
) -> dict[Any, Any]:
    """The table with implementations, bound too: each sees the plain form of itself."""
    table = calls | implementations
    bound = {
        f: rebound(g, {k: v for k, v in table.items() if k is not f})
        for f, g in implementations.items()
        if isinstance(g, FunctionType)
    }
    return table | bound


def bind(function: Function, backend: Kind | str) -> Function:
    """Return `function` bound to "float" (Python's) or "numpy" (arrays that broadcast).

    What is not rotlib's own is bound each time: the names it uses may mean something
    else by now.
    """
    if backend == Kind.FLOAT:
        return function
    ours = function.__module__.startswith("rotlib.")
    return (_bound if ours else _bound.__wrapped__)(function, backend)


@lru_cache(maxsize=256)  # functions made on the way, of loads and methods, must go
def _bound(function: Function, backend: str) -> Function:
    table = replacements(backend)
    return table[function] if function in table else rebound(function, table)


def exchanged(function: Function, parts: Mapping[Any, Any]) -> Function:
    """Return `function` with `parts` exchanged, in the functions that it calls too.

    Functions with a form for arrays stay as they are, unless exchanged themselves.
    """
    kept = {part: part for part in replacements(Kind.NUMPY)}
    made: Function = Rebinder({**kept, **parts}, is_users).function(function)
    return made


def rebound(function: Any, table: Mapping[Any, Any]) -> Function:
    made: Function = Rebinder(table).function(function)
    return made


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
            (value.__module__ or "").startswith(BOUND) or self.also(value)
        ):
            return self.function(value)
        if type(value) is tuple:
            return tuple(self.replaced(item) for item in value)
        return value


def _global_names(code: CodeType) -> set[str]:
    """Global names a code object uses, nested functions included."""
    inner = (c for c in code.co_consts if isinstance(c, type(code)))
    return set(code.co_names).union(*map(_global_names, inner))


def arrays(
    function: Function, sizes: tuple[int, ...], returns: int | tuple[int, ...]
) -> Callable[..., Array]:
    """Wrap a kernel as a function of arrays with components on the last axis.

    Parameters
    ----------
    function : generated function
    sizes : tuple of int
        Trailing size of each argument; 0 means a scalar argument without a trailing
        axis.
    returns : int or tuple of int
        Trailing shape of the result; 0 for a scalar.
    """
    kernel = bind(function, Kind.NUMPY)
    shape = (returns,) if isinstance(returns, int) else returns

    def call(*args: Any) -> Any:
        for arg in args:
            if hasattr(arg, "tape"):  # a user's load is being written down
                return arg.of_kernel(function, sizes, shape, args)
        flat: list[Any] = []
        for size, arg in zip(sizes, args, strict=True):
            flat += [arg] if size == 0 else [arg[..., i] for i in range(size)]
        try:
            out = kernel(*flat)
        except ValueError:
            given = zip(sizes, map(np.shape, args), strict=True)
            shapes = [shape[:-1] if size else shape for size, shape in given]
            _check.broadcast(shapes, function.__name__)
            raise
        if returns == 0:
            return out
        stacked = np.stack(np.broadcast_arrays(*out), axis=-1)
        return stacked.reshape(stacked.shape[:-1] + shape) if shape[1:] else stacked

    call.__doc__ = function.__doc__
    return call
