"""What may and may not be in the repository."""

import re
import shutil
import subprocess

import pytest
from problems import ROOT
from processes import python

TOP = {".ci", ".github", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md"}
TOP |= {"CITATION.cff", "CONTRIBUTING.md", "LICENSE", "LICENSE-text", "README.md"}
TOP |= {"_config.yml", "_toc.yml", "pyproject.toml", "requirements.txt"}
TOP |= {"book", "rotlib", "tests"}
VENDORED = ("book/_static/mathjax/", "book/_static/vendor/")
# Assembled, so that this file does not hold what it looks for.
PARTS = ["py" + r"pi\.(org|python)", "python" + "hosted", "npm" + r"js\.(com|org)"]
REGISTRY = re.compile("|".join(PARTS))
MACHINE = re.compile(r"(?<![\w+/.:-])/(?:" + "work|tmp|root|home" + r")/\w")


def tracked():
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout")
    command = ["git", "ls-files", "-z"]
    names = subprocess.check_output(command, cwd=ROOT, text=True).split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def texts():
    for name in tracked():
        content = (ROOT / name).read_bytes()
        if b"\0" not in content[:8000] and not name.startswith(VENDORED):
            yield name, content.decode()


def test_only_the_agreed_entries_at_the_top():
    assert {name.split("/")[0] for name in tracked()} <= TOP


def test_no_file_depends_on_a_registry_or_a_machine():
    for name, text in texts():
        found = REGISTRY.search(text) or MACHINE.search(text)
        assert not found, (name, found)


def test_nothing_built_and_no_large_file_is_tracked():
    """Pages are read on phones and cloned on trains; MathJax is the one large part."""
    folders = r"(^|/)(_build|build|dist|__pycache__|node_modules|\.ipynb_checkpoints)/"
    built = re.compile(folders + r"|\.egg-info|\.pyc$")
    assert [name for name in tracked() if built.search(name)] == []
    own = [ROOT / name for name in tracked() if not name.startswith(VENDORED)]
    assert [path for path in own if path.stat().st_size > 1_000_000] == []


def test_import_needs_numpy_alone():
    """Also what is there for pictures, and the command."""
    heavy = "sympy matplotlib scipy llvmlite mpmath numba jax IPython tqdm".split()
    heavy += ["rotlib.codegen"]
    code = "import sys, rotlib, rotlib.plot, rotlib.__main__ as m; m.main()\n"
    code += f"raise SystemExit(str([n for n in {heavy} if n in sys.modules]))"
    assert python("-c", code, status=1).stderr.strip() == "[]"
