"""Wrenches on a flying body: torque and force, with a potential where there is one.

The torque is about the reference point of the body. A wrench has one signature,
`wrench(t, q, position, omega, velocity) -> six numbers`, and is written for one body:
q, an array (4,), takes body to space, `position`, an array (3,), is that of the
reference point in space, omega and velocity, arrays (3,), are body components, and so
is the result, torque first. rotlib makes a batch, a compiled loop and a JAX function
from it, as from a torque (`rotlib.loads.Load`). Wrenches are added with `+`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from . import _check
from ._bodies import BodyLike, as_body
from ._remembered import Remembered, described, remembered
from ._types import ArrayLike, Function, Scalar, State, Torque
from .errors import InvalidInput
from .kernels import wrenches as _k
from .loads import checked_numbers, data_of
from .numbers import total

__all__ = ["Wrench", "constant_force", "linear_drag", "planet", "spring", "weight"]


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, eq=False)
class Wrench(Remembered):
    """A wrench and, if it is conservative, its potential.

    Parameters
    ----------
    name : str
        What a message or a legend calls it.
    wrench : callable
        wrench(t, q, position, omega, velocity) -> (torque x, y, z, force x, y, z), body
        components, N m and N.
    potential : callable, optional
        potential(q, position) -> joules.
    rates : bool
        Whether the wrench depends on omega or velocity. An implicit method then takes
        it at the mean rates of a step.
    parts : tuple of Wrench
        What a sum is made of.
    symmetries : sequence of six floats each, optional
        Motions of space under which the potential does not change, as twists: the rate
        of a turn about the origin, then the velocity of the origin. Turns about a point
        p have the velocity p x rate. Conserving methods then keep the momentum that
        belongs to each.
    numbers : array_like, shape (n,) or (..., n), optional
        As of a `rotlib.loads.Load`: the wrench and the potential are given them last.

    Notes
    -----
    Chapters: DQVI: the step, DQVI in use.

    Examples
    --------
    >>> ahead = (0.0, 0.0, 0.0, 5.0, 0.0, 0.0)
    >>> thrust = Wrench("thrust", lambda t, q, position, omega, velocity: ahead)
    >>> (thrust + linear_drag((1, 1, 1, 2, 2, 2))).name
    'thrust + linear drag'
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
        object.__setattr__(
            self, "symmetries", tuple([tuple(map(float, Z)) for Z in each])
        )
        if self.numbers is not None:
            object.__setattr__(self, "numbers", checked_numbers(self.numbers))

    @property
    def by_lane(self) -> bool:
        """Whether some part has numbers of its own for each motion of a batch."""
        return any(
            part.numbers is not None and np.ndim(part.numbers) > 1
            for part in self.summands
        )

    def __repr__(self) -> str:
        return described(
            self, self.potential and "potential", self.rates and "depends on the rates"
        )

    @property
    def conserves_energy(self) -> bool:
        """Whether each part has a potential."""
        return all(part.potential is not None for part in self.summands)

    @property
    def summands(self) -> tuple[Wrench, ...]:
        """The wrenches this one is the sum of: its parts, or itself alone."""
        return self.parts or (self,)

    def __add__(self, other: Wrench) -> Wrench:
        if not isinstance(other, Wrench):
            return NotImplemented
        return _total(*self.summands, *other.summands)


@remembered
def _total(*parts: Wrench) -> Wrench:
    each: list[Function] = [part.wrench for part in parts]

    def whole(*state: Scalar) -> State:
        return _sum([wrench(*state) for wrench in each])

    known = [part.potential for part in parts if part.potential is not None]

    def energy(q: State, position: State) -> Scalar:
        return total(V(q, position) for V in known)

    potential = energy if known else None
    return Wrench(
        " + ".join(part.name for part in parts),
        whole,
        potential,
        any(p.rates for p in parts),
        parts,
    )


def _sum(wrenches: Iterable[State]) -> State:
    return tuple([total(components) for components in zip(*wrenches, strict=True)])


@remembered
def weight(body: BodyLike, g: ArrayLike = (0.0, 0.0, -9.81)) -> Wrench:
    """Weight of a body, acting at its centre of mass.

    Parameters
    ----------
    body : Body or list of Body
        Its mass and centre are used. Several bodies give each motion of a batch the
        weight of its own.
    g : array_like, shape (3,)
        Acceleration of gravity, space components, m/s^2.

    Returns
    -------
    Wrench
        (c x F, F) with F = m R^T g, and the potential -m g.(t + R c).

    Notes
    -----
    Equation eq-dqvi-4-25. Chapter: DQVI: the step.

    Examples
    --------
    >>> from rotlib import Body
    >>> ball = Body.sphere(mass=2.0, radius=0.1)
    >>> nil = (0.0, 0.0, 0.0)
    >>> weight(ball).wrench(0.0, (1.0, 0.0, 0.0, 0.0), nil, nil, nil)[5]
    -19.62
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

    Parameters
    ----------
    stiffness : float
        N/m.
    point : array_like, shape (3,)
        Seen from the reference point, body components, m.
    anchor : array_like, shape (3,)
        Space components, m.

    Returns
    -------
    Wrench
        With the potential of half the stiffness times the squared stretch.

    Raises
    ------
    InvalidInput
        If the stiffness is not positive.

    Notes
    -----
    A stiff one at the reference point is a pivot: a top stands on it. Equation
    eq-dqvi-4-25. Chapter: DQVI: the step.

    Examples
    --------
    >>> spring(10.0, anchor=(0, 0, 1)).potential((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    5.0
    """
    stiffness = _check.real(stiffness, "stiffness")
    if not stiffness > 0:
        raise InvalidInput(
            f"stiffness: expected a positive number of N/m, got {stiffness}"
        )
    data = (stiffness, *_check.vector(point, "point"), *_check.vector(anchor, "anchor"))
    about = _turns_about(data[4:])
    return _conservative(
        "spring", _k.spring_wrench, _k.spring_potential, data, data, about
    )


