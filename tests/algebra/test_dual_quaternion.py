"""Dual quaternions: units, lengths, velocities. `test_corners.py` has exp and
log at 50 digits, `tests/properties` their laws."""

import math

import numpy as np
import pytest
from refusals import refused

from rotlib import dual_quaternion as D
from rotlib import quaternion as Q


def poses(shape, seed):
    rng = np.random.default_rng(seed)
    q = Q.normalize(rng.normal(size=shape + (4,)))
    return D.from_pose(q, rng.normal(size=shape + (3,)))


def test_log_of_translations_half_turns_and_minus_one():
    assert np.array_equal(D.log([1.0, 0, 0, 0, 0, 1, 2, 3]), [0, 0, 0, 2, 4, 6])
    assert np.array_equal(D.log([-1.0, 0, 0, 0, 0, -1, -2, -3]), [0, 0, 0, 2, 4, 6])
    half_turn = D.log([0.0, 0, 0, 1, -0.5, 0, 0, 0])  # about z, and up by one
    assert np.allclose(half_turn, [0, 0, math.pi, 0, 0, 1], atol=1e-16)


@pytest.mark.evidence("second implementation")
def test_units_of_the_product():
    e = np.eye(8)
    for i, j in np.ndindex(4, 4):
        ij = Q.multiply(e[i, :4], e[j, :4])
        assert np.array_equal(D.multiply(e[i], e[j]), [*ij, 0, 0, 0, 0])
        assert np.array_equal(D.multiply(e[i + 4], e[j]), [0, 0, 0, 0, *ij])
        assert np.array_equal(D.multiply(e[i], e[j + 4]), [0, 0, 0, 0, *ij])
        assert not D.multiply(e[i + 4], e[j + 4]).any()  # eps^2 = 0


def test_normalize_takes_the_length_away():
    x = poses((20,), 6)
    bent = np.random.default_rng(7).normal(size=(20, 8)) * 1e-3 + x
    good, (a, b) = D.normalize(bent), np.split(bent, 2, -1)
    length = np.sqrt((a * a).sum(-1, keepdims=True))
    shift = (a * b).sum(-1, keepdims=True) / length
    again = length * good + np.append(0 * a, shift * good[:, :4], -1)
    assert np.allclose(again, bent, atol=1e-15)  # length times unit is what came in
    for size in (3.0, 1e-300, 1e-160, 1e160, 1e300):
        assert np.allclose(D.normalize(size * x), x, atol=1e-15)


def test_the_result_of_as_pose_is_a_copy():
    x = poses((), 13)
    D.as_pose(x)[0][0] = 7.0
    assert x[0] != 7.0


def test_a_rate_is_the_slope_of_the_motion():
    x, xi, h = poses((30,), 14), np.random.default_rng(15).normal(size=(30, 6)), 1e-6
    later, earlier = (D.multiply(x, D.exp(sign * h * xi)) for sign in (1, -1))
    assert np.allclose((later - earlier) / (2 * h), D.rate(x, xi), atol=1e-9)
    ends = D.as_pose(later)[1] - D.as_pose(earlier)[1]
    v_space = Q.rotate(x[:, :4], xi[:, 3:])  # v = R^T t'
    assert np.allclose(ends / (2 * h), v_space, atol=1e-8)


def test_thousands_of_products_stay_near_the_group():
    """What the check lets through: round-off of a long run, but no fault."""
    x, step = poses((), 16), D.exp([1e-2, -2e-2, 1.5e-2, 1.0, 2.0, -1.0])
    for _ in range(5000):
        x = D.multiply(x, step)
    D.as_pose(x)
    assert abs((x[:4] ** 2).sum() - 1) < 1e-11


def test_bad_input_is_named():
    refused(
        {
            "use rotlib.dual_quaternion.normalize if": lambda: D.log([1, 1, *[0] * 6]),
            r"q\.d = 0": lambda: D.log([1, 0, 0, 0, 1e-7, 0, 0, 0]),
            r"from_pose\(q, position\)": lambda: D.as_pose([1, 0, 0, 0, 0.5, 1, 2, 3]),
            "no rotation": lambda: D.normalize([0, 0, 0, 0, 0, 1, 2, 3]),
            "the angle is lost already": lambda: D.exp([0, 0, 1e300, 0, 0, 0]),
            "reflection": lambda: D.from_matrix(np.diag([1, 1, -1, 1])),
            "last row|last column": lambda: D.from_matrix(np.eye(4) + np.eye(4)[::-1]),
        }
    )
