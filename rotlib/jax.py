"""rotlib under JAX: kernels and steps as pure functions for jit, vmap and grad.

Derivatives are right at no turn, by the motion, the inertia, inputs of the load, the
step: the Stumpff functions carry their own, c_k' = (k c_(k+2) - c_(k+1))/2, so that
nothing divides by the angle. NotAvailable without JAX (extra `rotlib[jax]`) or its
float64, InvalidInput for arrays of other shapes.

Chapter: Gradients of what you want to know.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _check, loads, quaternion, wrenches
from ._remembered import call_of
from ._types import Function, State
from .backends.executors import Inputs, program_of
from .backends.trace import (
    OPERATORS,
    Calls,
    DataDependentBranch,
    Kind,
    Loop,
    Program,
    walk,
)
from .backends.user_function import of_any_number
from .body import Body, one_body
from .errors import InvalidInput, NotAvailable
from .kernels import stumpff as generated
from .methods import ALL, Method
from .methods._state import constants as flight_constants
from .methods.dqvi import constants as dqvi_constants
from .runs.prepare import LoadLike, prepare, start_of
from .runs.run import Run
from .runs.stepping import inputs_of, takes_now
from .stumpff import OF_JAX

with suppress(ImportError):  # `step` and `kernel` say so
    import jax
    import jax.numpy as jnp

if TYPE_CHECKING:
    from jax import Array
    from jax.typing import ArrayLike

    Arrays = tuple[Array, ...]

__all__ = ["Step", "kernel", "step"]


def __dir__() -> list[str]:
    return __all__


SIZES = {"q": 4, "omega": 3, "position": 3, "velocity": 3}
OF_INERTIA = (loads.gravity_gradient, wrenches.planet)
MOST = max(_check.LARGEST.values())  # of a motion
# s up to which c_k, k > 7, is its series, whose terms only fall, and their number
NEAR, TERMS = (60.0, 20)
CLOSE, FEW = 1e-2, 9  # the same of the derivative of the logarithm's factor, in n2/w^2


class Step:
    """A method for one body and load, as functions of JAX arrays; `step` makes it.

    y is the state, a flat tuple of arrays of one shape, a batch. An inertia is (3,),
    moments in the order of `Body.principal_moments` and about those axes; or, for
    poses, (3, 3) in body axes, of which the symmetric part counts, or (6, 6) as
    `Body.inertia_6x6`. One that is not positive definite makes NaN.
    """

    def __init__(
        self, method: Method, body: Body, load: Any, numbers: State | None = None
    ) -> None:
        """numbers: what the step takes for J, if not the body's."""
        self._of: tuple[Method, Body, Any] = method, body, load
        self._sizes: dict[str, int] = SIZES if method.poses else {"q": 4, "omega": 3}
        self._inputs: Inputs | None = inputs_of(load)
        self._run: Run = self._bound(None)
        self._numbers: State = self._run.J if numbers is None else numbers
        self._program: Function = cache(self._recorded)
        if self._inputs is None:
            self._program(())

    def start(self, *motion: ArrayLike) -> Arrays:
        """The state of q (..., 4) and omega (..., 3), body axes; of a method that
        integrates poses of q, omega, position, velocity.
        """
        fits, names = len(motion) == len(self._sizes), ", ".join(self._sizes)
        _check.require(fits, "start", names, f"{len(motion)} arrays")
        parts = []
        for (name, size), given in zip(self._sizes.items(), motion, strict=True):
            a = jnp.asarray(given, float)
            fits = a.shape[-1:] == (size,)
            _check.require(fits, name, f"shape (..., {size})", a.shape)
            fitting = jnp.where(abs(a) <= MOST, a, jnp.nan)  # a run refuses the others
            parts.append(tuple(jnp.moveaxis(fitting, -1, 0)))
        return together(self._run.state_of(parts, self._numbers))

    def step(
        self, t: ArrayLike, h: ArrayLike, y: Arrays, u: ArrayLike | None = None
    ) -> Arrays:
        """One step of h from time t; u, for a load with inputs, a number or (n,)."""
        call = "give step(t, h, y, u) or run(..., u=u) a number or an array (n,)"
        given = jnp.zeros(0)
        if takes_now(self._inputs, u, call):
            given = jnp.asarray(u, float)
            got = f"{given.shape}; jax.vmap makes steps for many"
            _check.require(given.ndim < 2, "u", "a number or shape (n,)", got)
        program, own = self._program(given.shape if self._inputs else ())
        return run_program(program, t, h, y, (*self._numbers, *given.ravel(), *own))

    def read(self, y: Arrays) -> Arrays:
        """(q, omega), or (q, omega, position, velocity)."""
        parts = self._run.motion(y, self._numbers)
        return tuple([jnp.stack(together(a), -1) for a in parts])

    def run(
        self,
        *motion: ArrayLike,
        h: ArrayLike,
        steps: int,
        t0: ArrayLike = 0.0,
        u: ArrayLike | None = None,
    ) -> Arrays:
        """Many steps in one `lax.scan`; call it in `jax.jit`, which compiles it once.

        motion: what `start` takes
        h, t0: time step and time of the start, s
        u: inputs of the load, a number or (n,) for all steps, or (steps, n)

        What `read` gives at the start and after each step, (steps + 1, ..., 4 or 3).
        """
        steps = _check.count(steps, "steps")
        rows = None if u is None else jnp.asarray(u, float)
        if rows is not None and rows.ndim < 2:
            rows = jnp.broadcast_to(rows, (steps, *rows.shape))
        elif rows is not None:
            held = f"a number, shape (n,) or ({steps}, n), a row for each step"
            fits = rows.ndim == 2 and len(rows) == steps
            _check.require(fits, "u", held, rows.shape)

        def once(y: Arrays, given: Any) -> Any:
            k, row = given
            y = self.step(t0 + k * h, h, y, row)
            return y, self.read(y)

        first = self.start(*motion)
        _, after = jax.lax.scan(once, first, (jnp.arange(steps), rows))
        pairs = zip(self.read(first), after, strict=True)
        return tuple([jnp.concatenate([a[None], b]) for a, b in pairs])

    def with_inertia(self, inertia: ArrayLike) -> Step:
        """The same with another inertia, kg m^2, by which one may differentiate.

        NotAvailable if the method cannot take it, or the load has the body's own in it:
        a load keeps its numbers, and what of it depends on the inertia comes in as `u`.
        """
        method, _, load = self._of
        J = jnp.asarray(inertia, float)
        shapes = [(3,), (3, 3), (6, 6)] if method.poses else [(3,)]
        if J.shape not in shapes:
            said = f"inertia: expected shape {' or '.join(map(str, shapes))}, got"
            said += f" {J.shape}; jax.vmap makes steps for many bodies"
            matrices = ", and methods for poses, as dqvi, take matrices"
            raise InvalidInput(said if method.poses else said + matrices)
        for part in () if load is None else load.summands:
            call = call_of(part)
            if call is not None and call.func in OF_INERTIA:
                said = f"inertia: the load {part.name!r} has the inertia of the body in"
                said += " it; write it as load(t, q, omega, u), with the inertia in u"
                raise NotAvailable(said + " too")
        if method.poses:
            return Step(*self._of, self._constants(J))
        return Step(*self._of, tuple(jnp.where((J > 0.0).all(), J, jnp.nan)))

    def _bound(self, load: Any) -> Run:
        method, body, _ = self._of
        rest = start_of(method, body, None)
        return Run(method, body, load, Kind.FLOAT, rest, inputs=self._inputs)

    def _recorded(self, shape: tuple[int, ...]) -> tuple[Program, list[float]]:
        """The program for inputs of that shape, and the numbers of the load."""
        if self._inputs:  # any numbers
            self._inputs.give(1.0 + np.arange(*shape or (1,)).reshape(shape) / 8)
        run, name = self._bound(self._of[2]), self._of[0].name
        own = [x.flat for x in run.numbers[1:] if x is not self._inputs]

        try:
            return program_of(run, Kind.TRACE_WHOLE), sum(own, [])
        except DataDependentBranch as reason:
            said = f"jax: cannot take {name} here, since {reason}; take another method"
            raise NotAvailable(said + " or load") from reason

    def _constants(self, inertia: Any) -> State:
        """As `Layout.constants`; added mass and gyration stay those of the body."""
        (method, body, _), added = self._of, self._of[1].added_mass
        if inertia.shape == (3,):
            R = quaternion.as_matrix(body.principal_axes)
            inertia = R @ jnp.diag(inertia) @ R.T
        if inertia.shape == (3, 3):  # about the reference point
            M = jnp.asarray(body.inertia_6x6)
            inertia = M.at[:3, :3].add(inertia - body.inertia)
        own = inertia - added
        M, inverse, determinant = inverted(inertia)
        if method.layout.constants is dqvi_constants:
            *_, gyration, _ = dqvi_constants(body)
            rows = np.triu_indices(6)
            return (*M[rows], *inverse.ravel(), determinant, gyration, own[3, 3])
        if method.layout.constants is not flight_constants:
            said = f"inertia: {method.name} takes the body's alone; take dqvi or"
            raise NotAvailable(said + " rkmk54")
        c = own[:3, 3:] / own[3, 3]  # of the cross product with the centre
        shift, back = (jnp.eye(6).at[:3, 3:].set(a) for a in (c, -c))
        centre = c[2, 1], c[0, 2], c[1, 0]
        ways = inverse @ shift, back @ M
        return (*ways[0].ravel(), *ways[1].ravel(), *centre, float(added.any()))


