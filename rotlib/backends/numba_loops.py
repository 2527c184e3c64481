"""From a program to compiled loops, which `loop_cache` keeps on disk by their text.

The text of a step depends on its operations alone: body, step size and the constants of
a load are arguments. One body takes the loop `one`; a batch goes through `many`, tile
by tile, with all steps of a tile done while it is in the cache and the lanes of a tile
side by side in the vector unit. It lets go of Python's lock, so that threads can share
the tiles.
"""

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from .. import _check
from .._types import Function
from .loop_cache import loaded
from .operators import FUNCTIONS, OPERATORS
from .trace import Loop, Program, Requirement

TILE = 256
HEAD = f'''"""A loop of steps by rotlib.backends.numba_loops; safe to delete."""

from math import inf, {", ".join(sorted(FUNCTIONS))}

import numpy as np
from numba import njit

'''
OPTIONS = 'cache=True, error_model="numpy", fastmath={"contract"}'


# --- text -----------------------------------------------------------------------------


def constants(program: Program) -> list[int]:
    """Places of the constants handed over; the others are written into the text."""
    return [
        place
        for place, op in program.ops.items()
        if op.name == "constant" and not _is_short(op.value)
    ]


def _is_short(x: Any) -> bool:
    return abs(x) in (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, math.inf)


def _line(program: Program, place: int) -> str:
    op = program.ops[place]
    a = [_name(program, x) for x in op.args]
    text = OPERATORS[op.name].text.format(*a)
    return f"v{place} = {text}"


def _name(program: Program, place: int) -> str:
    op = program.ops[place]
    return (
        repr(op.value) if op.name == "constant" and _is_short(op.value) else f"v{place}"
    )


def _lines(program: Program, block: list[Any]) -> Iterator[str]:
    for item in block:
        if isinstance(item, Loop):
            names = ", ".join(_name(program, x) for x in item.first)
            held = ", ".join(f"v{x}" for x in item.state)
            yield f"{held}, = {names},"
            yield f"v{item.closed} = False"
            yield f"for _ in range({item.most}):"
            yield from ("    " + line for line in _lines(program, item.body))
            yield (
                f"    {held}, = {', '.join(_name(program, x) for x in item.following)},"
            )
            yield f"    if {_name(program, item.done)}:"
            yield f"        v{item.closed} = True"
            yield "        break"
        elif isinstance(item, Requirement):
            yield f"ok = ok and {_name(program, item.place)}"
        else:
            yield _line(program, item)


ONE = """
def loop(t0, h, k0, steps, every, y, p, out, leftMORE):
    <constants>
    <take>
    warning_mask, row = 0, 0
    for k in range(steps):
        <t> = t0 + (k0 + k) * h
        <held>
        ok = True
        <step>
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
GUARDED = """\
        try:
            <step>
        except (ArithmeticError, ValueError):
            ok = False"""
COMPILED_ONE = """
@njit("Tuple((int64, int64))(float64, float64, int64, int64, int64, float64[::1], "
      "float64[::1], float64[:, ::1], int64TYPES)", OPTIONS)"""
MANY = """
@njit("void(int64, int64, float64, float64, int64, int64, int64, float64[:, ::1], "
      "float64[::1], float64[:, :, ::1], float64[:, ::1]TYPES)", nogil=True, OPTIONS)
def loop(begin, end, t0, h, k0, steps, every, y, p, out, goodMORE):
    <constants>
    b = np.empty(ROWS * TILE)
    for first in range(begin, end, TILE):
        some = min(TILE, end - first)
        alive, made, warning_mask = np.ones(TILE), np.zeros(TILE), np.zeros(TILE)
        for j in range(SIZE):
            for i in range(TILE):
                b[j * TILE + i] = y[j, first + min(i, some - 1)]
        <carried>
        row, left = 0, every
        for k in range(steps):
            <t> = t0 + (k0 + k) * h
            <held>
            for i in range(TILE):
                ok = True
                <take>
                <step>
                alive[i] = alive[i] if ok else 0.0
                made[i] += alive[i]
                <warnings>
                <give>
            left -= 1
            if left == 0:
                for j in range(SIZE):
                    for i in range(some):
                        out[row, j, first + i] = b[j * TILE + i]
                row += 1
                left = every
        for j in range(SIZE):
            for i in range(some):
                y[j, first + i] = b[j * TILE + i]
        for i in range(some):
            good[0, first + i] = made[i]
            good[1, first + i] = warning_mask[i]
