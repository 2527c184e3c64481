"""Machine code on disk: found, made again if broken, done without if need be.

A file holds the hash of the code before the code: what was cut off or overwritten is
noticed. As it is executed, only the owner may write the folder and the file; a link, or
a file of somebody else, is replaced.
"""

import hashlib
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..errors import warn

WARNED: set[Path] = set()
LARGEST = 256 * 2**20  # bytes of all files, of which the oldest go
MARK = hashlib.sha256().digest_size


def folder() -> Path:
    if given := os.environ.get("ROTLIB_CACHE_DIR"):
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "rotlib"


def kept(text: str, make: Callable[[], bytes]) -> bytes:
    """The code of a text that names all it depends on: found there, or made."""
    code = None
    try:
        path = _file(text)
        code = _read(path)
        if code is None:
            code = make()
            _write_at_once(path, hashlib.sha256(code).digest() + code)
            _bound(path.parent)
    except OSError as reason:
        if folder() not in WARNED:
            WARNED.add(folder())
            warn(
                f"{folder()}: compiled loops cannot be kept there, so each process"
                f" compiles them anew ({type(reason).__name__}: {reason}); set"
                " ROTLIB_CACHE_DIR to a folder that you alone can write",
                UserWarning,
            )
    return make() if code is None else code


def _read(path: Path) -> bytes | None:
    """The code in a file, if it is there, whole, and ours."""
    try:
        found = path.lstat()  # the folder is ours: nobody changes it meanwhile
        if not stat.S_ISREG(found.st_mode) or _fault(found):
            return None
        data = path.read_bytes()
    except (FileNotFoundError, PermissionError):
        return None
    with suppress(OSError):
        os.utime(path)  # it was used
    mark, code = data[:MARK], data[MARK:]
    return code if code and hashlib.sha256(code).digest() == mark else None


def _file(text: str) -> Path:
    place = folder()
    if place.parts[:1] == ("~",):
        raise OSError("there is no home folder")
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    if fault := _fault(place.stat()):
        raise PermissionError(
            f"{place} {fault}, and what lies there is executed; empty it, then"
            f" chmod go-w {place}"
        )
    return place / f"loop_{hashlib.sha256(text.encode()).hexdigest()[:32]}.bin"


def _fault(found: os.stat_result) -> str:
    """Why it is not safe to execute; on POSIX, where one can tell."""
    if os.name != "posix":
        return ""
    if found.st_uid not in (0, os.geteuid()):
        return "belongs to another user"
    shared = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return "can be written by others" if shared else ""


def _write_at_once(path: Path, data: bytes) -> None:
    import tempfile  # takes long to import

    handle, scratch = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise


def _bound(place: Path) -> None:
    """Take away the files that were used longest ago, if they are too large."""
    files, size = [], 0
    for file in place.glob("loop_*.bin"):
        with suppress(OSError):  # of one that somebody else takes away
            files.append((file.stat(), file))
    for found, file in sorted(files, key=lambda x: -x[0].st_mtime):
        size += found.st_size
        if size > LARGEST:
            with suppress(OSError):
                file.unlink()
