"""The directive `{live} part`: a figure to move, made of what rotlib exports.

Without scripts, and on paper, its still picture stands there. What a figure uses is
named on it, and live.js loads it when a reader comes near. Steps, functions, shapes
and stills are written at build time and kept in _build until rotlib or a figure
changes."""

import hashlib
import html
import json
import os
import shutil
import sys
import warnings
from functools import cache
from io import BytesIO
from pathlib import Path

import figures
import numpy as np
from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from rotlib.errors import LargeStep

LIVE = Path(__file__).resolve().parents[1] / "_live"
PACKAGES = LIVE.parents[1] / "rotlib", LIVE.parent / "_lib"
sys.path.insert(0, str(LIVE))

import steps

NO_SCRIPT = "This figure can be moved where JavaScript runs; here it stands still."
LIBRARIES = {"three": "vendor/three.js", "uplot": "vendor/uplot.js"}


class live(nodes.General, nodes.Element):
    """One figure; its children are its caption."""


class Live(SphinxDirective):
    """`{live} part`, with the caption as its content."""

    required_arguments = 1
    has_content = True

    def run(self):
        name = self.arguments[0]
        if name not in steps.names():
            raise self.error(f"no part {name!r}; there are: {', '.join(steps.names())}")
        for path in sources(scripts=True):
            self.env.note_dependency(str(path))
        node = live("", part=name)
        self.set_source_info(node)
        self.state.nested_parse(self.content, self.content_offset, node)
        self.add_name(node)
        return [node]


# --- what is made, and kept -----------------------------------------------------------


@cache
def sources(scripts=False):
    found = [p for folder in (*PACKAGES, LIVE) for p in folder.rglob("*.py")]
    found += [Path(__file__)]
    found += (LIVE.parent / "choosing" / "atlas").glob("*.csv")
    found += [*LIVE.rglob("*.js"), *LIVE.rglob("*.css")] if scripts else []
    return sorted(found)


@cache
def state(scripts=False):
    """A name for the sources as they are now."""
    digest = hashlib.sha256()
    for path in sources(scripts):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def kept(app, name, make):
    """The bytes of that name, made by `make` unless they were made before."""
    store = Path(app.outdir).parent / ".live"
    path = store / state() / name
    if not path.is_file():
        for old in store.glob("*"):
            if old.name != state():
                shutil.rmtree(old, ignore_errors=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LargeStep)  # too long on purpose
            made = make()
        new = path.with_name(f"{path.name}.{os.getpid()}")  # two may make it at once
        new.write_bytes(made if isinstance(made, bytes) else made.encode())
        new.replace(path)
    return path.read_bytes()


def still(app, name, kind):
    def drawn():
        import matplotlib
        from rotbook import style

        matplotlib.use("Agg")
        with matplotlib.rc_context():
            style()
            from matplotlib import pyplot as plt

            buffer = BytesIO()
            when = {"Date": None} if kind == "svg" else {"CreationDate": None}
            figure = steps.find(name).still()
            figure.savefig(buffer, format=kind, metadata=when)
            plt.close(figure)
        return buffer.getvalue()

    return kept(app, f"{name}.{kind}", drawn)


def check(app, name):
    def computed():
        return json.dumps(np.ravel(steps.find(name).check()).tolist())

    return kept(app, f"{name}.json", computed).decode()


# --- the pages ------------------------------------------------------------------------


def visit_html(self, node):
    app, name = self.builder.app, node["part"]
    part = steps.find(name)
    picture = still(app, name, "svg").decode()
    ids = f' id="{node["ids"][0]}"' if node["ids"] else ""
    load = " ".join(f"{path}?v={state(True)}" for path in scripts([name]))
    self.body.append(
        f'<figure class="live"{ids} data-part="{name}"'
        f' data-check="{html.escape(check(app, name))}" data-digits="{part.digits}"'
        f' data-values="{html.escape(json.dumps(part.values))}"'
        f' data-load="{load}">'
        + figures.inlined(picture, f"still-{name}", part.alt, "live-still")
        + f'<noscript><p class="live-noscript">{NO_SCRIPT}</p></noscript><figcaption>'
    )


def depart_html(self, node):
    self.body.append("</figcaption></figure>\n")


def scripts(parts):
    """What the figures of these parts load, in its order, below _static."""
    found = [steps.find(name) for name in parts]
    needs = {need for part in found for need in part.needs}
    if unknown := needs - set(LIBRARIES):
        raise ExtensionError(f"a part needs {unknown}; there are {set(LIBRARIES)}")
    uses = dict.fromkeys(name for part in found for name in part.uses)
    return [
        *(path for name, path in LIBRARIES.items() if name in needs),
        *(["live/scene.js"] if "three" in needs else []),
        *(f"live/steps/{name}.js" for name in uses),
        *(f"live/parts/{name}.js" for name in parts),
    ]


def load(app, pagename, templatename, context, doctree):
    found = doctree.findall(live) if doctree is not None else ()
    parts = list(dict.fromkeys(node["part"] for node in found))
    if not parts:
        return
    write(app, parts)
    app.add_js_file("live/live.js", priority=600, defer="defer")
    if "vendor/uplot.js" in scripts(parts):
        app.add_css_file("vendor/uplot.css", priority=600)
    app.add_css_file("live/live.css", priority=601)


def write(app, parts):
    target = Path(app.outdir, "_static", "live")
    for name in ("live.css", "live.js", *scripts(parts)):
        name = name.removeprefix("live/")
        if name.startswith("vendor/"):
            continue  # Sphinx copies what lies in _static
        if name.startswith("steps/"):
            plain = name.removeprefix("steps/").removesuffix(".js")
            data = kept(app, name, lambda plain=plain: steps.text(plain))
        else:
            data = (LIVE / name).read_bytes()
        put(target / name, data)


def put(path, data):
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


# --- on paper -------------------------------------------------------------------------


def visit_latex(self, node):
    name = f"live-{node['part']}.pdf"
    put(Path(self.builder.outdir, name), still(self.builder.app, node["part"], "pdf"))
    picture = rf"\includegraphics[width=.8\linewidth]{{{name}}}"
    self.body.append(f"\n\\begin{{center}}{picture}\\end{{center}}\n")
    self.body.append("\\begin{quote}\\small ")


def depart_latex(self, node):
    self.body.append("On the page this figure moves.\\end{quote}\n")


def setup(app):
    paper = visit_latex, depart_latex
    app.add_node(live, html=(visit_html, depart_html), latex=paper)
    app.add_directive("live", Live)
    app.connect("html-page-context", load)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
