"""Laws, tried on examples that Hypothesis makes up: the same ones in every run, few by
day and many at night."""

from hypothesis import settings
from hypothesis.internal.conjecture import providers

# Hypothesis also tries numbers that it finds in the sources of local modules. The
# examples would then depend on what else was imported before.
providers.is_local_module_file = lambda path: False

given = {"derandomize": True, "deadline": None, "database": None}
settings.register_profile("day", max_examples=20, **given)
settings.register_profile("night", max_examples=100, **given)


def pytest_collectstart(collector):
    night = "night" in collector.config.option.markexpr
    settings.load_profile("night" if night else "day")


def pytest_itemcollected(item):
    if getattr(item.obj, "is_hypothesis_test", False):
        if "night" in item.config.option.markexpr:
            item.add_marker("night")
