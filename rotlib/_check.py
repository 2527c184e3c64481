"""Validation at the public boundary: public functions check once, kernels never.

A check returns what it was given in the form that it names, or raises InvalidInput.
"""

import inspect
import math
import sys
from collections.abc import Collection, Hashable, Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from types import FunctionType
from typing import Any, TypeAlias, TypeVar

import numpy as np

from ._types import Array, ArrayLike, Attitude, Function
from .errors import InvalidInput, NotInstalled

Choice = TypeVar("Choice")

EXTRAS = {"jax": "rotlib[jax]", "matplotlib": "rotlib[plot]", "scipy": "scipy"}
EXTRAS |= {"llvmlite": "rotlib[fast]", "distributed": "rotlib[dask]"}
EXTRAS |= {"sympy": "rotlib[codegen]", "tqdm": "rotlib[progress]"}  # what installs it
KINDS = "fiuO"  # of arrays: numbers, or objects that may be some
NO_NUMBERS = (bool, np.bool_, str, bytes, bytearray)  # though float() takes them
NO_STEP = "h: expected a non-zero time step, got 0; use a negative h to run backwards"
MOST = 2**53  # beyond, floats do not tell steps apart
F64, F32 = np.dtype(np.float64), np.dtype(np.float32)
ByPrecision: TypeAlias = dict[np.dtype[Any], float]
LARGEST: ByPrecision = {F64: 1e60, F32: 1e6}  # of a motion: its powers are floats, too
UNIT_TOLERANCE: ByPrecision = {F64: 1e-6, F32: 1e-4}
RESOLVED = 2.0**8  # distances of floats that a step is long: its time is off by 0.2 %


def require(good: Any, name: str, expected: str, got: Any) -> None:
    if not good:
        raise InvalidInput(f"{name}: expected {expected}, got {got}")


def expect(
    good: Any,
    says: str,
    *values: Any,
    error: type[InvalidInput] = InvalidInput,
    each: str = "",
) -> None:
    """Raise `says` unless all is good, with the values at the first place that is not.

    {where} in it is this place, which else comes first, as one of `each`.
    """
    if good.all():
        return
    wrong = ~np.asarray(good)
    at = tuple(np.argwhere(wrong)[0].tolist())
    named = f"{each}[{', '.join(map(str, at))}]: " if each and at else ""
    found = [np.asarray(a)[at].tolist() for a in values]
    raise error(named + says.format(*found, where=where(wrong)))


def real(value: Any, name: str) -> float:
    if type(value) is float and math.isfinite(value):
        return value
    number = array(value, name)
    single = not (is_recorded(number) or number.ndim)
    require(single, name, "one real number", repr(value))
    return float(number)


def positive(
    value: Any, name: str, unit: str, remedy: str = "", zero: bool = False
) -> float:
    number = real(value, name)
    wanted = f"a positive number of {unit}{', or 0' * zero}"
    require(number > 0 or (zero and number == 0), name, wanted, f"{number}{remedy}")
    return number


def step_size(h: float) -> float:
    h, most = real(h, "h"), max(LARGEST.values())
    if not h:
        raise InvalidInput(NO_STEP)
    if not 1 / most <= abs(h) <= most:
        said = f"h: expected a time step of {1 / most:.0e} to {most:.0e} s, got {h:.3g}"
        raise InvalidInput(said + "; take another unit of time, in rates and loads too")
    return h


def sized(a: Array, name: str) -> Array:
    most, size = LARGEST[a.dtype], np.abs(a).max(-1, initial=0.0)
    said = f"{name}: expected numbers up to {most:.0e} in {a.dtype}, got"
    expect(size <= most, said + " {:.3g}{where}; take other units", size)
    return a


def resolved(span: float, begin: float, end: float, name: str) -> None:
    latest = max(abs(begin), abs(end))
    if not math.isfinite(latest):
        raise InvalidInput(f"{name}: expected an end at a finite time, got {end}")
    least = RESOLVED * math.ulp(latest)
    if abs(span) < least:
        said = f"{name}: expected at least {least:.2g} s, got {span:.3g}; at t ="
        said += f" {latest:.3g} s floats do not tell the times of the steps apart; take"
        raise InvalidInput(said + " t0=0 and let the load add its offset")


