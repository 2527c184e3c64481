"""A box that turns about one axis at a time, and what becomes of its energy."""

import warnings

import numpy as np
import steps

import rotlib as rl

VALUES = {"J": [1.0, 2.0, 2.6], "omega": [0.8, 0.8, 0.5], "h": 0.8, "T": 28.0}
VALUES |= {"long": 400.0, "parts": [[0, 2], [1, 2], [2, 4], [1, 2], [0, 2]]}
BODY, OMEGA = rl.Body(VALUES["J"]), VALUES["omega"]
SPLIT, RIVAL = "splitting_123", "buss3_series"  # the latter is the reader's own


def runs():
    """Long runs of the splitting and of its rival."""
    h, count = VALUES["h"], round(VALUES["long"] / VALUES["h"])
    with warnings.catch_warnings():  # the step is long on purpose, to be seen
        warnings.simplefilter("ignore", rl.errors.LargeStep)
        return [
            rl.integrate(m, BODY, omega=OMEGA, h=h, steps=count) for m in (SPLIT, RIVAL)
        ]


def arcs(momentum, fine=24):
    """Momenta in the body along the five turns of one step, each a list of points."""
    found, l = [], np.array(momentum)
    for axis, part in VALUES["parts"]:
        time = np.linspace(0, part / 4 * VALUES["h"], fine)
        angle = time * l[axis] / VALUES["J"][axis]
        i, j = (axis + 1) % 3, (axis + 2) % 3
        way = np.tile(l, (fine, 1))
        way[:, i] = np.cos(angle) * l[i] + np.sin(angle) * l[j]
        way[:, j] = np.cos(angle) * l[j] - np.sin(angle) * l[i]
        found.append(way)
        l = way[-1]
    return found


def still():
    """The sphere of momenta with three steps of five arcs, and both energies."""
    import matplotlib.pyplot as plt

    split, rival = runs()
    figure, (ball, right) = plt.subplots(
        1, 2, figsize=(6.2, 3.0), width_ratios=(1, 1.05)
    )
    J = np.array(BODY.principal_moments)
    size = np.linalg.norm(J * OMEGA)
    eye = np.array([0.5, 0.65, 0.57]) / np.linalg.norm([0.5, 0.65, 0.57])
    across = np.cross([0, 0, 1], eye)
    across /= np.linalg.norm(across)
    flat = np.array([across, np.cross(eye, across)]).T

    def seen(l):
        l = np.atleast_2d(l) / size
        return np.where((l @ eye > 0)[:, None], l @ flat, np.nan).T

    ball.add_patch(plt.Circle((0, 0), 1, facecolor="#e8ecef", edgecolor="0.4"))
    times = np.linspace(0, rl.exact.period(BODY, OMEGA), 300)
    ball.plot(*seen(J * rl.exact.free_body(BODY, OMEGA, times)[1]), color="C0", lw=3)
    for start in split.omega[:3]:
        for (axis, _), way in zip(VALUES["parts"], arcs(J * start), strict=True):
            ball.plot(*seen(way), color=("C1", "C2", "C3")[axis], lw=1.8)
    ball.plot(*seen(J * split.omega[:4]), "o", color="0.2", ms=4)
    ball.set(aspect="equal", xlim=(-1.05, 1.05), ylim=(-1.05, 1.05))
    ball.axis("off")
    right.plot(split.t, split.energy / split.energy[0], color="C1", lw=0.8)
    right.plot(rival.t, rival.energy / rival.energy[0], color="C4", lw=2)
    right.text(390, 1.03, "one axis at a time", ha="right", va="bottom")
    right.text(390, 1.87, "your buss3", ha="right", va="top")
    right.set(xlabel="time (s)", ylabel="energy / at the start", ylim=(0.9, 2))
    return figure


def check():
    """Swings of the energy, the rival's gain, and the motion when the player ends."""
    split, rival = runs()
    first, second = np.split(split.energy[: 2 * (len(split.t) // 2)], 2)
    swings = [np.ptp(x) / split.energy[0] for x in (first, second)]
    k = round(VALUES["T"] / VALUES["h"])
    J = np.array(BODY.principal_moments)
    gained = rival.energy[-1] / rival.energy[0] - 1
    return [*swings, gained, *split.q[k], *(J * split.omega[k])]


PART = steps.Part(
    alt=(
        "A sphere with the polhode of a free body; beside it fifteen arcs about three"
        " axes, whose corners stray from it and come back after every fifth. On the"
        " right two energies over 400 s: a narrow band, one that rises by nine tenths."
    ),
    still=still,
    check=check,
    uses=(
        "box-312",
        "energy",
        "about_1",
        "about_2",
        "about_3",
        "body_momentum",
        "period",
        "free_exact",
        f"free_{SPLIT}",
        f"free_{RIVAL}",
    ),
    needs=("three", "uplot"),
    values=VALUES,
)
