"""Loads: torque and potential against finite differences and plain NumPy, frames,
a user's own, the gradient of gravity, wrenches, wrong input."""

import math
from functools import partial

import numpy as np
import pytest
import sympy as sp
from problems import BODY, TILTED
from refusals import refused
from rotbook.algebra import rotate

import rotlib as rl
from rotlib.codegen import symbolic_load
from rotlib.errors import NotAvailable
from rotlib.loads import (
    Load,
    as_load,
    constant_torque,
    gravity_gradient,
    uniform_gravity,
)
from rotlib.wrenches import constant_force, linear_drag, planet, spring, weight

G = np.array([0.3, -0.4, -9.7])


def attitudes(n, seed=0):
    return rl.quaternion.normalize(np.random.default_rng(seed).normal(size=(n, 4)))


@pytest.mark.evidence("second implementation")
def test_weight_is_m_c_cross_g_in_the_body():
    load = uniform_gravity(TILTED, g=G)
    for q in attitudes(20):
        R = rl.quaternion.as_matrix(q)
        torque = load.law(0.0, q, (0.0, 0.0, 0.0))
        expected = TILTED.mass * np.cross(TILTED.centre, R.T @ G)
        assert np.allclose(torque, expected, rtol=0, atol=4e-14)
        assert abs(load.potential(q) + TILTED.mass * G @ R @ TILTED.centre) < 2e-14


def test_gravity_acts_downwards_by_default():
    load = uniform_gravity(rl.Body.cone(mass=2.0, radius=0.1, height=0.4))
    up, lean = (1.0, 0.0, 0.0, 0.0), (0.995, 0.0998, 0.0, 0.0)
    assert math.isclose(load.potential(up), 2.0 * 9.81 * 0.3)
    assert load.law(0.0, lean, None)[0] > 0  # it falls further
    assert load.law(0.0, up, None) == (0.0, 0.0, 0.0)
    assert uniform_gravity(BODY).law(0.0, lean, None) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("frame", ["body", "space"])
def test_constant_torque_is_constant_in_its_frame(frame):
    given = (0.1, -0.7, 0.3)
    load = constant_torque(given, *[frame] * (frame != "body"))  # unless one says
    assert load.potential is None and frame in load.name
    for q in attitudes(10):
        tau = load.law(0.0, tuple(q.tolist()), (1.0, 2.0, 3.0))
        there = tau if frame == "body" else rl.quaternion.rotate(q, tau)
        assert np.allclose(there, given, rtol=0, atol=1e-15)


def test_a_user_s_function_is_a_load_with_its_name():
    def drag(t, q, omega):
        return tuple([-0.3 * w for w in omega])

    load = as_load(drag)
    assert isinstance(load, Load) and load.name == "drag" and load.potential is None
    assert as_load(load) is load and as_load(None) is None

    class Motor:
        def __call__(self, t, q, omega):
            return (0.0, 0.0, math.sin(t))

    start = {"omega": (0, 0, 0), "h": 0.01, "steps": 100, "load": Motor()}
    spun = rl.integrate("rk4", rl.Body((2, 2, 2)), **start)
    assert spun.load.name == "Motor"
    assert math.isclose(spun.omega[-1, 2], (1 - math.cos(1.0)) / 2, rel_tol=1e-9)


def test_time_and_rate_reach_the_torque_in_body_axes():
    """A body whose axes are not principal: what the torque sees must be what the
    caller gave."""
    seen, q0 = [], rl.quaternion.exp([0.1, 0.2, 0.3])

    def spy(t, q, omega):
        seen.append([t, *q, *omega])
        return (0.0, 0.0, 0.0)

    start = {"omega": (0.3, 1.0, 0.8), "q0": q0, "t0": 5.0}
    rl.integrate("rk4", TILTED, **start, h=0.1, steps=1, load=spy)
    assert np.allclose(seen[1], [5.0, *q0, 0.3, 1.0, 0.8], rtol=0, atol=1e-15)
    assert np.allclose([s[0] for s in seen[1:]], [5.0, 5.05, 5.05, 5.1], rtol=1e-13)


def test_wrong_arguments():
    weights = (0, 0), (0, 0, np.nan), np.zeros((2, 3))
    constant = [(1.0,), ((1, 2, np.inf),), ((1, 2, 3), "world")]
    refused(
        {
            "expected a Load, a callable": [
                partial(as_load, x) for x in (3.0, "gravity", (0, 0, 1))
            ],
            "expected shape|finite": [
                partial(uniform_gravity, TILTED, g) for g in weights
            ],
            "expected": [partial(constant_torque, *given) for given in constant],
        }
    )


# --- the gradient of gravity ----------------------------------------------------------

