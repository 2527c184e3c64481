"""Every method once more, written plainly from its source: 3x3 matrices, NumPy, no code
shared with rotlib.

`PLAIN[name](J, axes, q, w, h, steps, load)` returns (q, w) after `steps` steps of a
body with the inertia matrix J, whose principal axes are the columns of `axes`. `load`
says whether `torque` acts."""

from functools import partial
from math import factorial

import numpy as np

import rotlib as rl

D = np.diag([0.1, 0.0, -0.05])


def torque(t, R, w):
    """The test torque, body components: one known in space, and one proportional to
    the rate."""
    N = np.array([0.3 * np.cos(t), -0.2 * np.sin(2 * t), 0.1 + 0.2 * t])
    return R.T @ N - D @ w


def torque_in_space(t, n):
    """n-th Taylor coefficient at t of the part that is known in space."""
    x, y = 0.3 * np.cos(t + n * np.pi / 2), -0.2 * np.sin(2 * t + n * np.pi / 2)
    z = (0.1 + 0.2 * t, 0.2)[n] if n < 2 else 0.0
    return np.array([x / factorial(n), 2**n * y / factorial(n), z])


# --- rotations ------------------------------------------------------------------------


def hat(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def vee(A):
    return np.array([A[2, 1], A[0, 2], A[1, 0]])


def turn(v):
    """exp(hat v), Rodrigues."""
    angle, K = np.linalg.norm(v), hat(v)
    c1, c2 = np.sinc(angle / np.pi), np.sinc(angle / 2 / np.pi) ** 2 / 2
    return np.eye(3) + c1 * K + c2 * K @ K


def dexp(v):
    """The rate in space of exp(hat v) is this times that of v."""
    angle, K = max(np.linalg.norm(v), 1e-4), hat(v)
    c3 = (angle - np.sin(angle)) / angle**3
    return np.eye(3) + (1 - np.cos(angle)) / angle**2 * K + c3 * K @ K


def matrix(q):
    w, x, y, z = q
    a = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)]
    b = [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)]
    c = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]
    return np.array([a, b, c])


def hamilton(p, q):
    vector = p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *vector])


def on_rotations(step):
    """A plain method from step(J, R, L, h, t, load, memory) -> (R, L), with the
    momentum L in space."""

    def run(J, axes, q, w, h, steps, load):
        R, memory = matrix(q), {"axes": axes}
        L = R @ J @ w
        for k in range(steps):
            R, L = step(J, R, L, h, k * h, load, memory)
        return rl.quaternion.from_matrix(R), np.linalg.solve(J, R.T @ L)

    return run


# --- Taylor methods -------------------------------------------------------------------


def convolved(a, b, n, product=np.matmul):
    return sum(product(a[k], b[n - k]) for k in range(n + 1))


def rate_series(J, R, L, t, load, count):
    """Taylor coefficients of the body rate, the body torque and the attitude."""
    w, tau, Rs = [np.linalg.solve(J, R.T @ L)], [], [R]
    for n in range(count):
        space = sum(Rs[k].T @ torque_in_space(t, n - k) for k in range(n + 1))
        tau.append(space - D @ w[n] if load else np.zeros(3))
        push = tau[n] + convolved([J @ x for x in w], w, n, np.cross)
        w.append(np.linalg.solve(J, push) / (n + 1))
        Rs.append(convolved(Rs, [hat(x) for x in w], n) / (n + 1))
    return w, tau, Rs


def log_of_product(w, order):
    """Y_1 ... Y_order of y' = y w, for the Taylor coefficients of a matrix w: the power
    series of y, then of its logarithm."""
    one, zero = np.eye(len(w[0])), np.zeros_like(w[0])
    y = [one]
    for n in range(order):
        y.append(convolved(y, w, n) / (n + 1))
    x, total, power = [zero, *y[1:]], [zero] * (order + 1), [one] + [zero] * order
    for k in range(1, order + 1):
        power = [convolved(power, x, n) for n in range(order + 1)]
        total = [a - (-1) ** k / k * b for a, b in zip(total, power, strict=True)]
    return total


