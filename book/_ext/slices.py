"""The part of a notebook that a call of `emit` depends on, in the notebook's words.

A deriving notebook draws, asserts and prints besides deriving. The page that derives
again needs only the statements from which the kernels come: those that give a name its
meaning, or change what it names, on the way to the kernels that are emitted."""

import ast
import builtins
from typing import NamedTuple

CHANGES = {"append", "extend", "insert", "update", "add", "setdefault"}


class Statement(NamedTuple):
    """A statement of a cell: its text, what it binds, changes and reads, and what a
    function that it defines will read when it is called."""

    node: ast.stmt
    text: str
    bound: set[str]
    changed: set[str]
    read: set[str]
    later: set[str]


def needed(cells, topic):
    """The statements of the cells on which `emit(topic, ...)` depends, and the call."""
    statements = [s for cell in cells for s in _statements(cell)]
    last = next((i for i, s in enumerate(statements) if emits(s.node) == topic), None)
    if last is None:
        raise LookupError(f"no cell emits the topic {topic!r}")
    inside, imported = _read_by_functions(statements), _imported(statements)
    kept, wanted = [statements[last]], _reached(statements[last].read, inside)
    for s in reversed(statements[:last]):
        if not (s.bound | s.changed - imported) & wanted:
            continue
        if isinstance(s.node, IMPORTS):
            s = _only(s, wanted)
        kept.append(s)
        if isinstance(s.node, (ast.Assign, *DEFINITIONS, *IMPORTS)):
            wanted -= s.bound
        wanted |= _reached(s.read, inside)
    return kept[::-1]


def emits(node):
    """The topic that a statement emits, if it is a call of `emit`."""
    match node:
        case ast.Expr(ast.Call(ast.Name("emit"), [ast.Constant(topic), *_])):
            return topic
    return None


def script(statements, changes):
    """Their text, one below the other, with other values for some names."""
    left, lines = dict(changes), []
    for s in statements:
        match s.node:
            case ast.Assign([ast.Name(name)]) if name in left:
                lines.append(f"{name} = {left.pop(name)}")
            case _:
                lines.append(s.text)
    if left:
        raise LookupError(f"no statement gives a value to {', '.join(left)}")
    return "\n".join(lines) + "\n"


# --- what a statement binds, changes and reads ----------------------------------------

DEFINITIONS = ast.FunctionDef, ast.ClassDef
IMPORTS = ast.Import, ast.ImportFrom


def _statements(cell):
    for node in ast.parse(cell).body:
        first = min([node.lineno, *(d.lineno for d in decorators(node))])
        text = "\n".join(cell.split("\n")[first - 1 : node.end_lineno])
        names = _Names()
        names.visit(node)
        later = names.later if isinstance(node, ast.FunctionDef) else set()
        read = names.read | (names.later - later)
        yield Statement(node, text, names.bound, names.changed, read, later)


def decorators(node):
    return getattr(node, "decorator_list", [])


class _Names(ast.NodeVisitor):
    """Names that a statement binds in the notebook, changes in place and reads."""

    def __init__(self):
        self.bound, self.changed = set(), set()
        self.read, self.later = set(), set()

    def visit_Name(self, node):
        into = self.read if isinstance(node.ctx, ast.Load) else self.bound
        into.add(node.id)

    def visit_Import(self, node):
        self.bound |= {(a.asname or a.name).split(".")[0] for a in node.names}

    visit_ImportFrom = visit_Import

    def visit_FunctionDef(self, node):
        self.bound.add(node.name)
        self._inner(node)

    def visit_ClassDef(self, node):
        self.bound.add(node.name)
        self._inner(node)

    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = (
        visit_GeneratorExp
    ) = lambda self, node: self._inner(node)

    def _inner(self, node):
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

    def visit_For(self, node):
        self.visit(node.iter)
        before, self.read = self.read, set()
        for part in (node.target, *node.body, *node.orelse):
            self.visit(part)
        given = {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
        self.read = before | (self.read - given)

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        self._change(node.target)

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            self._change(node)

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            self._change(node.func.value)

    def _change(self, node):
        while isinstance(node, (ast.Subscript, ast.Attribute)):
            node = node.value
        if isinstance(node, ast.Name):
            self.changed.add(node.id)
            self.read.add(node.id)


def _read_by_functions(statements):
    """{name of a function: what its body reads when it is called}."""
    inside = {}
    for s in statements:
        defines = isinstance(s.node, DEFINITIONS)
        match s.node:
            case ast.Assign(_, ast.Lambda()):
                defines = True
        if defines:
            for name in s.bound:
                inside[name] = inside.get(name, set()) | s.read | s.later
    return inside


def _imported(statements):
    """Names of modules and of what comes from them: `fl.add(...)` changes nothing."""
    return set().union(*(s.bound for s in statements if isinstance(s.node, IMPORTS)))


def _reached(names, inside):
    """The names, and what the functions among them read, and so on."""
    known, new = set(), set(names) - set(vars(builtins))
    while new:
        known |= new
        new = set().union(*(inside.get(n, ()) for n in new)) - known
        new -= set(vars(builtins))
    return known


def _only(s, wanted):
    """An import of nothing but what is wanted."""
    node = type(s.node)(**vars(s.node))
    node.names = [
        a for a in s.node.names if (a.asname or a.name).split(".")[0] in wanted
    ]
    bound = {(a.asname or a.name).split(".")[0] for a in node.names}
    return Statement(node, ast.unparse(node), bound, set(), set(), set())
