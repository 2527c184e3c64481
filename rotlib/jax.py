"""rotlib under JAX: kernels and steps as pure functions for jit, vmap and grad, with right derivatives at no turn.

The Stumpff functions carry their own derivatives, c_k' = (k c_(k+2) - c_(k+1))/2, so that nothing divides by the
angle. A step is the list of operations that `_tape` writes down, done on JAX arrays. Needs JAX (extra `rotlib[jax]`)
with its float64.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import factorial

import numpy as np

from . import _stumpff
from ._bind import MATH, bind, exchanged
from ._runs import PoseRun, RotationRun, into_principal, out_of_principal
from ._tape import Branches, Demand, Loop, record
from .errors import NotAvailable
from .kernels import stumpff
from .loads import as_load
from .methods import ALL, find
from .wrenches import as_wrench

NEAR, TERMS = 60.0, 20         # s up to which c_k, k > 7, is its series, whose terms only fall, and their number
CLOSE, FEW = 1e-2, 9           # the same of the derivative of the logarithm's factor, in n2/w^2


@dataclass(frozen=True)
class Step:
    """A method for one body and load, as functions of JAX arrays.

    Parameters
    ----------
    step : callable
        step(t, h, y) -> y: one step of h from time t. y is a flat tuple of arrays of one shape, a batch.
    start : callable
        start(q, omega) -> y, from arrays (..., 4) and (..., 3) in body axes; for a method that integrates poses
        start(q, omega, position, velocity).
    read : callable
        read(y) -> (q, omega), or (q, omega, position, velocity).
    """

    step: Callable
    start: Callable
    read: Callable


def kernel(function):
    """Return a generated function for JAX arrays.

    Parameters
    ----------
    function : function
        From `rotlib.kernels`, or of your own, that calls such and those of `math`. It may not branch on its arguments.

    Returns
    -------
    callable
        Of the same scalars, now arrays that broadcast; pure, so that `jax.jit`, `vmap`, `grad` and `jvp` take it.

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
    _demand_jax()
    table = _table()
    return table[function] if function in table else exchanged(function, table)


def step(method, body, load=None):
    """Return a method as pure functions of JAX arrays.

    Parameters
    ----------
    method : Method or str
        Any but `exact`, which has no step, and `adams_bashforth_moulton`, whose first steps are another method's.
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
        Without JAX or its float64, for methods and loads that cannot be taken, with the reason.

    Notes
    -----
    Under JAX nothing can be raised: where a step fails with an error in `rotlib.integrate`, all of y is NaN from there
    on. A method that solves equations does so in a `lax.while_loop`: forward derivatives (`jvp`, `jacfwd`) pass through
    it, `grad` does not, and JAX says so. Chapter: How to use this book.

    Examples
    --------
    >>> import jax
    >>> jax.config.update("jax_enable_x64", True)
    >>> import rotlib as rl
    >>> box = rl.jax.step("lie_euler", rl.Body((1, 2, 3)))
    >>> def turned(omega):
    ...     return box.read(box.step(0.0, 0.1, box.start(np.array([1.0, 0, 0, 0]), omega)))[0]
    >>> np.array(jax.jit(jax.jacfwd(turned))(np.zeros(3)))[1:].round(12).tolist()
    [[0.05, 0.0, 0.0], [0.0, 0.05, 0.0], [0.0, 0.0, 0.05]]
    """
    jnp = _demand_jax()
    method = find(method)
    method.demand_body(body)
    if method.step is None:
        raise NotAvailable(f"jax: {method.name} has no step, it is a closed form; take {_others()}")
    if method.name.startswith("adams_bashforth_moulton"):
        raise NotAvailable(f"jax: the first steps of {method.name} are another method's; take {_others()}")
    load = as_wrench(load) if method.poses else as_load(load)
    if load is not None and not method.poses:
        method.demand_load(load, ALL)
    unturned, rest = np.array([1.0, 0.0, 0.0, 0.0]), np.zeros((2, 3))
    run = (PoseRun(method, body, load, "python", unturned, rest[0], *rest) if method.poses
           else RotationRun(method, body, load, "python", unturned, rest[0]))
    try:
        program = record(bind(method.step, "whole tape"), None, len(run.y), run.J, run.load_on("whole tape"))
    except Branches as reason:
        raise NotAvailable(f"jax: cannot take {method.name} here: {reason}") from reason
    first, last = kernel(method.start), kernel(method.read)

    def one_step(t, h, y):
        return _done(program, t, h, y, run.J)

    def start(q, omega, *place):
        q, omega, *place = (tuple(jnp.moveaxis(jnp.asarray(a, float), -1, 0)) for a in (q, omega, *place))
        if method.poses:
            return _together(first(q, place[0], omega, place[1], run.J))
        return _together(first(*into_principal(q, omega, run.axes), run.J))

    def read(y):
        q, omega, *place = last(y, run.J)
        if not method.poses:
            q, omega = out_of_principal(q, omega, run.axes)
        return tuple([jnp.stack(_together(a), -1) for a in (q, omega, *place)])

    return Step(one_step, start, read)


def _others():
    return ", ".join(m.name for m in ALL if m.step is not None and m.name != "adams_bashforth_moulton")


def _demand_jax():
    try:
        import jax
    except ImportError:
        raise NotAvailable("jax: JAX is not installed: pip install rotlib[jax]") from None
    if not jax.config.jax_enable_x64:
        raise NotAvailable("jax: rotlib computes with float64, which JAX has switched off; before anything else call "
                           'jax.config.update("jax_enable_x64", True)')
    return jax.numpy


def _together(parts):
    """A flat tuple of arrays of one shape and of type float."""
    import jax.numpy as jnp

    return tuple(jnp.broadcast_arrays(*[jnp.asarray(a, float) for a in parts]))


