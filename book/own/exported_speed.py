"""Nanoseconds of an exported step, in turns with C by hand and compiled loops.

    python book/own/exported_speed.py --write

Needs a C compiler, node and llvmlite. What is stored: `exported_speed.json`."""

import argparse
import ctypes
import datetime
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import rotlib as rl

HERE = Path(__file__).resolve().parent
FILE = HERE / "exported_speed.json"
sys.path.insert(0, str(HERE.parent / "choosing"))

from speed import machine, native, steps  # noqa: E402
from speed.timing import a_step, rounded  # noqa: E402

FLY_C = """
#include "step.h"
void fly(long steps, double h, double *y)
{
    for (long k = 0; k < steps; k++)
        if (step((double)k * h, h, y, step_J, step_p)) return;
}
"""
FLY_NODE = """
const [n, h] = [+process.argv[2], +process.argv[3]];
const begun = () => { const y = new Float64Array(step.size);
  step.begin(h, [1, 0, 0, 0, 0.3, 1.0, 0.8], y); return y; };
function fly(steps) { const y = begun();
  for (let k = 0; k < steps; k++) if (step.step(k * h, h, y)) break; return y; }
fly(n);
let best = Infinity;
for (let i = 0; i < 5; i++) { const t = process.hrtime.bigint(); fly(n);
  best = Math.min(best, Number(process.hrtime.bigint() - t) / n); }
console.log(JSON.stringify([best, [...fly(100)]]));
"""
CONTRACTED = {"C by rl.export": True, "C by rl.export, bit for bit": False}


def exported(method, language):
    return rl.export(steps.METHODS[method], steps.BOX, language=language)


def in_c(method, contracted):
    """A function of a number of steps; flags as for the C by hand."""
    folder = Path(tempfile.mkdtemp(prefix="exported-"))
    (folder / "step.h").write_text(exported(method, "c"), encoding="utf-8")
    (folder / "fly.c").write_text(FLY_C, encoding="utf-8")
    flags = [
        f
        for f in native.FLAGS
        if contracted or not f.startswith("-ffp-contract")
    ]
    flags += [] if contracted else ["-ffp-contract=off"]
    target = folder / "fly.so"
    subprocess.run(
        [native.compiler(), *flags, "-o", target, folder / "fly.c", "-lm"],
        check=True,
    )
    fly = ctypes.CDLL(str(target)).fly

    def flown(n):
        y = steps.start()
        pointer = y.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        fly(ctypes.c_long(n), ctypes.c_double(steps.H), pointer)
        return y

    return flown


def in_node(method, n=200_000):
    """Nanoseconds a step in node, and the state after a hundred."""
    file = Path(tempfile.mkdtemp(prefix="exported-")) / "step.js"
    file.write_text(exported(method, "javascript") + FLY_NODE, encoding="utf-8")
    done = subprocess.run(
        ["node", file, str(n), str(steps.H)], capture_output=True, check=True
    )
    ns, state = json.loads(done.stdout)
    return ns, np.array(state)


def table():
    rows = []
    for method in steps.METHODS:
        found = {
            "C by hand": (steps.by_hand(method), 20_000),
            **{
                name: (in_c(method, contracted), 20_000)
                for name, contracted in CONTRACTED.items()
            },
            "compiled loop": (steps.compiled(method), 20_000),
            "Python floats": (steps.floats(method), 400),
        }
        for fly, _ in found.values():
            steps.require_agreement(np.array(fly(100)), method, 100)
        turns = []
        for _ in range(
            3
        ):  # node is a process of its own, and takes its turn too
            ns, state = in_node(method)
            steps.require_agreement(state, method, 100)
            turns.append(({k: 1e9 * t for k, t in a_step(found).items()}, ns))
        for name in found:
            ns = statistics.median(made[name] for made, _ in turns)
            rows.append(
                {"method": method, "contender": name, "ns": rounded(ns)}
            )
        ns = statistics.median(ns for _, ns in turns)
        name = "JavaScript by rl.export"
        rows.append({"method": method, "contender": name, "ns": rounded(ns)})
    return rows


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    node = subprocess.run(["node", "--version"], capture_output=True, text=True)
    found = {
        "made": datetime.date.today().isoformat(),
        "machine": machine.described() | {"node": node.stdout.strip()},
        "steps": table(),
    }
    for row in found["steps"]:
        print(*row.values())
    if options.write:
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
