"""Finite numbers of any size in: the right numbers out, or an error that says why."""

import warnings
from functools import partial

import numpy as np
import pytest
from refusals import refused

import rotlib as rl
from rotlib import exact, lie_taylor, magnus

V, A = np.array([0.3, -1.0, 0.7]), np.array([1.0, 0.2, -0.4])
MOMENTS = (1.0, 2.0, 2.5)


def both(function):
    """The function of one vector, and the same for a batch, which has its own code."""
    yield lambda s: function(s * V)
    yield lambda s: function(np.stack([s * V, s * A]))


def gauss(v, order):
    return magnus.gauss_legendre(lambda t: v, np.zeros(v.shape[:-1]), 0.1, order=order)


def rows(v, n):
    return np.stack([v, v[..., ::-1], v][:n], -2)


SERIES = [
    lambda v: magnus.rotation_vector(v, A, 0.1, terms=4),
    lambda v: magnus.rotation_vector(A, v, 0.1),
    lambda v: gauss(v, 4),
    lambda v: gauss(v, 6),
    lambda v: magnus.from_samples(rows(v, 3), 0.1),
    lambda v: magnus.coning_correction(rows(v, 2)),
    lambda v: lie_taylor.rotation_vector(rows(v, 3), 0.1),
]


@pytest.fixture(autouse=True)
def _nothing_passes_unseen():
    raising = np.errstate(over="raise", invalid="raise", divide="raise")
    with raising, warnings.catch_warnings(action="error"):
        yield


@pytest.mark.parametrize("size", [1e20, 1e150, 1e155, 1e200, 1e308])
def test_a_turn_whose_angle_is_lost_and_a_known_rate_without_end_are_refused(size):
    calls = [partial(f, size) for each in SERIES for f in both(each)]
    refused({r"at most .* rad .* look at the units": calls})
    for order in (4, 6):
        go = partial(magnus.attitude, lambda t: size * V, [0.0, 1.0], order=order)
        refused({"look at the units": partial(go, steps=2)})
        refused({"less than their rounding": partial(go, tolerance=1e-6)})


@pytest.mark.parametrize("power", [-1000, -500, 500, 1000])
@pytest.mark.parametrize("omega", [(0.3, -1.0, 0.7), (0.0, 0.0, 1.0), (0.75, 0.0, 1.0)])
def test_the_free_body_knows_no_unit_of_time(omega, power):
    """Rates times a power of two, times divided by it: the same attitudes."""
    t, s = np.array([-3.0, 0.0, 0.1, 2.0, 1e6]), 2.0**power
    body = rl.Body(MOMENTS)
    q, rates = exact.free_body(body, omega, t)
    there, faster = exact.free_body(body, s * np.array(omega), t / s)
    assert np.abs(q - there).max() < 4e-15
    assert np.abs(rates - faster / s).max() < 4e-15


def test_rates_beyond_floating_point_are_refused():
    given = rl.Body(MOMENTS), [1.5e308] * 3
    calls = [partial(f, *given) for f in (exact.period, exact.modulus)]
    calls.append(partial(exact.free_body, *given, 0.0))
    refused({r"omega: .* look at the units": calls})
