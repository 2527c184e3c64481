"""`integrate`: run a method on a body, one state or a batch, from the same step."""

import math
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, overload

import numpy as np

from .._bodies import Bodies, BodyLike, as_body
from .._deprecated import level_of_caller
from .._types import Array, ArrayLike, Backend, Pose, Torque
from ..backends.executors import Executor, Stepwise, named, select_executor
from ..backends.one_body import require_order
from ..backends.trace import Kind
from ..body import Body
from ..errors import (
    ConvergenceError,
    Diverged,
    LargeStep,
    NotAvailable,
    RotlibError,
    StepTooLarge,
)
from ..joints import Joint
from ..methods import Method, PoseMethod
from . import failures
from .coupled import require_short_steps
from .dense_output import interpolate
from .events import ROWS, EventsLike, Watch
from .inputs import InputsLike, checked_inputs
from .lanes import body_of
from .prepare import Grid, LoadLike, bound_run, jointed, motion_of, prepare, start_of
from .progress import LONG, meter
from .run import Run
from .trajectory import PoseTrajectory, Trajectory, trajectory_of

AHEAD = 16  # steps in Python that may turn out to lie after the end
CALLBACK = (
    "callback: expected callback(step, t, q, omega, position, velocity) with a flight,"
    " callback(step, t, q, omega) without"
)
OFTEN = 20_000  # numbers made between looks at whether a load is what was recorded


@overload
def integrate(
    method: PoseMethod | Literal["dqvi", "dqvi_published", "rattle"],
    body: BodyLike,
    *,
    omega: ArrayLike,
    h: float,
    steps: int,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    load: LoadLike = None,
    joints: Sequence[Joint] | None = None,
    inputs: InputsLike = None,
    t0: float = 0.0,
    every: int = 1,
    events: EventsLike = None,
    backend: Backend = "auto",
    callback: Callable[..., Any] | None = None,
    progress: bool | None = None,
) -> PoseTrajectory: ...


@overload
def integrate(
    method: Method | str,
    body: BodyLike,
    *,
    omega: ArrayLike,
    h: float,
    steps: int,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    rotor_speeds: ArrayLike | None = None,
    load: LoadLike = None,
    joints: Sequence[Joint] | None = None,
    motors: Torque | ArrayLike | None = None,
    states: ArrayLike | None = None,
    inputs: InputsLike = None,
    t0: float = 0.0,
    every: int = 1,
    events: EventsLike = None,
    backend: Backend = "auto",
    callback: Callable[..., Any] | None = None,
    progress: bool | None = None,
) -> Trajectory: ...