def kernel(function: Function) -> Function:
    """A generated function for JAX arrays that broadcast, for `jit`, `vmap` and `grad`.

    function: from `rotlib.kernels`, or your own that calls such and those of `math`; it
        may not branch on its arguments

    Derivatives of any order are right at the angle zero.
    """
    _require_double()
    called = of_any_number(function)
    return lambda *numbers: called(*map(jnp.asarray, numbers))


def step(method: Method | str, body: Body, load: LoadLike = None) -> Step:
    """A method as pure functions of JAX arrays, for `jit`, `vmap`, `scan` and `grad`.

    method: any but `exact`, which has no step
    load: as for `rotlib.integrate`; it must not branch on the motion, and may take
        inputs, load(t, q, omega, u): commands, or parameters to differentiate by

    NotAvailable for what cannot be taken, with the reason. Under JAX nothing can be
    raised: where a step fails with an error in `rotlib.integrate`, all of y is NaN from
    there on, and for starts above 1e60 too. A method that solves equations does so in a
    `lax.while_loop`: forward derivatives (`jvp`, `jacfwd`) pass through it, `grad` does
    not, and JAX says so.
    """
    _require_double()
    body = one_body(body, "jax.step")
    method, load = prepare(method, body, load, alone=True)
    name, why = method.name, ""
    if method.closed_form is not None:
        why = f"{name} has no step, it is a closed form"
    elif "body axes" in method.properties:
        why = f"the function of {name} is called step by step, on NumPy's arrays"
    if why:
        others = ", ".join([m.name for m in ALL if m.closed_form is None])
        raise NotAvailable(f"jax: {why}; take {others}")
    return Step(method, body, load)


