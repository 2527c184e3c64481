"""The reference, made from the package: ```{reference} rotlib.quaternion``` on a page
of its own puts what the module says of itself, a table of its public names, and an
entry for each of them there.

`:only:` names what of a module stands on the page. The rest is read off: functions,
classes and errors from their docstrings, constants and methods as tables."""

import importlib
import inspect
import re
import sys
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType

import docstrings
import provenance
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import rotlib
from rotlib.methods import Method

KINDS = {
    "function": ("Function", "What it does"),
    "class": ("Class", "What it is"),
    "exception": ("Error or warning", "When"),
    "data": ("Constant", "What it is"),
}
MEMBERS = {"method": ("Method", "What it does"), "property": ("Property", "What it is")}
# what the members of a family of methods differ in
OWN = re.compile(r"\d-\d-\d|\b\d{3}\b|\b\d+ (?=kicks|flights)")
DIRECTIVE = re.compile(r"\{reference\} ([\w.]+)\n(?::only: (.*)\n)?")


def names_of(module):
    """The public names of a module that are not modules themselves."""
    found = importlib.import_module(module)
    own = getattr(found, "__all__", None) or [
        n
        for n, value in vars(found).items()
        if getattr(value, "__module__", "") == module
        and callable(value)
        and n[0] != "_"
    ]
    return [n for n in own if not isinstance(getattr(found, n), ModuleType)]


def public():
    """The full name of everything public, modules included."""
    names = [*rotlib.__all__, "codegen"]
    modules = [n for n in names if isinstance(getattr(rotlib, n), ModuleType)]
    for module in ["rotlib", *(f"rotlib.{name}" for name in modules)]:
        yield module
        yield from (f"{module}.{n}" for n in names_of(module))


def entries(text):
    """(module, full names) of the directives of a page."""
    for module, only in DIRECTIVE.findall(text):
        chosen = only.split() if only else names_of(module)
        yield module, [f"{module}.{n}" for n in chosen]


@cache
def classes():
    """{short name: full name} of the public classes."""
    found = {}
    for full in sorted(public(), key=lambda name: -name.count(".")):
        module, _, name = full.rpartition(".")
        if module and inspect.isclass(getattr(importlib.import_module(module), name)):
            found[name] = full
    return found


class Entry:
    """One public name."""

    def __init__(self, full):
        self.full = full
        self.module, _, self.name = full.rpartition(".")
        self.value = getattr(importlib.import_module(self.module), self.name)

    @property
    def kind(self):
        if inspect.isclass(self.value):
            error = issubclass(self.value, Exception)
            return "exception" if error else "class"
        if isinstance(self.value, Method):
            return "record"
        return "function" if callable(self.value) else "data"

    @property
    def call(self):
        return call(self.value) if self.kind == "function" else ""

    @cached_property
    def doc(self):
        if self.kind == "data":
            attributes = docs_of_constants(self.module)
            return docstrings.Docstring("\n".join(attributes.get(self.name, ())))
        return docstrings.of(self.value)

    @property
    def members(self):
        """{name: kind} of the public methods and properties of a class, in the order
        of the source."""
        fields = {*getattr(self.value, "_fields", ()), *fields_of(self.value)}
        found = {}
        for base in self.value.__mro__:
            if base is not self.value and base.__name__ in classes():
                break  # it has an entry of its own
            if base.__module__.startswith("rotlib"):
                for name, value in vars(base).items():
                    kind = kind_of_member(value)
                    if kind and not name.startswith("_") and name not in fields:
                        found.setdefault(name, kind)
        return found

    def rst(self):
        if self.kind == "data":
            return data(self)
        lines = [f".. auto{self.kind}:: {self.full}"]
        derived = self.kind == "class" and self.value.__base__.__name__ in classes()
        if self.kind == "exception" or derived:
            lines += ["   :show-inheritance:"]
        if self.kind in ("class", "exception") and self.members:
            lines += [f"   :members: {', '.join(self.members)}"]
        return [*lines, ""]


def fields_of(cls):
    return getattr(cls, "__dataclass_fields__", ())


def kind_of_member(value):
    if isinstance(value, property) or hasattr(value, "func"):
        return "property"
    called = isinstance(value, (classmethod, staticmethod)) or inspect.isroutine(value)
    return "method" if called else None


@cache
def docs_of_constants(module):
    """{name: lines} of the strings that follow assignments, in a module and in the
    private ones behind it."""
    values = [getattr(importlib.import_module(module), n) for n in names_of(module)]
    made = {getattr(v, "__module__", module).partition("._")[0] for v in values}
    homes = {m for m in {module, *made} if m.startswith(module.partition(".")[0])}
    found = {}
    for name in sorted(sys.modules):
        if name in homes or name.startswith(tuple(f"{home}._" for home in homes)):
            source = ModuleAnalyzer.for_module(name)
            source.analyze()
            found |= {n: d for (_, n), d in source.attr_docs.items()}
    return found


# --- tables ---------------------------------------------------------------------------


