"""One part of an ensemble: a batch, run again in halves if some motions fail."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .._bodies import Bodies
from .._types import Array, Backend, Steps
from ..body import Body
from ..errors import ConvergenceError, InvalidInput, NotAvailable, StepTooLarge
from ..methods import Method
from ..runs.dense_output import interpolate
from ..runs.inputs import Given
from ..runs.integration import integrate
from ..runs.lanes import picked_body, picked_inputs, picked_load
from ..runs.prepare import Grid
from ..runs.trajectory import MOTION, Trajectory, trajectory_of

MEASURED = "measured"


class Job(NamedTuple):
    """What is done to each part: `integrate`, and then the measurement.

    Bodies, numbers of a load and inputs of each motion are those of all `motions`.
    """

    method: Method
    body: Body | Bodies
    load: Any
    grid: Grid
    backend: Backend
    measure: Callable[[Trajectory], Any] | None
    raising: bool
    inputs: Given = None
    motions: int = 0

    def of(self, lanes: Any) -> "Job":
        """The job for some of the motions."""
        batch, key = (self.motions,), (lanes,)
        return self._replace(
            body=picked_body(self.body, key),
            load=picked_load(self.load, batch, key),
            inputs=picked_inputs(self.inputs, batch, key),
        )

    def trajectory(
        self, t: Array, arrays: dict[str, Any], stats: dict[str, Any]
    ) -> Trajectory:
        """Arrays by name as a trajectory with records at times t."""
        motion = [arrays[name] for name in MOTION if name in arrays]
        stats = stats | {name: a for name, a in arrays.items() if name not in MOTION}
        stats |= {} if self.inputs is None else {"t0": self.grid.t0}
        given = self.method, self.body, self.load, t, motion, stats
        return trajectory_of(*given, interpolate, self.inputs)


class ChunkResult(NamedTuple):
    """What came of a part: arrays, steps made, reasons of failure, the back end.

    There is no back end if no motion got as far as its first step.
    """

    arrays: dict[str, Any]
    steps_completed: Steps
    failed: dict[int, str]
    backend: Backend | None


def run(job: Job, start: dict[str, Array]) -> ChunkResult:
    """The part of the motions that start with these arrays (motions, ...).

    "lane" are their numbers among all motions.
    """
    start = dict(start)
    job = job.of(start.pop("lane"))._replace(motions=len(start["omega"]))
    motions, steps = len(start["omega"]), job.grid.steps
    pieces = _pieces(job, start, 0, motions)
    steps_completed, failed = np.full(motions, steps), {}
    for first, piece, error in pieces:
        if error is not None:
            steps_completed[first] = _reached(job, piece, error)
            failed[first] = f"{type(error).__name__}: {error}"
    ran = [run.stats for _, run, _ in pieces if "backend" in run.stats]
    stats = ran[0] if ran else {}
    arrays = _arrays(pieces[0][1])
    if failed or len(pieces) > 1:
        arrays = _side_by_side(job, pieces, motions)
    if job.measure is not None:
        succeeded = np.flatnonzero(steps_completed == steps)
        plain = {name: a for name, a in stats.items() if not isinstance(a, np.ndarray)}
        arrays = _measured(
            job.measure, job.trajectory(job.grid.t, arrays, plain), succeeded
        )
    return ChunkResult(arrays, steps_completed, failed, stats.get("backend"))


def _pieces(
    job: Job, start: dict[str, Array], first: int, stop: int
) -> list[tuple[int, Trajectory, Exception | None]]:
    """(first motion, trajectory, error or None) of runs that cover all motions.

    A batch of which a motion fails is run again in halves, down to the motion itself,
    whose trajectory is short. Whatever is raised then is a failure of that motion, but
    for what the machine lacks: memory, or a back end.
    """
    here = {name: a[first:stop] for name, a in start.items()}
    mine = job.of(slice(first, stop))
    given: dict[str, Any] = job.grid._asdict() | here
    given |= {"load": mine.load, "inputs": mine.inputs}
    given |= {"backend": job.backend, "progress": False}
    try:
        return [(first, integrate(job.method, mine.body, **given), None)]
    except Exception as error:
        if job.raising or isinstance(error, MemoryError):
            raise
        run = getattr(error, "trajectory", None)
        if not isinstance(run, Trajectory):
            if isinstance(error, NotAvailable):
                raise
            run = _begun(mine, here)
        if stop - first == 1:
            return [(first, run, error)]
    middle = (first + stop) // 2
    return _pieces(job, start, first, middle) + _pieces(job, start, middle, stop)


def _begun(job: Job, start: dict[str, Array]) -> Trajectory:
    """The trajectory of motions that have no more than their start."""
    arrays = {name.replace("q0", "q"): a[None] for name, a in start.items()}
    arrays |= {
        name: np.full(start["omega"].shape[:1], np.nan, start["omega"].dtype)[None]
        for name in job.method.statistics
    }
    return job.trajectory(job.grid.t[:1], arrays, {})


def _reached(job: Job, run: Trajectory, error: Exception) -> int:
    """Steps that a motion made before it failed, or up to its last finite record."""
    if isinstance(error, (ConvergenceError, StepTooLarge)) and error.step is not None:
        return error.step - 1
    return int(job.grid.kept[len(run) - 1]) if len(run) else 0


def _arrays(run: Trajectory) -> dict[str, Array]:
    """The arrays of a trajectory by name, each (records, motions, ...)."""
    motion = dict(zip(MOTION, run.motion, strict=False))
    return motion | {
        name: a for name, a in run.stats.items() if isinstance(a, np.ndarray)
    }


def _side_by_side(job: Job, pieces: list[Any], motions: int) -> dict[str, Array]:
    """The arrays of all pieces side by side, NaN where a motion had failed."""
    joined = {
        name: np.full((len(job.grid.kept), motions, *a.shape[2:]), np.nan, a.dtype)
        for name, a in _arrays(pieces[0][1]).items()
    }
    for first, piece, _ in pieces:
        for name, a in _arrays(piece).items():
            joined[name][: len(a), first : first + a.shape[1]] = a
    return joined


def _measured(
    measure: Callable[[Trajectory], Any], whole: Trajectory, succeeded: Steps
) -> dict[str, Array]:
    """What `measure` says of the motions that succeeded, NaN for the others."""
    if not len(succeeded):
        return {}
    motions = whole.q.shape[1]
    found = measure(whole if len(succeeded) == motions else whole[:, succeeded])
    named = found if isinstance(found, dict) else {MEASURED: found}
    return {
        name: _scattered(name, np.asarray(a), succeeded, motions)
        for name, a in named.items()
    }


def _scattered(name: str, a: Array, succeeded: Steps, motions: int) -> Array:
    """The rows of the motions that succeeded among rows of NaN."""
    if a.dtype.kind in "biu":
        a = a.astype(float)
    if not (isinstance(name, str) and name.isidentifier()) or name in (
        "t",
        "steps_completed",
    ):
        raise InvalidInput(
            "measure: expected names that a file can have, other than t and"
            f" steps_completed, got {name!r}"
        )
    if a.dtype.kind not in "fc" or a.shape[:1] != succeeded.shape:
        raise InvalidInput(
            f"measure: expected numbers with the {len(succeeded)} motions of the part"
            f" along the first axis, got {name!r} of shape {a.shape} and type {a.dtype}"
        )
    if len(a) == motions:
        return a
    full = np.full((motions, *a.shape[1:]), np.nan, a.dtype)
    full[succeeded] = a
    return full
