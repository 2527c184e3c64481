"""The teacher's side: solutions that no page has, the instructor's copy, and how far a
workbook handed in has come."""

import nbformat
import pytest
import student
import teacher
from rotbook import program

FILES = [p for p in sorted(teacher.FOLDER.rglob("*.md")) if teacher.solutions(p)]
WORKBOOK = student.WORKBOOKS / "magnus.ipynb"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_solutions_hold_and_the_copy_has_each_behind_its_exercise(path, capsys):
    teacher.run(path)
    known = teacher.solutions(path)
    page = teacher.BOOK / path.relative_to(teacher.FOLDER).with_suffix(".ipynb")
    if not page.exists():  # the test of the course
        return
    whole = teacher.with_solutions(nbformat.read(page, 4), known)
    text = "\n".join(cell.source for cell in whole.cells)
    places = [text.index(f":label: {label}\n") for label in known]
    assert known and all(
        text.index(known[label]) > place
        for label, place in zip(known, places, strict=True)
    )


def test_a_solution_that_checks_nothing_or_is_wrong_is_refused(tmp_path):
    block = "```{solution-start} ex-a\n:class: dropdown\n```\n\nWords.\n\n"
    block += "```python\nx = 1\n%s```\n\n```{solution-end}\n```\n"
    path = tmp_path / "page.md"
    for line, words in (("", "checks nothing"), ("assert x == 2, 'two'\n", "two")):
        path.write_text(block % line)
        with pytest.raises(AssertionError, match=words):
            teacher.run(path)


def test_workbooks_handed_in_are_judged_exercise_by_exercise(tmp_path):
    solved = nbformat.read(WORKBOOK, 4)
    nbformat.write(student.student_copy(solved), tmp_path / "magnus.ipynb")
    wrong = {"def gauss_step": ("cross(late, early)", "cross(early, late)")}
    wrong |= {"def turned": ("return", "return 1 / 0 and")}
    for cell in solved.cells:
        for head, (old, new) in wrong.items():
            if cell.source.startswith(head):
                assert old in cell.source
                cell.source = cell.source.replace(old, new, 1)
    nbformat.write(solved, tmp_path / "magnus-anna.ipynb")
    (tmp_path / "magnus-broken.ipynb").write_text("{")
    found = sorted(teacher.collect(tmp_path).items())
    anna, broken, blank = (levels for _, levels in found)
    assert set(blank.values()) == {"not started"} and len(blank) == 6
    assert anna["gauss_step"] == "close" and anna["turned"] == "error"
    assert anna["one_turn"] == anna["asked"] == "right"
    assert broken == {teacher.UNREADABLE: teacher.UNREADABLE}
    (tmp_path / "own.ipynb").write_text("{}")
    with pytest.raises(ValueError, match="begins with none of"):
        teacher.collect(tmp_path)


def test_the_readers_program_is_what_the_chapters_have(monkeypatch, tmp_path):
    assert program.FILE.read_text(encoding="utf-8") == program.text()
    with pytest.raises(AttributeError, match="no chapter of the course defines"):
        _ = program.unknown
    monkeypatch.setattr(program, "CONTENTS", tmp_path / "none")  # as in a wheel
    program._written.cache_clear()
    assert program.buss3.__module__ == "rotbook.own"
    program._written.cache_clear()
