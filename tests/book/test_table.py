"""Tables: one form a column, the best marked, and nothing that a table cannot hold."""

import math
from functools import partial

import numpy as np
from refusals import refused
from rotbook import table


def column(values, **how):
    return [row[0] for row in table({"x": values}, **how).rows]


def test_a_column_has_one_form():
    assert column([1.2345, 12.345]) == ["1.2", "12.3"]
    assert column([0.5, 2e-7]) == ["5.00 × 10⁻¹", "2.00 × 10⁻⁷"]
    assert column([3e6, -1.0], digits=2) == ["3.0 × 10⁶", "−1.0 × 10⁰"]
    assert column([0.0, 2e-7], digits=1) == ["0", "2 × 10⁻⁷"]
    assert column([100.0, 0.34], digits=2) == ["1.0 × 10²", "3.4 × 10⁻¹"]
    assert column([1.0, 2.5], formats={"x": ".3f"}) == ["1.000", "2.500"]
    assert column([9999, 16000, np.int64(-3)]) == ["9999", "16\u202f000", "−3"]


def test_what_is_not_a_number_is_a_dash_or_a_word():
    assert column([1.0, math.nan, None]) == ["1.00", "–", "–"]
    assert column([1.0, math.inf]) == ["1.00", "∞"]
    assert column([3e-14, 2.5e-3], below={"x": 1e-12}) == ["< 10⁻¹²", "0.00250"]
    assert column([*np.array(["a", "b"])]) == ["a", "b"]
    assert column([True, np.False_, None, "none"]) == ["yes", "no", "–", "none"]


def test_the_best_is_set_apart():
    for best, winner in (("x", "1.00"), ({"x": "min"}, "1.00"), ({"x": "max"}, "4.00")):
        cells = column([4.0, 1.0, None], best=best)
        found = [cell for cell in cells if cell.startswith("**")]
        assert found == [f"**{winner}**"], best


def test_numbers_stand_to_the_right_and_words_to_the_left():
    shown = table({"method": ["`buss2`"], "error": [0.25]}, best="error")
    assert shown._repr_markdown_() == (
        "| method | error |\n| :--- | ---: |\n| `buss2` | **0.250** |"
    )
    assert repr(shown) == "method   error\n`buss2`  0.250"


def test_what_makes_no_table_is_refused():
    others = {"best": "y"}, {"formats": {"y": "d"}}, {"below": {"y": 1.0}}
    barred, unlike = ({"x": ["|q|"]}, {"|x|": [1]}), {"x": [1], "y": [1, 2]}
    words = partial(table, {"x": ["a"]}, best="x")
    least = partial(table, {"x": [1]}, best={"x": "least"})
    calls = {
        "one length for all": partial(table, unlike),
        "a bar ends a cell": [partial(table, columns) for columns in barred],
        "one of the columns": [partial(table, {"x": [1]}, **how) for how in others],
        "'min' or 'max'": [words, least],
    }
    refused(calls)
