"""Planted faults: integrators with one wrong thing each, to examine and diagnose.

The public door of `rotlib.teaching.faults`."""

from .teaching.faults import *  # noqa: F403
from .teaching.faults import __all__ as __all__


def __dir__() -> list[str]:
    return __all__
