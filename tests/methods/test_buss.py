"""Torques in a step of a Taylor method: their series, and what they add to the
momentum."""

import numpy as np
import pytest
import reference_methods as plain
from problems import OMEGA, TILTED

import rotlib as rl
from rotlib.errors import NotAvailable
from rotlib.lie_taylor import ORDER, of_body
from rotlib.methods import buss
from rotlib.methods.taylor import carried

ORDERS = range(2, ORDER + 1)
FAMILY = [
    *(buss(p) for p in ORDERS),
    *map(rl.methods.find, ("buss2_plus", "lie_euler")),
]
TOP = rl.Body((0.02, 0.02, 0.012), mass=1.0, centre=(0.0, 0.0, 0.08))


def lean(method, steps=500):
    """A top whose weight always pulls horizontally."""
    start = {"omega": (1.0, 0.0, 12.0), "q0": rl.quaternion.exp((0.0, 0.6, 0.0))}
    load = rl.loads.uniform_gravity(TOP)
    return rl.integrate(method, TOP, **start, h=0.01, steps=steps, load=load)


@pytest.mark.kinds
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_a_horizontal_torque_leaves_the_vertical_momentum_alone(
    method, record_property
):
    vertical = lean(method).momentum_space[:, 2]
    change = np.abs(vertical / vertical[0] - 1).max()
    record_property(f"{method.name}: vertical momentum of a top", f"{change:.0e}")
    assert change < 3e-14


def test_a_torque_without_a_series_is_refused_before_the_first_step():
    def branching(t, q, w):
        return (1.0 if w[0] > 0 else -1.0), 0.0, 0.0

    with pytest.raises(NotAvailable, match="'branching': buss4 .* formula.*rkmk54"):
        rl.integrate("buss4", TILTED, omega=OMEGA, h=0.1, steps=1, load=branching)
    with pytest.raises(NotAvailable, match="formula"):
        given = {"duration": 1.0, "tolerance": 1e-2, "load": branching}
        rl.integrate("lie_euler", TILTED, omega=OMEGA, **given)


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("n", range(2, ORDER + 1))
def test_the_loops_are_the_sums_that_they_stand_for(n):
    """By products of whole series, as the plain methods have them."""
    rng = np.random.default_rng(n)
    w, z = rng.normal(size=(2, n, 3))
    Rs = [np.eye(3)]
    for k in range(n):
        Rs.append(plain.convolved(Rs, [plain.hat(x) for x in w], k) / (k + 1))
    parts = [plain.convolved(Rs, z, k) / (k + 1) for k in range(n)]
    rates, body = list(map(tuple, w)), list(map(tuple, z))
    assert np.allclose(carried(rates, body), sum(parts), rtol=1e-13)
    assert np.allclose(carried(rates, body, least=n), parts[-1], rtol=1e-12)
    logarithm = plain.log_of_product([plain.hat(x) for x in w], n)
    whole, last = sum(map(plain.vee, logarithm)), plain.vee(logarithm[n])
    assert np.allclose(of_body(rates), whole, rtol=1e-12)
    assert np.allclose(of_body(rates, least=n), last, rtol=1e-10, atol=1e-13)
