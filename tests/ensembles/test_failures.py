"""One bad motion never stops the others, whatever it raises; a mistake that concerns
all of them does, at once."""

import numpy as np
import pytest
from problems import BOX
from watched import OMEGA

import rotlib as rl
from rotlib import ensembles
from rotlib.errors import InvalidInput, NotAvailable

# the loads here that fail do so by a branch
pytestmark = pytest.mark.filterwarnings("ignore::rotlib.errors.SlowLoad")

RUN = {"omega": OMEGA[:23], "h": 0.05, "steps": 16, "every": 4, "backend": "auto"}
BAD = 20
FAST = RUN | {"omega": RUN["omega"].copy()}
FAST["omega"][BAD, 2] = 6.0


RAISING = {
    "ValueError: could not convert": lambda z: float("seven"),
    "ZeroDivisionError: integer": lambda z: 1 // 0,
    "LinAlgError: Singular": lambda z: np.linalg.inv(np.zeros((2, 2))),
    "InvalidInput: q: expected": lambda z: rl.quaternion.rotate("q", z),
    "NameError: name": lambda z: not_a_name,  # noqa: F821
}


def brake(raising, late=False):
    """A torque that raises where omega_z passes 5 rad/s, or a little later."""

    def torque(t, q, omega):
        if np.max(omega[2]) > 5.0 and not (late and t < 0.45):
            raising(omega[2])
        return tuple([-0.1 * w for w in omega])

    return torque


@pytest.mark.day(2)
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("why", RAISING)
def test_what_a_torque_raises_for_one_motion_is_noted(why, late):
    load, made = brake(RAISING[why], late), 8 if late else 0
    whole = rl.ensemble("rk4", BOX, load=brake(len), **RUN)
    for part in (1, 10, 23):
        cloud = rl.ensemble("rk4", BOX, load=load, part=part, **FAST)
        good, records = cloud.succeeded, made // 4 + 1
        assert [*cloud.failed] == [BAD] == np.flatnonzero(~good).tolist()
        # at the start, rotlib says which torque it was that failed
        assert (why if late else why.split(": ")[1]) in cloud.failed[BAD]
        assert cloud.steps_completed[BAD] == made
        assert np.isfinite(cloud[:records, BAD].q).all()
        assert np.isnan(cloud[records:, BAD].q).all()
        assert cloud[:, good].q_raw.tobytes() == whole[:, good].q_raw.tobytes()


@pytest.mark.parametrize("motions", [1, 3, 50])
def test_a_mistake_that_stops_every_motion_is_raised_at_once(motions, tmp_path):
    calls = []

    def mistaken(t, q, omega):
        calls.append(t)
        return {}["gain"] * omega

    given = RUN | {"omega": np.tile((0.1, 1.0, 0.1), (motions, 1))}
    with pytest.raises(KeyError, match="gain"):
        rl.ensemble("rk4", BOX, load=mistaken, out=tmp_path / "cloud", **given)
    assert len(calls) < 20 and not (tmp_path / "cloud").exists()


@pytest.mark.parametrize("method", ["dqvi", rl.methods.exact.in_steps(), "dmv"])
def test_if_all_motions_fail_nothing_is_measured_and_no_back_end_named(method):
    """Statistics, too, of a motion that got nowhere are NaN."""
    given = RUN | {"omega": 300 * RUN["omega"]}
    with np.errstate(all="ignore"):
        cloud = rl.ensemble(method, BOX, **given)
        none = rl.ensemble(method, BOX, measure=lambda run: run.energy[-1], **given)
    assert len(cloud.failed) == 23 and not cloud.succeeded.any()
    assert np.isnan(cloud[1:].stats.get("turn", np.nan)).all()
    assert len(none.failed) == 23 and none.measured is None


def test_a_body_at_rest_among_others_is_one_failure():
    omega = np.array([(0.1, 1.0, 0.1), (0.0, 0.0, 0.0), (0.2, 1.0, 0.3)])
    cloud = rl.ensemble("buss3_ep", BOX, **RUN | {"omega": omega})
    assert cloud.succeeded.tolist() == [True, False, True]
    assert "at rest" in cloud.failed[1]
    with pytest.raises(InvalidInput, match="at rest"):
        rl.ensemble("buss3_ep", BOX, **RUN | {"omega": 0 * omega})


@pytest.mark.parametrize("stopping", [MemoryError, KeyboardInterrupt])
def test_what_stops_all_keeps_what_is_made(stopping):
    def scarce(z):
        raise stopping

    with pytest.raises(stopping) as caught:
        rl.ensemble("rk4", BOX, load=brake(scarce), part=5, **FAST)
    made = caught.value.ensemble
    assert made.steps_completed.tolist() == [16] * 20 + [-1] * 3 and not made.complete
    assert np.isfinite(made[:, :20].q).all() and np.isnan(made[:, 20:].q).all()


def test_what_a_machine_lacks_is_no_failure_of_a_motion(monkeypatch):
    """As on a worker without LLVM, that gets a part after the trial was made here."""
    plain = ensembles.integrate

    def refused(*given, **options):
        if options["steps"] > 1:
            raise NotAvailable("backend: 'compiled' needs llvmlite")
        return plain(*given, **options)

    monkeypatch.setattr(ensembles, "integrate", refused)
    with pytest.raises(NotAvailable, match="needs llvmlite"):
        rl.ensemble("rk4", BOX, **RUN)
