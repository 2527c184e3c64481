"""Runs that come back from files."""

import csv
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TextIO

import numpy as np

from .._bodies import Bodies, BodyLike, as_body
from ..errors import InvalidInput
from ..loads import as_load
from ..wrenches import as_wrench
from . import archive
from .prepare import LoadLike
from .trajectory import PoseTrajectory, Trajectory

NEAR = 1e-5  # part of the largest momentum by which that of a table may be off
UNITS = {"t": "s", "omega": "rad/s", "position": "m", "velocity": "m/s"}
COUNTED = re.compile(r"(rotor_speed|state)_(\d+)")
AXES = {"q": "wxyz", "omega": "xyz", "position": "xyz", "velocity": "xyz"}


def load(path: str | os.PathLike[str], *, load: LoadLike = None) -> Trajectory:
    """Read a run that `run.save` has written.

    Parameters
    ----------
    path : str or path
        The file that `Trajectory.save` wrote.
    load : Load, Wrench or callable, optional
        The load of the run, if it is a function of your own: a file holds its name
        alone. Without it the records are there all the same; `at`, and the potential
        energy, need it.

    Returns
    -------
    Trajectory
        Equal to the run that was saved. A `PoseTrajectory` for a flight.

    Raises
    ------
    InvalidInput
        For a file of another kind or a damaged one, and for a load of another name.
    VersionMismatch
        For a file that a newer rotlib has written in another format.

    Notes
    -----
    Nothing in a file is run, and nothing is unpickled: a file from a stranger can be
    opened. The loads and wrenches of rotlib come back by the call that made them.
    Chapter: Getting your results out.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import rotlib as rl
    >>> run = rl.integrate("buss4", rl.Body((1, 2, 3)), omega=(0, 1, 1), h=0.1, steps=9)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "spin.npz")
    ...     run.save(path)
    ...     again = rl.load(path)
    >>> again == run, bool(again.at(0.25) == run.at(0.25))
    (True, True)
    """
    run = archive.read(path)
    if not isinstance(run, Trajectory):
        raise InvalidInput(
            f"path: expected a run in {os.fspath(path)!r}, got {type(run).__name__}"
        )
    lengths = {len(a) for a in run._arrays()}
    if len(lengths) > 1:
        raise InvalidInput(
            f"path: expected as many records of all that is in {os.fspath(path)!r},"
            f" got {sorted(lengths)}; it is damaged: save the run again"
        )
    return run if load is None else _under(run, load)


def _under(run: Trajectory, load: Any) -> Trajectory:
    """The run with its load, which is handed over."""
    given: Any = (as_wrench if isinstance(run, PoseTrajectory) else as_load)(load)
    name = None if run.load is None else run.load.name
    if name != given.name:
        of = "no load" if name is None else f"a load {name!r}"
        raise InvalidInput(
            f"load: expected that of this run, which has {of}, got {given.name!r};"
            " leave it out to read the records"
        )
    return replace(run, load=given)


def read_csv(
    path_or_file: str | os.PathLike[str] | TextIO,
    body: BodyLike,
    *,
    load: LoadLike = None,
) -> Trajectory:
    """Read a run from the table that `run.to_csv` writes.

    Parameters
    ----------
    path_or_file : str, path or text file
        Where the table is, or the open file.
    body : Body, or list of Body
        What moved; of a batch also one for each motion. A table does not hold it; the
        momenta in it must be those of this body.
    load : Load, Wrench or callable, optional
        What acted on it, for the potential energy.

    Returns
    -------
    Trajectory
        Times, attitudes and rates to the same bits; a `PoseTrajectory` if there are
        columns of position and velocity; with `rotor_speeds` and `states` if there are
        such columns. A table with a column `body` becomes a batch with one axis.

    Raises
    ------
    InvalidInput
        For a column that is missing, has another unit or stands there twice; for a
        cell that is no finite number, named by line and column; for bodies with
        different times; for momenta of another body.

    Notes
    -----
    Columns are found by their names, in any order; others are left alone, so the table
    may come from another program. Needed are `t`, `q_w` to `q_z` and `omega_x` to
    `omega_z`, with their units in brackets or without. A table does not say by which
    method it was made, so `at` has none to go on with: `save` keeps it. Numbers of a
    float32 run come back as float64, with the same values. Chapter: Getting your
    results out.

    Examples
    --------
    >>> import io
    >>> import rotlib as rl
    >>> body = rl.Body((1, 2, 3))
    >>> run = rl.integrate("buss4", body, omega=(0, 1, 1), h=0.1, steps=9)
    >>> again = rl.read_csv(io.StringIO(run.to_csv()), body)
    >>> again, bool((again.q == run.q).all())
    (<Trajectory table: 10 records, t = 0 ... 0.9 s>, True)
    """
    one = as_body(body)
    if isinstance(path_or_file, (str, os.PathLike)):
        with open(path_or_file, newline="", encoding="utf-8-sig") as file:
            try:
                return read_csv(file, body, load=load)
            except UnicodeDecodeError as error:
                raise InvalidInput(
                    f"{os.fspath(path_or_file)!r}: expected text in UTF-8, got the byte"
                    f" {error.object[error.start]:#04x}; save it as UTF-8, or give"
                    " open(path, newline='', encoding=...) in place of the path"
                ) from None
    if not hasattr(path_or_file, "read"):
        raise InvalidInput(
            "path_or_file: expected a path or an open text file, got"
            f" {type(path_or_file).__name__}"
        )
    table = _Table(path_or_file)
    if isinstance(one, Bodies):
        one = Bodies.of(one.each.ravel())
        if table.bodies.shape[1:] != one.shape:
            raise InvalidInput(
                "body: expected one body, or one for each of the"
                f" {table.bodies[0].size} motions of the table, got {one.shape[0]}"
            )
    flight = {"position", "velocity"} <= {n.rpartition("_")[0] for n in table.names}
    parts = [table.vectors(name) for name in [*AXES][: 4 if flight else 2]]
    q, omega, *rest = parts
    wrench: Any = as_wrench if flight else as_load
    kept = None if load is None else wrench(load)
    given: Any = table.times(), q, omega, one, "table", kept
    more = {"rotor_speeds": table.counted("rotor_speed", "rad/s")}
    more["states"] = table.counted("state", "")
    run = (
        PoseTrajectory(*given, position=rest[0], velocity=rest[1], **more)
        if flight
        else Trajectory(*given, **more)
    )
    if "momentum_space_x" in table.names:
        _require_momentum(run, table.vectors("momentum_space", "xyz", "kg m^2/s"))
    return run


