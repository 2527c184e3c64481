"""What is found from a recording: the law of a potential, and what a law looks at."""

import math

import numpy as np
import pytest
from problems import TILTED

import rotlib as rl
from rotlib.backends import derived
from rotlib.backends.derived import Jet, slopes
from rotlib.backends.trace import Kind, record_function
from rotlib.backends.user_function import UserFunction
from rotlib.errors import InvalidInput
from rotlib.kernels.planet import planet_potential

HELD, FLYING = (0, 4, 3), (0, 4, 3, 3, 3)
GRAVITY, ARM = np.array([0.3, -0.4, -9.0]), (0.1, 0.2, 0.3)
SPINNING = {"omega": (0.3, 2.0, 0.5), "h": 0.02, "steps": 30}
BOTH = ["auto", "compiled"]


def recorded(function, sizes, n):
    return record_function(function, Kind.TRACE_LOAD, sizes, n), []


def twists(load, reach=1.0):
    return derived.symmetries(*recorded(load.law, FLYING, 6), reach)


def spans(found, expected):
    """Whether both lists of rows span the same space."""
    both = [np.array(found), np.array(expected), np.vstack([found, expected])]
    ranks = [np.linalg.matrix_rank(rows, tol=1e-9) for rows in both]
    return ranks[0] == ranks[1] == ranks[2] == len(found)


def height(q):
    return -GRAVITY @ rl.quaternion.rotate(q, ARM)


def well(q, position):
    corner = position + rl.quaternion.rotate(q, ARM)
    return corner @ corner / (1.0 + position[2] ** 2) + np.exp(0.1 * corner[0])


def differences(V, q, x, h=1e-4):
    """The wrench of a potential, body components."""
    turns = [[-h * e, h * e] for e in np.eye(3)]
    turned = [rl.quaternion.multiply(q, rl.quaternion.exp(pair)) for pair in turns]
    ways = [[(p, x) for p in pair] for pair in turned]
    ways += [[(q, x - h * a), (q, x + h * a)] for a in rl.quaternion.as_matrix(q).T]
    return [(V(*back) - V(*forth)) / (2 * h) for back, forth in ways]


def torque(t, q, omega):
    return np.cross(ARM, rl.quaternion.rotate_back(q, GRAVITY))


def cubed(q):
    return 0.4 * rl.quaternion.rotate(q, (0.0, 0.0, 1.0))[2] ** 3


def pull(t, q, omega):
    k = rl.quaternion.rotate_back(q, (0.0, 0.0, 1.0))
    return -1.2 * k[2] ** 2 * np.cross((0.0, 0.0, 1.0), k)


@pytest.mark.parametrize(("law", "potential"), [(torque, height), (pull, cubed)])
@pytest.mark.parametrize("method", ["rk4", "buss4", "krenk_nielsen", "buss4_ep"])
def test_a_held_body_follows_a_potential_as_its_torque(method, law, potential):
    loads = rl.Load("known", law, potential), rl.Load("found", potential=potential)
    known, found = [
        rl.integrate(method, TILTED, load=load, **SPINNING) for load in loads
    ]
    assert np.abs(known.q - found.q).max() < 1e-13
    V = [potential(q) for q in found.q]
    assert np.abs(found.potential_energy - V).max() < 1e-13 and np.ptp(V) > 1e-2
    assert method in ("rk4", "buss4") or np.ptp(known.energy) < 1e-12


@pytest.mark.parametrize("method", ["rk4", "buss4", "dqvi", "splitting4_231"])
def test_a_flying_body_follows_a_potential(method):
    load = rl.Load("well", potential=well)
    start = {"position": (0.3, -0.2, 0.5), "velocity": (0.0, 0.4, 0.0)}
    run = rl.integrate(method, TILTED, load=load, **SPINNING, **start)
    expected = differences(well, run.q[-1], run.position[-1])
    assert np.abs(run.wrench[-1] - expected).max() < 1e-7
    assert np.ptp(run.energy) < 0.05 * np.ptp(run.potential_energy)


