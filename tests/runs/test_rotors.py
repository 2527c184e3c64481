"""Bodies with rotors, and loads with states of their own: against a plain integration
of the textbook's equations, and what is conserved."""

import math
import pickle
from functools import cache, partial

import numpy as np
import pytest
from kinds_of_runs import FED, LAG, MOVING, OFF, PID, SKEWED, WHEELS, motors, ran
from refusals import refused
from rotbook.polhode import restore_energy
from scipy_motion import motion

import rotlib as rl
from rotlib import Body
from rotlib.errors import Diverged, InvalidInput, NotAvailable
from rotlib.loads import Load

INERTIA, (AXES, SPINS) = SKEWED.inertia, map(np.array, WHEELS)
GYROSTAT = Body(INERTIA).with_rotors(AXES, SPINS)
OMEGA, SPEEDS = (0.3, 1.0, 0.2), (20.0, -10.0)
START = {"omega": OMEGA, "rotor_speeds": SPEEDS}
ROTORS = {"axes": AXES, "spins": SPINS}
FAMILY = [m.name for m in rl.methods.ALL if "rotors" in m.takes]
WITH = [m.name for m in rl.methods.ALL if "states" in m.takes]
WITH.remove("splitting8_231")  # its errors are rounding


def torque(t, q, omega):
    return 0.1, 0.2 * np.cos(t), -0.05 * omega[2]


def integral(t, q, omega, z):
    """A spring on what has been turned about each axis, and a leak."""
    return -0.5 * z[:3] - 0.1 * z[3:]


def growing(t, q, omega, z):
    return np.concatenate([omega, z[:3] - 0.3 * z[3:]])


CONTROL = Load("control", integral, start=(0.1, 0, 0, 0, 0.2, 0), rate=growing)


def go(method="rkmk4", body=GYROSTAT, **given):
    return rl.integrate(method, body, **{"omega": OMEGA, "h": 0.1, "steps": 2, **given})


def final(run):
    return np.concatenate([a[-1] for a in run.motion])


CONTROLLED = rl.loads.as_load(torque) + CONTROL
CASES = {  # body, inertia, load, duration, start, what else the textbook takes
    "rotors": (GYROSTAT, INERTIA, CONTROLLED, 2.0, START | {"motors": motors}, ROTORS),
    "held": (OFF, OFF.inertia, LAG, 1.0, {"omega": (0.3, 2.0, 0.5)}, {}),
    "flying": (OFF, OFF.inertia_6x6, PID, 1.0, {"omega": (0.3, 2.0, 0.5)} | MOVING, {}),
}


def summed(t, q, omega, z):
    return np.array(torque(t, q, omega)) + integral(t, q, omega, z)


@cache
def truth(case):
    _, M, load, duration, start, more = CASES[case]
    law, rate = (summed, growing) if case == "rotors" else (load.law, load.rate)
    given = {"z": load.start, "rate": rate} | start | more
    return motion(M, (0.0, duration), law, **given)


EACH = [(m, "rotors") for m in FAMILY]
EACH += [(m, case) for m in WITH for case in ("held", "flying")]


@pytest.mark.day(15)
@pytest.mark.parametrize(("method", "case"), EACH)
def test_it_ends_where_the_textbook_does_with_its_order(method, case):
    body, _, load, duration, start, _ = CASES[case]
    error, order = [], rl.methods.find(method).order
    steps, limit, room = {2: 40, 3: 30, 4: 20}.get(order, 10), 2e-3, 0.25
    if case == "rotors":
        steps, limit, room = 25 if order == 5 else 100, 3e-5, 0.15
    for n in (steps, 2 * steps):
        given = {"load": load, "h": duration / n, "steps": n}
        run = rl.integrate(method, body, **start, **given)
        names = ["q" if name == "q_raw" else name for name in run.motion_names]
        end = np.concatenate([getattr(truth(case), name)[-1] for name in names])
        error.append(np.abs(final(run) - end).max())
    assert error[1] < limit
    assert abs(np.log2(error[0] / error[1]) - order) < room


@pytest.mark.parametrize("method", FAMILY)
def test_one_that_flies_turns_as_one_that_is_held_at_its_centre(method):
    given = START | {"motors": motors, "h": 0.02, "steps": 50}
    held = rl.integrate(method, GYROSTAT, **given)
    away = {"position": (1.0, 0.0, 0.0), "velocity": (0.0, 1.0, 0.0)}
    run = rl.integrate(method, GYROSTAT, **given, **away)
    assert np.abs(run.q - held.q).max() < 1e-13
    assert np.abs(run.rotor_speeds - held.rotor_speeds).max() < 1e-12
    gained = run.kinetic_energy - held.kinetic_energy
    assert np.abs(gained - GYROSTAT.mass / 2).max() < 1e-12


