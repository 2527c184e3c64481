"""Bodies that act on each other as one flat state: what is not asked of every kind."""

from functools import partial

import numpy as np
import pytest
from refusals import refused

import rotlib as rl
from rotlib import couplings, errors, joints
from rotlib.runs.run import SystemRun

DRAW = np.random.default_rng(7)
N = 3
BODIES = rl.Body(
    [[1.0, 1.9, 2.2], [2.0, 3.0, 4.0], [1.5, 1.5, 1.7]],
    mass=[1.0, 2.0, 3.0],
    centre=[(0.1, 0.0, 0.2), (0, 0, 0), (0.0, -0.1, 0.0)],
)
START = {
    "q0": rl.quaternion.normalize(DRAW.normal(size=(N, 4))),
    "omega": DRAW.normal(size=(N, 3)) * [[9.0], [0.5], [0.01]],
    "position": np.array([(0, 0, 0), (0.2, 0, 1.5), (1.5, 0.3, 0.2)]),
    "velocity": 0.1 * DRAW.normal(size=(N, 3)),
}
MOTION = "q_raw", "omega", "position", "velocity"


def band(t, a, b, u):
    """A user's own: pulled as by a spring, and b braked."""
    way = b.position - a.position
    return np.concatenate((np.zeros(3), u[0] * way + 0.1 * (b.velocity - a.velocity)))


BAND = rl.Load("band", band, pairs=[(0, 1), (1, 2)], parameters=[[2.0], [0.5]])
STRING = couplings.spring(0, 1, 2.0, 0.5, (0.1, 0, 0)) + couplings.spring(2, 1, 3.0)
NEEDLES = couplings.magnets(0, 2, (1, 0, 0), (0, 0.5, 0))
WEIGHT = rl.wrenches.weight(BODIES)


def flown(method, load, steps=60, start=START, **more):
    return rl.integrate(method, BODIES, **start, h=0.02, steps=steps, load=load, **more)


def off(one, other):
    pairs = [(getattr(one, name), getattr(other, name)) for name in MOTION]
    return max(np.abs(a[-1] - b[-1]).max() for a, b in pairs)


def test_a_body_that_has_arrived_waits_for_the_others():
    load = STRING + NEEDLES + WEIGHT
    one, fast = [flown("dqvi", load, backend=x) for x in ("auto", "compiled")]
    assert off(one, fast) < 2e-12
    counts = [run.stats["iterations"] for run in (one, fast)]
    assert (counts[0] != counts[0][..., :1]).any()
    assert np.mean(counts[0] != counts[1]) < 0.02


def test_many_systems_are_compiled_with_numbers_of_their_own():
    many = {name: np.array([a] * 4) for name, a in START.items()}
    many["omega"] = many["omega"] * np.array([1, 2, 3, -1])[:, None, None] / 2
    fast = flown("rkmk4", STRING + BAND, start=many, backend="compiled")
    for i in range(4):
        mine = START | {"omega": many["omega"][i]}
        assert off(flown("rkmk4", STRING + BAND, start=mine), fast[:, i]) < 1e-12


def test_moments_that_all_systems_share_are_no_numbers_of_each(monkeypatch):
    """They stand in the program of a step once, as constants."""
    begin, found = SystemRun.begin, []

    def noted(run, *motion):
        found.append(run.numbers[0].by_lane)
        begin(run, *motion)

    monkeypatch.setattr(SystemRun, "begin", noted)
    twice = {name: np.array([a, a]) for name, a in START.items()}
    for moments in (np.ones((2, 3, 1)), np.array([1.0, 1.5])[:, None, None]):
        bodies = rl.Body(moments * (1.0, 1.9, 2.2), mass=1.0)
        rl.integrate("kicks4", bodies, **twice, h=0.02, steps=1, load=STRING)
    assert found == [False, True]


def test_a_stepper_refuses_joints_that_are_open_and_inputs_of_each_body():
    rods = [rl.Body.sphere(radius=0.1)] * 2
    chain = [joints.ball(0, joints.WORLD, (0, 0, 0.5))]
    start = joints.consistent(rods, chain, omega=np.zeros((2, 3)))
    open_ = start | {"position": start["position"] + 0.1}
    fed = STRING + rl.Load(
        "push", lambda t, q, w, x, v, u: (0.0, 0.0, u, 0.0, 0.0, 0.0)
    )
    fly, y = rl.stepper("kicks4", BODIES, h=0.02, load=fed), tuple(START.values())
    calls = {r"a number or shape \(n,\), got": partial(fly, *y, 0.0, np.ones((3, 1)))}
    calls["consistent"] = partial(
        rl.stepper, "rattle", rods, start=open_, joints=chain, h=0.01
    )
    refused(calls)


def test_what_cannot_be_recorded_whole():
    near = rl.Load("near", lambda t, a, b: (0,) * 6, pairs=lambda x: [(0, 1)])
    with pytest.raises(errors.NotAvailable, match="pairs of load 'near'.*'auto'"):
        flown("kicks4", near, backend="compiled")

    def jumping(t, a, b):
        return (0, 0, 0, 1.0, 0, 0) if a.position[0] > 9.0 else (0,) * 6

    load = rl.Load("jumping", jumping, pairs=[(0, 1)])
    with pytest.raises(errors.NotAvailable, match="branches on numbers"):
        flown("kicks4", load, backend="compiled")
    with pytest.warns(errors.SlowLoad, match="motion by motion"):
        assert len(flown("kicks4", load)) == 61