def with_impulse(mean, order):
    """A Taylor method: turn by `mean`, and add to the momentum the integral of the
    series of the torque in space."""

    def step(J, R, L, h, t, load, memory):
        w, tau, Rs = rate_series(J, R, L, t, load, order + 2)
        turned = R @ turn(mean(w, Rs, h))
        space = [convolved(Rs, tau, n) for n in range(order)]
        return turned, L + sum(x * h ** (n + 1) / (n + 1) for n, x in enumerate(space))

    return on_rotations(step)


def mean_by_series(order):
    """The rotation vector of a step, from the Taylor coefficients of the body rate."""

    def mean(w, Rs, h):
        return sum(
            vee(y) * h**n
            for n, y in enumerate(log_of_product(list(map(hat, w)), order))
        )

    return mean


def by_series(order):
    return with_impulse(mean_by_series(order), order)


def by_slides(formula, order):
    """From omega and its derivatives in space, turned into the body at the end, as
    the slides have it."""

    def mean(w, Rs, h):
        space = [factorial(n) * convolved(Rs, w, n) for n in range(3)]
        return Rs[0].T @ formula(*space, h) * h

    return with_impulse(mean, order)


def false_third(w, w1, w2, h):
    return w + h / 2 * w1 + h**2 / 6 * w2


def augmented(w, w1, w2, h):
    return w + h / 2 * w1 + h**2 / 12 * np.cross(w1, w)


def in_the_body(w, Rs, h):
    """The rate as if it were linear in time, in body components."""
    return h * w[0] + h**2 / 2 * w[1] - h**3 / 12 * np.cross(w[1], w[0])


def third(w, w1, w2, h):
    return w + h / 2 * w1 + h**2 / 6 * w2 + h**2 / 12 * np.cross(w1 + h / 3 * w2, w)


# --- the rest -------------------------------------------------------------------------


@on_rotations
def lie_euler(J, R, L, h, t, load, memory):
    w = np.linalg.solve(J, R.T @ L)
    return R @ turn(h * w), L + (h * R @ torque(t, R, w) if load else 0.0)


def rk4(J, axes, q, w, h, steps, load):
    """Runge-Kutta on the eight numbers, as a student writes it."""

    def slope(t, y):
        q, w = y[:4], y[4:]
        tau = torque(t, matrix(q), w) if load else np.zeros(3)
        turned = hamilton(q, np.array([0.0, *w])) / 2
        return np.array([*turned, *np.linalg.solve(J, tau - np.cross(w, J @ w))])

    y = np.array([*q, *w])
    for k in range(steps):
        y = runge_kutta(slope, k * h, y, h)
    return y[:4], y[4:]


def runge_kutta(slope, t, y, h):
    k1 = slope(t, y)
    k2 = slope(t + h / 2, y + h / 2 * k1)
    k3 = slope(t + h / 2, y + h / 2 * k2)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope(t + h, y + h * k3))


def rk4_quaternion(J, axes, q, w, h, steps, load):
    L = matrix(q) @ J @ w

    def slope(t, q):
        R = matrix(q / np.linalg.norm(q))
        return hamilton(q, np.array([0.0, *np.linalg.solve(J, R.T @ L)])) / 2

    for k in range(steps):
        q = runge_kutta(slope, k * h, q, h)
        q = q / np.linalg.norm(q)
    return q, np.linalg.solve(J, matrix(q).T @ L)


def omega_space(J, R, L):
    return R @ np.linalg.solve(J, R.T @ L)


def naive_step(J, R, L, h):
    rate = partial(omega_space, J, L=L)
    k1 = rate(R)
    k2 = rate(turn(h / 2 * k1) @ R)
    k3 = rate(turn(h / 2 * k2) @ R)
    k4 = rate(turn(h * k3) @ R)
    return turn(h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)) @ R


@on_rotations
def rk4_naive(J, R, L, h, t, load, memory):
    return naive_step(J, R, L, h), L


