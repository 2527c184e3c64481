"""What it costs to leave out one thing that makes the compiled step fast: buss4 with
that thing left out.

The step is written in Python as one function of state, moments and h, with sine and
cosine called by name, and compiled by numba; so one text takes any sine and cosine, any
options, and is inlined or not."""

import numpy as np

from rotlib.backends.trace import OPERATORS, Kind
from rotlib.kernels.stumpff import REACH, c0_c1

from . import libraries
from .batches import LANES, TOGETHER, on_arrays, states
from .steps import BOX, H, METHODS, called, floats, program, require_agreement, start
from .timing import a_step, rounded

FAST = {"error_model": "numpy", "fastmath": {"contract"}}
LOOPS = """
def one(steps, h, J, y):
    q0, q1, q2, q3, x, y_, z = y
    for k in range(steps):
        q0, q1, q2, q3, x, y_, z = step(q0, q1, q2, q3, x, y_, z, J[0], J[1], J[2], h)
    return np.array([q0, q1, q2, q3, x, y_, z])

def many(steps, h, J, y):
    b = np.empty(7 * 256)
    for first in range(0, y.shape[1], 256):
        for j in range(7):
            for i in range(256):
                b[j * 256 + i] = y[j, first + i]
        for k in range(steps):
            for i in range(256):
                (b[i], b[256 + i], b[512 + i], b[768 + i],
                 b[1024 + i], b[1280 + i], b[1536 + i]) = step(
                    b[i], b[256 + i], b[512 + i], b[768 + i],
                    b[1024 + i], b[1280 + i], b[1536 + i],
                    J[0], J[1], J[2], h)
        for j in range(7):
            for i in range(256):
                y[j, first + i] = b[j * 256 + i]
    return y[:, 0].copy()
"""


def operation(p, op):
    """What makes a value, as text; a function that is no operator is called by name."""
    known = OPERATORS.get(op.name)
    written = known.text if known else f"{op.name}({{0}})"
    return written.format(*[f"v{place}" for place in op.args])


def text(method):
    """The step as a function, its sine and cosine called c0 and c1."""
    p = program(method, Kind.TRACE_WHOLE)
    inputs = ", ".join(
        f"v{place}" for place in (*p.inputs["y"], *p.inputs["J"], p.inputs["h"])
    )
    given = [
        f"v{place} = {op.value!r}"
        for place, op in p.ops.items()
        if op.name == "constant"
    ]
    done = [f"v{place} = {operation(p, p.ops[place])}" for place in p.block]
    lines = "\n    ".join([*given, *done])
    return (
        f"def step({inputs}):\n    {lines}\n    return"
        f" {', '.join(f'v{x}' for x in p.outputs)}\n"
    )


def polynomial(jit):
    both = jit(c0_c1)
    return {"c0": jit(lambda s: both(s)[0]), "c1": jit(lambda s: both(s)[1])}


def library(jit):
    """Square root, sine and cosine of the C library."""
    return {
        "c0": jit(lambda s: np.cos(np.sqrt(s))),
        "c1": jit(lambda s: np.sin(np.sqrt(s)) / np.sqrt(s)),
    }


def branching(jit):
    """The polynomials, and beyond their reach the library; the motion never goes
    there."""
    near, far = polynomial(jit), library(jit)
    c0, c1, f0, f1 = near["c0"], near["c1"], far["c0"], far["c1"]
    return {
        "c0": jit(lambda s: c0(s) if s <= REACH else f0(s)),
        "c1": jit(lambda s: c1(s) if s <= REACH else f1(s)),
    }


def loops(method="buss4", sine=polynomial, inline="always", **options):
    """(loop for one body, loop for a batch): functions of a number of steps."""
    from numba import njit

    jit = njit(**(FAST | options))
    scope = {"np": np} | sine(jit)
    c0, c1 = scope["c0"], scope["c1"]
    scope |= {"cos": jit(lambda x: c0(x * x)), "sin": jit(lambda x: x * c1(x * x))}
    exec(text(method), scope)
    scope["step"] = njit(**(FAST | options), inline=inline)(scope["step"])
    exec(LOOPS, scope)
    one, many, J, y = (
        jit(scope["one"]),
        jit(scope["many"]),
        np.array(BOX.principal_moments),
        states(),
    )
    return lambda steps: one(steps, H, J, start()), lambda steps: many(steps, H, J, y)


NOTHING = "nothing left out"
COMPILED = {
    NOTHING: {},
    "sine and cosine of the library": {"sine": library},
    "a branch for large angles": {"sine": branching},
    "divisions that look for zero": {"error_model": "python"},
    "no fused multiply and add": {"fastmath": False},
    "the step called, not inlined": {"inline": "never"},
}


def contenders():
    """{(kind, method, what): (function of a number of steps, that number)}; what is
    left out may be nothing."""
    found = {
        ("one", "buss4", "floats"): (floats("buss4"), 400),
        ("one", "buss4", "floats: a function called at each step"): (
            called("buss4", tuple(start().tolist())),
            400,
        ),
        ("one", "buss4", "floats: numbers of NumPy instead"): (
            called("buss4", tuple(start())),
            400,
        ),
        ("batch", "buss4", "NumPy"): (on_arrays("buss4"), 4),
        ("batch", "buss4", "NumPy: all lanes at once"): (
            on_arrays("buss4", whole=True),
            4,
        ),
    }
    each = [("buss4", what) for what in COMPILED] + [
        (method, NOTHING) for method in METHODS if method != "buss4"
    ]
    for method, what in each if not libraries.absent("numba") else ():
        one, many = loops(method, **COMPILED[what])
        found["one", method, f"numba: {what}"] = one, 20_000
        found["batch", method, f"numba: {what}"] = many, TOGETHER
    return found


def table():
    found, rows = contenders(), []
    for (_, method, _), (fly, _) in found.items():
        require_agreement(np.array(fly(10)), method, 10)
    for (kind, method, what), t in a_step(found).items():
        each = 1e9 * t / (1 if kind == "one" else LANES)
        rows.append({"kind": kind, "method": method, "what": what, "ns": rounded(each)})
    return rows
