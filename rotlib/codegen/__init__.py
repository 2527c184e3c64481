"""SymPy expressions as straight-line Python, and loads that are given as formulas.

No other part of rotlib imports SymPy, and none imports this package.
"""

from typing import TYPE_CHECKING, Any

from .. import _check

_check.installed("sympy", "rotlib.codegen")

from .kernel import Kernel  # noqa: E402
from .stumpff import c  # noqa: E402

if TYPE_CHECKING:
    from .loads import symbolic_load

__all__ = ["Kernel", "c", "symbolic_load"]


def __getattr__(name: str) -> Any:
    """Loads when asked for: they build on kernels that may be about to be written."""
    if name == "symbolic_load":
        from . import loads

        return getattr(loads, name)
    raise AttributeError(f"module 'rotlib.codegen' has no attribute {name!r}")
