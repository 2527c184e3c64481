"""The rules a stored notebook or page keeps, each a function that yields what is
wrong. Nothing is executed."""

import ast
import copy
import io
import re
import tokenize
from functools import cache
from itertools import pairwise
from pathlib import Path

import nbformat
from directives import directives, inline, labels, walk
from normal import MACHINE_PATH, PICTURES, NotNormal, normalise

TEACHERS = Path(__file__).resolve().parents[1] / "instructor"
WIDEST = 80
MOST_LINES, MOST_FOLDED = 40, 80  # of a cell a reader sees, of one under a fold
WIDEST_FIGURE, HEAVIEST_FIGURE = 460, 160_000  # points, letters of the drawing
SMALLEST_LETTERS = 12  # points
PHONE, SMALLEST_THERE = 360, 9.95  # points: a wide drawing on a phone, its letters
LETTERS = re.compile(r"\b(?:font|label)?size=(\d+(?:\.\d+)?)\b")
DRAWN_LETTERS = re.compile(r'<text style="[^"]*?font-size: ([\d.]+)')
HEADLESS = ":class: formula-card"  # the head of its table is hidden
FOLDS = ("hide-input", "hide-cell", "remove-")
SHORTEST_ALT = 20
UNSTABLE = re.compile(r"\b0x[0-9a-f]{6,}|\x1b\[|\bobject at\b")


def check(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return list(page_rules(text))
    notebook = nbformat.reads(text, 4)
    return check_notebook(notebook) + list(stored_form(notebook, text))


def prose(notebook):
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def check_notebook(notebook):
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    found = [x for rule in CODE_RULES for cell in code for x in rule(cell)]
    return [*found, *first_cell(code), *page_rules(prose(notebook))]


def stored_form(notebook, text=None):
    """The file is what `notebooks.py` writes: metadata, ids, counts, blanks."""
    try:
        wanted = normalise(copy.deepcopy(notebook))
    except NotNormal as error:
        yield str(error)
        return
    for key in ("metadata", "nbformat", "nbformat_minor"):
        if notebook[key] != wanted[key]:
            yield f"notebook {key} is not in stored form: run notebooks.py"
    pairs = zip(notebook.cells, wanted.cells, strict=True)
    for number, (cell, good) in enumerate(pairs, start=1):
        for key in sorted(set(cell) | set(good)):
            if cell.get(key) != good.get(key):
                yield f"cell {number}: {key} is not in stored form: run notebooks.py"
    if text is not None and text != nbformat.writes(notebook) + "\n":
        yield "the file's layout is not in stored form: run notebooks.py"


# --- rules for one code cell ----------------------------------------------------------


def length(cell):
    lines = [line for line in cell.source.splitlines() if line.strip()]
    if not lines:
        yield "is empty"
    most = MOST_FOLDED if is_folded(cell) else MOST_LINES
    if len(lines) > most:
        yield f"has {len(lines)} lines, at most {most}"
    for line in lines:
        if len(line) > WIDEST:
            yield f"more than {WIDEST} columns: {line.strip()}"


def is_folded(cell):
    return any(tag.startswith(FOLDS) for tag in cell.metadata.get("tags", []))


def semicolon(cell):
    ends = tokenize.NEWLINE, tokenize.COMMENT, tokenize.ENDMARKER
    tokens = list(tokenize.generate_tokens(io.StringIO(cell.source).readline))
    if any(a.string == ";" and b.type in ends for a, b in pairwise(tokens)):
        words = "does not hide output when the cell is tested, end with plt.show()"
        yield f"a trailing ';' {words}"


def magic(cell):
    if re.search(r"^[%!?]|\?$", cell.source, re.MULTILINE):
        yield "IPython magic, the cells also run as plain Python"


def stable(cell):
    shown = [text for output in cell.outputs for text in plain(output)]
    for text in [cell.source, *shown]:
        if found := MACHINE_PATH.search(text):
            yield f"machine path {found[0]!r}"
    for text in shown:
        if found := UNSTABLE.search(text):
            yield f"output differs from run to run: {found[0]!r}"


def pictures(cell):
    kinds = {kind for output in cell.outputs for kind in output.get("data", ())}
    mystnb = cell.metadata.get("mystnb", {})
    figure, image = mystnb.get("figure", {}), mystnb.get("image", {})
    if figure and not kinds & {*PICTURES, "text/html"}:
        yield "figure metadata, but no picture is stored"
    for output in cell.outputs:
        page = output.get("data", {}).get("text/html", "")
        labelled = re.search(r"(aria-label|alt)=\"[^\"]{20,}", page)
        if re.search(r"<(svg|canvas|img)\b", page) and not labelled:
            yield "picture in HTML without a label for those who cannot see it"
    if not kinds & set(PICTURES):
        return
    for name in ("caption", "name"):
        if not str(figure.get(name, "")).strip():
            yield f"picture without mystnb.figure.{name}"
    yield from alt_text(str(image.get("alt", "")), str(figure.get("caption", "")))


def vectors(cell):
    """Figures can be read on a phone: drawn as vectors, narrow, in large letters."""
    for output in cell.outputs:
        data = output.get("data", {})
        if "image/png" in data and "text/html" not in data:
            yield "figure in pixels; rb.style() draws vectors"
        svg = data.get("image/svg+xml", "")
        wide = re.search(r'viewBox="0 0 ([\d.]+)', svg)
        wide = float(wide[1]) if wide else PHONE
        if wide > WIDEST_FIGURE:
            size = f"{wide / 72:.1f} in wide, at most {WIDEST_FIGURE / 72:.1f}"
            yield f"figure {size}: its letters get too small on a phone"
        if len(svg) > HEAVIEST_FIGURE:
            size = f"{len(svg) // 1000} kB, at most {HEAVIEST_FIGURE // 1000}"
            yield f"figure of {size}: thin its points"
        if svg:
            least = max(SMALLEST_LETTERS, SMALLEST_THERE * wide / PHONE)
            for size in {*LETTERS.findall(cell.source), *DRAWN_LETTERS.findall(svg)}:
                if float(size) < least:
                    words = f"in a figure, at least {least:.1f} in one of its width"
                    yield f"letters of {size} points {words}"


def subject(cell):
    """A reader sees the code that is the subject: imports and bare checks are
    folded."""
    if not is_folded(cell) and (found := statements(cell)):
        if all(map(is_scaffold, found)):
            yield "only imports or checks; tag it hide-input"


def statements(cell):
    try:
        return ast.parse(cell.source).body
    except SyntaxError:  # an exercise with a gap, or a magic
        return []


def shown(cell):
    """A table is shown only where it ends its cell."""
    for statement in statements(cell)[:-1]:
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(attr="table"))):
                words = "is not the last statement, so its table is not shown"
                yield f"rb.table(...) {words}"


