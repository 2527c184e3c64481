"""Measure and store: see the package."""

import argparse
import datetime
import time

from . import batches, fallback_cost, machine, motion, start, steps
from .targets import goals
from .stored import RESULTS, load, store

TABLES = {
    "roof": machine.roof,
    "one": steps.table,
    "many": batches.table,
    "threads": batches.table_threads,
    "misses": fallback_cost.table,
    "motion": motion.table,
    "start": start.table,
}


def tell(name, rows):
    print(f"\n{name}")
    for row in rows if isinstance(rows, list) else [rows]:
        print(
            "  ",
            *(f"{key} {value}" for key, value in row.items()),
            sep="  ",
            flush=True,
        )


def merged(old, new):
    """The stored record with new tables in it, and when each was made."""
    made = old.get("made", {}) | dict.fromkeys(new, datetime.date.today().isoformat())
    tables = {
        name: new.get(name, old.get(name)) for name in TABLES if name in old | new
    }
    return {"machine": machine.described(), "made": made} | tables


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help=f"store what is measured in {RESULTS.name}"
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=TABLES,
        default=[],
        help="this table; others stay as stored",
    )
    options = parser.parse_args(arguments)
    old = load() if options.only and RESULTS.exists() else {}
    if old and old["machine"]["processor"] != machine.described()["processor"]:
        parser.error(
            f"the stored tables are of {old['machine']['processor']}: without --only"
            " all are measured here"
        )
    clock, found = time.perf_counter(), {}
    for name in options.only or TABLES:
        found[name] = TABLES[name]()
        tell(name, found[name])
    record = merged(old, found)
    if record.keys() >= TABLES.keys():
        tell("goals", [{"": in_words(goal)} for goal in goals(record)])
    if options.write:
        store(record)
    print(f"\n{time.perf_counter() - clock:.0f} s")


def in_words(goal):
    reached = "not measured" if goal.reached is None else f"{goal.reached:.3g}"
    wanted = f"{'at least' if goal.least else 'at most'} {goal.wanted:g}"
    return (
        f"{'met   ' if goal.met else 'missed'} {goal.what}: {reached}, {wanted};"
        f" {goal.bound}"
    )


if __name__ == "__main__":
    main()
