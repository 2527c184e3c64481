"""A recorded program as a compiled loop of steps over the lanes of a batch, by LLVM.

Lanes are taken tile by tile, all steps of a tile while it is in the cache, and so many
at once as fill two vectors of this processor; a single body is a tile of one lane,
which stays in registers. A lane whose step fails keeps the state before it. An equation
that is solved in a loop is iterated until the last of the lanes at work is done.

Counters and what a loop carries stand in slots of memory, from which LLVM makes
registers. The text of a step depends on its operations alone: body, step size and the
constants of a load are arguments. It lets go of Python's lock, so that threads can
share the tiles of a batch.
"""

import ctypes
import hashlib
import math
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._types import Function
from .trace import OPERATORS, Loop, Op, Program, walk

TILE = 256
INT = "i64"
COUNTS = "begin end lanes k0 steps every left".split()
NUMBERS = "t0", "h"
ARRAYS = "y p out good u".split()
GIVEN = [f"i64 %{x}" for x in COUNTS] + [f"double %{x}" for x in NUMBERS]
GIVEN += [f"ptr noalias %{x}" for x in ARRAYS]


WRITTEN = {0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, math.inf}


def constants(program: Program) -> dict[int, float]:
    """The constants handed over; the others are written into the text."""
    return {at: x for at, x in program.constants.items() if abs(x) not in WRITTEN}


class Text:
    """Writes a function whose numbers are so many lanes wide."""

    def __init__(self, program: Program, lanes: int):
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

    def label(self, name: str) -> None:
        self.body.append(f"{name}:")

    def branch(self, condition: str, yes: str, no: str, here: str) -> None:
        """Jump by a condition; write on at one of the two labels."""
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")
        self.label(here)

    def begin(self, label: str) -> None:
        self.do(f"br label %{label}")
        self.label(label)

    def slot(self, kind: str, value: str | None = None, size: int = 1) -> str:
        name = f"%{self.name()}"
        self.slots.append(f"  {name} = alloca [{size} x {kind}], align 64")
        if value is not None:
            self.store(kind, value, name)
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
    def each(
        self, end: str | int, by: int = 1, first: str = "0", after: str = ""
    ) -> Iterator[str]:
        """A counter that runs from `first` to before `end`; `after` is its exit."""
        if end == by:
            yield first
            return
        head, body, after = self.name(), self.name(), after or self.name()
        counter = self.slot(INT, first)
        self.begin(head)
        now = self.load(INT, counter)
        self.branch(self.put(f"icmp slt i64 {now}, {end}"), body, after, here=body)
        yield now
        self.store(INT, self.plus(now, by), counter)
        self.do(f"br label %{head}")
        self.label(after)

    # --- numbers ----------------------------------------------------------------------

    def literal(self, x: float) -> str:
        text = f"0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}"
        return text if self.lanes == 1 else f"splat (double {text})"

    def spread(self, x: str) -> str:
        if self.lanes == 1:
            return x
        kind, zeros = self.number, f"<{self.lanes} x i32> zeroinitializer"
        first = self.put(f"insertelement {kind} poison, double {x}, i64 0")
        return self.put(f"shufflevector {kind} {first}, {kind} poison, {zeros}")

    def as_(self, value: str, truth: bool = False) -> str:
        """A value as a number, or as yes or no."""
        if truth == (value in self.truths):
            return value
        if truth:
            return self.put(f"fcmp une {self.number} {value}, {self.literal(0.0)}")
        return self.put(f"uitofp {self.truth} {value} to {self.number}")

    def both(self, a: str, b: str) -> str:
        return self.put(f"and {self.truth} {a}, {b}")

    def either(self, a: str, b: str) -> str:
        return self.put(f"or {self.truth} {a}, {b}")

    def opposite(self, a: str) -> str:
        return self.put(f"xor {self.truth} {a}, {self.yes}")

    def chosen(self, which: str, a: str, b: str, truth: bool = False) -> str:
        kind = self.truth if truth else self.number
        return self.put(f"select {self.truth} {which}, {kind} {a}, {kind} {b}")

    def any(self, truths: str) -> str:
        if self.lanes == 1:
            return truths
        bits = self.put(f"bitcast {self.truth} {truths} to i{self.lanes}")
        return self.put(f"icmp ne i{self.lanes} {bits}, 0")

    # --- the program ------------------------------------------------------------------

    def requirement(self, holds: str, reason: str) -> None:
        holds = self.as_(holds, truth=True)
        if self.going:  # of the others it is not asked
            holds = self.either(holds, self.opposite(self.going))
        self.ok = self.both(self.ok, holds)

    def operation(self, place: int, op: Op, args: list[str]) -> str:
        known, own, number = OPERATORS[op.name], OPERATORS[op.name].llvm, self.number
        if op.name == "select":
            truth = self.truths.issuperset(args[1:])
            a, b = (self.as_(x, truth) for x in args[1:])
            made = self.chosen(self.as_(args[0], truth=True), a, b, truth)
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
            self.store(self.number, self.chosen(self.going, self.as_(new), old), slot)
        self.store(self.truth, self.ok, ok)
        done = self.as_(done, truth=True)
        here = self.both(self.going, done)
        self.store(self.truth, self.either(self.load(self.truth, closed), here), closed)
        rest = self.both(self.going, self.opposite(done))
        self.store(self.truth, rest, going)
        made = self.plus(self.load(INT, passes), 1)
        self.store(INT, made, passes)
        more = self.put(f"icmp slt i64 {made}, {most}")
        again = self.put(f"and i1 {more}, {self.any(rest)}")
        self.branch(again, head, after, here=after)
        self.going, self.ok = outside, self.load(self.truth, ok)
        came = self.load(self.truth, closed)
        self.truths.add(came)
        return [self.load(self.number, slot) for slot in state], came

    def take(self, places: Sequence[int], row: str, first: str = "0") -> None:
        """Numbers that all lanes have alike, from a row of an array on."""
        for i, place in enumerate(places):
            given = self.element(row, self.plus(first, i))
            self.at[place] = self.spread(self.load("double", given))


