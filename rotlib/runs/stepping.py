"""`stepper`: steps with as little around them as possible.

Chapters: The free body in one algebraic step, Closing the loop.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np

from .. import _check
from .._types import Array, ArrayLike, Backend, Function, Scalar, State
from ..backends import llvm_loops
from ..backends.executors import WORTH, named, select_executor
from ..backends.inputs import Inputs
from ..backends.rebind import of_any_number
from ..backends.trace import Kind, record
from ..body import BodyLike, as_body
from ..errors import Diverged, InvalidInput, NotAvailable
from ..joints import Joint
from ..methods import Method
from ..numbers import require, total
from . import failures
from .given import wanting
from .prepare import LoadLike, acts_on_pairs, bound_run, jointed, prepare, start_of
from .run import Run, first_lane

AT_REST: dict[str, Any] = {"omega": np.zeros(3), "q0": None}
Stepper: TypeAlias = Callable[..., tuple[Any, ...]]
CALL = "call fly(q, omega, t, u) with a number or a list of numbers"
MOST = _check.LARGEST[np.dtype(float)] ** 2


def stepper(
    method: Method | str,
    body: BodyLike,
    *,
    h: float,
    steps: int = 1,
    load: LoadLike = None,
    joints: Sequence[Joint] | None = None,
    start: dict[str, ArrayLike] | None = None,
    backend: Backend = "auto",
) -> Stepper:
    """A function that advances one body, or many at once, checked once and then fast.

    method: one that makes steps; "exact" makes its algebraic steps
    body: many, a list or a `Body` with an axis, are stepped side by side
    h: time step, s
    steps: in a call
    load: as for `integrate`; it may take inputs u too, which come with each call
    joints, start: as for `integrate`; where they are shut, from `joints.consistent`
    backend: plain Python, for many NumPy; or machine code (extra `rotlib[fast]`)

    It is called fly(q, omega, t=0.0, u=None) -> (q, omega), for a method that
    integrates poses fly(q, omega, position, velocity, t=0.0, u=None), and with rotors,
    or states of the load, with `rotor_speeds, states` before the time: as `run.motion`
    has them. One body has tuples of floats; many have arrays, (bodies, 4),
    (bodies, 3) and so on. `u`, a number or (n,), of many also (bodies, n), reaches the
    load as a number or an array. Of what comes in only the sizes are checked; Diverged
    for numbers that are not finite. Each call starts the method anew: NotAvailable for
    one that carries more than a state.

    >>> from rotlib import Body
    >>> fly = stepper("rk4", Body((1, 2, 3)), h=0.01, load=lambda t, q, w, u: (0, 0, u))
    >>> fly((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0), u=3.0)[1]
    (0.0, 0.0, 1.01)
    """
    h, steps = _check.step_size(h), _check.count(steps, "steps")
    backend = named(backend)
    body = as_body(body)
    method, acting = prepare(method, body, load, stepping=True)
    if "memory" in method.properties:
        raise NotAvailable(
            f"{method.name} does not step a motion from its state alone; use integrate"
        )
    begun = start_of(method, body, acting, **AT_REST | (start or {}))
    if joints is not None:
        method = jointed(method, body, joints, begun)
    batch = begun["omega"].shape[:-1]
    inputs = Inputs(np.zeros((1, 1))) if wanting(acting) else None
    sizes = {"q": 4} | {n: a.shape[-1] for n, a in begun.items() if n != "q0"}
    taken, n = _columns(sizes, batch) if batch else _floats(sizes), len(sizes)
    system = joints is not None or acts_on_pairs(acting)
    axes = () if system else batch  # its bodies have the same inputs
    late = abs(h) * 2.0**43  # half of what is resolved

    @cache
    def advance(shape: tuple[int, ...]) -> Function:
        """The steps, made when inputs of that shape are first given."""
        kind = Kind.NUMPY if batch else Kind.FLOAT
        more: Any = {"inputs": inputs, "backend": backend}
        run = bound_run(method, body, acting, kind, begun, h, **more)
        if batch:
            return _side_by_side(run, batch, h, steps, backend)
        return (_compiled if backend == "compiled" else _plain)(run, h, steps)

    def fly(*given: Any, t: float = 0.0, u: ArrayLike | None = None) -> Any:
        motion, then = given[:n], given[n:]
        if len(motion) < n or len(then) > 2:
            raise InvalidInput(
                f"expected fly({', '.join(sizes)}, t=0.0, u=None), got {len(given)}"
                " arguments"
            )
        if then:
            t, u = then if len(then) > 1 else (*then, u)
        now = taken(*motion)
        shape = _given(inputs, u, axes) if takes_now(inputs, u, CALL) else ()
        if acting is not None and not abs(t) < late:
            _check.resolved(h, t, t + steps * h, "h")
        return advance(shape)(now, t)

    if inputs is None:
        advance(())
    return fly


# --- what a call is given -------------------------------------------------------------


def _numbers(q: Any) -> Any:
    return _check.unit_quaternion(q, "q").tolist() if hasattr(q, "as_quat") else q


def _floats(sizes: dict[str, int]) -> Function:
    """The numbers of one motion, one after the other."""
    most = sum(sizes.values())

    def taken(q: Any, *rest: Iterable[Scalar]) -> State:
        motion = (*_numbers(q), *chain(*rest))
        if len(motion) != most:
            *others, last = map(str, sizes.values())
            raise InvalidInput(
                f"{', '.join(sizes)}: expected {', '.join(others)} and {last} numbers,"
                f" got {len(motion)} together"
            )
        return motion

    return taken


def _columns(sizes: dict[str, int], batch: tuple[int, ...]) -> Function:
    """The components of many motions, an array each."""
    order = len(batch), *range(len(batch))

    def taken(q: Any, *rest: Any) -> State:
        motion: list[Array] = []
        for (name, n), a in zip(sizes.items(), (_numbers(q), *rest), strict=True):
            a = np.asarray(a, np.float64)
            if a.shape != (*batch, n):
                raise InvalidInput(
                    f"{name}: expected shape {(*batch, n)}, got {a.shape}"
                )
            motion.extend(a.transpose(order).copy())
        return motion

    return taken


def takes_now(inputs: Inputs | None, u: Any, call: str) -> bool:
    """Whether there are inputs; InvalidInput unless there are as the load takes them.

    call: how they are given
    """
    if inputs is None and u is not None:
        raise InvalidInput(
            "u: the load takes no inputs; write it as load(t, q, omega, u), or in"
            " flight as load(t, q, omega, position, velocity, u)"
        )
    if inputs is not None and u is None:
        raise InvalidInput(f"u: the load takes inputs, load(t, q, omega, u); {call}")
    return u is not None


def _given(inputs: Any, u: Any, batch: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of the inputs, which the load has from now on."""
    given = _check.array(u, "u").astype(np.float64, copy=False)
    if given.ndim > 1 and given.shape[:-1] != batch:
        own = f", or ({', '.join(map(str, batch))}, n)" if batch else ""
        raise InvalidInput(
            f"u: expected a number or shape (n,){own}, got {given.shape}"
        )
    inputs.give(given)
    return given.shape


