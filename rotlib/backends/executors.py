"""How a run gets from record to record: step by step, or by a recorded program."""

import os
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Self, get_args

import numpy as np

from .. import _check
from .._types import Array, Backend, Function, Scalar, State
from ..errors import NotAvailable, RotlibError, warn
from . import llvm
from .printed import is_straight, on_arrays, on_floats
from .trace import DataDependentBranch, Kind, Loop, Program, record
from .user_function import UNSAID, UserFunction, calls_users, of_any_number

if TYPE_CHECKING:
    from ..runs.run import Run

ALIKE = 1e-9  # relative difference of a compiled step and a plain one
FEW = 256  # steps between looks at the clock and at Ctrl-C, in Python
WORTH = 20_000  # steps times lanes from which writing a program down pays on arrays
ALONE = 200  # steps, of all runs so far, from which it pays for one body
MADE: Counter[Any] = Counter()  # steps of one body that were asked for
MOST_PROGRAMS = 256
LONG = 200_000_000  # operations that no Ctrl-C interrupts: about a tenth of a second
ALREADY = 20_000_000  # operations that are made before threads have begun
TEXT = "<a recording>"  # which is of no module
OURS = "rotlib.kernels.", "rotlib.methods.", "rotlib.numbers", "rotlib.stumpff"
USUAL = 4  # passes through a loop of a step


class Inputs:
    """Numbers that a step takes besides time and state: of bodies, of loads, of a user.

    Some hold for a run, some for one lane of a batch, some for one step, some for both
    (`by_lane`, `by_step`). `now` is what a step or a load sees of them.

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


@dataclass(eq=False)
class Executor:
    """The step itself, again and again; or its program as text of Python, which has its
    bits. Steps that the program refuses are made by the step itself.

    at: the step that was being made when one fails
    knows_load: whether it knows a user's load by what was recorded of it
    warned: of which warnings of its program something was said
    """

    run: "Run"
    t0: float
    h: float
    program: Any = None
    at: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        calls = self.program.calls if self.program else ()
        functions = [*self.run.called.values()]
        self.called: list[Function] = [functions[call.which] for call in calls]
        self.knows_load: bool = self.program is not None and not calls
        self.one: bool = self.run.kind == Kind.FLOAT
        self.backend: str = "python" if self.one else "numpy"
        self.warned: set[int]
        self.restart(self.t0)

    def rows(self, every: int) -> int:
        """How many records are best made in one go."""
        return max(1, FEW // every) if self.one or self.knows_load else 1

    def most(self) -> int:
        """How many steps at most are made in one go, a multiple of FEW."""
        return 4 * FEW

    def take_inputs(self) -> None:
        """Go on with the inputs of the run as they are now."""

    def restart(self, t0: float) -> None:
        self.t0, self.at, self.warned = t0, 0, set()

    def once(self, t: float, h: float, y: State) -> State | None:
        """One step of any length by the program; None where it fails, or is none."""
        if self.program is None:
            return None
        written, numbers = on_floats(self.program), _all_numbers(self.run)
        try:
            with np.errstate(**UNSAID):
                made: State = written(*self.called, t, h, *y, *numbers)
                return made
        except (ArithmeticError, ValueError) as error:
            if not raised_in_step(error, TEXT):
                raise
            return None

    def advance(self, k: int, every: int, out: Array) -> None:
        """Make a record in `out` after each `every` steps from step k on."""
        run, t0, h, y, written = self.run, self.t0, self.h, self.run.y, None
        if self.program is not None:
            written = (on_floats if self.one else on_arrays)(self.program)
        held, called = any(x.by_step for x in run.numbers), self.called
        J = _all_numbers(run) if written is not None else []
        made: list[State] = []
        quiet: Any = np.errstate(**UNSAID) if called else nullcontext()
        try:
            with quiet:
                for row, first in enumerate(range(k, k + every * len(out), every)):
                    for self.at in range(first, first + every):
                        if held:
                            run.hold(self.at)
                        t = t0 + self.at * h
                        if written is not None:
                            J = _all_numbers(run) if held else J
                            try:
                                y = written(*called, t, h, *y, *J)
                                continue
                            except (ArithmeticError, ValueError) as error:
                                if not raised_in_step(error, TEXT):
                                    raise
                        y = run.step(t, h, y, run.J, run.load)
                    if self.one:  # which are quicker written all at once
                        made.append(y)
                    else:
                        out[row] = y
        finally:
            run.y = y
            if made:
                out[: len(made)] = made


class ClosedForm(Executor):
    """A motion that is known at every time."""

    def rows(self, every: int) -> int:
        return sys.maxsize

    def most(self) -> int:
        return sys.maxsize

    def advance(self, k: int, every: int, out: Array) -> None:
        method, start = self.run.method, np.stack(self.run.y, -1)
        since = self.t0 + self.h * (k + every * np.arange(1, len(out) + 1)) - self.t0
        assert method.closed_form is not None
        given = self.run.body, start[..., 4:], since, start[..., :4]
        out[...] = np.moveaxis(np.concatenate(method.closed_form(*given), -1), -1, 1)


def _all_numbers(run: "Run") -> list[Any]:
    return [x for a in run.numbers for x in ([a.now] if a.single else a.now)]


def threads() -> int:
    """How many threads share a batch: ROTLIB_THREADS, else the cores it may use."""
    given = os.environ.get("ROTLIB_THREADS", "")
    if not given:
        cores = getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))
        return len(cores(0))
    wrong = not given.isdecimal() or not int(given)
    _check.require(not wrong, "ROTLIB_THREADS", "a number of threads", repr(given))
    return int(given)


def raised_in_step(error: BaseException, *more: str) -> bool:
    """Whether arithmetic of ours raised it, or of `more`, for numbers out of bounds."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    module: str = frame.f_globals.get("__name__", TEXT)
    return module.startswith((*OURS, *more)) and not isinstance(error, RotlibError)


