"""Repeat a numbered equation where it is needed, from the page that owns it:
`{quoted} eq-label`."""

import re

import provenance
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective

DOLLARS = re.compile(r"\$\$((?:[^$]|\$(?!\$))+)\$\$[ \t]*(?:\(([\w-]+)\))?")
DIRECTIVE = re.compile(r"```\{math\}\n:label: ([\w-]+)\n(.*?)```", re.DOTALL)


def displayed(text):
    """{label: mathematics} of the numbered equations of a page."""
    found = {label: maths for label, maths in DIRECTIVE.findall(text)}
    found |= {label: maths for maths, label in DOLLARS.findall(text) if label}
    return {label: maths.strip().rstrip(" .,:") for label, maths in found.items()}


class Quoted(SphinxDirective):
    """The mathematics of a labelled equation, with its number as a link to where it
    stands."""

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
        number = pending_xref(
            "",
            nodes.literal(label, label, classes=["xref", "eq"]),
            refdomain="math",
            reftype="eq",
            reftarget=label,
            refexplicit=False,
            refdoc=self.env.docname,
            refwarn=True,
        )
        return [block, nodes.paragraph("", "", number, classes=["quoted-from"])]


def setup(app):
    app.add_directive("quoted", Quoted)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
