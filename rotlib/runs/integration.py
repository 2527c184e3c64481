"""`integrate`: run a method on a body, one state or a batch, from the same step."""

import time
from collections.abc import Callable
from typing import Any, Literal, overload

import numpy as np

from .. import _check
from .._types import Array, ArrayLike, Backend, Pose
from ..backends.executors import BACKENDS, Executor, select_executor
from ..backends.registry import Kind
from ..body import Body
from ..errors import ConvergenceError, Diverged, NotAvailable, RotlibError, StepTooLarge
from ..methods import Method, PoseMethod
from . import failures
from .dense_output import interpolate
from .prepare import Grid, LoadLike, bound_run, prepare, start_of
from .progress import LONG, meter
from .run import Run
from .trajectory import PoseTrajectory, Trajectory, trajectory_of

OFTEN = 20_000  # numbers made between looks at whether a load is what was recorded


@overload
def integrate(
    method: PoseMethod | Literal["dqvi", "dqvi_published"],
    body: Body,
    *,
    omega: ArrayLike,
    h: float,
    steps: int,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    load: LoadLike = None,
    t0: float = 0.0,
    every: int = 1,
    backend: Backend = "auto",
    callback: Callable[..., Any] | None = None,
    progress: bool | None = None,
) -> PoseTrajectory: ...


@overload
def integrate(
    method: Method | str,
    body: Body,
    *,
    omega: ArrayLike,
    h: float,
    steps: int,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    load: LoadLike = None,
    t0: float = 0.0,
    every: int = 1,
    backend: Backend = "auto",
    callback: Callable[..., Any] | None = None,
    progress: bool | None = None,
) -> Trajectory: ...


def integrate(
    method: Method | str,
    body: Body,
    *,
    omega: ArrayLike,
    h: float,
    steps: int,
    q0: Pose | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    load: LoadLike = None,
    t0: float = 0.0,
    every: int = 1,
    backend: Backend = "auto",
    callback: Callable[..., Any] | None = None,
    progress: bool | None = None,
) -> Trajectory:
    """Integrate the rotation of a body about its reference point, or its flight.

    Parameters
    ----------
    method : Method or str
        One of `rotlib.methods.ALL`, or its name.
    body : Body
    omega : array_like, shape (3,) or (..., 3)
        Initial rates, body components, rad/s; leading axes are a batch of independent
        motions. For float32 rates the records are float32; the steps are made in
        float64.
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
    load : Load, Wrench or callable, optional
        A torque from `rotlib.loads`, or a function torque(t, q, omega) -> (x, y, z) of
        one body: arrays q (4,) and omega (3,) in, three body components out. For a
        method that integrates poses a wrench from `rotlib.wrenches`, or a function of
        that signature.
    t0 : float
        Time at the start, s. Far from zero floats lie far apart, 2.4e-7 s at 1.7e9 s:
        a step must be 256 times as long, or the load is asked at wrong times.
    every : int
        Keep each `every`-th step; the first and the last state are always kept.
    backend : {"auto", "python", "numpy", "numba", "fastest"}
        "auto" takes Python floats for one state and NumPy arrays for a batch; both give
        the same bits. "numba" compiles the step (extra `rotlib[fast]`): tens of
        nanoseconds each, results within rounding of the others. "fastest" is "numba"
        where it is installed and can take the method and the load, else "auto".
    callback : callable, optional
        callback(step, t, q, omega) after every kept step, with arrays (..., 4) and
        (..., 3), followed by position and velocity for a method that integrates poses.
        Raise to stop.
    progress : bool, optional
        A progress bar (tqdm, if installed). Default: on a terminal, for 100 000 steps
        or more.

    Returns
    -------
    Trajectory
        Arrays of (steps + 1) records, or fewer with `every`. A `PoseTrajectory` for a
        method that integrates poses.

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
    """
    flight = position is not None or velocity is not None
    method, load = prepare(
        method, body, load, stepping=backend != "auto", flight=flight
    )
    grid = Grid.checked(t0, h, steps, every)
    start = start_of(method, load, omega, q0, position, velocity)
    if load is None:
        method.require_motion(start["omega"])
    kind = _kind(backend, start)
    if method.step is None:
        return _closed_form(method, body, load, grid, start, callback)
    clock = time.perf_counter()
    wide: dict[str, Any] = {
        name: a.astype(np.float64, copy=False) for name, a in start.items()
    }
    run = bound_run(method, body, load, kind, wide, grid.h, grid.t0)
    records = _Records(
        run,
        lambda: select_executor(run, backend, grid.t0, grid.h, grid.steps),
        grid,
        start["omega"],
        clock,
    )
    try:
        records.begin()
        if callback is not None:
            callback(*records.newest())
            records.renew()
        with meter(grid.steps, progress, "step", LONG) as passed:
            executor = records.executor
            together = executor.rows(grid.every) if callback is None else 1
            for k, every, rows in grid.blocks(together, executor.most()):
                whole = records.make(k, every, rows)
                passed(every * rows)
                if callback is not None and whole:
                    callback(*records.newest())
                    records.renew()
        return records.trajectory()
    except BaseException as error:
        error = records.explained(error)
        raise error from None if isinstance(error, Diverged) else error.__cause__


