"""The page of errata judges each numbered equation of the papers, and each row says
where the evidence stands."""

import re

import pytest
from problems import ROOT

TEXT = (ROOT / "book/appendix/errata.md").read_text(encoding="utf-8")
SECTIONS = {
    part.splitlines()[0].split(":")[0]: part for part in TEXT.split("\n## ")[1:]
}
NUMBERS = {
    "Nielsen and Krenk": [str(n) for n in range(1, 12)],
    "Xu and Halse": [
        f"{chapter}.{n}"
        for chapter, last in ((2, 11), (3, 6), (4, 40), (5, 11))
        for n in range(1, last + 1)
    ],
}
# as in "(9a)" and "(2.1)"
ONE = re.compile(r"\((\d+(?:\.\d+)?)[ab]?\)")


def rows(section):
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("| ")]
    return [line for line in lines if not line.startswith("| As printed")]


@pytest.mark.parametrize("source", NUMBERS)
def test_every_numbered_equation_is_judged(source):
    first = [row.split(" | ")[0] for row in rows(source)]
    judged = {number for cell in first for number in ONE.findall(cell)}
    missing = [n for n in NUMBERS[source] if n not in judged]
    assert not missing, f"{source}: no row for {', '.join(missing)}"


@pytest.mark.parametrize("source", [s for s in SECTIONS if s != "This book"])
def test_every_row_has_a_verdict_and_its_evidence(source):
    found = rows(source)
    assert len(found) >= 25
    for row in found:
        cells = row.strip().strip("|").split(" | ")
        assert len(cells) == 3 and all(cell.strip() for cell in cells), row
        told = re.search(r"\{(ref|eq|prf:ref|numref|cite:\w+)\}`", "".join(cells[1:]))
        assert told or cells[2].strip() in ("–", "slip", "wording"), row


def test_no_row_is_twice():
    for source in SECTIONS:
        first = [row.split(" | ")[0] for row in rows(source)]
        assert len(set(first)) == len(first)
