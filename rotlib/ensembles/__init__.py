"""`ensemble`: many motions, part by part, in small memory; none stops the others."""

import errno
import time
from collections.abc import Callable
from contextlib import closing, suppress
from os import PathLike
from pathlib import Path
from typing import Any, Literal, cast

import numpy as np

from .. import _check
from .._bodies import Bodies, BodyLike, as_body
from .._types import Array, ArrayLike, Backend, Pose
from ..backends.executors import named
from ..body import Body
from ..errors import InvalidInput, NotAvailable, RotlibError
from ..methods import Method
from ..runs.inputs import InputsLike, checked_inputs
from ..runs.lanes import body_of
from ..runs.prepare import Grid, LoadLike, prepare, start_of
from ..runs.progress import meter
from ..runs.trajectory import Trajectory
from . import chunk, dask, storage
from .chunk import MEASURED, ChunkResult, Job
from .journal import Journal
from .kept import Kept, begun
from .problem import described, job_of
from .result import Ensemble

__all__ = ["Ensemble", "ensemble", "open_ensemble"]

MEMORY = 2**27  # bytes of the records of one part
MOST = 8192  # motions in a part, for the progress bar to move and Ctrl-C to be heard
FEW = 8  # motions that are tried first
FULL = errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", None)
LONG = 10**7  # steps times motions from which a bar is shown on a terminal unasked


