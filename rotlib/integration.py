"""`integrate`: run a method on a body, one state on Python floats or a batch on NumPy arrays, from the same step."""

import time
import traceback
from types import FunctionType

import numpy as np

from . import _check, quaternion
from ._bind import bind
from ._progress import bar
from .body import Body
from .errors import ConvergenceError, Diverged, InvalidInput, NotAvailable, StepTooLarge
from .kernels.quaternion import multiply, rotate, rotate_back
from .loads import as_load
from .methods import ALL, find
from .methods._method import Applied
from .methods._potential import demand_potential
from .trajectory import Trajectory

BACKENDS = ("auto", "python", "numpy", "numba")


def integrate(method, body, *, omega, h, steps, q0=None, load=None, t0=0.0, every=1, backend="auto", callback=None,
              progress=None):
    """Integrate the rotation of a body about its reference point.

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
    load : Load or callable, optional
        A torque from `rotlib.loads`, or a function torque(t, q, omega) -> (x, y, z), body components.
    t0 : float
        Time at the start, s.
    every : int
        Keep each `every`-th step; the first and the last state are always kept.
    backend : {"auto", "python", "numpy"}
        "auto" takes Python floats for one state and NumPy arrays for a batch; both give the same bits.
    callback : callable, optional
        callback(step, t, q, omega) after every kept step, with arrays (..., 4) and (..., 3). Raise to stop.
    progress : bool, optional
        A progress bar (tqdm, if installed). Default: on a terminal, for 100 000 steps or more.

    Returns
    -------
    Trajectory
        Arrays of (steps + 1) records, or fewer with `every`.

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
    if not isinstance(body, Body):
        raise InvalidInput(f"body: expected a rotlib.Body, got {type(body).__name__}; make one with Body(inertia)")
    omega = _check.trailing(omega, 3, "omega")
    q0 = _check.unit_quaternion((1.0, 0.0, 0.0, 0.0) if q0 is None else q0, "q0").astype(omega.dtype)
    h, steps, t0 = _check.step_size(h), _check.count(steps, "steps"), _check.real(t0, "t0")
    every, load = _check.count(every, "every"), as_load(load)
    if load is None:
        method.demand_motion(omega)
    else:
        method.demand_load(load, ALL)
    backend = _backend(backend, omega, q0)
    kept = np.append(np.arange(0, steps, every), steps)
    t = t0 + h * kept
    clock = time.perf_counter()
    stats = {"steps": steps, "h": h, "backend": backend}

    def trajectory(q, w):
        stats["seconds"] = time.perf_counter() - clock
        return Trajectory(t[: len(q)], q, w, body, method.name, load, stats)

    shape = _batch(omega, q0)
    q0, omega = np.broadcast_to(q0, shape + (4,)), np.broadcast_to(omega, shape + (3,))
    if method.whole is not None:
        q, w = method.whole(body, omega, t - t0, q0)
        for i, k in enumerate(kept.tolist() if callback is not None else ()):
            try:
                callback(k, float(t[i]), q[i], w[i])
            except BaseException as error:
                _hand_back(error, trajectory(q[: i + 1], w[: i + 1]), len(kept))
                raise
        return trajectory(q, w)
    axes = body.principal_axes
    q = quaternion.multiply(q0, axes).astype(omega.dtype)
    w = quaternion.rotate_back(axes, omega).astype(omega.dtype)
    run = _Run(method, body.principal_moments, axes, load, backend, q, w)
    records = np.empty((len(kept), len(run.y), *shape), dtype=omega.dtype)
    done = 0
    try:
        records[0], done = run.y, 1
        if callback is not None:
            callback(0, t0, *(a[0] for a in run.read(records[:1])))
        for k in bar(range(steps), progress):
            run.advance(t0 + k * h, h)
            if k + 1 == kept[done]:
                records[done] = run.y
                if not np.isfinite(records[done]).all():
                    raise Diverged(_diverged(k + 1, h, omega))
                done += 1
                if callback is not None:
                    callback(k + 1, t0 + (k + 1) * h, *(a[0] for a in run.read(records[done - 1:done])))
    except BaseException as error:
        stats |= run.statistics(records[:done])
        so_far = trajectory(*run.read(records[:done]))
        if isinstance(error, (ConvergenceError, StepTooLarge)) and done:
            error.step, error.turn = k + 1, abs(h) * _fastest(run.read(np.array([run.y]))[1])
            error.add_note(f"rotlib: in step {k + 1}, with h |omega| = {error.turn:.3g} rad before it")
        arithmetic = isinstance(error, (ValueError, OverflowError, ZeroDivisionError))
        if arithmetic and (not _finite(run.y) or _in_kernel(error)):
            error = Diverged(_diverged(k + 1, h, omega))
        _hand_back(error, so_far, len(kept))
        raise error from None if isinstance(error, Diverged) else error.__cause__
    stats |= run.statistics(records)
    return trajectory(*run.read(records))


class _Run:
    """A method, bound to a back end and a body: the state `y` and the function that advances it."""

    def __init__(self, method, J, axes, load, backend, q, w):
        kind = "numpy" if backend == "numpy" else "float"
        self.J, self.axes, self.method = J, axes, method
        q, w = (tuple(np.moveaxis(a, -1, 0)) if kind == "numpy" else tuple(a.tolist()) for a in (q, w))
        self.load = None if load is None else _applied(load, method, axes, kind, q, w)
        self.step = bind(method.step, kind)
        self.y = bind(method.start, kind)(q, w, J)

    def advance(self, t, h):
        self.y = self.step(t, h, self.y, self.J, self.load)

    def read(self, records):
        """Attitudes and rates in body axes of recorded states (records, size, ...)."""
        q, w = bind(self.method.read, "numpy")(tuple(np.moveaxis(records, 1, 0)), self.J)
        return _to_body(np.stack(q, -1), np.stack(w, -1), self.axes)

    def statistics(self, records):
        """What the method says of the step before each record, {name: array}."""
        names = self.method.statistics
        return {name: records[:, i - len(names)] for i, name in enumerate(names)}


def _to_body(q, w, axes):
    """From principal axes to body axes."""
    if axes == (1.0, 0.0, 0.0, 0.0):
        return q, w
    q_body, w_body = quaternion.multiply(q, quaternion.conjugate(axes)), quaternion.rotate(axes, w)
    return q_body.astype(q.dtype), w_body.astype(w.dtype)


def _applied(load, method, axes, kind, q, w):
    """The load as a step sees it: in principal axes, bound to the back end, the torque tried once."""
    turned = axes != (1.0, 0.0, 0.0, 0.0)
    given = [load.torque, *load.derivatives[:max(1, method.derivatives_for(load))]]
    given = [_in_principal_axes(_bound(f, kind), axes, kind) if turned else _bound(f, kind) for f in given]
    try:
        x, y, z = given[0](0.0, q, w)
        finite = np.isfinite([np.sum(x), np.sum(y), np.sum(z)]).all()
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            f"load {load.name!r}: expected torque(t, q, omega) to return three numbers (x, y, z); at the start: {error}"
        ) from error
    if not finite:
        raise InvalidInput(f"load {load.name!r}: the torque is not finite at the start: {(x, y, z)}")
    potential = load.potential and _bound(load.potential, kind)
    if potential and turned:
        potential = _potential_in_principal_axes(potential, axes, kind)
    if method.needs_potential:
        demand_potential(load, given[0], potential, q, w)
    return Applied(tuple(given), load.impulse, potential, load.linear, load.axis)


def _bound(function, kind):
    return bind(function, kind) if isinstance(function, FunctionType) else function


def _in_principal_axes(given, axes, kind):
    back = (axes[0], -axes[1], -axes[2], -axes[3])

    def torque(t, q, *rates):
        return rotate_back(*axes, *given(t, multiply(*q, *back), *[rotate(*axes, *w) for w in rates]))

    return bind(torque, kind)


def _potential_in_principal_axes(given, axes, kind):
    back = (axes[0], -axes[1], -axes[2], -axes[3])
    return bind(lambda q: given(multiply(*q, *back)), kind)


def _backend(backend, omega, q0):
    _check.one_of(backend, BACKENDS, "backend")
    single = omega.ndim == 1 and q0.ndim == 1
    if backend == "numba":
        raise NotAvailable("backend: 'numba' is not in this version; use 'python' for one state or 'numpy' for a batch")
    if backend == "python" and not single:
        raise NotAvailable(f"backend: 'python' steps one state, got omega {omega.shape} and q0 {q0.shape}; use 'numpy'")
    return ("python" if single else "numpy") if backend == "auto" else backend


def _hand_back(error, so_far, wanted):
    """Let the exception that ends a run carry the records made before it."""
    error.trajectory = so_far
    error.add_note(f"rotlib: stopped after {len(so_far)} of {wanted} records; they are in the exception's .trajectory")


def _batch(omega, q0):
    try:
        return np.broadcast_shapes(omega.shape[:-1], q0.shape[:-1])
    except ValueError:
        raise InvalidInput(f"omega, q0: their leading axes must broadcast, got {omega.shape} and {q0.shape}") from None


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
