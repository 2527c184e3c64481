"""Loads given as formulas: their derivatives against the hand-made ones and against
finite differences, and every refusal."""

import numpy as np
import pytest
import reference_methods as plain
import sympy as sp
from problems import OMEGA, TILTED

import rotlib as rl
from rotlib.codegen import symbolic_load
from rotlib.diagnostics import Problem, order
from rotlib.errors import InvalidInput, NotAvailable

pytestmark = pytest.mark.long
t, *q = sp.symbols("t q_w q_x q_y q_z")
w = sp.symbols("w_x w_y w_z")
RNG = np.random.default_rng(0)
Q = tuple(rl.quaternion.normalize(RNG.normal(size=4)).tolist())
RATES = [tuple(RNG.normal(size=3).tolist()) for _ in range(8)]


def R(q):
    return sp.Matrix(plain.matrix(q))


@pytest.mark.night
@pytest.mark.evidence("second implementation")
def test_gravity_by_potential_and_by_torque_is_the_built_in_load():
    m_c, g = sp.Matrix(2 * TILTED.centre), sp.Matrix([0, 0, sp.Rational(-981, 100)])
    built_in = rl.loads.uniform_gravity(TILTED)
    weight = symbolic_load("weight", potential=-(g.T * R(q) * m_c)[0], q=q)
    for load in (weight, symbolic_load("weight", m_c.cross(R(q).T * g), q=q)):
        assert (
            np.abs(
                np.subtract(load.torque(0.0, Q, OMEGA), built_in.torque(0.0, Q, OMEGA))
            ).max()
            < 1e-14
        )
        for k in range(7):
            mine, theirs = (
                x.derivatives[k](0.0, Q, *RATES[: k + 2]) for x in (load, built_in)
            )
            assert np.abs(np.subtract(mine, theirs)).max() < 1e-13 * max(
                1, np.abs(theirs).max()
            )
    assert abs(weight.potential(Q) - built_in.potential(Q)) < 1e-14


@pytest.mark.night
@pytest.mark.evidence("second implementation")
def test_a_torque_known_in_space_by_momentum_torque_and_hand():
    L = sp.Matrix([sp.sin(t), t**2, sp.exp(-t)])
    by_momentum = symbolic_load("motor", momentum=L, t=t)
    by_torque = symbolic_load("motor", L.diff(t), t=t, q=q, frame="space")
    for k in range(-1, 7):
        a, b = (
            (x.torque if k < 0 else x.derivatives[k])(0.3, Q, *RATES[: k + 2])
            for x in (by_momentum, by_torque)
        )
        assert np.abs(np.subtract(a, b)).max() < 1e-13 * max(1, np.abs(b).max())
    assert np.allclose(
        by_momentum.impulse(0.3), [np.sin(0.3), 0.09, np.exp(-0.3)], rtol=1e-15
    )
    run = rl.integrate("buss2", TILTED, omega=OMEGA, h=0.1, steps=20, load=by_momentum)
    exact = (
        run.momentum_space[0]
        + np.array([by_momentum.impulse(x) for x in run.t])
        - by_momentum.impulse(0.0)
    )
    assert np.abs(run.momentum_space - exact).max() < 1e-13
    assert run.stats["steps"] == 20


FORMULAS = {
    "products and powers": [
        t * q[1] ** 3 / (2 + q[0]),
        w[0] ** 2 * w[1],
        (1 + w[2] ** 2) ** sp.Rational(-3, 2),
    ],
    "circular": [sp.sin(t + q[1]), sp.cos(w[0]) * sp.tan(t / 3), sp.sin(sp.cos(q[2]))],
    "exponential": [sp.exp(-t * w[0] ** 2), sp.log(2 + q[3]), sp.tanh(w[1])],
    "roots and constants": [sp.sqrt(1 + q[0] ** 2), sp.pi * sp.sqrt(2), 2 ** sp.sin(t)],
}


@pytest.mark.day(2)
@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", FORMULAS)
def test_derivatives_agree_with_the_chain_rule(name):
    """SymPy's own derivative along the flow, three times, at 30 digits."""
    load = symbolic_load("formula", FORMULAS[name], t=t, q=q, omega=w, derivatives=3)
    rates = [sp.symbols(f"r{k}_x r{k}_y r{k}_z") for k in range(5)]
    qdot = [
        (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]) / 2,
        (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]) / 2,
        (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]) / 2,
        (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]) / 2,
    ]
    chain = (
        dict(zip(q, qdot, strict=True)) | dict(zip(w, rates[1], strict=True)) | {t: 1}
    )
    for k in range(1, 4):
        chain |= dict(zip(rates[k], rates[k + 1], strict=True))
    values = (
        {t: 0.3} | dict(zip(q, Q, strict=True)) | dict(zip(w, RATES[0], strict=True))
    )
    values |= {
        s: x for k in range(1, 5) for s, x in zip(rates[k], RATES[k], strict=True)
    }
    formula = sp.Matrix(FORMULAS[name])
    for k in range(4):
        if k > 0:
            formula = formula.applyfunc(
                lambda f: sum((f.diff(v) * d for v, d in chain.items()), sp.S.Zero)
            )
        expected = np.array([complex(x.evalf(30, subs=values)).real for x in formula])
        found = (load.torque if k == 0 else load.derivatives[k - 1])(
            0.3, Q, *RATES[: k + 1]
        )
        assert np.abs(np.array(found) - expected).max() < 1e-12 * max(
            1, np.abs(expected).max()
        )