def summaries(kinds, rows):
    """For each kind a table of names with links and what each stands for in a sentence;
    rows are (kind, full name, name, call, sentence)."""
    lines = []
    for wanted, head in kinds.items():
        cells = [
            [[f":py:obj:`{name} <{full}>`{call}"], [docstrings.without_bars(text)]]
            for kind, full, name, call, text in rows
            if kind == wanted
        ]
        lines += docstrings.table(head, cells, "summary") if cells else []
    return lines


def call(value):
    """The arguments of a call that one must give, then dots for all others."""
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return ""
    required, more = [], False
    for p in found:
        if p.name in ("self", "cls"):
            continue
        if p.default is p.empty and p.kind is not p.VAR_KEYWORD:
            stars = "*" if p.kind is p.VAR_POSITIONAL else ""
            required.append(stars + p.name)
        else:
            more = True
    shown = ", ".join(required + ["…"] * more)
    return rf"\ :callargs:`({shown})`".replace("*", r"\*")


def add_members(app, what, name, obj, options, lines):
    """In the entry of a class, after its own text, the table of its members."""
    if what in ("class", "exception") and name in app.reference_links.public:
        rows = []
        for member, kind in Entry(name).members.items():
            value, full = getattr(obj, member), f"{name}.{member}"
            said = docstrings.of(value).summary
            rows.append((kind, full, member, call(value), said))
        lines += summaries(MEMBERS, rows)


def without_call(app, what, name, obj, options, signature, returned):
    """A record that is handed out, not made by the reader, is shown without a call:
    the table of its attributes says all of it."""
    if what in ("class", "exception"):
        doc = docstrings.of(obj)
        if doc.named and f"{obj.__name__}(" not in doc.example:
            return "", ""


def data(entry):
    """A constant: what it is, and its value, a table where it has rows."""
    value, lines = entry.value, [f".. py:data:: {entry.name}"]
    lines += [f"   :module: {entry.module}", ""]
    lines += indented(entry.doc.head.splitlines())
    if isinstance(value, dict):
        said = {k: v if " " in str(v) else f"``{v}``" for k, v in value.items()}
        rows = [[[f"``{k}``"], [v]] for k, v in said.items()]
        lines += indented(docstrings.table(("Key", "Value"), rows, "constant"))
    elif isinstance(value, tuple) and hasattr(value[0], "_fields"):
        head = [field.replace("_", " ") for field in value[0]._fields]
        rows = [[[cell.replace("|", r"\|")] for cell in row] for row in value]
        lines += indented(docstrings.table(head, rows, "constant"))
    elif not (isinstance(value, tuple) and isinstance(value[0], Method)):
        shown = repr(value).replace("'", '"')
        lines += ["", f"   Value: ``{shown}``", ""]
    return lines


def indented(lines):
    return [f"   {line}" if line else "" for line in lines]


def records(found):
    """The table of the methods: a row for each family, whose members differ in axes
    or nodes alone."""
    families = {}
    for e in found:
        words = OWN.sub("…", e.value.summary)
        families.setdefault((e.value.order, e.value.equation, words), []).append(e)
    rows = []
    for (order, equation, words), group in families.items():
        names = ", ".join(f":method:`{e.name}`" for e in group)
        text = group[0].value.summary if len(group) == 1 else words
        rows.append([[names], [str(order or "exact")], [text], [f":eq:`{equation}`"]])
    head = ("Method", "Order", "What it does", "Equation")
    return docstrings.table(head, rows, "records")


def method(name, rawtext, text, lineno, inliner, options=None, content=()):
    """A name in the table of methods, to which others can link."""
    env, full = inliner.document.settings.env, f"rotlib.methods.{text}"
    env.get_domain("py").note_object(full, "data", full, location=None)
    return [nodes.target("", "", ids=[full]), nodes.literal("", text)], []


def callargs(name, rawtext, text, lineno, inliner, options=None, content=()):
    return [nodes.inline("", text.replace("\0", ""), classes=["rot-args"])], []


# --- the directive --------------------------------------------------------------------


class Made(SphinxDirective):
    """What is made as lines of reStructuredText: the pages are Markdown."""

    def set_from(self, lines):
        holder = nodes.container()
        text = ["``````{eval-rst}", *lines, "``````"]
        source = StringList(text, source=self.env.docname)
        self.state.nested_parse(source, self.content_offset, holder)
        return holder.children


class Reference(Made):
    required_arguments = 1
    has_content = True
    option_spec = {"only": str.split}

    def run(self):
        module = self.arguments[0]
        file = importlib.import_module(module)
        chosen = self.options.get("only") or names_of(module)
        found = [Entry(f"{module}.{n}") for n in chosen]
        lines = []
        if "only" not in self.options:
            own = self.env.app.reference_links.into(inspect.getdoc(file), module, ())
            first, _, rest = own.partition("\n\n")
            lines += [f".. py:module:: {module}", "", ".. container:: rot-room", ""]
            lines += [f"   {' '.join(first.split())}", "", *rest.splitlines(), ""]
        own = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, own)
        made = [*self.set_from(lines), *own.children]
        rows = [(e.kind, e.full, e.name, e.call, e.doc.summary) for e in found]
        lines = summaries(KINDS, rows) if len(found) > 1 else []
        if of_methods := [e for e in found if e.kind == "record"]:
            lines += records(of_methods)
        for kind in KINDS:
            for e in found:
                lines += e.rst() if e.kind == kind else []
        return [*made, *self.set_from(lines)]


