"""The conserving step: reference states, both forms, every potential, what it keeps,
and what it refuses."""

import math
import warnings

import numpy as np
import pytest
import reference_methods as plain
import sympy as sp
from problems import BRICK, SKEWED, truth

import rotlib as rl
from rotlib.codegen import symbolic_load
from rotlib.diagnostics import Problem, order
from rotlib.errors import (
    ConvergenceError,
    InvalidInput,
    LargeStep,
    NotAvailable,
    StepTooLarge,
)
from rotlib.kernels import krenk_nielsen as kernels
from rotlib.methods.krenk_nielsen import balanced

pytestmark = pytest.mark.long
BODY, OMEGA, Q0 = rl.Body((0.4, 1.1, 0.8)), (1.0, -2.0, 3.0), np.full(4, 0.5)
q = sp.symbols("q_w q_x q_y q_z")
R = sp.Matrix(plain.matrix(q))
HEIGHT = q[0] ** 2 - q[1] ** 2 - q[2] ** 2 + q[3] ** 2
FORMS = [rl.methods.krenk_nielsen(form=form) for form in ("reduced", "full")]
by_form = pytest.mark.parametrize("method", FORMS, ids=lambda m: m.name)


@pytest.fixture(scope="module")
def loads():
    """Potentials of every kind, in units of the body's energy."""
    k = [R[2, i] for i in range(3)]
    made = {
        "gravity": HEIGHT * sp.Rational(7, 10),
        "gravity, other extension": (
            (1 - 2 * q[1] ** 2 - 2 * q[2] ** 2) * sp.Rational(7, 10)
        ),
        "vertical": k[0] ** 4 - k[1] * k[2] / 2 + k[2] ** 3,  # of R^T e_3 alone
        "slanting": (
            (3 * R[0, 1] / 5 + 4 * R[2, 1] / 5) ** 3 + R[0, 2] * 3 / 5 + 4 * R[2, 2] / 5
        ),
        "any": R[0, 1] ** 3 + R[2, 2] * R[1, 0] / 2,
    }
    return {name: symbolic_load(name, potential=V) for name, V in made.items()}


# --- the right numbers ----------------------------------------------------------------

REFERENCE = {  # three steps of 0.1, from 25-digit arithmetic with all eight unknowns
    None: (
        (
            0.3284859588795900,
            0.8087744923010699,
            0.0864606343061028,
            0.4801097313505417,
        ),
        (-1.838803252547634, 2.341247178649318, -5.600345709503636, -1.677346768241758),
    ),
    "gravity": (
        (
            0.3029474374787871,
            0.8245091467931251,
            0.0987459379120994,
            0.4676074814685592,
        ),
        (-2.099360961678612, 2.475938010708886, -5.557472052808217, -1.832006023670700),
    ),
}


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize(
    "method",
    [
        *FORMS,
        *(rl.methods.krenk_nielsen(J0, "full") for J0 in (0.05, 1.1, 1e6, np.inf)),
    ],
)
@pytest.mark.parametrize("load", REFERENCE)
def test_reference_states_for_every_J0(method, load, loads):
    run = rl.integrate(
        method, BODY, omega=OMEGA, q0=Q0, h=0.1, steps=3, load=loads.get(load)
    )
    p = 2 * rl.quaternion.multiply(
        run.q[-1], np.array([0.0, *BODY.momentum(run.omega[-1])])
    )
    assert np.abs(run.q[-1] - REFERENCE[load][0]).max() < 1e-13
    assert np.abs(p - REFERENCE[load][1]).max() < 1e-13 * np.linalg.norm(p)


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
    y = np.concatenate(
        [Q0, 2 * plain.hamilton(Q0, np.array([0.0, *BODY.momentum(OMEGA)]))]
    )
    for _ in range(20):
        y = plain.nielsen_krenk_step(
            y, [3.0, *BODY.principal_moments], 0.05, finite_derivative(load)
        )
    for method in FORMS:
        run = rl.integrate(
            method, BODY, omega=OMEGA, q0=Q0, h=0.05, steps=20, load=load
        )
        assert np.abs(run.q[-1] - y[:4]).max() < 1e-12


@pytest.mark.parametrize("name", [None, "gravity", "vertical", "slanting", "any"])
@pytest.mark.parametrize("body", [BODY, SKEWED], ids=["principal", "tilted"])
def test_both_forms_agree_step_by_step(name, body, loads):
    runs = [
        rl.integrate(
            m, body, omega=OMEGA, q0=Q0, h=0.05, steps=200, load=loads.get(name)
        )
        for m in FORMS
    ]
    assert (
        np.abs(runs[0].q - runs[1].q).max() < 2e-12
        and np.abs(runs[0].omega - runs[1].omega).max() < 2e-11
    )