@pytest.fixture(scope="module")
def circular():
    return symbolic_load("formula", FORMULAS["circular"], t=t, q=q, omega=w)


@pytest.mark.night
@pytest.mark.evidence("batch = single")
def test_batches_take_the_same_load(circular):
    omega = RNG.normal(size=(4, 3))
    batch = rl.integrate("buss4", TILTED, omega=omega, h=0.02, steps=20, load=circular)
    for i in range(4):
        single = rl.integrate(
            "buss4", TILTED, omega=omega[i], h=0.02, steps=20, load=circular
        )
        assert np.abs(single.q - batch.q[:, i]).max() < 1e-14


def test_eighth_order_needs_no_hand_work(circular):
    problem = Problem(TILTED, OMEGA, 3.0, load=circular)
    measured = order("buss8", problem, (18, 20, 24, 28, 32))
    assert abs(measured.slope - 8) < 0.3


def test_a_method_that_needs_more_derivatives_says_so_and_who_does_not():
    by_hand = rl.loads.Load(
        "drag",
        lambda t, q, w: tuple([-0.1 * x for x in w]),
        derivatives=(lambda t, q, w, w1: tuple([-0.1 * x for x in w1]),),
    )
    rl.integrate("buss2", TILTED, omega=OMEGA, h=0.1, steps=2, load=by_hand)
    with pytest.raises(
        NotAvailable,
        match=(
            r"buss4 needs 3 time derivatives .* has 1; .*symbolic_load.* use lie_euler,"
            r" .*buss2, .*rk4"
        ),
    ):
        rl.integrate("buss4", TILTED, omega=OMEGA, h=0.1, steps=2, load=by_hand)
    with pytest.raises(NotAvailable, match="buss2 needs 1"):
        rl.integrate(
            "buss2",
            TILTED,
            omega=OMEGA,
            h=0.1,
            steps=2,
            load=lambda t, q, w: (0.0, 0.0, 0.1),
        )


def test_a_known_impulse_saves_a_derivative():
    def swing(n):
        return lambda t: (np.cos(t + n * np.pi / 2), 0.0, 0.0)

    with_impulse = rl.loads.known_torque(swing(0), (swing(1), swing(2)), swing(-1))
    without = rl.loads.known_torque(swing(0), (swing(1), swing(2)))
    rl.integrate("buss4", TILTED, omega=OMEGA, h=0.1, steps=2, load=with_impulse)
    with pytest.raises(NotAvailable, match="buss4 needs 3"):
        rl.integrate("buss4", TILTED, omega=OMEGA, h=0.1, steps=2, load=without)
    measured = order(
        "buss4", Problem(TILTED, OMEGA, 2.0, load=with_impulse), (20, 40, 80, 160)
    )
    assert abs(measured.slope - 4) < 0.1


@pytest.mark.parametrize("frame", ["body", "space"])
def test_constant_torques_supply_every_derivative(frame):
    load = rl.loads.constant_torque((0.3, -0.2, 0.1), frame=frame)
    problem = Problem(TILTED, OMEGA, 2.0, load=load)
    assert abs(order("buss4", problem, (20, 40, 80, 160)).slope - 4) < 0.1
    assert (load.impulse is None) == (frame == "body")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "got 0 of them"),
        ({"torque": [t, t, t], "potential": q[0]}, "got 2 of them"),
        ({"torque": [t, t]}, "three components, got 2"),
        ({"torque": [sp.Symbol("k") * t, 0, 0], "t": t}, r"'k'.*\.subs"),
        ({"potential": t * q[0], "t": t, "q": q}, "'t'"),
        ({"momentum": [q[0], 0, 0], "t": t}, "function of t"),
        ({"torque": [sp.Abs(t), 0, 0], "t": t}, "no rule for the derivatives of Abs"),
        ({"torque": [t, 0, 0], "t": t, "q": q[:3]}, "four symbols q"),
        ({"torque": [t, 0, 0], "t": t, "frame": "world"}, "'body', 'space'"),
        ({"torque": [t, 0, 0], "t": t, "derivatives": -1}, "derivatives"),
    ],
)
def test_what_is_no_load_is_refused(arguments, message):
    with pytest.raises(InvalidInput, match=message):
        symbolic_load("formula", **arguments)


def test_symbols_have_names_by_default():
    load = symbolic_load(
        "drag",
        [-sp.Symbol(f"omega_{i}") * sp.cos(sp.Symbol("t")) for i in "xyz"],
        derivatives=1,
    )
    assert np.allclose(
        load.torque(1.0, Q, OMEGA), -np.cos(1.0) * np.array(OMEGA), rtol=1e-15
    )
