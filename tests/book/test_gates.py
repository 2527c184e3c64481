"""Every gate can fail: in a copy of the repository plant one fault, run the gate,
and see it named."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from problems import ROOT

pytestmark = pytest.mark.night
JUPYTER_BOOK = (
    str(Path(sys.executable).with_name("jupyter-book")),
    "build",
    ".",
    "--all",
    "-W",
    "-n",
    "--keep-going",
)
WHEEL = (
    "tests/book/test_wheel.py::"
    "test_import_comes_from_the_wheel_and_loads_nothing_else[numpy]"
)
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider")


@pytest.fixture
def copy(tmp_path):
    """A copy of the repository without what builds leave behind."""
    target = tmp_path / "copy"
    left_behind = (
        ".git",
        "_build",
        "build",
        "node_modules",
        "__pycache__",
        "*.egg-info",
        ".*_cache",
    )
    shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(*left_behind))
    return target


def gate(*command, folder):
    """Run a gate in the copy, on the copy's own package; return its exit status and
    what it said."""
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    return done.returncode, done.stdout + done.stderr


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text, (
        f"{path.name} no longer holds {old!r}: plant the fault elsewhere"
    )
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def edit_a_notebook(folder, change):
    """Apply `change` to cell after cell until one takes it, smallest notebook first;
    return the notebook's path."""
    for path in sorted(
        (folder / "book").rglob("*.ipynb"), key=lambda path: path.stat().st_size
    ):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        if any(change(cell) for cell in notebook["cells"]):
            path.write_text(
                json.dumps(notebook, indent=1, ensure_ascii=False) + "\n",
                encoding="utf-8",
            )
            return path
    raise AssertionError("no notebook has a cell for this fault")


def test_the_book_fails_on_a_fault(copy):
    """One page alone is built, so labels of other pages are missing too: what counts
    is that each fault is named."""
    page = copy / "book" / "appendix" / "notation.md"
    faults = (
        "\nSee {ref}`ch-nowhere` and"
        " {cite:t}`Nobody1900`.\n\n```{no-such-directive}\n```\n"
    )
    page.write_text(page.read_text(encoding="utf-8") + faults, encoding="utf-8")
    (copy / "_toc.yml").write_text(
        "format: jb-book\nroot: book/appendix/notation\n", encoding="utf-8"
    )
    status, said = gate(*JUPYTER_BOOK, folder=copy)
    assert status != 0
    assert [
        name
        for name in ("ch-nowhere", "Nobody1900", "no-such-directive")
        if name not in said
    ] == []


def test_an_edited_kernel_and_one_without_a_notebook_are_seen(copy):
    """One derivation alone is run: the others say nothing about either fault."""
    for path in (copy / "book").rglob("*derive.ipynb"):
        if path != copy / "book" / "foundations" / "exponential-derive.ipynb":
            path.unlink()
    edit(
        copy / "rotlib" / "kernels" / "quaternion.py", " + ", "  +  "
    )  # harmless, so that later notebooks still run
    (copy / "rotlib" / "kernels" / "stranger.py").write_text(
        '"""Nobody derived me."""\n', encoding="utf-8"
    )
    status, said = gate(sys.executable, "-m", "rotlib.codegen", "--check", folder=copy)
    assert status != 0
    assert "STALE" in said
    assert "kernels/quaternion.py" in said
    assert "kernels/stranger.py: no notebook emits it" in said


def test_a_changed_method_makes_the_readme_stale(copy):
    edit(copy / "README.md", "| `rk4` | 4 |", "| `rk4` | 5 |")
    status, said = gate(*PYTEST, "tests/book/test_readme.py", folder=copy)
    assert status != 0
    assert "readme.py --write" in said


def test_a_changed_output_is_seen_by_nbval(copy):
    def change(cell):
        for output in cell.get("outputs", []):
            if output["output_type"] == "stream" and "nbval-ignore-output" not in cell[
                "metadata"
            ].get("tags", []):
                output["text"] = ["planted\n"]
                return True
        return False

    path = edit_a_notebook(copy, change)
    status, said = gate(*PYTEST, path.relative_to(copy), folder=copy)
    assert status != 0
    assert "planted" in said


@pytest.mark.parametrize(
    ("key", "message"),
    [("image", "without alt text"), ("figure", "mystnb.figure.caption")],
)
def test_a_figure_without_words_is_seen(copy, key, message):
    def change(cell):
        drawn = any(
            {"image/png", "image/svg+xml"} & {*output.get("data", {})}
            for output in cell.get("outputs", [])
        )
        return drawn and cell["metadata"]["mystnb"].pop(key)

    path = edit_a_notebook(copy, change).relative_to(copy)
    lint = sys.executable, "book/_tools/notebooks.py", "--lint"
    status, said = gate(*lint, path, folder=copy)
    assert status != 0
    assert said.startswith(f"FAILED  {path}\n") and message in said


def test_a_second_dependency_breaks_the_wheel(copy):
    init = copy / "rotlib" / "__init__.py"
    init.write_text(
        init.read_text(encoding="utf-8") + "\nimport sympy  # planted\n",
        encoding="utf-8",
    )
    status, said = gate(*PYTEST, "-m", "night", WHEEL, folder=copy)
    assert status != 0
    assert "No module named 'sympy'" in said


def test_an_import_of_matplotlib_is_seen(copy):
    init = copy / "rotlib" / "__init__.py"
    init.write_text(
        init.read_text(encoding="utf-8") + "\nimport matplotlib  # planted\n",
        encoding="utf-8",
    )
    status, said = gate(
        *PYTEST, "tests/book/test_repository.py", "-k", "numpy_alone", folder=copy
    )
    assert status != 0
    assert "matplotlib" in said


def test_a_machine_path_is_seen(copy):
    git = shutil.which("git")
    (copy / "rotlib" / "planted.py").write_text(
        "HERE = '/" + "home/me'\n", encoding="utf-8"
    )
    subprocess.run([git, "init", "-q"], cwd=copy, check=True)
    subprocess.run([git, "add", "-A"], cwd=copy, check=True)
    status, said = gate(
        *PYTEST, "tests/book/test_repository.py", "-k", "machine", folder=copy
    )
    assert status != 0
    assert "rotlib/planted.py" in said
