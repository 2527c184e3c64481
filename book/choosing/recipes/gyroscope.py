"""The attitude of a wobbling disc from the samples of a gyroscope on it,
with noise and bias."""

import matplotlib.pyplot as plt
import numpy as np
import rotlib as rl

rl.require("0.1")
dt, n, noise = 0.02, 1000, 0.01  # s, samples, rad/s
bias = np.radians([0.1, 0.0, 0.2])  # rad/s, body
disc = rl.Body.cylinder(mass=0.2, radius=0.12, height=0.01)
t = dt * np.arange(n + 1)
q, rates = rl.exact.free_body(disc, (1.5, 0, 6), t)  # in place of your data


def error(samples: np.ndarray, order: int) -> np.ndarray:
    """Angle to the true attitude after each group of samples, degrees."""
    turns = rl.magnus.from_samples(samples, dt, order=order)
    attitude = rl.magnus.propagate(q[0], turns)
    angle = rl.quaternion.angle_between(attitude, q[:: order // 2])
    return np.degrees(angle)


many = rates + np.random.default_rng(0).normal(0, noise, (300, n + 1, 3))
results = {
    "naive sum": error(rates, 2)[::2],
    "cross product": error(rates, 4),
    "with bias": error(rates + bias, 4),
    "with noise": np.sqrt((error(many, 4) ** 2).mean(0)),
}
for name, angle in results.items():
    print(f"{name:14}{angle[-1]:8.4f} degrees after {t[-1]:.0f} s")
    plt.semilogy(t[2::2], angle[1:], label=name)
plt.xlabel("time (s)")
plt.ylabel("error (degrees)")
plt.legend()
plt.savefig("gyroscope.png")
