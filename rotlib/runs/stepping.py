"""`stepper`: steps with as little around them as possible.

Chapters: The free body in one algebraic step, Closing the loop.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import chain
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np

from .. import _check
from .._types import Array, ArrayLike, Backend, Function, Scalar, State
from ..backends.executors import (
    WORTH,
    Inputs,
    compiled,
    named,
    program_of,
    raised_in_step,
    select_executor,
)
from ..backends.user_function import of_any_number
from ..body import BodyLike, as_body
from ..errors import Diverged, InvalidInput, NotAvailable
from ..joints import Joint
from ..methods import Method
from ..numbers import loop, require, total
from .given import wanting
from .prepare import LoadLike, acts_on_pairs, bound_run, jointed, prepare, start_of
from .run import Run, SystemRun, first_lane

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
        said = f"{method.name} does not step a motion from its state alone; use"
        raise NotAvailable(said + " integrate")
    begun = start_of(method, body, acting, **start or {})
    if joints is not None:
        method = jointed(method, body, joints, begun)
    batch = begun["omega"].shape[:-1]
    inputs = inputs_of(acting)
    sizes = {"q": 4} | {n: a.shape[-1] for n, a in begun.items() if n != "q0"}
    n, system = len(sizes), joints is not None or acts_on_pairs(acting)
    axes = () if system else batch  # its bodies have the same inputs
    late = abs(h) * 2.0**43  # half of what is resolved

    @cache
    def advance(shape: tuple[int, ...]) -> Function:
        """The steps, made when inputs of that shape are first given."""
        more: Any = {"inputs": inputs, "h": h, "backend": backend}
        bound = partial(bound_run, method, body, acting, begun, **more)
        return _flying(bound(), bound, batch, h, steps, backend)

    def fly(*given: Any, t: float = 0.0, u: ArrayLike | None = None) -> Any:
        motion, then = given[:n], given[n:]
        if len(motion) < n or len(then) > 2:
            said = f"expected fly({', '.join(sizes)}, t=0.0, u=None), got"
            raise InvalidInput(f"{said} {len(given)} arguments")
        if then:
            t, u = then if len(then) > 1 else (*then, u)
        t = float(t)
        now = _taken(sizes, batch, *motion)
        shape = take(inputs, u, axes) if takes_now(inputs, u, CALL) else ()
        if acting is not None and not abs(t) < late:
            _check.resolved(h, t, t + steps * h, "h")
        return advance(shape)(now, t)

    if inputs is None:
        advance(())
    return fly


# --- what a call is given -------------------------------------------------------------


def _taken(
    sizes: dict[str, int], batch: tuple[int, ...], q: Any, *rest: Any
) -> list[Any]:
    """The numbers of one motion, one after the other; of many an array for each."""
    if hasattr(q, "as_quat"):
        q = _check.unit_quaternion(q, "q").tolist()
    if not batch:
        motion = [x if type(x) is float else float(1.0 * x) for x in chain(q, *rest)]
        if (got := len(motion)) != sum(sizes.values()):
            wanted = f"{' + '.join(map(str, sizes.values()))} numbers"
            _check.require(False, ", ".join(sizes), wanted, got)
        return motion
    columns: list[Array] = []
    for (name, n), a in zip(sizes.items(), (q, *rest), strict=True):
        a = np.asarray(a, np.float64)
        whole = *batch, n
        _check.require(a.shape == whole, name, f"shape {whole}", a.shape)
        columns.extend(np.moveaxis(a, -1, 0).copy())
    return columns


def inputs_of(load: Any) -> Inputs | None:
    """Some, for a load that takes them, until they are given."""
    return Inputs(np.zeros((1, 1))) if wanting(load) else None


def takes_now(inputs: Inputs | None, u: Any, call: str) -> bool:
    """Whether there are inputs; InvalidInput unless as the load takes them, `call`."""
    if inputs is None and u is not None:
        said = "u: the load takes no inputs; write it as load(t, q, omega, u), or in"
        raise InvalidInput(said + " flight as load(t, q, omega, position, velocity, u)")
    if inputs is not None and u is None:
        raise InvalidInput(f"u: the load takes inputs, load(t, q, omega, u); {call}")
    return u is not None


def take(
    inputs: Any, u: Any, batch: tuple[int, ...], name: str = "u"
) -> tuple[int, ...]:
    """The shape of the inputs, which the load has from now on."""
    given = _check.array(u, name).astype(np.float64, copy=False)
    if given.ndim > 1 and given.shape[:-1] != batch:
        own = f", or ({', '.join(map(str, batch))}, n)" if batch else ""
        _check.require(False, name, f"a number or shape (n,){own}", given.shape)
    inputs.give(given)
    return given.shape


# --- steps ----------------------------------------------------------------------------


def _flying(
    run: Run,
    bound: Callable[[], Run],
    batch: tuple[int, ...],
    h: float,
    steps: int,
    backend: Backend,
) -> Function:
    """fly(motion, t), with a run bound anew where the load is another one by now."""
    # what fails there, Python does
    alone = backend == "compiled" and not batch and not isinstance(run, SystemRun)
    otherwise = alone and _flying(run, bound, batch, h, steps, "auto")
    ready = _machine if alone else _executed
    advance, asked = ready(run, batch, h, steps, backend)

    def fly(motion: State, t: float) -> Any:
        nonlocal run, advance, asked
        for again in (True, False):
            try:
                after, lost = advance(motion, t)
            except (ValueError, ArithmeticError) as error:
                if not raised_in_step(error):
                    raise
                raise Diverged(_diverged(h)) from None
            said = "" if after else "it fails"
            if asked and any(u.changed for u in run.users):
                said = "load: it changes what it reads when it is called"
            elif lost is True or (batch and lost.any()):
                raise Diverged(_diverged(h) + _check.where(lost))
            elif asked and after:
                first = first_lane(t, *after) if batch else (t, after[0], after[1:])
                said = run.differs_in(t + steps * h, *first[1:])
            if not (said and again and run.stale):
                break
            run = bound()
            advance, asked = ready(run, batch, h, steps, backend)
        if said and otherwise:
            return otherwise(motion, t)
        if said:
            raise InvalidInput(said)
        return after

    return fly


def _executed(
    run: Run, batch: tuple[int, ...], h: float, steps: int, backend: Backend
) -> tuple[Function, bool]:
    """advance(motion, t) -> motion, lost; whether to ask if the load is another one."""
    begin, _ = ends(run)
    executor = select_executor(run, backend, 0.0, h, WORTH)  # many calls
    rows = np.empty((1, len(run.y), *np.shape(run.y[0])))
    out: Any = rows if batch or backend == "compiled" else [None]

    def stacked(components: State) -> Array:
        made = np.empty((*batch, len(components)))
        for i, x in enumerate(components):
            made[..., i] = x
        return made

    shaped: Function = stacked if batch else tuple

    def advance(motion: State, t: float) -> tuple[tuple[Any, ...], Any]:
        run.y, executor.t0 = tuple(begin(motion, run.J, h)), t
        if run.u:
            executor.take_inputs()
        executor.advance(0, steps, out)
        after = tuple([shaped(x) for x in run.motion(run.y, run.J)])
        if batch:
            return after, ~np.isfinite(run.y).all(0)
        return after, not math.isfinite(sum(run.y))

    return advance, bool(run.asked and (batch or executor.knows_load))


def _machine(
    run: Run, batch: tuple[int, ...], h: float, steps: int, backend: Backend
) -> tuple[Function, bool]:
    """The same of one body by one call of machine code; no motion where it fails."""
    begin, finish = ends(run)
    size, made_of = sum(run.sizes), ctypes.c_double
    parts: Callable[[State], tuple[State, ...]] = itemgetter(*run.places)

    def moved(t: Scalar, h: Scalar, motion: State, J: State, load: Any) -> Any:
        def once(state: State) -> tuple[State, Any]:
            k, *y = state
            return (k + 1.0, *run.step(t + k * h, h, y, J, load)), k > steps - 1.5

        y = begin(motion, J, h)
        if steps == 1:
            return finish(run.step(t, h, y, J, load), J)
        return finish(loop(once, (0.0, *y), steps)[1:], J)

    machine = compiled(run.with_step(moved, (1.0,) * size), 0.0, h, program_of)
    call, numbers = machine.loop, machine.numbers.ctypes.data
    good = (made_of * (1 + len(machine.program.warnings)))()

    def advance(motion: State, t: float) -> tuple[tuple[State, ...], bool]:
        if run.u:
            machine.take_inputs()
        y = (made_of * size)(*motion)
        call(0, 1, 1, 0, 1, 2, 2, t, h, y, numbers, None, good, None)
        machine.emit_warnings(good[1:])
        after = tuple(y)
        return parts(after) if good[0] else (), not math.isfinite(sum(after))

    return advance, bool(run.asked)


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
