"""What is true of every run, asked of one of each kind: on every back end it is the
same, a batch is its motions, a stepper makes its steps, it goes on where it ended."""

from collections import Counter

import numpy as np
import pytest
from kinds_of_runs import KINDS, OTHER, ran

import rotlib as rl
from rotlib.backends import executors, printed
from rotlib.runs import integration, loop

START = "q0", "omega", "position", "velocity", "rotor_speeds", "states"
PLAIN = ("closed form",)  # without machine code


def each_kind(*but):
    return pytest.mark.parametrize("name", [x for x in KINDS if x not in but])


def off(one, other):
    """The largest difference of two motions, each an array for each of its parts."""
    pairs = zip(one, other, strict=True)
    return max(np.abs(np.array(a) - b).max(initial=0.0) for a, b in pairs)


def beginning(run, k):
    """What makes a run begin where this one has its record k."""
    names = ["q0" if x == "q_raw" else x for x in run.motion_names]
    return {x: a[k] for x, a in zip(names, run.motion, strict=True) if a.size}


def two(name):
    """Bodies of that kind, the second one turned; of a system those that it has."""
    body, turn = KINDS[name][1], (0.5, 0.1, -0.7, 0.5)
    return body if isinstance(body, list) else [body, body.rotated(turn)]


def twice(name):
    """Where two motions start, with other rates."""
    given = {"q0": (1.0, 0, 0, 0)} | KINDS[name][2]
    many = {k: np.array([given[k]] * 2, float) for k in START if k in given}
    many["omega"][1] = OTHER
    return many


def one_or_two(name):
    """Bodies, and where they start: to compile both takes long."""
    alone = list(KINDS).index(name) % 2 or isinstance(KINDS[name][1], list)
    return (KINDS[name][1], {}) if alone else (two(name), twice(name))


@each_kind(*PLAIN)
def test_a_compiled_run_is_the_same_within_rounding(name):
    bodies, start = one_or_two(name)
    seen = []
    given = {"callback": lambda *motion: seen.append(motion), "every": 5}
    plain = ran(name, bodies, every=5, **start)
    fast = ran(name, bodies, backend="compiled", **given, **start)
    assert fast.stats["backend"] == "compiled" != plain.stats["backend"]
    assert off(plain.motion, fast.motion) < 1e-12
    assert [step for step, *_ in seen] == [0, 5, 10, 12]
    for (_, t, *motion), *record in zip(seen, fast.t, *fast.motion, strict=True):
        assert t == record[0] and off(motion, record[1:]) == 0.0


@each_kind("joints")
def test_each_motion_of_a_batch_has_the_bits_of_a_run(name):
    """Each body its own."""
    many, bodies = twice(name), two(name)
    run = ran(name, bodies, **many)
    assert run.q.shape[1] == 2 and run.stats["backend"] == "numpy"
    for i, omega in enumerate(many["omega"]):
        body = bodies if "pair" in name else bodies[i]
        alone, lane = ran(name, body, omega=omega), run[:, i]
        assert "pair" in name or lane.body == body
        assert off(lane.motion, alone.motion) == 0.0
        assert off(lane.at(0.123).motion, alone.at(0.123).motion) == 0.0
        for what in ("total_energy" if "pair" in name else "energy", "momentum_space"):
            a, b = getattr(lane, what), getattr(alone, what)
            np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-14)


@each_kind(*PLAIN)
def test_a_recorded_step_has_the_bits_of_the_step(name, monkeypatch):
    """Of one motion a step on floats, of several one on arrays, chunk by chunk."""
    made, real = [], executors.on_floats
    monkeypatch.setattr(executors, "MADE", Counter())
    monkeypatch.setattr(printed, "CHUNK", 1)
    monkeypatch.setattr(executors, "on_floats", lambda *a: made.append(1) or real(*a))
    for bodies, start in ((two(name), twice(name)), (None, {})):
        runs = []
        for worth in (10**12, 0):
            monkeypatch.setattr(executors, "ALONE", worth)
            monkeypatch.setattr(executors, "WORTH", worth)
            integration.ENDED.clear()  # runs that could begin again
            runs.append(ran(name, bodies, every=5, **start))
            assert not (worth and made)
        one, other = runs
        assert one == other
        for what in one.stats.keys() & {"iterations", "residual", "turn"}:
            assert np.array_equal(one.stats[what], other.stats[what])
    assert made or name in ("pair with rotors and states", "pair that is pushed")


@each_kind("memory", "inputs by time")
def test_a_stepper_makes_the_steps_of_a_run(name):
    method, body, given = KINDS[name]
    how = {k: given[k] for k in ("h", "load", "joints") if k in given}
    row = [u[0] for u in [given.get("inputs")] if u is not None]
    ways = [(body, {}, "auto"), (*one_or_two(name), "compiled")]
    if not isinstance(body, list):
        ways += [(two(name), twice(name), "auto")]
    for bodies, start, backend in ways:
        if backend == "compiled" and name in PLAIN:
            continue
        run = ran(name, bodies, **start, t0=0.4)
        how["start"] = beginning(run, 0) if isinstance(body, list) else None
        fly = rl.stepper(method, bodies, **how, backend=backend)
        y = fly(*[a[0] for a in run.motion], 0.4, *row)
        assert off(y, [a[1] for a in run.motion]) < 1e-13


@each_kind()
def test_at_the_times_of_records_stand_the_records(name):
    for run in (ran(name, every=5), ran(name, h=-0.1)):
        there = run.at(run.t[[3, 1, 3]])
        assert off(there.motion, [a[[3, 1, 3]] for a in run.motion]) == 0.0


@each_kind("memory")
def test_records_that_are_left_out_are_made_again(name):
    h = 0.003  # in which quaternions of rk4 stay of unit length
    whole, thin, times = ran(name, h=h), ran(name, h=h, every=5), [0.007, 0.021, 0.035]
    assert off(thin.motion, [a[[0, 5, 10, 12]] for a in whole.motion]) == 0.0
    assert off(thin.at(times).motion, whole.at(times).motion) < 1e-13


@each_kind("memory")
def test_a_run_goes_on_from_any_of_its_records(name):
    run = ran(name, h=0.01)
    start = beginning(run, 5)
    inputs = KINDS[name][2].get("inputs")
    if isinstance(inputs, np.ndarray):
        start["inputs"] = inputs[5:]
    rest = ran(name, h=0.01, steps=7, t0=run.t[5], **start)
    assert off([a[-1] for a in rest.motion], [a[-1] for a in run.motion]) < 1e-12
    both = rl.join(run[:6], rest)
    assert off(both.at([0.023, 0.117]).motion, run.at([0.023, 0.117]).motion) < 1e-12


@each_kind("joints", *[name for name in KINDS if "pair" in name])
def test_an_event_is_a_point_of_the_motion_between_the_records(name, monkeypatch):
    monkeypatch.setattr(loop, "AHEAD", 4)  # steps made before one looks

    def late(t, q, omega, *place):
        return t - 0.437

    run, late.terminal = ran(name, events=late), True
    ended = ran(name, events=late, every=5)
    assert run.t_events[0] == ended.t[-1] == pytest.approx(0.437, abs=1e-15)
    assert off(run.at(run.t_events[0]).motion, run.events[0].motion) == 0.0
    assert off([a[-1:] for a in ended.motion], run.events[0].motion) == 0.0
