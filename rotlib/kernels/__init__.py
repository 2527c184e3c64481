"""Generated straight-line functions of scalars, never edited: see `rotlib.codegen`.

Modules in the folder ROTLIB_KERNELS hide those that are here.
"""

try:
    from os import environ, path
except ImportError:  # they run in MicroPython too
    environ = {}  # type: ignore[assignment]

if folder := environ.get("ROTLIB_KERNELS"):
    if not path.isdir(folder):
        raise ImportError(
            "ROTLIB_KERNELS: expected a folder that `python -m rotlib.codegen"
            f" --experiment FOLDER` has made, got {folder!r}"
        )
    __path__.insert(0, path.abspath(folder))
