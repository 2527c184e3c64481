"""Torques as functions of time, attitude and rate, with a potential where there is one.

A torque is `torque(t, q, omega) -> (x, y, z)`, written for one body: q, an array (4,),
wxyz, takes body to space, omega, an array (3,), and the torque, N m about the reference
point, are body components. rotlib makes a batch, a compiled loop and a JAX function
from it. Torques are added with `+`. Where a body is asked for, several give each motion
of a batch the load of its own. InvalidInput for other shapes and for numbers that are
not finite.

Chapters: The rigid body, Turning with torque, Using rotlib in your assignment.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, TypeVar

import numpy as np

from . import _check
from ._remembered import Remembered, counted, described, remember, remembered
from ._types import Array, ArrayLike, Frame, Function, Scalar, State, Torque
from ._vectors import cross, dot
from .body import Body, BodyLike, as_body
from .errors import InvalidInput
from .kernels.quaternion import rotate_back
from .kernels.rigid_body import (
    gradient_potential,
    gradient_torque,
    gravity_potential,
    gravity_torque,
)
from .numbers import cos, sin, total

__all__ = [
    "Load",
    "constant_motors",
    "constant_torque",
    "gravity_gradient",
    "known_torque",
    "uniform_gravity",
]


def __dir__() -> list[str]:
    return __all__


Part = TypeVar("Part", bound="Acting[Any]")


class Acting(Remembered, Generic[Part]):
    """What acts on a body, alone or as a sum: a load, a wrench, a coupling."""

    name: str
    potential: Function | None
    numbers: ArrayLike | None
    parts: tuple[Part, ...]

    @property
    def summands(self) -> tuple[Part, ...]:
        """What this one is the sum of: its parts, or itself alone."""
        alone: Any = self
        return self.parts or (alone,)

    @property
    def by_lane(self) -> bool:
        """Whether some part has numbers of its own for each motion of a batch."""
        given = [part.numbers for part in self.summands]
        return any(u is not None and np.ndim(u) > 1 for u in given)

    @property
    def conserves_energy(self) -> bool:
        """Whether each part has a potential, and none depends on time."""
        return all(part.potential is not None for part in self.summands)

    def _now(self, **checked: Any) -> None:
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def _check_numbers(self) -> None:
        if self.numbers is None:
            return
        checked = _check.array(self.numbers, "numbers").astype(np.float64)
        if not checked.ndim:
            raise InvalidInput(
                "numbers: expected shape (n,) or (..., n), got one number"
            )
        checked.flags.writeable = False
        self._now(numbers=checked)


def no_torque(t: Scalar, q: State, omega: State, *states: State) -> State:
    return (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Load(Acting["Load"]):
    """A torque and, if it is conservative, its potential.

    name: what a message or a legend calls it
    torque: torque(t, q, omega) -> (x, y, z)
    potential: potential(q) -> joules; without it the energy of a run is the kinetic one
    linear: whether the potential is linear in the rotation matrix, as of gravity;
        conserving methods then need not correct the torque
    axis: a unit vector in space, about which turns do not change the potential;
        conserving methods then keep that component of the momentum
    turning: rate in space, rad/s, of a frame in which the load stands still;
        `potential` holds at t = 0, and the Jacobi integral is kept, energy minus
        turning.L
    parts: what a sum is made of
    start: where n states of the load's own begin, such as a controller's integral; the
        torque is then torque(t, q, omega, z), with z (n,)
    rate: rate(t, q, omega, z) -> dz/dt, which goes with `start`
    motors: motors(t, q, omega, rotor_speeds) -> torque on each rotor about its axis,
        N m, and the opposite on the body; z comes last if there are states
    numbers: (n,), or (..., n) for each motion of a batch; torque and potential are
        given those of their motion last: torque(t, q, omega, u)

    One body calls a function as it is. For a batch or a compiled loop it is recorded;
    helper functions, `math`, NumPy, `@` and `rotlib.quaternion` may be in it. One that
    branches on the motion, draws numbers, asks for the time or keeps something from
    call to call is called motion by motion in a batch, with the warning `SlowLoad`, and
    refused by compiled loops.

    >>> brake = Load("brake", lambda t, q, omega: np.clip(-0.1 * omega, -0.15, 0.15))
    """

    name: str
    torque: Torque = no_torque
    potential: Function | None = None
    linear: bool = False
    axis: State | None = None
    turning: State | None = None
    parts: tuple[Load, ...] = field(default=(), repr=False)
    start: State = ()
    rate: Torque | None = None
    motors: Torque | None = None
    numbers: ArrayLike | None = None

    @property
    def drives(self) -> bool:
        """Whether it has states of its own, or drives rotors."""
        return any(part.start or part.motors for part in self.summands)

    @property
    def places(self) -> Iterator[tuple[Load, slice]]:
        """(summand, the place of its states among all) of each summand."""
        last = 0
        for part in self.summands:
            first, last = last, last + len(part.start)
            yield part, slice(first, last)

    def __repr__(self) -> str:
        return described(
            self,
            self.potential and "potential",
            self.start and counted(len(self.start), "state"),
            any(part.motors for part in self.summands) and "motors",
        )

    @property
    def conserves_energy(self) -> bool:
        """Whether each part has a potential, and none depends on time."""
        steady = all(part.turning is None for part in self.summands)
        return steady and super().conserves_energy

    def __add__(self, other: Load | Torque) -> Load:
        """Both torques together."""
        if not isinstance(other, Load) and not callable(other):
            return NotImplemented
        also = other if isinstance(other, Load) else Load(name_of(other), other)
        parts = (*self.summands, *also.summands)
        axis, turning = {p.axis for p in parts}, {p.turning for p in parts}
        both = Load(
            *added(parts, [part.torque for part in parts]),
            all(part.linear for part in parts),
            axis.pop() if len(axis) == 1 else None,
            turning.pop() if len(turning) == 1 else None,
            parts,
            tuple(chain.from_iterable(part.start for part in parts)),
        )
        return remember(both, operator.add, self, also)

    def __radd__(self, other: Torque) -> Load:
        return Load(name_of(other), other) + self if callable(other) else NotImplemented

    def __post_init__(self) -> None:
        if self.axis is not None:
            axis = _check.vector(self.axis, "axis")
            if abs(sum(x * x for x in axis) - 1.0) > 1e-12:
                raise InvalidInput(
                    f"axis: expected a vector of length one, got {axis};"
                    " divide it by its length"
                )
            self._now(axis=tuple(axis))
        start = np.atleast_1d(_check.array(self.start, "start"))
        if start.ndim != 1:
            raise InvalidInput(f"start: expected shape (n,), got {start.shape}")
        self._now(start=tuple(start.tolist()))
        if bool(self.start) != callable(self.rate) and not self.parts:
            raise InvalidInput(
                f"load {self.name!r}: expected `start` and `rate` together, the states"
                " and rate(t, q, omega, z) -> their rates"
            )
        self._check_numbers()


def added(
    parts: Iterable[Acting[Any]], functions: Sequence[Function]
) -> tuple[str, Function, Function | None]:
    """Name, torque or wrench, and potential of a sum; `functions` are of its parts."""
    known = [part.potential for part in parts if part.potential is not None]

    def whole(*motion: Any) -> State:
        each = [f(*motion) for f in functions]
        return tuple([total(components) for components in zip(*each, strict=True)])

    def energy(*motion: Any) -> Scalar:
        return total(V(*motion) for V in known)

    name = " + ".join(part.name for part in parts)
    return name, whole, energy if known else None


def data_of(body: Body, parts: Sequence[ArrayLike]) -> tuple[State, Array]:
    """Numbers of a load side by side, and as an array (n,), of several (..., n)."""
    if not body.shape:
        numbers = np.concatenate(parts)
        return tuple(numbers.tolist()), numbers
    rows = [np.broadcast_to(a, (*body.shape, np.shape(a)[-1])) for a in parts]
    numbers = np.concatenate(rows, -1)
    return tuple(np.moveaxis(numbers, -1, 0)), numbers


@remembered
def uniform_gravity(body: BodyLike, g: ArrayLike = (0.0, 0.0, -9.81)) -> Load:
    """Weight of a body that is held at its reference point.

    Torque m c x R^T g and potential -m g.R c, with g in space, m/s^2.
    """
    weight, body = _check.vector(g, "g"), as_body(body)
    moment = np.asarray(body.mass)[..., None] * body.centre
    data, numbers = data_of(body, (moment, weight))

    def torque(t: Scalar, q: State, omega: State, u: State = data) -> State:
        seen: State = rotate_back(*q, *u[3:])
        return gravity_torque(*u[:3], *seen)

    def potential(q: State, u: State = data) -> Scalar:
        return gravity_potential(*q, *u)

    return Load(
        "uniform gravity",
        torque,
        potential,
        linear=True,
        axis=_unit(weight, "g") if any(weight) else None,
        numbers=numbers,
    )


@remembered
def gravity_gradient(
    body: BodyLike,
    GM: float,
    distance: float,
    *,
    direction: ArrayLike = (0.0, 0.0, -1.0),
    normal: ArrayLike | None = None,
) -> Load:
    """Torque on a satellite, whose near side is attracted more than its far side.

    GM: m^3/s^2; 3.986e14 for the Earth
    distance: from the centre of the planet, m; large beside the body
    direction: towards the planet, at t = 0 if it moves, in space, of any length
    normal: of a circular orbit, across `direction`, in space, of any length:
        `direction` turns about it at sqrt(GM/distance^3); without it, it stays

    Torque 3 GM/distance^3 u x J u, with u towards the planet, and potential 3/2
    GM/distance^3 u.J u [eq-gravity-gradient]. On an orbit T + V is not kept, but
    `Trajectory.jacobi_integral` is. InvalidInput for a body whose centre of mass is not
    its reference point, and for a normal that is not across the direction.
    """
    GM = _check.positive(GM, "GM", "m^3/s^2")
    distance = _check.positive(distance, "distance", "m")
    body = as_body(body)
    if body.centre.any():
        off = body.centre[body.centre.any(-1)].reshape(-1, 3)[0]
        raise InvalidInput(
            "body: a satellite turns about its centre of mass,"
            f" got the centre {off.tolist()} seen from the reference point;"
            " use body.about(body.centre)"
        )
    cube = distance * distance * distance
    strength = GM / cube if cube else math.inf
    if not 0.0 < strength < math.inf:
        raise InvalidInput(
            "GM, distance: expected GM/distance^3 within the range of floats, got"
            f" {GM:.3g} m^3/s^2 and {distance:.3g} m; look for a unit that is missing"
        )
    u = _unit(direction, "direction")
    upper = [body.inertia[..., i, i:] for i in range(3)]
    data, numbers = data_of(body, (*upper, (strength,)))
    turning, ahead, n = None, u, math.sqrt(strength)
    if normal is not None:
        N = _unit(normal, "normal")
        if abs(dot(N, u)) > 1e-12:
            raise InvalidInput(
                f"normal: expected a vector across the direction {u}, got {N}"
            )
        turning, ahead = tuple([n * x for x in N]), cross(N, u)

    def towards(t: Scalar) -> State:
        if turning is None:
            return u
        c, s = cos(n * t), sin(n * t)
        return tuple([c * a + s * b for a, b in zip(u, ahead, strict=True)])

    def torque(t: Scalar, q: State, omega: State, own: State = data) -> State:
        seen = rotate_back(*q, *towards(t))
        return gradient_torque(*seen, *seen, *own)

    def potential(q: State, own: State = data) -> Scalar:
        return gradient_potential(*rotate_back(*q, *u), *own)

    return Load(
        "gravity gradient",
        torque,
        potential,
        axis=u if turning is None else None,
        turning=turning,
        numbers=numbers,
    )


@remembered
def constant_torque(torque: ArrayLike, frame: Frame = "body") -> Load:
    """A torque with constant components in body or space; neither has a potential."""
    given = tuple(_check.vector(torque, "torque"))
    in_space = _check.one_of(frame, ("body", "space"), "frame") == "space"

    def constant(t: Scalar, q: State, omega: State, u: State = given) -> State:
        return rotate_back(*q, *u) if in_space else u

    return Load(f"constant torque ({frame})", constant, numbers=given)


@remembered
def known_torque(torque: Torque, name: str = "known torque") -> Load:
    """A torque that is known in space beforehand, whatever the body does.

    torque: torque(t) -> (x, y, z), space components
    """
    given: Function = torque
    return Load(name, lambda t, q, omega: rotate_back(*q, *given(t)))


def _unit(value: ArrayLike, name: str) -> State:
    x, y, z = _check.vector(value, name)
    size = math.hypot(x, y, z)
    if size == 0:
        raise InvalidInput(f"{name}: expected a vector other than zero")
    return x / size, y / size, z / size


@remembered
def constant_motors(torques: ArrayLike) -> Load:
    """Motors that turn the rotors of a body with constant torques, N m.

    `rl.integrate(..., motors=torques)` makes the same.
    """
    given = np.atleast_1d(_check.array(torques, "torques"))
    if given.ndim != 1:
        raise InvalidInput(f"torques: expected shape (n,), got {given.shape}")
    numbers = tuple(given.tolist())
    return Load("motors", motors=lambda t, q, omega, rotor_speeds: numbers)


def as_motors(motors: Torque | ArrayLike) -> Load:
    if callable(motors):
        name = name_of(motors)
        return Load("motors" if name == "<lambda>" else name, motors=motors)
    return constant_motors(motors)


def name_of(function: Any) -> str:
    name: str = getattr(function, "__name__", type(function).__name__)
    return name


def as_load(load: Load | Torque | None) -> Load | None:
    if load is None or isinstance(load, Load):
        return load
    if callable(load):
        return Load(name_of(load), load)
    raise InvalidInput(
        "load: expected a Load, a callable torque(t, q, omega) -> (x, y, z),"
        f" or None, got {type(load).__name__}"
    )
