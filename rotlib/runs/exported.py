"""`export`: one step as text, for a page in JavaScript, for a device in C.

Chapter: A step in another language.
"""

import math
import re
from typing import Any

import numpy as np

from .. import _check
from .._bodies import one_body
from .._types import ArrayLike, Function, Scalar, State
from .._version import __version__
from ..backends.executors import recorded
from ..backends.inputs import Inputs
from ..backends.printed import (
    COPYSIGN,
    Language,
    Printer,
    commented,
    indented,
    named,
    quoted,
    scripted,
)
from ..backends.trace import DataDependentBranch, Kind, Program, record
from ..body import Body
from ..errors import InvalidInput, LargeStep, NotAvailable
from ..methods import Method
from ..numbers import warn_if
from .prepare import LoadLike, prepare
from .run import Run
from .stepping import any_motion, any_run, ends


def export(
    method: Method | str,
    body: Body,
    load: LoadLike = None,
    *,
    language: Language = "javascript",
    name: str = "step",
    inputs: ArrayLike | None = None,
) -> str:
    """The text of one step of a method, in JavaScript or C, that needs nothing else.

    method: one that makes steps of one body; "exact" makes its algebraic steps
    body: its constants are the defaults of J; principal axes stay those of this body
    load: as for `stepper`, without a branch on the motion; its `numbers` become p, as
        do masses, centres, moments and strengths of rotlib's own; directions, drag
        matrices and torques known in space stay in the text
    language: a classic script that defines an object, or a header for C99
    name: of the object, or of the function and what belongs to it
    inputs: (n,), defaults of the inputs that a load takes last, first in p

    The object has `begin(h, motion, y, J)`, from a motion to the state y, `step(t, h,
    y, J, p)`, in place, and `end(y, motion, J)`, back; in C they are `NAME_begin`,
    `NAME` and `NAME_end`. A motion is 7 numbers, q wxyz, body to space, and omega,
    body, rad/s, or 13 with position, space, m, and velocity, body, m/s. All return a
    status: 0; below 256 a refusal, told in `reasons`, which leaves the state; or the
    sum of 256, 512, ... for `warnings`.

    Bit for bit the program replayed in Python, in C without contraction
    (-ffp-contract=off); JavaScript's sin and cos may differ in the last place.
    NotAvailable for a method without steps of one body, and a load that cannot be
    recorded.

    >>> text = export("buss2", Body((1, 2, 3)))
    >>> text.startswith("// One step of buss2"), "const step = " in text
    (True, True)
    """
    name = named(name)
    printer = Printer(language)
    body = one_body(body, "export")
    given = None if inputs is None else _checked_inputs(inputs)
    method, load = prepare(method, body, load, stepping=True)
    if method.step is None or method.together:
        raise NotAvailable(
            f"method: {method.name} makes no steps of one body, whose text could be"
            " written; use another method of rotlib.methods"
        )
    run = any_run(method, body, load, given)
    text = _Text(printer, run, name)
    return text.javascript() if language == "javascript" else text.c()


def _checked_inputs(inputs: ArrayLike) -> Inputs:
    numbers = _check.array(inputs, "inputs")
    if numbers.ndim > 1:
        raise InvalidInput(f"inputs: expected shape (n,), got {numbers.shape}")
    return Inputs(np.atleast_1d(numbers)[None], single=not numbers.ndim)


