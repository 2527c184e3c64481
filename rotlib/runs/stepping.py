"""`stepper`: steps with as little around them as possible.

Chapters: The free body in one algebraic step, Closing the loop.
"""

import ctypes
import math
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias, cast

import numpy as np

from .. import _check
from .._types import ArrayLike, Function, Rotation, Scalar, State
from ..backends import llvm_loops
from ..backends.executors import STEPPING, named, select_executor
from ..backends.inputs import Inputs
from ..backends.rebind import of_any_number
from ..backends.trace import Kind, record
from ..body import Body, one_body
from ..errors import Diverged, InvalidInput, NotAvailable
from ..methods import Method
from ..numbers import require, total
from . import failures
from .inputs import wanting
from .prepare import LoadLike, prepare
from .run import UNTURNED, PoseRun, RotationRun, Run, into_principal, out_of_principal

Numbers: TypeAlias = tuple[float, ...]
Stepper: TypeAlias = Callable[..., tuple[Numbers, ...]]
MOST = _check.LARGEST[np.dtype(float)] ** 2
ROTATION, POSE = 7, 13  # numbers of a motion: q, omega and, in flight, two more vectors


def stepper(
    method: Method | str,
    body: Body,
    *,
    h: float,
    steps: int = 1,
    load: LoadLike = None,
    backend: Literal["python", "compiled", "numba"] = "python",
) -> Stepper:
    """A function that advances one body, checked once and then fast.

    method: one that makes steps; "exact" makes its algebraic steps
    h: time step, s
    steps: in a call
    load: as for `integrate`; it may take inputs u too, which come with each call
    backend: plain Python, or machine code (extra `rotlib[fast]`)

    It is called fly(q, omega, t=0.0, u=None) -> (q, omega), for a method that
    integrates poses fly(q, omega, position, velocity, t=0.0, u=None) -> (q, omega,
    position, velocity): tuples of floats, unit quaternion wxyz, body to space; body
    rates, rad/s; place in space, m; velocity in body components, m/s. `u`, a number or
    (n,), reaches the load as a number or an array. Of what comes in only the sizes are
    checked; Diverged for numbers that are not finite. Each call starts the method anew:
    NotAvailable for one that carries more than a state.

    >>> fly = stepper("rk4", Body((1, 2, 3)), h=0.01, load=lambda t, q, w, u: (0, 0, u))
    >>> fly((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0), u=3.0)[1]
    (0.0, 0.0, 1.01)
    """
    body = one_body(body, "stepper")
    h, steps = _check.step_size(h), _check.count(steps, "steps")
    method, given = prepare(method, body, load, stepping=True)
    if method.step is None or method.memory:
        raise NotAvailable(
            f"{method.name} does not step a motion from its state alone; use integrate"
        )
    compiling = named(backend, STEPPING) == "compiled"

    def made(inputs: Inputs | None) -> Function:
        run = any_run(method, body, given, inputs)
        plain = _plain(run, h, steps)
        if compiling:
            plain = _compiled_steps(run, h, steps, plain)
        return plain if given is None else _on_time(plain, h, steps)

    advance = _with_inputs(made) if wanting(given) else _without_inputs(made)
    return _of_flight(advance) if method.poses else _of_rotation(advance)


def _numbers(q: Iterable[Scalar] | Rotation) -> Iterable[Scalar]:
    if hasattr(q, "as_quat"):
        q = _check.unit_quaternion(cast(Rotation, q), "q").tolist()
    return cast(Iterable[Scalar], q)


def _of_rotation(advance: Function) -> Stepper:
    def fly(
        q: Iterable[Scalar] | Rotation,
        omega: Iterable[Scalar],
        t: float = 0.0,
        u: ArrayLike | None = None,
    ) -> tuple[Numbers, ...]:
        motion = (*_numbers(q), *omega)
        if len(motion) != ROTATION:
            raise InvalidInput(
                f"q, omega: expected 4 and 3 numbers, got {len(motion)} together"
            )
        y = advance(motion, t, u)
        return y[:4], y[4:7]

    return fly


def _of_flight(advance: Function) -> Stepper:
    def fly(
        q: Iterable[Scalar] | Rotation,
        omega: Iterable[Scalar],
        position: Iterable[Scalar],
        velocity: Iterable[Scalar],
        t: float = 0.0,
        u: ArrayLike | None = None,
    ) -> tuple[Numbers, ...]:
        motion = (*_numbers(q), *omega, *position, *velocity)
        if len(motion) != POSE:
            raise InvalidInput(
                "q, omega, position, velocity: expected 4, 3, 3 and 3 numbers, got"
                f" {len(motion)} together"
            )
        y = advance(motion, t, u)
        return y[:4], y[4:7], y[7:10], y[10:13]

    return fly


def _on_time(fly: Function, h: float, steps: int) -> Function:
    """The steps, refused so late that floats cannot tell the times of the load."""
    late = abs(h) * 2.0**43  # half of what is resolved

    def flown(motion: State, t: float) -> Numbers:
        if not abs(t) < late:
            _check.resolved(h, t, t + steps * h, "h")
        after: Numbers = fly(motion, t)
        return after

    return flown


def _without_inputs(made: Callable[[None], Function]) -> Function:
    fly = made(None)

    def advance(motion: State, t: float, u: ArrayLike | None) -> Numbers:
        if u is not None:
            raise InvalidInput(
                "u: the load takes no inputs; write it as load(t, q, omega, u), or in"
                " flight as load(t, q, omega, position, velocity, u)"
            )
        after: Numbers = fly(motion, t)
        return after

    return advance


