"""Rotation matrices, rigid motions and twists: zero, the nearest rotation, screws.
`test_corners.py` has exp and its kin at 50 digits, `tests/properties` their laws."""

import math
from functools import partial
from itertools import product

import mpmath
import numpy as np
import pytest
from exact_series import gap
from problems import EPS
from refusals import refused

from rotlib import se3, so3

DEXP = "dexp_space", "dexp_body", "dexp_space_inverse", "dexp_body_inverse"


def test_exact_at_zero_and_for_translations():
    assert np.array_equal(so3.exp(np.zeros(3)), np.eye(3))
    for name in DEXP:
        assert np.array_equal(getattr(so3, name)(np.zeros(3)), np.eye(3))
        assert np.array_equal(getattr(se3, name)(np.zeros(6)), np.eye(6))
    assert np.array_equal(se3.exp([0, 0, 0, 1, 2, 3])[:3, 3], [1, 2, 3])
    moved = se3.dexp_space([0, 0, 0, 2, 4, 6])[3:, :3]
    assert np.array_equal(moved, so3.hat([1, 2, 3]))


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e-20, 1.0, 1e20, 1e160])
def test_the_axis_does_not_depend_on_the_size(size):
    direction, point, angle, pitch = se3.screw(size * np.array([0, 0, 2, 0, -2, 6]))
    found = [*direction, *point, angle / size, pitch]
    assert np.allclose(found, [0, 0, 1, 1, 0, 0, 2, 3])


def nearest(M):
    """The orthogonal polar factor at 50 digits, by Newton's iteration with inverses:
    X -> (X + X^-T)/2, which shares nothing with the step of the package."""
    X = mpmath.matrix([[mpmath.mpf(float(x)) for x in row] for row in M])
    for _ in range(12):
        X = (X + (X**-1).T) / 2
    return X


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("drift", [1e-16, 1e-12, 1e-8, 1e-4, 0.03])
def test_orthonormalize_finds_the_nearest_rotation(drift):
    rng = np.random.default_rng(5)
    with mpmath.workdps(50):
        for dtype, _ in product(EPS, range(10)):
            turn = so3.exp(rng.uniform(-2, 2, 3))
            M = (turn + drift * rng.uniform(-1, 1, (3, 3))).astype(dtype)
            found = so3.orthonormalize(M)
            assert found.dtype == dtype
            assert gap(found.astype(float), list(nearest(M))) < 3 * EPS[dtype]


@pytest.mark.parametrize("gap_is", [-0.0999, 0.0999])
def test_orthonormalize_reaches_from_the_largest_gap_that_it_takes(gap_is):
    turn, all_ones = so3.exp([0.4, -1.0, 0.3]), np.ones((3, 3)) / 3
    size = math.sqrt(1 + 3 * gap_is)  # each entry of M^T M - 1 is the gap
    M = turn @ (np.eye(3) + (size - 1) * all_ones)
    assert np.abs(so3.orthonormalize(M) - turn).max() < 4 * EPS[np.float64]


TURN, AROUND = [0, 0, 2 * math.pi], [0, 0, 2 * math.pi, 0, 0, 0]
TWICE, SHEARED, EYE = np.diag([2.0, 2, 2, 1]), np.eye(4) + np.eye(4, k=-1), np.eye(3)
BAD = {
    "the angle is lost already": [
        (so3.dexp_space, [1e300, 0, 0]),
        (se3.exp, [1e300, 0, 0, 0, 0, 0]),
    ],
    "orthonormalize": [(so3.log, EYE * 1.1), (se3.log, TWICE), (se3.adjoint, TWICE)],
    "reflection": [
        (so3.log, -EYE),
        (so3.orthonormalize, [EYE, np.diag([1, 1, -1])]),
        (se3.log, np.diag([1.0, 1, -1, 1])),
    ],
    "up to 0.1, got 0.12": [(so3.orthonormalize, 1.06 * EYE)],
    "nearly a rotation": [(so3.orthonormalize, size * EYE) for size in (0, 1e200)],
    "last row": [(se3.log, 2 * np.eye(4)), (se3.adjoint, SHEARED)],
    "a twist is no pose": [(se3.vee, np.eye(4))],
    "antisymmetric": [(so3.vee, EYE), (se3.vee, np.diag([1.0, 1, 1, 0]))],
    "below 2 pi": [(so3.dexp_body_inverse, TURN), (se3.dexp_body_inverse, AROUND)],
    "below 2 pi, got 7": [
        (so3.dexp_space_inverse, [[0, 0, 1], [0, 0, 7]]),
        (se3.dexp_space_inverse, [[0, 0, 1, 0, 0, 0], [0, 0, 7, 0, 0, 0]]),
    ],
    "a translation has no axis": [
        (se3.screw, [0, 0, 0, 1, 2, 3]),
        (se3.screw, [[0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0]]),
    ],
    "farther away than numbers reach": [(se3.screw, [0, 0, 1e-310, 1, 0, 0])],
}


def test_bad_input_is_named():
    refused({said: [partial(*call) for call in calls] for said, calls in BAD.items()})