class Compiled(Executor):
    """A loop in machine code; steps that it cannot make, the step itself makes."""

    at: int

    def __post_init__(self) -> None:
        super().__post_init__()
        self.backend: str = "compiled"
        self.loop: Function
        self.loop, constants = llvm.compiled(self.program, self.one)
        fixed = _fixed(self.run.numbers)
        self.numbers: Array = np.array([*fixed, *constants], float)
        self.tile: int = 1 if self.one else llvm.TILE  # lanes computed at least
        self.work: int = _work(self.program) * self.tile
        self.tiles: int = max(1, -(-np.size(self.run.y[0]) // self.tile))

    def rows(self, every: int) -> int:
        return max(1, LONG // (self.tiles * self.work) // every)

    def most(self) -> int:
        return max(1, LONG // (self.work * FEW)) * FEW

    def take_inputs(self) -> None:
        fixed = _fixed(self.run.numbers)
        self.numbers[: len(fixed)] = fixed

    def advance(self, k: int, every: int, out: Array) -> None:
        run, size, steps = self.run, len(self.run.y), every * len(out)
        flat = out.reshape(len(out), size, -1)
        numbers = [x.rows(0, 1)[0] for x in run.numbers if x.by_lane and not x.by_step]
        y = np.array(run.y, float).reshape(flat.shape[1:])
        y = np.concatenate([y, *numbers]) if numbers else y  # which stay in all steps
        made = self.go(k, every, every, y, flat, steps)
        # which lanes fail together changes nothing for any of them
        while (done := int(made.min(initial=steps))) < steps:
            late = np.flatnonzero(made == done)
            rest = y.take(late, 1)
            self._step_on(k + done, late, rest[:size])
            done += 1
            row, left = done // every, every - done % every
            if left == every:
                flat[row - 1][:, late] = rest[:size]
            part = np.empty((len(flat) - row, size, late.size))
            more = self.go(k + done, left, every, rest, part, steps - done)
            finite = np.isfinite(rest[:size]).all(0)
            made[late] = np.where(finite, done + more, steps)
            reached = (done + int(more.max())) // every - row
            flat[row : row + reached, :, late] = part[:reached]
            flat[row + reached :, :, late[~finite]] = np.nan
            y[:, late] = rest
            run.select(None)
        end = y[:size]
        run.y = tuple(end[:, 0].tolist() if self.one else end.reshape(out.shape[1:]))

    def _step_on(self, step: int, lanes: Any, y: Array) -> None:
        """Make a step of these lanes as the method itself does; they stay selected."""
        self.at, run = step, self.run
        run.select(lanes)
        run.y = tuple(y[:, 0].tolist() if self.one else y.copy())
        run.hold(step)
        run.advance(self.t0 + step * self.h, self.h)
        y[...] = np.reshape(run.y, y.shape)

    def go(
        self, k: int, left: int, every: int, y: Array, out: Array, steps: int
    ) -> Any:
        """Make steps, with a record after `left`; return how many each lane made."""
        self.at, n = k, y.shape[1]
        good = np.empty((1 + len(self.program.warnings), n))
        held = [x.rows(k, steps) for x in self.run.numbers if x.by_step]
        u = np.ascontiguousarray(held[0]) if held else None
        given = n, k, steps, every, left, self.t0, self.h, y, self.numbers, out, good, u
        if steps * self.work * n > ALREADY * self.tile:
            tiles, short = -(-n // self.tile), LONG // (steps * self.work)
            share = max(1, min(-(-tiles // threads()), short)) * self.tile
            ends = [(a, min(a + share, n)) for a in range(0, n, share)]
            from concurrent.futures import ThreadPoolExecutor  # takes long to import

            with ThreadPoolExecutor(threads()) as pool:
                list(pool.map(lambda end: self.loop(*end, *given), ends))
        else:
            self.loop(0, n, *given)
        if self.program.warnings:
            self.emit_warnings(good[1:].max(1, initial=0.0))
        return good[0].astype(int)

    def emit_warnings(self, due: Iterable[Any]) -> None:
        """Warn, once in a run, of the warnings that are due."""
        for i, now in enumerate(due):
            if now and i not in self.warned:
                self.warned.add(i)
                _, category, said = self.program.warnings[i]
                warn(f"h = {self.h:.3g} s: {said}", category)


def named(backend: Backend) -> Backend:
    return _check.one_of(backend, get_args(Backend), "backend")


def select_executor(
    run: "Run", backend: Backend, t0: float, h: float, steps: int
) -> Executor:
    if run.method.closed_form is not None:
        return ClosedForm(run, t0, h)
    if backend == "compiled":
        made = compiled(run, t0, h, _program)
        if calls_users(run.method.step):
            made.knows_load = False  # it may mean another thing in the next run
            _require_alike(made)
        return made
    return Executor(run, t0, h, _worth_writing(run, steps))


def compiled(run: "Run", t0: float, h: float, programmed: Function) -> Compiled:
    """The compiled loop of programmed(run, kind); NotAvailable if there is none."""
    _check.installed("llvmlite", "backend='compiled'")
    try:
        if "body axes" in run.method.properties:
            said = "its function is called step by step, on NumPy's arrays, and"
            said += " rotlib.methods.of takes turn(*q, *L, *J, h) and step(t, h, y, J,"
            raise DataDependentBranch(said + " load) too")
        return Compiled(run, t0, h, programmed(run, Kind.TRACE))
    except DataDependentBranch as reason:
        said = f"backend: 'compiled' cannot take {run.method.name} here: {reason}; use"
        raise NotAvailable(said + " 'auto'") from reason


def _require_alike(made: Compiled) -> None:
    """A user's step may do on numbers that record what it does on no others."""
    run, y, ends = made.run, made.run.y, []
    for executor in (Executor(run, made.t0, made.h), made):
        end = np.empty((1, len(y), *np.shape(y[0])))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                executor.advance(0, 1, end)
        except (RotlibError, ArithmeticError, ValueError):
            return  # the run will say why
        finally:
            run.select(None)
            run.y, executor.at, executor.warned = y, 0, set()
        ends.append(np.concatenate([a.ravel() for a in run.read(end)]))
    plain, fast = ends
    scale = np.abs(plain).max(initial=0.0, where=np.isfinite(plain))
    if not np.allclose(plain, fast, rtol=ALIKE, atol=ALIKE * scale, equal_nan=True):
        said = f"backend: 'compiled' makes another first step of {run.method.name} here"
        off = np.abs(plain - fast).max()
        raise NotAvailable(f"{said} than 'auto', by {off:.2g}; use 'auto'")


def _worth_writing(run: "Run", steps: int) -> Program | None:
    """The program of the step where its text does the same in less time."""
    single = run.kind == Kind.FLOAT
    series = "series" in run.method.properties  # which is long in Python
    short = not single and np.size(run.y[0]) * steps < WORTH
    if short or calls_users(run.method.step):
        return None
    with suppress(RotlibError):
        kind = Kind.TRACE_CALLS if single else Kind.TRACE_FLOAT
        name = _named(run, kind)
        if len(MADE) >= MOST_PROGRAMS:
            MADE.clear()
        MADE[name] += 10 * steps if series else steps
        if single and MADE[name] < ALONE:
            return None
        program = _program(run, kind, name)
        if single or (is_straight(program) and not program.warnings):
            return program
    return None


@lru_cache(maxsize=MOST_PROGRAMS)
def _work(program: Program) -> int:
    """About how many operations a step has."""
    loops = [item for item in program.block if isinstance(item, Loop)]
    return len(program.block) + sum(USUAL * len(item.body) - 1 for item in loops)


def _fixed(numbers: list[Inputs]) -> list[float]:
    """Those that are the same in all lanes and steps."""
    return [a for x in numbers if not (x.by_lane or x.by_step) for a in x.flat]


def _parts(run: "Run") -> list[tuple[str, Any]]:
    """(name, functions or what else) of the loads, without their numbers."""
    parts = () if run.given is None else run.given.summands
    each = chain(*[vars(part).items() for part in parts])
    return [(name, x) for name, x in each if name not in ("parameters", "parts")]


def _named(run: "Run", kind: Kind) -> Any:
    """What a program depends on; of a load its functions, as the same objects, and what
    else is not its numbers.
    """
    frame = run.frame
    return (
        *(run.method.step, type(run), kind, len(run.y)),
        *[(x.by_lane, x.by_step, x.size, x.single) for x in run.numbers],
        None if frame.by_lane else tuple(frame.flat),
        *[(name, id(x) if callable(x) else repr(x)) for name, x in _parts(run)],
        *[repr([p.found.get(k) for k in ("keeping", "ends")]) for p in run.summands],
    )


# programs by what `_named` says, with what was recorded of functions of users, and the
# functions of the loads, which live on
KNOWN: dict[Any, tuple[Program, list[Any], list[Any]]] = {}


def _program(run: "Run", kind: Kind, name: Any = None) -> Program:
    """The program of a step, recorded once for all runs for which it is the same.

    What a user wrote is recorded for each, and compared: it may mean another thing now.
    """
    if calls_users(run.method.step):
        return program_of(run, kind)
    if run.given is not None:  # so that it is known what of it users wrote
        run.load_on(kind)
    name = name or _named(run, kind)
    if name in KNOWN:
        program, known, _ = KNOWN[name]
        alike = map(UserFunction.still_says, run.users, known)
        if len(run.users) == len(known) and all(alike):
            return program
    program = program_of(run, kind)
    if len(KNOWN) >= MOST_PROGRAMS:
        KNOWN.clear()
    functions = [x for _, x in _parts(run) if callable(x)]
    KNOWN[name] = program, [user.said for user in run.users], functions
    return program


def program_of(run: "Run", kind: Kind) -> Program:
    """The program of a step; J are all numbers."""
    step, load = of_any_number(run.step), run.load_on(kind)
    moments, *others = run.numbers

    def fed(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        rest = iter(J[moments.size :])
        for given in others:
            given.stand_for(list(islice(rest, given.size)))
        new: State = step(t, h, y, J[: moments.size], load)
        return new

    try:
        numbers = sum(given.size for given in run.numbers)
        program = record(fed, len(run.y), numbers, load, kind)
    finally:
        for given in others:
            given.hold(given.row)
    ways = [(x.by_lane, x.by_step) for x in run.numbers for _ in range(x.size)]
    places = zip(program.inputs["J"], ways, strict=True)
    return replace(program, varying={place: way for place, way in places if any(way)})
