"""What each fault predicts: its family, and the findings that it cannot be without."""

import math
from collections.abc import Callable
from typing import TypeAlias

from .examination import Finding, Sheet, shown

Answer: TypeAlias = tuple[bool, str]
Test: TypeAlias = Callable[[str, Sheet], Answer]
"""Of a row and a sheet: whether the finding fits, and which ones do."""


def _is(*values: Finding) -> Test:
    """The finding is one of these."""
    return lambda row, sheet: (
        sheet[row] in values,
        " or ".join(shown(row, v) for v in values),
    )


def _not(value: Finding) -> Test:
    """The finding is another."""
    return lambda row, sheet: (sheet[row] != value, f"anything but {shown(row, value)}")


def odd(row: str, sheet: Sheet) -> Answer:
    """A bracket with a number that is neither right nor in eq-clinic-two-frames."""
    known = (None, -1.0, 0.0, 1.0, 2.0, 3.0)
    return sheet[row] not in known, "a number that is none of -1, 0, 1, 2, 3"


def claimed(row: str, sheet: Sheet) -> Answer:
    """The claimed order; loads that are not taken prove nothing."""
    return sheet[row] in (sheet.claimed_order, None), shown(row, sheet.claimed_order)


def _fallen_to(order: int) -> Test:
    """This order, and a higher one claimed."""
    return lambda row, sheet: (
        sheet[row] == order < sheet.claimed_order,
        f"{order} where more is claimed",
    )


def less(row: str, sheet: Sheet) -> Answer:
    """Less than the claimed order."""
    found, claim = sheet[row], sheet.claimed_order
    return isinstance(found, int | float) and found < claim, f"less than {claim}"


def as_said(row: str, sheet: Sheet) -> Answer:
    """Rounding, if the author says that it is kept."""
    return sheet[row] == math.inf or row not in sheet.claims, shown(row, math.inf)


def broken(row: str, sheet: Sheet) -> Answer:
    """The author says that it is kept, and it is not."""
    return sheet[row] != math.inf and row in sheet.claims, "a claim that is not kept"


ROUNDING, OMEGA = _is(math.inf), _is("ω")
RIGHT_START: dict[str, Test] = {"start": _is("as given")}
RIGHT_WHEN_FREE: dict[str, Test] = {"order": claimed, "first": claimed, **RIGHT_START}

# The bracket: 0 is none of it in the body, 2 none in space; -1 and 3 are the wrong sign
# (eq-clinic-two-frames).
PREDICTIONS: dict[str, tuple[str, dict[str, Test]]] = {
    "healthy": (
        "health",
        {
            **RIGHT_WHEN_FREE,
            "turn": OMEGA,
            "heavy": claimed,
            "energy": as_said,
            "momentum": as_said,
            "norm": as_said,
        },
    ),
    "missing bracket": ("bracket", {"order": _fallen_to(2), "bracket": _is(0.0, 2.0)}),
    "bracket sign": ("bracket", {"order": _fallen_to(2), "bracket": _is(-1.0, 3.0)}),
    "bracket size": ("bracket", {"order": _fallen_to(2), "bracket": odd}),
    "left product": (
        "frame",
        {"order": _is(0), "turn": _is("Rᵀω"), "lab": _is("another")},
    ),
    "space rate": (
        "frame",
        {"order": _is(0), "turn": _is("Rω"), "lab": _is("another")},
    ),
    "torque frame": (
        "frame",
        {**RIGHT_WHEN_FREE, "heavy": _is(0), "lab": _is("another")},
    ),
    "reported rate": ("frame", {"order": claimed, "start": _is("another")}),
    "half angle": (
        "equation",
        {"order": _is(0), "turn": _is("ω/2", "2ω"), **RIGHT_START},
    ),
    "mixed axes": (
        "equation",
        {"order": _is(0), "turn": _is("another"), "sphere": _not(0), **RIGHT_START},
    ),
    "gyroscopic term": (
        "equation",
        {
            "order": _is(0),
            "turn": OMEGA,
            "first": _is(1),
            "momentum": _is(0),
            "energy": ROUNDING,
        },
    ),
    "product of means": (
        "inner",
        {**RIGHT_WHEN_FREE, "energy": broken, "back": ROUNDING},
    ),
    "one correction": (
        "inner",
        {**RIGHT_WHEN_FREE, "energy": broken, "back": _not(math.inf)},
    ),
    "composition weight": (
        "inner",
        {"order": _fallen_to(2), "turn": OMEGA, "back": ROUNDING},
    ),
    "whole kick": ("beginning", {**RIGHT_WHEN_FREE, "heavy": _fallen_to(1)}),
    "slow start": ("beginning", {"order": claimed, "first": less}),
    "Euler's step": (
        "beginning",
        {
            "order": _fallen_to(1),
            "first": _is(1),
            "turn": OMEGA,
            "steady": _not(math.inf),
        },
    ),
}


def contradictions(fault: str, sheet: Sheet) -> list[tuple[str, str]]:
    """(row, what the fault predicts) for each finding that it does not explain."""
    tried = ((row, *test(row, sheet)) for row, test in PREDICTIONS[fault][1].items())
    return [(row, wanted) for row, fits, wanted in tried if not fits]


def matching(sheet: Sheet) -> list[str]:
    """The faults that explain the sheet."""
    return [fault for fault in PREDICTIONS if not contradictions(fault, sheet)]
