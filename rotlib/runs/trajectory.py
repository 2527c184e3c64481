"""The result of a run: times, attitudes, rates, places, and what follows from them."""

import csv
import io
import math
import os
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from functools import cached_property, partial, wraps
from typing import TYPE_CHECKING, Any, Literal, Self, TextIO, TypeAlias

import numpy as np

from .. import _check, quaternion
from .._check import require
from .._types import Array, ArrayLike, Steps
from ..backends.executors import Inputs
from ..body import Body, product
from ..errors import InvalidInput, NotAvailable
from ..loads import Load, checked_pairs
from ..methods import Method
from . import archive
from .coupled import at_records
from .given import Given, picked_body, picked_inputs, picked_load

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..plot import Scene

FUNCTIONS = "load", "integrator", "interpolant", "inputs"  # what may be made of some
OWN = "position", "velocity", "rotor_speeds", "states"  # what only some motions have
# of a table: name, endings (# for numbers) and unit
COLUMNS: dict[str, tuple[str, Any, str]] = {
    "q_raw": ("q", "wxyz", ""),
    "omega": ("omega", "xyz", "rad/s"),
    "energy": ("energy", "", "J"),
    "kinetic_energy": ("kinetic_energy", "", "J"),
    "momentum_space": ("momentum_space", "xyz", "kg m^2/s"),
    "position": ("position", "xyz", "m"),
    "velocity": ("velocity", "xyz", "m/s"),
    "rotor_speeds": ("rotor_speed", "#", "rad/s"),
    "states": ("state", "#", ""),
}
SAME = 1e-6  # part of a step, within which a time is that of a record
_none = partial(np.empty, 0)
Interpolant: TypeAlias = Callable[["Trajectory", Array], Any]


