"""exp, log, dexp and its inverse of rotations and of poses at their corners, against
series and formulas at 50 digits."""

import math
from itertools import product as pairs

import mpmath
import numpy as np
import pytest
from exact_series import gap, matrix_series, of_twist
from problems import EPS, SMALL
from reference_methods import hamilton, hat

from rotlib import dual_quaternion as D
from rotlib import quaternion as Q
from rotlib import se3, so3

pytestmark = pytest.mark.long
AXES = [(0.6, -0.48, 0.64), (0.0, 0.0, 1.0), (-2 / 3, 1 / 3, 2 / 3)]
PARTS = [(1.0, -2.0, 0.5), (1e6, -3e5, 2e6), (1e-9, 0.0, 3e-9)]
SWITCHES = [  # of c_2 to c_6, and of those that are asked for half of the angle
    times * math.sqrt(s) * (1 + d)
    for times, s in ((1, 6), (1, 10), (1, 15), (1, 21), (1, 28), (2, 6), (2, 10))
    for d in (-1e-15, 0, 1e-15)
]
NEAR = [f * math.pi - d for f in (1, 2) for d in (0.1, 1e-3, 1e-6, 1e-9, 1e-12)]
ANGLES = [*SMALL, 2.0, 4.0, *SWITCHES, *NEAR, math.pi, math.pi + 1e-9, 2 * math.pi]
SIGNS = ("dexp_space", 1), ("dexp_body", -1)
DEXP = [(m, name, s) for m in (so3, se3) for name, s in SIGNS]


BLOCKS = {so3: [(np.s_[:3, :3], 3)]}  # and how many roundings are allowed there
BLOCKS[se3] = [(np.s_[:3, :], 3), (np.s_[3:, 3:], 3), (np.s_[3:, :3], 12)]


def vectors(axes=AXES, dtypes=EPS):
    for angle, axis, dtype in pairs(ANGLES, axes, dtypes):
        yield (angle * np.array(axis)).astype(dtype), angle, EPS[dtype]


def twists(parts=PARTS, dtypes=EPS):
    for part, (v, angle, eps) in pairs(parts, list(vectors(AXES[:1], dtypes))):
        yield np.array([*v, *part]).astype(v.dtype), angle, eps


def near(found, exact, limit, *where):
    off = gap(found, exact)
    assert off <= limit + 1e-320, (*where, off, limit)


def ad(xi):
    W, V = hat(xi[:3]), hat(xi[3:])
    return np.block([[W, np.zeros((3, 3))], [V, W]])


def turn(v):
    """The quaternion exp (0, v/2)."""
    with mpmath.workdps(50):
        v = [mpmath.mpf(float(x)) for x in v]
        half = mpmath.sqrt(mpmath.fsum(x * x for x in v)) / 2
        factor = mpmath.sin(half) / half / 2 if half else mpmath.mpf(1) / 2
        return [mpmath.cos(half), *(x * factor for x in v)]


def logarithm(q):
    """The rotation vector of four numbers as they are."""
    with mpmath.workdps(50):
        w, *u = (mpmath.mpf(float(x)) for x in q)
        n = mpmath.sqrt(mpmath.fsum(x * x for x in u))
        factor = 2 * mpmath.atan2(n, abs(w)) / n * (1 if w >= 0 else -1) if n else 2 / w
        return [x * factor for x in u]


@pytest.mark.evidence("50 digits")
def test_exp_of_rotations():
    for v, angle, eps in vectors():
        q, exact = Q.exp(v), turn(v)
        assert q.dtype == so3.exp(v).dtype == v.dtype
        near(q[:1], exact[:1], 2 * eps * max(1, angle / 4), v)
        near(q[1:], exact[1:], eps * angle, v)
        exact = matrix_series(hat(v.astype(float)), 0)
        near(so3.exp(v), exact, 2 * eps * max(1, angle / 2), v)


