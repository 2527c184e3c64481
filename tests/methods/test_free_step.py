"""The algebraic step of the free body and that with preprocessed moments, the program
of Hairer and Vilmart, and the kicks around both. Their table is held against ours in
the chapter."""

from importlib import import_module

import numpy as np
import pytest
from problems import BODY
from reference_free_body import CASES, NEAR, taylor
from refusals import refused

import rotlib as rl
from rotlib.diagnostics import Problem, symplecticity_defect
from rotlib.errors import StepTooLarge

steps_of_exact = import_module("rotlib.methods.exact")
KINDS = CASES | NEAR
KINDS |= {
    "oblate across": ((1, 1, 1.5), (0.4, 0.3, 0)),
    "prolate across": ((1, 2, 2), (0, 0.4, 0.3)),
    "nearly a sphere": ((1, 1 + 1e-9, 1 + 3e-9), (0.3, -0.5, 0.7)),
    "falling moments": ((2.5, 2, 1), (0.6, 0.5, 0.4)),
    "the middle first": ((2, 1, 2.5), (0.6, 0.5, 0.4)),
    "the middle last": ((1, 2.5, 2), (0.9, 0.2, 0.1)),
    "tiny": ((1, 2, 2.5), (1e-160, 2e-160, 1e-160)),
}
OMEGA = np.array([0.3, 1.0, 0.8])
ORDERS = (4, 6, 8, 10)
STEPS = rl.methods.exact.in_steps()


def go(method=STEPS, body=BODY, **changes):
    return rl.integrate(method, body, **{"omega": OMEGA, "h": 0.3} | changes)


def apart(run, body, omega, h, steps):
    q, w = rl.exact.free_body(body, omega, h * steps)
    size = np.linalg.norm(omega) or 1.0
    return (
        float(np.linalg.norm(run.q_raw[-1] - q * np.sign((run.q_raw[-1] * q).sum()))),
        np.abs(run.omega[-1] - w).max() / size,
    )


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("backend", ["auto", "compiled"])
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_motion_is_followed_exactly(name, backend):
    J, omega = KINDS[name]
    body, size = rl.Body(J), max(np.linalg.norm(omega), 1.0)
    # near a separatrix rounding grows like the exponential of the time
    n = 20 if name in NEAR else 200
    for h in (0.4 / size, -0.1 / size):
        given = {"omega": omega, "h": h, "steps": n, "every": n}
        run = go(body=body, **given, backend=backend)
        q_off, w_off = apart(run, body, omega, h, n)
        assert q_off < 2e-13 and w_off < 2e-13, (h, q_off, w_off)
        assert run.stats["backend"] == {"auto": "python"}.get(backend, backend)


@pytest.mark.evidence("second implementation")
def test_random_bodies_with_tilted_axes_from_any_attitude():
    rng = np.random.default_rng(5)
    for _ in range(20):
        mass = rng.uniform(0.01, 1, 3)
        R = rl.quaternion.as_matrix(rl.quaternion.normalize(rng.normal(size=4)))
        body = rl.Body(R @ np.diag(mass.sum() - mass) @ R.T)
        omega, q0 = rng.normal(size=3), rl.quaternion.normalize(rng.normal(size=4))
        start = {"omega": omega, "q0": q0}
        run = go(body=body, **start, h=0.1, steps=100)
        q, w = rl.exact.free_body(body, omega, run.t, q0)
        assert rl.quaternion.angle_between(q, run.q).max() < 3e-13
        assert np.abs(w - run.omega).max() < 3e-13


@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_a_step_beyond_the_range_is_refused(backend):
    with pytest.raises(StepTooLarge, match="1.25 rad at its fastest"):
        go(h=1.3, steps=3, backend=backend)
    with pytest.raises(StepTooLarge, match="this one would by 2.8"):
        go(omega=OMEGA * [[0.5], [2.0]], h=1.0, steps=3, backend=backend)


@pytest.mark.parametrize("backend", ["auto", "compiled"])
@pytest.mark.parametrize("method, most", [(STEPS, 1.25), ("dmv10", 1.5)])
def test_the_fastest_moment_counts_not_the_first(method, most, backend):
    """Released near the middle axis it will turn faster later on: the refusal knows."""
    given = {"omega": (1e-4, 1.0, 1e-4), "steps": 3, "backend": backend}
    rates = rl.exact.free_body(BODY, given["omega"], np.linspace(0, 60, 4000))[1]
    fastest = np.linalg.norm(rates, axis=1).max()
    assert fastest > 1.02
    go(method, **given, h=(most - 0.001) / fastest)
    for h in ((most + 0.001) / fastest, -2.6, 8.0):
        with pytest.raises(StepTooLarge, match=f"{most} rad at its fastest"):
            go(method, **given, h=h)


def test_half_a_step_leaves_out_the_powers_after_its_eleventh_terms():
    """Held against another series, where what is left out is far above rounding."""
    J, way = (1.0, 2.0, 2.6), np.array([0.6, 0.0, 0.8])

    def error(size):
        omega = size * way
        attitudes, rates = taylor(J, omega, [1.0])
        found = steps_of_exact._f.half_step(omega[0], omega[2], *J)
        return np.abs(np.subtract(found, [*rates[0], *attitudes[0]]))

    slopes = np.log(error(2.0) / error(1.4)) / np.log(2.0 / 1.4)
    # twelve odd and twelve even powers of each rate; of the turn one even power less
    assert np.abs(slopes - [25, 26, 25, 24, 25, 24, 25]).max() < 0.6, slopes


