"""The least number of steps for each row of Buss's table, for what he only
describes, and for another body.

    python book/buss/full_scan.py          search for two minutes, write
    python book/buss/full_scan.py --check  search again, compare

The chapter "Buss's experiment" reads the file and recomputes two errors for
each number in it."""

import argparse
import json
from pathlib import Path

import numpy as np

from rotlib import Body
from rotlib.diagnostics import Problem, steps_needed

FILE = Path(__file__).with_name("full_scan.json")
TOLERANCE, LIMIT = 1e-3, 20480
TABLE = (
    "lie_euler lie_euler_ep buss2 buss2_ep buss3_false buss2_plus buss2_plus_ep"
    " buss3 buss3_ep buss4 buss4_ep splitting_123 splitting_123_ep"
    " splitting_231 splitting_231_ep splitting4_231 splitting4_231_ep"
).split()
DESCRIBED = (
    "rk4_naive rk4_naive_ep adams_bashforth_moulton adams_bashforth_moulton_ep"
    " simo_wong simo_wong_ep"
).split()
OTHERS = (
    "buss3_false_ep splitting_132 splitting_213 splitting_312 splitting_321"
    " splitting_132_ep splitting_213_ep splitting_312_ep splitting_321_ep"
    " splitting4_123 splitting4_132 splitting4_213 splitting4_312"
    " splitting4_321 rk4 rk4_quaternion dmv buss3_series buss3_series_ep buss5"
    " buss6 buss7 buss8"
).split()
# the second body is a uniform box 1 x 4 x 18
SEARCHES = {
    "95:9:94": [*TABLE, *DESCRIBED, *OTHERS],
    "340:17:325": ["buss2", "buss2_plus", "buss3_ep", "splitting_231"],
}


def motion(moments):
    """A body whose second moment is 1; |L| = 10 begins half-way between the
    first two axes; 40 time units."""
    J = np.array([float(j) for j in moments.split(":")])
    L = 10 * np.array([1.0, 1.0, 0.0]) / np.sqrt(2)
    return Problem(Body(J / J[1]), tuple(L * J[1] / J), 40.0)


def search(moments, method):
    """The fields of `steps_needed` as a dictionary; None where the limit is
    not enough."""
    found = steps_needed(
        method, motion(moments), TOLERANCE, least=100, most=LIMIT
    )
    return found and found._asdict()


def bar(jobs):
    """The jobs, behind a progress bar if tqdm is installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        return jobs
    return tqdm(jobs, unit="method")


def steps(found):
    """{(body, method): number of steps} of the nested dictionary that is
    stored."""
    return {
        (moments, name): row and row["steps"]
        for moments, rows in found.items()
        for name, row in rows.items()
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="compare with full_scan.json, write nothing",
    )
    check = parser.parse_args().check
    found = {moments: {} for moments in SEARCHES}
    for moments, name in bar(
        [
            (moments, name)
            for moments, names in SEARCHES.items()
            for name in names
        ]
    ):
        found[moments][name] = search(moments, name)
    if not check:
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return
    stored = steps(json.loads(FILE.read_text(encoding="utf-8")))
    now = steps(found)
    changed = [
        f"{' '.join(key)}: {stored.get(key)} -> {n}"
        for key, n in now.items()
        if stored.get(key, -1) != n
    ]
    print("\n".join(changed) or f"{FILE.name} is current")
    raise SystemExit(bool(changed))


if __name__ == "__main__":
    main()
