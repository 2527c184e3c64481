"""What acts: a torque on a held body, a wrench on a flying one, a law of pairs.

A law is a function of the motion, written for one body:

- `law(t, q, omega) -> (x, y, z)`, the torque, N m, on a body that is held at its
  reference point, about it;
- `law(t, q, omega, position, velocity) -> six numbers`, torque and then force, N, on a
  body that flies;
- with `pairs`, `law(t, a, b) -> six numbers` on the first of each (`rotlib.couplings`).

q, an array (4,), wxyz, takes body to space; omega and velocity, (3,), the torque and
the force are body components; position, (3,), is the reference point in space, m.
Loads are added with `+`. Where a body is asked for, several give each motion of a batch
the load of its own. InvalidInput for other shapes and for numbers that are not finite.

Chapters: The rigid body, Buss, DQVI in use.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import accumulate, chain
from typing import Any, TypeAlias

import numpy as np

from . import _check
from ._remembered import Remembered, remembered
from ._types import Array, ArrayLike, Frame, Function, Scalar, State, Torque
from ._vectors import cross, dot
from .body import Body, BodyLike, as_body, components
from .errors import InvalidInput
from .kernels import rigid_loads as _k
from .kernels.quaternion import rotate_back
from .numbers import cos, sin, total

__all__ = ["constant_motors", "constant_torque", "gravity_gradient", "known_torque"]
__all__ += ["uniform_gravity"]
__dir__: Any = __all__.copy

UPPER: Any = (..., *np.triu_indices(3))  # of symmetric matrices
Pairs: TypeAlias = ArrayLike | Callable[[Array], Any]


@dataclass(frozen=True, eq=False, repr=False)
class Load(Remembered):
    """A law, or a potential alone, whose slope is then the law.

    name: what a message or a legend calls it
    law: a torque, of five arguments a wrench, of `pairs` a law of these
    potential: potential(q), potential(q, position) or potential(a, b) -> joules;
        without it the energy of a run is the kinetic one
    pairs: (pairs, 2), the places of two bodies each, once each unless they have
        parameters of their own; or pairs(position) -> (pairs, 2), as
        `couplings.neighbours`. The second feels the opposite [eq-reaction]
    parameters: (n,), or (..., n) for each motion of a batch or each pair; law and
        potential are given those of their motion last: law(t, q, omega, u)
    body_parameters: (bodies, m); a law of pairs is given those of a and b behind u
    start: where n states of the load's own begin, such as a controller's integral; the
        law is then law(t, q, omega, z), with z (n,)
    rate: rate(t, q, omega, z) -> dz/dt, which goes with `start`; of a body that flies
        rate(t, q, omega, position, velocity, z)
    motors: motors(t, q, omega, rotor_speeds) -> torque on each rotor about its axis,
        N m, and the opposite on the body; z comes last if there are states
    turning: rate in space, rad/s, of a frame in which the load stands still, as its
        `potential` does at t = 0; the Jacobi integral, energy minus turning.L, is kept
    stiffness: of the stiffest spring between two bodies, N/m, to compare the step with
    parts: what a sum is made of

    One body calls a function as it is. A batch, a compiled loop and Taylor methods
    record it; helper functions, `math`, NumPy, `@` and `rotlib.quaternion` may be in
    it. One that branches on the motion, draws numbers, asks for the time or keeps
    something from call to call is called motion by motion in a batch, with the warning
    `SlowLoad`, and refused by the others. A potential alone must be recordable.

    >>> brake = Load("brake", lambda t, q, omega: np.clip(-0.1 * omega, -0.15, 0.15))
    >>> bowl = Load("bowl", potential=lambda q, position: position @ position)
    """

    name: str
    law: Torque | None = None
    potential: Function | None = None
    _: KW_ONLY
    pairs: Pairs | None = None
    parameters: ArrayLike | None = None
    body_parameters: ArrayLike | None = None
    start: State = ()
    rate: Torque | None = None
    motors: Torque | None = None
    turning: State | None = None
    stiffness: float | None = None
    parts: tuple[Load, ...] = ()

    @property
    def summands(self) -> tuple[Load, ...]:
        """What this one is the sum of: its parts, or itself alone."""
        return self.parts or (self,)

    @property
    def kind(self) -> bool | None:
        """Whether it acts on bodies that fly, not held ones; None if it cannot tell."""
        if self.pairs is not None:
            return True
        if (n := _check.arguments_of(self.law)) is not None:
            return n - bool(self.start) >= 5
        if (n := _check.arguments_of(self.potential)) is not None:
            return n - (self.parameters is not None) >= 2
        return None

    @property
    def flies(self) -> bool:
        """Whether it acts on bodies that fly: a law of five arguments, or of pairs."""
        return any(part.kind for part in self.summands)

    @property
    def conserves_energy(self) -> bool:
        """Whether each part has a potential, and none depends on time."""
        return all(p.potential is not None and p.turning is None for p in self.summands)

    @property
    def needs(self) -> set[str]:
        """What a method must take for it besides: "states", "rotors"."""
        states = {"states" for part in self.summands if part.start}
        return states | {"rotors" for part in self.summands if part.motors}

    @property
    def places(self) -> Iterator[tuple[Load, slice]]:
        """Each summand, and the place of its states among all."""
        ends = [0, *accumulate(len(part.start) for part in self.summands)]
        return zip(self.summands, map(slice, ends, ends[1:]), strict=True)

    def __repr__(self) -> str:
        facts = ["potential"] if any(p.potential for p in self.summands) else []
        facts += [f"states: {n}"] if (n := len(self.start)) else []
        facts += ["motors"] if any(p.motors for p in self.summands) else []
        if self.pairs is not None:
            found = callable(self.pairs)
            facts += [f"pairs: {'found' if found else len(np.asarray(self.pairs))}"]
        return f"<Load {self.name}{': ' if facts else ''}{', '.join(facts)}>"

    def __add__(self, other: Load | Torque) -> Load:
        """Both together."""
        if not isinstance(other, Load) and not callable(other):
            return NotImplemented
        also = other if isinstance(other, Load) else Load(name_of(other), other)
        return _total(*self.summands, *also.summands)

    def __radd__(self, other: Torque) -> Load:
        return Load(name_of(other), other) + self if callable(other) else NotImplemented

    def __post_init__(self) -> None:
        names = "law", "potential", "motors", "rate"
        functions = {f: getattr(self, f) for f in names if getattr(self, f) is not None}
        for name, f in functions.items():
            kind = type(f).__name__
            self._expect(callable(f), f"a function for `{name}`, got {kind}")
        start = _check.vector(self.start, "start", None)
        if not self.parts:
            alone = self.stiffness is None and self.body_parameters is None
            self._expect(functions or start, "a law, a potential or motors, got none")
            said = "`start` and `rate` together, the states and rate(t, q, omega, z)"
            self._expect(bool(start) == callable(self.rate), said)
            said = "pairs for stiffness, body_parameters; a law of pairs has no states"
            self._expect(alone if self.pairs is None else not start, said)
        kept: dict[str, Any] = {"start": tuple(start)}
        for name in "parameters", "body_parameters":
            if (given := getattr(self, name)) is not None:
                kept[name] = _check.array(given, name).astype(np.float64)
                kept[name].flags.writeable = False
        own = np.shape(kept.get("parameters", (0.0,)))
        self._expect(own, "parameters of shape (n,) or (..., n), got one number")
        each = np.ndim(kept.get("body_parameters", ((),)))
        self._expect(each == 2, "body_parameters of shape (bodies, m)")
        if self.stiffness is not None:
            _check.positive(self.stiffness, "stiffness", "N/m")
        if self.pairs is not None:
            kept["pairs"] = self._checked(self.pairs, own)
        vars(self).update(kept)

    def _expect(self, good: Any, said: str) -> None:
        if not good:
            raise InvalidInput(f"load {self.name!r}: expected {said}")

    def _checked(self, pairs: Any, own: tuple[int, ...]) -> Any:
        """The pairs, which go with parameters of this shape."""
        rows = own[:-1]
        if callable(pairs):
            said = "no rows of parameters: its pairs are found anew; give one row"
            self._expect(not rows, said)
            return pairs
        found = checked_pairs(pairs)
        if not rows:
            require_single(found)
        said = f"shape (n,) or ({len(found)}, n) for parameters, a row for each pair"
        self._expect(rows in ((), (len(found),)), f"{said}, got {own}")
        return found


@remembered
def _total(*parts: Load) -> Load:
    held = [part.name for part in parts if part.kind is False]
    flying = [part.name for part in parts if part.kind]
    if held and flying:
        said = f"load {held[0]!r} is a torque on a body that is held, {flying[0]!r}"
        said += " acts on one that flies: write both as functions of (t, q, omega), or"
        raise InvalidInput(said + " of (t, q, omega, position, velocity)")
    turning = {part.turning for part in parts}
    laws = [part.law for part in parts if not part.motors or part.law]
    return Load(
        " + ".join(part.name for part in parts),
        _sum_of(laws, lambda each: tuple(map(total, zip(*each, strict=True)))),
        _sum_of([part.potential for part in parts if part.potential], total),
        start=tuple(chain.from_iterable(part.start for part in parts)),
        turning=turning.pop() if len(turning) == 1 else None,
        parts=parts,
    )


def _sum_of(functions: Sequence[Function | None], add: Function) -> Function | None:
    """None if there is none, or one is not known by itself."""
    known = [f for f in functions if f is not None]
    if not known or len(known) < len(functions):
        return None
    return lambda *motion: add([f(*motion) for f in known])


def data_of(body: Body, parts: Sequence[ArrayLike]) -> Array:
    """Numbers of a load side by side, (n,), of several bodies (..., n)."""
    shapes = [(*body.shape, np.shape(part)[-1]) for part in parts]
    return np.concatenate(list(map(np.broadcast_to, parts, shapes)), -1)


@remembered
def uniform_gravity(body: BodyLike, g: ArrayLike = (0.0, 0.0, -9.81)) -> Load:
    """Weight of a body that is held at its reference point.

    Torque m c x R^T g and potential -m g.R c, with g in space, m/s^2.
    """
    weight, body = _check.vector(g, "g"), as_body(body)
    moment = np.asarray(body.mass)[..., None] * body.centre
    numbers = data_of(body, (moment, weight))
    own = components(numbers)

    def torque(t: Scalar, q: State, omega: State, u: State = own) -> State:
        seen: State = rotate_back(*q, *u[3:])
        return _k.gravity_torque(*u[:3], *seen)

    def potential(q: State, u: State = own) -> Scalar:
        return _k.gravity_potential(*q, *u)

    return Load("uniform gravity", torque, potential, parameters=numbers)


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
    `Trajectory.jacobi_integral` is. The reference point must be the centre of mass.
    """
    GM = _check.positive(GM, "GM", "m^3/s^2")
    distance = _check.positive(distance, "distance", "m")
    body = as_body(body)
    if body.centre.any():
        raise InvalidInput(
            f"body: a satellite turns about its centre, got it {body.centre.tolist()}"
            " from the reference point; use body.about(body.centre)"
        )
    cube = distance * distance * distance
    strength = GM / cube if cube else math.inf
    _check.positive(strength, "GM, distance", "1/s^2 for GM/distance^3")
    u: State = _check.direction(direction, "direction")
    numbers = data_of(body, (body.inertia[UPPER], (strength,)))
    own, turning, ahead, n = components(numbers), None, u, math.sqrt(strength)
    if normal is not None:
        N = _check.direction(normal, "normal")
        _check.require(abs(dot(N, u)) <= 1e-12, "normal", f"a vector across {u}", N)
        turning, ahead = tuple([n * x for x in N]), cross(N, u)

    def towards(t: Scalar) -> State:
        if turning is None:
            return u
        c, s = cos(n * t), sin(n * t)
        return tuple([c * a + s * b for a, b in zip(u, ahead, strict=True)])

    def torque(t: Scalar, q: State, omega: State, data: State = own) -> State:
        seen = rotate_back(*q, *towards(t))
        return _k.gradient_torque(*seen, *seen, *data)

    def potential(q: State, data: State = own) -> Scalar:
        return _k.gradient_potential(*rotate_back(*q, *u), *data)

    name = "gravity gradient"
    return Load(name, torque, potential, turning=turning, parameters=numbers)


