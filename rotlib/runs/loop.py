"""The loop over steps: it keeps records, calls back, looks for events, shows progress,
and hands over what is made when something interrupts it.

The steps are equal ones, by an executor, or from a closed form any step at once; in
`adaptive` they follow the error.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import cache
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import _check
from .._types import Array
from ..backends.executors import ClosedForm, Executor, raised_in_step
from ..errors import ConvergenceError, Diverged, InvalidInput, RotlibError, StepTooLarge
from .events import ROWS, Watch, interpolate
from .prepare import Grid
from .run import Run
from .trajectory import Trajectory

AHEAD = 16  # steps in Python that may turn out to lie after the end
LOOKS = 8, 64  # least and most looks at whether a load is what was recorded
OFTEN = 20_000  # numbers made between them
LONG = 100_000  # steps from which a bar is shown on a terminal unasked


class Loop:
    """A run while it is made, of equal steps by an executor.

    bind: () -> a run with its load as that is now, and what advances it
    run: what reads the states, with that before the next step as `y`
    omega: at the start
    dtype: of the records; the steps are float64
    kept: the numbers of the steps that become records
    wanted, done: how many records there will be, if that is known, and are
    steps: how many steps it has, unless an event has ended it
    total, unit: of a bar, which is shown unasked where total is `long`
    """

    unit: str = "step"
    long: float = LONG
    watch: Watch | None = None
    callback: Callable[..., Any] | None = None
    done: int = 0
    between: tuple[int, Array] | None = None  # a step after the last record

    def __init__(
        self,
        bind: Callable[[], tuple[Run, Executor]],
        again: tuple[Run, Executor] | None,
        grid: Grid,
        omega: Array,
        dtype: Any,
    ):
        """again: what `bind` returned for another run, and begins again"""
        self.bind: Callable[[], tuple[Run, Executor]] = bind
        self.run: Run
        self.executor: Executor
        self.run, self.executor = again or bind()
        self.grid: Grid = grid
        self.omega: Array = omega
        self.dtype: Any = dtype
        self.kept: Any = grid.kept
        self.wanted: int | None = len(self.kept)
        self.total: float = grid.steps
        self.steps: int = grid.steps

    # --- steps ------------------------------------------------------------------------

    @property
    def backend(self) -> str:
        return self.executor.backend

    @property
    def at(self) -> int:
        return self.executor.at

    @property
    def h(self) -> float:
        return self.grid.h

    def times(self, steps: Any) -> Any:
        return self.grid.t0 + self.grid.h * steps

    def blocks(self) -> Iterator[tuple[int, ...]]:
        """(first step, steps a record, records) of what is made in one go."""
        executor, grid = self.executor, self.grid
        called = self.callback is not None and not isinstance(executor, ClosedForm)
        if self.watch is None:
            rows = 1 if called else executor.rows(grid.every)
            return grid.blocks(rows, executor.most())
        rows = min(ROWS, executor.rows(1))
        if self.watch.terminal and executor.backend == "python":
            rows = min(rows, AHEAD)
        # a user's load that is called at each step may see what events do
        alone = called or (self.run.asked and not executor.knows_load)
        return grid._replace(every=1).blocks(1 if alone else rows, 1)

    def advance(self, k: int, every: int, out: Array) -> None:
        self.executor.advance(k, every, out)

    def amount(self, steps: int) -> float:
        return steps

    def piece(self, k: int, t: Array, states: Array) -> Trajectory:
        """The motion over some steps from k on, that can be asked between them."""
        if k and self.run.method.closed_form:  # which is known from the start alone
            begin = np.array([self.run.y])
            t, states = np.append(self.grid.t0, t), np.concatenate([begin, states])
        stats = {"h": self.grid.h, "t0": self.grid.t0}
        return self.run.trajectory(t, states, stats, interpolate)

    def stats(self, t: Array) -> dict[str, Any]:
        return {"steps": self.steps, "h": self.grid.h}

    # --- whether a load is what was recorded of it ------------------------------------

    def renew(self) -> None:
        """Go on with what a load reads now, which a callback may have changed."""
        if self.run.stale:
            y = self.run.y
            self.run, self.executor = self.bind()
            self.run.y = y

    def require_same_load(self) -> None:
        """Raise InvalidInput where steps were made without what an event changed."""
        for called in self.run.recorded_functions:
            if called.user.stale:
                said = f"load {called.part.name!r}: what it reads has changed on"
                said += " the way, but it was recorded before; give it as inputs, or"
                raise InvalidInput(said + " use rkmk54 with backend='auto'")

    def compare(self, k: int, every: int, states: Array) -> None:
        """Raise InvalidInput if a load answers otherwise in some states of the run."""
        if not self.run.recorded_functions:
            return
        most, (few, many) = self.grid.steps, LOOKS
        looks = max(few, min(many, most * self.omega.size // OFTEN))
        steps = k + every * np.arange(len(states) + 1)
        passed = np.flatnonzero(np.diff(steps * looks // most))
        if said := self.run.differs(self.times(steps[passed + 1]), states[passed]):
            raise InvalidInput(said)

    # --- records ----------------------------------------------------------------------

    def follow(
        self,
        clock: float,
        watch: Watch | None = None,
        callback: Callable[..., Any] | None = None,
        progress: bool | None = None,
    ) -> Trajectory:
        self.clock: float = clock
        self.watch, self.callback = watch, callback
        y, shape = self.run.y, (len(self.kept), len(self.run.y), *self.run.batch)
        self.records: Array = np.empty(shape, self.dtype)
        try:
            self.records[0], self.done = y, 1
            self.before: Array = np.array([y], dtype=np.float64)
            self.report(1)
            with meter(self.total, progress, self.unit, self.long) as bar:
                for block in self.blocks():
                    new, (_, every, rows) = self.make(*block), block
                    bar.update(self.amount(every * rows))
                    self.report(new)
                    if watch is not None and watch.over is not None:
                        break
            return self.trajectory()
        except BaseException as error:
            error = self.explained(error)
            raise error from None if isinstance(error, Diverged) else error.__cause__

    def report(self, new: int) -> None:
        """Call back for so many new records; the load may be another one then."""
        if self.callback is None:
            return
        end = None if self.watch is None else self.watch.end
        for k in range(self.done - new, self.done):
            self.done, step = k + 1, int(self.kept[k])
            if end is not None and step == self.steps:
                t, motion = float(end.t[0]), [a.copy() for a in end.motion]
            else:
                t = self.times(step)
                motion = self.run.read(self.records[k : k + 1])
            self.callback(step, t, *[a[0] for a in motion])
        self.renew()

    def make(self, k: int, every: int, rows: int) -> int:
        """Make `rows` times `every` steps from k on; return how many records came."""
        if self.done == len(self.kept):  # nobody knows how many they will be
            self.records = np.concatenate([self.records, np.empty_like(self.records)])
            self.kept = np.arange(len(self.records))
        done, into = self.done, self.records[self.done : self.done + rows]
        straight = into.dtype == np.float64 and k + every == self.kept[done]
        straight = straight and self.watch is None
        new = into if straight else np.empty((rows, *into.shape[1:]))
        failure: BaseException | None = None
        made = rows
        try:
            self.advance(k, every, new)
        except BaseException as error:  # an event may end the run before it
            failure, made = error, max(0, self.at - k) // every
        made = count_finite(new[:made])
        end = None if self.watch is None else self.event(self.watch, k, new[:made])
        last = k + (every * made if end is None else end)
        if straight:
            self.done += made
        else:
            more = self.done = np.searchsorted(self.kept, last, "right").item()
            with np.errstate(all="ignore"):
                self.records[done:more] = new[(self.kept[done:more] - k) // every - 1]
        if end is not None:
            self.kept[self.done], self.records[self.done] = last + 1, new[end]
            self.done, self.steps = self.done + 1, last + 1
            if isinstance(failure, Exception):
                failure = None
        elif made and last > self.kept[self.done - 1]:
            self.between = last, new[made - 1]
        if failure is not None:
            raise failure
        if end is None and made < rows:
            raise self._diverged(last + every)
        self.compare(k, every, new[:made])
        return self.done - done

    def event(self, watch: Watch, k: int, new: Array) -> int | None:
        """The number of the step made from k on at which one ends the run."""
        t = self.times(np.arange(k, k + len(new) + 1))
        states = np.concatenate([self.before, new])
        piece = cache(lambda: self.piece(k, t, states))
        motion = self.run.read(new)
        end = watch.look(t[1:], motion, lambda times: piece().at(times))
        self.require_same_load()
        self.before = states[-1:]
        return end

    def trajectory(self) -> Trajectory:
        watch, t = self.watch, self.times(self.kept[: self.done])
        if watch is not None and watch.end is not None:
            t[-1] = watch.end.t[0]
        stats = self.stats(t) | {"backend": self.backend}
        stats["seconds"] = time.perf_counter() - self.clock
        run = self.run.trajectory(t, self.records[: self.done], stats, interpolate)
        return run if watch is None else watch.told(run)

    # --- what interrupts it -----------------------------------------------------------

    def explained(self, error: BaseException) -> BaseException:
        """The error, or what it means, with the run so far."""
        k, made, they = self.at, self.done, "they"
        if made < len(self.kept) and self.kept[made] <= k:  # it is not finite
            k = int(self.kept[made]) - 1
        if isinstance(error, (ConvergenceError, StepTooLarge)) and self.done:
            turn = abs(self.h) * fastest(self.run.read(np.array([self.run.y]))[1])
            error.step, error.turn = k + 1, turn
            said = f"rotlib: in step {k + 1}, with h |omega| = {turn:.3g} rad before it"
            error.add_note(said)
        broken = isinstance(error, (ValueError, OverflowError, ZeroDivisionError))
        lost = broken and not all(np.isfinite(x).all() for x in self.run.y)
        if lost or (broken and raised_in_step(error)):
            error = self._diverged(k + 1)
        self.run.select(None)
        last = None if isinstance(error, RotlibError) else self.between
        if last is not None and last[0] > self.kept[made - 1]:
            self.kept[made], self.records[made] = last
            self.done, they = made + 1, "they and the last state"
        error.trajectory = self.trajectory()  # type: ignore[attr-defined]
        of_all = "" if self.wanted is None else f" of {self.wanted}"
        said = f"rotlib: stopped after {made}{of_all} records; {they} are in the"
        error.add_note(said + " exception's .trajectory")
        return error

    def _diverged(self, step: int) -> Diverged:
        turn = abs(self.h) * fastest(self.omega)
        said = f"the run left the finite numbers at step {step}, with h |omega(0)| ="
        said += f" {turn:.3g} rad a step; take a smaller h, or look at the torque"
        return Diverged(said)


def count_finite(records: Array) -> int:
    finite = np.isfinite(records)
    if finite.all():
        return len(records)
    return int(np.argmin(finite.reshape(len(records), -1).all(1)))


def fastest(omega: Array) -> float:
    return float(np.sqrt((omega.astype(np.float64) ** 2).sum(-1)).max(initial=0.0))


def meter(
    total: float,
    progress: bool | None = None,
    unit: str = "s",
    long: float = float("inf"),
) -> Any:
    """A bar of tqdm, or what is updated in its place."""
    if progress is None:
        progress = total >= long and sys.stderr.isatty() and bool(find_spec("tqdm"))
    if not progress:
        return nullcontext(SimpleNamespace(update=lambda amount: None))
    _check.installed("tqdm", "progress=True")
    from tqdm import tqdm

    form = "{l_bar}{bar}| {n:.4g}/{total:.4g} {unit}"
    return tqdm(total=total, unit=unit, bar_format=form)
