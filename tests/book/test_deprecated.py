"""Old names, with a table planted for the test: they work, and say once what the
name is now."""

import importlib
import warnings

import pytest

import rotlib as rl
from rotlib import _deprecated
from rotlib.errors import NotAvailable


@pytest.fixture
def old_names(monkeypatch):
    table = {
        "rotlib": {"Solid": ("Body", "0.3"), "tools": ("diagnostics", "0.3")},
        "rotlib.methods": {"taylor4": ("buss4", "0.3")},
    }
    monkeypatch.setattr(_deprecated, "RENAMED", table)
    monkeypatch.setattr(_deprecated, "_SAID", set())
    yield
    for name in table["rotlib"]:
        vars(rl).pop(name, None)


@pytest.mark.parametrize(
    "use, new, said",
    [
        (
            lambda: rl.Solid,
            rl.Body,
            "rotlib: 'Solid' is called 'Body' now; the old name goes in version 0.3",
        ),
        (lambda: rl.tools, rl.diagnostics, "'diagnostics' now"),
        (
            lambda: rl.methods.taylor4,
            rl.methods.buss4,
            "rotlib.methods: 'taylor4' is called 'buss4' now",
        ),
        (lambda: rl.methods.find("taylor4"), rl.methods.buss4, "'buss4' now"),
        (lambda: importlib.import_module("rotlib").Solid, rl.Body, "'Body' now"),
    ],
)
def test_an_old_name_works_and_says_so_once(old_names, use, new, said):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert use() is new and use() is new
    assert [w.category for w in caught] == [FutureWarning] and said in str(
        caught[0].message
    )
    assert caught[0].filename == __file__  # the line of the user, not one of rotlib


def test_an_old_name_reaches_integrate(old_names):
    with pytest.warns(FutureWarning, match="'buss4' now") as caught:
        run = rl.integrate(
            "taylor4", rl.Body((1, 2, 3)), omega=(0, 1, 0), h=0.1, steps=2
        )
    assert run.method == "buss4" and caught[0].filename == __file__


def test_a_student_sees_it_from_a_module_of_his_own(old_names, tmp_path, monkeypatch):
    """With Python's own filters, under which a DeprecationWarning would be silent
    here."""
    (tmp_path / "my_functions.py").write_text(
        "import rotlib as rl\nbody = rl.Solid((1, 2, 3))\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with warnings.catch_warnings(record=True) as caught:
        warnings.resetwarnings()
        for category in (
            DeprecationWarning,
            PendingDeprecationWarning,
            ImportWarning,
            ResourceWarning,
        ):
            warnings.simplefilter("ignore", category)
        importlib.import_module("my_functions")
    assert [w.filename for w in caught] == [str(tmp_path / "my_functions.py")]


def test_names_that_never_were_are_still_errors(old_names):
    with pytest.raises(AttributeError, match="has no attribute 'Solids'"):
        _ = rl.Solids
    with pytest.raises(NotAvailable, match="taylor5"):
        rl.methods.find("taylor5")


def test_every_entry_leads_to_a_name_and_to_a_later_version():
    """Of the real table: what it promises holds."""
    here = tuple(int(part) for part in rl.__version__.split(".")[:2])
    for module, names in _deprecated.RENAMED.items():
        for old, (new, until) in names.items():
            assert hasattr(importlib.import_module(module), new), old
            assert tuple(int(part) for part in until.split(".")) > here, (
                f"{old}: its time is over, take it out"
            )