@pytest.mark.evidence("50 digits")
def test_exp_of_twists():
    for xi, angle, eps in twists():
        size, grown = float(np.abs(xi[3:]).max()), max(1, angle / 2)
        M, exact = se3.exp(xi), matrix_series(of_twist(xi.astype(float)), 0)
        assert M.dtype == xi.dtype and np.array_equal(M[3], [0, 0, 0, 1])
        near(M[:3, :3], exact[:3, :3], 2 * eps * grown, xi)
        near(M[:3, 3], exact[:3, 3], 3 * eps * float(max(xi[3:])) * grown, xi)
        x, q = D.exp(xi), turn(xi[:3])
        with mpmath.workdps(50):
            d = hamilton(np.array([0, *exact[:3, 3]]), np.array(q)) / 2
        assert x.dtype == xi.dtype
        near(x[:4], q, 2 * eps * max(1, angle / 4), xi)
        near(x[4:], d, 3 * eps * size * max(1, angle / 4), xi)
        near(D.as_pose(x)[1], exact[:3, 3], 3 * eps * size * grown, xi)


@pytest.mark.evidence("50 digits")
def test_log_of_rotations():
    for given, angle, eps in vectors():
        q = Q.exp(given)
        v, exact = Q.log(q), logarithm(q)
        assert v.dtype == given.dtype
        near(v, exact, 2 * eps * float(mpmath.norm(exact)), given)
        assert np.linalg.norm(v.astype(float)) <= math.pi * (1 + eps)
        if eps == EPS[np.float64] and angle <= math.pi:
            back = so3.log(so3.exp(given))
            off = [np.abs(back - s * given).max() for s in (1, -1)]
            off = min(off) if angle > 3.14159 else off[0]  # one of two half turns
            assert off <= 4e-16 * max(1, angle) + 1e-320, given


@pytest.mark.evidence("50 digits")
def test_log_of_poses():
    """Measured on the eight numbers that came in, whatever made them."""
    for given, angle, eps in twists(dtypes=[np.float64]):
        x, size = D.exp(given), np.abs(given[3:]).max()
        xi, v = D.log(x), logarithm(x[:4])
        with mpmath.workdps(50):
            q, d = np.reshape([mpmath.mpf(float(a)) for a in x], (2, 4))
            t = 2 * hamilton(d, q * [1, -1, -1, -1])[1:]
            shift = mpmath.lu_solve(matrix_series(hat(v), 1), mpmath.matrix(t))
        near(xi[:3], v, 2 * eps * float(mpmath.norm(v)), given)
        near(xi[3:], shift, 5 * eps * size, given)
        assert np.linalg.norm(xi[:3]) <= math.pi * (1 + 1e-15)
        assert np.array_equal(xi, D.log(-x))
        if angle <= math.pi:
            back = se3.log(se3.exp(given))
            if angle > 3.14159 and back[0] * given[0] < 0:  # the other half turn
                ends = se3.exp(back), se3.exp(given)
                assert np.allclose(*ends, rtol=0, atol=1e-9 * max(given[3:]))
                continue
            assert np.abs(back - given)[:3].max() <= 4e-16 * max(1, angle), given
            assert np.abs(back - given)[3:].max() <= 3e-15 * max(given[3:]), given


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("module, name, sign", DEXP)
def test_dexp_and_its_inverse(module, name, sign):
    """The inverse's sensitivity to the angle grows like theta/(2 pi - theta), in the
    block of moments twice as fast."""
    of, dexp = (hat, ad)[module is se3], getattr(module, name)
    given = twists(PARTS[:1]) if module is se3 else vectors(AXES[:1])
    for xi, _, eps in given:
        found, exact = dexp(xi), matrix_series(sign * of(xi.astype(float)), 1)
        assert found.dtype == xi.dtype
        for block, roundings in BLOCKS[module]:
            near(found[block], exact[block], roundings * eps, xi)
        length = float(np.linalg.norm(xi[:3].astype(float)))
        if length < 2 * math.pi:  # it may be rounded past the end
            with mpmath.workdps(50):
                exact = exact**-1
            found, lost = getattr(module, f"{name}_inverse")(xi), length
            lost *= 2 if module is se3 else 1
            for block, _ in BLOCKS[module]:
                size = float(max(abs(x) for x in exact[block]))
                limit = 4 * eps * size * (1 + lost / (2 * math.pi - length))
                near(found[block], exact[block], limit, xi)
