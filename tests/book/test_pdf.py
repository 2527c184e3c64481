"""The book on paper: what is read from TeX's log, how tables and formulas are laid
out; each fault is planted once."""

import re
from types import SimpleNamespace

import pdf
import pytest

SOUND = """\
Overfull \\hbox (12.3pt too wide) in paragraph at lines 5--6
Paper: display scaled by 0.81 on page 17
LaTeX Font Warning: Font shape `TU/x/b/n' undefined
Output written on integrating-rotations.pdf (524 pages).
"""
PLANTED = r"""
! Undefined control sequence. => error: Undefined control sequence.
! LaTeX Error: File `fig.png' not found. => missing file: fig.png
LaTeX Warning: Reference `eq-x' on page 3 undefined on input line 9.
  => undefined reference: eq-x
LaTeX Warning: Hyper reference `a:b' on page iv undefined on input line 9.
  => undefined reference: a:b
LaTeX Warning: Citation 'Buss' on page 3 undefined on input line 9.
  => undefined reference: Buss
LaTeX Warning: Label `eq-x' multiply defined. => label defined twice: eq-x
Missing character: There is no ✓ (U+2713) in font TeX Gyre!
  => missing character: ✓ (U+2713)
Overfull \hbox (81.2pt too wide) in paragraph at lines 5--6
  => 81 pt off the page: hbox in paragraph at lines 5--6
Overfull \vbox (61pt too high) has occurred while \output is active
  => 61 pt off the page: vbox has occurred while
Paper: display scaled by 0.31 on page 17 => formula set at 31% of its size, page 17
"""


def test_a_planted_fault_is_found():
    assert pdf.faults(SOUND) == [] and pdf.pages(SOUND) == 524
    planted = re.findall(r"^(.+?)\s+=> (.+)$", PLANTED, re.MULTILINE)
    assert len(planted) == PLANTED.count("=>") == 10
    for line, told in planted:
        found = pdf.faults(line + "\n" + SOUND)
        assert any(fault.startswith(told) for fault in found), found
    assert pdf.faults("") == ["no output written"]


def test_where_the_course_ends_and_which_boxes_stick_out():
    """From twenty points on, the worst first."""
    log = "Paper: part on sheet 15\nPaper: part on sheet 241\n" + SOUND
    assert pdf.sheets(log) == ((1, 240), (241, 524))
    line = "Overfull \\hbox ({}pt too wide) in paragraph at lines 1--2\n"
    log = "".join(map(line.format, (19.9, 20.5, 42.0)))
    assert [points for points, _ in pdf.overfull(log)] == [42.0, 20.5]


def test_numbers_on_paper_are_those_of_the_pages():
    aux = "\\newlabel{a:fig-x}{{2.1}{7}{A caption}{figure.caption.3}{}}\n"
    aux += "\\newlabel{a:ch}{{2}{5}{T}{chapter.2}{}}\n"
    for pages, told in (
        ({"a:fig-x": "2.1", "a:ch": "2"}, []),
        ({"a:fig-x": "2.2"}, ["a:fig-x is 2.1 on paper and 2.2 on the pages"]),
        ({"a:fig-y": "2.2"}, ["not printed: a:fig-y, 2.2 on the pages"]),
    ):
        assert list(pdf.wrong_numbers(aux, pages)) == told


def test_a_picture_that_is_not_there_and_a_citation_without_entry_are_named(tmp_path):
    (tmp_path / "here.png").touch()
    tex = r"\sphinxincludegraphics[width=0.7\linewidth]{{here}.png}"
    tex += r" \sphinxincludegraphics{{gone}.png}"
    assert pdf.missing_pictures(tex, tmp_path) == ["gone.png"]
    tex = r"{\hyperlink{cite.b:id1}{2012}} {\hyperlink{cite.b:id2}{2013}}"
    assert pdf.unlisted_sources(tex + r" \bibitem[NK12]{b:id1} Nielsen") == ["b:id2"]


def test_the_ground_of_a_picture_becomes_white_and_its_marks_stay(tmp_path):
    image, ground = pytest.importorskip("PIL.Image"), (253, 252, 248)
    picture, mark = image.new("RGB", (4, 4), ground), (31, 90, 133)
    picture.putpixel((2, 2), mark)
    picture.save(tmp_path / "a.png")
    pdf.whiten(tmp_path / "a.png", ground)
    after = image.open(tmp_path / "a.png").convert("RGB")
    assert after.getpixel((0, 0)) == (255, 255, 255)
    off = zip(after.getpixel((2, 2)), mark, strict=True)
    assert max(abs(a - b) for a, b in off) <= 4


def test_without_tex_the_remedy_is_said(monkeypatch):
    monkeypatch.setattr(pdf.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="(?s)xelatex.*apt-get install"):
        pdf.complain_if_missing()


@pytest.fixture(scope="module")
def paper():
    pytest.importorskip("sphinx")
    import paper

    return paper


def test_a_display_becomes_something_that_can_be_measured(paper):
    matrix, rows = r"\begin{pmatrix}a\\b\end{pmatrix} = c", r"a&=b\\c&=d"
    inside = r"a&=\begin{matrix}1\\2\end{matrix}"
    for source, expected in (
        ("a = b", "a = b"),
        (r"a \\ b", r"\begin{aligned}a \\ b\end{aligned}"),
        (matrix, matrix),
        (rf"\begin{{align*}}{rows}\end{{align*}}", aligned(rows)),
        (r"\begin{equation}a\end{equation}", "a"),
        (rf"\begin{{align}}{inside}\nonumber\end{{align}}", aligned(inside)),
        ("a = b\n\nc = d", r"\begin{gathered}a = b\\c = d\end{gathered}"),
    ):
        assert paper.inner(source) == expected
    assert paper.spoken(r"\varepsilon^2=0") == "ε^2=0"  # in a heading


def aligned(rows):
    return rf"\begin{{aligned}}{rows}\end{{aligned}}"


def test_small_tables_keep_their_width_and_a_wide_one_shares_the_line(paper):
    assert paper.layout([["a", "b"], ["1", "2"]]) == ("{ll}\n", r"\small")
    rows = [["name", "what it does"], ["a_name", "many words " * 20]]
    spec, size = paper.layout(rows)
    widths = [float(w) for w in re.findall(r"[\d.]+", spec)]
    assert sum(widths) == pytest.approx(1, abs=2e-3)
    assert widths[0] < 0.2 and size == r"\small"
    # no column is narrower than its longest word
    least = [10, 25, 12]
    widths = paper.share([200, 30, 12], least, 92)
    assert sum(widths) == pytest.approx(92)
    assert all(w >= most for w, most in zip(widths, least, strict=True))


def test_what_only_a_browser_shows_is_told_from_what_has_a_twin(paper):
    page, scene = {"text/html": "..."}, {"text/plain": "<Scene: a box>"}
    assert paper.browser_only(page | scene)
    run = {"text/plain": "<Trajectory rk4: 11 records, t = 0 ... 1 s>"}
    said = {"text/plain": "right: all five agree"}
    for twin in (page | run, page | scene | {"image/png": ""}, page | said, scene):
        assert not paper.browser_only(twin)


def test_the_writer_for_paper_is_set_for_paper_alone(paper):
    """The theme of the pages drops its own writer if it finds any other set."""
    for kind, set_there in (("html", {}), ("latex", {"latex": paper.BookWriter})):
        found, builder = {}, SimpleNamespace(format=kind)
        app = SimpleNamespace(builder=builder, set_translator=found.__setitem__)
        paper.use_writer(app)
        assert found == set_there
