"""Taylor series of the rotation vector: two derivations, the slides' own coefficients,
every order against the logarithm of the motion's power series, bad input."""

from fractions import Fraction
from functools import partial
from math import factorial

import numpy as np
import pytest
from refusals import refused
from rotbook import free_lie as fl

import rotlib as rl
from rotlib.errors import NotAvailable
from rotlib.lie_taylor import ORDER, rotation_vector, series


def Y(n, top=9):
    """Y_n in words: its factor of t^(n+1) / (n+1)!."""
    series = fl.magnus(fl.rate(top, derivatives=True), top)
    return {w: x * factorial(n + 1) for w, x in series.items() if fl.grade(w) == n + 1}


def nested(*letters):
    """[a, [b, [c, d]]] in words."""
    *front, last = letters
    p = {(last,): Fraction(1)}
    for i in reversed(front):
        p = fl.bracket({(i,): Fraction(1)}, p)
    return p


SLIDES = {  # the slides' Y_n, {letters of a right-nested bracket: coefficient}
    0: {(0,): 1},
    1: {(1,): 1},
    2: {(2,): 1, (1, 0): "1/2"},
    3: {(3,): 1, (2, 0): 1},
    4: {(4,): 1, (3, 0): "3/2", (2, 1): 1, (1, 1, 0): "1/2", (0, 2, 0): "-1/6"},
    5: {(5,): 1, (4, 0): 2, (3, 1): "5/2", (2, 1, 0): 2, (1, 2, 0): "1/2"},
}
SLIDES[4] |= {(0, 0, 1, 0): "-1/6"}
SLIDES[5] |= {(0, 3, 0): "-1/2", (0, 0, 2, 0): "-1/2", (0, 1, 1, 0): -1}
# Of Y_n: number of brackets, sum of the absolute coefficients, and of the coefficients.
SUMS = {2: (2, "3/2", "1/2"), 3: (2, 2, 0), 4: (6, "13/3", "-2/3"), 5: (8, 12, 1)}
SUMS |= {6: (18, "116/3", -2), 7: (27, 149, 31), 8: (55, "3888/5", "869/5")}


def test_the_slides_coefficients():
    for n, terms in SLIDES.items():
        found = [fl.scale(nested(*w), Fraction(x)) for w, x in terms.items()]
        assert fl.add(*found) == Y(n), n


def test_sums_over_the_lyndon_coefficients():
    for n, known in SUMS.items():
        lie = fl.lyndon(Y(n))
        sums = len(lie), sum(map(abs, lie.values())), sum(lie.values())
        assert sums == tuple(map(Fraction, known)) and lie[n,] == 1, n


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


