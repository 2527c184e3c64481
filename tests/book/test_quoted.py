"""Equations on the formula cards are those of the chapters, and none is written
twice."""

import provenance
import quoted
from problems import ROOT

CARDS = (ROOT / "book" / "appendix" / "cards.md").read_text(encoding="utf-8")


def test_numbered_equations_are_found():
    for text, found in {
        "$$ a = b $$ (eq-a)": {"eq-a": "a = b"},
        "$$ a $$\n\nand\n\n$$\nb .\n$$ (eq-b)": {"eq-b": "b"},
        "```{math}\n:label: eq-c\nc = 1,\n```": {"eq-c": "c = 1"},
        "costs $5$ and $$ d $$": {},
    }.items():
        assert quoted.displayed(text) == found


def test_every_equation_that_a_page_can_refer_to_is_found():
    """All labels of displayed equations, however they are written."""
    pages = provenance.pages()
    labels = {x for page in pages for x in page.labels if x.startswith("eq-")}
    assert labels - {k for page in pages for k in quoted.displayed(page.text)} == set()


def test_cards_contain_no_formula_of_their_own():
    """An equation that they quote and that is nowhere fails the build."""
    assert CARDS.count("```{quoted} ") > 20
    assert "$$" not in CARDS and "{math}" not in CARDS