def test_turn_of_a_step_and_the_time_scale():
    for spin in (0.1, 5.0, 15.0, 39.9):
        run = (
            rl.integrate(
                "krenk_nielsen",
                rl.Body((1.0, 1.0, 1.0)),
                omega=(0, 0, spin),
                h=0.1,
                steps=1,
            )
            if spin < 20
            else large(rl.Body((1.0, 1.0, 1.0)), (0, 0, spin), 0.1, 1)
        )
        assert (
            abs(
                2 * np.arctan2(run.q[1, 3], run.q[1, 0]) - 4 * np.arctan(0.1 * spin / 4)
            )
            < 1e-13
        )
        assert abs(run.stats["turn"][1] - 0.1 * spin) < 1e-13


def large(body, omega, h, steps, method="krenk_nielsen", **rest):
    """A run in steps above the limit of the warning."""
    with pytest.warns(LargeStep, match="other solutions"):
        return rl.integrate(method, body, omega=omega, h=h, steps=steps, **rest)


# --- Jacobians ------------------------------------------------------------------------


@pytest.mark.evidence("second implementation")
def test_jacobian_of_three_unknowns_against_the_complex_step():
    rng = np.random.default_rng(3)
    names = kernels.reduced.__code__.co_varnames[:22]
    assert names[:3] == ("a_x", "a_y", "a_z") and names[-1] == "h"
    for _ in range(20):
        J, m, N0, a, D, h = (
            rng.uniform(1, 1.9, 3),
            rng.normal(size=3),
            rng.normal(size=3),
            rng.normal(size=3) / 3,
            rng.normal(size=(3, 3)),
            0.3,
        )

        def cubic(z, J=J, m=m, N0=N0, D=D, h=h, a=a):
            n, y = z @ z, J * z - m
            half = np.array([1.0, *(z)]) / np.sqrt(1 + n)
            was = np.array([1.0, *a]) / np.sqrt(1 + a @ a)
            turned = (
                2 * plain.hamilton(plain.CONJUGATION @ was, half)[1:]
            )  # small for z near a
            N = N0 + D @ turned
            return (
                (1 - n) * y + 2 * np.cross(z, J * z) + 2 * z * (z @ y) - h * h / 8 * N
            )

        K = plain.complex_slope(cubic, a.astype(complex))
        *dx, r2, determinant = kernels.reduced(*a, *m, *J, *N0, *D.ravel(), h)
        assert np.abs(K @ dx + cubic(a)).max() < 1e-12
        assert (
            abs(r2 - cubic(a) @ cubic(a)) < 1e-12
            and abs(determinant / np.linalg.det(K) - 1) < 1e-11
        )
        *free, r2, determinant = kernels.reduced_free(*a, *m, *J)
        assert np.allclose(
            free, kernels.reduced(*a, *m, *J, *(0.0,) * 12, h)[:3], atol=1e-12
        )


@pytest.mark.evidence("second implementation")
def test_jacobian_of_eight_unknowns_against_finite_differences():
    rng = np.random.default_rng(4)
    for _ in range(5):
        q0, p0, q1, p1 = rng.normal(size=(4, 4))
        J, i_0, h, D, N0 = (
            rng.uniform(1, 1.9, 3),
            0.1,
            0.3,
            rng.normal(size=(3, 3)),
            rng.normal(size=3),
        )
        middle = (q0 + q1) / 2

        def torque(x, N0=N0, D=D, middle=middle, q0=q0):
            """Turns as D says when the middle attitude turns."""
            now = (q0 + x) / 2
            turned = (
                2
                * plain.hamilton(plain.CONJUGATION @ middle, now)[1:]
                / (middle @ middle)
            )
            return N0 + D @ turned

        def residual(y, q0=q0, p0=p0, J=J, i_0=i_0, h=h, D=D, torque=torque):
            return np.array(
                kernels.full(*q0, *p0, *y, *J, i_0, h, *torque(y[:4]), *D.ravel())[:8]
            )

        y = np.concatenate([q1, p1])
        K = np.stack(
            [
                (residual(y + 1e-5 * e) - residual(y - 1e-5 * e)) / 2e-5
                for e in np.eye(8)
            ],
            -1,
        )
        given = np.array(
            kernels.full(*q0, *p0, *y, *J, i_0, h, *N0, *D.ravel())[8:]
        ).reshape(8, 8)
        assert np.abs(K - given).max() < 1e-8 * np.abs(K).max()


