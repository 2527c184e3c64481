"""Every generated function and every method names an equation, and the equation is
in the book."""

import re

import provenance
import pytest
from problems import ROOT

import rotlib as rl

KERNELS = provenance.kernels()


@pytest.fixture(scope="module")
def pages():
    return provenance.pages()


@pytest.mark.parametrize("topic", KERNELS)
def test_generated_functions_name_equations_of_their_own_chapter(topic, pages):
    notebook, functions = KERNELS[topic]
    page = next(page for page in pages if f"book/{page.path}" == notebook)
    for function in functions:
        assert function.equation in page.labels, function.name
        assert function.summary.endswith("."), function.name


FLIGHTS = [m.flight for m in rl.methods.ALL if m.flight]


def test_a_method_names_an_equation_and_a_chapter(pages):
    for method in (*rl.methods.ALL, *FLIGHTS):
        holders = [page for page in pages if method.equation in page.labels]
        assert holders, f"{method.name}: no page has the equation {method.equation}"
        assert any(p.title.startswith(method.chapter) for p in holders), method.name


def test_docstrings_name_chapters_that_exist(pages):
    texts = [p.read_text(encoding="utf-8") for p in (ROOT / "rotlib").rglob("*.py")]
    text = " ".join(" ".join(texts).split())
    words = ",".join(re.findall(r"Chapters?: ([^.]*?)[.?\"]", text))
    named = {re.sub(r"\(.*?\)", "", phrase).strip() for phrase in words.split(",")}
    titles = [page.title for page in pages]
    assert [n for n in named if not any(t.startswith(n) for t in titles)] == []
    assert len(named) >= 4


def test_deriving_notebooks_emit_and_others_do_not(pages):
    emitting = {notebook.removeprefix("book/") for notebook, _ in KERNELS.values()}
    assert emitting == {p.path for p in pages if p.path.endswith("derive.ipynb")}