def _require_momentum(run: Trajectory, told: Any) -> None:
    ours = run.momentum_space
    wrong = np.abs(ours - told) > NEAR * np.abs(told).max(initial=0.0)
    if wrong.any():
        at = tuple(np.argwhere(wrong)[0].tolist())[:-1]
        raise InvalidInput(
            "body: expected the one of the table, whose momentum_space is"
            f" {told[at].tolist()} at t = {run.t[at[0]]:.15g} s, got another, with"
            f" {ours[at].round(6).tolist()}; give the body that moved, or drop the"
            " columns momentum_space"
        )


class _Table:
    """Columns of numbers by name, all bodies below each other."""

    def __init__(self, file: TextIO) -> None:
        rows = csv.reader(file)
        self.file = f"{getattr(file, 'name', 'table')!r}"
        self.names, self.units = self._head(next(rows, []))
        found = [*self._numbers(rows)]
        if not found:
            raise InvalidInput(f"{self.file}: expected records, got a head alone")
        self.columns = dict(zip(self.names, np.array(found).T, strict=True))
        self.bodies = self._bodies()

    def _head(self, cells: Sequence[str]) -> tuple[list[str], list[str]]:
        split = [re.fullmatch(r"(.*?)(?: \(([^()]*)\))?", c.strip()) for c in cells]
        names = [m[1] for m in split if m]
        for name in names:
            if names.count(name) > 1:
                raise InvalidInput(
                    f"{self.file}, line 1: expected each column once, got {name!r}"
                    f" {names.count(name)} times"
                )
        return names, [m[2] or "" for m in split if m]

    def _numbers(self, rows: Any) -> Iterator[list[float]]:
        used = {f"{name}_{axis}" for name, axes in AXES.items() for axis in axes}
        used |= {f"momentum_space_{axis}" for axis in "xyz"} | {"t", "body"}
        used |= {n for n in self.names if COUNTED.fullmatch(n)}
        for cells in rows:
            if not cells:
                continue
            where = f"{self.file}, line {rows.line_num}"
            if len(cells) != len(self.names):
                raise InvalidInput(
                    f"{where}: expected {len(self.names)} cells, got {len(cells)}"
                )
            line = []
            for name, cell in zip(self.names, cells, strict=True):
                try:
                    number = float(cell) if name in used else 0.0
                except ValueError:
                    number = np.nan
                if not np.isfinite(number):
                    raise InvalidInput(
                        f"{where}, column {name!r}: expected a finite number, got"
                        f" {cell!r}"
                    )
                line.append(number)
            yield line

    def column(self, name: str, unit: str) -> Any:
        """The numbers of a column."""
        if name not in self.columns:
            full = f"{name} ({unit})" if unit else name
            raise InvalidInput(
                f"{self.file}: expected a column {full!r}, got"
                f" {', '.join(map(repr, self.names)) or 'no columns'}; rename the"
                " one that is meant"
            )
        told = self.units[self.names.index(name)]
        if told not in ("", unit):
            raise InvalidInput(
                f"{self.file}, column {name!r}: expected {unit or 'no unit'}, got"
                f" {told!r}; convert it"
            )
        return self.columns[name]

    def _bodies(self) -> Any:
        """The lines of each body, shape (records, bodies); of one, (records,)."""
        lines = np.arange(len(self.columns[self.names[0]]))
        if "body" not in self.columns:
            return lines
        numbers = self.columns["body"]
        each = [lines[numbers == body] for body in np.unique(numbers)]
        t = self.column("t", "s")
        for body, mine in zip(np.unique(numbers).tolist(), each, strict=True):
            if not np.array_equal(t[mine], t[each[0]]):
                raise InvalidInput(
                    f"{self.file}, column 't': expected the same times for all bodies,"
                    f" got others for body {body:g}; read each from a table of its own"
                )
        return np.stack(each, -1)

    def times(self) -> Any:
        """The times of the records."""
        t = self.column("t", "s")
        return t[self.bodies if self.bodies.ndim == 1 else self.bodies[:, 0]]

    def counted(self, name: str, unit: str) -> Any:
        """The columns name_1, name_2, ... as far as they go."""
        found = [m for n in self.names if (m := COUNTED.fullmatch(n)) and m[1] == name]
        each = [self.column(f"{name}_{k}", unit) for k in range(1, len(found) + 1)]
        lines = np.empty((len(self.columns[self.names[0]]), 0))
        return (np.stack(each, -1) if each else lines)[self.bodies]

    def vectors(self, name: str, axes: str = "", unit: str = "") -> Any:
        """The columns name_x, ... as an array (records, ..., components)."""
        unit = unit or UNITS.get(name, "")
        each = [self.column(f"{name}_{axis}", unit) for axis in axes or AXES[name]]
        return np.stack(each, -1)[self.bodies]