def tables(cell):
    """The tables that a cell has made are as those of the text."""
    for output in cell.outputs:
        yield from heads(output.get("data", {}).get("text/markdown", ""))


def heads(text):
    """What is wrong with the first rows of tables: each column has a name."""
    for row in re.findall(r"^(\|.*\|)[ ]*\n\|[ :|-]+\|[ ]*$", text, re.MULTILINE):
        names = [name.strip() for name in row[1:-1].split("|")]
        if not all(names) and not (HEADLESS in text and not any(names)):
            yield f"table {row!r}: a column without a name"


def is_scaffold(statement):
    if isinstance(statement, ast.For | ast.With):
        return all(map(is_scaffold, statement.body))
    return isinstance(statement, ast.Import | ast.ImportFrom | ast.Assert)


CODE_RULES = (
    *(length, semicolon, magic, stable, pictures),
    *(vectors, subject, shown, tables),
)


def plain(output):
    if output.output_type == "stream":
        return [output.text]
    data = output.get("data", {}).items()
    return [str(text) for kind, text in data if kind not in PICTURES]


def first_cell(code):
    if not code or not re.search(r"^rl\.require\(", code[0].source, re.MULTILINE):
        yield "the first code cell does not call rl.require"


# --- rules for the text of a page -----------------------------------------------------


def page_rules(text):
    for rule in (images, exercises, solutions, listings, heads):
        yield from rule(text)
    for label in labels(text):
        if not re.fullmatch(r"[a-z][a-z0-9-]*", label):
            yield f"label {label!r}: lower-case letters, digits and dashes only"
    words = " ".join(x.content for x in inline(text) if x.type != "code_inline")
    if found := MACHINE_PATH.search(words):
        yield f"text: machine path {found[0]!r}"


