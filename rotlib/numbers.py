"""What a formula says besides + - * /, for every kind of number.

One function each, which asks what it was given: a float, an array, a JAX array, or a
number that records. Such a one has a `tape` (`backends.trace`), the list on which it
writes its operations; where `tape.turns`, sines are polynomials, for compilers. So a
kernel or a step is written once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

try:  # generated functions run where there is no NumPy, too
    import numpy as np

    ARRAYS: Any = (np.ndarray, np.generic)
except (ImportError, AttributeError):
    ARRAYS = ()

__all__ = ["atan2", "copysign", "cos", "exp", "greatest", "least", "log", "loop"]
__all__ += ["require", "select", "sin", "sqrt", "total", "warn_if"]


def __dir__() -> list[str]:
    return __all__


def tape_of(*numbers: Any) -> Any:
    """Where the first of these that records writes; None if none does."""
    for x in numbers:
        if type(x) is not float and (tape := getattr(x, "tape", None)) is not None:
            return tape
    return None


def are_arrays(*numbers: Any) -> bool:
    """Whether one is an array, of plain numbers."""
    for x in numbers:
        if type(x) is not float and isinstance(x, ARRAYS) and not x.dtype.hasobject:
            return True
    return False


def foreign(x: Any) -> Any:
    """jax.numpy for what JAX handles, else None."""
    return x.__array_namespace__() if hasattr(x, "__array_namespace__") else None


def operation(name: str, plain: Any, on_arrays: str | None = None) -> Any:
    """The function of that name, for every kind of number."""
    on_arrays = on_arrays or name

    def call(*args: Any) -> Any:
        for x in args:
            if type(x) is float:
                continue
            if isinstance(x, ARRAYS):
                return getattr(np, on_arrays)(*args)
            if getattr(x, "tape", None) is not None:
                return x.tape.apply(name, *args)
            if (other := foreign(x)) is not None:
                return getattr(other, on_arrays)(*args)
            if (own := getattr(type(x), name, None)) is not None:
                return own(*args)  # an object that NumPy, too, would ask
        return plain(*args)

    return call


atan2: Any = operation("atan2", math.atan2, "arctan2")
copysign: Any = operation("copysign", math.copysign)
exp: Any = operation("exp", math.exp)
log: Any = operation("log", math.log)
_sqrt, _cos, _sin = math.sqrt, math.cos, math.sin  # found sooner than in `math`
sqrt_of_any: Any = operation("sqrt", math.sqrt)
cos_of_any: Any = operation("cos", math.cos)
sin_of_any: Any = operation("sin", math.sin)


def sqrt(x: Any) -> Any:
    return _sqrt(x) if type(x) is float else sqrt_of_any(x)


def cos(x: Any) -> Any:
    if type(x) is float:
        return _cos(x)
    tape = getattr(x, "tape", None)
    return cos_of_any(x) if tape is None or not tape.turns else tape.turn(x * x)[0]


def sin(x: Any) -> Any:
    if type(x) is float:
        return _sin(x)
    tape = getattr(x, "tape", None)
    return sin_of_any(x) if tape is None or not tape.turns else x * tape.turn(x * x)[1]


# --- choose, require, warn, repeat ----------------------------------------------------


def select(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`; both are computed."""
    if condition is True:
        return a
    if condition is False:
        return b
    if (tape := getattr(condition, "tape", None)) is not None:
        return tape.select(condition, a, b)
    if isinstance(condition, ARRAYS):
        whole = condition.ndim == 0 and not are_arrays(a, b)
        return (a if condition else b) if whole else np.where(condition, a, b)
    if (other := foreign(condition)) is not None:
        return other.where(condition, a, b)
    return a if condition else b


def greatest(numbers: Any) -> Any:
    if are_arrays(*numbers):
        return reduce(np.maximum, numbers)
    return reduce(lambda a, b: select(b > a, b, a), numbers)


def least(numbers: Any) -> Any:
    if are_arrays(*numbers):
        return reduce(np.minimum, numbers)
    return reduce(lambda a, b: select(b < a, b, a), numbers)


def positive(size: Any) -> Any:
    """A size to divide by: one where it is zero."""
    return select(size == 0.0, 1.0, size)


def total(terms: Iterable[Any], start: Any = 0) -> Any:
    """Their sum from left to right; of floats alone, `sum` makes up for rounding."""
    for x in terms:
        start = start + x
    return start


def rounding(x: Any) -> float:
    """The relative rounding of numbers like x."""
    return float(np.finfo(x.dtype).eps) if are_arrays(x) else 2.0**-52


def smallest(x: Any) -> float:
    """Of numbers like x the least whose rounding can be squared."""
    tiny = float(np.finfo(x.dtype).tiny) if are_arrays(x) else 2.0**-1022
    return tiny**0.5 / rounding(x)  # type: ignore[no-any-return]


def require(
    condition: Any, error: type[Exception], message: Callable[..., str], *values: Any
) -> None:
    """Raise error(message(*values)) unless the condition holds everywhere."""
    if (tape := getattr(condition, "tape", None)) is not None:
        said = message(*[math.nan for _ in values]).replace("nan", "...")
        tape.require(condition, f"{error.__name__}: {said}")
    elif isinstance(condition, ARRAYS):
        if not condition.all():
            raise error(message(*[_first(x, ~condition) for x in values]))
    elif not condition:
        raise error(message(*values))


def warn_if(
    condition: Any, category: type[Warning], message: Callable[..., str], *values: Any
) -> None:
    """Warn with message(*values), at the line of the user, if the condition holds."""
    if (tape := getattr(condition, "tape", None)) is not None:
        tape.warn(condition, category, message())
    elif condition.any() if isinstance(condition, ARRAYS) else condition:
        from .errors import warn

        if isinstance(condition, ARRAYS):
            values = tuple([_first(x, condition) for x in values])
        warn(message(*values), category)


def _first(x: Any, chosen: Any) -> Any:
    """The number that belongs to the first motion chosen."""
    return np.broadcast_to(x, chosen.shape)[chosen].flat[0].item()


def endless(*state: Any) -> Exception:
    from .errors import ConvergenceError

    return ConvergenceError("it does not come to an end")


def loop(
    body: Callable[..., Any],
    state: Any,
    most: int,
    failure: Callable[..., Exception] = endless,
) -> Any:
    """Repeat state, done = body(state) until done, at most so often.

    Where it was done before, the state stays. Else failure(*state) is raised, of those
    motions of a batch that were not done.
    """
    if (tape := tape_of(*state)) is not None:
        held, closed = tape.loop(body, state, most)
        error = failure(*[math.nan] * len(held))
        require(closed, type(error), lambda: str(error))
        return held
    over: Any = False
    for _ in range(most):
        following, done = body(state)
        if over is not False:
            pairs = zip(state, following, strict=True)
            following = [np.where(over, old, new) for old, new in pairs]
        state, over = following, over | done
        if over is True or (isinstance(over, ARRAYS) and over.all()):
            return state
    if over is not False:
        state = [np.broadcast_to(x, over.shape)[~over] for x in state]
    raise failure(*state)
