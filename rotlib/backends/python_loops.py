"""A recorded program as a loop of steps in Python: no compiler to wait for."""

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from .._types import Array, Function
from ..numbers import select
from .operators import CALLS, FUNCTIONS, OPERATORS
from .printed import Writer
from .trace import STUMPFF, Loop, Op, Program, items, uses

CHUNK = 4096  # lanes whose states stay in the cache
INFIX = "add", "sub", "mul", "div", "neg", "lt", "le", "gt", "ge", "eq", "ne"
NAMES = {"inf": math.inf, "nan": math.nan} | STUMPFF
OF_FLOATS = NAMES | {name: getattr(math, name) for name in FUNCTIONS}
OF_ARRAYS: dict[str, Any] = NAMES | {"select_": select, "array": np.array}
for _name, _op in OPERATORS.items():
    OF_ARRAYS.setdefault(f"{_name}_", CALLS[_name])
    OF_ARRAYS[f"np_{_name}_"] = getattr(np, _op.on_arrays)
NAME = re.compile(r"\b[va]\d+\b")
NOTHING: Array = np.empty((0, 0, 0))
LONGEST = 200  # letters of an operation that still stands within another one
LOOP = """\
def loop(t0, h, k0, steps, every, y, p, out, left, u=None):
    {fixed}
    {now}, = y
    made = []
    for k in range(steps):
        try:
            {step}
        except (ArithmeticError, ValueError):
            steps = k
            break
        {now}, = {new},
        left -= 1
        if left == 0:
            made += {now},
            left = every
    y[:] = {now},
    out.flat[: len(made)] = made
    return steps, 0
"""


class Floats(Writer):
    """An operation that a single other one of its block uses stands within it."""

    def __init__(self, program: Program) -> None:
        super().__init__("python")
        inner = [item.body for item in items(program.block) if isinstance(item, Loop)]
        used = uses(program)
        self.within: set[int] = set()
        for block in [program.block, *inner]:
            own = {item for item in block if isinstance(item, int)}
            read = {x for item in own for x in program.ops[item].args}
            self.within |= {x for x in own & read if used[x] == 1}

    def operation(self, place: int, op: Op, args: list[str]) -> str:
        text = self.called(op.name, args)
        if place in self.within and len(text) < LONGEST:
            return f"({text})"
        return self.define(f"v{place}", text)

    def requirement(self, holds: str, reason: str) -> None:
        self.lines.append(f"if not {holds}: raise ValueError")


class Arrays(Floats):
    """A number is an array without axes beside others, which is quicker: `beside` has
    its name, by the name of the number.
    """

    def __init__(self, program: Program, args: Iterable[int], wide: set[int]) -> None:
        super().__init__(program)
        self.wide: set[int] = {*wide}
        numbers = program.constants.items()
        self.constants: dict[str, Array] = {
            f"a{place}": np.array(x) for place, x in numbers
        }
        self.beside: dict[str, str] = {
            self.number(x): f"a{place}" for place, x in numbers
        }
        self.beside |= {f"v{x}": f"a{x}" for x in args if x not in wide}

    def operation(self, place: int, op: Op, args: list[str]) -> str:
        wide = not self.wide.isdisjoint(op.args)
        if wide:
            self.wide.add(place)
            args = [self.beside.get(x, x) for x in args]
        else:
            self.beside[f"v{place}"] = f"a{place}"
        if op.name in OPERATORS and op.name not in INFIX:
            op = op._replace(name=f"{'np_' if wide else ''}{op.name}_")
        return super().operation(place, op, args)

    def delete(self, args: list[int], outputs: Sequence[int]) -> None:
        """Delete what is not needed any more: its memory serves again, and is near."""
        lines = self.lines
        self.lines: list[str] = []
        last = {x: i for i, line in enumerate(lines) for x in NAME.findall(line)}
        asked = {x[1:] for x in last if x[0] == "a"}
        for place in (x for x in args if str(x) in asked):
            self.lines.append(f"a{place} = array(v{place})")
        ends = {f"v{x}" for x in self.wide.difference(args, outputs)}
        for i, line in enumerate(lines):
            self.lines.append(line)
            made = line.partition(" ")[0][1:]
            if made in asked:
                self.lines.append(f"a{made} = array(v{made})")
            over = [x for x in dict.fromkeys(NAME.findall(line)) if last[x] == i]
            if over := [x for x in over if x in ends]:
                self.lines.append(f"del {', '.join(over)}")


