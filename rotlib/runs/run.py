"""A method bound to body, load and a kind of numbers."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache, reduce
from itertools import accumulate
from operator import add
from typing import Any

import numpy as np

from .._types import Array, Function, Quaternion, Scalar, State
from ..backends import derived
from ..backends.inputs import Inputs
from ..backends.jets import Jet, seen
from ..backends.one_body import (
    SPAN,
    OneBody,
    flat,
    is_ours,
    require_order,
    takes_inputs,
)
from ..backends.rebind import calls_users, exchanged, of_any_number
from ..backends.trace import DataDependentBranch, Kind, Program, record_function
from ..body import Body
from ..errors import InvalidInput, NotAvailable, RotlibError
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..loads import Load
from ..methods import BoundLoad, BoundWrench, EmbeddedPair, Method
from ..methods._method import FREE, unit
from ..methods._potential import require_potential, require_slope
from ..numbers import tape_of, total
from .coupled import Coupled, system_of, together
from .inputs import Given, fed, table_of
from .lanes import fitting
from .trajectory import Interpolant, Trajectory, trajectory_of

BLOCK = 2**16  # numbers of records that are read in one go, and fit a cache
UNTURNED = (1.0, 0.0, 0.0, 0.0)
# what a message says that a load should do
TORQUE = "expected torque(t, q, omega) to return three numbers (x, y, z)"
WRENCH = (
    "expected wrench(t, q, omega, position, velocity) to return six numbers, torque"
    " then force"
)
ELSE = (0.7, -1.3, 2.1), (-1.7, 0.9, 3.3)  # rates: does a wrench depend on them?
HELD, FLYING = (0, 4, 3), (0, 4, 3, 3, 3)  # how many numbers the arguments have
RATES = 5, 6, 7, 11, 12, 13  # which of those in flight are rates


class Run:
    """What both kinds of run share: the method bound, and its state `y`.

    J: what the step takes for it
    axes: from components that the step works with to those of the body
    start: (t, q, vectors) of one motion, body axes, at which a load is tried
    numbers: all that may vary by lane or by step: of the body, then of the load
    """

    def __init__(
        self,
        method: Method,
        body: Body,
        load: Any,
        kind: Kind,
        J: State,
        start: tuple[Any, ...],
        batch: tuple[int, ...],
        axes: State = UNTURNED,
        inputs: Given | Inputs = None,
        span: float = SPAN,
    ):
        self.span: float = span
        self.batch: tuple[int, ...] = batch
        self.given_inputs: Given | Inputs = inputs
        self.inputs: Inputs | None = None
        if isinstance(inputs, Inputs):
            self.inputs = inputs
        elif isinstance(inputs, np.ndarray):
            self.inputs = Inputs(*table_of(inputs))
        self.frame: Inputs = Inputs.of(axes)
        self.turned: bool = not _is_unturned(axes)
        self.of_parts: dict[Any, Inputs] = {}
        summands = () if load is None else load.summands
        for part in summands:
            if part.parameters is not None and part.pairs is None:
                numbers = fitting(part, batch)
                self.of_parts[id(part)] = Inputs(np.moveaxis(numbers[None], -1, 1))
        self.numbers: list[Inputs] = [Inputs.of(J)]
        self.numbers += [self.inputs] if self.inputs else []
        self.numbers += [self.frame] if self.frame.by_lane and summands else []
        self.numbers += self.of_parts.values()
        self.method: Method = method
        self.body: Body = body
        self.given: Any = load
        self.kind: Kind = kind
        self.J: State = self.numbers[0].now
        self.step: Function = of_any_number(method.step)
        self.to_state: Function = of_any_number(method.layout.to_state)
        self.from_state: Function = of_any_number(method.layout.from_state)
        self.start: tuple[Any, ...] = start
        self.users: dict[tuple[int, Function], OneBody] = {}
        self.takes: dict[tuple[int, Function], Function] = {}
        self.laws: dict[int, derived.Slope] = {}
        # of parts of a load, found from recordings
        self.facts: dict[int, Any] = {}
        self.looking: dict[int, bool] = {}
        self.load: Any = None if load is None else self.load_on(kind)
        self.y: State = ()

    @property
    def axes(self) -> Any:
        return self.frame.now

    def hold(self, step: int) -> None:
        if self.inputs is not None:
            self.inputs.hold(step)

    def select(self, lanes: Any) -> None:
        """Go on with these lanes of a batch alone, side by side; None for all."""
        for given in (*self.numbers, self.frame):
            given.select(lanes)
        self.J = self.numbers[0].now

    def of_load(
        self,
        part: Any,
        function: Function,
        kind: Kind,
        expected: str,
        n: int,
        takes: Function = list,
    ) -> Any:
        """A function of the load on that kind of numbers; it takes `takes(vectors)`."""
        plain = kind in (Kind.FLOAT, Kind.NUMPY)
        ours = is_ours(function) and (plain or not calls_users(function))
        if ours or isinstance(function, derived.Slope):
            bound = function if plain else at_any_angle(function)
            own = self.of_parts.get(id(part))
            return bound if own is None else lambda *args: bound(*args, own.now)
        return self._user(part, function, expected, n, takes).on(kind)

    def _user(
        self, part: Load, function: Function, expected: str, n: int, takes: Function
    ) -> OneBody:
        key = id(part), function
        if key not in self.users:
            if not is_ours(function):
                require_order(function, expected)
            t, q, vectors = self.start
            start = t, q, takes(vectors)
            motion = 2 + sum(map(bool, start[2]))
            inputs, called = self._inputs_of(part, function, motion)
            given = called, expected, n, start, inputs
            self.users[key] = OneBody(*given, span=self.span)
            self.takes[key] = takes
        return self.users[key]

    def law_of(self, part: Load) -> Any:
        """Its law; of a potential alone the slope of what is recorded of it."""
        if part.law is not None or part.potential is None:
            return part.law
        if id(part) not in self.laws:
            given = self.potential_of(part)
            self.laws[id(part)] = derived.Slope(self._user(*given), part.name)
        return self.laws[id(part)]

    def potential_of(self, part: Load) -> tuple[Any, ...]:
        """What `of_load` is given to bind its potential."""
        place = ", position" if part.flies else ""
        says = f"load {part.name!r}: expected potential(q{place}) to return a number"
        return part, part.potential, says, 0, _place_alone if part.flies else list

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

    def series_of(
        self, part: Any, function: Function, sizes: tuple[int, ...], n: int, what: str
    ) -> Function:
        """series(), a function from coefficients of a motion to those of the load."""
        known: list[Program] = []

        def series() -> tuple[Function, bool]:
            if not known:
                says = f"load {part.name!r}: {what}"
                self.of_load(part, function, Kind.TRACE_LOAD, says, n)
            user = self.users.get((id(part), function))
            own = self.of_parts.get(id(part)) if user is None else user.inputs
            if not known:
                given = (*sizes, len(own.now)) if own else sizes
                known.append(self._program_of(part, function, given, n))
            jet = Jet(known[0], part.name, sum([max(1, size) for size in sizes]))
            if own is None:
                return jet.following, jet.attitude
            return lambda given: jet.following((*given, *own.now)), jet.attitude

        return series

    def _program_of(
        self, part: Any, function: Function, sizes: tuple[int, ...], n: int
    ) -> Program:
        user = self.users.get((id(part), function))
        try:
            if user is not None:
                return user.program(Kind.TRACE_LOAD, sizes)
            if n == 3 and not isinstance(function, derived.Slope):
                function = exchanged(function, {rotate_back: seen})
            return record_function(at_any_angle(function), Kind.TRACE_LOAD, sizes, n)
        except DataDependentBranch as reason:
            raise NotAvailable(
                f"load {part.name!r}: {self.method.name} takes a load that can be"
                f" written down as a formula, and this one cannot: {reason}; use rkmk54"
            ) from None

    def recording(
        self, part: Any, function: Any, sizes: tuple[int, ...], n: int
    ) -> Any:
        """(program, the numbers of the load that it is given last) if there is one."""
        own: list[Any] = []
        if (known := self.of_parts.get(id(part))) is not None:
            own = [x[..., None] if np.ndim(x) else x for x in known.now]
            sizes = *sizes, len(own)
        user = self.users.get((id(part), function))
        with suppress(DataDependentBranch):
            if user is None:
                function = at_any_angle(function)
                return record_function(function, Kind.TRACE_LOAD, sizes, n), own
            if user.inputs is None or own:
                return user.program(Kind.TRACE_LOAD, sizes), own
        return None

    def require_series(self) -> None:
        """Raise NotAvailable now if the method takes series that the load has not."""
        if "series" in self.method.properties:
            self.load.series()

    @property
    def changed(self) -> bool:
        return any([user.changed for user in self.users.values()])

    def renewed(self) -> bool:
        """Whether what the load reads has changed since it was recorded; then it is
        recorded again.
        """
        if not any([user.stale for user in self.users.values()]):
            return False
        for user in self.users.values():
            user.forget()
        self.facts.clear()
        self.looking.clear()
        self.load = self.load_on(self.kind)
        return True

    def count_calls(self) -> list[int]:
        calls = [0]

        def counted(function: Function) -> Function:
            def call(*args: Any) -> Any:
                calls[0] += 1
                return function(*args)

            return call

        load = self.load
        if isinstance(load, BoundLoad):
            given = counted(load.torque), counted(load.series)
            self.load = load._replace(torque=given[0], series=given[1])
        elif load is not None:
            self.load = load._replace(law=counted(load.law))
        return calls

    def differs(self, t: float, record: Array) -> str:
        """How the load differs in this state from what was recorded; "" if not."""
        if not any([user.programs for user in self.users.values()]) or not record.size:
            return ""
        return self.differs_in(*first_lane(t, *[a[0] for a in self.read(record[None])]))

    def differs_in(self, t: float, q: State, vectors: Sequence[State]) -> str:
        for function, user in self.users.items():
            if said := user.differs(t, q, self.takes[function](vectors)):
                return said
        return ""

    def load_on(self, kind: Kind) -> Any:
        """The load as a step bound to that kind of numbers takes it."""
        raise NotImplementedError

    def inward(self, q: Quaternion, omega: State, *rest: State) -> Sequence[Any]:
        """A motion of any numbers, body axes, as `to_state` takes it."""
        return *into_principal(q, omega, self.axes), *rest

    def coordinates(self, *motion: Array) -> Sequence[Any]:
        return self.inward(*self.parts(*motion))

    def state_of(self, motion: Sequence[Any], J: State) -> State:
        state: State = self.to_state(*self.inward(*motion), J)
        return state

    def begin(self, *motion: Array) -> None:
        self.y = self.state_of(self.parts(*motion), self.J)

    @property
    def sizes(self) -> tuple[int, ...]:
        raise NotImplementedError

    @property
    def places(self) -> list[slice]:
        """Where the parts of a motion stand, one after the other."""
        sizes = self.sizes
        return [slice(b - n, b) for n, b in zip(sizes, accumulate(sizes), strict=True)]

    def motion(self, y: State, J: State) -> Sequence[State]:
        """(q, omega) or (q, omega, position, velocity) of a state, body axes."""
        (w, x, y_, z), omega, *rest = self.from_state(y, J)
        return *out_of_principal((w, x, y_, z), omega, self.axes), *rest

    def read(self, records: Array) -> list[Array]:
        """The motions of states (records, size, ...), arrays with components last."""
        shape = len(records), *records.shape[2:]
        made = [np.empty((*shape, n), records.dtype) for n in self.sizes]
        rows = max(1, BLOCK // max(1, records[:1].size))
        for k in range(0, len(records), rows):
            motion = self.motion(_columns(records[k : k + rows]), self.J)
            for vectors, part in zip(made, motion, strict=True):
                for i, x in enumerate(part):
                    vectors[k : k + rows, ..., i] = x
        return made

    def trajectory(
        self, t: Array, records: Array, stats: dict[str, Any], interpolant: Interpolant
    ) -> Trajectory:
        held = {} if self.inputs is None else {"t0": self.start[0]}
        return trajectory_of(
            self.method,
            self.body,
            self.given,
            t,
            self.read(records),
            stats | self.statistics(records) | held,
            interpolant,
            None if isinstance(self.given_inputs, Inputs) else self.given_inputs,
        )

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
        names = self.method.layout.statistics
        return {name: records[:, i - len(names)] for i, name in enumerate(names)}


class RotationRun(Run):
    """The rotation about the reference point, in principal axes."""

    def __init__(
        self,
        method: Method,
        body: Body,
        load: Load | None,
        kind: Kind,
        q0: Array,
        omega: Array,
        t0: float = 0.0,
        inputs: Given | Inputs = None,
        span: float = SPAN,
    ):
        super().__init__(
            method,
            body,
            load,
            kind,
            body.principal_moments,
            first_lane(t0, q0, omega),
            omega.shape[:-1],
            UNTURNED if "body axes" in method.properties else body.principal_axes,
            inputs,
            span,
        )
        if "body axes" in method.properties:
            self.step: Function = lambda t, h, y, _, load: method.step(
                t, h, y, body, load
            )
        if load is not None:
            _try(load, self.load, method, t0, *self.coordinates(q0, omega))
            self.require_series()
        self.begin(q0, omega)

    def load_on(self, kind: Kind) -> Any:
        if self.given is None:
            return None
        parts = self.given.summands
        each = [self._summand_on(part, kind) for part in parts]
        total = each[0] if len(each) == 1 else _summed(each)
        others = [b for b, part in zip(each, parts, strict=True) if not _keeps(part)]
        if not others:
            return total
        kept = [b for b, part in zip(each, parts, strict=True) if _keeps(part)]
        return total._replace(
            kept=_summed(kept) if kept else None,
            applied=_of_all([b.torque for b in others]),
        )

    def _summand_on(self, load: Load, kind: Kind) -> BoundLoad:
        name, turned = f"load {load.name!r}: ", self.turned
        law = self.law_of(load)
        torque = self.of_load(load, law, kind, name + TORQUE, 3)
        series = self.series_of(load, law, HELD, 3, TORQUE)
        if "norm" not in self.method.conserves and not is_ours(law):
            torque = _at_unit(torque)
        if turned:
            torque = _in_principal_axes(torque, self.frame)
            series = _series_in_principal_axes(series, self.frame)
        potential: Any = None
        if load.potential:
            given, V, *rest = self.potential_of(load)
            potential = self.of_load(given, V, kind, *rest)
            if turned:
                potential = _potential_in_principal_axes(potential, self.frame)
        return BoundLoad(torque, series, potential, *self._facts(load, law))

    def _facts(self, load: Load, law: Function) -> tuple[bool, State | None]:
        """Whether its potential is linear, and the axis without torque."""
        if not load.potential or "exact work" not in self.method.properties:
            return False, None
        if id(load) not in self.facts:
            potential = self.recording(load, load.potential, (4,), 0)
            torque = self.recording(load, law, HELD, 3)
            self.facts[id(load)] = (
                potential is not None and derived.is_linear(*potential),
                torque and derived.axis(*torque),
            )
        found: tuple[bool, State | None] = self.facts[id(load)]
        return found

    @property
    def sizes(self) -> tuple[int, ...]:
        return 4, 3


class PoseRun(Run):
    """Attitude and position, in body axes."""

    def __init__(
        self,
        method: Method,
        body: Body,
        load: Load | None,
        kind: Kind,
        q0: Array,
        omega: Array,
        position: Array,
        velocity: Array,
        t0: float = 0.0,
        inputs: Given | Inputs = None,
        span: float = SPAN,
    ):
        assert method.layout.constants is not None  # or it would not integrate poses
        motion = q0, omega, position, velocity
        self.coupled: dict[int, Coupled] = {}
        for part in () if load is None else system_of(load, omega.shape[:-1]):
            found = None
            if omega.ndim > 1:
                start = t0, *[tuple(np.moveaxis(a, -1, 0)) for a in motion]
                found = self.coupled[id(part)] = Coupled(part, start)
            _require_coupling(method, part, found)
        super().__init__(
            method,
            body,
            load,
            kind,
            method.layout.constants(body),
            first_lane(t0, *motion),
            omega.shape[:-1],
            inputs=inputs,
            span=span,
        )
        if load is not None:
            self._try(load, t0, *self.coordinates(*motion))
            self.require_series()
        self.begin(*motion)

    def load_on(self, kind: Kind) -> Any:
        if self.given is None:
            return None
        parts = self.given.summands
        laws = [self._law_on(part, kind) for part in parts]

        def resting(t: Scalar, q: State, x: State) -> State:
            still = [f for f, p in zip(laws, parts, strict=True) if not self.looks(p)]
            return total_of([f(t, q, FREE, x, FREE) for f in still])

        @cache
        def split() -> tuple[Function, Function | None]:
            moving = [f for f, p in zip(laws, parts, strict=True) if self.looks(p)]
            return resting, _of_all(moving) if moving else None

        each: list[Any] = []
        for f, part in zip(laws, parts, strict=True):
            if "exact work" not in self.method.properties or not part.potential:
                each.append((f, None, ()))
                continue
            given, V, *rest = self.potential_of(part)
            each.append((f, self.of_load(given, V, kind, *rest), self._facts(part)))
            if self.looks(part):
                each.append((_beside_rest(f), None, ()))
        series = [self._series_on(part) for part in parts]
        joint = together if self.coupled else None
        law = laws[0] if len(laws) == 1 else _of_all(laws)
        return BoundWrench(law, split, tuple(each), _sum_of(series), joint)

    def _facts(self, part: Load) -> tuple[State, ...]:
        """Twists of space along which it does no work."""
        if id(part) not in self.facts:
            found = self.recording(part, self.law_of(part), FLYING, 6)
            reach = 1.0 + max(map(abs, self.start[2][1]))
            self.facts[id(part)] = (
                derived.symmetries(found[0], found[1], reach) if found else ()
            )
        twists: tuple[State, ...] = self.facts[id(part)]
        return twists

    def looks(self, part: Load) -> bool:
        """Whether it depends on omega or velocity, as far as can be known."""
        if id(part) in self.coupled:
            return self.coupled[id(part)].looks
        if id(part) not in self.looking:
            numbers = [*self.of_parts.values(), *([self.inputs] if self.inputs else ())]
            before = [given.now for given in numbers]  # they may be recording
            for given in numbers:
                given.stand_for(given.flat)
            self.looking[id(part)] = self._looks(part, self.law_of(part))
            for given, now in zip(numbers, before, strict=True):
                given.now = now
        return self.looking[id(part)]

    def _looks(self, part: Load, law: Function) -> bool:
        f = self._law_on(part, Kind.FLOAT)
        t, q, (omega, x, velocity) = self.start
        with np.errstate(all="ignore"):
            here, other = f(t, q, omega, x, velocity), f(t, q, ELSE[0], x, ELSE[1])
        if any(np.any(a != b) for a, b in zip(here, other, strict=True)):
            return True
        found = self.recording(part, law, FLYING, 6)
        return found is None or derived.depends(found[0], RATES)

    def _series_on(self, part: Load) -> Function:
        if id(part) in self.coupled:
            return self.coupled[id(part)].series
        return self.series_of(part, self.law_of(part), FLYING, 6, WRENCH)

    def _law_on(self, part: Load, kind: Kind) -> Function:
        if part.pairs is not None:
            if kind != Kind.NUMPY:
                raise NotAvailable(
                    f"load {part.name!r}: bodies that act on each other are stepped"
                    " together, on NumPy's arrays; use backend='auto'"
                )
            return self.coupled[id(part)].wrench
        says = f"load {part.name!r}: {WRENCH}"
        function: Function = self.of_load(part, self.law_of(part), kind, says, 6)
        return function

    def _try(self, load: Load, t: float, *motion: State) -> None:
        q, _, x, _ = motion
        for part in load.summands:
            if id(part) in self.coupled:
                self.coupled[id(part)].require_honest(t, *motion)
                continue
            function = self._law_on(part, self.kind)
            try:
                with np.errstate(all="ignore"):
                    six = function(t, *motion)
                finite = len(six) == 6 and np.isfinite([np.sum(a) for a in six]).all()
            except RotlibError:
                raise
            except (TypeError, ValueError, ArithmeticError) as error:
                raise InvalidInput(
                    f"load {part.name!r}: {WRENCH}; at the start: {error}"
                ) from error
            if not finite:
                raise InvalidInput(
                    f"load {part.name!r}: expected six finite numbers, torque then"
                    f" force, got {six}"
                )
            if part.potential is not None and part.law is not None:
                given, V, *rest = self.potential_of(part)
                potential = self.of_load(given, V, self.kind, *rest)
                resting = function(t, q, FREE, x, FREE)
                require_slope(part, resting, potential, q, x)

    @property
    def sizes(self) -> tuple[int, ...]:
        return 4, 3, 3, 3


def _columns(records: Array) -> State:
    y = records.astype(np.float64, copy=False)
    return tuple([y[:, i] for i in range(y.shape[1])])


def _require_coupling(method: Method, part: Load, found: Coupled | None) -> None:
    if "couplings" not in method.takes:
        raise NotAvailable(
            f"load {part.name!r}: {method.name} solves for one body after the other,"
            " and these act on each other; use kicks4, splitting4_231, buss4, rkmk54 or"
            " dqvi"
        )
    alone = "implicit" in method.properties and "jointed" not in method.properties
    if found and alone and found.looks:
        raise NotAvailable(
            f"load {part.name!r}: {method.name} solves for the rates of one body after"
            " the other, and this one depends on those of two; use kicks4, buss4"
            " or rkmk54"
        )


def _place_alone(vectors: Sequence[State]) -> Sequence[State]:
    return vectors[1:2]


def _beside_rest(wrench: Function) -> Function:
    """What a wrench adds to that of its potential, because it depends on rates."""

    def added(t: Scalar, q: State, w: State, x: State, v: State) -> State:
        here, still = wrench(t, q, w, x, v), wrench(t, q, FREE, x, FREE)
        return tuple([a - b for a, b in zip(here, still, strict=True)])

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
    return multiply(*q, *_inverse(axes)), rotate(*axes, *omega)


def _is_unturned(axes: State) -> bool:
    return isinstance(axes[0], float) and tuple(axes) == UNTURNED


def _inverse(q: Quaternion) -> Quaternion:
    return (q[0], -q[1], -q[2], -q[3])


def _summed(each: list[BoundLoad]) -> BoundLoad:
    potentials = [part.potential for part in each]
    return BoundLoad(
        _of_all([part.torque for part in each]),
        _sum_of([part.series for part in each]),
        (lambda q: total([V(q) for V in potentials if V])) if all(potentials) else None,
        all([part.linear for part in each]),
        _common([part.axis for part in each]),
    )


def _common(axes: Sequence[State | None]) -> State | None:
    first, *others = axes
    alike = first and all([a and np.allclose(a, first, 0.0, 1e-12) for a in others])
    return first if alike else None


def _sum_of(series: Sequence[Function]) -> Function:
    def begun() -> tuple[Function, bool]:
        each, attitude = zip(*[one() for one in series], strict=True)
        return lambda given: total_of([f(given) for f in each]), any(attitude)

    return begun


def _keeps(load: Load) -> bool:
    return load.conserves_energy


def _try(
    load: Load, bound: BoundLoad, method: Method, t: float, q: Quaternion, w: State
) -> None:
    try:
        with np.errstate(all="ignore"):
            x, y, z = bound.torque(t, q, w)
        finite = np.isfinite([np.sum(x), np.sum(y), np.sum(z)]).all()
    except RotlibError:
        raise
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InvalidInput(
            f"load {load.name!r}: {TORQUE}; at the start: {error}"
        ) from error
    if not finite:
        raise InvalidInput(
            f"load {load.name!r}: the torque is not finite at the start: {(x, y, z)}"
        )
    keeping = [part for part in load.summands if _keeps(part)]
    if keeping and {"needs potential", "exact work"} & {*method.properties}:
        kept = bound if bound.applied is None else bound.kept
        said = reduce(add, keeping)
        require_potential(said, kept.torque, kept.potential, t, q, w)


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

    def torque(t: Scalar, q: Quaternion, *rates: State) -> State:
        three: State = given(t, unit(*q), *rates)
        return three

    return torque


def _in_principal_axes(given: Function, frame: Inputs) -> Function:
    def torque(t: Scalar, q: Quaternion, *rates: State) -> State:
        axes = frame.now
        q_body = multiply(*q, *_inverse(axes))
        return rotate_back(
            *axes, *given(t, q_body, *[rotate(*axes, *w) for w in rates])
        )

    return torque


def _series_in_principal_axes(series: Function, frame: Inputs) -> Function:
    def begun() -> tuple[Function, bool]:
        (following, attitude), axes = series(), frame.now

        def turned(given: State) -> State:
            t, q, omega = given[0], given[1:5], given[5:]
            if q[0] is not None:
                q = _turned(q, _inverse(axes))
            return rotate_back(*axes, *following((t, *q, *rotate(*axes, *omega))))

        return turned, attitude

    return begun


def _turned(q: State, by: State) -> State:
    made: State = multiply(*q, *by)
    return made


def _potential_in_principal_axes(given: Function, frame: Inputs) -> Function:
    def turned(q: Quaternion) -> Scalar:
        return given(multiply(*q, *_inverse(frame.now)))

    return turned
