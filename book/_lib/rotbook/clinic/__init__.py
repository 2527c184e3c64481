"""Planted faults: integrators with one wrong thing each, to examine and diagnose.

The checker keeps no answers. It examines the patient on the spot and asks which faults
explain all the findings, so it judges a method of your own as well.

Chapter: The clinic."""

import math
from collections.abc import Mapping
from typing import Any

from rotlib.methods import Method

from ..feedback import Feedback
from .diagnosis import PREDICTIONS, contradictions, matching
from .examination import KEPT, ROWS, Sheet, examine, shown
from .patients import PATIENTS, altered, patient

__all__ = ["FAULTS", "LETTERS", "Sheet", "altered", "diagnose", "examine", "patient"]

LETTERS = tuple(PATIENTS)
"""The patients, each a letter."""

FAULTS = {
    "healthy": "Nothing is wrong: it does what its author says.",
    "missing bracket": "The bracket ω × ω' is missing in the turn.",
    "bracket sign": (
        "The bracket has the wrong sign: the series for rates in space is used in the"
        " body, or vice versa."
    ),
    "bracket size": (
        "The bracket has a wrong number before it, such as h³/24 for h³/12."
    ),
    "left product": "A turn in body components is multiplied from the left.",
    "space rate": "The rate in space is used as if it were the rate in the body.",
    "torque frame": (
        "The torque is not turned from the frame in which it is given to the one in"
        " which it acts."
    ),
    "reported rate": (
        "The motion is right, but the rate that is handed out is in the wrong frame."
    ),
    "half angle": "Each turn has half or twice its angle.",
    "mixed axes": "The moments of inertia belong to other axes.",
    "gyroscopic term": "The term ω × Jω is missing in Euler's equation.",
    "product of means": (
        "The product of the means is taken in place of the mean of the products."
    ),
    "one correction": "Newton's method is stopped before it arrives.",
    "composition weight": "A symmetric composition has wrong weights.",
    "whole kick": (
        "The torque acts for the whole step at its beginning, not half before and half"
        " after."
    ),
    "slow start": "A method that needs a past begins with steps of too low an order.",
    "Euler's step": "The step is Euler's, and the normalisation hides it.",
}
"""The possible diagnoses, each with the sentence that it stands for."""


def diagnose(
    who: str | Method, fault: str | None, evidence: Mapping[str, Any] | None = None
) -> Feedback:
    """Check a diagnosis against an examination made on the spot.

    "close" is for a fault of the right family.

    who: the letter of a patient, or a method of your own
    fault: a key of `FAULTS`; None counts as not started
    evidence: what you have measured of a free body, "order", a number, and "keeps", any
        of "energy", "momentum" and "norm"; any other finding that should be checked

    >>> found = {"order": 2.0, "keeps": ["momentum", "norm"]}
    >>> diagnose("B", "left product", evidence=found)
    wrong: left product predicts 0 for "order, free body"; this patient shows 2.
    """
    if fault is None:
        return Feedback("not started", "Examine the patient, then name a fault.")
    if fault not in FAULTS:
        return Feedback(
            "wrong kind", f"{fault!r} is not in the list: {', '.join(FAULTS)}."
        )
    method = patient(who) if isinstance(who, str) else who
    evidence = {} if evidence is None else evidence
    if complaint := _incomplete(evidence):
        return Feedback("wrong kind", complaint)
    sheet = examine(method)
    if untrue := _untrue(evidence, sheet):
        return Feedback(
            "wrong", f"The evidence: {untrue}. The diagnosis has not been looked at."
        )
    against = contradictions(fault, sheet)
    if not against:
        return Feedback("right", FAULTS[fault])
    row, wanted = against[0]
    families = {PREDICTIONS[other][0] for other in matching(sheet)}
    if PREDICTIONS[fault][0] in families:
        rows = " and ".join(f'"{ROWS[r]}"' for r, _ in against)
        return Feedback(
            "close",
            f"The family is right. Look at {rows}: what would {fault} make of it?",
        )
    found = shown(row, sheet[row])
    return Feedback(
        "wrong",
        f'{fault} predicts {wanted} for "{ROWS[row]}"; this patient shows {found}.',
    )


def _incomplete(evidence):
    if not isinstance(evidence, Mapping) or not {"order", "keeps"} <= set(evidence):
        return (
            'evidence: give what you measured, {"order": a number, "keeps": [...]}, of'
            " a free body."
        )
    unknown = set(evidence) - set(ROWS) - {"keeps"}
    if unknown:
        return (
            f"evidence: no finding is called {', '.join(map(repr, sorted(unknown)))};"
            f" there are {', '.join(ROWS)}."
        )
    order, keeps = evidence["order"], evidence["keeps"]
    if isinstance(order, bool) or not isinstance(order, int | float):
        return f'evidence: "order" should be a number, this is {type(order).__name__}.'
    if isinstance(keeps, str) or not set(keeps) <= set(KEPT):
        return (
            'evidence: "keeps" should be a list of "energy", "momentum", "norm", or an'
            " empty one."
        )
    return None


def _untrue(evidence, sheet):
    """The first piece of evidence that the sheet contradicts, in words, or None."""
    for name, given in evidence.items():
        if name == "keeps":
            if set(given) != set(sheet.keeps):
                return (
                    "measured here, a free body keeps"
                    f" {', '.join(sheet.keeps) or 'nothing'} to rounding"
                )
        elif not _agree(given, sheet[name]):
            return (
                f'"{ROWS[name]}" is {shown(name, sheet[name])} as measured here, not'
                f" {given}"
            )
    return None


def _agree(given, found):
    if given == found:
        return True
    if given is None or isinstance(given, str) or not isinstance(found, int | float):
        return False
    return math.isfinite(found) and bool(abs(given - found) < 0.3)
