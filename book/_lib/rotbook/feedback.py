"""What a checker says of an answer: how far it has come, and what to look at next.

Chapter: How to use this book."""

from collections.abc import Iterable
from dataclasses import dataclass
from traceback import TracebackException
from typing import Any

import numpy as np
from rotlib._types import ArrayLike, Function
from rotlib.errors import InvalidInput

__all__ = ["Feedback", "LEVELS", "compare", "first_wrong", "trial", "try_out"]

LEVELS = ("not started", "error", "wrong kind", "wrong", "close", "right")
"""How far an answer has come, from nothing to right."""


@dataclass(frozen=True)
class Feedback:
    """One checker's answer; true if and only if the level is "right".

    level: one of `LEVELS`
    message: why, and what to look at next
    """

    level: str
    message: str
    __match_args__ = ("level", "message")  # for a Python that forgets annotations

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise InvalidInput(
                f"level: expected one of {', '.join(LEVELS)}, got {self.level!r}"
            )

    def __bool__(self) -> bool:
        return self.level == "right"

    def __repr__(self) -> str:
        return f"{self.level}: {self.message}"


def try_out(answer: Function, *arguments: Any) -> tuple[Any, Feedback | None]:
    """Call a student's function: the result and None, or None and what went wrong.

    `NotImplementedError` counts as not started; the message names the function that is
    still to be written, which may be one that `answer` calls.
    """
    try:
        return answer(*arguments), None
    except NotImplementedError as error:
        blank = TracebackException.from_exception(error).stack[-1].name
        return None, Feedback(
            "not started",
            f"`{blank}` is still a blank; write its body in place of"
            " `raise NotImplementedError`.",
        )
    except Exception as error:
        return None, Feedback(
            "error", f"The call raised {type(error).__name__}: {error}"
        )


def compare(
    value: Any,
    right: ArrayLike,
    *,
    near: Iterable[tuple[ArrayLike, str]] = (),
    tolerance: float = 1e-9,
    what: str = "the result",
    hint: str = "",
) -> Feedback:
    """Say how close a value is to the right one, and recognise the usual mistakes.

    value: the answer; None counts as not started
    near: values that a known mistake gives, each with a sentence that points at it
    tolerance: relative to the largest entry of `right`, or to 1 if that is 0
    what: what the value is, for the message
    hint: what to look at next if the value is wrong in no known way

    >>> compare(2.0, 1.0, near=[(2.0, "Where does the half angle go?")])
    close: Where does the half angle go?
    """
    right = np.asarray(right, float)
    if value is None:
        return Feedback("not started", f"{what} is None; return it.")
    try:
        value = np.asarray(value, float)
    except (TypeError, ValueError):
        kind = f"numbers of shape {right.shape}" if right.ndim else "a number"
        return Feedback(
            "wrong kind", f"{what} should be {kind}, this is {type(value).__name__}."
        )
    if value.shape != right.shape:
        return Feedback(
            "wrong kind",
            f"{what} should have shape {right.shape}, this one has {value.shape}.",
        )
    if not np.isfinite(value).all():
        return Feedback("wrong", f"{what} is not finite; look for a division by zero.")
    scale = float(np.abs(right).max(initial=0.0)) or 1.0

    def same(a: ArrayLike) -> bool:
        off = np.abs(value - np.asarray(a, float)).max(initial=0.0)
        return bool(off <= tolerance * scale)

    if same(right):
        return Feedback("right", f"{what} is right.")
    for mistaken, said in near:
        if same(mistaken):
            return Feedback("close", said)
    if right.ndim == 0:
        return Feedback(
            "wrong", f"{what} came out as {value.item():.3g}. {hint}".strip()
        )
    off = np.abs(value - right).max() / scale
    return Feedback(
        "wrong", f"{what} is off by {float(off):.1g} of its size. {hint}".strip()
    )


def trial(
    answer: Function, *arguments: Any, right: ArrayLike, **options: Any
) -> Feedback:
    """Call a student's function as `try_out` does, and `compare` its result.

    options: those of `compare`

    >>> trial(abs, -2.0, right=2.0, what="the size of -2")
    right: the size of -2 is right.
    """
    value, failed = try_out(answer, *arguments)
    return compare(value, right, **options) if failed is None else failed


def first_wrong(feedbacks: Iterable[Feedback], praise: str) -> Feedback:
    """Of several checks the first that is not "right", or `praise` if all are.

    A generator is asked no further than the first complaint.
    """
    return next((said for said in feedbacks if not said), Feedback("right", praise))
