"""What every run does first: method, body, load, start and grid of times."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from .. import _check
from .._types import Array, ArrayLike, Attitude, Pose, Torque, Transform
from ..backends.trace import Kind
from ..body import Body, BodyLike, as_body, broadcast, require_rotors
from ..errors import InvalidInertia, InvalidInput, NotAvailable
from ..joints import checked, require_start
from ..loads import Load, as_load, as_motors
from ..methods import Method, find
from ..methods._method import ORIGIN, UNTURNED
from ..methods.rattle import with_joints
from .given import axes_of
from .run import Run, SystemRun, motion_of

ALIKE = 1e-9  # part of the steps that a duration may be off
FEW = 8  # bodies of a system, whose steps are recorded unasked
ORDINARY = 1e12  # kg m^2 and kg: squares of momenta are numbers of float32
LoadLike: TypeAlias = Load | Torque | None


def prepare(
    method: Method | str,
    body: BodyLike,
    load: LoadLike,
    motors: Torque | ArrayLike | None = None,
    *,
    stepping: bool = False,
    flight: bool = False,
    alone: bool = False,
) -> tuple[Method, Any]:
    """The method and the load as objects that fit each other and the body.

    stepping: take a closed form's motion made of steps, where there is one
    flight: take the form for poses, as for a load on a body that flies, or an added
        mass
    alone: the caller takes no rotors, states of loads and couplings
    """
    method, body, load = find(method), as_body(body), as_load(load)
    flies = load is not None and load.flies
    if method.flight and (flight or flies or body.added_mass.any()):
        method = method.flight
    if stepping and method.closed_form:
        method = method.in_steps()
    method.require_body(body)
    if motors is not None:
        require_rotors(body, "motors")
        drive = as_motors(motors)
        load = drive if load is None else load + drive
    more = bool(body.rotors)
    if load is not None:
        if method.poses and any(part.kind is False for part in load.summands):
            said = f"load {load.name!r}: expected, for a body that flies, law(t, q,"
            said += " omega, position, velocity) -> six numbers, torque then force, or"
            said += " potential(q, position); got a torque on one that is held"
            raise InvalidInput(said)
        if flies:
            method.require_flight(f"load {load.name!r}")
        method.require_load(load)
        if "rotors" in load.needs:
            require_rotors(body, "motors")
        more = more or bool(load.needs) or acts_on_pairs(load)
    if alone and more:
        said = "body, load: rotors, states of loads, and bodies that act on each other"
        said += " are taken by rotlib.integrate in equal steps, stepper and export; use"
        raise NotAvailable(said + " these")
    return method, load


def acts_on_pairs(load: Load | None) -> bool:
    return load is not None and any([p.pairs is not None for p in load.summands])


def jointed(method: Method, body: Body, joints: Any, start: dict[str, Array]) -> Method:
    if "joints" not in method.takes:
        said = f"joints: {method.name} takes bodies without joints; use one of rattle,"
        raise NotAvailable(said + " rattle4, rattle6")
    motion: Any = [np.atleast_2d(a).astype(np.float64) for a in motion_of(start)]
    n = motion[0].shape[-2]
    body = body if body.shape else broadcast(body, (n,))
    joints = checked(joints, body)
    eps = float(np.finfo(start["omega"].dtype).eps)
    return with_joints(method, joints, n, require_start(joints, body, motion, eps))


def start_of(
    method: Method,
    body: Body,
    load: Any,
    omega: ArrayLike = ORIGIN,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    rotor_speeds: ArrayLike | None = None,
    states: ArrayLike | None = None,
) -> dict[str, Array]:
    if hasattr(q0, "as_components"):
        if position is not None:
            said = "q0, position: expected one place, got a RigidTransform, which holds"
            raise InvalidInput(said + " one, and a position; leave one out")
        position, q0 = cast(Transform, q0).as_components()
    rates = _check.sized(_check.trailing(omega, 3, "omega"), "omega")
    if rates.ndim > 1 and rates.dtype == np.float32:
        _require_ordinary(body)
    q = UNTURNED if q0 is None else _check.unit_quaternion(cast(Attitude, q0), "q0")
    start = {"omega": rates, "q0": np.asarray(q).astype(rates.dtype)}
    others: list[tuple[str, Any, Any]] = []  # (name, what is given, what is usual)
    if method.poses:
        others += ("position", position, ORIGIN), ("velocity", velocity, ORIGIN)
    elif position is not None or velocity is not None:
        method.require_flight("position, velocity")
    own = () if load is None else load.start
    if rotor_speeds is not None:
        require_rotors(body, "rotor_speeds")
    if states is not None and not own:
        said = "states: the load has no states of its own; give them to it with"
        raise InvalidInput(said + " Load(..., start=..., rate=...)")
    if body.rotors or own:
        still = (0.0,) * body.rotors
        others += ("rotor_speeds", rotor_speeds, still), ("states", states, own)
    for name, given, usual in others:
        a = _check.trailing(usual if given is None else given, len(usual), name)
        start[name] = _check.sized(a.astype(rates.dtype), name)
    shapes = {name: a.shape[:-1] for name, a in start.items()}
    if body.shape:
        shapes["body"] = body.shape
    own_axes = [] if load is None else axes_of(load)
    each = [*shapes.values(), *own_axes]
    if len({*each}) == 1:
        return start
    shape = _check.broadcast(each, ", ".join([*shapes, *["load"] * any(own_axes)]))
    return {n: np.broadcast_to(a, (*shape, a.shape[-1])) for n, a in start.items()}


def bound_run(method: Method, body: Body, load: Any, start: Any, **given: Any) -> Run:
    """The bodies of a system each for themselves, or in one state, as those with joints
    and as the few, or compiled, whose step is recorded whole.

    given: what a `Run` is given besides, and for steps by an executor its `backend`
    """
    backend, batch = given.pop("backend", None), start["omega"].shape[:-1]
    arrays, whole = batch or method.closed_form, "jointed" in method.properties
    if backend and batch and acts_on_pairs(load):
        fixed = not any([callable(p.pairs) for p in load.summands])
        whole = whole or (fixed and batch[-1] <= FEW) or backend == "compiled"
    of = method, body, load, Kind.NUMPY if arrays else Kind.FLOAT, start
    return (SystemRun if whole else Run)(*of, **given)


def _require_ordinary(body: Body) -> None:
    sizes = np.hstack([np.ravel(a) for a in (*body.principal_moments, body.mass)])
    least, most = sizes.min(), sizes.max()
    if not 1 / ORDINARY <= least <= most <= ORDINARY:
        said = f"inertia, mass: expected moments and masses of {1 / ORDINARY:.0e} to"
        said += f" {ORDINARY:.0e} for rates in float32, got {least:.2g} to {most:.2g};"
        raise InvalidInertia(said + " give the rates in float64, or take other units")


def _whole(duration: float, h: float) -> int:
    n = duration / h
    steps = round(n) if math.isfinite(n) else 0
    if steps < 1 or abs(n - steps) > ALIKE * steps:
        fits = duration / max(1, math.ceil(abs(n))) if math.isfinite(n) else h
        said = f"duration: expected a whole number of steps of {h:.6g} s, got {n:.6g};"
        raise InvalidInput(said + f" take h = {fits:.15g}, or give steps")
    return steps


class Grid(NamedTuple):
    """The steps of a run, and those after which there is a record."""

    t0: float
    h: float
    steps: int
    every: int

    @classmethod
    def checked(
        cls,
        t0: float,
        h: float | None,
        steps: int | None,
        every: int | None,
        duration: float | None = None,
    ) -> "Grid":
        if h is None or (steps is None) == (duration is None):
            said = "h, steps, duration: expected a step h with the number of steps or a"
            given = {"h": h, "steps": steps, "duration": duration}
            came = ", ".join(f"{k}={v}" for k, v in given.items() if v is not None)
            said += " duration, or a duration and a tolerance"
            raise InvalidInput(f"{said}, got {came or 'none of them'}")
        h = _check.step_size(h)
        if duration is not None:
            steps = _whole(_check.real(duration, "duration"), h)
        steps = _check.count(steps, "steps")
        t0 = _check.real(t0, "t0")
        _check.resolved(h, t0, t0 + steps * h, "h")
        every = steps if every is None else _check.count(every, "every")
        return cls(t0, h, steps, every)

    @property
    def kept(self) -> np.ndarray:
        last = self.steps - self.steps % -self.every  # of the steps that `every` makes
        kept = np.arange(0, last + 1, self.every)
        kept[-1] = self.steps
        return kept

    @property
    def t(self) -> Array:
        return self.t0 + self.h * self.kept

    def blocks(self, rows: int, most: int) -> Iterator[tuple[int, int, int]]:
        """(first step, steps a record, records) of what is done in one go."""
        if self.every > most:
            for first in range(0, self.steps, self.every):
                last = min(first + self.every, self.steps)
                for k in range(first, last, most):
                    yield k, min(most, last - k), 1
            return
        records, rest = divmod(self.steps, self.every)
        for first in range(0, records, rows):
            yield first * self.every, self.every, min(rows, records - first)
        if rest:
            yield records * self.every, rest, 1
