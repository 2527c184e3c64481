"""The records as HTML: what the macros of book/_templates/evidence.html ask for."""

import re

from templates import macros

FAILED = "A test or the regeneration failed when the record was made."
STALE = "The function has changed since the record was made."
MARKS = {  # state: (sign, word, what a reader who opens it is told)
    "passed": ("✓", "checked", ""),
    "failed": ("✗", "a test fails", FAILED),
    "stale": ("○", "changed since it was checked", STALE),
    "not run": ("○", "not yet checked", "The record does not know this function yet."),
}
ORDER = ("failed", "not run", "stale", "passed")
MOST_IN_FULL, MOST_NAMES = 3, 4
BLOCK = re.compile(
    r'<div class="viewcode-block" id="([\w.]+)">(.*?""")(.*?)'
    r"(</span>.*?)</div>",
    re.DOTALL,
)


def worst(functions):
    return min((f.state for f in functions), key=ORDER.index)


def several(things, noun):
    number = things if isinstance(things, int) else len(things)
    return f"{number} {noun}{'' if number == 1 else 's'}"


def more(names, most):
    return f" and {len(names) - most} more" if len(names) > most else ""


def short(test):
    """so3: exp at its corners."""
    file, _, name = test.partition("::")
    file = file.removeprefix("test_").removesuffix(".py")
    return f"{file}: {name.removeprefix('test_').replace('_', ' ')}"


def count(f, kind):
    """Cases of a kind of evidence that passed and failed, and whether a test turned red
    when the function was made wrong."""
    rows = f.tests.get(kind, {}).values()
    return sum(r[0] for r in rows), sum(r[1] for r in rows), any(r[2] for r in rows)


def measured(found, method, start):
    """(value, of what) of the measurements whose name begins so, or of the largest
    changes."""
    for what, (value, _) in sorted(found.get(method, {}).items()):
        if start and what.startswith(start):
            yield value, what.removeprefix(start).strip(", ")
        elif not start and what.endswith("largest change"):
            yield value, what.split(",")[0]


def totals(functions, record, kinds):
    digits, second, batch, _ = kinds
    states = [f.state for f in functions]
    passed = "all their tests pass, and their text is what the derivation gives"
    rows = {"generated functions": len(functions), passed: states.count("passed")}
    for state, (_, word, _) in MARKS.items():
        if state != "passed" and state in states:
            rows[word] = states.count(state)
    of_functions = {
        "a fault of a few parts in a million turns a test red": lambda f: f.pins,
        "of them, in a second implementation": lambda f: count(f, second)[2],
        "compared at 50 digits": lambda f: digits in f.tests,
        "arrays give the bits of single calls": lambda f: batch in f.tests,
        "run in at least one chapter": lambda f: f.notebooks,
    }
    for words, holds in of_functions.items():
        rows[words] = sum(bool(holds(f)) for f in functions)
    books = record["notebooks"].values()
    rows |= {
        "methods with a measured order or a measured change": len(record["methods"]),
        "cells of notebooks that passed": sum(b["cells"] - b["failed"] for b in books),
    }
    return rows.items()


def gaps_of(functions, kinds):
    digits, second, *_ = kinds
    covered = {
        "No test turned red when the function was made wrong": lambda f: f.pins,
        "No second implementation that would see a fault": lambda f: count(f, second)[
            2
        ],
        "Not compared at 50 digits": lambda f: digits in f.tests,
        "No chapter runs it": lambda f: f.notebooks,
        "No public function calls it": lambda f: f.uses,
    }
    for words, holds in covered.items():
        yield words, [f for f in functions if not holds(f)]


def joined(text):
    return re.sub(r"\n\s*", "", text)


def folded(body):
    """A page of generated source as the list of its functions, each of which opens."""

    def block(found):
        name, head, summary, rest = found.groups()
        return MACROS.listed(name, head, summary, rest.rstrip()).strip()

    close = re.sub(r"\s*(</?details[^>]*>)\s*", r"\1", BLOCK.sub(block, body))
    return close + joined(MACROS.reveal())


def in_order(f, place):
    return map(place.chapter, sorted(f.notebooks, key=place.order))


MACROS = macros(
    "evidence.html",
    filters={
        "short": short,
        "sort_by": lambda things, key: sorted(things, key=key),
        "without": str.removeprefix,
    },
    few=lambda functions: len(functions) <= MOST_IN_FULL,
    **{"MARKS": MARKS, "MOST": MOST_NAMES, "worst": worst, "more": more},
    **{"several": several, "in_order": in_order, "count": count},
    **{"measured": measured, "totals": totals, "gaps_of": gaps_of},
)
