"""The book on paper: what the LaTeX builder needs beyond Sphinx. The look is in
paper.sty, the command in _tools/pdf.py.

Numbers of chapters, equations, figures and boxes are those of the HTML pages: they are
taken from Sphinx's environment and written out, never counted a second time by TeX."""

import json
import re
from pathlib import Path

from docutils import nodes
from find import LETTERS
from sphinx import addnodes
from sphinx.builders.latex.nodes import thebibliography
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging, texescape
from sphinx.writers.latex import LaTeXTranslator

from rotlib import __version__

FRONT = "About this book"
PLACE = (
    r"\clearpage\typeout{Paper: part on sheet \the\numexpr\ReadonlyShipoutCounter+1}"
)
SETTINGS = {
    "papersize": "a4paper",
    "pointsize": "10pt",
    "extraclassoptions": "openany,oneside",
    "fontpkg": "",
    "fncychap": "",
    "passoptionstopackages": r"\PassOptionsToPackage{pdfpagelabels=false}{hyperref}",
    "fvset": r"\fvset{fontsize=\footnotesize}",
    "figure_align": "H",  # floats beside long tables run off the page
    "maketitle": r"\papertitle",
    "geometry": r"\usepackage[textwidth=150mm,textheight=238mm,top=28mm,headsep=7mm,"
    r"heightrounded]{geometry}",
    "sphinxsetup": (
        "HeaderFamily=\\rmfamily\\bfseries, TitleColor={RGB}{34,37,42},"
        " InnerLinkColor={RGB}{31,90,133},OuterLinkColor={RGB}{31,90,133},"
        " VerbatimColor={RGB}{246,244,236},"
        " VerbatimBorderColor={RGB}{246,244,236},pre_padding=4pt, pre_border-width=0pt,"
        " verbatimhintsturnover=false, verbatimvisiblespace=,"
        " TableRowColorHeader={gray}{1},TableRowColorOdd={gray}{1},"
        " TableRowColorEven={gray}{1}"
    ),
}
BOXES = {  # class of a box on the pages -> its environment on paper
    **{"theorem": "statement", "lemma": "statement", "proposition": "statement"},
    **{"corollary": "statement", "property": "statement", "definition": "definition"},
    **{"algorithm": "algorithm", "example": "example", "remark": "example"},
    **{"exercise": "exercise", "solution": "solution", "hint": "hint"},
    **{"argument": "proof", "dropdown": "hint"},
}
INNER = {
    **{"align": "aligned", "gather": "gathered", "alignat": "alignedat"},
    **{"equation": "", "multline": "gathered"},
}
AMSMATH = re.compile(r"\s*\\begin\{(\w+)\*?\}(.*)\\end\{\1\*?\}\s*", re.DOTALL)
ENVIRONMENT = re.compile(
    r"\\begin\{(\w+\*?)\}(?:(?!\\begin\{).)*?\\end\{\1\}", re.DOTALL
)
# may not be in the text face
UNCOMMON = re.compile(r"([^\x00-\u02ff\u0370-\u03ff\u2010-\u2027\ue000-\uf8ff])")
GREEK = re.compile(r"\\(?:var)?([a-z]+)(?![a-z])")
TWINS = {"image/png", "image/jpeg", "image/svg+xml", "text/latex", "text/markdown"}
log = logging.getLogger(__name__)


class Box(nodes.Admonition, nodes.Element):
    """A theorem, exercise, solution, ...: its first child is its title."""


# --- formulas -------------------------------------------------------------------


def inner(source):
    """The source of a display as something that stands inside one: alignments become
    inner alignments."""
    if (found := AMSMATH.fullmatch(source)) and found[1] in INNER:
        name = INNER[found[1]]
        body = re.sub(r"\\(nonumber|notag)\b", "", found[2]).strip()
        return rf"\begin{{{name}}}{body}\end{{{name}}}" if name else inner(body)
    parts = [part.strip() for part in re.split(r"\n\s*\n", source) if part.strip()]
    if len(parts) > 1:
        return r"\begin{gathered}" + r"\\".join(map(inner, parts)) + r"\end{gathered}"
    bare = source = source.strip()
    while (rest := ENVIRONMENT.sub("", bare)) != bare:
        bare = rest
    return rf"\begin{{aligned}}{source}\end{{aligned}}" if r"\\" in bare else source


# --- the tree of the whole book -------------------------------------------------------


