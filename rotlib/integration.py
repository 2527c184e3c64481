"""`integrate`: run a method on a body, one state on Python floats or a batch on NumPy arrays, from the same step."""

import time
import traceback

import numpy as np

from . import _check
from ._bind import bind
from ._march import march
from ._progress import LONG, meter
from ._runs import PoseRun, RotationRun
from .errors import ConvergenceError, Diverged, InvalidInput, NotAvailable, StepTooLarge
from .loads import as_load
from .methods import ALL, find
from .trajectory import Trajectory
from .wrenches import as_wrench

BACKENDS = ("auto", "python", "numpy", "numba", "fastest")


def integrate(method, body, *, omega, h, steps, q0=None, position=None, velocity=None, load=None, t0=0.0, every=1,
              backend="auto", callback=None, progress=None):
    """Integrate the rotation of a body about its reference point, or its flight.

    Parameters
    ----------
    method : Method or str
        One of `rotlib.methods.ALL`, or its name.
    body : Body
    omega : array_like, shape (3,) or (..., 3)
        Initial rates, body components, rad/s; leading axes are a batch of independent motions.
    h : float
        Time step, s; a negative one runs backwards.
    steps : int
        Number of steps.
    q0 : array_like, shape (4,) or (..., 4), optional
        Initial attitudes, unit quaternions wxyz, body to space. Default: the identity.
    position, velocity : array_like, shape (3,) or (..., 3), optional
        Where the reference point starts, space components, m, and how fast, body components, m/s: for methods that
        integrate poses. Default: zero.
    load : Load, Wrench or callable, optional
        A torque from `rotlib.loads`, or a function torque(t, q, omega) -> (x, y, z), body components. For a method that
        integrates poses a wrench from `rotlib.wrenches`, or a function of that signature.
    t0 : float
        Time at the start, s.
    every : int
        Keep each `every`-th step; the first and the last state are always kept.
    backend : {"auto", "python", "numpy", "numba", "fastest"}
        "auto" takes Python floats for one state and NumPy arrays for a batch; both give the same bits. "numba" compiles
        the step (extra `rotlib[fast]`): tens of nanoseconds each, results within rounding of the others. "fastest" is
        "numba" where it is installed and can take the method and the load, else "auto".
    callback : callable, optional
        callback(step, t, q, omega) after every kept step, with arrays (..., 4) and (..., 3), followed by position and
        velocity for a method that integrates poses. Raise to stop.
    progress : bool, optional
        A progress bar (tqdm, if installed). Default: on a terminal, for 100 000 steps or more.

    Returns
    -------
    Trajectory
        Arrays of (steps + 1) records, or fewer with `every`. A `PoseTrajectory` for a method that integrates poses.

    Raises
    ------
    InvalidInput, NotAvailable
        For arguments out of range, unknown methods, loads or back ends a method does not take.
    Diverged
        If the numbers stop being finite; its `trajectory` holds the records before.

    Notes
    -----
    If anything interrupts the run, Ctrl-C or an error in a torque or callback, the exception that comes out carries the
    records so far in its attribute `trajectory`. Chapter: The rigid body.

    Examples
    --------
    >>> import rotlib as rl
    >>> run = rl.integrate("rk4", rl.Body((1, 2, 3)), omega=(0.1, 1.0, 0.1), h=0.01, steps=1000)
    >>> run
    <Trajectory rk4: 1001 records, t = 0 ... 10 s>
    >>> bool(abs(run.energy[-1] - run.energy[0]) < 1e-9)
    True
    """
    method = find(method)
    if method.stepped is not None and backend != "auto":
        method = method.stepped
    method.demand_body(body)
    omega = _check.trailing(omega, 3, "omega")
    q0 = _check.unit_quaternion((1.0, 0.0, 0.0, 0.0) if q0 is None else q0, "q0").astype(omega.dtype)
    h, steps, t0 = _check.step_size(h), _check.count(steps, "steps"), _check.real(t0, "t0")
    every = _check.count(every, "every")
    place = _place(method, position, velocity, omega.dtype)
    load = as_wrench(load) if method.poses else as_load(load)
    if load is None:
        method.demand_motion(omega)
    elif not method.poses:
        method.demand_load(load, ALL)
    single = all(a.ndim == 1 for a in (omega, q0, *place))
    _demand_backend(backend, single, omega, q0)
    kept = np.append(np.arange(0, steps, every), steps)
    t = t0 + h * kept
    clock = time.perf_counter()
    stats = {"steps": steps, "h": h}
    shape = _batch(omega=omega, q0=q0, **dict(zip(("position", "velocity"), place, strict=False)))
    q0 = np.broadcast_to(q0, shape + (4,))
    omega, *place = (np.broadcast_to(a, shape + (3,)) for a in (omega, *place))
    if method.step is None:
        stats["backend"] = "numpy"
        return _whole(method, body, load, kept, t, t0, q0, omega, callback, stats, clock)
    kind = PoseRun if method.poses else RotationRun
    run = kind(method, body, load, "python" if single and backend != "numpy" else "numpy", q0, omega, *place)
    if method.fit is not None:
        if omega.dtype != np.float64:
            raise NotAvailable(f"{method.name}: its steps take float64, got {omega.dtype}; backend='auto' has the "
                               "closed form for either")
        run.y = bind(method.fit, run.kind)(h, run.y, run.J)
    machine = march(run, backend, t0, h, steps)
    stats["backend"] = machine.backend
    records = np.empty((len(kept), len(run.y), *shape), dtype=omega.dtype)
    done = 0

    def trajectory():
        stats["seconds"] = time.perf_counter() - clock
        return run.trajectory(t[:done], records[:done], stats)

    try:
        records[0], done = run.y, 1
        if callback is not None:
            callback(0, t0, *(a[0] for a in run.read(records[:1])))
        with meter(steps, progress, "step", LONG) as passed:
            for k, wide, rows in _blocks(steps, every, machine.rows(every) if callback is None else 1):
                new = records[done:done + rows]
                machine.advance(k, wide, new)
                lost = _first_lost(new)
                done += lost
                if lost < rows:
                    raise Diverged(_diverged(int(kept[done]), h, omega))
                passed(wide * rows)
                if callback is not None:
                    callback(int(kept[done - 1]), t0 + int(kept[done - 1]) * h, *(a[0] for a in run.read(new)))
    except BaseException as error:
        k = machine.at
        while done and done < len(kept) and kept[done] <= k:  # made in the block that failed
            if not np.isfinite(records[done]).all():
                k = int(kept[done]) - 1
                break
            done += 1
        so_far = trajectory()
        if isinstance(error, (ConvergenceError, StepTooLarge)) and done:
            error.step, error.turn = k + 1, abs(h) * _fastest(run.read(np.array([run.y]))[1])
            error.add_note(f"rotlib: in step {k + 1}, with h |omega| = {error.turn:.3g} rad before it")
        broken = isinstance(error, (ValueError, OverflowError, ZeroDivisionError))
        if broken and (not _finite(run.y) or _in_kernel(error)):
            error = Diverged(_diverged(k + 1, h, omega))
        _hand_back(error, so_far, len(kept))
        raise error from None if isinstance(error, Diverged) else error.__cause__
    return trajectory()


