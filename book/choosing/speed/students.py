"""The free body as it is usually written: np.cross, np.linalg, quaternions as arrays.

The lines of Buss's second and fourth order take one state, q of shape (4,), and a
batch, (N, 4)."""

import numpy as np


def product(p, q):
    w = p[..., :1] * q[..., :1] - np.sum(
        p[..., 1:] * q[..., 1:], axis=-1, keepdims=True
    )
    return np.concatenate(
        [
            w,
            p[..., :1] * q[..., 1:]
            + q[..., :1] * p[..., 1:]
            + np.cross(p[..., 1:], q[..., 1:]),
        ],
        -1,
    )


def conjugate(q):
    return q * np.array([1.0, -1.0, -1.0, -1.0])


def seen_from_the_body(q, v):
    pure = np.concatenate([np.zeros_like(v[..., :1]), v], -1)
    return product(product(conjugate(q), pure), q)[..., 1:]


def exponential(v):
    angle = np.linalg.norm(v, axis=-1, keepdims=True)
    axis = v / np.where(angle > 0, angle, 1.0)
    return np.concatenate([np.cos(angle / 2), np.sin(angle / 2) * axis], -1)


def buss2(q, L, J, h):
    w = seen_from_the_body(q, L) / J
    w1 = np.cross(J * w, w) / J
    return product(q, exponential(h * w + h**2 / 2 * w1))


def buss4(q, L, J, h):
    l = seen_from_the_body(q, L)
    w = l / J
    l1 = np.cross(l, w)
    w1 = l1 / J
    l2 = np.cross(l1, w) + np.cross(l, w1)
    w2 = l2 / J
    w3 = (np.cross(l2, w) + 2 * np.cross(l1, w1) + np.cross(l, w2)) / J
    mean = (
        w
        + h / 2 * w1
        + h**2 / 12 * (2 * w2 + np.cross(w, w1))
        + h**3 / 24 * (w3 + np.cross(w, w2))
    )
    return product(q, exponential(h * mean))


def slope(y, J):
    """Derivative of (q, omega), for a solver of differential equations."""
    q, omega = y[:4], y[4:]
    q_dot = 0.5 * np.concatenate(
        [[-q[1:] @ omega], q[0] * omega + np.cross(q[1:], omega)]
    )
    return np.concatenate([q_dot, np.cross(J * omega, omega) / J])
