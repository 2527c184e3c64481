"""A motion between its records; events, whose zeros lie there; and pieces, joined.

Between records the method goes on from the record before, between those of a joined run
that of the piece. After each step the signs of events are compared with those before
it, and where one has changed, its zero is located on the motion between.
Chapter: Events and pieces.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from .. import _check, quaternion
from .._check import require
from .._types import Array, Steps
from ..backends.user_function import require_order
from ..errors import InvalidInput, NotAvailable
from ..loads import name_of
from ..methods import EmbeddedPair, Method, find
from .given import tried
from .prepare import bound_run
from .trajectory import Trajectory, concatenated, with_records

Event: TypeAlias = Callable[..., float]
EventsLike: TypeAlias = Event | Sequence[Event] | None
At: TypeAlias = Callable[[Array], Trajectory]

ALONE = "rkmk4"  # goes on where a method would need what was before the record
SAME = 2.0**-44  # part of a step, below which a time is a node
NEAR = 1e-6  # rad, and part of the distances, by which the pieces may not fit
OF_ALL: dict[str, Any] = {"smallest": min, "largest": max}
OF_ALL |= dict.fromkeys(("steps", "seconds", "rejected", "error", "load_calls"), sum)
ROWS = 8192  # steps that a compiled loop makes between looks
AFTER = 2.0**-20  # part of the first step that is no event yet: the run begins there
SIGNATURES = {2: "event(t, q, omega)", 4: "event(t, q, omega, position, velocity)"}


def interpolate(run: Trajectory, times: Array) -> Trajectory:
    method = run.integrator
    assert method is not None  # a run that has an interpolant has a method
    times, before = located(run.t, times)
    if method.closed_form is not None:
        since = times - run.t[0]
        parts = [*method.closed_form(run.body, run.omega[0], since, run.q_raw[0])]
    else:
        alone = find(ALONE) if "memory" in method.properties else method
        parts = _continued(run, alone, times, before)
    known = np.flatnonzero(times == run.t[before])
    for part, records in zip(parts, run.motion, strict=True):
        part[known] = records[before[known]]
    return with_records(run, times, parts, integrator=None, interpolant=None)


def located(t: Array, times: Array) -> tuple[Array, Steps]:
    """The times, on the run, and the number of the record at or before each."""
    if not len(t):
        raise InvalidInput("at: the run has no records")
    sign = -1.0 if t[-1] < t[0] else 1.0
    slack = 4 * np.spacing(max(abs(t[0]), abs(t[-1])))
    low, high = min(t[0], t[-1]), max(t[0], t[-1])
    outside = (times < low - slack) | (times > high + slack)
    if outside.any():
        least, most, got = _check.told(low, high, times[outside][0])
        raise InvalidInput(
            f"t: expected times from {least} to {most} s, got {got}; run for longer"
        )
    times = np.clip(times, low, high)
    return times, np.searchsorted(sign * t, sign * times, side="right") - 1


def _continued(
    run: Trajectory, method: Method, times: Array, before: Steps
) -> list[Array]:
    names = "q0", *run.motion_names[1:]
    motion = [a[0].astype(np.float64) for a in run.motion]
    start = dict(zip(names, motion, strict=True))
    given: Any = {"t0": float(run.t[0]), "inputs": run.inputs}
    machine = bound_run(method, run.body, run.load, start, **given)
    shape = len(times), len(machine.y), *machine.batch
    found = np.empty(shape, run.omega.dtype)
    pair = method.estimate
    between = pair.between if isinstance(pair, EmbeddedPair) else None
    slopes: Any = None
    record, taken, now, h, first = None, 0, 0.0, 1.0, run.step_after
    for i in np.lexsort((abs(times - run.t[before]), before)).tolist():
        if before[i] != record:
            record, taken, slopes = before[i], 0, None
            machine.begin(*(a[record].astype(np.float64) for a in run.motion))
            now = float(run.t[record])
            h = _length_after(run, int(record))
        steps = (float(times[i]) - now) / h
        while taken + 1 <= steps:
            machine.hold(int(first[record]) + taken)
            machine.advance(now + taken * h, h)
            taken, slopes = taken + 1, None
        node, part = machine.y, steps - taken
        if part > SAME:
            machine.hold(int(first[record]) + taken)
            if between is None:
                machine.advance(now + taken * h, part * h)
            else:
                slopes = slopes or machine.slopes(now + taken * h, h)
                machine.y = between(part, h, node, machine.J, slopes)
        found[i], machine.y = machine.y, node
    return machine.read(found)


def _length_after(run: Trajectory, record: int) -> float:
    """The step from a record; it may end beyond the next one, where an event was."""
    after = min(record + 1, len(run.t) - 1)
    gap = float(run.t[after] - run.t[record])
    taken = run.stats.get("taken")  # where steps chose themselves
    if taken is None:
        return float(run.stats.get("h") or gap or 1.0)
    if abs(gap) > (1 + 1e-6) * taken[after]:
        one, other = _check.told(*run.t[record : record + 2])
        said = f"at: the steps between the records at {one} and {other} s have been"
        said += " left out; ask the whole run, then take a part of what it answers"
        raise NotAvailable(said)
    return math.copysign(float(taken[after]), gap) or 1.0


# --- events ---------------------------------------------------------------------------


class _Event:
    """A function whose zeros are looked for, and those found."""

    def __init__(self, function: Any, number: int, t: float, motion: Sequence[Array]):
        signature = SIGNATURES[len(motion)]
        wanted, kind = f"a function {signature} -> float", type(function).__name__
        require(callable(function), f"events[{number}]", wanted, kind)
        self.function: Any = function
        self.name: str = name_of(function)
        self.what: str = f"event {self.name!r}"
        self.says: str = f"{self.what}: expected {signature} to return a number"
        direction = getattr(function, "direction", 0)
        self.direction: float = _check.real(direction, f"{self.what}: direction")
        terminal = getattr(function, "terminal", False)
        good = isinstance(terminal, (int, np.bool_, np.integer)) and terminal >= 0
        wanted = "True, False or a number of occurrences"
        require(good, f"{self.what}: terminal", wanted, repr(terminal))
        self.left: int | None = int(terminal) or None
        self.found: list[Trajectory] = []
        require_order(function, self.says)
        with tried(self.says):
            self.at(t, *motion)

    def at(self, t: float, *motion: Array) -> float:
        value = self.function(t, *map(np.copy, motion))
        if isinstance(value, (bool, np.bool_)):
            said = f"{self.says} that passes through zero, got {value}; return the"
            said += " number itself, not what a comparison says of it"
            raise InvalidInput(said)
        try:
            number = float(value - 0)  # a text is no number, though float() takes it
        except TypeError:
            raise InvalidInput(f"{self.says}, got {value!r}") from None
        if not math.isfinite(number):
            said = f"{self.what}: expected finite numbers, got {number} at t = {t:.15g}"
            raise InvalidInput(said + " s; look for a division by zero")
        return number


class Watch:
    """The events of a run while it is made.

    t, values: of the last look; no values before the first
    over: None until a terminal event has ended the run; then its number
    end: the motion there, one record
    """

    def __init__(self, events: EventsLike, motion: Sequence[Array], t0: float):
        given: Any = [events] if callable(events) else events
        wanted = f"a function {SIGNATURES[len(motion)]} -> float or a list of these"
        listed, kind = isinstance(given, (list, tuple)), type(events).__name__
        require(listed, "events", wanted, kind)
        if motion[0].ndim > 1:
            said = "events: expected one motion, got a batch of"
            said += f" {motion[0].shape[:-1]}; run each motion in a call of its own"
            raise NotAvailable(said)
        start = quaternion.normalize(motion[0]), *motion[1:]
        self.events: list[_Event] = [
            _Event(f, i, t0, start) for i, f in enumerate(given)
        ]
        self.directions: Array = np.array([event.direction for event in self.events])
        self.parts: int = len(motion)  # of a motion that events are given
        self.t: float = t0
        self.values: Any = None
        self.over: int | None = None
        self.end: Trajectory | None = None

    @property
    def terminal(self) -> bool:
        return any(event.left is not None for event in self.events)

    def look(self, t: Array, motion: Sequence[Array], at: At) -> int | None:
        """The number of the step, of those that end at times t, that ends the run."""
        if not len(t) or not self.events:
            return None
        if self.values is None:  # it may begin at an event: take the signs just after
            h = float(t[0]) - self.t
            apart = 2.0 * math.ulp(max(abs(self.t), abs(float(t[0]))))
            self.t += math.copysign(max(abs(h) * AFTER, apart), h)
            self.values = self._between(at, self.t)
        values = self._values(t, motion)
        before = np.vstack([self.values, values[:-1]])
        rises = (before < 0.0) & (values >= 0.0) & (self.directions >= 0.0)
        falls = (before > 0.0) & (values <= 0.0) & (self.directions <= 0.0)
        passed = rises | falls
        for row in map(int, np.flatnonzero(passed.any(1))):
            ends = float(t[row - 1]) if row else self.t, float(t[row])
            if self._ended(ends, before[row], values[row], passed[row], at):
                return row
        self.t, self.values = float(t[-1]), values[-1]
        return None

    def _between(self, at: At, t: float) -> Any:
        there = at(np.array([t]))
        return self._values(there.t, there.motion)[0]

    def _values(self, t: Array, motion: Sequence[Array]) -> Array:
        q, *vectors = motion[: self.parts]
        rows = zip(t.tolist(), quaternion.normalize(q), *vectors, strict=True)
        return np.array([[event.at(*row) for event in self.events] for row in rows])

    def _ended(
        self, ends: tuple[float, float], f_a: Array, f_b: Array, passed: Any, at: At
    ) -> bool:
        """Locate the events of a step; whether one of them ends the run."""
        hits: list[tuple[float, int, Trajectory]] = []
        for k in np.flatnonzero(passed).tolist():

            def value(t: float, k: int = k) -> float:
                return float(self._between(at, t)[k])

            t = zero(value, *ends, float(f_a[k]), float(f_b[k]))
            hits.append((abs(t - ends[0]), k, at(np.array([t]))))
        for _, k, there in sorted(hits, key=lambda hit: hit[:2]):
            event = self.events[k]
            event.found.append(there)
            if event.left is not None:
                event.left -= 1
            if event.left == 0:
                self.over, self.end = k, there
                return True
        return False

    def told(self, run: Trajectory) -> Trajectory:
        stats, events = run.stats, []
        if self.end is not None:
            stats = stats | {"ended_by": self.over}
            for a, b in zip(run.motion, self.end.motion, strict=True):
                a[-1] = b[0]
        for event in self.events:
            t, motion = concatenated([run[:0], *event.found])
            each = zip(motion, run.motion, strict=True)
            motion = [a.astype(b.dtype) for a, b in each]
            made = with_records(run, t, motion, integrator=None, interpolant=None)
            events.append(replace(made, stats=made.stats | {"event": event.name}))
        return replace(run, stats=stats, events=tuple(events))


def zero(
    f: Callable[[float], float], a: float, b: float, fa: float, fb: float
) -> float:
    """Where f passes zero between a and b, to the last float (Chandrupatla, 1997)."""
    if fb == 0.0:
        return b
    old, f_old, part = b, fb, 0.5
    while True:
        near = 2.0 * math.ulp(max(abs(a), abs(b)))
        if abs(b - a) <= near:
            return a if abs(fa) < abs(fb) else b
        least = near / abs(b - a)
        t = a + min(max(part, 0.5 * least), 1.0 - 0.5 * least) * (b - a)
        ft = f(t)
        if ft == 0.0:
            return t
        if (ft > 0.0) == (fa > 0.0):
            old, f_old, a, fa = a, fa, t, ft
        else:
            old, f_old, b, fb, a, fa = b, fb, a, fa, t, ft
        # a is the last point, b on the other side of the zero, old the one before
        xi = (a - b) / (old - b) if old != b else 1.0
        phi = (fa - fb) / (f_old - fb) if f_old != fb else 1.0
        part = 0.5
        if phi * phi < xi and (1.0 - phi) ** 2 < 1.0 - xi:
            part = fa / (fb - fa) * f_old / (fb - f_old)
            part += (old - a) / (b - a) * fa / (f_old - fa) * fb / (f_old - fb)


# --- pieces ---------------------------------------------------------------------------


def join(*runs: Trajectory) -> Trajectory:
    """Join pieces of one motion, each of which begins where the one before ends.

    They are runs of one body, in their order, all rotations or all flights; methods,
    loads and steps may differ. Rates and velocities may jump at a joint, as after a
    blow; attitude and position may not: both records are there, and `at` answers with
    the later piece. Events of the same name are put together; `load` is None unless all
    share one, and `stats` lacks what they do not have in common. InvalidInput for runs
    that do not follow each other.
    """
    good = runs and all(isinstance(run, Trajectory) for run in runs)
    kinds = ", ".join(type(run).__name__ for run in runs) or "nothing"
    require(good, "join", "runs", f"{kinds}; write join(run_a, run_b)")
    for k, (a, b) in enumerate(pairwise(runs), 2):
        for fits, expected, got in _compared(a, b):
            require(fits, f"join: run {k}", expected, got)
    flat: list[Trajectory] = []
    piece: list[Any] = []
    for run in runs:
        own = np.zeros(len(run)) if run.piece is None else run.piece
        piece.append(len(flat) + own)
        flat += run.pieces or (run,)
    ways = {float(np.sign(run.t[-1] - run.t[0])) for run in runs} - {0.0}
    wanted = "all runs forwards or all backwards in time"
    require(len(ways) < 2, "join", wanted, "both; turn some by run[::-1]")
    t, motion = concatenated(runs)
    loads, names = [run.load for run in flat], {run.method: 0 for run in flat}
    named: Any = dict(zip(runs[0].motion_names, motion, strict=True))
    return Trajectory(
        t,
        body=runs[0].body,
        method=" + ".join(names),
        load=loads[0] if all(load is loads[0] for load in loads) else None,
        stats=_stats([run.stats for run in runs]),
        interpolant=between_pieces,
        events=_events(runs),
        pieces=tuple(flat),
        piece=np.concatenate(piece).astype(int),
        **named,
    )


def _compared(a: Trajectory, b: Trajectory) -> Iterator[tuple[Any, str, str]]:
    """(whether b goes on from a, what is expected, what there is), in turn."""
    one, other = [[x.shape[1:] for x in run.motion] for run in (a, b)]
    yield one == other, f"motions of shapes {one}, as before", f"{other}"
    yield a.body == b.body, "the same body as before", f"{b.body}"
    yield len(a) and len(b), "records in each run", "none in one"
    end, start = float(a.t[-1]), float(b.t[0])
    near = abs(start - end) <= 4 * math.ulp(max(abs(end), abs(start)))
    yield near, f"a start at t = {end!r} s", f"{start!r}; give t0=run.t[-1]"
    turn = float(quaternion.angle_between(a.q[-1], b.q[0]).max(initial=0.0))
    wanted = "the attitude at which the one before ends"
    yield turn <= NEAR, wanted, f"one {turn:.2g} rad away; start it with q0=run.q[-1]"
    apart = float(np.abs(a.position[-1] - b.position[0]).max(initial=0.0))
    near = apart <= NEAR * float(np.abs(a.position).max(initial=NEAR))
    got = f"one {apart:.2g} m away; start it with position=run.position[-1]"
    yield near, "the position at which the one before ends", got


def _stats(each: Sequence[dict[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name in each[0]:
        if not all(name in stats for stats in each) or name == "ended_by":
            continue
        first, *rest = values = [stats[name] for stats in each]
        if name in OF_ALL:
            made[name] = OF_ALL[name](values)
        elif isinstance(first, np.ndarray):
            made[name] = np.concatenate(values)
        elif all(other == first for other in rest):
            made[name] = first
    return made


def _events(runs: Sequence[Trajectory]) -> tuple[Trajectory, ...]:
    found: dict[tuple[str, int], list[Trajectory]] = {}
    for run in runs:
        names = [event.stats["event"] for event in run.events]
        for k, (name, event) in enumerate(zip(names, run.events, strict=True)):
            found.setdefault((name, names[:k].count(name)), []).append(event)
    return tuple(with_records(e[0], *concatenated(e)) for e in found.values())


def between_pieces(run: Any, times: Array) -> Any:
    times, _ = located(run.t, times)
    present = np.unique(run.piece)
    sign = -1.0 if run.t[-1] < run.t[0] else 1.0
    starts = np.array([run.pieces[i].t[0] for i in present])
    which = np.searchsorted(sign * starts, sign * times, side="right") - 1
    piece = present[np.maximum(which, 0)]
    motion: Any = [np.empty((len(times), *a.shape[1:]), a.dtype) for a in run.motion]
    for number in np.unique(piece):
        here, source = piece == number, run.pieces[number]
        there = source.at(np.clip(times[here], *sorted(source.t[[0, -1]])))
        for whole, part in zip(motion, there.motion, strict=True):
            whole[here] = part
    return with_records(run, times, motion, piece=piece, interpolant=None)
