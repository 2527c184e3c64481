"""A method bound to body, load and a kind of numbers; of one body, or of a system."""

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import InitVar, dataclass, replace
from functools import cache, cached_property
from itertools import accumulate
from operator import itemgetter
from typing import Any, Self

import numpy as np

from .._types import Array, Function, Quaternion, Scalar, State
from .._vectors import minus, plus
from ..backends.executors import Inputs
from ..backends.rows import side_by_side, together
from ..backends.trace import Kind, flat
from ..backends.user_function import SPAN, UserFunction, is_ours, of_any_number
from ..body import Body, principal
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..loads import Load
from ..methods import BoundLoad, EmbeddedPair, Method
from ..methods._method import FREE, RATES, UNTURNED, Layout, turned_back, unit
from ..methods._state import ROTORS, behind, keep, read, rows_of, with_behind
from ..numbers import tape_of, total
from .coupled import Coupled, require_system
from .given import PLAIN, Called, Given, Part
from .trajectory import OWN, Interpolant, Trajectory

SHORT = 8  # records that are read faster as floats, with the same bits
BLOCK = 2**16  # numbers of records that are read in one go, and fit a cache
NAMES = "q0", "omega", "position", "velocity", "rotor_speeds", "states"


class Frame(Inputs):
    """The axes that the step of a held body works in, and what is seen from them."""

    @cached_property
    def turned(self) -> bool:
        return self.by_lane or tuple(self.flat) != UNTURNED

    def outward(self, q: Quaternion, omega: State) -> tuple[Quaternion, State]:
        if not self.turned:
            return q, omega
        if q[0] is not None:  # of a series that does not ask for it
            q = turned_back(q, self.now)
        return q, rotate(*self.now, *omega)

    def law(self, given: Function) -> Function:
        def torque(t: Scalar, q: Quaternion, omega: State) -> State:
            return rotate_back(*self.now, *given(t, *self.outward(q, omega)))

        return torque if self.turned else given

    def potential(self, given: Function) -> Function:
        return (lambda q: given(turned_back(q, self.now))) if self.turned else given

    def series(self, given: Function) -> Function:
        def begun() -> tuple[Function, bool]:
            following, needs_q = given()
            law = self.law(lambda t, q, omega: following((t, *q, *omega)))
            return lambda motion: law(motion[0], motion[1:5], motion[5:]), needs_q

        return begun if self.turned else given


