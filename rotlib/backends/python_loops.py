"""A recorded program as a loop of steps in Python: no compiler to wait for."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from .._types import Array, Function
from ..numbers import operation, select
from .operators import FUNCTIONS, OPERATORS
from .trace import STUMPFF, Loop, Op, Program, Requirement, uses

CHUNK = 4096  # lanes whose states stay in the cache
INFIX = "add", "sub", "mul", "div", "neg", "lt", "le", "gt", "ge", "eq", "ne"
OF_FLOATS: dict[str, Any] = {name: getattr(math, name) for name in FUNCTIONS}
OF_ARRAYS: dict[str, Any] = {
    f"{name}_": operation(name, *op[:2]) for name, op in OPERATORS.items()
} | {"select_": select}
OF_ARRAYS |= {f"np_{name}_": getattr(np, op[1]) for name, op in OPERATORS.items()}
OF_ARRAYS["array"] = np.array
NAME = re.compile(r"\b[va]\d+\b")
NOTHING: Array = np.empty((0, 0, 0))
LONGEST = 200  # letters of an operation that still stands within another one
LOOP = """\
def loop(t0, h, k0, steps, every, y, p, out, left, u=None):
    <fixed>
    <take>
    made = []
    for k in range(steps):
        <time>
        <held>
        ok = True
        try:
            <step>
        except (ArithmeticError, ValueError):
            ok = False
        if not ok:
            <give>
            return k, 0
        <move>
        left -= 1
        if left == 0:
            <record>
            left = every
    <give>
    return steps, 0
"""


def _lines(
    program: Program, block: list[Any], used: Counter[int], expression: Function
) -> Iterator[str]:
    """A line for each operation; one that a single other one uses stands within it."""
    here = [
        x for item in block if isinstance(item, int) for x in program.ops[item].args
    ]
    once = {place for place in here if used[place] == 1}
    within: dict[int, str] = {}
    for item in block:
        if isinstance(item, Loop):
            yield f"{_row(item.state)} = {_row(item.first)}"
            yield f"v{item.closed} = False"
            yield f"for _ in range({item.most}):"
            body = _lines(program, item.body, used, expression)
            yield from ("    " + line for line in body)
            yield f"    {_row(item.state)} = {_row(item.following)}"
            yield f"    if v{item.done}:"
            yield f"        v{item.closed} = True"
            yield "        break"
        elif isinstance(item, Requirement):
            yield f"ok = ok and v{item.place}"
        else:
            op = program.ops[item]
            args = [within.pop(x, f"v{x}") for x in op.args]
            text = expression(op, args)
            if item in once and len(text) < LONGEST:
                within[item] = f"({text})"
            else:
                yield f"v{item} = {text}"


def _expression(op: Op, args: list[str]) -> str:
    if op.name in OPERATORS:
        return OPERATORS[op.name].text.format(*args)
    return f"{op.name}({', '.join(args)})"


def _row(places: tuple[int, ...]) -> str:
    return ", ".join(f"v{x}" for x in places) + ","


def _text(program: Program) -> str:
    now, new, used = program.inputs["y"], program.outputs, uses(program)
    handed = program.placed(by_lane=False, by_step=False)
    held = program.placed(by_lane=False, by_step=True)
    t = program.inputs["t"]
    parts = {
        "fixed": [f"v{program.inputs['h']} = h"]
        + [f"v{place} = p[{i}]" for i, place in enumerate(handed)]
        + _constants(program),
        "take": [f"{_row(now)} = y"],
        "time": [f"v{t} = t0 + (k0 + k) * h"] if used[t] else [],
        "held": [f"v{place} = float(u[k, {i}, 0])" for i, place in enumerate(held)],
        "step": [*_lines(program, program.block, used, _expression)]
        + [f"ok = ok and not v{place}" for place, _, _ in program.warnings],
        "give": [f"y[:] = {_row(now)}", "out.flat[: len(made)] = made"],
        "record": [f"made += {_row(now)}"],
        "move": [f"{_row(now)} = {_row(new)}"],
    }
    lines = []
    for line in LOOP.splitlines():
        name = line.strip()[1:-1]
        filled = [line.replace(f"<{name}>", text) for text in parts.get(name, [line])]
        lines += filled
    return "\n".join(lines) + "\n"


def _constants(program: Program) -> list[str]:
    ops = program.ops.items()
    return [f"v{place} = {op.value!r}" for place, op in ops if op.name == "constant"]


def _scope(text: str, names: dict[str, Any]) -> dict[str, Any]:
    """What a text defines."""
    scope = {"inf": math.inf, "nan": math.nan} | names | STUMPFF
    exec(compile(text, "<a recorded step>", "exec"), scope)
    return scope


def _of_arrays(op: Op, args: list[str], wide: bool) -> str:
    if op.name in INFIX or op.name not in OPERATORS:
        return _expression(op, args)
    return f"{'np_' if wide else ''}{op.name}_({', '.join(args)})"


def _function(program: Program, args: list[int], wide: set[int] | None) -> Function:
    """The program, a straight one, as a function of its inputs.

    wide: the inputs that are arrays; None for floats alone
    """
    used, scope = uses(program), dict(OF_FLOATS)
    text = [f"def call({_row((*args,))}):", *_constants(program)]
    if wide is None:
        text += _lines(program, program.block, used, _expression)
    else:
        text += _lines_of_arrays(program, args, wide, used)
        scope = OF_ARRAYS | {
            f"a{place}": np.array(op.value)
            for place, op in program.ops.items()
            if op.name == "constant"
        }
    text.append(f"return {_row(program.outputs)}")
    function: Function = _scope("\n    ".join(text), scope)["call"]
    return function


def _lines_of_arrays(
    program: Program, args: list[int], wide: set[int], used: Counter[int]
) -> Iterator[str]:
    """Lines in which a number is an array without axes beside others, which is quicker,
    and what is not needed any more is deleted: its memory serves again, and stays near.
    """
    wide, beside = {*wide}, {*args} - wide
    for place in program.block:
        both = program.ops[place].args
        wide |= {place} if wide & {*both} else set()

    def expression(op: Op, given: list[str]) -> str:
        if wide & {*op.args}:
            pairs = [*zip(op.args, given, strict=True)]
            given = [
                f"a{x}" if text == f"v{x}" and x not in wide else text
                for x, text in pairs
            ]
        return _of_arrays(op, given, bool(wide & {*op.args}))

    lines = [*_lines(program, program.block, used, expression)]
    last = {name: i for i, line in enumerate(lines) for name in NAME.findall(line)}
    asked = {name[1:] for name in last if name[0] == "a"}
    yield from (f"a{x} = array(v{x})" for x in beside if str(x) in asked)
    for i, line in enumerate(lines):
        made = line.partition(" ")[0][1:]
        yield line
        if made in asked:
            yield f"a{made} = array(v{made})"
        ends = [x for x in NAME.findall(line) if last[x] == i and x[0] == "v"]
        kept = {*args, *program.outputs}
        ends = [x for x in dict.fromkeys(ends) if int(x[1:]) in wide - kept]
        if ends:
            yield f"del {', '.join(ends)}"


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
    loop: Function = _scope(_text(program), OF_FLOATS)["loop"]

    def on_arrays(*given: Any) -> Any:
        y, p, *rest = given[5:]
        now = y.tolist()
        done = loop(*given[:5], now, p.tolist(), *rest)
        y[:] = now
        return done

    return on_arrays
