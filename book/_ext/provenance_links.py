"""Links between an equation, its derivation, the generated function, its tests and its
chapters, from the records alone.

Under each equation that a generated function names stands a mark that opens; cells that
define functions, entries of the reference and pages of generated source lead back.
```{evidence} formulas``` and its like make the page of all evidence."""

import json
import re
from collections import defaultdict
from html import escape
from itertools import groupby
from types import SimpleNamespace

import evidence
import evidence_html
import find
import provenance
import uses
from docutils import nodes
from sphinx import addnodes
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import rotlib.methods

html = evidence_html.MACROS
PAGE = "book/appendix/evidence"
LABEL = re.compile(r"(?<![\w`\"'-])eq-[a-z0-9-]*[a-z0-9]")
KINDS = (evidence.DIGITS, evidence.SECOND, evidence.BATCH, evidence.MOTION)


def formulas():
    """All generated functions, module by module, with all that is known of them;
    `notebook` is the path of the deriving one in the book, without its ending."""
    record, callers = evidence.load(), uses.uses()
    for topic, (notebook, functions) in provenance.kernels().items():
        path = notebook.removeprefix("book/").removesuffix(".ipynb")
        code = provenance.cells(provenance.BOOK / f"{path}.ipynb")
        emitting = next(c.id for c in code if c.emits(topic))
        for f in functions:
            full = f"{topic}.{f.name}"
            found = record["kernels"].get(full)
            entry = evidence.blank() | (found or {})
            if entry["cell"] not in {c.id for c in code}:
                entry["cell"] = emitting
            entry |= {"topic": topic, "full": full, "name": f.name, "notebook": path}
            entry |= {"equation": f.equation, "uses": callers[full]}
            state, pins = evidence.state(found, f.source), evidence.pins(entry)
            yield SimpleNamespace(**entry, state=state, pins=pins)


class Place:
    """Where things are, seen from one page."""

    def __init__(self, app, docname):
        self.app, self.env, self.docname = app, app.env, docname

    def at(self, docname, anchor=""):
        if docname == self.docname:
            return f"#{anchor}"
        page = self.app.builder.get_relative_uri(self.docname, docname)
        return f"{page}#{anchor}" if anchor else page

    def source(self, f):
        return self.at(f"_modules/rotlib/kernels/{f.topic}", f.name)

    def cell(self, f):
        return self.at(f"book/{f.notebook}", f"cell-{f.cell}")

    def row(self, f):
        return self.at(PAGE, f"rotlib.kernels.{f.full}")

    def api(self, name):
        found = self.env.get_domain("py").objects.get(public_name(self.env, name))
        if found:
            return self.at(found.docname, found.node_id)
        method = name.removeprefix("rotlib.methods.")
        known = any(m.name == method for m in rotlib.methods.ALL)
        return self.at(PAGE, f"evidence-method-{method}") if known else ""

    def equation(self, label):
        found = self.env.get_domain("math").equations.get(label)
        return self.at(found[0], f"equation-{label}") if found else ""

    def number(self, label):
        return find.equation_number(self.env, label)

    def chapter(self, path):
        """(number or title, title, where) of a notebook."""
        docname = f"book/{path}"
        built = docname in self.env.titles
        title = self.env.titles[docname].astext() if built else path
        shown = find.chapter_number(self.env, docname) or escape(title)
        return shown, title, self.at(docname) if built else ""

    def order(self, path):
        """Sorts notebooks as the book has them, those outside of it last."""
        known = list(self.env.toctree_includes.get(self.env.config.root_doc, ()))
        docname = f"book/{path}"
        return known.index(docname) if docname in known else len(known), path


def public_name(env, name):
    """The name under which the reference has it: rotlib.integrate for
    rotlib.integration.integrate."""
    objects = env.get_domain("py").objects
    shorter = "rotlib." + name.split(".", 2)[2] if name.count(".") >= 2 else name
    return name if name in objects or shorter not in objects else shorter


# --- pages ----------------------------------------------------------------------------


def raw(text):
    return nodes.raw("", evidence_html.joined(text), format="html")


def insert_after(node, new):
    while isinstance(node.parent, nodes.paragraph):
        node = node.parent
    node.parent.insert(node.parent.index(node) + 1, new)


def depend(app, doctree):
    labels = {f.equation for f in app.formulas}
    marked = (n.get("label") in labels for n in doctree.findall(nodes.math_block))
    if any(marked) or next(doctree.findall(addnodes.desc), None):
        app.env.note_dependency(str(evidence.RECORD))


