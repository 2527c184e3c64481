"""A T-handle set spinning about its middle axis turns over, again and again."""

import numpy as np
import rotlib as rl

rl.require("0.1")
handle = rl.Body(np.array([51.7, 135.1, 180.7]) * 1e-6)  # kg m^2; bar, stem
spin, T = (0.01, 6.0, 0.0), 12.0  # rad/s, s


def computed(h: float) -> rl.Trajectory:
    steps = round(T / h)
    return rl.integrate("splitting4_231", handle, omega=spin, h=h, steps=steps)


def error(run: rl.Trajectory) -> float:
    """Largest error of the attitude, rad, against the closed form."""
    truth = rl.exact.free_body(handle, spin, run.t)[0]
    return float(rl.quaternion.angle_between(run.q, truth).max())


h = 0.02  # s
run, finer = computed(h), computed(h / 2)
stem = run.omega[:, 1]  # changes its sign when the handle turns over
k = np.flatnonzero(stem[1:] * stem[:-1] < 0)
turns = run.t[k] + h * stem[k] / (stem[k] - stem[k + 1])
print("turns over at", turns.round(3), "s")
order = np.log2(error(run) / error(finer))
print(f"error {error(run):.1e} rad, order {order:.2f}")
shift = np.linalg.norm(run.momentum_space - run.momentum_space[0], axis=1).max()
print(
    f"energy kept to {np.ptp(run.energy) / run.energy[0]:.0e},",
    f"momentum to {shift / np.linalg.norm(run.momentum_space[0]):.0e}",
)
run.plot().savefig("handle.png")
run.to_csv("handle.csv")
