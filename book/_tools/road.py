"""The road through the book: what the page `road.md` says of each chapter, and how
long reading and exercises take."""

import json
import math
import re
from typing import NamedTuple

import yaml
from provenance import BOOK

WORDS_A_MINUTE, MINUTES_A_CELL, MINUTES_AN_EXERCISE = 150, 1, 40
REF = re.compile(r"\{ref\}`([\w-]+)`")
CHAPTER = re.compile(
    r"^\| \{ref\}`([\w-]+)` \| (\w*) \| (.*?) \| (.*?) \| \{minutes\}`chapter` \|$",
    re.MULTILINE,
)
SOLUTION = re.compile(r"^(`{3,}\{solution-(?:start|end)\}.*)$", re.MULTILINE)


class Chapter(NamedTuple):
    """A row of the page's first table."""

    label: str
    kind: str
    question: str
    needs: list


def chapters(text):
    """The chapters that the page describes, in its order."""
    return [
        Chapter(label, kind, question, REF.findall(needs))
        for label, kind, question, needs in CHAPTER.findall(text)
    ]


def toc(path=BOOK.parent / "_toc.yml"):
    """[(part, page relative to `book/`, without its ending)] in the order of the
    table of contents."""
    parts = yaml.safe_load(path.read_text(encoding="utf-8"))["parts"]
    pages = [(p["caption"], c["file"]) for p in parts for c in p["chapters"]]
    return [(caption, file.removeprefix("book/")) for caption, file in pages]


def source(name, book=BOOK):
    """The file of a page of the table of contents, or None if there is none yet."""
    files = book / f"{name}.ipynb", book / f"{name}.md"
    return next((path for path in files if path.exists()), None)


def reading(path):
    """Minutes to read a page: its words and its code cells, without what is folded
    into solutions."""
    text = path.read_text(encoding="utf-8")
    cells = [{"cell_type": "markdown", "source": text}]
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
    words = count = 0
    folded = False
    for cell in cells:
        if cell["cell_type"] == "code":
            count += not folded
            continue
        for part in SOLUTION.split("".join(cell["source"])):
            if "{solution-start}" in part or "{solution-end}" in part:
                folded = "{solution-start}" in part
            elif not folded:
                words += len(part.split())
    return math.ceil(words / WORDS_A_MINUTE + MINUTES_A_CELL * count)


def practice(count):
    return MINUTES_AN_EXERCISE * count


def told(minutes):
    """Minutes as hours and minutes, to five minutes."""
    hours, rest = divmod(5 * round(minutes / 5), 60)
    return f"{hours} h {rest:02}" if hours else f"{rest} min"
