"""Every function in rotlib.kernels, on floats and on arrays."""

import ast
import gc
import importlib
import inspect
import math
import pkgutil
import tracemalloc
from typing import get_type_hints

import numpy as np
import pytest

import rotlib as rl
import rotlib.kernels
from rotlib.backends.trace import NAMES, Kind, record_function
from rotlib.backends.user_function import MATH

MODULES = [m.name for m in pkgutil.iter_modules(rotlib.kernels.__path__)]
ROWS = 12
# phi is the vector part of a unit quaternion, G makes a turn that is a step
SIZES = {"phi_": 0.5, "G_": 1e-3}


def functions(name):
    module = importlib.import_module(f"rotlib.kernels.{name}")
    return [
        f
        for _, f in inspect.getmembers(module, inspect.isfunction)
        if f.__module__ == module.__name__
    ]


each_module = pytest.mark.parametrize("module", MODULES)


def inputs(function, seed):
    """Random columns of arguments; moments of inertia and steps are positive, one
    row in four is small."""
    rng = np.random.default_rng(seed)
    columns, small = [], np.where(np.arange(ROWS) % 4, 1.0, 1e-6)
    for name in inspect.signature(function).parameters:
        size = next((x for start, x in SIZES.items() if name.startswith(start)), 1.5)
        column = rng.uniform(-size, size, ROWS) * small
        if name.startswith("J_"):
            column = np.abs(column) + 1.0
        elif name in ("s", "h", "n2", "m", "mc"):
            column = np.abs(column)
        columns.append(column)
    return columns


# which NumPy may round differently from the C library on some machines
LIBM = {"sin", "cos", "atan2", *NAMES}


def calls_libm(function, returns):
    sizes = (0,) * len(inspect.signature(function).parameters)
    program = record_function(function, Kind.TRACE_WHOLE, sizes, returns)
    return not LIBM.isdisjoint([op.name for op in program.ops.values()])


@pytest.mark.evidence("batch = single")
@each_module
def test_floats_and_arrays_agree(module):
    for function in functions(module):
        name = function.__name__
        columns = inputs(function, len(name))
        together = function(*columns)
        rows = zip(*(c.tolist() for c in columns), strict=True)
        alone = [function(*row) for row in rows]
        many = len(together) if isinstance(together, tuple) else 0
        found = np.array(np.broadcast_arrays(*together)).T if many else together
        assert np.isfinite(found).all(), name
        off = 1.0 if calls_libm(function, many) else 0.0
        assert np.allclose(found, alone, rtol=1e-13 * off, atol=1e-14 * off), name


BANNED = ast.If, ast.IfExp, ast.For, ast.While, ast.Pow, ast.Subscript, ast.Attribute
BANNED += ast.Lambda, ast.comprehension


@each_module
def test_a_kernel_is_straight(module):
    """No branch, loop, power, array or attribute, which all back ends rely on; floats
    in, floats out."""
    for function in functions(module):
        name = function.__name__
        (tree,) = ast.parse(inspect.getsource(function)).body
        nodes = [node for line in tree.body for node in ast.walk(line)]
        assert not [node for node in nodes if isinstance(node, BANNED)], name
        assert len({n.id for n in nodes if isinstance(n, ast.Name)}) < 255, name
        out = function(*(float(c[1]) for c in inputs(function, 3)))
        many = isinstance(out, tuple)
        assert all(type(x) in (float, int) for x in (out if many else (out,))), name
        hints = get_type_hints(function)
        result = tuple[(float,) * len(out)] if many else float
        assert hints.pop("return") == result, name
        assert set(hints.values()) == {float}, name
        assert len(hints) == len(inputs(function, 3)), name


@each_module
def test_single_precision_stays_single(module):
    for function in functions(module):
        columns = [c.astype(np.float32) for c in inputs(function, 5)]
        # divides by what vanishes for a sphere, as the row of small numbers almost is
        far = "ignore" if function.__name__ == "polhode_crossing" else "warn"
        with np.errstate(over=far, invalid=far, divide=far):
            out = function(*columns)
        for entry in out if isinstance(out, tuple) else (out,):
            single = np.ndim(entry) == 0 or entry.dtype == np.float32
            assert single, function.__name__


def test_every_function_of_the_c_library_has_its_twin():
    x = np.linspace(0.1, 1.0, 5)
    for function, twin in MATH.items():
        if function is not math:
            two = math.atan2, math.copysign, math.hypot
            rest = [0.3] * (function in two)
            wanted = [function(v, *rest) for v in x.tolist()]
            assert np.allclose(twin(x, *rest), wanted, rtol=4e-16, atol=0)


TILTED = rl.Body([[2.0, 0.1, 0.0], [0.1, 1.5, 0.0], [0.0, 0.0, 1.2]])
CALLS = {
    "a method by name": lambda: ("buss3_ep", None),
    "a new load": lambda: (
        "lie_euler",
        rl.loads.constant_torque((0.1, 0.2, 0.3), frame="space"),
    ),
    "a new method": lambda: (rl.methods.buss2.with_energy_preserved(), None),
}


@pytest.mark.day(1)
@pytest.mark.parametrize("what", CALLS)
def test_many_calls_keep_nothing(what):
    kept = []
    tracemalloc.start()
    for _ in range(2):
        for _ in range(15):
            method, load = CALLS[what]()
            rl.integrate(
                method, TILTED, omega=np.ones((2, 3)), h=0.01, steps=1, load=load
            )
        gc.collect()
        kept.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert kept[1] - kept[0] < 50_000  # 10 to 30 kB a call if all were kept
