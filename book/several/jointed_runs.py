"""Long runs of bodies with joints, and what steps of a top cost.

    python book/several/jointed_runs.py          print what is stored
    python book/several/jointed_runs.py --write  run and store: ten minutes

The chapter "Doors, chains and tops" reads the file. No time is tested."""

import argparse
import json
import time
from pathlib import Path


import rotlib as rl

STORED = Path(__file__).with_suffix(".json")
STEPS, BLOCKS = 100_000, 200
ROD = rl.Body.box(mass=1.0, sides=(0.1, 0.2, 1.0))
UP, DOWN = (0.0, 0.0, 0.5), (0.0, 0.0, -0.5)
BALL, WORLD = rl.joints.ball, rl.joints.WORLD
CHAIN = [BALL(0, WORLD, UP), BALL(1, 0, UP, DOWN), BALL(2, 1, UP, DOWN)]
TOP = rl.Body((0.02, 0.015, 0.01), mass=1.0, centre=(0.0, 0.0, 0.08))
SPIN = {"omega": (0.5, 0.3, 30.0), "q0": rl.quaternion.exp((1.0, 0.0, 0.0))}


def chain_start():
    """Three rods, thrown."""
    return rl.joints.consistent(
        [ROD] * 3,
        CHAIN,
        omega=[(0, 0, 2), (0, 0, -3), (1, 0, 4)],
        q0=rl.quaternion.exp([(1.2, 0, 0), (0.3, 0.5, 0), (0, -0.4, 0.2)]),
    )


def long_run(bodies, joints, start, h):
    """Change of the energy in blocks of a long run: least and greatest."""
    many = isinstance(bodies, list)
    run = rl.integrate(
        "rattle_231",
        bodies,
        **start,
        h=h,
        steps=STEPS,
        every=5,
        joints=joints,
        load=rl.wrenches.weight(bodies),
    )
    energy, kinetic = run.energy, run.kinetic_energy
    if many:
        energy, kinetic = energy.sum(-1), kinetic.sum(-1)
    change = ((energy - energy[0]) / kinetic.max())[1:].reshape(BLOCKS, -1)
    return {
        "h": h,
        "steps": STEPS,
        "t": [
            round(t, 3) for t in run.t[1:].reshape(BLOCKS, -1).mean(1).tolist()
        ],
        "least": [float(f"{x:.3g}") for x in change.min(1)],
        "greatest": [float(f"{x:.3g}") for x in change.max(1)],
        "gap": float(f"{run.stats['residual'].max():.1e}"),
    }


def top_run(kind, n, seconds=0.5, **options):
    """The top for half a second by n steps: on a joint, or on a spring."""
    weight = rl.wrenches.weight(TOP)
    setting = {**SPIN, "h": seconds / n, "steps": n, **options}
    if kind == "joint":
        tip = [BALL(0, WORLD)]
        return rl.integrate(
            "rattle_231", TOP, **setting, joints=tip, load=weight
        )
    load = weight + rl.wrenches.spring(kind)
    return rl.integrate("dqvi", TOP, **setting, position=(0, 0, 0), load=load)


def costs():
    """Microseconds a step of the top, the best of five, in Python."""
    rows = []
    for name, kind in (("joint, rattle_231", "joint"), ("spring, dqvi", 1e5)):
        best = min(_timed(kind) for _ in range(5))
        rows.append({"what": name, "microseconds": round(best)})
    return rows


def _timed(kind, n=300):
    clock = time.perf_counter()
    top_run(kind, n, 300 * 2.5e-4)
    return (time.perf_counter() - clock) / n * 1e6


def load():
    """What is stored."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    if not parser.parse_args().write:
        print(STORED.read_text(encoding="utf-8"))
        return
    made = {
        "cost": costs(),
        "top": long_run(TOP, [BALL(0, WORLD)], SPIN, 0.002),
        "chain": long_run([ROD] * 3, CHAIN, chain_start(), 0.01),
    }
    STORED.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
