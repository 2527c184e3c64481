"""What a method is: a pure step function and a record of what is true of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeAlias

import numpy as np

from .. import _check
from .._remembered import Remembered, call_of, remember, remembered
from .._types import Function, Quaternion, Scalar, State, Vector
from ..body import Body
from ..errors import NotAvailable
from ..kernels.quaternion import multiply
from ..kernels.rigid_body import momentum_space, omega_body
from ..loads import Load
from ..numbers import sqrt


def keep_momentum(q: Quaternion, omega: Vector, J: State) -> State:
    return (*q, *momentum_space(*q, *omega, *J))


def read_momentum(y: State, J: State) -> tuple[State, Vector]:
    return y[:4], omega_body(*y[:7], *J)


def unit(w: Scalar, x: Scalar, y: Scalar, z: Scalar) -> Quaternion:
    size = sqrt(w * w + x * x + y * y + z * z)
    return (w / size, x / size, y / size, z / size)


def turned_back(q: State, by: State) -> Quaternion:
    w, x, y, z = by
    return multiply(*q, w, -x, -y, -z)


class BoundLoad(NamedTuple):
    """A load as a step sees it, bound to a back end; of a held body in principal axes.

    law: law(t, q, omega) -> torque, or law(t, q, omega, position, velocity) -> six
    series: series() -> (follow, whether it asks for more of q than its start); the
        k-th call of follow takes the coefficients of power k of t, q, omega, and in
        flight position and velocity, and returns those of the law
    drive: in place of `law` where there are rotors, or states z of loads: drive(t, q,
        omega, [position, velocity,] speeds, z) -> (law, rates of the momenta of rotors
        and of z)
    potential: of a held body, potential(q) -> joules
    parts: for a method of exact work, (law, potential, known) of each summand; known
        are of a held body whether the potential is linear in the rotation matrix, and
        the axis of space in which the torque has no component; in flight the twists of
        space along which the load does no work
    split: split() -> (still, moving), the parts without and with the rates
    over_bodies: over_bodies(numbers) of those of a system -> their sum, for each
    """

    law: Any
    series: Any = None
    drive: Any = None
    potential: Any = None
    parts: tuple[tuple[Function, Function | None, Any], ...] = ()
    split: Any = None
    over_bodies: Function | None = None

    @property
    def still(self) -> Any:
        """still(t, q, position) -> the part that does not depend on rates."""
        return self.split()[0]

    @property
    def moving(self) -> Any:
        """moving(t, q, omega, position, velocity) -> the part that does, or None."""
        return self.split()[1]


UNTURNED, ORIGIN = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
FREE = ORIGIN  # of what acts
MaybeLoad: TypeAlias = BoundLoad | None


def torque_at(t: Scalar, y: State, load: MaybeLoad) -> State:
    tau: State = FREE if load is None else load.law(t, y[:4], y[4:])
    return tau


class EmbeddedPair(NamedTuple):
    """What the slopes of a step tell besides the state at its end.

    order: of the companion: its difference to the method goes as h^(order + 1)
    slope: slope(t, y, J, load) -> the slope at a state
    attempt: attempt(t, h, y, J, load, slope) -> (next state, slopes), with
        `slopes.last`
    missing: missing(h, slopes) -> (turn, rest) by which the companion ends elsewhere
    between: between(part, h, y, J, slopes) -> the state at that part of the step
    """

    order: int
    slope: Function
    attempt: Function
    missing: Function
    between: Function


class Layout(NamedTuple):
    """Of the state of a step, a flat tuple in principal axes.

    to_state, from_state: (q, omega, J) -> y and (y, J) -> (q, omega); of poses with
        `constants` for J, and position and velocity
    constants: of poses: constants(body) -> J
    precompute: precompute(h, y, J) -> y, with what steps of this length need to know
    statistics: names of the last entries, which go to `Trajectory.stats`; zero at first
    """

    to_state: Function
    from_state: Function
    constants: Function | None = None
    precompute: Function | None = None
    statistics: tuple[str, ...] = ()


MOMENTUM = Layout(keep_momentum, read_momentum)
RATES = Layout(lambda q, omega, J: (*q, *omega), lambda y, J: (y[:4], y[4:]))
TAKES = "torque", "wrench", "states", "rotors", "couplings", "joints"
CONSERVES = "momentum", "energy", "norm"
PROPERTIES = (
    *("implicit", "symplectic", "symmetric", "exact work", "projected"),
    *("series", "memory", "jointed", "body axes"),
)


@dataclass(frozen=True, eq=False)
class Method(Remembered):
    """A way to advance a rotating body: a step, and what is true of it.

    name, summary: as in `rotlib.methods.table()`
    order: of the attitude error, as measured; None for a closed form
    chapter, equation: where it is derived: the beginning of a title, and a label
    step: step(t, h, y, J, load) -> y, floats or arrays, with None or a `BoundLoad`
    layout: of the state y
    takes: "torque" or "wrench", "states" of loads, "rotors", "couplings", "joints"
    properties: "implicit", solves equations; "symplectic"; "symmetric", undone by a
        step with -h; "exact work", adds exactly the work and impulse of torques without
        potential; "projected", returns to the energy after each step, for which each
        load needs a potential; "series", takes loads as power series in time; "memory",
        needs the past; "jointed", moves all bodies of a system at once; "body axes",
        takes the body in place of J, on arrays, and cannot be recorded
    conserves: what a free body keeps to rounding: "momentum", "energy", "norm"; in 1e7
        steps the energy moves by 1e-11 with kicks, by 1e-8 with `dmv` and
        `krenk_nielsen`
    torque_order: the order under a torque, where it is another
    longest_turn: rad, to which the error of a free motion follows the order, as
        measured
    estimate: of the error of a step: an `EmbeddedPair`, or estimate(t, y, J, load) ->
        (turn, momentum), the sizes of what stands with h^(order + 1) in a series
    closed_form: closed_form(body, omega, t, q0) -> (q, omega), body axes, which
        `integrate` takes in place of steps
    flight: the method of this name that integrates poses
    """

    name: str
    order: int | None
    step: Function
    summary: str = ""
    chapter: str = ""
    equation: str = ""
    layout: Layout = MOMENTUM
    takes: tuple[str, ...] = ("torque",)
    properties: tuple[str, ...] = ()
    conserves: tuple[str, ...] = ()
    torque_order: int | None = None
    longest_turn: float = 1.0
    estimate: EmbeddedPair | Function | None = None
    closed_form: Function | None = None
    flight: "Method | None" = None

    def __post_init__(self) -> None:
        known = {"takes": TAKES, "properties": PROPERTIES, "conserves": CONSERVES}
        for field, names in known.items():
            for given in getattr(self, field):
                _check.one_of(given, names, field)
        if self.flight is not None and call_of(self.flight) is None:
            remember(self.flight, flight_of, self)

    @property
    def base(self) -> str | None:
        """Of a projected method the name of that whose steps it follows by a return."""
        return self.name.removesuffix("_ep") if "projected" in self.properties else None

    @property
    def poses(self) -> bool:
        """Whether it integrates attitude and place, not attitude alone."""
        return self.layout.constants is not None

    def __repr__(self) -> str:
        return f"<rotlib method {self.name}: {self.summary}>"

    @remembered
    def with_energy_preserved(self) -> "Method":
        """This method, each step followed by the least turn that restores the energy.

        It takes the free body, and loads with a potential. NotAvailable for a method
        that does not keep the momentum, that keeps the energy already, or that
        integrates poses.

        >>> from rotlib import methods
        >>> methods.buss3.with_energy_preserved().name
        'buss3_ep'
        """
        from ._energy import projected_to_energy, with_energy

        if "energy" in self.conserves:
            raise NotAvailable(f"{self.name} keeps the energy already")
        if self.layout.from_state is not read_momentum:
            why = "does not keep the momentum, which tells the polhode; use buss3"
            if self.poses:
                why = "integrates attitude and place together, and what restores the"
                why += " energy is a turn of the attitude alone; take a smaller step,"
                why += " or without flight buss3"
            raise NotAvailable(f"{self.name} {why}")
        kept = [p for p in self.properties if p not in ("symplectic", "symmetric")]
        return replace(
            self,
            name=f"{self.name}_ep",
            summary=f"{self.summary}; energy restored",
            step=projected_to_energy(self.step),
            layout=self.layout._replace(to_state=with_energy(self.layout.to_state)),
            conserves=(*self.conserves, "energy"),
            properties=(*kept, "projected"),
            estimate=None,
            flight=None,
        )

    @remembered
    def in_steps(self) -> "Method":
        """This method without its closed form."""
        return replace(self, closed_form=None)

    def require_body(self, body: Body) -> None:
        """Raise NotAvailable unless it can take the body whole."""
        if body.added_mass.any() and not self.poses:
            at = np.argwhere(body.added_mass.any((-2, -1)))
            which = f"[{', '.join(map(str, at[0]))}]" if at.shape[1] else ""
            self.require_flight(f"body{which}, added mass")
        if body.rotors and "rotors" not in self.takes:
            raise NotAvailable(
                f"body: {self.name} takes bodies without rotors, got {body.rotors} of"
                " them; use rk4, rkmk4, cf4 or rkmk54"
            )

    def require_flight(self, what: str) -> None:
        """Raise NotAvailable if it has no place for `what`."""
        if not self.poses:
            raise NotAvailable(
                f"{what}: {self.name} integrates the rotation alone; use rkmk54, buss4,"
                " dqvi or another that takes wrenches in rotlib.methods.table()"
            )

    def require_load(self, load: Load) -> None:
        """Raise NotAvailable if it cannot take `load`."""
        if ("wrench" if self.poses else "torque") not in self.takes:
            remedy = "use rk4 or another that takes torques in rotlib.methods.table()"
            if "body axes" in self.properties:
                remedy = "write its step as step(t, q, omega, h, body, load)"
            why = f"takes the free body only, got the load {load.name!r}; {remedy}"
        elif not load.needs <= {*self.takes}:
            why = (
                f"takes what acts by the motion alone, but the load {load.name!r} has"
                " states of its own or drives rotors; use rk4, rkmk54 or without rotors"
                " splitting_231"
            )
        elif self.base is not None and not load.conserves_energy:
            does = "has no potential" if load.potential is None else "moves"
            why = (
                f"restores the energy, but under the load {load.name!r}, which {does},"
                f" the energy that the body should have is not known; use {self.base}"
            )
        else:
            return
        raise NotAvailable(f"{self.name} {why}")


def flight_of(method: Method) -> Method | None:
    return method.flight


P = ParamSpec("P")


def family(maker: Callable[P, Method]) -> Callable[P, Method]:
    """`maker`, whose method is the same one whenever it has the same name."""
    members: dict[str, Method] = {}  # by name, and by what was given

    @remembered
    @wraps(maker)
    def call(*args: P.args, **kwargs: P.kwargs) -> Method:
        given = repr((args, kwargs))
        if given not in members:
            made = maker(*args, **kwargs)
            members[given] = members.setdefault(made.name, made)
        return members[given]

    return call


Maker: TypeAlias = Callable[[Function], Method]


def method_of(order: int, equation: str, chapter: str, **facts: Any) -> Maker:
    """The Method of a step: by its name, and with its docstring as the summary."""

    def made(step: Function) -> Method:
        summary = " ".join((step.__doc__ or "").split())
        return Method(step.__name__, order, step, summary, chapter, equation, **facts)

    return made
