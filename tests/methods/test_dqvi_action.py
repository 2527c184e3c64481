"""What the discrete action of DQVI is with the mass in its slot: that of mass points
on straight chords, and of a step with 3x3 matrices that treats the place apart."""

import numpy as np
import reference_dqvi as plain
from reference_methods import hat, matrix

import rotlib as rl

START = {
    "q0": (0.8, 0.2, -0.4, 0.4),
    "position": (1.0, -2.0, 0.5),
    "omega": (0.8, -1.1, 0.5),
    "velocity": (0.3, 0.7, -0.2),
}


def random_pose(rng):
    q = rng.normal(size=4)
    return plain.pose(q / np.linalg.norm(q), rng.normal(size=3))


def test_with_the_mass_in_its_slot_every_mass_point_moves_straight():
    rng, h = np.random.default_rng(3), 0.2
    for _ in range(20):
        points, masses = rng.normal(size=(7, 3)), rng.uniform(0.2, 1.0, 7)
        M = sum(
            w * np.block([[-hat(r) @ hat(r), hat(r)], [-hat(r), np.eye(3)]])
            for w, r in zip(masses, points, strict=True)
        )
        ends = random_pose(rng), random_pose(rng)
        was, now = (plain.place(x) + points @ matrix(x[:4]).T for x in ends)
        chords = sum(masses @ (now - was) ** 2) / (2 * h)
        action = plain.discrete_lagrangian(*ends, h, M, masses.sum(), lambda x: 0.0)
        published = plain.discrete_lagrangian(*ends, h, M, 0.0, lambda x: 0.0)
        assert abs(action / chords - 1) < 1e-12
        assert published < action


def rodrigues(v):
    s = v @ v
    c1, c2 = np.sinc(np.sqrt(s) / np.pi), np.sinc(np.sqrt(s) / (2 * np.pi)) ** 2 / 2
    return np.eye(3) + c1 * hat(v) + c2 * hat(v) @ hat(v)


def turn(l, J, h):
    """F with F J_d - J_d F^T = h l^, Moser and Veselov, by Newton's method."""
    J_d, v = np.trace(J) / 2 * np.eye(3) - J, h * np.linalg.solve(J, l)

    def left(v):
        X = rodrigues(v) @ J_d - J_d @ rodrigues(v).T
        return np.array([X[2, 1], X[0, 2], X[1, 0]])

    for _ in range(12):
        K = np.stack(
            [(left(v + 1e-6 * e) - left(v - 1e-6 * e)) / 2e-6 for e in np.eye(3)], -1
        )
        v = v - np.linalg.solve(K, left(v) - h * l)
    assert np.abs(left(v) - h * l).max() < 1e-13
    return rodrigues(v)


def from_start(R, t, l, p, J, D, h):
    """A step with the velocity seen from its start."""
    v = np.linalg.solve(D, p)
    l = l + h * np.cross(p, v)
    F = turn(l, J, h)
    return R @ F, t + h * R @ v, F.T @ l, F.T @ p


def by_matrices(step, J, D, T, n):
    y = (
        matrix(np.array(START["q0"])),
        np.array(START["position"]),
        J @ START["omega"],
        D @ START["velocity"],
    )
    for _ in range(n):
        y = step(*y, J, D, T / n)
    return y


def test_a_step_with_the_place_apart_is_dqvi_in_empty_space():
    J, D = np.diag([0.3, 0.5, 0.7]), 2.0 * np.eye(3)
    body = rl.Body((0.3, 0.5, 0.7), mass=2.0)
    R, t, *_ = by_matrices(from_start, J, D, 2.0, 40)
    off = []
    for mu in ("mass", 1.9):
        run = rl.integrate(rl.methods.dqvi(mu), body, h=0.05, steps=40, **START)
        apart = R - matrix(run.q[-1]), t - run.position[-1]
        off.append(max(np.abs(x).max() for x in apart))
    assert off[0] < 1e-12 < 1e-5 < off[1]
