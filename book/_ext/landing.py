"""The first page: `{parts}` sets a card with a picture for each part of the book.

A line of `{parts}` is a caption of the table of contents, a bar, and a sentence."""

import road
import vignettes
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

# --- cards ----------------------------------------------------------------------------


class card(nodes.General, nodes.Element):
    """A part of the book: picture, caption, sentence; all of it one link."""


class Parts(SphinxDirective):
    has_content = True

    def run(self):
        grid = nodes.container(classes=["part-cards"])
        for row in filter(None, self.content):
            caption, _, sentence = (x.strip() for x in row.partition("|"))
            names = [name for part, name in road.toc() if part == caption]
            if caption not in vignettes.PICTURES or not names:
                raise self.error(f"no part or no picture: {caption!r}")
            made = card(part=caption, page=f"book/{names[0]}")
            made += nodes.paragraph("", caption, classes=["part-title"])
            words, _ = self.state.inline_text(sentence, self.lineno)
            made += nodes.paragraph("", "", *words)
            minutes = sum(road.reading(road.source(name)) for name in names)
            length = f"{len(names)} pages, {road.told(minutes)} to read"
            made += nodes.paragraph("", length, classes=["part-length"])
            grid += made
        return [grid]


def open_card(self, node):
    builder = self.builder
    to = builder.get_relative_uri(builder.current_docname, node["page"])
    self.body.append(f'<a class="part-card" href="{to}">{vignettes.of(node["part"])}')


def close_card(self, node):
    self.body.append("</a>\n")


def nothing(self, node):
    pass


SECTIONS = {"hero-words": "landing", "part-cards": "landing-wide"}


def name_sections(_app, doctree):
    for inside in doctree.findall(nodes.container):
        for name in SECTIONS.keys() & set(inside["classes"]):
            inside.parent["classes"].append(SECTIONS[name])


def add_style(app, _pagename, _templatename, _context, doctree):
    """The style of the first page, on that page alone: it asks what is inside others
    (`:has`), and any page that does so looks at all its elements at each change."""
    names = set(SECTIONS.values())
    sections = doctree.findall(nodes.section) if doctree else ()
    if any(names & set(section["classes"]) for section in sections):
        app.add_css_file("landing.css", priority=900)  # after all others


def setup(app):
    app.add_node(card, html=(open_card, close_card), latex=(nothing, nothing))
    app.add_directive("parts", Parts)
    app.connect("doctree-read", name_sections)
    app.connect("html-page-context", add_style)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
