"""SymPy expressions as straight-line Python, and loads that are given as formulas.

A `Kernel` is named inputs, outputs derived with SymPy, and the function made of them,
with products in place of powers. `symbolic_load` is a load from a formula; what Taylor
methods need of it, its power series along a motion, comes from the program that is made
of the formula [eq-jets].

No other part of rotlib imports SymPy, and none imports this module. `python -m
rotlib.codegen` runs the derivations of the book in this checkout.
Chapters: Buss, DQVI in use.
"""

from __future__ import annotations

import ast
import itertools
import keyword
import linecache
import re
import sys
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _check
from ._check import require
from ._remembered import remembered
from ._types import Frame, Function
from .errors import InvalidInput

_check.installed("sympy", "rotlib.codegen")

import sympy as sp  # noqa: E402
from sympy.functions.elementary.hyperbolic import HyperbolicFunction  # noqa: E402

if TYPE_CHECKING:
    from .loads import Load

    class SymPyFunction:  # SymPy has no types
        args: tuple[Any, ...]
        diff: Any

        def __new__(cls, *args: Any) -> Any: ...

else:
    SymPyFunction = sp.Function

__all__ = ["Kernel", "c", "symbolic_load"]

FUNCTIONS = {"sin", "cos", "atan2", "sqrt", "exp", "log"}
CALLED = {*FUNCTIONS, "log_factor"}
WIDTH = 88
STUMPFF = re.compile(r"c\d+")
KINDS: dict[type[ast.operator], str] = {ast.Mult: "multiply", ast.Div: "divide"}
KINDS |= dict.fromkeys((ast.Add, ast.Sub), "add")
PLAIN: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}

Pair: TypeAlias = tuple[sp.Symbol, sp.Expr]
NAMES = {  # of the symbols, by default
    "q": "q_w q_x q_y q_z",
    "omega": "omega_x omega_y omega_z",
    "position": "x y z",
    "velocity": "v_x v_y v_z",
}


# --- the Stumpff functions ------------------------------------------------------------


class c(SymPyFunction):
    """c(k, s): the Stumpff function sum_i (-s)^i / (k + 2 i)!, k >= 0; c(k, 0) = 1/k!.

    With s = theta^2 they are c_0 = cos(theta), c_1 = sin(theta)/theta, c_2 = (1 -
    cos(theta))/theta^2, ...: entire functions that carry every removable singularity of
    the rotation formulas, so that nothing else needs a limit.
    """

    nargs: tuple[int] = (2,)

    @classmethod
    def eval(cls, k: sp.Expr, s: sp.Expr) -> sp.Expr | None:
        """The value at s = 0, where it is a number."""
        if not (k.is_Integer and k >= 0):
            raise ValueError(f"c(k, s): expected an integer k >= 0, got k = {k}")
        return 1 / sp.factorial(k) if s.is_zero else None

    def fdiff(self, argindex: int = 2) -> sp.Expr:
        """The derivative by s: a sum of two more of the family."""
        if argindex != 2:
            raise sp.ArgumentIndexError(self, argindex)
        k, s = self.args
        return (k * c(k + 2, s) - c(k + 1, s)) / 2

    def _eval_evalf(self, prec: int) -> sp.Expr | None:
        import mpmath

        k, s = self.args
        with mpmath.workprec(prec + 20):
            value = exact(int(k), s._to_mpmath(prec + 20))
        real = isinstance(value, mpmath.mpf)
        return sp.Float._new(value._mpf_, prec) if real else None

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        k, s = self.args
        body = rf"c_{{{k}}}\!\left({printer.doprint(s)}\right)"
        return body if exp is None else rf"{body}^{{{exp}}}"


def exact(k: int, s: Any) -> Any:
    """c_k(s) for an mpmath number s, at the working precision of mpmath."""
    import mpmath

    half = mpmath.mpf(1) / 2
    lower = [half * (k + 1), half * (k + 2)]
    return mpmath.hyper([1], lower, -s / 4) / mpmath.factorial(k)


# --- from expressions to text ---------------------------------------------------------


