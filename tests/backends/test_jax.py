"""JAX as a guest: the numbers of Python floats, derivatives where the angle is zero,
and what is refused."""

import math
import re
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from problems import BOX, ROOT, TOP, TURNED
from refusals import refused

import rotlib as rl
from rotlib import stumpff
from rotlib.backends.trace import record
from rotlib.codegen import exact
from rotlib.errors import NotAvailable
from rotlib.kernels.quaternion import exp, log
from rotlib.numbers import loop

pytestmark = pytest.mark.long

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)
from rotlib.jax import run_program  # noqa: E402

jnp = jax.numpy

OMEGA, UNTURNED = np.array([0.3, 1.0, 0.8]), np.array([1.0, 0.0, 0.0, 0.0])
ULP = 2.0**-52
FORWARD = [(x, jax.jacfwd) for x in ("dmv", "splitting_231", "krenk_nielsen")]


def after(taken, h, steps, *place, omega=OMEGA, q=UNTURNED):
    y, _ = jax.lax.scan(
        lambda y, k: (taken.step(k * h, h, y), None),
        taken.start(q, omega, *place),
        jnp.arange(steps),
    )
    return taken.read(y)


@pytest.mark.parametrize("k", range(8))
def test_stumpff_functions_and_their_derivatives(k):
    plain = getattr(stumpff, f"c{k}")
    ours = rl.jax.kernel(plain)
    s = np.concatenate([[0.0, 1e-300, 1e-9], np.geomspace(1e-4, 40, 60)])
    values = np.array([plain(x) for x in s])
    assert np.abs(jax.jit(ours)(s) - values).max() < 4 * ULP * plain(0.0)
    wanted = np.array([(k * exactly(k + 2, x) - exactly(k + 1, x)) / 2 for x in s])
    slopes = jax.jit(jax.vmap(jax.grad(ours)))(s)
    assert np.abs(slopes - wanted).max() < 4 * ULP * abs(wanted[0])
    second = jax.jit(jax.grad(jax.grad(ours)))(0.0)
    assert float(second) == pytest.approx(2 / math.factorial(k + 4), rel=1e-14)


def exactly(k, s):
    with mpmath.workdps(40):
        return float(exact(k, mpmath.mpf(s)))


def test_exponential_at_the_angle_zero():
    turn = rl.jax.kernel(exp)
    zero = jnp.zeros(3)
    first = jax.jit(jax.jacrev(lambda v: jnp.stack(turn(*v))))(zero)
    assert np.abs(first - np.vstack([np.zeros(3), np.eye(3) / 2])).max() == 0
    second = jax.jit(jax.hessian(lambda v: turn(*v)[0]))(zero)
    assert np.abs(second + np.eye(3) / 4).max() < ULP
    third = jax.jit(jax.grad(jax.jacfwd(jax.grad(lambda x: turn(x, 0.0, 0.0)[1]))))(0.0)
    assert float(third) == pytest.approx(-1 / 8, rel=1e-14)  # of sin(x/2)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_logarithm_near_and_at_no_turn(sign):
    back = rl.jax.kernel(log)
    slope = jax.jit(jax.jacfwd(lambda q: jnp.stack(back(*q))))
    first = slope(sign * jnp.asarray(UNTURNED))
    expected = np.hstack([np.zeros((3, 1)), 2 * sign * np.eye(3)])
    assert np.abs(first - expected).max() == 0
    bent = jax.grad(jax.jacfwd(jax.grad(lambda x: back(sign, x, 0.0, 0.0)[0])))
    third = jax.jit(bent)(0.0)
    assert float(third) == pytest.approx(-4 * sign, rel=1e-14)  # of 2 atan(x)
    turn = rl.jax.kernel(exp)
    there_and_back = jax.jit(jax.jacfwd(lambda v: jnp.stack(back(*turn(*v)))))
    for angle in (1e-12, 1e-5, 0.19, 0.21, 1.0, 3.0):
        slope = there_and_back(angle * jnp.array([0.6, 0.0, 0.8]))
        assert np.abs(slope - np.eye(3)).max() < 1e-14


TRIED = [  # one of each kind
    *("lie_euler", "buss4", "rk4", "rkmk4", "simo_wong", "splitting_231", "dmv"),
    *("krenk_nielsen", "catto", "implicit_midpoint", "dqvi", "buss3_ep"),
]


