"""A kernel: named inputs, outputs derived with SymPy, and the straight-line function generated from them."""

import ast
import itertools
import keyword
import linecache
import re
import textwrap
from functools import cached_property

import sympy as sp

from ..errors import InvalidInput
from .printer import FUNCTIONS, SINGULAR, Printer

WIDTH = 118
STUMPFF = re.compile(r"c\d+")


class Kernel:
    """A function to generate.

    Parameters
    ----------
    name : str
        Name of the generated function.
    inputs, outputs : sequence of SymPy expressions or matrices
        Matrices are flattened row by row. Inputs must be symbols.
    where : sequence of (symbol, expression), optional
        Intermediate quantities that keep their name in the generated code; `outputs` and they themselves may use them.
    doc : str
        One line for the docstring.
    equation : str, optional
        Label of the displayed equation that the kernel implements.

    Examples
    --------
    >>> from rotlib.codegen import Kernel
    >>> from rotlib.codegen.algebra import vector, cross
    >>> a, b = vector("a"), vector("b")
    >>> cross_product = Kernel("cross", inputs=[a, b], outputs=[cross(a, b)], doc="The vector product.")
    >>> cross_product.function(1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    (0.0, 0.0, 1.0)
    """

    def __init__(self, name, *, inputs, outputs, doc, where=(), equation=None):
        self.name, self.doc, self.equation = name, doc, equation
        self.inputs, self.outputs, self.where = _flat(inputs), _flat(outputs), tuple(where)
        self._check()

    def __repr__(self):
        return f"Kernel({self.signature}: {self.generated_operations} operations)"

    def _check(self):
        """Refuse what would be generated wrongly, or not at all."""
        defined = [*self.inputs, *(s for s, _ in self.where)]
        fault = f"kernel {self.name}: "
        if others := [s for s in defined if not s.is_Symbol]:
            raise InvalidInput(f"{fault}inputs and names in `where` must be symbols, got {others}")
        names = [s.name for s in defined]
        if twice := sorted({n for n in names if names.count(n) > 1}):
            raise InvalidInput(f"{fault}one name, one value; given more than once: {twice}")
        if unfit := [n for n in [self.name, *names] if not n.isidentifier() or keyword.iskeyword(n)]:
            raise InvalidInput(f"{fault}not names in Python: {unfit}")
        if taken := [n for n in names if n in FUNCTIONS or n in SINGULAR or STUMPFF.fullmatch(n)]:
            raise InvalidInput(f"{fault}these are names of functions that kernels call: {taken}")
        if not self.outputs:
            raise InvalidInput(f"{fault}expected at least one output")
        known, wanted = set(self.inputs), set().union(*(e.free_symbols for e in self._expressions))
        if unknown := wanted - set(defined):
            raise InvalidInput(f"{fault}not among inputs or `where`: {sorted(map(str, unknown))}")
        for symbol, expr in self.where:
            if early := expr.free_symbols - known:
                raise InvalidInput(f"{fault}{symbol} in `where` uses what comes later: {sorted(map(str, early))}")
            known.add(symbol)

    @property
    def _expressions(self):
        return [e for _, e in self.where] + self.outputs

    @property
    def signature(self):
        return f"{self.name}({', '.join(s.name for s in self.inputs)})"

    @cached_property
    def raw_operations(self):
        """Operations of the formulas as they stand, before common subexpressions are shared."""
        known = {}
        return sum(_count(e, known) for e in self._expressions)

    @cached_property
    def assignments(self):
        """(symbol, expression) pairs in an order in which they can be computed, then the outputs."""
        names = self._free_names()
        shared, reduced = sp.cse(self._expressions, symbols=names, order="canonical")
        named = [(s, e) for (s, _), e in zip(self.where, reduced, strict=False)]
        lowered = _Powers(names)
        minus = {s: e for s, e in shared if (-e).is_Symbol}
        pairs = [(s, lowered(e.xreplace(minus))) for s, e in [*shared, *named]]
        outputs = [lowered(e.xreplace(minus)) for e in reduced[len(self.where):]]
        return _ordered([*pairs, *lowered.extra], outputs), outputs

    def _free_names(self):
        """t0, t1, ... without those that the formula itself uses."""
        taken = {s.name for s in [*self.inputs, *self._named]}
        return (sp.Symbol(f"t{i}", real=True) for i in itertools.count() if f"t{i}" not in taken)

    @cached_property
    def _body(self):
        printer, (pairs, outputs) = Printer(), self.assignments
        unnamed = [s for s, _ in pairs if s not in self._named]
        rename = dict(zip(unnamed, self._free_names(), strict=False))
        lines = [f"{rename.get(s, s).name} = {printer(e.xreplace(rename))}" for s, e in pairs]
        values = [printer(e.xreplace(rename)) for e in outputs]
        return lines, values, printer.calls, len(pairs)

    @property
    def _named(self):
        return {s for s, _ in self.where}

    @property
    def calls(self):
        """Names of the functions the kernel calls."""
        return self._body[2]

    @property
    def temporaries(self):
        return self._body[3]

    @cached_property
    def source(self):
        """The text of the generated function; one output is returned bare, several as a flat tuple."""
        lines, values, _, _ = self._body
        head = _filled(f"def {self.name}({', '.join(s.name for s in self.inputs)}):", "", " " * 8)
        note = f"{self.generated_operations} operations ({self.raw_operations} before sharing), "
        note += f"{self.temporaries} temporaries."
        if self.equation:
            note = f"Equation {self.equation}; " + note
        doc = textwrap.indent(f'"""{self.doc}\n\n{note}\n"""', "    ")
        return "\n".join([head, doc, *map(_statement, lines), _returned(values)]) + "\n"

    @cached_property
    def counts(self):
        """Multiplications, additions, divisions and function calls of the generated code."""
        lines, values, _, _ = self._body
        found = dict.fromkeys(("multiply", "add", "divide", "call"), 0)
        kinds = {ast.Mult: "multiply", ast.Add: "add", ast.Sub: "add", ast.Div: "divide"}
        for node in ast.walk(ast.parse("\n".join([*lines, *values]))):
            if isinstance(node, ast.Call):
                found["call"] += 1
            elif isinstance(node, ast.BinOp) and not _constant(node):
                found[kinds[type(node.op)]] += 1
        return found

    @property
    def generated_operations(self):
        """Operations of the generated code, a function call counted as one."""
        return sum(self.counts.values())

    @cached_property
    def function(self):
        """The generated function, live, on Python floats; nothing is written."""
        filename = f"<kernel {self.name}>"
        text = "\n".join(imports(self.calls)) + "\n\n\n" + self.source
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        namespace = {"__name__": f"rotlib.kernels.{self.name}"}
        exec(compile(text, filename, "exec"), namespace)
        return namespace[self.name]

    @cached_property
    def function_numpy(self):
        """The same code object bound to NumPy: arguments are arrays that broadcast."""
        from .._bind import bind

        return bind(self.function, "numpy")