def text(program: Program, lanes: int) -> str:
    """The function `loop`: lanes `begin` to `end` of `y` go on by so many steps.

    `out` gets a record after `left` steps, then after each `every`; `good` the steps
    that each lane has made, and in further rows which warnings are due.
    """
    w, size = Text(program, lanes), len(program.outputs)
    tile = 1 if lanes == 1 else TILE
    carried = program.placed(by_lane=True, by_step=False)
    held = program.placed(by_lane=True, by_step=True)
    given = [*program.inputs["y"], *carried, *held]
    rows = [w.slot("double", size=tile) for _ in given]
    made, *said = (w.slot("double", size=tile) for _ in (0, *program.warnings))
    left, row, alive = w.slot(INT), w.slot(INT), w.slot(w.truth)
    fixed, stepped = (program.placed(by_lane=False, by_step=x) for x in (False, True))
    w.take([*fixed, *constants(program)], "%p")
    w.at[program.inputs["h"]] = w.spread("%h")
    with w.each("%end", tile, "%begin") as first:
        rest = w.put(f"sub i64 %end, {first}")
        some = w.call(INT, "llvm.smin.i64", (INT, rest), (INT, str(tile)))
        size_of = w.times(some, 8)

        def lane(base: str, index: str | int) -> str:
            """Where a row of an array begins for this tile."""
            return w.element(base, w.plus(w.times(index, "%lanes"), first))

        def copy(source: str, target: str) -> None:
            if tile == 1:
                return w.store("double", w.load("double", source), target)
            given = ("ptr", target), ("ptr", source), (INT, size_of), ("i1", "false")
            w.call("void", "llvm.memcpy.p0.p0.i64", *given)

        def fill(target: str, source: str) -> None:
            """A row of the tile; past the last lane stands the last one again."""
            copy(source, target)
            if tile > 1:
                last = w.load("double", w.element(source, w.plus(some, -1)))
                with w.each(tile, first=some) as i:
                    w.store("double", last, w.element(target, i))

        for j in range(size + len(carried)):
            fill(rows[j], lane("%y", j))
        with w.each(tile, lanes) as i:
            for slot in made, *said:
                w.store(w.number, w.literal(0.0), w.element(slot, i))
        w.store(INT, "%left", left)
        w.store(INT, "0", row)
        over = w.name()
        with w.each("%steps", after=over) as k:
            step = w.put(f"sitofp i64 {w.plus('%k0', k)} to double")
            later = w.put(f"fmul contract double {step}, %h")
            t = w.put(f"fadd contract double %t0, {later}")
            w.at[program.inputs["t"]] = w.spread(t)
            w.take(stepped, "%u", w.times(k, len(stepped)))
            before = w.spread(w.put(f"sitofp i64 {k} to double"))
            for j in range(len(held)):
                index = w.plus(w.times(k, len(held)), j)
                fill(rows[size + len(carried) + j], lane("%u", index))
            w.store(w.truth, w.opposite(w.yes), alive)
            with w.each(tile, lanes) as i:
                places = [w.element(slot, i) for slot in rows]
                for place, address in zip(given, places, strict=True):
                    w.at[place] = w.load(w.number, address)
                steps = w.load(w.number, w.element(made, i))
                w.ok = w.put(f"fcmp oeq {w.number} {steps}, {before}")
                walk(program, w, w.at)
                now = w.put(f"uitofp {w.truth} {w.ok} to {w.number}")
                more = w.put(f"fadd {w.number} {steps}, {now}")
                w.store(w.number, more, w.element(made, i))
                w.store(w.truth, w.either(w.load(w.truth, alive), w.ok), alive)
                for (place, _, _), slot in zip(program.warnings, said, strict=True):
                    due = w.both(w.as_(w.at[place], truth=True), w.ok)
                    old = w.load(w.number, w.element(slot, i))
                    warned = w.chosen(due, w.literal(1.0), old)
                    w.store(w.number, warned, w.element(slot, i))
                new = [w.as_(w.at[place]) for place in program.outputs]
                for x, old, address in zip(new, given, places, strict=False):
                    w.store(w.number, w.chosen(w.ok, x, w.at[old]), address)
            on, due, after = (w.name() for _ in range(3))
            w.branch(w.any(w.load(w.truth, alive)), on, over, here=on)
            w.store(INT, w.plus(w.load(INT, left), -1), left)
            reached = w.put(f"icmp eq i64 {w.load(INT, left)}, 0")
            w.branch(reached, due, after, here=due)
            record = w.times(w.load(INT, row), size)
            for j in range(size):
                copy(rows[j], lane("%out", w.plus(record, j)))
            w.store(INT, w.plus(w.load(INT, row), 1), row)
            w.store(INT, "%every", left)
            w.begin(after)
        for j in range(size):
            copy(rows[j], lane("%y", j))
        for j, slot in enumerate((made, *said)):
            copy(slot, lane("%good", j))
    w.do("ret void")
    head = f"define void @loop({', '.join(GIVEN)}) ATTRIBUTES {{"
    lines = [head, "entry:", *w.slots, *w.body, "}"]
    return "\n".join([*lines, *sorted(w.declared), ""])


