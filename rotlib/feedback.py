"""What a checker says of an answer: how far it has come, why, and what to look at next."""

from dataclasses import dataclass

import numpy as np

from .errors import InvalidInput

__all__ = ["Feedback", "LEVELS", "compare", "try_out"]

LEVELS = ("not started", "error", "wrong kind", "wrong", "close", "right")


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

    def __post_init__(self):
        if self.level not in LEVELS:
            raise InvalidInput(f"level: expected one of {', '.join(LEVELS)}, got {self.level!r}")

    def __bool__(self):
        return self.level == "right"

    def __repr__(self):
        return f"{self.level}: {self.message}"


def try_out(answer, *arguments):
    """Call a student's function and catch what it raises.

    Parameters
    ----------
    answer : callable
    *arguments
        What it is called with.

    Returns
    -------
    value, Feedback or None
        The result and None, or None and what to say of the failure: "not started" for `NotImplementedError`,
        "error" for any other exception.

    Notes
    -----
    Chapter: How to use this book.

    Examples
    --------
    >>> def twice(x):
    ...     raise NotImplementedError
    >>> try_out(twice, 2)[1].level
    'not started'
    """
    try:
        return answer(*arguments), None
    except NotImplementedError:
        return None, Feedback("not started", "The function still raises NotImplementedError; write its body.")
    except Exception as error:
        return None, Feedback("error", f"The call raised {type(error).__name__}: {error}")


def compare(value, right, *, near=(), tolerance=1e-9, what="the result"):
    """Say of a value how close to the right one it is, and recognise the usual mistakes.

    Parameters
    ----------
    value : array_like or None
        The answer; None counts as not started.
    right : array_like
        The right answer.
    near : sequence of (array_like, str), optional
        Values that a known mistake gives, each with the sentence that points at the mistake.
    tolerance : float
        Largest difference that counts as equal, relative to the largest entry of `right`, or to 1 if that is 0.
    what : str
        What the value is, for the message.

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
        return Feedback("wrong kind", f"{what} should be {_kind(right)}, this is {type(value).__name__}.")
    if value.shape != right.shape:
        return Feedback("wrong kind", f"{what} should have shape {right.shape}, this one has {value.shape}.")
    if not np.isfinite(value).all():
        return Feedback("wrong", f"{what} is not finite; look for a division by zero.")
    scale = float(np.abs(right).max(initial=0.0)) or 1.0

    def same(a):
        return np.abs(value - np.asarray(a, float)).max(initial=0.0) <= tolerance * scale

    if same(right):
        return Feedback("right", f"{what} is right.")
    for mistaken, hint in near:
        if same(mistaken):
            return Feedback("close", hint)
    off = np.abs(value - right).max() / scale
    return Feedback("wrong", f"{what} is off by {off:.1g} of its size.")


def _kind(right):
    return "a number" if right.ndim == 0 else f"numbers of shape {right.shape}"
