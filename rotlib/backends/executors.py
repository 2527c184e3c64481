"""How a run gets from record to record: step by step, or by a recorded program."""

import math
import os
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from .. import _check
from .._types import Array, Backend, Function, Scalar, State
from ..errors import InvalidInput, NotAvailable, RotlibError, warn
from . import llvm_loops, python_loops
from .inputs import Inputs
from .rebind import calls_users, of_any_number
from .trace import DataDependentBranch, Kind, Loop, Program, record
from .user_function import UserFunction, is_ours

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    from ..runs.run import Run

ALIKE = 1e-9  # relative difference of a compiled step and a plain one
FEW = 256  # steps between looks at the clock and at Ctrl-C, in Python
NOTHING: Array = np.empty((0, 0, 0))
WORTH = 20_000  # steps times lanes from which writing a program down pays on arrays
ALONE = 200  # steps, of all runs so far, from which it pays for one body
MADE: Counter[Any] = Counter()  # steps of one body that were asked for
MOST_PROGRAMS = 256
LONG = 200_000_000  # operations that no Ctrl-C interrupts: about a tenth of a second
ALREADY = 1_000_000  # operations that are made before a thread has begun
USUAL = 4  # passes through a loop of a step


class Executor:
    """What moves a run on.

    at: the step that was being made when one fails
    recorded: whether it knows a user's load by what was recorded of it
    warned: of which warnings of its program something was said
    """

    backend: str
    recorded: bool = True

    def __init__(self, run: "Run", t0: float, h: float):
        self.run: Run = run
        self.t0: float = t0
        self.h: float = h
        self.at: int = 0
        self.warned: int = 0

    def rows(self, every: int) -> int:
        """How many records are best made in one go."""
        raise NotImplementedError

    def most(self) -> int:
        """How many steps at most are made in one go, a multiple of FEW."""
        return 4 * FEW

    def advance(self, k: int, every: int, out: Array) -> None:
        """Make a record in `out` after each `every` steps from step k on."""
        raise NotImplementedError

    def take_inputs(self) -> None:
        """Go on with the inputs of the run as they are now."""


@lru_cache
def pool(process: int, threads: int) -> "ThreadPoolExecutor":
    """The threads of a process; one that was forked has none of its parent's."""
    from concurrent.futures import ThreadPoolExecutor  # takes long to import

    return ThreadPoolExecutor(threads, thread_name_prefix="rotlib")


def threads() -> int:
    """How many threads share a batch: ROTLIB_THREADS, else the cores it may use."""
    given = os.environ.get("ROTLIB_THREADS", "")
    if given.isdecimal() and int(given):
        return int(given)
    if given:
        raise InvalidInput(
            f"ROTLIB_THREADS: expected a number of threads, got {given!r}"
        )
    return (
        len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count() or 1
    )


def _together(calls: list[tuple[Any, ...]]) -> None:
    """Make these calls, (function, arguments ...), in the threads of a pool."""
    from concurrent.futures import wait

    submit = pool(os.getpid(), threads()).submit
    parts: list[Future[None]] = []
    try:
        parts.extend(submit(*call) for call in calls)  # as far as it comes
        for part in parts:
            part.result()
    finally:
        for part in parts:
            part.cancel()
        wait(parts)


