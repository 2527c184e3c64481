"""What a checker says of an answer: how far it has come, and what to look at next."""

from collections.abc import Iterable
from dataclasses import dataclass
from traceback import TracebackException
from typing import Any

import numpy as np

from .._types import Array, ArrayLike, Function
from ..errors import InvalidInput

__all__ = ["Feedback", "LEVELS", "compare", "first_wrong", "trial", "try_out"]

LEVELS = ("not started", "error", "wrong kind", "wrong", "close", "right")
"""How far an answer has come, from nothing to right."""


@dataclass(frozen=True)
class Feedback:
    """One checker's answer; true if and only if the level is "right".

    Parameters
    ----------
    level : str
        One of `LEVELS`, which ascend from "not started" to "right".
    message : str
        Why, and what to look at next.

    Notes
    -----
    Chapter: How to use this book.

    Examples
    --------
    >>> Feedback("close", "The sign is the other one.")
    close: The sign is the other one.
    >>> bool(Feedback("right", "It is."))
    True
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
    """Call a student's function and catch what it raises.

    Parameters
    ----------
    answer : callable
        The function to try.
    *arguments
        What it is called with.

    Returns
    -------
    value, Feedback or None
        The result and None, or None and what to say of the failure: "not started" for
        `NotImplementedError`, naming the function that is still to be written, which
        may be one that `answer` calls; "error" for any other exception.

    Notes
    -----
    Chapter: How to use this book.

    Examples
    --------
    >>> def twice(x):
    ...     raise NotImplementedError
    >>> try_out(twice, 2)[1]
    not started: `twice` is still a blank; write its body in place of
    `raise NotImplementedError`.
    """
    try:
        return answer(*arguments), None
    except NotImplementedError as error:
        return None, Feedback(
            "not started",
            f"`{_raised_by(error)}` is still a blank; write its body in place of"
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

    Parameters
    ----------
    value : array_like or None
        The answer; None counts as not started.
    right : array_like
        The right answer.
    near : sequence of (array_like, str), optional
        Values that a known mistake gives, each with the sentence that points at the
        mistake.
    tolerance : float
        Largest difference that counts as equal, relative to the largest entry of
        `right`, or to 1 if that is 0.
    what : str
        What the value is, for the message.
    hint : str
        What to look at next if the value is wrong in no known way.

    Returns
    -------
    Feedback

    Notes
    -----
    Chapter: How to use this book.

    Examples
    --------
    >>> compare(2.0, 1.0, near=[(2.0, "Where does the half angle go?")])
    close: Where does the half angle go?
    >>> compare([1, 2], [1, 2, 3])
    wrong kind: the result should have shape (3,), this one has (2,).
    """
    right = np.asarray(right, float)
    if value is None:
        return Feedback("not started", f"{what} is None; return it.")
    try:
        value = np.asarray(value, float)
    except (TypeError, ValueError):
        return Feedback(
            "wrong kind",
            f"{what} should be {_kind(right)}, this is {type(value).__name__}.",
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
    for mistaken, hint in near:
        if same(mistaken):
            return Feedback("close", hint)
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
    """Call a student's function and say how close its result is to the right one.

    Parameters
    ----------
    answer : callable
        The function, or a measurement on it: any callable that calls it.
    *arguments
        What it is called with.
    right : array_like
        The right result.
    **options
        As for `compare`.

    Returns
    -------
    Feedback

    Notes
    -----
    `try_out`, then `compare`. Chapter: How to use this book.

    Examples
    --------
    >>> trial(abs, -2.0, right=2.0, what="the size of -2")
    right: the size of -2 is right.
    """
    value, failed = try_out(answer, *arguments)
    return compare(value, right, **options) if failed is None else failed


def first_wrong(feedbacks: Iterable[Feedback], praise: str) -> Feedback:
    """Of several checks, the first that is not "right": one thing to mend at a time.

    Parameters
    ----------
    feedbacks : iterable of Feedback
        In the order in which a student should meet them. A generator is asked no
        further than the first complaint.
    praise : str
        The message if all are right: what has been checked.

    Returns
    -------
    Feedback

    Notes
    -----
    Chapter: How to use this book.

    Examples
    --------
    >>> first_wrong([compare(1.0, 1.0), compare(2.0, 2.0)], "Both numbers fit.")
    right: Both numbers fit.
    """
    return next((said for said in feedbacks if not said), Feedback("right", praise))


def _raised_by(error: BaseException) -> str:
    return TracebackException.from_exception(error).stack[-1].name


def _kind(right: Array) -> str:
    return "a number" if right.ndim == 0 else f"numbers of shape {right.shape}"
