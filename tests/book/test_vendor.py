"""The bundled libraries are what vendor.py made, and a changed one is found."""

import shutil

import pytest
import vendor


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(vendor.VENDOR, tmp_path / "vendor")


def test_the_bundles_are_as_they_were_made():
    assert list(vendor.faults(vendor.VENDOR)) == []


@pytest.mark.parametrize("name", vendor.FILES)
def test_an_edited_bundle_is_found(copy, name):
    text = (copy / name).read_text(encoding="utf-8")
    (copy / name).write_text(text.replace("e", "E", 1), encoding="utf-8")
    assert [fault for fault in vendor.faults(copy) if fault.startswith(name)]


def test_a_file_too_many_or_too_few_is_found(copy):
    (copy / "other.js").write_text("", encoding="utf-8")
    (copy / "uplot.css").unlink()
    assert list(vendor.faults(copy)) == [
        "uplot.css: missing",
        "other.js: nothing made it",
    ]
