"""Integrators for rotations and rigid bodies, generated from the derivations of an executable textbook.

Conventions: Hamilton quaternions, scalar first (w, x, y, z); active rotations; q takes body components to space
components; rates, momenta and torques are body components unless a name says `_space`; SI units and radians.
`rotlib.conventions.table()` prints the whole list.
"""

from . import diagnostics, errors, exact, loads, methods, plot, quaternion, so3
from ._version import __version__, require
from .body import Body
from .integrate import integrate
from .trajectory import Trajectory

__all__ = [
    "Body", "Trajectory", "__version__", "diagnostics", "errors", "exact", "integrate", "loads",
    "methods", "plot", "quaternion", "require", "so3",
]