def hat(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("order", range(1, ORDER + 1))
@pytest.mark.parametrize("frame", ["space", "body"])
def test_each_order_is_the_logarithm_of_the_power_series(order, frame):
    rng = np.random.default_rng(order)
    for h in (0.7, -1.3, 1e-3):
        W = rng.normal(size=(order, 3))
        Y = logarithm([hat(w) for w in W], h, order, frame == "space")
        expected = np.array([Y[2, 1], Y[0, 2], Y[1, 0]])
        limit = 2e-13 * max(1, np.abs(expected).max())
        assert np.abs(rotation_vector(W, h, frame=frame) - expected).max() < limit


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("order", range(1, ORDER + 1))
def test_measured_order_for_a_rate_known_in_closed_form(order):
    """A body coning: R = exp(t a) exp(t b), so the rate in space is a + exp(t a) b."""
    a, b = np.array([0.3, -0.4, 1.1]), np.array([0.9, 0.5, -0.2])

    def derivatives(t):
        rows = [rl.quaternion.rotate(rl.quaternion.exp(t * a), b)]
        for _ in range(order - 1):
            rows.append(np.cross(a, rows[-1]))
        rows[0] = rows[0] + a
        return rows

    def error(steps):
        h, q = 2.0 / steps, np.array([1.0, 0, 0, 0])
        for k in range(steps):
            turn = rotation_vector(derivatives(k * h), h, order=order, frame="space")
            q = rl.quaternion.multiply(rl.quaternion.exp(turn), q)
        ends = rl.quaternion.exp(2 * a), rl.quaternion.exp(2 * b)
        return rl.quaternion.angle_between(q, rl.quaternion.multiply(*ends))

    steps = (40, 60, 80, 120) if order < 5 else (8, 10, 12, 16)
    slope = -np.polyfit(np.log(steps), np.log([error(n) for n in steps]), 1)[0]
    assert abs(slope - order) < 0.2, slope


@pytest.mark.evidence("batch = single")
def test_batch_equals_single_and_keeps_float32():
    rng = np.random.default_rng(5)
    W, h = rng.normal(size=(4, 2, 5, 3)), rng.uniform(0.1, 1.0, (4, 2))
    batch = rotation_vector(W, h, frame="body")
    assert batch.shape == (4, 2, 3)
    for i in np.ndindex(4, 2):
        assert np.array_equal(batch[i], rotation_vector(W[i], h[i], frame="body"))
    assert rotation_vector(W.astype(np.float32), 0.1).dtype == np.float32
    assert np.array_equal(
        rotation_vector(W, h, order=2), rotation_vector(W[..., :2, :], h)
    )


def vector_of(W, **given):
    return partial(rotation_vector, W, **{"h": 0.1} | given)


def series_of(bracket, order, W, h=0.1, **given):
    return lambda: series(bracket, order, **given)(W, h)


def test_wrong_arguments():
    row, zero = [[1.0, 2, 3]], np.zeros(3)
    refused(
        {
            "non-zero": [
                vector_of(row, h=0.0),
                series_of(np.cross, 2, [zero] * 2, 0.0),
            ],
            "a row for the rate": [vector_of(row[0]), vector_of([[1.0, 2]])],
            "1 derivatives, got 1 rows": vector_of(row, order=2),
            "integer >= 1": vector_of(row, order=0),
            "'body', 'space'": vector_of(row, frame="world"),
            "finite": vector_of([[1.0, np.nan, 3]]),
            "a function of two elements": series_of(3.0, 2, ()),
            "not their product": series_of(np.matmul, 3, [np.eye(2)] * 3),
            "it fails": series_of(np.cross, 3, [np.zeros(6)] * 3),
            r"shape \(3,\)": series_of(np.dot, 3, [zero] * 3),
            "2 derivatives, got 2": series_of(np.cross, 3, [zero] * 2),
            r"W\[0\]: expected finite": series_of(np.cross, 1, [zero + np.nan]),
            "frame": series_of(np.cross, 2, (), frame="inertial"),
        }
    )
    largest = series_of(np.cross, ORDER + 1, ())
    refused(
        {"series-derive": vector_of(np.ones((40, 3))), "largest is": largest},
        NotAvailable,
    )


def commutator(u, v):
    return u @ v - v @ u


def twists(s, t):
    """The bracket of twists, by the commutator of their 4 x 4 matrices."""
    product = commutator(as_matrix(s), as_matrix(t))
    return np.array([product[2, 1], product[0, 2], product[1, 0], *product[:3, 3]])


def as_matrix(t):
    top = np.column_stack([hat(t[:3]), t[3:]])
    return np.vstack([top, np.zeros(4)])


def traceless(rng, n):
    x = rng.normal(size=(n, 3))
    return [np.array([[a, b], [c, -a]]) for a, b, c in x]


def logarithm(W, h, order, left):
    """Through h^order the logarithm of y' = W y, or of y' = y W: the power series of y,
    then of its logarithm, in matrices."""
    w = [x * h**k / factorial(k) for k, x in enumerate(W[:order])]
    one, zero = np.eye(len(w[0])), np.zeros_like(w[0])

    def times(a, b):
        return [
            sum((a[k] @ b[n - k] for k in range(n + 1)), zero) for n in range(order + 1)
        ]

    y = [one]
    for n in range(order):
        pairs = ((w[k], y[n - k]) for k in range(n + 1))
        y.append(sum((a @ b if left else b @ a for a, b in pairs), zero) * h / (n + 1))
    x, power, total = [zero, *y[1:]], [one] + [zero] * order, zero
    for k in range(1, order + 1):
        power = times(power, x)
        total = total - (-1) ** k / k * sum(power)
    return total


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("frame", ["space", "body"])
@pytest.mark.parametrize("order", range(1, ORDER + 1))
def test_the_series_of_any_algebra_is_the_logarithm_of_the_motion(order, frame):
    rng = np.random.default_rng(order)
    W, left = traceless(rng, order), frame == "space"
    Y = series(commutator, order, frame=frame)(W, 0.3)
    assert np.allclose(Y, logarithm(W, 0.3, order, left), rtol=1e-12, atol=1e-14)
    W = rng.normal(size=(order, 6))
    Y = series(twists, order, frame=frame)(W, -0.2)
    expected = logarithm(list(map(as_matrix, W)), -0.2, order, left)
    assert np.allclose(as_matrix(Y), expected, rtol=1e-12, atol=1e-14)


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
    expected = logarithm(as_matrices, 0.4, 4, True)
    assert np.allclose(Y.both, (expected[0, 1], expected[0, 0]), rtol=1e-13)
