"""A stepper of a body that flies: the steps of `integrate`, from call to call."""

import math

import numpy as np
import pytest

import rotlib as rl
from rotlib.errors import Diverged, InvalidInput

METHODS = [m for m in rl.methods.ALL if m.poses] + [rl.methods.dqvi(0.5)]
STONE = rl.Body.box(mass=2.0, sides=(0.3, 0.2, 0.1))
HULL = rl.Body(STONE.inertia, 2.0, added_mass=(0.01, 0.02, 0.02, 0.5, 1.0, 1.5))
START = {
    "q0": rl.quaternion.exp([0.3, -0.8, 0.1]),
    "omega": np.array([1.0, 2.0, 3.0]),
    "position": np.array([0.1, 0.0, -0.2]),
    "velocity": np.array([0.4, 0.0, 0.5]),
}
MOTION = START["q0"], START["omega"], START["position"], START["velocity"]
BACKENDS = ["auto", "compiled"]


def drag(t, q, omega, position, velocity):
    return (*(-0.1 * omega), *(-0.2 * velocity + 0.1 * t))


def pushed(t, q, omega, position, velocity, u):
    torque = u[0] * np.array([1.0, -1.0, 0.5]) - 0.02 * omega
    return (*torque, *(u[1] * rl.quaternion.rotate_back(q, [0, 0, 1.0])))


def of(run):
    return run.q_raw[-1], run.omega[-1], run.position[-1], run.velocity[-1]


def apart(motion, other):
    return max(
        np.abs(np.subtract(*pair)).max() for pair in zip(motion, other, strict=True)
    )


@pytest.fixture(params=BACKENDS)
def backend(request):
    if request.param == "compiled":
        pytest.importorskip("llvmlite")
    return request.param


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
@pytest.mark.parametrize("load", [None, drag, rl.wrenches.weight(STONE)])
def test_calls_make_the_steps_of_a_run(method, load):
    fly = rl.stepper(method, STONE, h=0.01, steps=5, load=load)
    motion, t = MOTION, 0.4
    for k in range(4):
        motion = fly(*motion, t + 0.05 * k)
    run = rl.integrate(
        method, STONE, **START, h=0.01, steps=20, t0=t, load=load, every=20
    )
    assert apart(motion, of(run)) < 1e-13
    assert [len(part) for part in motion] == [4, 3, 3, 3]
    assert all(isinstance(x, float) for part in motion for x in part)


def test_inputs_reach_the_wrench(backend):
    fly = rl.stepper("dqvi", HULL, h=0.01, steps=3, load=pushed, backend=backend)
    motion = MOTION
    for k in range(4):
        u = np.array([0.2 * math.sin(k), 3.0 - k])
        run = rl.integrate(
            "dqvi",
            HULL,
            **dict(zip(START, motion, strict=True)),
            t0=0.03 * k,
            h=0.01,
            steps=3,
            load=lambda t, q, w, x, v, u=u: pushed(t, q, w, x, v, u),
        )
        motion = fly(*motion, 0.03 * k, u)
        assert apart(motion, of(run)) < 1e-13
    thrust = {u: fly(*MOTION, 0.0, [0.0, u])[3][2] for u in (0.0, 5.0)}
    assert thrust[5.0] > thrust[0.0] + 0.02


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda fly: fly(*MOTION), "the load takes inputs"),
        (lambda fly: fly(*MOTION, 0.0, [math.nan, 0.0]), "finite"),
        (lambda fly: fly(*MOTION, 0.0, np.zeros((2, 2))), r"shape \(n,\)"),
        (lambda fly: fly(*MOTION[:3], (1, 2), 0.0, [0, 0]), "4, 3, 3 and 3 .* got 12"),
        (lambda fly: fly(*MOTION, math.inf, [0, 0]), "h: "),
    ],
)
def test_what_comes_in_is_refused_with_a_reason(call, words):
    fly = rl.stepper("dqvi", STONE, h=0.01, load=pushed)
    with pytest.raises(InvalidInput, match=words):
        call(fly)


def test_a_rotation_and_a_flight_without_inputs_say_how_to_have_them():
    with pytest.raises(InvalidInput, match="takes no inputs"):
        rl.stepper("dqvi", STONE, h=0.01, load=drag)(*MOTION, 0.0, 1.0)
    with pytest.raises(InvalidInput, match="4 and 3 numbers, got 8"):
        rl.stepper("rk4", STONE, h=0.01)((1, 0, 0, 0), (1, 0, 0, 0))
    with pytest.raises(Diverged, match="left the finite numbers"):
        rl.stepper("rk4", STONE, h=0.01)((1, 0, 0, 0), (math.nan, 0, 0))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_load_with_numbers_takes_no_inputs(backend):
    body = rl.Body((1.0, 2.0, 2.5))
    brake = rl.Load("brake", lambda t, q, w, u: -u[0] * w, parameters=[0.3])
    fly = rl.stepper("rk4", body, h=0.01, steps=50, load=brake, backend=backend)
    q, omega = fly((1.0, 0.0, 0.0, 0.0), (0.3, 1.0, 0.8))
    start = {"omega": (0.3, 1.0, 0.8), "h": 0.01, "steps": 50, "load": brake}
    run = rl.integrate("rk4", body, **start)
    np.testing.assert_allclose(
        [*q, *omega], [*run.q_raw[-1], *run.omega[-1]], atol=1e-13
    )
