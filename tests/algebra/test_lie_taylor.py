"""Taylor series of the rotation vector: two derivations, the slides' own
coefficients, every generated order, every wrong argument."""

from fractions import Fraction
from math import factorial

import numpy as np
import pytest

import rotlib as rl
from rotlib.codegen import free_lie as fl
from rotlib.errors import InvalidInput, NotAvailable
from rotlib.lie_taylor import ORDER, rotation_vector

# --- the coefficients -----------------------------------------------------------------


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
    4: {
        (4,): 1,
        (3, 0): "3/2",
        (2, 1): 1,
        (1, 1, 0): "1/2",
        (0, 2, 0): "-1/6",
        (0, 0, 1, 0): "-1/6",
    },
    5: {
        (5,): 1,
        (4, 0): 2,
        (3, 1): "5/2",
        (2, 1, 0): 2,
        (1, 2, 0): "1/2",
        (0, 3, 0): "-1/2",
        (0, 0, 2, 0): "-1/2",
        (0, 1, 1, 0): -1,
    },
}


@pytest.mark.parametrize("n", SLIDES)
def test_the_slides_coefficients(n):
    assert fl.add(
        *(fl.scale(nested(*w), Fraction(x)) for w, x in SLIDES[n].items())
    ) == Y(n)


@pytest.mark.parametrize(
    ("n", "terms", "absolute", "plain"),
    [
        (4, 6, "13/3", "-2/3"),
        (5, 8, "12", "1"),
        (6, 18, "116/3", "-2"),
        (7, 27, "149", "31"),
        (8, 55, "3888/5", "869/5"),
    ],
)
def test_sums_over_the_lyndon_coefficients(n, terms, absolute, plain):
    coordinates = fl.lyndon(Y(n)).values()
    assert (len(coordinates), sum(map(abs, coordinates)), sum(coordinates)) == (
        terms,
        Fraction(absolute),
        Fraction(plain),
    )


def test_a_second_derivation_agrees_rational_by_rational():
    """Chen's product of partial sums for each word, the logarithm of words, and
    Dynkin's projection."""

    def chen(word):
        value = Fraction(1)
        for j, i in enumerate(word):
            value /= factorial(i) * fl.grade(word[j:])
        return value

    def words(weight):
        return (
            [()]
            if weight == 0
            else [(i, *w) for i in range(weight) for w in words(weight - i - 1)]
        )

    product = {w: chen(w) for n in range(10) for w in words(n)}
    logarithm = fl.log(product, 9)
    assert logarithm == fl.magnus(fl.rate(9, derivatives=True), 9)
    assert fl.dynkin({w: x for w, x in logarithm.items() if fl.grade(w) <= 7}) == {
        w: x for w, x in logarithm.items() if fl.grade(w) <= 7
    }


# --- the generated functions ----------------------------------------------------------


def hat(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def plain(W, h, order, sign=1):
    """Logarithm of the power series of y' = hat(W) y, or y' = y hat(W) for sign =
    -1, cut at h^order."""
    w, y = [hat(x) / factorial(k) for k, x in enumerate(W)], [np.eye(3)]
    for n in range(order):
        y.append(
            sum(
                (w[k] @ y[n - k] if sign > 0 else y[n - k] @ w[k]) for k in range(n + 1)
            )
            / (n + 1)
        )
    zero, total = np.zeros((3, 3)), [np.zeros((3, 3))] * (order + 1)
    power = [np.eye(3)] + [zero] * order
    for k in range(1, order + 1):
        power = [
            sum(power[i] @ y[n - i] for i in range(n)) if n else zero
            for n in range(order + 1)
        ]
        total = [a - (-1) ** k / k * b for a, b in zip(total, power, strict=True)]
    Y = sum(a * h**n for n, a in enumerate(total))
    return np.array([Y[2, 1], Y[0, 2], Y[1, 0]])


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("order", range(1, ORDER + 1))
@pytest.mark.parametrize("frame", ["space", "body"])
def test_each_order_is_the_logarithm_of_the_power_series(order, frame):
    rng = np.random.default_rng(order)
    for h in (0.7, -1.3, 1e-3):
        W = rng.normal(size=(order, 3))
        expected = plain(W, h, order, 1 if frame == "space" else -1)
        assert (
            np.abs(rotation_vector(W, h, frame=frame) - expected).max()
            < 2e-14 * max(1, np.abs(expected).max()) * 10
        )


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
            q = rl.quaternion.multiply(
                rl.quaternion.exp(
                    rotation_vector(derivatives(k * h), h, order=order, frame="space")
                ),
                q,
            )
        truth = rl.quaternion.multiply(
            rl.quaternion.exp(2 * a), rl.quaternion.exp(2 * b)
        )
        return rl.quaternion.angle_between(q, truth)

    steps = (40, 60, 80, 120) if order < 5 else (8, 10, 12, 16)
    slope = -np.polyfit(np.log(steps), np.log([error(n) for n in steps]), 1)[0]
    assert abs(slope - order) < 0.2, slope


@pytest.mark.evidence("second implementation")
def test_augmented_second_order_is_magnus_for_a_linear_rate():
    rng = np.random.default_rng(4)
    omega, alpha, h = rng.normal(size=3), rng.normal(size=3), 0.8
    plus = h * omega + h**2 / 2 * alpha + h**3 / 12 * np.cross(omega, alpha)
    assert (
        np.abs(rl.magnus.rotation_vector(omega, alpha, h, terms=2) - plus).max() < 1e-15
    )
    assert (
        np.abs(rotation_vector([omega, alpha, 0 * omega], h, order=3) - plus).max()
        < 1e-15
    )


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


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"W": [[1.0, 2, 3]], "h": 0.0}, InvalidInput, "non-zero"),
        ({"W": [1.0, 2, 3], "h": 0.1}, InvalidInput, "a row for the rate"),
        ({"W": [[1.0, 2]], "h": 0.1}, InvalidInput, "a row for the rate"),
        (
            {"W": [[1.0, 2, 3]], "h": 0.1, "order": 2},
            InvalidInput,
            "1 derivatives, got 1 rows",
        ),
        ({"W": [[1.0, 2, 3]], "h": 0.1, "order": 0}, InvalidInput, "integer >= 1"),
        (
            {"W": [[1.0, 2, 3]], "h": 0.1, "frame": "world"},
            InvalidInput,
            "'body', 'space'",
        ),
        ({"W": [[1.0, np.nan, 3]], "h": 0.1}, InvalidInput, "finite"),
        ({"W": np.ones((40, 3)), "h": 0.1}, NotAvailable, "series-derive"),
    ],
)
def test_wrong_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        rotation_vector(**arguments)