def test_newton_converges_quadratically_and_the_count_is_reported(loads):
    for method, most in zip(FORMS, (4, 4), strict=True):
        for h, limit in ((0.03, most), (0.3, most + 2)):
            run = rl.integrate(
                method, BODY, omega=OMEGA, q0=Q0, h=h, steps=20, load=loads["gravity"]
            )
            count = run.stats["iterations"][1:]
            assert count.max() <= limit and (count == np.round(count)).all()
            assert (
                run.stats["residual"].max() < 1e-11
                and run.stats["turn"].shape == run.t.shape
            )
            assert abs(
                run.stats["turn"][1] - h * np.linalg.norm(OMEGA)
            ) < 0.2 * h * np.linalg.norm(OMEGA)


def test_a_torque_without_derivatives_needs_no_more_than_a_step_more(loads):
    load = loads["gravity"]
    bare = rl.loads.Load("bare", load.torque, load.potential, linear=True)
    for method in FORMS:
        runs = [
            rl.integrate(method, BODY, omega=OMEGA, q0=Q0, h=0.1, steps=50, load=x)
            for x in (load, bare)
        ]
        assert np.abs(runs[0].q - runs[1].q).max() < 1e-13
        assert (
            runs[1].stats["iterations"].max() <= runs[0].stats["iterations"].max() + 1
        )


# --- what it keeps --------------------------------------------------------------------


@pytest.mark.day(2)
@pytest.mark.evidence("orders and invariants")
@by_form
@pytest.mark.parametrize(
    ("name", "axis"),
    [
        ("gravity", (0, 0, 1)),
        ("gravity, other extension", (0, 0, 1)),
        ("vertical", (0, 0, 1)),
        ("slanting", (0.6, 0, 0.8)),
        ("any", None),
    ],
)
def test_keeps_energy_and_the_momentum_about_the_axis(method, name, axis, loads):
    load = loads[name]
    assert load.linear == name.startswith("gravity") and (load.axis is None) == (
        axis is None
    )
    run = rl.integrate(method, BODY, omega=OMEGA, q0=Q0, h=0.1, steps=2000, load=load)
    assert (
        np.abs(run.energy - run.energy[0]).max() < 1e-11
        and np.abs(run.norm_defect).max() < 1e-12
    )
    if axis is None:
        assert np.ptp(run.momentum_space, axis=0).min() > 0.1
    else:
        assert np.allclose(load.axis, axis, atol=1e-15)
        assert np.ptp(run.momentum_space @ axis) < 1e-11


def test_without_the_axis_the_least_correction_loses_the_momentum(loads):
    load = loads["vertical"]
    plain_load = rl.loads.Load("plain", load.torque, load.potential)
    run = rl.integrate(
        "krenk_nielsen", BODY, omega=OMEGA, q0=Q0, h=0.1, steps=400, load=plain_load
    )
    assert np.ptp(run.energy) < 1e-12 < 1e-4 < np.ptp(run.momentum_space[:, 2])


@pytest.mark.day(1)
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("name", ["gravity", "vertical", "any"])
def test_order_two_under_every_kind_of_potential(name, loads):
    problem = Problem(BODY, OMEGA, 1.5, tuple(Q0), loads[name])
    judge = truth(problem)
    for method in FORMS:
        assert abs(order(method, problem, (50, 100, 200), judge).slope - 2) < 0.05


@pytest.mark.parametrize("name", [None, "gravity", "vertical", "any"])
def test_a_step_back_undoes_a_step(name, loads):
    for method in FORMS:
        there = rl.integrate(
            method, BODY, omega=OMEGA, q0=Q0, h=0.2, steps=10, load=loads.get(name)
        )
        back = rl.integrate(
            method,
            BODY,
            omega=there.omega[-1],
            q0=there.q[-1],
            h=-0.2,
            steps=10,
            load=loads.get(name),
        )
        assert (
            np.abs(back.q[-1] - Q0).max() < 1e-11
            and np.abs(back.omega[-1] - OMEGA).max() < 1e-10
        )


def test_full_form_keeps_the_constraint_and_J0_weights_its_violation():
    """q.p stays what it was; |q|^2 grows by (q.p) t/2J0 where q.p is not zero."""
    for J0 in (0.3, 3.0, np.inf):
        method = rl.methods.krenk_nielsen(J0, "full")
        start = method.to_state(tuple(Q0), OMEGA, BODY.principal_moments)
        for off in (0.0, 1e-4):
            y = (*start[:4], *(np.array(start[4:8]) + off * Q0), *start[8:])
            for k in range(100):
                y = method.step(k * 0.02, 0.02, y, BODY.principal_moments, None)
            now, momentum = np.array(y[:4]), np.array(y[4:8])
            assert abs(now @ momentum - off) < 1e-13
            grown = math.expm1(off * 2.0 / (2 * J0))
            assert abs(now @ now - 1 - grown) < 1e-3 * grown + 2e-14


