"""Torques as functions of time, attitude and rate, with a potential where there is one.

A torque has one signature, `torque(t, q, omega) -> (x, y, z)`. It is written for one
body: t is a number, q an array of shape (4,), (w, x, y, z), that takes body to space,
omega an array of shape (3,), and what it returns is three numbers; omega and the result
are body components. rotlib makes a batch, a compiled loop and a JAX function from it.
Torques are added with `+`."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np

from . import _check
from ._bodies import Bodies, BodyLike, as_body
from ._remembered import Remembered, counted, described, remember, remembered
from ._types import Array, ArrayLike, Flow, Frame, Function, Scalar, State, Torque
from .body import Body
from .errors import InvalidInput
from .kernels import rigid_rates
from .kernels.quaternion import rotate_back
from .kernels.rigid_body import (
    gradient_potential,
    gradient_torque,
    gravity_potential,
    gravity_torque,
)
from .numbers import total

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


def no_torque(t: Scalar, q: State, omega: State, *states: State) -> State:
    """Nothing: of a load that acts on rotors alone."""
    return (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Load(Remembered):
    """A torque and, if it is conservative, its potential.

    Parameters
    ----------
    name : str
        What a message or a legend calls it.
    torque : callable
        torque(t, q, omega) -> (x, y, z), body components about the reference point,
        N m: of one body, with arrays q (4,) and omega (3,).
    potential : callable, optional
        potential(q) -> joules. Without it the trajectory's energy is the kinetic energy
        alone.
    derivatives : tuple of callables, optional
        Time derivatives of the torque's body components along the motion, as far as
        they are known: derivatives[0](t, q, omega, omega_1), derivatives[1](t, q,
        omega, omega_1, omega_2), ..., where omega_k is the k-th derivative of the
        rate's body components. Taylor methods of order p ask for p - 1 of them;
        `rotlib.codegen.symbolic_load` derives them from a formula.
    impulse : callable, optional
        impulse(t) -> (x, y, z), the integral of the torque in space components, where
        it is known beforehand. Taylor methods then take the momentum from here,
        exactly.
    linear : bool
        Whether the potential is linear in the rotation matrix, as that of gravity is.
        Conserving methods then need no correction of the torque.
    axis : sequence of 3 floats, optional
        A unit vector, space components. The potential does not change when the body is
        turned about it, so the torque has no component along it. Conserving methods
        then keep that component of the momentum.
    turning : sequence of 3 floats, optional
        Rate in space, rad/s, of a frame in which the load stands still, as that of a
        planet on a circular orbit does; `potential` then holds at t = 0. The energy is
        not kept, but the Jacobi integral is, energy minus turning.L.
    parts : tuple of Load
        What a sum is made of.
    start : sequence of n floats, optional
        The load has n states of its own, such as the integral in a controller or the
        lag of an actuator. They start here, and are integrated with the body. The
        torque is then torque(t, q, omega, z), with z an array (n,).
    rate : callable, optional
        rate(t, q, omega, z) -> dz/dt, n numbers.
    motors : callable, optional
        Torques of the motors of a body with rotors, about their axes, N m:
        motors(t, q, omega, rotor_speeds) -> one number for each rotor, and with states
        motors(t, q, omega, rotor_speeds, z). They act on the rotors and, with the
        opposite sign, on the body.
    numbers : array_like, shape (n,) or (..., n), optional
        Numbers of the load: the same for all motions, or with leading axes for each
        motion of a batch. Torque, derivatives and potential are given them last, of
        their motion, as an array (n,): torque(t, q, omega, u).

    Raises
    ------
    InvalidInput
        For an axis that is not of length one, states without a rate, and numbers that
        are not finite.

    Notes
    -----
    One body calls a function as it is. For a batch or a compiled loop it is recorded:
    helper functions, `math`, NumPy's functions, `@` and `rotlib.quaternion` may be in
    it. The record is made twice and compared with plain calls. A function that branches
    on the motion, draws numbers, asks for the time or keeps something from call to call
    is not recorded: a batch calls it motion by motion, with the warning `SlowLoad`, and
    compiled loops refuse it. Chapters: The rigid body, Turning with torque, The
    conserving step, Using rotlib in your assignment.

    Examples
    --------
    >>> import numpy as np
    >>> brake = Load("brake", lambda t, q, omega: np.clip(-0.1 * omega, -0.15, 0.15))
    >>> brake.torque(0.0, np.array([1.0, 0, 0, 0]), np.array([1.0, 0.0, 2.0])) + 0.0
    array([-0.1 ,  0.  , -0.15])
    >>> (brake + constant_torque((0, 0, 1))).name
    'brake + constant torque (body)'

    Two bodies with brakes of their own:

    >>> brakes = Load("brakes", lambda t, q, omega, u: -u[0] * omega,
    ...               numbers=[(0.1,), (0.2,)])
    >>> brakes.by_lane
    True
    """

    name: str
    torque: Torque = no_torque
    potential: Function | None = None
    derivatives: tuple[Torque, ...] = ()
    impulse: Torque | None = None
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

    @property
    def by_lane(self) -> bool:
        """Whether some part has numbers of its own for each motion of a batch."""
        return any(
            part.numbers is not None and np.ndim(part.numbers) > 1
            for part in self.summands
        )

    @property
    def summands(self) -> tuple[Load, ...]:
        """The loads that this one is the sum of: its parts, or itself alone."""
        return self.parts or (self,)

    def __repr__(self) -> str:
        return described(
            self,
            self.potential and "potential",
            self.derivatives and counted(len(self.derivatives), "derivative"),
            self.impulse and "impulse",
            self.start and counted(len(self.start), "state"),
            any(part.motors for part in self.summands) and "motors",
        )

    @property
    def conserves_energy(self) -> bool:
        """Whether there is a potential, and it does not depend on time."""
        return all(
            part.potential is not None and part.turning is None
            for part in self.summands
        )

    def __add__(self, other: Load | Torque) -> Load:
        """Both torques together, with as many derivatives as both have."""
        if not isinstance(other, Load) and not callable(other):
            return NotImplemented
        also = as_load(other)
        assert also is not None  # a load or a function
        parts = (*self.summands, *also.summands)

        known = [part.potential for part in parts if part.potential is not None]
        impulses = [part.impulse for part in parts if part.impulse is not None]
        derivatives = zip(*[part.derivatives for part in parts], strict=False)
        axis, turning = {p.axis for p in parts}, {p.turning for p in parts}
        total = Load(
            " + ".join(part.name for part in parts),
            _Total(tuple([part.torque for part in parts])),
            _Total(tuple(known)) if known else None,
            tuple(map(_Total, derivatives)),
            _Total(tuple(impulses)) if len(impulses) == len(parts) else None,
            all(part.linear for part in parts),
            axis.pop() if len(axis) == 1 else None,
            turning.pop() if len(turning) == 1 else None,
            parts,
            tuple(chain.from_iterable(part.start for part in parts)),
        )
        return remember(total, operator.add, self, also)

    def __radd__(self, other: Torque) -> Load:
        if not callable(other):
            return NotImplemented
        made = as_load(other)
        assert made is not None  # a function
        return made + self

    def __post_init__(self) -> None:
        if self.axis is not None:
            axis = _check.vector(self.axis, "axis")
            if abs(sum(x * x for x in axis) - 1.0) > 1e-12:
                raise InvalidInput(
                    f"axis: expected a vector of length one, got {axis};"
                    " divide it by its length"
                )
            object.__setattr__(self, "axis", tuple(axis))
        start = np.atleast_1d(_check.array(self.start, "start"))
        if start.ndim != 1:
            raise InvalidInput(f"start: expected shape (n,), got {start.shape}")
        object.__setattr__(self, "start", tuple(start.tolist()))
        if bool(self.start) != callable(self.rate) and not self.parts:
            raise InvalidInput(
                f"load {self.name!r}: expected `start` and `rate` together, the states"
                " and rate(t, q, omega, z) -> their rates"
            )
        if self.numbers is not None:
            object.__setattr__(self, "numbers", checked_numbers(self.numbers))


def checked_numbers(numbers: ArrayLike) -> Array:
    """The numbers of a load, (..., n), that nobody can change afterwards."""
    checked = _check.array(numbers, "numbers").astype(np.float64)
    if not checked.ndim:
        raise InvalidInput("numbers: expected shape (n,) or (..., n), got one number")
    checked.flags.writeable = False
    return checked


def data_of(body: Body | Bodies, parts: Sequence[ArrayLike]) -> tuple[State, Array]:
    """Numbers of a load side by side, and as an array (n,), of several (..., n)."""
    if not isinstance(body, Bodies):
        numbers = np.concatenate(parts)
        return tuple(numbers.tolist()), numbers
    rows = [np.broadcast_to(a, (*body.shape, np.shape(a)[-1])) for a in parts]
    numbers = np.concatenate(rows, -1)
    return tuple(np.moveaxis(numbers, -1, 0)), numbers


@dataclass(frozen=True)
class _Total:
    """The sum of what several functions return for one body."""

    functions: tuple[Function, ...]

    def __call__(self, *motion: Any) -> Any:
        each = [f(*motion) for f in self.functions]
        if isinstance(each[0], (int, float)):
            return total(each)
        return tuple([total(components) for components in zip(*each, strict=True)])


@remembered
def uniform_gravity(body: BodyLike, g: ArrayLike = (0.0, 0.0, -9.81)) -> Load:
    """Weight of a body held at its reference point.

    Parameters
    ----------
    body : Body or list of Body
        Its mass and centre are used; a centre at the reference point feels no torque.
        Several bodies give each motion of a batch the weight of its own.
    g : array_like, shape (3,)
        Acceleration of gravity, space components, m/s^2.

    Returns
    -------
    Load
        Torque m c x R^T g and potential -m g.R c.

    Notes
    -----
    Chapter: The rigid body (the heavy top).

    Examples
    --------
    >>> from rotlib import Body
    >>> top = Body.cone(mass=2.0, radius=0.1, height=0.4)
    >>> round(uniform_gravity(top).potential((1.0, 0.0, 0.0, 0.0)), 6)
    5.886
    """
    weight, body = _check.vector(g, "g"), as_body(body)
    moment = np.asarray(body.mass)[..., None] * body.centre
    data, numbers = data_of(body, (moment, weight))

    def torque(t: Scalar, q: State, omega: State, u: State = data) -> State:
        return gravity_torque(*q, *u)

    def potential(q: State, u: State = data) -> Scalar:
        return gravity_potential(*q, *u)

    def derivative(n: int, kernel: Flow) -> Flow:
        def rate(t: Scalar, q: State, omega: State, *rates: State) -> State:
            u = rates[n] if len(rates) > n else data
            return kernel(*q, *_before_last(omega, rates[:n]), *u)

        return rate

    return Load(
        "uniform gravity",
        torque,
        potential,
        tuple([derivative(n, f) for n, f in enumerate(_family("gravity_torque_"), 1)]),
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

    Parameters
    ----------
    body : Body or list of Body
        Turns about its centre of mass, which must be its reference point; its inertia
        is used. Several bodies give each motion of a batch the torque on its own.
    GM : float
        Gravitational constant times the mass of the planet, m^3/s^2; 3.986e14 for the
        Earth.
    distance : float
        From the centre of the planet, m; large beside the body.
    direction : array_like, shape (3,)
        Towards the planet, at t = 0 if it moves, space components; of any length.
    normal : array_like, shape (3,), optional
        Of a circular orbit, across `direction`, space components, of any length: the
        direction then turns about it at the rate sqrt(GM/distance^3). Default: the
        direction stays.

    Returns
    -------
    Load
        Torque 3 GM/distance^3 u x J u, with u towards the planet, and potential 3/2
        GM/distance^3 u.J u.

    Raises
    ------
    InvalidInput
        For lengths that are zero or negative, a reference point that is not the centre
        of mass, or a normal that is not across the direction.

    Notes
    -----
    On an orbit the potential depends on time, so that T + V is not kept; the Jacobi
    integral is, T + V - n N.L, with N the unit normal and n the rate:
    `Trajectory.jacobi_integral`. Equation eq-gravity-gradient. Chapters: The rigid
    body, Using rotlib in your assignment.

    Examples
    --------
    >>> from rotlib import Body
    >>> satellite = Body((2.0, 2.0, 1.0))
    >>> low = gravity_gradient(satellite, 3.986e14, 6.771e6, normal=(0, 1, 0))
    >>> round(low.turning[1], 6)
    0.001133
    >>> low.torque(0.0, (1.0, 0.0, 0.0, 0.0), None) == (0.0, 0.0, 0.0)
    True
    """
    GM, distance = _positive(GM, "GM", "m^3/s^2"), _positive(distance, "distance", "m")
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
    axis, turning = None, None
    if normal is None:
        axis = u

        def towards(t: Scalar, k: int) -> State:
            return u if k == 0 else (0.0, 0.0, 0.0)

    else:
        N, n = _unit(normal, "normal"), math.sqrt(strength)
        if abs(sum(a * b for a, b in zip(N, u, strict=True))) > 1e-12:
            raise InvalidInput(
                f"normal: expected a vector across the direction {u}, got {N}"
            )
        turning = (n * N[0], n * N[1], n * N[2])
        ahead = (
            N[1] * u[2] - N[2] * u[1],
            N[2] * u[0] - N[0] * u[2],
            N[0] * u[1] - N[1] * u[0],
        )

        def towards(t: Scalar, k: int) -> State:
            """The k-th time derivative of the direction, space components."""
            c, s = math.cos(n * t), math.sin(n * t)
            for _ in range(k):
                c, s = -n * s, n * c
            return tuple([c * a + s * b for a, b in zip(u, ahead, strict=True)])

    def torque(t: Scalar, q: State, omega: State, own: State = data) -> State:
        seen = rotate_back(*q, *towards(t, 0))
        return gradient_torque(*seen, *seen, *own)

    def potential(q: State, own: State = data) -> Scalar:
        return gradient_potential(*rotate_back(*q, *u), *own)

    def derivative(n: int) -> Flow:
        """The torque's n-th: the product rule on the direction that the body sees."""
        weights = tuple(float(math.comb(n, i)) for i in range(n + 1))
        kernels: tuple[Flow, ...] = (rotate_back, *_SPACE[:n])

        def rate(t: Scalar, q: State, omega: State, *rates: State) -> State:
            own = rates[n] if len(rates) > n else data
            w, known = (omega, *rates[:n]), [towards(t, k) for k in range(n + 1)]
            seen = [
                kernel(*q, *chain.from_iterable((*w[:i], *known[: i + 1])))
                for i, kernel in enumerate(kernels)
            ]
            pairs = [
                gradient_torque(*seen[i], *seen[n - i], *own) for i in range(n + 1)
            ]
            sums = [
                total([c * x for c, x in zip(weights, xs, strict=True)])
                for xs in zip(*pairs, strict=True)
            ]
            return tuple(sums)

        return rate

    return Load(
        "gravity gradient",
        torque,
        potential,
        tuple(derivative(n) for n in range(1, len(_SPACE) + 1)),
        axis=axis,
        turning=turning,
        numbers=numbers,
    )


