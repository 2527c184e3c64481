"""DQVI: reference values, the discrete Lagrangian itself, order, what it keeps, and
what it refuses."""

import warnings
from functools import cache

import numpy as np
import pytest
import reference_dqvi as plain
from reference_methods import parts_of
from scipy.integrate import solve_ivp

import rotlib as rl
from rotlib.errors import (
    ConvergenceError,
    InvalidInertia,
    InvalidInput,
    LargeStep,
    NotAvailable,
    StepTooLarge,
)
from rotlib.kernels import dqvi as kernels
from rotlib.wrenches import Wrench, linear_drag, spring, weight

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep"),
]
SAFE, PUBLISHED = rl.methods.dqvi(), rl.methods.dqvi_published
COMPOSED = [rl.methods.dqvi4, rl.methods.dqvi6]
both = pytest.mark.parametrize("method", [SAFE, PUBLISHED], ids=lambda m: m.name)
each = pytest.mark.parametrize(
    "method", [SAFE, PUBLISHED, *COMPOSED], ids=lambda m: m.name
)
BODY = rl.Body((0.3, 0.5, 0.7), mass=2.0).about((-0.1, 0.2, -0.05))
ADDED = np.zeros((6, 6))
ADDED[3:, 3:] = np.diag([0.0, 3.0, 4.0])
ADDED[0, 4] = ADDED[4, 0] = 0.2
ADDED[2, 3] = ADDED[3, 2] = -0.3
FISH = rl.Body((0.3, 0.5, 0.7), mass=2.0, added_mass=ADDED)
START = {
    "q0": (0.8, 0.2, -0.4, 0.4),
    "position": (1.0, -2.0, 0.5),
    "omega": (0.8, -1.1, 0.5),
    "velocity": (0.3, 0.7, -0.2),
}
TWIST = np.array([*START["omega"], *START["velocity"]])
DRAG = (0.3, 0.2, 0.25, 3.0, 2.0, 4.0)


def random_inertia(rng):
    a = rng.normal(size=(6, 6))
    return a @ a.T + np.eye(6)


def fly(method, body, h, steps, load=None, **changes):
    return rl.integrate(
        method, body, **{**START, **changes}, h=h, steps=steps, load=load
    )


def dual(run, k=-1):
    return plain.pose(run.q[k], run.position[k])


# --- the right numbers ----------------------------------------------------------------

REFERENCE = {  # one step of 0.1 in 40-digit arithmetic
    "free": (
        BODY,
        0.0,
        None,
        (
            0.75758602369495646,
            0.24365882567288812,
            -0.43136020557619067,
            0.4249966663622675,
            -0.64270789335481484,
            0.065175306474194357,
            -0.87417937107091938,
            0.22103652311938919,
        ),
        (
            0.32220152831139176,
            -0.42947095401406243,
            0.64061532984767303,
            0.69622490143244558,
            1.3354758489080328,
            -0.68867637073501384,
        ),
    ),
    "weight": (
        BODY,
        0.0,
        weight(BODY),
        (
            0.75738960370588748,
            0.24384828386075111,
            -0.43141021753592384,
            0.425187284454759,
            -0.63242514723516599,
            0.054245222230692163,
            -0.87999826213059002,
            0.20255635279152297,
        ),
        (
            0.52243105331138248,
            -0.4137748511088421,
            0.3024664273088582,
            -0.99256297983614236,
            1.3299710535754069,
            -1.6879252731416521,
        ),
    ),
    "weight, dual mass": (
        BODY,
        "mass",
        weight(BODY),
        (
            0.75767003540438088,
            0.24373944045387137,
            -0.43110514381930713,
            0.42505947535620521,
            -0.63217930831494827,
            0.054557486791353496,
            -0.88029288314749768,
            0.20276390155794038,
        ),
        (
            0.52236912710427693,
            -0.4138749184625374,
            0.30240780675997844,
            -0.99197089979083825,
            1.3297453030804049,
            -1.6884511135664419,
        ),
    ),
    "added mass": (
        FISH,
        0.0,
        None,
        (
            0.75761778641200255,
            0.24650531831339916,
            -0.4325478300403102,
            0.42208149981112173,
            -0.64462692328991783,
            0.067813051554995382,
            -0.87200167749803302,
            0.22384802810385126,
        ),
        (
            0.39218922832002353,
            -0.57873702549953989,
            0.1883955699750502,
            0.45457698593505005,
            3.5251093123076134,
            -1.5508269085040894,
        ),
    ),
}


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("case", REFERENCE)
def test_reference_values(case):
    body, mu, load, x, P = REFERENCE[case]
    run = fly(rl.methods.dqvi(mu), body, 0.1, 1, load)
    assert (
        np.abs(dual(run) - x).max() < 1e-12
        and np.abs(run.momentum[-1] - P).max() < 1e-12
    )


@pytest.mark.day(2)
@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize(
    ("body", "mu"), [(BODY, 0.0), (BODY, 2.0), (FISH, 0.0), (FISH, 1.3)]
)
@pytest.mark.parametrize("loaded", [False, True])
def test_agrees_with_the_discrete_lagrangian(body, mu, loaded):
    """A stepper that knows the discrete action only, step by step."""
    M, load, U = body.inertia_6x6, None, lambda x: 0.0
    if loaded:
        load = weight(body) + spring(4.0, (0.3, 0.1, 0.0), (0.0, 1.0, 0.0))
        m, c, a, b = (
            body.mass,
            body.centre,
            np.array([0.3, 0.1, 0.0]),
            np.array([0.0, 1.0, 0.0]),
        )

        def U(x):
            R, t = plain.matrix(x[:4]), plain.place(x)
            stretch = t + R @ a - b
            return 9.81 * m * (t + R @ c)[2] + 2.0 * (stretch @ stretch)

    x, P = plain.pose(np.array(START["q0"]), START["position"]), M @ TWIST
    run = fly(rl.methods.dqvi(mu), body, 0.05, 15, load)
    for k in range(15):
        x, P = plain.step(x, P, 0.05, M, mu, U)
        assert np.abs(dual(run, k + 1) - x).max() < 1e-11 * (k + 1)
    assert np.abs(run.momentum[-1] - P).max() < 1e-8


