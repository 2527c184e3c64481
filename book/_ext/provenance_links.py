"""Links between an equation, its derivation, the generated function, its tests and its
chapters, from the records alone.

Under each equation that a generated function names stands a mark that opens; cells that
define functions, entries of the reference and pages of generated source lead back.
```{evidence} formulas``` and its like make the page of all evidence."""

import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import evidence_html as html
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes
from sphinx.pycode import ModuleAnalyzer

TOOLS = Path(__file__).resolve().parents[1] / "_tools"
sys.path.append(str(TOOLS))

import evidence  # noqa: E402
import provenance  # noqa: E402
import uses  # noqa: E402

import rotlib.methods  # noqa: E402

PAGE = "book/appendix/evidence"
KINDS = (evidence.DIGITS, evidence.SECOND, evidence.BATCH, evidence.MOTION)


class Formula(NamedTuple):
    """A generated function with all that is known of it."""

    topic: str
    name: str
    equation: str
    notebook: str  # path of the deriving notebook in the book, without its ending
    state: str
    cell: str
    regenerated: bool
    asserted: int
    tests: dict
    pins: list
    notebooks: list
    uses: list

    @property
    def full(self):
        return f"{self.topic}.{self.name}"


def formulas():
    """All generated functions, module by module."""
    record, callers = evidence.load(), uses.uses()
    blank = {
        "cell": None,
        "regenerated": None,
        "asserted": 0,
        "tests": {},
        "notebooks": [],
        "source": None,
    }
    for topic, (notebook, functions) in provenance.kernels().items():
        path = notebook.removeprefix("book/").removesuffix(".ipynb")
        code = provenance.cells(provenance.BOOK / f"{path}.ipynb")
        emitting = next(c.id for c in code if c.emits(topic))
        for f in functions:
            entry = record["kernels"].get(f"{topic}.{f.name}", blank)
            cell = entry["cell"] if entry["cell"] in {c.id for c in code} else emitting
            state = evidence.state(entry if entry is not blank else None, f.source)
            yield Formula(
                topic,
                f.name,
                f.equation,
                path,
                state,
                cell,
                entry["regenerated"],
                entry["asserted"],
                entry["tests"],
                evidence.pins(entry),
                entry["notebooks"],
                callers[f"{topic}.{f.name}"],
            )


class Place:
    """Where things are, seen from one page."""

    def __init__(self, app, docname):
        self.app, self.env, self.docname = app, app.env, docname

    def at(self, docname, anchor=""):
        if docname == self.docname:
            return f"#{anchor}"
        return self.app.builder.get_relative_uri(self.docname, docname) + (
            f"#{anchor}" if anchor else ""
        )

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
        return (
            self.at(PAGE, f"evidence-method-{method}")
            if any(m.name == method for m in rotlib.methods.ALL)
            else ""
        )

    def equation(self, label):
        found = self.env.get_domain("math").equations.get(label)
        return self.at(found[0], f"equation-{label}") if found else ""

    def number(self, label):
        docname, number = self.env.get_domain("math").equations.get(label, ("", "?"))
        if self.env.config.math_numfig and self.env.config.numfig:
            numbers = (
                self.env.toc_fignumbers.get(docname, {})
                .get("displaymath", {})
                .get(f"equation-{label}")
            )
            number = ".".join(map(str, numbers)) if numbers else number
        return f"({number})"

    def numbered(self, label):
        """The number as a link; the label where the page isn't built."""
        where = self.equation(label)
        return html.link(where, self.number(label)) if where else label

    def chapter(self, path):
        """(number or title, title, where) of a notebook."""
        docname = f"book/{path}"
        title = (
            self.env.titles[docname].astext() if docname in self.env.titles else path
        )
        number = self.env.toc_secnumbers.get(docname, {}).get("")
        return (
            ".".join(map(str, number)) if number else html.escape(title),
            title,
            self.at(docname) if docname in self.env.titles else "",
        )

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
    return nodes.raw("", text, format="html")


def insert_after(node, new):
    while isinstance(node.parent, nodes.paragraph):
        node = node.parent
    node.parent.insert(node.parent.index(node) + 1, new)


def depend(app, doctree):
    """Pages with marks are made again when the record changes."""
    labels = {f.equation for f in app.formulas}
    if any(
        node.get("label") in labels for node in doctree.findall(nodes.math_block)
    ) or next(doctree.findall(addnodes.desc), None):
        app.env.note_dependency(str(evidence.RECORD))


