"""The rigid body: mass, inertia about a point, centre of mass, principal axes.

Arrays with leading axes, `shape`, are many bodies, an array of them: the properties of
each, in the same order of components. Rates omega (..., 3) are body components, rad/s;
attitudes q (..., 4) turn body to space; rotor_speeds (..., n) are relative to the body,
rad/s, zero if left out. InvalidInertia, from all that make a body, for a mass or an
inertia (added mass included) that is not positive, a matrix that is not symmetric, and
moments of which one is more than the sum of the others, about the reference point or
the centre; of many bodies the first such one is named.

Chapters: The rigid body, A body of your own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np

from . import _check, quaternion
from ._types import Array, ArrayLike, Quaternion, Scalar, Vector
from .errors import InvalidInertia, InvalidInput, NotAvailable, RoundedInertia, warn

LARGEST = 1e50  # kg and kg m^2: powers of moments must not overflow, nor underflow
SURE = 1e-8  # in units of the inertia: what is smaller may be made by rounding
FIELDS = "mass", "inertia", "centre", "added_mass", "rotor_axes", "rotor_inertias"
SEQUENCES = list, tuple, np.ndarray
EYE = np.eye(3)

__all__ = ["Body"]
__dir__: Any = __all__.copy


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: its mass, its inertia about a reference point, its centre of mass.

    The reference point is the fixed point of a body that turns about one, else the
    centre of mass. A body is immutable, equal to one with the same numbers, and can be
    a key.

    inertia: (3, 3), or (3,) of a diagonal matrix, about the reference point, kg m^2;
        with more axes in front many bodies, which `len`, `body[i]` and loops take for a
        list. A table (3, 3) of moments, which no body has for a matrix, is three bodies
    mass: kg; needed where weight or translation matters. As all that follows, of many
        bodies one for all or one for each
    centre: centre of mass seen from the reference point, body components, m
    added_mass: what a fluid adds to `inertia_6x6`, (6, 6) or (6,) of a diagonal,
        rotations first; only methods that integrate poses take it
    rotor_axes, rotor_inertias: of parts that can spin, as `with_rotors` says

    >>> Body((10.0, 12.0, 8.0), mass=5.0).inertia.diagonal()
    array([10., 12.,  8.])
    >>> len(Body([(10.0, 12.0, 8.0), (10.1, 12.0, 8.0)], mass=5.0))
    2
    """

    inertia: Array
    mass: Scalar
    centre: Array
    added_mass: Array
    rotor_axes: Array
    rotor_inertias: Array

    def __init__(
        self,
        inertia: ArrayLike,
        mass: ArrayLike = 1.0,
        centre: ArrayLike = (0.0, 0.0, 0.0),
        added_mass: ArrayLike = (0.0,) * 6,
        rotor_axes: ArrayLike = (),
        rotor_inertias: ArrayLike = (),
    ) -> None:
        def numbers(value: ArrayLike, name: str) -> Array:
            return _check.array(value, name).astype(np.float64) + 0.0

        with _refused():
            J = _matrices(numbers(inertia, "inertia"))
            batch = J.shape[:-2]
            m = numbers(mass if batch else _check.real(mass, "mass"), "mass")
            c = numbers(centre, "centre")
            wet = numbers(added_mass, "added_mass")
            axes = numbers(rotor_axes, "rotor_axes")
            spins = numbers(rotor_inertias, "rotor_inertias")
        m = _for_each(batch, m, (), "mass")
        c = _for_each(batch, c, (3,), "centre")
        doubtful = np.argwhere(_are_unsure(J, m, c)).tolist() if batch else [()]
        for at in map(tuple, doubtful):
            if fault := _fault_of(J[at], float(m[at]), c[at]):
                raise InvalidInertia(_named(at) + fault)
        added = _for_each(batch, _symmetric_6x6(wet), (6, 6), "added_mass")
        own = m, _symmetrised(J), c, added, *_rotors(batch, axes, spins)
        self.__setstate__(dict(zip(FIELDS, own, strict=True)))
        if added.any():
            require_definite(self.inertia_6x6, asked=added.any((-2, -1)))
        if self.rotors:
            _check_rotors(self)

    @property
    def shape(self) -> tuple[int, ...]:
        """() of one body, the leading axes of the arrays of many."""
        return self.inertia.shape[:-2]

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of one body, which is no list; see its `shape`")
        return self.shape[0]

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Body]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, key: Any) -> Body:
        """One of many bodies, or some of them, by NumPy's rules for leading axes."""
        at = key if isinstance(key, tuple) else (key,)
        mass, *rest = map(np.asarray, self._arrays())
        # of the mass first: IndexError if there are no such axes
        return _made((mass[at], *[a[(*at, ...)] for a in rest]))

    def __repr__(self) -> str:
        if self.shape:
            n = math.prod(self.shape)
            first = f", the first {self[(0,) * len(self.shape)]!r}" if n else ""
            return f"<{n} bodies{first}>"
        moments = ", ".join(f"{j:.6g}" for j in self.principal_moments)
        rotors = f", rotors={self.rotors}" if self.rotors else ""
        added = ", with added mass" if self.added_mass.any() else ""
        return (
            f"Body(mass={self.mass:.6g}, principal moments=({moments}),"
            f" centre={tuple(self.centre.tolist())}{rotors}{added})"
        )

    @classmethod
    def box(cls, *, mass: ArrayLike = 1.0, sides: ArrayLike) -> Body:
        """Homogeneous box about its centre; `sides` (..., 3) along body x, y, z, m."""
        return cls(*_filled(12, mass, sides, "sides"))

    @classmethod
    def ellipsoid(cls, *, mass: ArrayLike = 1.0, semi_axes: ArrayLike) -> Body:
        """Homogeneous ellipsoid about its centre; `semi_axes` (..., 3), as of `box`."""
        return cls(*_filled(5, mass, semi_axes, "semi_axes"))

    @classmethod
    def sphere(cls, *, mass: ArrayLike = 1.0, radius: ArrayLike) -> Body:
        """Homogeneous sphere about its centre; `radius` in m."""
        r = _positive(radius, "radius")
        return cls(*_filled(5, mass, np.stack([r] * 3, -1), "radius"))

    @classmethod
    def cylinder(
        cls,
        *,
        mass: ArrayLike = 1.0,
        radius: ArrayLike,
        height: ArrayLike,
        axis: str | ArrayLike = "z",
    ) -> Body:
        """Homogeneous cylinder about its centre; `axis` a letter or a vector; m."""
        m, r, h = _sizes(mass, "radius, height", radius, height)
        across, along = m * (3 * r * r + h * h) / 12, m * r * r / 2
        return cls(_round(across, along, _direction(axis, "axis")), m)

    @classmethod
    def cone(
        cls,
        *,
        mass: ArrayLike = 1.0,
        radius: ArrayLike,
        height: ArrayLike,
        axis: str | ArrayLike = "z",
    ) -> Body:
        """Homogeneous cone about its tip; `axis` to the base, letter or vector; m."""
        m, r, h = _sizes(mass, "radius, height", radius, height)
        v = _direction(axis, "axis")
        inertia = _round(3 * m * (r * r + 4 * h * h) / 20, 3 * m * r * r / 10, v)
        return cls(inertia, m, centre=np.multiply.outer(0.75 * h, v))

    @classmethod
    def from_inertia_6x6(cls, M: ArrayLike) -> Body:
        """The body whose `inertia_6x6` is this matrix, symmetric and positive definite.

        A rigid body if there is one, else one with `added_mass`: its mass, which has
        weight, is the least that any direction of translation shows. No matrix says
        what is the body's own and what the water's: if you know, call Body(inertia,
        mass, centre, added_mass).
        """
        with _refused():
            given: Array = _check.array(M, "M").astype(np.float64)
        if given.shape != (6, 6):
            raise InvalidInertia(f"M: expected shape (6, 6), got {given.shape}")
        given = _symmetric_6x6(given, "M")
        require_definite(given, "M")
        inertia, coupling, masses = given[:3, :3], given[:3, 3:], given[3:, 3:]
        mass = float(np.linalg.eigvalsh(masses)[0])
        if np.abs(masses - mass * EYE).max() < 1e-12 * mass:
            mass = float(masses[0, 0])
        first = (coupling - coupling.T)[[2, 0, 1], [1, 2, 0]] / 2
        centre: Array = np.array([_quotient(x, mass) for x in first.tolist()])
        try:
            body = cls(inertia, mass, centre)
        except InvalidInertia:  # the water's share of the moments is not a body's
            least = np.linalg.eigvalsh(inertia)[0]
            if mass * (centre @ centre) > least:
                centre = np.zeros(3)
            body = cls(least * EYE + mass * _steiner(centre), mass, centre)
        rest = given - body.inertia_6x6
        size = np.sqrt(np.diagonal(given))
        if (np.abs(rest) < 1e-12 * np.outer(size, size)).all():
            return body
        return cls(body.inertia, mass, centre, rest)

    @cached_property
    def _principal(self) -> tuple[Vector, Quaternion]:
        return principal(self.inertia)

    @property
    def principal_moments(self) -> Vector:
        """Moments about the reference point, kg m^2; diagonal ones in their order."""
        return self._principal[0]

    @property
    def principal_axes(self) -> Quaternion:
        """Unit quaternion, principal to body axes; 1 if each inertia is diagonal."""
        return self._principal[1]

    @property
    def inertia_6x6(self) -> Array:
        """Inertia of twists at the reference point, (Pi, p) = M (omega, v)."""
        own = np.zeros((*self.shape, 6, 6))
        own[..., :3, :3] = self.inertia
        own[..., :3, 3:] = hat(self._weighed(self.centre))
        own[..., 3:, :3] = -own[..., :3, 3:]
        own[..., 3:, 3:] = np.asarray(self.mass)[..., None, None] * EYE
        return own + self.added_mass

    def _weighed(self, vectors: Array) -> Array:
        return np.asarray(np.asarray(self.mass)[..., None] * vectors)

    def about(self, point: ArrayLike) -> Body:
        """The same body with another reference point, seen from the old one, m."""
        p = _check.trailing(point, 3, "point").astype(np.float64)
        if p.shape not in ((3,), self.centre.shape):
            raise InvalidInput(f"point: expected shape (3,), got {p.shape}")
        new, added = self.centre - p, self.added_mass
        if added.any():
            shift = shift_of(p)
            added = _symmetrised(np.swapaxes(shift, -1, -2) @ added @ shift)
        inertia = _at_centre(self.inertia, self.mass, self.centre)
        inertia = inertia + np.asarray(self.mass)[..., None, None] * _steiner(new)
        return replace(self, inertia=inertia, centre=new, added_mass=added)

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
        return replace(
            self,
            inertia=_symmetrised(R @ self.inertia @ R.T),
            centre=(R @ self.centre[..., None])[..., 0],
            added_mass=_symmetrised(both @ self.added_mass @ both.T),
            rotor_axes=self.rotor_axes @ R.T,
        )

    def __add__(self, other: Body) -> Body:
        """Both bodies, rigidly joined: one reference point, the same axes."""
        if not isinstance(other, Body):
            return NotImplemented
        _check.broadcast((self.shape, other.shape), "bodies")
        mass = self.mass + other.mass
        first = self._weighed(self.centre) + other._weighed(other.centre)
        return Body(
            self.inertia + other.inertia,
            mass,
            first / np.asarray(mass)[..., None],
            self.added_mass + other.added_mass,
            _beside(-2, self.rotor_axes, other.rotor_axes),
            _beside(-1, self.rotor_inertias, other.rotor_inertias),
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
        with _refused():
            a = np.atleast_2d(_check.trailing(axes, 3, "axes"))
            spins = np.atleast_1d(_check.array(inertias, "inertias"))
        if spins.shape == (1,):
            spins = np.full(a.shape[-2], spins[0])
        return replace(
            self,
            rotor_axes=_beside(-2, self.rotor_axes, a),
            rotor_inertias=_beside(-1, self.rotor_inertias, spins),
        )

    @property
    def rotors(self) -> int:
        """How many rotors it has, or each of many."""
        return int(self.rotor_inertias.shape[-1])

    @property
    def inertia_of_platform(self) -> Array:
        """Inertia (3, 3) against turning while the rotors keep their own momenta."""
        spins = np.swapaxes(self.rotor_axes, -1, -2) * self.rotor_inertias[..., None, :]
        return self.inertia - _symmetrised(spins @ self.rotor_axes)

    def kinetic_energy(
        self, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        """Kinetic energy of rotation about the reference point, J."""
        omega = _check.trailing(omega, 3, "omega")
        twice: Array = (omega * product(omega, self.inertia)).sum(-1)
        if rotor_speeds is not None:
            spins = self._speeds(rotor_speeds)
            share = spins + 2 * product(omega, np.swapaxes(self.rotor_axes, -1, -2))
            twice = twice + (self.rotor_inertias * spins * share).sum(-1)
        return 0.5 * twice

    def _speeds(self, rotor_speeds: ArrayLike) -> Array:
        require_rotors(self, "rotor_speeds")
        return _check.trailing(rotor_speeds, self.rotors, "rotor_speeds")

    def momentum(
        self, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        """Angular momentum about the reference point, body components, kg m^2/s."""
        momentum = product(_check.trailing(omega, 3, "omega"), self.inertia)
        if rotor_speeds is None:
            return momentum
        spins = self.rotor_inertias * self._speeds(rotor_speeds)
        return momentum + product(spins, self.rotor_axes)

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

    @staticmethod
    def _together(bodies: Sequence[Body]) -> Body:
        return as_body(bodies)

    __array_ufunc__ = None  # to compare with an array gives one bool

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Body):
            return NotImplemented
        return all(map(np.array_equal, self._arrays(), other._arrays()))

    def _arrays(self) -> list[Array]:
        return [getattr(self, name) for name in FIELDS]

    def __hash__(self) -> int:
        return hash(tuple([np.asarray(a).tobytes() for a in self._arrays()]))

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        for name in FIELDS:
            a = state[name]
            if not np.ndim(a):
                vars(self)[name] = float(a)
            else:
                a.flags.writeable = False


def _made(arrays: Iterable[Any]) -> Body:
    """The body of arrays in the order of the fields, which have been checked."""
    body = object.__new__(Body)
    body.__setstate__(dict(zip(FIELDS, arrays, strict=True)))
    return body


# --- many bodies ----------------------------------------------------------------------

BodyLike: TypeAlias = Body | Sequence[Any] | np.ndarray[Any, Any]


def as_body(value: BodyLike, name: str = "body") -> Body:
    """One body, or many from a list, a tuple or an array of them."""
    if isinstance(value, Body):
        return value
    if not holds_bodies(value):
        raise InvalidInput(_no_body(f"{name}: ", value))
    return _stacked(value, name, ())


def one_body(value: BodyLike, who: str) -> Body:
    """The body; NotAvailable, with what `who` is told, for several."""
    body = as_body(value)
    if body.shape:
        raise NotAvailable(
            f"body: {who} takes one body, got {math.prod(body.shape)}; call it once for"
            " each, or use rotlib.integrate, which takes one body for each motion of a"
            " batch"
        )
    return body


def holds_bodies(value: Any) -> bool:
    return isinstance(value, Body) or (
        isinstance(value, SEQUENCES) and any(map(holds_bodies, value))
    )


def broadcast(body: Body, shape: tuple[int, ...]) -> Body:
    """Bodies with these axes, from one or from many."""
    k = len(body.shape)
    arrays = [np.asarray(a) for a in body._arrays()]
    return _made([np.broadcast_to(a, (*shape, *a.shape[k:])) for a in arrays])


def product(vectors: Array, matrices: Array) -> Array:
    """v M, of each body with its own matrix."""
    if matrices.ndim == 2:
        return np.asarray(vectors @ matrices)
    return np.asarray((vectors[..., None, :] @ matrices)[..., 0, :])


def _no_body(named: str, value: Any) -> str:
    kind = type(value).__name__
    return f"{named}expected a rotlib.Body, got {kind}; make one with Body(inertia)"


def _stacked(rows: Any, name: str, at: tuple[int, ...]) -> Body:
    bodies: list[Body] = []
    for i, entry in enumerate(rows):
        if not isinstance(entry, Body):
            if not holds_bodies(entry):
                raise InvalidInput(_no_body(_named((*at, i), name), entry))
            entry = _stacked(entry, name, (*at, i))
        bodies.append(entry)
        if entry.shape != bodies[0].shape:
            raise InvalidInput(
                f"{name}: expected rows with as many bodies each, got rows of the"
                f" shapes {bodies[0].shape} and {entry.shape}"
            )
    if len(kinds := {body.rotors for body in bodies}) > 1:
        raise NotAvailable(
            f"{name}: expected bodies with as many rotors each, got"
            f" {' and '.join(map(str, sorted(kinds)))}; make one run of each kind"
        )
    return _made(map(np.array, zip(*[b._arrays() for b in bodies], strict=True)))


def _beside(axis: int, *rotors: Array) -> Array:
    lead = np.broadcast_shapes(*[a.shape[:axis] for a in rotors])
    return np.concatenate(
        [np.broadcast_to(a, (*lead, *a.shape[axis:])) for a in rotors], axis
    )


def _for_each(
    batch: tuple[int, ...], a: Array, one: tuple[int, ...], name: str
) -> Array:
    whole = (*batch, *one)
    if a.shape != whole and a.shape != one:
        wanted = f"{one} or {whole}" if batch else one
        raise InvalidInertia(f"{name}: expected shape {wanted}, got {a.shape}")
    return a if a.shape == whole else np.broadcast_to(a, whole)


def _rotors(batch: tuple[int, ...], axes: Array, spins: Array) -> tuple[Array, Array]:
    axes = axes.reshape(-1, 3) if axes.size == 0 else axes
    spins = spins.reshape(-1) if spins.size == 0 else spins
    one = spins.shape[-1:]
    if not one or axes.shape[-2:] != (*one, 3):
        raise InvalidInertia(
            "rotor axes, inertias: expected shapes (n, 3) and (n,), got"
            f" {axes.shape} and {spins.shape}"
        )
    axes = _for_each(batch, axes, (*one, 3), "rotor axes")
    return axes, _for_each(batch, spins, one, "rotor inertias")


def _matrices(given: Array) -> Array:
    """Inertias (..., 3, 3) of matrices or of tables of moments.

    Of a matrix the largest moment is a third of the sum of all entries or more. If rows
    were moments of bodies, that were two thirds of the trace; of a body it is half.
    """
    if given.ndim > 1 and given.shape[-2:] == (3, 3):
        rows = given.sum(-1)
        if not ((given > 0).all() and (2 * given.max(-1) <= 1.001 * rows).all()):
            return given
    if given.shape[-1:] != (3,):
        raise InvalidInertia(
            f"inertia: expected shape (..., 3) or (..., 3, 3), got {given.shape}"
        )
    return np.asarray(given[..., None] * EYE)


# --- checks ---------------------------------------------------------------------------


@contextmanager
def _refused() -> Iterator[None]:
    """What is no number, or not finite, is no inertia."""
    try:
        yield
    except InvalidInput as error:
        raise InvalidInertia(str(error)) from None


def _named(place: Sequence[int], name: str = "body") -> str:
    return f"{name}[{', '.join(map(str, place))}]: " if place else ""


def _require(good: Any, says: str, *values: Array) -> None:
    for i in () if np.all(good) else np.argwhere(~np.asarray(good)).tolist():
        own = [np.asarray(a)[tuple(i)].tolist() for a in values]
        raise InvalidInertia(_named(i) + says.format(*own))


def _are_unsure(J: Array, mass: Array, centre: Array) -> Array:
    """Where `_fault_of` must look for a fault, in each body that may have one.

    In others the second moments about the centre are positive, which is all that mass
    makes of them.
    """
    size = np.abs(J).max((-2, -1))
    fits = (2 / LARGEST < size) & (size < LARGEST / 2)
    fits &= (1 / LARGEST <= mass) & (mass <= LARGEST)
    fits &= np.abs(J - np.swapaxes(J, -1, -2)).max((-2, -1)) <= 1e-12 * size
    with np.errstate(all="ignore"):
        own = _at_centre(J, mass, centre) / size[..., None, None]
    fits &= np.isfinite(own).all((-2, -1))
    moments = np.linalg.eigvalsh(np.where(fits[..., None, None], own, EYE))
    return np.asarray(~(fits & (moments.sum(-1) - 2 * moments[..., -1] > SURE)))


def _fault_of(J: Array, mass: float, centre: Array) -> str:
    if mass <= 0:
        return f"mass: expected a positive number of kg, got {mass}"
    scale, distance = np.abs(J).max(), math.hypot(*centre)
    largest = max(float(scale), mass * distance * distance)
    for size, unit in (largest, "kg m^2"), (mass, "kg"):
        if 0.0 < size < 1 / LARGEST or size > LARGEST:
            return (
                f"inertia, mass, centre: expected {1 / LARGEST:.0e} to"
                f" {LARGEST:.0e} {unit}, got {size:.2g}; take other units of mass"
                " and length, in moments, masses and torques alike"
            )
    skew, moments = np.abs(J - J.T), np.linalg.eigvalsh(_symmetrised(J))
    excess, slack = moments[2] - moments[0] - moments[1], 1e-9
    if skew.max() > 1e-12 * scale or excess > slack * scale:
        slack = _rounding(J)
    if skew.max() > slack * scale:
        i, j = np.unravel_index(int(skew.argmax()), (3, 3))
        return (
            f"inertia: expected a symmetric matrix, got {J[i, j]:.9g} in row {i},"
            f" column {j}, and {J[j, i]:.9g} across; are products of inertia"
            " entered with both signs?"
        )
    if moments[0] <= 1e-14 * scale:
        return (
            f"inertia: expected positive principal moments, got {moments.tolist()}; "
            + (
                "a moment is negative: look at its sign, and at those of the products"
                if moments[0] < -slack * scale
                else "a rod without thickness or a point has no full inertia: give it"
                " a small radius"
            )
        )
    if excess > slack * scale:
        return (
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
    moments = np.linalg.eigvalsh(_at_centre(J, mass, centre))
    least, excess = moments[0], moments[2] - moments[0] - moments[1]
    if least < -slack * scale or excess > slack * scale:
        return (
            "inertia, mass, centre: about the centre of mass the principal moments"
            f" would be {moments.tolist()}, which no body has;"
            " the inertia must be about the reference point,"
            " m |c|^2 across the centre included:"
            " start from Body(inertia about the centre, mass).about(point)"
        )
    return ""


def _rounding(inertia: Array) -> float:
    """By how much moments may be off, as part of the largest, by the digits given."""
    values = inertia.ravel()
    single = values.astype(np.float32).astype(np.float64)
    slack = 1e-6 if (single == values).all() else 1e-9
    told = [abs(Decimal(repr(float(x))).normalize()) for x in values]
    # of the one that tells most: zeros at the end are left out
    digits = max(len(x.as_tuple().digits) for x in told)
    last = max(told).adjusted() + 1 - digits
    printed = 2.0 * 10.0**last / np.abs(values).max()
    return max(slack, printed if printed < 1e-4 else 0.0)


def _check_rotors(body: Body) -> None:
    spins, J = body.rotor_inertias, body.inertia
    lengths = np.linalg.norm(body.rotor_axes, axis=-1)
    least = np.linalg.eigvalsh(body.inertia_of_platform)[..., 0]
    _require(
        (np.abs(lengths - 1.0) <= 1e-9).all(-1),
        "rotor axes: expected vectors of length one, got lengths {}; divide each by its"
        " length",
        lengths,
    )
    says = "rotor inertias: expected positive moments, got {} kg m^2"
    _require((spins > 0).all(-1), says, spins)
    _require(
        least > 1e-14 * np.abs(J).max((-2, -1)),
        "rotor inertias: expected rotors that are part of the body, got moments {} kg"
        " m^2 in a body with the inertia {}; the inertia of the body must include its"
        " rotors at standstill",
        *(spins, J),
    )


def _symmetric_6x6(added: Array, name: str = "added_mass") -> Array:
    added = np.diag(added) if added.shape == (6,) else added
    if added.shape[-2:] != (6, 6):
        raise InvalidInertia(
            f"{name}: expected shape (6, 6) or (6,), got {added.shape}"
        )
    if not added.any():
        return added
    size = np.abs(added).max((-2, -1))
    skew = np.abs(added - np.swapaxes(added, -1, -2)).max((-2, -1))
    most = f"expected entries up to {LARGEST:.0e}, got {{:.2g}}; take larger units"
    _require(size <= LARGEST, f"{name}: {most}", size)
    _require(
        skew <= 1e-12 * size,
        f"{name}: expected a symmetric matrix, or the energy is not conserved;"
        " are the blocks of rotation and translation transposes of each other?",
    )
    return _symmetrised(added)


def require_rotors(body: Body | None, name: str) -> None:
    if body is None or not body.rotors:
        raise InvalidInput(
            f"{name}: expected a body with rotors, got one without; give it some with"
            " body.with_rotors(axes, inertias)"
        )


def require_no_rotors(body: Any, what: str) -> None:
    """Raise NotAvailable for bodies with rotors, where only others are known."""
    if body.rotors:
        raise NotAvailable(
            f"body: {what} for bodies without rotors, got {body.rotors} of them; use"
            " rotlib.integrate with rkmk4, or the body before with_rotors"
        )


def require_definite(
    M: Array, name: str = "inertia, added_mass", asked: Any = True
) -> None:
    """Raise InvalidInertia unless a 6x6 inertia, in any units, is positive definite."""
    own = np.diagonal(M, axis1=-2, axis2=-1)
    size = np.sqrt(np.abs(own))
    scale = np.where(size == 0.0, 1.0, size)
    least = np.linalg.eigvalsh(M / (scale[..., :, None] * scale[..., None, :]))[..., 0]
    _require(
        (size.all(-1) & (least >= 1e-14)) | ~np.asarray(asked),
        f"{name}: expected a positive definite 6x6 inertia, got one for which some"
        " motion has no energy, or a negative one; its diagonal is {}",
        own,
    )


# --- matrices -------------------------------------------------------------------------


def principal(inertia: Array) -> tuple[Vector, Quaternion]:
    """Principal moments and axes; a diagonal matrix keeps its order.

    In parts; of many bodies arrays, but one attitude for all where no body is turned.
    """
    J = inertia.reshape(-1, 3, 3)
    moments = np.diagonal(J, axis1=1, axis2=2).copy()
    turned = np.flatnonzero((J * (1.0 - EYE)).any((1, 2)))
    axes = np.tile([1.0, 0.0, 0.0, 0.0], (len(J), 1))
    if turned.size:
        moments[turned], vectors = np.linalg.eigh(J[turned])
        vectors[:, :, 2] *= np.where(np.linalg.det(vectors) < 0, -1.0, 1.0)[:, None]
        axes[turned] = quaternion.from_matrix(vectors)
    if inertia.ndim == 2:
        return tuple(moments[0].tolist()), tuple(axes[0].tolist())
    x, y, z = moments.T.copy().reshape(3, *inertia.shape[:-2])
    unturned = (1.0, 0.0, 0.0, 0.0)
    attitude = tuple(axes.T.copy().reshape(4, *inertia.shape[:-2]))
    return (x, y, z), attitude if turned.size else unturned


def _symmetrised(matrix: Array) -> Array:
    return np.asarray((matrix + np.swapaxes(matrix, -1, -2)) / 2)


def _at_centre(inertia: Array, mass: Scalar, centre: Array) -> Array:
    if not centre.any():
        return inertia
    return np.asarray(inertia - np.asarray(mass)[..., None, None] * _steiner(centre))


def hat(v: Array) -> Array:
    """Matrices with hat(v) u = v x u."""
    A = np.zeros((*v.shape, 3))
    A[..., [2, 0, 1], [1, 2, 0]] = v
    A[..., [1, 2, 0], [2, 0, 1]] = -v
    return A


def shift_of(p: Array) -> Array:
    """Matrices (..., 6, 6) that take the twist at p to the one at the origin."""
    shift = np.zeros((*p.shape[:-1], 6, 6))
    shift[...] = np.eye(6)
    shift[..., 3:, :3] = hat(p)
    return shift


def _steiner(c: Array) -> Array:
    square = np.vecdot(c, c)[..., None, None] * EYE
    return np.asarray(square - c[..., :, None] * c[..., None, :])


# --- solids ---------------------------------------------------------------------------


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
            return np.asarray(EYE["xyz".index(letter)])
        except InvalidInput as error:
            raise InvalidInertia(f"{error}, or a vector") from None
    with _refused():
        return np.array(_check.direction(axis, name))


def _round(across: Array, along: Array, axis: Array) -> Array:
    along_axis = np.outer(axis, axis)
    return np.asarray(
        np.multiply.outer(across, EYE - along_axis)
        + np.multiply.outer(along, along_axis)
    )


def _filled(
    part: int, mass: ArrayLike, lengths: ArrayLike, name: str
) -> tuple[Array, Array]:
    with _refused():
        columns = np.moveaxis(_check.trailing(lengths, 3, name), -1, 0)
    m, a, b, c = _sizes(mass, name, *columns)
    across = np.array([b * b + c * c, c * c + a * a, a * a + b * b])
    return m[..., None] / part * np.moveaxis(across, 0, -1), m


def _sizes(mass: ArrayLike, name: str, *lengths: ArrayLike) -> list[Array]:
    sizes = [_positive(mass, "mass"), *[_positive(x, name) for x in lengths]]
    with _refused():
        _check.broadcast(map(np.shape, sizes), f"mass, {name}")
    return [np.asarray(x) for x in np.broadcast_arrays(*sizes)]


def _positive(value: ArrayLike, name: str) -> Array:
    with _refused():
        number = _check.array(value, name).astype(np.float64)
    _require(number > 0, f"{name}: expected a positive number, got {{}}", number)
    return number