def add_links(app, doctree, docname):
    if app.builder.format != "html":
        for node in list(doctree.findall(evidence_part)):
            words = "This table stands in the HTML edition."
            node.replace_self(nodes.paragraph("", words))
        return
    place = Place(app, docname)
    by_equation, by_cell, by_use = app.formulas_by
    for node in list(doctree.findall(nodes.math_block)):
        if functions := by_equation.get(node.get("label")):
            insert_after(node, raw(html.mark(functions, place)))
    path = docname.removeprefix("book/")
    ids = cell_ids(path) if any(f.notebook == path for f in app.formulas) else []
    for node in list(doctree.findall(nodes.container)) if ids else ():
        code = node.get("nb_element") == "cell_code"
        index = node.get("cell_index", -1) if code else -1
        if 0 <= index < len(ids) and (functions := by_cell.get((path, ids[index]))):
            node["ids"].append(f"cell-{ids[index]}")
            insert_after(node, raw(html.way_back(functions, place)))
    for entry in doctree.findall(addnodes.desc):
        signatures = (c for c in entry if isinstance(c, addnodes.desc_signature))
        names = [i for signature in signatures for i in signature["ids"]]
        if functions := next((by_use[n] for n in names if n in by_use), None):
            entry[-1].append(raw(html.generated(functions, place)))
    for node in list(doctree.findall(evidence_part)):
        node.replace_self(raw(part(app, node["part"], place)))


def cell_ids(path):
    text = (provenance.BOOK / f"{path}.ipynb").read_text(encoding="utf-8")
    return [c["id"] for c in json.loads(text)["cells"]]


def part(app, name, place):
    record, functions = evidence.load(), app.formulas
    match name:
        case "summary":
            return html.summary(functions, record, KINDS)
        case "methods":
            return html.methods(rotlib.methods.ALL, record["methods"], place)
        case "gaps":
            return html.gaps(functions, place, KINDS)
        case "run-times":
            return html.run_times(record, place)
        case "versions":
            return html.versions(record)
    made = ""
    for topic, group in groupby(functions, lambda f: f.topic):
        group = list(group)
        path = group[0].notebook
        notebook = place.at(f"book/{path}"), place.chapter(path)[1]
        made += html.formulas(topic, notebook, group, place, KINDS)
    return made


class evidence_part(nodes.General, nodes.Element):
    """Stands on the page until all numbers are known."""


class EvidencePart(SphinxDirective):
    """```{evidence} formulas | methods | summary | gaps | run-times | versions```"""

    required_arguments = 1

    def run(self):
        self.env.note_dependency(str(evidence.RECORD))
        return [evidence_part(part=self.arguments[0])]


# --- docstrings and pages of generated source -----------------------------------------


def name_equations(app, what, name, obj, options, lines):
    for i, line in enumerate(lines):
        if not line.lstrip().startswith(">>>"):
            lines[i] = LABEL.sub(r":eq:`\g<0>`", line)


def source_pages(app, env):
    """Have the pages of generated source made, each function with a way back to its
    row."""
    if app.builder.format != "html" or PAGE not in env.found_docs:
        return
    known = env.__dict__.setdefault("_viewcode_modules", {})
    for topic in {f.topic for f in app.formulas}:
        module = f"rotlib.kernels.{topic}"
        analyzer = ModuleAnalyzer.for_module(module)
        analyzer.find_tags()
        used = {f.name: PAGE for f in app.formulas if f.topic == topic}
        known[module] = analyzer.code, analyzer.tags, used, module


def link_equations(app, pagename, templatename, context, doctree):
    if pagename.startswith("_modules/rotlib/kernels/") and "body" in context:
        place = Place(app, pagename)

        def number(found):  # or the label, where the page isn't built
            where, label = place.equation(found[0]), found[0]
            return html.link(where, place.number(label)).strip() if where else label

        body = re.sub(r"(?<=\bEquation )eq-[\w-]+", number, context["body"])
        context["body"] = evidence_html.folded(
            body.replace(">[docs]</a>", ">[evidence]</a>")
        )


def load(app):
    app.formulas = list(formulas())


def sort(app, env):
    """The functions by what a page has of them: equation, cell, public name."""
    found = by_equation, by_cell, by_use = [defaultdict(list) for _ in range(3)]
    for f in app.formulas:
        by_equation[f.equation].append(f)
        by_cell[f.notebook, f.cell].append(f)
        for name in f.uses:
            by_use[public_name(env, name)].append(f)
    app.formulas_by = found


def setup(app):
    app.add_node(evidence_part)
    app.add_directive("evidence", EvidencePart)
    app.connect("autodoc-process-docstring", name_equations)
    app.connect("builder-inited", load)
    app.connect("doctree-read", depend)
    app.connect("env-updated", source_pages)
    app.connect("env-updated", sort)
    app.connect("doctree-resolved", add_links)
    app.connect("html-page-context", link_equations)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
