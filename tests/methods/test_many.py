"""Many bodies that touch: contacts against a plain copy of them, the search for pairs
against all pairs, what a collision loses, and what a long run of them takes."""

import math

import numpy as np
import pytest
from reference_methods import matrix
from refusals import refused

import rotlib as rl
from rotlib.couplings import contact, neighbours
from rotlib.errors import LargeStep, StepTooLarge

K, R = 300.0, 0.03
BLOCK = rl.Body.box(mass=0.1, sides=(0.03, 0.034, 0.038))
SWING = math.pi * math.sqrt(0.05 / K)
BOTH = {"damping": 0.5, "friction": 0.5}


def cloud(n=40, seed=0, side=0.2):
    """Many bodies in a small box, of which some overlap."""
    rng = np.random.default_rng(seed)
    q = rng.normal(size=(n, 4))
    return {
        "q0": q / np.linalg.norm(q, axis=1)[:, None],
        "omega": 8 * rng.normal(size=(n, 3)),
        "position": side * rng.random((n, 3)),
        "velocity": 0.3 * rng.normal(size=(n, 3)),
    }


def go(load, given, h=SWING / 12, method="splitting_231", **more):
    return rl.integrate(method, BLOCK, **given, h=h, load=load, **more)


def plain_wrenches(radii, k, c, g, q0, omega, position, velocity):
    """Torques and forces on all bodies, body components, pair by pair."""
    n = len(omega)
    turn = [matrix(q) for q in q0]
    V = [A @ v for A, v in zip(turn, velocity, strict=True)]
    W = [A @ w for A, w in zip(turn, omega, strict=True)]
    made = np.zeros((n, 6))
    for i in range(n):
        for j in range(i + 1, n):
            way = position[j] - position[i]
            far = np.linalg.norm(way)
            s, normal = radii[i] + radii[j] - far, way / far
            point = position[i] + (radii[i] - s / 2) * normal
            if s <= 0:
                continue
            of_i = V[i] + np.cross(W[i], point - position[i])
            of_j = V[j] + np.cross(W[j], point - position[j])
            closing = -(V[j] - V[i]) @ normal
            slip = of_j - of_i
            slip = slip - (slip @ normal) * normal
            on_j = max(k * s + c * closing, 0.0) * normal - g * slip
            for body, force in ((i, -on_j), (j, on_j)):
                torque = np.cross(point - position[body], force)
                back = turn[body].T
                made[body] += np.concatenate([back @ torque, back @ force])
    return made


def first_wrench(load, given):
    return go(load, given, h=1e-5, steps=1).wrench[0]


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("radii", [np.full(40, R), np.linspace(0.01, 0.04, 40)])
@pytest.mark.parametrize("c, g", [(0.0, 0.0), (0.5, 0.0), (0.0, 0.7), (0.5, 0.7)])
def test_contacts_are_those_of_a_plain_copy(radii, c, g):
    given = cloud()
    alike = np.ptp(radii) == 0
    load = contact(R if alike else radii, K, c, g)
    plain = plain_wrenches(radii, K, c, g, **given)
    assert np.abs(plain).max() > 1
    assert np.abs(first_wrench(load, given) - plain).max() < 1e-12


def test_the_potential_is_that_of_the_springs_alone():
    given = cloud()
    x = given["position"]
    run = go(contact(R, K, **BOTH), given, h=1e-5, steps=1)
    far = np.linalg.norm(x[:, None] - x, axis=-1)[np.triu_indices(40, 1)]
    springs = (K / 2 * np.maximum(2 * R - far, 0.0) ** 2).sum()
    assert springs > 0.1
    assert abs(run.total_energy - run.kinetic_energy.sum(-1))[0] - springs < 1e-14


def all_pairs(x, distance):
    far = np.linalg.norm(x[:, None] - x, axis=-1)
    i, j = np.triu_indices(len(x), 1)
    near = far[i, j] <= distance
    return np.stack([i[near], j[near]], -1)


@pytest.mark.evidence("second implementation")
def test_neighbours_are_all_pairs_that_are_near_and_sorted():
    rng = np.random.default_rng(1)
    x, near = rng.random((200, 3)), neighbours(0.1)
    some = neighbours(0.1, among=range(10, 150))
    for _ in range(60):
        found, every = near(x), all_pairs(x, 0.1)
        assert np.array_equal(found, every) and len(found)
        inside = ((every >= 10) & (every < 150)).all(1)
        assert np.array_equal(some(x), every[inside])
        x = x + 0.003 * rng.normal(size=x.shape)
    for far in (math.nan, math.inf, 1e200):  # such a run ends with its own message
        x = np.zeros((3, 3))
        x[1, 2] = far
        assert neighbours(0.1)(x).shape == (0, 2)


def test_pairs_are_looked_for_once_at_the_same_places():
    asked = []
    near = neighbours(2 * R)

    def pairs(x):
        asked.append(x)
        return near(x)

    load = contact(R, K, **BOTH, pairs=pairs)
    go(load, cloud(), h=SWING / 20, steps=50, every=50)
    assert len(asked) == 51


def test_momenta_stay_to_rounding():
    run = go(contact(R, K, **BOTH), cloud(80, side=0.3), steps=400, every=40)
    size = 0.1 * np.abs(run.velocity[0]).sum()
    spin = np.abs(run.momentum_space[0]).sum()
    assert np.abs(run.total_momentum - run.total_momentum[0]).max() < 1e-14 * size
    change = run.total_angular_momentum - run.total_angular_momentum[0]
    assert np.abs(change).max() < 1e-14 * spin
    lost = run.total_energy / run.total_energy[0]
    assert lost[-1] < 0.9 and np.diff(lost).max() < 1e-4