def test_pairs_follow_a_potential():
    def stretch(a, b, u):
        way = b.position - a.position
        return u[0] * (np.sqrt(way @ way) - u[1]) ** 2

    def pull(t, a, b, u):
        way = b.position - a.position
        size = np.sqrt(way @ way)
        return (0.0, 0.0, 0.0, *(2 * u[0] * (size - u[1]) / size * way))

    given = {"pairs": [(0, 1), (1, 2)], "parameters": [[5.0, 1.0], [3.0, 0.5]]}
    start = {"position": [(0, 0, 0), (1.2, 0.1, 0), (2.0, 0, 0.3)]}
    loads = rl.Load("x", pull, **given), rl.Load("x", potential=stretch, **given)
    for method in ("rkmk4", "buss3", "kicks4"):
        known, found = [
            rl.integrate(method, [TILTED] * 3, load=load, **SPINNING, **start)
            for load in loads
        ]
        assert np.abs(known.position - found.position).max() < 1e-13
        assert np.ptp(found.total_energy) < 1e-5


def test_each_motion_of_a_batch_has_its_parameters_and_its_slope():
    def bowl(q, position, u):
        return u[0] * position @ position

    stiff = np.array([[1.0], [2.0], [4.0]])
    load = rl.Load("bowl", potential=bowl, parameters=stiff)
    still = SPINNING | {"omega": np.zeros((3, 3)), "position": (1, 0, 0)}
    run = rl.integrate("rk4", TILTED, load=load, **still)
    assert np.allclose(run.wrench[0, :, 3], -2 * stiff[:, 0])
    alone = run[:, 1]
    assert np.allclose(alone.wrench, run.wrench[:, 1], atol=1e-15)


def everything(x, y, z):
    """Each operation that can be differentiated."""
    r = np.sqrt(1.0 + x * x + y * y)
    of_one = (
        np.exp(0.1 * x) + np.log(r) + np.log10(2.0 + r) + np.log1p(y * y)
        + np.expm1(0.1 * z) + np.sin(x) * np.cos(x) + np.tan(0.1 * y)
        + np.sinh(0.1 * z) - np.cosh(0.1 * x) + np.tanh(y) + np.arctan(z)
        + np.arcsin(0.1 * x) * np.arccos(0.1 * y)
    )  # fmt: skip
    whole = np.hypot(x, 2.0 + y) * np.arctan2(z, x) - x**3 / (1.0 + z**4)
    chosen = np.where(x > y, np.where(y > z, x * y, -z), np.maximum(x, z))
    return of_one + whole + chosen * np.abs(y) + 3.0 * x


def test_slopes_by_going_back_are_those_of_the_power_series():
    program = record_function(everything, Kind.TRACE_LOAD, (0, 0, 0), 0)
    for point in np.random.default_rng(2).normal(size=(20, 3)).tolist():
        wanted = []
        for way in np.eye(3).tolist():
            jet = Jet(program, "everything")
            jet.following(point)
            wanted.append(jet.following(way)[0])
        assert np.allclose(slopes(program, "everything", point), wanted, rtol=1e-13)


@pytest.mark.parametrize("backend", BOTH)
def test_what_is_not_chosen_has_no_slope(backend):
    """Its own is infinite at the start, and is shared by two numbers."""

    def hidden(q, x):
        return np.where(x[0] > 3, np.sqrt(abs(x[0] - 3) + 0 * x[1]), x[2])

    load, start = rl.Load("hidden", potential=hidden), {"position": (3.0, 0.0, 0.0)}
    run = rl.integrate("dqvi", TILTED, load=load, backend=backend, **SPINNING, **start)
    R = rl.quaternion.as_matrix(run.q[0])
    assert np.allclose(run.wrench[0], [0, 0, 0, *-R[2]], atol=1e-15)


def test_a_wrench_of_rotlib_is_recorded_once_and_late(monkeypatch):
    made, real = [], derived.wrench_of
    monkeypatch.setattr(derived, "wrench_of", lambda *a: made.append(a) or real(*a))
    derived.of_potential.cache_clear()
    loads = [rl.wrenches.planet(TILTED, GM) for GM in (1.0, 2.0)]
    known = derived.of_potential(planet_potential)
    assert known is derived.of_potential(planet_potential) and not made
    for load in loads:
        load.law(0.0, (1.0, 0, 0, 0), None, (5.0, 0, 0), None)
    assert len(made) == 1
    given = map(np.float32, (1, 0, 0, 0, 5, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1))
    assert {np.asarray(x).dtype for x in known(*given)} == {np.dtype(np.float32)}


def test_a_potential_that_changes_is_followed_anew():
    depth = [1.0]
    load = rl.Load("dug", potential=lambda q: depth[0] * height(q))
    first = rl.integrate("rk4", TILTED, load=load, **SPINNING)
    depth[0] = 2.0
    second = rl.integrate("rk4", TILTED, load=load, **SPINNING)
    fresh = rl.Load("fresh", potential=lambda q: 2.0 * height(q))
    assert (second.q == rl.integrate("rk4", TILTED, load=fresh, **SPINNING).q).all()
    assert np.abs(first.q - second.q).max() > 1e-3


