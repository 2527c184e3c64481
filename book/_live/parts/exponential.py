"""The exponential of a rotation vector: a body, its two quaternions, a band."""

import math

import numpy as np
import formulas_turns
import steps

import rotlib as rl

AXIS = (0.48, 0.8, 0.36)
VALUES = {"axis": list(AXIS), "angle": 1.5, "sample": [0.3, 0.4, 4 * math.pi]}
PARTS = 97  # more are not seen, and make the page heavy


def ribbon(ax, slack, angle):
    """A band from left to right; its two sides differ in colour."""
    along, across = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
    s = np.linspace(0, 1, PARTS)
    q = np.array([formulas_turns.band(x, slack, angle, along, across) for x in s])
    flat = PARTS // 6  # straight at both ends
    q = np.concatenate([np.tile(q[:1], (flat, 1)), q, np.tile(q[-1:], (flat, 1))])
    tangent, side = (rl.quaternion.rotate(q, v) for v in (along, across))
    middle = np.cumsum(tangent, axis=0) / len(q) * 2
    middle -= (middle[0] + middle[-1]) / 2
    edges = middle + 0.16 * side, middle - 0.16 * side
    corners = np.stack([edges[0][:-1], edges[1][:-1], edges[1][1:], edges[0][1:]], 1)
    facing = np.cross(side, tangent)[:-1, 1] > 0
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    colours = np.where(facing, "C0", "C1")
    ax.add_collection3d(
        Poly3DCollection(corners, facecolors=colours, edgecolors=colours, lw=0.3)
    )
    limits = {"xlim": (-1, 1), "ylim": (-0.5, 0.5), "zlim": (-0.5, 0.5)}
    ax.set(**limits, box_aspect=(2, 1, 1))
    ax.set_box_aspect((2, 1, 1), zoom=1.75)
    ax.view_init(15, -82)
    ax.set_axis_off()


def still():
    """A band twisted by two turns is let go, and one twisted by one turn."""
    import matplotlib.pyplot as plt

    rows = {"two turns": 4 * math.pi, "one turn": 2 * math.pi}
    slacks = (0.0, 0.4, 0.62, 1.0)
    kind = {"projection": "3d"}
    figure, grid = plt.subplots(2, 4, figsize=(6.0, 2.8), subplot_kw=kind)
    for row, (name, angle) in zip(grid, rows.items(), strict=True):
        for ax, slack in zip(row, slacks, strict=True):
            ribbon(ax, slack, angle)
        row[0].set_title(name)
    return figure


def check():
    """The quaternion; the band at 0.3, taut, and half let go after two turns."""
    angle = VALUES["angle"] * math.pi
    taut, *half = VALUES["sample"]
    turned = [rl.quaternion.exp(x * angle * np.array(AXIS)) for x in (1.0, taut)]
    return [
        *turned[0],
        *turned[1],
        *formulas_turns.band(taut, *half, AXIS, (0.0, 0.0, 1.0)),
    ]


PART = steps.Part(
    alt=(
        "Two rows of four bands. Above, a band twisted by two turns opens into a loop"
        " and becomes flat, although its ends do not turn. Below, a band twisted by one"
        " turn makes a loop and ends twisted by one turn in the other sense."
    ),
    still=still,
    check=check,
    uses=("box", "turned_by", "band", "to_space", "apart"),
    needs=("three",),
    values=VALUES,
    digits=12,
)