@pytest.mark.night
@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("method", COMPOSED, ids=lambda m: m.name)
def test_composed_steps_agree_with_the_discrete_lagrangian(method):
    load, h = weight(BODY), 0.05
    M, m, c = BODY.inertia_6x6, BODY.mass, BODY.centre

    def U(x):
        return 9.81 * m * (plain.place(x) + plain.matrix(x[:4]) @ c)[2]

    x, P = plain.pose(np.array(START["q0"]), START["position"]), M @ TWIST
    run = fly(method, BODY, h, 5, load)
    for k in range(5):
        for part in parts_of(method.order):
            x, P = plain.step(x, P, part * h, M, m, U)
        assert np.abs(dual(run, k + 1) - x).max() < 3e-11 * (k + 1)
    assert np.abs(run.momentum[-1] - P).max() < 1e-8


@pytest.mark.evidence("second implementation")
def test_jacobian_against_the_complex_step_for_random_inertias():
    rng = np.random.default_rng(2)
    for _ in range(20):
        M, mu, z = random_inertia(rng), rng.uniform(0, 3), rng.normal(size=6) * 0.3
        upper = M[np.triu_indices(6)]

        def left(z, M=M, mu=mu):
            f = plain.increment(z)
            f0, g0, (alpha, beta) = f[0], f[4], np.split(M @ z, 2)
            return np.concatenate(
                [
                    f0 * alpha
                    + np.cross(z[:3], alpha)
                    + g0 * beta
                    + np.cross(z[3:], beta)
                    - mu * g0 * z[3:],
                    f0 * beta + np.cross(z[:3], beta) - mu * g0 * z[:3],
                ]
            )

        values = np.array(kernels.newton(*z, *upper, mu))
        K = np.stack([np.imag(left(z + 1e-30j * e)) / 1e-30 for e in np.eye(6)], -1)
        assert np.abs(values[:6] - left(z)).max() < 1e-13 * np.abs(M).max()
        assert np.abs(values[6:].reshape(6, 6) - K).max() < 1e-13 * np.abs(M).max()


# --- order ----------------------------------------------------------------------------

LOADS = {
    "free": lambda b: None,
    "weight": weight,
    "spring": lambda b: spring(30.0, (0.3, 0.1, 0.0)),
    "drag": lambda b: linear_drag(DRAG),
    "thrust and drag": (
        lambda b: (
            linear_drag(DRAG)
            + weight(b)
            + Wrench(
                "thrust",
                lambda t, q, x, w, v: (
                    0.0,
                    0.1 * w[0] * w[1],
                    0.0,
                    3.0,
                    -v[0] * v[1],
                    0.0,
                ),
                rates=True,
            )
        )
    ),
    "gust": lambda b: Wrench(
        "gust",
        lambda t, q, x, w, v: (0.2 * t, 0.0, -0.1, 3.0 * t, 4.0 - 9.0 * t * t, 0.0),
    ),
    "blade": lambda b: Wrench(
        "blade",
        lambda t, q, x, w, v: (0.0, t * w[2], 0.0, -5.0 * t * v[0], 2.0 * t, 0.0),
        rates=True,
    ),
}


@cache
def flown(name, body):
    """Attitude, place and momentum after a second, by SciPy."""
    load, M = LOADS[name](body), body.inertia_6x6

    def wrench(time, q, t, omega, v):
        q = q / np.linalg.norm(q)
        return (
            np.zeros(6)
            if load is None
            else np.array(load.wrench(time, tuple(q), tuple(t), tuple(omega), tuple(v)))
        )

    start = np.concatenate([START["q0"], START["position"], M @ TWIST])
    found = solve_ivp(
        plain.rates, (0, 1), start, "DOP853", args=(M, wrench), rtol=1e-13, atol=1e-14
    )
    return found.y[:, -1]


@pytest.mark.evidence("orders and invariants")
@both
@pytest.mark.parametrize("name", LOADS)
@pytest.mark.parametrize("body", [BODY, FISH], ids=["rigid", "added mass"])
def test_order_two_in_attitude_place_and_momentum(method, name, body, record_property):
    load = LOADS[name](body)
    y = flown(name, body)
    errors, counts = [], (50, 100, 200)
    for n in counts:
        run = fly(method, body, 1.0 / n, n, load)
        off = rl.quaternion.angle_between(
            run.attitude[-1], y[:4] / np.linalg.norm(y[:4])
        )
        errors.append(
            [
                off,
                np.linalg.norm(run.position[-1] - y[4:7]),
                np.linalg.norm(run.momentum[-1] - y[7:]),
            ]
        )
    slopes = -np.polyfit(np.log(counts), np.log(errors), 1)[0]
    record_property(
        f"{method.name}: order, {name}, {'rigid' if body is BODY else 'added mass'}",
        f"{slopes[np.abs(slopes - 2).argmax()]:.2f}",
    )
    assert np.abs(slopes - 2).max() < 0.1, slopes


def distance(run, y):
    """(attitude, place, momentum): how far the end of a run is from a state."""
    return [
        rl.quaternion.angle_between(run.attitude[-1], y[:4] / np.linalg.norm(y[:4])),
        np.linalg.norm(run.position[-1] - y[4:7]),
        np.linalg.norm(run.momentum[-1] - y[7:]),
    ]


COUNTS = {4: (40, 60, 90), 6: (12, 16, 24)}
STIFF = {4: (200, 300, 400), 6: (60, 80, 100)}  # the spring, and weight under water


@pytest.mark.day(2)
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("method", COMPOSED, ids=lambda m: m.name)
@pytest.mark.parametrize("name", LOADS)
@pytest.mark.parametrize("body", [BODY, FISH], ids=["rigid", "added mass"])
def test_composed_orders_whatever_the_wrench_depends_on(
    method, name, body, record_property
):
    load = LOADS[name](body)
    stiff = name == "spring" or (body is FISH and name in ("weight", "thrust and drag"))
    y = flown(name, body)
    counts = (STIFF if stiff else COUNTS)[method.order]
    errors = [
        distance(fly(method, body, 1.0 / n, n, load, backend="fastest"), y)
        for n in counts
    ]
    slopes = -np.polyfit(np.log(counts), np.log(errors), 1)[0]
    record_property(
        f"{method.name}: order, {name}, {'rigid' if body is BODY else 'added mass'}",
        f"{slopes[np.abs(slopes - method.order).argmax()]:.2f}",
    )
    assert np.abs(slopes - method.order).max() < 0.1, (slopes, errors)


