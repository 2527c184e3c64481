"""A recorded program as text: JavaScript for a page, C for whoever flies it.

Operations keep their order and their brackets, so the text computes the same bits as
the program replayed in Python, as long as a compiler contracts nothing. A refusal is a
number that the function returns, an entry of the list `reasons` that its caller keeps.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, get_args

from .. import _check
from .._types import Function
from ..errors import InvalidInput, NotAvailable
from .operators import OPERATORS
from .rebind import of_any_number
from .trace import Kind, Loop, Program, Requirement, record_function, uses

Language = Literal["javascript", "c"]
ANGLES = Kind.TRACE_LOAD  # a function's angles may be of any size
REFUSED = 256  # a status below it is a refusal, or zero


class Spelling(NamedTuple):
    """What stands before a new number, truth or counter, and before one that stays;
    equality; whether a number is finite.
    """

    number: str
    truth: str
    counter: str
    fixed: str
    same: str
    finite: str
    infinity: str
    nan: str


SPELLINGS = {
    "javascript": Spelling(
        *("let", "let", "let", "const", "==="),
        *("Number.isFinite({})", "Infinity", "NaN"),
    ),
    "c": Spelling(
        *("double", "bool", "int", "const {}", "=="),
        *("isfinite({})", "INFINITY", "NAN"),
    ),
}
COPYSIGN = """\
const copysign = (x, s) => s < 0 || Object.is(s, -0) ? -Math.abs(x) : Math.abs(x);"""


class Printer:
    """Programs of one text; a refusal returns `nothing`, or else its number."""

    def __init__(self, language: Language, nothing: str | None = None):
        _check.one_of(language, get_args(Language), "language")
        self.language: Language = language
        self.spelling: Spelling = SPELLINGS[language]
        self.nothing: str | None = nothing
        self.reasons: list[str] = ["made"]
        self.warnings: list[str] = []

    def status(self, reason: str) -> str:
        if self.nothing is not None:
            return self.nothing
        if reason not in self.reasons:
            self.reasons.append(reason)
        if len(self.reasons) > REFUSED:
            raise NotAvailable("language: the step has more refusals than a status")
        return str(self.reasons.index(reason))

    def bit(self, kind: str, text: str) -> int:
        """The value that a status is raised by for a warning."""
        warning = f"{kind}: {text}"
        if warning not in self.warnings:
            self.warnings.append(warning)
        return int(REFUSED << self.warnings.index(warning))

    def number(self, x: float) -> str:
        """A literal; nothing of it is rounded."""
        if math.isnan(x):
            return self.spelling.nan
        text = self.spelling.infinity if math.isinf(x) else repr(abs(x))
        return f"(-{text})" if math.copysign(1.0, x) < 0 else text

    def name(self, program: Program, place: int) -> str:
        op = program.ops[place]
        if op.name != "constant":
            return f"v{place}"
        assert op.value is not None  # as of every constant
        return self.number(op.value)

    def new(self, program: Program, place: int, fixed: bool = True) -> str:
        op, own = program.ops.get(place), self.spelling
        truth = op is not None and op.name in OPERATORS and OPERATORS[op.name].truth
        kind = own.truth if truth else own.number
        return f"{own.fixed.format(kind) if fixed else kind} v{place}"

    def given(self, program: Program, **sources: Sequence[str]) -> Iterator[str]:
        used = uses(program)
        for name, texts in sources.items():
            places = program.inputs[name]
            for place, text in zip(
                places if isinstance(places, tuple) else (places,), texts, strict=True
            ):
                if place in used:
                    yield f"{self.new(program, place)} = {text};"

    def lines(self, program: Program, block: list[Any] | None = None) -> Iterator[str]:
        """The program; it returns early where it refuses."""
        for item in program.block if block is None else block:
            if isinstance(item, Loop):
                yield from self._loop(program, item)
            elif isinstance(item, Requirement):
                holds = self.name(program, item.place)
                yield f"if (!{holds}) return {self.status(item.reason)};"
            else:
                op = program.ops[item]
                args = [self.name(program, x) for x in op.args]
                text = getattr(OPERATORS[op.name], self.language).format(*args)
                yield f"{self.new(program, item)} = {text};"

    def helpers(self, lines: Iterable[str]) -> list[str]:
        """What these lines call that the language has not."""
        lacking = self.language == "javascript" and any("copysign(" in x for x in lines)
        return [COPYSIGN] if lacking else []

    def _loop(self, program: Program, item: Loop) -> Iterator[str]:
        own = self.spelling
        for place, first in zip(item.state, item.first, strict=True):
            start = self.name(program, first)
            yield f"{self.new(program, place, fixed=False)} = {start};"
        yield f"{own.truth} v{item.closed} = false;"
        i = f"i{item.closed}"
        yield f"for ({own.counter} {i} = 0; {i} < {item.most}; {i}++) {{"
        inner = list(self.lines(program, item.body))
        for place, following in zip(item.state, item.following, strict=True):
            value = self.name(program, following)
            inner.append(f"{own.fixed.format(own.number)} n{place} = {value};")
        inner += [f"v{place} = n{place};" for place in item.state]
        inner.append(
            f"if ({self.name(program, item.done)}) {{ v{item.closed} = true; break; }}"
        )
        yield from indented(inner)
        yield "}"

    def ending(self, program: Program, target: str) -> Iterator[str]:
        """Write the outputs and return the warnings, or refuse what is not finite."""
        out = [self.name(program, place) for place in program.outputs]
        finite = " && ".join(self.spelling.finite.format(x) for x in dict.fromkeys(out))
        lost = self.status(
            "Diverged: the step left the finite numbers; take a smaller h"
        )
        yield f"if (!({finite})) return {lost};"
        yield from (f"{target}[{i}] = {x};" for i, x in enumerate(out))
        bits = [
            f"({self.name(program, place)} ? {self.bit(kind.__name__, text)} : 0)"
            for place, kind, text in program.warnings
        ]
        yield f"return {' + '.join(bits) or '0'};"


def indented(lines: Sequence[str]) -> list[str]:
    return ["    " + line for line in lines]


def named(name: str) -> str:
    good = isinstance(name, str) and name.isidentifier() and name.isascii()
    if not good or {name, re.sub("[fl]$", "", name)} & WORDS or TAKEN.fullmatch(name):
        raise InvalidInput(
            "name: expected a name of letters, digits and _ that C and JavaScript"
            f" leave free, got {name!r}"
        )
    return name


WORDS = frozenset(
    """abstract alignas alignof arguments asm async auto await bool boolean break byte
    case catch char class complex const constexpr continue copysign debugger default
    delete do document double else enum eval export extends extern false final finally
    float for function goto if imaginary implements import in inline instanceof int
    interface let linux location long main math_errhandling native new noreturn null
    nullptr package private protected public register restrict return short signed
    sizeof static static_assert struct super switch synchronized this thread_local
    throw throws top transient true try typedef typeof typeof_unqual undefined union
    unix unsigned var void volatile while window with yield

    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc
    exp exp10 exp2 expm1 fabs fdim finite floor fma fmax fmin fmod fpclassify frexp
    gamma hypot ilogb isfinite isgreater isgreaterequal isinf isless islessequal
    islessgreater isnan isnormal isunordered j0 j1 jn ldexp lgamma llrint llround log
    log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow
    pow10 remainder remquo rint round scalb scalbln scalbn signbit signgam significand
    sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn

    abort abs atexit calloc exit free labs llabs malloc memchr memcmp memcpy memmove
    memset printf putchar puts realloc strcat strchr strcmp strcpy strlen""".split()
)
TAKEN = re.compile(  # beside these words and their forms for float and long double
    r"_.*|(FP|M|HUGE|MATH)_\w*|HUGE_VAL[FL]?|INFINITY|NAN|Infinity|NaN|Math|Number"
    r"|Object|l?gamma[fl]?_r"
)


def scripted(value: Any) -> str:
    """Text, or a list, in JavaScript, which doesn't end the script of a page."""
    return json.dumps(value).replace("</", r"<\/").replace("<!--", r"<\u0021--")


