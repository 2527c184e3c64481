"""Nothing that was made is lost, whatever ends an ensemble: it can be read, and it goes
on to the bits that it would have had."""

import errno
import pickle
import signal
import subprocess
import textwrap
from contextlib import contextmanager
from functools import partial
from itertools import chain, pairwise

import numpy as np
import pytest
from problems import BOX, ROOT
from processes import python
from refusals import refused
from watched import OMEGA, after_each_part, assert_same

import rotlib as rl
from rotlib import ensembles
from rotlib.errors import InvalidInput, NotAvailable

# the loads here that fail do so by a branch
pytestmark = pytest.mark.filterwarnings("ignore::rotlib.errors.SlowLoad")

OMEGA = OMEGA[:23].copy()
OMEGA[[3, 12]] *= 300  # refused by dmv
RUN = {"omega": OMEGA, "h": 0.05, "steps": 40, "every": 9, "backend": "auto"}
HEAD = """
import os, signal, sys
import numpy as np
import rotlib as rl
from rotlib import ensembles
from test_resume import BOX, OMEGA, RUN
out = sys.argv[1]
"""
PATHS = ROOT, ROOT / "tests", ROOT / "tests" / "ensembles"


def alone(code, *given):
    """(what it printed, exit status) of a process of its own that runs the code."""
    code = HEAD + textwrap.dedent(code)
    ran = python("-c", code, *given, paths=PATHS, status=None)
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.stdout.split(), ran.returncode


@pytest.fixture(scope="module")
def whole():
    return rl.ensemble("dmv", BOX, **RUN)


def stopped_after(motions):
    """Look at parts that raises when so many motions are made."""

    def look(first, stop, cloud):
        if stop == motions:
            raise KeyboardInterrupt

    return after_each_part(look)


@pytest.mark.parametrize("part", [5, 4, 23])
def test_stopped_by_hand(tmp_path, whole, part):
    go, seen = partial(rl.ensemble, "dmv", BOX, out=tmp_path / "cloud", **RUN), []
    with pytest.raises(KeyboardInterrupt) as caught, stopped_after(15):
        go(part=5)
    (note,) = caught.value.__notes__
    assert "stopped after 15 of 23 motions" in note and "resume=True goes on" in note
    known = "<Ensemble dmv: 23 motions, 15 made, 6 records, t = 0 ... 2 s, 2 failed>"
    for cloud in (caught.value.ensemble, rl.open(tmp_path / "cloud")):
        assert cloud.made.tolist() == [True] * 15 + [False] * 8
        assert repr(cloud) == known
    with after_each_part(lambda *p: seen.append(p[:2])):
        done = go(part=part, resume=True)
    assert seen == [(i, min(i + part, 23)) for i in range(15, 23, part)]
    assert_same(done, whole)
    assert_same(rl.open(tmp_path / "cloud"), whole)


@pytest.mark.day(2)
@pytest.mark.parametrize(
    "moment, parts",
    [
        ("flush", 2),  # numbers are written, and not yet noted
        ("_try", 0),  # nothing is made, and nothing of it is in the way
        ("_array", 0),
        ("after", 3),
        ("_take", 0),
        ("write", 2),  # reasons of failure, too
    ],
)
def test_killed(tmp_path, whole, moment, parts):
    code = """
    def kill(*given):
        os.kill(os.getpid(), signal.SIGKILL)

    def take(*part):
        plain(*part)
        taken.append(part)
        if len(taken) == 3:
            kill()

    def in_the_third_part(plain):
        return lambda *given: kill() if len(taken) == 2 else plain(*given)

    moment, taken, plain = sys.argv[2], [], ensembles._take
    ensembles._take = take
    if moment == "flush":
        np.memmap.flush = in_the_third_part(np.memmap.flush)
    elif moment == "write":
        ensembles.archive.write = in_the_third_part(ensembles.archive.write)
    elif moment != "after":
        setattr(ensembles, moment, kill)
    rl.ensemble("dmv", BOX, part=5, out=out, **RUN)
    """
    out = tmp_path / "cloud"
    assert alone(code, out, moment) == ([], -signal.SIGKILL)
    cloud, n = rl.open(out), 5 * parts
    assert cloud.made.tolist() == [True] * n + [False] * (23 - n)
    assert [*cloud.failed] == [3, 12][: (parts > 0) + (parts > 2)]
    if parts:
        assert cloud[:, :n].q_raw.tobytes() == whole[:, :n].q_raw.tobytes()
    else:
        with pytest.raises(NotAvailable, match="no part of this ensemble"):
            cloud[0]
    with pytest.raises(InvalidInput, match="resume=True"):
        rl.ensemble("dmv", BOX, out=out, **RUN)
    assert_same(rl.ensemble("dmv", BOX, out=out, resume=True, **RUN), whole)


