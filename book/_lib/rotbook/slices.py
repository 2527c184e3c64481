"""The part of a notebook that a call of `emit` depends on, in the notebook's words.

A deriving notebook draws, asserts and prints besides deriving. Its kernels come from
those statements that give a name its meaning, or change what it names, on the way to
the call.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

CHANGES = {"append", "extend", "insert", "update", "add", "setdefault"}


class Statement(NamedTuple):
    """A statement of a cell; `later` is what a function reads when it is called."""

    node: ast.stmt
    text: str
    bound: set[str]
    changed: set[str]
    read: set[str]
    later: set[str]


def needed(cells: Sequence[str], *topics: str) -> list[Statement]:
    """The statements on which `emit` depends, of these topics or all, and its calls."""
    statements = [s for cell in cells for s in _statements(cell)]
    found = {emits(s.node) for s in statements} - {None}
    if missing := set(topics) - found:
        raise LookupError(f"no cell emits the topic {missing.pop()!r}")
    inside, imported = _read_by_functions(statements), _imported(statements)
    kept: list[Statement] = []
    wanted: set[str] = set()
    for s in reversed(statements):
        topic = emits(s.node)
        if not (
            (s.bound | s.changed - imported) & wanted or topic in (topics or found)
        ):
            continue
        if isinstance(s.node, IMPORTS):
            s = _only(s, wanted)
        kept.append(s)
        if isinstance(s.node, (ast.Assign, *DEFINITIONS, *IMPORTS)):
            wanted -= s.bound
        wanted |= _reached(s.read, inside)
    return kept[::-1]


def emits(node: ast.stmt) -> str | None:
    match node:
        case ast.Expr(ast.Call(ast.Name("emit"), [ast.Constant(str(topic)), *_])):
            return topic
    return None


# --- what a statement binds, changes and reads ----------------------------------------

DEFINITIONS = ast.FunctionDef, ast.ClassDef
IMPORTS = ast.Import, ast.ImportFrom


def _statements(cell: str) -> Iterator[Statement]:
    for node in ast.parse(cell).body:
        first = min([node.lineno, *(d.lineno for d in decorators(node))])
        text = "\n".join(cell.split("\n")[first - 1 : node.end_lineno])
        names = _Names()
        names.visit(node)
        later = names.later if isinstance(node, ast.FunctionDef) else set()
        read = names.read | (names.later - later)
        yield Statement(node, text, names.bound, names.changed, read, later)


def touched(node: ast.stmt) -> set[str]:
    """What a statement binds or changes."""
    names = _Names()
    names.visit(node)
    return names.bound | names.changed


def decorators(node: ast.AST) -> list[ast.expr]:
    return list(getattr(node, "decorator_list", []))


class _Names(ast.NodeVisitor):
    """Names that a statement binds in the notebook, changes in place and reads."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.changed: set[str] = set()
        self.read: set[str] = set()
        self.later: set[str] = set()

    def visit_Name(self, node: ast.Name) -> None:
        into = self.read if isinstance(node.ctx, ast.Load) else self.bound
        into.add(node.id)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        self.bound |= {(a.asname or a.name).split(".")[0] for a in node.names}

    visit_ImportFrom = visit_Import

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.bound.add(node.name)
        self._inner(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.bound.add(node.name)
        self._inner(node)

    def _inner(self, node: ast.AST) -> None:
        """Of a scope of its own: everything it reads and does not bind."""
        names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
        arguments = {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
        own = {n.id for n in names if not isinstance(n.ctx, ast.Load)} | arguments
        later = self.later if isinstance(node, ast.FunctionDef) else self.read
        later |= {n.id for n in names} - own
        # the first iterable and the defaults are evaluated outside
        outside = [g.iter for g in getattr(node, "generators", [])[:1]]
        outside += decorators(node)
        if arguments and isinstance(node, (ast.FunctionDef, ast.Lambda)):
            outside += [d for d in (*node.args.defaults, *node.args.kw_defaults) if d]
        for part in outside:
            self.visit(part)

    visit_Lambda = visit_ListComp = visit_SetComp = _inner
    visit_DictComp = visit_GeneratorExp = _inner

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        before, self.read = self.read, set()
        for part in (node.target, *node.body, *node.orelse):
            self.visit(part)
        given = {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
        self.read = before | (self.read - given)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.generic_visit(node)
        self._change(node.target)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            self._change(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            self._change(node.func.value)

    def _change(self, node: ast.AST) -> None:
        while isinstance(node, (ast.Subscript, ast.Attribute)):
            node = node.value
        if isinstance(node, ast.Name):
            self.changed.add(node.id)
            self.read.add(node.id)


def _read_by_functions(statements: Iterable[Statement]) -> dict[str, set[str]]:
    inside: dict[str, set[str]] = {}
    for s in statements:
        defines = isinstance(s.node, DEFINITIONS)
        match s.node:
            case ast.Assign(_, ast.Lambda()):
                defines = True
        if defines:
            for name in s.bound:
                inside[name] = inside.get(name, set()) | s.read | s.later
    return inside


def _imported(statements: Iterable[Statement]) -> set[str]:
    """Names of modules and of what comes from them: `fl.add(...)` changes nothing."""
    return {name for s in statements if isinstance(s.node, IMPORTS) for name in s.bound}


def _reached(names: Iterable[str], inside: Mapping[str, set[str]]) -> set[str]:
    """The names, and what the functions among them read, and so on."""
    known: set[str] = set()
    new = set(names) - set(vars(builtins))
    while new:
        known |= new
        new = set().union(*(inside.get(n, ()) for n in new)) - known
        new -= set(vars(builtins))
    return known


def _only(s: Statement, wanted: set[str]) -> Statement:
    assert isinstance(s.node, IMPORTS)
    node = type(s.node)(**vars(s.node))
    node.names = [
        a for a in s.node.names if (a.asname or a.name).split(".")[0] in wanted
    ]
    bound = {(a.asname or a.name).split(".")[0] for a in node.names}
    return Statement(node, ast.unparse(node), bound, set(), set(), set())
