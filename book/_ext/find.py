"""The search: one index of names (pages, sections, equations, boxes, words, methods,
functions) and one of the text, each a plain script that find.js loads when it is first
asked for. What a page holds is collected while it is written, and kept beside the
doctrees.
"""

import json
import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder

import about
import rotlib.methods

FOLDER = "_static/find"
KEPT = "find.json"
BOX = re.compile(
    r"\b(theorem|lemma|definition|proposition|corollary|algorithm|exercise)\b"
)
GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron"
    " pi rho _ sigma tau upsilon phi chi psi omega"
).split()
LETTERS = {name: chr(0x3B1 + k) for k, name in enumerate(GREEK)}
LETTERS |= {name.title(): chr(0x391 + k) for k, name in enumerate(GREEK)}
LETTERS |= {"cdot": "·", "times": "×", "to": "→", "le": "≤", "ge": "≥", "pm": "±"}
LETTERS |= {"dots": "…", "infty": "∞", "approx": "≈", "dot": "", "hat": ""}
LETTERS |= {"varepsilon": "ε", "vartheta": "ϑ", "varphi": "φ", "circ": "°", "ne": "≠"}
LETTERS |= {"lVert": "‖", "rVert": "‖", "lvert": "|", "rvert": "|"}
STYLE = re.compile(r"\\(?:boldsymbol|math\w+|text|operatorname|tfrac|[,;:! ])")
COMMAND = re.compile(r"\\([A-Za-z]+) ?")
LONGEST = 40  # signs of a formula that can be said on a line


def said(latex):
    """A short formula as plain text; a longer one is left out."""
    plain = STYLE.sub(" ", latex).replace("$", "")
    text = COMMAND.sub(lambda m: LETTERS.get(m[1], m[0]), plain)
    text = re.sub(r"[{}]", "", " ".join(text.split()))
    return text if "\\" not in text and len(text) <= LONGEST else "…"


# --- what a page holds ----------------------------------------------------------------


SKIPPED = (
    *(nodes.literal_block, nodes.math_block, nodes.raw, nodes.comment, nodes.title),
    *(nodes.section, nodes.image),
    *(addnodes.index, addnodes.toctree, addnodes.desc_signature),
)
ASIDE = {"cell", "rot-here", "checked-back"}  # what other extensions put beside it


def pieces(node):
    """The text below a node, without code, formulas on lines of their own, titles and
    what belongs to sections below it."""
    if isinstance(node, nodes.Text):
        yield str(node)
    elif isinstance(node, nodes.math):
        yield said(node.astext())
    elif not isinstance(node, SKIPPED) and not ASIDE.intersection(node["classes"]):
        for child in node.children:
            yield from pieces(child)
        if isinstance(node, nodes.TextElement) and not isinstance(node, nodes.Inline):
            yield " "


def name(title):
    return " ".join("".join(p for c in title.children for p in pieces(c)).split())


def named(box):
    """The title that the author gave a theorem, an algorithm or an exercise."""
    title = next((c for c in box.children if "title" in c.__class__.__name__), None)
    if title is None or "solution" in box["classes"]:
        return ""
    words = re.sub(r"^(Exercise|[A-Z]\w+ [\d.]+)\s*(?=[(\w])", "", name(title))
    return words.strip("() ")


def holds(doctree):
    """The sections of a page with their text, the boxes with titles, the words it
    explains, and the labels of the equations in each section."""
    found = {"sections": [], "boxes": [], "words": [], "equations": {}}
    for section in doctree.findall(nodes.section):
        title = next((c for c in section.children if isinstance(c, nodes.title)), None)
        if title is None or not section.get("ids"):
            continue
        text = "".join("".join(pieces(c)) for c in section.children)
        anchor = section["ids"][0]
        found["sections"].append([anchor, name(title), " ".join(text.split())])
        for block in section.findall(nodes.math_block):
            if block.get("label"):
                found["equations"][block["label"]] = name(title)
    for box in doctree.findall(nodes.Element):
        kind = BOX.search(" ".join(box.get("classes", ())))
        if kind and box.get("ids") and (words := named(box)):
            found["boxes"].append([box["ids"][0], kind[1], words])
    for term in doctree.findall(nodes.term):
        if term.get("ids") and term["ids"][0].startswith("term-"):
            found["words"].append([term["ids"][0], name(term)])
    return found


