"""Names that have changed: the old one works for one more minor version, and says so once.

A `FutureWarning`, not a `DeprecationWarning`: Python shows the latter only for code in the main program, so that it
would be silent in the module in which a student keeps the functions.
"""

import sys
import warnings

RENAMED = {}  # {module: {old name: (new name, version in which the old one goes)}}; empty: no name has changed yet
_SAID = set()


def current_name(module, name):
    """The name that replaces `name` in a module, after a warning that is given once; None if it has not changed."""
    new, until = RENAMED.get(module, {}).get(name, (None, None))
    if new and (module, name) not in _SAID:
        _SAID.add((module, name))
        warnings.warn(f"{module}: {name!r} is called {new!r} now; the old name goes in version {until}", FutureWarning,
                      stacklevel=_level_of_caller())
    return new


def _level_of_caller():
    """How far up the stack the first line outside rotlib is, for `warnings.warn` as called above."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in ("rotlib", "importlib"):
        level, frame = level + 1, frame.f_back
    return level
