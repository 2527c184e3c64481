"""A recorded program as text of LLVM: a loop of steps for one body, or for a batch.

A batch is taken tile by tile, all steps of a tile while it is in the cache, and so many
lanes at once as fill two vectors. An equation that is solved in a loop is iterated
until the last of these lanes is done; a lane that is done, or has failed, keeps its
numbers.

Counters and what a loop carries stand in slots of memory, from which LLVM makes
registers. The text of a step depends on its operations alone: body, step size and the
constants of a load are arguments.
"""

import math
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .._types import Function
from .operators import OPERATORS
from .trace import Loop, Op, Program, walk

TILE = 256
MADE = 48  # bits of the steps made, below the bits of the warnings due
INT = "i64"
ONE = (
    "define i64 @loop(double %t0, double %h, i64 %k0, i64 %steps, i64 %every,"
    " ptr noalias %y, ptr noalias %p, ptr noalias %out, i64 %left,"
    " ptr noalias %u)"
)
MANY = (
    "define void @loop(i64 %begin, i64 %end, double %t0, double %h, i64 %k0,"
    " i64 %steps, i64 %every, ptr noalias %y, ptr noalias %p, ptr noalias %out,"
    " ptr noalias %good, ptr noalias %u, i64 %lanes)"
)


def constants(program: Program) -> dict[int, float]:
    """The constants handed over; the others are written into the text."""
    return {at: x for at, x in program.constants.items() if not _is_short(x)}


def _is_short(x: Any) -> bool:
    return abs(x) in (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, math.inf)


