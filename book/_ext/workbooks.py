"""Beside each workbook's page lies its students' copy, cut from the same notebook,
and the page links to it."""

from pathlib import Path

import nbformat
from student import student_copy

FOLDER = "book/workbooks/"
NAME = "{}-to-fill-in.ipynb"


def copies(app):
    pages = [page for page in app.env.found_docs if page.startswith(FOLDER)]
    return {page: NAME.format(page.removeprefix(FOLDER)) for page in sorted(pages)}


def add_link(app, pagename, templatename, context, doctree):
    if pagename in copies(app) and "</h1>" in context.get("body", ""):
        link = (
            f'<p class="workbook-copy"><a href="{copies(app)[pagename]}"'
            " download>Download this workbook without the solutions</a>, a Jupyter"
            " notebook to fill in. On this page they are folded away.</p>"
        )
        context["body"] = context["body"].replace("</h1>", "</h1>\n" + link, 1)


def write_copies(app, error):
    if error is None and app.builder.format == "html":
        for page, name in copies(app).items():
            solved = nbformat.read(Path(app.srcdir) / f"{page}.ipynb", 4)
            nbformat.write(student_copy(solved), Path(app.outdir) / FOLDER / name)


def setup(app):
    app.connect("html-page-context", add_link)
    app.connect("build-finished", write_copies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