class Twins(SphinxPostTransform):
    """Warn of an output that only a browser can show, before the mime types are
    chosen."""

    default_priority = 3
    formats = ("latex",)

    def run(self, **kwargs):
        for bundle in self.document.findall(nodes.container):
            if bundle.get("nb_element") == "mime_bundle":
                forms = [c for c in bundle.children if isinstance(c, nodes.Element)]
                if browser_only({c.get("mime_type"): c.astext() for c in forms}):
                    words = "an output has no picture or text for paper, only HTML"
                    log.warning(words, location=bundle)


def browser_only(found):
    """Whether among the forms of an output there is HTML but nothing to print, a
    bare `<...>` not counted unless it is a run's."""
    text = found.get("text/plain", "<").lstrip()
    bare = re.match(r"<(?!Trajectory )", text)
    return "text/html" in found and not TWINS & set(found) and bool(bare)


def arrange(app, doctree, docname):
    if app.builder.format != "latex" or docname != app.config.root_doc:
        return
    # the exercises' extension replaces children without telling them
    for node in doctree.findall(nodes.Element):
        for child in node.children:
            child.parent = node
    drop_hidden_input(doctree)
    make_boxes(app.env, doctree)
    place_bibliography(doctree)
    front_and_parts(app, doctree)


def drop_hidden_input(doctree):
    for cell in list(doctree.findall(nodes.container)):
        if {"tag_hide-input", "tag_hide-cell"} & set(cell["classes"]):
            for part in list(cell.children):
                if "cell_input" in part.get("classes", ()):
                    cell.remove(part)


def make_boxes(env, doctree):
    for node in list(doctree.findall(nodes.Admonition)):
        kind = next((BOXES[c] for c in BOXES if c in node.get("classes", ())), "remark")
        title = node[0] if node.children and isinstance(node[0], nodes.title) else None
        rest = node.children[1:] if title is not None else node.children
        if title is None and kind != "proof" and "realtype" not in node:
            continue  # note, warning, ...: Sphinx knows them
        words = list(title.children) if title is not None else []
        if "realtype" in node:
            kinds, first = node["countertype"], node["ids"][:1]
            number = number_of(env, docname_of(node), kinds, first)
            words.insert(0, nodes.Text(f"{node['realtype'].title()} {number}"))
        labels = [f"{docname_of(node)}:{i}" for i in node["ids"]]
        if "exercise" in node.get("classes", ()):
            labels.append(f"exercise:{node['label']}")
        box = Box("", nodes.title("", "", *words), kind=kind, labels=labels)
        for child in rest:  # the extensions wrap the content in a section
            box += child.children if isinstance(child, nodes.section) else [child]
        node.replace_self(box)


def place_bibliography(doctree):
    """Sphinx moves the list of sources to the very end; here it stands in its own
    chapter."""
    for sources in list(doctree.findall(thebibliography)):
        home, files = sources[0]["docname"], doctree.findall(addnodes.start_of_file)
        chapter = next(file for file in files if file["docname"] == home)
        sources.parent.remove(sources)
        next(chapter.findall(nodes.section)).append(sources)


def front_and_parts(app, doctree):
    """The root page becomes an unnumbered chapter; a caption of the contents becomes
    a part."""
    env, root = app.env, app.config.root_doc
    trees = list(env.get_doctree(root).findall(addnodes.toctree))
    parts = [t for t in trees if t["includefiles"] and t.get("caption")]
    captions = {t["includefiles"][0]: t["caption"] for t in parts}
    page = next(doctree.findall(nodes.section))
    files = list(doctree.findall(addnodes.start_of_file))
    for wrapper in list(page.findall(nodes.compound)):
        if "toctree-wrapper" in wrapper["classes"]:
            wrapper.parent.remove(wrapper)
    front = nodes.section("", nodes.title("", FRONT), *page.children[1:], ids=["about"])
    page.children = page.children[:1]
    page += [raw(counters(())), front]
    for file in files:
        docname = file["docname"]
        if docname in captions:
            words = captions[docname].replace("'", "’").replace("★ ", "")
            caption = texescape.escape(words, "xelatex")
            page += raw(PLACE)
            page += raw(rf"\setcounter{{secnumdepth}}{{-2}}\part{{{caption}}}")
        number = env.toc_secnumbers.get(docname, {}).get("") or ()
        page += [raw(counters(number)), file]


def counters(number):
    """TeX's counters before a chapter with this number, or before one without: () or
    (17,)."""
    if not number:
        return r"\setcounter{secnumdepth}{-1}\setcounter{chapter}{0}"
    return rf"\setcounter{{secnumdepth}}{{3}}\setcounter{{chapter}}{{{number[0] - 1}}}"