@pytest.mark.parametrize("name", TRIED)
def test_compiled_steps_are_those_of_python_floats(name):
    flies, v = rl.methods.find(name).poses, np.array([0.1, 0.2, 0.3])
    taken, place = rl.jax.step(name, TURNED), (np.zeros(3), v) if flies else ()
    got = jax.jit(lambda omega: after(taken, 0.02, 5, *place, omega=omega))(OMEGA)
    given = {"omega": OMEGA, "h": 0.02, "steps": 5} | ({"velocity": v} if flies else {})
    plain = rl.integrate(name, TURNED, **given)
    there = plain.q[-1] if flies else plain.q_raw[-1]
    assert np.abs(got[0] - there).max() < 20 * ULP
    assert np.abs(got[1] - plain.omega[-1]).max() < 20 * ULP


def saturated(t, q, omega):
    up = rl.quaternion.rotate_back(q, (0.0, 0.0, 1.0))
    return np.clip(-0.3 * omega + np.cross(up, (0.0, 0.1, 1.0)), -0.2, 0.2)


def braked(t, q, omega, u):
    return u[0] * omega + u[1]


LOADED = [  # the last is the size of the rates
    ("krenk_nielsen", TOP, rl.loads.uniform_gravity(TOP), 150.0),
    ("rk4", BOX, rl.Load("brake", braked, parameters=[0.3, -0.1]), 1.0),
    ("rk4", TURNED, saturated, 1.0),
]


@pytest.mark.parametrize(("name", "body", "load", "size"), LOADED)
def test_loads_act_on_one_motion_and_on_many(name, body, load, size):
    taken, lean, h = rl.jax.step(name, body, load), rl.quaternion.exp([1.0, 0, 0]), 0.15
    h, spins = h / size, size * np.array([(0, 0.06, 0.9), (0, 0, 1.0), (0.02, 0, 0.6)])
    mapped = jax.jit(jax.vmap(lambda w: after(taken, h, 40, omega=w, q=lean)))(spins)
    many = np.tile(lean, (3, 1))
    broadcast = jax.jit(lambda w: after(taken, h, 40, omega=w, q=many))(spins)
    plain = rl.integrate(name, body, omega=spins, q0=lean, h=h, steps=40, load=load)
    for got in (mapped, broadcast):
        assert np.abs(got[0] - plain.q_raw[-1]).max() < 200 * ULP
        assert np.abs(got[1] - plain.omega[-1]).max() < 200 * ULP * size


@pytest.mark.parametrize("name", ["lie_euler", "rk4", "dmv", "krenk_nielsen", "kicks2"])
def test_a_body_at_rest_begins_to_turn_as_it_is_pushed(name):
    h, taken = 0.1, rl.jax.step(name, rl.Body((1.0, 2.0, 2.5)))

    def end(omega):
        return taken.read(taken.step(0.0, h, taken.start(UNTURNED, omega)))

    slope = jax.jit(jax.jacfwd(end)).lower(jnp.zeros(3))
    unfused = {"xla_disable_hlo_passes": "fusion"}  # which takes a minute there
    slope = slope.compile(unfused if name == "kicks2" else None)(jnp.zeros(3))
    assert np.abs(slope[0] - h / 2 * np.eye(4, 3, -1)).max() < ULP
    assert np.abs(slope[1] - np.eye(3)).max() < 4 * ULP
    if name == "lie_euler":
        back = jax.jit(jax.jacrev(end))(jnp.zeros(3))
        for a, b in zip(slope, back, strict=True):
            assert np.abs(a - b).max() < 4 * ULP


@pytest.mark.parametrize("J", [(2.5, 1, 2), (1.7, 1, 1)])
def test_an_exact_flight_has_derivatives_near_the_axes_of_the_body(J):
    """Its elliptic functions have none there."""
    near = [
        size * (np.roll((1, 0, 0), k) + off * np.roll(aside, k))
        for k in range(3)
        for aside in ((0, 1, 0), (0, 0.3, 1))
        for off in (0, 1e-20, 1e-9, 1e-4)
        for size in (1.0, 1e-3, 1e-40)
    ]

    def slopes(name, derivative):
        taken = rl.jax.step(name, rl.Body(J))

        def end(omega):
            return taken.read(taken.step(0.0, 0.1, taken.start(UNTURNED, omega)))[0]

        return jax.vmap(derivative(end))(jnp.array(near))

    right = slopes("buss8", jax.jacfwd)
    for derivative in (jax.jacfwd, jax.jacrev):
        np.testing.assert_allclose(slopes("kicks2", derivative), right, atol=1e-9)


