"""Day and night share the cases of a test between them."""

import subprocess
from itertools import product
from types import SimpleNamespace

from layers import PAGES, RECENT, drawn, each_value_once, is_of_a_kind
from problems import ROOT

import rotlib as rl


def calls(*sizes):
    return [
        SimpleNamespace(indices=dict(enumerate(place)))
        for place in product(*map(range, sizes))
    ]


def test_by_day_each_value_comes_and_not_always_beside_the_same():
    for sizes in ((5,), (4, 3), (2, 7, 3), (1, 1)):
        whole = calls(*sizes)
        day = each_value_once(whole)
        assert all(any(c is one for one in whole) for c in day)
        for axis, size in enumerate(sizes):
            assert {c.indices[axis] for c in day} == {*range(size)}
        assert len(day) == max(sizes)
    pairs = {tuple(c.indices.values()) for c in each_value_once(calls(6, 3))}
    assert {j for _, j in pairs} == {0, 1, 2} and len(pairs) == 6


def test_a_case_that_names_a_method_is_of_a_kind_or_not():
    def case(*values):
        return SimpleNamespace(params=dict(enumerate(values)))

    assert is_of_a_kind(case("rkmk4", 3)) and not is_of_a_kind(case("rk4", 3))
    assert is_of_a_kind(case((rl.methods.dmv, "free")))
    assert not is_of_a_kind(case((rl.methods.rk4, "free")))
    assert is_of_a_kind(case("no method", rl.Body((1, 2, 2.5))))


def test_of_a_night_a_commit_always_draws_the_same_and_what_changed_last():
    def item(nodeid, *marks):
        path = ROOT / nodeid.split("::")[0]
        closest = lambda name: name in (marks or ("night",))  # noqa: E731
        return SimpleNamespace(nodeid=nodeid, path=path, get_closest_marker=closest)

    names = [f"tests/test_{i}.py::test_x" for i in range(300)]
    found = drawn([item(name) for name in names], 3, {})
    assert 60 < len(found) < 140
    again = drawn([item(name) for name in reversed(names)], 3, {})
    assert {i.nodeid for i in again} == {i.nodeid for i in found}
    assert len(drawn([item(name) for name in names], 1, {})) == 300
    assert len(drawn([item(name, "day") for name in names], 3, {})) == 300
    cases = [item(f"tests/test_x.py::test_x[{i}]") for i in range(9)]
    assert len(drawn(cases, 2, {})) in (0, 9)
    pages = [item(f"book/no_{i}.ipynb::Cell {k}") for i in range(40) for k in range(3)]
    found = {i.path for i in drawn(pages, 1, {i.path: PAGES / 4 - 1 for i in pages})}
    assert len(found) == 4
    assert not drawn(pages, 1, {i.path: PAGES + 1 for i in pages})
    command = "git log -1 --name-only --format=".split()
    changed = subprocess.check_output(command, cwd=ROOT, text=True).split()
    last = [item(name) for name in changed][:RECENT]
    assert {i.nodeid for i in drawn(last, 300, {})} >= {i.nodeid for i in last}
