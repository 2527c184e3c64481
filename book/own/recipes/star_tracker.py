"""A gyroscope with an unknown bias, a star tracker, and a filter for both."""

import numpy as np
import rotlib as rl
from rotlib.quaternion import conjugate, exp, log, multiply

rl.require("0.1")
n, dt, gyro, star = 20, 0.05, 2e-3, 5e-4  # samples a fix, s, rad/s, rad
t = dt * np.arange(30 * n + 1)
truth, omega = rl.exact.free_body(rl.Body((1, 2, 3)), (0.1, 0.3, 0.05), t)
noise = 10 / 9 * n * (gyro * dt) ** 2 * np.diag([1, 1, 1, 0, 0, 0])  # Simpson


def follow(q, bias, P, rates, fix):
    """Turn as the gyroscope says, then towards the fix as far as P says."""
    now = rl.magnus.propagate(q, rl.magnus.from_samples(rates - bias, dt))[-1]
    turn = log(multiply(conjugate(q), now))
    drift = -n * dt * rl.so3.dexp_body(turn)
    F = np.block([[rl.so3.exp(-turn), drift], [np.zeros((3, 3)), np.eye(3)]])
    P = F @ P @ F.T + noise
    K = P[:, :3] @ np.linalg.inv(P[:3, :3] + star**2 * np.eye(3))
    x = K @ log(multiply(conjugate(now), fix))
    return multiply(now, exp(x[:3])), bias + x[3:], P - K @ P[:3]


def flight(seed):
    """Errors of attitude and bias at the end, and P, which foretells them."""
    rng = np.random.default_rng(seed)
    bias = rng.normal(0, 0.01, 3)
    rates = omega + bias + rng.normal(0, gyro, omega.shape)
    seen = multiply(truth[::n], exp(rng.normal(0, star, (31, 3))))
    q, b, P = seen[0], np.zeros(3), np.diag([star**2] * 3 + [1e-4] * 3)
    for k in range(30):
        q, b, P = follow(q, b, P, rates[n * k : n * k + n + 1], seen[k + 1])
    return np.append(log(multiply(conjugate(q), truth[-1])), bias - b), P


flights = [flight(seed) for seed in range(60)]
size = np.sqrt(np.mean([error**2 for error, P in flights], axis=0))
surprise = np.mean([error @ np.linalg.solve(P, error) for error, P in flights])
print("errors of attitude and bias:", size.round(6))
print(
    "what P foretells of them:   ", np.sqrt(flights[0][1].diagonal()).round(6)
)
print(f"squared error measured by P: {surprise:.2f}, and 6 would be perfect")