@remembered
def constant_torque(torque: ArrayLike, frame: Frame = "body") -> Load:
    """A torque with constant components in body or space; neither has a potential."""
    given = tuple(_check.vector(torque, "torque"))
    in_space = _check.frame_sign(frame) > 0

    def constant(t: Scalar, q: State, omega: State, u: State = given) -> State:
        return rotate_back(*q, *u) if in_space else u

    return Load(f"constant torque ({frame})", constant, parameters=given)


@remembered
def known_torque(torque: Torque, name: str = "known torque") -> Load:
    """A torque(t) -> (x, y, z) in space components, whatever the body does."""
    given: Function = torque
    return Load(name, lambda t, q, omega: rotate_back(*q, *given(t)))


@remembered
def constant_motors(torques: ArrayLike) -> Load:
    """`rl.integrate(..., motors=torques)`: rotors turned by constant torques, N m."""
    numbers = tuple(_check.vector(torques, "torques", None))
    return Load("motors", motors=lambda t, q, omega, rotor_speeds: numbers)


def as_motors(motors: Torque | ArrayLike) -> Load:
    if callable(motors):
        name = name_of(motors)
        return Load("motors" if name == "<lambda>" else name, motors=motors)
    return constant_motors(motors)


def name_of(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def as_load(load: Load | Torque | None) -> Load | None:
    if load is None or isinstance(load, Load):
        return load
    if callable(load):
        return Load(name_of(load), load)
    said = "expected a Load, a callable torque(t, q, omega) or wrench(t, q, omega,"
    said += f" position, velocity), or None, got {type(load).__name__}"
    raise InvalidInput(f"load: {said}")


def checked_pairs(pairs: Any, bodies: int | None = None) -> np.ndarray[Any, Any]:
    found = np.asarray(pairs)
    if found.ndim != 2 or found.shape[1:] != (2,) or found.dtype.kind not in "iu":
        said = "pairs: expected the places of two bodies for each pair, such as"
        said += f" [(0, 1), (1, 2)], got shape {found.shape} of {found.dtype}"
        raise InvalidInput(said)
    wrong = (found < 0).any(1) | (found[:, 0] == found[:, 1])
    if bodies is not None:
        wrong |= (found >= bodies).any(1)
    many = "" if bodies is None else f" below {bodies}, the number of bodies"
    said = f"expected two different places{many}, got ({{}}, {{}})"
    _check.expect(~wrong, said, *found.T, each="pairs")
    found = found.astype(np.intp)
    found.flags.writeable = False
    return found


def require_single(pairs: np.ndarray[Any, Any]) -> None:
    low, high = pairs.min(1), pairs.max(1)
    keys = low * (high.max(initial=0) + 1) + high
    if (np.diff(keys) > 0).all():  # as neighbours are sorted
        return
    first = np.isin(np.arange(len(keys)), np.unique(keys, return_index=True)[1])
    said = "expected each pair of bodies once, got ({}, {}) again, which would count"
    said += " twice; leave one out, or give each pair parameters of its own"
    _check.expect(first, said, *pairs.T, each="pairs")
