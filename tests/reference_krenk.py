"""The conserving step in flight once more, from its definition and with 3x3 matrices.

Twelve unknowns: the rotation vector of the step, the place of the centre, and both
momenta in space. Shares no code with the package."""

import numpy as np
from reference_methods import hat, turn
from reference_methods import matrix as matrix
from scipy.optimize import root


def about_centre(M, c):
    """The 6x6 inertia about another point c of the body."""
    S = np.eye(6)
    S[3:, :3] = hat(c)  # velocity of the reference point from that of the centre
    return S.T @ M @ S


def step(R, x, L, p, M, h, wrench, cayley):
    """(R, x, L, p) after a step; M about the centre x.

    `wrench(R, x, R1, x1, omega, velocity)` is that of the step, components of its
    middle, from both ends and the mean rates. `cayley` chooses the turn 2 arctan(h w/2)
    instead of 4 arctan(h w/4)."""
    inverse, parts = np.linalg.inv(M), 2 if cayley else 4
    share = np.trace(inverse[3:, 3:]) / 3
    rest = inverse - np.diag([0, 0, 0, share, share, share])
    size = np.array([1.0, np.linalg.norm(L) + 1e-9, np.linalg.norm(p) + 1e-9])

    def ends(z):
        v, x1, L1, p1 = z.reshape(4, 3)
        return R @ turn(v), x1, L + size[1] * L1, p + size[2] * p1

    def equations(z):
        R1, x1, L1, p1 = ends(z)
        v = z[:3]
        middle = R @ turn(v / 2)
        mean = (np.hstack([R.T @ L, R.T @ p]) + np.hstack([R1.T @ L1, R1.T @ p1])) / 2
        omega = inverse[:3] @ mean
        rate = np.linalg.norm(omega)
        angle = parts * np.arctan(h * rate / parts) / rate
        average = (turn(v / 2) + turn(v / 2).T) / 2
        velocity = share * middle.T @ (p + p1) / 2 + average @ rest[3:] @ mean
        N, F = np.split(wrench(R, x, R1, x1, omega, velocity), 2)
        moved = h * middle @ velocity
        return np.hstack(
            [
                v - angle * omega,
                x1 - x - moved,
                (L1 - L - h * middle @ N + np.cross(x1 - x, (p + p1) / 2)) / size[1],
                (p1 - p - h * middle @ F) / size[2],
            ]
        )

    omega = inverse @ np.hstack([R.T @ L, R.T @ p])
    z = np.hstack([h * omega[:3], x + h * R @ omega[3:], np.zeros(6)])
    z = root(equations, z).x
    for _ in range(3):  # to rounding, with a Jacobian from central differences
        slope = [
            (equations(z + e) - equations(z - e)) / 2e-5 for e in 1e-5 * np.eye(12)
        ]
        z = z - np.linalg.solve(np.transpose(slope), equations(z))
    assert np.abs(equations(z)).max() < 1e-13 * (1 + np.abs(x).max())
    return ends(z)


def right_work(wrench, potential, k, anchor):
    """The wrench of a potential, corrected to do its work; `step` takes it.

    `wrench(R, x)` and `potential(R, x)` are those of the centre x, body components. It
    is moved along the mean twist, without its turns about the anchor, in the metric in
    which a torque counts divided by the length k."""

    def corrected(t, h, R, x, R1, x1, omega, velocity):
        half = R.T @ R1
        axis = np.array(
            [half[2, 1] - half[1, 2], half[0, 2] - half[2, 0], half[1, 0] - half[0, 1]]
        )
        sine = np.linalg.norm(axis) / 2
        angle = np.arctan2(sine, (np.trace(half) - 1) / 2)
        middle = R @ turn(axis / (2 * sine) * angle / 2)
        place = (x + x1) / 2
        W, way = wrench(middle, place), h * np.hstack([omega, velocity])
        scale = np.array([k, k, k, 1, 1, 1])
        turns = np.vstack([np.eye(3), -hat(place - anchor)])  # of space
        turns[:3], turns[3:] = middle.T @ turns[:3], middle.T @ turns[3:]
        fixed = scale[:, None] * turns
        d = scale * way
        d = d - fixed @ np.linalg.lstsq(fixed, d, rcond=None)[0]
        missing = potential(R1, x1) - potential(R, x) + W @ way
        return W - missing / (d @ d) * scale * d

    return corrected
