"""Compiled loops on disk: whatever is broken there, the right loop runs."""

import os
import pickle
import shutil
import tempfile
import warnings
from contextlib import contextmanager
from pathlib import Path

import pytest

from rotlib.backends import loop_cache

pytest.importorskip("numba")

TEXT = '''"""The smallest loop."""

from numba import njit


@njit("int64(int64)", cache=True)
def loop(x):
    return x + 41
'''
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


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """What numba imports when first needed, which somebody else may not read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROTLIB_CACHE_DIR", str(tmp_path_factory.mktemp("loops")))
        load(), load()


@pytest.fixture
def place(monkeypatch, imported):
    """A folder for loops that belongs to whom the test is run as."""
    base = Path(tempfile.mkdtemp(prefix="loops-"))
    with not_root():
        own = os.name == "posix" and os.geteuid() == NOBODY
    if own:
        os.chown(base, NOBODY, NOBODY)
    base.chmod(0o755)
    monkeypatch.setenv("ROTLIB_CACHE_DIR", str(base / "loops"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(loop_cache, "WARNED", set())
    monkeypatch.setattr(tempfile, "tempdir", str(base))
    with not_root():
        yield base / "loops"
    base.chmod(0o755)
    for path in base.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(base)


def load():
    """The loop as a new process gets it, and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        loop = loop_cache.loaded.__wrapped__(TEXT)
    assert loop(1) == 42
    return loop, [str(w.message) for w in caught]


def was_found(loop):
    return sum(loop.stats.cache_hits.values()) == 1


def kept(place, pattern):
    (found,) = (p for p in place.rglob(pattern) if p.is_file())
    return found


BROKEN = {  # of a file: what is there instead
    "empty": lambda path: path.write_bytes(b""),
    "half": lambda path: path.write_bytes(
        path.read_bytes()[: path.stat().st_size // 2]
    ),
    "garbage": lambda path: path.write_bytes(bytes(range(256)) * 8),
    "another pickle": lambda path: path.write_bytes(pickle.dumps({"no": "loop"})),
    "missing": lambda path: path.unlink(),
    "unreadable": lambda path: path.chmod(0),
    "a dangling link": lambda path: (path.unlink(), path.symlink_to("nowhere")),
}


@POSIX
@pytest.mark.parametrize("how", BROKEN)
@pytest.mark.parametrize("pattern", ["*.py", "*.nbi", "*.nbc"])
def test_a_broken_file_is_made_again(place, pattern, how):
    load()
    BROKEN[how](kept(place, pattern))
    _, said = load()
    again, said_again = load()
    assert said == said_again == [] and was_found(again)
    assert kept(place, "*.py").read_text() == TEXT


@POSIX
@pytest.mark.parametrize("pattern", ["*.py", "*.nbi", "*.nbc"])
def test_a_folder_in_the_place_of_a_file_is_done_without(place, pattern):
    load()
    path = kept(place, pattern)
    path.unlink()
    path.mkdir()
    _, said = load()
    assert len(said) == 1 and str(place) in said[0] and "irectory" in said[0]
    assert load()[1] == []


def unwritable(place):
    place.mkdir(mode=0o555)


def unwritable_inside(place):
    place.mkdir(mode=0o700)
    (place / "__pycache__").mkdir(mode=0o555)


def no_room_for_it(place):
    place.parent.chmod(0o555)


def a_file(place):
    place.write_text("not a folder")


def a_file_inside(place):
    place.mkdir(mode=0o700)
    (place / "__pycache__").write_text("not a folder")


def a_link_to_nowhere(place):
    place.symlink_to("nowhere")


def shared(place):
    place.mkdir()
    place.chmod(0o777)


def shared_with_the_group(place):
    place.mkdir()
    place.chmod(0o770)


def shared_inside(place):
    load()
    (place / "__pycache__").chmod(0o777)


@POSIX
@pytest.mark.parametrize(
    "breaks, reason",
    [
        (unwritable, "PermissionError"),
        (unwritable_inside, "PermissionError"),
        (no_room_for_it, "PermissionError"),
        (a_file, "FileExistsError"),
        (a_file_inside, "FileExistsError"),
        (a_link_to_nowhere, "FileExistsError"),
        (shared, "others may write"),
        (shared_with_the_group, "chmod go-w"),
        (shared_inside, "others may write"),
    ],
)
def test_a_folder_that_cannot_be_used_is_named_once_and_done_without(
    place, breaks, reason
):
    breaks(place)
    before = sorted(place.parent.rglob("*"))
    loop, said = load()
    assert not was_found(loop) and len(said) == 1
    assert str(place) in said[0] and reason in said[0]
    assert load()[1] == []
    assert sorted(place.parent.rglob("*")) == before  # nothing is left behind


@POSIX
def test_another_users_folder_is_not_used(place, monkeypatch):
    load()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    loop, said = load()
    assert "another user" in said[0] and not was_found(loop)


@POSIX
@pytest.mark.parametrize("home", [None, "", "/nowhere/at/all", "/dev/null"])
def test_without_a_home_folder(place, home, monkeypatch):
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


def test_what_is_executed_is_the_text_in_memory(place):
    load()
    path = kept(place, "*.py")
    path.write_text(TEXT.replace("+ 41", "+ 40"))  # of the same length
    loop, said = load()
    assert said == [] and path.read_text() == TEXT
    assert was_found(loop)  # of the text, not of the one that lay there


def test_a_text_that_does_not_compile_says_so_itself(place):
    wrong = TEXT.replace("x + 41", "x.nothing")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(Exception, match="nothing"):
            loop_cache.loaded.__wrapped__(wrong)
