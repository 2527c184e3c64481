"""From a program to compiled loops, by LLVM alone; `loop_cache` keeps them on disk.

A loop is machine code for the vectors of this processor, at their full width. It is
called with arrays, and lets go of Python's lock, so that threads can share the tiles of
a batch.
"""

import ctypes
import hashlib
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import _check
from .._types import Array, Function
from . import llvm_text, loop_cache
from .llvm_text import MADE, TILE, constants
from .trace import Program

__all__ = ["MADE", "TILE", "bare", "compiled", "many", "one", "place", "require"]

NUMBER, COUNT, ARRAY = ctypes.c_double, ctypes.c_int64, ctypes.c_void_p
OF_ONE = ctypes.CFUNCTYPE(
    COUNT, *[NUMBER] * 2, *[COUNT] * 3, *[ARRAY] * 3, COUNT, ARRAY
)
OF_MANY = ctypes.CFUNCTYPE(
    None, *[COUNT] * 2, *[NUMBER] * 2, *[COUNT] * 3, *[ARRAY] * 5, COUNT
)


# --- this processor -------------------------------------------------------------------


def require() -> None:
    _check.installed("llvmlite", "backend='compiled'")


@cache
def machine() -> SimpleNamespace:
    """LLVM for this processor: how wide its vectors are, and what tells it apart."""
    import llvmlite
    from llvmlite import binding

    with suppress(RuntimeError):  # newer ones are ready without
        binding.initialize()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    if sys.platform == "linux":  # its functions, where Python itself needs none of them
        with suppress(RuntimeError):
            binding.load_library_permanently("libm.so.6")
    name, features = binding.get_host_cpu_name(), binding.get_host_cpu_features()
    bits = 512 if features.get("avx512f") else 256 if features.get("avx") else 128
    target = binding.Target.from_default_triple().create_target_machine(
        cpu=name, features=features.flatten(), opt=2, codemodel="jitdefault", jit=True
    )
    # without being told LLVM takes half of the widest vectors
    attributes = f'nounwind "prefer-vector-width"="{bits}"'
    attributes += f' "min-legal-vector-width"="{bits}"'
    own = llvmlite.__version__, target.triple, name, features.flatten()
    return SimpleNamespace(
        binding=binding,
        target=target,
        lanes=2 * bits // 64,
        attributes=attributes,
        mark="; ".join(own),
    )


def object_code(text: str) -> bytes:
    llvm, target = machine().binding, machine().target
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = target.triple, str(target.target_data)
    module.verify()
    wanted = llvm.create_pipeline_tuning_options(speed_level=2)
    wanted.loop_vectorization = wanted.slp_vectorization = False
    wanted.loop_unrolling = wanted.loop_interleaving = False
    builder = llvm.create_pass_builder(target, wanted)
    builder.getModulePassManager().run(module, builder)
    made: bytes = target.emit_object(module)
    return made


def _function(text: str, kind: Any) -> Any:
    """The function `loop` of a text, found in memory, on the disk, or compiled."""
    name = kind, hashlib.sha256(text.encode()).digest()
    if name not in FUNCTIONS:
        text, llvm = text.replace("ATTRIBUTES", machine().attributes), machine().binding
        code = loop_cache.kept(f"{machine().mark}\n{text}", lambda: object_code(text))
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine().target)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        FUNCTIONS[name] = kind(engine.get_function_address("loop"))
        FUNCTIONS[name].engine = engine
    return FUNCTIONS[name]


MOST = 256  # programs that are remembered
FUNCTIONS: dict[Any, Any] = {}  # none is given back: LLVM does not survive it


# --- loops ----------------------------------------------------------------------------


@lru_cache(maxsize=MOST)
def bare(program: Program) -> Function:
    """As `one`, of places in memory; the warnings due stand from bit `MADE` on."""
    call: Function = _function(llvm_text.one(program), OF_ONE)
    return call


def one(program: Program) -> Function:
    """The loop for one body: moves `y` on, returns steps made and warnings due.

    Its arguments are those of `llvm_text.ONE`, with arrays; `u` may be missing.
    """
    call = bare(program)

    def loop(*given: Any) -> tuple[int, int]:
        placed = [place(x) if isinstance(x, np.ndarray) else x for x in given]
        done: int = call(*placed, *[None] * (10 - len(given)))
        return done & ((1 << MADE) - 1), done >> MADE

    return loop


def many(program: Program) -> Function:
    """The loops over tiles, steps and lanes, which move lanes `begin` to `end` on.

    Its arguments are those of `llvm_text.MANY`, with arrays; `u` may be missing.
    """
    call = _function(llvm_text.many(program, machine().lanes), OF_MANY)

    def loop(*given: Any) -> None:
        counts, arrays = given[:7], given[7:]
        missing = [None] * (5 - len(arrays))
        call(*counts, *map(place, arrays), *missing, arrays[0].shape[1])

    return loop


def place(a: Array) -> int:
    if a.dtype != np.float64 or not a.flags.c_contiguous:
        raise TypeError(f"expected float64 in C order, got {a.dtype}, {a.flags}")
    address: int = a.ctypes.data
    return address


@lru_cache(maxsize=MOST)
def compiled(
    program: Program, loop: Callable[[Program], Function]
) -> tuple[Function, tuple[Any, ...]]:
    """The loop `one`, `bare` or `many` of a program, and its constants."""
    require()
    return loop(program), tuple(constants(program).values())
