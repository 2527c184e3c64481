"""Objects that remember the call that made them: they pickle as that call, and are
equal if their calls are.

A load or a method holds functions that were made inside a function. Pickle refuses
these, and two of them are never equal.
"""

import pickle
from collections.abc import Callable
from dataclasses import fields
from functools import partial, wraps
from inspect import signature
from operator import is_
from typing import Any, ParamSpec, TypeVar

import numpy as np

from .errors import NotAvailable

IMPORTED = "define it at the top level of a module that both processes import"


class Remembered:
    """An immutable record, a dataclass: equal to what the same call makes again.

    Without such a call it pickles, and is compared, field by field.
    """

    __slots__ = ("_call",)  # beside the fields, so that `vars` gives these alone
    _call: "partial[Any]"
    __array_ufunc__ = None  # to compare with an array gives one bool

    def __reduce_ex__(self, protocol: Any) -> Any:
        call = call_of(self)
        return super().__reduce_ex__(protocol) if call is None else (call, ())

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        a, b = call_of(self), call_of(other)
        if a is not None and b is not None:
            return _same((a.func, a.args, a.keywords), (b.func, b.args, b.keywords))
        names = [f.name for f in fields(self)]  # type: ignore[arg-type]
        return all(_same(getattr(self, name), getattr(other, name)) for name in names)

    def __hash__(self) -> int:
        return hash((type(self), getattr(self, "name", None)))


P = ParamSpec("P")
Made = TypeVar("Made", bound=Remembered)


def remembered(maker: Callable[P, Made]) -> Callable[P, Made]:
    """Let what `maker` returns remember the call, unless it remembers one already."""

    @wraps(maker)
    def call(*args: P.args, **kwargs: P.kwargs) -> Made:
        made = maker(*args, **kwargs)
        if call_of(made) is not None:
            return made
        given = signature(maker).bind(*args, **kwargs)
        given.apply_defaults()
        named = {name: _frozen(x) for name, x in given.kwargs.items()}
        return remember(made, call, *map(_frozen, given.args), **named)

    return call


def remember(
    made: Made, function: Callable[..., Any], /, *arguments: Any, **named: Any
) -> Made:
    object.__setattr__(made, "_call", partial(function, *arguments, **named))
    return made


def call_of(made: Any) -> "partial[Any] | None":
    return getattr(made, "_call", None)


def portable(value: Any) -> Any:
    """`value` as it travels with a run: what pickle refuses becomes an `Absent`."""
    if isinstance(value, tuple):
        new = tuple(map(portable, value))
        return value if all(map(is_, new, value)) else new
    if isinstance(value, Remembered):
        call = call_of(value) or partial(type(value), **vars(value))
        given = call.args, *call.keywords.items()
        args, *named = new = portable(given)
        return value if new is given else call.func(*args, **dict(named))
    if not callable(value) or isinstance(value, type | Absent):
        return value
    name = getattr(value, "__qualname__", type(value).__qualname__)
    try:
        text = pickle.dumps(value)
    except Exception as error:  # whatever the parts of it raise
        return Absent(name, f"pickle refused it: {error}; {IMPORTED}")
    ours = str(value.__module__).startswith("rotlib.")
    return value if ours else Absent(name, "", text)


class Absent:
    """Stands for a function that could not come along, and says so if it is called.

    text: what pickle made of the function, which takes its place on arrival, if it is
        known there
    """

    def __init__(self, name: str, why: str, text: bytes = b"") -> None:
        self.__name__ = self.__qualname__ = name
        self.why: str = why
        self.text: bytes = text

    def __call__(self, *arguments: Any) -> Any:
        raise NotAvailable(
            f"{self.__name__}: this function of the run did not come along: {self.why}"
        )

    def __reduce__(self) -> Any:
        return _arrived, (self.__name__, self.why, self.text)


def _arrived(name: str, why: str, text: bytes) -> Any:
    try:
        return pickle.loads(text) if text else Absent(name, why)
    except Exception as error:  # whatever stands in the way: a module, a name
        return Absent(name, f"{error}; {IMPORTED}", text)


def _frozen(value: Any) -> Any:
    """An argument that nobody can change afterwards, arrays and lists as tuples."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufO":
        value = value.tolist()
    if type(value) not in (list, tuple):
        return value
    frozen = tuple(map(_frozen, value))
    together = getattr(frozen[0], "_together", tuple) if frozen else tuple
    return together(frozen)


def _same(a: Any, b: Any) -> bool:
    try:
        return bool(a == b)
    except (TypeError, ValueError):  # arrays, and what compares as they do
        return bool(np.array_equal(a, b))
