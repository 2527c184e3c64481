"""A step written down: run once on numbers that record what is done to them, it becomes a list of operations.

Whatever functions a method is made of, its step is then one straight line, with a loop only where an equation is
solved. `_compiled` writes a loop for numba from it, `_chunked` one over arrays with reused memory. Operations keep
their order; what is computed twice is recorded once. Nothing may branch on the motion: a comparison of numbers that
change from step to step is recorded, not answered, and a step that asks for the answer is refused with the reason.
"""

import math
import operator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ._bind import twin_of
from .errors import RotlibError

ARITHMETIC = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
              "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "eq": operator.eq,
              "ne": operator.ne}
FUNCTIONS = {"neg": operator.neg, "abs": abs, "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan,
             "exp": math.exp, "log": math.log, "atan2": math.atan2, "copysign": math.copysign, "pow": operator.pow}


class Branches(RotlibError):
    """A step asks for the truth of something that changes from step to step."""


class Op(NamedTuple):
    """One operation: its name, the places of its arguments, and for a constant its value."""

    name: str
    args: tuple = ()
    value: float | None = None


class Loop(NamedTuple):
    """Repeat `body` until `done`: places of the state, of its first and its next values; `closed`: whether it was."""

    state: tuple
    first: tuple
    body: list
    following: tuple
    done: int
    most: int
    closed: int


class Demand(NamedTuple):
    """The step fails where what stands at this place is false."""

    place: int


@dataclass(frozen=True, eq=False)
class Program:
    """A step: what stands at each place, the places in the order of work, and those of what goes in and out.

    `asked` says whether it depended on the values of J or h, so that it holds for these alone.
    """

    ops: dict
    block: list
    inputs: dict
    outputs: tuple
    notes: tuple
    asked: bool


class Tape:
    """Where numbers write: `ops` says what stands at each place, `blocks` what is being written, loops inside."""

    def __init__(self):
        self.ops, self.blocks, self.known = {}, [[]], [{}]
        self.notes, self.asked = [], False

    def number(self, op, value=None):
        """The number at the place of `op`, which is recorded unless it stands there already."""
        if op.name not in ("input", "state"):
            for known in self.known:
                if op in known:
                    return Number(self, known[op], value)
        place = len(self.ops)
        self.ops[place] = op
        if op.name not in ("input", "state"):
            self.known[-1][op] = place
            self.blocks[-1].append(place)
        return Number(self, place, value)

    def constant(self, x):
        # 0.0 and -0.0 are the same key, and must not be the same number
        place = len(self.ops)
        for known in self.known:
            if ("constant", repr(x)) in known:
                return Number(self, known["constant", repr(x)])
        self.ops[place] = Op("constant", (), x)
        self.known[0]["constant", repr(x)] = place
        return Number(self, place)

    def lifted(self, x):
        if isinstance(x, Number):
            return x
        if isinstance(x, (int, float, np.floating, np.integer)):
            return self.constant(float(x))
        raise TypeError(f"expected a number, got {type(x).__name__}")

    def apply(self, name, *args):
        """Record an operation; numbers that stay the same during a run keep their values."""
        numbers = [self.lifted(a) for a in args]
        value = None
        if all(n.fixed for n in numbers):
            function = ARITHMETIC.get(name) or FUNCTIONS.get(name)
            value = function and function(*[n.plain for n in numbers])
        return self.number(Op(name, tuple([n.place for n in numbers])), value)


class Number:
    """A number of which only the place on the tape is known, or of a run constant the value too."""

    __slots__ = ("tape", "place", "value")

    def __init__(self, tape, place, value=None):
        self.tape, self.place, self.value = tape, place, value

    @property
    def fixed(self):
        return self.value is not None or self.tape.ops[self.place].name == "constant"

    @property
    def plain(self):
        return self.tape.ops[self.place].value if self.value is None else self.value

    def __bool__(self):
        if self.fixed:
            self.tape.asked = True
            return bool(self.plain)
        raise Branches("it branches on numbers that change from step to step")

    def __float__(self):
        if self.fixed:
            return float(self.plain)
        raise Branches("it hands numbers to a function that takes floats alone; take those of `math` or NumPy")

    def __neg__(self):
        return self.tape.apply("neg", self)

    def __pos__(self):
        return self

    def __abs__(self):
        return self.tape.apply("abs", self)

    def __pow__(self, n):
        return self.tape.apply("pow", self, n)

    def __rpow__(self, base):
        return self.tape.apply("pow", base, self)

    def __and__(self, other):
        return self.tape.apply("and", self, other)

    def __invert__(self):
        return self.tape.apply("not", self)

    def __or__(self, other):
        return ~(~self & ~other)

    __hash__ = None


