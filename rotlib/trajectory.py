"""The result of a run: times, attitudes, rates, places, and what follows from them."""

import csv
import io
import os
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

import numpy as np

from . import quaternion
from ._bind import bind
from .body import Body
from .errors import InvalidInput
from .loads import Load
from .methods._method import Method


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A computed motion: records along the first axis, then the shape of the batch, then components.

    `run[::10]` is the run of each tenth record, `run[-1]` that of the last one alone, and of a batch `run[:, 2]` is the
    motion of body 2.

    Attributes
    ----------
    t : ndarray, shape (records,)
        Times, s.
    q : ndarray, shape (records, ..., 4)
        Attitudes as the method returned them, body to space; nothing is normalised.
    omega : ndarray, shape (records, ..., 3)
        Rates, body components, rad/s.
    body, load, method : Body, Load or None, str
        What was integrated, and how.
    stats : dict
        Steps taken, step size, back end, seconds; arrays in it belong to the records.
    integrator : Method or None
        The method itself, by which `at` goes on from a record; None if the records were not made by a run.
    """

    t: np.ndarray
    q: np.ndarray
    omega: np.ndarray
    body: Body
    method: str
    load: Load | None = None
    stats: dict = field(default_factory=dict)
    integrator: Method | None = None

    def __len__(self):
        return len(self.t)

    def __repr__(self):
        span = f"t = {self.t[0]:g} ... {self.t[-1]:g} s" if len(self) else "empty"
        batch = f", batch {self.q.shape[1:-1]}" if self.q.ndim > 2 else ""
        return f"<Trajectory {self.method}: {len(self)} records, {span}{batch}>"

    def __getitem__(self, key):
        records, *bodies = key if isinstance(key, tuple) else (key,)
        if len(bodies) > self.q.ndim - 2 or not all(map(is_index, (records, *bodies))):
            raise InvalidInput(f"run[{key!r}]: expected records, then one index for each of the {self.q.ndim - 2} axes "
                               "of the batch; each a number, a slice, or a list of numbers or of True and False")
        records = [records] if np.ndim(records) == 0 and not isinstance(records, slice) else records

        def picked(a):
            return a[records][(slice(None), *bodies)]

        arrays = {f.name: getattr(self, f.name) for f in fields(self)}
        arrays = {name: picked(a) for name, a in arrays.items() if isinstance(a, np.ndarray) and name != "t"}
        stats = {name: picked(a) if isinstance(a, np.ndarray) else a for name, a in self.stats.items()}
        return replace(self, t=self.t[records], stats=stats, **arrays)

    @cached_property
    def norm_defect(self):
        """|q| - 1 at each record."""
        return np.sqrt((self.q**2).sum(-1)) - 1.0

    @cached_property
    def attitude(self):
        """The attitudes as unit quaternions, q/|q|: what the derived quantities below are computed from."""
        return quaternion.normalize(self.q)

    @cached_property
    def kinetic_energy(self):
        """omega.J omega/2 at each record, J."""
        return self.body.kinetic_energy(self.omega)

    @cached_property
    def potential_energy(self):
        """Potential of the load at each record, J; zero without a potential."""
        if self.load is None or self.load.potential is None:
            return np.zeros_like(self.kinetic_energy)
        q = self.attitude
        if self.load.turning is not None:  # the load as it was at t = 0, on a body turned back as far as the load
            angles = self.t.reshape(-1, *[1] * (q.ndim - 1)) * np.array(self.load.turning)
            q = quaternion.multiply(quaternion.exp(-angles), q)
        return bind(self.load.potential, "numpy")(tuple(q[..., i] for i in range(4))) + np.zeros_like(q[..., 0])

    @cached_property
    def energy(self):
        """Kinetic plus potential energy at each record, J."""
        return self.kinetic_energy + self.potential_energy

    @cached_property
    def jacobi_integral(self):
        """Energy minus turning.L at each record, J: what is kept under a load that turns steadily; else the energy."""
        turning = getattr(self.load, "turning", None)
        return self.energy - self.momentum_space @ ((0.0, 0.0, 0.0) if turning is None else turning)

    @cached_property
    def momentum_space(self):
        """Angular momentum about the reference point in space components at each record, kg m^2/s."""
        return self.body.momentum_space(self.attitude, self.omega)

    def at(self, t):
        """The motion at any times within the run, between its records too.

        Parameters
        ----------
        t : array_like, shape (n,) or ()
            Times, s, in any order, from the first record to the last.

        Returns
        -------
        Trajectory
            n records, at a record of the run the same numbers. A `PoseTrajectory` for a flight.

        Raises
        ------
        InvalidInput
            For times outside the run.
        NotAvailable
            If no run made these records, or if the records of a method with a memory are too far apart.

        Notes
        -----
        The method goes on from the record before, by whole steps if `every` left some out, and a last one that is
        shorter: on the group, and of the method's order. Between the steps of a symplectic or symmetric method these
        are no points of the motion that it conserves. The closed form is evaluated. `adams_bashforth_moulton` and
        `simo_wong`, whose steps need more of the past than the records hold, are interpolated: a cubic rotation vector
        with the attitudes and rates of both neighbours, equation eq-adaptive-hermite, error O(distance^4). The momentum
        of the free body stays. Chapter: Steps that choose themselves.

        Examples
        --------
        >>> import rotlib as rl
        >>> run = rl.integrate("buss4", rl.Body((1, 2, 3)), omega=(0.1, 1.0, 0.1), h=0.1, steps=50)
        >>> between = run.at([0.25, 3.14])
        >>> q, _ = rl.exact.free_body(run.body, run.omega[0], between.t)
        >>> bool(rl.quaternion.angle_between(between.q, q).max() < 1e-6)
        True
        """
        from ._dense import at

        return at(self, t)

    def plot(self):
        """Rates, energy and momentum against time; returns the Matplotlib figure. See `rotlib.plot.trajectory`."""
        from . import plot

        return plot.trajectory(self)

    def animate(self, *, label, **options):
        """A moving picture for a notebook or a page; `label` says what it shows. See `rotlib.plot.scene`."""
        from . import plot

        return plot.scene(self, label=label, **options)

    def to_csv(self, path_or_file=None):
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
        The first row names the columns with their units: time, attitude as returned, rates, energy and momentum, for a
        `PoseTrajectory` also position and velocity. A batch gets a first column `body`, which counts its motions in the
        order of `q.reshape(len(run), -1, 4)`, one motion after the other. Numbers are written with as many digits as it
        takes to read back the same bits. Chapter: Using rotlib in your assignment.

        Examples
        --------
        >>> import rotlib as rl
        >>> run = rl.integrate("rk4", rl.Body((1, 2, 3)), omega=(0, 0, 2), h=0.5, steps=2)
        >>> print(run.to_csv().splitlines()[0][:54])
        t (s),q_w,q_x,q_y,q_z,omega_x (rad/s),omega_y (rad/s),
        >>> np.loadtxt(io.StringIO(run.to_csv()), delimiter=",", skiprows=1).shape
        (3, 12)
        """
        if path_or_file is None:
            text = io.StringIO()
            self.to_csv(text)
            return text.getvalue()
        if hasattr(path_or_file, "write"):
            csv.writer(path_or_file, lineterminator="\n").writerows(self._rows())
        elif isinstance(path_or_file, (str, os.PathLike)):
            with open(path_or_file, "w", newline="", encoding="utf-8") as file:
                self.to_csv(file)
        else:
            raise InvalidInput(f"path_or_file: expected a path or an open text file, got {type(path_or_file).__name__}")
        return None

    def _columns(self):
        """(names, unit, values) of what a table holds beside the time."""
        return [(_named("q", "wxyz"), "", self.q), (_named("omega"), "rad/s", self.omega),
                (["energy"], "J", self.energy[..., None]),
                (_named("momentum_space"), "kg m^2/s", self.momentum_space)]

    def _rows(self):
        names, units, values = zip(*self._columns(), strict=True)
        units = [f" ({unit})" if unit else "" for unit in units]
        head = [name + unit for group, unit in zip(names, units, strict=True) for name in group]
        table = np.concatenate([v.reshape(len(self), -1, v.shape[-1]) for v in values], -1)
        single = self.q.ndim == 2
        yield ([] if single else ["body"]) + ["t (s)", *head]
        for body in range(table.shape[1]):
            for t, row in zip(self.t.tolist(), table[:, body].tolist(), strict=True):
                yield [t, *row] if single else [body, t, *row]

    def as_scipy(self):
        """The attitudes as a `scipy.spatial.transform.Rotation`, if SciPy is installed."""
        return quaternion.as_scipy(self.attitude)


