"""Events: found, located, and ending a run; and pieces of a motion joined."""

import math
from functools import partial

import numpy as np
import pytest
from refusals import refused

import rotlib as rl
from rotlib.errors import Diverged, NotAvailable
from rotlib.runs.events import zero

BODY = rl.Body((1, 2, 3))
DISC = rl.Body((1, 1, 2))  # omega_x = cos(omega_z t) from (1, 0, omega_z)
START = {"omega": (0.1, 1.0, 0.1), "h": 0.05, "steps": 400}
BALL = rl.Body.sphere(mass=2.0, radius=0.1)
FALL = {"omega": (0, 0, 0), "position": (0, 0, 1.0), "h": 0.01, "steps": 100}


def event(terminal=False, direction=0, axis=0, level=0.0):
    def crossing(t, q, omega):
        return omega[axis] - level

    crossing.terminal, crossing.direction = terminal, direction
    return crossing


def height(t, q, omega, position, velocity):
    return position[2] - 0.1


# --- where they are found -------------------------------------------------------------


KINDS = "exact buss4 rk4 krenk_nielsen dmv simo_wong adams_bashforth_moulton".split()


@pytest.mark.parametrize("name", KINDS)
def test_an_event_is_located_to_rounding_with_every_kind_of_method(name):
    run = rl.integrate(name, BODY, **START, events=event())
    assert [len(t) for t in run.t_events] == [2]
    assert np.abs(run.events[0].omega[:, 0]).max() < 3e-16
    there = run.at(run.t_events[0])
    np.testing.assert_array_equal(there.omega, run.events[0].omega)
    np.testing.assert_array_equal(there.q, run.events[0].q)


@pytest.mark.parametrize(("h", "sign"), [(0.05, 1), (-0.05, -1)])
def test_direction_takes_rising_or_falling_zeros_in_the_sense_of_the_run(h, sign):
    run = partial(rl.integrate, "exact", DISC, omega=(1, 0, 1.0), h=h, steps=250)
    falling, rising, both = [
        run(events=event(direction=d)).t_events[0] for d in (-1, 1, 0)
    ]
    for found, known in ((falling, [0.5, 2.5]), (rising, [1.5, 3.5])):
        assert np.abs(sign * found - np.multiply(np.pi, known)).max() < 3e-15
    assert sorted([*falling, *rising]) == sorted(both)


@pytest.mark.parametrize("name", ["buss4", "exact", "krenk_nielsen"])
def test_no_event_is_missed_between_records_that_are_kept(name):
    events = [event(), event(axis=2, level=0.3)]
    each, some = (
        rl.integrate(name, BODY, **START, every=every, events=events)
        for every in (1, 400)
    )
    assert len(some) == 2
    for a, b in zip(each.t_events, some.t_events, strict=True):
        np.testing.assert_array_equal(a, b)
    assert [len(t) for t in some.t_events] == [2, 3]


def test_several_events_of_one_step_are_found_in_their_order_up_to_the_end():
    ends = {0.9995: False, 0.9985: False, 0.9990: True}
    events = [event(last, level=level) for level, last in ends.items()]
    run = rl.integrate("exact", DISC, omega=(1, 0, 1.0), h=0.1, steps=20, events=events)
    assert [len(t) for t in run.t_events] == [1, 0, 1]
    np.testing.assert_allclose(run.t[-1], math.acos(0.9990), rtol=1e-12)
    assert len(run) == 2 and run.stats["ended_by"] == 2


def test_an_event_at_a_record_counts_once_and_two_zeros_within_a_step_are_not_seen():
    events = [lambda t, q, w: t - 0.5, lambda t, q, w: (t - 0.51) * (t - 0.54)]
    run = rl.integrate("rk4", BODY, **START | {"h": 0.125}, events=events)
    assert [t.tolist() for t in run.t_events] == [[0.5], []]


@pytest.mark.parametrize("name", ["buss6", "rkmk54"])
@pytest.mark.parametrize("duration", [20.0, -20.0])
def test_steps_that_choose_themselves_look_for_events_too(name, duration):
    given = {"omega": START["omega"], "duration": duration, "tolerance": 1e-9}
    run = rl.integrate(name, BODY, **given, events=[event(), event(True)])
    closed = rl.exact.free_body(BODY, run.omega[0], run.t_events[0])[1]
    assert np.abs(run.events[0].omega[:, 0]).max() < 2e-16
    assert np.abs(closed[:, 0]).max() < 1e-9
    np.testing.assert_array_equal(run.at(run.t_events[0]).q, run.events[0].q)
    assert run.t[-1] == run.t_events[1][-1] and run.stats["ended_by"] == 1
    assert run.stats["steps"] == len(run) - 1


