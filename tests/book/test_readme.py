"""What the README says is what the package does."""

import functools
import re

import pytest
import readme
from problems import ROOT

TEXT = readme.README.read_text(encoding="utf-8")
refreshed = functools.cache(readme.refreshed)
COMMANDS = (
    "pip install -r requirements.txt && jupyter-book build .",
    "pip install -r requirements.txt && pytest",
)


def test_each_part_is_as_the_package_makes_it():
    assert refreshed(TEXT) == TEXT, "run: python book/_tools/readme.py --write"


def test_the_example_is_ten_lines_at_most():
    assert sum(bool(line.strip()) for line in readme.example(TEXT).splitlines()) <= 10


@pytest.mark.day(1)
@pytest.mark.parametrize("name", ["methods", "conventions", "output"])
def test_a_stale_part_is_seen(name):
    stale = readme.pattern(name).sub(r"\1old\n\3", TEXT)
    assert stale != TEXT
    assert readme.refreshed(stale) == refreshed(TEXT)


def test_ci_runs_the_commands_of_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for line in map(re.escape, COMMANDS):
        assert re.search(rf"^{line}$", TEXT, re.MULTILINE)
        assert re.search(rf"^\s*{line}( \|.*)?$", script, re.MULTILINE)


def test_links_lead_somewhere():
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", TEXT)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
