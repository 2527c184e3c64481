"""`bind`: one piece of generated source, several back ends.

A kernel is ordinary Python with free names (sqrt, c1, other kernels). Binding makes a new function from the *same code
object* with those names looked up elsewhere: no text is handled, nothing is compiled, and tracebacks stay true.
"""

import math
from functools import cache
from types import FunctionType

import numpy as np

from . import _stumpff
from .errors import NotAvailable

MATH = {math.sqrt: np.sqrt, math.sin: np.sin, math.cos: np.cos, math.atan2: np.arctan2, math.copysign: np.copysign}


@cache
def _table(backend):
    """{object that kernels name: its replacement}."""
    if backend == "numpy":
        return MATH | _stumpff.numpy_twins(lambda function: _rebound(function, MATH))
    raise NotAvailable(f"backend: expected 'float' or 'numpy', got {backend!r}")


@cache
def bind(function, backend):
    """Return `function` bound to a back end: "float" (Python floats) or "numpy" (arrays that broadcast)."""
    return function if backend == "float" else _rebound(function, _table(backend))


def _rebound(function, table):
    names = {name: function.__globals__[name] for name in _names(function.__code__) if name in function.__globals__}
    for name, value in names.items():
        try:
            if value in table:
                names[name] = table[value]
                continue
        except TypeError:  # not hashable: a constant table
            continue
        if isinstance(value, FunctionType) and value.__module__.startswith("rotlib."):
            names[name] = _rebound(value, table)
    scope = {"__name__": function.__module__, "__builtins__": function.__globals__["__builtins__"], **names}
    new = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
    new.__doc__, new.__kwdefaults__, new.__wrapped__ = function.__doc__, function.__kwdefaults__, function
    return new


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
