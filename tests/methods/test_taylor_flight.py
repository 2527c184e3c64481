"""The Taylor methods for poses under wrenches, and the power series they take."""

from functools import cache

import mpmath
import numpy as np
import pytest
import reference_methods as plain
from scipy_motion import motion

import rotlib as rl
from rotlib.backends.derived import Jet
from rotlib.backends.trace import Kind, record_function
from rotlib.errors import NotAvailable

FLYING = [m for m in rl.methods.ALL if m.flight and "series" in m.flight.properties]
BOAT = rl.Body(
    [[0.05, 0.002, 0.001], [0.002, 0.06, 0.003], [0.001, 0.003, 0.04]],
    mass=2.0,
    centre=(0.03, -0.02, 0.01),
    added_mass=(0.001, 0.002, 0.003, 0.5, 0.8, 1.1),
)
STONE = rl.Body(BOAT.inertia, mass=2.0, centre=BOAT.centre)
START = {
    "omega": (1.0, 2.0, -1.5),
    "q0": np.array([0.5, -0.5, 0.1, 0.7]) / np.linalg.norm([0.5, -0.5, 0.1, 0.7]),
    "position": (0.1, -0.2, 0.3),
    "velocity": (0.5, 0.2, -0.1),
}


def fly(method, body, h, steps, load=None, **changes):
    given = START | {"h": h, "steps": steps, "load": load} | changes
    return rl.integrate(method, body, **given)


STIFFNESS, POINT, ANCHOR = 20.0, (0.1, 0.0, 0.05), (0.0, 0.0, 1.0)
D = np.diag([0.01, 0.02, 0.01, 0.3, 0.4, 0.2])


SPRING = rl.wrenches.spring(STIFFNESS, point=POINT, anchor=ANCHOR)


def load(body):
    return rl.wrenches.weight(body) + SPRING + rl.wrenches.linear_drag(D)


def by_name(methods):
    return pytest.mark.parametrize("method", methods, ids=lambda m: m.name)


# --- a second implementation ----------------------------------------------------------


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
    a, down = np.array(POINT), body.mass * np.array([0.0, 0.0, -9.81])
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
                stretch = [np.array(ANCHOR) * (k == 0) - x for k, x in enumerate(ys)]
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
@by_name(FLYING)
@pytest.mark.parametrize("body", [BOAT, STONE], ids=["boat", "stone"])
@pytest.mark.parametrize("loaded", [False, True])
def test_agrees_with_a_plain_implementation(method, body, loaded):
    for steps in (1, 30):
        flies = loaded or body.added_mass.any()  # without being told to
        given = load(body) if loaded else None
        run = fly(method if flies else method.flight, body, 0.02, steps, given)
        R, y, V = plain_flight(method, body, steps, 0.02, loaded)
        limit = 2e-13 * (1 + steps)
        assert np.abs(rl.quaternion.as_matrix(run.q[-1]) - R).max() < limit
        assert np.abs(run.position[-1] - y).max() < limit
        found = np.concatenate([run.omega[-1], run.velocity[-1]])
        assert np.abs(found - V).max() < 1e-12 * (1 + steps)


# --- order and invariants -------------------------------------------------------------


def user(t, q, omega, position, velocity):
    """A wrench with every function that has a series, and with the rates."""
    ahead = np.sin(3 * t) + np.abs(position[0] - 5.0)
    up = np.exp(-t) * np.sqrt(1 + position @ position) / np.cosh(0.1 * t)
    push = np.array([ahead, 0.2 * velocity[0] ** 2, up])
    return np.concatenate([np.cross((0.1, 0.0, 0.0), push) - 0.01 * omega, push])


OWN = rl.Load("own", user)
PLACES = {"planet": {"position": (1.2, -0.5, 0.4)}}  # not at its centre
COUNTS = {2: (80, 160), 3: (60, 120), 4: (60, 100), 5: (40, 60), 6: (48, 64)}
COUNTS |= {7: (30, 40), 8: (20, 30)}
FEWER = {4: (16, 32), 5: (12, 18), 6: (16, 24), 7: (8, 11)}  # clear of rounding
FORCE = rl.wrenches.constant_force((0.0, 0.0, 1.0), point=(0.1, 0.0, 0.0))
WRENCHES = {
    "free": lambda body: None,
    "spring": load,
    "own": lambda body: OWN,
    "planet": lambda body: rl.wrenches.planet(body, 0.6) + FORCE,
}


