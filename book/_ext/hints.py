"""What a parameter is, in the few words of a table: the type from the hint in the
source, the default from the signature.

`:hint:` sets such words with the types that the book knows as links."""

import ast
import inspect
import re
import sys
import textwrap
from functools import cache
from types import UnionType
from typing import Literal, Union, get_args, get_origin

from docutils import nodes, utils
from sphinx.addnodes import pending_xref

SHARED = ("Array", "ArrayLike", "Attitude", "Pose")  # explained on the overview
TYPES = "reference-types"
PLAIN = {
    **{"Pairs": "ArrayLike | callable", "State": "sequence of float"},
    "Components": "Array",
    **{t: t for t in "bool int float str complex dict list tuple object None".split()},
    **{t: t for t in ("Rotation", "Transform", "Figure", "Axes", "Fraction")},
    **{t: "callable" for t in ("Callable", "Function", "Flow", "Torque")},
    **{"Path": "path", "PathLike": "path", "TextIO": "text file", "Self": "Self"},
    **{"Expr": "Expr", "Symbol": "Symbol", "Matrix": "Matrix"},
    **{"Mapping": "dict", "Steps": "Array of int"},
    "BodyLike": "Body | list of Body",
    **{"LoadLike": "Load | callable", "Interpolant": "callable"},
    **{"InputsLike": "callable | ArrayLike", "Given": "callable | Array"},
    **{"EventsLike": "callable | list of callable"},
}
MORE = {
    inspect.Parameter.VAR_POSITIONAL: "(any number)",
    inspect.Parameter.VAR_KEYWORD: "keywords",
}
SEVERAL = {"Sequence": "sequence", "Iterable": "iterable", "Iterator": "iterator"}
NAME = re.compile(r"[A-Za-z_][\w.]*")


class Unknown(Exception):
    """An alias, Any."""


class Hints:
    """The hints of a function, or of the fields of a class, as the source has them."""

    def __init__(self, thing, known):
        self.known, self.hints, self.defaults = known, {}, {}
        self.takes, self.more, self.result = [], {}, "Returns"
        self.fields = inspect.isclass(thing)
        self.module = getattr(thing, "__module__", None)
        if inspect.isclass(thing):
            for base in reversed(thing.__mro__):
                if base.__module__.startswith("rotlib"):
                    self.take(tree(base).body)
            if in_a_file(vars(thing).get("__init__")):
                self.signature(thing.__init__)
            else:
                self.parameters(thing)
        elif inspect.isfunction(thing):
            self.signature(thing)

    def take(self, body):
        for node in body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self.hints[node.target.id] = node.annotation

    def signature(self, function):
        self.module = inspect.unwrap(function).__module__
        found = tree(function)
        for x in ast.iter_child_nodes(found.args):
            if isinstance(x, ast.arg):
                self.hints[x.arg] = x.annotation
        self.hints["return"] = found.returns
        self.parameters(function)

    def parameters(self, called):
        try:
            found = inspect.signature(called).parameters
        except (TypeError, ValueError):  # an error, which takes anything
            return
        self.takes = list(found)
        for x in found.values():
            if x.kind in MORE:
                self.more[x.name] = MORE[x.kind]
            if x.default is not x.empty:
                self.defaults[x.name] = x.default

    def of(self, name):
        found = self.words(self.hints.get(name))
        if self.fields:
            return found
        if name in self.more:
            return f"{found} {self.more[name]}".strip()
        if name not in self.defaults:
            return found
        default = self.defaults[name]
        if default is None:
            return f"{found.replace(' | None', '')}, optional".strip(", ")
        value = str(default) if isinstance(default, float) else repr(default)
        value = value.replace("'", '"')
        known = len(value) <= 16 and "<" not in value and "object" not in value
        return (f"{found} = {value}" if known else f"{found}, optional").strip(", ")

    def words(self, node):
        """The hint in words, or as it stands in the source."""
        try:
            return "" if node is None else self.read(node)
        except Unknown:
            return ast.unparse(node)

    def read(self, node):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                return self.read(ast.parse(node.value, mode="eval").body)
            return str(node.value)
        if isinstance(node, ast.BinOp):
            both = [self.read(node.left), self.read(node.right)]
            return " | ".join(dict.fromkeys(both))
        if isinstance(node, ast.Subscript):
            return self.subscript(name_of(node.value), node.slice)
        return self.name(name_of(node))

    def subscript(self, name, inner):
        parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        if name == "Literal":
            return " | ".join(f'"{p.value}"' for p in parts)
        if name in SEVERAL or name == "list":
            return f"{SEVERAL.get(name, name)} of {self.read(parts[0])}"
        if name == "tuple":
            if getattr(parts[-1], "value", None) is ...:
                return f"tuple of {self.read(parts[0])}"
            return f"({', '.join(map(self.read, parts))})"
        return self.name(name)

    def name(self, name):
        if name in PLAIN or name in SHARED or name in self.known:
            return PLAIN.get(name, name)
        return self.alias(getattr(sys.modules[self.module], name, None))

    def alias(self, value):
        if get_origin(value) is Literal:
            return " | ".join(f'"{word}"' for word in get_args(value))
        if get_origin(value) in (Union, UnionType):
            return " | ".join(map(self.alias, get_args(value)))
        name = value.__name__ if isinstance(value, type) else ""
        if name in PLAIN or name in self.known:
            return PLAIN.get(name, name)
        raise Unknown


def defined(thing):
    """The function behind a property, a class method, a decorator."""
    for name in ("fget", "func", "__func__"):
        thing = getattr(thing, name, thing)
    return inspect.unwrap(thing)


def in_a_file(function):
    """Whether somebody wrote it: a dataclass makes its own."""
    return function is not None and "<" not in function.__code__.co_filename


def name_of(node):
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


@cache
def tree(thing):
    source = textwrap.dedent(inspect.getsource(inspect.unwrap(thing)))
    return ast.parse(source).body[0]


def role(name, rawtext, text, lineno, inliner, options=None, content=()):
    env, shape = inliner.document.settings.env, re.compile(r"\([^()]{1,20}\)")
    text = shape.sub(lambda m: m[0].replace(" ", "\xa0"), utils.unescape(text))
    line, at = nodes.inline("", "", classes=["rot-type"]), 0
    line["support_smartquotes"] = False
    for found in NAME.finditer(text):
        word = found[0]
        if text[: found.start()].endswith('"'):  # a value
            continue
        if word in SHARED:
            target = {"refdomain": "std", "reftype": "ref", "reftarget": TYPES}
        elif word in env.app.reference_types:
            target = {"refdomain": "py", "reftype": "obj"}
            target["reftarget"] = env.app.reference_types[word]
        else:
            continue
        line += nodes.Text(text[at : found.start()])
        link = pending_xref("", refexplicit=True, refwarn=True, **target)
        link["refdoc"] = env.docname
        link += nodes.inline("", word)
        line += link
        at = found.end()
    line += nodes.Text(text[at:])
    return [line], []


def setup(app):
    app.add_role("hint", role)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
