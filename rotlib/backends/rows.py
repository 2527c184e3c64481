"""A number of each body of a system, side by side: they are recorded as one number.

A step that is written for one body is given such rows, and is recorded for all bodies:
what is done to a row is done to each of its numbers.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import mul, or_
from typing import Any

import numpy as np

from .._types import Function, State
from ..numbers import select, tape_of, total
from .operators import CALLS
from .trace import STUMPFF, DataDependentBranch, Op, Recorded, Tape


class Row(Recorded):
    """The numbers of all bodies, which write on one tape."""

    __slots__ = ("each", "tape")

    def __init__(self, tape: "RowTape", each: Iterable[Any]):
        self.tape: RowTape = tape
        self.each: State = tuple(each)

    def __bool__(self) -> bool:
        found = {bool(x) for x in self.each}
        if len(found) > 1:
            raise DataDependentBranch("it branches on what differs from body to body")
        return found.pop()

    @property
    def is_constant(self) -> bool:
        """Whether it is the same for all bodies, in all steps of a run."""
        known = [x.value for x in self.each if x.is_constant]
        return len(known) == len(self.each) and len(set(known)) == 1


def side_by_side(numbers: Sequence[Any], n: int) -> list[Any]:
    """n numbers in a row, then the next n: recorded ones, or arrays, bodies last."""
    if (tape := tape_of(*numbers)) is not None:
        rows = RowTape(tape, n)
        return [Row(rows, numbers[k : k + n]) for k in range(0, len(numbers), n)]
    whole = np.array(numbers)
    whole = whole.reshape(-1, n, *whole.shape[1:])
    return [*np.ascontiguousarray(np.moveaxis(whole, 1, -1))]


def picked(x: Any, ends: Any) -> Any:
    """What bodies at these places have."""
    if isinstance(x, Row):
        return Row(RowTape(x.tape.tape, len(ends)), [x.each[i] for i in ends])
    return x[..., ends] if np.ndim(x) else x


def added_up(numbers: State, ends: Any, like: Any) -> Any:
    """Numbers of pairs, each summed up over those of a body at this end."""
    if isinstance(like, Row):
        return [_sums(x, ends, like.tape) for x in numbers]
    *batch, n = np.shape(like)
    rows = len(numbers) * math.prod(batch)
    each = np.empty((len(numbers), *batch, len(ends)))
    for row, x in zip(each, numbers, strict=True):
        row[...] = x
    places = ends + n * np.arange(rows)[:, None]  # row after row, in one go
    made = np.bincount(places.ravel(), each.ravel(), rows * n)
    return np.asarray(made, float).reshape(len(numbers), *batch, n)


def _sums(x: Any, ends: Any, tape: "RowTape") -> Row:
    sums: list[Any] = [0.0] * tape.n
    for i, one in zip(ends, _each(x, len(ends)), strict=True):
        sums[i] = sums[i] + one
    return Row(tape, sums)


def together(x: Any) -> Any:
    """The sum over the bodies of a system, in the place of each."""
    if isinstance(x, Row):
        return Row(x.tape, [total(x.each)] * x.tape.n)
    return np.broadcast_to(np.sum(x, -1, keepdims=True), np.shape(x))


def _each(x: Any, n: int) -> Sequence[Any]:
    return x.each if isinstance(x, Row) else [x] * n


@dataclass(eq=False)
class RowTape:
    """The tape of rows; it writes each of their numbers on the tape of numbers."""

    tape: Tape
    n: int

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tape, name)  # how numbers are written

    def apply(self, name: str, *args: Any) -> Row:
        call = CALLS.get(name) or STUMPFF[name]
        return Row(self, map(call, *[_each(x, self.n) for x in args]))

    def operation(self, place: int, op: Op, args: list[Any]) -> Row:
        return self.apply(op.name, *args)

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        return self.apply("select", condition, a, b)

    def require(self, condition: Any, reason: str) -> None:
        for holds in _each(condition, 1):
            self.tape.require(self.tape.lifted(holds), reason)

    def warn(self, condition: Row, *said: Any) -> None:
        self.tape.warn(reduce(or_, condition.each), *said)

    def loop(self, body: Function, state: State, most: int) -> tuple[State, Any]:
        """A body that is done stays as it is until all are."""
        n = self.n

        def flat(numbers: State) -> list[Any]:
            return [x for row in numbers for x in _each(row, n)]

        def all_bodies(numbers: State) -> tuple[State, Any]:
            over, *before = side_by_side(numbers, n)
            following, done = body(tuple(before))
            was = over > 0.5
            kept = [select(was, a, b) for a, b in zip(before, following, strict=True)]
            over = select(was | done, 1.0, 0.0)
            return [*over.each, *flat(kept)], reduce(mul, over.each) > 0.5

        held, closed = self.tape.loop(all_bodies, [0.0] * n + flat(state), most)
        return side_by_side(held, n)[1:], closed
