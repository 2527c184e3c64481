"""The stored results: a list of records, {"machine": description, "made": {table: day},
table: rows}.

A record is of one machine and of one program that made machine code of the loops: times
of two such programs are not mixed. Each line of the file is a row, so that a new
measurement can be compared with an old one."""

import json
from pathlib import Path

RESULTS = Path(__file__).with_name("results.json")


def identity(machine):
    """What tells two descriptions of machines apart; one without is refused."""
    found = machine.get("processor"), machine.get("compiled by")
    if not all(found):
        raise ValueError(
            f"a record must name its machine and what made its loops, got {found}"
        )
    return found


def checked(records):
    """The records, if each is of a machine of its own."""
    names = [identity(record.get("machine", {})) for record in records]
    if len(names) > len(set(names)):
        raise ValueError(f"two records are of one machine: {names}")
    return records


def load(path=RESULTS):
    """The records; none if there is no file."""
    if not path.exists():
        return []
    return checked(json.loads(path.read_text(encoding="utf-8")))


def store(records, path=RESULTS):
    text = ",\n".join(map(_lines, checked(records)))
    path.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def _lines(record):
    lines = []
    for name, rows in record.items():
        if isinstance(rows, list):
            text = "[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n ]"
        else:
            text = json.dumps(rows, indent=2).replace("\n", "\n ")
        lines.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}"


def of(records, machine):
    """The record of that machine, empty if there is none."""
    known = {identity(record["machine"]): record for record in records}
    return known.get(identity(machine), {})


def merged(records, new):
    """The records with this one in them. Of the same machine, tables that the new one
    has not stay as they are; records of other machines stay as they are."""
    old = of(records, new["machine"])
    whole = old | new | {"made": old.get("made", {}) | new["made"]}
    others = [whole if record is old else record for record in records]
    return others if old else [*others, whole]


def newest(records):
    """The record that was made last, of those with the most tables."""
    return max(records, key=lambda r: (len(r["made"]), max(r["made"].values())))
