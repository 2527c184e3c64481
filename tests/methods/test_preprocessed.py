"""Moser-Veselov steps with preprocessed moments: the program of Hairer and Vilmart, and
what the record says. Their table is held against ours in the chapter."""

import pickle
from importlib import import_module

import numpy as np
import pytest
from problems import BODY, OMEGA

import rotlib as rl
from rotlib.diagnostics import Problem, order, symplecticity_defect
from rotlib.errors import InvalidInput, StepTooLarge

ORDERS = (4, 6, 8, 10)

# --- their experiments ----------------------------------------------------------------

MOMENTUM = np.array([1.8, 0.4, -0.9])
COUNTS = {4: (320, 400, 500, 640), 8: (110, 120, 130, 140)}  # of others in test_methods


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("p", COUNTS)
@pytest.mark.parametrize("J, parts", [((0.6, 0.8, 1.0), 1), ((0.345, 0.653, 0.998), 2)])
def test_all_methods_show_the_correct_order(p, J, parts):
    problem = Problem(rl.Body(J), MOMENTUM / J, 10.0)
    slope = order(f"dmv{p}", problem, [parts * n for n in COUNTS[p]]).slope
    assert abs(slope - p) < 0.12, slope


@pytest.mark.evidence("second implementation")
def test_the_driver_of_their_code_ends_at_the_same_place():
    """Momentum and quaternion after 1000 steps of 0.01 s, as their code prints them."""
    J = np.array((0.6, 0.8, 1.0))
    given = {"omega": MOMENTUM / J, "h": 0.01, "steps": 1000, "every": 1000}
    run = rl.integrate("dmv10", rl.Body(J), **given)
    theirs = [-0.73606136416079249, -0.57078695124035328]
    theirs += [-0.29938857183078976, -0.20683908610467178]
    assert np.abs(run.q_raw[-1] - theirs).max() < 1e-13
    theirs = [1.7659625085182098, -0.69546419703308726, 0.77955498148187197]
    assert np.abs(run.omega[-1] * J - theirs).max() < 1e-13


# --- the record -----------------------------------------------------------------------


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize(
    ("torque_order", "counts"),
    [(2, (50, 100, 200)), (4, (50, 100, 200)), (6, (16, 24, 32)), (8, (10, 12, 14))],
)
def test_order_under_a_torque(torque_order, counts):
    q0 = tuple(rl.quaternion.exp([0.6, 0, 0]).tolist())
    heavy = rl.Body.cone(mass=0.7, radius=0.5, height=1.0)
    load = rl.loads.uniform_gravity(heavy)
    method = rl.methods.preprocessed(10, torque_order=torque_order)
    assert (method.order, method.torque_order) == (10, torque_order)
    problem = Problem(heavy, (0.5, 1.0, 8.0), 0.75, q0, load)
    judge = problem.run("buss8", 2000, every=2000).q[-1]
    slope = order(method, problem, counts, judge).slope
    assert abs(slope - torque_order) < 0.15, slope


@pytest.mark.evidence("orders and invariants")
def test_kicks_at_gauss_nodes_have_the_error_of_exact_flights():
    """For less than half of the work, and in steps longer than a flight may be."""
    load = rl.loads.gravity_gradient(BODY, 1e-4, 1.0)
    problem = Problem(BODY, OMEGA, 40.0, load=load)
    judge = problem.run("buss8", 3000, every=3000).q[-1]
    for nodes in (2, 3, 4):
        errors = []
        for name in ("kicks", "dmv10"):
            end = problem.run(f"{name}_gauss{nodes}", 60, every=60).q[-1]
            errors.append(float(rl.quaternion.angle_between(end, judge)))
        assert abs(errors[1] / errors[0] - 1) < 0.05, errors
        assert errors[0] < 1e-5
    # 1.6 s turn the body by two radians
    problem.run("dmv10_gauss4", 25, every=25)


@pytest.mark.parametrize("p", ORDERS)
def test_moments_in_other_units_have_the_same_bits(p):
    modified = import_module("rotlib.methods.exact").modified
    l, J = (0.3, -0.7, 1.1), (1.0, 2.0, 2.6)
    plain = modified(p, l, J, 0.3)
    for unit in (2.0**-150, 2.0**-40, 2.0**40, 2.0**150):
        found = modified(p, [unit * x for x in l], [unit * x for x in J], 0.3)
        assert found == [unit * x for x in plain], unit


@pytest.mark.evidence("orders and invariants")
def test_not_symplectic_but_nearly():
    """Hairer and Vilmart's table 2 has "no"; the defect falls with the order."""
    defects = [symplecticity_defect(f"dmv{p}", BODY, OMEGA, 0.5) for p in (4, 6, 8, 10)]
    assert all(a > 5 * b for a, b in zip(defects, defects[1:], strict=False)), defects
    assert defects[-1] > 1e-9 > symplecticity_defect("dmv", BODY, OMEGA, 0.5)


@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_steps_that_are_too_long_say_so(backend):
    """By the fastest moment of the motion, not by the first."""
    slow = (1e-4, 1.0, 1e-4)
    times = np.linspace(0, 60, 4000)
    rates = np.linalg.norm(rl.exact.free_body(BODY, slow, times)[1], axis=1)
    within = 1.499 / rates.max()
    rl.integrate("dmv10", BODY, omega=slow, h=within, steps=3, backend=backend)
    for h in (1.501 / rates.max(), -2.6, 8.0):
        with pytest.raises(StepTooLarge, match="1.5 rad at its fastest"):
            rl.integrate("dmv10", BODY, omega=slow, h=h, steps=3, backend=backend)


def test_other_orders_are_refused_and_all_pickle():
    with pytest.raises(InvalidInput, match="4, 6, 8"):
        rl.methods.preprocessed(5)
    with pytest.raises(InvalidInput, match="torque_order"):
        rl.methods.preprocessed(4, torque_order=10)
    for given in ({"nodes": 7}, {"nodes": 2, "torque_order": 4}):
        with pytest.raises(InvalidInput, match="expected 1 to 6 with torque_order 2"):
            rl.methods.preprocessed(10, **given)
    for p in ORDERS:
        assert rl.methods.find(f"dmv{p}") is rl.methods.preprocessed(p)
        for method in (
            rl.methods.preprocessed(p),
            rl.methods.preprocessed(p, torque_order=4),
            rl.methods.preprocessed(p, nodes=3),
        ):
            assert pickle.loads(pickle.dumps(method)) is method


@pytest.mark.night
def test_the_energy_of_a_million_steps():
    given = {"omega": OMEGA, "h": 0.25, "steps": 10**6, "every": 10**5}
    run = rl.integrate("dmv10", BODY, **given, backend="compiled")
    assert np.abs(run.energy / run.energy[0] - 1).max() < 5e-12