def listings(text):
    """Code in the text is as narrow as that of the cells."""
    for token, opened in walk(text):
        if token.type == "fence" and not opened and token.info in ("python", "bash"):
            for line in token.content.splitlines():
                if len(line) > WIDEST:
                    yield f"text: more than {WIDEST} columns of code: {line.strip()}"


def solutions(text):
    """A solution ends before the next one and before the next heading."""
    inside = None
    for line in text.splitlines():
        if start := re.match(r"`{3,}\{solution-start\} (\S+)", line):
            if inside:
                yield f"solution {start[1]}: starts inside that of {inside}"
            inside = start[1]
        elif re.match(r"`{3,}\{solution-end\}", line):
            if inside is None:
                yield "a solution-end without its start"
            inside = None
        elif inside and re.match(r"##+ ", line):
            yield f"solution {inside}: end it before the heading {line!r}"
    if inside:
        yield f"solution {inside}: has no end"


def alt_text(alt, caption=""):
    if not alt.strip():
        yield "picture without alt text"
    elif len(alt.strip()) < SHORTEST_ALT:
        yield f"alt text of fewer than {SHORTEST_ALT} characters: {alt!r}"
    elif alt.strip() == caption.strip():
        yield "alt text repeats the caption, it should say what one would see"


def images(text):
    for directive in directives(text):
        if directive.name in ("image", "figure"):
            for words in alt_text(directive.options.get("alt", "")):
                yield f"text line {directive.line}: {words}"
    for piece in inline(text):
        said = [piece.content] if piece.type == "image" else []
        if piece.type.startswith("html"):
            for tag in re.findall(r"<img\b[^>]*>", piece.content):
                said += re.findall(r'alt="([^"]*)"', tag)[:1] or [""]
        for alt in said:
            yield from (f"text: {words}" for words in alt_text(alt))


def exercises(text):
    """Each exercise has a hint and a solution, both folded; or the solution is one of
    those for teachers."""
    known, private = directives(text), for_teachers()
    starts = [i for i, d in enumerate(known) if is_a("exercise", d)]
    solutions = {d.argument: d for d in known if is_a("solution", d)}
    for here, after in zip(starts, [*starts[1:], None], strict=False):
        box = known[here]
        label = box.options.get("label", "")
        if not label:
            yield f"text line {box.line}: exercise without a label"
        if not box.argument:
            yield f"exercise {label!r}: has no title"
        if not kind_of(box):
            yield f"exercise {label!r}: does not begin with its kind ({FORM})"
        hints = [d for d in known[here + 1 : after] if is_hint(d)]
        if not hints:
            yield f"exercise {label!r}: no hint follows it"
        if (label in solutions) == (label in private):
            words = "two solutions, one" if label in private else "no solution, nor one"
            yield f"exercise {label!r}: has {words} in {TEACHERS.name}/"
        for part in hints + [d for d in (solutions.get(label),) if d]:
            if "dropdown" not in (part.name, *part.options.get("class", "").split()):
                words = f"its {part.name} is not folded (:class: dropdown)"
                yield f"exercise {label!r}: {words}"
    asked = {known[i].options.get("label", "") for i in starts}
    for label in solutions.keys() - asked - private:
        yield f"solution {label!r}: belongs to no exercise here"


@cache
def for_teachers():
    """The exercises whose solutions no page has."""
    texts = [path.read_text(encoding="utf-8") for path in TEACHERS.rglob("*.md")]
    known = [d for text in texts for d in directives(text)]
    return {d.argument for d in known if d.name == "solution-start"}


def is_a(name, directive):
    return directive.name in (name, f"{name}-start")


FORM = "*Pencil.* *Pencil, then keyboard.* *Find the fault.* *Keyboard, open.* ..."
KIND = re.compile(
    r"\s*\*((?:Pencil(?:, then keyboard)?|Keyboard(?:, then pencil)?|Find the fault)"
    r"(?:, (?:a proof|open))?)\.\* "
)


def kind_of(exercise):
    """What an exercise says of itself in the words in italics with which it begins."""
    opening = KIND.match(exercise.body)
    return opening[1].lower() if opening else ""


def is_hint(directive):
    named = directive.argument.lower().startswith("hint")
    return directive.name in ("hint", *(["admonition", "dropdown"] if named else []))