"""


def _filled(template: str, **parts: list[str]) -> str:
    """The template with its open lines and names filled in, lines at their depth."""
    lines = []
    for line in template.splitlines():
        name = line.strip()
        if name[:1] + name[-1:] == "<>" and name[1:-1] in parts:
            lines += [line.replace(name, text) for text in parts[name[1:-1]]]
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _common(program: Program) -> tuple[list[str], list[str], list[str], list[str]]:
    handed = (*program.placed(by_lane=False, by_step=False), *constants(program))
    step = list(_lines(program, program.block))
    fixed = [
        f"v{program.inputs['h']} = h",
        *(f"v{place} = p[{i}]" for i, place in enumerate(handed)),
    ]
    return (
        fixed,
        step,
        [f"v{place}" for place in program.inputs["y"]],
        [_name(program, x) for x in program.outputs],
    )


def one(program: Program) -> str:
    """The loop for one body: it returns the steps made and the warnings due.

    It stops before a step that fails. After `left` steps, and then after each `every`,
    it makes a record.
    """
    text = COMPILED_ONE + _one(program, ONE)
    return HEAD + _finished(text, program, ", u", ", float64[:, :, ::1]")


def replayed_loop(program: Program) -> tuple[Function, tuple[Any, ...]]:
    """The same loop as Python runs it, on floats, and its constants."""
    guarded = _one(program, ONE.replace("        <step>", GUARDED))
    text = _finished(guarded, program, ", u", "")
    text = re.sub(r"u\[k, \d+, 0\]", r"float(\g<0>)", text)
    scope: dict[str, Any] = {name: getattr(math, name) for name in (*FUNCTIONS, "inf")}
    exec(compile(text, "<a recorded step>", "exec"), scope)
    loop: Function = scope["loop"]

    def on_floats(*given: Any) -> Any:
        y, p, *rest = given[5:]
        now = y.tolist()
        done = loop(*given[:5], now, p.tolist(), *rest)
        y[:] = now
        return done

    return on_floats, tuple([program.ops[place].value for place in constants(program)])


def _one(program: Program, template: str) -> str:
    fixed, step, now, new = _common(program)
    warnings = [
        f"warning_mask |= {2**i} if v{place} else 0"
        for i, (place, _, _) in enumerate(program.warnings)
    ]
    return _filled(
        template,
        constants=fixed,
        step=step,
        warnings=warnings,
        take=[f"{v} = y[{i}]" for i, v in enumerate(now)],
        held=_held(program),
        give=[f"y[{i}] = {v}" for i, v in enumerate(now)],
        record=[f"out[row, {i}] = {v}" for i, v in enumerate(now)],
        move=[f"{', '.join(now)}, = {', '.join(new)},"],
    )


def _held(program: Program) -> list[str]:
    """What is read anew in each step, the same for all lanes."""
    held = program.placed(by_lane=False, by_step=True)
    return [f"v{place} = float(u[k, {i}, 0])" for i, place in enumerate(held)]


def _finished(text: str, program: Program, more: str, types: str) -> str:
    """The text with its last names; only numbers that vary are arguments more."""
    if not program.varying:
        more, types = "", ""
    text = text.replace("TYPES", types).replace("MORE", more)
    return text.replace("<t>", f"v{program.inputs['t']}").replace("OPTIONS", OPTIONS)


def many(program: Program) -> str:
    """The loops over the tiles from `begin` to `end`, over steps and over lanes.

    `good` tells for each lane the number of steps before one that failed, and whether
    its warning is due. Numbers of each lane stand behind its state in the tile.
    """
    fixed, step, now, new = _common(program)
    if len(program.warnings) > 1:
        raise NotImplementedError("one warning for each lane")
    lanes, lane = "for i in range(TILE):", "first + min(i, some - 1)"
    carried = program.placed(by_lane=True, by_step=False)
    held = program.placed(by_lane=True, by_step=True)
    rows = len(now) + len(carried)
    text = _filled(
        MANY,
        constants=fixed,
        step=step,
        take=[
            f"{v} = b[{TILE * i} + i]"
            for i, v in enumerate([*now, *(f"v{x}" for x in (*carried, *held))])
        ],
        carried=[
            line
            for i in range(len(carried))
            for line in (lanes, f"    b[{TILE * (len(now) + i)} + i] = c[{i}, {lane}]")
        ],
        held=_held(program)
        + [
            line
            for i in range(len(held))
            for line in (lanes, f"    b[{TILE * (rows + i)} + i] = u[k, {i}, {lane}]")
        ],
        warnings=[
            f"warning_mask[i] = 1.0 if v{place} else warning_mask[i]"
            for place, _, _ in program.warnings
        ],
        give=[f"b[{TILE * i} + i] = {v}" for i, v in enumerate(new)],
    )
    text = text.replace("ROWS", str(rows + len(held)))
    text = text.replace("TILE", str(TILE)).replace("SIZE", str(len(now)))
    types = ", float64[:, ::1], float64[:, :, ::1]"
    return HEAD + _finished(text, program, ", c, u", types)


# --- compiled -------------------------------------------------------------------------


def require_numba() -> None:
    """Raise NotInstalled if numba is not installed."""
    _check.installed("numba", "backend='numba'")


@lru_cache(maxsize=256)
def compiled(
    program: Program, text: Callable[[Program], str]
) -> tuple[Function, tuple[Any, ...]]:
    """The function `loop` of text(program), compiled or found, and its constants."""
    return loaded(text(program)), tuple(
        [program.ops[place].value for place in constants(program)]
    )
