"""Rotation matrices: the derivative of exp, the nearest rotation. `test_corners.py` has
exp and its kin at 50 digits, `tests/properties` their laws."""

import math

import mpmath
import numpy as np
import pytest
from exact_series import gap
from problems import EPS
from refusals import refused

from rotlib import quaternion as Q
from rotlib import so3
from rotlib.kernels import so3 as kernels

DEXP = so3.dexp_space, so3.dexp_body, so3.dexp_space_inverse, so3.dexp_body_inverse


def test_exact_at_zero():
    for function in (so3.exp, *DEXP):
        assert np.array_equal(function(np.zeros(3)), np.eye(3))


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize(
    "angle", [0.0, 1e-9, 1e-4, 0.3, 2.0, math.sqrt(6.0), 3.1, math.sqrt(10.0), 4.0, 6.0]
)
def test_dexp_is_the_derivative_of_exp(angle):
    v, rate, h = angle * np.array((0.6, -0.48, 0.64)), np.array([0.3, 0.9, -0.5]), 1e-4

    def moved(k):
        """Rate from a difference of order 6: log of the turn from -k h to k h."""
        turn = Q.multiply(Q.exp(v + k * h * rate), Q.conjugate(Q.exp(v - k * h * rate)))
        return Q.log(turn) / (2 * k * h)

    in_space = (15 * moved(1) - 6 * moved(2) + moved(3)) / 10
    assert np.allclose(in_space, so3.dexp_space(v) @ rate, atol=1e-11)
    assert np.allclose(
        Q.rotate_back(Q.exp(v), in_space), so3.dexp_body(v) @ rate, atol=1e-11
    )


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


def test_one_newton_step_squares_the_defect_and_keeps_the_rotation():
    turn, off = so3.exp([0.4, -1.0, 0.3]), np.array([1e-3, -2e-3, 5e-4])
    axes = so3.exp([1.0, 0.5, -2.0])
    M = turn @ axes @ np.diag(1 + off) @ axes.T
    stepped = np.reshape(kernels.orthonormalize_step(*M.ravel().tolist()), (3, 3))
    missed = -(off**2) * (3 + off) / 2  # (1 - s)^2 (2 + s)/2 with s = 1 + off
    expected = turn @ axes @ np.diag(1 + missed) @ axes.T
    assert np.abs(stepped - expected).max() < 4 * EPS[np.float64]


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