@on_rotations
def adams_bashforth_moulton(J, R, L, h, t, load, memory):
    past = memory.setdefault("rates", [])
    past.insert(0, omega_space(J, R, L))
    if len(past) < 4:
        return naive_step(J, R, L, h), L
    f = past[:4]
    predicted = turn(h / 24 * (55 * f[0] - 59 * f[1] + 37 * f[2] - 9 * f[3])) @ R
    there = omega_space(J, predicted, L)
    return turn(h / 24 * (9 * there + 19 * f[0] - 5 * f[1] + f[2])) @ R, L


@on_rotations
def simo_wong(J, R, L, h, t, load, memory):
    W = np.linalg.solve(J, R.T @ L)
    A = memory.get("A", np.linalg.solve(J, np.cross(J @ W, W)))
    R = R @ turn(h * W + h * h / 2 * A)
    memory["A"] = 2 / h * (np.linalg.solve(J, R.T @ L) - W) - A
    return R, L


def kicked(free, implicit=False):
    """Half a kick, the free step, half a kick with the rate it leads to: predicted, or
    solved for by linear algebra, since the torque is affine in the rate."""

    def step(J, R, L, h, t, load, memory):
        if not load:
            return free(J, R, L, h, memory), L
        L = L + h / 2 * R @ torque(t, R, np.linalg.solve(J, R.T @ L))
        R = free(J, R, L, h, memory)
        if implicit:  # l = l0 + h/2 (N - D J^-1 l) in the body
            known = R.T @ L + h / 2 * torque(t + h, R, np.zeros(3))
            A = np.eye(3) + h / 2 * D @ np.linalg.inv(J)
            return R, R @ np.linalg.solve(A, known)
        guess = L + h / 2 * R @ torque(t + h, R, np.linalg.solve(J, R.T @ L))
        return R, L + h / 2 * R @ torque(t + h, R, np.linalg.solve(J, R.T @ guess))

    return step


def turned_by_axes(order):
    """Turns about one principal axis after the other, by the momentum along each."""

    def free(J, R, L, h, memory):
        axes = memory["axes"]
        moments = np.diagonal(axes.T @ J @ axes)
        a, b, c = (int(n) - 1 for n in order)
        for k, time in ((a, h / 2), (b, h / 2), (c, h), (b, h / 2), (a, h / 2)):
            axis = axes[:, k]
            R = R @ turn(time * (axis @ (R.T @ L)) / moments[k] * axis)
        return R

    return free


def split(order, implicit=False):
    return kicked(turned_by_axes(order), implicit)


# The lengths of the parts before the middle one, after their rule: cubes that cancel
# for order 4; for 6 and 8 the tables of Hairer, Lubich and Wanner, V.3.2, moved by
# Newton's method to a first part of 0.392 and 0.1303 in a program of its own.
LENGTHS = {
    4: (1 / (2 - 2 ** (1 / 3)),),
    6: (0.392, 0.33280256438268634, -0.7062411848854152, 0.08216641815079388),
    8: (0.1303, 0.5611644670773164, -0.3897171743261799, 0.15879657964089317)
    + (-0.3957122427690817, 0.184454631980546, 0.2582951382275261, 0.2951731868391207),
}


def parts_of(order):
    half = LENGTHS[order]
    return (*half, 1 - 2 * sum(half), *reversed(half))


def in_parts(step, order):
    """A step as forward and backward parts of these lengths."""
    parts = parts_of(order)

    def composed(J, R, L, h, t, load, memory):
        for i, part in enumerate(parts):
            R, L = step(J, R, L, part * h, t + sum(parts[:i]) * h, load, memory)
        return R, L

    return composed


def moser_veselov(J, R, L, h, memory):
    """F with F Jd - Jd F^T = h hat(l) by a fixed-point iteration on rotation
    matrices, Jd = tr(J)/2 - J."""
    l, Jd = R.T @ L, np.trace(J) / 2 * np.eye(3) - J
    v = h * np.linalg.solve(J, l)
    for _ in range(200):
        F = turn(v)
        v = v - np.linalg.solve(J, vee(F @ Jd - Jd @ F.T) - h * l)
    return R @ turn(v)