# --- the end of a run -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["exact", "rk4", "simo_wong"])
@pytest.mark.parametrize("every", [1, 7])
def test_a_terminal_event_is_the_last_record(name, every):
    full = rl.integrate(name, BODY, **START, every=every)
    run = rl.integrate(name, BODY, **START, every=every, events=event(True, -1))
    before = len(run) - 1
    np.testing.assert_array_equal(run.q_raw[:before], full.q_raw[:before])
    assert full.t[before - 1] < run.t[-1] <= full.t[before]
    assert abs(run.omega[-1, 0]) < 2e-16 and run.stats["ended_by"] == 0
    assert run.stats["steps"] == math.ceil(run.t[-1] / 0.05)
    late = 0.3 * run.t[-2] + 0.7 * run.t[-1]
    if name != "simo_wong" or every == 1:
        difference = np.abs(run.at(late).omega - full.at(late).omega).max()
        assert difference < (1e-4 if name == "simo_wong" else 1e-15)


@pytest.mark.parametrize(("count", "found"), [(2, 2), (np.int64(1), 1), (0, 3), (9, 3)])
def test_terminal_may_be_a_number_of_occurrences(count, found):
    given = {"omega": (1, 0, 1.0), "h": 0.1, "steps": 100}
    run = rl.integrate("exact", DISC, **given, events=event(count))
    assert len(run.t_events[0]) == found
    assert ("ended_by" in run.stats) == (0 < count <= found)


def test_a_run_can_begin_at_the_event_at_which_another_ended():
    """From the zero itself and from both sides of it, going through or back."""
    t, omega, q = 0.0, (1, 0, 1.0), (1, 0, 0, 0)
    for k in range(6):
        given = {"omega": omega, "q0": q, "t0": t, "h": 0.1, "steps": 50}
        run = rl.integrate("buss4", DISC, **given, events=event(True))
        t, q = run.t[-1], run.q[-1]
        np.testing.assert_allclose(t, (k + 0.5) * np.pi, atol=1e-4)
        omega = run.omega[-1] + np.array([(-1e-17, 0.0, 1e-17)[k % 3], 0, 0])


def test_events_change_no_record_and_nothing_is_found_where_nothing_is():
    plain = rl.integrate("buss5", BODY, **START, every=3)
    run = rl.integrate("buss5", BODY, **START, every=3, events=event(True, level=9.0))
    assert run == plain and run.t_events[0].shape == (0,)
    assert run.events[0].q.shape == (0, 4) and "ended_by" not in run.stats


def test_a_load_sees_no_step_after_the_end_and_a_callback_sees_the_end():
    asked, told = [], []

    def torque(t, q, omega):
        asked.append(t)
        return (0.0, 0.0, 0.0)

    def tell(step, t, q, omega):
        told.append((step, t, omega[0]))

    given = START | {"load": torque, "events": event(True), "callback": tell}
    run = rl.integrate("rk4", BODY, **given)
    assert max(asked) < run.t[-1] + 0.06
    assert told[-1] == (run.stats["steps"], run.t[-1], run.omega[-1, 0])
    assert len(told) == len(run)


def test_what_was_found_comes_with_the_error_that_ends_a_run():
    def torque(t, q, omega):
        if t > 2.0:
            raise RuntimeError("too late")
        return (0.0, 0.0, 0.0)

    with pytest.raises(RuntimeError, match="too late") as caught:
        rl.integrate("rk4", BODY, **START, every=10, load=torque, events=event())
    run = caught.value.trajectory
    assert len(run.t_events[0]) == 1 and 1.9 < run.t[-1] <= 2.0


# --- compiled -------------------------------------------------------------------------


def test_a_compiled_run_finds_the_same_events_and_is_cut_at_the_end():
    pytest.importorskip("llvmlite")
    load = rl.Load("late", lambda t, q, omega: (0.0, 0.0, 1.0 / (2.0 - t) ** 0.5))
    given = START | {"load": load, "backend": "compiled"}
    compiled = partial(rl.integrate, "rk4", BODY, **given)
    with pytest.raises(Diverged) as caught:
        compiled(events=[event(), event(axis=2)])
    so_far = caught.value.trajectory
    run = compiled(events=[event(True), event(axis=2)])
    assert run.stats["backend"] == "compiled" and abs(run.omega[-1, 0]) < 2e-16
    assert run.t[-1] == so_far.t_events[0][0] and len(run) < len(so_far)
    again = compiled(events=[event(True), event(axis=2)], every=9)
    np.testing.assert_allclose(run.t[-1], again.t[-1], rtol=1e-13)


# --- what cannot be an event ----------------------------------------------------------