def _forward(name):
    def method(self, other):
        if isinstance(other, np.ndarray):
            return NotImplemented
        return self.tape.apply(name, self, other)
    return method


def _backward(name):
    return lambda self, other: self.tape.apply(name, other, self)


for _name in ("add", "sub", "mul", "div"):
    _dunder = "truediv" if _name == "div" else _name
    setattr(Number, f"__{_dunder}__", _forward(_name))
    setattr(Number, f"__r{_dunder}__", _backward(_name))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Number, f"__{_name}__", _forward(_name))


def function(name, plain=None):
    """The function of that name for numbers on the tape, and for floats what it always was."""
    plain = plain or FUNCTIONS[name]

    def call(*args):
        for a in args:
            if isinstance(a, Number):
                return a.tape.apply(name, *args)
        return plain(*args)

    return call


for _name in ("sqrt", "sin", "cos", "tan", "exp", "log"):
    setattr(Number, _name, function(_name))  # NumPy's functions call the methods of that name

# --- what a step does besides arithmetic -----------------------------------------------------------------------------


def select(condition, a, b):
    """`a` where the condition holds, else `b`; both are computed."""
    if not isinstance(condition, Number) or condition.fixed:
        return a if condition else b
    return condition.tape.apply("select", condition, a, b)


twin_of(select)(np.where)


def demand(condition):
    """The step fails where the condition does not hold."""
    if isinstance(condition, Number) and not condition.fixed:
        condition.tape.blocks[-1].append(Demand(condition.place))
    elif not condition:
        raise Branches("it fails for this body and step size whatever the motion")


def note(condition, warning, text):
    """Whoever runs the step is warned if the condition ever holds."""
    condition.tape.notes.append((condition.place, warning, text))


def loop(body, state, most):
    """Repeat state, done = body(state) until done, and return the last state; the step fails after `most` times."""
    tape = next(x.tape for x in state if isinstance(x, Number))
    first = tuple([tape.lifted(x).place for x in state])
    held = [tape.number(Op("state")) for _ in state]
    tape.blocks.append([])
    tape.known.append({})
    following, done = body(held)
    following, done = tuple([tape.lifted(x).place for x in following]), tape.lifted(done).place
    inner = tape.blocks.pop()
    tape.known.pop()
    closed = tape.number(Op("state"))
    tape.blocks[-1].append(Loop(tuple([x.place for x in held]), first, inner, following, done, most, closed.place))
    demand(closed)
    return held


# --- recording -------------------------------------------------------------------------------------------------------

def record(step, h, y, J, load):
    """The program of `step(t, h, y, J, load)`, which must be bound to a flavour of the tape.

    Parameters
    ----------
    step : callable
    h : float
    y : int
        Size of the state.
    J : tuple of float
    load : Applied, AppliedWrench or None
        Bound to the tape too.

    Returns
    -------
    Program
        Its inputs are "t", "h", "y" and "J", places or tuples of places.

    Raises
    ------
    Branches
        If the step cannot be recorded.
    """
    tape = Tape()
    time, width = tape.number(Op("input")), tape.number(Op("input"), h)
    state = tuple([tape.number(Op("input")) for _ in range(y)])
    moments = tuple([tape.number(Op("input"), j) for j in J])
    try:
        new = [tape.lifted(x).place for x in step(time, width, state, moments, load)]
    except (TypeError, AttributeError, ValueError) as error:
        raise Branches(f"it does with numbers what cannot be written down: {error}") from error
    inputs = {"t": time.place, "h": width.place, "y": tuple([x.place for x in state]),
              "J": tuple([x.place for x in moments])}
    return pruned(Program(tape.ops, tape.blocks[0], inputs, tuple(new), tuple(tape.notes), tape.asked))


def pruned(program):
    """The program without operations of which nothing comes."""
    wanted = {*program.outputs, *(place for place, _, _ in program.notes)}

    def keep(block):
        kept = []
        for item in reversed(block):
            if isinstance(item, Loop):
                wanted.update(item.first, item.following, [item.done])
                kept.append(item._replace(body=keep(item.body)))
            elif isinstance(item, Demand):
                if item not in kept:
                    wanted.add(item.place)
                    kept.append(item)
            elif item in wanted:
                wanted.update(program.ops[item].args)
                kept.append(item)
        return kept[::-1]

    block = keep(program.block)
    ops = {place: op for place, op in program.ops.items() if place in wanted or op.name == "input"}
    return replace(program, block=block, ops=ops)


def count(program):
    """Number of operations of a program without loops: arithmetic, roots and functions; not signs and comparisons."""
    free = ("neg", "abs", "lt", "le", "gt", "ge", "eq", "ne", "and", "not", "select")
    return sum(program.ops[place].name not in free for place in program.block if isinstance(place, int))
