"""A method that a reader writes as a function, `rotlib.methods.of`."""

import math
import pickle

import numpy as np
import pytest
from reference_methods import runge_kutta
from refusals import refused

import rotlib as rl
from rotlib import quaternion as quat
from rotlib.errors import Diverged, InvalidInput, NotAvailable
from rotlib.kernels.quaternion import exp, multiply, rotate
from rotlib.kernels.rigid_body import omega_body
from rotlib.kernels.runge_kutta import CROUCH_GROSSMAN_3
from rotlib.methods import of

TILTED = rl.Body([[3.0, 0.2, 0.1], [0.2, 2.0, 0.3], [0.1, 0.3, 1.5]])
OMEGA = 0.3, 1.0, 0.8
GIVEN = {"h": 0.02, "steps": 50}


def midpoint(q, omega, h, body):
    L = body.momentum_space(q, omega)
    middle = quat.multiply(q, quat.exp(h / 2 * omega))
    q = quat.multiply(q, quat.exp(h * body.omega(middle, L)))
    return q, body.omega(q, L)


def classical(t, q, omega, h, body, load):
    def slope(t, y):
        q, omega = y[..., :4], y[..., 4:]
        torque = 0.0 if load is None else load(t, q, omega)
        turn = np.concatenate([0 * omega[..., :1], omega], -1)
        torque = torque - np.cross(omega, body.momentum(omega))
        rates = quat.multiply(q, turn) / 2, body.omega((1, 0, 0, 0), torque)
        return np.concatenate(rates, -1)

    y = runge_kutta(slope, t, np.concatenate([q, omega], -1), h)
    return y[..., :4], y[..., 4:]


def pushed(t, q, omega):
    return np.sin(t), -0.2 * omega[1], q[1]


@pytest.mark.parametrize("load", [None, pushed, rl.loads.constant_torque((1, 0, 2))])
def test_steps_are_those_of_the_same_method_of_rotlib(load):
    given = {"omega": OMEGA, "load": load, "events": [lambda t, q, w: w[0] - 0.5]}
    ours = rl.integrate("rk4", TILTED, **given, **GIVEN)
    run = rl.integrate(of(classical), TILTED, **given, **GIVEN)
    assert run.method == "classical" and run.stats["backend"] == "python"
    for a, b in zip(run.motion, ours.motion, strict=True):
        assert np.abs(a - b).max() < 1e-14
    assert np.abs(run.at(0.505).q - ours.at(0.505).q).max() < 1e-14
    assert np.allclose(run.t_events[0], ours.t_events[0], rtol=0, atol=1e-13)
    fly = rl.stepper(of(classical), TILTED, h=0.02, load=load)
    after = fly((1, 0, 0, 0), OMEGA)
    assert np.array_equal(np.hstack(after), np.hstack([a[1] for a in run.motion]))


@pytest.mark.parametrize("step, load", [(midpoint, None), (classical, pushed)])
@pytest.mark.parametrize(
    "bodies", [TILTED, rl.Body([(1, 2, 3), (2, 3, 4)])], ids=["one", "two"]
)
def test_a_batch_is_what_each_motion_is_alone(step, load, bodies):
    spins = np.array([OMEGA, (2.0, 0.1, 0.5)])
    runs = rl.integrate(of(step), bodies, omega=spins, load=load, **GIVEN)
    cloud = rl.ensemble(of(step), bodies, omega=spins, load=load, **GIVEN, every=1)
    assert runs.stats["backend"] == "numpy"
    for i, spin in enumerate(spins):
        body = bodies[i] if bodies.shape else bodies
        one = rl.integrate(of(step), body, omega=spin, load=load, **GIVEN)
        for a, b, c in zip(runs.motion, one.motion, cloud[:].motion, strict=True):
            assert np.abs(a[:, i] - b).max() < 1e-14 > np.abs(c[:, i] - b).max()


def test_what_a_step_returns_is_checked():
    def made(after):
        wrong = of(lambda q, omega, h, body: after(q, omega), name="mine")
        return lambda: rl.integrate(wrong, TILTED, omega=OMEGA, **GIVEN)

    says = r"'mine': expected its step to return \(q, omega\), numbers of shapes"
    steps = {
        "NoneType": lambda q, w: None,
        r"\(4,\) of float64": lambda q, w: (q,),
        r"\(3,\) of float64, \(4,\) of float64": lambda q, w: (w, q),
        "complex128": lambda q, w: (q, w + 1j),
        "<U1": lambda q, w: (["1"] * 4, w),
        "tuple": lambda q, w: ([1, [0], 0, 0], w),
    }
    says += r" \(4,\) and \(3,\), got .*"
    refused({says + got: made(after) for got, after in steps.items()})