# --- a program on JAX arrays -----------------------------------------------------------------------------------------

def _done(program, t, h, y, J):
    """The state after the step that the program says."""
    import jax.numpy as jnp

    y = _together(y)
    inputs = program.inputs
    at = {place: op.value for place, op in program.ops.items() if op.name == "constant"}
    at |= {inputs["t"]: t, inputs["h"]: h}
    at |= zip((*inputs["y"], *inputs["J"]), (*y, *J), strict=True)
    good = _walked(program, program.block, at, jnp.full(y[0].shape, True))
    return tuple([jnp.where(good, at[place], jnp.nan) for place in program.outputs])


def _walked(program, block, at, good):
    """Do the operations of a block, which puts results in `at`; return where its demands hold, and `good` before."""
    does = _operations()
    for item in block:
        if isinstance(item, Loop):
            _looped(program, item, at, good.shape)
        elif isinstance(item, Demand):
            good = good & at[item.place]
        else:
            op = program.ops[item]
            at[item] = does[op.name](*[at[place] for place in op.args])
    return good


def _looped(program, loop, at, shape):
    """Repeat the loop's body until it is done everywhere; where it was done before, the state stays."""
    import jax
    import jax.numpy as jnp

    def unfinished(carried):
        _, closed, _, count = carried
        return (count < loop.most) & ~jnp.all(closed)

    def once(carried):
        state, closed, good, count = carried
        inside = at | dict(zip(loop.state, state, strict=True))
        good = jnp.where(closed, good, _walked(program, loop.body, inside, good))
        following = [jnp.where(closed, a, inside[place]) for a, place in zip(state, loop.following, strict=True)]
        return following, closed | inside[loop.done], good, count + 1

    first = [jnp.broadcast_to(jnp.asarray(at[place], float), shape) for place in loop.first]
    start = first, jnp.full(shape, False), jnp.full(shape, True), 0
    state, closed, good, _ = jax.lax.while_loop(unfinished, once, start)
    at.update(zip(loop.state, state, strict=True))
    at[loop.closed] = closed & good


@cache
def _operations():
    """{name on the tape: what it does}."""
    import jax.numpy as jnp

    same = {"add": "add", "sub": "subtract", "mul": "multiply", "div": "divide", "lt": "less", "le": "less_equal",
            "gt": "greater", "ge": "greater_equal", "eq": "equal", "ne": "not_equal", "neg": "negative", "abs": "abs",
            "pow": "power", "and": "logical_and", "not": "logical_not", "select": "where", "atan2": "arctan2"}
    same |= {name: name for name in ("sqrt", "sin", "cos", "tan", "exp", "log", "copysign")}
    return {name: getattr(jnp, its) for name, its in same.items()} | {
        plain.__name__: twin for plain, twin in _stumpff_twins().items()}


# --- functions with removable singularities --------------------------------------------------------------------------

@cache
def _table():
    """{function that kernels name: its replacement}."""
    return _functions() | _stumpff_twins()


def _functions():
    import jax.numpy as jnp

    return {plain: getattr(jnp, array.__name__) for plain, array in MATH.items()}


@cache
def _stumpff_twins():
    twins = {getattr(_stumpff, f"c{k}"): _c(k) for k in range(8)}
    return twins | {_stumpff.log_factor: _log_factor()}


@cache
def _c(k):
    """c_k with its derivative."""
    import jax
    import jax.numpy as jnp

    @jax.custom_jvp
    @jax.jit
    def c_k(s):
        return value(s)

    @c_k.defjvp
    def slope(given, change):
        (s,), (ds,) = given, change
        return c_k(s), (k * _c(k + 2)(s) - _c(k + 1)(s)) / 2 * ds

    def value(s):
        if k == 0:
            return jnp.cos(jnp.sqrt(s))
        if k == 1:
            return jnp.where(s == 0.0, 1.0, jnp.sin(jnp.sqrt(s)) / jnp.sqrt(s))
        if k <= 7:
            series, closed, switch = (getattr(stumpff, n) for n in (f"c{k}_series", f"c{k}_closed", f"SWITCH_{k}"))
            return jnp.where(s < switch, exchanged(series, _functions())(s), exchanged(closed, _functions())(s))
        series = _horner([(-1) ** i / factorial(k + 2 * i) for i in range(TERMS)], s)
        return jnp.where(s < NEAR, series, (1 / factorial(k - 2) - _c(k - 2)(s)) / s)

    return c_k


@cache
def _log_factor():
    """The factor of the logarithm with its derivatives by w and by n2 = v.v."""
    import jax
    import jax.numpy as jnp

    @jax.custom_jvp
    @jax.jit
    def log_factor(w, n2):
        n = jnp.sqrt(n2)
        return jnp.where(n == 0.0, 2.0 / w, jnp.copysign(2.0 * jnp.arctan2(n, jnp.abs(w)) / n, w))

    @log_factor.defjvp
    def slope(given, change):
        (w, n2), (dw, dn2) = given, change
        f, near = log_factor(w, n2), n2 < CLOSE * w * w
        x = jnp.where(near, n2 / jnp.where(near, w * w, 1.0), 0.0)
        series = _horner([(-1) ** j * 2.0 * j / (2 * j + 1) for j in range(1, FEW + 1)], x)
        series = series / jnp.where(near, w, 1.0) ** 3
        far = jnp.where(near, 1.0, n2)
        closed = (w / (w * w + far) - f / 2) / far
        return f, -2.0 / (w * w + n2) * dw + jnp.where(near, series, closed) * dn2

    return log_factor


def _horner(coefficients, x):
    value = 0.0
    for a in reversed(coefficients):
        value = a + x * value
    return value
