"""Runs that come back from files.

Chapter: Getting your results out.
"""

import os
from dataclasses import replace
from typing import Any

from ..errors import InvalidInput
from ..loads import as_load
from ..wrenches import as_wrench
from . import archive
from .prepare import LoadLike
from .trajectory import Trajectory


def load(path: str | os.PathLike[str], *, load: LoadLike = None) -> Trajectory:
    """Read a run that `run.save` has written.

    Hand over a `load` that is a function of your own: a file holds its name alone.
    Without it the records are there all the same; `at`, and the potential energy, need
    it. InvalidInput for another kind of file or a damaged one, and for another load;
    VersionMismatch for the format of a newer rotlib.
    """
    run = archive.read(path)
    if not hasattr(run, "motion") or {len(a) for a in run.motion} != {len(run.t)}:
        raise InvalidInput(
            f"path: expected a run in {os.fspath(path)!r}, with as many records of all"
        )
    if load is None:
        return run  # type: ignore[no-any-return]
    as_given: Any = as_wrench if run.flies else as_load
    given = as_given(load)
    if not archive.same(given, run.load):
        raise InvalidInput(
            f"load: expected that of this run, {run.load}, got {given}; leave it out to"
            " read the records"
        )
    return replace(run, load=given)  # type: ignore[no-any-return]
