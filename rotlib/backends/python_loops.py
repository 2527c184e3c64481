"""A recorded program as a loop of steps in Python: no compiler to wait for."""

import math
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .._types import Function
from .operators import FUNCTIONS, OPERATORS
from .trace import STUMPFF, Loop, Program, Requirement

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


def _uses(program: Program, block: list[Any]) -> Iterator[int]:
    """The places that a block uses, each as often as it does."""
    for item in block:
        if isinstance(item, Loop):
            yield from (*item.first, *item.following, item.done)
            yield from _uses(program, item.body)
        elif isinstance(item, Requirement):
            yield item.place
        else:
            yield from program.ops[item].args


def _used(program: Program) -> Counter[int]:
    ends = *program.outputs, *[place for place, _, _ in program.warnings]
    return Counter(_uses(program, program.block)) + Counter(ends)


def _lines(program: Program, block: list[Any], used: Counter[int]) -> Iterator[str]:
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
            body = _lines(program, item.body, used)
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
            text = _expression(op.name, args)
            if item in once and len(text) < LONGEST:
                within[item] = f"({text})"
            else:
                yield f"v{item} = {text}"


def _expression(name: str, args: list[str]) -> str:
    if name in OPERATORS:
        return OPERATORS[name].text.format(*args)
    return f"{name}({', '.join(args)})"


def _row(places: tuple[int, ...]) -> str:
    return ", ".join(f"v{x}" for x in places) + ","


def _text(program: Program) -> str:
    now, new, used = program.inputs["y"], program.outputs, _used(program)
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
        "step": [*_lines(program, program.block, used)]
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


def _scope(text: str) -> dict[str, Any]:
    """What a text defines."""
    names = (*FUNCTIONS, "inf", "nan")
    scope: dict[str, Any] = {name: getattr(math, name) for name in names} | STUMPFF
    exec(compile(text, "<a recorded step>", "exec"), scope)
    return scope


@lru_cache(maxsize=256)
def on_floats(program: Program) -> Function:
    """The program of a function as a function of floats."""
    lines = [*_constants(program), *_lines(program, program.block, _used(program))]
    lines.append(f"return {_row(program.outputs)}")
    head = f"def call({_row(program.inputs['args'])}):"
    made: Function = _scope("\n    ".join([head, *lines]))["call"]
    return made


@lru_cache(maxsize=256)
def replayed_loop(program: Program) -> Function:
    """The loop for one body, as `llvm_loops.one` has it; it ends before a step that
    warns, as before one that fails: the step itself says more.
    """
    loop: Function = _scope(_text(program))["loop"]

    def on_arrays(*given: Any) -> Any:
        y, p, *rest = given[5:]
        now = y.tolist()
        done = loop(*given[:5], now, p.tolist(), *rest)
        y[:] = now
        return done

    return on_arrays
