"""A recorded program as text of Python: no compiler to wait for."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from .._types import Function
from .operators import CALLS, FUNCTIONS, OPERATORS
from .printed import Writer
from .trace import STUMPFF, Loop, Op, Program, items, uses

INFIX = "add", "sub", "mul", "div", "neg", "lt", "le", "gt", "ge", "eq", "ne"
NAMES = {"inf": math.inf, "nan": math.nan} | STUMPFF
OF_FLOATS = NAMES | {name: getattr(math, name) for name in FUNCTIONS}
# what is the same in all lanes is a float, as in the step itself
OF_ANY = NAMES | {f"{name}_": call for name, call in CALLS.items()}
OF_ARRAYS = NAMES | {f"{x}_": getattr(np, op.on_arrays) for x, op in OPERATORS.items()}
LONGEST = 200  # letters of an operation that still stands within another one


class Lines(Writer):
    """An operation that a single other one of its block uses stands within it.

    On arrays functions are called by names that end in _, where floats have signs, too.
    """

    def __init__(self, program: Program, arrays: bool) -> None:
        super().__init__("python")
        self.arrays: bool = arrays
        inner = [item.body for item in items(program.block) if isinstance(item, Loop)]
        used = uses(program)
        self.within: set[int] = set()
        for block in [program.block, *inner]:
            own = {item for item in block if isinstance(item, int)}
            read = {x for item in own for x in program.ops[item].args}
            self.within |= {x for x in own & read if used[x] == 1}

    def operation(self, place: int, op: Op, args: list[str]) -> str:
        own = self.arrays and op.name in OPERATORS and op.name not in INFIX
        text = self.called(f"{op.name}_" if own else op.name, args)
        if place in self.within and len(text) < LONGEST:
            return f"({text})"
        return self.define(f"v{place}", text)

    def requirement(self, holds: str, reason: str) -> None:
        self.lines.append(f"if not {holds}: raise ValueError")


def _function(program: Program, names: dict[str, Any]) -> Function:
    """The program as a function of all its inputs; a step that fails or warns raises a
    ValueError or ArithmeticError, for the step itself says more.
    """
    writer = Lines(program, arrays=names is not OF_FLOATS)
    args = {place: f"v{place}" for place in program.inputs["args"]}
    out = writer.write(program, args)
    for due in writer.due if "y" in program.inputs else ():
        writer.requirement(f"not {due}", "")
    head = f"def call({', '.join(args.values())}):"
    text = "\n    ".join([head, *writer.lines, f"return {', '.join(out)},"])
    scope = {**names}
    exec(compile(text, "<a recording>", "exec"), scope)
    call: Function = scope["call"]
    return call


@lru_cache(maxsize=256)
def on_floats(program: Program) -> Function:
    return _function(program, OF_FLOATS)


@lru_cache(maxsize=256)
def on_arrays(program: Program) -> Function:
    """A straight program as a function of arrays that broadcast."""
    call = _function(program, OF_ANY if "y" in program.inputs else OF_ARRAYS)

    def quiet(*args: Any) -> Any:
        with np.errstate(all="ignore"):  # of what is not chosen
            return call(*args)

    return quiet


def is_straight(program: Program) -> bool:
    """Whether the program is one straight line, which cannot fail."""
    return all(isinstance(item, int) for item in program.block)