@cache
def truth(name, body):
    """The motion after half a second, by SciPy."""
    wrench = WRENCHES[name](body)
    parts = () if wrench is None else wrench.summands

    def law(*moment):
        return sum((np.array(part.law(*moment)) for part in parts), np.zeros(6))

    return motion(body.inertia_6x6, (0.0, 0.5), law, **START | PLACES.get(name, {}))


@pytest.mark.evidence("second implementation")
@by_name(FLYING)
@pytest.mark.parametrize("body", [BOAT, STONE], ids=["boat", "stone"])
@pytest.mark.parametrize("name", WRENCHES)
def test_ends_where_newtons_equations_do_with_its_order(
    method, body, name, record_property
):
    end, p, errors, place = truth(name, body), method.order, [], PLACES.get(name, {})
    counts = (COUNTS | FEWER if name in ("free", "planet") else COUNTS)[p]
    flies = name != "free" or body is BOAT  # without being told to
    for n in counts:
        told = method if flies else method.flight
        run = fly(told, body, 0.5 / n, n, WRENCHES[name](body), every=n, **place)
        off = float(rl.quaternion.angle_between(run.q[-1], end.q[-1]))
        for what in ("position", "omega", "velocity"):
            off += np.abs(getattr(run, what)[-1] - getattr(end, what)[-1]).max()
        errors.append(off)
    found = np.log(errors[0] / errors[1]) / np.log(counts[1] / counts[0])
    record_property(f"{method.name}: order in flight, {name}", f"{found:.2f}")
    if p == 8:  # some are at rounding
        assert errors[1] < 3e-10
    else:
        assert abs(found - p) < 0.1, errors


@pytest.mark.evidence("orders and invariants")
@by_name([m for m in FLYING if m.order in (2, 4)])
def test_a_free_body_keeps_its_momenta(method, record_property):
    run = fly(method, BOAT, 0.05, 4000, every=10)
    p, L = run.linear_momentum_space, run.momentum_space
    drift = np.abs(p - p[0]).max(), np.abs(L - L[0]).max()
    record_property(f"{method.name}: momenta of a free body", f"{max(drift):.0e}")
    assert drift[0] < 1e-12 and drift[1] < 1e-11 * np.abs(run.position).max()


def about(run, point):
    """Angular momentum about a point of space."""
    return run.momentum_space - np.cross(point, run.linear_momentum_space)


@pytest.mark.evidence("orders and invariants")
@by_name([m for m in FLYING if m.order in (2, 4)])
def test_a_spring_keeps_the_momentum_about_its_anchor(method, record_property):
    run = fly(method, BOAT, 0.02, 500, SPRING)
    L = about(run, ANCHOR)
    drift = np.abs(L - L[0]).max()
    record_property(f"{method.name}: momentum about a spring's anchor", f"{drift:.0e}")
    assert drift < 1e-12
    p = run.linear_momentum_space
    assert np.abs(p - p[0]).max() > 0.1  # the spring does pull


@pytest.mark.parametrize("name", ["buss2", "buss4"])
def test_a_thrown_stone_falls_as_it_should(name):
    run = fly(name, STONE, 0.05, 100, rl.wrenches.weight(STONE))
    centre = run.position + rl.quaternion.rotate(run.q, np.array(STONE.centre))
    p = run.linear_momentum_space
    fall = np.array([0.0, 0.0, -9.81])
    t = run.t[:, None]
    expected = centre[0] + p[0] / STONE.mass * t + fall * t**2 / 2
    assert np.abs(centre - expected).max() < 1e-11
    spin = run.momentum_space - np.cross(centre, p)
    rounding = 1e-15 * np.abs(centre).max() * np.abs(p).max()
    assert np.abs(spin - spin[0]).max() < rounding


# --- what can be given ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "message"),
    [
        (lambda t, q, w, x, v: (0, 0, 0, 1.0 if x[0] > 0 else 2.0, 0, 0), "rkmk54"),
        (
            lambda t, q, w, x, v: (0, 0, 0, np.copysign(x[0], 2.0), 0, 0),
            "copysign has none",
        ),
        (lambda t, q, w, x, v: (0, 0, 0, (2 + x[0]) ** 0.5, 0, 0), "whole powers"),
    ],
)
def test_a_wrench_without_a_series_is_refused(force, message):
    with pytest.raises(NotAvailable, match=message):
        fly("buss4", STONE, 0.1, 1, rl.Load("f", force))


# --- the series themselves ------------------------------------------------------------


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
    import math

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
    from types import SimpleNamespace

    from rotlib.backends.operators import FUNCTIONS, OPERATORS
    from rotlib.numbers import operation

    names = {*FUNCTIONS} - {"copysign"}
    return SimpleNamespace(
        **{name: operation(name, *OPERATORS[name][:2]) for name in names}
    )
