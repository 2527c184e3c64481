"""`ensemble`: many motions, part by part, in small memory; none stops the others."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .. import _check
from .._types import Array, ArrayLike, Backend, Steps
from ..backends.executors import BACKENDS
from ..body import Body
from ..errors import InvalidInput, NotAvailable
from ..methods import Method
from ..runs.prepare import Grid, LoadLike, prepare, start_of
from ..runs.progress import meter
from ..runs.trajectory import Trajectory, is_index
from . import chunk, dask, storage
from .chunk import MEASURED, ChunkResult, Job

MEMORY = 2**27  # bytes of the records of one part
MOST = 8192  # motions in a part, for the progress bar to move and Ctrl-C to be heard
LONG = 10**7  # steps times motions from which a bar is shown on a terminal unasked


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
        Steps that each motion made.
    failed : dict
        {motion: why it failed}; empty if none did.
    arrays : dict
        What is kept, by name: "q", "omega" and so on, shape (records, motions, ...),
        NaN after a failure; or what `measure` returned, shape (motions, ...). NumPy
        arrays, maps of files or Zarr arrays.
    stats : dict
        Steps, step size, back end, motions in a part, seconds.
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
        kept = "measured" if self.job.measure else f"{len(self.t)} records"
        span = f"t = {self.t[0]:g} ... {self.t[-1]:g} s"
        return (
            f"<Ensemble {self.job.method.name}: {len(self)} motions, {kept},"
            f" {span}{failed}>"
        )

    def __getitem__(self, key: Any) -> Trajectory:
        if self.job.measure is not None:
            raise NotAvailable(
                "cloud[...]: with measure= no records are kept; what was measured is in"
                " .measured"
            )
        records, *motions = key if isinstance(key, tuple) else (key,)
        if len(motions) > 1 or not all(map(is_index, (records, *motions))):
            raise InvalidInput(
                f"cloud[{key!r}]: expected records, then motions; each a number, a"
                " slice, or a list of numbers or of True and False"
            )
        records = (
            [records]
            if np.ndim(records) == 0 and not isinstance(records, slice)
            else records
        )
        arrays = {
            name: storage.read(a, records, *motions) for name, a in self.arrays.items()
        }
        return self.job.trajectory(self.t[records], arrays, self.stats)

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
    def succeeded(self) -> NDArray[np.bool_]:
        """Which motions made all their steps, shape (motions,)."""
        done: NDArray[np.bool_] = self.steps_completed == self.stats["steps"]
        return done


def ensemble(
    method: Method | str,
    body: Body,
    *,
    omega: ArrayLike,
    h: float,
    steps: int,
    q0: ArrayLike | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    load: LoadLike = None,
    t0: float = 0.0,
    every: int | None = None,
    measure: Callable[[Trajectory], Any] | None = None,
    out: str | PathLike[str] | None = None,
    part: int | None = None,
    backend: Backend = "fastest",
    on_failure: Literal["go on", "raise"] = "go on",
    progress: bool | None = None,
    client: Any = None,
    callback: Callable[[int, int, Any], Any] | None = None,
) -> Ensemble:
    """Integrate many motions of one body, in parts that fit into memory.

    Parameters
    ----------
    method : Method or str
    body : Body
    h : float
    steps : int
    load : Load, Wrench or callable, optional
    t0 : float
        As for `rotlib.integrate`.
    omega : array_like, shape (motions, 3)
    q0, position, velocity : array_like, shape (motions, 4) or (motions, 3), optional
        As for `rotlib.integrate`, each with one axis for the motions; one that lacks it
        is the same for all.
    every : int, optional
        Keep each `every`-th step, and the first and the last. Default: these two alone.
    measure : callable, optional
        measure(trajectory) -> an array, or a dict of arrays, with the motions along the
        first axis. It is called for each part, with the motions that did not fail, and
        what it returns is kept in place of the records, counts as floats.
    out : path, optional
        Keep the arrays in files: in a new folder, one .npy file each, or in a new Zarr
        store if the name ends in .zarr (extra `rotlib[zarr]`), chunked by parts. "t"
        and "steps_completed" are written with them. Default: in memory.
    part : int, optional
        Motions integrated at once. Default: as many as have records of 128 MiB
        together, at most 8192.
    backend : {"fastest", "auto", "numpy", "numba"}
        As for `rotlib.integrate`.
    on_failure : {"go on", "raise"}
        What to do if a motion fails, with a ConvergenceError, StepTooLarge or Diverged:
        find it, note the reason and go on with the others, or raise the error of its
        part.
    progress : bool, optional
        A progress bar (tqdm, if installed) that counts steps of bodies. Default: on a
        terminal, from ten million.
    client : dask.distributed.Client, optional
        Have the parts integrated by the workers of a cluster (extra `rotlib[dask]`). A
        part whose worker is lost is done again. The back end is the one that can be had
        here; a worker without it refuses.
    callback : callable, optional
        callback(first, stop, kept) after each part, in order: its range of motions and
        its `Trajectory`, or what was measured of it. Raise to stop.

    Returns
    -------
    Ensemble
        The records as trajectories, or what was measured; steps made and reasons of
        failure. Arrays in files are opened, not read.

    Raises
    ------
    InvalidInput, NotAvailable
        As `rotlib.integrate`; for anything but one axis of motions, an `out` that
        exists, a result of `measure` with other axes, and what cannot be sent to
        workers.

    Notes
    -----
    A motion has the same bits whatever else is in its part and wherever it is computed,
    with one back end on one kind of machine. To find a motion that fails, its part is
    run again in halves. If anything stops the run, Ctrl-C or an error in a callback,
    the exception carries the `Ensemble` so far in its attribute `ensemble`, with -1
    steps for motions that had not been begun. Chapter: A cloud of Hyperions.

    Examples
    --------
    >>> import numpy as np
    >>> import rotlib as rl
    >>> near = np.random.default_rng(1).normal(scale=1e-3, size=(1000, 3))
    >>> omega = (0.01, 1.0, 0.01) + near
    >>> body = rl.Body.box(mass=1.0, sides=(1, 4, 18))
    >>> given = {"omega": omega, "h": 0.05, "steps": 400, "backend": "numpy"}
    >>> cloud = rl.ensemble("buss4", body, every=40, **given)
    >>> cloud
    <Ensemble buss4: 1000 motions, 11 records, t = 0 ... 20 s>
    >>> cloud[-1, :3].omega.shape
    (1, 3, 3)
    >>> flipped = rl.ensemble(
    ...     "buss4", body, measure=lambda run: run.omega[-1, :, 1] < 0, **given)
    >>> flipped.measured.shape
    (1000,)
    """
    method, load = prepare(method, body, load)
    start = _starts(method, load, omega, q0, position, velocity)
    job = _job(
        method,
        body,
        load,
        Grid.checked(t0, h, steps, every),
        backend,
        measure,
        on_failure,
    )
    motions, path = len(start["omega"]), storage.location(out)
    part = min(motions, _usual(job) if part is None else _check.count(part, "part"))
    if client is not None:
        dask.require_client(client)
        job = _tried(job, start)
    clock, steps = time.perf_counter(), job.grid.steps
    steps_completed = np.full(motions, -1)
    failed: dict[int, str] = {}
    arrays: dict[str, Any] = {}
    stats: dict[str, Any] = {"steps": steps, "h": job.grid.h, "part": part}

    def so_far() -> Ensemble:
        stats["seconds"] = time.perf_counter() - clock
        t, kept = job.grid.t, storage.reopened(path, arrays)
        if path is not None and arrays:
            for name, a in {"t": t, "steps_completed": steps_completed}.items():
                storage.new(path, name, a.shape, a.dtype, a.shape)[...] = a
        return Ensemble(t, steps_completed, failed, kept, stats, job)

    cuts = (
        {name: a[first : first + part] for name, a in start.items()}
        for first in range(0, motions, part)
    )
    here = (chunk.run(job, cut) for cut in cuts)
    done = here if client is None else dask.parts(client, job, cuts)
    bar = meter(motions * steps, progress, "body step", LONG)
    axis = 0 if job.measure else 1
    first = 0
    try:
        with closing(done), bar as passed:
            for piece in done:
                stop = first + len(piece.steps_completed)
                _put(path, arrays, piece.arrays, first, motions, part, axis)
                steps_completed[first:stop] = piece.steps_completed
                stats["backend"] = piece.backend
                failed |= {first + i: why for i, why in piece.failed.items()}
                passed(len(piece.steps_completed) * steps)
                if callback is not None:
                    callback(first, stop, _as_kept(job, piece))
                first = stop
    except BaseException as error:
        error.ensemble = so_far()  # type: ignore[attr-defined]
        error.add_note(
            f"rotlib: stopped after {int((steps_completed >= 0).sum())} of {motions}"
            " motions; they are in the exception's .ensemble"
        )
        raise
    return so_far()


def _starts(
    method: Method, load: Any, omega: ArrayLike, *rest: ArrayLike | None
) -> dict[str, Array]:
    """Where the motions start, by name, each (motions, ...)."""
    start = start_of(method, load, omega, *rest)
    shape = start["omega"].shape[:-1]
    if len(shape) != 1 or shape[0] == 0:
        raise InvalidInput(
            f"{', '.join(start)}: expected one axis of motions before the components,"
            f" got the axes {shape}; reshape to (motions, 3), and use rotlib.integrate"
            " for one motion"
        )
    return start


def _job(
    method: Method,
    body: Body,
    load: Any,
    grid: Grid,
    backend: Backend,
    measure: Callable[[Trajectory], Any] | None,
    on_failure: str,
) -> Job:
    """What is done to each part."""
    _check.one_of(backend, BACKENDS, "backend")
    if measure is not None and not callable(measure):
        raise InvalidInput(
            "measure: expected a function of a trajectory, got"
            f" {type(measure).__name__}"
        )
    raising = _check.one_of(on_failure, ("go on", "raise"), "on_failure") == "raise"
    return Job(method, body, load, grid, backend, measure, raising)


def _usual(job: Job) -> int:
    """The motions of a part: as many as have records of so many bytes."""
    numbers = len(job.grid.kept) * (
        (13 if job.method.poses else 7) + len(job.method.statistics)
    )
    return min(MOST, max(1, MEMORY // (8 * numbers)))


def _tried(job: Job, start: dict[str, Array]) -> Job:
    """The same job on the back end found here, its step compiled for the workers."""
    trial = job._replace(
        grid=job.grid._replace(steps=1, every=1), measure=None, raising=False
    )
    return job._replace(
        backend=chunk.run(trial, {name: a[:1] for name, a in start.items()}).backend
    )


def _put(
    path: Path | None,
    arrays: dict[str, Any],
    new: dict[str, Array],
    first: int,
    motions: int,
    part: int,
    axis: int,
) -> None:
    """Write a part's arrays where they belong; the first part tells which there are."""
    if arrays and new and _aside(new, axis) != _aside(arrays, axis):
        raise InvalidInput(
            f"measure: expected the same arrays for each part, got {_told(arrays)},"
            f" then {_told(new)}; only the first axis may be longer or shorter"
        )
    for name, a in new.items():
        before, after = a.shape[:axis], a.shape[axis + 1 :]
        if name not in arrays:
            shape, cut = (*before, motions, *after), (*before, part, *after)
            arrays[name] = storage.new(path, name, shape, a.dtype, cut)
        here = slice(first, first + a.shape[axis])
        arrays[name][(slice(None),) * axis + (here,)] = a


def _aside(arrays: dict[str, Array], axis: int) -> dict[str, tuple[int, ...]]:
    """The shapes apart from the axis of the motions."""
    return {name: a.shape[:axis] + a.shape[axis + 1 :] for name, a in arrays.items()}


def _told(arrays: dict[str, Array]) -> str:
    return ", ".join(f"{name} {a.shape}" for name, a in arrays.items())


def _as_kept(job: Job, piece: ChunkResult) -> Any:
    """What a callback is shown of a part."""
    if job.measure is None:
        return job.trajectory(job.grid.t, piece.arrays, {"backend": piece.backend})
    return piece.arrays[MEASURED] if set(piece.arrays) == {MEASURED} else piece.arrays
