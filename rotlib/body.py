"""The rigid body: mass, inertia about a point, centre of mass, principal axes.

Arrays with leading axes, `shape`, are many bodies, an array of them: the properties of
each, in the same order of components. Rates omega (..., 3) are body components, rad/s;
attitudes q (..., 4) turn body to space; rotor_speeds (..., n) are relative to the body,
rad/s, zero if left out. InvalidInertia for what no body has, about the reference point
or the centre; of many bodies the first such one is named. InvalidInput for other shapes
and for what is no finite number.

Chapters: The rigid body, A body of your own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Literal, TypeAlias

import numpy as np

from . import _check, quaternion, so3
from ._check import require
from ._types import Array, ArrayLike, Quaternion, Scalar, Vector
from .errors import InvalidInertia, InvalidInput, NotAvailable, RoundedInertia, warn

LARGEST = 1e50  # kg and kg m^2: powers of moments must not overflow, nor underflow
SLACK = 1e-5  # of the largest moment: what rounding of the numbers given may do
EYE = np.eye(3)
EXCESS = np.array([-1.0, -1.0, 1.0])  # of the largest moment over the others

__all__ = ["Body"]
__dir__: Any = __all__.copy


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: its mass, its inertia about a reference point, its centre of mass.

    That point is the fixed point of a body that turns about one, else the centre. A
    body is immutable, equal to one with the same numbers, and can be a key.

    inertia: (3, 3), or (3,) of a diagonal matrix, about the reference point, kg m^2;
        with more axes in front many bodies, which `len`, `body[i]` and loops take for a
        list. A table (3, 3) of moments, which no body has for a matrix, is three bodies
    mass: kg; of many bodies one for all or one for each, as all that follows
    centre: centre of mass seen from the reference point, body components, m
    added_mass: what a fluid adds to `inertia_6x6`, (6, 6) or (6,) of a diagonal,
        rotations first; only methods that integrate poses take it
    rotor_axes, rotor_inertias: of parts that can spin, as `with_rotors` says

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
        J = _matrices(_numbers(inertia, "inertia"))

        def each(a: Array, name: str, *one: int) -> Array:
            whole = *J.shape[:-2], *one
            if a.shape not in (one, whole):
                wanted = f"{one} or {whole}" if J.ndim > 2 else one
                raise InvalidInput(f"{name}: expected shape {wanted}, got {a.shape}")
            return a if a.shape == whole else np.broadcast_to(a, whole)

        m = each(_numbers(mass, "mass"), "mass")
        c = each(_numbers(centre, "centre"), "centre", 3)
        _require_body(J, m, c)
        wet = _symmetric_6x6(_numbers(added_mass, "added_mass"), "added_mass")
        added = each(wet, "added_mass", 6, 6)
        spins = np.atleast_1d(_numbers(rotor_inertias, "rotor_inertias"))
        n, axes = spins.shape[-1], _numbers(rotor_axes, "rotor_axes")
        axes = each(axes if axes.size else np.zeros((0, 3)), "rotor_axes", n, 3)
        spins = each(spins, "rotor_inertias", n)
        vars(self).update(vars(_made(_symmetrised(J), m, c, added, axes, spins)))
        if added.any():
            require_definite(self.inertia_6x6)
        if n:
            _require_rotors(self)

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
        at = (*(key if isinstance(key, tuple) else (key,)), ...)
        return _made(*[np.asarray(a)[at] for a in self._arrays()])

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
        return cls(*_solid("box", mass, "sides", sides))

    @classmethod
    def ellipsoid(cls, *, mass: ArrayLike = 1.0, semi_axes: ArrayLike) -> Body:
        """Homogeneous ellipsoid about its centre; `semi_axes` (..., 3), as of `box`."""
        return cls(*_solid("ellipsoid", mass, "semi_axes", semi_axes))

    @classmethod
    def sphere(cls, *, mass: ArrayLike = 1.0, radius: ArrayLike) -> Body:
        """Homogeneous sphere about its centre; `radius` in m."""
        return cls(*_solid("ellipsoid", mass, "radius", radius, radius, radius))

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
        return cls(**_round("cylinder", mass, radius, height, axis))

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
        return cls(**_round("cone", mass, radius, height, axis))

    @classmethod
    def from_inertia_6x6(cls, M: ArrayLike) -> Body:
        """The body whose `inertia_6x6` is this matrix, symmetric and positive definite.

        A rigid body if there is one, else one with `added_mass`: its mass, which has
        weight, is the least that any direction of translation shows. No matrix says
        what is the body's own and what the water's: if you know, call Body(inertia,
        mass, centre, added_mass).
        """
        given = _numbers(M, "M")
        require(given.shape == (6, 6), "M", "shape (6, 6)", given.shape)
        given = _symmetric_6x6(given, "M")
        require_definite(given, "M")
        inertia, coupling, masses = given[:3, :3], given[:3, 3:], given[3:, 3:]
        mass = float(np.linalg.eigvalsh(masses)[0])
        if np.abs(masses - mass * EYE).max() < 1e-12 * mass:
            mass = float(masses[0, 0])
        first = (coupling - coupling.T)[[2, 0, 1], [1, 2, 0]] / 2
        centre = first / mass
        for near in np.nextafter(centre, np.inf), np.nextafter(centre, -np.inf):
            better = (mass * near == first) & (mass * centre != first)
            centre = np.where(better, near, centre)  # to the last bit
        try:
            body = cls(inertia, mass, centre)
        except InvalidInertia:  # the water's share of the moments is not a body's
            least = np.linalg.eigvalsh(inertia)[0]
            if mass * (centre @ centre) > least:
                centre = np.zeros(3)
            body = cls(least * EYE + _steiner(mass, centre), mass, centre)
        rest = given - body.inertia_6x6
        size = np.sqrt(np.diagonal(given))
        if (np.abs(rest) < 1e-12 * np.outer(size, size)).all():
            return body
        return replace(body, added_mass=rest)

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
        m = np.asarray(self.mass)[..., None]
        own = np.zeros((*self.shape, 6, 6))
        own[..., :3, :3] = self.inertia
        own[..., :3, 3:] = so3.hat(m * self.centre)
        own[..., 3:, :3] = -own[..., :3, 3:]
        own[..., 3:, 3:] = m[..., None] * EYE
        return own + self.added_mass

    def about(self, point: ArrayLike) -> Body:
        """The same body with another reference point, seen from the old one, m."""
        p = _check.trailing(point, 3, "point").astype(np.float64)
        good = p.shape in ((3,), self.centre.shape)
        require(good, "point", "shape (3,)", p.shape)
        shift, new = shift_of(p), self.centre - p
        own = self.inertia - _steiner(self.mass, self.centre)
        inertia = own + _steiner(self.mass, new)
        added = _symmetrised(shift.mT @ self.added_mass @ shift)
        return replace(self, inertia=inertia, centre=new, added_mass=added)

    def rotated(self, q: ArrayLike) -> Body:
        """The same body, turned within its axes about the reference point.

        What pointed along `v` points along `quaternion.rotate(q, v)` afterwards. To
        describe a body that stays where it is in other axes, give the q that takes
        components in the old axes to components in the new ones.

        >>> cone = Body.cone(mass=1.0, radius=1.0, height=2.0)
        >>> cone.rotated(quaternion.exp([0, np.pi / 2, 0])).centre.round(12)
        array([1.5, 0. , 0. ])
        """
        R = quaternion.as_matrix(q)
        require(R.ndim == 2, "q", "one rotation", f"{R.shape[:-2]} of them")
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
        mass, ends = self.mass + other.mass, (self, other)
        first = sum([np.asarray(b.mass)[..., None] * b.centre for b in ends])
        centre = first / np.asarray(mass)[..., None]
        J, added = self.inertia + other.inertia, self.added_mass + other.added_mass
        axes = _beside(-2, self.rotor_axes, other.rotor_axes)
        spins = _beside(-1, self.rotor_inertias, other.rotor_inertias)
        return Body(J, mass, centre, added, axes, spins)

    def __radd__(self, other: Literal[0]) -> Body:
        """So that `sum` of bodies, which starts from 0, is a body."""
        return self if type(other) is int and other == 0 else NotImplemented

    def with_rotors(self, axes: ArrayLike, inertias: ArrayLike) -> Body:
        """The same body, some parts of which can spin: a gyrostat.

        A rotor is symmetric about its axis, which is fixed in the body [eq-gyrostat].
        Inertia, mass and centre stay: they include the rotors at standstill. Rotors
        that the body has come first.

        axes: unit vectors (n, 3), or (3,) of a single rotor, body components
        inertias: about the spin axes, (n,), or one number for all, kg m^2

        >>> satellite = Body((10.0, 12.0, 8.0)).with_rotors(np.eye(3), 0.02)
        >>> satellite.momentum((0, 0, 0), rotor_speeds=(0, 0, 100.0))
        array([0., 0., 2.])
        """
        a = np.atleast_2d(_check.trailing(axes, 3, "axes"))
        spins = np.atleast_1d(_check.array(inertias, "inertias"))
        if spins.shape == (1,):
            spins = np.full(a.shape[-2], spins[0])
        a = _beside(-2, self.rotor_axes, a)
        spins = _beside(-1, self.rotor_inertias, spins)
        return replace(self, rotor_axes=a, rotor_inertias=spins)

    @property
    def rotors(self) -> int:
        """How many rotors it has, or each of many."""
        return int(self.rotor_inertias.shape[-1])

    @property
    def inertia_of_platform(self) -> Array:
        """Inertia (3, 3) against turning while the rotors keep their own momenta."""
        spins = self.rotor_axes.mT * self.rotor_inertias[..., None, :]
        return self.inertia - _symmetrised(spins @ self.rotor_axes)

    def kinetic_energy(
        self, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        """Kinetic energy of rotation about the reference point, J."""
        omega = _check.trailing(omega, 3, "omega")
        twice: Array = (omega * product(omega, self.inertia)).sum(-1)
        if rotor_speeds is not None:
            spins = self._speeds(rotor_speeds)
            share = spins + 2 * product(omega, self.rotor_axes.mT)
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

    def _arrays(self) -> list[Array]:
        return [getattr(self, name) for name in self.__dataclass_fields__]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Body):
            return NotImplemented
        return all(map(np.array_equal, self._arrays(), other._arrays()))

    def __hash__(self) -> int:
        return hash(tuple([np.asarray(a).tobytes() for a in self._arrays()]))

    def __reduce__(self) -> Any:
        return _made, tuple(self._arrays())


def _made(*arrays: Any) -> Body:
    """The body of checked arrays, in the order of its fields."""
    body = object.__new__(Body)
    for name, a in zip(Body.__dataclass_fields__, arrays, strict=True):
        if np.ndim(a):
            a.flags.writeable = False
        vars(body)[name] = a if np.ndim(a) else float(a)
    return body


# --- many bodies ----------------------------------------------------------------------

BodyLike: TypeAlias = Body | Sequence[Any] | np.ndarray[Any, Any]


def as_body(value: BodyLike, name: str = "body") -> Body:
    """One body, or many from a list, a tuple or an array of them."""
    if isinstance(value, Body):
        return value
    rows = list, tuple, np.ndarray
    good = isinstance(value, rows) and any(isinstance(x, (Body, *rows)) for x in value)
    got = f"{type(value).__name__}; make one with Body(inertia)"
    require(good, name, "a rotlib.Body", got)
    bodies = [as_body(entry, f"{name}[{i}]") for i, entry in enumerate(value)]
    shapes = [*{body.shape: 0 for body in bodies}]
    require(len(shapes) == 1, name, "rows of one length", f"shapes {shapes}")
    if len(kinds := sorted({str(body.rotors) for body in bodies})) > 1:
        said = f"expected bodies with as many rotors each, got {' and '.join(kinds)}"
        raise NotAvailable(f"{name}: {said}; make one run of each kind")
    return _made(*map(np.array, zip(*[b._arrays() for b in bodies], strict=True)))


def one_body(value: BodyLike, who: str) -> Body:
    """The body; NotAvailable, with what `who` is told, for several."""
    body = as_body(value)
    if body.shape:
        said = f"body: {who} takes one body, got {math.prod(body.shape)}"
        raise NotAvailable(f"{said}; call it once for each, or use rotlib.integrate")
    return body


def broadcast(body: Body, shape: tuple[int, ...]) -> Body:
    """Bodies with these axes, from one or from many."""
    k = len(body.shape)
    arrays = map(np.asarray, body._arrays())
    return _made(*[np.broadcast_to(a, (*shape, *a.shape[k:])) for a in arrays])


def product(vectors: Array, matrices: Array) -> Array:
    """v M, of each body with its own matrix."""
    if matrices.ndim == 2:
        return np.asarray(vectors @ matrices)
    return np.asarray((vectors[..., None, :] @ matrices)[..., 0, :])


def _beside(axis: int, a: Array, b: Array) -> Array:
    lead = np.broadcast_shapes(a.shape[:axis], b.shape[:axis])
    both = [np.broadcast_to(x, (*lead, *x.shape[axis:])) for x in (a, b)]
    return np.concatenate(both, axis)


def _numbers(value: ArrayLike, name: str) -> Array:
    return _check.array(value, name).astype(np.float64) + 0.0


def _matrices(given: Array) -> Array:
    # Of a matrix the largest moment is a third of the sum of entries or more. If rows
    # were moments of bodies, that were two thirds of the trace; of a body it is half.
    if given.ndim > 1 and given.shape[-2:] == (3, 3):
        rows = given.sum(-1)
        if not ((given > 0).all() and (2 * given.max(-1) <= 1.001 * rows).all()):
            return given
    wanted = "shape (..., 3) or (..., 3, 3)"
    require(given.shape[-1:] == (3,), "inertia", wanted, given.shape)
    return np.asarray(given[..., None] * EYE)


# --- checks ---------------------------------------------------------------------------


_require = partial(_check.expect, error=InvalidInertia, each="body")


def _require_body(J: Array, mass: Array, centre: Array) -> None:
    _require(mass > 0, "mass: expected a positive number of kg, got {}", mass)
    scale = np.abs(J).max((-2, -1))
    with np.errstate(over="ignore"):
        largest = np.maximum(scale, mass * np.vecdot(centre, centre))
    for size, unit in (largest, "kg m^2"), (mass, "kg"):
        fits = (size == 0) | (1 / LARGEST <= size) & (size <= LARGEST)
        says = f"inertia, mass, centre: expected {1 / LARGEST:.0e} to {LARGEST:.0e}"
        _require(fits, f"{says} {unit}, got {{:.2g}}; take other units", size)
    skew, moments = np.abs(J - J.mT).max((-2, -1)), np.linalg.eigvalsh(J)
    says = "inertia: expected a symmetric matrix, got {}; are products of inertia"
    _require(skew <= SLACK * scale, says + " entered with both signs?", J)
    says = "inertia: expected positive principal moments, got {}; look at the signs,"
    says += " give a rod without thickness a small radius"
    _require(moments[..., 0] > 1e-14 * scale, says, moments)
    excess = moments @ EXCESS
    says = "inertia: no body has principal moments {}: the largest must not exceed the"
    says += " sum of the others, and does by {:.2g}, {:.1g} of itself; check units and"
    says += " the signs of the products of inertia; if rounding did that, take the sum"
    _require(excess <= SLACK * scale, says, moments, excess, excess / moments[..., 2])
    if (off := np.maximum(skew, excess) > 1e-9 * scale).any():
        warn(
            f"inertia: with moments {moments[off][0].tolist()} it is off symmetry by"
            f" {skew[off][0]:.2g}, and the largest exceeds the sum of the others by"
            f" {excess[off][0]:.2g}, which is taken for rounding; give more digits",
            RoundedInertia,
        )
    if centre.any():
        own = np.linalg.eigvalsh(J - _steiner(mass, centre))
        says = "inertia, mass, centre: about the centre of mass the principal moments"
        says += " were {}, which no body has; the inertia must be about the reference"
        says += " point: start from Body(inertia about the centre, mass).about(point)"
        _require(own @ EXCESS <= np.maximum(excess, 1e-9 * scale), says, own)


def _require_rotors(body: Body) -> None:
    lengths, spins = np.linalg.norm(body.rotor_axes, axis=-1), body.rotor_inertias
    says = "rotor_axes: expected vectors of length one, got lengths {}"
    _require((np.abs(lengths - 1.0) <= 1e-9).all(-1), says, lengths)
    says = "rotor_inertias: expected positive moments, got {} kg m^2"
    _require((spins > 0).all(-1), says, spins)
    least = np.linalg.eigvalsh(body.inertia_of_platform)[..., 0]
    size = np.abs(body.inertia).max((-2, -1))
    says = "rotor_inertias: expected rotors that are part of the body, got {} kg m^2 in"
    says += " {}; the inertia must include them at standstill"
    _require(least > 1e-14 * size, says, spins, body.inertia)


def _symmetric_6x6(added: Array, name: str) -> Array:
    added = np.diag(added) if added.shape == (6,) else added
    require(added.shape[-2:] == (6, 6), name, "shape (6, 6) or (6,)", added.shape)
    if not added.any():
        return added
    size, skew = np.abs(added).max((-2, -1)), np.abs(added - added.mT).max((-2, -1))
    says = f"{name}: expected entries to {LARGEST:.0e}, got {{:.2g}}; take larger units"
    _require(size <= LARGEST, says, size)
    says = f"{name}: expected a symmetric matrix, or the energy is not conserved; are"
    _require(skew <= 1e-12 * size, says + " the blocks off the diagonal transposes?")
    return _symmetrised(added)


def require_rotors(body: Body | None, name: str) -> None:
    got = "one without; give it some with body.with_rotors(axes, inertias)"
    require(body is not None and body.rotors, name, "a body with rotors", got)


def require_no_rotors(body: Any, what: str) -> None:
    """Raise NotAvailable for bodies with rotors, where only others are known."""
    if body.rotors:
        raise NotAvailable(
            f"body: {what} for bodies without rotors, got {body.rotors} of them; use"
            " rotlib.integrate with rkmk4, or the body before with_rotors"
        )


def require_definite(M: Array, name: str = "inertia, added_mass") -> None:
    """Raise InvalidInertia unless a 6x6 inertia, in any units, is positive definite."""
    own = np.diagonal(M, axis1=-2, axis2=-1)
    size = np.sqrt(np.abs(own))
    scale = np.where(size == 0.0, 1.0, size)
    least = np.linalg.eigvalsh(M / (scale[..., :, None] * scale[..., None, :]))[..., 0]
    says = f"{name}: expected a positive definite 6x6 inertia, got one for which some"
    says += " motion has no energy, or a negative one; its diagonal is {}"
    _require(size.all(-1) & (least >= 1e-14), says, own)


# --- matrices -------------------------------------------------------------------------


def principal(inertia: Array) -> tuple[Vector, Quaternion]:
    """Principal moments and axes; a diagonal matrix keeps its order.

    In parts; of many bodies arrays, but one attitude for all where no body is turned.
    """
    moments = np.diagonal(inertia, axis1=-2, axis2=-1)
    turned = np.any(inertia * (1.0 - EYE), (-2, -1))[..., None]
    axes = np.array([1.0, 0.0, 0.0, 0.0])
    if turned.any():
        found, vectors = np.linalg.eigh(inertia)
        vectors[np.asarray(np.linalg.det(vectors) < 0), :, 2] *= -1.0
        moments = np.where(turned, found, moments)
        axes = np.where(turned, quaternion.from_matrix(vectors), axes)
    return components(moments), components(axes)


def components(numbers: Array) -> Any:
    """As a tuple, of many rows of arrays."""
    many = numbers.ndim > 1
    return tuple(np.moveaxis(numbers, -1, 0).copy() if many else numbers.tolist())


def _symmetrised(matrix: Array) -> Array:
    return np.asarray((matrix + matrix.mT) / 2)


def shift_of(p: Array) -> Array:
    """Matrices (..., 6, 6) that take the twist at p to the one at the origin."""
    shift = np.zeros((*p.shape[:-1], 6, 6))
    shift[...] = np.eye(6)
    shift[..., 3:, :3] = so3.hat(p)
    return shift


def _steiner(mass: ArrayLike, place: Array) -> Array:
    """What a mass at that place adds to the inertia about the origin."""
    H = so3.hat(place)
    return np.asarray(mass)[..., None, None] * (H @ H.mT)


# --- solids ---------------------------------------------------------------------------

SOLIDS: dict[str, tuple[int, tuple[int, int, int], float]] = {
    # mass / part times weight times length^2 are the second moments; centre, heights
    "box": (12, (1, 1, 1), 0.0),
    "ellipsoid": (5, (1, 1, 1), 0.0),
    "cylinder": (12, (3, 3, 1), 0.0),
    "cone": (20, (3, 3, 12), 0.75),
}


def _solid(
    solid: str, mass: ArrayLike, name: str, *lengths: ArrayLike
) -> tuple[Array, Array]:
    """Moments (..., 3) and mass of each, of three lengths or an array (..., 3)."""
    if len(lengths) == 1:
        lengths = tuple(np.moveaxis(_check.trailing(lengths[0], 3, name), -1, 0))
    sizes = [_numbers(x, name) for x in lengths]
    for x in sizes:
        _require(x > 0, f"{name}: expected a positive number, got {{}}", x)
    m = _numbers(mass, "mass")
    batch = _check.broadcast(map(np.shape, (m, *sizes)), f"mass, {name}")
    part, weights, _ = SOLIDS[solid]
    a, b, c = [w * (x * x) for w, x in zip(weights, sizes, strict=True)]
    across = np.stack(np.broadcast_arrays(b + c, c + a, a + b), -1)
    return m[..., None] / part * across, np.broadcast_to(m, batch)


def _round(
    solid: str, mass: ArrayLike, radius: ArrayLike, height: ArrayLike, axis: Any
) -> dict[str, Array]:
    if isinstance(axis, str):
        axis = EYE["xyz".index(_check.one_of(axis, ("x", "y", "z"), "axis"))]
    v = np.array(_check.direction(axis, "axis"))
    J, m = _solid(solid, mass, "radius, height", radius, radius, height)
    along = np.outer(v, v)
    across = np.multiply.outer(J[..., 0], EYE - along)
    inertia = across + np.multiply.outer(J[..., 2], along)
    far = np.broadcast_to(SOLIDS[solid][2] * _numbers(height, "height"), m.shape)
    return {"inertia": inertia, "mass": m, "centre": np.multiply.outer(far, v)}
