"""What the pages derive, without NumPy; and the recipe of the script that carries
Python and SymPy. What stands on a page after all that, the browser's gate shows."""

import re

import pytest

pytest.importorskip("sphinx")

import derive
import derive_bundle
import downloads
import mpmath
import offline
import sympy
from derived_page import page
from problems import ROOT
from rotbook import slices
from rotbook.derivations import Cell, code_cells, deriving_notebooks, run_cells
from small_book import built

import rotlib as rl
import rotlib.kernels

PAGES = [p.relative_to(ROOT).as_posix() for p in deriving_notebooks(ROOT)]
FEW = ["book/magnus/samples-derive.ipynb"]  # one by day, all at night


@pytest.mark.parametrize(
    "name", [p if p in FEW else pytest.param(p, marks=pytest.mark.night) for p in PAGES]
)
def test_a_page_derives_what_is_stored_without_numpy(name, tmp_path):
    (answer,) = page(name, tmp_path)
    said = answer["report"]
    assert answer["verdict"] == "current" and "FAILS" not in said, said
    assert "in an exercise" not in said and "does not fly" not in said, said


def test_every_page_that_derives_has_the_button_and_tells_of_its_choice():
    for name in PAGES:
        assert (ROOT / name).read_text(encoding="utf-8").count("```{derive}") == 1
    assert derive.given("book/magnus/samples-derive.ipynb", "ORDER")[1] == "10"
    with pytest.raises(LookupError, match="ORDER: expected one cell that sets it"):
        derive.given("book/krenk_nielsen/derive.ipynb", "ORDER")


def test_a_page_says_what_the_command_says_of_a_fault_and_forgets_it(tmp_path):
    fault = "R_a + R_b - side", "R_a + R_b + side"
    name = "book/several/contact-derive.ipynb"
    spoilt, whole = page(name, tmp_path, fault, ("", ""))
    assert spoilt["verdict"] == "fails" and whole["verdict"] == "current"
    for told in (
        f"{name}, code cell 4, line 9: it does not hold",
        "(along - closing).subs(numbers) == 0\n    expected 0, got",
        "differs in ",
        "\n+    ",
    ):
        assert told in spoilt["report"]


def sliced(*cells):
    kept = slices.needed([*cells, 'emit("x", made)'], "x")
    return [s.text for s in kept[:-1]]


def test_of_the_statements_above_those_are_kept_that_are_needed():
    made = "made = []", "for i in range(3):\n    made.append(i)", "made += [1]"
    called = "def f(x):\n    return x * scale", "scale = 2", "made = f(1)"
    local = "def f():\n    y = 2\n    return y", "made = f()"
    loop = "made = []", "for k in (1, 2):\n    made.append(k)"
    imported = "from m import a, b", "import n", "n.add(1)", "made = b"
    for why, cells, kept in (
        ("the last meaning", ["a = 1", "a = 2", "made = [a]", "a = 3"], [1, 2]),
        ("changed in place", [*made, "other = [1]", "other.append(2)"], [0, 1, 2]),
        ("an entry", ["made = {}", "made['a'] = 1", "print(made)"], [0, 1]),
        ("read when called", ["scale = 1", *called, "scale = 3"], [1, 2, 3]),
        ("its own names", ["x = 1", "made = [x for x in (1, 2)]"], [1]),
        ("a function's names", ["y = 1", *local], [1, 2]),
        ("a loop's names", ["k = 0", *loop], [1, 2]),
    ):
        assert sliced(*cells) == [cells[i] for i in kept], why
    # of imports what is used; and a call changes no module
    assert sliced(*imported) == ["from m import b", "made = b"]


def test_all_topics_of_a_notebook_or_the_one_that_is_named():
    cells = "a = 1", "b = 2", 'emit("x", a)', "assert a", 'emit("y", b)'
    for topics, kept in (([], [0, 1, 2, 4]), (["y"], [1, 4])):
        found = slices.needed(cells, *topics)
        assert [s.text for s in found] == [cells[i] for i in kept]
    with pytest.raises(LookupError, match="no cell emits the topic 'z'"):
        slices.needed(cells, "z")


def test_what_needs_a_package_that_is_not_there_is_left_out(tmp_path, monkeypatch):
    """With what follows from it, until a name is given anew; modules are kept."""
    texts = [
        "import math, operator\nfrom rotbook.derivations import NotHere\nkept = []",
        "def here():\n    raise NotHere('numpy')",
        "f = lambda: made",
        "made = here()",
        "operator.add(1, here())",
        "kept.append(made)",
        "assert f()",
        "assert not kept",
        "made = math.gcd(4, 6)",
        "assert f() == 3",
    ]
    monkeypatch.setattr(rotlib.kernels, "__path__", [*rotlib.kernels.__path__])
    monkeypatch.setenv("ROTLIB_CODEGEN", "show")
    cells = [Cell(i + 1, text, False) for i, text in enumerate(texts)]
    begun = []
    said = run_cells(cells, "x", str(tmp_path), begun.append)
    why = "x, code cell 10, line 1: it does not hold: assert f() == 3"
    assert said.faults == [f"{why}\n    expected 3, got 2"]
    assert (said.asked, said.left_out, begun) == (1, 2, cells)


