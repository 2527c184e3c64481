"""Quaternions: what is what, SciPy, bad input. `test_corners.py` has exp and log at 50
digits, `tests/properties` their laws."""

import math

import numpy as np
import pytest
from refusals import refused
from scipy.spatial.transform import Rotation

from rotlib import quaternion as Q
from rotlib.kernels.quaternion import rate_body, rate_space

AXES = [(1.0, 0.0, 0.0), (0.6, -0.48, 0.64), (-2 / 3, 1 / 3, 2 / 3)]


def unit(shape, seed=0):
    return Q.normalize(np.random.default_rng(seed).normal(size=shape + (4,)))


def vectors(shape, seed=0):
    return np.random.default_rng(seed + 100).normal(size=shape + (3,))


def test_log_of_half_turns_and_of_minus_one():
    assert np.array_equal(Q.log([0.0, 1, 0, 0]), [math.pi, 0, 0])
    assert np.array_equal(Q.log([0.0, -1, 0, 0]), [-math.pi, 0, 0])
    assert np.array_equal(Q.log([-1.0, 0, 0, 0]), [0, 0, 0])


@pytest.mark.evidence("second implementation")
def test_units():
    one, i, j, k = np.eye(4)
    for a, b, c in ((i, j, k), (j, k, i), (k, i, j)):
        assert np.array_equal(Q.multiply(a, b), c)
        assert np.array_equal(Q.multiply(b, a), -c)
        assert np.array_equal(Q.multiply(a, a), -one)


@pytest.mark.evidence("second implementation")
def test_rotate_is_the_sandwich():
    q, v = unit((50,), 5), vectors((50,), 6)
    sandwich = Q.multiply(Q.multiply(q, np.insert(v, 0, 0.0, axis=-1)), Q.conjugate(q))
    assert np.allclose(Q.rotate(q, v), sandwich[:, 1:], atol=4e-15)
    assert np.allclose(sandwich[:, 0], 0, atol=4e-15)


def test_exp_turns_right_handed_about_its_vector():
    turned = Q.rotate(Q.exp([0, 0, 0.1]), [1, 0, 0])
    assert np.allclose(turned, [math.cos(0.1), math.sin(0.1), 0], atol=1e-15)
    v = vectors((20,), 7)
    assert np.allclose(Q.rotate(Q.exp(v), v), v, atol=1e-14)


def test_mixed_formats_widen():
    assert Q.rotate(np.float32([1, 0, 0, 0]), vectors((2,))).dtype == np.float64
    assert Q.multiply([1, 0, 0, 0], [0, 1, 0, 0]).dtype == np.float64


def test_from_matrix_has_no_bad_angle():
    half = 1 / math.sqrt(2)
    axes = [*AXES, (0, 1, 0), (0, 0, 1), (0, -1, 0), (half, half, 0)]
    near = [0.0, 1e-9, 1e-4, 1.0, 2 * math.pi / 3]
    for axis in axes:
        for angle in (*near, math.pi - 1e-9, math.pi, math.pi + 1e-9):
            q = Q.exp(angle * np.array(axis))
            off = Q.angle_between(Q.from_matrix(Q.as_matrix(q)), q)
            assert off < 2e-15, (axis, angle)


@pytest.mark.evidence("second implementation")
def test_scipy_both_ways():
    q, v = unit((40,), 11), vectors((40,), 12)
    r = Q.as_scipy(q)
    assert np.allclose(r.apply(v), Q.rotate(q, v), atol=4e-15)
    assert np.allclose(r.as_matrix(), Q.as_matrix(q), atol=4e-15)
    assert np.allclose(r.as_rotvec(), Q.log(q), atol=1e-14)
    assert np.allclose(Q.from_scipy(r), q, atol=4e-16)
    p = unit((40,), 13)
    both = Q.from_scipy(Q.as_scipy(p) * r)
    assert Q.angle_between(both, Q.multiply(p, q)).max() < 4e-15
    assert np.allclose(Q.from_scipy(Rotation.from_rotvec(v)), Q.exp(v), atol=4e-16)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-8, 1e-3, 1.0, 3.0, math.pi])
def test_angle_between(angle):
    p = unit((9,), 14)
    q = Q.multiply(p, Q.exp(angle * np.array(AXES[1])))
    for other in (q, -q):
        assert np.allclose(Q.angle_between(p, other), angle, atol=1e-15)


def test_slerp():
    p, q = unit((6,), 15), unit((6,), 16)
    assert np.allclose(Q.slerp(p, q, 0.0), p, atol=1e-15)
    for t in (0.25, 0.5, 0.9):  # the short way, for either sign
        assert Q.angle_between(Q.slerp(p, q, t), Q.slerp(p, -q, t)).max() < 4e-15


def test_normalize_at_any_size():
    q = np.array([1.0, 2, 2, 4])
    for size in (1e-300, 1e-160, 1.0, 1e160, 1e300):
        assert np.allclose(Q.normalize(size * q), q / 5, atol=1e-15), size


def test_nothing_is_normalised_behind_your_back():
    q = np.array([1.0, 0, 0, 1e-4])
    assert Q.rotate(q, [1, 0, 0])[0] == 1 - 2e-8


@pytest.mark.evidence("second implementation")
def test_rates_of_the_kinematics():
    q, omega, h = unit((), 17), vectors((), 18), 1e-5
    ends = [Q.multiply(q, Q.exp(s * h * omega)) for s in (1, -1)]
    for rate, at in ((rate_body, omega), (rate_space, Q.rotate(q, omega))):
        found = rate(*q.tolist(), *at.tolist())
        assert np.allclose(found, (ends[0] - ends[1]) / (2 * h), atol=1e-9)


def test_third_order_at_a_quarter_turn():
    v = np.array([math.pi / 2, 0, 0])
    off = Q.angle_between(Q.exp_third_order(v), Q.exp(v)) / (math.pi / 2)
    assert abs(off - 0.0119) < 5e-5


def test_bad_input_is_named():
    one = [1, 0, 0, 0]
    refused(
        {
            "use rotlib.quaternion.normalize": lambda: Q.rotate([1, 1, 0, 0], one[:3]),
            "expected unit quaternions": lambda: Q.log([0, 0, 0, 0]),
            "the angle is lost already": [
                lambda: Q.exp([0, 1e200, 0]),
                lambda: Q.exp(np.float32([0, 1e10, 0])),
            ],
            r"got \(\)": lambda: Q.exp(1.0),
            "no rotation": lambda: Q.normalize([0, 0, 0, 0]),
            "reflection": lambda: Q.from_matrix(np.diag([1, 1, -1])),
            "take rotlib.so3.orthonormalize": lambda: Q.from_matrix(2 * np.eye(3)),
            "t: expected finite": lambda: Q.slerp(one, one, np.nan),
            "scipy.spatial.transform.Rotation, got list": lambda: Q.from_scipy(one),
        }
    )
