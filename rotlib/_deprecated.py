"""Names that have changed: the old one works, and warns once, for one minor version.

A `FutureWarning`, not a `DeprecationWarning`: Python shows the latter only for code in
the main program, so that it would be silent in the module in which a student keeps the
functions."""

import sys
import warnings

# {module: {old name: (new name, version in which the old one goes)}}
RENAMED: dict[str, dict[str, tuple[str, str]]] = {}
_SAID: set[tuple[str, str]] = set()


def current_name(module: str, name: str) -> str | None:
    """The name that replaces `name`, after one warning; None if it has not changed."""
    new, until = RENAMED.get(module, {}).get(name, (None, None))
    if new and (module, name) not in _SAID:
        _SAID.add((module, name))
        warnings.warn(
            f"{module}: {name!r} is called {new!r} now;"
            f" the old name goes in version {until}",
            FutureWarning,
            stacklevel=level_of_caller(),
        )
    return new


def level_of_caller() -> int:
    """The `stacklevel`, as called above, of the first line outside rotlib."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in (
        "rotlib",
        "importlib",
    ):
        level, frame = level + 1, frame.f_back
    return level