def test_a_potential_that_cannot_be_differentiated_is_refused_in_words():
    for V, words in (
        (lambda q: 1.0 if q[1] > 0 else 0.0, "branches"),
        (lambda q: np.copysign(q[1], q[0]), "copysign has none"),
    ):
        with pytest.raises(InvalidInput, match=f"load 'odd': .*({words})"):
            rl.integrate("rk4", TILTED, load=rl.Load("odd", potential=V), **SPINNING)
    with pytest.raises(InvalidInput, match="a law, a potential or motors, got none"):
        rl.Load("nothing")


def test_turns_and_moves_that_a_wrench_is_blind_to():
    ways = np.eye(6)
    weight = rl.wrenches.weight(TILTED, (0.0, 0.0, -9.0))
    assert spans(twists(weight), ways[[2, 3, 4]])
    place = (1.0, 2.0, -3.0)
    about = [(*e, *np.cross(place, e)) for e in np.eye(3)]
    for reach in (1.0, 50.0):
        spring = rl.wrenches.spring(4.0, (0.1, 0.0, 0.2), place)
        assert spans(twists(spring, reach), about)
    assert spans(twists(rl.wrenches.planet(TILTED, 3.0)), ways[:3])
    both = rl.Load("both", (weight + spring).law)
    assert spans(twists(both), [(0, 0, 1.0, *np.cross(place, (0, 0, 1.0)))])


def test_a_branch_that_is_seldom_taken_is_seen():
    def wall(t, q, omega, x, velocity):
        push = np.where(x[0] > 1e9, x[0] - 1e9, 0.0)
        return (0.0, 0.0, 0.0, *rl.quaternion.rotate_back(q, (-push, 0.0, -1.0)))

    start = 0.0, (1.0, 0.0, 0.0, 0.0), [(0.0,) * 3] * 3
    user = UserFunction(wall, "wall", 6, start)
    found = derived.symmetries(user.program(FLYING), [], 1.0)
    # not a move along x, nor a turn about z through the origin
    assert spans(found, [(0, 0, 0, 0, 1.0, 0)])


def test_axes_and_linear_potentials():
    for load, linear, axis in (
        (rl.loads.uniform_gravity(TILTED), True, (0, 0, 1.0)),
        (rl.loads.uniform_gravity(TILTED, (3.0, 0.0, 4.0)), True, (0.6, 0, 0.8)),
        (rl.loads.gravity_gradient(rl.Body((1, 2, 2.5)), 1.0, 2.0), False, (0, 0, 1.0)),
    ):
        V, tau = recorded(load.potential, (4,), 0), recorded(load.law, HELD, 3)
        assert derived.is_linear(*V) is linear
        found = np.array(derived.axis(*tau))
        assert np.abs(found * np.sign(found @ axis) - axis).max() < 1e-12
    orbit = rl.loads.gravity_gradient(rl.Body((1, 2, 2.5)), 1.0, 2.0, normal=(0, 1, 0))
    assert derived.axis(*recorded(orbit.law, HELD, 3)) is None


def test_whether_a_law_looks_at_the_rates():
    drag, pull = rl.wrenches.linear_drag((1,) * 6), rl.wrenches.weight(TILTED)
    rates = 5, 6, 7, 11, 12, 13
    assert derived.depends(recorded(drag.law, FLYING, 6)[0], rates)
    assert not derived.depends(recorded(pull.law, FLYING, 6)[0], rates)


@pytest.mark.parametrize("backend", BOTH)
@pytest.mark.parametrize("method", ["splitting_231", "kicks4", "dqvi"])
def test_a_law_need_not_have_a_value_at_other_rates(method, backend):
    def law(t, q, omega, x, velocity, u):
        return (0.0, 0.0, 0.0, -u[0] * x[0], 0.0, -math.sqrt(9.0 - velocity[2] ** 2))

    pull = np.array([[1.0], [2.0]])
    load = rl.Load("root", law, parameters=pull)
    start = {"position": (1.0, 0.0, 0.0), "omega": np.ones((2, 3))}
    given = SPINNING | start | {"load": load}
    run = rl.integrate(method, TILTED, backend=backend, **given)
    truth = rl.integrate("rkmk54", TILTED, **given)
    assert np.abs(run.position - truth.position).max() < 1e-3
    assert np.allclose(run.wrench[0, :, 3], -pull[:, 0])
