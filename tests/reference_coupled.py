"""Bodies that act on each other once more: 3x3 matrices, the equations of Newton and
Euler for each body, every force written down for both of its ends.

Nothing of rotlib is used. A part is (R, x, L, p): attitude, place of the centre of
mass, angular momentum about it and momentum, space components; a `Stone` is
(inertia about the centre, mass, centre seen from the reference point)."""

from typing import NamedTuple

import numpy as np
from reference_methods import hat, matrix, parts_of, turn
from scipy.integrate import solve_ivp


class Stone(NamedTuple):
    inertia: np.ndarray
    mass: float
    centre: np.ndarray


class Part(NamedTuple):
    R: np.ndarray
    x: np.ndarray
    L: np.ndarray
    p: np.ndarray


def begin(stone, q, place, omega, velocity):
    """The part of a body whose reference point moves like this; body components."""
    R, c = matrix(np.asarray(q)), stone.centre
    moving = np.asarray(velocity) + np.cross(omega, c)
    L = R @ stone.inertia @ omega
    return Part(R, np.asarray(place) + R @ c, L, stone.mass * R @ moving)


def end(stone, part):
    """(R, place of the reference point, omega, velocity of it), body components."""
    omega = np.linalg.solve(stone.inertia, part.R.T @ part.L)
    velocity = part.R.T @ part.p / stone.mass - np.cross(omega, stone.centre)
    return part.R, part.x - part.R @ stone.centre, omega, velocity


# --- forces: of each pair, (force, torque about the reference point) on both ----------


def fixed(arm_a, arm_b, force):
    """Both ends of a force between two points, from that on the first."""
    return (force, np.cross(arm_a, force)), (-force, np.cross(arm_b, -force))


def spring(k, length, p_a, p_b):
    def pull(a, b):
        arm_a, arm_b = a[0] @ p_a, b[0] @ p_b
        d = b[1] + arm_b - a[1] - arm_a
        r = np.linalg.norm(d)
        return fixed(arm_a, arm_b, k * (r - length) / r * d)

    return pull


def damper(c, p_a, p_b):
    def pull(a, b):
        arm_a, arm_b = a[0] @ p_a, b[0] @ p_b
        d = b[1] + arm_b - a[1] - arm_a
        n = d / np.linalg.norm(d)
        v_a = a[0] @ (a[3] + np.cross(a[2], p_a))
        v_b = b[0] @ (b[3] + np.cross(b[2], p_b))
        return fixed(arm_a, arm_b, c * ((v_b - v_a) @ n) * n)

    return pull


def alignment(k, axis_a, axis_b):
    def pull(a, b):
        A, B = a[0] @ axis_a, b[0] @ axis_b
        zero = np.zeros(3)
        return (zero, k * np.cross(A, B)), (zero, k * np.cross(B, A))

    return pull


def magnets(m_a, m_b, p_a=(0, 0, 0), p_b=(0, 0, 0)):
    """Each in the field of the other, as textbooks give field and force of a dipole."""

    def field(m, d):
        r = np.linalg.norm(d)
        return 1e-7 * (3 * d * (m @ d) / r**5 - m / r**3)

    def force(m1, m2, d):
        """On m2, which stands at d from m1."""
        r = np.linalg.norm(d)
        n = d / r
        return (3e-7 / r**4) * (
            (m1 @ n) * m2 + (m2 @ n) * m1 + (m1 @ m2) * n - 5 * (m1 @ n) * (m2 @ n) * n
        )

    def pull(a, b):
        arm_a, arm_b = a[0] @ p_a, b[0] @ p_b
        A, B = a[0] @ m_a, b[0] @ m_b
        d = b[1] + arm_b - a[1] - arm_a
        on_a, on_b = force(B, A, -d), force(A, B, d)
        return (
            (on_a, np.cross(arm_a, on_a) + np.cross(A, field(B, -d))),
            (on_b, np.cross(arm_b, on_b) + np.cross(B, field(A, d))),
        )

    return pull


