"""The one table of operations: on floats, on arrays, and as text in four languages.

A step that is recorded is a list of these names. Every back end reads this table, so a
new operation is one new row, and a new target is one new column.
"""

import math
import operator
from typing import NamedTuple

from .._types import Function
from ..numbers import operation


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
    name: str,
    on_arrays: str | None = None,
    arguments: str = "{0}",
    javascript: str = "Math.",
) -> Operator:
    text = f"{name}({arguments})"
    llvm = f"llvm.{name}." if name in INTRINSIC else name
    plain: Function = getattr(math, name)
    return Operator(plain, on_arrays or name, text, text, javascript + text, llvm)


def _infix(plain: Function, on_arrays: str, sign: str, llvm: str) -> Operator:
    text, own = f"{{0}} {sign} {{1}}", f"{llvm} contract {{number}}"
    return Operator(plain, on_arrays, text, text, text, own)


def _truth(plain: Function, on_arrays: str, llvm: str, *texts: str) -> Operator:
    python, c, javascript = texts
    return Operator(plain, on_arrays, python, c, javascript, llvm, True, work=False)


def _comparison(name: str, on_arrays: str, sign: str, llvm: str) -> Operator:
    text = f"{{0}} {sign} {{1}}"
    strict = text.replace("==", "===").replace("!=", "!==")
    own = f"fcmp {llvm} {{number}}"
    return _truth(getattr(operator, name), on_arrays, own, text, text, strict)


INTRINSIC = ("sqrt", "sin", "cos", "exp", "log", "log10", "copysign")
TWO = "{0}, {1}"
CHOICE = "{0} ? {1} : {2}"
COMPARISONS = {  # in NumPy, as text, in LLVM
    "lt": ("less", "<", "olt"),
    "le": ("less_equal", "<=", "ole"),
    "gt": ("greater", ">", "ogt"),
    "ge": ("greater_equal", ">=", "oge"),
    "eq": ("equal", "==", "oeq"),
    "ne": ("not_equal", "!=", "une"),
}
OF_ONE = "sqrt sin cos tan sinh cosh tanh exp expm1 log log1p log10"


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
    **{name: _comparison(name, *columns) for name, columns in COMPARISONS.items()},
    "and": _truth(
        *(lambda a, b: a and b, "logical_and", "and {truth}"),
        *("{0} and {1}", "{0} && {1}", "{0} && {1}"),
    ),
    "not": _truth(
        operator.not_, "logical_not", "xor {truth}", "not {0}", "!{0}", "!{0}"
    ),
    "select": Operator(
        *(lambda c, a, b: a if c else b, "where", "{1} if {0} else {2}"),
        *(CHOICE, CHOICE, "select"),
        work=False,
    ),
    "atan2": _function("atan2", "arctan2", TWO),
    "copysign": _function("copysign", None, TWO, javascript=""),  # see `printed`
    "hypot": _function("hypot", None, TWO),
    "asin": _function("asin", "arcsin"),
    "acos": _function("acos", "arccos"),
    "atan": _function("atan", "arctan"),
    **{name: _function(name) for name in OF_ONE.split()},
}
# each as a function of any kind of number
CALLS: dict[str, Function] = {
    name: operation(name, *op[:2]) for name, op in OPERATORS.items()
}
FUNCTIONS = tuple(
    name for name, op in OPERATORS.items() if op.on_floats is getattr(math, name, None)
)