def raw(text):
    return nodes.raw("", f"\n{text}\n", format="latex")


def docname_of(node):
    while not (isinstance(node, addnodes.start_of_file) or node.parent is None):
        node = node.parent
    return node["docname"]


def number_of(env, docname, kind, ids):
    """Number on the pages of a figure, equation or box, as text; empty if it has
    none."""
    known = env.toc_fignumbers.get(docname, {}).get(kind, {})
    return ".".join(map(str, next((known[i] for i in ids if i in known), ())))


# --- tables ------------------------------------------------------------------------

ROOM = 92  # letters that a line of a table holds in the small size
# what TeX sets in paragraphs, for which a natural width has no room
BLOCKS = nodes.line_block | nodes.Sequential | nodes.literal_block


def cells(table):
    """For each row of a table the texts of its cells; formulas count about as long
    as they come out."""

    def length(node):
        if isinstance(node, nodes.math):
            text = re.sub(r"\\[a-zA-Z]+|[{}^_\\,;!]", "x", node.astext())
            return text.replace("xx", "x")
        if isinstance(node, nodes.Text):
            return node.astext().replace("\n", " ")
        end = "\n" if isinstance(node, nodes.paragraph | nodes.line) else ""
        return "".join(map(length, node.children)) + end

    return [
        [length(entry).strip() for entry in row.findall(nodes.entry)]
        for row in table.findall(nodes.row)
    ]


def layout(rows, room=ROOM, plain=True):
    """Column specification and size of type: natural widths where they fit and all
    cells are plain text, else paragraphs that share the line."""
    columns = list(zip(*rows, strict=True)) if len({len(r) for r in rows}) == 1 else []
    if not columns:
        return "{" + "l" * max(map(len, rows)) + "}\n", r"\footnotesize"
    natural = [
        max(len(line) for text in column for line in text.split("\n")) + 2
        for column in columns
    ]
    if plain and sum(natural) <= room:
        return "{" + "l" * len(columns) + "}\n", r"\small"
    least = [
        max(len(word) for text in column for word in re.split(r"[\s_./]+", text)) + 3
        for column in columns
    ]
    size = r"\small" if sum(least) <= room else r"\footnotesize"
    widths = share(natural, least, max(room, sum(least)))
    return "{" + "".join(rf"\Y{{{w / sum(widths):.3f}}}" for w in widths) + "}\n", size


def share(natural, least, room):
    """Widths that add up to the room: short columns get what they need, long ones
    the rest by the root of their length."""
    widths, open_ = {}, set(range(len(natural)))
    while open_:
        left = room - sum(widths.values())
        weight = sum(natural[i] ** 0.5 for i in open_)
        offer = {i: max(least[i], left * natural[i] ** 0.5 / weight) for i in open_}
        settled = {i for i in open_ if natural[i] <= offer[i] or offer[i] == least[i]}
        if not settled:
            return [widths.get(i, offer.get(i)) for i in range(len(natural))]
        widths |= {i: min(natural[i], offer[i]) for i in settled}
        open_ -= settled
    return [widths[i] for i in range(len(natural))]


# --- the writer ---------------------------------------------------------------------