def test_refusals():
    free, go = of(midpoint, name="mine", order=2), {"omega": OMEGA, **GIVEN}
    assert free.order == 2 and of(classical).name == "classical"

    def run(method=free, **wrong):
        return lambda: rl.integrate(method, TILTED, **go, **wrong)

    refused(
        {
            r"rotlib.methods.of\(step\) makes one": run(midpoint),
            r"mine takes the free body.*step\(t, q, omega, h, body": run(load=pushed),
            r"cannot take mine here: its function is.*turn\(": run(backend="compiled"),
            "mine integrates the rotation alone": run(position=(0, 0, 0)),
            r"no text can be written.*turn\(": lambda: rl.export(free, TILTED),
        },
        NotAvailable,
    )
    three = lambda q, omega, h: (q, omega)  # noqa: E731
    refused({r"step\(q, omega, h, body\); step": [lambda: of(three), lambda: of(3)]})
    with pytest.raises(Diverged):
        run(of(lambda q, omega, h, body: (np.nan * q, omega)))()


def about_momentum(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h):
    """The midpoint rule, as a turn of the free body."""
    q, L, J = (q_w, q_x, q_y, q_z), (L_x, L_y, L_z), (J_1, J_2, J_3)
    middle = multiply(*q, *exp(*[h / 2 * w for w in omega_body(*q, *L, *J)]))
    return multiply(*q, *exp(*[h * w for w in omega_body(*middle, *L, *J)]))


def as_a_step(t, h, y, J, load):
    return (*about_momentum(*y, *J, h), *y[4:])


FACTS = {"order": 2, "conserves": ("momentum", "norm")}
PLACE = {"equation": "eq-x", "chapter": "X"}
TURNS = of(about_momentum, **FACTS, **PLACE)


def test_a_turn_and_a_step_on_numbers_are_the_step_on_arrays():
    q, w = rl.integrate(of(midpoint), TILTED, omega=OMEGA, **GIVEN).motion
    for method in (TURNS, of(as_a_step, **FACTS)):
        assert method.order == 2 and method.conserves == ("momentum", "norm")
        run = rl.integrate(method, TILTED, omega=OMEGA, **GIVEN)
        assert np.abs(run.q - q).max() < 1e-13 > np.abs(run.omega - w).max()
    assert (TURNS.equation, TURNS.chapter) == ("eq-x", "X")
    assert pickle.loads(pickle.dumps(TURNS)) == of(about_momentum, **FACTS, **PLACE)


def test_a_turn_takes_torques_flies_and_couples():
    weight = rl.loads.uniform_gravity(TILTED)
    problem = rl.diagnostics.Problem(TILTED, OMEGA, 1.5, load=weight)
    slope = rl.diagnostics.order(TURNS, problem, (50, 100, 200)).slope
    assert abs(slope - 2) < 0.1
    flies = rl.Body.box(mass=2.0, sides=(1, 2, 3))
    go = {"omega": OMEGA, "velocity": (1, 0, 0), **GIVEN}
    run = rl.integrate(TURNS, flies, **go)
    assert np.allclose(run.position[-1], (1, 0, 0), rtol=0, atol=1e-13)
    assert {"wrench", "couplings"} <= {*TURNS.flight.takes}


def test_a_turn_is_compiled_and_exported():
    pytest.importorskip("llvmlite")
    for method in (TURNS, of(as_a_step)):
        runs = [
            rl.integrate(method, TILTED, omega=OMEGA, **GIVEN, backend=how)
            for how in ("auto", "compiled")
        ]
        assert runs[1].stats["backend"] == "compiled"
        assert np.abs(runs[0].q - runs[1].q).max() < 1e-13
    assert "derivation: X, eq-x" in rl.export(TURNS, TILTED, language="c")
    assert "derivation" not in rl.export(of(as_a_step), TILTED, language="c")


def by_library(q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h):
    q = q_w, q_x, q_y, q_z
    w = omega_body(*q, L_x, L_y, L_z, J_1, J_2, J_3)
    angle = math.sqrt(sum([x * x for x in w]))
    s = math.sin(h * angle / 2) / angle
    return multiply(*q, math.cos(h * angle / 2), *[s * x for x in w])


def test_a_turn_may_call_math_wherever_it_is_taken():
    pytest.importorskip("llvmlite")
    mine, spins = of(by_library), np.array([OMEGA, (2.0, 0.1, 0.5)])
    one = [rl.integrate(mine, TILTED, omega=w, **GIVEN).q[-1] for w in spins]
    for backend in ("auto", "compiled"):
        run = rl.integrate(mine, TILTED, omega=spins, **GIVEN, backend=backend)
        assert np.abs(run.q[-1] - one).max() < 1e-13
    assert "sqrt(" in rl.export(mine, TILTED, language="c")


