"""`ensemble`: many motions of one body, part by part, so that memory stays small and no motion stops the others."""

import time
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from . import _check, _cluster, _parts, _shelf
from ._parts import MEASURED, Work
from ._progress import meter
from .errors import InvalidInput, NotAvailable
from .integration import BACKENDS, batch_shape, place_of
from .loads import as_load
from .methods import find
from .trajectory import is_index
from .wrenches import as_wrench

MEMORY = 2**27  # bytes of the records of one part
MOST = 8192     # motions in a part, for the progress bar to move and Ctrl-C to be heard
LONG = 10**7    # steps times motions from which a bar is shown on a terminal unasked


@dataclass(frozen=True, eq=False)
class Ensemble:
    """What became of many motions.

    `cloud[::10, 5:8]` is the `Trajectory` of each tenth record of motions 5, 6 and 7, read from the file if that is
    where they are kept; `cloud[:, cloud.lasted]` leaves out motions that failed.

    Attributes
    ----------
    t : ndarray, shape (records,)
        Times of the records, s.
    made : ndarray of int, shape (motions,)
        Steps that each motion made.
    failed : dict
        {motion: why it failed}; empty if none did.
    arrays : dict
        What is kept, by name: "q", "omega" and so on, shape (records, motions, ...), NaN after a failure; or what
        `measure` returned, shape (motions, ...). NumPy arrays, maps of files or Zarr arrays.
    stats : dict
        Steps, step size, back end, motions in a part, seconds.
    work : object
        What was done to each motion: `work.method`, `work.body`.
    """

    t: np.ndarray
    made: np.ndarray
    failed: dict
    arrays: dict
    stats: dict
    work: Any

    def __len__(self):
        return len(self.made)

    def __repr__(self):
        failed = f", {len(self.failed)} failed" if self.failed else ""
        kept = "measured" if self.work.measure else f"{len(self.t)} records"
        span = f"t = {self.t[0]:g} ... {self.t[-1]:g} s"
        return f"<Ensemble {self.work.method.name}: {len(self)} motions, {kept}, {span}{failed}>"

    def __getitem__(self, key):
        if self.work.measure is not None:
            raise NotAvailable("cloud[...]: with measure= no records are kept; what was measured is in .measured")
        records, *motions = key if isinstance(key, tuple) else (key,)
        if len(motions) > 1 or not all(map(is_index, (records, *motions))):
            raise InvalidInput(f"cloud[{key!r}]: expected records, then motions; each a number, a slice, or a list of "
                               "numbers or of True and False")
        records = [records] if np.ndim(records) == 0 and not isinstance(records, slice) else records
        arrays = {name: _shelf.read(a, records, *motions) for name, a in self.arrays.items()}
        return self.work.trajectory(self.t[records], arrays, self.stats)

    @property
    def trajectory(self):
        """All records of all motions as a `Trajectory` or `PoseTrajectory`; from a Zarr store, read into memory."""
        return self[:]

    @property
    def measured(self):
        """What `measure` returned: one array, or a dict of arrays; None if no motion lasted or nothing was measured."""
        if self.work.measure is None or not self.arrays:
            return None
        return self.arrays[MEASURED] if set(self.arrays) == {MEASURED} else self.arrays

    @cached_property
    def lasted(self):
        """Which motions made all their steps, shape (motions,)."""
        return self.made == self.stats["steps"]


