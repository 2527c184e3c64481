"""A function that a user wrote for one body, on every kind of numbers.

It is given arrays, q of shape (4,) and omega of shape (3,), and returns three numbers.
One body calls it as it is. For a batch, a compiled loop or JAX it is recorded, if it
can be: twice, on copies of what it could change, and compared with plain calls, then
and while the run is made. Else a batch calls it for each motion.
"""

import inspect
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from .. import _check
from .._types import Array, Function, State
from ..errors import InvalidInput, SlowLoad, warn
from .inputs import Inputs
from .python_loops import is_straight, on_arrays, on_floats
from .rebind import Rebinder, is_users
from .trace import DataDependentBranch, Kind, Program, record_function, replayed
from .vectors import BUILTINS, FOUND, vector

ALIKE = 1e-9  # relative difference that a plain call and the program may show
OTHERS = (set, frozenset, dict, bytes, bytearray)  # numbers come out of them, too
MEANT = {"w": "omega", "v": "velocity"}
MEANT |= dict.fromkeys(("x", "r", "p", "pos", "place"), "position")
ELSEWHERE = (  # parts of a run, attitudes, factors of vectors, at which both are called
    (0.0037, (0.5, 0.5, 0.5, 0.5), (0.7, -1.3, 2.1)),
    (0.037, (0.36, 0.48, -0.64, 0.48), (-1.7, 0.9, 0.3)),
    (0.11, (0.1, -0.7, 0.1, 0.7), (0.01, 0.02, -0.03)),
    (0.29, (0.8, 0.0, -0.6, 0.0), (-0.4, -2.3, 0.8)),
    (0.47, (-0.5, 0.1, 0.5, -0.7), (1.1, 0.2, -0.6)),
    (0.71, (0.6, -0.64, 0.48, 0.0), (0.3, 1.9, 1.4)),
    (0.97, (0.0, 0.6, 0.0, 0.8), (-1.2, -0.1, -2.7)),
)
AROUND = -ALIKE, 0.0, ALIKE
SPAN = 100.0  # s of a run whose end is not known


def takes_inputs(function: Any, usual: int = 3) -> bool:
    """Whether it takes one more argument, `u`, than the usual ones: three of a torque.

    A wrench has five, a derivative of the torque one or more besides.
    """
    return not is_ours(function) and _check.arguments_of(function) == usual + 1


def require_order(function: Any, what: str) -> None:
    """Raise InvalidInput if its arguments are named as others of those that it is given
    by `what`, a message with "expected name(t, q, ...)".
    """
    said = re.search(r"expected \w+\((.*?)\)", what)
    code = getattr(function, "__code__", None)
    if code and said and said[1] == ", ".join(code.co_varnames[: code.co_argcount]):
        return
    try:
        given = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return
    call = said[1].split(", ") if said else []
    named = [MEANT.get(name, name) for name in given]
    moved = [(a, b) for a, b in zip(named, call, strict=False) if a != b and a in call]
    if moved and {a for a, _ in moved} == {b for _, b in moved}:
        raise InvalidInput(
            f"{what}, got a function of ({', '.join(given)}): are they in the other"
            " order, or is a name misleading?"
        )


