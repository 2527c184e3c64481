"""A method bound to body, load and a kind of numbers."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from .._types import Array, Function, Quaternion, Scalar, State
from .._vectors import minus, plus
from ..backends import derived
from ..backends.derived import Jet, seen
from ..backends.inputs import Inputs
from ..backends.rebind import calls_users, exchanged, of_any_number
from ..backends.rows import together
from ..backends.trace import DataDependentBranch, Kind, Program, record_function
from ..backends.user_function import (
    SPAN,
    UserFunction,
    flat,
    is_ours,
    known_user,
    require_order,
    sizes_of,
    takes_inputs,
)
from ..body import Body, principal
from ..errors import InvalidInput, NotAvailable
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..loads import Load
from ..methods import BoundLoad, EmbeddedPair, Method
from ..methods._method import FREE, RATES, Layout, turned_back, unit
from ..methods._potential import GENERIC, require_slope
from ..methods._state import ROTORS, behind, keep, read, rows_of, with_behind
from ..numbers import tape_of, total
from .coupled import Coupled, system_of
from .failures import tried
from .given import Given, fed, fitting
from .trajectory import OWN, Interpolant, Trajectory

SHORT = 8  # records that are read faster as floats, with the same bits
BLOCK = 2**16  # numbers of records that are read in one go, and fit a cache
UNTURNED = (1.0, 0.0, 0.0, 0.0)
KEEPING = {"needs potential", "exact work"}  # methods that rely on a potential
# of a law of rotlib's own, what has been found of it
OURS: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()
NAMES = "q0", "omega", "position", "velocity", "rotor_speeds", "states"
# what a law is given, and what a message says of it
HELD_LAW = "t, q, omega", "torque({}) to return three numbers (x, y, z)"
FLYING_LAW = (
    "t, q, omega, position, velocity",
    "wrench({}) to return six numbers, torque then force",
)
HELD, FLYING = (0, 4, 3), (0, 4, 3, 3, 3)  # how many numbers the arguments have
AT_RATES = 5, 6, 7, 11, 12, 13  # which of those in flight are rates


class Asked(NamedTuple):
    """A function of a load, and what a run knows of it.

    says: what it should return, for a message
    n: how many numbers; 0 for one that is not in a sequence
    takes: takes(vectors of a motion) -> those that it is given
    """

    part: Load
    function: Any
    says: str
    n: int
    takes: Function


class Run:
    """A method bound to body, load and numbers, and its state `y`.

    J: what the step takes for it
    axes: from components that the step works with to those of the body
    start: (t, q, vectors) of one motion, body axes, at which a load is tried
    sizes: how many numbers the parts of a motion have: (q, omega), then position and
        velocity in flight, then rotor speeds and states of loads if there are any
    numbers: all that may vary by lane or by step: of the body, then of the load
    """

    n = 1  # bodies in a state

    def __init__(
        self,
        method: Method,
        body: Body,
        load: Load | None,
        kind: Kind,
        start: dict[str, Array],
        t0: float = 0.0,
        inputs: Given | Inputs = None,
        span: float = SPAN,
    ):
        motion, batch = motion_of(start, 6), start["omega"].shape[:-1]
        self.method: Method = method
        self.body: Body = body
        self.given: Any = load
        self.kind: Kind = kind
        self.span: float = span
        self.flies: bool = method.poses
        # of a law, what it is given and how many numbers it returns
        self.form: Any = (FLYING, 6) if self.flies else (HELD, 3)
        self.extended: bool = "states" in start
        self.start: tuple[Any, ...] = first_lane(t0, *motion)
        self.sizes: tuple[int, ...] = tuple([a.shape[-1] for a in motion])
        J, axes, layout = _coordinates(method, body, self.extended)
        self.layout: Layout = layout
        self.to_state: Function = of_any_number(layout.to_state)
        self.from_state: Function = of_any_number(layout.from_state)
        self.step: Function = of_any_number(method.step)
        if "body axes" in method.properties:
            self.step = lambda t, h, y, _, load: method.step(t, h, y, body, load)
        self.batch: tuple[int, ...] = batch
        self.given_inputs: Given | Inputs = inputs
        self.inputs: Inputs | None = None
        if isinstance(inputs, Inputs):
            self.inputs = inputs
        elif isinstance(inputs, np.ndarray):
            self.inputs = Inputs.of_rows(inputs)
        self.frame: Inputs = Inputs.of(axes)
        self.turned: bool = not _is_unturned(axes)
        self.of_parts: dict[Any, Inputs] = {}
        summands = () if load is None else load.summands
        for part in summands:
            if part.parameters is not None and part.pairs is None:
                rows = fitting(part, batch)[None]
                self.of_parts[id(part)] = Inputs.of_rows(rows)
        self.numbers: list[Inputs] = [Inputs.of(J)]
        self.numbers += [self.inputs] if self.inputs else []
        self.numbers += [self.frame] if self.frame.by_lane and summands else []
        self.numbers += self.of_parts.values()
        self.J: State = self.numbers[0].now
        self.users: dict[tuple[int, Function], UserFunction] = {}
        self.takes: dict[tuple[int, Function], Function] = {}
        # what a recorded step calls, as it is
        self.called: dict[tuple[int, Function], Function] = {}
        self.recorded: dict[tuple[int, Function], int] = {}  # since it was forgotten
        self.laws: dict[int, derived.Slope] = {}
        # of parts of a load, found from recordings
        self.facts: dict[tuple[str, int], Any] = {}
        self.coupled: dict[int, Coupled] = {}
        for part in () if load is None else system_of(load, batch):
            here = t0, *[tuple(np.moveaxis(a, -1, 0)) for a in motion[:4]]
            self.coupled[id(part)] = found = Coupled(part, here)
            _require_coupling(method, found)
            for user in found.users:
                key = id(part), user.function
                self.users[key], self.recorded[key] = user, user.forgotten
        self.load: Any = None if load is None else self.load_on(kind)
        self.y: State = ()
        if load is not None:
            self._try(load, t0, *self.parts(*motion))
            if "series" in method.properties and self.load is not None:
                self.load.series()  # which says now if there is none
        self.begin(*motion)

    def restart(self, start: dict[str, Array], t0: float, span: float) -> bool:
        """Begin another motion; False if what the load reads is another thing now."""
        users = self.users.values()
        if users and (self._another or any([user.stale for user in users])):
            return False
        motion = motion_of(start, 6)
        if self.given is not None:
            self.start, self.span = first_lane(t0, *motion), span
            *now, vectors = self.start
            for key, user in self.users.items():
                user.start, user.span = (*now, self.takes[key](vectors)), span
            self._try(self.given, t0, *self.parts(*motion))
        self.begin(*motion)
        return True

    def hold(self, step: int) -> None:
        if self.inputs is not None:
            self.inputs.hold(step)

    def select(self, lanes: Any) -> None:
        """Go on with these lanes of a batch alone, side by side; None for all."""
        for given in (*self.numbers, self.frame):
            given.select(lanes)
        self.J = self.numbers[0].now

    def of_load(self, asked: Asked, kind: Kind) -> Any:
        """The function on that kind of numbers."""
        part, function, _, n, _ = asked
        plain = kind in (Kind.FLOAT, Kind.NUMPY)
        ours = is_ours(function) and (plain or not calls_users(function))
        if ours or isinstance(function, derived.Slope):
            bound = function if plain else at_any_angle(function)
            own = self.of_parts.get(id(part))
            return bound if own is None else lambda *args: bound(*args, own.now)
        user, key = self._user(asked), (id(part), function)
        if kind != Kind.TRACE_CALLS:
            return user.on(kind)
        ours = is_ours(function)
        self.called[key] = self.of_load(asked, Kind.FLOAT) if ours else user.on(kind)
        which = [*self.called].index(key)
        return lambda *args: tape_of(*flat(args)).call(which, args, n)

    def _user(self, asked: Asked) -> UserFunction:
        part, function, says, n, takes = asked
        key = id(part), function
        if key not in self.users:
            if not is_ours(function):
                require_order(function, says)
            t, q, vectors = self.start
            start = t, q, takes(vectors)
            motion = 2 + sum(map(bool, start[2]))
            inputs, called = self._inputs_of(part, function, motion)
            given = called, says, n, start, inputs
            self.users[key] = user = known_user(UserFunction(*given, span=self.span))
            self.recorded[key] = user.forgotten
            self.takes[key] = takes
        return self.users[key]

    def law_of(self, part: Load) -> Any:
        """Its law; of a potential alone the slope of what is recorded of it."""
        if part.law is not None or part.potential is None:
            return part.law
        if id(part) not in self.laws:
            user = self._user(self.potential_of(part))
            self.laws[id(part)] = derived.Slope(user, part.name)
        return self.laws[id(part)]

    def potential_of(self, part: Load) -> Asked:
        place = ", position" if part.flies else ""
        says = f"load {part.name!r}: expected potential(q{place}) to return a number"
        takes: Function = itemgetter(slice(1, 2)) if part.flies else list
        return Asked(part, part.potential, says, 0, takes)

    def _inputs_of(
        self, part: Any, function: Function, motion: int
    ) -> tuple[Inputs | None, Function]:
        own = self.of_parts.get(id(part))
        if own is not None or not takes_inputs(function, motion):
            return own, function
        if self.given_inputs is None:
            raise InvalidInput(
                f"load {part.name!r}: it takes inputs, its last argument u, and there"
                " are none here; give inputs"
            )
        if callable(self.given_inputs):
            return None, fed(function, self.given_inputs)
        return self.inputs, function

    def series_of(self, part: Load) -> Function:
        """series(), begun in each step: from coefficients of a motion to the load's."""
        law, (sizes, n) = self.law_of(part), self.form

        @cache
        def known() -> tuple[Program, Inputs | None]:
            self._bound(part, slice(0), Kind.TRACE_LOAD)  # then its users are known
            user = self.users.get((id(part), law))
            own = self.of_parts.get(id(part)) if user is None else user.inputs
            given = (*sizes, *sizes_of([own.now])) if own else sizes
            ours = user is None and not isinstance(law, derived.Slope)
            called = exchanged(law, {rotate_back: seen}) if ours else law
            try:
                return self._program_of(part, law, given, n, called), own
            except DataDependentBranch as reason:
                raise NotAvailable(
                    f"load {part.name!r}: {self.method.name} takes a load that can be"
                    f" written down as a formula, and this one cannot: {reason}; use"
                    " rkmk54"
                ) from None

        def series() -> tuple[Function, bool]:
            program, own = known()
            jet = Jet(program, part.name, sum([max(1, size) for size in sizes]))
            if own is None:
                return jet.following, jet.needs_q
            return lambda given: jet.following((*given, *flat([own.now]))), jet.needs_q

        return series

    def _program_of(
        self, part: Load, function: Any, sizes: tuple[int, ...], n: int, called: Any
    ) -> Program:
        """What is recorded of a user's function, or of rotlib's own, `called`."""
        user = self.users.get((id(part), function))
        if user is not None:
            return user.program(sizes)
        return record_function(at_any_angle(called), Kind.TRACE_LOAD, sizes, n)

    def recording(
        self, part: Load, function: Any, sizes: tuple[int, ...], n: int
    ) -> Program | None:
        """Its program, if there is one; it is given the parameters last."""
        known, user = self.of_parts.get(id(part)), self.users.get((id(part), function))
        if known is None and user is not None and user.inputs is not None:
            return None  # of inputs nothing is known
        sizes = sizes if known is None else (*sizes, len(known.flat))
        with suppress(DataDependentBranch):
            return self._program_of(part, function, sizes, n, function)
        return None

    @property
    def changed(self) -> bool:
        return self._another or any([user.changed for user in self.users.values()])

    @property
    def _another(self) -> bool:
        """Whether another run has recorded the load again."""
        return any([x.forgotten != self.recorded[k] for k, x in self.users.items()])

    def renewed(self) -> bool:
        """Whether what the load reads has changed since it was recorded; then it is
        recorded again.
        """
        stale = [user for user in self.users.values() if user.stale]
        if not (stale or self._another):
            return False
        for user in stale:
            user.forget()
        self.recorded |= {key: user.forgotten for key, user in self.users.items()}
        self.facts.clear()
        self.load = self.load_on(self.kind)
        return True

    def count_calls(self) -> list[int]:
        calls = [0]

        def counted(function: Function) -> Function:
            def call(*args: Any) -> Any:
                calls[0] += 1
                return function(*args)

            return call

        if (load := self.load) is not None:
            given = {"law": counted(load.law), "series": counted(load.series)}
            self.load = load._replace(**given)
        return calls

    def differs(self, times: Any, states: Array) -> str:
        """How the load differs in these states from what was recorded; "" if not."""
        recorded = any([user.made for user in self.users.values()])
        if not recorded or not states.size:
            return ""
        motion = self.read(states)
        each = [
            self.differs_in(*first_lane(float(t), *[a[i] for a in motion]))
            for i, t in enumerate(times)
        ]
        return next(filter(None, each), "")

    def differs_in(self, t: float, q: State, vectors: Sequence[State]) -> str:
        for key, user in self.users.items():
            takes = self.takes.get(key)  # laws of pairs are asked where they began
            at = (q, takes(vectors)) if takes else user.start[1:]
            if said := user.differs(t, *at):
                return said
        return ""

    def state_of(self, motion: Sequence[Any], J: State) -> State:
        q, omega, *rest = motion
        if self.turned:
            q, omega = into_principal(q, omega, self.frame.now)
        y: State = self.to_state(q, omega, *rest[: 2 if self.flies else None], J)
        if self.flies and self.extended:
            speeds, z = rest[2:]
            y = with_behind(y, omega, speeds, z, J)
        return (*y, *[0.0 * omega[0]] * len(self.layout.statistics))

    def begin(self, *motion: Array) -> None:
        self.y = self.state_of(self.parts(*motion), self.J)

    @property
    def places(self) -> list[slice]:
        """Where the parts of a motion stand, one after the other."""
        sizes = self.sizes
        return [slice(b - n, b) for n, b in zip(sizes, accumulate(sizes), strict=True)]

    def motion(self, y: State, J: State) -> Sequence[State]:
        """The parts of a motion from a state, body axes."""
        (w, x, y_, z), omega, *rest = self.from_state(y, J)
        if self.flies and self.extended:
            rest += behind(y[13:], omega, J, ROTORS)
        q: Quaternion = (w, x, y_, z)
        if self.turned:
            q, omega = out_of_principal(q, omega, self.frame.now)
        return q, omega, *rest

    def read(self, records: Array) -> list[Array]:
        """The motions of states (records, size, ...), arrays with components last."""
        if 0 < len(records) <= SHORT and self.kind == Kind.FLOAT:
            with suppress(ArithmeticError, ValueError):  # then they are not finite
                each = [self.motion(tuple(y), self.J) for y in records.tolist()]
                return [np.array(a, records.dtype) for a in zip(*each, strict=True)]
        shape = len(records), *records.shape[2:]
        made = [np.empty((*shape, n), records.dtype) for n in self.sizes]
        rows = max(1, BLOCK // max(1, records[:1].size))
        for k in range(0, len(records), rows):
            y = np.moveaxis(records[k : k + rows].astype(float, copy=False), 1, 0)
            motion = self.motion(tuple(y), self.J)
            for vectors, part in zip(made, motion, strict=True):
                for i, x in enumerate(part):
                    vectors[k : k + rows, ..., i] = x
        return made

    def trajectory(
        self, t: Array, records: Array, stats: dict[str, Any], interpolant: Interpolant
    ) -> Trajectory:
        held = {} if self.inputs is None else {"t0": self.start[0]}
        names = "q_raw", "omega", *OWN[0 if self.flies else 2 :]
        named: Any = dict(zip(names, self.read(records), strict=False))
        if not isinstance(self.given_inputs, Inputs):
            named["inputs"] = self.given_inputs
        named |= {"body": self.body, "method": self.method.name, "load": self.given}
        named |= {"integrator": self.method, "interpolant": interpolant}
        return Trajectory(t, stats=stats | self.statistics(records) | held, **named)

    def advance(self, t: float, h: float) -> None:
        self.y = self.step(t, h, self.y, self.J, self.load)

    def slopes(self, t: float, h: float) -> Any:
        pair = self.method.estimate
        assert isinstance(pair, EmbeddedPair)  # or there is nothing to tell
        first = pair.slope(t, self.y, self.J, self.load)
        return pair.attempt(t, h, self.y, self.J, self.load, first)[1]

    def parts(self, *arrays: Array) -> list[Any]:
        """Arrays (..., n) as flat tuples of n arrays, or of n Python floats."""
        if self.kind == Kind.NUMPY:
            return [tuple(np.moveaxis(a, -1, 0)) for a in arrays]
        return [tuple(a.tolist()) for a in arrays]

    def statistics(self, records: Array) -> dict[str, Array]:
        names = self.layout.statistics
        return {name: records[:, i - len(names)] for i, name in enumerate(names)}

    # --- the load ---------------------------------------------------------------------

    def load_on(self, kind: Kind) -> Any:
        """The load as a step bound to that kind of numbers takes it."""
        if self.given is None:
            return None
        drive = self._drive_on(kind) if self.extended else None
        if drive and not self.flies:
            return BoundLoad(None, drive=drive)
        parts = self.given.summands
        each = [self._part_on(p, place, kind) for p, place in self.given.places]
        laws, series, potentials = zip(*each, strict=True)

        @cache
        def split() -> tuple[Function | None, Function | None]:
            if drive:
                return None, drive
            looking = [*zip(laws, map(self.looks, parts), strict=True)]
            still = [f for f, looks in looking if not looks]
            moving = [f for f, looks in looking if looks]

            def resting(t: Scalar, q: State, x: State) -> State:
                return total_of([f(t, q, FREE, x, FREE) for f in still])

            return resting, _of_all(moving) if moving else None

        working: list[Any] = []
        for f, V, part in zip(laws, potentials, parts, strict=True):
            if "exact work" in self.method.properties:
                working.append((f, V, self._keeping(part)))
                if V and self.looks(part):
                    working.append((_beside_rest(f), None, ()))
        return BoundLoad(
            laws[0] if len(laws) == 1 else _of_all(laws),
            _sum_of(series),
            drive,
            (lambda q: total([V(q) for V in potentials])) if all(potentials) else None,
            tuple(working),
            split,
            together if self.coupled else None,
        )

    def _part_on(self, part: Load, place: slice, kind: Kind) -> tuple[Any, ...]:
        """Law, series and potential of a summand, of a held body in principal axes."""
        law, V = self._bound(part, place, kind)[0], None
        if id(part) in self.coupled:
            return law, self.series_of_pairs(part), V
        series, properties = self.series_of(part), self.method.properties
        if part.conserves_energy and (not self.flies or "exact work" in properties):
            V = self.of_load(self.potential_of(part), kind)
        on_sphere = self.flies or "norm" in self.method.conserves
        if not on_sphere and not is_ours(self.law_of(part)):
            law = _at_unit(law)
        if self.turned:
            law = _in_principal_axes(law, self.frame)
            series = _series_in_principal_axes(series, self.frame)
            V = V and _potential_in_principal_axes(V, self.frame)
        return law, series, V

    def functions_of(self, load: Load, place: slice) -> list[Asked]:
        """Of a summand its law, its motors and the rates of its states, which stand at
        `place`.
        """
        name, z = f"load {load.name!r}: expected", ", z" if load.start else ""
        given, law = FLYING_LAW if self.flies else HELD_LAW
        sizes, n = self.form
        rotors, states = self.body.rotors, len(load.start)

        def own(motion: Sequence[State]) -> list[State]:
            return [motion[-1][place]] if load.start else []

        def moving(motion: Sequence[State]) -> list[State]:
            return [*motion[: len(sizes) - 2], *own(motion)]

        def spinning(motion: Sequence[State]) -> list[State]:
            return [motion[0], motion[-2], *own(motion)]

        drives = (
            f"{name} motors(t, q, omega, rotor_speeds{z}) to return {rotors} numbers,"
            " one for each rotor"
        )
        changes = f"{name} rate({given}, z) to return {states} numbers"
        acts = f"{name} {law.format(given + z)}"
        return [
            Asked(load, self.law_of(load), acts, n, moving),
            Asked(load, load.motors, drives, rotors, spinning),
            Asked(load, load.rate, changes, states, moving),
        ]

    def _bound(self, load: Load, place: slice, kind: Kind) -> list[Any]:
        if load.pairs is not None:
            return [self._of_pairs(load, kind), None, None]
        each = self.functions_of(load, place)
        return [asked.function and self.of_load(asked, kind) for asked in each]

    def _drive_on(self, kind: Kind) -> Function:
        """drive(t, motion) -> torque, or torque and force; rates of what is behind."""
        parts = [(self._bound(p, place, kind), place) for p, place in self.given.places]
        rotors, nothing = self.body.rotors, (0.0,) * self.form[1]
        turned, frame = self.turned, self.frame

        def drive(
            t: Scalar, q: Quaternion, omega: State, *rest: State
        ) -> tuple[State, State]:
            *place, speeds, z = rest
            if turned:
                q, omega = out_of_principal(q, omega, frame.now)
            total, on_rotors, rates = nothing, (0.0,) * rotors, list[Scalar]()
            for (law, motors, rate), own_place in parts:
                own = (z[own_place],) if rate else ()
                if law:
                    total = plus(total, law(t, q, omega, *place, *own))
                if motors:
                    on_rotors = plus(on_rotors, motors(t, q, omega, speeds, *own))
                if rate:
                    rates += rate(t, q, omega, *place, *own)
            if turned:
                total = rotate_back(*frame.now, *total)
            return total, (*on_rotors, *rates)

        return drive

    def series_of_pairs(self, part: Load) -> Function:
        return self.coupled[id(part)].series

    def _of_pairs(self, part: Load, kind: Kind) -> Function:
        if kind != Kind.NUMPY:
            raise NotAvailable(
                f"load {part.name!r}: bodies that act on each other are stepped"
                " together, on NumPy's arrays; use backend='auto'"
            )
        return self.coupled[id(part)].wrench

    def _found(self, part: Load, what: str, find: Callable[[], Any]) -> Any:
        """What a recording tells, found once a run, of rotlib's own once a process."""
        if (key := (what, id(part))) not in self.facts:
            known: dict[Any, Any] = {}
            if _is_built_in(part.law):
                known = OURS.setdefault(part.law, {})
            own = self.of_parts.get(id(part))
            name = what, b"" if own is None else own.table.tobytes()
            if name not in known:
                known[name] = find()
            self.facts[key] = known[name]
        return self.facts[key]

    def _keeping(self, part: Load) -> Any:
        """Of a held body, whether the potential is linear, and the axis without torque;
        of one that flies, the twists of space along which the load does no work.
        """
        if not part.potential:
            return () if self.flies else (False, None)

        def find() -> Any:
            law = self.recording(part, self.law_of(part), *self.form)
            known = self.of_parts.get(id(part))
            given = () if known is None else known.now
            own = [x[..., None] if np.ndim(x) else x for x in given]
            if self.flies:
                reach = 1.0 + max(map(abs, self.start[2][1]))
                return derived.symmetries(law, own, reach) if law else ()
            V = self.recording(part, part.potential, (4,), 0)
            return V and derived.is_linear(V, own), law and derived.axis(law, own)

        return self._found(part, "keeping", find)

    def looks(self, part: Load) -> bool:
        """Whether it depends on omega or velocity, as far as can be known."""
        if id(part) in self.coupled:
            return self.coupled[id(part)].looks

        def find() -> bool:
            program = self.recording(part, self.law_of(part), *self.form)
            return program is None or derived.depends(program, AT_RATES[: self.form[1]])

        found: bool = self._found(part, "looks", find)
        return found

    def _try(self, load: Load, t: float, q: Any, *vectors: State) -> None:
        """Raise InvalidInput if some function of it says nothing sensible here."""
        for part, place in load.places:
            if id(part) in self.coupled:
                self.coupled[id(part)].require_honest(t, q, *vectors[:3])
                continue
            bound = self._bound(part, place, self.kind)
            for f, asked in zip(bound, self.functions_of(part, place), strict=True):
                if f:
                    given = t, q, *asked.takes(vectors)
                    _require_numbers(f, given, asked.n, asked.says)
            both = part.law, part.potential
            if all(both) and not part.start and not all(map(_is_built_in, both)):
                self._require_slope(part, bound[0], t, q, *vectors[:2])

    def _require_slope(
        self, part: Load, law: Function, t: float, q: Any, w: State, *x: State
    ) -> None:
        """Of a held body at several attitudes, if the method relies on it."""
        potential = self.of_load(self.potential_of(part), self.kind)
        if self.flies:
            W = law(t, q, FREE, *x, FREE)
            require_slope(part.name, "wrench", W, potential, q, *x)
            return
        w = w if "needs potential" in self.method.properties else FREE
        if part.conserves_energy and KEEPING & {*self.method.properties}:
            turns: Any = UNTURNED, *GENERIC
            for turn in turns:
                at = multiply(*q, *turn)
                require_slope(part.name, "torque", law(t, at, w), potential, at)


def _coordinates(
    method: Method, body: Body, extended: bool
) -> tuple[State, State, Layout]:
    """What the step takes for J, the axes that it works in, and its coordinates."""
    layout = method.layout
    if method.closed_form is not None:  # which is told in body axes
        return body.principal_moments, UNTURNED, RATES
    if layout.constants is not None:
        return layout.constants(body), UNTURNED, layout
    if not extended:
        axes = UNTURNED if "body axes" in method.properties else body.principal_axes
        return body.principal_moments, axes, layout
    moments, axes = principal(body.inertia_of_platform)
    layout = layout._replace(to_state=keep, from_state=read)
    return (*moments, *rows_of(body, axes)), axes, layout


def motion_of(start: dict[str, Array], parts: int = 4) -> list[Array]:
    """(q, omega), with position and velocity in flight; of six parts all there are."""
    return [start[name] for name in NAMES[:parts] if name in start]


def _require_coupling(method: Method, found: Coupled) -> None:
    if "couplings" not in method.takes:
        raise NotAvailable(
            f"{found.name}{method.name} solves for one body after the other,"
            " and these act on each other; use kicks4, splitting4_231, buss4, rkmk54 or"
            " dqvi"
        )
    alone = "implicit" in method.properties and "jointed" not in method.properties
    if alone and found.looks:
        raise NotAvailable(
            f"{found.name}{method.name} solves for the rates of one body after"
            " the other, and this coupling depends on those of two; use kicks4, buss4"
            " or rkmk54"
        )


def _beside_rest(law: Function) -> Function:
    """What a law adds to that of its potential, because it depends on rates."""

    def added(t: Scalar, q: State, w: State, *place: State) -> State:
        still = law(t, q, FREE, *place[:1], *[FREE for _ in place[1:]])
        return minus(law(t, q, w, *place), still)

    return added


def first_lane(t: float, *arrays: Array) -> tuple[Any, ...]:
    """(t, q, vectors) of the first motion, as floats."""
    q, *vectors = [
        tuple(a.reshape(-1, a.shape[-1])[0].tolist())
        if a.size
        else (*UNTURNED, *[0.0] * a.shape[-1])[: a.shape[-1]]
        for a in arrays
    ]
    return t, q, vectors


def total_of(wrenches: Sequence[State]) -> State:
    added = [total(components) for components in zip(*wrenches, strict=True)]
    return tuple(added) or (0.0,) * 6


def _of_all(parts: Sequence[Function]) -> Function:
    return lambda *args: total_of([part(*args) for part in parts])


def into_principal(
    q: Quaternion, omega: State, axes: Quaternion
) -> tuple[Quaternion, State]:
    if _is_unturned(axes):
        return q, omega
    return multiply(*q, *axes), rotate_back(*axes, *omega)


def out_of_principal(
    q: Quaternion, omega: State, axes: Quaternion
) -> tuple[Quaternion, State]:
    if _is_unturned(axes):
        return q, omega
    return turned_back(q, axes), rotate(*axes, *omega)


def _is_unturned(axes: State) -> bool:
    return isinstance(axes[0], float) and tuple(axes) == UNTURNED


def _sum_of(series: Sequence[Function]) -> Function:
    def begun() -> tuple[Function, bool]:
        each, needs_q = zip(*[one() for one in series], strict=True)
        return lambda given: total_of([f(given) for f in each]), any(needs_q)

    return begun


def _is_built_in(function: Any) -> bool:
    return is_ours(function) and not calls_users(function)


def _require_numbers(
    function: Function, args: tuple[Any, ...], n: int, says: str
) -> None:
    with np.errstate(all="ignore"), tried(says):
        values = tuple(function(*args))
        finite = len(values) == n and np.isfinite([np.sum(x) for x in values]).all()
    if not finite:
        raise InvalidInput(f"{says}, finite ones; at the start it is {values}")


def at_any_angle(function: Function) -> Function:
    """A load of ours while it is recorded: its angles are no turns of a step."""

    def call(*args: Any) -> Any:
        if (tape := tape_of(*flat(args))) is None:
            return function(*args)
        with tape.any_angle():
            return function(*args)

    return call


def _at_unit(given: Function) -> Function:
    """A user's function at the direction of q: stages of a method may be off it."""
    return lambda t, q, *rates: given(t, unit(*q), *rates)


def _in_principal_axes(given: Function, frame: Inputs) -> Function:
    def torque(t: Scalar, q: Quaternion, omega: State) -> State:
        seen = out_of_principal(q, omega, frame.now)
        return rotate_back(*frame.now, *given(t, *seen))

    return torque


def _series_in_principal_axes(series: Function, frame: Inputs) -> Function:
    def begun() -> tuple[Function, bool]:
        (following, needs_q), axes = series(), frame.now

        def turned(given: State) -> State:
            t, q, omega = given[0], given[1:5], given[5:]
            if q[0] is not None:
                q = turned_back(q, axes)
            return rotate_back(*axes, *following((t, *q, *rotate(*axes, *omega))))

        return turned, needs_q

    return begun


def _potential_in_principal_axes(given: Function, frame: Inputs) -> Function:
    return lambda q: given(turned_back(q, frame.now))
