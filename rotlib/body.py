"""The rigid body: mass, inertia about a reference point, centre of mass, principal axes."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from . import _check, quaternion
from .errors import InvalidInertia, InvalidInput


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body.

    Parameters
    ----------
    inertia : array_like, shape (3,) or (3, 3)
        Moments of inertia about the reference point, body axes, kg m^2; three numbers are a diagonal matrix.
    mass : float, optional
        kg; needed where weight or translation matters. Default 1.
    centre : array_like, shape (3,), optional
        Centre of mass seen from the reference point, body components, m. Default: the reference point itself.
    added_mass : array_like, shape (6, 6) or (6,), optional
        What a surrounding fluid adds to `inertia_6x6`, about the reference point, rotations first; six numbers are a
        diagonal. Only methods that integrate poses take such a body.

    Raises
    ------
    InvalidInertia
        If the mass is not positive, if a matrix is not symmetric, if the inertia or its sum with the added mass is not
        positive definite, or if no mass distribution has these moments (each is at most the sum of the other two),
        about the reference point or about the centre.

    Notes
    -----
    A body that turns about a fixed point has that point as reference; a body in free flight has its centre of mass.
    Chapter: The rigid body.

    Examples
    --------
    >>> Body.box(mass=1.0, sides=(1, 4, 18)).inertia.diagonal().round(4)
    array([28.3333, 27.0833,  1.4167])
    """

    inertia: np.ndarray
    mass: float = 1.0
    centre: np.ndarray = field(default=(0.0, 0.0, 0.0))
    added_mass: np.ndarray = field(default=(0.0,) * 6)

    def __post_init__(self):
        try:
            mass = _check.real(self.mass, "mass")
            inertia = _check.array(self.inertia, "inertia").astype(np.float64)
            centre = _check.array(self.centre, "centre").astype(np.float64)
            added = _check.array(self.added_mass, "added_mass").astype(np.float64)
        except InvalidInput as error:
            raise InvalidInertia(str(error)) from None
        if mass <= 0:
            raise InvalidInertia(f"mass: expected a positive number of kg, got {mass}")
        if centre.shape != (3,):
            raise InvalidInertia(f"centre: expected shape (3,), got {centre.shape}")
        if inertia.shape == (3,):
            inertia = np.diag(inertia)
        if inertia.shape != (3, 3):
            raise InvalidInertia(f"inertia: expected shape (3,) or (3, 3), got {inertia.shape}")
        _check_moments(inertia)
        _check_centre(inertia, mass, centre)
        set_ = object.__setattr__
        set_(self, "mass", mass)
        set_(self, "inertia", _frozen((inertia + inertia.T) / 2))
        set_(self, "centre", _frozen(centre))
        set_(self, "added_mass", _frozen(_symmetric_6x6(added)))
        if added.any():
            demand_definite(self.inertia_6x6)

    def __repr__(self):
        moments = ", ".join(f"{j:.6g}" for j in self.principal_moments)
        return f"Body(mass={self.mass:.6g}, principal moments=({moments}), centre={tuple(self.centre.tolist())})"

    @classmethod
    def box(cls, *, mass=1.0, sides):
        """Homogeneous box with the given sides along its axes, about its centre.

        Parameters
        ----------
        mass : float
            kg.
        sides : sequence of 3 floats
            Lengths along body x, y, z, m.

        Examples
        --------
        >>> Body.box(mass=12.0, sides=(1, 2, 3)).inertia.diagonal()
        array([13., 10.,  5.])
        """
        a, b, c = _lengths(sides, 3, "sides")
        return cls(_positive(mass, "mass") / 12 * np.array([b * b + c * c, c * c + a * a, a * a + b * b]), mass=mass)

    @classmethod
    def ellipsoid(cls, *, mass=1.0, semi_axes):
        """Homogeneous ellipsoid with the given semi-axes, about its centre.

        Examples
        --------
        >>> Body.ellipsoid(mass=5.0, semi_axes=(1, 2, 3)).inertia.diagonal()
        array([13., 10.,  5.])
        """
        a, b, c = _lengths(semi_axes, 3, "semi_axes")
        return cls(_positive(mass, "mass") / 5 * np.array([b * b + c * c, c * c + a * a, a * a + b * b]), mass=mass)

    @classmethod
    def sphere(cls, *, mass=1.0, radius):
        """Homogeneous sphere, about its centre.

        Examples
        --------
        >>> Body.sphere(mass=5.0, radius=1.0).inertia.diagonal()
        array([2., 2., 2.])
        """
        return cls.ellipsoid(mass=mass, semi_axes=(radius, radius, radius))

    @classmethod
    def cylinder(cls, *, mass=1.0, radius, height):
        """Homogeneous cylinder along body z, about its centre.

        Examples
        --------
        >>> Body.cylinder(mass=12.0, radius=1.0, height=1.0).inertia.diagonal()
        array([4., 4., 6.])
        """
        (r, h), mass = _lengths((radius, height), 2, "radius, height"), _positive(mass, "mass")
        across = mass * (3 * r * r + h * h) / 12
        return cls((across, across, mass * r * r / 2), mass=mass)

    @classmethod
    def cone(cls, *, mass=1.0, radius, height):
        """Homogeneous cone along body z with its tip as reference point and its centre of mass at 3/4 of the height.

        Examples
        --------
        >>> Body.cone(mass=1.0, radius=1.0, height=2.0).centre
        array([0. , 0. , 1.5])
        """
        (r, h), mass = _lengths((radius, height), 2, "radius, height"), _positive(mass, "mass")
        across = 3 * mass * (r * r + 4 * h * h) / 20
        return cls((across, across, 3 * mass * r * r / 10), mass=mass, centre=(0.0, 0.0, 0.75 * h))

    @cached_property
    def _principal(self):
        off = self.inertia - np.diag(np.diagonal(self.inertia))
        if not off.any():
            return tuple(np.diagonal(self.inertia).tolist()), (1.0, 0.0, 0.0, 0.0)
        moments, axes = np.linalg.eigh(self.inertia)
        if np.linalg.det(axes) < 0:
            axes[:, 2] *= -1
        return tuple(moments.tolist()), tuple(quaternion.from_matrix(axes).tolist())

    @property
    def principal_moments(self):
        """Principal moments (J1, J2, J3) about the reference point, kg m^2; of a diagonal inertia, its diagonal."""
        return self._principal[0]

    @property
    def principal_axes(self):
        """Unit quaternion, principal to body components; the identity if the inertia is diagonal."""
        return self._principal[1]

    @property
    def inertia_6x6(self):
        """Inertia of twists (omega, v) at the reference point, shape (6, 6): (Pi, p) = inertia_6x6 @ (omega, v)."""
        first = _hat(self.mass * self.centre)
        return np.block([[self.inertia, first], [-first, self.mass * np.eye(3)]]) + self.added_mass

    def about(self, point):
        """The same body with another reference point.

        Parameters
        ----------
        point : array_like, shape (3,)
            The new reference point seen from the old one, body components, m.

        Returns
        -------
        Body

        Examples
        --------
        >>> rod_end = Body.box(mass=3.0, sides=(0.1, 0.1, 2.0)).about((0, 0, -1.0))
        >>> rod_end.centre, rod_end.inertia[0, 0].round(4)
        (array([0., 0., 1.]), np.float64(4.0025))
        """
        point = _check.trailing(point, 3, "point")
        at_centre = self.inertia - self.mass * _steiner(self.centre)
        new = self.centre - point
        shift = np.eye(6)  # takes the twist at the new point to that at the old one
        shift[3:, :3] = _hat(point)
        added = shift.T @ self.added_mass @ shift
        return Body(at_centre + self.mass * _steiner(new), self.mass, new, (added + added.T) / 2)

    def kinetic_energy(self, omega):
        """Kinetic energy of rotation about the reference point.

        Parameters
        ----------
        omega : array_like, shape (..., 3)
            Rate, body components, rad/s.

        Returns
        -------
        ndarray, shape (...)
            omega.J omega/2 in joules.

        Examples
        --------
        >>> float(Body((1, 2, 3)).kinetic_energy([1, 1, 1]))
        3.0
        """
        omega = _check.trailing(omega, 3, "omega")
        return 0.5 * (omega * self.momentum(omega)).sum(-1)

    def momentum(self, omega):
        """Angular momentum about the reference point, body components, kg m^2/s.

        Parameters
        ----------
        omega : array_like, shape (..., 3)
            Rate, body components, rad/s.

        Examples
        --------
        >>> Body((1, 2, 3)).momentum([1, 1, 1])
        array([1., 2., 3.])
        """
        return _check.trailing(omega, 3, "omega") @ self.inertia

    def momentum_space(self, q, omega):
        """Angular momentum about the reference point, space components.

        Parameters
        ----------
        q : array_like, shape (..., 4)
            Attitudes, body to space.
        omega : array_like, shape (..., 3)
            Rates, body components, rad/s.

        Examples
        --------
        >>> Body((1, 2, 3)).momentum_space([0, 1, 0, 0], [1, 1, 1])
        array([ 1., -2., -3.])
        """
        return quaternion.rotate(q, self.momentum(omega))

    def omega(self, q, momentum_space):
        """Rate of the body from its attitude and its momentum in space: the inverse of `momentum_space`.

        Parameters
        ----------
        q : array_like, shape (..., 4)
            Attitudes, body to space.
        momentum_space : array_like, shape (..., 3)
            Angular momentum about the reference point, space components, kg m^2/s.

        Returns
        -------
        ndarray, shape (..., 3)
            Rate, body components, rad/s.

        Examples
        --------
        >>> Body((1, 2, 3)).omega([0, 1, 0, 0], [1, -2, -3])
        array([1., 1., 1.])
        """
        return np.linalg.solve(self.inertia, quaternion.rotate_back(q, momentum_space)[..., None])[..., 0]

    def __eq__(self, other):
        if not isinstance(other, Body):
            return NotImplemented
        return (self.mass == other.mass and np.array_equal(self.inertia, other.inertia)
                and np.array_equal(self.centre, other.centre) and np.array_equal(self.added_mass, other.added_mass))

    __hash__ = None


