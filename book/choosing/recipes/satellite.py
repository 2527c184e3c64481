"""A satellite with its long axis down swings about the vertical; with its
long axis ahead it turns over."""

import matplotlib.pyplot as plt
import numpy as np
import rotlib as rl

rl.require("0.1")
GM, distance = 3.986e14, 6.771e6  # of the Earth, m^3/s^2; 400 km up, m
# rad/s; the Earth is at -z, the normal of the orbit is y
n = np.sqrt(GM / distance**3)
T = 8 * np.pi / n  # s, four orbits
omega, q0 = (0, n, 0), rl.quaternion.exp([0, np.radians(1.0), 0])


def computed(body: rl.Body, h: float) -> rl.Trajectory:
    load = rl.loads.gravity_gradient(body, GM, distance, normal=(0, 1, 0))
    steps = round(T / h)
    return rl.integrate(
        "splitting4_231", body, omega=omega, q0=q0, h=h, steps=steps, load=load
    )


bodies = {"long axis down": (90, 92, 6), "long axis ahead": (6, 92, 90)}
for name, inertia in bodies.items():
    body = rl.Body(inertia)  # kg m^2
    run, finer = computed(body, 20.0), computed(body, 10.0)
    turned = 2 * np.unwrap(np.arctan2(run.q[:, 2], run.q[:, 0]))
    tilt = np.degrees(turned - n * run.t)
    lean = tilt - (tilt.max() + tilt.min()) / 2
    k = np.flatnonzero(lean[1:] * lean[:-1] < 0)  # twice in every swing
    upright = run.t[k] + 20.0 * lean[k] / (lean[k] - lean[k + 1])
    swing = 2 * np.diff(upright).mean()
    print(
        f"{name}: {tilt.min():.1f} to {tilt.max():.1f} degrees,"
        f" {swing * n / 2 / np.pi:.4f} orbits a swing"
    )
    kept = np.ptp(run.jacobi_integral) / run.kinetic_energy[0]
    halving = rl.quaternion.angle_between(run.q[-1], finer.q[-1])
    print(f"  Jacobi integral kept to {kept:.0e}, h halved: {halving:.0e} rad")
    plt.plot(run.t * n / 2 / np.pi, tilt, label=name)
plt.legend(ncols=2, loc="lower right", bbox_to_anchor=(1, 1))
plt.xlabel("orbits")
plt.ylabel("tilt (degrees)")
plt.savefig("satellite.png")
