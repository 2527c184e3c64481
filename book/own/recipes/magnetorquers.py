"""Three coils in the magnetic field of the Earth stop a tumbling satellite."""

import numpy as np
import rotlib as rl

rl.require("0.1")
body = rl.Body((0.03, 0.04, 0.01))  # kg m^2
rate, tilt, most = 1.1e-3, np.radians(80), 0.2  # of the orbit, rad/s; A m^2
gain = 2 * rate * (1 + np.sin(tilt)) * 0.01  # N m s, for the smallest inertia
up = np.array([0.0, np.cos(tilt), np.sin(tilt)])


def field(t):
    """That of a dipole along -z, met on a circular orbit, in tesla."""
    place = np.cos(rate * t) * np.array([1, 0, 0]) + np.sin(rate * t) * up
    return 2.6e-5 * (np.array([0, 0, 1]) - 3 * place[2] * place)


def torque(t, q, omega):
    b = rl.quaternion.rotate_back(q, field(t))  # in the body, as measured
    cross_b = rl.so3.hat(b).T  # cross_b @ v is v x b
    moment = gain / (b @ b) * cross_b @ omega
    return cross_b @ np.clip(moment, -most, most)


start = np.radians([8.0, -5.0, 10.0])  # rad/s
run = rl.integrate("rkmk4", body, omega=start, h=2.0, steps=2856, load=torque)
speed = np.degrees(np.linalg.norm(run.omega, axis=-1))
grown = np.diff(run.kinetic_energy).max()
print(f"{speed[0]:.2f} degrees/s, after an orbit {speed[-1]:.3f}")
print(f"the energy never grew: at most by {grown:.0e} J in two seconds")
