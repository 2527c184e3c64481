"""A satellite turns to a target and stays there, with a small torque."""

import numpy as np
import rotlib as rl

rl.require("0.1")
body = rl.Body((8.0, 10.0, 12.0))  # kg m^2
stiffness, damping, h, T = 0.2, 0.8, 0.2, 150.0  # rad/s, of critical, s, s


def turned(degrees, most):
    """Times and what is left of a turn about z, with so much torque (N m)."""
    target = rl.quaternion.exp(np.radians([0.0, 0.0, degrees]))

    def torque(t, q, omega):
        w, *v = rl.quaternion.multiply(rl.quaternion.conjugate(target), q)
        error = 2 * np.copysign(1.0, w) * np.array(v)  # q and -q are the same
        wish = stiffness**2 * error + 2 * damping * stiffness * omega
        return np.clip(-body.inertia @ wish, -most, most)

    run = rl.integrate(
        "rkmk4", body, omega=(0, 0, 0), h=h, steps=round(T / h), load=torque
    )
    return run.t, degrees - np.degrees(rl.quaternion.log(run.q)[:, 2])


for degrees, most in ((10, np.inf), (120, np.inf), (120, 0.05)):
    t, left = turned(degrees, most)
    late = t[np.abs(left) > 0.02 * degrees][-1]
    beyond = -100 * left.min() / degrees
    print(
        f"{degrees:3} degrees, {most:4} N m:",
        f"{late:.1f} s, {beyond:.1f} % beyond",
    )