class BookWriter(LaTeXTranslator):
    def visit_Box(self, node):
        self.body.append(f"\n\\begin{{paper{node['kind']}}}")
        self.no_latex_floats += 1
        self.box_labels = "".join(
            rf"\label{{\detokenize{{{label}}}}}" for label in node["labels"]
        )

    def depart_Box(self, node):
        self.body.append(f"\n\\end{{paper{node['kind']}}}\n")
        self.no_latex_floats -= 1

    def depart_title(self, node):
        super().depart_title(node)
        if isinstance(node.parent, Box) and self.box_labels:
            self.body.append(r"\phantomsection" + self.box_labels)

    def visit_container(self, node):
        for name in {"cell_input", "cell_output"} & set(node.get("classes", ())):
            self.body.append(f"\n\\begin{{paper{name.replace('_', '')}}}")

    def depart_container(self, node):
        for name in {"cell_input", "cell_output"} & set(node.get("classes", ())):
            self.body.append(f"\n\\end{{paper{name.replace('_', '')}}}\n")

    def visit_math_block(self, node):
        number = label = ""
        if node.get("label"):
            docname, ids = node["docname"], node["ids"]
            number = number_of(self.builder.env, docname, "displaymath", ids)
            label = rf"\label{{equation:{node['docname']}:{node['label']}}}"
        made = f"{{{number}}}{{{label}}}{{{inner(node.astext())}}}"
        self.body.append(f"\\paperdisplay{made}\n")
        raise nodes.SkipNode

    def visit_math(self, node):
        """In a heading also as plain text, for the PDF's outline."""
        if not self.in_title:
            return super().visit_math(node)
        plain = self.encode(spoken(node.astext()))
        self.body.append(rf"\texorpdfstring{{\({node.astext()}\)}}{{{plain}}}")
        raise nodes.SkipNode

    def visit_Text(self, node):
        text = UNCOMMON.sub(r"\\paperchar{\1}", self.encode(node.astext()))
        if isinstance(node.parent, nodes.literal) and not self.in_title:
            # a long name may be broken after its bars
            text = text.replace(r"\_", r"\_\paperbreak{}")
        self.body.append(text)

    def visit_table(self, node):
        super().visit_table(node)
        tall = not self.no_latex_floats and len(self.tables) == 1
        plain = not any(isinstance(part, BLOCKS) for part in node.findall())
        spec, size = layout(cells(node), plain=plain)
        self.table.get_table_type = lambda: "longtable" if tall else "tabular"
        self.table.get_colspec = lambda: spec
        self.body.append(f"\n\\begingroup\\paperrows{size}")
        self.set_counter("table", node)

    def depart_table(self, node):
        super().depart_table(node)
        self.body.append("\\endgroup\n")

    def visit_desc(self, node):
        self.body.append("\n\\begingroup\\small")
        super().visit_desc(node)

    def depart_desc(self, node):
        super().depart_desc(node)
        self.body.append("\\endgroup\n")

    def visit_rubric(self, node):
        if node.astext() == "Footnotes":  # TeX puts them at the foot of the page
            raise nodes.SkipNode
        self.body.append("\n\\paperrubric{")
        self.context.append("}\n")

    def visit_caption(self, node):
        if isinstance(node.parent, nodes.figure):
            self.set_counter("figure", node.parent)
        super().visit_caption(node)

    def set_counter(self, kind, node):
        env, docname = self.builder.env, self.curfilestack[-1]
        if number := number_of(env, docname, kind, node["ids"]):
            last = int(number.rpartition(".")[2])
            self.body.append(rf"\setcounter{{{kind}}}{{{last - 1}}}")


def spoken(formula):
    """A short formula in plain characters."""
    plain = GREEK.sub(lambda found: LETTERS.get(found[1], ""), formula)
    return re.sub(r"[{}\\]", "", plain).strip()


# --- set up ------------------------------------------------------------------------


def use_writer(app):
    """Only when it is needed: the theme of the pages leaves its own writer out if
    any other has been set."""
    if app.builder.format == "latex":
        app.set_translator("latex", BookWriter)


def settings(app, config):
    preamble = rf"\usepackage{{paper}}\paperversion{{{__version__}}}"
    config.latex_elements = SETTINGS | {"preamble": preamble} | config.latex_elements
    style = str(Path(__file__).with_name("paper.sty"))
    config.latex_additional_files = [*config.latex_additional_files, style]
    config.latex_use_xindy = False
    config.latex_domain_indices = False
    config.latex_toplevel_sectioning = "chapter"


def write_numbers(app, error):
    """What the pages call each chapter, figure and table, for the check of the
    printed ones."""
    if error or app.builder.format != "latex":
        return
    found = []
    for doc, sections in app.env.toc_secnumbers.items():
        found += [(doc, a.lstrip("#"), n) for a, n in sections.items() if a]
    for doc, kinds in app.env.toc_fignumbers.items():
        for kind in ("figure", "table"):
            found += [(doc, i, n) for i, n in kinds.get(kind, {}).items()]
    numbers = {f"{doc}:{i}": ".".join(map(str, n)) for doc, i, n in found}
    text = json.dumps(numbers, indent=1, sort_keys=True)
    Path(app.outdir, "numbers.json").write_text(text, encoding="utf-8")


def setup(app):
    app.add_node(Box, latex=(BookWriter.visit_Box, BookWriter.depart_Box))
    app.connect("builder-inited", use_writer)
    app.add_post_transform(Twins)
    app.connect("config-inited", settings)
    app.connect("doctree-resolved", arrange, priority=990)
    app.connect("build-finished", write_numbers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
