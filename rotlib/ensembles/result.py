"""What became of many motions: `Ensemble`."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _check
from .._types import Array, Steps
from ..errors import InvalidInput, NotAvailable
from ..runs.trajectory import Trajectory, is_index, keeping_axis
from . import storage
from .chunk import MEASURED, Job


@dataclass(frozen=True, eq=False)
class Ensemble:
    """What became of many motions.

    `cloud[::10, 5:8]` is the `Trajectory` of each tenth record of motions 5, 6 and 7,
    read from the file if that is where they are kept; `cloud[:, cloud.succeeded]`
    leaves out motions that failed.

    Attributes
    ----------
    t : ndarray, shape (records,)
        Times of the records, s.
    steps_completed : ndarray of int, shape (motions,)
        Steps that each motion made; -1 where it has not been begun.
    failed : dict
        {motion: why it failed}; empty if none did.
    arrays : dict
        What is kept, by name: "q", "omega" and so on, shape (records, motions, ...),
        NaN after a failure; or what `measure` returned, shape (motions, ...). NumPy
        arrays, maps of files or Zarr arrays.
    stats : dict
        Steps, step size and back end; of one that was not read from a disk also the
        motions in a part and the seconds it took.
    job : Job
        What was done to each motion: `job.method`, `job.body`.
    """

    t: Array
    steps_completed: Steps
    failed: dict[int, str]
    arrays: dict[str, Any]
    stats: dict[str, Any]
    job: Job

    def __len__(self) -> int:
        return len(self.steps_completed)

    def __repr__(self) -> str:
        failed = f", {len(self.failed)} failed" if self.failed else ""
        made = "" if self.complete else f" {self.made.sum()} made,"
        kept = "measured" if self.job.measure else f"{len(self.t)} records"
        span = f"t = {' ... '.join(_check.told(*self.t[[0, -1]]))} s"
        return (
            f"<Ensemble {self.job.method.name}: {len(self)} motions,{made} {kept},"
            f" {span}{failed}>"
        )

    def __getitem__(self, key: Any) -> Trajectory:
        if self.job.measure is not None:
            raise NotAvailable(
                "cloud[...]: with measure= no records are kept; what was measured is in"
                " .measured"
            )
        if not self.arrays:
            raise NotAvailable("cloud[...]: no part of this ensemble has been made yet")
        records, *motions = key if isinstance(key, tuple) else (key,)
        if len(motions) > 1 or not all(map(is_index, (records, *motions))):
            raise InvalidInput(
                f"cloud[{key!r}]: expected records, then motions; each a number, a"
                " slice, or a list of numbers or of True and False"
            )
        records = keeping_axis(records)
        arrays = {
            name: storage.read(a, records, *motions) for name, a in self.arrays.items()
        }
        job = self.job.of(*motions) if motions else self.job
        return job.trajectory(self.t[records], arrays, self.stats)

    @property
    def trajectory(self) -> Trajectory:
        """All records of all motions; from a Zarr store, read into memory."""
        return self[:]

    @property
    def measured(self) -> Any:
        """What `measure` returned: an array, a dict of arrays, or None."""
        if self.job.measure is None or not self.arrays:
            return None
        return self.arrays[MEASURED] if set(self.arrays) == {MEASURED} else self.arrays

    @cached_property
    def made(self) -> NDArray[np.bool_]:
        """Which motions have been begun and ended, well or not, shape (motions,)."""
        made: NDArray[np.bool_] = self.steps_completed >= 0
        return made

    @property
    def complete(self) -> bool:
        """Whether all motions are made: nothing stopped the ensemble."""
        return bool(self.made.all())

    @cached_property
    def succeeded(self) -> NDArray[np.bool_]:
        """Which motions made all their steps, shape (motions,)."""
        done: NDArray[np.bool_] = self.steps_completed == self.stats["steps"]
        return done
