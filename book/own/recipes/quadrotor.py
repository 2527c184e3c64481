"""The attitude of a quadrotor, commanded five hundred times a second."""

import numpy as np
import rotlib as rl
from rotlib.quaternion import conjugate, exp, log, multiply

rl.require("0.1")
frame, h = rl.Body((0.010, 0.010, 0.018)), 0.002  # kg m^2, s
arm, drag, hover, most = 0.12, 0.016, 2.5, 6.0  # m, m, N, N
mix = np.array([[0, arm, 0, -arm], [-arm, 0, arm, 0], [drag, -drag] * 2])
share, J = np.linalg.pinv(mix), frame.inertia
turning, following = 8.0, 20.0  # 1/s: a rate for an angle, a torque for a rate


def thrusts(q, omega, target):
    """Of the four rotors, in newtons, from what is measured."""
    rate = turning * log(multiply(conjugate(q), target))
    wish = J @ (following * (rate - omega)) + np.cross(omega, J @ omega)
    return np.clip(hover + share @ wish, 0.0, most)


fly = rl.stepper("rkmk4", frame, h=h, load=lambda t, q, omega, u: mix @ u)
q, omega, pitch, told = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0), [], []
for k in range(500):
    u = thrusts(np.array(q), np.array(omega), exp([0.0, np.radians(20), 0.0]))
    q, omega = fly(q, omega, k * h, u)
    told.append(u)
    pitch.append(np.degrees(log(q))[1])
late = h * (1 + np.flatnonzero(np.abs(np.array(pitch) - 20) > 0.4)[-1])
print(f"20 degrees within 2 % after {late:.3f} s, highest {max(pitch):.3f}")