def test_each_lane_of_a_loop_stops_for_itself():
    def halve(t, h, y, J, load):
        return tuple(
            loop(lambda state: ((state[0] / 2, state[1] + 1.0), state[0] < 2.0), y, 9)
        )

    program = record(halve, 2, 0)
    run = jax.jit(lambda x: run_program(program, 0.0, 0.0, (x, 0.0), ()))
    size, count = run(np.array([1.5, 5.0, 100.0, 1e6]))
    assert size[:3].tolist() == [0.75, 5 / 8, 100 / 128]
    assert count[:3].tolist() == [1, 3, 7]
    assert np.isnan([size[3], count[3]]).all()


def test_where_python_raises_the_state_is_nan():
    body = rl.Body((1.0, 1.5, 2.4))
    taken = rl.jax.step("dmv", body)
    spins = np.array([[0.1, 0.3, 0.1], [1.0, 30.0, 1.0]])
    q, omega = jax.jit(lambda w: after(taken, 0.5, 3, omega=w))(spins)
    assert np.isfinite(q[0]).all() and np.isfinite(omega[0]).all()
    assert np.isnan(q[1]).all() and np.isnan(omega[1]).all()
    with pytest.raises(rl.errors.RotlibError):
        rl.integrate("dmv", body, omega=spins[1], h=0.5, steps=3)


BODY = rl.Body((1.0, 2.0, 2.5))
TILTED = rl.so3.exp([0.3, -0.5, 0.7])


def differences(f, x, e=1e-3):
    """The slopes of f at x, with an error of order e^4."""
    x = np.asarray(x, float)
    columns = []
    for d in e * np.eye(x.size).reshape(x.size, *x.shape):
        a, b, c, g = (f(x + k * d) for k in (1, -1, 2, -2))
        columns.append((8 * (a - b) - c + g) / (12 * e))
    return np.stack(columns, -1)


def fed(t, q, omega, u):
    """A push along x that grows, a brake about y, a push along z."""
    return 0.2 * t, -u[1] * omega[1], u[0] * q[0]


def test_a_symmetric_top_precesses_as_its_moments_say():
    taken, h, steps = rl.jax.step("rk4", BODY), 0.005, 200
    omega, A, T = np.array([0.3, 0.4, 2.0]), 1.5, 1.0

    def end(C):
        J = jnp.stack([A, A, C])
        return taken.with_inertia(J).run(UNTURNED, omega, h=h, steps=steps)[1][-1]

    def known(C):
        angle = (C / A - 1) * omega[2] * T
        turned = (omega[0] + 1j * omega[1]) * jnp.exp(1j * angle)
        return jnp.stack([turned.real, turned.imag, omega[2]])

    def slopes(f):  # the first backwards, the second forwards through it
        return jax.jit(lambda C: jax.jvp(jax.jacrev(f), (C,), (1.0,)))(2.0)

    assert np.abs(np.subtract(slopes(end), slopes(known))).max() < 1e-9


@pytest.mark.parametrize("name, derivative", [("buss2", jax.jacrev), *FORWARD])
def test_derivatives_by_rates_and_moments_are_those_of_differences(name, derivative):
    moments = np.array([1.0, 2.0, 2.5])
    body = rl.Body(TILTED @ np.diag(moments) @ TILTED.T)
    taken = rl.jax.step(name, body)
    axes = rl.quaternion.as_matrix(body.principal_axes)

    def end(x):
        other = rl.Body(axes @ np.diag(x[3:]) @ axes.T)
        return rl.integrate(name, other, omega=x[:3], h=0.05, steps=5).q_raw[-1]

    def by_jax(x):
        return taken.with_inertia(x[3:]).run(UNTURNED, x[:3], h=0.05, steps=5)[0][-1]

    at = np.concatenate([OMEGA, moments])
    slope = jax.jit(derivative(by_jax))(at)
    assert np.abs(slope - differences(end, at)).max() < 1e-11


