"""Machine code on disk: found, made again if broken, done without if need be.

A file holds the hash of the code before the code: what was cut off or overwritten is
noticed. As it is executed, the folder must be one that only its owner writes.
"""

import hashlib
import os
import stat
import warnings
from collections.abc import Callable
from pathlib import Path

from .._deprecated import level_of_caller

WARNED: set[Path] = set()
MARK = hashlib.sha256().digest_size


def folder() -> Path:
    """Where compiled loops are kept: ROTLIB_CACHE_DIR, else the user's cache folder."""
    given = os.environ.get("ROTLIB_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "rotlib"


def kept(text: str, make: Callable[[], bytes]) -> bytes:
    """The code of a text that names all it depends on: found there, or made."""
    try:
        path = _file(text)
        found = _read(path)
    except OSError as reason:
        _warn(reason)
        return make()
    if found is not None:
        return found
    code = make()
    try:
        _write_at_once(path, hashlib.sha256(code).digest() + code)
    except OSError as reason:
        _warn(reason)
    return code


def _read(path: Path) -> bytes | None:
    """The code in a file, if it is there and whole."""
    try:
        data = path.read_bytes()
    except (FileNotFoundError, PermissionError):
        return None
    mark, code = data[:MARK], data[MARK:]
    return code if code and hashlib.sha256(code).digest() == mark else None


def _file(text: str) -> Path:
    """Where its code is kept, in a folder that is there and private."""
    place = folder()
    if place.parts[:1] == ("~",):
        raise OSError("there is no home folder")
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    _require_private(place)
    return place / f"loop_{hashlib.sha256(text.encode()).hexdigest()[:32]}.bin"


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


def _write_at_once(path: Path, data: bytes) -> None:
    """At once or not at all: no other process reads half a file."""
    import tempfile  # takes long to import

    handle, scratch = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise


def _warn(reason: OSError) -> None:
    """Say it once of a folder."""
    place = folder()
    if place in WARNED:
        return
    WARNED.add(place)
    warnings.warn(
        f"{place}: compiled loops cannot be kept there, so each process compiles them"
        f" for itself, about a tenth of a second for each"
        f" ({type(reason).__name__}: {reason}); set ROTLIB_CACHE_DIR to a folder that"
        " you alone can write",
        UserWarning,
        stacklevel=level_of_caller(),
    )