class Stepwise(Executor):
    """The step itself, again and again; or its program as text of Python, which has its
    bits. Steps that the program refuses are made by the step itself.
    """

    at: int

    def __init__(self, run: "Run", t0: float, h: float, program: Program | None = None):
        super().__init__(run, t0, h)
        self.floats: bool = run.kind == Kind.FLOAT
        self.backend: str = "python" if self.floats else "numpy"
        self.recorded: bool = program is not None
        self.program: Program | None = program
        self.step: Function = run.step
        if program is not None:
            self.step = python_loops.step(program, not self.floats)

    @property
    def numbers(self) -> State:
        """What the step takes for J."""
        if not self.recorded:
            return self.run.J
        each = [[x.now] if x.single else x.now for x in self.run.numbers]
        return [*chain(*each)]

    def rows(self, every: int) -> int:
        return max(1, FEW // every) if self.floats or self.recorded else 1

    def advance(self, k: int, every: int, out: Array) -> None:
        run, t0, h, step = self.run, self.t0, self.h, self.step
        J, load, y = self.numbers, run.load, run.y
        held = any(x.by_step for x in run.numbers)
        made: list[State] = []
        try:
            for row, first in enumerate(range(k, k + every * len(out), every)):
                for self.at in range(first, first + every):
                    if held:
                        run.hold(self.at)
                        J = self.numbers
                    t = t0 + self.at * h
                    try:
                        y = step(t, h, y, J, load)
                    except (ArithmeticError, ValueError):
                        if not self.recorded:
                            raise
                        y = run.step(t, h, y, run.J, load)
                if self.floats:  # which are quicker written all at once
                    made.append(y)
                else:
                    out[row] = y
        finally:
            run.y = y
            if made:
                out[: len(made)] = made


class Compiled(Executor):
    """A loop over steps of the program in machine code; Python, or arrays, make or
    refuse the steps that it cannot.
    """

    backend: str = "compiled"
    at: int
    warned: int

    def __init__(self, run: "Run", t0: float, h: float, program: Program):
        super().__init__(run, t0, h)
        self.program: Program = program
        one = run.kind == Kind.FLOAT
        self.loop: Function
        make = llvm_loops.one if one else llvm_loops.many
        self.loop, constants = llvm_loops.compiled(program, make)
        self.numbers: Array = np.array([*_fixed(run.numbers), *constants], float)
        self.work: int = _work(program)
        self.tile: int = 1 if one else llvm_loops.TILE  # lanes computed at least
        self.tiles: int = max(1, -(-np.size(run.y[0]) // self.tile))

    def rows(self, every: int) -> int:
        return max(1, LONG // (self.tiles * self.tile * self.work) // every)

    def most(self) -> int:
        return max(1, LONG // (self.tile * self.work * FEW)) * FEW

    def take_inputs(self) -> None:
        fixed = _fixed(self.run.numbers)
        self.numbers[: len(fixed)] = fixed

    def emit_warnings(self, warning_mask: int) -> None:
        """Warn, once in a run, of the warnings that are due."""
        for i, (_, warning, text) in enumerate(self.program.warnings):
            if warning_mask & ~self.warned & 2**i:
                warn(f"h = {self.h:.3g} s: {text}", warning)
        self.warned |= warning_mask


class _One(Compiled):
    """The loop for one body."""

    def advance(self, k: int, every: int, out: Array) -> None:
        y, made, steps = np.array(self.run.y, dtype=float), 0, every * len(out)
        while made < steps:
            first, rest, row = k + made, steps - made, made // every
            given = self.t0, self.h, first, rest, every, y, self.numbers, out[row:]
            left = every - made % every
            held = _held(self.run, first, rest)
            done, warning_mask = self.loop(*given, left, held)
            self.emit_warnings(warning_mask)
            made += done
            self.at = k + made
            if made < steps:
                self.run.y = tuple(y.tolist())
                self.run.hold(self.at)
                self.run.advance(self.t0 + self.at * self.h, self.h)
                y[:] = self.run.y
                made += 1
                if made % every == 0:
                    out[made // every - 1] = y
                if not np.isfinite(y).all():
                    out[made // every :] = np.nan
                    break
        self.run.y = tuple(y.tolist())


class _Many(Compiled):
    """The loops for a batch: what a lane keeps in all steps stands below its state."""

    def advance(self, k: int, every: int, out: Array) -> None:
        size = len(self.run.y)
        flat = out.reshape(len(out), size, -1)
        before = np.array(self.run.y).reshape(flat.shape[1:])
        numbers = [x for x in self.run.numbers if x.by_lane and not x.by_step]
        before = np.concatenate([before, *[x.rows(0, 1)[0] for x in numbers]])
        y = before.copy()
        if (late := self.go(k, every, y, flat)).size:
            rest = before.take(late, 1)  # in C order, as the loop wants it
            for i, row in enumerate(flat):
                # the same pieces whatever the other lanes do
                for j in range(i * every, (i + 1) * every, FEW):
                    self.go_or_step(k + j, min(FEW, (i + 1) * every - j), rest, late)
                row[:, late] = rest[:size]
            y[:, late] = rest
            self.run.select(None)
        self.run.y = tuple(y[:size].reshape(out.shape[1:]))

    def go(self, k: int, every: int, y: Array, flat: Array) -> np.ndarray[Any, Any]:
        """Move the lanes on, with records; return the lanes that have a failed step."""
        self.at, steps, n = k, every * len(flat), y.shape[1]
        good = np.empty((2, n))
        tiles = -(-n // self.tile)
        short = LONG // (steps * self.work * self.tile)
        share = max(1, min(-(-tiles // threads()), short)) * self.tile
        held = _held(self.run, k, steps)
        given = self.t0, self.h, k, steps, every, y, self.numbers, flat, good, held
        if steps * self.work * n > ALREADY:
            ends = [(a, min(a + share, n)) for a in range(0, n, share)]
            _together([(self.loop, *end, *given) for end in ends])
        else:
            self.loop(0, n, *given)
        self.emit_warnings(int(good[1].max(initial=0.0)))
        return np.flatnonzero(good[0] < steps)

    def go_or_step(
        self, k: int, steps: int, y: Array, lanes: np.ndarray[Any, Any]
    ) -> None:
        """Move the lanes of these numbers on by a few steps; where one fails, by steps
        on arrays. The lanes of the last call stay selected, of one that fails too.
        """
        before, size = y.copy(), len(self.run.y)
        self.run.select(lanes)
        late = self.go(k, steps, y, np.empty((1, size, lanes.size)))
        if late.size:
            self.run.select(lanes[late])
            self.run.y = tuple(before[:size, late])
            rest = np.empty((1, size, late.size))
            again = Stepwise(self.run, self.t0, self.h)
            try:
                again.advance(k, steps, rest)
            finally:
                self.at = again.at
            y[:size, late] = rest[0]


def named(backend: Backend) -> Backend:
    return _check.one_of(backend, get_args(Backend), "backend")


def select_executor(
    run: "Run", backend: Backend, t0: float, h: float, steps: int
) -> Executor:
    """What advances a run on that back end."""
    if "body axes" in run.method.properties:
        if backend == "compiled":
            raise NotAvailable(
                f"backend: the function of {run.method.name} is called step by step, on"
                " NumPy's arrays, got 'compiled'; use backend='auto'"
            )
        return Stepwise(run, t0, h)
    if backend == "compiled":
        llvm_loops.require()
        return _compiled_executor(run, t0, h)
    return Stepwise(run, t0, h, _worth_writing(run, h, steps))


def _worth_writing(run: "Run", h: float, steps: int) -> Program | None:
    """The program of the step where its text does the same in less time."""
    single, lanes = run.kind == Kind.FLOAT, np.asarray(run.y[0]).size
    if not single and lanes * steps < WORTH:
        return None
    with suppress(RotlibError):
        names = _names(run, Kind.TRACE_FLOAT, h)
        if single and not _is_worth(run, names, steps):
            return None
        program = _program(run, Kind.TRACE_FLOAT, h, names)
        if single or (python_loops.is_straight(program) and not program.warnings):
            return program
    return None


def _is_worth(run: "Run", names: Any, steps: int) -> bool:
    """Whether so many steps of one body have been asked for that recording pays."""
    if calls_users(run.method.step):
        return False
    # a series is long in Python, and never calls a function
    series = "series" in run.method.properties
    if not series and any(map(calls_users, _functions(run))):
        return False  # with arrays a user's function may have other bits
    if names is None:
        return steps >= ALONE
    if len(MADE) >= MOST_PROGRAMS:
        MADE.clear()
    MADE[names[0]] += 10 * steps if series else steps
    return MADE[names[0]] >= ALONE


def _compiled_executor(run: "Run", t0: float, h: float) -> Executor:
    try:
        program = _program(run, Kind.TRACE, h)
    except DataDependentBranch as reason:
        raise NotAvailable(
            f"backend: 'compiled' cannot take {run.method.name} here: {reason}; use"
            " 'auto'"
        ) from reason
    made: type[Compiled] = _One if run.kind == Kind.FLOAT else _Many
    if run.given is not None or not is_ours(run.method.step):
        # another one, or what it has warned of would not be said again
        _require_alike(run, made(run, t0, h, program))
    return made(run, t0, h, program)


def _require_alike(run: "Run", compiled: Executor) -> None:
    """Raise NotAvailable unless the compiled first step is that of the load itself."""
    y, ends = run.y, []
    for executor in (Stepwise(run, compiled.t0, compiled.h), compiled):
        end = np.empty((1, len(y), *np.shape(y[0])))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                executor.advance(0, 1, end)
        except (RotlibError, ArithmeticError, ValueError):
            return  # the run will say why
        finally:
            run.select(None)
            run.y = y
        ends.append(np.concatenate([a.ravel() for a in run.read(end)]))
    plain, made = ends
    scale = np.abs(plain).max(initial=0.0, where=np.isfinite(plain))
    if not np.allclose(plain, made, rtol=ALIKE, atol=ALIKE * scale, equal_nan=True):
        raise NotAvailable(
            "backend: 'compiled' makes another first step of"
            f" {run.method.name} here than 'auto', by"
            f" {np.abs(plain - made).max():.2g}; use 'auto'"
        )


@lru_cache(maxsize=MOST_PROGRAMS)
def _work(program: Program) -> int:
    """About how many operations a step has."""
    loops = [item for item in program.block if isinstance(item, Loop)]
    return len(program.block) + sum(USUAL * len(item.body) - 1 for item in loops)


def _fixed(numbers: list[Inputs]) -> list[float]:
    """Those that are the same in all lanes and steps."""
    return [a for x in numbers if not (x.by_lane or x.by_step) for a in x.flat]


def _held(run: "Run", first: int, steps: int | None) -> Array:
    """The numbers of these steps, (steps, n, lanes), with one lane if all are alike."""
    for x in run.numbers:
        if x.by_step:
            return np.ascontiguousarray(x.rows(first, steps))
    return NOTHING


def _kind_of_loads(kind: Kind) -> Kind:
    return Kind.TRACE_LOAD if kind == Kind.TRACE else kind  # its angles are no turns


def _parts(run: "Run") -> list[tuple[str, Any]]:
    """(name, functions or what else) of the loads, without their numbers."""
    parts = () if run.given is None else run.given.summands
    each = chain(*[vars(part).items() for part in parts])
    return [(name, x) for name, x in each if name not in ("parameters", "parts")]


def _functions(run: "Run") -> list[Any]:
    return [x for _, x in _parts(run) if callable(x)]


def _names(run: "Run", kind: Kind, h: float) -> tuple[Any, Any] | None:
    """What a program depends on: for all runs, and for this one with its J and h.

    Of a load its functions, as the same objects, and what else is not its numbers.
    """
    if not is_ours(run.method.step):
        return None
    moments, frame = run.numbers[0], run.frame
    what = (
        *(run.method.step, type(run), kind, len(run.y), len(run.J)),
        *[(x.by_lane, x.by_step, x.size, x.single) for x in run.numbers],
        None if frame.by_lane else tuple(frame.flat),
        *[(name, id(x) if callable(x) else repr(x)) for name, x in _parts(run)],
        *[repr(part.found.get("keeping")) for part in run.summands],
    )
    return what, (*what, None if moments.by_lane else tuple(run.J), h)


# programs by what `_names` says, with what was recorded of functions of users, and the
# functions of the loads, which live on
KNOWN: dict[Any, tuple[Program, list[dict[Any, str]], list[Any]]] = {}


def _program(run: "Run", kind: Kind, h: float, names: Any = None) -> Program:
    """The program of a step, recorded once for all runs for which it is the same.

    What a user wrote is recorded for each run, and compared: it may mean something else
    by now. A step of somebody else's is recorded each time.
    """
    names = names or _names(run, kind, h)
    if names is None:
        return recorded(run, kind, h)
    if run.given is not None:  # so that it is known what of it users wrote
        run.load_on(_kind_of_loads(kind))
    for name in names:
        if name in KNOWN and _is_still_said(run, KNOWN[name][1]):
            return KNOWN[name][0]
    program = recorded(run, kind, h)
    if len(KNOWN) >= MOST_PROGRAMS:
        KNOWN.clear()
    said = [user.said for user in run.users]
    KNOWN[names[program.specialized]] = program, said, _functions(run)
    return program


def _is_still_said(run: "Run", known: list[dict[Any, str]]) -> bool:
    """Whether the functions of users are recorded as they were."""
    users = run.users
    return len(users) == len(known) and all(map(UserFunction.still_says, users, known))


def recorded(
    run: "Run", kind: Kind, h: float | None, step: Function | None = None
) -> Program:
    """The program of a step; a NaN in `run.J` and a missing h are given anew."""
    step = of_any_number(step or run.step)
    load = run.load_on(_kind_of_loads(kind))
    moments, *others = run.numbers
    # what a step may ask for: of the moments of all lanes, nothing
    J = [math.nan] * moments.size if moments.by_lane else [*run.J]
    J += [math.nan] * sum(given.size for given in others)

    def fed(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        rest = iter(J[moments.size :])
        for given in others:
            given.stand_for(list(islice(rest, given.size)))
        new: State = step(t, h, y, J[: moments.size], load)
        return new

    try:
        program = record(fed, h, len(run.y), J, load, kind)
    finally:
        for given in others:
            given.hold(given.row)
    ways = [(x.by_lane, x.by_step) for x in run.numbers for _ in range(x.size)]
    places = zip(program.inputs["J"], ways, strict=True)
    return replace(program, varying={place: way for place, way in places if any(way)})