def truncated_moments(moments, l, h, order):
    """The moments in the order of the axes: with s = h/2, the true turn F from -s to s
    and the mean momentum m of both ends, (lambda / J_i + mu) s m_i is a quarter of
    (F - F^T)_i, and lambda and mu are found power by power from Taylor's series."""
    s, n, K = h / 2, order - 1, 1 / moments
    w, _, Rs = rate_series(np.diag(moments), np.eye(3), l, 0.0, False, n)
    m = [moments * x * s**i if i % 2 == 0 else np.zeros(3) for i, x in enumerate(w)]
    there = [x * s**i for i, x in enumerate(Rs)]
    back = [(-1) ** i * x.T for i, x in enumerate(there)]
    F = [convolved(back, there, i) for i in range(n + 1)]
    wanted = [vee(x - x.T) / 4 / s for x in F[1:]]
    factors = []  # (lambda, mu), the part with that power of s
    for i in range(n):
        left = wanted[i] - sum(
            ((a * K + b) * m[i - j] for j, (a, b) in enumerate(factors)), np.zeros(3)
        )
        both = np.array([K * m[0], m[0]]).T
        factors.append(np.linalg.lstsq(both, left, rcond=None)[0])
    a, b = np.sum(factors, 0)
    return 1 / (a * K + b)


def preprocessed(order):
    def free(J, R, L, h, memory):
        axes = memory["axes"]
        moments = np.diagonal(axes.T @ J @ axes)
        new = truncated_moments(moments, axes.T @ R.T @ L, h, order)
        return moser_veselov(axes @ np.diag(new) @ axes.T, R, L, h, memory)

    return free


# --- Runge-Kutta on the group ---------------------------------------------------------


def slopes(J, load):
    """(rate in the body, torque in space) at an attitude."""

    def slope(t, R, L):
        w = np.linalg.solve(J, R.T @ L)
        return w, R @ torque(t, R, w) if load else np.zeros(3)

    return slope


@on_rotations
def rkmk4(J, R, L, h, t, load, memory):
    """Munthe-Kaas, with turns from the left and rates in space, as he writes it."""
    f = slopes(J, load)

    def slope(time, y):
        u, R_u = y[:3], turn(y[:3]) @ R
        w, torque = f(time, R_u, y[3:])
        uw = np.cross(u, R_u @ w)
        return np.array([*(R_u @ w - uw / 2 + np.cross(u, uw) / 12), *torque])

    y = runge_kutta(slope, t, np.array([0.0, 0.0, 0.0, *L]), h)
    return turn(y[:3]) @ R, y[3:]


@on_rotations
def cf4(J, R, L, h, t, load, memory):
    f = slopes(J, load)
    w1, n1 = f(t, R, L)
    R2 = R @ turn(h / 2 * w1)
    w2, n2 = f(t + h / 2, R2, L + h / 2 * n1)
    w3, n3 = f(t + h / 2, R @ turn(h / 2 * w2), L + h / 2 * n2)
    w4, n4 = f(t + h, R2 @ turn(h * (w3 - w1 / 2)), L + h * n3)
    first = turn(h / 12 * (3 * w1 + 2 * w2 + 2 * w3 - w4))
    second = turn(h / 12 * (-w1 + 2 * w2 + 2 * w3 + 3 * w4))
    return R @ first @ second, L + h / 6 * (n1 + 2 * n2 + 2 * n3 + n4)


@on_rotations
def crouch_grossman3(J, R, L, h, t, load, memory):
    f = slopes(J, load)
    w1, n1 = f(t, R, L)
    w2, n2 = f(t + 3 / 4 * h, R @ turn(3 / 4 * h * w1), L + 3 / 4 * h * n1)
    R3 = R @ turn(119 / 216 * h * w1) @ turn(17 / 108 * h * w2)
    w3, n3 = f(t + 17 / 24 * h, R3, L + h * (119 / 216 * n1 + 17 / 108 * n2))
    R = R @ turn(13 / 51 * h * w1) @ turn(-2 / 3 * h * w2) @ turn(24 / 17 * h * w3)
    return R, L + h * (13 / 51 * n1 - 2 / 3 * n2 + 24 / 17 * n3)


# The table of Dormand and Prince, from Hairer, Norsett and Wanner, II.5.
DOPRI = [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
]


