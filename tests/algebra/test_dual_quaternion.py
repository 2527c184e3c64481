"""Dual quaternions: axioms on every shape, poses against 4 x 4 matrices, exp and log
against series at 50 digits."""

import math

import mpmath
import numpy as np
import pytest
from exact_series import gap, matrix_series
from problems import EPS, SMALL

from rotlib import dual_quaternion as D
from rotlib import quaternion as Q
from rotlib.errors import InvalidInput

AXES = [(0.0, 0.0, 1.0), (0.6, -0.48, 0.64)]
PARTS = [(1.0, -2.0, 0.5), (1e6, -3e5, 2e6), (1e-9, 0.0, 3e-9)]
SWITCHES = [
    2 * math.sqrt(s) * (1 + d) for s in (6.0, 10.0) for d in (-1e-15, 0, 1e-15)
]  # exp and log take s/4
NEAR = [f * math.pi - d for f in (1, 2) for d in (0.1, 1e-3, 1e-6, 1e-9)]
ANGLES = [*SMALL, 2.0, *SWITCHES, *NEAR, math.pi, math.pi + 1e-9, 2 * math.pi]


def twists(shape, seed=0, dtype=np.float64):
    return np.random.default_rng(seed).normal(size=shape + (6,)).astype(dtype)


def poses(shape, seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed + 100)
    q = Q.normalize(rng.normal(size=shape + (4,)).astype(dtype))
    return D.from_pose(q, rng.normal(size=shape + (3,)).astype(dtype))


def matrix_exact(twist):
    """exp of the 4 x 4 matrix of a twist, from its series, 50 digits."""
    x, y, z, a, b, c = (float(e) for e in twist)
    X = [[0, -z, y, a], [z, 0, -x, b], [-y, x, 0, c], [0, 0, 0, 0]]
    return matrix_series(X, 0)


def exp_exact(twist):
    """The dual quaternion of `matrix_exact`: q by half angles, d = t q/2 by
    Hamilton's table."""
    with mpmath.workdps(50):
        v = [mpmath.mpf(float(e)) for e in twist[:3]]
        half = mpmath.sqrt(mpmath.fsum(e * e for e in v)) / 2
        factor = mpmath.sin(half) / half / 2 if half else mpmath.mpf(1) / 2
        w, x, y, z = mpmath.cos(half), *(e * factor for e in v)
        a, b, c = (e / 2 for e in matrix_exact(twist)[:3, 3])
        return [
            w,
            x,
            y,
            z,
            -a * x - b * y - c * z,
            a * w + b * z - c * y,
            b * w + c * x - a * z,
            c * w + a * y - b * x,
        ]


