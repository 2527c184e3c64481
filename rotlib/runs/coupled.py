"""Couplings in a run: from the formula of one pair to the wrenches on all bodies.

The bodies of a system are lanes, the last axis of the batch. The formula is asked for
all pairs at once, and what it says is added up body by body: the wrench itself on the
first of a pair, the reaction on the second.
Chapter: Bodies that act on each other.
"""

import math
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np

from .._types import Array, Function, Scalar, State
from .._vectors import plus
from ..backends import derived
from ..backends.jets import Jet
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
        if not batch:
            raise InvalidInput(
                f"load {part.name!r}: it acts between bodies, but the run has one; give"
                " a list of bodies and omega of shape (bodies, 3)"
            )
        if callable(part.pairs) and len(batch) > 1:
            raise InvalidInput(
                f"load {part.name!r}: its pairs are found anew at each step, which is"
                f" possible for one system at a time, got a batch of {batch[:-1]} of"
                " them; make one run of each"
            )
        if not callable(part.pairs):
            checked_pairs(part.pairs, batch[-1])
        own: Any = part.body_parameters
        rows = batch[-1] if own is None else len(own)
        if rows != batch[-1]:
            raise InvalidInput(
                f"load {part.name!r}: expected parameters for each of {batch[-1]}"
                f" bodies, got {rows} rows"
            )
    return found


def require_short_steps(load: Any, body: Any, h: float) -> None:
    for part in () if load is None else load.summands:
        if part.stiffness is None:
            continue
        mass = np.sort(np.ravel(body.mass))
        # the reduced mass of the lightest two, whose swing from one end to the other,
        # pi sqrt(m/k), is shortest
        m = 1.0 / (1.0 / mass[0] + 1.0 / mass[min(1, len(mass) - 1)])
        swing = math.pi * math.sqrt(m / part.stiffness)
        says = (
            f"load {part.name!r}: a step of {abs(h):.3g} s, but the lightest bodies"
            f" swing on its spring within {swing:.3g} s"
        )
        if abs(h) > LOST * swing:
            raise StepTooLarge(
                f"{says}; beyond {LOST * swing:.3g} s their energy grows without bound;"
                f" take h of {FAIR * swing:.2g} s, or a softer spring"
            )
        if abs(h) > FAIR * swing:
            warn(
                f"{says}; take h of {FAIR * swing:.2g} s or less, or a softer spring:"
                " each contact changes the energy",
                LargeStep,
            )