def _with_inputs(made: Callable[[Inputs], Function]) -> Function:
    inputs = Inputs(np.zeros((1, 1)))
    known: dict[Any, Function] = {}

    def advance(motion: State, t: float, u: ArrayLike | None) -> Numbers:
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
        after: Numbers = known[size](motion, t)
        return after

    return advance


def _plain(run: Run, h: float, steps: int) -> Function:
    begin, finish = ends(run)
    step, J, load = run.step, run.J, run.load

    def fly(motion: State, t: float) -> Numbers:
        motion = [x if type(x) is float else float(1.0 * x) for x in motion]
        try:
            y = begin(motion, J, h)
            for k in range(steps):
                y = step(t + k * h, h, y, J, load)
            after = finish(y, J)
        except (ValueError, ArithmeticError) as error:
            if not failures.raised_in_step(error):
                raise
            after = (math.nan,)
        return _checked(after, h)

    return fly


def _compiled_steps(run: Run, h: float, steps: int, plain: Function) -> Function:
    """The compiled steps; where one fails, or the load changes, those of Python."""
    llvm_loops.require()
    begin, finish = ends(run)
    some = any_motion(run.method.poses)
    run.y = ends(run)[0](some, run.J, h)
    size, given = len(run.y), len(some)
    rest = (0.0,) * (size - given)
    (into, before), (back, behind) = (
        _loop(lambda t, h, y, J, load: begin(y[:given], J, h), h, size, run.J),
        _loop(lambda t, h, y, J, load: (*finish(y, J), *rest), h, size, run.J),
    )
    state = ctypes.c_double * size
    inputs = slice(len(run.J), len(run.J) + (len(run.inputs.flat) if run.inputs else 0))

    def ready() -> tuple[Any, Function, int]:
        made: Any = select_executor(run, "compiled", 0.0, h, steps)
        return made, llvm_loops.bare(made.program), llvm_loops.place(made.numbers)

    machine, forward, numbers = ready()

    def differs(t: float, motion: State) -> bool:
        vectors = [motion[i : i + 3] for i in range(4, given, 3)]
        return not math.isfinite(sum(motion)) or bool(
            run.differs_in(t, motion[:4], vectors)
        )

    def flown(motion: State, t: float) -> Numbers:
        """Nothing if a step fails, or if the load is not what was recorded."""
        if run.inputs:
            machine.numbers[inputs] = run.inputs.flat
        y = state(*motion, *rest)
        made = into(t, h, 0, 1, 2, y, before, None, 2, None) * steps
        done = forward(t, h, 0, made, steps + 1, y, numbers, None, steps + 1, None)
        due, made = done >> llvm_loops.MADE, done % (1 << llvm_loops.MADE)
        if made < steps:
            return ()
        back(t, h, 0, 1, 2, y, behind, None, 2, None)
        after = tuple(y[:given])
        if run.users and (run.changed or differs(t + steps * h, after)):
            return ()
        if due:
            machine.emit_warnings(due)
        return _checked(after, h)

    def fly(motion: State, t: float) -> Numbers:
        nonlocal machine, forward, numbers
        after = flown(motion, t)
        if not after and run.renewed():
            machine, forward, numbers = ready()
            after = flown(motion, t)
        return after or plain(motion, t)

    return fly


def _loop(function: Function, h: float, size: int, J: State) -> tuple[Function, Any]:
    program = record(function, h, size, J, None, Kind.TRACE)
    loop, constants = llvm_loops.compiled(program, llvm_loops.bare)
    numbers = [*J, *constants]
    return loop, (ctypes.c_double * len(numbers))(*numbers)


def any_run(method: Method, body: Body, load: Any, inputs: Inputs | None) -> Run:
    kind: type[Any] = PoseRun if method.poses else RotationRun
    start = np.split(np.array(any_motion(method.poses)), (4, 7, 10))
    some = start if method.poses else start[:2]
    run: Run = kind(method, body, load, Kind.FLOAT, *some, inputs=inputs)
    return run


def any_motion(poses: bool) -> State:
    return (*UNTURNED, *(0.0,) * ((POSE if poses else ROTATION) - 4))


def ends(run: Run) -> tuple[Function, Function]:
    """begin(motion, J, h) -> state; finish(state, J) -> motion, flat."""
    method = run.method
    to_state, from_state = (
        of_any_number(method.to_state),
        of_any_number(method.from_state),
    )
    precompute = method.precompute and of_any_number(method.precompute)

    def begin(motion: State, J: State, h: Scalar) -> State:
        w, x, y, z, *rest = motion
        size = total([a * a for a in rest])
        fits = (size <= MOST) | (size != size)  # what is no number diverges
        require(fits, InvalidInput, _too_large, *rest)
        rates, *flight = [tuple(rest[i : i + 3]) for i in range(0, len(rest), 3)]
        q, omega = into_principal((w, x, y, z), rates, run.axes)
        state: State = to_state(q, omega, *flight, J)
        return precompute(h, state, J) if precompute else state

    def finish(y: State, J: State) -> State:
        q, omega, *flight = from_state(y, J)
        q, omega = out_of_principal(q, omega, run.axes)
        return (*q, *omega, *(x for part in flight for x in part))

    return begin, finish


def _too_large(*numbers: float) -> str:
    most, got = _check.LARGEST[np.dtype(float)], max(map(abs, numbers))
    return f"motion: expected numbers up to {most:.0e}, got {got:.3g}; take other units"


def _checked(motion: State, h: float) -> Numbers:
    if not math.isfinite(sum(motion)):
        raise Diverged(
            f"the steps of h = {h:.3g} s left the finite numbers; take a smaller h, or"
            " look at what came in"
        )
    return tuple(motion)
