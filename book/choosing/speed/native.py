"""The hand-written C of native.c, compiled on the spot where a compiler is there."""

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("native.c")
FLAGS = (
    "-O3 -march=native -ffp-contract=fast -fno-math-errno -fno-trapping-math -shared"
    " -fPIC".split()
)
COMPILERS = ("cc", "gcc", "clang")


def compiler():
    """The path of a C compiler, or None."""
    return next(filter(None, map(shutil.which, COMPILERS)), None)


def version():
    return subprocess.run(
        [compiler(), "--version"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[0]


def widths():
    """Bits of the vectors that a batch is compiled for: one number at a time, and
    what the processor has."""
    info = Path("/proc/cpuinfo")
    flags = info.read_text(encoding="utf-8") if info.exists() else ""
    return (
        0,
        *(
            bits
            for bits, flag in ((256, " avx2 "), (512, " avx512f "))
            if flag in flags
        ),
    )


@cache
def library(bits):
    """The compiled file, with vectors of so many bits; none for 0."""
    target = Path(tempfile.mkdtemp(prefix="speed-")) / f"native{bits}.so"
    wide = ["-fopenmp-simd", f"-mprefer-vector-width={bits}", f"-DWIDE={bits // 64}"]
    vectors = wide if bits else ["-fno-tree-vectorize"]
    subprocess.run(
        [compiler(), *FLAGS, *vectors, "-o", str(target), str(SOURCE), "-lm"],
        check=True,
    )
    return ctypes.CDLL(str(target))


def one(lib, name, h, J, y):
    """A call that makes `steps` steps of one state, in place."""
    function, arguments = (
        getattr(lib, f"{name}_one"),
        (ctypes.c_double(h), _pointer(J), _pointer(y)),
    )
    return lambda steps: function(ctypes.c_long(steps), *arguments)


def many(lib, name, h, J, y, begin=0, end=None):
    """A call that makes `steps` steps of the states (7, N) from column `begin` to
    `end`, in place."""
    function, N = getattr(lib, f"{name}_many"), y.shape[1]
    place = [
        ctypes.c_long(begin),
        ctypes.c_long(N if end is None else end),
        ctypes.c_long(N),
    ]
    return lambda steps: function(
        *place, ctypes.c_long(steps), ctypes.c_double(h), _pointer(J), _pointer(y)
    )


def _pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
