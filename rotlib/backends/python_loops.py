"""A recorded program as a loop of steps in Python: no compiler to wait for."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .._types import Function
from .operators import FUNCTIONS, OPERATORS
from .trace import Loop, Program, Requirement

LOOP = """\
def loop(t0, h, k0, steps, every, y, p, out, left, u=None):
    <fixed>
    <take>
    warning_mask, row = 0, 0
    for k in range(steps):
        <t> = t0 + (k0 + k) * h
        <held>
        ok = True
        try:
            <step>
        except (ArithmeticError, ValueError):
            ok = False
        if not ok:
            <give>
            return k, warning_mask
        <warnings>
        <move>
        left -= 1
        if left == 0:
            <record>
            row += 1
            left = every
    <give>
    return steps, warning_mask
"""


def _lines(program: Program, block: list[Any]) -> Iterator[str]:
    for item in block:
        if isinstance(item, Loop):
            yield f"{_row(item.state)} = {_row(item.first)}"
            yield f"v{item.closed} = False"
            yield f"for _ in range({item.most}):"
            yield from ("    " + line for line in _lines(program, item.body))
            yield f"    {_row(item.state)} = {_row(item.following)}"
            yield f"    if v{item.done}:"
            yield f"        v{item.closed} = True"
            yield "        break"
        elif isinstance(item, Requirement):
            yield f"ok = ok and v{item.place}"
        else:
            op = program.ops[item]
            text = OPERATORS[op.name].text.format(*[f"v{x}" for x in op.args])
            yield f"v{item} = {text}"


def _row(places: tuple[int, ...]) -> str:
    return ", ".join(f"v{x}" for x in places) + ","


def _text(program: Program) -> str:
    now, new = program.inputs["y"], program.outputs
    handed = program.placed(by_lane=False, by_step=False)
    held = program.placed(by_lane=False, by_step=True)
    parts = {
        "fixed": [f"v{program.inputs['h']} = h"]
        + [f"v{place} = p[{i}]" for i, place in enumerate(handed)]
        + [
            f"v{place} = {op.value!r}"
            for place, op in program.ops.items()
            if op.name == "constant"
        ],
        "take": [f"{_row(now)} = y"],
        "held": [f"v{place} = float(u[k, {i}, 0])" for i, place in enumerate(held)],
        "step": [*_lines(program, program.block)],
        "warnings": [
            f"warning_mask |= {2**i} if v{place} else 0"
            for i, (place, _, _) in enumerate(program.warnings)
        ],
        "give": [f"y[:] = {_row(now)}"],
        "record": [f"out[row, {i}] = v{place}" for i, place in enumerate(now)],
        "move": [f"{_row(now)} = {_row(new)}"],
    }
    lines = []
    for line in LOOP.replace("<t>", f"v{program.inputs['t']}").splitlines():
        name = line.strip()[1:-1]
        filled = [line.replace(f"<{name}>", text) for text in parts.get(name, [line])]
        lines += filled
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=256)
def replayed_loop(program: Program) -> tuple[Function, tuple[Any, ...]]:
    """The loop for one body, as `llvm_loops.one` has it; its constants are in it."""
    names = (*FUNCTIONS, "inf", "nan")
    scope: dict[str, Any] = {name: getattr(math, name) for name in names}
    exec(compile(_text(program), "<a recorded step>", "exec"), scope)
    loop: Function = scope["loop"]

    def on_floats(*given: Any) -> Any:
        y, p, *rest = given[5:]
        now = y.tolist()
        done = loop(*given[:5], now, p.tolist(), *rest)
        y[:] = now
        return done

    return on_floats, ()
