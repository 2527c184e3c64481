"""One part of an ensemble: a batch that is integrated at once, and again in halves if some of its motions fail."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .body import Body
from .errors import ConvergenceError, Diverged, InvalidInput, StepTooLarge
from .integration import integrate, kept_steps
from .methods import Method
from .trajectory import PoseTrajectory, Trajectory

FAILURES = (ConvergenceError, StepTooLarge, Diverged)
MEASURED = "measured"
MOTION = ("q", "omega", "position", "velocity")


class Work(NamedTuple):
    """What is done to each part: `integrate` with all but the start, and then the measurement if there is one."""

    method: Method
    body: Body
    given: dict
    measure: Callable | None
    raising: bool

    @property
    def kept(self):
        """The steps after which there is a record."""
        return kept_steps(self.given["steps"], self.given["every"])

    @property
    def t(self):
        """The times of the records, s."""
        return self.given["t0"] + self.given["h"] * self.kept

    def trajectory(self, t, arrays, stats):
        """Arrays by name as the trajectory they came from, or as a piece of it with the records at times t."""
        motion = {name: a for name, a in arrays.items() if name in MOTION}
        stats = stats | {name: a for name, a in arrays.items() if name not in MOTION}
        kind = PoseTrajectory if self.method.poses else Trajectory
        return kind(t, body=self.body, method=self.method.name, load=self.given["load"], stats=stats,
                    integrator=self.method, **motion)


class Part(NamedTuple):
    """What came of a part: arrays by name, steps made by each motion, why some failed, and the back end."""

    arrays: dict
    made: np.ndarray
    failed: dict
    backend: str


def run(work, start):
    """The part of the motions that start with these arrays (motions, ...)."""
    motions, steps = len(start["omega"]), work.given["steps"]
    pieces = _pieces(work, start, 0, motions)
    made, failed = np.full(motions, steps), {}
    for first, _, error in pieces:
        if error is not None:
            made[first], failed[first] = _reached(work, error), f"{type(error).__name__}: {error}"
    stats = pieces[0][1].stats
    arrays = _joined(work, pieces, motions) if failed else _arrays(pieces[0][1])
    if work.measure is not None:
        lasted = np.flatnonzero(made == steps)
        plain = {name: a for name, a in stats.items() if not isinstance(a, np.ndarray)}
        arrays = _measured(work.measure, work.trajectory(work.t, arrays, plain), lasted)
    return Part(arrays, made, failed, stats["backend"])


def _pieces(work, start, first, stop):
    """(first motion, trajectory, error or None) of runs that together are all motions from first to stop.

    A batch of which a motion fails is run again in halves, down to the motion itself, whose trajectory is short.
    """
    try:
        here = {name: a[first:stop] for name, a in start.items()}
        return [(first, integrate(work.method, work.body, progress=False, **here, **work.given), None)]
    except FAILURES as error:
        if work.raising:
            raise
        if stop - first == 1:
            return [(first, error.trajectory, error)]
    middle = (first + stop) // 2
    return _pieces(work, start, first, middle) + _pieces(work, start, middle, stop)


def _reached(work, error):
    """Steps that a motion made before it failed; of a run that left the finite numbers, those up to its last record."""
    step = getattr(error, "step", None)
    return step - 1 if step is not None else work.kept[len(error.trajectory) - 1]


def _arrays(run):
    """The arrays of a trajectory by name, each (records, motions, ...)."""
    motion = {name: getattr(run, name) for name in MOTION if hasattr(run, name)}
    return motion | {name: a for name, a in run.stats.items() if isinstance(a, np.ndarray)}


def _joined(work, pieces, motions):
    """The arrays of all pieces side by side, NaN where a motion had failed."""
    joined = {name: np.full((len(work.kept), motions, *a.shape[2:]), np.nan, a.dtype)
              for name, a in _arrays(pieces[0][1]).items()}
    for first, piece, _ in pieces:
        for name, a in _arrays(piece).items():
            joined[name][:len(a), first:first + a.shape[1]] = a
    return joined


def _measured(measure, whole, lasted):
    """What `measure` says of the motions that lasted, NaN for the others; nothing if none lasted."""
    if not len(lasted):
        return {}
    motions = whole.q.shape[1]
    found = measure(whole if len(lasted) == motions else whole[:, lasted])
    named = found if isinstance(found, dict) else {MEASURED: found}
    return {name: _scattered(name, np.asarray(a), lasted, motions) for name, a in named.items()}


def _scattered(name, a, lasted, motions):
    """The rows of the motions that lasted among rows of NaN; what is counted becomes floats, which have one."""
    if a.dtype.kind in "biu":
        a = a.astype(float)
    if not (isinstance(name, str) and name.isidentifier()) or name in ("t", "made"):
        raise InvalidInput(f"measure: expected names that a file can have, other than t and made, got {name!r}")
    if a.dtype.kind not in "fc" or a.shape[:1] != lasted.shape:
        raise InvalidInput(f"measure: expected numbers with the {len(lasted)} motions of the part along the first "
                           f"axis, got {name!r} of shape {a.shape} and type {a.dtype}")
    if len(a) == motions:
        return a
    full = np.full((motions, *a.shape[1:]), np.nan, a.dtype)
    full[lasted] = a
    return full
