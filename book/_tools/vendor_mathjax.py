"""The part of MathJax that the book uses, as one classic script: TeX in, HTML out, and
the MathML that is read aloud. `vendor.py` calls it."""

import shutil
from pathlib import Path

import npm

PACKAGE = "mathjax-full"
VERSION = "3.2.2"
FILES = ("mathjax.js", "LICENSE-mathjax")
# A script of its own instead of MathJax's loader: no menu, no explorer, no package on
# demand. What a reader sees first is set before the page is painted, so that nothing
# jumps; what is further down follows in pieces, so that nobody waits for it.
ENTRY = f"""\
import {{ mathjax }} from "{PACKAGE}/ts/mathjax";
import {{ TeX }} from "{PACKAGE}/ts/input/tex";
import {{ CHTML }} from "{PACKAGE}/ts/output/chtml";
import {{ browserAdaptor }} from "{PACKAGE}/ts/adaptors/browserAdaptor";
import {{ RegisterHTMLHandler }} from "{PACKAGE}/ts/handlers/html";
import {{ AssistiveMmlHandler }} from "{PACKAGE}/ts/a11y/assistive-mml";
import "{PACKAGE}/ts/input/tex/base/BaseConfiguration";
import "{PACKAGE}/ts/input/tex/ams/AmsConfiguration";
import "{PACKAGE}/ts/input/tex/boldsymbol/BoldsymbolConfiguration";

const page = window as any;
const {{ tex = {{}}, chtml = {{}}, options = {{}} }} = page.MathJax ?? {{}};
const here = (document.currentScript as HTMLScriptElement).src;
AssistiveMmlHandler(RegisterHTMLHandler(browserAdaptor()));
const set = mathjax.document(document, {{
  ...options,
  InputJax: new TeX({{ packages: ["base", "ams", "boldsymbol"], ...tex }}),
  OutputJax: new CHTML({{ fontURL: new URL("../mathjax", here).href, ...chtml }}),
}});
const PIECE = 50, formulas = [...document.querySelectorAll(".math")];
const far = (e: Element) => e.getBoundingClientRect().top > 2 * innerHeight;
const typeset = (elements: Element[]) => {{
  if (!elements.length) return;
  set.options.elements = elements;
  set.clear();
  set.render();
}};
const seen = location.hash ? -1 : formulas.findIndex(far);
typeset(formulas.splice(0, seen < 0 ? formulas.length : seen));
const promise = new Promise<void>(done => (function go() {{
  if (!formulas.length) return done();
  setTimeout(() => {{ typeset(formulas.splice(0, PIECE)); go(); }});
}})());
page.MathJax = {{ startup: {{ promise, document: set }} }};
"""
OPTIONS = (
    "--bundle --minify --format=iife --target=es2020 --charset=utf8"
    " --legal-comments=none --log-level=error"
)
# as MathJax's own compiler reads its classes
READ_AS = '--tsconfig-raw={"compilerOptions":{"useDefineForClassFields":false}}'


def bundle(scratch, folder):
    """Write FILES into `folder`; the packages lie in `scratch`/node_modules."""
    options = [READ_AS, *OPTIONS.split()]
    made = npm.bundled(scratch, "mathjax-entry.ts", ENTRY, *options)
    (folder / "mathjax.js").write_text(
        f"// {PACKAGE} {VERSION}, Apache License 2.0; see LICENSE-mathjax\n{made}",
        encoding="utf-8",
    )
    licence = Path(scratch, "node_modules", PACKAGE, "LICENSE")
    shutil.copyfile(licence, folder / "LICENSE-mathjax")
