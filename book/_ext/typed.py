"""Under each exercise of a workbook that a page can check, and under each piece of the
reader's own program in the course: a cell to type into.

Without scripts, and on paper, the exercise stands there as it always did."""

import html
import json
from pathlib import Path

import typed_cells
from docutils import nodes
from sphinx_exercise.nodes import exercise_enumerable_node, solution_start_node

FOLDER = "book/workbooks/"
PIECE = "tag_program"
# not the solution
PARTS = "label name write template setup names after call given".split()


def put_in(app, doctree):
    """A cell before each check of the page, where it can be made."""
    pieces = [x for x in doctree.findall(nodes.container) if PIECE in x["classes"]]
    if not pieces and not app.env.docname.startswith(FOLDER):
        return
    for path in typed_cells.sources():
        app.env.note_dependency(str(path))
    if pieces:
        made = typed_cells.program_tasks(app.env.docname)
        for cell, task in zip(pieces, made, strict=True):
            place = cell.parent.index(cell) + 1
            cell.parent.insert(place, nodes.raw("", markup(task), format="html"))
        return
    tasks = typed_cells.tasks(Path(app.srcdir, f"{app.env.docname}.ipynb"))
    boxes = {x["label"]: x for x in doctree.findall(exercise_enumerable_node)}
    for task in tasks:
        box = boxes[task["label"]]
        box.parent.insert(_place(box), nodes.raw("", markup(task), format="html"))


def _place(box):
    """Behind the exercise, the faulty program that it may quote, and the hint."""
    place = start = box.parent.index(box) + 1
    for k, node in enumerate(box.parent.children[start:], start + 1):
        if isinstance(node, solution_start_node | exercise_enumerable_node):
            break
        if isinstance(node, nodes.Admonition) and "hint" in node["classes"]:
            place = k
    return place


def markup(task):
    known = json.dumps({k: task[k] for k in PARTS if k in task}).replace("</", "<\\/")
    return (
        f'<div class="typed" hidden data-exercise="{html.escape(task["label"])}"'
        f' data-weight="{typed_cells.weight()}">'
        f'<script type="application/json">{known}</script></div>'
    )


def load(app, pagename, templatename, context, doctree):
    if '<div class="typed"' in context.get("body", ""):
        app.add_js_file("live/typed.js", priority=600, defer="defer")
        app.add_css_file("live/typed.css", priority=600)


def write(app):
    if app.builder.format == "html":
        target = Path(app.outdir, "_static", "live")
        target.mkdir(parents=True, exist_ok=True)
        for name, text in typed_cells.files().items():
            (target / name).write_text(text, encoding="utf-8")


def setup(app):
    app.connect("builder-inited", write)
    app.connect("doctree-read", put_in)
    app.connect("html-page-context", load)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
