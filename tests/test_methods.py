"""Each method against a second, plain implementation, its declared order, and what its record says it keeps."""

import numpy as np
import pytest

import rotlib as rl
from rotlib.diagnostics import Problem, drift, order, symplecticity_defect

BODY = rl.Body((1.0, 2.0, 2.6))
TILTED = rl.Body([[3.0, 0.2, 0.1], [0.2, 4.0, 0.3], [0.1, 0.3, 5.0]], mass=2.0, centre=(0.1, -0.2, 0.3))
OMEGA = (0.3, 1.0, 0.8)
STEPPERS = [m for m in rl.methods.ALL if m.step is not None]
STEPS = {"lie_euler": (400, 800, 1600, 3200)}


def by_name(methods):
    return pytest.mark.parametrize("method", methods, ids=lambda m: m.name)


def hamilton(p, q):
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])


def matrix(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def plain_lie_euler(J, q, w, h, steps, torque):
    """Turn in space by h omega_space, momentum kept and kicked in space; matrices and NumPy only."""
    L = matrix(q) @ (J @ w)
    for k in range(steps):
        R = matrix(q)
        omega = R @ np.linalg.solve(J, R.T @ L)
        tau = R @ torque(k * h, q, R.T @ omega)
        angle = np.linalg.norm(h * omega)
        turn = np.array([np.cos(angle / 2), *(h * omega * np.sinc(angle / 2 / np.pi) / 2)])
        q, L = hamilton(turn, q), L + h * tau
    return q, np.linalg.solve(J, matrix(q).T @ L)


def plain_rk4(J, q, w, h, steps, torque):
    """Runge-Kutta on the eight numbers, as a student writes it."""
    def slope(t, y):
        q, w = y[:4], y[4:]
        return np.array([*(hamilton(q, np.array([0.0, *w])) / 2),
                         *np.linalg.solve(J, torque(t, q, w) - np.cross(w, J @ w))])
    y = np.array([*q, *w])
    for k in range(steps):
        t = k * h
        k1 = slope(t, y)
        k2 = slope(t + h / 2, y + h / 2 * k1)
        k3 = slope(t + h / 2, y + h / 2 * k2)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope(t + h, y + h * k3))
    return y[:4], y[4:]


PLAIN = {"lie_euler": plain_lie_euler, "rk4": plain_rk4}
Q0 = np.array([0.5, -0.5, 0.1, 0.7]) / np.linalg.norm([0.5, -0.5, 0.1, 0.7])


@by_name(STEPPERS)
@pytest.mark.parametrize("steps", [1, 100])
@pytest.mark.parametrize("loaded", [False, True])
def test_agrees_with_a_plain_implementation(method, steps, loaded):
    def torque(t, q, w):
        return np.array([0.3 * np.cos(t), -0.2 * w[0], 0.1 + 0.2 * w[2]]) if loaded else np.zeros(3)

    run = rl.integrate(method, TILTED, omega=OMEGA, q0=Q0, h=0.02, steps=steps,
                       load=(lambda t, q, w: tuple(torque(t, q, w))) if loaded else None)
    q, w = PLAIN[method.name](TILTED.inertia, Q0, np.array(OMEGA), 0.02, steps, torque)
    assert np.abs(run.q[-1] - q).max() < 1e-13 * (1 + steps)
    assert np.abs(run.omega[-1] - w).max() < 1e-13 * (1 + steps)


def test_every_stepper_has_a_plain_implementation():
    assert {m.name for m in STEPPERS} == set(PLAIN)


@by_name(STEPPERS)
@pytest.mark.parametrize("body", [BODY, TILTED], ids=["principal", "tilted"])
def test_measured_order_is_the_declared_one(method, body):
    measured = order(method, Problem(body, OMEGA, 4.0), STEPS.get(method.name, (50, 100, 200, 400)))
    assert abs(measured.slope - method.order) < 0.1


@by_name([m for m in STEPPERS if m.torque])
def test_measured_order_with_torque(method):
    problem = Problem(TILTED, OMEGA, 1.5, load=rl.loads.uniform_gravity(TILTED))
    measured = order(method, problem, STEPS.get(method.name, (50, 100, 200, 400)))
    assert abs(measured.slope - method.order) < 0.1


