"""c_k(s) as numbers, on floats and on arrays, and as a SymPy function: against its
own series at 60 digits."""

import math
from functools import cache

import mpmath
import numpy as np
import pytest
import sympy as sp
from rotbook import stumpff
from rotbook.stumpff import log_factor

from rotlib import stumpff as functions
from rotlib.codegen import c
from rotlib.kernels import stumpff as generated

KS = range(8)
SCALAR = [getattr(functions, f"c{k}") for k in KS]
SWITCH = {k: getattr(generated, f"SWITCH_{k}") for k in range(2, 8)}
ANGLES = [0.0, 1e-160, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.1, 1.0, 2.0]
OFF = [sign * d for d in (0, 1e-15, 1e-9, 1e-3) for sign in (1, -1)]
AROUND = [turn * (1 + d) for turn in (math.pi, 2 * math.pi) for d in OFF]
EDGES = [np.nextafter(e, to) for e in SWITCH.values() for to in (0, e, 99)]
SQUARES = [a * a for a in [*ANGLES, *AROUND]]
POINTS = sorted({float(s) for s in [*SQUARES, *EDGES, *np.linspace(0.1, 160, 50)]})


def by_definition(k, s, digits=50):
    """Sum of (-s)^i / (k + 2 i)! until nothing is added."""
    with mpmath.workdps(digits + 10):
        s, i, total = mpmath.mpf(s), 0, mpmath.mpf(0)
        term = 1 / mpmath.factorial(k)
        while abs(term) > mpmath.mpf(10) ** -(digits + 5):
            total, i = total + term, i + 1
            term = -term * s / ((k + 2 * i) * (k + 2 * i - 1))
        return total


@cache
def table(k):
    return [by_definition(k, s) for s in POINTS]


def units(k, values, points=POINTS, bits=53):
    """Errors in units of 2^-bits (|c_k| + |s c_k'|): the second term is what the
    rounding of s itself costs."""
    out = []
    for s, value in zip(points, values, strict=True):
        known = points is POINTS
        exact, following = (
            table(n)[POINTS.index(s)] if known else by_definition(n, s)
            for n in (k, k + 1)
        )
        # s c_k', by the derivative rule
        slope = (k * (1 / mpmath.factorial(k) - exact) - s * following) / 2
        # the last for the double zeros of c_2
        scale = abs(exact) + abs(slope) + 2.0**-bits
        out.append(float(abs(mpmath.mpf(float(value)) - exact) / scale * 2**bits))
    return max(out)


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("k", KS)
def test_numbers_of_any_kind_are_right_to_two_units(k):
    assert SCALAR[k](0.0) == 1 / math.factorial(k) == SCALAR[k](np.zeros(1))[0]
    floats = [SCALAR[k](s) for s in POINTS]
    assert units(k, floats) < 2.5
    for shape in ((-1,), (1, -1, 1)):
        found = SCALAR[k](np.reshape(POINTS, shape))
        assert found.shape == np.reshape(POINTS, shape).shape
        assert units(k, found.ravel()) < 2.5
    assert SCALAR[k](np.zeros(())).shape == () and SCALAR[k](np.zeros(0)).shape == (0,)
    points = np.array([s for s in POINTS if s == 0 or s > 1e-30], dtype=np.float32)
    found = SCALAR[k](points)
    assert found.dtype == np.float32
    exactly = points.astype(float).tolist()
    assert units(k, found.tolist(), points=exactly, bits=24) < 3
    # a series left to run here would overflow float32
    far = np.array([1e-3, 1e3, 1e7], dtype=np.float32)
    assert np.isfinite(SCALAR[k](far)).all()


@pytest.mark.parametrize("most, limit", [(1.0, 3), (4.0, 6), (generated.REACH, 16)])
@pytest.mark.parametrize("k", (0, 1))
def test_doubling_is_right_to_fifty_digits(k, most, limit):
    assert generated.REACH == 16.0
    for s in [0.0, 1e-300, 1e-16, 1e-8, 1e-3, *np.linspace(0.01, most, 60).tolist()]:
        off = abs(mpmath.mpf(generated.c0_c1(s)[k]) - by_definition(k, s))
        assert off < limit * 2.0**-53


def test_the_switch_is_where_the_series_begins_by_halving():
    assert SWITCH == {k: (k + 1) * (k + 2) / 2 for k in range(2, 8)}


