"""From a program to compiled loops, by LLVM alone.

A loop is machine code for the vectors of this processor, at their full width. It is
called with arrays, and lets go of Python's lock, so that threads can share the tiles of
a batch. On disk it is found, made again if broken, done without if need be: a file
holds the hash of the code before the code. As it is executed, only the owner may write
the folder and the file; a link, or a file of somebody else, is replaced.
"""

import ctypes
import hashlib
import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import _check
from .._types import Function
from ..errors import warn
from . import llvm_text
from .trace import Program


class Place(ctypes.c_void_p):
    """Where an array, or None, lies in memory."""

    @classmethod
    def from_param(cls, a: Any) -> Any:
        if isinstance(a, np.ndarray):
            if a.dtype != np.float64 or not a.flags.c_contiguous:
                raise TypeError(
                    f"expected float64 in C order, got {a.dtype}, {a.flags}"
                )
            a = a.ctypes.data
        return super().from_param(a)


KIND = ctypes.CFUNCTYPE(
    None,
    *[ctypes.c_int64] * len(llvm_text.COUNTS),
    *[ctypes.c_double] * len(llvm_text.NUMBERS),
    *[Place] * len(llvm_text.ARRAYS),
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
        code = kept(f"{machine().mark}\n{text}", lambda: object_code(text))
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine().target)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        FUNCTIONS[name] = KIND(engine.get_function_address("loop"))
        FUNCTIONS[name].engine = engine
    return FUNCTIONS[name]


@lru_cache(maxsize=MOST)
def compiled(program: Program, one: bool) -> tuple[Function, tuple[float, ...]]:
    """The loop of a program, for one body or for the vectors of a batch, as a function
    of `llvm_text.GIVEN`; and its constants.
    """
    require()
    loop = _function(llvm_text.text(program, 1 if one else machine().lanes))
    return loop, tuple(llvm_text.constants(program).values())


# --- on disk --------------------------------------------------------------------------

WARNED: set[Path] = set()
LARGEST = 256 * 2**20  # bytes of all files, of which the oldest go
MARK = hashlib.sha256().digest_size


def folder() -> Path:
    if given := os.environ.get("ROTLIB_CACHE_DIR"):
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "rotlib"


def kept(text: str, make: Callable[[], bytes]) -> bytes:
    """The code of a text that names all it depends on: found there, or made."""
    code = None
    try:
        path = _file(text)
        code = _read(path)
        if code is None:
            code = make()
            _write_at_once(path, hashlib.sha256(code).digest() + code)
            _bound(path.parent)
    except OSError as reason:
        if folder() not in WARNED:
            WARNED.add(folder())
            warn(
                f"{folder()}: compiled loops cannot be kept there, so each process"
                f" compiles them anew ({type(reason).__name__}: {reason}); set"
                " ROTLIB_CACHE_DIR to a folder that you alone can write",
                UserWarning,
            )
    return make() if code is None else code


def _read(path: Path) -> bytes | None:
    """The code in a file, if it is there, whole, and ours."""
    try:
        found = path.lstat()  # the folder is ours: nobody changes it meanwhile
        if not stat.S_ISREG(found.st_mode) or _fault(found):
            return None
        data = path.read_bytes()
    except (FileNotFoundError, PermissionError):
        return None
    with suppress(OSError):
        os.utime(path)  # it was used
    mark, code = data[:MARK], data[MARK:]
    return code if code and hashlib.sha256(code).digest() == mark else None


def _file(text: str) -> Path:
    place = folder()
    if place.parts[:1] == ("~",):
        raise OSError("there is no home folder")
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    if fault := _fault(place.stat()):
        raise PermissionError(
            f"{place} {fault}, and what lies there is executed; empty it, then"
            f" chmod go-w {place}"
        )
    return place / f"loop_{hashlib.sha256(text.encode()).hexdigest()[:32]}.bin"


def _fault(found: os.stat_result) -> str:
    """Why it is not safe to execute; on POSIX, where one can tell."""
    if os.name != "posix":
        return ""
    if found.st_uid not in (0, os.geteuid()):
        return "belongs to another user"
    shared = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return "can be written by others" if shared else ""


def _write_at_once(path: Path, data: bytes) -> None:
    import tempfile  # takes long to import

    handle, scratch = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise


def _bound(place: Path) -> None:
    """Take away the files that were used longest ago, if they are too large."""
    files, size = [], 0
    for file in place.glob("loop_*.bin"):
        with suppress(OSError):  # of one that somebody else takes away
            files.append((file.stat(), file))
    for found, file in sorted(files, key=lambda x: -x[0].st_mtime):
        size += found.st_size
        if size > LARGEST:
            with suppress(OSError):
                file.unlink()
