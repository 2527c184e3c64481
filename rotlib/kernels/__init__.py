"""Generated straight-line functions of scalars, never edited: see `rotlib.codegen`.

Modules in the folder ROTLIB_KERNELS hide those that are here.
"""

from typing import Any

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


def __getattr__(name: str) -> Any:
    """The module of that name, imported when it is asked for."""
    if name.startswith("__"):
        raise AttributeError(name)
    from importlib import import_module

    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(
            f"no notebook has emitted {name!r}: rotlib/kernels has no such module"
        ) from None