def test_a_load_is_in_body_axes_beside_other_moments():
    body = rl.Body(TILTED @ np.diag((1.0, 2.0, 2.5)) @ TILTED.T)
    fly, u = rl.stepper("rk4", body, h=0.05, load=fed), (0.5, 0.2)
    there = rl.jax.step("rk4", body, fed).with_inertia(body.principal_moments)
    q, _ = there.read(there.step(0.0, 0.05, there.start(UNTURNED, OMEGA), u))
    assert np.abs(q - np.array(fly(UNTURNED, OMEGA, 0.0, u)[0])).max() < 20 * ULP


NOTHING = rl.wrenches.linear_drag((0.0,) * 6)  # a wrench: so the body flies


@pytest.mark.parametrize("name", ["dqvi", "rkmk54"])
def test_a_flying_body_by_its_6x6_inertia(name):
    body = rl.Body.box(mass=2.0, sides=(1, 2, 3)).about((0.1, 0.2, -0.3))
    taken, v = rl.jax.step(name, body, NOTHING), (0.1, 0.2, 0.3)
    M, more = body.inertia_6x6, rl.Body.box(mass=0.5, sides=(2, 2, 1)).inertia_6x6
    S = M + more
    there = taken.with_inertia(S)
    y = there.start(UNTURNED, OMEGA, np.zeros(3), v)
    omega = there.read(there.step(0.0, 0.2, y))[1]
    centre = np.array([S[2, 4], S[0, 5], S[1, 3]]) / S[3, 3]
    other = rl.Body(S[:3, :3], S[3, 3], centre)
    given = {"omega": OMEGA, "velocity": v, "load": NOTHING}
    run = rl.integrate(name, other, **given, h=0.2, steps=1)
    assert np.abs(omega - run.omega[-1]).max() < 20 * ULP

    around = rl.Body.box(mass=0.5, sides=(2, 2, 1)).about((0.1, 0.2, -0.3)).inertia_6x6

    def rate(e):  # of the same momentum, about the same centre
        return taken.with_inertia(M + e * around).read(y)[1]

    y = taken.start(UNTURNED, OMEGA, np.zeros(3), v)
    wanted = -np.linalg.solve(M, around @ np.concatenate([OMEGA, v]))[:3]
    slope = jax.jvp(rate, (0.0,), (1.0,))[1]
    assert np.abs(slope - wanted).max() < 200 * ULP


@pytest.mark.parametrize("name", ["dqvi", "rkmk54"])
def test_moments_and_a_matrix_of_a_flying_body(name):
    body = rl.Body(TILTED @ np.diag((1.0, 2.0, 2.5)) @ TILTED.T, centre=(0.1, 0, 0))
    taken, motion = rl.jax.step(name, body, NOTHING), (UNTURNED, OMEGA, OMEGA, OMEGA)
    at = taken.start(*motion)
    for inertia in (body.principal_moments, body.inertia, body.inertia_6x6):
        again = taken.with_inertia(inertia).start(*motion)
        assert np.abs(np.subtract(at, again)).max() < 20 * ULP


def test_inputs_and_the_step_length():
    taken, u = rl.jax.step("lie_euler", BODY, fed), np.array([0.3, 0.7])

    def end(u, h):
        return taken.run(UNTURNED, OMEGA, h=h, steps=20, t0=1.0, u=u)[1][-1]

    def flown(h):
        return rl.stepper("lie_euler", BODY, h=h, steps=20, load=fed)

    fly = flown(0.05)
    by_u, by_h = jax.jit(jax.jacrev(end, (0, 1)))(u, 0.05)
    wanted = differences(lambda u: np.array(fly(UNTURNED, OMEGA, 1.0, u)[1]), u)
    assert np.abs(by_u - wanted).max() < 1e-11

    def after_h(h):
        return np.array(flown(float(h[0]))(UNTURNED, OMEGA, 1.0, u)[1])

    wanted = differences(after_h, [0.05], 1e-4)
    assert np.abs(by_h - wanted[:, 0]).max() < 1e-10


