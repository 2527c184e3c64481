"""A recorded program as text of Python: no compiler to wait for."""

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from .._types import Function, Scalar, State
from .operators import CALLS, FUNCTIONS, OPERATORS
from .printed import Writer
from .trace import STUMPFF, Call, Loop, Op, Program, items, uses

CHUNK = 4096  # lanes whose states stay in the cache
INFIX = "add", "sub", "mul", "div", "neg", "lt", "le", "gt", "ge", "eq", "ne"
NAMES = {"inf": math.inf, "nan": math.nan} | STUMPFF
OF_FLOATS = NAMES | {name: getattr(math, name) for name in FUNCTIONS}
# what is the same in all lanes is a float, as in the step itself
OF_ANY = NAMES | {f"{name}_": call for name, call in CALLS.items()}
OF_ARRAYS = NAMES | {f"{x}_": getattr(np, op.on_arrays) for x, op in OPERATORS.items()}
NAME = re.compile(r"\bv\d+\b")
LONGEST = 200  # letters of an operation that still stands within another one


class Lines(Writer):
    """An operation that a single other one of its block uses stands within it.

    On arrays functions are called by names that end in _, where floats have signs, too.
    """

    def __init__(self, program: Program, arrays: bool) -> None:
        super().__init__("python")
        self.arrays: bool = arrays
        self.calls: tuple[Call, ...] = program.calls
        inner = [item.body for item in items(program.block) if isinstance(item, Loop)]
        used = uses(program)
        self.within: set[int] = set()
        for block in [program.block, *inner]:
            own = {item for item in block if isinstance(item, int)}
            read = {x for item in own for x in program.ops[item].args}
            self.within |= {x for x in own & read if used[x] == 1}

    def operation(self, place: int, op: Op, args: list[str]) -> str:
        if op.name.startswith("call"):  # in the order in which they were recorded
            rest = iter(args)
            sizes = self.calls[int(op.name[4:])].sizes
            given = [
                f"({', '.join(islice(rest, n))},)" if n else next(rest) for n in sizes
            ]
            return self.define(f"v{place}", f"{op.name}({', '.join(given)})")
        if op.name.startswith("item"):
            return f"{args[0]}[{op.name[4:]}]"
        own = self.arrays and op.name in OPERATORS and op.name not in INFIX
        text = self.called(f"{op.name}_" if own else op.name, args)
        if place in self.within and len(text) < LONGEST:
            return f"({text})"
        return self.define(f"v{place}", text)

    def requirement(self, holds: str, reason: str) -> None:
        self.lines.append(f"if not {holds}: raise ValueError")


def _freed(lines: Sequence[str], stay: Sequence[str]) -> list[str]:
    """The lines, with what is not needed any more deleted: its memory serves again,
    and is near.
    """
    used = [dict.fromkeys(NAME.findall(line)) for line in lines]
    last = {x: i for i, names in enumerate(used) for x in names}
    made = []
    for i, (line, names) in enumerate(zip(lines, used, strict=True)):
        made.append(line)
        if over := [x for x in names if last[x] == i and x not in stay]:
            made.append(f"del {', '.join(over)}")
    return made


def _row(places: Iterable[int]) -> str:
    return ", ".join([f"v{x}" for x in places])


def _function(
    program: Program,
    head: Sequence[str],
    given: dict[int, str],
    names: dict[str, Any],
    warns: bool = False,
) -> Function:
    """The function `call` that begins with these lines, of inputs in these texts.

    warns: whether what is warned of is refused, too
    """
    floats = names is OF_FLOATS
    writer = Lines(program, not floats)
    out = writer.write(program, given)
    for due in writer.due if warns else ():
        writer.requirement(f"not {due}", "")
    lines = writer.lines if floats else _freed(writer.lines, out)
    text = "\n    ".join([*head, *lines, f"return {', '.join(out)},"])
    scope = {**names}
    exec(compile(text, "<a recorded step>", "exec"), scope)
    call: Function = scope["call"]
    return call


def _of_arguments(program: Program, names: dict[str, Any]) -> Function:
    args = program.inputs["args"]
    return _function(
        program, [f"def call({_row(args)}):"], {x: f"v{x}" for x in args}, names
    )


@lru_cache(maxsize=256)
def on_floats(program: Program) -> Function:
    """The program of a function as a function of floats."""
    return _of_arguments(program, OF_FLOATS)


@lru_cache(maxsize=256)
def on_arrays(program: Program) -> Function:
    """The program of a straight function as a function of arrays that broadcast."""
    call = _of_arguments(program, OF_ARRAYS)

    def quiet(*args: Any) -> Any:
        with np.errstate(all="ignore"):  # of what is not chosen
            return call(*args)

    return quiet


def is_straight(program: Program) -> bool:
    """Whether the program is one straight line, which cannot fail."""
    return all(isinstance(item, int) for item in program.block)


@lru_cache(maxsize=256)
def step(program: Program, arrays: bool = False) -> Function:
    """The program of a step as step(t, h, y, J, calls) -> y, with J all of its numbers,
    and for each of its calls the function.

    On floats it raises a ValueError or ArithmeticError where the step fails or warns,
    which says more. On arrays, for a straight program that warns of nothing, it goes
    through the lanes in chunks.
    """
    x = program.inputs
    given = {x["t"]: "t", x["h"]: "h"} | {a: f"v{a}" for a in (*x["y"], *x["J"])}
    head = [f"{_row(x[name])}, = {name}" for name in "yJ" if x[name]]
    calls = "".join([f"call{i}, " for i in range(len(program.calls))])
    head += [f"{calls}= calls"] if calls else []
    head = ["def call(t, h, y, J, calls=()):", *head]
    call = _function(program, head, given, OF_ANY if arrays else OF_FLOATS, True)
    return _in_chunks(call) if arrays else call


def _in_chunks(call: Function) -> Function:
    def step(t: Scalar, h: Scalar, y: State, J: State, calls: Any = ()) -> State:
        shape = y[0].shape
        if y[0].size <= CHUNK:
            made = call(t, h, y, J)
            return tuple([_spread(x, shape) for x in made])
        y, J = [a.reshape(-1) for a in y], [np.ravel(a) for a in J]
        whole = np.empty((len(y), y[0].size))
        for first in range(0, y[0].size, CHUNK):
            part = slice(first, first + CHUNK)
            own = [a[part] if a.size > 1 else float(a[0]) for a in J]
            made = call(t, h, [a[part] for a in y], own)
            for row, x in zip(whole, made, strict=True):
                row[part] = x
        return tuple(whole.reshape(-1, *shape))

    return step


def _spread(x: Any, shape: tuple[int, ...]) -> Any:
    return x if isinstance(x, np.ndarray) else np.full(shape, x)
