"""The plan of the course names every chapter, in order; its weeks set exercises that
exist, of chapters that have been read; the course is short and stands alone."""

import re

import lint
import provenance
import pytest
import road
from directives import directives

WEEK = re.compile(
    r"^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \| \{minutes\}`week` \|$", re.M
)
PAGES = {p.path.rsplit(".", 1)[0]: p for p in provenance.pages()}
TEXT = PAGES["road"].text
ROWS = road.chapters(TEXT)
WEEKS = [
    (road.REF.findall(read), road.REF.findall(do))
    for _, _, read, do in WEEK.findall(TEXT)
]
APART = "Appendices", "About the course"
TOC = [(part, name) for part, name in road.toc() if part not in APART]
COURSE = [name for part, name in TOC if part == "The course"]
ANYWHERE = "appendix", "reference", "workbooks", "how-to-use", "projects", "road"


@pytest.fixture(scope="module")
def homes():
    """The page of each exercise."""
    return {
        label: name
        for name, p in PAGES.items()
        for label, _ in p.boxes("exercise") + p.boxes("exercise-start")
    }


@pytest.fixture(scope="module")
def kinds():
    """The kind of each exercise, such as "find the fault"."""
    boxes = [d for p in PAGES.values() for d in directives(p.text)]
    boxes = [d for d in boxes if lint.is_a("exercise", d)]
    return {d.options["label"]: lint.kind_of(d) for d in boxes if "label" in d.options}


def label_on_the_road(name):
    """The label of a page that the plan uses."""
    rows = [row.label for row in ROWS]
    return next((x for x in PAGES[name].labels if x in rows), None)


def test_the_rows_are_the_pages_in_the_order_of_the_contents():
    assert [label_on_the_road(name) for _, name in TOC] == [row.label for row in ROWS]


def test_a_page_that_derives_says_so():
    kind = {row.label: row.kind for row in ROWS}
    for _, name in TOC:
        for word in ("derive", "use"):
            if name.endswith(word) and "/" in name:
                assert kind[label_on_the_road(name)] == word, name


def test_a_page_needs_what_stands_before_it():
    seen = set()
    for row in ROWS:
        assert set(row.needs) <= seen and row.question.strip(), row.label
        seen.add(row.label)


def test_fifteen_chapters_are_read_in_fourteen_weeks_and_each_once():
    assert len(COURSE) == 15 and len(WEEKS) == 14
    read = [label for chapters, _ in WEEKS for label in chapters]
    assert read == [label_on_the_road(name) for name in COURSE]


def test_each_week_has_a_pencil_a_keyboard_and_a_fault_of_what_has_been_read(
    homes, kinds
):
    read, private, everything = set(), lint.for_teachers(), []
    for number, (now, do) in enumerate(WEEKS[:-1], start=1):
        read.update(now)
        for exercise in do:
            assert read & set(PAGES[homes[exercise]].labels), (number, exercise)
        told = " ".join(kinds[exercise] for exercise in do)
        for kind in ("pencil", "keyboard", "find the fault"):
            assert kind in told, (number, told)
        marked = {x for x in do if f"`{x}`†" in TEXT}
        assert marked == set(do) & private, number
        everything += do
    assert len(everything) == len(set(everything))
    ours = {x for x, home in homes.items() if home in COURSE}
    assert len(ours & private) >= len(ours) / 3


@pytest.mark.parametrize("name", COURSE)
def test_a_chapter_of_the_course_is_one_evening_and_stands_alone(name):
    text = PAGES[name].text
    heads = re.findall(r"^##+ ", text, re.MULTILINE)
    assert 3 <= len(heads) <= 10
    homes = {x: n for n, p in PAGES.items() for x in p.labels}
    links = {
        homes.get(x, "") for x in re.findall(r"\{\w+\}`(?:[^`<]*<)?([\w-]+)>?`", text)
    }
    behind = {x for x in links if x and not x.startswith(ANYWHERE)} - set(COURSE)
    assert len(behind) <= 3, behind


def test_minutes_follow_the_rule_and_leave_solutions_out(tmp_path):
    page, text = tmp_path / "page.md", "# Title\n\n" + "word " * 296 + "\n"
    solution = "word " * 4000 + "\n```{solution-end}\n```\n"
    for more in ("", "```{solution-start} ex-a\n```\n" + solution):
        page.write_text(more + text, encoding="utf-8")
        assert road.reading(page) == 2
    assert road.practice(3) == 120 and road.told(45) == "45 min"
    assert road.told(124) == "2 h 05"
