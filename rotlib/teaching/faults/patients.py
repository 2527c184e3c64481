"""The patients: letters in place of the names of faults.

Which letter has which fault is scrambled, so that the list can be read without being
told.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from ... import methods
from ..._remembered import remembered
from ..._types import Function
from ...errors import InvalidInput
from ...methods._method import Method
from . import planted as planted

MAKERS: dict[str, Callable[[], Method]] = {
    "missing bracket": lambda: planted.bracket(0.0),
    "bracket sign": lambda: planted.bracket(-1.0),
    "bracket size": lambda: planted.bracket(0.5),
    "left product": planted.left_product,
    "space rate": planted.space_as_body,
    "torque frame": planted.torque_frame,
    "reported rate": planted.reported_rate,
    "half angle": planted.half_angle,
    "mixed axes": planted.mixed_axes,
    "gyroscopic term": planted.no_gyroscopic_term,
    "product of means": planted.product_of_means,
    "one correction": planted.one_correction,
    "composition weight": planted.wrong_weight,
    "whole kick": planted.whole_kick,
    "slow start": planted.slow_start,
    "Euler's step": planted.normalised_euler,
    "healthy": lambda: methods.krenk_nielsen(),
    "healthy, order 1": lambda: methods.lie_euler,
    "healthy, order 4": lambda: methods.buss(4),
}
PATIENTS = {
    "A": "f4de194d12f5",
    "B": "0b2e565fc534",
    "C": "5cbcc04347ee",
    "D": "09e3ca052069",
    "E": "8650955e2b8c",
    "F": "a37194981960",
    "G": "01eec6462ff8",
    "H": "619602d4af76",
    "I": "19c5a2d0a3c4",
    "J": "225f9fe2b0af",
    "K": "f523289f29f9",
    "L": "401859acb879",
    "M": "eb7644cac539",
    "N": "51e09603217b",
    "O": "37df8fa6a104",
    "P": "05d5be161c96",
    "Q": "4d71f0482024",
    "R": "2e98fc1eb5a4",
    "S": "352f7876e422",
}


def _scrambled(letter: str, fault: str) -> str:
    return hashlib.sha256(f"{letter}: {fault}".encode()).hexdigest()[:12]


@remembered
@cache
def patient(letter: str) -> Method:
    """A method with at most one fault, under a letter.

    Parameters
    ----------
    letter : str
        One of `LETTERS`.

    Returns
    -------
    Method
        Its order and what it keeps are what its author says. Name, summary and text say
        nothing else. The source of `rotlib.faults` names the faults in clear.

    Raises
    ------
    InvalidInput
        For another letter.

    Notes
    -----
    Chapter: The clinic.

    Examples
    --------
    >>> patient("A")
    <rotlib method patient A: said to have order 2 and to keep momentum, norm>
    """
    if letter not in PATIENTS:
        raise InvalidInput(
            f"letter: expected one of {', '.join(PATIENTS)}, got {letter!r}"
        )
    makers = {_scrambled(letter, fault): make for fault, make in MAKERS.items()}
    made = makers[PATIENTS[letter]]()
    said = (
        f"said to have order {made.order} and to keep"
        f" {', '.join(made.conserves) or 'nothing'}"
    )
    return replace(
        made,
        name=f"patient {letter}",
        summary=said,
        chapter="The clinic",
        equation="eq-clinic-order",
        step=_covered(made.step),
        first_step=None if made.first_step is None else _covered(made.first_step),
        to_state=_covered(made.to_state),
        from_state=_covered(made.from_state),
        statistics=(),
        next_term=None,
        flight=None,
    )


def _covered(function: Function | None) -> Function:
    covered: Any = function

    def step(*arguments: Any) -> Any:
        return covered(*arguments)

    return step
