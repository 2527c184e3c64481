"""CITATION.cff and the changelog: complete, valid, and of this version."""

import datetime
import re

import yaml
from problems import ROOT

import rotlib as rl

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
# Of the Citation File Format 1.2.0: what a file must have, and all that it may have at
# the top.
REQUIRED = {"cff-version", "message", "title", "authors"}
ALLOWED = """abstract commit contact date-released doi type identifiers keywords license
license-url preferred-citation references repository repository-artifact repository-code
url version"""


def test_the_citation_file_is_valid():
    assert REQUIRED <= CITATION.keys() <= REQUIRED | {*ALLOWED.split()}
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] in ("software", "dataset")
    assert all(a.get("name") or a.get("family-names") for a in CITATION["authors"])
    keywords = CITATION["keywords"]
    texts = [CITATION[name] for name in ("title", "message", "abstract")] + keywords
    assert all(isinstance(text, str) and text.strip() for text in texts)
    assert len(set(keywords)) == len(keywords)


def test_it_cites_this_version():
    assert str(CITATION["version"]) == rl.__version__
    if f"## {rl.__version__} (unreleased)" in CHANGES:
        assert "date-released" not in CITATION
    else:
        assert isinstance(CITATION["date-released"], datetime.date)
        assert CITATION["date-released"] <= datetime.date.today()


def test_its_licences_are_those_of_the_repository():
    assert CITATION["license"] == ["BSD-3-Clause", "CC-BY-4.0"]
    for name, words in {
        "LICENSE": "BSD 3-Clause",
        "LICENSE-text": "Attribution 4.0",
        "pyproject.toml": 'license = "BSD-3-Clause"',
    }.items():
        assert words in (ROOT / name).read_text(encoding="utf-8")


def test_the_changelog_begins_with_this_version_and_states_the_policy():
    heading = r"^## (\d+\.\d+\.\d+)( \(unreleased\)| \(\d{4}-\d\d-\d\d\))?$"
    versions = [found[1] for found in re.finditer(heading, CHANGES, re.MULTILINE)]
    numbers = [tuple(map(int, version.split("."))) for version in versions]
    assert versions and versions[0] == rl.__version__
    assert numbers == sorted({*numbers}, reverse=True)
    assert "stable within a minor version" in CHANGES.split("## ")[0]
    assert len(re.findall(r"^## ", CHANGES, re.MULTILINE)) == len(versions)
