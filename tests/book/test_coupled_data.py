"""What the chapter on coupled bodies reads from files is what its scripts measure."""

import itertools

import long_runs
import numpy as np
import pytest
import work


@pytest.mark.night
@pytest.mark.parametrize("name", ["splitting_231", "rk4"])
def test_the_long_runs_begin_as_stored(name):
    kept = long_runs.load()["methods"][name]
    (found,) = itertools.islice(long_runs.measured(name), 1)
    assert kept["steps"] == long_runs.WINDOW * len(kept["largest"])
    np.testing.assert_allclose(found["largest"], kept["largest"][:1], rtol=0.02)
    np.testing.assert_allclose(found["mean"], kept["mean"][:1], rtol=0.02, atol=1e-6)


def test_one_run_is_a_hundred_thousand_steps_long():
    assert max(x["steps"] for x in long_runs.load()["methods"].values()) >= 100_000


def test_work_is_measured_again():
    kept = work.load()["needles"]
    assert list(work.load()) == list(work.SYSTEMS)
    found = work.measured("needles", ["splitting_231", "rkmk54"], work.BUDGETS[:1])
    for name, rows in found.items():
        np.testing.assert_allclose(rows, kept[name][:1], rtol=0.02)
    (row,) = work.by_tolerance("needles", [1e-5])
    assert row[0] == kept["DOP853"][1][0]
