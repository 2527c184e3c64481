"""Runs that go into files and come back."""

import json
import pickle
import re
from dataclasses import replace
from functools import partial

import kinds_of_runs
import numpy as np
import pytest
from kinds_of_runs import (
    BODY,
    FREE,
    KINDS,
    OMEGA,
    OWN,
    PAIR,
    PUSH,
    SPINS,
    swing,
    turned,
)
from refusals import refused

import rotlib as rl
from rotlib import errors, loads, methods, wrenches

LATER = {"omega": OMEGA, "duration": 3.0}
WEIGHT = loads.uniform_gravity([BODY] * 2)


def brake(t, q, omega):
    return -0.1 * omega


def ran(method="rk4", load=None, body=FREE, **options):
    given = {"omega": OMEGA, "h": 0.1, "steps": 12, "load": load}
    return rl.integrate(method, body, **given | options)


def saved(run, folder, **options):
    run.save(folder / "run.npz")
    return rl.open(folder / "run.npz", **options)


def steadily(t):
    return 0.1 * t


RUNS = {name: partial(kinds_of_runs.ran, name) for name in KINDS} | {
    "batch": lambda: ran("rk4", omega=SPINS),
    "float32": lambda: ran("splitting_123", omega=np.float32(OMEGA)),
    "some records": lambda: ran("krenk_nielsen")[::3],
    "parts of a batch": lambda: ran("krenk_nielsen", omega=SPINS)[:, 1],
    "adaptive": lambda: rl.integrate("buss5", FREE, **LATER, tolerance=1e-8),
    "any load, any tolerance": lambda: rl.integrate(
        "rkmk54", FREE, **LATER, tolerance=1e-6, load=wrenches.weight(FREE)
    ),
    "flock": lambda: ran("dqvi", omega=SPINS[0], velocity=(0, 1, 0)),
    "pieces": lambda: rl.join(
        first := ran("buss4"),
        ran("rk4", PUSH, q0=first.q[-1], omega=first.omega[-1], t0=first.t[-1]),
    ),
    "events": lambda: ran("buss4", events=[lambda t, q, omega: omega[0] - 0.5]),
    "bodies": lambda: ran(body=[FREE, BODY, FREE], omega=SPINS[:, 0]),
    "bodies and load": lambda: ran("buss2", WEIGHT, PAIR),
}


@pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
@pytest.mark.parametrize("name", RUNS)
def test_a_run_comes_back_equal(name, tmp_path):
    run = RUNS[name]()
    given = {"load": run.load} if name in OWN else {}
    given |= {"inputs": swing} if name == "inputs by time" else {}
    read = saved(run, tmp_path, **given)
    for again in (pickle.loads(pickle.dumps(run)), read):
        assert again == run and type(again) is type(run)
        assert again.load == run.load and again.integrator == run.integrator
        assert again.stats.keys() == run.stats.keys()
        assert all(map(np.array_equal, again.stats.values(), run.stats.values()))
        energy = "total_energy" if "pair" in name else "energy"
        assert np.array_equal(getattr(again, energy), getattr(run, energy))
        middle = 0.5 * (run.t[0] + run.t[-1])
        assert again.at([middle, 0.123]) == run.at([middle, 0.123])
        assert all(map(np.array_equal, again.t_events, run.t_events))
        for forces in [rl.joints.forces] if name == "joints" else []:
            assert np.array_equal(forces(again).force, forces(run).force)


def test_the_motion_is_there_for_other_programs(tmp_path):
    run = ran("dqvi", velocity=(1, 2, 3))
    run.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz", allow_pickle=False) as file:
        for name in ("t", "q_raw", "omega", "position", "velocity"):
            assert np.array_equal(file[name], getattr(run, name))
        assert np.array_equal(file["body.inertia"], FREE.inertia)
        assert json.loads(str(file["rotlib"]))["format"] == 1


# --- what a file does not hold --------------------------------------------------------


@pytest.mark.parametrize("load", [brake, rl.Load("mine", brake, lambda q: q[0])])
def test_a_load_of_ones_own_is_handed_over_again(load, tmp_path):
    run = ran("rk4", load)
    again = saved(run, tmp_path)
    assert again == run and again.load.name == run.load.name
    missed = partial(again.at, 0.25)
    refused({"brake.*no functions.*load=": missed}, errors.NotAvailable)
    assert saved(again, tmp_path).load.name == run.load.name  # and once more
    whole = saved(run, tmp_path, load=load)
    assert whole.at(0.25) == run.at(0.25)
    assert np.array_equal(whole.energy, run.energy)


