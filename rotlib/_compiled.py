"""From a program to compiled loops: text for numba, kept on disk by its content, compiled where nobody did before.

The text of a step depends on its operations alone: the body, the step size and the constants of a load are arguments.
One body takes the loop `one`; a batch goes through `many`, tile by tile, with all steps of a tile done while it is in
the cache and the lanes of a tile side by side in the vector unit. It lets go of Python's lock, so that threads can share
the tiles.
"""

import hashlib
import importlib.util
import math
import os
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from ._tape import Demand, Loop
from .errors import NotAvailable

TILE = 256
INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==",
         "ne": "!=", "and": "and", "pow": "**"}
SIGNATURE = "(float64, float64, int64, int64, int64, float64[{}], float64[::1], float64[{}], {})"
HEAD = '''"""A loop of rotlib over steps. Written by rotlib._compiled; safe to delete."""

from math import atan2, copysign, cos, exp, inf, log, sin, sqrt, tan

import numpy as np
from numba import njit

'''
OPTIONS = 'cache={cache}, error_model="numpy", fastmath={{"contract"}}'


# --- text ------------------------------------------------------------------------------------------------------------

def constants(program):
    """Places of the constants that are handed over; the others are written into the text."""
    used = _used(program)
    return [place for place, op in program.ops.items()
            if op.name == "constant" and place in used and not _plain(op.value)]


def _plain(x):
    return abs(x) in (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, math.inf)


def _used(program):
    found = {*program.outputs, *(place for place, _, _ in program.notes)}

    def walk(block):
        for item in block:
            if isinstance(item, Loop):
                found.update(item.first, item.following, [item.done])
                walk(item.body)
            elif isinstance(item, Demand):
                found.add(item.place)
            else:
                found.update(program.ops[item].args)

    walk(program.block)
    return found


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


def _indented(lines, n):
    return "".join(f"{' ' * 4 * n}{line}\n" for line in lines)


def _before(program):
    """What stays the same during a run."""
    handed = (*program.inputs["J"], *constants(program))
    yield f"v{program.inputs['h']} = h"
    yield from (f"v{place} = p[{i}]" for i, place in enumerate(handed))


def _demanding(block):
    return any(isinstance(item, Demand) or (isinstance(item, Loop) and _demanding(item.body)) for item in block)


def one(program, cache=True):
    """The loop over the steps of one body: it returns the number of steps made and which notes applied."""
    y, new = program.inputs["y"], program.outputs
    now, to = [f"v{place}" for place in y], [_name(program, place) for place in new]
    notes = [f"noted |= {2**i} if {_name(program, place)} else 0" for i, (place, _, _) in enumerate(program.notes)]
    stop = (["if not ok:", f"    {'; '.join(f'y[{i}] = {v}' for i, v in enumerate(now))}", "    return k, noted"]
            if _demanding(program.block) else [])
    return (HEAD + f'@njit("Tuple((int64, int64)){SIGNATURE.format("::1", ":, ::1", "int64")}", '
            f"{OPTIONS.format(cache=cache)})\n"
            "def loop(t0, h, k0, steps, every, y, p, out, left):\n"
            + _indented([*_before(program), *(f"{v} = y[{i}]" for i, v in enumerate(now)), "noted, row = 0, 0"], 1)
            + "    for k in range(steps):\n"
            + _indented([f"v{program.inputs['t']} = t0 + (k0 + k) * h", "ok = True", *_lines(program, program.block), *stop, *notes,
                         f"{', '.join(now)} = {', '.join(to)}", "left -= 1", "if left == 0:",
                         *(f"    out[row, {i}] = {v}" for i, v in enumerate(now)), "    row += 1",
                         "    left = every"], 2)
            + _indented([*(f"y[{i}] = {v}" for i, v in enumerate(now)), "return steps, noted"], 1))


def many(program, cache=True):
    """The loops over the tiles from `begin` to `end`, over steps and over lanes: `good` counts for each lane the steps before one that failed."""
    y, new = program.inputs["y"], program.outputs
    n = len(y)
    now, to = [f"v{place}" for place in y], [_name(program, place) for place in new]
    guarded = _demanding(program.block)
    lane = ["ok = True", *(f"{v} = b[{TILE * i} + i]" for i, v in enumerate(now)), *_lines(program, program.block)]
    if guarded:
        lane += ["a[i] = a[i] if ok else 0.0", "g[i] += a[i]"]
    lane += [f"m[i] = {float(2**i)} if {_name(program, place)} else m[i]" for i, (place, _, _) in
             enumerate(program.notes[:1])]
    lane += [f"b[{TILE * i} + i] = {v}" for i, v in enumerate(to)]
    kind = SIGNATURE.format(":, ::1", ":, :, ::1", "float64[:, ::1]")
    return (HEAD + f'@njit("void(int64, int64, {kind[1:]}", nogil=True, {OPTIONS.format(cache=cache)})\n'
            "def loop(begin, end, t0, h, k0, steps, every, y, p, out, good):\n"
            + _indented([*_before(program), f"b = np.empty({n * TILE})", f"for first in range(begin, end, {TILE}):"], 1)
            + _indented([f"some = min({TILE}, end - first)",
                         f"a, g, m = np.ones({TILE}), np.zeros({TILE}), np.zeros({TILE})",
                         f"for j in range({n}):",
                         "    for i in range(some):", f"        b[j * {TILE} + i] = y[j, first + i]",
                         f"    for i in range(some, {TILE}):", f"        b[j * {TILE} + i] = y[j, first]",
                         "row, left = 0, every",
                         "for k in range(steps):", f"    v{program.inputs['t']} = t0 + (k0 + k) * h",
                         f"    for i in range({TILE}):"], 2)
            + _indented(lane, 4)
            + _indented(["left -= 1", "if left == 0:", f"    for j in range({n}):", "        for i in range(some):",
                         f"            out[row, j, first + i] = b[j * {TILE} + i]", "    row += 1", "    left = every"], 3)
            + _indented([f"for j in range({n}):", "    for i in range(some):",
                         f"        y[j, first + i] = b[j * {TILE} + i]",
                         "for i in range(some):", "    good[0, first + i] = g[i]" if guarded else
                         "    good[0, first + i] = steps", "    good[1, first + i] = m[i]"], 2))


# --- compiled --------------------------------------------------------------------------------------------------------

def numba():
    try:
        import numba
    except ImportError:
        raise NotAvailable("backend: 'numba' needs numba, which is not installed: pip install rotlib[fast]") from None
    return numba


def folder():
    """Where the texts and the compiled loops are kept: ROTLIB_CACHE_DIR, else the user's cache folder."""
    given = os.environ.get("ROTLIB_CACHE_DIR")
    base = given or os.path.join(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "rotlib")
    return Path(base)


@lru_cache(maxsize=256)
def compiled(program, text):
    """The function `loop` of text(program), and the constants it takes; from the disk if it was compiled there before."""
    numba()
    return _loaded(text(program)), tuple([program.ops[place].value for place in constants(program)])


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