def _symmetric_6x6(added):
    added = np.diag(added) if added.shape == (6,) else added
    if added.shape != (6, 6):
        raise InvalidInertia(f"added_mass: expected shape (6, 6) or (6,), got {added.shape}")
    if np.abs(added - added.T).max() > 1e-12 * np.abs(added).max(initial=1e-300):
        raise InvalidInertia(
            "added_mass: expected a symmetric matrix, or the energy is not conserved; are the blocks of rotation and "
            "translation transposes of each other?"
        )
    return (added + added.T) / 2


def demand_definite(M):
    """Raise InvalidInertia unless the 6x6 inertia is positive definite, whatever the units of its halves."""
    size = np.sqrt(np.abs(np.diagonal(M)))
    if not size.all() or np.linalg.eigvalsh(M / np.outer(size, size))[0] < 1e-14:
        raise InvalidInertia(
            "inertia, added_mass: expected a positive definite 6x6 inertia, got one for which some motion has no "
            f"energy, or a negative one; its diagonal is {np.diagonal(M).tolist()}"
        )


def _check_moments(inertia):
    scale = np.abs(inertia).max()
    if np.abs(inertia - inertia.T).max() > 1e-12 * scale:
        raise InvalidInertia("inertia: expected a symmetric matrix; are products of inertia entered with both signs?")
    moments = np.linalg.eigvalsh(inertia)
    if moments[0] <= 1e-14 * scale:
        raise InvalidInertia(
            f"inertia: expected positive principal moments, got {moments.tolist()}; "
            "a rod without thickness or a point has no full inertia: give it a small radius"
        )
    excess = moments[2] - moments[0] - moments[1]
    if excess > 1e-9 * scale:
        raise InvalidInertia(
            f"inertia: no body has principal moments {moments.tolist()}: the largest must not exceed the sum of the "
            "others; check units and the signs of the products of inertia"
        )


