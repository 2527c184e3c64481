"""What a fresh interpreter pays: imports, and the first runs."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from .libraries import absent
from .timing import rounded

IMPORTS = (
    "numpy",
    "rotlib",
    "llvmlite.binding",
    "numba",
    "sympy",
    "scipy.integrate",
    "jax",
    "heyoka",
    "mujoco",
    "pinocchio",
)
FIRST = """import rotlib as rl
options = dict(omega=(0.3, 1.0, 0.8), h=0.01, steps=100, backend="{}")
rl.integrate("buss4", rl.Body((1, 2, 3)), **options)"""
SLOW = {"llvmlite", "numba", "sympy", "scipy", "jax"}
LOADED = (
    "import sys, rotlib; print(*sorted({name.split('.')[0] for name in sys.modules}"
    f" & {SLOW}))"
)
TIMES = 5


def ran(code, kept):
    """Run by a new interpreter that finds again what Python compiled before."""
    known = {"PYTHONPYCACHEPREFIX": f"{kept}/bytes", "PYTHONDONTWRITEBYTECODE": ""}
    command, environment = [sys.executable, "-c", code], os.environ | known
    return subprocess.run(
        command, check=True, env=environment, capture_output=True, text=True
    )


def seconds(code, kept):
    """Processor time of a child, or the time that passed if that was less."""
    clock, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    ran(code, kept)
    clock, after = (
        time.perf_counter() - clock,
        resource.getrusage(resource.RUSAGE_CHILDREN),
    )
    return min(
        clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    )


def loaded(kept):
    """Of the packages that take long to import, those that `import rotlib` imports."""
    return ran(LOADED, kept).stdout.split()


def table():
    """Milliseconds above those of an interpreter that does nothing; in turns, the
    medians."""
    codes = {
        f"import {name}": f"import {name}"
        for name in IMPORTS
        if not absent(name.split(".")[0])
    }
    codes["a first run on Python floats"] = FIRST.format("auto")
    if not absent("llvmlite"):
        codes["a first compiled run"] = FIRST.format("compiled")
    with tempfile.TemporaryDirectory() as kept:
        found = {what: [] for what in ("nothing", *codes)}
        for code in codes.values():
            seconds(code, kept)
        for _ in range(TIMES):
            for what in found:
                found[what].append(seconds(codes.get(what, "pass"), kept))
        besides = loaded(kept)
    base = statistics.median(found.pop("nothing"))
    rows = [
        {"what": what, "ms": rounded(1e3 * (statistics.median(times) - base), 3)}
        for what, times in found.items()
    ]
    return [*rows, {"what": "loaded by import rotlib", "packages": besides}]
