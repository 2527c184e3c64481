"""What the marks on the pages say, state by state."""

from html.parser import HTMLParser
from itertools import product
from types import SimpleNamespace

import evidence
from evidence_html import MACROS as html
from evidence_html import MARKS, joined

PLACE = SimpleNamespace(
    source=lambda f: f"src#{f.name}",
    cell=lambda f: "#cell",
    row=lambda f: f"ev#{f.full}",
    api=lambda name: "",
    equation=lambda label: f"#{label}",
    number=lambda label: "(1.2)",
    chapter=lambda b: ("7", "A <title>", "ch.html"),
    order=lambda b: b,
)


TESTS = {
    evidence.DIGITS: {"test_toy.py::test_a": [3, 0, True]},
    evidence.SECOND: {"test_toy.py::test_b": [2, 0, False]},
}
KNOWN = {"topic": "toy", "name": "f", "full": "toy.f", "equation": "eq-toy"}
KNOWN |= {"state": "passed", "asserted": 1, "regenerated": True, "tests": TESTS}
KNOWN |= {"notebooks": ["toy/use"], "uses": ["rotlib.toy.f"]}
KNOWN |= {"pins": ["test_toy.py::test_a"]}


def formula(**changes):
    return SimpleNamespace(**KNOWN | changes)


def sound(text):
    """The text in one line; each of its tags is closed where it should be."""
    left, parser = [], HTMLParser()
    parser.handle_starttag = lambda tag, _: left.append(tag) if tag != "br" else None
    parser.handle_endtag = lambda tag: left.remove(tag) if left[-1] == tag else 1 / 0
    parser.feed(text)
    assert left == []
    return joined(text)


def test_a_mark_says_how_it_stands():
    for state, number in product(MARKS, (1, 3, 4)):
        more = [formula(name=f"g{i}", full=f"toy.g{i}") for i in range(1, number)]
        text = sound(html.mark([formula(state=state), *more], PLACE))
        sign, word, remark = MARKS[state]
        assert f'<span aria-hidden="true">{sign}</span> {word}' in text
        told = f"{number} generated function{'s' * (number > 1)} of this equation"
        assert remark in text and told in text and text.count("<li>") == number
        assert 'href="ev#toy.f"' in text and 'href="#cell"' in text
        assert "A &lt;title&gt;" in text and "chapter <a" in text


def test_a_number_is_a_check_only_if_a_fault_was_noticed():
    wrong = {evidence.DIGITS: {"test_toy.py::test_a": [3, 1, True]}}
    for f, kind, said in (
        (formula(), evidence.DIGITS, "✓ 3"),
        (formula(), evidence.SECOND, "(2)"),
        (formula(tests=wrong), evidence.DIGITS, "✗ 1"),
    ):
        assert joined(html.kind(f, kind)) == said
    assert "–" in html.kind(formula(), evidence.BATCH)
    assert "no test was seen to fail" in html.mark([formula(pins=[])], PLACE)


def test_gaps_name_what_is_missing():
    bare = formula(full="toy.g", pins=[], tests={}, notebooks=[], uses=[])
    text = sound(html.gaps([formula(), bare], PLACE, evidence.KINDS))
    # the second implementation saw no fault in f
    assert text.count("toy.g</code>") == 5 and text.count("toy.f</code>") == 1


def test_the_tables_are_sound():
    f, method = formula(), SimpleNamespace(name="m", equation="eq-m", order=2)
    measured = {"order, free": ["2.00", "test_toy.py::test_a"]}
    measured |= {"energy, largest change": ["1e-14", "test_toy.py::test_a"]}
    books = {"toy/use": {"cells": 4, "failed": 1, "seconds": 9}}
    record = {"methods": {"m": measured}, "notebooks": books, "run": {"numpy": "2.0"}}
    row = sound(html.formulas("toy", ("ch.html", "Toy"), [f], PLACE, evidence.KINDS))
    assert 'id="rotlib.kernels.toy.f"' in row
    assert "✓ 3" in row and "test_toy.py::test_a" in row
    assert "2.00" in sound(html.methods([method], record["methods"], PLACE))
    assert "3 of 4" in sound(html.run_times(record, PLACE))
    assert "numpy" in sound(html.versions(record))
    assert "generated functions" in sound(html.summary([f], record, evidence.KINDS))
