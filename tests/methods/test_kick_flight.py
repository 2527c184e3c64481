"""Kicks, splittings and Runge-Kutta in flight: where it ends by SciPy, order and
invariants."""

from functools import cache

import numpy as np
import pytest
from scipy_motion import motion

import rotlib as rl
from rotlib.errors import NotAvailable

BODY = rl.Body(
    [[0.5, 0.05, -0.02], [0.05, 1.1, 0.1], [-0.02, 0.1, 0.8]],
    mass=2.0,
    centre=(0.05, -0.1, 0.02),
)
FISH = rl.Body(
    BODY.inertia, BODY.mass, BODY.centre, np.diag((0.3, 0.1, 0.2, 0.6, 0.2, 0.4))
)
START = dict(omega=(1, -2, 1.5), position=(0.3, -0.2, 0.1), velocity=(0.5, 1, -0.7))
SPRING = rl.wrenches.spring(3.0, point=(0.1, 0.2, -0.05), anchor=(0.0, 0.0, 0.5))
DRAG = rl.wrenches.linear_drag((0.1, 0.2, 0.3, 0.4, 0.5, 0.6))


def push(t, q, w, x, v):
    return 0.1 * np.cos(3 * t), 0, t / 5, 0, q[1] * q[2], x[0] * q[0] ** 2


PUSH = rl.Load("push", push)
ORDERS = {
    "kicks2": 2,
    "kicks4": 4,
    "kicks6": 6,
    "splitting_231": 2,
    "splitting4_312": 4,
    "splitting6_231": 6,
    "splitting8_231": 8,
    "rk4": 4,
}
IN_WATER = {"rk4": 4, "rkmk4": 4, "cf4": 4, "crouch_grossman3": 3}
STEPS = {2: (80, 160), 3: (80, 160), 4: (60, 120), 6: (24, 48), 8: (12, 20)}
EXACT = ("kicks2", "kicks4", "kicks6", "kicks_gauss3")


def fly(name, steps, load=None, span=2.0, body=BODY, **given):
    h = span / steps
    return rl.integrate(name, body, h=h, steps=steps, load=load, **{**START, **given})


@cache
def truth(load, body):
    def law(*moment):
        return np.sum([part.law(*moment) for part in load.summands], 0)

    return motion(body.inertia_6x6, (0.0, 2.0), law, **START)


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize(
    ("name", "body"),
    [(name, BODY) for name in ORDERS | IN_WATER] + [(name, FISH) for name in IN_WATER],
)
def test_a_flight_has_its_order_and_ends_where_newtons_equations_do(name, body):
    p, load = (ORDERS | IN_WATER)[name], SPRING + PUSH + DRAG
    end, errors = truth(load, body), []
    for n in STEPS[p]:
        run = fly(name, n, load, body=body)
        off = np.abs(run.position[-1] - end.position[-1]).max()
        errors.append(off + rl.quaternion.angle_between(run.q[-1], end.q[-1]))
    slope = np.log(errors[0] / errors[1]) / np.log(STEPS[p][1] / STEPS[p][0])
    assert errors[1] < 1e-3
    assert abs(slope - p) < 0.15, (slope, errors)


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", EXACT)
def test_a_free_flight_is_exact(name):
    run = fly(name, 20)
    at_centre = BODY.about(BODY.centre)
    q, omega = rl.exact.free_body(at_centre, START["omega"], run.t)
    centre = run.position + rl.quaternion.rotate(run.q, BODY.centre)
    moving = np.array(START["velocity"]) + np.cross(START["omega"], BODY.centre)
    straight = centre[0] + run.t[:, None] * moving
    assert rl.quaternion.angle_between(run.q, q).max() < 1e-13
    assert np.abs(run.omega - omega).max() < 1e-13
    assert np.abs(centre - straight).max() < 1e-14


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("name", [*EXACT, "splitting_231", "splitting8_231"])
def test_momenta_of_a_free_flight_stay(name):
    run = fly(name, 2000, span=100.0, velocity=np.cross(BODY.centre, START["omega"]))
    for momentum in (run.linear_momentum_space, run.momentum_space):
        assert np.abs(momentum - momentum[0]).max() < 5e-13
    assert np.abs(run.norm_defect).max() < 1e-12


def test_energy_under_a_potential_comes_back():
    run = fly("kicks2", 60_000, SPRING, span=1200.0)
    swing = np.abs(run.energy - run.energy[0])
    assert swing.max() < 2e-3 * run.energy[0]
    assert swing[30_000:].max() < 1.2 * swing[:30_000].max()


@pytest.mark.parametrize("name", ["kicks2", "splitting_231"])
def test_added_mass_is_refused_with_what_takes_it(name):
    fish = rl.Body((1, 2, 2.5), mass=1.0, added_mass=np.diag([0, 0, 0, 0, 1.0, 2.0]))
    with pytest.raises(NotAvailable, match=r"added mass; use dqvi, rkmk54 or buss4"):
        rl.integrate(name, fish, omega=(1, 0, 0), h=0.1, steps=2)