def test_a_half_step_that_is_not_exact_is_noticed(monkeypatch):
    half = steps_of_exact._f.half_step
    monkeypatch.setattr(
        steps_of_exact._f,
        "half_step",
        lambda *a: (*half(*a)[:5], half(*a)[5] + 1e-13, half(*a)[6]),
    )
    with pytest.raises(StepTooLarge, match="defect"):
        go(steps=1)


def test_kicks_at_gauss_nodes_err_linearly_in_the_torque_and_then_fall_steeply():
    def error(GM, nodes, n):
        load = rl.loads.gravity_gradient(BODY, GM, 1.0)
        tried = (rl.methods.kicks(6), 100), (rl.methods.kicks(nodes=nodes), n)
        good, found = (
            go(method, h=10.0 / n, steps=n, every=n, load=load).q[-1]
            for method, n in tried
        )
        return float(rl.quaternion.angle_between(found, good))

    weak, weaker = error(1e-5, 1, 20), error(1e-6, 1, 20)
    assert 9 < weak / weaker < 11
    slopes = [
        np.log2(error(1e-6, nodes, 10) / error(1e-6, nodes, 20)) for nodes in (1, 2, 3)
    ]
    assert abs(slopes[0] - 2) < 0.3 and slopes[1] > 3.4 and slopes[2] > 5


def test_kicks_at_nodes_follow_torques_of_the_time_and_of_the_rate():
    def wind(t, q, omega):
        return tuple([0.2 * np.cos(t + k) - 0.1 * w for k, w in enumerate(omega)])

    problem = Problem(BODY, tuple(OMEGA), 4.0, load=wind)
    measured = rl.diagnostics.order("kicks_gauss2", problem, (40, 80, 160))
    assert abs(measured.slope - 2) < 0.2


def test_kicks_without_a_torque_are_exact_and_a_strong_one_is_refused_in_time():
    for method in (rl.methods.kicks(4), rl.methods.kicks(nodes=2)):
        run = go(method, h=0.5, steps=40)
        assert max(apart(run, BODY, OMEGA, 0.5, 40)) < 1e-13
    spin_up = rl.Load("motor", lambda t, q, omega: (0.0, 0.0, 5.0))
    with pytest.raises(StepTooLarge) as caught:
        go("kicks2", steps=400, load=spin_up)
    assert 3 < len(caught.value.trajectory) < 30


def test_other_orders_are_refused():
    kicks, preprocessed = rl.methods.kicks, rl.methods.preprocessed
    refused(
        {
            "order": lambda: kicks(3),
            "nodes: expected 1 to 6 with order 2": [
                lambda: kicks(nodes=7),
                lambda: kicks(nodes=0),
                lambda: kicks(4, nodes=2),
            ],
            "4, 6, 8": lambda: preprocessed(5),
            "torque_order": lambda: preprocessed(4, torque_order=10),
            "nodes: expected 1 to 6 with torque_order 2": [
                lambda: preprocessed(10, nodes=7),
                lambda: preprocessed(10, nodes=2, torque_order=4),
            ],
        }
    )
    for p in ORDERS:
        assert rl.methods.find(f"dmv{p}") is preprocessed(p)


MOMENTUM = np.array([1.8, 0.4, -0.9])


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


@pytest.mark.evidence("orders and invariants")
def test_kicks_at_gauss_nodes_have_the_error_of_exact_flights():
    """For less than half of the work, and in steps longer than a flight may be."""
    load = rl.loads.gravity_gradient(BODY, 1e-4, 1.0)
    problem = Problem(BODY, tuple(OMEGA), 40.0, load=load)
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
    modified = steps_of_exact.modified
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


def test_kicks_keep_their_attitudes_of_length_one():
    """A length that drifts bends the flights: the energy went as steps^2."""
    pytest.importorskip("llvmlite")
    given = {"omega": (0.3, 1.0, 0.8), "h": 0.05, "steps": 20_000, "every": 2000}
    run = rl.integrate("kicks2", rl.Body((1, 1.5, 1.5)), backend="compiled", **given)
    assert np.abs(run.norm_defect).max() < 1e-15
    assert np.abs(run.energy / run.energy[0] - 1).max() < 1e-13


ROUNDING = {"kicks2": 1e-11, "kicks4": 3e-11, "dmv10": 1e-11}
ROUNDING |= {"dmv": 1e-9, "krenk_nielsen": 1e-9}


@pytest.mark.night
@pytest.mark.parametrize("J", [(1, 1.5, 1.5), (1, 1.5, 1.5 + 1e-6), (1, 2, 2.6)])
@pytest.mark.parametrize("method", ROUNDING)
def test_the_energy_of_a_million_steps_changes_by_rounding(method, J):
    pytest.importorskip("llvmlite")
    given = {"omega": (0.3, 1.0, 0.8), "h": 0.05, "steps": 10**6, "every": 10**5}
    run = rl.integrate(method, rl.Body(J), backend="compiled", **given)
    assert np.abs(run.energy / run.energy[0] - 1).max() < ROUNDING[method]
