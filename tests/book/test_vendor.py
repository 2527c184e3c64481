"""The bundled libraries are what vendor.py made, and a changed one is found."""

import shutil

import vendor


def test_the_bundles_are_as_they_were_made():
    assert list(vendor.faults(vendor.VENDOR)) == []


def test_an_edited_bundle_and_a_file_too_many_or_too_few_are_found(tmp_path):
    copy = shutil.copytree(vendor.VENDOR, tmp_path / "vendor")
    for name in vendor.FILES:
        whole = (copy / name).read_text(encoding="utf-8")
        (copy / name).write_text(whole.replace("e", "E", 1), encoding="utf-8")
        (fault,) = vendor.faults(copy)
        assert fault.startswith(name)
        (copy / name).write_text(whole, encoding="utf-8")
    (copy / "other.js").write_text("", encoding="utf-8")
    (copy / "uplot.css").unlink()
    assert list(vendor.faults(copy)) == [
        "uplot.css: missing",
        "other.js: nothing made it",
    ]