class Kernels(Made):
    """```{kernels}```: the generated modules, each function with its equation."""

    def run(self):
        rows, lines = [], []
        for topic, (notebook, functions) in provenance.kernels().items():
            if not functions:
                continue
            page = notebook.removesuffix(".ipynb")
            known = page in self.env.found_docs
            title = f":doc:`/{page}`" if known else f"``{notebook}``"
            link = f":ref:`{topic} <kernels-{topic}>`"
            rows.append([[link], [str(len(functions))], [title]])
            lines += [f".. _kernels-{topic}:", ""]
            lines += [f".. rubric:: :kernel:`{topic}`", ""]
            table = [
                [[f":kernel:`{topic}.{f.name}`"], [f.summary.replace("|", r"\|")]]
                + [[f":eq:`{f.equation}`"], [str(f.operations)]]
                for f in functions
            ]
            head = ("Function", "What it computes", "Equation", "Operations")
            lines += docstrings.table(head, table, "kernels")
        head = ("Module", "Functions", "Derived in")
        lines = docstrings.table(head, rows, "summary") + lines
        return self.set_from(lines)


class kernel(nodes.Inline, nodes.TextElement):
    """A generated module or function, to become a link to its source."""


def link_kernels(app, doctree, docname):
    for node in list(doctree.findall(kernel)):
        text = node.astext()
        topic, _, function = text.partition(".")
        new = nodes.literal("", function or topic)
        if app.builder.format == "html":
            source = f"_modules/rotlib/kernels/{topic}"
            where = app.builder.get_relative_uri(docname, source)
            where += f"#{function}" if function else ""
            new = nodes.reference("", "", new, refuri=where, internal=True)
        node.replace_self(new)


class Rooms(Made):
    """```{rooms}``` ... ```: the pages that are named, each with the first sentence of
    its module."""

    has_content = True

    def run(self):
        rows = []
        for line in self.content:
            page, _, words = line.partition(": ")
            path = Path(self.env.srcdir, "book/reference", f"{page}.md")
            text = path.read_text(encoding="utf-8")
            module = next(entries(text))[0] if DIRECTIVE.search(text) else "rotlib"
            said = words or inspect.getdoc(importlib.import_module(module))
            said = " ".join(said.split("\n\n")[0].split()).replace("|", r"\|")
            rows.append([[f":doc:`/book/reference/{page}`"], [said]])
        head = ("Room", "What it is for")
        return self.set_from(docstrings.table(head, rows, "summary"))


class Used(Made):
    """```{used}```: a table of the names given, a line each."""

    has_content = True

    def run(self):
        rows = []
        for full in self.content:
            e = Entry(full)
            name = full.replace("rotlib.", "rl.", 1)
            rows.append(("used", full, name, e.call, e.doc.summary))
        return self.set_from(summaries({"used": ("Name", "What it is for")}, rows))


def load(app, env, names):
    full = set(public())
    for page in sorted(Path(app.srcdir, "book/reference").glob("*.md")):
        for module, found in entries(page.read_text(encoding="utf-8")):
            full |= {module, *found}
    for name in classes().values():
        full |= {f"{name}.{m}" for m in Entry(name).members}
    app.reference_types = classes()
    app.reference_links = docstrings.Links(app, full)


def belong(app, doctree):
    """Nested text keeps a document of its own and, through its settings, all that the
    build knows: seventeen megabytes with each page that is stored."""
    for node in doctree.findall():
        node.document = doctree


DOCS_LINK = re.compile(
    r'(href="[^"#]*reference/\w+\.html#)([\w.]+)\.(\w+)(?=">\[docs\])'
)


def back_to_docs(app, pagename, templatename, context, doctree):
    """In a listing the links to the documentation name one module for all that stands
    in the file, though some of it is documented as part of another."""
    if not pagename.startswith("_modules/"):
        return
    known = app.env.get_domain("py").objects
    module = pagename.removeprefix("_modules/").replace("/", ".")

    def right(match):
        front, named, name = match.groups()
        full = [f"{home}.{name}" for home in (named, module)]
        places = [known[one].node_id for one in full if one in known]
        return front + (*places, full[-1])[0]

    context["body"] = DOCS_LINK.sub(right, context["body"])


def setup(app):
    app.connect("html-page-context", back_to_docs)
    app.connect("doctree-read", belong, priority=900)
    app.setup_extension("docstrings")
    app.setup_extension("hints")
    app.add_node(kernel)
    for directive in (Reference, Kernels, Rooms, Used):
        app.add_directive(directive.__name__.lower(), directive)
    app.add_role("method", method)
    app.add_role("callargs", callargs)
    app.add_generic_role("kernel", kernel)
    app.connect("env-before-read-docs", load)
    app.connect("autodoc-process-docstring", add_members, priority=450)
    app.connect("autodoc-process-signature", without_call)
    app.connect("doctree-resolved", link_kernels)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
