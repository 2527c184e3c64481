"""Where things come from: labels of the book, equations that generated functions
name, what is asserted where."""

import ast
import hashlib
import importlib
import json
import pkgutil
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from directives import directives, labels

BOOK = Path(__file__).resolve().parents[1]
COUNTS = re.compile(
    r"(?:Equation ([\w-]+); )?(\d+) operations \((\d+) before sharing\)"
)


class Page(NamedTuple):
    """A page of the book: its path in `book/`, its Markdown text and its code cells."""

    path: str
    text: str
    code: list
    names: list

    @property
    def title(self):
        return re.search(r"^# (.*)$", self.text, re.MULTILINE)[1]

    @property
    def labels(self):
        return [*labels(self.text), *self.names]

    def boxes(self, kind):
        """(label, title) of the directives of one kind."""
        found = [d for d in directives(self.text) if d.name == kind]
        return [(d.options.get("label", ""), d.argument) for d in found]


def asserted(tree):
    return sum(isinstance(node, ast.Assert) for node in ast.walk(tree))


def page(path, book=BOOK):
    content = path.read_text(encoding="utf-8")
    name = path.relative_to(book).as_posix()
    if path.suffix == ".md":
        return Page(name, content, [], [])
    cells, texts = json.loads(content)["cells"], {"markdown": [], "code": []}
    for cell in cells:
        texts[cell["cell_type"]].append("".join(cell["source"]))
    shown = [c["metadata"].get("mystnb", {}).get("figure", {}) for c in cells]
    names = [figure["name"] for figure in shown if figure.get("name")]
    return Page(name, "\n\n".join(texts["markdown"]), texts["code"], names)


@cache
def pages(book=BOOK):
    """Every page of the book, in the order of the paths."""
    paths = (p for p in sorted(book.rglob("*")) if p.suffix in (".md", ".ipynb"))
    own = [p for p in paths if not re.search(r"(^|/)[_.]", str(p.relative_to(book)))]
    return [page(p, book) for p in own if p.name != "README.md"]


class Generated(NamedTuple):
    """A generated function and what its docstring says of it."""

    name: str
    summary: str
    equation: str | None
    operations: int
    raw_operations: int
    source: str  # a hash of its text


class Cell(NamedTuple):
    """A code cell of a notebook."""

    id: str
    source: str
    tree: ast.Module

    @property
    def assertions(self):
        return asserted(self.tree)

    def emits(self, topic):
        """Whether the cell holds `emit("topic", ...)`."""
        return any(
            isinstance(node, ast.Call)
            and getattr(node.func, "id", "") == "emit"
            and node.args
            and getattr(node.args[0], "value", None) == topic
            for node in ast.walk(self.tree)
        )


@cache
def cells(path):
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [c for c in found if c["cell_type"] == "code"]
    sources = [(c["id"], "".join(c["source"]).strip()) for c in code]
    return [Cell(name, source, ast.parse(source)) for name, source in sources]


@cache
def kernels():
    """{module: (deriving notebook, [Generated])} of every generated module."""
    import rotlib.kernels

    found = {}
    for info in pkgutil.iter_modules(rotlib.kernels.__path__):
        module = importlib.import_module(f"rotlib.kernels.{info.name}")
        notebook = re.search(r"Generated from (\S+) by", module.__doc__)[1]
        text = Path(module.__file__).read_text(encoding="utf-8")
        lines, own = text.splitlines(True), ast.parse(text).body
        own = [node for node in own if isinstance(node, ast.FunctionDef)]
        found[info.name] = notebook, [_generated(node, lines) for node in own]
    return found


def _generated(node, lines):
    doc = ast.get_docstring(node)
    equation, *counts = COUNTS.search(doc).groups()
    text = "".join(lines[node.lineno - 1 : node.end_lineno])
    source = hashlib.sha1(text.encode()).hexdigest()[:12]
    summary = doc.splitlines()[0]
    return Generated(node.name, summary, equation, *map(int, counts), source)
