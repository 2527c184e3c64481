"""Bodies that act on each other once more: 3x3 matrices, the equations of Newton and
Euler for each body, every force written down for both of its ends.

Nothing of rotlib is used. A part is (R, x, L, p): attitude, place of the centre of
mass, angular momentum about it and momentum, space components; a `Stone` is
(inertia about the centre, mass, centre seen from the reference point)."""

from typing import NamedTuple

import numpy as np
from reference_dqvi import place, pose
from reference_dqvi import step as dqvi_free
from reference_methods import (
    DOPRI,
    convolved,
    dexp,
    hamilton,
    hat,
    log_of_product,
    matrix,
    parts_of,
    runge_kutta,
    turn,
)
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


def quaternion_of(R):
    """From the largest of four sums, so that no turn is a bad one."""
    K = np.array(
        [
            [np.trace(R), R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
            [0, 2 * R[0, 0] - np.trace(R), R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
            [0, 0, 2 * R[1, 1] - np.trace(R), R[1, 2] + R[2, 1]],
            [0, 0, 0, 2 * R[2, 2] - np.trace(R)],
        ]
    )
    q = np.linalg.eigh(K + np.triu(K, 1).T)[1][:, -1]
    return q if q[0] > 0 else -q


def variational(stones, parts, pairs, h):
    """Xu and Halse's free step of each, between half kicks of all."""
    half = kicked(stones, parts, pairs, h / 2)
    there = []
    for stone, part in zip(stones, half, strict=True):
        M = np.zeros((6, 6))  # about the centre
        M[:3, :3], M[3:, 3:] = stone.inertia, stone.mass * np.eye(3)
        P = np.concatenate([part.R.T @ part.L, part.R.T @ part.p])
        x, P = dqvi_free(pose(quaternion_of(part.R), part.x), P, h, M, stone.mass)
        R = matrix(x[:4] / np.linalg.norm(x[:4]))
        there.append(Part(R, place(x), R @ P[:3], R @ P[3:]))
    return kicked(stones, there, pairs, h / 2)


def composed(step, order):
    def whole(stones, parts, pairs, h):
        for weight in parts_of(order):
            parts = step(stones, parts, pairs, weight * h)
        return parts

    return whole


def rk4(stones, parts, pairs, h):
    """The classical step of quaternions; its norm is left as it comes out."""

    def f(y):
        rows = y.reshape(-1, 13)
        units = [row[:4] / np.linalg.norm(row[:4]) for row in rows]
        at = [
            Part(matrix(q), row[4:7], row[7:10], row[10:])
            for q, row in zip(units, rows, strict=True)
        ]
        total, made = forces(stones, at, pairs), []
        for stone, part, row, (F, N) in zip(stones, at, rows, total, strict=True):
            omega = np.linalg.solve(stone.inertia, part.R.T @ part.L)
            turning = hamilton(row[:4], np.array([0, *omega])) / 2
            made += [turning, part.p / stone.mass, N, F]
        return np.concatenate(made)

    y = np.concatenate([np.concatenate([quaternion_of(p.R), *p[1:]]) for p in parts])
    rows = runge_kutta(lambda t, y: f(y), 0.0, y, h).reshape(-1, 13)
    return [
        Part(matrix(row[:4] / np.linalg.norm(row[:4])), row[4:7], row[7:10], row[10:])
        for row in rows
    ]


def rkmk54(stones, parts, pairs, h):
    """Dormand and Prince for the rotation vectors of the step and all the rest."""

    def f(z):
        rows = z.reshape(-1, 12)
        at = [
            Part(part.R @ turn(row[:3]), *row[3:].reshape(3, 3))
            for part, row in zip(parts, rows, strict=True)
        ]
        total, made = forces(stones, at, pairs), []
        for stone, part, row, (F, N) in zip(stones, at, rows, total, strict=True):
            omega = np.linalg.solve(stone.inertia, part.R.T @ part.L)
            made += [np.linalg.solve(dexp(-row[:3]), omega), part.p / stone.mass, N, F]
        return np.concatenate(made)

    z = np.concatenate([np.concatenate([np.zeros(3), *part[1:]]) for part in parts])
    k = []
    for row in DOPRI[:6]:
        k.append(f(z + h * sum(a * s for a, s in zip(row, k, strict=False))))
    z = z + h * sum(b * s for b, s in zip(DOPRI[6], k, strict=False))
    return [
        Part(part.R @ turn(row[:3]), *row[3:].reshape(3, 3))
        for part, row in zip(parts, z.reshape(-1, 12), strict=True)
    ]


def joint_series(order, stiffness, points):
    """The Taylor step of two bodies on a spring without length, which pulls with
    `stiffness` times the way between two points: momenta about the origin of space."""

    def step(stones, parts, _, h):
        series = []
        for stone, part in zip(stones, parts, strict=True):
            y = part.x - part.R @ stone.centre
            L = part.L + np.cross(part.x, part.p)
            series.append(([part.R], [y], [L], [part.p], []))
        for n in range(max(order, 3)):
            for stone, (Rs, ys, Ls, Ps, ws) in zip(stones, series, strict=True):
                c, back = stone.centre, [R.T for R in Rs]
                x = [y + R @ c for y, R in zip(ys, Rs, strict=True)]
                about = [
                    L - convolved(x, Ps, k, np.cross) for k, L in enumerate(Ls[: n + 1])
                ]
                ws.append(np.linalg.solve(stone.inertia, convolved(back, about, n)))
            arms = [
                [R @ point for R in Rs]
                for (Rs, *_), point in zip(series, points, strict=True)
            ]
            ends = [
                [y + arm for y, arm in zip(each[1], arm_of, strict=True)]
                for each, arm_of in zip(series, arms, strict=True)
            ]
            pulls = [stiffness * (b - a) for a, b in zip(*ends, strict=True)]
            for sign, at, stone, (Rs, ys, Ls, Ps, ws) in zip(
                (1, -1), ends, stones, series, strict=True
            ):
                F = [sign * pull for pull in pulls]
                turned = convolved(Rs, [hat(w) for w in ws], n) / (n + 1)
                # the centre moves with the momentum
                moved = Ps[n] / stone.mass / (n + 1) - turned @ stone.centre
                Ls.append(convolved(at, F, n, np.cross) / (n + 1))
                Ps.append(F[n] / (n + 1))
                Rs.append(turned)
                ys.append(moved)
        made = []
        for stone, (Rs, ys, Ls, Ps, ws) in zip(stones, series, strict=True):
            mean = sum(
                np.array([Y[2, 1], Y[0, 2], Y[1, 0]]) * h**k
                for k, Y in enumerate(log_of_product([hat(w) for w in ws], order))
            )
            R = Rs[0] @ turn(mean)
            x = [y + S @ stone.centre for y, S in zip(ys, Rs, strict=True)]
            x, L, P = (
                sum(v * h**k for k, v in enumerate(s[: order + 1])) for s in (x, Ls, Ps)
            )
            made.append(Part(R, x, L - np.cross(x, P), P))
        return made

    return step


STEPS = {
    "kicks2": kick_drift(exact_free),
    "splitting_231": kick_drift(split_231),
    "dqvi": variational,
    "rk4": rk4,
    "rkmk54": rkmk54,
}
STEPS |= {
    f"{name}{order}{rest}": composed(STEPS[base], order)
    for name, base, rest, orders in (
        ("kicks", "kicks2", "", (4,)),
        ("splitting", "splitting_231", "_231", (4, 6, 8)),
        ("dqvi", "dqvi", "", (4, 6)),
    )
    for order in orders
}
