"""A progress bar for what takes long, where one is wanted and possible."""

import sys

from .errors import NotAvailable

LONG = 100_000  # items from which a bar is shown on a terminal unasked


def bar(iterable, progress=None, unit="step"):
    """The iterable, behind a tqdm bar where that is wanted and possible."""
    if progress is False or (progress is None and (len(iterable) < LONG or not sys.stderr.isatty())):
        return iterable
    try:
        from tqdm import tqdm
    except ImportError:
        if progress:
            raise NotAvailable("progress=True needs tqdm, which is not installed: pip install tqdm") from None
        return iterable
    return tqdm(iterable, unit=unit, unit_scale=True)
