"""A program on arrays: chunk by chunk, so that states stay in the cache while all steps up to a record are made.

The operations are those of the plain step in the same order, so the bits are the same; what is saved is memory that is
asked for and given back at each of them.
"""

import numpy as np

from ._bind import bind
from ._lanes import STUMPFF

CHUNK = 4096
UFUNCS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.true_divide, "neg": np.negative,
          "abs": np.abs, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "exp": np.exp, "log": np.log,
          "atan2": np.arctan2, "copysign": np.copysign, "pow": np.power, "lt": np.less, "le": np.less_equal,
          "gt": np.greater, "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal, "and": np.logical_and,
          "not": np.logical_not}
TRUTHS = {"lt", "le", "gt", "ge", "eq", "ne", "and", "not"}


def possible(program):
    """Whether the program is one straight line."""
    return all(isinstance(item, int) for item in program.block)


class Chunk:
    """A program with memory for some lanes: `state` holds them, `step` moves them on."""

    def __init__(self, program, h, J, lanes):
        inputs = program.inputs
        self.t = np.empty(())
        self.state = [np.empty(lanes) for _ in inputs["y"]]
        at = {inputs["t"]: self.t, inputs["h"]: np.array(h), **dict(zip(inputs["y"], self.state, strict=True)),
              **{place: np.array(j) for place, j in zip(inputs["J"], J, strict=True)},
              **{place: np.array(op.value) for place, op in program.ops.items() if op.name == "constant"}}
        self.always, self.calls = self._planned(program, at)
        self.moves = [(to, at[place]) for to, place in zip(self.state, program.outputs, strict=True)
                      if at[place] is not to]
        self.shuffled = {place for place in program.outputs if place in inputs["y"]}
        for f, args in self.always:
            f(*args)

    def _planned(self, program, at):
        """The calls made once and those made in each step; arrays that nothing needs any more are used again."""
        made = set(program.block)
        last = {x: i for i, place in enumerate(program.block) for x in program.ops[place].args}
        kept, spare = {*program.outputs}, {np.dtype(float): [], np.dtype(bool): []}
        once, each, steady = [], [], {place for place, a in at.items() if a.ndim == 0 and a is not self.t}
        for i, place in enumerate(program.block):
            op = program.ops[place]
            args = [at[x] for x in op.args]
            shape, kind = np.broadcast_shapes(*(a.shape for a in args)), np.dtype(bool if op.name in TRUTHS else float)
            free = spare[kind] if shape else []
            out = at[place] = free.pop() if free else np.empty(shape, kind)
            if all(x in steady for x in op.args):
                steady.add(place)
            (once if place in steady else each).append(_call(op.name, args, out))
            for x in set(op.args):
                if last[x] == i and x not in kept and x in made and at[x].ndim:
                    spare[at[x].dtype].append(at[x])
        return once, each

    def step(self, t):
        self.t[...] = t
        for f, args in self.calls:
            f(*args)
        moves = self.moves if not self.shuffled else [(to, new.copy()) for to, new in self.moves]
        for to, new in moves:
            to[...] = new


def _call(name, args, out):
    if name in UFUNCS:
        return UFUNCS[name], (*args, out)
    if name == "select":
        return _choose, (*args, out)
    return _fill, (bind(STUMPFF[name], "numpy"), *args, out)


def _choose(condition, a, b, out):
    np.copyto(out, b)
    np.copyto(out, a, where=condition)


def _fill(function, s, out):
    out[...] = function(s)
