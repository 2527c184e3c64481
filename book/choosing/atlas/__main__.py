"""Measure and store: see the package."""

import argparse
import json
import platform
import sys
from time import process_time

import numpy as np
import scipy

from . import table
from .contenders import all_names
from .measure import EACH, judges, names, price

QUICK = ("lie_euler", "buss4", "scipy_dop853")


def bar(items):
    """The items behind a progress bar, if tqdm is installed; else a line for each."""
    try:
        from tqdm import tqdm
    except ImportError:

        def told():
            for k, item in enumerate(items, 1):
                print(f"{k:3}/{len(items)} {item}", file=sys.stderr, flush=True)
                yield item

        return told()
    return tqdm(items, unit="contender")


def measured(only):
    """{file: rows} of the contenders named, or of all."""
    found = {file: [] for file in EACH}
    for name in bar(names(only)):
        for file, function in EACH.items():
            found[file] += function(name)
    return found | {"price": in_order(price(names(only)))}


def in_order(rows):
    """Rows in the order of the contenders; those of contenders that are no more are
    left out."""
    order = {name: k for k, name in enumerate(all_names())}
    return sorted(
        (row for row in rows if row["method"] in order),
        key=lambda row: order[row["method"]],
    )


def merged(file, new, only):
    """All rows of a file, those of `only` replaced."""
    kept = [row for row in table.load(file) if row["method"] not in only]
    return in_order(
        [*({k: "" if x is None else x for k, x in row.items()} for row in kept), *new]
    )


def made(seconds, marks):
    return {
        "how": "python -m book.choosing.atlas --write",
        "times": (
            "ratios to a step of lie_euler in the same run, medians of interleaved"
            " rounds"
        ),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "machine": (
            f"{platform.machine()}, {platform.system()}, one core shared with other"
            " work"
        ),
        "minutes": round(seconds / 60, 1),
        "fingerprints": marks,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store what is measured")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="these contenders; their rows are replaced",
    )
    parser.add_argument(
        "--quick", action="store_true", help="three contenders, nothing is stored"
    )
    options = parser.parse_args()
    only, clock = options.only or (QUICK if options.quick else ()), process_time()
    unknown = set(only) - set(all_names())
    if unknown:
        parser.error(
            f"no such contender: {', '.join(sorted(unknown))}; there are"
            f" {', '.join(all_names())}"
        )
    found, marks = measured(only), table.fingerprints()
    if not only:
        found["judges"] = list(judges())
    elif options.write:
        old = table.load("made")["fingerprints"]
        marks = {
            key: marks[key] if key in only else old.get(key, marks[key])
            for key in marks
        }
        found = {file: merged(file, rows, only) for file, rows in found.items()}
    seconds = process_time() - clock
    if options.write and not options.quick:
        for file, rows in found.items():
            table.store(file, rows)
        note = made(seconds, marks) | (
            {"minutes": table.load("made")["minutes"]} if only else {}
        )
        note["checksums"] = table.checksums()
        table.path("made").write_text(
            json.dumps(note, indent=1) + "\n", encoding="utf-8"
        )
    print(
        ", ".join(f"{file}: {len(rows)} rows" for file, rows in found.items())
        + f"; {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
