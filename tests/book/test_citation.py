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
ALLOWED = REQUIRED | {
    "abstract",
    "commit",
    "contact",
    "date-released",
    "doi",
    "identifiers",
    "keywords",
    "license",
    "license-url",
    "preferred-citation",
    "references",
    "repository",
    "repository-artifact",
    "repository-code",
    "type",
    "url",
    "version",
}


def test_the_citation_file_is_valid():
    assert CITATION.keys() >= REQUIRED and CITATION.keys() <= ALLOWED
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] in ("software", "dataset")
    for author in CITATION["authors"]:
        assert author.get("name") or author.get("family-names")
    texts = [
        CITATION["title"],
        CITATION["message"],
        CITATION["abstract"],
        *CITATION["keywords"],
    ]
    assert all(isinstance(text, str) and text.strip() for text in texts)
    assert len(set(CITATION["keywords"])) == len(CITATION["keywords"])


def test_it_cites_this_version():
    assert str(CITATION["version"]) == rl.__version__
    if f"## {rl.__version__} (unreleased)" in CHANGES:
        assert "date-released" not in CITATION
    else:
        assert isinstance(CITATION["date-released"], datetime.date)
        assert CITATION["date-released"] <= datetime.date.today()


def test_its_licences_are_those_of_the_repository():
    assert CITATION["license"] == ["BSD-3-Clause", "CC-BY-4.0"]
    assert "BSD 3-Clause" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Attribution 4.0" in (ROOT / "LICENSE-text").read_text(encoding="utf-8")
    assert (
        re.search(
            r'^license = "(.*)"',
            (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
            re.MULTILINE,
        )[1]
        in CITATION["license"]
    )


def test_the_changelog_begins_with_this_version_and_states_the_policy():
    versions = re.findall(
        r"^## (\d+\.\d+\.\d+)( \(unreleased\)| \(\d{4}-\d\d-\d\d\))?$",
        CHANGES,
        re.MULTILINE,
    )
    assert versions and versions[0][0] == rl.__version__
    numbers = [tuple(map(int, version.split("."))) for version, _ in versions]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) == len(numbers)
    assert "stable within a minor version" in CHANGES.split("## ")[0]
    assert len(re.findall(r"^## ", CHANGES, re.MULTILINE)) == len(versions)
