"""Integrators for rotations and rigid bodies, generated from the derivations of an executable textbook.

Conventions: Hamilton quaternions, scalar first (w, x, y, z); active rotations; q takes body components to space
components; rates, momenta and torques are body components unless a name says `_space`; SI units and radians.
`rotlib.conventions.table()` prints the whole list.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ._deprecated import current_name
from ._version import __version__, require

if TYPE_CHECKING:
    from . import (
        conventions,
        diagnostics,
        dual_quaternion,
        errors,
        exact,
        faults,
        feedback,
        jax,
        lie_taylor,
        loads,
        magnus,
        methods,
        plot,
        polhode,
        quaternion,
        se3,
        so3,
        wrenches,
    )
    from ._stepper import stepper
    from .adaptive import integrate_adaptive
    from .body import Body
    from .ensembles import Ensemble, ensemble
    from .integration import integrate
    from .trajectory import PoseTrajectory, Trajectory

_ROOM_OF = {
    "Body": "body", "Ensemble": "ensembles", "PoseTrajectory": "trajectory", "Trajectory": "trajectory",
    "ensemble": "ensembles", "integrate": "integration", "integrate_adaptive": "adaptive", "stepper": "_stepper",
}

__all__ = [
    "Body", "Ensemble", "PoseTrajectory", "Trajectory", "__version__", "conventions", "diagnostics", "dual_quaternion",
    "ensemble", "errors", "exact", "faults", "feedback", "integrate", "integrate_adaptive", "jax", "lie_taylor",
    "loads", "magnus", "methods", "plot", "polhode", "quaternion", "require", "se3", "so3", "stepper", "wrenches",
]


def __getattr__(name):
    """Import a room when it is first asked for.

    That keeps `import rotlib` cheap, and lets a derivation run, and be written, while the rooms that use its kernels
    still expect other ones.
    """
    if new := current_name(__name__, name):
        return globals().setdefault(name, __getattr__(new))
    if name not in __all__:
        raise AttributeError(f"module 'rotlib' has no attribute {name!r}; it has {', '.join(__all__)}")
    room = import_module(f".{_ROOM_OF.get(name, name)}", __name__)
    value = globals()[name] = getattr(room, name) if name in _ROOM_OF else room
    return value


def __dir__():
    return __all__
