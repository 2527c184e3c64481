"""The program that the reader writes in the course: `from rotbook.program import exp`.

It stands in the chapters, in the cells tagged `program`; here they are put together in
the order of reading. `python -m rotbook.program` writes own.py, the file to download,
which serves where the chapters are not."""

import ast
import json
import re
from functools import cache
from pathlib import Path
from types import CodeType
from typing import NamedTuple

BOOK = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("own.py")
CONTENTS = BOOK.parent / "_toc.yml"
HEAD = '''"""My own integrator, as it grew in the course *Integrating Rotations*.

A quaternion q = (w, x, y, z) takes body to space components. L is the angular
momentum in space, J holds the principal moments, h is the step."""

import numpy as np
'''


class Piece(NamedTuple):
    """What the reader writes in one cell of a chapter."""

    page: str
    title: str
    code: str

    @property
    def names(self) -> list[str]:
        nodes = ast.parse(self.code).body
        return [node.name for node in nodes if isinstance(node, ast.FunctionDef)]


def pieces() -> list[Piece]:
    """All of them, in the order of reading."""
    course = CONTENTS.read_text(encoding="utf-8").split("- caption:")[:2][-1]
    found: list[Piece] = []
    for chapter in re.findall(r"file: (\S+)", course):
        page = BOOK.parent / f"{chapter}.ipynb"
        if not page.exists():  # in a book of a few pages
            continue
        cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
        title = "".join(cells[0]["source"]).split("\n# ")[1].split("\n")[0]
        for cell in cells:
            if "program" in cell["metadata"].get("tags", []):
                code = "".join(cell["source"])
                found.append(Piece(chapter, title, code))
    return found


def text() -> str:
    """The whole program, as one file."""
    whole, title = HEAD, None
    for piece in pieces():
        head = f"# --- {piece.title}\n\n\n" if piece.title != title else ""
        whole, title = f"{whole}\n\n{head}{piece.code}\n", piece.title
    return whole


@cache
def _written() -> dict[str, object]:
    space: dict[str, object] = {}
    if not CONTENTS.exists():
        from . import own

        return vars(own)
    exec(_compiled(), space)
    return space


def _compiled() -> CodeType:
    names = [name for piece in pieces() for name in piece.names]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name}: the course defines it twice")
    return compile(text(), "program.py", "exec")


def __getattr__(name: str) -> object:
    if name.startswith("_") or name not in _written():
        raise AttributeError(f"no chapter of the course defines {name}")
    return _written()[name]


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