@on_rotations
def rkmk54(J, R, L, h, t, load, memory):
    """With turns from the left, and the rate of the turn by solving for it."""
    f = slopes(J, load)
    u, M, made = np.zeros(3), L, []
    for i in range(6):
        w, torque = f(t + h * sum(DOPRI[i]), turn(u) @ R, M)
        made.append((np.linalg.solve(dexp(u), turn(u) @ R @ w), torque))
        u, M = [
            start
            + h * sum(a * k[part] for a, k in zip(DOPRI[i + 1], made, strict=True))
            for part, start in enumerate((np.zeros(3), L))
        ]
    return turn(u) @ R, M


# --- quaternion and conjugate momentum ------------------------------------------------


def left(q):
    """The matrix of x -> q x."""
    w, x, y, z = q
    return np.array([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]])


CONJUGATION = np.diag([1.0, -1.0, -1.0, -1.0])


def complex_slope(f, x):
    """Jacobian of an analytic function, each column from one step along the
    imaginary axis."""
    return np.stack([np.imag(f(x + 1e-30j * e)) / 1e-30 for e in np.eye(len(x))], -1)


def nielsen_krenk_step(y0, four_moments, h, finite_derivative=None, applied=None):
    """(q, p) after a step of equations (9)-(11) of the paper in finite differences, as
    matrices.

    `finite_derivative(q0, q1)` is that of the potential; `applied(R, w)` is any other
    torque, body components, at the middle rotation matrix and the mean rate. Newton's
    method, with the Jacobian of the free body."""
    q0, p0 = y0[:4], y0[4:]
    inverse = np.diag(1 / np.asarray(four_moments))

    def free(y):
        q1, p1 = y[:4], y[4:]
        q, p = (q0 + q1) / 2, (p0 + p1) / 2
        mean = (left(q0).T @ p0 + left(q1).T @ p1) / 2
        turned = q1 - q0 - h / 4 * left(q) @ inverse @ mean
        return np.hstack(
            [turned, p1 - p0 + h / 4 * left(p) @ inverse @ CONJUGATION @ mean]
        )

    def residual(y):
        q, force = (q0 + y[:4]) / 2, np.zeros(4)
        if finite_derivative is not None:
            force = finite_derivative(q0, y[:4])
            force = force - q * (q @ force) / (q @ q)
        if applied is not None:
            l = (left(q0).T @ p0 + left(y[:4]).T @ y[4:])[1:] / 4
            N = applied(matrix(q / np.sqrt(q @ q)), l / np.asarray(four_moments)[1:])
            force = force - 2 * left(q)[:, 1:] @ N / (q @ q)
        return free(y) + h * np.concatenate([np.zeros(4), force])

    y = y0.copy()
    for _ in range(60):
        change = np.linalg.solve(complex_slope(free, y), -residual(y))
        y = y + change
        if np.abs(change).max() < 1e-15 * np.abs(y).max():
            break
    assert np.abs(residual(y)).max() < 4e-15 * max(1.0, np.abs(p0).max())
    return y


def nielsen_krenk(J, axes, q, w, h, steps, load):
    turn_axes = rl.quaternion.from_matrix(axes)
    moments = np.diagonal(axes.T @ J @ axes)
    q = hamilton(q, turn_axes)
    y = np.concatenate([q, 2 * hamilton(q, np.array([0.0, *(moments * (axes.T @ w))]))])
    for i in range(steps):

        def applied(R, w, t=(i + 0.5) * h):
            return axes.T @ torque(t, R @ axes.T, axes @ w)

        y = nielsen_krenk_step(y, [2.5, *moments], h, applied=applied if load else None)
    q, l = y[:4], (left(y[:4]).T @ y[4:])[1:] / 2
    return hamilton(q, CONJUGATION @ turn_axes), axes @ (l / moments)


# --- engines: the rate is kept, in the body -------------------------------------------


