"""A thrown parcel, and steps that know one, two or three derivatives of its turning."""

import numpy as np
import steps

import rotlib as rl

J, OMEGA, T, H, METHOD = (0.010, 0.020, 0.026), (2.4, 0.9, 0.6), 9.0, 0.1, "buss2"
METHODS = {
    "lie_euler": "the rate",
    "buss2": "the rate and its slope",
    "buss3_false": "the second derivative, too",
    "buss3_series": "all three, and one cross product",
}
VALUES = {
    "J": list(J),
    "omega": list(OMEGA),
    "T": T,
    "h": H,
    "method": METHOD,
    "methods": list(map(list, METHODS.items())),
}


def apart(method, count):
    """Angles in degrees from the exact attitude, after each step."""
    body = rl.Body(J)
    run = rl.integrate(method, body, omega=OMEGA, h=T / count, steps=count)
    exact, _ = rl.exact.free_body(body, OMEGA, run.t)
    return run.t, np.degrees(rl.quaternion.angle_between(run.q, exact))


def still():
    """How far each of the four is from the parcel."""
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(6, 3.4))
    for (method, words), look in zip(
        METHODS.items(), (":", "-", "--", "-"), strict=True
    ):
        t, off = apart(method, round(T / H))
        ax.semilogy(t[1:], off[1:], look, label=words)
    ax.set(xlabel="time (s)", ylabel="apart (degrees)", ylim=(1e-5, 500))
    ax.legend(ncols=2, loc="lower right")
    return figure


def check():
    """Apart at the end, with the step and with half of it."""
    count = round(T / H)
    return [float(apart(METHOD, n)[1][-1]) for n in (count, 2 * count)]


PART = steps.Part(
    alt=(
        "Angle between a computed parcel and the exact one over nine seconds, on a"
        " logarithmic scale: with the rate alone more than a hundred degrees; with its"
        " slope one degree; with the second derivative as well one and a half; with a"
        " cross product a quarter."
    ),
    still=still,
    check=check,
    uses=("box-321", "apart", "free_exact", *(f"free_{m}" for m in METHODS)),
    needs=("three", "uplot"),
    values=VALUES,
    digits=5,
)