def _require_double() -> None:
    _check.installed("jax", "rotlib.jax")
    _functions()
    config: Any = jax.config  # its flags have no types
    if not config.jax_enable_x64:
        said = "jax: rotlib computes with float64, which JAX has switched off; before"
        said += ' anything else call jax.config.update("jax_enable_x64", True)'
        raise NotAvailable(said)


# --- functions with removable singularities -------------------------------------------


@cache
def c(k: int) -> Function:
    """c_k with its derivative."""

    @jax.custom_jvp
    @jax.jit
    def c_k(s: Array) -> Array:
        if k == 0:
            return jnp.cos(jnp.sqrt(s))
        if k == 1:
            return jnp.where(s == 0.0, 1.0, jnp.sin(jnp.sqrt(s)) / jnp.sqrt(s))
        if k <= 7:
            names = f"c{k}_series", f"c{k}_closed", f"SWITCH_{k}"
            series, closed, switch = [getattr(generated, name) for name in names]
            return jnp.where(s < switch, series(s), closed(s))
        series = _horner([(-1) ** i / factorial(k + 2 * i) for i in range(TERMS)], s)
        return jnp.where(s < NEAR, series, (1 / factorial(k - 2) - c(k - 2)(s)) / s)

    @c_k.defjvp
    def slope(given: tuple[Array], change: tuple[Array]) -> tuple[Array, Array]:
        (s,), (ds,) = given, change
        return c_k(s), (k * c(k + 2)(s) - c(k + 1)(s)) / 2 * ds

    return c_k


