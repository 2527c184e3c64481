"""Kicks, splittings and rk4 in flight: a second implementation, orders, invariants."""

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
STEPS = {2: (80, 160), 4: (40, 80), 6: (24, 48), 8: (12, 20)}
EXACT = ("kicks2", "kicks4", "kicks6", "kicks_gauss3")
flights = pytest.mark.parametrize("name", ORDERS)


def fly(name, steps, load=None, span=2.0, **given):
    h = span / steps
    return rl.integrate(name, BODY, h=h, steps=steps, load=load, **{**START, **given})


@cache
def truth(load):
    def law(*moment):
        return np.sum([part.law(*moment) for part in load.summands], 0)

    return motion(BODY.inertia_6x6, (0.0, 2.0), law, **START)


def miss(run, load):
    off = np.abs(run.position[-1] - truth(load).position[-1]).max()
    return rl.quaternion.angle_between(run.q[-1], truth(load).q[-1]) + off


@pytest.mark.evidence("second implementation")
@flights
def test_a_flight_has_its_order_and_ends_where_newtons_equations_do(name):
    p, load = ORDERS[name], SPRING + PUSH + DRAG
    coarse, fine = (miss(fly(name, n, load), load) for n in STEPS[p])
    slope = np.log(coarse / fine) / np.log(STEPS[p][1] / STEPS[p][0])
    assert fine < 1e-3
    assert abs(slope - p) < 0.35, (slope, coarse, fine)


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


@pytest.mark.day(1)
@pytest.mark.parametrize("name", ["kicks2", "kicks4", "splitting_231", "rk4"])
def test_arrays_and_compiled_loops_agree(name):
    one = fly(name, 30, SPRING + DRAG)
    starts = np.tile(START["omega"], (3, 1))
    many = fly(name, 30, SPRING + DRAG, omega=starts)
    assert all(
        (a == b[:, 1]).all() for a, b in zip(one.motion, many.motion, strict=True)
    )
    pytest.importorskip("llvmlite")
    loop = fly(name, 30, SPRING + DRAG, backend="compiled")
    assert np.abs(loop.q_raw - one.q_raw).max() < 1e-14


@pytest.mark.parametrize("name", ["kicks2", "splitting_231"])
def test_added_mass_is_refused_with_what_takes_it(name):
    fish = rl.Body((1, 2, 2.5), mass=1.0, added_mass=np.diag([0, 0, 0, 0, 1.0, 2.0]))
    with pytest.raises(NotAvailable, match=r"added mass; use dqvi, rkmk54 or buss4"):
        rl.integrate(name, fish, omega=(1, 0, 0), h=0.1, steps=2)
