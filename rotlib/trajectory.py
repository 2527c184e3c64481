"""The result of a run: times, attitudes, rates, and what follows from them."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from . import quaternion
from ._bind import bind
from .body import Body
from .loads import Load


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
    """

    t: np.ndarray
    q: np.ndarray
    omega: np.ndarray
    body: Body
    method: str
    load: Load | None = None
    stats: dict = field(default_factory=dict)

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