@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_a_tableau_is_the_method_that_rotlib_makes_of_it(backend):
    """Held under a load with states and with rotors, in flight, and of a pair."""
    pytest.importorskip("llvmlite")
    method = of(CROUCH_GROSSMAN_3, name="mine", order=3)
    box = rl.Body.box(mass=2.0, sides=(1, 2, 3))
    lag = rl.Load("lag", lambda t, q, w, z: -z, start=OMEGA, rate=lambda t, q, w, z: -z)
    fly = {"omega": [OMEGA, OMEGA], "position": [(0, 0, 0), (4, 0, 0)]}
    for body, given in (
        (TILTED, {"omega": OMEGA, "load": lag}),
        (TILTED.with_rotors((0, 0, 1), 0.1), {"omega": OMEGA, "rotor_speeds": (5.0,)}),
        (box, {"omega": OMEGA, "velocity": (1, 0, 0)}),
        ([box, box], fly | {"load": rl.couplings.spring(0, 1, 3.0)}),
    ):
        mine, ours = [
            rl.integrate(m, body, **given, **GIVEN, backend=backend)
            for m in (method, "crouch_grossman3")
        ]
        for a, b in zip(mine.motion, ours.motion, strict=True):
            assert np.array_equal(a, b)
    assert pickle.loads(pickle.dumps(method)) == method


def test_a_tableau_that_is_none_and_a_step_of_another_length():
    first = (0, (), ())
    rows = {
        "row 0": ((0.1, (), ()), (1, (1,), ((1,),))),
        "row 1: .* of 1 weights": (first, (1, (0.5,), ((1,),))),
        "row 1: .* got ": (first, (1, (1,), ())),
        "row 1": (first, (1, (1, 0), ((1, 0),))),
        "row 1: .* got \\('1'": (first, ("1", (1,), ((1,),))),
        "a stage and a step, got 1 rows": (first,),
    }
    refused({f"tableau.*{said}": lambda t=t: of(t) for said, t in rows.items()})
    with pytest.raises(InvalidInput, match=r"one of these.*of any arguments"):
        of(lambda *given: given)
    short = of(lambda t, h, y, J, load: y[:4], name="short")
    with pytest.raises(InvalidInput, match="'short': expected .* y, 7 numbers, got 4"):
        rl.integrate(short, TILTED, omega=OMEGA, **GIVEN)
    with pytest.raises(NotAvailable, match="^method: .*7 numbers, got 4"):
        rl.export(short, TILTED)


def test_what_is_no_method_is_refused():
    """A kernel is found by its name: enough to stand in `ALL` on a line of its own."""

    def returning(made):
        given = "q_w, q_x, q_y, q_z, L_x, L_y, L_z, J_1, J_2, J_3, h"
        turn = of(eval(f"lambda {given}: made", {"made": made}), name="odd")
        return lambda: rl.integrate(turn, TILTED, omega=OMEGA, **GIVEN)

    paths = "splitting.turns", "split.turn", "", "splitting"
    facts = ("energie",), "momentum"
    refused(
        {
            "of 8 arguments": lambda: of("splitting.turn"),
            "name topic.function of a generated": [lambda p=p: of(p) for p in paths],
            "conserves": [lambda x=x: of(about_momentum, conserves=x) for x in facts],
            "properties": lambda: of(about_momentum, properties=("symmetrical",)),
            "order": lambda: of(about_momentum, order=0),
            r"\(q_w, q_x, q_y, q_z\), got 2 numbers": returning((1.0, 0.0)),
            r"\(q_w, q_x, q_y, q_z\), got list": returning([1.0]),
            r"\(q_w, q_x, q_y, q_z\), got NoneType": returning(None),
        }
    )


PACE = {0: 1.0}


def paced(t, h, y, J, load):
    q, omega = y[:4], omega_body(*y[:7], *J)
    torque = (0.0,) * 3 if load is None else rotate(*q, *load.law(t, q, omega))
    turned = multiply(*q, *exp(*[PACE[0] * h * w for w in omega]))
    return (*turned, *[a + h * b for a, b in zip(y[4:], torque, strict=True)])


@pytest.mark.parametrize("load", [None, pushed])
def test_a_method_of_one_s_own_is_compiled_as_it_is_now(load, monkeypatch):
    pytest.importorskip("llvmlite")
    mine = rl.methods.Method("mine", 1, paced, takes=("torque",))
    for pace in (1.0, 2.0, 2.0):
        monkeypatch.setitem(PACE, 0, pace)
        plain, fast = [
            rl.integrate(mine, TILTED, omega=OMEGA, load=load, **GIVEN, backend=how)
            for how in ("auto", "compiled")
        ]
        assert fast.stats["backend"] == "compiled"
        np.testing.assert_allclose(plain.q, fast.q, rtol=0, atol=1e-13)
    recorded = lambda x: type(x).__name__ == "Number"  # noqa: E731
    odd = lambda t, h, y, J, load: paced(t, h * (1 + recorded(y[0])), y, J, load)  # noqa: E731
    with pytest.raises(NotAvailable, match="makes another first step of odd"):
        odd = rl.methods.Method("odd", 1, odd)
        rl.integrate(odd, TILTED, omega=OMEGA, **GIVEN, backend="compiled")
