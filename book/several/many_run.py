"""Ten thousand blocks in a drum: the long run of the chapter, and its costs.

    python -m book.several.many_run           measure, print
    python -m book.several.many_run --write   store many_run.json

Times are those of the processor, as the machine may have other work.
It takes some five minutes. From the chapter: `import many_run`, then
`many_run.load()`. No time in the file is tested."""

import argparse
import datetime
import json
import math
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import rotlib as rl

RESULTS = Path(__file__).with_suffix(".json")
RADIUS, STIFFNESS, FRICTION, RESTITUTION = 0.03, 300.0, 0.5, 0.8
FILLED, SPEED = 0.08, 0.3  # part of the drum that is full; m/s along each axis
BLOCK = rl.Body.box(mass=0.1, sides=(0.030, 0.034, 0.038))
REDUCED = BLOCK.mass / 2
MOST, STEPS, EVERY = 10_000, 2000, 50
METHODS = "splitting_231", "kicks2", "rkmk54"


def damping_for(restitution, stiffness=STIFFNESS, reduced=REDUCED):
    """The damping that leaves this part of the speed of approach, N s/m.

    And the time of the contact, s."""
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        chi = (low + high) / 2
        left = math.exp(-(math.pi - 2 * chi) * math.tan(chi))
        low, high = (chi, high) if left > restitution else (low, chi)
    swing = math.sqrt(stiffness / reduced) * math.cos(chi)
    damping = 2 * math.sin(chi) * math.sqrt(stiffness * reduced)
    return damping, (math.pi - 2 * chi) / swing


def drum_radius(n, filled=FILLED):
    """Of a drum of which n hulls fill this part, m."""
    return RADIUS * (n / filled) ** (1 / 3)


def start(n, seed=1):
    """A drum at rest, place 0, and n blocks that fly and tumble in it."""
    rng = np.random.default_rng(seed)
    R = drum_radius(n)
    edge = (
        2.05
        * RADIUS
        * np.arange(-math.ceil(R / RADIUS), math.ceil(R / RADIUS) + 1)
    )
    grid = np.stack(np.meshgrid(edge, edge, edge), -1).reshape(-1, 3)
    grid = grid[np.linalg.norm(grid, axis=1) < R - 1.01 * RADIUS]
    places = rng.choice(grid, n, replace=False)
    turned = rng.normal(size=(n, 4))
    turned /= np.linalg.norm(turned, axis=1)[:, None]
    # as much energy in each direction of flight as about each axis
    spin = SPEED * np.sqrt(BLOCK.mass / np.diag(BLOCK.inertia))
    still = np.zeros((1, 3))
    return {
        "q0": np.vstack([[(1.0, 0, 0, 0)], turned]),
        "omega": np.vstack([still, spin * rng.normal(size=(n, 3))]),
        "position": np.vstack([still, places]),
        "velocity": np.vstack([still, SPEED * rng.normal(size=(n, 3))]),
    }


def bodies(n):
    """The drum, as heavy as all blocks, and the blocks."""
    heavy = n * BLOCK.mass
    drum = rl.Body(0.5 * heavy * drum_radius(n) ** 2 * np.ones(3), mass=heavy)
    return [drum, *[BLOCK] * n]


def listed(distance, skin, among=None):
    """As `neighbours`, which it asks for pairs a skin further apart, and again
    when a body has moved by half of the skin."""
    wide = rl.couplings.neighbours(distance + skin, among)
    then, pairs = None, None

    def near(x):
        nonlocal then, pairs
        if then is None or np.linalg.norm(x - then, axis=1).max() >= skin / 2:
            then, pairs = x.copy(), wide(x)
        apart = x[pairs[:, 0]] - x[pairs[:, 1]]
        return pairs[(apart * apart).sum(-1) <= distance * distance]

    return near


def wall(n):
    """What the smooth wall of the drum and the blocks do to each other."""
    R = drum_radius(n)

    def pressed(drum, block):
        deep = np.linalg.norm(block.position - drum.position) + RADIUS - R
        return STIFFNESS / 2 * np.maximum(deep, 0.0) ** 2

    pairs = [(0, i) for i in range(1, n + 1)]
    return rl.Load("wall", potential=pressed, pairs=pairs, stiffness=STIFFNESS)


def touching(n, restitution=RESTITUTION, friction=FRICTION, skin=0.2 * RADIUS):
    """Contacts between the blocks, and the wall."""
    near = listed(2 * RADIUS, skin, among=range(1, n + 1))
    damping = damping_for(restitution)[0] if restitution < 1 else 0.0
    contact = rl.couplings.contact(RADIUS, STIFFNESS, damping, friction, near)
    return contact + wall(n)


