"""Light pages: what the theme brings and no page uses is left out.

Scripts that nothing here calls, colours of code that say nothing, and, once all pages
are written, the rules of the style sheets whose classes occur on no page."""

import re
from pathlib import Path

from pygments.formatters import HtmlFormatter
from pygments.token import Name, Token
from sphinx.highlighting import PygmentsBridge

# Live code names a content network and is declared twice; no page has tabs.
UNUSED = "thebe|design-tabs"
OF_THE_THEME = (
    "basic.css",
    "exercise.css",
    "mystnb.*.css",
    "proof.css",
    "sphinx-design.min.css",
    "styles/pydata-sphinx-theme.css",
    "styles/sphinx-book-theme.css",
    "togglebutton.css",
)


def leave_out(app, pagename, templatename, context, doctree):
    formulas = 'class="math' in context.get("body", "")
    unused = UNUSED if formulas else f"{UNUSED}|mathjax"
    for kind in {"script_files", "css_files"} & set(context):
        files = context[kind]
        files[:] = [f for f in files if not re.search(unused, said_of(f), re.I)]


def said_of(file):
    body = getattr(file, "attributes", {}).get("body") or ""
    return f"{getattr(file, 'filename', file)} {body}"


# --- code ---------------------------------------------------------------------------


class Plain(HtmlFormatter):
    """Code in which only those words are marked that have a colour of their own: most
    marks say the colour of the text around them, and are six sevenths of a listing."""

    def __init__(self, **options):
        super().__init__(**options)
        plain = {Token, Token.Text, Token.Text.Whitespace, Token.Punctuation, Name}
        alike = [self.style.style_for_token(kind) for kind in plain]
        self.plain = plain | {
            kind
            for kind in self.ttype2class
            if self.style.style_for_token(kind) in alike
        }

    def _get_css_classes(self, ttype):
        return "" if ttype in self.plain else super()._get_css_classes(ttype)


# --- styles ---------------------------------------------------------------------------

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TOKEN = re.compile(r"""[{};]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""")
INSIDE = re.compile(r"\([^()]*\)|\[[^\]]*\]")
CLASS = re.compile(r"[.#]((?:\\.|[\w-])+)")
NESTED = re.compile(r"@(?:media|supports|layer|container)\b")
MARKED = [  # begin with plain letters, which are quick to find
    re.compile(rf"""{name}=(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")
    for name in ("class", "id")
]
WORD = re.compile(r"[A-Za-z_][\w-]*")


def rules(text):
    """The rules of a style sheet: what stands before each brace, and what is in it."""
    depth, start, brace = 0, 0, 0
    for token in TOKEN.finditer(text):
        sign = token[0]
        if sign == "{":
            if not depth:
                brace = token.start()
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                yield text[start:brace].strip(), text[brace + 1 : token.start()]
                start = token.end()
        elif sign == ";" and not depth:
            yield text[start : token.end()].strip(), None
            start = token.end()


def applies(selector, words):
    """Whether a page may have what a selector asks for: each of its classes and ids
    occurs; what stands in brackets, as in :not(…), is not asked."""
    before = None
    while before != selector:
        before, selector = selector, INSIDE.sub("", selector)
    return all(name.replace("\\", "") in words for name in CLASS.findall(selector))


def split(selectors):
    """The selectors of a rule, parted at the commas that stand in no bracket."""
    depth, part = 0, ""
    for sign in selectors:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            yield part
            part = ""
        else:
            part += sign
    yield part


def fitting(text, words):
    kept = []
    for head, body in rules(COMMENT.sub("", text)):
        if body is None:
            kept.append(head)
        elif NESTED.match(head):
            if inner := fitting(body, words):
                kept.append(f"{head}{{{inner}}}")
        elif head.startswith("@"):
            if "Font Awesome" not in body.replace("\\", ""):  # icons.css draws icons
                kept.append(f"{head}{{{body}}}")
        elif left := [s for s in split(head) if applies(s, words)]:
            kept.append(f"{','.join(left)}{{{body}}}")
    return "\n".join(kept)


def words_of(pages):
    """The classes and ids of the pages, and every word of the scripts, which may set
    one; the icons are not the theme's."""
    words = set()
    for path in pages.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for marked in MARKED:
            for found in set(marked.findall(text)):
                words.update("".join(found).split())
    for path in (pages / "_static").rglob("*.js"):
        if path.parent.name == "find":
            continue  # the words of the book, not of a script
        words.update(WORD.findall(path.read_text(encoding="utf-8")))
    return {word for word in words if not re.match(r"fa([srb]?$|-)", word)}


def fit_styles(app, error):
    if error or app.builder.format != "html":
        return
    pages = Path(app.outdir)
    words = words_of(pages)
    for name in OF_THE_THEME:
        for path in (pages / "_static").glob(name):
            path.write_text(
                fitting(path.read_text(encoding="utf-8"), words), encoding="utf-8"
            )


def setup(app):
    PygmentsBridge.html_formatter = Plain
    app.connect("html-page-context", leave_out, priority=900)
    app.connect("build-finished", fit_styles, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
