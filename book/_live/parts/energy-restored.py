"""One step leaves the polhode; the way back at right angles, and the least turn."""

import warnings

import numpy as np
import steps

import rotlib as rl

VALUES = {"J": [1.0, 2.0, 3.0], "omega": [0.3, 1.0, 0.8], "method": "buss2", "h": 0.9}
VALUES |= {"phase": 0.72, "phases": 400}
BODY, OMEGA = rl.Body(VALUES["J"]), VALUES["omega"]
METHODS = ("lie_euler", "buss2", "buss3", "buss4")
VALUES["methods"] = [[m, rl.methods.find(m).order] for m in METHODS]


def ends():
    """Rates at the start; attitudes and rates after one step: plain, kept, exact."""
    omega = rl.exact.free_body(
        BODY, OMEGA, VALUES["phase"] * rl.exact.period(BODY, OMEGA)
    )[1]
    names = VALUES["method"], f"{VALUES['method']}_ep"
    with warnings.catch_warnings():  # the step is long on purpose, to be seen
        warnings.simplefilter("ignore", rl.errors.LargeStep)
        runs = [
            rl.integrate(m, BODY, omega=omega, h=VALUES["h"], steps=1) for m in names
        ]
    true = rl.exact.free_body(BODY, omega, VALUES["h"])
    return omega, *((run.q[1], run.omega[1]) for run in runs), true


def still():
    """The sphere of momenta from above: both polhodes, and the turn between them."""
    import matplotlib.pyplot as plt

    omega, (_, off), (_, back), (_, true) = ends()
    eye = np.array([0.45, 0.45, 0.77])
    right = np.cross([0, 0, 1], eye)
    right /= np.linalg.norm(right)
    flat = np.array([right, np.cross(eye, right)]).T
    J = np.array(BODY.principal_moments)
    size = np.linalg.norm(J * omega)

    def seen(rates):
        l = np.atleast_2d(J * rates / size)
        return np.where((l @ eye > 0)[:, None], l @ flat, np.nan).T

    def loop(start):
        times = np.linspace(0, rl.exact.period(BODY, start), 300)
        return rl.exact.free_body(BODY, start, times)[1]

    figure, ax = plt.subplots(figsize=(4.6, 4.2))
    ax.add_patch(plt.Circle((0, 0), 1, facecolor="#e8ecef", edgecolor="0.4"))
    ax.plot(*seen(loop(omega)), color="C0", lw=2.5)
    ax.plot(*seen(loop(off)), color="0.5", lw=1.4, ls="--")
    turn = np.linspace(0, 1, 20)[:, None]
    arc = J * off * (1 - turn) + J * back * turn
    arc *= size / np.linalg.norm(arc, axis=1)[:, None]
    ax.plot(*seen(arc / J), color="C1", lw=4)
    for rates, color, name, shift in (
        (omega, "#9a4b7c", "start", (10, -4)),
        (true, "0.4", "exact", (-16, 10)),
        (off, "C1", "step", (-6, -20)),
        (back, "C0", "restored", (12, 2)),
    ):
        x, y = seen(rates)[:, 0]
        ax.plot(x, y, "o", color=color, ms=8)
        ax.annotate(name, (x, y), shift, textcoords="offset points")
    ax.set(aspect="equal", xlim=(-1.05, 1.05), ylim=(-1.05, 1.05))
    ax.axis("off")
    return figure


def check():
    """Energy changed in per cent, the turn and both errors in degrees."""
    omega, (q, off), (kept, _), (true, _) = ends()
    energies = [BODY.kinetic_energy(x) for x in (off, omega)]
    angle = rl.quaternion.angle_between
    turns = angle(q, kept), angle(q, true), angle(kept, true)
    return [100 * (energies[0] / energies[1] - 1), *np.degrees(turns)]


PART = steps.Part(
    alt=(
        "The sphere of momenta with two closed curves: a thick one, the polhode of the"
        " right energy, and a dashed one to which a step has led. A short thick arc"
        " leads from the end of the step back to the thick curve, near the point that"
        " the exact motion reaches."
    ),
    still=still,
    check=check,
    uses=(
        "energy",
        "period",
        "apart",
        "poinsot",
        "reach",
        "restored",
        "body_momentum",
        "body_rates",
        "free_exact",
        *(f"free_{m}{kept}" for m in METHODS for kept in ("", "_ep")),
    ),
    needs=("three",),
    values=VALUES,
    digits=7,
)
