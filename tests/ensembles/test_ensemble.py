"""Many motions in parts: the bits of one run, no motion that stops the others,
nothing lost when something stops all."""

import tracemalloc
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest
from problems import BOX, TOP
from refusals import refused
from watched import OMEGA

import rotlib as rl
from rotlib.backends import executors
from rotlib.errors import InvalidInput, NotAvailable, RotlibError
from rotlib.runs import archive

# the loads here that fail do so by a branch
pytestmark = pytest.mark.filterwarnings("ignore::rotlib.errors.SlowLoad")

BODY = rl.Body((1.0, 1.5, 2.4))
OMEGA = OMEGA[:23]
Q0 = rl.quaternion.normalize(np.random.default_rng(7).normal(size=(23, 4)))
STEPS = 16
RUN = {"h": 0.05, "steps": STEPS}


def on(backend, *cases):
    """Each of the cases on a back end, where it is there."""
    absent = backend == "compiled" and not find_spec("llvmlite")
    marks = pytest.mark.skipif(absent, reason="needs llvmlite")
    for case in cases:
        yield pytest.param(case, backend, id=f"{case}-{backend}", marks=marks)


def assert_same_bits(one, other):
    assert one == other  # what belongs to the motion
    for name in one.stats.keys() | other.stats.keys():
        if isinstance(one.stats.get(name), np.ndarray):
            assert archive.same(one.stats[name], other.stats[name]), name


def push(t, q, omega):
    return (0.1 * np.sin(3 * t), 0.05 * q[1], -0.2 * omega[2])


CASES = {
    "buss4": {"load": rl.loads.gravity_gradient(BOX, 1.0, 1.0, normal=(0, 1, 0))},
    "rk4": {"load": push},
    "dmv": {},
    "exact": {},
    "dqvi": {"velocity": (0.1, 0.2, 0.3), "position": OMEGA},
}


@pytest.mark.day(2)
@pytest.mark.parametrize(
    "method, backend", [*on("auto", *CASES), *on("compiled", "dmv", "dqvi")]
)
def test_whatever_the_parts_the_bits_are_those_of_one_run(method, backend):
    given = {"omega": OMEGA, "q0": Q0, "every": 7, "backend": backend, "t0": 0.3}
    given |= RUN | CASES[method]
    whole = rl.integrate(method, BOX, **given)
    for part in (1, 5, 22, 23, None):
        cloud = rl.ensemble(method, BOX, part=part, **given)
        assert_same_bits(cloud.trajectory, whole)
        assert cloud.failed == {} and cloud.succeeded.all()
        assert cloud.steps_completed.tolist() == [STEPS] * 23
    assert cloud.stats["backend"] == whole.stats["backend"] and len(cloud) == 23
    assert np.array_equal(cloud.trajectory.energy, whole.energy)


def test_one_start_for_all_motions_and_by_default_the_first_and_the_last_state():
    """Single precision stays."""
    given = RUN | {"omega": OMEGA[0].astype(np.float32)}
    cloud = rl.ensemble("buss4", BOX, q0=Q0.astype(np.float32), part=4, **given)
    assert cloud.t.tolist() == [0.0, 0.05 * STEPS]
    assert cloud.arrays["q_raw"].dtype == np.float32
    one = rl.integrate("buss4", BOX, q0=np.float32(Q0[22]), every=99, **given)
    assert cloud[:, 22].q_raw.tobytes() == one.q_raw.tobytes()


def test_picking_records_and_motions():
    cloud = rl.ensemble("dqvi", BOX, omega=OMEGA, every=4, part=6, **RUN)
    whole, all_of, done = cloud.trajectory, slice(None), cloud.steps_completed == STEPS
    keys = [0, slice(1, 3), (all_of, 5), (-1, slice(2, 9)), ([0, 2], [1, 1, 3])]
    for key in (*keys, (all_of, done)):
        assert_same_bits(cloud[key], whole[key])
    assert cloud[0].flies and cloud[1:].integrator is rl.methods.find("dqvi")
    wrong = (0, 0, 0), (None, 1), [[0, 1]], (0, ...)
    refused({"records": [partial(cloud.__getitem__, key) for key in wrong]})


