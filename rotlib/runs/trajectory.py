"""The result of a run: times, attitudes, rates, places, and what follows from them."""

import csv
import io
import math
import os
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, Self, TextIO, TypeAlias

import numpy as np

from .. import _check, _html, quaternion
from .._bodies import Bodies
from .._remembered import Absent, portable
from .._types import Array, ArrayLike, Function, Steps
from ..backends.inputs import Inputs
from ..backends.one_body import on_records, takes_inputs
from ..body import Body
from ..couplings import Coupling, checked_pairs
from ..errors import InvalidInput, NotAvailable, RotlibError
from ..loads import Load
from ..methods import Method
from ..wrenches import Wrench
from . import archive, coupled, tables
from .inputs import Given, fed, table_of
from .lanes import fitting, picked_body, picked_inputs, picked_load

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame
    from xarray import Dataset

    from ..plot import Scene

    cached_property = property  # to a reader of the records it is one
else:
    from functools import cached_property

MOTION = "q", "omega", "position", "velocity"
SAME = 1e-6  # part of a step, within which a time is that of a record
Interpolant: TypeAlias = Callable[["Trajectory", Array], Any]


def _none() -> Array:
    return np.empty(0)


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A computed motion: records first, then the axes of a batch, then components.

    `run[::10]` is the run of each tenth record, `run[-1]` that of the last one alone,
    and of a batch `run[:, 2]` is the motion of body 2.

    `np.asarray(run)` is the table of `to_csv`, shape (records, ..., columns); `columns`
    names what stands in it. Two runs are equal if their times and motions are, bit for
    bit, and so are the bodies and the names of the methods.

    A run pickles, so it comes back from a `multiprocessing.Pool`. Of a load's functions
    those travel that can be imported by name; the others raise `NotAvailable` when the
    copy calls them.

    Attributes
    ----------
    t : ndarray, shape (records,)
        Times, s.
    q : ndarray, shape (records, ..., 4)
        Attitudes as the method returned them, body to space; nothing is normalised.
    omega : ndarray, shape (records, ..., 3)
        Rates, body components, rad/s.
    body, load, method : Body, Load or None, str
        What was integrated, and how. The body is a tuple of them, nested for several
        axes, if each motion of a batch has its own.
    inputs : ndarray, callable or None
        What the load was told: rows that were held over the steps of the run, shape
        (steps,), (steps, n) or (steps, ..., n), one row for all, or a function of time.
    stats : dict
        Steps taken, step size, back end, seconds; arrays in it belong to the records.
    integrator : Method or None
        The method itself, by which `at` goes on from a record; None if the records were
        not made by a run.
    interpolant : callable or None
        How `at` finds the motion between the records; handed over by the run that made
        them.
    events : tuple of Trajectory
        For each event of the run the motion where it occurred, one record each time.
    rotor_speeds : ndarray, shape (records, ..., n)
        Of the rotors of the body, relative to it, rad/s; n = 0 without rotors.
    states : ndarray, shape (records, ..., m)
        Of the loads that have states of their own, in the order of the summands;
        `states_of` picks those of one load.
    """

    t: Array
    q: Array
    omega: Array
    body: Body | Bodies
    method: str
    load: Load | Wrench | None = None
    stats: dict[str, Any] = field(default_factory=dict)
    integrator: Method | None = None
    interpolant: Interpolant | None = field(default=None, repr=False)
    inputs: Given = field(default=None, repr=False, kw_only=True)
    events: tuple["Trajectory", ...] = field(default=(), repr=False, kw_only=True)
    rotor_speeds: Array = field(default_factory=_none, repr=False, kw_only=True)
    states: Array = field(default_factory=_none, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        for name in ("rotor_speeds", "states"):
            if getattr(self, name).ndim < self.q.ndim:
                object.__setattr__(self, name, np.empty((*self.q.shape[:-1], 0)))

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        ends = _check.told(*self.t[[0, -1]]) if len(self) else ()
        span = f"t = {' ... '.join(ends)} s" if ends else "empty"
        batch = f", batch {self.q.shape[1:-1]}" if self.q.ndim > 2 else ""
        kind = type(self).__name__
        return f"<{kind} {self.method}: {len(self)} records, {span}{batch}>"

    def _repr_html_(self) -> str:
        """The rates of the run, or of the first motion of a batch, and key facts."""
        stats, picture = self.stats, ""
        facts = [("records", f"{len(self)}")]
        if "h" in stats:
            facts.append(("steps", f"{stats['steps']} of {stats['h']:.6g} s"))
        elif "smallest" in stats:
            lengths = f"{stats['smallest']:.2g} to {stats['largest']:.2g} s"
            facts.append(("steps", f"{stats['steps']} of {lengths}"))
        if "backend" in stats:
            facts.append(("back end", stats["backend"]))
        if self.load is not None:
            facts.append(("load", self.load.name))
        facts += self._events_told()
        if len(self):
            one = self[(slice(None), *[0] * (self.q.ndim - 2))]
            label = f"Rates of the body, rad/s, from {self.t[0]:g} to {self.t[-1]:g} s"
            names = [f"\u03c9{axis}" for axis in "xyz"]
            picture = _html.curves(one.t, one.omega, names, "rad/s", label)
            facts += one._energy_told()
        if self.q.ndim > 2:
            facts.append(("batch", f"{self.q.shape[1:-1]}, its first motion shown"))
        return _html.shown(f"{type(self).__name__} {self.method}", picture, facts)

    def _events_told(self) -> list[tuple[str, str]]:
        """How often each event occurred, when first, and whether it ended the run."""
        told = []
        for k, event in enumerate(self.events):
            n = len(event)
            often = ("never", "once", "twice")[n] if n < 3 else f"{n} times"
            first = f", first at {event.t[0]:.6g} s" if n else ""
            end = "; it ended the run" if self.stats.get("ended_by") == k else ""
            told.append((f"event {event.stats['event']}", often + first + end))
        return told

    def _energy_told(self) -> list[tuple[str, str]]:
        """How far the energy moves; it may, where no potential accounts for it."""
        try:
            change = float(np.abs(self.energy - self.energy[0]).max())
        except RotlibError:  # NaN, or a potential that did not come along
            return []
        scale = float(self.kinetic_energy.max()) or 1.0
        told = f"{change / scale:.1g}" if change > 1e-12 * scale else "below 1e-12"
        kept = self.load is None or self.load.conserves_energy
        what = "energy drift" if kept else "energy change"
        return [(what, f"{told} of the largest kinetic energy")]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        theirs: Any = other
        return (
            self.method == theirs.method
            and self.body == theirs.body
            and all(map(_same_bits, self._arrays(), theirs._arrays()))
        )

    def __hash__(self) -> int:
        return hash((type(self), self.method, self.body))

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: portable(getattr(self, f.name)) for f in fields(self)}

    def __copy__(self) -> Self:
        return replace(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        parts = {f.name: deepcopy(getattr(self, f.name), memo) for f in fields(self)}
        return replace(self, **parts)

    __array_ufunc__ = None  # no arithmetic with runs; an array == run is one bool

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError(
                "np.asarray(run): its columns are put side by side, which makes a copy;"
                " take copy=None, or an array of the run itself, such as run.q"
            )
        t = np.broadcast_to(
            self.t.reshape(-1, *[1] * (self.q.ndim - 1)), (*self.q.shape[:-1], 1)
        )
        table = np.concatenate([t, *[v for _, _, v in self._columns()]], -1)
        return table if dtype is None else table.astype(dtype)

    def _arrays(self) -> tuple[Array, ...]:
        return self.t, *self.motion

    def __getitem__(self, key: Any) -> Self:
        records, *bodies = key if isinstance(key, tuple) else (key,)
        if len(bodies) > self.q.ndim - 2 or not all(map(is_index, (records, *bodies))):
            raise InvalidInput(
                f"run[{key!r}]: expected records, then one index for each of the"
                f" {self.q.ndim - 2} axes of the batch; each a number, a slice, or a"
                " list of numbers or of True and False"
            )
        records = keeping_axis(records)

        def picked(a: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
            if a.ndim == 1:  # one number for all motions of a batch, such as the time
                return np.asarray(a[records])
            # in each record on its own: NumPy may put the axis of a list first
            each = np.moveaxis(a[records], 0, -1)[tuple(bodies)]
            return np.moveaxis(each, -1, 0)

        arrays = {f.name: getattr(self, f.name) for f in fields(self)}
        arrays = {
            name: picked(a)
            for name, a in arrays.items()
            if isinstance(a, np.ndarray) and name != "inputs"
        }
        stats = {
            name: picked(a) if isinstance(a, np.ndarray) else a
            for name, a in self.stats.items()
        }
        batch, key = self.q.shape[1:-1], tuple(bodies)
        return replace(
            self,
            stats=stats,
            body=picked_body(self.body, key),
            load=picked_load(self.load, batch, key),
            inputs=picked_inputs(self.inputs, batch, key),
            **arrays,
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """What stands in the columns of `to_csv` and of `np.asarray(run)`."""
        named = [
            f"{name} ({unit})" if unit else name
            for names, unit, _ in self._columns()
            for name in names
        ]
        return "t (s)", *named

    @property
    def motion(self) -> tuple[Array, ...]:
        """(q, omega), of a flight (q, omega, position, velocity).

        With rotors, or states of loads: (q, omega, rotor_speeds, states)."""
        if not self.rotor_speeds.shape[-1] + self.states.shape[-1]:
            return self.q, self.omega
        return self.q, self.omega, self.rotor_speeds, self.states

    @property
    def motion_names(self) -> tuple[str, ...]:
        """The names of what `motion` holds."""
        return ("q", "omega", "rotor_speeds", "states")[: len(self.motion)]

    def states_of(self, name: str) -> Array:
        """The states of the load of this name, shape (records, ..., n).

        Parameters
        ----------
        name : str
            That of a summand of the load.

        Raises
        ------
        InvalidInput
            Unless just one load with states has that name.

        Notes
        -----
        Chapter: A body of your own.

        Examples
        --------
        >>> import rotlib as rl
        >>> def torque(t, q, omega, z):
        ...     return -z
        >>> def rate(t, q, omega, z):
        ...     return omega
        >>> spring = rl.loads.Load("spring", torque, start=(0, 0, 0), rate=rate)
        >>> run = rl.integrate(
        ...     "rk4", rl.Body((1, 1, 1)), omega=(0, 0, 1), load=spring, h=0.1, steps=5
        ... )
        >>> run.states_of("spring")[-1].round(3)
        array([0.   , 0.   , 0.479])
        """
        load: Any = self.load
        owners = [(p.name, own) for p, own in getattr(load, "places", ()) if p.start]
        found = [own for known, own in owners if known == name]
        if len(found) != 1:
            known = ", ".join(repr(known) for known, _ in owners) or "none"
            raise InvalidInput(
                f"name: expected that of one load with states, {known}, got {name!r}"
                + (f", the name of {len(found)}" if found else "")
            )
        return self.states[..., found[0]]

    @property
    def t_events(self) -> list[Array]:
        """Times of each event, s: one array for each of `events`."""
        return [event.t for event in self.events]

    @property
    def q_events(self) -> list[Array]:
        """Attitudes at each event, arrays (n, 4)."""
        return [event.q for event in self.events]

    @property
    def omega_events(self) -> list[Array]:
        """Rates at each event, body components, rad/s, arrays (n, 3)."""
        return [event.omega for event in self.events]

    @cached_property
    def norm_defect(self) -> Array:
        """|q| - 1 at each record."""
        return np.asarray(np.sqrt((self.q**2).sum(-1)) - 1.0)

    @cached_property
    def attitude(self) -> Array:
        """The attitudes as unit quaternions, q/|q|; derived quantities use these."""
        return quaternion.normalize(self.q)

    @cached_property
    def kinetic_energy(self) -> Array:
        """omega.J omega/2 at each record, J, and what the rotors add."""
        return self.body.kinetic_energy(self.omega, self._speeds)

    @property
    def _speeds(self) -> Array | None:
        return self.rotor_speeds if self.body.rotors else None

    @cached_property
    def potential_energy(self) -> Array:
        """Potential of the load at each record, J; zero without a potential."""
        energy = np.zeros_like(self.kinetic_energy)
        times = self.t.reshape(-1, *[1] * (self.q.ndim - 1))
        load: Any = self.load
        for part in () if load is None else load.summands:
            if part.potential is None:
                continue
            q = self.attitude
            if part.turning is not None:
                # the load as it was at t = 0, on a body turned back as far as the load
                back = quaternion.exp(-times * np.array(part.turning))
                q = quaternion.multiply(back, q)
            energy = energy + self._of_load(part, part.potential, 0, q)
        return energy

    def _of_load(
        self, part: Any, function: Function, n: int, *motion: Array, t: Any = None
    ) -> Any:
        """What a function of the load says of all records, n numbers or one."""
        if self.omega.size == 0:
            return [0.0] * n if n else 0.0
        named = zip(self.motion_names, self.motion, strict=True)
        flown = [a for name, a in named if name in MOTION]
        lane = [tuple(a.reshape(-1, a.shape[-1])[0].tolist()) for a in flown]
        q, omega, *rest = lane
        start = float(self.t[0]), q, [*rest[:1], omega, *rest[1:]]
        what = f"load {part.name!r}: expected {n or 'one'} numbers of it"
        given = None
        if part.numbers is not None:
            numbers = fitting(part, self.q.shape[1:-1])
            given = Inputs(np.moveaxis(numbers[None], -1, 1))
        elif n and takes_inputs(function, 5):
            if callable(self.inputs):
                function = fed(function, self.inputs)
            else:
                given = self._held()
        call = on_records(function, what, n, start, given)
        flat = [tuple(np.moveaxis(a, -1, 0)) for a in motion]
        return call(*flat) if t is None else call(t, *flat)

    def _held(self) -> Inputs:
        """The inputs at all records at once, as if these were lanes."""
        assert isinstance(self.inputs, np.ndarray)  # or a function of time
        rows, single = table_of(self.inputs[self.step_after])
        wide = [1] * (self.q.ndim - 2 - max(0, rows.ndim - 2))
        rows = rows.reshape(*rows.shape, *wide)
        return Inputs(np.moveaxis(rows, 1, 0)[None], single)

    @property
    def step_after(self) -> Steps:
        """Which row of held inputs acts from each record on; the last, at the end."""
        if not isinstance(self.inputs, np.ndarray) or len(self.inputs) == 1:
            return np.zeros(len(self.t), int)
        steps = (self.t - self.stats["t0"]) / self.stats["h"]
        row = np.floor(steps + SAME).astype(int)
        first: Steps = np.minimum(row, len(self.inputs) - 1)
        return first

    @cached_property
    def energy(self) -> Array:
        """Kinetic plus potential energy at each record, J."""
        return self.kinetic_energy + self.potential_energy

    @property
    def _couplings(self) -> list[Coupling]:
        parts = () if self.load is None else self.load.summands
        return [part for part in parts if isinstance(part, Coupling)]

    @cached_property
    def jacobi_integral(self) -> Array:
        """Energy minus turning.L, J: kept under a load that turns steadily."""
        turning = getattr(self.load, "turning", None)
        return self.energy - self.momentum_space @ (
            (0.0, 0.0, 0.0) if turning is None else turning
        )

    @cached_property
    def momentum_space(self) -> Array:
        """Angular momentum about the reference point, space components, kg m^2/s.

        That of body and rotors together."""
        return self.body.momentum_space(self.attitude, self.omega, self._speeds)

    def at(self, t: ArrayLike) -> Self:
        """The motion at any times within the run, between its records too.

        Parameters
        ----------
        t : array_like, shape (n,) or ()
            Times, s, in any order, from the first record to the last.

        Returns
        -------
        Trajectory
            n records, at a record of the run the same numbers. A `PoseTrajectory` for a
            flight.

        Raises
        ------
        InvalidInput
            For times outside the run.
        NotAvailable
            If no run made these records, or if the records of a method with a memory
            are too far apart.

        Notes
        -----
        The method goes on from the record before, by whole steps if `every` left some
        out, and a last one that is shorter: on the group, and of the method's order.
        Between the steps of a symplectic or symmetric method these are no points of the
        motion that it conserves. The closed form is evaluated.
        `adams_bashforth_moulton` and `simo_wong`, whose steps need more of the past
        than the records hold, are interpolated: a cubic rotation vector with the
        attitudes and rates of both neighbours, equation eq-adaptive-hermite, error
        O(distance^4). The momentum of the free body stays. Chapter: Steps that choose
        themselves.

        Examples
        --------
        >>> import rotlib as rl
        >>> body = rl.Body((1, 2, 3))
        >>> run = rl.integrate("buss4", body, omega=(0.1, 1.0, 0.1), h=0.1, steps=50)
        >>> between = run.at([0.25, 3.14])
        >>> q, _ = rl.exact.free_body(run.body, run.omega[0], between.t)
        >>> bool(rl.quaternion.angle_between(between.q, q).max() < 1e-6)
        True
        """
        times = np.atleast_1d(_check.array(t, "t")).astype(np.float64)
        if times.ndim != 1:
            raise InvalidInput(f"t: expected shape (n,), got {times.shape}")
        if isinstance(self.integrator, Absent):
            self.integrator()  # says why it is missing
        if self.interpolant is None:
            raise NotAvailable(
                f"at: no run of rotlib.integrate made these records ({self.method}), so"
                " there is no method to go on with; ask the run itself"
            )
        between: Self = self.interpolant(self, times)
        return between

    def plot(
        self,
        what: Literal["motion", "attitude", "momentum", "bands"] = "motion",
        **options: Any,
    ) -> "Figure":
        """The run as a Matplotlib figure.

        Parameters
        ----------
        what : {"motion", "attitude", "momentum", "bands"}
            "motion": rates, energy and momentum against time, `plot.trajectory`.
            "attitude": Euler angles, `plot.attitude`. "momentum": its path in the body,
            on a sphere, `plot.momentum_sphere`. "bands": a batch, `plot.bands`.
        **options
            Those of the function of `rotlib.plot` that is named above, such as `seq`.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        InvalidInput
            For another name, for a batch where one motion is asked for, or the other
            way round.

        Notes
        -----
        Chapter: Getting your results out.

        Examples
        --------
        >>> import rotlib as rl
        >>> body = rl.Body((1, 2, 3))
        >>> run = rl.integrate("buss4", body, omega=(0, 1, 0.1), h=0.1, steps=50)
        >>> run.plot("attitude", seq="ZYX").axes[0].get_xlabel()
        'time (s)'
        """
        from .. import plot

        functions: dict[str, Callable[..., Any]] = {
            "motion": plot.trajectory,
            "attitude": plot.attitude,
            "momentum": plot.momentum_sphere,
            "bands": plot.bands,
        }
        figure: Figure = functions[_check.one_of(what, functions, "what")](
            self, **options
        )
        return figure

    def animate(self, *, label: str | None = None, **options: Any) -> "Scene":
        """A moving picture, for a notebook, a page or a film.

        Parameters
        ----------
        label : str, optional
            What the picture shows, in words, for a reader who cannot see it. Default:
            the method and the times.
        **options
            Those of `rotlib.plot.scene`, such as `shape`, `trail`, `dials`, `seconds`.

        Returns
        -------
        rotlib.plot.Scene
            It moves where a notebook shows it, in JupyterLab and in a page that
            was made of the notebook; `to_html` and `save` write files.

        Raises
        ------
        InvalidInput
            For a batch, of which one motion is to be chosen, as `run[:, 0]`; if the
            body turns too far from record to record.

        Notes
        -----
        So many frames are kept, up to 4000, that it turns by less than a radian between
        two. Chapter: Getting your results out.

        Examples
        --------
        >>> import rotlib as rl
        >>> body = rl.Body((1, 2, 3))
        >>> run = rl.integrate("buss4", body, omega=(0, 1, 0.1), h=0.1, steps=50)
        >>> run.animate(shape="t-handle", trail=(0, 1, 0))
        <scene: A body turns, by buss4, from 0 to 5 s.>
        """
        from .. import plot

        if label is None and len(self):
            does = "flies" if "position" in self.motion_names else "turns"
            span = f"from {self.t[0]:.4g} to {self.t[-1]:.4g} s"
            label = f"A body {does}, by {self.method}, {span}."
        if "frames" not in options and self.q.ndim == 2 and len(self) > 1:
            turn = float(np.sqrt((self.omega**2).sum(-1)).max() * np.ptp(self.t))
            options["frames"] = int(min(max(240.0, 1.2 * turn), 4000.0))
        return plot.scene(self, label=label or "", **options)

    def to_csv(
        self, path_or_file: str | os.PathLike[str] | TextIO | None = None
    ) -> str | None:
        """Write the run as a table, one record a row, that any program reads.

        Parameters
        ----------
        path_or_file : str, path or text file, optional
            Where to write. Default: return the text.

        Returns
        -------
        str or None
            The text, if it was not written to a file.

        Raises
        ------
        InvalidInput
            For anything but a path or a text file.

        Notes
        -----
        The first row names the columns with their units: time, attitude as returned,
        rates, energy (of bodies that act on each other the kinetic one) and momentum,
        for a `PoseTrajectory` also position and velocity. A batch gets a first column
        `body`, which counts its motions in the order of `q.reshape(len(run), -1, 4)`,
        one motion after the other. Numbers are written with as many digits as it takes
        to read back the same bits. Chapter: Using rotlib in your assignment.

        Examples
        --------
        >>> import rotlib as rl
        >>> body = rl.Body((1, 2, 3))
        >>> run = rl.integrate("rk4", body, omega=(0, 0, 2), h=0.5, steps=2)
        >>> print(run.to_csv().splitlines()[0][:54])
        t (s),q_w,q_x,q_y,q_z,omega_x (rad/s),omega_y (rad/s),
        >>> np.loadtxt(io.StringIO(run.to_csv()), delimiter=",", skiprows=1).shape
        (3, 12)
        """
        if path_or_file is None:
            text = io.StringIO()
            self.to_csv(text)
            return text.getvalue()
        if isinstance(path_or_file, (str, os.PathLike)):
            with open(path_or_file, "w", newline="", encoding="utf-8") as file:
                self.to_csv(file)
        elif hasattr(path_or_file, "write"):
            csv.writer(path_or_file, lineterminator="\n").writerows(self._rows())
        else:
            raise InvalidInput(
                "path_or_file: expected a path or an open text file, got"
                f" {type(path_or_file).__name__}"
            )
        return None

    def to_pandas(self) -> "DataFrame":
        """The table of `to_csv` as a `pandas.DataFrame`.

        Returns
        -------
        pandas.DataFrame
            Its index is the time, of a batch the number of the body and the time; its
            columns are `run.columns` without the time.

        Raises
        ------
        NotInstalled
            Without pandas: `pip install rotlib[frames]`.

        Notes
        -----
        Chapter: Getting your results out.

        Examples
        --------
        >>> import rotlib as rl
        >>> body = rl.Body((1, 2, 3))
        >>> run = rl.integrate("rk4", body, omega=(0, 0, 2), h=0.5, steps=2)
        >>> run.to_pandas()["omega_z (rad/s)"].loc[0.5:].tolist()
        [2.0, 2.0]
        """
        return tables.data_frame(self)

    def to_xarray(self) -> "Dataset":
        """The quantities of the table as an `xarray.Dataset`.

        Returns
        -------
        xarray.Dataset
            `q`, `omega`, `energy`, `momentum_space`, of a flight also `position` and
            `velocity`, over `t`, the axes of a batch and the components, which are
            labelled; each with its unit.

        Raises
        ------
        NotInstalled
            Without xarray: `pip install rotlib[frames]`.

        Notes
        -----
        The axis of a batch is `body`; several are `body_0`, `body_1` and so on.
        Chapter: Getting your results out.

        Examples
        --------
        >>> import rotlib as rl
        >>> body = rl.Body((1, 2, 3))
        >>> run = rl.integrate("rk4", body, omega=(0, 0, 2), h=0.5, steps=2)
        >>> run.to_xarray()["omega"].sel(t=0.5, xyz="z").item()
        2.0
        """
        return tables.data_set(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the run to a file that `rotlib.load` reads back.

        Parameters
        ----------
        path : str or path
            The file, by custom with the ending `.npz`. One that is there is replaced,
            but only when the new one is whole.

        Raises
        ------
        NotAvailable
            If the run holds what is neither numbers, text nor an object of rotlib.

        Notes
        -----
        The file is an archive of NumPy arrays: `numpy.load` shows the motion to any
        program. Beside them it holds a text, JSON, about body, load and method. Of a
        load that is a function of your own it keeps the name; `rotlib.load` takes it
        again. Chapter: Getting your results out.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> import rotlib as rl
        >>> body = rl.Body((1, 2, 3))
        >>> run = rl.integrate("rk4", body, omega=(0, 0, 2), h=0.5, steps=2)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "spin.npz")
        ...     run.save(path)
        ...     np.load(path)["t"]
        array([0. , 0.5, 1. ])
        """
        archive.write(path, self)

    def _columns(self) -> list[tuple[list[str], str, Array]]:
        """(names, unit, values) of what a table holds beside the time."""
        energy = "kinetic_energy" if self._couplings else "energy"
        return [
            (_named("q", "wxyz"), "", self.q),
            (_named("omega"), "rad/s", self.omega),
            ([energy], "J", getattr(self, energy)[..., None]),
            (_named("momentum_space"), "kg m^2/s", self.momentum_space),
            *_counted("rotor_speed", "rad/s", self.rotor_speeds),
            *_counted("state", "", self.states),
        ]

    def _rows(self) -> Iterator[list[Any]]:
        columns, bodies = self.columns, math.prod(self.q.shape[1:-1])
        table = np.asarray(self).reshape(len(self), bodies, len(columns))
        single = self.q.ndim == 2
        yield [*columns] if single else ["body", *columns]
        for body in range(table.shape[1]):
            for row in table[:, body].tolist():
                yield row if single else [body, *row]

    def as_scipy(self) -> Any:
        """The attitudes as a `scipy.spatial.transform.Rotation`."""
        return quaternion.as_scipy(self.attitude)


