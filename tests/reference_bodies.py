"""Several bodies once more: 3x3 matrices, the equations of Newton and Euler for each
body, every force written down for both of its ends, joints as conditions.

Nothing of rotlib is used. A part is (R, x, L, p): attitude, place of the centre of
mass, angular momentum about it and momentum, space components; a `Stone` is
(inertia about the centre, mass, centre seen from the reference point). A condition is
("point", a, b, at_a, at_b), two points that are the same, or ("across", a, b, u, v),
two directions at right angles: a and b are numbers of bodies, or None for the ground,
and points are seen from the reference point."""

from typing import NamedTuple

import numpy as np
from reference_methods import hat, matrix, parts_of, turned_by_axes
from scipy.integrate import solve_ivp
from scipy.optimize import root


class Stone(NamedTuple):
    inertia: np.ndarray
    mass: float
    centre: np.ndarray


class Part(NamedTuple):
    R: np.ndarray
    x: np.ndarray
    L: np.ndarray
    p: np.ndarray


def stone_of(body):
    c, m = np.array(body.centre), float(body.mass)
    return Stone(body.inertia - m * (c @ c * np.eye(3) - np.outer(c, c)), m, c)


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


def begun(stones, q0, omega, position, velocity):
    rows = zip(stones, q0, position, omega, velocity, strict=True)
    return [begin(stone, *map(np.asarray, row)) for stone, *row in rows]


def apart(run, stones, parts, n=4, k=-1):
    """The largest difference of a record from these parts, of poses alone if n is 2."""
    worst = 0.0
    for i, (stone, part) in enumerate(zip(stones, parts, strict=True)):
        rest = [a[k, i] for a in (run.position, run.omega, run.velocity)]
        found = matrix(run.q[k, i]), *rest
        for a, b in zip(found[:n], end(stone, part)[:n], strict=True):
            worst = max(worst, np.abs(a - b).max())
    return worst


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


def wrenches(stones, parts, pairs):
    """(torque about the centre of mass, force) on each body, space components."""
    total = np.zeros((len(stones), 6))
    seen = [end(stone, part) for stone, part in zip(stones, parts, strict=True)]
    for i, j, pull in pairs:
        both = pull(seen[i], seen[j])
        for k, (force, torque) in zip((i, j), both, strict=True):
            arm = seen[k][0] @ stones[k].centre
            total[k] += [*(torque - np.cross(arm, force)), *force]
    return total


def falling(stones, g=(0.0, 0.0, -9.81)):
    """The weight of each as what acts on them."""
    W = np.array([[0.0, 0.0, 0.0, *(stone.mass * np.array(g))] for stone in stones])
    return lambda t, parts: W


# --- joints ---------------------------------------------------------------------------


