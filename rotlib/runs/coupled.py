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
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import _check
from .._types import Array, Function, Scalar, State
from .._vectors import plus
from ..backends import derived
from ..backends.executors import Inputs
from ..backends.rows import Vector, added_up, picked, side_by_side
from ..backends.trace import DataDependentBranch, Kind, flat
from ..backends.user_function import SPAN, is_ours, require_order
from ..couplings import Motion
from ..errors import InvalidInput, LargeStep, NotAvailable, StepTooLarge, warn
from ..kernels.couplings import reaction
from ..loads import Load, checked_pairs, require_single
from ..methods._method import FREE
from ..numbers import tape_of
from .given import Called, Part, require_slope, tried

WRENCH = "law(t, a, b) to return six numbers on body a, torque then force, in space"
RATES = [k + i for k in (1, 14) for i in (4, 5, 6, 10, 11, 12)]  # of both bodies
FAIR, LOST = 0.1, 2.0 / math.pi  # parts of a swing that a step may be long


def require_system(load: Load, batch: tuple[int, ...]) -> None:
    for part in load.summands:
        if part.pairs is None:
            continue
        what, own = f"load {part.name!r}", part.body_parameters
        if not batch:
            said = f"{what}: it acts between bodies, but the run has one; give a list"
            raise InvalidInput(said + " of bodies and omega of shape (bodies, 3)")
        if not callable(part.pairs):
            checked_pairs(part.pairs, batch[-1])
        elif len(batch) > 1:
            said = f"{what}: its pairs are found anew at each step, for one system at a"
            said += f" time, got a batch of {batch[:-1]}; make one run of each"
            raise InvalidInput(said)
        rows = batch[-1] if own is None else len(np.asarray(own))
        each = f"parameters for each of {batch[-1]} bodies"
        _check.require(rows == batch[-1], what, each, f"{rows} rows")


def require_short_steps(load: Any, body: Any, h: float) -> None:
    for part in () if load is None else load.summands:
        if part.stiffness is None:
            continue
        mass = np.sort(np.ravel(body.mass))
        # of the lightest two, whose swing from one end to the other is shortest
        m = 1.0 / (1.0 / mass[0] + 1.0 / mass[min(1, len(mass) - 1)])
        swing = math.pi * math.sqrt(m / part.stiffness)
        says = f"load {part.name!r}: a step of {abs(h):.3g} s, but the lightest bodies"
        says += f" swing on its spring within {swing:.3g} s; "
        take = f"take h of {FAIR * swing:.2g} s"
        if abs(h) > LOST * swing:
            says += f"beyond {LOST * swing:.3g} s their energy grows without bound; "
            raise StepTooLarge(f"{says}{take}, or a softer spring")
        if abs(h) > FAIR * swing:
            warn(f"{says}{take} or less, or a softer spring", LargeStep)


