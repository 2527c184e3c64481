"""Runs and tables that come back from files.

Chapter: Getting your results out.
"""

import csv
import os
from dataclasses import replace
from typing import Any

import numpy as np

from .._types import Array
from ..errors import InvalidInput
from ..loads import as_load
from . import archive
from .inputs import InputsLike, checked_inputs
from .prepare import LoadLike
from .trajectory import Trajectory


def read_run(
    path: str | os.PathLike[str], load: LoadLike = None, inputs: InputsLike = None
) -> Trajectory:
    """The run in a file of `run.save`, with functions that are handed over again."""
    run = archive.read(path)
    if not hasattr(run, "motion") or {len(a) for a in run.motion} != {len(run.t)}:
        raise InvalidInput(
            f"path: expected a run in {os.fspath(path)!r}, with as many records of all"
        )
    given: dict[str, Any] = {}
    if load is not None:
        given["load"] = as_load(load)
    if inputs is not None:
        known, own = given.get("load", run.load), run.inputs
        rows = len(own) if isinstance(own, np.ndarray) else run.stats.get("steps")
        start, batch = run.stats.get("t0", 0.0), run.q.shape[1:-1]
        given["inputs"] = checked_inputs(inputs, known, start, rows, batch)
    for name, value in given.items():
        if not archive.same(value, getattr(run, name)):
            shown = (run.load, value) if name == "load" else ("its own", "others")
            raise InvalidInput(
                f"{name}: expected that of this run, {shown[0]}, got {shown[1]}; leave"
                " it out to read the records"
            )
    return replace(run, **given)  # type: ignore[no-any-return]


def read_table(path: str | os.PathLike[str]) -> Array:
    with open(path, newline="", encoding="utf-8-sig") as file:
        try:
            names, *rows = csv.reader(file)
            if not {"t (s)", "q_w"} <= {*names}:
                raise ValueError(f"its first line is {', '.join(names):.80}")
            columns = [(name, np.float64) for name in names]
            table = np.array([tuple(map(float, row)) for row in rows], columns)
            bodies = len({*table["body"].tolist()}) if "body" in names else 0
            return table.reshape(bodies, -1).T if bodies else table
        except (ValueError, csv.Error) as error:
            raise InvalidInput(
                "path: expected a whole file of run.save, or a table of run.to_csv, got"
                f" {os.fspath(path)!r} ({error}); numpy.genfromtxt reads others"
            ) from None