@by_name(rl.methods.ALL)
def test_keeps_what_its_record_says_and_nothing_else(method):
    run = rl.integrate(method, BODY, omega=OMEGA, h=0.05, steps=100_000, every=100)
    L = run.momentum_space
    defects = {
        "momentum": np.abs(L - L[0]).max() / np.linalg.norm(L[0]),
        "energy": np.abs(run.energy / run.energy[0] - 1).max(),
        "norm": np.abs(run.norm_defect).max(),
    }
    kept = {name for name, defect in defects.items() if defect < 1e-10}
    assert kept == set(method.conserves), defects


@by_name(rl.methods.ALL)
def test_symplectic_if_and_only_if_declared(method):
    defect = symplecticity_defect(method, TILTED, OMEGA, 0.1)
    assert (defect < 1e-9) == method.symplectic, defect


@by_name(rl.methods.ALL)
def test_symmetric_if_and_only_if_declared(method):
    there = rl.integrate(method, BODY, omega=OMEGA, h=0.1, steps=1)
    back = rl.integrate(method, BODY, omega=there.omega[-1], q0=there.attitude[-1], h=-0.1, steps=1)
    defect = rl.quaternion.angle_between(back.attitude[-1], [1, 0, 0, 0]) + np.abs(back.omega[-1] - OMEGA).max()
    assert (defect < 1e-12) == method.symmetric, defect


@by_name(rl.methods.ALL)
@pytest.mark.parametrize("J, omega", [
    ((2.0, 2.0, 2.0), (0.3, 1.0, 0.8)),         # sphere: steady
    ((1.0, 2.0, 2.6), (0.0, 0.0, 1.3)),         # principal axis: steady
    ((1.0, 2.0, 2.6), (0.0, 0.0, 0.0)),         # at rest
], ids=["sphere", "axis", "rest"])
def test_steady_motions(method, J, omega):
    run = rl.integrate(method, rl.Body(J), omega=omega, h=0.01, steps=200)
    assert np.abs(run.omega - omega).max() < 1e-12
    assert rl.quaternion.angle_between(run.attitude[-1], rl.quaternion.exp(2.0 * np.array(omega))) < 1e-9


def test_first_order_always_gains_energy_at_the_derived_rate():
    rng = np.random.default_rng(1)
    for _ in range(50):
        a, b, c = rng.uniform(0.5, 2.0, 3)
        body, omega = rl.Body((b + c, c + a, a + b)), rng.normal(size=3)
        run = rl.integrate("lie_euler", body, omega=omega, h=1e-4, steps=1)
        rate = np.linalg.solve(body.inertia, -np.cross(omega, body.inertia @ omega))
        expected = 1e-8 * rate @ body.inertia @ rate / 2
        assert expected > 0
        assert abs(run.energy[1] - run.energy[0] - expected) < 1e-3 * expected + 1e-14


def test_drift_tells_a_drift_from_an_oscillation():
    run = rl.integrate("lie_euler", BODY, omega=OMEGA, h=0.005, steps=4000)
    assert drift(run).energy > 1e-4
    exact = rl.integrate("exact", BODY, omega=OMEGA, h=0.05, steps=4000)
    assert abs(drift(exact).energy) < 1e-16 and abs(drift(exact).norm) < 1e-16


def test_records_are_complete_and_the_table_lists_them():
    for m in rl.methods.ALL:
        assert m.summary and m.chapter and m.equation.startswith("eq-")
        assert (m.step is None) != (m.whole is None)
        assert getattr(rl.methods, m.name) is m is rl.methods.find(m.name)
        assert f"`{m.name}`" in rl.methods.table()


def test_unknown_methods_and_impossible_loads_say_what_there_is():
    with pytest.raises(rl.errors.NotAvailable, match="lie_euler"):
        rl.methods.find("eulr")
    with pytest.raises(rl.errors.NotAvailable, match="rk4"):
        rl.integrate("exact", BODY, omega=OMEGA, h=0.1, steps=1, load=rl.loads.constant_torque((0, 0, 1)))
