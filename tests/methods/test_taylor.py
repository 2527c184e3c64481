"""The Taylor methods, held and in flight: torques in a step, a second implementation,
and the power series they take."""

import math
from types import SimpleNamespace

import mpmath
import numpy as np
import pytest
import reference_methods as plain
from flights import ANCHOR, BODIES, BODY, POINT, SPRING, START, fly
from problems import OMEGA, TILTED
from refusals import refused

import rotlib as rl
from rotlib.backends.derived import Jet
from rotlib.backends.trace import FUNCTIONS, OPERATORS, Kind, record_function
from rotlib.errors import NotAvailable
from rotlib.lie_taylor import ORDER
from rotlib.methods import buss
from rotlib.numbers import operation

FLYING = [m for m in rl.methods.ALL if m.flight and "series" in m.flight.properties]
FAMILY = [
    *(buss(p) for p in range(2, ORDER + 1)),
    *map(rl.methods.find, ("buss2_plus", "lie_euler")),
]
TOP = rl.Body((0.02, 0.02, 0.012), mass=1.0, centre=(0.0, 0.0, 0.08))
STIFFNESS, D = 3.0, np.diag([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])


def load(body):
    return rl.wrenches.weight(body) + SPRING + rl.wrenches.linear_drag(D)


def lean(method, steps=500):
    """A top whose weight always pulls horizontally."""
    start = {"omega": (1.0, 0.0, 12.0), "q0": rl.quaternion.exp((0.0, 0.6, 0.0))}
    load = rl.loads.uniform_gravity(TOP)
    return rl.integrate(method, TOP, **start, h=0.01, steps=steps, load=load)


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


def slides(w, Rs, h):
    space = [(1, 1, 2)[n] * plain.convolved(Rs, w, n) for n in range(3)]
    return Rs[0].T @ plain.third(*space, h) * h


def plain_flight(method, body, steps, h, loaded):
    """Series in 3x3 matrices; momenta about the reference point's place at the start
    of a step; forces of weight, spring and drag, linear in what they depend on."""
    M, c, p = body.inertia_6x6, np.array(body.centre), method.order
    mean = slides if method.name == "buss3" else plain.mean_by_series(p)
    R, y = plain.matrix(START["q0"]), np.array(START["position"])
    momenta = M @ np.concatenate([START["omega"], START["velocity"]])
    L, P = R @ momenta[:3], R @ momenta[3:]  # about the reference point, in space
    a, down = POINT, body.mass * np.array([0.0, 0.0, -9.81])
    for _ in range(steps):
        Rs, ys, Ls, Ps, V = [R], [y], [L], [P], []
        for n in range(max(p, 3)):
            moved = [x - y if k == 0 else x for k, x in enumerate(ys)]
            about = [l - cross for l, cross in zip(Ls, lever(moved, Ps), strict=True)]
            back = [R.T for R in Rs]
            body_momenta = np.concatenate(
                [plain.convolved(back, x, n) for x in (about, Ps)]
            )
            V.append(np.linalg.solve(M, body_momenta))
            w, v = [x[:3] for x in V], [x[3:] for x in V]
            force = torque = np.zeros(3)
            if loaded:
                stretch = [ANCHOR * (k == 0) - x for k, x in enumerate(ys)]
                stretch = [x - R @ a for x, R in zip(stretch, Rs, strict=True)]
                pulls = [STIFFNESS * x for x in stretch]
                drags = [-D @ x for x in V]
                arms = [R @ a for R in Rs]
                centres = [R @ c for R in Rs]
                weights = [down * (k == 0) for k in range(n + 1)]
                drag = [
                    plain.convolved(Rs, [x[3:] for x in drags], k) for k in range(n + 1)
                ]
                sums = zip(pulls, weights, drag, strict=True)
                forces = [f + g + k for f, g, k in sums]
                force = forces[n]
                torque = plain.convolved(arms, pulls, n, np.cross)
                torque = torque + plain.convolved(centres, weights, n, np.cross)
                torque = torque + plain.convolved(Rs, [x[:3] for x in drags], n)
                torque = torque + plain.convolved(moved, forces, n, np.cross)
            Ls.append(torque / (n + 1))
            Ps.append(force / (n + 1))
            Rs.append(plain.convolved(Rs, [plain.hat(x) for x in w], n) / (n + 1))
            ys.append(plain.convolved(Rs, v, n) / (n + 1))
        turned = R @ plain.turn(mean(w, Rs, h))
        centre = [x + R @ c for x, R in zip(ys, Rs, strict=True)]
        there, L_new, P_new = (
            sum(x * h**n for n, x in enumerate(series[: p + 1]))
            for series in (centre, Ls, Ps)
        )
        y_new = there - turned @ c
        L, P, R = L_new - np.cross(y_new - y, P_new), P_new, turned
        y = y_new
    V = np.linalg.solve(M, np.concatenate([R.T @ L, R.T @ P]))
    return R, y, V


