"""The conserving step: reference states, every potential, what it keeps, and what
it refuses."""

import warnings
from itertools import product

import numpy as np
import pytest
import reference_krenk as flown
import reference_methods as plain
import sympy as sp
from flights import ANCHOR, BODIES, DRAG, POINT, SPRING, START, fly
from problems import BRICK, truth

import rotlib as rl
from rotlib.codegen import symbolic_load
from rotlib.diagnostics import Problem, order
from rotlib.errors import ConvergenceError, InvalidInput, LargeStep, StepTooLarge
from rotlib.methods.krenk_nielsen import balanced

pytestmark = pytest.mark.long
BODY, OMEGA, Q0 = rl.Body((0.4, 1.1, 0.8)), (1.0, -2.0, 3.0), np.full(4, 0.5)
q = sp.symbols("q_w q_x q_y q_z")
R = sp.Matrix(plain.matrix(q))
HEIGHT = q[0] ** 2 - q[1] ** 2 - q[2] ** 2 + q[3] ** 2
METHOD = rl.methods.krenk_nielsen()


k = R[2, :]  # the vertical, seen from the body
SLANTING = (3 * R[0, :] + 4 * R[2, :]) / 5
KINDS = {  # potentials in units of the body's energy, and the axis of their symmetry
    "gravity": (HEIGHT * sp.Rational(7, 10), (0, 0, 1)),
    "gravity, other extension": (
        (1 - 2 * q[1] ** 2 - 2 * q[2] ** 2) * sp.Rational(7, 10),
        (0, 0, 1),
    ),
    "vertical": (k[0] ** 4 - k[1] * k[2] / 2 + k[2] ** 3, (0, 0, 1)),
    "slanting": (SLANTING[1] ** 3 + SLANTING[2], (0.6, 0, 0.8)),
    "any": (R[0, 1] ** 3 + R[2, 2] * R[1, 0] / 2, None),
}


@pytest.fixture(scope="module")
def loads():
    return {name: symbolic_load(name, potential=V) for name, (V, _) in KINDS.items()}


def spin(load=None, h=0.1, steps=50, method=METHOD, body=BODY, **changes):
    given = {"omega": OMEGA, "q0": Q0, "h": h, "steps": steps, "load": load}
    return rl.integrate(method, body, **given | changes)


def finite_derivative(load):
    """Gonzalez' finite derivative in the four numbers of q, of the potential
    continued as |q|^2 V(q/|q|)."""

    def V(x):
        return (x @ x) * load.potential(tuple(x / np.sqrt(x @ x)))

    def of(q0, q1):
        change = q1 - q0
        slope = plain.complex_slope(lambda x: np.atleast_1d(V(x)), (q0 + q1) / 2)[0]
        if not change.any():
            return slope
        return slope + change * ((V(q1) - V(q0) - slope @ change) / (change @ change))

    return of


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", ["gravity", "gravity, other extension", "any"])
def test_agrees_with_the_paper_s_equations_under_a_potential(name, loads):
    """A plain step on (q, p) with the literal projector and Gonzalez' finite
    derivative in q."""
    load = loads[name]
    y = np.hstack([Q0, 2 * plain.hamilton(Q0, np.hstack([0.0, BODY.momentum(OMEGA)]))])
    for _ in range(20):
        y = plain.nielsen_krenk_step(
            y, [3.0, *BODY.principal_moments], 0.05, finite_derivative(load)
        )
    run = spin(load, 0.05, 20)
    assert np.abs(run.q_raw[-1] - y[:4]).max() < 1e-12
    p = 2 * plain.hamilton(
        run.q_raw[-1], np.hstack([0.0, BODY.momentum(run.omega[-1])])
    )
    assert np.abs(p - y[4:]).max() < 1e-12 * np.linalg.norm(p)


def test_newton_converges_quadratically_and_the_count_is_reported(loads):
    for load, (h, most) in product((None, loads["gravity"]), ((0.03, 4), (0.3, 6))):
        stats = spin(load, h, 20).stats
        count, turn = stats["iterations"][1:], h * np.linalg.norm(OMEGA)
        assert count.max() <= most and (count == np.round(count)).all()
        assert stats["residual"].max() < 1e-11
        assert abs(stats["turn"][1] - turn) < 0.2 * turn
    for load in (loads["gravity"], WAVES + loads["gravity"] + BRAKE):
        stats = spin(load, steps=200, q0=None).stats
        assert stats["iterations"].max() <= 4


