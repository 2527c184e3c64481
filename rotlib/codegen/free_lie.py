"""Exact free associative and free Lie algebra: words of letters 0, 1, 2, … with rational coefficients.

A polynomial is a dictionary ``{word: Fraction}``; a word is a tuple of letters; a missing word has coefficient 0.
Letter ``i`` stands for the i-th Taylor coefficient (or derivative) of a rate, so it comes with the power t^(i+1) of the
time in every solution: that power is its *grade*, and the grade of a word is the sum over its letters.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import comb, factorial

ONE = {(): Fraction(1)}


def grade(word):
    """Power of the step h that comes with a word: letter ``i`` counts ``i + 1``."""
    return sum(word) + len(word)


# --- the associative algebra -------------------------------------------------------------------------------------


def clean(p):
    """Drop zero coefficients and sort the words by length, then alphabetically."""
    return {w: p[w] for w in sorted(p, key=lambda w: (len(w), w)) if p[w]}


def scale(p, factor):
    """Return ``factor * p``."""
    return {w: factor * x for w, x in p.items()}


def add(*terms):
    """Return the sum of polynomials."""
    total = defaultdict(Fraction)
    for p in terms:
        for w, x in p.items():
            total[w] += x
    return clean(total)


def pieces(p, weight):
    """Split a polynomial into its homogeneous parts: ``{weight: polynomial}``."""
    parts = defaultdict(dict)
    for w, x in p.items():
        parts[weight(w)][w] = x
    return parts


def product(p, q, limit=None, weight=grade):
    """Return ``p q`` (words are joined), without the words heavier than ``limit``."""
    total = defaultdict(Fraction)
    right = pieces(q, weight)
    for m, u in pieces(p, weight).items():
        for n, v in right.items():
            if limit is None or m + n <= limit:
                for a, x in u.items():
                    for b, y in v.items():
                        total[a + b] += x * y
    return clean(total)


def bracket(p, q, limit=None, weight=grade):
    """Return the commutator ``[p, q] = p q - q p``."""
    return add(product(p, q, limit, weight), scale(product(q, p, limit, weight), -1))


def exp(p, limit, weight=grade):
    """Return ``1 + p + p p / 2! + …`` without the words heavier than ``limit``; ``p`` must have no constant term."""
    total = term = ONE
    for n in range(1, limit + 1):
        term = scale(product(term, p, limit, weight), Fraction(1, n))
        total = add(total, term)
    return total


def log(p, limit, weight=grade):
    """Return the logarithm of ``p``, whose constant term must be 1, without the words heavier than ``limit``."""
    if p.get((), 0) != 1:
        raise ValueError(f"log: expected the constant term 1, got {p.get((), 0)}")
    x = add(p, scale(ONE, -1))
    total = {}
    for n in range(limit, 0, -1):  # Horner: x (1 - x (1/2 - x (1/3 - …)))
        total = product(x, add(scale(ONE, Fraction(1, n)), scale(total, -1)), limit, weight)
    return total


# --- two roads to the logarithm of a solution of y' = W y --------------------------------------------------------


def rate(letters, derivatives=False):
    """Return W(t) = Σ t^i X_i as a polynomial; with ``derivatives``, X_i / i! (letters are then derivatives at 0)."""
    return {(i,): Fraction(1, factorial(i) if derivatives else 1) for i in range(letters)}


@cache
def bernoulli(k):
    """Bernoulli number with B_1 = -1/2: the coefficients of z / (exp z - 1) are B_k / k!."""
    return Fraction(1) if k == 0 else -sum(comb(k + 1, j) * bernoulli(j) for j in range(k)) / (k + 1)


def magnus(W, limit, weight=grade, numbers=bernoulli):
    """Solve Y' = Σ B_k / k! ad_Y^k W, the equation of Y in y = exp(Y), for y' = W y.

    A word of grade g comes with t^g, so that integration in time divides its coefficient by g.
    ``weight=len`` truncates by the number of letters, ``weight=grade`` by the power of the step.
    """
    Y, nested = {}, defaultdict(dict)  # nested[k][n]: part of weight n of ad_Y^k W
    nested[0] = defaultdict(dict, pieces(W, weight))
    for n in range(1, limit + 1):
        for k in range(1, n):
            nested[k][n] = add(*(bracket(Y[m], nested[k - 1].get(n - m, {})) for m in range(1, n)))
        derivative = add(*(scale(nested[k].get(n, {}), numbers(k) / factorial(k)) for k in range(n)))
        Y[n] = {w: x / grade(w) for w, x in derivative.items()}
    return add(*Y.values())


def time_ordered_exponential(W, limit, weight=grade, time=1):
    """Return y(time) for y' = W y, y(0) = 1: the sum over all words of their iterated integrals (Dyson, Chen)."""
    total = front = ONE
    while front:
        front = product(W, front, limit, weight)  # y' = W y puts the latest letter on the left
        front = {w: x / grade(w) for w, x in front.items()}
        total = add(total, front)
    return {w: x * Fraction(time) ** grade(w) for w, x in total.items()}


