"""The stored notebooks keep the book's rules, and each rule can fail."""

import copy
import shutil

import lint
import nbformat
import notebooks
import pytest
from normal import NotNormal, normalise
from problems import ROOT
from processes import python

BOOK = ROOT / "book"
FILES = sorted(notebooks.files([BOOK], (".ipynb", ".md")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(BOOK)))
def test_stored_file_keeps_the_rules(path):
    complaints = lint.check(path)
    assert not complaints, "\n".join(complaints)


TEXT = """(ch-toy)=
# Toy

$$ a = b $$ (eq-toy)

![A circle and the straight line that touches it](circle.png)

````{exercise} A long way
:label: ex-toy
*Pencil.* How far?

```{hint}
:class: dropdown
Not very.
```
````

```{solution} ex-toy
:class: dropdown
Here.
```
"""
PICTURE = "![A circle and the straight line that touches it](circle.png)"
FIGURE = {
    "figure": {"name": "fig-toy", "caption": "A rising line."},
    "image": {"alt": "A straight line rising to the right."},
}


SVG = '<svg viewBox="0 0 432 266"></svg>'
LETTER = SVG.replace("</svg>", '<text style="font-size: 12px">a</text></svg>')


def page():
    """A notebook that breaks no rule."""
    new = nbformat.v4
    figure = {"mystnb": copy.deepcopy(FIGURE)}
    drawn = shown(**{"image_svg+xml": SVG, "text_plain": "<Figure>"})
    cells = [
        new.new_markdown_cell(TEXT),
        new.new_code_cell('import rotlib as rl\n\nrl.require("0.1")'),
        new.new_code_cell("print(2)", outputs=stream("2\n")),
        new.new_code_cell("plot()", metadata=figure, outputs=drawn),
    ]
    return normalise(new.new_notebook(cells=cells))


def put(cell, **changes):
    """A fault: the notebook with some fields of one cell replaced."""

    def plant(notebook):
        for name, value in changes.items():
            notebook.cells[cell][name] = value

    return plant


def text(old, new):
    """A fault: the text of the page with one passage replaced."""
    assert old in TEXT
    return lambda notebook: notebook.cells[0].update(source=TEXT.replace(old, new))


def stream(content, name="stdout"):
    return [nbformat.v4.new_output("stream", name=name, text=content)]


def figure(name="fig-toy", caption="A rising line.", alt=FIGURE["image"]["alt"]):
    """A fault: figure metadata with some entries replaced."""
    words = {"figure": {"name": name, "caption": caption}, "image": {"alt": alt}}
    return put(3, metadata=nbformat.from_dict({"mystnb": words}))


def shown(**data):
    data = {key.replace("_", "/", 1): value for key, value in data.items()}
    return [nbformat.v4.new_output("display_data", data)]


def svg(text):
    return shown(**{"image_svg+xml": text})


def meta(**entries):
    return nbformat.from_dict(entries)


FOLDED, RISES = meta(tags=["hide-input"]), "A straight line that rises."
NO_NAME = "How far?\n\n| a | |\n|---|---|\n| 1 | 2 |\n"
LONG = "How far?\n\n```python\n" + 81 * "x" + "\n```\n"
FOLD = "\n:class: dropdown"
FAULTS = [  # by what is said of them
    ("has 41 lines, at most 40", put(2, source=41 * "a = 1\n")),
    ("has 81 lines, at most 80", put(2, source=81 * "a = 1\n", metadata=FOLDED)),
    ("more than 80 columns", put(2, source="print(2)  # " + 69 * "x")),
    ("is empty", put(2, source="")),
    ("trailing ';'", put(2, source="print(2);")),
    ("IPython magic", put(2, source="%matplotlib inline")),
    ("differs from run to run", put(2, outputs=stream("<f at 0x7f12ab34cd56>"))),
    ("differs from run to run", put(2, outputs=stream("\x1b[31mred"))),
    ("machine path", put(2, outputs=stream("/" + "home/me/x.py"))),
    ("machine path", put(2, source="open('/" + "tmp/x')")),
    ("without mystnb.figure.caption", put(3, metadata=meta())),
    ("without mystnb.figure.caption", figure(caption="")),
    ("without mystnb.figure.name", figure(name="")),
    ("without alt text", figure(alt="")),
    ("alt text of fewer than", figure(alt="A line.")),
    ("repeats the caption", figure(caption=RISES, alt=RISES)),
    ("no picture is stored", put(3, outputs=[])),
    ("figure in pixels", put(3, outputs=shown(image_png="AAAA"))),
    ("letters of 9 points", put(3, source="plot(fontsize=9)")),
    ("letters of 9.5 points", put(3, outputs=svg(LETTER.replace("12px", "9.5px")))),
    ("figure 7.5 in wide", put(3, outputs=svg(SVG.replace("432", "540")))),
    (
        "letters of 12 points in a figure, at least 12.2 in one of its width",
        put(3, outputs=svg(LETTER.replace("432", "441"))),
    ),
    ("its table is not shown", put(2, source="rb.table({})\nx = 1")),
    (
        "without a name",
        put(2, outputs=shown(text_markdown="| | b |\n|:--|--:|\n| 1 | 2 |")),
    ),
    ("without a name", text("How far?", NO_NAME)),
    ("figure of 170 kB", put(3, outputs=svg(SVG + 170_000 * " "))),
    ("only imports or checks", put(2, source="import math\n\nassert math.pi > 3")),
    ("only imports or checks", put(2, source="for x in y:\n    assert x")),
    ("without a label", put(2, outputs=shown(text_html="<svg></svg>"))),
    ("does not call rl.require", put(1, source="import rotlib as rl")),
    ("picture without alt text", text(PICTURE, "![](circle.png)")),
    ("picture without alt text", text(PICTURE, "```{image} circle.png\n```")),
    ("picture without alt text", text(PICTURE, "<img src='circle.png'>")),
    ("label 'ch:toy'", text("(ch-toy)=", "(ch:toy)=")),
    ("label 'eq_toy'", text("(eq-toy)", "(eq_toy)")),
    ("label 'ex:toy'", text(":label: ex-toy", ":label: ex:toy")),
    ("exercise without a label", text(":label: ex-toy\n", "")),
    ("'ex-toy': has no title", text("{exercise} A long way", "{exercise}")),
    ("'ex-toy': does not begin with its kind", text("*Pencil.* How", "How")),
    ("'ex-toy': does not begin with its kind", text("*Pencil.* How", "*Riddle.* How")),
    ("no hint", text("{hint}", "{note}")),
    ("its hint is not folded", text("{hint}" + FOLD, "{hint}")),
    ("its solution is not folded", text("} ex-toy" + FOLD, "} ex-toy")),
    ("has no solution", text("{solution} ex-toy", "{note}")),
    ("belongs to no exercise", text("{solution} ex-toy", "{solution} ex-boy")),
    ("text: more than 80 columns", text("How far?", LONG)),
    ("text: machine path", text("Not very", "See /" + "home/me/far")),
]