def add_links(app, doctree, docname):
    if app.builder.format != "html":
        return
    place = Place(app, docname)
    by_equation, by_cell, by_use = (
        defaultdict(list),
        defaultdict(list),
        defaultdict(list),
    )
    for f in app.formulas:
        by_equation[f.equation].append(f)
        by_cell[f.notebook, f.cell].append(f)
        for name in f.uses:
            by_use[public_name(app.env, name)].append(f)
    for node in list(doctree.findall(nodes.math_block)):
        if functions := by_equation.get(node.get("label")):
            insert_after(node, raw(html.mark(functions, place)))
    path = docname.removeprefix("book/")
    ids = cell_ids(path) if any(f.notebook == path for f in app.formulas) else []
    for node in [
        n
        for n in doctree.findall(nodes.container)
        if n.get("nb_element") == "cell_code"
    ]:
        index = node.get("cell_index", -1)
        if 0 <= index < len(ids) and (functions := by_cell.get((path, ids[index]))):
            node["ids"].append(f"cell-{ids[index]}")
            insert_after(node, raw(html.way_back(functions, place)))
    for entry in doctree.findall(addnodes.desc):
        names = [
            i
            for signature in entry.findall(addnodes.desc_signature)
            if signature.parent is entry
            for i in signature["ids"]
        ]
        if functions := next((by_use[n] for n in names if n in by_use), None):
            entry[-1].append(raw(html.generated(functions, place)))
    for node in list(doctree.findall(evidence_part)):
        node.replace_self(raw(part(app, node["part"], place)))


def cell_ids(path):
    """Ids of all cells of a notebook, in its order."""
    import json

    return [
        c["id"]
        for c in json.loads(
            (provenance.BOOK / f"{path}.ipynb").read_text(encoding="utf-8")
        )["cells"]
    ]


def part(app, name, place):
    record, functions = evidence.load(), app.formulas
    if name == "summary":
        return html.summary(functions, record, KINDS)
    if name == "methods":
        return html.methods(rotlib.methods.ALL, record["methods"], place)
    if name == "gaps":
        return html.gaps(functions, place, KINDS)
    if name == "run-times":
        return html.run_times(record, place)
    if name == "versions":
        return html.versions(record)
    topics = defaultdict(list)
    for f in functions:
        topics[f.topic].append(f)
    return "".join(
        html.formulas(
            topic,
            (
                place.at(f"book/{group[0].notebook}"),
                place.chapter(group[0].notebook)[1],
            ),
            group,
            place,
            KINDS,
        )
        for topic, group in topics.items()
    )


class evidence_part(nodes.General, nodes.Element):
    """Stands on the page until all numbers are known."""


class EvidencePart(Directive):
    """```{evidence} formulas | methods | summary | gaps | run-times | versions```"""

    required_arguments = 1

    def run(self):
        env = self.state.document.settings.env
        env.note_dependency(str(evidence.RECORD))
        return [evidence_part(part=self.arguments[0])]


def leave_out(app, doctree, docname):
    """Other builders than HTML get a sentence."""
    if app.builder.format != "html":
        for node in list(doctree.findall(evidence_part)):
            node.replace_self(
                nodes.paragraph("", "This table stands in the HTML edition.")
            )


# --- docstrings and pages of generated source -----------------------------------------


def name_equations(app, what, name, obj, options, lines):
    """In docstrings, labels of equations become links."""
    for i, line in enumerate(lines):
        if not line.lstrip().startswith(">>>"):
            lines[i] = re.sub(
                r"(?<![\w`\"'-])eq-[a-z0-9-]*[a-z0-9]", r":eq:`\g<0>`", line
            )


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
    """In generated source, the equation that a docstring names."""
    if pagename.startswith("_modules/rotlib/kernels/") and "body" in context:
        place = Place(app, pagename)
        context["body"] = re.sub(
            r"\bEquation (eq-[\w-]+)",
            lambda m: f"Equation {place.numbered(m[1])}",
            context["body"],
        )
        context["body"] = context["body"].replace(">[docs]</a>", ">[evidence]</a>")
        context["body"] = html.folded(context["body"])


def load(app):
    app.formulas = list(formulas())


def setup(app):
    app.add_node(evidence_part)
    app.add_directive("evidence", EvidencePart)
    app.connect("autodoc-process-docstring", name_equations)
    app.connect("builder-inited", load)
    app.connect("doctree-read", depend)
    app.connect("env-updated", lambda app, env: source_pages(app, env))
    app.connect("doctree-resolved", leave_out)
    app.connect("doctree-resolved", add_links)
    app.connect("html-page-context", link_equations)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
