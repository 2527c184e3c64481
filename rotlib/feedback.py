"""What a checker says of an answer: how far it has come, and what to look at next.

The public door of `rotlib.teaching.feedback`."""

from .teaching.feedback import *  # noqa: F403
from .teaching.feedback import __all__ as __all__


def __dir__() -> list[str]:
    return __all__
