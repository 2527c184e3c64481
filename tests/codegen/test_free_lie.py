"""The free Lie algebra: definitions, and coefficients known from elsewhere. That two
roads lead to one logarithm, from either frame and about either origin of time, the
deriving pages assert (`magnus/derive`, `buss/series-derive`, both by day)."""

import random
from fractions import Fraction as F
from functools import partial
from itertools import product

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
    each = [partial(fl.lyndon, p) for p in (words, words | {(1, 0): F(1)})]
    table = {"not a Lie polynomial": each, "constant term": partial(fl.log, X, 3)}
    refused(table, ValueError)
    assert fl.dynkin(words) != words


def test_baker_campbell_hausdorff():
    """log(exp X exp Y) to four letters: the textbook series."""
    z = fl.log(fl.product(fl.exp(X, 4, len), fl.exp(Y, 4, len), 4, len), 4, len)
    known = {(0,): 1, (1,): 1, (0, 1): F(1, 2)}
    known |= {(0, 0, 1): F(1, 12), (0, 1, 1): F(1, 12)}
    assert fl.lyndon(z) == known | {(0, 0, 1, 1): F(1, 24)}


def test_number_of_lyndon_words():
    """Witt's formula, by the number of letters, for an alphabet of two."""
    words = (product((0, 1), repeat=n) for n in range(1, 9))
    assert [sum(map(fl.is_lyndon, w)) for w in words] == [2, 1, 2, 3, 6, 9, 18, 30]


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
    each = [fl.add(random_lie(2, 6, seed), fl.ONE) for seed in (3, 4)]
    p, q = ({w: number(x) for w, x in one.items()} for one in each)
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
    """hat(u × v) = [hat u, hat v]: in R³ and in 3 × 3 matrices the same."""
    lie = fl.lyndon(fl.magnus(fl.rate(3), 7))
    vectors = np.random.default_rng(5).standard_normal((3, 3))

    def hat(v):
        return np.cross(np.eye(3), v)

    in_r3 = fl.evaluate(lie, vectors, np.cross, float)
    matrices = list(map(hat, vectors))
    in_so3 = fl.evaluate(lie, matrices, lambda a, b: a @ b - b @ a, float)
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
