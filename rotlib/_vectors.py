"""Vectors as tuples of any kind of numbers; None is zero, and costs nothing."""

from typing import Any, TypeAlias

from ._types import Scalar, State
from .numbers import select, sqrt, total

MaybeZero: TypeAlias = Any  # a State, or None


def plus(*vectors: MaybeZero) -> Any:
    given = [v for v in vectors if v is not None]
    if not given:
        return None
    added: State = given[0]
    for v in given[1:]:
        added = tuple([a + b for a, b in zip(added, v, strict=True)])
    return added


def minus(a: State, b: State) -> State:
    return tuple([x - y for x, y in zip(a, b, strict=True)])


def times(x: Scalar, v: MaybeZero) -> Any:
    return None if v is None else tuple([x * a for a in v])


def chosen(condition: Any, a: State, b: State) -> State:
    """`a` where the condition holds, else `b`."""
    return tuple([select(condition, x, y) for x, y in zip(a, b, strict=True)])


def dot(a: State, b: State) -> Scalar:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def inner(a: State, b: State) -> Scalar:
    """Of any length."""
    first, *others = [x * y for x, y in zip(a, b, strict=True)]
    return total(others, first)


def length(v: State) -> Scalar:
    return sqrt(inner(v, v))


def cross(a: MaybeZero, b: MaybeZero) -> Any:
    if a is None or b is None or a is b:
        return None
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )
