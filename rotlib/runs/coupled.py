"""Couplings in a run: from the formula of one pair to the wrenches on all bodies.

The bodies of a system are lanes, the last axis of the batch. The formula is asked for
all pairs at once, and what it says is added up body by body: the wrench itself on the
first of a pair, the reaction on the second.
Chapter: Bodies that act on each other.
"""

import math
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np

from .._types import Array, Function, Scalar, State
from .._vectors import plus
from ..backends import derived
from ..backends.derived import Jet
from ..backends.rows import Row, added_up, picked
from ..backends.trace import DataDependentBranch, Kind, Program, record_function
from ..backends.user_function import UserFunction, flat, is_ours, require_order
from ..couplings import Motion
from ..errors import InvalidInput, LargeStep, NotAvailable, StepTooLarge, warn
from ..kernels.couplings import reaction
from ..loads import Load, checked_pairs, require_single
from ..methods._method import FREE
from ..methods._potential import require_slope
from ..numbers import tape_of
from .failures import tried

WRENCH = (
    "expected law(t, a, b) to return six numbers on body a, torque then force, space"
    " components"
)
POTENTIAL = "expected potential(a, b) to return a number"
MOTION = (4, 3, 3, 3)  # how many numbers an argument has
RATES = [k + i for k in (1, 14) for i in (4, 5, 6, 10, 11, 12)]  # of both bodies
FAIR, LOST = 0.1, 2.0 / math.pi  # parts of a swing that a step may be long


def system_of(load: Any, batch: tuple[int, ...]) -> list[Load]:
    found = [part for part in load.summands if part.pairs is not None]
    for part in found:
        what = f"load {part.name!r}: "
        if not batch:
            raise InvalidInput(
                f"{what}it acts between bodies, but the run has one; give a list of"
                " bodies and omega of shape (bodies, 3)"
            )
        if not callable(part.pairs):
            checked_pairs(part.pairs, batch[-1])
        elif len(batch) > 1:
            raise InvalidInput(
                f"{what}its pairs are found anew at each step, which is possible for"
                f" one system at a time, got a batch of {batch[:-1]}; make one run of"
                " each"
            )
        own: Any = part.body_parameters
        if own is not None and len(own) != batch[-1]:
            raise InvalidInput(
                f"{what}expected parameters for each of {batch[-1]} bodies, got"
                f" {len(own)} rows"
            )
    return found


def require_short_steps(load: Any, body: Any, h: float) -> None:
    for part in () if load is None else load.summands:
        if part.stiffness is None:
            continue
        mass = np.sort(np.ravel(body.mass))
        # of the lightest two, whose swing from one end to the other is shortest
        m = 1.0 / (1.0 / mass[0] + 1.0 / mass[min(1, len(mass) - 1)])
        swing = math.pi * math.sqrt(m / part.stiffness)
        says = (
            f"load {part.name!r}: a step of {abs(h):.3g} s, but the lightest bodies"
            f" swing on its spring within {swing:.3g} s"
        )
        take = f"take h of {FAIR * swing:.2g} s"
        if abs(h) > LOST * swing:
            raise StepTooLarge(
                f"{says}; beyond {LOST * swing:.3g} s their energy grows without bound;"
                f" {take}, or a softer spring"
            )
        if abs(h) > FAIR * swing:
            warn(f"{says}; {take} or less, or a softer spring", LargeStep)


class Coupled:
    """A coupling on arrays, bodies last; start: (t, q, omega, position, velocity).

    ends: the first bodies of the pairs, and the second ones
    given: the numbers of the pairs
    both, energy: both(t, *a, *b[, given]) of a pair, and the potential; and what a user
        wrote of each
    """

    def __init__(self, part: Load, start: tuple[Any, ...]):
        self.part: Load = part
        self.name: str = f"load {part.name!r}: "
        self.ends: Any = None
        self.given: tuple[Any, ...] = ()
        self.places: Any = None
        t, *motion = start
        a, b = [[*map(_floats, end)] for end in self.ends_of(motion)]
        own, law = [_floats(x) for x in self._last()], part.law
        self.energy: Any = None, None
        if (V := part.potential) is not None:
            placed = t, a[0], [a[2], b[0], b[2], *own]
            self.energy = self._bound(V, _potential, POTENTIAL, 0, placed)
            law = law or derived.Slope(self.energy[1], part.name, pairs=True)
        asked = t, a[0], [*a[1:], *b, *own]
        self.both: Any = self._bound(law, _both, WRENCH, 12, asked)

    def _bound(
        self, law: Any, of: Function, says: str, n: int, start: tuple[Any, ...]
    ) -> Any:
        if is_ours(law) or isinstance(law, derived.Slope):
            return of(law), None
        require_order(law, self.name + says)
        user = UserFunction(of(law), self.name + says, n, start)
        return user.on(Kind.NUMPY), user

    @property
    def users(self) -> list[UserFunction]:
        return [user for _, user in (self.both, self.energy) if user]

    def of_pair(self, kind: Kind) -> Function:
        """both(t, *a, *b[, numbers]) of one pair, of that kind of numbers."""
        function, user = self.both
        bound: Function = function if user is None else user.on(kind)
        return bound

    def choose(self, position: State) -> None:
        part, pairs = self.part, self.part.pairs
        if callable(pairs):
            if tape_of(*flat(position)) is not None:
                raise DataDependentBranch(
                    f"the pairs of load {part.name!r} are found anew at each step"
                )
            places = np.stack(position, -1)
            if self.places is not None and np.array_equal(places, self.places):
                return  # a kick that ends a step, and the one that begins the next
            try:
                pairs = checked_pairs(pairs(places.copy()), len(places))
                require_single(pairs)
            except InvalidInput as error:
                raise InvalidInput(f"{self.name}{error}") from None
            self.places = places
        elif self.ends is not None:
            return
        self.ends = np.ascontiguousarray(np.transpose(pairs))  # type: ignore[arg-type]
        own = _columns(part.body_parameters)
        each = [x[end] for end in self.ends for x in own]
        self.given = (*_columns(part.parameters), *each)

    def ends_of(self, motion: Sequence[State]) -> list[Motion]:
        """The motions of the first bodies of the pairs, and of the second ones."""
        self.choose(motion[2])
        return [
            Motion(*[tuple([picked(x, end) for x in vector]) for vector in motion])
            for end in self.ends
        ]

    def of_pairs(self, t: Scalar, a: Motion, b: Motion) -> State:
        made: State = self.both[0](t, *a, *b, *self._last())
        return made

    def wrench(self, t: Scalar, *motion: State, of: Any = None) -> State:
        """On all bodies; of: what says it for a pair, and what finds its numbers."""
        a, b = self.ends_of(motion)
        both, given = of or (self.both[0], lambda: self.given)
        own = given()
        twelve = both(self._time(t), *a, *b, *([own] if own else []))
        return self._added_up(twelve, motion[2][0])

    def _time(self, t: Scalar) -> Scalar:
        return picked(t, self.ends[0]) if isinstance(t, Row) else t

    def _added_up(self, twelve: State, like: Any) -> State:
        first, second = self.ends
        on_first = added_up(twelve[:6], first, like)
        made: State = plus(on_first, added_up(twelve[6:], second, like))
        return made

    def potential(self, t: Scalar, *motion: State) -> Any:
        """Of all pairs together."""
        each = self._energy(*self.ends_of(motion))
        lead = np.shape(motion[2][0])[:-1]
        return np.broadcast_to(each, (*lead, len(self.ends[0]))).sum(-1)

    def _energy(self, a: Motion, b: Motion) -> Any:
        return self.energy[0](a.q, a.position, b.q, b.position, *self._last())

    def _last(self) -> tuple[State, ...]:
        return (self.given,) if self.given else ()

    @cached_property
    def _ours(self) -> Program:
        return record_function(self.both[0], Kind.TRACE_LOAD, self._sizes, 12)

    @property
    def _sizes(self) -> tuple[int, ...]:
        return (0, *MOTION, *MOTION, *map(len, self._last()))

    @property
    def program(self) -> Program:
        """Its recording; DataDependentBranch if there is none, with the reason."""
        user = self.both[1]
        return user.program(self._sizes) if user else self._ours

    def series(self, given: Function | None = None) -> tuple[Function, bool]:
        try:
            jet = Jet(self.program, self.part.name, 1 + 2 * sum(MOTION))
        except DataDependentBranch as reason:
            raise NotAvailable(
                f"{self.name}a Taylor method takes couplings that can be written down"
                f" as a formula, and this one cannot: {reason}; use rkmk54 or kicks4"
            ) from None

        def following(motion: State) -> State:
            t, *motion = motion
            if not jet.given[0].known:  # it begins
                self.choose(motion[7:10])
            ends = [[picked(x, end) for x in motion] for end in self.ends]
            own = given() if given else self.given
            both = jet.following((self._time(t), *ends[0], *ends[1], *own))
            return self._added_up(both, motion[0])

        return following, True

    @property
    def looks(self) -> bool:
        """Whether it depends on omega or velocity, as far as can be known."""
        try:
            return derived.depends(self.program, RATES)
        except DataDependentBranch:
            return True

    def warn_if_stiff(self, h: float, mass: Any, t: float, *motion: State) -> None:
        """Of what dies out within a step, as the motion begins."""
        a, b = self.ends_of(motion)
        if not (self.looks and len(self.ends[0])):
            return
        ways = [[v + (i == k) for i, v in enumerate(b.velocity)] for k in range(-1, 3)]
        with (
            suppress(TypeError, ValueError, ArithmeticError),
            np.errstate(all="ignore"),
        ):
            each = [self.of_pairs(t, a, b._replace(velocity=way)) for way in ways]
            forces = np.array([np.stack(np.broadcast_arrays(*x[3:6])) for x in each])
            change = np.linalg.norm(forces[1:] - forces[0], axis=1)
            shares = sum([1.0 / mass[..., end] for end in self.ends])
            fastest = float(np.nanmax(change * shares, initial=0.0))
            if abs(h) * fastest > 1.0:
                warn(
                    f"{self.name}a step of {abs(h):.3g} s, but what it acts on dies out"
                    f" within {1.0 / fastest:.2g} s; take h of {0.3 / fastest:.1g} s or"
                    " less",
                    LargeStep,
                )

    @np.errstate(all="ignore")
    def require_honest(self, t: Scalar, *motion: State) -> None:
        a, b = self.ends_of(motion)
        with tried(f"{self.name}{WRENCH}"):
            twelve = self.of_pairs(t, a, b)
            finite = np.isfinite([np.sum(part) for part in twelve]).all()
        if not finite:
            bad = np.broadcast_to(sum(twelve), np.shape(a.position[0]))
            one, other = self.ends[:, np.argwhere(~np.isfinite(bad))[0][-1]]
            raise InvalidInput(
                f"{self.name}expected six finite numbers; between the bodies {one} and"
                f" {other} it is not finite at the start; are they at the same place?"
            )
        law, V = self.part.law, self.part.potential
        if law is not None and not is_ours(law) and V is not None and len(self.ends[0]):
            a, b = [end._replace(omega=FREE, velocity=FREE) for end in (a, b)]

            def potential(q: State, x: State, p: State, y: State) -> Any:
                return self._energy(Motion(q, position=x), Motion(p, position=y))

            at = a.q, a.position, b.q, b.position
            require_slope(
                self.part.name, "wrench", self.of_pairs(t, a, b), potential, *at
            )


def _both(wrench: Function) -> Function:
    """both(t, *a, *b, u) -> the wrenches on a and on b, body components."""

    def both(t: Scalar, *given: State) -> State:
        a, b = Motion(*given[:4]), Motion(*given[4:8])
        six = wrench(t, a, b, *given[8:])
        made: State = reaction(*a.q, *a.position, *b.q, *b.position, *six)
        return made

    return _as_of(wrench, both)


def _potential(potential: Function) -> Function:
    def of_pair(qa: State, xa: State, qb: State, xb: State, *u: State) -> Scalar:
        return potential(Motion(qa, position=xa), Motion(qb, position=xb), *u)

    return _as_of(potential, of_pair)


def _as_of(function: Function, made: Function) -> Function:
    """A function that passes for the one that it calls, rotlib's or a user's."""
    made.__module__ = function.__module__ if is_ours(function) else "__main__"
    return made


def _columns(table: Any) -> State:
    return () if table is None else tuple(np.moveaxis(np.asarray(table), -1, 0))


def _floats(vector: State) -> tuple[float, ...]:
    return tuple([float(np.ravel(x)[0]) if np.size(x) else 0.1 for x in vector])


def at_records(part: Load, ask: Function, t: Array, motion: tuple[Array, ...]) -> Array:
    """What a coupling does at records; ask: `Coupled.wrench` or `Coupled.potential`."""
    given = [tuple(np.moveaxis(a, -1, 0)) for a in motion]

    def at(k: int) -> list[State]:
        return [tuple([x[k] for x in vector]) for vector in given]

    bound = Coupled(part, (float(t[0]), *at(0)))
    if callable(part.pairs):
        each = [ask(bound, t[k], *at(k)) for k in range(len(t))]
        return np.stack(each, 1 if ask is Coupled.wrench else 0)
    times = t.reshape(-1, *[1] * (motion[0].ndim - 2))
    return np.asarray(ask(bound, times, *given))
