"""What a method is: a pure step function and a record of what is true of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from .._bodies import Bodies
from .._remembered import Remembered, remembered
from .._types import Array, Function, Quaternion, Scalar, State, Vector
from ..body import Body
from ..errors import InvalidInput, NotAvailable
from ..kernels.rigid_body import momentum_space, omega_body
from ..loads import Load
from ..numbers import sqrt


def keep_momentum(q: Quaternion, omega: Vector, J: State) -> State:
    """The state (q, L_space)."""
    return (*q, *momentum_space(*q, *omega, *J))


def read_momentum(y: State, J: State) -> tuple[State, Vector]:
    """(q, omega_body) of a state that begins with (q, L_space)."""
    return y[:4], omega_body(*y[:7], *J)


def keep_rates(q: Quaternion, omega: Vector, J: State) -> State:
    """The state (q, omega_body)."""
    return (*q, *omega)


def read_rates(y: State, J: State) -> tuple[State, State]:
    """(q, omega_body) of the state (q, omega_body)."""
    return y[:4], y[4:]


def unit(w: Scalar, x: Scalar, y: Scalar, z: Scalar) -> Quaternion:
    """The quaternion divided by its length."""
    size = sqrt(w * w + x * x + y * y + z * z)
    return (w / size, x / size, y / size, z / size)


class BoundWrench(NamedTuple):
    """A wrench as a step sees it, bound to a back end.

    Attributes
    ----------
    still : callable
        still(t, q, position) -> the part that does not depend on rates.
    moving : callable or None
        moving(t, q, position, omega, velocity) -> the part that does.
    parts : tuple
        The summands one by one, for methods that give each potential its own work:
        (wrench, potential, symmetries), the wrench with the arguments of `moving`, and
        None where there is no potential.
    series : callable or None
        For methods that take it: series() -> a function that is given the coefficients
        of t, q, position, omega and velocity, one power of the time after the other,
        fourteen numbers each time, and returns those of the whole wrench.
    joint : callable or None
        Of bodies that act on each other: joint(numbers), one for each body, -> their
        sum in the place of each. What is solved for together ends together.
    """

    still: Function
    moving: Function | None = None
    parts: tuple[tuple[Function, Function | None, tuple[State, ...]], ...] = ()
    series: Function | None = None
    joint: Function | None = None


class BoundLoad(NamedTuple):
    """A load as a step sees it, bound to a back end and in principal axes.

    Attributes
    ----------
    torque : tuple of callables
        torque[0](t, q, omega), then the time derivatives torque[k](t, q, omega,
        omega_1, ..., omega_k).
    impulse : callable or None
        impulse(t) -> integral of the torque, space components.
    potential : callable or None
        potential(q) -> joules.
    linear, axis
        As in `rotlib.loads.Load`.
    drive : callable or None
        Of a body with rotors, or of loads with states: drive(t, q, omega, speeds, z) ->
        (torque, rates), in place of `torque`; the rates are those of the momenta of the
        rotors, then those of the states.
    kept : BoundLoad or None
        Of a load that does not conserve the energy: the summands that do.
    applied : callable or None
        applied(t, q, omega) -> the torque of the other summands; None if all conserve.
    """

    torque: tuple[Function, ...]
    impulse: Function | None = None
    potential: Any = None
    linear: bool = False
    axis: State | None = None
    drive: Any = None
    kept: Any = None
    applied: Function | None = None


class EmbeddedPair(NamedTuple):
    """What the slopes of a step tell besides the state at its end.

    Attributes
    ----------
    order : int
        Of the companion: its difference to the method goes as h^(order + 1).
    slope : callable
        slope(t, y, J, load) -> the slope at a state.
    attempt : callable
        attempt(t, h, y, J, load, slope) -> (the next state, slopes); `slopes.last` is
        the slope there.
    missing : callable
        missing(h, slopes) -> (turn, rest): by how much the companion ends elsewhere.
    between : callable
        between(part, h, y, J, slopes) -> the state at that part of the step.
    """

    order: int
    slope: Function
    attempt: Function
    missing: Function
    between: Function


@dataclass(frozen=True, eq=False)
class Method(Remembered):
    """A way to advance a rotating body.

    The state `y` is a flat tuple of scalars, floats or arrays alike. `step(t, h, y, J,
    load)` returns the next one; it names the kernels it calls as globals, so that it
    can be bound to any back end. `to_state` and `from_state` translate between (q,
    omega_body) and the state the method keeps. All in principal axes.

    Attributes
    ----------
    name : str
        As in `rotlib.methods`.
    order : int or None
        Measured order of the attitude error; None for a closed form.
    summary : str
        What it does, in a line.
    torque_order : int or None
        That order under a torque, of a method that has another one then.
    step : callable or None
        The pure step function; its `load` is None or a `BoundLoad`.
    closed_form : callable or None
        All times at once, instead of steps: closed_form(body, omega, t, q0) -> (q,
        omega), in body axes.
    precompute : callable or None
        precompute(h, y, J) -> y: completes the state by what steps of this length need
        to know of the motion.
    stepping_form : Method or None
        For a closed form: the same motion made of steps, for back ends that are asked
        for by name.
    to_state, from_state : callable
        (q, omega, J) -> y and (y, J) -> (q, omega).
    implicit, symplectic, symmetric : bool
        Whether a step solves equations; preserves the symplectic form; is undone by a
        step with -h.
    conserves : tuple of str
        What a free body keeps to round-off: any of "momentum", "energy", "norm". The
        rounding of many steps adds up: by a few parts in 1e16 of the energy a step,
        more where |q| drifts too. Over 1e7 steps the energy of kicks changes by 1e-11
        at most, that of `dmv` and `krenk_nielsen` by up to 1e-8.
    torque : bool
        Whether it accepts a load.
    needs_potential : bool
        Whether the load must have a potential.
    works : bool
        Whether a step changes the energy by exactly the work of the torques that have
        no potential, and the momentum by exactly their impulse.
    statistics : tuple of str
        Names of the last entries of the state, which go to `Trajectory.stats` instead
        of the motion.
    turn_derivatives, momentum_derivatives : int
        Time derivatives of the torque that the turn needs, and that the momentum needs
        if the load has no impulse.
    constants : callable or None
        For methods that integrate poses: constants(body), the flat tuple that a step
        takes for J. Such a method starts from (q, position, omega, velocity, J), reads
        back as many, and takes wrenches for loads.
    memory : bool
        Whether a step needs more of the past than the rate and the attitude, so that it
        cannot begin at any record.
    first_step : callable or None
        Of a method with memory: the step from a state that does not hold enough of the
        past, which `step` makes too, but a program of it refuses.
    next_term : callable or None
        next_term(t, y, J, load) -> (turn, momentum): the sizes of what stands with
        h^(order + 1) in the series that a step cuts off, for h = 1. Under a load it
        takes `next_derivatives(load)` time derivatives of the torque.
    longest_turn : float
        rad: with h|omega| beyond it the error of a free motion does not follow the
        order any more, as measured; infinite for a method that flies free bodies
        exactly, or that judges its steps itself.
    pair : EmbeddedPair or None
        A companion of lower order from the same slopes, and the motion between.
    flight : Method or None
        The method of this name that integrates poses.
    extended : bool
        Whether it takes bodies with rotors, and loads with states of their own: its
        step then knows the state `(q, L_space, *p, *z)` of `methods._gyrostat` too.
    wrench_series : bool
        Of a method that integrates poses: whether it takes wrenches as power series in
        time, which they must have.
    couples : bool
        Of a method that integrates poses: whether it takes couplings, by which the
        bodies of a batch act on each other: it asks for all wrenches at one time.
    joints : bool
        Of a method that integrates poses: whether it takes joints between the bodies of
        a batch (`rotlib.joints`).
    together : bool
        Whether a step moves all bodies of a system at once, on arrays alone: it cannot
        be recorded.
    base : Method or None
        The method whose steps this one follows by a return to the right energy.
    chapter, equation : str
        Where it is derived: the beginning of a title, and a label.
    """

    name: str
    order: int | None
    summary: str
    chapter: str
    equation: str
    step: Function | None = None
    closed_form: Function | None = None
    to_state: Function = keep_momentum
    from_state: Function = read_momentum
    precompute: Function | None = None
    implicit: bool = False
    symplectic: bool = False
    symmetric: bool = False
    conserves: tuple[str, ...] = ()
    torque: bool = True
    needs_potential: bool = False
    works: bool = False
    statistics: tuple[str, ...] = ()
    turn_derivatives: int = 0
    momentum_derivatives: int = 0
    constants: Function | None = None
    memory: bool = False
    first_step: Function | None = None
    next_term: Function | None = None
    longest_turn: float = 1.0
    pair: EmbeddedPair | None = None
    flight: "Method | None" = None
    base: "Method | None" = None
    stepping_form: "Method | None" = None
    extended: bool = False
    wrench_series: bool = False
    couples: bool = False
    joints: bool = False
    together: bool = False
    torque_order: int | None = None

    @property
    def poses(self) -> bool:
        """Whether it integrates attitude and place, not attitude alone."""
        return self.constants is not None

    @property
    def flies(self) -> bool:
        """Whether it takes a position, wrenches and an added mass."""
        return self.poses or self.flight is not None

    def __repr__(self) -> str:
        return f"<rotlib method {self.name}: {self.summary}>"

    @remembered
    def with_energy_preserved(self) -> "Method":
        """This method, each step followed by the least turn that restores the energy.

        Returns
        -------
        Method
            Named with the suffix `_ep`. It takes the free body, and loads with a
            potential, for which the sum of kinetic and potential energy is restored.

        Raises
        ------
        NotAvailable
            If the method does not keep the momentum, without which there is no polhode
            to return to, if it integrates poses, or if it keeps the energy already.

        Notes
        -----
        The kernels of equations eq-polhode-solution and eq-least-turn. Chapter: Staying
        on the polhode.

        Examples
        --------
        >>> from rotlib import methods
        >>> methods.buss3.with_energy_preserved().name
        'buss3_ep'
        """
        from ._energy import projected_to_energy, with_energy

        if "energy" in self.conserves:
            raise NotAvailable(f"{self.name} keeps the energy already")
        if self.poses:
            raise NotAvailable(
                f"{self.name} integrates attitude and place together, and the least"
                " turn that restores the energy is one of the attitude alone; take a"
                " smaller step, or for a rotation without flight a method such as"
                " buss3"
            )
        if self.from_state is not read_momentum:
            raise NotAvailable(
                f"{self.name} does not keep the momentum, so no polhode is given to"
                " which the body could return; take a method whose record says that it"
                " conserves momentum"
            )
        return replace(
            self,
            name=f"{self.name}_ep",
            summary=f"{self.summary}; energy restored",
            step=projected_to_energy(self.require_step()),
            to_state=with_energy(self.to_state),
            conserves=(*self.conserves, "energy"),
            symplectic=False,
            symmetric=False,
            needs_potential=True,
            next_term=None,
            pair=None,
            flight=None,
            base=self,
        )

    def require_step(self) -> Function:
        """The step; NotAvailable for a closed form."""
        if self.step is None:
            raise NotAvailable(f"{self.name} has no step, it is a closed form")
        return self.step

    def derivatives_for(self, load: Load) -> int:
        """Number of time derivatives of the torque that this method needs of `load`."""
        return max(
            self.turn_derivatives, 0 if load.impulse else self.momentum_derivatives
        )

    def next_derivatives(self, load: Load) -> int:
        """Number of time derivatives of the torque that `next_term` needs of `load`."""
        assert self.order is not None  # a closed form has no next term
        return self.order - 1 if load.impulse else self.order

    def require_body(
        self, body: Body | Bodies, others: Iterable["Method"] = ()
    ) -> None:
        """Raise unless this method can take the body whole; name those that can."""
        if body.added_mass.any() and not self.poses:
            at = np.argwhere(body.added_mass.any((-2, -1)))
            which = f"[{', '.join(map(str, at[0]))}]" if at.shape[1] else ""
            self.require_flight(f"body{which}, added mass", others)
        if body.rotors and not self.extended:
            raise NotAvailable(
                f"body: {self.name} takes bodies without rotors, got {body.rotors} of"
                f" them; use {', '.join(m.name for m in others if m.extended)}"
            )

    def require_flight(self, what: str, others: Iterable["Method"]) -> None:
        """Raise NotAvailable if it has no place for `what`; name those that have."""
        if not self.poses:
            flying: dict[str, str] = {}  # one of each chapter
            for m in others:
                if m.flies:
                    flying.setdefault(m.chapter, m.name)
            raise NotAvailable(
                f"{what}: {self.name} integrates the rotation alone; use"
                f" {', '.join(flying.values())} or another that takes wrenches in"
                " rotlib.methods.table()"
            )

    def require_motion(self, omega: Array) -> None:
        """Raise InvalidInput where a free body at rest is asked to keep its energy."""
        if self.base is not None and not omega.any(-1).all():
            raise InvalidInput(
                f"omega: {self.name} returns a body to the polhode of its energy, and a"
                f" body at rest has none; use {self.base.name}"
            )

    def require_load(self, load: Load, others: Iterable["Method"]) -> None:
        """Raise NotAvailable if this method cannot take `load`; name those that can."""
        given = len(load.derivatives)
        capable = [
            m.name
            for m in others
            if m.torque
            and not m.poses
            and m.derivatives_for(load) <= given
            and (load.conserves_energy or not m.needs_potential)
            and (m.extended or not load.drives)
        ]
        if not self.torque:
            raise NotAvailable(
                f"{self.name} takes the free body only, got the load {load.name!r}; use"
                f" {', '.join(capable)}"
            )
        if load.drives and not self.extended:
            raise NotAvailable(
                f"{self.name} takes torques of the motion alone, but the load"
                f" {load.name!r} has states of its own or drives rotors; use"
                f" {', '.join(capable)}"
            )
        needed = self.derivatives_for(load)
        if needed > given:
            raise NotAvailable(
                f"{self.name} needs {needed} time derivatives of the torque along the"
                f" motion, the load {load.name!r} has {given}; give them in"
                " Load(derivatives=...), let rotlib.codegen.symbolic_load derive them"
                f" from a formula, or use {', '.join(capable)}"
            )
        if self.needs_potential and not load.conserves_energy:
            verb = "restores" if self.base else "keeps"
            why = "has no potential" if load.potential is None else "moves"
            raise NotAvailable(
                f"{self.name} {verb} the energy, but under the load {load.name!r},"
                f" which {why}, the energy that the body should have is not known; use"
                f" {self.base.name if self.base else ', '.join(capable)}"
            )


class PoseMethod(Method):
    """A method that integrates attitude and place.

    `rotlib.integrate` starts it from `position` and `velocity` too, gives it wrenches
    for loads, and returns a `PoseTrajectory`.
    """


def known_momentum(t: Scalar, h: Scalar, y: State, impulse: Function) -> State:
    """L_space at t + h of (q, L_space, ...), from a load that knows its impulse."""
    before, after = impulse(t), impulse(t + h)
    return tuple([L + b - a for L, a, b in zip(y[4:7], before, after, strict=True)])