def _row(places: Iterable[int]) -> str:
    return ", ".join([f"v{x}" for x in places])


def _defined(text: str, names: dict[str, Any], name: str) -> Function:
    """The function of that name which a text defines."""
    scope = {**names}
    exec(compile(text, "<a recorded step>", "exec"), scope)
    function: Function = scope[name]
    return function


def _function(program: Program, args: list[int], wide: set[int] | None) -> Function:
    """The program, a straight one, as a function of its inputs.

    wide: the inputs that are arrays; None for floats alone
    """
    writer = Floats(program) if wide is None else Arrays(program, args, wide)
    out, names = writer.write(program, {x: f"v{x}" for x in args}), OF_FLOATS
    if isinstance(writer, Arrays):
        writer.delete(args, program.outputs)
        names = OF_ARRAYS | writer.constants
    body = [*writer.lines, f"return {', '.join(out)},"]
    text = "\n    ".join([f"def call({_row(args)}):", *body])
    return _defined(text, names, "call")


@lru_cache(maxsize=256)
def on_floats(program: Program) -> Function:
    """The program of a function as a function of floats."""
    return _function(program, program.inputs["args"], None)


@lru_cache(maxsize=256)
def on_arrays(program: Program) -> Function:
    """The program of a function as a function of arrays that broadcast."""
    args = program.inputs["args"]
    call = _function(program, args, {*args})

    def quiet(*args: Any) -> Any:
        with np.errstate(all="ignore"):  # of what is not chosen
            return call(*args)

    return quiet


def is_straight(program: Program) -> bool:
    """Whether the program is one straight line, which cannot fail."""
    return all(isinstance(item, int) for item in program.block)


@lru_cache(maxsize=256)
def many(program: Program) -> Function:
    """The loop for a batch, as `llvm_loops.many` has it, of a straight program."""
    x, varying = program.inputs, program.varying
    wide = {place for place, (by_lane, _) in varying.items() if by_lane}
    step = _function(program, [x["t"], x["h"], *x["y"], *x["J"]], {*x["y"], *wide})
    fixed, of_motions = program.placed(False, False), program.placed(True, False)
    stepwise = [place for place in x["J"] if varying.get(place, (0, 0))[1]]

    def loop(*given: Any) -> None:
        begin, end, t0, h, k0, steps, every, y, p, out, good, *rest = given
        carried, rows = rest or (NOTHING, NOTHING)
        at = dict(zip(fixed, p.tolist(), strict=True))
        for first in range(begin, end, CHUNK):
            part = slice(first, min(first + CHUNK, end))
            now = [a[part].copy() for a in y]
            at |= {place: carried[i, part] for i, place in enumerate(of_motions)}
            for k in range(steps):
                for i, place in enumerate(stepwise):
                    row = rows[k, i]
                    at[place] = row[part] if place in wide else float(row[0])
                J = [at[place] for place in x["J"]]
                now = step(t0 + (k0 + k) * h, h, *now, *J)
                if (k + 1) % every == 0:
                    for a, b in zip(out[k // every], now, strict=True):
                        a[part] = b
            for a, b in zip(y, now, strict=True):
                a[part] = b
        good[0], good[1] = steps, 0.0

    return loop


@lru_cache(maxsize=256)
def replayed_loop(program: Program) -> Function:
    """The loop for one body, as `llvm_loops.one` has it; it ends before a step that
    warns, as before one that fails: the step itself says more.
    """
    x, writer = program.inputs, Floats(program)
    fixed = [x["h"], *program.placed(by_lane=False, by_step=False)]
    given = {place: f"v{place}" for place in (*fixed, *x["y"])}
    held = enumerate(program.placed(by_lane=False, by_step=True))
    given |= {place: f"float(u[k, {i}, 0])" for i, place in held}
    new = writer.write(program, given | {x["t"]: "t0 + (k0 + k) * h"})
    for due in writer.due:
        writer.requirement(f"not {due}", "")
    text = LOOP.format(
        fixed=f"{_row(fixed)}, = h, *p",
        now=_row(x["y"]),
        step="\n            ".join(writer.lines or ["pass"]),
        new=", ".join(new),
    )
    loop = _defined(text, OF_FLOATS, "loop")

    def on_arrays(*given: Any) -> Any:
        y, p, *rest = given[5:]
        now = y.tolist()
        done = loop(*given[:5], now, p.tolist(), *rest)
        y[:] = now
        return done

    return on_arrays