@dataclass(eq=False)
class Run:
    """A method bound to body, load and numbers, and its state `y`.

    given: the load
    inputs: as they were given; u: those of now
    span: s, in which a user's load is tried
    J: what the step takes for the body
    frame: the axes that the step works in
    start: (t, q, vectors) of one motion, body axes, at which a load is tried
    sizes: how many numbers the parts of a motion have: (q, omega), then position and
        velocity in flight, then rotor speeds and states of loads if there are any
    numbers: all that may vary by lane or by step: of the body, then of the load
    h: of equal steps
    asked: functions of the load that are called or recorded as a user's
    called: those that a recorded step calls, as they are
    """

    n = 1  # bodies in a state
    quiet = False  # whether nothing is said of a load that takes long

    method: Method
    body: Body
    given: Load | None
    kind: Kind
    begun: InitVar[dict[str, Array]]
    t0: InitVar[float] = 0.0
    inputs: Given | Inputs = None
    span: float = SPAN
    h: float | None = None

    def __post_init__(self, begun: dict[str, Array], t0: float) -> None:
        method, body, load = self.method, self.body, self.given
        motion, inputs = motion_of(begun, 6), self.inputs
        self.flies: bool = method.poses
        self.extended: bool = "states" in begun
        self.start: tuple[Any, ...] = first_lane(t0, *motion)
        self.sizes: tuple[int, ...] = tuple([a.shape[-1] for a in motion])
        J, axes, layout = _coordinates(method, body, self.extended)
        self.layout: Layout = layout
        self.to_state: Function = of_any_number(layout.to_state)
        self.from_state: Function = of_any_number(layout.from_state)
        self.step: Function = of_any_number(method.step)
        if "body axes" in method.properties:
            self.step = lambda t, h, y, _, load: method.step(t, h, y, body, load)
        self.batch: tuple[int, ...] = begun["omega"].shape[:-1]
        rows = Inputs.of_rows(inputs) if isinstance(inputs, np.ndarray) else inputs
        self.u: Inputs | None = rows if isinstance(rows, Inputs) else None
        self.frame: Frame = Frame.of(axes)
        self.asked: list[Called] = []
        self.called: dict[Called, Function] = {}
        self.summands: list[Part] = []
        if load is not None:
            require_system(load, self.batch)
            bodies = [tuple(np.moveaxis(a, -1, 0)) for a in motion[:4]]
            for part, place in load.places:
                of = self, part, place
                alone = part.pairs is None
                self.summands.append(Part(*of) if alone else Coupled(*of, bodies))
        self.numbers: list[Inputs] = [Inputs.of(J)]
        self.numbers += [self.u] if self.u else []
        self.numbers += [self.frame] if self.frame.by_lane and self.summands else []
        self.numbers += [p.parameters for p in self.summands if p.parameters]
        self.J: State = self.numbers[0].now
        self.load: Any = self.load_on(self.kind)
        self.y: State = ()
        self._try(motion)
        if "series" in method.properties and self.load is not None:
            self.load.series()  # which says now if there is none
        self.begin(*motion)

    def restart(self, start: dict[str, Array], t0: float, span: float) -> bool:
        """Begin another motion; False if what the load reads is another thing now."""
        if self.asked and self.stale:
            return False
        motion = motion_of(start, 6)
        if self.given is not None:
            self.start, self.span = first_lane(t0, *motion), span
            for called in self.asked:
                called.user.start = called.given(*self.start)
                called.user.span = span
            self._try(motion)
        self.begin(*motion)
        return True

    def _try(self, motion: Sequence[Array]) -> None:
        for part in self.summands:
            part.require_sense(self.kind, self.start[0], *self.parts(*motion))

    def hold(self, step: int) -> None:
        if self.u is not None:
            self.u.hold(step)

    def select(self, lanes: Any) -> None:
        """Go on with these lanes of a batch alone, side by side; None for all."""
        for given in (*self.numbers, self.frame):
            given.select(lanes)
        self.J = self.numbers[0].now

    @property
    def users(self) -> list[UserFunction]:
        return [called.user for called in self.asked]

    @property
    def recorded_functions(self) -> list[Called]:
        return [called for called in self.asked if called.recorded]

    @property
    def stale(self) -> bool:
        """Whether what a load reads is no longer what was recorded of it."""
        return any([called.user.stale for called in self.recorded_functions])

    def count_calls(self) -> list[int]:
        """The calls of what acts from now on, in a list of one number."""
        calls, load = [0], self.load

        def counted(function: Function) -> Function:
            def call(*args: Any) -> Any:
                calls[0] += 1
                return function(*args)

            return call

        if load is not None:
            law, series = map(counted, (load.law, load.series))
            self.load = load._replace(law=law, series=series)
        return calls

    def differs(self, times: Any, states: Array) -> str:
        """How the load differs in these states from what was recorded; "" if not."""
        if not states.size or not any(
            [called.user.made for called in self.recorded_functions]
        ):
            return ""
        motion = self.read(states)
        for i, t in enumerate(times):
            if said := self.differs_in(*first_lane(float(t), *[a[i] for a in motion])):
                return said
        return ""

    def differs_in(self, t: float, q: State, vectors: Sequence[State]) -> str:
        each = (
            c.user.differs(*c.given(t, q, vectors)) for c in self.recorded_functions
        )
        return next(filter(None, each), "")

    # --- the state --------------------------------------------------------------------

    def state_of(self, motion: Sequence[Any], J: State) -> State:
        q, omega, *rest = motion
        if self.frame.turned:
            axes = self.frame.now
            q, omega = multiply(*q, *axes), rotate_back(*axes, *omega)
        y: State = self.to_state(q, omega, *rest[: 2 if self.flies else None], J)
        if self.flies and self.extended:
            speeds, z = rest[2:]
            y = with_behind(y, omega, speeds, z, J)
        return (*y, *[0.0 * omega[0]] * len(self.layout.statistics))

    def begin(self, *motion: Array) -> None:
        self.y = self.state_of(self.parts(*motion), self.J)
        if self.h is not None and (precompute := self.layout.precompute) is not None:
            self.y = of_any_number(precompute)(self.h, self.y, self.J)

    @property
    def places(self) -> list[slice]:
        sizes = self.sizes
        return [slice(b - n, b) for n, b in zip(sizes, accumulate(sizes), strict=True)]

    def motion(self, y: State, J: State) -> Sequence[State]:
        """The parts of a motion from a state, body axes."""
        (w, x, y_, z), omega, *rest = self.from_state(y, J)
        q: Quaternion = (w, x, y_, z)
        if self.flies and self.extended:
            rest += behind(y[13:], omega, J, ROTORS)
        return *self.frame.outward(q, omega), *rest

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
        named: Any = {"body": self.body, "method": self.method.name, "load": self.given}
        named |= {"integrator": self.method, "interpolant": interpolant}
        names = "q_raw", "omega", *OWN[0 if self.flies else 2 :]
        named |= zip(names, self.read(records), strict=False)
        if not isinstance(self.inputs, Inputs):
            named["inputs"] = self.inputs
        stats = stats | self.statistics(records)
        if self.u is not None:
            stats["t0"] = self.start[0]
        return Trajectory(t, stats=stats, **named)

    def with_step(self, step: Function, y: State) -> Self:
        made = copy(self)
        made.method, made.step = replace(self.method, step=step), of_any_number(step)
        made.y = y
        return made

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
        if self.given is None:
            return None
        parts, each = self.summands, [p.bound(kind) for p in self.summands]
        coupled = any([isinstance(part, Coupled) for part in parts])
        over_bodies = together if coupled else None
        if self.extended:
            return BoundLoad(None, drive=self._drive(each), over_bodies=over_bodies)
        exact = "exact work" in self.method.properties
        off_sphere = not self.flies and "norm" not in self.method.conserves
        laws, potentials, working = list[Any](), list[Any](), list[Any]()
        for part, (law, *_) in zip(parts, each, strict=True):
            V: Any = None
            if off_sphere and not is_ours(part.law.function):
                law = _at_unit(law)
            law = self.frame.law(law)
            held = part.load.conserves_energy and (exact or not self.flies)
            if held and not isinstance(part, Coupled):
                V = self.frame.potential(part.potential.on(kind))
            laws.append(law)
            potentials.append(V)
            if exact:
                working.append((law, V, part.keeping))
            if exact and V and part.looks:
                working.append((_beside_rest(law), None, ()))

        @cache
        def split() -> tuple[Any, Any]:
            pairs = [(f, part.looks) for f, part in zip(laws, parts, strict=True)]
            still = _of_all([f for f, looks in pairs if not looks])
            moving = [f for f, looks in pairs if looks]
            resting: Any = lambda t, q, x: still(t, q, FREE, x, FREE)  # noqa: E731
            return resting, _of_all(moving) if moving else None

        stored = all(potentials) and (lambda q: total([V(q) for V in potentials]))
        return BoundLoad(
            laws[0] if len(laws) == 1 else _of_all(laws),
            _sum_of([self.frame.series(part.series()) for part in parts]),
            potential=stored or None,
            parts=tuple(working),
            split=split,
            over_bodies=over_bodies,
        )

    def _drive(self, bound: Sequence[Any]) -> Function:
        """drive(t, motion) -> torque, or torque and force; rates of what is behind."""
        frame, nothing = self.frame, (0.0,) * (6 if self.flies else 3)
        rotors = self.body.rotors
        parts = [(*f, p.place) for f, p in zip(bound, self.summands, strict=True)]

        def drive(
            t: Scalar, q: Quaternion, omega: State, *rest: State
        ) -> tuple[State, State]:
            *place, speeds, z = rest
            q, omega = frame.outward(q, omega)
            acting, on_rotors, rates = nothing, (0.0,) * rotors, list[Scalar]()
            for law, motors, rate, states in parts:
                own = (z[states],) if rate else ()
                if law:
                    acting = plus(acting, law(t, q, omega, *place, *own))
                if motors:
                    on_rotors = plus(on_rotors, motors(t, q, omega, speeds, *own))
                if rate:
                    rates += rate(t, q, omega, *place, *own)
            if frame.turned:
                acting = rotate_back(*frame.now, *acting)
            return acting, (*on_rotors, *rates)

        return drive


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


