"""What a step may say besides arithmetic: choose, require, warn, repeat.

Each of these is an ordinary function on floats. Bound to arrays it does the same for
every motion of a batch, and bound to numbers that record, it becomes an operation of
the recorded program (`trace`).
"""

import warnings
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

import numpy as np

from .._types import Function, State
from ..errors import ConvergenceError, level_of_caller
from .registry import Kind, implements

__all__ = [
    "Kind",
    "greatest",
    "implements",
    "least",
    "loop",
    "require",
    "select",
    "total",
    "warn_if",
]


def select(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`; both are computed."""
    return a if condition else b


implements(select)(np.where)


def greatest(numbers: State) -> Any:
    """The greatest of a few numbers."""
    return max(numbers)


def least(numbers: State) -> Any:
    """The least of a few numbers."""
    return min(numbers)


@implements(greatest)
def _greatest_on_arrays(numbers: State) -> Any:
    return max(numbers) if _are_floats(numbers) else reduce(np.maximum, numbers)


@implements(least)
def _least_on_arrays(numbers: State) -> Any:
    return min(numbers) if _are_floats(numbers) else reduce(np.minimum, numbers)


def _are_floats(numbers: State) -> bool:
    return all(isinstance(x, float) for x in numbers)


def total(terms: Iterable[Any], start: Any = 0) -> Any:
    """Their sum from left to right. Of floats, not of arrays, `sum` makes up for
    rounding, from Python 3.12 on."""
    for x in terms:
        start = start + x
    return start


def require(
    condition: Any, error: type[Exception], message: Callable[..., str], *values: Any
) -> None:
    """Raise error(message(*values)) unless the condition holds."""
    if not condition:
        raise error(message(*values))


@implements(require)
def _require_on_arrays(
    condition: Any, error: type[Exception], message: Callable[..., str], *values: Any
) -> None:
    failed = ~np.asarray(condition)
    if failed.any():
        raise error(message(*[_first(x, failed) for x in values]))


def warn_if(
    condition: Any, category: type[Warning], message: Callable[..., str], *values: Any
) -> None:
    """Warn with message(*values), at the line of the user, if the condition holds."""
    if condition:
        warnings.warn(message(*values), category, stacklevel=level_of_caller())


@implements(warn_if)
def _warn_if_on_arrays(
    condition: Any, category: type[Warning], message: Callable[..., str], *values: Any
) -> None:
    holds = np.asarray(condition)
    if holds.any():
        text = message(*[_first(x, holds) for x in values])
        warnings.warn(text, category, stacklevel=level_of_caller())


def _first(x: Any, chosen: Any) -> Any:
    """The number that belongs to the first motion chosen."""
    return np.broadcast_to(x, chosen.shape)[chosen].flat[0].item()


def endless() -> str:
    return "it does not come to an end"


def loop(
    body: Function,
    state: State,
    most: int,
    error: type[Exception] = ConvergenceError,
    message: Callable[[], str] = endless,
) -> State:
    """Repeat state, done = body(state) until done, at most so often, or raise."""
    for _ in range(most):
        state, done = body(state)
        if done:
            return state
    raise error(message())


@implements(loop)
def _loop_on_arrays(
    body: Function,
    state: State,
    most: int,
    error: type[Exception] = ConvergenceError,
    message: Callable[[], str] = endless,
) -> State:
    """Where it was done before, the state stays."""
    over: Any = False
    for _ in range(most):
        following, done = body(state)
        pairs = zip(state, following, strict=True)
        state = [np.where(over, old, new) for old, new in pairs]
        over = over | done
        if np.all(over):
            return state
    raise error(message())
