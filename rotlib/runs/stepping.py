"""`stepper`: steps with as little around them as possible."""

import math
from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np

from .. import _check
from .._bodies import one_body
from .._types import Array, ArrayLike, Function, Scalar, State
from ..backends import numba_loops
from ..backends.bind import bind
from ..backends.executors import select_executor
from ..backends.inputs import Inputs
from ..backends.one_body import takes_inputs
from ..backends.registry import Kind
from ..backends.trace import record
from ..body import Body
from ..errors import Diverged, InvalidInput, NotAvailable
from ..methods import Method
from .prepare import LoadLike, prepare
from .run import UNTURNED, RotationRun, into_principal, out_of_principal

Motion: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
START = (*UNTURNED, 0.0, 0.0, 0.0)  # any motion, to see the size of the state


class Stepper(Protocol):
    """Steps of one body: from attitude and body rates to those after them."""

    def __call__(
        self,
        q: Iterable[Scalar],
        omega: Iterable[Scalar],
        t: float = 0.0,
        u: ArrayLike | None = None,
    ) -> Motion: ...


def stepper(
    method: Method | str,
    body: Body,
    *,
    h: float,
    steps: int = 1,
    load: LoadLike = None,
    backend: Literal["python", "numba"] = "python",
) -> Stepper:
    """A function that advances one rotating body, checked once and then fast.

    `integrate` checks its arguments and returns a Trajectory, in a quarter of a
    millisecond. In a game loop, a filter or a controller a few steps are made at a
    time; there that is long.

    Parameters
    ----------
    method : Method or str
        One that makes steps and integrates the rotation alone. "exact" makes its
        algebraic steps.
    body : Body
    h : float
        Time step, s.
    steps : int
        Steps in a call.
    load : Load or callable, optional
        As for `integrate`. It may take inputs too, load(t, q, omega, u): what a
        controller commands from call to call.
    backend : {"python", "numba"}

    Returns
    -------
    callable
        fly(q, omega, t=0.0, u=None) -> (q, omega), tuples of floats: unit quaternion
        wxyz, body to space; body rates, rad/s. `u`, a number or shape (n,), reaches the
        load as a number or an array. What else comes in is not checked. It raises what
        a run would raise, `Diverged` for numbers that are not finite.

    Raises
    ------
    InvalidInput, NotAvailable
        As `integrate`; NotAvailable too for methods that integrate poses or carry more
        than a state from call to call.

    Notes
    -----
    Each call starts the method anew from (q, omega). Chapter: The free body in one
    algebraic step.

    Examples
    --------
    >>> import rotlib as rl
    >>> body = rl.Body((1, 2, 3))
    >>> fly = rl.stepper("buss4", body, h=0.01, steps=10)
    >>> q, omega = (1.0, 0.0, 0.0, 0.0), (0.1, 1.0, 0.1)
    >>> for _ in range(100):
    ...     q, omega = fly(q, omega)
    >>> run = rl.integrate("buss4", body, omega=(0.1, 1.0, 0.1), h=0.01, steps=1000)
    >>> bool(rl.quaternion.angle_between(q, run.attitude[-1]) < 1e-12)
    True

    A wheel that is told its torque anew in each call:

    >>> wheel = rl.stepper("rk4", body, h=0.01, load=lambda t, q, w, u: (0, 0, u))
    >>> wheel((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.0, 3.0)[1]
    (0.0, 0.0, 1.01)
    """
    body = one_body(body, "stepper")
    h, steps = _check.step_size(h), _check.count(steps, "steps")
    method, torque = prepare(method, body, load, stepping=True)
    if method.step is None or method.poses or method.memory:
        raise NotAvailable(
            f"{method.name} does not step a rotation from attitude and rate alone; use"
            " integrate"
        )
    _check.one_of(backend, ("python", "numba"), "backend")

    def made(inputs: Inputs | None) -> Function:
        start = np.array(START[:4]), np.array(START[4:])
        run = RotationRun(method, body, torque, Kind.FLOAT, *start, inputs=inputs)
        plain = _plain(run, h, steps)
        if backend == "numba":
            plain = _compiled_steps(run, h, steps, plain)
        return plain if torque is None else _on_time(plain, h, steps)

    if torque is not None and any(takes_inputs(p.torque) for p in torque.summands):
        return _with_inputs(made)
    fly = made(None)

    def without(
        q: Iterable[Scalar],
        omega: Iterable[Scalar],
        t: float = 0.0,
        u: ArrayLike | None = None,
    ) -> Motion:
        if u is not None:
            raise InvalidInput(
                "u: the load takes no inputs; write it as load(t, q, omega, u)"
            )
        motion: Motion = fly(q, omega, t)
        return motion

    return without


