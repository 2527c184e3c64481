"""The minutes in the tables of the course plan, and a line at the top of each chapter
that says where the reader is.

Everything comes from the tables of `road.md`; nothing is typed on a chapter's own page.
"""

from functools import cache

import provenance
import road
from docutils import nodes
from find import chapter_number
from sphinx.errors import NoUri
from sphinx.util.docutils import SphinxRole

from rotlib import __version__

PAGE = "road"
COURSE = "The course"
LONGEST = 44  # letters of a title; a longer one is cut at its colon


class minutes(nodes.General, nodes.Inline, nodes.Element):
    """A number of minutes that depends on what stands in the same row of a table."""


class Minutes(SphinxRole):
    """`chapter`: of the first cell of the row, reading + exercises. `week`: of all
    chapters and exercises in the row."""

    def run(self):
        return [minutes(kind=self.text)], []


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
    own = provenance.BOOK.parent / docname
    label = next((x for x, p in book.path.items() if p.with_suffix("") == own), None)
    title = next(iter(doctree.findall(nodes.title)), None)
    if label and title is not None and label != f"ch-{PAGE}":
        line = here(app, book, label, docname)
        title.parent.insert(title.parent.index(title) + 1, line)


def here(app, book, label, docname):
    """One quiet line: the part or the place in the course, what the chapter needs, the
    way to the plan; and the package it was built with."""

    def link(target, words, tip=""):
        if where := address(app, target, docname):
            tip = {"internal": True, "reftitle": tip}
            return nodes.reference("", words, refuri=where, **tip)
        return nodes.Text(words)

    chapter, labels = book.chapters[label], app.env.get_domain("std").anonlabels
    course = [x for x, part in book.part.items() if part == COURSE]
    if label in course:
        words = f"{COURSE}, chapter {course.index(label) + 1} of {len(course)}"
    else:
        words = book.part[label]
    line = nodes.paragraph("", words)
    line["classes"] = ["rot-here"]
    if chapter.kind and label not in course:
        line += [nodes.Text(" · "), nodes.emphasis("", chapter.kind)]
    words = f" · needs chapter{'s' * (len(chapter.needs) > 1)} "
    for need in chapter.needs:
        title, (where, *_) = book.title(need), labels.get(need, ("",))
        number = chapter_number(app.env, where)
        line += [nodes.Text(words), link(need, number or title, title)]
        words = ", "
    line += [nodes.Text(" · "), link(f"ch-{PAGE}", "course plan")]
    line += nodes.Text(f" · rotlib {__version__}")
    return line


def setup(app):
    app.add_node(minutes)
    app.add_role("minutes", Minutes())
    app.connect("doctree-read", fill_minutes)
    app.connect("doctree-resolved", put_in)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