def test_inputs_come_back_with_the_load_that_takes_them(tmp_path):
    run = ran(load=turned, inputs=np.linspace(0.0, 1.0, 12))
    for whole in (saved(run, tmp_path), saved(run, tmp_path, load=turned)):
        assert whole == run and np.array_equal(whole.inputs, run.inputs)
    run = ran(load=turned, inputs=steadily)
    missed = partial(saved(run, tmp_path, load=turned).at, 0.25)
    refused({"steadily": missed}, errors.NotAvailable)
    assert saved(run, tmp_path, load=turned, inputs=steadily).at(0.25) == run.at(0.25)
    given = partial(saved, run, tmp_path, load=turned)
    others = [partial(given, inputs=other) for other in (np.cos, np.zeros(12))]
    refused({"inputs: expected that of this": others})


def test_of_a_sum_the_known_part_comes_back(tmp_path):
    mine = rl.Load("mine", lambda t, q, w, x, v: (0.0,) * 6)
    run = ran("dqvi", wrenches.weight(BODY) + mine, BODY)
    again = saved(run, tmp_path)
    assert again.load.summands[0] == wrenches.weight(BODY)
    assert np.array_equal(again.potential_energy, run.potential_energy)


def test_a_method_of_ones_own_stays_behind_and_is_missed(tmp_path):
    mine = replace(methods.rk4, name="mine")
    again = saved(ran(mine), tmp_path)
    assert again.method == "mine"
    missed = partial(again.at, 0.25)
    refused({"mine: this function.*no functions": missed}, errors.NotAvailable)


def test_what_a_file_cannot_hold_is_named(tmp_path):
    run, wrong = ran(), (object(), np.array([None]), {1: 2}, 1j)
    runs = [replace(run, stats=run.stats | {"mine": value}) for value in wrong]
    saving = [partial(run.save, tmp_path / "run.npz") for run in runs]
    refused({"save: run.stats.mine is": saving}, errors.NotAvailable)
    assert [*tmp_path.iterdir()] == []


def test_a_file_is_whole_or_not_there(tmp_path, monkeypatch):
    run, path = ran(), tmp_path / "run.npz"
    run.save(path)

    def full(file, **arrays):
        file.write(b"PK")
        raise OSError("disk full")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(OSError, match="disk full"):
        ran("buss4").save(path)
    assert [*tmp_path.iterdir()] == [path] and rl.open(path) == run


# --- files of other kinds -------------------------------------------------------------


def test_files_of_other_kinds_are_named(tmp_path):
    run, path = ran(), tmp_path / "x.npz"
    opened, table = partial(rl.open, path), run.to_csv()
    refused({"expected a path, got int": partial(rl.open, 7)})
    refused({"": opened}, FileNotFoundError)
    run.save(path)
    for write in (
        partial(path.write_bytes, path.read_bytes()[:1000]),
        lambda: np.savetxt(path, run.q, delimiter=",", header="q_w,q_x,q_y,q_z"),
        lambda: np.savez(path, a=1, b=2),
        partial(path.write_bytes, b"\xff\xfe"),
        partial(path.write_text, table.replace("0.1,", "0.1,x", 1)),
        partial(path.write_text, table + "1,2\n"),
        partial(path.write_text, ""),
    ):
        write()
        refused({"whole file of run.save.*x.npz": opened})


def stored(path):
    with np.load(path) as file:
        return dict(file)


def told(path, change):
    file = stored(path)
    about = json.loads(str(file["rotlib"]))
    change(about["value"]["call"][2]["dict"])
    np.savez(path, **file | {"rotlib": np.array(json.dumps(about))})


