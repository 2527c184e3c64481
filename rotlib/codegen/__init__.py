"""SymPy expressions as straight-line Python, and loads that are given as formulas.

No other part of rotlib imports SymPy, and none imports this package.
"""

from .. import _check

_check.installed("sympy", "rotlib.codegen")

from .kernel import Kernel  # noqa: E402
from .loads import symbolic_load  # noqa: E402
from .stumpff import c  # noqa: E402

__all__ = ["Kernel", "c", "symbolic_load"]
