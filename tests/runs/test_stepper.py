"""A stepper: the steps of `integrate` from call to call, of one body and of many, with
rotors, with states of loads, in flight."""

import math
from functools import partial

import numpy as np
import pytest
from refusals import refused

import rotlib as rl
from rotlib.errors import (
    ConvergenceError,
    Diverged,
    InvalidInput,
    NotAvailable,
    SlowLoad,
    StepTooLarge,
)

RNG = np.random.default_rng(3)
N, H, T0 = 5, 1 / 60, 0.4
SKEW = np.array([[2.0, 0.3, 0.1], [0.3, 3.0, -0.2], [0.1, -0.2, 2.5]])
BENT = rl.Body(SKEW * RNG.uniform(1, 2, (N, 1, 1)))
HULL = rl.Body(BENT[0].inertia, 2.0, added_mass=(0.01, 0.02, 0.02, 0.5, 1.0, 1.5))
Q = rl.quaternion.exp(RNG.normal(size=(N, 3)))
OMEGA, PLACE, VELOCITY = RNG.normal(size=(3, N, 3))
MANY = {"q0": Q, "omega": OMEGA}
ONE = {name: a[0] for name, a in MANY.items()}
FLIGHT = ONE | {"position": PLACE[0], "velocity": VELOCITY[0]}


def brake(t, q, omega):
    return -0.1 * omega + 0.01 * t


def choosy(t, q, omega):
    return (0.1 if omega[0] > 0 else -0.2), 0.0, 0.0


def wheels(t, q, omega, u):
    return np.clip(u, -1.0, 1.0) * np.array([1.0, 0.5, 0.2]) - 0.1 * omega + 0.1 * t


def drag(t, q, omega, position, velocity):
    return (*(-0.1 * omega), *(-0.2 * velocity + 0.1 * t))


def pushed(t, q, omega, position, velocity, u):
    torque = u[0] * np.array([1.0, -1.0, 0.5]) - 0.02 * omega
    return (*torque, *(u[1] * rl.quaternion.rotate_back(q, [0, 0, 1.0])))


def brake_by(numbers):
    return rl.Load("brake", lambda t, q, w, u: -u[0] * w, parameters=numbers)


@pytest.fixture(params=["auto", "compiled"])
def backend(request):
    return request.param


def follow(method, body, start, load=None, backend="auto", inputs=None):
    """Each call of a stepper against a run that goes on from the call before: the same
    bits of a batch, floats within rounding."""
    fly = rl.stepper(method, body, h=H, steps=3, load=load, backend=backend)
    many, motion = start["omega"].ndim > 1, [*start.values()]
    how = {"load": load, "h": H, "steps": 3, "backend": backend if many else "auto"}
    room = 0.0 if many else 2e-15 if backend == "auto" else 1e-12
    for k in range(3):
        u = [] if inputs is None else [(1.0, -2.0, 0.5)[k] * np.array(inputs)]
        given = dict(zip(start, motion, strict=True)) | {"t0": T0 + 3 * k * H}
        if u:
            shape = (1, N, u[0].shape[-1]) if many else (1, *u[0].shape)
            given |= {"inputs": np.broadcast_to(u[0], shape)}
        run = rl.integrate(method, body, **given, **how)
        motion = fly(*motion, given["t0"], *u)
        assert len(motion) == len(run.motion)
        for a, b in zip(motion, run.motion, strict=True):
            assert np.shape(a) == b[-1].shape
            assert many or all(isinstance(x, float) for x in a)
            np.testing.assert_allclose(a, b[-1], rtol=0, atol=room)


FOLLOWED = [  # other methods and loads are among the kinds of all runs
    *[(m, BENT, MANY, brake, None) for m in ("rk4", "buss4", "dmv")],
    ("exact", BENT[0], ONE, None, None),
    *[(m, HULL, FLIGHT, drag, None) for m in ("dqvi", "rkmk54")],
    ("rk4", BENT[0], ONE, wheels, (0.5, 2.0, -0.3)),
    ("lie_euler", BENT[0], ONE, lambda t, q, w, u: (u[0], 0, 0), (1.0,)),
    ("dqvi", HULL, FLIGHT, pushed, (0.2, 3.0)),
    ("rk4", BENT, MANY, wheels, (0.5, -1.0, 2.0)),
    ("rk4", BENT, MANY, wheels, RNG.normal(size=(N, 3))),
    ("rk4", BENT[0], ONE, brake_by([0.3]), None),  # its number makes no input
    ("rk4", BENT[0], MANY, brake_by(RNG.uniform(size=(N, 1))), None),
]


