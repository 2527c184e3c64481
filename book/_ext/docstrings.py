"""Docstrings as the pages set them: a line for a name as a row of a table, its type
from the hints; the example as one; names and chapters as links."""

import inspect
import re
from functools import cached_property
from pathlib import Path

import hints
import provenance

CODE = re.compile(r"(``.*?``)")
NAME = re.compile(r"(?<![:`\w])`([A-Za-z_][\w.]*)`(?![`_])")
CHAPTERS = re.compile(r"\b(Chapters?): ([^.?]+[.?])")
NAMES = re.compile(r"(\*{0,2}[A-Za-z_]\w*(?:, \*{0,2}[A-Za-z_]\w*)*): (?=\S)")
EXAMPLE = re.compile(r"^>>>.*\Z", re.MULTILINE | re.DOTALL)
INDENT = " " * 7  # of a cell in a table
JOINED = ",\u2002"  # names that share a row
UNIT = re.compile(r"^([A-Za-z][.)])(?=\s|$)")  # "m." would begin a list


class Field:
    """A line of a docstring: names, and what they mean."""

    def __init__(self, names, body):
        self.stars = names.split(", ")
        self.names = [n.lstrip("*") for n in self.stars]
        self.meaning = UNIT.sub(r"\\\1", "\n".join(body)).splitlines()


class Docstring:
    """A docstring in its parts: its text, the lines of its names, its example."""

    def __init__(self, text):
        text = text.rstrip()
        found = EXAMPLE.search(text)
        self.example = found[0] if found else ""
        said, lines = [], []
        for part in EXAMPLE.sub("", text).split("\n\n"):
            rows = part.strip("\n").splitlines()
            named = all(NAMES.match(row) or row.startswith("    ") for row in rows)
            (lines if rows and named else said).append(part.strip("\n"))
        self.head, self.lines = "\n\n".join(said), "\n".join(lines)

    @cached_property
    def named(self):
        """What is said of parameters or fields, a line each: `name: meaning`."""
        found = []
        for row in self.lines.splitlines():
            if name := NAMES.match(row):
                found.append((name[1], [row[name.end() :]]))
            else:
                found[-1][1].append(row.strip())
        return [Field(*both) for both in found]

    @cached_property
    def summary(self):
        """The first sentence, which is the first paragraph."""
        return " ".join(self.head.strip().split("\n\n")[0].split())


def of(thing):
    return Docstring(inspect.getdoc(thing) or "")


def table(head, rows, kind):
    lines = ["", ".. list-table::", f"   :class: rot-{kind}", "   :header-rows: 1", ""]
    for row in [[[h] for h in head], *rows]:
        for k, cell in enumerate(row):
            first, *more = cell or [""]
            lines.append(f"   {'  ' if k else '* '}- {first}".rstrip())
            lines += [f"{INDENT}{line}".rstrip() for line in more]
    return [*lines, ""]


def code(name):
    return f"``{name}``"


def typed(words):
    escaped = words.replace("\\", "").replace("`", "").replace("*", r"\*")
    return f":hint:`{escaped}`" if words else ""


def parameters(found, known):
    """One row of an entry, or one for each name if their types differ, with the meaning
    in the first."""
    for field in found:
        types = [known.of(name) for name in field.names]
        if len(set(types)) <= 1:
            names = JOINED.join(map(code, field.stars))
            yield [[names], [typed(types[0])], field.meaning]
            continue
        for k, (name, words) in enumerate(zip(field.stars, types, strict=True)):
            yield [[code(name)], [typed(words)], [""] if k else field.meaning]


def as_tables(doc, known):
    lines = doc.head.rstrip().splitlines()
    if doc.named:
        head = "Field" if known.fields else "Parameter"
        rows = list(parameters(doc.named, known))
        lines += table(*without_empty((head, "Type", "Meaning"), rows), "fields")
    result = known.hints.get("return")
    if result is not None and (words := known.words(result)) not in ("", "None"):
        lines += ["", ".. container:: rot-returns", ""]
        lines += [f"   {known.result} {typed(words)}", ""]
    if doc.example:
        lines += ["", ".. rubric:: Example", "   :class: rot-example", ""]
        lines += doc.example.splitlines()
    return lines


def without_empty(head, rows):
    """Leave out a column of meanings or names that says nothing in any row; the
    first head, which says what the table lists, stays."""
    keep = [
        k for k in range(len(head)) if any(row[k] != [""] and row[k] for row in rows)
    ]
    heads = [head[k] for k in keep]
    heads[0] = head[0]
    return heads, [[row[k] for k in keep] for row in rows]


# --- links ----------------------------------------------------------------------------


def outside_code(text, change):
    """Change the parts of a text that are neither literals nor doctests."""
    parts = re.split(r"(^ *>>>(?:.*\n)*?(?:\s*\n|\Z))", text + "\n", flags=re.MULTILINE)
    parts[::2] = [
        "".join(p if p.startswith("``") else change(p) for p in CODE.split(part))
        for part in parts[::2]
    ]
    return "".join(parts)


def without_bars(text):
    """Bars escaped, which would else begin a substitution."""
    return outside_code(text, lambda part: part.replace("|", r"\|")).rstrip("\n")


class Links:
    """What a docstring may name: the public names, the chapters."""

    def __init__(self, app, public):
        self.public = public
        found = {
            p.title: f"book/{Path(p.path).with_suffix('')}" for p in provenance.pages()
        }
        self.pages = {t: d for t, d in found.items() if d in app.env.found_docs}

    def name(self, word, home, own):
        """The full name of what a word means in a docstring at home."""
        if "." in word:
            tries = [word, f"rotlib.{word}"]
        else:
            tries = [] if word in own else [f"{home}.{word}"]
            outer = home.rpartition(".")[0]
            tries += [f"{outer}.{word}"] if tries and outer != "rotlib" else []
        return next((t for t in tries if t in self.public and t != home), None)

    def chapter(self, phrase):
        """A phrase with the link to the page whose title it begins; in brackets may
        stand what of it is meant."""
        words, end = phrase.rstrip(".").strip(), "." if phrase.endswith(".") else ""
        bare = re.sub(r"\s*\(.*?\)", "", words)
        page = next((d for t, d in self.pages.items() if t.startswith(bare)), None)
        return f":doc:`{bare} </{page}>`{words[len(bare) :]}{end}" if page else phrase

    def into(self, text, home, own):
        def names(found):
            full = self.name(found[1], home, own)
            end = r"\ " if found.string[found.end() :][:1].isalpha() else ""
            return f":py:obj:`{found[1]} <{full}>`{end}" if full else found[0]

        def chapters(found):
            phrases = " ".join(found[2].split()).split(", ")
            return f"{found[1]}: {', '.join(map(self.chapter, phrases))}"

        def both(part):
            return NAME.sub(names, CHAPTERS.sub(chapters, part.replace("|", r"\|")))

        return outside_code(text, both)


def rewrite(app, what, name, obj, options, lines):
    thing = hints.defined(obj)
    known = hints.Hints(thing, app.reference_types)
    known.result = "Type" if what == "property" else "Returns"
    known.fields = what in ("class", "exception")
    text = app.reference_links.into("\n".join(lines), name, set(known.hints))
    lines[:] = as_tables(Docstring(text), known)


def setup(app):
    app.connect("autodoc-process-docstring", rewrite, priority=400)
    return {"version": "1", "parallel_read_safe": True}
