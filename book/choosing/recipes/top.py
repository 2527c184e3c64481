"""A spinning top let go with its axis at rest: the axis falls, nods in
cusps, and goes round."""

import matplotlib.pyplot as plt
import numpy as np
import rotlib as rl

rl.require("0.1")
top = rl.Body.cone(mass=0.5, radius=0.05, height=0.05)  # kg, m; tip fixed
tilt, spin, T = np.radians(30.0), 2 * np.pi * 20, 1.0  # rad, rad/s, s
omega, q0 = (0, 0, spin), rl.quaternion.exp([tilt, 0, 0])
load = rl.loads.uniform_gravity(top)


def computed(h: float) -> rl.Trajectory:
    steps = round(T / h)
    return rl.integrate(
        "krenk_nielsen", top, omega=omega, q0=q0, h=h, steps=steps, load=load
    )


run, finer = computed(4e-4), computed(2e-4)
axis = rl.quaternion.rotate(run.q, [0, 0, 1])  # in space
nod = np.degrees(np.arccos(axis[:, 2]))
heading = np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))
print(f"the axis nods between {nod.min():.3f} and {nod.max():.3f} degrees")
rate = (heading[-1] - heading[0]) / T
print(f"and goes round at {rate:.2f} rad/s on average")
halving = rl.quaternion.angle_between(run.q[-1], finer.q[-1])
print(
    f"energy kept to {np.ptp(run.energy) / run.energy[0]:.0e},",
    f"at most {run.stats['iterations'].max():.0f} iterations,",
    f"h halved: {halving:.0e} rad",
)
plt.plot(np.degrees(heading), nod)
plt.xlabel("round the vertical (degrees)")
plt.ylabel("from the vertical (degrees)")
plt.gca().invert_yaxis()
plt.savefig("top.png")
