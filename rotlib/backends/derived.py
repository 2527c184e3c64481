"""What a recording tells of a load: the law of a potential, and what a law looks at.

Nobody has to declare it: the program is differentiated [eq-carried], read, or asked at
random motions, where each of its choices goes either way by chance, so that no branch
of it stays unseen.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from .._types import Array, Function, State
from .._vectors import cross, plus
from ..errors import InvalidInput
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..numbers import are_arrays, select, tape_of
from .jets import slopes
from .operators import CALLS
from .printed import on_arrays, on_floats
from .trace import (
    Calls,
    DataDependentBranch,
    Kind,
    Program,
    record_function,
    replayed,
    uses,
    walk,
)
from .user_function import UserFunction, flat, sizes_of

SAMPLES = 40  # random motions
NOTHING, CLEAN = 1e-9, 1e-12  # parts of the largest that count as none
FLOATS = {float}


@dataclass(frozen=True, eq=False)
class Formula:
    """A program in one straight line, as a function of numbers of any kind."""

    program: Program

    def __call__(self, *numbers: Any) -> State:
        on = on_floats
        if {*map(type, numbers)} != FLOATS:
            if tape_of(*numbers) is not None:
                return tuple(replayed(self.program, numbers))
            on = on_arrays if are_arrays(*numbers) else on_floats
        made: State = on(self.program)(*numbers)
        return made


@lru_cache(maxsize=256)
def wrench_of(potential: Program, name: str, n: int, pairs: bool = False) -> Formula:
    """Minus the change of a potential in small turns and moves of its body, or of the
    first of a pair; a function of the same numbers: q, the position if n is 6, others.
    """

    def wrench(*numbers: Any) -> State:
        down = [0.0 if x is None else x for x in slopes(potential, name, numbers, -1.0)]
        q, half, force = numbers[:4], [0.5 * x for x in down[:4]], down[4:7]
        back = q[0], *[-x for x in q[1:]]
        if pairs:  # space components
            return (*multiply(*half, *back)[1:], *force)
        torque: State = multiply(*back, *half)[1:]
        return (*torque, *rotate_back(*q, *force)) if n == 6 else torque

    sizes = (0,) * len(potential.inputs["args"])
    return Formula(record_function(wrench, Kind.TRACE_LOAD, sizes, n))


@cache
def of_potential(potential: Function, pairs: bool = False) -> Function:
    """The wrench of a generated potential, recorded when it is first asked."""

    @cache
    def formula() -> Formula:
        sizes = (0,) * potential.__code__.co_argcount
        whole = record_function(potential, Kind.TRACE_LOAD, sizes, 0)
        return wrench_of(whole, potential.__name__, 6, pairs)

    def wrench(*numbers: Any) -> State:
        made = formula()(*numbers)
        if are_arrays(*made) and (kind := np.result_type(*numbers)) != np.float64:
            return tuple([np.asarray(x, kind) for x in made])
        return made

    return wrench


@dataclass(frozen=True, eq=False)
class Slope:
    """The law of a user's potential alone.

    user: the potential, of (q), (q, position) or, of pairs, of both these of a and b
    """

    user: UserFunction
    name: str
    pairs: bool = False

    def __call__(self, t: Any, *motion: Any) -> State:
        if self.pairs:
            a, b, *u = motion
            args = [a.q, a.position, b.q, b.position, *u]
        else:  # of (q, omega), or (q, omega, position, velocity)
            q, _, *rest = motion
            args = [q, *rest[:1], *rest[2:]] if len(rest) > 1 else [q, *rest]
        wrench, numbers = self.wrench(sizes_of(args)), flat(args)
        try:
            return wrench(*numbers)
        except (ArithmeticError, ValueError):  # perhaps in what is not chosen
            made = on_arrays(wrench.program)(*[np.float64(x) for x in numbers])
            if not np.isfinite(made).all():
                raise
            return tuple([float(x) for x in made])

    def with_inputs(self, inputs: Any) -> Function:
        return self if inputs is None else lambda *args: self(*args, inputs.now)

    def wrench(self, sizes: tuple[int, ...]) -> Formula:
        n = 6 if self.pairs or sizes[1:2] == (3,) else 3
        try:
            whole = self.user.program(Kind.TRACE_LOAD, sizes)
            return wrench_of(whole, self.name, n, self.pairs)
        except DataDependentBranch as reason:
            raise InvalidInput(
                f"load {self.name!r}: its law is the slope of its potential, which must"
                f" be one that can be written down as a formula: {reason}; give the law"
                " too"
            ) from None


def depends(program: Program, places: Iterable[int]) -> bool:
    """Whether something comes of these of its numbers."""
    used, args = uses(program), program.inputs["args"]
    return any(used[args[i]] for i in places)


def symmetries(program: Program, own: State, reach: float = 1.0) -> tuple[State, ...]:
    """Twists of space along which a wrench (t, q, omega, position, velocity, ...) at
    rest does no work: three numbers of a turn, three of a move; of a torque (t, q,
    omega, ...) turns alone.

    own: its parameters; reach: of the positions at which it is asked, m
    """
    t, q, x, turned = _random(own)
    still, flies = (0.0, 0.0, 0.0), len(program.outputs) == 6
    x = tuple([reach * a for a in x])
    place = (*x, *still) if flies else ()
    out = _asked(program, [t, *q, *still, *place, *own])
    work: State = rotate(*q, *out[:3])
    if flies:
        force = rotate(*q, *out[3:])
        work = *plus(work, cross(x, force)), *[reach * f for f in force]
    found = _unseen(work, turned)
    return tuple([(*Z[:3], *[reach * v for v in Z[3:]]) for Z in found])


def axis(program: Program, own: State) -> State | None:
    """The direction of space in which a torque (t, q, omega, ...) has no component."""
    found = symmetries(program, own)
    size = math.hypot(*found[0]) if len(found) == 1 else 0.0
    return tuple([x / size for x in found[0]]) if size else None


def is_linear(program: Program, own: State) -> bool:
    """Whether a potential (q, ...) is linear in the rotation matrix."""
    _, q, _, turned = _random(own)
    (V,) = _asked(program, [*q, *own])
    V = np.broadcast_to(V, turned).reshape(-1, turned[-1])
    columns: list[Any] = [np.ones(turned[-1])]
    for e in np.eye(3).tolist():
        columns += rotate(*q, *e)
    matrix = np.stack(columns, -1)
    best, *_ = np.linalg.lstsq(matrix, V.T, rcond=None)
    off = np.abs(matrix @ best - V.T).max(initial=0.0)
    return bool(off <= CLEAN * np.abs(V).max(initial=0.0))


def _random(own: State) -> tuple[Array, State, State, tuple[int, ...]]:
    """Times, attitudes, places (samples,), and the shape of answers with `own`."""
    t, *numbers = np.random.default_rng(0).normal(size=(8, SAMPLES))
    q = np.array(numbers[:4])
    shape = np.broadcast_shapes(*[np.shape(a) for a in own], (SAMPLES,))
    return t, tuple(q / np.sqrt((q * q).sum(0))), tuple(numbers[4:]), shape


def _asked(program: Program, args: list[Any]) -> list[Any]:
    """What it returns where every choice in it is made by chance."""
    rng = np.random.default_rng(1)

    def chosen(condition: Any, a: Any, b: Any) -> Any:
        return select(rng.random(SAMPLES) < 0.5, a, b)

    at = program.constants | dict(zip(program.inputs["args"], args, strict=True))
    with np.errstate(all="ignore"):
        walk(program, Calls(CALLS | {"select": chosen}), at)
    return [at[p] for p in program.outputs]


def _unseen(columns: Any, shape: tuple[int, ...]) -> list[State]:
    """A basis of the rows' null space, with as many zeros and ones as it can have."""
    each = [np.broadcast_to(c, shape).ravel() for c in columns]
    rows = np.stack(each, -1)
    size = np.sqrt((rows * rows).sum(-1))
    known = np.isfinite(size) & (size > 0.0)
    if known.sum() < SAMPLES // 2:
        return []
    triangle = np.linalg.qr(rows[known] / size[known][:, None], mode="r")
    _, scale, ways = np.linalg.svd(triangle)
    free = ways[scale < NOTHING * scale[0]]
    for i in range(len(free)):  # by elimination with the largest of a row
        k = int(np.abs(free[i]).argmax())
        free[i] /= free[i, k]
        others = [j for j in range(len(free)) if j != i]
        free[others] -= np.outer(free[others, k], free[i])
    free[np.abs(free) < CLEAN * np.abs(free).max(initial=0.0)] = 0.0
    found: list[State] = free.tolist()
    return found
