"""Beside each workbook's page lies its students' copy, cut from the same notebook,
and the page links to it."""

from pathlib import Path

import nbformat
from student import student_copy

FOLDER = "book/workbooks/"
NAME = "{}-to-fill-in.ipynb"


def add_link(app, pagename, templatename, context, doctree):
    if pagename.startswith(FOLDER) and "</h1>" in context.get("body", ""):
        name = NAME.format(pagename.removeprefix(FOLDER))
        link = (
            f'<p class="workbook-copy"><a href="{name}"'
            " download>Download this workbook without the solutions</a>, a Jupyter"
            " notebook to fill in. On this page they are folded away.</p>"
        )
        context["body"] = context["body"].replace("</h1>", "</h1>\n" + link, 1)


def write_copies(app, error):
    if error is None and app.builder.format == "html":
        for page in (p for p in app.env.found_docs if p.startswith(FOLDER)):
            name = NAME.format(page.removeprefix(FOLDER))
            solved = nbformat.read(Path(app.srcdir) / f"{page}.ipynb", 4)
            nbformat.write(student_copy(solved), Path(app.outdir) / FOLDER / name)


def setup(app):
    app.connect("html-page-context", add_link)
    app.connect("build-finished", write_copies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
