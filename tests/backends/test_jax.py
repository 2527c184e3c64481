"""JAX as a guest: the numbers of Python floats, derivatives where the angle is zero,
and what is refused."""

import math
import re
import sys

import mpmath
import numpy as np
import pytest
from problems import ROOT, TOP, TURNED

import rotlib as rl
from rotlib import stumpff
from rotlib.backends.bind import bind
from rotlib.backends.flow import loop
from rotlib.backends.registry import Kind
from rotlib.backends.trace import record
from rotlib.codegen.stumpff import exact
from rotlib.errors import NotAvailable
from rotlib.kernels.quaternion import exp, log

pytestmark = pytest.mark.long

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)
from rotlib.backends.jax_ops import run_program  # noqa: E402

jnp = jax.numpy

OMEGA, UNTURNED = np.array([0.3, 1.0, 0.8]), np.array([1.0, 0.0, 0.0, 0.0])
ULP = 2.0**-52


def after(taken, h, steps, *place, omega=OMEGA, q=UNTURNED):
    y, _ = jax.lax.scan(
        lambda y, k: (taken.step(k * h, h, y), None),
        taken.start(q, omega, *place),
        jnp.arange(steps),
    )
    return taken.read(y)


# --- functions ------------------------------------------------------------------------


@pytest.mark.parametrize("k", range(8))
def test_stumpff_functions_and_their_derivatives(k):
    plain = getattr(stumpff, f"c{k}")
    ours = rl.jax.kernel(plain)
    s = np.concatenate([[0.0, 1e-300, 1e-9], np.geomspace(1e-4, 40, 60)])
    assert np.abs(
        jax.jit(ours)(s) - np.array([plain(x) for x in s])
    ).max() < 4 * ULP * plain(0.0)
    wanted = np.array([(k * exactly(k + 2, x) - exactly(k + 1, x)) / 2 for x in s])
    assert np.abs(jax.jit(jax.vmap(jax.grad(ours)))(s) - wanted).max() < 4 * ULP * abs(
        wanted[0]
    )
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
    first = jax.jit(jax.jacfwd(lambda q: jnp.stack(back(*q))))(
        sign * jnp.asarray(UNTURNED)
    )
    assert (
        np.abs(first - np.hstack([np.zeros((3, 1)), 2 * sign * np.eye(3)])).max() == 0
    )
    third = jax.jit(
        jax.grad(jax.jacfwd(jax.grad(lambda x: back(sign, x, 0.0, 0.0)[0])))
    )(0.0)
    assert float(third) == pytest.approx(-4 * sign, rel=1e-14)  # of 2 atan(x)
    turn = rl.jax.kernel(exp)
    there_and_back = jax.jit(jax.jacfwd(lambda v: jnp.stack(back(*turn(*v)))))
    for angle in (1e-12, 1e-5, 0.19, 0.21, 1.0, 3.0):
        assert (
            np.abs(there_and_back(angle * jnp.array([0.6, 0.0, 0.8])) - np.eye(3)).max()
            < 1e-14
        )


# --- steps ----------------------------------------------------------------------------

TRIED = [
    rl.methods.find(name)
    for name in (
        "lie_euler",
        "buss4",
        "rk4",
        "rkmk4",
        "simo_wong",
        "splitting_231",
        "dmv",
        "krenk_nielsen",
        "dqvi",
    )
]  # one of each kind


@pytest.mark.parametrize(
    "method", [*TRIED, rl.methods.find("buss3_ep")], ids=lambda m: m.name
)
def test_compiled_steps_are_those_of_python_floats(method):
    place = (np.zeros(3), np.array([0.1, 0.2, 0.3])) if method.poses else ()
    taken = rl.jax.step(method, TURNED)
    got = jax.jit(lambda omega: after(taken, 0.02, 5, *place, omega=omega))(OMEGA)
    plain = rl.integrate(
        method,
        TURNED,
        omega=OMEGA,
        h=0.02,
        steps=5,
        **({"velocity": place[1]} if place else {}),
    )
    assert (
        np.abs(
            got[0] - plain.attitude[-1] if method.poses else got[0] - plain.q[-1]
        ).max()
        < 20 * ULP
    )
    assert np.abs(got[1] - plain.omega[-1]).max() < 20 * ULP


def test_loads_and_batches():
    name, load, lean, h = (
        "krenk_nielsen",
        rl.loads.uniform_gravity(TOP),
        rl.quaternion.exp([1.0, 0, 0]),
        1e-3,
    )
    taken = rl.jax.step(name, TOP, load)
    spins = np.array([[0.0, 8.7, 140.0], [0.0, 1.0, 150.0], [3.0, 0.0, 90.0]])
    mapped = jax.jit(jax.vmap(lambda w: after(taken, h, 40, omega=w, q=lean)))(spins)
    broadcast = jax.jit(
        lambda w: after(taken, h, 40, omega=w, q=np.tile(lean, (3, 1)))
    )(spins)
    plain = rl.integrate(name, TOP, omega=spins, q0=lean, h=h, steps=40, load=load)
    for got in (mapped, broadcast):
        assert np.abs(got[0] - plain.q[-1]).max() < 200 * ULP
        assert np.abs(got[1] - plain.omega[-1]).max() < 200 * ULP * 150