class Kernel:
    """A function to generate.

    inputs, outputs: SymPy expressions or matrices, flattened row by row; inputs are
        symbols
    where: (symbol, expression) of intermediate quantities that keep their name in the
        generated code; `outputs` and they themselves may use them
    doc: one line for the docstring
    equation: label of the displayed equation that the kernel implements

    >>> a, b = sp.symbols("a b")
    >>> Kernel("area", inputs=[a, b], outputs=[a * b], doc="a b.").function(2.0, 3.0)
    6.0
    """

    def __init__(
        self,
        name: str,
        *,
        inputs: Iterable[sp.Symbol | sp.Matrix],
        outputs: Iterable[sp.Expr | sp.Matrix],
        doc: str,
        where: Iterable[Pair] = (),
        equation: str | None = None,
    ) -> None:
        self.name: str = name
        self.doc: str = doc
        self.equation: str | None = equation
        self._given = list(inputs)
        self.inputs: list[sp.Symbol] = _flat(self._given)
        self.outputs: list[sp.Expr] = _flat(outputs)
        self.where: tuple[Pair, ...] = tuple(where)
        self._expressions = [e for _, e in self.where] + self.outputs
        self._taken = self._checked_names()

    def _checked_names(self) -> list[str]:
        defined = [*self.inputs, *(s for s, _ in self.where)]
        names: list[str] = [str(s) for s in defined]
        others = {s for s in defined if not s.is_Symbol}
        unsaid = {n for n in names if not n.isidentifier() or keyword.iskeyword(n)}
        reserved = {n for n in names if n in CALLED or STUMPFF.fullmatch(n)}
        early = set[sp.Symbol]()
        for known, expr in enumerate(self._expressions, len(self.inputs)):
            early |= expr.free_symbols - {*defined[:known]}
        for expected, wrong in (
            ("symbols as inputs and in `where`", others),
            ("names of Python", unsaid),
            ("each name once", [n for n in names if names.count(n) > 1]),
            ("no names of functions that kernels call", reserved),
            ("inputs, or names before it in `where`", early),
        ):
            got = ", ".join(sorted(map(str, wrong)))
            require(not wrong, f"kernel {self.name}", expected, got)
        return names

    def __repr__(self) -> str:
        given = ", ".join(s.name for s in self.inputs)
        return f"Kernel({self.name}({given}): {self.generated_operations} operations)"

    @cached_property
    def raw_operations(self) -> int:
        """Operations of the formulas as they stand, before anything is shared."""
        return sum(map(int, map(sp.count_ops, self._expressions)))

    @cached_property
    def assignments(self) -> tuple[list[Pair], list[sp.Expr]]:
        """(symbol, expression) pairs in an order of computation, then the outputs."""
        names = self._free_names()
        shared, reduced = sp.cse(self._expressions, symbols=names, order="canonical")
        named = [(s, e) for (s, _), e in zip(self.where, reduced, strict=False)]
        lowered = _Powers(names)
        minus = {s: e for s, e in shared if (-e).is_Symbol}
        pairs = [(s, lowered(e.xreplace(minus))) for s, e in [*shared, *named]]
        outputs = [lowered(e.xreplace(minus)) for e in reduced[len(self.where) :]]
        pairs += [(s, e) for e, s in lowered.known.items()]
        return _ordered(dict(pairs), outputs), outputs

    def _free_names(self) -> Iterator[sp.Symbol]:
        names = (f"t{i}" for i in itertools.count())
        return (sp.Symbol(n, real=True) for n in names if n not in self._taken)

    @cached_property
    def _body(self) -> tuple[list[str], list[str], set[str]]:
        printer, (pairs, outputs) = Printer(), self.assignments
        unnamed = [s for s, _ in pairs if s.name not in self._taken]
        rename = dict(zip(unnamed, self._free_names(), strict=False))
        lines = [
            f"{rename.get(s, s).name} = {printer(e.xreplace(rename))}" for s, e in pairs
        ]
        values = [printer(e.xreplace(rename)) for e in outputs]
        return lines, values, printer.calls

    @property
    def calls(self) -> set[str]:
        """Names of the functions the kernel calls."""
        return self._body[2]

    @property
    def _head(self) -> str:
        inputs = [f"{s.name}: float" for s in self.inputs]
        n = len(self.outputs)
        result = "float" if n == 1 else f"tuple[{', '.join(['float'] * n)}]"
        head = f"def {self.name}({', '.join(inputs)}) -> {result}:"
        if len(head) <= WIDTH:
            return head
        rows: list[list[sp.Expr]] = []
        for vector, group in itertools.groupby(self._given, _is_matrix):
            given = list(group)
            rows += [_flat([x]) for x in given] if vector else [_flat(given)]
        lines = [_hints(f"{s.name}:\0float" for s in row) for row in rows]
        if len(result) > WIDTH - 6:
            result = f"tuple[\n{_hints(['float'] * n)}\n]"
        return "\n".join([f"def {self.name}(", *lines, f") -> {result}:"])

    @cached_property
    def source(self) -> str:
        """The text of the generated function; several outputs make a flat tuple."""
        lines, values, _ = self._body
        note = f"Equation {self.equation}; " if self.equation else ""
        note += f"{self.generated_operations} operations ({self.raw_operations} before"
        note += f" sharing), {len(lines)} temporaries."
        doc = textwrap.indent(f'"""{self.doc}\n\n{note}\n"""', "    ")
        body = [*map(_statement, lines), _returned(values)]
        return "\n".join([self._head, doc, *body]) + "\n"

    @cached_property
    def counts(self) -> dict[str, int]:
        """Multiplications, additions, divisions and calls of the generated code."""
        lines, values, _ = self._body
        found = dict.fromkeys(("multiply", "add", "divide", "call"), 0)
        for node in ast.walk(ast.parse("\n".join([*lines, *values]))):
            if isinstance(node, ast.Call):
                found["call"] += 1
            elif isinstance(node, ast.BinOp):
                sides = node.left, node.right
                numbers = all(isinstance(side, ast.Constant) for side in sides)
                found[KINDS[type(node.op)]] += not numbers
        return found

    @property
    def generated_operations(self) -> int:
        """Operations of the generated code, a function call counted as one."""
        return sum(self.counts.values())

    @cached_property
    def function(self) -> Function:
        """The generated function, live, on any kind of number; nothing is written."""
        return function_of(self.name, self.module)

    @property
    def module(self) -> str:
        """The source with the imports that it needs."""
        return "\n".join(imports(self.calls)) + "\n\n\n" + self.source


