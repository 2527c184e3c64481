"""Guards of the conserving step: is its solution the one of small turns?"""

from .._types import Scalar, State
from ..errors import LargeStep, StepTooLarge
from ..numbers import greatest, require, select, smallest, sqrt, warn_if

WARN = 2.0  # rad of mean rate times step, beyond which there may be other solutions


def length(x: Scalar, y: Scalar, z: Scalar, w: Scalar = 0.0) -> Scalar:
    """The length of three or four numbers; about, where its square underflows."""
    about = greatest([abs(x), abs(y), abs(z), abs(w)])
    exact = sqrt(x * x + y * y + z * z + w * w)
    return select(about < smallest(about), about, exact)


def turn_of(
    a: State, determinant: Scalar, h: Scalar, mass_added: Scalar = 0.0
) -> Scalar:
    """The mean rate times the step, if the solution is on the branch of small turns."""
    size = length(*a)
    inside = size < 1.0
    turn = 4 * size / select(inside, 1.0 - mass_added * size * size, 1.0)
    require(inside & (determinant > 0.0), StepTooLarge, _too_large, h, turn)
    warn_if(turn > WARN, LargeStep, _doubtful, h, turn)
    return turn


def _too_large(h: Scalar, turn: Scalar) -> str:
    return (
        f"{_said(h, turn)}, beyond the branch of small turns, which ends at 4 rad or"
        " where another solution meets it; take a smaller step"
    )


def _doubtful(h: Scalar = None, turn: Scalar = None) -> str:
    said = "some steps turn by more" if turn is None else _said(h, turn)
    return (
        f"{said}; beyond {WARN:g} rad a step may have other solutions, and a wrong one"
        " keeps energy and momentum too"
    )


def _said(h: Scalar, turn: Scalar) -> str:
    return f"h = {h:.3g} s: the mean rate times h is {turn:.3g} rad"
