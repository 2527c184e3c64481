"""What the chapters ask of the tables."""

from functools import cache

import numpy as np

from .contenders import absence
from .problems import PROBLEMS
from .table import load

CLASSES = ("right", "attitude", "energy")  # what else a run becomes is a refusal


@cache
def floors():
    """{problem: by how much its two judges differ, in rad}."""
    return {row["problem"]: row["apart"] for row in load("judges")}


@cache
def contenders():
    """{method: its kind}, in the order of the tables."""
    return {row["method"]: row["kind"] for row in load("coverage")}


def curve(problem, method):
    """Steps, operations, error. An error below the judges' own difference counts as
    that difference."""
    rows = load("precision", problem=problem, method=method, outcome="done")
    found = [[r["steps"], r["operations"], r["error"]] for r in rows]
    values = np.array(found, dtype=float).reshape(-1, 3)
    values[:, 2] = np.maximum(values[:, 2], floors()[problem])
    return values.T


def work(problem, method, wanted, column=1):
    """Operations (or, column 0, steps) from which on the error stays below `wanted`;
    infinity if never."""
    values = curve(problem, method)
    bad = np.flatnonzero(values[2] > wanted)
    if len(values[2]) == 0 or (len(bad) and bad[-1] + 1 == len(values[2])):
        return np.inf
    if len(bad) == 0:
        return values[column][0]  # the coarsest run is good enough already
    last = slice(bad[-1], bad[-1] + 2)
    x, y = -np.log(values[2][last]), np.log(values[column][last])
    return float(np.exp(np.interp(-np.log(wanted), x, y)))


def best(problem, wanted, price=work):
    """(Price, method), the lowest first."""
    names = [
        m
        for m in contenders()
        if not absence(m, PROBLEMS[problem]) and m != "exact_steps"
    ]
    return sorted((price(problem, m, wanted), m) for m in names)


def long_run(problem, method):
    return load("drift", problem=problem, method=method, outcome="done")


def growth(problem, method, key="energy"):
    """Slope of the largest change over the last decade: 0 bounded, 1 drift."""
    rows = long_run(problem, method)[-5:]
    return np.log10(rows[-1][key] / rows[0][key]) / np.log10(
        rows[-1]["steps"] / rows[0]["steps"]
    )


def last(problem, method, key="energy"):
    """The largest change in the longest run."""
    return long_run(problem, method)[-1][key]


def largest(problem, method):
    """The last turn of a step, in rad, before the first that is not right."""
    rows = load("failure", problem=problem, method=method)
    turns = [(row["turn"], row["outcome"] == "right") for row in rows]
    for (before, _), (_, good) in zip(turns, turns[1:], strict=False):
        if not good:
            return before
    return turns[-1][0]


def refusal(problem, method):
    """How, and from which turn of a step on, a method refuses; "" if never."""
    for row in load("failure", problem=problem, method=method):
        if row["outcome"] not in CLASSES:
            return f"{row['outcome']} from {row['turn']:.2g}"
    return ""
