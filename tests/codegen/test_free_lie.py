"""The free Lie algebra: identities that hold exactly, and coefficients known from
elsewhere."""

import random
from fractions import Fraction as F

import numpy as np
import pytest
from refusals import refused
from rotbook import free_lie as fl

X, Y = {(0,): F(1)}, {(1,): F(1)}


def random_lie(letters, limit, seed):
    """A random Lie polynomial: nested brackets of letters, cut at `limit`."""
    rng = random.Random(seed)
    total = {}
    for _ in range(6):
        p = {(rng.randrange(letters),): F(1)}
        for _ in range(rng.randrange(4)):
            p = fl.bracket({(rng.randrange(letters),): F(1)}, p, limit)
        total = fl.add(total, fl.scale(p, F(rng.randint(-9, 9), rng.randint(1, 9))))
    return total


def test_a_word_is_not_a_lie_polynomial():
    words = {(0, 1): F(1)}
    refused(
        {
            "not a Lie polynomial": [
                lambda: fl.lyndon(words),
                lambda: fl.lyndon(words | {(1, 0): F(1)}),
            ],
            "constant term": lambda: fl.log(X, 3),
        },
        ValueError,
    )
    assert fl.dynkin(words) != words


def test_baker_campbell_hausdorff():
    """log(exp X exp Y) to four letters: the textbook series."""
    z = fl.log(fl.product(fl.exp(X, 4, len), fl.exp(Y, 4, len), 4, len), 4, len)
    known = {
        (0,): 1,
        (1,): 1,
        (0, 1): F(1, 2),
        (0, 0, 1): F(1, 12),
        (0, 1, 1): F(1, 12),
    }
    assert fl.lyndon(z) == known | {(0, 0, 1, 1): F(1, 24)}


def test_number_of_lyndon_words():
    """Witt's formula, by the number of letters, for an alphabet of two."""

    def words(n):
        return [tuple(map(int, f"{i:0{n}b}")) for i in range(2**n)]

    found = [sum(map(fl.is_lyndon, words(n))) for n in range(1, 9)]
    assert found == [2, 1, 2, 3, 6, 9, 18, 30]


# Taylor series on a group, y' = W y: number of brackets of Y_n, sum of |coefficients|,
# sum of coefficients.


def test_two_roads_to_the_logarithm():
    """Bernoulli recursion against the logarithm of the time-ordered exponential."""
    for letters, limit, weight in (
        (8, 8, fl.grade),
        (2, 11, fl.grade),
        (2, 6, len),
        (3, 5, len),
    ):
        W = fl.rate(letters, derivatives=True)
        product = fl.time_ordered_exponential(W, limit, weight)
        assert fl.magnus(W, limit, weight) == fl.log(product, limit, weight)


def test_body_frame_is_the_reversed_product():
    """y' = y W has the words of y' = W y read backwards."""
    W = fl.rate(3)
    backwards = {w[::-1]: x for w, x in fl.time_ordered_exponential(W, 7).items()}
    assert fl.lyndon(fl.log(backwards, 7)) == fl.body_frame(fl.lyndon(fl.magnus(W, 7)))


def test_substitution_shifts_the_origin_of_time():
    """From the start to the middle of the step: X_0 = A_0 - A_1/2, and all even
    powers vanish (time symmetry)."""
    shifted = fl.substitute(
        fl.magnus(fl.rate(2), 9), [{(0,): F(1), (1,): F(-1, 2)}, {(1,): F(1)}], 9
    )
    forth, back = (
        fl.time_ordered_exponential(fl.rate(2), 9, time=t) for t in (F(1, 2), F(-1, 2))
    )
    assert shifted == fl.log(fl.product(forth, fl.inverse(back), 9), 9)
    assert {fl.grade(w) % 2 for w in shifted} == {1}


def word_by_word(p, q):
    """The product as it is defined."""
    total = {}
    for a, x in p.items():
        for b, y in q.items():
            total[a + b] = total.get(a + b, 0) + x * y
    return {w: x for w, x in total.items() if x}


@pytest.mark.parametrize("number", [F, float])
def test_products_and_substitution_as_defined(number):
    """Also for numbers that are not fractions, as a search for a root has them."""
    p, q = (
        {w: number(x) for w, x in fl.add(random_lie(2, 6, seed), fl.ONE).items()}
        for seed in (3, 4)
    )
    images = [{(): number(2), (1,): number(F(1, 3))}, {(0,): number(F(-3, 4))}]
    wanted = {}
    for word, x in p.items():
        image = {(): number(1)}
        for letter in word:
            image = word_by_word(image, images[letter])
        for w, y in image.items():
            wanted[w] = wanted.get(w, 0) + x * y
    for found, known in (
        (fl.product(p, q), word_by_word(p, q)),
        (fl.substitute(p, images), wanted),
    ):
        assert found.keys() >= {w for w, x in known.items() if abs(x) > 1e-12}
        assert all(type(x) is number for x in found.values())
        off = [abs(found.get(w, 0) - x) for w, x in known.items()]
        assert max(off) <= (0 if number is F else 1e-12)


def test_evaluate_in_so3_and_in_matrices():
    """hat(u × v) = [hat u, hat v], so that evaluating in R³ and in 3 × 3 matrices
    agrees."""
    rng = np.random.default_rng(5)
    lie = fl.lyndon(fl.magnus(fl.rate(3), 7))

    def hat(v):
        return np.cross(np.eye(3), v)

    vectors = list(rng.standard_normal((3, 3)))
    in_r3 = fl.evaluate(lie, vectors, np.cross, float)
    in_so3 = fl.evaluate(
        lie, [hat(v) for v in vectors], lambda a, b: a @ b - b @ a, float
    )
    assert np.allclose(hat(in_r3), in_so3, rtol=0, atol=1e-13)


def test_latex():
    lie = {(0,): F(1), (1,): F(1, 2), (0, 1): F(-1, 12), (0, 0, 1): F(2)}
    names = ["x", "y"]
    assert fl.latex(lie, names) == (
        r"\, x + \tfrac{1}{2} \, y - \tfrac{1}{12} \, [x, y] + 2 \, [x, [x, y]]"
    )
    found = fl.latex(lie, names, lambda w: f"h^{fl.grade(w)}")
    assert found.startswith(r"h^1 \, x + \tfrac{1}{2} h^2 \, y")
    assert fl.latex({}, []) == "0"