def function_of(name: str, text: str) -> Function:
    filename = f"<kernel {name}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace: dict[str, Any] = {"__name__": f"rotlib.kernels.{name}"}
    exec(compile(text, filename, "exec"), namespace)
    function: Function = namespace[name]
    return function


def imports(calls: Collection[str]) -> list[str]:
    plain, singular = FUNCTIONS & {*calls}, {*calls} - FUNCTIONS
    return [
        f"from rotlib.{module} import {', '.join(sorted(names))}"
        for module, names in (("numbers", plain), ("stumpff", singular))
        if names
    ]


class _Powers:
    """Replaces powers that cannot stand inline by symbols, each computed once."""

    def __init__(self, names: Iterator[sp.Symbol]) -> None:
        self.names = names
        self.known: dict[sp.Expr, sp.Symbol] = {}

    def __call__(self, expr: sp.Expr) -> sp.Expr:
        if not expr.args:
            return expr
        args = [self(a) for a in expr.args]
        if expr.is_Pow and expr.exp.is_Rational:
            return self._power(args[0], expr.exp)
        return expr.func(*args)

    def _power(self, base: sp.Expr, power: sp.Rational) -> sp.Expr:
        size = abs(power)
        if power.q == 2 and size > 1:
            return self._power(self._name(sp.sqrt(base)), sp.Integer(power.p))
        if power.q > 2:
            raise ValueError(f"cannot print the root {base}**{power}")
        if size > 1:
            base = self._name(base)
        if size > 3:
            half = self._name(self._power(base, size // 2))
            square = half * half
            odd = sp.Mul(half, half, base, evaluate=False)
            whole = self._name(odd if size % 2 else square)
            return whole if power > 0 else 1 / whole
        return base**power

    def _name(self, expr: sp.Expr) -> sp.Symbol:
        if expr.is_Symbol:
            return expr
        if expr not in self.known:
            self.known[expr] = next(self.names)
        return self.known[expr]


def _ordered(rule: dict[sp.Symbol, sp.Expr], outputs: list[sp.Expr]) -> list[Pair]:
    position = {symbol: i for i, symbol in enumerate(rule)}
    order: dict[sp.Symbol, sp.Expr] = {}

    def visit(expr: sp.Expr) -> None:
        for symbol in sorted(expr.free_symbols & rule.keys(), key=position.__getitem__):
            if symbol not in order:
                visit(rule[symbol])
                order[symbol] = rule[symbol]

    for expr in outputs:
        visit(expr)
    return [*order.items()]


def is_negative(expr: sp.Expr) -> bool:
    factor = expr.args[0] if expr.is_Mul else expr
    return bool(factor.is_Number and factor.is_negative)


class Printer:
    """Prints expressions and records which functions they call.

    Powers of a symbol up to the third are products; higher ones, and those of sums,
    `_Powers` has made assignments, because printed twice they would be computed twice.
    """

    def __init__(self) -> None:
        self.calls: set[str] = set()

    def __call__(self, expr: sp.Expr) -> str:
        if not expr.is_Add:
            return self._product(expr)
        text = ""
        terms = sorted(expr.args, key=sp.default_sort_key)
        for term in sorted(terms, key=is_negative):
            minus = is_negative(term)
            sign = (" - " if minus else " + ") if text else "-" if minus else ""
            text += sign + self._product(-term if minus else term)
        return text

    def _product(self, expr: sp.Expr) -> str:
        if expr.is_Add or expr.is_Number:
            return self._atom(expr)
        if is_negative(expr):
            return "-" + self._product(-expr)
        above: list[str] = []
        below: list[str] = []
        factors = sorted(sp.Mul.make_args(expr), key=sp.default_sort_key)
        for factor in sorted(factors, key=lambda f: not f.is_Number):
            whole = factor.is_Rational or isinstance(factor, sp.exp)
            base, power = (factor, sp.S.One) if whole else factor.as_base_exp()
            if power.is_Rational and power < 0:
                below += self._power(base, -power)
            else:
                above += self._power(base, power)
        top, bottom = "*".join(above) or "1", "*".join(below)
        if not below:
            return top
        return f"{top}/{bottom}" if len(below) == 1 else f"{top}/({bottom})"

    def _power(self, base: sp.Expr, power: sp.Rational) -> list[str]:
        if power == sp.Rational(1, 2):
            # a literal: the root of a constant would come back as an array scalar
            root = base.is_Number
            return [_number(sp.sqrt(base)) if root else self._call("sqrt", base)]
        if not (power.is_Integer and 1 <= power <= 3):
            raise ValueError(f"cannot print the power {base}**{power}")
        return [self._atom(base)] * int(power)

    def _atom(self, expr: sp.Expr) -> str:
        if expr.is_Symbol:
            return str(expr.name)
        if expr.is_Add:
            return f"({self(expr)})"
        if isinstance(expr, c):
            return self._call(f"c{expr.args[0]}", expr.args[1])
        name = getattr(expr.func, "__name__", "")
        if name in CALLED:
            return self._call(name, *expr.args)
        if expr.is_Number or expr is sp.pi:
            return _number(expr)
        raise TypeError(f"the printer does not know {expr.func}: {expr}")

    def _call(self, name: str, *arguments: sp.Expr) -> str:
        self.calls.add(name)
        return f"{name}({', '.join(map(self, arguments))})"


def _number(expr: sp.Expr) -> str:
    if not (expr.is_real and expr.is_finite):
        raise ValueError(f"cannot print {expr}: expected a finite real number")
    if expr.is_Rational:
        return f"{expr.p}" if expr.is_Integer else f"({expr.p}/{expr.q})"
    return repr(float(expr))


# --- the layout of the text -----------------------------------------------------------


def _flat(items: Iterable[sp.Expr | sp.Matrix]) -> list[sp.Expr]:
    out: list[sp.Expr] = []
    for item in items:
        out += list(item) if _is_matrix(item) else [sp.sympify(item)]
    return out


def _is_matrix(item: sp.Expr | sp.Matrix) -> bool:
    return isinstance(item, sp.MatrixBase)


def _filled(text: str, indent: str) -> str:
    lines = textwrap.wrap(text, WIDTH - 1 - len(indent), **PLAIN)
    return textwrap.indent("\n".join(lines), indent)


def _hints(items: Iterable[str]) -> str:
    r"""Hints as indented lines, each with its comma; none is broken at its \0."""
    return _filled(", ".join(items) + ",", " " * 4).replace("\0", " ")


def _statement(line: str) -> str:
    if len(line) + 4 <= WIDTH:
        return "    " + line
    name, value = line.split(" = ", 1)
    return f"    {name} = (\n{_filled(value, ' ' * 8)})"


def _returned(values: Sequence[str]) -> str:
    text = values[0] if len(values) == 1 else f"({', '.join(values)})"
    if len(text) + 11 <= WIDTH:
        return f"    return {text}"
    entries = [_filled(value, " " * 8) for value in values]
    return "    return (\n" + ",\n".join(entries) + ")"


# --- loads ----------------------------------------------------------------------------


def symbolic_load(
    name: str,
    law: Iterable[sp.Expr] | None = None,
    *,
    potential: sp.Expr | None = None,
    t: sp.Symbol | None = None,
    q: Sequence[sp.Symbol] | None = None,
    omega: Sequence[sp.Symbol] | None = None,
    position: Sequence[sp.Symbol] | None = None,
    velocity: Sequence[sp.Symbol] | None = None,
    frame: Frame = "body",
) -> Load:
    """Make a load from a formula: give either `law` or `potential` [eq-carried].

    InvalidInput for symbols that are not among those named, and for functions that
    cannot be printed.

    name: what a message or a legend calls it
    law: three expressions, a torque, N m, on a body that is held; or six, torque and
        force, N, on one that flies; components of `frame`
    potential: V(q) or V(q, position), J; the law is derived from it [eq-dqvi-4-25]
    t, q, omega, position, velocity: symbols of time, attitude wxyz, rate, place in
        space and velocity; by default t, q_w, ..., omega_x, ..., x, y, z, v_x, ...

    >>> t, *w = sp.symbols("t w_x w_y w_z")
    >>> drag = symbolic_load("drag", [-0.1 * x for x in w], t=t, omega=w)
    >>> drag.law(0.0, (1, 0, 0, 0), (0.0, 0.0, 2.0))[2]
    -0.2
    """
    from .kernels.quaternion import multiply, rotate_back  # perhaps not written yet

    given = {"q": q, "omega": omega, "position": position, "velocity": velocity}
    symbols = {n: sp.symbols(NAMES[n]) if x is None else x for n, x in given.items()}
    for n, found in symbols.items():
        if len(found) != (count := len(NAMES[n].split())):
            raise InvalidInput(f"{name}: expected {count} symbols {n}, got {found}")
    q, rate, place, speed = symbols.values()
    when = sp.Symbol("t") if t is None else t
    if (law is None) == (potential is None):
        both = "neither" if law is None else "both"
        raise InvalidInput(f"{name}: expected one of law and potential, got {both}")
    in_space = _check.one_of(frame, ("body", "space"), "frame") == "space"
    V = sp.sympify(potential or 0)
    entries = [sp.sympify(x) for x in law or ()]
    if law is None:
        turns = [multiply(*(*q, 0, *u)) for u in sp.eye(3).tolist()]  # twice those of q
        entries = [-sp.Matrix(turn).dot([V.diff(a) for a in q]) / 2 for turn in turns]
        if position is not None or V.free_symbols & {*place}:
            entries += rotate_back(*q, *(-V.diff(x) for x in place))
    elif len(entries) not in (3, 6):
        said = f"{name}: expected three components, of a torque, or six, of torque and"
        raise InvalidInput(f"{said} force, got {len(entries)}")
    elif in_space:
        halves = entries[:3], entries[3:]
        entries = [x for half in halves if half for x in rotate_back(*q, *half)]
    flies = len(entries) == 6
    seen = [*q, *place] if flies else [*q]
    inputs = [when, *q, *rate, *(*place, *speed) * flies]
    allowed = {*(inputs if potential is None else seen)}
    if unknown := sp.Matrix([*entries, V]).free_symbols - allowed:
        said = f"{name}: expected only the symbols {sorted(map(str, allowed))}, also"
        said += f" got {sorted(map(str, unknown))}; put numbers in their place with"
        raise InvalidInput(said + " .subs")
    known = None if potential is None else _text(name, "potential", seen, [V])
    return _of_texts(name, _text(name, "law", inputs, entries), flies, known)


@remembered
def _of_texts(name: str, text: str, flies: bool, potential: str | None) -> Load:
    from .loads import Load

    law, V = function_of("law", text), potential and function_of("potential", potential)
    if flies:
        return Load(
            name,
            lambda t, q, omega, x, velocity: law(t, *q, *omega, *x, *velocity),
            (lambda q, position: V(*q, *position)) if V else None,
        )
    held = lambda t, q, omega: law(t, *q, *omega)  # noqa: E731
    return Load(name, held, (lambda q: V(*q)) if V else None)


def _text(name: str, what: str, inputs: list[sp.Symbol], outputs: list[sp.Expr]) -> str:
    outputs = [x.replace(_is_foreign, _rewritten) for x in outputs]
    doc = f"Of the load {name!r}."
    try:
        return Kernel(what, inputs=inputs, outputs=outputs, doc=doc).module
    except TypeError as error:
        raise InvalidInput(f"{name}: {error}; write it with other functions") from None


def _is_foreign(expr: sp.Expr) -> bool:
    if expr.is_Pow:
        return bool(expr.exp.free_symbols) and expr.base is not sp.E
    return isinstance(expr, sp.Function) and expr.func.__name__ not in CALLED


def _rewritten(expr: sp.Expr) -> sp.Expr:
    if expr.is_Pow:
        return sp.exp(expr.exp * sp.log(expr.base), evaluate=False)
    hyperbolic = isinstance(expr, HyperbolicFunction)
    return expr.rewrite(sp.exp if hyperbolic else sp.cos)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "book" / "_lib"))
    sys.exit(import_module("rotbook.derivations").main())
