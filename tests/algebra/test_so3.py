"""Rotation matrices: the nearest rotation. `test_corners.py` has exp and its kin at 50
digits, `test_se3.py` their derivatives, `tests/properties` their laws."""

import math

import mpmath
import numpy as np
import pytest
from exact_series import gap
from problems import EPS
from refusals import refused

from rotlib import so3

DEXP = so3.dexp_space, so3.dexp_body, so3.dexp_space_inverse, so3.dexp_body_inverse


def test_exact_at_zero():
    for function in (so3.exp, *DEXP):
        assert np.array_equal(function(np.zeros(3)), np.eye(3))


def nearest(M):
    """The orthogonal polar factor at 50 digits, by Newton's iteration with inverses:
    X -> (X + X^-T)/2, which shares nothing with the step of the package."""
    X = mpmath.matrix([[mpmath.mpf(float(x)) for x in row] for row in M])
    for _ in range(12):
        X = (X + (X**-1).T) / 2
    return X


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("drift", [1e-16, 1e-12, 1e-8, 1e-4, 0.03])
def test_orthonormalize_finds_the_nearest_rotation(drift, dtype):
    rng = np.random.default_rng(5)
    with mpmath.workdps(50):
        for _ in range(10):
            turn = so3.exp(rng.uniform(-2, 2, 3))
            M = (turn + drift * rng.uniform(-1, 1, (3, 3))).astype(dtype)
            found = so3.orthonormalize(M)
            assert found.dtype == dtype
            assert gap(found.astype(float), list(nearest(M))) < 3 * EPS[dtype]
            assert np.array_equal(found, so3.orthonormalize(M[None])[0])


@pytest.mark.parametrize("gap_is", [-0.0999, 0.0999])
def test_orthonormalize_reaches_from_the_largest_gap_that_it_takes(gap_is):
    turn, all_ones = so3.exp([0.4, -1.0, 0.3]), np.ones((3, 3)) / 3
    size = math.sqrt(1 + 3 * gap_is)  # each entry of M^T M - 1 is the gap
    M = turn @ (np.eye(3) + (size - 1) * all_ones)
    assert np.abs(so3.orthonormalize(M) - turn).max() < 4 * EPS[np.float64]


def test_bad_input_is_named():
    refused(
        {
            "the angle is lost already": lambda: so3.dexp_space([1e300, 0, 0]),
            "orthonormalize": lambda: so3.log(np.eye(3) * 1.1),
            "reflection": [
                lambda: so3.log(-np.eye(3)),
                lambda: so3.orthonormalize([np.eye(3), np.diag([1, 1, -1])]),
            ],
            "up to 0.1, got 0.12": lambda: so3.orthonormalize(1.06 * np.eye(3)),
            "nearly a rotation": [
                lambda: so3.orthonormalize(np.zeros((3, 3))),
                lambda: so3.orthonormalize(1e200 * np.eye(3)),
            ],
            "antisymmetric": lambda: so3.vee(np.eye(3)),
            "below 2 pi": lambda: so3.dexp_body_inverse([0, 0, 2 * math.pi]),
            "below 2 pi, got 7": lambda: so3.dexp_space_inverse([[0, 0, 1], [0, 0, 7]]),
        }
    )
