"""Generated straight-line functions of scalars, never edited: see `rotlib.codegen`.

Modules in the folder ROTLIB_KERNELS hide those that are here.
"""

try:
    from os import environ, path
except ImportError:  # they run in MicroPython too
    environ = {}  # type: ignore[assignment]

_folder: str = environ.get("ROTLIB_KERNELS", "")
if _folder:
    if not path.isdir(_folder):
        raise ImportError(
            "ROTLIB_KERNELS: expected a folder that `python -m rotlib.codegen"
            f" --experiment FOLDER` has made, got {_folder!r}"
        )
    __path__.insert(0, path.abspath(_folder))
