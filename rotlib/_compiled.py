"""From a program to compiled loops: text for numba, kept on disk by its content, compiled where nobody did before.

The text of a step depends on its operations alone: body, step size and the constants of a load are arguments.
One body takes the loop `one`; a batch goes through `many`, tile by tile, with all steps of a tile done while it is in
the cache and the lanes of a tile side by side in the vector unit. It lets go of Python's lock, so that threads can
share the tiles.
"""

import hashlib
import importlib.util
import math
import os
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

from ._tape import Demand, Loop
from .errors import NotAvailable

TILE = 256
INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==",
         "ne": "!=", "and": "and", "pow": "**"}
HEAD = '''"""A loop of rotlib over steps. Written by rotlib._compiled; safe to delete."""

from math import atan2, copysign, cos, exp, inf, log, sin, sqrt, tan

import numpy as np
from numba import njit

'''
OPTIONS = 'cache=True, error_model="numpy", fastmath={"contract"}'


# --- text ------------------------------------------------------------------------------------------------------------

def constants(program):
    """Places of the constants that are handed over; the others are written into the text."""
    return [place for place, op in program.ops.items() if op.name == "constant" and not _plain(op.value)]


def _plain(x):
    return abs(x) in (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, math.inf)


def _line(program, place):
    op = program.ops[place]
    a = [_name(program, x) for x in op.args]
    if op.name in INFIX:
        text = f"{a[0]} {INFIX[op.name]} {a[1]}"
    elif op.name == "select":
        text = f"{a[1]} if {a[0]} else {a[2]}"
    elif op.name in ("neg", "not"):
        text = f"{'-' if op.name == 'neg' else 'not '}{a[0]}"
    else:
        text = f"{op.name}({', '.join(a)})"
    return f"v{place} = {text}"


def _name(program, place):
    op = program.ops[place]
    return repr(op.value) if op.name == "constant" and _plain(op.value) else f"v{place}"


def _lines(program, block):
    for item in block:
        if isinstance(item, Loop):
            names = ", ".join(_name(program, x) for x in item.first)
            held = ", ".join(f"v{x}" for x in item.state)
            yield f"{held}, = {names},"
            yield f"v{item.closed} = False"
            yield f"for _ in range({item.most}):"
            yield from ("    " + line for line in _lines(program, item.body))
            yield f"    {held}, = {', '.join(_name(program, x) for x in item.following)},"
            yield f"    if {_name(program, item.done)}:"
            yield f"        v{item.closed} = True"
            yield "        break"
        elif isinstance(item, Demand):
            yield f"ok = ok and {_name(program, item.place)}"
        else:
            yield _line(program, item)


ONE = """
@njit("Tuple((int64, int64))(float64, float64, int64, int64, int64, float64[::1], float64[::1], float64[:, ::1], "
      "int64)", OPTIONS)
def loop(t0, h, k0, steps, every, y, p, out, left):
    <constants>
    <take>
    noted, row = 0, 0
    for k in range(steps):
        <t> = t0 + (k0 + k) * h
        ok = True
        <step>
        if not ok:
            <give>
            return k, noted
        <notes>
        <move>
        left -= 1
        if left == 0:
            <record>
            row += 1
            left = every
    <give>
    return steps, noted
"""
MANY = """
@njit("void(int64, int64, float64, float64, int64, int64, int64, float64[:, ::1], float64[::1], float64[:, :, ::1], "
      "float64[:, ::1])", nogil=True, OPTIONS)
def loop(begin, end, t0, h, k0, steps, every, y, p, out, good):
    <constants>
    b = np.empty(SIZE * TILE)
    for first in range(begin, end, TILE):
        some = min(TILE, end - first)
        alive, made, noted = np.ones(TILE), np.zeros(TILE), np.zeros(TILE)
        for j in range(SIZE):
            for i in range(TILE):
                b[j * TILE + i] = y[j, first + min(i, some - 1)]
        row, left = 0, every
        for k in range(steps):
            <t> = t0 + (k0 + k) * h
            for i in range(TILE):
                ok = True
                <take>
                <step>
                alive[i] = alive[i] if ok else 0.0
                made[i] += alive[i]
                <notes>
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
            good[1, first + i] = noted[i]
"""


