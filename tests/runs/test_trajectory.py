"""What one does with a run afterwards: parts of it, a table for other programs,
SciPy's rotations."""

import numpy as np
import pytest

import rotlib as rl
from rotlib.errors import InvalidInput

BODY = rl.Body((1.0, 2.0, 2.6), mass=2.0)
RNG = np.random.default_rng(0)
SINGLE = rl.integrate("krenk_nielsen", BODY, omega=(0.3, 1.0, 0.8), h=0.1, steps=40)
GIVEN = {"h": 0.1, "steps": 10}
BATCH = rl.integrate("krenk_nielsen", BODY, omega=RNG.normal(size=(3, 2, 3)), **GIVEN)
FLYING = {"omega": (0.3, 1.0, 0.8), "velocity": (1, 2, 3)}
WEIGHT = rl.wrenches.weight(BODY)
FLIGHT = rl.integrate("dqvi", BODY, **FLYING, load=WEIGHT, **GIVEN)
FLOCK = rl.integrate(
    "dqvi", BODY, **FLYING | {"omega": RNG.normal(size=(2, 3))}, **GIVEN
)


# --- parts: the law is in tests/properties --------------------------------------------


@pytest.mark.parametrize("key", [None, ..., (0, ..., 1), (0, None), (0, 0, 0, 0)])
def test_other_indices_are_refused(key):
    with pytest.raises(InvalidInput, match="axes of the batch"):
        BATCH[key]
    with pytest.raises(InvalidInput, match="the 0 axes of the batch"):
        SINGLE[:, 0]  # and not the component w of the attitude
    with pytest.raises(IndexError):
        SINGLE[41]
    assert [record.t[0] for record in SINGLE] == SINGLE.t.tolist()


# --- attitudes ------------------------------------------------------------------------


def test_attitudes_are_of_unit_length_whatever_the_method_left():
    """And what a run goes on from, and its table, are what the method left."""
    given = {"omega": (0.3, 1.0, 0.8), "h": 0.2, "steps": 100}
    event = {"events": [lambda t, q, omega: omega[0]]}
    run = rl.integrate("rk4", BODY, **given, **event)
    length = np.linalg.norm(run.q_raw, axis=-1)
    assert abs(length[-1] - 1) > 1e-6
    assert np.array_equal(run.q, rl.quaternion.normalize(run.q_raw))
    for q in (run.q, *[event.q for event in run.events]):
        assert np.abs(np.linalg.norm(q, axis=-1) - 1).max() < 1e-15
    assert np.array_equal(run.norm_defect, length - 1)
    assert np.array_equal(np.asarray(run)[:, 1:5], run.motion[0])
    assert run.motion[0] is run.q_raw and np.array_equal(run[::7].q, run.q[::7])


# --- tables ---------------------------------------------------------------------------


def test_units_stand_beside_the_names_of_columns():
    """That its numbers come back is asked where files are."""
    names = " ".join(FLIGHT.columns)
    assert names.startswith("t (s) q_w q_x q_y q_z omega_x (rad/s)")
    for name in ("energy (J)", "momentum_space_z (kg m^2/s)", "velocity_y (m/s)"):
        assert name in names


def test_where_a_table_goes(tmp_path):
    text = SINGLE.to_csv()
    for target in (tmp_path / "run.csv", str(tmp_path / "again.csv")):
        assert SINGLE.to_csv(target) is None
    with open(tmp_path / "open.csv", "w", newline="", encoding="utf-8") as file:
        SINGLE.to_csv(file)
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {text.encode()}
    for wrong in (3, 2.5, ["run.csv"]):
        with pytest.raises(InvalidInput, match="path_or_file: expected a path"):
            SINGLE.to_csv(wrong)


# --- SciPy ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "run", [SINGLE, FLIGHT, FLOCK[:, 1]], ids=["rotation", "flight", "one of a batch"]
)
def test_scipy_turns_vectors_alike(run):
    pytest.importorskip("scipy")
    there, v = run.as_scipy(), np.array([0.3, -0.2, 0.9])
    assert len(there) == len(run)
    turned = rl.quaternion.rotate(run.q, v)
    assert np.allclose(there.apply(v), turned, rtol=0, atol=1e-15)
    back = rl.quaternion.from_scipy(there)
    assert rl.quaternion.angle_between(back, run.q).max() < 1e-15
