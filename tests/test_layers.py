"""Day and night share the cases of a test between them."""

from itertools import product
from types import SimpleNamespace

from layers import each_value_once, is_of_a_kind

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