def step():
    """A twelfth of the time of a contact, s."""
    return math.pi * math.sqrt(REDUCED / STIFFNESS) / 12


def temperatures(run):
    """Energy of flight, and of turning, for one direction and one block, J."""
    v, w = run.velocity[:, 1:], run.omega[:, 1:]
    flight = BLOCK.mass * (v * v).sum(-1).mean(-1) / 3
    turning = (w * w @ np.diag(BLOCK.inertia)).mean(-1) / 3
    return flight, turning


def machine():
    """What the times belong to."""
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo")
        .read_text(encoding="utf-8")
        .splitlines()
        if line.startswith("model name")
    ]
    packages = {name: version(name) for name in ("numpy", "scipy")}
    return {
        "processor": names[0] if names else platform.processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **packages,
    }


def peak():
    """The most memory that this process has held, MB."""
    status = Path("/proc/self/status").read_text(encoding="utf-8").split()
    return int(status[status.index("VmHWM:") + 1]) / 1024


def drift(total):
    """The largest change of a sum over the records."""
    return float(np.abs(total - total[0]).max())


def long_run(n=MOST, steps=STEPS, every=EVERY):
    """The gas cools: temperatures, sums, and what it took."""
    clock = time.process_time()
    run = rl.integrate(
        "splitting_231",
        bodies(n),
        **start(n),
        h=step(),
        steps=steps,
        every=every,
        load=touching(n),
        progress=find_spec("tqdm") is not None,
    )
    seconds = time.process_time() - clock
    flight, turning = temperatures(run)
    near = rl.couplings.neighbours(2 * RADIUS, among=range(1, n + 1))
    m, w = BLOCK.mass, run.momentum_space[0]
    return {
        "bodies": n + 1,
        "steps": steps,
        "records": len(run.t),
        "t": run.t.tolist(),
        "flight": flight.tolist(),
        "turning": turning.tolist(),
        "contacts": [len(near(x)) for x in run.position],
        "momentum drift": drift(run.total_momentum),
        "momentum size": float(
            m * np.linalg.norm(run.velocity[0], axis=1).sum()
        ),
        "angular momentum drift": drift(run.total_angular_momentum),
        "angular momentum size": float(np.linalg.norm(w, axis=1).sum()),
        "seconds": seconds,
        "peak MB": peak(),
        "records MB": 13 * 8 * (n + 1) * len(run.t) / 2**20,
    }


def each_step(method, n, steps, load):
    """Milliseconds a step: the shortest of three stretches."""
    found = []
    given = {"h": step(), "load": load, **start(n)}
    for _ in range(3):
        clock = []
        rl.integrate(
            method,
            bodies(n),
            steps=steps,
            every=steps // 2,
            callback=lambda *_: clock.append(time.process_time()),
            **given,
        )
        found.append((clock[-1] - clock[-2]) / (steps // 2))
    return 1e3 * min(found)


def costs():
    """What a step costs by the number of bodies, and where the time goes."""
    rows = []
    for n in (100, 300, 1000, 3000, 10_000):
        steps = 40 if n < 3000 else 20
        row = {"bodies": n + 1}
        for method in METHODS:
            row[method] = each_step(method, n, steps, touching(n))
        row["flight alone"] = each_step("splitting_231", n, steps, None)
        row["without a skin"] = each_step(
            "splitting_231", n, steps, touching(n, skin=0.0)
        )
        x = start(n)["position"]
        near = rl.couplings.neighbours(2.2 * RADIUS, among=range(1, n + 1))
        every_pair = time.process_time()
        for _ in range(5):
            near(x)
        row["one search"] = 1e3 * (time.process_time() - every_pair) / 5
        rows.append(row)
    return rows


def memory():
    """Resident memory of whole runs with ten records, MB, each in a process."""
    rows = []
    for steps in (50, 200, 800):
        code = (
            "from book.several import many_run as m; import rotlib as rl;"
            "rl.integrate('splitting_231',"
            f" m.bodies({MOST}), **m.start({MOST}),"
            f" h=m.step(), steps={steps}, every={steps // 10},"
            f" load=m.touching({MOST}));"
            "print(m.peak())"
        )
        out = subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
        )
        rows.append(
            {"steps": steps, "records": 11, "peak MB": float(out.stdout)}
        )
    return rows


def load():
    """What is stored."""
    return json.loads(RESULTS.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="store the results"
    )
    given = parser.parse_args()
    results = {
        "made": datetime.date.today().isoformat(),
        "machine": machine(),
        "long": long_run(),
        "costs": costs(),
        "memory": memory(),
    }
    text = json.dumps(results, indent=1) + "\n"
    if given.write:
        RESULTS.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
