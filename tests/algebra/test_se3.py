"""Rigid motions and twists: matrices against series at 50 digits, derivatives by
complex steps, screws by hand."""

import math

import mpmath
import numpy as np
import pytest
from exact_series import gap, matrix_series
from problems import EPS, SMALL

from rotlib import dual_quaternion as D
from rotlib import quaternion as Q
from rotlib import se3, so3
from rotlib.errors import InvalidInput

pytestmark = pytest.mark.long
AXIS = (0.6, -0.48, 0.64)
PARTS = [(1.0, -2.0, 0.5), (1e6, -3e5, 2e6)]
SWITCHES = [  # of c_2 to c_6
    math.sqrt(s) * (1 + d)
    for s in (6.0, 10.0, 15.0, 21.0, 28.0)
    for d in (-1e-15, 0, 1e-15)
]
# dexp's inverse works with half of the angle
HALVED = [2 * math.sqrt(6.0) * (1 + d) for d in (-1e-15, 0, 1e-15)]
NEAR = [f * math.pi - d for f in (1, 2) for d in (0.1, 1e-3, 1e-6, 1e-9)]
ANGLES = [*SMALL, *SWITCHES, *HALVED, *NEAR, math.pi]
SIGN = {se3.dexp_space: 1, se3.dexp_body: -1}
INVERSE = {se3.dexp_space: se3.dexp_space_inverse, se3.dexp_body: se3.dexp_body_inverse}


def twists(shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape + (6,))


def twist(angle, part, dtype=np.float64):
    return np.array([*(angle * np.array(AXIS)), *part]).astype(dtype)


def plain_ad(xi):
    """The 6 x 6 matrix of the commutator, entry by entry."""
    x, y, z, a, b, c = (float(e) for e in xi)
    return [
        [0, -z, y, 0, 0, 0],
        [z, 0, -x, 0, 0, 0],
        [-y, x, 0, 0, 0, 0],
        [0, -c, b, 0, -z, y],
        [c, 0, -a, z, 0, -x],
        [-b, a, 0, -y, x, 0],
    ]


def plain_hat(xi):
    x, y, z, a, b, c = xi
    return np.array([[0, -z, y, a], [z, 0, -x, b], [-y, x, 0, c], [0, 0, 0, 0]])


def plain_exp(xi):
    """exp of a 4 x 4 matrix by scaling, a Taylor polynomial and squaring; complex
    numbers are welcome."""
    M = plain_hat(xi) / 2**8
    term = total = np.eye(4, dtype=M.dtype)
    for n in range(1, 14):
        term = term @ M / n
        total = total + term
    for _ in range(8):
        total = total @ total
    return total


# --- against the series ---------------------------------------------------------------


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("part", PARTS, ids=str)
@pytest.mark.parametrize("angle", ANGLES)
def test_exp_at_its_corners(angle, part, dtype):
    xi = twist(angle, part, dtype)
    M, exact = se3.exp(xi), matrix_series(plain_hat(xi.astype(float)), 0)
    assert M.dtype == dtype and np.array_equal(M[3], [0, 0, 0, 1])
    assert gap(M[:3, :3], exact[:3, :3]) <= 2 * EPS[dtype] * max(1, angle / 2)
    assert gap(M[:3, 3], exact[:3, 3]) <= 3 * EPS[dtype] * max(part) * max(1, angle / 2)


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("function", SIGN)
@pytest.mark.parametrize("angle", ANGLES)
def test_dexp_at_its_corners(angle, function, dtype):
    xi = twist(angle, PARTS[0], dtype)
    M, exact = function(xi), matrix_series(SIGN[function] * np.array(plain_ad(xi)), 1)
    assert M.dtype == dtype
    assert gap(M[:3], exact[:3, :]) <= 3 * EPS[dtype]
    assert gap(M[3:, 3:], exact[3:, 3:]) <= 3 * EPS[dtype]
    assert gap(M[3:, :3], exact[3:, :3]) <= 6 * EPS[dtype] * 2.0


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("function", SIGN)
@pytest.mark.parametrize("angle", ANGLES)
def test_inverse_of_dexp_at_its_corners(angle, function, dtype):
    """Its sensitivity to the angle grows like theta/(2 pi - theta), twice that for
    the block below."""
    xi = twist(angle, PARTS[0], dtype)
    length = float(np.linalg.norm(xi[:3].astype(float)))
    if length >= 2 * math.pi:
        pytest.skip("rounded past the end")
    with mpmath.workdps(50):
        exact = matrix_series(SIGN[function] * np.array(plain_ad(xi)), 1) ** -1
    found, sensitivity = INVERSE[function](xi), 1 + 2 * length / (2 * math.pi - length)
    for block in (np.s_[:3, :3], np.s_[3:, :3]):
        size = float(max(abs(x) for x in exact[block]))
        assert gap(found[block], exact[block]) <= 4 * EPS[dtype] * size * sensitivity


