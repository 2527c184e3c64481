"""The road: its drawing, the minutes in its tables, and a line at the top of each
chapter that says where the reader is.

Everything comes from the tables of `road.md`; nothing is typed on a chapter's own page.
"""

import html
from functools import cache

import provenance
import road
from docutils import nodes
from find import chapter_number
from sphinx.errors import NoUri
from sphinx.util.docutils import SphinxDirective, SphinxRole

from rotlib import __version__

PAGE = "road"
WIDTH, LINE, LEFT, TOP = 400, 23, 92, 14  # of the drawing, in units of its view box
LONGEST = 44  # letters of a title; a longer one is cut at its colon


class minutes(nodes.General, nodes.Inline, nodes.Element):
    """A number of minutes that depends on what stands in the same row of a table."""


class drawing(nodes.General, nodes.Element):
    """The drawing of the road."""


class Minutes(SphinxRole):
    """`chapter`: of the first cell of the row, reading + exercises. `week`: of all
    chapters and exercises in the row."""

    def run(self):
        return [minutes(kind=self.text)], []


class Drawing(SphinxDirective):
    def run(self):
        return [drawing()]


@cache
class Book:
    """Pages by label, with the part that each belongs to; they are read once."""

    def __init__(self):
        self.text = (provenance.BOOK / f"{PAGE}.md").read_text(encoding="utf-8")
        self.chapters = {c.label: c for c in road.chapters(self.text)}
        self.page, self.part, self.path, self.exercises = {}, {}, {}, set()
        for part, name in road.toc():
            if path := road.source(name):
                page = provenance.page(path)
                label = next((x for x in page.labels if x in self.chapters), None)
                self.exercises.update(exercises(page))
                if label:
                    self.page[label], self.part[label] = page, part
                    self.path[label] = path

    def title(self, label):
        title = self.page[label].title if label in self.page else label
        return title.split(":")[0] if len(title) > LONGEST else title

    def minutes(self, labels):
        read = sum(road.reading(self.path[x]) for x in labels if x in self.path)
        return read, road.practice(sum(x in self.exercises for x in labels))

    def minutes_of_chapter(self, label):
        if label not in self.path:
            return "–"
        read, count = road.reading(self.path[label]), len(exercises(self.page[label]))
        return f"{read} + {road.practice(count)}" if count else f"{read}"


def exercises(page):
    boxes = page.boxes("exercise") + page.boxes("exercise-start")
    return [label for label, _ in boxes]


def fill_minutes(app, doctree):
    for node in list(doctree.findall(minutes)):
        book, row, week = Book(), node, node["kind"] == "week"
        while not isinstance(row, nodes.row):
            row = row.parent
        cells = row.children if week else row.children[:1]
        labels = [
            x["reftarget"]
            for cell in cells
            for x in cell.findall(lambda n: "reftarget" in getattr(n, "attributes", {}))
        ]
        words = road.told(sum(book.minutes(labels))) if week else None
        node.replace_self(nodes.Text(words or book.minutes_of_chapter(labels[0])))


def address(app, label, docname):
    """Address of a label, relative to a page, or None if there is no such label yet."""
    known = app.env.get_domain("std").anonlabels.get(label)
    try:
        return known and f"{app.builder.get_relative_uri(docname, known[0])}#{known[1]}"
    except NoUri:
        return None


def put_in(app, doctree, docname):
    book = Book()
    for node in list(doctree.findall(drawing)):
        picture = draw(book, lambda label: address(app, label, docname))
        node.replace_self(nodes.raw("", picture, format="html"))
    own = provenance.BOOK.parent / docname
    label = next((x for x, p in book.path.items() if p.with_suffix("") == own), None)
    title = next(iter(doctree.findall(nodes.title)), None)
    if label and title is not None and label != f"ch-{PAGE}":
        line = here(app, book, label, docname)
        title.parent.insert(title.parent.index(title) + 1, line)


def here(app, book, label, docname):
    """One quiet line: part, kind, what the chapter needs, the way to the map; and
    the package it was built with."""

    def link(target, words, tip=""):
        if where := address(app, target, docname):
            tip = {"internal": True, "reftitle": tip}
            return nodes.reference("", words, refuri=where, **tip)
        return nodes.Text(words)

    chapter, labels = book.chapters[label], app.env.get_domain("std").anonlabels
    line = nodes.paragraph("", f"You are here: {book.part[label]}")
    line["classes"] = ["rot-here"]
    if chapter.kind:
        line += [nodes.Text(" · "), nodes.emphasis("", chapter.kind)]
    words = f" · needs chapter{'s' * (len(chapter.needs) > 1)} "
    for need in chapter.needs:
        title, (where, *_) = book.title(need), labels.get(need, ("",))
        number = chapter_number(app.env, where)
        line += [nodes.Text(words), link(need, number or title, title)]
        words = ", "
    line += [nodes.Text(" · "), link(f"ch-{PAGE}", "the road")]
    line += nodes.Text(f" · rotlib {__version__}")
    return line


def draw(book, find):
    """The road as one vertical line with a stop for each chapter; arcs on its left
    lead from a chapter to what it needs."""
    y, stops, marks, arcs, part = TOP, {}, [], [], None
    for label, chapter in book.chapters.items():
        if not chapter.kind:
            continue
        if (now := book.part.get(label, part)) != part:
            y, part = y + 12, now
            words = f'x="{LEFT + 16}" y="{y + 5}">{html.escape(part)}'
            marks.append(f'<text class="part" {words}</text>')
            y += LINE
        stops[label] = y
        words = html.escape(book.title(label))
        name = f'<text x="{LEFT + 16}" y="{y + 5}">{words}</text>'
        where = find(label)
        marks.append(f'<a href="{html.escape(where)}">{name}</a>' if where else name)
        circle = f'<circle class="{chapter.kind}" cx="{LEFT}" cy="{y}" r="6"/>'
        marks.append(circle)
        for need in chapter.needs:
            far = y - stops[need]
            reach = LEFT - 8 - min(LEFT - 12, 10 + 2.6 * far**0.55)
            arcs.append(
                f'<path class="need" d="M{LEFT - 8} {stops[need]}C{reach:.0f}'
                f' {stops[need]} {reach:.0f} {y} {LEFT - 8} {y}"/>'
            )
        y += LINE
    ends = list(stops.values())
    line = f'<path class="line" d="M{LEFT} {ends[0]}V{ends[-1]}"/>'
    return (
        '<nav class="rot-road" aria-label="The chapters in order; arcs join each with'
        f' the earlier ones that it needs"><svg viewBox="0 0 {WIDTH} {y}"'
        f' width="100%">{"".join(arcs)}{line}{"".join(marks)}</svg></nav>'
    )


def setup(app):
    app.add_node(minutes)
    app.add_node(drawing)
    app.add_role("minutes", Minutes())
    app.add_directive("road-drawing", Drawing)
    app.connect("doctree-read", fill_minutes)
    app.connect("doctree-resolved", put_in)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