def test_a_file_that_was_changed_is_refused(tmp_path):
    path, opened = tmp_path / "x.npz", partial(rl.open, tmp_path / "x.npz")
    ran().save(path)
    whole = stored(path)
    about = json.loads(str(whole["rotlib"])) | {"format": 2, "version": "9.9"}
    np.savez(path, **whole | {"rotlib": np.array(json.dumps(about))})
    refused({"format 2, of rotlib 9.9": opened}, errors.VersionMismatch)
    np.savez(path, **whole | {"omega": whole["omega"][1:]})
    refused({"as many records": opened})
    np.savez(path, **whole | {"q_raw": np.array([print], dtype=object)})
    refused({"whole file of run.save": opened})  # a pickle is not opened
    weak = loads.constant_torque((0.1, 0.0, 0.1), frame="space")
    others = {
        "Load brake>, got <Load constant": (brake, PUSH),
        "this run, None, got <Load brake>": (None, brake),
        "load: expected that of this run": (PUSH, weak),
    }
    for said, (own, other) in others.items():
        run = ran("rk4", own)
        refused({said: partial(saved, run, tmp_path, load=other)})


def test_a_file_takes_no_more_memory_than_its_size(tmp_path):
    path = tmp_path / "x.npz"
    ran().save(path)
    np.savez_compressed(path, **stored(path) | {"t": np.zeros(10_000_000)})
    assert path.stat().st_size < 200_000
    refused({"larger than the file": partial(rl.open, path)})
    ran().save(path)
    nine = [{"array": "q_raw"}] * 9
    told(path, lambda fields: fields["stats"]["dict"].update(a=nine))
    assert np.shares_memory(*rl.open(path).stats["a"][:2])  # it is read once


NO_PARTS = [
    {"call": ["os:system", ["true"], {"dict": {}}]},
    {"call": ["runs.archive:write", ["x.npz", 1], {"dict": {}}]},
    {"call": ["loads:np.save", ["x.npz", 1], {"dict": {}}]},
    {"call": ["runs.archive:packed", [1], {"dict": {}}]},
    {"function": "runs.archive:write.__globals__"},
    {"function": "runs.archive:os.makedirs"},
    {"function": "backends.user_function:exchanged"},
    {"call": ["runs.archive:Path", [], {"dict": {}}]},
    {"call": ["runs..:x", [], {"dict": {}}]},
    {"pickled": ["print", "cbuiltins\nprint\n."]},
    {"what": 1},
]


@pytest.mark.parametrize("part", NO_PARTS, ids=str)
def test_a_file_names_nothing_but_what_a_run_is_made_of(part, tmp_path):
    path = tmp_path / "x.npz"
    ran().save(path)
    told(path, lambda fields: fields.update(interpolant=part))
    refused({"whole file of run.save.*x.npz": partial(rl.open, path)})


def test_a_flipped_byte_is_found_or_does_no_harm(tmp_path):
    run, path = ran(), tmp_path / "x.npz"
    run.save(path)
    whole = path.read_bytes()
    rng, found = np.random.default_rng(1), 0
    for at in rng.integers(len(whole), size=60):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << rng.integers(8)
        path.write_bytes(flipped)
        try:
            assert rl.open(path) == run
        except (errors.InvalidInput, OSError):
            found += 1
    assert found > 30


# --- tables that read back


@pytest.mark.parametrize("name", ["free", "flight", "flock", "states and rotors"])
def test_a_table_reads_back_to_the_same_bits(name, tmp_path):
    run, path = RUNS[name](), tmp_path / "run.csv"
    run.to_csv(path)
    rows = np.genfromtxt(path, delimiter=",", names=True, encoding="utf-8")
    opened, single = rl.open(path), run.q.ndim == 2
    assert opened.shape == run.q.shape[:-1]
    assert opened.dtype.names == (*([] if single else ["body"]), *run.columns)
    whole = np.asarray(run).reshape(len(run), -1, len(run.columns)).swapaxes(0, 1)
    if not single:
        assert np.array_equal(rows["body"], np.repeat(range(len(whole)), len(run)))
    for name, column in zip(run.columns, np.moveaxis(whole, -1, 0), strict=True):
        read = rows[re.sub(r"[^\w ]", "", name).replace(" ", "_")]
        assert np.array_equal(read, column.ravel()), name
        assert np.array_equal(opened[name].T, column if not single else column[0])


def test_a_table_is_its_rows_alone(tmp_path):
    run, path = ran(omega=SPINS[0]), tmp_path / "run.csv"
    run[:0].to_csv(path)
    opened = partial(rl.open, path)
    assert opened().shape[0] == 0
    path.write_text("".join(run.to_csv().splitlines(keepends=True)[:-1]))
    refused({"table of run.to_csv.*reshape": opened})
    run.to_csv(path)
    given = [partial(opened, load=brake), partial(opened, inputs=1.0)]
    refused({"table is read without": given})
