"""Calls that are refused: one table, one loop, and what fails is named."""

import re

import pytest

from rotlib.errors import InvalidInput


def refused(table, error=InvalidInput):
    """Each call, or each of several, of {words: call} is refused in these words."""
    for words, calls in table.items():
        for call in calls if isinstance(calls, list) else [calls]:
            try:
                call()
            except error as found:
                assert re.search(words, str(found)), f"not in the words {words!r}"
            else:
                pytest.fail(f"not refused: {words!r}")
