"""The stored notebooks keep the book's rules, and each rule can fail."""

import copy

import lint
import nbformat
import notebooks
import pytest
from normal import NotNormal, normalise
from problems import ROOT

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
FIGURE = {
    "figure": {"name": "fig-toy", "caption": "A rising line."},
    "image": {"alt": "A straight line rising to the right."},
}


SVG = '<svg viewBox="0 0 432 266"></svg>'
LETTER = SVG.replace("</svg>", '<text style="font-size: 12px">a</text></svg>')


def page():
    """A notebook that breaks no rule."""
    new = nbformat.v4
    cells = [
        new.new_markdown_cell(TEXT),
        new.new_code_cell('import rotlib as rl\n\nrl.require("0.1")'),
        new.new_code_cell(
            "print(2)", outputs=[new.new_output("stream", name="stdout", text="2\n")]
        ),
        new.new_code_cell(
            "plot()",
            metadata={"mystnb": copy.deepcopy(FIGURE)},
            outputs=[
                new.new_output(
                    "display_data", {"image/svg+xml": SVG, "text/plain": "<Figure>"}
                )
            ],
        ),
    ]
    return normalise(new.new_notebook(cells=cells))


def test_the_good_page_is_good():
    notebook = page()
    assert lint.check_notebook(notebook) == []
    assert list(lint.stored_form(notebook, notebooks.as_text(notebook))) == []


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


def figure(**changes):
    """A fault: figure metadata with some entries replaced."""
    good = {
        "name": "fig-toy",
        "caption": FIGURE["figure"]["caption"],
        "alt": FIGURE["image"]["alt"],
    } | changes
    return put(
        3,
        metadata=nbformat.from_dict(
            {
                "mystnb": {
                    "figure": {k: good[k] for k in ("name", "caption")},
                    "image": {"alt": good["alt"]},
                }
            }
        ),
    )


def error():
    return [
        nbformat.v4.new_output("error", ename="ValueError", evalue="no", traceback=[])
    ]


def html(content):
    return [nbformat.v4.new_output("display_data", {"text/html": content})]


def markdown(content):
    return [nbformat.v4.new_output("display_data", {"text/markdown": content})]


def lines(n):
    return "\n".join(f"a{i} = 1" for i in range(n))


def png(data):
    return [nbformat.v4.new_output("display_data", {"image/png": data})]


def svg(text):
    return [nbformat.v4.new_output("display_data", {"image/svg+xml": text})]


