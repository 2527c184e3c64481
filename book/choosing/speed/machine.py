"""What the times were made on: processor, versions, and the roof that no program can
break through."""

import ctypes
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from rotlib.backends.trace import Kind

from . import native
from .steps import METHODS, operations, program
from .timing import rounded, rounds

PACKAGES = (
    "rotlib",
    "numpy",
    "numba",
    "llvmlite",
    "scipy",
    "jax",
    "diffrax",
    "heyoka",
    "numbalsoda",
    "mujoco",
    "pin",
)
# numbers in an array that no cache holds, and in one of rotlib's chunks
LONG, CHUNK = (4_000_000, 4096)


def described():
    bits = native.widths()[-1]
    found = {
        "processor": f"{_processor()}, vectors of {bits or 'unknown'} bits",
        "vectors": bits,
        "compiled by": "LLVM",  # what makes machine code of rotlib's loops
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    found["compiler"] = native.version() if native.compiler() else "none"
    return found


def _processor():
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = (
        line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")
    )
    return next(models, platform.processor() or platform.machine())


# --- the roof -------------------------------------------------------------------------

LINES = 200


def on_floats():
    """A function that does nothing but a product and a sum on each of its lines."""
    scope = {}
    exec(
        "def straight(a, b):\n" + "    a = a * b + b\n" * LINES + "    return a", scope
    )
    return scope["straight"]


def in_c():
    """{what: (call, amount of it)}."""
    found, n = {}, 200_000
    for bits in native.widths()[1:]:
        lib = native.library(bits)
        lib.peak.restype = ctypes.c_double
        found[f"Gflop/s, {bits} bits"] = (
            (lambda lib=lib: lib.peak(ctypes.c_long(n))),
            12 * bits // 64 * 2 * n / 1e9,
        )
    lib = native.library(0)
    lib.chain.restype = ctypes.c_double
    found["a multiply-add that waits, 1/ns"] = (
        (lambda: lib.chain(ctypes.c_long(n))),
        n / 1e9,
    )
    arrays = [x.ctypes.data_as(ctypes.c_void_p) for x in np.ones((3, LONG))]
    found["GB/s"] = (
        (
            lambda: native.library(native.widths()[-1]).triad(
                ctypes.c_long(LONG), *arrays
            )
        ),
        24 * LONG / 1e9,
    )
    return found


def roof():
    """What one thread can do at most, by these short loops; and what a step asks
    for."""
    a, b = np.ones((2, CHUNK))  # results take the place of arguments
    calls, straight = in_c() if native.compiler() else {}, on_floats()
    calls["an operation on Python floats, 1/ns"] = (
        (lambda: straight(0.5, 0.5)),
        2 * LINES / 1e9,
    )
    calls["an operation on an array, 1/ns"] = (
        (lambda: np.multiply(a, b, out=a)),
        CHUNK / 1e9,
    )
    times = rounds({name: call for name, (call, _) in calls.items()})
    rate = {name: calls[name][1] / t for name, t in times.items()}
    found = {
        name.replace(", 1/ns", ", ns"): 1 / x if "1/ns" in name else x
        for name, x in rate.items()
    }
    return {name: rounded(x, 3) for name, x in found.items()} | {"steps": lengths()}


def lengths():
    """How many operations the step of each method has, and how many in a row."""
    return {
        method: {
            "operations": operations(method),
            "operations on floats": operations(method, Kind.TRACE_FLOAT),
            "longest chain": longest_chain(program(method)),
        }
        for method in METHODS
    }


def longest_chain(written):
    """The most operations of a step that wait for each other, from the old state to
    the new; a x + b is one of them."""
    behind = dict.fromkeys(written.inputs["y"], 0)

    def until(places):
        return max((behind[x] for x in places if x in behind), default=None)

    for place in (x for x in written.block if isinstance(x, int)):
        op = written.ops[place]
        if until(op.args) is None:  # the same in every step
            continue
        behind[place] = until(op.args) + (op.name != "neg")
        for k, x in enumerate(op.args if op.name in ("add", "sub") else ()):
            if written.ops[x].name == "mul" and x in behind:
                behind[place] = min(
                    behind[place], until([*written.ops[x].args, op.args[1 - k]]) + 1
                )
    return max(behind.get(place, 0) for place in written.outputs)
