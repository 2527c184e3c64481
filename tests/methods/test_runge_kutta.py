"""Runge-Kutta on the group: any torque, and states with more than a body's in them."""

import numpy as np
import pytest
from problems import BODY, OMEGA, TILTED

import rotlib as rl
from rotlib.diagnostics import Problem, order
from rotlib.kernels import runge_kutta as tables
from rotlib.methods import runge_kutta as rk

ORDERS = {"rkmk4": 4, "cf4": 4, "crouch_grossman3": 3}
TABLEAUX = {
    "rkmk4": (tables.MUNTHE_KAAS_4, tables.dexp_body_inverse_2),
    "cf4": (tables.COMMUTATOR_FREE_4, None),
    "crouch_grossman3": (tables.CROUCH_GROSSMAN_3, None),
}


def torque(t, q, omega):
    """It depends on rate, attitude and time, and knows no derivatives."""
    x, y, z = omega
    return (
        0.3 * np.cos(t) + 0.5 * q[1] - 0.1 * x,
        0.3 * q[2] * q[3] - 0.2 * np.sin(2 * t) - 0.3 * y,
        0.1 + 0.2 * t - 0.5 * q[0] * q[3] - 0.2 * z,
    )


@pytest.fixture(scope="module")
def pushed():
    problem = Problem(TILTED, OMEGA, 3.0, load=torque)
    return problem, problem.run("rk4", 5000, every=5000).q[-1]


@pytest.mark.parametrize("name", ORDERS)
def test_the_order_holds_for_a_torque_without_derivatives(name, pushed):
    problem, judge = pushed
    measured = order(name, problem, (50, 100, 200), judge)
    assert abs(measured.slope - ORDERS[name]) < 0.1, measured


@pytest.mark.parametrize("name", ORDERS)
def test_the_momentum_of_a_free_body_is_not_touched(name):
    step = rl.methods.find(name).step
    y = (0.5, -0.5, 0.1, 0.7, 1.0, 2.0, 3.0)
    assert step(0.0, 0.1, y, BODY.principal_moments, None)[4:] == y[4:]


@pytest.mark.parametrize("name", ORDERS)
def test_the_vector_may_have_any_length_and_the_last_numbers_stay(name):
    """A rotor's angle and speed follow the turn of a body whose rate they set."""
    tableau, rate = TABLEAUX[name]

    def slope(t, y):
        angle, speed = y[4:6]
        return (0.3 * np.cos(angle), speed, 0.2 * t), (speed, -np.sin(angle))

    def after(steps):
        y, h = (1.0, 0.0, 0.0, 0.0, 0.5, 1.2, 7.0), 2.0 / steps
        for k in range(steps):
            made = rk.stages(tableau, slope, rate, k * h, h, y)
            y = rk.moved(tableau[-1], *made, h, y)
        return np.array(y)

    truth = after(640)
    errors = [np.abs(after(n) - truth).max() for n in (20, 40, 80)]
    assert abs(np.log2(errors[1] / errors[2]) - ORDERS[name]) < 0.15, errors
    assert truth[6] == 7.0


def on_a_spring(t, q, omega, position, velocity):
    pull = -15.0 * rl.quaternion.rotate_back(q, position + np.array((0.1, 0.0, 0.2)))
    return (*np.cross((0.05, -0.02, 0.08), pull), *pull - 0.1 * velocity)


@pytest.mark.parametrize("water", [0.0, 1.0], ids=["in air", "with added mass"])
@pytest.mark.parametrize("name", [*ORDERS, "rk4"])
def test_the_same_step_flies_with_the_same_order(name, water):
    added = water * np.diag((0.1, 0.2, 0.3, 0.4, 0.5, 0.6))
    stone = rl.Body((1, 1.5, 2), mass=2.0, added_mass=added)
    start = {"omega": OMEGA, "position": (0.3, -0.2, 0.5), "velocity": (0.1, 0.6, 0)}

    def end(method, n):
        run = rl.integrate(method, stone, **start, load=on_a_spring, h=1 / n, steps=n)
        return np.hstack((run.q[-1], run.position[-1]))

    truth = end("rkmk54", 320)
    errors = [np.abs(end(name, n) - truth).max() for n in (20, 40, 80)]
    assert abs(np.log2(errors[1] / errors[2]) - ORDERS.get(name, 4)) < 0.15, errors
