"""The polhode: where energy ellipsoid and momentum sphere meet, and how it tumbles."""

import numpy as np
import formulas_polhodes
import steps

import rotlib as rl

VALUES = {"J": [1.0, 2.0, 2.8], "size": 3.0, "toward": [0.28, 0.88, 0.38], "T": 24.0}
VALUES |= {"low": 0.5, "high": 3.0}
BODY = rl.Body(VALUES["J"])
TOWARD = np.array(VALUES["toward"]) / np.linalg.norm(VALUES["toward"])
L = VALUES["size"] * TOWARD
OMEGA = L / BODY.principal_moments
LATER = 5.0


def still():
    """Lines of equal energy on the sphere, one thick; the body at four times."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(6.0, 3.6))
    grid = figure.add_gridspec(2, 4, width_ratios=(2, 2, 1.6, 1.6))
    ax = figure.add_subplot(grid[:, :2])
    eye = np.array([0.75, 0.55, 0.45]) / np.linalg.norm([0.75, 0.55, 0.45])
    right = np.cross([0, 0, 1], eye)
    right /= np.linalg.norm(right)
    up = np.cross(eye, right)
    X, Y = np.meshgrid(*2 * [np.linspace(-1, 1, 301)])
    with np.errstate(invalid="ignore"):
        Z = np.sqrt(1 - X**2 - Y**2)[..., None]
    sphere = Z * eye + X[..., None] * right + Y[..., None] * up
    energy = (sphere**2 / BODY.principal_moments).sum(-1)
    low, middle, high = sorted(1 / np.array(BODY.principal_moments))
    shares = (0.15, 0.4, 0.7, 0.92)
    lines = [middle + s * (end - middle) for end in (low, high) for s in shares]
    ax.contour(X, Y, energy, sorted(lines), colors="0.6", linewidths=0.8)
    ax.contour(X, Y, energy, [middle], colors="C1", linewidths=1.8)
    mine = (TOWARD**2 / BODY.principal_moments).sum()
    ax.contour(X, Y, energy, [mine], colors="C0", linewidths=3)
    ax.plot(TOWARD @ right, TOWARD @ up, "o", color="#9a4b7c", ms=9)
    ax.add_patch(plt.Circle((0, 0), 1, fill=False, color="0.4"))
    for k, axis in enumerate(np.eye(3)):
        ax.text(*(1.12 * np.array([axis @ right, axis @ up])), str(k + 1), ha="center")
    ax.set(aspect="equal", xlim=(-1.2, 1.2), ylim=(-1.1, 1.2))
    ax.axis("off")
    times = np.linspace(0, rl.exact.period(BODY, OMEGA) / 2, 4)
    q0 = formulas_polhodes.resting(tuple(L.tolist()))
    q, _ = rl.exact.free_body(BODY, OMEGA, times, q0)
    sides = np.array(formulas_polhodes.box_sides(BODY.principal_moments))
    for k in range(4):
        cell = figure.add_subplot(grid[k // 2, 2 + k % 2])
        rl.plot.orientation(q[k], cell, shape=sides, view=(0.63, 0.47))
        cell.set_title(f"{times[k]:.1f} s")
    return figure


def check():
    """Energy, period, distance to the separatrix, and the momentum later on."""
    _, omega = rl.exact.free_body(BODY, OMEGA, LATER)
    J = BODY.principal_moments
    to_edge = formulas_polhodes.beside(tuple(L.tolist()), J)
    period = rl.exact.period(BODY, OMEGA)
    return [BODY.kinetic_energy(OMEGA), period, to_edge, *(J * omega)]


PART = steps.Part(
    alt=(
        "A sphere with rings of equal energy about axes 1 and 3 and, between them, two"
        " crossing lines through axis 2, the separatrix. One ring is thick, and a dot"
        " marks the start on it. Beside it the box that belongs to it, at four times"
        " of half a period, turns over."
    ),
    still=still,
    check=check,
    uses=(
        "cube",
        "energy",
        "energy_axes",
        "period",
        "beside",
        "resting",
        "box_sides",
        "body_momentum",
        "body_rates",
        "to_space",
        "free_exact",
    ),
    needs=("three",),
    values=VALUES,
)
