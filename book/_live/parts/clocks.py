"""The five clocks of the first chapter, their step, start and methods to change."""

import numpy as np
import formulas
import steps

import rotlib as rl

VALUES = {"J": list(formulas.NUT.principal_moments), "rate": 5.0, "tilt": 0.05}
VALUES |= {"h": 0.1, "T": 30.0}
CLOCKS = {"A": "lie_euler", "B": "rk4", "C": "dmv", "D": "splitting_231", "E": "buss4"}
METHODS = (
    *("lie_euler", "semi_implicit_euler", "buss2", "dmv", "krenk_nielsen"),
    *("implicit_midpoint", "splitting_231", "rk4", "rkmk4", "buss4", "exact"),
)
VALUES |= {
    "clocks": CLOCKS,
    "methods": [[m, rl.methods.find(m).order or "exact"] for m in METHODS],
}


def run(method, h=VALUES["h"]):
    omega = (VALUES["tilt"], 0.0, VALUES["rate"])
    count = round(VALUES["T"] / h)
    return rl.integrate(method, formulas.NUT, omega=omega, h=h, steps=count)


def ticks(run):
    """Times at which the thread passes from one end to the other, as in the chapter."""
    J = formulas.NUT.principal_moments
    up = np.array(
        [formulas.upright(q, w, J) for q, w in zip(run.q, run.omega, strict=True)]
    )
    ends = np.flatnonzero(np.abs(up) > np.sqrt(0.5))
    last = np.flatnonzero(np.diff(np.sign(up[ends])))
    spans = [slice(ends[k], ends[k + 1] + 1) for k in last]
    rising = [(up[s] * np.sign(up[s][-1]), run.t[s]) for s in spans]
    return np.array([np.interp(0, u, t) for u, t in rising])


def still():
    """The nuts after 21 seconds, and how late each has ticked."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(6.0, 4.6))
    grid = figure.add_gridspec(2, 6, height_ratios=(1, 2))
    runs = {"exact": run("exact")} | {c: run(m) for c, m in CLOCKS.items()}
    true = ticks(runs["exact"])
    late = figure.add_subplot(grid[1, :])
    for k, (name, motion) in enumerate(runs.items()):
        ax = figure.add_subplot(grid[0, k])
        q = motion.q[210]
        rl.plot.orientation(q, ax, shape="wing-nut", view=(0.5, 0.3))
        ax.set_title(name)
        found = ticks(motion)
        n = min(len(found), len(true))
        if n and name != "exact":
            points = found[:n] - true[:n]
            late.plot(np.arange(1, n + 1), points, "o-", color=f"C{k - 1}", label=name)
    late.set(xlabel="number of the tick", ylabel="late (s)", xticks=range(1, 8))
    late.legend(ncols=4, loc="lower left")
    return figure


def check():
    """Numbers of ticks, and when the seventh came where it did."""
    found = [ticks(run(method)) for method in CLOCKS.values()]
    return [*map(len, found), *(f[6] for f in found if len(f) > 6)]


PART = steps.Part(
    alt=(
        "Five computed wing nuts and the exact one after 21 seconds. Below, how late"
        " each ticks: B and D stay on zero, C gets two seconds early, E more than four;"
        " A does not tick."
    ),
    still=still,
    check=check,
    uses=(
        "wing-nut",
        "upright",
        "momentum",
        "moved",
        "energy",
        *(f"free_{method}" for method in METHODS),
    ),
    needs=("three", "uplot"),
    values=VALUES,
    digits=5,
)
