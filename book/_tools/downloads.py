"""The directive `{downloads}`: links to the book on paper, to the copy for offline
reading, and to the Python with which pages derive, as far as they have been made.

The files lie in _build, where their tools write them; the HTML build copies them beside
the pages."""

import json
import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

PAPER = {
    "integrating-rotations.pdf": "The course as PDF",
    "integrating-rotations-further.pdf": "what stands behind it",
}
COPY = "integrating-rotations-html.zip"
DERIVE = "derive.js"
DERIVE_FOLDER = "_static/derive"  # in the pages; in _build it is derive
FOLDER = "_downloads"
COPY_ITEM = re.compile(r'<li class="offline-copy">.*?</li>')
DERIVE_ITEM = re.compile(r'<li class="derive-download">.*?</li>')


class Downloads(nodes.General, nodes.Element):
    pass


class DownloadsDirective(SphinxDirective):
    def run(self):
        for name in (*PAPER, COPY, f"derive/{DERIVE}"):
            self.env.note_dependency(str(Path(self.env.app.outdir).parent / name))
        return [Downloads()]


# --- the two lines -------------------------------------------------------------------


def megabytes(path):
    return f"{path.stat().st_size / 1e6:.1f} MB"


def pdf_item(build, up):
    """The line about the book on paper; `up` leads from the page to the root of the
    pages."""
    made = []
    for name, words in PAPER.items():
        pdf, about = build / name, (build / name).with_suffix(".json")
        if pdf.is_file() and about.is_file():
            pages = json.loads(about.read_text(encoding="utf-8"))["pages"]
            link = f'<a href="{up}{FOLDER}/{name}">{words}</a>'
            made.append(f"{link} ({pages} pages, {megabytes(pdf)})")
    said = ", ".join(made) or "PDF: <code>python book/_tools/pdf.py</code> makes it."
    return f'<li class="pdf">{said}</li>'


def copy_item(build, up):
    """The line about the zip of these pages."""
    made = "Offline copy: <code>python book/_tools/offline.py</code> makes it."
    if (copy := build / COPY).is_file():
        link = f'<a href="{up}{FOLDER}/{COPY}">Offline copy</a>'
        made = f"{link} (zip, {megabytes(copy)})"
    return f'<li class="offline-copy">{made}</li>'


def derive_item(build, up):
    """The line about the script with which pages derive; they find it by themselves."""
    bundle = build / "derive" / DERIVE
    if not bundle.is_file():
        return NO_DERIVE
    folder = f"{up}{DERIVE_FOLDER}"
    return (
        f'<li class="derive-download"><a href="{folder}/{DERIVE}" download>Python and'
        f" SymPy for deriving on the page</a> ({megabytes(bundle)}; it lies where the"
        f' pages find it, <a href="{folder}/LICENCES.txt">licences</a>)</li>'
    )


NO_DERIVE = (
    '<li class="derive-download">Python and SymPy for deriving on the page:'
    " <code>python book/_tools/derive_bundle.py</code> makes them.</li>"
)


# --- the build ----------------------------------------------------------------------


def visit_html(self, node):
    build = Path(self.builder.outdir).parent
    up = "../" * self.builder.current_docname.count("/")
    self.body.append(
        f'<ul class="downloads">\n{pdf_item(build, up)}\n{copy_item(build, up)}\n'
        f"{derive_item(build, up)}\n</ul>\n"
    )
    raise nodes.SkipNode


def skip(self, node):
    raise nodes.SkipNode


def copy_files(app, error):
    if error or app.builder.format != "html":
        return
    out = Path(app.outdir)
    for name in (*PAPER, COPY):
        source, target = out.parent / name, out / FOLDER / name
        target.unlink(missing_ok=True)
        if source.is_file():
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(source, target)


def setup(app):
    app.add_node(Downloads, html=(visit_html, None), latex=(skip, None))
    app.add_directive("downloads", DownloadsDirective)
    app.connect("build-finished", copy_files)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