def test_the_literal_start_has_order_one():
    load, M = weight(BODY), BODY.inertia_6x6
    y = plain.flow(
        np.concatenate([START["q0"], START["position"], M @ TWIST]),
        1.0,
        250,
        M,
        lambda time, q, t, w, v: np.array(
            load.wrench(
                time, tuple(q / np.linalg.norm(q)), tuple(t), tuple(w), tuple(v)
            )
        ),
    )
    errors = []
    for n in (100, 200):
        kick = np.array(
            load.wrench(0.0, START["q0"], START["position"], (0,) * 3, (0,) * 3)
        ) / (2 * n)
        V = np.linalg.solve(M, M @ TWIST + kick)
        run = fly("dqvi", BODY, 1.0 / n, n, load, omega=V[:3], velocity=V[3:])
        errors.append(np.linalg.norm(run.position[-1] - y[4:7]))
    assert abs(np.log2(errors[0] / errors[1]) - 1) < 0.05 and errors[0] > 0.02


# --- structure ------------------------------------------------------------------------


def form(P):
    """The symplectic form in body coordinates (xi, dP) of T*SE(3)."""
    L, p = map(plain.hat, (P[:3], P[3:]))
    inner = -np.block([[L, p], [p, np.zeros((3, 3))]])
    return np.block([[inner, np.eye(6)], [-np.eye(6), np.zeros((6, 6))]])


def symplectic_defect(method, body, load, h=0.1, probe=1e-3):
    """Largest entry of D^T Omega(P') D - Omega(P), D by differences of order four."""
    M = body.inertia_6x6
    x0, P0 = plain.pose(np.array(START["q0"]), START["position"]), M @ TWIST

    def after(shift):
        x = plain.times(x0, exp_twist(shift[:6]))
        V = np.linalg.solve(M, P0 + shift[6:])
        return fly(
            method,
            body,
            h,
            1,
            load,
            q0=x[:4],
            position=plain.place(x),
            omega=V[:3],
            velocity=V[3:],
        )

    middle = after(np.zeros(12))
    home = plain.star(dual(middle))
    columns = []
    for e in np.eye(12):
        ends = []
        for k in (-2, -1, 1, 2):
            run = after(k * probe * e)
            ends.append(
                np.concatenate(
                    [log_twist(plain.times(home, dual(run))), run.momentum[-1]]
                )
            )
        columns.append((ends[0] - 8 * ends[1] + 8 * ends[2] - ends[3]) / (12 * probe))
    D = np.stack(columns, -1)
    return np.abs(D.T @ form(middle.momentum[-1]) @ D - form(P0)).max()


def exp_twist(v):
    """Dual quaternion of a small twist, by its series."""
    x, term = np.eye(8)[0], np.eye(8)[0]
    for k in range(1, 12):
        term = plain.times(term, np.array([0, *v[:3], 0, *v[3:]]) / 2) / k
        x = x + term
    return x


def log_twist(x):
    """The inverse for small twists: series of log(1 + y)."""
    y, power, total = x - np.eye(8)[0], x - np.eye(8)[0], np.zeros(8)
    for k in range(1, 14):
        total = total - (-1) ** k / k * power
        power = plain.times(power, y)
    return 2 * np.array([*total[1:4], *total[5:]])


@pytest.mark.day(2)
@pytest.mark.evidence("orders and invariants")
@each
@pytest.mark.parametrize(
    ("name", "symplectic"),
    [("free", True), ("weight", True), ("spring", True), ("drag", False)],
)
def test_symplectic_unless_there_is_drag(method, name, symplectic, record_property):
    assert method.symplectic
    for body in (BODY, FISH):
        defect = symplectic_defect(method, body, LOADS[name](body))
        if body is FISH:
            record_property(
                f"{method.name}: symplecticity defect, {name}", f"{defect:.0e}"
            )
        assert (defect < 1e-8) == symplectic, defect
        assert symplectic or defect > 1e-3


def momentum_drift(run):
    return [
        np.abs(a - a[0]).max() / np.linalg.norm(a[0])
        for a in (run.momentum_space, run.linear_momentum_space)
    ]


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize(
    "method", [PUBLISHED, SAFE, rl.methods.dqvi(0.7), *COMPOSED], ids=lambda m: m.name
)
@pytest.mark.parametrize("body", [BODY, FISH], ids=["rigid", "added mass"])
def test_keeps_both_momenta_and_no_drift_of_energy(method, body, record_property):
    mu = 0.7 if "0.7" in method.name else None
    assert method.conserves == ("momentum", "norm")
    run = fly(method, body, 0.05, 4000, backend="fastest")
    if body is FISH and mu != 0.7:
        for name, defect in (
            ("momentum", max(momentum_drift(run))),
            ("norm", np.abs(run.norm_defect).max()),
            ("energy", np.abs(run.energy / run.energy[0] - 1).max()),
        ):
            record_property(f"{method.name}: {name}, largest change", f"{defect:.0e}")
    elif mu != 0.7:
        defect = np.abs(run.energy / run.energy[0] - 1).max()
        record_property(
            f"{method.name}: energy, largest change without added mass", f"{defect:.0e}"
        )
    assert max(momentum_drift(run)) < 1e-11 and np.abs(run.norm_defect).max() < 1e-13
    E = run.energy / run.energy[0] - 1
    rounding = 1e-11  # with the mass and without added mass the energy is kept
    assert np.ptp(E[-400:]) < 2 * np.ptp(E[:400]) + rounding
    exact = body is BODY and mu is None and method is not PUBLISHED
    assert np.abs(E).max() < (rounding if exact else 0.05)
    about_reference = rl.quaternion.rotate(run.attitude, run.momentum[:, :3])
    assert np.ptp(about_reference, axis=0).max() > 1e-2  # this one is not conserved


