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
from .._types import Array, Function
from ..backends.one_body import OneBody, require_order
from ..errors import InvalidInput, NotAvailable, RotlibError
from .trajectory import Trajectory, concatenated, with_records

Event: TypeAlias = Callable[..., float]
EventsLike: TypeAlias = Event | Sequence[Event] | None
At: TypeAlias = Callable[[Array], Trajectory]

ROWS = 8192  # steps that a compiled loop makes between looks
TOGETHER = 64  # motions from which an event is recorded and asked on arrays
AFTER = 2.0**-20  # part of the first step that is no event yet: the run begins there
SIGNATURES = {2: "event(t, q, omega)", 4: "event(t, q, omega, position, velocity)"}


class _Watched:
    def __init__(self, function: Any, number: int):
        if not callable(function):
            raise InvalidInput(
                f"events[{number}]: expected a function {SIGNATURES[2]} -> float, got"
                f" {type(function).__name__}"
            )
        self.function: Function = function
        self.name: str = str(getattr(function, "__name__", type(function).__name__))
        self.what: str = f"event {self.name!r}"
        self.direction: float = _check.real(
            getattr(function, "direction", 0), f"{self.what}: direction"
        )
        self.left: int | None = self._terminal(getattr(function, "terminal", False))
        self.found: list[Trajectory] = []
        self.value: float = 0.0  # at the last look
        self.asked: Any = None  # the function as a `OneBody`, once it is tried

    def _terminal(self, terminal: Any) -> int | None:
        if isinstance(terminal, (bool, np.bool_)):
            return 1 if terminal else None
        if isinstance(terminal, (int, np.integer)) and terminal >= 0:
            return int(terminal) or None
        raise InvalidInput(
            f"{self.what}: terminal: expected True, False or a number of occurrences,"
            f" got {terminal!r}"
        )

    def crosses(self, before: float, after: float) -> bool:
        up = before < 0.0 <= after and self.direction >= 0.0
        return up or before > 0.0 >= after and self.direction <= 0.0


class Watch:
    """The events of a run while it is made.

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
        self.events: list[_Watched] = [_Watched(f, i) for i, f in enumerate(given)]
        self.parts: int = len(motion)  # of a motion that events are given
        self.t: float = t0
        self.begun: bool = False
        self.changed: str = ""
        self.looked: int = 0
        self.over: int | None = None
        self.end: Trajectory | None = None
        self._try(t0, *motion)

    @property
    def terminal(self) -> bool:
        return any(event.left is not None for event in self.events)

    def _try(self, t: float, q: Array, *vectors: Array) -> None:
        q = quaternion.normalize(q)
        for event in self.events:
            says = f"{event.what}: expected {SIGNATURES[self.parts]} to return"
            require_order(event.function, f"{says} a number")
            try:
                value = event.function(t, q.copy(), *[v.copy() for v in vectors])
            except RotlibError:
                raise
            except (TypeError, ValueError, ArithmeticError) as error:
                raise InvalidInput(f"{says} a number; at the start: {error}") from error
            if isinstance(value, (bool, np.bool_)):
                raise InvalidInput(
                    f"{says} a number that passes through zero, got {value}; return"
                    " the number itself, not what a comparison says of it"
                )
            try:
                event.value = _check.real(value, event.what)
            except InvalidInput:
                raise InvalidInput(
                    f"{says} one finite number, got {value!r} at t = {t:.15g} s"
                ) from None
            given = t, tuple(q.tolist()), [tuple(v.tolist()) for v in vectors]
            what = f"{says} a number"
            event.asked = OneBody(event.function, what, 0, given, quiet=True)

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
        if not self.begun:
            self._begin(float(t[0]), at)
        values = self._values(t, motion, differs)
        t = t[: len(values)]
        before = np.vstack([[event.value for event in self.events], values[:-1]])
        passed = _changes(before, values)
        row: int
        for row in passed.tolist():
            start = float(t[row - 1]) if row else self.t
            if self._located(start, float(t[row]), before[row], values[row], at):
                return row
        for event, value in zip(self.events, values[-1].tolist(), strict=True):
            event.value = value
        self.t = float(t[-1])
        return None

    def _begin(self, first: float, at: At) -> None:
        """Take the signs just after the start, where a run may begin at an event."""
        h = first - self.t
        apart = max(abs(h) * AFTER, 2.0 * math.ulp(max(abs(self.t), abs(first))))
        self.t += math.copysign(apart, h)
        there = at(np.array([self.t]))
        values = self._values(there.t, there.motion)[0]
        for event, value in zip(self.events, values.tolist(), strict=True):
            event.value = value
        self.begun = True

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
            asked: OneBody = event.asked
            if len(t) >= TOGETHER and asked.is_recorded(t, *flat):
                column[:] = asked.many(t, *flat)
            else:
                called.append((asked, column))
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

    def _located(self, a: float, b: float, at_a: Array, at_b: Array, at: At) -> bool:
        found = []
        for k, event in enumerate(self.events):
            if event.crosses(at_a[k], at_b[k]):

                def value(t: float, k: int = k) -> float:
                    there = at(np.array([t]))
                    return float(self._values(there.t, there.motion)[0, k])

                t = zero(value, a, b, float(at_a[k]), float(at_b[k]))
                found.append((abs(t - a), k, at(np.array([t]))))
        for _, k, there in sorted(found, key=lambda hit: hit[:2]):
            event = self.events[k]
            event.found.append(there)
            if event.left is not None:
                event.left -= 1
                if event.left == 0:
                    self.over, self.end = k, there
                    return True
        return False

    def told(self, run: Trajectory) -> Trajectory:
        motion = run.motion
        if self.end is not None:
            run.t[-1] = self.end.t[0]
            for a, b in zip(motion, self.end.motion, strict=True):
                a[-1] = b[0]
        stats = run.stats if self.over is None else run.stats | {"ended_by": self.over}
        return replace(
            run, stats=stats, events=tuple(_together(e, run) for e in self.events)
        )


def _together(event: _Watched, run: Trajectory) -> Trajectory:
    t, motion = concatenated([run[:0], *event.found])
    motion = [a.astype(b.dtype) for a, b in zip(motion, run.motion, strict=True)]
    gone: Any = {"integrator": None, "interpolant": None, "events": ()}
    made = with_records(run, t, motion, **gone)
    return replace(made, stats=made.stats | {"event": event.name})


def _changes(before: Array, after: Array) -> Any:
    new = (before != 0.0) & (np.sign(before) != np.sign(after))
    return np.flatnonzero(new.any(1))


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