class Coupled:
    """A coupling on arrays, bodies last; start: (t, q, omega, position, velocity)."""

    def __init__(self, part: Load, start: tuple[Any, ...]):
        self.part: Load = part
        self.name: str = f"load {part.name!r}: "
        self.ends: tuple[Any, Any] = (None, None)
        self.numbers: tuple[Any, ...] = ()
        if part.parameters is not None:
            self.numbers = tuple(np.moveaxis(np.asarray(part.parameters), -1, 0))
        self.own: tuple[Any, ...] = ()
        if part.body_parameters is not None:
            self.own = tuple(np.asarray(part.body_parameters).T)
        self.given: tuple[Any, ...] = ()
        self.places: Any = None
        self.choose(start[3])
        t, *motion = start
        first = [_floats(self.picked(a, motion)) for a in self.ends]
        (q, *one), (*two,) = first
        self.energy: Any = None
        law: Any = part.law
        if part.potential is not None:
            placed = t, q, [one[1], two[0], two[2]]
            self.energy = self._bound(part.potential, _potential, POTENTIAL, 0, placed)
            law = law or derived.Slope(self.energy[1], part.name, pairs=True)
        self.law: Any = law
        self.both: Any = self._bound(law, _both, WRENCH, 12, (t, q, [*one, *two]))

    def _bound(
        self, law: Function, of: Function, says: str, n: int, start: tuple[Any, ...]
    ) -> Any:
        if is_ours(law) or isinstance(law, derived.Slope):
            return of(law), None
        require_order(law, self.name + says)
        user = UserFunction(of(law), self.name + says, n, start)
        return user.on(Kind.NUMPY), user

    def of_pair(self, kind: Kind) -> Function:
        """both(t, *a, *b[, numbers]) of one pair, of that kind of numbers."""
        function, user = self.both
        bound: Function = function if user is None else user.on(kind)
        return bound

    def choose(self, position: State) -> None:
        pairs = self.part.pairs
        if callable(pairs):
            if tape_of(*flat(position)) is not None:
                raise DataDependentBranch(
                    f"the pairs of load {self.part.name!r} are found anew at each step"
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
        elif self.ends[0] is not None:
            return
        self.ends = a, b = pairs[:, 0], pairs[:, 1]  # type: ignore[index]
        own = [x[end] for end in (a, b) for x in self.own]
        self.given = (*self.numbers, *own)

    def picked(self, ends: Any, motion: Any) -> list[State]:
        return [tuple([picked(x, ends) for x in vector]) for vector in motion]

    def wrench(self, t: Scalar, *motion: State, of: Any = None) -> State:
        """On all bodies; of: what says it for a pair, and what finds its numbers."""
        self.choose(motion[2])
        a, b = [self.picked(end, motion) for end in self.ends]
        both, given = of or (self.both[0], None)
        own = given() if given else self.given
        twelve = both(self._time(t), *a, *b, *([own] if own else []))
        return self.added_up(twelve, motion[2][0])

    def _time(self, t: Scalar) -> Scalar:
        return picked(t, self.ends[0]) if isinstance(t, Row) else t

    def potential(self, t: Scalar, q: State, omega: State, x: State, v: State) -> Any:
        """Of all pairs together."""
        self.choose(x)
        (qa, xa), (qb, xb) = [self.picked(end, (q, x)) for end in self.ends]
        each = self.energy[0](qa, xa, qb, xb, *self._last())
        lead = np.shape(x[0])[:-1]
        return np.broadcast_to(each, (*lead, len(self.ends[0]))).sum(-1)

    def _last(self) -> tuple[State, ...]:
        return (self.given,) if self.given else ()

    def added_up(self, twelve: State, like: Any) -> State:
        first, second = self.ends
        on_first = added_up(twelve[:6], first, like)
        return plus(on_first, added_up(twelve[6:], second, like))

    @cached_property
    def _ours(self) -> Program:
        return record_function(self.both[0], Kind.TRACE_LOAD, self._sizes, 12)

    @property
    def _sizes(self) -> tuple[int, ...]:
        return (0, *MOTION, *MOTION, *([len(self.given)] if self.given else []))

    @property
    def program(self) -> Program:
        """Its recording; DataDependentBranch if there is none, with the reason."""
        user = self.both[1]
        return user.program(Kind.TRACE_LOAD, self._sizes) if user else self._ours

    def jet(self) -> Jet:
        try:
            program = self.program
        except DataDependentBranch as reason:
            raise NotAvailable(
                f"{self.name}a Taylor method takes couplings that can be written down"
                f" as a formula, and this one cannot: {reason}; use rkmk54 or kicks4"
            ) from None
        return Jet(program, self.part.name, 1 + 2 * sum(MOTION))

    def series(self, given: Function | None = None) -> tuple[Function, bool]:
        jet = self.jet()

        def following(motion: State) -> State:
            t, *motion = motion
            if not jet.given[0].known:  # it begins
                self.choose(motion[7:10])
            ends = [[picked(x, end) for x in motion] for end in self.ends]
            own = given() if given else self.given
            both = jet.following((self._time(t), *ends[0], *ends[1], *own))
            return self.added_up(both, motion[0])

        return following, True

    @cached_property
    def looks(self) -> bool:
        """Whether it depends on omega or velocity, as far as can be known."""
        try:
            return derived.depends(self.program, RATES)
        except DataDependentBranch:
            return True

    def warn_if_stiff(self, h: float, mass: Any, t: float, *motion: State) -> None:
        """Of what dies out within a step, as the motion begins."""
        if not (self.looks and len(self.ends[0])):
            return
        a, b = [Motion(*self.picked(end, motion)) for end in self.ends]
        ways = [[v + (i == k) for i, v in enumerate(b.velocity)] for k in range(-1, 3)]
        each: list[Array] = []
        with (
            suppress(TypeError, ValueError, ArithmeticError),
            np.errstate(all="ignore"),
        ):
            for way in ways:  # the first as it is
                twelve = self.both[0](t, *a, *b._replace(velocity=way), *self._last())
                each.append(np.stack(np.broadcast_arrays(*twelve[3:6])))
        if len(each) < len(ways):
            return  # it has no value at some rates
        forces = np.linalg.norm(np.array(each[1:]) - each[0], axis=1)
        shares = sum([1.0 / mass[..., end] for end in self.ends])
        fastest = float(np.nanmax(forces * shares, initial=0.0))
        if abs(h) * fastest > 1.0:
            warn(
                f"{self.name}a step of {abs(h):.3g} s, but what it acts on dies out"
                f" within {1.0 / fastest:.2g} s; take h of {0.3 / fastest:.1g} s or"
                " less",
                LargeStep,
            )

    # --- is it what it says it is? ----------------------------------------------------

    @np.errstate(all="ignore")
    def require_honest(self, t: Scalar, *motion: State) -> None:
        self.choose(motion[2])
        a, b = [Motion(*self.picked(end, motion)) for end in self.ends]
        with tried(f"{self.name}{WRENCH}"):
            twelve = self.both[0](t, *a, *b, *self._last())
            finite = np.isfinite([np.sum(part) for part in twelve]).all()
        if not finite:
            bad = np.broadcast_to(sum(twelve), np.shape(a.position[0]))
            pair = np.argwhere(~np.isfinite(bad))[0][-1]
            places = self.ends[0][pair], self.ends[1][pair]
            raise InvalidInput(
                f"{self.name}expected six finite numbers; between the bodies"
                f" {places[0]} and {places[1]} it is not finite at the start; are they"
                " at the same place?"
            )
        theirs = self.part.law is not None and not is_ours(self.part.law)
        if self.energy is not None and len(self.ends[0]) and theirs:
            a, b = [end._replace(omega=FREE, velocity=FREE) for end in (a, b)]
            still = self.both[0](t, *a, *b, *self._last())

            def potential(*there: State) -> Any:
                return self.energy[0](*there, *self._last())

            at = a.q, a.position, b.q, b.position
            require_slope(self.part.name, "wrench", still, potential, *at)


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


def _floats(motion: list[State]) -> list[tuple[float, ...]]:
    return [
        tuple([float(np.ravel(x)[0]) if np.size(x) else 0.1 for x in vector])
        for vector in motion
    ]


def at_records(part: Load, ask: Function, t: Array, motion: tuple[Array, ...]) -> Array:
    """What a coupling does at records; ask: `Coupled.wrench` or `Coupled.potential`."""
    given = [tuple(np.moveaxis(a, -1, 0)) for a in motion]
    first = [tuple([x[0] for x in a]) for a in given]
    bound = Coupled(part, (float(t[0]), *first))
    if not callable(part.pairs):
        times = t.reshape(-1, *[1] * (motion[0].ndim - 2))
        return np.asarray(ask(bound, times, *given))
    each = [
        ask(bound, t[k], *[tuple([x[k] for x in a]) for a in given])
        for k in range(len(t))
    ]
    return np.stack(each, 1 if ask is Coupled.wrench else 0)
