"""Loads with states of their own, on bodies that are held and that fly: the orders of
the methods, back ends, batches, steppers, files, refusals."""

import numpy as np
import pytest
from scipy_motion import motion

import rotlib as rl
from rotlib.errors import InvalidInput, NotAvailable

INERTIA = np.array([[1.0, 0.1, 0.0], [0.1, 2.0, 0.2], [0.0, 0.2, 2.6]])
BODY = rl.Body(INERTIA, mass=2.0, centre=(0.1, 0.0, -0.05))
START = {"omega": (0.3, 2.0, 0.5)}
FLIGHT = START | {"position": (1.0, 0.0, 0.2), "velocity": (0.0, 0.3, 0.0)}


def held(t, q, omega, z):
    return -0.4 * omega - 0.5 * z[:3] + z[3] * np.array([0.1, 0.0, 0.2])


def held_rate(t, q, omega, z):
    return np.concatenate([omega - 0.2 * z[:3], np.sin(t) - z[3:]])


def flying(t, q, omega, position, velocity, z):
    push = rl.quaternion.rotate_back(q, -4.0 * position - 0.5 * z)
    return np.concatenate([-0.5 * omega, push - 0.3 * velocity])


def flying_rate(t, q, omega, position, velocity, z):
    return position - 0.1 * z


HELD = rl.Load("lag", held, start=(0.1, 0.0, 0.2, 0.3), rate=held_rate)
FLYING = rl.Load("pid", flying, start=(0.1, 0.0, 0.0), rate=flying_rate)
CASES = {"held": (HELD, START), "flying": (FLYING, FLIGHT)}
METHODS = {m.name: m.order for m in rl.methods.ALL if "states" in m.takes}
del METHODS["splitting8_231"]  # its errors are rounding


def final(run):
    return np.concatenate([a[-1] for a in run.motion])


def go(case, method, steps=20, **changes):
    load, start = CASES[case]
    given = {"load": load, "h": 1.0 / steps, "steps": steps} | start | changes
    return rl.integrate(method, BODY, **given)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("method", METHODS)
def test_the_order_is_that_of_the_record(method, case):
    load, start = CASES[case]
    M = INERTIA if case == "held" else BODY.inertia_6x6
    given = {"z": load.start, "rate": load.rate, **start}
    end = motion(M, (0.0, 1.0), load.law, **given)
    flown = () if case == "held" else (end.position, end.velocity)
    end, order = np.hstack([end.q, end.omega, *flown, end.states])[-1], METHODS[method]
    steps = {2: 40, 3: 30, 4: 20}.get(order, 10)
    errors = [
        np.abs(final(go(case, method, n)) - end).max() for n in (steps, 2 * steps)
    ]
    assert errors[1] < 2e-3
    assert abs(np.log2(errors[0] / errors[1]) - order) < 0.25


@pytest.mark.day(2)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("method", ["cf4", "splitting4_231", "kicks2"])
def test_every_back_end_and_every_batch_gives_the_same(method, case):
    plain = go(case, method)
    fast = go(case, method, backend="compiled")
    assert np.abs(final(fast) - final(plain)).max() < 1e-13
    many = go(case, method, omega=[START["omega"], (0.0, -1.0, 0.5)])
    assert np.array_equal(final(many[:, 0]), final(plain))
    assert many.states.shape == (21, 2, len(CASES[case][0].start))


def test_a_stepper_makes_the_steps_of_a_flight():
    """Of a body that is held it is asked where steppers are."""
    load, start = CASES["flying"]
    fly = rl.stepper("rkmk4", BODY, h=0.05, steps=4, load=load)
    motion = fly((1.0, 0.0, 0.0, 0.0), *start.values(), (), load.start)
    motion = fly(*motion, 0.2)
    run = go("flying", "rkmk4")
    for a, b in zip(motion, run.motion, strict=True):
        assert np.allclose(a, b[8], atol=1e-13)
    with pytest.raises(InvalidInput, match="expected fly.q, omega, .*states, t=0.0"):
        fly((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0))


def test_loads_with_and_without_states_add_up_and_events_see_the_motion():
    weight = rl.wrenches.weight(BODY, (0.0, 0.0, -1.0))
    events = [lambda t, q, omega, position, velocity: position[0] - 0.5]
    given = {"load": weight + FLYING + weight, "steps": 40, "events": events}
    run = go("flying", "splitting4_231", **given)
    twice = rl.wrenches.weight(BODY, (0.0, 0.0, -2.0))
    other = go("flying", "splitting4_231", load=FLYING + twice, steps=40)
    assert np.abs(run.states_of("pid") - other.states).max() < 1e-13
    assert len(run.events[0]) == 1 and run.events[0].states.shape == (1, 3)
    between = run.at(0.5 * (run.t[3] + run.t[4]))
    assert np.abs(between.states - (run.states[3] + run.states[4]) / 2).max() < 1e-3
    assert other.columns[-3:] == ("state_1", "state_2", "state_3")


def test_inputs_reach_the_rates_of_states_in_flight():
    def rate(t, q, omega, position, velocity, z, u):
        return position - u

    load = rl.Load("fed", flying, start=(0.1, 0.0, 0.0), rate=rate)
    held = np.tile((0.3, -0.1, 0.2), (20, 1))
    run = go("flying", "rk4", load=load, inputs=held)
    fixed = rl.Load(
        "fixed", flying, start=(0.1, 0.0, 0.0), rate=lambda *a: rate(*a, held[0])
    )
    other = go("flying", "rk4", load=fixed)
    assert np.abs(run.states - other.states).max() < 1e-13
    assert np.ptp(run.states, axis=0).min() > 0.05


def test_what_takes_no_states_says_so():
    for case, method, use in (
        ("held", "buss4", "splitting_231"),
        ("held", "krenk_nielsen", "rk4"),
        ("flying", "dqvi", "splitting_231"),
        ("flying", "buss4", "rkmk54"),
    ):
        with pytest.raises(NotAvailable, match=f"states of its own.*use .*{use}"):
            go(case, method)
    with pytest.raises(InvalidInput, match="rate.t, q, omega, position, velocity, z."):
        wrong = rl.Load("w", flying, start=(0.0, 0, 0), rate=lambda *motion: (1.0,))
        go("flying", "rk4", load=wrong)
    with pytest.raises(InvalidInput, match="a law of pairs has no states"):
        rl.Load("p", flying, pairs=[(0, 1)], start=(0.0,), rate=flying_rate)
