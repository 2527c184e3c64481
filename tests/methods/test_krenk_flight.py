"""The conserving step in flight: a second implementation, order, energy, momenta, and
the work of every wrench."""

import numpy as np
import pytest
import reference_krenk as plain
from reference_methods import turn

import rotlib as rl
from rotlib.errors import ConvergenceError, InvalidInput, LargeStep, StepTooLarge

ORDINARY = rl.Body(
    [[0.5, 0.05, -0.02], [0.05, 1.1, 0.1], [-0.02, 0.1, 0.8]],
    mass=2.0,
    centre=(0.05, -0.1, 0.02),
)
_A = np.random.default_rng(0).normal(size=(6, 6))
SWIMMING = rl.Body.from_inertia_6x6(ORDINARY.inertia_6x6 + 0.15 * _A @ _A.T)
BODIES = {"ordinary": ORDINARY, "swimming": SWIMMING}
START = dict(omega=(1, -2, 3.0), position=(0.3, -0.2, 0.1), velocity=(0.5, 1, -0.7))
ANCHOR = np.array([0.0, 0.0, 0.5])
SPRING = rl.wrenches.spring(3.0, point=(0.1, 0.2, -0.05), anchor=ANCHOR)
RESISTANCE = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
DRAG = rl.wrenches.linear_drag(RESISTANCE)


def thrust(t, q, w, x, v):
    return 0.1 * np.cos(t), 0, 0.2, 0, 0.3 * np.sin(2 * t), q[0] * q[1]


THRUST = rl.Load("thrust", thrust)
LOADS = {
    "free": lambda body: None,
    "spring": lambda body: SPRING,
    "weight": rl.wrenches.weight,
    "pushed": lambda body: THRUST + DRAG,
    "hanging": lambda body: SPRING + rl.wrenches.weight(body),
    "all": lambda body: DRAG + SPRING + THRUST,
}
bodies = pytest.mark.parametrize("name", BODIES)


def fly(name, h, steps, load=None, **given):
    return rl.integrate(
        "krenk_nielsen", BODIES[name], h=h, steps=steps, load=load, **{**START, **given}
    )


def centre_of(run, body):
    return run.position + rl.quaternion.rotate(run.q, body.centre)


def momenta(run, body, about=(0.0, 0.0, 0.0)):
    """(angular about a fixed point, linear) in space, from the 6x6 inertia."""
    P = np.concatenate([run.omega, run.velocity], -1) @ body.inertia_6x6
    G = rl.quaternion.rotate(run.q, P[..., 3:])
    L = rl.quaternion.rotate(run.q, P[..., :3])
    return L + np.cross(run.position - about, G), G


def with_plain(body, h, steps, wrench=None, kept=None):
    """(R, centre) after steps of the second implementation."""
    R, c = np.eye(3), body.centre
    x = np.array(START["position"]) + c
    M = plain.about_centre(body.inertia_6x6, c)
    P = body.inertia_6x6 @ np.concatenate([START["omega"], START["velocity"]])
    L, p = P[:3] - np.cross(c, P[3:]), P[3:]
    for i in range(steps):

        def acting(R0, x0, R1, x1, omega, v, t=i * h):
            W = np.zeros(6)
            if kept is not None:
                W = W + kept(R0, x0, R1, x1, omega, v, h)
            if wrench is not None:
                W = W + wrench(t + h / 2, R0, x0, R1, x1, omega, v)
            return W

        R, x, L, p = plain.step(
            R, x, L, p, M, i * h, h, acting, cayley=body.added_mass.any()
        )
    return R, x


def spring_at(body):
    c, point = body.centre, np.array([0.1, 0.2, -0.05])

    def wrench(R, x):
        F = -3.0 * R.T @ (x + R @ (point - c) - ANCHOR)
        return np.hstack([np.cross(point - c, F), F])

    M = plain.about_centre(body.inertia_6x6, c)
    share = np.trace(np.linalg.inv(M)[3:, 3:]) / 3
    return plain.right_work(
        wrench,
        lambda R, x: 1.5 * ((x + R @ (point - c) - ANCHOR) ** 2).sum(),
        np.sqrt(np.linalg.eigvalsh(M[:3, :3])[-1] * share),
        ANCHOR,
    )


def pushed_at(body):
    c = body.centre

    def wrench(t, R0, x0, R1, x1, omega, v):
        middle = R0 @ turn(rl.so3.log(R0.T @ R1) / 2)
        q = rl.quaternion.from_matrix(middle)
        W = np.array(THRUST.law(t, q, None, None, None), float)
        W -= RESISTANCE * np.hstack([omega, v - np.cross(omega, c)])
        return np.hstack([W[:3] - np.cross(c, W[3:]), W[3:]])

    return wrench


@pytest.mark.day(4)
@pytest.mark.evidence("second implementation")
@bodies
@pytest.mark.parametrize("steps", [1, 20])
@pytest.mark.parametrize("load", ["free", "spring", "pushed", "all"])
def test_agrees_with_a_plain_implementation(name, steps, load):
    body, h = BODIES[name], 0.05
    kept = spring_at(body) if load in ("spring", "all") else None
    wrench = pushed_at(body) if load in ("pushed", "all") else None
    R, x = with_plain(body, h, steps, wrench, kept)
    run = fly(name, h, steps, LOADS[load](body))
    assert np.abs(rl.quaternion.as_matrix(run.q[-1]) - R).max() < 1e-13 * (1 + steps)
    assert np.abs(centre_of(run, body)[-1] - x).max() < 1e-13 * (1 + steps)


