"""A function that a user wrote for one body, on every kind of numbers.

It is given arrays, q of shape (4,) and omega of shape (3,), and returns three numbers.
One body calls it as it is. A batch, a compiled loop, JAX and Taylor methods record it,
if they can: twice, on copies of what it could change, and compared with plain calls,
then and while the run is made. Else a batch calls it for each motion.
"""

import builtins
import inspect
import math
import operator
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from itertools import islice, zip_longest
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check
from .._types import Function, Scalar, State
from ..errors import InvalidInput, SlowLoad, warn
from ..numbers import cos, select, sin, total
from .printed import is_straight, on_arrays, on_floats
from .rows import BY_NAME, records, vector
from .trace import (
    CALLS,
    FUNCTIONS,
    OPERATORS,
    STUMPFF,
    DataDependentBranch,
    Kind,
    Number,
    Program,
    flat,
    record_function,
    replayed,
    sizes_of,
)

if TYPE_CHECKING:
    from .executors import Inputs

ALIKE = 1e-9  # relative difference that a plain call and the program may show
VECTORS: frozenset[Any] = frozenset([tuple, list])
OTHERS = (set, frozenset, dict, bytes, bytearray)  # numbers come out of them, too
MEANT = {"w": "omega", "v": "velocity"}
MEANT |= dict.fromkeys(("x", "r", "p", "pos", "place"), "position")
UNSAID: Any = {"over": "ignore", "invalid": "ignore"}  # by NumPy, of a user's numbers
PARTS = 0.0037, 0.037, 0.11, 0.29, 0.47, 0.71, 0.97  # of a run, when both are called
AROUND = -ALIKE, 0.0, ALIKE
SPAN = 100.0  # s of a run whose end is not known
MOST = 64  # functions of users that are remembered
OURS = ("rotlib.", "rotbook.")  # rotbook has ill methods
EMPTY = CellType()  # of a name that has no value yet
MATH: dict[Any, Any] = {
    OPERATORS[name].on_floats: CALLS[name] for name in FUNCTIONS
} | {math.sin: sin, math.cos: cos}
MATH[math] = SimpleNamespace(**vars(math) | {f.__name__: g for f, g in MATH.items()})
LIBRARIES = {"numpy", "scipy", "rotlib", "sympy", *sys.stdlib_module_names}
FIXED: tuple[type, ...] = (int, float, complex, str, bytes, type(None), type)
FIXED += (ModuleType, np.generic, np.ufunc, FunctionType, BuiltinFunctionType)


def takes_inputs(function: Any, usual: int = 3) -> bool:
    """Whether it takes one more argument, `u`, than the usual ones."""
    return not is_ours(function) and _check.arguments_of(function) == usual + 1


def require_order(function: Any, what: str) -> None:
    """Raise InvalidInput if its arguments are named as others of those that it is given
    by `what`, a message with "expected name(t, q, ...)".
    """
    said = re.search(r"expected \w+\((.*?)\)", what)
    call = said[1].split(", ") if said else []
    given: list[str] = []
    with suppress(TypeError, ValueError):
        given = list(inspect.signature(function).parameters)
    pairs = [(MEANT.get(a, a), b) for a, b in zip(given, call, strict=False)]
    moved = [(a, b) for a, b in pairs if a != b and a in call]
    if moved and {a for a, _ in moved} == {b for _, b in moved}:
        raise InvalidInput(
            f"{what}, got a function of ({', '.join(given)}): are they in the other"
            " order, or is a name misleading?"
        )


def is_ours(function: Any) -> bool:
    """Whether it is rotlib's own, which takes flat tuples of any kind of numbers."""
    if not isinstance(function, FunctionType) or is_users(function):
        return False
    return str(function.__module__).startswith("rotlib.")


def is_users(function: Any) -> bool:
    """Whether it is written in Python by somebody else than rotlib and libraries."""
    if not isinstance(function, FunctionType):
        return False
    if function.__code__.co_filename.startswith("<doctest"):
        return True  # an example says what a user would
    return (function.__module__ or "").partition(".")[0] not in LIBRARIES