def test_log_factor():
    """At no turn it is 2/w, for quaternions of any length."""
    near_a_turn = [1.0, 3.0, math.pi - 1e-9, math.pi, 4.0, 6.28]
    for angle in (1e-160, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, *near_a_turn):
        w, n = math.cos(angle / 2), math.sin(angle / 2)
        with mpmath.workdps(60):
            sine, cosine = mpmath.mpf(n), mpmath.mpf(w)
            exact = 2 * mpmath.atan2(sine, abs(cosine)) / sine * mpmath.sign(cosine)
        many = functions.log_factor(np.array([w]), np.array([n * n]))
        for value in (functions.log_factor(w, n * n), float(many[0])):
            assert value == pytest.approx(float(exact), rel=5e-16), angle
    for w in (1.0, -1.0, 0.5, -3.0):
        assert functions.log_factor(w, 0.0) == 2.0 / w
        for dtype in (float, np.float32):
            found = functions.log_factor(np.array([w], dtype), np.zeros(1, dtype))
            assert found == dtype(2.0 / w) and found.dtype == dtype
    assert log_factor(sp.Integer(1), sp.Symbol("n")).args[0] == 1


s, t = sp.symbols("s t", nonnegative=True)


@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("times", [1, 3])
def test_derivatives_are_those_of_the_series(k, times):
    series = [
        [(-s) ** i / sp.factorial(n + 2 * i) for i in range(8)] for n in range(20)
    ]
    cut = {c(n, s): sum(terms) for n, terms in enumerate(series)}
    off = c(k, s).diff(s, times).xreplace(cut) - sp.diff(cut[c(k, s)], s, times)
    assert all(m >= 8 - times for (m,), x in sp.Poly(off, s).terms() if x)


@pytest.mark.parametrize("k", KS)
def test_evalf_to_many_digits(k):
    found = c(k, sp.Rational(5, 2)).evalf(50)
    assert abs(found - sp.Float(by_definition(k, 2.5), 50)) < sp.Float("1e-49")
    assert c(k, 0) == sp.Rational(1, sp.factorial(k))
    for wrong in (-1, sp.Rational(1, 2), sp.Symbol("k")):
        with pytest.raises(ValueError, match="integer k >= 0"):
            c(wrong, s)


def test_series_about_zero_and_elsewhere():
    assert c(2, s).fdiff() == c(2, s).diff(s)  # by s, where it is not said
    assert c(2, s).series(s, 0, 3).removeO() == sp.Rational(1, 2) - s / 24 + s**2 / 720
    assert (c(1, t**2) / t).series(t, 0, 2).removeO() == 1 / t - t / 6
    about_one = c(2, 1 + s).series(s, 0, 2).removeO()
    assert about_one.coeff(s, 0) == c(2, 1)
    assert sp.expand(about_one.coeff(s, 1) - (c(4, 1) - c(3, 1) / 2)) == 0
    assert sp.latex(c(2, s) ** 2) == r"c_{2}\!\left(s\right)^{2}"


def test_number_of_terms():
    for k in range(2, 8):
        n, ten = stumpff.terms_needed(k, 10), sp.Integer(10)
        kept, omitted = [ten**i / sp.ff(k + 2 * i, 2 * i) for i in (n - 1, n)]
        assert omitted <= sp.Rational(1, 2**54) < kept


def test_closed_and_trigonometric_forms():
    for k in KS:
        angle = sp.Float("1.3", 50)
        off = stumpff.trigonometric(k, angle) - c(k, angle**2).evalf(50)
        assert abs(off) < 1e-40
        assert stumpff.reduce(c(k, s) - stumpff.recurrence(k, s)) == 0


IDENTITIES = [
    c(0, s) ** 2 + s * c(1, s) ** 2 - 1,
    s * c(2, s) ** 2 - 2 * c(2, s) + c(1, s) ** 2,
    c(1, s) ** 2 - c(2, s) - c(0, s) * c(2, s),
    (c(1, s) - 1 + s * c(3, s)) * c(2, s),
    c(0, s) * c(3, s) - c(1, s) * c(2, s) + (c(1, s) - c(0, s)) / s,
]
WRONG = [c(0, s) ** 2 - s * c(1, s) ** 2 - 1, c(2, s) - c(3, s), sp.Integer(1)]
WRONG += [c(2, s) - c(2, s / 4)]


def test_reduce_proves_identities_and_nothing_that_is_wrong():
    for identity in IDENTITIES:
        assert stumpff.reduce(identity) == 0, identity
        assert stumpff.reduce(identity.subs(s, s / 4)) == 0, identity
    for wrong in WRONG:
        assert stumpff.reduce(wrong) != 0, wrong
