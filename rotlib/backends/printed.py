"""A recorded program as text: Python to run, JavaScript for a page, C to fly with.

Operations keep their order and their brackets, so all texts compute the same bits, as
long as a compiler contracts nothing. In JavaScript and C a refusal is a number that the
function returns, an entry of the list `reasons` that its caller keeps.
"""

import json
import math
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from .. import _check
from .._types import Function
from .trace import (
    CALLS,
    FUNCTIONS,
    OPERATORS,
    STUMPFF,
    Call,
    Loop,
    Op,
    Program,
    items,
    uses,
    walk,
)

Language = Literal["javascript", "c"]
REFUSED = 256  # a status below it is a refusal, or zero
LOST = "Diverged: the step left the finite numbers; take a smaller h"


class Spelling(NamedTuple):
    """How a language says what a program is made of."""

    column: str  # of operators
    number: str = ""  # what stands before a new one
    truth: str = ""
    fixed: str = ""  # what stands before one that stays
    finite: str = "isfinite({})"
    infinity: str = "inf"
    nan: str = "nan"
    no: str = "false"
    repeat: str = "for (int {i} = 0; {i} < {most}; {i}++) {{"
    leave: str = "if ({done}) {{ {closed} = true; break; }}"
    stop: str = ";"
    over: str = "}"
    read: str = ""  # says that a number is not forgotten, though nothing reads it


SPELLINGS = {
    "javascript": Spelling(
        column="javascript",
        number="let ",
        truth="let ",
        fixed="const ",
        finite="Number.isFinite({})",
        infinity="Infinity",
        nan="NaN",
        repeat="for (let {i} = 0; {i} < {most}; {i}++) {{",
    ),
    "c": Spelling(
        column="c",
        number="double ",
        truth="bool ",
        fixed="const {}",
        infinity="INFINITY",
        nan="NAN",
        read="(void){};",
    ),
    "python": Spelling(
        column="text",
        no="False",
        repeat="for {i} in range({most}):",
        leave="if {done}: {closed} = True; break",
        stop="",
        over="",
    ),
}


class Writer:
    """Lines of a language, to which a walk over a program adds its own."""

    def __init__(self, language: str) -> None:
        self.language: str = language
        self.spelling: Spelling = SPELLINGS[language]
        self.lines: list[str] = []
        self.due: list[str] = []  # names of what is warned of

    def write(self, program: Program, given: dict[int, str]) -> list[str]:
        """Add its lines, with inputs from these texts; the names of its outputs."""
        used = uses(program)
        at = {place: self.number(x) for place, x in program.constants.items()}
        at |= {place: f"v{place}" for place in given}
        for place, text in given.items():
            if place in used and text != at[place]:
                self.define(at[place], text)
        walk(program, self, at)
        self.due = [at[place] for place, _, _ in program.warnings]
        return [at[place] for place in program.outputs]

    def define(
        self, name: str, text: str, truth: bool = False, fixed: bool = True
    ) -> str:
        own = self.spelling
        kind = own.truth if truth else own.number
        kind = own.fixed.format(kind) if fixed else kind
        self.lines.append(f"{kind}{name} = {text}{own.stop}")
        return name

    def number(self, x: float) -> str:
        """A literal; nothing of it is rounded."""
        if math.isnan(x):
            return self.spelling.nan
        text = self.spelling.infinity if math.isinf(x) else repr(abs(x))
        return f"(-{text})" if math.copysign(1.0, x) < 0 else text

    def called(self, name: str, args: list[str]) -> str:
        if name not in OPERATORS:
            return f"{name}({', '.join(args)})"
        text: str = getattr(OPERATORS[name], self.spelling.column)
        return text.format(*args)

    def operation(self, place: int, op: Op, args: list[str]) -> str:
        truth = op.name in OPERATORS and OPERATORS[op.name].truth
        return self.define(f"v{place}", self.called(op.name, args), truth)

    def loop(
        self, body: Function, first: list[str], most: int, item: Loop
    ) -> tuple[list[str], str]:
        own, state, closed = self.spelling, [f"v{x}" for x in item.state], item.closed
        for name, text in zip(state, first, strict=True):
            self.define(name, text, fixed=False)
        name = self.define(f"v{closed}", own.no, truth=True, fixed=False)
        i = f"i{closed}"
        head = own.repeat.format(i=i, most=most)
        outside, self.lines = self.lines, []
        following, done = body(state)
        new = [f"n{x}" for x in item.state]
        for a, text in zip(new, following, strict=True):
            self.define(a, text)
        if own.read:  # what the loop carries for a refusal alone, too
            self.lines += map(own.read.format, state)
        self.lines += [f"{a} = {b}{own.stop}" for a, b in zip(state, new, strict=True)]
        self.lines.append(own.leave.format(done=done, closed=name))
        self.lines = [*outside, *block(head, self.lines, own.over)]
        return state, name


