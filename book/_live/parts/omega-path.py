"""Rotation vectors of a rate that changes: the Magnus series and the true motion."""

import numpy as np
import formulas
import steps

import rotlib as rl

VALUES = {"rate": 1.3, "tilt": 115, "alpha": 1.65, "T": 3.0, "count": 240}
T, COUNT = VALUES["T"], VALUES["count"]


def rates():
    across, along, _ = formulas.tilted(VALUES["alpha"], VALUES["tilt"])
    return np.array([VALUES["rate"], 0, 0]), np.array([along, across, 0.0])


def true(t):
    omega, alpha = rates()
    return rl.magnus.attitude(lambda s: omega + alpha * s, t, steps=4, frame="space")


def still():
    """The path with one to four terms, and their errors."""
    import matplotlib.pyplot as plt

    figure, (flat, right) = plt.subplots(1, 2, figsize=(6.0, 3.2))
    omega, alpha = rates()
    t = np.linspace(0, T, COUNT + 1)
    attitude = true(t)
    for n in (4, 3, 2, 1):
        turn = rl.magnus.rotation_vector(omega, alpha, t[1:], terms=n, frame="space")
        name = f"{n} term{'s' * (n > 1)}"
        flat.plot(*turn[:, :2].T, color=f"C{n - 1}", label=name)
        off = rl.quaternion.angle_between(rl.quaternion.exp(turn), attitude[1:])
        right.semilogy(t[1:], off, color=f"C{n - 1}", label=name)
    round_ = np.linspace(0, 2 * np.pi, 100)
    flat.plot(np.pi * np.cos(round_), np.pi * np.sin(round_), color="0.7", lw=1)
    limits = {"xlim": (-5, 3.6), "ylim": (-3.4, 7.5)}
    flat.set(aspect="equal", xlabel=r"$\Omega_x$", ylabel=r"$\Omega_y$", **limits)
    right.set(xlabel="time (s)", ylabel="error (rad)", ylim=(1e-9, 10))
    right.legend()
    return figure


def check():
    """At the end, half-way, and after one long step."""
    omega, alpha = rates()
    t = np.linspace(0, T, COUNT + 1)
    q = true(t)
    fine = np.linspace(0, T, 200_001)
    speed = np.linalg.norm(omega + fine[:, None] * alpha, axis=1)
    turn = [
        rl.magnus.rotation_vector(omega, alpha, T / 2, terms=n, frame="space")
        for n in (1, 2, 3, 4)
    ]
    error = rl.quaternion.angle_between(rl.quaternion.exp(turn[1]), q[COUNT // 2])
    half = rl.quaternion.log(q[COUNT // 2])
    across = rl.magnus.rotation_vector(
        omega, omega[[1, 0, 2]], 1.0, order=10, frame="space"
    )
    one = rl.quaternion.exp(across)
    return [*q[-1], np.trapezoid(speed, fine), *np.ravel(turn), error, *half, *one]


PART = steps.Part(
    alt=(
        "Left, four paths of rotation vectors that start together and part: one to four"
        " terms of the series. Right, their errors against time: more terms are far"
        " better at first and no better in the end."
    ),
    still=still,
    check=check,
    uses=(
        *(f"series_{n}" for n in (1, 2, 3, 4)),
        *("onward", "way", "exp", "log", "apart", "tilted"),
    ),
    needs=("three", "uplot"),
    values=VALUES,
    digits=8,
)
