"""What pages do not load: rules of style sheets, marks of code, scripts."""

import re

import pytest

pytest.importorskip("sphinx")

import light
from provenance import BOOK
from pygments import highlight
from pygments.lexers import PythonLexer
from pygments.styles import get_style_by_name

STYLES = """/* a comment with a { brace */
.used, .unused:hover { color: red }
.unused > .used { color: red }
#here .used:not(.unused) { color: red }
a[href$=".unused"]::after { content: "} .x {" }
@media print { .used { color: red } .unused { color: red } }
@media print { .unused { color: red } }
@font-face { font-family: Font Awesome\\ 6 Free; src: url(x) }
@keyframes turn { from { opacity: 0 } to { opacity: 1 } }
.us\\:ed { color: red }
:is(.unused, .used) b { color: red }
"""
FITTED = """.used{ color: red }
#here .used:not(.unused){ color: red }
a[href$=".unused"]::after{ content: "} .x {" }
@media print{.used{ color: red }}
@keyframes turn{ from { opacity: 0 } to { opacity: 1 } }
.us\\:ed{ color: red }
:is(.unused, .used) b{ color: red }"""


def test_only_the_rules_that_apply_to_a_page_are_kept():
    assert light.fitting(STYLES, {"used", "here", "us:ed"}) == FITTED
    kept = light.fitting(STYLES, {"used", "unused", "here", "us:ed"})
    assert kept.count("color: red") == STYLES.count("color: red")


def test_words_of_scripts_count_and_icons_of_the_theme_do_not(tmp_path):
    (tmp_path / "_static").mkdir()
    page = '<i class="fa-solid one"></i><b id=two></b>'
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    (tmp_path / "_static" / "a.js").write_text("e.classList.add('three')")
    words = light.words_of(tmp_path)
    assert {"one", "two", "three"} <= words and "fa-solid" not in words


def test_code_is_marked_where_it_has_a_colour_of_its_own():
    formatter = light.Plain(style=get_style_by_name("a11y-light"))
    marked = highlight("def f(x):\n    return 2 * x\n", PythonLexer(), formatter)
    assert '<span class="k">def</span>' in marked
    assert '<span class="mi">2</span>' in marked
    assert not re.search(r'class="(n|w|p)"', marked)


def test_each_icon_of_the_frame_is_drawn():
    """The names that the theme's templates give, for what the book shows of them."""
    icons = (BOOK / "_static" / "icons.css").read_text(encoding="utf-8")
    for name in "magnifying-glass bars list sun moon circle-half-stroke expand".split():
        assert f".fa-{name} {{" in icons


def test_only_a_page_with_formulas_loads_what_sets_them():
    formulas = ["vendor/mathjax.js"]
    for body, left in (("<p>x</p>", []), ('<div class="math">x</div>', formulas)):
        context = {"body": body, "script_files": [*formulas, "thebe.js"]}
        light.leave_out(None, "page", "page.html", context, None)
        assert context["script_files"] == left
