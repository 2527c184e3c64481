"""The figures, tables and folded code of a page."""

import re

import figures
import folds
import normal
import pytest
import tables
from matplotlib import pyplot as plt
from matplotlib import rc_context
from rotbook import INK, PAPER, style


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A figure as Matplotlib writes it."""
    path = tmp_path_factory.mktemp("figure") / "figure.svg"
    with rc_context():
        style()
        figure, ax = plt.subplots(figsize=(4, 3))
        ax.plot([0, 1, 3], [0, 1, 2], "o-", color="#0072B2")
        ax.set(xlabel=r"time $t_1$ (s)", title="a title")
        figure.savefig(path)
        plt.close(figure)
    return path.read_text(encoding="utf-8")


def test_a_figure_stands_in_the_page_in_its_colours(drawn):
    shown = figures.inlined(drawn, "figure1", 'A line that "rises".')
    assert shown.startswith('<svg class="rot-figure" role="img"')
    assert 'aria-label="A line that &quot;rises&quot;."' in shown
    assert "a title" in shown and "<metadata" not in shown and "Rotlib" not in shown
    ids = re.findall(r'\bid="([^"]*)"', shown)
    assert ids and all(name.startswith("figure1-") for name in ids)
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', shown)
    assert {*used} == {*ids}
    assert PAPER not in shown and f"fill: {INK}" not in shown
    assert "fill: var(--pst-color-background)" in shown
    assert "stroke: #0072b2; stroke: light-dark(#0072b2, oklch(" in shown


def test_at_night_a_colour_keeps_its_hue_and_paper_and_ink_change_places():
    def night(colour):
        return tuple(map(float, figures.at_night(colour)[6:-1].split()))

    for colour in ("#0072b2", "#d55e00", "#009e73", "#cc79a7"):
        (light, chroma, hue), was = night(colour), figures.oklch(colour)
        assert light >= max(0.64, was[0])
        assert chroma == pytest.approx(was[1], abs=1e-3)
        assert hue == pytest.approx(was[2], abs=0.6)
    assert night(PAPER)[0] < 0.25 < night("#808080")[0] < 0.75 < night(INK)[0]


def test_a_stored_figure_has_no_date_and_no_digits_nobody_sees(drawn):
    short = normal.short(drawn)
    assert "dc:date" in drawn and "dc:date" not in short
    assert not re.search(r' d="[^"]*\d\.\d{3}', short)
    assert len(short) < 0.9 * len(drawn)
    lines = [figures.inlined(x, "x", "A").count("<path") for x in (short, drawn)]
    assert lines[0] == lines[1]


HEAD = ["method", "perturbation (rad)", "a long name of a column", "evaluations"]
BREAK = ["step (s)", "leaves a straight line"]


def test_an_accent_stands_alone():
    def letter(mark, x=6.27, y=-1.19, family="STIXGeneral"):
        place = f'x="{x}" y="{y}" style="font-size: 12.5px'
        return (
            f"<tspan {place}; font-family: '{family}'; fill: #22252a\">{mark}</tspan>"
        )

    bar = normal.short(letter("\u0304"))
    assert bar == letter("\u00af", 0.02, -0.44, "Rotlib Sans")
    assert normal.short(bar) == bar
    assert normal.short(letter("q")) == letter("q")
    with pytest.raises(normal.NotNormal, match=r"U\+0306"):
        normal.short(letter("\u0306"))


def page_table(head, *rows):
    def row(cells, kind):
        return "<tr>" + "".join(f"<{kind}>{c}</{kind}>" for c in cells) + "</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    head = f"<thead>{row(head, 'th')}</thead>"
    return f'<table class="table">{head}<tbody>{body}</tbody></table>'


def test_a_wide_table_carries_the_names_of_its_columns_in_its_cells():
    shown = tables.stacked(page_table(HEAD, ["<code>buss2</code>", "1.2", "3.4", "2"]))
    assert 'class="table rot-cards"' in shown
    names = re.findall(r'<span class="rot-name">([^<]*)</span>', shown)
    assert names == HEAD[1:]
    assert "<td><code>buss2</code></td>" in shown
    assert '<div class="rot-value">3.4</div>' in shown
    # a column of sentences keeps a width that can be read
    text = page_table(HEAD, ["buss2", 20 * "word ", "3.4", "2"])
    assert tables.stacked(text).count('<td class="rot-long">') == 1
    # a number that heads a card says what it is
    text = page_table(["step (s)", *HEAD[1:]], ["0.2", "1.2", "3.4", "2"])
    assert '<span class="rot-name">step (s)</span>0.2' in tables.stacked(text)


def test_other_tables_stay_as_they_are():
    spans = page_table(HEAD, ['<span id="a">1</span>'] * 4)
    for why, text in {
        "narrow": page_table(["x", "y", "z"], ["1", "2", "3"]),
        "two columns that fit": page_table(["claim", "true"], ["short", "yes"]),
        "headings can break": page_table(BREAK, ["0.2", "1.2"]),
        "a cell is missing": page_table(HEAD, ["only", "three", "cells"]),
        "a cell spans rows": spans.replace("<td>", "<td rowspan=2>"),
    }.items():
        assert tables.stacked(text) == text, why


def test_folded_code_says_what_it_is_for():
    for code, word in (
        ("import numpy as np\nimport rotbook as rb\nrb.style()\nN = 3", "setup"),
        ("def table(rows):\n    assert rows\n    return rows", "setup"),
        ("x = 1\nassert x == 1", "checked"),
        ("for x in y:\n    assert x", "checked"),
        ("fig, ax = plt.subplots()\nassert fig", "checked"),
        ("fig, ax = plt.subplots()\nax.plot(x)\nplt.show()", "drawn by"),
        ("x = 1", "code"),
        ("%%time\nx = 1", "code"),
    ):
        assert folds.purpose(code) == word, code


def test_a_path_is_written_in_few_letters():
    closed = "M 8.30 45.48 \nL 8.94 -63.43 \nL 9.00 -0.01 \nz \n"
    assert figures.tight(closed) == "M8.3 45.5 8.9-63.4 9 0z"
    two = "M 0 0 \nL 40 1 \nM 2 2 \nC 3 3 4 4 5 5 \nC 6 6 7 7 8 8"
    assert figures.tight(two) == "M0 0 40 1M2 2C3 3 4 4 5 5 6 6 7 7 8 8"
    assert figures.tight("M 0 2.25 \nL 2.25 -2.25") == "M0 2.25 2.25-2.25"