@pytest.mark.day(2)
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("name", KINDS)
def test_keeps_energy_and_the_momentum_about_the_axis(name, loads):
    run, axis = spin(loads[name], steps=600), KINDS[name][1]
    assert np.abs(run.energy - run.energy[0]).max() < 1e-11
    assert np.abs(run.norm_defect).max() < 1e-12
    if axis is None:
        assert np.ptp(run.momentum_space, axis=0).min() > 0.1
    else:
        assert np.ptp(run.momentum_space @ axis) < 1e-11


def test_without_the_axis_the_least_correction_loses_the_momentum(loads):
    """Of a law that cannot be recorded nothing is known."""
    law, potential = loads["vertical"].law, loads["vertical"].potential

    def branching(t, q, w):
        return law(t, q, w) if w[0] < 1e9 else (0.0, 0.0, 0.0)

    run = spin(rl.Load("branching", branching, potential), steps=400)
    assert np.ptp(run.energy) < 1e-12 < 1e-4 < np.ptp(run.momentum_space[:, 2])


@pytest.mark.day(1)
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("name", ["gravity", "vertical", "any"])
def test_order_two_under_every_kind_of_potential(name, loads):
    problem = Problem(BODY, OMEGA, 1.5, tuple(Q0), loads[name])
    judge = truth(problem)
    assert abs(order(METHOD, problem, (50, 100, 200), judge).slope - 2) < 0.05


@pytest.mark.parametrize("name", [None, "gravity", "vertical", "any"])
def test_a_step_back_undoes_a_step(name, loads):
    there = spin(loads.get(name), 0.2, 10)
    start = {"omega": there.omega[-1], "q0": there.q[-1]}
    back = spin(loads.get(name), -0.2, 10, **start)
    assert np.abs(back.q_raw[-1] - Q0).max() < 1e-11
    assert np.abs(back.omega[-1] - OMEGA).max() < 1e-10


def test_bodies_at_rest_stay_or_fall(loads):
    rest = {"omega": (0, 0, 0)}
    still = spin(**rest, steps=5, q0=None)
    assert (still.q_raw == still.q_raw[0]).all() and (still.omega == 0).all()
    upright = spin(loads["gravity"], **rest, steps=5, q0=None)
    assert np.abs(upright.omega).max() < 1e-15  # unstable, but without torque
    falling = spin(loads["vertical"], **rest)
    assert np.abs(falling.omega[-1]).max() > 0.1
    assert np.abs(falling.energy - falling.energy[0]).max() < 1e-12


def test_no_step_is_too_small(loads):
    """The correction of the torque is 0/0 in the limit, and rounding long before."""
    for h in (1e-3, 1e-5, 1e-7, 1e-9, 1e-12):
        run, other = [spin(loads["any"], h, 20, m) for m in ("krenk_nielsen", "rk4")]
        off = np.abs(run.omega[-1] - other.omega[-1]).max()
        assert off < 60 * h**3 + 1e-8 * h + 4e-14


def test_balanced_leaves_out_what_is_rounding():
    N, a, tiny = (0.3, -0.2, 0.1), (1e-3, 2e-3, -1e-3), (1e-7, 0.0, 0.0)
    assert balanced(N, tiny, tiny, 1.0) == N
    assert balanced(N, a, a, 1e-4) != N


@pytest.mark.parametrize("batch", [False, True])
def test_large_steps_warn_then_raise(batch):
    omega = np.array([(0.01, 0.0, 10.0)] * 2 if batch else (0.01, 0.0, 10.0))
    given = {"body": BRICK, "omega": omega, "q0": None}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        spin(**given, h=0.15, steps=3)
    with pytest.warns(LargeStep, match="other solutions"):
        spin(**given, h=0.22, steps=3)
    for h in (0.3, 0.39):
        error = quiet((StepTooLarge, ConvergenceError), "smaller step", **given, h=h)
        assert error.step >= 1 and abs(error.turn / (10 * h) - 1) < 0.5
        assert len(error.trajectory) == error.step
        notes = error.__notes__
        assert any("in step" in note and "h |omega|" in note for note in notes)


