"""A stepper of many bodies, and of rotors and states: as `integrate`, to the bit."""

import math

import numpy as np
import pytest

import rotlib as rl
from rotlib.errors import Diverged, InvalidInput, NotAvailable, SlowLoad

RNG = np.random.default_rng(3)
N, H, T0 = 5, 1 / 60, 0.4
BOXES = rl.Body.box(mass=RNG.uniform(1, 2, N), sides=RNG.uniform(0.2, 1.0, (N, 3)))
BENT = rl.Body(
    np.array([[2.0, 0.3, 0.1], [0.3, 3.0, -0.2], [0.1, -0.2, 2.5]])
    * RNG.uniform(1, 2, (N, 1, 1))
)
Q = rl.quaternion.exp(RNG.normal(size=(N, 3)))
OMEGA, PLACE, VELOCITY = RNG.normal(size=(3, N, 3))
METHODS = ["lie_euler", "rk4", "cf4", "splitting_231", "buss4", "dmv", "krenk_nielsen"]
BACKENDS = ["auto", "compiled"]


def brake(t, q, omega):
    return -0.1 * omega + 0.01 * t


def choosy(t, q, omega):
    return (0.1 if omega[0] > 0 else -0.2), 0.0, 0.0


def wheels(t, q, omega, u):
    return u * np.array([1.0, 0.5, 0.2]) - 0.1 * omega


def lift(t, q, *motion):
    """In whichever order the vectors come, those of places are not looked at."""
    return (0.1, 0.0, 0.0, *(rl.quaternion.rotate_back(q, (0, 0, 9.8 + t))))


LIFT = rl.Load("lift", lambda t, q, a, b, c: lift(t, q))


@pytest.fixture(params=BACKENDS)
def backend(request):
    if request.param == "compiled":
        pytest.importorskip("llvmlite")
    return request.param


def same(after, run):
    assert [a.shape for a in after] == [a[-1].shape for a in run.motion]
    for a, b in zip(after, run.motion, strict=True):
        np.testing.assert_array_equal(a, b[-1])


def of(backend):
    """For `integrate`, where many steps of many bodies alone would be written down."""
    return {"h": H, "steps": 3, "t0": T0, "backend": backend}


@pytest.mark.parametrize("body", [BOXES, BENT, [*BENT]], ids=["box", "bent", "list"])
@pytest.mark.parametrize("load", [None, brake, rl.loads.uniform_gravity(BOXES)])
@pytest.mark.parametrize("method", METHODS)
def test_many_bodies_make_the_steps_of_a_run(method, load, body, backend):
    fly = rl.stepper(method, body, h=H, steps=3, load=load, backend=backend)
    motion, given = (Q, OMEGA), of(backend)
    for t in (T0, T0 + 3 * H):
        q, omega = motion
        motion = fly(q, omega, t)
        given |= {"q0": q, "omega": omega, "t0": t}
        same(motion, rl.integrate(method, body, load=load, **given))


@pytest.mark.parametrize("method", ["rk4", "splitting_231", "kicks2", "dqvi"])
@pytest.mark.parametrize("load", [None, LIFT], ids=["free", "lift"])
def test_many_fly(method, load, backend):
    if load is None and method != "dqvi":
        load = rl.wrenches.weight(BOXES)
    fly = rl.stepper(method, BOXES, h=H, steps=3, load=load, backend=backend)
    after = fly(Q, OMEGA, PLACE, VELOCITY, T0)
    start = {"q0": Q, "omega": OMEGA, "position": PLACE, "velocity": VELOCITY}
    same(after, rl.integrate(method, BOXES, load=load, **start, **of(backend)))


def test_a_function_of_five_flies(backend):
    def drag(t, q, a, b, c):
        return lift(t, q)

    for body, start in ((BOXES, (Q, PLACE)), (BOXES[0], (Q[0], PLACE[0]))):
        q, other = start
        fly = rl.stepper("rk4", body, h=H, load=drag, backend=backend)
        wrench = rl.stepper("rk4", body, h=H, load=LIFT, backend=backend)
        motion = q, other, other, other
        assert np.array_equal(np.hstack(fly(*motion)), np.hstack(wrench(*motion)))


def test_what_cannot_be_recorded_is_called_for_each_body():
    with pytest.warns(SlowLoad, match="'choosy': a batch calls it motion by motion"):
        fly = rl.stepper("rk4", BENT, h=H, steps=3, load=choosy)
    run = rl.integrate("rk4", BENT, omega=OMEGA, q0=Q, load=choosy, **of("auto"))
    same(fly(Q, OMEGA, T0), run)
    with pytest.raises(NotAvailable, match="cannot take rk4 here"):
        rl.stepper("rk4", BENT, h=H, load=choosy, backend="compiled")


@pytest.mark.parametrize("inputs", [(0.5, -1.0, 2.0), RNG.normal(size=(N, 3))])
def test_inputs_reach_each_body(inputs, backend):
    fly = rl.stepper("rk4", BENT, h=H, steps=3, load=wheels, backend=backend)
    for k in (1.0, -2.0):
        u = k * np.array(inputs)
        given = of(backend) | {"inputs": np.broadcast_to(u, (1, N, 3))}
        run = rl.integrate("rk4", BENT, omega=OMEGA, q0=Q, load=wheels, **given)
        same(fly(Q, OMEGA, T0, u), run)
    alone = rl.stepper("rk4", BENT[2], h=H, steps=3, load=wheels)
    one = alone(Q[2], OMEGA[2], T0, np.broadcast_to(u, (N, 3))[2])
    np.testing.assert_allclose(fly(Q, OMEGA, T0, u)[1][2], one[1], rtol=0, atol=1e-14)