@pytest.mark.parametrize("part", [4, 23])
def test_what_is_measured_is_kept_in_place_of_the_records(part):
    bodies = [rl.Body((1.0, 2.0, 2.0 + i / 100)) for i in range(23)]
    given = RUN | {"omega": OMEGA, "every": 4, "backend": "auto"}
    whole = rl.integrate("buss4", bodies, **given)
    limit = np.median(whole.omega[-1, :, 0])

    def both(run):
        return {"energy": run.energy.T, "slow": run.omega[-1, :, 0] < limit}

    kept = partial(rl.ensemble, "buss4", bodies, part=part, **given)
    one, two = kept(measure=lambda run: run.omega[-1, :, 1]), kept(measure=both)
    assert one.measured.tobytes() == whole.omega[-1, :, 1].tobytes()
    energy, slow = two.measured["energy"], two.measured["slow"]
    assert energy.shape == (23, 5) and np.array_equal(energy, whole.energy.T)
    assert slow.dtype == float and slow.sum() == 11
    assert "23 motions, measured, t = 0" in repr(two)
    refused({"measured": lambda: two[0]}, NotAvailable)


def test_what_cannot_be_measured():
    def asked(measure, **given):
        given |= RUN | {"omega": OMEGA, "measure": measure}
        return partial(rl.ensemble, "buss4", BOX, **given)

    table = {
        r"23 motions .*got 'measured' of shape \(2, 23, 4\)": lambda run: run.q,
        r"shape \(\)": lambda run: 3.0,
        "type <U1": lambda run: np.array(["x"] * 23),
        "other than t and steps_completed": lambda run: {"steps_completed": run.t},
        "names": lambda run: {"a b": run.t},
        "expected a function": 3,
    }
    refused({f"(?s)measure: .*{said}": asked(m) for said, m in table.items()})
    square, turned = (lambda run: np.ones((run.q.shape[1],) * 2)), [1, 1j]
    real = asked(lambda run: run.energy[-1] * turned.pop(0), part=20)
    alike = asked(square, part=20)
    refused({r"same arrays .*\(20, .*then .*\(3, ": alike, "stay real": real})


@pytest.mark.night
def test_memory_stays_small():
    given = {"omega": np.tile(OMEGA, (400, 1)), "h": 0.05, "steps": 200, "every": 1}
    tracemalloc.start()
    last = partial(rl.ensemble, measure=lambda run: run.omega[-1, :, 0])
    last("lie_euler", BOX, part=400, **given)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    all_records, of_a_part = 201 * 9200 * 7 * 8, 201 * 400 * 7 * 8
    assert peak < 8 * of_a_part < 0.4 * all_records


@pytest.mark.parametrize("every, part", [(None, 8192), (1, 374)])
def test_the_usual_part_keeps_its_records_below_the_stated_amount(every, part):
    """128 MiB of 6401 records of seven numbers."""
    given = {"omega": np.ones((9000, 3)), "h": 1e-9, "steps": 6400, "every": every}
    with pytest.raises(ValueError, match="enough") as caught:
        rl.ensemble("lie_euler", BOX, load=refusing, **given)
    assert caught.value.ensemble.stats["part"] == part
    assert every is None or 373 < 2**27 / (6401 * 7 * 8) < 375


def refusing(t, q, omega):
    raise ValueError("enough")


FAST = OMEGA.copy()
FAST[[3, 11, 12, 22]] *= [[150], [90], [300], [70]]
SLOW, TOPS = np.tile((0.01, 0.0, 0.1), (5, 1)), np.tile((1.0, 3.0, 200.0), (6, 1))
SLOW[[1, 3], 0], TOPS[4] = (0.8, 1.0), (0.0, 0.3, 0.1)
BLOWN = np.tile((0.001, 0.1, 0.1), (5, 1))
BLOWN[3, 0] = 1.0