def ensemble(
    method: Method | str,
    body: BodyLike,
    *,
    omega: ArrayLike,
    h: float,
    steps: int,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    load: LoadLike = None,
    inputs: InputsLike = None,
    t0: float = 0.0,
    every: int | None = None,
    measure: Callable[[Trajectory], Any] | None = None,
    out: str | PathLike[str] | None = None,
    part: int | None = None,
    backend: Backend = "fastest",
    on_failure: Literal["go on", "raise"] = "go on",
    progress: bool | None = None,
    client: Any = None,
    resume: bool = False,
    callback: Callable[[int, int, Any], Any] | None = None,
) -> Ensemble:
    """Integrate many motions, in parts that fit into memory.

    Parameters
    ----------
    method : Method or str
        As for `rotlib.integrate`.
    body : Body or list of Body
        One for all motions, or one for each.
    h : float
        Time step, s.
    steps : int
        Steps of each motion.
    load : Load, Wrench or callable, optional
        As for `rotlib.integrate`.
    inputs : array_like or callable, optional
        As for `rotlib.integrate`.
    t0 : float
        Time of the start, s.
    omega : array_like, shape (motions, 3)
        Initial rates, a row for each motion, rad/s.
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
        and "steps_completed" are written with them, and what an interrupted ensemble
        needs to go on. Default: in memory.
    part : int, optional
        Motions integrated at once. Default: as many as have records of 128 MiB
        together, at most 8192.
    backend : {"fastest", "auto", "numpy", "compiled"}
        As for `rotlib.integrate`.
    on_failure : {"go on", "raise"}
        What to do if a motion fails, with whatever error a method or a load raises:
        find it, note the reason and go on with the others, or raise the error of its
        part. A few motions are tried for one step before; what each of them raises is
        taken for a mistake in the arguments, and raised. So are lack of memory and an
        error in `measure`.
    progress : bool, optional
        A progress bar (tqdm, if installed) that counts steps of bodies. Default: on a
        terminal, from ten million.
    client : dask.distributed.Client, optional
        Have the parts integrated by the workers of a cluster (extra `rotlib[dask]`). A
        part whose worker is lost is done again. The back end is the one that can be had
        here; a worker without it refuses.
    resume : bool
        Go on with the ensemble in `out` if there is one: only what is missing is
        computed, to the same bits, and of a finished one nothing. Everything that
        shapes the result must be as before: method, body, load, starts, times, name of
        `measure`. `part`, `client` and `callback` may differ.
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
        exists, or that was begun with another problem or is being written by another
        process, a result of `measure` with other axes, and what cannot be sent to
        workers.
    OSError
        If the disk is full. Room for a .npy file is taken when it is made.

    Notes
    -----
    A motion has the same bits whatever else is in its part and wherever it is computed,
    with one back end on one kind of machine. To find a motion that fails, its part is
    run again in halves. If anything stops the run, Ctrl-C or an error in a callback,
    the exception carries the `Ensemble` so far in its attribute `ensemble`, with -1
    steps for motions that had not been begun. With `out` that is on the disk, too, and
    of a process that is killed at most the last half second is lost:
    `rotlib.open_ensemble` reads it, and `resume=True` goes on. Chapter: A cloud of
    Hyperions.

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
    body = as_body(body)
    method, prepared = prepare(method, body, load)
    begun_at = q0, position, velocity
    start: dict[str, Any] = _starts(method, prepared, omega, *begun_at, body)
    grid = Grid.checked(t0, h, steps, every)
    batch = start["omega"].shape[:-1]
    body = body_of(body, batch)
    inputs = checked_inputs(inputs, prepared, grid.t0, grid.steps, batch)
    job = _job(method, body, prepared, grid, backend, measure, on_failure)
    job = job._replace(inputs=inputs, motions=batch[0])
    motions, steps = len(start["omega"]), grid.steps
    part = min(motions, _usual(job) if part is None else _check.count(part, "part"))
    if resume and out is None:
        raise InvalidInput("resume: expected an out to go on with, got none")
    path = None if out is None else storage.location(out)
    problem = {} if path is None else described(job, load, start)
    start["lane"] = np.arange(motions)
    if client is not None:
        dask.require_client(client)
    clock = time.perf_counter()
    with closing(begun(path, problem, motions, resume)) as kept:
        stats: dict[str, Any] = {"part": part}
        todo = kept.gaps(part)
        if todo:
            job = _tried(job, start, fixed=client is not None)
        cuts = (
            {name: a[first:stop] for name, a in start.items()} for first, stop in todo
        )
        made = (chunk.run(job, cut) for cut in cuts)
        done = made if client is None else dask.parts(client, job, cuts)
        bar = meter(motions * steps, progress, "body step", LONG)
        try:
            kept.begin(grid.t, part)
            with closing(done), bar as passed:
                passed(int(kept.made.sum()) * steps)
                for (first, stop), piece in zip(todo, done, strict=True):
                    kept.take(first, piece, 0 if job.measure else 1, part)
                    passed((stop - first) * steps)
                    if callback is not None:
                        here = job.of(slice(first, stop))
                        callback(first, stop, _as_kept(here, piece))
            kept.save()
        except BaseException as error:
            with suppress(OSError):
                kept.save()
            stats["seconds"] = time.perf_counter() - clock
            error.ensemble = kept.ensemble(job, stats)  # type: ignore[attr-defined]
            _add_note(error, kept, path)
            raise
    stats["seconds"] = time.perf_counter() - clock
    return kept.ensemble(job, stats)


def open_ensemble(
    out: str | PathLike[str], *, load: LoadLike = None, inputs: InputsLike = None
) -> Ensemble:
    """Read what an ensemble has written to `out`, finished or not.

    It may have been stopped or killed, and it may still be running.

    Parameters
    ----------
    out : path
        The folder, or the Zarr store, that was given to `rotlib.ensemble`.
    load : Load, Wrench or callable, optional
        The load of the ensemble. Its code is not kept. Arrays can be read without it;
        where energies need it, or a motion between the records, `NotAvailable` says so.
    inputs : array_like or callable, optional
        Those of the ensemble, for motions between the records.

    Returns
    -------
    Ensemble
        `made` says which motions there are, and `complete` whether these are all. The
        arrays are opened, not read; those of other motions hold NaN, and
        `steps_completed` -1.

    Raises
    ------
    InvalidInput
        If no ensemble is there, or if it had another load or other inputs.

    Notes
    -----
    Nothing in the folder is executed: it holds numbers, names and JSON. To go on with
    the ensemble call `rotlib.ensemble` as before, with `resume=True`. Chapter: A cloud
    of Hyperions.

    Examples
    --------
    >>> import tempfile
    >>> import rotlib as rl
    >>> body, omega = rl.Body((1, 2, 3)), [(0.1, 1.0, 0.1 * i) for i in range(5)]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = rl.ensemble("buss4", body, omega=omega, h=0.1, steps=9, out=folder)
    ...     rl.open_ensemble(folder)
    <Ensemble buss4: 5 motions, 2 records, t = 0 ... 0.9 s>
    """
    path = storage.location(out)
    journal = Journal(path)
    job = job_of(journal.problem, load, inputs)
    kept = Kept(journal.problem["motions"], storage.at(path), journal)
    return kept.ensemble(job, {})


def _starts(
    method: Method,
    load: Any,
    omega: ArrayLike,
    q0: Pose | None,
    position: ArrayLike | None,
    velocity: ArrayLike | None,
    body: Body | Bodies,
) -> dict[str, Array]:
    """Where the motions start, by name, each (motions, ...)."""
    start = start_of(method, load, omega, q0, position, velocity, body)
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
    body: Body | Bodies,
    load: Any,
    grid: Grid,
    backend: Backend,
    measure: Callable[[Trajectory], Any] | None,
    on_failure: str,
) -> Job:
    """What is done to each part."""
    backend = named(backend)
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


def _tried(job: Job, start: dict[str, Array], fixed: bool) -> Job:
    """The job, tried on one step of a few motions; `fixed` to the back end found here.

    An error that each of them raises is raised, for it says something of the arguments.
    So is one that they raise together and none raises alone. Any other is that of a
    motion.
    """
    few = np.unique(np.linspace(0, len(start["omega"]) - 1, FEW).astype(int))
    grid = job.grid._replace(steps=1, every=1)
    rows = job.inputs
    first = rows[:1] if isinstance(rows, np.ndarray) else rows
    trial = job._replace(grid=grid, measure=None, raising=True, inputs=first)
    found: list[str | None] = []
    errors: list[Exception] = []

    def attempt(chosen: Any) -> Exception | None:
        try:
            cut = {name: a[chosen] for name, a in start.items()}
            found.append(chunk.run(trial, cut).backend)
        except Exception as error:
            run = getattr(error, "trajectory", None)
            found.append(run.stats.get("backend") if run is not None else None)
            return error
        return None

    together = attempt(few)
    if together is not None and not _of_the_motion(together):
        errors = [e for i in few if (e := attempt([i])) is not None]
        if len(errors) in (0, len(few)) and not any(map(_of_the_motion, errors)):
            raise together
    backend = next(filter(None, found), None)
    if fixed and backend is not None and job.backend == "fastest":
        job = job._replace(backend=cast(Backend, backend))
    return job


def _of_the_motion(error: Exception) -> bool:
    """Whether it is what rotlib raises for a motion that cannot be continued."""
    arguments = InvalidInput, NotAvailable
    return isinstance(error, RotlibError) and not isinstance(error, arguments)


def _add_note(error: BaseException, kept: Kept, path: Path | None) -> None:
    """Say what there is, and how to go on."""
    error.add_note(
        f"rotlib: stopped after {int(kept.made.sum())} of {kept.motions} motions; they"
        " are in the exception's .ensemble"
    )
    full = isinstance(error, OSError) and error.errno in FULL
    if kept.journal is not None and kept.made.any():
        error.add_note(
            f"rotlib: {kept.journal.motions} of them are kept in {str(path)!r};"
            f"{' make room there and' if full else ''} call rotlib.ensemble again with"
            " resume=True to go on"
        )
    elif full:
        error.add_note(
            f"rotlib: there is no room for {str(path)!r}; make some, give another out,"
            " or keep less: measure=, every="
        )


def _as_kept(job: Job, piece: ChunkResult) -> Any:
    """What a callback is shown of a part."""
    if job.measure is None:
        return job.trajectory(job.grid.t, piece.arrays, {"backend": piece.backend})
    return piece.arrays[MEASURED] if set(piece.arrays) == {MEASURED} else piece.arrays
