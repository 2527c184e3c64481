"""Each fault shows what theory says of it, no other fault explains it, nothing but the
source tells. Which letter hides which one is answered, and asserted, on the page."""

import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from problems import BODY
from rotbook import clinic
from rotbook.clinic.diagnosis import PREDICTIONS, contradictions, matching
from rotbook.clinic.examination import ROWS, shown
from rotbook.clinic.patients import MAKERS, PATIENTS, bracket

import rotlib as rl
from rotlib.backends.user_function import exchanged
from rotlib.errors import InvalidInput, NotAvailable
from rotlib.kernels.baselines import turn_space
from rotlib.methods.rivals import step_naive

LETTERS = clinic.LETTERS
MOTION = {
    "omega": (0.7, 1.0, -0.8),
    "q0": rl.quaternion.exp(np.array([0.5, -0.8, 0.3])),
}


@cache
def sheet(letter):
    return clinic.examine(clinic.patient(letter))


@cache
def made(fault):
    return clinic.examine(MAKERS[fault]())


def evidence(letter):
    return {"order": sheet(letter)["order"] + 0.1, "keeps": list(sheet(letter).keeps)}


INF = math.inf
LOST = dict(order=2, first=2, energy=2)
TURNED = dict(order=0, lab="another", axes="another")
PREDICTED = {  # claimed order, then what the chapter derives
    "missing bracket": (3, dict(LOST, bracket=0.0)),
    "bracket sign": (3, dict(LOST, bracket=-1.0)),
    "bracket size": (3, dict(LOST, bracket=0.5)),
    "left product": (2, dict(TURNED, turn="Rᵀω")),
    "space rate": (2, dict(TURNED, turn="Rω", sphere=0)),
    "torque frame": (2, dict(order=2, heavy=0, motor=0, lab="another", back=INF)),
    "reported rate": (4, dict(order=4, heavy=4, start="another", energy=0, momentum=0)),
    "half angle": (2, dict(order=0, turn="ω/2", energy=INF, back=INF, lab="the same")),
    "mixed axes": (4, dict(TURNED, sphere=INF, energy=0, lab="the same")),
    "gyroscopic term": (4, dict(order=0, energy=INF, momentum=0, sphere=4, motor=4)),
    "product of means": (2, dict(order=2, energy=2, back=INF)),
    "one correction": (2, dict(order=2, energy=4, back=4)),
    "composition weight": (4, dict(order=2, heavy=2, back=INF)),
    "whole kick": (2, dict(order=2, heavy=1, motor=1, back=INF)),
    "slow start": (2, dict(order=2, first=1)),
    "Euler's step": (4, dict(order=1, first=1, steady=2, norm=INF)),
    "healthy": (2, dict(order=2, heavy=2, energy=INF, back=INF)),
    "healthy, order 1": (1, dict(order=1, heavy=1, first=1, steady=INF)),
    "healthy, order 4": (4, dict(order=4, heavy=4, first=4, bracket=1.0)),
}


@pytest.mark.parametrize("fault", MAKERS)
def test_symptoms_are_those_of_theory_and_determine_the_diagnosis(fault):
    claimed, expected = PREDICTED[fault]
    assert made(fault).claimed_order == claimed
    assert {row: made(fault)[row] for row in expected} == expected
    assert matching(made(fault)) == [fault.split(",")[0]]


def test_each_fault_has_a_patient_and_a_sentence():
    known = {fault.split(",")[0] for fault in MAKERS}
    assert set(PREDICTIONS) == set(clinic.FAULTS) == known
    assert set(PREDICTED) - {"healthy, order 1", "healthy, order 4"} == known
    assert {row for _, signs in PREDICTIONS.values() for row in signs} <= set(ROWS)


SOUND = "dmv rk4 rk4_quaternion rk4_naive buss2 buss3_series simo_wong splitting_231"
SOUND += " splitting4_231 adams_bashforth_moulton"


@pytest.mark.parametrize("name", SOUND.split())
def test_what_the_patients_are_made_of_is_healthy(name):
    assert matching(clinic.examine(name)) == ["healthy"]


def test_without_their_fault_the_patients_agree_with_what_they_are_made_of():
    right = rl.integrate("buss3_series", BODY, **MOTION, h=0.1, steps=20)
    same = rl.integrate(bracket(1.0), BODY, **MOTION, h=0.1, steps=20)
    assert np.abs(right.q_raw - same.q_raw).max() < 1e-14


def test_a_bracket_missing_in_space_is_one_that_is_missing():
    """Twice the bracket in the body: what the page measures of rk4_naive."""
    promising = replace(rl.methods.rk4_naive, order=3)
    assert matching(clinic.examine(promising)) == ["missing bracket"]
    assert clinic.examine("adams_bashforth_moulton")["bracket"] == 2.0


def test_an_exchange_changes_a_copy_only():
    step = rl.methods.rk4_naive.step
    still = exchanged(step, {turn_space: lambda *x: x[3:]})
    y = (1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0)
    assert still(0.0, 0.1, y, (1.0, 2.0, 2.6), None) == y
    assert step(0.0, 0.1, y, (1.0, 2.0, 2.6), None) != y