def test_what_is_finished_is_not_computed_again(tmp_path, whole, monkeypatch):
    given = RUN | {"out": tmp_path / "cloud", "resume": True}
    for integrated in (ensembles._integrated, None):  # nothing there: a new one
        monkeypatch.setattr(ensembles, "_integrated", integrated)
        assert_same(rl.ensemble("dmv", BOX, **given), whole)


def test_a_part_is_noted_after_its_numbers_are_safe(tmp_path, monkeypatch):
    flushed, made = [], [0, 5, 10, 15, 20, 23]

    def flush(array):
        seen = int(rl.open(tmp_path / "cloud").made.sum())
        flushed.append((array.dtype.kind, seen))

    monkeypatch.setattr(np.memmap, "flush", flush)
    rl.ensemble("dmv", BOX, out=tmp_path / "cloud", part=5, **RUN)
    each = [(("f", before), ("i", after)) for before, after in pairwise(made)]
    assert [*dict.fromkeys(flushed)] == [*chain(*each)]


def test_an_ensemble_pickles(tmp_path):
    push = rl.loads.constant_torque((0, 0, 1))
    made = rl.ensemble("dmv", BOX, out=tmp_path / "cloud", load=push, **RUN)
    for cloud in (made, rl.open(tmp_path / "cloud")):
        assert_same(pickle.loads(pickle.dumps(cloud)), made)


def test_measured(tmp_path):
    def energies(run):
        calls.append(len(run.q))
        if len(calls) == 3:
            raise ValueError("not my day")
        return {"last": run.energy[-1], "all": run.energy.T}

    calls = []
    go, out = partial(rl.ensemble, "dmv", BOX, measure=energies), tmp_path / "cloud"
    with pytest.raises(ValueError, match="not my day") as caught:
        go(out=out, part=5, **RUN)
    made = caught.value.ensemble
    assert made.made.sum() == 10 and np.isfinite(made.measured["all"][5:10]).all()
    assert rl.open(out).made.sum() == 10
    for cloud in (go(out=out, part=5, resume=True, **RUN), rl.open(out)):
        assert_same(cloud, go(**RUN))


def test_only_one_goes_on_and_anybody_may_read(tmp_path):
    given = RUN | {"out": tmp_path / "cloud", "resume": True, "part": 5}
    read = []

    def another(first, stop, made):
        cloud = rl.open(tmp_path / "cloud")
        read.append(int(cloud.made.sum()))
        here = made[:, first:stop].q_raw.tobytes()
        assert cloud[:, first:stop].q_raw.tobytes() == here
        with pytest.raises(InvalidInput, match="another process is writing"):
            rl.ensemble("dmv", BOX, **given)

    with after_each_part(another):
        rl.ensemble("dmv", BOX, **given)
    assert read == [5, 10, 15, 20, 23]


@contextmanager
def disk(path, kilobytes):
    """A file system of this size, where one can be mounted."""
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(path)]
    try:
        subprocess.run(mount, capture_output=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no small disk can be mounted here: {error}")
    try:
        yield path
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)