GM, FAR = 3.986e14, 6.771e6
LUMP = rl.Body([[3.0, 0.2, 0.1], [0.2, 4.0, 0.3], [0.1, 0.3, 2.0]], mass=2.0)
U, ACROSS = np.array([0.0, 0.6, -0.8]), np.array([0.0, 0.8, 0.6])
UNIT = rl.quaternion.normalize([0.5, -0.3, 0.1, 0.7])


def small(n, normal=None):
    """The load with GM/d^3 = n^2, for motions of a few seconds."""
    return gravity_gradient(LUMP, n * n, 1.0, direction=U, normal=normal)


@pytest.mark.evidence("second implementation")
def test_torque_is_that_of_the_attraction_of_particles():
    """Eight particles of 1 m at 7000 km: what is neglected is 1e-7 of the torque."""
    rng = np.random.default_rng(0)
    places, masses = rng.normal(size=(8, 3)), rng.uniform(1, 2, 8)
    places -= masses @ places / masses.sum()
    second = np.einsum("n,ni,nj->ij", masses, places, places)
    body = rl.Body(np.trace(second) * np.eye(3) - second, mass=masses.sum())
    load = gravity_gradient(body, GM, FAR, direction=3 * U)
    R = rl.quaternion.as_matrix(UNIT)
    away = FAR * U - places @ R.T
    size = np.linalg.norm(away, axis=1)[:, None]
    pull = GM * masses[:, None] * (away / size**3 - U / FAR**2)
    expected = R.T @ np.sum(np.cross(places @ R.T, pull), 0)
    off = np.abs(load.law(0.0, tuple(UNIT), None) - expected).max()
    assert off < 1e-6 * np.linalg.norm(expected)


def test_what_is_kept_and_what_is_not():
    given = {"omega": (0.3, 1.0, 0.8), "q0": UNIT, "h": 0.02, "steps": 500}
    still = rl.integrate("krenk_nielsen", LUMP, **given, load=small(1.5))
    moving = rl.integrate("buss8", LUMP, **given, load=small(1.5, ACROSS))
    assert np.ptp(still.energy) < 1e-12
    assert np.array_equal(still.jacobi_integral, still.energy)
    L = still.momentum_space
    assert np.ptp(L @ U) < 1e-12 < np.ptp(L @ ACROSS)
    assert np.ptp(moving.energy) > 0.1 and np.ptp(moving.jacobi_integral) < 1e-9
    t, side = moving.t[:, None], np.cross(ACROSS, U)
    away = U * np.cos(1.5 * t) + side * np.sin(1.5 * t)
    u = rl.quaternion.rotate_back(moving.q, away)
    V = 1.5 * 1.5**2 * (u @ LUMP.inertia * u).sum(-1)  # at its own time
    assert np.abs(moving.potential_energy - V).max() < 1e-12


def test_a_planet_is_refused_or_taken():
    given = {"omega": (1, 0, 0), "h": 0.1, "steps": 1}
    orbit = partial(rl.integrate, "splitting_231_ep", load=small(1.0, ACROSS))
    moves = {"gravity gradient.*which moves": partial(orbit, LUMP, **given)}
    refused(moves, NotAvailable)
    for method in ("krenk_nielsen", "splitting_231_ep"):
        rl.integrate(method, LUMP, **given, load=small(1.0))
    rl.integrate("krenk_nielsen", LUMP, **given, load=small(1.0, ACROSS))

    def asked(body=LUMP, GM=GM, distance=FAR, **change):
        return partial(gravity_gradient, body, GM, distance, **change)

    cone = rl.Body.cone(radius=1, height=1)
    refused(
        {
            "GM": asked(GM=0),
            "distance": asked(distance=-1),
            "direction": asked(direction=(0, 0, 0)),
            "across": asked(normal=(0, 0, 1)),
            "normal": asked(normal=(0, 0, 0)),
            r"body\.about\(body\.centre\)": asked(body=cone),
        }
    )


# --- wrenches ------------------------------------------------------------------------

REST = (0.0, 0.0, 0.0)
KNOWN = {
    "weight": weight(TILTED, (1.0, -2.0, -9.0)),
    "spring": spring(7.0, (0.3, -0.1, 0.2), (1.0, 2.0, -1.0)),
    "buoyancy": constant_force((0, 0, 30.0), (0.0, 0.1, 0.2)),
    "planet": planet(TILTED, 40.0),
}
KNOWN["sum"] = KNOWN["weight"] + KNOWN["spring"] + KNOWN["buoyancy"]