def _filled(template, **parts):
    """The template with its open lines and names filled in, lines at their depth."""
    lines = []
    for line in template.splitlines():
        name = line.strip()
        if name[:1] + name[-1:] == "<>" and name[1:-1] in parts:
            lines += [line.replace(name, text) for text in parts[name[1:-1]]]
        else:
            lines.append(line)
    return HEAD + "\n".join(lines) + "\n"


def _common(program):
    handed = (*program.inputs["J"], *constants(program))
    step = list(_lines(program, program.block))
    fixed = [f"v{program.inputs['h']} = h", *(f"v{place} = p[{i}]" for i, place in enumerate(handed))]
    return fixed, step, [f"v{place}" for place in program.inputs["y"]], [_name(program, x) for x in program.outputs]


def one(program):
    """The loop over the steps of one body: it returns the number of steps made and which notes applied.

    It stops before a step that fails. After `left` steps, and then after each `every`, it makes a record.
    """
    fixed, step, now, new = _common(program)
    notes = [f"noted |= {2**i} if v{place} else 0" for i, (place, _, _) in enumerate(program.notes)]
    text = _filled(
        ONE, constants=fixed, step=step, notes=notes, take=[f"{v} = y[{i}]" for i, v in enumerate(now)],
        give=[f"y[{i}] = {v}" for i, v in enumerate(now)], record=[f"out[row, {i}] = {v}" for i, v in enumerate(now)],
        move=[f"{', '.join(now)}, = {', '.join(new)},"])
    return text.replace("<t>", f"v{program.inputs['t']}").replace("OPTIONS", OPTIONS)


def many(program):
    """The loops over the tiles from `begin` to `end`, over steps and over lanes.

    `good` tells for each lane the number of steps before one that failed, and the note that applied.
    """
    fixed, step, now, new = _common(program)
    if len(program.notes) > 1:
        raise NotImplementedError("one note for each lane")
    text = _filled(
        MANY, constants=fixed, step=step, take=[f"{v} = b[{TILE * i} + i]" for i, v in enumerate(now)],
        notes=[f"noted[i] = 1.0 if v{place} else noted[i]" for place, _, _ in program.notes],
        give=[f"b[{TILE * i} + i] = {v}" for i, v in enumerate(new)])
    sizes = text.replace("TILE", str(TILE)).replace("SIZE", str(len(now)))
    return sizes.replace("<t>", f"v{program.inputs['t']}").replace("OPTIONS", OPTIONS)


# --- compiled --------------------------------------------------------------------------------------------------------

def demand_numba():
    """Raise NotAvailable if numba is not installed."""
    try:
        import numba  # noqa: F401
    except ImportError:
        raise NotAvailable("backend: 'numba' needs numba, which is not installed: pip install rotlib[fast]") from None


def folder():
    """Where the texts and the compiled loops are kept: ROTLIB_CACHE_DIR, else the user's cache folder."""
    given = os.environ.get("ROTLIB_CACHE_DIR")
    base = given or os.path.join(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "rotlib")
    return Path(base)


@lru_cache(maxsize=256)
def compiled(program, text):
    """The function `loop` of text(program), from the disk if it was compiled before; and the constants it takes."""
    return _loaded(text(program)), tuple([program.ops[place].value for place in constants(program)])


@lru_cache(maxsize=256)
def _loaded(text):
    name = "loop_" + hashlib.sha256(text.encode()).hexdigest()[:20]
    try:
        place = folder()
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{name}.py"
        if not path.exists():
            _written(path, text)
    except OSError:  # nothing can be kept here: compile for this process alone
        scratch = Path(tempfile.mkdtemp(prefix="rotlib-"))
        path = scratch / f"{name}.py"
        path.write_text(text.replace("cache=True", "cache=False"), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"rotlib_{name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # numba's cache looks it up there
    spec.loader.exec_module(module)
    return module.loop


def _written(path, text):
    """At once or not at all, so that a process beside this one never reads half a file."""
    handle, scratch = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(scratch, path)
