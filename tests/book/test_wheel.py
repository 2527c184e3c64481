"""The wheel, installed where neither the source tree nor anything but NumPy can be
reached."""

import os
import re
import shutil
import sys
import venv
import zipfile

import pytest
import readme
from problems import ROOT
from processes import ended

pytestmark = pytest.mark.night
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
OLDEST = re.search(r'"numpy>=([\d.]+)"', PYPROJECT)[1]
NO_WHEEL = pytest.mark.skipif(sys.version_info >= (3, 13), reason="no wheel for it")
NUMPY = ["numpy", pytest.param(f"numpy=={OLDEST}.*", marks=NO_WHEEL)]


def run(*command, folder):
    """What a command prints away from the source tree."""
    return ended(*command, folder=folder, PYTHONPATH="").stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy, so that nothing an earlier build left behind can get in."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-text"):
        shutil.copy(ROOT / name, source)
    for name in ("rotlib", "book/_lib"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    build = "-m pip wheel --quiet --no-deps --wheel-dir".split()
    run(sys.executable, *build, out, source, folder=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module", params=NUMPY)
def python(request, wheel, tmp_path_factory):
    """The interpreter of a new environment that holds the wheel and NumPy."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder / "venv", with_pip=True)
    name = "Scripts/python.exe" if os.name == "nt" else "bin/python"
    python = folder / "venv" / name
    run(python, "-m", "pip", "install", "--quiet", wheel, request.param, folder=folder)
    return python


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("elsewhere")


def test_wheel_holds_the_package_and_nothing_else(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    paths = (ROOT / "rotlib").rglob("*.py")
    modules = {path.relative_to(ROOT).as_posix() for path in paths}
    player = {f"rotlib/plot/rotview.{kind}" for kind in ("css", "html", "js")}
    letters = {"rotbook/fonts/LICENSE", "rotbook/fonts/RotlibSans-Regular.ttf"}
    assert modules | player | letters | {"rotlib/py.typed"} <= names
    own = re.compile(r"(rotbook|rotlib(-[\d.]+\.dist-info)?)/")
    foreign = re.compile(r"\.ipynb$|__pycache__|/tests?/")
    assert [n for n in names if not own.match(n) or foreign.search(n)] == []
    assert wheel.name.endswith("-py3-none-any.whl")


def test_import_comes_from_the_wheel_and_loads_nothing_else(python, folder):
    code = "import sys, numpy; known = {*sys.modules}; import rotlib as rl\n"
    code += "rl.integrate; print(rl.__file__, rl.__version__)\n"
    code += "print(*{*sys.modules} - known)\n"
    code += "from importlib.metadata import distributions\n"
    code += "print(*{d.name.lower() for d in distributions()})"
    first, loaded, there = run(python, "-c", code, folder=folder).splitlines()
    assert {*there.split()} - {"pip", "setuptools"} == {"numpy", "rotlib"}
    where, version = first.split()
    assert "site-packages" in where and str(ROOT) not in where
    text = (ROOT / "rotlib" / "__init__.py").read_text(encoding="utf-8")
    assert version == re.search(r'__version__ = "(.+)"', text)[1]
    own = [name for name in loaded.split() if name.startswith("rotlib")]
    others = {name.split(".")[0] for name in {*loaded.split()} - {*own}}
    assert len(own) < 120 and others <= {*sys.stdlib_module_names, "numpy"}, loaded


def test_every_public_module_can_be_imported_without_the_extras(python, folder):
    code = (
        "import importlib, pkgutil, rotlib\n"
        "needing = 'rotlib.codegen'\n"
        "for module in pkgutil.walk_packages(rotlib.__path__, 'rotlib.'):\n"
        "    if not module.name.startswith(needing):\n"
        "        print(importlib.import_module(module.name).__name__)\n"
    )
    assert "rotlib.kernels" in run(python, "-c", code, folder=folder).split()


def test_readme_example_prints_what_the_readme_shows(python, folder):
    text = readme.README.read_text(encoding="utf-8")
    output = readme.between(text, "output")
    shown = re.fullmatch(r"```text\n(.*?)```\n", output, re.DOTALL)[1]
    assert run(python, "-c", readme.example(text), folder=folder) == shown
