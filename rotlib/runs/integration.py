"""`integrate`: run a method on a body, one state or a batch, from the same step.

Chapter: The rigid body.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._types import Array, ArrayLike, Backend, Pose, Tolerance, Torque
from ..backends.executors import Executor, named, select_executor
from ..backends.user_function import require_order
from ..body import BodyLike, as_body
from ..errors import InvalidInput, LargeStep, NotAvailable, warn
from ..joints import Joint
from ..methods import Method, find
from .adaptive import FollowingSteps, require_estimate
from .coupled import require_short_steps
from .events import EventsLike, Watch
from .given import Given, InputsLike, body_of, checked_inputs
from .loop import Loop, fastest
from .prepare import Grid, LoadLike, bound_run, jointed, prepare, start_of
from .run import Run, motion_of
from .trajectory import Trajectory

MOST = 64  # runs that have ended and can begin again
# what made them, by the places of method, body and load, which nothing else may take so
# long, back end, step and whether it flies
ENDED: dict[tuple[Any, ...], tuple[tuple[Run, Executor] | None, Any]] = {}
NONE = None, None
CALLBACK = (
    "callback: expected callback(step, t, q, omega, position, velocity) with a flight,"
    " callback(step, t, q, omega) without"
)


def integrate(
    method: Method | str,
    body: BodyLike,
    *,
    omega: ArrayLike,
    h: float | None = None,
    steps: int | None = None,
    duration: float | None = None,
    tolerance: Tolerance | None = None,
    load: LoadLike = None,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    joints: Sequence[Joint] | None = None,
    inputs: InputsLike = None,
    rotor_speeds: ArrayLike | None = None,
    motors: Torque | ArrayLike | None = None,
    states: ArrayLike | None = None,
    t0: float = 0.0,
    every: int = 1,
    events: EventsLike = None,
    callback: Callable[..., Any] | None = None,
    backend: Backend = "auto",
    progress: bool | None = None,
) -> Trajectory:
    """Integrate the rotation of a body about its reference point, or its flight.

    method: one of `rotlib.methods.ALL`, or its name
    body: a list, tuple or array of bodies gives each motion of a batch its own
    omega: (..., 3), initial rates, body components, rad/s; leading axes are a batch of
        motions; for float32 the records are float32, the steps float64
    h: time step, s; a negative one runs backwards; with a tolerance the first to try
    steps: how many
    duration: s, in place of steps: a whole number of them; with a tolerance any
    tolerance: rad, in place of steps of equal length: the errors estimated of all steps
        together; in flight also (rad, m), by default the largest radius of gyration
        counts as a radian
    load: from `rotlib.loads`, or torque(t, q, omega) -> (x, y, z) of one body, body
        components, N m; in flight from `rotlib.wrenches`, or wrench(t, q, omega,
        position, velocity); or from `rotlib.couplings`, for the last axis of the batch
    q0: (..., 4), initial attitudes, unit quaternions wxyz, body to space, or SciPy's
        `Rotation`, in flight `RigidTransform`, with the position; default the identity
    position, velocity: (..., 3), of the reference point, for methods that integrate
        poses: space components, m; body components, m/s; default zero
    joints: of the bodies of the last axis of the batch, or with the world, for
        `rattle`; `rotlib.joints.consistent` makes a start that fits
    inputs: the last argument u of a load torque(t, q, omega, u): rows, held over a step
        each, (steps, n) or (steps, ..., n), or over all, (1, n); (steps,) or one
        number, where u is a number; or inputs(t)
    rotor_speeds: (..., n), of the rotors relative to the body, rad/s; default zero
    motors: torques on the rotors, N m, and their opposite on the body: (n,), or
        motors(t, q, omega, rotor_speeds); default the rotors spin freely
    states: (..., m), where the states of the loads start; default at their `start`
    t0: time at the start, s; h must be 256 times the distance of floats there
    every: keep each so manyth step; the first and the last state are always kept
    events: as in SciPy's `solve_ivp`: event(t, q, omega), in flight event(t, q, omega,
        position, velocity), of one body, whose zeros are found as exactly as floats
        allow, but for two within a step; its `terminal`, True or a number of
        occurrences, ends the run with a record there, `stats["ended_by"]` is its
        number; its `direction`, +1 or -1, takes only zeros where it rises or falls; it
        must not change what a load reads that is recorded, as a callback may
    callback: callback(step, t, q, omega), in flight with position and velocity, else
        with rotor_speeds and states if any, after every kept step; raise to stop
    backend: "auto", Python floats for one state, arrays for a batch, with the same
        bits; "compiled", machine code (extra `rotlib[fast]`), within rounding of them
    progress: a bar (tqdm); default on a terminal, from 100 000 steps on

    NotAvailable for what a method does not take, Diverged if the numbers stop being
    finite. Whatever interrupts a run, Ctrl-C too, carries the records so far as its
    `trajectory`.

    With a tolerance the method is "rkmk54", for any load, or a Taylor method whose next
    term is known ("lie_euler", "buss2" to "buss8"), of one body without joints, rotors
    and states of loads, with a record a step, which turns by about a radian at most.
    Errors of a momentum count as the angle |dL|/|L| or the way |dp| |duration|/mass
    that they lead to. `stats` carry `steps`, those `rejected`, the `smallest` and the
    `largest`, s, `taken`, the step to each record, s, `load_calls`, and `error`, the
    sum of the estimates, rad: not the error at the end, which an unstable motion lets
    grow. A load that comes and goes between the moments at which it is asked is not
    seen. StepTooSmall where rounding allows no shorter step.

    >>> from rotlib import Body
    >>> print(integrate("rk4", Body((1, 2, 3)), omega=(0, 1, 0.1), h=0.01, steps=1000))
    <Trajectory rk4: 1001 records, t = 0 ... 10 s>
    >>> given = {"omega": (0.3, 1.0, 0.8), "duration": 20.0, "tolerance": 1e-8}
    >>> integrate("buss6", Body((1, 2, 3)), **given).stats["error"] <= 1e-8
    True
    """
    backend = named(backend)
    if callback is not None:
        require_order(callback, CALLBACK)
    asked, flight = (method, body, load), position is not None or velocity is not None
    key = *map(id, asked), backend, h, flight
    fresh = inputs is not None or joints is not None or motors is not None
    alone = type(h) is float and tolerance is None and not fresh
    ended, _ = ENDED.pop(key, NONE) if alone else NONE
    if ended is not None:
        method, body, load = ended[0].method, ended[0].body, ended[0].given
    else:
        body, method = as_body(body), find(method)
        if tolerance is not None:
            require_estimate(method)  # before what the method asks of a load
        method, load = prepare(
            *(method, body, load, motors),
            stepping=backend == "compiled",
            flight=flight,
            alone=tolerance is not None,
        )
    start = start_of(
        method, body, load, omega, q0, position, velocity, rotor_speeds, states
    )
    dtype, batch = start["omega"].dtype, start["omega"].shape[:-1]
    wide = start
    if dtype != np.float64:
        wide = {name: a.astype(np.float64) for name, a in start.items()}
    clock = time.perf_counter()
    if tolerance is not None:
        require_estimate(method)
        others: dict[str, Any] = {"steps": steps, "joints": joints, "motors": motors}
        others |= {"states": states, "rotor_speeds": rotor_speeds}
        others |= {"every": every} if every != 1 else {}
        others |= {"backend": backend} if backend != "auto" else {}
        for name, other in others.items():
            if other is not None:
                said = f"{name}: with a tolerance the steps choose themselves, with a"
                said += " record each, for one body on floats without joints, rotors"
                said += " and states; leave it out, or give h and steps"
                raise NotAvailable(said)
        given = t0, duration, tolerance, h, inputs
        follows = FollowingSteps((method, body, load), wide, *given)
        watch = None if events is None else Watch(events, motion_of(wide), t0)
        return follows.follow(clock, watch, callback, progress)
    grid = Grid.checked(t0, h, steps, every, duration)
    held: Given = None
    if ended is None:
        body = body_of(body, batch)
        held = checked_inputs(inputs, load, grid.t0, grid.steps, batch)
        if joints is not None:
            method = jointed(method, body, joints, start)
    if load is None and "projected" in method.properties:
        if not start["omega"].any(-1).all():
            said = f"omega: {method.name} returns a body to the polhode of its energy,"
            said += f" and a body at rest has none; use {method.base}"
            raise InvalidInput(said)
    watch = None if events is None else Watch(events, motion_of(wide), grid.t0)
    warned = _warn_of_long_steps(method, grid.h, wide["omega"])
    if batch:
        ended = None
        require_short_steps(load, body, grid.h)
    span = grid.h * grid.steps

    def bind(again: Run | None = None) -> tuple[Run, Executor]:
        more: Any = {"t0": grid.t0, "h": grid.h, "span": span, "backend": backend}
        run = again or bound_run(method, body, load, wide, inputs=held, **more)
        return run, select_executor(run, backend, *grid[:3])

    if ended and not ended[0].restart(wide, grid.t0, span):
        ended = None
    if ended and ended[1].knows_load:
        ended[1].restart(grid.t0)
    elif ended:
        ended = bind(ended[0])
    loop = Loop(bind, ended, grid, wide["omega"], dtype)
    made = loop.follow(clock, watch, callback, progress)
    if alone and not batch:
        if len(ENDED) >= MOST:
            ENDED.clear()
        ENDED[key] = (loop.run, loop.executor), asked
    del loop  # and the states in it
    if not warned:
        _warn_of_long_steps(method, grid.h, made.omega)
    return made


def _warn_of_long_steps(method: Method, h: float, omega: Array) -> bool:
    """Warn if a step turns by more than the method can follow; say whether it does."""
    limit = method.longest_turn / abs(h)
    if not omega.size or np.abs(omega).max() * math.sqrt(3.0) <= limit:
        return False
    with np.errstate(over="ignore"):
        speed = fastest(omega)
    if speed > limit:
        said = f"h = {h:.3g} s: a step turns the body by h|omega| ="
        said += f" {abs(h) * speed:.3g} rad, and beyond {method.longest_turn:g} rad the"
        said += f" errors of {method.name} do not follow its order; take h ="
        said += f" {0.25 / speed:.1g} s, compare with half of it, or give a duration"
        warn(said + " and a tolerance", LargeStep)
    return speed > limit
