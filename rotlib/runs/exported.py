"""`export`: one step as text, for a page in JavaScript, for a device in C.

Chapter: A step in another language.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import chain
from typing import Any

from .. import _check
from .._types import ArrayLike, Function, Scalar, State
from .._version import __version__
from ..backends import printed
from ..backends.executors import recorded
from ..backends.inputs import Inputs
from ..backends.printed import Language, Printer, block
from ..backends.trace import DataDependentBranch, Kind, Program, record
from ..body import BodyLike, as_body, one_body
from ..errors import InvalidInput, LargeStep, NotAvailable
from ..joints import Joint
from ..methods import Method
from ..numbers import warn_if
from .prepare import LoadLike, acts_on_pairs, bound_run, jointed, prepare, start_of
from .run import Run
from .stepping import AT_REST, ends
from .system import SystemRun

# what a function reads and writes, and its arguments
OF_STEP = "y", "y", ("t", "h", "y", "J", "p")
FUNCTIONS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "begin": ("motion", "y", ("h", "motion", "y", "J")),
    "end": ("y", "motion", ("y", "motion", "J")),
}
WORD = re.compile(r"\b[a-zA-Z]\w*")


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
    name = printed.named(name)
    printer = Printer(language)
    given = None
    if inputs is not None:
        numbers = _check.array(inputs, "inputs")
        if numbers.ndim > 1:
            raise InvalidInput(f"inputs: expected shape (n,), got {numbers.shape}")
        given = Inputs.of_rows(numbers[None])
    method, acting = prepare(method, body, load, stepping=True)
    system = joints is not None or acts_on_pairs(acting)
    body = as_body(body) if system else one_body(body, "export")
    if "body axes" in method.properties:
        raise NotAvailable(
            f"method: {method.name} makes no steps of one body, whose text could be"
            " written; use another method of rotlib.methods"
        )
    begun = start_of(method, body, acting, **AT_REST | (start or {}))
    if joints is not None:
        method = jointed(method, body, joints, begun)
    kind = Kind.NUMPY if system else Kind.FLOAT
    more: Any = {"inputs": given, "backend": "compiled"}
    run = bound_run(method, body, acting, kind, begun, 1e-3, **more)
    text = _Text(printer, run, name)
    return text.javascript() if language == "javascript" else text.c()


class _Text:
    """The programs of a step, its start and its end, and what is said about them."""

    def __init__(self, printer: Printer, run: Run, name: str):
        self.printer: Printer = printer
        self.run: Run = run
        self.name: str = name
        self.motion: int = sum(run.sizes) * run.n
        self.J: list[float] = [float(j) for j in run.J]
        self.p: list[float] = [x for given in run.numbers[1:] for x in given.flat]
        self.size: int = len(run.y)
        run.y = (0.0,) * self.size
        run.J = (math.nan,) * len(self.J)  # so that no step asks for them
        begin, end = _of_all(run)
        given, first = (run.J, None, Kind.TRACE), run.method.first_step
        try:
            self.programs: dict[str, Program] = {
                "begin": record(begin, None, self.motion, *given),
                "step": recorded(run, Kind.TRACE, None),
                "end": record(end, None, self.size, *given),
            }
            if first is not None:
                self.programs["first"] = recorded(run, Kind.TRACE, None, first)
        except DataDependentBranch as reason:
            raise NotAvailable(
                f"load: the step of {run.method.name} cannot be written down as a"
                f" formula here: {reason}"
            ) from reason

    # --- what both languages say ------------------------------------------------------

    def _head(self) -> list[str]:
        run, flies = self.run, self.run.flies
        load = "no load" if run.given is None else f"load {run.given.name!r}"
        rates = ", position in space in m, body velocity in m/s" if flies else ""
        rates += (
            ", speeds of rotors in rad/s, states of loads." if run.extended else "."
        )
        moments = "." if flies else ", its principal moments."
        lines = [
            f"One step of {run.method.name}: {run.method.summary}.",
            f"Printed by rotlib {__version__} from its recorded program; {load}.",
            f"Chapter of the derivation: {run.method.chapter}, {run.method.equation}.",
            f"y: {self.size} numbers of a state. A motion: {self.motion} numbers,"
            " (w, x, y, z) body to space,",
            f"body rates in rad/s{rates}",
            f"J: {len(self.J)} constants of the body{moments}",
            f"p: {len(self.p)} parameters of the load.",
            "A status: 0; below 256, a refusal; else 256, 512, ... for warnings,",
            "added.",
        ]
        return [*map(printed.commented, lines)]

    def _body(self, function: str, program: Program) -> list[str]:
        x, known = program.inputs, len(self.J)
        source, target, _ = FUNCTIONS.get(function, OF_STEP)
        given = {x["t"]: "t", x["h"]: "h"}
        arrays = {source: x["y"], "J": x["J"][:known], "p": x["J"][known:]}
        for name, places in arrays.items():
            given |= {place: f"{name}[{i}]" for i, place in enumerate(places)}
        return self.printer.body(program, given, target)

    def _bodies(self) -> dict[str, list[str]]:
        """The lines of each function; a step without enough past makes a first one."""
        made = {name: self._body(name, x) for name, x in self.programs.items()}
        if "first" in made:
            reasons = enumerate(self.printer.reasons)
            not_yet = next(i for i, x in reasons if x.startswith("NotAvailable: "))
            first = f"return {self._called('first')}(t, h, y, J, p);"
            made["step"] = [
                x.replace(f"return {not_yet};", first) for x in made["step"]
            ]
        order = "begin", "first", "step", "end"
        return {name: made[name] for name in order if name in made}

    def _called(self, function: str) -> str:
        if self.printer.language == "javascript":
            return function
        return self.name if function == "step" else f"{self.name}_{function}"

    def javascript(self) -> str:
        bodies, method = self._bodies(), self.run.method
        facts = {"method": method.name, "poses": method.poses, "size": self.size}
        facts |= {"motion": self.motion, "J": self.J, "p": self.p}
        facts |= {x: getattr(self.printer, x) for x in ("reasons", "warnings")}
        inner = self.printer.helpers(chain(*bodies.values()))
        members = [f"{key}: {printed.scripted(value)}," for key, value in facts.items()]
        for key, lines in bodies.items():
            *_, given = FUNCTIONS.get(key, OF_STEP)
            if key == "first":
                inner += block(f"const {key} = ({', '.join(given)}) => {{", lines, "};")
            else:
                usual = [f"{x} = made.{x}" if x in ("J", "p") else x for x in given]
                members += block(f"{key}({', '.join(usual)}) {{", lines, "},")
        inner += [*block("const made = {", members, "};"), "return made;"]
        text = block(f"const {self.name} = (() => {{", inner, "})();")
        return "\n".join([*self._head(), *text, ""])

    def c(self) -> str:
        bodies, name = self._bodies(), self.name
        guard = f"ROTLIB_{name.upper()}_H"
        sizes = {"SIZE": self.size, "MOTION": self.motion}
        sizes |= {"CONSTANTS": len(self.J), "PARAMETERS": len(self.p)}
        lines = [*self._head(), f"#ifndef {guard}", f"#define {guard}", ""]
        lines += ["#include <math.h>", "#include <stdbool.h>", ""]
        named = [f"{name.upper()}_{key} = {n}," for key, n in sizes.items()]
        lines += [*block("enum {", named, "};"), ""]
        for key, numbers in (("J", self.J), ("p", self.p)):
            row = ", ".join(map(self.printer.number, numbers)) or "0.0"
            lines.append(f"static const double {name}_{key}[] = {{{row}}};")
        for key in ("reasons", "warnings"):
            said = map(printed.quoted, getattr(self.printer, key))
            each = [f"{x}," for x in said] or ["0,"]
            lines += block(f"static const char *const {name}_{key}[] = {{", each, "};")
        for key, body in bodies.items():
            _, writes, given = FUNCTIONS.get(key, OF_STEP)
            kinds = {"t": "double t", "h": "double h", writes: f"double {writes}[]"}
            head = ", ".join([kinds.get(x, f"const double {x}[]") for x in given])
            used = WORD.findall("\n".join(body))
            body = [*[f"(void){x};" for x in given if x not in used], *body]
            function = f"static inline int {self._called(key)}({head}) {{"
            lines += ["", *block(function, body, "}")]
        return "\n".join([*lines, "", "#endif", ""])


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
        warn_if(
            h * h * (x * x + y * y + z * z) > limit * limit,
            LargeStep,
            lambda: (
                f"the first step turns the body by more than {limit:g} rad, beyond"
                f" which the errors of {method.name} do not follow its order; take a"
                " smaller h"
            ),
        )
