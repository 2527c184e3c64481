"""The box with the conserving step, up to the step that it refuses."""

import numpy as np
import formulas_conserving
import steps

import rotlib as rl

SPINS = {"middle": (0.01, 0.0, 10.0), "largest": (0.01, 10.0, 0.0)}
VALUES = {"J": list(formulas_conserving.BOX.principal_moments), "spins": SPINS}
VALUES |= {"h": 0.1, "T": 12.0, "beyond": 0.3}
J, H, T = VALUES["J"], VALUES["h"], VALUES["T"]


def solutions(h, omega=SPINS["middle"]):
    """Mean rates across the axis of all steps that solve the equation."""
    found = set()
    for across in (-1.0, 0.0, 1.0):
        a = [
            x + across * e
            for x, e in zip(formulas_conserving.krenk_guess(omega, h), (0.4, 0.4, 0))
        ]
        for _ in range(60):
            *change, _ = formulas_conserving.krenk_correct(a, omega, J, h)
            a = [x + d for x, d in zip(a, change, strict=True)]
        found.add(round(formulas_conserving.krenk_solution(a, omega, J, h)[0], 9))
    return sorted(found)


def still():
    """The rate about the axis, and the solutions of one step."""
    import matplotlib.pyplot as plt

    omega = SPINS["middle"]
    run = rl.integrate(
        "krenk_nielsen", formulas_conserving.BOX, omega=omega, h=H, steps=round(T / H)
    )
    figure, (left, right) = plt.subplots(1, 2, figsize=(6.0, 3.0))
    t = np.linspace(0, T, 600)
    exact = rl.exact.free_body(formulas_conserving.BOX, omega, t)[1]
    left.plot(t, exact[:, 2], color="0.6", lw=3, label="exact")
    left.plot(run.t, run.omega[:, 2], color="C0", lw=1.3, label="step of 0.1 s")
    left.set(xlabel="time (s)", ylabel="rate about the axis (rad/s)", ylim=(-12, 17))
    left.legend(ncols=2, loc="upper center")
    for h in np.linspace(0.05, 0.45, 41):
        found = solutions(h)
        right.plot([h] * len(found), found, "o", color="C1", ms=3)
    right.set(xlabel="step (s)", ylabel="mean rate across (rad/s)")
    return figure


def check():
    """Attitude and rate after 3 s, and the solutions of a step that is too long."""
    run = rl.integrate(
        "krenk_nielsen", formulas_conserving.BOX, omega=SPINS["middle"], h=H, steps=30
    )
    return [*run.q[-1], *run.omega[-1], *solutions(VALUES["beyond"])]


PART = steps.Part(
    alt=(
        "Left, the rate of a box about its middle axis: it changes sign every three"
        " seconds, and with a step of a tenth of a second each time earlier than the"
        " exact one. Right, the solutions of one step against its length: one up to a"
        " quarter of a second, three beyond, like a fork."
    ),
    still=still,
    check=check,
    uses=(
        "box-312",
        "energy",
        "momentum",
        "moved",
        "apart",
        "krenk_guess",
        "krenk_correct",
        "krenk_solution",
        "free_krenk_nielsen",
        "free_exact",
    ),
    needs=("three", "uplot"),
    values=VALUES,
    digits=7,
)