def steps(h: ArrayLike) -> Array:
    h = array(h, "h")
    if (h == 0).any():
        raise InvalidInput(NO_STEP)
    return h


def frame_sign(frame: str) -> float:
    """-1 for "body", 1 for "space"; callers add 0.0 to a result, against -0.0."""
    return {"body": -1.0, "space": 1.0}[one_of(frame, ("body", "space"), "frame")]


def count(value: Any, name: str, least: int = 1) -> int:
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not least <= value <= MOST:
        said = f"{name}: expected an integer >= {least}, up to 2**53"
        raise InvalidInput(f"{said}, got {value!r:.40}")
    return int(value)


def array(
    value: ArrayLike, name: str, remedy: str = "look for a division by zero"
) -> Array:
    """A finite array of float64, or float32 if it is one; recorded numbers pass."""
    if is_recorded(value):
        return value  # type: ignore[return-value]
    # not of numpy.ma unless it is there: its import is slow
    if "numpy.ma" in sys.modules and np.ma.is_masked(value):
        said = f"{name}: expected numbers that are all there, got a masked array"
        raise InvalidInput(said + "; leave the masked entries out, or fill them")
    try:
        a = np.asarray(value)
        if a.dtype == object and any(map(is_recorded, a.flat)):
            together: Any = next(x.together for x in a.flat if is_recorded(x))
            return together(a)  # type: ignore[no-any-return]
        if a.dtype.kind not in KINDS or (
            a.dtype.kind == "O" and any(isinstance(x, NO_NUMBERS) for x in a.flat)
        ):
            raise TypeError
        if a.dtype != np.float32:
            a = a.astype(np.float64)
    except OverflowError:
        said = f"{name}: expected numbers that a float can hold, got a larger integer"
        raise InvalidInput(said) from None
    except (TypeError, ValueError):
        said = f"{name}: expected real numbers, got {type(value).__name__} {value!r}"
        raise InvalidInput(said) from None
    if not np.isfinite(a).all():
        place = where(~np.isfinite(a), "at")
        said = f"{name}: expected finite numbers, got NaN or infinity{place}; {remedy}"
        raise InvalidInput(said)
    return a


def where(wrong: Any, word: str = "in row") -> str:
    if not np.ndim(wrong):
        return ""
    places = np.argwhere(wrong).tolist()
    first = places[0] if len(places[0]) > 1 else places[0][0]
    more = f", the first of {len(places)}" if len(places) > 1 else ""
    return f" {word} {first}{more}"


def told(*times: Any) -> list[str]:
    """Times with six digits, or with as many as tell them apart."""
    digits = 6
    while digits < 17 and len({f"{t:.{digits}g}" for t in times}) < len({*times}):
        digits += 1
    return [f"{t:.{digits}g}" for t in times]


def is_recorded(value: Any) -> bool:
    return hasattr(value, "tape")


def trailing(value: ArrayLike, size: int | tuple[int, ...], name: str) -> Array:
    """An array whose last axis, or last axes, have these sizes."""
    a, sizes = array(value, name), size if isinstance(size, tuple) else (size,)
    if a.shape[-len(sizes) :] != sizes:
        hint = "; put the components on the last axis" if len(sizes) == 1 else ""
        said = ", ".join(map(str, sizes))
        raise InvalidInput(f"{name}: expected shape (..., {said}), got {a.shape}{hint}")
    return a


def vector(value: ArrayLike, name: str, size: int | None = 3) -> list[float]:
    """Of any length for None, one number too."""
    v = array(value, name) if size else np.atleast_1d(array(value, name))
    if v.ndim != 1 or size not in (None, len(v)):
        raise InvalidInput(f"{name}: expected shape ({size or 'n'},), got {v.shape}")
    components: list[float] = v.tolist()
    return components


def direction(value: ArrayLike, name: str) -> tuple[float, float, float]:
    x, y, z = vector(value, name)
    size = math.hypot(x, y, z)
    require(size > 0, name, "a direction", "the vector zero")
    return x / size, y / size, z / size


def rotation_vector(value: ArrayLike, name: str = "rotation_vector") -> Array:
    return _short(trailing(value, 3, name), name)


def turn(kernel: Function, *arguments: Any) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        Y = np.asarray(kernel(*arguments))
    return _short(Y, "rotation vector of the step")