FOLDED = nbformat.from_dict({"tags": ["hide-input"]})
FAULTS = [
    (put(2, source=lines(41)), "has 41 lines, at most 40"),
    (put(2, source=lines(81), metadata=FOLDED), "has 81 lines, at most 80"),
    (put(2, source="print(2)  # " + 69 * "x"), "more than 80 columns"),
    (put(2, source=""), "is empty"),
    (put(2, source="print(2);"), "trailing ';'"),
    (put(2, source="%matplotlib inline"), "IPython magic"),
    (put(2, outputs=stream("<f at 0x7f12ab34cd56>")), "differs from run to run"),
    (put(2, outputs=stream("\x1b[31mred")), "differs from run to run"),
    (put(2, outputs=stream("/" + "home/me/x.py")), "machine path"),
    (put(2, source="open('/" + "tmp/x')"), "machine path"),
    (put(3, metadata=nbformat.from_dict({})), "without mystnb.figure.caption"),
    (figure(caption=""), "without mystnb.figure.caption"),
    (figure(name=""), "without mystnb.figure.name"),
    (figure(alt=""), "without alt text"),
    (figure(alt="A line."), "alt text of fewer than"),
    (
        figure(
            caption="A straight line that rises.", alt="A straight line that rises."
        ),
        "repeats the caption",
    ),
    (put(3, outputs=[]), "no picture is stored"),
    (put(3, outputs=png("AAAA")), "figure in pixels"),
    (put(3, source="plot(fontsize=9)"), "letters of 9 points"),
    (
        put(3, outputs=svg('<svg><text style="font-size: 9.5px">a</text></svg>')),
        "letters of 9.5 points",
    ),
    (put(3, outputs=svg(SVG.replace("432", "540"))), "figure 7.5 in wide"),
    (
        put(3, outputs=svg(LETTER.replace("432", "441"))),
        "letters of 12 points in a figure, at least 12.2 in one of its width",
    ),
    (put(2, source="rb.table({})\nx = 1"), "its table is not shown"),
    (put(2, outputs=markdown("| | b |\n|:--|--:|\n| 1 | 2 |")), "without a name"),
    (text("How far?", "How far?\n\n| a | |\n|---|---|\n| 1 | 2 |\n"), "without a name"),
    (put(3, outputs=svg(SVG + 170_000 * " ")), "figure of 170 kB"),
    (put(2, source="import math\n\nassert math.pi > 3"), "only imports or checks"),
    (put(2, source="for x in y:\n    assert x"), "only imports or checks"),
    (put(2, outputs=html("<svg></svg>")), "without a label"),
    (put(1, source="import rotlib as rl"), "does not call rl.require"),
    (
        text("A circle and the straight line that touches it", ""),
        "picture without alt text",
    ),
    (
        text(
            "![A circle and the straight line that touches it](circle.png)",
            "```{image} circle.png\n```",
        ),
        "picture without alt text",
    ),
    (
        text(
            "![A circle and the straight line that touches it](circle.png)",
            "<img src='circle.png'>",
        ),
        "picture without alt text",
    ),
    (text("(ch-toy)=", "(ch:toy)="), "label 'ch:toy'"),
    (text("(eq-toy)", "(eq_toy)"), "label 'eq_toy'"),
    (text(":label: ex-toy", ":label: ex:toy"), "label 'ex:toy'"),
    (text(":label: ex-toy\n", ""), "exercise without a label"),
    (text("{exercise} A long way", "{exercise}"), "'ex-toy': has no title"),
    (text("*Pencil.* How", "How"), "'ex-toy': does not begin with its kind"),
    (text("*Pencil.* How", "*Riddle.* How"), "'ex-toy': does not begin with its kind"),
    (text("{hint}", "{note}"), "no hint"),
    (text("{hint}\n:class: dropdown", "{hint}"), "its hint is not folded"),
    (
        text("{solution} ex-toy\n:class: dropdown", "{solution} ex-toy"),
        "its solution is not folded",
    ),
    (text("{solution} ex-toy", "{note}"), "has no solution"),
    (text("{solution} ex-toy", "{solution} ex-boy"), "belongs to no exercise"),
    (
        text("How far?", "How far?\n\n```python\n" + 81 * "x" + "\n```\n"),
        "text: more than 80 columns",
    ),
    (text("Not very", "See /" + "home/me/far"), "text: machine path"),
]


@pytest.mark.parametrize(
    ("plant", "message"), FAULTS, ids=[message for _, message in FAULTS]
)
def test_every_rule_can_fail(plant, message):
    notebook = page()
    plant(notebook)
    assert any(message in complaint for complaint in lint.check_notebook(notebook))


FORM_FAULTS = [
    (put(2, id="00000000"), "id is not"),
    (put(2, source="print(2) "), "source is not"),
    (put(2, metadata=nbformat.from_dict({"collapsed": True})), "metadata is not"),
    (put(2, execution_count=9), "execution_count is not"),
    (lambda notebook: notebook.metadata.update(title="x"), "notebook metadata"),
    (put(2, outputs=stream("oh", "stderr")), "writes to stderr"),
]


@pytest.mark.parametrize(
    ("plant", "message"), FORM_FAULTS, ids=[message for _, message in FORM_FAULTS]
)
def test_stored_form_can_fail(plant, message):
    notebook = page()
    plant(notebook)
    assert any(message in complaint for complaint in lint.stored_form(notebook))


def test_a_page_without_exercises_needs_none():
    assert (
        lint.check_notebook(normalise(nbformat.v4.new_notebook(cells=page().cells[1:])))
        == []
    )


