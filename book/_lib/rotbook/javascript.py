"""JavaScript's text of a function of numbers, such as a kernel, for a figure."""

from rotlib.backends.printed import Printer, block, named
from rotlib.backends.trace import Kind, record_function
from rotlib.backends.user_function import of_any_number


class Function(Printer):
    """Its text; a refusal returns `nothing`."""

    def __init__(self, nothing):
        super().__init__("javascript")
        self.nothing = nothing

    def requirement(self, holds, reason):
        self.lines.append(f"if (!{holds}) return {self.nothing};")


def function(function, sizes, returns, name="f"):
    """A function that returns a list or a number, NaN where it refuses.

    sizes: how many numbers each argument is; 0 for one that is not a tuple
    returns: how many numbers it returns, or 0 for one alone
    """
    program = record_function(of_any_number(function), Kind.TRACE_LOAD, sizes, returns)
    nothing = f"[{', '.join(['NaN'] * returns)}]" if returns else "NaN"
    printer = Function(nothing)
    args = program.inputs["args"]
    out = printer.write(program, {place: f"x[{i}]" for i, place in enumerate(args)})
    made = f"[{', '.join(out)}]" if returns else out[0]
    lines = [*printer.lines, f"return {made};"]
    return "\n".join([*block(f"const {named(name)} = (...x) => {{", lines, "};"), ""])
