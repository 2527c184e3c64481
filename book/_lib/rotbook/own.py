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


def log(q):
    if q[0] < 0:
        q = -q
    size = np.linalg.norm(q[1:])
    if size == 0:
        return 2 * q[1:]
    return 2 * np.arctan2(size, q[0]) / size * q[1:]


def angle_between(p, q):
    d = multiply(conjugate(p), q)
    return 2 * np.arctan2(np.linalg.norm(d[1:]), abs(d[0]))


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


def order(step, q, L, J, duration, n):
    runs = [
        integrate(step, q, L, J, duration / k, k) for k in (n, 2 * n, 4 * n)
    ]
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


# --- A gyroscope that reports what never happened


def pair(first, second):
    area = 2 / 3 * np.cross(first, second)
    return first + second + area


# --- Buss: Taylor steps under torque


def rates(q, L, J, torque=np.zeros(3)):
    def K(x):  # momentum_body turns any arrow into the body
        return rotate(q, momentum_body(q, x) / J)

    w0 = K(L)
    M = torque - np.cross(w0, L)
    w1 = K(M)
    w2 = np.cross(w0, w1) + K(-np.cross(w1, L) - np.cross(w0, torque + M))
    return w0, w1, w2


def buss3(q, L, J, h, torque=np.zeros(3)):
    w0, w1, w2 = rates(q, L, J, torque)
    Omega = magnus(w0, w1, h) + h**3 / 6 * w2
    return multiply(exp(Omega), q), L + h * torque


# --- Splitting and discrete mechanics


def splitting(q, L, J, h):
    for i, part in zip((0, 1, 2, 1, 0), (0.5, 0.5, 1, 0.5, 0.5), strict=True):
        turn = np.zeros(3)
        turn[i] = part * h * momentum_body(q, L)[i] / J[i]
        q = multiply(q, exp(turn))
    return q, L


def order4(step):
    a = 1 / (2 - 2 ** (1 / 3))

    def composed(q, L, J, h):
        for part in (a, 1 - 2 * a, a):
            q, L = step(q, L, J, part * h)
        return q, L

    return composed


# --- Nielsen and Krenk: conserve by increments


def conserving(q, L, J, h, torque=lambda q: np.zeros(3)):
    l = momentum_body(q, L)
    a = h / 4 * l / J
    for _ in range(200):
        half = np.array([1.0, *a]) / np.sqrt(1 + a @ a)
        middle = multiply(q, half)
        end, gain = multiply(middle, half), h / (1 + a @ a) * torque(middle)
        mean = (l + momentum_body(end, L + gain)) / 2
        before, a = a, h / 4 * mean / J
        if np.abs(a - before).max() < 1e-15:
            break
    else:
        raise ValueError("step too long: the guesses don't settle")
    return end, L + gain


# --- DQVI: turn and fly in one step


def dual_multiply(x, y):
    return multiply(x[0], y[0]), multiply(x[0], y[1]) + multiply(x[1], y[0])


def place(x):
    return 2 * multiply(x[1], conjugate(x[0]))[1:]


def dqvi(x, L, p, J, m, h, wrench):
    def kick(x, L, p, h):
        torque, force = wrench(x)
        return L + h * torque, p + h * force

    L, p = kick(x, L, p, h / 2)
    l, v = momentum_body(x[0], L), momentum_body(x[0], p) / m
    phi = h / 2 * l / J
    for _ in range(200):
        before, f_0 = phi, np.sqrt(1 - phi @ phi)
        phi = (phi + (h / 2 * l - np.cross(phi, J * phi)) / (J * f_0)) / 2
        if np.abs(phi - before).max() < 1e-15:
            break
    else:
        raise ValueError("step too long: the guesses don't settle")
    f = np.array([np.sqrt(1 - phi @ phi), *phi])
    x = dual_multiply(x, (f, multiply(np.array([0.0, *(h / 2 * v)]), f)))
    return x, *kick(x, L, p, h / 2)


# --- Choosing a method, and finding faults


def report(step, q, L, J, h, steps):
    motion = integrate(step, q, L, J, h, steps)
    finer = integrate(step, q, L, J, h / 2, 2 * steps)
    p = order(step, q, L, J, h * steps, steps)
    moved = angle_between(motion[-1][0], finer[-1][0])
    print(
        f"order {p:.1f}, energy {drift(motion, J):.0e}, half step {moved:.3f}"
    )
    return p, moved


# --- A problem of your own: three checks, nine projects


def with_torque(step, torque):
    def kicked(q, L, J, h):
        q, halfway = step(q, L + h / 2 * torque(q, L, J), J, h)
        L = halfway
        for _ in range(10):
            L = halfway + h / 2 * torque(q, L, J)
        return q, L

    return kicked
