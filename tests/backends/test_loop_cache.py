"""Machine code on disk: whatever is broken there, the right code runs."""

import os
import shutil
import tempfile
import warnings
from contextlib import contextmanager
from pathlib import Path

import pytest

from rotlib.backends import llvm_loops

TEXT, CODE = "what it depends on", bytes(range(256)) * 4
NOBODY = 65534
POSIX = pytest.mark.skipif(os.name != "posix", reason="modes and owners of POSIX")


@contextmanager
def not_root():
    """The superuser may do everything, so become somebody else."""
    root = os.name == "posix" and os.geteuid() == 0
    if root:
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
            os.setegid(0)


@pytest.fixture
def place(monkeypatch):
    """A folder for loops that belongs to whom the test is run as."""
    base = Path(tempfile.mkdtemp(prefix="loops-"))
    with not_root():
        own = os.name == "posix" and os.geteuid() == NOBODY
    if own:
        os.chown(base, NOBODY, NOBODY)
    base.chmod(0o755)
    monkeypatch.setenv("ROTLIB_CACHE_DIR", str(base / "loops"))
    monkeypatch.setattr(llvm_loops, "WARNED", set())
    monkeypatch.setattr(tempfile, "tempdir", str(base))
    with not_root():
        yield base / "loops"
    base.chmod(0o755)
    for path in base.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(base)


def load(text=TEXT):
    """Whether the code had to be made, and what was warned of."""
    made = []

    def make():
        made.append(text)
        return CODE

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert llvm_loops.kept(text, make) == CODE
    assert len(made) <= 1
    return len(made) == 1, [str(w.message) for w in caught]


def file(place):
    (found,) = (p for p in place.rglob("loop_*") if p.is_file())
    return found


def test_it_is_made_once_for_each_text(place):
    assert load() == (True, [])
    assert load() == (False, [])
    assert load(TEXT + "!") == (True, [])
    assert load() == load(TEXT + "!") == (False, [])


def changed(path, at):
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


BROKEN = {  # of a file: what is there instead
    "empty": lambda path: path.write_bytes(b""),
    "half": lambda path: path.write_bytes(
        path.read_bytes()[: path.stat().st_size // 2]
    ),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"\0"),
    "garbage": lambda path: path.write_bytes(bytes(range(255, -1, -1)) * 8),
    "one bit of the code": lambda path: changed(path, -5),
    "one bit of the hash": lambda path: changed(path, 3),
    "missing": lambda path: path.unlink(),
    "unreadable": lambda path: path.chmod(0),
    "a dangling link": lambda path: (path.unlink(), path.symlink_to("nowhere")),
    "a link to the code": lambda path: path.symlink_to(path.rename(path.parent / "x")),
    "open to others": lambda path: path.chmod(0o666),
    "open to the group": lambda path: path.chmod(0o620),
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
}


@POSIX
@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_file_is_made_again(place, how):
    load()
    whole = file(place).read_bytes()
    BROKEN[how](file(place))
    assert load() == (True, [])
    assert load() == (False, [])
    assert file(place).read_bytes() == whole


@POSIX
def test_another_users_file_is_not_executed(place):
    """Put there while others could write in the folder."""
    if os.getuid():
        pytest.skip("only the superuser gives a file away")
    load()
    os.seteuid(0)
    os.chown(file(place), 12345, 12345)
    os.seteuid(NOBODY)
    assert load() == (True, [])
    assert file(place).stat().st_uid == NOBODY
    assert load() == (False, [])


@POSIX
def test_a_folder_in_the_place_of_a_file_is_done_without(place):
    load()
    path = file(place)
    path.unlink()
    path.mkdir()
    made, said = load()
    assert made and len(said) == 1 and str(place) in said[0] and "irectory" in said[0]
    assert load() == (True, [])


def unwritable(place):
    place.mkdir(mode=0o555)


def no_room_for_it(place):
    place.parent.chmod(0o555)


def a_file(place):
    place.write_text("not a folder", encoding="utf-8")


def a_link_to_nowhere(place):
    place.symlink_to("nowhere")


def shared(place):
    place.mkdir()
    place.chmod(0o777)


def shared_with_the_group(place):
    place.mkdir()
    place.chmod(0o770)


@POSIX
@pytest.mark.parametrize(
    "breaks, reason",
    [
        (unwritable, "PermissionError"),
        (no_room_for_it, "PermissionError"),
        (a_file, "FileExistsError"),
        (a_link_to_nowhere, "FileExistsError"),
        (shared, "written by others"),
        (shared_with_the_group, "empty it, then chmod go-w"),
    ],
)
def test_a_folder_that_cannot_be_used_is_named_once_and_done_without(
    place, breaks, reason
):
    breaks(place)
    before = sorted(place.parent.rglob("*"))
    made, said = load()
    assert made and len(said) == 1
    assert str(place) in said[0] and reason in said[0]
    assert load() == (True, [])
    assert sorted(place.parent.rglob("*")) == before  # nothing is left behind


@POSIX
def test_another_users_folder_is_not_used(place, monkeypatch):
    load()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    made, said = load()
    assert made and "another user" in said[0]


@POSIX
@pytest.mark.parametrize("home", [None, "", "/nowhere/at/all", "/dev/null"])
def test_without_a_home_folder(place, home, monkeypatch):
    monkeypatch.chdir(place.parent)  # where one called ~ could be made
    for name in ("ROTLIB_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is None:
        monkeypatch.setattr("pwd.getpwuid", lambda uid: {}[uid])
    else:
        monkeypatch.setenv("HOME", home)
    if home == "" and os.access("/", os.W_OK, effective_ids=True):
        pytest.skip("everybody may write everywhere here")
    _, said = load()
    assert len(said) == 1 and "rotlib: compiled loops cannot be kept" in said[0]


def test_a_full_disk(place, monkeypatch):
    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    _, said = load()
    assert len(said) == 1 and "No space left" in said[0]
    assert [p.name for p in place.rglob("*") if p.is_file()] == []


def test_what_was_used_longest_ago_is_taken_away(place, monkeypatch):
    """One that cannot be taken away does not keep the others."""
    texts = [f"text {i}" for i in range(6)]
    for age, text in enumerate(reversed(texts)):
        load(text)
        os.utime(llvm_loops._file(text), (1e9 - age, 1e9 - age))
    first, *files = [llvm_loops._file(text) for text in texts]
    plain, size = Path.unlink, first.stat().st_size
    kept = files[1]

    def unlink(path, *rest):
        if path == kept:
            raise PermissionError(path)
        plain(path, *rest)

    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr(llvm_loops, "LARGEST", 3 * size)
    assert load("a new one")[0]
    there = {path.name for path in place.glob("loop_*.bin")}
    wanted = [llvm_loops._file("a new one"), *files[3:], kept]
    assert there == {path.name for path in wanted}
