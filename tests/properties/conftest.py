"""Laws, tried on examples that Hypothesis makes up: the same examples in every run."""

from hypothesis import settings
from hypothesis.internal.conjecture import providers

# Hypothesis also tries numbers that it finds in the sources of local modules. The
# examples would then depend on what else was imported before.
providers.is_local_module_file = lambda path: False

settings.register_profile(
    "laws", derandomize=True, deadline=None, max_examples=50, database=None
)
settings.load_profile("laws")
