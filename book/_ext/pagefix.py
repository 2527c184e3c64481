"""Small corrections to the pages that Jupyter Book 1 and the theorem boxes emit."""

import re

from docutils import nodes

FORMULA = re.compile(
    r'([(“‘]?)(<span class="math notranslate'
    r' nohighlight">[^<]{1,60}</span>)([.,;:!?)’”]+)'
)
# one id for many boxes is no id
REPEATED = {"proof-content", "exercise-content", "solution-content"}


def tidy_body(app, pagename, templatename, context, doctree):
    """Repair the role of bibliography entries, spaces inside links, punctuation that
    leaves its formula, nested lists."""
    if "body" in context:
        body = context["body"].replace(' role="doc-biblioentry"', ' role="listitem"')
        body = re.sub(r"(Solution to)(<a [^>]*>) ", r"\1 \2", body)
        if pagename == "_modules/index":  # a list stands in an item, not between items
            body = body.replace("</li>\n<ul>", "\n<ul>")
            body = body.replace("</ul><li>", "</ul></li><li>")
        context["body"] = FORMULA.sub(r'<span class="together">\1\2\3</span>', body)


def unique_ids(app, doctree, docname):
    """Drop the id that every box shares; number the proofs of a page and set their
    first word in italics."""
    count = 0
    for node in doctree.findall(nodes.Element):
        if REPEATED.intersection(node.get("ids", ())):
            node["ids"] = [i for i in node["ids"] if i not in REPEATED]
        if isinstance(node, nodes.admonition) and node.get("ids") == ["proof"]:
            count += 1
            node["ids"], node["classes"] = [f"proof-{count}"], ["argument"]
            italicise(node, "Proof.")


def italicise(box, word):
    """Set `word` in italics if the first paragraph of the box begins with it."""
    first = next(iter(box.findall(nodes.paragraph)), None)
    text = first.children[0] if first is not None and first.children else None
    if isinstance(text, nodes.Text) and text.startswith(word):
        rest = text.astext()[len(word) :]
        first[0:1] = [nodes.emphasis("", word), nodes.Text(rest)]


def setup(app):
    app.connect("html-page-context", tidy_body)
    app.connect("doctree-resolved", unique_ids, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
