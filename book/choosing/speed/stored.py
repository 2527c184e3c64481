"""The stored results: {table: rows}, and what machine they are of."""

import json
from pathlib import Path

RESULTS = Path(__file__).with_name("results.json")


def load(path=RESULTS):
    return json.loads(path.read_text(encoding="utf-8"))


def store(record, path=RESULTS):
    """One line a row, so that a new measurement can be compared with an old one."""
    lines = []
    for name, rows in record.items():
        if isinstance(rows, list):
            text = "[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n ]"
        else:
            text = json.dumps(rows, indent=2).replace("\n", "\n ")
        lines.append(f" {json.dumps(name)}: {text}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
