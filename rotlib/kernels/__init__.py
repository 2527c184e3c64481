"""Generated straight-line functions of scalars, never edited: see `rotlib.codegen`.

Modules in the folder ROTLIB_KERNELS hide those that are here.
"""

import os

if _folder := os.environ.get("ROTLIB_KERNELS"):
    if not os.path.isdir(_folder):
        raise ImportError(
            "ROTLIB_KERNELS: expected a folder that `python -m rotlib.codegen"
            f" --experiment FOLDER` has made, got {_folder!r}"
        )
    __path__.insert(0, os.path.abspath(_folder))
