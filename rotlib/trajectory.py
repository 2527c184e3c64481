"""The result of a run: times, attitudes, rates, places, and what follows from them."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from . import quaternion
from ._bind import bind
from .body import Body
from .loads import Load
from .methods._method import Method


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A computed motion: records along the first axis, then the shape of the batch, then components.

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
        Steps taken, step size, back end, seconds.
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
        return bind(self.load.potential, "numpy")(tuple(q[..., i] for i in range(4))) + np.zeros_like(q[..., 0])

    @cached_property
    def energy(self):
        """Kinetic plus potential energy at each record, J."""
        return self.kinetic_energy + self.potential_energy

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

    def animate(self, **options):
        """A moving picture for a notebook or a page. See `rotlib.plot.scene` for the options."""
        from . import plot

        return plot.scene(self, **options)

    def as_scipy(self):
        """The attitudes as a `scipy.spatial.transform.Rotation`, if SciPy is installed."""
        return quaternion.as_scipy(self.attitude)


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
    def momentum_space(self):
        """Angular momentum about the origin of space at each record, space components, kg m^2/s."""
        about_reference = quaternion.rotate(self.attitude, self.momentum[..., :3])
        return about_reference + np.cross(self.position, self.linear_momentum_space)

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