@cache
def kept(app):
    """What the pages held when they were last written."""
    path = Path(app.doctreedir, KEPT)
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def collect(app, doctree, docname):
    if isinstance(app.builder, StandaloneHTMLBuilder):
        kept(app)[docname] = holds(doctree)


# --- the two indices ------------------------------------------------------------------


def chapter_number(env, docname):
    found = env.toc_secnumbers.get(docname, {}).get("") or ()
    return ".".join(map(str, found))


def equation_number(env, label):
    docname, counted = env.get_domain("math").equations.get(label, ("", "?"))
    figures = env.toc_fignumbers.get(docname, {}).get("displaymath", {})
    found = figures.get(f"equation-{label}")
    return f"({'.'.join(map(str, found)) if found else counted})"


def of_rotlib(env):
    """(kind, name, what it does, (page, anchor)) of each method with an equation of its
    own, and of what the pages document."""
    equations = env.get_domain("math").equations
    for method in rotlib.methods.ALL:
        docname = equations.get(method.equation, ("",))[0]
        place = docname, f"equation-{method.equation}"
        yield "method", method.name, method.summary, place
    for full, entry in sorted(env.get_domain("py").objects.items()):
        if not entry.aliased and entry.objtype != "module":
            yield entry.objtype, full.removeprefix("rotlib."), "", entry[:2]


def names(env, pages):
    """The pages [address, title, sentence] and the entries [kind, name, what it
    belongs to, page, anchor]."""
    place = {docname: k for k, docname in enumerate(pages)}
    found, listed = [], []
    for d in pages:
        words = chapter_number(env, d), name(env.titles[d])
        listed.append([d, ". ".join(filter(None, words)), about.sentence(env, d)])
    for docname, page in pages.items():
        k = place[docname]
        for anchor, words, _ in page["sections"][1:]:
            found.append(["section", words, "", k, anchor])
        for label, section in page["equations"].items():
            words = label.removeprefix("eq-").replace("-", " ")
            told = f"{equation_number(env, label)} {words}"
            found.append(["equation", told, section, k, f"equation-{label}"])
        for anchor, kind, words in page["boxes"]:
            found.append([kind, words, "", k, anchor])
        found += [["word", w, "", k, anchor] for anchor, w in page["words"]]
    for kind, told, what, (docname, anchor) in of_rotlib(env):
        if docname in place:
            found.append([kind, told, what, place[docname], anchor])
    return {"pages": listed, "names": found}


def texts(pages):
    """[page, anchor, title of the section, text]; the first section is the page."""
    return [
        [k, "" if first == 0 else anchor, title, text]
        for k, page in enumerate(pages.values())
        for first, (anchor, title, text) in enumerate(page["sections"])
        if text
    ]


def script(kind, data):
    """A plain script, because a page from the disk may load no other kind of file."""
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f'bookFind.take("{kind}",{packed});\n'


def write(app, error):
    if error or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    pages = {d: p for d, p in sorted(kept(app).items()) if d in app.env.found_docs}
    Path(app.doctreedir, KEPT).write_text(json.dumps(pages), encoding="utf-8")
    folder = Path(app.outdir, FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for kind, data in ("names", names(app.env, pages)), ("texts", texts(pages)):
        (folder / f"{kind}.js").write_text(script(kind, data), encoding="utf-8")


def replace_sphinx(app):
    """Sphinx's own index isn't made; its page is ours."""
    app.builder.search = False
    extra = app.config.html_additional_pages
    app.config.html_additional_pages = extra | {"search": "search.html"}


def setup(app):
    app.connect("builder-inited", replace_sphinx)
    app.connect("doctree-resolved", collect, priority=950)
    app.connect("build-finished", write)
    app.add_js_file("find.js", defer="defer")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