def test_rotors_in_flight_keep_what_they_should():
    off = rl.Body(INERTIA + np.eye(3), mass=2.0, centre=(0.1, 0.2, 0.0))
    wet = rl.Body(INERTIA, added_mass=np.diag([0.1, 0.2, 0.3, 1.0, 2.0, 3.0]))
    away = {"velocity": (0.0, 1.0, 0.0), "h": 0.01, "steps": 200}
    for body, driven, load in (
        (off, motors, None),
        (wet, motors, None),
        (off, None, rl.wrenches.spring(3.0, (0.1, 0.0, 0.2))),
    ):
        body = body.with_rotors(AXES, SPINS)
        run = rl.integrate("rkmk54", body, **START, **away, motors=driven, load=load)
        if load is None:
            for total in (run.momentum_space, run.linear_momentum_space):
                assert np.ptp(total, axis=0).max() < 1e-12
            assert np.ptp(run.energy) > 1e-3
        else:
            assert np.ptp(run.energy) < 1e-8 < np.ptp(run.kinetic_energy)


@pytest.mark.parametrize("method", FAMILY)
def test_total_momentum_stays_whatever_the_motors_do(method):
    given = {"steps": 2_000, "every": 20}
    run = rl.integrate(method, GYROSTAT, **START, motors=motors, h=0.01, **given)
    L = run.momentum_space
    assert np.abs(L - L[0]).max() < 1e-12 * np.linalg.norm(L[0])
    assert np.ptp(run.rotor_speeds, axis=0).min() > 2.0  # they do something
    by_hand = run.omega @ INERTIA + (SPINS * run.rotor_speeds) @ AXES
    assert np.allclose(L, rl.quaternion.rotate(run.q, by_hand), rtol=1e-14)


def test_energy_of_free_rotors_to_the_order_and_of_motors_their_work():
    drift = []
    for steps in (100, 200):
        run = rl.integrate("rkmk4", GYROSTAT, **START, h=4.0 / steps, steps=steps)
        drift.append(np.abs(run.energy - run.energy[0]).max())
        spin = run.rotor_speeds + run.omega @ AXES.T  # free: each keeps its own
        assert np.abs(spin - spin[0]).max() < 1e-13
    assert drift[1] < 1e-7 and drift[0] / drift[1] > 14
    w, s = run.omega[-1], run.rotor_speeds[-1]
    energy = w @ INERTIA @ w / 2 + (SPINS * s * (AXES @ w)).sum() + SPINS @ s**2 / 2
    assert math.isclose(run.energy[-1], energy, rel_tol=1e-14)
    run = go(**START, motors=(0.3, -0.2), h=0.001, steps=2000)
    one = Load("one", motors=lambda t, q, w, s: (0.3, 0.0))
    other = Load("other", motors=lambda t, q, w, s: (0.0, -0.2))
    both = go(**START, load=one + other, h=0.001, steps=2000)
    assert np.array_equal(both.rotor_speeds, run.rotor_speeds)  # motors add up
    work = np.trapezoid(run.rotor_speeds @ (0.3, -0.2), run.t)
    assert math.isclose(run.energy[-1] - run.energy[0], work, rel_tol=1e-6)


def test_states_in_closed_form_and_by_name():
    """z' = -z with torque z about one axis: J w = 1 - exp(-t)."""

    def lag(name, start, axis):
        given = {"start": start, "rate": lambda t, q, omega, z: -z}
        return Load(name, lambda t, q, omega, z: z[0] * np.eye(3)[axis], **given)

    load = lag("first", 1.0, 2) + lag("second", (2.0, 3.0), 2)
    still = {"omega": (0, 0, 0), "h": 0.01, "body": Body((1, 1, 2))}
    run = go(**still, load=load, steps=200)
    decay = np.exp(-run.t)
    assert np.allclose(run.omega[:, 2], 3 * (1 - decay) / 2, atol=1e-9)
    assert np.allclose(run.states_of("first"), decay[:, None], atol=1e-9)
    assert np.allclose(run.states_of("second"), decay[:, None] * (2.0, 3.0), atol=1e-9)
    assert load.start == (1.0, 2.0, 3.0) and run.states.shape == (201, 3)
    with pytest.raises(InvalidInput, match=r"'first', 'second', got 'third'"):
        run.states_of("third")
    twice = lag("a", 1.0, 0) + lag("a", 1.0, 1)
    with pytest.raises(InvalidInput, match="the name of 2"):
        go("cf4", **still, load=twice).states_of("a")


