"""What has been made of an ensemble so far, in memory or on a disk."""

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._types import Array, Steps
from ..errors import InvalidInput
from . import journal, storage
from .chunk import ChunkResult, Job
from .journal import Journal, Made
from .result import Ensemble

PAUSE = 0.5  # s between moments at which what was made is brought to safety


class Kept:
    """Arrays, steps made and failures, motion by motion."""

    def __init__(
        self, motions: int, store: storage.Memory, of: Journal | None, new: bool = False
    ) -> None:
        self.motions = motions
        self.store = store
        self.journal = of
        self.new = new
        self.made: NDArray[np.bool_] = np.zeros(motions, bool)
        self.steps_completed: Steps = np.full(motions, -1)
        self.failed: dict[int, str] = {}
        self.backend: str | None = None
        self.waiting: list[Made] = []  # parts that are written and not yet safe
        self.saved: float = time.monotonic()
        for part in of.parts if of is not None else ():
            self._note(part)
        if "steps_completed" in store.arrays:
            stored = np.asarray(store.arrays["steps_completed"])
            self.steps_completed[self.made] = stored[self.made]

    def _note(self, part: Made) -> None:
        self.made[part.first : part.stop] = True
        self.failed |= part.failed
        self.backend = self.backend or part.backend

    def begin(self, t: Array, part: int) -> None:
        """Make the arrays that do not depend on what comes out."""
        if self.journal is None:
            return
        if "t" not in self.store.arrays:
            self.store.new("t", t.shape, t.dtype, t.shape)
        self.store.write("t", t, 0, 0)
        if "steps_completed" not in self.store.arrays:
            self.store.new("steps_completed", (self.motions,), np.int64, (part,))

    def gaps(self, part: int) -> list[tuple[int, int]]:
        """(first, stop) of the parts that are to be made."""
        ends = np.flatnonzero(np.diff(self.made, prepend=True, append=True))
        return [
            (first, min(first + part, stop))
            for start, stop in ends.reshape(-1, 2).tolist()
            for first in range(start, stop, part)
        ]

    def take(self, first: int, piece: ChunkResult, axis: int, part: int) -> None:
        """Write what came of the part that begins with motion `first`."""
        if piece.backend != self.backend and None not in (piece.backend, self.backend):
            raise InvalidInput(
                f"backend: the other parts were made by {self.backend!r}, here it is"
                f" {piece.backend!r}, with other last digits; ask for a back end by"
                " name, or install what it needs"
            )
        arrays, stop = self.arrays, first + len(piece.steps_completed)
        if (
            arrays
            and piece.arrays
            and _aside(piece.arrays, axis) != _aside(arrays, axis)
        ):
            raise InvalidInput(
                f"measure: expected the same arrays for each part, got {_told(arrays)},"
                f" then {_told(piece.arrays)}; only the first axis may be longer or"
                " shorter, and numbers stay real if the first are"
            )
        for name, a in piece.arrays.items():
            before, after = a.shape[:axis], a.shape[axis + 1 :]
            if name not in arrays:
                whole, cut = (*before, self.motions, *after), (*before, part, *after)
                self.store.new(name, whole, a.dtype, cut)
            self.store.write(name, a, axis, first)
        self.steps_completed[first:stop] = piece.steps_completed
        failed = {first + i: why for i, why in piece.failed.items()}
        made = Made(first, stop, piece.backend, failed)
        if self.journal is not None:
            self.store.write("steps_completed", piece.steps_completed, 0, first)
            self.waiting.append(made)
            if time.monotonic() > self.saved + PAUSE:
                self.save()
        self._note(made)

    def save(self) -> None:
        """Bring to safety what was written, and only then say that it is made."""
        if self.journal is not None and self.waiting:
            self.store.sync()
            self.journal.add(self.waiting)
            self.waiting = []
        self.saved = time.monotonic()

    def close(self) -> None:
        """Let others write on; nothing stays of a new one that has no part made."""
        if self.journal is not None:
            if self.new and not self.made.any():
                self.store.discard()
                self.journal.discard()
            self.journal.close()

    @property
    def arrays(self) -> dict[str, Any]:
        """The arrays for reading, without those that every ensemble has."""
        besides = "t", "steps_completed"
        return {name: a for name, a in self.store.arrays.items() if name not in besides}

    def ensemble(self, job: Job, stats: dict[str, Any]) -> Ensemble:
        """The ensemble as far as it is made."""
        stats = {"steps": job.grid.steps, "h": job.grid.h, **stats}
        if self.backend is not None:
            stats["backend"] = self.backend
        arrays = self.arrays if self.made.any() else {}
        steps = np.where(self.made, self.steps_completed, -1)
        return Ensemble(job.grid.t, steps, dict(self.failed), arrays, stats, job)


def begun(
    path: Path | None, problem: dict[str, Any], motions: int, resume: bool
) -> Kept:
    """What is kept of an ensemble that begins, or goes on."""
    if path is None:
        return Kept(motions, storage.Memory(), None)
    if resume and path.is_dir() and any(path.iterdir()):
        of, new = journal.resumed(path, problem), False
    else:
        of, new = journal.begun(path, problem), True
    try:
        return Kept(motions, storage.at(path), of, new)
    except BaseException:
        of.close()
        raise


def _aside(arrays: dict[str, Any], axis: int) -> dict[str, Any]:
    """The shapes apart from the axis of the motions, and whether numbers are real."""
    return {
        name: (a.shape[:axis] + a.shape[axis + 1 :], a.dtype.kind)
        for name, a in arrays.items()
    }


def _told(arrays: dict[str, Any]) -> str:
    return ", ".join(f"{name} {a.shape}" for name, a in arrays.items())
