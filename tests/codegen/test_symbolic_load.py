"""Loads given as formulas, and every refusal."""

from functools import partial

import numpy as np
import pytest
import reference_methods as plain
import sympy as sp
from problems import OMEGA, TILTED
from refusals import refused

import rotlib as rl
from rotlib.codegen import symbolic_load
from rotlib.diagnostics import Problem, order

pytestmark = pytest.mark.long
t, *q = sp.symbols("t q_w q_x q_y q_z")
w = sp.symbols("w_x w_y w_z")
Q = tuple(rl.quaternion.normalize((0.1, -0.1, 0.6, 0.1)).tolist())


def R(q):
    return sp.Matrix(plain.matrix(q))


@pytest.mark.evidence("second implementation")
def test_gravity_by_potential_and_by_torque_is_the_built_in_load():
    m_c, g = sp.Matrix(2 * TILTED.centre), sp.Matrix([0, 0, sp.Rational(-981, 100)])
    built_in = rl.loads.uniform_gravity(TILTED)
    weight = symbolic_load("weight", potential=-(g.T * R(q) * m_c)[0], q=q)
    wanted = built_in.law(0.0, Q, OMEGA)
    for load in (weight, symbolic_load("weight", m_c.cross(R(q).T * g), q=q)):
        assert np.allclose(load.law(0.0, Q, OMEGA), wanted, rtol=0, atol=1e-14)
    assert abs(weight.potential(Q) - built_in.potential(Q)) < 1e-14


def test_a_torque_in_space_is_that_of_a_known_one():
    N = [sp.cos(t), 2 * t, -sp.exp(-t)]
    formula = symbolic_load("motor", N, t=t, q=q, frame="space")
    known = rl.loads.known_torque(lambda s: (np.cos(s), 2 * s, -np.exp(-s)))
    a, b = (x.law(0.3, Q, OMEGA) for x in (formula, known))
    assert np.allclose(a, b, rtol=1e-14)


ROOT_OF = (1 + w[2] ** 2) ** sp.Rational(-3, 2)
FORMULAS = {
    "products and powers": [t * q[1] ** 3 / (2 + q[0]), w[0] ** 2 * w[1], ROOT_OF],
    "circular": [sp.sin(t + q[1]), sp.cos(w[0]) * sp.tan(t / 3), sp.sin(sp.cos(q[2]))],
    "exponential": [sp.exp(-t * w[0] ** 2), sp.log(2 + q[3]), sp.tanh(w[1])],
    "roots and constants": [sp.sqrt(1 + q[0] ** 2), sp.pi * sp.sqrt(2), 2 ** sp.sin(t)],
}


def test_a_formula_is_what_sympy_finds_at_30_digits():
    values = {t: 0.3, **dict(zip((*q, *w), (*Q, *OMEGA), strict=True))}
    for name, formula in FORMULAS.items():
        load = symbolic_load("formula", formula, t=t, q=q, omega=w)
        wanted = [float(sp.sympify(x).evalf(30, subs=values)) for x in formula]
        assert np.allclose(load.law(0.3, Q, OMEGA), wanted, rtol=1e-13), name


def test_eighth_order_needs_no_hand_work():
    load = symbolic_load("formula", FORMULAS["circular"], t=t, q=q, omega=w)
    measured = order("buss8", Problem(TILTED, OMEGA, 3.0, load=load), (18, 20, 24, 28))
    assert abs(measured.slope - 8) < 0.3


def test_what_is_no_load_is_refused():
    push = {"law": [t, 0, 0], "t": t}
    table = {
        "got neither": {},
        "got both": {"law": [t, t, t], "potential": q[0]},
        "or six, of torque and force, got 2": {"law": [t, t]},
        r"'k'.*\.subs": push | {"law": [sp.Symbol("k") * t, 0, 0]},
        "'t'": {"potential": t * q[0], "t": t, "q": q},
        "zeta": push | {"law": [sp.zeta(t), 0, 0]},
        "4 symbols q": push | {"q": q[:3]},
        "'body', 'space'": push | {"frame": "world"},
    }
    made = partial(symbolic_load, "formula")
    refused({words: partial(made, **given) for words, given in table.items()})


def test_symbols_have_names_by_default():
    slow = sp.cos(sp.Symbol("t"))
    load = symbolic_load("drag", [-sp.Symbol(f"omega_{i}") * slow for i in "xyz"])
    wanted = -np.cos(1.0) * np.array(OMEGA)
    assert np.allclose(load.law(1.0, Q, OMEGA), wanted, rtol=1e-15)
