"""What a load is told from outside: rows held over the steps, or a function of time."""

from functools import partial

import numpy as np
import pytest
from kinds_of_runs import TABLE, swing, thrust, turned, wheels
from problems import BODY, OMEGA

import rotlib as rl
from rotlib.backends import executors, printed
from rotlib.errors import InvalidInput, NotAvailable

STEPS, H = 12, 0.05
LANES = np.random.default_rng(6).normal(size=(STEPS, 3, 2))
GIVEN = {"omega": OMEGA, "h": H, "steps": STEPS}


def by_hand(load, rows, method="rk4", **start):
    """The run step by step, each a run of its own with the load of that row."""
    now = {"omega": np.array(OMEGA), "q0": np.array([1.0, 0, 0, 0])} | start
    found = [now["omega"]]
    for k, row in enumerate(rows):

        def held(t, q, *motion, row=row):
            return load(t, q, *motion, row)

        given = {"h": H, "steps": 1, "t0": k * H, "load": rl.Load("", held)}
        one = rl.integrate(method, BODY, **given, **now)
        last = [a[-1] for a in one.motion]
        now = dict(zip(("q0", "omega", "position", "velocity"), last, strict=False))
        found.append(now["omega"])
    return np.array(found)


HELD = {
    "rows": (wheels, TABLE),
    "one row": (wheels, TABLE[:1]),
    "numbers": (turned, TABLE[:, 0]),
    "one number": (turned, 0.7),
}


@pytest.mark.parametrize("what", HELD)
def test_rows_are_held_over_the_steps(what):
    """On arrays and compiled, too, as is asked of every kind of run."""
    load, inputs = HELD[what]
    run = rl.integrate("rk4", BODY, load=load, inputs=inputs, **GIVEN)
    rows = np.broadcast_to(inputs, (STEPS, *np.shape(inputs)[1:]))
    # a run begins at an attitude of length one, and rk4 leaves it by 1e-9 a step
    np.testing.assert_allclose(run.omega, by_hand(load, rows), rtol=0, atol=1e-13)
    np.testing.assert_array_equal(run.inputs, np.atleast_1d(inputs))


@pytest.mark.parametrize("backend", ["auto", "chunks", "compiled"])
def test_rows_for_each_motion(backend, monkeypatch):
    if backend == "chunks":
        monkeypatch.setattr(executors, "WORTH", 0)
        monkeypatch.setattr(printed, "CHUNK", 2)
    given = GIVEN | {"backend": "compiled" if backend == "compiled" else "auto"}
    bodies = [BODY, rl.Body((2, 2.5, 3)), rl.Body((1, 2, 2))]
    run = rl.integrate("rk4", bodies, load=wheels, inputs=LANES, **given)
    room = 1e-13 if backend == "compiled" else 0.0
    for i, body in enumerate(bodies):
        alone = rl.integrate("rk4", body, load=wheels, inputs=LANES[:, i], **GIVEN)
        np.testing.assert_allclose(run.omega[:, i], alone.omega, rtol=0, atol=room)
        lane = run[:, i]
        np.testing.assert_array_equal(lane.inputs, LANES[:, i])
        for t in (0.13, 0.401):
            want = alone.at(t).omega
            for got in (lane.at(t).omega, run.at(t).omega[:, i]):
                np.testing.assert_allclose(got, want, rtol=0, atol=room)


def test_a_function_of_time_keeps_the_order():
    given = {"omega": OMEGA, "load": wheels, "inputs": swing}
    *ends, fine = [
        rl.integrate("rk4", BODY, h=1 / n, steps=n, **given).omega[-1]
        for n in (10, 20, 1000)
    ]
    errors = np.abs(np.array(ends) - fine).max(1)
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.1)


def test_adaptive_runs_take_what_is_not_bound_to_steps():
    given = {"omega": OMEGA, "duration": 0.6, "tolerance": 1e-9, "load": wheels}
    small = GIVEN | {"h": 1e-3, "steps": 600, "load": wheels}
    for inputs in (swing, [[0.3, 0.2]]):
        run = rl.integrate("rkmk54", BODY, inputs=inputs, **given)
        fine = rl.integrate("rk4", BODY, inputs=inputs, **small)
        for t in (0.123, 0.6):
            found, wanted = run.at(t).omega, fine.at(t).omega
            np.testing.assert_allclose(found, wanted, atol=1e-8)
    with pytest.raises(NotAvailable, match="held over equal steps.*function of time"):
        rl.integrate("rkmk54", BODY, inputs=TABLE, **given)


def test_between_records_the_row_of_the_step_acts():
    given = GIVEN | {"load": wheels, "inputs": TABLE, "t0": 2.0}
    run = rl.integrate("rk4", BODY, **given)
    for k in (0, 5, STEPS - 1):
        start = {"omega": run.omega[k], "q0": run.q[k], "t0": run.t[k]}
        row = {"load": wheels, "inputs": TABLE[[k]]}
        one = rl.integrate("rk4", BODY, **start, h=0.3 * H, steps=1, **row)
        t = run.t[k] + 0.3 * H
        for part in (run, run[k:], run[k : k + 2]):
            found = part.at(t).omega[0]
            np.testing.assert_allclose(found, one.omega[-1], rtol=0, atol=1e-13)


