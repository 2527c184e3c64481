"""The variational step once more, from the discrete Lagrangian itself: dual quaternions
as pairs, derivatives by complex step.

Nothing of rotlib is used. A pose is (q, d) with d = t q/2; M is 6x6, mu the number in
the dual scalar slot."""

import numpy as np
from reference_methods import CONJUGATION, hamilton
from reference_methods import hat as hat
from reference_methods import matrix as matrix


def times(x, y):
    return np.concatenate(
        [hamilton(x[:4], y[:4]), hamilton(x[:4], y[4:]) + hamilton(x[4:], y[:4])]
    )


def star(x):
    return np.concatenate([CONJUGATION @ x[:4], CONJUGATION @ x[4:]])


def pose(q, t):
    return np.concatenate([q, hamilton(np.array([0.0, *t]), q) / 2])


def place(x):
    return 2 * hamilton(x[4:], CONJUGATION @ x[:4])[1:]


def increment(z):
    f0 = np.sqrt(1 - z[:3] @ z[:3])
    return np.array([f0, *z[:3], -(z[:3] @ z[3:]) / f0, *z[3:]])


def discrete_lagrangian(x0, x1, h, M, mu, U):
    f = times(star(x0), x1)
    v = np.array([*f[1:4], *f[5:]])
    return 2 / h * (v @ M @ v + mu * f[4] ** 2) - h / 2 * (U(x0) + U(x1))


def varied(x, eta):
    """x with the small body twist eta/2 applied, to first order: all that a complex
    step sees."""
    return x + times(x, np.array([0, *eta[:3], 0, *eta[3:]]) / 2)


def slope(f):
    return np.array([np.imag(f(1e-30j * e)) / 1e-30 for e in np.eye(6)])


def at_start(x0, x1, *data):
    """Momentum at the start of a step, -D1 L, body components."""
    return -slope(lambda eta: discrete_lagrangian(varied(x0, eta), x1, *data))


def at_end(x0, x1, *data):
    """Momentum at the end, D2 L."""
    return slope(lambda eta: discrete_lagrangian(x0, varied(x1, eta), *data))


def step(x, P, h, M, mu=0.0, U=lambda x: 0.0):
    """(x, P) after a step: momentum matched at the start, read at the end."""
    z = h / 2 * np.linalg.solve(M, P)

    def residual(z):
        return at_start(x, times(x, increment(z)), h, M, mu, U) - P

    K = np.stack(
        [(residual(z + 1e-6 * e) - residual(z - 1e-6 * e)) / 2e-6 for e in np.eye(6)],
        -1,
    )
    for _ in range(30):
        change = np.linalg.solve(K, residual(z))
        z = z - change
        if np.abs(change).max() < 1e-15:
            break
    assert np.abs(residual(z)).max() < 1e-12 * (1 + np.abs(P).max())
    new = times(x, increment(z))
    return new, at_end(x, new, h, M, mu, U)
