"""My own integrator, as it grew in the course *Integrating Rotations*.

A quaternion q = (w, x, y, z) takes body to space components. L is the angular momentum
in space, J holds the principal moments, h is the step."""

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


# --- Rotations and their exponential: derivation

def exp(v):
    angle = np.linalg.norm(v)
    return np.array([np.cos(angle / 2), *(np.sinc(angle / (2 * np.pi)) / 2 * v)])


def angle_between(p, q):
    d = multiply(conjugate(p), q)
    return 2 * np.arctan2(np.linalg.norm(d[1:]), abs(d[0]))


# --- The rigid body: derivation

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


# --- When the rate changes: the Magnus series

def magnus(omega, alpha, h):
    return h * (omega + h / 2 * alpha) + h**3 / 12 * np.cross(alpha, omega)


# --- Turning with torque: derivation

def buss3(q, L, J, h, torque=np.zeros(3)):
    K = lambda x: rotate(q, momentum_body(q, x) / J)               # inverse inertia in space
    W0 = K(L)
    M = torque - np.cross(W0, L)                                   # (K x)' = W x K x + K (x' - W x x)
    W1 = K(M)
    W2 = np.cross(W0, W1) + K(-np.cross(W1, L) - np.cross(W0, torque) - np.cross(W0, M))
    Y = h * W0 + h**2 / 2 * W1 + h**3 / 6 * (W2 + np.cross(W1, W0) / 2)
    return multiply(exp(Y), q), L + h * torque


# --- Discrete mechanics: from a pendulum to SE(3)

def splitting(q, L, J, h):
    for i, part in zip((0, 1, 2, 1, 0), (1/2, 1/2, 1, 1/2, 1/2)):
        turn = np.zeros(3)
        turn[i] = part * h * momentum_body(q, L)[i] / J[i]
        q = multiply(q, exp(turn))
    return q, L


def order4(step):
    a = 1 / (2 - 2**(1/3))
    def composed(q, L, J, h):
        for part in (a, 1 - 2 * a, a):
            q, L = step(q, L, J, part * h)
        return q, L
    return composed


# --- The conserving step

def conserving(q, L, J, h):
    l = momentum_body(q, L)
    a, before = h / 4 * l / J, np.inf
    while np.abs(a - before).max() > 1e-16:
        turned = multiply(q, np.array([1 - a @ a, *(2 * a)]) / (1 + a @ a))
        before, a = a, (a + h / 8 * (l + momentum_body(turned, L)) / J) / 2
    return multiply(q, np.array([1 - a @ a, *(2 * a)]) / (1 + a @ a)), L


# --- DQVI: the step

def dual_multiply(x, y):
    return multiply(x[0], y[0]), multiply(x[0], y[1]) + multiply(x[1], y[0])


def dqvi(x, L, p, J, m, h, wrench):
    def kick(x, L, p, h):
        torque, force = wrench(x)
        return L + h * torque, p + h * force
    L, p = kick(x, L, p, h / 2)
    l, v = momentum_body(x[0], L), momentum_body(x[0], p) / m
    f = h / 2 * l / J                                               # 2 (w J f + f x J f) = h l, w = sqrt(1 - f f)
    for _ in range(60):
        f = (f + (h / 2 * l - np.cross(f, J * f)) / (J * np.sqrt(1 - f @ f))) / 2
    w = np.array([np.sqrt(1 - f @ f), *f])
    x = dual_multiply(x, (w, multiply(np.array([0.0, *(h / 2 * v)]), w)))
    return x, *kick(x, L, p, h / 2)


# --- A problem of your own: three checks, nine projects

def with_torque(step, torque):
    def kicked(q, L, J, h):
        q, halfway = step(q, L + h / 2 * torque(q, L, J), J, h)
        L = halfway
        for _ in range(10):
            L = halfway + h / 2 * torque(q, L, J)
        return q, L

    return kicked
