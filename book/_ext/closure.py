"""The files of a package that some text imports, and those that they import."""

import ast


def files(texts, root, package):
    """{path from `root`: text} of the package's modules that the texts need.

    Imports inside functions count in the texts, and not in the package's own modules:
    those are for what is asked for later."""
    found = {}
    todo = [m for text in texts for m in _imported(ast.walk(ast.parse(text)), ())]
    while todo:
        module = todo.pop()
        for length in range(2, len(module) + 1):
            path = _file(root.joinpath(*module[:length]))
            if module[0] != package or path is None:
                continue
            name = path.relative_to(root).as_posix()
            if name not in found:
                found[name] = path.read_text(encoding="utf-8")
                inside = ast.parse(found[name]).body
                todo += _imported(inside, path.relative_to(root).parts[:-1])
    return dict(sorted(found.items()))


def _file(path):
    """The file of a module or of a package, if it is one."""
    module, init = path.with_suffix(".py"), path / "__init__.py"
    return module if module.is_file() else init if init.is_file() else None


def _imported(nodes, folder):
    """The modules that statements import, as tuples; a name may be a module too."""
    for node in nodes:
        match node:
            case ast.Import(names):
                yield from (tuple(a.name.split(".")) for a in names)
            case ast.ImportFrom(module, names, level):
                base = folder[: len(folder) - (level - 1)] if level else ()
                base += tuple(module.split(".")) if module else ()
                yield from ((*base, a.name) for a in names)