def test_every_rule_can_fail():
    assert lint.check_notebook(page()) == []
    for message, plant in FAULTS:
        plant(notebook := page())
        found = lint.check_notebook(notebook)
        assert any(message in complaint for complaint in found), message
    bare = nbformat.v4.new_notebook(cells=page().cells[1:])  # needs no exercises
    assert lint.check_notebook(normalise(bare)) == []


def test_a_fault_is_told_and_the_command_fails(tmp_path, capsys):
    bad = page()
    figure(alt="")(bad)
    (tmp_path / "a.ipynb").write_text(notebooks.as_text(bad), encoding="utf-8")
    assert notebooks.main(["--lint", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("FAILED  ") and "without alt text" in said


FORM_FAULTS = {
    "id is not": put(2, id="00000000"),
    "source is not": put(2, source="print(2) "),
    "metadata is not": put(2, metadata=meta(collapsed=True)),
    "execution_count is not": put(2, execution_count=9),
    "notebook metadata": lambda notebook: notebook.metadata.update(title="x"),
    "writes to stderr": put(2, outputs=stream("oh", "stderr")),
}


def test_stored_form_can_fail():
    assert list(lint.stored_form(page(), notebooks.as_text(page()))) == []
    for message, plant in FORM_FAULTS.items():
        plant(notebook := page())
        found = [*lint.stored_form(notebook)]
        assert any(message in complaint for complaint in found), message
    text = notebooks.as_text(page()) + "\n"  # the layout of the file is part of it
    assert "layout" in "".join(lint.stored_form(page(), text))


def test_normal_form_is_reached_in_one_step():
    messy = page()
    messy.cells[2].update(source="print(2)  \n", execution_count=40, metadata=meta(x=1))
    messy.cells[2].outputs = stream("2") + stream("\n")
    once = normalise(copy.deepcopy(messy))
    twice = normalise(copy.deepcopy(once))
    texts = {notebooks.as_text(notebook) for notebook in (once, page(), twice)}
    assert len(texts) == 1


def test_what_may_not_be_stored_is_refused():
    broke = nbformat.v4.new_output("error", ename="E", evalue="no", traceback=[])
    for outputs in (stream("oh", "stderr"), [broke], stream("/" + "home/me")):
        notebook = page()
        notebook.cells[2].outputs = outputs
        with pytest.raises(NotNormal, match="code cell 2"):
            normalise(notebook)


def test_two_equal_cells_get_different_ids():
    cells = [nbformat.v4.new_code_cell("a") for _ in range(3)]
    made = normalise(nbformat.v4.new_notebook(cells=cells))
    assert len({cell.id for cell in made.cells}) == 3


COMMAND = "-m pytest -n0 page.ipynb"


@pytest.mark.night
def test_an_output_that_is_not_what_the_page_gives_is_seen(tmp_path):
    """By the settings of pytest that all pages are run with."""
    new = nbformat.v4
    (tmp_path / "tests").mkdir()
    for name in ("pyproject.toml", "tests/nbval_sanitize.cfg"):
        shutil.copy(ROOT / name, tmp_path / name)
    for told, status in (("2\n", 0), ("planted\n", 1)):
        cell = new.new_code_cell("print(2)", outputs=stream(told), execution_count=1)
        nbformat.write(new.new_notebook(cells=[cell]), tmp_path / "page.ipynb")
        done = python(*COMMAND.split(), folder=tmp_path, status=status)
    assert "planted" in done.stdout


def test_a_solution_ends_where_it_should():
    start, end = "```{solution-start} ex-a\n```\n", "```{solution-end}\n```\n"
    for text, told in (
        (f"{start}\n## Next\n", "before the heading"),
        (f"{start}```{{solution-start}} ex-b\n```\n", "inside"),
        (end, "without its start"),
        (start, "no end"),
    ):
        assert any(told in complaint for complaint in lint.solutions(text)), told
    assert not list(lint.solutions(f"{start}\nx\n\n{end}\n## Next\n"))