def inverse(p):
    """Return the inverse of a product of exponentials: each word backwards, odd ones with a minus."""
    return {w[::-1]: x * (-1) ** len(w) for w, x in p.items()}


def dynkin(p):
    """Apply word w₁…w_n -> [w₁, […, w_n]] / n, which fixes Lie polynomials and nothing else."""

    def nested(word):
        return {word: Fraction(1)} if len(word) == 1 else bracket({word[:1]: Fraction(1)}, nested(word[1:]))

    return add(*(scale(nested(w), x / len(w)) for w, x in p.items()))


# --- the Lyndon basis --------------------------------------------------------------------------------------------


def is_lyndon(word):
    """Whether a word is smaller than each of its proper suffixes."""
    return bool(word) and all(word < word[i:] for i in range(1, len(word)))


@cache
def factor(word):
    """Split a Lyndon word into ``(u, v)``, v its longest proper Lyndon suffix; its basis element is [u, v]."""
    cut = next(i for i in range(1, len(word)) if is_lyndon(word[i:]))
    return word[:cut], word[cut:]


@cache
def _expansion(word):
    if len(word) == 1:
        return {word: Fraction(1)}
    u, v = factor(word)
    return bracket(_expansion(u), _expansion(v))


def expand(lie):
    """Return the polynomial of a Lie element given by its Lyndon coordinates."""
    return add(*(scale(_expansion(w), x) for w, x in lie.items()))


def lyndon(p):
    """Return the coordinates ``{Lyndon word: Fraction}`` of a Lie polynomial in the Lyndon basis.

    The basis element of a Lyndon word is that word plus larger ones, so elimination starts at the smallest word.
    Raises ValueError if ``p`` is not a Lie polynomial.
    """
    coordinates = {}
    for part in pieces(p, lambda w: tuple(sorted(w))).values():  # brackets only permute letters
        rest = dict(part)
        while rest:
            w = min(rest)
            if not is_lyndon(w):
                raise ValueError(f"lyndon: not a Lie polynomial, word {w} is left over")
            x = coordinates[w] = rest[w]
            for v, y in _expansion(w).items():
                rest[v] = rest.get(v, 0) - x * y
                if not rest[v]:
                    del rest[v]
    return {w: coordinates[w] for w in sorted(coordinates, key=lambda w: (grade(w), len(w), w))}


# --- from the free Lie algebra to a given one, and to paper ------------------------------------------------------


def evaluate(lie, letters, bracket, number=Fraction):
    """Put elements of a Lie algebra in place of the letters.

    ``letters[i]`` may be anything with ``+`` and multiplication by numbers from the right; ``bracket(u, v)`` is that
    algebra's bracket; ``number`` converts the coefficients (SymPy takes fractions, NumPy wants ``float``).
    """
    done = {}

    def value(w):
        if w not in done:
            done[w] = letters[w[0]] if len(w) == 1 else bracket(*map(value, factor(w)))
        return done[w]

    return sum((value(w) * number(x) for w, x in lie.items()), letters[0] * number(0))


def substitute(p, images, limit=None, weight=grade):
    """Replace every letter ``i`` by the polynomial ``images[i]``."""
    def image(word):
        total = ONE
        for i in word:
            total = product(total, images[i], limit, weight)
        return total

    return add(*(scale(image(w), x) for w, x in p.items()))


def body_frame(lie):
    """Return the coordinates for y' = y W instead of y' = W y: every bracket changes its sign."""
    return {w: x * (-1) ** (len(w) - 1) for w, x in lie.items()}


def latex_word(word, names):
    """Return the bracket of a Lyndon word as LaTeX."""
    return names[word[0]] if len(word) == 1 else "[" + ", ".join(latex_word(u, names) for u in factor(word)) + "]"


def latex(lie, names, powers=None):
    """Return a Lie element as LaTeX; ``powers(word)`` is written between the coefficient and the bracket."""
    text = ""
    for w, x in lie.items():
        sign = "-" if x < 0 else "+" if text else ""
        n, d = abs(x.numerator), x.denominator
        size = rf"\tfrac{{{n}}}{{{d}}}" if d != 1 else str(n) if n != 1 else ""
        text += " ".join([" ", sign, size, powers(w) if powers else "", r"\,", latex_word(w, names)])
    return " ".join(text.split()) or "0"