@remembered
def constant_force(
    force: ArrayLike, point: ArrayLike = (0.0, 0.0, 0.0), name: str = "constant force"
) -> Wrench:
    """A force with constant space components at a point of the body, such as buoyancy.

    Parameters
    ----------
    force : array_like, shape (3,)
        Space components, N.
    point : array_like, shape (3,)
        Where it acts, seen from the reference point, body components, m.
    name : str
        What the wrench is called in messages and in `Trajectory.load`.

    Returns
    -------
    Wrench
        With the potential -F.(t + R point).

    Notes
    -----
    The weight of one kilogram at that point, with the force for its acceleration.
    Equation eq-dqvi-4-25. Chapter: DQVI: the step.

    Examples
    --------
    >>> buoyancy = constant_force((0, 0, 300.0), point=(0, 0, 0.02), name="buoyancy")
    >>> buoyancy.potential((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    -6.0
    """
    given = _check.vector(force, "force")
    data = (1.0, *_check.vector(point, "point"), *given)
    return _conservative(
        name, _k.weight_wrench, _k.weight_potential, data, data, _across(given)
    )


@remembered
def planet(body: BodyLike, GM: float) -> Wrench:
    """Gravity of a spherical planet at the origin of space, and its gradient's torque.

    Parameters
    ----------
    body : Body or list of Body
        Its mass, centre and inertia are used; it must be small beside its distance.
        Several bodies give each motion of a batch the pull on its own.
    GM : float
        Gravitational constant times the mass of the planet, m^3/s^2; 3.986e14 for the
        Earth.

    Returns
    -------
    Wrench
        Exact to second order in size over distance.

    Raises
    ------
    InvalidInput
        If GM is not positive.

    Notes
    -----
    Equation eq-dqvi-4-25. Chapter: DQVI: the step.

    Examples
    --------
    >>> from rotlib import Body
    >>> ball = Body.sphere(mass=1.0, radius=1.0)
    >>> pull, nil = planet(ball, 3.986e14).wrench, (0.0, 0.0, 0.0)
    >>> round(pull(0.0, (1.0, 0.0, 0.0, 0.0), (7e6, 0.0, 0.0), nil, nil)[3], 4)
    -8.1347
    """
    GM = _check.real(GM, "GM")
    if not GM > 0:
        raise InvalidInput(f"GM: expected a positive number of m^3/s^2, got {GM}")
    body = as_body(body)
    at_centre = body.about(body.centre).inertia
    upper = [at_centre[..., i, i:] for i in range(3)]
    mass = np.asarray(body.mass)[..., None]
    data = data_of(body, ((GM,), mass, body.centre, *upper))
    about = _turns_about((0.0, 0.0, 0.0))
    return _conservative("planet", _k.planet_wrench, _k.planet_potential, *data, about)


@remembered
def linear_drag(matrix: ArrayLike) -> Wrench:
    """A wrench proportional to the twist, W = -D (omega, velocity).

    Parameters
    ----------
    matrix : array_like, shape (6, 6) or (6,)
        Damping D; six numbers are a diagonal. Its symmetric part must not be negative,
        or it would drive the body.

    Returns
    -------
    Wrench

    Raises
    ------
    InvalidInput
        For another shape, or a matrix that gives energy to the body.

    Notes
    -----
    Under a drag that takes less in a step than the energy of the method swings, the
    energy can rise, as `diagnostics.modified_energy` does not. Chapters: DQVI: the
    step, The energy that DQVI keeps.

    Examples
    --------
    >>> drag, q, nil = linear_drag((1, 1, 1, 2, 2, 2)), (1.0, 0.0, 0.0, 0.0), (0.0,) * 3
    >>> drag.wrench(0.0, q, nil, (1.0, 0.0, 0.0), (0.0, 0.0, 3.0))
    (-1.0, 0.0, 0.0, 0.0, 0.0, -6.0)
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
        t: Scalar, q: State, position: State, omega: State, velocity: State
    ) -> State:
        twist = (*omega, *velocity)
        return tuple([total([x * twist[j] for j, x in row], 0.0) for row in rows])

    return Wrench("linear drag", drag, rates=True)


def as_wrench(load: Wrench | Torque | None) -> Wrench | None:
    """Return None, a Wrench, or a plain callable as a Wrench or None."""
    if load is None or isinstance(load, Wrench):
        return load
    if callable(load):
        return Wrench(getattr(load, "__name__", type(load).__name__), load, rates=True)
    raise InvalidInput(
        "load: expected a Wrench,"
        " a callable wrench(t, q, position, omega, velocity) -> six numbers, or None,"
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
        lambda t, q, position, omega, velocity, u=data: wrench(*q, *position, *u),
        lambda q, position, u=data: potential(*q, *position, *u),
        numbers=numbers,
        symmetries=symmetries,
    )


def _turns_about(point: ArrayLike) -> tuple[State, ...]:
    """The turns of space about a point, as twists."""
    p = np.asarray(point, float)
    return tuple([(*e, *np.cross(p, e)) for e in np.eye(3)])


def _across(direction: ArrayLike) -> tuple[State, ...]:
    """What leaves a uniform field as it is: moves across it, turns about it."""
    n = np.asarray(direction, float)
    if not n.any():
        return ()
    _, _, rows = np.linalg.svd(n[None, :])
    return tuple([(0.0, 0.0, 0.0, *v) for v in rows[1:]]) + ((*n, 0.0, 0.0, 0.0),)