def test_a_disk_that_gets_full_and_room_that_is_made(tmp_path):
    """All room is taken after the first part. What .npy files need is theirs by then;
    reasons of failures need more."""

    def wordy(t, q, omega):
        if np.max(omega[2]) > 5.0:
            raise ValueError(3000 * "x")
        return (0.0, 0.0, 0.0)

    def fill(first, stop, run):
        if first == 0:
            with pytest.raises(OSError), open(junk, "wb", buffering=0) as file:
                while file.write(4096 * b"x"):
                    pass

    given = RUN | {"omega": OMEGA % 3, "load": wordy, "part": 5}
    given["omega"][[17, 20], 2] = 6.0
    go = partial(rl.ensemble, "rk4", BOX, **given)
    whole = go()
    with disk(tmp_path / "small", 300) as small:
        junk, out = small / "junk", small / "cloud"
        with pytest.raises(OSError) as caught, after_each_part(fill):
            go(out=out)
        assert caught.value.errno == errno.ENOSPC
        assert "stopped after 15 of 23" in caught.value.__notes__[-1]
        for cloud in (caught.value.ensemble, rl.open(out)):
            assert cloud.made.tolist() == [True] * 15 + [False] * 8
            assert cloud[:, :15].q_raw.tobytes() == whole[:, :15].q_raw.tobytes()
        junk.unlink()
        assert_same(go(out=out, resume=True), whole)


def test_files_that_may_not_grow(tmp_path):
    """A limit that every user can set; an array is refused before it is begun."""
    pytest.importorskip("resource")
    code = """
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    RUN["omega"] = np.tile(OMEGA, (10, 1))
    try:
        rl.ensemble("buss4", BOX, out=out, **RUN)
    except OSError as error:
        print("refused", error.errno, error.ensemble.made.any())
    """
    assert alone(code, tmp_path / "cloud") == (["refused", "27", "False"], 0)
    assert not (tmp_path / "cloud").exists()


def drag(t, q, omega, position, velocity):
    return (*[-0.1 * w for w in omega], 0.0, 0.0, 0.0)


def named(t, q, omega, position, velocity):
    return drag(t, q, omega, position, velocity)


def test_another_problem_is_refused(tmp_path):
    given = RUN | {"method": rl.methods.dqvi("mass"), "body": BOX, "load": drag}
    given |= {"omega": OMEGA % 3, "out": tmp_path / "cloud", "part": 9}
    with pytest.raises(KeyboardInterrupt), stopped_after(9):
        rl.ensemble(**given)
    before = {p: p.read_bytes() for p in given["out"].iterdir()}
    changes = {
        "another h;": {"h": 0.04},
        "another steps, every;": {"steps": 41, "every": 8},
        "another t, t0;": {"t0": 1.0},
        "another omega;": {"omega": given["omega"] * (1 + 1e-15)},
        "another q_raw, omega, position": {"omega": given["omega"][:22]},
        "another q_raw, omega, pos": {"omega": given["omega"].astype(np.float32)},
        "another q_raw;": {"q0": (0.0, 1.0, 0.0, 0.0)},
        "another load;": {"load": named},
        "another loa": {"load": rl.wrenches.weight(BOX)},
        "another lo": {"load": None},
        "another measure;": {"measure": len},
        "another method, integrator": {"method": rl.methods.dqvi(0)},
        "another method, load, integrator": {"method": "lie_euler", "load": None},
        "another body;": {"body": rl.Body((1, 2, 3))},
        "another backend;|llvmlite": {"backend": "compiled"},
    }
    again = partial(rl.ensemble, resume=True)
    table = {said: partial(again, **given | new) for said, new in changes.items()}
    refused(table, (InvalidInput, NotAvailable))
    assert before == {p: p.read_bytes() for p in given["out"].iterdir()}
    assert again(**given).complete


def test_where_no_ensemble_is(tmp_path):
    for name in ("empty", "something"):
        (tmp_path / name).mkdir()
    for name in ("file", "something/t.npy"):
        (tmp_path / name).touch()
    table = {"an ensemble in .*empty": partial(rl.open, tmp_path / "empty")}
    for said, name in {"an ensemble": "something", "whole file": "file"}.items():
        out, table[said] = tmp_path / name, partial(rl.open, tmp_path / name)
        made = partial(rl.ensemble, "dmv", BOX, out=out, **RUN)
        table[f"out: .*{name}"] = [made, partial(made, resume=True)]
    table["resume: expected an out"] = partial(made, out=None, resume=True)
    refused(table)
    refused({"No such file": partial(rl.open, tmp_path / "no")}, FileNotFoundError)
