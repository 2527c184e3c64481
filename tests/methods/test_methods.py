"""Each method against a second, plain implementation, its declared order, and what
its record says it keeps."""

from functools import cache

import numpy as np
import pytest
import reference_methods as plain
import sympy as sp
from problems import BODY, BRICK, OMEGA, TILTED, truth

import rotlib as rl
from rotlib.codegen import symbolic_load
from rotlib.diagnostics import Problem, order, symplecticity_defect
from rotlib.methods._energy import repeated

pytestmark = pytest.mark.long
MORE = "kicks2 kicks4 kicks6 dmv4 dmv8 dmv10_kicks4 dmv10_kicks6 dmv10_kicks8"
ROTATIONS = [  # those that fly have a file of their own
    *[m for m in rl.methods.ALL if not m.poses],
    *map(rl.methods.find, MORE.split()),
]
STEPPERS = [m for m in ROTATIONS if m.closed_form is None]


def high(method):
    """Whether small steps of this method are exact to rounding, so that its defects
    show only in large ones."""
    return (method.order or 0) > 5


def by_name(methods):
    return pytest.mark.parametrize("method", methods, ids=lambda m: m.name)


Q0 = np.array([0.5, -0.5, 0.1, 0.7]) / np.linalg.norm([0.5, -0.5, 0.1, 0.7])


@pytest.fixture(scope="module")
def load():
    """The torque of the plain implementations as a formula."""
    t, *q = sp.symbols("t q_w q_x q_y q_z")
    w = sp.symbols("w_x w_y w_z")
    N = sp.Matrix(
        [sp.Rational(3, 10) * sp.cos(t), -sp.sin(2 * t) / 5, sp.Rational(1, 10) + t / 5]
    )
    R = sp.Matrix(plain.matrix(q))
    return symbolic_load(
        "test torque", R.T * N - sp.Matrix(plain.D) * sp.Matrix(w), t=t, q=q, omega=w
    )


@pytest.mark.evidence("second implementation")
@by_name(map(rl.methods.find, plain.PLAIN))
@pytest.mark.parametrize("steps", [1, 30])
@pytest.mark.parametrize("loaded", [False, True])
def test_agrees_with_a_plain_implementation(method, steps, loaded, request):
    if loaded and (not method.takes or "projected" in method.properties):
        pytest.skip("free body, or potentials only")
    load = request.getfixturevalue("load") if loaded else None
    given = {"omega": OMEGA, "q0": Q0, "h": 0.02, "steps": steps, "load": load}
    run = rl.integrate(method, TILTED, **given)
    axes = rl.quaternion.as_matrix(TILTED.principal_axes)
    start = axes, Q0, np.array(OMEGA), 0.02, steps
    q, w = plain.PLAIN[method.name](TILTED.inertia, *start, loaded)
    limit = 1e-13 * (1 + steps)
    assert min(np.abs(run.q_raw[-1] - q).max(), np.abs(run.q_raw[-1] + q).max()) < limit
    assert np.abs(run.omega[-1] - w).max() < limit


@pytest.mark.evidence("orders and invariants")
@by_name([m for m in STEPPERS if "kicks" not in m.name])  # which fly freely
@pytest.mark.parametrize("kind", ["principal", "tilted"])
def test_measured_order_is_the_declared_one(method, kind, record_property):
    names = (kind, method.name), method.name, method.order
    run = [plain.RUNS[name] for name in names if name in plain.RUNS]
    duration, steps = [*run, (4.0, plain.USUAL)][0]
    body = {"principal": BODY, "tilted": TILTED}[kind]
    measured = order(method, Problem(body, OMEGA, duration), steps)
    record_property(f"{method.name}: order, free, {kind} axes", f"{measured.slope:.2f}")
    assert abs(measured.slope - method.order) < 0.1, measured


@cache
def judged(duration):
    """A problem and the attitude at its end, found once for all methods."""
    load = rl.loads.uniform_gravity(TILTED)
    problem = Problem(TILTED, OMEGA, duration, load=load)
    return problem, truth(problem)


@pytest.mark.evidence("orders and invariants")
@by_name([m for m in STEPPERS if m.takes])
def test_measured_order_with_torque(method, record_property):
    expected = method.torque_order or method.order
    names = method.name, expected
    run = [plain.LOADED_RUNS[name] for name in names if name in plain.LOADED_RUNS]
    duration, steps = [*run, (1.5, plain.USUAL)][0]
    problem, judge = judged(duration)
    measured = order(method, problem, steps, judge)
    record_property(f"{method.name}: order, heavy", f"{measured.slope:.2f}")
    assert abs(measured.slope - expected) < 0.1, measured


@pytest.mark.evidence("orders and invariants")
@by_name(ROTATIONS)
def test_keeps_what_its_record_says_and_nothing_else(method, record_property):
    h = 0.25 if high(method) else 0.05
    if method.name == "splitting8_231":
        h = 0.35  # its energy swings by no more than 1e-10 at 0.25
    given = {"h": h, "every": 100, "backend": "compiled"}
    steps = 1_000 if method.name in plain.GROWS else 100_000
    run = rl.integrate(method, BODY, omega=OMEGA, steps=steps, **given)
    L = run.momentum_space
    defects = {
        "momentum": np.abs(L - L[0]).max() / np.linalg.norm(L[0]),
        "energy": np.abs(run.energy / run.energy[0] - 1).max(),
        "norm": np.abs(run.norm_defect).max(),
    }
    for name, defect in defects.items():
        record_property(f"{method.name}: {name}, largest change", f"{defect:.0e}")
    kept = {name for name, defect in defects.items() if defect < 1e-10}
    assert kept == set(method.conserves), defects


