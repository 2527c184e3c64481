"""A ball that spins along its flight: what the speed does to the spin."""

import math
import warnings

import numpy as np
import formulas_conserving
import steps

import rotlib as rl

VALUES = {
    "J": list(formulas_conserving.BALL.principal_moments),
    "mass": formulas_conserving.BALL.mass,
}
VALUES |= {"along": [math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0]}
VALUES |= {"h": 0.002, "speed": 25.0, "spin": 60.0, "T": 0.2, "fastest": 80.0}
K = formulas_conserving.radius(VALUES["J"], VALUES["mass"])
H = VALUES["h"]


def throw(method, speed, count, spin=VALUES["spin"]):
    return rl.integrate(
        method,
        formulas_conserving.BALL,
        omega=(0.0, 0.0, spin),
        velocity=(0.0, 0.0, speed),
        q0=VALUES["along"],
        h=H,
        steps=count,
    )


def spin_of(method, speed):
    q = throw(method, speed, 1).q
    return formulas_conserving.spin_rate(q[0], q[1], H)


def still():
    """Computed over true spin, against the speed."""
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(6, 3.4))
    speeds = np.linspace(0, 53, 28)
    for method in ("dqvi_published", "dqvi"):
        ratio = [spin_of(method, v) / VALUES["spin"] for v in speeds]
        ax.plot(speeds, ratio, "o-", ms=4, label=method)
    ax.axvline(formulas_conserving.end_of_steps(H, K), color="0.6", lw=1)
    ax.text(formulas_conserving.end_of_steps(H, K) - 0.8, 1.9, "2k/h", ha="right")
    ax.set(xlabel="speed (m/s)", ylabel="computed over true spin", xlim=(0, 70))
    ax.legend(loc="upper left")
    return figure


def check():
    """Warnings; the spins, then attitude and place at the end, as published."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        last = throw("dqvi_published", VALUES["speed"], round(VALUES["T"] / H))
    spins = [spin_of(m, VALUES["speed"]) for m in ("dqvi_published", "dqvi")]
    return [len(heard), *spins, *last.q[-1], *last.position[-1]]


PART = steps.Part(
    alt=(
        "Computed over true spin against the speed of the flight. With dqvi the ratio"
        " stays one; as published it grows to two at fifty metres a second and ends"
        " before the speed 2k/h."
    ),
    still=still,
    check=check,
    uses=(
        "ball",
        "to_space",
        "radius",
        "spin_rate",
        "spin_for",
        "end_of_steps",
        "flown_at",
        "ball_dqvi",
        "ball_dqvi_published",
        "free_exact",
    ),
    needs=("three", "uplot"),
    values=VALUES,
    digits=9,
)
