"""Jacobians from recordings: against a derived one, on every kind of number."""

import numpy as np
import pytest

from rotlib.backends.printed import on_arrays, on_floats
from rotlib.backends.trace import Kind, record_function
from rotlib.kernels.dqvi import newton
from rotlib.newton import with_jacobian
from rotlib.numbers import exp, select, sin, sqrt

GIVEN = np.random.default_rng(3).normal(size=(28, 9)) / 9


def residual(*numbers):
    return newton(*numbers)[:6]


def test_it_is_the_derived_jacobian_of_dqvi():
    values = with_jacobian(residual, 6, by=6)
    for given in GIVEN.T.tolist():
        made, derived = np.array(values(*given)), np.array(newton(*given))
        assert np.abs(made - derived).max() < 1e-15 * np.abs(derived).max()


def test_floats_arrays_and_recordings_have_the_same_bits():
    values = with_jacobian(residual, 6, by=4)
    whole = np.array(np.broadcast_arrays(*values(*GIVEN)))
    recorded = record_function(values, Kind.TRACE, (0,) * 28, 30)
    assert np.array_equal(whole, np.array(on_arrays(recorded)(*GIVEN)))
    for i, given in enumerate(GIVEN.T.tolist()):
        assert values(*given) == on_floats(recorded)(*given) == tuple(whole[:, i])


def test_on_jax_arrays():
    jax = pytest.importorskip("jax")
    values = with_jacobian(residual, 6, by=6)
    made = jax.jit(lambda given: values(*given))(GIVEN[:, 0])
    off = np.abs(np.array(made) - values(*GIVEN[:, 0].tolist())).max()
    assert off < (1e-14 if made[0].dtype == np.float64 else 1e-5)


def test_functions_and_choices_have_slopes_too():
    def f(x, y):
        return select(x > y, sin(x) * exp(y), sqrt(x) / y), x - 2.0

    values = with_jacobian(f, 2, by=2)
    s, c, e = np.sin(0.7), np.cos(0.7), np.exp(0.2)
    assert np.allclose(values(0.7, 0.2), (s * e, -1.3, c * e, s * e, 1, 0), atol=1e-15)
    r = 0.2**0.5
    slopes = 0.5 / r / 0.7, -r / 0.49
    assert np.allclose(values(0.2, 0.7), (r / 0.7, -1.8, *slopes, 1, 0), atol=1e-15)