def test_layout_of_the_file_is_part_of_the_stored_form():
    notebook = page()
    assert "layout" in "".join(
        lint.stored_form(notebook, notebooks.as_text(notebook) + "\n")
    )


def test_normal_form_is_reached_in_one_step():
    messy = page()
    messy.cells[2].update(
        source="print(2)  \n", execution_count=40, metadata=nbformat.from_dict({"x": 1})
    )
    messy.cells[2].outputs = stream("2") + stream("\n")
    once = normalise(copy.deepcopy(messy))
    assert (
        notebooks.as_text(once)
        == notebooks.as_text(page())
        == notebooks.as_text(normalise(copy.deepcopy(once)))
    )


@pytest.mark.parametrize(
    "outputs", [stream("oh", "stderr"), error(), stream("/" + "home/me")]
)
def test_what_may_not_be_stored_is_refused(outputs):
    notebook = page()
    notebook.cells[2].outputs = outputs
    with pytest.raises(NotNormal, match="code cell 2"):
        normalise(notebook)


def test_two_equal_cells_get_different_ids():
    cells = [nbformat.v4.new_code_cell("a") for _ in range(3)]
    assert (
        len(
            {cell.id for cell in normalise(nbformat.v4.new_notebook(cells=cells)).cells}
        )
        == 3
    )


CHAPTER = """# Toy

```{admonition} After this chapter you can
- say how far it is ({ref}`ex-toy-far`), and
  measure it ({ref}`the second <ex-toy-measure>`);
- doubt it ({ref}`ex-toy-doubt`).
```

```{exercise} How far?
:label: ex-toy-far
*Pencil, then keyboard, a proof.* Prove it.
```

```{exercise} A long way
:label: ex-toy-measure
*Keyboard, open.* Measure it.
```

````{exercise} Who is wrong?
:label: ex-toy-doubt
*Find the fault.* A says so, B does not.
````
"""
CHAPTER_FAULTS = [
    ("After this chapter", "Before this chapter", "no box"),
    ("- doubt it ({ref}`ex-toy-doubt`).", "- doubt it.", "names no exercise"),
    (
        "{ref}`ex-toy-doubt`",
        "{ref}`ex-toy-trust`",
        "'ex-toy-trust' is not on this page",
    ),
    ("*Find the fault.* A", "*Pencil.* A", "of the kind 'find the fault'"),
    ("*Pencil, then keyboard, a", "*Keyboard, a", "of the kind 'pencil'"),
    (", a proof.*", ".*", "of the kind 'a proof'"),
    (", open.*", ".*", "of the kind 'open'"),
]


def test_the_good_chapter_is_good():
    assert list(lint.chapter_rules(CHAPTER)) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    CHAPTER_FAULTS,
    ids=[message for _, _, message in CHAPTER_FAULTS],
)
def test_every_rule_of_a_chapter_can_fail(old, new, message):
    assert CHAPTER.count(old) == 1
    assert any(
        message in complaint
        for complaint in lint.chapter_rules(CHAPTER.replace(old, new))
    )


def test_the_rules_of_chapters_are_applied_to_chapters():
    chapters = lint.numbered_chapters()
    assert {BOOK / "magnus" / "use", BOOK / "dqvi" / "derive"} <= chapters
    assert BOOK / "appendix" / "status" not in chapters
    assert chapters <= {path.with_suffix("") for path in FILES}


@pytest.mark.parametrize(
    "text, told",
    [
        ("```{solution-start} ex-a\n```\n\n## Next\n", "before the heading"),
        ("```{solution-start} ex-a\n```\n```{solution-start} ex-b\n```\n", "inside"),
        ("```{solution-end}\n```\n", "without its start"),
        ("```{solution-start} ex-a\n```\n", "no end"),
    ],
)
def test_a_solution_ends_where_it_should(text, told):
    assert any(told in complaint for complaint in lint.solutions(text))
    good = "```{solution-start} ex-a\n```\n\nx\n\n```{solution-end}\n```\n\n## Next\n"
    assert not list(lint.solutions(good))
