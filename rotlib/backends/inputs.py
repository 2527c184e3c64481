"""Numbers that a step takes besides time and state: of bodies, of loads, of a user.

Some hold for a run, some for one lane of a batch, some for one step, some for both.
Each back end asks `by_lane` and `by_step`, and puts them where it can reach them.
"""

from typing import Any, Self

import numpy as np

from .._types import Array, State


class Inputs:
    """A few numbers; `now` is what a step or a load sees of them.

    table: (rows, n) or (rows, n, lanes...), a row for each step, or one for all
    single: whether `now` is a number instead of a tuple
    """

    def __init__(self, table: Array, single: bool = False):
        self.table: Array = table
        self.single: bool = single
        self.lanes: Any = None  # numbers of those that are looked at; None: all
        self.row: int = 0
        self.now: Any = None
        self.hold(0)

    @classmethod
    def of(cls, numbers: State, single: bool = False) -> Self:
        """Those of a whole run: floats, or arrays with the axes of the batch."""
        alike = all([isinstance(x, float) for x in numbers])
        whole = numbers if alike else np.broadcast_arrays(*numbers)
        return cls(np.array([whole], float), single)

    @classmethod
    def of_rows(cls, rows: Array) -> "Inputs":
        """A number a step, (rows,), or more, (rows, n) or (rows, batch..., n)."""
        single = rows.ndim == 1
        return cls(rows[:, None] if single else np.moveaxis(rows, -1, 1), single)

    @property
    def by_lane(self) -> bool:
        return self.table.ndim > 2

    @property
    def by_step(self) -> bool:
        return len(self.table) > 1

    @property
    def size(self) -> int:
        return int(self.table.shape[1])

    def give(self, numbers: Array) -> None:
        """A number, a row (n,), or one for each lane, (lanes..., n)."""
        given = Inputs.of_rows(numbers[None])
        self.table, self.single = given.table, given.single
        self.hold(0)

    def hold(self, step: int) -> None:
        self.row = min(step, len(self.table) - 1)
        row = self.table[self.row]
        if self.by_lane and self.lanes is not None:
            row = row.reshape(len(row), -1)[:, self.lanes]
        self.stand_for([*row] if self.by_lane else row.tolist())

    def select(self, lanes: Any) -> None:
        self.lanes = lanes
        self.hold(self.row)

    def stand_for(self, numbers: State) -> None:
        self.now = numbers[0] if self.single else tuple(numbers)

    def rows(self, first: int, steps: int | None) -> Array:
        """Those of so many steps, (steps, n, lanes), with one lane if all are alike."""
        rows = self.table[first : None if steps is None else first + steps]
        rows = rows.reshape(len(rows), self.size, -1)
        chosen = self.by_lane and self.lanes is not None
        return rows[:, :, self.lanes] if chosen else rows

    @property
    def flat(self) -> list[float]:
        """What the first lane sees now."""
        row: list[float] = self.table[self.row].reshape(self.size, -1)[:, 0].tolist()
        return row

    def changed(self, i: int) -> Any:
        """The inputs, and for i > 0 others, to try a load with."""
        row = [x * (1.0 + 0.3 * i * k) + 0.1 * i for k, x in enumerate(self.flat, 1)]
        return row[0] if self.single else tuple(row)
