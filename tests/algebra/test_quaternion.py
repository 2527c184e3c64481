"""Quaternions: what is what, SciPy, bad input. `test_corners.py` has exp and log at 50
digits, `tests/properties` their laws."""

import math
from functools import partial

import numpy as np
import pytest
from refusals import refused
from scipy.spatial.transform import Rotation

from rotlib import quaternion as Q
from rotlib.kernels.quaternion import rate_body, rate_space


def unit(shape, seed):
    return Q.normalize(np.random.default_rng(seed).normal(size=shape + (4,)))


def vectors(shape, seed):
    return np.random.default_rng(seed).normal(size=shape + (3,))


def test_half_turns_and_minus_one():
    for half_turn in np.eye(4)[1:]:
        assert np.array_equal(Q.from_matrix(Q.as_matrix(-half_turn)), half_turn)
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


def test_mixed_formats_widen():
    assert Q.rotate(np.float32([1, 0, 0, 0]), vectors((2,), 0)).dtype == np.float64
    assert Q.multiply([1, 0, 0, 0], [0, 1, 0, 0]).dtype == np.float64


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
            "the angle is lost already": [
                partial(Q.exp, v) for v in ([0, 1e200, 0], np.float32([0, 1e10, 0]))
            ],
            "no rotation": lambda: Q.normalize([0, 0, 0, 0]),
            "reflection": lambda: Q.from_matrix(np.diag([1, 1, -1])),
            "take rotlib.so3.orthonormalize": lambda: Q.from_matrix(2 * np.eye(3)),
            "scipy.spatial.transform.Rotation, got list": lambda: Q.from_scipy(one),
        }
    )