@pytest.mark.evidence("orders and invariants")
@by_name(ROTATIONS)
def test_symplectic_if_and_only_if_declared(method, record_property):
    defect = symplecticity_defect(method, TILTED, OMEGA, 0.8 if high(method) else 0.1)
    record_property(f"{method.name}: symplecticity defect", f"{defect:.0e}")
    assert (defect < 1e-9) == ("symplectic" in method.properties), defect


@pytest.mark.evidence("orders and invariants")
@by_name(ROTATIONS)
def test_symmetric_if_and_only_if_declared(method, record_property):
    h = 0.8 if high(method) else 0.1
    there = rl.integrate(method, BODY, omega=OMEGA, h=h, steps=1)
    end = {"omega": there.omega[-1], "q0": there.q[-1]}
    back = rl.integrate(method, BODY, **end, h=-h, steps=1)
    turned = rl.quaternion.angle_between(back.q[-1], [1, 0, 0, 0])
    defect = turned + np.abs(back.omega[-1] - OMEGA).max()
    record_property(f"{method.name}: step there and back", f"{defect:.0e}")
    assert (defect < 1e-12) == ("symmetric" in method.properties), defect


@by_name(ROTATIONS)
@pytest.mark.parametrize(
    "name, J, omega",
    [
        ("sphere", (2.0, 2.0, 2.0), (0.3, 1.0, 0.8)),
        ("axis", (1.0, 2.0, 2.6), (0.0, 0.0, 1.3)),
        ("rest", (1.0, 2.0, 2.6), (0.0, 0.0, 0.0)),
    ],
)
def test_steady_motions(method, name, J, omega):
    run = rl.integrate(method, rl.Body(J), omega=omega, h=0.01, steps=200)
    there = rl.quaternion.exp(2.0 * np.array(omega))
    error = rl.quaternion.angle_between(run.q[-1], there)
    exactly = error < 1e-9 and np.abs(run.omega - omega).max() < 1e-12
    assert exactly or 1e-10 < error < 1e-4
    if method.name in plain.PLAIN:  # of a new one nothing was said
        assert exactly == (method.name not in plain.TURNS_BADLY[name])


def test_records_are_complete_and_the_table_lists_them():
    for m in rl.methods.ALL:
        assert m.summary and m.chapter and m.equation.startswith("eq-")
        assert (m.order is None) == (m.closed_form is not None)
        named = getattr(rl.methods, m.name)
        assert m in (named, named if isinstance(named, rl.methods.Method) else named())
        assert m is rl.methods.find(m.name) is rl.methods.find(m)
        assert f"`{m.name}`" in rl.methods.table()


@pytest.mark.parametrize("method", rl.methods.ALL, ids=lambda m: m.name)
def test_the_table_says_which_methods_fly(method):
    (row,) = [x for x in rl.methods.table().splitlines() if f"| `{method.name}` |" in x]
    given = {"omega": (0, 0, 1), "h": 0.1, "steps": 1, "velocity": (1, 0, 0)}
    if "wrench" in row.split("|")[5]:
        assert rl.integrate(method, BRICK, **given).position[-1, 0] > 0
    else:
        with pytest.raises(rl.errors.NotAvailable, match="rotation alone"):
            rl.integrate(method, BRICK, **given)
    if not (method.takes or method.poses):
        given |= {"load": rl.loads.constant_torque((0, 0, 1))}
        with pytest.raises(rl.errors.NotAvailable, match="rk4"):
            rl.integrate(method, BODY, **given | {"velocity": None})


def test_the_energy_that_is_left_over_is_a_part_of_the_whole():
    """Of several motions the greatest share is told."""

    def to_and_fro(size, left):
        return lambda q: (tuple([-x for x in q]), size + left * q[0] / 2)

    q = (1.0,) * 4
    assert repeated(to_and_fro(0.0, 0.0), q, 0.0)[1] == 0.0
    assert repeated(to_and_fro(4.0, 4e-12), q, 4.0)[1] == 4.0 + 2e-12
    several = np.array([3.0, 3.5]), np.array([2.0, 1.0]), np.array([4.0, 4.0])
    for size, left, total in ((3.0, 2.0, 4.0), several):  # 0.25 of 4 + 4
        q = (0.0 * np.add(size, left) + 1.0,) * 4
        with pytest.raises(rl.errors.ConvergenceError, match="after 30 turns") as error:
            repeated(to_and_fro(size, left), q, total)
        assert error.value.residual == 0.25


@pytest.mark.parametrize("last", range(4))
def test_a_turn_is_repeated_until_nothing_of_it_changes(last):
    pytest.importorskip("llvmlite")
    from rotlib.backends import llvm
    from rotlib.backends.trace import Kind, record

    def count_down(q):
        return tuple([(abs(x - 1.0) + x - 1.0) / 2.0 for x in q]), q[0]

    def step(t, h, y, J, load):
        return repeated(count_down, y, 0.0)[0]

    y = np.array([4.0 if i == last else 1.0 for i in range(4)])
    assert repeated(count_down, tuple(y), 0.0) == ((0.0,) * 4, 0.0)
    program = record(step, 4, 0, None, Kind.TRACE)
    loop, constants = llvm.compiled(program, one=True)
    p, made = np.array(constants, float), np.empty((1, 1))
    loop(0, 1, 1, 0, 1, 2, 2, 0.0, 0.1, y, p, None, made, None)
    assert made == 1
    assert y.tolist() == [0.0] * 4
