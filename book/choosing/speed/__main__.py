"""Measure and store: see the package."""

import argparse
import datetime
import time

from . import batches, fallback_cost, machine, motion, start, steps
from .targets import goals
from .stored import RESULTS, identity, load, merged, of, store

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


def measured(names):
    """A new record with these tables, made on this machine today."""
    here, found = machine.described(), {}
    identity(here)  # a machine without a name is refused before it is measured
    for name in names:
        found[name] = TABLES[name]()
        tell(name, found[name])
    made = dict.fromkeys(found, datetime.date.today().isoformat())
    return {"machine": here, "made": made} | found


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
        help="this table; others of this machine stay as stored",
    )
    options = parser.parse_args(arguments)
    clock = time.perf_counter()
    new = measured(options.only or TABLES)
    records = merged(load(), new)
    record = of(records, new["machine"])
    where = record["machine"]["processor"]
    tell(f"goals, on {where}", [{"": in_words(goal)} for goal in goals(record)])
    if options.write:
        store(records)
    print(f"\n{time.perf_counter() - clock:.0f} s")


def in_words(goal):
    wanted = f"{'at least' if goal.least else 'at most'} {goal.wanted:g}"
    if goal.reached is None:
        return f"not measured: {goal.what}, {wanted}"
    return (
        f"{'met   ' if goal.met else 'missed'} {goal.what}: {goal.reached:.3g},"
        f" {wanted}; {goal.bound}"
    )


if __name__ == "__main__":
    main()
