"""What acts in a run, summand by summand of its load, inputs u, load(t, q, omega, u),
and what belongs to each motion of a batch: its body, inputs and parameters of a load.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import numpy as np

from .. import _check
from .._remembered import call_of
from .._types import Array, ArrayLike, Function, Scalar, State
from .._vectors import plus
from ..backends import derived
from ..backends.derived import Jet, seen
from ..backends.executors import Inputs
from ..backends.trace import (
    DataDependentBranch,
    Kind,
    Program,
    flat,
    record_function,
    sizes_of,
)
from ..backends.user_function import (
    UserFunction,
    calls_users,
    exchanged,
    is_ours,
    known_user,
    require_order,
    takes_inputs,
)
from ..body import Body, broadcast
from ..errors import InvalidInput, NotAvailable, RotlibError
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..loads import Load
from ..methods._method import FREE, UNTURNED
from ..numbers import tape_of

PLAIN = Kind.FLOAT, Kind.NUMPY
AT_RATES = 5, 6, 7, 11, 12, 13  # numbers of (t, q, omega, position, velocity)
LAWS = 64  # of rotlib's own of which it is remembered what they are
PROBE = 2.0**-12  # a small turn or move
ALIKE = 1e-5  # relative difference that a law and the slope of a potential may show
GENERIC = (0.5, -0.1, 0.7, 0.5), (0.36, 0.48, -0.64, 0.48), (0.1, 0.7, 0.1, -0.7)
Given: TypeAlias = Array | Callable[[float], Any] | None
InputsLike: TypeAlias = ArrayLike | Callable[[float], Any] | None
HELD = "rows (steps, n) or (1, n), numbers (steps,) or one, or a function of time"


def checked_inputs(
    inputs: InputsLike,
    load: Any,
    t0: float,
    steps: int | None,
    batch: tuple[int, ...] = (),
) -> Given:
    """A function of time, or rows held over steps; at most one row without `steps`."""
    taker = wanting(load)
    if inputs is None:
        if taker is None:
            return None
        said = f"inputs: the load {taker!r} takes inputs, its last argument u, and got"
        raise InvalidInput(said + f" none; give {HELD}")
    if taker is None:
        said = "inputs: there is no load that takes them; write it as load(t, q, omega,"
        said += " u), in flight as load(t, q, omega, position, velocity, u)"
        raise InvalidInput(said)
    if callable(inputs):
        now = _check.array(inputs(t0), f"inputs: at t = {t0:.15g} s")
        wanted = "a function of time that returns a number or shape (n,)"
        got = f"{now.shape}; of a batch give rows (steps, motions, n)"
        _check.require(now.ndim < 2, "inputs", wanted, got)
        return inputs
    rows: Array = np.atleast_1d(_check.array(inputs, "inputs")).astype(np.float64)
    n, axes = len(rows), rows.shape[1:-1]
    if rows.ndim > 2:
        alike = [a in (1, b) for a, b in zip(axes, batch, strict=False)]
        fits = len(axes) == len(batch) and all(alike)
        wanted = f"{HELD}, or rows ({', '.join(map(str, ('steps', *batch, 'n')))})"
        _check.require(fits, "inputs", wanted, rows.shape)
        rows = np.broadcast_to(rows, (n, *batch, rows.shape[-1]))
    if n != 1 and steps is None:
        said = "inputs: rows are held over equal steps, and these are not, got"
        said += f" {rows.shape}; give a function of time, or h and steps"
        raise NotAvailable(said)
    wanted = f"{steps} rows, one for each step, or one row for all"
    got = f"shape {rows.shape}; {n} numbers that stay are one row, shape (1, {n})"
    _check.require(n in (1, steps), "inputs", wanted, got)
    return rows


def wanting(load: Any) -> str | None:
    """The name of the first part of the load that takes inputs."""
    for part in () if load is None else load.summands:
        z, usual = bool(part.start), 5 if part.flies else 3
        each = (part.law, usual + z), (part.motors, 4 + z), (part.rate, usual + 1)
        if part.parameters is None and any(f and takes_inputs(f, n) for f, n in each):
            return str(part.name)
    return None


def fed(function: Function, inputs: Callable[[float], Any]) -> Function:
    def at_time(t: float, *motion: State) -> Any:
        now = inputs(t)
        many = isinstance(now, (tuple, list))
        return function(t, *motion, np.array(now) if many else now)

    # a user's function, as the one that it calls
    at_time.__module__ = getattr(function, "__module__", None) or "__main__"
    return at_time


# --- what acts ------------------------------------------------------------------------


@contextmanager
def tried(says: str) -> Iterator[None]:
    """A call at the start of a run, of a function that should do what `says` says."""
    try:
        yield
    except RotlibError:
        raise
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InvalidInput(f"{says}; at the start: {error}") from error


@dataclass(eq=False)
class Called:
    """A function of a load, and what a run knows of it.

    says: what it should return, for a message
    n: how many numbers; 0 of a potential, which has no time
    at: which vectors of a motion it is given; the states of the load come last
    recorded: whether the run goes by what was recorded of it
    """

    part: "Part"
    function: Any
    says: str
    n: int
    at: Sequence[int]
    recorded: bool = False

    @cached_property
    def is_known(self) -> bool:
        """Whether it calls nothing that a user wrote, or knows how that is recorded."""
        return isinstance(self.function, derived.Slope) or is_built_in(self.function)

    @cached_property
    def user(self) -> UserFunction:
        """The function as a user's, which is compared with what is recorded of it."""
        run, function, inputs = self.part.run, self.function, self.part.parameters
        if not is_ours(function):
            require_order(function, self.says)
        start = self.given(*run.start)
        if inputs is None and takes_inputs(function, 2 + sum(map(bool, start[2]))):
            inputs = run.u
            if run.inputs is None:
                said = f"load {self.part.name!r}: it takes inputs, its last argument u;"
                raise InvalidInput(said + " give inputs")
            if callable(run.inputs):
                function = fed(function, run.inputs)
        given = function, self.says, self.n, start, inputs
        user = known_user(UserFunction(*given, run.quiet, run.span))
        run.asked.append(self)
        return user

    def takes(self, vectors: Sequence[State]) -> list[State]:
        given = [vectors[i] for i in self.at]
        if self.n and self.part.load.start:
            given.append(vectors[-1][self.part.place])
        return given

    def given(self, t: float, q: State, vectors: Sequence[State]) -> tuple[Any, ...]:
        """(t, q, vectors) as it is asked, of all those of a motion."""
        return t, *self.part.arguments(self, q, vectors)

    def on(self, kind: Kind) -> Any:
        plain, own = kind in PLAIN, self.part.parameters
        if not (self.is_known or (plain and is_ours(self.function))):
            user, called = self.user, self.part.run.called
            if kind != Kind.TRACE_CALLS:
                self.recorded |= kind != Kind.FLOAT
                return user.on(kind)
            ours = is_ours(self.function)
            called[self] = self.on(Kind.FLOAT) if ours else user.on(kind)
            which = [*called].index(self)
            return lambda *args: tape_of(*flat(args)).call(which, args, self.n)
        function = self.function if plain else at_any_angle(self.function)
        return function if own is None else lambda *args: function(*args, own.now)

    @property
    def is_users(self) -> bool:
        """Whether it is recorded as one; rotlib's own that calls one's not unasked."""
        return "user" in vars(self) or not is_ours(self.function) and not self.is_known

    @property
    def inputs(self) -> Inputs | None:
        return self.user.inputs if self.is_users else self.part.parameters

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many numbers its arguments have without inputs; 0 of one alone."""
        t, q, vectors = self.given(*self.part.run.start)
        return sizes_of([*[t] * bool(self.n), q, *vectors])

    def program(self, as_seen: bool = False) -> Program:
        """What is recorded of it; DataDependentBranch if that cannot be."""
        last, sizes = self.inputs, self.sizes
        if last is not None:
            sizes += sizes_of([last.now])
        if self.is_users:
            self.recorded = True
            return self.user.program(sizes)
        called = self.function
        if as_seen and is_built_in(called):  # a turn back has a series of its own
            called = exchanged(called, {rotate_back: seen})
        return record_function(at_any_angle(called), Kind.TRACE_LOAD, sizes, self.n)

    def recording(self) -> Program | None:
        """Its program, if there is one and nothing in it varies but the motion."""
        with suppress(DataDependentBranch):
            if self.inputs is self.part.parameters:
                return self.program()
        return None


@dataclass(eq=False)
class Part:
    """A summand of the load of a run.

    place: of its states among all
    parameters: its own, if it has some and is no law of pairs
    found: what its recordings tell
    """

    run: Any
    load: Load
    place: slice
    parameters: Inputs | None = None

    def __post_init__(self) -> None:
        load = self.load
        self.found: dict[str, Any] = {}
        self.name: str = load.name
        if load.parameters is not None and load.pairs is None:
            self.parameters = Inputs.of_rows(fitting(load, self.run.batch)[None])
        law, V = load.law, load.potential
        if is_built_in(law) and load.pairs is None and (not V or is_built_in(V)):
            own = b"" if self.parameters is None else self.parameters.table.tobytes()
            self.found = _found(law, V, own)

    def _called(self, f: Any, says: str, n: int, at: Sequence[int]) -> Called | None:
        says = f"load {self.name!r}: expected {says}"
        return None if f is None else Called(self, f, says, n, at)

    @cached_property
    def potential(self) -> Any:
        place, at = (", position", [1]) if self.run.flies else ("", [])
        says = f"potential(q{place}) to return a number"
        return self._called(self.load.potential, says, 0, at)

    @cached_property
    def functions(self) -> list[Called | None]:
        """Law, motors, rate."""
        load, rotors, given, at = self.load, self.run.body.rotors, "t, q, omega", [0]
        law, states, z = load.law, len(load.start), ", z" if load.start else ""
        acts, n = f"torque({given}{z}) to return three numbers (x, y, z)", 3
        if self.run.flies:
            given, at, n = f"{given}, position, velocity", [0, 1, 2], 6
            acts = f"wrench({given}{z}) to return six numbers, torque then force"
        if law is None and load.potential is not None:
            law = self.slope(pairs=False)
        drives = f"motors(t, q, omega, rotor_speeds{z}) to return {rotors} numbers"
        drives += ", one for each rotor"
        changes = f"rate({given}, z) to return {states} numbers"
        return [
            self._called(law, acts, n, at),
            self._called(load.motors, drives, rotors, [0, -2]),
            self._called(load.rate, changes, states, at),
        ]

    @property
    def law(self) -> Any:
        return self.functions[0]

    def slope(self, pairs: bool) -> derived.Slope:
        """The law of a potential alone, by a recording of it."""
        self.potential.recorded = True
        return derived.Slope(self.potential.user, self.name, pairs)

    def arguments(self, called: Called, q: State, vectors: Sequence[State]) -> Any:
        """(q, vectors) as one of its functions is asked."""
        return q, called.takes(vectors)

    def bound(self, kind: Kind) -> list[Any]:
        return [called and called.on(kind) for called in self.functions]

    def series(self) -> Function:
        """series(), begun in each step: from coefficients of a motion to the law's."""

        def begun() -> tuple[Function, bool]:
            jet, last = self.jet(), self.law.inputs
            if last is None:
                return jet.following, jet.needs_q
            # asked at each call: the bodies of a system lend their numbers in turn
            return lambda given: jet.following((*given, *flat([last.now]))), jet.needs_q

        return begun

    def jet(self, as_seen: bool = True) -> Jet:
        law = self.law

        def recorded() -> Program:
            law.on(Kind.TRACE_LOAD)  # a user's, which it may call, is compared
            try:
                program: Program = law.program(as_seen)
            except DataDependentBranch as reason:
                said = f"load {self.name!r}: {self.run.method.name} takes a load that"
                said += " can be written down as a formula, and this one cannot:"
                raise NotAvailable(said + f" {reason}; use rkmk54") from None
            return program

        # the parameters of pairs, which stay, are behind two motions
        size = sum([max(1, n) for n in law.sizes[:9]])
        return Jet(self._once("series", recorded), self.name, size)

    def _once(self, what: str, find: Callable[[], Any]) -> Any:
        if what not in self.found:
            self.found[what] = find()
        return self.found[what]

    @property
    def rates(self) -> Sequence[int]:
        """Where rates stand among the numbers of its law."""
        return AT_RATES if self.run.flies else AT_RATES[:3]

    @property
    def looks(self) -> bool:
        """Whether it depends on omega or velocity, as far as can be known."""

        def find() -> bool:
            program = self.law.recording()
            return program is None or derived.depends(program, self.rates)

        return bool(self._once("looks", find))

    @property
    def keeping(self) -> Any:
        """Of a held body, whether the potential is linear, and the axis without torque;
        of one that flies, the twists of space along which the load does no work.
        """
        flies = self.run.flies
        if not self.load.potential:
            return () if flies else (False, None)

        def find() -> Any:
            law = self.law.recording()
            now = () if self.parameters is None else self.parameters.now
            own = [x[..., None] if np.ndim(x) else x for x in now]
            if flies:
                reach = 1.0 + max(map(abs, self.run.start[2][1]))
                return derived.symmetries(law, own, reach) if law else ()
            V = self.potential.recording()
            return V and derived.is_linear(V, own), law and derived.axis(law, own)

        return self._once("keeping", find)

    def require_sense(self, kind: Kind, t: float, q: Any, *vectors: State) -> None:
        """Raise InvalidInput if some function of it says nothing sensible here."""
        for called in filter(None, self.functions):
            with np.errstate(all="ignore"), tried(called.says):
                values = tuple(called.on(kind)(t, q, *called.takes(vectors)))
                finite = np.isfinite([np.sum(x) for x in values]).all()
            if len(values) != called.n or not finite:
                said = f"{called.says}, finite ones; at the start it is {values}"
                raise InvalidInput(said)
        load = self.load
        if not (load.law and load.potential) or load.start:
            return
        if self.law.is_known and self.potential.is_known:
            return
        law, potential = self.law.on(kind), self.potential.on(kind)
        method = self.run.method
        exact = "exact work" in method.properties  # whose potential is that at rest
        omega, *place = vectors[:2]
        if self.run.flies:
            W = law(t, q, FREE, *place, FREE)
            require_slope(self.name, "wrench", W, potential, q, *place)
        elif (exact or method.base is not None) and load.conserves_energy:
            turns: Any = UNTURNED, *GENERIC  # one attitude says little
            for turn in turns:
                at = multiply(*q, *turn)
                W = law(t, at, FREE if exact else omega)
                require_slope(self.name, "torque", W, potential, at)


