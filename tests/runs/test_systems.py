"""Bodies that act on each other as one flat state: replayed, compiled, stepped."""

from functools import partial

import numpy as np
import pytest
from layers import KINDS

import rotlib as rl
from rotlib import couplings, errors, joints
from rotlib.runs.run import SystemRun

COUPLES = [m for m in rl.methods.ALL if "couplings" in (m.flight or m).takes]
LONG = {"buss6", "buss8", "splitting8_231", "kicks6", "dqvi6"}  # seconds to compile
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
ALL = couplings.gravity(BODIES, G=0.01)  # a body is in several pairs at the same end
DRAG = rl.wrenches.linear_drag((0.1, 0.2, 0.1, 0.3, 0.4, 0.2))
WEIGHT = rl.wrenches.weight(BODIES)


def flown(method, load, steps=60, start=START, **more):
    return rl.integrate(method, BODIES, **start, h=0.02, steps=steps, load=load, **more)


def off(one, other):
    pairs = [(getattr(one, name), getattr(other, name)) for name in MOTION]
    return max(np.abs(a[-1] - b[-1]).max() for a, b in pairs)


def cases():
    for m in COUPLES:
        night = m.name not in KINDS or m.name in LONG
        yield pytest.param(m, marks=[pytest.mark.night] if night else [], id=m.name)


@pytest.mark.parametrize("method", cases())
def test_every_method_that_couples_is_compiled(method):
    load = STRING + NEEDLES + WEIGHT
    implicit = "dqvi" in method.name
    load = load if implicit else load + BAND + DRAG
    one, fast = flown(method, load), flown(method, load, backend="compiled")
    assert fast.stats["backend"] == "compiled"
    assert off(one, fast) < 2e-12
    if implicit:  # a body that has arrived waits for the others
        counts = [run.stats["iterations"] for run in (one, fast)]
        assert (counts[0] != counts[0][..., :1]).any()
        assert np.mean(counts[0] != counts[1]) < 0.02


@pytest.mark.parametrize("method", ["rk4", "kicks4", "splitting_231", "buss4"])
def test_a_replayed_system_has_the_bits_of_arrays(method):
    """A single system is recorded; of two at once arrays take the steps."""
    load = STRING + (NEEDLES if method == "buss4" else ALL) + WEIGHT
    both = {name: np.array([a, a]) for name, a in START.items()}
    one, two = flown(method, load, 240), flown(method, load, 240, both)
    assert one.stats["backend"] == "python" and two.stats["backend"] == "numpy"
    for name in MOTION:
        assert np.array_equal(getattr(one, name), getattr(two, name)[:, 1]), name


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


def test_rotors_and_states_of_loads_couple_on_every_back_end():
    wheels = BODIES.with_rotors([(0, 0, 1)], [0.2])
    lag = rl.Load(
        "lag",
        lambda t, q, omega, position, velocity, z: (*-z, 0.0, 0.0, 0.0),
        start=(0.0, 0.0, 0.0),
        rate=lambda t, q, omega, position, velocity, z: omega - z,
    )
    given = START | {"rotor_speeds": [[1.0], [2.0], [3.0]], "load": STRING + lag}
    go = partial(rl.integrate, "rk4", wheels, **given, h=0.02, steps=50)
    one, fast = [go(backend=backend) for backend in ("auto", "compiled")]
    assert off(one, fast) < 1e-13
    assert np.abs(one.states - fast.states).max() < 1e-13
    assert np.abs(one.rotor_speeds - fast.rotor_speeds).max() < 1e-13


@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_a_stepper_takes_a_system(backend):
    def push(t, q, omega, position, velocity, u):
        return 0.0, 0.0, u, 0.0, 0.0, 0.0

    load = STRING + rl.Load("push", push)
    fly = rl.stepper("kicks4", BODIES, h=0.02, load=load, backend=backend)
    y = tuple(START.values())
    for k in range(20):
        y = fly(*y, 0.02 * k, 0.3 if k < 10 else -0.1)
    u = np.where(np.arange(20) < 10, 0.3, -0.1)
    run = flown("kicks4", load, 20, inputs=u)
    for a, b in zip(y, run.motion, strict=True):
        assert np.abs(a - b[-1]).max() < 1e-13
    with pytest.raises(errors.InvalidInput, match=r"a number or shape \(n,\), got"):
        fly(*y, 0.0, [[0.1], [0.2], [0.3]])


@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_a_stepper_takes_joints(backend):
    rods = [rl.Body.sphere(radius=0.1)] * 2
    chain = [
        joints.ball(0, joints.WORLD, (0, 0, 0.5)),
        joints.ball(0, 1, (0, 0, -0.5), (0, 0, 0.5)),
    ]
    start = joints.consistent(rods, chain, omega=[(1.0, 0, 0), (0, 0.5, 0)])
    given = {"load": rl.wrenches.weight(rods), "joints": chain, "h": 0.01}
    fly = rl.stepper("rattle", rods, start=start, backend=backend, **given)
    y = tuple(start[name] for name in ("q0", "omega", "position", "velocity"))
    for _ in range(20):
        y = fly(*y)
    run = rl.integrate("rattle", rods, **start, **given, steps=20)
    assert np.abs(y[2] - run.position[-1]).max() < 1e-13
    open_ = start | {"position": start["position"] + 0.1}
    with pytest.raises(errors.InvalidInput, match="consistent"):
        rl.stepper("rattle", rods, start=open_, **given)


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
