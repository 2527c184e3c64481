"""`export`: one step as text, for a page in JavaScript, for a device in C.

Chapter: A step in another language.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from .. import __version__
from .._types import ArrayLike, Function, Scalar, State
from ..backends import printed
from ..backends.executors import Inputs, program_of
from ..backends.printed import Language, Printer, block
from ..backends.trace import DataDependentBranch, Kind, Program, record
from ..body import BodyLike, as_body, one_body
from ..errors import LargeStep, NotAvailable
from ..joints import Joint
from ..methods import Method
from ..numbers import warn_if
from .prepare import LoadLike, acts_on_pairs, bound_run, jointed, prepare, start_of
from .run import Run, SystemRun
from .stepping import ends, take

# of each function what it reads and writes, and its arguments
FUNCTIONS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "begin": ("motion", "y", ("h", "motion", "y", "J")),
    "step": ("y", "y", ("t", "h", "y", "J", "p")),
    "end": ("y", "motion", ("y", "motion", "J")),
}


def export(
    method: Method | str,
    body: BodyLike,
    load: LoadLike = None,
    *,
    language: Language = "javascript",
    name: str = "step",
    inputs: ArrayLike | None = None,
    joints: Sequence[Joint] | None = None,
    start: dict[str, ArrayLike] | None = None,
) -> str:
    """The text of one step of a method, in JavaScript or C, that needs nothing else.

    method: one that makes steps; "exact" makes its algebraic steps
    body: its constants are the defaults of J; principal axes stay those of this body.
        Several are one system, of a load between them or of joints
    load: as for `stepper`, without a branch on the motion; its `parameters` become p,
        as do masses, centres, moments and strengths of rotlib's own; directions, drag
        matrices and torques known in space stay in the text
    language: a classic script that defines an object, or a header for C99
    name: of the object, or of the function and what belongs to it
    inputs: (n,), defaults of the inputs that a load takes last, first in p
    joints, start: as for `integrate`; where they are shut, from `joints.consistent`

    The object has `begin(h, motion, y, J)`, from a motion to the state y, `step(t, h,
    y, J, p)`, in place, and `end(y, motion, J)`, back; C has `NAME_begin`, `NAME` and
    `NAME_end`. A motion is q wxyz, body to space, and omega, body, rad/s; in flight
    position, space, m, and velocity, body, m/s; then rotor speeds and states of loads;
    of a system those of its bodies, one after the other. All return a status: 0; below
    256 a refusal, told in `reasons`, which leaves the state; or the sum of 256, 512,
    ... for `warnings`.

    Bit for bit the program replayed in Python, in C without contraction
    (-ffp-contract=off); JavaScript's sin and cos may differ in the last place.
    NotAvailable for a method without steps of one body, and a load that cannot be
    recorded.

    >>> from rotlib import Body
    >>> export("buss2", Body((1, 2, 3)))[:20]
    '// One step of buss2'
    """
    printer, given = Printer(language), None
    if inputs is not None:
        given = Inputs(np.zeros((1, 1)))
        take(given, inputs, (), "inputs")
    method, acting = prepare(method, body, load, stepping=True)
    system = joints is not None or acts_on_pairs(acting)
    body = as_body(body) if system else one_body(body, "export")
    if "body axes" in method.properties:
        said = f"method: {method.name} calls a function on NumPy's arrays, of which no"
        said += " text can be written; rotlib.methods.of takes turn(*q, *L, *J, h) and"
        raise NotAvailable(said + " step(t, h, y, J, load) too, on numbers")
    begun = start_of(method, body, acting, **start or {})
    if joints is not None:
        method = jointed(method, body, joints, begun)
    more: Any = {"inputs": given, "h": 1e-3, "backend": "compiled"}
    run = bound_run(method, body, acting, begun, **more)
    size = len(run.J)
    bodies = {key: _body(key, x, printer, size) for key, x in programs(run).items()}
    facts: dict[str, Any] = {"size": len(run.y), "motion": sum(run.sizes) * run.n}
    facts |= {"J": [float(x) for x in run.J]}
    facts |= {"p": [x for given in run.numbers[1:] for x in given.flat]}
    facts |= {"reasons": [*printer.reasons], "warnings": [*printer.warnings]}
    made = _javascript if language == "javascript" else _c
    lines = made(printed.named(name), method, facts, bodies)
    return "\n".join([*_head(run, facts), *lines, ""])


def programs(run: Run) -> dict[str, Program]:
    """Those of the functions; the numbers p of the step stand behind its J."""
    begin, end = _of_all(run)
    given, motion = (len(run.J), None, Kind.TRACE), sum(run.sizes) * run.n
    try:
        return {
            "begin": record(begin, motion, *given),
            "step": program_of(run, Kind.TRACE),
            "end": record(end, len(run.y), *given),
        }
    except DataDependentBranch as reason:
        what = "method" if run.given is None else "load"
        said = f"{what}: the step of {run.method.name} cannot be written down as a"
        raise NotAvailable(f"{said} formula here: {reason}") from reason


def _body(function: str, program: Program, printer: Printer, known: int) -> list[str]:
    x, (source, target, _) = program.inputs, FUNCTIONS[function]
    given = {x["t"]: "t", x["h"]: "h"}
    arrays = {source: x["y"], "J": x["J"][:known], "p": x["J"][known:]}
    for name, places in arrays.items():
        given |= {place: f"{name}[{i}]" for i, place in enumerate(places)}
    return printer.body(program, given, target)


def _head(run: Run, facts: dict[str, Any]) -> list[str]:
    method, flies = run.method, run.flies
    load = "no load" if run.given is None else f"load {run.given.name!r}"
    rates = ", position in space in m, body velocity in m/s" if flies else ""
    rates += ", speeds of rotors in rad/s, states of loads." if run.extended else "."
    moments = "." if flies else ", its principal moments."
    lines = [
        f"One step of {method.name}: {method.summary}.",
        f"Printed by rotlib {__version__} from its recorded program; {load}.",
        *[f"Chapter of the derivation: {method.chapter}, {method.equation}."]
        * bool(method.chapter),
        f"y: {facts['size']} numbers of a state. A motion: {facts['motion']} numbers,"
        " (w, x, y, z) body to space,",
        f"body rates in rad/s{rates}",
        f"J: {len(facts['J'])} constants of the body{moments}",
        f"p: {len(facts['p'])} parameters of the load.",
        "A status: 0; below 256, a refusal; else 256, 512, ... for warnings,",
        "added.",
    ]
    return [*map(printed.commented, lines)]


def _javascript(
    name: str, method: Method, facts: dict[str, Any], bodies: dict[str, list[str]]
) -> list[str]:
    facts = {"method": method.name, "poses": method.poses, **facts}
    members = [f"{key}: {printed.scripted(value)}," for key, value in facts.items()]
    for key, lines in bodies.items():
        given = [f"{x} = made.{x}" if x in "Jp" else x for x in FUNCTIONS[key][2]]
        members += block(f"{key}({', '.join(given)}) {{", lines, "},")
    inner = [*block("const made = {", members, "};"), "return made;"]
    return block(f"const {name} = (() => {{", inner, "})();")


def _c(
    name: str, method: Method, facts: dict[str, Any], bodies: dict[str, list[str]]
) -> list[str]:
    guard, J, p = f"ROTLIB_{name.upper()}_H", facts["J"], facts["p"]
    sizes = {"SIZE": facts["size"], "MOTION": facts["motion"]}
    sizes |= {"CONSTANTS": len(J), "PARAMETERS": len(p)}
    named = [f"{name.upper()}_{key} = {n}," for key, n in sizes.items()]
    lines = [f"#ifndef {guard}", f"#define {guard}", ""]
    lines += ["#include <math.h>", "#include <stdbool.h>", ""]
    lines += [*block("enum {", named, "};"), ""]
    for key, numbers in (("J", J), ("p", p)):
        row = ", ".join(map(Printer("c").number, numbers)) or "0.0"
        lines.append(f"static const double {name}_{key}[] = {{{row}}};")
    for key in ("reasons", "warnings"):
        each = [f"{printed.quoted(x)}," for x in facts[key]] or ["0,"]
        lines += block(f"static const char *const {name}_{key}[] = {{", each, "};")
    for key, body in bodies.items():
        _, writes, given = FUNCTIONS[key]
        kinds = {"t": "double t", "h": "double h", writes: f"double {writes}[]"}
        head = ", ".join([kinds.get(x, f"const double {x}[]") for x in given])
        body = [*[f"(void){x};" for x in given if x in "thJp"], *body]
        called = name if key == "step" else f"{name}_{key}"
        lines += ["", *block(f"static inline int {called}({head}) {{", body, "}")]
    return [*lines, "", "#endif"]


def _of_all(run: Run) -> tuple[Function, Function]:
    """Start and end of all bodies: motions one after the other, numbers mixed."""
    begin, finish = ends(run.apart if isinstance(run, SystemRun) else run)
    n, size = run.n, sum(run.sizes)

    def begun(_: Scalar, h: Scalar, motion: State, J: State, load: None) -> State:
        each: list[State] = []
        for i in range(n):
            own = motion[i * size : (i + 1) * size]
            _warn_of_turn(run.method, h, own[4:7])
            each.append(begin(own, J[i::n], h))
        return list(chain(*zip(*each, strict=True)))

    def finished(_: Scalar, h: Scalar, y: State, J: State, load: None) -> State:
        return list(chain(*[finish(y[i::n], J[i::n]) for i in range(n)]))

    return begun, finished


def _warn_of_turn(method: Method, h: Scalar, omega: State) -> None:
    limit = method.longest_turn
    if math.isfinite(limit):
        x, y, z = omega
        said = f"the first step turns the body by more than {limit:g} rad, beyond which"
        said += (
            f" the errors of {method.name} do not follow its order; take a smaller h"
        )
        far = h * h * (x * x + y * y + z * z) > limit * limit
        warn_if(far, LargeStep, lambda: said)