class Coupled(Part):
    """A law of pairs on arrays, bodies last.

    ends: the first bodies of the pairs, and the second ones
    first: the motions of the first pair
    given: the numbers of the pairs
    numbers: those of all of them, where they are numbers of a step
    together: whether all bodies are in one state
    """

    rates: Sequence[int] = RATES
    keeping: Any = ()
    together: bool = False
    ends: Any = None
    given: tuple[Any, ...] = ()
    places: Any = None
    numbers: Inputs | None = None

    def __init__(self, run: Any, load: Load, place: slice, motion: Sequence[State]):
        super().__init__(run, load, place)
        self.first: Any = [[*map(_floats, end)] for end in self.ends_of(motion)]

    def _of_pair(self, f: Any, of: Function, says: str, n: int) -> Called:
        says = f"load {self.name!r}: expected {says}"
        known = is_ours(f) or isinstance(f, derived.Slope)
        if not known:
            require_order(f, says)
        function = of(f)  # it passes for the one that it calls, ours or a user's
        function.__module__ = f.__module__ if is_ours(f) else "__main__"
        called = Called(self, function, says, n, ())
        called.is_known = known
        return called

    @cached_property
    def potential(self) -> Any:
        V, says = self.load.potential, "potential(a, b) to return a number"
        return V and self._of_pair(V, _potential, says, 0)

    @cached_property
    def functions(self) -> list[Called | None]:
        law = self.load.law
        if law is None:
            law = self.slope(pairs=True)
        return [self._of_pair(law, _both, WRENCH, 12), None, None]

    def arguments(self, called: Called, q: Any, vectors: Any) -> Any:
        """Those of the first pair, at the start."""
        a, b = self.first
        own = [_floats(self.given)] if self.given else []
        if called.n:
            return a[0], [*a[1:], *b, *own]
        return a[0], [a[2], b[0], b[2], *own]

    @cached_property
    def both(self) -> Any:
        """both(t, *a, *b[, numbers]) -> the wrenches on a and b."""
        return self.law.on(Kind.NUMPY)

    def choose(self, position: State) -> None:
        load, pairs = self.load, self.load.pairs
        if callable(pairs):
            if tape_of(*flat(position)) is not None:
                said = f"the pairs of load {self.name!r} are found anew at each step"
                raise DataDependentBranch(said)
            places = np.stack(position, -1)
            if self.places is not None and np.array_equal(places, self.places):
                return  # a kick that ends a step, and the one that begins the next
            try:
                pairs = checked_pairs(pairs(places.copy()), len(places))
                require_single(pairs)
            except InvalidInput as error:
                raise InvalidInput(f"load {self.name!r}: {error}") from None
            self.places = places
        elif self.ends is not None:
            return
        self.ends = np.ascontiguousarray(np.transpose(pairs))  # type: ignore[arg-type]
        own = _columns(load.body_parameters)
        each = [x[end] for end in self.ends for x in own]
        self.given = (*_columns(load.parameters), *each)

    def ends_of(self, motion: Sequence[State]) -> list[Motion]:
        """The motions of the first bodies of the pairs, and of the second ones."""
        self.choose(motion[2])
        return [
            Motion(*[tuple([picked(x, end) for x in vector]) for vector in motion])
            for end in self.ends
        ]

    def bound(self, kind: Kind) -> list[Any]:
        if kind != Kind.NUMPY and not self.together:
            said = f"load {self.name!r}: bodies that act on each other are stepped"
            said += " together, on NumPy's arrays; use backend='auto'"
            raise NotAvailable(said)
        # a user's, too, is asked as it was recorded, as on arrays
        law = self.law.on(Kind.TRACE_FLOAT if kind == Kind.TRACE_CALLS else kind)
        return [lambda t, *motion: self.wrench(t, *motion, law=law), None, None]

    def wrench(self, t: Scalar, *motion: State, law: Any = None) -> Any:
        a, b = self.ends_of(motion)
        twelve = (law or self.both)(self._time(t), *a, *b, *self._last())
        return self._added_up(twelve, motion[2][0])

    def _time(self, t: Scalar) -> Scalar:
        return picked(t, self.ends[0]) if isinstance(t, Vector) else t

    def _added_up(self, twelve: State, like: Any) -> Any:
        sixes = zip((twelve[:6], twelve[6:]), self.ends, strict=True)
        return plus(*[added_up(six, end, like) for six, end in sixes])

    def _energy(self, a: Motion, b: Motion) -> Any:
        V = self.potential.on(Kind.NUMPY)
        return V(a.q, a.position, b.q, b.position, *self._last())

    def stored(self, t: Scalar, *motion: State) -> Any:
        each = self._energy(*self.ends_of(motion))
        lead = np.shape(motion[2][0])[:-1]
        return np.broadcast_to(each, (*lead, len(self.ends[0]))).sum(-1)

    def _last(self) -> list[State]:
        """The numbers of the pairs, pairs side by side, if there are some."""
        now = self.given
        if self.numbers is not None and tape_of(*self.numbers.now) is not None:
            now = tuple(side_by_side(self.numbers.now, len(self.ends[0])))
        return [now] if now else []

    def series(self) -> Function:
        def begun() -> tuple[Function, bool]:
            jet = self.jet(as_seen=False)

            def following(motion: State) -> Any:
                t, *motion = motion
                if not jet.given[0].known:  # it begins
                    self.choose(motion[7:10])
                ends = [[picked(x, end) for x in motion] for end in self.ends]
                given = self._time(t), *ends[0], *ends[1], *flat(self._last())
                both = jet.following(given)
                return self._added_up(both, motion[0])

            return following, True

        return begun

    @np.errstate(all="ignore")
    def require_sense(self, kind: Kind, t: float, q: Any, *vectors: State) -> None:
        self._require_taken()
        a, b = self.ends_of((q, *vectors[:3]))
        with tried(self.law.says):
            twelve = self.both(t, *a, *b, *self._last())
            finite = np.isfinite([np.sum(part) for part in twelve]).all()
        if not finite:
            bad = np.broadcast_to(sum(twelve), np.shape(a.position[0]))
            one, other = self.ends[:, np.argwhere(~np.isfinite(bad))[0][-1]]
            said = f"load {self.name!r}: expected six finite numbers; between the"
            said += f" bodies {one} and {other} it is not finite at the start; are they"
            raise InvalidInput(said + " at the same place? give position, or start")
        if self.run.h is not None and self.looks:
            self._warn_if_stiff(t, a, b)
        law, V = self.load.law, self.load.potential
        if law is not None and not is_ours(law) and V is not None and len(self.ends[0]):
            a, b = [end._replace(omega=FREE, velocity=FREE) for end in (a, b)]

            def potential(q: State, x: State, p: State, y: State) -> Any:
                return self._energy(Motion(q, position=x), Motion(p, position=y))

            at = a.q, a.position, b.q, b.position
            W = self.both(t, *a, *b, *self._last())
            require_slope(self.name, "wrench", W, potential, *at)

    def _require_taken(self) -> None:
        method = self.run.method
        alone = "implicit" in method.properties and "jointed" not in method.properties
        which = "these act on each other"
        if "couplings" in method.takes:
            if not (alone and self.looks):
                return
            which = "this coupling depends on those of two"
        said = f"load {self.name!r}: {method.name} solves for the rates of one body"
        said += f" after the other, and {which}; use kicks4, splitting4_231, buss4 or"
        raise NotAvailable(said + " rkmk54")

    def _warn_if_stiff(self, t: float, a: Motion, b: Motion) -> None:
        """Of what dies out within a step, as the motion begins."""
        mass = np.broadcast_to(self.run.body.mass, self.run.batch)
        ways = [[v + (i == k) for i, v in enumerate(b.velocity)] for k in range(-1, 3)]
        given, own = [b._replace(velocity=way) for way in ways], self._last()
        with suppress(TypeError, ValueError, ArithmeticError):
            each = [self.both(t, *a, *moved, *own)[3:6] for moved in given]
            forces = np.array([np.stack(np.broadcast_arrays(*x)) for x in each])
            change = np.linalg.norm(forces[1:] - forces[0], axis=1)
            shares = sum([1.0 / mass[..., end] for end in self.ends])
            fastest = float(np.nanmax(change * shares, initial=0.0))
            if abs(self.run.h) * fastest > 1.0:
                said = f"load {self.name!r}: a step of {abs(self.run.h):.3g} s, but"
                said += f" what it acts on dies out within {1.0 / fastest:.2g} s; take"
                warn(f"{said} h of {0.3 / fastest:.1g} s or less", LargeStep)


