"""The algebraic step of the free body, the kicks around it, and the stepper: held
against the closed form and `integrate`."""

from importlib import import_module

import numpy as np
import pytest
from reference_free_body import taylor

import rotlib as rl
from rotlib.errors import InvalidInput, StepTooLarge

steps_of_exact = import_module("rotlib.methods.exact")
SPECIAL = {
    "sphere": ((2, 2, 2), (0.3, -0.5, 0.7)),
    "oblate": ((1, 1, 1.5), (0.4, 0.1, 2)),
    "prolate": ((1, 2, 2), (0.4, 0.1, 2)),
    "oblate across": ((1, 1, 1.5), (0.4, 0.3, 0)),
    "prolate across": ((1, 2, 2), (0, 0.4, 0.3)),
    "nearly a sphere": ((1, 1 + 1e-9, 1 + 3e-9), (0.3, -0.5, 0.7)),
    "a flat plate": ((1, 2, 3), (0.2, 1.0, 0.6)),
    "steady 1": ((1, 2, 2.5), (1, 0, 0)),
    "steady 2": ((1, 2, 2.5), (0, 1, 0)),
    "steady 3": ((1, 2, 2.5), (0, 0, -1)),
    "separatrix": ((1, 2, 2.25), (0.75, 0.3, 1.0)),
    "next to it": ((1, 2, 2.25), (0.75, 0.3, 1.0 + 1e-12)),
    "leaving the middle": ((1, 2, 2.5), (3e-9, 1, -2e-9)),
    "close to an axis": ((1, 2, 2.5), (1e-9, 1e-8, 1)),
    "tiny": ((1, 2, 2.5), (1e-160, 2e-160, 1e-160)),
    "at rest": ((1, 2, 2.5), (0, 0, 0)),
}


BODY, OMEGA = rl.Body((1.0, 2.0, 2.6)), np.array([0.3, 1.0, 0.8])


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
@pytest.mark.parametrize("name", SPECIAL)
def test_every_kind_of_motion_is_followed_exactly(name, backend):
    J, omega = SPECIAL[name]
    body = rl.Body(J)
    # on it, rounding grows like the exponential of the time
    n = 20 if name == "separatrix" else 200
    for h in (0.4, -0.1):
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


def test_the_fastest_moment_counts_not_the_first():
    """Released near the middle axis it will turn faster later on: the refusal knows."""
    given = {"omega": (1e-4, 1.0, 1e-4), "steps": 1, "backend": "auto"}
    rates = rl.exact.free_body(BODY, given["omega"], np.linspace(0, 60, 4000))[1]
    fastest = np.linalg.norm(rates, axis=1).max()
    assert fastest > 1.02
    go(**given, h=1.249 / fastest)
    with pytest.raises(StepTooLarge):
        go(**given, h=1.251 / fastest)


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


# --- kicks ----------------------------------------------------------------------------

TOP = rl.Body.cone(mass=0.7, radius=0.5, height=1.0)
LEAN = tuple(rl.quaternion.exp([0.6, 0, 0]).tolist())
HEAVY = rl.diagnostics.Problem(
    TOP, (0.5, 1.0, 8.0), 1.5, LEAN, rl.loads.uniform_gravity(TOP)
)


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize(
    ("order", "counts"), [(2, (50, 100, 200)), (4, (50, 100, 200)), (6, (24, 48, 96))]
)
def test_kicks_have_their_order_on_the_heavy_top(order, counts):
    method = rl.methods.kicks(order)
    assert method.order == order and rl.methods.find(f"kicks{order}") is method
    assert abs(rl.diagnostics.order(method, HEAVY, counts).slope - order) < 0.15
    given = method, TOP, HEAVY.omega, 0.03, HEAVY.q0, HEAVY.load
    assert rl.diagnostics.symplecticity_defect(*given) < 1e-9


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


def test_kicks_without_a_torque_are_exact_and_a_strong_one_is_refused_in_time():
    for method in (rl.methods.kicks(4), rl.methods.kicks(nodes=2)):
        run = go(method, h=0.5, steps=40)
        assert max(apart(run, BODY, OMEGA, 0.5, 40)) < 1e-13
    spin_up = rl.Load("motor", lambda t, q, omega: (0.0, 0.0, 5.0))
    with pytest.raises(StepTooLarge) as caught:
        go("kicks2", steps=400, load=spin_up)
    assert 3 < len(caught.value.trajectory) < 30


def test_kicks_at_nodes_follow_torques_of_the_time_and_of_the_rate():
    def wind(t, q, omega):
        return tuple([0.2 * np.cos(t + k) - 0.1 * w for k, w in enumerate(omega)])

    problem = rl.diagnostics.Problem(BODY, tuple(OMEGA), 4.0, load=wind)
    measured = rl.diagnostics.order("kicks_gauss2", problem, (40, 80, 160))
    assert abs(measured.slope - 2) < 0.2


def test_unknown_kicks_are_refused():
    with pytest.raises(InvalidInput, match="order"):
        rl.methods.kicks(3)
    for nodes, order in ((7, 2), (0, 2), (2, 4)):
        with pytest.raises(InvalidInput, match="nodes: expected 1 to 6 with order 2"):
            rl.methods.kicks(order, nodes=nodes)


# --- many steps -----------------------------------------------------------------------


def test_kicks_keep_their_attitudes_of_length_one():
    """A length that drifts bends the flights: the energy went as steps^2."""
    pytest.importorskip("llvmlite")
    given = {"omega": (0.3, 1.0, 0.8), "h": 0.05, "steps": 20_000, "every": 2000}
    run = rl.integrate("kicks2", rl.Body((1, 1.5, 1.5)), backend="compiled", **given)
    assert np.abs(run.norm_defect).max() < 1e-15
    assert np.abs(run.energy / run.energy[0] - 1).max() < 1e-13


ROUNDING = {"kicks2": 1e-11, "kicks4": 3e-11, "dmv": 1e-9, "krenk_nielsen": 1e-9}


@pytest.mark.night
@pytest.mark.parametrize("J", [(1, 1.5, 1.5), (1, 1.5, 1.5 + 1e-6), (1, 2, 2.6)])
@pytest.mark.parametrize("method", ROUNDING)
def test_the_energy_of_a_million_steps_changes_by_rounding(method, J):
    pytest.importorskip("llvmlite")
    given = {"omega": (0.3, 1.0, 0.8), "h": 0.05, "steps": 10**6, "every": 10**5}
    run = rl.integrate(method, rl.Body(J), backend="compiled", **given)
    assert np.abs(run.energy / run.energy[0] - 1).max() < ROUNDING[method]
