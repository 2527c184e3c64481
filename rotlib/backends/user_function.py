"""A function that a user wrote for one body, on every kind of numbers.

It is given arrays, q of shape (4,) and omega of shape (3,), and returns three numbers.
One body calls it as it is. A batch, a compiled loop, JAX and Taylor methods record it,
if they can: twice, on copies of what it could change, and compared with plain calls,
then and while the run is made. Else a batch calls it for each motion.
"""

import inspect
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
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
VECTORS = {tuple, list}
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
UNSAID: Any = {"over": "ignore", "invalid": "ignore"}  # by NumPy, of a user's numbers
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
    call = said[1].split(", ") if said else []
    code = getattr(function, "__code__", None)
    if code and [*code.co_varnames[: code.co_argcount]] == call:
        return
    try:
        given = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return
    named = [MEANT.get(name, name) for name in given]
    moved = [(a, b) for a, b in zip(named, call, strict=False) if a != b and a in call]
    if moved and {a for a, _ in moved} == {b for _, b in moved}:
        raise InvalidInput(
            f"{what}, got a function of ({', '.join(given)}): are they in the other"
            " order, or is a name misleading?"
        )


@dataclass(eq=False)
class UserFunction:
    """The function, what it is called, what it returns, and where it is tried.

    function: of times, arrays (4,) and arrays (3,), in any order
    what: what a message calls it and what it should return
    returns: how many numbers; 0 for one that is not in a sequence
    start: a motion at which it can be called, floats
    inputs: what is given last to a function that takes inputs
    quiet: whether nothing is said if it is called motion by motion
    span: of the run, s
    programs: what was recorded of it, by kind and sizes, or why there is nothing
    worlds: what it read while it was recorded
    tried: programs, each with some of the places at which both were called
    size: of what it answered there
    forgotten: how often; runs share what is recorded
    """

    function: Function
    what: str
    returns: int
    start: tuple[Any, ...]
    inputs: Inputs | None = None
    quiet: bool = False
    span: float = SPAN
    programs: dict[Any, Program | DataDependentBranch] = field(default_factory=dict)
    worlds: list[Rebinder] = field(default_factory=list)
    tried: list[tuple[Program, list[Any]]] = field(default_factory=list)
    size: float = 0.0
    forgotten: int = 0

    def on(self, kind: Kind) -> Function:
        """On flat tuples: `plain` calls it, `many` and `written` run its program; a
        recorded step calls `bare`.
        """
        called = {Kind.FLOAT: self.plain, Kind.NUMPY: self.many}
        called[Kind.TRACE_CALLS] = self.bare
        function, inputs = called.get(kind) or partial(self.written, kind), self.inputs
        return (lambda *args: function(*args, inputs.now)) if inputs else function

    @property
    def recorded(self) -> dict[Any, Program]:
        known = self.programs.items()
        return {key: made for key, made in known if isinstance(made, Program)}

    @property
    def refused(self) -> bool:
        """Whether it could not be recorded."""
        return len(self.recorded) < len(self.programs)

    @property
    def said(self) -> dict[Any, str]:
        """Its programs, to compare."""
        return {key: text(made) for key, made in self.recorded.items()}

    def still_says(self, known: dict[Any, str]) -> bool:
        """Whether it is recorded as it was."""
        for key in known:
            self._found(*key)
        return known.items() <= self.said.items()

    @property
    def changed(self) -> bool:
        worlds = self.worlds if self.recorded else ()
        return any([world.changed() for world in worlds])

    @property
    def stale(self) -> bool:
        """Whether what it reads, or how it answers, has changed since."""
        return self.changed or any([self._differs(*tried) for tried in self.tried])

    def forget(self) -> None:
        self.forgotten += 1
        for known in self.programs, self.worlds, self.tried:
            known.clear()

    # --- called -----------------------------------------------------------------------

    def plain(self, *args: Any, function: Function | None = None) -> Any:
        """Call it, or a copy, as it is; what is not finite shows in the motion."""
        with np.errstate(**UNSAID):
            return self.bare(*args, function=function)

    def bare(self, *args: Any, function: Function | None = None) -> Any:
        given = [np.array(a) if type(a) in VECTORS else a for a in args]
        out = (function or self.function)(*given)
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

    def many(self, *args: Any) -> Any:
        """Arrays by its program, if it has one, else motion by motion."""
        sizes, numbers = sizes_of(args), flat(args)
        unasked = (Kind.TRACE_WHOLE, sizes) not in self.programs
        found = self._found(Kind.TRACE_WHOLE, sizes)
        if isinstance(found, Program):
            return self._shaped(on_arrays(found)(*numbers))
        if unasked and not self.quiet:
            warn(
                f"{self.what.partition(':')[0]}: a batch calls it motion by motion,"
                f" which takes long: {found}",
                SlowLoad,
            )
        shape = np.broadcast_shapes(*map(np.shape, numbers))
        lanes = np.array([np.broadcast_to(x, shape).ravel() for x in numbers]).T
        kind = np.result_type(*[x.dtype for x in numbers if np.ndim(x)] or [float])
        out = np.empty((len(lanes), max(1, self.returns)), kind)
        for row, lane in zip(out, lanes.tolist(), strict=True):
            one = iter(lane)
            row[:] = self.plain(
                *[tuple(islice(one, n)) if n else next(one) for n in sizes]
            )
        return self._shaped([column.reshape(shape) for column in out.T])

    def is_recorded(self, *args: Any) -> bool:
        """Whether arrays are served by its program."""
        return isinstance(self._found(Kind.TRACE_WHOLE, sizes_of(args)), Program)

    def written(self, kind: Kind, *args: Any) -> Any:
        """Write its program where these numbers record."""
        return self._shaped(replayed(self.program(kind, sizes_of(args)), flat(args)))

    def _shaped(self, made: State) -> Any:
        return tuple(made) if self.returns else made[0]

    # --- recorded ---------------------------------------------------------------------

    def program(self, kind: Kind, sizes: tuple[int, ...]) -> Program:
        """Its program; DataDependentBranch if there is none, with the reason."""
        found = self._found(kind, sizes)
        if isinstance(found, DataDependentBranch):
            raise found.with_traceback(None)
        return found

    def _found(
        self, kind: Kind, sizes: tuple[int, ...]
    ) -> Program | DataDependentBranch:
        key = kind, sizes
        if key not in self.programs:
            try:
                self.programs[key] = self._recorded(kind, sizes)
            except DataDependentBranch as reason:
                self.programs[key] = reason
        return self.programs[key]

    def _recorded(self, kind: Kind, sizes: tuple[int, ...]) -> Program:
        first = self._once(kind, sizes)
        for (_, known), program in self.recorded.items():
            if known == sizes and text(first) == text(program):
                return program  # for other numbers, but the same
        if text(first) != text(self._once(kind, sizes)):
            raise DataDependentBranch("it does something else when it is called again")
        if not is_straight(first):
            raise DataDependentBranch("it solves an equation in a loop")
        self._compare(first, sizes)
        return first

    def _once(self, kind: Kind, sizes: tuple[int, ...]) -> Program:
        self.worlds.append(Rebinder(FOUND, BUILTINS, apart=True))

        def of_vectors(*args: Any) -> Any:
            made = function(*map(_as_array, args))
            alone = not isinstance(made, (tuple, list, np.ndarray))
            return (made,) if self.returns == 1 and alone else made

        function = self.worlds[-1].function(self.function)
        return record_function(of_vectors, kind, sizes, self.returns)

    def _compare(self, program: Program, sizes: tuple[int, ...]) -> None:
        """Refuse a program that differs from plain calls, made on copies."""
        apart = Rebinder({}, apart=True)
        function = apart.function(self.function)
        each, answers = [], []
        for args in self._samples(sizes):
            with suppress(Exception):  # it need not be defined there
                answers.append(np.atleast_1d(self.plain(*args, function=function)))
                each.append(args)
        if apart.changed():
            raise DataDependentBranch("it changes what it reads when it is called")
        if not answers:
            raise DataDependentBranch("a call of it fails wherever it was tried")
        self.size = max([np.abs(a[np.isfinite(a)]).max(initial=0.0) for a in answers])
        self.tried += [(program, args) for args in each[-2:]]
        for plain, made in zip(answers, _answers(program, each), strict=True):
            here = made.tolist()
            if not self._alike(plain.tolist(), here, here):
                raise DataDependentBranch(
                    f"recorded it answers {here} where a call answers {plain.tolist()}"
                )

    def _alike(self, plain: State, low: State, high: State) -> bool:
        room = ALIKE * max([self.size, *[abs(a) for a in plain if math.isfinite(a)]])
        return all(
            [
                a - room <= x <= b + room or x == a or (x != x and a != a)
                for x, a, b in zip(plain, low, high, strict=True)
            ]
        )

    def differs(self, t: float, q: State, vectors: Sequence[State]) -> str:
        """How a call answers otherwise here than its programs; "" if it does not."""
        known = self.recorded.items()
        for sizes, program in {id(made): (n, made) for (_, n), made in known}.values():
            args = self._arguments(sizes, 0, t, q, vectors)
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
        beside = [[np.multiply(a, 1.0 + e) for a in args] for e in AROUND]
        around = _answers(program, beside)
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
        yield self._arguments(sizes, 0, t, q, vectors)
        scale = max([1e-3, *[abs(x) for v in vectors for x in v]])
        for i, (part, at, v) in enumerate(ELSEWHERE, 1):
            v = tuple([scale * x for x in v])
            each = [v[k:] + v[:k] for k in (0, 1, 2)] * 3
            yield self._arguments(sizes, i, t + part * self.span, at, each)

    def _arguments(
        self, sizes: tuple[int, ...], i: int, t: float, q: State, vectors: Any
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


MOST = 64  # functions of users that are remembered
USERS: dict[Any, UserFunction] = {}


def known_user(user: UserFunction) -> UserFunction:
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
        user = UserFunction(function, what, returns, start, inputs, quiet=True)
        return user.on(Kind.NUMPY)
    return function if inputs is None else lambda *args: function(*args, inputs.now)


@lru_cache(maxsize=256)
def text(program: Program) -> str:
    """By which recordings are compared."""
    return repr((program.ops, program.block, program.outputs))


def _answers(program: Program, each: list[list[Any]]) -> Array:
    """What it returns for each of these arguments, (motions, numbers)."""
    numbers = [np.concatenate([*map(np.atleast_1d, args)]) for args in each]
    made = on_arrays(program)(*np.array(numbers, float).T)
    return np.stack([np.broadcast_to(x, len(each)) for x in made], -1).astype(float)


def flat(args: State) -> list[Any]:
    """The numbers of all arguments, one after the other."""
    return [x for a in args for x in (a if isinstance(a, (tuple, list)) else (a,))]


def sizes_of(args: State) -> tuple[int, ...]:
    return tuple([len(a) if isinstance(a, (tuple, list)) else 0 for a in args])


def _as_array(value: Any) -> Any:
    return vector(np.array(value, object)) if isinstance(value, tuple) else value