def test_J0_is_ten_times_the_largest_moment_unless_given():
    ends = []
    for J0 in (None, 10 * max(BODY.principal_moments)):
        method = rl.methods.krenk_nielsen(J0, "full")
        start = method.to_state(tuple(Q0), OMEGA, BODY.principal_moments)
        y = (*start[:4], *(np.array(start[4:8]) + 1e-2 * Q0), *start[8:])
        ends.append(method.step(0.0, 0.1, y, BODY.principal_moments, None))
    assert ends[0] == ends[1]


@pytest.mark.night
@pytest.mark.parametrize("J0", [1e-2, 1.0, 1e4, np.inf])
def test_a_long_run_of_the_full_form_for_every_J0(J0, loads):
    run = rl.integrate(
        rl.methods.krenk_nielsen(J0, "full"),
        BODY,
        omega=OMEGA,
        q0=Q0,
        h=0.05,
        steps=2000,
        load=loads["gravity"],
    )
    assert (
        np.abs(run.energy - run.energy[0]).max() < 1e-10
        and np.ptp(run.momentum_space[:, 2]) < 1e-10
    )


def test_symmetric_top_exchanges_spin_momentum_with_the_potential(loads):
    """J_1 = J_2: the change of L_3 in the body is h^2 Omega_3/(8 (1 - a^2)) times
    that of V."""
    top, load = rl.Body((1.1, 1.1, 0.8)), loads["gravity"]
    run = rl.integrate(
        "krenk_nielsen", top, omega=OMEGA, q0=Q0, h=0.1, steps=50, load=load
    )
    spin, V, turn = run.omega[:, 2] * 0.8, run.potential_energy, run.stats["turn"][1:]
    mean = (run.omega[1:, 2] + run.omega[:-1, 2]) / 2
    assert (
        np.abs(
            np.diff(spin) - 0.01 * mean / (8 * (1 - (turn / 4) ** 2)) * np.diff(V)
        ).max()
        < 1e-14
    )
    assert np.ptp(spin) > 1e-4


def test_a_free_step_is_a_moser_veselov_step_of_another_length():
    run = rl.integrate("krenk_nielsen", BODY, omega=OMEGA, q0=Q0, h=0.1, steps=1)
    n = (run.stats["turn"][1] / 4) ** 2
    other = rl.integrate(
        "dmv", BODY, omega=OMEGA, q0=Q0, h=0.1 * (1 - n) / (1 + n) ** 2, steps=1
    )
    assert (
        np.abs(run.q[1] - other.q[1]).max() < 1e-15
        and np.abs(run.omega[1] - other.omega[1]).max() < 1e-14
    )


# --- batches --------------------------------------------------------------------------


@pytest.mark.day(2)
@pytest.mark.evidence("batch = single")
@by_form
@pytest.mark.parametrize("name", [None, "gravity", "vertical", "any"])
def test_a_batch_has_the_bits_of_its_members(method, name, loads):
    many = np.array(OMEGA) + np.random.default_rng(0).normal(size=(6, 3))
    many[3] = 0.0  # one at rest
    options = {"q0": Q0, "h": 0.05, "steps": 40, "load": loads.get(name)}
    together = rl.integrate(method, SKEWED, omega=many, **options)
    for i, omega in enumerate(many):
        alone = rl.integrate(method, SKEWED, omega=omega, **options)
        assert np.array_equal(together.q[:, i], alone.q) and np.array_equal(
            together.omega[:, i], alone.omega
        )
        for name_ in ("iterations", "residual", "turn"):
            assert np.array_equal(together.stats[name_][:, i], alone.stats[name_])


def test_single_precision_stays_single():
    run = rl.integrate(
        "krenk_nielsen",
        BODY,
        omega=np.array([OMEGA], np.float32),
        h=0.1,
        steps=5,
        load=rl.loads.uniform_gravity(rl.Body.cone(mass=1.0, radius=0.5, height=1.0)),
    )
    assert run.q.dtype == np.float32 and np.abs(run.norm_defect).max() < 1e-5


# --- edges ----------------------------------------------------------------------------