BAD = {
    "expected a function": 3,
    r"events\[1\]: expected a function": [event(), 2],
    "expected event.t, q, omega. to return a number": lambda t, q: 1.0,
    "to return a number, got '1'": lambda t, q, w: "1",
    "to return a number, got array": lambda t, q, w: w,
    "to return a number, got None": lambda t, q, w: None,
    "finite numbers, got nan at t = 0 s": lambda t, q, w: math.nan,
    "not what a comparison says": lambda t, q, w: w[0] > 0,
    "got nan at t = 1.05 s": lambda t, q, w: math.nan if t > 1 else 1.0,
    "to return a number, got N": lambda t, q, w: None if t > 1 else 1.0,
    "terminal: expected": event(terminal=-1),
    "direction: expected": event(direction="up"),
}


def test_what_cannot_be_an_event_is_refused():
    run = partial(rl.integrate, "rk4", BODY, **START)
    refused({says: partial(run, events=bad) for says, bad in BAD.items()})


def test_events_are_of_one_motion_and_take_all_of_it():
    two = START | {"omega": np.eye(3)[:2], "events": event()}
    batch = partial(rl.integrate, "rk4", BODY, **two)
    refused({"expected one motion, got a batch of .2,.": batch}, NotAvailable)
    flight = partial(rl.integrate, "dqvi", BALL, **FALL, events=event())
    refused({"event.t, q, omega, position, velocity.": flight})


BENDING = {
    0.3: lambda t: t - 0.3,
    0.7: lambda t: (t - 0.7) ** 9,
    0.6: lambda t: math.copysign(1.0, t - 0.6),
    1e-3: lambda t: math.atan(1e6 * (t - 1e-3)),
    0.2: lambda t: 1e-300 * (t - 0.2),
}


@pytest.mark.parametrize("root, f", BENDING.items(), ids=map(str, BENDING))
def test_zeros_are_found_in_few_steps_however_the_function_bends(root, f):
    asked = []

    def counted(t):
        asked.append(t)
        return f(t)

    found = zero(counted, 0.0, 1.0, f(0.0), f(1.0))
    assert abs(found - root) < 4e-16 or f(found) == 0.0
    assert len(asked) < 130 and 0.0 <= min(asked) and max(asked) <= 1.0
    assert abs(zero(f, 1.0, 0.0, f(1.0), f(0.0)) - found) < 1e-15 or f(found) == 0.0


def test_events_are_shown():
    """That they come back is asked where files are."""
    run = rl.integrate("buss4", BODY, **START, events=[event(), event(level=9.0)])
    np.testing.assert_array_equal(run[::5].t_events[0], run.t_events[0])
    shown = "; event crossing: 2, first at 1.13664 s; event crossing: 0>"
    assert run.events[0].energy.shape == (2,) and shown in repr(run)
    ended = rl.integrate("buss4", BODY, **START, events=event(True))
    assert "crossing: 1, first at 1.13664 s, which ended the run" in repr(ended)


# --- pieces ---------------------------------------------------------------------------


def onwards(run, **changes):
    given = {"omega": run.omega[-1], "q0": run.q_raw[-1], "t0": run.t[-1]}
    if run.flies:
        given |= {"position": run.position[-1], "velocity": run.velocity[-1]}
    return given | changes


@pytest.fixture(scope="module")
def blow():
    gravity = rl.loads.uniform_gravity(rl.Body((2, 2, 3), centre=(0, 0, 0.1)))
    a = rl.integrate("rk4", BODY, **START | {"steps": 40}, load=gravity)
    b = rl.integrate("exact", BODY, **onwards(a, omega=(1, 2, 3)), h=0.01, steps=30)
    return rl.join(a, b)


def test_pieces_joined_keep_both_records_and_answer_with_the_later_one(blow):
    a, b = blow.pieces
    assert len(blow) == len(a) + len(b) and blow.t[40] == blow.t[41] == 2.0
    np.testing.assert_array_equal(blow.at(2.0).omega, b.omega[:1])
    np.testing.assert_allclose(b.omega[0], [1, 2, 3])
    there, before = blow.at([2.15, 0.777, 2.0, 1.999]), a.at([0.777, 1.999])
    np.testing.assert_array_equal(there.omega[[1, 3]], before.omega)
    np.testing.assert_array_equal(there.energy[[1, 3]], before.energy)
    np.testing.assert_array_equal(there.q_raw[[0, 2]], b.at([2.15, 2.0]).q_raw)
    refused({"expected times from 0 to 2.3": partial(blow.at, 2.5)})


def test_energy_is_that_of_the_load_of_each_piece(blow):
    a, b = blow.pieces
    assert a.potential_energy.any() and not b.potential_energy.any()
    for name in ("energy", "potential_energy", "jacobi_integral", "momentum_space"):
        both = np.concatenate([getattr(a, name), getattr(b, name)])
        np.testing.assert_array_equal(getattr(blow, name), both)
        np.testing.assert_array_equal(getattr(blow[35:50:3], name), both[35:50:3])


