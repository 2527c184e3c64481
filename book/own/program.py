"""My own integrator, as it grew in the course *Integrating Rotations*.

A quaternion q = (w, x, y, z) takes body to space components. L is the angular
momentum in space, J holds the principal moments, h is the step."""

import numpy as np


# --- What is an angular velocity?


def multiply(p, q):
    a, u, b, v = p[0], p[1:], q[0], q[1:]
    return np.array([a * b - u @ v, *(a * v + b * u + np.cross(u, v))])


def conjugate(q):
    return q * [1, -1, -1, -1]


def rotate(q, v):
    return multiply(multiply(q, np.array([0.0, *v])), conjugate(q))[1:]


def small_turn(q, omega_body, h):
    q = q + h / 2 * multiply(q, np.array([0.0, *omega_body]))
    return q / np.sqrt(q @ q)


# --- Quaternions, exponential, logarithm


def exp(v):
    angle = np.linalg.norm(v)
    part = np.sinc(angle / (2 * np.pi)) / 2
    return np.array([np.cos(angle / 2), *(part * v)])


def angle_between(p, q):
    d = multiply(conjugate(p), q)
    return 2 * np.arctan2(np.linalg.norm(d[1:]), abs(d[0]))


def log(q):
    size = np.linalg.norm(q[1:])
    if size == 0:
        return np.zeros(3)
    angle = 2 * np.arctan2(size, abs(q[0]))
    return np.copysign(angle / size, q[0]) * q[1:]


# --- Turns do not commute: bracket and dexp


def dexp_inverse(v, omega):
    s, inner = v @ v, np.cross(v, omega)
    half = np.sqrt(s) / 2
    delta = (1 - half / np.tan(half)) / s if s > 1e-4 else 1 / 12 + s / 720
    return omega - inner / 2 + delta * np.cross(v, inner)


# --- The rigid body


def momentum_body(q, L):
    return rotate(conjugate(q), L)


def energy(q, L, J):
    l = momentum_body(q, L)
    return l @ (l / J) / 2


# --- Testing an integrator: order, drift, half the step


def simplest(q, L, J, h):
    return multiply(q, exp(h * momentum_body(q, L) / J)), L


def integrate(step, q, L, J, h, steps):
    motion = [(q, L)]
    for _ in range(steps):
        q, L = step(q, L, J, h)
        motion.append((q, L))
    return motion


def order(step, q, L, J, T, n):
    runs = [integrate(step, q, L, J, T / k, k) for k in (n, 2 * n, 4 * n)]
    far, near, nearest = (motion[-1][0] for motion in runs)
    return np.log2(angle_between(far, near) / angle_between(near, nearest))


def drift(motion, J):
    energies = np.array([energy(q, L, J) for q, L in motion])
    return np.ptp(energies) / energies[0]


# --- Magnus: a rate that is known


def magnus(omega, alpha, h):
    return h * (omega + h / 2 * alpha) + h**3 / 12 * np.cross(alpha, omega)


def exp_cubic(v):
    x = v / 2
    q = np.array([1 - x @ x / 2, *((1 - x @ x / 6) * x)])
    return q / np.sqrt(q @ q)


# --- A problem of your own: three checks, nine projects


def with_torque(step, torque):
    def kicked(q, L, J, h):
        q, halfway = step(q, L + h / 2 * torque(q, L, J), J, h)
        L = halfway
        for _ in range(10):
            L = halfway + h / 2 * torque(q, L, J)
        return q, L

    return kicked
