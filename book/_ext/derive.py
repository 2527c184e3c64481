"""The directive `{derive}`: a button with which the reader runs a derivation again.

It stands on a page that emits kernels. When the button is pressed the page loads its
own cells from _static/live/derive/, and from files.js the files of rotlib and rotbook.
Python and SymPy come from a script made by book/_tools/derive_bundle.py, if it lies
beside the pages."""

import html
import json
import re
import shutil
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst.directives import unchanged
from sphinx.util.docutils import SphinxDirective

from rotbook.derivations import cells_of

ROOT = Path(__file__).resolve().parents[2]
LIVE = ROOT / "book" / "_live"
FOLDER = Path("_static", "live", "derive")
COMMAND = "python book/_tools/derive_bundle.py"
ON_PAPER = "(The button is on the page, not on paper.)"


def mounted():
    """The Python files that a page needs, by the paths at which it finds them."""
    pages = LIVE / "pyodide"
    found = {}
    for top, files in (
        (ROOT, ROOT.glob("rotlib/**/*.py")),
        (ROOT / "book" / "_lib", ROOT.glob("book/_lib/rotbook/*.py")),
        (pages, pages.rglob("*.py")),  # in place of those of rotbook
    ):
        for path in sorted(files):
            name = path.relative_to(top).as_posix()
            found[name] = path.read_text(encoding="utf-8")
    return found


def given(notebook, variable=None):
    """What a page is given, and the value that a variable has in it."""
    cells = cells_of(ROOT / notebook)
    line = re.compile(rf"^{variable} = (\S+)", re.MULTILINE)
    values = [m[1] for cell in cells for m in line.finditer(cell.source)]
    if variable and len(values) != 1:
        raise LookupError(f"{variable}: expected one cell that sets it, got {values}")
    return {"name": notebook, "cells": cells}, values[0] if variable else None


class Derive(nodes.General, nodes.Element):
    pass


class DeriveDirective(SphinxDirective):
    """`{derive}`: the choice, if there is one, the button, and room for the answer.

    Options
    -------
    choice : what the reader chooses, in words; by default the variable
    choices : words, the first is chosen; or that which the variable has
    variable : of the notebook, which takes the choice
    """

    option_spec = dict.fromkeys(("choice", "choices", "variable"), unchanged)

    def run(self):
        notebook = f"{self.env.docname}.ipynb"
        variable = self.options.get("variable")
        told = {"choices": self.options.get("choices", "").split()}
        told |= {"label": self.options.get("choice", variable), "variable": variable}
        try:
            _, value = given(notebook, variable)
        except (OSError, LookupError) as fault:
            raise self.error(f"derive: {fault}") from fault
        node = Derive(told=told | {"name": notebook, "chosen": value})
        node += nodes.paragraph("", ON_PAPER)  # what paper has in its place
        return [node]


def visit_html(self, node):
    page = self.builder.current_docname
    up = "../" * page.count("/")
    told = node["told"] | {"root": f"{up}_static/", "command": COMMAND}
    out = Path(self.builder.outdir, FOLDER, page).with_suffix(".js")
    out.parent.mkdir(parents=True, exist_ok=True)
    write(out, "given", given(told["name"])[0])
    self.body.append(
        f'<div class="derive-here" data-derive="{html.escape(json.dumps(told))}">\n'
        '<p class="derive-still">With JavaScript, a button stands here that runs this'
        " chapter's derivation anew in your browser. In a checkout"
        f" <code>python -m rotlib.codegen {page.removeprefix('book/')}</code>"
        " does the same.</p>\n</div>\n"
    )
    raise nodes.SkipNode


def write(path, function, content):
    text = json.dumps(content, ensure_ascii=False)
    path.write_text(f"deriveHere.{function}({text});\n", encoding="utf-8")


def visit_latex(self, node):
    """The paragraph inside says it."""


def add_files(app, pagename, templatename, context, doctree):
    if 'class="derive-here"' in context.get("body", ""):
        app.add_css_file("live/live.css")
        app.add_css_file("live/derive.css")
        app.add_js_file("live/derive.js", loading_method="defer")


def write_files(app, error):
    """What all pages share, and the bundle if it has been made."""
    if error or app.builder.format != "html":
        return
    out = Path(app.outdir)
    (out / FOLDER).mkdir(parents=True, exist_ok=True)
    for name in ("derive.js", "derive.css", "live.js", "live.css", "scene.js"):
        shutil.copyfile(LIVE / name, out / FOLDER.parent / name)
    write(out / FOLDER / "files.js", "mount", mounted())
    if (bundle := out.parent / "derive").is_dir():
        shutil.copytree(bundle, out / "_static" / "derive", dirs_exist_ok=True)


def setup(app):
    paper = visit_latex, visit_latex
    app.add_node(Derive, html=(visit_html, None), latex=paper)
    app.add_directive("derive", DeriveDirective)
    app.connect("html-page-context", add_files)
    app.connect("build-finished", write_files)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
