"""Exact free associative and free Lie algebra: words with rational coefficients.

A polynomial is a dictionary ``{word: Fraction}``; a word is a tuple of letters 0, 1, 2,
…; a missing word has coefficient 0. Letter ``i`` stands for the i-th Taylor coefficient
(or derivative) of a rate, so it comes with the power t^(i+1) of the time in every
solution: that power is its *grade*, and the grade of a word is the sum over its
letters. Words heavier than ``limit`` are left out: by grade, or with ``weight=len`` by
the number of letters.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, factorial, lcm
from typing import Any, TypeAlias, TypeVar

Word: TypeAlias = tuple[int, ...]
Polynomial: TypeAlias = dict[Word, Fraction]
Weight: TypeAlias = Callable[[Word], int]
Key = TypeVar("Key")
Element = TypeVar("Element")

ONE: Polynomial = {(): Fraction(1)}


def grade(word: Word) -> int:
    """Power of the step h that comes with a word: letter ``i`` counts ``i + 1``."""
    return sum(word) + len(word)


# --- the associative algebra ----------------------------------------------------------


def clean(p: Mapping[Word, Fraction]) -> Polynomial:
    """Drop zero coefficients and sort the words by length, then alphabetically."""
    return {w: p[w] for w in sorted(p, key=lambda w: (len(w), w)) if p[w]}


def scale(p: Polynomial, factor: Fraction | int) -> Polynomial:
    """``factor * p``."""
    return {w: factor * x for w, x in p.items()}


def add(*terms: Polynomial) -> Polynomial:
    """The sum of polynomials."""
    total: Polynomial = defaultdict(Fraction)
    for p in terms:
        for w, x in p.items():
            total[w] += x
    return clean(total)


def pieces(p: Polynomial, weight: Callable[[Word], Key]) -> dict[Key, Polynomial]:
    """Split a polynomial into its homogeneous parts: ``{weight: polynomial}``."""
    parts: dict[Key, Polynomial] = defaultdict(dict)
    for w, x in p.items():
        parts[weight(w)][w] = x
    return parts


def product(
    p: Polynomial, q: Polynomial, limit: int | None = None, weight: Weight = grade
) -> Polynomial:
    """``p q``: words are joined."""
    return _sum_of_products([(1, p, q)], limit, weight)


def bracket(
    p: Polynomial, q: Polynomial, limit: int | None = None, weight: Weight = grade
) -> Polynomial:
    """The commutator ``[p, q] = p q - q p``."""
    return _sum_of_products([(1, p, q), (-1, q, p)], limit, weight)


def _sum_of_products(
    terms: Iterable[tuple[int, Polynomial, Polynomial]],
    limit: int | None,
    weight: Weight,
) -> Polynomial:
    whole = [(sign, *_whole(p), *_whole(q)) for sign, p, q in terms]
    denominator = lcm(*(m * n for _, _, m, _, n in whole))
    total: dict[Word, Any] = defaultdict(int)
    for sign, p, m, q, n in whole:
        factor, right = sign * (denominator // (m * n)), pieces(q, weight)
        for i, u in pieces(p, weight).items():
            for j, v in right.items():
                if limit is None or i + j <= limit:
                    for a, x in u.items():
                        for b, y in v.items():
                            total[a + b] += factor * x * y
    return clean({w: _over(x, denominator) for w, x in total.items()})


def _whole(p: Polynomial) -> tuple[dict[Word, Any], int]:
    """Numerators over the least common denominator, and that; other numbers over 1."""
    if not all(isinstance(x, int | Fraction) for x in p.values()):
        return p, 1
    n = lcm(*(x.denominator for x in p.values()))
    return {w: x.numerator * (n // x.denominator) for w, x in p.items()}, n


def _over(x: Any, denominator: int) -> Any:
    return Fraction(x, denominator) if isinstance(x, int) else x / denominator


def exp(p: Polynomial, limit: int, weight: Weight = grade) -> Polynomial:
    """``1 + p + p p / 2! + …`` of a polynomial without constant term."""
    total = term = ONE
    for n in range(1, limit + 1):
        term = scale(product(term, p, limit, weight), Fraction(1, n))
        total = add(total, term)
    return total


def log(p: Polynomial, limit: int, weight: Weight = grade) -> Polynomial:
    """The logarithm of a polynomial with the constant term 1."""
    if p.get((), 0) != 1:
        raise ValueError(f"log: expected the constant term 1, got {p.get((), 0)}")
    x = add(p, scale(ONE, -1))
    total: Polynomial = {}
    for n in range(limit, 0, -1):  # Horner: x (1 - x (1/2 - x (1/3 - …)))
        inner = add(scale(ONE, Fraction(1, n)), scale(total, -1))
        total = product(x, inner, limit, weight)
    return total


# --- two roads to the logarithm of a solution of y' = W y -----------------------------


def rate(letters: int, derivatives: bool = False) -> Polynomial:
    """W(t) = Σ t^i X_i; with ``derivatives``, X_i / i! takes the place of X_i."""
    return {
        (i,): Fraction(1, factorial(i) if derivatives else 1) for i in range(letters)
    }


@cache
def bernoulli(k: int) -> Fraction:
    """Bernoulli number B_k with B_1 = -1/2: z / (exp z - 1) = Σ B_k z^k / k!."""
    if k == 0:
        return Fraction(1)
    return -sum((comb(k + 1, j) * bernoulli(j) for j in range(k)), Fraction()) / (k + 1)


def magnus(
    W: Polynomial,
    limit: int,
    weight: Weight = grade,
    numbers: Callable[[int], Fraction] = bernoulli,
) -> Polynomial:
    """Y in y = exp(Y) for y' = W y, from Y' = Σ B_k / k! ad_Y^k W."""
    Y: dict[int, Polynomial] = {}
    # nested[k][n]: part of weight n of ad_Y^k W
    nested: dict[int, dict[int, Polynomial]] = defaultdict(dict)
    nested[0] = pieces(W, weight)
    for n in range(1, limit + 1):
        for k in range(1, n):
            pairs = [(Y[m], nested[k - 1].get(n - m, {})) for m in range(1, n)]
            both = [t for u, v in pairs for t in ((1, u, v), (-1, v, u))]
            nested[k][n] = _sum_of_products(both, None, weight)
        derivative = add(
            *(scale(nested[k].get(n, {}), numbers(k) / factorial(k)) for k in range(n))
        )
        Y[n] = {w: x / grade(w) for w, x in derivative.items()}
    return add(*Y.values())


def time_ordered_exponential(
    W: Polynomial, limit: int, weight: Weight = grade, time: Fraction | int = 1
) -> Polynomial:
    """y(time) for y' = W y, y(0) = 1, by iterated integrals of words (Dyson, Chen)."""
    total = front = ONE
    while front:
        # y' = W y puts the latest letter on the left
        front = product(W, front, limit, weight)
        front = {w: x / grade(w) for w, x in front.items()}
        total = add(total, front)
    return {w: x * Fraction(time) ** grade(w) for w, x in total.items()}