class OneBody:
    """The function, what it is called, what it returns, and where it is tried.

    function: of times, arrays (4,) and arrays (3,), in any order
    what: what a message calls it and what it should return
    returns: how many numbers; 0 for one that is not in a sequence
    start: a motion at which it can be called, floats
    inputs: what is given last to a function that takes inputs
    quiet: whether nothing is said if it is called motion by motion
    span: of the run, s
    """

    def __init__(
        self,
        function: Function,
        what: str,
        returns: int,
        start: tuple[Any, ...],
        inputs: Inputs | None = None,
        quiet: bool = False,
        span: float = SPAN,
    ):
        self.span = span
        self.inputs = inputs
        self.quiet = quiet
        self.function = function
        self.what = what
        self.returns = returns
        self.start = start
        self.tried: list[tuple[Program, list[Any]]] = []  # with two of the samples
        self.worlds: list[Rebinder] = []  # what was recorded, and what it read
        self.size: float = 0.0  # of what it answered where it was tried
        self.programs: dict[Any, Program | DataDependentBranch] = {}
        self.batched: dict[tuple[int, ...], Function] = {}
        self.forgotten: int = 0  # how often; runs share what is recorded

    def on(self, kind: Kind) -> Function:
        """The function for that kind of numbers; vectors are flat tuples."""
        if kind == Kind.FLOAT:
            function = self.plain
        elif kind == Kind.NUMPY:
            function = self.many
        else:
            function = partial(self.written, kind)
        inputs = self.inputs
        return (lambda *args: function(*args, inputs.now)) if inputs else function

    @property
    def recorded(self) -> list[tuple[Kind, tuple[int, ...], Program]]:
        """Its programs: for which numbers, of which sizes."""
        known = [(*key, made) for key, made in self.programs.items()]
        return [(k, n, made) for k, n, made in known if isinstance(made, Program)]

    @property
    def refused(self) -> bool:
        """Whether it could not be recorded."""
        return len(self.recorded) < len(self.programs)

    @property
    def said(self) -> dict[Any, str]:
        """Its programs by kind and sizes, to compare."""
        return {(kind, sizes): text(made) for kind, sizes, made in self.recorded}

    @property
    def changed(self) -> bool:
        worlds = self.worlds if self.recorded else ()
        return any([world.changed() for world in worlds])

    @property
    def stale(self) -> bool:
        """Whether what it reads, or how it answers, has changed since."""
        return self.changed or any(
            [self._differs(program, *tried) for program, *tried in self.tried]
        )

    def forget(self) -> None:
        self.forgotten += 1
        self.batched.clear()
        self.programs.clear()
        self.worlds.clear()
        self.tried.clear()

    # --- one body ---------------------------------------------------------------------

    def plain(self, *args: Any) -> Any:
        """Call it as it is; what is not finite shows in the motion."""
        return self._called(self.function, *args)

    def _called(self, function: Function, *args: Any) -> Any:
        given = [np.array(a) if isinstance(a, (tuple, list)) else a for a in args]
        with np.errstate(over="ignore", invalid="ignore"):
            out = function(*given)
        try:
            if not self.returns:
                return float(out - 0)  # a text is no number, though float() takes it
            if self.returns == 1 and np.ndim(out) == 0:
                return (float(out - 0),)
            if not isinstance(out, OTHERS):
                numbers = out.tolist() if isinstance(out, np.ndarray) else out
                values = tuple([float(x - 0) for x in numbers])
                if len(values) == self.returns:
                    return values
        except (TypeError, ValueError):
            pass
        raise InvalidInput(f"{self.what}, got {out!r}")

    # --- recorded ---------------------------------------------------------------------

    def written(self, kind: Kind, *args: Any) -> Any:
        """Write its program where these numbers record."""
        program = self.program(kind, _sizes(args))
        made = replayed(program, flat(args))
        return tuple(made) if self.returns else made[0]

    def program(self, kind: Kind, sizes: tuple[int, ...]) -> Program:
        """Its program; DataDependentBranch if there is none, with the reason."""
        key = kind, sizes
        if key not in self.programs:
            try:
                self.programs[key] = self._recorded(kind, sizes)
            except DataDependentBranch as reason:
                self.programs[key] = reason
        found = self.programs[key]
        if isinstance(found, DataDependentBranch):
            raise found
        return found

    def _recorded(self, kind: Kind, sizes: tuple[int, ...]) -> Program:
        first = self._once(kind, sizes)
        if isinstance(first, DataDependentBranch):
            raise first
        for _, known, program in self.recorded:
            if known == sizes and text(first) == text(program):
                return program  # for other numbers, but the same
        again = self._once(kind, sizes)
        if text(first) != text(again):
            raise DataDependentBranch("it does something else when it is called again")
        if not is_straight(first):
            raise DataDependentBranch("it solves an equation in a loop")
        self._compare(first, sizes)
        return first

    def _once(
        self, kind: Kind, sizes: tuple[int, ...]
    ) -> Program | DataDependentBranch:
        """Its program, or why there is none."""

        def of_vectors(*args: Any) -> Any:
            made = function(*[_as_array(a) for a in args])
            alone = not isinstance(made, (tuple, list, np.ndarray))
            return (made,) if self.returns == 1 and alone else made

        try:
            self.worlds.append(Rebinder(FOUND, is_users, BUILTINS, True))
            function = self.worlds[-1].function(self.function)
            return record_function(of_vectors, kind, sizes, self.returns)
        except DataDependentBranch as reason:
            return reason

    def _compare(self, program: Program, sizes: tuple[int, ...]) -> None:
        """Refuse a program that differs from plain calls, made on copies."""
        apart = Rebinder({}, is_users, apart=True)
        function = apart.function(self.function)
        each, answers = [*self._samples(sizes)], []
        for args in each:
            with suppress(Exception):  # it need not be defined there
                answers.append((args, np.atleast_1d(self._called(function, *args))))
        if apart.changed():
            raise DataDependentBranch("it changes what it reads when it is called")
        if not answers:
            raise DataDependentBranch("a call of it fails wherever it was tried")
        found = [np.abs(a[np.isfinite(a)]).max(initial=0.0) for _, a in answers]
        self.size = max(found)
        made = _answers(program, [args for args, _ in answers]).tolist()
        self.tried += [(program, args) for args, _ in answers[-2:]]
        for (_, plain), here in zip(answers, made, strict=True):
            if not self._alike(plain.tolist(), here, here):
                raise DataDependentBranch(
                    f"recorded it answers {here} where a call answers {plain.tolist()}"
                )

    def _alike(self, plain: State, low: State, high: State) -> bool:
        sizes = [abs(a) for a in plain if math.isfinite(a)]
        room = ALIKE * max([self.size, *sizes])
        return all(
            [
                a - room <= x <= b + room or x == a or (x != x and a != a)
                for x, a, b in zip(plain, low, high, strict=True)
            ]
        )

    def differs(self, t: float, q: State, vectors: Sequence[State]) -> str:
        """How a call answers otherwise here than its programs; "" if it does not."""
        for sizes, program in {id(p): (n, p) for _, n, p in self.recorded}.values():
            args = self._arguments(sizes, t, q, vectors, 0)
            if said := self._differs(program, args):
                return said
        return ""

    def _differs(self, program: Program, args: list[Any]) -> str:
        """Where it jumps, its answers on both sides count."""
        plain = self.plain(*args)
        plain = plain if self.returns else (plain,)
        with suppress(ArithmeticError, ValueError):  # in what is not chosen
            made = on_floats(program)(*flat(args))
            if self._alike(plain, made, made):
                return ""
        around = _answers(
            program, [[_scaled(a, 1.0 + e) for a in args] for e in AROUND]
        )
        if self._alike(plain, around.min(0).tolist(), around.max(0).tolist()):
            return ""
        return (
            f"{self.what.partition(':')[0]}: it is not a function of its arguments"
            f" alone: called with {args} it answers {list(plain)}, and as it was"
            f" recorded {around[1].tolist()}; use backend='auto' for one motion"
        )

    def _samples(self, sizes: tuple[int, ...]) -> Iterator[list[Any]]:
        """Arguments at the start of the motion, and elsewhere."""
        t, q, vectors = self.start
        yield self._arguments(sizes, t, q, vectors, 0)
        size = max([abs(x) for v in vectors for x in v], default=0.0)
        scale = float(max(size, 1e-3))
        for i, (part, at, v) in enumerate(ELSEWHERE, 1):
            each = [v[k % 3 :] + v[: k % 3] for k in range(9)]
            given = [tuple([scale * x for x in one]) for one in each]
            yield self._arguments(sizes, t + part * self.span, at, given, i)

    def _arguments(
        self,
        sizes: tuple[int, ...],
        t: float,
        q: State,
        vectors: Sequence[State],
        i: int,
    ) -> list[Any]:
        """The arguments for a motion, and the inputs there."""
        there = iter([tuple(v) for v in vectors] * 9)
        last = [self.inputs.changed(i)] if self.inputs else []
        given: list[Any] = []
        for n in sizes[: len(sizes) - len(last)]:
            if n == 0:
                given.append(t)
            elif n == 4 and tuple(q) not in given:
                given.append(tuple(q))
            else:
                v = next(there)
                given.append(v if len(v) == n else tuple(np.resize(v, n).tolist()))
        return given + last

    # --- a batch ----------------------------------------------------------------------

    def many(self, *args: Any) -> Any:
        """Arrays by its program, if it has one, else motion by motion."""
        sizes = _sizes(args)
        if sizes not in self.batched:
            try:
                program = self.program(Kind.TRACE_WHOLE, sizes)
                self.batched[sizes] = self._by_program(program)
            except DataDependentBranch as reason:
                if not self.quiet:
                    self._say(reason)
                self.batched[sizes] = self._one_by_one
        return self.batched[sizes](*args)

    def is_recorded(self, *args: Any) -> bool:
        """Whether arrays are served by its program."""
        with suppress(DataDependentBranch):
            self.program(Kind.TRACE_WHOLE, _sizes(args))
            return True
        return False

    def _say(self, reason: DataDependentBranch) -> None:
        warn(
            f"{self.what.partition(':')[0]}: a batch calls it motion by motion, which"
            f" takes long: {reason}",
            SlowLoad,
        )

    def _by_program(self, program: Program) -> Function:
        call = on_arrays(program)

        def many(*args: Any) -> Any:
            made = call(*flat(args))
            return tuple(made) if self.returns else made[0]

        return many

    def _one_by_one(self, *args: Any) -> Any:
        given = flat(args)
        shape = np.broadcast_shapes(*map(np.shape, given))
        lanes = np.array([np.broadcast_to(x, shape).ravel() for x in given]).T.tolist()
        sizes = _sizes(args)
        kind = np.result_type(*[x.dtype for x in given if np.ndim(x)] or [float])
        out = np.empty((len(lanes), max(1, self.returns)), kind)
        for row, lane in zip(out, lanes, strict=True):
            numbers = iter(lane)
            row[:] = self.plain(
                *[
                    tuple([next(numbers) for _ in range(n)]) if n else next(numbers)
                    for n in sizes
                ]
            )
        made = [column.reshape(shape) for column in out.T]
        return tuple(made) if self.returns else made[0]


