"""Euler angles of every sequence against SciPy's, the scalar last, SciPy objects as
starts."""

import warnings
from functools import partial
from itertools import pairwise, product

import numpy as np
import pytest
from refusals import refused

import rotlib as rl
from rotlib import errors, quaternion

scipy = pytest.importorskip("scipy.spatial.transform")
Rotation = scipy.Rotation

RNG = np.random.default_rng(5)
SEQUENCES = [
    "".join(axes)
    for letters, n in product(("xyz", "XYZ"), (1, 2, 3))
    for axes in product(letters, repeat=n)
    if all(a != b for a, b in pairwise(axes))
]
WHOLE = [seq for seq in SEQUENCES if len(seq) == 3]
HALF = np.pi / 2


@pytest.mark.parametrize("seq", SEQUENCES)
def test_angles_make_the_quaternion_that_scipy_makes(seq):
    angles = RNG.uniform(-7, 7, size=(4, 5, len(seq)))
    flat = Rotation.from_euler(seq, angles.reshape(-1, len(seq)))
    ours = quaternion.from_euler(seq, angles)
    assert np.allclose(ours.reshape(-1, 4), quaternion.from_scipy(flat), atol=4e-16)
    degrees = quaternion.from_euler(seq, np.rad2deg(angles), degrees=True)
    assert np.allclose(degrees, ours, atol=4e-15)


@pytest.mark.parametrize("seq", WHOLE)
def test_the_quaternion_gives_the_angles_that_scipy_gives(seq):
    q = quaternion.normalize(RNG.normal(size=(50, 4)))
    ours = quaternion.as_euler(q, seq)
    assert np.allclose(ours, Rotation(quaternion.as_xyzw(q)).as_euler(seq), atol=1e-14)
    assert np.allclose(quaternion.as_euler(q, seq, degrees=True), np.rad2deg(ours))
    assert quaternion.angle_between(quaternion.from_euler(seq, ours), q).max() < 2e-15


@pytest.mark.parametrize("seq", WHOLE)
def test_at_a_lock_the_third_angle_is_zero_and_the_attitude_is_kept(seq):
    ends = (0.0, np.pi) if seq[0] == seq[2] else (HALF, -HALF)
    q = quaternion.from_euler(seq, [(0.7, ends[0], 0.4), (0.7, ends[1], 0.4)])
    with pytest.warns(errors.GimbalLock, match="Gimbal lock"):
        angles = quaternion.as_euler(q, seq)
    assert (angles[:, 2] == 0.0).all()
    assert quaternion.angle_between(quaternion.from_euler(seq, angles), q).max() < 3e-8
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = Rotation(quaternion.as_xyzw(q)).as_euler(seq)
    assert np.allclose(np.cos(angles - theirs), 1.0, atol=1e-15)


def test_what_is_no_sequence_is_refused():
    one = [1, 0, 0, 0]
    made, given = quaternion.from_euler, quaternion.as_euler
    wrong = "", "xyzx", "xYz", "xxz", "abc", "XX", None, 3, ["x", "y"]
    angles = [("X", [0, 1]), ("XYZ", [1]), ("XY", 1.0), ("XYZ", np.eye(2))]
    refused(
        {
            "1 or 2 or 3 axes": [partial(made, seq, [0.1, 0.2, 0.3]) for seq in wrong],
            "seq: expected 3 axes": [partial(given, one, seq) for seq in wrong],
            r"angles: .*shape \(\.\.\., ": [partial(made, *pair) for pair in angles],
            "expected 3 axes.*got 'xy'": partial(given, one, "xy"),
            "unit quaternions": partial(given, [1, 1, 0, 0], "xyz"),
        }
    )


def test_the_scalar_goes_last_and_comes_back():
    q = RNG.normal(size=(3, 2, 4))
    last = quaternion.as_xyzw(q)
    assert np.array_equal(last, np.roll(q, -1, axis=-1))
    assert np.array_equal(quaternion.from_xyzw(last), q)


TURN = Rotation.from_rotvec([0.1, -0.2, 0.3])
Q = quaternion.from_scipy(TURN)
FREE = rl.Body((1.0, 2.0, 3.0))
SPIN = {"omega": (0.3, 1.0, 0.8), "h": 0.1, "steps": 5}
SLOW = {"omega": (0.3, 1.0, 0.8), "duration": 1.0, "tolerance": 1e-6}
MANY, AT = SPIN | {"omega": np.eye(3)}, [0.0, 1.0]
TAKERS = [
    lambda q0: rl.integrate("buss4", FREE, **SPIN, q0=q0).q,
    lambda q0: rl.integrate("buss4", FREE, **SLOW, q0=q0).q,
    lambda q0: rl.ensemble("buss4", FREE, **MANY, q0=q0).trajectory.q,
    lambda q0: rl.exact.free_body(FREE, (0.3, 1.0, 0.8), AT, q0)[0],
    lambda q0: rl.magnus.attitude(lambda t: (0.0, t, 1.0), AT, q0=q0, steps=3),
    lambda q0: rl.magnus.propagate(q0, np.full((3, 3), 0.1)),
    lambda q0: rl.stepper("buss4", FREE, h=0.1)(q0, (0.0, 1.0, 0.2))[0],
    lambda q0: quaternion.rotate(q0, [1.0, 2.0, 3.0]),
]


def test_a_rotation_of_scipy_is_an_attitude():
    for k, taker in enumerate(TAKERS):
        assert np.array_equal(taker(TURN), taker(Q)), k


def test_several_rotations_are_a_batch():
    several = Rotation.concatenate([TURN, TURN.inv()])
    run = rl.integrate("buss4", FREE, **SPIN, q0=several)
    assert np.array_equal(run.q_raw[0], quaternion.from_scipy(several))
    assert run.as_scipy().shape == (6, 2) if hasattr(several, "shape") else True


transforms = getattr(scipy, "RigidTransform", None)  # since SciPy 1.16
need_transforms = pytest.mark.skipif(not transforms, reason="an older SciPy")


@need_transforms
def test_a_rigid_transform_is_where_a_flight_starts():
    start = transforms.from_components([1.0, 2.0, 3.0], TURN)
    run = rl.integrate("dqvi", FREE, **SPIN, q0=start, velocity=(1, 0, 0))
    apart = {"q0": start.rotation, "position": (1, 2, 3), "velocity": (1, 0, 0)}
    assert run == rl.integrate("dqvi", FREE, **SPIN, **apart)
    assert quaternion.angle_between(run.q[0], Q) < 1e-15
    ends = transforms.from_dual_quat(run.pose, scalar_first=True)
    assert np.allclose(ends.translation, run.position, atol=1e-15)
    assert np.allclose(ends.rotation.as_matrix(), quaternion.as_matrix(run.q))
    back = ends.as_dual_quat(scalar_first=True)
    assert np.allclose(back * np.sign((back * run.pose).sum(-1))[:, None], run.pose)


@need_transforms
def test_a_place_is_given_once_and_only_to_a_flight():
    start = transforms.from_components([1.0, 2.0, 3.0], TURN)

    def go(method, **given):
        return partial(rl.integrate, method, FREE, **SPIN, q0=start, **given)

    again = go("dqvi", position=(0, 0, 0))
    refused({"q0, position: expected one place": again})
    refused({"buss4 integrates the rotation alon": go("buss4")}, errors.NotAvailable)
