"""The files: written with four digits, read back as numbers; and the fingerprint of
what they depend on."""

import ast
import csv
import hashlib
import inspect
import json
import textwrap
from functools import lru_cache
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType

import rotlib as rl
from rotlib.backends.user_function import _global_names

FOLDER = Path(__file__).parent
KEYS = {
    "precision": ("problem", "method", "asked"),
    "price": ("method", "problem"),
    "drift": ("problem", "method", "steps"),
    "phase": ("problem", "method"),
    "failure": ("problem", "method", "turn"),
    "coverage": ("method", "problem"),
    "judges": ("problem",),
}
OWN = ("counting.py", "measure.py")


def path(name, folder=FOLDER):
    return folder / (f"{name}.json" if name == "made" else f"{name}.csv")


def text(value):
    """Four digits are enough to read, and to compare."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def value(word):
    """A number if it is one, else the word; None for an empty field."""
    if word == "":
        return None
    try:
        number = float(word)
    except ValueError:
        return word
    return int(number) if word.lstrip("-").isdigit() else number


def store(name, rows, folder=FOLDER):
    rows = list(rows)
    with path(name, folder).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: text(x) for key, x in row.items()} for row in rows)


def load(name, folder=FOLDER, **wanted):
    """The rows of one file as dictionaries, those with the wanted entries.

    Parameters
    ----------
    name : str
        "precision", "price", "drift", "phase", "failure", "coverage", "judges"; "made"
        gives a dictionary.
    **wanted
        For instance problem="generic", method="rk4".

    Returns
    -------
    list of dict
        Numbers are numbers, empty fields None.
    """
    if name == "made":
        return json.loads(path(name, folder).read_text(encoding="utf-8"))
    file = path(name, folder)
    return [
        dict(row)
        for row in _read(file, file.stat().st_mtime_ns)
        if all(row[key] == x for key, x in wanted.items())
    ]


@lru_cache(maxsize=16)
def _read(file, changed):
    with file.open(encoding="utf-8") as lines:
        return [
            {key: value(word) for key, word in row.items()}
            for row in csv.DictReader(lines)
        ]


def checksums(folder=FOLDER):
    """{file: hash} of the tables as they are."""
    return {
        name: digest([path(name, folder).read_text(encoding="utf-8")]) for name in KEYS
    }


# --- fingerprint ----------------------------------------------------------------------


def source(function):
    """What a function does, as text: no docstring, no comment, no hint, no layout, and
    not in which module the functions stand that it calls."""
    text = textwrap.dedent(inspect.getsource(function))
    known = function.__globals__
    try:
        return bare(text, {x for x in known if isinstance(known[x], ModuleType)})
    except SyntaxError:  # a lambda, in the middle of an expression
        return " ".join(text.split())


def bare(text, modules=()):
    """The program of that text, written in the one form of `ast.unparse`."""
    return ast.unparse(_Bare(modules).visit(ast.parse(text)))


class _Bare(ast.NodeTransformer):
    def __init__(self, modules):
        self.modules = modules

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.value.id in self.modules:
            return ast.copy_location(ast.Name(node.attr, node.ctx), node)
        return self.generic_visit(node)

    def visit(self, node):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            if node.value is None:
                return None
            new = ast.Assign([node.target], node.value)
            return self.generic_visit(ast.copy_location(new, node))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            if ast.get_docstring(node, clean=False) is not None:
                node.body = node.body[1:] or [ast.Pass()]
            if isinstance(node, ast.FunctionDef):
                node.returns = None
        return super().visit(node)


def reached(function, found=None):
    """All functions of rotlib and of the atlas that a function can call by its
    globals and closures, and constants."""
    found = {} if found is None else found
    key = f"{function.__module__}.{function.__qualname__}"
    while key in found and found[key] is not function:
        key += "'"
    if key in found:
        return found
    found[key] = function
    things = [
        function.__globals__.get(name)
        for name in sorted(_global_names(function.__code__))
    ]
    things += [cell.cell_contents for cell in function.__closure__ or ()]
    for thing in things:
        _reach(thing, found)
    return found


def _reach(thing, found):
    if isinstance(thing, FunctionType) and thing.__module__.split(".")[0] in (
        "rotlib",
        "atlas",
        "book",
    ):
        reached(thing, found)
    elif isinstance(thing, (tuple, list)):
        for part in thing:
            _reach(part, found)
    elif isinstance(thing, (float, int, str)):
        found[f"constant {thing!r}"] = thing


def digest(parts):
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def fingerprint_of(functions):
    found = {}
    for function in functions:
        if isinstance(function, FunctionType) and not isinstance(
            function, BuiltinFunctionType
        ):
            reached(function, found)
    return digest(
        sorted(k if k.startswith("constant") else source(f) for k, f in found.items())
    )


def fingerprints():
    """{what: hash} of each method's code with all it calls, of the problems, and of
    the measurements."""
    from .contenders import BODIES, FLIGHTS, RATES, SCIPY, all_names
    from .problems import PROBLEMS

    marks = {}
    for name in all_names():
        if name in RATES:
            marks[name] = fingerprint_of([RATES[name][0]])
        elif name in SCIPY:
            marks[name] = digest([name, repr(SCIPY[name])])
        else:
            m = FLIGHTS.get(name) or BODIES.get(name) or rl.methods.find(name)
            marks[name] = fingerprint_of([m.step, *m.layout[:2], m.closed_form])
    for p in PROBLEMS.values():
        functions = [
            f
            for f in (
                p.rate,
                *getattr(p.load, "derivatives", ()),
                getattr(p.load, "torque", None),
                getattr(p.load, "potential", None),
                getattr(p.load, "wrench", None),
            )
            if f
        ]
        numbers = [
            repr(x)
            for x in (
                p.name,
                p.kind,
                p.speed,
                p.duration,
                p.counts,
                p.omega,
                p.q0,
                p.position,
                p.velocity,
            )
        ]
        body = [] if p.body is None else [repr(p.body.inertia_6x6.round(12).tolist())]
        marks[f"problem {p.name}"] = digest(
            [*numbers, *body, fingerprint_of(functions)]
        )
    for name in OWN:
        text = (FOLDER / name).read_text(encoding="utf-8")
        marks[f"file {name}"] = digest([bare(text)])
    return marks
