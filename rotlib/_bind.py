"""`bind`: one piece of generated source, several back ends.

A kernel is ordinary Python with free names (sqrt, c1, other kernels). Binding makes a new function from the *same code
object* with those names looked up elsewhere: no text is handled, nothing is compiled, and tracebacks stay true.
"""

import math
from functools import cache
from types import CellType, FunctionType

import numpy as np

from . import _stumpff
from .errors import NotAvailable

MATH = {
    math.sqrt: np.sqrt, math.sin: np.sin, math.cos: np.cos, math.atan2: np.arctan2, math.copysign: np.copysign,
    math.exp: np.exp, math.log: np.log,
}


TWINS = {"numpy": {}, "tape": {}}  # {function with branches: the same for arrays, or for numbers on a tape}


def twin_of(function, kind="numpy"):
    """Decorator: what is decorated stands in for `function`, which has branches or loops, when arrays come in."""

    def register(twin):
        TWINS[kind][function] = twin
        return twin

    return register


@cache
def _stumpff_twins():
    return _stumpff.numpy_twins(lambda function: _rebound(function, MATH))


def _table(backend):
    """{object that kernels name: its replacement}."""
    if backend == "numpy":
        return MATH | _stumpff_twins() | TWINS["numpy"]
    if backend in ("tape", "whole tape", "load on tape"):
        from ._lanes import LIBM, POLYNOMIAL, WHOLE  # only where something is recorded

        return {"tape": POLYNOMIAL, "whole tape": WHOLE, "load on tape": LIBM}[backend] | TWINS["tape"]
    raise NotAvailable(f"backend: expected 'float' or 'numpy', got {backend!r}")


def bind(function, backend):
    """Return `function` bound to a back end: "float" (Python floats) or "numpy" (arrays that broadcast).

    What is not rotlib's own is bound each time: the names it uses may mean something else by now.
    """
    if backend == "float":
        return function
    return (_bound if function.__module__.startswith("rotlib.") else _bound.__wrapped__)(function, backend)


@cache
def _bound(function, backend):
    table = _table(backend)
    return table[function] if function in table else _rebound(function, table)


def exchanged(function, parts):
    """Return `function` with other parts: what is a key of `parts` is found as its value, in rotlib's callees too.

    Functions that have a twin for arrays stay as they are, unless they are exchanged themselves.
    """
    return _rebound(function, {part: part for part in _table("numpy")} | parts)


def _rebound(function, table):
    code, old = function.__code__, function.__globals__
    names = {name: _moved(old[name], table) for name in _names(code) if name in old}
    scope = {"__name__": function.__module__, "__builtins__": old["__builtins__"], **names}
    cells = function.__closure__ and tuple(CellType(_moved(cell.cell_contents, table)) for cell in function.__closure__)
    new = FunctionType(code, scope, function.__name__, function.__defaults__, cells)
    new.__doc__, new.__kwdefaults__, new.__wrapped__ = function.__doc__, function.__kwdefaults__, function
    return new


def _moved(value, table):
    """What a bound function finds under a name: twins for functions of the table, bound copies of rotlib's own."""
    try:
        if value in table:
            return table[value]
    except TypeError:  # not hashable: a constant table
        return value
    if isinstance(value, FunctionType) and value.__module__.startswith("rotlib."):
        return _rebound(value, table)
    if type(value) is tuple:
        return tuple(_moved(item, table) for item in value)
    return value


def _names(code):
    """Global names a code object uses, nested functions included."""
    inner = (c for c in code.co_consts if isinstance(c, type(code)))
    return set(code.co_names).union(*map(_names, inner))


def arrays(function, sizes, returns):
    """Wrap a kernel as a function of arrays with components on the last axis, broadcasting over the others.

    Parameters
    ----------
    function : generated function
    sizes : tuple of int
        Trailing size of each argument; 0 means a scalar argument without a trailing axis.
    returns : int or tuple of int
        Trailing shape of the result; 0 for a scalar.
    """
    kernel = bind(function, "numpy")
    shape = (returns,) if isinstance(returns, int) else returns

    def call(*args):
        flat = []
        for size, arg in zip(sizes, args, strict=True):
            flat += [arg] if size == 0 else [arg[..., i] for i in range(size)]
        out = kernel(*flat)
        if returns == 0:
            return out
        stacked = np.stack(np.broadcast_arrays(*out), axis=-1)
        return stacked if len(shape) == 1 else stacked.reshape(stacked.shape[:-1] + shape)

    call.__doc__ = function.__doc__
    return call