def _beside_rest(law: Function) -> Function:
    """What a law adds to that of its potential, because it depends on rates."""

    def added(t: Scalar, q: State, w: State, *place: State) -> State:
        still = law(t, q, FREE, *place[:1], *[FREE for _ in place[1:]])
        return minus(law(t, q, w, *place), still)

    return added


def first_lane(t: float, *arrays: Array) -> tuple[Any, ...]:
    """(t, q, vectors) of the first motion, as floats; of none some."""
    each: list[Any] = []
    for a in arrays:
        row = a.reshape(-1, a.shape[-1])[0] if a.size else np.eye(1, a.shape[-1])[0]
        each.append(tuple(row.tolist()))
    return t, each[0], each[1:]


def total_of(wrenches: Sequence[State]) -> State:
    added = [total(components) for components in zip(*wrenches, strict=True)]
    return tuple(added) or (0.0,) * 6


def _of_all(parts: Sequence[Any]) -> Function:
    return lambda *args: total_of([part(*args) for part in parts])


def _sum_of(series: Sequence[Function]) -> Function:
    def begun() -> tuple[Function, bool]:
        each, needs_q = zip(*[one() for one in series], strict=True)
        return lambda given: total_of([f(given) for f in each]), any(needs_q)

    return begun


def _at_unit(given: Function) -> Function:
    """A user's function at the direction of q: stages of a method may be off it."""
    return lambda t, q, *rates: given(t, unit(*q), *rates)