def inverse(p: Polynomial) -> Polynomial:
    """The inverse of a product of exponentials: words backwards, odd ones negative."""
    return {w[::-1]: x * (-1) ** len(w) for w, x in p.items()}


def dynkin(p: Polynomial) -> Polynomial:
    """Apply w₁…w_n -> [w₁, […, w_n]] / n, which fixes Lie polynomials and no others."""

    def nested(word: Word) -> Polynomial:
        first: Polynomial = {word[:1]: Fraction(1)}
        return first if len(word) == 1 else bracket(first, nested(word[1:]))

    return add(*(scale(nested(w), x / len(w)) for w, x in p.items()))


# --- the Lyndon basis -----------------------------------------------------------------


def is_lyndon(word: Word) -> bool:
    """Whether a word is smaller than each of its proper suffixes."""
    return bool(word) and all(word < word[i:] for i in range(1, len(word)))


@cache
def factor(word: Word) -> tuple[Word, Word]:
    """The parts (u, v) of a Lyndon word, v its longest proper Lyndon suffix: [u, v]."""
    cut = next(i for i in range(1, len(word)) if is_lyndon(word[i:]))
    return word[:cut], word[cut:]


@cache
def _expansion(word: Word) -> Polynomial:
    if len(word) == 1:
        return {word: Fraction(1)}
    u, v = factor(word)
    return bracket(_expansion(u), _expansion(v))