def test_a_joined_run_is_a_run(blow, tmp_path):
    assert isinstance(blow, rl.Trajectory) and blow.method == "rk4 + exact"
    assert "2 pieces" in repr(blow)
    table = np.loadtxt(blow.to_csv().splitlines(), delimiter=",", skiprows=1)
    np.testing.assert_array_equal(table, np.asarray(blow))
    blow[::2].save(tmp_path / "blow.npz")
    again = rl.open(tmp_path / "blow.npz", load=None)
    assert again == blow[::2] and again.at(2.1) == blow.at(2.1)
    part = blow[38:44]
    assert part.piece.tolist() == [0, 0, 0, 1, 1, 1]
    assert blow[:0].energy.shape == (0,)
    np.testing.assert_array_equal(part.at(2.005).q_raw, blow.at(2.005).q_raw)
    again = rl.join(blow, rl.integrate("rk4", BODY, **onwards(blow), h=0.1, steps=2))
    assert len(again.pieces) == 3 and again.piece[-1] == 2
    assert again.stats["steps"] == 72 and "h" not in again.stats
    pytest.importorskip("matplotlib")
    assert len(blow.animate(label="a blow", frames=60).data["t"]) == 60


def test_a_batch_is_joined_and_picked():
    omega = np.array([[0.1, 1, 0.1], [1, 0.1, 0.1]])
    a = rl.integrate("buss4", BODY, omega=omega, h=0.1, steps=5)
    run = rl.join(a, rl.integrate("buss4", BODY, **onwards(a), h=0.1, steps=5))
    one = run[:, 1]
    assert run.q.shape == (12, 2, 4) and run.stats["h"] == 0.1
    np.testing.assert_array_equal(one.energy, run.energy[:, 1])
    np.testing.assert_array_equal(one.at(0.73).q_raw, run.at(0.73).q_raw[:, 1])


def test_a_bouncing_ball_in_pieces():
    """Times and heights are those of the parabolas; events come together."""
    height.terminal, height.direction = True, -1
    weight, runs, start = rl.wrenches.weight(BALL), [], FALL
    for _ in range(4):
        runs.append(rl.integrate("dqvi", BALL, **start, load=weight, events=height))
        back = runs[-1].velocity[-1] * (1, 1, -0.5)
        start = onwards(runs[-1], velocity=back, h=0.01, steps=100)
    run = rl.join(*runs)
    fall = math.sqrt(2 * 0.9 / 9.81)
    known = fall * (1 + 2 * np.cumsum([0, 0.5, 0.25, 0.125]))
    np.testing.assert_allclose(run.t_events[0], known, rtol=1e-12)
    for piece in runs:
        assert abs(piece.position[-1, 2] - 0.1) < 1e-15
        for name in ("position", "velocity"):
            end = getattr(piece, name)[-1:]
            np.testing.assert_array_equal(getattr(piece.events[0], name), end)
        assert len(piece.stats["iterations"]) == len(piece)
    assert run.position[:, 2].min() > 0.1 - 1e-15
    np.testing.assert_allclose(run.energy[-1] - 2 * 9.81 * 0.1, 0.9 * 2 * 9.81 / 4**3)
    assert run.flies and len(run.wrench) == len(run)
    assert run.at(run.t_events[0][0]).velocity[0, 2] > 0


def _later(run, **changes):
    body = changes.pop("body", BODY)
    return rl.integrate("rk4", body, **onwards(run, **changes), h=0.1, steps=2)


def _flight(run, body=BALL, h=0.1, **changes):
    return rl.integrate("dqvi", body, **onwards(run, **changes), h=h, steps=1)


def test_what_does_not_fit_is_not_joined():
    a = rl.integrate("rk4", BODY, omega=(0.1, 1.0, 0.1), h=0.1, steps=2)
    flight = rl.integrate("dqvi", BALL, **FALL)
    misfits = {
        "join: run 2: .*t0=run.t": (a, _later(a, t0=0.0)),
        "q0=run.q": (a, _later(a, q0=None)),
        "expected the same body": (a, _later(a, body=DISC)),
        "motions of shapes .*3, 4": (a, _later(a, omega=np.eye(3))),
        "motions of shapes": (a, _flight(a, BODY)),
        r"position=run.position\[-1\]": (flight, _flight(flight, position=(0, 0, 3))),
        "all runs forwards or all backwards": (flight, _flight(flight, h=-0.1)),
        "expected records": (a, _later(a)[3:]),
        "expected runs, got Trajectory, list": (a, [a]),
    }
    refused({said: partial(rl.join, *runs) for said, runs in misfits.items()})