def short_run(h, load):
    return go(load, cloud(), h, steps=1)


def test_a_long_step_is_warned_of_and_a_lost_one_refused(recwarn):
    short_run(0.099 * SWING, contact(R, K))
    assert not recwarn
    said = r"within 0\.0406 s; take h of 0\.0041 s or less"
    with pytest.warns(LargeStep, match=said):
        short_run(0.101 * SWING, contact(R, K))
    with pytest.warns(LargeStep):
        short_run(-0.6 * SWING, contact(R, K) + rl.wrenches.weight(BLOCK))
    with pytest.raises(StepTooLarge, match="without bound; take h of 0.0041 s"):
        short_run(0.64 * SWING, contact(R, K))


def test_the_lightest_two_bodies_decide():
    light = rl.Body.box(mass=0.025, sides=(0.03, 0.034, 0.038))
    given = cloud(3) | {"h": 0.07 * SWING, "steps": 1, "load": contact(R, K)}
    with pytest.warns(LargeStep):
        rl.integrate("splitting_231", [light, BLOCK, light], **given)


def test_what_is_refused():
    def push(t, a, b, u):
        return (0.0,) * 6

    def near(**given):
        return lambda: short_run(1e-4, contact(R, K, **given))

    def found(*pairs):
        return near(pairs=lambda x: [*pairs])

    def alike():
        given = cloud()
        given["position"][7] = given["position"][31]
        with np.errstate(all="ignore"):
            go(contact(R, K), given, 1e-4, steps=1)

    def two_systems():
        given = {name: np.stack([a, a]) for name, a in cloud(4).items()}
        go(contact(R, K), given, 1e-3, steps=1)

    refused(
        {
            "distance: expected a positive number of m, got 0": lambda: neighbours(0.0),
            "distance: expected a positive number": lambda: neighbours(-1.0),
            "distance: expected finite numbers": lambda: neighbours(math.nan),
            "among: expected places in rising": lambda: neighbours(1.0, among=[1, 1]),
            "among: expected an integer >= 0": lambda: neighbours(1.0, among=[-1]),
            "radius: expected a positive number of m": [
                lambda: contact(0.0, K),
                lambda: contact([R, -R], K),
                lambda: contact([], K),
            ],
            "stiffness: expected a positive number of N/m": lambda: contact(R, 0.0),
            "damping: .* positive number of N s/m, or 0, got -1": near(damping=-1.0),
            "friction: .* positive number of N s/m, or 0": near(friction=-1.0),
            "would count twice": near(pairs=[(0, 1), (1, 0)]),
            "'contact': .*the places of two bodies for each pair": found((0, 1, 2)),
            "got shape .1, 2. of float64": near(pairs=lambda x: np.array([(0.0, 1.0)])),
            "load 'contact': .*expected the places of two": near(pairs=lambda x: None),
            "load 'contact': .*two different places below 40, the number of bodies": [
                found((0, 40)),
                found((-1, 3)),
                found((3, 3)),
            ],
            r"'contact': .*pairs\[2\]: expected each": found((0, 1), (2, 3), (0, 1)),
            "load 'contact': .*would count twice": found((0, 1), (1, 0)),
            "parameters for each of 40 bodies, got 3 rows": lambda: short_run(
                1e-4, contact([R, R, R], K)
            ),
            "give each pair parameters of its own": lambda: rl.Load(
                "two", push, parameters=[3.0], pairs=[(0, 1), (0, 1)]
            ),
            "expected body_parameters of shape": lambda: rl.Load(
                "one", push, body_parameters=[1.0, 2.0], pairs=[(0, 1)]
            ),
            "places below 40": near(pairs=neighbours(0.1, among=[0, 50])),
            "one system at a time": two_systems,
            "bodies 7 and 31 it is not finite": alike,
        }
    )


def test_numbers_of_bodies_reach_a_users_formula():
    def pull(t, a, b, u):  # the charge of a, and that of b
        way = b.position - a.position
        return (0.0, 0.0, 0.0, *(-u[0] * u[1] * u[2] * way))

    charges = np.array([[1.0], [-2.0], [3.0]])
    given = cloud(3)
    numbers = {"parameters": [0.5], "body_parameters": charges}
    load = rl.Load("charges", pull, **numbers, pairs=lambda x: [(0, 1), (1, 2)])
    for method in ("splitting_231", "buss4"):
        run = go(load, given, 1e-3, method, steps=3)
        way = np.diff(run.position[0], axis=0)
        first = matrix(run.q[0, 0]).T @ (0.5 * 2.0 * way[0])
        assert np.allclose(run.wrench[0, 0, 3:], first)


def remaining(damping):
    """What the chapter derives: the part of the speed of approach that is left."""
    chi = math.asin(damping / (2 * math.sqrt(K * 0.05)))
    return math.exp(-(math.pi - 2 * chi) * math.tan(chi))


@pytest.mark.night
@pytest.mark.day(1)
@pytest.mark.parametrize("damping", [0.0, 0.5, 2.0])
def test_restitution_is_that_of_the_formula(damping):
    load = contact(R, K, damping, pairs=[(0, 1)])
    motion = {"position": [(0, 0, 0), (0.0601, 0, 0)], "omega": np.zeros((2, 3))}
    motion["velocity"] = [(0.2, 0, 0), (-0.2, 0, 0)]
    run = go(load, motion, SWING / 500, "kicks2", steps=1000, every=1000)
    left = (run.velocity[-1, 1, 0] - run.velocity[-1, 0, 0]) / 0.4
    assert abs(left - remaining(damping)) < 1e-3
