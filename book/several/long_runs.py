"""A hundred thousand steps of two stones on a spring, by many methods.

    python book/several/long_runs.py          measure, print
    python book/several/long_runs.py --write  store what was measured

With --steps 10000 and names of methods, these alone and shorter.

From the chapter: `import long_runs`, then `long_runs.load()`. All methods
together take an hour on a core, so a test repeats only a beginning."""

import argparse
import json
import sys
import warnings
from pathlib import Path

import numpy as np

import rotlib as rl
from rotlib.couplings import spring

FILE = Path(__file__).parent / "long_runs.json"
METHODS = ("splitting_231", "rk4", "kicks2", "dqvi", "buss4", "rkmk54")
H, STEPS, EVERY, WINDOW = 0.1, 100_000, 50, 2000
STONES = [rl.Body((1.0, 2.0, 2.5)), rl.Body((2.0, 3.0, 4.0), mass=3.0)]
ENDS = {"point_a": (0.2, 0.1, 0.0), "point_b": (0.0, 0.1, 0.3)}
STRING = spring(0, 1, 2.0, 1.0, **ENDS)
STARTS = 4
KINDS = ("q0", "position", "omega", "velocity")


def start(n=STARTS):
    """n starts of two stones by one law; their common centre rests."""
    draw = np.random.default_rng(18)
    place = np.zeros((n, 2, 3))
    place[:, 1, 2] = 1.5
    motion = {
        "position": place,
        "velocity": draw.uniform(-0.3, 0.3, (n, 2, 3)),
        "omega": draw.uniform(-1.0, 1.0, (n, 2, 3)),
    }
    mass = np.array([[body.mass] for body in STONES])
    for what in ("position", "velocity"):
        mean = (mass * motion[what]).sum(1, keepdims=True) / mass.sum()
        motion[what] = motion[what] - mean
    return motion


def run(name, steps, every=EVERY, **begin):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rl.errors.LargeStep)
        return rl.integrate(
            name, STONES, h=H, steps=steps, every=every, load=STRING, **begin
        )


def rounded(x):
    return float(f"{x:.3g}")


def measured(name, steps=STEPS):
    """What became of energy, momenta and norms of all starts, window by window.

    A run is made in pieces of a window, and each begins with unit quaternions.
    Energies are relative to those at the start, the mean of the first start and
    the largest of all; momenta to the sum of their sizes at the start."""
    at, first, found = start(), None, {"mean": [], "largest": []}
    for done in range(0, steps, WINDOW):
        motion = run(name, WINDOW, **at)
        if first is None:
            first = totals(motion, 0)
            sizes = [
                np.linalg.norm(part[0], axis=-1).sum(-1)
                for part in (
                    motion.linear_momentum_space,
                    motion.momentum_space,
                )
            ]
        change = motion.total_energy[1:] / first[0] - 1
        found["mean"].append(rounded(change.mean(0)[0]))
        found["largest"].append(rounded(np.abs(change).max()))
        last = totals(motion, -1)
        for what, a, b, size in zip(
            ("momentum", "angular momentum"),
            first[1:],
            last[1:],
            sizes,
            strict=True,
        ):
            lost = np.linalg.norm(b - a, axis=-1) / size
            found.setdefault(what, []).append(rounded(lost.max()))
        size = np.linalg.norm(motion.q_raw[-1], axis=-1)
        found["norm"] = rounded(np.abs(size - 1).max())
        found["steps"] = done + WINDOW
        record = motion.q, motion.position, motion.omega, motion.velocity
        at = {kind: part[-1] for kind, part in zip(KINDS, record, strict=True)}
        yield found


def totals(motion, k):
    return (
        motion.total_energy[k],
        motion.total_momentum[k],
        motion.total_angular_momentum[k],
    )


def load():
    return json.loads(FILE.read_text(encoding="utf-8"))


def store(name, found):
    known = (
        load() if FILE.exists() else {"h": H, "window": WINDOW, "methods": {}}
    )
    known["methods"][name] = found
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("methods", nargs="*", default=METHODS)
    options = parser.parse_args()
    for name in options.methods:
        for found in measured(name, options.steps):
            if options.write:
                store(name, found)
        print(name, *(found[x][-1] for x in ("largest", "angular momentum")))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