def integrate(
    method: Method | str,
    body: BodyLike,
    *,
    omega: ArrayLike,
    h: float,
    steps: int,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    rotor_speeds: ArrayLike | None = None,
    load: LoadLike = None,
    joints: Sequence[Joint] | None = None,
    motors: Torque | ArrayLike | None = None,
    states: ArrayLike | None = None,
    inputs: InputsLike = None,
    t0: float = 0.0,
    every: int = 1,
    events: EventsLike = None,
    backend: Backend = "auto",
    callback: Callable[..., Any] | None = None,
    progress: bool | None = None,
) -> Trajectory:
    """Integrate the rotation of a body about its reference point, or its flight.

    Parameters
    ----------
    method : Method or str
        One of `rotlib.methods.ALL`, or its name.
    body : Body or list of Body
        A list, a tuple or an array of bodies gives each motion of a batch its own;
        `run.body` is then a tuple of them.
    omega : array_like, shape (3,) or (..., 3)
        Initial rates, body components, rad/s; leading axes are a batch of independent
        motions, and go with those of the bodies. For float32 rates the records are
        float32; the steps are made in float64.
    h : float
        Time step, s; a negative one runs backwards.
    steps : int
        Number of steps.
    q0 : array_like, shape (4,) or (..., 4), optional
        Initial attitudes, unit quaternions wxyz, body to space. Default: the identity.
        A `scipy.spatial.transform.Rotation` is taken too; for a method that integrates
        poses a `RigidTransform`, which gives the position as well.
    position, velocity : array_like, shape (3,) or (..., 3), optional
        Where the reference point starts, space components, m, and how fast, body
        components, m/s: for methods that integrate poses. Default: zero.
    rotor_speeds : array_like, shape (n,) or (..., n), optional
        Initial speeds of the rotors of the body relative to it, rad/s. Default: zero.
    load : Load, Wrench or callable, optional
        A torque from `rotlib.loads`, or a function torque(t, q, omega) -> (x, y, z) of
        one body: arrays q (4,) and omega (3,) in, three body components out. For a
        method that integrates poses a wrench from `rotlib.wrenches`, or a function of
        that signature; or a coupling from `rotlib.couplings`, by which the bodies of
        the last axis of the batch act on each other.
    joints : sequence of Joint, optional
        What holds the bodies of the last axis of the batch together, or to the world
        (`rotlib.joints`); for `rattle`, which takes no other back end than NumPy's
        arrays then. The start must fit: `rotlib.joints.consistent` makes one.
    motors : callable or array_like, shape (n,), optional
        Torques of the motors of the rotors, N m: motors(t, q, omega, rotor_speeds) -> n
        numbers of one body, or constant ones. They act on the rotors and, with the
        opposite sign, on the body. Default: the rotors spin freely.
    states : array_like, shape (m,) or (..., m), optional
        Where the states of the loads start that have some. Default: at their `start`.
    inputs : array_like or callable, optional
        What a load that takes one more argument is told from outside, u in torque(t, q,
        omega, u) or wrench(t, q, position, omega, velocity, u). Rows are held, one over
        each step: shape (steps, n), or (steps, ..., n) with the axes of a batch; u is
        then an array (n,). One row, shape (1, n), holds for all steps. With shape
        (steps,), or one number, u is a number. A function inputs(t) -> number or (n,)
        is asked at each time at which the method asks for the load.
    t0 : float
        Time at the start, s. Far from zero floats lie far apart, 2.4e-7 s at 1.7e9 s:
        a step must be 256 times as long, or the load is asked at wrong times.
    every : int
        Keep each `every`-th step; the first and the last state are always kept.
    events : callable or list of callables, optional
        event(t, q, omega) -> float of one body, for a method that integrates poses
        event(t, q, position, omega, velocity): its zeros are found, as in SciPy's
        `solve_ivp`. An attribute `terminal`, True or a number of occurrences, ends the
        run there; `direction`, +1 or -1, takes only zeros where it rises or falls.
    backend : {"auto", "python", "numpy", "compiled", "fastest"}
        "auto" takes Python floats for one state and NumPy arrays for a batch; both give
        the same bits. For a free body and 1000 steps or more the step is recorded first
        and run as one text without calls, with the same bits again. "compiled" makes
        machine code of the step (extra `rotlib[fast]`): tens of nanoseconds each,
        results within rounding of the others; its name once was "numba", which is still
        understood. "fastest" is "compiled" where it is installed and can take the
        method and the load, else "auto"; for one state under a load and up to 20 000
        steps the recorded step in Python, which needs no compiler.
    callback : callable, optional
        callback(step, t, q, omega) after every kept step, with arrays (..., 4) and
        (..., 3), followed by position and velocity for a method that integrates poses,
        and by rotor_speeds and states if there are rotors or states. Raise to stop.
    progress : bool, optional
        A progress bar (tqdm, if installed). Default: on a terminal, for 100 000 steps
        or more.

    Returns
    -------
    Trajectory
        Arrays of (steps + 1) records, or fewer with `every`. A `PoseTrajectory` for a
        method that integrates poses. With events it carries `t_events`, `q_events` and
        `omega_events`, and of a flight `position_events` and `velocity_events`: lists,
        one array for each event. After a terminal event the last record is that of the
        event, and `stats["ended_by"]` its number.

    Raises
    ------
    InvalidInput, NotAvailable
        For arguments out of range, unknown methods, loads or back ends a method does
        not take.
    Diverged
        If the numbers stop being finite; its `trajectory` holds the records before.

    Notes
    -----
    If anything interrupts the run, Ctrl-C or an error in a torque or callback, the
    exception that comes out carries the records so far in its attribute `trajectory`,
    and the last state of a long way to the next record.

    Events are looked for after each step, whatever `every` is: two zeros within a step
    are not seen. They are located on the dense output, `Trajectory.at`, as exactly as
    floats allow. Other than in `solve_ivp`, a zero at the start is no event, nor is one
    within a millionth of the first step, so that a run can begin where another ended;
    a batch is refused, and so is an event that returns NaN.
    Chapter: The rigid body.

    Examples
    --------
    >>> import rotlib as rl
    >>> body = rl.Body((1, 2, 3))
    >>> run = rl.integrate("rk4", body, omega=(0.1, 1.0, 0.1), h=0.01, steps=1000)
    >>> run
    <Trajectory rk4: 1001 records, t = 0 ... 10 s>
    >>> bool(abs(run.energy[-1] - run.energy[0]) < 1e-9)
    True

    Three bodies whose inertia is uncertain, and a wheel that is told its torque:

    >>> bodies = [rl.Body((1, 2, 2.9 + error)) for error in (-0.01, 0.0, 0.01)]
    >>> runs = rl.integrate("buss4", bodies, omega=(0.1, 1.0, 0.1), h=0.01, steps=500)
    >>> runs.energy.shape, runs[:, 2].body == bodies[2]
    ((501, 3), True)
    >>> def wheel(t, q, omega, u):
    ...     return 0.0, 0.0, u
    >>> told = [1.0] * 50 + [-1.0] * 50
    >>> run = rl.integrate("rk4", body, omega=(0, 0, 0), h=0.01, steps=100, load=wheel,
    ...                    inputs=told)
    >>> run.omega[[50, 100], 2].round(6).tolist()
    [0.166667, 0.0]
    """
    flight = position is not None or velocity is not None
    body = as_body(body)
    method, load = prepare(
        method,
        body,
        load,
        stepping=backend != "auto",
        flight=flight,
        extended=True,
        coupled=True,
        motors=motors,
    )
    grid = Grid.checked(t0, h, steps, every)
    start = start_of(
        method, load, omega, q0, position, velocity, body, rotor_speeds, states
    )
    batch = start["omega"].shape[:-1]
    body = body_of(body, batch)
    inputs = checked_inputs(inputs, load, grid.t0, grid.steps, batch)
    if joints is not None:
        method = jointed(method, body, joints, start)
    if load is None:
        method.require_motion(start["omega"])
    backend = named(backend)
    kind = _kind(backend, start)
    wide: dict[str, Any] = {
        name: a.astype(np.float64, copy=False) for name, a in start.items()
    }
    if callback is not None:
        require_order(callback, CALLBACK)
    watch = None if events is None else Watch(events, motion_of(wide), grid.t0)
    if method.step is None:
        return _closed_form(method, body, load, grid, start, callback, watch)
    clock = time.perf_counter()
    warned = _warn_of_long_steps(method, grid.h, wide["omega"])
    require_short_steps(load, body, grid.h)
    run = bound_run(method, body, load, kind, wide, grid.h, grid.t0, inputs=inputs)
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
        with meter(grid.steps, progress, "step", LONG) as passed:
            for k, every, rows in records.blocks(callback is None):
                whole = records.make(k, every, rows)
                passed(every * rows)
                if callback is not None and whole:
                    callback(*records.newest())
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
        warnings.warn(
            f"h = {h:.3g} s: a step turns the body by h|omega| = {abs(h) * fastest:.3g}"
            f" rad, and beyond {method.longest_turn:g} rad the errors of {method.name}"
            f" do not follow its order; take h = {0.25 / fastest:.1g} s, compare with"
            " half of it, or let rotlib.integrate_adaptive choose the steps",
            LargeStep,
            stacklevel=level_of_caller(),
        )
    return fastest > limit


