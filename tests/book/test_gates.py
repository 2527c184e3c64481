"""Gates that run a whole program can fail: plant a fault in a copy of the repository,
run the gate, see it named. Rules that are functions are tried beside their tests."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from problems import ROOT

pytestmark = pytest.mark.night
JUPYTER = str(Path(sys.executable).with_name("jupyter-book"))
JUPYTER_BOOK = (JUPYTER, *"build . --all -W -n --keep-going".split())
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider")


@pytest.fixture
def copy(tmp_path):
    """A copy of the repository without what builds leave behind."""
    left = ".git _build build node_modules __pycache__ *.egg-info .*_cache"
    ignored = shutil.ignore_patterns(*left.split())
    return shutil.copytree(ROOT, tmp_path / "copy", ignore=ignored)


def gate(*command, folder):
    """What a gate says in the copy, on the copy's own package, where it must fail."""
    env, given = {**os.environ, "PYTHONPATH": str(folder)}, {"capture_output": True}
    done = subprocess.run(command, cwd=folder, env=env, text=True, **given)
    assert done.returncode != 0
    return done.stdout + done.stderr


def edit_a_notebook(folder, change):
    """The smallest notebook that has a cell for `change`, which is made to it."""
    paths = (folder / "book").rglob("*.ipynb")
    for path in sorted(paths, key=lambda path: path.stat().st_size):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        if any(change(cell) for cell in notebook["cells"]):
            text = json.dumps(notebook, indent=1, ensure_ascii=False)
            path.write_text(text + "\n", encoding="utf-8")
            return path.relative_to(folder)
    raise AssertionError("no notebook has a cell for this fault")


def test_the_book_fails_on_a_fault(copy):
    """One page alone is built, so labels of other pages are missing too."""
    page = copy / "book" / "appendix" / "notation.md"
    faults = (
        "\nSee {ref}`ch-nowhere`, {cite:t}`Nobody1900`.\n\n```{no-directive}\n```\n"
    )
    page.write_text(page.read_text(encoding="utf-8") + faults, encoding="utf-8")
    contents = "format: jb-book\nroot: book/appendix/notation\n"
    (copy / "_toc.yml").write_text(contents, encoding="utf-8")
    said = gate(*JUPYTER_BOOK, folder=copy)
    assert all(name in said for name in ("ch-nowhere", "Nobody1900", "no-directive"))


def test_an_edited_kernel_and_one_without_a_notebook_are_seen(copy):
    """One derivation alone is run: the others say nothing about either fault."""
    for path in (copy / "book").rglob("*derive.ipynb"):
        if path != copy / "book" / "foundations" / "exponential-derive.ipynb":
            path.unlink()
    kernels = copy / "rotlib" / "kernels"
    text = (kernels / "quaternion.py").read_text(encoding="utf-8")
    edited = text.replace(" + ", "  +  ", 1)  # later notebooks still run
    (kernels / "quaternion.py").write_text(edited, encoding="utf-8")
    (kernels / "stranger.py").write_text('"""Nobody derived me."""\n', encoding="utf-8")
    said = gate(sys.executable, "-m", "rotlib.codegen", "--check", folder=copy)
    assert "kernels/quaternion.py: differs" in said
    assert "kernels/stranger.py: no notebook emits it" in said


def test_a_changed_output_is_seen_by_nbval(copy):
    def change(cell):
        tags = cell["metadata"].get("tags", [])
        for output in cell.get("outputs", []):
            if output["output_type"] == "stream" and "nbval-ignore-output" not in tags:
                output["text"] = ["planted\n"]
                return True
        return False

    assert "planted" in gate(*PYTEST, edit_a_notebook(copy, change), folder=copy)