def test_inputs_that_change_from_step_to_step():
    taken = rl.jax.step("lie_euler", BODY, fed)
    rows = np.random.default_rng(2).normal(size=(6, 2))
    got = taken.run(UNTURNED, OMEGA, h=0.05, steps=6, u=rows)[1]
    fly = rl.stepper("lie_euler", BODY, h=0.05, load=fed)
    q, omega = UNTURNED, OMEGA
    for k, u in enumerate(rows):
        assert np.abs(got[k] - np.array(omega)).max() < 20 * ULP
        q, omega = fly(q, omega, 0.05 * k, u)
    assert np.abs(got[-1] - np.array(omega)).max() < 20 * ULP


def test_inputs_of_a_wrench():
    def thrust(t, q, omega, position, velocity, u):
        return 0.0, 0.0, 0.0, u, 0.0, 0.0

    taken = rl.jax.step("rkmk54", BODY, rl.Load("thrust", thrust))
    y = taken.start(UNTURNED, np.zeros(3), np.zeros(3), np.zeros(3))

    def place(u):
        return taken.read(taken.step(0.0, 0.5, y, u))[2]

    place, slope = jax.jvp(place, (2.0,), (1.0,))
    assert np.abs(place - np.array([0.25, 0, 0])).max() < 4 * ULP  # u t^2/2m
    assert np.abs(slope - np.array([0.125, 0, 0])).max() < 4 * ULP


def test_many_bodies_and_inputs_by_vmap():
    def push(t, q, omega, u):
        return 0.0, 0.0, u

    taken = rl.jax.step("lie_euler", BODY, push)
    bodies = np.array([[1.0, 2.0, 2.5], [2.0, 1.0, 1.5]])
    pushes = np.array([0.1, -0.2])

    def end(J, u):
        fly = taken.with_inertia(J)
        return fly.run(UNTURNED, OMEGA, h=0.05, steps=5, u=u)[1][-1]

    for got, J, u in zip(jax.vmap(end)(bodies, pushes), bodies, pushes, strict=True):
        fly = rl.stepper("lie_euler", rl.Body(J), h=0.05, steps=5, load=push)
        assert np.abs(got - np.array(fly(UNTURNED, OMEGA, 0.0, u)[1])).max() < 20 * ULP


def test_an_inertia_that_no_body_has_makes_nan():
    taken, flying = rl.jax.step("rk4", BODY), rl.jax.step("dqvi", BODY)
    for of, J in (
        (taken, (1.0, -2.0, 2.0)),
        (flying, np.diag((1.0, 0.0, 2.0))),
        (flying, np.ones((3, 3))),
    ):
        other, place = of.with_inertia(J), [np.zeros(3)] * (2 if of is flying else 0)
        y = other.step(0.0, 0.1, other.start(UNTURNED, OMEGA, *place))
        assert all(np.isnan(part).all() for part in other.read(y)[:2])


def test_a_start_that_a_run_refuses_as_too_large_makes_nan():
    fly = rl.jax.step("splitting_231", BODY)
    for rate, there in ((1e60, False), (-1e61, True)):
        y = fly.start(UNTURNED, (0.0, rate, 0.0))
        assert np.isnan(fly.read(y)[1]).any() == there


ALIKE = [(2, 2, 2), (2, 2, 2 + 1e-9), (2, 2 + 2e-6, 2 + 1e-6), (1, 2, 2), (2, 2.5, 2)]
ON_AXES = [(1.7, 1, 1, 0, 0, 1), (1, 1, 1.7, 1, 0, 0), (1.7, 1, 1, 1, 0, 0)]
ON_AXES += [(1, 1.7, 1, 0.6, 0, 0.8), (1, 1, 0.6, 0.6, 0.8, 0)]


def test_derivatives_of_exact_flights_where_moments_are_alike():
    """Their closed form has none there; on an axis the second ones are good to h^3."""

    def slopes(name, derivative, rows):
        taken = rl.jax.step(name, BODY)

        def end(x):
            fly = taken.with_inertia(x[:3])
            y = fly.start(UNTURNED, x[3:])
            return jnp.concatenate(fly.read(fly.step(0, 0.02, y)))

        return jax.vmap(derivative(end))(jnp.array(rows, float))

    twice = lambda f: jax.jacfwd(jax.jacfwd(f))  # noqa: E731
    for derivative in (jax.jacfwd, jax.jacrev, twice):
        rough = 1e-6 if derivative is twice else 1e-9
        for rows, most in (([2 * J for J in ALIKE], 1e-9), (ON_AXES, rough)):
            ways = [slopes(name, derivative, rows) for name in ("kicks2", "buss8")]
            assert np.abs(ways[0] - ways[1]).max() < most