def test_sums_and_flights_take_inputs():
    load = rl.Load("w", wheels) + rl.loads.constant_torque((0, 0, 0.1))
    both = rl.integrate("rk4", BODY, load=load, inputs=TABLE, **GIVEN)

    def summed(t, q, omega, u):
        x, y, z = wheels(t, q, omega, u)
        return x, y, z + 0.1

    alone = rl.integrate("rk4", BODY, load=summed, inputs=TABLE, **GIVEN)
    np.testing.assert_allclose(both.omega, alone.omega, rtol=0, atol=1e-14)
    start = {"position": np.zeros(3), "velocity": np.array([1.0, 2.0, 3.0])}
    flight = rl.integrate("dqvi", BODY, load=thrust, inputs=TABLE, **GIVEN, **start)
    want = by_hand(thrust, TABLE, "dqvi", **start)
    np.testing.assert_allclose(flight.omega, want, rtol=0, atol=1e-12)
    rows = np.vstack([TABLE, TABLE[-1:]])
    np.testing.assert_allclose(flight.wrench[:, 3], rows[:, 0], atol=1e-15)
    told = rl.integrate("dqvi", BODY, load=thrust, inputs=swing, **GIVEN, **start)
    np.testing.assert_allclose(told.wrench[:, 3], np.sin(3 * told.t), atol=1e-14)


@pytest.mark.parametrize("what", ["rows", "numbers"])
def test_a_series_takes_the_held_inputs(what):
    load, rows = HELD[what]
    run = rl.integrate("buss4", BODY, load=load, inputs=rows, **GIVEN)
    given = {"omega": OMEGA, "h": H / 50, "steps": 50 * STEPS}
    fine = np.repeat(rows, 50, axis=0)
    exact = rl.integrate("rk4", BODY, load=load, inputs=fine, **given)
    assert np.abs(run.omega[-1] - exact.omega[-1]).max() < 1e-3


def test_motors_and_states_take_inputs():
    body = BODY.with_rotors((0, 0, 1.0), 0.1)

    def motors(t, q, omega, speeds, u):
        return (u[0],)

    run = rl.integrate("rkmk4", body, motors=motors, inputs=TABLE, **GIVEN)
    spin = body.rotor_inertias * (run.rotor_speeds[:, 0] + run.omega[:, 2])
    np.testing.assert_allclose(np.diff(spin), H * TABLE[:, 0], atol=1e-12)


def test_an_ensemble_takes_inputs(tmp_path):
    given = {"h": H, "steps": STEPS, "load": wheels, "inputs": LANES}
    omega = np.tile(OMEGA, (3, 1))
    out = tmp_path / "cloud"
    cloud = rl.ensemble("rk4", BODY, omega=omega, part=2, out=out, every=1, **given)
    run = rl.integrate("rk4", BODY, omega=omega, **given)
    again = rl.open(out, load=wheels, inputs=LANES)
    for whole in (cloud, again):
        np.testing.assert_array_equal(whole[:].omega, run.omega)
        between, wanted = [one[:, 2].at(0.33).omega for one in (whole, run)]
        np.testing.assert_array_equal(between, wanted)
    with pytest.raises(InvalidInput, match="inputs: expected that of this run"):
        rl.open(out, load=wheels, inputs=2 * LANES)


@pytest.mark.parametrize("method", ["rkmk4", "buss4", "kicks4", "krenk_nielsen"])
def test_one_number_a_step_is_as_a_row_of_one(method):
    held, go = np.linspace(-0.5, 0.5, STEPS), partial(rl.integrate, method, BODY)
    number = go(load=lambda t, q, w, u: (0.0, u * q[1], u), inputs=held, **GIVEN)
    law = lambda t, q, w, u: (0.0, u[0] * q[1], u[0])  # noqa: E731
    row = go(load=law, inputs=held[:, None], **GIVEN)
    assert np.array_equal(number.omega, row.omega) and np.ptp(row.omega[:, 2]) > 0.05


BAD = [
    ({"inputs": None}, "inputs: the load 'wheels' takes inputs.*got none"),
    ({"load": None}, "inputs: there is no load that takes them"),
    ({"load": lambda t, q, w: (0, 0, 0)}, "inputs: there is no load that takes them"),
    ({"inputs": TABLE[:7]}, r"12 rows, one for each step.*got shape \(7, 2\)"),
    ({"inputs": (0.1, 0.2)}, r"one row, shape \(1, 2\)"),
    ({"inputs": TABLE * np.nan}, "inputs: expected finite numbers"),
    ({"inputs": LANES}, r"got \(12, 3, 2\)"),
    ({"inputs": LANES, "omega": np.ones((4, 3))}, r"\(steps, 4, n\), got \(12, 3, 2\)"),
    ({"inputs": "full"}, "inputs: expected real numbers"),
    ({"inputs": lambda t: np.ones((2, 2))}, r"function of time.*got \(2, 2\)"),
    ({"inputs": lambda t: np.nan}, "inputs: at t = 0 s: expected finite numbers"),
]


@pytest.mark.parametrize(("given", "says"), BAD, ids=[says[:40] for _, says in BAD])
def test_what_cannot_be_held_is_refused(given, says):
    arguments = GIVEN | {"load": wheels, "inputs": TABLE} | given
    with pytest.raises(InvalidInput, match=says):
        rl.integrate("rk4", BODY, **arguments)
