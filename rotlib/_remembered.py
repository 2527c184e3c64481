"""Objects that remember the call that made them: they pickle as that call, and are
equal if their calls are.

A load or a method holds functions that were made inside a function. Pickle refuses
these, and two of them are never equal.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import partial, wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

import numpy as np


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