def test_a_controller_with_an_integral_drives_a_wheel():
    """A constant torque from outside ends in the wheel, and the body at rest."""

    def command(t, q, omega, rotor_speeds, z):
        return [3.0 * q[3] + 3.0 * omega[2] + 1.0 * z[0]]

    wheel = Load("PID", motors=command, start=[0.0], rate=lambda t, q, omega, z: q[3:])
    body = Body((3.0, 3.0, 2.0)).with_rotors((0, 0, 1), 0.05)
    push = rl.loads.constant_torque((0, 0, 0.02), frame="space")
    run = go(body=body, omega=(0, 0, 0.1), load=push + wheel, h=0.05, steps=1200)
    assert abs(run.q[-1, 3]) < 1e-6 and abs(run.omega[-1, 2]) < 1e-6
    assert math.isclose(run.states[-1, 0], 0.02, rel_tol=1e-3)
    total = 2.0 * 0.1 + 0.02 * run.t
    assert np.allclose(run.momentum_space[:, 2], total, rtol=1e-12)


def test_a_run_between_its_records_and_its_columns():
    run, finer = [
        go(**START, load=CONTROL, motors=motors, h=2.0 / n, steps=n) for n in (100, 200)
    ]
    between = run.at(finer.t[1::2])
    for name in run.motion_names:
        assert np.abs(getattr(between, name) - getattr(finer, name)[1::2]).max() < 1e-8
    names = run.columns[-8:]
    assert names[0] == "rotor_speed_1 (rad/s)" and names[-1] == "state_6"
    own = np.hstack([run.rotor_speeds, run.states])
    assert np.array_equal(np.asarray(run)[:, -8:], own)


def test_loads_with_and_without_states_add_up():
    one, two = [rl.wrenches.weight(OFF, (0.0, 0.0, -g)) for g in (1.0, 2.0)]
    given = {"steps": 40, "h": 0.05}
    run = ran("states in flight", load=one + PID + one, **given)
    other = ran("states in flight", load=PID + two, **given)
    assert np.abs(run.states_of("pid") - other.states).max() < 1e-13
    between = run.at(0.5 * (run.t[3] + run.t[4]))
    assert np.abs(between.states - (run.states[3] + run.states[4]) / 2).max() < 1e-3


def test_inputs_reach_the_rates_of_states_in_flight():
    held = [(0.3, -0.1)]
    fixed = Load("x", PID.law, start=PID.start, rate=lambda *a: FED.rate(*a, held[0]))
    run = ran("inputs of states", inputs=held)
    other = ran("inputs of states", load=fixed, inputs=None)
    assert np.abs(run.states - other.states).max() < 1e-13
    assert np.ptp(run.states, axis=0).min() > 0.05


def test_rotors_follow_their_body():
    q = rl.quaternion.exp([0.3, -0.2, 0.9])
    w, turn = np.array(OMEGA), partial(rl.quaternion.rotate, q)
    there = GYROSTAT.rotated(q).momentum(turn(w), SPEEDS)
    assert np.allclose(there, turn(GYROSTAT.momentum(w, SPEEDS)))
    bus = Body((1.0, 1.0, 1.0)) + GYROSTAT
    assert bus.rotors == 2 and (bus + GYROSTAT).rotors == 4
    assert GYROSTAT.about((0.1, 0, 0)).rotors == 2
    assert GYROSTAT == Body(INERTIA).with_rotors(AXES, SPINS) != Body(INERTIA)
    assert hash(GYROSTAT) == hash(pickle.loads(pickle.dumps(GYROSTAT)))
    assert "rotors=2" in repr(GYROSTAT)
    L = GYROSTAT.momentum_space(q, w, SPEEDS)
    assert np.allclose(GYROSTAT.omega(q, L, SPEEDS), w, rtol=1e-14)


def test_impossible_rotors():
    turned, up = Body((3.0, 3.0, 3.0)).with_rotors, (0, 0, 1.0)
    table = {
        "length one": [partial(turned, a, 0.1) for a in ((0, 0, 2.0), np.zeros(3))],
        "positive moments": partial(turned, up, -0.1),
        "rotor_axes: expected shape": partial(turned, up, (0.1, 0.1)),
        "part of the body": partial(turned, up, 5.0),
        "axes: expected shape": partial(turned, (0, 1.0), 0.1),
        "inertias: expected real": partial(turned, up, "heavy"),
    }
    refused(table)


def no_rate(t, q, omega, z):
    return (0.0,)


PLAIN = Body((1, 2, 3))
SPRING = rl.Load(
    "spring", lambda t, q, omega: -q[1:] * q[0], potential=lambda q: 1.0 - q[0] ** 2
)