@pytest.mark.night
def test_momenta_over_a_hundred_thousand_steps():
    pytest.importorskip("llvmlite")
    given = {"steps": 100_000, "every": 100, "backend": "compiled"}
    run = rl.integrate("dqvi", FISH, **START, h=0.05, **given)
    assert max(momentum_drift(run)) < 1e-9
    handle = rl.Body((0.04, 0.06, 0.09), mass=1.2).about((-0.05, 0.15, -0.02))
    omega = np.array([0.02, 4.0, 0.02])
    run = rl.integrate(
        "dqvi",
        handle,
        omega=omega,
        velocity=-np.cross(omega, handle.centre),
        h=0.01,
        **given,
    )
    assert np.abs(run.energy / run.energy[0] - 1).max() < 1e-11  # the centre is at rest
    assert (
        np.ptp(run.position + rl.quaternion.rotate(run.q, handle.centre), axis=0).max()
        < 1e-9
    )


def test_energy_error_is_of_second_order_and_zero_for_free_rotation():
    for method in (SAFE, PUBLISHED):
        spread = [
            np.ptp(fly(method, FISH, h, round(4 / h)).energy) for h in (0.02, 0.01)
        ]
        assert 3.8 < spread[0] / spread[1] < 4.2
    still = fly(
        PUBLISHED,
        BODY,
        0.1,
        500,
        velocity=tuple(-np.cross(START["omega"], BODY.centre)),
    )
    assert np.ptp(still.energy) < 1e-13
    flying = fly(SAFE, BODY, 0.1, 500)
    assert np.ptp(flying.energy) < 1e-12


@pytest.mark.parametrize("mu", [0.0, "mass"])
@pytest.mark.parametrize("name", ["free", "weight", "drag"])
def test_the_reference_point_does_not_matter(mu, name):
    shift = np.array([0.4, -0.3, 0.2])
    for body in (BODY, FISH):
        other = body.about(shift)
        load, other_load = LOADS[name](body), LOADS[name](other)
        if name == "drag":  # the same damping, seen from the other point
            X = np.eye(6)
            X[3:, :3] = [
                [0, -shift[2], shift[1]],
                [shift[2], 0, -shift[0]],
                [-shift[1], shift[0], 0],
            ]
            other_load = linear_drag(X.T @ np.diag(DRAG) @ X)
        one = fly(rl.methods.dqvi(mu), body, 0.02, 60, load)
        start = {
            "position": (
                np.array(START["position"]) + rl.quaternion.rotate(START["q0"], shift)
            ),
            "velocity": np.array(START["velocity"]) + np.cross(START["omega"], shift),
        }
        two = fly(rl.methods.dqvi(mu), other, 0.02, 60, other_load, **start)
        assert np.abs(one.q - two.q).max() < 1e-11
        assert (
            np.abs(
                one.position + rl.quaternion.rotate(one.q, shift) - two.position
            ).max()
            < 1e-10
        )


@pytest.mark.evidence("orders and invariants")
@each
@pytest.mark.parametrize("name", ["free", "weight", "spring", "drag"])
def test_a_step_back_undoes_a_step(method, name):
    assert method.symmetric
    for body in (BODY, FISH):
        load = LOADS[name](body)
        there = fly(method, body, 0.02, 40, load)
        back = rl.integrate(
            method,
            body,
            omega=there.omega[-1],
            velocity=there.velocity[-1],
            q0=there.q[-1],
            position=there.position[-1],
            h=-0.02,
            steps=40,
            load=load,
        )
        assert (
            np.abs(back.q[-1] - START["q0"]).max() < 1e-11
            and np.abs(back.twist[-1] - TWIST).max() < 1e-10
        )


# --- the missing part -----------------------------------------------------------------

BALL = rl.Body((0.0035, 0.0035, 0.0018), mass=0.42)


def test_spin_along_the_flight_is_multiplied_and_the_dual_mass_repairs_it():
    ratio = 0.002 * 25 / (2 * np.sqrt(0.0018 / 0.42))
    spun = {
        mu: rl.integrate(
            rl.methods.dqvi(mu),
            BALL,
            omega=(0, 0, 0.01),
            velocity=(0, 0, 25.0),
            h=0.002,
            steps=1,
        )
        for mu in (0.0, "mass")
    }
    turned = {mu: 2 * run.q[1, 3] / 0.002 / 0.01 for mu, run in spun.items()}
    assert (
        abs(turned[0.0] * (1 - ratio**2) - 1) < 1e-6 and abs(turned["mass"] - 1) < 1e-6
    )
    with pytest.raises(StepTooLarge, match=r"h\|v\|/2k = 1.2.*the method 'dqvi'"):
        rl.integrate(
            PUBLISHED, BALL, omega=(0, 0, 0.01), velocity=(0, 0, 80.0), h=0.002, steps=1
        )


def test_screw_motion_is_too_fast_by_the_known_factor():
    screw = rl.Body((0.7, 0.7, 0.35), mass=1.0)
    run = rl.integrate(
        PUBLISHED, screw, omega=(0, 0, 2.0), velocity=(0, 0, 0.05), h=0.2, steps=1
    )
    phi = run.q[1, 3]
    assert abs(run.position[1, 2] / 0.2 / 0.05 * (1 - phi**2) - 1) < 1e-3
    right = rl.integrate(
        SAFE, screw, omega=(0, 0, 2.0), velocity=(0, 0, 0.05), h=0.2, steps=1
    )
    assert abs(right.position[1, 2] - 0.01) < 1e-15


def test_with_the_dual_mass_flight_is_exact():
    run = fly(SAFE, BODY, 0.1, 300)
    centre = run.position + rl.quaternion.rotate(run.q, BODY.centre)
    v = run.linear_momentum_space[0] / BODY.mass
    assert np.abs(centre - centre[0] - run.t[:, None] * v).max() < 1e-11
    falling = fly(SAFE, BODY, 0.1, 100, weight(BODY))
    centre = falling.position + rl.quaternion.rotate(falling.q, BODY.centre)
    t = falling.t
    parabola = centre[0] + t[:, None] * v + np.outer(t**2 / 2, (0, 0, -9.81))
    assert np.abs(centre - parabola).max() < 1e-9


@both
def test_rotation_alone_is_moser_veselov(method):
    body = rl.Body((1.0, 2.0, 2.6), mass=3.0)
    flown = rl.integrate(method, body, omega=(0.3, 1.0, 0.8), h=0.2, steps=200)
    turned = rl.integrate("dmv", body, omega=(0.3, 1.0, 0.8), h=0.2, steps=200)
    assert (
        np.abs(flown.q - turned.q).max() < 1e-11 and np.abs(flown.position).max() == 0.0
    )


