"""DQVI: the discrete Lagrangian itself, order, what it keeps, what it refuses."""

import warnings

import numpy as np
import pytest
import reference_dqvi as plain
from flights import BODY, FISH, LOADS, START, fly
from reference_methods import parts_of
from refusals import refused
from rotbook.energies import modified_energy
from scipy_motion import motion

import rotlib as rl
from rotlib.errors import (
    ConvergenceError,
    InvalidInertia,
    LargeStep,
    NotAvailable,
    StepTooLarge,
)
from rotlib.wrenches import linear_drag, spring, weight

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
ONE = {"h": 0.1, "steps": 1}
TWIST = np.array([*START["omega"], *START["velocity"]])


def dual(run, k=-1):
    return plain.pose(run.q[k], run.position[k])


@pytest.mark.day(4)
@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize(
    ("method", "body"),
    [(rl.methods.dqvi(mu), body) for body in (BODY, FISH) for mu in (0.0, 1.3, "mass")]
    + [(method, BODY) for method in COMPOSED],
)
@pytest.mark.parametrize("loaded", [False, True])
def test_agrees_with_the_discrete_lagrangian(method, body, loaded):
    """A stepper that knows the discrete action only, step by step."""
    M, m, load = body.inertia_6x6, body.mass, None
    a, b = np.array([0.3, 0.1, 0.0]), np.array([0.0, 1.0, 0.0])
    if loaded:
        load = weight(body) + spring(4.0, a, b)

    def U(x):
        R, t = plain.matrix(x[:4]), plain.place(x)
        stretch = t + R @ a - b
        return loaded * (9.81 * m * (t + R @ body.centre)[2] + 2.0 * stretch @ stretch)

    x, P = plain.pose(np.array(START["q0"]), START["position"]), M @ TWIST
    parts = parts_of(method.order) if method in COMPOSED else [1.0]
    mu = {"dqvi_published": 0.0, "dqvi(dual_scalar_mass=1.3)": 1.3}.get(method.name, m)
    run = fly(method, body, 0.05, 12 // len(parts), load)
    for k in range(1, len(run)):
        for part in parts:
            x, P = plain.step(x, P, part * 0.05, M, mu, U)
        assert np.abs(dual(run, k) - x).max() < 1e-11 * k * len(parts)
        assert np.abs(run.momentum[k] - P).max() < 1e-8


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
        x = plain.times(x0, rl.dual_quaternion.exp(shift[:6]))
        V = np.linalg.solve(M, P0 + shift[6:])
        start = {"q0": x[:4], "position": plain.place(x)}
        return fly(method, body, h, 1, load, **start, omega=V[:3], velocity=V[3:])

    middle = after(np.zeros(12))
    home = plain.star(dual(middle))
    columns = []
    for e in np.eye(12):
        runs = [after(k * probe * e) for k in (-2, -1, 1, 2)]
        moved = rl.dual_quaternion.log([plain.times(home, dual(run)) for run in runs])
        ends = np.hstack([moved, [run.momentum[-1] for run in runs]])
        columns.append((ends[0] - 8 * ends[1] + 8 * ends[2] - ends[3]) / (12 * probe))
    D = np.stack(columns, -1)
    return np.abs(D.T @ form(middle.momentum[-1]) @ D - form(P0)).max()


@pytest.mark.day(2)
@pytest.mark.evidence("orders and invariants")
@each
@pytest.mark.parametrize(
    ("name", "symplectic"),
    [("free", True), ("weight", True), ("spring", True), ("all", False)],
)
def test_symplectic_unless_there_is_drag(method, name, symplectic, record_property):
    assert "symplectic" in method.properties
    for body in (BODY, FISH):
        defect = symplectic_defect(method, body, LOADS[name](body))
        if body is FISH:
            record_property(
                f"{method.name}: symplecticity defect, {name}", f"{defect:.0e}"
            )
        assert (defect < 1e-8) == symplectic, defect
        assert symplectic or defect > 1e-3


@both
def test_translation_alone_is_exact(method):
    for body in (BODY, rl.Body((1, 2, 2.5), mass=2.0, added_mass=(0, 0, 0, 1.0, 0, 0))):
        along = (0.5, 0.0, 0.0) if body.added_mass.any() else (0.5, -0.2, 0.7)
        given = {"omega": (0, 0, 0), "velocity": along, "h": 0.3, "steps": 50}
        run = rl.integrate(method, body, **given)
        assert np.abs(run.position - np.outer(run.t, along)).max() < 1e-13
        assert run.stats["iterations"].max() == 0  # the first guess is the solution


# --- the default, and the warning of the other ----------------------------------------

STONE = rl.Body.box(mass=2.0, sides=(0.3, 0.2, 0.1))
FLIGHT = {"omega": (1, 2, 3), "velocity": (5, 0, 0), "h": 0.01, "steps": 200}


def attitude_error(run):
    """Angle (degrees) at the end between a free flight and the closed form."""
    q = rl.exact.free_body(STONE, FLIGHT["omega"], run.t[-1:])[0]
    return np.degrees(rl.quaternion.angle_between(run.q[-1], q[-1]))


def test_each_variant_has_a_name_of_its_own():
    assert rl.methods.find("dqvi") is rl.methods.dqvi() is rl.methods.dqvi("mass")
    assert rl.methods.find("dqvi_published") is PUBLISHED is rl.methods.dqvi(0)
    half = rl.methods.dqvi(0.5)
    assert half.name == "dqvi(dual_scalar_mass=0.5)" and "0.5 kg" in half.summary
    assert fly("dqvi_published", BODY, 0.1, 1).method == "dqvi_published"


@pytest.mark.parametrize(
    "backend", ["auto", pytest.param("compiled", marks=pytest.mark.night)]
)
def test_a_flight_that_is_visibly_wrong_says_so_once(backend):
    with pytest.warns(LargeStep, match="0.4 degrees.*use 'dqvi'") as heard:
        run = rl.integrate("dqvi_published", STONE, **FLIGHT, backend=backend)
    assert len(heard) == 1 and attitude_error(run) > 5
    assert heard[0].filename == __file__  # the line of the user, not one of rotlib
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rl.integrate("dqvi", STONE, **FLIGHT, backend=backend)
        slow = {**FLIGHT, "velocity": (1, 0, 0)}
        run = rl.integrate("dqvi_published", STONE, **slow, backend=backend)
    assert attitude_error(run) < 0.5


def test_a_batch_warns_if_one_of_its_motions_is_wrong():
    omega = np.array([FLIGHT["omega"], (0, 0, 3), (0, 0, 0)])
    with pytest.warns(LargeStep) as heard:
        run = rl.integrate("dqvi_published", STONE, **{**FLIGHT, "omega": omega})
    assert len(heard) == 1
    wrong = run.stats["disturbance"][-1] > np.radians(0.4)
    assert wrong.tolist() == [True, False, False]


@pytest.mark.parametrize("batch", [False, True])
def test_steps_too_large_say_so(batch):
    omega = np.array([(0.0, 12.0, 0.0)] * 2 if batch else (0.0, 12.0, 0.0))
    given = {"h": 0.1, "steps": 5}
    said = "smaller step|take h"
    with pytest.raises((StepTooLarge, ConvergenceError), match=said) as caught:
        rl.integrate("dqvi", rl.Body((1, 2, 2.6)), omega=omega, **given)
    assert caught.value.step == 1 and len(caught.value.trajectory) == 1
    assert abs(caught.value.turn - 1.2) < 1e-12
    with pytest.raises(StepTooLarge, match=r"h\|omega\| = 2.4"):
        rl.integrate("dqvi", rl.Body((1, 2, 2.6)), omega=2 * omega, **given)
    ball, fast = rl.Body((0.0035, 0.0035, 0.0018), mass=0.42), (0.0, 0.0, 80.0)
    given = {"omega": (0.0, 0.0, 0.01), "velocity": fast, "h": 0.002, "steps": 1}
    with pytest.raises(StepTooLarge, match=r"h\|v\|/2k = 1.2.*the method 'dqvi'"):
        rl.integrate("dqvi_published", ball, **given)


def test_drag_is_stable_for_any_step_and_rest_stays_rest():
    run = fly("dqvi", BODY, 0.2, 60, linear_drag((50.0,) * 3 + (500.0,) * 3))
    assert (np.diff(run.kinetic_energy) < 1e-14).all()
    assert run.kinetic_energy[-1] < 1e-3 * run.kinetic_energy[0]
    still = fly("dqvi", BODY, 0.2, 5, omega=(0, 0, 0), velocity=(0, 0, 0))
    assert not any(np.ptp(a, axis=0).any() for a in still.motion)


def test_wrong_arguments():
    lift, height = weight(BODY).law, weight(BODY).potential
    # without extent about its own length
    rod = rl.Body((1.0, 1.5, 0.5), mass=1.0, centre=(0, 0, 1.0))

    def fly(load=None, **given):
        return lambda: rl.integrate("dqvi", BODY, **START | given, **ONE, load=load)

    def wrong(law):
        load, one = rl.Load("wrong", law, height), START["omega"]
        return [fly(load, omega=omega) for omega in (one, [one] * 2)]

    refused(
        {
            "dual_scalar_mass": [
                lambda mu=mu: rl.methods.dqvi(mu)
                for mu in (-1.0, float("nan"), "weight", None)
            ],
            "expected, for a body that flies": fly(rl.loads.uniform_gravity(BODY)),
            "six": [
                fly(lambda t, q, w, x, v: (0.0, 0.0, 1.0)),
                fly(lambda t, q, w, x, v: (0.0,) * 5 + (np.nan,)),
                fly(lambda t, q: 0.0),
            ],
            "not that of its potential": [
                *wrong(lambda *state: tuple([-a for a in lift(*state)])),
                *wrong(lambda *state: (*lift(*state)[:3], 0.0, 0.0, 0.0)),
            ],
            "position": fly(position=(0, 0)),
            "broadcast": fly(omega=np.ones((2, 3)), velocity=np.ones((3, 3))),
        }
    )
    refused(
        {
            "attitude and place together.*of the attitude alone;.*smaller step": [
                SAFE.with_energy_preserved,
                PUBLISHED.with_energy_preserved,
            ],
            "added mass": lambda: rl.integrate(
                "lie_euler", FISH, omega=(0, 0, 1), **ONE
            ),
        },
        NotAvailable,
    )
    thin = lambda: rl.integrate("dqvi", rod, omega=(0, 0, 1), **ONE)  # noqa: E731
    refused({"positive definite": thin}, InvalidInertia)


U_SPRING = (7.0, np.array([0.2, 0.05, 0.1]), np.array([1.3, -2.2, 1.0]))


def stretched(x):
    """Potential of a spring at a dual quaternion, plainly."""
    k, point, anchor = U_SPRING
    off = plain.place(x) + plain.matrix(x[:4]) @ point - anchor
    return k / 2 * off @ off


def missing_action(h, M, mu, parts=40):
    """(discrete Lagrangian - action of the true motion)/h^3 of the step about START."""
    k, point, anchor = U_SPRING

    def wrench(time, q, omega, t, v):
        pull = -k * (plain.matrix(q).T @ (t - anchor) + point)
        return np.array([*np.cross(point, pull), *pull])

    back = motion(M, (0.0, -h / 2), wrench, **START)
    names = "q", "omega", "position", "velocity"
    begun = [getattr(back, name)[-1] for name in names]
    true = motion(M, np.linspace(0.0, h, parts + 1), wrench, *begun)
    V = np.hstack([true.omega, true.velocity])
    ends = [plain.pose(*place) for place in zip(true.q, true.position, strict=True)]
    values = ((V @ M) * V).sum(-1) / 2 - [*map(stretched, ends)]
    simpson = np.array([1, *[4, 2] * (parts // 2 - 1), 4, 1]) / (3 * parts)
    action = h * simpson @ values
    made = plain.discrete_lagrangian(ends[0], ends[-1], h, M, mu, stretched)
    return (made - action) / h**3


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("mu", [0.0, 0.7, "mass"])
def test_the_modified_energy_is_what_the_discrete_action_lacks(mu):
    """H_2 = -(L_d - S)/h^3, the action integrated along the true motion."""
    lanes = {"omega": np.tile(START["omega"], (2, 1)), "load": spring(*U_SPRING)}
    run = fly(rl.methods.dqvi(mu), [BODY, FISH], 0.01, 1, **lanes)[:1]
    second = (modified_energy(run, mu) - run.energy)[0] / 0.01**2
    for body, found in zip((BODY, FISH), second, strict=True):
        number = body.mass if mu == "mass" else mu
        wanted = [-missing_action(h, body.inertia_6x6, number) for h in (0.04, 0.02)]
        best = (4 * wanted[1] - wanted[0]) / 3  # without the term of h^2
        assert abs(found - best) < 2e-5 * (1 + abs(best))
        assert abs(best) > 1e-3
