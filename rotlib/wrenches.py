"""Wrenches on a flying body: torque and force, with a potential where there is one.

A wrench is `wrench(t, q, omega, position, velocity) -> six numbers`: torque about the
reference point, N m, then force, N, in body components. It is written for one body, as
a torque (`rotlib.loads.Load`): q (4,), wxyz, takes body to space, omega and velocity
(3,) are body components, `position` (3,) is the reference point in space, m. Wrenches
are added with `+`. Points of a body are seen from its reference point, in body
components, m. Where a body is asked for, several give each motion of a batch the wrench
on its own. InvalidInput for other shapes, numbers that are not finite, and a stiffness
or a GM that is not positive.

Chapters: DQVI: the step, DQVI in use.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from . import _check
from ._remembered import described, remembered
from ._types import ArrayLike, Function, Scalar, State, Torque
from .body import BodyLike, as_body
from .errors import InvalidInput
from .kernels import wrenches as _k
from .loads import Acting, added, data_of, name_of
from .numbers import total

__all__ = ["Wrench", "constant_force", "linear_drag", "planet", "spring", "weight"]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, eq=False)
class Wrench(Acting["Wrench"]):
    """A wrench and, if it is conservative, its potential.

    name: what a message or a legend calls it
    wrench: wrench(t, q, omega, position, velocity) -> torque x, y, z, force x, y, z
    potential: potential(q, position) -> joules
    rates: whether the wrench depends on omega or velocity; an implicit method then
        takes it at the mean rates of a step
    parts: what a sum is made of
    numbers: as of a `rotlib.loads.Load`: wrench and potential are given them last
    symmetries: twists of space that do not change the potential, six numbers each: the
        rate of a turn, the velocity of the origin (p x rate for a turn about p);
        conserving methods then keep the momentum that belongs to each

    >>> ahead = (0.0, 0.0, 0.0, 5.0, 0.0, 0.0)
    >>> thrust = Wrench("thrust", lambda t, q, omega, position, velocity: ahead)
    """

    name: str
    wrench: Torque
    potential: Function | None = None
    rates: bool = False
    parts: tuple[Wrench, ...] = field(default=(), repr=False)
    numbers: ArrayLike | None = None
    symmetries: tuple[State, ...] = ()

    def __post_init__(self) -> None:
        each = [_check.array(Z, "symmetries") for Z in self.symmetries]
        if any(Z.shape != (6,) for Z in each):
            raise InvalidInput(
                "symmetries: expected twists of space, six numbers each, got shapes"
                f" {[Z.shape for Z in each]}"
            )
        self._now(symmetries=tuple([tuple(map(float, Z)) for Z in each]))
        self._check_numbers()

    def __repr__(self) -> str:
        return described(
            self, self.potential and "potential", self.rates and "depends on the rates"
        )

    def __add__(self, other: Wrench) -> Wrench:
        if not isinstance(other, Wrench):
            return NotImplemented
        return _total(*self.summands, *other.summands)


@remembered
def _total(*parts: Wrench) -> Wrench:
    whole = added(parts, [part.wrench for part in parts])
    return Wrench(*whole, any(part.rates for part in parts), parts)


@remembered
def weight(body: BodyLike, g: ArrayLike = (0.0, 0.0, -9.81)) -> Wrench:
    """Weight of a body, acting at its centre of mass; g in space, m/s^2.

    (c x F, F), F = m R^T g; the potential is -m g.(position + R c) [eq-dqvi-4-25].
    """
    body = as_body(body)
    mass = np.asarray(body.mass)[..., None]
    g = _check.vector(g, "g")
    data = data_of(body, (mass, body.centre, g))
    return _conservative(
        "weight", _k.weight_wrench, _k.weight_potential, *data, _across(g)
    )


@remembered
def spring(
    stiffness: float,
    point: ArrayLike = (0.0, 0.0, 0.0),
    anchor: ArrayLike = (0.0, 0.0, 0.0),
) -> Wrench:
    """A spring of no natural length between a point of the body and a point of space.

    stiffness: N/m
    anchor: in space, m

    The potential is half the stiffness times the squared stretch [eq-dqvi-4-25]. A
    stiff one at the reference point is a pivot: a top stands on it.
    """
    stiffness = _check.positive(stiffness, "stiffness", "N/m")
    data = (stiffness, *_check.vector(point, "point"), *_check.vector(anchor, "anchor"))
    about = _turns_about(data[4:])
    return _conservative(
        "spring", _k.spring_wrench, _k.spring_potential, data, data, about
    )


@remembered
def constant_force(
    force: ArrayLike, point: ArrayLike = (0.0, 0.0, 0.0), name: str = "constant force"
) -> Wrench:
    """A force, N, that is constant in space, at a point of the body, such as buoyancy.

    The potential is -F.(position + R point) [eq-dqvi-4-25].
    """
    given = _check.vector(force, "force")
    data = (1.0, *_check.vector(point, "point"), *given)
    return _conservative(
        name, _k.weight_wrench, _k.weight_potential, data, data, _across(given)
    )


@remembered
def planet(body: BodyLike, GM: float) -> Wrench:
    """Gravity of a spherical planet at the origin of space, and its gradient's torque.

    Exact to second order in size over distance, which must be small [eq-dqvi-4-25]. GM
    in m^3/s^2, 3.986e14 for the Earth.
    """
    GM = _check.positive(GM, "GM", "m^3/s^2")
    body = as_body(body)
    at_centre = body.about(body.centre).inertia
    upper = [at_centre[..., i, i:] for i in range(3)]
    mass = np.asarray(body.mass)[..., None]
    data = data_of(body, ((GM,), mass, body.centre, *upper))
    about = _turns_about((0.0, 0.0, 0.0))
    return _conservative("planet", _k.planet_wrench, _k.planet_potential, *data, about)


@remembered
def linear_drag(matrix: ArrayLike) -> Wrench:
    """A wrench proportional to the twist, -D (omega, velocity).

    matrix: D, (6, 6), or (6,) for a diagonal; InvalidInput if it gives energy

    If it takes less in a step than a method's energy swings, the energy can rise;
    `diagnostics.modified_energy` does not.
    """
    D = _check.array(matrix, "matrix").astype(float)
    D = np.diag(D) if D.shape == (6,) else D
    if D.shape != (6, 6):
        raise InvalidInput(f"matrix: expected shape (6, 6) or (6,), got {D.shape}")
    scaled = D / (np.abs(D).max() or 1.0)
    if np.linalg.eigvalsh((scaled + scaled.T) / 2)[0] < -1e-12:
        raise InvalidInput(
            "matrix: expected a damping matrix,"
            " got one that gives energy to some motions; check signs"
        )
    rows = [[(j, -x) for j, x in enumerate(row) if x != 0.0] for row in D.tolist()]

    def drag(
        t: Scalar, q: State, omega: State, position: State, velocity: State
    ) -> State:
        twist = (*omega, *velocity)
        return tuple([total([x * twist[j] for j, x in row], 0.0) for row in rows])

    return Wrench("linear drag", drag, rates=True)


def as_wrench(load: Wrench | Torque | None) -> Wrench | None:
    if load is None or isinstance(load, Wrench):
        return load
    if callable(load):
        return Wrench(name_of(load), load, rates=True)
    raise InvalidInput(
        "load: expected a Wrench,"
        " a callable wrench(t, q, omega, position, velocity) -> six numbers, or None,"
        f" got {type(load).__name__};"
        " a body that flies takes wrenches, see rotlib.wrenches"
    )


def _conservative(
    name: str,
    wrench: Torque,
    potential: Function,
    data: State,
    numbers: ArrayLike,
    symmetries: tuple[State, ...] = (),
) -> Wrench:
    return Wrench(
        name,
        lambda t, q, omega, position, velocity, u=data: wrench(*q, *position, *u),
        lambda q, position, u=data: potential(*q, *position, *u),
        numbers=numbers,
        symmetries=symmetries,
    )


def _turns_about(point: ArrayLike) -> tuple[State, ...]:
    p = np.asarray(point, float)
    return tuple([(*e, *np.cross(p, e)) for e in np.eye(3)])


def _across(direction: ArrayLike) -> tuple[State, ...]:
    """What leaves a uniform field as it is: moves across it, turns about it."""
    n = np.asarray(direction, float)
    if not n.any():
        return ()
    _, _, rows = np.linalg.svd(n[None, :])
    return tuple([(0.0, 0.0, 0.0, *v) for v in rows[1:]]) + ((*n, 0.0, 0.0, 0.0),)