def spin_up(t, q, omega):
    return (0.0, 0.0, 0.3 * abs(omega[0]))


def blast(t, q, omega):
    return (30.0 * omega[0] * omega[0], 0.0, 0.0)


AT_ONCE = RUN | {"omega": FAST, "every": 7}
LATER = {"omega": SLOW, "h": 0.5, "steps": 150, "every": 5, "load": spin_up}
LOST = {"omega": BLOWN, "h": 0.1, "steps": 40, "every": 4, "load": blast}
FALLING = {"omega": TOPS, "h": 1e-3, "steps": 40, "q0": rl.quaternion.exp([0.6, 0, 0])}
FALLING |= {"every": 4, "load": rl.loads.uniform_gravity(TOP)}
UNFIT = OMEGA.copy()
UNFIT[[3, 11]] *= 300
NO_STEP = RUN | {"omega": UNFIT, "every": 4}
TOO_FAR = "StepTooLarge: h = ", "ConvergenceError: N"
# the method, its body, what is given, which motions fail, and why
FAILING = {
    "krenk_nielsen": ("krenk_nielsen", BODY, AT_ONCE, [3, 11, 12, 22], TOO_FAR),
    "dqvi": ("dqvi", BODY, AT_ONCE, [3, 11, 12, 22], TOO_FAR),
    "on the way": ("dmv", BODY, LATER, [1, 3], TOO_FAR),
    "not finite": ("rk4", BODY, LOST, [3], "Diverged: "),
    # the fit of a step fails before there is a record
    "exact": (rl.methods.exact.in_steps(), BOX, NO_STEP, [3, 11], "StepTooLarge"),
    # a slow top falls, and no turn restores the energy; the fast ones go on
    "energy": ("buss4_ep", TOP, FALLING, [4], "EnergyOutOfReach"),
}
BY_MACHINE = "krenk_nielsen", "on the way", "not finite", "energy"


@pytest.mark.day(7)
@pytest.mark.parametrize(
    "case, backend", [*on("auto", *FAILING), *on("compiled", *BY_MACHINE)]
)
@pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
def test_motions_that_fail_keep_what_they_made_and_leave_the_others_alone(
    case, backend
):
    method, body, given, bad, why = FAILING[case]
    given = given | {"backend": backend}
    make, n = partial(rl.ensemble, method, body), len(given["omega"])
    with np.errstate(all="ignore"):
        clouds = [make(part=part, **given) for part in (n, 3)]
        last = make(measure=lambda run: run.energy[-1], **given).measured
    assert np.flatnonzero(np.isnan(last)).tolist() == bad
    for cloud in clouds:
        assert sorted(cloud.failed) == bad == np.flatnonzero(~cloud.succeeded).tolist()
        assert all(said.startswith(why) for said in cloud.failed.values())
        assert np.isfinite(cloud[:, cloud.succeeded].energy).all()
        for i in sorted({0, *bad, *(i - 1 for i in bad)}):
            one = given | {"omega": given["omega"][i : i + 1]}
            if i not in bad:
                alone = rl.integrate(method, body, **one)
                assert_same_bits(cloud[:, i : i + 1], alone)
                continue
            with pytest.raises(RotlibError) as caught, np.errstate(all="ignore"):
                rl.integrate(method, body, **one)
            made = cloud.steps_completed[i]
            assert (getattr(caught.value, "step", None) or made + 1) == made + 1
            assert case != "on the way" or made > 20
            records = made // given["every"] + 1
            kept, lost = cloud[:records, i], cloud[records:, i]
            assert np.abs(kept.omega[0] - given["omega"][i]).max() < 1e-10
            if case == "exact":
                assert records == 1
            else:
                alone = caught.value.trajectory
                assert kept.q_raw.tobytes() == alone.q_raw.tobytes()
            assert np.isfinite(kept.q).all()
            assert np.isnan(lost.q).all() and np.isnan(lost.omega).all()