def quiet(error, words, **given):
    """What a run raises whose steps may be large."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LargeStep)
        with pytest.raises(error, match=words) as caught:
            spin(**given)
    return caught.value


def test_about_a_stable_axis_steps_may_come_near_half_a_turn():
    for axis in ((0, 10.0, 0), (10.0, 0, 0)):
        given = {"body": BRICK, "omega": axis, "q0": None}
        with pytest.warns(LargeStep):
            run = spin(**given, h=0.39, steps=3)
        assert np.abs(run.omega - axis).max() < 1e-12
        quiet(StepTooLarge, "beyond the branch", **given, h=0.41, steps=1)


FRICTION = np.array([[0.3, 0.05, 0.0], [0.05, 0.2, 0.02], [0.0, 0.02, 0.4]])


def waves(t, q, w):
    return 0.3 * np.cos(3 * t), 0.2 * np.sin(2 * t), 0.05 * q[0] * q[1] * w[0]


WAVES = rl.Load("waves", waves)
BRAKE = rl.Load("drag", lambda t, q, w: -(FRICTION @ w) - 0.1 * np.sqrt(w @ w) * w)


def mean_rates(run, h):
    """The mean rate of each step and the attitude in its middle, from the records."""
    q, r = run.q_raw[:-1], run.q_raw[1:]
    r = r * np.sign((q * r).sum(-1))[:, None]
    half = rl.quaternion.multiply(rl.quaternion.conjugate(q), r)
    middle = q + r
    middle = middle / np.linalg.norm(middle, axis=-1)[:, None]
    return 4 / h * half[:, 1:] / (1 + half[:, :1]), middle


@pytest.mark.day(1)
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("batch", [False, True])
def test_energy_changes_by_the_work_and_momentum_by_the_impulse(batch, loads):
    omega, h = np.array([OMEGA] * 2) if batch else OMEGA, 0.1
    run = spin(WAVES + loads["vertical"], h, 300, omega=omega, q0=None)
    run = run[:, 0] if batch else run
    rate, middle = mean_rates(run, h)
    moments = zip(run.t[:-1] + h / 2, middle, rate, strict=True)
    N = np.array([waves(*moment) for moment in moments])
    work = h * (rate * N).sum(-1)
    assert np.abs(np.diff(run.energy) - work).max() < 1e-12 * run.energy.max()
    assert np.abs(work).max() > 1e-3 * run.energy.max()  # there is something to see
    # "vertical" has no torque about the vertical
    vertical = h * rl.quaternion.rotate(middle, N)[:, 2]
    gained = np.diff(run.momentum_space[:, 2])
    assert np.abs(gained - vertical).max() < 1e-12


def test_a_damping_may_stand_beside_a_potential_in_one_law(loads):
    law, potential = loads["vertical"].law, loads["vertical"].potential
    brake = rl.Load("brake", lambda t, q, w: -0.1 * w)
    one = rl.Load("both", lambda t, q, w: law(t, q, w) - 0.1 * w, potential)
    run, other = spin(one, steps=100), spin(loads["vertical"] + brake, steps=100)
    assert np.abs(run.q - other.q).max() < 1e-10
    assert (np.diff(run.energy) < 0).all() and run.energy[-1] < run.energy[0] - 0.1
    with pytest.raises(InvalidInput, match="'both'.*not that of its potential"):
        spin(one, steps=1, method="buss2_ep")  # would restore what the damping takes


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_a_load_contradicts_itself_or_not_in_any_unit(unit, loads):
    sound, body = loads["vertical"], rl.Body(unit * np.array(BODY.principal_moments))

    def law(t, q, w):
        return tuple([unit * x for x in sound.law(t, q, w)])

    spin(rl.Load("right", law, lambda q: unit * sound.potential(q)), 0.1, 1, body=body)
    wrong = rl.Load("wrong", law, lambda q: 1.01 * unit * sound.potential(q))
    for load in (wrong + WAVES, WAVES + wrong):
        with pytest.raises(InvalidInput, match="'wrong'.*not that of its potential"):
            spin(load, 0.1, 1, body=body)


# --- in flight ------------------------------------------------------------------------

RESISTANCE = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])


def thrust(t, q, w, x, v):
    return 0.1 * np.cos(t), 0, 0.2, 0, 0.3 * np.sin(2 * t), q[0] * q[1]


THRUST = rl.Load("thrust", thrust)
WRENCHES = {
    "free": lambda body: None,
    "spring": lambda body: SPRING,
    "pushed": lambda body: THRUST + DRAG,
    "hanging": lambda body: SPRING + rl.wrenches.weight(body),
    "all": lambda body: DRAG + SPRING + THRUST,
}
bodies = pytest.mark.parametrize("name", BODIES)


def centre_of(run, body):
    return run.position + rl.quaternion.rotate(run.q, body.centre)


def with_plain(body, h, steps, wrenches):
    """(R, centre) after steps of the second implementation."""
    R, c = flown.matrix(START["q0"]), body.centre
    x, M = np.array(START["position"]) + R @ c, body.inertia_6x6
    P = M @ np.concatenate([START["omega"], START["velocity"]])
    L, p = R @ (P[:3] - np.cross(c, P[3:])), R @ P[3:]
    for i in range(steps):

        def acting(*motion, t=(i + 0.5) * h):
            return sum((wrench(t, h, *motion) for wrench in wrenches), np.zeros(6))

        cayley = body.added_mass.any()
        R, x, L, p = flown.step(R, x, L, p, flown.about_centre(M, c), h, acting, cayley)
    return R, x


def spring_at(body):
    arm = POINT - body.centre

    def wrench(R, x):
        F = -3.0 * R.T @ (x + R @ arm - ANCHOR)
        return np.hstack([np.cross(arm, F), F])

    M = flown.about_centre(body.inertia_6x6, body.centre)
    share = np.trace(np.linalg.inv(M)[3:, 3:]) / 3
    return flown.right_work(
        wrench,
        lambda R, x: 1.5 * ((x + R @ arm - ANCHOR) ** 2).sum(),
        np.sqrt(np.linalg.eigvalsh(M[:3, :3])[-1] * share),
        np.array(ANCHOR),
    )


def pushed_at(body):
    c = body.centre

    def wrench(t, h, R0, x0, R1, x1, omega, v):
        middle = R0 @ plain.turn(rl.so3.log(R0.T @ R1) / 2)
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
def test_a_flight_agrees_with_a_plain_implementation(name, steps, load):
    body, h = BODIES[name], 0.05
    wrenches = [spring_at(body)] * (load in ("spring", "all"))
    wrenches += [pushed_at(body)] * (load in ("pushed", "all"))
    R, x = with_plain(body, h, steps, wrenches)
    run = fly(METHOD, body, h, steps, WRENCHES[load](body))
    assert np.abs(rl.quaternion.as_matrix(run.q[-1]) - R).max() < 1e-13 * (1 + steps)
    assert np.abs(centre_of(run, body)[-1] - x).max() < 1e-13 * (1 + steps)
    assert run.stats["iterations"].max() <= 3  # Newton knows the slope of the wrench


@pytest.mark.day(1)
@pytest.mark.evidence("orders and invariants")
@bodies
def test_a_flight_keeps_energy_and_momenta_over_many_steps(name, record_property):
    pytest.importorskip("llvmlite")
    body, given = BODIES[name], {"every": 20, "backend": "compiled"}
    run = fly(METHOD, body, 0.02, 10_000, WRENCHES["hanging"](body), **given)
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


def test_a_flight_at_rest_and_too_fast():
    rest = dict.fromkeys(("omega", "velocity"), (0, 0, 0))
    run = fly(METHOD, BODIES["added mass"], 0.1, 3, **rest)
    assert not np.ptp(run.q_raw, axis=0).any()
    with pytest.warns(LargeStep, match="beyond 2 rad"):
        fly(METHOD, BODIES["rigid"], 0.2, 1, omega=(0, 0, 12.0))
    for name in BODIES:
        with pytest.raises((StepTooLarge, ConvergenceError), match="smaller step"):
            fly(METHOD, BODIES[name], 1.0, 1, omega=(0, 0, 40.0))