# --- of a system of bodies ------------------------------------------------------------


class SystemRun(Run):
    """As a `Run`, which stands behind it as `apart` and has the bodies as lanes.

    Its state is each number of the bodies, the last axis of the batch, from the first
    to the last, then the next number: one flat state, so it is compiled, too. What
    remains of the batch are systems. A method of joints steps that state itself; any
    other is recorded on rows of numbers, one of each body.
    """

    def __init__(self, *of: Any, **given: Any):
        self.apart: Run = Run(*of, **given)
        vars(self).update(vars(self.apart))
        self.jointed: bool = "jointed" in self.method.properties
        self.bodies: tuple[int, ...] = self.apart.batch[-1:]  # of a single one without
        self.n: int = (*self.bodies, 1)[0]
        self.batch: tuple[int, ...] = self.apart.batch[:-1]
        self.kind: Kind = Kind.NUMPY if self.batch else Kind.FLOAT
        moments, *others = self.numbers
        self.numbers: list[Inputs] = [self._of_all(moments, True)]
        self.numbers += map(self._of_all, others)
        if self.u is not None:
            self.u: Inputs | None = self.numbers[self.apart.numbers.index(self.u)]
        for part in self.summands:
            if isinstance(part, Coupled):
                part.together, pairs = True, part.load.pairs
                if not callable(pairs):  # by which programs are told apart
                    part.found["ends"] = part.ends.tolist()
                if not callable(pairs) and part.given:
                    part.numbers = Inputs.of(_numbers(part))
                    self.numbers.append(part.numbers)
        self.J: State = self.numbers[0].now
        self.load: Any = self.load_on(self.kind)
        if not self.jointed:
            self.step: Function = self._step_of_bodies
        self.begin(*motion_of(of[4], 6))

    def _of_all(self, x: Inputs, each: bool = False) -> Inputs:
        """Numbers of the bodies as those of a system; `each` body has its own."""
        table = x.table
        if each and not x.by_lane:
            table = np.broadcast_to(table[..., None], (*table.shape, self.n))
        elif not x.by_lane:
            return x
        whole = np.moveaxis(table, -1, 2)
        whole = whole.reshape(len(whole), -1, *whole.shape[3:])
        first = whole.reshape(*whole.shape[:2], -1)[..., :1]
        alike = each and (whole.reshape(*whole.shape[:2], -1) == first).all()
        return Inputs(first[..., 0] if alike else whole)

    def begin(self, *motion: Array) -> None:
        self.y: State = self.state_of(self.apart.parts(*motion), self.J)

    def state_of(self, motion: Any, J: State) -> State:
        return self._flat(self.apart.state_of(motion, self.apart.J))

    def motion(self, y: State, J: State) -> Any:
        each = side_by_side(y, self.n)
        lanes = each if self.bodies else [x[..., 0] for x in each]
        return self.apart.motion(lanes, self.apart.J)

    def _flat(self, y: State) -> State:
        """A state of arrays, bodies last, as one of the whole system."""
        whole = np.array(np.broadcast_arrays(*y), float)
        systems = whole.shape[1 : whole.ndim - len(self.bodies)]
        whole = np.moveaxis(whole.reshape(len(y), *systems, self.n), -1, 1)
        flat = whole.reshape(-1, *systems)
        return tuple(flat if systems else flat.tolist())

    def _with_lanes(self, records: Array) -> Array:
        parts = records.reshape(len(records), -1, self.n, *self.batch)
        lanes = np.moveaxis(parts, 2, -1)
        return lanes if self.bodies else lanes[..., 0]

    def read(self, records: Array) -> list[Array]:
        return self.apart.read(self._with_lanes(records))

    def statistics(self, records: Array) -> dict[str, Array]:
        return self.apart.statistics(self._with_lanes(records))

    def _step_of_bodies(
        self, t: Scalar, h: Scalar, y: State, J: State, load: Any
    ) -> State:
        """A step for one body as that of the system: on arrays, or recorded on rows."""
        n, apart = self.n, self.apart

        def beside(numbers: State) -> Any:
            return side_by_side(numbers, n)

        def of_all(numbers: State) -> Any:
            return beside([x for x in numbers for _ in range(n)])

        if tape_of(*y) is None:
            apart.J = beside(J)
            self._lend(beside)
            return self._flat(apart.step(t, h, beside(y), apart.J, load))
        self._lend(beside, of_all)
        made = apart.step(*of_all((t, h)), tuple(beside(y)), beside(J), load)
        return [x for row in made for x in row]

    def _lend(self, picked: Function, alike: Function | None = None) -> None:
        """The numbers of loads are now what is picked of those of the system."""
        for one, whole in zip(self.apart.numbers[1:], self.numbers[1:], strict=False):
            if one is not whole:
                one.stand_for(picked(whole.now))
            elif alike:
                one.stand_for(alike(flat([whole.now])))

    def load_on(self, kind: Kind) -> Any:
        if self.given is None:
            return None
        if self.jointed:
            return self._of_joints(kind)
        if kind in PLAIN:
            self.apart.load = self.apart.load_on(Kind.NUMPY)
            return self.apart.load
        return super().load_on(kind)

    def _of_joints(self, kind: Kind) -> BoundLoad:
        """law(t, motions) -> the wrenches, body by body."""
        n, parts = self.n, self.summands
        lone = [part.law.on(kind) for part in parts if not isinstance(part, Coupled)]
        both = [(p, p.law.on(kind)) for p in parts if isinstance(p, Coupled)]

        def law(t: Scalar, motions: list[Any]) -> list[State]:
            each: list[list[State]] = []
            for i, motion in enumerate(motions):
                self._lend(itemgetter(slice(i, None, n)))
                each.append([f(t, *motion) for f in lone])
            for part, of_pair in both:
                part.choose(tuple(zip(*[m[2] for m in motions], strict=True)))
                pairs = part.ends.T.tolist()
                now = part.numbers.now if part.numbers else _numbers(part)
                for p, (a, b) in enumerate(pairs):
                    own = [now[p :: len(pairs)]] if now else []
                    twelve = of_pair(t, *motions[a], *motions[b], *own)
                    each[a].append(twelve[:6])
                    each[b].append(twelve[6:])
            return [total_of(wrenches) for wrenches in each]

        moving = any([part.looks for part in parts])
        return BoundLoad(law, split=lambda: (law, law if moving else None))


def _numbers(coupled: Coupled) -> State:
    each = np.broadcast_arrays(*coupled.given, coupled.ends[0])[:-1]
    return tuple(np.ravel(each).astype(float).tolist())
