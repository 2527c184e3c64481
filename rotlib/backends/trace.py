"""A step, recorded: run once on numbers that write down what is done to them.

Whatever functions a method is made of, its step is then one straight line, with a loop
only where an equation is solved. `walk` goes through it: its targets are text of
Python, C and JavaScript (`printed`), of LLVM (`llvm`), arrays of JAX (`rotlib.jax`)
and another tape. Operations keep their order; what is computed twice is
recorded once. Nothing may branch on what comes in: a comparison of such numbers is
recorded, not answered, and a step that asks for the answer is refused with the reason.
So a program serves all bodies and step sizes.
"""

import math
import numbers
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np

from .. import stumpff
from .._types import Function, State
from ..errors import RotlibError, StepTooLarge
from ..kernels.stumpff import REACH, c0_c1
from ..numbers import operation, require, select, tape_of

ARITHMETIC = "add", "sub", "mul", "neg"
TOO_FAR = f"a step turns the body by more than {REACH**0.5:.3g} rad; take a smaller h"


class Kind(StrEnum):
    """The numbers of a run: floats, arrays, or numbers that record."""

    FLOAT = "float"
    NUMPY = "numpy"
    TRACE = "trace"  # for machine code, C, JavaScript: sines of a turn by polynomials
    TRACE_WHOLE = "trace whole"  # of users, derivatives, JAX: a c_k is one operation
    TRACE_FLOAT = "trace float"  # for arrays: c0 and c1 as on floats, with one root
    TRACE_CALLS = "trace calls"  # for one body: the same, and users are called
    TRACE_LOAD = "trace load"  # of loads: the library's functions, for any angle