def _on_time(fly: Function, h: float, steps: int) -> Function:
    """The steps, refused so late that floats cannot tell the times of the load."""
    late = abs(h) * 2.0**43  # half of what is resolved

    def flown(q: Iterable[Scalar], omega: Iterable[Scalar], t: float = 0.0) -> Motion:
        if not abs(t) < late:
            _check.resolved(h, t, t + steps * h, "h")
        motion: Motion = fly(q, omega, t)
        return motion

    return flown


def _with_inputs(made: Callable[[Inputs], Function]) -> Stepper:
    """The steps of a load that takes inputs, made when their number is known."""
    inputs = Inputs(np.zeros((1, 1)))
    known: dict[Any, Function] = {}

    def fly(
        q: Iterable[Scalar],
        omega: Iterable[Scalar],
        t: float = 0.0,
        u: ArrayLike | None = None,
    ) -> Motion:
        if u is None:
            raise InvalidInput(
                "u: the load takes inputs, load(t, q, omega, u); call fly(q, omega,"
                " t, u) with a number or a list of numbers"
            )
        given = _check.array(u, "u").tolist()
        if isinstance(given, list) and any(isinstance(x, list) for x in given):
            raise InvalidInput(f"u: expected a number or shape (n,), got {np.shape(u)}")
        inputs.give(given if isinstance(given, list) else [given], np.ndim(u) == 0)
        size = len(given) if isinstance(given, list) else None
        if size not in known:
            known[size] = made(inputs)
        motion: Motion = known[size](q, omega, t)
        return motion

    return fly


def _plain(run: RotationRun, h: float, steps: int) -> Function:
    """The loop in Python."""
    begin, finish = _ends(run, Kind.FLOAT)
    step, J, load = run.step, run.J, run.load

    def fly(q: Iterable[Scalar], omega: Iterable[Scalar], t: float = 0.0) -> Motion:
        y = begin((*q, *omega), J, h)
        for k in range(steps):
            y = step(t + k * h, h, y, J, load)
        return _checked(finish(y, J), h)

    return fly


def _compiled_steps(
    run: RotationRun, h: float, steps: int, plain: Function
) -> Function:
    """The compiled steps; where one fails, Python says why."""
    numba_loops.require_numba()
    begin, finish = _ends(run, Kind.TRACE)
    run.y = _ends(run, Kind.FLOAT)[0](START, run.J, h)
    size = len(run.y)
    rest = (0.0,) * (size - 7)
    parts = [
        _loop(lambda t, h, y, J, load: begin(y[:7], J, h), h, size, run.J),
        _loop(lambda t, h, y, J, load: (*finish(y, J), *rest), h, size, run.J),
    ]
    machine: Any = select_executor(run, "numba", 0.0, h, steps)
    none = np.empty((0, size))
    (into, before), (back, behind) = parts
    inputs = slice(len(run.J), len(run.J) + (len(run.inputs.flat) if run.inputs else 0))

    def fly(q: Iterable[Scalar], omega: Iterable[Scalar], t: float = 0.0) -> Motion:
        nonlocal machine
        if run.stale:
            machine = select_executor(run, "numba", 0.0, h, steps)
        if run.inputs:
            machine.numbers[inputs] = run.inputs.flat
        y = np.array((*q, *omega, *rest))
        made = into(t, h, 0, 1, 2, y, before, none, 2)[0]
        made, warning_mask = machine.loop(
            t, h, 0, made * steps, steps + 1, y, machine.numbers, none, steps + 1
        )
        if made < steps:
            return plain(q, omega, t)  # type: ignore[no-any-return]
        if warning_mask:
            machine.emit_warnings(warning_mask)
        back(t, h, 0, 1, 2, y, behind, none, 2)
        return _checked(y.tolist(), h)

    return fly


def _loop(function: Function, h: float, size: int, J: State) -> tuple[Function, Array]:
    """The compiled loop of a function of the state, and the numbers it takes."""
    loop, constants = numba_loops.compiled(
        record(function, h, size, J, None), numba_loops.one
    )
    return loop, np.array([*J, *constants])


def _ends(run: RotationRun, kind: Kind) -> tuple[Function, Function]:
    """begin(seven, J, h) -> state; finish(state, J) -> seven: q and omega."""
    method = run.method
    to_state, from_state = bind(method.to_state, kind), bind(method.from_state, kind)
    precompute = method.precompute and bind(method.precompute, kind)

    def begin(seven: State, J: State, h: Scalar) -> State:
        w, x, y, z, *omega = seven
        state: State = to_state(*into_principal((w, x, y, z), omega, run.axes), J)
        return precompute(h, state, J) if precompute else state

    def finish(y: State, J: State) -> State:
        q, omega = from_state(y, J)
        q, omega = out_of_principal(q, omega, run.axes)
        return (*q, *omega)

    return begin, finish


def _checked(seven: State, h: float) -> Motion:
    if not math.isfinite(sum(seven)):
        raise Diverged(
            f"the steps of h = {h:.3g} s left the finite numbers; take a smaller h, or"
            " look at what came in"
        )
    return tuple(seven[:4]), tuple(seven[4:7])
