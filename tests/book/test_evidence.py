"""The record of what the tests show: complete, fresh, about tests that exist; and
each of these can be missed."""

import ast
import copy
import json

import evidence
import provenance
import pytest
import uses
from problems import ROOT
from processes import python

import rotlib as rl

RECORD = evidence.load()
SOURCES = evidence.sources()
REMEDY = "run python book/_tools/evidence.py --write"


def functions_in(folder):
    """{name of a test in the record: the kinds of evidence it is marked with}."""
    return {
        f"{path.name}::{node.name}": [
            mark.args[0].value
            for mark in node.decorator_list
            if ast.unparse(mark).startswith("pytest.mark.evidence(")
        ]
        for path in folder.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.fixture(scope="module")
def tests():
    return functions_in(ROOT / "tests")


def test_every_generated_function_has_fresh_evidence():
    for name, source in SOURCES.items():
        entry = RECORD["kernels"].get(name)
        assert evidence.state(entry, source) == "passed", f"{name}: {REMEDY}"
        assert entry["tests"] and entry["asserted"] and entry["cell"], name


def test_every_method_has_been_measured():
    for method in rl.methods.ALL:
        found = RECORD["methods"].get(method.name, {})
        orders = {w: float(v) for w, (v, _) in found.items() if w.startswith("order")}
        assert method.order is None or orders, (method.name, REMEDY)
        for what, order in orders.items():
            free = what.startswith("order, free") or method.torque_order is None
            claimed = method.order if free else method.torque_order
            assert abs(order - claimed) < 0.15, (method.name, what)
        kept = {f"{what}, largest change" for what in method.conserves}
        assert kept <= set(found), (method.name, REMEDY)
        symplectic = [w for w in found if w.startswith("symplecticity defect")]
        assert symplectic, (method.name, REMEDY)


def test_nothing_is_recorded_of_what_no_longer_exists(tests):
    kernels, methods = RECORD["kernels"].values(), RECORD["methods"].values()
    rows = {name for k in kernels for found in k["tests"].values() for name in found}
    measured = {test for found in methods for _, test in found.values()}
    assert sorted((rows | measured) - set(tests)) == [], REMEDY
    assert sorted(set(RECORD["kernels"]) - set(SOURCES)) == [], REMEDY
    books = {*RECORD["notebooks"], *(b for k in kernels for b in k["notebooks"])}
    gone = [b for b in books if not (ROOT / "book" / f"{b}.ipynb").is_file()]
    assert gone == [], REMEDY


def test_every_chapter_that_runs_is_recorded():
    own = {page.path.removesuffix(".ipynb") for page in provenance.pages() if page.code}
    assert sorted(own - set(RECORD["notebooks"])) == [], REMEDY
    assert [n for n, book in RECORD["notebooks"].items() if book["failed"]] == []


def test_a_test_is_evidence_of_one_kind_and_of_one_that_has_a_column(tests):
    marked = {test: kinds for test, kinds in tests.items() if kinds}
    assert {len(kinds) for kinds in marked.values()} == {1}
    assert {kind for (kind,) in marked.values()} == set(evidence.KINDS)


def test_the_kinds_of_the_record_are_those_of_the_marks(tests):
    each = [k["tests"].items() for k in RECORD["kernels"].values()]
    found = {(test, kind) for rows in each for kind, those in rows for test in those}
    wrong = [t for t, kind in found if (tests[t] or [evidence.OTHER]) != [kind]]
    assert wrong == [], REMEDY


def test_the_file_is_in_its_stored_form_and_no_two_test_files_have_one_name():
    """It names them without their folder."""
    text = evidence.RECORD.read_text(encoding="utf-8")
    assert text == evidence.as_text(RECORD) and json.loads(text) == RECORD
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert len(names) == len(set(names))


TESTS = {"test_so3.py::test_a": [4, 0, True], "test_so3.py::test_b": [2, 0, None]}
GOOD = {"source": "abc", "cell": "c", "regenerated": True, "asserted": 3}
GOOD |= {"notebooks": ["magnus/use"], "tests": {"50 digits": TESTS}}


def test_states():
    wrong = {"50 digits": {"test_so3.py::test_a": [3, 1, True]}}
    for changes, source, expected in (
        ({}, "abc", "passed"),
        ({}, "abd", "stale"),
        ({"regenerated": False}, "abc", "failed"),
        ({"tests": wrong}, "abc", "failed"),
        ({"tests": {}}, "abc", "not run"),
        ({"regenerated": None}, "abc", "not run"),
    ):
        assert evidence.state({**GOOD, **changes}, source) == expected
    assert evidence.state(None, source) == "not run"
    assert evidence.pins(GOOD) == ["test_so3.py::test_a"]


def test_a_partial_run_keeps_the_rest_but_nothing_old_of_a_changed_function():
    empty = {"kernels": {}, "methods": {}, "notebooks": {}, "run": {}}
    energy = {"energy": ["1e-3", "test_methods.py::test_c"]}
    old = empty | {
        "notebooks": {"magnus/use": {"cells": 9, "failed": 0, "seconds": 5}},
        "kernels": {"toy.f": copy.deepcopy(GOOD)},
        "methods": {"m": {"order": ["2.00", "test_so3.py::test_a"], **energy}},
    }
    tests = {"50 digits": {"test_so3.py::test_a": [5, 0, True]}}
    new = empty | {"kernels": {"toy.f": evidence.blank() | {"tests": tests}}}
    same = evidence.merged(old, new, {"test_so3.py"}, {"toy.f": "abc"})
    f = same["kernels"]["toy.f"]
    assert f["tests"] == tests and f["cell"] == "c"
    assert f["notebooks"] == ["magnus/use"] and same["methods"] == {"m": energy}
    sources = {"toy.f": "new", "toy.g": "abc"}
    other = evidence.merged(old, empty, {"test_se3.py"}, sources)["kernels"]
    assert other["toy.f"]["tests"] == {} and other["toy.g"]["cell"] is None
    assert evidence.state(other["toy.f"], "new") == "not run"
    gone = {"tests": {"50 digits": {"test_gone.py::test_a": [1, 0, True]}}}
    gone = old | {"kernels": {"toy.f": GOOD | gone}}
    found = evidence.merged(gone, empty, set(), {"toy.f": "abc"})
    assert found["kernels"]["toy.f"]["tests"] == {}


INSTRUMENTED = """
import sitecustomize as instrument
from rotlib.kernels.so3 import exp
from rotlib.kernels.quaternion import rotate
right = exp(0.1, 0.2, 0.3)
assert {"so3.exp"} <= instrument.SEEN <= {"so3.exp", "stumpff.c2_series"}
instrument.FAULT = "so3.exp"
off = [abs(a / b - 1) for a, b in zip(exp(0.1, 0.2, 0.3), right)]
assert all(0.9e-6 < x < 1e-5 for x in off) and off[3] > 3.9e-6, off
assert rotate(1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0) == (1.0, 2.0, 3.0)
assert "quaternion.rotate" in instrument.SEEN
"""


def test_a_function_that_runs_is_seen_and_can_be_made_wrong():
    paths = ROOT / "book/_tools/instrumentation", ROOT
    python("-c", INSTRUMENTED, paths=paths, ROTLIB_INSTRUMENT="memory")


@pytest.mark.night
def test_public_functions_are_traced_to_what_they_call():
    found = uses.uses()
    assert found["so3.dexp_body"] == ["rotlib.so3.dexp_body"]
    assert found["magnus_samples.magnus_order_4"] == ["rotlib.magnus.rotation_vector"]
    assert found["rigid_loads.gravity_torque"] == ["rotlib.loads.uniform_gravity"]
    assert found["stumpff.c3_series"] == ["rotlib.stumpff.c3"]
    assert set(found) == set(SOURCES)
