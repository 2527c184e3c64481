"""Rigid motions and twists: derivatives by complex steps, also of rotations; screws.
`test_corners.py` has exp and its kin at 50 digits, `tests/properties` their laws."""

import math

import numpy as np
import pytest
from refusals import refused

from rotlib import se3, so3

pytestmark = pytest.mark.long


def plain_exp(M):
    """exp of a matrix by scaling, a Taylor polynomial and squaring; complex numbers are
    welcome."""
    M = M / 2**8
    term = total = np.eye(len(M), dtype=M.dtype)
    for n in range(1, 14):
        term = term @ M / n
        total = total + term
    for _ in range(8):
        total = total @ total
    return total


DEXP = se3.dexp_space, se3.dexp_body, se3.dexp_space_inverse, se3.dexp_body_inverse


def test_exact_at_zero_and_for_translations():
    for function in DEXP:
        assert np.array_equal(function(np.zeros(6)), np.eye(6))
    assert np.array_equal(se3.exp([0, 0, 0, 1, 2, 3])[:3, 3], [1, 2, 3])
    moved = se3.dexp_space([0, 0, 0, 2, 4, 6])[3:, :3]
    assert np.array_equal(moved, so3.hat([1, 2, 3]))


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize(
    "angle", [0.0, 1e-9, 1e-4, 0.3, 2.0, math.sqrt(6.0), 3.1, math.sqrt(10.0), 4.0, 6.0]
)
@pytest.mark.parametrize("module", [so3, se3], ids=["so3", "se3"])
def test_dexp_is_the_derivative_of_exp(module, angle):
    size = 3 if module is so3 else 6
    xi = np.array([*(angle * np.array((0.6, -0.48, 0.64))), 1.0, -2.0, 0.5])[:size]
    rate, h = np.array([0.3, 0.9, -0.5, 1.1, -0.2, 0.7])[:size], 1e-30
    T = plain_exp(module.hat(xi))
    assert np.allclose(module.exp(xi), T, atol=2e-14)
    slope = plain_exp(module.hat(xi) + 1j * h * module.hat(rate)).imag / h
    body, space = (
        module.hat(f(xi) @ rate) for f in (module.dexp_body, module.dexp_space)
    )
    assert np.allclose(np.linalg.inv(T) @ slope, body, rtol=0, atol=1e-13)
    assert np.allclose(slope @ np.linalg.inv(T), space, rtol=0, atol=1e-13)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e-20, 1.0, 1e20, 1e160])
def test_the_axis_does_not_depend_on_the_size(size):
    direction, point, angle, pitch = se3.screw(size * np.array([0, 0, 2, 0, -2, 6]))
    assert np.allclose(direction, [0, 0, 1])
    assert np.allclose(point, [1, 0, 0])
    assert np.isclose(pitch, 3)
    assert np.isclose(angle / size, 2)


def test_bad_input_is_named():
    refused(
        {
            "the angle is lost already": lambda: se3.exp([1e300, 0, 0, 0, 0, 0]),
            "last row": [
                lambda: se3.log(2 * np.eye(4)),
                lambda: se3.adjoint(np.eye(4).T + np.eye(4, k=-1)),
            ],
            "orthonormalize": [
                lambda: se3.log(np.diag([2.0, 2, 2, 1])),
                lambda: se3.adjoint(np.diag([2.0, 2, 2, 1])),
            ],
            "reflection": lambda: se3.log(np.diag([1.0, 1, -1, 1])),
            "a twist is no pose": lambda: se3.vee(np.eye(4)),
            "antisymmetric": lambda: se3.vee(np.diag([1.0, 1, 1, 0])),
            "below 2 pi": lambda: se3.dexp_body_inverse([0, 0, 2 * math.pi, 0, 0, 0]),
            "below 2 pi, got 7": lambda: se3.dexp_space_inverse(
                [[0, 0, 1, 0, 0, 0], [0, 0, 7, 0, 0, 0]]
            ),
            "a translation has no axis": [
                lambda: se3.screw([0, 0, 0, 1, 2, 3]),
                lambda: se3.screw([[0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0]]),
            ],
            "farther away than numbers reach": lambda: se3.screw(
                [0, 0, 1e-310, 1, 0, 0]
            ),
        }
    )