@pytest.mark.parametrize(("method", "body", "start", "load", "inputs"), FOLLOWED)
def test_calls_make_the_steps_of_runs(method, body, start, load, inputs, backend):
    follow(method, body, start, load, backend, inputs)


# --- what changes between the calls ----------------------------------


def test_a_gain_that_changes_is_seen(backend):
    gain = {"k": 0.1}

    class Controller:
        gain = 0.5

        def __call__(self, t, q, omega):
            return np.clip(-self.gain * 2.0 * q[1:] * np.sign(q[0]), -0.2, 0.2)

    def held(t, q, omega):
        return -gain["k"] * omega

    controller, omega = Controller(), OMEGA.copy()
    omega[0] = 0.0  # of the body whose torque is looked at, nothing is seen
    for load in (held, controller):
        for body, i in ((BENT, ...), (BENT[1], 1)):
            gain["k"], controller.gain = 0.1, 0.5
            method = "rk4" if load is controller else "buss4"  # records it alone, too
            fly = rl.stepper(method, body, h=H, steps=3, load=load, backend=backend)
            for gain["k"], controller.gain in ((0.1, 0.5), (3.0, 0.05)):
                given = {"q0": Q[i], "omega": omega[i], "load": load}
                run = rl.integrate(method, body, **given, h=H, steps=3)
                for a, b in zip(fly(Q[i], omega[i]), run.motion, strict=True):
                    np.testing.assert_allclose(a, b[-1], rtol=0, atol=1e-14)


def test_what_cannot_be_recorded_is_called_for_each_body():
    with pytest.warns(SlowLoad, match="'choosy': a batch calls it motion by motion"):
        follow("rk4", BENT, MANY, choosy)
        with pytest.raises(NotAvailable, match="cannot take rk4 here"):
            rl.stepper("rk4", BENT, h=H, load=choosy, backend="compiled")


def late(t, q, omega):
    """Samples don't see it."""
    return (1.0 if type(t) is float and 1.5 < t < 2.5 else 0.0), 0.0, 0.0


def test_a_law_that_is_no_function_of_the_motion_is_refused_or_called():
    fly = rl.stepper("rk4", BENT, h=H, load=late)
    fly(Q, OMEGA, 1.0)
    with pytest.raises(InvalidInput, match="not a function of its arguments alone"):
        fly(Q, OMEGA, 2.0)
    fly = rl.stepper("rk4", BENT[0], h=0.1, load=late, backend="compiled")
    rest = (1, 0, 0, 0), (0, 0, 0)
    assert fly(*rest, 1.0)[1][0] == 0.0 and fly(*rest, 2.0)[1][0] > 0.02


# --- what is refused ------------------------------------------------------------------


def flying(method="rk4", body=BENT, **given):
    return rl.stepper(method, body, **{"h": H} | given)