def _kind(backend: Backend, start: dict[str, Array]) -> Kind:
    """The numbers that a run is made of."""
    shapes = {name: a.shape for name, a in start.items()}
    single = all(len(shape) == 1 for shape in shapes.values())
    if backend == "python" and not single:
        raise NotAvailable(
            f"backend: 'python' steps one state, got omega {shapes['omega']} and q0"
            f" {shapes['q0']}; use 'numpy'"
        )
    return Kind.FLOAT if single and backend != "numpy" else Kind.NUMPY


class _Records:
    """The records of a run while they are made."""

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
        self.unchecked = 0
        self.steps = grid.steps
        self.records = np.empty(
            (len(self.kept), len(run.y), *omega.shape[:-1]), dtype=omega.dtype
        )
        self.unread = np.ones(len(self.kept), bool)
        self.between: tuple[int, Array] | None = None  # step and state after a record

    def begin(self) -> None:
        """The first record is the start."""
        self.records[0], self.done = self.run.y, 1
        if self.watch is not None:
            self.before = np.array([self.run.y], dtype=np.float64)

    def blocks(self, together: bool) -> Iterator[tuple[int, int, int]]:
        """What is done in one go, as `Grid.blocks` says; single steps to be watched."""
        executor, grid = self.executor, self.grid
        if self.watch is None:
            rows = executor.rows(grid.every) if together else 1
            return grid.blocks(rows, executor.most())
        rows = min(ROWS, executor.rows(1)) if together else 1
        if self.watch.terminal and executor.backend == "python":
            # a user's load that is called in Python sees no step after the end
            called = self.run.users and isinstance(executor, Stepwise)
            rows = 1 if called else min(rows, AHEAD)
        return grid._replace(every=1).blocks(rows, 1)

    def renew(self) -> None:
        """Record the load anew if the callback has changed what it reads."""
        if self.run.stale:
            self.run.load = self.run.load_on(self.run.kind)
            self.executor = self.select()

    def make(self, k: int, every: int, rows: int) -> bool:
        """Go on from step k, `every` steps for each of `rows`: did that make records?

        It does not, where the next record is further away.
        """
        if self.watch is not None:
            return self._make_watched(self.watch, k, rows)
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
        self._require_same_load(k + every * rows, every * new.size, new[-1:])
        return whole

    def _make_watched(self, watch: Watch, k: int, rows: int) -> bool:
        """The same by single steps, each of which is looked at for events."""
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
        end = watch.look(t[1:], self.run.read(new[:made]), self._at(t, states))
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
                return True
        elif made and self.kept[more - 1] < last:
            self.between = last, new[made - 1 : made]
        if failure is not None:
            raise failure
        if end is None and made < rows:
            raise Diverged(failures.diverged(last + 1, self.grid.h, self.omega))
        self.before = states[-1:]
        self._require_same_load(k + rows, new.size, new[-1:])
        return self.done > done

    def _at(self, t: Array, states: Array) -> Callable[[Array], Trajectory]:
        """`Trajectory.at` of some steps."""
        stats = {"h": self.grid.h, "t0": self.grid.t0}
        steps = cache(lambda: self.run.trajectory(t, states, stats, interpolate))
        return lambda times: steps().at(times)

    def _require_same_load(self, k: int, numbers: int, record: Array) -> None:
        """Raise InvalidInput if the load has changed; ask not too often."""
        self.unchecked += numbers
        if self.unchecked > OFTEN or self.done == len(self.kept):
            self.unchecked = 0
            self.run.require_same_load(self.grid.t0 + k * self.grid.h, record)

    def newest(self) -> tuple[Any, ...]:
        """(step, t, q, omega, ...) of the last record, as a callback is given them."""
        step = int(self.kept[self.done - 1])
        end = None if self.watch is None else self.watch.end
        if end is not None:
            return step, float(end.t[0]), *(a[0].copy() for a in end.motion)
        state = self.run.read(self.records[self.done - 1 : self.done])
        return step, self.grid.t0 + step * self.grid.h, *(a[0] for a in state)

    def trajectory(self) -> Trajectory:
        """What has been made so far; the motion takes the place of the states."""
        stats = {
            "steps": self.steps,
            "h": self.grid.h,
            "backend": self.executor.backend,
            "seconds": time.perf_counter() - self.clock,
        }
        t, records = self.t[: self.done], self.records[: self.done]
        motion = self.run.motions_in(records)
        if motion is not None:
            self.executor.read_over(records, self.unread[: self.done])
        run = self.run.trajectory(t, records, stats, interpolate, motion)
        return run if self.watch is None else self.watch.told(run)

    def explained(self, error: BaseException) -> BaseException:
        """The exception that ends the run, with its step and the records before it."""
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
        """Make a record of the state that was reached after the last one."""
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
    body: Body | Bodies,
    load: Any,
    grid: Grid,
    start: dict[str, Array],
    callback: Callable[..., Any] | None,
    watch: Watch | None,
) -> Trajectory:
    """The trajectory of a method that has all times at once."""
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
