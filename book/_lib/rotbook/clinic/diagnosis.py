"""What each fault predicts: its family, and the findings that it cannot be without.

A test takes a row and a sheet; it says whether the finding fits, and which ones do."""

import math

from .examination import shown


def _is(*values):
    return lambda row, sheet: (
        sheet[row] in values,
        " or ".join(shown(row, v) for v in values),
    )


def _not(value):
    return lambda row, sheet: (sheet[row] != value, f"anything but {shown(row, value)}")


def _fallen_to(order):
    return lambda row, sheet: (
        sheet[row] == order < sheet.claimed_order,
        f"{order} where more is claimed",
    )


def odd(row, sheet):
    """A bracket with a number that is neither right nor in eq-clinic-two-frames."""
    known = (None, -1.0, 0.0, 1.0, 2.0, 3.0)
    return sheet[row] not in known, "a number that is none of -1, 0, 1, 2, 3"


def claimed(row, sheet):
    """The claimed order; loads that are not taken prove nothing."""
    return sheet[row] in (sheet.claimed_order, None), shown(row, sheet.claimed_order)


def less(row, sheet):
    found, claim = sheet[row], sheet.claimed_order
    return isinstance(found, int | float) and found < claim, f"less than {claim}"


def as_said(row, sheet):
    return sheet[row] == math.inf or row not in sheet.claims, shown(row, math.inf)


def broken(row, sheet):
    return sheet[row] != math.inf and row in sheet.claims, "a claim that is not kept"


WRONG, ROUNDING, OMEGA, ANOTHER = _is(0), _is(math.inf), _is("ω"), _is("another")
START = dict(start=_is("as given"))
FREE = dict(order=claimed, first=claimed, **START)
KEPT = dict(energy=as_said, momentum=as_said, norm=as_said)
TO_TWO = _fallen_to(2)

# The bracket: 0 is none of it in the body, 2 none in space; -1 and 3 are the wrong sign
# (eq-clinic-two-frames).
PREDICTIONS = {
    "healthy": ("health", dict(**FREE, turn=OMEGA, heavy=claimed, **KEPT)),
    "missing bracket": ("bracket", dict(order=TO_TWO, bracket=_is(0.0, 2.0))),
    "bracket sign": ("bracket", dict(order=TO_TWO, bracket=_is(-1.0, 3.0))),
    "bracket size": ("bracket", dict(order=TO_TWO, bracket=odd)),
    "left product": ("frame", dict(order=WRONG, turn=_is("Rᵀω"), lab=ANOTHER)),
    "space rate": ("frame", dict(order=WRONG, turn=_is("Rω"), lab=ANOTHER)),
    "torque frame": ("frame", dict(**FREE, heavy=WRONG, lab=ANOTHER)),
    "reported rate": ("frame", dict(order=claimed, start=ANOTHER)),
    "half angle": ("equation", dict(order=WRONG, turn=_is("ω/2", "2ω"), **START)),
    "mixed axes": (
        "equation",
        dict(order=WRONG, turn=ANOTHER, sphere=_not(0), **START),
    ),
    "gyroscopic term": (
        "equation",
        dict(order=WRONG, turn=OMEGA, first=_is(1), momentum=WRONG, energy=ROUNDING),
    ),
    "product of means": ("inner", dict(**FREE, energy=broken, back=ROUNDING)),
    "one correction": ("inner", dict(**FREE, energy=broken, back=_not(math.inf))),
    "composition weight": ("inner", dict(order=TO_TWO, turn=OMEGA, back=ROUNDING)),
    "whole kick": ("beginning", dict(**FREE, heavy=_fallen_to(1))),
    "slow start": ("beginning", dict(order=claimed, first=less)),
    "Euler's step": (
        "beginning",
        dict(order=_fallen_to(1), first=_is(1), turn=OMEGA, steady=_not(math.inf)),
    ),
}


def contradictions(fault, sheet):
    """(row, what the fault predicts) for each finding that it does not explain."""
    tried = ((row, *test(row, sheet)) for row, test in PREDICTIONS[fault][1].items())
    return [(row, wanted) for row, fits, wanted in tried if not fits]


def matching(sheet):
    """The faults that explain the sheet."""
    return [fault for fault in PREDICTIONS if not contradictions(fault, sheet)]
