"""Wrenches: each is the slope of its potential, sums add up, drag takes energy, and
wrong ones are refused."""

import numpy as np
import pytest
import sympy as sp
from problems import TILTED
from refusals import refused
from rotbook.algebra import rotate

import rotlib as rl
from rotlib.codegen import symbolic_load
from rotlib.wrenches import constant_force, linear_drag, planet, spring, weight

REST = (0.0, 0.0, 0.0)
KNOWN = {
    "weight": weight(TILTED, (1.0, -2.0, -9.0)),
    "spring": spring(7.0, (0.3, -0.1, 0.2), (1.0, 2.0, -1.0)),
    "buoyancy": constant_force((0, 0, 30.0), (0.0, 0.1, 0.2)),
    "planet": planet(TILTED, 40.0),
}
KNOWN["sum"] = KNOWN["weight"] + KNOWN["spring"] + KNOWN["buoyancy"]


def moved(load, q, t, twist):
    """The potential after a small turn and move of the body, in its own components."""
    q_new = rl.quaternion.multiply(q, rl.quaternion.exp(twist[:3]))
    return load.potential(tuple(q_new), tuple(t + rl.quaternion.rotate(q, twist[3:])))


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", KNOWN)
def test_a_wrench_is_the_slope_of_its_potential(name):
    load, rng = KNOWN[name], np.random.default_rng(1)
    for _ in range(5):
        q = rl.quaternion.normalize(rng.normal(size=4))
        t = rng.normal(size=3) + (3.0, 0, 0)
        found = np.array(load.law(0.0, tuple(q), REST, tuple(t), REST))
        numeric = [
            -(moved(load, q, t, 1e-4 * e) - moved(load, q, t, -1e-4 * e)) / 2e-4
            for e in np.eye(6)
        ]
        assert np.abs(found - numeric).max() < 1e-6 * max(1.0, np.abs(found).max())


@pytest.mark.evidence("second implementation")
def test_planet_far_away_is_the_textbook_formula():
    q, GM = rl.quaternion.normalize([0.9, 0.1, -0.3, 0.2]), 3.986e14
    R, t = rl.quaternion.as_matrix(q), np.array([7e6, 1e6, -2e6])
    ball = rl.Body((0.2, 0.3, 0.4), mass=5.0)
    found = np.array(planet(ball, GM).law(0.0, tuple(q), REST, tuple(t), REST))
    r = np.linalg.norm(t)
    n = R.T @ t / r
    torque = 3 * GM / r**3 * np.cross(n, ball.inertia @ n)
    assert np.allclose(found[:3], torque, rtol=1e-6)
    assert np.allclose(found[3:], -GM * 5.0 / r**2 * n, rtol=1e-10)


def test_sums_keep_their_parts():
    drag = linear_drag((1, 2, 3, 4, 5, 6))
    total = KNOWN["weight"] + drag + KNOWN["spring"]
    assert [p.name for p in total.parts] == ["weight", "linear drag", "spring"]
    state = (0.0, (1.0, 0.0, 0.0, 0.0), (1.0, 2.0, 3.0), REST, (4.0, 5.0, 6.0))
    by_hand = np.sum([p.law(*state) for p in total.parts], axis=0)
    assert np.allclose(total.law(*state), by_hand)
    assert np.allclose(drag.law(*state), [-1, -4, -9, -16, -25, -36])
    refused({"acts on one that flies": lambda: drag + rl.loads.uniform_gravity(TILTED)})


def test_drag_may_couple_rotation_and_translation():
    D = np.diag([1.0, 1, 1, 2, 2, 2])
    D[0, 4], D[4, 0] = 0.3, 0.1
    found = linear_drag(D).law(0.0, None, REST, None, (0.0, 1.0, 0.0))
    assert np.allclose(found, -D[:, 4])


def test_wrenches_from_formulas_are_the_generated_ones():
    t, *q = sp.symbols("t q_w q_x q_y q_z")
    place, w, v = map(sp.symbols, ("x y z", "omega_x omega_y omega_z", "v_x v_y v_z"))
    height = place[2] + rotate(sp.Matrix(q), sp.Matrix(TILTED.centre.tolist()))[2]
    made = symbolic_load("weight", potential=2 * sp.Float(9.81) * height)
    known, rng = weight(TILTED), np.random.default_rng(3)
    q_now = tuple(rl.quaternion.normalize(rng.normal(size=4)))
    state = 0.0, q_now, *map(tuple, rng.normal(size=(3, 3)))
    assert np.allclose(made.law(*state), known.law(*state), atol=1e-13)
    assert abs(made.potential(*state[1::2]) - known.potential(*state[1::2])) < 1e-13
    push = [w[0] * v[1], t, q[0], place[0], 0, -v[2] * sp.sqrt(1 + v[2] ** 2)]
    mixed = symbolic_load("mixed", push)
    assert mixed.potential is None
    found = mixed.law(2.0, (1, 0, 0, 0), (4, 0, 0), (3, 0, 0), (0, 5, 1))
    assert np.allclose(found, [20, 2, 1, 3, 0, -(2**0.5)])
    refused({"only the symbols": lambda: symbolic_load("x", potential=w[0])})


def test_a_spring_pulls_the_reference_point_to_the_origin_unless_it_is_told():
    pull = spring(2.0).law(0.0, (1.0, 0.0, 0.0, 0.0), REST, (1.0, 2.0, 3.0), REST)
    assert pull == (0.0, 0.0, 0.0, -2.0, -4.0, -6.0)


def test_wrong_data():
    refused(
        {
            "positive": [lambda: spring(-1.0), lambda: planet(TILTED, 0.0)],
            "finite": [lambda: spring(np.nan), lambda: constant_force((0, 0, np.inf))],
            "point": lambda: spring(1.0, (0, 0)),
            "shape": lambda: linear_drag((1, 2, 3)),
            "gives energy": lambda: linear_drag((1, 1, 1, 1, 1, -1)),
            "g": lambda: weight(TILTED, (0, 0)),
        }
    )