def ensemble(method, body, *, omega, h, steps, q0=None, position=None, velocity=None, load=None, t0=0.0, every=None,
             measure=None, out=None, part=None, backend="fastest", on_failure="go on", progress=None, client=None,
             callback=None):
    """Integrate many motions of one body, in parts that fit into memory.

    Parameters
    ----------
    method, body, h, steps, load, t0
        As for `rotlib.integrate`.
    omega, q0, position, velocity : array_like, shape (motions, 3) or (motions, 4)
        As for `rotlib.integrate`, with one axis for the motions, which one of them may lack: it is the same for all.
    every : int, optional
        Keep each `every`-th step, and the first and the last. Default: these two alone.
    measure : callable, optional
        measure(trajectory) -> an array, or a dict of arrays, with the motions along the first axis. It is called for
        each part, with the motions that lasted, and what it returns is kept in place of the records, counts as floats.
    out : path, optional
        Keep the arrays in files: in a new folder, one .npy file each, or in a new Zarr store if the name ends in .zarr
        (extra `rotlib[zarr]`), chunked by parts. "t" and "made" are written with them. Default: in memory.
    part : int, optional
        Motions integrated at once. Default: as many as have records of 128 MiB together, at most 8192.
    backend : {"fastest", "auto", "numpy", "numba"}
        As for `rotlib.integrate`.
    on_failure : {"go on", "raise"}
        What to do if a motion fails, with a ConvergenceError, StepTooLarge or Diverged: find it, note the reason and go
        on with the others, or raise the error of its part.
    progress : bool, optional
        A progress bar (tqdm, if installed) that counts steps of bodies. Default: on a terminal, from ten million.
    client : dask.distributed.Client, optional
        Have the parts integrated by the workers of a cluster (extra `rotlib[dask]`). A part whose worker is lost is
        done again. The back end is the one that can be had here; a worker without it refuses.
    callback : callable, optional
        callback(first, stop, kept) after each part, in order: its range of motions and its `Trajectory`, or what was
        measured of it. Raise to stop.

    Returns
    -------
    Ensemble
        The records as trajectories, or what was measured; steps made and reasons of failure. Arrays in files are
        opened, not read.

    Raises
    ------
    InvalidInput, NotAvailable
        As `rotlib.integrate`; for anything but one axis of motions, an `out` that exists, a result of `measure` with
        other axes, and what cannot be sent to workers.

    Notes
    -----
    A motion has the same bits whatever else is in its part and wherever it is computed, with one back end on one kind
    of machine. To find a motion that fails, its part is run again in halves. If anything stops the run, Ctrl-C or an
    error in a callback, the exception carries the `Ensemble` so far in its attribute `ensemble`, with -1 steps for
    motions that had not been begun. Chapter: A cloud of Hyperions.

    Examples
    --------
    >>> import numpy as np
    >>> import rotlib as rl
    >>> omega = (0.01, 1.0, 0.01) + 1e-3 * np.random.default_rng(1).normal(size=(1000, 3))
    >>> body = rl.Body.box(mass=1.0, sides=(1, 4, 18))
    >>> cloud = rl.ensemble("buss4", body, omega=omega, h=0.05, steps=400, every=40, backend="numpy")
    >>> cloud
    <Ensemble buss4: 1000 motions, 11 records, t = 0 ... 20 s>
    >>> cloud[-1, :3].omega.shape
    (1, 3, 3)
    >>> flipped = rl.ensemble("buss4", body, omega=omega, h=0.05, steps=400, backend="numpy",
    ...                       measure=lambda run: run.omega[-1, :, 1] < 0)
    >>> flipped.measured.shape
    (1000,)
    """
    method = find(method)
    start = _starts(method, omega, q0, position, velocity)
    work = _work(method, body, load, h, steps, t0, every, backend, measure, on_failure)
    motions, path = len(start["omega"]), _shelf.place(out)
    part = min(motions, _usual(work) if part is None else _check.count(part, "part"))
    if client is not None:
        _cluster.demand_client(client)
        work = _tried(work, start)
    clock, steps = time.perf_counter(), work.given["steps"]
    made, failed, arrays = np.full(motions, -1), {}, {}
    stats = {"steps": steps, "h": work.given["h"], "part": part}

    def so_far():
        stats["seconds"] = time.perf_counter() - clock
        extra = {"t": work.t, "made": made} if path is not None and arrays else {}
        for name, a in extra.items():
            _shelf.new(path, name, a.shape, a.dtype, a.shape)[...] = a
        return Ensemble(work.t, made, failed, _shelf.reopened(path, arrays), stats, work)

    cuts = ({name: a[first:first + part] for name, a in start.items()} for first in range(0, motions, part))
    done = _cluster.parts(client, work, cuts) if client is not None else (_parts.run(work, cut) for cut in cuts)
    first = 0
    try:
        with closing(done), meter(motions * steps, progress, "body step", LONG) as passed:
            for piece in done:
                stop = first + len(piece.made)
                _put(path, arrays, piece.arrays, first, motions, part, axis=0 if work.measure else 1)
                made[first:stop], stats["backend"] = piece.made, piece.backend
                failed |= {first + i: why for i, why in piece.failed.items()}
                passed(len(piece.made) * steps)
                if callback is not None:
                    callback(first, stop, _as_kept(work, piece))
                first = stop
    except BaseException as error:
        error.ensemble = so_far()
        error.add_note(f"rotlib: stopped after {int((made >= 0).sum())} of {motions} motions; they are in the "
                       "exception's .ensemble")
        raise
    return so_far()


