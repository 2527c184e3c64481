"""A recorded program, done on Python's floats one operation after another."""

from rotlib import stumpff
from rotlib.backends import trace
from rotlib.backends.operators import OPERATORS


def run_program(program, t, h, y, J):
    """What it returns, and whether all that it requires holds."""
    inputs = program.inputs
    at = {
        inputs["t"]: t,
        inputs["h"]: h,
        **dict(zip(inputs["y"], y, strict=True)),
        **dict(zip(inputs["J"], J, strict=True)),
    }
    does = {name: op.on_floats for name, op in OPERATORS.items()}
    does |= {name: getattr(stumpff, name) for name in ("c0", "c1", "c2", "c3")}
    demands = []

    def value(place):
        op = program.ops[place]
        return op.value if op.name == "constant" else at[place]

    def walk(block):
        for item in block:
            if isinstance(item, trace.Loop):
                at.update(zip(item.state, [value(x) for x in item.first], strict=True))
                at[item.closed] = False
                for _ in range(item.most):
                    walk(item.body)
                    at.update(
                        zip(item.state, [value(x) for x in item.following], strict=True)
                    )
                    if value(item.done):
                        at[item.closed] = True
                        break
            elif isinstance(item, trace.Requirement):
                demands.append(value(item.place))
            else:
                op = program.ops[item]
                at[item] = does[op.name](*[value(x) for x in op.args])

    walk(program.block)
    return tuple([value(x) for x in program.outputs]), all(demands)
