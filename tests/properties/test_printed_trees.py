"""Random formulas keep their value in the text that is generated from them; random
elements of the free Lie algebra obey its laws."""

import ast
import re

import mpmath
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rotbook import free_lie

from rotlib.codegen import Kernel, c, exact

DIGITS = 60
EPS = 2.0**-52
X = sp.symbols("x_ y_ z_", real=True)
POSITIVE = sp.symbols("x_ y_ z_", positive=True)
HALF = sp.Rational(1, 2)


def moving(e):
    """The formula, or one that is no constant: what follows has no closed value."""
    return e if e.free_symbols else e + X[0]


def radicand(e):
    return moving(e) ** 2 + HALF


POWERS = st.sampled_from([-5, -4, -3, -2, -1, 2, 3, 4, 5])
ROOTS = [HALF, -HALF, 3 * HALF, -3 * HALF]
FUNCTIONS = [
    lambda e: sp.sin(moving(e)),
    lambda e: sp.cos(moving(e)),
    lambda e: sp.exp(-radicand(e)),
    lambda e: sp.log(radicand(e)),
    lambda e: sp.atan2(moving(e), X[2]),
    *(lambda e, k=k: c(k, radicand(e)) for k in range(4)),
]
NUMBERS = st.integers(-3, 3) | st.sampled_from(
    [sp.Rational(p, q) for p in (-5, -1, 1, 7) for q in (2, 3, 4)]
)


def grown(smaller):
    """One more operation on smaller formulas."""
    several = st.lists(smaller, min_size=2, max_size=3)
    return st.one_of(
        several.map(lambda e: sp.Add(*e)),
        several.map(lambda e: sp.Mul(*e)),
        st.builds(lambda a, b: a - b, smaller, smaller),
        st.builds(lambda e, n: (radicand(e) if n < 0 else e) ** n, smaller, POWERS),
        st.builds(lambda e, n: radicand(e) ** n, smaller, st.sampled_from(ROOTS)),
        st.builds(lambda e, f: f(e), smaller, st.sampled_from(FUNCTIONS)),
    )


TREES = st.recursive(st.sampled_from(X) | NUMBERS.map(sp.sympify), grown, max_leaves=7)
POINTS = st.tuples(*[st.sampled_from([-13, -8, -3, 1, 5, 11])] * 3).map(
    lambda p: [sp.Rational(n, 8) for n in p]
)


class Exact(ast.NodeTransformer):
    """Numbers of many digits in place of literals."""

    def visit_Constant(self, node):
        if not isinstance(node.value, (int, float)):
            return node
        text = ast.Constant(repr(node.value))
        return ast.Call(ast.Name("mpf", ast.Load()), [text], [])


def at_many_digits(kernel, point):
    """What the text of a kernel computes, with 60 digits in place of 16."""
    tree = ast.fix_missing_locations(Exact().visit(ast.parse(kernel.source)))
    names = {x: getattr(mpmath, x) for x in "mpf sin cos exp log sqrt atan2".split()}
    names |= {f"c{k}": lambda s, k=k: exact(k, s) for k in range(4)}
    exec(compile(tree, "<printed>", "exec"), names)
    with mpmath.workdps(DIGITS):
        return names["f"](*[mpmath.mpf(x.p) / x.q for x in point])


def value(expr, point, symbols=X):
    """What SymPy computes."""
    exactly = dict(zip(symbols, point, strict=True))
    with mpmath.workdps(DIGITS):
        return mpmath.mpf(expr.xreplace(exactly).evalf(50)._to_mpmath(200))


def kernel(outputs, inputs=X, **more):
    return Kernel("f", inputs=inputs, outputs=outputs, doc="Any formula.", **more)


@given(st.lists(TREES, min_size=1, max_size=2), POINTS)
def test_the_text_of_formulas_has_their_value(trees, point):
    named = sp.Symbol("s_", real=True)
    made = kernel([*trees, trees[-1] + named * X[0]], where=[(named, trees[0])])
    assert "**" not in made.source
    values = [value(e, point) for e in trees]
    values.append(value(trees[-1] + trees[0] * X[0], point))
    for found, wanted in zip(at_many_digits(made, point), values, strict=True):
        assert abs(found - wanted) <= 1e-35 * (1 + abs(wanted))