@remembered
def constant_torque(torque: ArrayLike, frame: Frame = "body") -> Load:
    """A torque with constant components.

    Parameters
    ----------
    torque : array_like, shape (3,)
        N m.
    frame : {"body", "space"}
        The frame in which the components are constant.

    Returns
    -------
    Load

    Notes
    -----
    Neither has a potential: the work done depends on the way taken. Chapter: The rigid
    body.

    Examples
    --------
    >>> constant_torque((0, 0, 1.5)).torque(0.0, (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    (0.0, 0.0, 1.5)
    """
    given = tuple(_check.vector(torque, "torque"))
    still = (0.0, 0.0, 0.0)
    if _check.one_of(frame, ("body", "space"), "frame") == "body":
        return Load(
            "constant torque (body)",
            lambda t, q, omega, u=given: u,
            derivatives=(lambda t, q, *rates: still,) * len(_SPACE),
            numbers=given,
        )
    known = known_torque(
        lambda t: given,
        (lambda t: still,) * len(_SPACE),
        lambda t: tuple([t * x for x in given]),
    )
    return replace(known, name="constant torque (space)")


@remembered
def known_torque(
    torque: Torque,
    derivatives: Sequence[Torque] = (),
    impulse: Torque | None = None,
    name: str = "known torque",
) -> Load:
    """A torque that is known in space beforehand, whatever the body does.

    Parameters
    ----------
    torque : callable
        torque(t) -> (x, y, z), space components, N m.
    derivatives : sequence of callables, optional
        Its time derivatives in space, derivatives[0](t) the first.
    impulse : callable, optional
        impulse(t) -> (x, y, z), its integral from any fixed time, N m s. With it the
        momentum of the body is exact at all times, which is the situation that Buss's
        methods were made for.
    name : str
        What the load is called in messages and in `Trajectory.load`.

    Returns
    -------
    Load

    Notes
    -----
    `rotlib.codegen.symbolic_load` makes one from a formula for the torque or the
    momentum. Chapter: Turning with torque.

    Examples
    --------
    >>> from math import cos, sin
    >>> along_x = lambda f: lambda t: (f(t), 0.0, 0.0)
    >>> rates = (along_x(lambda t: -sin(t)),)
    >>> swing = known_torque(along_x(cos), rates, impulse=along_x(sin))
    >>> swing.torque(0.0, (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), len(swing.derivatives)
    ((1.0, 0.0, 0.0), 1)
    """
    given: Function = torque
    known: list[Function] = [torque, *derivatives]

    def derivative(n: int, kernel: Flow) -> Flow:
        def turned(t: Scalar, q: State, omega: State, *rates: State) -> State:
            return kernel(
                *q,
                *_before_last(omega, rates),
                *chain.from_iterable(f(t) for f in known[: n + 1]),
            )

        return turned

    rates = tuple(
        derivative(n, kernel)
        for n, kernel in zip(range(1, len(known)), _SPACE, strict=False)
    )
    return Load(
        name,
        lambda t, q, omega: rotate_back(*q, *given(t)),
        derivatives=rates,
        impulse=impulse,
    )