class Place(ctypes.c_void_p):
    """Where an array, or None, lies in memory."""

    @classmethod
    def from_param(cls, a: Any) -> Any:
        if isinstance(a, np.ndarray):
            if a.dtype != np.float64 or not a.flags.c_contiguous:
                said = f"expected float64 in C order, got {a.dtype}, {a.flags}"
                raise TypeError(said)
            a = a.ctypes.data
        return super().from_param(a)


KIND = ctypes.CFUNCTYPE(
    None,
    *[ctypes.c_int64] * len(COUNTS),
    *[ctypes.c_double] * len(NUMBERS),
    *[Place] * len(ARRAYS),
)


# --- this processor -------------------------------------------------------------------


@cache
def machine() -> SimpleNamespace:
    """LLVM for this processor, and how wide its vectors are; `target(level)` makes what
    optimises so much.
    """
    from llvmlite import binding

    with suppress(RuntimeError):  # newer ones are ready without
        binding.initialize()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    if sys.platform == "linux":  # its functions, where Python itself needs none of them
        with suppress(RuntimeError):
            binding.load_library_permanently("libm.so.6")
    name, features = binding.get_host_cpu_name(), binding.get_host_cpu_features()
    bits = 512 if features.get("avx512f") else 256 if features.get("avx") else 128
    # without being told LLVM takes half of the widest vectors
    attributes = f'nounwind "prefer-vector-width"="{bits}"'
    attributes += f' "min-legal-vector-width"="{bits}"'

    @cache
    def target(level: int) -> Any:
        own = {"cpu": name, "features": features.flatten(), "opt": level}
        made = binding.Target.from_default_triple().create_target_machine
        return made(**own, codemodel="jitdefault", jit=True)

    lanes = 2 * bits // 64
    return SimpleNamespace(
        binding=binding, target=target, lanes=lanes, attributes=attributes
    )


MOST = 256  # programs that are remembered
# lines of a text from which optimising takes longer than it saves in many steps: of one
# lane it takes 2 s there and saves a quarter of a step, of vectors 25 s for a half
LONG = 20_000, 100_000
FUNCTIONS: dict[bytes, Any] = {}  # none is given back: LLVM does not survive it


def engine_of(text: str, level: int) -> Any:
    """Machine code of a text, for which LLVM takes so much trouble."""
    llvm, target = machine().binding, machine().target(level)
    module = llvm.parse_assembly(text.replace("ATTRIBUTES", machine().attributes))
    module.triple, module.data_layout = target.triple, str(target.target_data)
    module.verify()
    wanted = llvm.create_pipeline_tuning_options(speed_level=level)
    wanted.loop_vectorization = wanted.slp_vectorization = False
    wanted.loop_unrolling = wanted.loop_interleaving = False
    builder = llvm.create_pass_builder(target, wanted)
    builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, target)
    engine.finalize_object()
    return engine


@lru_cache(maxsize=MOST)
def compiled(program: Program, one: bool) -> tuple[Function, tuple[float, ...]]:
    """The loop of a program, for one body or for the vectors of a batch, as a function
    of `GIVEN`; and its constants.
    """
    written = text(program, 1 if one else machine().lanes)
    name = hashlib.sha256(written.encode()).digest()
    if name not in FUNCTIONS:
        many = written.count("\n") > LONG[not one]
        engine = engine_of(written, 0 if many else 2)
        FUNCTIONS[name] = KIND(engine.get_function_address("loop"))
        FUNCTIONS[name].engine = engine
    return FUNCTIONS[name], tuple(constants(program).values())