# --- steps ----------------------------------------------------------------------------


def _plain(run: Run, h: float, steps: int) -> Function:
    begin, _ = ends(run)
    step, J, load = run.step, run.J, run.load

    def fly(motion: State, t: float, said: str = "") -> tuple[State, ...]:
        motion = [x if type(x) is float else float(1.0 * x) for x in motion]
        try:
            y = begin(motion, J, h)
            for k in range(steps):
                y = step(t + k * h, h, y, J, load)
            after = tuple([tuple(part) for part in run.motion(y, J)])
        except (ValueError, ArithmeticError) as error:
            if not failures.raised_in_step(error):
                raise
            after = ((math.nan,),)
        if not math.isfinite(sum([sum(part) for part in after])):
            raise Diverged(_diverged(h))
        return after

    return fly


def _side_by_side(
    run: Run, batch: tuple[int, ...], h: float, steps: int, backend: Backend
) -> Function:
    """Steps of many bodies, made as `integrate` makes them."""
    begin, _ = ends(run)
    out = np.empty((1, len(run.y), *np.shape(run.y[0])))

    def ready() -> Function:
        executor = select_executor(run, backend, 0.0, h, WORTH)  # many calls

        def flown(motion: State, t: float) -> tuple[Array, ...] | str:
            run.y, executor.t0 = tuple(begin(motion, run.J, h)), t
            if run.inputs:
                executor.take_inputs()
            executor.advance(0, steps, out)
            after = tuple([_stacked(x, batch) for x in run.motion(out[0], run.J)])
            if run.changed:
                return ""
            finite = np.isfinite(out[0]).all(0)
            if not finite.all():
                raise Diverged(_diverged(h) + _check.where(~finite))
            if run.asked:
                _, q, vectors = first_lane(t, *after)
                if said := run.differs_in(t + steps * h, q, vectors):
                    return said
            return after

        return flown

    def refuse(motion: State, t: float, said: str) -> None:
        raise InvalidInput(said or "load: it changes what it reads when it is called")

    return _renewing(run, ready, refuse)


