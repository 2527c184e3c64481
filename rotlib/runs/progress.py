"""A progress bar for what takes long, where one is wanted and possible."""

import sys
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

from .. import _check

LONG = 100_000  # steps from which a bar is shown on a terminal unasked


def meter(
    total: float,
    progress: bool | None = None,
    unit: str = "s",
    long: float = float("inf"),
) -> AbstractContextManager[Any]:
    """A bar of tqdm, or what is updated in its place."""
    if progress is None:
        progress = total >= long and sys.stderr.isatty() and bool(find_spec("tqdm"))
    if not progress:
        return nullcontext(SimpleNamespace(update=lambda amount: None))
    _check.installed("tqdm", "progress=True")
    from tqdm import tqdm

    form = "{l_bar}{bar}| {n:.4g}/{total:.4g} {unit}"
    bar: AbstractContextManager[Any] = tqdm(total=total, unit=unit, bar_format=form)
    return bar
