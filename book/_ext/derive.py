"""The directive `{derive}`: a button with which the reader derives a chapter's kernels.

The page loads _static/live/derive/<name>.js when the button is pressed: the statements
of the chapter's own cells on which the kernels depend, the kernels as they are stored,
and the files of rotlib that derive and print. Python and SymPy come from a script made
by book/_tools/derive_bundle.py, if it lies beside the pages."""

import ast
import html
import json
import shutil
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from rotbook.derivations import code_cells
from rotbook.slices import needed, script

ROOT = Path(__file__).resolve().parents[2]
LIVE = ROOT / "book" / "_live"
FOLDER = Path("_static", "live", "derive")
COMMAND = "python book/_tools/derive_bundle.py"
ON_PAPER = "(The button is on the page, not on paper.)"

# what rotlib imports only when something is recorded
WHEN_RECORDED = "import rotlib.backends.trace"


class Derivation(NamedTuple):
    """What can be derived on a page."""

    stages: tuple[tuple[str, str], ...]  # (notebook, topic); a later reads an earlier
    label: str  # of the reader's choice
    choices: tuple[tuple[str, str], ...]  # (value, text)
    chosen: str  # the choice with which the committed kernels were made
    name: str | None = None  # in the first stage, what takes the value; or any kernel


def orders(*numbers):
    return tuple((str(n), str(n)) for n in numbers)


DERIVATIONS = {
    "magnus": Derivation(
        (("book/magnus/derive.ipynb", "magnus"),),
        *("ORDER", orders(4, 6, 8, 10, 12, 14), "10", "ORDER"),
    ),
    "lie-taylor": Derivation(
        (("book/buss/series-derive.ipynb", "lie_taylor"),),
        *("ORDER", orders(3, 4, 5, 6, 7, 8, 9, 10), "8", "ORDER"),
    ),
    "splitting": Derivation(
        (("book/buss/rivals-derive.ipynb", "splitting"),),
        "order of the axes",
        tuple((axes, "-".join(axes)) for axes in map("".join, permutations("123"))),
        "231",
    ),
}


# --- what the page runs ---------------------------------------------------------------


def stages(derivation):
    made = []
    for number, (notebook, topic) in enumerate(derivation.stages):
        statements = needed(code_cells(ROOT / notebook), topic)
        if derivation.name and not number:
            script(statements, {derivation.name: derivation.chosen})  # it is there
        made.append((topic, script(statements, {})))
    return made


def mounted(texts):
    """The Python files that a page needs, by the paths at which it finds them."""
    folder = LIVE / "pyodide"
    own = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
    }
    every = [*own.values(), *texts, WHEN_RECORDED]
    shared = imported_files(every, ROOT / "book" / "_lib", "rotbook")
    return own | shared | imported_files([*every, *shared.values()], ROOT, "rotlib")


def imported_files(texts, root, package):
    """{path from `root`: text} of the package's modules that the texts need, by
    importing them or one another.

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


def contents(name):
    """What the page of a derivation is given."""
    derivation = DERIVATIONS[name]
    texts = stages(derivation)
    kernels = [(topic, f"rotlib/kernels/{topic}.py") for _, topic in derivation.stages]
    return {
        **{"name": name, "variable": derivation.name, "stages": texts},
        "notebooks": [notebook for notebook, _ in derivation.stages],
        "committed": {t: (ROOT / k).read_text(encoding="utf-8") for t, k in kernels},
        "files": mounted([text for _, text in texts]),
    }


# --- the directive --------------------------------------------------------------------


class Derive(nodes.General, nodes.Element):
    pass


class DeriveDirective(SphinxDirective):
    """`{derive} magnus`: the choice, the button, and where the answer appears."""

    required_arguments = 1

    def run(self):
        name = self.arguments[0]
        if name not in DERIVATIONS:
            known = ", ".join(DERIVATIONS)
            raise self.error(f"derive: expected one of {known}, got {name!r}")
        for notebook, _ in DERIVATIONS[name].stages:
            self.env.note_dependency(str(ROOT / notebook))
        node = Derive(derivation=name)
        node += nodes.paragraph("", ON_PAPER)  # what paper has in its place
        return [node]


def visit_html(self, node):
    name = node["derivation"]
    derivation = DERIVATIONS[name]
    topic, notebook = derivation.stages[-1][1], derivation.stages[0][0]
    up = "../" * self.builder.current_docname.count("/")
    told = {"name": name, "label": derivation.label, "choices": derivation.choices}
    told |= {"chosen": derivation.chosen, "root": f"{up}_static/", "command": COMMAND}
    self.body.append(
        f'<div class="derive-here" data-derive="{html.escape(json.dumps(told))}">\n'
        '<p class="derive-still">With JavaScript, a button stands here that derives'
        f" <code>rotlib/kernels/{topic}.py</code> anew in your browser. In a checkout"
        f" <code>python -m rotlib.codegen {notebook.removeprefix('book/')}</code>"
        " does the same.</p>\n</div>\n"
    )
    raise nodes.SkipNode


def visit_latex(self, node):
    """The paragraph inside says it."""


def add_files(app, pagename, templatename, context, doctree):
    if 'class="derive-here"' in context.get("body", ""):
        app.add_css_file("live/live.css")
        app.add_css_file("live/derive.css")
        app.add_js_file("live/derive.js", loading_method="defer")


def write_files(app, error):
    """The page part, what each page is given, and the bundle if it has been made."""
    if error or app.builder.format != "html":
        return
    out = Path(app.outdir)
    (out / FOLDER).mkdir(parents=True, exist_ok=True)
    for name in ("derive.js", "derive.css", "live.js", "live.css", "scene.js"):
        shutil.copyfile(LIVE / name, out / FOLDER.parent / name)
    for name in DERIVATIONS:
        try:
            text = json.dumps(contents(name), ensure_ascii=False)
        except LookupError as fault:
            raise ExtensionError(f"derive {name}: {fault}") from fault
        text = f"deriveHere.given({text});\n"
        (out / FOLDER / f"{name}.js").write_text(text, encoding="utf-8")
    if (bundle := out.parent / "derive").is_dir():
        shutil.copytree(bundle, out / "_static" / "derive", dirs_exist_ok=True)


def setup(app):
    paper = visit_latex, visit_latex
    app.add_node(Derive, html=(visit_html, None), latex=paper)
    app.add_directive("derive", DeriveDirective)
    app.connect("html-page-context", add_files)
    app.connect("build-finished", write_files)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
