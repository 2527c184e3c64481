"""The loop over steps: it keeps records, calls back, looks for events, shows progress,
and hands over what is made when something interrupts it.

What makes the steps is a source: of equal steps by an executor, of any step at once
from a closed form, or, in `adaptive`, of steps that follow the error.
"""

import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from .._types import Array, Backend
from ..backends.executors import Executor, select_executor
from ..backends.trace import Kind
from ..errors import ConvergenceError, Diverged, InvalidInput, RotlibError, StepTooLarge
from . import failures
from .dense_output import interpolate
from .events import ROWS, Watch
from .prepare import Grid
from .progress import meter
from .trajectory import Trajectory

AHEAD = 16  # steps in Python that may turn out to lie after the end
LOOKS = 8, 64  # least and most looks at whether a load is what was recorded
OFTEN = 20_000  # numbers made between them


class EqualSteps:
    """Steps of one length, by an executor.

    run: what reads their states, with that before the next step as `y`
    kept: the numbers of those that become records
    checked: whether loads are asked if they still are what was recorded of them
    total, unit: of a bar
    """

    unit: str = "step"
    checked: bool = True

    def __init__(
        self,
        run: Any,
        grid: Grid,
        start: dict[str, Array],
        backend: Backend,
        executor: Executor | None = None,
    ):
        self.run: Any = run
        self.grid: Grid = grid
        self.start: dict[str, Array] = start
        self.omega: Array = start["omega"]
        self.asked: Backend = backend
        self.executor: Any = executor or self.choose()
        self.kept: Any = grid.kept
        self.wanted: int | None = len(self.kept)
        self.dtype: Any = self.omega.dtype
        self.total: float = grid.steps

    def choose(self) -> Executor | None:
        grid = self.grid
        return select_executor(self.run, self.asked, grid.t0, grid.h, grid.steps)

    @property
    def backend(self) -> str:
        return str(self.executor.backend)

    @property
    def at(self) -> int:
        """The step that was being made when one fails."""
        return int(self.executor.at)

    @property
    def h(self) -> float:
        return self.grid.h

    def times(self, steps: Any) -> Any:
        return self.grid.t0 + self.grid.h * steps

    def blocks(self, called: bool, watch: Watch | None) -> Iterator[tuple[int, ...]]:
        """(first step, steps a record, records) of what is made in one go."""
        executor, grid = self.executor, self.grid
        if watch is None:
            rows = 1 if called else executor.rows(grid.every)
            return grid.blocks(rows, executor.most())
        rows = 1 if called else min(ROWS, executor.rows(1))
        if watch.terminal and executor.backend == "python":
            rows = min(rows, AHEAD)
        return grid._replace(every=1).blocks(rows, 1)

    def advance(self, k: int, every: int, out: Array) -> None:
        self.executor.advance(k, every, out)

    def amount(self, steps: int) -> float:
        """What a bar moves on by."""
        return steps

    @property
    def alone(self) -> bool:
        """Whether a user's load is called at each step, and may see what events do."""
        if not self.checked:
            return False
        run, called = self.run, not self.executor.recorded
        each = called and run.kind == Kind.FLOAT
        return any(user.refused or each for user in run.users)

    def differs(self, times: Any, states: Array) -> str:
        return self.run.differs(times, states) if self.checked else ""

    def renew(self) -> bool:
        """Whether the load has changed; then the executor is chosen anew."""
        renewed: bool = self.checked and self.run.renewed()
        if renewed:
            self.executor = self.choose()
        return renewed

    def require_same_load(self, k: int, every: int, states: Array) -> None:
        """Raise InvalidInput if a load is not what was recorded of it, in some states
        spread over the run.
        """
        if not self.checked or not self.run.asked:
            return
        most, (few, many) = self.grid.steps, LOOKS
        looks = max(few, min(many, most * self.omega.size // OFTEN))
        steps = k + every * np.arange(len(states) + 1)
        passed = np.flatnonzero(np.diff(steps * looks // most))
        if said := self.differs(self.times(steps[passed + 1]), states[passed]):
            raise InvalidInput(said)

    def piece(self, k: int, t: Array, states: Array) -> Trajectory:
        """The motion over some steps from k on, that can be asked between them."""
        stats = {"h": self.grid.h, "t0": self.grid.t0}
        piece: Trajectory = self.run.trajectory(t, states, stats, interpolate)
        return piece

    def stats(self, steps: int, t: Array) -> dict[str, Any]:
        return {"steps": steps, "h": self.grid.h}


class ClosedForm(EqualSteps):
    """Equal steps in a motion that is known at every time, from its start."""

    checked: bool = False
    backend: str = "numpy"
    at: int = 0

    def choose(self) -> None:
        """Nothing else makes them."""

    def blocks(self, called: bool, watch: Watch | None) -> Iterator[tuple[int, ...]]:
        grid = self.grid if watch is None else self.grid._replace(every=1)
        return grid.blocks(grid.steps if watch is None else ROWS, grid.steps)

    def advance(self, k: int, every: int, out: Array) -> None:
        run, start = self.run, self.start
        since = self.times(k + every * np.arange(1, len(out) + 1)) - self.grid.t0
        motion = run.method.closed_form(run.body, start["omega"], since, start["q0"])
        out[...] = np.moveaxis(np.concatenate(motion, -1), -1, 1)

    def piece(self, k: int, t: Array, states: Array) -> Trajectory:
        """The motion from the start, from which it is known."""
        if k:
            begin = np.array([self.run.y])
            t, states = np.append(self.grid.t0, t), np.concatenate([begin, states])
        return super().piece(0, t, states)


class Loop:
    """A run while it is made.

    done: how many records are
    steps: how many steps it has, unless an event has ended it
    between: a step and its state after the last record
    """

    def __init__(
        self,
        source: Any,
        clock: float,
        watch: Watch | None = None,
        callback: Callable[..., Any] | None = None,
    ):
        self.source: Any = source
        self.run: Any = source.run
        self.clock: float = clock
        self.watch: Watch | None = watch
        self.callback: Callable[..., Any] | None = callback
        self.kept: Any = source.kept
        self.done: int = 0
        self.steps: int = int(self.kept[-1])
        shape = len(self.kept), len(self.run.y), *self.run.batch
        self.records: Array = np.empty(shape, source.dtype)
        self.between: tuple[int, Array] | None = None

    def follow(self, progress: bool | None, long: float) -> Trajectory:
        source, watch = self.source, self.watch
        try:
            self.begin()
            with meter(source.total, progress, source.unit, long) as bar:
                for block in source.blocks(self.callback is not None, watch):
                    new, (_, every, rows) = self.make(*block), block
                    bar.update(source.amount(every * rows))
                    self.report(new)
                    if watch is not None and watch.over is not None:
                        break
            return self.trajectory()
        except BaseException as error:
            error = self.explained(error)
            raise error from None if isinstance(error, Diverged) else error.__cause__

    def begin(self) -> None:
        self.records[0] = self.run.y
        if self.watch is not None:
            self.before: Array = np.array([self.run.y], dtype=np.float64)
        self.done = 1
        if self.callback is not None:
            self.report(1)

    def report(self, new: int) -> None:
        """Call back for so many new records; the load may be another one then."""
        if self.callback is not None:
            for done in range(self.done - new + 1, self.done + 1):
                self.done = done
                self.callback(*self.newest())
        if self.callback is not None or self.watch is not None:
            self.source.renew()

    def make(self, k: int, every: int, rows: int) -> int:
        """Make `rows` times `every` steps from k on; return how many records came."""
        if self.done == len(self.kept):  # nobody knows how many they will be
            self.records = np.concatenate([self.records, np.empty_like(self.records)])
            self.kept = np.arange(len(self.records))
        if self.watch is not None:
            before, last = self.done, k + rows
            while k < last and self.watch.over is None:
                alone = self.source.alone
                k = self._make_watched(self.watch, k, 1 if alone else last - k)
            return self.done - before
        kept, to = self.records[self.done : self.done + rows], k + every
        whole = to == int(self.kept[self.done])
        new = kept if whole and kept.dtype == np.float64 else np.empty(kept.shape)
        try:
            self.source.advance(k, every, new)
        finally:
            if whole and new is not kept:
                with np.errstate(all="ignore"):  # in rows that were not made
                    kept[...] = new
        finite = failures.count_finite(kept if whole else new)
        if whole:
            self.done += finite
        elif finite:
            self.between = to, new
        if finite < rows:
            step = int(self.kept[self.done]) if whole else to
            raise Diverged(self._diverged(step))
        self.source.require_same_load(k, every, new)
        return finite if whole else 0

    def _make_watched(self, watch: Watch, k: int, rows: int) -> int:
        """Make steps and look for events; the step after the last that both were."""
        source, done = self.source, self.done
        new, made = np.empty((rows, *self.records.shape[1:])), rows
        failure: BaseException | None = None
        try:
            source.advance(k, 1, new)
        except BaseException as error:  # an event may end the run before it
            failure, made = error, max(0, source.at - k)
        made = failures.count_finite(new[:made])
        t = source.times(np.arange(k, k + made + 1))
        states = np.concatenate([self.before, new[:made]])
        piece = cache(lambda: source.piece(k, t, states))
        end = watch.look(
            t[1:],
            self.run.read(new[:made]),
            lambda times: piece().at(times),
            lambda i: source.differs(t[i + 1 : i + 2], new[i : i + 1]),
        )
        if watch.changed:  # what was made ahead was made without that
            failure, made = None, watch.looked
            rows, states, self.run.y = made, states[: made + 1], tuple(states[made])
            if self.run.kind == Kind.FLOAT:
                self.run.y = tuple(states[made].tolist())
            if not source.renew():
                raise InvalidInput(watch.changed)
        last = k + made if end is None else k + end
        more = np.searchsorted(self.kept, last, "right").item()
        with np.errstate(all="ignore"):
            self.records[done:more] = new[self.kept[done:more] - k - 1]
            if end is not None:
                self.records[more] = new[end]
            elif made < rows and more < len(self.kept):
                self.records[more] = np.nan
        self.done = more
        if end is not None:
            self.kept[more], self.done, self.steps = last + 1, more + 1, last + 1
            if isinstance(failure, Exception):
                return last + 1
        elif made and self.kept[more - 1] < last:
            self.between = last, new[made - 1 : made]
        if failure is not None:
            raise failure
        if end is None and made < rows:
            raise Diverged(self._diverged(last + 1))
        self.before = states[-1:]
        source.require_same_load(k, 1, new[:made])
        return last + (end is not None)

    def newest(self) -> tuple[Any, ...]:
        """(step, t, motion) of the last record; at an event that ends the run there."""
        step = int(self.kept[self.done - 1])
        end = None if self.watch is None else self.watch.end
        if end is not None and step == self.steps:
            return step, float(end.t[0]), *(a[0].copy() for a in end.motion)
        state = self.run.read(self.records[self.done - 1 : self.done])
        return step, self.source.times(step), *(a[0] for a in state)

    def trajectory(self) -> Trajectory:
        watch, t = self.watch, self.source.times(self.kept[: self.done])
        if watch is not None and watch.end is not None:
            t[-1] = watch.end.t[0]
        stats = self.source.stats(self.steps, t) | {
            "backend": self.source.backend,
            "seconds": time.perf_counter() - self.clock,
        }
        run: Trajectory = self.run.trajectory(
            t, self.records[: self.done], stats, interpolate
        )
        return run if watch is None else watch.told(run)

    # --- what interrupts it -----------------------------------------------------------

    def explained(self, error: BaseException) -> BaseException:
        """The error, or what it means, with the run so far."""
        k, h = self._last_finite_step(), self.source.h
        if isinstance(error, (ConvergenceError, StepTooLarge)) and self.done:
            omega = self.run.read(np.array([self.run.y]))[1]
            failures.name_step(error, k + 1, abs(h) * failures.fastest(omega))
        broken = isinstance(error, (ValueError, OverflowError, ZeroDivisionError))
        lost = broken and not all(np.isfinite(x).all() for x in self.run.y)
        if lost or (broken and failures.raised_in_step(error)):
            error = Diverged(self._diverged(k + 1))
        self.run.select(None)
        made = self.done
        if not isinstance(error, RotlibError):
            self._keep_what_is_between()
        so_far = self.trajectory()
        failures.attach_partial_result(error, so_far, made, self.source.wanted)
        return error

    def _diverged(self, step: int) -> str:
        return failures.diverged(step, self.source.h, self.source.omega)

    def _keep_what_is_between(self) -> None:
        if self.between is None or self.between[0] <= self.kept[self.done - 1]:
            return
        self.kept[self.done] = self.between[0]
        self.records[self.done] = self.between[1][0]
        self.done += 1

    def _last_finite_step(self) -> int:
        """Take the good records of the block that failed; return the last good step."""
        k: int = self.source.at
        while self.done and self.done < len(self.kept) and self.kept[self.done] <= k:
            if not np.isfinite(self.records[self.done]).all():
                return int(self.kept[self.done]) - 1
            self.done += 1
        return k