class Text:
    """Writes a function whose numbers are so many lanes wide."""

    def __init__(self, program: Program, lanes: int):
        self.program: Program = program
        self.lanes: int = lanes
        self.number: str = "double" if lanes == 1 else f"<{lanes} x double>"
        self.truth: str = "i1" if lanes == 1 else f"<{lanes} x i1>"
        self.yes: str = "true" if lanes == 1 else "splat (i1 true)"
        self.slots: list[str] = []
        self.body: list[str] = []
        self.declared: set[str] = set()
        numbers = program.constants.items()
        self.at: dict[int, str] = {x: self.literal(n) for x, n in numbers}
        self.truths: set[str] = set()  # names of what is yes or no
        self.ok: str = ""  # the lanes that have not failed
        self.going: str = ""  # the lanes that still iterate
        self.names: int = 0

    # --- instructions -----------------------------------------------------------------

    def name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def put(self, instruction: str) -> str:
        """Write an instruction; the name of what it makes."""
        name = f"%{self.name()}"
        self.body.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        self.body.append(f"  {instruction}")

    def begin(self, label: str) -> None:
        self.do(f"br label %{label}")
        self.body.append(f"{label}:")

    def branch(self, condition: str, yes: str, no: str, here: str) -> None:
        """Jump by a condition; write on at one of the two labels."""
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")
        self.body.append(f"{here}:")

    def slot(self, kind: str, value: str | None = None, size: int = 1) -> str:
        name = f"%{self.name()}"
        self.slots.append(f"  {name} = alloca [{size} x {kind}], align 64")
        if value is not None:
            self.do(f"store {kind} {value}, ptr {name}")
        return name

    def load(self, kind: str, address: str) -> str:
        return self.put(f"load {kind}, ptr {address}, align 8")

    def store(self, kind: str, value: str, address: str) -> None:
        self.do(f"store {kind} {value}, ptr {address}, align 8")

    def plus(self, a: str | int, b: str | int) -> str:
        return self.put(f"add i64 {a}, {b}")

    def times(self, a: str | int, b: str | int) -> str:
        return self.put(f"mul i64 {a}, {b}")

    def element(self, base: str, index: str | int) -> str:
        return self.put(f"getelementptr double, ptr {base}, i64 {index}")

    def call(self, kind: str, function: str, *arguments: tuple[str, str]) -> str:
        types = ", ".join(of for of, _ in arguments)
        own = function.startswith("llvm.")
        pure = "" if own else " memory(none) willreturn nounwind"
        self.declared.add(f"declare {kind} @{function}({types}){pure}")
        given = ", ".join(f"{of} {value}" for of, value in arguments)
        text = f"call contract {kind}" if kind == self.number else f"call {kind}"
        if kind != "void":
            return self.put(f"{text} @{function}({given})")
        self.do(f"{text} @{function}({given})")
        return ""

    @contextmanager
    def each(self, end: str | int, by: int = 1, first: str = "0") -> Iterator[str]:
        """A counter that runs from `first` to before `end`."""
        head, body, after = (self.name() for _ in range(3))
        counter = self.slot(INT, first)
        self.begin(head)
        now = self.load(INT, counter)
        self.branch(self.put(f"icmp slt i64 {now}, {end}"), body, after, here=body)
        yield now
        self.store(INT, self.plus(now, by), counter)
        self.do(f"br label %{head}")
        self.body.append(f"{after}:")

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        yes, after = self.name(), self.name()
        self.branch(condition, yes, after, here=yes)
        yield
        self.begin(after)

    @contextmanager
    def recording(self, left: str, row: str, size: int) -> Iterator[str]:
        """What is done after each so many steps, with the place of the record."""
        self.store(INT, self.plus(self.load(INT, left), -1), left)
        with self.when(self.put(f"icmp eq i64 {self.load(INT, left)}, 0")):
            yield self.times(self.load(INT, row), size)
            self.store(INT, self.plus(self.load(INT, row), 1), row)
            self.store(INT, "%every", left)

    # --- numbers ----------------------------------------------------------------------

    def literal(self, x: float) -> str:
        text = f"0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}"
        return text if self.lanes == 1 else f"splat (double {text})"

    def spread(self, x: str) -> str:
        if self.lanes == 1:
            return x
        first = self.put(f"insertelement {self.number} poison, double {x}, i64 0")
        zeros = f"<{self.lanes} x i32> zeroinitializer"
        return self.put(
            f"shufflevector {self.number} {first}, {self.number} poison, {zeros}"
        )

    def as_(self, value: str, truth: bool = False) -> str:
        """A value as a number, or as yes or no."""
        if truth == (value in self.truths):
            return value
        if truth:
            return self.put(f"fcmp une {self.number} {value}, {self.literal(0.0)}")
        return self.put(f"uitofp {self.truth} {value} to {self.number}")

    def of(self, place: int, truth: bool = False) -> str:
        return self.as_(self.at[place], truth)

    def both(self, a: str, b: str) -> str:
        return self.put(f"and {self.truth} {a}, {b}")

    def opposite(self, a: str) -> str:
        return self.put(f"xor {self.truth} {a}, {self.yes}")

    # --- the program ------------------------------------------------------------------

    def requirement(self, holds: str, reason: str) -> None:
        holds = self.as_(holds, truth=True)
        if self.going:  # of the others it is not asked
            rest = self.opposite(self.going)
            holds = self.put(f"or {self.truth} {holds}, {rest}")
        self.ok = self.both(self.ok, holds)

    def operation(self, place: int, op: Op, args: list[str]) -> str:
        known, own, number = OPERATORS[op.name], OPERATORS[op.name].llvm, self.number
        if op.name == "select":
            truth = self.truths.issuperset(args[1:])
            which = self.as_(args[0], truth=True)
            a, b = (self.as_(x, truth) for x in args[1:])
            kind = self.truth if truth else number
            made = self.put(f"select {self.truth} {which}, {kind} {a}, {kind} {b}")
            self.truths |= {made} if truth else set()
            return made
        logical = own.endswith("{truth}")
        args = [self.as_(x, truth=logical) for x in args]
        if own.endswith("}"):
            args += [self.yes] * (op.name == "not")
            own = own.format(truth=self.truth, number=number)
            made = self.put(f"{own} {', '.join(args)}")
            self.truths |= {made} if known.truth else set()
            return made
        if of_vectors := own.startswith("llvm."):
            own += "f64" if self.lanes == 1 else f"v{self.lanes}f64"
        if of_vectors or self.lanes == 1:
            return self.call(number, own, *[(number, x) for x in args])
        made = "poison"
        for i in range(self.lanes):
            parts = [self.put(f"extractelement {number} {x}, i64 {i}") for x in args]
            one = self.call("double", own, *[("double", x) for x in parts])
            made = self.put(f"insertelement {number} {made}, double {one}, i64 {i}")
        return made

    def loop(
        self, body: Function, first: list[str], most: int, item: Loop
    ) -> tuple[list[str], str]:
        outside, head, after = self.going, self.name(), self.name()
        state = [self.slot(self.number, self.as_(x)) for x in first]
        ok = self.slot(self.truth, self.ok)
        alive = outside or self.ok
        going = self.slot(self.truth, alive)
        closed = self.slot(self.truth, self.opposite(alive))
        passes = self.slot(INT, "0")
        self.begin(head)
        self.going, self.ok = self.load(self.truth, going), self.load(self.truth, ok)
        before = [self.load(self.number, x) for x in state]
        following, done = body(before)
        for slot, old, new in zip(state, before, following, strict=True):
            kept = f"select {self.truth} {self.going}, {self.number} {self.as_(new)}"
            self.store(self.number, self.put(f"{kept}, {self.number} {old}"), slot)
        self.store(self.truth, self.ok, ok)
        done = self.as_(done, truth=True)
        here = self.both(self.going, done)
        now = self.put(f"or {self.truth} {self.load(self.truth, closed)}, {here}")
        self.store(self.truth, now, closed)
        rest = self.both(self.going, self.opposite(done))
        self.store(self.truth, rest, going)
        made = self.plus(self.load(INT, passes), 1)
        self.store(INT, made, passes)
        more = self.put(f"icmp slt i64 {made}, {most}")
        again = self.put(f"and i1 {more}, {self.any(rest)}")
        self.branch(again, head, after, here=after)
        self.going, self.ok = outside, self.load(self.truth, ok)
        new = [self.load(self.number, slot) for slot in state]
        came = self.load(self.truth, closed)
        self.truths.add(came)
        return new, came

    def any(self, truths: str) -> str:
        if self.lanes == 1:
            return truths
        bits = self.put(f"bitcast {self.truth} {truths} to i{self.lanes}")
        return self.put(f"icmp ne i{self.lanes} {bits}, 0")

    # --- what comes in ----------------------------------------------------------------

    def fixed(self) -> None:
        program = self.program
        handed = (*program.placed(by_lane=False, by_step=False), *constants(program))
        for i, place in enumerate(handed):
            self.at[place] = self.spread(self.load("double", self.element("%p", i)))
        self.at[program.inputs["h"]] = self.spread("%h")

    def of_step(self, k: str) -> None:
        step = self.put(f"sitofp i64 {self.plus('%k0', k)} to double")
        later = self.put(f"fmul contract double {step}, %h")
        t = self.put(f"fadd contract double %t0, {later}")
        self.at[self.program.inputs["t"]] = self.spread(t)
        held = self.program.placed(by_lane=False, by_step=True)
        first = self.times(k, len(held))
        for i, place in enumerate(held):
            given = self.element("%u", self.plus(first, i))
            self.at[place] = self.spread(self.load("double", given))

    def finished(self, head: str) -> str:
        lines = [head + " ATTRIBUTES {", "entry:", *self.slots, *self.body, "}"]
        return "\n".join([*lines, *sorted(self.declared), ""])