MOST = 64  # functions of users that are remembered
USERS: dict[Any, OneBody] = {}


def known_user(user: OneBody) -> OneBody:
    """The same as another run had it, with its programs, if they still hold."""
    if user.inputs is not None:
        return user
    key = id(user.function), user.what, user.returns
    known = USERS.get(key)
    if known is not None and known.recorded and not known.stale:
        known.start, known.span = user.start, user.span
        return known
    if len(USERS) >= MOST:
        USERS.clear()
    USERS[key] = user
    return user


def is_ours(function: Any) -> bool:
    """Whether it is rotlib's own, which takes flat tuples of any kind of numbers."""
    return (
        isinstance(function, FunctionType)
        and (function.__module__ or "").startswith("rotlib.")
        and not is_users(function)
    )


def on_records(
    function: Function,
    what: str,
    returns: int,
    start: tuple[Any, ...],
    inputs: Inputs | None = None,
) -> Function:
    """A function of a load, on flat tuples of arrays, for what is asked afterwards."""
    if not is_ours(function):
        given = function, what, returns, start, inputs
        return OneBody(*given, quiet=True).on(Kind.NUMPY)
    return function if inputs is None else lambda *args: function(*args, inputs.now)


def text(program: Program | DataDependentBranch) -> str:
    """By which recordings are compared."""
    if isinstance(program, DataDependentBranch):
        return ""
    return repr((program.ops, program.block, program.outputs))


def _answers(program: Program, each: list[list[Any]]) -> Array:
    """What it returns for each of these arguments, (motions, numbers)."""
    made = on_arrays(program)(*np.array([flat(args) for args in each], float).T)
    return np.stack([np.broadcast_to(x, len(each)) for x in made], -1).astype(float)


def flat(args: State) -> list[Any]:
    """The numbers of all arguments, one after the other."""
    return [x for a in args for x in (a if isinstance(a, (tuple, list)) else (a,))]


def _scaled(value: Any, factor: float) -> Any:
    return (
        tuple([factor * x for x in value])
        if isinstance(value, tuple)
        else factor * value
    )


def _sizes(args: State) -> tuple[int, ...]:
    return tuple([len(a) if isinstance(a, (tuple, list)) else 0 for a in args])


def _as_array(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    made = np.empty(len(value), object)
    made[:] = value
    return vector(made)
