"""Where things come from: labels of the book, equations that generated functions
name, what is asserted where."""

import ast
import hashlib
import importlib
import inspect
import json
import pkgutil
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from directives import directives, labels

BOOK = Path(__file__).resolve().parents[1]
COUNTS = re.compile(
    r"(?:Equation ([\w-]+); )?(\d+) operations \((\d+) before sharing\), (\d+)"
    r" temporaries"
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
        """Everything on the page that can be referred to."""
        return [*labels(self.text), *self.names]

    def boxes(self, kind):
        """(label, title) of the directives of one kind."""
        return [
            (d.options.get("label", ""), d.argument)
            for d in directives(self.text)
            if d.name == kind
        ]

    @property
    def assertions(self):
        """Number of assert statements in the code cells."""
        return sum(
            isinstance(node, ast.Assert)
            for cell in self.code
            for node in ast.walk(ast.parse(cell))
        )


def page(path, book=BOOK):
    """Read one page, a notebook or plain MyST."""
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return Page(path.relative_to(book).as_posix(), content, [], [])
    cells = json.loads(content)["cells"]
    text = "\n\n".join(
        "".join(c["source"]) for c in cells if c["cell_type"] == "markdown"
    )
    code = [c for c in cells if c["cell_type"] == "code"]
    figures = [
        c["metadata"].get("mystnb", {}).get("figure", {}).get("name") for c in code
    ]
    return Page(
        path.relative_to(book).as_posix(),
        text,
        ["".join(c["source"]) for c in code],
        [n for n in figures if n],
    )


def pages(book=BOOK):
    """Every page of the book, in the order of the paths."""
    paths = (p for p in sorted(book.rglob("*")) if p.suffix in (".md", ".ipynb"))
    own = (
        p
        for p in paths
        if not any(part.startswith(("_", ".")) for part in p.relative_to(book).parts)
    )
    return [page(p, book) for p in own if p.name != "README.md"]


class Generated(NamedTuple):
    """A generated function and what its docstring says of it."""

    name: str
    summary: str
    equation: str | None
    operations: int
    raw_operations: int
    temporaries: int
    source: str  # a hash of its text


class Cell(NamedTuple):
    """A code cell of a notebook."""

    id: str
    source: str
    tree: ast.Module

    @property
    def assertions(self):
        """Number of assert statements."""
        return sum(isinstance(node, ast.Assert) for node in ast.walk(self.tree))

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
    """The code cells of a notebook."""
    found = (
        c
        for c in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if c["cell_type"] == "code"
    )
    sources = [(c["id"], "".join(c["source"]).strip()) for c in found]
    return [Cell(name, source, ast.parse(source)) for name, source in sources]


@cache
def kernels():
    """{module: (deriving notebook, [Generated])} of every generated module."""
    import rotlib.kernels

    found = {}
    for info in pkgutil.iter_modules(rotlib.kernels.__path__):
        module = importlib.import_module(f"rotlib.kernels.{info.name}")
        own = [
            f
            for f in vars(module).values()
            if inspect.isfunction(f) and f.__module__ == module.__name__
        ]
        notebook = re.search(r"Generated from (\S+) by", module.__doc__)[1]
        lines = Path(module.__file__).read_text(encoding="utf-8").splitlines(True)
        ends = {
            n.name: n.end_lineno
            for n in ast.parse("".join(lines)).body
            if isinstance(n, ast.FunctionDef)
        }
        texts = {
            f: "".join(lines[f.__code__.co_firstlineno - 1 : ends[f.__name__]])
            for f in own
            if f.__name__ in ends
        }
        found[info.name] = notebook, [_generated(f, text) for f, text in texts.items()]
    return found


def _generated(function, text):
    equation, after, before, temporaries = COUNTS.search(function.__doc__).groups()
    return Generated(
        function.__name__,
        function.__doc__.splitlines()[0],
        equation,
        int(after),
        int(before),
        int(temporaries),
        source_hash(text),
    )


def source_hash(text):
    """What a change of the text changes."""
    return hashlib.sha1(text.encode()).hexdigest()[:12]


def chapters_named(package):
    """{phrase: files} of every `Chapter: …` in the docstrings of a package, one
    phrase for each chapter named."""
    found = {}
    for path in sorted(Path(package).rglob("*.py")):
        for words in re.findall(
            r"Chapters?: ([^.]*?)[.?\"]",
            re.sub(r"\s+", " ", path.read_text(encoding="utf-8")),
        ):
            for phrase in words.split(","):
                found.setdefault(re.sub(r"\(.*?\)", "", phrase).strip(), []).append(
                    path.name
                )
    return found
