"""Moser-Veselov steps with preprocessed moments: what Hairer and Vilmart published, and
what the record says."""

import pickle

import numpy as np
import pytest
import sympy as sp
from problems import BODY, OMEGA

import rotlib as rl
from rotlib.diagnostics import Problem, order, symplecticity_defect
from rotlib.errors import InvalidInput, StepTooLarge
from rotlib.kernels import preprocessed as kernels

ORDERS = (4, 6, 8, 10)

# --- the coefficients of Hairer & Vilmart (2006), table 1 -----------------------------

I1, I2, I3, H, C = sp.symbols("I_1 I_2 I_3 H C", positive=True)
I = (I1, I2, I3)  # noqa: E741
DELTA = I1 * I2 * I3


def sigma(a):
    return sum(x**a for x in I)


def tau(b, c):
    return sum((I[i - 2] ** b + I[i - 1] ** b) / I[i] ** c for i in range(3))


TABLE = {
    "s": (
        -sigma(-1) / 3 * H + sigma(1) / (6 * DELTA) * C,
        (3 * sigma(1) + 2 * DELTA * sigma(-2)) / (60 * DELTA) * H**2
        + (1 - tau(1, 1)) / (30 * DELTA) * C * H
        + (sigma(2) - DELTA * sigma(-1)) / (30 * DELTA**2) * C**2,
        (15 - DELTA * sigma(-3) - 2 * tau(1, 1)) / (630 * DELTA) * H**3
        + (6 * DELTA * tau(1, 2) - 100 * DELTA * sigma(-1) + 53 * sigma(2))
        / (2520 * DELTA**2)
        * C
        * H**2
        + (9 * sigma(1) + 10 * DELTA * sigma(-2) - 6 * tau(2, 1))
        / (420 * DELTA**2)
        * C**2
        * H
        + (4 * DELTA + 17 * sigma(3) - 15 * DELTA * tau(1, 1))
        / (2520 * DELTA**3)
        * C**3,
    ),
    "d": (
        sigma(1) / (6 * DELTA) * H - C / (3 * DELTA),
        -(9 + tau(1, 1)) / (60 * DELTA) * H**2
        + (6 * DELTA * sigma(-1) - sigma(2)) / (60 * DELTA**2) * C * H
        - sigma(1) / (60 * DELTA**2) * C**2,
        (9 * DELTA * sigma(-1) + DELTA * tau(1, 2) - 11 * sigma(2))
        / (1260 * DELTA**2)
        * H**3
        + (47 * sigma(1) + 13 * tau(2, 1) - 38 * DELTA * sigma(-2))
        / (2520 * DELTA**2)
        * C
        * H**2
        + (sigma(3) + 2 * DELTA * tau(1, 1) - 85 * DELTA) / (1260 * DELTA**3) * C**2 * H
        + (34 * DELTA * sigma(-1) - 19 * sigma(2)) / (2520 * DELTA**3) * C**3,
    ),
}
# s_9 and d_9 are in their code DMV10 of 2006 alone; its coefficients of C^4, C^3 H,
# ..., H^4 for the moments 0.6, 0.8, 1.0
NINE = {
    "s": (
        0.010298112782921811,
        -0.027882648687046835,
        0.024174849659514011,
        -0.0086864242439088118,
        0.0022028015417129357,
    ),
    "d": (
        -0.016465817186785551,
        0.043632422104644327,
        -0.037977430555555556,
        0.013691054553966077,
        -0.0029428282587040303,
    ),
}


def factors(p, J, l, h):
    """lambda and mu of the kernel of order p, from two of its three moments."""
    M = getattr(kernels, f"modified_moments_{p}")(*l, *J, h)
    a, b = 1 / J[0], 1 / J[2]
    lam = (1 / M[0] - 1 / M[2]) / (a - b)
    return lam, 1 / M[0] - lam * a


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("J", [(0.6, 0.8, 1.0), (0.345, 0.653, 1.0), (2.0, 3.5, 4.1)])
@pytest.mark.parametrize("p", [4, 6, 8])
def test_the_moments_are_those_of_the_published_table(p, J):
    rng = np.random.default_rng(p)
    for _ in range(5):
        l, h = rng.normal(size=3), 0.4
        values = {C: l @ l / 2, H: l**2 @ (1 / np.array(J)) / 2}
        values |= dict(zip(I, J, strict=True))
        expected = []
        for first, table in ((1.0, TABLE["s"]), (0.0, TABLE["d"])):
            terms = [
                h ** (2 * n + 2) * float(x.subs(values))
                for n, x in enumerate(table[: p // 2 - 1])
            ]
            expected.append(first + sum(terms))
        assert np.allclose(factors(p, J, l.tolist(), h), expected, atol=2e-14, rtol=0)


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("kind", [0, 1], ids="sd")
def test_the_last_terms_are_those_of_the_published_code(kind):
    """The difference of the kernels of orders 10 and 8 is one term; five momenta with
    the same C tell its five coefficients."""
    J, h = (0.6, 0.8, 1.0), 1.0
    rows, found = [], []
    for angle in np.linspace(0.1, 1.5, 9):
        l = (1.5 * np.cos(angle), 0.0, 1.5 * np.sin(angle))
        both = [factors(p, J, l, h)[kind] for p in (10, 8)]
        c, t = 1.5**2 / 2, sum(a * a / j for a, j in zip(l, J, strict=True)) / 2
        rows.append([c ** (4 - m) * t**m for m in range(5)])
        found.append(both[0] - both[1])
    expected = np.array(rows) @ NINE["sd"[kind]]
    assert np.allclose(found, expected, atol=1e-13, rtol=0)
    assert np.abs(expected).max() > 1e-3


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


@pytest.mark.day(1)
@pytest.mark.parametrize("p", ORDERS)
def test_a_drag_costs_no_order(p):
    load = rl.Load("drag", lambda t, q, w: tuple([-0.5 * x for x in w]))
    problem = Problem(BODY, OMEGA, 3.0, load=load)
    judge = problem.run("rk4", 20_000, every=20_000).q[-1]
    method = rl.methods.preprocessed(p, torque_order=4)
    slope = order(method, problem, (40, 60, 90), judge).slope
    assert abs(slope - 4) < 0.15, slope


@pytest.mark.evidence("orders and invariants")
def test_not_symplectic_but_nearly():
    """Hairer and Vilmart's table 2 has "no"; the defect falls with the order."""
    defects = [symplecticity_defect(f"dmv{p}", BODY, OMEGA, 0.5) for p in (4, 6, 8, 10)]
    assert all(a > 5 * b for a, b in zip(defects, defects[1:], strict=False)), defects
    assert defects[-1] > 1e-9 > symplecticity_defect("dmv", BODY, OMEGA, 0.5)


@pytest.mark.night
def test_the_energy_of_a_million_steps():
    given = {"omega": OMEGA, "h": 0.25, "steps": 10**6, "every": 10**5}
    run = rl.integrate("dmv10", BODY, **given, backend="compiled")
    assert np.abs(run.energy / run.energy[0] - 1).max() < 5e-12


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
