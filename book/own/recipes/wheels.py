"""Three reaction wheels turn a satellite; the total momentum stays."""

import numpy as np
import rotlib as rl
from rotlib.quaternion import conjugate, exp, log, multiply

rl.require("0.1")
body = rl.Body((8.0, 10.0, 12.0)).with_rotors(np.eye(3), 0.02)  # kg m^2
stiffness, damping, most = 0.2, 0.8, 0.2  # rad/s, of critical, N m
target, start = exp([0.4, -0.3, 1.2]), np.array([10.0, -20.0, 30.0])  # rad/s


def motors(t, q, omega, rotor_speeds):
    """Torques on the wheels; the body feels their opposite."""
    error = log(multiply(conjugate(target), q))
    wish = stiffness**2 * error + 2 * damping * stiffness * omega
    drift = np.cross(omega, body.momentum(omega, rotor_speeds))
    return np.clip(body.inertia_of_platform @ wish - drift, -most, most)


run = rl.integrate(
    "rkmk4",
    body,
    omega=(0, 0, 0),
    rotor_speeds=start,
    motors=motors,
    h=0.1,
    steps=1000,
)
left = np.degrees(rl.quaternion.angle_between(run.q, target))
L = run.momentum_space
print(f"{left[0]:.1f} degrees off, {left[500]:.4f} after {run.t[500]:.0f} s")
print("wheels, rad/s:", start, "to", run.rotor_speeds[-1].round(2))
change = np.linalg.norm(L - L[0], axis=-1).max() / np.linalg.norm(L[0])
print(f"total momentum kept to {change:.0e}")