NAMES = ("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "log_factor")
STUMPFF: dict[str, Function] = {name: getattr(stumpff, name) for name in NAMES}
WHOLE: dict[Kind, tuple[str, ...]]  # which of them are one operation
WHOLE = dict.fromkeys((Kind.TRACE_FLOAT, Kind.TRACE_CALLS), NAMES[2:])
WHOLE[Kind.TRACE_WHOLE] = NAMES


# --- operations: on floats, on arrays, and as text in four languages ------------------

# its name; in NumPy and in `jax.numpy`; in Python, {0}, {1}, {2} are the arguments; in
# C; in JavaScript: as in the column before, where nothing stands; in LLVM, what stands
# before the arguments: an instruction of numbers, or of yes and no, or a function, of
# vectors too if it is LLVM's own
TABLE = """
add|add|{0} + {1}|||fadd contract {number}
sub|subtract|{0} - {1}|||fsub contract {number}
mul|multiply|{0} * {1}|||fmul contract {number}
div|divide|{0} / {1}|||fdiv contract {number}
pow|power|{0} ** {1}|pow({0}, {1})|Math.pow({0}, {1})|llvm.pow.
neg|negative|-{0}|||fneg {number}
abs|abs|abs({0})|fabs({0})|Math.abs({0})|llvm.fabs.
lt|less|{0} < {1}|||fcmp olt {number}
le|less_equal|{0} <= {1}|||fcmp ole {number}
gt|greater|{0} > {1}|||fcmp ogt {number}
ge|greater_equal|{0} >= {1}|||fcmp oge {number}
eq|equal|{0} == {1}||{0} === {1}|fcmp oeq {number}
ne|not_equal|{0} != {1}||{0} !== {1}|fcmp une {number}
and|logical_and|{0} and {1}|{0} && {1}||and {truth}
not|logical_not|not {0}|!{0}||xor {truth}
select|where|{1} if {0} else {2}|{0} ? {1} : {2}||select
atan2|arctan2|atan2({0}, {1})||Math.atan2({0}, {1})|atan2
copysign|copysign|copysign({0}, {1})||@|llvm.copysign.
hypot|hypot|hypot({0}, {1})||Math.hypot({0}, {1})|hypot
"""
SIGN = "({1} < 0 ? -1 : Object.is({1}, -0) ? -1 : 1) * Math.abs({0})"  # in JavaScript
OF_ONE = "asin acos atan sqrt sin cos tan sinh cosh tanh exp expm1 log log1p log10"
INTRINSIC = ("sqrt", "sin", "cos", "exp", "log", "log10")
TRUTHS = ("lt", "le", "gt", "ge", "eq", "ne", "and", "not")
FREE = {*TRUTHS, "neg", "abs", "select"}  # which count for nothing
PLAIN: dict[str, Function] = vars(operator) | vars(math)
PLAIN |= {"div": operator.truediv, "pow": operator.pow, "abs": abs}
PLAIN |= {"and": lambda a, b: a and b, "not": operator.not_}
PLAIN["select"] = lambda c, a, b: a if c else b


class Operator(NamedTuple):
    """One operation, a row of the table.

    truth: whether it answers yes or no
    """

    on_floats: Function
    on_arrays: str
    text: str
    c: str
    javascript: str
    llvm: str
    truth: bool


def _read(line: str) -> tuple[str, Operator]:
    name, on_arrays, text, c, javascript, llvm = line.split("|")
    c, truth = c or text, name in TRUTHS
    columns = PLAIN[name], on_arrays, text, c, javascript or c, llvm
    return name, Operator(*columns, truth)


def _of_one(name: str) -> str:
    on_arrays = name.replace("a", "arc", 1) if name.startswith("a") else name
    llvm = f"llvm.{name}." if name in INTRINSIC else name
    return f"{name}|{on_arrays}|{name}({{0}})||Math.{name}({{0}})|{llvm}"


ROWS = [*TABLE.replace("@", SIGN).split("\n")[1:-1], *map(_of_one, OF_ONE.split())]
OPERATORS: dict[str, Operator] = dict(map(_read, ROWS))
FUNCTIONS = tuple(
    name for name, op in OPERATORS.items() if op.on_floats is getattr(math, name, None)
)
# each as a function of any kind of number; what Python asks the numbers is one already
CALLS: dict[str, Function] = {
    **{name: op.on_floats for name, op in OPERATORS.items()},
    **{x: operation(x, *OPERATORS[x][:2]) for x in (*FUNCTIONS, "pow", "and", "not")},
    "select": select,
}


def either(a: Any, b: Any) -> Any:
    """Yes unless both say no: on the tape there is no operation for it."""
    no, both = CALLS["not"], CALLS["and"]
    return no(both(no(a), no(b)))


# --- programs -------------------------------------------------------------------------


class DataDependentBranch(RotlibError):
    """A step asks for the truth of something that is not known yet."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        if (tape := TAPE.get()) is not None and tape.refused is None:
            tape.refused = self  # a user's function may catch it


class Op(NamedTuple):
    """One operation: its name, the places of its arguments, a constant's value."""

    name: str
    args: tuple[int, ...] = ()
    value: float | None = None


class Loop(NamedTuple):
    """Repeat `body` until `done`; `closed` tells whether that came in time."""

    state: tuple[int, ...]
    first: tuple[int, ...]
    body: list[Any]
    following: tuple[int, ...]
    done: int
    most: int
    closed: int


class Requirement(NamedTuple):
    """The step fails where what stands at this place is false, for this reason."""

    place: int
    reason: str


class Call(NamedTuple):
    """A function that a program calls: which of those of a run, with vectors of these
    sizes, 0 for a number.
    """

    which: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Program:
    """A recorded step: its operations, their order, and what goes in and out."""

    ops: dict[int, Op]
    block: list[Any]
    inputs: dict[str, Any]  # places: "args" of all, and of a step t, h, y and J
    outputs: tuple[int, ...]
    warnings: tuple[tuple[int, type[Warning], str], ...]  # due where a place is true
    # of inputs J that are not the same for a whole run: (by lane, by step)
    varying: dict[int, tuple[bool, bool]] = field(default_factory=dict)
    # of functions that are not recorded
    calls: tuple[Call, ...] = ()

    def placed(self, by_lane: bool, by_step: bool) -> list[int]:
        """The places of the inputs J that vary in this way, in their order."""
        still, way = (False, False), (by_lane, by_step)
        return [x for x in self.inputs["J"] if self.varying.get(x, still) == way]

    @property
    def constants(self) -> dict[int, float]:
        """The numbers that are written into it, by their places."""
        ops = self.ops.items()
        return {at: op.value for at, op in ops if op.value is not None}

    @property
    def wanted(self) -> list[int]:
        """The places of what it returns and warns of."""
        return [*self.outputs, *[place for place, _, _ in self.warnings]]

    def reads(self, item: Any) -> tuple[int, ...]:
        """The places that an item of a block is made from."""
        if isinstance(item, Loop):
            return *item.first, *item.following, item.done
        return (item.place,) if isinstance(item, Requirement) else self.ops[item].args


class Tape:
    """Where numbers write: operations by place, and the blocks being written."""

    def __init__(self, kind: Kind = Kind.TRACE_WHOLE) -> None:
        self.turns: bool = kind == Kind.TRACE
        self.whole: tuple[str, ...] = WHOLE.get(kind, ())
        self.smooth: bool = kind == Kind.TRACE_WHOLE  # derivatives are taken of it
        self.ops: dict[int, Op] = {}
        self.blocks: list[list[Any]] = [[]]
        self.known: list[dict[Any, int]] = [{}]
        self.warnings: list[tuple[int, type[Warning], str]] = []
        self.calls: list[Call] = []
        self.refused: DataDependentBranch | None = None

    def number(self, op: Op) -> "Number":
        """The number at the place of `op`, recorded unless it stands there already."""
        own, constant = op.name in ("input", "state"), op.name == "constant"
        # 0.0 and -0.0 are the same key, and must not be the same number
        key = ("constant", repr(op.value)) if constant else op
        for known in () if own else self.known:
            if key in known:
                return Number(self, known[key])
        place = len(self.ops)
        self.ops[place] = op
        if constant:
            self.known[0][key] = place
        elif not own:
            self.known[-1][key] = place
            self.blocks[-1].append(place)
        return Number(self, place)

    def inputs(self, n: int) -> tuple["Number", ...]:
        return tuple([self.number(Op("input")) for _ in range(n)])

    def places(self, numbers: Iterable[Any]) -> tuple[int, ...]:
        return tuple([self.lifted(x).place for x in numbers])

    def lifted(self, x: Any) -> "Number":
        if isinstance(x, Number):
            if x.tape is not self:
                raise DataDependentBranch("it keeps numbers from call to call")
            return x
        if isinstance(x, (int, float, np.floating, np.integer, np.bool_)):
            return self.number(Op("constant", (), float(x)))
        raise DataDependentBranch(f"it computes with a {type(x).__name__}")

    def is_truth(self, x: Any) -> bool:
        """Whether it is yes or no, so that NumPy and Python add it differently."""
        if not isinstance(x, Number):
            return isinstance(x, (bool, np.bool_))
        name, args, _ = self.ops[x.place]
        if name == "select":
            return all(self.is_truth(Number(self, place)) for place in args[1:])
        return name in OPERATORS and OPERATORS[name].truth

    def apply(self, name: str, *args: Any) -> "Number":
        if name in ARITHMETIC and all(map(self.is_truth, args)):
            if name == "mul":
                return self.apply("and", *args)
            raise DataDependentBranch(
                "it computes with yes and no, of which arrays make another number than"
                " Python; write np.where(condition, 1.0, 0.0)"
            )
        return self.number(Op(name, self.places(args)))

    def operation(self, place: int, op: Op, args: list[Any]) -> "Number":
        if op.name not in STUMPFF:
            return self.apply(op.name, *args)
        with self.any_angle():  # of a load: as this tape has it
            made: Number = STUMPFF[op.name](*args)
        return made

    def call(self, which: int, args: State, returns: int) -> Any:
        """What a function that is called each time returns; never shared."""
        name = f"call{len(self.calls)}"
        self.calls.append(Call(which, sizes_of(args)))
        made = self.number(Op(name, self.places(flat(args))))
        items = [self.number(Op(f"item{i}", (made.place,))) for i in range(returns)]
        return tuple(items) if returns else made

    def select(self, condition: "Number", a: Any, b: Any) -> Any:
        if condition.is_constant:
            return a if condition else b
        return self.apply("select", condition, a, b)

    def require(self, condition: Any, reason: str) -> None:
        """What its reason should say of numbers, the step itself says."""
        condition = self.lifted(condition)
        if not condition.is_constant:
            self.blocks[-1].append(Requirement(condition.place, reason))
        elif not condition:
            raise DataDependentBranch("it fails whatever the motion")

    requirement = require

    def warn(self, condition: "Number", category: type[Warning], said: str) -> None:
        self.warnings.append((condition.place, category, said))

    def loop(
        self, body: Function, state: State, most: int, item: Loop | None = None
    ) -> tuple[list["Number"], "Number"]:
        """The state after a loop that is written once, and whether it ended in time."""
        first = self.places(state)
        held = [self.number(Op("state")) for _ in state]
        self.blocks.append([])
        self.known.append({})
        following, done = body(held)
        (over,), after = self.places([done]), self.places(following)
        inner, _ = self.blocks.pop(), self.known.pop()
        closed = self.number(Op("state"))
        places = self.places(held), first, inner, after, over, most, closed.place
        self.blocks[-1].append(Loop(*places))
        return held, closed

    def turn(self, s: Any) -> tuple[Any, Any]:
        """c0 and c1 up to angles of 4 rad, which compilers turn into vector code."""
        require(s <= REACH, StepTooLarge, lambda: TOO_FAR)
        return c0_c1(s)

    @contextmanager
    def any_angle(self) -> Iterator[None]:
        """Meanwhile sines and cosines are the library's, as for a load's angles."""
        before, self.turns = self.turns, False
        try:
            yield
        finally:
            self.turns = before


TAPE: ContextVar[Tape | None] = ContextVar("TAPE", default=None)


class Recorded:
    """What writes on its `tape` what is done to it."""

    __slots__ = ()
    tape: Any
    __or__ = either

    def __pos__(self) -> Any:
        return self


def _writing(name: str, reflected: bool = False) -> Callable[..., Any]:
    def forward(self: Recorded, *other: Any) -> Any:
        if other and isinstance(other[0], np.ndarray):
            return NotImplemented
        return self.tape.apply(name, self, *other)

    return (lambda self, a: self.tape.apply(name, a, self)) if reflected else forward


DUNDER = {"div": "truediv", "not": "invert"}  # where Python has another name
for _name in ("add", "sub", "mul", "div", "pow", "and"):
    _dunder = DUNDER.get(_name, _name)
    setattr(Recorded, f"__{_dunder}__", _writing(_name))
    setattr(Recorded, f"__r{_dunder}__", _writing(_name, reflected=True))
for _name in ("lt", "le", "gt", "ge", "eq", "ne", "neg", "abs", "not"):
    setattr(Recorded, f"__{DUNDER.get(_name, _name)}__", _writing(_name))


class Number(Recorded):
    """A number that records: its place on the tape."""

    __slots__ = ("tape", "place")
    together: Any  # these three are of NumPy's arrays, and set in `rows`
    __array_ufunc__: Any
    __array_function__: Any

    def __init__(self, tape: Tape, place: int):
        self.tape: Tape = tape
        self.place: int = place

    @property
    def value(self) -> Any:
        """What it is, if it is constant; else None."""
        return self.tape.ops[self.place].value

    @property
    def is_constant(self) -> bool:
        return self.value is not None

    def __bool__(self) -> bool:
        if self.is_constant:
            return bool(self.value)
        raise DataDependentBranch(
            "it branches on numbers that change from step to step"
        )

    def __float__(self) -> float:
        if self.is_constant:
            return float(self.value)
        raise DataDependentBranch(
            "it hands numbers that are recorded to a function that takes plain floats"
        )

    def conjugate(self) -> "Number":
        """Itself, for NumPy's functions."""
        return self

    def __getattr__(self, name: str) -> Any:
        if hasattr(float, name) or name in ("item", "astype", "round"):
            raise refusal(name)
        raise AttributeError(name)


def refusal(what: str) -> DataDependentBranch:
    return DataDependentBranch(f"{what} has no operation on the tape")


def _refusing(name: str) -> Function:
    def method(*numbers: Any) -> Any:
        raise refusal(name)

    return method


for _name in (
    *("mod", "floordiv", "divmod", "rmod", "rfloordiv", "rdivmod", "round", "hash"),
    *("trunc", "floor", "ceil", "int", "index", "complex"),
):
    setattr(Number, f"__{_name}__", _refusing(_name))
for _name in FUNCTIONS:  # NumPy's functions call the methods of that name
    setattr(Number, _name, operation(_name, OPERATORS[_name].on_floats))
numbers.Number.register(Number)  # np.isscalar answers as for floats


def flat(args: State) -> list[Any]:
    """The numbers of all arguments, one after the other."""
    return [x for a in args for x in (a if isinstance(a, (tuple, list)) else (a,))]


def sizes_of(args: State) -> tuple[int, ...]:
    return tuple([len(a) if isinstance(a, (tuple, list)) else 0 for a in args])


# --- recording ------------------------------------------------------------------------


def record(
    step: Function, y: int, J: int, load: Any = None, kind: Kind = Kind.TRACE_WHOLE
) -> Program:
    """The program of step(t, h, y, J, load), or DataDependentBranch says why not."""
    tape, args = Tape(kind), tuple(range(2 + y + J))
    (t, h), state, moments = [tape.inputs(n) for n in (2, y, J)]
    inputs = {"t": 0, "h": 1, "y": args[2 : 2 + y], "J": args[2 + y :], "args": args}
    return _written(tape, inputs, lambda: step(t, h, state, moments, load))


def record_function(
    function: Function, kind: Kind, sizes: tuple[int, ...], returns: int
) -> Program:
    """The program of a function of numbers (size 0) and vectors, which returns so many
    numbers, or one alone for `returns` = 0.
    """
    tape = Tape(kind)
    given = [tape.inputs(size) if size else tape.inputs(1)[0] for size in sizes]
    inputs = {"args": tuple(tape.ops)}

    def call() -> State:
        made = function(*given)
        return made if returns else (made,)

    program = _written(tape, inputs, call)
    if (n := len(program.outputs)) != max(1, returns):
        raise DataDependentBranch(f"it returns {n} numbers, not {returns}")
    return program


def _written(tape: Tape, inputs: dict[str, Any], call: Callable[[], State]) -> Program:
    """What `call` does and returns; what goes wrong, caught or not, is a refusal."""
    before = TAPE.set(tape)
    try:
        new = tape.places(call())
        if tape.refused is not None:
            raise tape.refused
    except DataDependentBranch:
        raise
    except Exception as error:
        raise DataDependentBranch(
            f"it does with numbers what cannot be written down: {error}"
        ) from error
    finally:
        TAPE.reset(before)
    due, calls = tuple(tape.warnings), tuple(tape.calls)
    return pruned(Program(tape.ops, tape.blocks[0], inputs, new, due, calls=calls))


def walk(program: Program, target: Any, at: dict[int, Any], block: Any = None) -> None:
    """Go through a program; `at` gets what `target` makes of each place.

    target: `operation(place, op, args)` answers what stands there from now on,
        `requirement(holds, reason)` nothing, and `loop(body, state, most, item)` the
        state after the loop and whether it came to its end, by body(state) ->
        (following, done), which goes through what is repeated
    at: what stands at the inputs and constants
    """
    for item in program.block if block is None else block:
        if isinstance(item, Loop):

            def body(state: State, item: Loop = item) -> tuple[list[Any], Any]:
                at.update(zip(item.state, state, strict=True))
                walk(program, target, at, item.body)
                return [at[place] for place in item.following], at[item.done]

            first = [at[place] for place in item.first]
            state, at[item.closed] = target.loop(body, first, item.most, item)
            at.update(zip(item.state, state, strict=True))
        elif isinstance(item, Requirement):
            target.requirement(at[item.place], item.reason)
        else:
            op = program.ops[item]
            at[item] = target.operation(item, op, [at[place] for place in op.args])


@dataclass(eq=False)
class Calls:
    """A target of `walk`: each operation is a call of the function of its name."""

    functions: dict[str, Function]

    def operation(self, place: int, op: Op, args: list[Any]) -> Any:
        return self.functions[op.name](*args)

    def requirement(self, holds: Any, reason: str) -> None:
        """Nothing: what a program requires is not asked."""


def walked(program: Program, target: Any, args: State) -> dict[int, Any]:
    """What `target` makes of each place of a function's program, for these numbers."""
    at = dict(zip(program.inputs["args"], args, strict=True)) | program.constants
    walk(program, target, at)
    return at


def replayed(program: Program, args: State) -> list[Any]:
    """What a function's program returns for these numbers, written on their tape."""
    at = walked(program, tape_of(*args), args)
    return [at[place] for place in program.outputs]


def items(block: list[Any]) -> Iterator[Any]:
    """All of a block, and of the loops in it."""
    for item in block:
        yield item
        if isinstance(item, Loop):
            yield from items(item.body)


def uses(program: Program) -> Counter[int]:
    """How often something is computed from each place, or hands it on as it is."""
    used = Counter(program.wanted)
    for item in items(program.block):
        used.update(program.reads(item))
    return used


def pruned(program: Program) -> Program:
    """The program without operations of which nothing comes, but for calls."""
    calls = [x for x, op in program.ops.items() if op.name.startswith("call")]
    wanted = {*program.wanted, *calls}

    def keep(block: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for item in reversed(block):
            if isinstance(item, int) and item not in wanted:
                continue
            wanted.update(program.reads(item))
            if isinstance(item, Loop):
                kept.append(item._replace(body=keep(item.body)))
            elif isinstance(item, int) or item not in kept:
                kept.append(item)
        return kept[::-1]

    block, known = keep(program.block), program.ops.items()
    ops = {at: op for at, op in known if at in wanted or op.name == "input"}
    return replace(program, block=block, ops=ops)


def count(program: Program) -> int:
    """Operations of a program without loops but those that are `FREE`."""
    names = [program.ops[x].name for x in program.block if isinstance(x, int)]
    return sum([name not in FREE for name in names])