def _short(v: Array, name: str) -> Array:
    if is_recorded(v):
        return v
    limit = 1 / np.finfo(v.dtype).eps
    if not (np.abs(v) <= limit).all():  # NaN is not
        said = f"{name}: expected at most {limit:.1g} rad in {v.dtype}, got"
        said += f" {np.abs(v).max():.2g}; the angle is lost already: look at the units"
        raise InvalidInput(said)
    return v


def no_reflection(M: Array, expected: str) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        good = ~(np.linalg.det(M) < 0)
    said = f"matrix: expected {expected}, got a reflection (determinant -1)"
    expect(good, said + "{where}; is an axis reversed?")


def unit_quaternion(value: Attitude, name: str = "q", of: str = "quaternion") -> Array:
    """An array (..., 4) of unit quaternions, or SciPy's Rotation; never normalises."""
    if hasattr(value, "as_quat"):
        value = np.roll(np.asarray(value.as_quat()), 1, axis=-1)
    q = trailing(value, 4, name)
    if is_recorded(q):
        return q
    defect = np.abs(np.sqrt((q.astype(np.float64) ** 2).sum(-1)) - 1.0)
    said = name + ": expected unit quaternions (w, x, y, z), got one with | |q| - 1 | ="
    said += f" {{:.2g}}{{where}}; use rotlib.{of}.normalize if the direction is meant"
    expect(defect <= UNIT_TOLERANCE[q.dtype], said, defect)
    return q


def one_of(value: Choice, choices: Collection[Choice], name: str) -> Choice:
    if not isinstance(value, Hashable) or value not in choices:
        said = f"{name}: expected one of {', '.join(map(repr, choices))}, got {value!r}"
        raise InvalidInput(said + meant(value, choices))
    return value


def meant(value: object, names: Iterable[object]) -> str:
    """The end of a message about a wrong name: ; did you mean 'rk4'?"""
    known = {name.lower(): name for name in names if isinstance(name, str)}
    near = get_close_matches(value.lower(), known) if isinstance(value, str) else []
    said = " or ".join(repr(known[name]) for name in near)
    return f"; did you mean {said}?" if near else ""


def installed(module: str, what: str) -> None:
    package = module.partition(".")[0]
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith(package):  # it is there, and broken
            raise
        said = f"{what} needs {package}, which is not installed: pip install"
        raise NotInstalled(f"{said} {EXTRAS[package]}") from None


def broadcast(shapes: Iterable[tuple[int, ...]], names: str) -> tuple[int, ...]:
    shapes = list(shapes)
    try:
        return shapes[0] if len({*shapes}) == 1 else np.broadcast_shapes(*shapes)
    except ValueError:
        got = " and ".join(map(str, shapes))
        said = f"{names}: expected leading axes that broadcast, got {got}"
        raise InvalidInput(said) from None


def arguments_of(function: Any) -> int | None:
    """How many arguments it must be given; None if it does not say."""
    if isinstance(function, FunctionType) and not vars(function):  # often asked
        varied = function.__code__.co_flags & inspect.CO_VARARGS
        needed = function.__code__.co_argcount - len(function.__defaults__ or ())
        return None if varied else needed
    try:
        given = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_POSITIONAL for p in given):
        return None
    kinds = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    return sum(p.kind in kinds and p.default is p.empty for p in given)


def on_arrays(
    kernel: Function,
    returns: int | tuple[int, ...],
    *vectors: Any,
    numbers: Sequence[Any] = (),
) -> Array:
    """What a kernel returns for the components, which are on last axes, and numbers."""
    shape = returns if isinstance(returns, tuple) else (returns,)
    columns = [v[..., i] for v in vectors for i in range(v.shape[-1])]
    try:
        out = kernel(*columns, *numbers)
    except ValueError:
        leading = [v.shape[:-1] for v in vectors] + list(map(np.shape, numbers))
        broadcast(leading, kernel.__name__)
        raise
    for x in out:
        if is_recorded(x):  # a user's load is being written down
            return x.together(np.array(out, object).reshape(shape))  # type: ignore[no-any-return]
    stacked = np.stack(np.broadcast_arrays(*out), axis=-1)
    return stacked.reshape(stacked.shape[:-1] + shape)