def _named(name, axes="xyz"):
    return [f"{name}_{axis}" for axis in axes]


def is_index(key):
    """Whether it picks along one axis."""
    return isinstance(key, slice) or (key is not None and key is not Ellipsis and np.ndim(key) <= 1)


@dataclass(frozen=True, eq=False, repr=False)
class PoseTrajectory(Trajectory):
    """A computed flight: a `Trajectory` with the place and velocity of the reference point.

    Attributes
    ----------
    position : ndarray, shape (records, ..., 3)
        Of the reference point, space components, m.
    velocity : ndarray, shape (records, ..., 3)
        Of the reference point, body components, m/s.
    """

    position: np.ndarray = None
    velocity: np.ndarray = None

    def _columns(self):
        place = (_named("position"), "m", self.position), (_named("velocity"), "m/s", self.velocity)
        return [*super()._columns(), *place]

    @property
    def twist(self):
        """(omega, velocity) at each record, body components, shape (records, ..., 6)."""
        return np.concatenate([self.omega, self.velocity], -1)

    @cached_property
    def pose(self):
        """The poses as unit dual quaternions, shape (records, ..., 8)."""
        from . import dual_quaternion

        return dual_quaternion.from_pose(self.attitude, self.position)

    @cached_property
    def momentum(self):
        """(Pi, p) about the reference point, body components, shape (records, ..., 6)."""
        return self.twist @ self.body.inertia_6x6

    @cached_property
    def linear_momentum_space(self):
        """Linear momentum in space components at each record, kg m/s."""
        return quaternion.rotate(self.attitude, self.momentum[..., 3:])

    @cached_property
    def momentum_about_reference(self):
        """Angular momentum about the reference point at each record, space components, kg m^2/s."""
        return quaternion.rotate(self.attitude, self.momentum[..., :3])

    @cached_property
    def momentum_space(self):
        """Angular momentum about the origin of space at each record, space components, kg m^2/s."""
        return self.momentum_about_reference + np.cross(self.position, self.linear_momentum_space)

    @cached_property
    def kinetic_energy(self):
        """V.M V/2 at each record, J."""
        return 0.5 * (self.twist * self.momentum).sum(-1)

    @cached_property
    def wrench(self):
        """Torque about the reference point and force at each record, body components, shape (records, ..., 6)."""
        if self.load is None:
            return np.zeros_like(self.twist)
        parts = [tuple(np.moveaxis(a, -1, 0)) for a in (self.attitude, self.position, self.omega, self.velocity)]
        time = self.t.reshape(-1, *[1] * (self.q.ndim - 2))
        return sum(np.stack(np.broadcast_arrays(*bind(part.wrench, "numpy")(time, *parts), self.q[..., 0])[:6], -1)
                   for part in self.load.summands)

    @cached_property
    def potential_energy(self):
        """Potential of the wrenches that have one, at each record, J."""
        energy = np.zeros_like(self.kinetic_energy)
        parts = [tuple(np.moveaxis(a, -1, 0)) for a in (self.attitude, self.position)]
        for part in self.load.summands if self.load is not None else ():
            if part.potential is not None:
                energy = energy + bind(part.potential, "numpy")(*parts)
        return energy