def _stacked(components: State, shape: tuple[int, ...]) -> Array:
    made = np.empty((*shape, len(components)))
    for i, x in enumerate(components):
        made[..., i] = x
    return made


def _compiled(run: Run, h: float, steps: int) -> Function:
    """The compiled steps; where one fails, or the load changes, those of Python."""
    llvm_loops.require()
    begin, finish = ends(run)
    size, given, J = len(run.y), sum(run.sizes), run.J
    parts: Callable[[State], tuple[State, ...]] = itemgetter(*run.places)
    rest = (0.0,) * (size - given)
    state = ctypes.c_double * size

    def loop(function: Function) -> tuple[Function, Any]:
        step = record(function, h, size, J, None, Kind.TRACE)
        made, constants = llvm_loops.compiled(step, llvm_loops.bare)
        return made, (ctypes.c_double * (len(J) + len(constants)))(*J, *constants)

    into, before = loop(lambda t, h, y, J, load: begin(y[:given], J, h))
    back, behind = loop(lambda t, h, y, J, load: (*finish(y, J), *rest))

    def ready() -> Function:
        machine: Any = select_executor(run, "compiled", 0.0, h, steps)
        forward = llvm_loops.bare(machine.program)
        numbers = llvm_loops.place(machine.numbers)

        def flown(motion: State, t: float) -> tuple[State, ...] | str:
            if run.inputs:
                machine.take_inputs()
            y = state(*motion, *rest)
            made = into(t, h, 0, 1, 2, y, before, None, 2, None) * steps
            done = forward(t, h, 0, made, steps + 1, y, numbers, None, steps + 1, None)
            due, made = done >> llvm_loops.MADE, done % (1 << llvm_loops.MADE)
            if made < steps:
                return ""
            back(t, h, 0, 1, 2, y, behind, None, 2, None)
            flat = tuple(y[:])
            after, finite = parts(flat), math.isfinite(sum(flat))
            q, *vectors = after
            if run.asked and (
                not finite or run.changed or run.differs_in(t + steps * h, q, vectors)
            ):
                return ""
            if due:
                machine.emit_warnings(due)
            if not finite:
                raise Diverged(_diverged(h))
            return after

        return flown

    return _renewing(run, ready, _plain(run, h, steps))


def _renewing(run: Run, ready: Callable[[], Function], otherwise: Function) -> Function:
    """Steps that `ready` makes, anew if a text says that the load is another one."""
    flown = ready()

    def fly(motion: State, t: float) -> Any:
        nonlocal flown
        after = flown(motion, t)
        if isinstance(after, str) and run.renewed():
            flown = ready()
            after = flown(motion, t)
        return otherwise(motion, t, after) if isinstance(after, str) else after

    return fly


def ends(run: Run) -> tuple[Function, Function]:
    """begin(motion, J, h) -> state; finish(state, J) -> motion, flat: any numbers."""
    parts = itemgetter(*run.places)
    precompute = run.method.layout.precompute
    precompute = precompute and of_any_number(precompute)

    def begin(motion: State, J: State, h: Scalar) -> State:
        size = total([a * a for a in motion[4:]])
        fits = (size <= MOST) | (size != size)  # what is no number diverges
        require(fits, InvalidInput, _too_large, *motion[4:])
        state = run.state_of(parts(tuple(motion)), J)
        return precompute(h, state, J) if precompute else state

    def finish(y: State, J: State) -> State:
        return list(chain(*run.motion(y, J)))

    return begin, finish


def _too_large(*numbers: float) -> str:
    most, got = _check.LARGEST[np.dtype(float)], max(map(abs, numbers))
    return f"motion: expected numbers up to {most:.0e}, got {got:.3g}; take other units"


def _diverged(h: float) -> str:
    return (
        f"the steps of h = {h:.3g} s left the finite numbers; take a smaller h, or look"
        " at what came in"
    )