def _starts(method, omega, q0, position, velocity):
    """Where the motions start, by name, each (motions, ...)."""
    omega = _check.trailing(omega, 3, "omega")
    q0 = _check.unit_quaternion((1.0, 0.0, 0.0, 0.0) if q0 is None else q0, "q0")
    place = dict(zip(("position", "velocity"), place_of(method, position, velocity, omega.dtype), strict=False))
    start = {"omega": omega, "q0": q0, **place}
    shape = batch_shape(**start)
    if len(shape) != 1 or shape[0] == 0:
        raise InvalidInput(f"{', '.join(start)}: expected one axis of motions before the components, got the axes "
                           f"{shape}; reshape to (motions, 3), and use rotlib.integrate for one motion")
    return {name: np.broadcast_to(a, (*shape, a.shape[-1])) for name, a in start.items()}


def _work(method, body, load, h, steps, t0, every, backend, measure, on_failure):
    """What is done to each part."""
    steps = _check.count(steps, "steps")
    given = {"h": _check.step_size(h), "steps": steps, "t0": _check.real(t0, "t0"),
             "every": steps if every is None else _check.count(every, "every"),
             "load": as_wrench(load) if method.poses else as_load(load),
             "backend": _check.one_of(backend, BACKENDS, "backend")}
    if measure is not None and not callable(measure):
        raise InvalidInput(f"measure: expected a function of a trajectory, got {type(measure).__name__}")
    return Work(method, body, given, measure, _check.one_of(on_failure, ("go on", "raise"), "on_failure") == "raise")


def _usual(work):
    """The motions of a part, if nobody says: as many as have records of so many bytes."""
    numbers = len(work.kept) * ((13 if work.method.poses else 7) + len(work.method.statistics))
    return min(MOST, max(1, MEMORY // (8 * numbers)))


def _tried(work, start):
    """The same work on the back end that is found here, where trying a step leaves it compiled for the workers."""
    trial = work._replace(given=work.given | {"steps": 1, "every": 1}, measure=None, raising=False)
    return work._replace(given=work.given | {
        "backend": _parts.run(trial, {name: a[:1] for name, a in start.items()}).backend})


def _put(path, arrays, new, first, motions, part, axis):
    """Write the arrays of a part where they belong; the first part tells what arrays there are."""
    if arrays and new and {name: _aside(a, axis) for name, a in new.items()} != {
            name: _aside(a, axis) for name, a in arrays.items()}:
        raise InvalidInput(f"measure: expected the same arrays for each part, got {_told(arrays)}, then {_told(new)}; "
                           "only the first axis may be longer or shorter")
    for name, a in new.items():
        before, after = a.shape[:axis], a.shape[axis + 1:]
        if name not in arrays:
            arrays[name] = _shelf.new(path, name, (*before, motions, *after), a.dtype, (*before, part, *after))
        arrays[name][(slice(None),) * axis + (slice(first, first + a.shape[axis]),)] = a


def _aside(a, axis):
    """The shape apart from the axis of the motions."""
    return a.shape[:axis] + a.shape[axis + 1:]


def _told(arrays):
    return ", ".join(f"{name} {a.shape}" for name, a in arrays.items())


def _as_kept(work, piece):
    """What a callback is shown of a part."""
    if work.measure is None:
        return work.trajectory(work.t, piece.arrays, {"backend": piece.backend})
    return piece.arrays[MEASURED] if set(piece.arrays) == {MEASURED} else piece.arrays
