"""Events: functions of the motion whose zeros a run looks for, and may end at.

After each step the signs of the functions are compared with those before it. Where one
has changed, its zero is located on the dense output, `Trajectory.at`.
Chapter: Events and pieces.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from .. import _check, quaternion
from .._types import Array
from ..backends.user_function import UserFunction, require_order
from ..errors import InvalidInput, NotAvailable
from .failures import tried
from .trajectory import Trajectory, concatenated, with_records

Event: TypeAlias = Callable[..., float]
EventsLike: TypeAlias = Event | Sequence[Event] | None
At: TypeAlias = Callable[[Array], Trajectory]

ROWS = 8192  # steps that a compiled loop makes between looks
TOGETHER = 64  # motions from which an event is recorded and asked on arrays
AFTER = 2.0**-20  # part of the first step that is no event yet: the run begins there
SIGNATURES = {2: "event(t, q, omega)", 4: "event(t, q, omega, position, velocity)"}


class _Event:
    """A function whose zeros are looked for, and those found."""

    def __init__(self, function: Any, number: int, t: float, motion: Sequence[Array]):
        signature = SIGNATURES[len(motion)]
        if not callable(function):
            raise InvalidInput(
                f"events[{number}]: expected a function {signature} -> float, got"
                f" {type(function).__name__}"
            )
        self.name: str = str(getattr(function, "__name__", type(function).__name__))
        self.what: str = f"event {self.name!r}"
        direction = getattr(function, "direction", 0)
        self.direction: float = _check.real(direction, f"{self.what}: direction")
        terminal = getattr(function, "terminal", False)
        if not isinstance(terminal, (int, np.bool_, np.integer)) or terminal < 0:
            raise InvalidInput(
                f"{self.what}: terminal: expected True, False or a number of"
                f" occurrences, got {terminal!r}"
            )
        self.left: int | None = int(terminal) or None
        self.found: list[Trajectory] = []
        says = f"{self.what}: expected {signature} to return"
        what = f"{says} a number"
        require_order(function, what)
        with tried(what):
            value = function(t, *[a.copy() for a in motion])
        if isinstance(value, (bool, np.bool_)):
            raise InvalidInput(
                f"{what} that passes through zero, got {value}; return the number"
                " itself, not what a comparison says of it"
            )
        q, *vectors = [tuple(a.tolist()) for a in motion]
        self.asked: UserFunction = UserFunction(
            function, what, 0, (t, q, vectors), quiet=True
        )
        try:
            self.value: float = _check.real(value, self.what)
        except InvalidInput:
            raise InvalidInput(
                f"{says} one finite number, got {value!r} at t = {t:.15g} s"
            ) from None


class Watch:
    """The events of a run while it is made.

    t, values: of the last look
    over: None until a terminal event has ended the run; then its number
    end: the motion there, one record
    changed: what is said of a load that was another after the `looked` last step
    """

    def __init__(self, events: EventsLike, motion: Sequence[Array], t0: float):
        given = [events] if callable(events) else events
        if not isinstance(given, (list, tuple)):
            raise InvalidInput(
                f"events: expected a function {SIGNATURES[len(motion)]} -> float or a"
                f" list of such functions, got {type(events).__name__}"
            )
        if motion[0].ndim > 1:
            raise NotAvailable(
                "events: expected one motion, got a batch of"
                f" {motion[0].shape[:-1]}; run each motion in a call of its own"
            )
        start = quaternion.normalize(motion[0]), *motion[1:]
        self.events: list[_Event] = [
            _Event(f, i, t0, start) for i, f in enumerate(given)
        ]
        self.directions: Array = np.array([event.direction for event in self.events])
        self.parts: int = len(motion)  # of a motion that events are given
        self.t: float = t0
        self.values: Array = np.array([event.value for event in self.events])
        self.begun: bool = False
        self.changed: str = ""
        self.looked: int = 0
        self.over: int | None = None
        self.end: Trajectory | None = None

    @property
    def terminal(self) -> bool:
        return any(event.left is not None for event in self.events)

    def look(
        self,
        t: Array,
        motion: Sequence[Array],
        at: At,
        differs: Callable[[int], str] | None = None,
    ) -> int | None:
        """The number of the step, of those that end at times t, that ends the run.

        differs: what says that an event has changed the load: no further one is asked
        """
        self.changed, self.looked = "", len(t)
        if not len(t) or not self.events:
            return None
        if not self.begun:  # a run may begin at an event: take the signs just after
            h = float(t[0]) - self.t
            apart = 2.0 * math.ulp(max(abs(self.t), abs(float(t[0]))))
            self.t += math.copysign(max(abs(h) * AFTER, apart), h)
            self.values, self.begun = self._there(at, self.t)[1], True
        values = self._values(t, motion, differs)
        before = np.vstack([self.values, values[:-1]])
        rises = (before < 0.0) & (values >= 0.0) & (self.directions >= 0.0)
        falls = (before > 0.0) & (values <= 0.0) & (self.directions <= 0.0)
        passed = rises | falls
        row: int
        for row in np.flatnonzero(passed.any(1)).tolist():
            ends = float(t[row - 1]) if row else self.t, float(t[row])
            if self._ended(ends, before[row], values[row], passed[row], at):
                return row
        self.t, self.values = float(t[len(values) - 1]), values[-1]
        return None

    def _there(self, at: At, t: float) -> tuple[Trajectory, Array]:
        there = at(np.array([t]))
        return there, self._values(there.t, there.motion)[0]

    def _values(
        self,
        t: Array,
        motion: Sequence[Array],
        differs: Callable[[int], str] | None = None,
    ) -> Array:
        values = np.empty((len(t), len(self.events)))
        q, *vectors = motion[: self.parts]
        q, called = quaternion.normalize(q), []
        flat = [tuple(np.moveaxis(a, -1, 0)) for a in (q, *vectors)]
        for event, column in zip(self.events, values.T, strict=True):
            if len(t) >= TOGETHER and event.asked.is_recorded(t, *flat):
                column[:] = event.asked.many(t, *flat)
            else:
                called.append((event.asked, column))
        rows = zip(t.tolist(), q, *vectors, strict=True)
        for i, (time, *a) in enumerate(rows if called else ()):
            for asked, column in called:
                column[i] = asked.plain(time, *map(np.copy, a))
            if differs and (said := differs(i)):
                self.changed, self.looked = said, i + 1
                values = values[: i + 1]
                break
        bad = ~np.isfinite(values)
        if bad.any():
            row, k = np.argwhere(bad)[0]
            raise InvalidInput(
                f"{self.events[k].what}: expected finite numbers, got"
                f" {values[row, k]} at t = {t[row]:.15g} s; look for a division by zero"
            )
        return values

    def _ended(
        self, ends: tuple[float, float], f_a: Array, f_b: Array, passed: Any, at: At
    ) -> bool:
        """Locate the events of a step; whether one of them ends the run."""
        hits: list[tuple[float, int, Trajectory]] = []
        for k in np.flatnonzero(passed).tolist():

            def value(t: float, k: int = k) -> float:
                return float(self._there(at, t)[1][k])

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
        stats = run.stats
        if self.end is not None:
            stats = stats | {"ended_by": self.over}
            run.t[-1] = self.end.t[0]
            for a, b in zip(run.motion, self.end.motion, strict=True):
                a[-1] = b[0]
        events = []
        gone: Any = {"integrator": None, "interpolant": None, "events": ()}
        for event in self.events:
            t, motion = concatenated([run[:0], *event.found])
            each = zip(motion, run.motion, strict=True)
            motion = [a.astype(b.dtype) for a, b in each]
            made = with_records(run, t, motion, **gone)
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
