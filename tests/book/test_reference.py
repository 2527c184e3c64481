"""The reference has everything public, once, with a summary, and its tables are
whole; what it shows runs."""

import doctest
import inspect
from collections import Counter

import docstrings
import hints
import pytest
import reference
from problems import ROOT

PAGES = sorted((ROOT / "book" / "reference").glob("*.md"))
OVERVIEW = ROOT / "book" / "appendix" / "api.md"


def entries(page):
    """The full names that a page has entries for."""
    found = reference.entries(page.read_text(encoding="utf-8"))
    return [name for _, names in found for name in names]


ENTRIES = [name for page in PAGES for name in entries(page)]


def test_everything_public_has_one_entry():
    modules = {"rotlib", *(name.rpartition(".")[0] for name in ENTRIES)}
    wanted = Counter(name for name in reference.public() if name not in modules)
    shown = Counter(name for name in ENTRIES if name in wanted)
    assert shown == wanted


def test_the_overview_and_the_contents_name_every_page():
    overview = OVERVIEW.read_text(encoding="utf-8").splitlines()
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    named = {line.partition(":")[0] for line in overview}
    for page in PAGES:
        assert page.stem in named and f"book/reference/{page.stem}\n" in contents


def things(page):
    """(name, object) of each entry and of each member of a class."""
    for name in entries(page):
        entry = reference.Entry(name)
        if entry.kind in ("function", "class", "exception"):
            yield name, entry.value
            if inspect.isclass(entry.value):
                for member in entry.members:
                    found = inspect.getattr_static(entry.value, member)
                    yield f"{name}.{member}", found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_an_entry_says_what_it_is_and_what_its_parameters_and_fields_are(page):
    for name in entries(page):
        entry = reference.Entry(name)
        record = entry.kind == "record"
        said = entry.value.summary if record else entry.doc.summary
        assert said and (record or said[-1] in ".:"), (name, said)
    for name, thing in things(page):
        doc = docstrings.Docstring(inspect.getdoc(thing) or "")
        assert doc.summary, name
        known = hints.Hints(hints.defined(thing), reference.classes())
        for field in doc.named:
            rows = list(docstrings.parameters([field], known))
            assert all(any(kinds) for _, kinds, _ in rows), (name, field.names)
            assert any(rows[0][2]), (name, field.names)
        told = {n for f in doc.named for n in f.names}
        assert told <= {*known.takes, *known.hints, *vars_of(thing)}, name
        if hasattr(thing, "_fields") or reference.fields_of(thing):
            for base in thing.__mro__[1:]:
                told |= {*getattr(base, "_fields", ()), *reference.fields_of(base)}
            own = vars(thing).get("__annotations__", {})
            missing = [n for n in own if not n.startswith("_") and n not in told]
            assert missing == [], name


def vars_of(thing):
    return getattr(thing, "__dict__", ())


@pytest.mark.parametrize("page", [*PAGES, OVERVIEW], ids=lambda page: page.stem)
def test_examples_on_the_pages_give_what_they_say(page):
    if page.stem == "jax":
        pytest.importorskip("jax")
    text = page.read_text(encoding="utf-8").replace("\n```\n", "\n\n```\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0


def test_names_with_types_of_their_own_have_rows_of_their_own():
    def turn(a: "ArrayLike", b: int = 2) -> None: ...  # noqa: F821

    doc = docstrings.Docstring("Turn.\n\na, b: said\n    twice\n\n>>> turn(1)")
    assert doc.summary == "Turn." and doc.example == ">>> turn(1)"
    first, second = docstrings.parameters(doc.named, hints.Hints(turn, {}))
    assert first == [["``a``"], [":hint:`ArrayLike`"], ["said", "twice"]]
    assert second == [["``b``"], [":hint:`int = 2`"], [""]]


def test_a_type_comes_from_the_hint_and_a_default_from_the_signature():
    def turn(q: "ArrayLike", by: "float | None" = None, *, order: int = 2) -> None: ...  # noqa: F821

    known = [hints.Hints(turn, {}).of(name) for name in ("q", "by", "order")]
    assert known == ["ArrayLike", "float, optional", "int = 2"]


def test_a_unit_that_stands_alone_is_no_list():
    (field,) = docstrings.Docstring("Sum.\n\nradius: m.").named
    assert field.meaning == [r"\m."]
