"""What is true of every run, asked of one of each kind: on every back end it is the
same, a batch is its motions, a stepper makes its steps, it goes on where it ended."""

import numpy as np
import pytest
from kinds_of_runs import KINDS, OTHER, ran

import rotlib as rl

START = "q0", "omega", "position", "velocity", "rotor_speeds", "states"
PLAIN = "closed form", "joints"  # without machine code


def each_kind(*but):
    return pytest.mark.parametrize("name", [x for x in KINDS if x not in but])


def off(one, other):
    """The largest difference of two motions, each an array for each of its parts."""
    pairs = zip(one, other, strict=True)
    return max(np.abs(np.array(a) - b).max(initial=0.0) for a, b in pairs)


@each_kind(*PLAIN)
def test_a_compiled_run_is_the_same_within_rounding(name):
    plain, fast = ran(name), ran(name, backend="compiled")
    assert fast.stats["backend"] == "compiled" != plain.stats["backend"]
    assert off(plain.motion, fast.motion) < 1e-12


def twice(name):
    """Where two motions start, with other rates."""
    given = {"q0": (1.0, 0, 0, 0)} | KINDS[name][2]
    many = {k: np.array([given[k]] * 2, float) for k in START if k in given}
    many["omega"][1] = OTHER
    return many


@each_kind("joints")
def test_each_motion_of_a_batch_has_the_bits_of_a_run(name):
    many = twice(name)
    run = ran(name, **many)
    assert run.q.shape[1] == 2 and run.stats["backend"] == "numpy"
    for i, omega in enumerate(many["omega"]):
        alone, lane = ran(name, omega=omega), run[:, i]
        assert off(lane.motion, alone.motion) == 0.0
        assert off(lane.at(0.123).motion, alone.at(0.123).motion) == 0.0
        for what in ("total_energy" if "pair" in name else "energy", "momentum_space"):
            a, b = getattr(lane, what), getattr(alone, what)
            np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-14)


@each_kind("memory", "inputs by time")
def test_a_stepper_makes_the_steps_of_a_run(name):
    method, body, given = KINDS[name]
    how = {k: given[k] for k in ("h", "load", "joints") if k in given}
    row = [u[0] for u in [given.get("inputs")] if u is not None]
    for bodies in [body] if isinstance(body, list) else [body, [body] * 2]:
        run = ran(name, **twice(name) if bodies is not body else {}, t0=0.4)
        for backend in ["auto", "compiled"][: 1 + (name not in PLAIN)]:
            fly = rl.stepper(method, bodies, **how, backend=backend)
            y = fly(*[a[0] for a in run.motion], 0.4, *row)
            assert off(y, [a[1] for a in run.motion]) < 1e-13


@each_kind("memory")
def test_a_run_goes_on_from_any_of_its_records(name):
    run = ran(name, h=0.01)
    names = ["q0" if x == "q_raw" else x for x in run.motion_names]
    start = {k: a[5] for k, a in zip(names, run.motion, strict=True) if a.size}
    inputs = KINDS[name][2].get("inputs")
    if isinstance(inputs, np.ndarray):
        start["inputs"] = inputs[5:]
    rest = ran(name, h=0.01, steps=7, t0=run.t[5], **start)
    assert off([a[-1] for a in rest.motion], [a[-1] for a in run.motion]) < 1e-12