def one(program: Program) -> str:
    """Stops before a step that fails; records after `left` steps, then each `every`."""
    w, size = Text(program, 1), len(program.outputs)
    w.fixed()
    state = [
        w.slot("double", w.load("double", w.element("%y", i))) for i in range(size)
    ]
    made, row, left, warned = (w.slot(INT, x) for x in ("0", "0", "%left", "0"))
    with w.each("%steps") as k:
        for place, slot in zip(program.inputs["y"], state, strict=True):
            w.at[place] = w.load("double", slot)
        w.of_step(k)
        w.ok = "true"
        walk(program, w, w.at)
        good = w.name()
        w.branch(w.ok, good, "over", here=good)
        for i, (place, _, _) in enumerate(program.warnings):
            bit = w.put(f"select i1 {w.of(place, truth=True)}, i64 {2**i}, i64 0")
            w.store(INT, w.put(f"or i64 {w.load(INT, warned)}, {bit}"), warned)
        new = [w.of(place) for place in program.outputs]
        for slot, value in zip(state, new, strict=True):
            w.store("double", value, slot)
        w.store(INT, w.plus(k, 1), made)
        with w.recording(left, row, size) as first:
            for i, value in enumerate(new):
                w.store("double", value, w.element("%out", w.plus(first, i)))
    w.begin("over")
    for i, slot in enumerate(state):
        w.store("double", w.load("double", slot), w.element("%y", i))
    said = w.put(f"shl i64 {w.load(INT, warned)}, {MADE}")
    w.do(f"ret i64 {w.plus(said, w.load(INT, made))}")
    return w.finished(ONE)


