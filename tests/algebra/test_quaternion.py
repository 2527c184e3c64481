"""Quaternions: 50-digit references where the formulas have corners, SciPy, bad input.
Their laws, on every shape and in both number formats, are in `tests/properties`."""

import math

import mpmath
import numpy as np
import pytest
from exact_series import gap
from problems import EPS, SMALL
from scipy.spatial.transform import Rotation

from rotlib import quaternion as Q
from rotlib.errors import InvalidInput

AXES = [(1.0, 0.0, 0.0), (0.6, -0.48, 0.64), (-2 / 3, 1 / 3, 2 / 3)]
SWITCHES = [2 * math.sqrt(s) * (1 + d) for s in (6.0, 10.0) for d in (-1e-15, 0, 1e-15)]
NEAR = [f * math.pi - d for f in (1, 2) for d in (0.1, 1e-3, 1e-6, 1e-9, 1e-12)]
ANGLES = [*SMALL, 2.0, *NEAR, math.pi, math.pi + 1e-9, 4.0, *SWITCHES, 2 * math.pi]


def unit(shape, seed=0, dtype=np.float64):
    return Q.normalize(
        np.random.default_rng(seed).normal(size=shape + (4,)).astype(dtype)
    )


def vectors(shape, seed=0, dtype=np.float64):
    return np.random.default_rng(seed + 100).normal(size=shape + (3,)).astype(dtype)


def exp_exact(v):
    """exp (0, v/2) of the numbers v as they are, 50 digits."""
    with mpmath.workdps(50):
        v = [mpmath.mpf(float(x)) for x in v]
        half = mpmath.sqrt(mpmath.fsum(x * x for x in v)) / 2
        factor = mpmath.sin(half) / half / 2 if half else mpmath.mpf(1) / 2
        return [mpmath.cos(half), *(x * factor for x in v)]


def log_exact(q):
    with mpmath.workdps(50):
        w, *u = (mpmath.mpf(float(x)) for x in q)
        n = mpmath.sqrt(mpmath.fsum(x * x for x in u))
        sign = 1 if w >= 0 else -1
        factor = 2 * sign * mpmath.atan2(n, abs(w)) / n if n else mpmath.mpf(0)
        return [x * factor for x in u]


# --- against 50 digits ----------------------------------------------------------------


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("axis", AXES, ids=str)
@pytest.mark.parametrize("angle", ANGLES)
def test_exp_at_its_corners(angle, axis, dtype):
    v = (angle * np.array(axis)).astype(dtype)
    q, exact = Q.exp(v), exp_exact(v)
    assert q.dtype == dtype
    assert gap(q[:1], exact[:1]) <= 2 * EPS[dtype] * max(1, angle / 4)
    assert gap(q[1:], exact[1:]) <= 2 * EPS[dtype] * angle / 2 + 1e-320


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("axis", AXES, ids=str)
@pytest.mark.parametrize("angle", ANGLES)
def test_log_at_its_corners(angle, axis, dtype):
    q = Q.exp((angle * np.array(axis)).astype(dtype))
    v, exact = Q.log(q), log_exact(q)
    size = float(mpmath.norm(exact))
    assert v.dtype == dtype
    assert gap(v, exact) <= 2 * EPS[dtype] * size + 1e-320
    assert np.linalg.norm(v.astype(float)) <= math.pi * (1 + EPS[dtype])


def test_log_of_half_turns_and_of_minus_one():
    assert np.array_equal(Q.log([0.0, 1, 0, 0]), [math.pi, 0, 0])
    assert np.array_equal(Q.log([0.0, -1, 0, 0]), [-math.pi, 0, 0])
    assert np.array_equal(Q.log([-1.0, 0, 0, 0]), [0, 0, 0])


# --- what is what ---------------------------------------------------------------------


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
    assert np.allclose(
        Q.rotate(Q.exp([0, 0, 0.1]), [1, 0, 0]),
        [math.cos(0.1), math.sin(0.1), 0],
        atol=1e-15,
    )
    v = vectors((20,), 7)
    assert np.allclose(Q.rotate(Q.exp(v), v), v, atol=1e-14)


def test_mixed_formats_widen():
    assert Q.rotate(unit((2,), dtype=np.float32), vectors((2,))).dtype == np.float64
    assert Q.multiply([1, 0, 0, 0], [0, 1, 0, 0]).dtype == np.float64


# --- matrices and SciPy ---------------------------------------------------------------


@pytest.mark.parametrize(
    "axis",
    [*AXES, (0, 1, 0), (0, 0, 1), (0, -1, 0), (1 / math.sqrt(2), 1 / math.sqrt(2), 0)],
    ids=str,
)
@pytest.mark.parametrize(
    "angle",
    [0.0, 1e-9, 1e-4, 1.0, 2 * math.pi / 3, math.pi - 1e-9, math.pi, math.pi + 1e-9],
)
def test_from_matrix_has_no_bad_angle(axis, angle):
    q = Q.exp(angle * np.array(axis))
    assert Q.angle_between(Q.from_matrix(Q.as_matrix(q)), q) < 2e-15


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