def gravity(G, stone_a, stone_b):
    """MacCullagh: force as the gradient of his potential, torque of each as that of a
    point mass in place of the other."""

    def pull(a, b):
        (R_a, x_a, *_), (R_b, x_b, *_) = a, b
        arm_a, arm_b = R_a @ stone_a.centre, R_b @ stone_b.centre
        d = x_b + arm_b - x_a - arm_a
        r = np.linalg.norm(d)
        n = d / r
        on_a, torques = G * stone_a.mass * stone_b.mass / r**2 * n, []
        for R, stone, other in (
            (R_a, stone_a, stone_b.mass),
            (R_b, stone_b, stone_a.mass),
        ):
            J = R @ stone.inertia @ R.T
            on_a = on_a + 1.5 * G * other / r**4 * (
                (np.trace(J) - 5 * n @ J @ n) * n + 2 * J @ n
            )
            torques.append(3 * G * other / r**3 * np.cross(n, J @ n))
        return (
            (on_a, torques[0] + np.cross(arm_a, on_a)),
            (-on_a, torques[1] + np.cross(arm_b, -on_a)),
        )

    return pull


def forces(stones, parts, pairs):
    """(force, torque about the centre of mass) on each body."""
    total = [np.zeros((2, 3)) for _ in stones]
    seen = [end(stone, part) for stone, part in zip(stones, parts, strict=True)]
    for i, j, pull in pairs:
        both = pull(seen[i], seen[j])
        for k, (force, torque) in zip((i, j), both, strict=True):
            arm = seen[k][0] @ stones[k].centre
            total[k] = total[k] + [force, torque - np.cross(arm, force)]
    return total


# --- the motion itself, by SciPy ------------------------------------------------------


def slopes(stones, parts, pairs):
    for stone, part, (F, N) in zip(
        stones, parts, forces(stones, parts, pairs), strict=True
    ):
        omega = np.linalg.solve(stone.inertia, part.R.T @ part.L)
        yield Part(part.R @ hat(omega), part.p / stone.mass, N, F)


def flat(parts):
    return np.concatenate([np.ravel(x) for part in parts for x in part])


def parts_from(y):
    rows = y.reshape(-1, 18)
    return [
        Part(row[:9].reshape(3, 3), row[9:12], row[12:15], row[15:]) for row in rows
    ]


def flow(stones, parts, pairs, T, tolerance=1e-12):
    """The parts after the time T by DOP853."""

    def f(t, y):
        return flat(slopes(stones, parts_from(y), pairs))

    found = solve_ivp(
        f, (0, T), flat(parts), method="DOP853", rtol=tolerance, atol=1e-13
    )
    assert found.success
    return parts_from(found.y[:, -1])


# --- steps ----------------------------------------------------------------------------


def kicked(stones, parts, pairs, h):
    return [
        part._replace(L=part.L + h * N, p=part.p + h * F)
        for part, (F, N) in zip(parts, forces(stones, parts, pairs), strict=True)
    ]


def exact_free(stone, part, h):
    return flow([stone], [part], [], h, 3e-14)[0]


def split_231(stone, part, h):
    """Turns about one principal axis after the other; centres go straight."""
    J, axes = np.linalg.eigh(stone.inertia)
    R = part.R
    for i, share in ((1, 0.5), (2, 0.5), (0, 1.0), (2, 0.5), (1, 0.5)):
        e = axes[:, i]
        R = R @ turn(share * h * (e @ R.T @ part.L) / J[i] * e)
    return part._replace(R=R, x=part.x + h * part.p / stone.mass)


def kick_drift(free):
    def step(stones, parts, pairs, h):
        half = kicked(stones, parts, pairs, h / 2)
        there = [free(stone, part, h) for stone, part in zip(stones, half, strict=True)]
        return kicked(stones, there, pairs, h / 2)

    return step


def composed(step, order):
    def whole(stones, parts, pairs, h):
        for weight in parts_of(order):
            parts = step(stones, parts, pairs, weight * h)
        return parts

    return whole


STEPS = {"kicks2": kick_drift(exact_free), "splitting_231": kick_drift(split_231)}
STEPS |= {"kicks4": composed(STEPS["kicks2"], 4)}
STEPS |= {f"splitting{p}_231": composed(STEPS["splitting_231"], p) for p in (4, 6, 8)}