def log_exact(x):
    """The twist of eight numbers as they are: rotation vector by atan2, then a
    linear system with the series of dexp."""
    with mpmath.workdps(50):
        w, *u = (mpmath.mpf(float(e)) for e in x[:4])
        d_w, *d = (mpmath.mpf(float(e)) for e in x[4:])
        n = mpmath.sqrt(mpmath.fsum(e * e for e in u))
        factor = 2 * mpmath.atan2(n, abs(w)) / n * (1 if w >= 0 else -1) if n else 2 / w
        v = [e * factor for e in u]
        t = [
            2 * (w * d[i] - d_w * u[i] + u[i - 2] * d[i - 1] - u[i - 1] * d[i - 2])
            for i in range(3)
        ]
        V = [[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]
        return [*v, *mpmath.lu_solve(matrix_series(V, 1), mpmath.matrix(t))]


# --- against 50 digits ----------------------------------------------------------------


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("part", PARTS, ids=str)
@pytest.mark.parametrize("angle", ANGLES)
def test_exp_at_its_corners(angle, part, dtype):
    xi = np.array([*(angle * np.array(AXES[1])), *part]).astype(dtype)
    size = float(np.abs(xi[3:]).max())
    x, exact = D.exp(xi), exp_exact(xi)
    assert x.dtype == dtype
    assert gap(x[:4], exact[:4]) <= 2 * EPS[dtype] * max(1, angle / 4)
    assert gap(x[4:], exact[4:]) <= 3 * EPS[dtype] * size * max(1, angle / 4)
    assert gap(D.as_pose(x)[1], matrix_exact(xi)[:3, 3]) <= 3 * EPS[dtype] * size * max(
        1, angle / 2
    )


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("part", PARTS, ids=str)
@pytest.mark.parametrize("angle", ANGLES)
def test_log_at_its_corners(angle, part):
    """Measured on the eight numbers that came in, whatever made them."""
    x = D.exp(np.array([*(angle * np.array(AXES[1])), *part]))
    xi, exact = D.log(x), log_exact(x)
    assert (
        gap(xi[:3], exact[:3])
        <= 2 * EPS[np.float64] * float(mpmath.norm(exact[:3])) + 1e-320
    )
    assert gap(xi[3:], exact[3:]) <= 5 * EPS[np.float64] * np.abs(part).max()
    assert np.linalg.norm(xi[:3]) <= math.pi * (1 + 1e-15)
    assert np.array_equal(xi, D.log(-x))


def test_log_of_translations_half_turns_and_minus_one():
    assert np.array_equal(D.log([1.0, 0, 0, 0, 0, 1, 2, 3]), [0, 0, 0, 2, 4, 6])
    assert np.array_equal(D.log([-1.0, 0, 0, 0, 0, -1, -2, -3]), [0, 0, 0, 2, 4, 6])
    half_turn = D.log([0.0, 0, 0, 1, -0.5, 0, 0, 0])  # about z, and up by one
    assert np.allclose(half_turn, [0, 0, math.pi, 0, 0, 1], atol=1e-16)


# --- algebra --------------------------------------------------------------------------


@pytest.mark.evidence("second implementation")
def test_units_of_the_product():
    e = np.eye(8)
    for i in range(4):
        for j in range(4):
            ij = Q.multiply(e[i, :4], e[j, :4])
            assert np.array_equal(D.multiply(e[i], e[j]), [*ij, 0, 0, 0, 0])
            assert np.array_equal(D.multiply(e[i + 4], e[j]), [0, 0, 0, 0, *ij])
            assert np.array_equal(D.multiply(e[i], e[j + 4]), [0, 0, 0, 0, *ij])
            # eps^2 = 0
            assert np.array_equal(D.multiply(e[i + 4], e[j + 4]), np.zeros(8))


def test_dot_products_and_the_dual_transpose():
    a, b, c = np.random.default_rng(5).normal(size=(3, 8))
    T, star = D.dual_transpose, D.conjugate
    left = a @ D.multiply(b, c)
    assert math.isclose(left, b @ T(D.multiply(T(a), star(c))), rel_tol=1e-13)
    assert math.isclose(left, c @ T(D.multiply(star(b), T(a))), rel_tol=1e-13)


def test_normalize():
    x = poses((20,), 6)
    bent = np.random.default_rng(7).normal(size=(20, 8)) * 1e-3 + x
    good = D.normalize(bent)
    assert np.allclose(D.normalize(3.0 * x), x, atol=1e-15)
    q, d = good[:, :4], good[:, 4:]
    assert np.abs((q * q).sum(-1) - 1).max() < 1e-15
    assert np.abs((q * d).sum(-1)).max() < 1e-15
    dual_length = (
        (bent[:, :4] ** 2).sum(-1) ** 0.5,
        (bent[:, :4] * bent[:, 4:]).sum(-1) / (bent[:, :4] ** 2).sum(-1) ** 0.5,
    )
    again = np.append(
        dual_length[0][:, None] * q,
        dual_length[0][:, None] * d + dual_length[1][:, None] * q,
        -1,
    )
    assert np.allclose(again, bent, atol=1e-15)  # length times unit is what came in
    for size in (1e-300, 1e-160, 1e160, 1e300):
        assert np.allclose(D.normalize(size * x), x, atol=1e-15)
    assert D.normalize(x.astype(np.float32)).dtype == np.float32


def test_the_normalised_sum_is_half_way():
    x, y = poses((30,), 8), poses((30,), 9)
    near = np.where((x[:, :4] * y[:, :4]).sum(-1, keepdims=True) < 0, -y, y)
    half_way = D.multiply(x, D.exp(D.between(x, near) / 2))
    assert np.allclose(D.normalize(x + near), half_way, atol=1e-13)


def test_a_door_turns_about_its_hinge_whatever_point_was_stored():
    hinge, opening = np.array([0.3, -0.2, 0.0]), 1.9
    for handle in ([0.8, 0, 0], [0.1, 0.5, 1.0]):

        def pose(angle, handle=handle):
            q = Q.exp([0, 0, angle])
            return D.from_pose(q, hinge + Q.rotate(q, handle))

        step = D.between(pose(0.4), pose(0.4 + opening))
        for part in np.linspace(0, 1, 5):
            x = D.multiply(pose(0.4), D.exp(part * step))
            assert np.allclose(x, pose(0.4 + part * opening), atol=1e-15)


def test_the_result_of_as_pose_is_a_copy():
    x = poses((), 13)
    D.as_pose(x)[0][0] = 7.0
    assert x[0] != 7.0


# --- velocities -----------------------------------------------------------------------


def test_twist_and_rate_undo_each_other():
    x, xi = poses((30,), 14), twists((30,), 15)
    assert np.allclose(D.twist(x, D.rate(x, xi)), xi, atol=1e-14)
    v_space = Q.rotate(x[:, :4], xi[:, 3:])
    h = 1e-6
    later, earlier = (D.multiply(x, D.exp(sign * h * xi)) for sign in (1, -1))
    assert np.allclose((later - earlier) / (2 * h), D.rate(x, xi), atol=1e-9)
    assert np.allclose(
        (D.as_pose(later)[1] - D.as_pose(earlier)[1]) / (2 * h), v_space, atol=1e-8
    )  # v = R^T t'


def test_thousands_of_products_stay_near_the_group():
    """What the check lets through: round-off of a long run, but no fault."""
    x, step = poses((), 16), D.exp([1e-2, -2e-2, 1.5e-2, 1.0, 2.0, -1.0])
    for _ in range(5000):
        x = D.multiply(x, step)
    D.as_pose(x)
    assert abs((x[:4] ** 2).sum() - 1) < 1e-11


# --- bad input ------------------------------------------------------------------------

ONE = [1, 0, 0, 0, 0, 0, 0, 0]
BAD = [
    (
        lambda: D.multiply([1, 0, 0, 0], ONE),
        r"x: expected shape \(\.\.\., 8\), got \(4,\)",
    ),
    (lambda: D.multiply(ONE, [[1, 0, 0, 0]]), r"y: expected shape \(\.\.\., 8\)"),
    (
        lambda: D.log([1, 1, 0, 0, 0, 0, 0, 0]),
        "use rotlib.dual_quaternion.normalize if the pose",
    ),
    (lambda: D.log([1, 0, 0, 0, 1e-7, 0, 0, 0]), r"q\.d = 0"),
    (lambda: D.as_pose([1, 0, 0, 0, 0.5, 1, 2, 3]), r"from_pose\(q, position\)"),
    (lambda: D.between(ONE, [2, 0, 0, 0, 0, 0, 0, 0]), "y: expected unit"),
    (lambda: D.normalize([0, 0, 0, 0, 0, 1, 2, 3]), "no pose"),
    (lambda: D.exp([0, 0, np.nan, 0, 0, 0]), "NaN or infinity"),
    (lambda: D.exp([0, 0, 1e300, 0, 0, 0]), "the angle is lost already"),
    (lambda: D.exp([0, 0, 1]), r"twist: expected shape \(\.\.\., 6\)"),
    (lambda: D.from_pose([1, 1, 0, 0], [0, 0, 0]), "unit quaternions"),
    (
        lambda: D.from_pose([1, 0, 0, 0], [0, 0]),
        r"position: expected shape \(\.\.\., 3\)",
    ),
    (lambda: D.transform(ONE, [1, 2]), r"point: expected shape"),
    (lambda: D.rate(ONE, [1, 2, 3]), r"twist: expected shape"),
    (lambda: D.twist(ONE, [1, 2, 3]), r"x_rate: expected shape"),
    (lambda: D.from_matrix(np.eye(3)), r"\(\.\.\., 4, 4\)"),
    (lambda: D.from_matrix(np.diag([1, 1, -1, 1])), "reflection"),
    (lambda: D.from_matrix(np.eye(4) + np.eye(4)[::-1]), "last row|last column"),
    (lambda: D.multiply("abcdefgh", ONE), "real numbers"),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_named(call, message):
    with pytest.raises(InvalidInput, match=message):
        call()
