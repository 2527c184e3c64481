"""Repeat a numbered equation where it is needed, from the page that owns it:
`{quoted} eq-label`."""

import provenance
from directives import walk
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective


def displayed(text):
    """{label: mathematics} of the numbered equations of a page."""
    found = {}
    for token, opened in walk(text):
        if token.type == "math_block_label":
            found[token.info] = token.content
        elif opened and opened.name == "math" and "label" in opened.options:
            found[opened.options["label"]] = opened.body
    return {label: maths.strip().rstrip(" .,:") for label, maths in found.items()}


class Quoted(SphinxDirective):
    required_arguments = 1

    def run(self):
        label = self.arguments[0]
        if not hasattr(self.env, "quoted_equations"):
            self.env.quoted_equations = {
                k: v for p in provenance.pages() for k, v in displayed(p.text).items()
            }
        maths = self.env.quoted_equations.get(label)
        if maths is None:
            raise self.error(f"no page has the equation {label}")
        block = nodes.math_block(maths, maths, nowrap=False, number=None, label=None)
        self.set_source_info(block)
        what = {"refdomain": "math", "reftype": "eq", "reftarget": label}
        what |= {"refdoc": self.env.docname, "refexplicit": False, "refwarn": True}
        shown = nodes.literal(label, label, classes=["xref", "eq"])
        number = pending_xref("", shown, **what)
        return [block, nodes.paragraph("", "", number, classes=["quoted-from"])]


def setup(app):
    app.add_directive("quoted", Quoted)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
