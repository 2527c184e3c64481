"""Where an ensemble keeps its arrays: memory, .npy files or a Zarr store.

Every array is filled with NaN, integers with -1, until something is computed: a stopped
run leaves no number that could be taken for a result.
"""

import importlib.util
import math
import os
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from .._types import Array
from ..errors import InvalidInput, NotAvailable

BLOCK = 2**17  # numbers written at once where nothing is computed yet


def location(out: str | PathLike[str]) -> Path:
    """The path of a folder or of a Zarr store."""
    try:
        path = Path(out)
    except TypeError:
        raise InvalidInput(f"out: expected a path, got {type(out).__name__}") from None
    if path.suffix not in ("", ".zarr"):
        raise InvalidInput(
            "out: expected the name of a folder, for one .npy file an array, or one"
            f" that ends in .zarr, got {str(out)!r}"
        )
    if path.suffix and importlib.util.find_spec("zarr") is None:
        raise NotAvailable(
            f"out: {str(out)!r} needs zarr, which is not installed: pip install"
            " rotlib[zarr]"
        )
    return path


class Memory:
    """Arrays in memory, by name."""

    def __init__(self) -> None:
        self.arrays: dict[str, Any] = {}

    def new(
        self, name: str, shape: tuple[int, ...], dtype: Any, cut: tuple[int, ...]
    ) -> None:
        """An empty array; `cut` is the shape of what is written in one go."""
        self.arrays[name] = np.full(shape, nothing(dtype), dtype)

    def write(self, name: str, a: Any, axis: int, first: int) -> None:
        """Put `a` where its motions belong, from number `first` on along the axis."""
        motions = slice(first, first + a.shape[axis])
        self.arrays[name][(slice(None),) * axis + (motions,)] = a

    def sync(self) -> None:
        """Return when what was written would outlive a loss of power."""

    def discard(self) -> None:
        """Remove all arrays."""
        self.arrays.clear()


class OnDisk(Memory):
    """Arrays in files: `arrays` reads them, `changed` names those not yet safe."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.changed: set[Path] = set()

    def sync(self) -> None:
        for path in self.changed:
            with open(path, "r+b") as file:
                os.fsync(file.fileno())
        self.changed.clear()


class Folder(OnDisk):
    """One .npy file an array, read through a map, and written as a file.

    Writing through a map of a full disk ends the process; writing a file raises an
    OSError, and as a new array is written whole, it does so before anything is in it.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        for file in sorted(path.glob("*.npy")):
            self.arrays[file.stem] = np.load(file, mmap_mode="r")

    def new(
        self, name: str, shape: tuple[int, ...], dtype: Any, cut: tuple[int, ...]
    ) -> None:
        path = self.path / f"{name}.npy"
        scratch = path.with_suffix(".new")
        descr = np.lib.format.dtype_to_descr(np.dtype(dtype))
        header = {"descr": descr, "fortran_order": False, "shape": shape}
        left, block = math.prod(shape), np.full(BLOCK, nothing(dtype), dtype)
        try:
            with open(scratch, "wb", buffering=0) as file:
                np.lib.format.write_array_header_1_0(file, header)
                for _ in range(0, left, BLOCK):
                    write_all(file, _bytes(block[:left]))
                    left -= BLOCK
                os.fsync(file.fileno())
            os.replace(scratch, path)
        except BaseException:
            scratch.unlink(missing_ok=True)
            raise
        self.arrays[name] = np.load(path, mmap_mode="r")

    def write(self, name: str, a: Any, axis: int, first: int) -> None:
        path, array = self.path / f"{name}.npy", self.arrays[name]
        motion = array.strides[axis]  # bytes
        record, row = array.shape[axis] * motion, a.shape[axis] * motion
        data = _bytes(np.ascontiguousarray(a, array.dtype))
        with open(path, "r+b", buffering=0) as file:
            for i in range(len(data) // row if row else 0):
                file.seek(array.offset + i * record + first * motion)
                write_all(file, data[i * row : (i + 1) * row])
        self.changed.add(path)

    def discard(self) -> None:
        names = [*self.arrays]
        super().discard()
        for name in names:
            (self.path / f"{name}.npy").unlink()


class Zarr(OnDisk):
    """One store, chunked by parts."""

    def __init__(self, path: Path) -> None:
        import zarr

        super().__init__(path)
        self.arrays.update(zarr.open_group(path, mode="r").arrays())

    def new(
        self, name: str, shape: tuple[int, ...], dtype: Any, cut: tuple[int, ...]
    ) -> None:
        import zarr

        zarr.open_group(self.path, mode="r+").create_array(
            name, shape=shape, chunks=cut, dtype=dtype, fill_value=nothing(dtype)
        )
        self.arrays[name] = zarr.open_group(self.path, mode="r")[name]

    def write(self, name: str, a: Any, axis: int, first: int) -> None:
        import zarr

        array = zarr.open_array(self.path / name, mode="r+")
        stop, size = first + a.shape[axis], array.chunks[axis]
        array[(slice(None),) * axis + (slice(first, stop),)] = a
        for i in range(first // size, -(-stop // size)):
            where = (0,) * axis + (i,) + (0,) * (array.ndim - axis - 1)
            file = self.path / name / array.metadata.encode_chunk_key(where)
            if file.exists():  # it does not while it holds nothing but NaN
                self.changed.add(file)

    def discard(self) -> None:
        import zarr

        group = zarr.open_group(self.path, mode="r+")
        for name in self.arrays:
            del group[name]
        super().discard()


def _bytes(a: Any) -> memoryview:
    """The bytes of a contiguous array, not copied."""
    return memoryview(a.reshape(-1)).cast("B")


def write_all(file: Any, data: memoryview | bytes) -> None:
    """Write it all, or raise: a disk that gets full takes a part of it first."""
    while (n := file.write(data)) < len(data):
        data = data[n:]


def nothing(dtype: Any) -> float:
    """What stands where nothing is computed yet."""
    return -1 if np.dtype(dtype).kind == "i" else np.nan


def at(path: Path | None) -> Memory:
    """The arrays kept there."""
    if path is None:
        return Memory()
    return (Zarr if path.suffix else Folder)(path)


def read(array: Any, records: Any, motions: Any = slice(None)) -> Array:
    """Some records of some motions; from a Zarr store no more than these are read."""
    if isinstance(array, np.ndarray):
        return np.asarray(array[records])[:, motions]
    return np.asarray(array.oindex[records, motions])
