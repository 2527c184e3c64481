"""A program on arrays, chunk by chunk, so that states stay in the cache.

The operations are those of the plain step in the same order, so the bits are the same;
what is saved is memory that is asked for and given back at each of them.
"""

from typing import Any, TypeAlias

import numpy as np

from .._types import Array, Function, State
from .operators import OPERATORS
from .trace import STUMPFF, Program

CHUNK = 4096
NOTHING: Array = np.empty((0, 0, 0))
Call: TypeAlias = tuple[Function, tuple[Any, ...]]


def possible(program: Program) -> bool:
    """Whether the program is one straight line."""
    return all(isinstance(item, int) for item in program.block)


class Chunk:
    """A program with memory for some lanes, in `state`; `step` moves them on.

    Numbers that vary are in `carried`, one array for those of each lane, and in `held`
    those of each step; `begin` says that `carried` has been filled.
    """

    def __init__(self, program: Program, h: float, J: State, lanes: int):
        inputs = program.inputs
        self.t: Array = np.empty(())
        self.state: list[Array] = [np.empty(lanes) for _ in inputs["y"]]
        varying = {
            place: np.empty(lanes if by_lane else ())
            for place, (by_lane, _) in program.varying.items()
        }
        changing = {place for place, (_, by_step) in program.varying.items() if by_step}
        self.carried: list[Array] = [
            a for place, a in varying.items() if place not in changing
        ]
        self.held: list[Array] = [varying[x] for x in varying if x in changing]
        at = {
            inputs["t"]: self.t,
            inputs["h"]: np.array(h),
            **dict(zip(inputs["y"], self.state, strict=True)),
            **{
                place: varying.get(place, np.array(j))
                for place, j in zip(inputs["J"], J, strict=True)
            },
            **{
                place: np.array(op.value)
                for place, op in program.ops.items()
                if op.name == "constant"
            },
        }
        self.always: list[Call]
        self.calls: list[Call]
        moving = {*inputs["y"], inputs["t"], *changing}
        self.always, self.calls = self._planned(program, at, at.keys() - moving)
        self.moves: list[tuple[Array, Array]] = [
            (to, at[place])
            for to, place in zip(self.state, program.outputs, strict=True)
            if at[place] is not to
        ]
        self.shuffled: set[int] = {
            place for place in program.outputs if place in inputs["y"]
        }
        if not self.carried:
            self.begin()

    def begin(self) -> None:
        """Compute what is the same in all steps."""
        for f, args in self.always:
            f(*args)

    def _planned(
        self, program: Program, at: dict[int, np.ndarray], steady: set[int]
    ) -> tuple[list[Call], list[Call]]:
        """The calls made once and those of each step; free arrays are used again.

        `steady` are the places that stay the same, of inputs and constants.
        """
        made = set(program.block)
        last = {
            x: i
            for i, place in enumerate(program.block)
            for x in program.ops[place].args
        }
        kept = {*program.outputs}
        spare: dict[Any, list[Any]] = {np.dtype(float): [], np.dtype(bool): []}
        once: list[Call] = []
        each: list[Call] = []
        for i, place in enumerate(program.block):
            op = program.ops[place]
            args = [at[x] for x in op.args]
            shape = np.broadcast_shapes(*(a.shape for a in args))
            kind = np.dtype(bool if _is_truth(op.name) else float)
            if all(x in steady for x in op.args):
                steady.add(place)
            over = [
                x
                for x in dict.fromkeys(op.args)
                if last[x] == i and x in made and x not in kept
                if x not in steady and at[x].ndim
            ]
            # what is computed may take the place of what it is computed from; of two to
            # choose from, that of the second
            early = [x for x in over if op.name != "select" or x == op.args[2]]
            for x in early:
                spare[at[x].dtype].append(at[x])
            free = spare[kind] if shape and place not in steady else []
            out = at[place] = free.pop() if free else np.empty(shape, kind)
            (once if place in steady else each).append(_call(op.name, args, out))
            for x in over:
                if x not in early:
                    spare[at[x].dtype].append(at[x])
        return once, each

    def step(self, t: float) -> None:
        self.t[...] = t
        for f, args in self.calls:
            f(*args)
        moves = (
            self.moves
            if not self.shuffled
            else [(to, new.copy()) for to, new in self.moves]
        )
        for to, new in moves:
            to[...] = new


def many(program: Program) -> Function:
    """The loop for a batch, as `llvm_loops.many` has it."""
    memory: dict[int, Chunk] = {}

    def loop(
        begin: int,
        end: int,
        t0: float,
        h: float,
        k0: int,
        steps: int,
        every: int,
        y: Array,
        p: Array,
        out: Array,
        good: Array,
        carried: Array = NOTHING,
        held: Array = NOTHING,
    ) -> None:
        given = dict(zip(program.placed(False, False), p.tolist(), strict=True))
        J = [given.get(place, 0.0) for place in program.inputs["J"]]
        for first in range(begin, end, CHUNK):
            lanes = slice(first, min(first + CHUNK, end))
            n = lanes.stop - first
            chunk = memory[n] = memory.get(n) or Chunk(program, h, J, n)
            for a, b in zip(chunk.state, y, strict=True):
                a[...] = b[lanes]
            for a, b in zip(chunk.carried, carried, strict=True):
                a[...] = b[lanes]
            chunk.begin()
            for k in range(steps):
                for a, b in zip(chunk.held, held[k] if held.size else (), strict=True):
                    a[...] = b[lanes if a.ndim else 0]
                chunk.step(t0 + (k0 + k) * h)
                if (k + 1) % every == 0:
                    for a, b in zip(out[k // every], chunk.state, strict=True):
                        a[lanes] = b
            for a, b in zip(y, chunk.state, strict=True):
                a[lanes] = b
        good[0], good[1] = steps, 0.0

    return loop


def on_arrays(program: Program) -> Function:
    """The program of a function as a function of arrays that broadcast."""
    constants = {
        place: op.value for place, op in program.ops.items() if op.name == "constant"
    }
    calls = [
        (place, _function(program.ops[place].name), program.ops[place].args)
        for place in program.block
    ]

    def call(*args: Any) -> list[Any]:
        at = constants | dict(zip(program.inputs["args"], args, strict=True))
        with np.errstate(all="ignore"):  # of what is not chosen
            for place, f, places in calls:
                at[place] = f(*[at[x] for x in places])
        return [at[place] for place in program.outputs]

    return call


def _function(name: str) -> Function:
    if name in OPERATORS:
        function: Function = getattr(np, OPERATORS[name].on_arrays)
        return function
    return STUMPFF[name]


def _is_truth(name: str) -> bool:
    return name in OPERATORS and OPERATORS[name].truth


def _call(name: str, args: list[np.ndarray], out: np.ndarray) -> Call:
    if name == "select":
        return _choose, (*args, out)
    if name in OPERATORS:
        return _function(name), (*args, out)
    return _fill, (_function(name), *args, out)


def _choose(
    condition: np.ndarray, a: np.ndarray, b: np.ndarray, out: np.ndarray
) -> None:
    if out is not b:
        np.copyto(out, b)
    np.copyto(out, a, where=condition)


def _fill(function: Function, *arrays: np.ndarray) -> None:
    *args, out = arrays
    out[...] = function(*args)