def by_greatest_moment(t, h, y, J, load):
    return y if J[2] > J[1] else tuple(-a for a in y)


def test_an_inertia_that_cannot_be_exchanged():
    mine = replace(rl.methods.rk4, name="mine", step=by_greatest_moment)
    tied = rl.loads.gravity_gradient(BODY, 4e14, 7e6)
    for method, load, reason in (
        (mine, None, "jax: cannot take mine here, since it branches"),
        ("rk4", tied, "has the inertia of the body in it; write it as"),
    ):
        with pytest.raises(NotAvailable, match=reason):
            rl.jax.step(method, BODY, load).with_inertia((1.0, 2.0, 2.5))


def test_all_methods_with_a_step_take_other_moments():
    others = rl.methods.kicks(), rl.methods.buss3.with_energy_preserved()
    for method in (*rl.methods.ALL, *others):
        if method.closed_form is None:
            made = rl.jax.step(method, BODY).with_inertia((1.0, 2.0, 2.5))
            place = (np.zeros(3), np.zeros(3)) if method.poses else ()
            omega = made.read(made.start(UNTURNED, OMEGA, *place))[1]
            assert np.abs(omega - OMEGA).max() < 20 * ULP


FREE, FED = rl.jax.step("rk4", BODY), rl.jax.step("rk4", BODY, fed)
FLYING = rl.jax.step("dqvi", BODY)
TWO_STEPS, ROWS = {"h": 0.1, "steps": 2}, np.ones((3, 3))
UNFIT = {
    r"inertia: expected shape \(3,\), got \(\)": lambda: FREE.with_inertia(1.0),
    "poses, as dqvi, take matrices": lambda: FREE.with_inertia(np.eye(3)),
    r"\(3,\) or .* \(6, 6\), got \(\); jax.vmap": lambda: FLYING.with_inertia(1.0),
    r"q: expected shape \(..., 4\), got \(3,\)": lambda: FREE.start(OMEGA, OMEGA),
    "expected q, omega, got 1 arrays": lambda: FREE.start(UNTURNED),
    "steps: expected": lambda: FREE.run(UNTURNED, OMEGA, h=0.1, steps=0),
    "takes no inputs": lambda: FREE.run(UNTURNED, OMEGA, **TWO_STEPS, u=1.0),
    "u: the load takes inputs": lambda: FED.run(UNTURNED, OMEGA, **TWO_STEPS),
    r"shape \(n,\) or \(2, n\)": lambda: FED.run(UNTURNED, OMEGA, **TWO_STEPS, u=ROWS),
    r"u: expected a number or shape \(n,\), got \(3, 3\); jax.vmap": lambda: FED.step(
        0.0, 0.1, FED.start(UNTURNED, OMEGA), ROWS
    ),
}


def choosy(t, q, omega):
    return (0.1 if omega[0] > 0 else 0.0, 0.0, 0.0)


def test_what_does_not_fit_or_has_no_step_of_its_own_is_refused():
    refused(UNFIT)
    step, gravity = rl.jax.step, rl.loads.uniform_gravity(TOP)
    table = {
        "closed form; take lie_euler": lambda: step("exact", TURNED),
        "free body only": lambda: step("simo_wong", TOP, gravity),
        "branches on numbers that change": lambda: step("rk4", TURNED, choosy),
    }
    refused(table, NotAvailable)


def test_single_precision_is_refused():
    jax.config.update("jax_enable_x64", False)
    asked = [lambda: rl.jax.kernel(exp), lambda: rl.jax.step("buss4", TURNED)]
    try:
        refused({"jax_enable_x64": asked}, NotAvailable)
    finally:
        jax.config.update("jax_enable_x64", True)


def test_the_listing_in_the_book_runs():
    page = (ROOT / "book" / "appendix" / "handbook.md").read_text(encoding="utf-8")
    section = page.split("## Derivatives of a motion")[1].split("\n## ")[0]
    listing, printed = re.findall(r"```(?:python|text)\n(.*?)```", section, re.S)
    said = []
    exec(listing, {"print": lambda *a: said.append(" ".join(map(str, a)))})
    assert "\n".join(said) + "\n" == printed