@both
def test_translation_alone_is_exact(method):
    for body in (BODY, rl.Body((1, 2, 2.5), mass=2.0, added_mass=(0, 0, 0, 1.0, 0, 0))):
        along = (0.5, 0.0, 0.0) if body.added_mass.any() else (0.5, -0.2, 0.7)
        run = rl.integrate(
            method, body, omega=(0, 0, 0), velocity=along, h=0.3, steps=50
        )
        assert np.abs(run.position - np.outer(run.t, along)).max() < 1e-13
        assert run.stats["iterations"].max() == 0  # the first guess is the solution


# --- the default, and the warning of the other ----------------------------------------

STONE = rl.Body.box(mass=2.0, sides=(0.3, 0.2, 0.1))
FLIGHT = {"omega": (1, 2, 3), "velocity": (5, 0, 0), "h": 0.01, "steps": 200}


def attitude_error(run, body, omega):
    """Angle (degrees) at the end between a free flight and the closed form."""
    q = rl.exact.free_body(body, omega, run.t[-1:])[0]
    return np.degrees(rl.quaternion.angle_between(run.attitude[-1], q[-1]))


def test_each_variant_has_a_name_of_its_own():
    assert rl.methods.find("dqvi") is rl.methods.dqvi() is rl.methods.dqvi("mass")
    assert rl.methods.find("dqvi_published") is PUBLISHED is rl.methods.dqvi(0)
    half = rl.methods.dqvi(0.5)
    assert half.name == "dqvi(dual_scalar_mass=0.5)" and "0.5 kg" in half.summary
    assert fly("dqvi_published", BODY, 0.1, 1).method == "dqvi_published"


def test_a_user_who_just_flies_a_body_gets_the_right_attitude():
    speeds = [0.0, 5.0, 50.0, 7500.0]
    off = [
        attitude_error(
            rl.integrate("dqvi", STONE, **{**FLIGHT, "velocity": (v, 0, 0)}),
            STONE,
            FLIGHT["omega"],
        )
        for v in speeds
    ]
    assert max(off) < 0.1 and np.ptp(off) < 1e-6


@pytest.mark.parametrize(
    "backend", ["python", "numpy", pytest.param("compiled", marks=pytest.mark.night)]
)
def test_a_flight_that_is_visibly_wrong_says_so_once(backend):
    with pytest.warns(LargeStep, match="0.4 degrees.*use 'dqvi'") as heard:
        run = rl.integrate("dqvi_published", STONE, **FLIGHT, backend=backend)
    assert len(heard) == 1 and attitude_error(run, STONE, FLIGHT["omega"]) > 5
    assert heard[0].filename == __file__  # the line of the user, not one of rotlib
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rl.integrate("dqvi", STONE, **FLIGHT, backend=backend)
        slow = {**FLIGHT, "velocity": (1, 0, 0)}
        run = rl.integrate("dqvi_published", STONE, **slow, backend=backend)
    assert attitude_error(run, STONE, FLIGHT["omega"]) < 0.5


def test_a_batch_warns_if_one_of_its_motions_is_wrong():
    omega = np.array([FLIGHT["omega"], (0, 0, 3), (0, 0, 0)])
    with pytest.warns(LargeStep) as heard:
        run = rl.integrate("dqvi_published", STONE, **{**FLIGHT, "omega": omega})
    assert len(heard) == 1
    assert (run.stats["disturbance"][-1] > np.radians(0.4)).tolist() == [
        True,
        *[False] * 2,
    ]


@pytest.mark.night
def test_the_warning_comes_with_the_error_it_is_about():
    """Bodies, turns and ways of a step at random, a hundred steps each."""
    rng = np.random.default_rng(1)
    heard, wrong = [], []
    for _ in range(6):
        a = rng.uniform(0.03, 0.3, 3) ** 2
        body = rl.Body(2.0 * (a.sum() - a), mass=2.0)
        k = np.sqrt(a.sum() - a).min()
        turn, ratio = np.exp(rng.uniform(np.log(1e-3), np.log((0.2, 0.6)), (40, 2))).T
        ways = rng.normal(size=(2, 40, 3))
        u, w = ways / np.linalg.norm(ways, axis=2, keepdims=True)
        omega, velocity = 100 * turn[:, None] * u, 200 * k * ratio[:, None] * w
        start = {"omega": omega, "velocity": velocity, "h": 0.01, "steps": 100}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LargeStep)
            run = rl.integrate("dqvi_published", body, **start, every=100)
        truth = rl.exact.free_body(body, omega, run.t)[0]
        off = rl.quaternion.angle_between(run.attitude[-1], truth[-1])
        safe = rl.integrate("dqvi", body, **start, every=100).attitude[-1]
        own = rl.quaternion.angle_between(safe, truth[-1])
        heard += [*(run.stats["disturbance"][-1] > np.radians(0.4))]
        wrong += [*np.degrees([off, own]).T]
    heard, (off, own) = np.array(heard), np.transpose(wrong)
    needed = ((off > 1) & (off > 2 * own)) | ((off > 0.5) & (off > 10 * own))
    assert needed.sum() > 20 and heard[needed].all()
    harmless = off < 0.25
    assert harmless.sum() > 100 and not heard[harmless].any()


# --- batches, records -----------------------------------------------------------------


@pytest.mark.day(2)
@pytest.mark.evidence("batch = single")
@each
@pytest.mark.parametrize("name", LOADS)
def test_a_batch_has_the_bits_of_its_members(method, name):
    many = np.array(START["omega"]) + np.random.default_rng(0).normal(size=(5, 3)) / 2
    many[2] = 0.0
    load = LOADS[name](BODY)
    together = fly(method, BODY, 0.02, 40, load, omega=many)
    for i, omega in enumerate(many):
        alone = fly(method, BODY, 0.02, 40, load, omega=omega)
        assert np.array_equal(together.q[:, i], alone.q) and np.array_equal(
            together.position[:, i], alone.position
        )
        assert np.array_equal(together.velocity[:, i], alone.velocity)
        for name_ in ("iterations", "residual", "turn"):
            assert np.array_equal(together.stats[name_][:, i], alone.stats[name_])
    assert together.wrench.shape == (41, 5, 6) and together.energy.shape == (41, 5)
    assert np.allclose(
        together.wrench[:, 1],
        fly(method, BODY, 0.02, 40, load, omega=many[1]).wrench,
        atol=1e-12,
    )


