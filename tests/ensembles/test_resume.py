"""Nothing that was made is lost, whatever ends an ensemble: it can be read, and it goes
on to the bits that it would have had."""

import errno
import os
import pickle
import signal
import subprocess
import sys
import textwrap
from contextlib import contextmanager

import numpy as np
import pytest
from problems import BOX, ROOT
from watched import after_each_part

import rotlib as rl
from rotlib import ensembles
from rotlib.errors import InvalidInput, NotAvailable

# the loads here that fail do so by a branch
pytestmark = pytest.mark.filterwarnings("ignore::rotlib.errors.SlowLoad")

OMEGA = (0.3, 1.0, 0.8) + 0.2 * np.random.default_rng(7).normal(size=(23, 3))
OMEGA[3] *= 300  # refused by dmv
RUN = {"omega": OMEGA, "h": 0.05, "steps": 40, "every": 9, "backend": "auto"}
PUSH = rl.loads.constant_torque((0, 0, 1))
HEAD = """
import os, signal, sys, time
import numpy as np
import rotlib as rl
from rotlib import ensembles
from rotlib.errors import InvalidInput

BOX = rl.Body.box(mass=1.0, sides=(1, 4, 18))
OMEGA = (0.3, 1.0, 0.8) + 0.2 * np.random.default_rng(7).normal(size=(23, 3))
OMEGA[3] *= 300
RUN = {"omega": OMEGA, "h": 0.05, "steps": 40, "every": 9, "backend": "auto"}
out = sys.argv[1]
"""