# --- distance, interpolation, length --------------------------------------------------


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-8, 1e-3, 1.0, 3.0, math.pi])
def test_angle_between(angle):
    p = unit((9,), 14)
    q = Q.multiply(p, Q.exp(angle * np.array(AXES[1])))
    assert np.allclose(Q.angle_between(p, q), angle, atol=1e-15)
    assert np.allclose(Q.angle_between(p, -q), angle, atol=1e-15)
    assert Q.angle_between(p, q).shape == (9,)
    assert Q.angle_between(p[0], q[0]).shape == ()


def test_slerp():
    p, q = unit((6,), 15), unit((6,), 16)
    assert np.allclose(Q.slerp(p, q, 0.0), p, atol=1e-15)
    assert Q.angle_between(Q.slerp(p, q, 1.0), q).max() < 4e-15
    for t in (0.25, 0.5, 0.9):  # the short way, for either sign
        assert Q.angle_between(Q.slerp(p, q, t), Q.slerp(p, -q, t)).max() < 4e-15
    assert Q.slerp(p[0], q[0], np.linspace(0, 1, 5)).shape == (5, 4)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_normalize_at_any_size(size):
    assert np.allclose(
        Q.normalize(size * np.array([1.0, 2, 2, 4])), [0.2, 0.4, 0.4, 0.8], atol=1e-15
    )


def test_nothing_is_normalised_behind_your_back():
    q = np.array([1.0, 0, 0, 1e-4])
    assert Q.rotate(q, [1, 0, 0])[0] == 1 - 2e-8


# --- the derivative, without formulas -------------------------------------------------


@pytest.mark.evidence("second implementation")
def test_rates_of_the_kinematics():
    from rotlib.kernels.quaternion import rate_body, rate_space

    q, omega, h = unit((), 17), vectors((), 18), 1e-5
    numeric = (Q.multiply(q, Q.exp(h * omega)) - Q.multiply(q, Q.exp(-h * omega))) / (
        2 * h
    )
    assert np.allclose(rate_body(*q.tolist(), *omega.tolist()), numeric, atol=1e-9)
    assert np.allclose(
        rate_space(*q.tolist(), *Q.rotate(q, omega).tolist()), numeric, atol=1e-9
    )


def test_third_order_at_a_quarter_turn():
    v = np.array([math.pi / 2, 0, 0])
    off = Q.angle_between(Q.exp_third_order(v), Q.exp(v)) / (math.pi / 2)
    assert abs(off - 0.0119) < 5e-5


# --- bad input ------------------------------------------------------------------------

BAD = [
    (
        lambda: Q.multiply([1, 0, 0], [1, 0, 0, 0]),
        r"p: expected shape \(\.\.\., 4\), got \(3,\)",
    ),
    (lambda: Q.rotate([1, 0, 0, 0], [1, 2]), r"v: expected shape \(\.\.\., 3\)"),
    (lambda: Q.rotate([1, 1, 0, 0], [1, 2, 3]), "use rotlib.quaternion.normalize"),
    (lambda: Q.log([0, 0, 0, 0]), "expected unit quaternions"),
    (lambda: Q.exp([0, np.nan, 0]), "NaN or infinity"),
    (lambda: Q.exp([0, np.inf, 0]), "NaN or infinity"),
    (lambda: Q.exp([0, 1e200, 0]), "the angle is lost already"),
    (lambda: Q.exp(np.float32([0, 1e10, 0])), "the angle is lost already"),
    (lambda: Q.exp(1.0), r"got \(\)"),
    (lambda: Q.exp("abc"), "real numbers"),
    (lambda: Q.exp([1j, 0, 0]), "real numbers"),
    (lambda: Q.exp([[1, 2, 3], [1, 2]]), "real numbers"),
    (lambda: Q.normalize([0, 0, 0, 0]), "no rotation"),
    (lambda: Q.from_matrix(np.eye(4)), r"expected shape \(\.\.\., 3, 3\)"),
    (lambda: Q.from_matrix(np.diag([1, 1, -1])), "reflection"),
    (lambda: Q.from_matrix(2 * np.eye(3)), "take rotlib.so3.orthonormalize"),
    (lambda: Q.slerp([1, 0, 0, 0], [1, 0, 0, 0], np.nan), "t: expected finite"),
    (lambda: Q.from_scipy([1, 0, 0, 0]), "scipy.spatial.transform.Rotation, got list"),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_named(call, message):
    with pytest.raises(InvalidInput, match=message):
        call()
