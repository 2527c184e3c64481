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
    if progress is False or (
        progress is None and (len(iterable) < LONG or not sys.stderr.isatty())
    ):
        return iterable
    tqdm = _tqdm(progress)
    return tqdm(iterable, unit=unit, unit_scale=True) if tqdm else iterable


@contextmanager
def meter(
    total: float,
    progress: bool | None = None,
    unit: str = "s",
    long: float = float("inf"),
) -> Iterator[Callable[[float], Any]]:
    """A function to be told of each amount done: it moves a bar where one is wanted."""
    wanted = progress or (progress is None and total >= long and sys.stderr.isatty())
    tqdm = _tqdm(progress) if wanted else None
    if tqdm is None:
        yield lambda amount: None
        return
    with tqdm(
        total=total, unit=unit, bar_format="{l_bar}{bar}| {n:.4g}/{total:.4g} {unit}"
    ) as shown:
        yield shown.update


def _tqdm(progress: bool | None) -> Any:
    """The class, or None if it is not installed and nobody insists."""
    if not progress and find_spec("tqdm") is None:
        return None
    _check.installed("tqdm", "progress=True")
    from tqdm import tqdm

    return tqdm
