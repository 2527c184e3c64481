"""From SymPy to straight-line Python: the only room of rotlib that imports SymPy, and nothing else imports it."""

from .emit import emit
from .kernel import Kernel
from .stumpff import c

__all__ = ["Kernel", "c", "emit", "symbolic_load", "symbolic_wrench"]


def __getattr__(name):
    """Loads from formulas build on generated kernels, so they come when asked for: those may be about to be written."""
    if name in ("symbolic_load", "symbolic_wrench"):
        from . import loads

        return getattr(loads, name)
    raise AttributeError(f"module 'rotlib.codegen' has no attribute {name!r}")