def _whole(method, body, load, kept, t, t0, q0, omega, callback, stats, clock):
    """The trajectory of a method that has all times at once."""
    q, w = method.whole(body, omega, t - t0, q0)

    def trajectory(n):
        stats["seconds"] = time.perf_counter() - clock
        return Trajectory(t[:n], q[:n], w[:n], body, method.name, load, stats, method)

    for i, k in enumerate(kept.tolist() if callback is not None else ()):
        try:
            callback(k, float(t[i]), q[i], w[i])
        except BaseException as error:
            _hand_back(error, trajectory(i + 1), len(kept))
            raise
    return trajectory(len(t))


def _place(method, position, velocity, dtype):
    """Position and velocity of the start, for a method that integrates poses; nothing for one that does not."""
    if method.poses:
        given = ((position, "position"), (velocity, "velocity"))
        return [_check.trailing((0.0, 0.0, 0.0) if a is None else a, 3, name).astype(dtype) for a, name in given]
    if position is not None or velocity is not None:
        poses = ", ".join(m.name for m in ALL if m.poses)
        raise NotAvailable(f"position, velocity: {method.name} integrates the rotation alone; use {poses}")
    return []


def _demand_backend(backend, single, omega, q0):
    _check.one_of(backend, BACKENDS, "backend")
    if backend == "python" and not single:
        raise NotAvailable(f"backend: 'python' steps one state, got omega {omega.shape} and q0 {q0.shape}; use 'numpy'")


def _blocks(steps, every, rows):
    """(first step, steps a record, records) of what is done in one go; the last record may come after fewer steps."""
    whole = steps // every
    for first in range(0, whole, rows):
        yield first * every, every, min(rows, whole - first)
    if steps % every:
        yield whole * every, steps % every, 1


def _first_lost(records):
    """The number of records before the first that is not finite."""
    finite = np.isfinite(records).reshape(len(records), -1).all(1)
    return len(records) if finite.all() else int(np.argmin(finite))


def _hand_back(error, so_far, wanted=None):
    """Let the exception that ends a run carry the records made before it."""
    error.trajectory = so_far
    of_all = "" if wanted is None else f" of {wanted}"
    error.add_note(f"rotlib: stopped after {len(so_far)}{of_all} records; they are in the exception's .trajectory")


def _batch(**start):
    try:
        return np.broadcast_shapes(*(a.shape[:-1] for a in start.values()))
    except ValueError:
        shapes = " and ".join(str(a.shape) for a in start.values())
        raise InvalidInput(f"{', '.join(start)}: their leading axes must broadcast, got {shapes}") from None


def _finite(y):
    return all(bool(np.isfinite(part).all()) for part in y)


def _in_kernel(error):
    """Whether a generated function raised it: sine or square root of what is no finite number any more."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return frames[-1].f_globals.get("__name__", "").startswith(("rotlib.kernels.", "rotlib._stumpff"))


def _fastest(omega):
    return float(np.sqrt((omega.astype(np.float64) ** 2).sum(-1)).max(initial=0.0))


def _diverged(step, h, omega):
    return (f"the run left the finite numbers at step {step}, with h |omega(0)| = {abs(h) * _fastest(omega):.3g} rad a "
            "step; take a smaller h, or look at the torque")
