"""How long the longest step takes: DQVI in real time, step by step.

    python -m book.dqvi.real_time --write    measure, store real_time.json

Each step of a declared set starts from a state of its own, drawn once with a
fixed seed. Its time is that of the processor for this thread, since the machine
may have other work; the longest wait on the wall clock is stored beside it.
From the chapter: `import real_time`, then `real_time.load()`."""

import argparse
import datetime
import gc
import json
import os
import platform
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np

import rotlib as rl

RESULTS = Path(__file__).with_suffix(".json")
H = 0.002  # s, of every step
COUNTS = {"compiled": 40_000, "python": 8000}
WARM = 200

DRY = rl.Body((0.4, 2.2, 2.4), mass=30.0).about((0, 0, 0.07))
VEHICLE = rl.Body(
    DRY.inertia, DRY.mass, DRY.centre, added_mass=(0.05, 1.2, 1.2, 3, 28, 28)
)
STONE = rl.Body((0.3, 0.5, 0.7), mass=2.0).about((-0.1, 0.2, -0.05))
WATER = np.diag([0.1, 0.2, 0.1, 0.5, 3.0, 4.0])
WATER[0, 4] = WATER[4, 0] = 0.2
WATER[2, 3] = WATER[3, 2] = -0.3
WET_STONE = rl.Body(STONE.inertia, STONE.mass, STONE.centre, WATER)
LOADS = {
    "free": None,
    "in water": rl.wrenches.weight(VEHICLE)
    + rl.wrenches.constant_force((0, 0, 30 * 9.81), name="buoyancy")
    + rl.wrenches.linear_drag((0.3, 2, 2, 6, 40, 40)),
}
# h|omega| and h|v|/2k are drawn evenly up to these
SETS = {
    "up to 0.3 rad a step": (0.3, 0.1),
    "up to 0.95 rad a step": (0.95, 0.3),
}


def gyration(body=VEHICLE):
    """Least radius of gyration of a body with its water."""
    return float(rl.methods.dqvi().constants(body)[58])


def states(limits, count, body=VEHICLE):
    """(q, omega, position, velocity) of so many random motions."""
    rng = np.random.default_rng(2)
    ways = rng.normal(size=(2, count, 3))
    ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
    turn, path = (
        rng.uniform(0, 1, (2, count, 1)) * np.array(limits)[:, None, None]
    )
    q = rng.normal(size=(count, 4))
    return (
        q / np.linalg.norm(q, axis=1, keepdims=True),
        turn / H * ways[0],
        rng.uniform(-5, 5, (count, 3)),
        2 * gyration(body) * path / H * ways[1],
    )


@cache
def passes(load_name, limits, count=8000, body=VEHICLE):
    """Newton corrections of each step of the set, and how many are refused."""
    q, omega, position, velocity = states(limits, count, body)
    load = LOADS[load_name]
    found, refused = [], 0
    for k in range(0, count, 1000):
        part = slice(k, k + 1000)
        given = {
            "q0": q[part],
            "omega": omega[part],
            "position": position[part],
            "velocity": velocity[part],
        }
        try:
            run = rl.integrate("dqvi", body, h=H, steps=1, load=load, **given)
            found += run.stats["iterations"][-1].tolist()
        except (rl.errors.StepTooLarge, rl.errors.ConvergenceError):
            for i in range(len(given["q0"])):
                one = {name: a[i] for name, a in given.items()}
                try:
                    run = rl.integrate(
                        "dqvi", body, h=H, steps=1, load=load, **one
                    )
                    found.append(float(run.stats["iterations"][-1]))
                except (rl.errors.StepTooLarge, rl.errors.ConvergenceError):
                    refused += 1
    return np.array(found), refused


def timed(fly, motions):
    """Microseconds of each call: of the processor, and on the wall."""
    gc.collect()
    gc.disable()
    try:
        found = []
        for k, motion in enumerate(motions):
            wall, own = time.perf_counter_ns(), time.thread_time_ns()
            try:
                fly(*motion)
            except (rl.errors.StepTooLarge, rl.errors.ConvergenceError):
                continue
            own, wall = (
                time.thread_time_ns() - own,
                time.perf_counter_ns() - wall,
            )
            if k >= WARM:
                found.append((own / 1e3, wall / 1e3))
    finally:
        gc.enable()
    return np.array(found).T


def refusals(fly):
    """Microseconds of the processor until each of two hundred is refused."""
    q, omega, position, _ = states((0.3, 0.1), 200)
    found = []
    for i in range(200):
        fast = omega[i] / np.linalg.norm(omega[i]) * 1.4 / H
        start = time.thread_time_ns()
        try:
            fly(
                q[i].tolist(),
                fast.tolist(),
                position[i].tolist(),
                (0.0, 0.0, 0.0),
            )
        except (rl.errors.StepTooLarge, rl.errors.ConvergenceError):
            found.append((time.thread_time_ns() - start) / 1e3)
    return np.array(found)


def rounded(x):
    return float(f"{x:.3g}")


def measured():
    rows, limits = [], []
    for backend, count in COUNTS.items():
        for load_name, load in LOADS.items():
            given = {"backend": "auto" if backend == "python" else backend}
            fly = rl.stepper("dqvi", VEHICLE, h=H, load=load, **given)
            for name, bounds in SETS.items():
                motions = [
                    [a.tolist() for a in motion]
                    for motion in zip(*states(bounds, count), strict=True)
                ]
                own, wall = timed(fly, motions)
                n, refused = passes(load_name, bounds)
                row = {
                    "backend": backend,
                    "load": load_name,
                    "set": name,
                    "steps": len(own),
                    "median": rounded(np.median(own)),
                    "p999": rounded(np.quantile(own, 0.999)),
                    "longest": rounded(own.max()),
                    "wall": rounded(wall.max()),
                    "passes": int(n.max()),
                    "refused": refused,
                }
                print(row, flush=True)
                rows.append(row)
            late = refusals(fly)
            limits.append(
                {
                    "backend": backend,
                    "load": load_name,
                    "refused": len(late),
                    "median": rounded(np.median(late)),
                    "longest": rounded(late.max()),
                }
            )
            print(limits[-1], flush=True)
    return rows, limits


def processor():
    info = Path("/proc/cpuinfo")
    lines = (
        info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    )
    models = (
        x.split(":", 1)[1].strip() for x in lines if x.startswith("model name")
    )
    return next(models, platform.processor() or "unknown")


def described():
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    } | {name: version(name) for name in ("rotlib", "numpy", "llvmlite")}


def load():
    return json.loads(RESULTS.read_text(encoding="utf-8"))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--write", action="store_true", help=f"store {RESULTS.name}"
    )
    options = parser.parse_args(arguments)
    rows, limits = measured()
    record = {
        "machine": described(),
        "made": datetime.date.today().isoformat(),
        "h": H,
        "steps": rows,
        "refusals": limits,
    }
    if options.write:
        RESULTS.write_text(
            json.dumps(record, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
