"""What is said, and saved, when a run ends early."""

import traceback
from collections.abc import Iterator, Sized
from contextlib import contextmanager

import numpy as np

from .._types import Array
from ..errors import ConvergenceError, InvalidInput, RotlibError, StepTooLarge


def attach_partial_result(
    error: BaseException, so_far: Sized, made: int, wanted: int | None = None
) -> None:
    error.trajectory = so_far  # type: ignore[attr-defined]
    of_all = "" if wanted is None else f" of {wanted}"
    they = "they" if len(so_far) == made else "they and the last state"
    error.add_note(
        f"rotlib: stopped after {made}{of_all} records; {they} are in the"
        " exception's .trajectory"
    )


@contextmanager
def tried(says: str) -> Iterator[None]:
    """A call at the start of a run, of a function of which a message `says` what it
    should do.
    """
    try:
        yield
    except RotlibError:
        raise
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InvalidInput(f"{says}; at the start: {error}") from error


def name_step(error: ConvergenceError | StepTooLarge, step: int, turn: float) -> None:
    error.step, error.turn = step, turn
    error.add_note(f"rotlib: in step {step}, with h |omega| = {turn:.3g} rad before it")


def count_finite(records: Array) -> int:
    """The number of records before the first that is not finite."""
    finite = np.isfinite(records)
    if finite.all():
        return len(records)
    return int(np.argmin(finite.reshape(len(records), -1).all(1)))


def raised_in_step(error: BaseException) -> bool:
    """Whether arithmetic of ours raised it, for numbers that are no longer finite."""
    if isinstance(error, RotlibError):
        return False
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    module: str = frames[-1].f_globals.get("__name__", "")
    return module.startswith(
        ("rotlib.kernels.", "rotlib.methods.", "rotlib.numbers", "rotlib.stumpff")
    )


def fastest(omega: Array) -> float:
    return float(np.sqrt((omega.astype(np.float64) ** 2).sum(-1)).max(initial=0.0))


def diverged(step: int, h: float, omega: Array) -> str:
    return (
        f"the run left the finite numbers at step {step}, with h |omega(0)| ="
        f" {abs(h) * fastest(omega):.3g} rad a step; take a smaller h, or look at the"
        " torque"
    )