@pytest.mark.parametrize("part", PARTS, ids=str)
@pytest.mark.parametrize("angle", [a for a in ANGLES if a <= math.pi])
def test_log_undoes_exp(angle, part):
    xi = twist(angle, part)
    back = se3.log(se3.exp(xi))
    if angle > 3.14159 and back[0] * xi[0] < 0:  # the other of the two half turns
        back = se3.log(se3.exp(back))
        assert np.allclose(se3.exp(back), se3.exp(xi), rtol=0, atol=1e-9 * max(part))
        return
    assert np.abs(back - xi)[:3].max() <= 4e-16 * max(1, angle)
    assert np.abs(back - xi)[3:].max() <= 3e-15 * max(part)


# --- shapes and identities ------------------------------------------------------------


def test_exact_at_zero_and_for_translations():
    for function in (*SIGN, *INVERSE.values()):
        assert np.array_equal(function(np.zeros(6)), np.eye(6))
        assert function(np.zeros((2, 6), np.float32)).dtype == np.float32
    assert np.array_equal(se3.exp([0, 0, 0, 1, 2, 3])[:3, 3], [1, 2, 3])
    assert np.array_equal(
        se3.dexp_space([0, 0, 0, 2, 4, 6])[3:, :3], so3.hat([1, 2, 3])
    )
    for function in (se3.exp, se3.hat, se3.ad):
        assert function(np.zeros((2, 6), np.float32)).dtype == np.float32
    assert (
        se3.log(np.eye(4, dtype=np.float32)).dtype
        == se3.adjoint(np.eye(4, dtype=np.float32)).dtype
        == np.float32
    )


# --- the derivative, by a plain exponential and complex steps
# --------------------------------------------------------


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize(
    "angle", [0.0, 1e-9, 1e-4, 0.3, 2.0, math.sqrt(6.0), 3.1, math.sqrt(10.0), 4.0, 6.0]
)
def test_dexp_is_the_derivative_of_exp(angle):
    xi, rate = twist(angle, PARTS[0]), np.array([0.3, 0.9, -0.5, 1.1, -0.2, 0.7])
    T, h = plain_exp(xi), 1e-30
    assert np.allclose(se3.exp(xi), T, atol=2e-14)
    slope = plain_exp(xi + 1j * h * rate).imag / h
    assert np.allclose(
        se3.vee(_tidy(np.linalg.inv(T) @ slope)), se3.dexp_body(xi) @ rate, atol=1e-13
    )
    assert np.allclose(
        se3.vee(_tidy(slope @ np.linalg.inv(T))), se3.dexp_space(xi) @ rate, atol=1e-13
    )
    x, x_rate = D.exp(xi), (D.exp(xi + 1e-6 * rate) - D.exp(xi - 1e-6 * rate)) / 2e-6
    assert np.allclose(D.twist(x, x_rate), se3.dexp_body(xi) @ rate, atol=1e-8)