def expand(lie: Polynomial) -> Polynomial:
    """The polynomial of a Lie element given by its Lyndon coordinates."""
    return add(*(scale(_expansion(w), x) for w, x in lie.items()))


def lyndon(p: Polynomial) -> Polynomial:
    """The coordinates ``{Lyndon word: Fraction}`` of a Lie polynomial; else ValueError.

    The basis element of a Lyndon word is that word plus larger ones, so elimination
    starts at the smallest word.
    """
    coordinates: Polynomial = {}
    # brackets only permute letters
    for part in pieces(p, lambda w: tuple(sorted(w))).values():
        rest = dict(part)
        while rest:
            w = min(rest)
            if not is_lyndon(w):
                raise ValueError(f"lyndon: not a Lie polynomial, word {w} is left over")
            x = coordinates[w] = rest[w]
            for v, y in _expansion(w).items():
                rest[v] = rest.get(v, Fraction()) - x * y
                if not rest[v]:
                    del rest[v]
    order = sorted(coordinates, key=lambda w: (grade(w), len(w), w))
    return {w: coordinates[w] for w in order}


# --- from the free Lie algebra to a given one, and to paper ---------------------------


def evaluate(
    lie: Polynomial,
    letters: Sequence[Element],
    bracket: Callable[[Element, Element], Element],
    number: Callable[[Fraction], Any] = Fraction,
    named: Callable[[Word, Element], Element] | None = None,
) -> Element:
    """Put elements of a Lie algebra with that bracket in place of the letters.

    The letters are anything with ``+`` and multiplication by numbers from the right;
    ``number`` converts the coefficients (SymPy takes fractions, NumPy wants ``float``).
    ``named`` may put another element in place of a bracket, computed once.
    """
    done: dict[Word, Any] = {}

    def value(w: Word) -> Any:
        if w not in done:
            done[w] = letters[w[0]] if len(w) == 1 else bracket(*map(value, factor(w)))
            if named and len(w) > 1:
                done[w] = named(w, done[w])
        return done[w]

    total: Element = value((0,)) * number(Fraction())
    for w, x in lie.items():
        total = total + value(w) * number(x)
    return total


def substitute(
    p: Polynomial,
    images: Sequence[Polynomial],
    limit: int | None = None,
    weight: Weight = grade,
) -> Polynomial:
    """Replace every letter ``i`` by the polynomial ``images[i]``."""
    if p.keys() <= ONE.keys():
        return dict(p)
    fronts: dict[int, Polynomial] = defaultdict(dict)  # by the last letter of a word
    for w, x in p.items():
        if w:
            fronts[w[-1]][w[:-1]] = x
    terms = [
        (1, substitute(front, images, limit, weight), images[i])
        for i, front in fronts.items()
    ]
    constant = {w: p[w] for w in ONE.keys() & p.keys()}
    return _sum_of_products([*terms, (1, constant, ONE)], limit, weight)


def body_frame(lie: Polynomial) -> Polynomial:
    """The coordinates for y' = y W instead of y' = W y: brackets change signs."""
    return {w: x * (-1) ** (len(w) - 1) for w, x in lie.items()}


def latex_word(word: Word, names: Sequence[str]) -> str:
    """The bracket of a Lyndon word as LaTeX."""
    if len(word) == 1:
        return names[word[0]]
    return "[" + ", ".join(latex_word(u, names) for u in factor(word)) + "]"


def latex(
    lie: Polynomial, names: Sequence[str], powers: Callable[[Word], str] | None = None
) -> str:
    """A Lie element as LaTeX, ``powers(word)`` between coefficient and bracket."""
    text = ""
    for w, x in lie.items():
        sign = "-" if x < 0 else "+" if text else ""
        n, d = abs(x.numerator), x.denominator
        size = rf"\tfrac{{{n}}}{{{d}}}" if d != 1 else str(n) if n != 1 else ""
        text += " ".join(
            [" ", sign, size, powers(w) if powers else "", r"\,", latex_word(w, names)]
        )
    return " ".join(text.split()) or "0"
