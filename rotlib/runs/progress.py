"""A progress bar for what takes long, where one is wanted and possible."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TypeVar

from .. import _check

T = TypeVar("T")
LONG = 100_000  # items from which a bar is shown on a terminal unasked


def bar(
    iterable: Sequence[T], progress: bool | None = None, unit: str = "step"
) -> Iterable[T]:
    """The iterable, behind a tqdm bar where that is wanted and possible."""
    tqdm = _tqdm(progress, len(iterable), LONG)
    return tqdm(iterable, unit=unit, unit_scale=True) if tqdm else iterable


@contextmanager
def meter(
    total: float,
    progress: bool | None = None,
    unit: str = "s",
    long: float = float("inf"),
) -> Iterator[Callable[[float], Any]]:
    """A function to be told of each amount done: it moves a bar where one is wanted."""
    tqdm = _tqdm(progress, total, long)
    if tqdm is None:
        yield lambda amount: None
        return
    with tqdm(
        total=total, unit=unit, bar_format="{l_bar}{bar}| {n:.4g}/{total:.4g} {unit}"
    ) as shown:
        yield shown.update


def _tqdm(progress: bool | None, amount: float, long: float) -> Any:
    """The class, if a bar is asked for, or worth while, on a terminal, and there."""
    if progress is None:
        progress = amount >= long and sys.stderr.isatty() and bool(find_spec("tqdm"))
    if not progress:
        return None
    _check.installed("tqdm", "progress=True")
    from tqdm import tqdm

    return tqdm
