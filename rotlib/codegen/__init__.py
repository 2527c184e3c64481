"""From SymPy to straight-line Python: the only room of rotlib that imports SymPy, and nothing else imports it."""

from .emit import emit
from .kernel import Kernel
from .stumpff import c

__all__ = ["Kernel", "c", "emit"]