@pytest.mark.parametrize(
    "method",
    [m for m in TRIED if m.name in ("lie_euler", "rk4", "dmv", "krenk_nielsen")],
    ids=lambda m: m.name,
)
def test_a_body_at_rest_begins_to_turn_as_it_is_pushed(method):
    h, taken = 0.1, rl.jax.step(method, rl.Body((1.0, 2.0, 2.5)))

    def end(omega):
        return taken.read(taken.step(0.0, h, taken.start(UNTURNED, omega)))

    slope = jax.jit(jax.jacfwd(end))(jnp.zeros(3))
    assert np.abs(slope[0] - h / 2 * np.eye(4, 3, -1)).max() < ULP
    assert np.abs(slope[1] - np.eye(3)).max() < 4 * ULP
    if method.name == "lie_euler":
        back = jax.jit(jax.jacrev(end))(jnp.zeros(3))
        assert all(
            np.abs(a - b).max() < 4 * ULP for a, b in zip(slope, back, strict=True)
        )


@pytest.mark.parametrize(
    "name, derivative", [("buss2", jax.jacrev), ("dmv", jax.jacfwd)]
)
def test_derivatives_are_those_of_differences(name, derivative):
    body, e = rl.Body((1.0, 2.0, 2.5)), 1e-3
    taken = rl.jax.step(name, body)
    slope = jax.jit(derivative(lambda w: after(taken, 0.05, 10, omega=w)[0]))(OMEGA)

    def end(w):
        return rl.integrate(name, body, omega=w, h=0.05, steps=10).q[-1]

    for i, d in enumerate(e * np.eye(3)):
        by_hand = (
            8 * (end(OMEGA + d) - end(OMEGA - d))
            - end(OMEGA + 2 * d)
            + end(OMEGA - 2 * d)
        ) / (12 * e)
        assert np.abs(slope[:, i] - by_hand).max() < 1e-11


def test_each_lane_of_a_loop_stops_for_itself():
    def halve(t, h, y, J, load):
        return tuple(
            loop(lambda state: ((state[0] / 2, state[1] + 1.0), state[0] < 2.0), y, 9)
        )

    program = record(bind(halve, Kind.TRACE_WHOLE), None, 2, (), None)
    size, count = jax.jit(lambda x: run_program(program, 0.0, 0.0, (x, 0.0), ()))(
        np.array([1.5, 5.0, 100.0, 1e6])
    )
    assert size[:3].tolist() == [0.75, 5 / 8, 100 / 128] and count[:3].tolist() == [
        1,
        3,
        7,
    ]
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


# --- what is refused ------------------------------------------------------------------


def test_methods_without_a_step_of_their_own_are_refused():
    with pytest.raises(NotAvailable, match="closed form; take lie_euler"):
        rl.jax.step("exact", TURNED)
    with pytest.raises(NotAvailable, match="first steps of adams_bashforth_moulton"):
        rl.jax.step("adams_bashforth_moulton", TURNED)
    with pytest.raises(NotAvailable, match="free body only"):
        rl.jax.step("simo_wong", TOP, rl.loads.uniform_gravity(TOP))


def test_a_load_that_branches_is_refused():
    with pytest.raises(NotAvailable, match="branches on numbers that change"):
        rl.jax.step(
            "rk4", TURNED, lambda t, q, omega: (0.1 if omega[0] > 0 else 0.0, 0.0, 0.0)
        )


def test_single_precision_is_refused():
    jax.config.update("jax_enable_x64", False)
    try:
        for ask in (lambda: rl.jax.kernel(exp), lambda: rl.jax.step("buss4", TURNED)):
            with pytest.raises(NotAvailable, match="jax_enable_x64"):
                ask()
    finally:
        jax.config.update("jax_enable_x64", True)


def test_without_jax_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(NotAvailable, match=r"pip install rotlib\[jax\]"):
        rl.jax.step("buss4", TURNED)


def test_the_listing_in_the_book_runs():
    page = (ROOT / "book" / "how-to-use.md").read_text(encoding="utf-8")
    section = page.split("## Derivatives of a motion")[1].split("\n## ")[0]
    listing, printed = re.findall(r"```(?:python|text)\n(.*?)```", section, re.S)
    said = []
    exec(listing, {"print": lambda *a: said.append(" ".join(map(str, a)))})
    assert "\n".join(said) + "\n" == printed


def test_a_load_that_is_written_for_one_body():
    def saturated(t, q, omega):
        up = rl.quaternion.rotate_back(q, (0.0, 0.0, 1.0))
        return np.clip(-0.3 * omega + np.cross(up, (0.0, 0.1, 1.0)), -0.2, 0.2)

    omega = np.random.default_rng(3).normal(size=(6, 3))
    step = rl.jax.step("rk4", TURNED, saturated)
    y = step.start(np.tile([1.0, 0.0, 0.0, 0.0], (6, 1)), omega)
    for k in range(20):
        y = step.step(0.05 * k, 0.05, y)
    run = rl.integrate("rk4", TURNED, omega=omega, h=0.05, steps=20, load=saturated)
    assert np.abs(step.read(y)[1] - run.omega[-1]).max() < 1e-13
