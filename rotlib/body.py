"""The rigid body: mass, inertia about a point, centre of mass, principal axes.

Chapters: The rigid body, A body of your own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal

import numpy as np

from . import _check, quaternion
from ._types import Array, ArrayLike, Quaternion, Vector
from .errors import InvalidInertia, InvalidInput, NotAvailable, RoundedInertia, warn

LARGEST = 1e50  # kg and kg m^2: powers of moments must not overflow, nor underflow

__all__ = ["Body"]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: its mass, its inertia about a reference point, its centre of mass.

    The reference point is the fixed point of a body that turns about one, else the
    centre of mass. Rates omega (..., 3) are body components, rad/s; attitudes q
    (..., 4) turn body to space; rotor_speeds (..., n) are relative to the body, rad/s,
    zero if left out. A body is immutable, equal to one with the same numbers, and can
    be a key. InvalidInertia, from all that make one, for a mass or an inertia
    (added mass included) that is not positive, a matrix that is not symmetric, and
    moments of which one is more than the sum of the others, about the reference point
    or the centre.

    inertia: (3, 3), or (3,) of a diagonal matrix, about the reference point, kg m^2
    mass: kg; needed where weight or translation matters
    centre: centre of mass seen from the reference point, body components, m
    added_mass: what a fluid adds to `inertia_6x6`, (6, 6) or (6,) of a diagonal,
        rotations first; only methods that integrate poses take it
    rotor_axes, rotor_inertias: of parts that can spin, as `with_rotors` says

    >>> Body((10.0, 12.0, 8.0), mass=5.0).inertia.diagonal()
    array([10., 12.,  8.])
    """

    inertia: Array
    mass: float
    centre: Array
    added_mass: Array
    rotor_axes: Array
    rotor_inertias: Array

    def __init__(
        self,
        inertia: ArrayLike,
        mass: float = 1.0,
        centre: ArrayLike = (0.0, 0.0, 0.0),
        added_mass: ArrayLike = (0.0,) * 6,
        rotor_axes: ArrayLike = (),
        rotor_inertias: ArrayLike = (),
    ) -> None:
        try:
            mass = _check.real(mass, "mass")
            J = _check.array(inertia, "inertia").astype(np.float64)
            c = _check.array(centre, "centre").astype(np.float64)
            added = _check.array(added_mass, "added_mass").astype(np.float64)
            axes = _check.array(rotor_axes, "rotor_axes").astype(np.float64)
            spins = _check.array(rotor_inertias, "rotor_inertias").astype(np.float64)
        except InvalidInput as error:
            raise InvalidInertia(str(error)) from None
        if mass <= 0:
            raise InvalidInertia(f"mass: expected a positive number of kg, got {mass}")
        if c.shape != (3,):
            raise InvalidInertia(f"centre: expected shape (3,), got {c.shape}")
        if J.shape == (3,):
            J = np.diag(J)
        if J.shape != (3, 3):
            raise InvalidInertia(
                f"inertia: expected shape (3,) or (3, 3), got {J.shape}"
            )
        largest = max(float(np.abs(J).max()), mass * math.hypot(*c) * math.hypot(*c))
        for size, unit in (largest, "kg m^2"), (mass, "kg"):
            if 0.0 < size < 1 / LARGEST or size > LARGEST:
                raise InvalidInertia(
                    f"inertia, mass, centre: expected {1 / LARGEST:.0e} to"
                    f" {LARGEST:.0e} {unit}, got {size:.2g}; take other units of mass"
                    " and length, in moments, masses and torques alike"
                )
        _check_centre(J, mass, c, _check_moments(J, inertia))
        set_ = object.__setattr__
        set_(self, "mass", mass)
        set_(self, "inertia", _frozen(_symmetrised(J)))
        set_(self, "centre", _frozen(c))
        set_(self, "added_mass", _frozen(_symmetric_6x6(added)))
        set_(
            self, "rotor_axes", _frozen(axes.reshape(-1, 3) if axes.size == 0 else axes)
        )
        set_(self, "rotor_inertias", _frozen(spins))
        if added.any():
            require_definite(self.inertia_6x6)
        if axes.size or spins.size:
            self._check_rotors()

    def __repr__(self) -> str:
        moments = ", ".join(f"{j:.6g}" for j in self.principal_moments)
        rotors = f", rotors={self.rotors}" if self.rotors else ""
        added = ", with added mass" if self.added_mass.any() else ""
        return (
            f"Body(mass={self.mass:.6g}, principal moments=({moments}),"
            f" centre={tuple(self.centre.tolist())}{rotors}{added})"
        )

    @classmethod
    def box(cls, *, mass: float = 1.0, sides: Iterable[float]) -> Body:
        """Homogeneous box about its centre; `sides` along body x, y, z, m."""
        a, b, c = _lengths(sides, 3, "sides")
        across = np.array([b * b + c * c, c * c + a * a, a * a + b * b])
        return cls(_positive(mass, "mass") / 12 * across, mass=mass)

    @classmethod
    def ellipsoid(cls, *, mass: float = 1.0, semi_axes: Iterable[float]) -> Body:
        """Homogeneous ellipsoid about its centre; `semi_axes` along body x, y, z, m."""
        a, b, c = _lengths(semi_axes, 3, "semi_axes")
        across = np.array([b * b + c * c, c * c + a * a, a * a + b * b])
        return cls(_positive(mass, "mass") / 5 * across, mass=mass)

    @classmethod
    def sphere(cls, *, mass: float = 1.0, radius: float) -> Body:
        """Homogeneous sphere about its centre; `radius` in m."""
        return cls.ellipsoid(mass=mass, semi_axes=(radius, radius, radius))

    @classmethod
    def cylinder(
        cls,
        *,
        mass: float = 1.0,
        radius: float,
        height: float,
        axis: str | ArrayLike = "z",
    ) -> Body:
        """Homogeneous cylinder about its centre; `axis` a letter or a vector; m."""
        r, h = _lengths((radius, height), 2, "radius, height")
        mass, along = _positive(mass, "mass"), _direction(axis, "axis")
        across = mass * (3 * r * r + h * h) / 12
        return cls(_round(across, mass * r * r / 2, along), mass=mass)

    @classmethod
    def cone(
        cls,
        *,
        mass: float = 1.0,
        radius: float,
        height: float,
        axis: str | ArrayLike = "z",
    ) -> Body:
        """Homogeneous cone about its tip; `axis` to the base, letter or vector; m."""
        r, h = _lengths((radius, height), 2, "radius, height")
        mass, along = _positive(mass, "mass"), _direction(axis, "axis")
        across = 3 * mass * (r * r + 4 * h * h) / 20
        inertia = _round(across, 3 * mass * r * r / 10, along)
        return cls(inertia, mass=mass, centre=0.75 * h * along)

    @classmethod
    def from_inertia_6x6(cls, M: ArrayLike) -> Body:
        """The body whose `inertia_6x6` is this matrix, symmetric and positive definite.

        A rigid body if there is one, else one with `added_mass`: its mass, which has
        weight, is the least that any direction of translation shows. No matrix says
        what is the body's own and what the water's: if you know, call Body(inertia,
        mass, centre, added_mass).
        """
        try:
            given: Array = _check.array(M, "M").astype(np.float64)
        except InvalidInput as error:
            raise InvalidInertia(str(error)) from None
        if given.shape != (6, 6):
            raise InvalidInertia(f"M: expected shape (6, 6), got {given.shape}")
        given = _symmetric_6x6(given, "M")
        require_definite(given, "M")
        inertia, coupling, masses = given[:3, :3], given[:3, 3:], given[3:, 3:]
        mass = float(np.linalg.eigvalsh(masses)[0])
        if np.abs(masses - mass * np.eye(3)).max() < 1e-12 * mass:
            mass = float(masses[0, 0])
        first = _unhat(coupling - coupling.T) / 2
        centre: Array = np.array([_quotient(x, mass) for x in first.tolist()])
        try:
            body = cls(inertia, mass, centre)
        except InvalidInertia:  # the water's share of the moments is not a body's
            least = np.linalg.eigvalsh(inertia)[0]
            if mass * (centre @ centre) > least:
                centre = np.zeros(3)
            body = cls(least * np.eye(3) + mass * _steiner(centre), mass, centre)
        rest = given - body.inertia_6x6
        size = np.sqrt(np.diagonal(given))
        if (np.abs(rest) < 1e-12 * np.outer(size, size)).all():
            return body
        return cls(body.inertia, mass, centre, rest)

    @cached_property
    def _principal(self) -> tuple[Vector, Quaternion]:
        return principal(self.inertia)

    @property
    def principal_moments(self) -> tuple[float, float, float]:
        """Moments about the reference point, kg m^2; diagonal ones in their order."""
        return self._principal[0]

    @property
    def principal_axes(self) -> tuple[float, float, float, float]:
        """Unit quaternion, principal to body axes; 1 if the inertia is diagonal."""
        return self._principal[1]

    @property
    def inertia_6x6(self) -> Array:
        """Inertia of twists at the reference point, (Pi, p) = M (omega, v)."""
        first = _hat(self.mass * self.centre)
        own = np.block([[self.inertia, first], [-first, self.mass * np.eye(3)]])
        return own + self.added_mass

    def about(self, point: ArrayLike) -> Body:
        """The same body with another reference point, seen from the old one, m."""
        point = np.array(_check.vector(point, "point"))
        at_centre = self.inertia - self.mass * _steiner(self.centre)
        new = self.centre - point
        shift = np.eye(6)  # takes the twist at the new point to that at the old one
        shift[3:, :3] = _hat(point)
        added = shift.T @ self.added_mass @ shift
        return Body(
            at_centre + self.mass * _steiner(new),
            self.mass,
            new,
            _symmetrised(added),
            self.rotor_axes,
            self.rotor_inertias,
        )

    def rotated(self, q: ArrayLike) -> Body:
        """The same body, turned within its axes about the reference point.

        What pointed along `v` points along `quaternion.rotate(q, v)` afterwards. To
        describe a body that stays where it is in other axes, give the q that takes
        components in the old axes to components in the new ones.

        q: one rotation, (4,) or a matrix (3, 3)

        >>> cone = Body.cone(mass=1.0, radius=1.0, height=2.0)
        >>> cone.rotated(quaternion.exp([0, np.pi / 2, 0])).centre.round(12)
        array([1.5, 0. , 0. ])
        """
        R: Array = np.asarray(_check.array(q, "q"), np.float64)
        if R.shape == (3, 3):
            quaternion.from_matrix(R)  # or it is not a rotation
        elif R.shape == (4,):
            R = quaternion.as_matrix(R)
        else:
            raise InvalidInput(
                f"q: expected one rotation, shape (4,) or (3, 3), got {R.shape}"
            )
        both = np.kron(np.eye(2), R)
        return Body(
            _symmetrised(R @ self.inertia @ R.T),
            self.mass,
            R @ self.centre,
            _symmetrised(both @ self.added_mass @ both.T),
            self.rotor_axes @ R.T,
            self.rotor_inertias,
        )

    def __add__(self, other: Body) -> Body:
        """Both bodies, rigidly joined: one reference point, the same axes."""
        if not isinstance(other, Body):
            return NotImplemented
        mass = self.mass + other.mass
        return Body(
            self.inertia + other.inertia,
            mass,
            (self.mass * self.centre + other.mass * other.centre) / mass,
            self.added_mass + other.added_mass,
            np.concatenate([self.rotor_axes, other.rotor_axes]),
            np.concatenate([self.rotor_inertias, other.rotor_inertias]),
        )

    def __radd__(self, other: Literal[0]) -> Body:
        """So that `sum` of bodies, which starts from 0, is a body."""
        return self if type(other) is int and other == 0 else NotImplemented

    def with_rotors(self, axes: ArrayLike, inertias: ArrayLike) -> Body:
        """The same body, some parts of which can spin: a gyrostat.

        A rotor is symmetric about its axis, which is fixed in the body [eq-gyrostat].
        Inertia, mass and centre stay: they include the rotors at standstill. Rotors
        that the body has come first. `rl.integrate` then takes `rotor_speeds` and
        `motors`.

        axes: unit vectors (n, 3), or (3,) of a single rotor, body components
        inertias: about the spin axes, (n,), or one number for all, kg m^2

        >>> satellite = Body((10.0, 12.0, 8.0)).with_rotors(np.eye(3), 0.02)
        >>> satellite.momentum((0, 0, 0), rotor_speeds=(0, 0, 100.0))
        array([0., 0., 2.])
        """
        try:
            a = np.atleast_2d(_check.trailing(axes, 3, "axes"))
            spins = np.atleast_1d(_check.array(inertias, "inertias"))
        except InvalidInput as error:
            raise InvalidInertia(str(error)) from None
        if spins.shape == (1,):
            spins = np.full(len(a), spins[0])
        return replace(
            self,
            rotor_axes=np.concatenate([self.rotor_axes, a]),
            rotor_inertias=np.concatenate([self.rotor_inertias, spins]),
        )

    def _check_rotors(self) -> None:
        axes, inertias = self.rotor_axes, self.rotor_inertias
        n = inertias.size
        if inertias.shape != (n,) or axes.shape != (n, 3):
            raise InvalidInertia(
                "rotor axes, inertias: expected shapes (n, 3) and (n,), got"
                f" {axes.shape} and {inertias.shape}"
            )
        lengths = np.sqrt((axes * axes).sum(-1))
        if (np.abs(lengths - 1.0) > 1e-9).any():
            raise InvalidInertia(
                "rotor axes: expected vectors of length one, got lengths"
                f" {lengths.tolist()}; divide each by its length"
            )
        if (inertias <= 0).any():
            raise InvalidInertia(
                "rotor inertias: expected positive moments, got"
                f" {inertias.tolist()} kg m^2"
            )
        least = np.linalg.eigvalsh(self.inertia_of_platform)[0]
        if least <= 1e-14 * np.abs(self.inertia).max():
            raise InvalidInertia(
                "rotor inertias: expected rotors that are part of the body, got moments"
                f" {inertias.tolist()} kg m^2 in a body with the inertia"
                f" {self.inertia.tolist()}; the inertia of the body must include its"
                " rotors at standstill"
            )

    @property
    def rotors(self) -> int:
        """How many rotors it has."""
        return len(self.rotor_inertias)

    @property
    def inertia_of_platform(self) -> Array:
        """Inertia (3, 3) against turning while the rotors keep their own momenta."""
        spins = self.rotor_axes.T * self.rotor_inertias
        return self.inertia - _symmetrised(spins @ self.rotor_axes)

    def kinetic_energy(
        self, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        """Kinetic energy of rotation about the reference point, J."""
        omega = _check.trailing(omega, 3, "omega")
        twice: Array = (omega * (omega @ self.inertia)).sum(-1)
        if rotor_speeds is not None:
            spins = self._speeds(rotor_speeds)
            share = spins + 2 * (omega @ self.rotor_axes.T)
            twice = twice + (self.rotor_inertias * spins * share).sum(-1)
        return 0.5 * twice

    def _speeds(self, rotor_speeds: ArrayLike) -> Array:
        if not self.rotors:
            raise InvalidInput(
                "rotor_speeds: the body has no rotors; give it some with"
                " body.with_rotors(axes, inertias)"
            )
        return _check.trailing(rotor_speeds, self.rotors, "rotor_speeds")

    def momentum(
        self, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        """Angular momentum about the reference point, body components, kg m^2/s."""
        momentum: Array = _check.trailing(omega, 3, "omega") @ self.inertia
        if rotor_speeds is None:
            return momentum
        spins = self.rotor_inertias * self._speeds(rotor_speeds)
        return momentum + spins @ self.rotor_axes

    def momentum_space(
        self, q: ArrayLike, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        """Angular momentum about the reference point, space components, kg m^2/s."""
        return quaternion.rotate(q, self.momentum(omega, rotor_speeds))

    def omega(
        self,
        q: ArrayLike,
        momentum_space: ArrayLike,
        rotor_speeds: ArrayLike | None = None,
    ) -> Array:
        """Rate from the attitude and the momentum in space: undoes `momentum_space`."""
        momentum = quaternion.rotate_back(q, momentum_space)
        if rotor_speeds is not None:
            momentum = momentum - self.momentum((0.0, 0.0, 0.0), rotor_speeds)
        return np.linalg.solve(self.inertia, momentum[..., None])[..., 0]

    __array_ufunc__ = None  # to compare with an array gives one bool

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Body):
            return NotImplemented
        return self.mass == other.mass and all(
            map(np.array_equal, self._arrays(), other._arrays())
        )

    def _arrays(self) -> list[Array]:
        return [getattr(self, f.name) for f in fields(self) if f.name != "mass"]

    def __hash__(self) -> int:
        return hash((self.mass, *[a.tobytes() for a in self._arrays()]))

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        for array in self._arrays():
            array.flags.writeable = False


def _symmetric_6x6(added: Array, name: str = "added_mass") -> Array:
    added = np.diag(added) if added.shape == (6,) else added
    if added.shape != (6, 6):
        raise InvalidInertia(
            f"{name}: expected shape (6, 6) or (6,), got {added.shape}"
        )
    if np.abs(added).max() > LARGEST:
        raise InvalidInertia(
            f"{name}: expected entries up to {LARGEST:.0e}, got"
            f" {np.abs(added).max():.2g}; take larger units"
        )
    if np.abs(added - added.T).max() > 1e-12 * np.abs(added).max(initial=1e-300):
        raise InvalidInertia(
            f"{name}: expected a symmetric matrix, or the energy is not conserved;"
            " are the blocks of rotation and translation transposes of each other?"
        )
    return _symmetrised(added)


def _symmetrised(matrix: Array) -> Array:
    return (matrix + matrix.T) / 2


def require_no_rotors(body: Any, what: str) -> None:
    """Raise NotAvailable for bodies with rotors, where only others are known."""
    if body.rotors:
        raise NotAvailable(
            f"body: {what} for bodies without rotors, got {body.rotors} of them; use"
            " rotlib.integrate with rkmk4, or the body before with_rotors"
        )


def require_definite(M: Array, name: str = "inertia, added_mass") -> None:
    """Raise InvalidInertia unless a 6x6 inertia, in any units, is positive definite."""
    size = np.sqrt(np.abs(np.diagonal(M)))
    if not size.all() or np.linalg.eigvalsh(M / np.outer(size, size))[0] < 1e-14:
        raise InvalidInertia(
            f"{name}: expected a positive definite 6x6 inertia,"
            " got one for which some motion has no energy, or a negative one;"
            f" its diagonal is {np.diagonal(M).tolist()}"
        )


def principal(inertia: Array) -> tuple[Vector, Quaternion]:
    """Principal moments and axes; a diagonal matrix keeps its order."""
    off = inertia - np.diag(np.diagonal(inertia))
    if not off.any():
        return tuple(np.diagonal(inertia).tolist()), (1.0, 0.0, 0.0, 0.0)
    moments, axes = np.linalg.eigh(inertia)
    if np.linalg.det(axes) < 0:
        axes[:, 2] *= -1
    return tuple(moments.tolist()), tuple(quaternion.from_matrix(axes).tolist())


def _check_moments(inertia: Array, given: Any) -> float:
    scale, slack = np.abs(inertia).max(), 1e-9
    skew = np.abs(inertia - inertia.T)
    moments = np.linalg.eigvalsh(_symmetrised(inertia))
    excess = moments[2] - moments[0] - moments[1]
    if skew.max() > 1e-12 * scale or excess > slack * scale:
        slack = _rounding(given)
    if skew.max() > slack * scale:
        i, j = np.unravel_index(int(skew.argmax()), (3, 3))
        raise InvalidInertia(
            f"inertia: expected a symmetric matrix, got {inertia[i, j]:.9g} in row {i},"
            f" column {j}, and {inertia[j, i]:.9g} across; are products of inertia"
            " entered with both signs?"
        )
    if moments[0] <= 1e-14 * scale:
        raise InvalidInertia(
            f"inertia: expected positive principal moments, got {moments.tolist()}; "
            + (
                "a moment is negative: look at its sign, and at those of the products"
                if moments[0] < -slack * scale
                else "a rod without thickness or a point has no full inertia: give it"
                " a small radius"
            )
        )
    if excess > slack * scale:
        raise InvalidInertia(
            f"inertia: no body has principal moments {moments.tolist()}: the largest"
            f" must not exceed the sum of the others, and does by {excess:.2g},"
            f" {excess / moments[2]:.1g} of itself; "
            + (
                "if rounding did that, take the sum in its place"
                if excess < 1e-3 * scale
                else "check units and the signs of the products of inertia"
            )
        )
    if excess > 1e-9 * scale:
        warn(
            f"inertia: the largest of the principal moments {moments.tolist()} exceeds"
            f" the sum of the others by {excess:.2g}, which is taken for rounding; give"
            " more digits, or the sum in its place",
            RoundedInertia,
        )
    return slack


def _rounding(given: Any) -> float:
    """By how much moments may be off, as part of the largest, by the digits given."""
    values = np.asarray(given).ravel()
    single = values.astype(np.float32).astype(np.float64)
    slack = 1e-6 if (single == values).all() else 1e-9
    told = [abs(Decimal(repr(float(x))).normalize()) for x in values]
    # of the one that tells most: zeros at the end are left out
    digits = max(len(x.as_tuple().digits) for x in told)
    last = max(told).adjusted() + 1 - digits
    printed = 2.0 * 10.0**last / np.abs(values).max()
    return max(slack, printed if printed < 1e-4 else 0.0)


def _check_centre(inertia: Array, mass: float, centre: Array, slack: float) -> None:
    scale = np.abs(inertia).max()
    moments = np.linalg.eigvalsh(inertia - mass * _steiner(centre))
    if (
        moments[0] < -slack * scale
        or moments[2] - moments[0] - moments[1] > slack * scale
    ):
        raise InvalidInertia(
            "inertia, mass, centre: about the centre of mass the principal moments"
            f" would be {moments.tolist()}, which no body has;"
            " the inertia must be about the reference point,"
            " m |c|^2 across the centre included:"
            " start from Body(inertia about the centre, mass).about(point)"
        )


def _hat(vector: Array) -> Array:
    x, y, z = vector
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def _unhat(matrix: Array) -> Array:
    return np.array([matrix[2, 1], matrix[0, 2], matrix[1, 0]])


def _quotient(product: float, factor: float) -> float:
    """x with factor x == product to the last bit, where floats have one."""
    x = product / factor
    for near in (x, math.nextafter(x, math.inf), math.nextafter(x, -math.inf)):
        if factor * near == product:
            return near
    return x


def _direction(axis: Any, name: str) -> Array:
    if isinstance(axis, str):
        try:
            letter = _check.one_of(axis, ("x", "y", "z"), name)
            return np.array([float(letter == x) for x in "xyz"])
        except InvalidInput as error:
            raise InvalidInertia(f"{error}, or a vector") from None
    try:
        v = np.array(_check.vector(axis, name))
    except InvalidInput as error:
        raise InvalidInertia(str(error)) from None
    size = math.hypot(*v)
    if not size:
        raise InvalidInertia(f"{name}: expected a vector other than zero")
    return v / size


def _round(across: float, along: float, axis: Array) -> Array:
    """Inertia of what is round about an axis."""
    along_axis = np.outer(axis, axis)
    return across * (np.eye(3) - along_axis) + along * along_axis


def _steiner(c: Array) -> Array:
    return c @ c * np.eye(3) - np.outer(c, c)


def _frozen(array: Array) -> Array:
    array = array + 0.0
    array.flags.writeable = False
    return array


def _positive(value: float, name: str) -> float:
    try:
        number = _check.real(value, name)
    except InvalidInput as error:
        raise InvalidInertia(str(error)) from None
    if number <= 0:
        raise InvalidInertia(f"{name}: expected a positive number, got {number}")
    return number


def _lengths(values: Any, size: int, name: str) -> list[float]:
    try:
        lengths = list(values)
    except TypeError:
        lengths = [values]
    if len(lengths) != size:
        raise InvalidInertia(f"{name}: expected {size} lengths, got {len(lengths)}")
    return [_positive(length, name) for length in lengths]
