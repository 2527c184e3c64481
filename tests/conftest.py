"""Marks what a file cannot say of itself, and begins the longest files first, so that
no worker is left with one at the end."""

import os
from importlib.util import find_spec

import evidence
import pytest
from problems import ROOT

BOOK = ROOT / "book"
SLOW = {  # pages that take half a minute and more: `pytest -m slow` validates them
    BOOK / "buss" / "experiment.ipynb",
    BOOK / "buss" / "polhode-use.ipynb",
    BOOK / "choosing" / "ensembles.ipynb",
    BOOK / "dqvi" / "use.ipynb",
}
NEED_JAX = {ROOT / "rotlib" / "jax.py", BOOK / "own" / "gradients.ipynb"}
LONG = 100  # seconds that a file marked `long` counts for


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory):
    """Compiled loops go to one folder of this run, whichever worker compiles them."""
    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROTLIB_CACHE_DIR", str(run / "compiled"))
        yield


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(config, items):
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker("notebook")
        if item.path in SLOW:
            item.add_marker("slow")
        if item.path in NEED_JAX and find_spec("jax") is None:
            item.add_marker(pytest.mark.skip("JAX is not installed"))
    if "slow" not in config.option.markexpr:  # they run where they are asked for
        slow = {item for item in items if item.get_closest_marker("slow")}
        config.hook.pytest_deselected(items=[*slow])
        items[:] = [item for item in items if item not in slow]
    pages = evidence.load()["notebooks"]
    seconds = {BOOK / f"{name}.ipynb": page["seconds"] for name, page in pages.items()}
    items.sort(
        key=lambda item: seconds.get(item.path, LONG * ("long" in item.keywords)),
        reverse=True,
    )
