"""The conserving step in flight: a second implementation, order, energy, momenta, and
the work of every wrench."""

import numpy as np
import pytest
import reference_krenk as plain
from flights import ANCHOR, BODIES, DRAG, POINT, SPRING, START, fly
from reference_methods import turn

import rotlib as rl
from rotlib.errors import ConvergenceError, LargeStep, StepTooLarge

RESISTANCE = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])


def thrust(t, q, w, x, v):
    return 0.1 * np.cos(t), 0, 0.2, 0, 0.3 * np.sin(2 * t), q[0] * q[1]


THRUST = rl.Load("thrust", thrust)
LOADS = {
    "free": lambda body: None,
    "spring": lambda body: SPRING,
    "pushed": lambda body: THRUST + DRAG,
    "hanging": lambda body: SPRING + rl.wrenches.weight(body),
    "all": lambda body: DRAG + SPRING + THRUST,
}
METHOD = "krenk_nielsen"
bodies = pytest.mark.parametrize("name", BODIES)


def centre_of(run, body):
    return run.position + rl.quaternion.rotate(run.q, body.centre)


def with_plain(body, h, steps, wrenches):
    """(R, centre) after steps of the second implementation."""
    R, c = plain.matrix(START["q0"]), body.centre
    x, M = np.array(START["position"]) + R @ c, body.inertia_6x6
    P = M @ np.concatenate([START["omega"], START["velocity"]])
    L, p = R @ (P[:3] - np.cross(c, P[3:])), R @ P[3:]
    for i in range(steps):

        def acting(*motion, t=(i + 0.5) * h):
            return sum((wrench(t, h, *motion) for wrench in wrenches), np.zeros(6))

        cayley = body.added_mass.any()
        R, x, L, p = plain.step(R, x, L, p, plain.about_centre(M, c), h, acting, cayley)
    return R, x


def spring_at(body):
    arm = POINT - body.centre

    def wrench(R, x):
        F = -3.0 * R.T @ (x + R @ arm - ANCHOR)
        return np.hstack([np.cross(arm, F), F])

    M = plain.about_centre(body.inertia_6x6, body.centre)
    share = np.trace(np.linalg.inv(M)[3:, 3:]) / 3
    return plain.right_work(
        wrench,
        lambda R, x: 1.5 * ((x + R @ arm - ANCHOR) ** 2).sum(),
        np.sqrt(np.linalg.eigvalsh(M[:3, :3])[-1] * share),
        np.array(ANCHOR),
    )


def pushed_at(body):
    c = body.centre

    def wrench(t, h, R0, x0, R1, x1, omega, v):
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
    wrenches = [spring_at(body)] * (load in ("spring", "all"))
    wrenches += [pushed_at(body)] * (load in ("pushed", "all"))
    R, x = with_plain(body, h, steps, wrenches)
    run = fly(METHOD, body, h, steps, LOADS[load](body))
    assert np.abs(rl.quaternion.as_matrix(run.q[-1]) - R).max() < 1e-13 * (1 + steps)
    assert np.abs(centre_of(run, body)[-1] - x).max() < 1e-13 * (1 + steps)


@pytest.mark.day(1)
@pytest.mark.long
@pytest.mark.evidence("orders and invariants")
@bodies
def test_keeps_energy_and_momenta_over_many_steps(name, record_property):
    pytest.importorskip("llvmlite")
    load, given = LOADS["hanging"](BODIES[name]), {"every": 20, "backend": "compiled"}
    run = fly(METHOD, BODIES[name], 0.02, 10_000, load, **given)
    L = run.momentum_space - np.cross(ANCHOR, run.linear_momentum_space)
    off = np.abs(run.energy / run.energy[0] - 1).max()
    record_property(f"krenk_nielsen in flight: energy, {name}, hanging", f"{off:.0e}")
    assert off < 1e-11
    # gravity leaves the component about the vertical through the anchor
    assert np.ptp(L[:, 2]) < 1e-10 < 1e-2 < np.ptp(L[:, 0])


@pytest.mark.night
def test_what_a_wrench_with_a_potential_adds_by_rates_counts():
    def both(t, q, w, x, v):
        pull = rl.quaternion.rotate_back(q, -2.0 * x) + np.array([-v[1], v[0], 0.0])
        return (0.0, 0.0, 0.0, *pull)

    known = rl.Load("swirl and spring", both, lambda q, x: x @ x)
    run = fly(METHOD, BODIES["rigid"], 0.05, 100, known)
    truth = fly("rkmk54", BODIES["rigid"], 0.01, 500, known, every=5)
    assert np.abs(run.position[-1] - truth.position[-1]).max() < 0.05
    # the swirl is across the velocity of the reference point: no work
    assert np.ptp(run.energy) < 1e-12 * run.energy[0]


def test_at_rest_and_too_fast():
    rest = dict.fromkeys(("omega", "velocity"), (0, 0, 0))
    run = fly(METHOD, BODIES["added mass"], 0.1, 3, **rest)
    assert not np.ptp(run.q_raw, axis=0).any()
    with pytest.warns(LargeStep, match="beyond 2 rad"):
        fly(METHOD, BODIES["rigid"], 0.2, 1, omega=(0, 0, 12.0))
    for name in BODIES:
        with pytest.raises((StepTooLarge, ConvergenceError), match="smaller step"):
            fly(METHOD, BODIES[name], 1.0, 1, omega=(0, 0, 40.0))
