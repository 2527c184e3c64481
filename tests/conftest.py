"""Two layers of tests. By day, `pytest`: each kind of thing once. At night,
`pytest -m night`: all the rest.

Where a test has several parameters, each value occurs once by day, in turn beside the
values of the others; every combination is tried at night. A test that says `kinds`
takes one method of each kind by day, one that says `day(n)` at most n of its cases.
What is slow says `night` itself."""

import gc
from importlib.util import find_spec

import evidence
import pytest
from layers import BOOK, DAY, drawn, each_value_once, is_of_a_kind, whole
from problems import ROOT

from rotlib.errors import NotInstalled
from rotlib.methods import Method

gc.disable()  # collecting makes much, and nothing of it goes: half of its time
NEED_JAX = {ROOT / "rotlib" / "jax.py", BOOK / "own" / "gradients.ipynb"}


# --- what runs when -------------------------------------------------------------------


def is_night(config):
    return "night" in config.option.markexpr


def is_asked_for(path, config):
    """Whether the command names it, not only a folder above it."""
    return any(a.split("::")[0].endswith(path.name) for a in config.args)


def pytest_addoption(parser):
    parser.addoption(
        "--one-of",
        metavar="N",
        type=int,
        help="of the night what changed last, and one of N of the rest, by the commit",
    )


def pytest_configure(config):
    if not is_night(config):
        pages = {
            page for page in BOOK.rglob("*.ipynb") if not is_asked_for(page, config)
        }
        config.option.ignore = [*(config.option.ignore or []), *map(str, pages - DAY)]


def pytest_make_parametrize_id(val):
    return val.name if isinstance(val, Method) else None


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc):
    yield
    calls = metafunc._calls
    marks = {m.name for m in metafunc.definition.iter_markers()}
    if "night" in marks or not any(call.indices for call in calls):
        return
    if any("[" in a for a in metafunc.config.args):  # one case, by its name
        return
    day = [c for c in calls if not any(m.name == "night" for m in c.marks)]
    if "kinds" in marks:
        day = [c for c in day if is_of_a_kind(c)]
    day = each_value_once(day) if day else []
    if few := metafunc.definition.get_closest_marker("day"):
        day = day[:: -(-len(day) // few.args[0])]
    if is_night(metafunc.config):
        for call in calls:
            if not any(call is c for c in day):
                call.marks.append(pytest.mark.night.mark)
    elif day:
        calls[:] = day


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """What compiles is skipped where there is nothing to compile with."""
    try:
        return (yield)
    except NotInstalled as missing:
        if find_spec("llvmlite") is None:
            pytest.skip(str(missing))
        raise


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(config, items):
    pages = evidence.load()["notebooks"]
    seconds = {BOOK / f"{name}.ipynb": page["seconds"] for name, page in pages.items()}
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker("notebook")
            if item.path not in DAY and not is_asked_for(item.path, config):
                item.add_marker("night")
        if item.path in NEED_JAX and find_spec("jax") is None:
            item.add_marker(pytest.mark.skip("JAX is not installed"))
    if not is_night(config) and not any("[" in a for a in config.args):
        night = {item for item in items if item.get_closest_marker("night")}
        config.hook.pytest_deselected(items=[*night])
        items[:] = [item for item in items if item not in night]
    elif n := config.option.one_of:
        items[:] = drawn(items, n, seconds)
    long = 100 * is_night(config)
    items.sort(
        key=lambda item: seconds.get(item.path, long * ("long" in item.keywords)),
        reverse=True,
    )


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With one worker stay a page, a file about the book with its fixtures, and
    elsewhere the cases of one function."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFunction(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return whole(nodeid)

    return ByFunction(config, log)