def many(program: Program, lanes: int) -> str:
    """Over tiles, steps and lanes; `good` has steps before a failure, warnings due."""
    if len(program.warnings) > 1:
        raise NotImplementedError("one warning for each lane")
    w, size, given = Text(program, lanes), len(program.outputs), [*program.inputs["y"]]
    carried = program.placed(by_lane=True, by_step=False)
    held = program.placed(by_lane=True, by_step=True)
    given += [*carried, *held]
    rows = [w.slot("double", size=TILE) for _ in given]
    made, warned = (w.slot("double", size=TILE) for _ in range(2))
    left, row = w.slot(INT), w.slot(INT)
    w.fixed()
    with w.each("%end", TILE, "%begin") as first:

        def lane(base: str, index: str | int) -> str:
            """Where a row of an array begins for this tile."""
            return w.element(base, w.plus(w.times(index, "%lanes"), first))

        rest = w.put(f"sub i64 %end, {first}")
        some = w.call(INT, "llvm.smin.i64", (INT, rest), (INT, str(TILE)))
        size_of = w.times(some, 8)

        def copy(source: str, target: str) -> None:
            given = ("ptr", target), ("ptr", source), (INT, size_of), ("i1", "false")
            w.call("void", "llvm.memcpy.p0.p0.i64", *given)

        def fill(target: str, source: str) -> None:
            """A row of the tile; past the last lane stands the last one again."""
            copy(source, target)
            last = w.load("double", w.element(source, w.plus(some, -1)))
            with w.each(TILE, first=some) as i:
                w.store("double", last, w.element(target, i))

        for j in range(size + len(carried)):
            fill(rows[j], lane("%y", j))
        with w.each(TILE, lanes) as i:
            for slot in made, warned:
                w.store(w.number, w.literal(0.0), w.element(slot, i))
        w.store(INT, "%every", left)
        w.store(INT, "0", row)
        with w.each("%steps") as k:
            w.of_step(k)
            before = w.spread(w.put(f"sitofp i64 {k} to double"))
            for j in range(len(held)):
                index = w.plus(w.times(k, len(held)), j)
                fill(rows[size + len(carried) + j], lane("%u", index))
            with w.each(TILE, lanes) as i:
                places = [w.element(slot, i) for slot in rows]
                for place, address in zip(given, places, strict=True):
                    w.at[place] = w.load(w.number, address)
                steps = w.load(w.number, w.element(made, i))
                w.ok = w.put(f"fcmp oeq {w.number} {steps}, {before}")
                walk(program, w, w.at)
                now = w.put(f"uitofp {w.truth} {w.ok} to {w.number}")
                more = w.put(f"fadd {w.number} {steps}, {now}")
                w.store(w.number, more, w.element(made, i))
                for place, _, _ in program.warnings:
                    due, said = w.of(place, truth=True), w.element(warned, i)
                    old = w.load(w.number, said)
                    new = f"{w.number} {w.literal(1.0)}, {w.number} {old}"
                    w.store(w.number, w.put(f"select {w.truth} {due}, {new}"), said)
                for place, address in zip(program.outputs, places, strict=False):
                    w.store(w.number, w.of(place), address)
            with w.recording(left, row, size) as record:
                for j in range(size):
                    copy(rows[j], lane("%out", w.plus(record, j)))
        for j in range(size):
            copy(rows[j], lane("%y", j))
        copy(made, lane("%good", 0))
        copy(warned, lane("%good", 1))
    w.do("ret void")
    return w.finished(MANY)
