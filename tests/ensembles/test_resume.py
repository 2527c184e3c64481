"""Nothing that was made is lost, whatever ends an ensemble: it can be read, and it goes
on to the bits that it would have had."""

import errno
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from problems import BOX, ROOT, TILTED

import rotlib as rl
from rotlib.ensembles import kept
from rotlib.ensembles.fingerprint import fingerprint
from rotlib.errors import InvalidInput, NotAvailable

# the loads here that fail do so by a branch
pytestmark = pytest.mark.filterwarnings("ignore::rotlib.errors.SlowLoad")

OMEGA = (0.3, 1.0, 0.8) + 0.2 * np.random.default_rng(7).normal(size=(23, 3))
OMEGA[3] *= 300  # refused by dmv
RUN = {"omega": OMEGA, "h": 0.05, "steps": 40, "every": 9, "backend": "numpy"}
ZARR = pytest.mark.skipif(find_spec("zarr") is None, reason="needs zarr")
NAMES = pytest.mark.parametrize("name", ["cloud", pytest.param("c.zarr", marks=ZARR)])
HEAD = """
import os, signal, sys, time
import numpy as np
import rotlib as rl
from rotlib.ensembles import journal, kept, storage
from rotlib.errors import InvalidInput

BOX = rl.Body.box(mass=1.0, sides=(1, 4, 18))
OMEGA = (0.3, 1.0, 0.8) + 0.2 * np.random.default_rng(7).normal(size=(23, 3))
OMEGA[3] *= 300
RUN = {"omega": OMEGA, "h": 0.05, "steps": 40, "every": 9, "backend": "numpy"}
out = sys.argv[1]
kept.PAUSE = 0.0
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
    """A callback that raises after some parts."""

    def __init__(self, parts, error=KeyboardInterrupt):
        self.left, self.error = parts, error

    def __call__(self, first, stop, run):
        self.left -= 1
        if self.left == 0:
            raise self.error


# --- stopped, killed ------------------------------------------------------------------


@NAMES
@pytest.mark.parametrize("part", [5, 4, 23])
def test_stopped_by_hand(tmp_path, whole, name, part):
    given = RUN | {"out": tmp_path / name}
    with pytest.raises(KeyboardInterrupt) as caught:
        rl.ensemble("dmv", BOX, part=5, callback=Stop(3), **given)
    assert "15 of them are kept in" in caught.value.__notes__[-1]
    assert "call rotlib.ensemble again with resume=True" in caught.value.__notes__[-1]
    for cloud in (caught.value.ensemble, rl.open_ensemble(tmp_path / name)):
        assert cloud.made.tolist() == [True] * 15 + [False] * 8
        assert repr(cloud) == (
            "<Ensemble dmv: 23 motions, 15 made, 6 records, t = 0 ... 2 s, 1 failed>"
        )
    seen = []
    done = rl.ensemble(
        "dmv",
        BOX,
        part=part,
        resume=True,
        callback=lambda *p: seen.append(p[:2]),
        **given,
    )
    assert seen == [(i, min(i + part, 23)) for i in range(15, 23, part)]
    assert_same(done, whole)
    assert_same(rl.open_ensemble(tmp_path / name), whole)


@pytest.mark.day(2)
@pytest.mark.parametrize(
    "name, moment, parts",
    [
        ("cloud", "Kept.save", 0),  # nothing is made, and nothing of it is in the way
        ("cloud", "Journal.add", 0),
        ("cloud", "callback", 3),
        ("cloud", "third Journal.add", 2),  # numbers are written, and not yet noted
        pytest.param("c.zarr", "Journal.add", 0, marks=ZARR),
        pytest.param("c.zarr", "third Journal.add", 2, marks=ZARR),
    ],
)
def test_killed(tmp_path, whole, name, moment, parts):
    code = """
    def kill(*given):
        os.kill(os.getpid(), signal.SIGKILL)

    def third(self, parts):
        kill() if self.parts[1:] else plain(self, parts)

    moment, plain = sys.argv[2], journal.Journal.add
    if moment == "Kept.save":
        kept.Kept.save = kill
    if moment.endswith("Journal.add"):
        journal.Journal.add = third if moment.startswith("third") else kill
    rl.ensemble("dmv", BOX, part=5, out=out, **RUN,
                callback=lambda first, stop, run: kill() if first == 10 else None)
    """
    out = tmp_path / name
    assert ended(started(code, out, moment)) == ([], -signal.SIGKILL)
    cloud = rl.open_ensemble(out)
    assert cloud.made.tolist() == [True] * 5 * parts + [False] * (23 - 5 * parts)
    if parts:
        got, had = cloud[:, : 5 * parts], whole[:, : 5 * parts]
        assert got.q.tobytes() == had.q.tobytes()
    else:
        with pytest.raises(NotAvailable, match="no part of this ensemble"):
            cloud[0]
    with pytest.raises(InvalidInput, match="resume=True"):
        rl.ensemble("dmv", BOX, out=out, **RUN)
    assert_same(rl.ensemble("dmv", BOX, out=out, resume=True, **RUN), whole)


@NAMES
def test_what_is_finished_is_not_computed_again(tmp_path, whole, name, monkeypatch):
    given = RUN | {"out": tmp_path / name, "resume": True}
    assert_same(rl.ensemble("dmv", BOX, **given), whole)  # nothing there: a new one
    monkeypatch.setattr("rotlib.ensembles.chunk.run", None)
    assert_same(rl.ensemble("dmv", BOX, **given), whole)


def test_lines_that_were_cut_off_do_not_count(tmp_path, whole):
    given = RUN | {"out": tmp_path / "cloud", "part": 5}
    rl.ensemble("dmv", BOX, **given)
    made = tmp_path / "cloud" / "made.jsonl"
    lines = made.read_text(encoding="utf-8").splitlines(keepends=True)
    for left, tail in ((2, lines[2][:9]), (3, "\0" * 40), (4, lines[4].strip())):
        made.write_text("".join(lines[:left]) + tail, encoding="utf-8")
        assert rl.open_ensemble(tmp_path / "cloud").made.sum() == 5 * left
        assert_same(rl.ensemble("dmv", BOX, resume=True, **given), whole)
        assert_same(rl.open_ensemble(tmp_path / "cloud"), whole)


def test_what_lost_its_list_is_not_thrown_away(tmp_path, monkeypatch):
    given = RUN | {"out": tmp_path / "cloud"}
    rl.ensemble("dmv", BOX, **given)
    (tmp_path / "cloud" / "made.jsonl").unlink()
    before = {p: p.read_bytes() for p in (tmp_path / "cloud").iterdir()}

    def stop(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr("rotlib.ensembles.chunk.run", stop)
    with pytest.raises(KeyboardInterrupt):
        rl.ensemble("dmv", BOX, resume=True, **given)
    assert before == {p: p.read_bytes() for p in (tmp_path / "cloud").iterdir()}


@NAMES
def test_a_part_is_noted_after_its_numbers_are_safe(tmp_path, name, monkeypatch):
    """Each file that a part has changed is on the disk before the line that says so."""
    safe, plain = set(), os.fsync

    def fsync(file):
        safe.add(os.readlink(f"/proc/self/fd/{file}"))
        plain(file)

    def add(self, parts):
        written = {str(p) for p in (tmp_path / name).rglob("*") if p.is_file()}
        here = {p for p in written - safe if "json" not in p and "/t/" not in p}
        assert here == set() and len(safe) >= 3
        noted.extend(part.first for part in parts)

    if not os.path.exists("/proc/self/fd"):
        pytest.skip("the system does not tell which file is open")
    noted = []
    monkeypatch.setattr(kept, "PAUSE", 60.0)
    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr("rotlib.ensembles.journal.Journal.add", add)
    rl.ensemble("dmv", BOX, out=tmp_path / name, part=5, **RUN)
    assert noted == [0, 5, 10, 15, 20]


def test_an_ensemble_pickles_where_its_method_does(tmp_path):
    try:
        pickle.dumps(rl.methods.dmv)
    except (AttributeError, pickle.PicklingError):
        pytest.skip("this method does not")
    given = RUN | {"load": rl.loads.constant_torque((0, 0, 1))}
    made = rl.ensemble("dmv", BOX, out=tmp_path / "cloud", **given)
    for cloud in (made, rl.open_ensemble(tmp_path / "cloud")):
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
    assert rl.open_ensemble(tmp_path / "cloud").made.sum() == 10
    done = rl.ensemble("dmv", BOX, out=tmp_path / "cloud", resume=True, **given)
    whole = rl.ensemble("dmv", BOX, **given)
    for name in ("last", "all"):
        assert done.measured[name].tobytes() == whole.measured[name].tobytes()
    opened = rl.open_ensemble(tmp_path / "cloud")
    assert opened.measured.keys() == {"last", "all"} and opened.complete
    with pytest.raises(NotAvailable, match="measured"):
        opened[0]


# --- two that write -------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, apart", [("cloud", 0.0), pytest.param("c.zarr", 0.05, marks=ZARR)]
)
def test_one_of_two_that_begin_is_refused(tmp_path, name, apart):
    code = """
    t0, folder = float(sys.argv[2]), sys.argv[3]
    open(f"{folder}/ready{t0}", "x").close()
    while not os.path.exists(f"{folder}/go"):
        time.sleep(0.001)
    time.sleep(t0)

    def wait(*part):  # until the other one has been refused
        while not os.path.exists(f"{folder}/refused"):
            time.sleep(0.001)

    try:
        cloud = rl.ensemble("dmv", BOX, part=5, out=out, t0=t0, **RUN, callback=wait)
        print("made", cloud.complete)
    except InvalidInput as error:
        print("refused", "exists" in str(error))
        open(f"{folder}/refused", "x").close()
    """
    out = tmp_path / name
    both = [started(code, out, wait, tmp_path) for wait in (0.0, apart or 1e-9)]
    while len([*tmp_path.glob("ready*")]) < 2 and all(p.poll() is None for p in both):
        time.sleep(0.01)
    (tmp_path / "go").touch()
    said = [ended(process)[0] for process in both]
    assert sorted(said) == [["made", "True"], ["refused", "True"]]
    cloud = rl.open_ensemble(out)
    winner = said.index(["made", "True"])
    assert cloud.complete and cloud.t[0] == (0.0, apart or 1e-9)[winner]


@NAMES
def test_only_one_goes_on_and_anybody_may_read(tmp_path, name, monkeypatch):
    monkeypatch.setattr(kept, "PAUSE", 0.0)
    given = RUN | {"out": tmp_path / name, "resume": True, "part": 5}
    read = []

    def another(first, stop, run):
        cloud = rl.open_ensemble(tmp_path / name)
        read.append(int(cloud.made.sum()))
        assert cloud[:, first:stop].q.tobytes() == run.q.tobytes()
        if stop == 23:  # all is made, so nobody is in the way
            return
        with pytest.raises(InvalidInput, match="another process is writing"):
            rl.ensemble("dmv", BOX, **given)

    rl.ensemble("dmv", BOX, callback=another, **given)
    assert read == [5, 10, 15, 20, 23]


@NAMES
def test_a_folder_that_looked_empty_may_be_taken_by_now(tmp_path, name, monkeypatch):
    rl.ensemble("dmv", BOX, out=tmp_path / name, **RUN)
    monkeypatch.setattr(Path, "iterdir", lambda path: iter(()))
    with pytest.raises(InvalidInput, match="exists, and nothing is overwritten"):
        rl.ensemble("lie_euler", BOX, out=tmp_path / name, **RUN)
    assert "dmv" in repr(rl.open_ensemble(tmp_path / name))


def test_another_may_have_finished_it_by_now(tmp_path, whole, monkeypatch):
    """Between reading the list and being the only one who writes."""
    given = RUN | {"out": tmp_path / "cloud", "part": 5}
    rl.ensemble("dmv", BOX, **given)
    made = tmp_path / "cloud" / "made.jsonl"
    text = made.read_text(encoding="utf-8")
    made.write_text(text[:20], encoding="utf-8")
    monkeypatch.setattr(
        "rotlib.ensembles.journal._locked",
        lambda path: made.write_text(text, encoding="utf-8") and None,
    )
    monkeypatch.setattr("rotlib.ensembles.chunk.run", None)
    assert_same(rl.ensemble("dmv", BOX, resume=True, **given), whole)


# --- a disk that is full --------------------------------------------------------------


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


@NAMES
def test_a_disk_without_room(tmp_path, name):
    omega = np.random.default_rng(1).normal(size=(1500, 3))
    with disk(tmp_path / "small", 64) as small:
        with pytest.raises(OSError) as caught:
            rl.ensemble("buss4", BOX, out=small / name, **RUN | {"omega": omega})
        assert caught.value.errno == errno.ENOSPC
        assert f"no room for '{small / name}'" in caught.value.__notes__[-1]
        assert not caught.value.ensemble.made.any()
        assert [*small.iterdir()] == []


@pytest.mark.parametrize(
    "name, made", [("cloud", 20), pytest.param("c.zarr", 5, marks=ZARR)]
)
def test_a_disk_that_gets_full_and_room_that_is_made(tmp_path, name, made, monkeypatch):
    """All room is taken after the first part. What .npy files need is theirs by then,
    until reasons of failures need more."""

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
    omega[[12, 20], 2] = 6.0
    given = RUN | {"omega": omega, "load": wordy, "part": 5}
    whole = rl.ensemble("rk4", BOX, **given)
    monkeypatch.setattr(kept, "PAUSE", 0.0)
    with disk(tmp_path / "small", 300) as small:
        junk, given["out"] = small / "junk", small / name
        with pytest.raises(OSError) as caught:
            rl.ensemble("rk4", BOX, callback=fill, **given)
        assert caught.value.errno == errno.ENOSPC
        assert f"{made} of them are kept in" in caught.value.__notes__[-1]
        assert "make room there and call" in caught.value.__notes__[-1]
        for cloud in (caught.value.ensemble, rl.open_ensemble(small / name)):
            assert cloud.made.tolist() == [True] * made + [False] * (23 - made)
            assert cloud[:, :made].q.tobytes() == whole[:, :made].q.tobytes()
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


# --- what belongs together ------------------------------------------------------------


def torque(gain):
    return lambda t, q, omega: tuple([-gain * w for w in omega])


def other(gain):
    return lambda t, q, omega: tuple([-gain * w / 2 for w in omega])


@pytest.mark.day(5)
@pytest.mark.parametrize(
    "change, said",
    [
        ({"h": 0.04}, r"another h \(0.04, it was 0.05\)"),
        ({"steps": 41, "every": 8}, r"another every \(8, it was 9\); another steps"),
        ({"t0": 1.0}, "another t0"),
        ({"omega": OMEGA * (1 + 1e-15)}, "another omega;"),
        ({"omega": OMEGA[:22]}, r"another motions \(22, it was 23\); another omega"),
        ({"omega": OMEGA.astype(np.float32)}, "another omega"),
        ({"q0": (0.0, 1.0, 0.0, 0.0)}, "another q0"),
        ({"load": torque(0.2)}, "another load;"),
        ({"load": other(0.1)}, "another load;"),
        ({"load": rl.loads.constant_torque((0, 0, 1))}, r"another load \('constant"),
        ({"load": None}, "another load"),
        ({"measure": len}, r"another measure \('len', it was None\)"),
        ({"method": "buss1"}, "method"),
        ({"method": "lie_euler"}, r"another method \('lie_euler', it was 'rk4'\)"),
        ({"body": rl.Body((1, 2, 3))}, "another body;"),
    ],
)
def test_another_problem_is_refused(tmp_path, change, said):
    given = {"method": "rk4", "body": BOX, "load": torque(0.1), **RUN}
    given |= {"omega": OMEGA % 3}
    files = tmp_path / "cloud"

    def run(method, body, **given):
        return rl.ensemble(method, body, out=files, part=9, **given)

    with pytest.raises(KeyboardInterrupt):
        run(callback=Stop(1), **given)
    before = {p: p.read_bytes() for p in files.iterdir()}
    with pytest.raises((InvalidInput, NotAvailable), match=said):
        run(resume=True, **given | change)
    assert before == {p: p.read_bytes() for p in files.iterdir()}
    assert run(resume=True, **given | {"load": torque(0.1)}).complete


def test_methods_of_one_name_are_told_apart(tmp_path):
    given = RUN | {"omega": OMEGA % 3, "out": tmp_path / "cloud"}
    rl.ensemble(rl.methods.dqvi("mass"), BOX, **given)
    with pytest.raises(InvalidInput, match="another method"):
        rl.ensemble(rl.methods.dqvi(0.5), BOX, resume=True, **given)


def test_bits_of_two_back_ends_are_not_mixed(tmp_path):
    given = RUN | {"out": tmp_path / "cloud", "part": 9}
    with pytest.raises(KeyboardInterrupt):
        rl.ensemble("dmv", BOX, callback=Stop(1), **given)
    made = tmp_path / "cloud" / "made.jsonl"
    made.write_text(
        made.read_text(encoding="utf-8").replace("numpy", "compiled"), encoding="utf-8"
    )
    with pytest.raises(
        InvalidInput, match="backend: the other parts were made by 'compiled'"
    ):
        rl.ensemble("dmv", BOX, resume=True, **given)


def test_numbers_that_became_complex_are_refused():
    def measure(run):
        parts.append(run)
        return run.energy[-1] * (1 if len(parts) == 1 else 1j)

    parts = []
    with pytest.raises(InvalidInput, match="stay real"):
        rl.ensemble("dmv", BOX, measure=measure, part=12, **RUN)


@pytest.mark.parametrize("given", ["empty", "file", "something", "nothing"])
def test_where_no_ensemble_is(tmp_path, given):
    out = tmp_path / given
    if given in ("empty", "something"):
        out.mkdir()
    if given == "something":
        (out / "t.npy").touch()
    if given == "file":
        out.touch()
    with pytest.raises(InvalidInput, match="expected an ensemble"):
        rl.open_ensemble(out)
    for resume in (False, True):
        if given in ("something", "file"):
            with pytest.raises(InvalidInput, match="out: "):
                rl.ensemble("dmv", BOX, out=out, resume=resume, **RUN)
    with pytest.raises(InvalidInput, match="resume: expected an out"):
        rl.ensemble("dmv", BOX, resume=True, **RUN)


# --- what is read back ----------------------------------------------------------------


def test_a_load_is_handed_over_or_missed(tmp_path):
    """Energies without the potential would be wrong, and nothing says them."""
    given = RUN | {"omega": OMEGA % 3, "out": tmp_path / "cloud"}
    load = rl.loads.uniform_gravity(TILTED)
    made = rl.ensemble("buss4", TILTED, load=load, **given)
    cloud = rl.open_ensemble(tmp_path / "cloud")
    assert cloud[:, 5].q.tobytes() == made[:, 5].q.tobytes()
    assert np.array_equal(cloud[:].kinetic_energy, made[:].kinetic_energy)
    for missed in (lambda: cloud[:].energy, lambda: cloud[:, 5].at([0.3])):
        with pytest.raises((NotAvailable, InvalidInput), match=r"out, load=\.\.\."):
            missed()
    cloud = rl.open_ensemble(tmp_path / "cloud", load=rl.loads.uniform_gravity(TILTED))
    assert np.array_equal(cloud[:].energy, made[:].energy)
    assert np.array_equal(cloud[:, 5].at([0.3]).q, made[:, 5].at([0.3]).q)
    wrong = rl.loads.uniform_gravity(TILTED, g=(0, 0, 1))
    with pytest.raises(InvalidInput, match="load: expected the one"):
        rl.open_ensemble(tmp_path / "cloud", load=wrong)


def test_a_flight_is_read_back(tmp_path):
    given = RUN | {"omega": OMEGA % 3, "velocity": OMEGA % 2, "out": tmp_path / "cloud"}
    load = rl.wrenches.weight(BOX)
    made = rl.ensemble("dqvi", BOX, load=load, **given)
    cloud = rl.open_ensemble(tmp_path / "cloud")
    assert isinstance(cloud[0], rl.PoseTrajectory)
    assert cloud[:].position.tobytes() == made[:].position.tobytes()
    assert np.array_equal(cloud[:].momentum_space, made[:].momentum_space)
    with pytest.raises(NotAvailable, match="load: the folder keeps its name"):
        _ = cloud[:].energy


def test_a_method_that_rotlib_does_not_know(tmp_path):
    from dataclasses import replace

    given = RUN | {"omega": OMEGA % 3, "out": tmp_path / "cloud"}
    mine = replace(rl.methods.buss4, name="mine")
    made = rl.ensemble(mine, BOX, **given)
    cloud = rl.open_ensemble(tmp_path / "cloud")
    assert "mine" in repr(cloud)
    assert cloud[:, 3].energy.tobytes() == made[:, 3].energy.tobytes()
    with pytest.raises(NotAvailable, match="read, not continued"):
        cloud[:, 3].at([0.3])


# --- fingerprints ---------------------------------------------------------------------


class Spring:
    def __init__(self, k):
        self.k = k

    def __call__(self, t, q, omega):
        return tuple([-self.k * x for x in q[1:]])


def test_the_fingerprint_of_a_torque_follows_what_it_computes():
    from functools import partial

    def table(numbers, t, q, omega):
        return tuple(numbers) if t in {"a", "b", "c"} else (0.0, 0.0, 0.0)

    made = [
        torque,
        lambda k: rl.loads.constant_torque((0, 0, k)),
        Spring,
        lambda k: Spring(k).__call__,
        lambda k: partial(table, np.array([k, 1.0, 2.0])),
        lambda k: rl.loads.uniform_gravity(TILTED, g=(0, 0, k)),
        lambda k: rl.wrenches.weight(TILTED, g=(0, 0, k)),
        lambda k: lambda *given: (np.sin if k < 0.15 else np.cos)(*given),
        lambda k: partial(math.sin if k < 0.15 else math.cos),
        lambda k: {"nested": [k, {"a", "b"}, None, True, b"x", 2j]},
    ]
    texts = [[fingerprint(make(k)) for k in (0.1, 0.1, 0.2)] for make in made]
    assert [one == again != other for one, again, other in texts] == [True] * len(made)
    assert len({one for one, _, _ in texts}) == len(made)


def test_the_fingerprint_is_the_same_in_another_process():
    code = f"""
    sys.path.insert(0, {str(Path(__file__).parent)!r})
    sys.path.insert(0, {str(Path(__file__).parents[1])!r})
    import test_resume as t
    from rotlib.ensembles.fingerprint import fingerprint
    print(fingerprint(t.torque(0.1)), fingerprint(t.Spring(1.0)),
          fingerprint(t.Stop(1)), fingerprint(rl.loads.uniform_gravity(t.TILTED)))
    """
    said, _ = ended(started(code, "nowhere"))
    parts = torque(0.1), Spring(1.0), Stop(1), rl.loads.uniform_gravity(TILTED)
    assert said == [fingerprint(part) for part in parts]


def test_the_problem_is_json_to_be_read(tmp_path):
    rl.ensemble("dmv", BOX, load=torque(0.1), out=tmp_path / "cloud", **RUN)
    problem = json.loads(
        (tmp_path / "cloud" / "ensemble.json").read_text(encoding="utf-8")
    )
    assert problem["method"]["name"] == "dmv" and problem["motions"] == 23
    assert problem["load"]["name"] == "<lambda>" and problem["h"] == 0.05