def test_the_trajectory_knows_poses_momenta_wrenches_and_energies():
    load = weight(BODY) + spring(4.0, (0.3, 0.1, 0.0))
    run = fly("dqvi", BODY, 0.02, 50, load)
    assert np.allclose(run.pose[-1], dual(run), atol=1e-14) and run.twist.shape == (
        51,
        6,
    )
    assert np.allclose(run.momentum, run.twist @ BODY.inertia_6x6)
    assert np.allclose(run.kinetic_energy, 0.5 * (run.twist * run.momentum).sum(-1))
    place = run.position[-1] + rl.quaternion.rotate(run.q[-1], (0.3, 0.1, 0.0))
    height = run.position[-1] + rl.quaternion.rotate(run.q[-1], BODY.centre)
    assert (
        abs(
            run.potential_energy[-1]
            - 2.0 * place @ place
            - 9.81 * BODY.mass * height[2]
        )
        < 1e-12
    )
    by_hand = load.wrench(
        run.t[-1],
        *(tuple(a[-1]) for a in (run.q, run.position, run.omega, run.velocity)),
    )
    assert (
        np.allclose(run.wrench[-1], by_hand)
        and (fly("dqvi", BODY, 0.1, 3).wrench == 0).all()
    )
    seen = []
    rl.integrate(
        "dqvi",
        BODY,
        **START,
        h=0.1,
        steps=4,
        every=2,
        callback=lambda k, t, q, w, x, v: seen.append((k, x.shape, v.shape)),
    )
    assert seen == [(0, (3,), (3,)), (2, (3,), (3,)), (4, (3,), (3,))]


# --- refusals -------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [False, True])
def test_steps_too_large_say_so(batch):
    omega = np.array([(0.0, 12.0, 0.0)] * 2 if batch else (0.0, 12.0, 0.0))
    with pytest.raises(
        (StepTooLarge, ConvergenceError), match="smaller step|take h"
    ) as caught:
        rl.integrate("dqvi", rl.Body((1, 2, 2.6)), omega=omega, h=0.1, steps=5)
    assert (
        caught.value.step == 1
        and abs(caught.value.turn - 1.2) < 1e-12
        and len(caught.value.trajectory) == 1
    )
    with pytest.raises(StepTooLarge, match=r"h\|omega\| = 2.4"):
        rl.integrate("dqvi", rl.Body((1, 2, 2.6)), omega=2 * omega, h=0.1, steps=1)


def test_drag_is_stable_for_any_step_and_rest_stays_rest():
    heavy_drag = linear_drag((50.0,) * 3 + (500.0,) * 3)
    run = fly("dqvi", BODY, 0.2, 60, heavy_drag)
    assert (np.diff(run.kinetic_energy) < 1e-14).all() and run.kinetic_energy[
        -1
    ] < 1e-3 * run.kinetic_energy[0]
    still = fly("dqvi", BODY, 0.2, 5, omega=(0, 0, 0), velocity=(0, 0, 0))
    assert (still.q == still.q[0]).all() and (still.position == still.position[0]).all()


def test_wrong_arguments():
    for mu in (-1.0, float("nan"), "weight", None):
        with pytest.raises(InvalidInput, match="dual_scalar_mass"):
            rl.methods.dqvi(mu)
    with pytest.raises(InvalidInput, match="takes wrenches"):
        fly("dqvi", BODY, 0.1, 1, rl.loads.uniform_gravity(BODY))
    for wrong in (
        lambda t, q, x, w, v: (0.0, 0.0, 1.0),
        lambda t, q, x, w, v: (0.0,) * 5 + (np.nan,),
        lambda t, q: 0.0,
    ):
        with pytest.raises(InvalidInput, match="six"):
            fly("dqvi", BODY, 0.1, 1, wrong)
    lift, height = weight(BODY).wrench, weight(BODY).potential
    for wrong in (
        lambda *state: tuple([-a for a in lift(*state)]),
        lambda *state: (*lift(*state)[:3], 0.0, 0.0, 0.0),
    ):
        for many in (1, 2):
            with pytest.raises(InvalidInput, match="not that of its potential"):
                fly(
                    "dqvi",
                    BODY,
                    0.1,
                    1,
                    Wrench("wrong", wrong, height),
                    omega=[START["omega"]] * many if many > 1 else START["omega"],
                )
    with pytest.raises(InvalidInput, match="rates=True"):
        fly(
            "dqvi",
            BODY,
            0.1,
            1,
            Wrench("drag", lambda t, q, x, w, v: (-w[0], 0.0, 0.0, 0.0, 0.0, 0.0)),
        )
    for method in (SAFE, PUBLISHED):
        with pytest.raises(
            NotAvailable,
            match="attitude and place together.*of the attitude alone;.*smaller step",
        ):
            method.with_energy_preserved()
    with pytest.raises(NotAvailable, match="rotation alone; use buss2, .*dqvi"):
        rl.integrate("cf4", BODY, omega=(0, 0, 1), velocity=(1, 0, 0), h=0.1, steps=1)
    with pytest.raises(NotAvailable, match="added mass"):
        rl.integrate("cf4", FISH, omega=(0, 0, 1), h=0.1, steps=1)
    with pytest.raises(InvalidInput, match="position"):
        fly("dqvi", BODY, 0.1, 1, position=(0, 0))
    with pytest.raises(InvalidInput, match="broadcast"):
        fly("dqvi", BODY, 0.1, 1, omega=np.ones((2, 3)), velocity=np.ones((3, 3)))