def test_a_gain_that_changes_is_seen(backend):
    gain = {"k": 0.1}

    def held(t, q, omega):
        return -gain["k"] * omega

    fly = rl.stepper("rk4", BENT, h=H, steps=3, load=held, backend=backend)
    omega = OMEGA.copy()
    omega[0] = 0.0  # of the body whose torque is looked at, nothing is seen
    for gain["k"] in (0.1, 3.0):
        run = rl.integrate("rk4", BENT, omega=omega, q0=Q, load=held, **of(backend))
        same(fly(Q, omega, T0), run)


def test_a_law_that_is_no_function_of_the_motion_is_refused():
    def late(t, q, omega):
        """Samples don't see it."""
        return (1.0 if type(t) is float and 1.5 < t < 2.5 else 0.0), 0.0, 0.0

    fly = rl.stepper("rk4", BENT, h=H, load=late)
    fly(Q, OMEGA, 1.0)
    with pytest.raises(InvalidInput, match="not a function of its arguments alone"):
        fly(Q, OMEGA, 2.0)


# --- rotors and states ----------------------------------------------------------------

WHEELS = np.eye(3)[:2]
GYROSTAT = BENT[0].with_rotors(WHEELS, 0.05)
GYROSTATS = BENT.with_rotors(WHEELS, 0.05)
CONTROL = rl.Load(
    "control",
    lambda t, q, omega, z: -z - 0.3 * omega,
    start=(0.1, 0.0, 0.2),
    rate=lambda t, q, omega, z: omega - 0.1 * z,
)
MOTORS = rl.Load(
    "motors", lambda t, q, omega: (0.0, 0.0, 0.1), motors=lambda t, q, w, s: -0.1 * s
)
DRIVEN = {
    "rotors": (GYROSTAT, GYROSTATS, None),
    "motors": (GYROSTAT, GYROSTATS, MOTORS),
    "states": (BENT[0], BENT, CONTROL),
    "both": (GYROSTAT, GYROSTATS, MOTORS + CONTROL),
}


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("kind", DRIVEN)
@pytest.mark.parametrize("method", ["rk4", "cf4"])
def test_rotors_and_states_go_along(method, kind, many, backend):
    one, all_, load = DRIVEN[kind]
    body, q, omega = (all_, Q, OMEGA) if many else (one, Q[0], OMEGA[0])
    fly = rl.stepper(method, body, h=H, steps=3, load=load, backend=backend)
    shape = (N,) if many else ()
    speeds = RNG.normal(size=(*shape, body.rotors))
    states = RNG.normal(size=(*shape, 3 if load and load.start else 0))
    motion = fly(q, omega, speeds, states, T0)
    start = {"q0": q, "omega": omega}
    start |= {"rotor_speeds": speeds} if body.rotors else {}
    start |= {"states": states} if states.size else {}
    run = rl.integrate(method, body, load=load, **start, **of(backend))
    if many:
        same(motion, run)
    else:
        room = 1e-15 if backend == "auto" else 1e-13
        for a, b in zip(motion, run.motion, strict=True):
            assert isinstance(a, tuple)
            np.testing.assert_allclose(a, b[-1], rtol=0, atol=room)
    fly(*motion, T0)


# --- what is refused ------------------------------------------------------------------


@pytest.mark.parametrize(
    "call, words",
    [
        (
            lambda fly: fly(Q, OMEGA[:3]),
            r"omega: expected shape \(5, 3\), got \(3, 3\)",
        ),
        (lambda fly: fly(Q[0], OMEGA), r"q: expected shape \(5, 4\), got \(4,\)"),
        (lambda fly: fly(Q, 1e70 * OMEGA), "motion: expected numbers up to 1e"),
        (lambda fly: fly(Q, OMEGA, 0.0, 1.0), "u: the load takes no inputs"),
        (lambda fly: fly(Q, OMEGA, math.inf), "h: "),
    ],
)
def test_what_comes_in_is_refused_with_a_reason(call, words, backend):
    fly = rl.stepper("rk4", BENT, h=H, load=brake, backend=backend)
    with pytest.raises(InvalidInput, match=words):
        call(fly)


def test_a_batch_says_who_went_wrong(backend):
    fly = rl.stepper("rk4", BENT, h=H, backend=backend)
    omega = OMEGA.copy()
    omega[3, 1] = math.nan
    with pytest.raises(Diverged, match="look at what came in in row 3"):
        fly(Q, omega)
    fed = rl.stepper("rk4", BENT, h=H, load=wheels, backend=backend)
    with pytest.raises(InvalidInput, match="u: the load takes inputs"):
        fed(Q, OMEGA)
    with pytest.raises(InvalidInput, match=r"shape \(n,\), or \(5, n\), got \(2, 3"):
        fed(Q, OMEGA, 0.0, np.ones((2, 3)))
    with pytest.raises((rl.errors.StepTooLarge, rl.errors.ConvergenceError)):
        rl.stepper("dmv", BENT, h=1.0, backend=backend)(Q, 9 * OMEGA)


@pytest.mark.parametrize("name", ["python", "numba", "numpy", "fastest"])
def test_old_names_of_back_ends_are_refused(name):
    with pytest.raises(InvalidInput, match="backend: expected one of 'auto', 'comp"):
        rl.stepper("rk4", BENT, h=H, backend=name)


def test_numbers_of_a_load_make_a_batch_too():
    brakes = rl.Load(
        "brake", lambda t, q, w, u: -u[0] * w, parameters=RNG.uniform(size=(N, 1))
    )
    fly = rl.stepper("rk4", BENT[0], h=H, steps=3, load=brakes)
    run = rl.integrate("rk4", BENT[0], omega=OMEGA, q0=Q, load=brakes, **of("auto"))
    same(fly(Q, OMEGA, T0), run)
