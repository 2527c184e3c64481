"""`integrate`: run a method on a body, one state or a batch, from the same step.

Chapter: The rigid body.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from .._types import Array, ArrayLike, Backend, Pose, Tolerance, Torque
from ..backends.executors import Executor, Stepwise, named, select_executor
from ..backends.one_body import require_order
from ..backends.trace import Kind
from ..body import Body, BodyLike, as_body
from ..errors import (
    ConvergenceError,
    Diverged,
    InvalidInput,
    LargeStep,
    RotlibError,
    StepTooLarge,
    warn,
)
from ..joints import Joint
from ..methods import Method, find
from . import adaptive, failures
from .coupled import require_short_steps
from .dense_output import interpolate
from .events import ROWS, EventsLike, Watch
from .inputs import InputsLike, checked_inputs
from .lanes import body_of
from .prepare import Grid, LoadLike, bound_run, jointed, prepare, start_of
from .progress import LONG, meter
from .run import Run, motion_of
from .trajectory import Trajectory, trajectory_of

AHEAD = 16  # steps in Python that may turn out to lie after the end
CALLBACK = (
    "callback: expected callback(step, t, q, omega, position, velocity) with a flight,"
    " callback(step, t, q, omega) without"
)
LOOKS = 8, 64  # least and most looks at whether a load is what was recorded
OFTEN = 20_000  # numbers made between them


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
        position, velocity); or from `rotlib.couplings`, for the bodies of the last axis
        of the batch
    q0: (..., 4), initial attitudes, unit quaternions wxyz, body to space, or a
        `Rotation` of SciPy, in flight a `RigidTransform`, with the position; default
        the identity
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
    events: event(t, q, omega) -> float of one body, in flight event(t, q, omega,
        position, velocity), whose zeros are found; as in SciPy's `solve_ivp` its
        `terminal`, True or a number of occurrences, ends the run, its `direction`, +1
        or -1, takes only zeros where it rises or falls
    callback: callback(step, t, q, omega), in flight with position and velocity, else
        with rotor_speeds and states if there are any, after every kept step; raise to
        stop
    backend: "auto", Python floats for one state, arrays for a batch, with the same
        bits; "compiled", machine code (extra `rotlib[fast]`), within rounding of them
    progress: a bar (tqdm); default on a terminal, from 100 000 steps on

    NotAvailable for what a method does not take, Diverged if the numbers stop being
    finite. Whatever interrupts a run, Ctrl-C too, carries the records so far as its
    `trajectory`.

    Events are located as exactly as floats allow; two zeros within a step are not seen,
    nor one in the first millionth of the first step. After a terminal event the last
    record is that of the event, and `stats["ended_by"]` its number. A batch has no
    events.

    With a tolerance the method is "rkmk54", for any load, or a Taylor method whose next
    term is known ("lie_euler", "buss2" to "buss8"). There is one record a step, of one
    body without joints, rotors and states of loads; a step may have its share of the
    tolerance, and turns by no more than about a radian. An error dL of the momentum
    counts as |dL|/|L| rad, with the largest |L| so far, or if |L| < J/|duration|, J the
    least moment, as |dL| |duration|/J, the turn until the end; an error dp of the
    linear momentum as the way |dp| |duration|/mass. `stats` carry the numbers of
    `steps` and of those `rejected`, the `smallest` and the `largest`, s, `taken`, the
    step to each record, s, `load_calls`, and `error`, the sum of the estimates, rad:
    not the error at the end, which an unstable motion lets grow. A load that comes and
    goes between the moments at which it is asked is not seen. StepTooSmall where
    rounding allows no shorter step.

    >>> print(integrate("rk4", Body((1, 2, 3)), omega=(0, 1, 0.1), h=0.01, steps=1000))
    <Trajectory rk4: 1001 records, t = 0 ... 10 s>
    >>> given = {"omega": (0.3, 1.0, 0.8), "duration": 20.0, "tolerance": 1e-8}
    >>> integrate("buss6", Body((1, 2, 3)), **given).stats["error"] <= 1e-8
    True
    """
    body, method, backend = as_body(body), find(method), named(backend)
    if callback is not None:
        require_order(callback, CALLBACK)
    if tolerance is not None:
        adaptive.require(
            method,
            body,
            steps=steps,
            every=None if every == 1 else every,
            joints=joints,
            motors=motors,
            rotor_speeds=rotor_speeds,
            states=states,
            backend=None if backend == "auto" else backend,
        )
    flight = position is not None or velocity is not None
    equal = tolerance is None
    method, load = prepare(
        method,
        body,
        load,
        stepping=backend == "compiled",
        flight=flight,
        extended=equal,
        coupled=equal,
        motors=motors,
    )
    start = start_of(
        method, load, omega, q0, position, velocity, body, rotor_speeds, states
    )
    wide: dict[str, Any] = {
        name: a.astype(np.float64, copy=False) for name, a in start.items()
    }
    if tolerance is not None:
        given = t0, duration, tolerance, h, inputs, events, callback, progress
        return adaptive.follow(method, body, load, wide, *given)
    grid = Grid.checked(t0, h, steps, every, duration)
    batch = start["omega"].shape[:-1]
    body = body_of(body, batch)
    inputs = checked_inputs(inputs, load, grid.t0, grid.steps, batch)
    if joints is not None:
        method = jointed(method, body, joints, start)
    if load is None:
        method.require_motion(start["omega"])
    kind = Kind.NUMPY if batch else Kind.FLOAT
    watch = None if events is None else Watch(events, motion_of(wide), grid.t0)
    if method.closed_form is not None:
        return _closed_form(method, body, load, grid, start, callback, watch)
    clock = time.perf_counter()
    warned = _warn_of_long_steps(method, grid.h, wide["omega"])
    require_short_steps(load, body, grid.h)
    span = grid.h * grid.steps
    on = grid.h, grid.t0, inputs, span, backend
    run = bound_run(method, body, load, kind, wide, *on)
    records = _Records(
        run,
        lambda: select_executor(run, backend, grid.t0, grid.h, grid.steps),
        grid,
        start["omega"],
        clock,
        watch,
    )
    try:
        records.begin()
        if callback is not None:
            callback(*records.newest())
            records.renew()
        with meter(grid.steps, progress, "step", LONG) as bar:
            for k, every, rows in records.blocks(callback is None):
                whole = records.make(k, every, rows)
                bar.update(every * rows)
                if callback is not None and whole:
                    callback(*records.newest())
                if callback is not None or watch is not None:
                    records.renew()
                if watch is not None and watch.over is not None:
                    break
        made = records.trajectory()
    except BaseException as error:
        error = records.explained(error)
        raise error from None if isinstance(error, Diverged) else error.__cause__
    if not warned:
        _warn_of_long_steps(method, grid.h, made.omega)
    return made


