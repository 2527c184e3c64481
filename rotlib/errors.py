"""Every error rotlib raises on purpose: what was expected, what came, what to do."""

import math
import sys
import warnings
from typing import Any

__all__ = ["BridgedGap", "ConvergenceError", "Diverged", "DoubtfulUnits"]
__all__ += ["EnergyOutOfReach", "GimbalLock", "InvalidInertia", "InvalidInput"]
__all__ += ["LargeStep", "NotAvailable", "NotInstalled", "RotlibError"]
__all__ += ["RoundedInertia", "SlowLoad", "StaleKernel", "StepTooLarge", "StepTooSmall"]
__all__ += ["VersionMismatch"]
__dir__: Any = __all__.copy


class RotlibError(Exception):
    """Base of all errors that rotlib raises on purpose.

    What is given by name, such as `step`, are attributes. If the error ended a run,
    `trajectory` holds the records made before it.
    """

    trajectory: Any  # from a higher floor, whose types are not known here
    step: int | None = None
    turn: float = math.nan

    def __init__(self, *message: object, **facts: Any) -> None:
        super().__init__(*message)
        vars(self).update(facts)


class InvalidInput(RotlibError, ValueError):
    """An argument has the wrong shape, is not finite, or lies outside its domain."""


class InvalidInertia(InvalidInput):
    """The mass or the inertia cannot belong to a rigid body."""


class NotAvailable(RotlibError, ValueError):
    """A method cannot do what it was asked: a load, a batch, an order, a back end."""


class NotInstalled(NotAvailable, ImportError):
    """A package that rotlib can do without is asked for and is not there."""


class StepTooLarge(RotlibError, ValueError):
    """The step is too long for the method's equation to have the wanted solution.

    `step`, its index, and `turn`, h |omega| before it in rad, if it was in a run.
    """


class ConvergenceError(RotlibError, ArithmeticError):
    """An iteration did not reach its tolerance; its last iterate is not returned.

    `residual` is its size there; `step` and `turn` as of `StepTooLarge`.
    """

    residual: float = math.nan


class StepTooSmall(RotlibError, ArithmeticError):
    """An adaptive step became shorter than rounding allows.

    It would have begun at `t` and been `h` long, s.
    """

    t: float = math.nan
    h: float = math.nan


class EnergyOutOfReach(RotlibError, ValueError):
    """No attitude of the body has the wanted energy with the momentum it has."""


class Diverged(RotlibError, ArithmeticError):
    """A run left the finite numbers; `trajectory` holds what was finite."""


class StaleKernel(RotlibError):
    """A generated module differs from what its derivation produces now."""


class VersionMismatch(RotlibError, ImportError):
    """The installed rotlib is not the one that a chapter, or a file, asks for."""


class LargeStep(UserWarning):
    """The step is so large that the result may be wrong, although each step succeeds.

    It turns the body by more than the method can follow (`Method.longest_turn`), its
    equation may have more than one solution (`krenk_nielsen`), or flight disturbs the
    spin (`dqvi_published`).
    """


class SlowLoad(UserWarning):
    """A load cannot be recorded, so a batch calls it for each of its motions."""


class DoubtfulUnits(UserWarning):
    """Rates that may be degrees, for their size, or times that may be milliseconds."""


class RoundedInertia(UserWarning):
    """An inertia that no body has, by no more than the rounding of what was given."""


class BridgedGap(UserWarning):
    """A recording has gaps, and what is not known in them has been made up."""


class GimbalLock(UserWarning):
    """Euler angles that an attitude does not fix: one of them was chosen."""


def warn(text: str, category: type[Warning]) -> None:
    """Warn at the first line outside rotlib."""
    level, frame, ours = 2, sys._getframe(1), ("rotlib", "importlib")
    while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] in ours:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level)