@by_form
def test_bodies_at_rest_stay_or_fall(method, loads):
    still = rl.integrate(method, BODY, omega=(0, 0, 0), h=0.1, steps=5)
    assert (still.q == still.q[0]).all() and (still.omega == 0).all()
    balanced_top = rl.integrate(
        method, BODY, omega=(0, 0, 0), h=0.1, steps=5, load=loads["gravity"]
    )
    assert (
        np.abs(balanced_top.omega).max() < 1e-15
    )  # upright: unstable, but without torque
    falling = rl.integrate(
        method, BODY, omega=(0, 0, 0), q0=Q0, h=0.1, steps=50, load=loads["vertical"]
    )
    assert (
        np.abs(falling.omega[-1]).max() > 0.1
        and np.abs(falling.energy - falling.energy[0]).max() < 1e-12
    )


def test_no_step_is_too_small(loads):
    """The correction of the torque is 0/0 in the limit, and rounding long before."""
    for h in (1e-3, 1e-5, 1e-7, 1e-9, 1e-12):
        run = rl.integrate(
            "krenk_nielsen", BODY, omega=OMEGA, q0=Q0, h=h, steps=20, load=loads["any"]
        )
        rate = np.array(
            rl.integrate(
                "rk4", BODY, omega=OMEGA, q0=Q0, h=h, steps=20, load=loads["any"]
            ).omega[-1]
        )
        assert np.abs(run.omega[-1] - rate).max() < 60 * h**3 + 1e-8 * h + 4e-14


def test_balanced_leaves_out_what_is_rounding():
    N, a, tiny = (0.3, -0.2, 0.1), (1e-3, 2e-3, -1e-3), (1e-7, 0.0, 0.0)
    assert balanced(N, tiny, tiny, 1.0) == N
    assert balanced(N, a, a, 1e-4) == kernels.balance(*N, *a, *a, 1e-4) != N
    both = balanced(
        *[
            tuple(np.array([x, y]) for x, y in zip(u, v, strict=True))
            for u, v in ((N, N), (tiny, a), (tiny, a))
        ],
        np.array([1.0, 1e-4]),
    )
    assert tuple(x[0] for x in both) == N and tuple(x[1] for x in both) == balanced(
        N, a, a, 1e-4
    )


