"""The road names every chapter, in order; its tracks set exercises that exist; its
drawing and its minutes come from it."""

import re

import here
import provenance
import pytest
import road

WEEK = re.compile(r"^\| (\d+) \| (.*?) \| (.*?) \| \{minutes\}`week` \|$", re.MULTILINE)


def tracks(text):
    """{weeks: [(chapters, exercises) of a week]}, the labels of both."""
    found = {}
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        if rows := WEEK.findall(part):
            weeks = [
                (road.REF.findall(read), road.REF.findall(do)) for _, read, do in rows
            ]
            found[int(rows[-1][0])] = weeks
    return found


PAGES = {p.path.rsplit(".", 1)[0]: p for p in provenance.pages()}
TEXT = PAGES["road"].text
ROWS = road.chapters(TEXT)
TRACKS = tracks(TEXT)
TOC = [(part, name) for part, name in road.toc() if name != "road"]
APPENDICES = "Appendices"


@pytest.fixture(scope="module")
def homes():
    """The page of each exercise."""
    return {
        label: p
        for p in PAGES.values()
        for label, _ in p.boxes("exercise") + p.boxes("exercise-start")
    }


def label_on_the_road(name):
    """The label of a page that the road uses."""
    on_the_road = road.REF.findall(TEXT)
    return next((x for x in PAGES[name].labels if x in on_the_road), None)


def test_every_page_is_named_and_every_chapter_in_the_longest_track_with_a_row():
    labels, longest = {row.label for row in ROWS}, {x for r, _ in TRACKS[12] for x in r}
    for part, name in TOC:
        label = label_on_the_road(name)
        assert label, f"no label of {name} on the road"
        assert part == APPENDICES or label in labels & longest, name


def test_the_rows_stand_in_the_order_of_the_contents():
    order = [label_on_the_road(name) for part, name in TOC if part != APPENDICES]
    assert [row.label for row in ROWS if row.label in order] == order


def test_a_page_that_derives_says_so():
    kind = {row.label: row.kind for row in ROWS}
    for _, name in TOC:
        for word in ("derive", "use"):
            if name.endswith(word) and "/" in name:
                assert kind[label_on_the_road(name)] == word, name


def test_a_chapter_needs_what_stands_before_it_and_trusts_formulas_if_it_uses():
    seen = {}
    for row in ROWS:
        for need in row.needs:
            assert need in seen, f"{row.label} needs {need}"
            assert row.kind == "derive" or seen[need] != "derive", (
                f"{row.label} uses, and needs {need}, which derives"
            )
        assert row.question.strip()
        seen[row.label] = row.kind


def test_the_tracks_have_their_weeks_and_their_exercises_exist(homes):
    assert sorted(TRACKS) == [3, 6, 12]
    for weeks, rows in TRACKS.items():
        assert len(rows) == weeks
        assert {x for _, do in rows for x in do} <= homes.keys()
        assert all(read and do for read, do in rows)
        chapters = [x for read, _ in rows for x in read]
        assert len(chapters) == len(set(chapters))
        assert set(chapters) <= {row.label for row in ROWS}


def test_a_shorter_track_is_part_of_a_longer_one():
    three, six, twelve = ({x for r, _ in TRACKS[n] for x in r} for n in (3, 6, 12))
    assert three < six < twelve


def test_a_week_sets_exercises_only_of_chapters_that_have_been_read(homes):
    for weeks, rows in TRACKS.items():
        read = set()
        for now, do in rows:
            read.update(now)
            for exercise in do:
                home = homes[exercise].labels
                assert read & set(home), f"{weeks} weeks: {exercise} before its chapter"


def test_minutes_follow_the_rule_and_leave_solutions_out(tmp_path):
    page, text = tmp_path / "page.md", "# Title\n\n" + "word " * 396 + "\n"
    solution = "word " * 4000 + "\n```{solution-end}\n```\n"
    for more in ("", "```{solution-start} ex-a\n```\n" + solution):
        page.write_text(text + more, encoding="utf-8")
        assert road.reading(page) == 2
    assert road.practice(3) == 45 and road.told(45) == "45 min"
    assert road.told(124) == "2 h 05"


def test_the_drawing_has_a_stop_for_each_chapter_and_an_arc_for_each_need():
    drawn = [row for row in ROWS if row.kind]
    picture = here.draw(here.Book(), lambda label: f"#{label}")
    assert picture.count("<circle") == len(drawn) == picture.count("<a href")
    assert picture.count('class="need"') == sum(len(row.needs) for row in drawn)
    assert 'aria-label="' in picture
