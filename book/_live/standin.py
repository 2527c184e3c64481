"""Until rl.export is here: the JavaScript of a step of a free body, same interface."""

import math

import numpy as np
from rotlib.backends.trace import Loop, Requirement, record
from rotlib.backends.registry import Kind
from rotlib.backends.bind import bind
from rotlib.methods import find
from rotlib.runs.run import RotationRun

INFIX = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "eq": "===",
    "ne": "!==",
    "and": "&&",
}


def lit(x):
    if math.isinf(x) or math.isnan(x):
        return "NaN" if math.isnan(x) else ("(-Infinity)" if x < 0 else "Infinity")
    return f"({x!r})" if math.copysign(1, x) < 0 else repr(x)


def body_of(P, result):
    ops = P.ops

    def nm(p):
        return lit(ops[p].value) if ops[p].name == "constant" else f"v{p}"

    def line(p):
        op, a = ops[p], [nm(x) for x in ops[p].args]
        if op.name in INFIX:
            text = f"{a[0]} {INFIX[op.name]} {a[1]}"
        elif op.name == "select":
            text = f"{a[0]} ? {a[1]} : {a[2]}"
        elif op.name == "neg":
            text = f"-{a[0]}"
        elif op.name == "not":
            text = f"!{a[0]}"
        else:
            text = f"Math.{op.name}({', '.join(a)})"
        if op.name == "copysign":
            text = f"({a[1]} < 0 || Object.is({a[1]}, -0) ? -1 : 1) * Math.abs({a[0]})"
        return f"const v{p} = {text};"

    def lines(block):
        for it in block:
            if isinstance(it, Loop):
                for s, f in zip(it.state, it.first):
                    yield f"let v{s} = {nm(f)};"
                yield f"let v{it.closed} = false;"
                yield f"for (let k = 0; k < {it.most}; k++) {{"
                yield from lines(it.body)
                new = [f"n{s} = {nm(f)}" for s, f in zip(it.state, it.following)]
                yield "const " + ", ".join(new) + ";"
                yield " ".join(f"v{s} = n{s};" for s in it.state)
                yield f"if ({nm(it.done)}) {{ v{it.closed} = true; break; }}"
                yield "}"
            elif isinstance(it, Requirement):
                yield f"if (!({nm(it.place)})) return 1;"
            else:
                yield line(it)

    i = P.inputs
    head = [f"const v{i['t']} = t, v{i['h']} = h;"]
    head += [f"const v{p} = y[{k}];" for k, p in enumerate(i.get("y", ()))]
    head += [f"const v{p} = J[{k}];" for k, p in enumerate(i.get("J", ()))]
    mask = [f"({nm(p)} ? {1 << k} : 0)" for k, (p, _, _) in enumerate(P.warnings)]
    tail = [f"{result}[{k}] = {nm(p)};" for k, p in enumerate(P.outputs)]
    tail += [f"return ({' | '.join(mask) or 0}) << 8;"]
    return "\n    ".join([*head, *lines(P.block), *tail])


def function(function, sizes, returns, name="f"):
    from rotlib.backends.trace import record_function

    P = record_function(
        bind(function, Kind.TRACE_LOAD), Kind.TRACE_LOAD, sizes, returns
    )
    P.inputs["t"] = P.inputs["h"] = None
    lines = body_of(P, "out").split("\n")[1:]
    names = ", ".join(f"v{p}" for p in P.inputs["args"])
    lines = [x for x in lines if not x.strip().startswith("return ")]
    back = "out" if returns else "out[0]"
    return (
        f"const {name} = ({names}) => {{\n  const out = [];\n"
        + "\n".join(lines)
        + f"\n  return {back};\n}};\n"
    )


def export(method, body, load=None, name="step"):
    method = find(method)
    method = getattr(method, "stepping_form", None) or method
    assert load is None
    kind, J = Kind.TRACE, body.principal_moments
    run = RotationRun(
        method,
        body,
        None,
        Kind.FLOAT,
        np.array([1.0, 0, 0, 0]),
        np.array([0.1, 0.2, 3]),
    )
    from rotlib.runs.stepping import _ends

    begin, finish = _ends(run, kind)
    some = (1.0, 0.0, 0.0, 0.0, 0.1, 0.2, 3.0)
    size = len(_ends(run, Kind.FLOAT)[0](some, tuple(run.J), 0.1))
    free = (math.nan,) * 3

    def made(f, n):
        try:
            return record(f, None, n, free, None, kind)
        except Exception:
            return record(f, 0.01, n, tuple(run.J), None, kind)

    into = made(lambda t, h, y, J, load: begin(y, J, h), 7)
    step = made(bind(method.step, kind), size)
    out = made(lambda t, h, y, J, load: finish(y, J), size)
    warnings = [f"{c.__name__}: {text}" for _, c, text in step.warnings]
    numbers = ", ".join(map(repr, map(float, J)))
    return f"""const {name} = {{
  method: {method.name!r}, poses: false, size: {size}, motion: 7,
  J: [{numbers}], p: [], h: null,
  reasons: ["", "StepTooLarge: this step has no solution; take a smaller h"],
  warnings: {warnings!r},
  begin(h, motion, y, J = this.J, p = this.p) {{
    const t = 0;
    return (y0 => {{ const y = Array.from(motion); {body_of(into, "y0")} }})(y);
  }},
  step(t, h, y, J = this.J, p = this.p) {{
    {body_of(step, "y")}
  }},
  end(y, motion, J = this.J) {{
    const t = 0, h = 0;
    {body_of(out, "motion")}
  }},
}};
"""


if __name__ == "__main__":
    import sys
    import rotlib as rl

    print(export(sys.argv[1], rl.Body((3.0, 10.0, 8.0))))