@by_form
@pytest.mark.parametrize("batch", [False, True])
def test_large_steps_warn_then_raise(method, batch):
    omega = np.array([(0.01, 0.0, 10.0)] * 2 if batch else (0.01, 0.0, 10.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rl.integrate(method, BRICK, omega=omega, h=0.15, steps=3)
    large(BRICK, omega, 0.22, 3, method)
    for h in (0.3, 0.39):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LargeStep)
            with pytest.raises(
                (StepTooLarge, ConvergenceError), match="smaller step"
            ) as caught:
                rl.integrate(method, BRICK, omega=omega, h=h, steps=40)
        assert caught.value.step >= 1 and abs(caught.value.turn / (10 * h) - 1) < 0.5
        assert len(caught.value.trajectory) == caught.value.step
        assert any(
            "in step" in note and "h |omega|" in note for note in caught.value.__notes__
        )


def test_about_a_stable_axis_steps_may_come_near_half_a_turn():
    for axis in ((0, 10.0, 0), (10.0, 0, 0)):
        run = large(BRICK, axis, 0.39, 3)
        assert np.abs(run.omega - axis).max() < 1e-12
        with (
            pytest.raises(StepTooLarge, match="beyond the branch"),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore", LargeStep)
            rl.integrate("krenk_nielsen", BRICK, omega=axis, h=0.41, steps=1)


def test_past_the_fork_the_steady_spin_is_one_of_three_solutions():
    J, kappa = np.array(BRICK.principal_moments), math.sqrt(3 / 13)
    for turn, solutions in ((2.4, 1), (2.7, 3)):
        nu, found = turn / 4, set()
        m = np.array([0, 0, J[2] * nu])
        for start in np.random.default_rng(1).normal(size=(60, 3)) * 0.5:
            a = start
            for _ in range(60):
                a = a + np.array(kernels.reduced_free(*a, *m, *J)[:3])
                if not np.isfinite(a).all() or np.abs(a).max() > 1e3:
                    break
            if (
                np.isfinite(a).all()
                and a @ a < 1
                and kernels.reduced_free(*a, *m, *J)[3] < 1e-24
            ):
                found.add(tuple(np.round(a, 6) + 0.0))
        assert len(found) == solutions
        assert (
            (kernels.reduced_free(0, 0, nu, *m, *J)[4] > 0)
            == (solutions == 1)
            == (kappa * turn / 2 < 1 - nu**2)
        )


# --- torques without potential --------------------------------------------------------

FRICTION = np.array([[0.3, 0.05, 0.0], [0.05, 0.2, 0.02], [0.0, 0.02, 0.4]])
WAVES = rl.loads.Load(
    "waves",
    lambda t, q, w: (
        0.3 * np.cos(3 * t),
        0.2 * np.sin(2 * t),
        0.05 * q[0] * q[1] * w[0],
    ),
)
DRAG = rl.loads.Load("drag", lambda t, q, w: -(FRICTION @ w) - 0.1 * np.sqrt(w @ w) * w)
BOTH_FORMS = pytest.mark.parametrize("form", ["reduced", "full"])


def mean_rates(run, h):
    """The mean rate of each step and the attitude in its middle, from the records."""
    q, r = run.q[:-1], run.q[1:]
    r = r * np.sign((q * r).sum(-1))[:, None]
    half = rl.quaternion.multiply(rl.quaternion.conjugate(q), r)
    middle = q + r
    middle = middle / np.linalg.norm(middle, axis=-1)[:, None]
    return 4 / h * half[:, 1:] / (1 + half[:, :1]), middle


@pytest.mark.day(1)
@pytest.mark.evidence("orders and invariants")
@BOTH_FORMS
@pytest.mark.parametrize("name", ["waves", "drag", "all"])
def test_order_two_under_torques_without_potential(form, name, loads):
    load = {"waves": WAVES, "drag": DRAG, "all": WAVES + loads["gravity"] + DRAG}[name]
    problem = Problem(BODY, OMEGA, 2.0, load=load)
    measured = order(rl.methods.krenk_nielsen(form=form), problem, (50, 100, 200, 400))
    assert abs(measured.slope - 2) < 0.05, measured


@pytest.mark.day(1)
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("batch", [False, True])
@BOTH_FORMS
def test_energy_changes_by_the_work_and_momentum_by_the_impulse(form, batch, loads):
    method, h = rl.methods.krenk_nielsen(form=form), 0.1
    omega = np.array([OMEGA] * 2) if batch else OMEGA
    run = rl.integrate(
        method, BODY, omega=omega, h=h, steps=300, load=WAVES + loads["vertical"]
    )
    run = run[:, 0] if batch else run
    rate, middle = mean_rates(run, h)
    N = np.array(
        [
            WAVES.torque(t + h / 2, q, w)
            for t, q, w in zip(run.t[:-1], middle, rate, strict=True)
        ]
    )
    work = h * (rate * N).sum(-1)
    assert np.abs(np.diff(run.energy) - work).max() < 1e-12 * run.energy.max()
    assert np.abs(work).max() > 1e-3 * run.energy.max()  # there is something to see
    # "vertical" has no torque about the vertical
    vertical = h * rl.quaternion.rotate(middle, N)[:, 2]
    gained = np.diff(run.momentum_space[:, 2])
    assert np.abs(gained - vertical).max() < 1e-12


@pytest.mark.evidence("orders and invariants")
def test_energy_falls_in_every_step_under_drag_whatever_the_step(loads):
    for weak in (1e-3, 1.0):
        drag = rl.loads.Load("drag", lambda t, q, w, k=weak: -k * (FRICTION @ w))
        for h in (0.02, 0.2, 0.4):
            run = rl.integrate(
                "krenk_nielsen",
                BODY,
                omega=OMEGA,
                h=h,
                steps=400,
                load=drag + loads["gravity"],
            )
            rate, _ = mean_rates(run, h)
            lost = h * weak * np.einsum("ni,ij,nj->n", rate, FRICTION, rate)
            scale = np.abs(run.energy).max()
            assert np.abs(np.diff(run.energy) + lost).max() < 1e-13 * scale
            assert (np.diff(run.energy)[lost > 1e-12 * scale] < 0).all()


@pytest.mark.evidence("orders and invariants")
def test_a_torque_fixed_in_space_adds_its_impulse_exactly():
    M = np.array([0.2, -0.1, 0.3])
    load = rl.loads.Load("fixed", lambda t, q, w: rl.quaternion.rotate_back(q, M))
    run = rl.integrate("krenk_nielsen", BODY, omega=OMEGA, h=0.1, steps=500, load=load)
    expected = run.momentum_space[0] + np.multiply.outer(run.t, M)
    assert np.abs(run.momentum_space - expected).max() < 1e-12


@pytest.mark.night
@pytest.mark.long
@pytest.mark.evidence("orders and invariants")
def test_work_adds_up_over_a_hundred_thousand_steps(loads):
    pytest.importorskip("llvmlite")
    drive = rl.loads.Load(
        "drive", lambda t, q, w: (0.01 * np.cos(t), 0.0, 0.02 * np.sin(0.7 * t))
    )
    h, steps = 0.05, 100_000
    run = rl.integrate(
        "krenk_nielsen",
        BODY,
        omega=OMEGA,
        h=h,
        steps=steps,
        load=drive + loads["gravity"],
        backend="compiled",
    )
    rate, _ = mean_rates(run, h)
    t = run.t[:-1] + h / 2
    work = h * 0.01 * (rate[:, 0] * np.cos(t) + 2 * rate[:, 2] * np.sin(0.7 * t))
    off = np.cumsum(work) - (run.energy[1:] - run.energy[0])
    assert np.abs(off).max() < 1e-10 * np.abs(run.energy).max()
    assert np.ptp(np.cumsum(work)) > 1e-3 * np.abs(run.energy).max()


def test_newton_is_quick_under_torques_without_potential(loads):
    run = rl.integrate(
        "krenk_nielsen",
        BODY,
        omega=OMEGA,
        h=0.1,
        steps=200,
        load=WAVES + loads["gravity"] + DRAG,
    )
    assert run.stats["iterations"].max() <= 4
    plain_one = rl.integrate(
        "krenk_nielsen", BODY, omega=OMEGA, h=0.1, steps=200, load=loads["gravity"]
    )
    assert plain_one.stats["iterations"].max() <= 4


def test_both_forms_agree_under_torques_without_potential(loads):
    given = dict(omega=OMEGA, h=0.05, steps=200, load=WAVES + loads["vertical"] + DRAG)
    runs = [
        rl.integrate(rl.methods.krenk_nielsen(J0, form), BODY, **given)
        for J0, form in ((None, "reduced"), (None, "full"), (np.inf, "full"))
    ]
    for run in runs[1:]:
        assert np.abs(run.q - runs[0].q).max() < 1e-11


def test_a_summand_that_contradicts_itself_is_refused(loads):
    wrong = rl.loads.Load(
        "wrong", lambda t, q, w: (0.0, 0.1, 0.2), loads["vertical"].potential
    )
    for load in (wrong + WAVES, WAVES + wrong):
        with pytest.raises(InvalidInput, match="'wrong'.*not that of its potential"):
            rl.integrate("krenk_nielsen", BODY, omega=OMEGA, h=0.1, steps=1, load=load)


# --- refusals -------------------------------------------------------------------------


@pytest.mark.parametrize("J0", [0.0, -1.0, float("nan"), -np.inf, "large", type])
def test_J0_must_be_positive(J0):
    with pytest.raises(InvalidInput, match="J0"):
        rl.methods.krenk_nielsen(J0)


def test_unknown_form():
    with pytest.raises(InvalidInput, match="'reduced', 'full'"):
        rl.methods.krenk_nielsen(form="short")


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"torque": lambda t, q, w: (0.0, 0.1, 0.2)}, "not that of its potential"),
        ({"linear": True}, "not linear"),
        ({"axis": (1.0, 0.0, 0.0)}, "component along the axis"),
    ],
)
def test_a_load_that_contradicts_itself_is_refused(changes, message, batch, loads):
    known = loads["vertical"]
    load = rl.loads.Load(
        **{
            "name": "wrong",
            "torque": known.torque,
            "potential": known.potential,
            **changes,
        }
    )
    omega = np.array([OMEGA] * 2 if batch else OMEGA)
    start = rl.quaternion.normalize([0.9, 0.3, -0.2, 0.4])
    with pytest.raises(InvalidInput, match=message):
        rl.integrate(
            "krenk_nielsen", BODY, omega=omega, q0=start, h=0.1, steps=1, load=load
        )


