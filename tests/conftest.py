"""The tests use the book's own tools; long files are begun first, so that no worker is left with one at the end."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "book" / "_tools"))

LONG = (  # by time of work; one that is missing here costs time and nothing else
    "book/dqvi/use.ipynb", "tests/test_methods.py", "tests/test_backends.py",
    "book/buss/polhode-use.ipynb", "tests/test_symbolic_load.py", "tests/test_dqvi.py", "book/buss/torque-use.ipynb",
    "tests/test_se3.py", "tests/test_krenk_nielsen.py", "book/krenk_nielsen/top.ipynb", "book/dqvi/derive.ipynb",
    "book/choosing/atlas.ipynb", "tests/test_jax.py")
SLOW = ("book/buss/experiment.ipynb", "book/choosing/ensembles.ipynb")  # pages that `pytest -m slow` validates


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(items):
    slow = {ROOT / name for name in SLOW}
    for item in items:
        if item.path in slow:
            item.add_marker(pytest.mark.slow)
    rank = {ROOT / name: i for i, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path, len(LONG)))
    if find_spec("jax") is None:
        for item in items:
            if item.path == ROOT / "rotlib" / "jax.py":
                item.add_marker(pytest.mark.skip("JAX is not installed"))
