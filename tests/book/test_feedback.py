"""What a checker says of an answer, level by level."""

import numpy as np
import pytest
from rotbook.feedback import LEVELS, Feedback, compare, first_wrong, trial, try_out

from rotlib.errors import InvalidInput


def test_only_right_is_true_and_an_unknown_level_is_refused():
    assert [level for level in LEVELS if Feedback(level, "")] == ["right"]
    with pytest.raises(InvalidInput, match="not started"):
        Feedback("brilliant", "")


def test_compare():
    right = np.array([1.0, 2.0, 3.0])
    for value, level in (
        (None, "not started"),
        ("text", "wrong kind"),
        ([1.0, 2.0], "wrong kind"),
        ([1.0, 2.0, np.nan], "wrong"),
        ([1.0, 2.0, 4.0], "wrong"),
        ([-1.0, -2.0, -3.0], "close"),
        ([1.0, 2.0, 3.0 + 1e-12], "right"),
    ):
        said = compare(value, right, near=[(-right, "The sign.")])
        assert said.level == level, value
        assert level != "close" or said.message == "The sign."
    # the tolerance is relative
    assert compare(1e-20, 2e-20).level == "wrong"
    assert compare(1e20, 1e20 * (1 + 1e-12)).level == "right"
    assert compare(1e-12, 0.0).level == "right"


def test_an_untouched_function_has_not_started_and_a_broken_one_says_why():
    def stub(x):
        raise NotImplementedError

    value, said = try_out(stub, 1)
    assert value is None and said.level == "not started"
    value, said = try_out(lambda x: 1 / x, 0)
    assert value is None and said.level == "error"
    assert "ZeroDivisionError" in said.message
    assert try_out(lambda x: 2 * x, 3) == (6, None)


def test_the_blank_that_is_named_is_the_one_to_write():
    def first(x):
        raise NotImplementedError

    def second(x):
        return 2 * first(x)

    assert "`first`" in trial(second, 1, right=2).message
    assert trial(second, 1, right=2).level == "not started"


def test_a_wrong_number_is_told_without_the_right_one():
    said = compare(2.5, 2.0, what="the order", hint="Halve the step.")
    assert said == Feedback("wrong", "the order came out as 2.5. Halve the step.")
    assert "Halve" in compare([2.5, 0.0], [2.0, 0.0], hint="Halve the step.").message
    near = [(1.0, "Not this one.")]
    assert "Halve" in compare(2.5, 2.0, near=near, hint="Halve the step.").message


def test_first_wrong_stops_at_the_first_complaint():
    def told():
        yield compare(1, 1)
        yield compare(2, 1, near=[(2, "twice")])
        raise AssertionError("asked on")

    assert first_wrong(told(), "all").message == "twice"
    assert first_wrong([], "all") == Feedback("right", "all")
