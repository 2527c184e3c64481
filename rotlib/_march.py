"""How a run gets from record to record: step by step, or many steps at once by a program of the step.

All have the same two members: `rows`, how many records are best made in one go, and `advance(k, every, out)`, which
makes a record in `out` after each `every` steps from step k on. `at` is the step that was being made when one fails.
"""

import os
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from . import _chunked, _compiled
from ._bind import bind
from ._runs import _bound
from ._tape import Branches, record
from .errors import InvalidInput, NotAvailable, RotlibError

FEW = 256           # steps between looks at the clock and at Ctrl-C, in Python
WORTH = 20_000      # steps times lanes from which writing a program down pays on arrays
PROGRAMS, MOST_PROGRAMS = {}, 256
LONG = 2_000_000    # steps times lanes of one compiled go, at most: about a tenth of a second


@lru_cache
def pool(process):
    """The threads of a process; one that was forked has none of its parent's."""
    return ThreadPoolExecutor(thread_name_prefix="rotlib")


def threads():
    """How many threads share a batch: ROTLIB_THREADS, else as many as the process may use cores."""
    given = os.environ.get("ROTLIB_THREADS", "")
    if given.isdigit() and int(given):
        return int(given)
    if given:
        raise InvalidInput(f"ROTLIB_THREADS: expected a number of threads, got {given!r}")
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Stepwise:
    """The step itself, again and again."""

    def __init__(self, run, t0, h):
        self.run, self.t0, self.h, self.at = run, t0, h, 0
        self.backend = "python" if run.kind == "float" else "numpy"
        self.rows = lambda every: max(1, FEW // every) if run.kind == "float" else 1

    def advance(self, k, every, out):
        for row in out:
            for self.at in range(k, k + every):
                self.run.advance(self.t0 + self.at * self.h, self.h)
            row[...] = self.run.y
            k += every


class OnArrays:
    """The program on NumPy arrays, chunk by chunk; the same bits as the step itself."""

    backend = "numpy"

    def __init__(self, run, t0, h, program):
        self.run, self.t0, self.h, self.at, self.program = run, t0, h, 0, program
        self.memory = {}
        self.rows = lambda every: max(1, FEW // every)

    def advance(self, k, every, out):
        self.at = k
        y = np.array(self.run.y).reshape(len(self.run.y), -1)
        flat = out.reshape(len(out), *y.shape)
        for first in range(0, y.shape[1], _chunked.CHUNK):
            lanes = slice(first, min(first + _chunked.CHUNK, y.shape[1]))
            chunk = self.chunk(lanes.stop - lanes.start)
            for a, b in zip(chunk.state, y, strict=True):
                a[...] = b[lanes]
            for i, row in enumerate(flat):
                for j in range(k + i * every, k + (i + 1) * every):
                    chunk.step(self.t0 + j * self.h)
                for a, b in zip(row, chunk.state, strict=True):
                    a[lanes] = b
        self.run.y = tuple(out[-1].copy())

    def chunk(self, lanes):
        if lanes not in self.memory:
            self.memory[lanes] = _chunked.Chunk(self.program, self.h, self.run.J, lanes)
        return self.memory[lanes]


class _Compiled:
    """What compiled loops share."""

    backend = "numba"

    def __init__(self, run, t0, h, program, text):
        self.run, self.t0, self.h, self.at, self.program = run, t0, h, 0, program
        self.loop, constants = _compiled.compiled(program, text)
        self.numbers = np.array([*run.J, *constants])
        self.noted = 0
        self.rows = lambda every: max(1, LONG // (every * max(1, np.asarray(run.y[0]).size)))

    def remark(self, noted):
        """Warn, once in a run, of what the program took note of."""
        for i, (_, warning, text) in enumerate(self.program.notes):
            if noted & ~self.noted & 2**i:
                warnings.warn(f"h = {self.h:.3g} s: {text}", warning, stacklevel=5)
        self.noted |= noted


class OneCompiled(_Compiled):
    """The compiled loop for one body. A step that it cannot make is made, or refused with its reason, by Python."""

    def __init__(self, run, t0, h, program):
        super().__init__(run, t0, h, program, _compiled.one)

    def advance(self, k, every, out):
        y, made, steps = np.array(self.run.y, dtype=float), 0, every * len(out)
        while made < steps:
            done, noted = self.loop(self.t0, self.h, k + made, steps - made, every, y, self.numbers,
                                    out[made // every:], every - made % every)
            self.remark(noted)
            made += done
            self.at = k + made
            if made < steps:
                self.run.y = tuple(y.tolist())
                self.run.advance(self.t0 + self.at * self.h, self.h)
                y[:] = self.run.y
                made += 1
                if made % every == 0:
                    out[made // every - 1] = y
                if not np.isfinite(y).all():
                    out[made // every:] = np.nan
                    break
        self.run.y = tuple(y.tolist())


class ManyCompiled(_Compiled):
    """The compiled loops for a batch. What they cannot do for some lanes, the steps on arrays do, or refuse."""

    def __init__(self, run, t0, h, program):
        super().__init__(run, t0, h, program, _compiled.many)

    def advance(self, k, every, out):
        flat = out.reshape(len(out), len(self.run.y), -1)
        before = np.array(self.run.y).reshape(flat.shape[1:])
        y = before.copy()
        late = self.go(k, every, y, flat)
        if late.size:
            rest = before.take(late, 1)  # in C order, as the loop wants it
            for i, row in enumerate(flat):
                for j in range(i * every, (i + 1) * every, FEW):  # the same pieces whatever the other lanes do
                    self.go_or_step(k + j, min(FEW, (i + 1) * every - j), rest)
                row[:, late] = rest
            y[:, late] = rest
        self.run.y = tuple(y.reshape(len(y), *out.shape[2:]))

    def go(self, k, every, y, flat):
        """Move the lanes of y on, with a record after each `every` steps; return the lanes that have a failed step."""
        self.at, steps, good = k, every * len(flat), np.empty((2, y.shape[1]))
        share = max(1, -(-y.shape[1] // (_compiled.TILE * threads()))) * _compiled.TILE
        submit = pool(os.getpid()).submit
        each = [submit(self.loop, first, min(first + share, y.shape[1]), self.t0, self.h, k, steps, every, y,
                       self.numbers, flat, good) for first in range(0, y.shape[1], share)]
        for part in each:
            part.result()
        self.remark(int(good[1].max(initial=0.0)))
        return np.flatnonzero(good[0] < steps)

    def go_or_step(self, k, steps, y):
        """Move the lanes of y on by a few steps, those that have a failed one by the steps on arrays."""
        before = y.copy()
        late = self.go(k, steps, y, np.empty((1, *y.shape)))
        if late.size:
            self.run.y = tuple(before[:, late])
            rest, again = np.empty((1, len(y), late.size)), Stepwise(self.run, self.t0, self.h)
            try:
                again.advance(k, steps, rest)
            finally:
                self.at = again.at
            y[:, late] = rest[0]


def march(run, backend, t0, h, steps):
    """What advances a run on that back end."""
    lanes = np.asarray(run.y[0]).size
    single = run.kind == "float"
    if backend in ("numba", "fastest"):
        try:
            return _compiled_march(run, t0, h)
        except NotAvailable:
            if backend == "numba":
                raise
    if not single and lanes * steps >= WORTH and run.y[0].dtype == np.float64:
        try:
            program = _program(run, "whole tape", "whole tape", h)
        except (Branches, RotlibError):
            return Stepwise(run, t0, h)
        if _chunked.possible(program):
            return OnArrays(run, t0, h, program)
    return Stepwise(run, t0, h)


def _compiled_march(run, t0, h):
    _compiled.demand_numba()
    if np.asarray(run.y[0]).dtype != np.float64:
        raise NotAvailable(f"backend: 'numba' computes with float64, got {run.y[0].dtype}; use 'numpy'")
    try:
        program = _program(run, "tape", "load on tape", h)
    except Branches as reason:
        raise NotAvailable(f"backend: 'numba' cannot take {run.method.name} here: {reason}; use 'python' for one state "
                           "or 'numpy' for a batch") from reason
    return (OneCompiled if run.kind == "float" else ManyCompiled)(run, t0, h, program)


def _program(run, kind, loads, h):
    """The program of a run's step, written down once for all bodies and steps for which it is the same.

    A load, or a step of somebody else's, is written down each time: it may use names that mean something else by now.
    """
    if run.given is not None or not run.method.step.__module__.startswith("rotlib."):
        return _written(run, kind, loads, h)
    what = run.method.step, kind
    for key in (what, (*what, tuple(run.J), h)):
        if key in PROGRAMS:
            return PROGRAMS[key]
    program = _written(run, kind, loads, h)
    if len(PROGRAMS) >= MOST_PROGRAMS:
        PROGRAMS.clear()
    PROGRAMS[(*what, tuple(run.J), h) if program.asked else what] = program
    return program


def _written(run, kind, loads, h):
    load = run.load_on(loads)
    if load is not None and getattr(load, "impulse", None) is not None:
        load = load._replace(impulse=_bound(load.impulse, loads))
    return record(bind(run.method.step, kind), h, len(run.y), run.J, load)
