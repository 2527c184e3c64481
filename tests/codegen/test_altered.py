"""A few altered formulas of each derivation: the page says what no longer holds."""

import re

import pytest
from problems import ROOT
from processes import python
from rotbook import derivations

PAGES = derivations.deriving_notebooks(ROOT)
PLACES, EQUAL = 10, 2  # of these places, this many may hold an equal form or a name


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_an_altered_formula_is_noticed(page):
    """All places: python tests/altered.py; which are equal forms, a reader sees."""
    name = str(page.relative_to(ROOT / "book").with_suffix(""))
    paths = ROOT, ROOT / "book" / "_lib"
    done = python("tests/altered.py", name, PLACES, paths=paths, status=None)
    counts = dict(re.findall(r"'(said|WRONG|SAME)': (\d+)", done.stdout))
    asked = {kind: int(n) for kind, n in counts.items()}
    assert sum(asked.values()) == PLACES, done.stdout + done.stderr
    assert asked.get("said", 0) >= PLACES - EQUAL, done.stdout
