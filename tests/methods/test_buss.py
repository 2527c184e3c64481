"""What a torque adds to the momentum in a step of a Taylor method, in space and
in the body."""

import pickle

import numpy as np
import pytest
import reference_methods as plain
import sympy as sp
from problems import OMEGA, TILTED, truth

import rotlib as rl
from rotlib.codegen import symbolic_load
from rotlib.diagnostics import Problem, order
from rotlib.errors import InvalidInput, NotAvailable
from rotlib.lie_taylor import ORDER
from rotlib.methods import buss

Q0 = np.array([0.5, -0.5, 0.1, 0.7]) / np.linalg.norm([0.5, -0.5, 0.1, 0.7])
ORDERS = range(2, ORDER + 1)
FAMILY = [
    *(buss(p) for p in ORDERS),
    *map(rl.methods.find, ("buss2_plus", "lie_euler")),
]
TOP = rl.Body((0.02, 0.02, 0.012), mass=1.0, centre=(0.0, 0.0, 0.08))


@pytest.fixture(scope="module")
def load():
    t, *q = sp.symbols("t q_w q_x q_y q_z")
    w = sp.symbols("w_x w_y w_z")
    N = sp.Matrix(
        [sp.Rational(3, 10) * sp.cos(t), -sp.sin(2 * t) / 5, sp.Rational(1, 10) + t / 5]
    )
    torque = sp.Matrix(plain.matrix(q)).T * N - sp.Matrix(plain.D) * sp.Matrix(w)
    return symbolic_load("test torque", torque, t=t, q=q, omega=w)


@pytest.mark.day(2)
@pytest.mark.long
@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("p", ORDERS)
def test_the_form_in_the_body_agrees_with_a_plain_one(p, load):
    method = buss(p, impulse="body")
    run = rl.integrate(method, TILTED, omega=OMEGA, q0=Q0, h=0.02, steps=50, load=load)
    axes = rl.quaternion.as_matrix(TILTED.principal_axes)
    q, w = plain.by_series(p, "body")(
        TILTED.inertia, axes, Q0, np.array(OMEGA), 0.02, 50, True
    )
    assert min(np.abs(run.q[-1] - q).max(), np.abs(run.q[-1] + q).max()) < 5e-12
    assert np.abs(run.omega[-1] - w).max() < 5e-12


@pytest.mark.day(2)
@pytest.mark.long
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("p", ORDERS)
def test_the_form_in_the_body_has_the_same_order(p, record_property):
    method = buss(p, impulse="body")
    runs = plain.LOADED_RUNS.get(f"buss{p}", (1.5, (50, 100, 200, 400)))
    problem = Problem(TILTED, OMEGA, runs[0], load=rl.loads.uniform_gravity(TILTED))
    measured = order(method, problem, runs[1], truth(problem))
    record_property(f"{method.name}: order, heavy", f"{measured.slope:.2f}")
    assert abs(measured.slope - p) < 0.1, measured


def lean(method, steps=500):
    """A top whose weight always pulls horizontally."""
    return rl.integrate(
        method,
        TOP,
        omega=(1.0, 0.0, 12.0),
        q0=rl.quaternion.exp((0.0, 0.6, 0.0)),
        h=0.01,
        steps=steps,
        load=rl.loads.uniform_gravity(TOP),
    )


@pytest.mark.kinds
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_a_horizontal_torque_leaves_the_vertical_momentum_alone(
    method, record_property
):
    vertical = lean(method).momentum_space[:, 2]
    change = np.abs(vertical / vertical[0] - 1).max()
    record_property(f"{method.name}: vertical momentum of a top", f"{change:.0e}")
    assert change < 3e-14


@pytest.mark.parametrize("p", (2, 4, 6))
def test_expanded_in_the_body_it_does_not(p):
    vertical = lean(buss(p, impulse="body")).momentum_space[:, 2]
    assert np.abs(vertical / vertical[0] - 1).max() > 1e-8


@pytest.mark.kinds
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_a_torque_that_is_constant_in_space_adds_what_it_should(method):
    N = np.array([0.3, -0.2, 0.5])
    q, w = sp.symbols("q:4"), sp.symbols("w:3")
    torque = sp.Matrix(plain.matrix(q)).T * sp.Matrix(N)
    unknown = symbolic_load("constant", torque, q=q, omega=w)
    assert unknown.impulse is None  # or there would be nothing to compute
    run = rl.integrate(
        method, TILTED, omega=OMEGA, q0=Q0, h=0.1, steps=100, load=unknown
    )
    L = run.momentum_space
    assert np.abs(L - L[0] - np.outer(run.t, N)).max() < 1e-12 * np.abs(L).max()


@pytest.mark.parametrize("frame", ["space", "body"])
@pytest.mark.parametrize("p", ORDERS)
def test_no_torque_changes_nothing_at_all(p, frame):
    nothing = rl.loads.Load(
        "nothing",
        lambda t, q, w: 0.0 * w,
        derivatives=(lambda t, q, *rates: 0.0 * rates[0],) * (ORDER - 1),
    )
    run = rl.integrate(
        buss(p, impulse=frame), TILTED, omega=OMEGA, h=0.1, steps=5, load=nothing
    )
    free = rl.integrate(buss(p, impulse=frame), TILTED, omega=OMEGA, h=0.1, steps=5)
    assert np.array_equal(run.momentum_space[0], free.momentum_space[0])
    assert np.abs(run.momentum_space - run.momentum_space[0]).max() < 1e-14


@pytest.mark.parametrize("backend", ["python", "numpy", "compiled"])
def test_both_forms_run_on_every_back_end(backend):
    if backend == "compiled":
        pytest.importorskip("llvmlite")
    load = rl.loads.uniform_gravity(TILTED)
    given = dict(omega=OMEGA, h=0.02, steps=20, load=load)
    for frame in ("space", "body"):
        method = buss(3, impulse=frame)
        run = rl.integrate(method, TILTED, backend=backend, **given)
        other = rl.integrate(method, TILTED, backend="python", **given)
        assert np.abs(run.q - other.q).max() < 1e-14


def test_the_family_says_what_there_is():
    there = buss(4, impulse="body")
    assert pickle.loads(pickle.dumps(there)) == there != buss(4)
    assert buss(4, "space") is buss(4)
    with pytest.raises(InvalidInput, match="'space' or 'body'"):
        buss(4, impulse="frame")
    with pytest.raises(NotAvailable, match="lie_euler"):
        buss(1, impulse="body")


def test_steps_are_chosen_for_the_form_in_the_body_too():
    given = dict(
        omega=OMEGA, duration=5.0, tolerance=1e-6, load=rl.loads.uniform_gravity(TILTED)
    )
    for frame in ("space", "body"):
        run = rl.integrate_adaptive(buss(4, impulse=frame), TILTED, **given)
        best = rl.integrate_adaptive("buss7", TILTED, **given | {"tolerance": 1e-10})
        off = rl.quaternion.angle_between(run.q[-1], best.q[-1])
        assert 1e-8 < off < 1e-5