def calls_users(function: Any) -> bool:
    """Whether it is a user's, or one of rotlib's that was made for a user's."""
    if not isinstance(function, FunctionType):
        return isinstance(function, (MethodType, partial)) or is_users(_call(function))
    known = [x.cell_contents for x in function.__closure__ or () if x != EMPTY]
    inner = [x for a in known for x in (a if isinstance(a, (list, tuple)) else [a])]
    made_of = [x for x in inner if x is not function and callable(x)]
    return is_users(function) or any(map(calls_users, made_of))


def _call(value: Any) -> Any:
    return inspect.getattr_static(type(value), "__call__", None)


def exchanged(function: Function, parts: Mapping[Any, Any]) -> Function:
    """Return `function` with `parts` exchanged, in the functions that it calls too."""
    made: Function = Rebinder(parts, ours=True).function(function)
    return made


def of_any_number(function: Function) -> Function:
    """In a user's function, or what is made of it, those of `math` take any number."""
    return Rebinder(MATH).function(function) if calls_users(function) else function


def is_known(value: Any) -> bool:
    return str(getattr(value, "__module__", None)).startswith(OURS)


@dataclass(eq=False)
class Rebinder:
    """Makes users' functions anew, and those that they call; rotlib's too if `ours`.

    table: what they find in the place of what
    apart: whether they get copies of what they could change
    scopes: of the modules
    placed: what finds something, and what it found
    """

    table: Mapping[Any, Any]
    apart: bool = False
    ours: bool = False
    made: dict[int, Any] = field(default_factory=dict)
    scopes: dict[int, dict[str, Any]] = field(default_factory=dict)
    copies: dict[int, Any] = field(default_factory=dict)
    placed: list[tuple[Function, Any]] = field(default_factory=list)

    def function(self, function: Any) -> Any:
        """The function, whose names are looked up in the table first."""
        if isinstance(function, MethodType):
            owner = self.copied(function.__self__)
            return MethodType(self.function(function.__func__), owner)
        if isinstance(function, partial):
            inner, named = self.function(function.func), function.keywords
            return partial(inner, *self.copied(function.args), **self.copied(named))
        if is_users(call := _call(function)):
            return self.function(MethodType(call, function))
        if id(function) in self.made or not isinstance(function, FunctionType):
            return self.made.get(id(function), function)
        code, old = function.__code__, function.__globals__
        own = {x.__name__: self.table.get(x, x) for x in (float, min, max)}
        home = {"__name__": function.__module__, "__builtins__": vars(builtins) | own}
        scope = self.scopes.setdefault(id(old), home)
        cells = tuple([CellType() for _ in function.__closure__ or ()])
        defaults = self.copied(function.__defaults__)
        new = FunctionType(code, scope, function.__name__, defaults, cells)
        new.__kwdefaults__ = self.copied(function.__kwdefaults__)
        self.made[id(function)] = new  # before its names: it may call itself
        for name in _global_names(code) & old.keys() - scope.keys():
            scope[name] = self.replaced(old[name])
            self.placed += [(partial(x.get, name), x[name]) for x in (scope, old)]
        for cell, known in zip(cells, function.__closure__ or (), strict=True):
            if known != EMPTY:
                cell.cell_contents = self.replaced(known.cell_contents)
                read = [partial(getattr, x, "cell_contents") for x in (cell, known)]
                self.placed += [(get, get()) for get in read]
        return new

    def replaced(self, value: Any) -> Any:
        """What a bound function finds under a name: a replacement, or a bound copy."""
        with suppress(TypeError):  # not hashable: a constant table
            if value in self.table:
                return self.table[value]
        if isinstance(value, (FunctionType, MethodType, partial)):
            anew = calls_users(value) or self.ours and is_known(value)
            return self.function(value) if anew else value
        if type(value) is tuple:
            return tuple(self.replaced(item) for item in value)
        return self.copied(value)

    def copied(self, value: Any) -> Any:
        """Another one to change, if it can be changed."""
        home = str(getattr(type(value), "__module__", "")).partition(".")[0]
        if not self.apart or isinstance(value, FIXED) or home == "rotlib":
            return value
        try:
            return deepcopy(value, self.copies)
        except Exception as error:
            raise DataDependentBranch(
                f"it uses a {type(value).__name__}, of which there is no copy: {error}"
            ) from None

    def changed(self) -> bool:
        """Whether what the functions had copies of, or a copy, is another by now."""
        if any([get() is not value for get, value in self.placed]):
            return True
        return any(
            self.copies.get(id(a), a) is not b and (type(a) is not bytes or a != b)
            for x in self.copies.get(id(self.copies), ())
            for a, b in zip_longest(_parts(x), _parts(self.copies[id(x)]))
        )


