"""Many motions, part by part, in small memory; none stops the others.

Starts have the shape (motions, 3) or (motions, 4); what is kept has (records, motions,
...), what is measured (motions, ...).
Chapter: A cloud of Hyperions.
"""

from __future__ import annotations

import os
import pickle
import shutil
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from numpy.lib.format import open_memmap, write_array
from numpy.typing import NDArray

from . import __version__, _check
from ._check import require
from ._types import Array, ArrayLike, Backend, Pose, Steps
from .backends.executors import named
from .body import BodyLike, as_body
from .errors import InvalidInput, NotAvailable, RotlibError
from .methods import Method
from .runs import archive
from .runs.events import interpolate
from .runs.given import InputsLike, body_of, checked_inputs
from .runs.integration import integrate
from .runs.loop import meter
from .runs.prepare import Grid, LoadLike, prepare, start_of
from .runs.run import motion_of
from .runs.trajectory import Trajectory

try:
    import fcntl
except ImportError:  # no locks here: of two that go on, none is refused
    fcntl = None  # type: ignore[assignment]

__all__ = ["Ensemble", "ensemble", "open_path"]

MEMORY = 2**27  # bytes of the records of one part
MOST = 8192  # motions in a part, for the progress bar to move and Ctrl-C to be heard
FEW = 8  # motions that are tried first
LONG = 10**7  # steps times motions from which a bar is shown on a terminal unasked
STEPS, MEASURED = "steps_completed", "measured"
START, FAILED = "start.npz", "failed.npz"
KEPT = "q_raw", "omega", "position", "velocity"
MOTION = "q0", *KEPT[1:]  # as `integrate` takes them


