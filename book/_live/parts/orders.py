"""The error of one second against the step: its slope, and the floor of rounding."""

import math

import numpy as np
import formulas
import steps

import rotlib as rl

BODY, OMEGA, T, METHOD, COUNT = formulas.HANDLE, (1.0, 3.0, 2.0), 1.0, "rk4", 40
METHODS = ("lie_euler", "buss2", "dmv", "rk4", "rkmk4", "buss4", "buss6")
VALUES = {
    "J": list(BODY.principal_moments),
    "omega": list(OMEGA),
    "T": T,
    "h": T / COUNT,
    "method": METHOD,
    "methods": [[m, rl.methods.find(m).order] for m in METHODS],
}


def error(method, count):
    """Angle in rad from the exact attitude after one second in so many steps."""
    run = rl.integrate(method, BODY, omega=OMEGA, h=T / count, steps=count)
    exact, _ = rl.exact.free_body(BODY, OMEGA, T)
    return float(rl.quaternion.angle_between(run.q[-1], exact))


def still():
    """The curves of three methods."""
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(6, 3.7))
    counts = [round(4 * 1.6**k) for k in range(17)]
    for method in ("lie_euler", "rk4", "buss6"):
        found = [error(method, n) for n in counts]
        ax.loglog([T / n for n in counts], found, "o-", ms=4, label=method)
    ax.set(xlabel="step (s)", ylabel="error (rad)")
    ax.legend(loc="lower right")
    return figure


def check():
    """The exponent of the error at the start, and the slope there."""
    one, two = (error(METHOD, n) for n in (COUNT, 2 * COUNT))
    return [COUNT, math.log10(one), np.log2(one / two)]


PART = steps.Part(
    alt=(
        "Error against step, both on logarithmic scales: three straight lines, flat for"
        " lie_euler, steep for rk4, steepest for buss6. The steep ones end at the left"
        " on a ragged floor near one part in ten to the fifteen."
    ),
    still=still,
    check=check,
    uses=("apart", "free_exact", *(f"free_{method}" for method in METHODS)),
    needs=("uplot",),
    values=VALUES,
    digits=4,
)