def _warn_of_long_steps(method: Method, h: float, omega: Array) -> bool:
    """Warn if a step turns by more than the method can follow; say whether it does."""
    limit = method.longest_turn / abs(h)
    if not omega.size or max(omega.max(), -omega.min()) * math.sqrt(3.0) <= limit:
        return False
    with np.errstate(over="ignore"):
        fastest = failures.fastest(omega)
    if fastest > limit:
        warn(
            f"h = {h:.3g} s: a step turns the body by h|omega| = {abs(h) * fastest:.3g}"
            f" rad, and beyond {method.longest_turn:g} rad the errors of {method.name}"
            f" do not follow its order; take h = {0.25 / fastest:.1g} s, compare with"
            " half of it, or give a duration and a tolerance",
            LargeStep,
        )
    return fastest > limit


class _Records:
    def __init__(
        self,
        run: Run,
        executor: Callable[[], Executor],
        grid: Grid,
        omega: Array,
        clock: float,
        watch: Watch | None = None,
    ):
        self.watch = watch
        self.run = run
        self.select = executor
        self.executor = executor()
        self.grid = grid
        self.omega = omega
        self.clock = clock
        self.kept, self.t, self.done = grid.kept, grid.t, 0
        self.looks = int(np.clip(grid.steps * omega.size // OFTEN, *LOOKS))
        self.steps = grid.steps
        self.records = np.empty(
            (len(self.kept), len(run.y), *run.batch), dtype=omega.dtype
        )
        self.between: tuple[int, Array] | None = None  # step and state after a record

    def begin(self) -> None:
        self.records[0], self.done = self.run.y, 1
        if self.watch is not None:
            self.before = np.array([self.run.y], dtype=np.float64)

    def blocks(self, together: bool) -> Iterator[tuple[int, int, int]]:
        executor, grid = self.executor, self.grid
        if self.watch is None:
            rows = executor.rows(grid.every) if together else 1
            return grid.blocks(rows, executor.most())
        rows = min(ROWS, executor.rows(1)) if together else 1
        if self.watch.terminal and executor.backend == "python":
            rows = min(rows, AHEAD)
        return grid._replace(every=1).blocks(rows, 1)

    def renew(self) -> bool:
        """Whether the load has changed; then the executor is chosen anew."""
        renewed = self.run.renewed()
        if renewed:
            self.executor = self.select()
        return renewed

    def make(self, k: int, every: int, rows: int) -> bool:
        """Make `rows` times `every` steps from k on: have they come to a record?"""
        if self.watch is not None:
            done, last = self.done, k + rows
            while k < last and self.watch.over is None:
                k = self._make_watched(self.watch, k, 1 if self._called else last - k)
            return self.done > done
        kept, to = self.records[self.done : self.done + rows], k + every
        whole = to == int(self.kept[self.done])
        new = kept
        if not whole or kept.dtype != np.float64:
            new = np.empty(kept.shape)
        try:
            self.executor.advance(k, every, new)
        finally:
            if whole and new is not kept:
                with np.errstate(all="ignore"):  # in rows that were not made
                    kept[...] = new
        finite = failures.count_finite(kept if whole else new)
        if whole:
            self.done += finite
        elif finite:
            self.between = to, new
        if finite < rows:
            step = int(self.kept[self.done]) if whole else to
            raise Diverged(failures.diverged(step, self.grid.h, self.omega))
        self._require_same_load(k, every, new)
        return whole

    @property
    def _called(self) -> bool:
        """Whether a user's load is called at each step, and may see what events do."""
        run, plain = self.run, isinstance(self.executor, Stepwise)
        users = run.users.values()
        return any(user.refused or plain and run.kind == Kind.FLOAT for user in users)

    def _make_watched(self, watch: Watch, k: int, rows: int) -> int:
        """Make steps and look for events; the step after the last that both were."""
        done, new = self.done, np.empty((rows, *self.records.shape[1:]))
        failure: BaseException | None = None
        made = rows
        try:
            self.executor.advance(k, 1, new)
        except BaseException as error:  # an event may end the run before it
            failure, made = error, max(0, self.executor.at - k)
        made = failures.count_finite(new[:made])
        t = self.grid.t0 + self.grid.h * np.arange(k, k + made + 1)
        states = np.concatenate([self.before, new[:made]])
        motion, at = self.run.read(new[:made]), self._at(t, states)
        end = watch.look(
            t[1:], motion, at, lambda i: self.run.differs(float(t[i + 1]), new[i])
        )
        if watch.changed:  # what was made ahead was made without that
            failure, made = None, watch.looked
            rows, states, self.run.y = made, states[: made + 1], tuple(states[made])
            if self.run.kind == Kind.FLOAT:
                self.run.y = tuple(states[made].tolist())
            if not self.renew():
                raise InvalidInput(watch.changed)
        last = k + made if end is None else k + end
        more = np.searchsorted(self.kept, last, "right").item()
        with np.errstate(all="ignore"):
            self.records[done:more] = new[self.kept[done:more] - k - 1]
            if end is not None:
                self.records[more] = new[end]
            elif made < rows and more < len(self.kept):
                self.records[more] = np.nan
        self.done = more
        if end is not None:
            self.kept[more], self.done, self.steps = last + 1, more + 1, last + 1
            if isinstance(failure, Exception):
                return last + 1
        elif made and self.kept[more - 1] < last:
            self.between = last, new[made - 1 : made]
        if failure is not None:
            raise failure
        if end is None and made < rows:
            raise Diverged(failures.diverged(last + 1, self.grid.h, self.omega))
        self.before = states[-1:]
        self._require_same_load(k, 1, new[:made])
        return last + (end is not None)

    def _at(self, t: Array, states: Array) -> Callable[[Array], Trajectory]:
        stats = {"h": self.grid.h, "t0": self.grid.t0}
        steps = cache(lambda: self.run.trajectory(t, states, stats, interpolate))
        return lambda times: steps().at(times)

    def _require_same_load(self, k: int, every: int, states: Array) -> None:
        """Raise InvalidInput if a load is not what was recorded of it, in some states
        spread over the run.
        """
        if not self.run.users:
            return
        steps = k + every * np.arange(len(states) + 1)
        passed = np.flatnonzero(np.diff(steps * self.looks // self.grid.steps))
        for i in passed.tolist():
            t = self.grid.t0 + self.grid.h * int(steps[i + 1])
            if said := self.run.differs(t, states[i]):
                raise InvalidInput(said)

    def newest(self) -> tuple[Any, ...]:
        step = int(self.kept[self.done - 1])
        end = None if self.watch is None else self.watch.end
        if end is not None:
            return step, float(end.t[0]), *(a[0].copy() for a in end.motion)
        state = self.run.read(self.records[self.done - 1 : self.done])
        return step, self.grid.t0 + step * self.grid.h, *(a[0] for a in state)

    def trajectory(self) -> Trajectory:
        stats = {
            "steps": self.steps,
            "h": self.grid.h,
            "backend": self.executor.backend,
            "seconds": time.perf_counter() - self.clock,
        }
        t, records = self.t[: self.done], self.records[: self.done]
        run = self.run.trajectory(t, records, stats, interpolate)
        return run if self.watch is None else self.watch.told(run)

    def explained(self, error: BaseException) -> BaseException:
        k, h = self._last_finite_step(), self.grid.h
        if isinstance(error, (ConvergenceError, StepTooLarge)) and self.done:
            omega = self.run.read(np.array([self.run.y]))[1]
            failures.name_step(error, k + 1, abs(h) * failures.fastest(omega))
        broken = isinstance(error, (ValueError, OverflowError, ZeroDivisionError))
        if broken and (
            not failures.is_finite(self.run.y) or failures.raised_in_step(error)
        ):
            error = Diverged(failures.diverged(k + 1, h, self.omega))
        self.run.select(None)
        made = self.done
        if not isinstance(error, RotlibError):
            self._keep_what_is_between()
        so_far = self.trajectory()
        failures.attach_partial_result(error, so_far, made, len(self.kept))
        return error

    def _keep_what_is_between(self) -> None:
        if self.between is None or self.between[0] <= self.kept[self.done - 1]:
            return
        step, state = self.between
        self.kept[self.done] = step
        self.t[self.done] = self.grid.t0 + step * self.grid.h
        self.records[self.done] = state[0]
        self.done += 1

    def _last_finite_step(self) -> int:
        """Take the good records of the block that failed; return the last good step."""
        k = self.executor.at
        while self.done and self.done < len(self.kept) and self.kept[self.done] <= k:
            if not np.isfinite(self.records[self.done]).all():
                return int(self.kept[self.done]) - 1
            self.done += 1
        return k


def _closed_form(
    method: Method,
    body: Body,
    load: Any,
    grid: Grid,
    start: dict[str, Array],
    callback: Callable[..., Any] | None,
    watch: Watch | None,
) -> Trajectory:
    clock, kept, t, steps = time.perf_counter(), grid.kept, grid.t, grid.steps
    closed_form: Any = method.closed_form
    q, w = closed_form(body, start["omega"], t - grid.t0, start["q0"])

    def trajectory(n: int) -> Trajectory:
        stats = {
            "steps": steps,
            "h": grid.h,
            "backend": "numpy",
            "seconds": time.perf_counter() - clock,
        }
        run = trajectory_of(
            method, body, load, t[:n], (q[:n], w[:n]), stats, interpolate
        )
        return run if watch is None else watch.told(run)

    if watch is not None:
        whole = trajectory_of(method, body, load, t, (q, w), {}, interpolate)
        for k in range(0, steps, ROWS):
            each = grid.t0 + grid.h * np.arange(k + 1, min(k + ROWS, steps) + 1)
            end = watch.look(each, whole.at(each).motion, whole.at)
            if end is not None:
                steps = k + end + 1
                kept = np.append(kept[kept < steps], steps)
                break
        t, q, w = t[: len(kept)], q[: len(kept)].copy(), w[: len(kept)].copy()
    if callback is not None:
        for i, k in enumerate(kept.tolist()):
            try:
                callback(k, float(t[i]), q[i].copy(), w[i].copy())
            except BaseException as error:
                failures.attach_partial_result(
                    error, trajectory(i + 1), i + 1, len(kept)
                )
                raise
    return trajectory(len(t))