@dataclass(frozen=True, eq=False)
class Ensemble:
    """What became of many motions.

    `cloud[::10, 5:8]` is the `Trajectory` of each tenth record of motions 5, 6 and 7,
    read from the file if that is where they are kept; `cloud[:, cloud.succeeded]`
    leaves out motions that failed.

    t: (records,), s
    steps_completed: (motions,), -1 where a motion has not been begun
    failed: {motion: why it failed}
    arrays: "q_raw", "omega" and so on, NaN after a failure, or what `measure` returned;
        NumPy arrays, or maps of files
    stats: steps, step size and back end; of what was not read from a disk also the
        motions in a part, and seconds
    start: one record: where all motions begin, with their body, load and method
    """

    t: Array
    steps_completed: Steps
    failed: dict[int, str]
    arrays: dict[str, Any]
    stats: dict[str, Any]
    start: Trajectory

    def __len__(self) -> int:
        return len(self.steps_completed)

    def __repr__(self) -> str:
        failed = f", {len(self.failed)} failed" if self.failed else ""
        made = "" if self.complete else f" {self.made.sum()} made,"
        kept = "measured" if self.start.stats["measure"] else f"{len(self.t)} records"
        span = f"t = {' ... '.join(_check.told(*self.t[[0, -1]]))} s"
        return (
            f"<Ensemble {self.start.method}: {len(self)} motions,{made} {kept},"
            f" {span}{failed}>"
        )

    def __getitem__(self, key: Any) -> Trajectory:
        return self.trajectory[key]

    @property
    def trajectory(self) -> Trajectory:
        """All records of all motions."""
        if self.start.stats["measure"]:
            raise NotAvailable("cloud[...]: what was measured is in .measured alone")
        if not self.made.any():
            raise NotAvailable("cloud[...]: no part of this ensemble has been made yet")
        return _filled(self.start, self.arrays, **self.stats)

    @property
    def measured(self) -> Any:
        """What `measure` returned: an array, a dict of arrays, or None."""
        if not (self.start.stats["measure"] and self.made.any() and self.arrays):
            return None
        return self.arrays[MEASURED] if {*self.arrays} == {MEASURED} else self.arrays

    @property
    def made(self) -> NDArray[np.bool_]:
        """Which motions have been begun and ended, well or not."""
        return np.asarray(self.steps_completed >= 0)

    @property
    def complete(self) -> bool:
        """Whether all motions are made: nothing stopped the ensemble."""
        return bool(self.made.all())

    @property
    def succeeded(self) -> NDArray[np.bool_]:
        """Which motions made all their steps."""
        return np.asarray(self.steps_completed == self.stats["steps"])


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
    out: str | os.PathLike[str] | None = None,
    part: int | None = None,
    backend: Backend = "auto",
    progress: bool | None = None,
    client: Any = None,
    resume: bool = False,
) -> Ensemble:
    """Integrate many motions, in parts that fit into memory.

    Arguments that `rotlib.integrate` has too mean the same. A motion has the same bits
    whatever else is in its part. What a motion raises is noted, and the others go on;
    what each of a few raises in its first step is raised. Whatever stops the ensemble
    carries it, as far as it is made, in its attribute `ensemble`; of a process that is
    killed the parts it has made are in `out`. OSError for a full disk.

    body: one, or one for each motion
    omega, q0, position, velocity: a row for each motion, or one for all
    every: keep each so manyth step; by default the first and the last alone
    measure: measure(trajectory) -> an array, or a dict of arrays, motions first, which
        is kept in place of the records; it is given the motions of a part that did not
        fail, and may raise to stop all
    out: a folder that is made, with a .npy file for each array
    part: motions at once; by default records of 128 MiB, at most 8192 motions
    progress: a bar of tqdm; by default on a terminal, from ten million steps
    client: of dask.distributed, whose workers integrate the parts
    resume: go on with what is in `out`, to the same bits. Another problem is refused;
        functions of your own, such as `measure`, are told by their names alone
    """
    clock, body = time.perf_counter(), as_body(body)
    method, prepared = prepare(method, body, load, alone=True)
    begin = start_of(method, body, prepared, omega, q0, position, velocity)
    batch = begin["omega"].shape[:-1]
    if len(batch) != 1 or not batch[0]:
        raise InvalidInput(
            f"{', '.join(begin)}: expected one axis of motions before the components,"
            f" got the axes {batch}; reshape, or use rotlib.integrate"
        )
    grid, n = Grid.checked(t0, h, steps, every), batch[0]
    inputs = checked_inputs(inputs, prepared, grid.t0, grid.steps, batch)
    right = measure is None or callable(measure)
    require(right, "measure", "a function", f"{measure!r:.40}")
    motion: Any = dict(zip(KEPT, [a[None] for a in motion_of(begin)], strict=False))
    stats = {name: np.full((1, n), np.nan) for name in method.layout.statistics}
    width = sum(a.shape[-1] for a in motion.values()) + len(stats)
    usual = min(MOST, max(1, MEMORY // (8 * width * len(grid.kept))))
    part = min(n, usual if part is None else _check.count(part, "part"))
    name = None if measure is None else getattr(measure, "__qualname__", "measure")
    problem: Any = {"measure": name, "backend": named(backend), "rotlib": __version__}
    motion |= {"body": body_of(body, batch), "method": method.name, "load": prepared}
    motion |= {"integrator": method, "interpolant": interpolate, "inputs": inputs}
    start = Trajectory(grid.t[:1], stats=problem | stats | grid._asdict(), **motion)
    require(not resume or out is not None, "resume", "an out to go on with", "none")
    if client is not None:
        _check.installed("distributed", "client")
        waits = not getattr(client, "asynchronous", True)
        require(waits, "client", "a dask.distributed.Client that waits", repr(client))
    cloud, bar = _read(start), meter(n * grid.steps, progress, "body step", LONG)
    try:
        folder = None if out is None else archive.checked(out, "out")
        with _claimed(folder, cloud, resume) as cloud:
            first = int(cloud.made.sum())
            if first < n:
                _try(start)
            cuts = (start[:, k : k + part] for k in range(first, n, part))
            with closing(_parts(cuts, client, measure)) as parts, bar as shown:
                shown.update(first * grid.steps)
                for made in parts:
                    _take(cloud, folder, *made)
                    shown.update(len(made[0]) * grid.steps)
    except BaseException as error:
        error.ensemble = _so_far(cloud, part=part)  # type: ignore[attr-defined]
        there = "" if out is None else f" and in {str(out)!r}; resume=True goes on"
        error.add_note(
            f"rotlib: stopped after {cloud.made.sum()} of {n} motions, which are in the"
            f" exception's .ensemble{there}"
        )
        raise
    return _so_far(cloud, part=part, seconds=time.perf_counter() - clock)


def open_path(
    path: str | os.PathLike[str], *, load: LoadLike = None, inputs: InputsLike = None
) -> Any:
    """Read what rotlib has written, by looking at what is there.

    Of `run.save` the run; of `run.to_csv` the rows as a structured array, (records,) or
    (records, bodies), with the columns by their names: `rows["omega_x (rad/s)"]`; of
    `ensemble(out=)`, finished or not, the ensemble, whose arrays are opened, not read.
    Nothing in a file is run: hand over a `load`, or `inputs`, that are functions of
    your own, for `at` and the potential energy. InvalidInput for another kind of file
    or a damaged one, and for another load; VersionMismatch for that of a newer rotlib.
    """
    place = archive.checked(path)
    if place.is_dir():
        require((place / START).is_file(), "path", f"an ensemble in {path!r}", "none")
        return _so_far(_read(archive.read_run(place / START, load, inputs), place))
    with place.open("rb") as file:
        if file.read(2) == b"PK":  # zipped, as NumPy does it
            return archive.read_run(place, load, inputs)
    if load is None and inputs is None:
        return archive.read_table(place)
    raise InvalidInput("load, inputs: a table is read without them, as its rows are")


def _run(start: Trajectory, grid: Grid) -> Trajectory:
    given: Any = dict(zip(MOTION, [a[0] for a in start.motion], strict=False))
    given |= {"method": start.integrator, "body": start.body, "load": start.load}
    given |= {"inputs": start.inputs, "backend": start.stats["backend"]}
    return integrate(**given, **grid._asdict(), progress=False)


def _integrated(start: Trajectory) -> tuple[Steps, dict[int, str], dict[str, Array]]:
    """(steps, failures, arrays) of motions; where one fails, they are run in halves."""
    n, failed, arrays = start.q.shape[1], dict[int, str](), dict[str, Array]()
    grid = _grid(start)
    steps, todo = np.full(n, grid.steps), [(0, n)]
    while todo:
        first, stop = todo.pop()
        here = start[:, first:stop]
        run: Any
        try:
            run = _run(here, grid)
        except Exception as error:
            run = getattr(error, "trajectory", None)
            lacking = run is None and isinstance(error, NotAvailable)
            if lacking or isinstance(error, MemoryError):
                raise
            if stop - first > 1:
                middle = (first + stop) // 2
                todo += [(middle, stop), (first, middle)]
                continue
            run = here if run is None else run
            late = _of_the_motion(error) and getattr(error, "step", None)
            steps[first] = late - 1 if late else grid.kept[max(len(run), 1) - 1]
            failed[first] = f"{type(error).__name__}: {error}"
        found = dict(zip(run.motion_names, run.motion, strict=True)) | run.stats
        for name, a in found.items():
            if isinstance(a, np.ndarray):
                whole = np.full((len(grid.kept), n, *a.shape[2:]), np.nan, a.dtype)
                arrays.setdefault(name, whole)[: len(a), first:stop] = a
    return steps, failed, arrays


def _part(start: Trajectory, measure: Any) -> tuple[Any, Any, Any]:
    steps, failed, arrays = _integrated(start)
    if measure is not None:
        run = _filled(start, arrays, **_stats(start))
        arrays = _measured(measure, run, steps == start.stats["steps"])
    return steps, failed, arrays


def _grid(start: Trajectory) -> Grid:
    return Grid(*[start.stats[name] for name in Grid._fields])


def _stats(start: Trajectory) -> dict[str, Any]:
    known = {name: start.stats[name] for name in ("t0", "h", "steps", "backend")}
    return known | ({"backend": "numpy"} if known["backend"] == "auto" else {})


def _filled(start: Trajectory, arrays: dict[str, Any], **stats: Any) -> Trajectory:
    known = {name: np.asarray(a) for name, a in arrays.items()}
    motion: Any = {name: known.pop(name) for name in start.motion_names}
    return replace(start, t=_grid(start).t, stats=stats | known, **motion)


def _measured(
    measure: Callable[[Trajectory], Any], run: Trajectory, good: NDArray[np.bool_]
) -> dict[str, Array]:
    if not good.any():
        return {}
    made, n, found = {}, good.sum(), measure(run if good.all() else run[:, good])
    found = found if isinstance(found, dict) else {MEASURED: found}
    for name, value in found.items():
        a = np.asarray(value)
        named = str(name).isidentifier() and name not in ("t", STEPS)
        right = named and a.dtype.kind in "biufc" and a.shape[:1] == (n,)
        wanted = f"numbers with the {n} motions of the part first, by names other than"
        got = f"{name!r} of shape {a.shape} and type {a.dtype}"
        require(right, "measure", f"{wanted} t and {STEPS}", got)
        kind = a.dtype if a.dtype.kind in "fc" else np.float64
        made[name] = np.full((len(good), *a.shape[1:]), np.nan, kind)
        made[name][good] = a
    return made


def _try(start: Trajectory) -> None:
    """Raise what each of a few motions raises in its first step."""
    if isinstance(start.inputs, np.ndarray):
        start = replace(start, inputs=start.inputs[:1])
    errors = []
    for i in np.unique(np.linspace(0, start.q.shape[1] - 1, FEW).astype(int)):
        try:
            _run(start[:, i : i + 1], _grid(start)._replace(steps=1, every=1))
        except Exception as error:
            if _of_the_motion(error):
                return
            errors.append(error)
        else:
            return
    raise errors[0]


def _of_the_motion(error: Exception) -> bool:
    of_arguments = InvalidInput, NotAvailable
    return isinstance(error, RotlibError) and not isinstance(error, of_arguments)


def _parts(
    cuts: Iterator[Trajectory], client: Any, measure: Any
) -> Generator[tuple[Any, Any, Any]]:
    """The parts in order; of those of a cluster a bounded number is under way."""
    if client is None:
        yield from (_part(cut, measure) for cut in cuts)
        return
    import cloudpickle

    waiting: deque[Any] = deque()
    try:
        while True:
            room = 2 * sum(client.nthreads().values()) - len(waiting)
            for cut in islice(cuts, max(room, not waiting)):
                # not as a run pickles, which leaves functions behind
                text = cloudpickle.dumps((vars(cut), measure))
                waiting.append(client.submit(_received, text, pure=False))
            if not waiting:
                return
            yield waiting[0].result()
            waiting.popleft()
    finally:
        client.cancel(list(waiting))


def _received(text: bytes) -> Any:
    parts, measure = pickle.loads(text)
    return _part(Trajectory(**parts), measure)


# --- in files -------------------------------------------------------------------------


def _read(start: Trajectory, folder: Path | None = None, mode: Any = "r") -> Ensemble:
    """An ensemble under way, with nothing made or with what is in a folder."""
    paths = () if folder is None else folder.glob("*.npy")
    arrays: Any = {path.stem: open_memmap(path, mode) for path in paths}
    arrays.pop("t", None)
    steps = arrays.pop(STEPS, np.full(start.q.shape[1], -1))
    reasons: Any = ()
    if folder is not None and (folder / FAILED).exists():
        reasons = archive.read(folder / FAILED)
    failed = {i: why for i, why in reasons if steps[i] >= 0}
    return Ensemble(_grid(start).t, steps, failed, arrays, _stats(start), start)


def _so_far(cloud: Ensemble, **more: Any) -> Ensemble:
    """The ensemble for a reader: maps of files cannot be written to."""
    arrays = {n: a.view() for n, a in cloud.arrays.items()}
    for a in arrays.values():
        a.flags.writeable &= not isinstance(a, np.memmap)
    steps, stats = np.array(cloud.steps_completed), cloud.stats | more
    return replace(cloud, steps_completed=steps, arrays=arrays, stats=stats)


@contextmanager
def _claimed(folder: Path | None, cloud: Ensemble, resume: bool) -> Iterator[Ensemble]:
    """The ensemble in a folder, made or gone on with, as the only one that writes.

    Nothing stays of a new folder in which nothing is made.
    """
    if folder is None:
        yield cloud
        return
    path, new, lock = folder / START, False, None
    try:
        try:
            if resume and path.exists():
                _require_same(archive.read_run(path), cloud.start, folder)
            else:
                folder.mkdir(parents=True)
                new = True
                archive.write(path, cloud.start)
            lock = open(path, "r+b")
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (FileExistsError, NotADirectoryError, BlockingIOError):
            new = False
            raise InvalidInput(
                f"out: {str(folder)!r} exists, or another process is writing it; give"
                " another name, or go on with the ensemble in it: resume=True"
            ) from None
        np.save(folder / "t.npy", cloud.t)
        if not (folder / f"{STEPS}.npy").exists():
            _array(folder, STEPS, cloud.steps_completed.shape, np.int64)
        cloud = _read(cloud.start, folder, "r+")
        yield cloud
    finally:
        if new and not cloud.made.any():
            shutil.rmtree(folder)
        if lock is not None:
            lock.close()


def _take(
    cloud: Ensemble, folder: Path | None, steps: Steps, failed: Any, made: Any
) -> None:
    """Keep what came of the next motions.

    That they are made is noted when it would outlive a loss of power.
    """
    first, arrays = int(cloud.made.sum()), cloud.arrays
    lead = 0 if cloud.start.stats["measure"] else 1  # axes before that of motions
    before, now = [
        {n: (*np.delete(a.shape, lead).tolist(), a.dtype.kind) for n, a in x.items()}
        for x in (arrays, made)
    ]
    alike = not (before and now) or before == now
    got = f"{before}, then {now}; numbers stay real if the first are"
    require(alike, "measure", "the same arrays for each part", got)
    motions = slice(first, first + len(steps))
    for name, a in made.items():
        if name not in arrays:
            shape = *a.shape[:lead], len(cloud), *a.shape[lead + 1 :]
            arrays[name] = _array(folder, name, shape, a.dtype)
        arrays[name][(slice(None),) * lead + (motions,)] = a
    cloud.failed.update({first + i: why for i, why in failed.items()})
    if folder is not None:
        for a in arrays.values():
            a.flush()
        if failed:
            archive.write(folder / FAILED, [*cloud.failed.items()])
    cloud.steps_completed[motions] = steps
    if folder is not None:
        cast(Any, cloud.steps_completed).flush()


def _array(folder: Path | None, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
    """A new array of NaN, or of -1, whose room on the disk is taken.

    A map of a sparse file ends the process where the disk is full.
    """
    nothing = -1 if np.dtype(dtype).kind == "i" else np.nan
    if folder is None:
        return np.full(shape, nothing, dtype)
    path = folder / f"{name}.npy"
    with open(path.with_suffix(".new"), "wb") as file:
        # to NumPy not a file: its own writing would lose the number of an error
        plain: Any = SimpleNamespace(write=file.write)
        write_array(plain, np.broadcast_to(np.array(nothing, dtype), shape))
    os.replace(file.name, path)
    return open_memmap(path, "r+")


def _require_same(old: Trajectory, new: Trajectory, folder: Path) -> None:
    before, now = [run._own | run.stats | {"stats": None} for run in (old, new)]
    found = [name for name in now if not archive.same(before.get(name), now[name])]
    wanted = f"the problem that {str(folder)!r} was begun with"
    got = f"another {', '.join(found)}; give it another out"
    require(not found, "resume", wanted, got)