def test_a_lane_that_the_compiled_loop_cannot_take_has_its_own_bits(monkeypatch):
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(executors, "FEW", 3)
    fast = [(3.0, 100.0, 1.0)] * 2  # half turns of up to 5 rad
    omega = np.concatenate([OMEGA[:6], fast, OMEGA[6:]])
    given = {"h": 0.1, "steps": 60, "every": 5, "backend": "compiled"}
    run, last = partial(rl.integrate, "buss2", BOX, **given), omega[7:8]
    alone, plain = run(omega=last), run(omega=last, backend="auto")
    for part in (1, 2, 25):
        cloud = rl.ensemble("buss2", BOX, omega=omega, part=part, **given)
        assert_same_bits(cloud[:, 7:8], alone)
    assert np.abs(alone.q_raw - plain.q_raw).max() < 1e-11
    monkeypatch.setattr(executors, "LONG", 20)  # other blocks
    assert_same_bits(run(omega=omega)[:, 7:8], alone)


def test_a_folder_of_files(tmp_path):
    given = RUN | {"omega": OMEGA, "every": 7, "backend": "auto"}
    out = tmp_path / "deep" / "cloud"
    cloud = rl.ensemble("dqvi", BOX, out=out, part=5, **given)
    q = cloud.arrays["q_raw"]
    assert isinstance(q, np.memmap) and not q.flags.writeable
    whole = rl.integrate("dqvi", BOX, **given)
    assert_same_bits(cloud.trajectory, whole)
    assert np.array_equal(cloud[-1].energy, whole[-1].energy)
    names = "q_raw omega position velocity iterations residual turn t steps_completed"
    assert {p.stem for p in out.iterdir()} == {*names.split(), "start"}
    for name in ("q_raw", "t"):
        assert np.load(out / f"{name}.npy").tobytes() == getattr(whole, name).tobytes()
    assert np.load(out / "steps_completed.npy").tolist() == [STEPS] * 23
    before = {p: p.read_bytes() for p in out.iterdir()}
    refused({"exists": partial(rl.ensemble, "dqvi", BOX, out=out, **given)})
    assert before == {p: p.read_bytes() for p in out.iterdir()}


def test_progress_counts_steps_of_bodies(monkeypatch):
    told = []

    @contextmanager
    def meter(total, progress, unit, long):
        told.append((total, progress, unit))
        yield SimpleNamespace(update=told.append)

    monkeypatch.setattr("rotlib.ensembles.meter", meter)
    rl.ensemble("buss2", BOX, omega=OMEGA, part=10, progress=True, **RUN)
    assert told[0] == (23 * STEPS, True, "body step")
    assert told[1:] == [0, 10 * STEPS, 10 * STEPS, 3 * STEPS]


def test_wrong_arguments():
    changes = {
        "one axis of motions.*rotlib.integrate": {"omega": (0.1, 1.0, 0.1)},
        "one axis of motions.*2, 5": {"omega": np.ones((2, 5, 3))},
        "one axis of motions.*0,": {"omega": np.ones((0, 3))},
        "axes that broadcast": {"q0": np.tile((1.0, 0, 0, 0), (7, 1))},
        "part": {"part": 0},
        "every": {"every": 0},
        "steps": {"steps": 2.5},
        "backend": {"backend": "gpu"},
        "velocity": {"velocity": OMEGA},
        "load": {"load": 3},
        "method": {"method": "euler"},
        "out: .*a path": {"out": 3},
    }
    given = {"method": "buss4", "body": BOX, "omega": OMEGA, **RUN}
    calls = {said: partial(rl.ensemble, **given | new) for said, new in changes.items()}
    refused(calls, (InvalidInput, NotAvailable))