def _same_bits(a: Array, b: Array) -> bool:
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


def _named(name: str, axes: str = "xyz") -> list[str]:
    return [f"{name}_{axis}" for axis in axes]


def _counted(name: str, unit: str, values: Array) -> list[tuple[list[str], str, Array]]:
    """The columns of so many numbers, none for none."""
    names = [f"{name}_{i}" for i in range(1, values.shape[-1] + 1)]
    return [(names, unit, values)] if names else []


def keeping_axis(key: Any) -> Any:
    """The same records, of a single number as a list: the axis stays."""
    return [key] if np.ndim(key) == 0 and not isinstance(key, slice) else key


def is_index(key: Any) -> bool:
    """Whether it picks along one axis."""
    return isinstance(key, slice) or (
        key is not None and key is not Ellipsis and np.ndim(key) <= 1
    )


@dataclass(frozen=True, eq=False, repr=False)
class PoseTrajectory(Trajectory):
    """A computed flight: a `Trajectory` with position and velocity.

    Attributes
    ----------
    position : ndarray, shape (records, ..., 3)
        Of the reference point, space components, m.
    velocity : ndarray, shape (records, ..., 3)
        Of the reference point, body components, m/s.
    """

    load: Wrench | None = None
    position: Array = field(kw_only=True)
    velocity: Array = field(kw_only=True)

    def _columns(self) -> list[tuple[list[str], str, Array]]:
        place = (
            (_named("position"), "m", self.position),
            (_named("velocity"), "m/s", self.velocity),
        )
        return [*super()._columns(), *place]

    @property
    def motion(self) -> tuple[Array, ...]:
        return self.q, self.omega, self.position, self.velocity

    @property
    def motion_names(self) -> tuple[str, ...]:
        return MOTION

    @property
    def position_events(self) -> list[Array]:
        """Positions at each event, space components, m, arrays (n, 3)."""
        return [event.motion[2] for event in self.events]

    @property
    def velocity_events(self) -> list[Array]:
        """Velocities at each event, body components, m/s, arrays (n, 3)."""
        return [event.motion[3] for event in self.events]

    @property
    def twist(self) -> Array:
        """(omega, velocity), body components, shape (records, ..., 6)."""
        return np.concatenate([self.omega, self.velocity], -1)

    @cached_property
    def pose(self) -> Array:
        """The poses as unit dual quaternions, shape (records, ..., 8)."""
        from .. import dual_quaternion

        return dual_quaternion.from_pose(self.attitude, self.position)

    @cached_property
    def momentum(self) -> Array:
        """(Pi, p) about the reference point, body components, (records, ..., 6)."""
        if not isinstance(self.body, Bodies):
            return self.twist @ self.body.inertia_6x6
        each: Array = (self.twist[..., None, :] @ self.body.inertia_6x6)[..., 0, :]
        return each

    @cached_property
    def linear_momentum_space(self) -> Array:
        """Linear momentum in space components at each record, kg m/s."""
        return quaternion.rotate(self.attitude, self.momentum[..., 3:])

    @cached_property
    def momentum_about_reference(self) -> Array:
        """Angular momentum about the reference point, space components, kg m^2/s."""
        return quaternion.rotate(self.attitude, self.momentum[..., :3])

    @cached_property
    def momentum_space(self) -> Array:
        """Angular momentum about the origin, space components, kg m^2/s."""
        return self.momentum_about_reference + np.cross(
            self.position, self.linear_momentum_space
        )

    @cached_property
    def kinetic_energy(self) -> Array:
        """V.M V/2 at each record, J."""
        return np.asarray(0.5 * (self.twist * self.momentum).sum(-1))

    @cached_property
    def wrench(self) -> Array:
        """Torque about the reference point, and force: body, (records, ..., 6)."""
        if self.load is None:
            return np.zeros_like(self.twist)
        motion = self.attitude, self.position, self.omega, self.velocity
        time = self.t.reshape(-1, *[1] * (self.q.ndim - 2))
        total = np.zeros_like(self.twist)
        for part in self.load.summands:
            if isinstance(part, Coupling):
                self._require_system()
                wrench = coupled.on_records(part, "wrench", self.t, motion)
            else:
                wrench = self._of_load(part, part.wrench, 6, *motion, t=time)
            six = np.broadcast_arrays(*wrench, self.q[..., 0])[:6]
            total = total + np.stack(six, -1)
        return total

    @cached_property
    def potential_energy(self) -> Array:
        """Potential of the wrenches that have one, at each record, J.

        Of bodies that act on each other only `total_energy` means something.
        """
        for part in self._couplings:
            raise NotAvailable(
                f"energy: the coupling {part.name!r} acts between bodies, and its"
                " energy belongs to none of them; use run.total_energy"
            )
        return self._potential_of_wrenches()

    def _potential_of_wrenches(self) -> Array:
        energy = np.zeros_like(self.kinetic_energy)
        for part in self.load.summands if self.load is not None else ():
            if part.potential is not None and not isinstance(part, Coupling):
                given = self.attitude, self.position
                energy = energy + self._of_load(part, part.potential, 0, *given)
        return energy

    def _require_system(self) -> None:
        """Raise InvalidInput unless there are bodies, that act on each other all."""
        if self.q.ndim < 3:
            raise InvalidInput(
                "run: expected the bodies of a system, shape (records, ..., bodies,"
                " 3), got one motion; take the totals of the whole run, not of one body"
            )
        for part in self._couplings:
            if not callable(part.pairs):
                checked_pairs(part.pairs, self.q.shape[-2])

    @cached_property
    def total_energy(self) -> Array:
        """Kinetic and potential energy of all bodies of a system, J, (records, ...).

        The bodies are the last axis of the batch. Of couplings and wrenches that have a
        potential, this is in it.
        """
        self._require_system()
        energy: Array = (self.kinetic_energy + self._potential_of_wrenches()).sum(-1)
        for part in self._couplings:
            if part.potential is not None:
                motion = self.attitude, self.position
                (pairs,) = coupled.on_records(part, "potential", self.t, motion)
                energy = energy + pairs
        return energy

    @cached_property
    def total_momentum(self) -> Array:
        """Linear momentum of all bodies of a system, space, kg m/s, (records, ..., 3).

        What bodies do to each other does not change it.
        """
        self._require_system()
        total: Array = self.linear_momentum_space.sum(-2)
        return total

    @cached_property
    def total_angular_momentum(self) -> Array:
        """Of all bodies of a system about the origin, space components, kg m^2/s.

        Shape (records, ..., 3). What bodies do to each other does not change it.
        """
        self._require_system()
        total: Array = self.momentum_space.sum(-2)
        return total


def trajectory_of(
    method: Method,
    body: Body | Bodies,
    load: Any,
    t: Array,
    motion: Sequence[Array],
    stats: dict[str, Any],
    interpolant: Interpolant,
    inputs: Given = None,
) -> Trajectory:
    """A run's records, (q, omega) or with position and velocity, as a trajectory."""
    q, omega, *rest = motion
    given = t, q, omega, body, method.name, load, stats, method, interpolant
    if method.poses:
        x, v = rest
        return PoseTrajectory(*given, inputs=inputs, position=x, velocity=v)
    if rest:
        speeds, z = rest
        return Trajectory(*given, inputs=inputs, rotor_speeds=speeds, states=z)
    return Trajectory(*given, inputs=inputs)