WELL_MADE = st.recursive(
    st.sampled_from([*POSITIVE, sp.pi, sp.sqrt(2), sp.Rational(2, 3), sp.Integer(3)]),
    lambda smaller: st.one_of(
        st.builds(sp.Add, smaller, smaller),
        st.builds(sp.Mul, smaller, smaller),
        st.builds(
            lambda e, n: (e + POSITIVE[0]) ** n,
            smaller,
            st.sampled_from([-3, -2, -1, 2, 3, 4, *ROOTS]),
        ),
    ),
    max_leaves=8,
)


def roundings(e):
    """A bound of the error, in roundings, however the operations are grouped."""
    if not e.args:
        return 0 if e.is_Symbol or e.is_Integer else 1
    if e.is_Pow:
        n = abs(e.exp)
        return 2 * n * (roundings(e.base) + 1) + 1
    parts = [roundings(part) for part in e.args]
    return (max(parts) if e.is_Add else sum(parts)) + len(parts)


@given(WELL_MADE)
def test_floats_are_as_accurate_as_the_operations_allow(tree):
    point = [sp.Rational(n, 8) for n in (5, 11, 19)]
    found = kernel([tree], POSITIVE).function(*map(float, point))
    wanted = value(tree, point, POSITIVE)
    assert abs(found - wanted) <= float(roundings(tree)) * EPS * abs(wanted)


def renamed(e, letter):
    """The same formula with names of another hash, in the same order."""
    return e.xreplace({x: sp.Symbol(x.name + letter, real=True) for x in X})


@settings(max_examples=15)
@given(st.lists(TREES, min_size=1, max_size=2))
def test_the_text_depends_on_nothing_but_the_formula(trees):
    texts = set()
    for letter in "abk":
        sp.core.cache.clear_cache()
        inputs = [renamed(x, letter) for x in X]
        source = kernel([renamed(e, letter) for e in trees], inputs).source
        texts.add(re.sub(rf"\b([xyz]_){letter}\b", r"\1", source))
    assert len(texts) == 1


LIMIT, add, scale = 5, free_lie.add, free_lie.scale
COEFFICIENTS = st.fractions(-3, 3, max_denominator=5)
LETTERS = st.sampled_from([{(i,): 1} for i in range(3)])
BRACKETS = st.recursive(
    LETTERS, lambda p: st.builds(free_lie.bracket, p, p), max_leaves=3
)
LIE = st.lists(st.tuples(BRACKETS, COEFFICIENTS), max_size=2).map(
    lambda terms: add(*(scale(p, x) for p, x in terms))
)


def bracket(p, q):
    return free_lie.bracket(p, q, LIMIT)


@given(LIE, LIE, LIE, COEFFICIENTS)
def test_laws_of_the_bracket(p, q, r, x):
    assert bracket(p, q) == scale(bracket(q, p), -1) and bracket(p, p) == {}
    cyclic = (p, q, r), (q, r, p), (r, p, q)
    assert add(*[bracket(a, bracket(b, d)) for a, b, d in cyclic]) == {}
    assert bracket(add(p, scale(q, x)), r) == add(
        bracket(p, r), scale(bracket(q, r), x)
    )


@given(LIE, LIE)
def test_lyndon_coordinates_exponential_and_logarithm(p, q):
    assert free_lie.expand(free_lie.lyndon(p)) == p == free_lie.dynkin(p)
    powers = free_lie.exp(free_lie.clean({w: x for w, x in p.items() if len(w) < 4}), 4)
    small = {w: x for w, x in p.items() if len(w) < 4 and free_lie.grade(w) <= 4}
    assert free_lie.log(powers, 4) == small
    assert free_lie.product(powers, free_lie.inverse(powers), 4) == free_lie.ONE
    assert free_lie.lyndon(add(p, q)) == add(free_lie.lyndon(p), free_lie.lyndon(q))
