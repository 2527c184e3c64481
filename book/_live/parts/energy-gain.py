"""What restoring the energy gains, against the place on the polhode of the start."""

from functools import cache

import numpy as np
import formulas_polhodes
import steps

import rotlib as rl

SIDE = 10 / np.sqrt(2)  # of the slides' momentum, along the first two axes
BODIES = {  # moments, rates, and whence to look
    "slides": ((95 / 9, 1.0, 94 / 9), (SIDE * 9 / 95, SIDE, 0.0), (1.15, 0.45)),
    "(1, 2, 2.6)": ((1.0, 2.0, 2.6), (0.4, 0.0, 0.9), (0.75, 1.0)),
}
METHODS = (
    *(f"splitting_{axes}" for axes in formulas_polhodes.AXES),
    "buss2",
    "buss3",
    "buss4",
)
VALUES = {
    "bodies": {name: list(map(list, body)) for name, body in BODIES.items()},
    "methods": [[m, rl.methods.find(m).order] for m in METHODS],
    "body": "slides",
    "method": "splitting_213",
    "periods": 20,
    "per": 100,
    "phases": 128,
}


@cache
def gain(method, phase, body=VALUES["body"], periods=20, per=VALUES["per"]):
    """Error without over error with the energy restored, after whole periods."""
    J, omega, _ = BODIES[body]
    solid, P = rl.Body(J), rl.exact.period(rl.Body(J), omega)
    start = rl.exact.free_body(solid, omega, phase * P)[1]
    true = rl.exact.free_body(solid, start, periods * P)[0]
    errors = []
    for name in (method, f"{method}_ep"):
        run = rl.integrate(
            name, solid, omega=start, h=P / per, steps=periods * per, every=per
        )
        errors.append(rl.quaternion.angle_between(run.q[-1], true))
    return float(errors[0] / errors[1])


def predicted(method, phase, body=VALUES["body"]):
    """The same by the law of splitting clocks."""
    J, omega, _ = BODIES[body]
    P, n = rl.exact.period(rl.Body(J), omega), VALUES["phases"]
    rates = rl.exact.free_body(rl.Body(J), omega, P * np.arange(n) / n)[1].tolist()
    terms = formulas_polhodes.terms(method.removeprefix("splitting_"))
    found = np.array([terms(tuple(w), J) for w in rates])
    k = round(phase * n)
    plain, kept = formulas_polhodes.law(
        tuple(rates[k]), J, found[k, 0], tuple(found.mean(0))
    )
    return plain / kept


def still():
    """The gain of three orders of the axes, from nine starts each."""
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(6, 3.6))
    fine, coarse = np.arange(65) / 128, np.arange(9) / 16
    for k, axes in enumerate(("213", "312", "132")):
        method = f"splitting_{axes}"
        ax.semilogy(fine, [predicted(method, x) for x in fine], color=f"C{k}")
        measured = [gain(method, x) for x in coarse]
        ax.semilogy(coarse, measured, "o", ms=5, color=f"C{k}", label="-".join(axes))
    ax.axhline(1, color="0.4", lw=1, ls="--")
    ax.set(xlabel="starting phase (periods)", ylabel="gain", ylim=(0.3, 200))
    ax.legend(ncols=3, loc="upper center")
    return figure


def check():
    """The gain from the slides' own start, measured and predicted."""
    return [gain(VALUES["method"], 0.0), predicted(VALUES["method"], 0.0)]


PART = steps.Part(
    alt=(
        "Gain by restoring the energy against the starting phase, for three orders of"
        " the axes: each curve has high arches, up to thirty, and dips below one near"
        " odd eighths of a period. Measured dots lie on the curves of the law."
    ),
    still=still,
    check=check,
    uses=(
        "apart",
        "period",
        "body_momentum",
        "law",
        "free_exact",
        *(f"terms_{axes}" for axes in formulas_polhodes.AXES),
        *(f"free_{m}{kept}" for m in METHODS for kept in ("", "_ep")),
    ),
    needs=("three", "uplot"),
    values=VALUES,
    digits=5,
)
