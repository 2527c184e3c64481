"""Compiled loops on disk: found, made again if broken, done without if need be.

What is executed is the text in memory; the file beside it is there for numba, which
keeps its index and its machine code, by the content of that file, in `__pycache__`. As
these are pickles, the folder must be one that only its owner writes.
"""

import hashlib
import os
import stat
import sys
import tempfile
import warnings
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from .._types import Function

WARNED: set[Path] = set()


def folder() -> Path:
    """Where compiled loops are kept: ROTLIB_CACHE_DIR, else the user's cache folder."""
    given = os.environ.get("ROTLIB_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "rotlib"


@lru_cache(maxsize=256)
def loaded(text: str) -> Function:
    """The function `loop` of a text with `cache=True`, compiled or found."""
    name = "loop_" + hashlib.sha256(text.encode()).hexdigest()[:20]
    try:
        path = _file(name, text)
        try:
            return _executed(name, text, str(path))
        except Exception:  # what numba keeps beside it is broken: make it again
            for broken in (path.parent / "__pycache__").glob(f"{name}.*"):
                broken.unlink()
            return _executed(name, text, str(path))
    except Exception as reason:
        own = text.replace("cache=True", "cache=False")
        loop = _executed(name, own, f"<{name}>")  # if this fails too, it is the text
        _warn(folder(), f"{type(reason).__name__}: {reason}")
        return loop


def _file(name: str, text: str) -> Path:
    """A file with this text, in a folder where numba may keep what belongs to it."""
    kept = folder()
    if kept.parts[:1] == ("~",):
        raise OSError("there is no home folder")
    for place in (kept, kept / "__pycache__"):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        _require_private(place)
        with tempfile.TemporaryFile(dir=place):  # or numba would look for another
            pass
    path = kept / f"{name}.py"
    try:
        if path.read_text(encoding="utf-8") == text:
            return path
    except (OSError, ValueError):
        pass
    _write_at_once(path, text)
    return path


def _require_private(place: Path) -> None:
    """Raise OSError if somebody else may write there; on POSIX, where one can tell."""
    if os.name != "posix":
        return
    found = place.stat()
    if found.st_uid not in (0, os.geteuid()):
        raise PermissionError(f"{place} belongs to another user")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(
            f"others may write in {place}, and what lies there is executed;"
            f" chmod go-w {place}"
        )


def _write_at_once(path: Path, text: str) -> None:
    """At once or not at all: no other process reads half a file."""
    handle, scratch = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise


def _executed(name: str, text: str, file: str) -> Function:
    """The function `loop` that the text defines, as a module with that file."""
    module = ModuleType(f"rotlib_{name}")
    module.__file__ = file
    sys.modules[module.__name__] = module  # numba's cache looks it up there
    exec(compile(text, file, "exec"), module.__dict__)
    loop: Function = module.__dict__["loop"]
    return loop


def _warn(place: Path, reason: str) -> None:
    """Say it once of a folder."""
    if place in WARNED:
        return
    WARNED.add(place)
    warnings.warn(
        f"{place}: compiled loops cannot be kept there, so each process compiles them"
        f" for itself, which takes seconds ({reason}); set ROTLIB_CACHE_DIR to a folder"
        " that you alone can write",
        UserWarning,
        stacklevel=2,
    )