def is_built_in(function: Any) -> bool:
    """Whether it is rotlib's own, and calls no function of a user."""
    return is_ours(function) and not calls_users(function)


def at_any_angle(function: Function) -> Function:
    """A load of ours while it is recorded: its angles are no turns of a step."""

    def call(*args: Any) -> Any:
        if (tape := tape_of(*flat(args))) is None:
            return function(*args)
        with tape.any_angle():
            return function(*args)

    return call


def require_slope(
    name: str, word: str, W: State, potential: Function, *places: State
) -> None:
    """Refuse what a law says, W, if it is not the slope of the potential.

    W: body axes, for each body three numbers, or six with a place
    places: q and position of each body, or its q alone, as the potential takes them
    """

    def in_double(x: Scalar) -> Scalar:  # float32 would hide in its rounding the answer
        return x if isinstance(x, float) else np.asarray(x, np.float64)

    at: list[State] = [tuple(map(in_double, part)) for part in places]

    def moved(i: int, size: float) -> Scalar:
        """The potential after a turn or a move of that size."""
        body, k = divmod(i, 6)
        given: list[State] = [*at]
        j, way = 2 * body, [size * (k % 3 == axis) for axis in range(3)]
        if k < 3:
            turn: State = math.cos(size / 2), *[math.sin(x / 2) for x in way]
            given[j] = multiply(*at[j], *turn)
        else:
            given[j + 1] = plus(at[j + 1], rotate(*at[j], *way))
        return potential(*given)

    V, far = moved(0, 0.0), 0.0
    for i in range(len(W)):
        for turn in (1.0, math.pi / 2, math.pi):
            far = far + np.nan_to_num(abs(moved(i, turn) - V), posinf=0.0)
    scale = sum(map(abs, W)) + far + 1e-10 * abs(V) / PROBE
    for i, w in enumerate(W):
        slope = (moved(i, PROBE) - moved(i, -PROBE)) / (2 * PROBE)
        off, size = np.broadcast_arrays(np.abs(slope + w), scale)
        share = float((off / np.where(off == 0.0, 1.0, size)).max(initial=0.0))
        if share > ALIKE:
            said = f"load {name!r}: its {word} is not that of its potential, by"
            said += f" {share:.2g} of its size"
            if len(W) == 12:
                said += f", on the {'first' if i < 6 else 'second'} body of a pair; a"
                said += " potential must not change when both are moved together"
            raise InvalidInput(said)