def quoted(text: str) -> str:
    """A text in C, where question marks may stand for other signs."""
    plain = {*range(32, 127)} - {*b'"?\\'}
    signs = (chr(b) if b in plain else rf"\{b:03o}" for b in text.encode())
    return f'"{"".join(signs)}"'


def commented(line: str) -> str:
    """A comment of one line, which nothing in it ends or carries on."""
    plain = line.encode("ascii", "backslashreplace").decode()
    plain = "".join(c if c.isprintable() else " " for c in plain)
    return "// " + re.sub(r"(<)(?=[/!])|(\?)(?=\?)|\\$", r"\1\2 ", plain)


def function(
    function: Function,
    sizes: tuple[int, ...],
    returns: int,
    language: Language = "javascript",
    name: str = "f",
) -> str:
    """The text of a function of numbers, such as a kernel or a formula of a chapter.

    sizes: how many numbers each argument is; 0 for one that is not a tuple
    returns: how many numbers it returns, or 0 for one alone

    JavaScript returns a list or a number, NaN where it refuses; C, `int name(const
    double x[], double out[])`, returns 0, or from 1 on where it refuses.
    """
    named(name)
    program = record_function(of_any_number(function), ANGLES, sizes, returns)
    nothing = f"[{', '.join(['NaN'] * returns)}]" if returns else "NaN"
    printer = Printer(language, nothing if language == "javascript" else None)
    flat = [f"x[{i}]" for i in range(len(program.inputs["args"]))]
    lines = [*printer.given(program, args=flat), *printer.lines(program)]
    out = [printer.name(program, place) for place in program.outputs]
    if language == "c":
        lines += [f"out[{i}] = {x};" for i, x in enumerate(out)]
        head = f"static inline int {name}(const double x[], double out[]) {{"
        return "\n".join([head, *indented([*lines, "return 0;"]), "}", ""])
    lines.append(f"return [{', '.join(out)}];" if returns else f"return {out[0]};")
    head = f"const {name} = (...x) => {{"
    return "\n".join([head, *indented([*printer.helpers(lines), *lines]), "};", ""])