def test_an_axis_is_a_unit_vector():
    with pytest.raises(InvalidInput, match="length one"):
        rl.loads.Load("x", lambda t, q, w: (0.0, 0.0, 0.0), axis=(0, 0, 2))
    assert rl.loads.uniform_gravity(BODY, g=(0, 0, 0)).axis is None


def test_energy_is_kept_already():
    with pytest.raises(NotAvailable, match="already"):
        rl.methods.krenk_nielsen().with_energy_preserved()


# --- beside Betsch and Siebert, and a published reference -----------------------------


def nine_unknowns(y0, four, h, S):
    """(q, p) after a step with the multiplier as an unknown, |q| = 1 at its end.

    The multiplier's step of Betsch and Siebert, reconstructed; V = q.S q."""
    q0, p0 = y0[:4], y0[4:]
    size = np.linalg.norm(p0)

    def residual(z):
        q1, p1 = z[:4], z[4:8]
        q, p = (q0 + q1) / 2, (p0 + p1) / 2
        w = (plain.left(q0).T @ p0 + plain.left(q1).T @ p1) / 2 / four
        r_p = p1 - p0 + h / 4 * plain.left(p) @ plain.CONJUGATION @ w
        return np.hstack(
            [
                q1 - q0 - h / 4 * plain.left(q) @ w,
                (r_p + h * (2 * S @ q + 2 * z[8] * q)) / size,
                q1 @ q1 - 1,
            ]
        )

    z = np.hstack([y0, 0.0])
    for _ in range(12):
        z = z - np.linalg.solve(plain.complex_slope(residual, z), residual(z))
    assert np.abs(residual(z)).max() < 1e-13
    return z[:8]


