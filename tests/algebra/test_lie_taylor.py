"""Taylor series of the rotation vector: two derivations, every order against the
logarithm of the motion's power series, bad input."""

from fractions import Fraction
from functools import partial
from math import factorial

import numpy as np
import pytest
from exact_series import of_twist
from reference_methods import hat, log_of_product, vee
from refusals import refused
from rotbook import free_lie as fl

from rotlib.errors import NotAvailable
from rotlib.lie_taylor import ORDER, rotation_vector, series


def test_a_second_derivation_agrees_rational_by_rational():
    """Chen's product of partial sums for each word, the logarithm of words, and
    Dynkin's projection."""

    def chen(word):
        value = Fraction(1)
        for j, i in enumerate(word):
            value /= factorial(i) * fl.grade(word[j:])
        return value

    def words(weight):
        if weight == 0:
            return [()]
        return [(i, *w) for i in range(weight) for w in words(weight - i - 1)]

    product = {w: chen(w) for n in range(10) for w in words(n)}
    logarithm = fl.log(product, 9)
    assert logarithm == fl.magnus(fl.rate(9, derivatives=True), 9)
    short = {w: x for w, x in logarithm.items() if fl.grade(w) <= 7}
    assert fl.dynkin(short) == short


def commutator(u, v):
    return u @ v - v @ u


def twists(s, t):
    """The bracket of twists, by the commutator of their 4 x 4 matrices."""
    product = commutator(of_twist(s), of_twist(t))
    return np.array([*vee(product), *product[:3, 3]])


def traceless(x):
    return np.array([[x[0], x[1]], [x[2], -x[0]]])


def logarithm(W, h, order, frame):
    """Through h^order the logarithm of y' = y W, or in space of y' = W y, of whose
    transpose the matrices stand on the right."""
    w = [x * h ** (k + 1) / factorial(k) for k, x in enumerate(W[:order])]
    if frame == "space":
        return sum(log_of_product([x.T for x in w], order)).T
    return sum(log_of_product(w, order))


ALGEBRAS = {  # size, bracket, matrix of an element
    "rotations": (3, np.cross, hat),
    "twists": (6, twists, of_twist),
    "matrices": (3, commutator, traceless),
}


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("order", range(1, ORDER + 1))
@pytest.mark.parametrize("frame", ["space", "body"])
def test_each_order_is_the_logarithm_of_the_power_series(order, frame):
    rng = np.random.default_rng(order)
    for name, (size, bracket, matrix) in ALGEBRAS.items():
        for h in (0.7, -1.3, 1e-3):
            W = rng.normal(size=(order, size))
            expected = logarithm([matrix(w) for w in W], h, order, frame)
            limit = 2e-13 * max(1, np.abs(expected).max())
            elements = list(map(traceless, W)) if name == "matrices" else W
            Y = series(bracket, order, frame=frame)(elements, h)
            Y = Y if name == "matrices" else matrix(Y)
            assert np.abs(Y - expected).max() < limit, name
            if name == "rotations":
                Y, more = rotation_vector(W, h, frame=frame), rng.normal(size=(2, 3))
                assert np.abs(hat(Y) - expected).max() < limit
                cut = rotation_vector([*W, *more], h, order=order, frame=frame)
                assert np.array_equal(cut, Y)


def vector_of(W, **given):
    return partial(rotation_vector, W, **{"h": 0.1} | given)


def series_of(bracket, order, W, h=0.1, **given):
    return lambda: series(bracket, order, **given)(W, h)


def test_wrong_arguments():
    row, zero = [[1.0, 2, 3]], np.zeros(3)
    refused(
        {
            "non-zero": [vector_of(row, h=0), series_of(np.cross, 2, [zero] * 2, 0)],
            "a row for the rate": [vector_of(row[0]), vector_of([[1.0, 2]])],
            "1 derivatives, got 1 rows": vector_of(row, order=2),
            "integer >= 1": vector_of(row, order=0),
            "'body', 'space'": vector_of(row, frame="world"),
            "finite": vector_of([[1.0, np.nan, 3]]),
            "not their product": series_of(np.matmul, 3, [np.eye(2)] * 3),
            r"shape \(3,\)": series_of(np.dot, 3, [zero] * 3),
            "2 derivatives, got 2": series_of(np.cross, 3, [zero] * 2),
            r"W\[0\]: expected finite": series_of(np.cross, 1, [zero + np.nan]),
            "frame": series_of(np.cross, 2, (), frame="inertial"),
        }
    )
    table = {"largest is": series_of(np.cross, ORDER + 1, ())}
    refused(table | {"series-derive": vector_of(np.ones((40, 3)))}, NotAvailable)


class Pair:
    """An element that is no array: a translation and a scale, [u, v] = (x, 0)."""

    def __init__(self, shift, scale):
        self.both = shift, scale

    def __add__(self, other):
        return Pair(*(a + b for a, b in zip(self.both, other.both, strict=True)))

    def __mul__(self, number):
        return Pair(*(a * number for a in self.both))


def test_elements_may_be_any_objects():
    def bracket(u, v):
        (x, s), (y, r) = u.both, v.both
        return Pair(s * y - r * x, 0.0)

    W = [(0.3, 0.7), (-0.4, 0.2), (0.5, -0.6), (0.1, 0.9)]
    Y = series(bracket, 4, frame="space")([Pair(*w) for w in W], 0.4)
    as_matrices = [np.array([[s, x], [0.0, 0.0]]) for x, s in W]
    expected = logarithm(as_matrices, 0.4, 4, "space")
    assert np.allclose(Y.both, (expected[0, 1], expected[0, 0]), rtol=1e-13)
