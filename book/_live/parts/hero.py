"""The T-handle of the landing page: what a method makes of it, beside the exact one."""

import numpy as np
import formulas
import steps

import rotlib as rl

VALUES = {"J": list(formulas.HANDLE.principal_moments), "spin": 4.0}
VALUES |= {"tilt": 0.3, "h": 0.05, "T": 20.0}
SPIN, TILT, H, T = (VALUES[name] for name in ("spin", "tilt", "h", "T"))


def run(method, h=H):
    omega = formulas.tilted(SPIN, TILT)
    return rl.integrate(method, formulas.HANDLE, omega=omega, h=h, steps=round(T / h))


def still():
    """Six moments of the first flip."""
    import matplotlib.pyplot as plt

    motion = run("exact")
    figure, axes = plt.subplots(1, 6, figsize=(6.0, 1.45))
    for ax, t in zip(axes, np.linspace(1.2, 3.2, 6), strict=True):
        q = motion.q[round(t / H)]
        rl.plot.orientation(q, ax, shape="t-handle", view=(0.9, 0.35))
        ax.set_title(f"{t:.1f} s")
    return figure


def check():
    """Attitude and rate after 8 s by the default method."""
    last = run("buss4")
    return [*last.q[160], *last.omega[160]]


PART = steps.Part(
    alt=(
        "A T-handle in free fall, six pictures in two seconds: it spins about its"
        " stem, the stem swings over, and it spins on the other way up."
    ),
    still=still,
    check=check,
    uses=(
        "t-handle",
        "tilted",
        "to_space",
        "energy",
        "momentum",
        "apart",
        "free_lie_euler",
        "free_rk4",
        "free_dmv",
        "free_buss4",
        "free_exact",
    ),
    needs=("three", "uplot"),
    values=VALUES,
)
