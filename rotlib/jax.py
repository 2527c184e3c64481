"""rotlib under JAX: kernels and steps as pure functions for jit, vmap and grad, with
right derivatives at no turn.

A step is the list of operations that `backends.trace` records, done on JAX arrays.
Needs JAX (extra `rotlib[jax]`) with its float64.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _check
from ._bodies import one_body
from ._types import Function
from .backends.bind import bind, exchanged
from .backends.registry import Kind
from .backends.trace import DataDependentBranch, record
from .body import Body
from .errors import NotAvailable
from .methods import ALL, Method
from .runs.prepare import LoadLike, bound_run, prepare
from .runs.run import into_principal, out_of_principal

if TYPE_CHECKING:
    from jax import Array
    from jax.typing import ArrayLike

    Arrays = tuple[Array, ...]

__all__ = ["Step", "kernel", "step"]


def __dir__() -> list[str]:
    return __all__


AT_REST: dict[str, np.ndarray] = {
    "q0": np.array([1.0, 0.0, 0.0, 0.0]),
    "omega": np.zeros(3),
    "position": np.zeros(3),
    "velocity": np.zeros(3),
}


@dataclass(frozen=True)
class Step:
    """A method for one body and load, as functions of JAX arrays.

    Parameters
    ----------
    step : callable
        step(t, h, y) -> y: one step of h from time t. y is a flat tuple of arrays of
        one shape, a batch.
    start : callable
        start(q, omega) -> y, from arrays (..., 4) and (..., 3) in body axes; for a
        method that integrates poses start(q, omega, position, velocity).
    read : callable
        read(y) -> (q, omega), or (q, omega, position, velocity).
    """

    step: Callable[..., "Arrays"]
    start: Callable[..., "Arrays"]
    read: Callable[["Arrays"], "Arrays"]


def kernel(function: Function) -> Function:
    """Return a generated function for JAX arrays.

    Parameters
    ----------
    function : function
        From `rotlib.kernels`, or of your own, that calls such and those of `math`. It
        may not branch on its arguments.

    Returns
    -------
    callable
        Of the same scalars, now arrays that broadcast; pure, so that `jax.jit`, `vmap`,
        `grad` and `jvp` take it.

    Raises
    ------
    NotAvailable
        Without JAX, or without its float64.

    Notes
    -----
    Derivatives of any order are right at the angle zero. Chapter: How to use this book.

    Examples
    --------
    >>> import jax
    >>> jax.config.update("jax_enable_x64", True)
    >>> from rotlib.kernels.quaternion import exp
    >>> turn = kernel(exp)
    >>> [0.0 + float(x) for x in jax.jvp(turn, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))[1]]
    [0.0, 0.5, 0.0, 0.0]
    """
    table = _require_jax().replacements()
    return table[function] if function in table else exchanged(function, table)


def step(method: Method | str, body: Body, load: LoadLike = None) -> Step:
    """Return a method as pure functions of JAX arrays.

    Parameters
    ----------
    method : Method or str
        Any but `exact`, which has no step, and `adams_bashforth_moulton`, whose first
        steps are another method's.
    body : Body
    load : Load, Wrench or callable, optional
        As `rotlib.integrate` takes it; it must not branch on the motion.

    Returns
    -------
    Step
        Its three functions are pure: use them in `jax.jit`, `vmap`, `lax.scan`, `grad`.

    Raises
    ------
    NotAvailable
        Without JAX or its float64, for methods and loads that cannot be taken, with the
        reason.

    Notes
    -----
    Under JAX nothing can be raised: where a step fails with an error in
    `rotlib.integrate`, all of y is NaN from there on. A method that solves equations
    does so in a `lax.while_loop`: forward derivatives (`jvp`, `jacfwd`) pass through
    it, `grad` does not, and JAX says so. Chapter: How to use this book.

    Examples
    --------
    >>> import jax
    >>> jax.config.update("jax_enable_x64", True)
    >>> import rotlib as rl
    >>> box = rl.jax.step("lie_euler", rl.Body((1, 2, 3)))
    >>> def turned(omega):
    ...     y = box.start(np.array([1.0, 0, 0, 0]), omega)
    ...     return box.read(box.step(0.0, 0.1, y))[0]
    >>> np.array(jax.jit(jax.jacfwd(turned))(np.zeros(3)))[1:].round(12).tolist()
    [[0.05, 0.0, 0.0], [0.0, 0.05, 0.0], [0.0, 0.0, 0.05]]
    """
    ops = _require_jax()
    body = one_body(body, "jax.step")
    method, load = prepare(method, body, load)
    if method.step is None:
        raise NotAvailable(
            f"jax: {method.name} has no step, it is a closed form; take {_others()}"
        )
    if method.name.startswith("adams_bashforth_moulton"):
        raise NotAvailable(
            f"jax: the first steps of {method.name} are another method's; take"
            f" {_others()}"
        )
    start = {
        name: a
        for name, a in AT_REST.items()
        if method.poses or name in ("q0", "omega")
    }
    run = bound_run(method, body, load, Kind.FLOAT, start)
    try:
        program = record(
            bind(method.step, Kind.TRACE_WHOLE),
            None,
            len(run.y),
            run.J,
            run.load_on(Kind.TRACE_WHOLE),
        )
    except DataDependentBranch as reason:
        raise NotAvailable(f"jax: cannot take {method.name} here: {reason}") from reason
    first, last = kernel(method.to_state), kernel(method.from_state)

    def one_step(t: "ArrayLike", h: "ArrayLike", y: "Arrays") -> Any:
        return ops.run_program(program, t, h, y, run.J)

    def begin(*motion: "ArrayLike") -> Any:
        q, omega, *rest = (
            tuple(ops.jnp.moveaxis(ops.jnp.asarray(a, float), -1, 0)) for a in motion
        )
        if rest:
            return ops.together(first(q, rest[0], omega, rest[1], run.J))
        return ops.together(first(*into_principal(q, omega, run.axes), run.J))

    def read(y: "Arrays") -> "Arrays":
        q, omega, *rest = last(y, run.J)
        q, omega = out_of_principal(q, omega, run.axes)
        return tuple([ops.jnp.stack(ops.together(a), -1) for a in (q, omega, *rest)])

    return Step(one_step, begin, read)


def _others() -> str:
    return ", ".join(
        m.name
        for m in ALL
        if m.step is not None and m.name != "adams_bashforth_moulton"
    )


def _require_jax() -> Any:
    """The operations on JAX arrays, or NotAvailable with the reason."""
    _check.installed("jax", "rotlib.jax")
    import jax

    config: Any = jax.config  # its flags have no types
    if not config.jax_enable_x64:
        raise NotAvailable(
            "jax: rotlib computes with float64, which JAX has switched off; before"
            ' anything else call jax.config.update("jax_enable_x64", True)'
        )
    from .backends import jax_ops

    return jax_ops
