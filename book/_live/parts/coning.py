"""A unit whose axis goes round a cone, and four ways to add up its gyroscopes."""

import numpy as np
import steps

import rotlib as rl
import rotbook as rb

VALUES = {"cone": 30.0, "samples": 12, "rounds": 12, "hertz": 5}
BETA, N, ROUNDS = np.radians(VALUES["cone"]), VALUES["samples"], VALUES["rounds"]


def attitude(phase):
    x, y = phase * np.array([1.0, 0, 0]), BETA * np.array([0, 1.0, 0])
    turn = rl.quaternion.exp(x)
    tilted = rl.quaternion.multiply(turn, rl.quaternion.exp(y))
    return rl.quaternion.multiply(tilted, rl.quaternion.conjugate(turn))


def computed():
    """Attitudes by the four ways, from the same increments."""
    phase = np.linspace(0, 2 * np.pi * ROUNDS, N * ROUNDS + 1)
    angle = np.stack(
        [
            phase * (np.cos(BETA) - 1),
            np.sin(BETA) * np.cos(phase),
            np.sin(BETA) * np.sin(phase),
        ],
        axis=-1,
    )
    data = np.diff(angle, axis=0)
    pairs, threes = data.reshape(-1, 2, 3), data.reshape(-1, 3, 3)
    correction = rl.magnus.coning_correction
    turns = {
        "each reading a turn": data,
        "pairs": pairs.sum(1) + correction(pairs),
        "threes": threes.sum(1) + correction(threes),
        "threes, tuned": threes.sum(1) + correction(threes, fit="coning"),
    }
    return {k: rl.magnus.propagate(attitude(0.0), v) for k, v in turns.items()}


def headings(path):
    """Turn about x from the true attitudes, followed through full turns, in degrees."""
    phase = np.linspace(0, 2 * np.pi * ROUNDS, len(path))
    true = np.array([attitude(p) for p in phase])
    off = rl.quaternion.multiply(path, rl.quaternion.conjugate(true))
    return np.degrees(np.unwrap(rl.quaternion.log(off)[:, 0]))


def still():
    """The circle of the axis with its chords, and how the attitudes drift."""
    import matplotlib.pyplot as plt

    ratios = {"width_ratios": (2, 3)}
    figure, (flat, right) = plt.subplots(1, 2, figsize=(6.0, 3), gridspec_kw=ratios)
    fine = np.linspace(0, 2 * np.pi, 200)
    corners = np.linspace(0, 2 * np.pi, N + 1)
    flat.fill(np.cos(fine), np.sin(fine), color="C1", alpha=0.6, lw=0)
    flat.fill(np.cos(corners), np.sin(corners), color=rb.PAPER, lw=0)
    flat.plot(np.cos(fine), np.sin(fine), color="C0")
    flat.plot(np.cos(corners), np.sin(corners), "o-", color="C1", ms=4)
    flat.set(aspect="equal", title="arc and chords")
    flat.set_axis_off()
    for name, path in computed().items():
        rounds = np.linspace(0, ROUNDS, len(path))
        right.plot(rounds, headings(path), label=name)
    right.set(xlabel="rounds", ylabel="computed attitude off (degrees)")
    right.legend()
    return figure


def check():
    """Drifts in a round, the area, the reading, the last attitude, a true one."""
    paths = computed()
    drifts = [headings(path)[-1] / ROUNDS for path in paths.values()]
    angle = 2 * np.pi / N
    area = N / 2 * np.sin(BETA) ** 2 * (angle - np.sin(angle))
    lies = [-area, -2 * np.pi * (1 - np.cos(BETA))]
    last = paths["each reading a turn"][-1]
    return [*drifts, *np.degrees(lies), *last, *attitude(1.0)]


PART = steps.Part(
    alt=(
        "Left, a circle, the way of the axis, with twelve chords; the area between arc"
        " and chords is filled. Right, the error of the attitude against rounds: by"
        " single readings it grows steadily, with a correction it stays near zero."
    ),
    still=still,
    check=check,
    uses=(
        *("box", "coning", "reading", "heading", "missed", "to_space"),
        *(f"advance_{way}" for way in ("none", "two", "three", "tuned")),
    ),
    needs=("three", "uplot"),
    values=VALUES,
)