def test_an_exchange_reaches_the_first_steps_of_a_method_with_a_memory():
    sound = rl.methods.adams_bashforth_moulton
    still = clinic.altered(sound, {step_naive: lambda t, h, y, J, load: y})
    y = sound.layout.to_state((1.0, 0.0, 0.0, 0.0), (1.0, 2.0, 3.0), (1.0, 2.0, 2.6))
    first, ill = (m.step(0.0, 0.1, y, (1, 2, 2.6), None) for m in (sound, still))
    assert ill[:4] == y[:4] != first[:4]


@pytest.mark.parametrize("letter", LETTERS)
def test_a_patient_does_not_say_what_it_has(letter):
    method = clinic.patient(letter)
    run = rl.integrate(method, BODY, **MOTION, h=0.1, steps=1)
    seen = *vars(method).values(), method, run, sorted(run.stats)
    shows = " ".join(map(repr, seen)) + repr(sheet(letter)).splitlines()[0]
    words = {w for fault in MAKERS for w in re.findall(r"[A-Za-z]{4,}", fault)}
    words -= {"order", "step", "torque"}  # each says whether it takes one
    words |= {*"planted fault buss krenk splitting dmv rk4 iterations healthy".split()}
    assert [w for w in words if w.lower() in shows.lower()] == []
    assert method.name == f"patient {letter}" and clinic.patient(letter) is method
    assert method.estimate is None


def test_the_module_does_not_show_the_key():
    shows = " ".join(clinic.__all__) + repr(PATIENTS) + repr(clinic)
    assert [fault for fault in MAKERS if fault in shows] == []
    with pytest.raises(InvalidInput, match="A, B"):
        clinic.patient("Z")


@pytest.mark.parametrize("letter", LETTERS)
def test_a_batch_is_as_ill_as_one_motion(letter):
    method, given = clinic.patient(letter), MOTION | {"h": 0.1, "steps": 5}
    one = rl.integrate(method, BODY, **given)
    two = rl.integrate(method, BODY, **given | {"omega": [MOTION["omega"]] * 2})
    assert np.abs(two.q_raw[:, 1] - one.q_raw).max() < 1e-14


def test_levels_of_feedback():
    good = evidence("B")
    assert clinic.diagnose("B", None).level == "not started"
    assert clinic.diagnose("B", "gremlins", good).level == "wrong kind"
    wrong = {"colour": 1}, {"order": "two"}, {"keeps": "momentum"}
    for bad in (None, {"order": 2.0}, *(good | change for change in wrong)):
        assert clinic.diagnose("B", "missing bracket", bad).level == "wrong kind"
    far = clinic.diagnose("B", "Euler's step", good)
    assert far.level == "wrong"
    assert "predicts 1" in far.message and "shows 2" in far.message
    near = clinic.diagnose("B", "bracket sign", good)
    assert near.level == "close"
    assert ROWS["bracket"] in near.message and "-1" not in near.message
    more = good | {"bracket": 0.0, "turn": "ω", "lab": "the same"}
    right = clinic.diagnose("B", "missing bracket", more)
    assert right and right.message == clinic.FAULTS["missing bracket"]


def test_a_right_diagnosis_from_wrong_evidence_is_not_right():
    untrue = [{"order": 3.0}, {"keeps": ["energy", "momentum", "norm"]}, {"keeps": []}]
    untrue += [{"bracket": -1.0}, {"lab": "another"}, {"energy": math.inf}]
    for change in untrue:
        said = clinic.diagnose("B", "missing bracket", evidence("B") | change)
        assert said.level == "wrong" and said.message.startswith("The evidence")


def test_only_the_healthy_may_be_called_healthy():
    ill = [letter for letter in LETTERS if matching(sheet(letter)) != ["healthy"]]
    assert len(ill) == len(LETTERS) - 3
    assert all(contradictions("healthy", sheet(letter)) for letter in ill)


def test_a_method_of_ones_own_is_judged_by_what_it_does():
    right = rl.methods.lie_euler.step
    doubled = replace(
        rl.methods.lie_euler, step=lambda t, h, y, J, load: right(t, 2 * h, y, J, load)
    )
    found = {"order": 0, "keeps": ["momentum", "norm"]}
    assert clinic.diagnose(doubled, "half angle", found | {"turn": "2ω"})
    none = clinic.diagnose(doubled, "mixed axes", found)
    assert none.level == "close" and ROWS["turn"] in none.message


def test_what_cannot_be_examined_says_so():
    for method in ("dqvi", "exact"):
        with pytest.raises(NotAvailable, match=method):
            clinic.examine(method)


def test_a_sheet_is_a_small_table():
    lines = repr(sheet("A")).splitlines()
    assert len(lines) == 1 + len(ROWS) and max(map(len, lines)) < 80
    said = shown("energy", math.inf), shown("order", 0), shown("norm", 0)
    assert said == ("to rounding", "0", "wrong")