# --- Python, which runs ---------------------------------------------------------------

INFIX = "add", "sub", "mul", "div", "neg", "lt", "le", "gt", "ge", "eq", "ne"
NAMES = {"inf": math.inf, "nan": math.nan} | STUMPFF
OF_FLOATS = NAMES | {name: getattr(math, name) for name in FUNCTIONS}
# what is the same in all lanes is a float, as in the step itself
OF_ANY = NAMES | {f"{name}_": call for name, call in CALLS.items()}
OF_ARRAYS = NAMES | {f"{x}_": getattr(np, op.on_arrays) for x, op in OPERATORS.items()}
CHUNK = 4096  # lanes whose states stay in the cache
NAME = re.compile(r"\bv\d+\b")
LONGEST = 200  # letters of an operation that still stands within another one


class Lines(Writer):
    """An operation that a single other one of its block uses stands within it.

    On arrays functions are called by names that end in _, where floats have signs, too.
    """

    def __init__(self, program: Program, arrays: bool) -> None:
        super().__init__("python")
        self.arrays: bool = arrays
        self.calls: tuple[Call, ...] = program.calls
        inner = [item.body for item in items(program.block) if isinstance(item, Loop)]
        used = uses(program)
        self.within: set[int] = set()
        for block in [program.block, *inner]:
            own = {item for item in block if isinstance(item, int)}
            read = {x for item in own for x in program.ops[item].args}
            self.within |= {x for x in own & read if used[x] == 1}

    def operation(self, place: int, op: Op, args: list[str]) -> str:
        if op.name.startswith("call"):  # in the order in which they were recorded
            rest = iter(args)
            sizes = self.calls[int(op.name[4:])].sizes
            groups = [", ".join(islice(rest, max(1, n))) for n in sizes]
            each = [f"({x},)" if n else x for x, n in zip(groups, sizes, strict=True)]
            return self.define(f"v{place}", f"{op.name}({', '.join(each)})")
        if op.name.startswith("item"):
            return f"{args[0]}[{op.name[4:]}]"
        own = self.arrays and op.name in OPERATORS and op.name not in INFIX
        text = self.called(f"{op.name}_" if own else op.name, args)
        if place in self.within and len(text) < LONGEST:
            return f"({text})"
        return self.define(f"v{place}", text)

    def requirement(self, holds: str, reason: str) -> None:
        self.lines.append(f"if not {holds}: raise ValueError")


def _function(program: Program, names: dict[str, Any]) -> Function:
    """The program as a function, of those that it calls first; of a step that fails or
    warns the step says more.
    """
    writer = Lines(program, arrays=names is not OF_FLOATS)
    args = {place: f"v{place}" for place in program.inputs["args"]}
    out = writer.write(program, args)
    for due in writer.due if "y" in program.inputs else ():
        writer.requirement(f"not {due}", "")
    lines = _freed(writer.lines, out) if writer.arrays else writer.lines
    called = [f"call{i}" for i in range(len(program.calls))]
    head = f"def call({', '.join([*called, *args.values()])}):"
    text = "\n    ".join([head, *lines, f"return {', '.join(out)},"])
    scope = {**names}
    exec(compile(text, "<a recording>", "exec"), scope)
    call: Function = scope["call"]
    return call