def _by_piece(quantity: Callable[..., Array]) -> Callable[..., Array]:
    """What depends on the load: of a joined run that of the load of each piece."""

    @wraps(quantity)
    def whole(run: "Trajectory") -> Array:
        if run.piece is None or not len(run):
            return quantity(run)
        each = []
        for i in np.unique(run.piece).tolist():
            of = {n: getattr(run.pieces[i], n) for n in ("load", "inputs", "stats")}
            each.append(quantity(replace(run[run.piece == i], **of, piece=None)))
        order = np.argsort(run.piece, kind="stable")
        return np.concatenate(each)[np.argsort(order)]

    return whole


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A computed motion: records first, then the axes of a batch, then components.

    t: (records,), s
    q_raw: (records, ..., 4), wxyz, body to space, as the method left them; `q` are the
        unit quaternions, but tables, files and `motion` hold these, for the same bits
    omega: (records, ..., 3), rates, body components, rad/s
    body, load, method: what was integrated, and how; bodies and loads for each motion
        have the axes of the batch
    stats: steps taken, step size, back end, seconds; arrays in it belong to the records
    integrator, interpolant: by which `at` goes on from a record; None if no run made
        them
    inputs: of the load: rows held over the steps, one row, or a function of time
    events: for each event of the run the motion where it occurred, one record each time
    position, velocity: (records, ..., 3), of the reference point of a body that flies:
        space components, m; body components, m/s; else (records, ..., 0)
    rotor_speeds: (records, ..., n), relative to the body, rad/s; n = 0 without rotors
    states: (records, ..., m), of the loads that have some, in the order of the summands
    pieces, piece: of a joined run the runs it was made of, and to which of them each
        record belongs; energies are those of the loads of the pieces

    `run[::10]` is the run of each tenth record, of a batch `run[:, 2]` the motion of
    body 2; `np.asarray(run)` is the table of `to_csv`. Two runs are equal if times,
    motions and bodies are, bit for bit, and the names of the methods. A run pickles,
    with those functions of a load that can be imported by name; others raise
    `NotAvailable` when called.
    """

    t: Array
    q_raw: Array
    omega: Array
    body: Body
    method: str
    load: Load | None = None
    stats: dict[str, Any] = field(default_factory=dict)
    integrator: Method | None = None
    interpolant: Interpolant | None = None
    _: KW_ONLY
    inputs: Given = None
    events: tuple["Trajectory", ...] = ()
    position: Array = field(default_factory=_none)
    velocity: Array = field(default_factory=_none)
    rotor_speeds: Array = field(default_factory=_none)
    states: Array = field(default_factory=_none)
    pieces: tuple["Trajectory", ...] = ()
    piece: Steps | None = None

    def __post_init__(self) -> None:
        for name in OWN:
            if not getattr(self, name).shape[-1]:
                object.__setattr__(self, name, np.empty((*self.omega.shape[:-1], 0)))

    def __len__(self) -> int:
        return len(self.t)

    def __str__(self) -> str:
        ends = _check.told(*self.t[[0, -1]]) if len(self) else ()
        span = f"t = {' ... '.join(ends)} s" if ends else "empty"
        batch = f", batch {self.omega.shape[1:-1]}" if self.omega.ndim > 2 else ""
        pieces = f", {n} piece{'s' * (n != 1)}" if (n := len(self.pieces)) else ""
        return f"<Trajectory {self.method}: {len(self)} records, {span}{batch}{pieces}>"

    def __repr__(self) -> str:
        """The short text, and what is known of steps, load and events."""
        stats, facts = self.stats, [str(self)[:-1]]
        h = f" of {stats['h']:.6g} s" if "h" in stats else ""
        facts += [f"{stats['steps']} steps{h}"] if "steps" in stats else []
        facts += [f"back end {stats['backend']}"] if "backend" in stats else []
        facts += [f"load {self.load.name}"] if self.load is not None else []
        for k, event in enumerate(self.events):
            first = f", first at {event.t[0]:.6g} s" if len(event) else ""
            end = ", which ended the run" if stats.get("ended_by") == k else ""
            facts.append(f"event {event.stats['event']}: {len(event)}{first}{end}")
        return "; ".join(facts) + ">"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trajectory):
            return NotImplemented
        named = self.method, self.body
        arrays = (self.t, *self.motion), (other.t, *other.motion)
        return named == (other.method, other.body) and archive.same_bits(*arrays)

    def __hash__(self) -> int:
        return hash((type(self), self.method, self.body))

    @property
    def _own(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def __getstate__(self) -> dict[str, Any]:
        own = self._own
        return own | {name: archive.Sent(own[name]) for name in FUNCTIONS}

    def __copy__(self) -> Self:
        return replace(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return replace(self, **deepcopy(self._own, memo))

    __array_ufunc__ = None  # no arithmetic with runs; an array == run is one bool

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("a run as an array has its columns side by side: a copy")
        t = self.t.reshape(-1, *[1] * (self.q.ndim - 1))
        each = [np.broadcast_to(t, (*self.q.shape[:-1], 1))]
        for name in self._quantities:
            a = getattr(self, name)
            each.append(a if a.ndim == self.q.ndim else a[..., None])
        return np.concatenate(each, -1).astype(dtype or float)

    def __getitem__(self, key: Any) -> Self:
        batch = self.omega.shape[1:-1]
        records, *rest = key if isinstance(key, tuple) else (key,)
        bodies = tuple(rest)
        wrong = [i is None or i is ... or np.ndim(i) > 1 for i in (records, *bodies)]
        if any(wrong) or len(bodies) > len(batch):
            raise InvalidInput(
                f"run[{key!r}]: expected records, then one index for each of the"
                f" {len(batch)} axes of the batch; each a number, a slice, or a list"
            )
        if np.ndim(records) == 0 and not isinstance(records, slice):
            records = [records]  # keeps its axis

        def picked(value: Any) -> Any:
            if isinstance(value, dict):
                return {name: picked(x) for name, x in value.items()}
            if not isinstance(value, np.ndarray):
                return value
            if value.ndim == 1:  # one number for all motions of a batch: the time
                return value[records]
            # in each record on its own: NumPy may put the axis of a list first
            each = np.moveaxis(value[records], 0, -1)[bodies]
            return np.moveaxis(each, -1, 0)

        parts = picked(self._own | {"inputs": None})
        parts["body"] = picked_body(self.body, bodies)
        parts["load"] = picked_load(self.load, batch, bodies)
        parts["inputs"] = picked_inputs(self.inputs, batch, bodies)
        parts["pieces"] = tuple([run[:, *bodies] for run in self.pieces])
        return replace(self, **parts)

    @property
    def columns(self) -> tuple[str, ...]:
        """What stands in the columns of `to_csv` and of `np.asarray(run)`."""
        named = ["t (s)"]
        for quantity in self._quantities:
            name, ends, unit = COLUMNS[quantity]
            if ends == "#":
                ends = map(str, range(1, getattr(self, quantity).shape[-1] + 1))
            each = [f"{name}_{end}" for end in ends] or [name]
            named += [f"{one} ({unit})" if unit else one for one in each]
        return tuple(named)

    @property
    def _quantities(self) -> list[str]:
        """What stands in its table, behind the time."""
        energy = "kinetic_energy" if self._couplings else "energy"
        own = [name for name in OWN if getattr(self, name).shape[-1]]
        return ["q_raw", "omega", energy, "momentum_space", *own]

    @property
    def motion(self) -> tuple[Array, ...]:
        """(q_raw, omega), position and velocity in flight, and rotor_speeds, states."""
        return tuple([getattr(self, name) for name in self.motion_names])

    @property
    def motion_names(self) -> tuple[str, ...]:
        """The names of what `motion` holds."""
        own = any(getattr(self, name).shape[-1] for name in OWN[2:])
        return "q_raw", "omega", *OWN[2 - 2 * self.flies : 4 if own else 2]

    @property
    def flies(self) -> bool:
        """Whether it has a position and a velocity."""
        return bool(self.position.shape[-1])

    def states_of(self, name: str) -> Array:
        """The states of the one load of this name, shape (records, ..., n)."""
        owners = [(part.name, place) for part, place in self._places if part.start]
        found = [place for known, place in owners if known == name]
        if len(found) != 1:
            known = ", ".join(repr(known) for known, _ in owners) or "none"
            said = f"name: expected that of one load with states, {known}, got {name!r}"
            raise InvalidInput(said + f", the name of {len(found)}" * bool(found))
        return self.states[..., found[0]]

    @property
    def t_events(self) -> list[Array]:
        """Times of each event, s: those of the records in `events`."""
        return [event.t for event in self.events]

    @cached_property
    def norm_defect(self) -> Array:
        """|q_raw| - 1 at each record."""
        return np.asarray(np.sqrt((self.q_raw**2).sum(-1)) - 1.0)

    @cached_property
    def q(self) -> Array:
        """Unit quaternions, `q_raw`/|`q_raw`|, as derived quantities use them."""
        return quaternion.normalized(self.q_raw)

    @cached_property
    def kinetic_energy(self) -> Array:
        """omega.J omega/2 at each record, J, and what the rotors add; in flight V.M V/2
        of the twist V.
        """
        of = self.body.kinetic_energy
        if not self.flies:
            return of(self.omega, self._speeds)
        momentum = product(self.twist, self.body.inertia_6x6)
        energy = np.asarray(0.5 * (self.twist * momentum).sum(-1))
        if self.body.rotors:
            energy = energy + of(self.omega, self.rotor_speeds) - of(self.omega)
        return energy

    @property
    def _speeds(self) -> Array | None:
        return self.rotor_speeds if self.body.rotors else None

    @cached_property
    @_by_piece
    def potential_energy(self) -> Array:
        """Potential of the load at each record, J; zero without a potential.

        NotAvailable with couplings.
        """
        for part in self._couplings:
            raise NotAvailable(
                f"energy: that of the coupling {part.name!r} belongs to no single body;"
                " use run.total_energy"
            )
        own: Array = self._potentials(pairs=False)
        return np.zeros_like(self.kinetic_energy) + own

    @property
    def _places(self) -> list[tuple[Load, slice]]:
        return [] if self.load is None else [*self.load.places]

    @property
    def _couplings(self) -> list[Load]:
        return [part for part, _ in self._places if part.pairs is not None]

    def _potentials(self, pairs: bool) -> Any:
        """The sum of those of pairs, or of the others; 0 if there are none."""
        those = [at for at in self._places if (at[0].pairs is not None) == pairs]
        return sum([self._of_load(*at, 0) for at in those if at[0].potential])

    def _of_load(self, part: Load, place: slice, n: int) -> Any:
        """The n numbers of the law of a summand at each record; its potential, if 0."""
        if part.pairs is not None:
            self._require_system()
        elif self.omega.size == 0:
            return [0.0] * n if n else 0.0
        q = self.q
        if part.turning is not None and not n:
            # the load as it was at t = 0, on a body turned back as far as the load
            times = self.t.reshape(-1, *[1] * (q.ndim - 1))
            back = quaternion.exp(-times * np.array(part.turning))
            q = quaternion.multiply(back, q)
        return at_records(self, part, place, n, q, *self.motion[1:])

    @property
    def inputs_at_records(self) -> Inputs | None:
        """Those that are held, as they act from each record on."""
        if not isinstance(self.inputs, np.ndarray):
            return None
        given = Inputs.of_rows(self.inputs[self.step_after])
        rows = given.table
        wide = [1] * (self.q.ndim - max(2, rows.ndim))
        rows = np.moveaxis(rows.reshape(*rows.shape, *wide), 1, 0)
        return Inputs(rows[None], given.single)

    @property
    def step_after(self) -> Steps:
        """Which row of held inputs acts from each record on; the last, at the end."""
        if not isinstance(self.inputs, np.ndarray) or len(self.inputs) == 1:
            return np.zeros(len(self.t), int)
        steps = (self.t - self.stats["t0"]) / self.stats["h"]
        rows = np.floor(steps + SAME).astype(int)
        return np.minimum(rows, len(self.inputs) - 1)  # type: ignore[no-any-return]

    @cached_property
    def energy(self) -> Array:
        """Kinetic plus potential energy at each record, J."""
        return self.kinetic_energy + self.potential_energy

    @cached_property
    @_by_piece
    def jacobi_integral(self) -> Array:
        """Energy minus turning.L, J: kept under a load that turns steadily."""
        turning = getattr(self.load, "turning", None) or (0.0, 0.0, 0.0)
        return self.energy - self.momentum_space @ turning

    @cached_property
    def momentum_space(self) -> Array:
        """Angular momentum, with rotors, about the reference point, space, kg m^2/s; of
        a flight about the origin.
        """
        if not self.flies:
            return self.momentum_about_reference
        way = np.cross(self.position, self.linear_momentum_space)
        return self.momentum_about_reference + way

    @property
    def twist(self) -> Array:
        """(omega, velocity), body components, shape (records, ..., 6)."""
        if not self.flies:
            raise AttributeError(
                f"run: {self.method} has turned the body about a point; for a flight"
                " give a position or a velocity, or a wrench"
            )
        return np.concatenate([self.omega, self.velocity], -1)

    @cached_property
    def pose(self) -> Array:
        """The poses as unit dual quaternions, shape (records, ..., 8)."""
        from .. import dual_quaternion

        return dual_quaternion.from_pose(self.q, self.position)

    @cached_property
    def momentum(self) -> Array:
        """(Pi, p) about the reference point, body components, (records, ..., 6)."""
        momentum = product(self.twist, self.body.inertia_6x6)
        if self.body.rotors:
            own = self.body.momentum((0.0, 0.0, 0.0), self.rotor_speeds)
            momentum = momentum + np.concatenate([own, 0.0 * own], -1)
        return momentum

    @cached_property
    def linear_momentum_space(self) -> Array:
        """Linear momentum in space components at each record, kg m/s."""
        return quaternion.rotate(self.q, self.momentum[..., 3:])

    @cached_property
    def momentum_about_reference(self) -> Array:
        """Angular momentum about the reference point, space components, kg m^2/s."""
        if not self.flies:
            return self.body.momentum_space(self.q, self.omega, self._speeds)
        return quaternion.rotate(self.q, self.momentum[..., :3])

    @cached_property
    @_by_piece
    def wrench(self) -> Array:
        """Torque about the reference point, and force: body, (records, ..., 6)."""
        total = np.zeros_like(self.twist)
        for at in self._places:
            six = np.broadcast_arrays(*self._of_load(*at, 6), self.q[..., 0])[:6]
            total = total + np.stack(six, -1)
        return total

    def _require_system(self) -> None:
        wanted = "the bodies of a system on the last axis of a batch"
        got = "one motion; take the totals of the whole run"
        require(self.q.ndim > 2, "run", wanted, got)
        for part in self._couplings:
            if not callable(part.pairs):
                checked_pairs(part.pairs, self.q.shape[-2])

    def _total(self, each: Array, axis: int) -> Array:
        self._require_system()
        return np.asarray(each.sum(axis))

    @cached_property
    def total_energy(self) -> Array:
        """Energy of a system of bodies, the last axis of a batch, J, (records, ...)."""
        own = self.kinetic_energy + self._potentials(pairs=False)
        energy: Array = self._total(own, -1) + self._potentials(pairs=True)
        return energy

    @cached_property
    def total_momentum(self) -> Array:
        """Linear momentum of a system of bodies, space, kg m/s, (records, ..., 3)."""
        return self._total(self.linear_momentum_space, -2)

    @cached_property
    def total_angular_momentum(self) -> Array:
        """Angular momentum of a system of bodies about the origin, space, kg m^2/s."""
        return self._total(self.momentum_space, -2)

    def at(self, t: ArrayLike) -> Self:
        """The motion at times t, s, in any order, between the records too.

        The method goes on from the record before, with its order; with a symplectic or
        symmetric one these are no points of the motion that it conserves. From records
        of `adams_bashforth_moulton` and `simo_wong`, which need more than a record,
        `rkmk4` goes on, past the next one by their error. InvalidInput for times
        outside the run; NotAvailable if no run made the records.
        """
        times = np.atleast_1d(_check.array(t, "t")).astype(np.float64)
        require(times.ndim == 1, "t", "shape (n,)", times.shape)
        if isinstance(self.integrator, archive.Absent):
            self.integrator()  # says why it is missing
        if self.interpolant is None:
            raise NotAvailable(
                "at: these records are of no run of rotlib.integrate, or between those"
                " of one; ask the run itself"
            )
        between: Self = self.interpolant(self, times)
        return between

    def plot(
        self, what: Literal["motion", "attitude", "bands"] = "motion", **options: Any
    ) -> "Figure":
        """The run as a Matplotlib figure, with options of a function of `rotlib.plot`.

        what: "motion", as `plot.trajectory`; "attitude", Euler angles; "bands", of a
            batch
        """
        from ..plot import attitude, bands, trajectory

        each = {"motion": trajectory, "attitude": attitude, "bands": bands}
        made: Figure = each[_check.one_of(what, each, "what")](self, **options)
        return made

    def animate(self, *, label: str | None = None, **options: Any) -> "Scene":
        """A moving picture of one motion, for a notebook, a page or a film.

        label: what it shows, for a reader who cannot see it; default method and times
        options: those of `rotlib.plot.scene`, such as `shape`, `trail`, `seconds`
        """
        from .. import plot

        if label is None and len(self):
            does = "flies" if self.flies else "turns"
            span = f"from {self.t[0]:.4g} to {self.t[-1]:.4g} s"
            label = f"A body {does}, by {self.method}, {span}."
        if "frames" not in options and self.q.ndim == 2 and len(self) > 1:
            turn = float(np.sqrt((self.omega**2).sum(-1)).max() * np.ptp(self.t))
            options["frames"] = int(min(max(240.0, 1.2 * turn), 4000.0))
        return plot.scene(self, label=label or "", **options)

    def to_csv(
        self, path_or_file: str | os.PathLike[str] | TextIO | None = None
    ) -> str | None:
        """Write the run as a table, one record a row; without a file return it as text.

        The first row names the columns, with units: q_w to q_z are those of `q_raw`, of
        bodies that act on each other the energy is the kinetic one. A batch has a first
        column `body`, which counts its motions, one after the other, as
        `q.reshape(len(run), -1, 4)`. Numbers read back with the same bits.
        """
        if isinstance(path_or_file, (str, os.PathLike)):
            with open(path_or_file, "w", newline="", encoding="utf-8") as opened:
                return self.to_csv(opened)
        file = io.StringIO() if path_or_file is None else path_or_file
        writes = hasattr(file, "write")
        require(writes, "path_or_file", "a path or a file", repr(file))
        names, batch = self.columns, self.q.ndim > 2
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("body", *names) if batch else names)
        shape = len(self), math.prod(self.q.shape[1:-1]), len(names)
        for body, table in enumerate(np.asarray(self).reshape(shape).swapaxes(0, 1)):
            rows.writerows([body, *row] if batch else row for row in table.tolist())
        return file.getvalue() if isinstance(file, io.StringIO) else None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the run to a file, `.npz`, for `rotlib.open` and `numpy.load`.

        It is replaced by a whole one only, and of a function of your own keeps the
        name. NotAvailable if the run holds what is neither numbers, text nor an object
        of rotlib.
        """
        archive.write(path, self)

    def as_scipy(self) -> Any:
        """The attitudes as a `scipy.spatial.transform.Rotation`."""
        return quaternion.as_scipy(self.q)


def with_records(
    run: Trajectory, t: Array, motion: Sequence[Array], **changes: Any
) -> Trajectory:
    """The run with other records; what its stats say of each of the old ones goes."""
    stats = {name: x for name, x in run.stats.items() if np.ndim(x) == 0}
    named: Any = dict(zip(run.motion_names, motion, strict=True))
    return replace(run, t=t, stats=stats, **changes, **named)


def concatenated(runs: Sequence[Trajectory]) -> tuple[Array, list[Array]]:
    """Times and motions of the runs, one after the other."""
    motions = zip(*[run.motion for run in runs], strict=True)
    return np.concatenate([run.t for run in runs]), [*map(np.concatenate, motions)]
