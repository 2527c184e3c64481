"""A rate that changes evenly from one arrow to another, and a single turn for it."""

import numpy as np
import steps

import rotlib as rl

VALUES = {"first": [1, 0, 0], "last": [0, 1, 0], "size": 90.0, "count": 60}
COUNTS = (1, 2, 3)  # terms of the sum
NAMES = ("the mean", "the mean and the area", "three terms")


def rates():
    omega = np.radians(VALUES["size"]) * np.array(VALUES["first"], float)
    return omega, np.radians(VALUES["size"]) * np.array(VALUES["last"]) - omega


def true(t):
    omega, alpha = rates()
    return rl.magnus.attitude(lambda s: omega + alpha * s, t, steps=40, frame="space")


def turns(t=1.0):
    return [
        rl.magnus.rotation_vector(*rates(), t, terms=n, frame="space") for n in COUNTS
    ]


def ends():
    """The attitude after the second, and how far the single turns are from it."""
    end = true(np.linspace(0, 1, 3))[-1]
    return end, rl.quaternion.angle_between(rl.quaternion.exp(turns()), end)


def still():
    """The sum of the rate with its chord and area; how far the single turns are off."""
    import matplotlib.pyplot as plt

    figure, (flat, right) = plt.subplots(1, 2, figsize=(6.0, 3.0))
    omega, alpha = rates()
    t = np.linspace(0, 1, VALUES["count"] + 1)[:, None]
    path = np.degrees(omega * t + alpha * t**2 / 2)
    flat.fill(*path[:, :2].T, color="C2", alpha=0.3, lw=0)
    flat.plot(*path[:, :2].T, color="C0")
    flat.plot(*path[[0, -1], :2].T, "--", color="C1")
    flat.set(aspect="equal", xlabel="x (degrees)", ylabel="y (degrees)")
    off = np.degrees(ends()[1])
    right.barh(range(3), off, color=["C2", "C3", "C4"])
    for k, (name, miss) in enumerate(zip(NAMES, off, strict=True)):
        words = {"va": "center", "fontsize": 12}
        right.text(0.2, k - 0.58, f"{name}: {miss:.1f}°", **words)
    right.set(xlabel="apart after the second (degrees)", yticks=[], ylim=(2.6, -0.9))
    return figure


def check():
    """Attitude after the second, the three single turns, and how far they are off."""
    end, off = ends()
    return [*end, *np.ravel(turns()), *off]


PART = steps.Part(
    alt=(
        "Left, a curve that bends from the x axis towards the y axis, its dashed chord,"
        " and the area between them. Right, three bars: after the second a phone that"
        " makes a single turn is eleven degrees off if it turns by the mean, one degree"
        " with the area, and a tenth of a degree with three terms."
    ),
    still=still,
    check=check,
    uses=(
        *("phone", "onward", "exp", "log", "apart"),
        *(f"series_{n}" for n in COUNTS),
    ),
    needs=("three",),
    values=VALUES,
    digits=8,
)
