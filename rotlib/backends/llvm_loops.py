"""From a program to compiled loops, by LLVM alone; `loop_cache` keeps them on disk.

A loop is machine code for the vectors of this processor, at their full width. It is
called with arrays, and lets go of Python's lock, so that threads can share the tiles of
a batch.
"""

import ctypes
import hashlib
import sys
from contextlib import suppress
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import _check
from .._types import Array, Function
from . import llvm_text, loop_cache
from .trace import Program

KIND = ctypes.CFUNCTYPE(
    None,
    *[ctypes.c_int64] * len(llvm_text.COUNTS),
    *[ctypes.c_double] * len(llvm_text.NUMBERS),
    *[ctypes.c_void_p] * len(llvm_text.ARRAYS),
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


MOST = 256  # programs that are remembered
FUNCTIONS: dict[bytes, Any] = {}  # none is given back: LLVM does not survive it


def _function(text: str) -> Any:
    """The function `loop` of a text, found in memory, on the disk, or compiled."""
    name = hashlib.sha256(text.encode()).digest()
    if name not in FUNCTIONS:
        text, llvm = text.replace("ATTRIBUTES", machine().attributes), machine().binding
        code = loop_cache.kept(f"{machine().mark}\n{text}", lambda: object_code(text))
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine().target)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        FUNCTIONS[name] = KIND(engine.get_function_address("loop"))
        FUNCTIONS[name].engine = engine
    return FUNCTIONS[name]


@lru_cache(maxsize=MOST)
def compiled(program: Program, one: bool) -> tuple[Function, tuple[float, ...]]:
    """The loop of a program, for one body or for the vectors of a batch, as a function
    of `llvm_text.GIVEN`, arrays or places in memory; and its constants.
    """
    require()
    loop = _function(llvm_text.text(program, 1 if one else machine().lanes))

    def call(*given: Any) -> None:
        loop(*[_place(x) if isinstance(x, np.ndarray) else x for x in given])

    call.bare = loop  # type: ignore[attr-defined]
    return call, tuple(llvm_text.constants(program).values())


def _place(a: Array) -> int:
    if a.dtype != np.float64 or not a.flags.c_contiguous:
        raise TypeError(f"expected float64 in C order, got {a.dtype}, {a.flags}")
    address: int = a.ctypes.data
    return address
