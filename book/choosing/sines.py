"""What the exponential of a rotation costs: third order and normalised, exact
by a polynomial, exact by sine and cosine. Nanoseconds a call, in compiled code,
on arrays and on Python floats.

    python book/choosing/sines.py          measure, print
    python book/choosing/sines.py --write  store the times and their machine

The chapter "From formula to code" reads the file. No time is tested."""

import argparse
import ctypes
import json
import subprocess
import tempfile
from functools import cache, partial
from pathlib import Path

import numpy as np
from speed import machine, native, timing

import rotlib as rl
from rotlib._check import on_arrays as lifted
from rotlib.kernels import magnus, quaternion, stumpff

HERE = Path(__file__).parent
SOURCE, FILE = HERE / "sines.c", HERE / "sines.json"
WAYS = {
    "third": "third order, normalised",
    "polynomial": "exact, polynomial",
    "library": "exact, sine and cosine",
}
N, CALLS = 4096, 20_000
H, OMEGA, ALPHA = 1e-4, (0.3, -1.0, 0.5), (0.2, 0.1, -0.4)


def some_vectors(n=N):
    """Rotation vectors (3, n) of about half a radian."""
    return 0.3 * np.random.default_rng(1).normal(size=(3, n))


@cache
def compiled(bits):
    """The compiled file, with vectors of so many bits; none for 0."""
    target = Path(tempfile.mkdtemp(prefix="sines-")) / f"sines{bits}.so"
    wide = ["-fopenmp-simd", f"-mprefer-vector-width={bits}"]
    subprocess.run(
        [native.compiler(), *native.FLAGS]
        + (wide if bits else ["-fno-tree-vectorize"])
        + [f"-I{native.SOURCE.parent}", "-o", str(target), str(SOURCE), "-lm"],
        check=True,
    )
    return ctypes.CDLL(str(target))


def pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def each(way, bits, v):
    """Quaternions (4, n) of vectors (3, n), by the C code."""
    q, n = np.empty((4, v.shape[1])), ctypes.c_long(v.shape[1])
    getattr(compiled(bits), f"{way}_each")(n, pointer(v), pointer(q))
    return q


def chain(way, n):
    v, q = np.array([0.3, -0.2, 0.1]), np.empty(4)
    getattr(compiled(0), f"{way}_chain")(
        ctypes.c_long(n), pointer(v), pointer(q)
    )
    return q


def step(way, n, h=H, omega=OMEGA, alpha=ALPHA):
    """The attitude after n steps of length h under the space rate
    omega + alpha t, by two terms of the Magnus series."""
    q, w, a = np.array([1.0, 0, 0, 0]), np.array(omega), np.array(alpha)
    getattr(compiled(0), f"{way}_step")(
        ctypes.c_long(n), ctypes.c_double(h), pointer(w), pointer(a), pointer(q)
    )
    return q


def by_polynomial(x, y, z):
    c, k = stumpff.c0_c1((x * x + y * y + z * z) / 4)
    return c, x * (k / 2), y * (k / 2), z * (k / 2)


def in_python(way):
    return {
        "third": magnus.exp_truncated_3,
        "polynomial": by_polynomial,
        "library": quaternion.exp,
    }[way]


def on_arrays(way):
    """The same as functions of arrays (..., 3)."""
    return {
        "third": rl.quaternion.exp_third_order,
        "polynomial": lambda v: np.stack(
            by_polynomial(*np.moveaxis(v, -1, 0)), -1
        ),
        "library": partial(lifted, quaternion.exp, 4),
    }[way]


def contenders(way):
    """{setting: (call, how many exponentials it makes)}."""
    v, wide = some_vectors(), native.widths()[-1]
    by_rows = np.ascontiguousarray(v.T)
    f, g, one = in_python(way), on_arrays(way), tuple(v[:, 0].tolist())
    found = {
        "Python floats": (lambda: [f(*one) for _ in range(100)], 100),
        "NumPy arrays": (lambda: g(by_rows), N),
    }
    if native.compiler():
        found |= {
            "compiled, each waits for the last": (
                lambda: chain(way, CALLS),
                CALLS,
            ),
            "compiled, one after the other": (lambda: each(way, 0, v), N),
            f"compiled, vectors of {wide} bits": (
                lambda: each(way, wide, v),
                N,
            ),
            "compiled, a whole step": (lambda: step(way, CALLS), CALLS),
        }
    return found


def measured():
    """{setting: {way: nanoseconds}}."""
    calls = {(w, s): c for w in WAYS for s, c in contenders(w).items()}
    times = timing.rounds({key: call for key, (call, _) in calls.items()})
    found = {}
    for (way, setting), seconds in times.items():
        ns = 1e9 * seconds / calls[way, setting][1]
        found.setdefault(setting, {})[way] = timing.rounded(ns, 3)
    return found


def load():
    return json.loads(FILE.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--write", action="store_true", help=f"store in {FILE.name}"
    )
    write = parser.parse_args().write
    kept = ("processor", "python", "numpy", "compiler")
    of = {k: x for k, x in machine.described().items() if k in kept}
    record = {"machine": of, "nanoseconds": measured()}
    text = json.dumps(record, indent=1) + "\n"
    print(text)
    if write:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