def test_the_stick_is_that_of_the_chapter():
    text = (derive.LIVE / "pyodide" / "flights.py").read_text(encoding="utf-8")
    sides = tuple(map(float, re.search(r"STICK = \((.*?)\)", text)[1].split(",")))
    words = f"sides=({', '.join(f'{x:g}' for x in sides)})"
    notebook = ROOT / "book" / "buss" / "rivals-derive.ipynb"
    assert any(words in cell for cell in code_cells(notebook))
    moments = rl.Body.box(mass=1.0, sides=sides).principal_moments
    made = [(sides[i - 1] ** 2 + sides[i - 2] ** 2) / 12 for i in range(3)]
    assert sorted(made) == pytest.approx(sorted(moments))


def test_the_script_has_these_versions_and_no_tests():
    assert re.fullmatch(r"\d+\.\d+\.\d+", derive_bundle.PYODIDE)
    assert derive_bundle.sympy_version() == sympy.__version__
    assert derive_bundle.MPMATH == mpmath.__version__
    stored = derive_bundle.stored  # the same bytes from the same parts
    assert stored({"b": b"1", "a": b"2"}) == stored({"a": b"2", "b": b"1"})
    out = "sympy/core/tests/test_expr.py sympy/physics/optics/utils.py"
    out += " sympy-1.14.0.dist-info/METADATA"
    kept = "sympy/core/expr.py sympy/testing/__init__.py mpmath/libmp/libmpf.py"
    kept += " importlib/metadata/__init__.py"
    assert all(map(derive_bundle.LEFT_OUT.search, out.split()))
    assert not any(map(derive_bundle.LEFT_OUT.search, kept.split()))


def test_a_module_becomes_a_script_and_another_one_is_refused():
    module = "async function _createPyodideModule() {}\n"
    made = derive_bundle.classic(module + "export default _createPyodideModule;")
    assert "export" not in made and "self.createPyodideModule = " in made
    with pytest.raises(ValueError, match="look how this version of Pyodide exports"):
        derive_bundle.classic("export { _createPyodideModule };")


def test_the_line_about_the_script_and_a_copy_without_it(tmp_path):
    assert downloads.derive_item(tmp_path, "") == downloads.NO_DERIVE
    (tmp_path / "derive").mkdir()
    (tmp_path / "derive" / downloads.DERIVE).write_bytes(bytes(2_000_000))
    line = downloads.derive_item(tmp_path, "../")
    assert "2.0 MB" in line and '"../_static/derive/derive.js"' in line
    folder = (pages := tmp_path / "html") / "_static" / "derive"
    folder.mkdir(parents=True)
    for name in (downloads.DERIVE, "LICENCES.txt"):
        (folder / name).write_text("0", encoding="utf-8")
    (pages / "index.html").write_text(downloads.derive_item(tmp_path, ""))
    assert list(offline.faults(offline.contents(pages))) == []
    small = offline.contents(pages, derive=False)
    assert small == {"index.html": downloads.NO_DERIVE.encode()}


def derived(folder, builder="html", variable="ORDER"):
    """The folder of a page with one part, and what Sphinx complains of."""
    page = f"# Page\n\n```{{derive}}\n:variable: {variable}\n:choices: 4 10\n```\n"
    contents = "# Book\n\n```{toctree}\nbook/magnus/samples-derive\n```\n"
    pages = {"index.md": contents, "book/magnus/samples-derive.md": page}
    return built(folder, pages, ["derive"], builder)


def test_a_page_gets_the_part_its_files_and_the_script_if_there_is_one(tmp_path):
    (tmp_path / "_build" / "derive").mkdir(parents=True)
    (tmp_path / "_build" / "derive" / downloads.DERIVE).write_bytes(b"0")
    out, said = derived(tmp_path)
    assert said == ""
    for name, words in {
        "book/magnus/samples-derive.html": [
            'class="derive-here"',
            "live/derive.js",
            "python -m rotlib.codegen magnus/samples-derive",  # without JavaScript
        ],
        "_static/live/derive/book/magnus/samples-derive.js": [
            "deriveHere.given({",
            "def collapse(lie)",
        ],
        "_static/live/derive/files.js": ["deriveHere.mount({", "derive_here.py"],
        f"{downloads.DERIVE_FOLDER}/{downloads.DERIVE}": ["0"],
    }.items():
        text = (out / name).read_text(encoding="utf-8")
        assert all(word in text for word in words) and derive.ON_PAPER not in text, name


@pytest.mark.night
def test_paper_has_a_line_in_its_place_and_a_variable_that_no_cell_sets_is_told(
    tmp_path,
):
    out, said = derived(tmp_path / "sound", "latex")
    assert said == ""
    texts = [text.read_text(encoding="utf-8") for text in out.glob("*.tex")]
    assert any(derive.ON_PAPER in text for text in texts)
    said = derived(tmp_path / "other", variable="ORDERS")[1]
    assert "ORDERS: expected one cell that sets it, got []" in said
