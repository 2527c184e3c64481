"""What others published about the same motions, for the chapter
"Others' numbers".

`table` reads a CSV of the folder `published`, `record` a JSON. Each file says
where its numbers come from, in which units, and what was left out."""

import csv
import json
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "published"


def table(name):
    """Columns of a CSV by simulator: {"01": {"time_s": array, ...}, ...}."""
    text = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    rows = list(
        csv.DictReader(line for line in text if not line.startswith("#"))
    )
    found = {}
    for key in dict.fromkeys(row["simulator"] for row in rows):
        mine = [row for row in rows if row["simulator"] == key]
        found[key] = {
            name: np.array([float(row[name]) for row in mine])
            for name in mine[0]
            if name != "simulator"
        }
    return found


def record(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))