def rows(condition, stones, parts, spin):
    """[(gap, slopes by turns and moves of the bodies, what rates add to its second
    derivative)], one for each row."""
    kind, a, b, *given = condition
    across = kind == "across"
    ends = []
    for i, at in zip((a, b), given, strict=True):
        at = np.asarray(at, float)
        if i is None:
            ends.append((at, at if across else np.zeros(3), np.zeros(3)))
            continue
        arm = parts[i].R @ (at - (0 if across else stones[i].centre))
        ends.append((arm if across else parts[i].x + arm, arm, spin[i]))
    (P, r, w), (Q, s, o) = ends
    dr, ds = np.cross(w, r), np.cross(o, s)
    ddr, dds = np.cross(w, dr), np.cross(o, ds)

    def row(gap, ends, bent):
        slopes = np.zeros(6 * len(stones))
        for i, turns, move in ends:
            if i is not None:
                slopes[6 * i : 6 * i + 6] += [*turns, *move]
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
    part if rates are given; of motions (..., bodies, 3), the most."""

    def end(body, at):
        if body == "world":
            return np.array(at) if omega is None else np.zeros(3)
        R = matrix(np.moveaxis(q[..., body, :], -1, 0))
        if omega is None:
            return position[..., body, :] + np.einsum("ij...,j->...i", R, at)
        own = velocity[..., body, :] + np.cross(omega[..., body, :], at)
        return np.einsum("ij...,...j->...i", R, own)

    worst = 0.0
    for j in joints:
        a, b = end(j.a, j.at_a), end(j.b, j.at_b)
        size = 1 + np.abs(a).max() if omega is None else 1.0
        worst = max(worst, np.abs(a - b).max() / size)
    return worst


def constraints(conditions, stones, parts, spin):
    each = [r for c in conditions for r in rows(c, stones, parts, spin)]
    gap, G, bent = zip(*each, strict=True)
    return np.array(gap), np.array(G), np.array(bent)


def mobility(stones, parts):
    """The inverse of the mass matrix of (turn, move) of all bodies, in space."""
    W = np.zeros((6 * len(stones), 6 * len(stones)))
    for i, (stone, part) in enumerate(zip(stones, parts, strict=True)):
        turns, moves = slice(6 * i, 6 * i + 3), slice(6 * i + 3, 6 * i + 6)
        W[turns, turns] = part.R @ np.linalg.inv(stone.inertia) @ part.R.T
        W[moves, moves] = np.eye(3) / stone.mass
    return W


def momenta(parts):
    return np.array([[*part.L, *part.p] for part in parts])


def pushed(parts, impulses):
    """The parts after impulses (torque, force) on each."""
    rows = zip(parts, np.reshape(impulses, (-1, 6)), strict=True)
    return [part._replace(L=part.L + x[:3], p=part.p + x[3:]) for part, x in rows]


# --- the motion itself, by SciPy ------------------------------------------------------


def motion(stones, parts, seconds, acting=None, conditions=(), tolerance=1e-12):
    """The parts after some seconds, by DOP853 from the equations of motion together
    with the second time derivative of the conditions.

    `acting(t, parts)` -> (bodies, 6): torque about the centre and force, space."""
    n = len(stones)

    def parts_from(y):
        return [
            Part(row[:9].reshape(3, 3), row[9:12], row[12:15], row[15:])
            for row in y.reshape(n, 18)
        ]

    def slope(t, y):
        parts = parts_from(y)
        W = mobility(stones, parts)
        V = (W @ momenta(parts).ravel()).reshape(n, 6)
        total = np.zeros((n, 6)) if acting is None else acting(t, parts)
        if conditions:
            # acceleration without joints: of the rates in space, then of the centres
            free = total.copy()
            for i, part in enumerate(parts):
                free[i, :3] -= np.cross(V[i, :3], part.L)
            _, G, bent = constraints(conditions, stones, parts, V[:, :3])
            right = -(G @ W @ free.ravel() + bent)
            push = np.linalg.lstsq(G @ W @ G.T, right, rcond=1e-9)[0]
            total = total + (G.T @ push).reshape(n, 6)
        turned = [
            (hat(v[:3]) @ part.R).ravel() for v, part in zip(V, parts, strict=True)
        ]
        return np.hstack([turned, V[:, 3:], total]).ravel()

    y = np.concatenate([np.ravel(x) for part in parts for x in part])
    close = {"rtol": tolerance, "atol": max(tolerance / 10, 1e-14)}
    solved = solve_ivp(slope, (0.0, seconds), y, "DOP853", **close)
    assert solved.success
    return parts_from(solved.y[:, -1])


def flow(stones, parts, pairs, seconds):
    def acting(t, now):
        return wrenches(stones, now, pairs)

    return motion(stones, parts, seconds, acting, tolerance=3e-14)


# --- steps ----------------------------------------------------------------------------


def kicked(stones, parts, pairs, h):
    return pushed(parts, h * wrenches(stones, parts, pairs))


def exact_free(stone, part, h):
    return motion([stone], [part], h, tolerance=3e-14)[0]


def split_231(stone, part, h):
    """Turns about one principal axis after the other; centres go straight."""
    axes = {"axes": np.linalg.eigh(stone.inertia)[1]}
    turned = turned_by_axes("231")(stone.inertia, part.R, part.L, h, axes)
    return part._replace(R=turned, x=part.x + h * part.p / stone.mass)


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


def rattle(stones, conditions, parts, h, acting):
    """(parts, impulses of the step) after one step: free flights from the solver of the
    true motion, impulses from SciPy's `root`."""
    still = np.zeros((len(stones), 3))
    parts = pushed(parts, h / 2 * acting(0.0, parts))
    _, G, _ = constraints(conditions, stones, parts, still)

    def flown(push):
        return motion(stones, pushed(parts, G.T @ push), h, tolerance=1e-13)

    def gap(push):
        return constraints(conditions, stones, flown(push), still)[0]

    found = root(gap, np.zeros(len(G)), tol=1e-14)
    there = flown(found.x)
    there = pushed(there, h / 2 * acting(h, there))
    gap_left, G_there, _ = constraints(conditions, stones, there, still)
    W = mobility(stones, there)
    away = G_there @ W @ momenta(there).ravel()
    last = -np.linalg.lstsq(G_there @ W @ G_there.T, away, rcond=1e-12)[0]
    assert np.abs(gap_left).max() < 1e-10
    return pushed(there, G_there.T @ last), found.x + last