FAST, LOST = (0.3, 1.0, 1.8), OMEGA.copy()
LOST[3, 1] = math.nan
TURN, START = ((1.0, 0, 0, 0), (0.1, 0.2, 0.3)), tuple(FLIGHT.values())
BRAKE, WHEEL, ONE_BODY = {"load": brake}, {"load": wheels}, {"body": BENT[0]}
POSE = {"method": "dqvi", "body": BENT[0], "load": pushed}
SPUN = {"body": BENT[0], "load": wheels}
REFUSED = [  # made by, called with, what is said
    (BRAKE, (Q, OMEGA[:3]), r"omega: expected shape \(5, 3\), got \(3, 3\)"),
    (BRAKE, (Q[0], OMEGA), r"q: expected shape \(5, 4\), got \(4,\)"),
    (BRAKE, (Q, 1e70 * OMEGA), "motion: expected numbers up to 1e"),
    (BRAKE, (Q, OMEGA, 0.0, 1.0), "u: the load takes no inputs"),
    (BRAKE, (Q, OMEGA, math.inf), "h: "),
    ({}, (Q, LOST), "look at what came in in row 3"),
    (WHEEL, (Q, OMEGA), "u: the load takes inputs"),
    (WHEEL, (Q, OMEGA, 0.0, np.ones((2, 3))), r"\(n,\), or \(5, n\), got \(2, 3"),
    (SPUN, (*TURN, 0.0, [math.nan, 0.0, 0.0]), "finite"),
    (SPUN, (*TURN, 0.0, np.zeros((2, 2))), r"shape \(n,\)"),
    (ONE_BODY, ((1, 0, 0, 0), (1, 0, 0, 0)), r"4 \+ 3 numbers, got 8"),
    (ONE_BODY, ((1, 0, 0, 0), (math.nan, 0, 0)), "left the finite numbers"),
    (POSE, (*START[:3], (1, 2), 0.0, [0, 0]), r"4 \+ 3 \+ 3 \+ 3 .* got 12"),
]


def test_what_comes_in_is_refused_with_a_reason(backend):
    for made, motion, words in REFUSED:
        error = Diverged if ("came in" in words or "left" in words) else InvalidInput
        call = flying(**made, backend=backend)
        refused({words: partial(call, *motion)}, error)


def test_a_stepper_says_what_goes_wrong(backend):
    on = {"backend": backend}
    with pytest.raises((StepTooLarge, ConvergenceError)):
        flying("dmv", h=1.0, **on)(Q, 9 * OMEGA)
    with pytest.raises((StepTooLarge, ConvergenceError)):
        name = "exact" if backend == "auto" else "dmv"
        flying(name, rl.Body((1.0, 2.0, 2.6)), h=1.0, **on)((1.0, 0, 0, 0), FAST)
    with pytest.raises((Diverged, OverflowError)):
        far = (3e5, 1e5, 2e5)
        flying(body=BENT[0], h=1.0, steps=200, **on)((1.0, 0, 0, 0), far)
    with pytest.raises(NotAvailable, match="use integrate"):
        flying("simo_wong", BENT[0], **on)
    with pytest.raises(NotAvailable):
        flying("exact", BENT[0], load=lambda t, q, omega: (0, 0, 1), **on)
    for name in (backend + "s", "python", "numba", "numpy", "fastest"):
        with pytest.raises(InvalidInput, match="backend: expected one of 'auto', 'c"):
            flying(backend=name)


def test_times_that_floats_cannot_tell_are_refused(backend):
    given = {"body": BENT[0], "h": 1e-6, "backend": backend}
    fly, free = flying(load=lambda t, q, w: -0.1 * w, **given), flying(**given)
    assert fly(*TURN, 1e6) == fly(*TURN, 0.0)
    for t in (1.7e9, -1.7e9, math.inf, math.nan):
        with pytest.raises(InvalidInput):
            fly(*TURN, t)
    assert free(*TURN, 1.7e9) == free(*TURN)


@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_one_body_on_a_joint_is_given_and_returns_numbers(backend):
    rod = rl.Body.box(mass=2.0, sides=(0.3, 0.2, 1.0))
    joints = [rl.joints.ball(0, "world", (0, 0, 0.5))]
    start = rl.joints.consistent(rod, joints, omega=(2, 0, 0.3))
    run = rl.integrate("rattle", rod, h=0.01, steps=1, joints=joints, **start)
    made = rl.stepper(
        "rattle", rod, h=0.01, joints=joints, start=start, backend=backend
    )
    after = made(*start.values(), np.float64(0.3))
    for a, b in zip(after, run.motion, strict=True):
        assert np.allclose(a, b[-1], rtol=0, atol=1e-15) and isinstance(a[0], float)


def test_the_time_may_be_a_number_of_numpy():
    fly = rl.stepper("rk4", BENT[0], h=H, load=brake, backend="compiled")
    assert fly(*ONE.values(), np.float64(T0)) == fly(*ONE.values(), T0)
