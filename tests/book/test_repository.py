"""What may and may not be in the repository."""

import ast
import re
import shutil
import subprocess
import sys

import pytest
from problems import ROOT

TOP = {
    ".ci",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "LICENSE",
    "LICENSE-text",
    "README.md",
    "_config.yml",
    "_toc.yml",
    "book",
    "pyproject.toml",
    "requirements.txt",
    "rotlib",
    "tests",
}
VENDORED = ("book/_static/mathjax/", "book/_static/vendor/")
# Assembled, so that this file does not hold what it looks for.
REGISTRY = re.compile(
    "|".join(
        ["py" + r"pi\.(org|python)", "python" + "hosted", "npm" + r"js\.(com|org)"]
    )
)
MACHINE = re.compile(r"(?<![\w+/.:-])/(?:" + "work|tmp|root|home" + r")/\w")


def tracked():
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout")
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [name for name in names.split("\0") if name and (ROOT / name).is_file()]


def texts():
    for name in tracked():
        content = (ROOT / name).read_bytes()
        if b"\0" not in content[:8000] and not name.startswith(VENDORED):
            yield name, content.decode()


def test_only_the_agreed_entries_at_the_top():
    assert {name.split("/")[0] for name in tracked()} <= TOP


@pytest.mark.parametrize(
    "needle", [REGISTRY, MACHINE], ids=["registry address", "machine path"]
)
def test_no_file_depends_on_a_registry_or_a_machine(needle):
    found = [
        f"{name}: {hit[0]}" for name, text in texts() for hit in needle.finditer(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("needle", "text"),
    [
        (REGISTRY, "see https://" + "py" + "pi.org/project"),
        (MACHINE, "open('/" + "tmp/x')"),
        (MACHINE, "at /" + "home/me"),
    ],
)
def test_the_needles_find(needle, text):
    assert needle.search(text)


def test_nothing_generated_or_built_is_tracked():
    built = re.compile(
        r"(^|/)(_build|build|dist|__pycache__|node_modules|\.ipynb_checkpoints)/|\.egg-info|\.pyc$"
    )
    assert [name for name in tracked() if built.search(name)] == []


def test_no_file_is_large():
    """Pages are read on phones and cloned on trains; MathJax is the one large part."""
    sizes = {
        name: (ROOT / name).stat().st_size
        for name in tracked()
        if not name.startswith(VENDORED)
    }
    assert {name: size for name, size in sizes.items() if size > 1_000_000} == {}


BANNED = (ast.If, ast.IfExp, ast.For, ast.While, ast.Pow, ast.Subscript, ast.Attribute)


def test_kernels_keep_to_the_language_all_back_ends_share():
    """Straight lines: no branch, no power, no array, no attribute, fewer names than
    one function may hold. The hints of the first line are not part of it."""
    for path in sorted((ROOT / "rotlib" / "kernels").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (
            node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
        ):
            where = f"{path.name}: {function.name}"
            nodes = [node for line in function.body for node in ast.walk(line)]
            assert not [node for node in nodes if isinstance(node, BANNED)], where
            names = {node.id for node in nodes if isinstance(node, ast.Name)}
            assert len(names) < 255, where


def test_import_needs_numpy_alone():
    heavy = (
        "sympy",
        "matplotlib",
        "scipy",
        "llvmlite",
        "mpmath",
        "IPython",
        "tqdm",
        "rotlib.codegen",
    )
    code = (
        f"import sys, rotlib; print([name for name in {heavy!r} if name in"
        " sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == "[]"