@cache
def _log_factor() -> Function:
    """The factor of the logarithm with its derivatives by w and by n2 = v.v."""

    @jax.custom_jvp
    @jax.jit
    def factor(w: Array, n2: Array) -> Array:
        n = jnp.sqrt(n2)
        angle = jnp.copysign(2.0 * jnp.arctan2(n, jnp.abs(w)), w)
        return jnp.where(n == 0.0, 2.0 / w, angle / n)

    @factor.defjvp
    def slope(given: Arrays, change: Arrays) -> tuple[Array, Array]:
        (w, n2), (dw, dn2) = given, change
        f, near = factor(w, n2), n2 < CLOSE * w * w
        x = jnp.where(near, n2 / jnp.where(near, w * w, 1.0), 0.0)
        powers = [(-1) ** j * 2.0 * j / (2 * j + 1) for j in range(1, FEW + 1)]
        series = _horner(powers, x) / jnp.where(near, w, 1.0) ** 3
        far = jnp.where(near, 1.0, n2)
        closed = (w / (w * w + far) - f / 2) / far
        return f, -2.0 / (w * w + n2) * dw + jnp.where(near, series, closed) * dn2

    return factor


def _horner(coefficients: list[float], x: Array) -> Array:
    value = jnp.zeros_like(x)
    for a in reversed(coefficients):
        value = a + x * value
    return value


@cache
def _functions() -> dict[str, Function]:
    """Operations by name; kernels find those of `stumpff` from now on."""
    OF_JAX.update({f"c{k}": c(k) for k in range(8)}, log_factor=_log_factor())
    each = {name: getattr(jnp, op.on_arrays) for name, op in OPERATORS.items()}
    return each | OF_JAX


# --- a program on JAX arrays ----------------------------------------------------------


def together(parts: State) -> Arrays:
    """A flat tuple of arrays of one shape and of type float."""
    return tuple(jnp.broadcast_arrays(*[jnp.asarray(a, float) for a in parts]))


def run_program(program: Program, t: Any, h: Any, y: State, J: State) -> Arrays:
    """The state after the step that the program says; NaN where it fails."""
    y, inputs = together(y), program.inputs
    at = program.constants | {inputs["t"]: t, inputs["h"]: h}
    at |= zip((*inputs["y"], *inputs["J"]), (*y, *J), strict=True)
    does = _Does(y[0].shape)
    walk(program, does, at)
    return tuple([jnp.where(does.good, at[x], jnp.nan) for x in program.outputs])


class _Does(Calls):
    """Operations on JAX arrays; `good` is where all that is required holds."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        super().__init__(_functions())
        self.good: Array = jnp.full(shape, True)

    def requirement(self, holds: Array, reason: str) -> None:
        self.good = self.good & holds

    def loop(
        self, body: Any, first: list[Any], most: int, item: Loop
    ) -> tuple[list[Any], Array]:
        """Repeat until done everywhere; where it was done before, the state stays."""
        outside = self.good

        def unfinished(carried: Any) -> Array:
            _, closed, _, count = carried
            return (count < most) & ~jnp.all(closed)

        def once(carried: Any) -> tuple[Any, ...]:
            state, closed, self.good, count = carried
            following, done = body(state)
            good = jnp.where(closed, carried[2], self.good)
            pairs = zip(state, following, strict=True)
            state = [jnp.where(closed, old, new) for old, new in pairs]
            return state, closed | done, good, count + 1

        shape = outside.shape
        state = [jnp.broadcast_to(jnp.asarray(x, float), shape) for x in first]
        start = state, jnp.full(shape, False), jnp.full(shape, True), 0
        state, closed, good, _ = jax.lax.while_loop(unfinished, once, start)
        self.good = outside
        return state, closed & good


def inverted(M: Array) -> tuple[Array, Array, Array]:
    """(symmetric part, its inverse, determinant); NaN unless positive definite."""
    M = (M + M.T) / 2
    root = jnp.linalg.cholesky(M)
    half = jax.scipy.linalg.solve_triangular(root, jnp.eye(len(M)), lower=True)
    M = jnp.where(jnp.isfinite(root).all(), M, jnp.nan)
    return M, half.T @ half, jnp.prod(jnp.diagonal(root)) ** 2