@pytest.mark.parametrize("J0", [0.2, 1.15, 20.0])
def test_the_step_with_the_multiplier_is_the_same_step(J0, loads):
    """Theorem thm-krenk-betsch, on and off the constraints."""
    four, S = np.array([J0, 0.4, 1.1, 0.8]), 0.7 * np.diag([1.0, -1.0, -1.0, 1.0])
    body, q = rl.Body((0.4, 1.1, 0.8)), np.full(4, 0.5)
    p = 2 * plain.hamilton(q, np.array([0.0, 0.4, -2.2, 2.4]))
    y = np.hstack([q, p])
    for _ in range(50):
        y = nine_unknowns(y, four, 0.05, S)
    run = rl.integrate(
        "krenk_nielsen", body, omega=(1, -2, 3), q0=q, h=0.05, steps=50,
        load=loads["gravity"],
    )  # fmt: skip
    assert min(np.abs(run.q[-1] - s * y[:4]).max() for s in (1, -1)) < 1e-12
    wrong = np.hstack([q, p + 1e-3 * q])
    for sign in (-1, 1, -1):
        wrong = nine_unknowns(wrong, four, 0.05, S)
        assert abs(wrong[:4] @ wrong[4:] - sign * 1e-3) < 1e-12
        assert abs(wrong[:4] @ wrong[:4] - 1) < 1e-14


def test_heavy_top_of_arnold_bruels_and_cardona():
    """Reference values of the EXUDYN test models heavyTop.py and
    explicitLieGroupIntegratorTest.py: quaternion after 0.2 s (Runge-Kutta 4, five
    digits), and omega_y in space after 2 s (Runge-Kutta 6(7), h = 2e-5)."""
    body = rl.Body((15.234375, 0.46875, 15.234375), mass=15.0, centre=(0, 1, 0))
    given = dict(omega=(0, 150, -4.61538), load=rl.loads.uniform_gravity(body))
    off = {}
    for method, h in (
        ("buss8", 5e-4),
        ("krenk_nielsen", 2e-3),
        ("krenk_nielsen", 1e-3),
    ):
        run = rl.integrate(
            method, body, h=h, steps=round(2 / h), every=round(0.2 / h), **given
        )
        rate = rl.quaternion.rotate(run.q[-1], run.omega[-1])
        off[method, h] = abs(rate[1] + 106.16380414311477)
        if method == "buss8":
            published = (-0.70828, 0.43878, 0.54573, 0.0894)
            assert np.abs(run.q[1] - published).max() < 5e-6
    assert off["buss8", 5e-4] < 5e-10
    assert abs(off["krenk_nielsen", 1e-3] - 3.325) < 0.01


def test_not_symplectic_by_the_cube_of_the_step():
    from rotlib.diagnostics import symplecticity_defect

    box = rl.Body.box(mass=1.0, sides=(3, 1, 2))
    defects = [
        symplecticity_defect("krenk_nielsen", box, (1.0, 2.0, 3.0), h)
        for h in (0.1, 0.05, 0.025)
    ]
    assert abs(defects[0] / 5.0e-3 - 1) < 0.02
    for more, less in zip(defects, defects[1:], strict=False):
        assert 7 < more / less < 10
    assert symplecticity_defect("dmv", box, (1.0, 2.0, 3.0), 0.1) < 1e-9


def test_linear_is_tried_where_nothing_cancels():
    R = [sp.Matrix(plain.matrix(q))[2, i] for i in range(3)]
    known = symbolic_load("curved", potential=R[2] + 2 * R[0] * R[1])
    claimed = rl.loads.Load("curved", known.torque, known.potential, linear=True)
    with pytest.raises(InvalidInput, match="not linear"):
        rl.integrate("krenk_nielsen", BODY, omega=OMEGA, h=0.1, steps=1, load=claimed)