def _both(wrench: Function) -> Function:
    """both(t, *a, *b, u) -> the wrenches on a and on b, body components."""

    def both(t: Scalar, *given: State) -> Any:
        a, b = Motion(*given[:4]), Motion(*given[4:8])
        six = wrench(t, a, b, *given[8:])
        return reaction(*a.q, *a.position, *b.q, *b.position, *six)

    return both


def _potential(potential: Function) -> Function:
    def of_pair(qa: State, xa: State, qb: State, xb: State, *u: State) -> Scalar:
        return potential(Motion(qa, position=xa), Motion(qb, position=xb), *u)

    return of_pair


def _columns(table: Any) -> State:
    return () if table is None else tuple(np.moveaxis(np.asarray(table), -1, 0))


def _floats(vector: State) -> tuple[float, ...]:
    return tuple([float(np.ravel(x)[0]) if np.size(x) else 0.1 for x in vector])


def at_records(run: Any, load: Load, place: slice, n: int, *motion: Array) -> Any:
    """The n numbers of a law at the records of a run, or its potential if n is 0."""
    q, *vectors = [tuple(np.moveaxis(a, -1, 0)) for a in motion]
    first = [tuple(a[(0,) * (a.ndim - 1)].tolist()) for a in motion]
    alone = SimpleNamespace(
        start=(float(run.t[0]), first[0], first[1:]),
        batch=run.q.shape[1:-1],
        flies=run.flies,
        body=run.body,
        u=run.inputs_at_records,
        inputs=run.inputs,
        asked=[],
        called={},
        span=SPAN,
        quiet=True,
    )
    times = run.t.reshape(-1, *[1] * (run.q.ndim - 2))
    if load.pairs is None:
        part = Part(alone, load, place)
        called = part.law if n else part.potential
        if called is None:
            return [0.0] * n
        given = called.takes(vectors)
        return called.on(Kind.NUMPY)(*[times] * bool(n), q, *given)
    whole = q, *vectors[:3]

    def at(k: int) -> list[State]:
        return [tuple([x[k] for x in vector]) for vector in whole]

    pairs = Coupled(alone, load, place, at(0))
    ask: Function = pairs.wrench if n else pairs.stored
    if callable(load.pairs):
        each = [ask(t, *at(k)) for k, t in enumerate(run.t)]
        return np.stack(each, 1 if n else 0)
    return np.asarray(ask(times, *whole))
