"""`stepper`: the steps of a method with as little around them as possible, for loops that are not rotlib's."""

import math

import numpy as np

from . import _check, _compiled
from ._bind import bind
from ._march import march
from ._runs import UNTURNED, RotationRun, into_principal, out_of_principal
from ._tape import record
from .errors import Diverged, NotAvailable
from .loads import as_load
from .methods import ALL, find

BACKENDS = ("python", "numba")
START = (*UNTURNED, 0.0, 0.0, 0.0)  # any motion, to see the size of the state


def stepper(method, body, *, h, steps=1, load=None, backend="python"):
    """A function that advances one rotating body, checked once and then fast.

    `integrate` checks its arguments and returns a Trajectory, in a quarter of a millisecond. In a game loop, a filter
    or a controller a few steps are made at a time; there that is long.

    Parameters
    ----------
    method : Method or str
        One that makes steps and integrates the rotation alone. "exact" makes its algebraic steps.
    body : Body
    h : float
        Time step, s.
    steps : int
        Steps in a call.
    load : Load or callable, optional
        As for `integrate`.
    backend : {"python", "numba"}

    Returns
    -------
    callable
        fly(q, omega, t=0.0) -> (q, omega), tuples of floats: unit quaternion wxyz, body to space; body rates, rad/s.
        What comes in is not checked. It raises what a run would raise, `Diverged` for numbers that are not finite.

    Raises
    ------
    InvalidInput, NotAvailable
        As `integrate`; NotAvailable too for methods that integrate poses or carry more than a state from call to call.

    Notes
    -----
    Each call starts the method anew from (q, omega). Chapter: The free body in one algebraic step.

    Examples
    --------
    >>> import rotlib as rl
    >>> fly = rl.stepper("buss4", rl.Body((1, 2, 3)), h=0.01, steps=10)
    >>> q, omega = (1.0, 0.0, 0.0, 0.0), (0.1, 1.0, 0.1)
    >>> for _ in range(100):
    ...     q, omega = fly(q, omega)
    >>> run = rl.integrate("buss4", rl.Body((1, 2, 3)), omega=(0.1, 1.0, 0.1), h=0.01, steps=1000)
    >>> bool(rl.quaternion.angle_between(q, run.attitude[-1]) < 1e-12)
    True
    """
    method, h, steps = find(method), _check.step_size(h), _check.count(steps, "steps")
    method = method.stepped or method
    method.demand_body(body)
    if method.step is None or method.poses or method.memory:
        raise NotAvailable(f"{method.name} does not step a rotation from attitude and rate alone; use integrate")
    load = as_load(load)
    if load is not None:
        method.demand_load(load, ALL)
    _check.one_of(backend, BACKENDS, "backend")
    run = RotationRun(method, body, load, "python", np.array(START[:4]), np.array(START[4:]))
    plain = _plain(run, h, steps)
    return plain if backend == "python" else _compiled_steps(run, h, steps, plain)


def _plain(run, h, steps):
    """The loop in Python."""
    begin, finish = _ends(run, "float")
    step, J, load = run.step, run.J, run.load

    def fly(q, omega, t=0.0):
        y = begin((*q, *omega), J, h)
        for k in range(steps):
            y = step(t + k * h, h, y, J, load)
        return _checked(finish(y, J), h)

    return fly


def _compiled_steps(run, h, steps, plain):
    """The steps compiled, and what stands before and behind them; where a step fails, Python says why."""
    begin, finish = _ends(run, "tape")
    run.y = _ends(run, "float")[0](START, run.J, h)
    size = len(run.y)
    rest = (0.0,) * (size - 7)
    parts = [_loop(lambda t, h, y, J, load: begin(y[:7], J, h), h, size, run.J),
             _loop(lambda t, h, y, J, load: (*finish(y, J), *rest), h, size, run.J)]
    machine, none = march(run, "numba", 0.0, h, steps), np.empty((0, size))
    (into, before), (back, behind) = parts
    loop, numbers = machine.loop, machine.numbers

    def fly(q, omega, t=0.0):
        y = np.array((*q, *omega, *rest))
        made = into(t, h, 0, 1, 2, y, before, none, 2)[0]
        made, noted = loop(t, h, 0, made * steps, steps + 1, y, numbers, none, steps + 1)
        if made < steps:
            return plain(q, omega, t)
        if noted:
            machine.remark(noted)
        back(t, h, 0, 1, 2, y, behind, none, 2)
        return _checked(y.tolist(), h)

    return fly


def _loop(function, h, size, J):
    """The compiled loop of a function of the state, and the numbers it takes."""
    loop, constants = _compiled.compiled(record(function, h, size, J, None), _compiled.one)
    return loop, np.array([*J, *constants])


def _ends(run, kind):
    """begin(seven, J, h) -> state and finish(state, J) -> seven: q and omega in body axes."""
    start, fit, read = [f and bind(f, kind) for f in (run.method.start, run.method.fit, run.method.read)]

    def begin(seven, J, h):
        y = start(*into_principal(seven[:4], seven[4:], run.axes), J)
        return fit(h, y, J) if fit else y

    def finish(y, J):
        q, omega = out_of_principal(*read(y, J), run.axes)
        return (*q, *omega)

    return begin, finish


def _checked(seven, h):
    if not math.isfinite(sum(seven)):
        raise Diverged(f"the steps of h = {h:.3g} s left the finite numbers; take a smaller h, or look at what came in")
    return tuple(seven[:4]), tuple(seven[4:7])