def on_rates(step):
    """A plain method from step(J, R, w, h, tau) -> (R, w), with tau(t, R, w) at a time
    from the start of the step."""

    def run(J, axes, q, w, h, steps, load):
        R = matrix(q)
        for k in range(steps):

            def tau(t, R, w, start=k * h):
                return torque(start + t, R, w) if load else np.zeros(3)

            R, w = step(J, R, w, h, tau)
        return rl.quaternion.from_matrix(R), w

    return run


def acceleration(J, w, tau=0.0):
    return np.linalg.solve(J, tau - np.cross(w, J @ w))


@on_rates
def constant_acceleration(J, R, w, h, tau):
    """The article's step: the acceleration of its start, two terms, in space."""
    W, A = R @ w, R @ acceleration(J, w, tau(0.0, R, w))
    end = W + h * A
    R = turn(h / 2 * (W + end) + h**2 / 12 * np.cross(end, W)) @ R
    return R, R.T @ end


@on_rates
def constant_acceleration_body(J, R, w, h, tau):
    end = w + h * acceleration(J, w, tau(0.0, R, w))
    return R @ turn(h / 2 * (w + end) + h**2 / 12 * np.cross(w, end)), end


@on_rates
def explicit_euler(J, R, w, h, tau):
    """The quaternion 1 + h w/2, normalised, turns by twice the angle whose tangent is
    h |w| / 2."""
    size = np.linalg.norm(w)
    angle = 2 * np.arctan(h * size / 2)
    turned = R @ turn(angle * w / size if size else w)
    return turned, w + h * acceleration(J, w, tau(0.0, R, w))


@on_rates
def semi_implicit_euler(J, R, w, h, tau):
    w = w + h * acceleration(J, w, tau(0.0, R, w))
    return R @ turn(h * w), w


@on_rates
def clamped_euler(J, R, w, h, tau):
    """As Jolt has it: in space, with the body's frame of the start of the step."""
    I, w_space = R @ J @ R.T, R @ w
    L = I @ w_space
    new = L - h * np.cross(w_space, L)
    new = new * np.sqrt(L @ L / (new @ new)) if new.any() else new
    w_space = np.linalg.solve(I, new + h * R @ tau(0.0, R, w))
    R = turn(h * w_space) @ R
    return R, R.T @ w_space


@on_rates
def catto(J, R, w, h, tau):
    """The Jacobian of the backward step by complex differentiation."""
    N = tau(0.0, R, w)

    def residual(new):
        return J @ (new - w) + h * np.cross(new, J @ new) - h * N

    w = w - np.linalg.solve(complex_slope(residual, w), residual(w))
    return R @ turn(h * w), w


def midpoint(cayley):
    """The mean rate by fixed-point iteration; half kicks around it."""

    def step(J, R, w, h, tau):
        w = w + h / 2 * np.linalg.solve(J, tau(0.0, R, w))
        mean = w
        for _ in range(200):
            mean = w + h / 2 * acceleration(J, mean)
        size = np.linalg.norm(mean)
        angle = 2 * np.arctan(h * size / 2) if cayley else h * size
        R = R @ turn(angle * mean / size if size else mean)
        w = 2 * mean - w
        guess = w + h / 2 * np.linalg.solve(J, tau(h, R, w))
        return R, w + h / 2 * np.linalg.solve(J, tau(h, R, guess))

    return on_rates(step)


def runge_kutta_on_rates(corrected):
    """The turn from the start as a rotation vector u: of its rate only the first term,
    or all, by solving dexp u' = omega."""

    def step(J, R, w, h, tau):
        def slope(t, y):
            u, w = y[:3], y[3:]
            rate = np.linalg.solve(dexp(-u), w) if corrected else w
            return np.concatenate([rate, acceleration(J, w, tau(t, R @ turn(u), w))])

        y = runge_kutta(slope, 0.0, np.concatenate([np.zeros(3), w]), h)
        return R @ turn(y[:3]), y[3:]

    return on_rates(step)