def _parts(x: Any) -> list[Any]:
    """What an object is made of; of an array its bytes."""
    if isinstance(x, np.ndarray):
        return [x.tobytes()] if x.dtype != object else [*x.flat]
    inner = [*vars(x).values()] if hasattr(x, "__dict__") else []
    if isinstance(x, dict):
        inner += [*x, *x.values()]
    return inner + [*x] if isinstance(x, (list, set, deque)) else inner


def _global_names(code: CodeType) -> set[str]:
    """Global names a code object uses, nested functions included."""
    inner = (c for c in code.co_consts if isinstance(c, type(code)))
    return set(code.co_names).union(*map(_global_names, inner))


# --- modules and builtins, as a recorded function finds them --------------------------


def _making(make: Function, blank: bool) -> Function:
    """NumPy's function, whose new arrays can hold numbers that record."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if records(args):  # their dtype is that of objects
            kwargs.pop("dtype", None)
            args = args if blank else (args[0], object)
        made = make(*args, **kwargs)
        return vector(made.astype(object) if blank and made.dtype.kind == "f" else made)

    return call


BLANK: tuple[Any, ...] = (np.zeros, np.ones, np.empty, np.full, np.zeros_like)
MAKERS = {make: _making(make, make in BLANK) for make in (*BLANK, np.array, np.asarray)}
BY_MAKER = {make.__name__: made for make, made in MAKERS.items()}


class _NumPy:
    def __getattr__(self, name: str) -> Any:
        return BY_MAKER.get(name) or getattr(np, name)


def _extreme(plain: Callable[..., Any], better: Function) -> Function:
    def call(*args: Any, **kwargs: Any) -> Any:
        values = list(args[0]) if len(args) == 1 else list(args)
        if kwargs or not records(values):
            return plain(*args, **kwargs)
        return reduce(lambda best, new: select(better(new, best), new, best), values)

    return call


def _float(value: Any = 0.0) -> Any:
    return value if isinstance(value, Number) else float(value)


def _hypot(*sides: Scalar) -> Scalar:
    if len(sides) == 2:
        return CALLS["hypot"](*sides)
    return CALLS["sqrt"](total([x * x for x in sides]))


# what a recorded function of a user's finds
FOUND: dict[Any, Any] = MATH | {
    math.fabs: CALLS["abs"],
    math.pow: CALLS["pow"],
    math.hypot: _hypot,
    math.fsum: sum,
    math.radians: BY_NAME["radians"],
    math.degrees: BY_NAME["degrees"],
}
FOUND[math] = SimpleNamespace(**vars(math) | {f.__name__: g for f, g in FOUND.items()})
FOUND |= MAKERS | {np: _NumPy(), float: _float}
FOUND |= {min: _extreme(min, operator.lt), max: _extreme(max, operator.gt)}


# --- a function of a load -------------------------------------------------------------


@dataclass(eq=False)
class UserFunction:
    """The function of times, arrays (4,) and arrays (3,), and what was recorded of it.

    what: what a message calls it and what it should return
    returns: how many numbers; 0 for one that is not in a sequence
    start, span: a motion at which it can be called, floats, and s of its run
    quiet: whether nothing is said if it is called motion by motion
    sizes: of its arguments, 0 for a number
    made: its program, or why there is none, or that nobody has asked
    world: copies of what it read
    tried: places at which calls answered as the program, numbers of `size`
    """

    function: Function
    what: str
    returns: int
    start: tuple[Any, ...]
    inputs: "Inputs | None" = None
    quiet: bool = False
    span: float = SPAN
    sizes: tuple[int, ...] = ()
    made: Program | DataDependentBranch | None = None
    world: Rebinder | None = None
    tried: Sequence[list[Any]] = ()
    size: float = 0.0

    def on(self, kind: Kind) -> Function:
        """On flat tuples: `plain` calls it, `many` and `written` run its program; a
        recorded step calls `bare`.
        """
        called = {Kind.FLOAT: self.plain, Kind.NUMPY: self.many}
        called[Kind.TRACE_CALLS] = self.bare
        function, inputs = called.get(kind, self.written), self.inputs
        return (lambda *args: function(*args, inputs.now)) if inputs else function

    @property
    def said(self) -> Any:
        """What was recorded, to compare; None if nothing was."""
        made = self.made
        return (self.sizes, text(made)) if isinstance(made, Program) else None

    def still_says(self, known: Any) -> bool:
        """Whether it is recorded as it was."""
        if known is not None:
            self._found(known[0])
        return known is None or bool(known == self.said)

    @property
    def changed(self) -> bool:
        return self.world is not None and self.world.changed()

    @property
    def stale(self) -> bool:
        """Whether what it reads, or how it answers, has changed since."""
        return self.changed or any(map(self._differs, self.tried))

    # --- called -----------------------------------------------------------------------

    def plain(self, *args: Any) -> Any:
        """Call it as it is; what is not finite shows in the motion."""
        with np.errstate(**UNSAID):
            return self.bare(*args)

    def bare(self, *args: Any) -> Any:
        given = [np.array(a) if type(a) in VECTORS else a for a in args]
        out = self.function(*given)
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
        sizes, numbers, asked = sizes_of(args), flat(args), self.made
        found = self._found(sizes)
        if isinstance(found, Program):
            return self._shaped(on_arrays(found)(*numbers))
        if asked is None and not self.quiet:
            said = "a batch calls it motion by motion, which takes long"
            warn(f"{self.what.partition(':')[0]}: {said}: {found}", SlowLoad)
        whole = np.array(np.broadcast_arrays(*numbers))
        lanes = whole.reshape(len(whole), -1).T
        kind = np.result_type(*[x.dtype for x in numbers if np.ndim(x)] or [float])
        out = np.empty((len(lanes), max(1, self.returns)), kind)
        for row, lane in zip(out, lanes.tolist(), strict=True):
            one = iter(lane)
            each = [tuple(islice(one, n)) if n else next(one) for n in sizes]
            row[:] = self.plain(*each)
        return self._shaped([column.reshape(whole.shape[1:]) for column in out.T])

    def written(self, *args: Any) -> Any:
        """Write its program where these numbers record."""
        return self._shaped(replayed(self._program(sizes_of(args)), flat(args)))

    def _shaped(self, made: State) -> Any:
        return tuple(made) if self.returns else made[0]

    # --- recorded ---------------------------------------------------------------------

    def program(self, sizes: tuple[int, ...]) -> Program:
        """Its program, of operations alone; DataDependentBranch if there is none."""
        return expanded(self._program(sizes))

    def _program(self, sizes: tuple[int, ...]) -> Program:
        found = self._found(sizes)
        if isinstance(found, DataDependentBranch):
            raise found.with_traceback(None)
        return found

    def _found(self, sizes: tuple[int, ...]) -> Program | DataDependentBranch:
        if self.made is None or sizes != self.sizes:
            self.sizes = sizes
            try:
                self.made = self._recorded()
            except DataDependentBranch as reason:
                self.made = reason
        return self.made

    def _recorded(self) -> Program:
        """Recorded twice, on one copy of what it could change."""
        world = Rebinder(FOUND, apart=True)
        function = world.function(self.function)

        def of_vectors(*args: Any) -> Any:
            given = [np.array(a, object) if isinstance(a, tuple) else a for a in args]
            made = function(*map(vector, given))
            alone = not isinstance(made, (tuple, list, np.ndarray))
            return (made,) if self.returns == 1 and alone else made

        given = of_vectors, Kind.TRACE_WHOLE, self.sizes, self.returns
        made = record_function(*given)
        if text(made) != text(record_function(*given)):
            raise DataDependentBranch("it does something else when it is called again")
        if world.changed():
            raise DataDependentBranch("it changes what it reads when it is called")
        if not is_straight(made):
            raise DataDependentBranch("it solves an equation in a loop")
        self._require_alike(made)
        self.world = world
        return made

    def _require_alike(self, program: Program) -> None:
        """Refuse a program that answers otherwise than calls, wherever it is tried."""
        each = []
        for args in self._places():
            with suppress(Exception):  # it need not be defined there
                each.append((args, np.atleast_1d(self.plain(*args))))
        if not each:
            raise DataDependentBranch("a call of it fails wherever it was tried")
        self.size = max([np.abs(a[np.isfinite(a)]).max(initial=0.0) for _, a in each])
        for args, plain in each:
            if said := self._compared(program, args, plain.tolist()):
                raise DataDependentBranch(said)
        self.tried = [args for args, _ in each[-2:]]

    def differs(self, t: float, q: State, vectors: Sequence[State]) -> str:
        """How a call answers otherwise here than its program; "" if it does not."""
        said = self._differs(self._arguments(0, t, q, vectors))
        return said and (
            f"{self.what.partition(':')[0]}: it is not a function of its arguments"
            f" alone: {said}; use backend='auto' for one motion"
        )

    def _differs(self, args: list[Any]) -> str:
        if not isinstance(self.made, Program):
            return ""
        plain = np.atleast_1d(self.plain(*args)).tolist()
        return self._compared(self.made, args, plain)

    def _compared(self, program: Program, args: list[Any], plain: list[float]) -> str:
        """What a call answers, and the program; "" if both are alike. Where it jumps,
        its answers on both sides count.
        """
        # in what is not chosen; a root may be complex
        with suppress(ArithmeticError, ValueError, TypeError):
            made = on_floats(program)(*flat(args))
            if self._alike(plain, made, made):
                return ""
        sides = [np.concatenate(args, axis=None) * (1.0 + e) for e in AROUND]
        columns = on_arrays(program)(*np.array(sides).T)
        around = np.array([np.broadcast_to(x, len(AROUND)) for x in columns], float)
        if self._alike(plain, around.min(1).tolist(), around.max(1).tolist()):
            return ""
        return (
            f"called with {args} it answers {plain}, and as it was recorded"
            f" {around[:, 1].tolist()}"
        )

    def _alike(self, plain: Sequence[float], low: State, high: State) -> bool:
        room = ALIKE * max([self.size, *[abs(a) for a in plain if math.isfinite(a)]])
        for x, a, b in zip(plain, low, high, strict=True):
            if not (a - room <= x <= b + room or x == a or (x != x and a != a)):
                return False
        return True

    def _places(self) -> Iterator[list[Any]]:
        """Arguments at the start of the motion, and elsewhere."""
        t, q, vectors = self.start
        yield self._arguments(0, t, q, vectors)
        scale = max([1e-3, *[abs(x) for v in vectors for x in v]])
        rng = np.random.default_rng(0)
        for i, part in enumerate(PARTS, 1):
            at = rng.normal(size=4)
            at /= math.sqrt(at @ at)
            each = (2.0 * scale * rng.normal(size=(9, 3))).tolist()
            yield self._arguments(i, t + part * self.span, at.tolist(), each)

    def _arguments(self, i: int, t: float, q: State, vectors: Any) -> list[Any]:
        """The arguments for a motion, and the inputs there."""
        there = iter([tuple(v) for v in vectors] * 9)
        last = [self.inputs.changed(i)] if self.inputs else []
        given: list[Any] = []
        for n in self.sizes[: len(self.sizes) - len(last)]:
            if n == 0:
                given.append(t)
            elif n == 4 and tuple(q) not in given:
                given.append(tuple(q))
            else:
                given.append(tuple(np.resize(next(there), n).tolist()))
        return given + last


USERS: dict[Any, UserFunction] = {}


def known_user(user: UserFunction) -> UserFunction:
    """The same as another run had it, with its programs, if they still hold."""
    if user.inputs is not None:
        return user
    key = id(user.function), user.what, user.returns
    known = USERS.get(key)
    if known is not None and isinstance(known.made, Program) and not known.stale:
        known.start, known.span = user.start, user.span
        return known
    if len(USERS) >= MOST:
        USERS.clear()
    USERS[key] = user
    return user


@lru_cache(maxsize=256)
def expanded(program: Program) -> Program:
    """The same without Stumpff functions."""
    if STUMPFF.keys().isdisjoint([op.name for op in program.ops.values()]):
        return program
    sizes, n = (0,) * len(program.inputs["args"]), len(program.outputs)
    return record_function(lambda *x: replayed(program, x), Kind.TRACE_LOAD, sizes, n)


@lru_cache(maxsize=256)
def text(program: Program) -> str:
    """By which recordings are compared."""
    return repr((program.ops, program.block, program.outputs))