def _freed(lines: list[str], stay: list[str]) -> list[str]:
    """What is not needed any more is deleted: its memory serves again, and is near."""
    last = {x: i for i, line in enumerate(lines) for x in NAME.findall(line)}
    over: dict[int, list[str]] = {}
    for name in last.keys() - {*stay}:
        over.setdefault(last[name], []).append(name)
    each = [[x, *map("del {}".format, over.get(i, ()))] for i, x in enumerate(lines)]
    return [line for both in each for line in both]


@lru_cache(maxsize=256)
def on_floats(program: Program) -> Function:
    return _function(program, OF_FLOATS)


@lru_cache(maxsize=256)
def on_arrays(program: Program) -> Function:
    """A straight program on arrays that broadcast; of a step in chunks of the lanes."""
    step = "y" in program.inputs
    call, n = _function(program, OF_ANY if step else OF_ARRAYS), len(program.outputs)

    def quiet(*args: Any) -> Any:
        with np.errstate(all="ignore"):  # of what is not chosen
            if not step or args[2].size <= CHUNK:
                return call(*args)
            whole = np.empty((n, *args[2].shape))
            flat = [a.reshape(-1) if np.ndim(a) else a for a in args]
            for first in range(0, args[2].size, CHUNK):
                part = slice(first, first + CHUNK)
                made = call(*[a[part] if np.ndim(a) else a for a in flat])
                for row, x in zip(whole.reshape(n, -1), made, strict=True):
                    row[part] = x
            return tuple(whole)

    return quiet


def is_straight(program: Program) -> bool:
    """Whether the program is one straight line, which cannot fail."""
    return all(isinstance(item, int) for item in program.block)


# --- JavaScript and C -----------------------------------------------------------------


class Printer(Writer):
    """Programs of one text; a refusal returns its number."""

    def __init__(self, language: Language):
        _check.one_of(language, get_args(Language), "language")
        super().__init__(language)
        self.reasons: dict[str, int] = {"made": 0}
        self.warnings: dict[str, int] = {}

    def requirement(self, holds: str, reason: str) -> None:
        number = self.reasons.setdefault(reason, len(self.reasons))
        self.lines.append(f"if (!{holds}) return {number};")

    def body(self, program: Program, given: dict[int, str], target: str) -> list[str]:
        """It writes the outputs and returns warnings, or refuses what is not finite."""
        self.lines: list[str] = []
        out = self.write(program, given)
        finite = " && ".join(self.spelling.finite.format(x) for x in dict.fromkeys(out))
        self.requirement(f"({finite})", LOST)
        bits, known = [], self.warnings
        for due, (_, kind, text) in zip(self.due, program.warnings, strict=True):
            i = known.setdefault(f"{kind.__name__}: {text}", len(known))
            bits.append(f"({due} ? {REFUSED << i} : 0)")
        self.lines += [f"{target}[{i}] = {x};" for i, x in enumerate(out)]
        return [*self.lines, f"return {' + '.join(bits) or '0'};"]


def block(head: str, lines: Iterable[str], end: str) -> list[str]:
    return [head, *["    " + line for line in lines], *[end] * bool(end)]


def named(name: str) -> str:
    good = isinstance(name, str) and name.isidentifier() and name.isascii()
    taken = good and (
        {name, re.sub("[fl]$", "", name)} & WORDS or TAKEN.fullmatch(name)
    )
    free = "a name of letters, digits and _ that C and JavaScript leave free"
    _check.require(good and not taken, "name", free, repr(name))
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
    return "// " + re.sub(r"[^ -~]|[<?]|\\$", " ", plain)
