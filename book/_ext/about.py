"""What every page says of itself, from one sentence: its description, the card that
other sites show, the line under the links to it, the root page and the map of the site.

The sentence is the `description` of the page's front matter, or the question that the
road gives the chapter, or the first plain sentence of its text. Addresses that must be
complete (canonical, picture, sitemap) are written if the book knows its own: the
`baseurl` of _config.yml, or the variable BOOK_URL."""

import html
import os
import re
import shutil
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin

import road
import yaml
from docutils import nodes
from pydata_sphinx_theme.toctree import add_toctree_functions
from provenance import BOOK
from sphinx import addnodes
from sphinx.util.osutil import relative_uri
from templates import FOLDER, macros

import rotbook as rb
import rotlib as rl

ROOT = BOOK.parent
PICTURE = "_static/card.png"
HEAD = macros("head.html", PICTURE=PICTURE)
LICENCES = {"LICENSE": "licence-of-code.txt", "LICENSE-text": "licence-of-text.txt"}
HOLE = "\ufffc"  # stands for what is not plain text
SHORTEST = 30  # letters; what is shorter says too little
SIDEBAR = ["navbar-logo.html", "search-button-field.html", "contents.html"]
NOT_PLAIN = nodes.math, addnodes.pending_xref, nodes.citation_reference
VIEWPORT = re.compile(r'<meta name="viewport"[^>]*>\s*')
OF_THE_FRAME = {  # pages that no file of the book makes
    "search": "Look for a word in titles, equations, functions and the text.",
    "404": "This page isn't in the book: look for a word, or go to the contents.",
    "genindex": "Every name and term of the book in one list.",
    "prf-prf": "Every theorem, definition and algorithm in one list.",
}
END = re.compile(r"(?<=[.!?])\s+(?=[A-Z*“\"(])")


# --- the sentence ---------------------------------------------------------------------


def marked(node):
    """The text below a node, with a sign for what is not plain."""
    if isinstance(node, NOT_PLAIN):
        return HOLE
    return "".join(map(marked, node.children)) or node.astext()


def first_sentence(doctree):
    """The first sentence of the running text that has no formula and no link in it."""
    for paragraph in doctree.findall(nodes.paragraph):
        if not isinstance(paragraph.parent, nodes.section | nodes.container):
            continue
        for sentence in END.split(" ".join(marked(paragraph).split())):
            whole = sentence.endswith((".", "!", "?")) and HOLE not in sentence
            if whole and len(sentence) >= SHORTEST:
                return sentence
    return ""


def remember(app, doctree):
    app.env.metadata[app.env.docname]["first_sentence"] = first_sentence(doctree)


@cache
def questions():
    """{label of a chapter: the question it answers}."""
    text = (BOOK / "road.md").read_text(encoding="utf-8")
    found = {c.label: c.question.replace("`", "") for c in road.chapters(text)}
    return {label: said for label, said in found.items() if "$" not in said}


def sentence(env, docname):
    """What the page is about, or nothing."""
    known = env.metadata.get(docname, {})
    if "description" in known:
        return known["description"]
    where = env.get_domain("std").anonlabels
    for label, question in questions().items():
        if where.get(label, ("",))[0] == docname and question.endswith("?"):
            return question
    return known.get("first_sentence", "")


# --- the head of a page ---------------------------------------------------------------


def listing(pagename, title, book):
    if pagename.startswith("_modules/rotlib"):
        return f"The source of {title}."
    return OF_THE_FRAME.get(pagename) or (title and f"{title} of {book}.")


def add_head(app, pagename, templatename, context, doctree):
    """One viewport, the description and the card; sentences for the two links at the
    foot; what the templates of the frame say."""
    config, env, address = app.config, app.env, app.config.html_baseurl
    named = html.unescape(re.sub(r"<[^>]*>", "", context.get("title") or ""))
    book = config.html_title
    title = named or book
    text = sentence(env, pagename) or listing(pagename, named, book)
    base = pagename == "404" and address
    context["metatags"] = "\n".join(
        [
            VIEWPORT.sub("", context.get("metatags") or ""),
            f'<base href="{html.escape(address)}">' if base else "",
            HEAD.tags(title, text, config.html_title, address),
        ]
    )
    around = getattr(app.builder, "relations", {}).get(pagename, (None, None, None))
    for key, docname in zip(("prev", "next"), around[1:], strict=True):
        if context.get(key) and docname:
            context[key] = context[key] | {"sentence": sentence(env, docname)}
    context |= {"colophon": colophon(), "contents": partial(contents, app, pagename)}


# --- the sidebar ----------------------------------------------------------------------

PART = re.compile(
    r'<p [^>]*class="caption"[^>]*>(<span class="caption-text">.*?</span>)</p>\s*'
    r"(<ul.*?</ul>)(?=\s*(?:<p |$))",
    re.DOTALL,
)


NOWHERE = "nowhere"  # a page beside the root that no table of contents has
LINK = 'reference internal" href="'
ADDRESS = re.compile(f'(?<={LINK})[^"]*')


