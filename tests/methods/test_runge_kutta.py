"""Runge-Kutta on the group, in flight and in water."""

import numpy as np
import pytest
from problems import OMEGA

import rotlib as rl

ORDERS = {"rkmk4": 4, "cf4": 4, "crouch_grossman3": 3, "rk4": 4}


def on_a_spring(t, q, omega, position, velocity):
    pull = -15.0 * rl.quaternion.rotate_back(q, position + np.array((0.1, 0.0, 0.2)))
    return (*np.cross((0.05, -0.02, 0.08), pull), *pull - 0.1 * velocity)


@pytest.mark.parametrize("water", [0.0, 1.0], ids=["in air", "with added mass"])
@pytest.mark.parametrize("name", ORDERS)
def test_the_same_step_flies_with_the_same_order(name, water):
    added = water * np.diag((0.1, 0.2, 0.3, 0.4, 0.5, 0.6))
    stone = rl.Body((1, 1.5, 2), mass=2.0, added_mass=added)
    start = {"omega": OMEGA, "position": (0.3, -0.2, 0.5), "velocity": (0.1, 0.6, 0)}

    def end(method, n):
        run = rl.integrate(method, stone, **start, load=on_a_spring, h=1 / n, steps=n)
        return np.hstack((run.q[-1], run.position[-1]))

    truth = end("rkmk54", 320)
    errors = [np.abs(end(name, n) - truth).max() for n in (20, 40, 80)]
    assert abs(np.log2(errors[1] / errors[2]) - ORDERS[name]) < 0.15, errors