def lever(moved, Ps):
    return [plain.convolved(moved, Ps, n, np.cross) for n in range(len(moved))]


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("method", FLYING, ids=lambda m: m.name)
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("loaded", [False, True])
def test_agrees_with_a_plain_implementation(method, body, loaded):
    body = BODIES[body]
    for steps in (1, 30):
        flies = loaded or body.added_mass.any()  # without being told to
        given = load(body) if loaded else None
        run = fly(method if flies else method.flight, body, 0.02, steps, given)
        R, y, V = plain_flight(method, body, steps, 0.02, loaded)
        limit = 2e-13 * (1 + steps)
        assert np.abs(rl.quaternion.as_matrix(run.q[-1]) - R).max() < limit
        assert np.abs(run.position[-1] - y).max() < limit
        assert np.abs(run.twist[-1] - V).max() < 1e-12 * (1 + steps)


def test_a_load_without_a_series_is_refused_before_the_first_step():
    def along(push):
        load = rl.Load("f", lambda t, q, w, x, v: (0, 0, 0, push(x[0]), 0, 0))
        return lambda: fly("buss4", BODY, 0.1, 1, load)

    def branching(t, q, w):
        return (1.0 if w[0] > 0 else -1.0), 0.0, 0.0

    def held(method, **given):
        return lambda: rl.integrate(
            method, TILTED, omega=OMEGA, load=branching, **given
        )

    refused(
        {
            "rkmk54": along(lambda x: 1.0 if x > 0 else 2.0),
            "copysign has none": along(lambda x: np.copysign(x, 2.0)),
            "whole powers": along(lambda x: (2 + x) ** 0.5),
            "'branching': buss4 .* formula.*rkmk54": held("buss4", h=0.1, steps=1),
            "formula": held("lie_euler", duration=1.0, tolerance=1e-2),
        },
        NotAvailable,
    )


def formulas(m):
    """Every operation that has a series, with the functions of `m`."""

    def f(x, y, t):
        return (
            x * y - t / (2.0 + y),
            m.sqrt(1.5 + x * x) + m.exp(-x * t),
            m.log(3.0 + y) * m.sin(x + t),
            m.cos(x * y) + m.sinh(y) - m.cosh(t),
            abs(x - 4.0) + x**3 + abs(y),
            7.0 - x / 3.0 + y * 5.0 * t - 3.0 * t * x,
            m.tan(x * y) + m.tanh(x - t) - m.atan(y + 2.0 * x),
            m.asin(x * y) * m.acos(x / 4.0) + m.asin(0.3),
            m.atan2(x - 1.0, y * t) + m.hypot(x, y + t),
            m.log10(2.0 + x) + m.log1p(y * y) * m.expm1(x - y),
        )

    return f


@pytest.mark.evidence("second implementation")
def test_each_operation_on_series_is_that_on_functions():
    def path(t, m):
        return 0.3 + 0.7 * t - 0.2 * t * t, m.sin(0.4 + 0.5 * t), t

    top, sizes = 7, (0, 0, 0)
    program = record_function(formulas(math_recorded()), Kind.TRACE_LOAD, sizes, 10)
    jet = Jet(program, "test")
    with mpmath.workdps(40):
        into, want = (
            [mpmath.taylor(lambda t, i=i, f=f: f(t)[i], 0.6, top) for i in range(n)]
            for f, n in (
                (lambda t: path(t, mpmath), 3),
                (lambda t: formulas(mpmath)(*path(t, mpmath)), 10),
            )
        )
    assert math.isclose(float(into[2][1]), 1.0)
    for k in range(top + 1):
        given = [float(x[k]) for x in into]
        given[2] = (0.6, 1.0, *[None] * top)[k]
        found = jet.following(given)
        assert np.allclose(found, [float(x[k]) for x in want], rtol=1e-11, atol=1e-12)


def math_recorded():
    names = {*FUNCTIONS} - {"copysign"}
    return SimpleNamespace(
        **{name: operation(name, *OPERATORS[name][:2]) for name in names}
    )
