"""A few altered formulas of each derivation: the page says what no longer holds."""

import os
import re
import subprocess
import sys

import pytest
from problems import ROOT
from rotbook import derivations

PAGES = derivations.deriving_notebooks(ROOT)
PLACES, EQUAL = 10, 2  # of these places, this many may hold an equal form or a name


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_an_altered_formula_is_noticed(page):
    """All places: python tests/altered.py; which are equal forms, a reader sees."""
    name = str(page.relative_to(ROOT / "book").with_suffix(""))
    folders = os.pathsep.join(map(str, (ROOT, ROOT / "book" / "_lib")))
    done = subprocess.run(
        [sys.executable, "tests/altered.py", name, str(PLACES)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": folders},
        capture_output=True,
        text=True,
    )
    counts = dict(re.findall(r"'(said|WRONG|SAME)': (\d+)", done.stdout))
    asked = {kind: int(n) for kind, n in counts.items()}
    assert sum(asked.values()) == PLACES, done.stdout + done.stderr
    assert asked.get("said", 0) >= PLACES - EQUAL, done.stdout
