"""Bodies with joints once more, with 3x3 matrices: the true motion and a plain RATTLE.

The true motion solves the equations of motion together with the second time derivative
of the constraints, by SciPy's DOP853. The plain RATTLE takes its free flights from the
same solver and its impulses from SciPy's `root`. A joint is a list of conditions: that
two points are the same, or that two directions are at right angles. Shares no code with
the package.

A body is (mass, 3x3 inertia about its centre, centre); conditions name bodies by
numbers, None is the ground, and points are seen from the reference point.
"""

import numpy as np
from reference_methods import hat, matrix
from scipy.integrate import solve_ivp
from scipy.optimize import root


def seen(pose, bodies, i, point, direction=False):
    """A point or a direction of body i in space, with that of its centre, (P, arm)."""
    if i is None:
        return np.asarray(point, float), np.zeros(3)
    R, x = pose[i]
    arm = R @ (np.asarray(point, float) - (0 if direction else bodies[i][2]))
    return (arm, arm) if direction else (x + arm, arm)


def rows(condition, pose, bodies, spin):
    """[(gap, slopes by turns and moves of the bodies, what rates add to its second
    derivative)], one for each row."""
    kind, a, b, *given = condition
    across = kind == "across"
    (P, r), (Q, s) = [
        seen(pose, bodies, i, at, across) for i, at in zip((a, b), given, strict=True)
    ]
    r, s = (P, Q) if across else (r, s)
    w, o = [np.zeros(3) if i is None else spin[i] for i in (a, b)]
    dr, ds = np.cross(w, r), np.cross(o, s)
    ddr, dds = np.cross(w, dr), np.cross(o, ds)

    def row(gap, ends, bent):
        slopes = np.zeros(6 * len(bodies))
        for i, turn, move in ends:
            if i is not None:
                slopes[6 * i : 6 * i + 6] += [*turn, *move]
        return gap, slopes, bent

    if across:
        n, rest = np.cross(r, s), np.zeros(3)
        bent = ddr @ s + 2 * dr @ ds + r @ dds
        return [row(r @ s, [(a, n, rest), (b, -n, rest)], bent)]
    return [
        row(gap, [(a, np.cross(r, e), e), (b, -np.cross(s, e), -e)], bent)
        for e, gap, bent in zip(np.eye(3), P - Q, ddr - dds, strict=True)
    ]


def opening(joints, q, position=None, omega=None, velocity=None):
    """How far the points of joints are apart, relative to their size, or how fast they
    part if rates are given; of motions (..., bodies, 3), the most.
    """
    worst = 0.0
    for j in joints:
        ends = []
        for body, at in ((j.a, np.array(j.at_a)), (j.b, np.array(j.at_b))):
            if body == "world":
                ends.append(at if omega is None else np.zeros(3))
                continue
            R = matrix(np.moveaxis(q[..., body, :], -1, 0))
            own = at
            if omega is not None:
                own = velocity[..., body, :] + np.cross(omega[..., body, :], at)
            end = np.einsum("ij...,...j->...i", R, own)
            ends.append(end if omega is not None else position[..., body, :] + end)
        size = 1 + np.abs(ends[0]).max() if omega is None else 1.0
        worst = max(worst, np.abs(ends[0] - ends[1]).max() / size)
    return worst


def constraints(conditions, pose, bodies, spin):
    each = [r for c in conditions for r in rows(c, pose, bodies, spin)]
    gap, G, bent = zip(*each, strict=True)
    return np.array(gap), np.array(G), np.array(bent)


def mobility(pose, bodies):
    """The inverse of the mass matrix of (turn, move) of all bodies, in space."""
    n = len(bodies)
    W = np.zeros((6 * n, 6 * n))
    for i, ((R, _), (mass, J, _)) in enumerate(zip(pose, bodies, strict=True)):
        W[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = R @ np.linalg.inv(J) @ R.T
        W[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = np.eye(3) / mass
    return W


def split(y, n):
    y = y.reshape(n, 18)
    pose = [(row[:9].reshape(3, 3), row[9:12]) for row in y]
    return pose, y[:, 12:]


def motion(bodies, conditions, pose, momenta, seconds, wrench=None, tolerance=1e-12):
    """(pose, momenta) after some seconds; momenta (n, 6): L about the centre, p.

    `wrench(t, pose)` -> (n, 6): torque about the centre and force, space.
    """
    n = len(bodies)

    def slope(t, y):
        pose, P = split(y, n)
        W = mobility(pose, bodies)
        V = (W @ P.ravel()).reshape(n, 6)
        acting = np.zeros((n, 6)) if wrench is None else wrench(t, pose)
        # acceleration without joints: of the rates in space, then of the centres
        free = acting.copy()
        for i, (R, _) in enumerate(pose):
            J = R @ bodies[i][1] @ R.T
            free[i, :3] -= np.cross(V[i, :3], J @ V[i, :3])
        total = acting
        if conditions:
            _, G, bent = constraints(conditions, pose, bodies, V[:, :3])
            right = -(G @ W @ free.ravel() + bent)
            push = np.linalg.lstsq(G @ W @ G.T, right, rcond=1e-9)[0]
            total = acting + (G.T @ push).reshape(n, 6)
        made = np.zeros((n, 18))
        for i, (R, _) in enumerate(pose):
            made[i, :9] = (hat(V[i, :3]) @ R).ravel()
        made[:, 9:12] = V[:, 3:]
        made[:, 12:] = total
        return made.ravel()

    rows = zip(pose, np.asarray(momenta), strict=True)
    y = np.hstack([np.hstack([R.ravel(), x, P]) for (R, x), P in rows])
    close = {"rtol": tolerance, "atol": tolerance}
    solved = solve_ivp(slope, (0.0, seconds), y, "DOP853", **close)
    assert solved.success
    return split(solved.y[:, -1], n)


def rattle(bodies, conditions, pose, momenta, h, wrench=None):
    """(pose, momenta, impulses of the step) after one step."""
    n, still = len(bodies), np.zeros((len(bodies), 3))
    P = np.asarray(momenta, float).copy()
    if wrench is not None:
        P = P + h / 2 * wrench(0.0, pose)
    _, G, _ = constraints(conditions, pose, bodies, still)

    def flown(push):
        return motion(bodies, (), pose, P + (G.T @ push).reshape(n, 6), h, None, 1e-13)

    def gap(push):
        return constraints(conditions, flown(push)[0], bodies, still)[0]

    found = root(gap, np.zeros(len(G)), tol=1e-14)
    pose, P = flown(found.x)
    if wrench is not None:
        P = P + h / 2 * wrench(h, pose)
    gap_left, G, _ = constraints(conditions, pose, bodies, still)
    W = mobility(pose, bodies)
    last = -np.linalg.lstsq(G @ W @ G.T, G @ W @ P.ravel(), rcond=1e-12)[0]
    assert np.abs(gap_left).max() < 1e-10
    return pose, P + (G.T @ last).reshape(n, 6), found.x + last