PLAIN = {
    "krenk_nielsen": nielsen_krenk,
    "lie_euler": lie_euler,
    "constant_acceleration": constant_acceleration,
    "constant_acceleration_body": constant_acceleration_body,
    "buss2_minus": with_impulse(in_the_body, 2),
    "buss3_false": by_slides(false_third, 2),
    "buss2_plus": by_slides(augmented, 2),
    "buss3": by_slides(third, 3),
    "buss3_series": by_series(3),
    "rk4": rk4,
    "rk4_quaternion": rk4_quaternion,
    "rk4_naive": rk4_naive,
    "rkmk4": rkmk4,
    "rkmk54": rkmk54,
    "cf4": cf4,
    "crouch_grossman3": crouch_grossman3,
    "adams_bashforth_moulton": adams_bashforth_moulton,
    "simo_wong": simo_wong,
    "dmv": on_rotations(kicked(moser_veselov)),
    **{f"dmv{p}": on_rotations(kicked(preprocessed(p))) for p in (4, 6, 8, 10)},
    "explicit_euler": explicit_euler,
    "semi_implicit_euler": semi_implicit_euler,
    "clamped_euler": clamped_euler,
    "catto": catto,
    "implicit_midpoint": midpoint(False),
    "implicit_midpoint_cayley": midpoint(True),
    "rk4_mean_turn": runge_kutta_on_rates(False),
    "rkmk4_rates": runge_kutta_on_rates(True),
    "splitting_123": on_rotations(split("123")),
    "splitting_231": on_rotations(split("231")),
    **{
        f"splitting{p}_231": on_rotations(in_parts(split("231", True), p))
        for p in (4, 6, 8)
    },
    **{f"buss{p}": by_series(p) for p in range(2, rl.lie_taylor.ORDER + 1) if p != 3},
}

# Where the error is neither rounding nor still far from its leading term: (duration,
# numbers of steps), by order or for one method.
USUAL, FINE, FEW = (50, 100, 200, 400), (400, 800, 1600, 3200), (20, 28, 40, 56)
RUNS = {
    1: (4.0, FINE),
    5: (4.0, (20, 30, 40, 60, 80)),
    6: (4.0, FEW),
    7: (20.0, (120, 140, 160, 200)),
    8: (20.0, (80, 90, 100, 110, 120)),
    10: (40.0, (130, 150, 170, 190)),
    ("principal", "buss8"): (4.0, (10, 12, 14, 16, 18)),
    "dmv8": (4.0, FEW),
    "splitting8_231": (20.0, (70, 80, 90, 100, 120)),
}
LOADED_RUNS = {
    1: (1.5, FINE),
    6: (1.5, (10, 14, 20, 28)),
    8: (1.5, (6, 8, 10, 12)),
    "buss5": (4.0, (60, 70, 80, 90)),
    "rkmk54": (4.0, (30, 40, 60, 80)),
    "buss6": (3.0, (16, 20, 24, 32, 40)),
    "buss7": (6.0, (90, 100, 110, 120)),
    "buss8": (6.0, (60, 70, 80)),
}
GROWS = {"explicit_euler", "semi_implicit_euler"}  # too fast for a long run
# steady motions that a method gets right only to its order
TURNS_BADLY = {"rest": set(), "axis": {"dmv", "krenk_nielsen", "explicit_euler"}}
TURNS_BADLY["axis"] |= {"implicit_midpoint_cayley"}
TURNS_BADLY["sphere"] = {"splitting_123", "splitting_231", "splitting4_231"}
TURNS_BADLY["sphere"] |= TURNS_BADLY["axis"]


# --- back to the polhode --------------------------------------------------------------


def polhode_step(J, R, L, energy):
    """The slides' recipe in principal axes: three linear equations, then the least
    turn."""
    l = R.T @ L
    now = (l**2 / J).sum() / 2
    rho = l / J / np.sqrt(2 * now)
    X, p = rho**2, np.cross(J, J**2)
    a = np.array([p[0] * X[1] * X[2], p[1] * X[2] * X[0], p[2] * X[0] * X[1]])
    x = np.linalg.solve(np.array([J, J**2, a]), [1.0, L @ L / (2 * energy), a @ X])
    new = np.sign(l) * J * np.sqrt(2 * energy * x)
    axis = np.cross(new, l)
    angle = np.arctan2(np.linalg.norm(axis), new @ l)
    return R @ turn(angle * axis / np.linalg.norm(axis)) if axis.any() else R
