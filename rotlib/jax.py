"""rotlib under JAX: kernels and steps as pure functions for jit, vmap and grad.

Derivatives are right at no turn, by the motion, the inertia, inputs of the load, the
step. NotAvailable without JAX (extra `rotlib[jax]`) or its float64, InvalidInput for
arrays of other shapes.

Chapter: Gradients of what you want to know.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _check, loads, quaternion, wrenches
from ._mechanism import UNTURNED
from ._remembered import call_of
from ._types import Function, State
from .backends.executors import recorded
from .backends.inputs import Inputs
from .backends.rebind import of_any_number
from .backends.trace import DataDependentBranch, Kind, Program
from .body import Body, one_body
from .errors import InvalidInput, NotAvailable
from .methods import ALL, Method
from .methods._flight import constants as flight_constants
from .methods.dqvi import constants as dqvi_constants
from .runs.given import wanting
from .runs.prepare import LoadLike, prepare
from .runs.run import Run
from .runs.stepping import takes_now

if TYPE_CHECKING:
    from jax import Array
    from jax.typing import ArrayLike

    Arrays = tuple[Array, ...]

__all__ = ["Step", "kernel", "step"]


def __dir__() -> list[str]:
    return __all__


AT_REST = {"q": UNTURNED} | dict.fromkeys(("omega", "position", "velocity"), (0.0,) * 3)
OF_INERTIA = (loads.gravity_gradient, wrenches.planet)


@dataclass(frozen=True)
class Step:
    """A method for one body and load, as functions of JAX arrays.

    step: step(t, h, y) -> y, one step of h from time t; y is a flat tuple of arrays of
        one shape, a batch; for a load with inputs step(t, h, y, u), u a number or (n,)
    start: start(q, omega) -> y, from arrays (..., 4) and (..., 3) in body axes; for a
        method that integrates poses start(q, omega, position, velocity)
    read: read(y) -> (q, omega), or (q, omega, position, velocity)
    with_inertia: with_inertia(inertia) -> Step, the same with another inertia, kg m^2,
        by which one may differentiate

    An inertia is (3,), moments in the order of `Body.principal_moments` and about those
    axes; or, for poses, (3, 3) in body axes, of which the symmetric part counts, or
    (6, 6) as `Body.inertia_6x6`. One that is not positive definite makes NaN.
    NotAvailable if the method cannot take it, or the load has the body's own in it: a
    load keeps its numbers, and what of it depends on the inertia comes in as `u`.
    """

    step: Callable[..., "Arrays"]
    start: Callable[..., "Arrays"]
    read: Callable[["Arrays"], "Arrays"]
    with_inertia: Callable[["ArrayLike"], "Step"]

    def run(
        self,
        *motion: "ArrayLike",
        h: "ArrayLike",
        steps: int,
        t0: "ArrayLike" = 0.0,
        u: "ArrayLike | None" = None,
    ) -> "Arrays":
        """Many steps in one `lax.scan`; call it in `jax.jit`, which compiles it once.

        motion: what `start` takes
        h, t0: time step and time of the start, s
        u: inputs of the load, a number or (n,) for all steps, or (steps, n)

        What `read` gives at the start and after each step, (steps + 1, ..., 4 or 3).
        """
        ops = _require_jax()
        jnp, steps = ops.jnp, _check.count(steps, "steps")
        rows = None if u is None else jnp.asarray(u, float)
        if rows is not None and rows.ndim < 2:
            rows = jnp.broadcast_to(rows, (steps, *rows.shape))
        elif rows is not None and (rows.ndim > 2 or len(rows) != steps):
            raise InvalidInput(
                f"u: expected a number, shape (n,) or ({steps}, n), a row for each"
                f" step, got {rows.shape}"
            )

        def once(y: "Arrays", given: Any) -> Any:
            k, row = given
            y = self.step(t0 + k * h, h, y, row)
            return y, self.read(y)

        first = self.start(*motion)
        _, after = ops.jax.lax.scan(once, first, (jnp.arange(steps), rows))
        pairs = zip(self.read(first), after, strict=True)
        return tuple([jnp.concatenate([a[None], b]) for a, b in pairs])


def kernel(function: Function) -> Function:
    """A generated function for JAX arrays that broadcast, for `jit`, `vmap` and `grad`.

    function: from `rotlib.kernels`, or your own that calls such and those of `math`; it
        may not branch on its arguments

    Derivatives of any order are right at the angle zero.
    """
    jnp, called = _require_jax().jnp, of_any_number(function)
    return lambda *numbers: called(*map(jnp.asarray, numbers))


def step(method: Method | str, body: Body, load: LoadLike = None) -> Step:
    """A method as pure functions of JAX arrays, for `jit`, `vmap`, `scan` and `grad`.

    method: any but `exact`, which has no step, and `adams_bashforth_moulton`, whose
        first steps are another method's
    load: as for `rotlib.integrate`; it must not branch on the motion, and may take
        inputs, load(t, q, omega, u): commands, or parameters to differentiate by

    NotAvailable for what cannot be taken, with the reason. Under JAX nothing can be
    raised: where a step fails with an error in `rotlib.integrate`, all of y is NaN from
    there on, and for starts above 1e60 too. A method that solves equations does so in a
    `lax.while_loop`: forward derivatives (`jvp`, `jacfwd`) pass through it, `grad` does
    not, and JAX says so.
    """
    ops = _require_jax()
    body = one_body(body, "jax.step")
    method, load = prepare(method, body, load, alone=True)
    name, why = method.name, ""
    if method.closed_form is not None:
        why = f"{name} has no step, it is a closed form"
    elif "body axes" in method.properties:
        why = f"the function of {name} is called step by step, on NumPy's arrays"
    elif name.startswith("adams_bashforth_moulton"):
        why = f"the first steps of {name} are another method's"
    if why:
        raise NotAvailable(f"jax: {why}; take {_others()}")
    constants = method.layout.constants
    J = constants(body) if constants else body.principal_moments
    return _Machine(ops, method, body, load).steps(tuple(J), exchanged=False)


@dataclass(eq=False)
class _Machine:
    """A method for a body and a load: its programs, and the functions made of them."""

    ops: Any
    method: Method
    body: Body
    load: Any

    def __post_init__(self) -> None:
        self.at_rest = dict([*AT_REST.items()][: 4 if self.method.poses else 2])
        self.inputs = Inputs(np.zeros((1, 1))) if wanting(self.load) else None
        self.program = cache(self._program)

    def _run(self, load: Any) -> Run:
        start = {{"q": "q0"}.get(k, k): np.array(x) for k, x in self.at_rest.items()}
        given = self.method, self.body, load, Kind.FLOAT, start
        return Run(*given, inputs=self.inputs)

    def _program(
        self, exchanged: bool, shape: tuple[int, ...]
    ) -> tuple[Program, list[float]]:
        """The program for the body, or for others, and for inputs of that shape; the
        numbers of the load.
        """
        if self.inputs:  # any numbers
            self.inputs.give(1.0 + np.arange(*shape or (1,)).reshape(shape) / 8)
        run = self._run(self.load)
        own = [x.flat for x in run.numbers[1:] if x is not self.inputs]
        if exchanged:
            self.program(False, shape)  # what fails there has another reason
            run.numbers[0] = Inputs.of((np.nan,) * len(run.J))
            run.J = run.numbers[0].now
        try:
            return recorded(run, Kind.TRACE_WHOLE, None), sum(own, [])
        except DataDependentBranch as reason:
            name = self.method.name
            raise NotAvailable(
                f"inertia: {name} takes the moments of the body alone, since {reason};"
                f" take {_others()}"
                if exchanged
                else f"jax: cannot take {name} here: {reason}"
            ) from reason

    def steps(self, J: State, exchanged: bool) -> Step:
        """The functions for numbers J that the step takes, the body's or others."""
        ops, run = self.ops, self._run(None)
        if self.inputs is None:
            self.program(exchanged, ())

        def one_step(
            t: "ArrayLike", h: "ArrayLike", y: "Arrays", u: "ArrayLike | None" = None
        ) -> Any:
            given = self._given(u)
            program, own = self.program(exchanged, () if given is None else given.shape)
            inputs = () if given is None else given.ravel()
            return ops.run_program(program, t, h, y, (*J, *inputs, *own))

        def begin(*motion: "ArrayLike") -> Any:
            return ops.together(run.state_of(self._parts(motion), J))

        def read(y: "Arrays") -> "Arrays":
            parts = run.motion(y, J)
            return tuple([ops.jnp.stack(ops.together(a), -1) for a in parts])

        return Step(one_step, begin, read, self.with_inertia)

    def _parts(self, motion: tuple[Any, ...]) -> list[Any]:
        if len(motion) != len(self.at_rest):
            raise InvalidInput(
                f"start: expected {', '.join(self.at_rest)}, got {len(motion)} arrays"
            )
        jnp, parts = self.ops.jnp, []
        for (name, still), a in zip(self.at_rest.items(), motion, strict=True):
            a, size = jnp.asarray(a, float), len(still)
            if a.shape[-1:] != (size,):
                raise InvalidInput(
                    f"{name}: expected shape (..., {size}), got {a.shape}"
                )
            parts.append(tuple(jnp.moveaxis(self.ops.sized(a), -1, 0)))
        return parts

    def _given(self, u: Any) -> Any:
        """The inputs, if they are what the load takes; None if it takes none."""
        call = "give step(t, h, y, u) or run(..., u=u) a number or an array (n,)"
        if not takes_now(self.inputs, u, call):
            return None
        u = self.ops.jnp.asarray(u, float)
        if u.ndim > 1:
            raise InvalidInput(
                f"u: expected a number or shape (n,), got {u.shape}; jax.vmap makes"
                " steps for many"
            )
        return u

    # --- another inertia --------------------------------------------------------------

    def with_inertia(self, inertia: "ArrayLike") -> Step:
        ops, poses = self.ops, self.method.poses
        J: Any = ops.jnp.asarray(inertia, float)
        shapes = [(3,), (3, 3), (6, 6)] if poses else [(3,)]
        if J.shape not in shapes:
            raise InvalidInput(
                f"inertia: expected shape {' or '.join(map(str, shapes))}, got"
                f" {J.shape}; jax.vmap makes steps for many bodies"
                + ("" if poses else ", and methods for poses, as dqvi, take matrices")
            )
        for part in () if self.load is None else self.load.summands:
            call = call_of(part)
            if call is not None and call.func in OF_INERTIA:
                raise NotAvailable(
                    f"inertia: the load {part.name!r} has the inertia of the body in"
                    " it; write it as load(t, q, omega, u), with the inertia in u too"
                )
        moments = self._constants(self._six(J)) if poses else ops.positive(J)
        return self.steps(moments, exchanged=True)

    def _six(self, inertia: Any) -> Any:
        """The 6x6 inertia with another one about the reference point."""
        if inertia.shape == (6, 6):
            return inertia
        if inertia.shape == (3,):
            R = quaternion.as_matrix(self.body.principal_axes)
            inertia = R @ self.ops.jnp.diag(inertia) @ R.T
        M = self.ops.jnp.asarray(self.body.inertia_6x6)
        return M.at[:3, :3].add(inertia - self.body.inertia)

    def _constants(self, M: Any) -> State:
        """As `Layout.constants`; added mass and gyration stay those of the body."""
        jnp, added = self.ops.jnp, self.body.added_mass
        own = M - added
        M, inverse, determinant = self.ops.inverted(M)
        if self.method.layout.constants is dqvi_constants:
            *_, gyration, _ = dqvi_constants(self.body)
            rows = np.triu_indices(6)
            return (*M[rows], *inverse.ravel(), determinant, gyration, own[3, 3])
        if self.method.layout.constants is not flight_constants:
            raise NotAvailable(
                f"inertia: {self.method.name} takes the body's alone; take dqvi or"
                " rkmk54"
            )
        c = own[:3, 3:] / own[3, 3]  # of the cross product with the centre
        shift, back = (jnp.eye(6).at[:3, 3:].set(a) for a in (c, -c))
        centre = c[2, 1], c[0, 2], c[1, 0]
        ways = inverse @ shift, back @ M
        return (*ways[0].ravel(), *ways[1].ravel(), *centre, float(added.any()))


def _others() -> str:
    steps = [m.name for m in ALL if m.closed_form is None]
    return ", ".join(x for x in steps if x != "adams_bashforth_moulton")


def _require_jax() -> Any:
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