def contents(app, pagename, **options):
    """The table of contents as a page has it. The theme makes one anew for each page;
    they differ in their addresses, in what is marked, and in where one unfolds."""
    parents, root = app.env.toctree_includes, app.config.root_doc
    parent = next((p for p, pages in parents.items() if pagename in pages), root)
    branch = pagename if pagename in parents else parent
    text = unmarked(app, NOWHERE if branch == root else branch, **options)
    own = app.builder.get_target_uri(pagename)
    text = ADDRESS.sub(lambda to: relative_uri(own, to[0]) or "#", text)
    before, here, after = text.partition(f'{LINK}#"')
    if here:
        before, item = before.rsplit("<li", 1)
        if "current" not in item:
            item = item.replace('">', ' current active">', 1)
            top = "toctree-l1" in item  # a list within a list has no classes
            before, items = before.rsplit('<ul class="' if top else "<ul>", 1)
            marked = '<ul class="current ' if top else '<ul class="current">'
            before += marked + items
        before += f"<li{item}current "
    return fold(before + here + after)


@cache
def unmarked(app, branch, **options):
    """The table of contents, one chapter unfolded, with addresses from the root."""
    context = {"toctree": partial(app.builder._get_local_toctree, branch)}
    add_toctree_functions(app, branch, "", context, None)
    text = str(context["generate_toctree_html"](**options))
    own = app.builder.get_target_uri(branch)
    text = ADDRESS.sub(lambda to: urljoin(own, to[0]), text)
    return text.replace(f"current {LINK}", LINK)


def fold(table):
    """The table of contents with each part under its caption, to open and shut; the
    part with the page is open, or the first."""
    here = next((m for m in PART.finditer(table) if 'class="current' in m[0]), None)
    first = (here or PART.search(table) or [""])[0]

    def part(match):
        opened = " open" if match[0] == first else ""
        return (
            f'<details class="part"{opened}><summary>{match[1]}</summary>\n'
            f"{match[2]}</details>"
        )

    return PART.sub(part, table)


# --- the foot -------------------------------------------------------------------------


@cache
def colophon():
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    code, text = (name.replace("CC-BY-", "CC BY ") for name in cff["license"])
    authors = ", ".join(
        a.get("name") or f"{a['given-names']} {a['family-names']}"
        for a in cff["authors"]
    )
    return {
        "version": rl.__version__,
        "code": (code, LICENCES["LICENSE"]),
        "text": (text, LICENCES["LICENSE-text"]),
        "repository": cff.get("repository-code"),
        "title": cff["title"],
        "authors": authors,
    }


# --- files beside the pages -----------------------------------------------------------


def card():
    import matplotlib

    matplotlib.use("Agg")
    import numpy as np
    from matplotlib import pyplot as plt

    body, omega = rl.Body((5 / 12, 2 / 3, 13 / 12)), (0.02, 4.0, 0.0)
    flip = rl.exact.period(body, omega) / 2
    times = np.linspace(0.3, 0.7, 5) * flip
    figure = plt.figure(figsize=(12, 6.3), dpi=100, facecolor=rb.PAPER)
    style = {"family": "serif", "color": rb.INK}
    figure.text(0.06, 0.78, "Integrating Rotations", fontsize=50, **style)
    words = "Derived, generated, verified: an executable textbook"
    figure.text(0.062, 0.68, words, fontsize=25, style="italic", **style)
    for k, q in enumerate(rl.exact.free_body(body, omega, times)[0]):
        axes = figure.add_axes((0.02 + 0.192 * k, 0.06, 0.192, 0.56))
        rl.plot.orientation(q, axes, shape="t-handle", view=(0.9, 0.35))
        axes.set_axis_off()
    buffer = BytesIO()
    figure.savefig(buffer, format="png", facecolor=figure.get_facecolor())
    plt.close(figure)
    return buffer.getvalue()


def write_files(app, error):
    if error or app.builder.format != "html":
        return
    out, address = Path(app.outdir), app.config.html_baseurl
    text = sentence(app.env, app.config.root_doc)
    root = HEAD.root_page(
        app.config.html_title, text, f"{app.config.root_doc}.html", address
    )
    if app.config.root_doc != "index":
        (out / "index.html").write_text(root, encoding="utf-8")
    for name, copy in LICENCES.items():
        shutil.copyfile(ROOT / name, out / "_static" / copy)
    (out / "sitemap.xml").unlink(missing_ok=True)
    if address:
        names = sorted(app.env.found_docs)
        (out / "sitemap.xml").write_text(
            HEAD.site_map(address, names), encoding="utf-8"
        )
        (out / PICTURE).write_bytes(card())


def settle(app, config):
    """The address of the book, the page for what is not there, the foot."""
    address = os.environ.get("BOOK_URL", config.html_baseurl or "")
    config.html_baseurl = address and address.rstrip("/") + "/"
    config.html_additional_pages = config.html_additional_pages | {"404": "404.html"}
    config.html_theme_options["footer_content_items"] = ["colophon.html"]
    config.html_sidebars = {"**": SIDEBAR}
    config.templates_path = [*config.templates_path, str(FOLDER)]


def setup(app):
    app.connect("config-inited", settle)
    app.connect("doctree-read", remember)
    app.connect("html-page-context", add_head, priority=100)  # the theme tries parts
    app.connect("build-finished", write_files, priority=400)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
