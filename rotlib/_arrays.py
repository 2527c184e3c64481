"""Generated functions on arrays with components on the last axis."""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _check
from ._types import Array, Function


def arrays(
    function: Function, sizes: tuple[int, ...], returns: int | tuple[int, ...]
) -> Callable[..., Array]:
    """A kernel as a function of arrays with components on the last axis.

    sizes: trailing size of each argument; 0 for a scalar
    returns: trailing shape of the result; 0 for a scalar
    """
    shape = (returns,) if isinstance(returns, int) else returns

    def call(*args: Any) -> Any:
        flat: list[Any] = []
        for size, arg in zip(sizes, args, strict=True):
            flat += [arg] if size == 0 else [arg[..., i] for i in range(size)]
        try:
            out = function(*flat)
        except ValueError:
            given = zip(sizes, map(np.shape, args), strict=True)
            shapes = [shape[:-1] if size else shape for size, shape in given]
            _check.broadcast(shapes, function.__name__)
            raise
        if returns == 0:
            return out
        for x in out:
            if hasattr(x, "tape"):  # a user's load is being written down
                return x.together(np.array(out, object).reshape(shape))
        stacked = np.stack(np.broadcast_arrays(*out), axis=-1)
        return stacked.reshape(stacked.shape[:-1] + shape) if shape[1:] else stacked

    call.__doc__ = function.__doc__
    return call
