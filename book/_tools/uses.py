"""Which public function or method of rotlib calls which generated function: read
from the source, nothing is imported."""

import ast
import re
from collections import defaultdict
from importlib.util import resolve_name

from provenance import BOOK, kernels

PACKAGE = BOOK.parent / "rotlib"
ANY = r"\w+"
# the lists of all methods: whoever looks one up does not use all of them
REGISTRY = {"ALL", "_MADE", "_CALLS"}


class Module:
    """The top-level names of a module, methods included, and what each of them
    refers to."""

    def __init__(self, path, generated):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.generated, self.aliases, self.bodies = generated, {}, {}
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            self.take(node)

    def take(self, node):
        if isinstance(node, ast.ImportFrom):
            home = self.name if self.is_package else self.name.rpartition(".")[0]
            source = resolve_name("." * node.level + (node.module or ""), home)
            for name in node.names:
                self.aliases[name.asname or name.name] = f"{source}.{name.name}"
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    self.bodies[f"{node.name}.{inner.name}"] = inner
        elif isinstance(node, ast.FunctionDef):
            self.bodies[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for part in (part for target in targets for part in ast.walk(target)):
                if isinstance(part, ast.Name):
                    self.bodies[part.id] = node

    def meaning(self, name):
        own = f"{self.name}.{name}" if name in self.bodies else None
        return self.aliases.get(name) or own

    def refers(self, body):
        """Full names that occur in a body; for `getattr(module, ...)` the names of
        the module that fit."""
        for node in ast.walk(body):
            if isinstance(node, ast.Name) and (found := self.meaning(node.id)):
                yield found
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if found := self.aliases.get(node.value.id):
                    yield f"{found}.{node.attr}"
            elif isinstance(node, ast.Call):
                if getattr(node.func, "id", "") == "getattr":
                    module = self.meaning(getattr(node.args[0], "id", ""))
                    pattern = template(node.args[1])
                    if not pattern.startswith(ANY):
                        yield from self.fitting(module, pattern)
            elif isinstance(node, ast.Constant) and str(node.value).endswith("_"):
                # the beginning of a name, for a helper that calls getattr
                for module in self.aliases.values():
                    yield from self.fitting(module, re.escape(str(node.value)) + ".*")

    def fitting(self, module, pattern):
        names = self.generated.get(module, ())
        return [f"{module}.{name}" for name in names if re.fullmatch(pattern, name)]


def template(node):
    """A pattern for the string that an expression makes: what is filled in may be
    anything."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(template, node.values))
    return re.escape(str(node.value)) if isinstance(node, ast.Constant) else ANY


def uses():
    """{"so3.exp": ["rotlib.so3.exp", ...]}: the public names nearest to each
    generated function."""
    generated = {
        f"rotlib.kernels.{topic}": [f.name for f in functions]
        for topic, (_, functions) in kernels().items()
    }
    # tools through which everything goes
    skipped = {PACKAGE / "codegen.py", PACKAGE / "backends"}
    paths = [p for p in sorted(PACKAGE.rglob("*.py")) if not skipped & {p, p.parent}]
    modules = [Module(path, generated) for path in paths]
    exported = {
        f"{m.name}.{alias}": full
        for m in modules
        for alias, full in m.aliases.items()
        if m.is_package
    }
    callers = defaultdict(set)
    for module in modules:
        for name, body in module.bodies.items():
            if not (module.is_package and name in REGISTRY):
                for full in module.refers(body):
                    callers[exported.get(full, full)].add(f"{module.name}.{name}")
    names = sorted(exported.items(), reverse=True)
    shown = {full: public for public, full in names if not hidden(public)}
    return {
        f"{topic.removeprefix('rotlib.kernels.')}.{name}": sorted(
            nearest(f"{topic}.{name}", callers, shown)
        )
        for topic, names in generated.items()
        for name in names
    }


def nearest(start, callers, shown):
    """The first public names on every way up from `start`."""
    seen, open_, found = {start}, [start], set()
    while open_:
        for caller in callers[open_.pop()] - seen:
            seen.add(caller)
            if caller in shown or not hidden(caller):
                found.add(shown.get(caller, caller))
            else:
                owner = caller.rpartition(".")[0]
                is_class = owner.rpartition(".")[2][0].isupper()
                open_ += [caller, owner] if is_class else [caller]
    return found


def hidden(full):
    """Private names, tables in capitals, generated functions, and the parts of which
    the methods are made."""
    parts = full.split(".")
    inner = parts[1] == "kernels" or (parts[1] == "methods" and len(parts) > 3)
    return inner or any(part.startswith("_") or part.isupper() for part in parts)
