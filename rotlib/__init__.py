"""Integrators for rotations and rigid bodies, from an executable textbook.

Conventions: Hamilton quaternions, scalar first (w, x, y, z); active rotations; q takes
body components to space components; rates, momenta and torques are body components
unless a name says `_space`; SI units and radians. The README has the whole list.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
"""The version of the installed package."""


def require(version: str) -> None:
    """Raise VersionMismatch unless this rotlib fits a chapter written for `version`.

    Before 1.0 the minor number must be equal, afterwards the major number; the
    installed version must not be older.
    """
    from .errors import VersionMismatch

    try:
        each = [[*map(int, v.split(".")), 0, 0] for v in (__version__, version)]
    except (AttributeError, ValueError):
        said = f"version: expected a text such as '0.1', got {version!r}"
        raise VersionMismatch(said) from None
    have, want = [numbers[:3] for numbers in each]
    equal = 1 if have[0] else 2
    if have[:equal] != want[:equal] or have < want:
        raise VersionMismatch(
            f"this chapter was written for rotlib {version}, installed is"
            f" {__version__}: run `pip install -r requirements.txt` in the checkout the"
            " chapter belongs to, then restart the kernel"
        )


if TYPE_CHECKING:
    from . import codegen as codegen
    from . import (
        couplings,
        diagnostics,
        dual_quaternion,
        errors,
        exact,
        jax,
        joints,
        lie_taylor,
        loads,
        magnus,
        methods,
        plot,
        quaternion,
        se3,
        so3,
        wrenches,
    )
    from . import kernels as kernels
    from .body import Body
    from .ensembles import Ensemble, ensemble
    from .ensembles import open_path as open
    from .loads import Load
    from .runs.events import join
    from .runs.exported import export
    from .runs.integration import integrate
    from .runs.stepping import stepper
    from .runs.trajectory import Trajectory

_MODULE_OF = {"Body": "body", "Load": "loads", "Trajectory": "runs.trajectory"}
_MODULE_OF |= dict.fromkeys(("Ensemble", "ensemble", "open"), "ensembles")
_MODULE_OF |= {"integrate": "runs.integration", "export": "runs.exported"}
_MODULE_OF |= {"join": "runs.events", "stepper": "runs.stepping"}
_BESIDES = {"codegen", "kernels"}  # not for `from rotlib import *`

__all__ = ["Body", "Ensemble", "Load", "Trajectory", "__version__", "couplings"]
__all__ += ["diagnostics", "dual_quaternion", "ensemble", "errors", "exact", "export"]
__all__ += ["integrate", "jax", "join", "joints", "lie_taylor", "loads", "magnus"]
__all__ += ["methods", "open", "plot", "quaternion", "require", "se3", "so3", "stepper"]
__all__ += ["wrenches"]
__dir__: Any = __all__.copy

if not TYPE_CHECKING:  # a checker knows the names above, and no others

    def __getattr__(name: str) -> Any:
        """Import a module when it is first asked for.

        That keeps `import rotlib` cheap, and lets a derivation run, and be written,
        while the modules that use its kernels still expect other ones.
        """
        if name not in __all__ and name not in _BESIDES:
            from ._check import meant

            near = meant(name, __all__) or "; rotlib has " + ", ".join(__all__)
            raise AttributeError(f"module 'rotlib' has no attribute {name!r}{near}")
        module = import_module(f".{_MODULE_OF.get(name, name)}", __name__)
        own = "open_path" if name == "open" else name
        value = globals()[name] = getattr(module, own) if name in _MODULE_OF else module
        return value
