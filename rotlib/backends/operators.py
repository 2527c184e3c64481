"""The one table of operations: on floats, on arrays, and as text in four languages.

A step that is recorded is a list of these names. Every back end reads this table, so a
new operation is one new row, and a new target is one new column.
"""

import math
import operator
from typing import Any, NamedTuple

from .._types import Function
from ..numbers import operation, select

# its name; in NumPy and in `jax.numpy`; in Python, {0}, {1}, {2} are the arguments; in
# C; in JavaScript: as in the column before, where nothing stands; in LLVM, what stands
# before the arguments: an instruction of numbers, or of yes and no, or a function, of
# vectors too if it is LLVM's own
TABLE = """
add|add|{0} + {1}|||fadd contract {number}
sub|subtract|{0} - {1}|||fsub contract {number}
mul|multiply|{0} * {1}|||fmul contract {number}
div|divide|{0} / {1}|||fdiv contract {number}
pow|power|{0} ** {1}|pow({0}, {1})|Math.pow({0}, {1})|llvm.pow.
neg|negative|-{0}|||fneg {number}
abs|abs|abs({0})|fabs({0})|Math.abs({0})|llvm.fabs.
lt|less|{0} < {1}|||fcmp olt {number}
le|less_equal|{0} <= {1}|||fcmp ole {number}
gt|greater|{0} > {1}|||fcmp ogt {number}
ge|greater_equal|{0} >= {1}|||fcmp oge {number}
eq|equal|{0} == {1}||{0} === {1}|fcmp oeq {number}
ne|not_equal|{0} != {1}||{0} !== {1}|fcmp une {number}
and|logical_and|{0} and {1}|{0} && {1}||and {truth}
not|logical_not|not {0}|!{0}||xor {truth}
select|where|{1} if {0} else {2}|{0} ? {1} : {2}||select
atan2|arctan2|atan2({0}, {1})||Math.atan2({0}, {1})|atan2
copysign|copysign|copysign({0}, {1})||@|llvm.copysign.
hypot|hypot|hypot({0}, {1})||Math.hypot({0}, {1})|hypot
"""
SIGN = "({1} < 0 ? -1 : Object.is({1}, -0) ? -1 : 1) * Math.abs({0})"  # in JavaScript
OF_ONE = "asin acos atan sqrt sin cos tan sinh cosh tanh exp expm1 log log1p log10"
INTRINSIC = ("sqrt", "sin", "cos", "exp", "log", "log10")
TRUTHS = ("lt", "le", "gt", "ge", "eq", "ne", "and", "not")
PLAIN: dict[str, Function] = vars(operator) | vars(math)
PLAIN |= {"div": operator.truediv, "pow": operator.pow, "abs": abs}
PLAIN |= {"and": lambda a, b: a and b, "not": operator.not_}
PLAIN["select"] = lambda c, a, b: a if c else b


class Operator(NamedTuple):
    """One operation, a row of the table.

    truth: whether it answers yes or no
    work: whether it counts as an operation: signs, comparisons and choices do not
    """

    on_floats: Function
    on_arrays: str
    text: str
    c: str
    javascript: str
    llvm: str
    truth: bool
    work: bool


def _read(line: str) -> tuple[str, Operator]:
    name, on_arrays, text, c, javascript, llvm = line.split("|")
    c, truth = c or text, name in TRUTHS
    columns = PLAIN[name], on_arrays, text, c, javascript or c, llvm
    work = not truth and name not in ("neg", "abs", "select")
    return name, Operator(*columns, truth, work)


def _of_one(name: str) -> str:
    on_arrays = name.replace("a", "arc", 1) if name.startswith("a") else name
    llvm = f"llvm.{name}." if name in INTRINSIC else name
    return f"{name}|{on_arrays}|{name}({{0}})||Math.{name}({{0}})|{llvm}"


ROWS = [*TABLE.replace("@", SIGN).split("\n")[1:-1], *map(_of_one, OF_ONE.split())]
OPERATORS: dict[str, Operator] = dict(map(_read, ROWS))
FUNCTIONS = tuple(
    name for name, op in OPERATORS.items() if op.on_floats is getattr(math, name, None)
)
# each as a function of any kind of number; what Python asks the numbers is one already
CALLS: dict[str, Function] = {
    **{name: op.on_floats for name, op in OPERATORS.items()},
    **{x: operation(x, *OPERATORS[x][:2]) for x in (*FUNCTIONS, "pow", "and", "not")},
    "select": select,
}


def either(a: Any, b: Any) -> Any:
    """Yes unless both say no: on the tape there is no operation for it."""
    no, both = CALLS["not"], CALLS["and"]
    return no(both(no(a), no(b)))
