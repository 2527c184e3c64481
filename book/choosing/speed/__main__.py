"""Measure and store: see the package."""

import argparse
import time

from . import batches, machine, misses, motion, start, steps
from .goals import goals
from .stored import RESULTS, load, store

TABLES = {"roof": machine.roof, "one": steps.table, "many": batches.table, "threads": batches.table_threads,
          "misses": misses.table, "motion": motion.table, "start": start.table}


def told(name, rows):
    print(f"\n{name}")
    for row in rows if isinstance(rows, list) else [rows]:
        print("  ", *(f"{key} {value}" for key, value in row.items()), sep="  ", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"store what is measured in {RESULTS.name}")
    parser.add_argument("--only", action="append", choices=TABLES, default=[], help="this table; the others stay as stored")
    options = parser.parse_args()
    clock, found = time.perf_counter(), {}
    for name in options.only or TABLES:
        found[name] = TABLES[name]()
        told(name, found[name])
    old = load() if options.only and RESULTS.exists() else {}
    record = {"machine": machine.described()} | {name: found.get(name, old.get(name)) for name in TABLES if name in found | old}
    if set(record) >= set(TABLES):
        print("\ngoals")
        for g in goals(record):
            reached = "not measured" if g.reached is None else f"{g.reached:.3g}"
            print(f"  {'met   ' if g.met else 'missed'} {g.what}: {reached}, {'at least' if g.least else 'at most'} {g.wanted:g}; {g.bound}")
    if options.write:
        store(record)
    print(f"\n{time.perf_counter() - clock:.0f} s")


if __name__ == "__main__":
    main()