HELD = {"torque of weight": uniform_gravity(TILTED, g=G), "gradient": small(1.5)}


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", HELD | KNOWN)
def test_a_law_is_the_slope_of_its_potential(name):
    load, rng, h = (HELD | KNOWN)[name], np.random.default_rng(1), 1e-3
    for q in attitudes(5):
        t, places = rng.normal(size=3) + (3.0, 0, 0), 1 if name in HELD else 2

        def V(twist, q=q, t=t, places=places):
            turned = rl.quaternion.multiply(q, rl.quaternion.exp(twist[:3]))
            there = turned, t + rl.quaternion.rotate(q, twist[3:])
            return load.potential(*map(tuple, there[:places]))

        there = (tuple(t), REST)[: 2 * places - 2]
        law = np.array(load.law(0.0, tuple(q), REST, *there))
        for way, part in zip(h * np.eye(6), law, strict=False):
            slope = (V(-2 * way) - 8 * V(-way) + 8 * V(way) - V(2 * way)) / (12 * h)
            assert abs(slope + part) < 1e-10 * max(1.0, np.abs(law).max())


@pytest.mark.evidence("second implementation")
def test_planet_far_away_is_the_textbook_formula():
    q, GM = rl.quaternion.normalize([0.9, 0.1, -0.3, 0.2]), 3.986e14
    R, t = rl.quaternion.as_matrix(q), np.array([7e6, 1e6, -2e6])
    ball = rl.Body((0.2, 0.3, 0.4), mass=5.0)
    found = np.array(planet(ball, GM).law(0.0, tuple(q), REST, tuple(t), REST))
    r = np.linalg.norm(t)
    n = R.T @ t / r
    torque = 3 * GM / r**3 * np.cross(n, ball.inertia @ n)
    assert np.allclose(found[:3], torque, rtol=1e-6)
    assert np.allclose(found[3:], -GM * 5.0 / r**2 * n, rtol=1e-10)


def test_sums_keep_their_parts():
    drag = linear_drag((1, 2, 3, 4, 5, 6))
    total = KNOWN["weight"] + drag + KNOWN["spring"]
    assert [p.name for p in total.parts] == ["weight", "linear drag", "spring"]
    state = (0.0, (1.0, 0.0, 0.0, 0.0), (1.0, 2.0, 3.0), REST, (4.0, 5.0, 6.0))
    by_hand = np.sum([p.law(*state) for p in total.parts], axis=0)
    assert np.allclose(total.law(*state), by_hand)
    assert np.allclose(drag.law(*state), [-1, -4, -9, -16, -25, -36])
    refused({"acts on one that flies": lambda: drag + rl.loads.uniform_gravity(TILTED)})


def test_drag_may_couple_rotation_and_translation():
    D = np.diag([1.0, 1, 1, 2, 2, 2])
    D[0, 4], D[4, 0] = 0.3, 0.1
    found = linear_drag(D).law(0.0, None, REST, None, (0.0, 1.0, 0.0))
    assert np.allclose(found, -D[:, 4])


def test_wrenches_from_formulas_are_the_generated_ones():
    t, *q = sp.symbols("t q_w q_x q_y q_z")
    place, w, v = map(sp.symbols, ("x y z", "omega_x omega_y omega_z", "v_x v_y v_z"))
    height = place[2] + rotate(sp.Matrix(q), sp.Matrix(TILTED.centre.tolist()))[2]
    made = symbolic_load("weight", potential=2 * sp.Float(9.81) * height)
    known, rng = weight(TILTED), np.random.default_rng(3)
    q_now = tuple(rl.quaternion.normalize(rng.normal(size=4)))
    state = 0.0, q_now, *map(tuple, rng.normal(size=(3, 3)))
    assert np.allclose(made.law(*state), known.law(*state), atol=1e-13)
    assert abs(made.potential(*state[1::2]) - known.potential(*state[1::2])) < 1e-13
    push = [w[0] * v[1], t, q[0], place[0], 0, -v[2] * sp.sqrt(1 + v[2] ** 2)]
    mixed = symbolic_load("mixed", push)
    assert mixed.potential is None
    found = mixed.law(2.0, (1, 0, 0, 0), (4, 0, 0), (3, 0, 0), (0, 5, 1))
    assert np.allclose(found, [20, 2, 1, 3, 0, -(2**0.5)])
    refused({"only the symbols": lambda: symbolic_load("x", potential=w[0])})


def test_a_spring_pulls_the_reference_point_to_the_origin_unless_it_is_told():
    pull = spring(2.0).law(0.0, (1.0, 0.0, 0.0, 0.0), REST, (1.0, 2.0, 3.0), REST)
    assert pull == (0.0, 0.0, 0.0, -2.0, -4.0, -6.0)


def test_wrong_data_of_a_wrench():
    refused(
        {
            "positive": [lambda: spring(-1.0), lambda: planet(TILTED, 0.0)],
            "finite": [lambda: spring(np.nan), lambda: constant_force((0, 0, np.inf))],
            "point": lambda: spring(1.0, (0, 0)),
            "shape": lambda: linear_drag((1, 2, 3)),
            "gives energy": lambda: linear_drag((1, 1, 1, 1, 1, -1)),
            "g": lambda: weight(TILTED, (0, 0)),
        }
    )