@lru_cache(maxsize=LAWS)
def _found(law: Function, potential: Function | None, parameters: bytes) -> Any:
    """What recordings tell of rotlib's own, which is the same for all runs."""
    return {}


# --- of each motion of a batch --------------------------------------------------------


def fitting(part: Any, batch: tuple[int, ...]) -> Array:
    """The parameters of a load for a batch with these axes, (n,) or (*batch, n)."""
    numbers: Array = np.asarray(part.parameters)
    if numbers.ndim == 1:
        return numbers
    return np.broadcast_to(numbers, (*batch, numbers.shape[-1]))


def axes_of(load: Any) -> list[tuple[int, ...]]:
    """The axes of a batch that parts of a load have parameters for; not of pairs."""
    parts = () if load is None else load.summands
    own = [p for p in parts if p.parameters is not None and p.pairs is None]
    return [np.shape(p.parameters)[:-1] for p in own]


def body_of(body: Body, batch: tuple[int, ...]) -> Body:
    return broadcast(body, batch) if body.shape else body


def picked_body(body: Body, key: tuple[Any, ...]) -> Body:
    return body[key] if body.shape else body


def picked_load(load: Any, batch: tuple[int, ...], key: tuple[Any, ...]) -> Any:
    if not any(axes_of(load)):
        return load

    def picked(value: Any) -> Any:
        if isinstance(value, Load):
            return picked_load(value, batch, key)
        if isinstance(value, Body):
            return picked_body(body_of(value, batch), key)
        return value

    call = call_of(load)
    if call is not None:
        named = {name: picked(value) for name, value in call.keywords.items()}
        return call.func(*map(picked, call.args), **named)
    parts = tuple([picked(part) for part in load.parts])
    each = np.ndim(load.parameters) > 1 and load.pairs is None
    own = fitting(load, batch)[key] if each else load.parameters
    return replace(load, parts=parts, parameters=own)


def picked_inputs(inputs: Any, batch: tuple[int, ...], key: tuple[Any, ...]) -> Any:
    axes = len(batch)
    if not isinstance(inputs, np.ndarray) or not axes or inputs.ndim < 2 + axes:
        return inputs
    return np.moveaxis(np.moveaxis(inputs, 0, -1)[key], -1, 0)