@pytest.mark.day(1)
@pytest.mark.evidence("orders and invariants")
@bodies
@pytest.mark.parametrize("load", ["free", "spring", "weight", "all"])
def test_order_two(name, load, record_property):
    body = BODIES[name]
    given, counts = LOADS[load](body), (50, 100, 200, 400)
    truth = rl.integrate("rkmk54", body, h=1 / 400, steps=400, load=given, **START)
    errors = []
    for n in counts:
        run = fly(name, 1.0 / n, n, given)
        apart = run.q_raw[-1] - truth.q_raw[-1], run.position[-1] - truth.position[-1]
        errors.append(max(np.abs(x).max() for x in apart))
    slope = -np.polyfit(np.log(counts), np.log(errors), 1)[0]
    record_property(f"krenk_nielsen in flight: order, {name}, {load}", f"{slope:.2f}")
    assert abs(slope - 2) < 0.1, errors


@pytest.mark.day(1)
@pytest.mark.long
@pytest.mark.evidence("orders and invariants")
@bodies
@pytest.mark.parametrize("load, steps", [("free", 100_000), ("hanging", 10_000)])
def test_keeps_energy_and_momenta_over_many_steps(name, load, steps, record_property):
    pytest.importorskip("llvmlite")
    body = BODIES[name]
    given = LOADS[load](body)
    run = fly(name, 0.02, steps, given, every=steps // 500, backend="compiled")
    L, G = momenta(run, body, about=ANCHOR)
    off = np.abs(run.energy / run.energy[0] - 1).max()
    record_property(f"krenk_nielsen in flight: energy, {name}, {load}", f"{off:.0e}")
    reach = np.linalg.norm(run.position - ANCHOR, axis=-1).max()
    scale = np.linalg.norm(L[0]) + reach * np.linalg.norm(G, axis=-1).max()
    assert off < 1e-11
    if load == "free":
        assert np.abs(G - G[0]).max() < 1e-12 * np.linalg.norm(G[0])
        assert np.abs(L - L[0]).max() < 1e-11 * scale
    else:  # gravity leaves the component about the vertical through the anchor
        assert np.ptp(L[:, 2]) < 1e-11 * scale
        assert np.ptp(L[:, 0]) > 1e-3 * scale


@pytest.mark.day(1)
@pytest.mark.evidence("orders and invariants")
@bodies
def test_energy_changes_by_the_work_of_every_wrench(name):
    body, h = BODIES[name], 0.05
    run = fly(name, h, 200, SPRING + THRUST)
    q, r = run.q_raw[:-1], run.q_raw[1:]
    half = rl.quaternion.multiply(rl.quaternion.conjugate(q), r)
    a = half[:, 1:] / (1 + np.abs(half[:, :1])) * np.sign(half[:, :1])
    n = (a**2).sum(-1)[:, None] * body.added_mass.any()
    omega = 4 / h * a / (1 - n)
    middle = q + r * np.sign(half[:, :1])
    middle /= np.linalg.norm(middle, axis=-1)[:, None]
    x = centre_of(run, body)
    w = rl.quaternion.rotate_back(middle, np.diff(x, axis=0)) / h
    v = w - np.cross(omega, body.centre)
    moments = zip(run.t[:-1] + h / 2, middle, strict=True)
    W = np.array([thrust(t, m, None, None, None) for t, m in moments])
    work = h * (W * np.concatenate([omega, v], -1)).sum(-1)
    assert np.abs(np.diff(run.energy) - work).max() < 1e-12 * run.energy.max()
    assert np.abs(work).max() > 1e-2


@bodies
def test_a_step_back_undoes_a_step(name):
    there = fly(name, 0.1, 20, SPRING)
    names = "omega", "position", "velocity"
    end = {what: getattr(there, what)[-1] for what in names}
    back = fly(name, -0.1, 20, SPRING, q0=there.q[-1], **end)
    assert np.abs(back.q_raw[-1] - there.q_raw[0]).max() < 1e-12
    assert np.abs(back.position[-1] - there.position[0]).max() < 1e-12


@pytest.mark.night
def test_what_a_wrench_with_a_potential_adds_by_rates_counts():
    def both(t, q, w, x, v):
        pull = rl.quaternion.rotate_back(q, -2.0 * x) + np.array([-v[1], v[0], 0.0])
        return (0.0, 0.0, 0.0, *pull)

    known = rl.Load("swirl and spring", both, lambda q, x: x @ x)
    run = fly("ordinary", 0.05, 100, known)
    given = {"h": 0.01, "steps": 500, "every": 5, "load": known}
    truth = rl.integrate("rkmk54", ORDINARY, **given, **START)
    assert np.abs(run.position[-1] - truth.position[-1]).max() < 0.05
    # the swirl is across the velocity of the reference point: no work
    assert np.ptp(run.energy) < 1e-12 * run.energy[0]


def test_at_rest_and_too_fast():
    rest = {name: (0, 0, 0) for name in START}
    run = fly("swimming", 0.1, 3, **rest)
    assert not np.ptp(run.q_raw, axis=0).any()
    with pytest.warns(LargeStep, match="beyond 2 rad"):
        fly("ordinary", 0.2, 1, omega=(0, 0, 12.0))
    for name in BODIES:
        with pytest.raises((StepTooLarge, ConvergenceError), match="smaller step"):
            fly(name, 1.0, 1, omega=(0, 0, 40.0))


def test_a_wrench_that_is_not_that_of_its_potential_is_refused():
    wrong = rl.Load("wrong", SPRING.law, lambda q, x: x[2])
    with pytest.raises(InvalidInput, match="'wrong'.*not that of its potential"):
        fly("ordinary", 0.1, 1, THRUST + wrong)