def test_asymmetric_or_indefinite_inertias_are_refused():
    lopsided = np.zeros((6, 6))
    lopsided[0, 4] = 0.3
    with pytest.raises(InvalidInertia, match="symmetric"):
        rl.Body((1, 1, 1), added_mass=lopsided)
    with pytest.raises(InvalidInertia, match="positive definite"):
        rl.Body((1, 1, 1), mass=2.0, added_mass=(0, 0, 0, -2.0, 0, 0))
    rod = rl.Body(
        (1.0, 1.5, 0.5), mass=1.0, centre=(0, 0, 1.0)
    )  # without extent about its own length
    with pytest.raises(InvalidInertia, match="positive definite"):
        rl.integrate("dqvi", rod, omega=(0, 0, 1), h=0.1, steps=1)
    with pytest.raises(InvalidInertia, match="shape"):
        rl.Body((1, 1, 1), added_mass=(1, 2, 3))


def test_added_mass_moves_with_the_reference_point():
    rng, shift = np.random.default_rng(7), np.array([0.3, -0.2, 0.5])
    other = FISH.about(shift)
    for _ in range(5):
        omega, v = rng.normal(size=(2, 3))
        T = [
            0.5 * V @ b.inertia_6x6 @ V
            for b, V in (
                (FISH, np.array([*omega, *v])),
                (other, np.array([*omega, *(v + np.cross(omega, shift))])),
            )
        ]
        assert abs(T[0] / T[1] - 1) < 1e-13
    assert (
        np.allclose(other.about(-shift).inertia_6x6, FISH.inertia_6x6)
        and FISH != other
        and FISH == FISH.about((0, 0, 0))
    )


# --- the energy that it keeps ---------------------------------------------------------

U_SPRING = (7.0, np.array([0.2, 0.05, 0.1]), np.array([1.3, -2.2, 1.0]))


def stretched(x):
    """Potential of a spring at a dual quaternion, plainly."""
    k, point, anchor = U_SPRING
    off = plain.place(x) + plain.matrix(x[:4]) @ point - anchor
    return k / 2 * off @ off


