"""What a formula says besides + - * /, for every kind of number.

One function each, which asks what it was given: a float, an array, a number that
records (it has a `tape`), a JAX array. So a kernel or a step is written once. The
c_k(s) = sum_i (-s)^i / (k + 2 i)!, with s = theta^2, hold every removable singularity
of the rotation formulas: a series below SWITCH_k, a closed form above.
Chapter: Rotations and their exponential.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

try:  # generated functions run where there is no NumPy, too
    import numpy as np

    ARRAYS: Any = (np.ndarray, np.generic)
except (ImportError, AttributeError):
    ARRAYS = ()

__all__ = [
    *("atan2", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "copysign", "cos"),
    *("greatest", "least", "log_factor", "loop", "require", "select", "sin", "sqrt"),
    *("total", "warn_if"),
]


def __dir__() -> list[str]:
    return __all__


def tape_of(*numbers: Any) -> Any:
    """Where the first of these that records writes; None if none does."""
    for x in numbers:
        if (tape := getattr(x, "tape", None)) is not None:
            return tape
    return None


def are_arrays(*numbers: Any) -> bool:
    return any([isinstance(x, ARRAYS) for x in numbers])


def _foreign(x: Any) -> Any:
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
            if (other := _foreign(x)) is not None:
                return getattr(other, on_arrays)(*args)
        return plain(*args)

    call.__name__ = call.__qualname__ = name
    return call


sqrt = operation("sqrt", math.sqrt)
atan2 = operation("atan2", math.atan2, "arctan2")
copysign = operation("copysign", math.copysign)
_cos, _sin = operation("cos", math.cos), operation("sin", math.sin)


def cos(x: Any) -> Any:
    if type(x) is float:
        return math.cos(x)
    tape = getattr(x, "tape", None)
    return _turn(tape, x * x)[0] if tape is not None and tape.turns else _cos(x)


def sin(x: Any) -> Any:
    if type(x) is float:
        return math.sin(x)
    tape = getattr(x, "tape", None)
    return x * _turn(tape, x * x)[1] if tape is not None and tape.turns else _sin(x)


# --- the functions c_k ----------------------------------------------------------------

_GENERATED: dict[str, Any] = {}


def _stumpff() -> dict[str, Any]:
    """The generated series, closed forms and switches, which import this module."""
    if not _GENERATED:
        from .kernels import stumpff

        _GENERATED.update(vars(stumpff))
    return _GENERATED


def _turn(tape: Any, s: Any) -> Any:
    """c0 and c1 without a branch or a call of the library, up to REACH."""
    from .errors import StepTooLarge

    known = _stumpff()
    require(s <= known["REACH"], StepTooLarge, _too_far)
    return known["c0_c1"](s)


def _too_far() -> str:
    reach = _stumpff()["REACH"] ** 0.5
    return f"a step turns the body by more than {reach:.3g} rad; take a smaller h"


def _by_others(name: str, *args: Any) -> Any:
    """What a tape or JAX has for it as one operation; None if they have not."""
    for x in args:
        if (tape := getattr(x, "tape", None)) is not None:
            return tape.apply(name, *args) if name in tape.whole else None
        if not isinstance(x, ARRAYS) and _foreign(x) is not None:
            from .backends import jax_ops

            return jax_ops.stumpff(name)(*args)
    return None


def c0(s: Any) -> Any:
    """cos(theta)."""
    if type(s) is float:
        return math.cos(math.sqrt(s))
    if (made := _by_others("c0", s)) is not None:
        return made
    tape = getattr(s, "tape", None)
    return _turn(tape, s)[0] if tape is not None and tape.turns else _cos(sqrt(s))


def c1(s: Any) -> Any:
    """sin(theta)/theta."""
    if type(s) is float:
        if s == 0.0:
            return 1.0
        theta = math.sqrt(s)
        return math.sin(theta) / theta
    if (made := _by_others("c1", s)) is not None:
        return made
    tape = getattr(s, "tape", None)
    if tape is not None and tape.turns:
        return _turn(tape, s)[1]
    theta, zero = sqrt(s), s == 0.0
    return select(zero, 1.0, _sin(theta) / select(zero, 1.0, theta))


def _switched(k: int, summary: str) -> Any:
    name, forms = f"c{k}", []

    def c_k(s: Any) -> Any:
        if not forms:
            known = _stumpff()
            forms.extend([known[f"{name}_series"], known[f"{name}_closed"]])
            forms.append(known[f"SWITCH_{k}"])
        series, closed, switch = forms
        if type(s) is float:
            return series(s) if s < switch else closed(s)
        if (made := _by_others(name, s)) is not None:
            return made
        near = s < switch
        if isinstance(s, ARRAYS) and near.all():
            return series(s)
        below = select(near, s, 0.0) if isinstance(s, ARRAYS) else s
        return select(near, series(below), closed(select(near, switch, s)))

    c_k.__name__ = c_k.__qualname__ = name
    c_k.__doc__ = summary
    return c_k


c2 = _switched(2, "(1 - cos(theta))/theta^2.")
c3 = _switched(3, "(theta - sin(theta))/theta^3.")
c4 = _switched(4, "(1/2 - c_2)/theta^2.")
c5 = _switched(5, "(1/6 - c_3)/theta^2.")
c6 = _switched(6, "(1/24 - c_4)/theta^2.")
c7 = _switched(7, "(1/120 - c_5)/theta^2.")


def log_factor(w: Any, n2: Any) -> Any:
    """The factor f that makes f v the rotation vector of a unit quaternion (w, v).

    It is at most pi long; n2 = v.v."""
    if type(w) is float and type(n2) is float:
        n = math.sqrt(n2)
        if n == 0.0:
            return 2.0 / w
        return math.copysign(2.0 * math.atan2(n, abs(w)) / n, w)
    if (made := _by_others("log_factor", w, n2)) is not None:
        return made
    n = sqrt(n2)
    zero = n == 0.0
    angle = copysign(2.0 * atan2(n, abs(w)), w)
    return select(zero, 2.0 / select(zero, w, 1.0), angle / select(zero, 1.0, n))


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
    if (other := _foreign(condition)) is not None:
        return other.where(condition, a, b)
    return a if condition else b


def greatest(numbers: Any) -> Any:
    """The greatest of a few numbers."""
    if tape_of(*numbers) is not None:
        return reduce(lambda a, b: select(b > a, b, a), numbers)
    return reduce(np.maximum, numbers) if are_arrays(*numbers) else max(numbers)


def least(numbers: Any) -> Any:
    """The least of a few numbers."""
    if tape_of(*numbers) is not None:
        return reduce(lambda a, b: select(b < a, b, a), numbers)
    return reduce(np.minimum, numbers) if are_arrays(*numbers) else min(numbers)


def total(terms: Iterable[Any], start: Any = 0) -> Any:
    """Their sum from left to right; of floats alone, `sum` makes up for rounding."""
    for x in terms:
        start = start + x
    return start


def rounding(x: Any) -> float:
    """The relative rounding of numbers like x."""
    return float(np.finfo(x.dtype).eps) if isinstance(x, ARRAYS) else 2.0**-52


def smallest(x: Any) -> float:
    """Of numbers like x the least whose rounding can be squared."""
    if not isinstance(x, ARRAYS):
        return 2.0**-459
    kind = np.finfo(x.dtype)
    return float(kind.tiny) ** 0.5 / float(kind.eps)


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
        tape.warnings.append((condition.place, category, message()))
        return
    from ._deprecated import level_of_caller

    if isinstance(condition, ARRAYS):
        if not condition.any():
            return
        values = tuple([_first(x, condition) for x in values])
    elif not condition:
        return
    warnings.warn(message(*values), category, stacklevel=level_of_caller())


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
        said = str(error).replace("nan", "...")
        tape.require(closed, f"{type(error).__name__}: {said}")
        return held
    over: Any = False
    for _ in range(most):
        following, done = body(state)
        if over is False:
            state = following
        else:
            pairs = zip(state, following, strict=True)
            state = [np.where(over, old, new) for old, new in pairs]
        if not isinstance(done, ARRAYS):
            if done:
                return state
            continue
        over = over | done
        if over.all():
            return state
    if over is not False:
        state = [np.broadcast_to(x, over.shape)[~over] for x in state]
    raise failure(*state)
