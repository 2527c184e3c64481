"""`Trajectory.at`: the motion between the records."""

from functools import partial

import numpy as np
import pytest
from problems import OMEGA, SKEWED, TILTED
from refusals import refused

import rotlib as rl
from rotlib.errors import NotAvailable
from rotlib.quaternion import angle_between, exp, multiply

T = 4.0
TIMES = np.linspace(0.03, 3.98, 31)
OF_RATES = {"rk4_mean_turn": 4}  # where it is another than that of the attitude
STEPS = {8: (16, 20, 25), 7: (16, 22, 30), 6: (20, 28, 40), 5: (20, 40, 80)}
STEPS[10] = (12, 14, 16)


def run_of(method, steps, **options):
    given = options | {"omega": OMEGA, "h": T / steps, "steps": steps}
    return rl.integrate(method, SKEWED, **given)


def errors(method, steps, **options):
    q, w = rl.exact.free_body(SKEWED, OMEGA, TIMES)
    between = run_of(method, steps, **options).at(TIMES)
    return angle_between(between.q, q).max(), np.abs(between.omega - w).max()


@pytest.mark.kinds
@pytest.mark.parametrize(
    "method", [m for m in rl.methods.ALL if m.order], ids=lambda m: m.name
)
def test_order_between_the_steps_is_that_of_the_method(method):
    steps = np.array(STEPS.get(method.order, (40, 80, 160)))
    found = np.log([errors(method, n) for n in steps])
    orders = method.order, OF_RATES.get(method.name, method.order)
    slopes = np.polyfit(np.log(1 / steps), found, 1)[0]
    for slope, order in zip(slopes, orders, strict=True):
        # at fixed times a step of another length may lie before each, which scatters
        # the error of the first order
        assert abs(slope - order) < (0.25 if order > 1 else 0.35)


def test_the_closed_form_is_evaluated():
    assert max(errors("exact", 4)) < 1e-13


@pytest.mark.kinds
@pytest.mark.parametrize("method", rl.methods.ALL, ids=lambda method: method.name)
def test_the_curve_is_continuous_at_the_records(method):
    run = run_of(method, 40)
    # from a record of one with a memory another method goes on, past the next
    for side in (1e-7,) if "memory" in method.properties else (-1e-7, 1e-7):
        near, turn = run.at(run.t[5:9] + side), exp(side * run.omega[5:9])
        assert angle_between(near.q, multiply(run.q[5:9], turn)).max() < 1e-8


def test_thin_records_of_a_method_with_a_memory():
    each, some, ends = (errors("simo_wong", 400, every=n)[0] for n in (1, 4, 200))
    assert max(some, ends) < 2 * each


def test_what_a_method_keeps_it_keeps_between_the_steps():
    for method in rl.methods.ALL:
        between = run_of(method, 40).at(TIMES)
        moved = {
            "momentum": np.ptp(between.momentum_space, axis=0).max(),
            "energy": np.ptp(between.energy),
            "norm": 10 * np.abs(between.norm_defect).max(),
        }
        assert all(moved[what] < 1e-12 for what in method.conserves), method.name


SWAY = rl.loads.known_torque(lambda t: (np.cos(3 * t), 0.2, np.sin(2 * t)))
WEIGHT = rl.loads.uniform_gravity(TILTED)
LOADED = [("rk4", SWAY), ("buss4", WEIGHT), ("krenk_nielsen", WEIGHT)]


@pytest.mark.parametrize(("method", "load"), [*LOADED, ("buss4_ep", WEIGHT)])
def test_loads_act_between_the_steps(method, load):
    given = {"omega": np.multiply(4, OMEGA), "load": load, "t0": 0.5}
    run = rl.integrate(method, TILTED, h=0.01, steps=100, every=9, **given)
    fine = rl.integrate("rk4", TILTED, h=0.0025, steps=400, **given)
    there = run.at(fine.t)
    limit = 1e-6 if "4" in method else 1e-2
    assert angle_between(there.q, fine.q).max() < limit
    assert np.abs(there.omega - fine.omega).max() < 10 * limit
    if method in ("krenk_nielsen", "buss4_ep"):
        assert np.ptp(there.energy) < 1e-11


def test_backwards_one_time_and_no_time():
    run = rl.integrate("buss6", SKEWED, omega=OMEGA, h=-0.1, steps=20, t0=1.0)
    q, _ = rl.exact.free_body(SKEWED, OMEGA, -1.33)
    assert angle_between(run.at(-0.33).q[0], q) < 1e-7
    assert len(run.at([])) == 0 and run.at([]).q.shape == (0, 4)
    one = rl.integrate("exact", SKEWED, omega=OMEGA, h=0.1, steps=1).at(0.04)
    assert len(one) == 1 and one.energy.shape == (1,)


def test_a_flight():
    stone = rl.Body.box(mass=2.0, sides=(0.3, 0.2, 0.1))
    start = dict(omega=(1, 2, 3), velocity=(4, 0, 5), load=rl.wrenches.weight(stone))
    times = np.linspace(0.003, 0.997, 17)
    method = rl.methods.dqvi(stone.mass)  # not one that its name finds
    t, gaps = times[:, None], []
    fall = t * (4, 0, 5) + t**2 / 2 * (0, 0, -9.81)
    q, _ = rl.exact.free_body(stone, (1, 2, 3), times)
    for n in (50, 100):
        run = rl.integrate(method, stone, h=1 / n, steps=n, every=8, **start)
        there = run.at(times)
        assert np.abs(there.position - fall).max() < 1e-12
        gaps.append(angle_between(there.q, q).max())
    assert there.flies
    assert abs(np.log2(gaps[0] / gaps[1]) - 2) < 0.1


def test_refusals():
    run = run_of("buss2", 10)
    outside = [partial(run.at, [1.0, t]) for t in (-0.01, 4.01)]
    refused({"run for longer": outside, "shape": partial(run.at, np.zeros((2, 2)))})
    refused({"ask the run itself": partial(run.at([1.0]).at, 1.0)}, NotAvailable)
    # rounding is not outside
    assert np.array_equal(run.at(np.nextafter(4.0, 5.0)).q_raw[0], run.q_raw[-1])