SHORT = Load("x", start=(0.0, 0.0), rate=no_rate)
go_fast = partial(go, rotor_speeds=(1e70,) * GYROSTAT.rotors)
lie_euler = partial(go, "lie_euler", PLAIN, load=CONTROL)
ensemble = partial(rl.ensemble, "rk4", GYROSTAT, omega=np.ones((2, 3)), h=0.1, steps=1)


def restore(body):
    return restore_energy(body, (1, 0, 0, 0), OMEGA, 1.0)


def returning(*numbers):
    return lambda t, q, omega, s: numbers


UNAVAILABLE = {
    "use rk4, rkmk4, cf4": lambda: go("buss4"),
    "dqvi.* bodies without rotors": lambda: go("dqvi"),
    "exact.* bodies without rotors": lambda: go("exact"),
    "'control' has states of its own or drives rotors; use rk4": lie_euler,
    "closed form holds": lambda: rl.exact.free_body(GYROSTAT, OMEGA, 1.0),
    "without rotors": lambda: restore(GYROSTAT),
    "takes one body, got 2": lambda: restore([PLAIN, PLAIN]),
    "in equal steps": ensemble,
    "states of its own.*use .*splitting_231": [
        lambda: go("buss4", OFF, load=LAG),
        lambda: go("dqvi", OFF, load=PID, **MOVING),
    ],
    "states of its own.*use .*rk4": lambda: go("krenk_nielsen", OFF, load=LAG),
    "states of its own.*use .*rkmk54": lambda: go("buss4", OFF, load=PID, **MOVING),
}
NO_RATE = Load("w", PID.law, start=(0.0, 0, 0), rate=lambda *motion: (1.0,))
INVALID = {
    "rate.t, q, omega, position, velocity, z.": lambda: go(
        "rk4", OFF, load=NO_RATE, **MOVING
    ),
    "a law of pairs has no states": lambda: Load(
        "p", PID.law, pairs=[(0, 1)], start=(0.0,), rate=PID.rate
    ),
    "with_rotors": lambda: go(body=PLAIN, rotor_speeds=(1,)),
    "rotor_speeds: expected numbers up to 1e": go_fast,
    "motors: expected a body with rotors": lambda: go(body=PLAIN, motors=(1,)),
    r"rotor_speeds: .* \(..., 2\), got \(3,\)": lambda: go(rotor_speeds=(1, 2, 3)),
    "to return 2 numbers": lambda: go(motors=(1.0,)),
    "real numbers": lambda: go(motors="full"),
    "to return 2 numbers, one for each rotor": lambda: go(motors=returning(1.0)),
    "finite": lambda: go(motors=returning(0.0, np.nan)),
    "motors.t, q, omega, rotor_speeds.": lambda: go(motors=lambda t, q, omega: (0, 0)),
    "states: the load has no states": lambda: go(states=(1.0,)),
    r"states: expected shape \(..., 6\)": lambda: go(load=CONTROL, states=(1.0, 2.0)),
    "rate.t, q, omega, z. to return 2 numbers": lambda: go(load=SHORT),
    "`start` and `rate` together": lambda: Load("x", start=(1.0,)),
    "(`start` and `rate`) together": lambda: Load("x", rate=no_rate),
    "start: expected shape": lambda: Load("x", start=np.eye(2), rate=no_rate),
    "broadcast": lambda: go(omega=np.ones((3, 3)), rotor_speeds=np.ones((2, 2))),
}


def test_wrong_input():
    refused(UNAVAILABLE, NotAvailable)
    refused(INVALID)


def test_what_diverges_keeps_its_records():
    with pytest.raises(Diverged) as caught:
        go(load=Load("x", start=1.0, rate=lambda t, q, w, z: z**3), h=0.5, steps=99)
    assert caught.value.trajectory.states.shape[1:] == (1,)


@pytest.mark.parametrize(
    "load",
    [rl.loads.uniform_gravity, lambda body: rl.loads.uniform_gravity(body) + SPRING],
)
def test_energy_and_picture_of_a_gyrostat_in_a_potential(load):
    top = rl.Body.cone(mass=2.0, radius=0.1, height=0.4).with_rotors((0, 0, 1), 1e-3)
    start = {"q0": rl.quaternion.exp((0.4, 0, 0)), "omega": (0.1, 0, 5.0)}
    given = {"rotor_speeds": [300.0], "load": load(top), "h": 1e-3, "steps": 200}
    run = rl.integrate("rkmk4", top, **start, **given)
    lost = np.abs(run.energy - run.energy[0]).max()
    assert lost < 1e-9 * run.energy[0] and np.ptp(run.potential_energy) > 1e-3
    assert run.animate().label.startswith("A body turns")