def imports(calls):
    """Import lines for the functions that generated code calls."""
    lines = []
    plain = sorted(n for n in calls if FUNCTIONS.get(n) == "math")
    singular = sorted(set(calls) - set(plain))
    if plain:
        lines.append(f"from math import {', '.join(plain)}")
    if singular:
        lines += ["", f"from rotlib._stumpff import {', '.join(singular)}"] if plain else [
            f"from rotlib._stumpff import {', '.join(singular)}"]
    return lines


class _Powers:
    """Replaces powers that must not be printed inline by assignments to new symbols, each computed once."""

    def __init__(self, names):
        self.names, self.known, self.extra = names, {}, []

    def __call__(self, expr):
        if not expr.args:
            return expr
        args = [self(a) for a in expr.args]
        if expr.is_Pow and expr.exp.is_Rational:
            return self._power(args[0], expr.exp)
        return expr.func(*args)

    def _power(self, base, power):
        if power.q == 2 and abs(power.p) > 1:
            root = self._name(sp.sqrt(base))
            return self._power(root, sp.Integer(power.p))
        size = abs(power)
        if power.q > 2:
            raise ValueError(f"cannot print the root {base}**{power}")
        if size > 1 and not base.is_Symbol:
            base = self._name(base)
        if size > 3:
            half = self._name(self._power(base, size // 2))
            whole = self._name(half * half if size % 2 == 0 else sp.Mul(half, half, base, evaluate=False))
            return whole if power > 0 else 1 / whole
        return base**power

    def _name(self, expr):
        if expr.is_Symbol:
            return expr
        if expr not in self.known:
            self.known[expr] = next(self.names)
            self.extra.append((self.known[expr], expr))
        return self.known[expr]


def _count(expr, known):
    """The number sympy.count_ops gives, with each subexpression that stands in many places counted only once."""
    if expr not in known:
        own, parts = _operations(expr)
        known[expr] = own + sum(_count(part, known) for part in parts)
    return known[expr]


def _operations(expr):
    """(operations that join the parts of an expression, parts); a sign is an operation where nothing takes it up."""
    if expr.is_Rational:
        return (expr.p < 0) + (expr.q != 1), ()
    if expr.is_Add:
        negative = [_negative(term) for term in expr.args]
        parts = [-term if minus else term for term, minus in zip(expr.args, negative, strict=True)]
        return len(parts) - 1 + all(negative), parts
    if expr.is_Mul:
        if _negative(expr):
            return 1, (-expr,)
        above, below = sp.fraction(expr)
        if above.is_Integer:
            return 1, (below,)
        if below is not sp.S.One:
            return 1, (above,) if below.is_Integer else (above, below)
        return len(expr.args) - 1, expr.args
    if expr.is_Pow and expr.exp is sp.S.NegativeOne:
        return 1, (expr.base,)
    return int(expr.is_Pow or expr.is_Function), expr.args


def _negative(expr):
    factor = expr.args[0] if expr.is_Mul else expr
    return factor.is_Number and factor.is_negative


def _ordered(pairs, outputs):
    """Sort assignments so that each follows what it uses, keeping only those that the outputs need."""
    rule, done, order = dict(pairs), set(), []

    def visit(expr):
        for symbol in sorted(expr.free_symbols & rule.keys(), key=lambda s: position[s]):
            if symbol not in done:
                done.add(symbol)
                visit(rule[symbol])
                order.append((symbol, rule[symbol]))

    position = {s: i for i, (s, _) in enumerate(pairs)}
    for expr in outputs:
        visit(expr)
    return order


def _constant(node):
    return all(isinstance(side, ast.Constant) for side in (node.left, node.right))


def _flat(items):
    out = []
    for item in items:
        out += list(item) if isinstance(item, sp.MatrixBase) else [sp.sympify(item)]
    return out


def _filled(text, first, rest):
    return "\n".join(textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                                   break_on_hyphens=False))


def _statement(line):
    """One assignment, in brackets if it needs more than one line."""
    if len(line) + 4 <= WIDTH:
        return "    " + line
    name, value = line.split(" = ", 1)
    return f"    {name} = (\n{_filled(value, ' ' * 8, ' ' * 8)})"


def _returned(values):
    """The return statement: a bare value, a tuple on one line, or one output a line."""
    text = values[0] if len(values) == 1 else f"({', '.join(values)})"
    if len(text) + 11 <= WIDTH:
        return f"    return {text}"
    entries = [_filled(value, " " * 8, " " * 8) for value in values]
    return "    return (\n" + ",\n".join(entries) + ")"