def started(code, *given):
    """A process of its own that runs the code."""
    return subprocess.Popen(
        [sys.executable, "-c", HEAD + textwrap.dedent(code), *map(str, given)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


def ended(process):
    """(what it printed, exit status)."""
    said, errors = process.communicate(timeout=600)
    assert "Traceback" not in errors, errors
    return said.split(), process.returncode


@pytest.fixture(scope="module")
def whole():
    return rl.ensemble("dmv", BOX, **RUN)


def assert_same(one, other):
    assert [*one.t] == [*other.t] and one.failed == other.failed
    assert one.steps_completed.tolist() == other.steps_completed.tolist()
    assert one.arrays.keys() == other.arrays.keys()
    for name, a in one.arrays.items():
        assert np.asarray(a).tobytes() == other.arrays[name].tobytes(), name


class Stop:
    """It raises after some parts."""

    def __init__(self, parts, error=KeyboardInterrupt):
        self.left, self.error = parts, error

    def __call__(self, first, stop, run):
        self.left -= 1
        if self.left == 0:
            raise self.error


@pytest.mark.parametrize("part", [5, 4, 23])
def test_stopped_by_hand(tmp_path, whole, part):
    given = RUN | {"out": tmp_path / "cloud"}
    with pytest.raises(KeyboardInterrupt) as caught, after_each_part(Stop(3)):
        rl.ensemble("dmv", BOX, part=5, **given)
    assert "stopped after 15 of 23 motions" in caught.value.__notes__[-1]
    assert "resume=True goes on" in caught.value.__notes__[-1]
    for cloud in (caught.value.ensemble, rl.open(tmp_path / "cloud")):
        assert cloud.made.tolist() == [True] * 15 + [False] * 8
        assert repr(cloud) == (
            "<Ensemble dmv: 23 motions, 15 made, 6 records, t = 0 ... 2 s, 1 failed>"
        )
    seen = []
    with after_each_part(lambda *p: seen.append(p[:2])):
        done = rl.ensemble("dmv", BOX, part=part, resume=True, **given)
    assert seen == [(i, min(i + part, 23)) for i in range(15, 23, part)]
    assert_same(done, whole)
    assert_same(rl.open(tmp_path / "cloud"), whole)


@pytest.mark.day(2)
@pytest.mark.parametrize(
    "moment, parts",
    [
        ("_try", 0),  # nothing is made, and nothing of it is in the way
        ("_array", 0),
        ("_take", 0),
        ("after", 3),
        ("third flush", 2),  # numbers are written, and not yet noted
        ("third write", 2),  # reasons of failure, too
    ],
)
def test_killed(tmp_path, whole, moment, parts):
    code = """
    def kill(*given):
        os.kill(os.getpid(), signal.SIGKILL)

    class Third:
        def __init__(self, plain):
            self.plain = plain

        def __call__(self, *given):
            if made == [0, 5]:
                kill()
            self.plain(*given)

    def take(cloud, *part):
        first = int(cloud.made.sum())
        plain(cloud, *part)
        made.append(first)
        if first == 10:
            kill()

    moment, made, plain = sys.argv[2], [], ensembles._take
    ensembles._take = take
    if moment == "third flush":
        flush = Third(np.memmap.flush)
        np.memmap.flush = lambda a: flush(a)
    elif moment == "third write":
        ensembles.archive.write = Third(ensembles.archive.write)
    elif moment != "after":
        setattr(ensembles, moment, kill)
    RUN["omega"][12] *= 300
    rl.ensemble("dmv", BOX, part=5, out=out, **RUN)
    """
    out = tmp_path / "cloud"
    given = RUN | {"omega": OMEGA.copy(), "out": out}
    given["omega"][12] *= 300
    assert ended(started(code, out, moment)) == ([], -signal.SIGKILL)
    cloud = rl.open(out)
    assert cloud.made.tolist() == [True] * 5 * parts + [False] * (23 - 5 * parts)
    assert [*cloud.failed] == [3, 12][: (parts > 0) + (parts > 2)]
    if parts:
        got, had = cloud[:, : min(5 * parts, 12)], whole[:, : min(5 * parts, 12)]
        assert got.q_raw.tobytes() == had.q_raw.tobytes()
    else:
        with pytest.raises(NotAvailable, match="no part of this ensemble"):
            cloud[0]
    with pytest.raises(InvalidInput, match="resume=True"):
        rl.ensemble("dmv", BOX, **given)
    done = rl.ensemble("dmv", BOX, resume=True, **given)
    del given["out"]
    assert_same(done, rl.ensemble("dmv", BOX, **given))


def test_what_is_finished_is_not_computed_again(tmp_path, whole, monkeypatch):
    given = RUN | {"out": tmp_path / "cloud", "resume": True}
    assert_same(rl.ensemble("dmv", BOX, **given), whole)  # nothing there: a new one
    monkeypatch.setattr(ensembles, "_integrated", None)
    assert_same(rl.ensemble("dmv", BOX, **given), whole)


def test_a_part_is_noted_after_its_numbers_are_safe(tmp_path, monkeypatch):
    """And its failures."""
    safe, noted, plain = [], [], np.memmap.flush

    def flush(a):
        plain(a)
        if a.dtype.kind == "i":
            noted.append(int((a >= 0).sum()))
        else:
            cloud = rl.open(tmp_path / "cloud")
            safe.append((len(noted), int(cloud.made.sum())))

    monkeypatch.setattr(np.memmap, "flush", flush)
    rl.ensemble("dmv", BOX, out=tmp_path / "cloud", part=5, **RUN)
    assert noted == [5, 10, 15, 20, 23]
    assert {*safe} == {(0, 0), (1, 5), (2, 10), (3, 15), (4, 20)}


def test_an_ensemble_pickles(tmp_path):
    given = RUN | {"load": PUSH}
    made = rl.ensemble("dmv", BOX, out=tmp_path / "cloud", **given)
    for cloud in (made, rl.open(tmp_path / "cloud")):
        assert_same(pickle.loads(pickle.dumps(cloud)), made)


def test_measured(tmp_path):
    def energies(run):
        calls.append(len(run.q))
        if len(calls) == 3:
            raise ValueError("not my day")
        return {"last": run.energy[-1], "all": run.energy.T}

    calls = []
    given = RUN | {"measure": energies, "part": 5}
    with pytest.raises(ValueError, match="not my day") as caught:
        rl.ensemble("dmv", BOX, out=tmp_path / "cloud", **given)
    made = caught.value.ensemble
    assert made.made.sum() == 10 and np.isfinite(made.measured["all"][5:10]).all()
    assert rl.open(tmp_path / "cloud").made.sum() == 10
    done = rl.ensemble("dmv", BOX, out=tmp_path / "cloud", resume=True, **given)
    whole = rl.ensemble("dmv", BOX, **given)
    for name in ("last", "all"):
        assert done.measured[name].tobytes() == whole.measured[name].tobytes()
    opened = rl.open(tmp_path / "cloud")
    assert opened.measured.keys() == {"last", "all"} and opened.complete
    with pytest.raises(NotAvailable, match="measured"):
        opened[0]


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
        done = subprocess.run(mount, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("no command to mount a small disk with")
    if done.returncode:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.strip()}")
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

    omega = OMEGA % 3
    omega[[17, 20], 2] = 6.0
    given = RUN | {"omega": omega, "load": wordy, "part": 5}
    whole, made = rl.ensemble("rk4", BOX, **given), 15
    with disk(tmp_path / "small", 300) as small:
        junk, given["out"] = small / "junk", small / "cloud"
        with pytest.raises(OSError) as caught, after_each_part(fill):
            rl.ensemble("rk4", BOX, **given)
        assert caught.value.errno == errno.ENOSPC
        assert f"stopped after {made} of 23" in caught.value.__notes__[-1]
        for cloud in (caught.value.ensemble, rl.open(small / "cloud")):
            assert cloud.made.tolist() == [True] * made + [False] * (23 - made)
            assert cloud[:, :made].q_raw.tobytes() == whole[:, :made].q_raw.tobytes()
        junk.unlink()
        done = rl.ensemble("rk4", BOX, resume=True, **given)
        assert_same(done, whole)


@pytest.mark.day(1)
@pytest.mark.parametrize("limit, made", [(20_000, False), (60_000, True)])
def test_files_that_may_not_grow(tmp_path, limit, made):
    """A limit that every user can set; an array is refused before it is begun."""
    pytest.importorskip("resource")
    code = """
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
    try:
        RUN["omega"] = np.tile(OMEGA, (10, 1))
        cloud = rl.ensemble("buss4", BOX, out=out, **RUN)
        print("made", cloud.complete)
    except OSError as error:
        print("refused", error.errno, error.ensemble.made.any())
    """
    said, status = ended(started(code, tmp_path / "cloud", limit))
    assert status == 0
    assert said == (["made", "True"] if made else ["refused", "27", "False"])
    assert (tmp_path / "cloud").exists() == made


def torque(t, q, omega):
    return tuple([-0.1 * w for w in omega])


def named(t, q, omega):
    return torque(t, q, omega)


@pytest.mark.day(5)
@pytest.mark.parametrize(
    "change, said",
    [
        ({"h": 0.04}, "another h;"),
        ({"steps": 41, "every": 8}, "another steps, every;"),
        ({"t0": 1.0}, "another t, t0;"),
        ({"omega": OMEGA * (1 + 1e-15)}, "another omega;"),
        ({"omega": OMEGA[:22]}, "another q_raw, omega"),
        ({"omega": OMEGA.astype(np.float32)}, "another q_raw, omega"),
        ({"q0": (0.0, 1.0, 0.0, 0.0)}, "another q_raw;"),
        ({"load": named}, "another load;"),
        ({"load": PUSH}, "another load;"),
        ({"load": None}, "another load;"),
        ({"measure": len}, "another measure;"),
        ({"method": "buss1"}, "method"),
        ({"method": "lie_euler"}, "another method, integrator;"),
        ({"body": rl.Body((1, 2, 3))}, "another body;"),
    ],
)
def test_another_problem_is_refused(tmp_path, change, said):
    given = {"method": "rk4", "body": BOX, "load": torque, **RUN}
    given |= {"omega": OMEGA % 3}
    files = tmp_path / "cloud"

    def run(method, body, **given):
        return rl.ensemble(method, body, out=files, part=9, **given)

    with pytest.raises(KeyboardInterrupt), after_each_part(Stop(1)):
        run(**given)
    before = {p: p.read_bytes() for p in files.iterdir()}
    with pytest.raises((InvalidInput, NotAvailable), match=said):
        run(resume=True, **given | change)
    assert before == {p: p.read_bytes() for p in files.iterdir()}
    assert run(resume=True, **given | {"load": torque}).complete


def test_methods_of_one_name_are_told_apart(tmp_path):
    given = RUN | {"omega": OMEGA % 3, "out": tmp_path / "cloud"}
    rl.ensemble(rl.methods.dqvi("mass"), BOX, **given)
    with pytest.raises(InvalidInput, match="another.* integrator"):
        rl.ensemble(rl.methods.dqvi(0.5), BOX, resume=True, **given)


def test_bits_of_two_back_ends_are_not_mixed(tmp_path):
    pytest.importorskip("llvmlite")
    given = RUN | {"out": tmp_path / "cloud", "part": 9}
    with pytest.raises(KeyboardInterrupt), after_each_part(Stop(1)):
        rl.ensemble("lie_euler", BOX, **given)
    given |= {"backend": "compiled", "resume": True}
    with pytest.raises(InvalidInput, match="another backend"):
        rl.ensemble("lie_euler", BOX, **given)


@pytest.mark.parametrize("given", ["empty", "file", "something", "nothing"])
def test_where_no_ensemble_is(tmp_path, given):
    out = tmp_path / given
    if given in ("empty", "something"):
        out.mkdir()
    if given == "something":
        (out / "t.npy").touch()
    if given == "file":
        out.touch()
    missing = FileNotFoundError if given == "nothing" else InvalidInput
    with pytest.raises(missing, match="expected an ensemble|whole file|No such file"):
        rl.open(out)
    for resume in (False, True):
        if given in ("something", "file"):
            with pytest.raises(InvalidInput, match="out: "):
                rl.ensemble("dmv", BOX, out=out, resume=resume, **RUN)
    with pytest.raises(InvalidInput, match="resume: expected an out"):
        rl.ensemble("dmv", BOX, resume=True, **RUN)