def _check_centre(inertia, mass, centre):
    """What is left about the centre of mass must be the inertia of a body too, or of a rod or a point."""
    scale = np.abs(inertia).max()
    moments = np.linalg.eigvalsh(inertia - mass * _steiner(centre))
    if moments[0] < -1e-9 * scale or moments[2] - moments[0] - moments[1] > 1e-9 * scale:
        raise InvalidInertia(
            f"inertia, mass, centre: about the centre of mass the principal moments would be {moments.tolist()}, which "
            "no body has; the inertia must be about the reference point, m |c|^2 across the centre included: "
            "start from Body(inertia about the centre, mass).about(point)"
        )


def _hat(vector):
    """The matrix of the cross product with `vector`."""
    x, y, z = vector
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def _steiner(c):
    return c @ c * np.eye(3) - np.outer(c, c)


def _frozen(array):
    array = array + 0.0
    array.flags.writeable = False
    return array


def _positive(value, name):
    try:
        number = _check.real(value, name)
    except InvalidInput as error:
        raise InvalidInertia(str(error)) from None
    if number <= 0:
        raise InvalidInertia(f"{name}: expected a positive number, got {number}")
    return number


def _lengths(values, size, name):
    try:
        values = list(values)
    except TypeError:
        values = [values]
    if len(values) != size:
        raise InvalidInertia(f"{name}: expected {size} lengths, got {len(values)}")
    return [_positive(v, name) for v in values]