def missing_action(y, h, M, mu, loaded, parts=40):
    """(discrete Lagrangian - action of the true motion)/h^3 of the step about y."""
    k, point, anchor = U_SPRING

    def wrench(time, q, t, omega, v):
        if not loaded:
            return np.zeros(6)
        pull = -k * (plain.matrix(q).T @ (t - anchor) + point)
        return np.array([*np.cross(point, pull), *pull])

    U = stretched if loaded else lambda x: 0.0
    y = plain.flow(y, -h / 2, parts, M, wrench)
    values, ends = [], []
    for _ in range(parts + 1):
        x, P = plain.pose(y[:4], y[4:7]), y[7:]
        values.append(P @ np.linalg.solve(M, P) / 2 - U(x))
        ends.append(x)
        y = plain.flow(y, h / parts, 1, M, wrench)
    simpson = np.array([1, *[4, 2] * (parts // 2 - 1), 4, 1]) / (3 * parts)
    action = h * simpson @ values
    return (plain.discrete_lagrangian(ends[0], ends[-1], h, M, mu, U) - action) / h**3


@pytest.mark.parametrize("loaded", [False, True])
@pytest.mark.parametrize("mu", [0.0, 0.7, "mass"])
@pytest.mark.parametrize("body", [BODY, FISH], ids=["dry", "wet"])
def test_the_modified_energy_is_what_the_discrete_action_lacks(body, mu, loaded):
    """H_2 = -(L_d - S)/h^3, the action integrated along the true motion."""
    k, point, anchor = U_SPRING
    load = spring(k, point, anchor) if loaded else None
    run = fly(rl.methods.dqvi(mu), body, 0.01, 1, load)[:1]
    got = rl.diagnostics.modified_energy(run, mu)
    second = (got[0] - run.energy[0]) / 0.01**2
    P = body.inertia_6x6 @ TWIST
    y = np.array([*START["q0"], *START["position"], *P])
    number = body.mass if mu == "mass" else mu
    wanted = [
        -missing_action(y, h, body.inertia_6x6, number, loaded) for h in (0.04, 0.02)
    ]
    best = (4 * wanted[1] - wanted[0]) / 3  # without the term of h^2
    assert abs(second - best) < 2e-5 * (1 + abs(best))
    assert abs(best) > 1e-3


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("mu", [0.0, 0.7])
@pytest.mark.parametrize("body", [BODY, FISH], ids=["dry", "wet"])
def test_the_modified_energy_of_a_free_body_is_the_printed_one(body, mu):
    h, M = 0.1, body.inertia_6x6
    run = fly(rl.methods.dqvi(mu), body, h, 1)[:1]
    P = M @ TWIST
    (w, v), (L, p) = np.split(TWIST, 2), np.split(P, 2)
    rate = np.concatenate([np.cross(L, w) + np.cross(p, v), np.cross(p, w)])
    second = (
        (w @ w * (TWIST @ P) / 2 + (w @ v) * (w @ p)) / 12
        - mu / 8 * (w @ v) ** 2
        - rate @ np.linalg.solve(M, rate) / 24
    )
    got = (rl.diagnostics.modified_energy(run, mu)[0] - run.energy[0]) / h**2
    assert abs(got - second) < 1e-10 * (1 + abs(second))


@pytest.mark.evidence("orders and invariants")
@both
def test_the_modified_energy_swings_by_the_fourth_power(method):
    load = weight(FISH) + linear_drag(np.zeros(6))  # drag has no potential
    swings = []
    for h in (0.01, 0.005):
        run = fly(method, FISH, h, round(1 / h), load)
        kept = rl.diagnostics.modified_energy(run)
        swings.append([np.ptp(run.energy), np.ptp(kept)])
    ratio = np.array(swings[0]) / swings[1]
    assert abs(ratio[0] - 4) < 0.2 and abs(ratio[1] - 16) < 0.8


def test_the_modified_energy_of_lanes_is_that_of_each():
    lanes = fly("dqvi", [BODY, FISH], 0.02, 5, omega=np.tile(START["omega"], (2, 1)))
    both_ = rl.diagnostics.modified_energy(lanes)
    for i, body in enumerate((BODY, FISH)):
        one = rl.diagnostics.modified_energy(fly("dqvi", body, 0.02, 5))
        assert np.abs(both_[:, i] - one).max() < 1e-13


def test_the_modified_energy_of_other_runs_is_refused():
    run = fly("dqvi", BODY, 0.02, 5)
    after = fly(
        "dqvi",
        BODY,
        0.02,
        5,
        q0=run.q[-1],
        position=run.position[-1],
        omega=run.omega[-1],
        velocity=run.velocity[-1],
        t0=run.t[-1],
    )
    turn = rl.integrate("rk4", rl.Body((1, 2, 2.5)), omega=(1, 0, 0), h=0.1, steps=1)
    another = fly(rl.methods.dqvi(0.5), BODY, 0.02, 5)
    for wrong, given in (
        (turn, None),
        (another, None),
        (run, 3.0),
        (rl.join(run, after), None),
    ):
        with pytest.raises(NotAvailable, match="one piece by dqvi"):
            rl.diagnostics.modified_energy(wrong, given)
    with pytest.raises(InvalidInput, match="not negative"):
        rl.diagnostics.modified_energy(another, -1.0)


# --- a body that comes apart ----------------------------------------------------------


def of_part(seat, skew, run):
    """The motion of a part with its own axes at the seat, by matrices."""
    R, c = plain.matrix(run.attitude[-1]), plain.matrix(np.array(skew))
    w, v = run.omega[-1], run.velocity[-1]
    return {
        "q0": rl.quaternion.multiply(run.attitude[-1], skew),
        "omega": c.T @ w,
        "position": run.position[-1] + R @ seat,
        "velocity": c.T @ (v + np.cross(w, seat)),
    }


@pytest.mark.parametrize("point", [(0.0, 0.0, 0.0), (0.7, -0.4, 1.1), (0, 12.0, -16)])
def test_what_comes_apart_keeps_momenta_and_energy(point):
    """The same release about any reference point: sums stay, motions agree."""
    point, nowhere = np.array(point), np.zeros(3)
    skew, still = rl.quaternion.exp([0.0, 0.3, 0.5]), (1.0, 0.0, 0.0, 0.0)
    ship = rl.Body.box(mass=4.0, sides=(2, 1.5, 3.2)).about(point)
    cargo = rl.Body.box(mass=3.0, sides=(1, 0.8, 1.5))
    seat = np.array([-1.2, 0.3, 1.0]) - point
    omega, velocity = np.array([0.1, 0.4, 0.3]), np.array([0.0, 0.3, -0.1])
    whole = rl.integrate(
        SAFE,
        ship + cargo.rotated(skew).about(-seat),
        omega=omega,
        velocity=velocity + np.cross(omega, point),
        position=point,
        h=0.1,
        steps=30,
    )
    parts = [
        rl.integrate(SAFE, body, h=0.1, steps=60, **of_part(at, q, whole))
        for body, at, q in ((ship, nowhere, still), (cargo, seat, skew))
    ]
    for name in ("linear_momentum_space", "momentum_space", "kinetic_energy"):
        before = getattr(whole, name)[-1]
        after = sum(getattr(part, name) for part in parts)
        assert np.abs(after - before).max() < 1e-11 * (1 + np.abs(point).max())
    w = whole.omega[-1]
    about = (ship.about(ship.centre), w), (cargo, plain.matrix(skew).T @ w)
    for (body, rate), part in zip(about, parts, strict=True):
        right = rl.exact.free_body(body, rate, 6.0, part.attitude[0])[0]
        assert rl.quaternion.angle_between(part.attitude[-1], right) < 3e-3
    place = np.concatenate(
        [
            parts[0].position[-1]
            + plain.matrix(parts[0].attitude[-1]) @ parts[0].body.centre,
            parts[1].position[-1],
        ]
    )
    assert np.abs(place - [*PLACE_OF_SHIP, *PLACE_OF_CARGO]).max() < 1e-8


def centres_apart():
    """Where the two centres of mass are, from uniform straight motion alone."""
    ship = rl.Body.box(mass=4.0, sides=(2, 1.5, 3.2))
    cargo = rl.Body.box(mass=3.0, sides=(1, 0.8, 1.5))
    skew = rl.quaternion.exp([0.0, 0.3, 0.5])
    seat = np.array([-1.2, 0.3, 1.0])
    both_ = ship + cargo.rotated(skew).about(-seat)
    omega, velocity = np.array([0.1, 0.4, 0.3]), np.array([0.0, 0.3, -0.1])
    run = rl.integrate(
        SAFE,
        both_.about(both_.centre),
        omega=omega,
        velocity=(0, 0, 0),
        h=0.1,
        steps=30,
    )
    R, w = plain.matrix(run.attitude[-1]), run.omega[-1]
    drift = velocity + np.cross(omega, both_.centre)  # of the common centre, in space
    middle = both_.centre + 3.0 * drift
    found = []
    for at in (np.zeros(3), seat):
        arm = at - both_.centre
        found.append(middle + R @ arm + 6.0 * (drift + R @ np.cross(w, arm)))
    return found


PLACE_OF_SHIP, PLACE_OF_CARGO = centres_apart()


# --- in real time ---------------------------------------------------------------------


@pytest.mark.parametrize("body", [BODY, FISH], ids=["dry", "wet"])
@pytest.mark.parametrize(
    ("turn", "path", "most"), [(0.3, 0.1, 3), (0.3, 0.3, 4), (0.8, 0.3, 5)]
)
def test_a_step_needs_few_corrections_within_the_limits(body, turn, path, most):
    rng = np.random.default_rng(5)
    ways = rng.normal(size=(2, 500, 3))
    ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
    M = body.inertia_6x6
    A, B, D = M[:3, :3], M[:3, 3:], M[3:, 3:]
    central = A - B @ np.linalg.solve(D, B.T)
    k = np.sqrt(np.linalg.eigvalsh(central)[0] / (np.trace(D) / 3))
    run = rl.integrate(
        "dqvi",
        body,
        omega=turn * ways[0],
        velocity=2 * k * path * ways[1],
        h=1.0,
        steps=1,
    )
    assert run.stats["iterations"].max() <= most


def test_a_step_without_a_solution_is_refused_by_name_after_bounded_work():
    fly = rl.stepper("dqvi", BODY, h=1.0)
    with pytest.raises((StepTooLarge, ConvergenceError)) as caught:
        fly((1, 0, 0, 0), (0.0, 0.0, 1.4), (0, 0, 0), (0, 0, 0))
    assert "take" in str(caught.value)
    from rotlib.methods import newton

    assert newton.MOST == 60  # what the book says