class _Text:
    """The programs of a step, its start and its end, and what is said about them."""

    def __init__(self, printer: Printer, run: Run, name: str):
        method = run.method
        motion = any_motion(method.poses)
        self.printer: Printer = printer
        self.run: Run = run
        self.name: str = name
        self.motion: int = len(motion)
        self.J: list[float] = [float(j) for j in run.J]
        self.p: list[float] = [x for given in run.numbers[1:] for x in given.flat]
        self.size: int = len(ends(run)[0](motion, run.J, 1e-3))
        run.y = (0.0,) * self.size
        run.J = (math.nan,) * len(self.J)  # so that no step asks for them
        begin, finish = ends(run)
        try:
            self.step: Program = recorded(run, Kind.TRACE, None)
            self.first: Program | None = None
            if method.first_step is not None:
                self.first = recorded(run, Kind.TRACE, None, method.first_step)
            self.begin: Program = self._of(
                lambda h, y, J: begin(_warned(method, h, y), J, h), self.motion
            )
            self.end: Program = self._of(lambda h, y, J: finish(y, J), self.size)
        except DataDependentBranch as reason:
            raise NotAvailable(
                f"load: the step of {method.name} cannot be written down as a formula"
                f" here: {reason}"
            ) from reason

    def _of(self, function: Function, size: int) -> Program:
        def made(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
            new: State = function(h, y, J)
            return new

        return record(made, None, size, self.run.J, None, Kind.TRACE)

    # --- what both languages say ------------------------------------------------------

    def _head(self) -> list[str]:
        run = self.run
        load = "no load" if run.given is None else f"load {run.given.name!r}"
        return [
            f"One step of {run.method.name}: {run.method.summary}.",
            f"Printed by rotlib {__version__} from its recorded program; {load}.",
            f"Chapter of the derivation: {run.method.chapter}, {run.method.equation}.",
            f"y: {self.size} numbers of a state. A motion: {self.motion} numbers,"
            " (w, x, y, z) body to space,",
            "body rates in rad/s"
            + (
                ", position in space in m, body velocity in m/s."
                if self.motion > 7
                else "."
            ),
            f"J: {len(self.J)} constants of the body"
            + (", its principal moments." if self.motion == 7 else "."),
            f"p: {len(self.p)} parameters of the load.",
            "A status: 0; below 256, a refusal; else 256, 512, ... for warnings,",
            "added.",
        ]

    def _body(self, program: Program, source: str, target: str) -> list[str]:
        constants, known = program.inputs["J"], len(self.J)
        J = [f"J[{i}]" for i in range(known)]
        p = [f"p[{i}]" for i in range(len(constants) - known)]
        y = [f"{source}[{i}]" for i in range(len(program.inputs["y"]))]
        printer = self.printer
        return [
            *printer.given(program, t=["t"], h=["h"], y=y, J=[*J, *p]),
            *printer.lines(program),
            *printer.ending(program, target),
        ]

    def _parts(self) -> dict[str, list[str]]:
        parts = {
            "begin": self._body(self.begin, "motion", "y"),
            "step": self._body(self.step, "y", "y"),
            "end": self._body(self.end, "y", "motion"),
        }
        if self.first is not None:
            parts["first"] = self._body(self.first, "y", "y")
        return parts

    def _not_yet(self) -> str:
        assert self.first is not None
        return next(
            str(i)
            for i, reason in enumerate(self.printer.reasons)
            if reason.startswith("NotAvailable: ")
        )

    # --- JavaScript -------------------------------------------------------------------

    def javascript(self) -> str:
        parts = self._parts()
        what = {
            "begin": "begin(h, motion, y, J = made.J)",
            "step": "step(t, h, y, J = made.J, p = made.p)",
            "end": "end(y, motion, J = made.J)",
        }
        functions = []
        if self.first is not None:
            for name in ("first", "later"):
                lines = parts["first" if name == "first" else "step"]
                head = f"const {name} = (t, h, y, J, p) => {{"
                functions += [head, *indented(lines), "};"]
            parts["step"] = [
                "const status = later(t, h, y, J, p);",
                f"return status === {self._not_yet()} ? first(t, h, y, J, p) : status;",
            ]
        lines = [line for part in parts.values() for line in part]
        facts = {
            "method": self.run.method.name,
            "poses": self.run.method.poses,
            "size": self.size,
            "motion": self.motion,
            "J": self.J,
            "p": self.p,
            "reasons": self.printer.reasons,
            "warnings": self.printer.warnings,
        }
        inner = [COPYSIGN] if any("copysign(" in x for x in lines) else []
        inner += [*functions, "const made = {"]
        inner += [f"    {key}: {scripted(value)}," for key, value in facts.items()]
        for key, head in what.items():
            inner += indented([f"{head} {{", *indented(parts[key]), "},"])
        inner += ["};", "return made;"]
        comment = map(commented, self._head())
        return "\n".join(
            [*comment, f"const {self.name} = (() => {{", *indented(inner), "})();", ""]
        )

    # --- C ----------------------------------------------------------------------------

    def c(self) -> str:
        parts, name = self._parts(), self.name
        arguments = "double t, double h, double y[], const double J[], const double p[]"
        functions = {
            f"{name}_begin": (
                "double h, const double motion[], double y[], const double J[]",
                parts["begin"],
            )
        }
        if self.first is not None:
            functions[f"{name}_first"] = arguments, parts["first"]
            functions[f"{name}_later"] = arguments, parts["step"]
            functions[name] = (
                arguments,
                [
                    f"const int status = {name}_later(t, h, y, J, p);",
                    f"return status == {self._not_yet()} ? {name}_first(t, h, y, J, p)"
                    " : status;",
                ],
            )
        else:
            functions[name] = arguments, parts["step"]
        functions[f"{name}_end"] = (
            "const double y[], double motion[], const double J[]",
            parts["end"],
        )
        guard = f"ROTLIB_{name.upper()}_H"
        sizes = {
            "SIZE": self.size,
            "MOTION": self.motion,
            "CONSTANTS": len(self.J),
            "PARAMETERS": len(self.p),
        }
        lines = [*map(commented, self._head())]
        lines += [f"#ifndef {guard}", f"#define {guard}", ""]
        lines += ["#include <math.h>", "#include <stdbool.h>", ""]
        lines.append("enum {")
        lines += [f"    {name.upper()}_{key} = {n}," for key, n in sizes.items()]
        lines += ["};", ""]
        for key, numbers in (("J", self.J), ("p", self.p)):
            texts = [self.printer.number(x) for x in numbers] or ["0.0"]
            lines.append(
                f"static const double {name}_{key}[] = {{{', '.join(texts)}}};"
            )
        for key, texts in (
            ("reasons", self.printer.reasons),
            ("warnings", self.printer.warnings),
        ):
            each = [quoted(text) for text in texts] or ["0"]
            lines.append(f"static const char *const {name}_{key}[] = {{")
            lines += [*indented([f"{text}," for text in each]), "};"]
        for key, (head, body) in functions.items():
            unused = [
                f"(void){x};"
                for x in re.findall(r"(\w+)(?:\[\])?(?:,|$)", head)
                if not any(re.search(rf"\b{x}\b", line) for line in body)
            ]
            lines += ["", f"static inline int {key}({head}) {{"]
            lines += [*indented([*unused, *body]), "}"]
        return "\n".join([*lines, "", "#endif", ""])


def _warned(method: Method, h: Scalar, motion: State) -> State:
    limit = method.longest_turn
    if math.isfinite(limit):
        x, y, z = motion[4:7]
        long = h * h * (x * x + y * y + z * z) > limit * limit
        warn_if(
            long,
            LargeStep,
            lambda: (
                f"the first step turns the body by more than {limit:g} rad, beyond"
                f" which the errors of {method.name} do not follow its order; take a"
                " smaller h"
            ),
        )
    return motion
