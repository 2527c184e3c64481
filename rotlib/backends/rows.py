"""A number of each body of a system, side by side: they are recorded as one number.

A step that is written for one body is given such rows, and is recorded for all bodies:
what is done to a row is done to each of its numbers.
"""

from dataclasses import dataclass
from functools import reduce
from operator import mul, or_
from typing import Any

from .._types import Function, State
from ..numbers import select
from .operators import CALLS
from .trace import STUMPFF, DataDependentBranch, Recorded, Tape


class Row(Recorded):
    """The numbers of all bodies, which write on one tape."""

    __slots__ = ("each", "tape")

    def __init__(self, tape: "RowTape", each: State):
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


def of_body(x: Any, i: int) -> Any:
    """What of it is the body's: of rows, and of tuples of them."""
    if isinstance(x, (tuple, list)):
        return tuple([of_body(a, i) for a in x])
    return x.each[i] if isinstance(x, Row) else x


@dataclass(eq=False)
class RowTape:
    """The tape of rows; it writes each of their numbers on the tape of numbers."""

    tape: Tape
    n: int

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tape, name)  # how numbers are written

    def row(self, each: State) -> Row:
        return Row(self, each)

    def apply(self, name: str, *args: Any) -> Row:
        call = CALLS.get(name) or STUMPFF[name]
        return self.row([call(*of_body(args, i)) for i in range(self.n)])

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        return self.apply("select", condition, a, b)

    def require(self, condition: Any, reason: str) -> None:
        for held in condition.each if isinstance(condition, Row) else [condition]:
            self.tape.require(self.tape.lifted(held), reason)

    def warn(self, condition: Row, *said: Any) -> None:
        self.tape.warn(reduce(or_, condition.each), *said)

    def loop(self, body: Function, state: State, most: int) -> tuple[State, Any]:
        """A body that is done stays as it is until all are."""
        n = self.n

        def flat(numbers: State) -> list[Any]:
            made: list[Any] = []
            for x in numbers:
                made += x.each if isinstance(x, Row) else [x] * n
            return made

        def rows(numbers: list[Any]) -> list[Any]:
            return [self.row(numbers[k : k + n]) for k in range(0, len(numbers), n)]

        def all_bodies(numbers: State) -> tuple[State, Any]:
            over, *before = rows([*numbers])
            following, done = body(tuple(before))
            was = over > 0.5
            kept = [select(was, a, b) for a, b in zip(before, following, strict=True)]
            over = select(was | done, 1.0, 0.0)
            return [*over.each, *flat(kept)], reduce(mul, over.each) > 0.5

        first = [0.0] * n + flat(state)
        held, closed = self.tape.loop(all_bodies, first, most)
        return rows(held)[1:], closed
