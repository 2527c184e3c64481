"""From SymPy to straight-line Python: the only room of rotlib that imports SymPy, and nothing else imports it."""

from .emit import emit
from .kernel import Kernel
from .stumpff import c

__all__ = ["Kernel", "c", "emit", "symbolic_load"]


def __getattr__(name):
    """`symbolic_load` builds on generated kernels, so it comes when asked for: they may be about to be written."""
    if name == "symbolic_load":
        from .loads import symbolic_load

        return symbolic_load
    raise AttributeError(f"module 'rotlib.codegen' has no attribute {name!r}")
