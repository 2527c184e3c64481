"""Where an ensemble keeps its arrays: memory, .npy files or a Zarr store.

Every array is filled with NaN, integers with -1, until something is computed: a stopped
run leaves no number that could be taken for a result.
"""

import importlib.util
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from .._types import Array
from ..errors import InvalidInput, NotAvailable


def location(out: str | PathLike[str] | None) -> Path | None:
    """Where to keep arrays: None for memory, or a path with nothing there yet."""
    if out is None:
        return None
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
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise InvalidInput(
            f"out: {str(out)!r} exists, and nothing is overwritten; give another name"
            " or remove it"
        )
    return path


def new(
    path: Path | None,
    name: str,
    shape: tuple[int, ...],
    dtype: Any,
    chunk: tuple[int, ...],
) -> Any:
    """An empty array; `chunk` is the shape of what is written in one go."""
    nothing = -1 if np.dtype(dtype).kind == "i" else np.nan
    if path is None:
        return np.full(shape, nothing, dtype)
    if path.suffix:
        import zarr

        return zarr.open_group(path, mode="a").create_array(
            name, shape=shape, chunks=chunk, dtype=dtype, fill_value=nothing
        )
    path.mkdir(parents=True, exist_ok=True)
    array = np.lib.format.open_memmap(
        path / f"{name}.npy", mode="w+", dtype=dtype, shape=shape
    )
    array[...] = nothing
    return array


def reopened(path: Path | None, arrays: dict[str, Any]) -> dict[str, Any]:
    """The same arrays, for reading."""
    if path is None:
        return arrays
    if path.suffix:
        import zarr

        group = zarr.open_group(path, mode="r")
        return {name: group[name] for name in arrays}
    for array in arrays.values():
        array.flush()
    return {name: np.load(path / f"{name}.npy", mmap_mode="r") for name in arrays}


def read(array: Any, records: Any, motions: Any = slice(None)) -> Array:
    """Some records of some motions; from a Zarr store no more than these are read."""
    if isinstance(array, np.ndarray):
        return np.asarray(array[records])[:, motions]
    return np.asarray(array.oindex[records, motions])