def _kind(backend: Backend, start: dict[str, Array]) -> Kind:
    """The numbers that a run is made of."""
    _check.one_of(backend, BACKENDS, "backend")
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
    ):
        self.run = run
        self.select = executor
        self.executor = executor()
        self.grid = grid
        self.omega = omega
        self.clock = clock
        self.kept, self.t, self.done = grid.kept, grid.t, 0
        self.unchecked = 0
        self.records = np.empty(
            (len(self.kept), len(run.y), *omega.shape[:-1]), dtype=omega.dtype
        )
        self.between: tuple[int, Array] | None = None  # step and state after a record

    def begin(self) -> None:
        """The first record is the start."""
        self.records[0], self.done = self.run.y, 1

    def renew(self) -> None:
        """Record the load anew if the callback has changed what it reads."""
        if self.run.stale:
            self.run.load = self.run.load_on(self.run.kind)
            self.executor = self.select()

    def make(self, k: int, every: int, rows: int) -> bool:
        """Go on from step k, `every` steps for each of `rows`: did that make records?

        It does not, where the next record is further away.
        """
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
        self.unchecked += every * new.size
        if self.unchecked > OFTEN or self.done == len(self.kept):
            self.unchecked, t = 0, self.grid.t0 + (k + every * rows) * self.grid.h
            self.run.require_same_load(t, new[-1:])
        return whole

    def newest(self) -> tuple[Any, ...]:
        """(step, t, q, omega, ...) of the last record, as a callback is given them."""
        step = int(self.kept[self.done - 1])
        state = self.run.read(self.records[self.done - 1 : self.done])
        return step, self.grid.t0 + step * self.grid.h, *(a[0] for a in state)

    def trajectory(self, over: bool = False) -> Trajectory:
        """What has been made so far; `over` the records, where memory may be short."""
        stats = {
            "steps": self.grid.steps,
            "h": self.grid.h,
            "backend": self.executor.backend,
            "seconds": time.perf_counter() - self.clock,
        }
        t, records = self.t[: self.done], self.records[: self.done]
        return self.run.trajectory(t, records, stats, interpolate, over)

    def explained(self, error: BaseException) -> BaseException:
        """The exception that ends the run, with its step and the records before it."""
        k, h = self._last_finite_step(), self.grid.h
        if isinstance(error, (ConvergenceError, StepTooLarge)) and self.done:
            omega = self.run.read(np.array([self.run.y]))[1]
            failures.name_step(error, k + 1, abs(h) * failures.fastest(omega))
        broken = isinstance(error, (ValueError, OverflowError, ZeroDivisionError))
        if broken and (
            not failures.is_finite(self.run.y) or failures.raised_in_kernel(error)
        ):
            error = Diverged(failures.diverged(k + 1, h, self.omega))
        made = self.done
        if not isinstance(error, RotlibError):
            self._keep_what_is_between()
        so_far = self.trajectory(over=True)
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
    body: Body,
    load: Any,
    grid: Grid,
    start: dict[str, Array],
    callback: Callable[..., Any] | None,
) -> Trajectory:
    """The trajectory of a method that has all times at once."""
    clock, kept, t = time.perf_counter(), grid.kept, grid.t
    closed_form: Any = method.closed_form
    q, w = closed_form(body, start["omega"], t - grid.t0, start["q0"])

    def trajectory(n: int) -> Trajectory:
        stats = {
            "steps": grid.steps,
            "h": grid.h,
            "backend": "numpy",
            "seconds": time.perf_counter() - clock,
        }
        return trajectory_of(
            method, body, load, t[:n], (q[:n], w[:n]), stats, interpolate
        )

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
