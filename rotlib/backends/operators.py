"""The one table of operations: on floats, on arrays, and as text in four languages.

A step that is recorded is a list of these names. Every back end reads this table, so a
new operation is one new row, and a new target is one new column.
"""

import math
import operator
from typing import NamedTuple

from .._types import Function


class Operator(NamedTuple):
    """One operation.

    on_arrays: the name of the function in NumPy and in `jax.numpy`
    text: in Python; {0}, {1} and {2} are the arguments
    llvm: what stands before the arguments: an instruction of numbers, or of yes and no;
        or the name of a function, of vectors too if it is LLVM's own
    truth: whether it answers yes or no
    work: whether it counts as an operation: signs, comparisons and choices do not
    """

    on_floats: Function
    on_arrays: str
    text: str
    c: str
    javascript: str
    llvm: str
    truth: bool = False
    work: bool = True


def _function(
    plain: Function,
    on_arrays: str | None = None,
    two: bool = False,
    javascript: str | None = None,
) -> Operator:
    name = plain.__name__
    text = name + ("({0}, {1})" if two else "({0})")
    script = javascript or f"Math.{text}"
    llvm = f"llvm.{name}." if name in INTRINSIC else name
    return Operator(plain, on_arrays or name, text, text, script, llvm)


def _infix(plain: Function, on_arrays: str, sign: str, llvm: str) -> Operator:
    text, own = f"{{0}} {sign} {{1}}", f"{llvm} contract {{number}}"
    return Operator(plain, on_arrays, text, text, text, own)


def _truth(
    plain: Function,
    on_arrays: str,
    text: str,
    llvm: str,
    c: str | None = None,
    javascript: str | None = None,
) -> Operator:
    c = c or text
    script = javascript or c
    return Operator(plain, on_arrays, text, c, script, llvm, truth=True, work=False)


INTRINSIC = ("sqrt", "sin", "cos", "exp", "log", "log10", "copysign")


OPERATORS = {
    "add": _infix(operator.add, "add", "+", "fadd"),
    "sub": _infix(operator.sub, "subtract", "-", "fsub"),
    "mul": _infix(operator.mul, "multiply", "*", "fmul"),
    "div": _infix(operator.truediv, "divide", "/", "fdiv"),
    "pow": Operator(
        *(operator.pow, "power", "{0} ** {1}", "pow({0}, {1})"),
        *("Math.pow({0}, {1})", "llvm.pow."),
    ),
    "neg": Operator(
        *(operator.neg, "negative", "-{0}", "-{0}", "-{0}", "fneg {number}"), work=False
    ),
    "abs": Operator(
        *(abs, "abs", "abs({0})", "fabs({0})", "Math.abs({0})", "llvm.fabs."),
        work=False,
    ),
    "lt": _truth(operator.lt, "less", "{0} < {1}", "fcmp olt {number}"),
    "le": _truth(operator.le, "less_equal", "{0} <= {1}", "fcmp ole {number}"),
    "gt": _truth(operator.gt, "greater", "{0} > {1}", "fcmp ogt {number}"),
    "ge": _truth(operator.ge, "greater_equal", "{0} >= {1}", "fcmp oge {number}"),
    "eq": _truth(
        operator.eq,
        "equal",
        "{0} == {1}",
        "fcmp oeq {number}",
        javascript="{0} === {1}",
    ),
    "ne": _truth(
        operator.ne,
        "not_equal",
        "{0} != {1}",
        "fcmp une {number}",
        javascript="{0} !== {1}",
    ),
    "and": _truth(
        lambda a, b: a and b, "logical_and", "{0} and {1}", "and {truth}", "{0} && {1}"
    ),
    "not": _truth(operator.not_, "logical_not", "not {0}", "xor {truth}", "!{0}"),
    "select": Operator(
        lambda c, a, b: a if c else b,
        "where",
        "{1} if {0} else {2}",
        "{0} ? {1} : {2}",
        "{0} ? {1} : {2}",
        "select",
        work=False,
    ),
    "atan2": _function(math.atan2, "arctan2", two=True),
    "copysign": _function(
        math.copysign,
        two=True,
        javascript="copysign({0}, {1})",  # see `printed`
    ),
    "hypot": _function(math.hypot, two=True),
    "asin": _function(math.asin, "arcsin"),
    "acos": _function(math.acos, "arccos"),
    "atan": _function(math.atan, "arctan"),
    **{
        f.__name__: _function(f)
        for f in (
            math.sqrt,
            math.sin,
            math.cos,
            math.tan,
            math.sinh,
            math.cosh,
            math.tanh,
            math.exp,
            math.expm1,
            math.log,
            math.log1p,
            math.log10,
        )
    },
}
FUNCTIONS = tuple(
    name for name, op in OPERATORS.items() if op.on_floats is getattr(math, name, None)
)