def _tidy(M):
    """Round-off off the antisymmetric block, which `vee` would refuse."""
    M = M.copy()
    M[:3, :3] = (M[:3, :3] - M[:3, :3].T) / 2
    M[3] = 0
    return M


# --- screws ---------------------------------------------------------------------------


def test_angle_and_pitch_are_the_same_in_every_frame():
    xi, T = twists((), 6), se3.exp(twists((), 7))
    here, there = se3.screw(xi), se3.screw(se3.adjoint(T) @ xi)
    assert np.allclose(here[2:], there[2:], atol=1e-13)
    assert np.allclose(T[:3, :3] @ here[0], there[0], atol=1e-14)
    moved = T[:3, :3] @ here[1] + T[:3, 3]
    # the same line
    assert np.allclose(np.cross(moved - there[1], there[0]), 0, atol=1e-13)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e-20, 1.0, 1e20, 1e160])
def test_the_axis_does_not_depend_on_the_size(size):
    direction, point, angle, pitch = se3.screw(size * np.array([0, 0, 2, 0, -2, 6]))
    assert np.allclose(direction, [0, 0, 1])
    assert np.allclose(point, [1, 0, 0])
    assert np.isclose(pitch, 3)
    assert np.isclose(angle / size, 2)


def test_a_bolt():
    pitch = 1.25e-3 / (2 * math.pi)
    x = D.multiply(
        D.multiply(
            D.from_pose([1, 0, 0, 0], [0.02, 0.01, 0]),
            D.from_pose(Q.exp([0, 0, 1.0]), [0, 0, pitch]),
        ),
        D.from_pose([1, 0, 0, 0], [-0.02, -0.01, 0]),
    )
    direction, point, angle, found = se3.screw(D.log(x))
    assert np.allclose(direction, [0, 0, 1])
    assert np.allclose(point, [0.02, 0.01, 0])
    assert np.isclose(found, pitch)
    assert np.isclose(angle, 1)


# --- bad input ------------------------------------------------------------------------

BAD = [
    (lambda: se3.exp([1, 2, 3]), r"twist: expected shape \(\.\.\., 6\), got \(3,\)"),
    (lambda: se3.exp([1, 2, np.inf, 0, 0, 0]), "NaN or infinity"),
    (lambda: se3.exp([1e300, 0, 0, 0, 0, 0]), "the angle is lost already"),
    (lambda: se3.dexp_body([0, 0, 0, 0, 0, np.nan]), "NaN or infinity"),
    (lambda: se3.log(np.eye(3)), r"expected shape \(\.\.\., 4, 4\)"),
    (lambda: se3.log(2 * np.eye(4)), "last row"),
    (lambda: se3.log(np.diag([2.0, 2, 2, 1])), "orthonormalize"),
    (lambda: se3.log(np.diag([1.0, 1, -1, 1])), "reflection"),
    (lambda: se3.adjoint(np.eye(4).T + np.eye(4, k=-1)), "last row"),
    (lambda: se3.adjoint(np.diag([2.0, 2, 2, 1])), "orthonormalize"),
    (lambda: se3.vee(np.eye(4)), "a twist is no pose"),
    (lambda: se3.vee(np.diag([1.0, 1, 1, 0])), "antisymmetric"),
    (lambda: se3.ad([1, 2]), r"twist: expected shape"),
    (lambda: se3.dexp_body_inverse([0, 0, 2 * math.pi, 0, 0, 0]), "below 2 pi"),
    (
        lambda: se3.dexp_space_inverse([[0, 0, 1, 0, 0, 0], [0, 0, 7, 0, 0, 0]]),
        "below 2 pi, got 7",
    ),
    (lambda: se3.screw([0, 0, 0, 1, 2, 3]), "a translation has no axis"),
    (
        lambda: se3.screw([[0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0]]),
        "a translation has no axis",
    ),
    (lambda: se3.screw([0, 0, 1e-310, 1, 0, 0]), "farther away than numbers reach"),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_named(call, message):
    with pytest.raises(InvalidInput, match=message):
        call()
