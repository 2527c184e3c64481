"""A recorded program, done on Python's numbers one operation after another."""

from rotlib import stumpff
from rotlib.backends import trace
from rotlib.backends.trace import OPERATORS


def on_floats(name):
    return OPERATORS[name].on_floats if name in OPERATORS else getattr(stumpff, name)


def done(program, t, h, y, J, does=on_floats):
    """What it returns, whether all that it requires holds, and what stands at each
    place; does: from the name of an operation to a function."""
    inputs, demands = program.inputs, []
    at = {inputs["t"]: t, inputs["h"]: h}
    at |= dict(zip((*inputs["y"], *inputs["J"]), (*y, *J), strict=True))
    at |= {i: op.value for i, op in program.ops.items() if op.name == "constant"}

    def work(block):
        for item in block:
            if isinstance(item, trace.Requirement):
                demands.append(at[item.place])
            elif isinstance(item, trace.Loop):
                at.update(zip(item.state, [at[x] for x in item.first], strict=True))
                at[item.closed] = False
                for _ in range(item.most):
                    work(item.body)
                    following = [at[x] for x in item.following]
                    at.update(zip(item.state, following, strict=True))
                    if at[item.done]:
                        at[item.closed] = True
                        break
            else:
                op = program.ops[item]
                at[item] = does(op.name)(*[at[x] for x in op.args])

    work(program.block)
    return [at[x] for x in program.outputs], all(demands), at


def run_program(*given):
    returned, good, _ = done(*given)
    return tuple(returned), good