def _family(prefix: str) -> tuple[Flow, ...]:
    """The generated functions prefix1, prefix2, ... in order."""
    count = sum(name.startswith(prefix) for name in vars(rigid_rates))
    return tuple(getattr(rigid_rates, f"{prefix}{n}") for n in range(1, count + 1))


_SPACE = _family("space_torque_")


def _positive(value: float, name: str, unit: str) -> float:
    number = _check.real(value, name)
    if not number > 0:
        raise InvalidInput(
            f"{name}: expected a positive number of {unit}, got {number}"
        )
    return number


def _unit(value: ArrayLike, name: str) -> State:
    x, y, z = _check.vector(value, name)
    size = math.hypot(x, y, z)
    if size == 0:
        raise InvalidInput(f"{name}: expected a vector other than zero")
    return x / size, y / size, z / size


def _before_last(omega: State, rates: tuple[State, ...]) -> Iterator[Scalar]:
    """Rates below the highest: all that a torque without the rate depends on."""
    return chain(omega, *rates[:-1])


@remembered
def constant_motors(torques: ArrayLike) -> Load:
    """Motors that turn the rotors of a body with constant torques.

    Parameters
    ----------
    torques : array_like, shape (n,)
        About the axes of the rotors, N m.

    Returns
    -------
    Load

    Raises
    ------
    InvalidInput
        For other shapes.

    Notes
    -----
    `rl.integrate(..., motors=torques)` makes the same. Chapter: A body of your own.

    Examples
    --------
    >>> constant_motors((0.1, 0.0, -0.1))
    <Load motors: motors>
    """
    given = np.atleast_1d(_check.array(torques, "torques"))
    if given.ndim != 1:
        raise InvalidInput(f"torques: expected shape (n,), got {given.shape}")
    numbers = tuple(given.tolist())
    return Load("motors", motors=lambda t, q, omega, rotor_speeds: numbers)


def as_motors(motors: Torque | ArrayLike) -> Load:
    """A load that drives rotors: from a function, or from constant torques."""
    if callable(motors):
        name = getattr(motors, "__name__", type(motors).__name__)
        return Load("motors" if name == "<lambda>" else name, motors=motors)
    return constant_motors(motors)


def as_load(load: Load | Torque | None) -> Load | None:
    """Return None, a Load, or a plain torque callable as a Load or None."""
    if load is None or isinstance(load, Load):
        return load
    if callable(load):
        return Load(getattr(load, "__name__", type(load).__name__), load)
    raise InvalidInput(
        "load: expected a Load, a callable torque(t, q, omega) -> (x, y, z),"
        f" or None, got {type(load).__name__}"
    )
