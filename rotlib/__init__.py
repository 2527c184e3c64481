"""Integrators for rotations and rigid bodies, generated from the derivations of an executable textbook.

Conventions: Hamilton quaternions, scalar first (w, x, y, z); active rotations; q takes body components to space
components; rates, momenta and torques are body components unless a name says `_space`; SI units and radians.
`rotlib.conventions.table()` prints the whole list.
"""

from importlib import import_module

from . import conventions, diagnostics, errors, exact, loads, magnus, methods, quaternion, so3
from ._version import __version__, require
from .body import Body
from .integrate import integrate
from .trajectory import Trajectory

__all__ = [
    "Body", "Trajectory", "__version__", "conventions", "diagnostics", "errors", "exact", "integrate", "loads",
    "magnus", "methods", "plot", "quaternion", "require", "so3",
]


def __getattr__(name):
    """Import `rotlib.plot` when it is first asked for: a third of the package's import time, for pictures only."""
    if name == "plot":
        return import_module(".plot", __name__)
    raise AttributeError(f"module 'rotlib' has no attribute {name!r}; it has {', '.join(__all__)}")
